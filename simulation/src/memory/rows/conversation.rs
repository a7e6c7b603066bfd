//! What was said last in each room.

use crate::memory::MemoryTx;
use crate::memory::erasing::Gone;
use async_trait::async_trait;
use secretary::ports::store::{ConversationRows, Stored};
use secretary::secretary::ids::{PersonId, RoomId};
use secretary::secretary::message::conversation::Said;
use secretary::secretary::people::workspace::Room;
use std::collections::BTreeSet;
use std::sync::Arc;

impl MemoryTx {
    /// What was said in a room goes when the room is closed, or becomes another workspace's.
    pub(super) fn end_conversation(&mut self, room: &Room) -> Stored<()> {
        let moves = self.tables().rooms.get(&room.id).is_some_and(|old| old.workspace != room.workspace);
        if room.closed || moves { self.take(|t| &mut t.conversations, &room.id).map(drop) } else { Ok(()) }
    }

    /// What was said in their workspace, and wherever they said something.
    pub(in crate::memory) fn clear_talk(&mut self, gone: &Gone) -> Stored<()> {
        let here = self.rooms_of(gone.here());
        let rooms: BTreeSet<&RoomId> = here.iter().chain(&gone.rooms).chain(&gone.groups).collect();
        self.clear(
            |t| &mut t.conversations,
            |room, turns| {
                let theirs = |said: &Said| said.by.as_ref() == Some(&gone.person.id);
                rooms.contains(room) || turns.iter().any(theirs)
            },
        )
    }

    /// What one member said is the other's from now on.
    pub(super) fn said_by(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        let rooms: Vec<(RoomId, Arc<Vec<Said>>)> =
            self.tables().conversations.iter().map(|(room, turns)| (room.clone(), turns.clone())).collect();
        for (room, turns) in rooms {
            let theirs = |said: &Said| said.by.as_ref() == Some(from);
            if !turns.iter().any(theirs) {
                continue;
            }
            let named = |said: &Said| Said {
                by: if theirs(said) { Some(into.clone()) } else { said.by.clone() },
                ..said.clone()
            };
            let turns: Vec<Said> = turns.iter().map(named).collect();
            self.put(|t| &mut t.conversations, room, Arc::new(turns))?;
        }
        Ok(())
    }
}

#[async_trait]
impl ConversationRows for MemoryTx {
    async fn conversation(&mut self, room: &RoomId) -> Stored<Vec<Said>> {
        Ok(self.tables().conversations.get(room).map(|turns| (**turns).clone()).unwrap_or_default())
    }

    async fn save_conversation(&mut self, room: &RoomId, said: &[Said]) -> Stored<()> {
        if said.is_empty() {
            return self.take(|t| &mut t.conversations, room).map(drop);
        }
        if self.tables().rooms.get(room).is_none_or(|room| room.closed) {
            return Ok(());
        }
        self.put(|t| &mut t.conversations, room.clone(), Arc::new(said.to_vec())).map(drop)
    }
}
