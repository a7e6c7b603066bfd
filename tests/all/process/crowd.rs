//! Many people at once: every message is acknowledged, once, also across a kill.

use super::program::{House, SOON};
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const PEOPLE: i64 = 30;
const MESSAGES: i64 = 10;

fn receipts(telegram: &FakeTelegram) -> Vec<String> {
    let all = (1..=PEOPLE).flat_map(|user| telegram.bot_messages(user));
    all.map(|m| m.text).filter(|text| text.contains("Got it")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_quick_messages_are_each_acknowledged_once() {
    let telegram = FakeTelegram::start().await;
    let model = FakeModel::start().await;
    // Nothing comes of the ideas here: what is looked at is that each is taken in.
    model.answer_with(|_| Reply::hang());
    let mut house = House::new();
    let owners: Vec<String> = (1..=PEOPLE).map(|user| format!("telegram:{user}")).collect();
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("OPENAI_BASE_URL", &model.url()).set("SECRETARY_OWNERS", &owners.join(","));
    (1..=PEOPLE).for_each(|user| {
        telegram.user(user, &format!("Person {user}"));
    });
    let program = house.run();
    program.address().await;
    telegram.wait_for(|t| t.is_polled().then_some(()), SOON).await.expect("it polls");
    let began = Instant::now();
    for n in 0..MESSAGES {
        for user in 1..=PEOPLE {
            telegram.say(user, user, &format!("idea {n} of person {user}: find out something"));
        }
    }
    let wanted = usize::try_from(PEOPLE * MESSAGES).unwrap();
    telegram.wait_for(|t| (receipts(t).len() >= 30).then_some(()), SOON).await.expect("the first ones");
    println!("30 receipts after {:?}", began.elapsed());
    telegram.wait_for(|t| (receipts(t).len() >= wanted).then_some(()), SOON * 2).await.unwrap_or_else(|| {
        panic!("{} of {wanted} after {:?}\n{}", receipts(&telegram).len(), began.elapsed(), program.printed())
    });
    println!("{wanted} receipts after {:?}", began.elapsed());

    // Another start delivers nothing again: a later word is answered, and nothing came before it.
    program.stop().await;
    let program = house.run();
    telegram.say(1, 1, "/list");
    let listed = |m: &proof::telegram::Message| m.text.contains("/list") || m.text.contains("#");
    telegram.wait_message(1, |m| listed(m) && !m.text.contains("Got it"), SOON).await.unwrap();
    let all = receipts(&telegram);
    let numbers: BTreeSet<&str> = all.iter().filter_map(|text| text.split_whitespace().next()).collect();
    assert_eq!((all.len(), numbers.len()), (wanted, wanted));
    let quotes: BTreeSet<&str> = all.iter().filter_map(|text| text.split('“').nth(1)).collect();
    assert_eq!(quotes.len(), wanted, "each person's words are quoted once");
    println!("{}", telegram.transcript(1));
    let typing = telegram.calls().iter().filter(|call| call.method == "sendChatAction").count();
    println!("typing signs: {typing}");
    // One in four seconds and chat, however many tickets are thought about there.
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    assert!(typing <= usize::try_from(PEOPLE).unwrap() * (seconds / 4 + 2), "{typing} in {seconds} s");
    assert_eq!(telegram.violations(), vec![]);
    assert_eq!(telegram.pending_updates(), Vec::<serde_json::Value>::new());
    let (status, took, _) = program.stop().await;
    assert!(status.success() && took < Duration::from_secs(5), "{status} after {took:?}");
}
