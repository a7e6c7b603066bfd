//! What comes besides plain words: commands from a menu, files, albums, edits.

use crate::support::{Content, Discord, Office, Platform, Purposes, Role, Telegram, TimeDelta, idea};

stories![
    a_command_from_a_menu_is_answered_in_its_place,
    what_cannot_be_read_is_answered_with_one_line,
    a_message_without_words_does_not_end_the_waiting_for_words,
    an_edited_idea_is_a_correction_while_it_is_being_clarified,
    an_edit_of_an_answer_counts_while_its_questions_are_open,
    an_edit_of_what_was_noted_changes_the_note,
    an_edit_of_what_set_a_reminder_changes_the_reminder,
    an_edit_that_cannot_be_done_leaves_what_is_there,
    tickets_are_found_by_number_and_words,
    who_may_only_read_is_not_asked_for_ideas,
    somebody_without_a_name_is_not_called_owner,
];

/// An office whose ideas stop at the card.
async fn careful() -> Office {
    let office = Office::new().await;
    office.reads(|input| idea(&input.idea).risk(0.9).into());
    office
}

async fn a_command_from_a_menu_is_answered_in_its_place() {
    let office = careful().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("/invite requester").await;
    let invitation = mara.hears("One-time code for a new requester").await;
    let code = crate::support::code_in(&invitation);
    let kim = office.stranger("Kim", Discord).in_group(&shop);
    assert!(kim.slash("start AAAA-BBBB").await);
    assert!(kim.slash(&format!("start {code}")).await, "{}", office.transcript());
    kim.hears("Welcome, Kim. You are a requester here now.").await;
    let mara = mara.in_group(&shop);
    let lines = [
        "start",
        "help",
        "new compare printers",
        "list",
        "show 1",
        "show 9",
        "decisions",
        "decide 1 2",
        "pause 1",
        "resume 1",
        "dispatch 1",
        "agents",
        "stats",
        "report daily 18:00",
        "schedules",
        "reports",
        "reports 1",
        "timezone",
        "timezone Europe/Berlin",
        "room",
        "room intake on",
        "link",
        "link AAAA-BBBB",
        "invite",
        "members",
        "members Kim approver",
        "settings",
        "settings auto_clarify on",
        "pause",
        "resume",
        "cancel 1",
        "cancel 1",
        "nonsense",
    ];
    for line in lines {
        assert!(mara.slash(line).await, "/{line} is left without an answer\n{}", office.transcript());
        mara.hears_all();
    }
    mara.in_thread().hears_all();
}

async fn what_cannot_be_read_is_answered_with_one_line() {
    let unread = |kind: &str, raw: &str, to_us| Content::Unsupported { kind: kind.into(), raw: raw.into(), to_us };
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    for (kind, raw) in [("web_app_data", ""), ("giveaway", ""), ("message", "{\"message\":{\"date\":\"soon\"}}")] {
        mara.happens(unread(kind, raw, true)).await;
        mara.hears("I can't read that kind of message yet. Tell me in words what you need.").await;
        mara.hears_nothing();
    }
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let there = mara.in_group(&shop);
    there.happens(unread("message:pinned_message", "", false)).await;
    there.hears_nothing();
    there.happens(unread("checklist", "", true)).await;
    there.hears("I can't read that kind of message yet.").await;
    let eve = office.stranger("Eve", Telegram);
    eve.happens(unread("story", "", true)).await;
    eve.hears("Sorry, I work for this group's members only.").await;
    eve.happens(unread("story", "", true)).await;
    eve.hears_nothing();
}

async fn a_message_without_words_does_not_end_the_waiting_for_words() {
    let office = careful().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare printers").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Edit").await;
    mara.hears("What should be different? Reply with your correction, or “never mind”.").await;
    mara.says("").await;
    mara.hears("I can't make an idea of that. Tell me in words").await;
    mara.says("plotters").await;
    mara.reads("Changed: plotters.");
    mara.hears("Here is what I'll do").await;
}

async fn an_edited_idea_is_a_correction_while_it_is_being_clarified() {
    for platform in [Telegram, Discord] {
        let office = Office::new().await;
        office.reads(|input| {
            let plan = idea(&input.idea).risk(0.9);
            if input.answered.is_empty() {
                plan.asks("What matters most?", &["Price", "Speed"]).into()
            } else {
                plan.into()
            }
        });
        let mara = office.owner("Mara", platform).await;
        mara.says("/new compare printers").await;
        mara.hears("One quick question").await;
        mara.edits("compare printers", "/new compare plotters").await;
        mara.hears("#1 Changed: compare plotters.").await;
        mara.edits("compare printers", "/new compare plotters").await;
        mara.hears_nothing();
        mara.edits("compare printers", "/new compare printers").await;
        mara.hears("#1 Changed: compare printers.").await;
        mara.says("Speed").await;
        mara.reads("#1 Speed. Thanks.");
        mara.hears("Here is what I'll do").await;
        mara.edits("Speed", "Price").await;
        mara.hears(
            "#1 Your edit does not change the answer that I went on with: say what is different, and I take it up.",
        )
        .await;
        mara.edits("Speed", "Price, please").await;
        mara.hears_nothing();
    }
}

async fn an_edit_of_an_answer_counts_while_its_questions_are_open() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea(&input.idea).risk(0.9);
        if input.answered.is_empty() {
            plan.asks("What matters most?", &["Price", "Speed"]).asks("How many a day?", &["Few", "Many"]).into()
        } else {
            plan.into()
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/new compare printers").await;
    mara.hears("Two quick questions").await;
    mara.says("Speed").await;
    mara.edits("Speed", "Price").await;
    assert_eq!(office.ticket(1).await.rounds[0].answers, [Some("Price".to_owned()), None]);
    // Other words are understood like a later answer.
    mara.edits("Speed", "the price of ink").await;
    assert_eq!(office.ticket(1).await.rounds[0].answers, [Some("the price of ink".to_owned()), None]);
    mara.says("Few").await;
    mara.hears("Here is what I'll do").await;
    mara.edits("Few", "Few").await;
    mara.hears_nothing();
    mara.edits("Few", "Many").await;
    mara.hears("#1 Your edit does not change the answer that I went on with").await;
    assert_eq!(office.ticket(1).await.rounds[0].answers[1].as_deref(), Some("Few"));
}

/// With and without a model, each on another platform.
async fn offices() -> [(Office, Platform); 2] {
    [(Office::new().await, Discord), (Office::offline().await, Telegram)]
}

async fn an_edit_of_what_was_noted_changes_the_note() {
    for (office, platform) in offices().await {
        let mara = office.owner("Mara", platform).await;
        mara.says("note that the rent is due on the 3rd").await;
        mara.hears("Noted: the rent is due on the 3rd").await;
        for day in ["5th", "7th"] {
            mara.edits("note that the rent", &format!("note that the rent is due on the {day}")).await;
            mara.hears(&format!("Noted: the rent is due on the {day}\n[Undo]")).await;
        }
        mara.reads("Undone, not noted: the rent is due on the 3rd");
        mara.says("/note the key is with Jo").await;
        mara.hears("Noted: the key is with Jo").await;
        mara.edits("/note the key", "/note the key is with Kim").await;
        mara.hears("Noted: the key is with Kim").await;
        mara.says("add milk and eggs to the shopping list").await;
        mara.hears("Added to the shopping list: milk and eggs.").await;
        mara.edits("add milk and eggs", "add milk to the shopping list").await;
        mara.hears("Added to the shopping list: milk.").await;
        mara.says("/notes").await;
        let all = mara.hears("Notes").await;
        for (there, words) in
            [(true, "on the 7th"), (false, "on the 5th"), (true, "with Kim"), (false, "with Jo"), (false, "eggs")]
        {
            assert_eq!(all.contains(words), there, "{words}: {all}");
        }
        mara.hears_nothing();
    }
}

async fn an_edit_of_what_set_a_reminder_changes_the_reminder() {
    for (office, platform) in offices().await {
        let mara = office.owner("Mara", platform).await;
        mara.says("remind me tomorrow at 9 to call Kim").await;
        mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
        for (words, echo) in [
            ("remind me tomorrow at 10 to call Jo", "Changed. I'll remind you of “call Jo” on Tue 24 Nov, 10:00"),
            ("remind me every Monday at 8 to call Jo", "Changed. I'll remind you of “call Jo” every Monday at 08:00"),
            ("note that Jo is called Joanna", "Noted: Jo is called Joanna"),
        ] {
            mara.edits("remind me", words).await;
            mara.hears(echo).await;
        }
        // The words ask for no reminder any more.
        mara.reads("Deleted: “call Jo”.");
        mara.says("/remind water the plants tomorrow at 9").await;
        mara.hears("I'll remind you of “water the plants” on Tue 24 Nov, 09:00").await;
        mara.edits("/remind", "/remind water the plants tomorrow at 8").await;
        mara.hears("Changed. I'll remind you of “water the plants” on Tue 24 Nov, 08:00").await;
        mara.says("/schedules").await;
        let list = mara.hears("Scheduled").await;
        assert!(list.contains("“water the plants”, next Tue 24 Nov, 08:00") && !list.contains("call Jo"), "{list}");
        office.advance(TimeDelta::days(1)).await;
        mara.hears("Reminder: water the plants").await;
        mara.hears_nothing();
    }
}

async fn an_edit_that_cannot_be_done_leaves_what_is_there() {
    let unseen = "I don't act on edits of that message. If something is to change, send it as a new message.";
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    // Of several things nobody knows which one an edit is about.
    mara.says("remind me tomorrow at 9 to call Kim\nadd milk to the shopping list").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    mara.hears("Added to the shopping list: milk.").await;
    mara.edits("remind me", "remind me tomorrow at 10 to call Kim\nadd tea to the shopping list").await;
    mara.hears(unseen).await;
    // What was written down beside it stays.
    mara.says("note: Door: the blue key").await;
    mara.hears("Noted under “Door”: the blue key").await;
    mara.says("note: Door: it sticks").await;
    mara.hears("Noted under “Door”").await;
    mara.edits("note: Door: the blue key", "note: Gate: the blue key").await;
    mara.hears("Noted under “Gate”: the blue key").await;
    assert_eq!(mara.note("Door").await.as_deref(), Some("it sticks"));
    // What makes nothing is no other note.
    mara.edits("note: Door: it sticks", "/list").await;
    mara.hears(unseen).await;
    mara.hears_nothing();
}

async fn tickets_are_found_by_number_and_words() {
    let office = careful().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("fix login").await;
    mara.hears("Here is what I'll do").await;
    mara.says("/stats").await;
    mara.hears("1 ticket in all").await;
    mara.says("/new compare printers").await;
    mara.hears("Here is what I'll do").await;
    assert_eq!(mara.completes("Printer").await, ["#2 compare printers"]);
    assert_eq!(mara.completes("#1").await, ["#1 fix login"]);
    assert!(mara.completes("yacht").await.is_empty());
}

async fn who_may_only_read_is_not_asked_for_ideas() {
    let office = careful().await;
    let kim = office.member("Kim", Telegram, Role::Observer).await;
    kim.says("/start").await;
    let welcome = kim.hears("Hello Kim. You can read along here").await;
    assert!(!welcome.contains('['), "{welcome}");
    kim.says("/list").await;
    assert_eq!(kim.hears("Nothing open.").await, "Nothing open.");
}

async fn somebody_without_a_name_is_not_called_owner() {
    let office = Office::deciding().await;
    let mut nobody = office.owner("Owner", Telegram).await;
    nobody.who.name = String::new();
    nobody.wants_offers().await;
    nobody.hears("You can decide.").await;
    nobody.presses("★").await;
    nobody.hears("Take offer C").await;
    office.member("Kim", Telegram, Role::Approver).await;
    nobody.says("compare three more offers").await;
    nobody.hears("▸").await;
    nobody.hears("Kim or an owner can decide.").await;
    nobody.presses("★").await;
    nobody.hears("Take offer C").await;
}
