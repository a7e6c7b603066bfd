//! Finds the JSON object in what a model wrote: alone, in a code fence, or among prose; and checks its shape.

use crate::ports::model::{ModelRequest, Purpose};
use crate::secretary::intent::Understanding;
use serde_json::Value;

/// How many `{` are tried as the beginning of the object.
const TRIES: usize = 64;

/// The object a request asked for, as text that parses; or what is wrong, in words for the model.
pub(super) fn object_of(text: &str, request: &ModelRequest) -> Result<String, String> {
    let mut wrong = None;
    for candidate in candidates(text) {
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

/// Every object that begins somewhere in the text, in order.
fn candidates(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.match_indices('{').take(TRIES).filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        serde_json::Deserializer::from_str(rest).into_iter::<Value>().next()?.ok()
    })
}

fn shape(mut value: Value, request: &ModelRequest) -> Result<Value, String> {
    match &request.purpose {
        Purpose::Triage(_) | Purpose::Understand(_) => {
            for intent in value.get_mut("intents").and_then(Value::as_array_mut).into_iter().flatten() {
                tidy(intent);
            }
            serde_json::from_value::<Understanding>(value.clone()).map_err(|error| wrong(&error))?;
            Ok(value)
        }
        Purpose::Work(_) | Purpose::Report(_) => {
            let required = request.schema.as_ref().map(|(_, schema)| schema.required()).unwrap_or_default();
            match required.iter().find(|name| value.get(name.as_str()).is_none()) {
                Some(name) => Err(format!("the field {name} is missing")),
                None => Ok(value),
            }
        }
    }
}

/// What is wrong with a shape, without the model's own words: those stand in double quotes.
fn wrong(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let kept: String = text.split('"').step_by(2).collect::<Vec<_>>().join("…").chars().take(160).collect();
    format!("the shape is wrong: {kept}")
}

/// Takes away what means nothing: null beside defaults, words for "none" where a name is wanted, and a range that is
/// no pair.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|name, value| match (name.as_str(), &*value) {
                (_, Value::Null) => false,
                ("range", Value::Array(pair)) => pair.len() == 2 && pair.iter().all(Value::is_number),
                ("range", _) => false,
                ("agent" | "beyond", Value::String(text)) => {
                    !matches!(text.trim().to_ascii_lowercase().as_str(), "" | "null" | "none")
                }
                _ => true,
            });
            map.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A text without the thinking some models put before it.
pub(super) fn without_thoughts(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("<think>") {
        Some(rest) => rest.split_once("</think>").map_or("", |(_, said)| said.trim()),
        None => text,
    }
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
    fn thoughts_are_left_out() {
        assert_eq!(without_thoughts(" <think>\nhm {\n</think>\n yes "), "yes");
        assert_eq!(without_thoughts("<think> never ends"), "");
        assert_eq!(without_thoughts("plain"), "plain");
    }
}
