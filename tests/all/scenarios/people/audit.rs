//! The audit log of what people may, may not and do: an entry for each, with who and from where, and nothing they said.

use crate::scenarios::decisions::deadlines::{asked, asking, question};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, code_in, idea};
use secretary::secretary::audit::{Entry, Means, Origin, What, Why};
use secretary::secretary::decision::Subject;
use secretary::secretary::ids::{DecisionId, PersonId};
use secretary::secretary::people::workspace::Grant;

stories![
    presses_of_all_sorts_of_people_are_written_down,
    what_changes_people_rooms_and_settings_is_written_down,
    a_press_on_what_is_over_or_of_another_chat_is_written_down,
    what_silence_decides_is_written_down,
    what_cannot_be_written_down_does_not_happen,
    to_what_a_setting_was_changed_is_written_down,
];

/// A switch that was turned.
fn switched(name: &str, on: bool) -> What {
    let word = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
    What::SettingChanged { name: name.to_owned(), on: Some(on), from: word(!on), to: word(on) }
}

/// The user it came from: of a member the log has no account.
fn user(from: &Origin) -> &str {
    assert_eq!(from.person.is_some(), from.account.user.is_empty());
    let place = |event: &String| event.parse::<i64>().is_ok();
    assert!(from.person.is_none() || from.event.as_ref().is_some_and(place), "{from:?}");
    from.person.as_ref().map_or(from.account.user.as_str(), |p| p.as_str().trim_start_matches("person-"))
}

/// What was written down, with the user it came from and how.
fn said(entries: &[Entry]) -> Vec<(Option<(&str, Means)>, &What)> {
    entries.iter().map(|e| (e.from.as_ref().map(|from| (user(from), from.by)), &e.what)).collect()
}

fn verdict(operation: &str, ticket: Option<i64>, allowed: bool) -> What {
    What::Verdict { operation: operation.to_owned(), ticket, allowed }
}

fn d1() -> DecisionId {
    DecisionId::new("d1")
}

async fn presses_of_all_sorts_of_people_are_written_down() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Observer).await.in_group(&mara.place);
    let eve = office.stranger("Eve", Telegram).in_group(&mara.place);
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    let before = office.audited().await.len();
    let data = mara.data("★");
    eve.presses_data(&data, "★").await;
    jo.presses_data(&data, "★").await;
    mara.presses_data(&data, "★").await;
    mara.hears("Take offer C").await;
    mara.says("/members Jo requester").await;
    mara.hears("Jo is a requester now.").await;
    let entries = office.audited().await;
    let person = |voice: &crate::support::Voice| PersonId::new(format!("person-{}", voice.who.user));
    let press = |voice| Some((voice, Means::Press));
    let (mara_is, jo_is, eve_is) = (mara.who.user.as_str(), jo.who.user.as_str(), eve.who.user.as_str());
    let made = What::DecisionMade { ticket: 1, decision: d1(), option: Some(0), person: person(&mara) };
    let role = What::RoleChanged { person: person(&jo), role: Role::Requester, was: Some(Role::Observer) };
    let done = What::Ended { ticket: 1, ending: secretary::secretary::ticket::Ending::Done };
    let order = Some((mara_is, Means::Command));
    assert_eq!(
        said(&entries[before..]),
        [
            (press(eve_is), &What::TurnedAway { why: Why::Stranger }),
            (press(jo_is), &verdict("decide", Some(1), false)),
            (press(mara_is), &verdict("decide", Some(1), true)),
            (press(mara_is), &made),
            (None, &done),
            (order, &verdict("manage_people", None, true)),
            (order, &role),
        ]
    );
    let begin = said(&entries[..before]);
    assert!(begin.contains(&(Some((mara_is, Means::Words)), &verdict("send_idea", None, true))), "{begin:?}");
    let asked = What::DecisionAsked { ticket: 1, decision: d1(), subject: Subject::Work, options: 2 };
    assert!(begin.contains(&(None, &asked)), "{begin:?}");
    // From what was done to whom it came from, and to the message.
    let opened = entries.iter().find(|entry| matches!(entry.what, What::Opened { ticket: 1, .. })).unwrap();
    let from = opened.from.as_ref().unwrap();
    assert_eq!((&from.person, from.by), (&Some(person(&mara)), Means::Words));
    assert!(from.room.is_some() && from.message.is_some() && from.event.is_some(), "{from:?}");
    let all = serde_json::to_string(&entries).unwrap();
    for words in ["hosting", "offer", "monthly", "Mara", "Jo\"", "Eve"] {
        assert!(!all.contains(words), "{words}: {all}");
    }
}

async fn what_changes_people_rooms_and_settings_is_written_down() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/invite approver").await;
    let code = code_in(&mara.hears("One-time code for a new approver").await);
    let kim = office.stranger("Kim", Discord);
    kim.says("/start AAAA-BBBB").await;
    kim.hears("That code is not valid").await;
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim.").await;
    kim.says("/settings auto_dispatch off").await;
    kim.hears("Only owners may").await;
    mara.says("/settings auto_dispatch off").await;
    mara.hears("auto_dispatch off").await;
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    mara.says("/room reports on").await;
    mara.hears("reports: yes").await;
    mara.says("remind me tomorrow at 9 to water the plants").await;
    mara.hears("water the plants").await;
    mara.presses("Delete").await;
    mara.hears_all();
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here").await;
    let entries = office.audited().await;
    let all: Vec<&What> = entries.iter().map(|entry| &entry.what).collect();
    let has = |what: &What| assert!(all.contains(&what), "{what:?} is not among {all:#?}");
    has(&What::CodeMade { grant: Grant::Invite(Role::Approver) });
    has(&What::CodeRefused);
    has(&verdict("manage_settings", None, false));
    has(&switched("auto_dispatch", false));
    has(&switched("paused", true));
    let one = |fits: fn(&What) -> bool| assert_eq!(all.iter().filter(|what| fits(what)).count(), 1, "{all:#?}");
    one(|what| matches!(what, What::CodeRedeemed { grant: Grant::Invite(Role::Approver), .. }));
    one(|what| matches!(what, What::RoomSet { purposes, .. } if purposes.reports));
    one(|what| matches!(what, What::ScheduleSet { .. }));
    one(|what| matches!(what, What::ScheduleRemoved { .. }));
    one(|what| matches!(what, What::MemberRemoved { .. }));
    let text = serde_json::to_string(&entries).unwrap();
    assert!(!text.contains("plants") && !text.contains(&code), "{text}");
}

async fn a_press_on_what_is_over_or_of_another_chat_is_written_down() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").risk(0.9).into());
    let mara = office.owner("Mara", Telegram).await;
    let elsewhere = mara.in_group(&office.group("Elsewhere", Telegram));
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    let cancel = mara.data("Cancel");
    elsewhere.presses_data(&cancel, "Cancel").await;
    mara.presses_data("no-button", "no-button").await;
    mara.presses_data(&cancel, "Cancel").await;
    mara.hears("Cancelled by Mara").await;
    mara.presses_data(&cancel, "Cancel").await;
    let entries = office.audited().await;
    let whys: Vec<Why> =
        entries.iter().filter_map(|e| if let What::TurnedAway { why } = e.what { Some(why) } else { None }).collect();
    assert_eq!(whys, [Why::Elsewhere, Why::Unknown, Why::Late]);
    let ended: Vec<&Entry> = entries.iter().filter(|e| matches!(e.what, What::Ended { .. })).collect();
    assert!(matches!(ended.as_slice(), [one] if one.from.as_ref().is_some_and(|from| from.by == Means::Press)));
}

async fn what_silence_decides_is_written_down() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    office.advance(TimeDelta::hours(5)).await;
    mara.hears_all();
    let entries = office.audited().await;
    let silent: Vec<&Entry> = entries.iter().filter(|e| matches!(e.what, What::DecidedBySilence { .. })).collect();
    assert!(matches!(silent.as_slice(), [one] if one.from.is_none()), "{entries:#?}");
}

/// Somebody took the note of the end away: nothing can be written behind it any more.
async fn what_cannot_be_written_down_does_not_happen() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/settings auto_dispatch off").await;
    mara.hears("auto_dispatch off: agreed work waits for /dispatch.").await;
    let end = office.log_ends(None).await;
    assert!(end.0 > 0, "{end:?}");
    mara.says("/settings auto_dispatch on").await;
    mara.hears("I stumbled over one of your messages and could not handle it.").await;
    mara.says("/settings auto_dispatch").await;
    mara.hears("auto_dispatch off  (start").await;
    office.log_ends(Some(end.clone())).await;
    mara.says("/settings auto_dispatch on").await;
    mara.hears("auto_dispatch on").await;
    let entries = office.audited().await;
    let switched = |on| switched("auto_dispatch", on);
    let all: Vec<&What> =
        entries.iter().map(|entry| &entry.what).filter(|what| !matches!(what, What::Verdict { .. })).collect();
    assert_eq!(all, [&switched(false), &switched(true)]);
}

async fn to_what_a_setting_was_changed_is_written_down() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    for order in [
        "/settings four_eyes on",
        "/settings quorum 2",
        "/settings threshold 0.3",
        "/mode auto",
        "/budget ticket 5000 tokens",
        "/room reports on",
        "/members Kim observer",
    ] {
        mara.says(order).await;
        mara.hears_all();
        kim.hears_all();
    }
    let entries = office.audited().await;
    let set = |name: &str, from: &str, to: &str| {
        let is = |what: &What| {
            matches!(what, What::SettingChanged { name: n, from: f, to: t, .. }
                if n == name && f.as_deref() == Some(from) && t.as_deref() == Some(to))
        };
        assert!(entries.iter().any(|e| is(&e.what)), "{name} from {from} to {to}: {entries:#?}");
    };
    set("four_eyes", "off", "on");
    set("quorum", "any", "2");
    set("threshold", "0.00", "0.30");
    set("mode", "manual, rules: none", "auto, rules: none");
    set("budget", "ticket usual, person usual, day usual", "ticket 5000 tokens, person usual, day usual");
    let room = |what: &What| matches!(what, What::RoomSet { purposes, were: Some(_), .. } if purposes.reports);
    assert!(entries.iter().any(|e| room(&e.what)), "{entries:#?}");
    let role = |what: &What| matches!(what, What::RoleChanged { role: Role::Observer, was: Some(Role::Approver), .. });
    assert!(entries.iter().any(|e| role(&e.what)), "{entries:#?}");
}
