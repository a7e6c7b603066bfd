//! People, their accounts and rooms.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::ledger::Fact;
use crate::memory::tables::{account_key, chat_key, place_key};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{
    ChatRows, PersonCare, PersonRows, RoomRows, Stored, StrangerRows, WorkspaceRows, digest,
};
use secretary::secretary::budget::{AccountKey, Hold};
use secretary::secretary::ids::{PersonId, RoomId, ScheduleId, TicketId, WorkspaceId};
use secretary::secretary::inbound::{Account, Place, Platform};
use secretary::secretary::people::merge_members;
use secretary::secretary::people::workspace::{Guesses, Person, Role, Room, Settings};
use std::sync::Arc;

impl MemoryTx {
    fn read_person(&self, id: &PersonId) -> Option<Person> {
        let mut person = self.tables().people.get(id).map(|(person, _)| person.clone())?;
        if self.is(Broken::LetsAnybody) {
            person.role = Role::Owner;
        }
        let owned = |account: &Account| {
            self.tables().accounts.get(&(account_key(account), person.workspace.clone())) == Some(id)
        };
        let accounts = person.accounts.iter().filter(|account| owned(account)).cloned().collect();
        Some(Person { accounts, ..person })
    }

    fn forget_expected(&mut self, id: &PersonId) -> Stored<()> {
        let keys: Vec<_> = self.tables().expects.keys().filter(|(_, person)| person == id).cloned().collect();
        for key in keys {
            self.take(|t| &mut t.expects, &key)?;
        }
        Ok(())
    }
}

#[async_trait]
impl PersonRows for MemoryTx {
    async fn person(&mut self, id: &PersonId) -> Stored<Option<Person>> {
        Ok(self.read_person(id))
    }

    async fn member(&mut self, workspace: &WorkspaceId, account: &Account) -> Stored<Option<Person>> {
        let id = self.tables().accounts.get(&(account_key(account), workspace.clone())).cloned();
        Ok(id.and_then(|id| self.read_person(&id)))
    }

    async fn save_person(&mut self, person: &Person) -> Stored<()> {
        let old: Vec<_> = {
            let tables = self.tables();
            tables.accounts.iter().filter(|(_, id)| **id == person.id).map(|(key, _)| key.clone()).collect()
        };
        for key in old {
            self.take(|t| &mut t.accounts, &key)?;
        }
        for account in &person.accounts {
            let key = (account_key(account), person.workspace.clone());
            self.put(|t| &mut t.accounts, key, person.id.clone())?;
        }
        self.put(|t| &mut t.people, person.id.clone(), (person.clone(), false)).map(drop)
    }

    async fn people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>> {
        let ids: Vec<PersonId> = {
            let tables = self.tables();
            let here = tables.people.iter().filter(|(_, (person, removed))| !removed && person.workspace == *workspace);
            here.map(|(id, _)| id.clone()).collect()
        };
        let mut people: Vec<Person> = ids.iter().filter_map(|id| self.read_person(id)).collect();
        people.sort_by_cached_key(|p| (p.role != Role::Owner, p.name.to_lowercase(), p.id.clone()));
        Ok(people)
    }
}

#[async_trait]
impl PersonCare for MemoryTx {
    /// Notes and codes stay with the one who is gone: nobody in a simulated life joins accounts that have any.
    async fn merge_person(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        let (Some(gone), Some(mut kept)) = (self.read_person(from), self.read_person(into)) else { return Ok(()) };
        if from == into {
            return Ok(());
        }
        let tickets: Vec<TicketId> = self.tables().tickets.keys().cloned().collect();
        for id in tickets {
            let Some(ticket) = self.tables().tickets.get(&id).cloned() else { continue };
            if ticket.workspace != kept.workspace {
                continue;
            }
            let mut next = (*ticket).clone();
            next.hand_over(&gone, &kept);
            if next != *ticket {
                self.put(|t| &mut t.tickets, id, Arc::new(next))?;
            }
        }
        let schedules: Vec<ScheduleId> = self.tables().schedules.keys().cloned().collect();
        for id in schedules {
            let Some(mut schedule) = self.tables().schedules.get(&id).cloned() else { continue };
            if schedule.owner == *from {
                schedule.owner = into.clone();
                self.put(|t| &mut t.schedules, id, schedule)?;
            }
        }
        self.hand_over_flows(&gone, &kept)?;
        let rooms: Vec<Arc<Room>> = self.tables().rooms.values().cloned().collect();
        for room in rooms.into_iter().filter(|room| room.person.as_ref() == Some(from)) {
            let room = Room { person: Some(into.clone()), ..(*room).clone() };
            self.put(|t| &mut t.rooms, room.id.clone(), Arc::new(room))?;
        }
        let spent: Vec<_> =
            self.tables().spending.keys().filter(|(_, key)| key.who == from.as_str()).cloned().collect();
        for of in spent {
            let Some(gone) = self.take(|t| &mut t.spending, &of)? else { continue };
            let into = (of.0, AccountKey { who: into.to_string(), ..of.1 });
            let mut account = self.tables().spending.get(&into).copied().unwrap_or_default();
            account.spent = account.spent.plus(gone.spent);
            account.held = account.held.plus(gone.held);
            self.put(|t| &mut t.spending, into, account)?;
        }
        let holds: Vec<Hold> = self.tables().holds.values().cloned().collect();
        for mut hold in holds {
            let theirs = |key: &&mut AccountKey| key.who == from.as_str();
            hold.on.iter_mut().filter(theirs).for_each(|key| key.who = into.to_string());
            self.put(|t| &mut t.holds, hold.id.clone(), hold)?;
        }
        for person in self.people(&kept.workspace).await? {
            let away = merge_members::away(&person, &gone, into);
            if away == person.away {
                continue;
            }
            if person.id == *into {
                kept.away = away;
            } else if person.id != *from {
                self.save_person(&Person { away, ..person }).await?;
            }
        }
        kept.accounts.extend(gone.accounts);
        self.save_person(&kept).await?;
        self.said_by(from, into)?;
        self.forget_expected(from)?;
        self.take(|t| &mut t.people, from).map(drop)
    }

    async fn remove_person(&mut self, id: &PersonId) -> Stored<()> {
        let Some((person, _)) = self.tables().people.get(id).cloned() else { return Ok(()) };
        for account in &person.accounts {
            self.take(|t| &mut t.accounts, &(account_key(account), person.workspace.clone()))?;
            self.take(|t| &mut t.strangers, &account_key(account))?;
        }
        self.forget_expected(id)?;
        self.tell_ledger(Fact::Left { person: id.clone() });
        self.put(|t| &mut t.people, id.clone(), (person, true)).map(drop)
    }

    async fn former_people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>> {
        let tables = self.tables();
        let former = tables.people.values().filter(|(person, removed)| *removed && person.workspace == *workspace);
        Ok(former.map(|(person, _)| person.clone()).collect())
    }

    async fn kept_out(&mut self, workspace: &WorkspaceId, account: &Account, again: bool) -> Stored<bool> {
        let hash = hidden_account(workspace, account);
        let mut out = false;
        for mut person in self.former_people(workspace).await? {
            if !person.kept_out.contains(&hash) {
                continue;
            }
            out = true;
            if again {
                person.kept_out.retain(|kept| *kept != hash);
                self.put(|t| &mut t.people, person.id.clone(), (person, true))?;
            }
        }
        Ok(out)
    }
}

/// What is kept of the account of somebody who was taken out before everything of theirs was erased.
pub(in crate::memory) fn hidden_account(workspace: &WorkspaceId, account: &Account) -> String {
    digest(format!("account {workspace} {} {}", account.platform.name(), account.user).as_bytes())
}

#[async_trait]
impl RoomRows for MemoryTx {
    async fn room(&mut self, id: &RoomId) -> Stored<Option<Room>> {
        Ok(self.tables().rooms.get(id).map(|room| (**room).clone()))
    }

    async fn room_at(&mut self, place: &Place) -> Stored<Option<Room>> {
        Ok(self.rooms_at(place).await?.into_iter().next())
    }

    async fn save_room(&mut self, room: &Room) -> Stored<()> {
        let key_of = |room: &Room| (place_key(&room.place), room.workspace.clone());
        let old = self.tables().rooms.get(&room.id).map(|old| key_of(old));
        let key = key_of(room);
        if let Some(old) = old.filter(|old| *old != key) {
            self.take(|t| &mut t.places, &old)?;
        }
        self.end_conversation(room)?;
        self.put(|t| &mut t.places, key, room.id.clone())?;
        self.put(|t| &mut t.rooms, room.id.clone(), Arc::new(room.clone())).map(drop)
    }

    async fn rooms(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Room>> {
        let (tables, all) = (self.tables(), self.is(Broken::MixesWorkspaces));
        Ok(tables
            .rooms
            .values()
            .filter(|room| all || room.workspace == *workspace)
            .map(|room| (**room).clone())
            .collect())
    }
}

#[async_trait]
impl ChatRows for MemoryTx {
    async fn rooms_at(&mut self, place: &Place) -> Stored<Vec<Room>> {
        let (tables, key) = (self.tables(), place_key(place));
        let here = tables.places.range((key.clone(), WorkspaceId::new(""))..).take_while(|((at, _), _)| *at == key);
        let mut rooms: Vec<Room> =
            here.filter_map(|(_, id)| tables.rooms.get(id)).map(|room| (**room).clone()).collect();
        rooms.sort_by_key(|room| (!room.active, room.id.clone()));
        Ok(rooms)
    }

    async fn rooms_of_chat(&mut self, place: &Place) -> Stored<Vec<RoomId>> {
        let chat = chat_key(place);
        Ok(self.tables().rooms.values().filter(|room| chat_key(&room.place) == chat).map(|r| r.id.clone()).collect())
    }

    async fn directory_version(&mut self) -> Stored<String> {
        Ok(self.tables().directory.get(&()).cloned().unwrap_or_default())
    }

    async fn change_directory(&mut self, version: &str) -> Stored<()> {
        self.put(|t| &mut t.directory, (), version.to_owned()).map(drop)
    }
}

#[async_trait]
impl StrangerRows for MemoryTx {
    async fn told_before(&mut self, account: &Account, _now: DateTime<Utc>) -> Stored<bool> {
        Ok(self.put(|t| &mut t.strangers, account_key(account), ())?.is_some())
    }

    async fn guesses(&mut self, account: &Account) -> Stored<Guesses> {
        Ok(self.tables().guesses.get(&account_key(account)).copied().unwrap_or_default())
    }

    async fn save_guesses(&mut self, account: &Account, guesses: Guesses) -> Stored<()> {
        self.put(|t| &mut t.guesses, account_key(account), guesses).map(drop)
    }
}

#[async_trait]
impl WorkspaceRows for MemoryTx {
    async fn bot_name(&mut self, _platform: Platform) -> Stored<Option<String>> {
        Ok(None)
    }

    async fn workspaces(&mut self) -> Stored<Vec<Settings>> {
        Ok(self.tables().settings.values().cloned().collect())
    }

    async fn memberships(&mut self, account: &Account) -> Stored<Vec<Person>> {
        let key = account_key(account);
        let ids: Vec<PersonId> = {
            let tables = self.tables();
            tables.accounts.iter().filter(|((of, _), _)| *of == key).map(|(_, id)| id.clone()).collect()
        };
        Ok(ids.iter().filter_map(|id| self.read_person(id)).collect())
    }
}
