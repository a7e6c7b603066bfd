//! Notes and lists: kept at once, found in free words, corrected, taken back. One message each.

use crate::support::Office;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};

stories![
    a_note_is_kept_at_once_and_taken_back_once,
    notes_are_found_in_free_words,
    a_note_is_corrected_and_thrown_away_with_a_way_back,
    what_is_gone_is_not_brought_back_by_deleting_it,
    long_notes_are_kept_whole_or_refused,
    a_list_lives_through_a_week,
    an_edited_message_changes_its_note,
    what_to_note_is_asked_for,
    with_a_model_only_plain_orders_are_taken_by_rule,
];

async fn a_note_is_kept_at_once_and_taken_back_once() {
    for platform in [Telegram, Discord, Web] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", platform).await;
        mara.says("note that my car's plate is B-MX 123").await;
        mara.hears("Noted: my car's plate is B-MX 123\n[Undo]").await;
        mara.hears_nothing();
        let undo = mara.data("Undo");
        assert_eq!(mara.presses("Undo").await, "Undone.");
        mara.reads("Undone, not noted: my car's plate is B-MX 123");
        assert_eq!(mara.presses_data(&undo, "Undo").await, "That is undone already.");
        mara.says("show my notes").await;
        mara.hears("No notes yet.").await;
        mara.hears_nothing();
    }
}

async fn notes_are_found_in_free_words() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("find my notes on the car").await;
    mara.hears("I have no note about “the car”. Tell me for example: note that").await;
    mara.says("remember: my car's plate is B-MX 123").await;
    mara.hears("Noted: my car's plate is B-MX 123").await;
    mara.says("write down: Wifi: hunter2").await;
    mara.hears("Noted under “Wifi”: hunter2").await;
    mara.says("note that the car goes to the garage in May").await;
    mara.hears("Noted: the car goes to the garage in May").await;
    mara.says("what's my plate?").await;
    mara.hears("my car's plate is B-MX 123\n(noted Mon 23 Nov)").await;
    mara.says("What is the wifi?").await;
    mara.hears("hunter2\n(“Wifi”, Mon 23 Nov)").await;
    mara.says("what did I tell you about my car?").await;
    let both = mara.hears("2 notes fit:").await;
    assert!(both.contains("plate is B-MX 123") && both.contains("garage in May"), "{both}");
    mara.says("show my notes").await;
    let all = mara.hears("Notes").await;
    assert!(all.contains("hunter2") && all.contains("plate") && all.contains("garage"), "{all}");
    mara.says("do I have a note about bicycles?").await;
    mara.hears("I have no note about “bicycles”. “show my notes” shows all of them.").await;
    mara.hears_nothing();
}

async fn a_note_is_corrected_and_thrown_away_with_a_way_back() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note that my car's plate is B-MX 123").await;
    mara.hears("Noted: my car's plate is B-MX 123").await;
    mara.replies("Noted:", "no, it is B-MX 124").await;
    mara.hears("Changed: my car's plate is B-MX 124\n[Undo]").await;
    mara.says("sorry, it's B-MX 125").await;
    mara.hears("Changed: my car's plate is B-MX 125").await;
    assert_eq!(mara.presses("Undo").await, "Undone.");
    mara.reads("Undone. It reads: my car's plate is B-MX 124");
    mara.says("forget the note about my car").await;
    mara.hears("Forgotten: my car's plate is B-MX 124\n[Undo]").await;
    mara.says("what did I tell you about my car?").await;
    mara.hears("I have no note about “my car”.").await;
    mara.says("undo that").await;
    mara.hears("Undone. It reads: my car's plate is B-MX 124").await;
    mara.says("change the note about my plate to M-KI 7").await;
    mara.hears("Changed: my car's plate is M-KI 7").await;
    mara.says("note that the passport is in the drawer").await;
    mara.hears("Noted: the passport is in the drawer").await;
    mara.says("change the note about the passport to it is in the red box").await;
    mara.hears("Changed: the passport is in the red box").await;
    mara.says("where is the passport?").await;
    mara.hears("the passport is in the red box\n").await;
    mara.says("note that the bike's plate is 99").await;
    mara.hears("Noted: the bike's plate is 99").await;
    mara.says("forget the note about the plate").await;
    mara.hears("Several notes fit. Which one?").await;
    mara.presses("The bike's plate").await;
    mara.hears("Forgotten: the bike's plate is 99").await;
    mara.hears_nothing();
}

async fn what_is_gone_is_not_brought_back_by_deleting_it() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note: alarm code is 4711").await;
    mara.hears("Noted").await;
    mara.says("delete the note about alarm").await;
    mara.hears("Forgotten: alarm code is 4711").await;
    for again in ["delete it", "delete that note", "forget that"] {
        mara.says(again).await;
        mara.hears("That is gone already. “undo” brings it back.").await;
    }
    mara.says("undo").await;
    mara.hears("Undone. It reads: alarm code is 4711").await;
}

async fn long_notes_are_kept_whole_or_refused() {
    let office = Office::offline().await;
    let you = office.owner("You", Web).await;
    let row = "A line of the minutes, as it was said.\n";
    let text = row.repeat(20_000 / row.len());
    you.says(&format!("note: Minutes:\n{text}")).await;
    let kept = you.hears("Noted under “Minutes”: A line of the minutes").await;
    assert!(kept.contains("Kept whole: 19,9") && kept.contains("in 512 lines."), "{kept}");
    assert_eq!(you.note("Minutes").await.as_deref(), Some(text.trim_end()));
    you.says("note:\nfirst\n\n  second\n- third").await;
    you.hears("Noted:\nfirst\n\n  second\n- third\n[Undo]").await;
    assert_eq!(you.note("First").await.as_deref(), Some("first\n\n  second\n- third"));
    you.says(&format!("note: {}", "word ".repeat(4_100))).await;
    you.hears("That is 20,499 characters, and a note can have 20,000 at once. I kept nothing of it").await;
    you.hears_nothing();
}

async fn a_list_lives_through_a_week() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("what's on my shopping list?").await;
    mara.hears("There is no shopping list yet. Tell me for example: add milk to the shopping list").await;
    mara.says("add milk and eggs to the shopping list").await;
    mara.hears("Added to the shopping list: milk and eggs.\n[Undo]").await;
    mara.says("put bread and milk on the list").await;
    mara.hears("Added to the shopping list: bread (3 things on it now).\nOn it already: milk.").await;
    mara.replies("Added", "and some tea").await;
    mara.hears("Added to the shopping list: tea (4 things on it now).").await;
    mara.presses("Undo").await;
    mara.reads("Undone. On the shopping list now: milk, eggs and bread.");
    mara.says("take the eggs off the list").await;
    mara.hears("Off the shopping list: eggs. 2 things left.").await;
    mara.says("take cheese off the list").await;
    mara.hears("Cheese is not on the shopping list.\nOn the shopping list now: milk and bread.").await;
    mara.says("what's on my shopping list?").await;
    let list = mara.hears("Shopping list").await;
    assert!(list.contains("milk") && list.contains("bread") && !list.contains("eggs"), "{list}");
    mara.says("is milk on the shopping list?").await;
    mara.hears("Yes: milk on the shopping list.").await;
    mara.says("where is the milk?").await;
    mara.hears("needs a language model").await;
    mara.says("add coffee").await;
    mara.hears("Added to the shopping list: coffee (3 things on it now).").await;
    mara.says("I bought coffee").await;
    mara.hears("Off the shopping list: coffee. 2 things left.").await;
    mara.says("clear the list").await;
    mara.hears("The shopping list is empty now; 2 things are off.").await;
    mara.says("undo").await;
    mara.hears("Undone. On the shopping list now: milk and bread.").await;
    mara.says("new packing list: tent, rope").await;
    mara.hears("New: the packing list. On it: tent and rope.").await;
    office.advance(chrono::TimeDelta::days(1)).await;
    mara.says("add a map to the list").await;
    mara.hears("Which list?\n[Packing list]\n[Shopping list]").await;
    mara.presses("Packing list").await;
    mara.hears("Added to the packing list: a map (3 things on it now).").await;
    mara.says("show my lists").await;
    let all = mara.hears("Lists").await;
    assert!(all.contains("Packing list: tent, rope, a map") && all.contains("Shopping list: milk, bread"), "{all}");
    mara.says("delete the shopping list").await;
    mara.hears("The shopping list is deleted.\n[Undo]").await;
    mara.presses("Undo").await;
    mara.reads("Undone. On the shopping list now: milk and bread.");
    mara.hears_nothing();
}

async fn an_edited_message_changes_its_note() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note that the door code is 4711").await;
    mara.hears("Noted: the door code is 4711").await;
    mara.edits("door code", "note that the door code is 4712").await;
    mara.reads("Noted: the door code is 4712\n[Undo]");
    mara.edits("door code", "note that the door code is 4713").await;
    mara.reads("Noted: the door code is 4713\n[Undo]");
    assert_eq!(mara.note("The door code is 4713").await.as_deref(), Some("the door code is 4713"));
    mara.presses("Undo").await;
    mara.reads("Undone, not noted: the door code is 4713");
    mara.hears_nothing();
}

async fn what_to_note_is_asked_for() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("make a note").await;
    mara.hears("What shall I write down?").await;
    mara.says("resume").await;
    mara.hears("Noted: resume").await;
    mara.says("make a note").await;
    mara.hears("What shall I write down?").await;
    mara.says("the rent is 900 euros").await;
    mara.hears("Noted: the rent is 900 euros").await;
    mara.says("note: the rent is 900 euros").await;
    mara.hears("I have that noted already: the rent is 900 euros").await;
    mara.says("note").await;
    mara.hears("What shall I write down?").await;
    mara.says("never mind").await;
    mara.hears("All right, nothing is noted.").await;
    mara.hears_nothing();
}

async fn with_a_model_only_plain_orders_are_taken_by_rule() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note that the rent is 900 euros").await;
    mara.hears("Noted: the rent is 900 euros").await;
    assert_eq!(office.thoughts(), 0);
    mara.says("what is the rent?").await;
    mara.hears("#1").await;
    assert!(office.thoughts() > 0, "a question is the model's");
    mara.hears_all();
}
