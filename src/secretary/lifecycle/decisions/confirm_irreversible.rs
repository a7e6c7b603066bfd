//! Irreversible acts: the person who approves one is asked once more, in the message of the decision.

use super::super::step::{Move, Outcome};
use super::deciding;
use crate::secretary::decision::approval::{GOOD_FOR, Sure};
use crate::secretary::ids::DecisionId;
use crate::secretary::lifecycle::late;
use crate::secretary::lifecycle::prompts::showing;
use crate::secretary::ticket::event::{Event, Timer};
use crate::secretary::ticket::facts::Actor;
use crate::secretary::wording;

/// Asks the person whether they are sure of this option.
pub fn ask(mut m: Move<'_>, index: usize, option: usize, actor: &Actor) -> Outcome {
    let decision = m.ticket.decisions[index].clone();
    let again = |sure: &Sure| sure.by == actor.person && sure.option == option && !sure.over(m.now);
    // A second press of the same button is a slip, not an answer.
    if decision.sure.as_ref().is_some_and(again) {
        return Outcome::Refused(wording::decision::sure::asked(&m.ticket, &decision, option));
    }
    let (by, name, number) = (actor.person.clone(), m.stored_name(), m.ticket.version);
    m.ticket.decisions[index].sure = Some(Sure { by, name, option, number, at: m.now });
    m.set_timer(Timer::Sure(decision.key.clone()), m.now + GOOD_FOR);
    showing::show_anew(&mut m, index);
    let note = wording::decision::sure::asked(&m.ticket, &m.ticket.decisions[index], option);
    m.noted(note)
}

/// Handles the answer. `number`: the number of the question, if a button names it.
pub fn answered(mut m: Move<'_>, key: &DecisionId, number: Option<u64>, yes: bool) -> Outcome {
    let event = || Event::SureAnswered { decision: key.clone(), number, yes };
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key) else { return late::late(&m, &event()) };
    let decision = m.ticket.decisions[index].clone();
    if !decision.open() {
        return Outcome::Refused(late::decided(&m, &decision));
    }
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    let Some(sure) = decision.sure.filter(|sure| number.is_none_or(|number| number == sure.number)) else {
        return Outcome::Refused(wording::decision::sure::gone());
    };
    if sure.by != actor.person {
        return Outcome::Refused(wording::decision::sure::somebody_else_s(&sure.name));
    }
    if sure.over(m.now) {
        return Outcome::Refused(wording::decision::sure::too_late());
    }
    showing::forget_sure(&mut m, index);
    if yes {
        return deciding::made_for_sure(m, key, sure.option);
    }
    showing::show_anew(&mut m, index);
    m.noted(wording::decision::sure::kept())
}

/// The second question was not answered in time.
pub fn over(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let waits = |d: &crate::secretary::decision::Decision| &d.key == key && d.open() && d.sure.is_some();
    let Some(index) = m.ticket.decisions.iter().position(waits) else { return late::stale() };
    if m.ticket.decisions[index].sure.as_ref().is_some_and(|sure| !sure.over(m.now)) {
        return Outcome::Ignored("it was asked anew meanwhile");
    }
    m.ticket.decisions[index].sure = None;
    showing::show_anew(&mut m, index);
    m.moved()
}
