//! Deputies where several must agree: a vote in somebody's place counts once, and never for the requester.

use crate::scenarios::decisions::deputies::away;
use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, deciding};
use secretary::secretary::policy::Quorum;

stories![
    a_deputy_has_no_vote_of_their_own_besides,
    what_whoever_is_away_voted_themself_stands,
    a_deputy_is_no_second_pair_of_eyes_for_the_requester,
    a_vote_in_somebody_s_place_ends_with_the_delegation,
    where_several_must_agree_the_deputy_is_asked_and_reminded,
    what_a_deputy_was_shown_says_what_came_of_it,
    where_all_must_agree_a_deputy_who_decides_anyway_speaks_for_two,
];

/// Two must agree on what Ole's idea brings up, in a room on Discord; Mara is away, and Kim has voted for her. Jo decides there, too.
async fn voted_in_mara_s_place(office: &Office) -> (Voice, Voice, Voice, Voice) {
    deciding(office);
    let mara = office.owner("Mara", Telegram).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    mara.says("/away Kim until Friday").await;
    mara.hears("Kim decides for you").await;
    ole.wants_offers().await;
    jo.hears("One decision for you").await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    (mara, kim, jo, ole)
}

async fn a_deputy_has_no_vote_of_their_own_besides() {
    let office = Office::new().await;
    let (mara, kim, jo, ole) = voted_in_mara_s_place(&office).await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.", "one vote, that of Mara");
    assert_eq!(jo.presses("★").await, "✔ Only monthly terms");
    jo.reads("Jo and Kim for Mara");
    ole.hears("Take offer C").await;
    mara.hears_all();
}

async fn what_whoever_is_away_voted_themself_stands() {
    let office = Office::new().await;
    let (mara, kim, jo, ole) = voted_in_mara_s_place(&office).await;
    // What a deputy voted is whoever is away free to change, and from then on it is theirs.
    mara.slash("decide 1 2").await;
    mara.hears("Noted: 24 months is fine. 1 of 2 agree so far.").await;
    jo.reads("So far: Mara: 24 months is fine.");
    assert!(jo.presses("★").await.starts_with("Noted: Only monthly terms. 1 of 2"));
    let refused = "Mara voted on this themself: 24 months is fine. That stands against whoever decides for them; only they can \
                   change it or take it back.";
    assert_eq!(kim.presses("★").await, refused);
    let german = kim.speaking("de").presses("★").await;
    assert!(german.starts_with("Mara hat hier selbst abgestimmt: 24 months is fine."), "{german}");
    assert_eq!(kim.presses("Take my vote back").await, "You have no vote in this, so there is nothing to take back.");
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    jo.reads("✔ Only monthly terms. Jo and Mara");
    ole.hears("Take offer C").await;
    mara.hears_all();
}

async fn a_deputy_is_no_second_pair_of_eyes_for_the_requester() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let jo = office.member("Jo", Telegram, Role::Approver).await;
    office.settings(|s| s.four_eyes = true).await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    mara.says("/away Kim until Friday").await;
    mara.hears("Kim decides for you").await;
    kim.says("/decide 1 1").await;
    kim.hears("Mara sent the idea, so nobody decides here in their place (four eyes). Jo can.").await;
    jo.says("/decide 1 1").await;
    jo.hears_all();
    mara.reads("✔ Only monthly terms. Jo");
    mara.hears("Take offer C").await;
}

async fn a_vote_in_somebody_s_place_ends_with_the_delegation() {
    let office = Office::new().await;
    let (mara, _kim, jo, ole) = voted_in_mara_s_place(&office).await;
    jo.reads("So far: Kim for Mara: Only monthly terms.");
    mara.says("/away off").await;
    mara.hears("Welcome back").await;
    jo.lacks("So far: Kim for Mara");
    assert_eq!(jo.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    mara.slash("decide 1 1").await;
    ole.hears("Take offer C").await;
    jo.reads("✔ Only monthly terms. Jo and Mara");
    mara.hears_all();
}

async fn where_several_must_agree_the_deputy_is_asked_and_reminded() {
    let office = Office::deciding().await;
    let olga = office.owner("Olga", Discord).await;
    let anna = office.member("Anna", Discord, Role::Approver).await;
    let rita = office.member("Rita", Discord, Role::Requester).await;
    let ron = office.member("Ron", Discord, Role::Requester).await;
    for voice in [&olga, &anna, &rita] {
        voice.shows_up().await;
    }
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    ron.wants_offers().await;
    for voice in [&ron, &olga, &anna] {
        voice.hears("#1 One decision for you").await;
    }
    rita.hears_nothing();
    // What is open already is put to the deputy, and so is what comes up.
    away(&anna, &rita).await;
    let prompt = rita.hears("#1 One decision for you").await;
    assert!(prompt.contains("Rita") && prompt.contains(" or Anna can decide."), "{prompt}");
    olga.reads(" or Anna can decide.");
    ron.wants_offers().await;
    for voice in [&ron, &olga, &anna, &rita] {
        voice.hears("#2 One decision for you").await;
    }
    // Whoever is away has somebody who is reminded in their place.
    office.advance(TimeDelta::hours(10)).await;
    for voice in [&ron, &olga, &rita] {
        voice.hears("still waits for a decision").await;
        voice.hears("still waits for a decision").await;
    }
    anna.hears_nothing();
    assert_eq!(rita.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    olga.reads("So far: Rita for Anna: Only monthly terms.");
    anna.says("/away off").await;
    anna.hears("Welcome back").await;
    rita.hears("Anna is back").await;
    rita.reads("#1 This question is not asked here any more.");
    rita.reads("#2 This question is not asked here any more.");
    assert!(!rita.offers("Only monthly"), "{}", office.transcript());
    for number in 1..=2 {
        for voice in [&anna, &olga] {
            voice.says(&format!("/decide {number} 1")).await;
            voice.hears_all();
        }
        ron.hears("Take offer C").await;
    }
    anna.reads("✔ Only monthly terms. Anna and Olga");
    ron.hears_all();
}

async fn what_a_deputy_was_shown_says_what_came_of_it() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    for voice in [&mara, &kim] {
        voice.shows_up().await;
    }
    for number in 1..=2 {
        jo.wants_offers().await;
        jo.hears(&format!("#{number} One decision for you")).await;
    }
    away(&mara, &kim).await;
    kim.says("/decisions").await;
    kim.hears("[#1: Only monthly terms] [#1: 24 months is fine]").await;
    assert_eq!(kim.presses("#1: Only").await, "✔ Only monthly terms");
    jo.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim for Mara");
    assert!(!kim.offers("#1: ") && kim.offers("#2: 24 months"), "{}", office.transcript());
    kim.says("/show 2").await;
    kim.hears("#2 Hosting offers").await;
    assert_eq!(kim.presses("#2: 24 months").await, "✔ 24 months is fine");
    jo.hears("Take offer C").await;
    kim.reads("#2 Hosting offers  ✔ done");
    assert!(!kim.offers("#2: "), "{}", office.transcript());
    kim.hears_all();
}

/// Jo decides here and stands in for Mara: one word of Jo's is both of them, and what Mara says herself still counts.
async fn where_all_must_agree_a_deputy_who_decides_anyway_speaks_for_two() {
    for mara_votes in [false, true] {
        let office = Office::deciding().await;
        let mara = office.owner("Mara", Telegram).await;
        let ops = office.room("Ops", Discord, Purposes { intake: true, decisions: true, ..Purposes::default() }).await;
        let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
        let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
        office.settings(|s| s.quorum = Quorum::All).await;
        mara.says("/away Jo until Friday").await;
        mara.hears("Jo decides for you").await;
        jo.mentions("compare three hosting offers").await;
        let (jo, kim) = (jo.in_thread(), kim.in_thread());
        jo.reads("All 3 who can decide must agree.");
        jo.reads("While Mara is away, what Jo says counts for both of them.");
        mara.hears_all();
        if mara_votes {
            mara.slash("decide 1 2").await;
            mara.hears("Noted: 24 months is fine. 1 of 3 agree so far.").await;
            jo.lacks("counts for both of them");
            let differ = "The votes differ, so nothing is decided; it goes on once somebody changes theirs.";
            let noted = |n| format!("Noted: Only monthly terms. {n} of 3 agree so far. {differ}");
            assert_eq!(jo.presses("★").await, noted(1));
            assert_eq!(kim.presses("★").await, noted(2));
            mara.slash("decide 1 1").await;
            jo.reads("✔ Only monthly terms. Jo, Kim and Mara");
        } else {
            assert_eq!(jo.presses("★").await, "Noted: Only monthly terms. 2 of 3 agree so far.");
            assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
            jo.reads("✔ Only monthly terms. Jo, Kim and Jo for Mara");
        }
        mara.hears_all();
        jo.hears_all();
    }
}
