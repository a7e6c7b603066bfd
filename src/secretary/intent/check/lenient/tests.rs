//! What is brought into the agreed form, and what stays as it is.

use crate::secretary::intent::check::lenient;
use crate::secretary::intent::{ItemKind, ItemLine, Understanding};
use serde_json::{Value, json};

fn item(handle: &str, kind: ItemKind, options: &[&str]) -> ItemLine {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    ItemLine { handle: handle.to_owned(), kind, line: String::new(), options }
}

fn items() -> Vec<ItemLine> {
    vec![
        item("a", ItemKind::Decision, &["1 Red", "2 blue (faster)"]),
        item("b", ItemKind::Question, &["1.1 Price", "1.2 Speed", "2.1 2", "2.2 3"]),
    ]
}

fn read(answer: &Value) -> Result<Value, String> {
    let read: Understanding =
        serde_json::from_value(lenient(answer.clone(), &items())).map_err(|why| why.to_string())?;
    Ok(serde_json::to_value(read.intents).unwrap())
}

/// The intents that are read from one intent, without fields that are empty.
fn one(intent: &Value) -> Result<Value, String> {
    read(&json!({"why": "w", "intents": [intent]})).map(|intents| intents[0].clone())
}

#[test]
fn an_answer_is_found_in_what_stands_around_it() {
    let reply = json!({"kind": "reply", "text": "Yes."});
    let whole = json!({"why": "w", "intents": [reply]});
    for shell in [
        whole.clone(),
        json!([whole]),
        json!({"answer": whole}),
        json!([{"understanding": {"result": whole}}]),
        json!(whole.to_string()),
        json!({"why": "w", "intents": reply}),
        json!({"why": "w", "intent": reply}),
        json!({"why": "w", "intents": reply.to_string()}),
        json!({"why": "w", "intents": json!([reply]).to_string()}),
        json!({"why": 3, "intents": [reply, null], "confidence": 0.9}),
        json!({"why": "w", "kind": "reply", "text": "Yes."}),
        json!({"why": "w", "intents": [{"reply": {"text": "Yes."}}]}),
        json!({"why": "w", "intents": [{"kind": "Reply", "text": ["Yes."], "item": "zz", "sure": true}]}),
    ] {
        assert_eq!(read(&shell), Ok(json!([reply])), "{shell}");
    }
    for risk in [json!("high"), json!(null), json!("NaN"), json!([])] {
        let idea = one(&json!({"kind": "idea", "title": "T", "risk": risk})).unwrap();
        assert_eq!(idea["risk"], json!(0.3), "{risk}");
    }
    // A part of a broken whole is no whole.
    for part in [reply, json!(null), json!([]), json!("Sure!"), json!({"a": {}, "b": whole}), json!(7)] {
        assert!(read(&part).is_err(), "{part}");
    }
}

#[test]
fn an_option_is_its_number_or_exactly_its_label() {
    for (said, option) in [(json!(2), 2), (json!("2"), 2), (json!([2]), 2), (json!(2.0), 2), (json!("red"), 1)] {
        let decided = one(&json!({"kind": "decide", "item": "A", "option": said, "sure": "true"})).unwrap();
        assert_eq!(decided, json!({"kind": "decide", "item": "a", "option": option, "text": "", "sure": true}));
    }
    let answered = |question: Value, option: Value| {
        one(&json!({"kind": "answer", "item": "b", "answers": {"question": question, "option": option}}))
            .map(|answer| answer["answers"][0]["option"].clone())
    };
    for (question, said, option) in [
        (json!("1"), json!("Speed"), json!(2)),
        (json!(1), json!("1.1"), json!(1)),
        (json!(1), json!(1.2), json!(2)),
        (json!(1), json!("1.2 Speed"), json!(2)),
        (json!(1), json!(""), json!(null)),
        (json!(2), json!("3"), json!("3")),
    ] {
        let read = answered(question.clone(), said.clone());
        // A label that is the number of another option may be both.
        if option == "3" { assert!(read.is_err(), "{said}") } else { assert_eq!(read, Ok(option), "{question} {said}") }
    }
    for unknown in [json!("blue"), json!("the second"), json!([1, 2]), json!(true)] {
        assert!(one(&json!({"kind": "decide", "item": "a", "option": unknown})).is_err(), "{unknown}");
        assert!(answered(json!(1), unknown).is_err());
    }
}

#[test]
fn a_kind_and_its_fields_are_made_to_fit() {
    let when = |when: Value| {
        json!({"date": when.get("date"), "time": when.get("time"), "weekdays": when["weekdays"],
        "every": null, "in_minutes": when.get("in_minutes"), "zone": null})
    };
    for (said, meant) in [
        // What answers a decision decides it; nobody said that there is no doubt.
        (
            json!({"kind": "answer", "item": "a", "answers": [{"question": 1, "option": "Red"}], "sure": true}),
            json!({"kind": "decide", "item": "a", "option": 1, "text": "", "sure": false}),
        ),
        (
            json!({"kind": "decide", "item": "a", "answers": [{"option": 2, "text": "soon"}]}),
            json!({"kind": "decide", "item": "a", "option": 2, "text": "soon", "sure": false}),
        ),
        (
            json!({"kind": "remind", "item": "none", "act": "set", "text": "call Bob",
                "when": [{"date": "", "time": null, "weekdays": "fri", "in_minutes": "30"}]}),
            json!({"kind": "remind", "item": null, "text": "call Bob", "act": "set",
                "when": when(json!({"date": "", "weekdays": ["fri"], "in_minutes": 30}))}),
        ),
        (
            json!({"kind": "remind", "text": 7, "when": ""}),
            json!({"kind": "remind", "item": null, "text": "7", "act": null, "when": null}),
        ),
        (
            json!({"kind": "note", "act": "show", "text": "car"}),
            json!({"kind": "note", "act": "find", "title": "", "text": "car"}),
        ),
        (
            json!({"kind": "list", "act": "Keep", "title": "shopping", "things": "milk"}),
            json!({"kind": "list", "act": "add", "title": "shopping", "things": ["milk"]}),
        ),
        (
            json!({"kind": "command", "act": "/Notes", "name": ""}),
            json!({"kind": "command", "name": "notes", "text": ""}),
        ),
        (
            json!({"kind": "look-up", "act": "recall", "text": "car"}),
            json!({"kind": "look_up", "act": "recall", "text": "car"}),
        ),
        (json!({"kind": "undo", "item": "a", "text": "x"}), json!({"kind": "undo"})),
    ] {
        assert_eq!(one(&said), Ok(meant), "{said}");
    }
    // No target is guessed, and nothing that deletes.
    for (said, item) in [("", ""), ("null", "null"), ("b ", "b")] {
        assert_eq!(one(&json!({"kind": "pause", "item": said})).unwrap()["item"], item);
    }
    for said in [
        json!({"kind": "cancel"}),
        json!({"kind": "note", "act": "remove"}),
        json!({"kind": "list", "act": "change"}),
        json!({"kind": "snooze", "item": "a", "when": "tomorrow"}),
        json!({"kind": "decide", "item": "a", "option": 1, "sure": "yes"}),
    ] {
        assert!(one(&said).is_err(), "{said}");
    }
}

#[test]
fn an_idea_in_loose_form_is_read_whole() {
    let idea = one(&json!({"kind": "idea", "title": "Offers", "done_when": "a table", "assumptions": null, "risk": "0.3", "beyond": "none",
        "questions": ["How many?", {"text": "Which?", "options": [{"label": "A"}, "B", 3, "", {"label": "C", "value": 1}, "{\"label\":\"D\"}"], "range": [1], "yes_no": "false"},
            {"text": "Much?", "range": ["1", 10]}],
        "tasks": ["Compare", {"key": 2, "title": "Write", "needs": 1, "agent": "None"}]}))
    .unwrap();
    assert_eq!(
        (&idea["done_when"], &idea["assumptions"], &idea["risk"]),
        (&json!(["a table"]), &json!([]), &json!(0.3))
    );
    assert_eq!((&idea["beyond"], &idea["questions"][0]["text"]), (&json!(null), &json!("How many?")));
    assert_eq!(
        (&idea["questions"][1]["options"], &idea["questions"][1]["range"]),
        (&json!(["A", "B", "3", "C", "D"]), &json!(null))
    );
    assert_eq!(idea["questions"][2]["range"], json!([1.0, 10.0]));
    let (first, second) = (&idea["tasks"][0], &idea["tasks"][1]);
    assert_eq!(
        (&first["key"], &first["title"], &first["instruction"]),
        (&json!("t1"), &json!("Compare"), &json!("Compare"))
    );
    assert_eq!(
        (&second["key"], &second["instruction"], &second["needs"]),
        (&json!("2"), &json!("Write"), &json!(["1"]))
    );
    assert_eq!(second["agent"], json!(null));
}

#[test]
fn the_agreed_form_stays_as_it_is() {
    let agreed = json!({"why": "They ask for work: idea.", "intents": [
        {"kind": "idea", "title": "T", "summary": "S", "done_when": ["d"], "due": "2026-11-30", "assumptions": [],
            "questions": [{"text": "How many?", "subject": "scope", "options": ["1", "2"], "multiple": false, "yes_no": false,
                "range": [1, 10], "default": "3"}],
            "tasks": [{"key": "t1", "title": "T", "instruction": "I", "agent": "analyst", "capabilities": [], "needs": []}],
            "risk": 0.3, "beyond": "no"},
        {"kind": "snooze", "item": "a", "act": "set", "text": "x", "when": {"date": "", "time": "09:00", "weekdays": ["mon"],
            "every": "week", "in_minutes": 5, "zone": ""}}]});
    assert_eq!(lenient(agreed.clone(), &items()), agreed);
}
