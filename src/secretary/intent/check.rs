//! Checks an understanding: its size, its handles, its options, and what words of others may become. An unusable
//! answer is asked for once more; then people are asked. Nothing is mended by guessing.

mod lenient;

pub use lenient::lenient;

use super::open_item::{ItemKind, OpenItem};
use super::times::readable;
use super::understanding::{Intent, MAX_INTENTS, Understanding};
use crate::secretary::when::When;
use thiserror::Error;

/// The most things of a list.
pub const MOST_THINGS: usize = 40;
/// The most answers to a round.
pub const MOST_ANSWERS: usize = 8;
/// The most days of the week of a time.
pub const MOST_DAYS: usize = 7;
/// The most bytes of one intent.
const LONGEST: usize = 64_000;

/// The fault of an understanding, as the model is told.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// No intent, or too many.
    #[error("give one to three intents")]
    Count,
    /// A handle that was not offered.
    #[error("there is no open item “{0}”")]
    UnknownItem(String),
    /// A kind of intent that does not fit the item.
    #[error("“{intent}” does not fit item “{item}”, which is a {kind}")]
    Misfit {
        /// The intent.
        intent: &'static str,
        /// The handle.
        item: String,
        /// The kind of the item.
        kind: &'static str,
    },
    /// An option that is not there.
    #[error("item “{0}” has no such question or option")]
    NoOption(String),
    /// An intent without the words it is about.
    #[error("“{0}” needs its text")]
    Empty(&'static str),
    /// More things than the schema takes, or words without end.
    #[error("too much: at most 40 things, 8 answers and 7 weekdays, in few words")]
    TooMuch,
    /// A time whose fields no code can read, or that is further ahead than a year in minutes.
    #[error(
        "no such time: date is like 2026-11-30, time like 17:30; every is hour, day, week, month, year or five cron fields, \
         weekdays only with day or week; more than a year ahead needs a date; if they named it so, ask with unclear"
    )]
    Time,
    /// Forwarded words may not do that.
    #[error("the words are somebody else's, passed on: only idea, add_to, reply or unclear")]
    PassedOn,
    /// A look-up where it is not allowed, or beside other intents.
    #[error("look_up stands alone, and only while it is allowed")]
    LookUp,
}

/// Checks an understanding against what was offered.
///
/// # Errors
/// The first [`Fault`].
pub fn check(
    understanding: &Understanding,
    items: &[OpenItem],
    passed_on: bool,
    may_look_up: bool,
) -> Result<(), Fault> {
    let intents = &understanding.intents;
    if intents.is_empty() || intents.len() > MAX_INTENTS {
        return Err(Fault::Count);
    }
    for intent in intents {
        if let Some(name) = intent.item() {
            let item = items.iter().find(|item| item.handle == name);
            fits(intent, item.ok_or_else(|| Fault::UnknownItem(name.to_owned()))?)?;
        }
        if too_much(intent) {
            return Err(Fault::TooMuch);
        }
        if let Some(name) = empty(intent) {
            return Err(Fault::Empty(name));
        }
        if time_of(intent).is_some_and(|when| !readable(when)) {
            return Err(Fault::Time);
        }
        if passed_on && !others_may(intent) {
            return Err(Fault::PassedOn);
        }
        if matches!(intent, Intent::LookUp { .. }) && (!may_look_up || intents.len() > 1) {
            return Err(Fault::LookUp);
        }
    }
    Ok(())
}

/// Whether forwarded words of somebody else may become this.
pub fn others_may(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Idea(_) | Intent::AddTo(_) | Intent::Reply { .. } | Intent::Unclear { .. } | Intent::LookUp { .. }
    )
}

/// Whether an intent has more than the schema takes, which a server need not keep to.
fn too_much(intent: &Intent) -> bool {
    let things = if let Intent::List { things, .. } = intent { things.len() } else { 0 };
    let answers = if let Intent::Answer { answers, .. } = intent { answers.len() } else { 0 };
    let days = time_of(intent).map_or(0, |when| when.weekdays.len());
    things > MOST_THINGS || answers > MOST_ANSWERS || days > MOST_DAYS || format!("{intent:?}").len() > LONGEST
}

/// The time that an intent names.
fn time_of(intent: &Intent) -> Option<&When> {
    if let Intent::Idea(idea) = intent {
        return idea.when.as_ref().filter(|when| !when.at_once());
    }
    let (Intent::Snooze(change) | Intent::Widen(change) | Intent::Remind(change) | Intent::ChangeReminder(change)) =
        intent
    else {
        return None;
    };
    change.when.as_ref()
}

/// Whether an intent fits the kind of the item it names.
fn fits(intent: &Intent, item: &OpenItem) -> Result<(), Fault> {
    use ItemKind::{Approval, Card, Decision, List, Note, Question, Reminder, Report, Ticket};
    let kinds: &[ItemKind] = match intent {
        Intent::Answer { .. } => &[Question],
        Intent::Decide { .. } => &[Decision, Approval],
        Intent::CorrectPlan(_) | Intent::Start { .. } => &[Card],
        Intent::AddTo(_) => &[Question, Card, Ticket, Report, Decision, Approval],
        Intent::Revise(_) => &[Report],
        Intent::Cancel { .. } | Intent::Pause { .. } | Intent::Resume { .. } => {
            &[Question, Card, Ticket, Report, Decision, Approval, Reminder]
        }
        Intent::Snooze(_) => &[Question, Card, Decision, Approval, Reminder],
        Intent::Widen(_) => &[Decision],
        Intent::Remind(_) => &[Question, Card, Ticket, Report, Decision, Approval, Reminder, Note, List],
        Intent::ChangeReminder(_) => &[Reminder],
        Intent::Idea(_)
        | Intent::Reply { .. }
        | Intent::Undo {}
        | Intent::Note { .. }
        | Intent::List { .. }
        | Intent::Command { .. }
        | Intent::LookUp { .. }
        | Intent::Unclear { .. } => return Ok(()),
    };
    if !kinds.contains(&item.kind) {
        return Err(Fault::Misfit { intent: intent.name(), item: item.handle.clone(), kind: item.kind.name() });
    }
    let there = if let Intent::Decide { option: Some(option), .. } = intent {
        within(*option, item.options.first().copied())
    } else if let Intent::Answer { answers, .. } = intent {
        answers.iter().all(|answered| {
            let question = answered.question.checked_sub(1).and_then(|at| item.options.get(at)).copied();
            question.is_some() && answered.option.is_none_or(|option| within(option, question))
        })
    } else {
        true
    };
    if there { Ok(()) } else { Err(Fault::NoOption(item.handle.clone())) }
}

/// Whether there is an option of this number, from 1.
fn within(option: usize, options: Option<usize>) -> bool {
    options.is_some_and(|count| (1..=count).contains(&option))
}

/// The name of an intent that lacks the words it is about.
fn empty(intent: &Intent) -> Option<&'static str> {
    let lacks = match intent {
        Intent::Reply { text } | Intent::Unclear { text } | Intent::LookUp { text, .. } => text.trim().is_empty(),
        Intent::CorrectPlan(change) | Intent::AddTo(change) | Intent::Revise(change) => change.text.trim().is_empty(),
        Intent::Decide { option, text, .. } => option.is_none() && text.trim().is_empty(),
        Intent::Command { name, .. } => name.trim().is_empty(),
        Intent::Idea(idea) => idea.title.trim().is_empty() && idea.summary.trim().is_empty(),
        Intent::Answer { .. }
        | Intent::Start { .. }
        | Intent::Cancel { .. }
        | Intent::Pause { .. }
        | Intent::Resume { .. }
        | Intent::Snooze(_)
        | Intent::Widen(_)
        | Intent::Undo {}
        | Intent::Remind(_)
        | Intent::ChangeReminder(_)
        | Intent::Note { .. }
        | Intent::List { .. } => false,
    };
    lacks.then(|| intent.name())
}

#[cfg(test)]
mod tests {
    use crate::secretary::intent::check::*;
    use crate::secretary::intent::{Idea, WhenChange};
    use serde_json::json;

    #[test]
    fn words_of_others_order_nothing() {
        assert!(others_may(&Intent::Idea(Box::<Idea>::default())));
        assert!(!others_may(&Intent::Remind(WhenChange::default())));
        assert!(!others_may(&Intent::Undo {}));
        assert!(!others_may(&Intent::Start { item: "a".to_owned() }));
    }

    #[test]
    fn now_takes_the_time_of_a_plan_off_and_is_no_time_of_anything_else() {
        let idea =
            |when: &str| serde_json::from_value::<Idea>(json!({"title": "T", "summary": "S", "when": when})).unwrap();
        let fits = |intent: Intent| {
            check(&Understanding { intents: vec![intent], ..Understanding::default() }, &[], false, false)
        };
        for (when, readable, at_once) in
            [("now", true, true), ("0 9 * * 1", true, false), ("", true, false), ("soon", false, false)]
        {
            let idea = idea(when);
            assert_eq!(idea.when.as_ref().is_some_and(When::at_once), at_once, "{when}");
            assert_eq!(fits(Intent::Idea(Box::new(idea))).is_ok(), readable, "{when}");
        }
        let change = WhenChange { text: "call Kim".to_owned(), when: idea("now").when, ..WhenChange::default() };
        assert_eq!(fits(Intent::Remind(change)), Err(Fault::Time));
        let said = idea("").triage().timing;
        assert_eq!(said, None);
        let only = Idea { only_if: "below 100".to_owned(), ..idea("") }.triage().timing.unwrap();
        assert!(only.when.is_empty() && only.only_if == "below 100", "a condition without a time is not lost");
    }
}
