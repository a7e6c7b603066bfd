//! After an outage: one word to everyone who wrote meanwhile, then the work.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, idea};
use std::sync::{Arc, Mutex};

stories![
    what_waited_is_said_once_and_done,
    after_a_crash_only_what_is_known_is_said,
    a_short_break_is_not_worth_a_word,
    a_group_hears_it_only_if_it_asked_for_something,
    times_count_from_when_something_was_said,
    open_prompts_are_shown_anew_after_an_absence,
    a_moment_away_changes_nothing,
    after_a_crash_they_are_shown_anew_once,
    questions_and_cards_are_shown_anew_and_silence_is_no_press,
];

/// Below a prompt that stood open while nobody was there.
const AGAIN: &str = "If you pressed a button meanwhile, please press it again.";

async fn what_waited_is_said_once_and_done() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    office.passes(TimeDelta::minutes(8));
    office.leaves().await;
    office.passes(TimeDelta::minutes(20));
    let first = mara.writes("compare printers");
    mara.presses_in_vain("★");
    office.passes(TimeDelta::minutes(60));
    let second = mara.writes("remind me tomorrow at 9 to call Kim");
    office.passes(TimeDelta::minutes(69));
    office.returns(vec![first, second]).await;
    let back = mara.hears("I was offline from 09:08 to 11:38. I have your two messages and am on them.").await;
    assert!(back.ends_with("My buttons from before still work; press again if one seemed dead."), "{back}");
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    mara.hears_progress().await;
    mara.hears("One decision").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn after_a_crash_only_what_is_known_is_said() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    mara.says("/list").await;
    mara.hears("Nothing open").await;
    office.passes(TimeDelta::minutes(30));
    let one = mara.writes("/list");
    let two = jo.writes("/list");
    let three = jo.writes("/decisions");
    office.passes(TimeDelta::minutes(30));
    office.returns(vec![one, two, three]).await;
    mara.hears("I was offline until 10:01. I have your message from 09:30 and am on it.").await;
    mara.hears("Nothing open").await;
    jo.hears("I was offline until 10:01. I have your two messages, the first from 09:31, and am on them.").await;
    jo.hears("Nothing open").await;
    jo.hears("Nothing waits for a decision.").await;
    jo.says("/list").await;
    jo.hears("Nothing open").await;
    office.passes(TimeDelta::hours(3));
    let later = jo.writes("/list");
    office.passes(TimeDelta::hours(1));
    office.delivers(vec![later]).await;
    jo.hears("I was offline until 14:0").await;
    jo.hears("Nothing open").await;
}

async fn a_short_break_is_not_worth_a_word() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.leaves().await;
    let list = mara.writes("/list");
    office.passes(TimeDelta::minutes(9));
    office.returns(vec![list]).await;
    mara.hears("Nothing open").await;
    mara.hears_nothing();
}

async fn a_group_hears_it_only_if_it_asked_for_something() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let talk = office.room("Talk", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    office.leaves().await;
    let chatter = jo.in_group(&talk).writes("lunch?");
    let (a, b) = (jo.in_group(&shop).writes("lunch?"), jo.in_group(&shop).writes_to_it("/list"));
    let c = mara.in_group(&shop).writes_to_it("/decisions");
    office.passes(TimeDelta::hours(2));
    office.returns(vec![chatter, a, b, c]).await;
    mara.in_group(&talk).hears_nothing();
    let shop = mara.in_group(&shop);
    shop.hears("I have two messages from here and am on them.").await;
    shop.hears("Nothing open").await;
    shop.hears("Nothing waits for a decision.").await;
}

async fn times_count_from_when_something_was_said() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let sent = Arc::new(Mutex::new(None));
    let seen = sent.clone();
    office.reads(move |input| {
        seen.lock().unwrap().clone_from(&input.sent);
        idea("Printers").into()
    });
    office.leaves().await;
    let pizza = mara.writes("remind me in 20 minutes to take out the pizza");
    let kim = mara.writes("remind me in 3 hours to call Kim");
    let printers = mara.writes("compare printers");
    office.passes(TimeDelta::hours(2));
    office.returns(vec![pizza, kim, printers]).await;
    mara.hears("I have your three messages and am on them.").await;
    mara.hears("I'll remind you of “call Kim” on Mon 23 Nov, 12:00 (Berlin).").await;
    let late = mara.hears("Reminder: take out the pizza").await;
    assert!(late.contains("(due 09:20, sent 11:01: I was offline)"), "{late}");
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    assert_eq!(sent.lock().unwrap().as_deref(), Some("Mon 23 Nov, 09:01 (Berlin), 2 hours ago"));
    mara.says("/new compare chairs").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    assert_eq!(*sent.lock().unwrap(), None);
}

async fn open_prompts_are_shown_anew_after_an_absence() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    let before = mara.data("★");
    office.leaves().await;
    office.passes(TimeDelta::minutes(3));
    mara.presses_in_vain("★");
    office.returns(vec![]).await;
    mara.reads("I was away until 09:0");
    mara.reads(AGAIN);
    mara.hears_nothing();
    assert_eq!(mara.copies("One decision").len(), 1, "nothing is posted");
    assert_ne!(mara.data("★"), before, "the buttons are fresh");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.copies(AGAIN).len(), 0, "what is decided needs no such words");
}

async fn a_moment_away_changes_nothing() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    let before = mara.data("★");
    office.leaves().await;
    office.passes(TimeDelta::seconds(140));
    office.returns(vec![]).await;
    assert_eq!((mara.copies(AGAIN).len(), mara.data("★")), (0, before));
}

async fn after_a_crash_they_are_shown_anew_once() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("One decision").await;
    office.is_off_for(TimeDelta::minutes(30)).await;
    mara.reads(AGAIN);
    let shown = mara.data("★");
    office.is_off_for(TimeDelta::minutes(1)).await;
    office.is_off_for(TimeDelta::minutes(1)).await;
    assert_eq!(mara.data("★"), shown, "a program that crashes again and again does not write again and again");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn questions_and_cards_are_shown_anew_and_silence_is_no_press() {
    let office = Office::new().await;
    office.reads(|input| match input.answered.len() {
        0 => idea("Hosting").asks("What matters most?", &["Price", "Speed"]).into(),
        _ => idea("Hosting").risk(0.9).into(),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("What matters most?").await;
    office.leaves().await;
    office.passes(TimeDelta::minutes(5));
    office.returns(vec![]).await;
    mara.reads(AGAIN);
    mara.presses("Price").await;
    mara.hears("Here is what I'll do").await;
    assert_eq!(mara.copies(AGAIN).len(), 0);
    office.leaves().await;
    office.passes(TimeDelta::minutes(5));
    office.returns(vec![]).await;
    mara.reads(AGAIN);
    mara.hears_nothing();
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
}
