//! Where messages stand, what their buttons mean, and whose words are awaited.

use crate::broken::Broken;
use crate::memory::MemoryTx;
use crate::memory::tables::chat_key;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use secretary::ports::store::{PostCare, PostRows, Posted, Prompt, PromptCare, PromptRows, Stored, ViewRows};
use secretary::secretary::ids::{PersonId, RoomId, Slot, TicketId, Token};
use secretary::secretary::inbound::Place;
use secretary::secretary::message::action::Action;
use secretary::secretary::message::views::View;
use std::collections::BTreeSet;
use std::sync::Arc;

#[async_trait]
impl PostRows for MemoryTx {
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>> {
        let (first, last) = ((slot.clone(), room.clone(), 0), (slot.clone(), room.clone(), u32::MAX));
        Ok(self.tables().posts.range(first..=last).map(|(_, posted)| posted.clone()).collect())
    }

    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>> {
        let (tables, chat) = (self.tables(), chat_key(place));
        let here = tables.posts.values().filter(|p| p.message == message && chat_key(&p.place) == chat);
        let copy = || tables.copies.get(&(chat.clone(), message.to_owned())).map(|(_, posted)| posted);
        Ok(here.max_by_key(|p| p.at).or_else(copy).cloned())
    }

    async fn save_posted(&mut self, posted: &Posted) -> Stored<()> {
        if self.is(Broken::ForgetsPosts) {
            return Ok(());
        }
        let key = (posted.slot.clone(), posted.room.clone(), posted.part);
        self.put(|t| &mut t.posts, key, posted.untitled())?;
        self.take(|t| &mut t.copies, &(chat_key(&posted.place), posted.message.clone())).map(drop)
    }

    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>> {
        let of = |thread: &(TicketId, RoomId)| thread.0 == *ticket && thread.1 == *room;
        let tables = self.tables();
        let found = tables.rooms.values().find(|r| !r.closed && r.thread_of.as_ref().is_some_and(of));
        Ok(found.map(|room| room.place.clone()))
    }
}

#[async_trait]
impl PostCare for MemoryTx {
    async fn copies(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>> {
        let tables = self.tables();
        let mut found: Vec<_> = tables.copies.values().filter(|(_, p)| p.slot == *slot && p.room == *room).collect();
        found.sort_by_key(|(order, posted)| (posted.at, *order));
        Ok(found.into_iter().map(|(_, posted)| posted.clone()).collect())
    }

    async fn save_copy(&mut self, copy: &Posted) -> Stored<()> {
        let key = (chat_key(&copy.place), copy.message.clone());
        if self.tables().copies.contains_key(&key) {
            return Ok(());
        }
        let order = self.count("copies")?;
        self.put(|t| &mut t.copies, key, (order, copy.untitled())).map(drop)
    }

    async fn rooms_with(&mut self, slot: &Slot) -> Stored<Vec<RoomId>> {
        let tables = self.tables();
        let posted = tables.posts.values().map(|posted| (&posted.room, &posted.slot));
        let rows = posted.chain(tables.live().filter_map(|(_, row)| row.post()));
        let rooms: BTreeSet<RoomId> = rows.filter(|(_, of)| *of == slot).map(|(room, _)| room.clone()).collect();
        Ok(rooms.into_iter().collect())
    }

    async fn forget_part(&mut self, part: &Posted) -> Stored<()> {
        let key = (part.slot.clone(), part.room.clone(), part.part);
        if self.tables().posts.get(&key).is_some_and(|p| p.message == part.message) {
            self.take(|t| &mut t.posts, &key)?;
        }
        Ok(())
    }
}

#[async_trait]
impl PromptRows for MemoryTx {
    async fn bind(&mut self, token: &Token, prompt: &Prompt, now: DateTime<Utc>) -> Stored<()> {
        let order = self.tables().prompts.get(token).map_or(-1, |(_, _, order)| *order);
        let order = if order < 0 { self.count("prompts")? } else { order };
        self.put(|t| &mut t.prompts, token.clone(), (Arc::new(prompt.clone()), now, order)).map(drop)
    }

    async fn prompt(&mut self, token: &Token) -> Stored<Option<Prompt>> {
        Ok(self.tables().prompts.get(token).map(|(prompt, _, _)| (**prompt).clone()))
    }

    async fn expect(&mut self, room: &RoomId, person: &PersonId, action: &Action, now: DateTime<Utc>) -> Stored<()> {
        self.put(|t| &mut t.expects, (room.clone(), person.clone()), (action.clone(), now)).map(drop)
    }

    async fn expected(&mut self, room: &RoomId, person: &PersonId) -> Stored<Option<(Action, DateTime<Utc>)>> {
        self.take(|t| &mut t.expects, &(room.clone(), person.clone()))
    }
}

#[async_trait]
impl PromptCare for MemoryTx {
    async fn newest_prompts(&mut self, room: &RoomId, since: DateTime<Utc>, limit: u32) -> Stored<Vec<Prompt>> {
        let tables = self.tables();
        let here = tables.prompts.values().filter(|(prompt, at, _)| *at >= since && prompt.rooms.contains(room));
        let mut found: Vec<_> = here.collect();
        found.sort_by_key(|(_, at, order)| std::cmp::Reverse((*at, *order)));
        Ok(found.into_iter().take(limit as usize).map(|(prompt, _, _)| (**prompt).clone()).collect())
    }
}

#[async_trait]
impl ViewRows for MemoryTx {
    async fn save_view(&mut self, view: &View) -> Stored<()> {
        if view.tickets().is_empty() {
            return self.drop_view(&view.slot, &view.room).await;
        }
        let order = self.count("views")?;
        self.put(|t| &mut t.views, (view.slot.clone(), view.room.clone()), (order, view.clone())).map(drop)
    }

    async fn views_of(&mut self, ticket: &TicketId) -> Stored<Vec<View>> {
        let tables = self.tables();
        let mut found: Vec<_> = tables.views.values().filter(|(_, view)| view.tickets().contains(&ticket)).collect();
        found.sort_by_key(|(order, _)| *order);
        Ok(found.into_iter().map(|(_, view)| view.clone()).collect())
    }

    async fn drop_view(&mut self, slot: &Slot, room: &RoomId) -> Stored<()> {
        self.take(|t| &mut t.views, &(slot.clone(), room.clone())).map(drop)
    }
}
