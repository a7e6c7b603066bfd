//! The built-in rules in place of a model: what they can do, done; what they cannot, said.

use crate::support::Office;
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Telegram, Web};

stories![
    a_sum_is_answered_in_one_message,
    a_page_is_read_and_its_words_are_quoted,
    what_needs_a_model_is_said_plainly,
    words_beside_running_work_may_be_added_with_a_button,
    a_choice_is_put_to_the_person,
];

async fn a_sum_is_answered_in_one_message() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("What is 19% of 240?").await;
    mara.hears("19% of 240 = 45.6").await;
    mara.says("100 euros in dollars").await;
    mara.hears("I can't work that out. Exchange rates change by the hour").await;
    mara.says("how many days until 24 December?").await;
    mara.hears("31 days, that is 4 weeks and 3 days until Thursday, 24 December 2026.").await;
    mara.hears_nothing();
}

async fn a_page_is_read_and_its_words_are_quoted() {
    let office = Office::offline().await;
    office.page("https://example.org/offer", "Offer C costs 12 euros a month.");
    let you = office.owner("You", Web).await;
    you.says("read https://example.org/offer").await;
    you.hears("▸ Researcher: reading example.org/offer").await;
    let report = you.hears("> Offer C costs 12 euros a month.").await;
    assert!(report.contains("https://example.org/offer"), "{report}");
}

async fn what_needs_a_model_is_said_plainly() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers for the shop and tell me what to take").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.presses("Use your judgement").await;
    mara.reads("my judgement (Price)");
    let told =
        mara.hears("#1 Finding and judging them myself needs a language model; none is connected here yet.").await;
    assert!(told.contains("once that changes, /dispatch 1 starts it") && !told.contains("Try now"), "{told}");
    mara.presses("Cancel").await;
    mara.hears("#1 Cancelled by Mara").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

async fn words_beside_running_work_may_be_added_with_a_button() {
    for typed in [false, true] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare Hetzner, Strato and Netcup").await;
        mara.hears("Here is what I'll do").await;
        mara.presses("Start").await;
        mara.hears("▸").await;
        mara.hears("#1 One decision for you").await;
        mara.says("mind the notice period").await;
        mara.hears("#2 Two quick questions").await;
        if typed {
            mara.says("add it to #1").await;
            mara.hears("Added to #1.").await;
        } else {
            assert_eq!(mara.presses("Add to #1").await, "Added to #1.");
        }
        mara.reads("Added to #1: “mind the notice period”\n[Make it a new idea]");
        mara.reads("#2 These questions are settled.");
        mara.hears("#1 Added: mind the notice period.").await;
        mara.presses("Netcup").await;
        let report = mara.hears("#1").await;
        assert!(report.contains("Netcup"), "{report}");
        mara.hears_nothing();
    }
}

async fn a_choice_is_put_to_the_person() {
    let office = Office::offline().await;
    let you = office.owner("You", Web).await;
    you.says("ask me to decide between tea and coffee").await;
    you.hears("▸").await;
    let prompt = you.hears("#1 One decision for you").await;
    assert!(prompt.to_lowercase().contains("[tea]\n[coffee]\n[other…]"), "{prompt}");
    you.fills("Other…", "water").await;
    you.hears("water").await;
}
