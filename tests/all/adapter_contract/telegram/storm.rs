//! Telegram answers many calls with 429: the whole engine over the real adapter, with one clock for both sides moved by
//! hand. The fake notes every call that comes before the wait it asked for is over.

use super::desk::*;
use crate::support::{Office, Voice};
use chrono::TimeDelta;
use proof::fault::Fault;
use proof::telegram::{Call, FakeTelegram};
use secretary::adapters::telegram::{Telegram, TelegramConfig};
use secretary::secretary::inbound::{ChatKind, Platform};
use std::sync::Arc;
use std::time::Duration;

/// An office that talks to this server, and people with a chat each.
async fn at_telegram(fake: &FakeTelegram, people: i64) -> (Office, Vec<(i64, Voice)>) {
    let office = Office::new().await;
    let config = TelegramConfig { token: fake.token().to_owned(), api_url: Some(fake.url()), webhook: None };
    let telegram = Telegram::connect(config, office.clock(), Notebook::new(), Arc::<Memory>::default());
    office.connects(Platform::Telegram, Arc::new(telegram));
    let mut voices = Vec::new();
    for n in 0..people {
        let chat = fake.user(1_000 + n, &format!("Ann {n}"));
        fake.open_chat(chat);
        let voice = office.owner(&format!("Ann {n}"), Platform::Telegram).await;
        voices.push((chat, voice.in_group(&place(chat, ChatKind::Direct))));
    }
    (office, voices)
}

/// The clock of the server shows what ours does.
fn told(fake: &FakeTelegram) -> impl Fn(chrono::DateTime<chrono::Utc>) {
    |now| fake.freeze_at(Duration::from_millis(u64::try_from(now.timestamp_millis()).expect("after 1970")))
}

fn is_call(call: &Call) -> bool {
    call.method == "sendMessage" || call.method.starts_with("edit")
}

#[tokio::test]
async fn in_a_storm_of_refusals_everything_comes_once() {
    let fake = FakeTelegram::start().await;
    let (office, people) = at_telegram(&fake, 8).await;
    let mut calls = 0_u64;
    fake.fault_when(move |call| {
        if !is_call(call) {
            return None;
        }
        calls += 1;
        matches!(calls % 10, 0 | 3 | 7).then_some(Fault::TooManyRequests { retry_after: 3 + calls % 5 })
    });
    told(&fake)(office.now());
    for words in ["/list", "/agents", "/help"] {
        let said: Vec<_> = people.iter().map(|(_, ann)| ann.saying(words)).collect();
        office.at_once(&said).await;
        office.runs(TimeDelta::minutes(3), told(&fake)).await;
    }
    let refused = fake.calls().iter().filter(|call| format!("{:?}", call.outcome).contains("429")).count();
    let all = fake.calls().iter().filter(|call| is_call(call)).count();
    assert!(refused * 5 > all, "{refused} of {all} calls were refused");
    for (chat, _) in &people {
        let texts: Vec<String> = fake.bot_messages(*chat).into_iter().map(|m| m.text).collect();
        for words in ["Nothing open", "Researcher", "/help all"] {
            let found = texts.iter().filter(|text| text.contains(words)).count();
            assert!(found >= 1, "“{words}” is missing: {texts:#?}");
        }
        let mut once = texts.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), texts.len(), "twice: {texts:#?}");
    }
    clean(&fake);
}

#[tokio::test]
async fn a_chat_that_is_told_to_wait_holds_up_no_other() {
    let fake = FakeTelegram::start().await;
    let (office, people) = at_telegram(&fake, 4).await;
    let slow = people[0].0;
    fake.fault_when(move |call| {
        let to = call.body.get("chat_id").and_then(|id| id.as_i64().or_else(|| id.as_str()?.parse().ok()));
        (is_call(call) && to == Some(slow)).then_some(Fault::TooManyRequests { retry_after: 60 })
    });
    told(&fake)(office.now());
    let said: Vec<_> = people.iter().map(|(_, ann)| ann.saying("/list")).collect();
    office.at_once(&said).await;
    let got = |chat: i64| fake.bot_messages(chat).len();
    assert_eq!(people.iter().map(|(chat, _)| got(*chat)).collect::<Vec<_>>(), [0, 1, 1, 1], "at once");
    office.runs(TimeDelta::seconds(59), told(&fake)).await;
    let tried = fake.calls().iter().filter(|call| is_call(call)).count();
    assert_eq!(tried, 4, "not before the wait is over");
    fake.clear_faults();
    office.runs(TimeDelta::seconds(30), told(&fake)).await;
    assert_eq!(got(slow), 1);
    clean(&fake);
}
