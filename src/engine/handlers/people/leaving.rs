//! What ends when a member leaves or gets a lower role: prompts, rules, codes, schedules and lists.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, find_room, say, visibility};
use crate::engine::handlers::flows::delete_flow;
use crate::engine::handlers::people::members;
use crate::engine::handlers::schedules::delete_schedule;
use crate::engine::handlers::settings::approval_policy;
use crate::engine::transition::{apply_event, open_room, ticket_views};
use crate::ports::store::Stored;
use crate::secretary::audit::What;
use crate::secretary::decision::prompt_loss::Loss;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::{DecisionId, PersonId, RoomId, WorkspaceId};
use crate::secretary::message::Message;
use crate::secretary::people::workspace::{Code, Grant, Person, Purposes, Role};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::policy::Quorum;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::people::codes;

/// Removes a member: accounts, codes, rules, schedules and direct chats end; what they said stays.
pub async fn take_out(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    let mut codes = context.tx.codes(&context.workspace()).await?;
    codes.retain(|c| c.grant != Grant::Link(person.clone()));
    context.tx.save_codes(&context.workspace(), &codes).await?;
    approval_policy::drop_rules_for(context, person).await?;
    approval_policy::drop_rules_by(context, person).await?;
    for schedule in context.tx.schedules(&context.workspace()).await? {
        if &schedule.owner == person {
            delete_schedule::end_schedule(context, &schedule.id).await?;
        }
    }
    for mut flow in context.tx.flows(&context.workspace()).await? {
        if &flow.owner == person {
            delete_flow::end(context, &mut flow).await?;
        }
    }
    // If they come back, they are nobody's deputy.
    members::decides_for_nobody(context, person).await?;
    let mut left: Vec<RoomId> = Vec::new();
    for mut room in context.tx.rooms(&context.workspace()).await? {
        if room.person.as_ref() == Some(person) && room.direct() {
            left.push(room.id.clone());
            room.closed = true;
            room.person = None;
            room.purposes = Purposes { intake: true, ..Purposes::default() };
            context.tx.save_room(&room).await?;
            open_room::tell_apart(context, &room.place).await?;
        }
    }
    bare_lists(context, &left).await?;
    context.tx.remove_person(person).await
}

/// Lists of open decisions in these rooms keep their words and lose their buttons.
async fn bare_lists(context: &mut Context<'_>, rooms: &[RoomId]) -> Stored<()> {
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        for view in context.tx.views_of(&ticket.id).await? {
            if rooms.contains(&view.room) {
                ticket_views::end_view(context, &view.room, &view.slot).await?;
            }
        }
    }
    Ok(())
}

/// The direct chats of a former approver get no prompts and reports of others.
pub async fn narrow_rooms(context: &mut Context<'_>, person: &PersonId) -> Stored<()> {
    for mut room in context.tx.rooms(&context.workspace()).await? {
        if room.person.as_ref() == Some(person) && room.direct() {
            let were = Some(room.purposes);
            room.purposes.decisions = false;
            room.purposes.reports = false;
            audit_log::note(context, What::RoomSet { room: room.id.clone(), purposes: room.purposes, were });
            context.tx.save_room(&room).await?;
        }
    }
    Ok(())
}

/// Ends the open invitations when an owner loses the role: nobody knows who made which, and the former owner could
/// come back by one. Returns whether there were any.
pub async fn end_invitations(context: &mut Context<'_>, person: &Person) -> Stored<bool> {
    if person.role != Role::Owner {
        return Ok(false);
    }
    Ok(drop_invitations(context, &person.workspace).await? > 0)
}

/// `/invite off`: the codes that were given out become invalid.
pub async fn withdraw_invitations(context: &mut Context<'_>, request: &Request) -> Handled {
    let here = context.workspace();
    let ended = drop_invitations(context, &here).await?;
    say::answer(context, request, Message::lines([codes::withdrawn(ended)])).await
}

/// Ends the open invitations and returns their number.
async fn drop_invitations(context: &mut Context<'_>, workspace: &WorkspaceId) -> Stored<usize> {
    let mut codes = context.tx.codes(workspace).await?;
    let now = context.now;
    let open = |code: &Code| matches!(code.grant, Grant::Invite(_)) && code.expires_at > now;
    let count = codes.iter().filter(|code| open(code)).count();
    codes.retain(|code| !matches!(code.grant, Grant::Invite(_)));
    context.tx.save_codes(workspace, &codes).await?;
    if count > 0 {
        audit_log::note(context, What::InvitationsEnded { count });
    }
    Ok(count)
}

/// Moves open prompts out of rooms where nobody may be asked any more: direct chats of people who lost the right to
/// decide (also about their own ideas), rooms that are no longer for decisions, and rooms that are gone.
pub async fn leave_who_decides_no_more(context: &mut Context<'_>) -> Stored<()> {
    let mut left: Vec<(RoomId, Loss)> = Vec::new();
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        // A question about a person's own press stands in the room of the press.
        let asked = || ticket.open_decisions().filter(|decision| decision.subject != Subject::Redo);
        let sender = context.tx.person(&ticket.requester).await?;
        let sender_decides = sender.as_ref().is_some_and(Person::decides_about_own);
        // Deciders are asked in their direct chats, whatever the purposes of these chats, since nobody else reads
        // there.
        let in_any_chat = (ticket.direct && !sender_decides)
            || asked().any(|decision| decision.four_eyes || (ticket.direct && decision.quorum != Quorum::Any))
            || find_room::out_of_reach(context, &ticket.room).await?;
        // Also rooms that could not be reached since the post, or in which the post came late.
        let mut rooms: Vec<RoomId> = asked().flat_map(|decision| &decision.rooms).cloned().collect();
        for decision in asked() {
            let shown = ticket.shown.get(&ticket.slot(decision.key.as_str()));
            rooms.extend(shown.into_iter().flatten().cloned());
        }
        for id in &rooms {
            let home = *id == ticket.room && (sender_decides || !ticket.direct);
            if home || left.iter().any(|(room, _)| room == id) {
                continue;
            }
            if let Some(why) = not_asked_in(context, id, in_any_chat).await? {
                left.push((id.clone(), why));
            }
        }
    }
    for (room, why) in left {
        open_room::move_prompts(context, &room, &why).await?;
    }
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        let nowhere = |d: &Decision| d.subject != Subject::Redo && d.rooms.is_empty() && !d.waits();
        if ticket.open_decisions().any(nowhere) {
            let gone = Event::PromptLost { room: RoomId::new("gone"), why: Loss::Gone };
            apply_event::apply_to(context, &ticket, &gone, None).await?;
        }
    }
    count_again(context).await
}

/// Counts the votes of open decisions again: votes of people without the right do not count, the remaining voters may
/// be enough, and the prompts name who can decide.
pub async fn count_again(context: &mut Context<'_>) -> Stored<()> {
    for ticket in visibility::awaiting(context, Visibility::Everything).await? {
        let asked: Vec<DecisionId> =
            ticket.open_decisions().filter(|d| !d.waits() || !d.votes.is_empty()).map(|d| d.key.clone()).collect();
        for decision in asked {
            let Some(ticket) = context.tx.ticket(&ticket.id).await? else { continue };
            apply_event::apply_to(context, &ticket, &Event::DecidersChanged { decision }, None).await?;
        }
    }
    Ok(())
}

/// Why nobody is asked for a decision in a room. `in_any_chat`: a decider is asked in the direct chat whatever its
/// purposes are.
async fn not_asked_in(context: &mut Context<'_>, id: &RoomId, in_any_chat: bool) -> Stored<Option<Loss>> {
    let Some(room) = context.tx.room(id).await? else { return Ok(Some(Loss::Gone)) };
    let now = context.now;
    let directory = directory::directory(context).await?;
    let person = match room.person.as_ref().filter(|_| room.direct()) {
        Some(person) => context.tx.person(person).await?,
        None => None,
    };
    let Some(person) = person else {
        // The room has no person, or an owner set its purposes.
        let stays = !room.direct() && (room.closed || room.purposes.decisions);
        let why = if room.direct() { Loss::Left } else { Loss::NotAsked };
        return Ok((!stays).then_some(why));
    };
    let stands_in = directory.absent.iter().any(|a| a.deputy == person.id && a.until > now);
    let decides = (in_any_chat || room.purposes.decisions) && person.role <= Role::Approver;
    if stands_in || decides {
        // A room that cannot be reached has no prompts any more.
        return Ok(room.closed.then_some(Loss::Unreachable));
    }
    Ok(Some(Loss::NotAsked))
}
