//! The probe: three small calls that find out what the server can do (platform-facts L10 to L13). It runs in the
//! background; requests do not wait for it.

use crate::adapters::openai::ways::{SchemaWay, Ways};
use crate::adapters::openai::wire::request::{Body, format_of, raw};
use crate::adapters::openai::wire::{reply, stream};
use crate::adapters::openai::{OpenAi, fault};
use crate::ports::model::{ModelError, Schema};
use crate::secretary::settings::model_capabilities::{Abilities, Found};
use serde_json::{Value, json};
use std::time::Duration;

/// How long one call may take; a local server may have to load the model first.
const DEADLINE: Duration = Duration::from_secs(120);
/// The limit of each answer in tokens: room for models that think before they answer.
const LIMIT: u32 = 1_000;

impl OpenAi {
    /// Tries what the first choice of every purpose can do and keeps the result for
    /// [`capabilities`](crate::ports::model::Model::capabilities) and for later requests. A server that does not answer leaves
    /// the rest unknown. The others of a chain are tried when they are needed.
    pub async fn probe(&self) -> Vec<(String, Abilities)> {
        let mut tried: Vec<(String, Abilities)> = Vec::new();
        for chain in self.chains() {
            let first = match chain.first() {
                Some(first) => first.clone(),
                None => match within(self.listed_model()).await {
                    Ok(name) => name,
                    Err(error) => {
                        let trouble = Some(self.trouble(&error));
                        tried.push((String::new(), Abilities { trouble, ..Abilities::default() }));
                        return tried;
                    }
                },
            };
            if !tried.iter().any(|(name, _)| *name == first) {
                let able = self.probe_model(&first).await;
                tried.push((first, able));
            }
        }
        tried
    }

    /// Tries out a model that stands in for another, the first time it does; within `most`, since somebody waits.
    pub(crate) async fn probe_once(&self, model: &str, most: Duration) {
        if self.able(model).is_none() {
            self.keep(model, Abilities::default());
            let _ = tokio::time::timeout(most, self.probe_model(model)).await;
        }
    }

    async fn probe_model(&self, model: &str) -> Abilities {
        let mut able = Abilities::default();
        let result = async {
            able.schema = within(self.probe_schema(model)).await?;
            able.forced_tool = within(self.probe_tool(model)).await?;
            (able.streaming, able.usage) = within(self.probe_stream(model)).await?;
            Ok::<(), ModelError>(())
        }
        .await;
        able.trouble = result.err().map(|error| self.trouble(&error));
        if able.trouble.is_none() {
            able.context = within(async { Ok(self.context_of(model).await) }).await.unwrap_or_default();
        }
        self.keep(model, able.clone());
        able
    }

    /// Why a model could not be tried out, and what to look at.
    fn trouble(&self, error: &ModelError) -> String {
        if matches!(error, ModelError::Retry { .. }) {
            return format!("{} does not answer; check that it runs there, and OPENAI_BASE_URL", self.wire.host);
        }
        // All others say what to look at.
        error.to_string()
    }

    async fn probe_schema(&self, model: &str) -> Result<Found, ModelError> {
        let schema = Schema::new(
            json!({
                "type": "object", "additionalProperties": false, "required": ["colour", "number"],
                "properties": {"colour": {"type": "string"}, "number": {"type": "integer"}}
            })
            .to_string(),
        );
        let question = |body: &mut Body, ways: Ways| {
            if ways.schema == SchemaWay::Schema {
                body.response_format = format_of("probe", &schema);
            }
            body.messages =
                vec![json!({"role": "user", "content": "Name a colour of the sky and a number below ten."})];
        };
        let (answer, ways) = self.probe_call(model, true, question).await?;
        let content = answer.pointer("/choices/0/message/content").and_then(Value::as_str).unwrap_or_default();
        let kept = serde_json::from_str::<Value>(content)
            .is_ok_and(|value| value["colour"].is_string() && value["number"].is_i64());
        let works = ways.schema == SchemaWay::Schema && kept;
        if ways.schema == SchemaWay::Schema && !works {
            self.remember(model, Ways { schema: SchemaWay::Object, ..ways });
        }
        Ok(Found::from(works))
    }

    async fn probe_tool(&self, model: &str) -> Result<Found, ModelError> {
        let question = |body: &mut Body, _: Ways| {
            let parameters = json!({
                "type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"],
                "additionalProperties": false
            });
            let function = json!({"name": "say_word", "description": "Says one word.", "parameters": parameters});
            body.tools = raw(json!({"type": "function", "function": function}).to_string()).into_iter().collect();
            body.tool_choice = Some(json!({"type": "function", "function": {"name": "say_word"}}));
            body.messages = vec![json!({"role": "user", "content": "What is two and two?"})];
        };
        match self.probe_call(model, false, question).await {
            Ok((answer, ways)) => {
                let called =
                    answer.pointer("/choices/0/message/tool_calls/0/function/name") == Some(&json!("say_word"));
                if called {
                    // A call with a given shape is the next best thing to an answer with one.
                    let schema = if ways.schema == SchemaWay::Schema { SchemaWay::Schema } else { SchemaWay::Tool };
                    self.remember(model, Ways { tool: true, schema, ..ways });
                }
                Ok(Found::from(called))
            }
            Err(ModelError::Refused(_)) => Ok(Found::Missing),
            Err(other) => Err(other),
        }
    }

    async fn probe_stream(&self, model: &str) -> Result<(Found, Found), ModelError> {
        let mut body = Body::new(model, self.ways(model), LIMIT, self.openrouter());
        body.messages = vec![json!({"role": "user", "content": "Say hello in one word."})];
        body.stream = Some(true);
        body.stream_options = Some(json!({"include_usage": true}));
        let (answer, value) = self.post(&body, DEADLINE).await?;
        let whole =
            value.filter(|value| stream::is_stream(&answer.body) && fault::refusal(&answer, Some(value)).is_none());
        let has = |path: &str, fits: fn(&Value) -> bool| whole.as_ref().and_then(|v| v.pointer(path)).is_some_and(fits);
        let finished = has("/choices/0/finish_reason", Value::is_string);
        let counted = finished && has("/usage/completion_tokens", Value::is_number);
        // Without the tokens a whole answer is better: it counts them.
        self.remember(model, Ways { streams: counted, ..self.ways(model) });
        Ok((Found::from(finished), Found::from(counted)))
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
            let (answer, value) = self.post(&body, DEADLINE).await?;
            let Some(refusal) = fault::refusal(&answer, value.as_ref()) else {
                self.remember(model, ways);
                let value = value.unwrap_or(Value::Null);
                let (tokens_in, tokens_out) = reply::tokens(&value, 0);
                tracing::debug!(model, tokens_in, tokens_out, "probed the model");
                return Ok((value, ways));
            };
            ways = ways.after(&refusal, from, schema).ok_or_else(|| self.failed(&refusal, model).error)?;
        }
    }
}

async fn within<T>(call: impl Future<Output = Result<T, ModelError>>) -> Result<T, ModelError> {
    tokio::time::timeout(DEADLINE, call).await.unwrap_or(Err(ModelError::Retry { after: fault::DOWN }))
}
