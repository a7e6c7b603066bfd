//! Notes and lists: kept at once, found by their words, corrected, undone. One message each.

use crate::support::{Discord, Office, Telegram, Web};
use secretary::secretary::intent::{Intent, NoteAct};

stories![
    a_note_is_kept_at_once_and_taken_back_once,
    notes_are_found_by_their_words,
    what_people_said_is_in_their_words_in_every_language,
    a_note_is_corrected_and_thrown_away_with_a_way_back,
    long_notes_are_kept_whole_or_refused,
    a_list_lives_through_a_week,
    what_to_note_is_asked_for,
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

async fn notes_are_found_by_their_words() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("what did I note about the car?").await;
    mara.hears("I have no note about “the car”. Tell me for example: note that").await;
    mara.says("remember that my car's plate is B-MX 123").await;
    mara.hears("Noted: my car's plate is B-MX 123").await;
    mara.says("note: Wifi: hunter2").await;
    mara.hears("Noted under “Wifi”: hunter2").await;
    mara.says("note that the car goes to the garage in May").await;
    mara.hears("Noted: the car goes to the garage in May").await;
    mara.says("what's my plate?").await;
    mara.hears("my car's plate is B-MX 123\n(noted Mon 23 Nov)").await;
    mara.says("what's my wifi?").await;
    mara.hears("hunter2\n(“Wifi”, Mon 23 Nov)").await;
    mara.says("what did I tell you about my car?").await;
    let both = mara.hears("2 notes fit:").await;
    assert!(both.contains("plate is B-MX 123") && both.contains("garage in May"), "{both}");
    mara.says("show my notes").await;
    let all = mara.hears("Notes").await;
    assert!(all.contains("hunter2") && all.contains("plate") && all.contains("garage"), "{all}");
    mara.says("what did I note about bicycles?").await;
    mara.hears("I have no note about “bicycles”. “show my notes” shows all of them.").await;
    mara.hears_nothing();
}

async fn what_people_said_is_in_their_words_in_every_language() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Discord).await.speaking("de");
    // The secretary says both of these itself, elsewhere.
    mara.says("note: Run: Done.").await;
    mara.hears("Noted under “Run”: Done.").await;
    mara.says("what's my run?").await;
    mara.hears("Done.\n(“Run”, ").await;
    mara.says("/notes").await;
    mara.hears("Done. ").await;
    // What the secretary says of itself is in their language.
    mara.says("/flow").await;
    mara.hears("Hier gibt es noch keinen Ablauf.").await;
    mara.hears_nothing();
}

/// What is meant to happen to the note about this.
fn meant(act: NoteAct, title: &str, text: &str) -> Intent {
    Intent::Note { act, title: title.to_owned(), text: text.to_owned() }
}

async fn a_note_is_corrected_and_thrown_away_with_a_way_back() {
    let office = Office::new().await;
    office.means("no, it is", |_| meant(NoteAct::Change, "my car's plate", "my car's plate is B-MX 124"));
    office.means("forget the one about my car", |_| meant(NoteAct::Delete, "my car", ""));
    office.means("forget the one about the plate", |_| meant(NoteAct::Delete, "the plate", ""));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note that my car's plate is B-MX 123").await;
    mara.hears("Noted: my car's plate is B-MX 123").await;
    mara.replies("Noted:", "no, it is B-MX 124").await;
    mara.hears("Changed: my car's plate is B-MX 124\n[Undo]").await;
    assert_eq!(mara.presses("Undo").await, "Undone.");
    mara.reads("Undone. It reads: my car's plate is B-MX 123");
    mara.says("forget the one about my car").await;
    mara.hears("Forgotten: my car's plate is B-MX 123\n[Undo]").await;
    mara.says("what did I tell you about my car?").await;
    mara.hears("I have no note about “my car”.").await;
    assert_eq!(mara.presses("Undo").await, "Undone.");
    mara.reads("Undone. It reads: my car's plate is B-MX 123");
    mara.says("note that the bike's plate is 99").await;
    mara.hears("Noted: the bike's plate is 99").await;
    mara.says("forget the one about the plate").await;
    mara.hears("Several notes fit. Which one?").await;
    mara.presses("The bike's plate").await;
    mara.hears("Forgotten: the bike's plate is 99").await;
    mara.hears_nothing();
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
    you.hears("characters, and a note can have 20,000 at once. I kept nothing of it").await;
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
    mara.says("add tea to the list").await;
    mara.hears("Added to the shopping list: tea (4 things on it now).").await;
    mara.presses("Undo").await;
    mara.reads("Undone. On the shopping list now: milk, eggs and bread.");
    mara.says("take eggs off the list").await;
    mara.hears("Off the shopping list: eggs. 2 things left.").await;
    mara.says("take cheese off the list").await;
    mara.hears("Cheese is not on the shopping list.\nOn the shopping list now: milk and bread.").await;
    mara.says("what's on my shopping list?").await;
    let list = mara.hears("Shopping list").await;
    assert!(list.contains("milk") && list.contains("bread") && !list.contains("eggs"), "{list}");
    mara.says("add tent and rope to the packing list").await;
    mara.hears("Added to the packing list: tent and rope.").await;
    office.advance(chrono::TimeDelta::days(1)).await;
    mara.says("add matches to the list").await;
    mara.hears("Which list?\n[Packing list]\n[Shopping list]").await;
    mara.presses("Packing list").await;
    mara.hears("Added to the packing list: matches (3 things on it now).").await;
    mara.says("show my lists").await;
    let all = mara.hears("Lists").await;
    assert!(all.contains("Packing list: tent, rope, matches") && all.contains("Shopping list: milk, bread"), "{all}");
    mara.presses("Undo").await;
    mara.reads("Undone. On the packing list now: tent and rope.");
    mara.hears_nothing();
}

async fn what_to_note_is_asked_for() {
    let office = Office::new().await;
    office.means("make a note", |_| meant(NoteAct::Keep, "", ""));
    let mara = office.owner("Mara", Discord).await;
    mara.says("make a note").await;
    mara.hears("What shall I write down?").await;
    mara.says("the rent is 900 euros").await;
    mara.hears("Noted: the rent is 900 euros").await;
    mara.says("note: the rent is 900 euros").await;
    mara.hears("I have that noted already: the rent is 900 euros").await;
    mara.hears_nothing();
}
