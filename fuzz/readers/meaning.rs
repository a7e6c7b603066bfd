//! The meaning of a message, by the built-in grammar and by any model. An accepted answer names offered items only,
//! sets future times, and does nothing at once that needs a press.

use super::schedules::comes;
use super::{moments, words};
use crate::adapters::offline::Offline;
use crate::ports::model::{ANSWERS, Model, ModelReply, ModelRequest, Purpose, triage_of, understanding_of};
use crate::secretary::agent::Agent;
use crate::secretary::ids::TicketId;
use crate::secretary::intent::check::{check, others_may};
use crate::secretary::intent::thinking::TriageInput;
use crate::secretary::intent::{
    Intent, ItemKind, ItemLine, MAX_INTENTS, OpenItem, RepliedTo, Target, UnderstandInput, Understanding, When, handle,
    rule_of,
};
use crate::secretary::message::routing;
use crate::secretary::orders::consent::{Consent, consent};
use crate::secretary::ticket::plan;
use crate::secretary::ticket::plan::PlannedTask;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use futures_util::FutureExt;
use std::time::Duration;

/// Every kind of item.
const KINDS: [ItemKind; 9] = [
    ItemKind::Question,
    ItemKind::Decision,
    ItemKind::Approval,
    ItemKind::Card,
    ItemKind::Ticket,
    ItemKind::Report,
    ItemKind::Reminder,
    ItemKind::Note,
    ItemKind::List,
];

/// What the grammar answers to a message: with nothing open, with an open question, as a reply, and as words of others.
pub(super) fn understood(text: &str, zone: Tz, now: DateTime<Utc>) {
    let kind = KINDS[text.len() % KINDS.len()];
    for (open, replies, passed_on) in [
        (None, false, false),
        (Some(ItemKind::Question), false, false),
        (Some(ItemKind::Question), true, false),
        (Some(kind), true, false),
        (Some(kind), true, true),
    ] {
        let items: Vec<OpenItem> = open.into_iter().map(|kind| item(0, kind)).collect();
        let input = input(text, &items, (replies, passed_on), (zone, now));
        let reply = asked(Purpose::Understand(Box::new(input)));
        let understanding = understanding_of(&reply).unwrap_or_else(|why| panic!("{why} in {}", reply.text));
        let kept = serde_json::to_string(&understanding).unwrap_or_else(|why| panic!("{why}: {understanding:?}"));
        assert_eq!(serde_json::from_str::<Understanding>(&kept).ok().as_ref(), Some(&understanding));
        // A message without a letter or a digit is refused before anybody reads it.
        if routing::has_words(text) {
            let checked = check(&understanding, &items, passed_on, false);
            assert!(checked.is_ok(), "{checked:?}: {understanding:?}");
            sound(&understanding, &items, passed_on);
        }
        for intent in &understanding.intents {
            if let Some(when) = when_of(intent) {
                let timed = rule_of(when, zone, now).unwrap_or_else(|why| panic!("{why} {when:?}"));
                comes(&timed.rule, timed.zone, now);
            }
            if let Intent::Idea(idea) = intent {
                can_be_done(&idea.tasks);
            }
        }
    }
    read_again(text);
}

/// The same text as the idea of a ticket.
fn read_again(text: &str) {
    let input = TriageInput {
        idea: text.to_owned(),
        must_assume: text.len().is_multiple_of(2),
        language: "en".to_owned(),
        roster: roster(),
        ..TriageInput::default()
    };
    let reply = asked(Purpose::Triage(input));
    let triage = triage_of(&reply).unwrap_or_else(|why| panic!("{why} in {}", reply.text));
    words::triage(&triage);
    can_be_done(&triage.tasks);
}

/// What a model answered: it is used only if it passes the check.
pub(super) fn answered(understanding: &Understanding) {
    let items: Vec<OpenItem> = KINDS.iter().enumerate().map(|(place, kind)| item(place, *kind)).collect();
    for (items, passed_on, may_look_up) in
        [(&items[..], false, true), (&items[..], true, false), (&items[..0], false, false)]
    {
        match check(understanding, items, passed_on, may_look_up) {
            Ok(()) => sound(understanding, items, passed_on),
            Err(fault) => assert!(!fault.to_string().trim().is_empty()),
        }
    }
    for when in understanding.intents.iter().filter_map(when_of) {
        for now in moments() {
            match rule_of(when, Tz::Europe__Berlin, now) {
                Ok(timed) => comes(&timed.rule, timed.zone, now),
                Err(why) => assert!(!why.to_string().trim().is_empty()),
            }
        }
    }
}

/// What holds of an understanding that passed the check.
fn sound(understanding: &Understanding, items: &[OpenItem], passed_on: bool) {
    assert!((1..=MAX_INTENTS).contains(&understanding.intents.len()));
    for intent in &understanding.intents {
        let found = intent.item().map(|name| (name, items.iter().find(|item| item.handle == name)));
        assert!(found.is_none_or(|(_, item)| item.is_some()), "{found:?} was not offered");
        let item = found.and_then(|(_, item)| item);
        let consent = consent(intent, item.map(|item| item.kind));
        assert!(!passed_on || others_may(intent), "words of others come to {intent:?}");
        let options = item.map(|item| item.options.as_slice()).unwrap_or_default();
        match intent {
            Intent::Decide { option, .. } => {
                let decision = item.is_some_and(|item| item.kind == ItemKind::Decision);
                assert!(decision || consent == Consent::PressOnly, "words answer {item:?}");
                assert!(option.is_none_or(|option| within(option, options.first())), "{intent:?} of {options:?}");
            }
            Intent::Answer { answers, .. } => {
                for answered in answers {
                    let count = answered.question.checked_sub(1).and_then(|at| options.get(at));
                    assert!(count.is_some(), "{answered:?} answers no question");
                    assert!(answered.option.is_none_or(|option| within(option, count)), "{answered:?} of {options:?}");
                }
            }
            Intent::Start { .. } | Intent::Cancel { .. } | Intent::Resume { .. } => {
                assert_ne!(consent, Consent::AtOnce, "{intent:?}");
            }
            Intent::LookUp { .. } => assert_eq!(understanding.intents.len(), 1),
            _ => {}
        }
    }
}

/// Whether there is an option of this number, from 1.
fn within(option: usize, count: Option<&usize>) -> bool {
    count.is_some_and(|count| (1..=*count).contains(&option))
}

/// The tasks the grammar plans are a plan, if there are some.
fn can_be_done(tasks: &[PlannedTask]) {
    if !tasks.is_empty() {
        assert_eq!(plan::mended(tasks.to_vec()), Ok(tasks.to_vec()));
    }
}

/// The time in an intent.
fn when_of(intent: &Intent) -> Option<&When> {
    match intent {
        Intent::Remind(change) | Intent::ChangeReminder(change) | Intent::Snooze(change) | Intent::Widen(change) => {
            change.when.as_ref()
        }
        _ => None,
    }
}

/// An open item of this kind: two questions where it has any, of two options and of none.
fn item(place: usize, kind: ItemKind) -> OpenItem {
    let options = match kind {
        ItemKind::Question => vec![2, 0],
        ItemKind::Decision | ItemKind::Approval => vec![2],
        _ => Vec::new(),
    };
    let target = Target::Ticket { ticket: TicketId::new("T") };
    OpenItem { handle: handle(place), kind, target, options, label: "#9: red or blue?".to_owned() }
}

/// The input of an understanding; a reply is one to the first item.
fn input(
    text: &str,
    items: &[OpenItem],
    (replies, passed_on): (bool, bool),
    (zone, now): (Tz, DateTime<Utc>),
) -> UnderstandInput {
    let lines = items.iter().map(|item| ItemLine {
        handle: item.handle.clone(),
        kind: item.kind,
        line: item.label.clone(),
        options: Vec::new(),
    });
    let reply_to =
        replies.then(|| RepliedTo { item: items.first().map(|item| item.handle.clone()), text: String::new() });
    UnderstandInput {
        message: text.to_owned(),
        passed_on,
        reply_to,
        items: lines.collect(),
        sent_at: now,
        zone: zone.name().to_owned(),
        language: "en".to_owned(),
        role: "owner".to_owned(),
        roster: roster(),
        ..UnderstandInput::default()
    }
}

/// Two agents with the tools that the grammar plans with.
fn roster() -> Vec<Agent> {
    let agent = |name: &str, tools: &[&str]| Agent {
        tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
        ..Agent::gone(name)
    };
    vec![agent("researcher", &["read_url", "web_search"]), agent("analyst", &["ask_decision"])]
}

/// The answer of the grammar, which needs no waiting.
fn asked(purpose: Purpose) -> ModelReply {
    let request = ModelRequest {
        purpose,
        turns: Vec::new(),
        tools: Vec::new(),
        schema: None,
        model: None,
        max_output_tokens: 100,
        deadline: Duration::from_secs(1),
        answers: ANSWERS,
    };
    let rules = Offline { searches: true };
    let reply = rules.ask(&request).now_or_never();
    reply.and_then(Result::ok).unwrap_or_else(|| panic!("no answer to {:?}", request.purpose))
}
