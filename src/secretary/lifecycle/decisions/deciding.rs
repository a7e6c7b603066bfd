//! Decisions inside the work: takes the first valid answer and continues with it.

use super::super::step::{Move, Outcome};
use super::{agreeing, approving, confirm_irreversible, voting};
use crate::secretary::budget::Scope;
use crate::secretary::decision::{Comment, Decision, DecisionState, Subject, Verdict, Vote};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{DecisionId, PersonId};
use crate::secretary::lifecycle::prompts::showing;
use crate::secretary::lifecycle::questions::reading;
use crate::secretary::lifecycle::work::{assigning, spending, stopping, tasks, ways_on};
use crate::secretary::lifecycle::{late, reopened};
use crate::secretary::names::phrases::short;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::{rights, votes};
use crate::secretary::ticket::round::answers;
use crate::secretary::wording;

/// The most comments stored with one decision; later ones still reach the work.
const MAX_COMMENTS: usize = 20;

/// A person decides. The first valid answer wins; later ones are told who decided, and their words go to the work.
pub fn made(m: Move<'_>, key: &DecisionId, option: Option<usize>, text: Option<&str>) -> Outcome {
    decide(m, key, (option, text), false)
}

/// The person who chose this option has confirmed it.
pub fn made_for_sure(m: Move<'_>, key: &DecisionId, option: usize) -> Outcome {
    decide(m, key, (Some(option), None), true)
}

fn decide(mut m: Move<'_>, key: &DecisionId, (option, text): (Option<usize>, Option<&str>), for_sure: bool) -> Outcome {
    let Some(index) = m.ticket.decisions.iter().position(|d| &d.key == key) else {
        return Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number));
    };
    let decision = m.ticket.decisions[index].clone();
    let said = match text.map(answers::within_bounds).transpose() {
        Ok(said) => said.filter(|t| !t.is_empty()),
        Err(length) => return Outcome::Refused(wording::ticket::questions::too_long(length)),
    };
    if !decision.open() {
        let Some(words) = said.filter(|_| option.is_none()) else {
            return Outcome::Refused(late::decided(&m, &decision));
        };
        if m.facts.actor.as_ref().is_some_and(|a| rights::steers(a, &m.ticket)) {
            return beside(m, index, words);
        }
        return Outcome::Refused(wording::talk::late::given_back(&late::decided(&m, &decision), words));
    }
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    // "Start, but only until May" is another plan than the asked one.
    if let Some(words) = said.filter(|_| option.is_none_or(|o| o == 0) && decision.subject == Subject::Plan)
        && rights::steers(&actor, &m.ticket)
    {
        return agreeing::reworded(m, words);
    }
    let (by, name) = match voting::right(&m, &actor, &decision) {
        Ok(right) => right,
        Err(why) => return Outcome::Refused(why),
    };
    if let Some(why) = may_not(&m, &decision, option, &by) {
        return Outcome::Refused(why);
    }
    // "Yes, but only until May" does not approve the call as it is: the work gets the words and may ask again.
    let allows = option.is_some_and(|o| decision.proposed.as_ref().is_some_and(|p| p.allows(o)));
    let option = option.filter(|_| !(allows && said.is_some()));
    let Some(words) = words_of(&decision, option, said) else {
        return match said.filter(|_| option.is_none() && rights::steers(&actor, &m.ticket)) {
            Some(words) => beside(m, index, words),
            None => Outcome::Refused(wording::decision::decisions::no_such_option(decision.asked.options.len())),
        };
    };
    let twice = |option: &usize| decision.proposed.as_ref().is_some_and(|call| call.asks_twice(*option));
    if let Some(option) = option.filter(|option| !for_sure && twice(option)) {
        return confirm_irreversible::ask(m, index, option, &actor);
    }
    if let (Some(_), Some(more)) = (option, said) {
        comment(&mut m, index, more);
        if !decision.subject.takes_words() && rights::steers(&actor, &m.ticket) {
            // No run waits for an answer, so the words go to the work.
            tasks::tell(&mut m, more);
        }
    }
    let deputy = (by != actor.person).then(|| actor.person.clone());
    let vote = Vote { by, deputy, name, option, text: words.clone(), at: m.now };
    let Some(name) = voting::agreed(&mut m, index, vote) else {
        let note = wording::decision::voting::voted(&m.ticket, &m.ticket.decisions[index], m.facts, &words);
        return m.noted(note);
    };
    let (by, platform, at) = (Some(actor.person), Some(actor.platform), m.now);
    concluded(m, index, Verdict { option, text: words, by, name, platform, at })
}

/// The deciders changed: the prompt says so, and the present votes may be enough now.
pub fn counted_again(mut m: Move<'_>, key: &DecisionId) -> Outcome {
    let open = |d: &Decision| &d.key == key && d.open() && (!d.waits() || !d.votes.is_empty());
    let Some(index) = m.ticket.decisions.iter().position(open) else { return late::stale() };
    let Some((vote, name)) = voting::enough(&mut m, index) else {
        showing::show(&mut m, index);
        return m.moved();
    };
    let at = m.now;
    concluded(m, index, Verdict { option: vote.option, text: vote.text, by: Some(vote.by), name, platform: None, at })
}

/// Concludes a decision; what waits for it continues.
fn concluded(mut m: Move<'_>, index: usize, verdict: Verdict) -> Outcome {
    let (option, words) = (verdict.option, verdict.text.clone());
    m.ticket.decisions[index].state = DecisionState::Made(verdict);
    showing::settle(&mut m, index);
    let decision = m.ticket.decisions[index].clone();
    let note = format!("✔ {}", wording::style::question_marks::called(&decision, &words, 100));
    match decision.subject {
        Subject::Work | Subject::Unknown => {
            ways_on::go_on(&mut m, index);
            tasks::give_out(&mut m);
        }
        Subject::Plan => return agreeing::chosen(m, index, option),
        Subject::Limit => return ways_on::after_limit(m, index, option, &note),
        Subject::Budget(scope) => return budget_chosen(m, index, (scope, option), &note),
        Subject::Failure => return ways_on::after_failure(m, option, &note),
        Subject::Assign => return assigning::chosen(m, &decision, option, &note),
        Subject::Redo => return reopened::chosen(m, &decision.key, option, &words, &note),
        Subject::Approval => return approving::chosen(m, index, &note),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// The verdict in words; none for an unknown option, or if words are no answer.
fn words_of(decision: &Decision, option: Option<usize>, said: Option<&str>) -> Option<String> {
    match (option, said) {
        (Some(option), _) => Some(decision.asked.options.get(option)?.label.clone()),
        (None, Some(text)) if decision.subject == Subject::Approval => {
            Some(wording::decision::approvals::left_out(text))
        }
        (None, Some(text)) if decision.subject.takes_words() => Some(text.to_owned()),
        (None, _) => None,
    }
}

/// Why a person with the right to decide may not decide this.
pub(in crate::secretary::lifecycle) fn may_not(
    m: &Move<'_>,
    decision: &Decision,
    option: Option<usize>,
    by: &PersonId,
) -> Option<String> {
    if decision.quorum != Quorum::Any && !votes::voters(&m.ticket, decision.four_eyes, m.facts).contains(by) {
        return Some(wording::decision::voting::members_only());
    }
    spending::may_not(m, decision, option)
}

/// Words to a decided question, or to one that only its options answer: they are stored with it, and the work gets
/// them.
fn beside(mut m: Move<'_>, index: usize, words: &str) -> Outcome {
    comment(&mut m, index, words);
    tasks::tell(&mut m, words);
    let decision = &m.ticket.decisions[index];
    let message = if decision.open() {
        wording::decision::decisions::still_to_choose(&m.ticket, decision, words)
    } else {
        wording::decision::decisions::passed_on(&m.ticket, &late::decided(&m, decision), words)
    };
    let name = format!("{}/comment{}", decision.key, m.ticket.version);
    m.answer(&name, message, Class::Answer);
    m.moved()
}

fn comment(m: &mut Move<'_>, index: usize, words: &str) {
    let comment = Comment { text: short(words, 1_000), name: m.stored_name(), at: m.now };
    let comments = &mut m.ticket.decisions[index].comments;
    if comments.len() < MAX_COMMENTS {
        comments.push(comment);
    }
}

/// People chose about a used-up budget: extend, finish with what there is, or stop.
fn budget_chosen(mut m: Move<'_>, index: usize, (scope, option): (Scope, Option<usize>), note: &str) -> Outcome {
    let goes_on = option == Some(0);
    if goes_on {
        m.effects.push(Effect::Extend { scope });
    }
    if m.ticket.decisions[index].task.is_empty() {
        if !goes_on {
            return stopping::cancel(m, &wording::ticket::ways_on::stopped_at_limit());
        }
        m.ticket.waiting = None;
        reading::ask_triage(&mut m);
        return m.noted(note);
    }
    if !goes_on {
        return ways_on::after_limit(m, index, option, note);
    }
    ways_on::go_on(&mut m, index);
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.noted(note)
}
