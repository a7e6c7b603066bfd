//! Servers that know less than all: no schema, no JSON mode, other names, and answers that need a repair.

use super::*;
use secretary::ports::model::ToolCall;

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

/// A conversation in which a tool was called.
fn after_a_call() -> ModelRequest {
    let mut next = work();
    let call = ToolCall { id: "call_1".into(), name: "read_note".into(), arguments: "{}".into() };
    next.turns.push(Turn::Assistant { content: String::new(), calls: vec![call], kept: None });
    next.turns.push(Turn::Tool { id: "call_1".into(), content: "Roses.".into() });
    next
}

#[tokio::test]
async fn turns_that_are_refused_take_another_form_and_that_is_remembered() {
    type Change = fn(&mut proof::model::Capabilities);
    type Fits = fn(&[Value]) -> bool;
    let object = Reply::json(&json!({"tool": "none", "arguments": "{}", "result": "Done."}));
    let text = Reply::text("Done.");
    let table: [(Change, Fits, &Reply, usize); 5] = [
        (|able| able.null_content = Support::Refused, |sent| sent[2]["content"] == "", &text, 1),
        (
            |able| (able.null_content, able.empty_content) = (Support::Refused, Support::Refused),
            |sent| sent[2]["content"] == "I use a tool.",
            &text,
            2,
        ),
        (
            |able| able.long_ids = Support::Refused,
            |sent| sent[2]["tool_calls"][0]["id"] == "call00000" && sent[3]["tool_call_id"] == "call00000",
            &text,
            1,
        ),
        (
            |able| able.system = Support::Refused,
            |sent| sent[0]["role"] == "user" && sent[1]["role"] == "assistant",
            &text,
            1,
        ),
        (
            |able| able.results = Support::Refused,
            |sent| sent.iter().all(|message| message["role"] != "tool"),
            &object,
            1,
        ),
    ];
    for (change, fits, reply, refusals) in table {
        let (fake, model) = office().await;
        fake.capabilities(change);
        for _ in 0..2 {
            fake.answer(reply.clone());
            assert_eq!(model.ask(&after_a_call()).await.unwrap().text, "Done.");
        }
        let sent = fake.prompts().pop().unwrap()["messages"].as_array().unwrap().clone();
        assert!(fits(&sent), "{sent:?}");
        assert_eq!(fake.requests().len(), refusals + 2, "{sent:?}");
    }
}

#[tokio::test]
async fn where_nothing_but_words_is_known_words_are_the_result() {
    let (fake, model) = office().await;
    fake.capabilities(|able| {
        (able.system, able.tools, able.json_schema) = (Support::Refused, Support::Refused, Support::Refused);
    });
    for _ in 0..2 {
        fake.answer(Reply::text("Plant roses."));
    }
    let reply = model.ask(&work()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.calls, fake.prompts().len()), ("Plant roses.", 2, 2));
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
        (
            Reply::text(&good).finish("insufficient_system_resource"),
            "before it was whole (insufficient_system_resource)",
        ),
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
}
