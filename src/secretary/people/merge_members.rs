//! Merges two members who are one person. `Ticket::hand_over` names one where a ticket named the other.

use super::deputies::Away;
use super::workspace::{Person, Role};
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::Account;
use crate::secretary::people::names::{self, NAMELESS};
use std::collections::BTreeMap;

/// The member of each workspace.
pub type Belongs = BTreeMap<WorkspaceId, Person>;

/// The person with this name, if they have no name yet.
pub fn named_like(person: &Person, called: &str) -> Person {
    let unknown = ["", NAMELESS, names::UNSEEN].contains(&called);
    let name = if person.name == NAMELESS && !unknown { names::apart(called) } else { person.name.clone() };
    Person { name, ..person.clone() }
}

/// The person with these accounts, too.
pub fn with_accounts(person: &Person, more: &[Account]) -> Person {
    let mut person = person.clone();
    for account in more {
        if !person.accounts.contains(account) {
            person.accounts.push(account.clone());
        }
    }
    person
}

/// Whether the maker of a code would get a higher role in any workspace or join another one. The code must then be
/// made by the side that gives the rights.
pub fn gains(theirs: &Belongs, mine: &Belongs) -> bool {
    let most = theirs.values().map(|person| person.role).min();
    mine.iter().any(|(workspace, person)| match theirs.get(workspace) {
        Some(same) => person.role < same.role,
        // A code from somebody else must not use the rights of an owner.
        None => person.role == Role::Owner || most.is_none_or(|most| person.role < most),
    })
}

/// The deputy of a member after two members became one: a deputy under the removed name stays deputy under the other.
/// Nobody is their own deputy, and nobody named by a lower role decides in a higher one without being asked: the
/// choice of the member with the kept role counts.
pub fn away(of: &Person, from: &Person, into: &PersonId) -> Option<Away> {
    let becomes_it = of.id == *into;
    // Of what both said in one role, what holds longest: the other may be over.
    let both = [
        from.away.as_ref().filter(|_| becomes_it && from.role <= of.role),
        of.away.as_ref().filter(|_| !(becomes_it && from.role < of.role)),
    ];
    let followed = both
        .into_iter()
        .flatten()
        .cloned()
        .map(|away| if away.deputy == from.id { Away { deputy: into.clone(), ..away } } else { away });
    followed.filter(|away| away.deputy != of.id).max_by_key(|away| away.until)
}

#[cfg(test)]
mod tests {
    use crate::secretary::people::merge_members::*;
    use chrono::DateTime;

    fn person(name: &str, deputy: Option<&str>) -> Person {
        let (id, home) = (PersonId::new(name), WorkspaceId::new("home"));
        let mut person = Person::new(id, home, name, Role::Approver, DateTime::UNIX_EPOCH);
        person.away = deputy.map(|deputy| Away { until: DateTime::UNIX_EPOCH, deputy: PersonId::new(deputy) });
        person
    }

    #[test]
    fn who_decides_for_whom_follows_two_who_became_one() {
        let into = PersonId::new("into");
        // The member, their deputy, the deputy of the removed member, and the deputy afterwards.
        let cases = [
            ("other", Some("from"), None, Some("into")),
            ("other", Some("kim"), Some("jo"), Some("kim")),
            ("other", None, Some("kim"), None),
            ("into", None, Some("kim"), Some("kim")),
            ("into", Some("jo"), Some("kim"), Some("jo")),
            ("into", Some("from"), None, None),
            ("into", None, Some("into"), None),
            ("into", Some("from"), Some("kim"), Some("kim")),
        ];
        for (of, named, gone, after) in cases {
            let now = away(&person(of, named), &person("from", gone), &into).map(|away| away.deputy.to_string());
            assert_eq!(now.as_deref(), after, "{of} named {named:?}, gone {gone:?}");
        }
        let mut gone = person("from", Some("kim"));
        gone.away.as_mut().unwrap().until += chrono::TimeDelta::days(1);
        assert_eq!(away(&person("into", Some("jo")), &gone, &into), gone.away, "what holds longer");
        let owner = |named: Option<&str>| Person { role: Role::Owner, ..person("into", named) };
        assert_eq!(away(&owner(None), &gone, &into), None, "named in a lower role");
        assert_eq!(away(&owner(Some("jo")), &gone, &into), person("into", Some("jo")).away);
        gone.role = Role::Owner;
        assert_eq!(away(&person("into", Some("jo")), &gone, &into), gone.away, "named in the role that stays");
        gone.away = None;
        assert_eq!(away(&person("into", Some("jo")), &gone, &into), None);
    }
}
