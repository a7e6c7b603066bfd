//! Performs an understanding: sends the message with open items and last turns to the model, checks the answer, and
//! returns it as an event. The model may look things up first. Nothing is changed here.

use super::open_items;
use super::open_items::Open;
use crate::engine::context::{Context, Request};
use crate::engine::inbox::dispatch;
use crate::engine::outbox::perform::{INTERRUPTIONS, Performed, back_off};
use crate::engine::thinking::ask::trouble;
use crate::engine::thinking::budget_gate::Payer;
use crate::engine::{Engine, lock};
use crate::ports::model::{ANSWERS, Failure, Model, ModelError, ModelRequest, Purpose, Turn, Usage, understanding_of};
use crate::ports::store::{Arrival, OutboxRow, Settled, Stored};
use crate::prompts;
use crate::secretary::dispatch::agent::Agent;
use crate::secretary::intent::check::check;
use crate::secretary::intent::{
    Heard, Intent, LookedUp, MAX_LOOK_UPS, RepliedTo, Spoken, TurnLine, UnderstandInput, Understanding,
};
use crate::secretary::message::inbound::{Inbound, Place};
use crate::secretary::ticket::event::Trouble;
use crate::secretary::wording::talk::after_outage;
use crate::secretary::{when, wording};
use chrono::TimeDelta;
use std::time::Duration;

/// The time limit of one call.
const DEADLINE: Duration = Duration::from_secs(120);
/// The most tokens of an answer.
const MOST_TOKENS: u32 = 3_000;
/// The typing sign is renewed this often (platform-facts T35).
const TYPING: TimeDelta = TimeDelta::seconds(4);
/// A message that waits longer than this for the model gets its receipt.
const SEEN_AFTER: TimeDelta = TimeDelta::seconds(2);
/// The age from which the request says when the message was sent.
const OLD: TimeDelta = TimeDelta::minutes(10);
/// The most characters of the conversation in a request.
const TURNS: usize = 3_000;
/// The wait until the earlier understanding of the same lane is decided.
const IN_ORDER: TimeDelta = TimeDelta::milliseconds(50);

/// The input of a request, and the items of its handles.
struct Prepared {
    input: UnderstandInput,
    open: Open,
    place: Place,
}

impl Engine {
    /// Understands a message, or returns why that failed.
    pub(in crate::engine) async fn understand(&self, row: &OutboxRow, spoken: &Spoken) -> Performed {
        let key = format!("{}/{}", row.row.id, row.attempts);
        let tell = |heard: Heard, usage: Usage| Arrival::Understood {
            spoken: Box::new(spoken.clone()),
            heard: Box::new(heard),
            usage,
        };
        if row.unclear >= INTERRUPTIONS {
            let why = Trouble::Crash(wording::ticket::ways_on::stops_the_program());
            return Performed::done().telling(key, tell(Heard::Failed(why), Usage::default()));
        }
        let prepared = match self.prepared(spoken).await {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return Performed::waiting(self.now() + IN_ORDER),
            Err(error) => return self.later(row, &error.to_string()),
        };
        let place = prepared.place.clone();
        let thinking = self.showing_that_it_is_kept(&spoken.inbound, &place, self.think_about(spoken, prepared));
        let (heard, usage) = Box::pin(thinking).await;
        match heard {
            Ok(heard) => Performed::done().telling(key, tell(heard, usage)),
            Err(ModelError::Queued { after }) => Performed::ended(Settled::Anew(back_off(0, after, self.now()))),
            Err(ModelError::Retry { after }) => {
                let at = back_off(row.attempts + 1, after, self.now());
                let performed = Performed::ended(Settled::Anew(at));
                // The first failure often passes; people are told of the second one or of a long wait.
                if row.attempts == 0 && at - self.now() < TimeDelta::seconds(20) {
                    performed
                } else {
                    performed.telling(format!("{}/delayed", row.row.id), tell(Heard::Delayed, usage))
                }
            }
            Err(error) => Performed::done().telling(key.clone(), tell(Heard::Failed(trouble(&error, &key)), usage)),
        }
    }

    /// The input of a request. None: an earlier understood message of this person is not decided yet.
    async fn prepared(&self, spoken: &Spoken) -> Stored<Option<Prepared>> {
        let mut tx = self.parts.store.read().await?;
        let waits = |arrival: &Arrival| {
            let Arrival::Understood { spoken: other, heard, .. } = arrival else { return false };
            other.lane() == spoken.lane() && !matches!(**heard, Heard::Delayed)
        };
        if tx.undecided(64).await?.iter().any(|row| waits(&row.arrival)) {
            return Ok(None);
        }
        let mut context = Context::reading(self, tx.as_mut(), &spoken.workspace);
        let Some(request) = dispatch::request_of(&mut context, &spoken.inbound).await? else {
            let open = Open::default();
            let input = input(self, spoken, None, &open, Vec::new());
            return Ok(Some(Prepared { input, open, place: spoken.inbound.place.clone() }));
        };
        let open = open_items::open(&mut context, &request, spoken.replied.as_ref()).await?;
        let turns = turns(&mut context, spoken).await?;
        let input = input(self, spoken, Some(&request), &open, turns);
        Ok(Some(Prepared { input, open, place: request.room.place.clone() }))
    }

    /// The agents without their instructions.
    fn roster(&self) -> Vec<Agent> {
        self.parts.roster.iter().map(|agent| Agent { prompt: String::new(), ..agent.clone() }).collect()
    }

    /// Asks the model until it has understood the message, has used its look-ups, or has failed twice.
    async fn think_about(&self, spoken: &Spoken, prepared: Prepared) -> (Result<Heard, ModelError>, Usage) {
        let Prepared { mut input, open, .. } = prepared;
        let gate = self.gate_of(Payer::Person(spoken.workspace.clone(), spoken.person.clone()));
        let (mut usage, mut fault): (Usage, Option<String>) = (Usage::default(), None);
        loop {
            input.may_look_up = input.looked_up.len() < MAX_LOOK_UPS && fault.is_none();
            let asked = model_request(&input, fault.as_deref());
            let reply = match gate.ask(&asked).await {
                Ok(reply) => reply,
                Err(Failure { error: ModelError::Unusable(why), usage: spent }) => {
                    usage = usage.plus(spent);
                    if fault.is_some() {
                        return (Ok(Heard::TooWeak { items: open.items }), usage);
                    }
                    fault = Some(why);
                    continue;
                }
                Err(Failure { error, usage: spent }) => return (Err(error), usage.plus(spent)),
            };
            usage = usage.plus(reply.usage);
            let understood = understanding_of(&reply).map_err(|error| error.to_string()).and_then(|understanding| {
                let checked = check(&understanding, &open.items, input.passed_on, input.may_look_up);
                checked.map(|()| understanding).map_err(|fault| fault.to_string())
            });
            match understood {
                Ok(Understanding { intents, .. }) if matches!(intents.as_slice(), [Intent::LookUp { .. }]) => {
                    if let [Intent::LookUp { act, text }] = intents.as_slice() {
                        let found = self.look_up(spoken, *act, text).await;
                        input.looked_up.push(LookedUp { act: *act, text: text.clone(), found });
                    }
                }
                Ok(understanding) => return (Ok(Heard::Understood { items: open.items, understanding }), usage),
                Err(why) if fault.is_none() => {
                    tracing::info!("an understanding cannot be used; it is asked for once more");
                    fault = Some(why);
                }
                Err(_) => return (Ok(Heard::TooWeak { items: open.items }), usage),
            }
        }
    }

    /// Waits for `work` while the chat shows the typing sign and, after a while, that the message is kept. The work
    /// waits for neither.
    async fn showing_that_it_is_kept<T>(&self, inbound: &Inbound, place: &Place, work: impl Future<Output = T>) -> T {
        // The built-in grammar answers at once.
        if !self.parts.model.reads() {
            return work.await;
        }
        let signs = async {
            tokio::join!(self.keep_typing(place), self.show_receipt(inbound));
        };
        tokio::pin!(work, signs);
        tokio::select! {
            biased;
            done = &mut work => done,
            // The typing sign has no end of its own.
            () = &mut signs => work.await,
        }
    }

    /// Shows the typing sign again and again.
    async fn keep_typing(&self, place: &Place) {
        loop {
            let next = self.now() + TYPING;
            if lock(&self.pace).types(place, self.now()) {
                self.types_at(place).await;
            }
            self.parts.clock.sleep_until(next).await;
        }
    }

    /// Shows on a message that it is kept, once it has waited for a while. Each message gets one receipt.
    async fn show_receipt(&self, inbound: &Inbound) {
        let Some(message) = inbound.message().filter(|id| !id.is_empty()) else { return };
        self.parts.clock.sleep_until(self.now() + SEEN_AFTER).await;
        if lock(&self.pace).owes_receipt(&inbound.place, message, self.now()) {
            self.seen_at(&inbound.place, message).await;
        }
    }
}

/// The request, with the fault of the last answer.
fn model_request(input: &UnderstandInput, fault: Option<&str>) -> ModelRequest {
    let (fixed, variable, schema) = prompts::understand(input);
    let mut turns = vec![Turn::System { content: fixed }, Turn::User { content: variable }];
    if let Some(fault) = fault {
        turns.push(Turn::Assistant { content: "{}".to_owned(), calls: Vec::new() });
        turns.push(Turn::User { content: prompts::repair(fault) });
    }
    ModelRequest {
        purpose: Purpose::Understand(Box::new(input.clone())),
        turns,
        tools: Vec::new(),
        schema: Some((prompts::UNDERSTANDING.to_owned(), schema)),
        model: None,
        max_output_tokens: MOST_TOKENS,
        deadline: DEADLINE,
        answers: ANSWERS,
    }
}

fn input(
    engine: &Engine,
    spoken: &Spoken,
    request: Option<&Request>,
    open: &Open,
    turns: Vec<TurnLine>,
) -> UnderstandInput {
    let (now, sent_at) = (engine.now(), spoken.inbound.sent_at);
    let own = request.and_then(|request| request.person.zone.as_deref()).and_then(|zone| zone.parse().ok());
    let zone: chrono_tz::Tz = own.or_else(|| engine.parts.defaults.zone.parse().ok()).unwrap_or(chrono_tz::Tz::UTC);
    let language = request.and_then(|request| request.person.language.clone());
    let reply_to = spoken.replied.as_ref().map(|slot| RepliedTo { item: item_of(slot, open), text: String::new() });
    UnderstandInput {
        message: spoken.text().chars().take(wording::ticket::tickets::READ_CHARS).collect(),
        passed_on: spoken.passed_on(),
        reply_to,
        attachments: spoken.attachments(),
        items: open.lines.clone(),
        turns,
        report: open.report.clone(),
        looked_up: Vec::new(),
        may_look_up: true,
        now: when::say_time(now, zone, now),
        sent: (now - sent_at >= OLD).then(|| after_outage::age(sent_at, zone, now)),
        sent_at,
        zone: zone.name().to_owned(),
        language: language.unwrap_or_else(|| engine.parts.defaults.language.clone()),
        group: request.is_some_and(|request| !request.room.direct()),
        role: request.map_or_else(String::new, |request| request.person.power().name().to_owned()),
        roster: engine.roster(),
    }
}

/// The handle of the item that a message of the secretary shows.
fn item_of(slot: &crate::secretary::ids::Slot, open: &Open) -> Option<String> {
    use crate::secretary::intent::{ItemKind, Target};
    use crate::secretary::message::routing as names;
    use crate::secretary::message::routing::{Meant, Standing};
    let named = names::replied(slot);
    let standing = names::standing(slot);
    let fits = |item: &&crate::secretary::intent::OpenItem| match (&item.target, &named, &standing) {
        (Target::Decision { ticket, decision }, Some((id, Meant::Decision(key))), _) => ticket == id && decision == key,
        (Target::Schedule { schedule, .. }, _, Some(Standing::Card(id) | Standing::Firing(id, _))) => schedule == id,
        (target, Some((id, meant)), _) if !matches!(meant, Meant::Decision(_)) => {
            target.ticket() == Some(id) && !matches!(item.kind, ItemKind::Decision | ItemKind::Approval)
        }
        (Target::Note { .. }, None, None) => names::noted(slot).is_some() && slot.as_str().starts_with("note/"),
        _ => false,
    };
    open.items.iter().find(fits).map(|item| item.handle.clone())
}

/// The last turns, the newest kept, without the message itself.
async fn turns(context: &mut Context<'_>, spoken: &Spoken) -> Stored<Vec<TurnLine>> {
    let all = context.tx.conversation(&spoken.room).await?;
    let (mut room, mut kept) = (TURNS, Vec::new());
    let own = spoken.text().trim();
    let mut newest = all.iter().rev().peekable();
    if newest.peek().is_some_and(|said| said.by.as_ref() == Some(&spoken.person) && own.starts_with(said.text.trim())) {
        newest.next();
    }
    for said in newest {
        let length = said.text.chars().count();
        if length > room {
            break;
        }
        room -= length;
        kept.push(TurnLine { ours: said.by.is_none(), who: said.who.clone(), text: said.text.clone() });
    }
    kept.reverse();
    Ok(kept)
}
