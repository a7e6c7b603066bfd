//! Invariants of the order of what was committed. The watcher keeps its own books, so that a store which errs is seen
//! as well as an engine which does.

use super::of_erasing::Book;
use super::of_steps::{self, Change};
use crate::memory::{Fact, Outgoing};
use crate::outside::around::Surroundings;
use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, EventOutcome, Settled};
use secretary::secretary::agent::Agent;
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
use secretary::secretary::people::workspace::Role;
use secretary::secretary::schedule::Schedule;
use secretary::secretary::ticket::{Task, TaskState, Ticket};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The names of what is judged here.
pub const NAMES: [&str; 13] = [
    "an_event_is_decided_once",
    "no_decision_fails",
    "no_effect_has_an_id_twice",
    "what_is_done_is_not_done_again",
    "nothing_is_begun_before_its_time",
    "a_timer_fires_once",
    "a_lane_keeps_its_order",
    "numbers_are_unique",
    "held_tickets_begin_nothing",
    "agents_do_what_they_can",
    "a_schedule_fires_once_for_a_moment",
    "journals_are_in_order",
    "no_call_begins_past_a_budget",
];

/// What the watcher knows.
#[derive(Default)]
pub struct Watch {
    roles: BTreeMap<PersonId, Role>,
    roster: Vec<Agent>,
    /// Tickets as they were last saved.
    tickets: BTreeMap<TicketId, Arc<Ticket>>,
    decided: BTreeSet<String>,
    rows: BTreeMap<i64, Arc<Outgoing>>,
    parts: BTreeMap<i64, u32>,
    ids: BTreeSet<String>,
    timers: BTreeSet<String>,
    lanes: BTreeMap<String, BTreeSet<i64>>,
    done: BTreeSet<i64>,
    fired: BTreeSet<String>,
    numbers: BTreeMap<(WorkspaceId, i64), TicketId>,
    journals: BTreeMap<RunId, (u32, bool)>,
    /// Who was erased.
    pub book: Book,
}

impl Watch {
    /// A watcher over people with these roles and these agents.
    pub fn over(roles: BTreeMap<PersonId, Role>, roster: Vec<Agent>) -> Self {
        Self { roles, roster, ..Self::default() }
    }

    /// Takes in what was committed, and judges it.
    pub fn see(&mut self, world: &mut Surroundings, facts: &[Fact]) {
        for fact in facts {
            match fact {
                Fact::Arrived { seq, key, arrival } => self.arrived(world, *seq, key, arrival),
                Fact::Decided { seq, key, outcome, arrival } => self.decided(world, *seq, key, outcome, arrival),
                Fact::Saved { before, after, event, actor, reads_back } => {
                    let change = Change {
                        before: before.as_deref(),
                        after,
                        event,
                        actor: actor.as_ref(),
                        roles: &self.roles,
                        reads_back: *reads_back,
                        now: world.now,
                    };
                    judge(world, &change);
                    self.saved(world, before.as_deref(), after);
                    let of = (after.id.as_str(), after.version.to_string());
                    world.note("step", &[of.0, &of.1], || {
                        format!(
                            "#{} v{} {:?} paused={} ← {}",
                            after.number,
                            after.version,
                            after.stage,
                            after.paused,
                            short(event)
                        )
                    });
                }
                Fact::Wished { seq, row } => self.wished(world, *seq, row),
                Fact::Claimed { seq, row, at } => self.claimed(world, *seq, row, *at),
                Fact::Settled { seq, how } => self.settled(world, *seq, how),
                Fact::Dropped { seq } => self.end(*seq),
                Fact::Step { run, number, record } => {
                    let kind = record["kind"].as_str().unwrap_or_default();
                    self.step(world, run, *number, kind);
                }
                Fact::SetAside { id, used_up } if used_up.is_empty() => world.note("sets aside", &[id], || id.clone()),
                Fact::SetAside { id, used_up } => {
                    world.violated("no_call_begins_past_a_budget", format!("{id}: {used_up:?}"));
                }
                Fact::Scheduled { before, after } => {
                    self.book.ordered(after);
                    scheduled(world, before.as_deref(), after);
                }
                Fact::Left { person } => drop(self.roles.remove(person)),
                Fact::Erased { person, tickets } => {
                    world.note("erases", &[person.as_str()], || format!("{person}, {} tickets", tickets.len()));
                    self.tickets.retain(|id, _| !tickets.contains(id));
                    if self.book.erase(person, tickets) {
                        self.roles.remove(person);
                    }
                }
            }
        }
    }

    fn arrived(&mut self, world: &mut Surroundings, seq: i64, key: &str, arrival: &Arrival) {
        world.note("arrives", &[key], || format!("{seq} {key} {}", short(arrival)));
        if let Arrival::Erase { person, .. } = arrival {
            self.book.promise(person);
        }
        let of_timer = key.strip_prefix("self//").is_some_and(|id| self.timers.contains(id));
        if of_timer && !self.fired.insert(key.to_owned()) {
            world.violated("a_timer_fires_once", key.to_owned());
        }
    }

    fn decided(&mut self, world: &mut Surroundings, seq: i64, key: &str, outcome: &EventOutcome, arrival: &Arrival) {
        world.events += 1;
        world.note("decides", &[key], || format!("{seq} {key} → {outcome:?}"));
        if let Arrival::Outside(inbound) = arrival {
            self.book.heard(inbound);
        }
        let unknown = matches!(outcome, EventOutcome::Quarantined(why) if why.starts_with("unknown form"));
        if matches!(outcome, EventOutcome::Again | EventOutcome::Quarantined(_)) && !unknown {
            world.violated("no_decision_fails", format!("{key} {outcome:?}: {}", short(arrival)));
        }
        if *outcome != EventOutcome::Again && !self.decided.insert(key.to_owned()) {
            world.violated("an_event_is_decided_once", key.to_owned());
        }
    }

    fn saved(&mut self, world: &mut Surroundings, before: Option<&Ticket>, after: &Arc<Ticket>) {
        let holder = self.numbers.entry((after.workspace.clone(), after.number)).or_insert_with(|| after.id.clone());
        if *holder != after.id {
            world.violated("numbers_are_unique", format!("two tickets are #{}", after.number));
        }
        self.tickets.insert(after.id.clone(), after.clone());
        for task in after.tasks.iter().filter(|task| works(task)) {
            if before.and_then(|t| t.task(&task.key)).is_none_or(|was| was.run != task.run) {
                self.loads(world, task);
            }
        }
    }

    fn wished(&mut self, world: &mut Surroundings, seq: i64, row: &Arc<Outgoing>) {
        if !self.ids.insert(row.id.to_string()) {
            world.violated("no_effect_has_an_id_twice", row.id.to_string());
        }
        if let (Effect::StartRun { .. } | Effect::AskModel { .. }, Some(ticket)) = (&*row.effect, &row.ticket) {
            let held = self.tickets.get(ticket).filter(|t| t.closed() || t.paused);
            if let Some(ticket) = held {
                world.violated("held_tickets_begin_nothing", format!("#{} {}", ticket.number, short(&row.effect)));
            }
        }
        if let Effect::Erase { person, .. } = &*row.effect {
            self.book.promise(person);
        }
        if matches!(*row.effect, Effect::SetTimer { .. }) {
            self.timers.insert(row.id.to_string());
        }
        self.lanes.entry(row.lane.clone()).or_default().insert(seq);
        self.parts.insert(seq, row.part);
        self.rows.insert(seq, row.clone());
    }

    fn claimed(&mut self, world: &mut Surroundings, seq: i64, row: &Outgoing, at: DateTime<Utc>) {
        if row.due_at > at {
            world.violated("nothing_is_begun_before_its_time", format!("{} is due at {}", row.id, row.due_at));
        }
        if self.done.contains(&seq) {
            world.violated("what_is_done_is_not_done_again", row.id.to_string());
        }
        let first = self.lanes.get(&row.lane).and_then(BTreeSet::first);
        if first != Some(&seq) && !self.done.contains(&seq) {
            world.violated("a_lane_keeps_its_order", format!("{} of {} before {first:?}", seq, row.lane));
        }
    }

    fn settled(&mut self, world: &mut Surroundings, seq: i64, how: &Settled) {
        world.events += 1;
        let Some(row) = self.rows.get(&seq) else { return };
        world.note("settles", &[row.id.as_str()], || format!("{} {} {how:?}", row.id, short(&row.effect)));
        let part = self.parts.entry(seq).or_default();
        if matches!(how, Settled::Done | Settled::NextPart) && row.post().is_some() {
            let key = format!("{}/{part}", row.id);
            if let Some(id) = world.board.answered.remove(&key) {
                world.board.confirmed.insert(key, id);
            }
            *part += 1;
        }
        match how {
            Settled::Done => {
                self.done.insert(seq);
                self.end(seq);
            }
            Settled::Failed(_) | Settled::Shelved(_) => self.end(seq),
            Settled::NextPart | Settled::Retry(_) | Settled::Waits(_) | Settled::Anew(_) | Settled::Unclear(_) => {}
        }
    }

    /// A row leaves its lane.
    fn end(&mut self, seq: i64) {
        if let Some(row) = self.rows.get(&seq)
            && let Some(lane) = self.lanes.get_mut(&row.lane)
        {
            lane.remove(&seq);
        }
    }

    fn step(&mut self, world: &mut Surroundings, run: &RunId, number: u32, kind: &str) {
        let (next, calling) = self.journals.entry(run.clone()).or_insert((0, false));
        let fits = match kind {
            "call" => !*calling,
            "result" => *calling,
            "reply" => !*calling,
            _ => true,
        };
        if number != *next || !fits {
            world.violated("journals_are_in_order", format!("{run}: {kind} as {number} after {next}"));
        }
        *next = number + 1;
        match kind {
            "call" => *calling = true,
            "result" => *calling = false,
            _ => {}
        }
    }

    /// Nobody is given more than they can do at once. Whoever goes on after a decision may be one too many.
    fn loads(&mut self, world: &mut Surroundings, given: &Task) {
        let agent = self.roster.iter().find(|agent| given.agent.as_ref() == Some(&agent.name));
        let Some(agent) = agent else { return };
        let at_it = |task: &&Task| works(task) && task.agent.as_ref() == Some(&agent.name);
        let open = self.tickets.values().filter(|ticket| !ticket.closed());
        let load = open.map(|ticket| ticket.tasks.iter().filter(at_it).count()).sum::<usize>();
        if load > agent.capacity as usize {
            world.violated("agents_do_what_they_can", format!("{} is given task {load}", agent.name));
        }
    }
}

/// Whether somebody is at it.
fn works(task: &Task) -> bool {
    matches!(task.state, TaskState::Claimed | TaskState::InProgress)
}

fn judge(world: &mut Surroundings, change: &Change<'_>) {
    for (name, holds) in of_steps::ALL {
        if let Err(what) = holds(change) {
            world.violated(name, what);
        }
    }
}

fn scheduled(world: &mut Surroundings, before: Option<&Schedule>, after: &Schedule) {
    let Some(before) = before else { return };
    let fired = after.fired.saturating_sub(before.fired);
    let due = before.wake_at().is_some_and(|at| at <= world.now);
    // Asked for by "Now" it is said at any time, which moves nothing.
    let moved = (before.next_at, before.snoozed_to) != (after.next_at, after.snoozed_to);
    let once = due && after.wake_at().is_none_or(|at| at > world.now);
    if fired > 1 || (fired == 1 && moved && !once) {
        let seen = format!("{} fired {} → {} at {}", after.id, before.fired, after.fired, world.now);
        world.violated("a_schedule_fires_once_for_a_moment", seen);
    }
}

/// What something is, in a few words, for the story.
pub fn short(what: &impl std::fmt::Debug) -> String {
    format!("{what:?}").chars().take(160).collect()
}
