//! `/clarify`: being asked again, and being asked at all where questions are switched off.

use crate::support::{Discord, Office, Telegram, Web, curious, idea};

stories![
    open_questions_are_asked_again,
    with_questions_off_the_card_waits_and_offers_to_ask,
    when_nothing_is_unclear_it_says_so,
    past_the_questions_it_says_what_helps_instead,
    agreed_work_waits_for_its_button_where_dispatch_is_off,
    questions_and_the_plan_are_framed_in_the_language_of_whoever_reads_them,
];

async fn open_questions_are_asked_again() {
    let office = Office::new().await;
    curious(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Two quick questions (1/2)").await;
    mara.presses("Price").await;
    mara.says("/clarify 1").await;
    mara.reads("#1 I ask again below.");
    let again = mara.hears("#1 Two quick questions (1/2)").await;
    assert!(again.contains("1) What matters most? ✔ Price") && again.contains("[under 500]"), "{again}");
    mara.replies("Two quick questions", "500-5,000").await;
    mara.reads("#1 1) Price · 2) 500-5,000. Thanks.");
    mara.hears("One quick question (2/2)").await;
    mara.says("/clarify #1").await;
    mara.hears("One quick question (2/2)").await;
    mara.presses("EU").await;
    mara.hears("#1 Here is what I'll do").await;
    mara.says("/clarify 1").await;
    mara.hears("I have asked twice about #1 and won't a third time.").await;
    mara.reads("[Start] [Edit] [Cancel]");
}

async fn with_questions_off_the_card_waits_and_offers_to_ask() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Hosting");
        let plan = if input.answered.is_empty() { plan.asks("What matters most?", &["Price", "Speed"]) } else { plan };
        plan.into()
    });
    let mara = office.owner("Mara", Discord).await;
    mara.says("/settings auto_clarify off").await;
    mara.hears("auto_clarify off").await;
    mara.says("compare three hosting offers").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("I assume: What matters most? Price.") && card.contains("[Ask me first]"), "{card}");
    let old = mara.data("Start");
    mara.presses("Ask me first").await;
    mara.reads("Taken back for questions. A new version follows.");
    mara.hears("#1 Let me see what is unclear.").await;
    mara.hears("#1 One quick question (1/2)").await;
    assert!(mara.presses_data(&old, "Start").await.contains("That card was changed. A new one follows."));
    mara.presses("Speed").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("[Start] [Edit] [Cancel]"), "{card}");
    assert!(mara.presses_data(&old, "Start").await.contains("Press Start on the newest one below"), "of an older card");
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn when_nothing_is_unclear_it_says_so() {
    let office = Office::new().await;
    office.reads(|_| idea("Rent").no_tasks().task("t1", "planner", "Write the note", &[]).into());
    let you = office.owner("You", Web).await;
    you.says("write down what the rent costs").await;
    you.hears("#1 Here is what I'll do").await;
    you.says("/clarify 1").await;
    you.hears("#1 Let me see what is unclear.").await;
    you.hears("#1 Nothing is unclear to me. Here is what I'll do").await;
    you.presses("Start").await;
    you.hears("▸").await;
    you.hears("Take offer C").await;
}

async fn past_the_questions_it_says_what_helps_instead() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/clarify").await;
    mara.hears("Which ticket? Send for example: /clarify 12.").await;
    mara.says("/clarify 7").await;
    mara.hears("I don't know a ticket #7.").await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    mara.says("/clarify 1").await;
    mara.hears("#1 is being worked on already. Reply to one of its messages to add or correct something.").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.says("/clarify 1").await;
    mara.hears("#1 is done already.").await;
}

async fn agreed_work_waits_for_its_button_where_dispatch_is_off() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    mara.says("/settings auto_dispatch off").await;
    mara.hears("auto_dispatch off").await;
    mara.says("compare three hosting offers").await;
    mara.hears("#1 Here is what I'll do").await;
    assert_eq!(mara.presses("Start").await, "Agreed.");
    mara.reads("Agreed by Mara. Work waits for your word.\n[Dispatch]");
    office.restart().await;
    office.advance(chrono::TimeDelta::days(1)).await;
    assert_eq!(office.thoughts(), 1, "nothing starts by itself");
    assert_eq!(mara.presses("Dispatch").await, "Started.");
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn questions_and_the_plan_are_framed_in_the_language_of_whoever_reads_them() {
    let office = Office::new().await;
    curious(&office);
    let mara = office.owner("Mara", Discord).await.speaking("de");
    mara.says("compare three hosting offers").await;
    let asked = mara.hears("#1 Zwei kurze Fragen (1/2):").await;
    for said in ["1) What matters most?", "[Price]", "Tippe, oder schreib deine Antworten", "[Entscheide du]"] {
        assert!(asked.contains(said), "{said} is not in {asked}");
    }
    mara.presses("Price").await;
    mara.replies("Zwei kurze Fragen", "500-5,000").await;
    mara.reads("#1 1) Price · 2) 500-5,000. Danke.");
    mara.hears("#1 Eine kurze Frage (2/2):").await;
    mara.presses("EU").await;
    let card = mara.hears("#1 Das habe ich vor").await;
    for said in [
        "Hosting offers: compare them and recommend one.",
        "Fertig, wenn: one recommendation with reasons",
        "Daran arbeitet: ",
        "Ich nehme an: ",
        "data centre in the EU",
        ". Sag es, wenn das nicht stimmt.",
        "[Starten] [Ändern] [Abbrechen]",
    ] {
        assert!(card.contains(said), "{said} is not in {card}");
    }
    assert_eq!(mara.presses("Ändern").await, "#1 Was soll anders sein?");
    assert_eq!(mara.presses("Starten").await, "Gestartet.");
    mara.hears_all();
}
