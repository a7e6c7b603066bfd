//! Model capabilities, for people who ask: where the model runs, which model takes which request, and what each can
//! do. It does not say how that is found out.

use crate::secretary::budget::cost::Prices;
use chrono::{DateTime, Utc};

/// What is known of a capability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Found {
    /// Not tried, or the try itself failed.
    #[default]
    Unknown,
    /// It works.
    Works,
    /// It is refused or has no effect.
    Missing,
}

impl From<bool> for Found {
    fn from(works: bool) -> Self {
        if works { Self::Works } else { Self::Missing }
    }
}

/// What one model was found to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Answers keep to a JSON schema.
    pub schema: Found,
    /// A tool the request names is called.
    pub forced_tool: Found,
    /// An answer can be streamed.
    pub streaming: Found,
    /// The tokens of a streamed answer are counted.
    pub usage: Found,
    /// How many tokens a request and its answer may have together, if the server says so.
    pub context: Option<u64>,
    /// Why it could not be tried out to the end, as a sentence.
    pub trouble: Option<String>,
}

/// One model and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Its name on the server.
    pub name: String,
    /// What it was found to do; none before the first try.
    pub able: Option<Abilities>,
    /// It did not work and is left out until then.
    pub rests_until: Option<DateTime<Utc>>,
}

/// The models for one purpose, the first choice first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The purpose: "triage", "work", "report" or [`VISION`].
    pub purpose: &'static str,
    /// Their names.
    pub models: Vec<String>,
    /// The index of the one that takes requests now.
    pub in_use: usize,
}

/// Who writes down recordings of speech.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recordings {
    /// The host of the server.
    pub server: String,
    /// The model.
    pub model: String,
}

/// The thinking as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelCapabilities {
    /// The host of the model server; none for the built-in rules.
    pub server: Option<String>,
    /// Who is asked for what.
    pub lines: Vec<Line>,
    /// Every model of the lines.
    pub models: Vec<Sitter>,
    /// What they cost.
    pub prices: Prices,
    /// A model sees pictures.
    pub sees: Found,
    /// Who writes down recordings; none where nobody does.
    pub recordings: Option<Recordings>,
}

/// The purpose of the line with the models of requests with pictures, where they have their own.
pub const VISION: &str = "vision";

impl ModelCapabilities {
    /// The fewest tokens any model that may take a request of this purpose has room for, as far as known: whoever
    /// takes it must be able to read it. `own` is the model an agent brings along.
    pub fn room(&self, purpose: &str, own: Option<&str>) -> Option<u64> {
        let line = self.lines.iter().filter(|l| l.purpose == purpose).flat_map(|l| l.models.iter());
        let names: Vec<&str> = line.map(String::as_str).chain(own).collect();
        let may = self.models.iter().filter(|m| names.contains(&m.name.as_str()));
        may.filter_map(|m| m.able.as_ref()?.context).min()
    }

    /// The most a call of this purpose may cost with so many tokens, in millionths; none where a model that may take it has
    /// no price.
    pub fn most(&self, purpose: &str, own: Option<&str>, sent: u64, received: u64) -> Option<u64> {
        let line = self.lines.iter().filter(|l| l.purpose == purpose).flat_map(|l| l.models.iter());
        self.prices.most(line.map(String::as_str).chain(own), sent, received)
    }

    /// The purpose whose line takes a request: pictures may have models of their own.
    pub fn line_of(&self, purpose: &'static str, pictures: bool) -> &'static str {
        let own = pictures && self.lines.iter().any(|line| line.purpose == VISION);
        if own { VISION } else { purpose }
    }

    /// The most that it may cost to write down a recording of so many seconds, in millionths; none where that has no price.
    pub fn most_of_recording(&self, seconds: u64, sent: u64, received: u64) -> Option<u64> {
        let model = &self.recordings.as_ref()?.model;
        self.prices.minutes(model, seconds).or_else(|| self.prices.of(model).map(|price| price.of(sent, received)))
    }

    /// The models without a price.
    pub fn unpriced(&self) -> Vec<&str> {
        let names = self.models.iter().map(|model| model.name.as_str());
        let names = names.chain(self.recordings.iter().map(|recordings| recordings.model.as_str()));
        names.filter(|name| self.prices.of(name).is_none()).collect()
    }
}
