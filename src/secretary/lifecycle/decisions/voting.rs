//! Votes: counts the votes of a decision, and takes decisions below the threshold that nobody is asked about.

use super::super::step::{Move, Outcome};
use super::{deadlines, deciding, moving_prompts};
use crate::secretary::decision::approval::Proposed;
use crate::secretary::decision::{Asked, Decision, DecisionState, Subject, Verdict, Vote};
use crate::secretary::ids::{PersonId, RunId};
use crate::secretary::language::exact;
use crate::secretary::lifecycle::prompts::{prompting, showing};
use crate::secretary::lifecycle::work::ways_on;
use crate::secretary::names::phrases;
use crate::secretary::people::deputies::StandIn;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::decisions::{rights, silence, votes};
use crate::secretary::ticket::facts::Actor;
use crate::secretary::wording;
use std::collections::BTreeSet;

/// In whose right a person votes, and under which name; else why they may not. The own vote of an absent person
/// stays; a deputy does not change it.
pub fn right(m: &Move<'_>, actor: &Actor, decision: &Decision) -> Result<(PersonId, String), String> {
    let Some((by, name)) = rights::right(actor, &m.ticket, decision.four_eyes) else {
        return Err(wording::decision::voting::not_an_author(&m.ticket, &actor.person, m.facts));
    };
    if by == actor.person {
        return Ok((by, name));
    }
    let away: Vec<&StandIn> = rights::away_ones(actor, &m.ticket, decision.four_eyes).collect();
    let theirs = |away: &StandIn| decision.votes.iter().find(|vote| vote.by == away.person);
    // A deputy of several people has one vote and keeps the person they voted for.
    let given = |away: &StandIn| theirs(away).is_some_and(|vote| vote.deputy.as_ref() == Some(&actor.person));
    let own = |away: &StandIn| theirs(away).is_some_and(|vote| vote.deputy.is_none());
    let free = away.iter().find(|away| given(away)).or_else(|| away.iter().find(|away| !own(away)));
    if let Some(away) = free {
        return Ok((away.person.clone(), rights::named(actor, away)));
    }
    let stands = away.first().and_then(|away| Some((away.name.as_str(), theirs(away)?.text.as_str())));
    let (name, words) = stands.unwrap_or((name.as_str(), ""));
    Err(wording::decision::voting::voted_themself(name, words, m.facts))
}

/// Counts a vote. Returns the names of those who agree once they are enough; until then every copy shows the votes.
pub fn agreed(m: &mut Move<'_>, index: usize, vote: Vote) -> Option<String> {
    let decision = &mut m.ticket.decisions[index];
    // One person is enough to refuse a call.
    let allows = |p: &Proposed| vote.option.is_some_and(|option| p.allows(option));
    let denies = decision.proposed.as_ref().is_some_and(|p| !allows(p));
    let alone = decision.quorum == Quorum::Any || denies;
    let name = vote.name.clone();
    votes::count(&mut decision.votes, vote);
    if alone {
        return Some(name);
    }
    let found = enough(m, index).map(|(_, names)| names);
    if found.is_none() {
        showing::show(m, index);
        moving_prompts::say_where(m);
    }
    found
}

/// Withdraws a person's vote while the decision is open, including one by or for a deputy.
pub fn taken_back(mut m: Move<'_>, index: usize) -> Outcome {
    let Some(actor) = m.facts.actor.clone() else { return Outcome::Ignored("only people decide") };
    let votes = &mut m.ticket.decisions[index].votes;
    let before = votes.len();
    votes.retain(|vote| !vote.of(&actor.person));
    if votes.len() == before {
        return Outcome::Refused(wording::decision::voting::no_vote());
    }
    // The others may agree already, since this person is not waited for without a vote.
    if enough(&mut m, index).is_some() {
        let key = m.ticket.decisions[index].key.clone();
        return deciding::counted_again(m, &key);
    }
    showing::show(&mut m, index);
    moving_prompts::say_where(&mut m);
    let note = wording::decision::voting::taken_back(&m.ticket.decisions[index]);
    m.noted(note)
}

/// The last agreeing vote and all names, if they are enough now. People who lost the right have no vote.
pub fn enough(m: &mut Move<'_>, index: usize) -> Option<(Vote, String)> {
    let voters = votes::voters(&m.ticket, m.ticket.decisions[index].four_eyes, m.facts);
    let facts = m.facts;
    let decision = &mut m.ticket.decisions[index];
    decision.votes.retain(|v| votes::stands(v, &voters, facts));
    let decision = &m.ticket.decisions[index];
    let needed = votes::needed(&m.ticket, decision, facts);
    let enough = |v: &&Vote| votes::agreeing(v, &m.ticket, decision, facts) >= needed;
    let last = decision.votes.iter().rev().find(enough)?.clone();
    // The outcome also names the people it counts for.
    let away: Vec<Vote> = votes::spoken_for(&m.ticket, decision, facts)
        .into_iter()
        .filter_map(|(away, vote)| Some(away.vote(vote.filter(|vote| vote.agrees(&last))?)))
        .collect();
    let decision = &mut m.ticket.decisions[index];
    decision.votes.extend(away);
    // "Rita for Olga and Dan" would read as if she stood in for both.
    let (own, lent): (Vec<&Vote>, Vec<&Vote>) =
        decision.votes.iter().filter(|v| v.agrees(&last)).partition(|v| v.deputy.is_none());
    let names: Vec<String> = own.into_iter().chain(lent).map(|v| v.name.clone()).collect();
    Some((last, phrases::listed(&names)))
}

/// Whether two questions are one, by their words or by what can be chosen. Yes and no can be said to anything.
fn asks_the_same(one: &Asked, other: &Asked) -> bool {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase() };
    let options = |asked: &Asked| asked.options.iter().map(|option| plain(&option.label)).collect::<BTreeSet<_>>();
    let nods = one.options.iter().all(|option| exact::yes_or_no(&option.label).is_some());
    plain(&one.question) == plain(&other.question) || (!nods && options(one) == options(other))
}

/// Takes the recommended option of a small decision below the threshold that can be undone; people are told, with an
/// Undo. Returns whether it was taken.
pub fn take_unasked(m: &mut Move<'_>, key: &str, run: &RunId, step: u32, asked: &Asked) -> bool {
    let settings = &m.facts.settings;
    let alone = settings.quorum == Quorum::Any && !settings.four_eyes;
    if !alone || !silence::taken_unasked(asked, settings.threshold, &m.ticket, &m.facts.roster) || m.halted() {
        return false;
    }
    // A question that people decided before is asked again and not taken automatically.
    let theirs = |d: &Decision| d.verdict().is_some_and(|v| v.by.is_some()) && asks_the_same(&d.asked, asked);
    if m.ticket.decisions.iter().any(theirs) {
        return false;
    }
    let question = prompting::Question { subject: Subject::Work, run: run.clone(), step: Some(step), proposed: None };
    let mut decision = prompting::put(m, prompting::prompt_rooms(m, Quorum::Any), key, question, asked);
    let Some((option, chosen)) = decision.asked.recommended.and_then(|i| Some((i, decision.asked.options.get(i)?)))
    else {
        return false;
    };
    let text = chosen.label.clone();
    let name = wording::decision::voting::BY_ITSELF.to_owned();
    decision.asked.deadline = None;
    decision.state =
        DecisionState::Made(Verdict { option: Some(option), text, by: None, name, platform: None, at: m.now });
    m.ticket.decisions.push(decision);
    let index = m.ticket.decisions.len() - 1;
    deadlines::tell_taken(m, index);
    ways_on::go_on(m, index);
    true
}
