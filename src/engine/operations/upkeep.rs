//! Upkeep: rooms that move, close or come back, threads, and the steps of a start.

use crate::engine::commit::commit;
use crate::engine::context::seed::Seed;
use crate::engine::context::{Context, Handled, apply_event, directory, say, visibility};
use crate::engine::handlers::decisions::renew_prompts;
use crate::engine::outbox::duplicates;
use crate::engine::{Engine, home};
use crate::ports::store::{Arrival, EventOutcome, Stored, TicketFilter, Tx};
use crate::ports::trial::planted;
use crate::secretary::audit::{Entry, What};
use crate::secretary::decision::Decision;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::votes::Quorum;
use crate::secretary::ids::{PersonId, RoomId, Slot, WorkspaceId};
use crate::secretary::message::Message;
use crate::secretary::message::inbound::{Account, Place, Platform, Trouble};
use crate::secretary::people::visibility::Visibility;
use crate::secretary::people::workspace::{Person, Role, Room, Settings};
use crate::secretary::ticket::Status;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::people::NAMELESS;
use crate::secretary::wording::settings::platform_troubles;
use crate::text::names;

/// Whether a chat can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// It can be reached.
    Open,
    /// It refuses the bot: blocked, kicked, no permission. A person may mend that.
    Refused,
    /// It no longer exists.
    Deleted,
}

/// A chat got a new id: later posts go there, and open prompts are shown there anew.
pub async fn room_moved(context: &mut Context<'_>, room: &RoomId, chat: &str) -> Handled {
    let Some(moved) = context.tx.room(room).await?.filter(|r| r.place.chat != chat) else {
        return Ok(EventOutcome::Decided(None));
    };
    for mut room in rooms_of_chat(context, &moved.place).await? {
        context.here = room.workspace.clone();
        let left = std::mem::replace(&mut room.place.chat, chat.to_owned());
        let there = context.tx.rooms_at(&room.place).await?;
        if let Some(mut newcomer) = there.into_iter().find(|r| r.workspace == room.workspace && r.id != room.id) {
            // A message in the new chat came before the news of the move and made a room; that room gives up its
            // place.
            newcomer.place.chat = format!("{left}-moved-{}", newcomer.id);
            newcomer.closed = true;
            context.tx.save_room(&newcomer).await?;
        }
        room.former.push(left.clone());
        context.tx.save_room(&room).await?;
        // This comes before anything reads where prompts go.
        directory::change_directory(context).await?;
        show_prompts_anew(context, &room, &left).await?;
        forget_progress_in(context, &room, &left).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// The rooms of a chat: itself and its topics.
async fn rooms_of_chat(context: &mut Context<'_>, place: &Place) -> Stored<Vec<Room>> {
    let mut rooms = Vec::new();
    for id in context.tx.rooms_of_chat(place).await? {
        rooms.extend(context.tx.room(&id).await?);
    }
    Ok(rooms)
}

/// A chat can be reached again, or no longer. Nothing about it is deleted.
pub async fn chat_reachable(context: &mut Context<'_>, place: &Place, contact: Contact) -> Handled {
    // News about the former id of a moved chat does not concern the chat as it is.
    for room in rooms_of_chat(context, place).await? {
        set_reachable(context, &room.id, contact).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// A room cannot be reached, or can again. Nothing about it is deleted.
pub async fn set_reachable(context: &mut Context<'_>, room: &RoomId, contact: Contact) -> Handled {
    let yes = contact == Contact::Open;
    let Some(mut room) = context.tx.room(room).await? else { return Ok(EventOutcome::Decided(None)) };
    context.here = room.workspace.clone();
    if yes && given_away(context, &room).await? {
        return Ok(EventOutcome::Decided(None));
    }
    if room.closed == yes && (!yes || !room.direct() || room.person.is_some()) {
        room.closed = !yes;
        context.tx.save_room(&room).await?;
        directory::change_directory(context).await?;
        if room.closed {
            move_prompts(context, &room.id, &Loss::Unreachable).await?;
            tell_where_decisions_go(context, &room, contact).await?;
        } else {
            prompts_come_back(context, &room).await?;
        }
    }
    if !room.closed {
        duplicates::show_again(context, &room.id).await?;
    }
    Ok(EventOutcome::Decided(None))
}

/// Whether a group was transferred to another workspace. Its reachability then does not concern the former one.
async fn given_away(context: &mut Context<'_>, room: &Room) -> Stored<bool> {
    if room.direct() || room.active {
        return Ok(false);
    }
    let here = rooms_of_chat(context, &room.place).await?;
    Ok(here.iter().any(|other| other.workspace != room.workspace && other.active))
}

/// Tells the owners of the first workspace, who run the program, of a trouble with a platform, in a direct chat that
/// works.
pub async fn tell_owners(context: &mut Context<'_>, platform: Platform, trouble: Trouble) -> Stored<()> {
    let works = |room: &Room| {
        let there = room.place.platform;
        // These troubles do not stop messages to that platform.
        let hears = there != platform || matches!(trouble, Trouble::NoContent | Trouble::Rival);
        !room.closed && room.direct() && hears && context.engine.chat(there).is_some()
    };
    let mut rooms: Vec<Room> = context.tx.rooms(&home()).await?.into_iter().filter(works).collect();
    // People look into a messenger more often than into the web page.
    rooms.sort_by_key(|room| (room.place.platform == Platform::Web, room.place.platform == platform));
    let slot = format!("trouble/{}", context.seq);
    tell_each_owner(context, &home(), &rooms, &slot, &platform_troubles::told(platform, trouble)).await
}

/// Tells each owner of a workspace, in the first of these rooms that is their direct chat.
async fn tell_each_owner(
    context: &mut Context<'_>,
    workspace: &WorkspaceId,
    rooms: &[Room],
    slot: &str,
    message: &Message,
) -> Stored<()> {
    let people = context.tx.people(workspace).await?;
    for owner in people.iter().filter(|person| person.role == Role::Owner) {
        if let Some(room) = rooms.iter().find(|room| room.direct() && room.person.as_ref() == Some(&owner.id)) {
            say::announce(context, &room.id, Slot::new(slot), message.clone()).await?;
        }
    }
    Ok(())
}

/// Tells the owners that a room for decisions cannot be reached, and where decisions are asked meanwhile.
async fn tell_where_decisions_go(context: &mut Context<'_>, lost: &Room, contact: Contact) -> Stored<()> {
    if lost.direct() || !lost.purposes.decisions || lost.thread_of.is_some() {
        return Ok(());
    }
    let mut rooms = context.tx.rooms(&lost.workspace).await?;
    rooms.retain(|room| !room.closed);
    rooms.sort_by_key(|room| room.place.platform == Platform::Web);
    let others = rooms.iter().any(|room| room.purposes.decisions);
    let name = lost.place.title.as_deref().map(names::person).filter(|name| !name.is_empty());
    let told = match contact {
        Contact::Deleted => platform_troubles::room_deleted(lost.place.platform, name.as_deref(), others),
        Contact::Open | Contact::Refused => {
            platform_troubles::no_decisions_in(lost.place.platform, name.as_deref(), others)
        }
    };
    let slot = format!("trouble/{}/{}", context.seq, lost.id);
    tell_each_owner(context, &lost.workspace, &rooms, &slot, &told).await
}

/// Shows open prompts of the former chat of a room in its present chat.
async fn show_prompts_anew(context: &mut Context<'_>, room: &Room, left: &str) -> Stored<()> {
    let statuses = vec![Status::Asking, Status::Confirming, Status::Deciding, Status::Paused];
    for ticket in visibility::every(context, TicketFilter { statuses, ..TicketFilter::default() }).await? {
        let mut slots = Vec::new();
        for slot in ticket.shown.iter().filter(|(_, rooms)| rooms.contains(&room.id)).map(|(slot, _)| slot) {
            let stood = context.tx.posted(slot, &room.id).await?.iter().any(|part| part.place.chat == left);
            if stood && !context.tx.post_pending(&room.id, slot).await? {
                slots.push(slot.clone());
            }
        }
        if !slots.is_empty() {
            apply_event::apply_to(context, &ticket, &Event::RoomMoved { room: room.id.clone(), slots }, None).await?;
        }
    }
    Ok(())
}

/// Forgets progress messages in the former chat of a room, which cannot be edited. The next step shows progress in
/// the present chat.
async fn forget_progress_in(context: &mut Context<'_>, room: &Room, left: &str) -> Stored<()> {
    let begun =
        TicketFilter { statuses: visibility::open_statuses(), room: Some(room.id.clone()), ..TicketFilter::default() };
    for ticket in visibility::every(context, begun).await? {
        let slot = ticket.slot(&ticket.progress_name());
        let parts = context.tx.posted(&slot, &room.id).await?;
        for part in parts.iter().filter(|part| part.place.chat == left) {
            context.tx.forget_part(part).await?;
        }
    }
    Ok(())
}

/// A room can be reached again: open decisions that belong there are asked there.
pub async fn prompts_come_back(context: &mut Context<'_>, room: &Room) -> Stored<()> {
    if room.thread_of.is_some() {
        return Ok(());
    }
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        let several = ticket.open_decisions().any(|d| d.four_eyes || d.quorum != Quorum::Any);
        let concerns = room.purposes.decisions || ticket.room == room.id || ticket.direct || several;
        let elsewhere = |d: &Decision| !d.rooms.contains(&room.id) && (concerns || d.stands_in(&ticket, &room.id));
        if ticket.open_decisions().any(elsewhere) {
            let back = Event::PromptLost { room: room.id.clone(), why: Loss::Back };
            apply_event::apply_to(context, &ticket, &back, None).await?;
        }
    }
    Ok(())
}

/// Moves the open prompts of a room in which they cannot be answered.
pub async fn move_prompts(context: &mut Context<'_>, room: &RoomId, why: &Loss) -> Stored<()> {
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        if ticket.open_decisions().any(|d| d.stands_in(&ticket, room)) {
            let lost = Event::PromptLost { room: room.clone(), why: why.clone() };
            apply_event::apply_to(context, &ticket, &lost, None).await?;
        }
    }
    Ok(())
}

/// The account of the visitor of the web chat.
pub fn local_visitor() -> Account {
    Account { platform: Platform::Web, user: "local".to_owned() }
}

impl Engine {
    /// The settings of a workspace that nobody has changed.
    pub(crate) fn fresh_settings(&self, workspace: WorkspaceId) -> Settings {
        let defaults = &self.parts.defaults;
        Settings::fresh(workspace, &defaults.zone, &defaults.language)
    }

    /// The steps of a start, before anything is received: unfinished sends are marked unclear, the owners of the
    /// settings and the local visitor are stored, waiting tickets look for agents again.
    ///
    /// # Errors
    /// The database does not take it.
    pub async fn prepare(&self, local_owner: bool) -> Stored<()> {
        let now = self.now();
        // While other processes work, there was no absence.
        let joins = self.has_neighbours().await?;
        let mut tx = self.parts.store.begin().await?;
        let last = tx.last_break().await?.filter(|_| !joins);
        let on_purpose = last.is_some_and(|(_, started)| started.is_none());
        self.remember_break(last);
        self.remember_left_over(tx.last_undecided().await?);
        let away = !joins && renew_prompts::was_away(tx.as_mut(), last, now).await?;
        let unclear = if planted::is("no-recover") { 0 } else { tx.recover(now, on_purpose).await? };
        if !joins {
            self.reckon_cut_off(tx.as_mut(), now + chrono::TimeDelta::days(1)).await?;
        }
        crate::engine::telemetry::counters::cut_off(unclear);
        if unclear > 0 {
            tracing::info!(unclear, "sends and runs cut off by the last stop are taken up again");
        }
        let mut known = tx.workspaces().await?;
        if !known.iter().any(|settings| settings.workspace == home()) {
            known.push(self.fresh_settings(home()));
        }
        for settings in known {
            let started = self.fresh_settings(settings.workspace.clone());
            tx.save_settings(&settings.following(&started)).await?;
        }
        let made = self.make_owners(tx.as_mut(), local_owner).await?;
        let entry = |person| (home(), Entry { from: None, what: What::OwnerBySettings { person } });
        let made: Vec<_> = made.into_iter().map(entry).collect();
        crate::engine::context::audit_log::append(tx.as_mut(), now, &made).await?;
        let seed = self.draw()?;
        tx.tell(&format!("start/{}", now.timestamp_micros()), &Arrival::AgentsFree, seed, now).await?;
        if away {
            renew_prompts::tell_of_return(tx.as_mut(), self.draw()?, now).await?;
        }
        commit(tx, "start").await?;
        self.arrivals.notify_one();
        self.wishes.notify_one();
        Ok(())
    }

    /// Stores the owners of the settings and the local visitor by their accounts. Returns those who became owners by
    /// this start; of several processes that start at once, one makes them.
    async fn make_owners(&self, tx: &mut dyn Tx, local_owner: bool) -> Stored<Vec<PersonId>> {
        let mut made = Vec::new();
        for account in self.parts.defaults.owners.iter().cloned().chain(local_owner.then(local_visitor)) {
            let person = match tx.member(&home(), &account).await? {
                Some(person) if person.role == Role::Owner => continue,
                Some(person) => Person { role: Role::Owner, ..person },
                None => self.owner_anew(tx, account).await?,
            };
            tx.change_directory(&self.fresh_version()?).await?;
            tx.save_person(&person).await?;
            made.push(person.id);
        }
        Ok(made)
    }

    /// A former member keeps their person. The account is not part of a new id, since ids stay in the audit log when
    /// a person is erased.
    async fn owner_anew(&self, tx: &mut dyn Tx, account: Account) -> Stored<Person> {
        let mut former = tx.former_people(&home()).await?;
        former.retain(|person| !person.erased && person.accounts.contains(&account));
        let (id, zone) = match former.into_iter().max_by_key(|person| person.joined_at) {
            Some(before) => (before.id, before.zone),
            None => (PersonId::new(Seed(self.draw()?).id("person")), None),
        };
        let person = Person::new(id, home(), NAMELESS, Role::Owner, self.now());
        Ok(Person { accounts: vec![account], zone, ..person })
    }
}
