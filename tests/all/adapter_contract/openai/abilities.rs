//! What the probe finds is used: answers in pieces, a forced tool where a schema is not kept to; each with its fallback.

use super::*;
use secretary::secretary::budget::cost::Usage;
use std::time::Instant;

/// A model that was tried out on a server which can do what the test says.
async fn tried(change: impl FnOnce(&mut proof::model::Capabilities)) -> (FakeModel, OpenAi) {
    let fake = FakeModel::start().await;
    fake.capabilities(change);
    let model = open(config(&fake.url())).unwrap();
    probed(&model).await;
    (fake, model)
}

fn last(fake: &FakeModel) -> Value {
    fake.prompts().pop().unwrap()
}

#[tokio::test]
async fn answers_come_in_pieces_where_the_server_counts_their_tokens() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("Take offer C, €12 a month.").with_comments().usage(70, 9));
    let reply = model.ask(&report()).await.unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.usage.tokens_in, reply.usage.tokens_out),
        ("Take offer C, €12 a month.", 70, 9)
    );
    assert_eq!((&last(&fake)["stream"], &last(&fake)["stream_options"]["include_usage"]), (&json!(true), &json!(true)));
    fake.answer(Reply::tools(&[("read_note", "{\"title\": \"Garden\"}")]).with_text("One moment."));
    let reply = model.ask(&work()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.calls[0].name.as_str()), ("One moment.", "read_note"));
    assert_eq!(reply.calls[0].arguments, "{\"title\": \"Garden\"}");
    assert_eq!(last(&fake)["stream"], json!(true), "calls were found to come whole in a stream");
    fake.answer(Reply::json(&answer()));
    assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
    // Where a stream counts nothing, or nobody tried, the whole answer comes at once.
    let (fake, model) = office().await;
    fake.answer(Reply::text("Done."));
    model.ask(&report()).await.unwrap();
    assert_eq!(last(&fake)["stream"], Value::Null);
    let fake = FakeModel::start().await;
    fake.answer_with(|body| match &body["tools"] {
        Value::Array(_) => Reply::tools(&[("say_word", "{}")]).no_usage(),
        _ => Reply::text("{\"colour\": \"blue\", \"number\": 3}").no_usage(),
    });
    let model = open(config(&fake.url())).unwrap();
    assert_eq!(found(&probed(&model).await)[2..], [Found::Works, Found::Missing]);
    model.ask(&report()).await.unwrap();
    assert_eq!(last(&fake)["stream"], Value::Null);
}

#[tokio::test]
async fn a_server_that_is_busy_while_it_is_tried_out_is_said_to_be() {
    let (fake, model) = office().await;
    fake.answer(Reply::rate_limited(None));
    let trouble = probed(&model).await.trouble.unwrap();
    assert!(trouble.contains("asks us to wait") && trouble.contains("Rate limit reached"), "{trouble}");
}

#[tokio::test]
async fn a_server_that_falls_silent_is_noticed_long_before_the_deadline() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("Take offer C, it is the cheapest.").hang_after(3));
    let request = ModelRequest { deadline: Duration::from_secs(6), ..report() };
    let began = Instant::now();
    retry(model.ask(&request).await);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    // It may have been the network: streams go on being used.
    fake.answer(Reply::text("Take offer C."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C.");
    assert_eq!(last(&fake)["stream"], json!(true));
}

#[tokio::test]
async fn an_empty_stream_is_asked_for_whole() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text(""));
    fake.answer(Reply::text("Take offer C."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C.");
    assert_eq!(last(&fake)["stream"], Value::Null);
}

#[tokio::test]
async fn a_stream_that_breaks_is_asked_for_whole_the_next_time() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("Take offer C, it is the cheapest.").cut_after(3));
    retry(model.ask(&report()).await);
    fake.answer(Reply::text("Take offer C."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C.");
    assert_eq!(last(&fake)["stream"], Value::Null);
    // An error among the events says what is wrong, as anywhere.
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("Take").error_after(2, json!({"code": 402, "message": "Insufficient credits"})));
    assert!(matches!(model.ask(&report()).await, Err(Failure { error: ModelError::Quota(_), .. })));
    // Streams are refused from some day on, or ignored.
    for support in [Support::Refused, Support::Ignored] {
        let (fake, model) = tried(|_| {}).await;
        fake.capabilities(|able| able.streaming = support);
        fake.answer(Reply::text("Take offer C."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C.", "{support:?}");
    }
}

#[tokio::test]
async fn a_forced_tool_gives_the_shape_where_a_schema_is_not_kept_to() {
    for schema in [Support::Ignored, Support::Refused] {
        let (fake, model) = tried(|able| able.json_schema = schema).await;
        fake.answer(Reply::tools(&[("understanding", &answer().to_string())]));
        assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting", "{schema:?}");
        let sent = last(&fake);
        assert_eq!(
            (&sent["tool_choice"]["function"]["name"], &sent["response_format"]),
            (&json!("understanding"), &Value::Null)
        );
        assert_eq!(sent["tools"][0]["function"]["parameters"]["type"], "object");
        // What does not fit is repaired as always; a server that stops taking the tool is asked in words.
        fake.answer(Reply::tools(&[("understanding", "{\"kind\": \"song\"}")]));
        fake.answer(Reply::tools(&[("understanding", &answer().to_string())]));
        assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
        fake.capabilities(|able| able.tool_choice = Support::Refused);
        fake.answer(Reply::json(&answer()));
        assert_eq!(title(&model.ask(&triage("x")).await.unwrap()), "Hosting");
        assert_eq!(last(&fake)["response_format"]["type"], "json_object");
    }
}

#[tokio::test]
async fn answers_that_could_not_be_used_are_counted_too() {
    let (fake, model) = office().await;
    fake.answer(Reply::text("no JSON").usage(100, 20));
    fake.answer(Reply::text("none again").usage(130, 30));
    let failure = model.ask(&triage("x")).await.unwrap_err();
    assert!(matches!(failure.error, ModelError::Unusable(_)), "{failure:?}");
    // Of what was sent at least a tenth of the estimate counts, whatever the server says.
    assert_eq!((failure.usage.calls, failure.usage.tokens_out), (2, 50));
    assert!((230..600).contains(&failure.usage.tokens_in), "{:?}", failure.usage);
    // Also if the server goes away in the middle of a repair.
    fake.answer(Reply::text("no JSON").usage(100, 20));
    fake.answer(Reply::server_error(503));
    let failure = model.ask(&triage("x")).await.unwrap_err();
    assert!(matches!(failure.error, ModelError::Retry { .. }), "{failure:?}");
    assert_eq!((failure.usage.calls, failure.usage.tokens_out), (1, 20));
    assert!((100..300).contains(&failure.usage.tokens_in), "{:?}", failure.usage);
}

#[tokio::test]
async fn what_was_sent_is_counted_whatever_the_server_makes_of_it() {
    // What is turned away by its status was not read; an error behind a 200 may come after the prompt was.
    for (refusal, read) in [
        (Reply::server_error(500), false),
        (Reply::raw(401, &[], "{\"error\": {\"message\": \"no\"}}"), false),
        (Reply::raw(200, &[], "{\"error\": {\"message\": \"no\"}}"), true),
    ] {
        let (fake, model) = office().await;
        fake.answer(refusal);
        let failure = model.ask(&report()).await.unwrap_err();
        assert!((failure.usage.tokens_in > 300) == read && failure.usage.tokens_out == 0, "{failure:?}");
    }
    // No JSON, something without an end, and silence: there may have been an answer as long as any.
    let silent = ModelRequest { deadline: Duration::from_secs(1), ..report() };
    let huge = format!("{{\"choices\": \"{}\"}}", "x".repeat(3 * 1024 * 1024));
    let bad = [
        (Reply::raw(200, &[], "<html>"), report()),
        (Reply::raw(200, &[], "{\"choices\": ["), report()),
        (Reply::raw(200, &[], &huge), report()),
        (Reply::hang(), silent),
    ];
    for (reply, request) in bad {
        let (fake, model) = office().await;
        fake.answer(reply);
        let Usage { calls, tokens_in, tokens_out, .. } = model.ask(&request).await.unwrap_err().usage;
        assert!(tokens_in > 300, "{tokens_in}");
        assert_eq!((calls, tokens_out), (1, u64::from(request.max_output_tokens)));
    }
    // Where nobody listens nothing was sent.
    let model = open(config("http://127.0.0.1:9/v1")).unwrap();
    assert_eq!(model.ask(&report()).await.unwrap_err().usage, Usage::default());
}
