//! The language model against the fake server: what is sent, every quirk the platform-facts name, every error.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests may panic")]

mod abilities;
mod answers;
mod chain;
mod lesser_servers;
mod pictures;
mod refusals;
mod servers;
mod slow_servers;
mod voice;

use crate::support::ManualClock;
use chrono::{TimeZone, Utc};
use proof::model::{FakeModel, Reply, Support};
use secretary::adapters::openai::{Key, OpenAi, OpenAiConfig, VoiceConfig};
use secretary::ports::model::{
    ANSWERS, Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Schema, ToolSpec, Turn, WorkInput,
    triage_of, understanding_of,
};
use secretary::secretary::intent::thinking::{ReportInput, TriageInput};
use secretary::secretary::intent::{Intent, ItemKind, ItemLine, UnderstandInput};
use secretary::secretary::settings::model_capabilities::{Abilities, Found};
use secretary::secretary::ticket::plan::{Kind, Requirement};
use secretary::{prompts, workers::roster};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

fn config(url: &str) -> OpenAiConfig {
    OpenAiConfig {
        prices: secretary::secretary::budget::cost::Prices::default(),
        base_url: url.into(),
        key: None,
        model: vec!["fake-model".into()],
        model_triage: vec![],
        model_work: vec![],
        model_report: vec![],
        model_vision: vec![],
        voice: VoiceConfig::default(),
        repair: prompts::repair,
    }
}

fn open(config: OpenAiConfig) -> Result<OpenAi, ModelError> {
    OpenAi::new(config, Arc::new(ManualClock::new()))
}

/// What the first model was found to do.
async fn probed(model: &OpenAi) -> Abilities {
    model.probe().await.remove(0).1
}

/// Schema, forced tool, streaming, counting.
fn found(able: &Abilities) -> [Found; 4] {
    [able.schema, able.forced_tool, able.streaming, able.usage]
}

async fn office() -> (FakeModel, OpenAi) {
    let fake = FakeModel::start().await;
    fake.strict_script();
    let model = open(config(&fake.url())).unwrap();
    (fake, model)
}

fn request(purpose: Purpose, (system, user): (String, String), schema: Option<Schema>) -> ModelRequest {
    ModelRequest {
        purpose,
        turns: vec![Turn::System { content: system }, Turn::User { content: user }],
        tools: vec![],
        schema: schema.map(|schema| (prompts::UNDERSTANDING.to_owned(), schema)),
        model: None,
        max_output_tokens: 4_000,
        deadline: Duration::from_secs(20),
        answers: ANSWERS,
    }
}

/// A message is to be understood; nothing is open where it was written.
fn understand(message: &str) -> ModelRequest {
    understand_beside(message, Vec::new())
}

/// The same beside what is open.
fn understand_beside(message: &str, items: Vec<ItemLine>) -> ModelRequest {
    let input = UnderstandInput {
        message: message.into(),
        items,
        may_look_up: true,
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
        sent_at: Utc.with_ymd_and_hms(2026, 11, 24, 8, 0, 0).unwrap(),
        zone: "Europe/Berlin".into(),
        language: "en".into(),
        role: "owner".into(),
        roster: roster::load(None, &|_| false).agents,
        ..UnderstandInput::default()
    };
    let (system, user, schema) = prompts::understand(&input);
    request(Purpose::Understand(Box::new(input)), (system, user), Some(schema))
}

/// An idea is read once more.
fn triage(idea: &str) -> ModelRequest {
    let input = TriageInput {
        idea: idea.into(),
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
        language: "en".into(),
        roster: roster::load(None, &|_| false).agents,
        ..TriageInput::default()
    };
    let (system, user, schema) = prompts::read_again(&input);
    request(Purpose::Triage(input), (system, user), Some(schema))
}

fn work() -> ModelRequest {
    let input = WorkInput {
        minutes: None,
        agent: roster::load(None, &|_| false).agents.swap_remove(0),
        title: "Plan".into(),
        instruction: "Plan the move.".into(),
        requirement: Requirement::default(),
        said: vec![],
        read: Vec::new(),
        files: Vec::new(),
        refers: Vec::new(),
        results: vec![],
        steps: vec![],
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
    };
    let parts = prompts::work(&input);
    let mut request = request(Purpose::Work(Box::new(input)), parts, None);
    request.tools = vec![ToolSpec {
        name: "read_note".into(),
        description: "Reads a note.".into(),
        parameters: json!({"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}),
        verbatim: vec![],
    }];
    request
}

fn report() -> ModelRequest {
    let input = ReportInput {
        idea: "plan".into(),
        requirement: Requirement::default(),
        refers: Vec::new(),
        results: vec![],
        decisions: vec![],
        earlier: None,
        only_if: String::new(),
        language: "en".into(),
    };
    let parts = prompts::report(&input);
    request(Purpose::Report(input), parts, None)
}

fn answer() -> Value {
    let task = json!({"key": "t1", "title": "Compare", "instruction": "Compare A, B and C.", "agent": null,
        "capabilities": ["research"], "needs": []});
    let idea = json!({
        "kind": "idea", "title": "Hosting", "summary": "Compare.", "done_when": ["a table"], "due": "",
        "assumptions": [], "questions": [], "tasks": [task], "risk": 0.1, "beyond": null
    });
    json!({"why": "It takes work.", "intents": [idea]})
}

fn title(reply: &ModelReply) -> String {
    triage_of(reply).unwrap().requirement.title
}

/// The sentence of a refusal; anything else fails.
fn refused(result: Result<ModelReply, Failure>) -> String {
    match result {
        Err(Failure { error: ModelError::Refused(sentence), .. }) => sentence,
        other => panic!("{other:?}"),
    }
}

fn unusable(result: Result<ModelReply, Failure>) -> String {
    match result {
        Err(Failure { error: ModelError::Unusable(reason), .. }) => reason,
        other => panic!("{other:?}"),
    }
}

fn retry(result: Result<ModelReply, Failure>) -> Duration {
    match result {
        Err(Failure { error: ModelError::Retry { after }, .. }) => after,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_understanding_takes_one_small_call_with_a_stable_beginning() {
    let (fake, model) = office().await;
    let ideas = [
        "compare three hosting offers for the shop and tell me what to take",
        "write a short letter to our landlord about the broken heating in the office",
    ];
    for idea in ideas {
        fake.answer(Reply::json(&answer()).usage(900, 80));
        let reply = model.ask(&understand(idea)).await.unwrap();
        let understanding = understanding_of(&reply).unwrap();
        let [Intent::Idea(idea)] = understanding.intents.as_slice() else { panic!("{understanding:?}") };
        assert_eq!((idea.title.as_str(), idea.tasks.len(), &idea.beyond), ("Hosting", 1, &None));
        assert_eq!((reply.usage.calls, reply.usage.tokens_in, reply.usage.tokens_out), (1, 900, 80));
    }
    let requests = fake.requests();
    assert_eq!(requests.len(), 2);
    let (first, second) = (&requests[0].bytes, &requests[1].bytes);
    // performance.md P6.
    assert!(first.len() <= 8 * 1024, "{} bytes", first.len());
    let same = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    assert!(same * 10 >= first.len() * 9, "{same} of {} bytes are the same", first.len());
    println!("first request {} bytes, {same} of them stable", first.len());
    let body = &requests[0].body;
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
    assert_eq!((&body["max_tokens"], &body["max_completion_tokens"]), (&json!(4_000), &Value::Null));
    assert_eq!(body["response_format"]["json_schema"]["name"], "understanding");
    assert!(body.get("stream").is_none() && body.get("provider").is_none() && body.get("tools").is_none());
    // The properties stand on the wire in the order they are to be written: the reason before the choice.
    let wire = String::from_utf8(first.clone()).unwrap();
    let places = ["\"why\"", "\"intents\"", "\"kind\"", "\"beyond\""].map(|name| wire.find(name).unwrap());
    assert!(places.is_sorted(), "{places:?}");
}

#[tokio::test]
async fn an_idea_is_read_once_more_in_the_same_form() {
    let (fake, model) = office().await;
    fake.answer(Reply::json(&answer()));
    let reply = model.ask(&triage("compare three hosting offers")).await.unwrap();
    let read = triage_of(&reply).unwrap();
    assert_eq!((read.kind, read.tasks.len(), read.beyond), (Kind::Idea, 1, None));
    assert_eq!(fake.prompts()[0]["response_format"]["json_schema"]["name"], "understanding");
    assert!(fake.requests()[0].bytes.len() <= 9 * 1024, "{} bytes", fake.requests()[0].bytes.len());
    // What turns out to be no work is answered, and nothing else comes of it.
    fake.answer(Reply::json(&json!({"why": "", "intents": [{"kind": "reply", "text": "You're welcome."}]})));
    let read = triage_of(&model.ask(&triage("thanks")).await.unwrap()).unwrap();
    assert_eq!((read.kind, read.reply.as_str()), (Kind::Talk, "You're welcome."));
    fake.answer(Reply::json(&json!({"why": "", "intents": [{"kind": "cancel", "item": "a"}]})));
    let reply = model.ask(&triage("stop it")).await.unwrap();
    assert!(matches!(triage_of(&reply), Err(ModelError::Unusable(_))));
}

#[tokio::test]
async fn intents_are_read_leniently_and_nothing_is_made_up() {
    let (fake, model) = office().await;
    let line = "#9 “Paint” asks: Red or blue?".to_owned();
    let options = ["1 Red", "2 Blue"].map(str::to_owned).to_vec();
    let open = ItemLine { handle: "a".into(), kind: ItemKind::Decision, line, options };
    // As models leave fields out, or fill them with null.
    let loose = json!({"intents": [
        {"kind": "decide", "item": "a", "option": 2, "text": null, "sure": true},
        {"kind": "remind", "item": null, "act": "set", "text": "buy paint", "when": {"date": null, "time": "09:00"}},
        {"kind": "command", "act": "budget", "text": null}
    ]});
    fake.answer(Reply::text(&format!("Here:\n```json\n{loose}\n```")));
    let reply = model.ask(&understand_beside("blue, and remind me at 9 to buy paint", vec![open])).await.unwrap();
    let intents = understanding_of(&reply).unwrap().intents;
    let [
        Intent::Decide { item, option: Some(2), text, sure: true },
        Intent::Remind(change),
        Intent::Command { name, .. },
    ] = intents.as_slice()
    else {
        panic!("{intents:?}")
    };
    assert_eq!((item.as_str(), text.as_str(), name.as_str()), ("a", "", "budget"));
    let when = change.when.clone().unwrap();
    assert_eq!((change.text.as_str(), when.date, when.time.as_deref()), ("buy paint", None, Some("09:00")));
    let user = fake.prompts()[0]["messages"][1]["content"].as_str().unwrap().to_owned();
    assert!(user.contains("a (decision): #9 “Paint” asks: Red or blue? [1 Red] [2 Blue]"), "{user}");
    // A kind nobody knows is asked for once more, and given up then.
    let odd = json!({"why": "private", "intents": [{"kind": "launch", "item": "private"}]});
    fake.answer(Reply::json(&odd));
    fake.answer(Reply::json(&odd));
    let reason = unusable(model.ask(&understand("go")).await);
    assert!(reason.contains("unknown variant `launch`") && !reason.contains("private"), "{reason}");
}

#[tokio::test]
async fn calls_with_odd_ids_can_be_answered() {
    let (fake, model) = office().await;
    let call =
        |id: Value, arguments: Value| json!({"id": id, "function": {"name": "read_note", "arguments": arguments}});
    let odd = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": null, "tool_calls": [
        call(json!("chatcmpl-tool-é 1"), json!("{\"title\": \"a\"}")),
        call(json!("chatcmpl-tool-é 1"), json!({"title": "b"})),
        call(json!(""), json!("{broken")),
        call(Value::Null, Value::Null),
        call(json!(7), json!("")),
        call(json!("x".repeat(300)), json!("{}")),
        {"function": {}}
    ]}}]});
    fake.answer(Reply::raw(200, &[], &odd.to_string()));
    let reply = model.ask(&work()).await.unwrap();
    let ids: std::collections::BTreeSet<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!((reply.calls.len(), ids.len()), (7, 7));
    assert_eq!((reply.calls[0].id.as_str(), reply.calls[4].id.as_str()), ("chatcmpl-tool-é 1", "7"));
    assert!(reply.calls[1].id.len() == 9 && reply.calls[5].id.len() == 9, "vLLM: some models demand nine characters");
    assert_eq!(reply.calls[1].arguments, "{\"title\":\"b\"}");
    assert_eq!((reply.calls[2].arguments.as_str(), reply.calls[3].arguments.as_str()), ("{broken", "{}"));
    assert_eq!(reply.calls[6].name, "");
    // The fake refuses a conversation with a call that is unsound or not answered.
    let mut next = work();
    next.turns.push(Turn::Assistant { content: String::new(), calls: reply.calls.clone(), kept: None });
    for call in reply.calls.iter().skip(1) {
        next.turns.push(Turn::Tool { id: call.id.clone(), content: "note".into() });
    }
    fake.answer(Reply::tools(&[("read_note", "{}")]).with_call_ids("call_").with_text("One more."));
    let second = model.ask(&next).await.unwrap();
    assert_eq!((second.text.as_str(), second.calls[0].id.as_str()), ("One more.", "call_1"));
    assert_eq!(fake.requests()[1].refused, None);
    // An id that was used before in the conversation is used no second time.
    next.turns.push(Turn::Assistant { content: String::new(), calls: second.calls, kept: None });
    next.turns.push(Turn::Tool { id: "call_1".into(), content: "note".into() });
    fake.answer(Reply::tools(&[("read_note", "{}")]));
    assert_ne!(model.ask(&next).await.unwrap().calls[0].id, "call_1");
}

#[tokio::test]
async fn the_model_is_the_requests_the_purposes_or_one_the_server_has() {
    let fake = FakeModel::start().await;
    fake.capabilities(|able| able.models = ["nomic-embed-text", "llama3.1:8b", "qwen"].map(str::to_owned).to_vec());
    fake.answer_with(|body| if body["response_format"].is_null() { Reply::text("ok") } else { Reply::json(&answer()) });
    let some = |name: &str| vec![name.to_owned()];
    let special =
        OpenAiConfig { model: vec![], model_triage: some("small"), model_work: some("big"), ..config(&fake.url()) };
    let model = open(special).unwrap();
    let mut own = report();
    own.model = Some("mine".to_owned());
    for request in [triage("x"), work(), report(), own, report()] {
        model.ask(&request).await.unwrap();
    }
    let used: Vec<Value> = fake.prompts().iter().map(|body| body["model"].clone()).collect();
    assert_eq!(used, ["small", "big", "llama3.1:8b", "mine", "llama3.1:8b"]);
    assert_eq!(fake.requests().iter().filter(|r| r.method == "GET").count(), 1, "the list is asked for once");
    let line = model.describe();
    assert!(line.ends_with("· triage small, work big, report llama3.1:8b"), "{line}");
    fake.capabilities(|able| able.models = vec!["whisper-1".into()]);
    let none = open(OpenAiConfig { model: vec![], ..config(&fake.url()) }).unwrap();
    assert!(refused(none.ask(&report()).await).contains("OPENAI_MODEL"));
    let openai = open(OpenAiConfig { model: vec![], ..config("https://api.openai.com/v1") }).unwrap();
    assert!(openai.describe().starts_with("api.openai.com · gpt-"));
}

#[tokio::test]
async fn the_probe_finds_what_works_and_requests_use_it() {
    let (works, missing) = (Found::Works, Found::Missing);
    let fake = FakeModel::start().await;
    let model = open(config(&fake.url())).unwrap();
    let able = probed(&model).await;
    assert_eq!((found(&able), able.trouble, fake.prompts().len()), ([works; 4], None, 3));
    assert_eq!(model.capabilities().models[0].able.as_ref().map(found), Some([works; 4]));

    // Ollama takes a forced tool and ignores it; others ignore the schema: nothing is believed by name.
    let fake = FakeModel::start().await;
    fake.capabilities(|able| (able.json_schema, able.tool_choice) = (Support::Ignored, Support::Ignored));
    let model = open(config(&fake.url())).unwrap();
    assert_eq!(found(&probed(&model).await), [missing, missing, works, works]);
    fake.answer(Reply::json(&answer()));
    model.ask(&triage("x")).await.unwrap();
    assert_eq!(fake.prompts().pop().unwrap()["response_format"]["type"], "json_object");

    let fake = FakeModel::start().await;
    fake.capabilities(|able| {
        able.json_schema = Support::Refused;
        able.tools = Support::Refused;
        able.streaming = Support::Refused;
    });
    let model = open(config(&fake.url())).unwrap();
    assert_eq!(found(&probed(&model).await), [missing; 4]);

    // A stream that breaks or carries an error is no stream; one without the tokens is, but counts nothing.
    let error = json!({"code": 502, "message": "provider gone"});
    let streams = [
        (Reply::text("Hello there").cut_after(2), missing),
        (Reply::text("Hello there").error_after(2, error), missing),
        (Reply::text("Hello").no_finish(), missing),
        (Reply::text("Hello").no_usage(), works),
    ];
    for (stream, streaming) in streams {
        let fake = FakeModel::start().await;
        fake.answer_with(move |body| match (&body["stream"], &body["tools"]) {
            (Value::Bool(true), _) => stream.clone(),
            (_, Value::Array(_)) => Reply::tools(&[("say_word", "{}")]),
            _ => Reply::text("{\"colour\": \"blue\", \"number\": 3}").with_comments(),
        });
        let able = probed(&open(config(&fake.url())).unwrap()).await;
        assert_eq!(found(&able), [works, works, streaming, missing]);
    }
}

#[tokio::test]
async fn a_probe_of_a_server_that_is_away_leaves_everything_open() {
    let (fake, model) = office().await;
    fake.go_down().await;
    let able = probed(&model).await;
    assert_eq!(found(&able), [Found::Unknown; 4]);
    assert!(able.trouble.is_some());
    fake.come_up().await;
    fake.answer(Reply::json(&answer()));
    model.ask(&triage("x")).await.unwrap();
    assert_eq!(fake.prompts()[0]["response_format"]["type"], "json_schema");
    // Without a name and without a server nobody knows what to try.
    fake.go_down().await;
    let none = open(OpenAiConfig { model: vec![], ..config(&fake.url()) }).unwrap();
    assert!(probed(&none).await.trouble.is_some());
}
