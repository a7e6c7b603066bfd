//! The model port without a language model: a small English grammar, deterministic and pure. It says plainly what
//! needs a model and must never guess a fact: everything it tells comes from people or from the result of a tool.

mod choices;
mod grammar;
mod ideas;
mod job;
mod report;
mod sums;
mod text;
mod times;
mod work;

#[cfg(test)]
mod tests;

use crate::ports::grammar::{Grammar, Timely};
use crate::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Senses};
use crate::secretary::intent::Timed;
use crate::secretary::when::WhenError;
use crate::secretary::wording::schedules::flows::commands::NO_MODEL;
use crate::secretary::wording::talk::help::GrammarForm;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;

/// The built-in rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offline {
    /// A search service is set up.
    pub searches: bool,
}

impl Senses for Offline {}

#[async_trait]
impl Model for Offline {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        // It costs no tokens and counts as no call.
        Ok(match &request.purpose {
            Purpose::Understand(input) => json(&grammar::understand(input, self.searches))?,
            Purpose::Triage(input) => json(&ideas::triage(input, self.searches))?,
            Purpose::Work(input) => work::turn(input)?,
            Purpose::Report(input) => said(report::report(input)),
            // People are told so before it comes to this.
            Purpose::FlowScript(_) => return Err(ModelError::Impossible(NO_MODEL.to_owned()).into()),
        })
    }

    fn reads(&self) -> bool {
        false
    }

    fn describe(&self) -> String {
        "built-in rules; set OPENAI_API_KEY or OPENAI_BASE_URL for a language model".to_owned()
    }
}

impl Grammar for Offline {
    fn time(&self, text: &str, zone: Tz, now: DateTime<Utc>) -> Result<Timed, WhenError> {
        times::read(text, zone, now)
    }

    fn timely(&self, text: &str, zone: Tz, now: DateTime<Utc>) -> Timely {
        grammar::timely(text, zone, now)
    }

    fn sum(&self, text: &str) -> Option<String> {
        sums::sum(text)
    }

    fn forms(&self) -> Vec<GrammarForm> {
        let works = grammar::FORMS.iter().filter(|(form, _)| self.searches || !form.starts_with("search"));
        works.map(|&(form, example)| GrammarForm { form, example }).collect()
    }
}

fn json(answer: &impl Serialize) -> Result<ModelReply, ModelError> {
    let text = serde_json::to_string(answer);
    text.map(said).map_err(|e| ModelError::Unusable(format!("the answer cannot be written: {e}")))
}

/// A reply of words alone.
fn said(text: String) -> ModelReply {
    ModelReply { text, ..ModelReply::default() }
}
