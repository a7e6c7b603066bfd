//! Decisions in the language and the time zone of each who reads them.

use crate::support::{Discord, Office, Purposes, Role, Telegram};

stories![
    questions_come_in_the_language_of_the_app_as_it_is_now,
    everybody_reads_moments_in_their_own_zone,
    everybody_reads_a_question_in_their_own_language,
    whoever_said_no_zone_reads_moments_in_the_one_that_holds_for_all,
    words_that_come_too_late_are_given_back_in_one_language,
];

async fn everybody_reads_moments_in_their_own_zone() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    kim.says("/timezone America/New_York").await;
    kim.hears("New York").await;
    kim.says("/room decisions on").await;
    kim.hears("decisions: yes").await;
    mara.says("/timezone Asia/Tokyo").await;
    mara.hears("Tokyo").await;
    mara.says("/room decisions on").await;
    mara.hears("decisions: yes").await;
    mara.wants_offers().await;
    // Nine in the morning in Berlin, whose zone this house is in; nobody set one for groups, so that one is named there.
    assert!(mara.hears("One decision for you").await.contains("(Tokyo)"));
    assert!(kim.hears("One decision for you").await.contains("(New York)"));
    let there = kim.in_group(&ops).hears("One decision for you").await;
    assert!(there.contains("(Berlin)") && !there.contains("(Tokyo)"), "{there}");
    kim.presses("★").await;
    mara.reads("✔ Only monthly terms. Kim, 17:");
    kim.reads("✔ Only monthly terms. Kim, 03:");
    let shown = kim.in_group(&ops).copies("✔ Only monthly terms.").pop().expect("the outcome in the group").text;
    let outcome = |line: &str| line.starts_with("✔ Only monthly terms. Kim, 09:") && line.ends_with(" (Berlin)");
    assert!(shown.lines().any(outcome), "{shown}");
    kim.lacks(" (Berlin)");
    mara.hears("Take offer C").await;
    mara.says("/settings timezone Europe/London").await;
    mara.hears("London").await;
    mara.says("compare three hosting offers again").await;
    assert!(kim.in_group(&ops).hears("One decision for you").await.contains("(London)"));
    mara.hears_all();
    kim.hears_all();
}

async fn everybody_reads_a_question_in_their_own_language() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.speaking("de");
    let li = office.member("Li", Telegram, Role::Approver).await.speaking("zh-hans");
    for voice in [&mara, &kim, &li] {
        voice.says("/room decisions on").await;
        voice.hears("decisions: yes").await;
    }
    mara.wants_offers().await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Without an answer nothing happens. Researcher asks this."), "{prompt}");
    let prompt = kim.hears("#1 Eine Entscheidung für dich").await;
    for said in [
        "May I recommend it?",
        "1. ★ Only monthly terms (€3 more a month)",
        "★ weil: you may move soon",
        "Ich warte auf dich und erinnere dich am Mo 23. Nov., 18:00 (Berlin). Ohne Antwort passiert nichts. Researcher fragt das.",
        "Mara, Kim oder Li darf entscheiden.",
    ] {
        assert!(prompt.contains(said), "{said} is not in {prompt}");
    }
    assert!(kim.offers("Etwas anderes…") && !kim.offers("Other…"));
    assert!(li.hears("#1 有一件事要你决定").await.contains("可以决定"));
    let data = kim.data("24 months");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.reads("#1 Decided");
    kim.reads("#1 Entschieden");
    kim.reads("✔ Only monthly terms. Mara, ");
    let late = kim.presses_data(&data, "24 months").await;
    assert!(late.contains("ntschieden von Mara") && late.ends_with(": Only monthly terms."), "{late}");
    let late = li.presses_data(&data, "24 months").await;
    assert!(late.starts_with("Mara ") && late.contains("已决定：Only monthly terms。"), "{late}");
    for voice in [&mara, &kim, &li] {
        voice.hears_all();
    }
}

async fn questions_come_in_the_language_of_the_app_as_it_is_now() {
    let office = Office::deciding().await;
    let kim = office.owner("Kim", Discord).await.speaking("en");
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    kim.speaking("de").says("compare three hosting offers").await;
    kim.hears("▸").await;
    kim.hears("Eine Entscheidung für dich").await;
    kim.hears_all();
}

async fn whoever_said_no_zone_reads_moments_in_the_one_that_holds_for_all() {
    let office = Office::deciding().await;
    let olga = office.newcomer("Olga", Telegram, Role::Owner).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    olga.says("/room decisions on").await;
    olga.hears("decisions: yes").await;
    kim.says("/timezone America/New_York").await;
    kim.hears("New York").await;
    kim.wants_offers().await;
    assert!(kim.hears("One decision for you").await.contains("(New York)"));
    let prompt = olga.hears("One decision for you").await;
    assert!(prompt.contains("(Berlin)") && !prompt.contains("New York"), "{prompt}");
    kim.presses("★").await;
    olga.reads("✔ Only monthly terms. Kim, 09:");
    kim.reads("✔ Only monthly terms. Kim, 03:");
    kim.hears("Take offer C").await;
    olga.hears_all();
}

async fn words_that_come_too_late_are_given_back_in_one_language() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.speaking("fr");
    for voice in [&mara, &kim] {
        voice.says("/room decisions on").await;
        voice.hears("decisions: yes").await;
    }
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    kim.hears("#1 Une décision pour toi").await;
    let data = kim.data("Autre…");
    // The form is in the language of whoever opens it.
    assert_eq!(kim.presses("Autre…").await, "#1 Ta propre réponse");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    let late = kim.sends_form(&data, "purple please").await;
    let whole = "Only monthly terms. #1 est déjà terminé. Réponds à son rapport pour le faire revoir. Tu as écrit : \
                 « purple please ».";
    assert!(late.starts_with("Mara ") && late.ends_with(whole), "{late}");
    mara.hears_all();
    kim.hears_all();
}
