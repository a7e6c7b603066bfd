//! Several workspaces: showing them, choosing which one a chat is about, making and renaming one. Nothing of one
//! is ever read for another: a person is a member of their own in each, and so is a room.

use super::transferred_groups::{asks_what_is_open, last_change};
use crate::engine::inbox::context::{Context, Request};
use crate::engine::routing::commands::open_statuses;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::audit::What;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::ids::{PersonId, RoomId, Slot, WorkspaceId};
use crate::secretary::message::commands::WorkspaceOrder;
use crate::secretary::message::inbound::{Place, Platform};
use crate::secretary::message::{Message, undo_order};
use crate::secretary::people::permissions::Operation;
use crate::secretary::people::workspace::{AtHand, Person, Purposes, Role, Room, ZoneTalk};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::Actor;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::people::workspaces;

impl Context<'_> {
    /// `/workspace`
    pub(in crate::engine) async fn workspaces(
        &mut self,
        request: &Request,
        order: WorkspaceOrder,
    ) -> Stored<EventOutcome> {
        match order {
            WorkspaceOrder::Show => self.show_workspaces(request).await,
            WorkspaceOrder::Make(name) => self.make_workspace(request, &name).await,
            WorkspaceOrder::Rename(name) => self.rename_workspace(request, &name).await,
            WorkspaceOrder::Choose(which) => {
                let members = self.belongings(&request.person).await?;
                let by_number = which.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
                let named = |(_, name): &&(Person, String)| name.to_lowercase() == which.trim().to_lowercase();
                // A button says which, whatever it is called by then and wherever it stands in the list.
                let pressed = which.trim().strip_prefix('=');
                let found = match (pressed, by_number) {
                    (Some(id), _) => members.iter().find(|(member, _)| member.workspace.as_str() == id),
                    (None, Some(place)) => members.get(place),
                    (None, None) => members.iter().find(named),
                };
                let Some((person, name)) = found.cloned() else {
                    let called = if pressed.is_some() { "that" } else { which.as_str() };
                    return self.refuse(request, workspaces::unknown(called)).await;
                };
                if request.room.direct() {
                    self.choose_workspace(request, &person, &name).await
                } else {
                    self.move_group(request, &person, &name).await
                }
            }
        }
    }

    /// What somebody is in each of their workspaces, with its name: the first one first, then by name.
    pub(in crate::engine) async fn belongings(&mut self, person: &Person) -> Stored<Vec<(Person, String)>> {
        let mut found: Vec<(Person, String)> = Vec::new();
        for account in &person.accounts {
            for member in self.tx.memberships(account).await? {
                if !found.iter().any(|(known, _)| known.id == member.id) {
                    let name = self.workspace_name(&member.workspace).await?;
                    found.push((member, name));
                }
            }
        }
        found.sort_by_cached_key(|(member, name)| {
            (member.workspace != WorkspaceId::home(), name.to_lowercase(), member.workspace.clone())
        });
        Ok(found)
    }

    /// What a workspace is called.
    pub(in crate::engine) async fn workspace_name(&mut self, workspace: &WorkspaceId) -> Stored<String> {
        let stored = self.tx.settings(workspace).await?;
        let settings = stored.unwrap_or_else(|| self.engine.fresh_settings(workspace.clone()));
        Ok(workspaces::title(&settings).to_owned())
    }

    async fn show_workspaces(&mut self, request: &Request) -> Stored<EventOutcome> {
        let members = self.belongings(&request.person).await?;
        if !request.room.direct() {
            // Where others read along nobody's other workspaces are named.
            let name = self.workspace_name(&request.room.workspace).await?;
            return self.answer(request, Message::lines([workspaces::belongs_to(&name)])).await;
        }
        let here = members.iter().position(|(member, _)| member.workspace == request.room.workspace);
        let mut keys = self.keys();
        let message = workspaces::list(&members, here, true, &mut keys);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// What a group is for, with whose it is where who asks belongs to several workspaces.
    pub(in crate::engine) async fn with_its_workspace(
        &mut self,
        request: &Request,
        purposes: Purposes,
        said: Message,
    ) -> Stored<Message> {
        if request.room.direct() || !purposes.any() || self.belongings(&request.person).await?.len() < 2 {
            return Ok(said);
        }
        let name = self.workspace_name(&request.room.workspace).await?;
        Ok(said.line(workspaces::group_of(&name)))
    }

    async fn choose_workspace(&mut self, request: &Request, person: &Person, name: &str) -> Stored<EventOutcome> {
        if person.workspace == request.room.workspace && request.room.active {
            return self.refuse(request, workspaces::chosen_already(name)).await;
        }
        let before = self.workspace_name(&request.room.workspace).await?;
        let there = self.enter(request, person).await?;
        self.answer(&there, Message::lines([workspaces::chosen(name, &before)])).await
    }

    /// The direct chat is about this member's workspace from here on.
    pub(in crate::engine) async fn enter(&mut self, request: &Request, person: &Person) -> Stored<Request> {
        self.here = person.workspace.clone();
        self.room_for(&request.room.place, Some(person)).await?;
        self.set_active(&request.room.place).await?;
        let room = self.room_for(&request.room.place, Some(person)).await?;
        Ok(Request { person: person.clone(), room, ..request.clone() })
    }

    /// Of the rooms at a place that of the workspace is the active one.
    pub(in crate::engine) async fn set_active(&mut self, place: &Place) -> Stored<()> {
        let here = self.workspace();
        for mut room in self.tx.rooms_at(place).await? {
            let active = room.workspace == here;
            if room.active != active {
                room.active = active;
                self.tx.save_room(&room).await?;
            }
        }
        self.tell_apart(place).await
    }

    /// In a chat that several workspaces share each message says whose it is; in any other none does. One of its rooms is
    /// active.
    pub(in crate::engine) async fn tell_apart(&mut self, place: &Place) -> Stored<()> {
        let rooms = self.tx.rooms_at(place).await?;
        let used = rooms.iter().filter(|r| r.direct() && r.person.is_some() && !r.closed).count();
        let mut active = rooms.iter().any(|r| r.active && !r.closed);
        for room in rooms {
            let mut changed = room.clone();
            changed.called =
                if used > 1 && room.direct() { self.workspace_name(&room.workspace).await? } else { String::new() };
            if !active && !room.closed {
                (changed.active, active) = (true, true);
            }
            if changed != room {
                self.tx.save_room(&changed).await?;
            }
        }
        Ok(())
    }

    async fn make_workspace(&mut self, request: &Request, name: &str) -> Stored<EventOutcome> {
        let members = self.belongings(&request.person).await?;
        let first = members.iter().find(|(member, _)| member.workspace == WorkspaceId::home());
        let maker = first.map_or_else(|| request.person.clone(), |(member, _)| member.clone());
        if let Err(why) = self.may(&Request { person: maker, ..request.clone() }, Operation::MakeWorkspace) {
            return self.refuse(request, why).await;
        }
        if !request.room.direct() {
            return self.refuse(request, workspaces::only_direct()).await;
        }
        if members.iter().any(|(_, known)| known.to_lowercase() == name.to_lowercase()) {
            return self.refuse(request, workspaces::exists(name)).await;
        }
        let before = self.workspace_name(&request.room.workspace).await?;
        self.here = WorkspaceId::new(self.seed.id("workspace"));
        let mut settings = self.engine.fresh_settings(self.workspace());
        name.clone_into(&mut settings.name);
        self.tx.save_settings(&settings).await?;
        let id = PersonId::new(self.seed.id("person"));
        let owner = self.member_anew(&request.person, id, Role::Owner);
        self.note(What::WorkspaceMade { person: owner.id.clone() });
        self.tx.save_person(&owner).await?;
        self.change_directory().await?;
        let there = self.enter(request, &owner).await?;
        self.answer(&there, workspaces::made(name, &before)).await
    }

    /// Somebody known elsewhere, as a member of the workspace.
    pub(in crate::engine) fn member_anew(&self, known: &Person, id: PersonId, role: Role) -> Person {
        Person {
            id,
            workspace: self.workspace(),
            role,
            zone_talk: ZoneTalk::default(),
            joined_at: self.now,
            away: None,
            by_server_role: false,
            lenders: None,
            at_hand: AtHand::default(),
            ..known.clone()
        }
    }

    /// `name` behind a "=" is meant for this workspace, whatever others are called.
    async fn rename_workspace(&mut self, request: &Request, name: &str) -> Stored<EventOutcome> {
        let mut settings = self.settings().await?;
        let sure = name.strip_prefix('=');
        if sure.is_none()
            && let Some((other, called)) = self.named_first(request, name).await?
        {
            return self.ask_which_to_rename(request, &other, &called, name).await;
        }
        let name = sure.unwrap_or(name);
        let former = undo_order::workspace(&settings);
        name.clone_into(&mut settings.name);
        self.note(What::setting("name", &settings, &settings));
        self.tx.save_settings(&settings).await?;
        for mut room in self.tx.rooms(&self.workspace()).await? {
            if !room.called.is_empty() && room.called != name {
                name.clone_into(&mut room.called);
                self.tx.save_room(&room).await?;
            }
        }
        self.set(request, Message::lines([workspaces::renamed(name)]), Some(former)).await
    }

    /// Another workspace of this person whose name these words begin with: it may be the one that is to be renamed. The longest
    /// name counts; none where that is what this one is called.
    async fn named_first(&mut self, request: &Request, words: &str) -> Stored<Option<(Person, String)>> {
        let said = words.to_lowercase();
        let mut found = self.belongings(&request.person).await?;
        found.retain(|(_, name)| {
            let rest = said.strip_prefix(&name.to_lowercase());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        });
        // Of two that are called alike this one is meant.
        let here = &request.room.workspace;
        let longest = found.into_iter().max_by_key(|(member, name)| (name.chars().count(), member.workspace == *here));
        Ok(longest.filter(|(member, _)| member.workspace != *here))
    }

    /// Nothing is renamed on a guess.
    async fn ask_which_to_rename(
        &mut self,
        request: &Request,
        other: &Person,
        called: &str,
        name: &str,
    ) -> Stored<EventOutcome> {
        self.unmark(request).await?;
        let here = self.workspace_name(&request.room.workspace).await?;
        let mut keys = self.keys();
        // Elsewhere the button would move the group, and nobody's other workspaces are named.
        let other = request.room.direct().then_some((&other.workspace, called));
        let message = workspaces::which_to_rename(&here, other, name, &mut keys);
        self.say_with(request, message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// A group is given to another workspace by somebody who owns both. What was begun in it stays behind.
    async fn move_group(&mut self, request: &Request, person: &Person, name: &str) -> Stored<EventOutcome> {
        if person.workspace == request.room.workspace {
            return self.refuse(request, workspaces::chosen_already(name)).await;
        }
        let owns_both = request.person.role == Role::Owner && person.role == Role::Owner;
        if !owns_both || request.room.thread_of.is_some() {
            return self.refuse(request, workspaces::no_move(name)).await;
        }
        if let Err(why) = self.may(request, Operation::ManageRooms) {
            return self.refuse(request, why).await;
        }
        for id in self.tx.rooms_of_chat(&request.room.place).await? {
            let Some(mut left) = self.tx.room(&id).await?.filter(|r| r.workspace != person.workspace) else { continue };
            let were = Some(left.purposes);
            (left.purposes, left.active, left.closed) = (Purposes::default(), false, true);
            self.here = left.workspace.clone();
            self.note(What::RoomSet { room: left.id.clone(), purposes: left.purposes, were });
            self.tx.save_room(&left).await?;
            self.change_directory().await?;
            Box::pin(self.goes_on_elsewhere(&left)).await?;
        }
        self.here = person.workspace.clone();
        let mut room = self.room_for(&request.room.place, Some(person)).await?;
        let were = Some(room.purposes);
        room.purposes.intake = true;
        (room.purposes.intake_said, room.active) = (true, true);
        if let Err(why) = self.may(&Request { person: person.clone(), ..request.clone() }, Operation::ManageRooms) {
            return self.refuse(request, why).await;
        }
        self.note(What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
        self.tx.save_room(&room).await?;
        self.change_directory().await?;
        let there = Request { person: person.clone(), room, ..request.clone() };
        self.answer(&there, Message::lines([workspaces::moved(name)])).await
    }

    /// What was begun in a group that is another workspace's from now on goes on in the direct chat of whoever sent it, else of
    /// somebody who decides, and what stands in the group says so. Where there is nobody, it only loses its buttons.
    async fn goes_on_elsewhere(&mut self, left: &Room) -> Stored<()> {
        let rooms = self.tx.rooms(&left.workspace).await?;
        let deciding = self.directory().await?.chats.into_iter().map(|(_, room)| room).next();
        let begun = TicketFilter { statuses: open_statuses(), room: Some(left.id.clone()), ..TicketFilter::default() };
        for ticket in self.every(begun).await? {
            let own = own_chat(&rooms, &ticket);
            let Some(home) = own.clone().or_else(|| deciding.clone()) else {
                let shown = ticket.shown.iter().filter(|(_, rooms)| rooms.contains(&left.id)).map(|(slot, _)| slot);
                let bare = shown.map(|slot| Effect::Bare { room: left.id.clone(), slot: slot.clone() }).collect();
                self.carry_out(bare, Some(&ticket)).await?;
                continue;
            };
            let (next, moved) = self.move_home(&ticket, left, home, own.is_some()).await?;
            // Questions and a card; decisions follow.
            if matches!(next.stage, Stage::Clarifying | Stage::Confirming) {
                self.apply_to(&next, &moved, None).await?;
            }
        }
        self.move_prompts(&left.id, &Loss::NotAsked).await
    }

    /// A ticket that was over when its group was given to another workspace, with the room where it goes on should it be taken
    /// up again: the direct chat of whoever sent it, else where that is asked for, else the direct chat of somebody who decides.
    /// None for any other ticket, for what takes none up again, and where there is no such room.
    pub(in crate::engine) async fn at_home(
        &mut self,
        ticket: &Ticket,
        event: &Event,
        actor: Option<&Actor>,
    ) -> Stored<Option<Ticket>> {
        let may_reopen = matches!(
            event,
            Event::ResumeRequested
                | Event::ReviseRequested { .. }
                | Event::Rated { .. }
                | Event::Added { .. }
                | Event::AnswersReceived { .. }
                | Event::DecisionMade { .. }
                | Event::DecisionChanged { .. }
                | Event::DecisionReopened { .. }
        );
        if !ticket.closed() || !may_reopen {
            return Ok(None);
        }
        let Some(left) = self.tx.room(&ticket.room).await?.filter(Room::given_away) else { return Ok(None) };
        let asks_there = actor.filter(|actor| actor.direct && actor.person == ticket.requester);
        let own = match asks_there {
            Some(actor) => Some(actor.room.clone()),
            None => own_chat(&self.tx.rooms(&ticket.workspace).await?, ticket),
        };
        let (theirs, asked_from) = (own.is_some(), actor.map(|actor| actor.room.clone()));
        let home = match own.or(asked_from).filter(|room| *room != left.id) {
            Some(room) => Some(room),
            None => self.directory().await?.chats.into_iter().map(|(_, room)| room).next(),
        };
        let Some(home) = home else { return Ok(None) };
        Ok(Some(self.move_home(ticket, &left, home, theirs).await?.0))
    }

    /// Writes down that a ticket belongs in another room from here on, which is its requester's own chat or not. What stands of it
    /// in the one it left is changed for the last time and forgotten.
    async fn move_home(&mut self, ticket: &Ticket, left: &Room, home: RoomId, own: bool) -> Stored<(Ticket, Event)> {
        let mut next = Ticket { version: ticket.version + 1, direct: own, room: home.clone(), ..ticket.clone() };
        let mut slots = Vec::new();
        let ends = |slot: &Slot, rooms: &[RoomId]| rooms.contains(&left.id) && !asks_what_is_open(ticket, slot);
        for (slot, rooms) in next.shown.iter_mut().filter(|(slot, rooms)| ends(slot, rooms)) {
            rooms.retain(|room| *room != left.id);
            slots.push(slot.clone());
        }
        next.shown.retain(|_, rooms| !rooms.is_empty());
        for decision in next.decisions.iter_mut().filter(|decision| !decision.open()) {
            decision.rooms.retain(|room| *room != left.id);
        }
        let moved = Event::RoomMoved { room: home, slots: slots.clone() };
        self.tx.save_ticket(&next, Some(ticket), &moved, None).await?;
        let last = slots.into_iter().flat_map(|slot| last_change(ticket, &left.id, slot));
        self.carry_out(last.collect(), Some(&next)).await?;
        Ok((next, moved))
    }
}

/// The direct chat of whoever sent a ticket, of several rather one in a messenger: somebody is more likely to look there than
/// into the page.
fn own_chat(rooms: &[Room], ticket: &Ticket) -> Option<RoomId> {
    let theirs = |room: &&Room| room.direct() && !room.closed && room.person.as_ref() == Some(&ticket.requester);
    let own = rooms.iter().filter(theirs).min_by_key(|room| room.place.platform == Platform::Web);
    own.map(|room| room.id.clone())
}
