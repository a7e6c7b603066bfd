//! Asks a server what a case means: the product's own request through the product's own adapter, once more with the
//! fault where an answer cannot be used, as the engine does (`engine/routing/understanding/understand.rs`). Nothing
//! is looked up: a look-up is the answer of the model.

use crate::sentences::{Case, Context, Who};
use secretary::adapters::openai::{Key, OpenAi, OpenAiConfig};
use secretary::adapters::system_clock::System;
use secretary::engine::understanding_request;
use secretary::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Usage, understanding_of};
use secretary::prompts;
use secretary::secretary::agent::Agent;
use secretary::secretary::intent::check::check;
use secretary::secretary::intent::{OpenItem, RepliedTo, TurnLine, UnderstandInput, Understanding};
use secretary::secretary::when;
use secretary::workers::roster;
use std::sync::Arc;
use tokio::time::{Instant, sleep_until};

/// The moment of all contexts: Tuesday, 09:30 in Berlin.
const NOW: &str = "2026-11-24T08:30:00Z";
/// The zone of the person.
const ZONE: &str = "Europe/Berlin";
/// How often a server that does not answer is asked.
const TRIES: u32 = 3;

/// What a server said of a case.
#[derive(Debug)]
pub enum Answer {
    /// An understanding the product can use.
    Understood(Understanding),
    /// Two answers that cannot be used, and what was wrong with the last one.
    Unusable(String),
    /// No answer, and why.
    None(String),
}

/// A server with the model that is scored.
pub struct Server {
    model: OpenAi,
    roster: Vec<Agent>,
}

impl Server {
    /// Prepares the server; nothing is sent.
    ///
    /// # Errors
    /// A sentence: an address or a key that can never work.
    pub fn new(base_url: &str, model: &str, key: Option<String>) -> Result<Self, String> {
        let config = OpenAiConfig::new(base_url, key.map(Key::new), vec![model.to_owned()], prompts::repair);
        let model = OpenAi::new(config, Arc::new(System)).map_err(|error| error.to_string())?;
        let agents = roster::load(None, &|_| false).agents;
        let roster = agents.into_iter().map(|agent| Agent { prompt: String::new(), ..agent }).collect();
        Ok(Self { model, roster })
    }

    /// Finds out what the server can do, as the product does when it starts; a sentence if it cannot be used.
    pub async fn trouble(&self) -> Option<String> {
        self.model.probe().await.into_iter().find_map(|(_, able)| able.trouble)
    }

    /// What the model takes a case to mean, and what that cost.
    pub async fn understand(&self, case: &Case, context: &Context) -> (Answer, Usage) {
        let (mut input, items) = (input(case, context, &self.roster), context.offered());
        let (mut usage, mut fault): (Usage, Option<String>) = (Usage::default(), None);
        loop {
            input.may_look_up = fault.is_none();
            let (reply, spent) = self.patiently(&understanding_request(&input, fault.as_deref(), None)).await;
            usage = usage.plus(spent);
            let why = match reply.map(|reply| usable(&reply, &items, &input)) {
                Ok(Ok(understanding)) => return (Answer::Understood(understanding), usage),
                Ok(Err(why)) | Err(ModelError::Unusable(why)) => why,
                Err(error) => return (Answer::None(error.to_string()), usage),
            };
            if fault.is_some() {
                return (Answer::Unusable(why), usage);
            }
            fault = Some(why);
        }
    }

    /// Asks again after a while where the server does not answer.
    async fn patiently(&self, request: &ModelRequest) -> (Result<ModelReply, ModelError>, Usage) {
        let (mut usage, mut tries) = (Usage::default(), 1);
        loop {
            match self.model.ask(request).await {
                Ok(reply) => {
                    let usage = usage.plus(reply.usage);
                    return (Ok(reply), usage);
                }
                Err(Failure { error: ModelError::Retry { after }, usage: spent }) if tries < TRIES => {
                    usage = usage.plus(spent);
                    tries += 1;
                    sleep_until(Instant::now() + after).await;
                }
                Err(Failure { error, usage: spent }) => return (Err(error), usage.plus(spent)),
            }
        }
    }
}

/// The understanding in a reply, if the product would use it.
fn usable(reply: &ModelReply, items: &[OpenItem], input: &UnderstandInput) -> Result<Understanding, String> {
    let understanding = understanding_of(reply).map_err(|error| error.to_string())?;
    let checked = check(&understanding, items, input.passed_on, input.may_look_up);
    checked.map(|()| understanding).map_err(|fault| fault.to_string())
}

/// What the product tells a model of a case.
pub fn input(case: &Case, context: &Context, roster: &[Agent]) -> UnderstandInput {
    let now = NOW.parse().unwrap_or_default();
    let zone = when::parse_zone(ZONE).unwrap_or_default();
    let turn = |turn: &crate::sentences::Turn| TurnLine {
        ours: turn.who == Who::Secretary,
        who: if turn.who == Who::Secretary { String::new() } else { "Mara".to_owned() },
        text: turn.text.clone(),
    };
    UnderstandInput {
        message: case.say.clone(),
        passed_on: case.forwarded,
        reply_to: case.reply_to.clone().map(|item| RepliedTo { item: Some(item), text: String::new() }),
        edits: false,
        files: Vec::new(),
        refers: Vec::new(),
        items: context.shown(),
        turns: context.turns.iter().map(turn).collect(),
        report: context.report(),
        looked_up: Vec::new(),
        may_look_up: true,
        now: when::say_time(now, zone, now),
        sent: None,
        sent_at: now,
        zone: ZONE.to_owned(),
        language: case.language.clone(),
        group: false,
        role: "owner".to_owned(),
        roster: roster.to_vec(),
    }
}
