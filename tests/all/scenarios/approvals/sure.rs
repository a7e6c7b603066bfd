//! Irreversible choices are asked about twice: in the same message, with a button that names the act, of the person
//! who chose and nobody else, for ten minutes.

use crate::scenarios::approvals::leave::{wishes, writing};
use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice};
use secretary::ports::tool::Policy;

stories![
    asked_twice_in_one_message,
    whoever_is_not_sure_keeps_the_question,
    only_whoever_chose_it_is_asked,
    it_is_good_for_ten_minutes,
    answered_in_words,
    what_can_be_undone_is_asked_about_once,
];

async fn asked(office: &Office) -> (std::sync::Arc<crate::support::Letters>, Voice) {
    let (letters, _) = writing(office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    (letters, mara)
}

async fn asked_twice_in_one_message() {
    let office = Office::new().await;
    let (letters, mara) = asked(&office).await;
    mara.presses("Do it").await;
    mara.reads("This can't be taken back. Really use “send letter” for Kim?");
    // A second press of the same button is a slip.
    mara.presses("Do it").await;
    assert_eq!(letters.sent(), 0);
    mara.hears_nothing();
    assert_eq!(mara.presses("Yes, use “send letter” for Kim").await, "✔ Do it");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
    mara.reads("✔ Do it. Mara");
    assert!(!mara.offers("Yes, "), "{}", office.transcript());
}

async fn whoever_is_not_sure_keeps_the_question() {
    let office = Office::new().await;
    let (letters, mara) = asked(&office).await;
    mara.presses("Do it").await;
    let yes = mara.data("Yes, ");
    assert_eq!(mara.presses("No, don't").await, "Not done. The question stays open.");
    assert!(!mara.offers("Yes, ") && mara.offers("Do it"), "{}", office.transcript());
    // An older question decides nothing.
    let gone = "That question is over. Choose again, and I ask once more.";
    assert_eq!(mara.presses_data(&yes, "Yes").await, gone);
    mara.presses("Do it").await;
    assert_eq!(mara.presses_data(&yes, "Yes").await, gone);
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
}

async fn only_whoever_chose_it_is_asked() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    wishes(&mara).await;
    kim.hears("May I do this?").await;
    kim.presses("Do it").await;
    kim.reads("Kim: this can't be taken back. Really use “send letter” for Kim?");
    assert_eq!(jo.presses("Yes, ").await, "That was asked of Kim. Choose it yourself, and I ask you.");
    assert_eq!(letters.sent(), 0);
    // Whoever chooses it last is asked.
    jo.presses("Do it").await;
    assert_eq!(kim.presses("Yes, ").await, "That was asked of Jo. Choose it yourself, and I ask you.");
    assert_eq!(jo.presses("Yes, ").await, "✔ Do it");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn it_is_good_for_ten_minutes() {
    let office = Office::new().await;
    let (letters, mara) = asked(&office).await;
    mara.presses("Do it").await;
    let yes = mara.data("Yes, ");
    office.advance(TimeDelta::minutes(11)).await;
    assert!(!mara.offers("Yes, ") && mara.offers("Do it"), "{}", office.transcript());
    assert_eq!(mara.presses_data(&yes, "Yes").await, "That question is over. Choose again, and I ask once more.");
    assert_eq!(letters.sent(), 0);
    mara.presses("Do it").await;
    mara.presses("Yes, ").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn answered_in_words() {
    let office = Office::new().await;
    let (letters, mara) = asked(&office).await;
    mara.slash("decide 1 1").await;
    mara.hears("#1 This can't be taken back, so I ask once more").await;
    mara.slash("decide 1 1").await;
    assert_eq!(letters.sent(), 0, "the same once more is no yes");
    mara.hears_all();
    mara.slash("decide 1 no").await;
    mara.hears("#1 Not done. The question stays open.").await;
    mara.replies("May I do this?", "do it").await;
    mara.hears("really use “send letter” for Kim?").await;
    assert_eq!(letters.sent(), 0);
    mara.slash("decide 1 yes").await;
    mara.hears("#1 ✔ Do it").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn what_can_be_undone_is_asked_about_once() {
    let office = Office::new().await;
    let (letters, mara) = asked(&office).await;
    // Not to do it needs no second word.
    assert_eq!(mara.presses("Leave it out").await, "✔ Leave it out");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
}
