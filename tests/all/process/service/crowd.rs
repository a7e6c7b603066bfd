//! Many people at once: every message is understood and answered, once, also across a kill.

use crate::process::program::{House, LEAVES, SOON};
use crate::process::town::{probed, said_in, thought_of, understanding};
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Three hundred messages are more than a thousand commits, which take their time on a disk that others write to.
const ON_A_BUSY_DISK: Duration = Duration::from_mins(5);
const PEOPLE: i64 = 30;
const MESSAGES: i64 = 10;

fn answers(telegram: &FakeTelegram) -> Vec<String> {
    let all = (1..=PEOPLE).flat_map(|user| telegram.bot_messages(user));
    all.map(|m| m.text).filter(|text| text.contains("You said")).collect()
}

/// A model that has an answer to everything.
fn replies(body: &Value) -> Reply {
    if thought_of(body).is_none() {
        return probed(body);
    }
    let text = format!("You said “{}”.", said_in(body));
    Reply::json(&understanding(body, json!({"kind": "reply", "text": text})))
}

/// The crowd writes; `cut` kills the program when some are answered and some are not. Gives what each chat shows.
async fn wave(cut: bool) -> (FakeTelegram, Vec<String>) {
    let telegram = FakeTelegram::start().await;
    let model = FakeModel::start().await;
    model.answer_with(replies);
    let mut house = House::new();
    let owners: Vec<String> = (1..=PEOPLE).map(|user| format!("telegram:{user}")).collect();
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("OPENAI_BASE_URL", &model.url()).set("SECRETARY_OWNERS", &owners.join(","));
    (1..=PEOPLE).for_each(|user| {
        telegram.user(user, &format!("Person {user}"));
    });
    let mut program = house.run();
    telegram.wait_for(|t| t.is_polled().then_some(()), SOON).await.expect("it polls");
    let began = Instant::now();
    for n in 0..MESSAGES {
        for user in 1..=PEOPLE {
            telegram.say(user, user, &format!("remark {n} of person {user}: how nice"));
        }
    }
    let wanted = usize::try_from(PEOPLE * MESSAGES).unwrap();
    if cut {
        telegram
            .wait_for(|t| (answers(t).len() >= wanted / 3).then_some(()), ON_A_BUSY_DISK)
            .await
            .expect("the first ones");
        program.kill().await;
        telegram.wait_for(|t| (!t.is_polled()).then_some(()), SOON).await.expect("the dead do not poll");
        program = house.run();
    }
    let all = |t: &FakeTelegram| (quotes(&answers(t)).len() >= wanted).then_some(());
    telegram.wait_for(all, ON_A_BUSY_DISK).await.unwrap_or_else(|| {
        panic!("{} of {wanted} after {:?}\n{}", answers(&telegram).len(), began.elapsed(), program.printed())
    });
    println!("{wanted} answers after {:?}", began.elapsed());

    // Another start delivers nothing again: a later word is answered, and nothing came before it.
    let (status, took, printed) = program.stop().await;
    assert!(status.success() && took < LEAVES, "{status} after {took:?}\n{printed}");
    let program = house.run();
    telegram.say(1, 1, "/list");
    telegram.wait_message(1, |m| m.text.contains("Nothing open"), SOON).await.unwrap();
    let typing = telegram.calls().iter().filter(|call| call.method == "sendChatAction").count();
    // One in four seconds and chat, however many messages are thought about there; each start begins anew.
    let seconds = usize::try_from(began.elapsed().as_secs()).unwrap();
    assert!(typing > 0, "the model thinks all the time, and no chat shows it");
    assert!(typing <= usize::try_from(PEOPLE).unwrap() * (seconds / 4 + 4), "{typing} in {seconds} s");
    program.stop().await;
    assert_eq!(telegram.violations(), vec![]);
    assert_eq!(telegram.pending_updates(), Vec::<serde_json::Value>::new());
    let all = answers(&telegram);
    (telegram, all)
}

/// The different words quoted in answers.
fn quotes(answers: &[String]) -> BTreeSet<String> {
    answers.iter().filter_map(|text| text.split('“').nth(1)).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_hundred_quick_messages_are_each_answered_once() {
    let (telegram, all) = wave(false).await;
    let wanted = usize::try_from(PEOPLE * MESSAGES).unwrap();
    assert_eq!((all.len(), quotes(&all).len()), (wanted, wanted));
    for user in 1..=PEOPLE {
        let told: Vec<String> = telegram.bot_messages(user).into_iter().map(|m| m.text).collect();
        let order =
            (0..MESSAGES).map(|n| told.iter().position(|text| text.contains(&format!("remark {n} of person {user}:"))));
        assert!(order.clone().all(|at| at.is_some()) && order.is_sorted(), "{}", telegram.transcript(user));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_the_middle_of_three_hundred_messages_loses_none() {
    let (_telegram, all) = wave(true).await;
    let wanted = usize::try_from(PEOPLE * MESSAGES).unwrap();
    assert_eq!(quotes(&all).len(), wanted, "each message is answered");
    // Sends cut off by the kill are made again once, and there is one at a time in a chat.
    let twice = all.len() - wanted;
    println!("{twice} answers were sent again");
    assert!(twice <= usize::try_from(PEOPLE).unwrap(), "{twice}");
}
