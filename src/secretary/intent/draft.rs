//! An open item before it has a handle: what it is, and how it reads for the model.

use super::open_item::{ItemKind, MAX_ITEMS, OpenItem, Target, handle};
use super::request::ItemLine;
use crate::secretary::decision::Decision;
use crate::secretary::flow::Flow;
use crate::secretary::ids::FlowRunId;
use crate::secretary::names::phrases::short;
use crate::secretary::notes::{Owner, is_list};
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::{Round, Ticket};
use crate::secretary::when;
use chrono::{DateTime, Utc};

/// The most characters of a line.
const LINE: usize = 300;

/// The open items, as code knows them and as the model sees them.
#[derive(Clone, Debug, Default)]
pub struct OpenItems {
    /// As code knows them.
    pub items: Vec<OpenItem>,
    /// As the model sees them.
    pub lines: Vec<ItemLine>,
    /// The text of the last report.
    pub report: String,
    /// The handle of the item that the message replies to.
    pub replied: Option<String>,
}

/// An item before it has a handle.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The kind.
    pub kind: ItemKind,
    target: Target,
    label: String,
    line: String,
    options: Vec<String>,
    counts: Vec<usize>,
    fits: u8,
}

impl OpenItems {
    /// The items with their handles, the one that is replied to first.
    pub fn of(mut drafts: Vec<Draft>, report: String) -> Self {
        // Of those that fit equally well the first one counts.
        let best = drafts.iter().map(|draft| draft.fits).max().filter(|fits| *fits > 0);
        let replied = best.and_then(|best| drafts.iter().position(|draft| draft.fits == best));
        if let Some(at) = replied {
            drafts[..=at].rotate_right(1);
        }
        drafts.truncate(MAX_ITEMS);
        let mut open = Self { report, replied: replied.map(|_| handle(0)), ..Self::default() };
        for (place, draft) in drafts.into_iter().enumerate() {
            let Draft { kind, target, label, line, options, counts, .. } = draft;
            let handle = handle(place);
            open.lines.push(ItemLine { handle: handle.clone(), kind, line: short(&line, LINE), options });
            open.items.push(OpenItem { handle, kind, target, options: counts, label });
        }
        open
    }
}

impl Draft {
    fn new(kind: ItemKind, target: Target, label: String, line: String) -> Self {
        Self { kind, target, label, line, options: Vec::new(), counts: Vec::new(), fits: 0 }
    }

    fn of(ticket: &Ticket, kind: ItemKind, target: Target, state: &str) -> Self {
        let (number, title) = (ticket.number, ticket.short_title());
        let line = format!("#{number} “{title}” {state}");
        Self::new(kind, target, format!("#{number} {}", short(&title, 30)), line)
    }

    /// How well it fits the message that is replied to: 3 is what that shows, 2 its ticket, 1 something of its ticket.
    #[must_use]
    pub fn fitting(self, fits: u8) -> Self {
        Self { fits, ..self }
    }

    /// The plan of a ticket.
    pub fn card(ticket: &Ticket) -> Self {
        let steps: Vec<&str> = ticket.tasks.iter().map(|task| task.title.as_str()).collect();
        let state = format!("plan waits for Start: {} Steps: {}", ticket.requirement.summary, steps.join("; "));
        let target = Target::Card { ticket: ticket.id.clone(), card: ticket.card() };
        Self::of(ticket, ItemKind::Card, target, &state)
    }

    /// Finished work. `at`: when it was finished, in words.
    pub fn report(ticket: &Ticket, at: &str) -> Self {
        let target = Target::Ticket { ticket: ticket.id.clone() };
        Self::of(ticket, ItemKind::Report, target, &format!("finished {at}"))
    }

    /// Work under way. `asks`: a decision of it is open here.
    pub fn work(ticket: &Ticket, asks: bool) -> Self {
        let state = match (ticket.paused, asks) {
            (true, _) => "is paused",
            (false, true) => "is being worked on; a decision of it is open",
            (false, false) => "is being worked on",
        };
        Self::of(ticket, ItemKind::Ticket, Target::Ticket { ticket: ticket.id.clone() }, state)
    }

    /// A decision.
    pub fn decision(ticket: &Ticket, decision: &Decision) -> Self {
        let words = decision.subject.takes_words() && decision.proposed.is_none();
        let kind = if words { ItemKind::Decision } else { ItemKind::Approval };
        let options = &decision.asked.options;
        let recommended = decision.asked.recommended.and_then(|at| options.get(at));
        let recommended = recommended.map(|option| format!(" Recommended: {}.", option.label)).unwrap_or_default();
        let question = &decision.asked.question;
        let only = if words { "" } else { " Only its buttons answer." };
        let until = decision.deadline().map(|_| " It has a deadline.").unwrap_or_default();
        let target = Target::Decision { ticket: ticket.id.clone(), decision: decision.key.clone() };
        let label = format!("#{}: {}", ticket.number, short(question, 30));
        let title = ticket.short_title();
        let line = format!("#{} “{title}” asks: {question}{recommended}{until}{only}", ticket.number);
        Self {
            options: (1..).zip(options).map(|(at, option)| format!("{at} {}", short(&option.label, 60))).collect(),
            counts: vec![options.len()],
            ..Self::new(kind, target, label, line)
        }
    }

    /// A round of questions.
    pub fn round(ticket: &Ticket, index: usize, round: &Round) -> Self {
        let mut line = format!("#{} “{}” asks:", ticket.number, ticket.short_title());
        let (mut options, mut counts) = (Vec::new(), Vec::new());
        for (at, (question, answer)) in (1..).zip(round.questions.iter().zip(&round.answers)) {
            let known = answer.as_ref().map(|answer| format!(" (answered: {})", short(answer, 40))).unwrap_or_default();
            line.push_str(&format!(" {at}) {}{known}", short(&question.text, 120)));
            let numbered = (1..).zip(&question.options);
            options.extend(numbered.map(|(option, label)| format!("{at}.{option} {}", short(label, 40))));
            counts.push(question.options.len());
        }
        let target = Target::Round { ticket: ticket.id.clone(), round: index };
        let label = format!("#{} {}", ticket.number, short(&ticket.short_title(), 30));
        Self { options, counts, ..Self::new(ItemKind::Question, target, label, line) }
    }

    /// A reminder or another schedule, and the firing that the message replies to.
    pub fn schedule(schedule: &Schedule, firing: Option<u64>, now: DateTime<Utc>) -> Self {
        let rule = when::say_rule(&schedule.rule, schedule.tz());
        let next = schedule.wake_at().map(|at| when::say_time(at, schedule.tz(), now));
        let state = if schedule.paused { "paused" } else { next.as_deref().unwrap_or("rang") };
        let what = schedule.what();
        let target = Target::Schedule { schedule: schedule.id.clone(), firing };
        let kind = if matches!(schedule.duty, Duty::Work(_)) { "work by the clock" } else { "reminder" };
        let line = format!("{kind} “{}”, {rule}; {state}", short(what, 80));
        Self::new(ItemKind::Reminder, target, short(what, 30), line)
    }

    /// What a run of a flow asks at this place. `leave`: it lets a call be made, so that only its buttons answer it.
    pub fn asked(
        flow: &Flow,
        (run, place): (&FlowRunId, u32),
        question: &str,
        options: &[String],
        leave: bool,
    ) -> Self {
        let (asks, only) = if leave { ("", " Only its buttons answer.") } else { ("asks: ", "") };
        let line = format!("the flow “{}” {asks}{}{only}", short(&flow.name, 40), short(question, 200));
        let label = format!("“{}”: {}", short(&flow.name, 20), short(question, 30));
        let kind = if leave { ItemKind::Approval } else { ItemKind::Decision };
        let target = Target::Asked { run: run.clone(), place };
        Self {
            options: (1..).zip(options).map(|(at, option)| format!("{at} {}", short(option, 60))).collect(),
            counts: vec![options.len()],
            ..Self::new(kind, target, label, line)
        }
    }

    /// A note or a list that was changed.
    pub fn note(owner: Owner, title: &str, text: Option<&str>) -> Self {
        let kind = if is_list(title) { ItemKind::List } else { ItemKind::Note };
        let text = text.map(|text| short(text, 120)).unwrap_or_default();
        let target = Target::Note { owner, title: title.to_owned() };
        Self::new(kind, target, short(title, 30), format!("“{title}”, just changed: {text}"))
    }
}
