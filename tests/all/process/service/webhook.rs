//! Telegram by webhook: delivered by the fake, survived by a kill, delivered again without harm.

use crate::process::program::{House, SOON};
use proof::telegram::FakeTelegram;
use std::net::TcpListener;

/// An address nobody listens on just now.
pub fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[tokio::test]
async fn a_webhook_delivers_across_a_kill_and_nothing_comes_twice() {
    let telegram = FakeTelegram::start().await;
    telegram.user(7, "Ann");
    let address = free_address();
    let mut house = House::new();
    house.set("WEB_ADDR", &address).set("SECRETARY_OWNERS", "telegram:7");
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("TELEGRAM_WEBHOOK_URL", &format!("http://{address}/telegram/webhook"));
    house.set("TELEGRAM_WEBHOOK_SECRET", "a-long-random-word");
    let program = house.run();
    telegram.wait_calls("setWebhook", 1, SOON).await.unwrap();
    telegram.say(7, 7, "/calc 19% of 240");
    telegram.wait_message(7, |m| m.text.contains("45.6"), SOON).await.unwrap();
    let quiet = |t: &FakeTelegram| t.pending_updates().is_empty().then_some(());
    telegram.wait_for(quiet, SOON).await.expect("what was delivered is confirmed");
    // The answer to a later word shows that the report was settled, too: the kill cuts off no send.
    telegram.say(7, 7, "/agents");
    telegram.wait_message(7, |m| m.text.contains("Researcher"), SOON).await.unwrap();
    telegram.wait_for(quiet, SOON).await.expect("what was delivered is confirmed");
    program.kill().await;
    telegram.say(7, 7, "/calc 10% of 50");
    telegram.say(7, 7, "/settings");
    let program = house.run();
    program.address().await;
    telegram.wait_calls("setWebhook", 2, SOON).await.unwrap();
    telegram.wait_message(7, |m| m.text.contains("Version"), SOON).await.unwrap();
    telegram.wait_message(7, |m| m.text.contains("10% of 50 = 5"), SOON).await.unwrap();
    telegram.say(7, 7, "/help");
    telegram.wait_message(7, |m| m.text.contains("/help"), SOON).await.unwrap();
    let texts: Vec<String> = telegram.bot_messages(7).into_iter().map(|m| m.text).collect();
    println!("{}", telegram.transcript(7));
    assert_eq!(texts.iter().filter(|text| text.contains("% of") && text.contains(" = ")).count(), 2, "{texts:#?}");
    assert_eq!(texts.iter().filter(|text| text.contains("Version")).count(), 1, "{texts:#?}");
    assert_eq!(telegram.violations(), vec![]);

    // Whoever does not know the secret is turned away.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("http://{address}/telegram/webhook");
    for secret in ["", "a-long-random-wor", "a-long-random-wordd"] {
        let asked = client.post(&url).header("x-telegram-bot-api-secret-token", secret).body("{}");
        assert_eq!(asked.send().await.unwrap().status().as_u16(), 401);
    }
    program.stop().await;
}

#[tokio::test]
async fn the_official_server_gets_no_plain_webhook() {
    let mut house = House::new();
    house.set("TELEGRAM_BOT_TOKEN", "123456:AAx").set("TELEGRAM_WEBHOOK_SECRET", "s");
    house.set("TELEGRAM_WEBHOOK_URL", "http://bot.example.org/telegram/webhook");
    let said = house.ask(&[]).await;
    assert_eq!(said.status.code(), Some(1));
    assert!(said.err.starts_with("TELEGRAM_WEBHOOK_URL must begin with https://"), "{}", said.err);
}
