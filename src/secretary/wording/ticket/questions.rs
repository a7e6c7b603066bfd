//! Sentences about the questions of a ticket: asking, answering, reminding, continuing without an answer.

use super::tickets::{about, number};
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Button, Message, Span};
use crate::secretary::names::phrases::{count, short};
use crate::secretary::ticket::facts::Facts;
use crate::secretary::ticket::round::answers;
use crate::secretary::ticket::round::question::Question;
use crate::secretary::ticket::{MAX_ROUNDS, Round, Ticket};
use crate::secretary::wording::style::{moments, who_must_act};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The questions of a round, as they stand.
pub fn open(ticket: &Ticket, index: usize, round: &Round, keys: &mut Keys) -> Message {
    let how_many = match round.questions.len() {
        1 => "One quick question".to_owned(),
        2 => "Two quick questions".to_owned(),
        n => format!("{n} quick questions"),
    };
    let asked = who_must_act::requester(ticket);
    let mut head = vec![number(ticket), Span::text(format!(" {how_many}"))];
    if let Some(person) = &asked {
        head.extend([Span::text(" for "), person.clone()]);
    }
    head.push(Span::text(format!(" ({}/{}):", index + 1, MAX_ROUNDS)));
    let mut message = who_must_act::calling(Message::default().spans(head), asked.as_slice());
    let many = round.questions.len() > 1;
    for (i, question) in round.questions.iter().enumerate() {
        let lead = if many { format!("{}) ", i + 1) } else { String::new() };
        let line = match &round.answers[i] {
            Some(answer) => {
                let said = Span::strong(format!("✔ {}", in_our_words(answer)));
                vec![Span::text(format!("{lead}{} ", question.text)), said]
            }
            None => vec![Span::text(format!("{lead}{}{}", question.text, hint_of(question)))],
        };
        message = message.spans(line);
        if round.answers[i].is_none() {
            message = message.row(option_row(ticket, index, i, round, keys));
            if question.multiple && !question.options.is_empty() {
                let done = TicketAct::TicksDone { round: index, question: i }.on(&ticket.id);
                message = message.row(vec![keys.good("Done", done)]);
            }
        }
    }
    let hint = if many { "Tap, or write your answers in one message." } else { "Tap, or just write." };
    let judge = TicketAct::Judge { round: index }.on(&ticket.id);
    let mut message =
        message.spans(vec![Span::Soft(hint.to_owned())]).row(vec![keys.plain("Use your judgement", judge)]);
    message.asks_text = true;
    message
}

/// More than an answer may have.
pub fn too_long(length: usize) -> String {
    format!(
        "That is {} characters, and an answer can have {}. I have not taken it; send the part that matters.",
        count(length as u64),
        count(answers::LONGEST as u64)
    )
}

fn option_row(ticket: &Ticket, index: usize, question: usize, round: &Round, keys: &mut Keys) -> Vec<Button> {
    let ticked = round.ticked.get(question).cloned().unwrap_or_default();
    let options = &round.questions[question].options;
    let press = |option, label: &String, keys: &mut Keys| {
        let action = TicketAct::Answer { round: index, question, option }.on(&ticket.id);
        let tick = if ticked.contains(&option) { "☑ " } else { "" };
        keys.plain(format!("{tick}{label}"), action)
    };
    options.iter().enumerate().map(|(option, label)| press(option, label, keys)).collect()
}

/// What a question wants beside words: the bounds of a number, and that nobody else can answer it.
fn hint_of(question: &Question) -> String {
    let range = question.range.map(|(low, high)| format!(" ({low} to {high})")).unwrap_or_default();
    let needed = if question.needs_person() { " (only you can say)" } else { "" };
    format!("{range}{needed}")
}

/// An answer as we say it: kept in the person's words, which the thinking reads.
pub(in crate::secretary::wording) fn in_our_words(answer: &str) -> String {
    let answer = short(answer, 200);
    match answers::judged(&answer) {
        Some("") => "my judgement".to_owned(),
        Some(what) => format!("my judgement ({what})"),
        None => answer,
    }
}

/// The questions once their round is closed.
pub fn answered(ticket: &Ticket, round: &Round) -> Message {
    let many = round.questions.len() > 1;
    let answers: Vec<String> = round
        .answers
        .iter()
        .enumerate()
        .map(|(i, a)| {
            let answer = a.as_deref().map_or_else(|| "left to me".to_owned(), in_our_words);
            if many { format!("{}) {answer}", i + 1) } else { answer }
        })
        .collect();
    about(ticket, format!(" {}. Thanks.", answers.join(" · "))).silently()
}

/// A card that rests on an answer that is not wanted any more.
pub fn answer_unwanted() -> &'static str {
    "Taken back: an answer it rests on counts no more."
}

/// Questions nobody needs to answer any more.
pub fn over(ticket: &Ticket) -> Message {
    about(ticket, " These questions are settled.").silently()
}

/// The button that asks what was not asked because questions are switched off.
pub fn ask_first(ticket: &Ticket, facts: &Facts, keys: &mut Keys) -> Vec<Button> {
    if facts.settings.auto_clarify || ticket.curious || ticket.rounds.len() >= MAX_ROUNDS {
        return Vec::new();
    }
    let line = format!("clarify {}", ticket.number);
    vec![keys.plain("Ask me first", Action::Command { line })]
}

/// Questions that are asked again further down.
pub fn asked_again(ticket: &Ticket) -> Message {
    about(ticket, " I ask again below.").silently()
}

/// The nudge for open questions: what happens if nobody answers. `until` is when work goes on without an answer.
pub fn reminder(ticket: &Ticket, round: &Round, until: Option<DateTime<Utc>>, zone: Tz, now: DateTime<Utc>) -> Message {
    let asked = who_must_act::requester(ticket);
    let lead = Span::text(if asked.is_some() { " still needs an answer of " } else { " still needs your answer" });
    let text = format!(
        " before I can start: {}. Answer above, or tap “Use your judgement”.",
        ticket.title.trim_end_matches('.')
    );
    let spans = [number(ticket), lead].into_iter().chain(asked.clone()).chain([Span::text(text)]).collect();
    let message = who_must_act::calling(Message::default().spans(spans), asked.as_slice());
    let Some(at) = until else { return message.line("Until then it waits; nothing is lost.") };
    let taken: Vec<String> = round
        .pairs()
        .filter(|(_, answer)| answer.is_none())
        .map(|(question, _)| assumed(&question.text, question.assumed().unwrap_or_default()))
        .collect();
    let line = vec![
        Span::text("Without an answer by "),
        moments::time(at, zone, now),
        Span::text(format!(" I go on and assume: {}.", taken.join("; "))),
    ];
    message.spans(line)
}

/// An assumption in place of an answer; `what` is empty where nothing but judgement is left.
pub fn assumed(question: &str, what: &str) -> String {
    format!("{question} {}", if what.is_empty() { "my own judgement" } else { what })
}

/// An assumption about an idea nothing more could be read from.
pub fn as_they_are() -> String {
    "I take your words as they are, since I could not work out more".to_owned()
}

/// The last open question was answered.
pub fn thanks() -> &'static str {
    "Thanks."
}

/// Words that are read along with those before.
pub fn noted() -> &'static str {
    "Noted."
}

/// Questions that only a person can answer.
pub fn still_needed(questions: &[String]) -> String {
    let named: Vec<String> = questions.iter().map(|q| format!("“{}”", short(q, 60))).collect();
    format!("I can't guess {}. Please answer that yourself; then I go on.", named.join(" and "))
}

/// Words that are no answer to this question.
pub fn unfit(question: &str, why: answers::Unfit) -> String {
    match why {
        answers::Unfit::TooLong(length) => too_long(length),
        answers::Unfit::OutOfRange(low, high) => {
            format!("“{}”: please give a number between {low} and {high}.", short(question, 80))
        }
    }
}

/// The idea is read again for what is unclear.
pub fn looking(halted: bool) -> &'static str {
    if halted {
        "I'll ask what is unclear as soon as work goes on; it is paused now."
    } else {
        "Let me see what is unclear."
    }
}
