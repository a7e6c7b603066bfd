//! Another option is wanted after the work is over: it is written down as a decision of its own in the place of the first,
//! and the report is done again with it.

use super::super::changed;
use super::super::decision::{Decision, DecisionState, Verdict};
use super::super::deputies;
use super::super::ids::{DecisionId, RunId, Token};
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::ticket::Ending;
use super::super::wording;
use super::{closed, deciding, late};

/// A person wants another option than the one that counts.
pub fn changed(mut m: Move<'_>, key: &DecisionId, option: usize, ending: Ending) -> Outcome {
    let Some(old) = m.ticket.decision(key).cloned() else {
        return Outcome::Refused(wording::refusals::nothing_to_decide(m.ticket.number));
    };
    let Some(label) = old.asked.options.get(option).map(|o| o.label.clone()) else {
        return Outcome::Refused(wording::decisions::no_such_option(old.asked.options.len()));
    };
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    let chosen = old.verdict().is_some_and(|verdict| verdict.option == Some(option));
    if chosen || !changed::may_change(&m.ticket, &old, &m.facts.settings) {
        return Outcome::Refused(late::decided(&m, &old));
    }
    let Some((_, name)) = deputies::right(&actor, &m.ticket, false) else {
        return Outcome::Refused(wording::voting::not_an_author(&m.ticket, &actor.person, m.facts));
    };
    let (by, platform) = (Some(actor.person), Some(actor.platform));
    let verdict = Verdict { option: Some(option), text: label.clone(), by, name, platform, at: m.now };
    let before = old.verdict().map(|verdict| verdict.text.clone()).unwrap_or_default();
    let new = Decision {
        key: DecisionId::new(format!("d{}", m.ticket.decisions.len() + 1)),
        // Nothing waits for it: it is told to the work in words.
        run: RunId::new(""),
        step: None,
        token: Token::new(""),
        asked_at: m.now,
        state: DecisionState::Made(verdict),
        overdue: false,
        reopened: false,
        comments: Vec::new(),
        instead_of: Some(old.key.clone()),
        ..old.clone()
    };
    m.ticket.decisions.push(new);
    // The prompt is that of the first of them.
    let first = changed::first(&m.ticket, &old).key.clone();
    deciding::show_outcome(&mut m, &first);
    let wish = wording::decisions::decided_anew(&old.asked.question, &label, &before);
    let told = wording::decisions::changed_to(&m.ticket, &label, &before);
    closed::do_again(m, &wish, ending, told)
}

/// A press that comes while the work goes on hears what counts.
pub fn too_late(m: &Move<'_>, key: &DecisionId) -> Outcome {
    match m.ticket.decision(key) {
        Some(decision) => Outcome::Refused(late::decided(m, decision)),
        None => Outcome::Refused(wording::refusals::nothing_to_decide(m.ticket.number)),
    }
}
