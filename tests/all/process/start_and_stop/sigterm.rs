//! SIGTERM in the middle of everything: it ends well, nothing is lost, nothing is done twice, and it counts as no crash.

use crate::process::program::{House, LEAVES, Program, SOON};
use crate::process::service::web::Visitor;
use crate::process::town::{MARA, RESULT, Thought, Town};
use proof::fault::{Fault, Gate};
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use std::collections::BTreeMap;
use std::time::Instant;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

async fn ends_well(program: Program) -> String {
    let (status, took, printed) = program.stop().await;
    assert!(status.success() && took < LEAVES, "{status} after {took:?}\n{printed}");
    println!("ended after {took:?}");
    printed
}

#[tokio::test]
async fn thoughts_and_runs_that_are_stopped_again_and_again_go_on_as_if_nothing_had_been() {
    let mut town = Town::new().await;
    let mut program = town.run(Some(Thought::Triage));
    program.address().await;
    town.telegram.say(MARA, MARA, "compare three hosting offers for the shop and tell me what to take");
    // Four stops at the same thought: after three crashes it would be given up.
    for _ in 0..4 {
        town.mind.hanging(Thought::Triage).await;
        let printed = ends_well(program).await;
        assert!(printed.contains("Shutting down, 1 running."), "{printed}");
        program = town.run(Some(Thought::Triage));
    }
    town.mind.hanging(Thought::Triage).await;
    ends_well(program).await;
    program = town.run(Some(Thought::Work));
    let asked = town.told("Two quick", &["Use your judgement"]).await;
    town.press(asked.id, "Use your judgement").await;
    let card = town.told("Here is what I'll do", &["Start"]).await;
    town.press(card.id, "Start").await;
    for _ in 0..4 {
        town.mind.hanging(Thought::Work).await;
        let printed = ends_well(program).await;
        assert!(printed.contains("Shutting down, 1 running."), "{printed}");
        program = town.run(Some(Thought::Work));
    }
    town.mind.hanging(Thought::Work).await;
    ends_well(program).await;
    program = town.run(None);
    let prompt = town.told("One decision for you", &["★ Only monthly terms"]).await;
    town.press(prompt.id, "★ Only monthly terms").await;
    town.told("Take offer C", &["👍"]).await;
    town.settled().await;
    println!("{}", town.transcript());
    let mut texts: BTreeMap<String, usize> = BTreeMap::new();
    town.telegram.bot_messages(MARA).into_iter().for_each(|m| *texts.entry(m.text).or_default() += 1);
    let twice: Vec<_> = texts.iter().filter(|(text, count)| **count > 1 && *text != RESULT).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(!texts.keys().any(|text| text.contains("restart") || text.contains("interrupted")), "{texts:?}");
    ends_well(program).await;
    // Presses of the last minutes are answered once more after any stop, which changes nothing.
    town.behaved(true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_goes_on_writing_through_five_stops_loses_nothing_and_sees_nothing_twice() {
    const PEOPLE: i64 = 12;
    const MESSAGES: i64 = 10;
    let telegram = FakeTelegram::start().await;
    let model = FakeModel::start().await;
    model.answer_with(|_| Reply::hang());
    let mut house = House::new();
    let owners: Vec<String> = (1..=PEOPLE).map(|user| format!("telegram:{user}")).collect();
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("OPENAI_BASE_URL", &model.url()).set("SECRETARY_OWNERS", &owners.join(","));
    (1..=PEOPLE).for_each(|user| {
        telegram.user(user, &format!("Person {user}"));
    });
    let receipts = |t: &FakeTelegram| {
        let all = (1..=PEOPLE).flat_map(|user| t.bot_messages(user));
        all.map(|m| m.text).filter(|text| text.contains("Got it")).collect::<Vec<_>>()
    };
    let mut program = house.run();
    let mut written = 0;
    for n in 0..MESSAGES {
        for user in 1..=PEOPLE {
            telegram.say(user, user, &format!("/new idea {n} of person {user}: find out something"));
            written += 1;
        }
        if n % 2 == 1 {
            // Some are acknowledged, some are on their way, some wait at Telegram.
            let some = written * 2 / 3;
            telegram.wait_for(|t| (receipts(t).len() >= some).then_some(()), SOON).await.expect("the first ones");
            ends_well(program).await;
            program = house.run();
        }
    }
    let all = |t: &FakeTelegram| (receipts(t).len() >= written).then_some(());
    telegram.wait_for(all, SOON * 2).await.unwrap_or_else(|| panic!("{} of {written}", receipts(&telegram).len()));
    ends_well(program).await;
    let mut quotes: BTreeMap<String, usize> = BTreeMap::new();
    for text in receipts(&telegram) {
        *quotes.entry(text.split('“').nth(1).unwrap_or_default().to_owned()).or_default() += 1;
    }
    assert_eq!(quotes.len(), written, "each is acknowledged");
    let twice: Vec<_> = quotes.iter().filter(|(_, count)| **count > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert_eq!(telegram.violations(), vec![]);
}

#[tokio::test]
async fn while_it_drains_it_is_not_ready_takes_nothing_in_and_hears_the_answer_to_what_it_sent() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    telegram.wait_for(|t| t.is_polled().then_some(()), SOON).await.unwrap();
    let gate = telegram.hold("sendMessage");
    telegram.say(7, 7, "/calc 2 + 4");
    assert!(gate.arrived(1, SOON).await);
    program.signal("TERM").await;
    program.line("Shutting down, 0 running.").await;
    let (status, why) = visitor.looks("/readyz").await;
    assert!(status == 503 && why.starts_with("shutting down, 0 running\n"), "{status} {why}");
    assert_eq!(visitor.looks("/healthz").await.0, 200);
    let (status, told) = visitor.says_in_vain("hello", "s-1").await;
    assert!(status == 503 && told.contains("shutting down"), "{status} {told}");
    // Telegram answers while it waits: what was sent is known to stand there.
    gate.release();
    let (status, printed) = program.ended().await;
    assert!(status.success(), "{status}\n{printed}");
    let program = house.run();
    telegram.say(7, 7, "/calc 2 + 5");
    telegram.wait_message(7, |m| m.text.contains("2 + 5 = 7"), SOON).await.unwrap();
    assert_eq!(telegram.bot_messages(7).iter().filter(|m| m.text.contains("2 + 4 = 6")).count(), 1);
    ends_well(program).await;
    assert_eq!(telegram.violations(), vec![]);
}

#[tokio::test]
async fn a_send_that_is_never_answered_is_marked_and_made_again_once() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run();
    program.address().await;
    telegram.wait_for(|t| t.is_polled().then_some(()), SOON).await.unwrap();
    telegram.fault("sendMessage", Fault::Hold(Gate::new()));
    telegram.say(7, 7, "/calc 2 + 4");
    telegram.wait_calls("sendMessage", 1, SOON).await.unwrap();
    ends_well(program).await;
    let program = house.run();
    telegram.wait_message(7, |m| m.text.contains("2 + 4 = 6"), SOON).await.unwrap();
    telegram.say(7, 7, "/calc 2 + 5");
    telegram.wait_message(7, |m| m.text.contains("2 + 5 = 7"), SOON).await.unwrap();
    assert_eq!(telegram.bot_messages(7).iter().filter(|m| m.text.contains("2 + 4 = 6")).count(), 1);
    ends_well(program).await;
}

#[tokio::test]
async fn a_signal_during_the_start_ends_it_well() {
    // A server that takes the connection and never says a word.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    for signal in ["TERM", "INT"] {
        let mut house = House::new();
        house.set("DATABASE_URL", &format!("postgres://me@{}/secretary", silent.local_addr().unwrap()));
        let program = house.run();
        // It is asked by then whether it speaks TLS, and waits for the answer.
        let (mut reached, _) = silent.accept().await.unwrap();
        assert!(reached.read_u8().await.is_ok());
        let began = Instant::now();
        program.signal(signal).await;
        let (status, printed) = program.ended().await;
        assert!(status.success() && began.elapsed() < LEAVES, "{status} after {:?}\n{printed}", began.elapsed());
        assert_eq!(printed.trim(), "Stopped during the start.");
    }
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run();
    program.address().await;
    telegram.wait_for(|t| t.is_polled().then_some(()), SOON).await.unwrap();
    let gate = telegram.hold("sendMessage");
    telegram.say(7, 7, "/calc 2 + 4");
    assert!(gate.arrived(1, SOON).await);
    program.signal("TERM").await;
    program.line("Shutting down").await;
    program.signal("INT").await;
    program.line("Stopped at once.").await;
    let (status, printed) = program.ended().await;
    assert_eq!(status.code(), Some(1), "{printed}");
    gate.release();
    // Nothing is lost by that either.
    let program = house.run();
    telegram.say(7, 7, "/calc 2 + 5");
    telegram.wait_message(7, |m| m.text.contains("2 + 5 = 7"), SOON).await.unwrap();
    assert!(telegram.bot_messages(7).iter().any(|m| m.text.contains("2 + 4 = 6")));
    ends_well(program).await;
}
