//! Widens an open decision: more time, or one more option. The question stays the same and keeps the votes that were
//! given.

use super::super::step::{Move, Outcome};
use super::deciding;
use crate::secretary::decision::AskedOption;
use crate::secretary::decision::deadline::{Deadline, Policy};
use crate::secretary::ids::DecisionId;
use crate::secretary::lifecycle::prompts::{prompting, showing};
use crate::secretary::names::lookalikes;
use crate::secretary::ticket::decisions::rights;
use crate::secretary::ticket::event::Timer;
use crate::secretary::wording;
use chrono::{DateTime, Utc};

/// Gives a decision more time, or adds an option at the end.
pub fn widened(mut m: Move<'_>, key: &DecisionId, until: Option<DateTime<Utc>>, option: Option<&str>) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key && d.open()) else {
        return Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number));
    };
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people change what is asked") };
    let decision = &m.ticket.decisions[index];
    let Some((by, _)) = rights::right(&actor, &m.ticket, decision.four_eyes) else {
        return Outcome::Refused(wording::decision::voting::not_an_author(&m.ticket, &actor.person, m.facts));
    };
    if let Some(why) = deciding::may_not(&m, decision, None, &by) {
        return Outcome::Refused(why);
    }
    if let Some(label) = option
        && let Err(why) = add(&mut m, index, label)
    {
        return Outcome::Refused(why);
    }
    if let Some(at) = until {
        let policy = m.ticket.decisions[index].asked.deadline.map_or(Policy::Hold, |deadline| deadline.policy);
        let later = Deadline { at, policy };
        if !later.fits(m.now) {
            return Outcome::Refused(wording::decision::deadlines::out_of_reach());
        }
        // A request for more time must not make the announced answer come sooner.
        if m.ticket.decisions[index].deadline().is_some_and(|now| at < now.at && now.policy != Policy::Hold) {
            return Outcome::Refused(wording::decision::deadlines::later_already());
        }
        move_to(&mut m, index, later);
    }
    let note = wording::decision::deadlines::widened(&m.ticket.decisions[index], (until, option), m.facts.zone, m.now);
    m.noted(note)
}

/// Moves the deadline, its timers and the prompt.
fn move_to(m: &mut Move<'_>, index: usize, later: Deadline) {
    let decision = &mut m.ticket.decisions[index];
    decision.asked.deadline = Some(later);
    decision.overdue = false;
    let (key, asked_at) = (decision.key.clone(), decision.asked_at);
    m.drop_timer(&Timer::Decision(key.clone()));
    let usual = later.reminder(asked_at, m.facts.zone).filter(|at| *at > m.now);
    if let Some(at) = usual.or_else(|| later.reminder(m.now, m.facts.zone)) {
        m.set_timer(Timer::Decision(key.clone()), at);
    }
    m.set_timer(Timer::Deadline(key), later.at);
    showing::show(m, index);
}

/// Adds an option at the end. The buttons below the options move, so that all get new data.
fn add(m: &mut Move<'_>, index: usize, label: &str) -> Result<(), String> {
    let label = prompting::label(label);
    let options = &mut m.ticket.decisions[index].asked.options;
    let same = |option: &AskedOption| lookalikes::look(&option.label) == lookalikes::look(&label);
    // A number or a sign would read as the choice of an option.
    if !label.chars().any(char::is_alphabetic) {
        return Err(wording::decision::deadlines::no_option());
    }
    if options.iter().any(same) {
        return Err(wording::decision::deadlines::option_there(&label));
    }
    if options.len() >= prompting::MAX_OPTIONS {
        return Err(wording::decision::deadlines::too_many_options());
    }
    options.push(AskedOption { label, impact: String::new(), pros: String::new(), cons: String::new() });
    let decision = m.ticket.decisions[index].clone();
    let mut keys = m.keys();
    let message = wording::decision::decisions::prompt(&m.ticket, &decision, m.facts, m.now, &mut keys);
    m.edit(decision.key.as_str(), &message);
    m.ticket.decisions[index].token = m.bind(decision.key.as_str(), keys);
    Ok(())
}
