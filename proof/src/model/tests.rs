//! Every rule and fault of the fake model, asked over a real socket.

use std::time::Duration;

use serde_json::{Value, json};

use super::{FakeModel, Reply, Support, schema};
use crate::fault::Gate;
use crate::raw_http::{self, Answer};

const SOON: Duration = Duration::from_secs(10);

async fn try_ask(model: &FakeModel, body: &Value) -> std::io::Result<Answer> {
    let headers = [("Content-Type", "application/json"), ("Authorization", "Bearer key-1")];
    let url = format!("{}/chat/completions", model.url());
    raw_http::send("POST", &url, &headers, body.to_string().as_bytes()).await
}

async fn ask(model: &FakeModel, body: &Value) -> (u16, Value) {
    let answer = try_ask(model, body).await.unwrap();
    (answer.status, answer.json())
}

fn hello() -> Value {
    json!({"model": "m", "messages": [{"role": "user", "content": "hello"}]})
}

fn with(changes: Value) -> Value {
    let mut body = hello();
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

fn tool(name: &str) -> Value {
    json!({"type": "function", "function": {"name": name, "parameters": {
        "type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"], "additionalProperties": false
    }}})
}

fn format(schema: &Value) -> Value {
    json!({"response_format": {"type": "json_schema", "json_schema": {"name": "s", "strict": true, "schema": schema}}})
}

async fn refused(model: &FakeModel, changes: Value, part: &str) {
    let (status, body) = ask(model, &with(changes)).await;
    assert_eq!(status, 400, "{body}");
    let text = body["error"]["message"].as_str().unwrap();
    assert!(text.contains(part), "{text:?} lacks {part:?}");
}

fn data(answer: &Answer) -> Vec<Value> {
    let text = String::from_utf8(answer.body.clone()).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("data: "));
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|_| json!(line))).collect()
}

#[tokio::test]
async fn requests_are_checked() {
    let model = FakeModel::start().await;
    refused(&model, json!({"model": ""}), "model").await;
    refused(&model, json!({"messages": []}), "empty array").await;
    refused(&model, json!({"messages": [{"role": "boss", "content": "x"}]}), "'boss'").await;
    refused(&model, json!({"messages": [{"role": "user", "content": null}]}), "content").await;
    refused(&model, json!({"messages": [{"role": "tool", "tool_call_id": "x", "content": "y"}]}), "preceeding").await;
    let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "f", "arguments": "{"}});
    let asked = json!({"role": "assistant", "content": null, "tool_calls": [call("a"), call("b")]});
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "r"});
    let user = json!({"role": "user", "content": "x"});
    refused(&model, json!({"messages": [user, asked, result("a"), user]}), "response messages: b").await;
    refused(&model, json!({"messages": [user, asked, result("a")]}), "response messages: b").await;
    let complete = with(json!({"messages": [user, asked, result("b"), result("a"), user]}));
    assert_eq!(ask(&model, &complete).await.0, 200);
    assert_eq!(model.prompts().len(), 1, "only one request was sound");
    assert_eq!(model.requests()[0].authorization(), Some("Bearer key-1"));
    assert_eq!(model.requests()[0].bytes[0], b'{');
}

#[tokio::test]
async fn turns_are_refused_in_the_words_of_servers() {
    type Change = fn(&mut super::Capabilities);
    let user = json!({"role": "user", "content": "x"});
    let called = |id: &str, content: Value| {
        let call = json!({"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}});
        let result = json!({"role": "tool", "tool_call_id": id, "content": "r"});
        json!([{"role": "system", "content": "s"}, user, {"role": "assistant", "content": content, "tool_calls": [call]}, result])
    };
    let table: [(Change, Value, &str); 5] = [
        (|able| able.system = Support::Refused, called("a", Value::Null), "System role"),
        (|able| able.results = Support::Refused, called("a", Value::Null), "role 'tool'"),
        (|able| able.null_content = Support::Refused, called("a", Value::Null), "got null"),
        (|able| able.empty_content = Support::Refused, called("a", json!("")), "cannot be empty"),
        (|able| able.long_ids = Support::Refused, called("a", json!("x")), "length of 9"),
    ];
    for (change, messages, why) in table {
        let model = FakeModel::start().await;
        model.capabilities(change);
        refused(&model, json!({"messages": messages}), why).await;
        assert_eq!(ask(&model, &hello()).await.0, 200);
    }
}

#[tokio::test]
async fn tools_and_formats_are_checked() {
    let model = FakeModel::start().await;
    for name in ["", "a b", &"x".repeat(65)] {
        refused(&model, json!({"tools": [tool(name)]}), "does not match pattern").await;
    }
    refused(&model, json!({"tools": []}), "empty array").await;
    let many: Vec<Value> = (0..129).map(|i| tool(&format!("t{i}"))).collect();
    refused(&model, json!({"tools": many}), "too long").await;
    refused(&model, json!({"tools": [tool("a")], "tool_choice": {"function": {"name": "b"}}}), "not found").await;
    refused(&model, json!({"tool_choice": "required"}), "only allowed when 'tools'").await;
    refused(&model, json!({"stream_options": {"include_usage": true}}), "stream_options").await;
    refused(&model, json!({"response_format": {"type": "json_object"}}), "the word 'json'").await;
    assert!(model.prompts().is_empty());
}

#[tokio::test]
async fn strict_schemas() {
    let model = FakeModel::start().await;
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let text = json!({"type": "string"});
    let good = object(json!({"a": text, "b": {"type": ["integer", "null"]}}), json!(["a", "b"]));
    let (status, body) = ask(&model, &with(format(&good))).await;
    assert_eq!(status, 200);
    let written: Value = serde_json::from_str(body["choices"][0]["message"]["content"].as_str().unwrap()).unwrap();
    assert_eq!(written, json!({"a": "ok", "b": null}), "an automatic answer fits the schema");
    // Of several forms the first one is written, and a list that must not be empty has one.
    let form = |kind: &str| object(json!({"kind": {"type": "string", "enum": [kind]}}), json!(["kind"]));
    let list = json!({"type": "array", "minItems": 1, "items": {"anyOf": [form("idea"), form("reply")]}});
    let (_, body) = ask(&model, &with(format(&object(json!({"intents": list}), json!(["intents"]))))).await;
    let written: Value = serde_json::from_str(body["choices"][0]["message"]["content"].as_str().unwrap()).unwrap();
    assert_eq!(written, json!({"intents": [{"kind": "idea"}]}));
    refused(&model, format(&json!({"type": "array", "items": text})), "must have type 'object'").await;
    refused(&model, format(&object(json!({"a": text}), json!([]))), "Missing 'a'").await;
    refused(&model, format(&object(json!({}), json!(["z"]))), "extra required key").await;
    refused(&model, format(&json!({"type": "object", "properties": {}, "required": []})), "additionalProperties").await;
    refused(&model, format(&object(json!({"a": {"allOf": []}}), json!(["a"]))), "'allOf' is not permitted").await;
    let mut deep = text.clone();
    for _ in 0..10 {
        deep = object(json!({"a": deep}), json!(["a"]));
    }
    refused(&model, format(&deep), "10 levels").await;
    assert!(schema::check(&deep["properties"]["a"]).is_ok(), "10 levels are allowed");
    let values = |n: usize| object(json!({"a": {"enum": vec!["v"; n]}}), json!(["a"]));
    assert!(schema::check(&values(1000)).is_ok());
    refused(&model, format(&values(1001)), "enum values").await;
    let mut unnamed = format(&good);
    unnamed["response_format"]["json_schema"]["name"] = json!("a b");
    refused(&model, unnamed, "json_schema.name").await;
}

#[tokio::test]
async fn scripted_answers_in_order() {
    let model = FakeModel::start().await;
    model.answer(Reply::text("one").usage(3, 4));
    model.answer(Reply::tools(&[("search", "{\"q\":1"), ("read", "{}")]));
    model.answer_with(|body| Reply::json(&json!({"said": body["messages"][0]["content"]})));
    let (_, one) = ask(&model, &hello()).await;
    assert_eq!(one["choices"][0]["message"]["content"], "one");
    assert_eq!((&one["choices"][0]["finish_reason"], &one["usage"]["total_tokens"]), (&json!("stop"), &json!(7)));
    let (_, two) = ask(&model, &hello()).await;
    let calls = &two["choices"][0]["message"]["tool_calls"];
    assert_eq!((&calls[0]["id"], &calls[1]["function"]["name"]), (&json!("call_1"), &json!("read")));
    assert_eq!(calls[0]["function"]["arguments"], "{\"q\":1", "arguments may be invalid JSON");
    let (_, three) = ask(&model, &hello()).await;
    assert_eq!(three["choices"][0]["message"]["content"], "{\"said\":\"hello\"}");
    assert_eq!(model.wait_requests(3, SOON).await.unwrap().len(), 3);
    assert!(model.wait_requests(4, Duration::from_millis(1)).await.is_err());
    let strict = FakeModel::start().await;
    strict.strict_script();
    assert_eq!(ask(&strict, &hello()).await.0, 500);
    assert_eq!((strict.unscripted(), strict.unused()), (1, 0));
}

#[tokio::test]
async fn streams_in_fragments() {
    let model = FakeModel::start().await;
    model.answer(Reply::text("hello, world").with_comments());
    let answer = try_ask(&model, &with(json!({"stream": true}))).await.unwrap();
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let events = data(&answer);
    let text: String = events.iter().filter_map(|e| e["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(text, "hello, world");
    assert_eq!(events.last().unwrap(), "[DONE]");
    assert_eq!(events[events.len() - 2]["choices"][0]["finish_reason"], "stop");
    assert!(events.iter().all(|e| e.get("usage").is_none()));
    assert!(String::from_utf8_lossy(&answer.body).contains(": PROCESSING"));

    let usage = with(json!({"stream": true, "stream_options": {"include_usage": true}}));
    model.answer(Reply::tools(&[("search", "{\"query\":\"long enough\"}")]));
    let events = data(&try_ask(&model, &usage).await.unwrap());
    let piece =
        |e: &Value| e["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str().map(str::to_owned);
    let pieces: Vec<String> = events.iter().filter_map(piece).collect();
    assert!(pieces.len() > 3);
    assert_eq!(pieces.concat(), "{\"query\":\"long enough\"}");
    assert_eq!(events[events.len() - 2]["usage"]["total_tokens"], 15);
    model.answer(Reply::text("x").no_finish().no_usage());
    let events = data(&try_ask(&model, &usage).await.unwrap());
    assert!(events.iter().all(|e| e["choices"][0]["finish_reason"].is_null() && e["usage"].is_null()));
    model.answer(Reply::text("a long text to cut").cut_after(2));
    assert!(try_ask(&model, &usage).await.is_err(), "the connection broke inside the stream");
    model.answer(Reply::text("x").error_after(1, json!({"code": 502, "message": "upstream"})));
    let events = data(&try_ask(&model, &usage).await.unwrap());
    assert_eq!(events[1]["error"]["code"], 502);
    model.answer(Reply::text("x").hang_after(1));
    assert!(tokio::time::timeout(Duration::from_millis(50), try_ask(&model, &usage)).await.is_err());
}

async fn all_arrive(model: &FakeModel, replies: Vec<(Reply, u16, &str, Value)>) {
    for (reply, status, pointer, value) in replies {
        model.answer(reply);
        let (got, body) = ask(model, &hello()).await;
        assert_eq!((got, body.pointer(pointer)), (status, Some(&value)), "{body}");
    }
}

#[tokio::test]
async fn faults() {
    let model = FakeModel::start().await;
    model.answer(Reply::rate_limited(Some(Duration::from_secs(86_400))));
    let limited = try_ask(&model, &hello()).await.unwrap();
    assert_eq!((limited.status, limited.header("retry-after")), (429, Some("86400")));
    let replies = vec![
        (Reply::insufficient_quota(), 429, "/error/code", json!("insufficient_quota")),
        (Reply::server_error(503), 503, "/error/type", json!("server_error")),
        (Reply::ok_error(502, "upstream"), 200, "/error/code", json!(502)),
        (Reply::ollama_error(500, "no memory"), 500, "/error", json!("no memory")),
        (Reply::refusal("no"), 200, "/choices/0/message/refusal", json!("no")),
    ];
    all_arrive(&model, replies).await;
}

#[tokio::test]
async fn unusable_outputs() {
    let model = FakeModel::start().await;
    let replies = vec![
        (Reply::content_filter(), 200, "/choices/0/finish_reason", json!("content_filter")),
        (Reply::empty_choices(), 200, "/choices", json!([])),
        (Reply::text("x").finish("odd"), 200, "/choices/0/finish_reason", json!("odd")),
        (Reply::text("x").no_finish(), 200, "/choices/0/finish_reason", json!(null)),
        (Reply::json(&json!({"a": 1})).cut(4), 200, "/choices/0/message/content", json!("{\"a\"")),
        (Reply::json(&json!({"a": 1})).cut(4), 200, "/choices/0/finish_reason", json!("length")),
    ];
    all_arrive(&model, replies).await;
}

#[tokio::test]
async fn broken_lines() {
    let model = FakeModel::start().await;
    model.answer(Reply::text("x").no_usage().float_created());
    let (_, body) = ask(&model, &hello()).await;
    assert!(body.get("usage").is_none() && body["created"].is_f64());
    model.answer(Reply::drop_connection());
    assert!(try_ask(&model, &hello()).await.is_err());
    model.answer(Reply::hang());
    assert!(tokio::time::timeout(Duration::from_millis(50), try_ask(&model, &hello())).await.is_err());
    let gate = Gate::new();
    model.answer(Reply::text("late").held_by(&gate));
    let question = hello();
    let (answer, ()) = tokio::join!(ask(&model, &question), async {
        assert!(gate.arrived(1, SOON).await);
        gate.release();
    });
    assert_eq!(answer.0, 200);
    model.go_down().await;
    assert!(try_ask(&model, &hello()).await.is_err());
    model.come_up().await;
    assert_eq!(ask(&model, &hello()).await.0, 200);
}

#[tokio::test]
async fn capabilities_differ() {
    let model = FakeModel::start().await;
    let schema = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    let forced = with(json!({"tools": [tool("look")], "tool_choice": "required"}));
    let (_, body) = ask(&model, &forced).await;
    let call = &body["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!((&call["name"], &call["arguments"]), (&json!("look"), &json!("{\"q\":\"ok\"}")));
    model.capabilities(|c| c.tool_choice = Support::Ignored);
    assert_eq!(ask(&model, &forced).await.1["choices"][0]["message"]["content"], "ok");
    model.capabilities(|c| c.json_schema = Support::Refused);
    refused(&model, format(&schema), "response_format not supported").await;
    model.capabilities(|c| c.json_schema = Support::Ignored);
    assert_eq!(ask(&model, &with(format(&schema))).await.1["choices"][0]["message"]["content"], "ok");
    model.capabilities(|c| c.streaming = Support::Ignored);
    assert_eq!(ask(&model, &with(json!({"stream": true}))).await.1["object"], "chat.completion");
    model.capabilities(|c| c.streaming = Support::Refused);
    refused(&model, json!({"stream": true}), "stream not supported").await;
    model.capabilities(|c| c.key = Some("key-1".into()));
    assert_eq!(ask(&model, &hello()).await.0, 200);
    let list = format!("{}/models", model.url());
    let closed = raw_http::send("GET", &list, &[], b"").await.unwrap();
    assert_eq!((closed.status, closed.json()["error"]["code"].as_str()), (401, Some("invalid_api_key")));
    let open = raw_http::send("GET", &list, &[("Authorization", "Bearer key-1")], b"").await.unwrap();
    assert_eq!(open.json()["data"][0]["id"], "fake-model");
}

#[tokio::test]
async fn pictures_are_checked() {
    let model = FakeModel::start().await;
    let message = |role: &str, url: &str| {
        let part = json!({"type": "image_url", "image_url": {"url": url}});
        json!({"messages": [{"role": role, "content": [{"type": "text", "text": "x"}, part]}]})
    };
    let jpeg = "data:image/jpeg;base64,/9j/4A==";
    assert_eq!(ask(&model, &with(message("user", jpeg))).await.0, 200);
    refused(&model, message("system", jpeg), "role 'user'").await;
    refused(&model, message("user", "data:image/png;base64,/9j/4A=="), "unsupported image").await;
    refused(&model, message("user", "data:image/jpeg;base64,/9j/4A"), "unsupported image").await;
    refused(&model, message("user", "https://x.example/a.jpg"), "data URL").await;
    model.capabilities(|able| able.pictures = Support::Refused);
    refused(&model, message("user", jpeg), "image input").await;
}

#[tokio::test]
async fn recordings_are_checked() {
    let model = FakeModel::start().await;
    let send = async |fields: &[(&str, &str)], file: Option<(&str, &[u8])>| {
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        if let Some((name, bytes)) = file {
            let head = format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n");
            body.extend_from_slice(format!("{head}Content-Type: audio/ogg\r\n\r\n").as_bytes());
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--b--\r\n");
        let headers = [("Content-Type", "multipart/form-data; boundary=b")];
        let url = format!("{}/audio/transcriptions", model.url());
        let answer = raw_http::send("POST", &url, &headers, &body).await.unwrap();
        (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
    };
    let ear = ("model", "ear");
    let long = vec![0; 25 * 1024 * 1024 + 1];
    for (fields, file, status, part) in [
        (vec![ear], None, 400, "Field required"),
        (vec![], Some(("a.ogg", b"x".as_slice())), 400, "model"),
        (vec![ear], Some(("a.oga", b"x".as_slice())), 400, "Unrecognized file format"),
        (vec![ear], Some(("a.ogg", b"".as_slice())), 400, "too short"),
        (vec![ear], Some(("a.ogg", long.as_slice())), 413, "Maximum content size"),
        (vec![ear, ("response_format", "poem")], Some(("a.ogg", b"x".as_slice())), 400, "response_format"),
        (vec![ear], Some(("a.ogg", b"x".as_slice())), 200, "\"text\":\"ok\""),
        (vec![ear, ("response_format", "text")], Some(("a.ogg", b"x".as_slice())), 200, "ok"),
    ] {
        let (found, body) = send(&fields, file).await;
        assert!(found == status && body.contains(part), "{status} {part}: {found} {body}");
    }
}
