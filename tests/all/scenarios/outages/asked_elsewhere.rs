//! Rooms and people that cannot be reached: who is asked instead, and what nobody is asked afterwards.

use crate::support::{Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, deciding};
use secretary::ports::chat::ChatError;
use std::time::Duration;

stories![others_are_asked_where_the_requester_cannot_be_reached,];

/// Somebody whose idea it is, and somebody else who may decide about it.
async fn jo_and_kim(office: &Office) -> (Voice, Voice) {
    deciding(office);
    let kim = office.owner("Kim", Discord).await;
    kim.shows_up().await;
    (office.member("Jo", Discord, Role::Requester).await, kim)
}

async fn others_are_asked_where_the_requester_cannot_be_reached() {
    // From the beginning, or from when the question stands there.
    for stands in [false, true] {
        let office = Office::new().await;
        let (jo, kim) = jo_and_kim(&office).await;
        if !stands {
            office.blocks(&jo.place);
        }
        jo.says("compare three hosting offers").await;
        if stands {
            jo.hears_all();
            kim.hears_nothing();
            office.blocks(&jo.place);
            jo.happens(Content::Reachable { yes: false }).await;
        }
        kim.hears("#1 One decision for you").await;
        // Whoever sent it may decide as well, as soon as they are back.
        office.unblocks(&jo.place);
        jo.happens(Content::Reachable { yes: true }).await;
        jo.hears_all();
        assert_eq!(jo.presses("★").await, "✔ Only monthly terms", "{}", office.transcript());
        kim.reads("✔ Only monthly terms. Jo");
        jo.hears_all();
        jo.reads("Take offer C");
        kim.hears_nothing();
    }
}

#[tokio::test]
async fn what_others_decided_meanwhile_is_asked_nobody_afterwards() {
    let office = Office::new().await;
    let (jo, kim) = jo_and_kim(&office).await;
    office.blocks(&jo.place);
    jo.says("compare three hosting offers").await;
    jo.hears_nothing();
    kim.hears("#1 One decision for you").await;
    // Somebody comes and goes, and it stays where it is.
    office.member("Ole", Telegram, Role::Observer).await;
    kim.says("/members Ole remove").await;
    kim.hears("Ole").await;
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    office.unblocks(&jo.place);
    jo.happens(Content::Reachable { yes: true }).await;
    jo.hears_all();
    jo.reads("Take offer C");
    assert!(!jo.offers("★"), "{}", office.transcript());
    // What a crash left unclear may stand, and says there what became of it.
    if office.starts() == 1 {
        for asked in ["One decision", "#1 Decided"] {
            assert!(jo.copies(asked).is_empty(), "{}", office.transcript());
        }
    }
}

#[tokio::test]
async fn what_came_late_loses_its_buttons_with_its_reader() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&team);
    kim.says("/room decisions on").await;
    kim.hears_all();
    office.blocks(&kim.place);
    jo.mentions("compare three hosting offers").await;
    jo.hears_progress().await;
    jo.hears("One decision for you").await;
    office.unblocks(&kim.place);
    kim.says("/list").await;
    kim.hears("One decision for you").await;
    kim.hears_all();
    assert!(kim.offers("★"), "{}", office.transcript());
    mara.says("/members Kim remove").await;
    mara.hears("Kim").await;
    kim.hears("You no longer belong here").await;
    assert!(!kim.offers("★"), "{}", office.transcript());
    jo.presses("★").await;
    jo.hears("Take offer C").await;
    kim.lacks("✔ Only monthly terms");
    kim.hears_nothing();
}

/// Jo's work for a group has come as far as a decision, which is asked there; Kim may decide as well. An owner is elsewhere.
async fn asked_in_a_group() -> (Office, Voice, Voice, Voice) {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&team);
    kim.shows_up().await;
    jo.mentions("compare three hosting offers").await;
    jo.hears_progress().await;
    jo.hears("One decision for you").await;
    (office, mara, kim, jo)
}

/// The chat cannot be reached from now on, or can again.
async fn reaches(office: &Office, voice: &Voice, yes: bool) {
    if yes {
        office.unblocks(&voice.place);
    } else {
        office.blocks(&voice.place);
    }
    voice.happens(Content::Reachable { yes }).await;
}

#[tokio::test]
async fn what_was_decided_while_nobody_could_be_reached_is_asked_nobody_afterwards() {
    let (office, mara, kim, jo) = asked_in_a_group().await;
    office.blocks(&kim.place);
    reaches(&office, &jo, false).await;
    mara.says("/decide 1 1").await;
    mara.hears("Only monthly terms").await;
    reaches(&office, &jo, true).await;
    jo.hears("Take offer C").await;
    jo.hears_nothing();
    jo.reads("✔ Only monthly terms. Mara");
    assert!(!jo.offers("★"), "{}", office.transcript());
    reaches(&office, &kim, true).await;
    kim.hears_nothing();
    assert!(!kim.offers("★"), "{}", office.transcript());
}

#[tokio::test]
async fn what_stands_in_a_chat_is_asked_there() {
    for ends in ["2", "removed"] {
        let (office, mara, kim, jo) = asked_in_a_group().await;
        reaches(&office, &jo, false).await;
        kim.hears("One decision for you").await;
        reaches(&office, &kim, false).await;
        reaches(&office, &jo, true).await;
        // There it is asked anew.
        jo.hears("One decision for you").await;
        reaches(&office, &kim, true).await;
        kim.hears_nothing();
        if ends == "2" {
            kim.says("2").await;
            kim.reads("✔ 24 months is fine. Kim");
            kim.lacks("nothing to choose");
            kim.hears_all();
        } else {
            mara.says("/members Kim remove").await;
            mara.hears("Kim").await;
            kim.hears("You no longer belong here").await;
            assert!(!kim.offers("★"), "{}", office.transcript());
            jo.presses("★").await;
        }
        jo.hears("Take offer C").await;
        assert!(!jo.offers("★"), "{}", office.transcript());
    }
}

#[tokio::test]
async fn what_is_asked_elsewhere_by_now_does_not_come_late() {
    let (office, _mara, kim, jo) = asked_in_a_group().await;
    office.blocks(&kim.place);
    reaches(&office, &jo, false).await;
    reaches(&office, &jo, true).await;
    jo.hears("One decision for you").await;
    reaches(&office, &kim, true).await;
    kim.hears_nothing();
    assert!(!kim.offers("★"), "{}", office.transcript());
    jo.presses("★").await;
    jo.hears("Take offer C").await;
    kim.hears_nothing();
}

#[tokio::test]
async fn what_was_decided_before_it_was_sent_is_asked_nobody() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Telegram, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&ops);
    office.is_down(Telegram, Some(ChatError::Retry { after: Duration::from_secs(2) }));
    mara.wants_offers().await;
    mara.says("/decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
    office.is_down(Telegram, None);
    office.advance(TimeDelta::minutes(11)).await;
    kim.hears_nothing();
}

#[tokio::test]
async fn words_for_what_is_decided_by_now_are_not_asked_for() {
    let (office, mara, kim, jo) = asked_in_a_group().await;
    office.is_down(Telegram, Some(ChatError::Retry { after: Duration::from_secs(2) }));
    jo.presses("Other…").await;
    mara.says("/decide 1 1").await;
    mara.hears("Only monthly terms").await;
    office.is_down(Telegram, None);
    office.advance(TimeDelta::minutes(2)).await;
    jo.hears("Take offer C").await;
    jo.hears_nothing();
    jo.lacks("What do you decide?");
    kim.hears_nothing();
}

#[tokio::test]
async fn a_room_for_decisions_gets_what_was_asked_while_it_could_not_be_reached() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.blocks(&ops);
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    let told = mara
        .hears("I may no longer write in “Ops” on Discord, so I ask for decisions where the idea came from meanwhile.")
        .await;
    assert!(told.contains("Please let me read and write there again") && !told.contains("gone"), "{told}");
    office.advance(TimeDelta::seconds(10)).await;
    mara.reads("waiting for your decision");
    mara.lacks("asked in the room for decisions");
    mara.says("compare three printers").await;
    mara.hears_progress().await;
    mara.hears("#2 One decision for you").await;
    mara.hears_nothing();
    office.unblocks(&ops);
    kim.slash("help").await;
    kim.hears_all();
    for asked in ["#1 One decision for you", "#2 One decision for you"] {
        assert_eq!(kim.copies(asked).len(), 1, "{}", office.transcript());
    }
    assert!(kim.offers("★"), "{}", office.transcript());
    kim.presses("★").await;
    mara.hears_all();
    mara.reads("✔ Only monthly terms. Kim");
    kim.hears_nothing();
}

#[tokio::test]
async fn a_deleted_room_for_decisions_is_told_apart_from_one_that_lets_nobody_in() {
    for platform in [Discord, Telegram] {
        for hears in [false, true] {
            let office = Office::deciding().await;
            let ops = office.room("Ops", platform, Purposes { decisions: true, ..Purposes::default() }).await;
            let mara = office.owner("Mara", Telegram).await;
            let kim = office.member("Kim", platform, Role::Approver).await.in_group(&ops);
            mara.says("/list").await;
            if hears {
                // The platform says so before anything is to be said there.
                kim.happens(Content::Deleted).await;
            } else {
                office.loses(platform, "One decision", Some(ChatError::Deleted("Unknown Channel".to_owned())));
            }
            mara.says("compare three hosting offers").await;
            office.settle().await;
            mara.hears_all();
            let gone = format!("“Ops” on {} is gone, so from now on I ask for decisions where", platform.title());
            mara.reads(&gone);
            mara.reads("If you want to be asked in another room, send there: /room decisions on");
            mara.lacks("I may no longer write");
            assert!(mara.offers("★"), "{}", office.transcript());
        }
    }
}
