//! What a message is about when several things are open.

use crate::support::{Discord, Office, Telegram, ask_for_decision, decision, idea, said};
use secretary::secretary::intent::{Answered, Change, Intent, ItemKind};
use std::sync::{Arc, Mutex};

stories![
    for_which_one,
    an_addition_is_heard_by_the_run,
    an_edited_message_is_a_correction,
    words_for_an_agent_that_waits,
    a_reply_is_about_the_message_it_replies_to,
    a_question_about_words_takes_yes_a_number_or_a_label,
];

/// What the model is told of the messages replied to: the kind of their item, and their text.
type Told = Arc<Mutex<Vec<(Option<ItemKind>, String)>>>;

fn told_of_replies(office: &Office) -> Told {
    let told = Told::default();
    let same = told.clone();
    office.understands(move |input| {
        if let Some(to) = &input.reply_to {
            let item = input.items.iter().find(|item| Some(&item.handle) == to.item.as_ref());
            same.lock().unwrap().push((item.map(|item| item.kind), to.text.clone()));
        }
        None
    });
    told
}

async fn a_reply_is_about_the_message_it_replies_to() {
    let office = Office::new().await;
    let told = told_of_replies(&office);
    let last = || told.lock().unwrap().last().cloned().expect("a reply");
    crate::support::deciding(&office);
    let report = "The notice periods of all offers, one after the other. ".repeat(11);
    office.writes(move |_| said(&report));
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    // The work takes words beside the decision that is open.
    mara.replies("▸", "and mind the notice period").await;
    mara.hears("#1 Added: and mind the notice period.").await;
    let (kind, text) = last();
    assert_eq!(kind, Some(ItemKind::Ticket));
    assert!(text.starts_with("#1 ▸ waiting for your decision"), "{text}");
    mara.reads("One decision");
    office.means("Norway", |_| Intent::Reply { text: "Oslo.".to_owned() });
    mara.says("what is the capital of Norway?").await;
    mara.hears("Oslo.").await;
    mara.replies("One decision", "take whatever ends soonest").await;
    // Its prompt is not the last message, so the decision is told here, too.
    mara.hears("#1 ✔ take whatever ends soonest").await;
    let (kind, text) = last();
    assert_eq!(kind, Some(ItemKind::Decision));
    assert!(text.contains("Offer B is cheapest"), "{text}");
    mara.hears_all();
    // Of a long message the model sees the beginning.
    mara.replies("The notice periods", "leave out offer A").await;
    let (kind, text) = last();
    assert_eq!((kind, text.chars().count()), (Some(ItemKind::Report), 500));
    assert!(text.contains("The notice periods of all offers"), "{text}");
    mara.hears_all();
}

async fn for_which_one() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea(&input.idea);
        if input.answered.is_empty() {
            plan.asks("What matters most?", &["Price", "Speed"]).into()
        } else {
            plan.into()
        }
    });
    // The model knows from the talk which of the two questions is meant.
    office.means("Speed", |input| {
        let first = input.items.iter().find(|item| item.kind == ItemKind::Question && item.line.contains("#1"));
        let answers = vec![Answered { question: 1, option: Some(2), text: String::new() }];
        Intent::Answer { item: first.map(|item| item.handle.clone()).unwrap_or_default(), answers }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare hosting").await;
    mara.hears("#1 One quick question").await;
    mara.says("/new compare printers").await;
    mara.hears("#2 One quick question").await;
    mara.says("Speed").await;
    mara.reads("#1 Speed. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
    mara.lacks("#2 Here is what I'll do");
    // Only one question is open now, so plain words answer it.
    mara.says("price").await;
    mara.reads("#2 Price. Thanks.");
    mara.hears("#2 Here is what I'll do").await;
}

/// What contains these words belongs to the work that is open.
fn adding(office: &Office, words: &str, kind: ItemKind) {
    office.means(words, move |input| {
        let work = input.items.iter().find(|item| item.kind == kind);
        let item = work.map(|item| item.handle.clone()).unwrap_or_default();
        Intent::AddTo(Change { item, text: input.message.clone(), sure: true })
    });
}

async fn an_addition_is_heard_by_the_run() {
    let office = Office::new().await;
    adding(&office, "support at night", ItemKind::Ticket);
    office.works(|input| match input.said.iter().any(|s| s.contains("support at night")) {
        true => said("Offer A has support at night."),
        false => said("Offer C is cheap."),
    });
    office.writes(|input| said(&input.results[0].text));
    let mara = office.owner("Mara", Telegram).await;
    mara.says_meanwhile("Hosting", "and check their support at night");
    mara.wants_offers().await;
    mara.hears("#1 Added: and check their support at night.").await;
    mara.hears("Offer A has support at night.").await;
}

async fn an_edited_message_is_a_correction() {
    let office = Office::new().await;
    office.reads(|input| {
        let title = if input.edits.is_empty() { "Three offers" } else { "Four offers" };
        idea(title).risk(0.9).into()
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three offers").await;
    mara.hears("Three offers: compare them").await;
    mara.edits("compare three", "compare four offers").await;
    mara.hears("Four offers: compare them").await;
    mara.says("/cancel 1").await;
    mara.hears("Cancelled").await;
    mara.edits("compare three", "compare five offers").await;
    mara.hears("I don't act on edits of that message.").await;
    mara.edits("compare three", "compare six offers").await;
    mara.hears_nothing();
}

async fn words_for_an_agent_that_waits() {
    let office = Office::new().await;
    adding(&office, "notice period", ItemKind::Decision);
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("{answer}; told: {}", input.said.last().cloned().unwrap_or_default())),
    });
    office.writes(|input| said(&input.results[0].text));
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    mara.replies("▸", "and mind the notice period").await;
    mara.hears("#1 Added: and mind the notice period.").await;
    mara.presses("★").await;
    mara.hears("The person decided: Only monthly terms; told: and mind the notice period").await;
}

async fn a_question_about_words_takes_yes_a_number_or_a_label() {
    for (words, typed, told) in [
        ("let us begin", "yes", "▸"),
        ("let us begin", "Start #2", "▸"),
        ("let us begin", "2", "I leave it as it is"),
        ("pause", "2", "#1 Paused."),
        ("pause", "Pause #1 Hosting offers", "#1 Paused."),
        // Whether somebody is sure, a press alone says.
        ("/cancel all", "1", "#3 Here is what I'll do"),
    ] {
        let office = Office::new().await;
        office.reads(|_| idea("Hosting offers").risk(0.9).into());
        office.means("let us begin", |input| {
            let card = input.items.iter().find(|item| item.line.starts_with("#2")).expect("a card");
            Intent::Start { item: card.handle.clone() }
        });
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.says("compare what the shop sells").await;
        mara.says(words).await;
        mara.hears_all();
        mara.says(typed).await;
        mara.hears(told).await;
        mara.hears_all();
    }
}
