//! Changes of a decision after the work is over: the change becomes a decision of its own in the place of the first
//! one, and the report is made again.

use super::super::step::{Move, Outcome};
use crate::secretary::decision::{Decision, DecisionState, Verdict};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{DecisionId, RoomId, RunId, Token};
use crate::secretary::lifecycle::prompts::showing;
use crate::secretary::lifecycle::{closed, late};
use crate::secretary::ticket::decisions::{changed, rights};
use crate::secretary::ticket::round::answers;
use crate::secretary::ticket::{Ending, Ticket};
use crate::secretary::wording;

/// A person changes a made decision: another option, or own words.
pub fn changed(mut m: Move<'_>, key: &DecisionId, wanted: (Option<usize>, Option<&str>), ending: Ending) -> Outcome {
    let Some(old) = m.ticket.decision(key).cloned() else {
        return Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number));
    };
    let (option, own) = wanted;
    let chosen = option.and_then(|option| old.asked.options.get(option)).map(|o| o.label.clone());
    let own = match own.map(answers::within_bounds).transpose() {
        Ok(own) => own.filter(|own| !own.is_empty() && option.is_none()).map(str::to_owned),
        Err(length) => return Outcome::Refused(wording::ticket::questions::too_long(length)),
    };
    let Some(label) = chosen.or(own) else {
        return Outcome::Refused(wording::decision::decisions::no_such_option(old.asked.options.len()));
    };
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    let same = |verdict: &Verdict| verdict.option == option && (option.is_some() || verdict.text == label);
    if old.verdict().is_some_and(same) || !changed::may_change(&m.ticket, &old, &m.facts.settings) {
        return Outcome::Refused(late::decided(&m, &old));
    }
    let Some((_, name)) = rights::right(&actor, &m.ticket, false) else {
        return Outcome::Refused(wording::decision::voting::not_an_author(&m.ticket, &actor.person, m.facts));
    };
    let (by, platform) = (Some(actor.person.clone()), Some(actor.platform));
    let verdict = Verdict { option, text: label.clone(), by, name, platform, at: m.now };
    let before = old.verdict().map(|verdict| verdict.text.clone()).unwrap_or_default();
    let new = Decision {
        key: DecisionId::new(format!("d{}", m.ticket.decisions.len() + 1)),
        // No run waits for it; the work gets it in words.
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
    // The prompt belongs to the first decision of the chain.
    let first = changed::first(&m.ticket, &old).key.clone();
    forget_who_decides_no_more(&mut m, &first, &actor.room);
    showing::show_outcome(&mut m, &first);
    let wish = wording::ticket::tickets::decided_anew(&old.asked.question, &label, &before);
    let told = wording::decision::changing::changed_to(&m.ticket, &old, &label, &before);
    closed::do_again(m, &wish, ending, told)
}

/// Copies of a prompt are not edited in rooms where nobody is asked any more: removed members and people without the
/// right are told nothing new.
fn forget_who_decides_no_more(m: &mut Move<'_>, key: &DecisionId, here: &RoomId) {
    let slot = m.ticket.slot(key.as_str());
    let facts = m.facts;
    let told = |room: &RoomId, ticket: &Ticket| {
        room == here || *room == ticket.room || facts.decision_rooms.contains(room) || facts.deputy_rooms.contains(room)
    };
    let stood = m.ticket.shown.get(&slot).cloned().unwrap_or_default();
    let (stay, left): (Vec<RoomId>, Vec<RoomId>) = stood.into_iter().partition(|room| told(room, &m.ticket));
    m.effects.extend(left.into_iter().map(|room| Effect::Bare { room, slot: slot.clone() }));
    m.ticket.shown.insert(slot, stay);
}

/// A press while the work is running is told the present decision.
pub fn too_late(m: &Move<'_>, key: &DecisionId) -> Outcome {
    match m.ticket.decision(key) {
        Some(decision) => Outcome::Refused(late::decided(m, decision)),
        None => Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number)),
    }
}
