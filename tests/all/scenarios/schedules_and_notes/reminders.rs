//! Reminders: changed, put off, deleted and brought back, by buttons and in words.

use crate::support::{Discord, Office, Platform, Purposes, Role, Telegram, TimeDelta, Voice, Web, call, idea, said};
use secretary::secretary::intent::{Intent, ItemKind, UnderstandInput, When, WhenChange};

stories![
    a_reminder_is_edited_by_its_button_everywhere,
    a_command_is_no_answer_to_edit,
    a_form_that_cannot_be_done_is_given_back,
    everything_goes_in_typed_words,
    words_move_the_one_that_is_meant_and_a_series_goes_on,
    words_are_about_the_firing_that_is_nearer,
    words_are_about_what_was_set_or_rang_last_before_what_comes_next,
    what_was_deleted_comes_back_with_undo,
    the_answer_stands_where_the_buttons_were,
    putting_off_does_not_move_the_series,
    a_reminder_that_was_due_meanwhile_comes_once_and_late,
    what_was_paused_is_not_called_late,
    only_those_who_may_change_a_reminder,
    a_moment_that_passed_before_the_reminder_was_set_is_made_up_for,
    a_long_reminder_of_an_agent_is_kept_whole,
];

/// Somebody with a reminder for tomorrow at 9.
async fn reminded(office: &Office, platform: Platform) -> Voice {
    let mara = office.owner("Mara", platform).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00 (Berlin).\n[Edit] [Delete]").await;
    mara
}

async fn a_reminder_is_edited_by_its_button_everywhere() {
    for platform in [Telegram, Discord, Web] {
        let office = Office::new().await;
        let mara = reminded(&office, platform).await;
        mara.fills("Edit", "every Monday 10:00 call the bank").await;
        let echo = mara.hears("Changed. I'll remind you of “call the bank” every Monday at 10:00 (Berlin).").await;
        assert!(echo.contains("Next times:\nMon 23 Nov, 10:00 (Berlin)\nMon 30 Nov"), "{echo}");
        mara.fills("Edit", "call Jo").await;
        mara.hears("Changed. I'll remind you of “call Jo” every Monday at 10:00").await;
        office.advance(TimeDelta::hours(2)).await;
        mara.hears("Reminder: call Jo").await;
        office.advance(TimeDelta::days(2)).await;
        mara.hears_nothing();
    }
}

async fn a_command_is_no_answer_to_edit() {
    let office = Office::new().await;
    let mara = reminded(&office, Telegram).await;
    mara.fills("Edit", "10:30").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:30 (Berlin).").await;
    mara.fills("Edit", "/list").await;
    mara.hears("Nothing open").await;
}

async fn a_form_that_cannot_be_done_is_given_back() {
    for platform in [Discord, Web] {
        let office = Office::new().await;
        let mara = reminded(&office, platform).await;
        let data = mara.data("Edit");
        assert_eq!(mara.sends_form(&data, "tomorrow 25:00").await, "");
        mara.hears("\"25:00\" is not a time of day.").await;
        mara.reads("You wrote:\ntomorrow 25:00\n[Edit]");
        assert_eq!(mara.opens("Edit").await, "tomorrow 25:00");
        mara.fills("Edit", "tomorrow 15:00").await;
        mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 15:00").await;
        mara.hears_nothing();
    }
}

async fn everything_goes_in_typed_words() {
    let office = Office::new().await;
    let mara = reminded(&office, Telegram).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("remind me every Monday at 8:00 to water the plants").await;
    mara.hears("Next times:\nMon 30 Nov, 08:00").await;
    mara.says("/schedules").await;
    let list = mara.hears("Scheduled").await;
    let order: Vec<&str> = list.lines().filter_map(|l| l.split_once(". ").map(|(n, _)| n)).collect();
    assert_eq!(order, ["2", "1", "3"], "the next one first: {list}");
    mara.says("/schedules 1 tomorrow 10:00").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:00").await;
    mara.reads("1. “call Kim”, next Tue 24 Nov, 10:00");
    mara.says("/schedules 3").await;
    let one = mara.hears("3. I'll remind you of “water the plants” every Monday at 08:00").await;
    assert!(one.contains("[Edit] [Pause] [Now] [Delete]") && one.contains("/schedules 3 pause"), "{one}");
    mara.says("/schedules 3 pause").await;
    mara.hears("“water the plants”: Paused.").await;
    mara.reads("3. “water the plants”, every Monday at 08:00 (Berlin); paused");
    mara.says("/schedules 3 pause").await;
    mara.hears("That is paused already.").await;
    mara.says("/schedules 3 resume").await;
    mara.hears("“water the plants”: It goes on.").await;
    mara.says("/schedules 3 now").await;
    mara.hears("Reminder: water the plants").await;
    mara.says("/schedules 2 call the bank").await;
    mara.hears("I could not read \"call the bank\" as a time. For example").await;
    mara.says("/schedules 9 delete").await;
    mara.hears("I know no 9 in your schedules here.").await;
    mara.says("/schedules plants").await;
    mara.hears("“plants” is no number of a schedule.").await;
    mara.says("/schedules 3 delete").await;
    mara.hears("Deleted: “water the plants”.").await;
    office.advance(TimeDelta::days(8)).await;
    for _ in 0..8 {
        mara.hears("").await;
    }
    mara.hears("Digest").await;
    mara.hears_nothing();
}

/// The only reminder there is, with this time ("" for none) and act.
fn about(time: &str, act: &str) -> WhenChange {
    let (item, act) = (Some("a".to_owned()), Some(act.to_owned()));
    WhenChange { item, act, when: Some(When { time: Some(time.to_owned()), ..When::default() }), text: String::new() }
}

async fn words_move_the_one_that_is_meant_and_a_series_goes_on() {
    let office = Office::new().await;
    office.means("move the reminder to 10:00", |_| Intent::ChangeReminder(about("10:00", "set")));
    office.means("at 20:00 today", |_| Intent::Snooze(about("20:00", "set")));
    office.means("I did that", |_| Intent::ChangeReminder(about("", "done")));
    let mara = reminded(&office, Web).await;
    mara.says("move the reminder to 10:00").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:00").await;
    mara.says("/schedules 1 daily 18:00").await;
    mara.hears("Changed. I'll remind you of “call Kim” every day at 18:00 (Berlin).\nNext times:\nMon 23").await;
    mara.says("at 20:00 today").await;
    let moved = mara.hears("Changed. I'll remind you of “call Kim” every day at 18:00").await;
    assert!(moved.contains("Next times:\nTue 24") && moved.contains("again Mon 23 Nov, 20:00"), "{moved}");
    mara.presses("Undo").await;
    for told in ["Done for this time. I'll remind you of “call Kim” every day", "That is how it stands already"] {
        mara.says("I did that").await;
        mara.hears(told).await;
    }
    office.advance(TimeDelta::hours(34)).await;
    mara.hears("Reminder: call Kim").await;
    mara.hears_nothing();
}

async fn words_are_about_the_firing_that_is_nearer() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.means("snooze to 20:00", |_| Intent::Snooze(about("20:00", "set")));
    office.means("I did that", |_| Intent::ChangeReminder(about("", "done")));
    mara.says("remind me every day at 18:00 to stretch").await;
    mara.hears("every day at 18:00").await;
    office.advance(TimeDelta::hours(10)).await;
    mara.hears("Reminder: stretch").await;
    // Nobody answers, and an hour before the next one that is what words are about.
    office.advance(TimeDelta::hours(22)).await;
    mara.says("snooze to 20:00").await;
    let moved = mara.hears("Changed. I'll remind you of “stretch” every day at 18:00").await;
    assert!(moved.contains("again Tue 24 Nov, 20:00"), "{moved}");
    mara.says("I did that").await;
    mara.hears("Done for this time. I'll remind you of “stretch” every day at 18:00").await;
    office.advance(TimeDelta::hours(20)).await;
    mara.hears_nothing();
    // A reply is about what it replies to, and what came again meanwhile is done as well.
    mara.replies("Reminder: stretch", "I did that").await;
    mara.hears("Done.").await;
    office.advance(TimeDelta::hours(6)).await;
    mara.hears("Reminder: stretch").await;
    mara.presses("In 10 min").await;
    office.advance(TimeDelta::minutes(11)).await;
    mara.hears("Reminder: stretch").await;
    mara.replies("↻ Again", "I did that").await;
    mara.hears("Done.").await;
    assert!(!mara.offers("In 10 min"), "the one that came again is answered");
}

async fn words_are_about_what_was_set_or_rang_last_before_what_comes_next() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let first = |input: &UnderstandInput, time: &str, act: &str| {
        let item = input.items.iter().find(|item| item.kind == ItemKind::Reminder).map(|item| item.handle.clone());
        WhenChange { item, ..about(time, act) }
    };
    office.means("ask me later", move |input| Intent::Snooze(first(input, "", "set")));
    office.means("make that one at 10", move |input| Intent::ChangeReminder(first(input, "10:00", "set")));
    for what in ["at 9 to run", "at 10 to eat", "at 11 to rest", "at 12 to go"] {
        mara.says(&format!("remind me tomorrow {what}")).await;
    }
    mara.says("remind me on Friday at 9 to buy a tree").await;
    mara.hears_all();
    mara.says("make that one at 10").await;
    mara.hears("Changed. I'll remind you of “buy a tree” on Fri 27 Nov, 10:00").await;
    mara.says("remind me in 10 minutes to ping").await;
    office.advance(TimeDelta::minutes(11)).await;
    mara.hears_all();
    mara.says("ask me later").await;
    mara.hears("I'll remind you again at").await;
}

async fn what_was_deleted_comes_back_with_undo() {
    let office = Office::new().await;
    let mara = reminded(&office, Telegram).await;
    assert_eq!(mara.presses("Delete").await, "Deleted.");
    mara.reads("Deleted: “call Kim”.\n[Undo]");
    mara.hears_nothing();
    let undo = mara.data("Undo");
    assert_eq!(mara.presses("Undo").await, "It is back.");
    mara.reads(
        "It is back. I'll remind you of “call Kim” on Tue 24 Nov, 09:00 (Berlin).\n[Edit] [Pause] [Now] [Delete]",
    );
    let again = mara.presses_data(&undo, "Undo").await;
    assert!(again.contains("there already"), "{again}");
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”").await;
    mara.presses("1: Delete").await;
    mara.hears("Deleted: “call Kim”.").await;
    mara.reads("Nothing is scheduled. Try: /report daily 18:00");
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    assert!(mara.presses("Undo").await.contains("there already"), "it was ordered again");
    mara.presses("Delete").await;
    office.advance(TimeDelta::days(1)).await;
    assert!(mara.presses("Undo").await.contains("Its time has passed"));
    mara.hears_nothing();
}

async fn the_answer_stands_where_the_buttons_were() {
    let office = Office::new().await;
    let mara = reminded(&office, Telegram).await;
    let delete = mara.data("Delete");
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Reminder: call Kim\n[Done] [In 10 min] [In 1 hour]\n[Tomorrow morning]").await;
    let (done, soon) = (mara.data("Done"), mara.data("In 10 min"));
    let toast = mara.presses("Tomorrow morning").await;
    assert_eq!(toast, "I'll remind you again on Wed 25 Nov, 09:00 (Berlin).");
    mara.reads("Reminder: call Kim\n↻ Again on Wed 25 Nov, 09:00 (Berlin). Mara, 09:0");
    assert!(!mara.offers("In 10 min"));
    let twice = mara.presses_data(&soon, "In 10 min").await;
    assert!(twice.starts_with("That comes again on Wed 25 Nov, 09:00 (Berlin) already (Mara, 09:0"), "{twice}");
    assert!(mara.presses_data(&done, "Done").await.contains("comes again"));
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”, next Wed 25 Nov, 09:00").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Reminder: call Kim").await;
    mara.presses("In 1 hour").await;
    mara.reads("↻ Again at 10:0");
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("Reminder: call Kim").await;
    let done = mara.data("Done");
    mara.presses("Done").await;
    mara.reads("✔ Done. Mara, 12:0");
    assert!(mara.presses_data(&done, "Done").await.starts_with("That is done already (Mara, 12:0"));
    let gone = mara.presses_data(&delete, "Delete").await;
    assert_eq!(gone, "That has come already, so there is nothing left to delete.");
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
}

async fn putting_off_does_not_move_the_series() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    mara.says("remind me every day at 18:00 to stretch").await;
    mara.hears("every day at 18:00").await;
    let mut came = Vec::new();
    for press in ["In 1 hour", "Done", "In 10 min", "Done", "Tomorrow morning", "Done", "Done"] {
        let due = office.due().await;
        office.advance(due - office.now()).await;
        mara.hears("Reminder: stretch").await;
        came.push(due.with_timezone(&chrono_tz::Europe::Berlin).format("%a %H:%M").to_string());
        mara.presses(press).await;
    }
    let rough: Vec<&str> = came.iter().map(|t| t.get(..8).unwrap_or(t)).collect();
    assert_eq!(rough, ["Mon 18:0", "Mon 19:0", "Tue 18:0", "Tue 18:1", "Wed 18:0", "Thu 09:0", "Thu 18:0"]);
}

async fn a_reminder_that_was_due_meanwhile_comes_once_and_late() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me every day at 9 to stretch").await;
    mara.hears("every day at 09:00").await;
    office.leaves().await;
    office.passes(TimeDelta::hours(48) + TimeDelta::minutes(41));
    office.returns(Vec::new()).await;
    let late = mara.hears("Reminder: stretch").await;
    assert!(late.contains("sent 09:4") && late.contains("I was offline)") && late.contains("due "), "{late}");
    mara.presses("Done").await;
    office.advance(TimeDelta::days(1)).await;
    let next = mara.hears("Reminder: stretch").await;
    assert!(!next.contains("offline"), "{next}");
    mara.says("remind me in 30 minutes to eat").await;
    mara.hears("I'll remind you of “eat”").await;
    office.passes(TimeDelta::minutes(72));
    office.returns(Vec::new()).await;
    let once = mara.hears("Reminder: eat").await;
    assert!(once.contains("(due 10:12, sent 10:54: I was offline)"), "{once}");
    mara.hears_nothing();
}

async fn what_was_paused_is_not_called_late() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    mara.says("remind me in 1 hour to eat").await;
    mara.hears("I'll remind you of “eat”").await;
    mara.says("/schedules 1 pause").await;
    mara.hears("Paused.").await;
    office.advance(TimeDelta::hours(5)).await;
    mara.hears_nothing();
    mara.says("/schedules 1 resume").await;
    mara.hears("It goes on.").await;
    let due = mara.hears("Reminder: eat").await;
    assert!(!due.contains("offline"), "{due}");
}

async fn only_those_who_may_change_a_reminder() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&shop);
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    jo.mentions("remind me in 1 hour to lock the door").await;
    jo.hears("I'll remind you of “lock the door”").await;
    assert!(kim.presses("Delete").await.contains("the person who ordered it or an owner"));
    assert!(kim.presses("Edit").await.contains("the person who ordered it or an owner"));
    kim.says("/schedules").await;
    kim.hears("Nothing is scheduled.").await;
    mara.says("/schedules 1 in 2 hours").await;
    mara.hears("Changed. I'll remind you of “lock the door”").await;
    office.advance(TimeDelta::hours(2)).await;
    jo.hears("Reminder: lock the door").await;
    assert!(kim.presses("Done").await.contains("the person who ordered it or an owner"));
    jo.presses("Done").await;
    jo.reads("✔ Done. Jo, ");
}

/// Somebody whose planner sets this reminder, and is slow to go on.
async fn planned(office: &Office, text: &str, when: &str, slow: TimeDelta) -> Voice {
    office.reads(|_| idea("Offer C").no_tasks().task("t1", "planner", "Set the reminder", &[]).into());
    let (same, text, when) = (office.clone(), text.to_owned(), when.to_owned());
    office.works(move |input| match input.steps.len() {
        0 => call("set_reminder", serde_json::json!({"text": text, "when": when})),
        _ => {
            same.passes(slow);
            said("Done.")
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("see to offer C and remind me").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara
}

async fn a_moment_that_passed_before_the_reminder_was_set_is_made_up_for() {
    let office = Office::new().await;
    let mara = planned(&office, "ask for offer C", "in 1 minute", TimeDelta::minutes(10)).await;
    let late = mara.hears("Reminder: ask for offer C").await;
    assert!(late.contains("I was offline)") && late.contains("(due 09:0"), "{late}");
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

async fn a_long_reminder_of_an_agent_is_kept_whole() {
    let office = Office::new().await;
    let text = "ask for offer C, and for all the reasons. ".repeat(23);
    let mara = planned(&office, &text, "tomorrow at 9", TimeDelta::zero()).await;
    mara.hears("I'll remind you of “ask for offer C").await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::hours(25)).await;
    mara.hears(&format!("Reminder: {}", text.trim_end())).await;
}
