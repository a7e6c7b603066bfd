//! Metrics of model requests: duration, tokens and cost, by purpose and by the model that answered. Label values come
//! from the settings and the agents. It must not count anything else.

use crate::adapters::openai::chain::Failed;
use crate::ports::model::{ModelError, ModelReply, Usage};
use crate::ports::watch::{MODEL_SECONDS, MODEL_TOKENS};
use metrics::{counter, histogram};
use std::time::Duration;

/// One model was asked; `before` and `after` are what the whole request had cost.
pub(crate) fn asked(
    purpose: &'static str,
    model: &str,
    outcome: Result<&ModelReply, &Failed>,
    took: Duration,
    (before, after): (Usage, Usage),
) {
    let labels = [
        ("purpose", purpose.to_owned()),
        ("model", model.to_owned()),
        ("outcome", outcome.map_or_else(|failed| kind(&failed.error), |_| "done").to_owned()),
    ];
    histogram!(MODEL_SECONDS, &labels).record(took.as_secs_f64());
    let spent = [
        ("in", after.tokens_in.saturating_sub(before.tokens_in)),
        ("out", after.tokens_out.saturating_sub(before.tokens_out)),
    ];
    for (direction, tokens) in spent {
        counter!(MODEL_TOKENS, "purpose" => purpose, "model" => model.to_owned(), "direction" => direction)
            .increment(tokens);
    }
}

fn kind(error: &ModelError) -> &'static str {
    match error {
        ModelError::Retry { .. } | ModelError::Queued { .. } => "silent",
        ModelError::TooSlow(_) => "slow",
        ModelError::Quota(_) => "quota",
        ModelError::Refused(_) | ModelError::Barred(_) => "refused",
        ModelError::Unusable(_) | ModelError::Impossible(_) => "unusable",
    }
}
