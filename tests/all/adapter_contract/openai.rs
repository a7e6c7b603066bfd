//! The language model against the fake server: what is sent, every quirk the platform-facts name, every error.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests may panic")]

mod abilities;
mod chain;
mod servers;

use crate::support::ManualClock;
use chrono::{TimeZone, Utc};
use proof::model::{FakeModel, Reply, Support};
use secretary::adapters::openai::{Key, OpenAi, OpenAiConfig};
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

const KEY: &str = "sk-canary-123";

fn config(url: &str) -> OpenAiConfig {
    OpenAiConfig {
        prices: secretary::secretary::budget::cost::Prices::default(),
        base_url: url.into(),
        key: None,
        model: vec!["fake-model".into()],
        model_triage: vec![],
        model_work: vec![],
        model_report: vec![],
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
        passed_on: false,
        reply_to: None,
        edits: false,
        attachments: vec![],
        items,
        turns: vec![],
        report: String::new(),
        looked_up: vec![],
        may_look_up: true,
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
        sent: None,
        sent_at: Utc.with_ymd_and_hms(2026, 11, 24, 8, 0, 0).unwrap(),
        zone: "Europe/Berlin".into(),
        language: "en".into(),
        group: false,
        role: "owner".into(),
        roster: roster::load(None, &|_| false).agents,
    };
    let (system, user, schema) = prompts::understand(&input);
    request(Purpose::Understand(Box::new(input)), (system, user), Some(schema))
}

/// An idea is read once more.
fn triage(idea: &str) -> ModelRequest {
    let input = TriageInput {
        idea: idea.into(),
        answered: vec![],
        edits: vec![],
        must_assume: false,
        now: "Mon 24 Nov, 09:00 (Berlin)".into(),
        sent: None,
        language: "en".into(),
        roster: roster::load(None, &|_| false).agents,
        running: None,
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
    }];
    request
}

fn report() -> ModelRequest {
    let input = ReportInput {
        idea: "plan".into(),
        requirement: Requirement::default(),
        results: vec![],
        decisions: vec![],
        earlier: None,
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
async fn a_schema_that_is_refused_becomes_json_mode_and_that_is_remembered() {
    let (fake, model) = office().await;
    fake.capabilities(|able| able.json_schema = Support::Refused);
    for _ in 0..2 {
        fake.answer(Reply::json(&answer()));
        assert_eq!(title(&model.ask(&triage("compare")).await.unwrap()), "Hosting");
    }
    let formats: Vec<Value> = fake.requests().iter().map(|r| r.body["response_format"]["type"].clone()).collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);
    let system = fake.prompts()[0]["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(system.contains("exactly one JSON object") && system.contains("\"done_when\""));
}

#[tokio::test]
async fn a_server_without_json_mode_is_asked_in_words() {
    let (fake, model) = office().await;
    fake.capabilities(|able| able.json_schema = Support::Refused);
    fake.answer(Reply::ollama_error(400, "response_format is not supported"));
    let text = format!("Here you are:\n```json\n{}\n```\nAnything else?", answer());
    fake.answer(Reply::text(&text));
    assert_eq!(title(&model.ask(&triage("compare")).await.unwrap()), "Hosting");
    let last = fake.prompts().pop().unwrap();
    assert!(last.get("response_format").is_none());
    assert!(last["messages"][0]["content"].as_str().unwrap().contains("exactly one JSON object"));
    // A conversation that is too long is not asked three times.
    let (fake, model) = office().await;
    fake.answer(Reply::error(
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "maximum context length is 4096",
    ));
    assert!(refused(model.ask(&triage("compare")).await).contains("maximum context length"));
    assert_eq!(fake.requests().len(), 1);
}

#[tokio::test]
async fn the_other_name_of_the_limit_is_tried_once_and_remembered() {
    let (fake, model) = office().await;
    let why =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    fake.answer(Reply::error(400, "invalid_request_error", "unsupported_parameter", why));
    fake.answer(Reply::text("Done."));
    fake.answer(Reply::text("Done."));
    for _ in 0..2 {
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    }
    let names: Vec<bool> = fake.requests().iter().map(|r| r.body.get("max_completion_tokens").is_some()).collect();
    assert_eq!(names, [false, true, true]);
    let (fake, model) = office().await;
    for _ in 0..2 {
        fake.answer(Reply::error(400, "invalid_request_error", "bad", "max_tokens is too large"));
    }
    assert!(refused(model.ask(&report()).await).contains("max_tokens is too large"));
    assert_eq!(fake.requests().len(), 2);
}

#[tokio::test]
async fn a_bad_answer_is_repaired_once() {
    let good = answer().to_string();
    let wrong = json!({"why": "private", "intents": [{"kind": "poem", "title": "private", "summary": ""}]});
    let bad: Vec<(Reply, &str)> = vec![
        (Reply::text("I cannot say."), "there is no JSON object"),
        (Reply::text("{\"why\": \"work\", \"intents\": [{\"kind\": "), "broken or cut off"),
        (Reply::json(&wrong), "unknown variant `poem`"),
        (Reply::text(&good).cut(60), "cut off at the limit of 4000 tokens"),
        (Reply::text(&good).no_finish(), "ended without saying so"),
        (Reply::empty_choices(), "no choices"),
        (Reply::text(""), "it is empty"),
        (Reply::raw(200, &[], "{}"), "no choices"),
    ];
    for (reply, why) in bad {
        let (fake, model) = office().await;
        fake.answer(reply.clone());
        fake.answer(Reply::json(&answer()).usage(20, 7));
        let repaired = model.ask(&triage("compare")).await.unwrap();
        assert_eq!((title(&repaired).as_str(), repaired.usage.calls), ("Hosting", 2), "{why}");
        let messages = fake.prompts().pop().unwrap()["messages"].as_array().unwrap().clone();
        let told = messages.last().unwrap()["content"].as_str().unwrap();
        assert!(told.contains(why), "{told}");

        let (fake, model) = office().await;
        fake.answer(reply.clone());
        fake.answer(reply);
        let reason = unusable(model.ask(&triage("compare")).await);
        assert!(reason.contains(why) && !reason.contains("private"), "{reason}");
        assert_eq!((fake.requests().len(), fake.unscripted()), (2, 0));

        // Where only one answer may be paid for, nothing is repaired.
        let (fake, model) = office().await;
        fake.answer(Reply::json(&wrong));
        unusable(model.ask(&ModelRequest { answers: 1, ..triage("compare") }).await);
        assert_eq!((fake.requests().len(), fake.unscripted()), (1, 0));
    }
}

#[tokio::test]
async fn what_the_model_declines_or_a_filter_stops_is_not_asked_again() {
    for (reply, why) in [
        (Reply::refusal("I'm sorry, no."), "the model declines"),
        (Reply::content_filter(), "a content filter stopped it"),
    ] {
        let (fake, model) = office().await;
        fake.answer(reply);
        assert_eq!(unusable(model.ask(&triage("x")).await), why);
        assert_eq!(fake.requests().len(), 1);
    }
}

#[tokio::test]
async fn oddities_of_compatible_servers_are_no_faults() {
    let (fake, model) = office().await;
    fake.answer(Reply::text("Done.").finish("eos_token").no_usage().float_created());
    let reply = model.ask(&report()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.tokens_out), ("Done.", 2));
    assert!(reply.usage.tokens_in > 300, "estimated from what was sent: {:?}", reply.usage);
    fake.answer(Reply::text("<think>The user wants {something}</think>\n\nDone."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    let parts = json!({"choices": [{"message": {"content": [{"type": "text", "text": "Do"}, {"type": "text", "text": "ne."}],
        "reasoning": "hm"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": null}, "created": "yesterday"});
    fake.answer(Reply::raw(200, &[], &parts.to_string()));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    // A whole object with blanks up to the limit lacks nothing.
    fake.answer(Reply::text(&format!("{}\n\n\n", answer())).finish("length"));
    assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
    // A report that is cut off does lack something.
    fake.answer(Reply::text("Take offer").finish("length"));
    fake.answer(Reply::text("Take C."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.");
}

#[tokio::test]
async fn every_refusal_names_the_setting_to_look_at() {
    let table = [
        (Reply::error(401, "x", "invalid_api_key", "Incorrect API key provided: sk-canary"), "OPENAI_API_KEY"),
        (Reply::error(403, "x", "forbidden", "Country not supported"), "OPENAI_API_KEY"),
        (Reply::ollama_error(404, "model 'fake-model' not found, try pulling it first"), "OPENAI_MODEL"),
        (Reply::raw(404, &[("content-type", "text/html")], "<html>nothing here</html>"), "OPENAI_BASE_URL"),
        (Reply::error(400, "invalid_request_error", "bad", "Invalid messages"), "OPENAI_MODEL"),
        (Reply::raw(413, &[], ""), "OPENAI_MODEL"),
        (Reply::raw(302, &[("location", "http://127.0.0.1:1/")], ""), "OPENAI_BASE_URL"),
        (Reply::raw(200, &[("content-type", "text/html")], "<html>Welcome</html>"), "OPENAI_BASE_URL"),
        (Reply::ok_error(403, "moderation"), "OPENAI_API_KEY"),
        (Reply::raw(422, &[], "{\"detail\": \"Input should be a valid list\"}"), "valid list"),
    ];
    for (reply, word) in table {
        let (fake, model) = office().await;
        fake.answer(reply);
        let sentence = refused(model.ask(&report()).await);
        assert!(sentence.contains(word) && sentence.contains("127.0.0.1"), "{sentence}");
        assert!(!sentence.contains("canary") && sentence.len() < 400, "{sentence}");
        assert_eq!(fake.requests().len(), 1);
    }
    let (fake, model) = office().await;
    fake.capabilities(|able| able.tools = Support::Refused);
    assert!(refused(model.ask(&work()).await).contains("cannot call tools"));
}

#[tokio::test]
async fn an_empty_account_is_told_apart_from_a_busy_server() {
    for reply in [
        Reply::insufficient_quota(),
        Reply::ok_error(402, "Insufficient credits"),
        Reply::error(402, "x", "payment_required", "Insufficient credits"),
    ] {
        let (fake, model) = office().await;
        fake.answer(reply);
        match model.ask(&report()).await {
            Err(Failure { error: ModelError::Quota(sentence), .. }) => {
                assert!(sentence.contains("credit"), "{sentence}")
            }
            other => panic!("{other:?}"),
        }
    }
    let wait = |seconds| Some(Duration::from_secs(seconds));
    let table = [
        (Reply::rate_limited(wait(7)), 7),
        (Reply::rate_limited(wait(86_400)), 600),
        (Reply::rate_limited(None), 20),
        (Reply::raw(429, &[("retry-after", "soon")], "slow down"), 20),
        (Reply::raw(503, &[("retry-after", "1.5")], "<html>overloaded</html>"), 1),
        (Reply::server_error(500), 10),
        (Reply::ollama_error(503, "server busy, please try again. maximum pending requests exceeded"), 10),
        (Reply::raw(408, &[], ""), 10),
        (Reply::ok_error(502, "upstream"), 10),
        (Reply::ok_error(429, "upstream"), 20),
        (Reply::raw(200, &[], "{\"error\": \"no slot\"}"), 10),
        (
            Reply::raw(200, &[], "{\"choices\": [{\"error\": {\"code\": 502, \"message\": \"x\"}, \"message\": {}}]}"),
            10,
        ),
        (Reply::raw(200, &[], "{\"choices\": [{\"mess"), 10),
        (Reply::raw(200, &[], ""), 10),
        (Reply::drop_connection(), 10),
    ];
    for (reply, seconds) in table {
        let (fake, model) = office().await;
        fake.answer(reply.clone());
        let result = model.ask(&triage("x")).await;
        assert_eq!(fake.requests().len(), 1, "never retried by itself: {reply:?}");
        assert_eq!(retry(result).as_secs(), seconds, "{reply:?}");
    }
}

#[tokio::test]
async fn a_server_that_is_away_silent_or_endless_does_not_hold_us() {
    let (fake, model) = office().await;
    fake.answer(Reply::hang());
    let mut request = report();
    request.deadline = Duration::from_millis(150);
    let begun = std::time::Instant::now();
    retry(model.ask(&request).await);
    // Far below the 20 s any other request here may take.
    assert!(begun.elapsed() < Duration::from_secs(15));
    fake.answer(Reply::raw(200, &[], &format!("{{\"x\": \"{}\"}}", "y".repeat(9 * 1024 * 1024))));
    assert!(unusable(model.ask(&report()).await).contains("bytes"));
    fake.go_down().await;
    retry(model.ask(&report()).await);
    fake.come_up().await;
    fake.answer(Reply::text("Back."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Back.");
}

#[tokio::test]
async fn the_key_is_sent_and_never_shown() {
    let fake = FakeModel::start().await;
    fake.capabilities(|able| able.key = Some(KEY.into()));
    let with_key = |key: &str| open(OpenAiConfig { key: Some(Key::new(key)), ..config(&fake.url()) });
    let model = with_key(KEY).unwrap();
    assert_eq!(model.ask(&report()).await.unwrap().text, "ok");
    assert_eq!(fake.requests()[0].authorization(), Some(format!("Bearer {KEY}").as_str()));
    fake.answer(Reply::error(400, "x", "x", &format!("the key {KEY} is\nnot for this")));
    let sentence = refused(model.ask(&report()).await);
    assert!(sentence.contains("the key (key) is not for this"), "{sentence}");
    for shown in [format!("{model:?}"), model.describe()] {
        assert!(!shown.contains("canary"), "{shown}");
    }
    let sentence = refused(with_key("sk-canary-999").unwrap().ask(&report()).await);
    assert!(sentence.contains("OPENAI_API_KEY") && !sentence.contains("canary"), "{sentence}");
    for (url, key) in [("ftp://x/v1", "k"), ("not an address", "k"), ("http://127.0.0.1:1/v1", "two\nlines")] {
        let built = open(OpenAiConfig { key: Some(Key::new(key)), ..config(url) });
        assert!(matches!(built, Err(ModelError::Refused(sentence)) if sentence.contains("OPENAI_")));
    }
    // A local server needs none, and gets no empty one.
    let (fake, model) = office().await;
    fake.answer(Reply::text("ok"));
    model.ask(&report()).await.unwrap();
    assert_eq!(fake.requests()[0].authorization(), None);
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
    next.turns.push(Turn::Assistant { content: String::new(), calls: reply.calls.clone() });
    for call in reply.calls.iter().skip(1) {
        next.turns.push(Turn::Tool { id: call.id.clone(), content: "note".into() });
    }
    fake.answer(Reply::tools(&[("read_note", "{}")]).with_call_ids("call_").with_text("One more."));
    let second = model.ask(&next).await.unwrap();
    assert_eq!((second.text.as_str(), second.calls[0].id.as_str()), ("One more.", "call_1"));
    assert_eq!(fake.requests()[1].refused, None);
    // An id that was used before in the conversation is used no second time.
    next.turns.push(Turn::Assistant { content: String::new(), calls: second.calls });
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
