//! Invariants of decisions that somebody else than who sent the idea has to make, or several people together, and of how
//! many are put to one person. Counted here anew, from what the decision said before it was made.

use super::of_rest::Rest;
use super::of_steps::{Change, Judged, must, was};
use secretary::secretary::decision::{Decision, Subject};
use secretary::secretary::ids::PersonId;
use secretary::secretary::people::workspace::Role;
use secretary::secretary::policy::Quorum;
use std::collections::{BTreeMap, BTreeSet};

/// Decisions that may be put to one person at a time (goal s12).
const MOST: usize = 5;

/// The decisions somebody made by this change, as they were before, as they are, and who did.
fn made<'a>(change: &'a Change<'a>) -> impl Iterator<Item = (&'a Decision, &'a Decision, &'a PersonId)> {
    change.after.decisions.iter().filter_map(|is| {
        let before = was(change, is).filter(|was| was.open())?;
        Some((before, is, is.verdict()?.by.as_ref()?))
    })
}

/// Where four eyes were wanted, neither who sent the idea nor who changed its plan decided.
pub(super) fn four_eyes_are_two_people(change: &Change<'_>) -> Judged {
    let shaped = |by: &PersonId| change.before.is_some_and(|t| t.requester == *by || t.shaped_by.contains(by));
    for (_, is, by) in made(change).filter(|(before, _, _)| before.four_eyes) {
        must(!shaped(by), || format!("#{} {} by {by}", change.after.number, is.key))?;
    }
    Ok(())
}

/// As many people as were to agree do, but for a call that one of them does not want made.
pub(super) fn as_many_agree_as_have_to(change: &Change<'_>) -> Judged {
    for (before, is, by) in made(change) {
        let Some(verdict) = is.verdict() else { continue };
        let denied = is.proposed.as_ref().is_some_and(|call| !verdict.option.is_some_and(|option| call.allows(option)));
        if denied || before.quorum == Quorum::Any {
            continue;
        }
        let own = is.votes.iter().find(|vote| vote.by == *by);
        let agree: BTreeSet<&PersonId> =
            is.votes.iter().filter(|vote| own.is_some_and(|own| own.agrees(vote))).map(|vote| &vote.by).collect();
        let wanted = match before.quorum {
            Quorum::Any => 1,
            Quorum::Number(number) => usize::from(number),
            Quorum::All => deciders(change, before).len(),
        };
        must(agree.len() >= wanted, || format!("#{} {}: {} of {wanted}", change.after.number, is.key, agree.len()))?;
    }
    Ok(())
}

/// Those of the ticket's workspace who may decide whatever is asked: whoever sent the idea may have been asked as well.
fn deciders<'a>(change: &'a Change<'a>, decision: &Decision) -> BTreeSet<&'a PersonId> {
    let here = |person: &PersonId| {
        person.as_str().ends_with("-shop") == (change.after.workspace == crate::people::cast::other())
    };
    let may = change.roles.iter().filter(|(_, role)| matches!(role, Role::Owner | Role::Approver));
    let mut all: BTreeSet<&PersonId> = may.map(|(person, _)| person).filter(|person| here(person)).collect();
    if decision.four_eyes {
        all.retain(|person| change.after.requester != **person && !change.after.shaped_by.contains(person));
    }
    all
}

/// Nobody has more decisions before them than a person can look through.
pub fn at_most_five_are_put_to_a_person(rest: &Rest<'_>) -> Vec<String> {
    let mut put: BTreeMap<&PersonId, usize> = BTreeMap::new();
    let tickets = rest.tables.tickets.values().filter(|ticket| !ticket.closed());
    // Why a report was no good is asked as the answer to a press.
    let open = tickets.flat_map(|ticket| ticket.open_decisions()).filter(|d| d.subject != Subject::Redo);
    for person in open.flat_map(|decision| &decision.asks) {
        *put.entry(person).or_default() += 1;
    }
    let over = put.into_iter().filter(|(_, count)| *count > MOST);
    over.map(|(person, count)| format!("{person} has {count}")).collect()
}
