//! Planted faults of the database: what it writes otherwise than it was told to, leaves out or does twice. In a sound
//! world nothing here changes anything.

use super::MemoryTx;
use super::tables::Outgoing;
use crate::broken::Broken;
use crate::people::cast::STRANGER_CHAT;
use secretary::ports::store::{Arrival, StoreError, Stored};
use secretary::secretary::decision::{DecisionState, Verdict};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{EffectId, PersonId};
use secretary::secretary::ticket::event::{Event, Trouble};
use secretary::secretary::ticket::task::Left;
use secretary::secretary::ticket::{MAX_ATTEMPTS, Task, TaskState, Ticket};
use serde_json::{Value, json};
use std::sync::Arc;

/// Every so many versions of a ticket are written down as text: all of them would cost as much as everything else.
const AS_TEXT: u64 = 8;

impl MemoryTx {
    /// A ticket as it is written down, and whether that reads back as it was.
    pub(super) fn written(&self, ticket: &Ticket) -> Stored<(Arc<Ticket>, bool)> {
        if self.is(Broken::RefusesTickets) && ticket.version % 7 == 6 {
            return Err(StoreError::Broken("not taken".to_owned()));
        }
        let ticket = self.garbled(ticket.clone());
        if !ticket.version.is_multiple_of(AS_TEXT) {
            return Ok((Arc::new(ticket), true));
        }
        let again = if self.is(Broken::ForgetsAField) {
            let mut value = serde_json::to_value(&ticket).unwrap_or_default();
            value["requirement"] = json!({});
            serde_json::from_value(value)
        } else {
            serde_json::to_string(&ticket).and_then(|text| serde_json::from_str::<Ticket>(&text))
        };
        let same = again.as_ref().is_ok_and(|again| *again == ticket);
        Ok((Arc::new(again.unwrap_or(ticket)), same))
    }

    fn garbled(&self, mut ticket: Ticket) -> Ticket {
        match self.memory.broken {
            Some(Broken::SkipsVersions) if ticket.version > 5 => ticket.version += 1,
            Some(Broken::RewritesVerdicts) if ticket.version.is_multiple_of(4) => {
                verdicts(&mut ticket, |verdict| "something else".clone_into(&mut verdict.text));
            }
            Some(Broken::DecidesForOthers) => {
                verdicts(&mut ticket, |verdict| verdict.by = Some(PersonId::new("eve")));
            }
            Some(Broken::ForgetsWhoDecided) => verdicts(&mut ticket, |verdict| verdict.by = None),
            Some(Broken::AsksForever) if ticket.rounds.len() == 1 => {
                let round = ticket.rounds.first().cloned();
                ticket.rounds.extend([round.clone(), round].into_iter().flatten());
            }
            Some(Broken::LosesReports) => ticket.reports.clear(),
            Some(Broken::ChangesHands) if ticket.version == 3 => ticket.requester = PersonId::new("eve"),
            Some(Broken::CountsBadly) => {
                let begun = ticket.tasks.iter_mut().filter(|task| task.attempts > 0);
                begun.for_each(|task| task.attempts += MAX_ATTEMPTS);
            }
            Some(Broken::BeginsTooSoon) => {
                let waits = |task: &Task| task.state == TaskState::Pending && !task.needs.is_empty();
                let waiting = ticket.tasks.iter_mut().filter(|task| waits(task));
                waiting.for_each(|task| task.state = TaskState::InProgress);
            }
            Some(Broken::ReportsNothing) if !ticket.reports.is_empty() => {
                for task in &mut ticket.tasks {
                    (task.state, task.failure) = (TaskState::Pending, None);
                    task.result.clear();
                }
            }
            Some(Broken::LeavesOpen) if ticket.closed() => {
                ticket.rounds.iter_mut().for_each(|round| round.closed = false);
            }
            Some(Broken::PausesAtWork) => {
                ticket.paused |= ticket.tasks.iter().any(|task| task.state == TaskState::InProgress);
            }
            Some(Broken::LosesWords) if ticket.version.is_multiple_of(5) => ticket.additions.clear(),
            Some(Broken::RepeatsKeys) => {
                let first = ticket.tasks.first().cloned();
                ticket.tasks.extend(first);
            }
            Some(Broken::DecidesByChance) => ticket.doing = format!("{} commits", self.memory.commits()),
            _ => {}
        }
        ticket
    }

    /// Whether an effect is omitted.
    pub(super) fn leaves_out(&self, effect: &Effect) -> bool {
        let fault = match effect {
            Effect::SetTimer { .. } => Broken::ForgetsTimers,
            Effect::Bare { .. } => Broken::KeepsButtons,
            Effect::Edit { message, .. } if message.buttons.is_empty() => Broken::KeepsButtons,
            Effect::BareCopies { .. } => Broken::KeepsCopies,
            Effect::StartRun { .. } => Broken::ForgetsRuns,
            Effect::AskModel { .. } => Broken::ForgetsThoughts,
            Effect::WakeSchedule { .. } => Broken::ForgetsAlarms,
            Effect::Post { message, .. } if !message.buttons.is_empty() => Broken::LosesQuestions,
            _ => return false,
        };
        self.is(fault)
    }

    /// Whether a row is never begun.
    pub(super) fn passes_over(&self, row: &Outgoing) -> bool {
        self.is(Broken::LeavesUndone) && matches!(*row.effect, Effect::Edit { .. })
    }

    /// The effect that is written instead.
    pub(super) fn bent(&self, mut effect: Effect) -> Effect {
        if let Effect::Post { room, message, ticket, .. } = &mut effect {
            if self.is(Broken::EmptiesMessages) {
                message.blocks.clear();
            }
            if self.is(Broken::Misdirects) && ticket.is_some() {
                let tables = self.tables();
                let wrong = tables.rooms.values().find(|other| other.place.chat == STRANGER_CHAT);
                *room = wrong.map_or(room.clone(), |wrong| wrong.id.clone());
            }
        }
        effect
    }

    /// Whether a row that was done is to be done once more.
    pub(super) fn does_again(&self, seq: i64, row: &Outgoing) -> bool {
        match self.memory.broken {
            Some(Broken::DoesAgain) => seq % 5 == 0 && row.attempts == 0,
            Some(Broken::NeverEnds) => matches!(*row.effect, Effect::Edit { .. }),
            _ => false,
        }
    }

    /// Whether what arrives arrives twice.
    pub(super) fn doubles(&self, arrival: &Arrival, key: &str) -> bool {
        match self.memory.broken {
            Some(Broken::ForgetsUniqueEvents) => matches!(arrival, Arrival::Outside(_)),
            Some(Broken::RingsTwice) => {
                let tables = self.tables();
                let seq = key.strip_prefix("self//").and_then(|id| tables.effects.get(&EffectId::new(id)));
                let row = seq.and_then(|seq| tables.outbox.get(seq));
                row.is_some_and(|row| matches!(*row.effect, Effect::SetTimer { .. }))
            }
            _ => false,
        }
    }

    /// What arrives instead.
    pub(super) fn heard(&self, arrival: &Arrival) -> Arrival {
        let mut arrival = arrival.clone();
        if self.is(Broken::BeginsAnew)
            && let Arrival::Ticket { event, .. } = &mut arrival
            && let Event::OutcomeUnknown { task, run, usage, .. } = &**event
        {
            let why = Trouble::Work("the line broke".to_owned());
            **event =
                Event::TaskFailed { task: task.clone(), run: run.clone(), why, left: Left::default(), usage: *usage };
        }
        if self.is(Broken::ForgetsDeeds)
            && let Arrival::Ticket { event, .. } = &mut arrival
            && let Event::TaskFailed { left, .. } | Event::LimitReached { left, .. } = &mut **event
        {
            left.acted = false;
        }
        arrival
    }

    /// Whether what arrives is lost.
    pub(super) fn loses(&self, arrival: &Arrival) -> bool {
        if matches!(arrival, Arrival::Erase { .. }) {
            return self.is(Broken::ForgetsToErase);
        }
        let Arrival::Ticket { event, .. } = arrival else { return false };
        match **event {
            Event::OutcomeUnknown { .. } => self.is(Broken::ForgetsOutcomes),
            Event::ForeignRead { .. } => self.is(Broken::ForgetsReading),
            _ => false,
        }
    }

    /// A record of a journal as it is written down; none if it is not.
    pub(super) fn record(&self, record: &Value) -> Option<Value> {
        if self.is(Broken::ForgetsAnswers) && record["kind"] == "result" {
            return None;
        }
        let mut record = record.clone();
        if self.is(Broken::ForgetsAttempts) && record["kind"] == "call" {
            record["repetition"] = json!("Keyed");
        }
        if self.is(Broken::ForgetsReading)
            && let Some(fields) = record.as_object_mut()
        {
            fields.remove("read");
        }
        if self.is(Broken::ReadsJournalsBadly) && record["kind"] == "reply" {
            let calls = record["reply"]["calls"].as_array_mut();
            calls.into_iter().flatten().for_each(|call| call["id"] = json!("another"));
        }
        Some(record)
    }
}

fn verdicts(ticket: &mut Ticket, change: impl Fn(&mut Verdict)) {
    for decision in &mut ticket.decisions {
        if let DecisionState::Made(verdict) = &mut decision.state {
            change(verdict);
        }
    }
}
