//! A used-up budget: people extend it or not. What was agreed or done before stays.

use super::super::step::Move;
use crate::secretary::budget::Over;
use crate::secretary::decision::{Decision, DecisionState, Subject};
use crate::secretary::ids::RunId;
use crate::secretary::lifecycle::prompts::{prompting, showing};
use crate::secretary::people::workspace::Role;
use crate::secretary::ticket::{Stage, Waiting};
use crate::secretary::wording;
use crate::secretary::wording::ticket::so_far::SoFar;

/// A run may not call the model any more: its task waits, together with others at the same budget, for one answer.
pub fn stop(m: &mut Move<'_>, key: &str, run: RunId, over: &Over, so_far: SoFar<'_>) {
    let same = |d: &&Decision| d.open() && d.subject == Subject::Budget(over.scope) && !d.task.is_empty();
    if let Some(asked) = m.ticket.decisions.iter().find(same).map(|d| d.key.clone()) {
        return prompting::wait(m, key, asked);
    }
    let asked = wording::ticket::ways_on::budget(m.ticket.number, &m.ticket.requester_name, over, Some(so_far));
    prompting::ask(m, Subject::Budget(over.scope), key, run, None, &asked);
}

/// The budget does not allow reading the idea: it is kept, and people are asked once.
pub fn stop_reading(m: &mut Move<'_>, said: &str, over: &Over) {
    m.ticket.stage = Stage::Intake;
    m.ticket.waiting = Some(Waiting::Setup(said.to_owned()));
    if m.ticket.open_decisions().next().is_none() {
        let asked = wording::ticket::ways_on::budget(m.ticket.number, &m.ticket.requester_name, over, None);
        prompting::ask(m, Subject::Budget(over.scope), "", RunId::new(""), None, &asked);
    }
}

/// The idea was read all the same, for example on the next day, or need not be read yet: drops the question.
pub fn no_longer_asked(m: &mut Move<'_>) {
    for index in 0..m.ticket.decisions.len() {
        let decision = &mut m.ticket.decisions[index];
        if decision.open() && matches!(decision.subject, Subject::Budget(_)) && decision.task.is_empty() {
            decision.state = DecisionState::Dropped;
            showing::settle(m, index);
        }
    }
}

/// Why a decider may not extend this budget, or why that would change nothing. The budget of a ticket belongs to its
/// deciders, all others to owners.
pub fn may_not(m: &Move<'_>, decision: &Decision, option: Option<usize>) -> Option<String> {
    let Subject::Budget(scope) = decision.subject else { return None };
    let owner = m.facts.actor.as_ref().is_some_and(|actor| actor.role == Role::Owner);
    let may = owner || !decision.subject.goes_on_by_owners();
    if option != Some(0) {
        return None;
    }
    if !may {
        return Some(wording::settings::used_up_budgets::only_owners(scope, decision.of_a_step()));
    }
    wording::settings::unkept_limits::no_way_on(m.facts, scope)
}
