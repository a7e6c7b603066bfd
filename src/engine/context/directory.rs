//! The directory of a workspace: the people and rooms that most steps need. It is read once and kept until people or
//! rooms change. Beside it: former members, the room at a place, and the name of the workspace.

use crate::engine::context::Context;
use crate::engine::{Absent, Directory, lock};
use crate::ports::store::Stored;
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::inbound::{Account, Place, Platform};
use crate::secretary::people::deputies::StandIn;
use crate::secretary::people::names::{NAMELESS, nameless};
use crate::secretary::people::workspace::{AtHand, Person, Role, Room};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::rights::{Decides, Left};
use crate::secretary::ticket::facts::Decider;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The word for a person without a name, in the language of the workspace.
pub async fn word_for_nameless(context: &mut Context<'_>) -> Stored<&'static str> {
    Ok(directory(context).await?.nameless)
}

/// The name of a person, or the word for one without a name.
pub async fn called(context: &mut Context<'_>, person: &Person) -> Stored<String> {
    Ok(if person.name == NAMELESS { word_for_nameless(context).await?.to_owned() } else { person.name.clone() })
}

/// The same word for a message that one person reads alone: that person is "you".
pub async fn nameless_to(context: &mut Context<'_>, reader: Option<&PersonId>) -> Stored<&'static str> {
    let reader = match reader {
        Some(id) => context.tx.person(id).await?,
        None => None,
    };
    if reader.is_some_and(|person| person.name == NAMELESS) {
        Ok(nameless(true))
    } else {
        word_for_nameless(context).await
    }
}

/// What holds for a person at this moment, apart from a role that a server lends: those who named them as deputy.
pub async fn at_hand(context: &mut Context<'_>, person: &PersonId) -> Stored<AtHand> {
    let (now, directory) = (context.now, directory(context).await?);
    let absent = directory.absent.iter().filter(|absent| absent.deputy == *person && absent.until > now);
    let stands_in_for = absent.map(|a| StandIn { person: a.person.clone(), name: a.name.clone() }).collect();
    Ok(AtHand { lent: None, stands_in_for, senders: Some(directory.senders.clone()) })
}

/// The reader of a message, with the people who named them as deputy at this moment.
pub async fn reader(context: &mut Context<'_>, id: &PersonId) -> Stored<Option<Person>> {
    let Some(person) = context.tx.person(id).await? else { return Ok(None) };
    let at_hand = at_hand(context, id).await?;
    Ok(Some(Person { at_hand, ..person }))
}

/// Marks the directory as stale, after people or rooms changed.
pub async fn change_directory(context: &mut Context<'_>) -> Stored<()> {
    let version = context.engine.fresh_version()?;
    context.tx.change_directory(&version).await
}

/// The tickets of these about which only approvers decide, since their requester lost the right to.
pub async fn left_to_approvers(context: &mut Context<'_>, found: &[Ticket]) -> Stored<Left> {
    let mut left = Left::default();
    for ticket in found.iter().filter(|ticket| ticket.open_decisions().next().is_some()) {
        let sender = context.tx.person(&ticket.requester).await?;
        if sender.is_none_or(|person| !decides_about_own(&person)) {
            left.to_approvers(ticket);
        }
    }
    Ok(left)
}

/// Who may decide about this ticket.
pub async fn decides_about(context: &mut Context<'_>, ticket: &Ticket) -> Stored<Decides> {
    let sender = directory(context).await?.senders.contains(&ticket.requester);
    Ok(if sender { Decides::of(ticket) } else { Decides::Approvers })
}

pub async fn directory(context: &mut Context<'_>) -> Stored<Directory> {
    let version = context.tx.directory_version().await?;
    let here = context.workspace();
    if let Some(known) = lock(&context.engine.directories).get(&here).filter(|known| known.version == version) {
        return Ok(known.clone());
    }
    let rooms = context.tx.rooms(&here).await?;
    let open = || rooms.iter().filter(|r| !r.closed && r.thread_of.is_none());
    // The name of the local web visitor says nothing in other chats.
    let named = |p: &Person| p.accounts.iter().any(|a| a.platform != Platform::Web);
    let people = context.tx.people(&here).await?;
    let decides = || people.iter().filter(|p| p.role <= Role::Approver);
    let decider = |p: &Person| Decider {
        named: named(p),
        id: p.id.clone(),
        name: apart(p, &people),
        deputy: None,
        owner: p.role == Role::Owner,
    };
    // A person with linked accounts is asked on each messenger. The web page is used only for a person without a
    // messenger.
    let chats = |person: &PersonId| {
        let own: Vec<_> = open().filter(|r| r.direct() && r.person.as_ref() == Some(person)).collect();
        let messengers = own.iter().any(|r| r.place.platform != Platform::Web);
        let fit = own.into_iter().filter(|r| !messengers || r.place.platform != Platform::Web);
        fit.map(|r| r.id.clone()).collect::<Vec<RoomId>>()
    };
    let absent = |p: &Person| {
        let away = p.away.as_ref()?;
        // An observer is nobody's deputy.
        let fit = |other: &&Person| other.id == away.deputy && other.role <= Role::Requester;
        let deputy = people.iter().find(fit)?;
        Some(Absent {
            person: p.id.clone(),
            name: p.name.clone(),
            deputy: deputy.id.clone(),
            deputy_name: deputy.name.clone(),
            rooms: chats(&deputy.id),
            until: away.until,
        })
    };
    let senders = people.iter().filter(|p| decides_about_own(p)).map(|p| p.id.clone()).collect();
    let directory = Directory {
        version,
        senders: Arc::new(senders),
        decision_rooms: open().filter(|r| r.purposes.decisions).map(|r| (r.id.clone(), r.person.clone())).collect(),
        report_rooms: open().filter(|r| r.purposes.reports).map(|r| r.id.clone()).collect(),
        chats: decides().flat_map(|p| chats(&p.id).into_iter().map(|room| (p.id.clone(), room))).collect(),
        deciders: decides().map(decider).collect(),
        absent: decides().filter_map(absent).collect(),
        nameless: nameless(people.len() <= 1),
    };
    lock(&context.engine.directories).insert(here, directory.clone());
    Ok(directory)
}

/// Whether a person may decide about their own ideas, by their own role or by one that a server may lend them.
fn decides_about_own(person: &Person) -> bool {
    person.decides_about_own() || person.by_server_role
}

/// The name of a decider, with the platform where another decider has the same name.
fn apart(person: &Person, people: &[Person]) -> String {
    let same = |other: &&Person| other.name.to_lowercase() == person.name.to_lowercase();
    let alike = people.iter().filter(|other| other.role <= Role::Approver).filter(same).count() > 1;
    if !alike || person.name == NAMELESS {
        return person.name.clone();
    }
    let on: Vec<&str> = person.accounts.iter().map(|account| account.platform.title()).collect();
    format!("{} ({})", person.name, on.join("/"))
}

impl Directory {
    /// The deciders, each with the deputy of this moment.
    pub fn deciders_at(&self, now: DateTime<Utc>) -> Vec<Decider> {
        let mut deciders = self.deciders.clone();
        for decider in &mut deciders {
            let absent = self.absent.iter().find(|a| a.person == decider.id && a.until > now);
            decider.deputy = absent.map(|a| (a.deputy.clone(), a.deputy_name.clone()));
        }
        deciders
    }

    /// The persons whose direct chats these rooms are, and the direct chats of deciders and their deputies.
    pub fn direct_rooms(&self) -> BTreeMap<RoomId, PersonId> {
        let own = self.decision_rooms.iter().filter_map(|(room, person)| Some((room.clone(), person.clone()?)));
        let deputies = self.absent.iter().flat_map(|a| a.rooms.iter().map(|room| (room.clone(), a.deputy.clone())));
        let chats = self.chats.iter().map(|(person, room)| (room.clone(), person.clone()));
        own.chain(deputies).chain(chats).collect()
    }

    /// The direct chats of the deputy of an absent person.
    pub fn deputy_rooms_at(&self, person: &PersonId, now: DateTime<Utc>) -> Vec<RoomId> {
        let absent = self.absent.iter().find(|a| a.person == *person && a.until > now);
        absent.map(|a| a.rooms.clone()).unwrap_or_default()
    }

    /// The direct chats of the deciders and of their deputies.
    pub fn chats_at(&self, now: DateTime<Utc>) -> BTreeSet<RoomId> {
        let deputies = self.absent.iter().filter(|a| a.until > now).flat_map(|a| a.rooms.iter());
        self.chats.iter().map(|(_, room)| room).chain(deputies).cloned().collect()
    }

    /// When the first absent person is back.
    pub fn back_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.absent.iter().map(|a| a.until).filter(|until| *until > now).min()
    }

    /// The rooms for decisions. Beside the direct chat of an absent person they hold the direct chat of the deputy.
    pub fn decision_rooms_at(&self, now: DateTime<Utc>) -> Vec<RoomId> {
        let mut rooms: Vec<RoomId> = Vec::new();
        for (room, person) in &self.decision_rooms {
            let away = |a: &&Absent| Some(&a.person) == person.as_ref() && a.until > now;
            let deputy = self.absent.iter().find(away).into_iter().flat_map(|a| a.rooms.iter());
            for room in std::iter::once(room).chain(deputy) {
                if !rooms.contains(room) {
                    rooms.push(room.clone());
                }
            }
        }
        rooms
    }
}

/// The room of this workspace at a place.
pub async fn room_here(context: &mut Context<'_>, place: &Place) -> Stored<Option<Room>> {
    let here = context.workspace();
    Ok(context.tx.rooms_at(place).await?.into_iter().find(|room| room.workspace == here))
}

/// The former members who had one of these accounts, the last one at the end.
pub async fn former_with(context: &mut Context<'_>, accounts: &[Account]) -> Stored<Vec<Person>> {
    let mut former = context.tx.former_people(&context.workspace()).await?;
    former.retain(|person| !person.erased && person.accounts.iter().any(|account| accounts.contains(account)));
    former.sort_by_key(|person| person.joined_at);
    Ok(former)
}

/// The name of a workspace.
pub async fn workspace_name(context: &mut Context<'_>, workspace: &WorkspaceId) -> Stored<String> {
    let stored = context.tx.settings(workspace).await?;
    let settings = stored.unwrap_or_else(|| context.engine.fresh_settings(workspace.clone()));
    Ok(settings.title().to_owned())
}
