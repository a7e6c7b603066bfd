//! Moves open prompts out of a room in which they can no longer be answered, to the rooms where they would be asked
//! now; and asks them in a room that can be reached again.

use super::super::step::Outcome;
use super::super::transition::Move;
use super::{confirm_irreversible, deadlines, prompting, queueing};
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::{Decision, Subject, authors, line};
use crate::secretary::ids::{DecisionId, RoomId, Slot};
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::work::{agreeing, tasks};
use crate::secretary::message::Message;
use crate::secretary::ticket::Stage;
use crate::secretary::ticket::effect::{Class, Effect};
use crate::secretary::wording;

/// Moves open prompts out of a room: they are shown again where people can be reached and may decide.
pub fn lost(mut m: Move<'_>, lost: &RoomId, why: &Loss) -> Outcome {
    // With whoever was erased their chats are gone from every list already.
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
            // It is asked elsewhere since that room could not be reached for a while.
            leave(&mut m, index, lost, why);
        }
    }
    say_where(&mut m);
    m.moved()
}

/// The chat of a room got a new id: open prompts that stand in the old one are shown in the new one. Whoever still sees
/// the old ones may press them.
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

/// A prompt leaves a room for where it would be shown if it were asked now: to those who have a turn for it.
fn move_on(m: &mut Move<'_>, index: usize, lost: &RoomId, why: &Loss) {
    let before = m.ticket.decisions[index].clone();
    if *why != Loss::Shared {
        m.ticket.decisions[index].rooms.retain(|r| r != lost);
    }
    let asked = prompting::prompt_rooms(m, before.quorum);
    let others = asked.iter().filter(|r| *r != lost).cloned().collect();
    let wanted = authors::rooms_of_others(&m.ticket, m.facts, before.four_eyes, others);
    // Where the idea came from it would be asked all the same: it is answered there once that can be reached.
    let stays = *why == Loss::Unreachable
        && authors::rooms_of_others(&m.ticket, m.facts, before.four_eyes, asked).contains(lost);
    let home = m.ticket.room.clone();
    let rooms = if wanted.is_empty() && home != *lost { vec![home] } else { wanted };
    let fresh = queueing::give(m, index, &rooms);
    let decision = &m.ticket.decisions[index];
    if decision.rooms.is_empty() && (stays || !decision.waits()) {
        // Nowhere else to go: it is reminded of there once the room can be reached again.
        m.ticket.decisions[index].rooms.push(lost.clone());
    } else {
        leave(m, index, lost, why);
    }
    // Where it stands already its buttons stay those that are there.
    queueing::show(m, index, &before, &fresh);
}

/// Whether a prompt that is asked elsewhere would be asked in this room if it were asked now. What asks about somebody's own
/// press stands where they pressed; who stands in line for it is asked when it is their turn.
fn return_is_wanted(m: &Move<'_>, decision: &Decision, room: &RoomId) -> bool {
    let in_line = m.facts.direct_rooms.get(room).is_some_and(|person| !decision.calls(person));
    if decision.subject == Subject::Redo || decision.rooms.contains(room) || in_line {
        return false;
    }
    let rooms = prompting::prompt_rooms(m, decision.quorum);
    authors::rooms_of_others(&m.ticket, m.facts, decision.four_eyes, rooms).contains(room)
}

/// A prompt is asked in a room again, if somebody there has a turn for it: what stands there, or waits to be sent there,
/// stays; else it is shown.
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
    // Its time begins anew where it waited meanwhile, and what stands there says so.
    if stands && before.rooms.is_empty() && m.ticket.decisions[index].rooms.contains(room) {
        confirm_irreversible::show_anew(m, index);
    }
}

/// The line under the progress says where people are asked, if that is what it said and they are asked elsewhere by now.
pub fn say_where(m: &mut Move<'_>) {
    let now = prompting::open_line(&m.ticket, m.facts).unwrap_or_default();
    if now != m.ticket.doing && wording::decision::asked_where::says_where(&m.ticket.doing) {
        m.ticket.doing = now;
        match m.ticket.stage {
            Stage::Working => tasks::show_progress(m),
            Stage::Confirming => agreeing::show_card(m),
            // An idea that is not read yet has no progress.
            Stage::Intake | Stage::Clarifying | Stage::Reporting | Stage::Closed(_) => {}
        }
    }
}

/// Whoever was away is back: the prompt leaves those who decided for them.
pub fn deputy_done(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open();
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let asked = prompting::prompt_rooms(&m, m.ticket.decisions[index].quorum);
    let four_eyes = m.ticket.decisions[index].four_eyes;
    let mut stays = authors::rooms_of_others(&m.ticket, m.facts, four_eyes, asked.clone());
    stays.extend(asked);
    let over = |room: &&RoomId| **room != m.ticket.room && !stays.contains(room);
    let left: Vec<RoomId> = m.ticket.decisions[index].rooms.iter().filter(over).cloned().collect();
    // What is left by everybody would be answered by nobody: who decides then is found when somebody comes or goes.
    if left.len() < m.ticket.decisions[index].rooms.len() {
        for room in &left {
            m.ticket.decisions[index].rooms.retain(|r| r != room);
            leave(&mut m, index, room, &Loss::NotAsked);
        }
        deadlines::show(&mut m, index);
    }
    let decision = m.ticket.decisions[index].clone();
    prompting::look_when_back(&mut m, &decision);
    say_where(&mut m);
    m.moved()
}

/// What stands there of a decision, the question and its reminder, is changed for the last time and forgotten: whoever reads
/// it is told nothing more of it, and has a turn for something else. Of a room that can only not be reached everything is kept.
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

/// What stands in a room of a decision gives way to the word that it is asked there later, when it is its turn.
pub fn ask_later_in(m: &mut Move<'_>, index: usize, room: &RoomId) {
    let told = wording::decision::decisions::asked_here_later(&m.ticket);
    forget_in(m, index, room, (Some(&told), false));
}

/// Changes what stands in a room of a decision for the last time, to these words if there are any, and forgets it. `bared`: where
/// there are none it loses its buttons.
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
        // A second copy of it, where a sending was unclear.
        m.effects.push(Effect::BareCopies { room: left.clone(), slot });
    }
}
