//! Decisions that several people make, that the requester does not make, or that nobody is asked about since little
//! depends on them.

use super::deciding;
use super::people::code_in;
use crate::support::{Office, Voice, call, decision, idea, said};
use chrono::TimeDelta;
use secretary::secretary::audit::What;
use secretary::secretary::decision::votes::Quorum;
use secretary::secretary::intent::Intent;
use secretary::secretary::message::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::people::workspace::{Purposes, Role};
use secretary::secretary::policy::Policy;
use serde_json::json;

stories![
    two_must_agree,
    all_must_agree,
    whoever_must_agree_is_asked_in_their_own_chat,
    too_few_for_a_quorum,
    four_eyes_are_not_the_requester_s,
    whoever_may_not_decide_is_asked_for_no_words,
    who_adds_words_while_nothing_is_asked_is_no_fourth_eye,
    little_is_taken_unasked_and_taken_back,
    what_others_wrote_makes_nothing_small,
    who_takes_over_is_a_question_for_other_eyes,
    what_can_be_set,
    what_is_asked_already_is_named_where_it_is,
    a_vote_in_words_is_answered,
    a_vote_is_taken_back_while_others_are_wanted,
    a_vote_is_taken_back_in_ones_own_chat,
    ones_own_chat_offers_to_take_a_vote_back_where_there_is_one,
    a_vote_by_number_is_changed_where_it_was_given,
    all_are_those_who_are_there,
    all_do_not_wait_for_an_empty_page,
    where_nobody_else_decides_the_page_is_all,
    one_is_enough_to_leave_a_call_out,
    two_accounts_of_one_person_are_one_vote_on_every_copy,
    where_each_is_asked_in_their_chat_no_room_is_named,
    a_list_says_who_voted_and_how_many_agree,
    votes_that_differ_wait_for_somebody_to_change_theirs,
    a_reminder_calls_those_whose_vote_is_missing,
    where_all_are_one_that_is_said,
    who_sent_it_reads_whom_it_waits_for,
    in_a_group_a_decision_is_nobody_s_in_particular,
    the_web_chat_has_one_name,
];

/// An idea of Mara's, asked about in a room on Discord.
async fn asked(office: &Office) -> (Voice, secretary::secretary::message::inbound::Place) {
    deciding(office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    (office.owner("Mara", Telegram).await, ops)
}

async fn wishes(voice: &Voice) {
    voice.mentions("compare three hosting offers").await;
    voice.hears_progress().await;
}

async fn two_must_agree() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    let ole = office.member("Ole", Discord, Role::Observer).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    assert!(prompt.contains("can decide.\n2 people must agree.\n"), "{prompt}");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    kim.reads("So far: Kim: Only monthly terms.");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.", "twice is one vote");
    assert!(!ole.presses("★").await.contains("agree so far"), "an observer has no vote");
    assert_eq!(jo.presses("24 months").await, "Noted: 24 months is fine. 1 of 2 agree so far.");
    assert_eq!(kim.presses("24 months").await, "✔ 24 months is fine");
    kim.reads("✔ 24 months is fine. Jo and Kim");
    mara.hears("Take offer C").await;
    mara.says("/history 1").await;
    let course = mara.hears("voted by Kim: Only monthly terms").await;
    for line in ["voted by Jo: 24 months is fine", "voted by Kim: 24 months is fine", "✔ 24 months is fine. Jo and Kim"]
    {
        assert_eq!(course.matches(line).count(), 1, "{line}: {course}");
    }
    assert!(!course.contains("decided by"), "what each wants is no decision: {course}");
}

async fn whoever_must_agree_is_asked_in_their_own_chat() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let ole = office.member("Ole", Discord, Role::Approver).await;
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    ole.says("/list").await;
    ole.hears("Nothing open").await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    mara.hears("All 3 who can decide must agree.").await;
    kim.hears("All 3 who can decide must agree.").await;
    ole.hears("One decision for you").await;
    mara.presses("★").await;
    // Who belongs here changes, and whoever must agree is still asked.
    mara.says("/members Ole observer").await;
    mara.hears("Ole is an observer now.").await;
    ole.hears("You are an observer here now").await;
    ole.reads("is not asked here any more");
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
    mara.says("/settings quorum off").await;
    mara.hears("quorum any").await;
    mara.says("/settings quorum 2").await;
    mara.hears("quorum 2").await;
}

async fn all_must_agree() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    assert!(prompt.contains("All 2 who can decide must agree."), "{prompt}");
    kim.presses("★").await;
    office.advance(TimeDelta::days(3)).await;
    kim.hears_all();
    kim.reads("So far: Kim: Only monthly terms.");
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim and Mara");
}

async fn too_few_for_a_quorum() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("2 people must agree, and only 1 person can decide"), "{prompt}");
    mara.presses("★").await;
    mara.reads("So far: Mara: Only monthly terms.");
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.slash("decide 1 1").await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn who_adds_words_while_nothing_is_asked_is_no_fourth_eye() {
    let office = Office::new().await;
    deciding(&office);
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
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
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

async fn what_is_asked_already_is_named_where_it_is() {
    const STAYS: &str = "What I have asked already stays as it was asked";
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    for (strict, less) in [("quorum 2", "quorum any"), ("four_eyes on", "four_eyes off")] {
        mara.slash(&format!("settings {strict}")).await;
        mara.hears(strict).await;
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(!told.contains(STAYS), "{told}");
        mara.slash(&format!("settings {strict}")).await;
        mara.hears(strict).await;
        wishes(&mara).await;
        kim.hears("One decision for you").await;
        mara.hears_all();
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(told.contains(STAYS), "{told}");
        mara.slash("settings threshold 0").await;
        let told = mara.hears("threshold 0").await;
        assert!(!told.contains(STAYS), "{told}");
        kim.presses("★").await;
        if strict == "quorum 2" {
            mara.slash("decide 1 1").await;
        }
        mara.reads("Take offer C");
        mara.hears_all();
        // What is decided is not open any more.
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(!told.contains(STAYS), "{told}");
    }
    kim.hears_all();
}

async fn a_vote_in_words_is_answered() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    kim.replies("One decision", "1").await;
    kim.hears("#1 Noted: Only monthly terms. 1 of 2 agree so far.").await;
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim and Mara");
}

async fn a_vote_is_taken_back_while_others_are_wanted() {
    for how in ["its button", "a reply"] {
        let office = Office::new().await;
        let (mara, ops) = asked(&office).await;
        let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
        let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
        office.settings(|s| s.quorum = Quorum::Number(2)).await;
        wishes(&mara).await;
        kim.hears("One decision for you").await;
        assert!(!kim.offers("Take my vote back"), "{}", office.transcript());
        kim.presses("★").await;
        kim.reads("So far: Kim: Only monthly terms.");
        let refused = jo.presses("Take my vote back").await;
        assert_eq!(refused, "You have no vote in this, so there is nothing to take back.");
        let told = "Your vote is taken back. Votes so far: 0. Choose again whenever you like.";
        match how {
            "its button" => assert_eq!(kim.presses("Take my vote back").await, told),
            _ => {
                kim.replies("One decision", "undo").await;
                kim.hears(&format!("#1 {told}")).await;
            }
        }
        kim.lacks("So far:");
        assert!(!kim.offers("Take my vote back"), "{how}: {}", office.transcript());
        assert_eq!(jo.presses("24 months").await, "Noted: 24 months is fine. 1 of 2 agree so far.", "{how}");
        assert_eq!(kim.presses("24 months").await, "✔ 24 months is fine", "{how}");
        mara.hears("Take offer C").await;
        mara.says("/history 1").await;
        mara.hears("vote taken back by Kim").await;
    }
}

async fn ones_own_chat_offers_to_take_a_vote_back_where_there_is_one() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Approver).await;
    for voice in [&kim, &jo] {
        voice.says("/room decisions on").await;
        voice.hears("decisions: yes").await;
    }
    office.settings(|s| s.quorum = Quorum::Number(3)).await;
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    jo.hears("One decision for you").await;
    kim.presses("★").await;
    jo.reads("So far: Kim: Only monthly terms.");
    assert!(kim.offers("Take my vote back"), "{}", office.transcript());
    assert!(!jo.offers("Take my vote back"), "{}", office.transcript());
    // Several read the copy in the room, and one of them has a vote.
    assert!(kim.in_group(&ops).offers("Take my vote back"), "{}", office.transcript());
    jo.presses("24 months").await;
    assert!(jo.offers("Take my vote back"), "{}", office.transcript());
    let told = "Your vote is taken back. Votes so far: 1. Choose again whenever you like.";
    assert_eq!(kim.presses("Take my vote back").await, told);
    assert!(!kim.offers("Take my vote back") && jo.offers("Take my vote back"), "{}", office.transcript());
    mara.hears_all();
    kim.in_group(&ops).hears_all();
}

async fn a_vote_is_taken_back_in_ones_own_chat() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    mara.hears("One decision for you").await;
    kim.hears("One decision for you").await;
    mara.presses("★").await;
    kim.reads("So far: Mara: Only monthly terms.");
    assert!(mara.presses("Take my vote back").await.starts_with("Your vote is taken back."));
    // The count goes from every copy.
    kim.lacks("So far:");
    kim.presses("24 months").await;
    assert_eq!(mara.presses("24 months").await, "✔ 24 months is fine");
    mara.hears("Take offer C").await;
    kim.reads("✔ 24 months is fine. Kim and Mara");
    let back = |what: &What| matches!(what, What::VoteTakenBack { ticket: 1, .. });
    assert_eq!(office.audited().await.iter().filter(|entry| back(&entry.what)).count(), 1);
}

/// The prompt stands in the room for decisions, and the vote is given elsewhere.
async fn a_vote_by_number_is_changed_where_it_was_given() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    kim.in_group(&ops).hears("One decision for you").await;
    kim.says("/decide 1 1").await;
    kim.hears("#1 Noted: Only monthly terms. 1 of 2 agree so far.").await;
    kim.says("/decide 1 2").await;
    kim.hears("#1 Noted: 24 months is fine. 1 of 2 agree so far.").await;
    kim.in_group(&ops).reads("So far: Kim: 24 months is fine.");
    mara.says("/decide 1 1").await;
    mara.hears("1 of 2 agree so far.").await;
    mara.hears_all();
}

async fn all_are_those_who_are_there() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 3 agree so far.");
    mara.slash("decide 1 1").await;
    assert!(
        office.transcript().contains("Kim: Only monthly terms; Mara: Only monthly terms."),
        "{}",
        office.transcript()
    );
    mara.hears("2 of 3 agree so far.").await;
    // Two of three want it, and the third is not among those who may decide any more.
    mara.says("/members Jo requester").await;
    mara.hears("Jo").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim and Mara");
    jo.lacks("[24 months");
    // A vote goes with whoever had it.
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    kim.presses("24 months").await;
    kim.reads("So far: Kim: 24 months is fine.");
    let lea = office.member("Lea", Discord, Role::Approver).await.in_group(&ops);
    mara.says("/members Kim requester").await;
    mara.hears("Kim").await;
    lea.lacks("So far: Kim");
    lea.presses("24 months").await;
    lea.reads("So far: Lea: 24 months is fine.");
    mara.slash("decide 2 2").await;
    mara.hears("24 months is fine").await;
    mara.hears("Take offer C").await;
}

async fn one_is_enough_to_leave_a_call_out() {
    let office = Office::new().await;
    let (letters, _) = super::leave::writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/room decisions on").await;
    mara.hears_all();
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    super::leave::wishes(&mara).await;
    mara.hears("Shall this begin?").await;
    kim.says("/decide 1 1").await;
    kim.hears("Start").await;
    let prompt = mara.hears("2 people must agree.").await;
    assert!(prompt.contains("One is enough to leave it out or to stop."), "{prompt}");
    // Without a form it is asked in words, which say what they do.
    mara.presses("No, because…").await;
    mara.hears("I leave it out. What should the work know?").await;
    mara.says("yes, but only the first page").await;
    mara.reads("✔ Leave it out: yes, but only the first page");
    mara.hears_all();
    assert_eq!(letters.sent(), 0);
}

/// At the page there may be nobody. Whoever answers there is somebody.
async fn all_do_not_wait_for_an_empty_page() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let page = office.owner("Olga", Web).await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    let all =
        "All 2 who can decide must agree.\nI don't wait for the web page; an answer from there counts all the same.";
    assert!(prompt.contains(all) && !prompt.contains("Olga"), "{prompt}");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    page.says("/decide 1 2").await;
    page.hears_all();
    kim.reads("All 3 who can decide must agree.");
    kim.lacks("I don't wait for the web page");
    mara.slash("decide 1 1").await;
    mara.hears("2 of 3 agree so far.").await;
    page.says("/decide 1 1").await;
    page.hears_all();
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. ");
    // With nobody there, those who are there decide.
    mara.mentions("compare three printers").await;
    mara.hears_progress().await;
    kim.hears("#2 One decision").await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    mara.slash("decide 2 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn where_nobody_else_decides_the_page_is_all() {
    let office = Office::new().await;
    deciding(&office);
    let page = office.owner("Olga", Web).await;
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    page.says("/list").await;
    page.hears("Nothing open").await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&ole).await;
    let prompt = page.hears("One decision for you").await;
    assert!(prompt.contains("All 2 who can decide must agree."), "{prompt}");
    assert!(!prompt.contains("I don't wait"), "{prompt}");
    ole.hears("One decision for you").await;
    assert_eq!(ole.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    assert_eq!(page.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

async fn two_accounts_of_one_person_are_one_vote_on_every_copy() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let sam = office.member("Sam", Discord, Role::Approver).await;
    let there = office.member("Sam", Telegram, Role::Approver).await;
    office.settings(|s| s.quorum = Quorum::Number(3)).await;
    wishes(&mara).await;
    kim.hears("3 people must agree.").await;
    assert_eq!(sam.in_group(&ops).presses("★").await, "Noted: Only monthly terms. 1 of 3 agree so far.");
    there.says("/decide 1 1").await;
    there.hears("2 of 3 agree so far.").await;
    kim.reads("So far: Sam: Only monthly terms; Sam: Only monthly terms.");
    sam.says("/link").await;
    let code = code_in(&sam.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Sam from now on.").await;
    sam.hears("Your code was used").await;
    kim.reads("So far: Sam: Only monthly terms.");
    kim.lacks("; Sam: Only monthly terms");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 2 of 3 agree so far.");
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn where_each_is_asked_in_their_chat_no_room_is_named() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.says("/list").await;
    kim.hears_all();
    office.settings(|s| s.four_eyes = true).await;
    wishes(&mara).await;
    kim.hears("#1 One decision for you").await;
    office.advance(TimeDelta::seconds(10)).await;
    mara.reads("waiting for a decision (asked in the chats of those who decide)");
    mara.lacks("asked in the room for decisions");
    kim.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn a_list_says_who_voted_and_how_many_agree() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.says("/list").await;
    kim.hears_all();
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    mara.hears("#1 One decision for you").await;
    kim.hears("#1 One decision for you").await;
    kim.says("/decisions").await;
    kim.hears("2 people must agree.").await;
    mara.presses("24 months").await;
    kim.reads("So far: Mara: 24 months is fine. 1 of 2 agree.");
    let told = kim.presses("#1: Only").await;
    assert!(told.starts_with("Noted: Only monthly terms. 1 of 2 agree so far. The votes differ"), "{told}");
    kim.reads("So far: Mara: 24 months is fine; Kim: Only monthly terms. 1 of 2 agree.");
    assert_eq!(kim.presses("#1: 24 months").await, "✔ 24 months is fine");
    kim.reads("✔ 24 months is fine. Mara and Kim");
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn votes_that_differ_wait_for_somebody_to_change_theirs() {
    let differ = "The votes differ, so nothing is decided; it goes on once somebody changes theirs.";
    for quorum in [Quorum::All, Quorum::Number(2)] {
        let office = Office::new().await;
        let (mara, ops) = asked(&office).await;
        let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
        office.settings(move |s| s.quorum = quorum).await;
        wishes(&mara).await;
        kim.hears("One decision for you").await;
        assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
        kim.lacks("The votes differ");
        mara.slash("decide 1 2").await;
        mara.hears(&format!("1 of 2 agree so far. {differ}")).await;
        kim.reads(differ);
        assert_eq!(kim.presses("24 months").await, "✔ 24 months is fine");
        mara.hears("Take offer C").await;
        kim.lacks("The votes differ");
    }
}

async fn a_reminder_calls_those_whose_vote_is_missing() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    office.advance(TimeDelta::hours(12)).await;
    let first = kim.hears("#1 still waits for a decision").await;
    assert!(first.contains("can decide.\nIt is about “"), "{first}");
    assert!(first.trim_end().ends_with("2 people must agree."), "{first}");
    let mut both = vec![kim.who.user.clone(), jo.who.user.clone()];
    both.sort();
    assert_eq!(kim.pings("still waits for a decision"), both);
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    office.advance(TimeDelta::days(1)).await;
    let second = kim.hears("#1 still waits for a decision").await;
    assert!(second.contains("Mara or Jo can still vote.\n"), "{second}");
    assert!(second.trim_end().ends_with("2 people must agree. So far: Kim: Only monthly terms."), "{second}");
    assert_eq!(kim.pings("still waits for a decision"), std::slice::from_ref(&jo.who.user));
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

async fn where_all_are_one_that_is_said() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Mara can decide.\nNobody else can decide this.\n"), "{prompt}");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

/// A prompt that stands elsewhere does not wait for its reader alone, nor for whoever has voted.
async fn who_sent_it_reads_whom_it_waits_for() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    mara.says("/list").await;
    mara.hears("waiting for you or an approver (/decisions)").await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    mara.mentions("compare three printers").await;
    mara.hears_progress().await;
    kim.hears("#2 One decision").await;
    mara.slash("decide 2 1").await;
    mara.hears("1 of 2 agree so far.").await;
    mara.says("/show 2").await;
    let shown = mara.hears("waiting for others to decide").await;
    assert!(!shown.contains("waits for your decision"), "{shown}");
    mara.says("/team 2").await;
    mara.hears("(waits for a decision)").await;
}

async fn in_a_group_a_decision_is_nobody_s_in_particular() {
    let office = Office::new().await;
    deciding(&office);
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    wishes(&mara).await;
    mara.hears("One decision").await;
    office.advance(TimeDelta::seconds(10)).await;
    mara.reads("waiting for a decision (asked here)");
    mara.lacks("waiting for your decision");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

/// The person of the local web chat, whom others know by no name: among the votes, where it is decided and
/// afterwards.
async fn the_web_chat_has_one_name() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let page = office.owner("Owner", Web).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    kim.hears("or somebody at the web chat can decide.").await;
    page.says("/decide 1 1").await;
    page.hears_all();
    kim.reads("So far: somebody at the web chat: Only monthly terms.");
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    kim.reads("✔ Only monthly terms. Somebody at the web chat and Kim");
    mara.hears("Take offer C").await;
    mara.says("/history 1").await;
    let course = mara.hears("voted by somebody at the web chat: Only monthly terms").await;
    assert!(course.contains("✔ Only monthly terms. Somebody at the web chat and Kim"), "{course}");
    assert!(!course.contains("Owner") && !course.to_lowercase().contains("an owner"), "{course}");
    page.says("/history 1").await;
    let course = page.hears("voted by you: Only monthly terms").await;
    assert!(course.contains("✔ Only monthly terms. You and Kim"), "{course}");
}
