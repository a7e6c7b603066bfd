//! No setting of the log brings a secret, or what a person wrote, to the terminal.

use crate::process::program::{House, Program, SOON};
use crate::process::service::web::{Visitor, text_of};
use crate::process::town::{Thought, said_in, thought_of, understanding};
use crate::support::canaries::pasted;
use proof::discord::FakeDiscord;
use proof::fault::Fault;
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use serde_json::json;

/// Every filter a person may try when something does not work.
const FILTERS: [(&str, &str); 3] = [
    ("trace", "text"),
    ("trace", "json"),
    (
        "trace,serenity=trace,tungstenite=trace,tokio_tungstenite=trace,reqwest=trace,hyper=trace,hyper_util=trace,\
         h2=trace,rustls=trace,teloxide=trace,async_openai=trace,sqlx=trace,axum=trace,tower=trace,log=trace",
        "text",
    ),
];

/// What was said in the chats; nobody at the terminal needs to read it.
const PRIVATE: &str = "Zebrafinch";

#[track_caller]
fn keeps(program: &Program, secrets: &[&str]) {
    let printed = program.printed();
    for secret in secrets.iter().chain(&[PRIVATE]) {
        assert!(!printed.contains(secret), "{secret:?} is in:\n{printed}");
    }
    assert!(program.err().iter().any(|line| line.contains("secretary::")), "the log is on:\n{printed}");
    let low = |line: &&String| [" DEBUG ", " TRACE ", "\"DEBUG\"", "\"TRACE\""].iter().any(|l| line.contains(l));
    let foreign: Vec<String> = program.err().iter().filter(low).filter(|l| !l.contains("secretary")).cloned().collect();
    assert!(foreign.is_empty(), "libraries chat: {foreign:#?}");
}

#[tokio::test]
async fn no_filter_of_the_log_shows_a_token_or_a_key() {
    for (filter, format) in FILTERS {
        let (telegram, discord) = (FakeTelegram::start().await, FakeDiscord::start().await.unwrap());
        telegram.user(7, "Ann");
        let model = FakeModel::start().await;
        model.capabilities(|able| able.key = Some("canary-key-of-the-model".to_owned()));
        model.answer_with(|body| {
            let said = said_in(body);
            // What was understood is logged without a word of it, and so is what was not.
            if thought_of(body) == Some(Thought::Triage) && said.contains("again") {
                return Reply::json(&understanding(body, json!({"kind": "reply", "text": format!("Yes: {said}.")})));
            }
            Reply::raw(500, &[], "{\"error\": {\"message\": \"no\"}}")
        });
        let mut house = House::new();
        house.set("RUST_LOG", filter).set("LOG_FORMAT", format).set("SECRETARY_OWNERS", "telegram:7");
        house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
        house.set("DISCORD_TOKEN", &discord.token()).set("DISCORD_API_URL", &discord.url());
        house.set("OPENAI_BASE_URL", &model.url()).set("OPENAI_API_KEY", "canary-key-of-the-model");
        house.set("BRAVE_API_KEY", "canary-key-of-the-search");
        let program = house.run();
        let visitor = Visitor::new(&program.address().await);
        discord.wait_ready(SOON).await.unwrap();
        telegram.fault("sendMessage", Fault::ServerError { status: 502 });
        telegram.say(7, 7, &format!("/new compare {PRIVATE} offers"));
        telegram.wait_message(7, |m| m.text.contains("Got it"), SOON).await.unwrap();
        visitor.say(&format!("{PRIVATE} again"), "s-1").await;
        visitor.told("Yes: ").await;
        discord.gateway_cut();
        telegram.go_down().await;
        program.line("Telegram: cannot reach").await;
        telegram.come_up().await;
        telegram.say(7, 7, "/list");
        telegram.wait_message(7, |m| m.text.contains("#1"), SOON).await.unwrap();
        let (telegram, discord) = (telegram.token().to_owned(), discord.token());
        let secret = telegram.split(':').nth(1).unwrap();
        keeps(&program, &[&telegram, secret, &discord, "canary-key-of-the-model", "canary-key-of-the-search"]);
        program.stop().await;
    }
}

#[tokio::test]
async fn no_filter_of_the_log_shows_a_password() {
    let telegram = FakeTelegram::start().await;
    let address = crate::process::service::webhook::free_address();
    let mut house = House::new();
    house.set("RUST_LOG", "trace").set("WEB_ADDR", &address).set("WEB_PASSWORD", "canary \"pass\" word");
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    house.set("TELEGRAM_WEBHOOK_URL", &format!("http://{address}/telegram/webhook"));
    house.set("TELEGRAM_WEBHOOK_SECRET", "canary-secret-of-the-hook");
    let program = house.run();
    program.address().await;
    telegram.wait_calls("setWebhook", 1, SOON).await.unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (password, status) in [("canary+guess", 401), ("canary+%22pass%22+word", 303)] {
        let asked = client.post(format!("http://{address}/login")).header("origin", format!("http://{address}"));
        let asked = asked.header("content-type", "application/x-www-form-urlencoded");
        let answer = asked.body(format!("password={password}")).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status);
    }
    keeps(
        &program,
        &[telegram.token(), "canary \"pass\" word", "canary \\\"pass", "canary guess", "canary-secret-of-the-hook"],
    );
    program.stop().await;
}

#[tokio::test]
async fn what_people_paste_is_in_no_file_and_in_no_request() {
    let telegram = FakeTelegram::start().await;
    telegram.user(7, "Ann");
    let model = FakeModel::start().await;
    model.capabilities(|able| able.key = Some("canary-Key-42-of-the-model".to_owned()));
    let mut house = House::of_ann(&telegram);
    house.set("OPENAI_BASE_URL", &model.url()).set("OPENAI_API_KEY", "canary-Key-42-of-the-model");
    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    let pasted: Vec<String> = pasted().into_iter().take(4).collect();
    let told = "I hid it and kept nothing of it";
    telegram.say(7, 7, &format!("compare {} offers with {}", pasted[0], pasted[1]));
    telegram.wait_message(7, |m| m.text.contains(told), SOON).await.unwrap();
    visitor
        .say(&format!("compare {} offers with {} and canary-Key-42-of-the-model", pasted[2], pasted[3]), "s-1")
        .await;
    let said = text_of(&visitor.told(told).await);
    let transcript = visitor.transcript().await;
    program.stop().await;
    let mut kept = vec![said, transcript];
    for entry in std::fs::read_dir(house.path()).unwrap().filter_map(Result::ok) {
        if entry.path().is_file() {
            kept.push(String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).into_owned());
        }
    }
    assert!(kept.iter().any(|text| text.contains("[hidden: an Anthropic key]")), "the database was read");
    for secret in pasted.iter().map(String::as_str).chain(["canary-Key-42-of-the-model"]) {
        assert!(!kept.iter().any(|text| text.contains(secret)), "{secret} was kept");
    }
}
