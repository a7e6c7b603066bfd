//! What operators may ask of the program: whether it receives, and its metrics. Nothing here may reveal words of
//! people, who they are, or a secret.

use async_trait::async_trait;

/// The seconds a request to a model took, by purpose, model and outcome (histogram).
pub const MODEL_SECONDS: &str = "secretary_model_duration_seconds";
/// The tokens of requests to models and of their answers, by purpose, model and direction (counter).
pub const MODEL_TOKENS: &str = "secretary_model_tokens_total";

/// The program as those see it who watch over it.
#[async_trait]
pub trait Watch: Send + Sync {
    /// Whether it is on its way out: nothing more is to be handed in.
    fn leaving(&self) -> bool;

    /// Why it does not take everything in at the moment, one plain line for each reason; none when it does.
    async fn unready(&self) -> Vec<String>;

    /// Its figures in the text format of Prometheus, version 0.0.4.
    async fn figures(&self) -> String;
}
