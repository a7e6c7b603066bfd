//! Slips of the finger are asked about, and every question has a way out.

use crate::support::{Office, idea};
use secretary::secretary::inbound::Platform::{Telegram, Web};

stories![
    a_slip_in_what_is_wanted_is_asked_about,
    words_with_a_slip_may_be_meant_as_they_are,
    a_command_with_a_space_too_many_is_a_command,
    a_question_back_may_be_left_alone,
];

async fn a_slip_in_what_is_wanted_is_asked_about() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("serach for a plumber near the shop").await;
    mara.hears("Did you mean “search for a plumber near the shop”?").await;
    mara.presses("Yes").await;
    assert!(!mara.offers("As I wrote it"), "{}", office.transcript());
    mara.hears_all();
    // In reminders the rules read over it.
    mara.says("remnd me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
}

async fn words_with_a_slip_may_be_meant_as_they_are() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ntoe that the plate is B-MX 123").await;
    mara.hears("Did you mean “note that the plate is B-MX 123”?").await;
    assert_eq!(mara.presses("Never mind").await, "All right, I leave it as it is.");
    assert!(!mara.offers("As I wrote it"), "{}", office.transcript());
    mara.says("/list").await;
    mara.hears("Nothing open.").await;
}

async fn a_command_with_a_space_too_many_is_a_command() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/ list").await;
    mara.hears("Nothing open.").await;
    mara.says("/stats").await;
    mara.hears("No tickets yet. Send me an idea, and it becomes one.").await;
}

async fn a_question_back_may_be_left_alone() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").asks("What matters?", &["Price", "Speed"]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("One quick question").await;
    mara.says("what about printers?").await;
    mara.hears("Does that answer my questions about #1, or is it something new?").await;
    assert_eq!(mara.presses("Never mind").await, "All right, I leave it as it is.");
    assert!(!mara.offers("New idea") && mara.offers("Speed"), "{}", office.transcript());
}
