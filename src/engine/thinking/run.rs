//! Performs a run: gives the agent loop its journal, tools and listeners, and turns the end of the stretch into an
//! event.

use super::ask::trouble;
use super::cancellation::Seat;
use super::run_ports::Ears;
use crate::engine::Engine;
use crate::engine::performed::{INTERRUPTIONS, Performed};
use crate::ports::model::Usage;
use crate::ports::store::{Arrival, OutboxRow, Settled, Stored};
use crate::ports::tool::{Onward, Readable, Staff, ToolContext};
use crate::secretary::agent::Agent;
use crate::secretary::decision::cut_off::Reply;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{RunId, TaskKey, TicketId};
use crate::secretary::intent::thinking::WorkInput;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::permissions::notes_for;
use crate::secretary::ticket::event::{Event, Trouble};
use crate::secretary::ticket::task::Left;
use crate::secretary::wording::talk::faults;
use crate::secretary::wording::ticket::ways_on;
use crate::workers::agent_loop::{self, Ending, Kit};
use crate::workers::calling;
use crate::workers::journal::{Begun, Journal, Record, Standing};
use chrono::TimeDelta;
use std::sync::Mutex;

/// The start of a stretch, with the usage of the run so far.
enum Before {
    /// The stretch begins.
    Begins(Box<WorkInput>),
    /// People must say first what became of a call.
    Asks(Box<Ending>, Usage),
    /// The stretch does not begin. The last field: what the run leaves.
    Fails(Trouble, Usage, Left),
}

/// The end of a stretch.
struct Over {
    ending: Ending,
    /// The usage of the run since its beginning.
    usage: Usage,
    /// What the run leaves, if it did not come to its end.
    left: Left,
}

/// How long a run waits for the end of its earlier stretch.
const WIND_DOWN: TimeDelta = TimeDelta::milliseconds(200);

impl Engine {
    pub(crate) async fn work(&self, row: &OutboxRow) -> Stored<Performed> {
        let Effect::StartRun { run, task, input, extended, answer, ruling, permission, tried } = &row.row.effect else {
            return Ok(Performed::done());
        };
        let Some(ticket) = row.row.ticket.clone() else { return Ok(Performed::done()) };
        let Some((context, roster, trial)) = self.context(&ticket, run).await? else {
            self.runs.forget(run, row.seq);
            return Ok(Performed::done());
        };
        let Some(stop) = self.runs.take(run, row.seq) else {
            // The run was stopped before it began, or an earlier stretch is still ending; two must never write one
            // journal. If the row was dropped this changes nothing; otherwise it begins in a moment.
            return Ok(Performed::waiting(self.now() + WIND_DOWN));
        };
        let seat = Seat { engine: self, run };
        let ears = Ears { engine: self, row, ticket: &ticket, task, run, calling: Mutex::default() };
        let of_ruling = ruling.map(|(step, ruling)| (step, Reply::Ruling(ruling)));
        let of_leave = permission.clone().map(|(step, permission)| (step, Reply::Permission(permission)));
        let reply = answer.clone().map(|(step, text)| (step, Reply::Answer(text))).or(of_ruling).or(of_leave);
        let input = match self.before(row, &ears, (input, &roster, *tried)).await {
            Ok(Before::Begins(input)) => input,
            Ok(Before::Asks(ending, usage)) => {
                return Ok(self.ended(
                    row,
                    &ticket,
                    (task, run),
                    Over { ending: *ending, usage, left: Left::default() },
                ));
            }
            Ok(Before::Fails(why, usage, left)) => {
                let event = Event::TaskFailed { task: task.clone(), run: run.clone(), why, left, usage };
                let arrival = Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event) };
                return Ok(Performed::done().telling(format!("{}/{}", row.row.id, row.attempts), arrival));
            }
            Err(error) => return Ok(self.later(row, &error)),
        };
        let pictures = self.pictures(&context.received).await;
        let emulated = trial.then(|| calling::emulated(&self.parts.tools));
        let kit = Kit {
            pictures: &pictures,
            model: &self.gate(&ticket),
            tools: emulated.as_deref().unwrap_or(&self.parts.tools),
            journal: &ears,
            gate: &ears,
            listener: &ears,
            clock: self.parts.clock.as_ref(),
            stop: &stop,
        };
        let going = agent_loop::run(&kit, &input, &context, *extended, reply);
        let (ending, usage) = self.while_typing(&ticket, going).await;
        drop(seat);
        ears.ended(&ending);
        let mut left = Left::default();
        if matches!(ending, Ending::Model(_) | Ending::Fatal(_) | Ending::Disk(..) | Ending::Limit { .. }) {
            left = match ears.load().await {
                Ok(records) => Standing::of(records).left(&ticket),
                Err(error) => return Ok(self.later(row, &error)),
            };
        }
        Ok(self.ended(row, &ticket, (task, run), Over { ending, usage, left }))
    }

    /// Prepares a stretch: its agent as it is today, and whether the program ended in the middle of the run. A call
    /// with an unknown outcome is asked about in any case.
    async fn before(
        &self,
        row: &OutboxRow,
        ears: &Ears<'_>,
        (input, roster, tried): (&WorkInput, &[Agent], u64),
    ) -> Result<Before, String> {
        let Some(as_it_is) = as_the_roster_is(input, roster) else {
            let standing = Standing::of(ears.load().await?);
            let why = || Trouble::Work(ways_on::agent_gone(&input.agent.title));
            let gone = || Before::Fails(why(), standing.usage, standing.left(ears.ticket));
            let asks = |begun: &Begun| Before::Asks(Box::new(calling::unknown(begun)), standing.usage);
            return Ok(standing.unknown().map_or_else(gone, asks));
        };
        if tried > 0 && Standing::of(ears.load().await?).tried < tried {
            ears.append(&Record::AnotherTry { tried }).await?;
        }
        if row.unclear > 0
            && let Some(standing) = self.interrupted(row, ears).await?
        {
            let why = Trouble::Crash(ways_on::stops_the_program());
            return Ok(Before::Fails(why, standing.usage, standing.left(ears.ticket)));
        }
        Ok(Before::Begins(Box::new(as_it_is)))
    }

    /// The program ended in the middle of this run: counts that once and records that the run continues. Returns the
    /// standing instead if it ended too often at the same step.
    async fn interrupted(&self, row: &OutboxRow, ears: &Ears<'_>) -> Result<Option<Standing>, String> {
        let standing = Standing::of(ears.load().await?);
        let by = format!("{}/{}", row.row.id, row.unclear);
        if standing.interrupted_by.as_ref() == Some(&by) {
            return Ok(None);
        }
        // A step that people are asked about does not begin by itself.
        if standing.interruptions + 1 >= INTERRUPTIONS && standing.unknown().is_none() {
            return Ok(Some(standing));
        }
        let key = format!("restart/{by}");
        ears.append(&Record::Interrupted { by }).await?;
        let event = Event::TaskResumed { task: ears.task.clone(), run: ears.run.clone() };
        let arrival = Arrival::Ticket { ticket: ears.ticket.clone(), event: Box::new(event) };
        self.overhear(key, arrival).await.map_err(|e| e.to_string())?;
        Ok(None)
    }

    fn ended(&self, row: &OutboxRow, ticket: &TicketId, (task, run): (&TaskKey, &RunId), over: Over) -> Performed {
        let Over { ending, usage, left } = over;
        let key = format!("{}/{}", row.row.id, row.attempts);
        let tell = |event: Event| Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event) };
        let (task, run) = (task.clone(), run.clone());
        let event = match ending {
            Ending::Finished { result, heard, used, files } => {
                Event::TaskFinished { task, run, result, heard, used, files, usage }
            }
            Ending::Asks { step, asked } => Event::DecisionAsked { task, run, step, asked: *asked, usage },
            Ending::Wants { step, proposed } => Event::LeaveAsked { task, run, step, proposed, usage },
            Ending::Unknown { step, call } => Event::OutcomeUnknown { task, run, step, call: *call, usage },
            Ending::Limit { limit, so_far, done, over } => {
                Event::LimitReached { task, run, limit, so_far, done: done.into(), left, usage, over }
            }
            Ending::Model(error) => Event::TaskFailed { task, run, why: trouble(&error, &key), left, usage },
            Ending::Fatal(why) => {
                let id = ErrorId::of(&key);
                tracing::error!(%run, error_id = %id, why, "a run cannot go on");
                let why = Trouble::Work(faults::broke(&id));
                Event::TaskFailed { task, run, why, left, usage }
            }
            Ending::Disk(fault, why) => {
                let id = ErrorId::of(&key);
                tracing::error!(%run, error_id = %id, why, "a run cannot go on without its files");
                let why = Trouble::Work(faults::disk(fault, &id));
                Event::TaskFailed { task, run, why, left, usage }
            }
            // If somebody stopped the run, its row is dropped and this changes nothing; otherwise it continues.
            Ending::Stopped => return Performed::waiting(self.now() + WIND_DOWN),
            Ending::Unstored(after) => return self.retried(row.attempts + 1, after),
            Ending::Queued(after) => return self.retried(0, after),
            Ending::Later(after) => {
                let (at, told) = self.asked_again(row, after);
                let performed = Performed::ended(Settled::Retry(at));
                return if told {
                    performed.telling(key, tell(Event::ThinkingDelayed { asked: 0 }))
                } else {
                    performed
                };
            }
        };
        Performed::done().telling(key, tell(event))
    }

    /// Where the calls of a run happen, who may work on its ticket, and whether that only tries a plan.
    async fn context(&self, ticket: &TicketId, run: &RunId) -> Stored<Option<(ToolContext, Vec<Agent>, bool)>> {
        let mut tx = self.parts.store.read().await?;
        let Some(ticket) = tx.ticket(ticket).await? else { return Ok(None) };
        let trial = ticket.is_trial();
        let roster = ticket.roster(&self.parts.roster);
        // What came by itself sets up nothing that comes by itself.
        let staff = ticket.by_clock.is_none().then(|| {
            let agents = self.parts.roster.iter().map(|agent| Agent { prompt: String::new(), ..agent.clone() });
            Staff { agents: agents.collect(), ..Staff::default() }
        });
        let person = tx.person(&ticket.requester).await?;
        let notes = notes_for(&ticket, person.as_ref());
        let set = tx.settings(&ticket.workspace).await?.map(|s| s.zone);
        let zone = person.and_then(|p| p.zone).or(set).unwrap_or_else(|| self.parts.defaults.zone.clone());
        let context = ToolContext {
            workspace: ticket.workspace,
            ticket: ticket.id,
            number: ticket.number,
            person: ticket.requester,
            notes,
            run: run.clone(),
            key: String::new(),
            now: self.now(),
            zone: zone.parse().unwrap_or(chrono_tz::Tz::UTC),
            onward: Onward::default(),
            readable: Readable::default(),
            received: ticket.received,
            staff,
            for_script: false,
        };
        Ok(Some((context, roster, trial)))
    }
}

/// The input of a run with its agent as it is today: tools that were removed are gone, and new tools are not added. None
/// if the agent is gone.
fn as_the_roster_is(input: &WorkInput, roster: &[Agent]) -> Option<WorkInput> {
    let agent = roster.iter().find(|a| a.name == input.agent.name)?;
    Some(WorkInput { agent: agent.as_begun(&input.agent, input.minutes), ..input.clone() })
}
