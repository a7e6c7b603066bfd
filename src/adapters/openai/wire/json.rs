//! Reads JSON that is not quite: bodies with broken characters; and finds the JSON object in what a model wrote, alone, in
//! a code fence, or among prose, and checks its shape.

use super::calls::{loose, spoken};
use crate::ports::model::{ModelRequest, Purpose};
use crate::secretary::intent::{ItemLine, Understanding, check};
use serde_json::{Value, json};

/// How often an object may be written as a text.
const WRAPPED: usize = 2;
/// How many `{` are tried as the beginning of the object.
const TRIES: usize = 64;
const TRIES_FROM_END: usize = 256;

/// The object a request asked for, as text that parses; or what is wrong, in words for the model.
pub(super) fn object_of(text: &str, request: &ModelRequest) -> Result<String, String> {
    let mut wrong = None;
    for candidate in whole(text, request).into_iter().chain(candidates(text)) {
        match shape(candidate, request) {
            Ok(value) => return Ok(value.to_string()),
            // The first object found is the one that was meant; later ones are its parts.
            Err(reason) => wrong = wrong.or(Some(reason)),
        }
    }
    Err(wrong.unwrap_or_else(|| {
        let begun = text.contains('{');
        (if begun { "the JSON is broken or cut off" } else { "there is no JSON object in it" }).to_owned()
    }))
}

/// The object a request asked for, if it is the whole text.
pub(super) fn object_alone(text: &str, request: &ModelRequest) -> Option<String> {
    shape(whole(text, request)?, request).ok().map(|value| value.to_string())
}

/// The object that is the whole text, perhaps in one block of code or written as a text itself.
fn whole(text: &str, request: &ModelRequest) -> Option<Value> {
    let mut value = read(spoken::block(text).map_or(text, |block| block.inside).trim())?;
    for _ in 0..WRAPPED {
        let Value::String(inner) = &value else { break };
        value = read(inner)?;
    }
    let is_about_a_message = matches!(request.purpose, Purpose::Understand(_) | Purpose::Triage(_));
    if is_about_a_message && is_intents(&value) {
        return Some(json!({"why": "", "intents": value}));
    }
    Some(value).filter(Value::is_object)
}

/// Whether a value is intents without what stands around them. Only a whole text may be: among other words they may be
/// parts of a broken answer.
fn is_intents(value: &Value) -> bool {
    let is_intent = |value: &Value| {
        value.get("kind").is_some() && ["intents", "intent", "why"].iter().all(|name| value.get(name).is_none())
    };
    value.as_array().map_or_else(|| is_intent(value), |list| !list.is_empty() && list.iter().all(is_intent))
}

/// A value as models write JSON.
fn read(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| loose::whole(text))
}

/// The object a request asked for at the end of a text, if one stands there.
pub(super) fn object_at_end(text: &str, request: &ModelRequest) -> Option<String> {
    let text = text.trim_end().trim_end_matches('`').trim_end();
    text.rmatch_indices('{').take(TRIES_FROM_END).find_map(|(at, _)| {
        let value = read(text.get(at..)?)?;
        shape(value, request).ok().map(|value| value.to_string())
    })
}

/// The JSON of a body. A half of a pair of UTF-16 or a broken byte costs that character alone. Signs that JSON wants escaped,
/// and numbers that are none, are read as well.
pub(crate) fn lenient(body: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim();
    let whole = || with_whole_pairs(text, |_| char::REPLACEMENT_CHARACTER);
    let strict = serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&whole()).ok());
    strict.or_else(|| loose::whole(text).filter(|value| value.is_object() || value.is_array()))
}

/// A text of JSON with another character for every escape that is half of a pair of UTF-16.
pub(super) fn with_whole_pairs(text: &str, instead: impl Fn(u16) -> char) -> String {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, _)) = rest.split_once('\\') {
        let (_, escape) = rest.split_at(before.len());
        whole.push_str(before);
        let pair = (unit(escape), escape.get(6..).and_then(unit));
        let length = match pair {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(half @ 0xd800..=0xdfff), _) => {
                whole.push(instead(half));
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            // The next character may be a backslash itself.
            (_, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        whole.push_str(escape.get(..length).unwrap_or_default());
        rest = escape.get(length..).unwrap_or_default();
    }
    whole + rest
}

/// Every object that begins somewhere in the text, in order.
fn candidates(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.match_indices('{').take(TRIES).filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        let strict = serde_json::Deserializer::from_str(rest).into_iter::<Value>().next().and_then(Result::ok);
        strict.or_else(|| loose::value(rest).map(|(value, _)| value))
    })
}

fn shape(value: Value, request: &ModelRequest) -> Result<Value, String> {
    match &request.purpose {
        Purpose::Understand(input) => understanding(value, &input.items),
        Purpose::Triage(_) => understanding(value, &[]),
        Purpose::Work(_) | Purpose::Report(_) | Purpose::FlowScript(_) => {
            let required = request.schema.as_ref().map(|(_, schema)| schema.required()).unwrap_or_default();
            match required.iter().find(|name| value.get(name.as_str()).is_none()) {
                Some(name) => Err(format!("the field {name} is missing")),
                None => Ok(value),
            }
        }
    }
}

/// An understanding in the agreed form, as far as that is certain.
fn understanding(value: Value, items: &[ItemLine]) -> Result<Value, String> {
    let value = check::lenient(value, items);
    serde_json::from_value::<Understanding>(value.clone()).map_err(|error| wrong(&error))?;
    Ok(value)
}

/// What is wrong with a shape, without the model's own words: those stand in double quotes.
fn wrong(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let kept: String = text.split('"').step_by(2).collect::<Vec<_>>().join("…").chars().take(160).collect();
    format!("the shape is wrong: {kept}")
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::json::*;
    use crate::ports::model::{ANSWERS, ReportInput, Schema, TriageInput};
    use crate::secretary::intent::Intent;
    use std::time::Duration;

    fn request(purpose: Purpose) -> ModelRequest {
        let schema = Some(("x".to_owned(), Schema::new(r#"{"type": "object", "required": ["a"]}"#.to_owned())));
        let (turns, tools, model) = (vec![], vec![], None);
        ModelRequest {
            purpose,
            turns,
            tools,
            schema,
            model,
            max_output_tokens: 100,
            deadline: Duration::from_secs(1),
            answers: ANSWERS,
        }
    }

    fn triage() -> ModelRequest {
        request(Purpose::Triage(TriageInput::default()))
    }

    fn report() -> ModelRequest {
        request(Purpose::Report(ReportInput::default()))
    }

    #[test]
    fn an_object_is_found_alone_fenced_or_among_words() {
        for text in ["{\"a\":1}", " \n{\"a\":1}\n", "```json\n{\"a\":1}\n```", "Sure {name}! Here: {\"a\":1} Bye {}"] {
            assert_eq!(object_of(text, &report()).unwrap(), "{\"a\":1}", "{text}");
        }
        assert_eq!(object_of("", &report()).unwrap_err(), "there is no JSON object in it");
        assert_eq!(object_of("[1]", &report()).unwrap_err(), "there is no JSON object in it");
        assert_eq!(object_of("{\"a\":", &report()).unwrap_err(), "the JSON is broken or cut off");
        assert_eq!(object_of("{\"b\":{}}", &report()).unwrap_err(), "the field a is missing");
        assert!(object_of(&"{".repeat(100_000), &report()).is_err());
        assert!(object_of(&"{\"a\":".repeat(100_000), &report()).is_err());
    }

    #[test]
    fn an_understanding_is_tidied_and_checked_whole() {
        let loose = r#"{"why":"work","intents":[{"kind":"idea","title":"T","summary":"S","beyond":"none",
            "questions":[{"text":"?","range":[]},{"text":"?","range":[1,2]}],
            "tasks":[{"key":"t1","title":"T","instruction":"I","agent":"None"}]}]}"#;
        let tidy: Understanding = serde_json::from_str(&object_of(loose, &triage()).unwrap()).unwrap();
        let [Intent::Idea(idea)] = tidy.intents.as_slice() else { panic!("{tidy:?}") };
        assert_eq!((idea.questions[0].range, idea.questions[1].range), (None, Some((1.0, 2.0))));
        assert_eq!((&idea.tasks[0].agent, &idea.beyond), (&None, &None));
        // A part of a broken whole is no whole.
        let cut = r#"{"why":"work","intents":[{"kind":"idea","title":"T""#;
        assert!(object_of(cut, &triage()).is_err());
        let error = object_of(r#"{"why":"x","intents":"private words"}"#, &triage()).unwrap_err();
        assert!(error.starts_with("the shape is wrong:") && !error.contains("private"), "{error}");
    }

    #[test]
    fn an_understanding_is_read_however_loosely_it_is_written() {
        let text = |written: &str| {
            let read: Understanding = serde_json::from_str(&object_of(written, &triage()).ok()?).ok()?;
            match read.intents.as_slice() {
                [Intent::Reply { text }] => Some(text.clone()),
                _ => None,
            }
        };
        let agreed = r#"{"why":"w","intents":[{"kind":"reply","text":"Yes."}]}"#;
        let quoted = serde_json::to_string(agreed).unwrap();
        let intents = json!({"why": "w", "intents": r#"[{"kind":"reply","text":"Yes."}]"#}).to_string();
        for (written, said) in [
            (agreed, "Yes."),
            (quoted.as_str(), "Yes."),
            (intents.as_str(), "Yes."),
            (r#"{"why":"w","intents":[{"kind":"reply","text":"Yes \ud83d."}]}"#, "Yes \u{fffd}."),
            ("{\"why\":\"w\",\"intents\":[{\"kind\":\"reply\",\"text\":\"Yes\n\tno.\"}]}", "Yes\n\tno."),
            ("{\"why\": \"w\", // so\n \"intents\": [{\"kind\": \"reply\", \"text\": \"Yes.\",},],}", "Yes."),
            ("Sure: {'why': None, 'intents': [{'kind': 'reply', 'text': 'Yes.', 'sure': True}]}", "Yes."),
            ("{“why”: “w”, “intents”: [{“kind”: “reply”, “text”: “Yes.”}]}", "Yes."),
            (r#"{"kind":"reply","text":"Yes."}"#, "Yes."),
            ("```json\n[{\"kind\":\"reply\",\"text\":\"Yes.\"}]\n```", "Yes."),
        ] {
            assert_eq!(text(written).as_deref(), Some(said), "{written}");
        }
        // A part of a broken whole is no whole.
        for broken in
            [r#"{"why":"w","intents":[{"kind":"reply","text":"Yes."}"#, r#"So {"kind":"reply","text":"Yes."}"#]
        {
            assert_eq!(text(broken), None, "{broken}");
        }
        let risky = r#"{"why":"w","intents":[{"kind":"idea","title":"T","risk":NaN}]}"#;
        let read: Understanding = serde_json::from_str(&object_of(risky, &triage()).unwrap()).unwrap();
        let [Intent::Idea(idea)] = read.intents.as_slice() else { panic!("{read:?}") };
        assert!((idea.risk - 0.3).abs() < 1e-9);
    }

    #[test]
    fn an_object_at_the_end_of_a_thought_is_found() {
        let found = |text| object_at_end(text, &report());
        assert_eq!(found("So {\"a\": 0} or {\"a\":{\"b\":1}}\n```\n").as_deref(), Some("{\"a\":{\"b\":1}}"));
        assert_eq!((found("{\"a\":1} it is"), found("{\"b\":1}"), found("")), (None, None, None));
    }

    #[test]
    fn a_broken_character_costs_itself_alone() {
        let text = |body: &[u8]| lenient(body).and_then(|value| value["t"].as_str().map(str::to_owned));
        for (body, read) in [
            (&br#"{"t":"a\ud83d"}"#[..], "a\u{fffd}"),
            (br#"{"t":"\ude00b"}"#, "\u{fffd}b"),
            (br#"{"t":"\ud83d\ud83d\ude00"}"#, "\u{fffd}\u{1f600}"),
            (br#"{"t":"\\ud83d \ud83d"}"#, "\\ud83d \u{fffd}"),
            (b"\xef\xbb\xbf {\"t\":\"a\xf0\x9f\"}\n", "a\u{fffd}"),
            (b"{\"t\":\"a\nb\tc\",\"logprob\":-Infinity,\"n\":NaN}", "a\nb\tc"),
        ] {
            assert_eq!(text(body).as_deref(), Some(read), "{}", String::from_utf8_lossy(body));
        }
        for broken in ["{\"t\":\"a", "{\"t\":\"\\", "{\"t\":\"\\ud83d", "", "\\"] {
            assert_eq!(lenient(broken.as_bytes()), None, "{broken}");
        }
    }
}
