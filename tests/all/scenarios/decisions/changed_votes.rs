//! Votes that are changed or taken back, that differ, or that are still missing.

use crate::scenarios::decisions::voting::{asked, wishes};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta};
use secretary::secretary::audit::What;
use secretary::secretary::policy::Quorum;

stories![
    a_vote_in_words_is_answered,
    a_vote_is_taken_back_while_others_are_wanted,
    a_vote_is_taken_back_in_ones_own_chat,
    ones_own_chat_offers_to_take_a_vote_back_where_there_is_one,
    a_vote_by_number_is_changed_where_it_was_given,
    a_list_says_who_voted_and_how_many_agree,
    votes_that_differ_wait_for_somebody_to_change_theirs,
    a_reminder_calls_those_whose_vote_is_missing,
];

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
    let office = Office::deciding().await;
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

async fn a_list_says_who_voted_and_how_many_agree() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.shows_up().await;
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
