//! Sentences about an open decision as time passes: reminders, the deadline, and what followed from silence.

use super::decisions::outcome;
use super::voting;
use crate::secretary::decision::Decision;
use crate::secretary::decision::deadline::Policy;
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::Facts;
use crate::secretary::when;
use crate::secretary::wording::style::moments::time;
use crate::secretary::wording::style::{question_marks, who_must_act};
use crate::secretary::wording::ticket::tickets::{about, number};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Beside a verdict, in place of a name, when nobody answered.
pub const NOBODY: &str = "Nobody answered, taken as announced";

/// The short answer to Undo.
pub const BACK: &str = "Taken back. The decision is yours again.";

/// Undo pressed twice.
pub fn open_already() -> String {
    "Already taken back; the decision is open.".to_owned()
}

/// How to decide from below the prompt.
const HOW: &str = "Press a button above, or reply with the number of an option.";

/// What follows from silence, announced.
pub(in crate::secretary::wording) fn silence(decision: &Decision, policy: Policy) -> String {
    match policy {
        Policy::Hold => "Without an answer I go on waiting.".to_owned(),
        Policy::Recommended => {
            let chosen = decision.asked.recommended.and_then(|i| Some((i, decision.asked.options.get(i)?)));
            let chosen = chosen.map_or_else(String::new, |(i, o)| format!(" {}, “{}”", i + 1, o.label));
            format!("Without an answer I take option{chosen}; you can undo that until the step that asked is done.")
        }
        Policy::Cancel => "Without an answer I call this ticket off; you can undo that.".to_owned(),
    }
}

/// The same in a few words, beside the end of its time; none where nothing follows.
pub(in crate::secretary::wording) fn silence_briefly(decision: &Decision, policy: Policy) -> Option<String> {
    match policy {
        Policy::Hold => None,
        Policy::Recommended => {
            let option = decision.asked.recommended.map_or_else(String::new, |option| format!(" {}", option + 1));
            Some(format!("Without an answer I take option{option}."))
        }
        Policy::Cancel => Some("Without an answer I call this ticket off.".to_owned()),
    }
}

/// "nobody answered by Mon 24 Nov, 18:00 (Berlin)".
pub fn nobody_by(at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
    format!("nobody answered by {}", when::say_time(at, zone, now))
}

/// A planned reminder of an open decision.
pub fn reminder(ticket: &Ticket, decision: &Decision, facts: &Facts, now: DateTime<Utc>) -> Message {
    let zone = facts.zone;
    let question = &decision.asked.question;
    let mut spans = vec![question_marks::sign(decision), number(ticket), Span::text(" still waits for a decision")];
    match decision.deadline() {
        Some(deadline) => {
            let left = when::say_relative(deadline.at, now);
            let more = format!(", {left}: {question} {HOW} {}", silence(decision, deadline.policy));
            spans.extend([Span::text(", by "), time(deadline.at, zone, now), Span::text(more)]);
        }
        None => spans.push(Span::text(format!(": {question} {HOW}"))),
    }
    called(ticket, decision, spans, facts)
}

/// The time for an answer is over and nothing follows from that.
pub fn still_waiting(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Message {
    let text = format!(" still waits; the time for this decision is over: {} {HOW}", decision.asked.question);
    called(ticket, decision, vec![question_marks::sign(decision), number(ticket), Span::text(text)], facts)
}

/// Where others read along it is said, and notified, whose answer is waited for; where it is read elsewhere, what it is about; and
/// where several must agree, how it stands.
fn called(ticket: &Ticket, decision: &Decision, mut spans: Vec<Span>, facts: &Facts) -> Message {
    let alone = ticket.direct && decision.rooms.iter().all(|room| *room == ticket.room);
    let (people, can) = if alone { (Vec::new(), "") } else { voting::still_wanted(ticket, decision, facts) };
    if !people.is_empty() {
        spans.push(Span::text(" "));
        spans.extend(who_must_act::either(people.clone()));
        spans.push(Span::text(can));
    }
    let more =
        question_marks::about(ticket, decision).into_iter().chain(voting::in_a_reminder(ticket, decision, facts));
    let message = more.fold(Message::default().spans(spans), Message::line);
    let called: Vec<Span> =
        people.into_iter().filter(|span| span.person().is_none_or(|person| decision.calls(person))).collect();
    who_must_act::calling(message, &called)
}

/// The time ended while the secretary was away, or all but.
pub fn extended(ticket: &Ticket, decision: &Decision, facts: &Facts, now: DateTime<Utc>) -> Message {
    let zone = facts.zone;
    let deadline = decision.deadline();
    let lead = " I was offline, so there is more time for this decision: you have until ";
    let silence = deadline.map(|d| silence(decision, d.policy)).unwrap_or_default();
    let more = format!(": {} {HOW} {silence}", decision.asked.question);
    let until = time(deadline.map_or(now, |d| d.at), zone, now);
    let spans =
        vec![question_marks::sign(decision), number(ticket), Span::text(lead), until, Span::text(more.trim_end())];
    called(ticket, decision, spans, facts)
}

/// An open decision has more time, or one more option.
pub fn widened(
    decision: &Decision,
    (until, option): (Option<DateTime<Utc>>, Option<&str>),
    zone: Tz,
    now: DateTime<Utc>,
) -> String {
    let added = option.map(|option| format!("“{}” is an option now, too.", short(option.trim(), 60)));
    let moved = until.map(|at| {
        let silence = decision.deadline().map(|deadline| silence(decision, deadline.policy)).unwrap_or_default();
        format!("You have until {}. {silence}", when::say_time(at, zone, now))
    });
    let said: Vec<String> = added.into_iter().chain(moved).collect();
    said.join(" ").trim_end().to_owned()
}

/// A time that an answer cannot be wanted by.
pub fn out_of_reach() -> String {
    "The time for a decision can end in 15 minutes at the earliest and in 30 days at the latest.".to_owned()
}

/// A moment before the one until which there is time.
pub fn later_already() -> String {
    "There is more time than that already.".to_owned()
}

/// An option that would be no name.
pub fn no_option() -> String {
    "An option needs a name with letters, so that it can be told from the numbers.".to_owned()
}

/// An option that is offered already.
pub fn option_there(label: &str) -> String {
    format!("“{}” is an option already.", short(label, 60))
}

/// No more options can be offered.
pub fn too_many_options() -> String {
    "There are as many options as fit. “Other…” takes an answer in your own words.".to_owned()
}

/// A reminder once another one stands below it.
pub fn reminded_again(ticket: &Ticket) -> Message {
    about(ticket, " Reminded again below.").silently()
}

/// A reminder once nothing waits any more.
pub fn reminder_over(ticket: &Ticket, decision: &Decision, zone: Tz) -> Message {
    let question = Span::text(format!(" {} ", short(&decision.asked.question, 200)));
    let head = [question_marks::sign(decision), number(ticket), question];
    let spans = head.into_iter().chain(outcome(decision, zone, Span::Text));
    Message::default().spans(spans.collect()).silently()
}

/// Nobody answered and the recommended option was taken.
pub fn taken(ticket: &Ticket, decision: &Decision, zone: Tz, keys: &mut Keys) -> Message {
    let undo = TicketAct::Reopen { decision: decision.key.clone() }.on(&ticket.id);
    Message::default()
        .spans(vec![
            question_marks::sign(decision),
            number(ticket),
            Span::text(format!(" {}", decision.asked.question)),
        ])
        .spans(outcome(decision, zone, Span::Strong))
        .row(vec![keys.plain("Undo", undo)])
}

/// The choice was undone.
pub fn taken_back(ticket: &Ticket, decision: &Decision, by: &str) -> Message {
    let text = format!(" Taken back by {by}; the decision is open again: {}", decision.asked.question);
    Message::default().spans(vec![question_marks::sign(decision), number(ticket), Span::text(text)]).silently()
}

/// The work has gone on with what was taken.
pub fn too_late(ticket: &Ticket) -> String {
    format!(
        "The work has gone on with it. Reply to any message of #{} with what should be different, and I add it.",
        ticket.number
    )
}
