//! Bad input: each gets a sentence that says what is wrong and what to do, and loses nothing.

use crate::support::{Content, Office, Telegram, Web, said};
use secretary::secretary::inbound::FileKind;

stories![
    nothing_and_nonsense,
    a_hundred_thousand_characters,
    forged_and_truncated_buttons,
    every_list_and_help_reads_well,
    files_go_along_with_what_a_person_chooses,
];

async fn nothing_and_nonsense() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    for odd in ["", "   ", "🙂🙂🎉", "/new", "/new 🙂"] {
        mara.says(odd).await;
        let text = mara.hears("").await;
        assert!(text.contains("I can't make an idea of that") || text.contains("What is the idea?"), "{odd}: {text}");
    }
    mara.says("?!").await;
    mara.hears("Just tell me what you need, for example:").await;
    mara.says("/lst").await;
    mara.hears("I don't know /lst. Did you mean /list? /help all lists everything.").await;
    mara.says("/show 99").await;
    mara.hears("I don't know a ticket #99. /list shows the open ones.").await;
    mara.says("/show twelve").await;
    mara.hears("“twelve” is no ticket number. Send for example: /show 12").await;
    mara.says("/show").await;
    mara.hears("Which ticket? Send for example: /show 12. /list shows the numbers.").await;
    mara.says("/room kitchen on").await;
    mara.hears("Send for example: /room decisions on.").await;
    mara.says("/invite king").await;
    mara.hears("Invite as requester, approver, observer or owner.").await;
    mara.says("/settings colour blue").await;
    mara.hears("There is no setting “colour”.").await;
}

async fn a_hundred_thousand_characters() {
    let (_, mara) = Office::owned_by("Mara", Web).await;
    mara.says(&"word ".repeat(20_000)).await;
    let receipt = mara.hears("Got it").await;
    assert!(receipt.contains("I keep all of it and read the first 20,000."), "{receipt}");
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.says("/show 1").await;
    mara.hears("#1 Hosting offers").await;
}

async fn forged_and_truncated_buttons() {
    let office = Office::new().await;
    office.works(|_| crate::support::ask_for_decision());
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    let good = mara.data("★");
    let token = good.split('.').nth(1).unwrap().to_owned();
    let forged = [
        String::new(),
        "1".to_owned(),
        good[..good.len() - 3].to_owned(),
        format!("1.{token}.99"),
        format!("1.{token}.-1"),
        format!("1.{token}.0.0"),
        format!("2.{token}.0"),
        format!("1.{}.0", token.to_lowercase()),
        "1.AAAAAAAAAAAAAAAAAAAAAA.0".to_owned(),
        "🙂".repeat(16),
        "'; DROP TABLE tickets; --".to_owned(),
    ];
    for data in forged {
        let answer = mara.presses_data(&data, "forged").await;
        assert!(answer.starts_with("That button has done its work."), "{data}: {answer}");
    }
    mara.hears_nothing();
    mara.says("/cancel 1").await;
    mara.hears("Cancelled").await;
    assert_eq!(mara.presses_data(&good, "★").await, "This decision is not needed any more.");
}

async fn every_list_and_help_reads_well() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    for command in [
        "/start",
        "/help",
        "/list",
        "/list all",
        "/list done",
        "/list failed",
        "/decisions",
        "/agents",
        "/report",
        "/reports",
        "/schedules",
        "/stats",
        "/timezone",
        "/room",
        "/members",
        "/settings",
    ] {
        mara.says(command).await;
        mara.hears("").await;
    }
    let said = office.transcript();
    for sentence in [
        "Nothing open. Send me an idea, or try:",
        "Planner, free: Turns a goal into steps",
        "Nothing waits for a decision.",
        "Your time zone is Berlin (here it is 09:0",
        "ideas: yes, everything you write me",
        "Mara, owner (on Telegram)",
        "Thinking: a scripted model",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
}

async fn files_go_along_with_what_a_person_chooses() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    // A model that is too weak to say what a message means.
    office.reads(|_| said("Sure! Here is the JSON"));
    let sends = |id: &str, words: &str, name: &str| Content::Text {
        message: id.to_owned(),
        text: words.to_owned(),
        addressed: true,
        reply_to: None,
        attachments: vec![mara.has(name, FileKind::Document, b"Offer: 3 chairs for 90 EUR")],
        forwarded: false,
        refers: Vec::new(),
    };
    mara.happens(sends("70", "compare the offers", "first.pdf")).await;
    let asked = mara.hears("I am not sure what this is about.").await;
    // A note would keep the words alone.
    assert!(asked.contains("[New idea]") && !asked.contains("[Keep as a note]"), "{asked}");
    mara.presses("New idea").await;
    mara.hears("Here is what I'll do").await;
    assert_eq!(office.ticket(1).await.received[0].name, "first.pdf");
    mara.happens(sends("71", "and this one", "second.pdf")).await;
    mara.hears("I am not sure what this is about.").await;
    mara.presses("For #1").await;
    let names: Vec<String> = office.ticket(1).await.received.into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["first.pdf", "second.pdf"]);
    mara.hears_all();
}
