//! Somebody has everything of theirs erased: asked first, then gone from every place there is, and nothing of others with it.

use super::people::code_in;
use crate::support::{Office, Voice, ask_for_decision, call, decision, idea, said};
use chrono::TimeDelta;
use secretary::engine::home;
use secretary::ports::store::{Arrival, Store};
use secretary::secretary::message::inbound::Account as Handle;
use secretary::secretary::message::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::people::workspace::{Purposes, Role};
use serde_json::json;

stories![
    what_is_erased_is_found_nowhere,
    who_is_erased_here_stays_elsewhere,
    who_cannot_be_erased_hears_why,
    the_only_owner_stays_and_begins_anew,
    what_is_kept_after_all,
    an_older_question_points_to_the_newer_one,
    work_that_runs_ends_and_others_go_on,
    an_owner_erases_who_has_left,
    who_left_long_ago_is_erased_by_itself,
    a_folder_that_cannot_be_deleted_stops_nothing,
    whoever_calls_themself_a_former_member_is_erased_like_anybody,
    nobody_blanks_the_words_of_others_by_repeating_them,
    what_agents_noted_of_it_for_others_goes_as_well,
    what_agents_wrote_of_it_into_files_for_others_goes_as_well,
    what_was_allowed_ends_and_what_protects_stays,
    what_others_still_see_of_it_asks_nothing_any_more,
    a_chat_stays_known_to_be_about_both_workspaces,
    whoever_stays_elsewhere_has_no_name_here,
    an_owner_by_the_settings_has_an_id_that_tells_nothing,
    two_quick_presses_erase_once,
    what_was_sent_after_one_began_anew_stays,
    who_decided_for_somebody_is_not_named_in_a_report,
];

/// Words that stand nowhere else.
const CANARY: &str = "zebrafinch";

/// The number of a user on Telegram, and of the direct chat with them.
const ACCOUNT: &str = "8043709155";

fn canary(n: u32) -> String {
    format!("{CANARY}{n:02}")
}

/// A member whose name is a word of their own, too, and whose account a number.
async fn kim(office: &Office, mara: &Voice) -> Voice {
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    let mut kim = office.stranger(&format!("Kim {}", canary(90)), Telegram);
    ACCOUNT.clone_into(&mut kim.place.chat);
    ACCOUNT.clone_into(&mut kim.who.user);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome").await;
    kim
}

async fn forgets(kim: &Voice) {
    kim.says("/forget").await;
    kim.hears("Erase everything of yours").await;
    kim.presses("Erase everything of mine").await;
    kim.hears("in a moment I won't know you any more").await;
}

/// A ticket of theirs with everything in it.
async fn has_a_ticket(office: &Office, kim: &Voice) {
    kim.says(&format!("compare three hosting offers for {}", canary(5))).await;
    kim.hears_all();
    kim.says(&format!("what counts is {}", canary(6))).await;
    kim.hears_all();
    kim.presses("Start").await;
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} and nothing else", canary(7))).await;
    kim.hears_all();
    office.settle().await;
    kim.hears_all();
    kim.presses("👎").await;
    kim.hears_all();
    kim.says(&format!("shorter, without {}", canary(8))).await;
    kim.hears_all();
    office.settle().await;
    kim.hears_all();
}

/// What they keep.
async fn keeps(kim: &Voice) {
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears_all();
    kim.says(&format!("add {} to my shopping list", canary(10))).await;
    kim.hears_all();
    kim.says(&format!("remind me tomorrow at 9 to feed {}", canary(11))).await;
    kim.hears_all();
    kim.says("/timezone Asia/Kathmandu").await;
    kim.hears_all();
}

async fn what_is_erased_is_found_nowhere() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    let team = office.room("Team", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&team);
    // Somebody in the web chat, whose record is kept here, sees everything.
    let ann = office.member("Ann", Web, Role::Owner).await;
    ann.says("/room decisions on").await;
    ann.hears_all();
    office.reads(|input| match input.idea.contains("roof") {
        true => idea("The roof").into(),
        false => idea(&format!("Hosting {}", canary(1))).asks("What matters most?", &["Price", "Speed"]).into(),
    });
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, Some(_)) if input.title.contains("roof") => said("It costs what it costs."),
        (_, None) if input.title.contains("roof") => ask_for_decision(),
        (0, None) => call("write_file", json!({"path": "offers.md", "text": canary(2)})),
        (_, None) => ask_for_decision(),
        _ => said(&canary(3)),
    });
    office.writes(|input| match input.idea.contains("roof") {
        true => said("It costs what it costs."),
        false => said(&format!("Take it. {}", canary(4))),
    });
    Box::pin(has_a_ticket(&office, &kim)).await;
    Box::pin(keeps(&kim)).await;
    // Somebody else's ticket, in which they have their say.
    mara.says(&format!("/members Kim {} approver", canary(90))).await;
    mara.hears("is an approver now").await;
    jo.mentions("what does the new roof cost").await;
    jo.hears_all();
    office.settle().await;
    jo.hears_all();
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 2 other: {} by all means", canary(12))).await;
    kim.hears_all();
    office.settle().await;
    for asked in ["/list all", "/show 1", "/history 1", "/history 2", "/show 2", "/reports", "/members"] {
        ann.says(asked).await;
        ann.hears_all();
    }
    for voice in [&mara, &kim, &jo] {
        voice.hears_all();
    }
    let read = office.web_record().await;
    for word in [canary(1), canary(5), canary(12), canary(90)] {
        assert!(read.contains(&word), "{word} was not even read there: {read}");
    }
    let before = office.finds(CANARY);
    for n in [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 90] {
        assert!(before.contains(&canary(n)), "{} was not even there: {before:?}", canary(n));
    }
    assert!(office.finds(ACCOUNT).contains(&ACCOUNT.to_owned()), "their account was not even there");
    forgets(&kim).await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    assert_eq!(office.finds("Kathmandu"), Vec::<String>::new());
    office.restart().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    // They are a stranger; what is of others goes on, without their name.
    kim.says("hello").await;
    kim.hears_all();
    mara.says("/members").await;
    assert!(!mara.hears("Who belongs here").await.contains(CANARY));
    mara.says("/show 1").await;
    mara.hears("I don't know a ticket #1").await;
    mara.says("/history 2").await;
    mara.hears("a former member").await;
    for voice in [&mara, &ann, &jo, &jo.in_thread()] {
        voice.hears_all();
    }
    // Read from its start, link by link.
    assert!(office.audited().await.len() > 10);
}

async fn who_is_erased_here_stays_elsewhere() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Owner).await;
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("/invite owner").await;
    let code = code_in(&mara.hears("One-time code").await);
    jo.says(&format!("/start {code}")).await;
    jo.hears("Welcome").await;
    mara.says("note: the shop code is 1147").await;
    mara.hears("Noted").await;
    mara.says("/forget").await;
    mara.hears("Erase everything of yours in Shop?").await;
    mara.presses("Erase everything of mine").await;
    let last = mara.hears("Everything of yours in Shop is being erased").await;
    let then = "in a moment you belong to Shop no more. This chat is about Main from then on.";
    assert!(last.contains(then), "{last}");
    mara.says("/notes").await;
    let notes = mara.hears("4711").await;
    assert!(!notes.contains("Shop · ") && !notes.contains("1147"), "{notes}");
    mara.says("/workspace").await;
    mara.hears("You belong to one workspace, Main").await;
}

async fn who_cannot_be_erased_hears_why() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let in_team = jo.in_group(&team);
    in_team.mentions("/forget").await;
    in_team.hears("write it to me in a direct chat").await;
    jo.says("/forget the milk").await;
    jo.hears("write it without the slash: forget the milk").await;
    // Nobody else presses it.
    jo.says("/forget").await;
    jo.hears("Erase everything of yours").await;
    let data = jo.data("Erase everything of mine");
    let refused = mara.presses_data(&data, "Erase everything of mine").await;
    assert!(!refused.contains("erased"), "{refused}");
    jo.says("/stats").await;
    jo.hears_all();
    let alone = Office::new().await;
    let you = alone.owner("You", Web).await;
    you.says("/members You erase").await;
    you.hears("You belong here. Erase everything of yours with /forget").await;
}

async fn what_is_kept_after_all() {
    let office = Office::new().await;
    for platform in [Telegram, Discord] {
        office.member("Mara", platform, Role::Owner).await;
        let jo = office.member("Jo", platform, Role::Requester).await;
        jo.says("note: the cellar code is 4711").await;
        jo.hears("Noted").await;
        jo.says("/forget").await;
        let asked = jo.hears("Erase everything of yours?").await;
        assert!(asked.contains("1 note or list") && !asked.contains("0 "), "{asked}");
        jo.presses("Keep it").await;
        jo.says("/notes").await;
        jo.hears("4711").await;
    }
}

async fn an_older_question_points_to_the_newer_one() {
    for platform in [Telegram, Discord] {
        let office = Office::new().await;
        let _mara = office.owner("Mara", platform).await;
        let jo = office.member("Jo", platform, Role::Requester).await;
        jo.says("note: the cellar code is 4711").await;
        jo.hears("Noted").await;
        jo.says("/forget").await;
        jo.hears("Erase everything of yours").await;
        let older = jo.data("Erase everything of mine");
        jo.says("/forget").await;
        jo.hears("Erase everything of yours").await;
        jo.reads("You asked for this once more: the question further down is the one that counts.");
        let refused = jo.presses_data(&older, "Erase everything of mine").await;
        assert!(refused.starts_with("That question was asked anew: only the newest one counts."), "{refused}");
        jo.says("/notes").await;
        jo.hears("4711").await;
        jo.presses("Erase everything of mine").await;
        jo.hears("in a moment I won't know you any more").await;
    }
}

async fn work_that_runs_ends_and_others_go_on() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    super::deciding(&office);
    for voice in [&jo, &mara] {
        voice.says("compare three hosting offers").await;
        voice.hears_progress().await;
        voice.hears("One decision for you").await;
    }
    mara.hears_all();
    forgets(&jo).await;
    mara.says("/list all").await;
    let list = mara.hears("#2").await;
    assert!(!list.contains("#1"), "{list}");
    mara.says("/decide 2 1").await;
    mara.hears("#2 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
    let stale = mara.presses_data("1.AAAAAAAAAAAAAAAAAAAAAA.0", "Start").await;
    assert!(!stale.is_empty());
}

async fn an_owner_erases_who_has_left() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    kim.says(&format!("compare three hosting offers for {}", canary(5))).await;
    kim.hears_progress().await;
    kim.hears("Take offer C").await;
    let name = format!("Kim {}", canary(90));
    mara.says(&format!("/members {name} erase")).await;
    mara.hears("belongs here. They erase everything of theirs with /forget").await;
    mara.says(&format!("/members {name} remove")).await;
    mara.hears("Kim").await;
    kim.hears("You no longer belong here").await;
    mara.says("/members Jo erase").await;
    mara.hears(&format!("Nobody called “Jo” has left. Those who have: {name}.")).await;
    assert!(office.finds(ACCOUNT).contains(&ACCOUNT.to_owned()), "their account");
    mara.says(&format!("/members {name} erase")).await;
    let asked = mara.hears("who has left?").await;
    assert!(asked.contains("1 ticket, with all") && asked.contains("1 note or list"), "{asked}");
    mara.presses("Erase everything").await;
    mara.hears("is being erased").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    mara.says("/list all").await;
    mara.hears_all();
}

async fn who_left_long_ago_is_erased_by_itself() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    mara.says(&format!("/members Kim {} remove", canary(90))).await;
    mara.hears("Kim").await;
    kim.hears("You no longer belong here").await;
    for (days, there) in [(29, true), (2, false)] {
        office.advance(TimeDelta::days(days)).await;
        office.erases_who_left().await;
        assert_eq!(office.finds(CANARY).contains(&canary(9)), there, "after {days} days more");
    }
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
}

async fn the_only_owner_stays_and_begins_anew() {
    for platform in [Telegram, Web] {
        let office = Office::new().await;
        let mara = office.owner("Mara", platform).await;
        mara.says("note: the cellar code is 4711").await;
        mara.hears("Noted").await;
        mara.says("/forget").await;
        let asked = mara.hears("Erase everything of yours").await;
        assert!(asked.contains("you remain the owner here"), "{asked}");
        mara.presses("Erase everything of mine").await;
        office.settle().await;
        mara.hears_all();
        assert_eq!(mara.note("the cellar code is 4711").await, None);
        // What only owners may.
        mara.says("/settings quorum 2").await;
        mara.hears("quorum 2: 2 people must agree").await;
        mara.hears_all();
    }
}

async fn two_quick_presses_erase_once() {
    for platform in [Telegram, Web] {
        let office = Office::new().await;
        let mara = office.owner("Mara", platform).await;
        mara.says("note: the cellar code is 4711").await;
        mara.hears("Noted").await;
        mara.says("/forget").await;
        mara.hears("Erase everything of yours").await;
        let presses = [mara.pressing("Erase everything of mine"), mara.pressing("Erase everything of mine")];
        office.at_once(&presses).await;
        office.settle().await;
        mara.hears("Everything of yours is being erased").await;
        mara.hears_nothing();
        assert_eq!(mara.note("cellar code").await, None);
    }
}

async fn what_was_sent_after_one_began_anew_stays() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    let account = Handle { platform: Web, user: mara.who.user.clone() };
    let before = office.store().read().await.unwrap().member(&home(), &account).await.unwrap().expect("a member");
    office.advance(TimeDelta::minutes(1)).await;
    mara.says("/forget").await;
    mara.hears("Erase everything of yours").await;
    mara.presses("Erase everything of mine").await;
    office.settle().await;
    mara.hears_all();
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    // Asked for in another chat before that, and only carried out now.
    let late = Arrival::Erase { person: before.id, since: Some(before.joined_at) };
    let mut tx = office.store().begin().await.unwrap();
    tx.tell("late", &late, [7; 32], office.now()).await.unwrap();
    tx.commit().await.unwrap();
    office.settle().await;
    assert!(mara.note("the cellar code is 4711").await.is_some(), "{}", office.transcript());
}

async fn a_folder_that_cannot_be_deleted_stops_nothing() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    office.works(|_| said("It costs what it costs."));
    for idea in ["compare three hosting offers", "what does the new roof cost"] {
        mara.says(idea).await;
        office.settle().await;
        mara.hears_all();
    }
    office.advance(TimeDelta::days(40)).await;
    mara.hears_all();
    office.loses_its_disk();
    office.forgets_tickets(30).await;
    mara.says("/list all").await;
    let list = mara.hears("").await;
    assert!(!list.contains("#1") && !list.contains("#2"), "{list}");
    office.finds_its_disk();
    office.advance(TimeDelta::minutes(10)).await;
}

async fn whoever_calls_themself_a_former_member_is_erased_like_anybody() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    // The first letter is a Cyrillic one.
    let kim = office.stranger("\u{430} Former member", Telegram);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, “\u{430} Former member”.").await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    mara.says("/members \u{430} Former member remove").await;
    mara.hears("Former member”").await;
    kim.hears("You no longer belong here").await;
    mara.says("/members Jo erase").await;
    mara.hears("Those who have: “\u{430} Former member”.").await;
    assert!(office.finds(CANARY).contains(&canary(9)));
    mara.says("/members \u{430} Former member erase").await;
    mara.hears("who has left?").await;
    mara.presses("Erase everything").await;
    mara.hears("is being erased").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    // Once is enough, and nobody is left to be named.
    mara.says("/members a former member erase").await;
    mara.hears("nobody else has whose words are still kept").await;
}

async fn nobody_blanks_the_words_of_others_by_repeating_them() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    super::deciding(&office);
    mara.says("remind me tomorrow at 9 to water the tomatoes").await;
    mara.hears_all();
    mara.says("compare three hosting offers for the garden shop").await;
    mara.hears_all();
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    let mixed = format!("compare three hosting offers for the garden shop\nwater the tomatoes\n{}", canary(1));
    kim.says(&format!("/decide 1 other: {mixed}")).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    assert!(office.finds(CANARY).contains(&canary(1)));
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap();
    assert_eq!(ticket.idea, "compare three hosting offers for the garden shop");
    assert!(!serde_json::to_string(&ticket).unwrap().contains(CANARY));
    let orders = serde_json::to_string(&tx.schedules(&home()).await.unwrap()).unwrap();
    assert!(orders.contains("water the tomatoes"), "{orders}");
}

async fn what_agents_noted_of_it_for_others_goes_as_well() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.reads(|_| idea("The garden").no_tasks().task("t1", "planner", "Plan the garden", &[]).into());
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, None) => ask_for_decision(),
        (1, Some(_)) => {
            let text = format!("Kim said: {} behind the shed. Buy seeds.", canary(1));
            let mut reply = call("write_note", json!({"title": "Garden", "text": text, "append": false}))?;
            // The same in JSON, as some models write it.
            for call in &mut reply.calls {
                call.arguments = call.arguments.replace("zebra", "\\u007aebra");
            }
            Ok(reply)
        }
        _ => said("It is noted."),
    });
    mara.says("compare three hosting offers for the garden shop").await;
    mara.hears_all();
    mara.presses("Start").await;
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} behind the shed", canary(1))).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    let noted = mara.note("Garden").await.unwrap();
    assert!(noted.contains(&canary(1)), "{noted}");
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds("u007aebra"), Vec::<String>::new());
    let noted = mara.note("Garden").await;
    assert_eq!(noted.as_deref(), Some("a former member said: (erased). Buy seeds."));
}

async fn what_agents_wrote_of_it_into_files_for_others_goes_as_well() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.reads(|_| idea("The garden").no_tasks().task("t1", "writer", "Plan the garden", &[]).into());
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, None) => ask_for_decision(),
        (1, Some(_)) => {
            let text = format!("As was said: {} behind the shed.\nFor the thistledown, buy a sieve.", canary(1));
            call("write_file", json!({"path": "plan.md", "text": text}))
        }
        _ => said("It is written."),
    });
    mara.says("compare three hosting offers for the garden shop").await;
    office.settle().await;
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} behind the shed", canary(1))).await;
    office.settle().await;
    kim.hears_all();
    mara.hears_all();
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap().id;
    drop(tx);
    assert!(office.written(&ticket, "plan.md").await.contains(&canary(1)));
    forgets(&kim).await;
    office.settle().await;
    mara.hears_all();
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let left = office.written(&ticket, "plan.md").await;
    assert_eq!(left, "As was said: (erased).\nFor the thistledown, buy a sieve.");
}

async fn what_was_allowed_ends_and_what_protects_stays() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Owner).await;
    kim.says(&format!("/mode allow write note title={}*", canary(1))).await;
    kim.hears("allowed by Kim").await;
    kim.says("/mode refuse read url url=other.example*").await;
    kim.hears("never, Kim wants that").await;
    // Behind this stands an undo with the rules as they were.
    mara.says("/mode ask write note").await;
    mara.hears("asked each time, Mara wants that").await;
    kim.says("/export").await;
    kim.hears("Here is everything I keep about you").await;
    let whole: serde_json::Value = serde_json::from_str(&office.file("my-data.json")).unwrap();
    assert_eq!(whole["rules"].as_array().map(Vec::len), Some(2), "{whole}");
    assert!(office.finds(CANARY).contains(&canary(1)));
    kim.says("/forget").await;
    let asked = kim.hears("Erase everything of yours").await;
    assert!(asked.contains("what you allowed agents to do: you will not belong here any more"), "{asked}");
    assert!(asked.contains("rules by which agents must ask or may not do something, without your name"), "{asked}");
    kim.presses("Erase everything of mine").await;
    kim.hears("in a moment I won't know you any more").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    mara.presses("Undo").await;
    mara.hears_all();
    mara.says("/mode").await;
    let told = mara.hears("never, a former member wants that").await;
    assert!(told.contains("asked each time, Mara wants that") && !told.contains("allowed by"), "{told}");
}

async fn what_others_still_see_of_it_asks_nothing_any_more() {
    for platform in [Telegram, Discord] {
        let office = Office::new().await;
        let mara = office.owner("Mara", platform).await;
        let team = office.room("Team", platform, Purposes { intake: true, ..Purposes::default() }).await;
        let rita = office.member("Rita", platform, Role::Requester).await;
        office.reads(|input| match input.idea.contains("roof") {
            true => idea("The roof").no_tasks().task("t1", "planner", "Plan the roof", &[]).into(),
            false => idea("Hosting offers").into(),
        });
        super::deciding(&office);
        let in_team = rita.in_group(&team);
        let mut seen = Vec::new();
        for said in ["compare three hosting offers", "plan the new roof"] {
            in_team.mentions(said).await;
            office.settle().await;
            in_team.hears_all();
            let there = if platform == Discord { in_team.in_thread() } else { in_team.clone() };
            there.hears_all();
            seen.push(there);
        }
        seen[0].reads("One decision for you");
        seen[1].reads("Here is what I'll do");
        mara.says("/decisions").await;
        mara.hears("Offer B").await;
        forgets(&rita).await;
        office.settle().await;
        for (there, number) in seen.iter().zip(1..) {
            there.reads(&format!("#{number} was called off; there is nothing to decide any more."));
            // There nothing is shown twice.
            if platform == Discord {
                for gone in ["One decision for you", "Here is what I'll do", "[Start]", "[Pause]"] {
                    there.lacks(gone);
                }
            }
        }
        mara.reads("That is settled meanwhile.");
        mara.hears_all();
        mara.says("/decide 1 1").await;
        mara.hears("I don't know a ticket #1").await;
    }
}

async fn a_chat_stays_known_to_be_about_both_workspaces() {
    let office = Office::new().await;
    let nina = office.owner("Nina", Telegram).await;
    nina.says("/workspace new Two").await;
    nina.hears("Two is there").await;
    nina.says("/workspace Main").await;
    nina.hears_all();
    nina.says("/forget").await;
    nina.hears("Erase everything of yours in Main?").await;
    nina.presses("Erase everything of mine").await;
    nina.hears("you remain the owner of Main, and begin anew there. This chat is about Two from then on.").await;
    office.settle().await;
    nina.says("/list").await;
    nina.hears("Two · ").await;
    nina.says("/workspace Main").await;
    nina.hears("Main · ").await;
}

async fn whoever_stays_elsewhere_has_no_name_here() {
    // The record of the web chat is kept there.
    let office = Office::on_file().await;
    let nina = office.owner("Nina", Web).await;
    let olga = office.member("Olga", Telegram, Role::Requester).await;
    nina.says("/workspace new Two").await;
    nina.hears("Two is there").await;
    nina.says("/invite requester").await;
    let code = code_in(&nina.hears("One-time code").await);
    olga.says(&format!("/start {code}")).await;
    olga.hears("Welcome").await;
    nina.says("/workspace Main").await;
    nina.hears_all();
    nina.says("/members Olga remove").await;
    nina.hears("Olga no longer belongs").await;
    olga.hears_all();
    nina.says("/members Olga erase").await;
    nina.hears("Erase everything of Olga, who has left?").await;
    let of_her = ["Olga no longer belongs", "Erase everything of Olga"];
    let before = office.web_record().await;
    assert!(of_her.iter().all(|said| before.contains(said)), "it was not even read there: {before}");
    nina.presses("Erase everything").await;
    nina.hears("is being erased").await;
    office.settle().await;
    let record = office.web_record().await;
    assert!(!of_her.iter().any(|said| record.contains(said)), "{record}");
    nina.says("/workspace Two").await;
    nina.hears_all();
    nina.says("/members").await;
    nina.hears("Olga, requester").await;
}

async fn an_owner_by_the_settings_has_an_id_that_tells_nothing() {
    let office = Office::new().await;
    let mut mara = office.stranger("Mara", Telegram);
    ACCOUNT.clone_into(&mut mara.place.chat);
    ACCOUNT.clone_into(&mut mara.who.user);
    office.starts_with_owner(&mara).await;
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    let mut people = Vec::new();
    for _ in 0..2 {
        office.restart().await;
        office.settle().await;
        people.push(office.store().read().await.unwrap().people(&home()).await.unwrap());
    }
    let ids: Vec<_> = people.iter().flatten().map(|person| person.id.clone()).collect();
    assert_eq!(ids.len(), 2, "a start made somebody else of them: {people:?}");
    assert_eq!(ids[0], ids[1]);
    assert!(!ids[0].as_str().contains(ACCOUNT), "{ids:?}");
    mara.says("/forget").await;
    mara.hears("you remain the owner here").await;
    mara.presses("Erase everything of mine").await;
    mara.hears("you remain the owner here").await;
    office.settle().await;
    let log = format!("{:?}", office.audited().await);
    assert!(log.contains(ids[0].as_str()) && !log.contains(ACCOUNT), "{log}");
}

async fn who_decided_for_somebody_is_not_named_in_a_report() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let deputy = office.member(&canary(91), Discord, Role::Requester).await;
    super::deciding(&office);
    office.writes(|_| said(&format!("Decided: **so** ({} for Kim)\n\nThat is all.", canary(91))));
    deputy.says("/list").await;
    deputy.hears_all();
    kim.says(&format!("/away {} until Friday", canary(91))).await;
    kim.hears("decides for you").await;
    mara.says("compare three hosting offers").await;
    office.settle().await;
    deputy.says(&format!("/decide 1 other: {} and nothing else", canary(1))).await;
    office.settle().await;
    for voice in [&mara, &kim, &deputy] {
        voice.hears_all();
    }
    forgets(&deputy).await;
    office.settle().await;
    for voice in [&mara, &kim, &deputy] {
        voice.hears_all();
    }
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    let mut tx = office.store().read().await.unwrap();
    let ticket = tx.ticket_numbered(&home(), 1).await.unwrap().unwrap();
    let reports: Vec<&str> = ticket.reports.iter().map(|report| report.text.as_str()).collect();
    assert_eq!(reports, ["Decided: **so** (a former member for Kim)\n\nThat is all."]);
}
