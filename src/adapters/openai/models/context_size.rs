//! The context size of a model, where its server tells it: vLLM, OpenRouter and new builds of others in the list of
//! models, Ollama in its list of loaded models, llama.cpp in its properties (platform-facts L10, L12). Unknown for
//! other servers.

use crate::adapters::openai::OpenAi;
use serde_json::Value;

/// Less than this is no conversation: such a number means something else.
const LEAST: u64 = 512;

impl OpenAi {
    /// The room of a model in tokens, if the server tells. Best asked after a call, when the model is loaded.
    pub(super) async fn context_of(&self, model: &str) -> Option<u64> {
        if let Some(found) = self.json(self.wire.get("/models")).await.and_then(|list| listed(&list, model)) {
            return Some(found);
        }
        if self.is_openai() || self.openrouter() {
            return None;
        }
        if let Some(found) = self.json(self.wire.get_root("/api/ps")).await.and_then(|list| loaded(&list, model)) {
            return Some(found);
        }
        let props = self.json(self.wire.get_root("/props")).await?;
        number(props.pointer("/default_generation_settings/n_ctx"))
    }

    async fn json(
        &self,
        asked: impl Future<Output = Result<crate::adapters::openai::wire::Answer, crate::ports::model::ModelError>>,
    ) -> Option<Value> {
        let answer = asked.await.ok().filter(|answer| (200..300).contains(&answer.status))?;
        serde_json::from_slice(&answer.body).ok()
    }
}

/// `max_model_len` of vLLM, `context_length` of OpenRouter (less where its first provider has less).
fn listed(list: &Value, model: &str) -> Option<u64> {
    let models = list.get("data")?.as_array()?;
    let entry = models.iter().find(|entry| entry["id"] == model)?;
    let names = ["/max_model_len", "/context_length", "/top_provider/context_length"];
    names.iter().filter_map(|name| number(entry.pointer(name))).min()
}

/// `context_length` of the loaded models of Ollama; a name without a tag means its tag "latest".
fn loaded(list: &Value, model: &str) -> Option<u64> {
    let models = list.get("models")?.as_array()?;
    let latest = format!("{model}:latest");
    let is_it = |entry: &&Value| ["name", "model"].iter().any(|name| entry[*name] == model || entry[*name] == latest);
    number(models.iter().find(is_it)?.get("context_length"))
}

fn number(value: Option<&Value>) -> Option<u64> {
    value.and_then(Value::as_u64).filter(|tokens| *tokens >= LEAST)
}
