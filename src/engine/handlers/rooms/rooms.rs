//! Rooms: the one at a place, made known if it is new, and what a place is for.

use crate::engine::inbox::context::Context;
use crate::ports::store::Stored;
use crate::secretary::ids::RoomId;
use crate::secretary::message::inbound::Place;
use crate::secretary::people::workspace::{Person, Purposes, Role, Room};

impl Context<'_> {
    /// The room at a place, made known if it is new. A new group is for nothing until an owner says so.
    pub(in crate::engine) async fn room_for(&mut self, place: &Place, person: Option<&Person>) -> Stored<Room> {
        let rooms = self.tx.rooms_at(place).await?;
        let here = self.workspace();
        // Where a stranger was answered, and nothing else was, it may be anybody's.
        let nobodys = |room: &&Room| {
            room.direct() && room.person.is_none() && !room.closed && !rooms.iter().any(|r| r.workspace == here)
        };
        if person.is_some()
            && let Some(room) = rooms.iter().find(nobodys)
        {
            let room = Room { workspace: here.clone(), ..room.clone() };
            self.tx.save_room(&room).await?;
            return Box::pin(self.room_for(place, person)).await;
        }
        if let Some(mut room) = rooms.iter().find(|room| room.workspace == here).cloned() {
            let owner = person.filter(|_| room.direct()).map(|p| p.id.clone());
            // Where somebody was taken out, only a member opens the room again.
            let reopens = room.closed && (owner.is_some() || !room.direct());
            if reopens || (owner.is_some() && room.person != owner) {
                room.closed = false;
                room.person = owner.or(room.person);
                self.tx.save_room(&room).await?;
                self.change_directory().await?;
                if reopens {
                    Box::pin(self.prompts_come_back(&room)).await?;
                }
            }
            return Ok(room);
        }
        let direct = matches!(place.kind, crate::secretary::message::inbound::ChatKind::Direct);
        if !direct && let Some(room) = self.room_that_left(place).await? {
            return Ok(room);
        }
        // One event may make several rooms of a chat known.
        let id = if rooms.is_empty() { self.seed.id("room") } else { self.seed.id(&format!("room/{here}")) };
        let room = Room {
            id: RoomId::new(id),
            workspace: here,
            place: place.clone(),
            purposes: Purposes { intake: direct, ..Purposes::default() },
            closed: false,
            active: !rooms.iter().any(|room| room.active && !room.closed),
            called: String::new(),
            person: person.filter(|_| direct).map(|p| p.id.clone()),
            thread_of: None,
            former: Vec::new(),
        };
        // The directory stays as it is: a new room is for neither decisions nor reports, and reading all rooms and
        // people again for everybody's first message would make it the slower the more there are. Where those who
        // decide can be asked, it says.
        self.tx.save_room(&room).await?;
        if direct && self.decides(person).await? {
            self.change_directory().await?;
        }
        if rooms.is_empty() {
            return Ok(room);
        }
        self.tell_apart(place).await?;
        Ok(self.tx.room(&room.id).await?.unwrap_or(room))
    }

    /// Whether a room cannot be reached.
    pub(in crate::engine) async fn out_of_reach(&mut self, room: &RoomId) -> Stored<bool> {
        Ok(self.tx.room(room).await?.is_some_and(|room| room.closed))
    }

    /// Whether decisions may be put to this person: they may decide, or do for somebody who is away.
    async fn decides(&mut self, person: Option<&Person>) -> Stored<bool> {
        let Some(person) = person else { return Ok(false) };
        let stands_in = self.directory().await?.absent.iter().any(|absent| absent.deputy == person.id);
        Ok(person.role <= Role::Approver || stands_in)
    }

    /// What a place is for: a topic of a group goes by what was said for the whole group, where nothing else was said
    /// for the topic. Where decisions and reports are sent is no such question: that is one place.
    pub(in crate::engine) async fn purposes_at(&mut self, place: &Place, room: Option<&Room>) -> Stored<Purposes> {
        let own = room.map(|room| room.purposes).unwrap_or_default();
        if place.thread.is_none() || room.is_some_and(|room| room.thread_of.is_some()) {
            return Ok(own);
        }
        let group = self.room_here(&Place { thread: None, ..place.clone() }).await?;
        Ok(group.map_or(own, |group| own.within(group.purposes)))
    }

    /// The room whose chat was here before it got a new id.
    async fn room_that_left(&mut self, place: &Place) -> Stored<Option<Room>> {
        let rooms = self.tx.rooms(&self.workspace()).await?;
        Ok(rooms.into_iter().find(|room| room.left(place)))
    }
}
