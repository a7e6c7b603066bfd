//! Who is asked, who may decide, and what everybody else hears.

use crate::scenarios::decisions::deciders::asked;
use crate::support::{Discord, Office, Purposes, Role, Telegram, Voice};

stories![
    others_may_not_press,
    whoever_may_decide_is_asked_once_the_sender_may_not,
    under_four_eyes_somebody_who_may_decide_is_asked,
    an_observer_in_a_group_reads_only,
    whoever_may_not_decide_hears_that_it_is_decided,
    an_open_question_says_who_can_decide_by_now,
    two_of_one_name_are_told_apart_by_where_they_are,
    what_was_listed_for_somebody_who_leaves_has_no_buttons,
];

async fn others_may_not_press() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    let data = mara.data("24 months");
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let observer = office.member("Ole", Telegram, Role::Observer).await;
    let stranger = office.stranger("Eve", Telegram);
    let here = |who: &Voice| who.in_group(&mara.place);
    let refused = "Sorry, I work for this group's members only. An owner can add you with /invite.";
    assert_eq!(here(&stranger).presses_data(&data, "24 months").await, refused);
    let unseen = here(&observer).presses_data(&data, "24 months").await;
    assert_eq!(unseen, "I don't know a ticket #1. /list shows the open ones.");
    // From a chat in which these buttons never stood.
    let elsewhere = kim.presses_data(&data, "24 months").await;
    assert!(elsewhere.starts_with("That button belongs to another chat"), "{elsewhere}");
    mara.reads("[24 months is fine]");
    kim.says("/decide 1 1").await;
    kim.hears("#1 ✔ Only monthly terms").await;
    mara.reads("✔ Only monthly terms. Kim, ");
    mara.hears("Take offer C").await;
}

async fn an_observer_in_a_group_reads_only() {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let ole = office.member("Ole", Telegram, Role::Observer).await.in_group(&shop);
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    let refused = "Only Mara or an approver may decide this. An owner can change your role with /members.";
    assert_eq!(ole.presses("★").await, refused);
    assert_eq!(jo.presses("★").await, refused);
    ole.mentions("buy a yacht").await;
    ole.hears("Only requesters, approvers and owners may send ideas. An owner can change your role with /members.")
        .await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn whoever_may_decide_is_asked_once_the_sender_may_not() {
    for change in ["observer", "remove"] {
        let office = Office::deciding().await;
        let mara = office.owner("Mara", Discord).await;
        mara.shows_up().await;
        let jo = office.member("Jo", Telegram, Role::Requester).await;
        jo.wants_offers().await;
        jo.hears("One decision for you").await;
        mara.hears_nothing();
        mara.says(&format!("/members Jo {change}")).await;
        mara.hears_all();
        mara.reads("#1 One decision for you");
        jo.hears_all();
        assert!(!jo.offers("★"), "{}", office.transcript());
        assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
        mara.hears_all();
        jo.hears_all();
    }
}

async fn under_four_eyes_somebody_who_may_decide_is_asked() {
    let office = Office::deciding().await;
    office.settings(|s| s.four_eyes = true).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.shows_up().await;
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    kim.hears("#1 One decision for you").await;
    mara.hears_nothing();
    // Somebody comes and goes, and it stays where it is.
    office.member("Ole", Telegram, Role::Observer).await;
    mara.says("/members Ole remove").await;
    mara.hears_all();
    kim.hears_nothing();
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    mara.hears_all();
    kim.hears_all();
}

async fn an_open_question_says_who_can_decide_by_now() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let there = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.member("Ole", Discord, Role::Approver).await;
    mara.wants_offers().await;
    there.hears("Mara, Kim or Ole can decide.").await;
    mara.says("/members Ole requester").await;
    mara.hears("Ole is a requester now.").await;
    there.reads("Mara or Kim can decide.");
    there.lacks("Ole");
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    there.reads("Mara can decide.");
    there.lacks("Kim");
    // The question was changed where it stands, and nobody was asked again.
    there.hears_nothing();
    mara.says("/decide 1 1").await;
    mara.hears("#1 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn two_of_one_name_are_told_apart_by_where_they_are() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.member("Kim", Telegram, Role::Approver).await;
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    ole.wants_offers().await;
    kim.hears("Ole, Kim (Discord) or Kim (Telegram) can decide.").await;
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

async fn what_was_listed_for_somebody_who_leaves_has_no_buttons() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    kim.says("/decisions").await;
    kim.hears("#1").await;
    assert!(kim.offers("24 months"), "{}", office.transcript());
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here").await;
    assert!(!kim.offers("24 months"), "{}", office.transcript());
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

async fn whoever_may_not_decide_hears_that_it_is_decided() {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let ole = office.member("Ole", Telegram, Role::Observer).await.in_group(&shop);
    let eve = office.stranger("Eve", Telegram).in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    let data = mara.data("24 months");
    let rule = "Only Mara or an approver may decide this. An owner can change your role with /members.";
    assert_eq!(ole.presses_data(&data, "24 months").await, rule);
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    let told = ole.presses_data(&data, "24 months").await;
    assert!(told.starts_with("Already decided by Mara ") && told.contains(": Only monthly terms."), "{told}");
    assert!(told.ends_with(rule), "{told}");
    let told = eve.presses_data(&data, "24 months").await;
    assert!(!told.contains("Already decided") && !told.contains("Only monthly"), "{told}");
}
