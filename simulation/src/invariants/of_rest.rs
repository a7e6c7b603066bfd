//! Invariants of a world at rest: all faults are mended, nobody does anything any more, and everything that was under way
//! has come to its end.

use super::of_calls::standing;
use super::of_erasing::{self, Book};
use super::{of_audit, of_files, of_votes};
use crate::memory::{Outgoing, State, Tables};
use crate::outside::around::Surroundings;
use crate::outside::board::Board;
use chrono::{DateTime, Utc};
use secretary::ports::store::{Arrival, Posted};
use secretary::secretary::decision::{Decision, Subject};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{PersonId, RoomId, Slot, TicketId, Token};
use secretary::secretary::message::action::{Action, TicketAct};
use secretary::secretary::message::keys::parse_data;
use secretary::secretary::ticket::{Blocked, Stage, Task, TaskState, Ticket, Waiting};
use std::collections::{BTreeMap, BTreeSet};

/// A world at rest.
pub struct Rest<'a> {
    /// What is written down.
    pub tables: &'a Tables,
    /// What stands on the platforms.
    pub board: &'a Board,
    /// The files that are kept.
    pub storage: &'a BTreeMap<(String, String), Vec<u8>>,
    /// The keys of everything that was confirmed to a platform.
    pub acknowledged: &'a BTreeSet<String>,
    /// Who was erased.
    pub book: &'a Book,
    /// The moment.
    pub now: DateTime<Utc>,
}

/// An invariant of a world at rest: everything that is wrong.
pub type OfRest = fn(&Rest<'_>) -> Vec<String>;

/// All of them by name.
pub const ALL: [(&str, OfRest); 19] = [
    ("every_ticket_ends_or_waits_for_somebody", every_ticket_ends_or_waits_for_somebody),
    ("no_blocked_task_without_a_wake_up", no_blocked_task_without_a_wake_up),
    ("what_may_have_happened_is_asked_about", what_may_have_happened_is_asked_about),
    ("who_is_waited_for_is_reminded", who_is_waited_for_is_reminded),
    ("every_question_stands_somewhere", every_question_stands_somewhere),
    ("one_live_keyboard_per_thing", one_live_keyboard_per_thing),
    ("no_button_for_what_is_decided", no_button_for_what_is_decided),
    ("no_acknowledged_input_is_lost", no_acknowledged_input_is_lost),
    ("nothing_is_left_undone", nothing_is_left_undone),
    ("every_schedule_has_its_alarm", every_schedule_has_its_alarm),
    ("the_audit_log_holds_together", of_audit::holds_together),
    ("every_decision_is_audited", of_audit::every_decision_is_there),
    ("at_most_five_are_put_to_a_person", of_votes::at_most_five_are_put_to_a_person),
    ("nothing_leaves_its_workspace", nothing_leaves_its_workspace),
    ("what_is_set_aside_is_known", what_is_set_aside_is_known),
    ("what_is_erased_stands_nowhere", of_erasing::what_is_erased_stands_nowhere),
    ("who_is_to_be_erased_is", of_erasing::who_is_to_be_erased_is),
    ("an_erased_ticket_leaves_nothing", of_erasing::an_erased_ticket_leaves_nothing),
    ("every_file_is_kept_or_told", of_files::every_file_is_kept_or_told),
];

/// Judges a world at rest.
pub fn judge(world: &mut Surroundings, tables: &Tables, acknowledged: &BTreeSet<String>, book: &Book) {
    let mut found = Vec::new();
    let rest = Rest { tables, board: &world.board, storage: &world.storage, acknowledged, book, now: world.now };
    for (name, faults) in ALL {
        found.extend(faults(&rest).into_iter().map(|what| (name, what)));
    }
    for (name, what) in found {
        world.violated(name, what);
    }
}

/// Whatever a ticket says goes to rooms of its workspace, and who sent it or decided about it belongs there.
fn nothing_leaves_its_workspace(rest: &Rest<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let room_of = |room: &RoomId| rest.tables.rooms.get(room).map(|room| &room.workspace);
    for row in rest.tables.outbox.values() {
        let (Effect::Post { room, slot, .. } | Effect::Edit { room, slot, .. }) = &*row.effect else { continue };
        let Some(ticket) = row.ticket.as_ref().and_then(|id| rest.tables.tickets.get(id)) else { continue };
        if room_of(room).is_some_and(|workspace| *workspace != ticket.workspace) {
            faults.push(format!("#{} of {} says {slot} in {room}", ticket.number, ticket.workspace));
        }
    }
    for ticket in rest.tables.tickets.values() {
        let person_of = |id: &PersonId| rest.tables.people.get(id).map(|(person, _)| &person.workspace);
        let decided = ticket.decisions.iter().filter_map(|d| d.verdict()?.by.as_ref());
        for person in decided.chain([&ticket.requester]) {
            if person_of(person).is_some_and(|workspace| *workspace != ticket.workspace) {
                faults.push(format!("#{} of {} hears {person}", ticket.number, ticket.workspace));
            }
        }
    }
    faults
}

/// What an account has set aside is what is set aside for calls, and not more or less.
fn what_is_set_aside_is_known(rest: &Rest<'_>) -> Vec<String> {
    let mut known: BTreeMap<_, u64> = BTreeMap::new();
    for hold in rest.tables.holds.values() {
        for key in &hold.on {
            *known.entry((hold.workspace.clone(), key.clone())).or_default() += hold.amount.tokens;
        }
    }
    let accounts = rest.tables.spending.iter().map(|(key, account)| (key, account.held.tokens));
    let differs = accounts.filter(|(key, held)| known.get(key).copied().unwrap_or(0) != *held);
    differs.map(|((_, key), held)| format!("{key:?} has set {held} tokens aside")).collect()
}

fn open<'a>(rest: &Rest<'a>) -> impl Iterator<Item = &'a Ticket> {
    rest.tables.tickets.values().map(|ticket| &**ticket).filter(|ticket| !ticket.closed())
}

/// Whether all work of its workspace stands still until somebody lets it go on.
fn all_paused(rest: &Rest<'_>, ticket: &Ticket) -> bool {
    rest.tables.settings.get(&ticket.workspace).is_some_and(|settings| settings.paused)
}

/// Whether somebody is named who can let it go on: also whoever paused all work.
fn waits_for_somebody(rest: &Rest<'_>, ticket: &Ticket) -> bool {
    let setup = matches!(ticket.waiting, Some(Waiting::Setup(_) | Waiting::Answers));
    let asked = ticket.open_round().is_some() || ticket.open_decisions().next().is_some();
    let by_agent = |t: &Task| matches!(t.state, TaskState::Blocked(Blocked::NoAgent(_)));
    all_paused(rest, ticket)
        || ticket.paused
        || setup
        || asked
        || ticket.stage == Stage::Confirming
        || ticket.tasks.iter().any(by_agent)
}

fn every_ticket_ends_or_waits_for_somebody(rest: &Rest<'_>) -> Vec<String> {
    let stuck = open(rest).filter(|ticket| !waits_for_somebody(rest, ticket));
    stuck.map(|t| format!("#{} is {:?}, {:?}, {:?}", t.number, t.stage, t.waiting, states(t))).collect()
}

fn states(ticket: &Ticket) -> Vec<(&str, &TaskState)> {
    ticket.tasks.iter().map(|task| (task.key.as_str(), &task.state)).collect()
}

/// Whether something is still to happen in a lane.
fn lane_waits(rest: &Rest<'_>, lane: &str) -> bool {
    rest.tables.lane(lane).next().is_some()
}

fn no_blocked_task_without_a_wake_up(rest: &Rest<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for ticket in open(rest).filter(|ticket| ticket.stage == Stage::Working && !ticket.paused) {
        let held = matches!(ticket.waiting, Some(Waiting::Setup(_)));
        for task in &ticket.tasks {
            let wakes = match &task.state {
                TaskState::Blocked(Blocked::Decision(key)) => ticket.decision(key).is_some_and(|d| d.open()),
                TaskState::Blocked(Blocked::Retry(_)) => {
                    held || lane_waits(rest, &format!("timer/{}/retry/{}", ticket.id, task.key))
                }
                TaskState::Blocked(Blocked::NoAgent(_)) => held || somebody_frees(rest, task),
                TaskState::Blocked(Blocked::Paused) => held || all_paused(rest, ticket),
                TaskState::Blocked(Blocked::Dependency(needed)) => {
                    ticket.task(needed).is_some_and(|t| t.state != TaskState::Completed)
                }
                TaskState::Claimed | TaskState::InProgress => {
                    task.run.as_ref().is_some_and(|run| lane_waits(rest, &format!("run/{run}")))
                }
                TaskState::Pending | TaskState::Completed | TaskState::Failed => true,
            };
            if !wakes {
                faults.push(format!("#{} {}: {:?}", ticket.number, task.key, task.state));
            }
        }
    }
    faults
}

fn what_may_have_happened_is_asked_about(rest: &Rest<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for ticket in open(rest).filter(|ticket| ticket.stage == Stage::Working && !ticket.paused) {
        for task in ticket.tasks.iter().filter(|task| !matches!(task.state, TaskState::Completed | TaskState::Failed)) {
            let Some(run) = &task.run else { continue };
            let Some(begun) = standing(rest.tables, run).unknown().cloned() else { continue };
            // Taken up again while all work is paused: the run asks, or hears what was decided, when it goes on.
            if task.state == TaskState::Blocked(Blocked::Paused) {
                continue;
            }
            let about =
                |d: &Decision| d.subject == Subject::Unknown && d.run == *run && d.step == Some(begun.step) && d.open();
            if !ticket.decisions.iter().any(about) {
                faults.push(format!("#{} {}: {}", ticket.number, task.key, begun.call.name));
            }
        }
    }
    faults
}

/// Whether nobody who could do it is free: as long as one is, the task would have begun.
fn somebody_frees(rest: &Rest<'_>, task: &Task) -> bool {
    let roster = crate::people::cast::roster();
    let able = roster.iter().filter(|agent| task.fitting.contains(&agent.name));
    let busy = |name: &str| {
        let at_it = |t: &&Task| {
            matches!(t.state, TaskState::Claimed | TaskState::InProgress) && t.agent.as_deref() == Some(name)
        };
        open(rest).map(|ticket| ticket.tasks.iter().filter(at_it).count()).sum::<usize>()
    };
    able.into_iter().all(|agent| busy(&agent.name) >= agent.capacity as usize)
}

/// Whether people are to answer. Nobody is pressed to say why a report was no good.
fn presses(decision: &Decision) -> bool {
    decision.subject != Subject::Redo
}

fn who_is_waited_for_is_reminded(rest: &Rest<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for ticket in open(rest).filter(|ticket| !ticket.paused) {
        let timer = |name: &str| lane_waits(rest, &format!("timer/{}/{name}", ticket.id));
        for decision in ticket.open_decisions().filter(|decision| presses(decision)) {
            let due = decision.deadline().is_some() && timer(&format!("deadline/{}", decision.key));
            let in_line = decision.waits() && timer(&format!("turn/{}", decision.key));
            if !timer(&format!("decision/{}", decision.key)) && !due && !in_line {
                faults.push(format!("#{} {}: nobody is reminded", ticket.number, decision.key));
            }
        }
        if let Some((index, _)) = ticket.open_round()
            && ticket.waiting.is_none()
            && !timer(&format!("questions/{index}"))
        {
            faults.push(format!("#{} round {index}: nobody is reminded", ticket.number));
        }
    }
    faults
}

/// The buttons that stand, by token, with the messages they stand under: all, or those that can still be changed. A
/// message nobody knows of cannot, nor one that stayed behind in a chat which has moved.
fn live(rest: &Rest<'_>, all: bool) -> BTreeMap<(String, Token), BTreeSet<u64>> {
    let mut live: BTreeMap<(String, Token), BTreeSet<u64>> = BTreeMap::new();
    let copies: BTreeSet<&str> = rest.tables.copies.values().map(|(_, copy)| copy.message.as_str()).collect();
    for (id, message) in &rest.board.messages {
        let copied = copies.contains(id.to_string().as_str()) && !rest.board.ever_gone.contains(&message.place.chat);
        let known = copied || rest.board.confirmed.get(&message.key) == Some(id);
        let in_reach = known && !rest.board.moved.contains_key(&message.place.chat);
        if !all && !in_reach {
            continue;
        }
        for (token, _) in message.buttons.iter().filter_map(|button| parse_data(&button.data)) {
            live.entry((message.place.chat.clone(), token)).or_default().insert(*id);
        }
    }
    live
}

/// What people can press: everything that live buttons mean.
fn offered<'a>(rest: &Rest<'a>) -> impl Iterator<Item = (&'a TicketId, &'a TicketAct)> {
    let tokens: BTreeSet<Token> = live(rest, true).into_keys().map(|(_, token)| token).collect();
    let prompts = rest.tables.prompts.iter().filter(move |(token, _)| tokens.contains(token));
    prompts.flat_map(|(_, (prompt, _, _))| &prompt.actions).filter_map(|action| match action {
        Action::OnTicket { ticket, act } => Some((ticket, act)),
        _ => None,
    })
}

/// Whether people were told that a message could not be shown.
fn said_missing(rest: &Rest<'_>, row: &Outgoing) -> bool {
    let mut arrivals = rest.tables.inbox.values().map(|row| &*row.arrival);
    arrivals.any(|arrival| matches!(arrival, Arrival::Unsent { error, .. } if error.starts_with(row.id.as_str())))
}

fn every_question_stands_somewhere(rest: &Rest<'_>) -> Vec<String> {
    let offered: Vec<_> = offered(rest).collect();
    let shelved = |rooms: &[RoomId]| {
        let to = |row: &Effect| matches!(row, Effect::Post { room, .. } if rooms.contains(room));
        rest.tables.shelf.keys().filter_map(|seq| rest.tables.outbox.get(seq)).any(|row| to(&row.effect))
    };
    // What was sent three times, without anybody knowing whether it arrived, may stand; it is not sent a fourth time.
    // What a platform refused, or ended the program, is said to be missing.
    let may_stand = |slot: &Slot| {
        let of = |row: &Effect| matches!(row, Effect::Post { slot: posted, .. } if posted == slot);
        let mut rows = rest.tables.outbox.values();
        rows.any(|row| {
            row.state == State::Failed && of(&row.effect) && (row.unclear_since.is_some() || said_missing(rest, row))
        })
    };
    let mut faults = Vec::new();
    for ticket in open(rest) {
        let stands = |fits: &dyn Fn(&TicketAct) -> bool| offered.iter().any(|(id, act)| **id == ticket.id && fits(act));
        for decision in ticket.shown_decisions() {
            let decides =
                |act: &TicketAct| matches!(act, TicketAct::Decide { decision: key, .. } if *key == decision.key);
            let slot = ticket.slot(decision.key.as_str());
            if !stands(&decides) && !shelved(&decision.rooms) && !may_stand(&slot) {
                faults.push(format!("#{} {} stands nowhere", ticket.number, decision.key));
            }
        }
        if let Some((index, round)) = ticket.open_round() {
            let slot = ticket.slot(&round.name(index));
            let asks = |act: &TicketAct| match act {
                TicketAct::Answer { round, .. } | TicketAct::TicksDone { round, .. } | TicketAct::Judge { round } => {
                    *round == index
                }
                _ => false,
            };
            if !stands(&asks) && !shelved(std::slice::from_ref(&ticket.room)) && !may_stand(&slot) {
                faults.push(format!("#{}: its questions stand nowhere", ticket.number));
            }
        }
    }
    faults
}

fn one_live_keyboard_per_thing(rest: &Rest<'_>) -> Vec<String> {
    // What people answer about a ticket; a standing order shown twice says the same under both.
    let of_ticket = |token: &Token| {
        let prompt = rest.tables.prompts.get(token);
        prompt.is_some_and(|(prompt, _, _)| prompt.actions.iter().any(|a| matches!(a, Action::OnTicket { .. })))
    };
    let twice = live(rest, false)
        .into_iter()
        .filter(|((_, token), messages)| messages.len() > 1 && of_ticket(token) && !given_up(rest, token, messages));
    twice.map(|((chat, token), messages)| format!("{token} in {chat} under {messages:?}")).collect()
}

fn no_button_for_what_is_decided(rest: &Rest<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for ((chat, token), messages) in live(rest, false) {
        let Some((prompt, _, _)) = rest.tables.prompts.get(&token) else { continue };
        for action in &prompt.actions {
            let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { continue };
            let open = rest.tables.tickets.get(ticket).and_then(|t| t.decision(decision)).is_some_and(|d| d.open());
            if !open && !given_up(rest, &token, &messages) && counts_in(rest, &prompt.rooms, &chat) {
                faults.push(format!("{messages:?} in {chat} decides {decision} of {ticket}"));
                break;
            }
        }
    }
    faults
}

/// Whether buttons that are bound to these rooms count in a chat. What stands in a direct chat of somebody who was erased or taken
/// out is not changed any more, and what is pressed there is refused, also where they begin anew.
fn counts_in(rest: &Rest<'_>, bound: &[RoomId], chat: &str) -> bool {
    let belongs = |id: &PersonId| rest.tables.people.get(id).is_some_and(|(_, removed)| !removed);
    let mut rooms = rest.tables.rooms.values().filter(|room| room.place.chat == chat);
    rooms.any(|room| !room.direct() || (bound.contains(&room.id) && room.person.as_ref().is_some_and(belongs)))
}

/// Whether changing one of these messages was given up, since the program ended three times in the middle of it. A reminder has
/// the buttons of the question it reminds of, so a message is known by its own name, too.
fn given_up(rest: &Rest<'_>, token: &Token, messages: &BTreeSet<u64>) -> bool {
    let bound = rest.tables.prompts.get(token).and_then(|(prompt, _, _)| prompt.slot.as_ref());
    let these = |posted: &&Posted| posted.message.parse().is_ok_and(|id: u64| messages.contains(&id));
    let mut slots: BTreeSet<&Slot> = rest.tables.posts.values().filter(these).map(|posted| &posted.slot).collect();
    slots.extend(bound);
    let mut given_up = rest.tables.outbox.values().filter(|row| row.state == State::Failed && row.cut_off >= 3);
    given_up.any(|row| match &*row.effect {
        Effect::Edit { slot: of, .. } | Effect::Bare { slot: of, .. } | Effect::BareCopies { slot: of, .. } => {
            slots.contains(of)
        }
        _ => false,
    })
}

fn no_acknowledged_input_is_lost(rest: &Rest<'_>) -> Vec<String> {
    let ended = |key: &str| {
        let row = rest.tables.seen.get(key).and_then(|seq| rest.tables.inbox.get(seq));
        row.is_some_and(|row| row.ended.is_some())
    };
    rest.acknowledged.iter().filter(|key| !ended(key)).cloned().collect()
}

fn nothing_is_left_undone(rest: &Rest<'_>) -> Vec<String> {
    let overdue = |state: State, at: DateTime<Utc>| state == State::Sending || at <= rest.now;
    let left = rest.tables.heads().filter(|(_, row)| overdue(row.state, row.due_at));
    let undecided = rest.tables.fresh.keys().map(|seq| format!("inbox {seq}"));
    left.map(|(_, row)| format!("{} in {} {:?}", row.id, row.lane, row.state)).chain(undecided).collect()
}

fn every_schedule_has_its_alarm(rest: &Rest<'_>) -> Vec<String> {
    let wakes = rest.tables.schedules.values().filter(|schedule| schedule.wake_at().is_some());
    let deaf = wakes.filter(|schedule| !lane_waits(rest, &format!("schedule/{}", schedule.id)));
    deaf.map(|schedule| format!("{} has no alarm", schedule.id)).collect()
}
