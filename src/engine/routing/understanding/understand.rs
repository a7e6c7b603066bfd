//! Performs an understanding: sends the message with open items and last turns to the model, checks the answer, and
//! returns it as an event. The model may look things up first. Nothing is changed here.

use crate::engine::context::{Context, Request, sender};
use crate::engine::performed::{INTERRUPTIONS, Performed, back_off};
use crate::engine::routing::understanding::{edited_words, open_items};
use crate::engine::thinking::ask::{self, trouble, while_showing};
use crate::engine::thinking::budget_gate::Payer;
use crate::engine::thinking::received_files::NotYet;
use crate::engine::{Engine, lock};
use crate::ports::model::{Failure, Model, ModelError, Turn, Usage, understanding_of};
use crate::ports::store::{Arrival, OutboxRow, Settled, Stored};
use crate::secretary::agent::Agent;
use crate::secretary::ids::Slot;
use crate::secretary::inbound::{Inbound, Place};
use crate::secretary::intent::check::check;
use crate::secretary::intent::{
    Heard, Intent, LookedUp, MAX_LOOK_UPS, OpenItems, RepliedTo, Spoken, TurnLine, UnderstandInput, Understanding,
};
use crate::secretary::message::conversation::{self, Said};
use crate::secretary::message::routing::{has_words, replied, shows_progress};
use crate::secretary::ticket::event::Trouble;
use crate::secretary::wording::talk::after_outage;
use crate::secretary::wording::ticket::progress;
use crate::secretary::{when, wording};
use crate::text::plain::plain;
use chrono::TimeDelta;

/// A message that waits longer than this for the model gets its receipt.
const SEEN_AFTER: TimeDelta = TimeDelta::seconds(2);
/// The person of a message that waits longer than this for the model is told.
const TOLD_AFTER: TimeDelta = TimeDelta::seconds(60);
/// The age from which the request says when the message was sent.
const OLD: TimeDelta = TimeDelta::minutes(10);
/// The most characters of the conversation in a request.
const TURNS: usize = 2_700;
/// The most characters of the message that is replied to.
const REPLIED: usize = 500;
/// The wait until the earlier understanding of the same lane is decided.
const IN_ORDER: TimeDelta = TimeDelta::milliseconds(50);

/// The input of a request, and the items of its handles.
struct Prepared {
    input: UnderstandInput,
    open: OpenItems,
    place: Place,
}

impl Engine {
    /// Understands a message, or returns why that failed.
    pub(crate) async fn understand(&self, row: &OutboxRow, spoken: &Spoken) -> Performed {
        let key = format!("{}/{}", row.row.id, row.attempts);
        if row.unclear >= INTERRUPTIONS {
            let why = Trouble::Crash(wording::ticket::ways_on::stops_the_program());
            return Performed::done().telling(key, tell(spoken, Heard::Failed(why), Usage::default()));
        }
        let fetching = self.with_files(row, spoken);
        let fetching = self.showing_that_it_is_kept(&spoken.inbound, &spoken.inbound.place, fetching);
        let (spoken, spent) = match Box::pin(fetching).await {
            (Ok(whole), spent) => (whole, spent),
            (Err(NotYet::File(after)), _) => {
                return Performed::ended(Settled::Anew(back_off(row.attempts + 1, after, self.now())));
            }
            (Err(NotYet::Model(error)), spent) => return self.not_understood(row, (spoken, spent), error).await,
        };
        let spoken = &spoken;
        let has_words = has_words(spoken.text()) || spoken.refers().iter().any(|words| has_words(&words.text));
        if spoken.command.is_some() || spoken.ticket.is_some() || !has_words {
            return Performed::done().telling(key, tell(spoken, Heard::OnlyFiles, spent));
        }
        let prepared = match self.prepared(spoken).await {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return Performed::waiting(self.now() + IN_ORDER),
            Err(error) => return self.later(row, &error.to_string()),
        };
        let place = prepared.place.clone();
        let thinking = while_showing(self.say_that_it_waits(row, spoken), self.think_about(spoken, prepared));
        let thinking = self.showing_that_it_is_kept(&spoken.inbound, &place, thinking);
        let (heard, usage) = Box::pin(thinking).await;
        match heard {
            Ok(heard) => Performed::done().telling(key, tell(spoken, heard, usage.plus(spent))),
            Err(error) => self.not_understood(row, (spoken, usage.plus(spent)), error).await,
        }
    }

    /// The outcome for a message that is not understood for this reason.
    async fn not_understood(&self, row: &OutboxRow, (spoken, usage): (&Spoken, Usage), error: ModelError) -> Performed {
        let key = format!("{}/{}", row.row.id, row.attempts);
        match error {
            ModelError::Queued { after } => Performed::ended(Settled::Anew(back_off(0, after, self.now()))),
            ModelError::Retry { after } => {
                let (at, told) = self.asked_again(row, after);
                let (performed, key) = (Performed::ended(Settled::Anew(at)), format!("{}/delayed", row.row.id));
                if told { performed.telling(key, tell(spoken, Heard::Delayed, usage)) } else { performed }
            }
            ModelError::Barred(barred) => self.waits_for_budget(row, (spoken, usage), &barred).await,
            ModelError::Quota(_)
            | ModelError::Refused(_)
            | ModelError::TooSlow(_)
            | ModelError::Unusable(_)
            | ModelError::Impossible(_) => {
                let why = trouble(&error, &key);
                Performed::done().telling(key, tell(spoken, Heard::Failed(why), usage))
            }
        }
    }

    /// The input of a request. None: an earlier understood message of this person is not decided yet.
    async fn prepared(&self, spoken: &Spoken) -> Stored<Option<Prepared>> {
        let mut tx = self.parts.store.read().await?;
        let waits = |arrival: &Arrival| {
            let Arrival::Understood { spoken: other, heard, .. } = arrival else { return false };
            other.lane() == spoken.lane() && !matches!(**heard, Heard::Delayed | Heard::Barred(_))
        };
        if tx.undecided(64).await?.iter().any(|row| waits(&row.arrival)) {
            return Ok(None);
        }
        let mut context = Context::reading(self, tx.as_mut(), &spoken.workspace);
        let Some(request) = sender::request_of(&mut context, &spoken.inbound).await? else {
            let open = OpenItems::default();
            let input = input(self, spoken, None, &open, (Vec::new(), None));
            return Ok(Some(Prepared { input, open, place: spoken.inbound.place.clone() }));
        };
        let made = if spoken.edits { edited_words::made_by(&mut context, &request).await? } else { None };
        let about = made.map(|(made, _)| made).or_else(|| spoken.replied.clone());
        let open = open_items::open(&mut context, &request, about.as_ref()).await?;
        let all = context.tx.conversation(&spoken.room).await?;
        let before = said_before(&all, spoken);
        let text = replied_text(&mut context, &request, (spoken, about.as_ref()), before).await?;
        let reply_to = (about.is_some() || !text.is_empty()).then(|| RepliedTo { item: open.replied.clone(), text });
        let input = input(self, spoken, Some(&request), &open, (turns(before), reply_to));
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
        let pictures = self.pictures(&spoken.files).await;
        let capabilities = gate.capabilities();
        let tokens = capabilities.room(capabilities.line_of("triage", !pictures.is_empty()), None);
        let (mut usage, mut fault): (Usage, Option<String>) = (Usage::default(), None);
        loop {
            input.may_look_up = input.looked_up.len() < MAX_LOOK_UPS && fault.is_none();
            let mut asked = ask::understanding_request(&input, fault.as_deref(), tokens);
            if !pictures.is_empty() {
                asked.turns.push(Turn::Pictures { pictures: pictures.clone() });
            }
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
        while_showing(signs, work).await
    }

    /// Tells the person of a message that the model takes long, once it has waited for a while.
    async fn say_that_it_waits(&self, row: &OutboxRow, spoken: &Spoken) {
        if !self.parts.model.reads() {
            return;
        }
        self.parts.clock.sleep_until(self.now() + TOLD_AFTER).await;
        let told = tell(spoken, Heard::Delayed, Usage::default());
        if let Err(error) = self.overhear(format!("{}/delayed", row.row.id), told).await {
            tracing::warn!(%error, "a person is not told that the model takes long");
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

/// The event that tells what became of a message.
fn tell(spoken: &Spoken, heard: Heard, usage: Usage) -> Arrival {
    Arrival::Understood { spoken: Box::new(spoken.clone()), heard: Box::new(heard), usage }
}

fn input(
    engine: &Engine,
    spoken: &Spoken,
    request: Option<&Request>,
    open: &OpenItems,
    (turns, reply_to): (Vec<TurnLine>, Option<RepliedTo>),
) -> UnderstandInput {
    let (now, sent_at) = (engine.now(), spoken.inbound.sent_at);
    let zone = open_items::zone(engine, request);
    let language = request.and_then(|request| request.person.language.clone());
    UnderstandInput {
        message: spoken.text().chars().take(wording::ticket::tickets::READ_CHARS).collect(),
        passed_on: spoken.passed_on(),
        reply_to,
        edits: spoken.edits,
        files: spoken.files.clone(),
        refers: spoken.refers(),
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

/// What was said before the message itself and its pieces.
fn said_before<'t>(all: &'t [Said], spoken: &Spoken) -> &'t [Said] {
    let messages: Vec<&String> = spoken.messages().filter_map(Inbound::message).collect();
    let own = spoken.text().trim();
    let is_own = |last: &Said| {
        last.by.as_ref() == Some(&spoken.person)
            && (last.message.as_ref().is_some_and(|message| messages.contains(&message))
                || own.starts_with(last.text.trim()))
    };
    let mut before = all;
    while let Some((_, earlier)) = before.split_last().filter(|&(last, _)| is_own(last)) {
        before = earlier;
        if messages.len() < 2 {
            break;
        }
    }
    before
}

/// The text of the message that is replied to, or of the earlier version of an edited one, as far as it is known.
async fn replied_text(
    context: &mut Context<'_>,
    request: &Request,
    (spoken, about): (&Spoken, Option<&Slot>),
    before: &[Said],
) -> Stored<String> {
    let edited = request.message.as_deref().filter(|_| spoken.edits);
    let names: Vec<&str> = spoken.reply_to().into_iter().chain(about.map(Slot::as_str)).collect();
    let names = edited.map_or(names, |message| vec![message]);
    let found = conversation::text_of(before, &names).map(str::to_owned);
    let text = match (found, &request.room.thread_of) {
        (Some(text), _) => text,
        // What the secretary posts in a thread is said in its channel.
        (None, Some((_, channel))) => {
            let there = context.tx.conversation(channel).await?;
            conversation::text_of(&there, &names).unwrap_or_default().to_owned()
        }
        (None, None) => String::new(),
    };
    let text = match about {
        Some(slot) if text.is_empty() && shows_progress(slot) => progress_shown(context, slot).await?,
        Some(_) | None => text,
    };
    Ok(text.chars().take(REPLIED).collect())
}

/// The words that a progress message showed last. No turn holds them, since they are edited in place.
async fn progress_shown(context: &mut Context<'_>, slot: &Slot) -> Stored<String> {
    let Some((id, _)) = replied(slot) else { return Ok(String::new()) };
    let found = context.tx.ticket(&id).await?.filter(|ticket| ticket.workspace == context.here);
    let agents = &context.engine.parts.roster;
    let shown = found.map(|ticket| progress::as_shown(&ticket, slot, &ticket.roster(agents), context.now));
    Ok(shown.map(|message| plain(&message.blocks).trim().to_owned()).unwrap_or_default())
}

/// The last turns, the newest kept.
fn turns(before: &[Said]) -> Vec<TurnLine> {
    let (mut room, mut kept) = (TURNS, Vec::new());
    for said in before.iter().rev() {
        let length = said.text.chars().count();
        if length > room {
            break;
        }
        room -= length;
        kept.push(TurnLine { ours: said.by.is_none(), who: said.who.clone(), text: said.text.clone() });
    }
    kept.reverse();
    kept
}
