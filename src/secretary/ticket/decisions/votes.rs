//! Who may vote on a decision of a ticket, and how many must agree. A vote itself is in `decision`.

use super::authors;
use crate::secretary::decision::{Decision, Vote};
use crate::secretary::ids::PersonId;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::{Decider, Facts};
use std::collections::BTreeSet;

/// Names that stand beside what was decided ("Kim, Jo and Rita for Otto") where one who is among them is called something else. It
/// counts as a whole: up to the next name.
pub fn renamed(names: &str, from: &str, into: &str) -> String {
    const BETWEEN: [&str; 3] = [", ", " and ", " for "];
    let ends = |before: &str| before.is_empty() || BETWEEN.iter().any(|between| before.ends_with(between));
    let begins = |behind: &str| behind.is_empty() || BETWEEN.iter().any(|between| behind.starts_with(between));
    let whole = |at: &usize| ends(&names[..*at]) && begins(&names[at + from.len()..]);
    let found = names.match_indices(from).map(|(at, _)| at).find(whole).filter(|_| !from.is_empty());
    found.map_or_else(|| names.to_owned(), |at| format!("{}{into}{}", &names[..at], &names[at + from.len()..]))
}

/// Who may decide about this as things are now.
pub fn voters(ticket: &Ticket, four_eyes: bool, facts: &Facts) -> BTreeSet<PersonId> {
    let mut all: BTreeSet<PersonId> = facts.deciders.iter().map(|d| d.id.clone()).collect();
    if facts.requester_decides {
        all.insert(ticket.requester.clone());
    }
    if four_eyes {
        all.retain(|person| !authors::shaped(ticket, person));
    }
    all
}

/// Whose agreement a decision waits for where all must agree: everybody who may decide. Beside owners and approvers of a
/// messenger the visitor of the local web chat is not waited for, since nobody has to be at the page: only once they have said
/// what they want, or where they sent the idea. Where only a number is wanted, anybody may be among it.
pub fn waited_for(ticket: &Ticket, decision: &Decision, facts: &Facts) -> BTreeSet<PersonId> {
    pool(ticket, (decision.quorum, decision.four_eyes), &decision.votes, facts)
}

fn pool(ticket: &Ticket, (quorum, four_eyes): (Quorum, bool), votes: &[Vote], facts: &Facts) -> BTreeSet<PersonId> {
    let mut all = voters(ticket, four_eyes, facts);
    let in_a_messenger = |d: &Decider| d.named && all.contains(&d.id);
    if quorum == Quorum::All && facts.deciders.iter().any(in_a_messenger) {
        let seen = |d: &Decider| d.id == ticket.requester || votes.iter().any(|vote| vote.by == d.id);
        let perhaps_nobody = |d: &&Decider| !d.named && d.deputy.is_none() && !seen(d);
        for visitor in facts.deciders.iter().filter(perhaps_nobody) {
            all.remove(&visitor.id);
        }
    }
    all
}

/// How many must want the same, as things are now.
pub fn needed(ticket: &Ticket, decision: &Decision, facts: &Facts) -> usize {
    decision.quorum.needed(waited_for(ticket, decision, facts).len())
}

/// How many must agree before its plan begins, as the rules of the workspace and things are now.
pub fn needed_to_begin(ticket: &Ticket, facts: &Facts) -> usize {
    let (quorum, four_eyes) = (facts.settings.quorum, facts.settings.four_eyes);
    quorum.needed(pool(ticket, (quorum, four_eyes), &[], facts).len())
}

/// Somebody who is away, and who decides for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpokenFor<'a> {
    /// Who is away.
    pub person: &'a PersonId,
    /// Their name.
    pub name: &'a str,
    /// Who decides for them.
    pub deputy: &'a PersonId,
    /// The name of that one.
    pub deputy_name: &'a str,
}

impl SpokenFor<'_> {
    /// The vote of the absent person, made of this vote of their deputy.
    pub fn vote(&self, theirs: &Vote) -> Vote {
        let name = format!("{} for {}", self.deputy_name, self.name);
        Vote { by: self.person.clone(), deputy: Some(self.deputy.clone()), name, ..theirs.clone() }
    }
}

/// The absent people who count as agreeing with their deputy, where all must agree: a deputy with a vote of their own
/// has only that one, and the absent vote would be missing. People with a vote here are excluded. With each the vote
/// that counts for them, once there is one.
pub fn spoken_for<'a>(
    ticket: &Ticket,
    decision: &'a Decision,
    facts: &'a Facts,
) -> Vec<(SpokenFor<'a>, Option<&'a Vote>)> {
    if decision.quorum != Quorum::All {
        return Vec::new();
    }
    let voters = voters(ticket, decision.four_eyes, facts);
    let vote_of = |person: &PersonId| decision.votes.iter().find(|vote| vote.by == *person);
    let acts = |person: &PersonId| {
        let decider = facts.deciders.iter().find(|d| d.id == *person)?;
        decider.deputy.as_ref().filter(|(deputy, _)| voters.contains(deputy))
    };
    let away = |d: &'a Decider| {
        let (deputy, deputy_name) = acts(&d.id).filter(|_| voters.contains(&d.id) && vote_of(&d.id).is_none())?;
        // Who decides for them may be away, too.
        let line = std::iter::successors(Some(deputy), |at| acts(at).map(|(next, _)| next));
        let vote = line.take(facts.deciders.len()).find_map(vote_of);
        Some((SpokenFor { person: &d.id, name: &d.name, deputy, deputy_name }, vote))
    };
    facts.deciders.iter().filter_map(away).collect()
}

/// The missing voters: neither they nor their deputies have voted.
pub fn missing(ticket: &Ticket, decision: &Decision, facts: &Facts) -> BTreeSet<PersonId> {
    let mut all = waited_for(ticket, decision, facts);
    for vote in &decision.votes {
        all.remove(&vote.by);
    }
    for (away, _) in spoken_for(ticket, decision, facts).iter().filter(|(_, vote)| vote.is_some()) {
        all.remove(away.person);
    }
    all
}

/// How many agree with this vote now, including absent people with a deputy who does.
pub fn agreeing(vote: &Vote, ticket: &Ticket, decision: &Decision, facts: &Facts) -> usize {
    let votes = decision.votes.iter().filter(|v| v.agrees(vote)).count();
    let away = spoken_for(ticket, decision, facts);
    votes + away.iter().filter(|(_, theirs)| theirs.is_some_and(|v| v.agrees(vote))).count()
}

/// Whether people want different things, so that nothing of it can have enough any more unless somebody changes their vote. Where
/// too few may decide at all, that is what is missing.
pub fn split(ticket: &Ticket, decision: &Decision, facts: &Facts) -> bool {
    let pool = waited_for(ticket, decision, facts);
    let needed = decision.quorum.needed(pool.len());
    let differ = decision.votes.iter().any(|vote| decision.votes.first().is_some_and(|first| !first.agrees(vote)));
    if !differ || needed > pool.len() {
        return false;
    }
    let away = spoken_for(ticket, decision, facts);
    let spoken = |person: &PersonId| away.iter().any(|(away, vote)| away.person == person && vote.is_some());
    let voted = |person: &PersonId| decision.votes.iter().any(|vote| vote.by == *person);
    let silent = pool.iter().filter(|person| !voted(person) && !spoken(person)).count();
    let most = decision.votes.iter().map(|vote| agreeing(vote, ticket, decision, facts)).max().unwrap_or_default();
    most + silent < needed
}

/// Whether a vote counts now: its person may decide, and a deputy who gave it still is the deputy.
pub fn stands(vote: &Vote, voters: &BTreeSet<PersonId>, facts: &Facts) -> bool {
    let acts = |deputy: &PersonId| {
        let by = facts.deciders.iter().find(|d| d.id == vote.by).and_then(|d| d.deputy.as_ref());
        by.is_some_and(|(now, _)| now == deputy)
    };
    // A person with a vote of their own has only that one.
    voters.contains(&vote.by) && vote.deputy.as_ref().is_none_or(|deputy| acts(deputy) && !voters.contains(deputy))
}

/// Counts a vote: it takes the place of an earlier one of the same person, also of one they gave for somebody else.
pub fn count(votes: &mut Vec<Vote>, vote: Vote) {
    votes.retain(|v| v.by != vote.by && v.deputy.as_ref() != Some(&vote.by));
    votes.push(vote);
}
