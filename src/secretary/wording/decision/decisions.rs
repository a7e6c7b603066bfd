//! The prompt of a decision and its outcome. Sentences about passing time are in `deadlines`.

use super::deadlines::silence;
use super::{sure, voting};
use crate::secretary::decision::{AskedOption, Decision, DecisionState, Subject};
use crate::secretary::message::action::TicketAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{capital, either, short};
use crate::secretary::people::names::nameless;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::{changed, line};
use crate::secretary::ticket::facts::Facts;
use crate::secretary::when;
use crate::secretary::wording::settings::unkept_limits;
use crate::secretary::wording::style::moments::{clock, time};
use crate::secretary::wording::style::{question_marks, who_must_act};
use crate::secretary::wording::ticket::tickets::{about, number};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// Characters of an answer of somebody's own that the outcome repeats; all of it is kept and goes to the work.
const SHOWN: usize = 1_000;
/// On the button for an answer of somebody's own.
const OTHER: &str = "Other…";

/// The prompt: the question, why now, each option with what follows, what speaks for and against it, the recommended
/// one marked with the reason, the deadline and what happens without an answer, who asks and who may decide.
pub fn prompt(ticket: &Ticket, decision: &Decision, facts: &Facts, now: DateTime<Utc>, keys: &mut Keys) -> Message {
    let asked = &decision.asked;
    let mut message = question_marks::about(ticket, decision).into_iter().fold(head(ticket, decision), Message::line);
    if !asked.why.is_empty() {
        message = message.line(asked.why.clone());
    }
    if let Subject::Budget(scope) = decision.subject {
        message = unkept_limits::no_way_on(facts, scope).into_iter().fold(message, Message::line);
    }
    for (i, option) in asked.options.iter().enumerate() {
        let label = question_marks::called(decision, &option.label, SHOWN);
        message.blocks.push(option_line(i, &label, &option.impact, asked.recommended == Some(i)));
        let sides = sides(option);
        if !sides.is_empty() {
            message = message.line(format!("   {sides}"));
        }
    }
    if !asked.reason.is_empty() && asked.recommended.is_some() {
        message = message.line(format!("★ because {}", asked.reason.trim_end_matches('.')));
    }
    let mut wait = without_answer(decision, facts.zone, now);
    wait.push(Span::text(format!(" {}", asker(ticket, decision, facts))));
    let people = voting::people(ticket, decision, facts);
    if !people.is_empty() {
        wait.extend(who_must_act::either(people.clone()));
        wait.push(Span::text(" can decide."));
    }
    let others = voting::others_can(ticket, decision, facts);
    wait.extend(
        others.map(|others| Span::text(if people.is_empty() { others.to_owned() } else { format!(" {others}") })),
    );
    // Whoever has enough before them already is not called to one more.
    let called: Vec<Span> =
        people.into_iter().filter(|span| span.person().is_none_or(|person| decision.calls(person))).collect();
    message = who_must_act::calling(message.spans(wait), &called);
    message = more_wait(line::behind(decision, ticket, facts)).into_iter().fold(message, Message::line);
    message = voting::standing(ticket, decision, facts).into_iter().fold(message, Message::line);
    message.asks_text = true;
    // Below everything else, so that no other button changes its place.
    let message = buttons(ticket, decision, message, keys);
    let message = voting::take_back(ticket, decision, message, keys);
    sure::question(ticket, decision, facts, message, keys)
}

fn buttons(ticket: &Ticket, decision: &Decision, mut message: Message, keys: &mut Keys) -> Message {
    for (option, choice) in decision.asked.options.iter().enumerate() {
        let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&ticket.id);
        let label = question_marks::called(decision, &choice.label, SHOWN);
        let words = question_marks::on_button(decision, option, &label);
        let advised = decision.asked.recommended == Some(option);
        let button = if advised { keys.good(words, action) } else { keys.plain(words, action) };
        message = message.row(vec![button]);
    }
    match decision.subject {
        Subject::Work | Subject::Redo => {
            let other = TicketAct::DecideOther { decision: decision.key.clone() }.on(&ticket.id);
            let label = if only_adds(decision) { "Add my words" } else { OTHER };
            message.row(vec![keys.form(label, "Your own answer", "What do you decide?", other)])
        }
        Subject::Approval => super::approvals::buttons(ticket, decision, message, keys),
        Subject::Plan => message.row(vec![crate::secretary::wording::ticket::cards::edit_button(ticket, keys)]),
        Subject::Limit | Subject::Budget(_) | Subject::Failure | Subject::Assign | Subject::Unknown => message,
    }
}

/// Whether words to it are added to the report, and nothing else changes: there is no language model.
pub(in crate::secretary::wording) fn only_adds(decision: &Decision) -> bool {
    decision.subject == Subject::Redo && decision.asked.options.len() == 1
}

fn head(ticket: &Ticket, decision: &Decision) -> Message {
    let label = match decision.subject {
        Subject::Work => of_work(decision),
        Subject::Plan => " Shall this begin?".to_owned(),
        Subject::Limit | Subject::Budget(_) => " May I go on?".to_owned(),
        Subject::Failure => " Something did not work".to_owned(),
        Subject::Assign => " Somebody has to do this".to_owned(),
        Subject::Unknown => " Did this happen?".to_owned(),
        Subject::Redo => " Open again".to_owned(),
        Subject::Approval => " May I do this?".to_owned(),
    };
    Message::default()
        .spans(vec![question_marks::sign(decision), number(ticket), Span::text(label)])
        .spans(vec![Span::strong(decision.asked.question.clone())])
}

/// What stands over a question of the work. Agents may begin nothing as one that is over (`status_marks::as_said`).
fn of_work(decision: &Decision) -> String {
    let head = match decision.state {
        DecisionState::Open => " One decision for you",
        DecisionState::Made(_) => " Decided",
        DecisionState::Dropped => return " No longer asked".to_owned(),
    };
    match question_marks::kind(decision) {
        "" => head.to_owned(),
        kind => format!("{head}: {kind}"),
    }
}

fn option_line(index: usize, label: &str, impact: &str, recommended: bool) -> Block {
    let star = if recommended { "★ " } else { "" };
    let effect = if impact.is_empty() { String::new() } else { format!(" ({})", impact.trim_end_matches('.')) };
    let spans = vec![Span::text(format!("{}. {star}", index + 1)), Span::strong(label), Span::text(effect)];
    Block::Line(spans)
}

/// What speaks for an option and against it.
fn sides(option: &AskedOption) -> String {
    let side = |name: &str, text: &str| {
        let text = text.trim_end_matches('.');
        if text.is_empty() { String::new() } else { format!("{name}: {text}.") }
    };
    [side("For", &option.pros), side("Against", &option.cons)].join(" ").trim().to_owned()
}

/// The deadline with a countdown and what follows from silence, else when people are reminded.
pub(in crate::secretary::wording) fn without_answer(decision: &Decision, zone: Tz, now: DateTime<Utc>) -> Vec<Span> {
    match decision.deadline() {
        None if decision.subject == Subject::Redo => vec![Span::text("I wait for your word before I do anything.")],
        Some(deadline) => vec![
            Span::strong("By "),
            time(deadline.at, zone, now),
            Span::text(format!(", {}. {}", when::say_relative(deadline.at, now), silence(decision, deadline.policy))),
        ],
        None => {
            let lead = if decision.overdue { "The time for it is over; I still wait" } else { "I'll wait" };
            vec![
                Span::text(format!("{lead} for you and remind you on ")),
                time(decision.remind_at, zone, now),
                Span::text(". Without an answer nothing happens."),
            ]
        }
    }
}

/// The agent that asks.
fn asker(ticket: &Ticket, decision: &Decision, facts: &Facts) -> String {
    let task = ticket.task(&decision.task).filter(|_| decision.subject == Subject::Work);
    let agent = task.and_then(|t| t.agent.as_deref());
    agent.map_or_else(String::new, |a| format!("{} asks this. ", facts.agent_title(a)))
}

/// The prompt after it was settled: the outcome stands where the buttons were.
pub fn settled(ticket: &Ticket, decision: &Decision, zone: Tz) -> Message {
    let message = head(ticket, decision);
    if decision.open() {
        return message;
    }
    let message = message.spans(outcome(decision, zone, Span::Strong)).silently();
    let now = changed::standing(ticket, decision);
    if now.key != decision.key {
        return message
            .spans(vec![Span::text("Changed since: ")].into_iter().chain(outcome(now, zone, Span::Strong)).collect());
    }
    match decision.called_off() {
        Some(_) => message.line(format!("/resume {} takes it up again.", ticket.number)),
        None => message,
    }
}

/// "✔ Only monthly terms. Mara, 14:12"; for nobody, by when nobody had answered. The words are of this style, the moment is
/// the reader's.
pub fn outcome(decision: &Decision, zone: Tz, style: impl Fn(String) -> Span) -> Vec<Span> {
    let dated = |lead: String, at: DateTime<Utc>, now: DateTime<Utc>| {
        vec![style(format!("{lead}: nobody answered by ")), time(at, zone, now), style(".".to_owned())]
    };
    match (&decision.state, decision.asked.deadline) {
        (DecisionState::Open, _) => Vec::new(),
        (DecisionState::Dropped, _) => match decision.called_off() {
            Some(at) => dated("✖ Ticket called off, as announced".to_owned(), at, at),
            None => vec![style("No longer needed.".to_owned())],
        },
        (DecisionState::Made(v), Some(deadline)) if v.by.is_none() => {
            let words = question_marks::called(decision, v.text.trim_end_matches('.'), SHOWN);
            dated(format!("✔ {words}. Taken as announced"), deadline.at, v.at)
        }
        (DecisionState::Made(v), _) => {
            let words = question_marks::called(decision, v.text.trim_end_matches('.'), SHOWN);
            let told = format!("✔ {words}{}. {}, ", added_with(decision), capital(&v.name));
            vec![style(told), clock(v.at, zone)]
        }
    }
}

/// The outcome in plain words, for somebody in this zone.
pub fn outcome_words(decision: &Decision, zone: Tz) -> String {
    outcome(decision, zone, Span::Text).iter().map(Span::plain).collect()
}

/// What was added with the choice itself.
fn added_with(decision: &Decision) -> String {
    let at = decision.verdict().map(|v| v.at);
    let with = decision.comments.iter().filter(|c| Some(c.at) == at);
    with.map(|c| format!(" (“{}”)", short(&c.text, 200))).collect()
}

/// Everything that was added to a decision and by whom, to stand behind its answer.
pub fn comments(decision: &Decision) -> String {
    let adds = |name: &str| if name == nameless(true) { "you add".to_owned() } else { format!("{name} adds") };
    decision.comments.iter().map(|c| format!("; {}: “{}”", adds(&c.name), short(&c.text, 300))).collect()
}

/// Words that came after all was decided.
/// `already`: what was decided before.
pub fn passed_on(ticket: &Ticket, already: &str, words: &str) -> Message {
    about(ticket, format!(" {already} I pass this on to the work: “{}”", short(words, 120))).silently()
}

/// Words to a question that only its options answer.
pub fn still_to_choose(ticket: &Ticket, decision: &Decision, words: &str) -> Message {
    let labels: Vec<String> = decision.asked.options.iter().map(|option| format!("“{}”", option.label)).collect();
    let choose = either(&labels);
    let text = format!(" I pass this on to the work: “{}”. What I still need from you: {choose}?", short(words, 120));
    about(ticket, text)
}

/// A decision as a later attempt at its task reads it, so that people are not asked again.
pub fn decided_before(decision: &Decision, words: &str) -> String {
    format!("(Decided before: {} — {words})", decision.asked.question)
}

/// Work goes on, but a decision is open.
pub fn still_needed() -> &'static str {
    "The decision above is still needed."
}

/// How many more are asked after this one.
pub fn more_wait(more: usize) -> Option<String> {
    match more {
        0 => None,
        1 => Some("1 more waits until you have answered some. /decisions shows all.".to_owned()),
        n => Some(format!("{n} more wait until you have answered some. /decisions shows all.")),
    }
}

/// What stands in place of a question in a chat where it is not asked any more.
pub fn asked_no_more(ticket: &Ticket) -> Message {
    about(ticket, " This question is not asked here any more. Whoever can decide it is asked elsewhere.").silently()
}

/// The same where it is asked later, once whoever reads it has answered others.
pub fn asked_here_later(ticket: &Ticket) -> Message {
    about(ticket, " This question is open again. I ask it here once you have answered others. /decisions shows all.")
        .silently()
}

/// An option number that does not exist.
pub fn no_such_option(options: usize) -> String {
    format!("There is no such option. Please choose a number from 1 to {options}.")
}
