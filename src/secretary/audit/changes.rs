//! The audit entry of an event of a ticket, found by comparing the ticket before and after the event.

use super::What;
use crate::secretary::decision::{Decision, DecisionState, Vote};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};

/// What an event of a ticket amounts to. Tickets that are paused together with all others are no entries of their own:
/// the setting is one.
pub fn of_change(before: &Ticket, next: &Ticket, event: &Event) -> Vec<What> {
    let ticket = next.number;
    let mut found = Vec::new();
    if matches!(event, Event::IdeaReceived | Event::IdeaUnderstood { .. }) {
        found.push(What::Opened { ticket, id: next.id.clone() });
    }
    if before.closed() && !next.closed() {
        found.push(What::TakenUp { ticket });
    }
    found.extend((before.rounds.len()..next.rounds.len()).map(|n| What::QuestionsAsked { ticket, round: n + 1 }));
    let shown = |t: &Ticket| (t.stage == Stage::Confirming).then(|| t.card());
    if let Some(card) = shown(next).filter(|card| shown(before) != Some(*card)) {
        found.push(What::CardShown { ticket, card });
    }
    if before.started_at.is_none() && next.started_at.is_some() {
        found.push(What::Started { ticket });
    }
    let with_all = matches!(event, Event::AllPaused { .. } | Event::AllResumed);
    if before.paused != next.paused && !with_all && !next.closed() {
        found.push(What::Paused { ticket, paused: next.paused });
    }
    if let Event::DecisionReopened { decision: key } = event
        && let Some((was, is)) = before.decision(key).zip(next.decision(key))
    {
        let gone = was.votes.iter().filter(|vote| !is.votes.contains(vote));
        let back = |vote: &Vote| What::VoteTakenBack { ticket, decision: key.clone(), person: vote.by.clone() };
        found.extend(gone.map(back));
    }
    if let Event::DecisionWidened { decision: key, .. } = event
        && let Some((was, is)) = before.decision(key).zip(next.decision(key))
    {
        found.extend(widened(ticket, was, is));
    }
    for decision in &next.decisions {
        found.extend(of_decision(ticket, before.decision(&decision.key), decision));
    }
    if let (false, Stage::Closed(ending)) = (before.closed(), next.stage) {
        found.push(What::Ended { ticket, ending });
    }
    found
}

/// What of an open decision is new, if anything is.
fn widened(ticket: i64, was: &Decision, is: &Decision) -> Option<What> {
    let moved = is.asked.deadline != was.asked.deadline;
    let until = is.asked.deadline.filter(|_| moved).map(|deadline| deadline.at);
    let now = is.asked.options.len();
    let options = (now != was.asked.options.len()).then_some(now);
    let new = until.is_some() || options.is_some();
    new.then(|| What::DecisionWidened { ticket, decision: is.key.clone(), until, options })
}

fn of_decision(ticket: i64, before: Option<&Decision>, next: &Decision) -> Vec<What> {
    let mut found = Vec::new();
    let decision = next.key.clone();
    if before.is_none() && next.instead_of.is_none() {
        let options = next.asked.options.len();
        found.push(What::DecisionAsked { ticket, decision: decision.clone(), subject: next.subject, options });
    }
    let was = before.map_or(&DecisionState::Open, |before| &before.state);
    if *was == next.state {
        return found;
    }
    found.push(match &next.state {
        DecisionState::Open => What::DecisionReopened { ticket, decision },
        DecisionState::Dropped => What::DecisionDropped { ticket, decision },
        DecisionState::Made(verdict) => match (&verdict.by, &next.instead_of) {
            (Some(person), Some(before)) => {
                let (before, person) = (before.clone(), person.clone());
                What::DecisionChanged { ticket, decision, before, option: verdict.option, person }
            }
            (Some(person), None) => {
                What::DecisionMade { ticket, decision, option: verdict.option, person: person.clone() }
            }
            (None, _) if !next.overdue => What::DecidedByThreshold { ticket, decision, option: verdict.option },
            (None, _) => What::DecidedBySilence { ticket, decision, option: verdict.option },
        },
    });
    found
}
