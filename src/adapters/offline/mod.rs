//! The thinking without a language model: rules that answer each purpose. Deterministic and pure; it does what
//! rules do well (sums, pages, searches, notes, lists, reminders, decisions) and says plainly what needs a model.
//! It must never guess a fact: whatever it tells comes from people or from a tool's result.

mod job;
mod report;
mod triage;
mod words;
mod work;

#[cfg(test)]
mod tests;

use crate::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Purpose, Usage};
use async_trait::async_trait;

/// The built-in rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offline {
    /// A search service is set up.
    pub searches: bool,
}

#[async_trait]
impl Model for Offline {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        Ok(answer(&request.purpose, self.searches)?)
    }

    fn reads(&self) -> bool {
        false
    }

    fn describe(&self) -> String {
        "built-in rules; set OPENAI_API_KEY or OPENAI_BASE_URL for a language model".to_owned()
    }
}

/// The answer to a purpose. It costs no tokens and counts as no call. `searches`: a search service is set up.
///
/// # Errors
/// [`ModelError::Unusable`] if a triage cannot be written as JSON, [`ModelError::Impossible`] if the call that a task
/// comes down to has failed.
fn answer(purpose: &Purpose, searches: bool) -> Result<ModelReply, ModelError> {
    match purpose {
        Purpose::Triage(input) => {
            let text = serde_json::to_string(&triage::triage(input, searches))
                .map_err(|e| ModelError::Unusable(format!("the triage cannot be written: {e}")))?;
            Ok(said(text))
        }
        Purpose::Work(input) => work::turn(input),
        Purpose::Report(input) => Ok(said(report::report(input))),
    }
}

/// A reply of words alone.
fn said(text: String) -> ModelReply {
    ModelReply { text, calls: Vec::new(), usage: Usage::default() }
}
