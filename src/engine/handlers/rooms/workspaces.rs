//! `/workspace`: shows the workspaces of a person, switches a direct chat, creates, renames and transfers. No data of
//! one workspace is read for another: a person and a room are separate rows in each.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say, undo_stack};
use crate::engine::handlers::rooms::transferred_groups;
use crate::engine::handlers::settings::undo_settings;
use crate::engine::transition::open_room;
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::ids::{PersonId, WorkspaceId};
use crate::secretary::inbound::Place;
use crate::secretary::message::commands::WorkspaceOrder;
use crate::secretary::message::{Message, undo_order};
use crate::secretary::people::workspace::{AtHand, Person, Purposes, Role, ZoneTalk};
use crate::secretary::permissions::Operation;
use crate::secretary::wording::people::workspaces;

/// `/workspace`
pub async fn workspaces(context: &mut Context<'_>, request: &Request, order: WorkspaceOrder) -> Handled {
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
                transferred_groups::move_group(context, request, &person, &name).await
            }
        }
    }
}

/// The member of each workspace of a person, with the name of the workspace: the home workspace first, then by name.
pub async fn belongings(context: &mut Context<'_>, person: &Person) -> Stored<Vec<(Person, String)>> {
    let mut found: Vec<(Person, String)> = Vec::new();
    for account in &person.accounts {
        for member in context.tx.memberships(account).await? {
            if !found.iter().any(|(known, _)| known.id == member.id) {
                let name = directory::workspace_name(context, &member.workspace).await?;
                found.push((member, name));
            }
        }
    }
    found.sort_by_cached_key(|(member, name)| {
        (member.workspace != WorkspaceId::home(), name.to_lowercase(), member.workspace.clone())
    });
    Ok(found)
}

async fn show_workspaces(context: &mut Context<'_>, request: &Request) -> Handled {
    let members = belongings(context, &request.person).await?;
    if !request.room.direct() {
        // Other workspaces of a person are never named in a group.
        let name = directory::workspace_name(context, &request.room.workspace).await?;
        return say::answer(context, request, Message::lines([workspaces::belongs_to(&name)])).await;
    }
    let here = members.iter().position(|(member, _)| member.workspace == request.room.workspace);
    say::ask(context, request, |keys| workspaces::list(&members, here, true, keys)).await
}

/// The purposes of a group, with its workspace if the person belongs to several.
pub async fn with_its_workspace(
    context: &mut Context<'_>,
    request: &Request,
    purposes: Purposes,
    said: Message,
) -> Stored<Message> {
    if request.room.direct() || !purposes.any() || belongings(context, &request.person).await?.len() < 2 {
        return Ok(said);
    }
    let name = directory::workspace_name(context, &request.room.workspace).await?;
    Ok(said.line(workspaces::group_of(&name)))
}

async fn choose_workspace(context: &mut Context<'_>, request: &Request, person: &Person, name: &str) -> Handled {
    if person.workspace == request.room.workspace && request.room.active {
        return say::refuse(context, request, workspaces::chosen_already(name)).await;
    }
    let before = directory::workspace_name(context, &request.room.workspace).await?;
    let there = enter(context, request, person).await?;
    say::answer(context, &there, Message::lines([workspaces::chosen(name, &before)])).await
}

/// Switches the direct chat to the workspace of this member.
pub async fn enter(context: &mut Context<'_>, request: &Request, person: &Person) -> Stored<Request> {
    context.here = person.workspace.clone();
    open_room::room_for(context, &request.room.place, Some(person)).await?;
    set_active(context, &request.room.place).await?;
    let room = open_room::room_for(context, &request.room.place, Some(person)).await?;
    Ok(Request { person: person.clone(), room, ..request.clone() })
}

/// Makes the room of this workspace the active one at its place.
pub async fn set_active(context: &mut Context<'_>, place: &Place) -> Stored<()> {
    let here = context.workspace();
    for mut room in context.tx.rooms_at(place).await? {
        let active = room.workspace == here;
        if room.active != active {
            room.active = active;
            context.tx.save_room(&room).await?;
        }
    }
    open_room::tell_apart(context, place).await
}

async fn make_workspace(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
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
    let before = directory::workspace_name(context, &request.room.workspace).await?;
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
    say::answer(context, &there, workspaces::made(name, &before)).await
}

/// A person of another workspace as a new member of this one.
pub fn member_anew(context: &Context<'_>, known: &Person, id: PersonId, role: Role) -> Person {
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
async fn rename_workspace(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
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
    context.save_settings("name", &settings, &settings).await?;
    for mut room in context.tx.rooms(&context.workspace()).await? {
        if !room.called.is_empty() && room.called != name {
            name.clone_into(&mut room.called);
            context.tx.save_room(&room).await?;
        }
    }
    undo_settings::set(context, request, Message::lines([workspaces::renamed(name)]), Some(former)).await
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
) -> Handled {
    undo_stack::unmark(context, request).await?;
    let here = directory::workspace_name(context, &request.room.workspace).await?;
    let mut keys = context.keys();
    // In a group the button would transfer the group, and other workspaces are not named there.
    let other = request.room.direct().then_some((&other.workspace, called));
    let message = workspaces::which_to_rename(&here, other, name, &mut keys);
    say::say_with(context, request, message, keys).await
}
