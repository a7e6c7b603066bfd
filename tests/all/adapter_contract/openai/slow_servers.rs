//! Slow and small servers: answers that take long, repeat themselves, reach a limit or do not fit, and servers that know no
//! tools.

use super::*;
use std::time::Instant;

async fn tried(change: impl FnOnce(&mut proof::model::Capabilities)) -> (FakeModel, OpenAi) {
    let fake = FakeModel::start().await;
    fake.capabilities(change);
    let model = open(config(&fake.url())).unwrap();
    probed(&model).await;
    fake.strict_script();
    (fake, model)
}

fn last(fake: &FakeModel) -> Value {
    fake.prompts().pop().unwrap()
}

/// The sentence about a model that is too slow; anything else fails.
fn too_slow(result: Result<ModelReply, Failure>) -> String {
    match result {
        Err(Failure { error: ModelError::TooSlow(sentence), .. }) => sentence,
        other => panic!("{other:?}"),
    }
}

fn within(deadline: Duration, request: ModelRequest) -> ModelRequest {
    ModelRequest { deadline, ..request }
}

#[tokio::test]
async fn what_does_not_fit_becomes_as_much_as_fits_and_the_room_is_known_from_then_on() {
    let (fake, model) = tried(|_| {}).await;
    fake.capabilities(|able| able.context = Some(4_096));
    fake.answer(Reply::text("Done."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    let sent = last(&fake);
    let prompt = sent["messages"].to_string().chars().count() as u64 / 4;
    assert_eq!(sent["max_tokens"], json!(4_096 - prompt));
    assert_eq!(model.capabilities().room("report", None), Some(4_096));
    // A conversation that leaves no room for an answer is refused, and asked for no second time.
    let before = fake.requests().len();
    let mut long = report();
    long.turns.push(Turn::User { content: "word ".repeat(4_000) });
    assert!(refused(model.ask(&long).await).contains("maximum context length is 4096"));
    assert_eq!(fake.requests().len(), before + 1);
}

#[tokio::test]
async fn a_stream_may_take_long_as_long_as_it_flows() {
    let (fake, model) = tried(|_| {}).await;
    // Twelve pieces and more, each after a while: together longer than a pause may be.
    let text = "Take offer C, it is the cheapest of them, and you can leave it every month.";
    fake.answer(Reply::text(text).paced(Duration::from_millis(250)));
    let began = Instant::now();
    let reply = model.ask(&within(Duration::from_secs(6), report())).await.unwrap();
    assert_eq!(reply.text, text);
    assert!(began.elapsed() > Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_model_that_is_too_slow_twice_is_said_to_be() {
    let (fake, model) = tried(|_| {}).await;
    let request = within(Duration::from_millis(300), report());
    for _ in 0..2 {
        fake.answer(Reply::hang());
    }
    retry(model.ask(&request).await);
    let reason = too_slow(model.ask(&request).await);
    for words in ["fake-model", "time limit", "OPENAI_MODEL", "OPENAI_BASE_URL"] {
        assert!(reason.contains(words), "{reason}");
    }
    fake.answer(Reply::text("Done."));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
    fake.answer(Reply::hang());
    retry(model.ask(&request).await);
}

#[tokio::test]
async fn signs_of_life_are_no_answer_and_half_an_answer_is_too_slow() {
    let (fake, model) = tried(|_| {}).await;
    let request = within(Duration::from_secs(6), triage("compare"));
    for slow in [false, true] {
        let (began, before) = (Instant::now(), fake.requests().len());
        fake.answer(Reply::json(&answer()).alive_after(5));
        let failed = model.ask(&request).await;
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        assert_eq!(fake.requests().len(), before + 1, "no repair is asked for");
        if slow {
            too_slow(failed);
        } else {
            retry(failed);
        }
    }
    // Nothing but signs of life.
    fake.answer(Reply::text("Done.").alive_after(1));
    model.ask(&within(Duration::from_millis(500), report())).await.unwrap_err();
}

#[tokio::test]
async fn whoever_fills_the_limit_with_thoughts_gets_more_room_from_then_on() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("").with_thoughts(&"Let me see. ".repeat(50)).finish("length"));
    for _ in 0..2 {
        fake.answer(Reply::text("Done."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Done.");
        let sent = last(&fake);
        assert_eq!((&sent["max_tokens"], sent["messages"].as_array().map(Vec::len)), (&json!(16_000), Some(2)));
    }
}

#[tokio::test]
async fn a_room_that_is_too_small_is_said_to_be() {
    let (fake, model) = office().await;
    fake.capabilities(|able| able.context = Some(3_000));
    for _ in 0..2 {
        fake.answer(Reply::json(&answer()).cut(60));
    }
    let sentence = refused(model.ask(&triage("compare")).await);
    assert!(sentence.contains("too small") && sentence.contains("OLLAMA_CONTEXT_LENGTH"), "{sentence}");
    // What cannot fit at all is not sent.
    let fake = FakeModel::start().await;
    let entry = json!({"id": "fake-model", "max_model_len": 1_024});
    fake.capabilities(|able| drop(able.pages.insert("/v1/models".to_owned(), json!([entry]))));
    let model = open(config(&fake.url())).unwrap();
    probed(&model).await;
    let before = fake.requests().len();
    assert!(refused(model.ask(&triage("compare")).await).contains("(1024 tokens)"));
    assert_eq!(fake.requests().len(), before);
}

#[tokio::test]
async fn a_stream_that_repeats_itself_is_stopped_and_paid_for() {
    let (fake, model) = tried(|_| {}).await;
    let endless = format!("The plan:\n{}", "I will compare the offers of all three hosters.\n".repeat(2_000));
    fake.answer(Reply::text(&endless).no_usage());
    fake.answer(Reply::text("Done.").usage(900, 2));
    let reply = model.ask(&report()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.calls), ("Done.", 2));
    // A part of the 24,000 tokens it would have been.
    assert!((500..6_000).contains(&reply.usage.tokens_out), "{:?}", reply.usage);
    let told = last(&fake)["messages"].to_string();
    assert!(told.contains("it repeats itself") && !told.contains("all three hosters"), "{told}");
}

#[tokio::test]
async fn the_rest_of_a_text_that_was_cut_off_is_asked_for() {
    let (fake, model) = tried(|_| {}).await;
    fake.answer(Reply::text("# Hosting\n\nTake offer").finish("length").usage(900, 40));
    fake.answer(Reply::text(" C, it is the cheapest.").usage(940, 9));
    let reply = model.ask(&report()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.tokens_out), ("# Hosting\n\nTake offer C, it is the cheapest.", 49));
    let messages = last(&fake)["messages"].as_array().unwrap().clone();
    let [.., said, told] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!(said, &json!({"role": "assistant", "content": "# Hosting\n\nTake offer"}));
    assert!(told["content"].as_str().unwrap().starts_with("Go on exactly where you stopped"));
    // Still not whole: it is said.
    fake.answer(Reply::text("Take offer").finish("length"));
    fake.answer(Reply::text(" C, since").finish("length"));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C, since\n\n[…]");
    fake.answer(Reply::text("Take offer").finish("length"));
    assert_eq!(model.ask(&ModelRequest { answers: 1, ..report() }).await.unwrap().text, "Take offer\n\n[…]");
    // Half an object is not gone on with, and not sent back either.
    fake.answer(Reply::text(&answer().to_string()).cut(60));
    fake.answer(Reply::json(&answer()));
    assert_eq!(title(&model.ask(&triage("compare")).await.unwrap()), "Hosting");
    let messages = last(&fake)["messages"].as_array().unwrap().clone();
    assert!(messages.iter().all(|message| message["role"] != "assistant"), "{messages:?}");
}

#[tokio::test]
async fn where_no_tools_are_known_a_turn_is_one_object() {
    let (fake, model) = tried(|able| able.tools = Support::Refused).await;
    let call = json!({"tool": "read_note", "arguments": "{\"title\":\"Garden\"}", "result": ""});
    fake.answer(Reply::json(&call));
    let reply = model.ask(&work()).await.unwrap();
    assert_eq!(
        (reply.calls[0].name.as_str(), reply.calls[0].arguments.as_str()),
        ("read_note", "{\"title\":\"Garden\"}")
    );
    let sent = last(&fake);
    let schema = &sent["response_format"]["json_schema"]["schema"]["properties"];
    assert_eq!((&sent["tools"], &schema["tool"]["enum"]), (&Value::Null, &json!(["read_note", "none"])));
    assert!(sent["messages"][0]["content"].as_str().unwrap().contains("- read_note: Reads a note."));
    let mut next = work();
    next.turns.push(Turn::Assistant { content: String::new(), calls: reply.calls.clone(), kept: None });
    next.turns.push(Turn::Tool { id: reply.calls[0].id.clone(), content: "Roses.".into() });
    fake.answer(Reply::json(&json!({"tool": "none", "arguments": "{}", "result": "Plant roses."})));
    let reply = model.ask(&next).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.calls.len()), ("Plant roses.", 0));
    let told = last(&fake)["messages"].to_string();
    assert!(told.contains("Result of read_note:") && told.contains("Roses.") && !told.contains("tool_call"), "{told}");
    // What is neither is asked for once more.
    fake.answer(Reply::json(&json!({"tool": "none", "arguments": "{}", "result": ""})));
    fake.answer(Reply::json(&json!({"tool": "none", "arguments": "{}", "result": "Done."})));
    assert_eq!(model.ask(&work()).await.unwrap().text, "Done.");
    // A model that cannot be told to call a tool, but calls it when asked to, is given its tools.
    let fake = FakeModel::start().await;
    fake.capabilities(|able| able.tool_choice = Support::Ignored);
    fake.answer_with(|body| match body["messages"].to_string() {
        words if words.contains("Call the tool") => Reply::tools(&[("say_word", "{\"word\": \"four\"}")]),
        words if words.contains("colour") => Reply::text("{\"colour\": \"blue\", \"number\": 3}"),
        _ => Reply::text("ok"),
    });
    let model = open(config(&fake.url())).unwrap();
    assert_eq!(probed(&model).await.forced_tool, Found::Missing);
    model.ask(&work()).await.unwrap();
    assert!(last(&fake)["tools"].is_array());
}

#[tokio::test]
async fn a_server_that_was_away_is_tried_out_once_it_answers_and_reads_its_instructions() {
    let fake = FakeModel::start().await;
    let model = open(config(&fake.url())).unwrap();
    fake.go_down().await;
    assert!(probed(&model).await.trouble.unwrap().contains("does not answer"));
    fake.come_up().await;
    assert_eq!(model.ask(&report()).await.unwrap().text, "ok");
    model.served().await;
    assert_eq!(probed(&model).await.trouble, None);
    let system = prompts::understand(&UnderstandInput::default()).0;
    model.warm(&system).await;
    let sent = last(&fake);
    assert_eq!((&sent["max_tokens"], &sent["messages"][0]["content"]), (&json!(1), &json!(system)));
}
