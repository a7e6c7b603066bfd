//! The servers people run, each with its quirks of platform-facts L10 to L13.

use super::*;
use proof::model::ToolCall;

fn with_page(fake: &FakeModel, path: &str, page: Value) {
    fake.capabilities(|able| drop(able.pages.insert(path.to_owned(), page)));
}

async fn context(fake: &FakeModel) -> Option<u64> {
    let model = open(config(&fake.url())).unwrap();
    probed(&model).await;
    model.capabilities().room("work", None)
}

/// A server that refuses tools is asked for one object instead, at once.
async fn turn_as_an_object(fake: &FakeModel, model: &OpenAi) {
    fake.answer(Reply::json(&json!({"tool": "read_note", "arguments": "{\"title\":\"a\"}", "result": ""})));
    assert_eq!(model.ask(&work()).await.unwrap().calls[0].name, "read_note");
    let sent = fake.prompts().pop().unwrap();
    assert_eq!((&sent["tools"], &sent["response_format"]["json_schema"]["name"]), (&Value::Null, &json!("turn")));
}

#[tokio::test]
async fn ollama() {
    // A forced tool is ignored without a word; the schema is kept to.
    let fake = FakeModel::start().await;
    fake.capabilities(|able| able.tool_choice = Support::Ignored);
    // It allots 4,096 tokens on small machines, cuts longer prompts, and no request can change that: the room is read
    // from its list of loaded models, where a name without a tag means "latest".
    let loaded = json!({"models": [
        {"name": "other:8b", "model": "other:8b", "context_length": 131_072},
        {"name": "fake-model:latest", "model": "fake-model:latest", "context_length": 4_096}
    ]});
    with_page(&fake, "/api/ps", loaded);
    let model = open(config(&fake.url())).unwrap();
    assert_eq!(probed(&model).await.forced_tool, Found::Missing);
    assert_eq!(model.capabilities().room("work", None), Some(4_096));
    // Too many at once; a model that was never pulled; a model without tools.
    let (fake, model) = office().await;
    fake.answer(Reply::ollama_error(503, "server busy, please try again. maximum pending requests exceeded"));
    retry(model.ask(&report()).await);
    fake.answer(Reply::ollama_error(404, "model 'fake-model' not found, try pulling it first"));
    assert!(refused(model.ask(&report()).await).contains("OPENAI_MODEL"));
    fake.answer(Reply::ollama_error(400, "registry.ollama.ai/library/fake-model:latest does not support tools"));
    turn_as_an_object(&fake, &model).await;
    // A model that was unloaded takes long for its first word: nothing but the request's own deadline counts.
    let gate = proof::fault::Gate::new();
    fake.answer(Reply::text("Loaded.").held_by(&gate));
    let (report, held) = (report(), gate.clone());
    let (said, ()) = tokio::join!(model.ask(&report), async move {
        assert!(held.arrived(1, Duration::from_secs(10)).await);
        held.release();
    });
    assert_eq!(said.unwrap().text, "Loaded.");
}

#[tokio::test]
async fn vllm() {
    // Its list tells the room; another model's number is not taken for it.
    let fake = FakeModel::start().await;
    let entry = |id: &str, room: u64| json!({"id": id, "object": "model", "max_model_len": room});
    with_page(&fake, "/v1/models", json!({"data": [entry("lora", 1_024), entry("fake-model", 32_768)]}));
    assert_eq!(context(&fake).await, Some(32_768));
    // Started without its parser for tools.
    let (fake, model) = office().await;
    let why = "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set";
    fake.answer(Reply::error(400, "BadRequestError", "400", why));
    turn_as_an_object(&fake, &model).await;
    let (fake, model) = office().await;
    // Ids it gives are sent back as they are; where it gives none, ours have the nine characters some models demand.
    let call = |id: &str| ToolCall { id: id.to_owned(), name: "read_note".to_owned(), arguments: "{}".to_owned() };
    fake.answer(Reply::tools(&[("read_note", "{}")]).with_calls(vec![call("a1B2c3D4e"), call("")]));
    let reply = model.ask(&work()).await.unwrap();
    assert_eq!(reply.calls[0].id, "a1B2c3D4e");
    assert!(reply.calls[1].id.len() == 9 && reply.calls[1].id.chars().all(|c| c.is_ascii_alphanumeric()));
    // A schema it cannot compile is asked for in another way.
    fake.answer(Reply::error(400, "BadRequestError", "400", "Invalid grammar specification for response_format"));
    fake.answer(Reply::json(&answer()));
    assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
    assert_eq!(fake.prompts().pop().unwrap()["response_format"]["type"], "json_object");
}

#[tokio::test]
async fn llama_cpp() {
    let fake = FakeModel::start().await;
    with_page(&fake, "/props", json!({"default_generation_settings": {"n_ctx": 8_192}, "total_slots": 4}));
    let trained = json!({"id": "fake-model", "owned_by": "llamacpp", "meta": {"n_ctx_train": 131_072}});
    with_page(&fake, "/v1/models", json!({"data": [trained]}));
    assert_eq!(context(&fake).await, Some(8_192), "what it was given counts, not what it could have");
    fake.capabilities(|able| drop(able.pages.remove("/props")));
    assert_eq!(context(&fake).await, Some(131_072));
    let (fake, model) = office().await;
    // While it loads the model.
    fake.answer(Reply::error(503, "unavailable_error", "503", "Loading model"));
    retry(model.ask(&report()).await);
    // Without its templates it calls a request with tools a fault of its own; trying again would never help.
    fake.answer(Reply::error(500, "server_error", "500", "tools param requires --jinja flag"));
    turn_as_an_object(&fake, &model).await;
    // A schema it has no grammar for.
    fake.answer(Reply::error(400, "invalid_request_error", "400", "JSON schema conversion failed"));
    fake.answer(Reply::json(&answer()));
    assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
    // A conversation beyond its context is not asked for in other ways.
    let before = fake.requests().len();
    let why = "the request exceeds the available context size, try increasing it";
    fake.answer(Reply::error(400, "exceed_context_size_error", "400", why));
    assert!(refused(model.ask(&triage("x")).await).contains("context size"));
    assert_eq!(fake.requests().len(), before + 1);
}

#[tokio::test]
async fn openrouter() {
    let fake = FakeModel::start().await;
    let entry = json!({"id": "fake-model", "context_length": 200_000, "top_provider": {"context_length": 131_072}});
    with_page(&fake, "/v1/models", json!({"data": [entry]}));
    assert_eq!(context(&fake).await, Some(131_072), "the provider that answers has less");
    let (fake, model) = office().await;
    // Failures after the beginning come as 200, in the body or in the choice.
    for (code, message) in [(408, "timed out"), (502, "upstream"), (503, "no provider")] {
        fake.answer(Reply::ok_error(code, message));
        retry(model.ask(&report()).await);
    }
    fake.answer(Reply::ok_error(402, "Insufficient credits"));
    assert!(matches!(model.ask(&report()).await, Err(Failure { error: ModelError::Quota(_), .. })));
    fake.answer(Reply::ok_error(403, "Your input was flagged by moderation"));
    assert!(refused(model.ask(&report()).await).contains("flagged"));
    // No provider of the model keeps to a schema: the answer is asked for in another way.
    fake.answer(Reply::error(404, "x", "404", "No endpoints found that can handle the requested parameters."));
    fake.answer(Reply::json(&answer()));
    assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
    // Comments between the events of a stream are no events; an error among them is one (see the probe).
    let fake = FakeModel::start().await;
    fake.answer_with(|body| match (&body["stream"], &body["tools"]) {
        (Value::Bool(true), _) => Reply::text("Hello there").with_comments(),
        (_, Value::Array(_)) => Reply::tools(&[("say_word", "{}")]),
        _ => Reply::text("{\"colour\": \"blue\", \"number\": 3}"),
    });
    assert_eq!(found(&probed(&open(config(&fake.url())).unwrap()).await), [Found::Works; 4]);
}
