//! What ends when somebody leaves, or may do less than before.

use super::desk::Desk;
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::sight::Sight;
use crate::secretary::workspace::{Grant, Person, Purposes, Role, Room};

impl Desk<'_> {
    /// A member leaves: their accounts, codes, rules, standing orders and direct chats end; what they said stays.
    pub(super) async fn take_out(&mut self, person: &PersonId) -> Stored<()> {
        let mut codes = self.tx.codes(&self.workspace()).await?;
        codes.retain(|c| c.grant != Grant::Link(person.clone()));
        self.tx.save_codes(&self.workspace(), &codes).await?;
        self.drop_rules_for(person).await?;
        for schedule in self.tx.schedules(&self.workspace()).await? {
            if &schedule.owner == person {
                self.end_schedule(&schedule.id).await?;
            }
        }
        for mut room in self.tx.rooms(&self.workspace()).await? {
            if room.person.as_ref() == Some(person) && room.direct() {
                room.closed = true;
                room.person = None;
                room.purposes = Purposes { intake: true, ..Purposes::default() };
                self.tx.save_room(&room).await?;
                self.tell_apart(&room.place).await?;
            }
        }
        self.tx.remove_person(person).await
    }

    /// The direct chats of somebody who is no approver any more get no prompts and reports of others.
    pub(super) async fn narrow_rooms(&mut self, person: &PersonId) -> Stored<()> {
        for mut room in self.tx.rooms(&self.workspace()).await? {
            if room.person.as_ref() == Some(person) && room.direct() {
                let were = Some(room.purposes);
                room.purposes.decisions = false;
                room.purposes.reports = false;
                self.note(What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
                self.tx.save_room(&room).await?;
            }
        }
        Ok(())
    }

    /// An owner is none any more: open invitations end, since it is not known who made which, and nobody comes back by one they
    /// made before. Whether there were any.
    pub(super) async fn end_invitations(&mut self, person: &Person) -> Stored<bool> {
        if person.role != Role::Owner {
            return Ok(false);
        }
        let mut codes = self.tx.codes(&person.workspace).await?;
        let before = codes.len();
        codes.retain(|code| !matches!(code.grant, Grant::Invite(_)));
        self.tx.save_codes(&person.workspace, &codes).await?;
        Ok(codes.len() < before)
    }

    /// Open prompts that stand in the direct chat of somebody who decides no more are shown where somebody does.
    pub(super) async fn leave_who_decides_no_more(&mut self) -> Stored<()> {
        let absent = self.directory().await?.absent;
        let mut left: Vec<RoomId> = Vec::new();
        for ticket in self.awaiting(Sight::Everything).await? {
            for id in ticket.open_decisions().flat_map(|decision| &decision.rooms).filter(|id| **id != ticket.room) {
                let Some(room) = self.tx.room(id).await?.filter(Room::direct) else { continue };
                let person = match &room.person {
                    Some(person) => self.tx.person(person).await?,
                    None => None,
                };
                let stands_in = |id: &PersonId| absent.iter().any(|a| a.deputy == *id && a.until > self.now);
                let decides = person.is_some_and(|person| person.role <= Role::Approver || stands_in(&person.id));
                if (room.closed || !decides) && !left.contains(id) {
                    left.push(id.clone());
                }
            }
        }
        for room in left {
            self.move_prompts(&room).await?;
        }
        Ok(())
    }
}
