//! What a message is about when several things are open.

use crate::support::{Office, ask_for_decision, decision, idea, said};
use secretary::secretary::intent::{Answered, Change, Intent, ItemKind};
use secretary::secretary::message::inbound::Platform::{Discord, Telegram};

stories![
    for_which_one,
    an_addition_is_heard_by_the_run,
    an_edited_message_is_a_correction,
    words_for_an_agent_that_waits,
];

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
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
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
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.replies("▸", "and mind the notice period").await;
    mara.hears("#1 Added: and mind the notice period.").await;
    mara.presses("★").await;
    mara.hears("The person decided: Only monthly terms; told: and mind the notice period").await;
}
