//! Recordings of speech, written down by the server's `/audio/transcriptions` or by one of their own. The key of the
//! language model goes to no other server. It must not understand what was said.

#[cfg(any(test, feature = "fuzzing"))]
#[path = "../../../fuzz/readers/adapters/recordings.rs"]
pub(super) mod fuzzing;

use super::wire::{Answer, NoAnswer, Wire, json};
use super::{Key, OpenAiConfig, fault};
use crate::ports::model::{Failure, ModelError, ModelReply, Recording, Usage};
use crate::secretary::budget::cost::Prices;
use crate::secretary::settings::model_capabilities::Recordings;
use reqwest::Url;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use std::time::Duration;

/// The model on OpenAI's own server when none is set: what it recommends for files; its earlier ones end in February 2027
/// (developers.openai.com/api/docs/guides/speech-to-text, November 2026).
const DEFAULT_MODEL: &str = "gpt-transcribe";
/// The most bytes of a recording (platform-facts L15).
const MOST: usize = 25 * 1024 * 1024;

/// Where recordings are written down, if not by the server of the language model.
#[derive(Clone, Debug, Default)]
pub struct VoiceConfig {
    /// The root of the API of another server, normally ending in `/v1`.
    pub base_url: Option<String>,
    /// The key, if another.
    pub key: Option<Key>,
    /// The model; found out only on OpenAI's own server.
    pub model: Option<String>,
}

/// A server that writes down recordings.
pub(super) struct Voice {
    wire: Wire,
    key: Option<Key>,
    model: String,
}

impl Voice {
    /// Prepares it; none where no model is set for it.
    ///
    /// # Errors
    /// An address or a key that can never work.
    pub(super) fn of(config: &OpenAiConfig) -> Result<Option<Self>, ModelError> {
        let base_url = config.voice.base_url.as_ref().unwrap_or(&config.base_url);
        let theirs = origin(base_url);
        let ours = theirs.is_some() && theirs == origin(&config.base_url);
        let key = config.voice.key.clone().or_else(|| config.key.clone().filter(|_| ours));
        let wire = Wire::new(base_url, key.as_ref())?;
        let usual = (wire.domain == "api.openai.com").then(|| DEFAULT_MODEL.to_owned());
        Ok(config.voice.model.clone().or(usual).map(|model| Self { wire, key, model }))
    }

    /// Who writes down, for people.
    pub(super) fn described(&self) -> Recordings {
        Recordings { server: self.wire.host.clone(), model: self.model.clone() }
    }

    /// The words of a recording.
    pub(super) async fn words_of(&self, recording: &Recording, prices: &Prices) -> Result<ModelReply, Failure> {
        if recording.bytes.len() > MOST {
            let why = format!("it has more than the {} MB that are taken", MOST / (1024 * 1024));
            return Err(ModelError::Unusable(why).into());
        }
        let answer = match self.send(recording).await {
            Ok(answer) => answer,
            // Whatever became of it, the server may have written it down.
            Err(none) if none.sent => {
                return Err(Failure { error: none.error, usage: self.cost(recording, prices, None, "") });
            }
            Err(none) => return Err(none.error.into()),
        };
        let (words, told) = self.read(&answer)?;
        let usage = self.cost(recording, prices, told.as_ref(), &words);
        if !speaks(&words) {
            return Err(Failure { error: ModelError::Unusable("nobody speaks in it".to_owned()), usage });
        }
        Ok(ModelReply { text: words, usage, ..ModelReply::default() })
    }

    /// The words of an answer, and the answer as JSON, if it is that.
    fn read(&self, answer: &Answer) -> Result<(String, Option<Value>), ModelError> {
        let told = json::lenient(&answer.body);
        if let Some(refusal) = fault::refusal(answer, told.as_ref()) {
            return Err(self.refused(&refusal));
        }
        let Some(words) = words(answer, told.as_ref()) else {
            let host = &self.wire.host;
            let why = format!("{host} answers with something that is no text; check the address for recordings");
            return Err(ModelError::Refused(why));
        };
        Ok((words, told))
    }

    async fn send(&self, recording: &Recording) -> Result<Answer, NoAnswer> {
        let (name, media_type) = format_of(recording);
        let file = Part::bytes(recording.bytes.clone()).file_name(name);
        let file = file
            .mime_str(media_type)
            .map_err(|error| NoAnswer::unsent(ModelError::Refused(fault::without_address(error))))?;
        let form = Form::new().text("model", self.model.clone()).text("response_format", "json").part("file", file);
        self.wire.post_form("/audio/transcriptions", form, recording.deadline).await
    }

    /// What a refusal means for a recording.
    fn refused(&self, refusal: &fault::Refusal) -> ModelError {
        let (host, model, status) = (&self.wire.host, &self.model, refusal.status);
        let about_model = refusal.words.contains("model");
        let said = refusal.said(self.key.as_ref().map(Key::reveal));
        match status {
            401 | 403 => ModelError::Refused(format!(
                "{host} does not accept the key for recordings; check OPENAI_VOICE_API_KEY, or OPENAI_API_KEY where that is not set"
            )),
            400 | 404 | 422 if about_model => ModelError::Refused(format!(
                "{host} does not write down recordings with {model}{said}; check OPENAI_MODEL_VOICE"
            )),
            404 | 405 | 501 => ModelError::Impossible(format!("{host} writes down no recordings{said}")),
            400 | 415 | 422 => ModelError::Unusable(format!("{host} cannot read it{said}")),
            413 => ModelError::Unusable(format!("it is too long for {host}{said}")),
            _ => refusal.failed(host, model, self.key.as_ref().map(Key::reveal)).error,
        }
    }

    /// What it cost: by the length where that has a price, else by the tokens that the server counts.
    fn cost(&self, recording: &Recording, prices: &Prices, told: Option<&Value>, words: &str) -> Usage {
        let number = |paths: [&str; 2]| paths.iter().find_map(|path| told?.pointer(path));
        let tokens_in = number(["/usage/input_tokens", "/usage/prompt_tokens"]).and_then(Value::as_u64).unwrap_or(0);
        let tokens_out = number(["/usage/output_tokens", "/usage/completion_tokens"]).and_then(Value::as_u64);
        let tokens_out = tokens_out.unwrap_or_else(|| (words.chars().count() as u64).div_ceil(4));
        let seconds = number(["/usage/seconds", "/duration"]).and_then(Value::as_f64).and_then(whole_seconds);
        let seconds = seconds.unwrap_or_else(|| recording.length());
        let cost = prices.cost_of_recording(&self.model, seconds, (tokens_in, tokens_out));
        Usage { calls: 1, tokens_in, tokens_out, cost }
    }
}

fn origin(url: &str) -> Option<url::Origin> {
    Url::parse(url).ok().map(|url| url.origin())
}

fn whole_seconds(seconds: f64) -> Option<u64> {
    let long = Duration::try_from_secs_f64(seconds).ok()?;
    Some(long.as_secs() + u64::from(long.subsec_nanos() > 0))
}

/// Under which name and as which type a recording is sent: servers go by the ending, and refuse those they do not list, as
/// the `.oga` of Telegram (platform-facts L15). What the bytes say counts before what the name says.
fn format_of(recording: &Recording) -> (String, &'static str) {
    let named = recording.name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let found = infer::get(&recording.bytes).map(|kind| kind.extension());
    let (ending, media_type) = match found.unwrap_or(named.as_str()) {
        "mp3" | "mpga" | "mpeg" => ("mp3", "audio/mpeg"),
        "m4a" => ("m4a", "audio/mp4"),
        "mp4" | "mov" | "m4v" => ("mp4", "video/mp4"),
        "wav" | "wave" => ("wav", "audio/wav"),
        "flac" => ("flac", "audio/flac"),
        "webm" | "mkv" => ("webm", "audio/webm"),
        _ => ("ogg", "audio/ogg"),
    };
    (format!("voice.{ending}"), media_type)
}

/// The words in an answer of any of the forms there are: an object with the text or with segments, or the text alone.
fn words(answer: &Answer, value: Option<&Value>) -> Option<String> {
    let text = match value {
        Some(Value::Object(fields)) => match fields.get("text").and_then(Value::as_str) {
            Some(text) => text.to_owned(),
            None => {
                let segments = fields.get("segments")?.as_array()?;
                segments.iter().filter_map(|segment| segment.get("text").and_then(Value::as_str)).collect()
            }
        },
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => {
            let text = std::str::from_utf8(&answer.body).ok()?;
            // A page of a proxy.
            if text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with('<') {
                return None;
            }
            text.to_owned()
        }
    };
    Some(text.trim().to_owned())
}

/// Whether there is a word outside brackets, in which servers tell of silence and sounds.
fn speaks(words: &str) -> bool {
    let mut depth = 0_u32;
    words.chars().any(|c| {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_alphanumeric()
    })
}
