//! Tests: values of others without the words and the name of one person.

use super::{ERASED, FORMER, Others, Said, Scrub, Value};
use crate::secretary::names::phrases::short;
use serde_json::json;

fn scrub(words: &[&str]) -> Scrub {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Scrub::new("p1", "Kim", Said { words, ..Said::default() }, &["r-kim".to_owned()])
}

fn without(scrub: &Scrub, before: &Value) -> Value {
    scrub.taken_out(&before.to_string(), |_| true).map_or_else(|| before.clone(), |out| out.parse().unwrap())
}

#[test]
fn names_and_words_go_and_nothing_else_does() {
    let words = ["only with a notice of three months", "yes"];
    let before = json!({
        "title": "Ask Kim",
        "decisions": [
            {"key": "d1", "state": {"Made": {"by": "p1", "name": "Kim", "text": words[0]}}},
            {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
        ],
        "comments": [{"name": "Kim", "text": "yes"}],
        "hold": {"cancelled": {"by": "Kim", "reason": ""}},
        "result": format!("The person decided: {}.", words[0]),
        "arguments": format!("{{\"text\":\"{}\"}}", words[0]),
        "rooms": ["r-kim", "r-jo"],
        "n": 3,
    });
    let after = json!({
        "title": "Ask Kim",
        "decisions": [
            {"key": "d1", "state": {"Made": {"by": "p1", "name": FORMER, "text": ERASED}}},
            {"key": "d2", "state": {"Made": {"by": "p2", "name": "Kim", "text": "yes, do"}}},
        ],
        "comments": [{"name": FORMER, "text": ERASED}],
        "hold": {"cancelled": {"by": FORMER, "reason": ""}},
        "result": format!("The person decided: {ERASED}."),
        "arguments": format!("{{\"text\":\"{ERASED}\"}}"),
        "rooms": ["r-jo"],
        "n": 3,
    });
    let out = scrub(&words).taken_out(&before.to_string(), |_| true).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), after);
    assert_eq!(scrub(&words).taken_out(&json!({"name": "Jo", "text": "later"}).to_string(), |_| true), None);
}

#[test]
fn words_go_from_json_inside_of_texts_however_they_are_written_there() {
    let word = "Grüne Zebras im Garten";
    let escaped = "Gr\\u00fcne Zebras im\\u0020Garten";
    let quoted = format!(r#"{{"title":"Plan","list":["{escaped}"],"Kim: {escaped}":1,"person":"{escaped}"}}"#);
    let deeper = Value::from(quoted.as_str()).to_string();
    let before = json!({
        "reply": {"calls": [{"id": "c1", "name": "write_note", "arguments": quoted}]},
        "text": deeper,
        "cut": "{\"title\":\"Plan\",\"text\":\"Gr\\u00fcne Zebras im Garten, and",
        "proposed": {"arguments": {word: [1], "Grüne Zebras im Garten!": 2, "path": word}},
        "not theirs": r#"{ "a": "Gr\u00fcn" }"#,
    });
    let left = format!(r#"{{"Kim: {ERASED}":1,"list":["{ERASED}"],"person":"{ERASED}","title":"Plan"}}"#);
    let after = json!({
        "reply": {"calls": [{"id": "c1", "name": "write_note", "arguments": left}]},
        "text": Value::from(left.as_str()).to_string(),
        "cut": format!("{{\"title\":\"Plan\",\"text\":\"{ERASED}, and"),
        "proposed": {"arguments": {ERASED: [1], format!("{ERASED}!"): 2, "path": ERASED}},
        "not theirs": r#"{ "a": "Gr\u00fcn" }"#,
    });
    assert_eq!(without(&scrub(&[word]), &before), after);
    // Keys of our own are what they are.
    let ours = json!({"decisions": [], "comments": {"arguments": {"decisions": 1, "Decisions": "decisions"}}});
    let out = without(&scrub(&["decisions"]), &ours);
    assert_eq!(out, json!({"decisions": [], "comments": {"arguments": {ERASED: 1, "Decisions": ERASED}}}));
}

#[test]
fn a_word_that_is_the_name_of_a_state_stays_and_the_name_goes_all_the_same() {
    let body = json!({"stage": {"Closed": "Cancelled"}, "by": "Kim"}).to_string();
    let fits = |text: &str| text.contains("\"Cancelled\"");
    let out = scrub(&["Cancelled"]).taken_out(&body, fits).unwrap();
    assert!(out.contains(FORMER) && fits(&out), "{out}");
}

#[test]
fn shortened_copies_of_long_words_go() {
    let wish = "only with a notice of three months and never, never by telephone, as was said before";
    let before = json!({
        "title": format!("Revise: {}", short(wish, 60)),
        "rest": format!("“{}” and “{}”", short(wish, 30), short(wish, 40)),
        "other": "only with…",
    });
    let after = json!({
        "title": format!("Revise: {ERASED}"),
        "rest": format!("“{ERASED}” and “{ERASED}”"),
        "other": format!("{ERASED}"),
    });
    assert_eq!(without(&scrub(&[wish]), &before), after);
    let not_theirs = json!({"title": "only with care…", "n": "only"});
    assert_eq!(without(&scrub(&[wish]), &not_theirs), not_theirs);
}

#[test]
fn what_others_wrote_as_well_stays_where_it_is_not_theirs() {
    let idea = "compare three hosting offers for the shop and say which";
    let mut others = Others::default();
    others.add(idea);
    let before = json!({
        "idea": idea,
        "title": short(idea, 30),
        "decisions": [{"state": {"Made": {"by": "p1", "name": "Kim", "text": idea}}}],
        "comments": [{"name": "Jo", "text": idea}, {"name": "Kim", "text": idea}],
        "rest": "by all means, but soon",
    });
    let mut after = before.clone();
    after["decisions"][0]["state"]["Made"] = json!({"by": "p1", "name": FORMER, "text": ERASED});
    after["comments"][1] = json!({"name": FORMER, "text": ERASED});
    after["rest"] = format!("{ERASED}, but soon").into();
    let longer = format!("{idea} and more");
    assert_eq!(without(&scrub(&[idea, &longer, "by all means"]).beside(others), &before), after);
}

#[test]
fn parts_of_answers_go_where_answers_stand() {
    let said = Said { answers: vec!["blue".to_owned(), "500".to_owned()], ..Said::default() };
    let scrub = Scrub::new("p1", "Kim", said, &[]);
    let before = json!({"rounds": [{"answers": ["blue", "Red; 500", "green", null], "questions": ["blue"]}]});
    let after = json!({"rounds": [{"answers": [ERASED, ERASED, "green", null], "questions": ["blue"]}]});
    assert_eq!(without(&scrub, &before), after);
}

#[test]
fn names_go_whatever_they_were_then_and_in_whose_place_somebody_decided() {
    let before = json!([
        {"by": "p1", "name": "Kimberly"},
        {"by": "p2", "name": "Kim for Jo"},
        {"by": "p1", "name": "Jo for Kim"},
        {"name": "Kimberly", "text": "by all means"},
        {"name": "Jo", "text": "Kim, Kimberly and “Kim”"},
    ]);
    let mut after = json!([
        {"by": "p1", "name": FORMER},
        {"by": "p2", "name": format!("{FORMER} for Jo")},
        {"by": "p1", "name": format!("Jo for {FORMER}")},
        {"name": FORMER, "text": ERASED},
        {"name": "Jo", "text": "Kim, Kimberly and “Kim”"},
    ]);
    assert_eq!(without(&scrub(&["by all means"]), &before), after);
    after[4]["text"] = format!("{FORMER}, Kimberly and “{FORMER}”").into();
    assert_eq!(without(&scrub(&["by all means"]).in_messages(true), &before), after);
}

#[test]
fn files_of_theirs_and_words_that_others_refer_to_under_their_name_go() {
    let said = Said { homes: ["r-1".to_owned()].into(), words: vec!["list.pdf".to_owned()], ..Said::default() };
    let file = |home: &str| json!({"home": home, "name": "list.pdf", "beginning": "list.pdf"});
    let lies = |home: &str| json!({"Received": {"home": home, "name": "list.pdf"}});
    let before = json!({
        "received": [file("r-1"), file("r-2")],
        "written": [{"name": "a.md", "at": lies("r-1")}, {"name": "b.md", "at": {"Written": {"ticket": "t", "path": "list.pdf"}}}],
        "message": {"file": {"name": "a", "at": lies("r-1")}},
        "archive": {"files": [["a", lies("r-1")], ["b", lies("r-2")]]},
        "refers": [
            {"how": "Reply", "who": "Kim", "text": "as I said", "attachments": [{"name": "x", "handle": "h"}]},
            {"how": "Reply", "who": "Jo", "text": "as I said"},
        ],
    });
    let kept = json!({"home": "r-2", "name": "list.pdf", "beginning": ERASED});
    let after = json!({
        "received": [kept],
        "written": [{"name": "b.md", "at": {"Written": {"ticket": "t", "path": "list.pdf"}}}],
        "message": {"file": null},
        "archive": {"files": [["b", lies("r-2")]]},
        "refers": [
            {"how": "Reply", "who": FORMER, "text": ERASED, "attachments": []},
            {"how": "Reply", "who": "Jo", "text": "as I said"},
        ],
    });
    assert_eq!(without(&Scrub::new("p1", "Kim", said, &[]), &before), after);
}

#[test]
fn what_an_agent_read_in_their_files_goes_from_its_journal() {
    let call = |tool: &str, path: &str| {
        let arguments = json!({"path": path, "from": null}).to_string();
        json!({"kind": "call", "call": {"id": "c", "name": tool, "arguments": arguments}})
    };
    let result = |text: &str| json!({"kind": "result", "text": text});
    let mut records = vec![
        call("read_file", "received/list.pdf"),
        result("theirs"),
        call("read_file", "list.pdf"),
        result("an agent's"),
        call("read_file", " ./received/2/list.pdf"),
        json!({"kind": "interrupted", "by": "x"}),
        result("theirs, too"),
        result("of no call"),
        call("run_python", "a script names no path"),
        result("perhaps theirs"),
    ];
    let changed = super::sent::unread(&mut records, &["list.pdf".to_owned()].into());
    assert_eq!(changed, [1, 6, 9]);
    assert_eq!((&records[1], &records[3], &records[6]), (&result(ERASED), &result("an agent's"), &result(ERASED)));
}
