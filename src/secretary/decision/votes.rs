//! Votes: how many people must agree on a decision, and who does not count. Pure.

use super::{Decision, authors};
use crate::secretary::ids::PersonId;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::facts::{Decider, Facts};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quorum {
    /// Anybody who may decide.
    #[default]
    Any,
    /// So many of them.
    Number(u8),
    /// All of them.
    All,
}

/// The most people a number may ask for.
pub const MOST: u8 = 20;

impl Quorum {
    /// The word people type.
    pub fn name(self) -> String {
        match self {
            Self::Any => "any".to_owned(),
            Self::Number(n) => n.to_string(),
            Self::All => "all".to_owned(),
        }
    }

    /// Reads "any", "all" or a number; "off", since one is enough then.
    pub fn read(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "any" | "1" | "off" => Some(Self::Any),
            "all" => Some(Self::All),
            number => number.parse::<u8>().ok().filter(|n| (2..=MOST).contains(n)).map(Self::Number),
        }
    }

    /// How many votes that is where so many may decide. It is never less than was asked for, so that nobody's leaving
    /// makes it easier.
    pub fn needed(self, may_decide: usize) -> usize {
        match self {
            Self::Any => 1,
            Self::Number(n) => usize::from(n).max(1),
            Self::All => may_decide.max(1),
        }
    }
}

/// What one person wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// Who.
    pub by: PersonId,
    /// Who voted in their place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deputy: Option<PersonId>,
    /// Their name at the time.
    pub name: String,
    /// The option; none for words of their own.
    pub option: Option<usize>,
    /// The option's label, or the words.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
}

impl Vote {
    /// Whether somebody has this vote or gave it.
    pub fn of(&self, person: &PersonId) -> bool {
        self.by == *person || self.deputy.as_ref() == Some(person)
    }

    /// Whether two want the same.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self.option, other.option) {
            (Some(one), Some(two)) => one == two,
            (None, None) => self.text.trim().to_lowercase() == other.text.trim().to_lowercase(),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

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

#[cfg(test)]
mod tests {
    use crate::secretary::decision::votes::*;

    #[test]
    fn a_quorum_is_never_less_than_asked_for() {
        assert_eq!((Quorum::Any.needed(0), Quorum::Any.needed(9)), (1, 1));
        assert_eq!((Quorum::Number(3).needed(1), Quorum::Number(3).needed(9)), (3, 3));
        assert_eq!((Quorum::All.needed(0), Quorum::All.needed(4)), (1, 4));
        for (text, read) in [
            ("any", Some(Quorum::Any)),
            ("off", Some(Quorum::Any)),
            ("ALL", Some(Quorum::All)),
            ("2", Some(Quorum::Number(2))),
        ] {
            assert_eq!(Quorum::read(text), read);
        }
        for odd in ["0", "21", "-1", "two of us", "everybody", ""] {
            assert_eq!(Quorum::read(odd), None, "{odd}");
        }
    }
}
