//! The ports of one run: its journal, the gate of its tool calls, and the listener to its progress.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::telemetry::trace;
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, OutboxRow, StoreError, Stored};
use crate::secretary::ids::{RunId, TaskKey, TicketId};
use crate::secretary::people::workspace::Settings;
use crate::secretary::policy::{ApprovalPolicy, Source};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::round::Round;
use crate::secretary::ticket::standing::SetUp;
use crate::workers::agent_loop::{Ending, Listener};
use crate::workers::gate::{Elsewhere, Gate};
use crate::workers::journal::{Journal, Record, Standing};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Mutex;

impl Engine {
    /// Writes an event of a run, which is decided later. The key makes it happen once.
    pub(crate) async fn overhear(&self, key: String, arrival: Arrival) -> Stored<()> {
        let seed = self.draw()?;
        let mut tx = self.parts.store.beside().await?;
        tx.tell(&key, &arrival, seed, self.now()).await?;
        commit(tx, "overhear").await?;
        self.arrivals.notify_one();
        Ok(())
    }
}

/// The journal and the listeners of one run.
pub struct Ears<'a> {
    pub engine: &'a Engine,
    /// The row of the stretch.
    pub row: &'a OutboxRow,
    pub ticket: &'a TicketId,
    pub task: &'a TaskKey,
    pub run: &'a RunId,
    /// The last called tool, until its result is written.
    pub calling: Mutex<Option<String>>,
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
    pub fn ended(&self, ending: &Ending) {
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
pub(super) fn records(written: Vec<Value>) -> Result<Vec<Record>, String> {
    written.into_iter().map(|record| serde_json::from_value(record).map_err(|e| e.to_string())).collect()
}

#[async_trait]
impl Journal for Ears<'_> {
    async fn load(&self) -> Result<Vec<Record>, String> {
        let read = async {
            let mut tx = self.engine.parts.store.ask().await?;
            tx.steps(self.run).await
        };
        let records = records(read.await.map_err(|e: StoreError| e.to_string())?)?;
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
        let (settings, ticket) = read.await.map_err(|e: StoreError| e.to_string())?;
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

    async fn set_up(&self, key: &str, set_up: &SetUp) -> Result<(), String> {
        let arrival = Arrival::SetUp { ticket: self.ticket.clone(), set_up: Box::new(set_up.clone()) };
        self.engine.overhear(format!("set-up/{key}"), arrival).await.map_err(|e| e.to_string())
    }
}
