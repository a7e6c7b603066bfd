//! Messages that stand more than once, in several parts, or perhaps not at all.

use crate::support::{
    Discord, Office, Platform, Purposes, Role, Standing, Telegram, TimeDelta, Voice, call, deciding, decision, every,
    idea, json, said,
};
use secretary::ports::chat::ChatError;
use std::time::Duration;

stories![
    the_outcome_reaches_the_copy_whose_sending_was_never_confirmed,
    one_of_two_copies_keeps_its_buttons,
    a_press_proves_that_a_message_arrived,
    a_press_under_a_message_that_was_given_up_brings_no_third,
    a_prompt_that_may_not_have_arrived_is_shown_at_the_next_contact,
    after_a_short_outage_of_telegram_the_prompt_comes_by_itself,
    a_long_outage_of_discord_ends_with_the_prompt_said_once,
    a_report_whose_answers_are_lost_comes_three_times_at_most,
    a_list_whose_answers_are_lost_gives_way_to_a_newer_answer,
    progress_whose_answer_is_lost_is_never_posted_again,
    progress_that_proves_to_stand_is_edited_again,
    what_certainly_did_not_arrive_is_sent_until_it_does,
    what_is_shown_again_says_what_became_of_it,
    an_outcome_shorter_than_its_prompt_leaves_nothing_of_it,
    a_card_in_parts_is_settled_as_a_whole,
    an_edit_that_is_refused_is_tried_again,
];

/// As far as the progress of work that ends in a decision.
async fn at_work(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara
}

fn offered(message: &Standing) -> usize {
    message.buttons.iter().flatten().count()
}

async fn the_outcome_reaches_the_copy_whose_sending_was_never_confirmed() {
    let office = Office::new().await;
    office.loses(Telegram, "One decision", None);
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    let copies = mara.copies("One decision");
    assert_eq!(copies.iter().map(|m| m.lost).collect::<Vec<_>>(), [true, false]);
    mara.presses_under(&copies[0], "★").await;
    mara.hears("Take offer C").await;
    let decided = mara.copies("✔ Only monthly terms");
    assert_eq!(decided.len(), 2, "{}", office.transcript());
    assert!(decided.iter().all(|m| offered(m) == 0), "{}", office.transcript());
}

async fn one_of_two_copies_keeps_its_buttons() {
    let office = Office::new().await;
    office.loses(Telegram, "Take offer C", None);
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    let copies = mara.copies("Take offer C");
    assert_eq!(copies.len(), 2, "{}", office.transcript());
    assert_eq!(mara.presses_under(&copies[0], "👍").await, "Glad it helped.");
    let live: Vec<usize> = mara.copies("Take offer C").iter().map(offered).collect();
    assert_eq!(live, [0, 3], "{}", office.transcript());
    // What was pressed before its buttons were taken away still counts.
    mara.presses_under(&copies[0], "👎").await;
    mara.hears("What should be different").await;
}

async fn a_press_proves_that_a_message_arrived() {
    let office = Office::new().await;
    office.loses(Telegram, "One decision", None);
    office.loses(Telegram, "One decision", Some(ChatError::Retry { after: Duration::from_secs(600) }));
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    let copies = mara.copies("One decision");
    assert_eq!((copies.len(), copies[0].lost), (1, true));
    mara.presses_under(&copies[0], "★").await;
    office.advance(TimeDelta::minutes(11)).await;
    mara.hears("Take offer C").await;
    let decided = mara.copies("✔ Only monthly terms");
    assert_eq!(decided.len(), 1, "not sent again\n{}", office.transcript());
    assert_eq!(offered(&decided[0]), 0);
}

async fn a_press_under_a_message_that_was_given_up_brings_no_third() {
    let office = Office::new().await;
    for _ in 0..2 {
        office.loses(Telegram, "One decision", None);
    }
    let mara = at_work(&office).await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("One decision").await;
    let copies = mara.copies("One decision");
    assert_eq!(copies.iter().map(|m| m.lost).collect::<Vec<_>>(), [true, true]);
    mara.presses_under(&copies[0], "★").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.copies("✔ Only monthly terms").len(), 1, "{}", office.transcript());
    assert_eq!(mara.copies("One decision").len(), 1, "nobody knows where the other one stands");
}

async fn a_prompt_that_may_not_have_arrived_is_shown_at_the_next_contact() {
    let office = Office::new().await;
    for _ in 0..2 {
        office.loses(Telegram, "One decision", Some(ChatError::Unclear));
    }
    let mara = at_work(&office).await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears_nothing();
    mara.says("/list").await;
    mara.hears("One decision").await;
    mara.hears("#1").await;
    // Once is enough.
    mara.says("/agents").await;
    mara.hears("Researcher").await;
    mara.presses("★").await;
    mara.reads("✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

/// Twice, and once more at the next contact: not again at the one after that, nor by itself.
async fn a_report_whose_answers_are_lost_comes_three_times_at_most() {
    let office = Office::new().await;
    for _ in 0..6 {
        office.loses(Telegram, "Take offer C", None);
    }
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::minutes(1)).await;
    assert_eq!(mara.copies("Take offer C").len(), 2, "{}", office.transcript());
    mara.says("/agents").await;
    mara.hears("Take offer C").await;
    mara.hears("Researcher").await;
    // None of the three may have arrived.
    mara.hears("#1 A message about this may be missing here. /show 1 tells how it stands.").await;
    for _ in 0..2 {
        office.advance(TimeDelta::hours(1)).await;
        mara.says("/agents").await;
        mara.hears("Researcher").await;
    }
    assert_eq!(mara.copies("Take offer C").len(), 3, "{}", office.transcript());
}

async fn a_list_whose_answers_are_lost_gives_way_to_a_newer_answer() {
    let office = Office::new().await;
    for _ in 0..8 {
        office.loses(Telegram, "Nothing open", None);
    }
    let mara = office.owner("Mara", Telegram).await;
    for lists in 1..=3 {
        mara.says("/list").await;
        mara.hears("Nothing open").await;
        office.advance(TimeDelta::minutes(1)).await;
        assert_eq!(mara.copies("Nothing open").len(), 2 * lists, "{}", office.transcript());
    }
    mara.says("/agents").await;
    mara.hears("Researcher").await;
    assert_eq!(mara.copies("Nothing open").len(), 6, "{}", office.transcript());
}

/// Nobody knows where it stands until somebody presses its buttons; after the end that takes them away.
async fn progress_whose_answer_is_lost_is_never_posted_again() {
    let office = Office::new().await;
    office.loses(Telegram, "▸", None);
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    assert!(mara.copies("✔ done").is_empty(), "{}", office.transcript());
    let progress = mara.copies("▸");
    assert_eq!(progress.len(), 1, "{}", office.transcript());
    assert!(offered(&progress[0]) > 0);
    mara.presses_under(&progress[0], "Stop").await;
    let progress = mara.copies("▸");
    assert_eq!((progress.len(), offered(&progress[0])), (1, 0), "{}", office.transcript());
}

async fn progress_that_proves_to_stand_is_edited_again() {
    let office = Office::new().await;
    office.loses(Telegram, "▸", None);
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    let progress = mara.copies("▸");
    mara.presses_under(&progress[0], "Pause").await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.reads("[Resume]");
    let known = mara.copies("#1").into_iter().find(|m| m.id == progress[0].id).expect("the same message");
    assert!(known.buttons.iter().flatten().any(|b| b.label.contains("Resume")), "{}", office.transcript());
}

/// The platform answers every call like this from the idea on, for so long; then it works again.
async fn outage(platform: Platform, answer: ChatError, lasts: TimeDelta) -> (Office, Voice) {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", platform).await;
    office.is_down(platform, Some(answer));
    mara.says("compare three hosting offers").await;
    office.advance(lasts).await;
    mara.hears_nothing();
    office.is_down(platform, None);
    office.advance(TimeDelta::minutes(3)).await;
    (office, mara)
}

async fn after_a_short_outage_of_telegram_the_prompt_comes_by_itself() {
    let (office, mara) = outage(Telegram, ChatError::Unclear, TimeDelta::seconds(45)).await;
    mara.hears("One decision").await;
    assert_eq!(mara.copies("One decision").len(), 1, "{}", office.transcript());
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn a_long_outage_of_discord_ends_with_the_prompt_said_once() {
    let (office, mara) = outage(Discord, ChatError::Unclear, TimeDelta::hours(3)).await;
    mara.hears("One decision").await;
    assert_eq!(mara.copies("One decision").len(), 1, "{}", office.transcript());
    mara.presses("★").await;
    mara.hears("✔ done").await;
    mara.hears("Take offer C").await;
}

async fn what_certainly_did_not_arrive_is_sent_until_it_does() {
    for platform in [Telegram, Discord] {
        let refused = ChatError::Retry { after: Duration::from_secs(2) };
        let (office, mara) = outage(platform, refused, TimeDelta::hours(3)).await;
        mara.hears("One decision").await;
        assert_eq!(mara.copies("One decision").len(), 1, "{}", office.transcript());
        mara.presses("★").await;
        mara.hears("✔ done").await;
        mara.hears("Take offer C").await;
    }
}

async fn what_is_shown_again_says_what_became_of_it() {
    let office = Office::new().await;
    office.loses(Telegram, "One decision", None);
    office.loses(Telegram, "One decision", None);
    let mara = at_work(&office).await;
    mara.hears("One decision").await;
    let kim = office.owner("Kim", Discord).await;
    kim.says("/decide 1 1").await;
    mara.hears("Take offer C").await;
    kim.hears("Only monthly terms").await;
    mara.says("/list").await;
    let shown = mara.hears("✔ Only monthly terms").await;
    assert!(!shown.contains('['), "{shown}");
    mara.hears("Nothing open").await;
}

/// A decision whose prompt takes several parts; its outcome takes one.
async fn long_decision(office: &Office, platform: Platform) -> Voice {
    let impact = "what comes of this choice, said at length and with every reason ".repeat(5);
    let option = |letter: char| json!({"label": format!("Offer {letter}"), "impact": format!("{letter} {impact}"), "pros": "it has much that speaks for it, and each of these reasons counts "});
    let options: Vec<_> = ('A'..='H').map(option).collect();
    let why = "You said that you may move soon, and that the price matters. ".repeat(9);
    let asked =
        json!({"question": "Which offer?", "why": why, "options": options, "recommended": 2, "reason": "price"});
    office.works(move |input| match decision(input) {
        None => call("ask_decision", asked.clone()),
        Some(_) => said("Offer C."),
    });
    let mara = office.owner("Mara", platform).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    mara.hears("I'll wait for you").await;
    mara.presses("★ Offer C").await;
    mara.hears("Take offer C").await;
    mara
}

async fn an_outcome_shorter_than_its_prompt_leaves_nothing_of_it() {
    let office = Office::new().await;
    let mara = long_decision(&office, Discord).await;
    let left = mara.copies("#1 Decided");
    assert_eq!(left.len(), 1, "{}", office.transcript());
    assert!(left[0].text.contains("✔ Offer C") && offered(&left[0]) == 0, "{}", left[0].text);
    assert!(mara.copies("what comes of this choice").is_empty(), "{}", office.transcript());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_prompt_in_parts_and_its_outcome_with_a_crash_anywhere() {
    every(|office| async move { drop(long_decision(&office, Discord).await) }).await;
}

/// The card with its outcome takes as many parts as the card; all of it stands once.
async fn a_card_in_parts_is_settled_as_a_whole() {
    let office = Office::new().await;
    office.reads(|_| {
        let point = |n: usize| format!("point {n}: {}", "something that must be true in the end, ".repeat(5));
        (0..7)
            .fold(idea("Hosting offers").risk(0.9), |plan, n| plan.done_when(&point(n)).assumes(&point(n + 10)))
            .into()
    });
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.hears("point 16").await;
    mara.presses("Cancel").await;
    mara.hears("#1 Cancelled by Mara").await;
    for n in (0..7).chain(10..17) {
        assert_eq!(mara.copies(&format!("point {n}:")).len(), 1, "{}", office.transcript());
    }
    let (first, last) = (&mara.copies("Here is what I'll do")[0], &mara.copies("I assume")[0]);
    assert!(!first.text.contains("Cancelled") && last.text.contains("Cancelled by Mara."), "{}", office.transcript());
    assert_eq!((offered(first), offered(last)), (0, 0));
}

/// A decision that stands in a channel, made elsewhere while that channel's platform refuses so many edits.
async fn refused(times: usize) -> (Office, Voice) {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    kim.hears("One decision for you").await;
    office.mishaps(Discord, (0..times).map(|_| ChatError::Refused("Invalid Form Body".to_owned())));
    mara.says("/decide 1 1").await;
    mara.hears_all();
    office.advance(TimeDelta::minutes(30)).await;
    mara.hears_all();
    (office, kim)
}

async fn an_edit_that_is_refused_is_tried_again() {
    let (office, kim) = refused(2).await;
    kim.reads("✔ Only monthly terms. Mara, ");
    assert!(!kim.offers("★"), "{}", office.transcript());
}

#[tokio::test]
async fn an_edit_that_stays_refused_leaves_no_buttons() {
    let (office, kim) = refused(5).await;
    assert!(!kim.offers("★"), "{}", office.transcript());
    kim.reads("One decision for you");
}
