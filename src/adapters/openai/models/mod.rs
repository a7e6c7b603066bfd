//! The models of a server: which chain takes a request, the models of the server if none is named, and their
//! capabilities for people.

pub(super) mod context_size;
pub(super) mod measured;
pub(super) mod probe;

use super::{DEFAULT_MODEL, OpenAi, fault};
use crate::ports::model::{ModelError, ModelRequest, Purpose};
use crate::secretary::settings::model_capabilities::{Line, ModelCapabilities, Sitter};
use serde_json::Value;

impl OpenAi {
    /// The models that may take a request, the first choice first: its own, then the purpose's.
    pub(super) async fn chain_of(&self, request: &ModelRequest) -> Result<Vec<String>, ModelError> {
        let of_purpose = self.chain_for(match &request.purpose {
            Purpose::Triage(_) | Purpose::Understand(_) => "triage",
            Purpose::Work(_) => "work",
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
            "triage" => &self.config.model_triage,
            "work" => &self.config.model_work,
            _ => &self.config.model_report,
        };
        if !special.is_empty() {
            special.clone()
        } else if !self.config.model.is_empty() {
            self.config.model.clone()
        } else if self.is_openai() {
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
        let value: Option<Value> = serde_json::from_slice(&answer.body).ok();
        if let Some(refusal) = fault::refusal(&answer, value.as_ref()) {
            return Err(self.failed(&refusal, "(none set)").error);
        }
        let list = value.as_ref().and_then(|value| value.get("data")).and_then(Value::as_array);
        let mut names = list.into_iter().flatten().filter_map(|model| model.get("id").and_then(Value::as_str));
        names.find(|name| converses(name)).map(str::to_owned).ok_or_else(|| {
            let host = &self.wire.host;
            ModelError::Refused(format!("{host} lists no model to talk to; load one or name one with OPENAI_MODEL"))
        })
    }

    /// Who is asked for what, and what is known of each.
    pub(super) fn sit(&self) -> ModelCapabilities {
        let now = self.clock.now();
        let lines: Vec<Line> = ["triage", "work", "report"]
            .into_iter()
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
        ModelCapabilities { server: Some(self.wire.host.clone()), lines, models, prices: self.config.prices.clone() }
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

/// Whether a model of this name is made for conversations, as far as names tell.
fn converses(name: &str) -> bool {
    let name = name.to_lowercase();
    let others = ["embed", "whisper", "tts", "rerank", "moderation", "dall-e", "image", "audio", "clip", "bge-"];
    !others.iter().any(|word| name.contains(word))
}
