//! Words in reply to what the secretary has just echoed, and right behind it: they act on it, and never overwrite it.

use crate::support::{Office, Voice};
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};

stories![
    verbs_in_reply_to_a_reminder_are_no_words_of_it,
    a_reply_changes_only_what_it_names,
    a_day_named_about_a_series_is_asked_about,
    the_next_words_need_no_reply,
    the_next_words_answer_a_reminder_that_rang,
    what_was_put_off_is_done_after_all,
    what_rang_last_takes_the_words_before_older_questions,
    a_reply_to_a_note_keeps_what_it_does_not_name,
    a_reply_to_a_list_asks_before_it_replaces_anything,
];

/// Somebody with a reminder for tomorrow at 9.
async fn reminded(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    mara
}

async fn verbs_in_reply_to_a_reminder_are_no_words_of_it() {
    let office = Office::offline().await;
    let mara = reminded(&office).await;
    for said in ["delete", "cancel", "undo", "never mind", "stop", "done", "delete the reminder please"] {
        mara.replies("I'll remind you", said).await;
        mara.hears("Deleted: “call Kim”.\n[Undo]").await;
        assert_eq!(mara.presses("Undo").await, "It is back.", "{said}");
    }
    mara.replies("I'll remind you", "ok").await;
    mara.hears("All right.").await;
    mara.replies("I'll remind you", "no").await;
    mara.hears("What should be different about “call Kim”?").await;
    mara.says("10:30").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:30").await;
    mara.replies("Changed.", "undo").await;
    mara.hears("As before: “call Kim” on Tue 24 Nov, 09:00").await;
    mara.hears_nothing();
}

async fn a_reply_changes_only_what_it_names() {
    let office = Office::offline().await;
    let mara = reminded(&office).await;
    for (said, now) in [
        ("no, Saturday", "“call Kim” on Sat 28 Nov, 09:00"),
        ("no, at 10", "“call Kim” on Sat 28 Nov, 10:00"),
        ("tomorrow instead", "“call Kim” on Tue 24 Nov, 10:00"),
        ("make it 10:30", "“call Kim” on Tue 24 Nov, 10:30"),
        ("on Saturday please", "“call Kim” on Sat 28 Nov, 10:30"),
        ("rather Sunday", "“call Kim” on Sun 29 Nov, 10:30"),
        ("not Sunday but Friday", "“call Kim” on Fri 27 Nov, 10:30"),
        ("call Ana instead", "“call Ana” on Fri 27 Nov, 10:30"),
        ("11:15 call Kim and Ana", "“call Kim and Ana” on Fri 27 Nov, 11:15"),
        ("Saturday call Jo", "“call Jo” on Sat 28 Nov, 11:15"),
    ] {
        mara.replies("call", said).await;
        mara.hears(&format!("I'll remind you of {now}")).await;
    }
    mara.replies("Changed.", "instead please").await;
    mara.hears("Tell me the new time, new words, or both.").await;
    mara.replies("Changed.", "not on Saturday").await;
    mara.hears("What should be different about “call Jo”?").await;
    mara.hears_nothing();
}

async fn a_day_named_about_a_series_is_asked_about() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("remind me every weekday at 9 to stand up").await;
    mara.hears("I'll remind you of “stand up” every weekday at 09:00").await;
    mara.says("not on Friday").await;
    mara.hears("Changed. I'll remind you of “stand up” every Monday, Tuesday, Wednesday and Thursday at 09:00").await;
    mara.replies("Changed.", "no, Saturday").await;
    let asked = mara.hears("I have changed nothing yet").await;
    assert!(asked.contains("[Edit] [Pause] [Delete]"), "{asked}");
    assert!(asked.contains("[Every Saturday 09:00]\n[Only on Sat 28 Nov, 09:00 (Berlin)]"), "{asked}");
    mara.presses("Every Saturday 09:00").await;
    mara.hears("Changed. I'll remind you of “stand up” every Saturday at 09:00").await;
    mara.replies("Changed.", "at 8").await;
    mara.hears("Changed. I'll remind you of “stand up” every Saturday at 08:00").await;
    mara.replies("Changed.", "stop").await;
    mara.hears("Deleted: “stand up”.").await;
    mara.hears_nothing();
}

async fn the_next_words_need_no_reply() {
    let office = Office::offline().await;
    let mara = reminded(&office).await;
    mara.says("on Saturday please").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Sat 28 Nov, 09:00").await;
    mara.says("delete that").await;
    mara.hears("Deleted: “call Kim”.").await;
    mara.says("remind me on Friday at 14:00 to go to the dentist").await;
    mara.hears("I'll remind you of “go to the dentist”").await;
    mara.says("move the dentist to wednesday").await;
    mara.hears("Changed. I'll remind you of “go to the dentist” on Wed 25 Nov, 14:00").await;
    mara.says("remind me on Thursday at 10 to pay the dentist").await;
    mara.hears("I'll remind you of “pay the dentist”").await;
    mara.says("cancel the dentist reminder").await;
    let which = mara.hears("Several fit. Which one?").await;
    assert!(which.contains("[go to the dentist, Wed 25 Nov, 14:00 (Berlin)]"), "{which}");
    mara.presses("pay the dentist, Thu 26 Nov, 10:00 (Berlin)").await;
    mara.hears("Deleted: “pay the dentist”.").await;
    mara.says("cancel the dentist").await;
    mara.hears("Deleted: “go to the dentist”.").await;
    mara.says("note that the key is with Ana").await;
    mara.hears("Noted: the key is with Ana").await;
    mara.says("delete that").await;
    mara.hears("Undone, not noted: the key is with Ana").await;
    mara.hears_nothing();
}

async fn what_was_put_off_is_done_after_all() {
    let office = Office::offline().await;
    let mara = reminded(&office).await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("snooze 10 minutes").await;
    mara.hears("I'll remind you again at 09:1").await;
    mara.says("done").await;
    mara.hears("Done.").await;
    mara.reads("✔ Done.");
    office.advance(TimeDelta::minutes(61)).await;
    mara.hears_nothing();
}

async fn what_rang_last_takes_the_words_before_older_questions() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("website").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.says("remind me in 30 minutes to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.advance(TimeDelta::minutes(31)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("in 10 minutes").await;
    mara.hears("I'll remind you again at").await;
    office.advance(TimeDelta::minutes(11)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("done").await;
    mara.hears("Done.").await;
    mara.reads("✔ Done.");
    mara.reads("By when?");
    mara.hears_nothing();
    // A day may as well answer the question.
    mara.says("remind me in 30 minutes to call Ana").await;
    mara.hears("I'll remind you of “call Ana”").await;
    office.advance(TimeDelta::minutes(31)).await;
    mara.hears("Reminder: call Ana").await;
    mara.says("Friday").await;
    mara.hears("Does that answer my questions about #1").await;
}

async fn the_next_words_answer_a_reminder_that_rang() {
    let office = Office::offline().await;
    let mara = reminded(&office).await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("snooze 10 minutes").await;
    mara.hears("I'll remind you again at 09:1").await;
    office.advance(TimeDelta::minutes(11)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("later").await;
    mara.hears("I'll remind you again at 10:1").await;
    office.advance(TimeDelta::minutes(61)).await;
    mara.hears("Reminder: call Kim").await;
    mara.replies("Reminder: call Kim", "later").await;
    mara.reads("↻ Again at 11:1");
    office.advance(TimeDelta::minutes(61)).await;
    mara.hears("Reminder: call Kim").await;
    mara.replies("Reminder: call Kim", "no, in 2 hours please").await;
    mara.reads("↻ Again at 13:1");
    mara.says("remind me in 2 hours to eat").await;
    mara.hears("I'll remind you of “eat”").await;
    office.advance(TimeDelta::minutes(125)).await;
    mara.hears("Reminder: ").await;
    mara.hears("Reminder: ").await;
    mara.says("done").await;
    mara.hears("Several fit. Which one?").await;
    assert_eq!(mara.presses("eat").await, "Done.");
    mara.says("I did it").await;
    mara.hears("Done.").await;
    mara.hears_nothing();
}

async fn a_reply_to_a_note_keeps_what_it_does_not_name() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("note that my car's plate is B-MX 123").await;
    mara.hears("Noted: my car's plate is B-MX 123").await;
    mara.replies("Noted:", "no, B-MX 124").await;
    mara.hears("Changed: my car's plate is B-MX 124").await;
    mara.replies("Changed:", "ok").await;
    mara.hears("All right.").await;
    mara.replies("Changed:", "no, Kim").await;
    mara.hears("I can't tell what of it to change.").await;
    mara.replies("Changed:", "delete").await;
    mara.hears("Forgotten: my car's plate is B-MX 124\n[Undo]").await;
    mara.replies("Forgotten:", "undo").await;
    mara.hears("Undone. It reads: my car's plate is B-MX 124").await;
    mara.says("note that the party is on Friday at Jo's").await;
    mara.hears("Noted: the party is on Friday").await;
    mara.replies("Noted: the party", "no, Saturday").await;
    mara.hears("Changed: the party is on Saturday at Jo's").await;
    mara.replies("Changed: the party", "forget it").await;
    mara.hears("Undone. It reads: the party is on Friday at Jo's").await;
    mara.hears_nothing();
}

async fn a_reply_to_a_list_asks_before_it_replaces_anything() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("add bread to the shopping list").await;
    mara.hears("Added to the shopping list: bread").await;
    mara.replies("Added", "2 bottles").await;
    mara.hears("Add “2 bottles” to the shopping list? I have changed nothing yet.\n[Add] [Replace bread]").await;
    mara.presses("Add").await;
    mara.hears("Added to the shopping list: 2 bottles (2 things on it now).").await;
    mara.replies("Added to the shopping list: 2 bottles", "3 bottles").await;
    mara.hears("Add “3 bottles”").await;
    mara.presses("Replace 2 bottles").await;
    mara.hears("Changed: 3 bottles").await;
    mara.replies("Added to the shopping list: bread", "no, rye bread").await;
    mara.hears("Changed: rye bread").await;
    mara.replies("Changed: rye bread", "undo").await;
    mara.hears("Undone. On the shopping list now: bread and 3 bottles.").await;
    mara.hears_nothing();
}
