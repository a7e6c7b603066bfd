//! The people who must act, mentioned in a group so that the platform notifies them and nobody else.

use crate::secretary::decision::Decision;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{capital, plural};
use crate::secretary::people::names::{AT_THE_PAGE, NAMELESS};
use crate::secretary::people::workspace::Role;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::{authors, votes};
use crate::secretary::ticket::facts::{Decider, Facts};

/// People named as able to decide; of more the rest is counted.
pub(in crate::secretary::wording) const NAMED: usize = 4;

/// Who sent the idea, where others read along and they have a name.
pub fn requester(ticket: &Ticket) -> Option<Span> {
    let named = !ticket.direct && ticket.requester_name != NAMELESS;
    named.then(|| Span::Person { id: ticket.requester.clone(), name: ticket.requester_name.clone() })
}

/// Who is meant where those who decide are without a name, and others read it.
pub(in crate::secretary::wording) fn nameless_one(facts: &Facts) -> String {
    let at_the_page = facts.deciders.iter().all(|decider| !decider.named);
    capital(if at_the_page { AT_THE_PAGE } else { "an owner" })
}

/// Who may decide, by name: the requester, if they may, also by a role of a server alone, and the deciders, those who are away behind whoever acts for them.
/// Somebody without a name is "you" if there is nobody else; otherwise an owner who has not written yet, else somebody at the
/// web chat. Under four eyes nobody does who shaped the plan, nor who stands in for them alone.
pub fn deciders(ticket: &Ticket, decision: &Decision, facts: &Facts) -> Vec<Span> {
    let four_eyes = decision.four_eyes;
    // Whom a role of a server lends it decides as well, but is not counted where heads are.
    let decides = facts.requester_decides || (facts.requester_lent && decision.quorum == Quorum::Any);
    let own = (decides && !four_eyes).then_some((&ticket.requester, &ticket.requester_name));
    let barred = |id: &PersonId| four_eyes && authors::shaped(ticket, id);
    // Where several must agree, the visitor of the local web chat may be one of them.
    let wanted = votes::waited_for(ticket, decision, facts);
    let counted = |d: &Decider| decision.quorum != Quorum::Any && wanted.contains(&d.id);
    let asked = |d: &&Decider| (d.named || counted(d)) && !barred(&d.id);
    let acting = |d| Some(acts(d)).filter(|(id, _)| !barred(id)).unwrap_or((&d.id, &d.name));
    let mut named: Vec<(&PersonId, &String)> = Vec::new();
    let mut nameless: Vec<&PersonId> = Vec::new();
    for (id, name) in own.into_iter().chain(facts.deciders.iter().filter(asked).map(acting)) {
        if name == NAMELESS && !nameless.contains(&id) {
            nameless.push(id);
        } else if name != NAMELESS && !named.iter().any(|(known, _)| *known == id) {
            named.push((id, name));
        }
    }
    let person = |(id, name): &(&PersonId, &String)| Span::Person { id: (*id).clone(), name: (*name).clone() };
    let known = |d: &Decider| named.iter().any(|(id, _)| **id == d.id);
    // Whoever is away may decide all the same, and is not called: a name that calls nobody.
    let away = facts.deciders.iter().filter(asked).filter(|d| d.deputy.is_some() && d.name != NAMELESS && !known(d));
    let mut spans: Vec<Span> = named.iter().map(person).chain(away.map(|d| Span::text(d.name.clone()))).collect();
    if spans.len() > NAMED {
        let more = spans.split_off(NAMED).len();
        spans.push(Span::text(others(more + nameless.len())));
        return spans;
    }
    if !nameless.is_empty() {
        let at_the_page = |id: &&PersonId| facts.deciders.iter().any(|d| d.id == **id && !d.named);
        let who = if nameless.iter().all(at_the_page) { AT_THE_PAGE } else { "an owner" };
        let in_a_group = decision.rooms.iter().any(|room| !direct(ticket, room, facts));
        let lone = if in_a_group { capital(who) } else { "You".to_owned() };
        spans.push(Span::text(if spans.is_empty() { lone } else { who.to_owned() }));
    }
    if among_others(ticket, decision, facts) && lends(facts) {
        spans.push(Span::text(if spans.is_empty() { capital(BY_A_ROLE) } else { BY_A_ROLE.to_owned() }));
    }
    // Where nobody else is left, whoever is at the page is somebody.
    if spans.is_empty() && facts.deciders.iter().any(|d| !d.named && !barred(&d.id)) {
        spans.push(Span::text(capital(AT_THE_PAGE)));
    }
    spans
}

/// What would be known if nobody decided but owners, each for themselves.
pub fn of_owners(ticket: &Ticket, facts: &Facts) -> Facts {
    let mut known = facts.clone();
    known.deciders.retain(|decider| decider.owner);
    for decider in &mut known.deciders {
        decider.deputy = None;
    }
    known.requester_decides &= known.deciders.iter().any(|decider| decider.id == ticket.requester);
    known.requester_lent = false;
    known.settings.server_roles.clear();
    known
}

/// Whoever decides here by what a role of a server lends them; who that is, the server knows.
pub(in crate::secretary::wording) const BY_A_ROLE: &str = "whoever has an approver's role on Discord";

/// Whether a role of a server lends somebody that they may decide.
pub(in crate::secretary::wording) fn lends(facts: &Facts) -> bool {
    facts.settings.server_roles.iter().any(|lent| lent.role <= Role::Approver)
}

/// Whether one person alone reads a room.
fn direct(ticket: &Ticket, room: &RoomId, facts: &Facts) -> bool {
    (*room == ticket.room && ticket.direct) || facts.direct_rooms.contains_key(room)
}

/// Whether somebody whom a role lends it can be meant: where heads are counted they are not, and a direct chat is read by one.
fn among_others(ticket: &Ticket, decision: &Decision, facts: &Facts) -> bool {
    let group = |room: &RoomId| !direct(ticket, room, facts);
    decision.quorum == Quorum::Any && (decision.four_eyes || decision.rooms.iter().any(group))
}

/// "1 other", "3 others": behind the names of some who can decide.
pub(in crate::secretary::wording) fn others(more: usize) -> String {
    plural(more, "other", "others")
}

/// Whoever acts for a decider: somebody who is away is not called, who stands in for them is.
fn acts(decider: &Decider) -> (&PersonId, &String) {
    decider.deputy.as_ref().map_or((&decider.id, &decider.name), |(id, name)| (id, name))
}

/// "Mara, Kim or Jo", "Mara, Kim, Jo, Li or 3 others".
pub fn either(people: Vec<Span>) -> Vec<Span> {
    let last = people.len().saturating_sub(1);
    let mut spans = Vec::new();
    for (n, person) in people.into_iter().enumerate() {
        match n {
            0 => {}
            n if n == last => spans.push(Span::text(" or ")),
            _ => spans.push(Span::text(", ")),
        }
        spans.push(person);
    }
    spans
}

/// Marks these as the people who must act on a message; a group notifies them.
pub fn calling(mut message: Message, people: &[Span]) -> Message {
    message.mentions.extend(people.iter().filter_map(Span::person).cloned());
    message
}
