//! The tool of trials: it places an order with a server that the trial names, and the outcome of an order without an
//! answer is unknown. It exists with the feature `failpoints` only, since no tool for people is of that kind yet.

use crate::ports::model::ToolSpec;
use crate::ports::tool::{Policy, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::time::Duration;

/// Its name.
pub const NAME: &str = "place_order";
/// Time for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Time for an order with its answer.
const TOTAL: Duration = Duration::from_secs(20);
/// The most characters of an answer a model reads.
const MOST_CHARS: usize = 500;

/// The tool.
#[derive(Clone, Debug)]
pub struct PlaceOrder {
    client: reqwest::Client,
    url: String,
}

impl PlaceOrder {
    /// Orders go to this address.
    ///
    /// # Errors
    /// The client cannot be set up.
    pub fn at(url: &str) -> Result<Self, reqwest::Error> {
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .timeout(TOTAL)
            // A connection that was closed meanwhile would look like an order without an answer.
            .pool_max_idle_per_host(0)
            .build()?;
        Ok(Self { client, url: url.to_owned() })
    }
}

#[async_trait]
impl Tool for PlaceOrder {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: "Places an order. What is ordered twice is delivered twice.".to_owned(),
            parameters: json!({"type": "object", "required": ["text"], "additionalProperties": false,
                "properties": {"text": {"type": "string", "description": "What to order."}}}),
            verbatim: Vec::new(),
        }
    }

    fn terms(&self) -> Terms {
        Terms::outside(Repetition::Unkeyed, Policy::Never, Risk::High)
    }

    async fn call(&self, _context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Some(text) = arguments["text"].as_str().filter(|text| !text.trim().is_empty()) else {
            return Err(ToolError::TellModel("Say in text what to order.".to_owned()));
        };
        let answer = self.client.post(&self.url).json(&json!({"text": text})).send().await.map_err(unanswered)?;
        let status = answer.status();
        // Whoever answers with a refusal has done nothing, whatever else it says.
        let said = answer.text().await;
        if !status.is_success() {
            let said = said.unwrap_or_default();
            return Err(ToolError::TellModel(format!("The order was not placed ({status}): {}", short(&said))));
        }
        Ok(ToolOutput::Text(short(&said.map_err(unanswered)?)))
    }
}

/// What no answer means: nothing was ordered where no connection came about; else it may have been carried out or not.
fn unanswered(error: reqwest::Error) -> ToolError {
    let told = |error: reqwest::Error| error.without_url().to_string();
    if error.is_connect() || error.is_builder() {
        return ToolError::TellModel(format!("Nothing was ordered, nobody is there: {}", told(error)));
    }
    ToolError::Unclear(format!("no answer to an order: {}", told(error)))
}

fn short(text: &str) -> String {
    text.chars().take(MOST_CHARS).collect()
}
