//! Performs a run: gives the agent loop its journal, tools and listeners, and turns the end of the stretch into an
//! event.

use super::ask::trouble;
use super::cancellation::Seat;
use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::outbox::perform::{INTERRUPTIONS, Performed, back_off};
use crate::engine::telemetry::trace;
use crate::engine::{Engine, lock};
use crate::ports::model::Usage;
use crate::ports::store::{Arrival, OutboxRow, Settled, Stored};
use crate::ports::tool::{Onward, Readable, ToolContext};
use crate::secretary::decision::cut_off::Reply;
use crate::secretary::ids::{RunId, TaskKey, TicketId};
use crate::secretary::intent::thinking::WorkInput;
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::people::permissions::notes_for;
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::{ApprovalPolicy, Source};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::{Event, Trouble};
use crate::secretary::ticket::round::Round;
use crate::secretary::wording::talk::faults;
use crate::secretary::wording::ticket::ways_on;
use crate::workers::agent_loop::{self, Ending, Kit, Listener};
use crate::workers::calling;
use crate::workers::gate::{Elsewhere, Gate};
use crate::workers::journal::{Begun, Journal, Record, Standing};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Mutex;

/// The start of a stretch, with the usage of the run so far.
enum Before {
    /// The stretch begins.
    Begins(Box<WorkInput>),
    /// People must say first what became of a call.
    Asks(Box<Ending>, Usage),
    /// The stretch does not begin. The last field: whether the run has changed something already.
    Fails(Trouble, Usage, bool),
}

/// The end of a stretch.
struct Over {
    ending: Ending,
    /// The usage of the run since its beginning.
    usage: Usage,
    /// Whether the run failed after a change that a new run would repeat.
    acted: bool,
}

/// How long a run waits for the end of its earlier stretch.
const WIND_DOWN: chrono::TimeDelta = chrono::TimeDelta::milliseconds(200);

impl Engine {
    pub(in crate::engine) async fn work(&self, row: &OutboxRow) -> Performed {
        let Effect::StartRun { run, task, input, extended, answer, ruling, permission, tried } = &row.row.effect else {
            return Performed::done();
        };
        let Some(ticket) = row.row.ticket.clone() else { return Performed::done() };
        let context = match self.context(&ticket, run).await {
            Ok(Some(context)) => context,
            Ok(None) => {
                self.runs.forget(run, row.seq);
                return Performed::done();
            }
            Err(error) => return self.later(row, &error.to_string()),
        };
        let Some(stop) = self.runs.take(run, row.seq) else {
            // The run was stopped before it began, or an earlier stretch is still ending; two must never write one
            // journal. If the row was dropped this changes nothing; otherwise it begins in a moment.
            return Performed::waiting(self.now() + WIND_DOWN);
        };
        let seat = Seat { engine: self, run };
        let ears = Ears { engine: self, row, ticket: &ticket, task, run, calling: Mutex::default() };
        let of_ruling = ruling.map(|(step, ruling)| (step, Reply::Ruling(ruling)));
        let of_leave = permission.clone().map(|(step, permission)| (step, Reply::Permission(permission)));
        let reply = answer.clone().map(|(step, text)| (step, Reply::Answer(text))).or(of_ruling).or(of_leave);
        let input = match self.before(row, &ears, (input, *tried)).await {
            Ok(Before::Begins(input)) => input,
            Ok(Before::Asks(ending, usage)) => {
                return self.ended(row, &ticket, (task, run), Over { ending: *ending, usage, acted: false });
            }
            Ok(Before::Fails(why, usage, acted)) => {
                let event = Event::TaskFailed { task: task.clone(), run: run.clone(), why, acted, usage };
                let arrival = Arrival::Ticket { ticket: ticket.clone(), event: Box::new(event) };
                return Performed::done().telling(format!("{}/{}", row.row.id, row.attempts), arrival);
            }
            Err(error) => return self.later(row, &error),
        };
        let kit = Kit {
            model: &self.gate(&ticket),
            tools: &self.parts.tools,
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
        let acted = match ending {
            Ending::Model(_) | Ending::Fatal(_) | Ending::Disk(..) | Ending::Limit { .. } => match ears.load().await {
                Ok(records) => Standing::of(records).acted(),
                Err(error) => return self.later(row, &error),
            },
            Ending::Finished { .. }
            | Ending::Asks { .. }
            | Ending::Unknown { .. }
            | Ending::Wants { .. }
            | Ending::Later(_)
            | Ending::Queued(_)
            | Ending::Unstored(_)
            | Ending::Stopped => false,
        };
        self.ended(row, &ticket, (task, run), Over { ending, usage, acted })
    }

    /// Prepares a stretch: its agent as it is today, and whether the program ended in the middle of the run. A call
    /// with an unknown outcome is asked about in any case.
    async fn before(
        &self,
        row: &OutboxRow,
        ears: &Ears<'_>,
        (input, tried): (&WorkInput, u64),
    ) -> Result<Before, String> {
        let Some(as_it_is) = self.as_the_roster_is(input) else {
            let standing = Standing::of(ears.load().await?);
            let why = || Trouble::Work(ways_on::agent_gone(&input.agent.title));
            let gone = || Before::Fails(why(), standing.usage, standing.acted());
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
            return Ok(Before::Fails(why, standing.usage, standing.acted()));
        }
        Ok(Before::Begins(Box::new(as_it_is)))
    }

    /// The input of a run with its agent as it is today: tools that were removed are gone, and new tools are not
    /// added. None if the agent is gone.
    fn as_the_roster_is(&self, input: &WorkInput) -> Option<WorkInput> {
        let agent = self.parts.roster.iter().find(|a| a.name == input.agent.name)?;
        Some(WorkInput { agent: agent.as_begun(&input.agent, input.minutes), ..input.clone() })
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
        let Over { ending, usage, acted } = over;
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
                Event::LimitReached { task, run, limit, so_far, done: done.into(), acted, usage, over }
            }
            Ending::Model(error) => Event::TaskFailed { task, run, why: trouble(&error, &key), acted, usage },
            Ending::Fatal(why) => {
                let id = ErrorId::of(&key);
                tracing::error!(%run, error_id = %id, why, "a run cannot go on");
                let why = Trouble::Work(faults::broke(&id));
                Event::TaskFailed { task, run, why, acted, usage }
            }
            Ending::Disk(fault, why) => {
                let id = ErrorId::of(&key);
                tracing::error!(%run, error_id = %id, why, "a run cannot go on without its files");
                let why = Trouble::Work(faults::disk(fault, &id));
                Event::TaskFailed { task, run, why, acted, usage }
            }
            // If somebody stopped the run, its row is dropped and this changes nothing; otherwise it continues.
            Ending::Stopped => return Performed::waiting(self.now() + WIND_DOWN),
            Ending::Unstored(after) => {
                return Performed::ended(Settled::Retry(back_off(row.attempts + 1, after, self.now())));
            }
            Ending::Queued(after) => {
                return Performed::ended(Settled::Retry(back_off(0, after, self.now())));
            }
            Ending::Later(after) => {
                let at = back_off(row.attempts + 1, after, self.now());
                let performed = Performed::ended(Settled::Retry(at));
                let asked = 0;
                return if row.attempts == 0 && at - self.now() < chrono::TimeDelta::seconds(20) {
                    performed
                } else {
                    performed.telling(key, tell(Event::ThinkingDelayed { asked }))
                };
            }
        };
        Performed::done().telling(key, tell(event))
    }

    async fn context(&self, ticket: &TicketId, run: &RunId) -> Stored<Option<ToolContext>> {
        let mut tx = self.parts.store.read().await?;
        let Some(ticket) = tx.ticket(ticket).await? else { return Ok(None) };
        let person = tx.person(&ticket.requester).await?;
        let notes = notes_for(&ticket, person.as_ref());
        let set = tx.settings(&ticket.workspace).await?.map(|s| s.zone);
        let zone = person.and_then(|p| p.zone).or(set).unwrap_or_else(|| self.parts.defaults.zone.clone());
        Ok(Some(ToolContext {
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
        }))
    }

    async fn overhear(&self, key: String, arrival: Arrival) -> Stored<()> {
        let seed = self.draw()?;
        let mut tx = self.parts.store.beside().await?;
        tx.tell(&key, &arrival, seed, self.now()).await?;
        commit(tx, "overhear").await?;
        self.arrivals.notify_one();
        Ok(())
    }
}

/// The journal and the listeners of one run.
struct Ears<'a> {
    engine: &'a Engine,
    /// The row of the stretch.
    row: &'a OutboxRow,
    ticket: &'a TicketId,
    task: &'a TaskKey,
    run: &'a RunId,
    /// The last called tool, until its result is written.
    calling: Mutex<Option<String>>,
}

impl Ears<'_> {
    /// Writes what a record says about models and tools to the log and the metrics.
    fn follow(&self, record: &Record) {
        if let Record::Reply { took, .. } = record {
            trace::thought(self.ticket, *took);
        } else if let Record::Call { call, .. } = record {
            *lock(&self.calling) = Some(call.name.clone());
        } else if let Record::Result { failed, took, .. } = record {
            self.called(if *failed { "refused" } else { "done" }, *took);
        }
    }

    /// Logs a run that ended in the middle of a call.
    fn ended(&self, ending: &Ending) {
        if matches!(ending, Ending::Asks { .. }) {
            self.called("asked", 0);
        } else if matches!(ending, Ending::Unknown { .. }) {
            self.called("unclear", 0);
        } else if matches!(ending, Ending::Fatal(_) | Ending::Disk(..)) {
            self.called("broken", 0);
        }
    }

    /// Tells the ticket once whose text this run reads.
    async fn tell_of(&self, source: &Source) -> Result<(), String> {
        let named = serde_json::to_string(source).map_err(|e| e.to_string())?;
        let arrival = Arrival::Ticket {
            ticket: self.ticket.clone(),
            event: Box::new(Event::ForeignRead { source: source.clone() }),
        };
        let key = format!("read/{}/{named}", self.run);
        self.engine.overhear(key, arrival).await.map_err(|e| e.to_string())
    }

    fn called(&self, outcome: &'static str, took: u64) {
        let name = lock(&self.calling).take();
        if let Some(name) = name {
            trace::tool(self.ticket, &self.engine.tool_name(&name), outcome, took);
        }
    }
}

/// Reads a stored journal.
fn records(written: Vec<Value>) -> Result<Vec<Record>, String> {
    written.into_iter().map(|record| serde_json::from_value(record).map_err(|e| e.to_string())).collect()
}

#[async_trait]
impl Journal for Ears<'_> {
    async fn load(&self) -> Result<Vec<Record>, String> {
        let read = async {
            let mut tx = self.engine.parts.store.ask().await?;
            tx.steps(self.run).await
        };
        let records = records(read.await.map_err(|e: crate::ports::store::StoreError| e.to_string())?)?;
        if let Some(Record::Call { call, .. }) = records.last() {
            *lock(&self.calling) = Some(call.name.clone());
        }
        Ok(records)
    }

    async fn append(&self, record: &Record) -> Result<u32, String> {
        // The ticket learns of the text before the journal has it, so that no other work of the ticket is led by it
        // unseen.
        if let Record::Result { read: Some(source), .. } = record {
            self.tell_of(source).await?;
        }
        let written = self.engine.append(self.row, self.run, record).await;
        self.engine.wrote(&written);
        match written {
            Ok(Some(number)) => {
                self.follow(record);
                Ok(number)
            }
            Ok(None) => {
                self.engine.runs.stop(self.run);
                Err("this run was stopped".to_owned())
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

#[async_trait]
impl Gate for Ears<'_> {
    async fn leave(&self) -> Result<ApprovalPolicy, String> {
        let read = async {
            let mut tx = self.engine.parts.store.ask().await?;
            let ticket = tx.ticket(self.ticket).await?;
            let settings = match &ticket {
                Some(ticket) => tx.settings(&ticket.workspace).await?,
                None => None,
            };
            Ok((settings, ticket))
        };
        let (settings, ticket) = read.await.map_err(|e: crate::ports::store::StoreError| e.to_string())?;
        let ticket = ticket.ok_or_else(|| "the ticket is gone".to_owned())?;
        let awake = |s: Settings| {
            let rules = s.rules.into_iter().filter(|rule| !rule.rests(s.quorum, s.four_eyes)).collect();
            (s.mode, rules)
        };
        let (mode, rules) = settings.map(awake).unwrap_or_default();
        let read = ticket.read.into_iter().filter(|source| *source == Source::Forwarded).collect();
        // Questions and their options are not among them, since a model writes those.
        let typed = ticket.rounds.iter().flat_map(Round::typed).cloned();
        let words = std::iter::once(ticket.idea).chain(typed).chain(ticket.edits).chain(ticket.additions).collect();
        Ok(ApprovalPolicy { person: ticket.requester, mode, rules, read, allowed_once: ticket.allowed_once, words })
    }

    async fn elsewhere(&self) -> Result<Elsewhere, String> {
        let mut tx = self.engine.parts.store.ask().await.map_err(|e| e.to_string())?;
        let ticket = tx.ticket(self.ticket).await.map_err(|e| e.to_string())?;
        let mut all = Elsewhere::default();
        for run in ticket.iter().flat_map(|t| &t.tasks).flat_map(|t| t.runs()).filter(|run| *run != self.run) {
            all.add(Standing::of(records(tx.steps(run).await.map_err(|e| e.to_string())?)?));
        }
        Ok(all)
    }
}

#[async_trait]
impl Listener for Ears<'_> {
    async fn progress(&self, line: &str) {
        // A line of progress is not essential: if it cannot be stored, the next one tells more.
        let random = self.engine.draw().map(|s| Seed(s).id("progress")).unwrap_or_default();
        let event = Event::TaskProgressed { task: self.task.clone(), run: self.run.clone(), line: line.to_owned() };
        let arrival = Arrival::Ticket { ticket: self.ticket.clone(), event: Box::new(event) };
        let _ = self.engine.overhear(format!("progress/{random}"), arrival).await;
    }

    async fn remind(&self, key: &str, text: &str, rule: &Value) -> Result<(), String> {
        let arrival = Arrival::Remind { ticket: self.ticket.clone(), text: text.to_owned(), rule: rule.clone() };
        self.engine.overhear(format!("remind/{key}"), arrival).await.map_err(|e| e.to_string())
    }
}
