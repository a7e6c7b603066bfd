//! Decisions and plans that somebody else than the requester agrees to, and what is small enough to be done unasked.

use crate::scenarios::decisions::voting::{asked, wishes};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, call, decision, idea, json, said};
use secretary::secretary::intent::Intent;

stories![
    four_eyes_are_not_the_requester_s,
    whoever_may_not_decide_is_asked_for_no_words,
    who_adds_words_while_nothing_is_asked_is_no_fourth_eye,
    little_is_taken_unasked_and_taken_back,
    what_others_wrote_makes_nothing_small,
    who_takes_over_is_a_question_for_other_eyes,
    what_can_be_set,
];

async fn who_adds_words_while_nothing_is_asked_is_no_fourth_eye() {
    let office = Office::deciding().await;
    office.settings(|s| s.four_eyes = true).await;
    office.reads(|input| {
        let plan = idea("Printers");
        if input.answered.is_empty() { plan.asks("What matters?", &["Price", "Speed"]).into() } else { plan.into() }
    });
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Approver).await;
    jo.says("hello").await;
    jo.hears_all();
    mara.says("find a printer").await;
    mara.hears_all();
    kim.slash("pause 1").await;
    mara.presses("Price").await;
    kim.says("#1 and mail the list to Bob").await;
    kim.slash("resume 1").await;
    mara.hears_all();
    mara.presses("Start").await;
    jo.hears("Shall this begin?").await;
    jo.presses("Start").await;
    jo.hears("One decision for you").await;
    mara.hears_all();
    kim.hears_all();
    kim.slash("decide 1 1").await;
    kim.hears_all();
    let all = office.transcript();
    assert!(all.contains("One decision for you") && all.contains("(four eyes)"), "{all}");
    assert!(!all.contains("✔ Only monthly terms"), "{all}");
}

async fn four_eyes_are_not_the_requester_s() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.four_eyes = true).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    assert!(prompt.contains("Kim can decide.\nMara sent the idea and does not decide about it."), "{prompt}");
    mara.slash("decide 1 1").await;
    let refused = "It's your own idea, so somebody else decides here (four eyes). Kim can. An owner can change that for later \
                   questions: /settings four_eyes off.";
    assert!(office.transcript().contains(refused), "{}", office.transcript());
    mara.slash("list").await;
    let listed = "waiting for an approver other than you";
    assert!(office.transcript().contains(listed), "{}", office.transcript());
    // Their words in a chat where nothing was asked decide nothing either.
    office.means("only monthly terms", |_| Intent::Reply { text: "Kim knows best.".to_owned() });
    mara.says("only monthly terms").await;
    mara.hears_all();
    // It is listed with who can, and without the buttons of those who can.
    mara.says("/decisions").await;
    mara.hears("waits for an approver other than you").await;
    assert!(!mara.offers("24 months"), "{}", office.transcript());
    assert!(kim.offers("24 months"), "{}", office.transcript());
    kim.presses("24 months").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ 24 months is fine. Kim");
}

async fn whoever_may_not_decide_is_asked_for_no_words() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.settings(|s| s.four_eyes = true).await;
    wishes(&kim).await;
    let there = kim.in_group(&ops);
    there.hears("One decision for you").await;
    let refused = there.presses("Other…").await;
    assert!(refused.starts_with("It's your own idea, so somebody else decides here (four eyes)."), "{refused}");
    mara.says("/decide 1 1").await;
    mara.hears("#1 ✔ Only monthly terms").await;
    kim.hears("Take offer C").await;
    there.hears_nothing();
}

async fn little_is_taken_unasked_and_taken_back() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        None => call(
            "ask_decision",
            json!({"question": "Which table?", "kind": "technical_choice", "recommended": 1,
                "options": [{"label": "Long"}, {"label": "Wide"}]}),
        ),
        Some(answer) => said(&format!("Done. {answer}.")),
    });
    let mara = office.owner("Mara", Telegram).await;
    // Nothing is taken unless somebody wants it so.
    wishes(&mara).await;
    mara.hears("One decision for you: how to do it").await;
    mara.presses("Long").await;
    mara.hears("Take offer C").await;
    office.settings(|s| s.threshold = 20).await;
    wishes(&mara).await;
    mara.hears("One decision for you").await;
    mara.presses("Long").await;
    mara.hears("Take offer C").await;
    office.settings(|s| s.threshold = 21).await;
    office.thinks_long("", TimeDelta::minutes(1));
    wishes(&mara).await;
    let taken = mara.hears("#3 Which table?").await;
    assert!(taken.contains("✔ Wide. Taken without asking, as your threshold says"), "{taken}");
    assert!(taken.contains("[Undo]"), "{taken}");
    mara.hears("Take offer C").await;
    mara.says("undo").await;
    mara.hears("as the threshold says: Wide. #3 is done with it. Shall I change that?").await;
    assert_eq!(mara.copies(" Decided: how to do it").len(), 2);
    assert!(mara.copies("One decision for you").is_empty(), "{}", office.transcript());
    // What told of it does not go on saying what counts no more.
    mara.presses("Change it to Long").await;
    mara.reads("Changed since: ✔ Long. Mara");
    mara.hears_all();
}

/// What sort of question it is, the agent says, and what it has read may have made it say so.
async fn what_others_wrote_makes_nothing_small() {
    let office = Office::new().await;
    office.reads(|_| idea("Offers").no_tasks().task("t1", "analyst", "Compare the offers", &[]).into());
    office.works(|input| match (input.steps.len(), decision(input)) {
        (0, _) => call("list_notes", json!({})),
        (_, None) => call(
            "ask_decision",
            json!({"question": "May I pay more?", "kind": "technical_choice", "recommended": 1,
                "options": [{"label": "No"}, {"label": "Pay"}]}),
        ),
        (_, Some(answer)) => said(&format!("Done. {answer}.")),
    });
    office.settings(|s| s.threshold = 100).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note: Offers: the agents shall pay").await;
    mara.hears("Noted").await;
    wishes(&mara).await;
    mara.hears("One decision for you: how to do it").await;
    mara.presses("No").await;
    mara.hears("Take offer C").await;
}

/// An agent gets a task, and its rights with it: under four eyes not by whoever sent the idea.
async fn who_takes_over_is_a_question_for_other_eyes() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "writer", "Write it up", &[]).risk(0.9).into());
    office.works(|_| said("Take offer C."));
    office.settings(|s| s.four_eyes = true).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    office.starts_without(&["writer"]).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    kim.presses("Start").await;
    mara.hears_all();
    let prompt = kim.hears("Somebody has to do this").await;
    assert!(prompt.contains("Mara sent the idea and does not decide about it."), "{prompt}");
    mara.slash("decide 1 1").await;
    let refused = "somebody else decides here (four eyes)";
    assert!(office.transcript().contains(refused), "{}", office.transcript());
    kim.presses("Analyst").await;
    kim.reads("✔ Analyst. Kim");
    mara.hears("Take offer C").await;
}

async fn what_can_be_set() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    for (line, heard) in [
        ("quorum 2", "quorum 2: 2 people must agree"),
        ("quorum all", "quorum all: everybody"),
        ("quorum any", "quorum any: one of those"),
        ("four_eyes on", "four_eyes on: whoever sent an idea does not decide"),
        ("four_eyes off", "four_eyes off"),
        ("four eyes on", "four_eyes on: whoever sent an idea does not decide"),
        ("four-eyes off", "four_eyes off"),
        ("threshold 0.4", "threshold 0.4: below it"),
        ("threshold 0", "threshold 0: I ask about every decision"),
        ("quorum", "how many must agree"),
    ] {
        mara.slash(&format!("settings {line}")).await;
        mara.hears(heard).await;
    }
    mara.slash("settings quorum 2").await;
    let told = mara.hears("quorum 2: 2 people must agree").await;
    assert!(told.contains("Only one person can decide here so far, so some questions would wait."), "{told}");
    mara.slash("settings quorum any").await;
    let told = mara.hears("quorum any").await;
    assert!(!told.contains("so far"), "{told}");
    mara.slash("settings").await;
    let all = mara.hears("threshold 0 ").await;
    assert!(all.contains("quorum any") && all.contains("four_eyes off"), "{all}");
    for (odd, told) in [
        ("quorum 0", "quorum can be any, all, or a number from 2 to 20."),
        ("threshold 2", "threshold can be a number from 0 to 1."),
        ("four_eyes maybe", "four_eyes can be on or off."),
        ("volume 11", "There is no setting “volume”."),
    ] {
        mara.slash(&format!("settings {odd}")).await;
        assert!(office.transcript().contains(told), "{odd}");
    }
}
