//! When something fails on the secretary's own side: plain words, what comes next, and a name under which the log has
//! the failure.

use crate::support::{Discord, Log, Office, Purposes, Telegram, Web, call, idea, json, said};
use secretary::ports::chat::ChatError;

stories![
    a_message_that_cannot_be_handled,
    a_step_of_a_ticket_that_cannot_be_handled,
    a_tool_that_breaks,
    an_answer_of_no_use,
    a_message_a_platform_does_not_take,
    an_event_the_program_does_not_outlive_is_kept_aside_after_three_starts,
    a_message_the_program_does_not_outlive_is_given_up_after_four_ends,
];

/// The name of the failure a message tells, which is nowhere but in the log line of that failure.
fn named(message: &str, log: &Log, about: &str) -> String {
    let (_, rest) = message.split_once("Note E-").unwrap_or_else(|| panic!("no name in: {message}"));
    let id = format!("E-{}", &rest[..4]);
    assert!(message.contains(&format!("Note {id} for the one who looks after me.")), "{message}");
    let lines = log.lines(&format!("error_id={id}"));
    assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(about)), "{id}: {lines:?}");
    id
}

async fn a_message_that_cannot_be_handled() {
    let (log, _guard) = Log::listen();
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.is_broken(true);
    mara.says("/settings model").await;
    let told = mara.hears("I stumbled over one of your messages and could not handle it.").await;
    named(&told, &log, "an event could not be decided");
    office.is_broken(false);
    mara.says("/settings model").await;
    mara.hears("Language model").await;
    // What is merely wrong has no name.
    for wrong in ["/show 99", "/lst", "/settings colour blue", "/decide 1 2", "/report daily 25:00"] {
        mara.says(wrong).await;
        let told = mara.hears("").await;
        assert!(!told.contains("E-") && log.lines("error_id").len() == 3, "{told}");
    }
}

async fn a_step_of_a_ticket_that_cannot_be_handled() {
    let (log, _guard) = Log::listen();
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    let same = office.clone();
    office.works(move |_| {
        same.is_broken(true);
        said("Offer C.")
    });
    mara.says("compare printers").await;
    mara.hears("▸").await;
    let told = mara.hears("#2 I stumbled while working on this. Everything is kept.").await;
    let id = named(&told, &log, "an event could not be decided");
    // What its run said before that could not be handled either, under a name of its own.
    let told = mara.hears("#2 I stumbled").await;
    assert_ne!(named(&told, &log, "an event could not be decided"), id);
    office.is_broken(false);
    office.works(|_| said("Offer C."));
    mara.presses("Try again").await;
}

async fn a_tool_that_breaks() {
    let (log, _guard) = Log::listen();
    let office = Office::new().await;
    office.reads(|_| idea("A letter").no_tasks().task("t1", "writer", "A letter", &[]).into());
    office.works(|_| call("write_file", json!({"path": "letter.md", "text": "Dear all"})));
    let mara = office.owner("Mara", Web).await;
    office.loses_its_disk();
    mara.says("write a letter to the landlord").await;
    mara.hears("▸").await;
    office.advance(chrono::TimeDelta::seconds(30)).await;
    let told = mara.hears("“A letter” did not work. What now?").await;
    assert!(told.contains(" cannot get at the folder I keep files in (DATA_DIR). The one who looks after me must look at it and at its disk; then try again."), "{told}");
    named(&told, &log, "a run cannot go on without its files");
    mara.presses("Leave it out").await;
    let told = mara.hears("#1 I could not finish this").await;
    named(&told, &log, "a run cannot go on without its files");
}

async fn an_answer_of_no_use() {
    let (log, _guard) = Log::listen();
    let office = Office::new().await;
    office.works(|_| said(""));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    office.advance(chrono::TimeDelta::seconds(30)).await;
    let told = mara.hears("did not work. What now?").await;
    assert!(told.contains("he language model gave no answer I could use."), "{told}");
    named(&told, &log, "the language model was of no use");
}

async fn a_message_a_platform_does_not_take() {
    let (log, _guard) = Log::listen();
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let no = || ChatError::Refused("Bad Request: TEXTUALLY_IMPOSSIBLE".to_owned());
    office.mishaps(Telegram, [no()]);
    mara.says("/list").await;
    let told = mara.hears("I could not show you my answer here. Please try again").await;
    assert!(!told.contains("IMPOSSIBLE"), "{told}");
    named(&told, &log, "a platform refused a message");
    // If that is refused as well, there is an end to it.
    office.mishaps(Telegram, [no(), no()]);
    mara.says("/list").await;
    mara.hears_nothing();
    // A report nobody saw is told of with its number; one copy in another room says nothing about the others.
    let reports = office.room("Reports", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    let there = mara.in_group(&reports);
    there.hears("Take offer C").await;
    let same = office.clone();
    office.writes(move |_| {
        same.mishaps(Discord, [no()]);
        said("Take offer D.")
    });
    mara.says("compare printers").await;
    mara.hears("▸").await;
    mara.hears("Take offer D").await;
    let told = there.hears("#2 I could not show you a message about this here. /show 2 tells how it stands.").await;
    named(&told, &log, "a platform refused a message");
}

async fn an_event_the_program_does_not_outlive_is_kept_aside_after_three_starts() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.owner("Kim", Discord).await;
    let (before, deadly, after) = (kim.writes("/agents"), mara.writes("compare poisoned cakes"), kim.writes("/list"));
    let behind = mara.writes("/decisions");
    office.dies_of("poisoned", vec![before, deadly, after, behind]).await;
    kim.hears("Researcher").await;
    let told = mara.hears("I stumbled over one of your messages and could not handle it. I kept it").await;
    assert!(told.contains("Note E-"), "{told}");
    kim.hears("Nothing open").await;
    mara.hears("Nothing waits for a decision.").await;
    assert_eq!(office.starts(), 5, "the first, the one after it died, and three that died of it");
    mara.says("compare cakes").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
}

async fn a_message_the_program_does_not_outlive_is_given_up_after_four_ends() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    office.dies_posting("Take offer C");
    mara.wants_offers().await;
    let told = mara.hears("#1 I could not show you a message about this here").await;
    assert!(told.contains("Note E-"), "{told}");
    // Twice with others around it, twice alone.
    assert_eq!(office.starts(), 5);
    mara.says("/list done").await;
    mara.hears("#1").await;
}
