//! `/workspace`: shows the workspaces of a person, switches a direct chat, creates, renames and transfers. No data of
//! one workspace is read for another: a person and a room are separate rows in each.

use super::transferred_groups::{asks_what_is_open, last_change};
use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::directory;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::{Context, Request};
use crate::engine::context::{find_room, visibility};
use crate::engine::operations::upkeep;
use crate::engine::routing::commands;
use crate::engine::routing::commands::open_statuses;
use crate::engine::routing::undo::undo_buttons;
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

/// `/workspace`
pub(in crate::engine) async fn workspaces(
    context: &mut Context<'_>,
    request: &Request,
    order: WorkspaceOrder,
) -> Stored<EventOutcome> {
    match order {
        WorkspaceOrder::Show => show_workspaces(context, request).await,
        WorkspaceOrder::Make(name) => make_workspace(context, request, &name).await,
        WorkspaceOrder::Rename(name) => rename_workspace(context, request, &name).await,
        WorkspaceOrder::Choose(which) => {
            let members = belongings(context, &request.person).await?;
            let by_number = which.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let named = |(_, name): &&(Person, String)| name.to_lowercase() == which.trim().to_lowercase();
            // A button names the workspace by id, so that a new name or place in the list does not matter.
            let pressed = which.trim().strip_prefix('=');
            let found = match (pressed, by_number) {
                (Some(id), _) => members.iter().find(|(member, _)| member.workspace.as_str() == id),
                (None, Some(place)) => members.get(place),
                (None, None) => members.iter().find(named),
            };
            let Some((person, name)) = found.cloned() else {
                let called = if pressed.is_some() { "that" } else { which.as_str() };
                return say::refuse(context, request, workspaces::unknown(called)).await;
            };
            if request.room.direct() {
                choose_workspace(context, request, &person, &name).await
            } else {
                move_group(context, request, &person, &name).await
            }
        }
    }
}

/// The member of each workspace of a person, with the name of the workspace: the home workspace first, then by name.
pub(in crate::engine) async fn belongings(context: &mut Context<'_>, person: &Person) -> Stored<Vec<(Person, String)>> {
    let mut found: Vec<(Person, String)> = Vec::new();
    for account in &person.accounts {
        for member in context.tx.memberships(account).await? {
            if !found.iter().any(|(known, _)| known.id == member.id) {
                let name = workspace_name(context, &member.workspace).await?;
                found.push((member, name));
            }
        }
    }
    found.sort_by_cached_key(|(member, name)| {
        (member.workspace != WorkspaceId::home(), name.to_lowercase(), member.workspace.clone())
    });
    Ok(found)
}

/// The name of a workspace.
pub(in crate::engine) async fn workspace_name(context: &mut Context<'_>, workspace: &WorkspaceId) -> Stored<String> {
    let stored = context.tx.settings(workspace).await?;
    let settings = stored.unwrap_or_else(|| context.engine.fresh_settings(workspace.clone()));
    Ok(workspaces::title(&settings).to_owned())
}

async fn show_workspaces(context: &mut Context<'_>, request: &Request) -> Stored<EventOutcome> {
    let members = belongings(context, &request.person).await?;
    if !request.room.direct() {
        // Other workspaces of a person are never named in a group.
        let name = workspace_name(context, &request.room.workspace).await?;
        return commands::answer(context, request, Message::lines([workspaces::belongs_to(&name)])).await;
    }
    let here = members.iter().position(|(member, _)| member.workspace == request.room.workspace);
    let mut keys = context.keys();
    let message = workspaces::list(&members, here, true, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// The purposes of a group, with its workspace if the person belongs to several.
pub(in crate::engine) async fn with_its_workspace(
    context: &mut Context<'_>,
    request: &Request,
    purposes: Purposes,
    said: Message,
) -> Stored<Message> {
    if request.room.direct() || !purposes.any() || belongings(context, &request.person).await?.len() < 2 {
        return Ok(said);
    }
    let name = workspace_name(context, &request.room.workspace).await?;
    Ok(said.line(workspaces::group_of(&name)))
}

async fn choose_workspace(
    context: &mut Context<'_>,
    request: &Request,
    person: &Person,
    name: &str,
) -> Stored<EventOutcome> {
    if person.workspace == request.room.workspace && request.room.active {
        return say::refuse(context, request, workspaces::chosen_already(name)).await;
    }
    let before = workspace_name(context, &request.room.workspace).await?;
    let there = enter(context, request, person).await?;
    commands::answer(context, &there, Message::lines([workspaces::chosen(name, &before)])).await
}

/// Switches the direct chat to the workspace of this member.
pub(in crate::engine) async fn enter(context: &mut Context<'_>, request: &Request, person: &Person) -> Stored<Request> {
    context.here = person.workspace.clone();
    find_room::room_for(context, &request.room.place, Some(person)).await?;
    set_active(context, &request.room.place).await?;
    let room = find_room::room_for(context, &request.room.place, Some(person)).await?;
    Ok(Request { person: person.clone(), room, ..request.clone() })
}

/// Makes the room of this workspace the active one at its place.
pub(in crate::engine) async fn set_active(context: &mut Context<'_>, place: &Place) -> Stored<()> {
    let here = context.workspace();
    for mut room in context.tx.rooms_at(place).await? {
        let active = room.workspace == here;
        if room.active != active {
            room.active = active;
            context.tx.save_room(&room).await?;
        }
    }
    tell_apart(context, place).await
}

/// Marks the rooms of a shared chat, so that each message there names its workspace; a chat of one workspace has no
/// mark. One room is active.
pub(in crate::engine) async fn tell_apart(context: &mut Context<'_>, place: &Place) -> Stored<()> {
    let rooms = context.tx.rooms_at(place).await?;
    let used = rooms.iter().filter(|r| r.direct() && r.person.is_some() && !r.closed).count();
    let mut active = rooms.iter().any(|r| r.active && !r.closed);
    for room in rooms {
        let mut changed = room.clone();
        changed.called =
            if used > 1 && room.direct() { workspace_name(context, &room.workspace).await? } else { String::new() };
        if !active && !room.closed {
            (changed.active, active) = (true, true);
        }
        if changed != room {
            context.tx.save_room(&changed).await?;
        }
    }
    Ok(())
}

async fn make_workspace(context: &mut Context<'_>, request: &Request, name: &str) -> Stored<EventOutcome> {
    let members = belongings(context, &request.person).await?;
    let first = members.iter().find(|(member, _)| member.workspace == WorkspaceId::home());
    let maker = first.map_or_else(|| request.person.clone(), |(member, _)| member.clone());
    if let Err(why) = audit_log::may(context, &Request { person: maker, ..request.clone() }, Operation::MakeWorkspace) {
        return say::refuse(context, request, why).await;
    }
    if !request.room.direct() {
        return say::refuse(context, request, workspaces::only_direct()).await;
    }
    if members.iter().any(|(_, known)| known.to_lowercase() == name.to_lowercase()) {
        return say::refuse(context, request, workspaces::exists(name)).await;
    }
    let before = workspace_name(context, &request.room.workspace).await?;
    context.here = WorkspaceId::new(context.seed.id("workspace"));
    let mut settings = context.engine.fresh_settings(context.workspace());
    name.clone_into(&mut settings.name);
    context.tx.save_settings(&settings).await?;
    let id = PersonId::new(context.seed.id("person"));
    let owner = member_anew(context, &request.person, id, Role::Owner);
    audit_log::note(context, What::WorkspaceMade { person: owner.id.clone() });
    context.tx.save_person(&owner).await?;
    directory::change_directory(context).await?;
    let there = enter(context, request, &owner).await?;
    commands::answer(context, &there, workspaces::made(name, &before)).await
}

/// A person of another workspace as a new member of this one.
pub(in crate::engine) fn member_anew(context: &Context<'_>, known: &Person, id: PersonId, role: Role) -> Person {
    Person {
        id,
        workspace: context.workspace(),
        role,
        zone_talk: ZoneTalk::default(),
        joined_at: context.now,
        away: None,
        by_server_role: false,
        lenders: None,
        at_hand: AtHand::default(),
        ..known.clone()
    }
}

/// Renames a workspace. A `name` behind "=" is meant for this workspace, whatever others are called.
async fn rename_workspace(context: &mut Context<'_>, request: &Request, name: &str) -> Stored<EventOutcome> {
    let mut settings = context.settings().await?;
    let sure = name.strip_prefix('=');
    if sure.is_none()
        && let Some((other, called)) = named_first(context, request, name).await?
    {
        return ask_which_to_rename(context, request, &other, &called, name).await;
    }
    let name = sure.unwrap_or(name);
    let former = undo_order::workspace(&settings);
    name.clone_into(&mut settings.name);
    audit_log::note(context, What::setting("name", &settings, &settings));
    context.tx.save_settings(&settings).await?;
    for mut room in context.tx.rooms(&context.workspace()).await? {
        if !room.called.is_empty() && room.called != name {
            name.clone_into(&mut room.called);
            context.tx.save_room(&room).await?;
        }
    }
    undo_buttons::set(context, request, Message::lines([workspaces::renamed(name)]), Some(former)).await
}

/// Another workspace of this person whose name begins the words, and which may be meant. The longest name counts;
/// none if it is the name of this workspace.
async fn named_first(context: &mut Context<'_>, request: &Request, words: &str) -> Stored<Option<(Person, String)>> {
    let said = words.to_lowercase();
    let mut found = belongings(context, &request.person).await?;
    found.retain(|(_, name)| {
        let rest = said.strip_prefix(&name.to_lowercase());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    });
    // Of two with the same name, this one is meant.
    let here = &request.room.workspace;
    let longest = found.into_iter().max_by_key(|(member, name)| (name.chars().count(), member.workspace == *here));
    Ok(longest.filter(|(member, _)| member.workspace != *here))
}

/// Asks which workspace is to be renamed.
async fn ask_which_to_rename(
    context: &mut Context<'_>,
    request: &Request,
    other: &Person,
    called: &str,
    name: &str,
) -> Stored<EventOutcome> {
    undo_stack::unmark(context, request).await?;
    let here = workspace_name(context, &request.room.workspace).await?;
    let mut keys = context.keys();
    // In a group the button would transfer the group, and other workspaces are not named there.
    let other = request.room.direct().then_some((&other.workspace, called));
    let message = workspaces::which_to_rename(&here, other, name, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Transfers a group to another workspace of the same owner. Work that began in it stays with the former workspace.
async fn move_group(context: &mut Context<'_>, request: &Request, person: &Person, name: &str) -> Stored<EventOutcome> {
    if person.workspace == request.room.workspace {
        return say::refuse(context, request, workspaces::chosen_already(name)).await;
    }
    let owns_both = request.person.role == Role::Owner && person.role == Role::Owner;
    if !owns_both || request.room.thread_of.is_some() {
        return say::refuse(context, request, workspaces::no_move(name)).await;
    }
    if let Err(why) = audit_log::may(context, request, Operation::ManageRooms) {
        return say::refuse(context, request, why).await;
    }
    for id in context.tx.rooms_of_chat(&request.room.place).await? {
        let Some(mut left) = context.tx.room(&id).await?.filter(|r| r.workspace != person.workspace) else { continue };
        let were = Some(left.purposes);
        (left.purposes, left.active, left.closed) = (Purposes::default(), false, true);
        context.here = left.workspace.clone();
        audit_log::note(context, What::RoomSet { room: left.id.clone(), purposes: left.purposes, were });
        context.tx.save_room(&left).await?;
        directory::change_directory(context).await?;
        Box::pin(goes_on_elsewhere(context, &left)).await?;
    }
    context.here = person.workspace.clone();
    let mut room = find_room::room_for(context, &request.room.place, Some(person)).await?;
    let were = Some(room.purposes);
    room.purposes.intake = true;
    (room.purposes.intake_said, room.active) = (true, true);
    if let Err(why) =
        audit_log::may(context, &Request { person: person.clone(), ..request.clone() }, Operation::ManageRooms)
    {
        return say::refuse(context, request, why).await;
    }
    audit_log::note(context, What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
    context.tx.save_room(&room).await?;
    directory::change_directory(context).await?;
    let there = Request { person: person.clone(), room, ..request.clone() };
    commands::answer(context, &there, Message::lines([workspaces::moved(name)])).await
}

/// Moves the work of a transferred group to the direct chat of its requester, else of a decider, and says so in the
/// group. If there is nobody, the messages only lose their buttons.
async fn goes_on_elsewhere(context: &mut Context<'_>, left: &Room) -> Stored<()> {
    let rooms = context.tx.rooms(&left.workspace).await?;
    let deciding = directory::directory(context).await?.chats.into_iter().map(|(_, room)| room).next();
    let begun = TicketFilter { statuses: open_statuses(), room: Some(left.id.clone()), ..TicketFilter::default() };
    for ticket in visibility::every(context, begun).await? {
        let own = own_chat(&rooms, &ticket);
        let Some(home) = own.clone().or_else(|| deciding.clone()) else {
            let shown = ticket.shown.iter().filter(|(_, rooms)| rooms.contains(&left.id)).map(|(slot, _)| slot);
            let bare = shown.map(|slot| Effect::Bare { room: left.id.clone(), slot: slot.clone() }).collect();
            apply_event::carry_out(context, bare, Some(&ticket)).await?;
            continue;
        };
        let (next, moved) = move_home(context, &ticket, left, home, own.is_some()).await?;
        // Questions and cards; decisions follow below.
        if matches!(next.stage, Stage::Clarifying | Stage::Confirming) {
            apply_event::apply_to(context, &next, &moved, None).await?;
        }
    }
    upkeep::move_prompts(context, &left.id, &Loss::NotAsked).await
}

/// A finished ticket of a transferred group, with the room where it continues if it is reopened: the direct chat of
/// the requester, else the room of the request, else a decider's direct chat. None for any other ticket or event, and
/// if there is no such room.
pub(in crate::engine) async fn at_home(
    context: &mut Context<'_>,
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
    let Some(left) = context.tx.room(&ticket.room).await?.filter(Room::given_away) else { return Ok(None) };
    let asks_there = actor.filter(|actor| actor.direct && actor.person == ticket.requester);
    let own = match asks_there {
        Some(actor) => Some(actor.room.clone()),
        None => own_chat(&context.tx.rooms(&ticket.workspace).await?, ticket),
    };
    let (theirs, asked_from) = (own.is_some(), actor.map(|actor| actor.room.clone()));
    let home = match own.or(asked_from).filter(|room| *room != left.id) {
        Some(room) => Some(room),
        None => directory::directory(context).await?.chats.into_iter().map(|(_, room)| room).next(),
    };
    let Some(home) = home else { return Ok(None) };
    Ok(Some(move_home(context, ticket, &left, home, theirs).await?.0))
}

/// Moves a ticket to another room, which is its requester's direct chat or not. Its messages in the former room get
/// their last change and are forgotten.
async fn move_home(
    context: &mut Context<'_>,
    ticket: &Ticket,
    left: &Room,
    home: RoomId,
    own: bool,
) -> Stored<(Ticket, Event)> {
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
    context.tx.save_ticket(&next, Some(ticket), &moved, None).await?;
    let last = slots.into_iter().flat_map(|slot| last_change(ticket, &left.id, slot));
    apply_event::carry_out(context, last.collect(), Some(&next)).await?;
    Ok((next, moved))
}

/// The direct chat of the requester; of several, a messenger before the web page.
fn own_chat(rooms: &[Room], ticket: &Ticket) -> Option<RoomId> {
    let theirs = |room: &&Room| room.direct() && !room.closed && room.person.as_ref() == Some(&ticket.requester);
    let own = rooms.iter().filter(theirs).min_by_key(|room| room.place.platform == Platform::Web);
    own.map(|room| room.id.clone())
}
