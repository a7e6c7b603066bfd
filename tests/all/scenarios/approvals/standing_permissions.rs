//! What was allowed once, for a ticket or for good: whom it is for, who sees it, and how it is taken back.

use crate::scenarios::approvals::leave::{sure, wishes, writing};
use crate::support::{Discord, Office, Purposes, Role, Telegram};
use secretary::ports::tool::Policy;

stories![
    always_is_for_one_person_and_is_taken_back,
    what_one_allowed_for_others_is_handed_out,
    who_leaves_takes_along_what_was_allowed,
    what_was_allowed_with_a_button_is_shown_to_those_who_decide_and_ends_with_their_right,
    first_is_asked_once_for_each_ticket,
    what_was_allowed_for_good_can_be_taken_back,
];

async fn what_was_allowed_for_good_can_be_taken_back() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    sure(&mara, "Always do this").await;
    mara.hears("Take offer C").await;
    mara.says("/mode drop 1").await;
    mara.hears_all();
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    assert_eq!(letters.sent(), 1, "it is asked about again");
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn who_leaves_takes_along_what_was_allowed() {
    let office = Office::new().await;
    writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Approver).await;
    wishes(&jo).await;
    jo.hears("May I do this?").await;
    sure(&jo, "Always do this").await;
    jo.hears("Take offer C").await;
    mara.hears_all();
    mara.slash("mode").await;
    mara.hears("Kim").await;
    mara.says("/members Jo remove").await;
    mara.hears_all();
    mara.slash("mode").await;
    let mode = mara.hears("").await;
    assert!(!mode.contains("Kim"), "{mode}");
    jo.hears_all();
}

async fn what_was_allowed_with_a_button_is_shown_to_those_who_decide_and_ends_with_their_right() {
    let office = Office::new().await;
    writing(&office, Policy::Required, &["Kim"]).await;
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let lee = office.member("Lee", Telegram, Role::Owner).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await;
    wishes(&jo).await;
    jo.hears("May I do this?").await;
    sure(&jo, "Always do this").await;
    jo.hears("Take offer C").await;
    mara.hears_all();
    lee.says("/mode").await;
    let among_others =
        lee.hears("1 rule was made with a button; those who decide see them in a direct chat with me.").await;
    assert!(!among_others.contains("Kim") && !among_others.contains("Jo"), "{among_others}");
    mara.says("/mode drop 1").await;
    mara.hears("There are no rules").await;
    mara.says("undo").await;
    mara.hears("1. send letter with to Kim, whatever it says: allowed with a button by Jo, for Jo's ideas").await;
    mara.says("/settings quorum 2").await;
    mara.hears_all();
    mara.says("/mode").await;
    mara.hears("for Jo's ideas (rests: more people have to agree now)").await;
    // What is dropped is not revived when whoever gave it may not give it any more.
    mara.says("/mode drop 1").await;
    mara.hears("There are no rules").await;
    lee.says("/members Jo observer").await;
    lee.hears("Jo is an observer now.").await;
    mara.presses("Undo").await;
    mara.hears("There are no rules").await;
    jo.hears_all();
}

async fn always_is_for_one_person_and_is_taken_back() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    sure(&mara, "Always do this").await;
    mara.hears("Take offer C").await;
    wishes(&mara).await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 2, "not asked again");
    wishes(&jo).await;
    jo.hears("May I do this?").await;
    assert_eq!(letters.sent(), 2, "what Mara allowed is nothing Jo was allowed");
    jo.presses("Leave it out").await;
    jo.hears("Take offer C").await;
    mara.slash("mode").await;
    let list = mara.hears("Mode manual").await;
    let rule = "1. send letter with to Kim, whatever it says: allowed with a button by Mara, for Mara's ideas";
    assert!(list.contains(rule), "{list}");
    jo.slash("mode drop 1").await;
    assert!(office.transcript().contains("Only owners may change settings"), "{}", office.transcript());
    mara.slash("mode drop 1").await;
    mara.hears("There are no rules").await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    assert_eq!(letters.sent(), 2);
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
}

async fn what_one_allowed_for_others_is_handed_out() {
    let office = Office::new().await;
    writing(&office, Policy::Required, &["Kim"]).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let jo = office.member("Jo", Discord, Role::Approver).await;
    let in_ops = kim.in_group(&ops);
    wishes(&mara).await;
    in_ops.hears("#1 May I do this?").await;
    sure(&in_ops, "Always do this").await;
    mara.hears("Take offer C").await;
    for (voice, rules) in [(&kim, Some(1)), (&mara, Some(1)), (&jo, None)] {
        voice.says("/export").await;
        voice.hears("Here is everything I keep about you").await;
        let whole: serde_json::Value = serde_json::from_str(&office.file("my-data.json")).unwrap();
        assert_eq!(whole["rules"].as_array().map(Vec::len), rules, "{whole}");
    }
}

async fn first_is_asked_once_for_each_ticket() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::First, &["Kim", "Jo"]).await;
    let mara = office.owner("Mara", Telegram).await;
    for calls in [2, 4] {
        wishes(&mara).await;
        mara.hears("for Kim.").await;
        sure(&mara, "Do it").await;
        mara.hears("Take offer C").await;
        assert_eq!(letters.sent(), calls);
    }
}
