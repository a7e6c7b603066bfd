//! Asks the questions of a ticket: which are worth asking, reminders, and continuing without an answer. The bounds
//! hold whatever the model proposes: two rounds, three questions, only listed subjects, nothing twice.

use super::super::step::{Move, Outcome};
use super::reading;
use crate::secretary::effect::Class;
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::lifecycle::{clarifying, late};
use crate::secretary::message::Message;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::round::question::{MAX_QUESTIONS, Question, Subject};
use crate::secretary::ticket::round::{PATIENCE, answers};
use crate::secretary::ticket::{MAX_ROUNDS, Round, Stage, Waiting};
use crate::secretary::wording;

/// Whether one more round may be asked.
pub fn may_ask(m: &Move<'_>) -> bool {
    let t = &m.ticket;
    let by_itself = m.facts.settings.auto_clarify && t.edits.is_empty() && !t.rounds.iter().any(|r| r.unanswered);
    t.rounds.len() < MAX_ROUNDS && (t.curious || by_itself)
}

/// `/clarify` while nothing is asked: the idea is read again, and unclear points are asked.
pub fn ask_more(mut m: Move<'_>) -> Outcome {
    if m.ticket.rounds.len() >= MAX_ROUNDS {
        return Outcome::Refused(wording::talk::refusals::asked_enough(m.ticket.number));
    }
    m.ticket.curious = true;
    if matches!(m.ticket.waiting, Some(Waiting::Setup(_))) {
        m.ticket.waiting = None;
    }
    let note = wording::ticket::questions::looking(m.halted());
    reading::ask_triage(&mut m);
    m.noted(note)
}

/// The questions of a proposal that are asked: listed subjects only, not asked before, three at most. Whether the
/// person said the answer already is for the model to know.
pub fn sorted(m: &Move<'_>, proposed: &[Question]) -> Vec<Question> {
    let plain = |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    let mut known: Vec<String> = m.ticket.rounds.iter().flat_map(|r| &r.questions).map(|q| plain(&q.text)).collect();
    let mut ask = Vec::new();
    for question in proposed.iter().filter(|q| q.subject != Subject::Other).filter_map(Question::bounded) {
        let text = plain(&question.text);
        if !known.contains(&text) {
            known.push(text);
            ask.push(question);
        }
    }
    ask.truncate(MAX_QUESTIONS);
    ask
}

/// The assumption in place of a question that may not be asked any more.
pub fn assumption(question: &Question) -> String {
    wording::ticket::questions::assumed(&question.text, question.assumed().unwrap_or_default())
}

/// Answers that were left to the secretary and are no assumptions yet, as assumptions.
pub fn judged(m: &Move<'_>, assumptions: &[String]) -> Vec<String> {
    let covered = |what: &str| !what.is_empty() && assumptions.iter().any(|a| stands_in(a, what));
    let left = m.ticket.rounds.iter().flat_map(Round::pairs).filter_map(|(question, answer)| {
        let what = answers::judged(answer?)?;
        (!covered(what)).then(|| wording::ticket::questions::assumed(&question.text, what))
    });
    left.collect()
}

/// Whether an assumption contains these words as whole words.
fn stands_in(assumption: &str, words: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let (assumption, words) = (split(assumption), split(words));
    !words.is_empty() && assumption.windows(words.len()).any(|part| part == words.as_slice())
}

/// Asks a round.
pub fn ask(mut m: Move<'_>, questions: Vec<Question>) -> Outcome {
    let index = m.ticket.rounds.len();
    let round = Round::new(questions, m.facts.token(0), m.now);
    let remind_at = round.remind_at;
    m.ticket.stage = Stage::Clarifying;
    m.ticket.curious = false;
    m.ticket.rounds.push(round);
    show(&mut m, index, |m, name, message| m.post(name, message, Class::Must));
    m.set_timer(Timer::Questions(index), remind_at);
    m.moved()
}

/// Shows an open round under fresh buttons: `put` posts its message or edits it.
pub fn show(m: &mut Move<'_>, index: usize, put: impl FnOnce(&mut Move<'_>, &str, Message)) {
    let mut keys = m.keys();
    let round = &m.ticket.rounds[index];
    let message = wording::ticket::questions::open(&m.ticket, index, round, &mut keys);
    let name = round.name(index);
    put(m, &name, message);
    m.ticket.rounds[index].token = m.bind(&name, keys);
}

/// Posts open questions anew, by `/clarify` or after the undo of a cancellation. The old message refers to the new
/// one.
pub fn again(mut m: Move<'_>, index: usize) -> Outcome {
    let old = m.ticket.rounds[index].name(index);
    let over = wording::ticket::questions::asked_again(&m.ticket);
    m.edit(&old, &over);
    m.ticket.rounds[index].again += 1;
    m.ticket.waiting = None;
    show(&mut m, index, |m, name, message| m.post(name, message, Class::Must));
    m.set_timer(Timer::Questions(index), m.now + PATIENCE);
    m.moved()
}

/// The chat of the room got a new id: open questions are shown in the new chat.
pub fn room_moved(mut m: Move<'_>, room: &RoomId, left: &[Slot]) -> Outcome {
    let stood = m.ticket.open_round().filter(|(index, round)| left.contains(&m.ticket.slot(&round.name(*index))));
    let Some((index, _)) = stood else { return late::stale() };
    show(&mut m, index, |m, name, message| m.post_in(room, name, message, Class::Must));
    m.moved()
}

/// Sets the reminder of an open round anew.
pub fn remind_later(m: &mut Move<'_>, index: usize) {
    m.set_timer(Timer::Questions(index), m.now + PATIENCE);
}

/// Nobody answered: one reminder says what happens next. Then the ticket waits, or, if its room is set so and people
/// were told, work continues with written assumptions.
pub fn reminded(mut m: Move<'_>, index: usize) -> Outcome {
    let open = m.ticket.rounds.get(index).is_some_and(|r| !r.closed);
    if !open || m.ticket.paused {
        return late::stale();
    }
    let warned = m.ticket.rounds[index].warned;
    if warned && !m.facts.goes_on {
        return late::stale();
    }
    if warned {
        return go_on(m, index);
    }
    m.ticket.waiting = Some(Waiting::Answers);
    let until = m.facts.goes_on.then(|| m.now + PATIENCE);
    let message = wording::ticket::questions::reminder(&m.ticket, &m.ticket.rounds[index], until, m.facts.zone, m.now);
    m.post(&format!("nudge{index}"), message, Class::Must);
    if until.is_some() {
        m.ticket.rounds[index].warned = true;
        remind_later(&mut m, index);
    }
    m.moved()
}

fn go_on(mut m: Move<'_>, index: usize) -> Outcome {
    let round = &mut m.ticket.rounds[index];
    round.unanswered = true;
    for i in answers::untouched(round) {
        round.answers[i] = Some(answers::left(&round.questions[i]));
    }
    answers::count_ticks(round);
    clarifying::settle(m, index, "")
}

/// Leaves questions of a round to the secretary, except those that only a person can answer while another round is
/// possible. Returns the texts of the open ones.
pub fn leave(round: &mut Round, index: usize, which: &[usize]) -> Vec<String> {
    let last = index + 1 >= MAX_ROUNDS;
    let mut needed = Vec::new();
    for i in which {
        let question = &round.questions[*i];
        if question.needs_person() && !last {
            needed.push(question.text.clone());
        } else {
            round.answers[*i] = Some(answers::left(question));
        }
    }
    needed
}

/// Says in the chat which questions cannot be left to the secretary.
pub fn say_needed(m: &mut Move<'_>, needed: &[String]) {
    let text = wording::ticket::questions::still_needed(needed);
    let name = format!("needed{}", m.ticket.version);
    let message = Message::lines([format!("#{} {text}", m.ticket.number)]);
    m.answer(&name, message, Class::Answer);
}
