//! Has the model write the script of a flow, or change it, and has what it wrote read. What cannot be used goes back to the
//! model once, with the fault. It runs nothing of it, and decides nothing about it.

use super::ask::{request, trouble, while_showing};
use super::budget_gate::Payer;
use super::check_flow::TRIES;
use crate::engine::Engine;
use crate::engine::context::Context;
use crate::engine::performed::{INTERRUPTIONS, Performed, back_off};
use crate::ports::model::{Failure, Model, ModelError, Purpose, ScriptInput, Turn};
use crate::ports::scripts::{Outlined, ScriptFault};
use crate::ports::store::{Arrival, OutboxRow, Settled, Stored};
use crate::prompts;
use crate::secretary::flow::examples;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::submitted::{Found, Submitted, Wanted, Written};
use crate::secretary::inbound::Place;
use crate::secretary::intent::rule_of;
use crate::secretary::when;
use crate::secretary::wording::schedules::flows::fault;
use crate::secretary::wording::ticket::ways_on;
use chrono_tz::Tz;
use std::time::Duration;

/// What a model is asked, and where people wait for it.
struct Prepared {
    input: ScriptInput,
    payer: Payer,
    place: Place,
    zone: Tz,
}

/// Why there is no script yet.
enum Unwritten {
    /// The model gave no answer.
    Model(ModelError),
    /// No script can be read at the moment.
    NotNow,
}

/// Why an answer is no script.
enum Unread {
    /// What the model is told about it.
    Fault(String),
    /// Nobody could look.
    NotNow,
}

impl Engine {
    /// Performs the writing of a script. What came of it comes back as an event.
    pub(super) async fn write_flow(&self, row: &OutboxRow, submitted: &Submitted, wanted: &Wanted) -> Performed {
        let key = row.row.id.to_string();
        let tell = |found| Arrival::Submitted { submitted: Box::new(submitted.clone()), found: Box::new(found) };
        if row.unclear >= INTERRUPTIONS {
            return Performed::done().telling(key, tell(Found::NotNow(ways_on::stops_the_program())));
        }
        let prepared = match self.prepared_script(submitted, wanted).await {
            Ok(Some(prepared)) => prepared,
            // Everything of the person was erased meanwhile.
            Ok(None) => return Performed::done(),
            Err(error) => return self.later(row, &error.to_string()),
        };
        let place = prepared.place.clone();
        let error = match while_showing(self.keep_typing(&place), Box::pin(self.written(prepared))).await {
            Ok(found) => return Performed::done().telling(key, tell(found)),
            Err(Unwritten::NotNow) if row.attempts < TRIES => {
                return Performed::ended(Settled::Anew(back_off(row.attempts + 1, Duration::ZERO, self.now())));
            }
            Err(Unwritten::NotNow) => {
                let found = Found::NotNow(ScriptFault::NotNow.to_string());
                return Performed::done().telling(key, tell(found));
            }
            Err(Unwritten::Model(error)) => error,
        };
        match error {
            ModelError::Queued { after } => Performed::ended(Settled::Anew(back_off(0, after, self.now()))),
            ModelError::Retry { after } => {
                let (at, told) = self.asked_again(row, after);
                let performed = Performed::ended(Settled::Anew(at));
                if told { performed.telling(format!("{key}/delayed"), tell(Found::Delayed)) } else { performed }
            }
            ModelError::Barred(_)
            | ModelError::Quota(_)
            | ModelError::Refused(_)
            | ModelError::TooSlow(_)
            | ModelError::Unusable(_)
            | ModelError::Impossible(_) => {
                let why = trouble(&error, &key).text().to_owned();
                Performed::done().telling(key, tell(Found::NotNow(why)))
            }
        }
    }

    /// What the model is asked. None: whoever wants the script, or their chat, is gone.
    async fn prepared_script(&self, submitted: &Submitted, wanted: &Wanted) -> Stored<Option<Prepared>> {
        let mut tx = self.parts.store.read().await?;
        let mut context = Context::reading(self, tx.as_mut(), &submitted.workspace);
        let person = context.tx.person(&submitted.person).await?.filter(|person| submitted.is_of(person));
        let room = context.tx.room(&submitted.room).await?;
        let (Some(person), Some(room)) = (person, room) else { return Ok(None) };
        let example = wanted.example.as_deref().and_then(examples::named);
        let flow = match &wanted.flow {
            Some((id, _)) => context.tx.flow(id).await?.map(|flow| (flow.name, flow.script)),
            None => example.map(|example| (example.name.to_owned(), example.script.to_owned())),
        };
        let zone = context.zone_of(&person).await?;
        let now = self.now();
        let input = ScriptInput {
            words: wanted.words.clone(),
            flow,
            now: when::say_time(now, zone, now),
            language: person.language.unwrap_or_else(|| self.parts.defaults.language.clone()),
        };
        let payer = Payer::Person(submitted.workspace.clone(), person.id);
        Ok(Some(Prepared { input, payer, place: room.place, zone }))
    }

    /// Asks the model until it wrote a script, or failed twice.
    async fn written(&self, Prepared { input, payer, zone, .. }: Prepared) -> Result<Found, Unwritten> {
        let gate = self.gate_of(payer);
        let purpose = Purpose::FlowScript(Box::new(input));
        let mut asked = request(&purpose, gate.capabilities().room(purpose.name(), None));
        for last in [false, true] {
            let (said, fault) = match gate.ask(&asked).await {
                Ok(reply) => match self.read_script(&reply.text, zone, last).await {
                    Ok(found) => return Ok(found),
                    Err(Unread::NotNow) => return Err(Unwritten::NotNow),
                    Err(Unread::Fault(fault)) => (reply.text, fault),
                },
                Err(Failure { error: ModelError::Unusable(why), .. }) => ("{}".to_owned(), why),
                Err(Failure { error, .. }) => return Err(Unwritten::Model(error)),
            };
            tracing::info!("a script for a flow cannot be used");
            asked.turns.push(Turn::Assistant { content: said, calls: Vec::new(), kept: None });
            asked.turns.push(Turn::User { content: prompts::repair(&fault) });
        }
        Ok(Found::Unusable)
    }

    /// The script in an answer. `last`: a time that cannot be read is left out, since nobody is asked again.
    async fn read_script(&self, answer: &str, zone: Tz, last: bool) -> Result<Found, Unread> {
        let shape = |error: serde_json::Error| Unread::Fault(format!("the answer is not of the agreed shape: {error}"));
        let written: Written = serde_json::from_str(answer).map_err(shape)?;
        let mut written = written.checked().map_err(|why| Unread::Fault(fault(&why)))?;
        let unread = written.when.as_ref().and_then(|when| rule_of(when, zone, self.now()).err());
        match unread {
            Some(why) if !last => return Err(Unread::Fault(format!("when: {why}"))),
            Some(_) => written.when = None,
            None => {}
        }
        let Outlined { calls, lines } = match self.parts.scripts.check(&written.script).await {
            Ok(outlined) => outlined,
            Err(ScriptFault::NotNow) => return Err(Unread::NotNow),
            Err(why) => return Err(Unread::Fault(why.to_string())),
        };
        match calls.iter().find(|call| HostFunction::of_name(call).is_none()) {
            Some(unknown) => {
                let near = HostFunction::near(unknown).map(HostFunction::name);
                let near = near.map_or_else(String::new, |near| format!("; perhaps {near} is meant"));
                Err(Unread::Fault(format!("the script calls {unknown}, which is not there{near}")))
            }
            None => Ok(Found::Written { written, calls, lines }),
        }
    }
}
