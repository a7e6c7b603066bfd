//! The context size of a model, where its server tells it: many in the list of models, Ollama in its list of loaded
//! models, llama.cpp in its properties, LM Studio in its own list (platform-facts L10, L12). Unknown for other servers. The
//! same pages tell to which family a server belongs.

use crate::adapters::openai::OpenAi;
use crate::adapters::openai::dialects::{Family, entries};
use crate::adapters::openai::wire::Answer;
use crate::adapters::openai::wire::json::lenient;
use crate::ports::model::ModelError;
use serde_json::Value;
use std::sync::PoisonError;

/// Less than this is no conversation: such a number means something else.
const LEAST: u64 = 512;
/// Where lists tell the room a model has; the least of these counts, since the first provider of OpenRouter may have less.
const ROOM: [&str; 6] = [
    "/max_model_len",
    "/context_length",
    "/top_provider/context_length",
    "/context_window",
    "/loaded_context_length",
    "/meta/n_ctx",
];
/// Where lists tell the most a model could have: how much it was given may be less.
const MOST: [&str; 2] = ["/max_context_length", "/meta/n_ctx_train"];

impl OpenAi {
    /// The room of a model in tokens, if the server tells. Best asked after a call, when the model is loaded.
    pub(super) async fn context_of(&self, model: &str) -> Option<u64> {
        let list = self.page(self.wire.get("/models")).await.map(|(list, _)| list);
        let listed = |names: &[&str]| list.as_ref().and_then(|list| least(list, model, names));
        if let Some(found) = listed(&ROOM) {
            return Some(found);
        }
        if !self.family().hosted() {
            if let Some((list, _)) = self.page(self.wire.get_root("/api/ps")).await
                && let Some(found) = loaded(&list, model)
            {
                return Some(found);
            }
            if let Some((props, _)) = self.page(self.wire.get_root("/props")).await
                && let Some(found) = number(props.pointer("/default_generation_settings/n_ctx"))
            {
                return Some(found);
            }
            if let Some((list, _)) = self.page(self.wire.get_root("/api/v0/models")).await
                && let Some(found) = least(&list, model, &ROOM).or_else(|| least(&list, model, &MOST))
            {
                return Some(found);
            }
        }
        listed(&MOST)
    }

    /// Finds out to which family the server belongs, if its host does not tell.
    pub(super) async fn identify(&self) {
        if self.family() != Family::Unknown {
            return;
        }
        let Some((list, server)) = self.page(self.wire.get("/models")).await else { return };
        let mut found = Family::of_list(&list, &server);
        if found == Family::Unknown && self.has("/api/version", "/version").await {
            found = Family::Ollama;
        }
        if found == Family::Unknown && self.has("/props", "/default_generation_settings").await {
            found = Family::LlamaCpp;
        }
        tracing::debug!(family = ?found, "looked which server it is");
        *self.family.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }

    async fn has(&self, page: &str, field: &str) -> bool {
        self.page(self.wire.get_root(page)).await.is_some_and(|(page, _)| page.pointer(field).is_some())
    }

    /// A page as JSON, and the name the server gives itself.
    async fn page(&self, asked: impl Future<Output = Result<Answer, ModelError>>) -> Option<(Value, String)> {
        let answer = asked.await.ok().filter(|answer| (200..300).contains(&answer.status))?;
        Some((lenient(&answer.body)?, answer.server))
    }
}

/// The least of some numbers in a model's entry of a list.
fn least(list: &Value, model: &str, names: &[&str]) -> Option<u64> {
    let entry = entries(list).find(|entry| ["id", "name", "model"].iter().any(|name| entry[*name] == model))?;
    names.iter().filter_map(|name| number(entry.pointer(name))).min()
}

/// `context_length` of the loaded models of Ollama; a name without a tag means its tag "latest".
fn loaded(list: &Value, model: &str) -> Option<u64> {
    let latest = format!("{model}:latest");
    let is_it = |entry: &&Value| ["name", "model"].iter().any(|name| entry[*name] == model || entry[*name] == latest);
    number(entries(list).find(is_it)?.get("context_length"))
}

fn number(value: Option<&Value>) -> Option<u64> {
    value.and_then(Value::as_u64).filter(|tokens| *tokens >= LEAST)
}
