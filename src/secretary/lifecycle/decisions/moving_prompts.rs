//! Moves open prompts out of a room in which they can no longer be answered, to the rooms where they would be asked
//! now; and asks them in a room that can be reached again.

use super::super::step::{Move, Outcome};
use super::agreeing;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{DecisionId, RoomId, Slot};
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::prompts::{prompting, queueing, showing};
use crate::secretary::lifecycle::work::tasks;
use crate::secretary::message::Message;
use crate::secretary::ticket::Stage;
use crate::secretary::ticket::decisions::{authors, line};
use crate::secretary::ticket::event::Timer;
use crate::secretary::wording;

/// Moves open prompts out of a room: they are shown again where people can be reached and may decide.
pub fn lost(mut m: Move<'_>, lost: &RoomId, why: &Loss) -> Outcome {
    // The chats of an erased person are gone from every list already.
    let nowhere = |d: &Decision| *why == Loss::Gone && d.rooms.is_empty() && !d.waits();
    let concerned = |d: &Decision| match why {
        Loss::Back => return_is_wanted(&m, d, lost),
        Loss::Unreachable | Loss::Shared => d.rooms.contains(lost),
        Loss::NotAsked | Loss::Left | Loss::Gone => d.stands_in(&m.ticket, lost) || nowhere(d),
    };
    let open: Vec<usize> = (0..m.ticket.decisions.len())
        .filter(|index| m.ticket.decisions[*index].open() && concerned(&m.ticket.decisions[*index]))
        .collect();
    if open.is_empty() {
        return Outcome::Ignored("no open prompt stands there");
    }
    for index in open {
        let decision = &m.ticket.decisions[index];
        if *why == Loss::Back {
            come_back(&mut m, index, lost);
        } else if decision.rooms.is_empty() || decision.rooms.contains(lost) {
            move_on(&mut m, index, lost, why);
        } else {
            // It is asked elsewhere, since that room could not be reached for a while.
            leave(&mut m, index, lost, why);
        }
    }
    say_where(&mut m);
    m.moved()
}

/// The chat of a room got a new id: open prompts are shown in the new chat. The old ones can still be pressed.
pub fn room_moved(mut m: Move<'_>, room: &RoomId, left: &[Slot]) -> Outcome {
    let behind = |d: &Decision, m: &Move<'_>| d.open() && left.contains(&m.ticket.slot(d.key.as_str()));
    let open: Vec<usize> = (0..m.ticket.decisions.len()).filter(|i| behind(&m.ticket.decisions[*i], &m)).collect();
    if open.is_empty() {
        return late::stale();
    }
    for index in open {
        let decision = m.ticket.decisions[index].clone();
        let mut keys = m.keys();
        let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
        m.post_in(room, decision.key.as_str(), message, Class::Must);
        m.bind(decision.key.as_str(), keys);
    }
    m.moved()
}

/// Moves a prompt out of a room to where it would be asked now, for those who have a turn for it.
fn move_on(m: &mut Move<'_>, index: usize, lost: &RoomId, why: &Loss) {
    let before = m.ticket.decisions[index].clone();
    if *why != Loss::Shared {
        m.ticket.decisions[index].rooms.retain(|r| r != lost);
    }
    let asked = prompting::prompt_rooms(m, before.quorum);
    let others = asked.iter().filter(|r| *r != lost).cloned().collect();
    let wanted = authors::rooms_of_others(&m.ticket, m.facts, before.four_eyes, others);
    // In the room of the idea it would be asked all the same: it is answered there once that room can be reached.
    let stays = *why == Loss::Unreachable
        && authors::rooms_of_others(&m.ticket, m.facts, before.four_eyes, asked).contains(lost);
    let home = m.ticket.room.clone();
    let rooms = if wanted.is_empty() && home != *lost { vec![home] } else { wanted };
    let fresh = queueing::give(m, index, &rooms);
    let decision = &m.ticket.decisions[index];
    if decision.rooms.is_empty() && (stays || !decision.waits()) {
        // There is no other room: the reminder comes there once the room can be reached again.
        m.ticket.decisions[index].rooms.push(lost.clone());
    } else {
        leave(m, index, lost, why);
    }
    // Posted copies keep their buttons.
    queueing::show(m, index, &before, &fresh);
}

/// Somebody may have a turn for a waiting decision: shows it to them.
pub fn turn_came(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open() && !d.queued.is_empty();
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let waited = m.ticket.decisions[index].waits();
    let mut decision = m.ticket.decisions[index].clone();
    let asked = prompting::prompt_rooms(&m, decision.quorum);
    let rooms = authors::rooms_of_others(&m.ticket, m.facts, decision.four_eyes, asked);
    let now = line::give(&mut decision, &rooms, false, (&m.ticket, m.facts));
    let fresh: Vec<RoomId> = now.into_iter().filter(|room| !decision.rooms.contains(room)).collect();
    if fresh.is_empty() {
        // Nothing new is shown; a reader of the group has the turn all the same.
        queueing::look_later(&mut m, &decision);
        m.ticket.decisions[index] = decision;
        return m.moved();
    }
    if waited {
        queueing::begin(&m, &mut decision);
    }
    // A prompt in a room that could not be reached for a while is not shown twice.
    let unseen: Vec<RoomId> = fresh.iter().filter(|room| !decision.stands_in(&m.ticket, room)).cloned().collect();
    decision.rooms.extend(fresh);
    m.ticket.decisions[index] = decision.clone();
    if !unseen.is_empty() {
        decision.token = prompting::post_in(&mut m, &decision, &unseen);
        m.ticket.decisions[index].token = decision.token.clone();
    }
    if decision.queued.is_empty() {
        m.drop_timer(&Timer::Turn(decision.key.clone()));
    } else {
        queueing::look_later(&mut m, &decision);
    }
    if waited {
        showing::set_timers(&mut m, &decision);
        m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
        match m.ticket.stage {
            // An unread idea has no progress.
            Stage::Intake => {}
            Stage::Confirming => agreeing::show_card(&mut m),
            Stage::Clarifying | Stage::Working | Stage::Reporting | Stage::Closed(_) => tasks::show_progress(&mut m),
        }
    }
    m.moved()
}

/// Whether a prompt that is asked elsewhere would be asked in this room now. A question about a person's own press
/// belongs to the room of the press; people in line are asked at their turn.
fn return_is_wanted(m: &Move<'_>, decision: &Decision, room: &RoomId) -> bool {
    let in_line = m.facts.direct_rooms.get(room).is_some_and(|person| !decision.calls(person));
    if decision.subject == Subject::Redo || decision.rooms.contains(room) || in_line {
        return false;
    }
    let rooms = prompting::prompt_rooms(m, decision.quorum);
    authors::rooms_of_others(&m.ticket, m.facts, decision.four_eyes, rooms).contains(room)
}

/// Asks a prompt in a room again, if somebody there has a turn for it. A posted or waiting copy stays; otherwise it
/// is posted.
fn come_back(m: &mut Move<'_>, index: usize, room: &RoomId) {
    let before = m.ticket.decisions[index].clone();
    let stands = before.stands_in(&m.ticket, room);
    let asked = prompting::prompt_rooms(m, before.quorum);
    let rooms = authors::rooms_of_others(&m.ticket, m.facts, before.four_eyes, asked);
    let mut fresh = queueing::give(m, index, &rooms);
    if stands {
        fresh.retain(|other| other != room);
    }
    queueing::show(m, index, &before, &fresh);
    // Its time begins anew if it waited meanwhile, and the copies say so.
    if stands && before.rooms.is_empty() && m.ticket.decisions[index].rooms.contains(room) {
        showing::show_anew(m, index);
    }
}

/// Updates the line under the progress that says where people are asked.
pub fn say_where(m: &mut Move<'_>) {
    let now = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
    if now != m.ticket.doing && wording::decision::asked_where::says_where(&m.ticket.doing) {
        m.ticket.doing = now;
        match m.ticket.stage {
            Stage::Working => tasks::show_progress(m),
            Stage::Confirming => agreeing::show_card(m),
            // An unread idea has no progress.
            Stage::Intake | Stage::Clarifying | Stage::Reporting | Stage::Closed(_) => {}
        }
    }
}

/// An absent person is back: the prompt is removed from the deputy.
pub fn deputy_done(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open();
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let asked = prompting::prompt_rooms(&m, m.ticket.decisions[index].quorum);
    let four_eyes = m.ticket.decisions[index].four_eyes;
    let mut stays = authors::rooms_of_others(&m.ticket, m.facts, four_eyes, asked.clone());
    stays.extend(asked);
    let over = |room: &&RoomId| **room != m.ticket.room && !stays.contains(room);
    let left: Vec<RoomId> = m.ticket.decisions[index].rooms.iter().filter(over).cloned().collect();
    // A prompt without any room would be answered by nobody; its deciders are found when somebody comes or goes.
    if left.len() < m.ticket.decisions[index].rooms.len() {
        for room in &left {
            m.ticket.decisions[index].rooms.retain(|r| r != room);
            leave(&mut m, index, room, &Loss::NotAsked);
        }
        showing::show(&mut m, index);
    }
    let decision = m.ticket.decisions[index].clone();
    prompting::look_when_back(&mut m, &decision);
    say_where(&mut m);
    m.moved()
}

/// Changes the prompt and the reminder of a decision in a room for the last time and forgets them: people there are
/// told nothing more, and have a turn for something else. For a room that only cannot be reached, everything is kept.
pub fn leave(m: &mut Move<'_>, index: usize, left: &RoomId, why: &Loss) {
    let told = match why {
        Loss::Unreachable | Loss::Shared | Loss::Back => return,
        Loss::NotAsked => Some(wording::decision::decisions::asked_no_more(&m.ticket)),
        Loss::Left | Loss::Gone => None,
    };
    forget_in(m, index, left, (told.as_ref(), *why == Loss::Left));
    let mut decision = m.ticket.decisions[index].clone();
    line::take_back(&mut decision, left, (&m.ticket, m.facts));
    m.ticket.decisions[index] = decision;
}

/// Replaces the prompt in a room by the sentence that it is asked there later, at its turn.
pub fn ask_later_in(m: &mut Move<'_>, index: usize, room: &RoomId) {
    let told = wording::decision::decisions::asked_here_later(&m.ticket);
    forget_in(m, index, room, (Some(&told), false));
}

/// Changes the messages of a decision in a room for the last time, to these words if any, and forgets them. `bared`:
/// without words they lose their buttons.
fn forget_in(m: &mut Move<'_>, index: usize, left: &RoomId, (told, bared): (Option<&Message>, bool)) {
    let prompt = m.ticket.slot(m.ticket.decisions[index].key.as_str());
    let beside = format!("{}/", prompt.as_str());
    let of_it = |slot: &Slot| *slot == prompt || slot.as_str().starts_with(&beside);
    let mut stood: Vec<Slot> = Vec::new();
    for (slot, rooms) in m.ticket.shown.iter_mut().filter(|(slot, rooms)| of_it(slot) && rooms.contains(left)) {
        rooms.retain(|room| room != left);
        stood.push(slot.clone());
    }
    m.ticket.shown.retain(|slot, rooms| !(rooms.is_empty() && stood.contains(slot)));
    for slot in stood {
        let Some(message) = told else {
            if bared {
                m.effects.push(Effect::Bare { room: left.clone(), slot });
            }
            continue;
        };
        m.effects.push(Effect::Edit { room: left.clone(), slot: slot.clone(), message: message.clone(), calm: false });
        // A duplicate after an unclear sending.
        m.effects.push(Effect::BareCopies { room: left.clone(), slot });
    }
}
