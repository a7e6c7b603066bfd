//! Whose notes are whose: what is dictated in a direct chat is one's own, what is said in a group is everybody's.

use crate::support::{Discord, Office, Purposes, Role, Telegram, Voice, call, code_in, idea, json, said};
use secretary::secretary::inbound::Place;
use secretary::secretary::intent::{Intent, ListAct, NoteAct, UnderstandInput};

stories![
    what_is_noted_in_a_direct_chat_nobody_else_learns_of,
    what_is_noted_in_a_group_is_everybodys,
    words_for_a_shared_title_stay_ones_own,
    own_notes_are_there_on_every_linked_account,
    nobody_else_reads_what_a_former_member_noted,
    agents_know_the_notes_of_whoever_they_work_for_and_where,
    undo_alone_is_not_about_what_work_wrote,
];

async fn shop(office: &Office) -> Place {
    office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await
}

/// The words after these in a message.
fn after(input: &UnderstandInput, lead: &str) -> String {
    input.message.split_once(lead).map(|(_, rest)| rest.trim().to_owned()).unwrap_or_default()
}

/// A mind that knows what these stories ask about notes and lists, beside the exact forms.
fn reads_about_notes(office: &Office) {
    let shown = |what: &str| Intent::Command { name: what.to_owned(), text: String::new() };
    office.means("show my notes", move |_| shown("notes"));
    office.means("show my lists", move |_| shown("lists"));
    office.means("forget the note about ", |input| {
        let title = after(input, "forget the note about ");
        Intent::Note { act: NoteAct::Delete, title, text: String::new() }
    });
    office.means("change the note about ", |input| {
        let said = after(input, "change the note about ");
        let (title, text) = said.split_once(" to ").expect("what it is changed to");
        Intent::Note { act: NoteAct::Change, title: title.to_owned(), text: text.to_owned() }
    });
    office.means("delete the ", |input| {
        let title = after(input, "delete the ");
        Intent::List { act: ListAct::Delete, title, things: Vec::new() }
    });
}

/// Asks for everything there is and for this in particular, and reads that there is nothing of it.
async fn knows_nothing_of(voice: &Voice, about: &str, list: &str) {
    let asks = [
        "show my notes".to_owned(),
        "show my lists".to_owned(),
        format!("what did I note about {about}?"),
        format!("forget the note about {about}"),
        format!("change the note about {about} to nothing"),
        format!("what's on the {list}?"),
        format!("take beer off the {list}"),
        format!("delete the {list}"),
    ];
    for ask in asks {
        voice.mentions(&ask).await;
        let answer = voice.hears("").await.to_lowercase();
        let own_words = ask.to_lowercase();
        for secret in ["bike", "beer", "party", "present"] {
            let only_repeated = own_words.contains(secret) && answer.matches(secret).count() <= 1;
            assert!(!answer.contains(secret) || only_repeated, "{ask}: {answer}");
        }
        let denied = ["no ", "nothing", "that button has done its work"].iter().any(|no| answer.contains(no));
        assert!(denied, "{ask}: {answer}");
    }
}

async fn what_is_noted_in_a_direct_chat_nobody_else_learns_of() {
    let office = Office::new().await;
    reads_about_notes(&office);
    let group = shop(&office).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    kim.says("note that the present for Jo is a bike").await;
    kim.hears("Noted: the present for Jo is a bike\n[Undo]").await;
    kim.says("add beer to the party list").await;
    kim.hears("Added to the party list: beer.").await;
    for nosy in [jo.clone(), mara.clone(), jo.in_group(&group), kim.in_group(&group)] {
        knows_nothing_of(&nosy, "the present", "party list").await;
    }
    kim.says("what did I note about the present?").await;
    kim.hears("the present for Jo is a bike\n(noted Mon 23 Nov)").await;
    kim.says("what's on the party list?").await;
    kim.hears("Party list\n").await;
    // The same words said by another begin something of their own, and touch nothing of Kim's.
    jo.says("add wine to the party list").await;
    jo.hears("Added to the party list: wine.").await;
    kim.in_group(&group).mentions("add crisps to the party list").await;
    kim.in_group(&group).hears("Added to the party list: crisps.").await;
    assert_eq!(kim.note("Party list").await.as_deref(), Some("- beer"));
    assert_eq!(jo.note("Party list").await.as_deref(), Some("- wine"));
    assert_eq!(office.note("Party list").await.as_deref(), Some("- crisps"));
    kim.hears_nothing();
}

async fn what_is_noted_in_a_group_is_everybodys() {
    let office = Office::new().await;
    reads_about_notes(&office);
    let group = shop(&office).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let here = kim.in_group(&group);
    here.mentions("note that the door code is 4711").await;
    here.hears("Noted: the door code is 4711").await;
    here.mentions("add milk to the shopping list").await;
    here.hears("Added to the shopping list: milk.").await;
    jo.says("what did I note about the door?").await;
    jo.hears("the door code is 4711\n(noted Mon 23 Nov, shared)").await;
    jo.says("change the note about the door code to the door code is 4712").await;
    jo.hears("Changed for everybody: the door code is 4712\n[Undo]").await;
    here.mentions("what did I note about the door?").await;
    here.hears("the door code is 4712\n(noted Mon 23 Nov)").await;
    jo.says("forget the note about the door").await;
    jo.hears("Forgotten for everybody: the door code is 4712").await;
    jo.presses("Undo").await;
    jo.reads("Undone. It reads: the door code is 4712");
    jo.says("put eggs on the shopping list").await;
    jo.hears("Added to the shared shopping list: eggs (2 things on it now).\n[Undo]").await;
    jo.says("add tea to the shopping list").await;
    jo.hears("Added to the shared shopping list: tea (3 things on it now).").await;
    jo.says("add bread to the list").await;
    jo.hears("Added to the shared shopping list: bread (4 things on it now).").await;
    here.mentions("what's on the shopping list?").await;
    let list = here.hears("Shopping list").await;
    assert!(list.contains("eggs") && list.contains("bread") && !list.contains("shared"), "{list}");
    kim.says("remove tea from the shopping list").await;
    kim.hears("Off the shared shopping list: tea. 3 things left.").await;
    assert_eq!(office.note("Shopping list").await.as_deref(), Some("- milk\n- eggs\n- bread"));
    assert_eq!(jo.note("Shopping list").await, None);
}

async fn words_for_a_shared_title_stay_ones_own() {
    let office = Office::new().await;
    reads_about_notes(&office);
    let group = shop(&office).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let here = kim.in_group(&group);
    here.mentions("note: Wifi: hunter2").await;
    here.hears("Noted under “Wifi”: hunter2").await;
    kim.says("note: Wifi: hunter3").await;
    kim.hears("Noted under “Wifi”: hunter3").await;
    assert_eq!(office.note("Wifi").await.as_deref(), Some("hunter2"));
    kim.says("what did I note about wifi?").await;
    let both = kim.hears("2 notes fit:").await;
    assert!(both.contains("hunter3 (“Wifi”, Mon 23 Nov)"), "{both}");
    assert!(both.contains("hunter2 (“Wifi”, Mon 23 Nov, shared)"), "{both}");
    here.mentions("what did I note about wifi?").await;
    here.hears("hunter2\n(“Wifi”, Mon 23 Nov)").await;
    kim.says("forget the note about passwords and wifi").await;
    kim.hears("Several notes fit. Which one?\n[Wifi]\n[Shared wifi]").await;
    kim.presses("Shared wifi").await;
    kim.hears("Forgotten for everybody: hunter2").await;
    assert_eq!(kim.note("Wifi").await.as_deref(), Some("hunter3"));
}

async fn own_notes_are_there_on_every_linked_account() {
    let office = Office::offline().await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let there = office.member("Kim there", Discord, Role::Requester).await;
    kim.says("note: Wifi: hunter2").await;
    kim.hears("Noted under “Wifi”").await;
    kim.says("add milk to the shopping list").await;
    kim.hears("Added to the shopping list: milk.").await;
    there.says("note: Wifi: guests use 1234").await;
    there.hears("Noted under “Wifi”").await;
    there.says("add milk and tea to the shopping list").await;
    there.hears("Added to the shopping list: milk and tea.").await;
    there.says("note that the rent is 900 euros").await;
    there.hears("Noted: the rent is 900 euros").await;
    kim.says("/link").await;
    let code = code_in(&kim.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Kim").await;
    kim.hears("Your code was used: I know you in").await;
    for voice in [&kim, &there] {
        voice.says("what did I note about wifi?").await;
        voice.hears("hunter2\nguests use 1234").await;
        voice.says("what did I note about the rent?").await;
        voice.hears("the rent is 900 euros").await;
    }
    assert_eq!(kim.note("Shopping list").await.as_deref(), Some("- milk\n- tea"));
    there.presses("Undo").await;
    there.reads("Undone, not noted: the rent is 900 euros");
    kim.says("show my notes").await;
    assert!(!kim.hears("Notes").await.contains("900"), "it is taken back");
}

async fn nobody_else_reads_what_a_former_member_noted() {
    let office = Office::new().await;
    reads_about_notes(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    kim.says("note that the present for Jo is a bike").await;
    kim.hears("Noted:").await;
    let undo = kim.data("Undo");
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here").await;
    knows_nothing_of(&mara, "the present", "party list").await;
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    // Whoever comes again with the same account is who they were.
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome, Kim.").await;
    kim.says("show my notes").await;
    kim.hears("a bike").await;
    kim.presses_data(&undo, "Undo").await;
    kim.reads("Undone, not noted:");
    kim.hears_nothing();
}

/// Work of the planner that looks at everything, reads two notes and writes one.
fn noting(office: &Office) {
    office.reads(|_| idea("Minutes").no_tasks().task("t1", "planner", "Write the minutes", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("list_notes", json!({})),
        1 => call("read_note", json!({"title": "Present", "from": null})),
        2 => call("search_notes", json!({"words": "bike"})),
        3 => call("write_note", json!({"title": "Minutes", "text": "All went well.", "append": null})),
        4 => call("write_note", json!({"title": "Shopping list", "text": "- tea", "append": true})),
        _ => said(&input.steps.iter().map(|s| s.result.clone()).collect::<Vec<_>>().join("\n")),
    });
    office.writes(|input| said(&input.results.iter().map(|done| done.text.clone()).collect::<Vec<_>>().join("\n")));
}

async fn works_through(voice: &Voice) -> String {
    voice.mentions("write the minutes of today").await;
    voice.hears("Here is what I'll do").await;
    voice.presses("Start").await;
    voice.hears_progress().await;
    // Behind notes, whoever wrote them, nothing is changed unasked.
    for title in ["Minutes", "Shopping list"] {
        voice.hears(&format!("wants to write the note “{title}”")).await;
        voice.presses("Do it").await;
    }
    voice.hears("note").await
}

async fn agents_know_the_notes_of_whoever_they_work_for_and_where() {
    let office = Office::new().await;
    noting(&office);
    let group = shop(&office).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    kim.says("note: Present: a bike for Jo").await;
    kim.hears("Noted under “Present”").await;
    kim.in_group(&group).mentions("add milk to the shopping list").await;
    kim.in_group(&group).hears("Added to the shopping list: milk.").await;
    kim.in_group(&group).mentions("note: Minutes: none yet").await;
    kim.in_group(&group).hears("Noted under “Minutes”").await;

    let report = works_through(&kim).await;
    assert!(report.contains("“Present”: a bike for Jo"), "{report}");
    assert!(report.contains("“Shopping list”, shared by everybody: - milk"), "{report}");
    assert!(report.contains("Wrote the note “Minutes”.") && report.contains("“Shopping list”, which everybody shares"));
    assert_eq!(kim.note("Minutes").await.as_deref(), Some("All went well."));
    assert_eq!(office.note("Minutes").await.as_deref(), Some("none yet"), "nobody's words are written over");
    assert_eq!(office.note("Shopping list").await.as_deref(), Some("- milk\n- tea"));

    for nosy in [jo.clone(), kim.in_group(&group)] {
        let report = works_through(&nosy).await;
        assert!(!report.contains("bike for Jo") && !report.contains("went well"), "{report}");
        assert!(report.contains("There is no note called “Present”."), "{report}");
        assert!(report.contains("No note contains “bike”."), "{report}");
    }
    assert_eq!(jo.note("Minutes").await.as_deref(), Some("All went well."));
    assert_eq!(office.note("Minutes").await.as_deref(), Some("All went well."));
}

async fn undo_alone_is_not_about_what_work_wrote() {
    let office = Office::new().await;
    office.reads(|_| idea("Minutes").no_tasks().task("t1", "planner", "Write the minutes", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("list_notes", json!({})),
        1 => call("write_note", json!({"title": "Minutes", "text": "All went well.", "append": null})),
        _ => said("They are written."),
    });
    office.writes(|_| said("The minutes are written."));
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    kim.says("note: Minutes: none yet").await;
    kim.hears("Noted under “Minutes”").await;
    kim.says("write the minutes of today").await;
    kim.hears("Here is what I'll do").await;
    kim.presses("Start").await;
    kim.hears_progress().await;
    kim.hears("wants to write the note “Minutes”").await;
    kim.presses("Do it").await;
    kim.hears("The minutes are written.").await;
    assert_eq!(kim.note("Minutes").await.as_deref(), Some("All went well."));
    kim.says("undo").await;
    // A note may be written while somebody does something else, so that a word alone is not about it.
    kim.hears_all();
    assert_eq!(kim.note("Minutes").await.as_deref(), Some("All went well."));
}
