//! What a message is about when several things are open.

use super::deciding;
use crate::support::{Office, ask_for_decision, decision, idea, said};
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::secretary::plan::Kind;

stories![
    for_which_one,
    an_addition_is_heard_by_the_run,
    not_an_addition_after_all,
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
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare hosting").await;
    mara.hears("#1 One quick question").await;
    mara.says("/new compare printers").await;
    mara.hears("#2 One quick question").await;
    mara.says("Speed").await;
    let which = mara.hears("For which one is “Speed”?").await;
    assert!(which.contains("[#2 compare printers]\n[#1 compare hosting]\n[New idea]"), "{which}");
    let (first, new) = (mara.data("#1 compare hosting"), mara.data("New idea"));
    mara.presses_data(&first, "#1 compare hosting").await;
    mara.reads("#1 Speed. Thanks.");
    mara.reads("For which one is “Speed”?\n→ #1 compare hosting");
    mara.hears("#1 Here is what I'll do").await;
    assert_eq!(mara.presses_data(&new, "New idea").await, "That went to #1 already.");
    // Only one question is open now, so plain words answer it.
    mara.says("price").await;
    mara.reads("#2 Price. Thanks.");
    mara.hears("#2 Here is what I'll do").await;
}

/// A mind that takes everything after the first idea for an addition.
fn adding(office: &Office) {
    office.reads(|input| match input.running {
        Some(_) => idea("More").kind(Kind::Addition).into(),
        None => idea("Hosting offers").into(),
    });
}

async fn an_addition_is_heard_by_the_run() {
    let office = Office::new().await;
    adding(&office);
    office.works(|input| match input.said.iter().any(|s| s.contains("support at night")) {
        true => said("Offer A has support at night."),
        false => said("Offer C is cheap."),
    });
    office.writes(|input| said(&input.results[0].text));
    let mara = office.owner("Mara", Telegram).await;
    mara.says_meanwhile("Hosting", "and check their support at night");
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("Added to #1: “and check their support at night”").await;
    mara.hears("#1 Added: and check their support at night.").await;
    mara.hears("Offer A has support at night.").await;
}

async fn not_an_addition_after_all() {
    let office = Office::new().await;
    adding(&office);
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision").await;
    mara.says("find a printer").await;
    mara.hears("Added to #1: “find a printer”\n[Make it a new idea]").await;
    mara.hears("#1 Added: find a printer.").await;
    mara.presses("Make it a new idea").await;
    mara.hears("▸").await;
    mara.hears("#3 One decision").await;
    mara.says("/cancel 1").await;
    mara.hears("#1 Cancelled").await;
    mara.says("/cancel 3").await;
    mara.hears("#3 Cancelled").await;
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
