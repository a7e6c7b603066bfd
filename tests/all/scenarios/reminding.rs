//! Reminders asked for in plain words: what is missing is asked for, what is doubtful is asked about.

use crate::support::Office;
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};

#[tokio::test]
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

#[tokio::test]
async fn only_the_missing_part_is_asked_for() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("remind me in 2 hours").await;
    mara.hears("Mon 23 Nov, 11:00 (Berlin): what shall I remind you of?").await;
    mara.says("the laundry").await;
    mara.hears("I'll remind you of “the laundry” on Mon 23 Nov, 11:00 (Berlin)").await;
    mara.says("what reminders do I have?").await;
    mara.hears("“the laundry”").await;
    mara.says("remind me to call Kim").await;
    mara.hears("When shall I remind you of “call Kim”?").await;
    mara.says("never mind").await;
    mara.hears("All right, no reminder then.").await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("Reminder: the laundry").await;
}

#[tokio::test]
async fn two_times_and_other_people_are_asked_about() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("remind me at noon to eat and at 5pm to go home").await;
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
