//! What models and servers put into an answer and around it: fields that want to go back, thoughts, calls in any form,
//! reasons that say nothing; and the order of turns that every server takes.

use super::*;
use secretary::ports::model::Kept;

/// An answer with this message, whole.
fn message(message: Value) -> Reply {
    ended(message, json!("stop"))
}

fn ended(message: Value, reason: Value) -> Reply {
    let body = json!({"choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5}});
    Reply::raw(200, &[], &body.to_string())
}

fn call(title: &str) -> Value {
    let arguments = json!({"title": title}).to_string();
    json!({"id": title, "type": "function", "function": {"name": "read_note", "arguments": arguments}})
}

/// The conversation with an answer and the results of its calls.
fn after(mut request: ModelRequest, reply: ModelReply) -> ModelRequest {
    let results: Vec<Turn> =
        reply.calls.iter().map(|call| Turn::Tool { id: call.id.clone(), content: "note".into() }).collect();
    request.turns.push(Turn::Assistant { content: reply.text, calls: reply.calls, kept: reply.kept });
    request.turns.extend(results);
    request
}

#[tokio::test]
async fn what_a_server_put_beside_an_answer_goes_back_to_it_as_it_came_and_to_no_other() {
    let signature = json!({"google": {"thought_signature": "c2lnbmF0dXJl+/=="}});
    // As DeepSeek and Gemini do: a turn with calls is refused without what stood beside it.
    let fake = FakeModel::start().await;
    let wanted = signature.clone();
    fake.answer_with(move |body| {
        let turns = body["messages"].as_array().unwrap().clone();
        let said: Vec<&Value> = turns.iter().filter(|turn| turn["role"] == "assistant").collect();
        if said.iter().any(|turn| turn["reasoning_content"].is_null()) {
            let why = "The `reasoning_content` in the thinking mode must be passed back to the API.";
            return Reply::error(400, "invalid_request_error", "invalid_request_error", why);
        }
        if said.iter().any(|turn| !turn["tool_calls"].is_null() && turn["tool_calls"][0]["extra_content"] != wanted) {
            let why = "Function call is missing a thought_signature in functionCall parts.";
            return Reply::error(400, "INVALID_ARGUMENT", "400", why);
        }
        let mut call = call("a");
        call["extra_content"] = wanted.clone();
        let answer =
            json!({"role": "assistant", "content": null, "reasoning_content": "The note first.", "tool_calls": [call]});
        ended(answer, json!("tool_calls"))
    });
    let model = open(config(&fake.url())).unwrap();
    let first = model.ask(&work()).await.unwrap();
    assert_eq!((first.text.as_str(), first.calls.len()), ("", 1));
    let mut next = after(work(), first.clone());
    // Somebody else's words in between.
    next.turns.push(Turn::User { content: "Mind the roses.".into() });
    let second = model.ask(&next).await.unwrap();
    let sent = fake.prompts().pop().unwrap();
    assert_eq!(sent["messages"][2]["reasoning_content"], "The note first.");
    assert_eq!(sent["messages"][2]["tool_calls"][0]["extra_content"], signature);
    // It survives the journal.
    let stored = serde_json::to_string(&second).unwrap();
    assert_eq!(serde_json::from_str::<ModelReply>(&stored).unwrap(), second);
    // Neither another model nor another server gets it.
    let other = FakeModel::start().await;
    other.answer(Reply::text("Done."));
    open(config(&other.url())).unwrap().ask(&next).await.unwrap();
    let fake = FakeModel::start().await;
    let model = open(config(&fake.url())).unwrap();
    fake.answer(ended(json!({"reasoning": "hm", "content": "", "tool_calls": [call("a")]}), json!("tool_calls")));
    let next = after(work(), model.ask(&work()).await.unwrap());
    fake.answer(Reply::text("Done."));
    model.ask(&ModelRequest { model: Some("second".into()), ..next.clone() }).await.unwrap();
    for sent in [other.prompts().pop().unwrap(), fake.prompts().pop().unwrap()] {
        let text = sent["messages"][2].to_string();
        assert!(!text.contains("reasoning") && !text.contains("extra_content"), "{text}");
    }
    // A server that refuses its own field (Groq) is asked without it, and that is remembered.
    let why = "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]";
    fake.answer(Reply::error(400, "invalid_request_error", "400", why));
    for _ in 0..2 {
        fake.answer(Reply::text("Done."));
        assert_eq!(model.ask(&next).await.unwrap().text, "Done.");
    }
    let returned: Vec<bool> = fake.prompts().iter().map(|sent| sent["messages"][2]["reasoning"] == "hm").collect();
    assert_eq!(returned, [false, false, true, false, false]);
    // So is one that refuses a field of any other name in words of its own.
    let (fake, model) = office().await;
    fake.answer(ended(
        json!({"provider_data": {"a": 1}, "content": "", "tool_calls": [call("a")]}),
        json!("tool_calls"),
    ));
    let next = after(work(), model.ask(&work()).await.unwrap());
    fake.answer(Reply::error(422, "x", "x", "messages.2.assistant.provider_data: Extra inputs are not permitted"));
    for _ in 0..2 {
        fake.answer(Reply::text("Done."));
        assert_eq!(model.ask(&next).await.unwrap().text, "Done.");
    }
    let returned: Vec<bool> = fake.prompts().iter().map(|sent| sent.to_string().contains("provider_data")).collect();
    assert_eq!(returned, [false, true, false, false]);
}

#[test]
fn a_turn_without_what_was_kept_is_still_read() {
    let turn: Turn = serde_json::from_value(json!({"role": "assistant", "content": "x", "calls": []})).unwrap();
    assert_eq!(turn, Turn::Assistant { content: "x".into(), calls: vec![], kept: None });
    let reply: ModelReply =
        serde_json::from_value(json!({"text": "x", "calls": [], "usage": ModelReply::default().usage})).unwrap();
    assert_eq!(reply.kept, None);
    assert_eq!(serde_json::from_value::<Kept>(json!({"model": "m"})).unwrap().length(), 0);
}

#[tokio::test]
async fn thoughts_never_reach_people() {
    let (fake, model) = office().await;
    for text in [
        "<think>SECRET</think>\n\nTake C.",
        "SECRET\n</think>\n\nTake C.",
        "[THINK]SECRET[/THINK]Take C.",
        "◁think▷SECRET◁/think▷Take C.",
        "<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Take C.<|return|>",
        "<seed:think>SECRET</seed:think>Take C.<|im_end|>\n<|im_start|>user\nSECRET",
    ] {
        fake.answer(Reply::text(text));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.", "{text}");
    }
    let parts = json!([{"type": "thinking", "thinking": [{"type": "text", "text": "SECRET"}]}, {"type": "text", "text": "Take C."}]);
    fake.answer(message(json!({"content": parts})));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.");
    let quoted = "`<think>` begins a thought:\n\n```\n<think>hm</think>\n```";
    fake.answer(Reply::text(quoted));
    assert_eq!(model.ask(&report()).await.unwrap().text, quoted);
    // Nothing but thoughts is no answer: asked for once more, and given up then.
    for empty in [
        message(json!({"content": null, "reasoning_content": "SECRET, so take C."})),
        Reply::text("<think>SECRET, so take C."),
        Reply::text("<|channel|>analysis<|message|>SECRET, so take C."),
    ] {
        fake.answer(empty.clone());
        fake.answer(Reply::text("Take C."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.");
        assert!(!fake.prompts().pop().unwrap().to_string().contains("SECRET"));
        fake.answer(empty.clone());
        fake.answer(empty);
        assert_eq!(unusable(model.ask(&report()).await), "it is empty");
    }
    // Except where the object that was asked for stands at their end.
    let thought = format!("The person wants {{hosting}}. So:\n{}", answer());
    for whole in
        [message(json!({"content": null, "reasoning_content": thought})), Reply::text(&format!("<think>{thought}"))]
    {
        fake.answer(whole);
        assert_eq!(title(&model.ask(&triage("compare")).await.unwrap()), "Hosting");
    }
    assert_eq!((fake.unscripted(), fake.unused()), (0, 0));
}

#[tokio::test]
async fn a_written_call_is_made_or_told_about_and_never_delivered() {
    let (fake, model) = office().await;
    for text in [
        "<tool_call>{\"name\": \"functions.read_note\", \"arguments\": {\"title\": \"a\"}}</tool_call>",
        "[TOOL_CALLS][{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}]",
        "```json\n{\"name\": \"read_note\", \"parameters\": {\"title\": \"a\"}}\n```",
    ] {
        fake.answer(Reply::text(text));
        let reply = model.ask(&work()).await.unwrap();
        let [call] = reply.calls.as_slice() else { panic!("{reply:?}") };
        assert_eq!((call.name.as_str(), call.arguments.as_str()), ("read_note", "{\"title\":\"a\"}"));
        assert_eq!((reply.text.as_str(), call.id.len()), ("", 9));
    }
    // Names and kinds are those of the tool.
    let odd = json!({"id": "x:0", "function": {"name": "functions.read_note:0", "arguments": {"title": 7}}});
    fake.answer(ended(json!({"content": null, "tool_calls": [odd]}), json!("tool_calls")));
    let reply = model.ask(&work()).await.unwrap();
    assert_eq!((reply.calls[0].name.as_str(), reply.calls[0].arguments.as_str()), ("read_note", "{\"title\":\"7\"}"));
    // What fits no tool is told once; what is told again is given up.
    let unfit = "I will look. <tool_call>{\"name\": \"launch\", \"arguments\": {}}</tool_call>";
    fake.answer(Reply::text(unfit));
    fake.answer(Reply::text("Done."));
    assert_eq!(model.ask(&work()).await.unwrap().text, "Done.");
    let told = fake.prompts().pop().unwrap()["messages"].as_array().unwrap().last().unwrap().to_string();
    assert!(told.contains("it calls a tool that is not offered"), "{told}");
    fake.answer(Reply::text(unfit));
    fake.answer(Reply::text(unfit));
    assert!(unusable(model.ask(&work()).await).starts_with("it calls a tool that is not offered"));
    // Half a call is no part of a text.
    fake.answer(Reply::text("I will look. <tool_call>{\"name\": \"read_no").finish("length"));
    fake.answer(Reply::text("Done."));
    assert_eq!(model.ask(&work()).await.unwrap().text, "Done.");
    // Nobody offered a tool.
    fake.answer(Reply::text("Take C. <tool_call>{\"name\": \"read_note\"}</tool_call>"));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.");
    // A document is no call, nor is one that a report quotes.
    let example = "```json\n{\"name\": \"read_note\", \"arguments\": {\"title\": \"a\"}}\n```";
    let quoting = format!("The page says:\n\n{example}\n\nNothing else stands there.");
    for document in ["{\"name\":\"Anna\",\"parameters\":{\"size\":3},\"age\":4}", quoting.as_str()] {
        fake.answer(Reply::text(document));
        let reply = model.ask(&work()).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.calls.len()), (document, 0));
    }
    assert_eq!((fake.unscripted(), fake.unused()), (0, 0));
}

#[tokio::test]
async fn what_is_delivered_is_the_text_alone() {
    let (fake, model) = office().await;
    for text in [
        "{\"report\": \"Take C.\"}",
        "{\"tool\":\"\",\"arguments\":{},\"result\":\"Take C.\"}",
        "```markdown\nTake C.\n```",
        "Thought: SECRET\nFinal Answer: Take C.",
        "<details type=\"reasoning\">SECRET</details>Take C.</s>",
    ] {
        fake.answer(Reply::text(text));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.", "{text}");
    }
    // A call is no text, also where no tool is offered.
    for text in [
        "{\"name\": \"launch\", \"arguments\": {\"n\": 1}}",
        "```json\n{\"action\": \"launch\", \"action_input\": \"now\"}\n```",
        "Thought: SECRET\nAction: launch\nAction Input: {}",
        "commentary to=functions.launch json{}",
    ] {
        fake.answer(Reply::text(text));
        fake.answer(Reply::text("Take C."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.", "{text}");
    }
    // A document is one, and so is a text of any length, up to a bound.
    let document = "{\"text\":\"a\",\"size\":3}";
    fake.answer(Reply::text(document));
    assert_eq!(model.ask(&report()).await.unwrap().text, document);
    let rows: Vec<String> = (0..60_000).map(|row| row.to_string()).collect();
    fake.answer(message(json!({"content": rows.join(" ")})));
    let long = model.ask(&report()).await.unwrap().text;
    assert!(long.chars().count() < 200_010 && long.ends_with("[…]"), "{}", long.len());
    // More calls than anybody needs are told, not dropped.
    let many: Vec<Value> = (0..40).map(|title| call(&title.to_string())).collect();
    fake.answer(ended(json!({"content": null, "tool_calls": many}), json!("tool_calls")));
    fake.answer(Reply::text("Done."));
    assert_eq!(model.ask(&work()).await.unwrap().text, "Done.");
    let told = fake.prompts().pop().unwrap()["messages"].as_array().unwrap().last().unwrap().to_string();
    assert!(told.contains("more than 32 calls"), "{told}");
    assert_eq!((fake.unscripted(), fake.unused()), (0, 0));
}

#[tokio::test]
async fn the_texts_of_an_understanding_are_for_people() {
    let (fake, model) = office().await;
    let said = |text: &str| json!({"why": "w", "intents": [{"kind": "reply", "text": text}]});
    for (text, left) in [
        ("<think>SECRET</think>Yes.</s>", "Yes."),
        ("SECRET\n</think>\nYes.<|im_end|>", "Yes."),
        ("Yes. <tool_call>{\"name\": \"launch\"}</tool_call>", "Yes."),
        ("`</think>` ends a thought.", "`</think>` ends a thought."),
    ] {
        let answer = said(text).to_string();
        for written in [answer.clone(), format!("<think>SECRET</think>\n{answer}")] {
            fake.answer(Reply::text(&written));
            let reply = model.ask(&understand("hello")).await.unwrap();
            let intents = understanding_of(&reply).unwrap().intents;
            assert_eq!(intents, [Intent::Reply { text: left.into() }], "{written}");
        }
    }
    assert_eq!((fake.unscripted(), fake.unused()), (0, 0));
}

#[tokio::test]
async fn an_answer_is_used_if_it_is_whole_whatever_the_reason_is_called() {
    let (fake, model) = office().await;
    let object = json!({"type": "stop", "matched": null});
    for reason in [Value::Null, json!(""), json!("STOP"), json!("end_turn"), json!("FinishReason.STOP"), object] {
        fake.answer(ended(json!({"content": "Take C."}), reason.clone()));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.", "{reason}");
    }
    for reason in ["error", "abort", "insufficient_system_resource", "something new"] {
        fake.answer(ended(json!({"content": "Take"}), json!(reason)));
        fake.answer(Reply::text("Take C."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take C.", "{reason}");
        let sent = fake.prompts().pop().unwrap()["messages"].as_array().unwrap().clone();
        assert!(sent.iter().all(|turn| turn["role"] != "assistant"), "what is not whole is not sent back: {sent:?}");
    }
    // At a limit the rest is asked for, whatever the limit is called.
    for reason in [json!("model_length"), json!("MAX_TOKENS"), json!({"type": "length"})] {
        fake.answer(ended(json!({"content": "Take offer"}), reason.clone()));
        fake.answer(Reply::text(" C."));
        assert_eq!(model.ask(&report()).await.unwrap().text, "Take offer C.", "{reason}");
    }
    // A stream whose every piece has an empty reason broke off, even if it says that it is over.
    let piece = |text: &str| {
        let event = json!({"choices": [{"delta": {"content": text}, "finish_reason": ""}]});
        format!("data: {event}\n\n")
    };
    let stream = format!("{}{}data: [DONE]\n\n", piece("Take"), piece(" C."));
    fake.answer(Reply::raw(200, &[("content-type", "text/event-stream")], &stream));
    retry(model.ask(&report()).await);
    // Half an emoji costs a character.
    let body = r#"{"choices":[{"message":{"content":"Take C \ud83d."},"finish_reason":"stop"}]}"#;
    fake.answer(Reply::raw(200, &[], body));
    assert_eq!(model.ask(&report()).await.unwrap().text, "Take C \u{fffd}.");
}

#[tokio::test]
async fn turns_come_in_the_order_that_the_strictest_server_takes() {
    let (fake, model) = office().await;
    let mut request = work();
    request.turns.push(Turn::User { content: "The person added meanwhile: soon".into() });
    let calls =
        vec![secretary::ports::model::ToolCall { id: "a".into(), name: "read_note".into(), arguments: "{}".into() }];
    request.turns.push(Turn::Assistant { content: String::new(), calls, kept: None });
    request.turns.push(Turn::Tool { id: "a".into(), content: String::new() });
    request.turns.push(Turn::User { content: "Mind the roses.".into() });
    request.turns.push(Turn::System { content: "Be short.".into() });
    request.turns.push(Turn::Assistant { content: "Well,".into(), calls: vec![], kept: None });
    fake.answer_with(|body| {
        // Mistral's rules, and those of its templates.
        let turns = body["messages"].as_array().unwrap();
        let roles: Vec<&str> = turns.iter().map(|turn| turn["role"].as_str().unwrap()).collect();
        let follows = |(before, after): (&&str, &&str)| match *before {
            "system" => *after == "user",
            "user" => *after == "assistant",
            "assistant" => ["user", "tool"].contains(after),
            _ => ["assistant", "tool"].contains(after),
        };
        let empty = |turn: &Value| turn["content"] == "" || (turn["content"].is_null() && turn["tool_calls"].is_null());
        let fits = roles.iter().zip(roles.iter().skip(1)).all(follows) && !turns.iter().any(empty);
        if fits && roles.last() == Some(&"user") {
            Reply::text("Done.")
        } else {
            Reply::error(400, "invalid_request_message_order", "3230", &format!("Unexpected role in {roles:?}"))
        }
    });
    assert_eq!(model.ask(&request).await.unwrap().text, "Done.");
    let sent = fake.prompts().pop().unwrap();
    assert!(sent["messages"].to_string().contains("Mind the roses.\\n\\nBe short."), "{sent}");
    assert!(sent.get("temperature").is_none());
}
