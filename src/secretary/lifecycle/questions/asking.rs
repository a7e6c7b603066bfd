//! The questions of a ticket: which are worth asking, asking them, asking again, and going on when nobody answers.
//! The rules hold whatever the thinking proposes: two rounds, three questions, only what is on the list of subjects,
//! nothing twice and nothing that was said already.

use super::super::step::Outcome;
use super::super::transition::Move;
use super::reading;
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::lifecycle::{clarifying, late};
use crate::secretary::message::Message;
use crate::secretary::ticket::effect::Class;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::round::question::{Form, Question, Subject};
use crate::secretary::ticket::round::{PATIENCE, answers};
use crate::secretary::ticket::{MAX_ROUNDS, Round, Stage, Waiting};
use crate::secretary::wording;

/// Questions in one message (three at the most: more is an interrogation).
const MAX_QUESTIONS: usize = 3;

/// Whether one more round may be asked.
pub fn may_ask(m: &Move<'_>) -> bool {
    let t = &m.ticket;
    let by_itself = m.facts.settings.auto_clarify && t.edits.is_empty() && !t.rounds.iter().any(|r| r.unanswered);
    t.rounds.len() < MAX_ROUNDS && (t.curious || (by_itself && !t.insists))
}

/// `/clarify` while nothing is asked: the idea is read again, and what is unclear is asked this time.
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

/// What is to be asked, and what need not be since the person said it.
pub struct Sorted {
    /// Worth asking.
    pub ask: Vec<Question>,
    /// The question with the option found in the person's words.
    pub said: Vec<(Question, String)>,
}

/// Sorts what the thinking wants to know. What was said already is only taken so if `planned`, or if something else
/// is asked anyhow: without a plan it is better to ask once too often than to begin with nothing.
pub fn sorted(m: &Move<'_>, proposed: &[Question], planned: bool) -> Sorted {
    let plain = |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    let mut known: Vec<String> = m.ticket.rounds.iter().flat_map(|r| &r.questions).map(|q| plain(&q.text)).collect();
    let words = own_words(m);
    let (mut ask, mut said) = (Vec::new(), Vec::new());
    for question in proposed.iter().filter(|q| q.subject != Subject::Other).filter_map(Question::bounded) {
        let text = plain(&question.text);
        if known.contains(&text) {
            continue;
        }
        known.push(text);
        match said_option(&question, &words) {
            Some(option) => said.push((question, option)),
            None => ask.push(question),
        }
    }
    if ask.is_empty() && !planned {
        ask.extend(said.drain(..).map(|(question, _)| question));
    }
    ask.truncate(MAX_QUESTIONS);
    Sorted { ask, said }
}

/// What the person wrote of their own accord: an answer belongs to its own question.
fn own_words(m: &Move<'_>) -> Vec<String> {
    let t = &m.ticket;
    let mut words = vec![t.idea.chars().take(wording::ticket::tickets::READ_CHARS).collect()];
    words.extend(t.edits.iter().chain(&t.additions).cloned());
    words
}

/// The one option of a choice that stands in the person's words, if exactly one does and nothing denies it.
fn said_option(question: &Question, words: &[String]) -> Option<String> {
    if question.form() != Form::Single {
        return None;
    }
    let telling = |o: &&String| {
        let letters = o.chars().filter(|c| c.is_alphanumeric()).count();
        letters >= 5 || o.chars().any(|c| c.is_ascii_digit()) || (letters >= 2 && !o.chars().any(char::is_lowercase))
    };
    let named: Vec<&String> =
        question.options.iter().filter(telling).filter(|o| words.iter().any(|w| stands_in(w, o))).collect();
    match named.as_slice() {
        [one] => Some((*one).clone()),
        _ => None,
    }
}

/// Whether a text contains these words as whole words without a denial shortly before. An abbreviation counts only
/// as it is written ("EU", not "eu" in another language's words).
fn stands_in(text: &str, words: &str) -> bool {
    const DENIALS: [&str; 10] = ["not", "no", "never", "without", "except", "don't", "kein", "keine", "nicht", "ohne"];
    let split = |t: &str| -> Vec<String> {
        let exact = !words.chars().any(char::is_lowercase);
        let parts = t.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
        parts.map(|w| if exact { w.to_owned() } else { w.to_lowercase() }).collect()
    };
    let (text, words) = (split(text), split(words));
    if words.is_empty() {
        return false;
    }
    let at = |start: usize| {
        let before = &text[start.saturating_sub(3)..start];
        !before.iter().any(|w| DENIALS.contains(&w.to_lowercase().as_str()))
    };
    text.windows(words.len()).enumerate().any(|(start, part)| part == words.as_slice() && at(start))
}

/// What is assumed in place of a question that may not be asked any more.
pub fn assumption(question: &Question) -> String {
    wording::ticket::questions::assumed(&question.text, question.assumed().unwrap_or_default())
}

/// What was left to the secretary and is not among the assumptions yet, as assumptions.
pub fn judged(m: &Move<'_>, assumptions: &[String]) -> Vec<String> {
    let covered = |what: &str| !what.is_empty() && assumptions.iter().any(|a| stands_in(a, what));
    let left = m.ticket.rounds.iter().flat_map(Round::pairs).filter_map(|(question, answer)| {
        let what = answers::judged(answer?)?;
        (!covered(what)).then(|| wording::ticket::questions::assumed(&question.text, what))
    });
    left.collect()
}

/// Asks a round.
pub fn ask(mut m: Move<'_>, questions: Vec<Question>) -> Outcome {
    let index = m.ticket.rounds.len();
    let mut keys = m.keys();
    let round = Round::new(questions, m.facts.token(0), m.now);
    let remind_at = round.remind_at;
    let message = wording::ticket::questions::open(&m.ticket, index, &round, &mut keys);
    m.ticket.stage = Stage::Clarifying;
    m.ticket.curious = false;
    m.ticket.rounds.push(round);
    let name = m.ticket.rounds[index].name(index);
    m.post(&name, message, Class::Must);
    m.ticket.rounds[index].token = m.bind(&name, keys);
    m.set_timer(Timer::Questions(index), remind_at);
    m.moved()
}

/// Open questions are posted anew, and the old message points to the new one: by `/clarify`, or since a cancel was taken
/// back.
pub fn again(mut m: Move<'_>, index: usize) -> Outcome {
    let old = m.ticket.rounds[index].name(index);
    let over = wording::ticket::questions::asked_again(&m.ticket);
    m.edit(&old, &over);
    m.ticket.rounds[index].again += 1;
    m.ticket.waiting = None;
    let round = m.ticket.rounds[index].clone();
    let mut keys = m.keys();
    let message = wording::ticket::questions::open(&m.ticket, index, &round, &mut keys);
    let name = round.name(index);
    m.post(&name, message, Class::Must);
    m.ticket.rounds[index].token = m.bind(&name, keys);
    m.set_timer(Timer::Questions(index), m.now + PATIENCE);
    m.moved()
}

/// The chat of the room got a new id: open questions that stand in the old one are shown in the new one.
pub fn room_moved(mut m: Move<'_>, room: &RoomId, left: &[Slot]) -> Outcome {
    let Some((index, round)) = m.ticket.open_round().map(|(index, round)| (index, round.clone())) else {
        return late::stale();
    };
    let name = round.name(index);
    if !left.contains(&m.ticket.slot(&name)) {
        return late::stale();
    }
    let mut keys = m.keys();
    let message = wording::ticket::questions::open(&m.ticket, index, &round, &mut keys);
    m.post_in(room, &name, message, Class::Must);
    m.ticket.rounds[index].token = m.bind(&name, keys);
    m.moved()
}

/// Sets the reminder of an open round anew.
pub fn remind_later(m: &mut Move<'_>, index: usize) {
    m.set_timer(Timer::Questions(index), m.now + PATIENCE);
}

/// Nobody answered: one reminder that says what happens next, then the ticket is parked, or, where its room is set
/// so and people were told, work goes on with written assumptions.
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

/// Leaves questions of a round to the secretary, but for those only a person can answer, while there is a round to
/// come. Gives the texts of what stays open.
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

#[cfg(test)]
mod tests {
    use crate::secretary::lifecycle::questions::asking::*;

    fn choice(options: &[&str]) -> Question {
        let options = options.iter().map(|o| (*o).to_owned()).collect();
        Question { text: "Where?".into(), options, ..Question::default() }
    }

    #[test]
    fn an_option_in_the_persons_words_is_said_already() {
        for (idea, options, said) in [
            ("compare three offers in the EU", &["EU", "anywhere"][..], Some("EU")),
            ("und eu bisschen", &["EU", "anywhere"], None),
            ("a letter for Berlin, please", &["Hamburg", "Berlin"], Some("Berlin")),
            ("not in Berlin", &["Hamburg", "Berlin"], None),
            ("Hamburg or Berlin?", &["Hamburg", "Berlin"], None),
            ("up to 500 visitors", &["500", "5,000"], Some("500")),
            ("tell me more", &["few", "more"], None),
            ("Berliner Luft", &["Hamburg", "Berlin"], None),
        ] {
            let found = said_option(&choice(options), &[idea.to_owned()]);
            assert_eq!(found.as_deref(), said, "{idea}");
        }
        let several = Question { multiple: true, ..choice(&["Hamburg", "Berlin"]) };
        assert_eq!(said_option(&several, &["in Berlin".to_owned()]), None);
    }
}
