//! The models of a server: which chain takes a request, the models of the server if none is named, and their
//! capabilities for people.

pub(super) mod context_size;
pub(super) mod measured;
pub(super) mod probe;
pub(super) mod vision;

use super::dialects::{Family, entries};
use super::voice::Voice;
use super::wire::json::lenient;
use super::{DEFAULT_MODEL, OpenAi, fault, pictures};
use crate::ports::model::{ModelError, ModelRequest, Purpose};
use crate::secretary::settings::model_capabilities::{Line, ModelCapabilities, Sitter, VISION};
use serde_json::Value;

impl OpenAi {
    /// The models that may take a request, the first choice first: those for pictures if it has some, else its own, then
    /// the purpose's.
    pub(super) async fn chain_of(&self, request: &ModelRequest) -> Result<Vec<String>, ModelError> {
        if pictures::has_any(request) && !self.config.model_vision.is_empty() {
            return Ok(self.config.model_vision.clone());
        }
        let of_purpose = self.chain_for(match &request.purpose {
            Purpose::Triage(_) | Purpose::Understand(_) => "triage",
            Purpose::Work(_) | Purpose::FlowScript(_) => "work",
            Purpose::Report(_) => "report",
        });
        if of_purpose.is_empty() && request.model.is_none() {
            return Ok(vec![self.listed_model().await?]);
        }
        let own = request.model.iter();
        Ok(own.chain(of_purpose.iter().filter(|name| Some(*name) != request.model.as_ref())).cloned().collect())
    }

    /// The chains of all purposes; an empty one is found out when it is needed.
    pub(super) fn chains(&self) -> [Vec<String>; 3] {
        ["triage", "work", "report"].map(|purpose| self.chain_for(purpose))
    }

    fn chain_for(&self, purpose: &str) -> Vec<String> {
        let special = match purpose {
            VISION => return self.config.model_vision.clone(),
            "triage" => &self.config.model_triage,
            "work" => &self.config.model_work,
            _ => &self.config.model_report,
        };
        if !special.is_empty() {
            special.clone()
        } else if !self.config.model.is_empty() {
            self.config.model.clone()
        } else if self.family() == Family::OpenAi {
            vec![DEFAULT_MODEL.to_owned()]
        } else {
            self.listed.get().cloned().into_iter().collect()
        }
    }

    /// The first model of the server's list that can hold a conversation, asked for once.
    pub(super) async fn listed_model(&self) -> Result<String, ModelError> {
        self.listed.get_or_try_init(|| self.first_listed()).await.cloned()
    }

    async fn first_listed(&self) -> Result<String, ModelError> {
        let answer = self.wire.get("/models").await?;
        let value = lenient(&answer.body);
        if let Some(refusal) = fault::refusal(&answer, value.as_ref()) {
            return Err(self.failed(&refusal, "(none set)").error);
        }
        value.as_ref().and_then(conversational).ok_or_else(|| {
            let host = &self.wire.host;
            ModelError::Refused(format!("{host} lists no model to talk to; load one or name one with OPENAI_MODEL"))
        })
    }

    /// Who is asked for what, and what is known of each.
    pub(super) fn sit(&self) -> ModelCapabilities {
        let now = self.clock.now();
        let vision = (!self.config.model_vision.is_empty()).then_some(VISION);
        let lines: Vec<Line> = ["triage", "work", "report"]
            .into_iter()
            .chain(vision)
            .map(|purpose| {
                let models = self.chain_for(purpose);
                let awake = models.iter().position(|name| self.resting.until(name, now).is_none());
                Line { purpose, models, in_use: awake.unwrap_or(0) }
            })
            .collect();
        let mut names: Vec<String> = lines.iter().flat_map(|line| line.models.iter().cloned()).collect();
        names.extend(self.known().keys().cloned());
        let mut models: Vec<Sitter> = Vec::new();
        for name in names {
            if !models.iter().any(|known| known.name == name) {
                let (able, rests_until) = (self.able(&name), self.resting.until(&name, now));
                models.push(Sitter { name, able, rests_until });
            }
        }
        ModelCapabilities {
            server: Some(self.wire.host.clone()),
            lines,
            models,
            prices: self.config.prices.clone(),
            sees: self.sees_any(),
            recordings: self.voice.as_ref().map(Voice::described),
        }
    }

    /// The server and the models in use, on one line.
    pub(super) fn line(&self) -> String {
        let ModelCapabilities { lines, models, .. } = self.sit();
        let used: Vec<(&str, &str)> = lines
            .iter()
            .map(|l| (l.purpose, l.models.get(l.in_use).map_or("the first model the server lists", String::as_str)))
            .collect();
        let mut said = used.last().map(|(_, model)| (*model).to_owned()).unwrap_or_default();
        if used.iter().any(|(_, model)| *model != said) {
            said = used.iter().map(|(purpose, model)| format!("{purpose} {model}")).collect::<Vec<_>>().join(", ");
        }
        let resting: Vec<&str> = models.iter().filter(|m| m.rests_until.is_some()).map(|m| m.name.as_str()).collect();
        if !resting.is_empty() {
            said.push_str(&format!(" ({} does not work just now)", resting.join(", ")));
        }
        format!("{} · {said}", self.wire.host)
    }
}

/// The name of a model in an entry of a list.
fn name_of(entry: &Value) -> Option<&str> {
    let names = ["id", "name", "model"].into_iter();
    entry.as_str().or_else(|| names.filter_map(|name| entry.get(name)).find_map(Value::as_str))
}

/// Marks in the names and types of models that are made for something else than conversations.
const OTHERS: [&str; 21] = [
    "embed",
    "bge-",
    "minilm",
    "rerank",
    "reward",
    "guard",
    "shield",
    "moderation",
    "classif",
    "whisper",
    "transcri",
    "tts",
    "speech",
    "audio",
    "dall-e",
    "image",
    "diffusion",
    "flux",
    "video",
    "clip",
    "ocr",
];
/// Marks in the names of models that follow instructions.
const INSTRUCTED: [&str; 3] = ["instruct", "chat", "-it"];

/// The model of a list to talk to: the first one made for it by its name, else the first one that is made for nothing else.
fn conversational(list: &Value) -> Option<String> {
    let has = |text: &str, marks: &[&str]| marks.iter().any(|mark| text.to_lowercase().contains(mark));
    let converses = |entry: &&Value| {
        let kind = entry.get("type").and_then(Value::as_str).unwrap_or_default();
        let told = entry.pointer("/capabilities/completion_chat") != Some(&Value::Bool(false));
        told && !has(kind, &OTHERS) && name_of(entry).is_some_and(|name| !has(name, &OTHERS))
    };
    let names: Vec<&str> = entries(list).filter(converses).filter_map(name_of).collect();
    let instructed = names.iter().find(|name| has(name, &INSTRUCTED));
    instructed.or_else(|| names.first()).map(|name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::models::*;
    use serde_json::json;

    #[test]
    fn a_model_to_talk_to_is_found_in_every_form_of_a_list() {
        for (list, name) in [
            (json!({"data": [{"id": "text-embedding-3"}, {"id": "big"}, {"id": "small"}]}), Some("big")),
            (json!([{"id": "llama-guard-4"}, {"id": "big"}]), Some("big")),
            (json!({"models": [{"name": "bge-m3:latest"}, {"name": "qwen:7b"}]}), Some("qwen:7b")),
            (json!(["omni-moderation", "m1"]), Some("m1")),
            (json!(["base-7b", "base-7b-instruct"]), Some("base-7b-instruct")),
            (json!({"data": [{"id": "m2", "type": "embeddings"}, {"id": "m1", "type": "llm"}]}), Some("m1")),
            (json!({"data": [{"id": "m2", "capabilities": {"completion_chat": false}}]}), None),
            (json!({"data": [{"id": "whisper-1"}, {"id": "gpt-image"}, {"id": "qwen3-reranker"}]}), None),
            (json!({"object": "list"}), None),
        ] {
            assert_eq!(conversational(&list).as_deref(), name, "{list}");
        }
    }
}
