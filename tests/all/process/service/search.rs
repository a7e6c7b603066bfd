//! Searching the web with a service of the owner's own, as the built program does it: with a language model and without.

use crate::process::program::{House, SOON};
use crate::process::town::{Thought, probed, thought_of, understanding};
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use proof::wire::Wire;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// A SearXNG under a path of its own, which finds the same for every search.
struct SearXng {
    wire: Wire,
    /// What it was asked for.
    asked: Arc<Mutex<Vec<String>>>,
}

type Asked = Arc<Mutex<Vec<String>>>;

async fn search(State(asked): State<Asked>, RawQuery(query): RawQuery) -> (StatusCode, Json<Value>) {
    let query = query.unwrap_or_default();
    let forbidden = !query.contains("format=json");
    asked.lock().unwrap().push(query);
    if forbidden {
        return (StatusCode::FORBIDDEN, Json(Value::Null));
    }
    let found = json!({"query": "", "results": [
        {"url": "https://pipes.example/berlin", "title": "Pipes &amp; Co", "content": "A <b>plumber</b> in Berlin, also at night.", "score": 2.5},
        {"url": "https://drip.example/", "title": "Drip", "content": null, "engine": "x"}
    ]});
    (StatusCode::OK, Json(found))
}

impl SearXng {
    async fn start() -> Self {
        let asked = Asked::default();
        let app = Router::new().route("/find/search", get(search)).with_state(asked.clone());
        Self { wire: Wire::serve(app).await.unwrap(), asked }
    }

    fn url(&self) -> String {
        format!("http://{}/find/", self.wire.addr())
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// A house with Ann in Telegram and this service.
async fn house(searxng: &SearXng) -> (FakeTelegram, House) {
    let telegram = FakeTelegram::start().await;
    telegram.user(7, "Ann");
    let mut house = House::new();
    house.set("SECRETARY_OWNERS", "telegram:7").set("SEARXNG_URL", &searxng.url());
    house.set("TELEGRAM_BOT_TOKEN", telegram.token()).set("TELEGRAM_API_URL", &telegram.url());
    (telegram, house)
}

/// A model that searches once and reports what the search gave it.
fn thinks(body: &Value) -> Reply {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let result = messages.iter().find(|m| m["role"] == "tool").and_then(|m| m["content"].as_str());
    match (thought_of(body), result) {
        (None, _) => probed(body),
        (Some(Thought::Triage), _) => {
            let idea = json!({
                "kind": "idea", "title": "A plumber in Berlin", "summary": "Find one.", "done_when": ["one is named"],
                "due": "", "assumptions": [], "questions": [],
                "tasks": [{"key": "t1", "title": "Find a plumber", "instruction": "Find a plumber in Berlin.",
                    "agent": "researcher", "capabilities": ["research"], "needs": []}],
                "risk": 0.1, "beyond": null
            });
            Reply::json(&understanding(body, idea))
        }
        (Some(Thought::Work), None) => {
            Reply::tools(&[("web_search", r#"{"query": "plumber  Berlin & night", "limit": 2}"#)])
        }
        (Some(Thought::Work), Some(found)) => Reply::text(found),
        (Some(Thought::Report), _) => {
            Reply::text("Take Pipes & Co: they come at night (https://pipes.example/berlin).")
        }
    }
}

#[tokio::test]
async fn an_agent_searches_with_the_service_that_is_set_up() {
    let searxng = SearXng::start().await;
    let (telegram, mut house) = house(&searxng).await;
    let model = FakeModel::start().await;
    model.answer_with(thinks);
    house.set("OPENAI_BASE_URL", &model.url());
    let program = house.run();
    telegram.say(7, 7, "find me a good plumber in Berlin");
    telegram.wait_message(7, |m| m.text.contains("Take Pipes & Co"), SOON).await.unwrap();
    println!("{}", telegram.transcript(7));
    assert_eq!(searxng.asked(), ["q=plumber+Berlin+%26+night&format=json"]);
    let tools = model.prompts().into_iter().flat_map(|p| p["messages"].as_array().cloned().unwrap_or_default());
    let given = tools.filter(|m| m["role"] == "tool").find_map(|m| m["content"].as_str().map(str::to_owned)).unwrap();
    assert!(given.contains("<search_results source=\"SearXNG\">"), "{given}");
    assert!(
        given.contains(
            "1. Pipes & Co\nhttps://pipes.example/berlin\nA plumber in Berlin, also at night.\n\n\
             2. Drip\nhttps://drip.example/\n"
        ),
        "{given}"
    );
    assert_eq!(telegram.violations(), vec![]);
    program.stop().await;
}

#[tokio::test]
async fn without_a_model_the_results_are_listed_with_their_addresses() {
    let searxng = SearXng::start().await;
    let (telegram, house) = house(&searxng).await;
    let program = house.run();
    telegram.say(7, 7, "search for a good plumber in Berlin");
    let report = telegram.wait_message(7, |m| m.text.contains("https://pipes.example/berlin"), SOON).await.unwrap();
    println!("{}", telegram.transcript(7));
    assert_eq!(searxng.asked(), ["q=a+good+plumber+in+Berlin&format=json"]);
    for part in ["Pipes & Co", "A plumber in Berlin, also at night.", "https://drip.example/"] {
        assert!(report.text.contains(part), "{}", report.text);
    }
    assert_eq!(telegram.violations(), vec![]);
    program.stop().await;
}
