//! The first owner: the code printed at start, and fresh ones from `secretary pair`.

use crate::process::program::{House, Program, SOON};
use proof::telegram::FakeTelegram;

/// The code in a line that says what to send.
fn code_in(line: &str) -> String {
    line.split("/start ").nth(1).unwrap_or_else(|| panic!("no code in {line:?}")).trim().to_owned()
}

async fn told(telegram: &FakeTelegram, user: i64, part: &str) {
    telegram.wait_message(user, |m| m.text.contains(part), SOON).await.unwrap();
}

async fn started() -> (FakeTelegram, House, Program) {
    let telegram = FakeTelegram::start().await;
    for (id, name) in [(1, "Ann"), (2, "Bob"), (3, "Cleo")] {
        telegram.user(id, name);
    }
    let mut house = House::new();
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    let program = house.run();
    (telegram, house, program)
}

#[tokio::test]
async fn the_code_printed_at_start_makes_an_owner_once() {
    let (telegram, house, program) = started().await;
    let code = code_in(&program.line("/start ").await);
    telegram.say(2, 2, "hello");
    told(&telegram, 2, "An owner can add you").await;
    telegram.say(2, 2, "/start WRONG-1");
    told(&telegram, 2, "code").await;
    telegram.say(1, 1, &format!("/start {code}"));
    told(&telegram, 1, "You are the owner here now").await;
    telegram.say(2, 2, &format!("/start {code}"));
    telegram.say(1, 1, "/members");
    told(&telegram, 1, "Ann").await;
    telegram.say(1, 1, "/invite requester");
    told(&telegram, 1, "One-time code").await;
    let members = telegram.bot_messages(1).into_iter().find(|m| m.text.contains("Ann") && m.text.contains("owner"));
    assert!(!members.unwrap().text.contains("Bob"));
    println!("{}{}", telegram.transcript(1), telegram.transcript(2));
    // Somebody is the owner now: no code is offered at the next start.
    program.stop().await;
    let program = house.run();
    program.address().await;
    telegram.say(1, 1, "hello");
    told(&telegram, 1, "Hello! Send me an idea").await;
    assert!(program.out().iter().all(|line| !line.contains("/start ")), "{}", program.printed());
    program.stop().await;
}

#[tokio::test]
async fn secretary_pair_prints_a_fresh_code_while_running_and_while_stopped() {
    let (telegram, house, program) = started().await;
    let old = code_in(&program.line("/start ").await);
    let said = house.ask(&["pair"]).await;
    assert!(said.status.success() && said.err.is_empty(), "{}{}", said.out, said.err);
    let fresh = code_in(&said.out);
    assert_ne!(old, fresh);
    telegram.say(1, 1, &format!("/start {old}"));
    told(&telegram, 1, "code").await;
    telegram.say(1, 1, &format!("/start {fresh}"));
    told(&telegram, 1, "You are the owner here now").await;
    program.stop().await;

    let said = house.ask(&["pair"]).await;
    assert!(said.status.success() && said.err.is_empty(), "{}{}", said.out, said.err);
    let stopped = code_in(&said.out);
    let program = house.run();
    telegram.say(3, 3, &format!("/start {stopped}"));
    told(&telegram, 3, "You are the owner here now").await;
    println!("{}{}", telegram.transcript(1), telegram.transcript(3));
    program.stop().await;
    assert_eq!(telegram.violations(), vec![]);
}

#[tokio::test]
async fn five_wrong_tries_shut_out_one_account() {
    let (telegram, _house, program) = started().await;
    let code = code_in(&program.line("/start ").await);
    for n in 0..5 {
        telegram.say(2, 2, &format!("/start AAAA-000{n}"));
    }
    let refused = |t: &FakeTelegram| (t.bot_messages(2).len() >= 5).then_some(());
    telegram.wait_for(refused, SOON).await.expect("five answers");
    let warned = program.line("typed 5 wrong codes").await;
    assert!(warned.contains("WARN") && warned.contains("10 minutes"), "{warned}");
    telegram.say(2, 2, &format!("/start {code}"));
    telegram.say(1, 1, &format!("/start {code}"));
    told(&telegram, 1, "You are the owner here now").await;
    println!("{}{}", telegram.transcript(1), telegram.transcript(2));
    assert_eq!(telegram.bot_messages(2).len(), 5, "not listened to");
    program.stop().await;
}
