//! Reminders asked for in plain words: what is missing is asked for, what is doubtful is asked about.

use crate::support::Office;
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};

stories![
    a_new_reminder_is_not_the_answer_to_the_last_one,
    only_the_missing_part_is_asked_for,
    two_times_and_other_people_are_asked_about,
    several_times_are_set_at_once_and_taken_back_at_once,
    one_thing_after_another_is_set_or_asked_about,
    a_day_of_the_month_is_asked_about_where_every_is_missing,
    days_are_taken_out_of_a_series_in_words,
    undo_takes_back_the_reminder_that_was_just_set,
    undo_behind_a_change_deletes_nothing,
];

async fn a_new_reminder_is_not_the_answer_to_the_last_one() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me yesterday at 5 to feed the cat").await;
    mara.hears("“yesterday at 5” is over. When shall I remind you of “feed the cat”?").await;
    mara.says("remind me today at 8am to take my pills").await;
    mara.hears("08:00 today is over.\nShall I remind you of “take my pills”: Tue 24 Nov, 08:00 (Berlin)?").await;
    mara.presses("Yes").await;
    mara.hears("I'll remind you of “take my pills” on Tue 24 Nov, 08:00 (Berlin)").await;
    assert_eq!(mara.presses("Yes").await, "That reminder is set already.");
    mara.presses("Another time").await;
    mara.hears("When shall I remind you of “take my pills”?").await;
    mara.says("25:00").await;
    mara.hears("\"25:00\" is not a time of day. When shall I remind you of “take my pills”?").await;
    mara.says("tomorrow at 9").await;
    mara.hears("I'll remind you of “take my pills” on Tue 24 Nov, 09:00 (Berlin)").await;
}

async fn only_the_missing_part_is_asked_for() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("remind me in 2 hours").await;
    mara.hears("Mon 23 Nov, 11:00 (Berlin): what shall I remind you of?").await;
    mara.says("the laundry").await;
    mara.hears("I'll remind you of “the laundry” on Mon 23 Nov, 11:00 (Berlin)").await;
    mara.says("what reminders do I have?").await;
    mara.hears("“the laundry”").await;
    // What was asked for may be any words.
    mara.says("remind me in 9 hours").await;
    mara.hears("what shall I remind you of?").await;
    mara.says("Pause").await;
    mara.hears("I'll remind you of “Pause” on Mon 23 Nov").await;
    mara.says("what reminders do I have?").await;
    mara.hears("“Pause”").await;
    mara.says("remind me to call Kim").await;
    mara.hears("When shall I remind you of “call Kim”?").await;
    mara.says("never mind").await;
    mara.hears("All right, no reminder then.").await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("Reminder: the laundry").await;
}

async fn two_times_and_other_people_are_asked_about() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("remind me at noon that the train leaves at 5pm").await;
    mara.hears("I found another time in that: “at 5pm”. Two reminders please send one by one.").await;
    mara.says("remind Kim tomorrow at 9 to call").await;
    mara.hears("I can remind only you so far, not Kim.").await;
    mara.presses("Yes, remind me").await;
    mara.hears("I'll remind you of “tell Kim: call” on Tue 24 Nov, 09:00 (Berlin)").await;
    mara.says("remind us on 25/12 at 9 to open presents").await;
    mara.hears("I'll remind you of “open presents” on Fri 25 Dec, 09:00 (Berlin)").await;
    mara.says("remind me every day at 18:00 to water the plants until Friday").await;
    mara.hears("I'll remind you of “water the plants” every day at 18:00 until 27 Nov 2026 (Berlin)").await;
    office.advance(TimeDelta::days(8)).await;
    for heard in ["water the plants", "tell Kim: call", "water the plants", "water", "water", "water"] {
        mara.hears(heard).await;
    }
    mara.hears_nothing();
}

async fn several_times_are_set_at_once_and_taken_back_at_once() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me at 12, 15 and 18 to drink water").await;
    let echo = mara.hears("I'll remind you of “drink water”:").await;
    let wanted = "Mon 23 Nov, 12:00 (Berlin)\nMon 23 Nov, 15:00 (Berlin)\nMon 23 Nov, 18:00 (Berlin)\n[Undo all]";
    assert!(echo.ends_with(wanted), "{echo}");
    mara.presses("Undo all").await;
    mara.hears("Taken back: 3 reminders.\n[Undo]").await;
    mara.says("undo").await;
    mara.hears("I'll remind you of “drink water”:").await;
    mara.says("remind me at 12, 15 and 18 to drink water").await;
    mara.hears("That reminder is set already.").await;
    mara.says("remind me every day at 7:30 and 19:00 to take the pill").await;
    let daily = mara.hears("I'll remind you of “take the pill”:").await;
    assert!(daily.contains("every day at 07:30 (Berlin); next Tue 24 Nov, 07:30 (Berlin)"), "{daily}");
    assert!(daily.ends_with("every day at 19:00 (Berlin); next Mon 23 Nov, 19:00 (Berlin)\n[Undo both]"), "{daily}");
    mara.says("undo").await;
    mara.hears("Taken back: 2 reminders.").await;
    office.advance(TimeDelta::hours(12)).await;
    for _ in 0..3 {
        mara.hears("Reminder: drink water").await;
    }
    mara.hears_nothing();
}

async fn one_thing_after_another_is_set_or_asked_about() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("remind me tomorrow at 9 to call Kim and at 10 to call Bo").await;
    let echo = mara.hears("I'll remind you:").await;
    let wanted = "“call Kim”: Tue 24 Nov, 09:00 (Berlin)\n“call Bo”: Tue 24 Nov, 10:00 (Berlin)\n";
    assert!(echo.contains(wanted), "{echo}");
    mara.says("remind me to pick up Tom on Friday at 15:00 and Anna at 16:00").await;
    let asked = mara.hears("Did I get these 2 reminders right?").await;
    assert!(asked.contains("“pick up Tom”: Fri 27 Nov, 15:00 (Berlin)\n“Anna”: Fri 27 Nov, 16:00 (Berlin)"), "{asked}");
    mara.presses("Yes, set them").await;
    mara.hears("I'll remind you:").await;
    assert_eq!(mara.presses("Yes, set them").await, "That reminder is set already.");
    mara.says("/schedules").await;
    let list = mara.hears("“Anna”").await;
    assert!(list.contains("4. “Anna”"), "{list}");
}

async fn a_day_of_the_month_is_asked_about_where_every_is_missing() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me on the last Friday of every month at 16:00 to send the invoice").await;
    let echo =
        mara.hears("I'll remind you of “send the invoice” on the last Friday of every month at 16:00 (Berlin).").await;
    let times = "Fri 27 Nov, 16:00 (Berlin)\nFri 25 Dec, 16:00 (Berlin)\nFri 29 Jan 2027, 16:00 (Berlin)";
    assert!(echo.contains(times), "{echo}");
    mara.says("remind me on the first Monday of the month at 9 to water the tree").await;
    mara.hears("Shall I remind you of “water the tree”: on the 1st Monday of every month at 09:00 (Berlin)?").await;
    mara.presses("Only on Mon 7 Dec, 09:00 (Berlin)").await;
    mara.hears("I'll remind you of “water the tree” on Mon 7 Dec, 09:00 (Berlin).").await;
}

async fn days_are_taken_out_of_a_series_in_words() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me every Mon, Wed, Fri at 9 to run").await;
    mara.hears("every Monday, Wednesday and Friday at 09:00").await;
    mara.says("not on Wednesday").await;
    mara.hears("Changed. I'll remind you of “run” every Monday and Friday at 09:00 (Berlin).").await;
    mara.says("skip Friday").await;
    mara.hears("I have changed nothing yet: leave out that day each week, or only once?").await;
    mara.presses("Only not on Fri 27 Nov").await;
    let skipped = mara.hears("Changed. I'll remind you of “run” every Monday and Friday at 09:00 (Berlin).").await;
    assert!(skipped.contains("Mon 30 Nov, 09:00 (Berlin)\nFri 4 Dec, 09:00"), "{skipped}");
    assert!(skipped.contains("Left out: Fri 27 Nov."), "{skipped}");
    mara.says("skip tomorrow").await;
    mara.hears(
        "I changed nothing: “run” comes every Monday and Friday at 09:00 (Berlin), and I can't leave out Tue 24 Nov",
    )
    .await;
    mara.says("thanks").await;
    mara.hears("You're welcome.").await;
    mara.says("skip the run on Monday").await;
    mara.hears("I have changed nothing yet").await;
    mara.says("undo").await;
    let back = mara.hears("As before").await;
    assert!(back.contains("every Monday and Friday"), "{back}");
}

async fn undo_takes_back_the_reminder_that_was_just_set() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("undo").await;
    mara.hears("Deleted: “call Kim”.\n[Undo]").await;
    mara.says("undo").await;
    mara.hears("It is back.").await;
    mara.says("remind me tomorrow at 10 to call Bo").await;
    mara.hears("I'll remind you of “call Bo”").await;
    mara.says("thanks").await;
    mara.hears("You're welcome.").await;
    mara.says("undo").await;
    mara.hears("Deleted: “call Bo”.").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears("Reminder: call Kim").await;
    mara.hears_nothing();
}

async fn undo_behind_a_change_deletes_nothing() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    let nothing = "What you did last here has no Undo, so I leave everything as it is.";
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("/schedules 1 pause").await;
    mara.hears("“call Kim”: Paused.\n[Undo]").await;
    mara.says("undo").await;
    mara.hears("It goes on.").await;
    mara.says("undo").await;
    mara.hears(nothing).await;
    mara.says("/schedules 1 pause").await;
    mara.hears("“call Kim”: Paused.").await;
    assert_eq!(mara.presses("Undo").await, "It goes on.");
    mara.says("remind me on Friday at 9 to pay the rent").await;
    mara.hears("I'll remind you of “pay the rent” on Fri 27 Nov, 09:00").await;
    mara.says("make that 10:00").await;
    mara.hears("Changed. I'll remind you of “pay the rent” on Fri 27 Nov, 10:00").await;
    mara.says("make that 10:00").await;
    mara.hears("That is how it stands already: “pay the rent” on Fri 27 Nov, 10:00 (Berlin).").await;
    mara.says("undo").await;
    mara.hears("As before: “pay the rent” on Fri 27 Nov, 09:00 (Berlin).").await;
    mara.says("undo").await;
    mara.hears(nothing).await;
    mara.replies("As before. I'll remind you of “pay the rent”", "undo").await;
    mara.hears("There is nothing left to undo about “pay the rent”. To be rid of it, send: /schedules 2 delete").await;
    mara.says("/schedules").await;
    let list = mara.hears("1. “call Kim”").await;
    assert!(list.contains("2. “pay the rent”"), "{list}");
}
