//! The probe: three small calls that find out what the server really does, because names promise too much
//! (platform-facts 3.2). It runs in the background; requests do not wait for it.

use super::request::{Body, format_of};
use super::ways::{SchemaWay, Ways};
use super::{OpenAi, fault, reply};
use crate::ports::model::ModelError;
use async_openai::error::OpenAIError;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;

/// How long one call may take; a local server may have to load the model first.
const DEADLINE: Duration = Duration::from_secs(120);
/// The limit of each answer in tokens: room for models that think before they answer.
const LIMIT: u32 = 1_000;

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

/// What the probe found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probed {
    /// Answers keep to a JSON schema.
    pub schema: Found,
    /// A tool the request names is called.
    pub forced_tool: Found,
    /// An answer can be streamed, and the tokens are reported at its end.
    pub stream_usage: Found,
    /// Why the probe could not be finished, as a sentence.
    pub trouble: Option<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "not known",
            Self::Works => "works",
            Self::Missing => "does not work",
        })
    }
}

impl fmt::Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "JSON schema {}, forced tool {}, streaming with usage {}",
            self.schema, self.forced_tool, self.stream_usage
        )?;
        self.trouble.iter().try_for_each(|trouble| write!(f, " ({trouble})"))
    }
}

impl From<bool> for Found {
    fn from(works: bool) -> Self {
        if works { Self::Works } else { Self::Missing }
    }
}

impl OpenAi {
    /// Tries what the server can do and keeps the result for [`describe`](crate::ports::model::Model::describe) and
    /// for later requests. A server that does not answer leaves the rest unknown.
    pub async fn probe(&self) -> Probed {
        let mut found = Probed::default();
        let result = async {
            found.schema = within(self.probe_schema()).await?;
            found.forced_tool = within(self.probe_tool()).await?;
            found.stream_usage = within(self.probe_stream()).await?;
            Ok::<(), ModelError>(())
        }
        .await;
        found.trouble = result.err().map(|error| error.to_string());
        self.keep_probe(found.clone());
        found
    }

    async fn probe_schema(&self) -> Result<Found, ModelError> {
        let model = self.model_named(self.config.model_triage.as_ref()).await?;
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["colour", "number"],
            "properties": {"colour": {"type": "string"}, "number": {"type": "integer"}}
        });
        let question = |body: &mut Body, ways: Ways| {
            if ways.schema == SchemaWay::Schema {
                body.response_format = Some(format_of("probe", &schema));
            }
            body.messages =
                vec![json!({"role": "user", "content": "Name a colour of the sky and a number below ten."})];
        };
        let (answer, ways) = self.probe_call(&model, true, question).await?;
        let content = answer.pointer("/choices/0/message/content").and_then(Value::as_str).unwrap_or_default();
        let kept = serde_json::from_str::<Value>(content)
            .is_ok_and(|value| value["colour"].is_string() && value["number"].is_i64());
        let works = ways.schema == SchemaWay::Schema && kept;
        if ways.schema == SchemaWay::Schema && !works {
            self.remember(&model, Ways { schema: SchemaWay::Object, ..ways });
        }
        Ok(Found::from(works))
    }

    async fn probe_tool(&self) -> Result<Found, ModelError> {
        let model = self.model_named(self.config.model_work.as_ref()).await?;
        let question = |body: &mut Body, _: Ways| {
            let parameters = json!({
                "type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"],
                "additionalProperties": false
            });
            let function = json!({"name": "say_word", "description": "Says one word.", "parameters": parameters});
            body.tools = vec![json!({"type": "function", "function": function})];
            body.tool_choice = Some(json!({"type": "function", "function": {"name": "say_word"}}));
            body.messages = vec![json!({"role": "user", "content": "What is two and two?"})];
        };
        match self.probe_call(&model, false, question).await {
            Ok((answer, _)) => Ok(Found::from(
                answer.pointer("/choices/0/message/tool_calls/0/function/name") == Some(&json!("say_word")),
            )),
            Err(ModelError::Refused(_)) => Ok(Found::Missing),
            Err(other) => Err(other),
        }
    }

    async fn probe_stream(&self) -> Result<Found, ModelError> {
        let model = self.model_named(self.config.model_report.as_ref()).await?;
        let mut body = Body::new(&model, self.ways(&model), LIMIT, self.openrouter());
        body.messages = vec![json!({"role": "user", "content": "Say hello in one word."})];
        body.stream = Some(true);
        body.stream_options = Some(json!({"include_usage": true}));
        let client = self.wire.streams();
        let mut events = match client.chat().create_stream_byot::<_, Value>(body).await {
            Ok(events) => events,
            Err(OpenAIError::Reqwest(error)) => return Err(fault::no_answer(&error)),
            Err(_) => return Ok(Found::Missing),
        };
        let (mut finished, mut counted) = (false, false);
        while let Some(event) = events.next().await {
            let Ok(event) = event else { return Ok(Found::Missing) };
            finished |= event.pointer("/choices/0/finish_reason").is_some_and(Value::is_string);
            counted |= event.pointer("/usage/completion_tokens").is_some_and(Value::is_number);
        }
        Ok(Found::from(finished && counted))
    }

    /// One call of the probe; a refused schema or name of the limit is stepped over as in a real request.
    async fn probe_call(
        &self,
        model: &str,
        schema: bool,
        question: impl Fn(&mut Body, Ways),
    ) -> Result<(Value, Ways), ModelError> {
        let from = self.ways(model);
        let mut ways = from;
        loop {
            let mut body = Body::new(model, ways, LIMIT, self.openrouter());
            question(&mut body, ways);
            let (answer, value) = self.post(&body).await?;
            let Some(refusal) = fault::refusal(&answer, value.as_ref()) else {
                self.remember(model, ways);
                let value = value.unwrap_or(Value::Null);
                let (tokens_in, tokens_out) = reply::tokens(&value, 0);
                tracing::debug!(model, tokens_in, tokens_out, "probed the model");
                return Ok((value, ways));
            };
            ways = ways.after(&refusal, from, schema).ok_or_else(|| self.error(&refusal, model))?;
        }
    }
}

async fn within(call: impl Future<Output = Result<Found, ModelError>>) -> Result<Found, ModelError> {
    tokio::time::timeout(DEADLINE, call).await.unwrap_or(Err(ModelError::Retry { after: fault::DOWN }))
}
