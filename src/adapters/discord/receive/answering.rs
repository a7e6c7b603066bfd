//! Answers interactions within their three seconds (platform-facts D30): a form first; else the event is received,
//! then a short answer or a deferral follows. The intake gives the text.

use super::undecoded;
use crate::adapters::discord::Core;
use crate::adapters::discord::arrival::Arrival;
use crate::adapters::discord::commands::CHOICES;
use crate::adapters::discord::send::pending::EventOutcome;
use crate::adapters::discord::send::rest::{NOT_DISCORD, Request, RestError};
use crate::adapters::discord::send::{components, escape};
use crate::ports::inbox::Ack;
use crate::secretary::inbound::{ChatKind, Content, Inbound};
use reqwest::Method;
use serde_json::{Value, json};
use serenity::model::application::Interaction;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// Milliseconds from the arrival until which something must be done, well below Discord's 3 s.
const FORM_BY: Duration = Duration::from_millis(800);
const STORED_BY: Duration = Duration::from_millis(1_800);
const ANSWER_BY: Duration = Duration::from_millis(1_200);
const LEAST_FOR_ACK: Duration = Duration::from_millis(200);
const CHOICES_BY: Duration = Duration::from_millis(2_000);
/// Until then an answer that was lost is given again, after a pause that doubles; one try takes this long at most.
const CALLBACK_BY: Duration = Duration::from_millis(2_800);
const CALLBACK_TRY: Duration = Duration::from_millis(900);
const CALLBACK_AGAIN: Duration = Duration::from_millis(100);
/// How long a late word is waited for after a deferral.
const LATE: Duration = Duration::from_secs(10);
/// Characters of a short note and of a choice.
const NOTE: usize = 2000;
const CHOICE: usize = 100;
/// Said when nothing could be stored: the only words of ours, because nobody else can be asked.
const NOT_STORED: &str = "I could not take that in just now. Please try again in a minute.";

/// Response types (docs.discord.com, interactions/receiving-and-responding).
const MESSAGE: u8 = 4;
const DEFER: u8 = 5;
const DEFER_UPDATE: u8 = 6;
const SUGGEST: u8 = 8;
const MODAL: u8 = 9;
/// Message flag: only the person who acted sees it (platform-facts D23).
const EPHEMERAL: u64 = 1 << 6;
/// Commands about nobody but the person who types them: among others their answers are for them alone, which is
/// fixed when deferring (platform-facts D31).
const PERSONAL: [&str; 2] = ["start", "link"];

/// One interaction being answered.
struct Answering<'a> {
    core: &'a Core,
    id: u64,
    application: u64,
    token: &'a str,
    inbound: Inbound,
    since: Instant,
}

/// Answers an interaction; received before it is answered.
pub(crate) async fn answer(core: &Core, interaction: &Interaction) {
    let since = Instant::now();
    let Some(inbound) = core.reading(|r| r.interaction(interaction)) else { return };
    core.rest.limits().reopen(&inbound.place.chat);
    let (application, token) = (interaction.application_id().get(), interaction.token());
    let this = Answering { core, id: interaction.id().get(), application, token, inbound, since };
    match interaction {
        Interaction::Autocomplete(typed) => {
            let prefix = typed.data.autocomplete().map(|option| option.value.to_owned()).unwrap_or_default();
            this.suggest(&prefix).await;
        }
        Interaction::Command(_) | Interaction::Component(_) | Interaction::Modal(_) => {
            if this.inbound.handle.is_some() {
                core.pending.open(token);
                this.receive_and_answer(DEFER).await;
            } else {
                this.press().await;
            }
        }
        _ => {}
    }
}

/// Answers an interaction of an unknown form with a deferral, which what is said about it then fills in.
pub(crate) async fn answer_unread(core: &Core, raw: &Value) {
    let since = Instant::now();
    let (Some(id), Some(application)) = (undecoded::number(&raw["id"]), undecoded::number(&raw["application_id"]))
    else {
        return;
    };
    let (Some(token), Some(inbound)) = (raw["token"].as_str(), core.reading(|r| undecoded::interaction(r, raw))) else {
        return;
    };
    core.rest.limits().reopen(&inbound.place.chat);
    core.pending.open(token);
    Answering { core, id, application, token, inbound, since }.receive_and_answer(DEFER).await;
}

impl Answering<'_> {
    async fn suggest(&self, prefix: &str) {
        let found = timeout(CHOICES_BY, self.core.intake.suggest(&self.inbound, prefix)).await.unwrap_or_default();
        let choices: Vec<Value> = found
            .into_iter()
            .take(CHOICES)
            .map(|(value, label)| (value, crate::text::clean::shorten(&label, CHOICE)))
            .filter(|(value, label)| !label.is_empty() && !value.is_empty() && value.chars().count() <= CHOICE)
            .map(|(value, label)| json!({"name": label, "value": value}))
            .collect();
        drop(self.respond(SUGGEST, json!({"choices": choices})).await);
    }

    async fn press(&self) {
        if matches!(self.inbound.content, Content::Press { .. }) {
            let asked = timeout_at(self.since + FORM_BY, self.core.intake.form(&self.inbound)).await;
            if let Ok(Some(first)) = asked {
                drop(self.say(&first, DEFER_UPDATE).await);
                return;
            }
        }
        self.receive_and_answer(DEFER_UPDATE).await;
    }

    async fn receive_and_answer(&self, deferral: u8) {
        if !self.receive().await {
            drop(self.respond(MESSAGE, private(NOT_STORED)).await);
            self.core.pending.settle(self.token, EventOutcome::Closed);
            return;
        }
        let mut ack = pin!(self.core.intake.ack(&self.inbound));
        let by = (self.since + ANSWER_BY).max(Instant::now() + LEAST_FOR_ACK);
        if let Ok(ack) = timeout_at(by, &mut ack).await {
            let done = self.say(&ack, deferral).await;
            let deferred = stands(&done) && ack == Ack::Defer;
            self.core.pending.settle(self.token, if deferred { EventOutcome::Deferred } else { EventOutcome::Closed });
            return;
        }
        let deferred = stands(&self.respond(deferral, self.sign()).await);
        self.core.pending.settle(self.token, if deferred { EventOutcome::Deferred } else { EventOutcome::Closed });
        if deferred {
            self.say_late(ack, deferral).await;
        }
    }

    /// Whether the event was stored in time.
    async fn receive(&self) -> bool {
        let (stored, answer) = oneshot::channel();
        let inbound = Box::new(self.inbound.clone());
        let event = Arrival::Event { order: self.id, inbound, stored: Some(stored) };
        timeout_at(self.since + STORED_BY, async {
            self.core.hand_in(event).await;
            answer.await.unwrap_or(false)
        })
        .await
        .unwrap_or(false)
    }

    /// The first answer.
    async fn say(&self, ack: &Ack, deferral: u8) -> Result<(), RestError> {
        match ack {
            Ack::Defer => self.respond(deferral, self.sign()).await,
            Ack::OpenForm { data, form } => self.respond(MODAL, components::modal(data, form)).await,
            Ack::Toast(words) | Ack::RefusePrivately(words) => self.respond(MESSAGE, private(words)).await,
        }
    }

    /// A word that came after the deferral: beside it for a press, in its place for a command.
    async fn say_late(&self, ack: impl Future<Output = Ack>, deferral: u8) {
        let Ok(Ack::Toast(words) | Ack::RefusePrivately(words)) = timeout(LATE, ack).await else { return };
        let path = format!("/webhooks/{}/{}", self.application, self.token);
        let request = if deferral == DEFER {
            self.core.pending.settle(self.token, EventOutcome::Closed);
            let path = format!("{path}/messages/@original");
            Request::new(Method::PATCH, "PATCH original", self.token, path).json(note(&words))
        } else {
            Request::new(Method::POST, "POST followup", self.token, path).json(private(&words))
        };
        if let Err(error) = self.core.rest.call(request.free()).await {
            tracing::debug!(%error, "a late word on an interaction was not said");
        }
    }

    /// What goes with a deferral: who will see the answer.
    fn sign(&self) -> Value {
        let Content::Command { name, .. } = &self.inbound.content else { return Value::Null };
        let overheard = self.inbound.place.kind == ChatKind::Group;
        if overheard && PERSONAL.contains(&name.as_str()) { json!({"flags": EPHEMERAL}) } else { Value::Null }
    }

    /// Gives the first answer, again and again while it may have been lost and there is time.
    async fn respond(&self, kind: u8, data: Value) -> Result<(), RestError> {
        let path = format!("/interactions/{}/{}/callback", self.id, self.token);
        let body = if data.is_null() { json!({"type": kind}) } else { json!({"type": kind, "data": data}) };
        let request = Request::new(Method::POST, "POST callback", self.token, path).json(body).free();
        let (until, mut again) = (self.since + CALLBACK_BY, CALLBACK_AGAIN);
        loop {
            let tried = timeout(CALLBACK_TRY, self.core.rest.call(request.clone())).await;
            let Err(error) = tried.unwrap_or(Err(RestError::Lost)) else { return Ok(()) };
            let pause = match &error {
                // Answered already, by a call whose answer was lost.
                RestError::Refused { code: 40060, .. } => return Ok(()),
                RestError::Lost | RestError::Unreachable => Some(again),
                // Something on the way refused it, and may not for the next one; nobody waits as long as for other calls.
                RestError::Wait(after) if *after == NOT_DISCORD => Some(again),
                RestError::Wait(after) => Some(*after),
                RestError::Refused { .. } | RestError::Paused(_) | RestError::Token => None,
            };
            match pause.filter(|pause| Instant::now() + *pause < until) {
                Some(pause) => sleep(pause).await,
                None => {
                    tracing::info!(%error, kind, "an interaction was not answered");
                    return Err(error);
                }
            }
            again *= 2;
        }
    }
}

/// Whether an answer may stand: it was taken, or nobody knows. Filling in tells, and what cannot be filled in
/// becomes an ordinary message.
fn stands(answered: &Result<(), RestError>) -> bool {
    matches!(answered, Ok(()) | Err(RestError::Lost))
}

fn note(words: &str) -> Value {
    let words: String = escape::words(words, true).chars().take(NOTE).collect();
    json!({"content": words, "allowed_mentions": {"parse": []}})
}

fn private(words: &str) -> Value {
    let mut note = note(words);
    note["flags"] = json!(EPHEMERAL);
    note
}
