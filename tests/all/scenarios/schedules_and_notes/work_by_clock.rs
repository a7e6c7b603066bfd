//! Work that is agreed once and done each time.

use super::{mondays, work_of};
use crate::support::{Discord, Office, Role, Telegram, Thought, TimeDelta, Voice, Web, deciding, idea, said};
use secretary::ports::model::ModelError;
use secretary::secretary::intent::thinking::NOTHING_TO_TELL;
use secretary::secretary::intent::{Change, Intent, ItemKind, UnderstandInput, When, WhenChange};

stories![
    work_is_agreed_once_and_done_every_monday,
    people_hear_of_it_only_if_they_want_to,
    a_late_time_is_made_up_once_and_says_so,
    a_time_that_failed_is_told_as_failed,
    three_failures_in_a_row_are_asked_about,
    a_time_is_left_out_while_the_last_one_is_still_on,
    a_time_that_cannot_be_is_said_on_the_card,
    the_time_on_the_card_can_be_corrected,
    words_take_a_time_and_its_condition_off,
    what_somebody_wants_at_once_is_told_whatever_comes_of_it,
    a_zone_that_nobody_told_is_asked_for,
    a_zone_that_is_told_while_the_card_is_open_counts,
    work_by_the_clock_is_ordered_by_a_command,
    what_is_answered_at_once_has_its_time_agreed_first,
    a_bare_hour_is_asked_about_wherever_it_comes_again,
    several_of_a_kind_are_told_apart,
    work_by_the_clock_is_paused_run_and_deleted,
];

fn prices(when: When, only_if: &str) -> Intent {
    let step = ["Price of X", "Look up the price of X.", "researcher"];
    work_of("Prices of X", "I look up the price of X and report it.", step, (Some(when), only_if))
}

fn broken() -> Thought {
    Err(ModelError::Unusable("broken".to_owned()))
}

/// Agrees to the work and lets it be shown.
async fn agreed(office: &Office, mara: &Voice, only_if: &'static str) {
    office.means("check the price", move |_: &UnderstandInput| prices(mondays(), only_if));
    mara.says("every Monday at 9:30 check the price of X").await;
    let card = mara.hears("Here is what I'll do").await;
    assert!(card.contains("When: every Monday at 09:30 (Berlin).") && card.contains("Mon 30 Nov, 09:30"), "{card}");
    mara.presses("Confirm").await;
    mara.hears("I'll do “Prices of X” every Monday at 09:30 (Berlin).").await;
    mara.hears_nothing();
}

async fn work_is_agreed_once_and_done_every_monday() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    agreed(&office, &mara, "").await;
    for command in ["/show 1", "/history 1"] {
        mara.says(command).await;
        let shown = mara.hears("✔ agreed: every Monday at 09:30 (Berlin)").await;
        assert!(shown.contains("/schedules shows when it comes."), "{shown}");
        assert!(!shown.contains("cancelled") && !shown.contains("[Take it up again]"), "{shown}");
    }
    mara.says("/resume 1").await;
    mara.hears("#1 is agreed and comes by the clock. /schedules shows what is ahead.").await;
    office.advance(TimeDelta::minutes(20)).await;
    mara.hears_nothing();
    for wait in [TimeDelta::minutes(10), TimeDelta::days(7)] {
        office.advance(wait).await;
        mara.hears("▸").await;
        mara.hears("Prices of X\nTake offer C").await;
        mara.hears_nothing();
    }
    mara.says("/schedules").await;
    mara.hears("“Prices of X”, every Monday at 09:30 (Berlin); next Mon 7 Dec, 09:30").await;
}

async fn people_hear_of_it_only_if_they_want_to() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    office.writes(|input| {
        assert_eq!(input.only_if, "it is below 100");
        said(NOTHING_TO_TELL)
    });
    agreed(&office, &mara, "it is below 100").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
    mara.says("/show 2").await;
    mara.hears("nothing was to be told").await;
    office.writes(|_| said("It costs 95."));
    office.advance(TimeDelta::days(7)).await;
    mara.hears("It costs 95.").await;
    mara.hears_nothing();
}

async fn a_late_time_is_made_up_once_and_says_so() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    agreed(&office, &mara, "").await;
    office.is_off_for(TimeDelta::days(16)).await;
    mara.hears("▸").await;
    let report = mara.hears("Prices of X").await;
    assert!(report.contains("I was offline") && report.contains("Take offer C"), "{report}");
    mara.hears_nothing();
}

async fn a_time_that_failed_is_told_as_failed() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    office.works(|_| broken());
    agreed(&office, &mara, "").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("▸").await;
    mara.hears("I could not finish this: Prices of X").await;
    mara.says("/list all").await;
    mara.hears("#2 ✖ Prices of X · failed").await;
    mara.reads("#2 ✖ failed");
    mara.says("/brief now").await;
    let brief = mara.hears("At risk (2)").await;
    assert!(brief.contains("#2 Prices of X: ") && !brief.contains("Done ("), "{brief}");
    mara.says("/report now").await;
    mara.hears("1 failed").await;
}

async fn three_failures_in_a_row_are_asked_about() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.works(|_| broken());
    agreed(&office, &mara, "it is below 100").await;
    for _ in 0..2 {
        office.advance(TimeDelta::days(7)).await;
        mara.hears("Prices of X").await;
        mara.hears_nothing();
    }
    office.advance(TimeDelta::days(7)).await;
    mara.hears("Prices of X").await;
    mara.hears("“Prices of X” did not work 3 times in a row (#4, #3, #2). What shall I do?").await;
    assert_eq!(mara.presses("Pause").await, "Paused.");
    office.advance(TimeDelta::days(15)).await;
    mara.hears_nothing();
}

async fn a_time_is_left_out_while_the_last_one_is_still_on() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    agreed(&office, &mara, "").await;
    deciding(&office);
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.hears_all();
    office.advance(TimeDelta::days(7)).await;
    let left_out = "“Prices of X” is due, but I am still at it from the last time (#2), so I leave this time out.";
    assert_eq!(office.transcript().matches(left_out).count(), 1, "{}", office.transcript());
    mara.hears_all();
}

async fn a_time_that_cannot_be_is_said_on_the_card() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.means("last Friday", |_| prices(When { date: Some("2026-11-20".to_owned()), ..When::default() }, ""));
    office.means("every minute", |_| prices(When { every: Some("* * * * *".to_owned()), ..When::default() }, ""));
    for (words, why) in [
        ("last Friday check the price of X", "That time is already past. For example: tomorrow at 9:00. Say another"),
        ("every minute check the price of X", "the shortest step. For example: every 15 minutes. Say another"),
    ] {
        mara.says(words).await;
        let card = mara.hears("Here is what I'll do").await;
        assert!(card.contains(why) && !card.contains("When:"), "{card}");
        assert!(card.contains("Say another time, or press “Do it once now”.") && !card.contains("[Start]"), "{card}");
        mara.presses("Do it once now").await;
        mara.hears("▸").await;
        mara.hears("Take offer C").await;
    }
}

async fn the_time_on_the_card_can_be_corrected() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.means("check the price", |_| prices(mondays(), ""));
    office.means("rather daily", |input| {
        let card = input.items.iter().find(|item| item.kind == ItemKind::Card).unwrap();
        Intent::CorrectPlan(Change { item: card.handle.clone(), text: "every day at 8".to_owned(), sure: true })
    });
    office.reads(|input| {
        assert_eq!(input.timing.as_deref(), Some("every Monday at 09:30 (Berlin)"));
        let when = When { every: Some("day".to_owned()), time: Some("08:00".to_owned()), ..When::default() };
        let Intent::Idea(idea) = prices(when, "") else { unreachable!() };
        said(&serde_json::to_string(&idea.triage()).unwrap())
    });
    mara.says("every Monday at 9:30 check the price of X").await;
    mara.hears("When: every Monday at 09:30 (Berlin).").await;
    mara.says("rather daily at 8").await;
    mara.hears("Noted, a new version follows.").await;
    mara.hears("When: every day at 08:00 (Berlin).").await;
    mara.presses("Confirm").await;
    mara.hears("I'll do “Prices of X” every day at 08:00 (Berlin).").await;
}

async fn words_take_a_time_and_its_condition_off() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.means("check the price", |_| prices(mondays(), "it is below 100"));
    for words in ["tell me always", "only above 200", "just once, now"] {
        office.means(words, move |input| {
            let card = input.items.iter().find(|item| item.kind == ItemKind::Card).unwrap();
            Intent::CorrectPlan(Change { item: card.handle.clone(), text: words.to_owned(), sure: true })
        });
    }
    office.reads(|input| {
        let Intent::Idea(mut idea) = prices(mondays(), "") else { unreachable!() };
        let said_now = input.edits.last().map(String::as_str).unwrap_or_default();
        let once = When { every: Some("now".to_owned()), ..When::default() };
        (idea.when, idea.only_if) = match said_now {
            "tell me always" => (None, "always".to_owned()),
            "only above 200" => (None, "it is above 200".to_owned()),
            _ => (Some(once), String::new()),
        };
        said(&serde_json::to_string(&idea.triage()).unwrap())
    });
    mara.says("every Monday at 9:30 check the price of X").await;
    mara.hears("You hear of it only if: it is below 100.").await;
    mara.says("tell me always").await;
    mara.hears("Noted, a new version follows.").await;
    let card = mara.hears("When: every Monday at 09:30 (Berlin).").await;
    assert!(!card.contains("only if"), "{card}");
    mara.says("only above 200").await;
    mara.hears("Noted, a new version follows.").await;
    let card = mara.hears("You hear of it only if: it is above 200.").await;
    assert!(card.contains("When: every Monday at 09:30 (Berlin)."), "{card}");
    mara.says("no, just once, now").await;
    mara.hears("Noted, a new version follows.").await;
    let card = mara.hears("Here is what I'll do").await;
    assert!(!card.contains("When:") && !card.contains("only if"), "{card}");
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn what_somebody_wants_at_once_is_told_whatever_comes_of_it() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    office.writes(|input| said(if input.only_if.is_empty() { "It costs 95." } else { NOTHING_TO_TELL }));
    agreed(&office, &mara, "it is below 10").await;
    mara.says("/schedules 1 now").await;
    mara.hears("▸").await;
    mara.hears("It costs 95.").await;
    // The time by the clock is quiet, and no news either.
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
    mara.says("/brief now").await;
    mara.hears("Done (1)").await;
}

async fn a_zone_that_nobody_told_is_asked_for() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    office.means("check the price", |_| prices(mondays(), ""));
    mara.says("every Monday at 9:30 check the price of X").await;
    let card = mara.hears("When: every Monday at 09:30 (Berlin).").await;
    let note = "That is Berlin time, since you have not told me yours. /timezone sets it, and this moves along.";
    assert!(card.contains(note), "{card}");
    mara.presses("Confirm").await;
    let ordered = mara.hears("I'll do “Prices of X” every Monday at 09:30 (Berlin).").await;
    assert!(ordered.contains("Which time zone are you in? I took Berlin time for now"), "{ordered}");
    mara.says("/timezone Lisbon").await;
    mara.hears("“Prices of X”: next Mon 23 Nov, 09:30 (Lisbon)").await;
}

async fn a_zone_that_is_told_while_the_card_is_open_counts() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    office.means("check the price", |_| prices(mondays(), ""));
    mara.says("every Monday at 9:30 check the price of X").await;
    mara.hears("When: every Monday at 09:30 (Berlin).").await;
    mara.says("/timezone Lisbon").await;
    mara.hears("Your time zone is Lisbon now.").await;
    mara.presses("Confirm").await;
    let ordered = mara.hears("I'll do “Prices of X” every Monday at 09:30 (Lisbon).").await;
    assert!(!ordered.contains("Which time zone"), "{ordered}");
}

async fn work_by_the_clock_is_ordered_by_a_command() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    for (line, answer) in [
        ("/every", "Tell me when and what"),
        ("/every check the price", "I found no time in that."),
        ("/every Monday at 9", "That is a time. What shall I do then?"),
        ("/every * * * * * check the price", "five minutes is the shortest step"),
        ("/every 61 9 * * * check the price", "\"61\" is no minute. The first field may be 0 to 59"),
        ("/every 0 9 31 2 * check the price", "February has no 31st"),
        ("/every */7 * * * * check the price", "at 00:56 and again 4 min later, at 01:00"),
        ("/every 90 minutes check the price", "I have no steps of 90 minutes"),
        ("/every Moday at 9 check the price", "Did you mean Monday?"),
        ("/every Monday except on holidays at 15 check it", "\"every Monday except on holidays at 15\" as a time"),
        ("/every tomorrow check the price", "That time comes only once."),
        ("/every 0 0 9 * * 1 check the price", "five fields: minute, hour, day, month, weekday"),
        ("/every minute check the price", "five minutes is the shortest step"),
        ("/every 30 February check the price", "For example"),
    ] {
        mara.says(line).await;
        mara.hears(answer).await;
    }
    mara.says("/every 9 check the price").await;
    mara.hears("When is “9”?").await;
    let evening = mara.data("Every day at 21:00");
    mara.presses_data(&evening, "Every day at 21:00").await;
    mara.hears("When: every day at 21:00 (Berlin).").await;
    // A quick second press means the same.
    let again = "I have that already. Write it once more if you want it twice.";
    assert_eq!(mara.presses_data(&evening, "Every day at 21:00").await, again);
    assert!(!mara.offers("Every day at 9:00"), "the question is over");
    mara.hears_nothing();
    mara.presses("Cancel").await;
    mara.hears_all();
    mara.says("/every every 9 check the price").await;
    mara.hears("When is “9”?").await;
    for line in ["/every Friday at 16:00 check the price", "/every 0 16 * * 5 check the price"] {
        mara.says(line).await;
        let card = mara.hears("Here is what I'll do").await;
        assert!(card.contains("When: every Friday at 16:00 (Berlin)."), "{card}");
        mara.presses("Confirm").await;
        mara.hears("every Friday at 16:00 (Berlin).").await;
    }
    office.advance(TimeDelta::days(5)).await;
    mara.hears("▸").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.hears("Take offer C").await;
}

async fn what_is_answered_at_once_has_its_time_agreed_first() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|_| idea("").reply("It is 4.").into());
    mara.says("/every Friday at 16:00 what is 2 + 2?").await;
    mara.hears("It is 4.").await;
    mara.hears("When: every Friday at 16:00 (Berlin).").await;
    mara.hears_nothing();
    mara.presses("Confirm").await;
    mara.hears("every Friday at 16:00 (Berlin).").await;
}

async fn a_bare_hour_is_asked_about_wherever_it_comes_again() {
    let (_office, mara) = Office::owned_by("Mara", Telegram).await;
    for (line, ordered) in [("/report 9", "A digest here"), ("/brief 9", "A brief here")] {
        mara.says(line).await;
        mara.hears("When is “9”?").await;
        mara.presses("Every day at 21:00").await;
        mara.hears(&format!("{ordered}, every day at 21:00 (Berlin).")).await;
    }
    mara.says("/schedules 1 8").await;
    mara.hears("When is “8”?").await;
    mara.presses("Every day at 8:00").await;
    mara.hears("Changed. A digest here, every day at 08:00 (Berlin).").await;
}

async fn several_of_a_kind_are_told_apart() {
    let (_office, mara) = Office::owned_by("Mara", Telegram).await;
    for time in ["daily 18:00", "weekly Fri 16:00"] {
        mara.says(&format!("/report {time}")).await;
        mara.hears("A digest here").await;
    }
    mara.says("stop").await;
    let which = mara.hears("Which one?").await;
    for part in
        ["[Delete the digest, every day at 18:00 (Berlin)]", "[Delete the digest, every Friday at 16:00 (Berlin)]"]
    {
        assert!(which.contains(part), "{part}: {which}");
    }
}

async fn work_by_the_clock_is_paused_run_and_deleted() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    agreed(&office, &mara, "").await;
    mara.says("/schedules").await;
    mara.hears("“Prices of X”").await;
    assert_eq!(mara.presses("1: Now").await, "It begins now.");
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.presses("1: Pause").await, "Paused.");
    office.advance(TimeDelta::days(8)).await;
    mara.hears_nothing();
    office.means("make it Tuesdays", |input| {
        let item = input.items.iter().find(|item| item.line.contains("work by the clock")).unwrap();
        let weekdays = vec!["tue".to_owned()];
        let when = When { weekdays, every: Some("week".to_owned()), time: Some("10:00".to_owned()), ..When::default() };
        let (item, act) = (Some(item.handle.clone()), Some("set".to_owned()));
        Intent::ChangeReminder(WhenChange { item, act, when: Some(when), text: String::new() })
    });
    mara.says("make it Tuesdays at 10").await;
    mara.hears("every Tuesday at 10:00 (Berlin)").await;
    mara.presses("Delete").await;
    mara.hears_all();
    office.advance(TimeDelta::days(8)).await;
    mara.hears_nothing();
}
