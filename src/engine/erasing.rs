//! Erasing what there is of somebody, on the desk: asked about with what will go, answered first, and then done as an event
//! of its own, in one transaction, behind the answer: afterwards there is nobody to answer.

use super::Engine;
use super::apply::{room_lane, run_lane};
use super::desk::{Desk, Visit};
use super::perform::{Performed, back_off};
use crate::ports::store::{Arrival, Fate, OutboxRow, Settled, Stored};
use crate::secretary::audit::What;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::message::Message;
use crate::secretary::notes::Scope;
use crate::secretary::permissions::Deed;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::privacy::{self, Count};
use crate::secretary::wording::{late, names, people};
use crate::secretary::workspace::{Person, Role};

impl Engine {
    /// Removes the files of tickets that are gone, until nothing is left of them.
    pub(super) async fn erase_files(&self, row: &OutboxRow, tickets: &[TicketId]) -> Performed {
        for ticket in tickets {
            if let Err(error) = self.parts.files.erase_files(ticket).await {
                tracing::warn!(%error, "files of an erased ticket could not be removed; it is tried again");
                return Performed::ended(Settled::Retry(back_off(row.attempts, std::time::Duration::ZERO, self.now())));
            }
        }
        Performed::done()
    }
}

impl Desk<'_> {
    /// `/forget`
    pub(super) async fn ask_forget(&mut self, visit: &Visit) -> Stored<Fate> {
        if !visit.room.direct() {
            return self.refuse(visit, privacy::only_direct()).await;
        }
        let count = self.count(&visit.person.id).await?;
        let name = self.named_among_several().await?;
        let stays = self.stays(&visit.person).await?;
        let mut keys = self.keys();
        let message = privacy::ask_forget(&count, name.as_deref(), stays, &visit.person, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The button under it. What is erased is erased once this was answered.
    pub(super) async fn forget_me(&mut self, visit: &Visit, person: &PersonId) -> Stored<Fate> {
        if visit.person.id != *person && visit.room.direct() {
            return self.erase_former(visit, person).await;
        }
        if !visit.room.direct() {
            return Ok(Fate::Refused(late::forgotten()));
        }
        if let Err(why) = self.may(visit, Deed::ManageSelf) {
            return Ok(Fate::Refused(why));
        }
        let room = visit.room.id.clone();
        if let Some(slot) = &visit.turned {
            self.carry_out(vec![Effect::Bare { room: room.clone(), slot: slot.clone() }], None).await?;
        }
        let name = self.named_among_several().await?;
        let stays = self.stays(&visit.person).await?;
        let next = self.about_after(visit).await?;
        self.say(visit, privacy::forgetting(name.as_deref(), stays, next.as_deref())).await?;
        self.enqueue(room_lane(&room), None, Effect::Erase { person: person.clone() }).await?;
        // Short answers are erased as well, before this one is read perhaps.
        Ok(Fate::Decided(None))
    }

    /// The workspace that this chat is about once it is about this one no more, if there is one.
    async fn about_after(&mut self, visit: &Visit) -> Stored<Option<String>> {
        let rooms = self.tx.rooms_at(&visit.room.place).await?;
        match rooms.into_iter().find(|room| room.id != visit.room.id && !room.closed) {
            Some(next) => self.workspace_name(&next.workspace).await.map(Some),
            None => Ok(None),
        }
    }

    /// `/members Kim erase`: of somebody who has left, by an owner.
    pub(super) async fn ask_erase(&mut self, visit: &Visit, name: &str) -> Stored<Fate> {
        if !visit.room.direct() {
            return self.refuse(visit, privacy::only_direct()).await;
        }
        let here = self.workspace();
        let there = self.tx.people(&here).await?;
        if !names::called(&there, name).is_empty() {
            return self.refuse(visit, privacy::still_here(name)).await;
        }
        let mut former = self.tx.former_people(&here).await?;
        former.retain(|person| !person.erased);
        let named = names::left_called(&former, name);
        let [person] = named.as_slice() else {
            let names: Vec<String> = former.iter().map(|person| names::apart(&person.name)).collect();
            let why = if named.is_empty() { privacy::nobody_left(name, &names) } else { people::several_called(name) };
            return self.refuse(visit, why).await;
        };
        let count = self.count(&person.id).await?;
        let mut keys = self.keys();
        let message = privacy::ask_erase(&count, &names::apart(&person.name), &person.id, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The button under that. Nobody is left to be answered first.
    async fn erase_former(&mut self, visit: &Visit, person: &PersonId) -> Stored<Fate> {
        if let Err(why) = self.may(visit, Deed::ManagePeople) {
            return Ok(Fate::Refused(why));
        }
        let here = self.workspace();
        let known = self.tx.former_people(&here).await?.into_iter().find(|former| former.id == *person);
        if known.is_none_or(|former| former.erased) {
            return Ok(Fate::Refused(late::forgotten()));
        }
        let room = visit.room.id.clone();
        if let Some(slot) = &visit.turned {
            self.carry_out(vec![Effect::Bare { room, slot: slot.clone() }], None).await?;
        }
        let key = format!("erase/{}", self.seq);
        let seed = self.seed.further(&key);
        self.tx.tell(&key, &Arrival::Erase { person: person.clone() }, seed, self.now).await?;
        self.engine.arrivals.notify_one();
        // Without the name: what is still to be sent would keep it in the file.
        self.say(visit, Message::lines([privacy::erasing_of()])).await?;
        Ok(Fate::Decided(None))
    }

    /// Does it.
    pub(super) async fn erase(&mut self, person: &PersonId) -> Stored<Fate> {
        let Some(gone) = self.tx.person(person).await? else { return Ok(Fate::Decided(None)) };
        if gone.erased {
            return Ok(Fate::Decided(None));
        }
        self.here = gone.workspace.clone();
        // Others may have come or left since it was asked for.
        let stays = self.stays(&gone).await?;
        self.note(What::MemberErased { person: person.clone() });
        self.end_invitations(&gone).await?;
        let mut open = self.tx.tickets_about(&gone.workspace, person).await?;
        open.retain(|ticket| ticket.requester == *person && !ticket.closed());
        for run in open.iter().flat_map(|ticket| &ticket.tasks).filter_map(|task| task.run.clone()) {
            self.tx.drop_lane(&run_lane(&run)).await?;
            self.stopped.push(run);
        }
        for schedule in self.tx.schedules(&gone.workspace).await? {
            if schedule.owner == *person {
                self.end_schedule(&schedule.id).await?;
            }
        }
        let theirs = |room: &crate::secretary::workspace::Room| room.person.as_ref() == Some(person) && room.direct();
        let rooms: Vec<_> = self.tx.rooms(&gone.workspace).await?.into_iter().filter(theirs).collect();
        let erased = self.tx.erase_person(person, self.now).await?;
        if stays {
            let fresh = Person::new(person.clone(), gone.workspace.clone(), people::NAMELESS, Role::Owner, self.now);
            self.tx.save_person(&Person { accounts: gone.accounts.clone(), ..fresh }).await?;
        }
        for room in rooms {
            self.tell_apart(&room.place).await?;
        }
        if !erased.tickets.is_empty() {
            let lane = format!("files/{}", self.seq);
            self.enqueue(lane, None, Effect::EraseFiles { tickets: erased.tickets }).await?;
        }
        self.change_directory().await?;
        for ticket in open {
            // Whoever was to decide something there has a turn again.
            let without = Ticket { decisions: Vec::new(), ..ticket.clone() };
            self.call_next(&ticket, &without).await?;
        }
        Box::pin(self.leave_who_decides_no_more()).await?;
        self.wake_waiting(None).await?;
        Ok(Fate::Decided(None))
    }

    /// Whether somebody is an owner again right after, with their accounts and nothing else: there must be one, and whom the
    /// settings make an owner is one at every start.
    async fn stays(&mut self, person: &Person) -> Stored<bool> {
        if self.owner_for_good(person, "You", "remove").is_some() {
            return Ok(true);
        }
        if person.role != Role::Owner || person.accounts.is_empty() {
            return Ok(false);
        }
        Ok(self.tx.people(&person.workspace).await?.iter().filter(|p| p.role == Role::Owner).count() < 2)
    }

    async fn count(&mut self, person: &PersonId) -> Stored<Count> {
        let here = self.workspace();
        let tickets = self.tx.tickets_about(&here, person).await?;
        let own = Scope::personal(here.clone(), person.clone()).own();
        let of_them = tickets.iter().filter(|ticket| ticket.requester == *person);
        Ok(Count {
            tickets: of_them.clone().count(),
            open: of_them.filter(|ticket| !ticket.closed()).count(),
            others: tickets.iter().filter(|ticket| ticket.requester != *person).count(),
            notes: self.tx.notes(&own).await?.len(),
            orders: self.tx.schedules(&here).await?.iter().filter(|s| s.owner == *person && !s.over()).count(),
        })
    }
}
