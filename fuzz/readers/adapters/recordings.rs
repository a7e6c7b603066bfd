//! The reader of written-down recordings for arbitrary answers (`crate::fuzzing`), with its promises. It sends nothing.

use super::{Voice, speaks};
use crate::adapters::openai::Key;
use crate::adapters::openai::fault::is_error;
use crate::adapters::openai::fuzzing::is_said;
use crate::adapters::openai::wire::{Answer, Wire};
use crate::ports::model::ModelError;
use serde_json::Value;
use std::sync::LazyLock;
use std::time::Duration;

/// The longest wait a server may ask for.
const LONGEST: Duration = Duration::from_secs(600);
/// The statuses an answer is read with.
const STATUSES: [u16; 9] = [200, 302, 400, 401, 404, 413, 415, 429, 503];

/// A server that nothing is sent to.
static VOICE: LazyLock<Voice> = LazyLock::new(|| {
    let key = Key::new("sk-secret");
    let wire = Wire::new("https://host.example/v1", Some(&key)).unwrap_or_else(|error| panic!("no server: {error}"));
    Voice { wire, key: Some(key), model: "model".to_owned() }
});

/// Reads a body as the words of a recording.
pub fn recordings(body: &[u8]) {
    for status in STATUSES {
        let answer = Answer { status, body: body.to_vec(), ..Answer::default() };
        match VOICE.read(&answer) {
            Ok((words, told)) => {
                assert_eq!(status, 200, "a refusal went for words");
                are_words(&words, told.as_ref(), body);
            }
            Err(
                ModelError::Refused(why)
                | ModelError::Quota(why)
                | ModelError::Unusable(why)
                | ModelError::Impossible(why),
            ) => is_said(&why),
            Err(ModelError::Retry { after }) => assert!(after <= LONGEST),
            Err(error) => panic!("not a refusal: {error}"),
        }
    }
}

/// Words are what the server says that somebody spoke: no page, no error, and no more than came, where a broken byte may
/// become a character.
fn are_words(words: &str, told: Option<&Value>, body: &[u8]) {
    assert!(words.trim() == words && words.len() <= 3 * body.len(), "{words:?}");
    assert!(!speaks(words) || words.chars().any(char::is_alphanumeric), "{words:?}");
    match told {
        Some(told @ Value::Object(_)) => {
            assert!(!told.get("error").is_some_and(is_error), "an error went for words: {words:?}");
            if let Some(text) = told.get("text").and_then(Value::as_str) {
                assert_eq!(text.trim(), words);
            }
        }
        Some(Value::String(text)) => assert_eq!(text.trim(), words),
        // Letters alone, and signs around them that people do not see.
        Some(_) | None => assert!(!words.trim_start_matches('\u{feff}').trim_start().starts_with('<'), "{words:?}"),
    }
}
