//! Erases everything about a person. The question names what will go. The answer is sent first; the erasing follows
//! as an event of its own in one transaction, since nobody is left to be answered afterwards.

use crate::engine::Engine;
use crate::engine::context::{Context, Handled, Request, audit_log, directory, effects, say, undo_stack};
use crate::engine::flows::start;
use crate::engine::handlers::people::deputies::{deputy_of, stands_in_no_more};
use crate::engine::handlers::people::{leaving, members, orphaned_messages, personal_data};
use crate::engine::handlers::schedules::delete_schedule;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::performed::Performed;
use crate::engine::transition::{agent_queue, decision_line, open_room};
use crate::ports::store::{Arrival, EventOutcome, OutboxRow, Stored};
use crate::ports::tool::ToolError;
use crate::secretary::audit::What;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::notes::Scope;
use crate::secretary::people::names;
use crate::secretary::people::workspace::{Person, Role, Room};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::people::{self, deputies};
use crate::secretary::wording::settings::privacy::{self, Count};
use crate::secretary::wording::talk::late;
use chrono::{DateTime, TimeDelta, Utc};
use std::time::Duration;

/// Questions older than this are not changed.
const ASKED_BEFORE: TimeDelta = TimeDelta::days(90);

/// The key of the note that this question was asked anew.
fn overtaken(asked: &Slot) -> String {
    format!("overtaken/{asked}")
}

impl Engine {
    /// Removes the files of erased tickets, and files that people sent, until none is left.
    pub(crate) async fn erase_files(&self, row: &OutboxRow, tickets: &[TicketId], homes: &[String]) -> Performed {
        let (tickets, homes) = self.remove_files(tickets.to_vec(), homes.to_vec()).await;
        if tickets.is_empty() && homes.is_empty() {
            return Performed::done();
        }
        self.retried(row.attempts, Duration::ZERO)
    }

    /// Removes the files of these tickets, and what people sent from these homes. Gives those that could not be removed; one
    /// of them does not keep the next ones.
    pub(crate) async fn remove_files(
        &self,
        tickets: Vec<TicketId>,
        homes: Vec<String>,
    ) -> (Vec<TicketId>, Vec<String>) {
        let (files, mut left) = (&self.parts.files, (Vec::new(), Vec::new()));
        for ticket in tickets {
            if let Err(error) = files.erase_files(&ticket).await {
                tracing::warn!(%error, "files of an erased ticket could not be removed; it is tried again");
                left.0.push(ticket);
            }
        }
        for home in homes {
            if let Err(error) = files.erase_kept(&home).await {
                tracing::warn!(%error, "erased files that people sent could not be removed; it is tried again");
                left.1.push(home);
            }
        }
        left
    }
}

/// `/forget`
pub async fn ask_forget(context: &mut Context<'_>, request: &Request) -> Handled {
    if !request.room.direct() {
        return say::refuse(context, request, privacy::only_direct()).await;
    }
    let count = count(context, &request.person.id).await?;
    let name = personal_data::named_among_several(context).await?;
    let stays = stays(context, &request.person).await?;
    let mut keys = context.keys();
    let message = privacy::ask_forget(&count, name.as_deref(), stays, &request.person, &mut keys);
    ask_anew(context, request, &request.person.id).await?;
    say::say_with(context, request, message, keys).await
}

/// The button of that question. The erasing begins after the answer.
pub async fn forget_me(context: &mut Context<'_>, request: &Request, person: &PersonId) -> Handled {
    if let Some(slot) = &request.turned
        && request.room.direct()
        && edited_messages::was_noted(context, request, &overtaken(slot)).await?
    {
        return Ok(EventOutcome::Refused(privacy::counts_below().to_owned()));
    }
    if let Some(slot) = &request.turned
        && edited_messages::was_noted(context, request, &edited_messages::answered(slot)).await?
    {
        // A second quick press, or a press at the same time as "Keep it".
        return Ok(EventOutcome::Refused(late::forgotten()));
    }
    if request.person.id != *person && request.room.direct() {
        return erase_former(context, request, person).await;
    }
    if !request.room.direct() {
        return Ok(EventOutcome::Refused(late::forgotten()));
    }
    if let Err(why) = audit_log::may(context, request, Operation::ManageSelf) {
        return Ok(EventOutcome::Refused(why));
    }
    let room = request.room.id.clone();
    if let Some(slot) = &request.turned {
        say::bare(context, &room, slot).await?;
    }
    let name = personal_data::named_among_several(context).await?;
    let stays = stays(context, &request.person).await?;
    let next = about_after(context, request).await?;
    let since = Some(request.person.joined_at);
    say::say(context, request, privacy::forgetting(name.as_deref(), stays, next.as_deref())).await?;
    context.enqueue(effects::room_lane(&room), None, Effect::Erase { person: person.clone(), since }).await?;
    // Short answers are erased as well, perhaps before this one is read.
    Ok(EventOutcome::Decided(None))
}

/// The workspace that the direct chat will be about next, if there is one.
async fn about_after(context: &mut Context<'_>, request: &Request) -> Stored<Option<String>> {
    let rooms = context.tx.rooms_at(&request.room.place).await?;
    match rooms.into_iter().find(|room| room.id != request.room.id && !room.closed) {
        Some(next) => directory::workspace_name(context, &next.workspace).await.map(Some),
        None => Ok(None),
    }
}

/// `/members Kim erase`: an owner erases a former member.
pub async fn ask_erase(context: &mut Context<'_>, request: &Request, name: &str) -> Handled {
    if !request.room.direct() {
        return say::refuse(context, request, privacy::only_direct()).await;
    }
    let here = context.workspace();
    let there = context.tx.people(&here).await?;
    let mut former = context.tx.former_people(&here).await?;
    former.retain(|person| !person.erased);
    let named = names::left_called(&former, name);
    // A member who is called only nearly like that is not meant where somebody who left is.
    let present = names::called(&there, name);
    let shown = |person: &&Person| names::shown_name(person, &there).to_lowercase() == name.to_lowercase();
    if !present.is_empty() && (named.is_empty() || present.iter().any(shown)) {
        return say::refuse(context, request, privacy::still_here(name)).await;
    }
    let [person] = named.as_slice() else {
        let names: Vec<String> = former.iter().map(|person| names::apart(&person.name)).collect();
        let why = if named.is_empty() { privacy::nobody_left(name, &names) } else { people::several_called(name) };
        return say::refuse(context, request, why).await;
    };
    let count = count(context, &person.id).await?;
    let mut keys = context.keys();
    let message = privacy::ask_erase(&count, &names::apart(&person.name), &person.id, &mut keys);
    ask_anew(context, request, &person.id).await?;
    say::say_with(context, request, message, keys).await
}

/// Asks the question anew. The former question refers to the new one and loses its buttons.
async fn ask_anew(context: &mut Context<'_>, request: &Request, person: &PersonId) -> Stored<()> {
    let asks = |action: &Action| matches!(action, Action::Erase { person: whose } if whose == person);
    for prompt in undo_stack::newest(context, request, ASKED_BEFORE).await? {
        let Some(slot) = prompt.slot.filter(|_| prompt.actions.iter().any(asks)) else { continue };
        // A question that was answered stays as it is.
        if edited_messages::was_noted(context, request, &edited_messages::answered(&slot)).await?
            || edited_messages::noted_before(context, request, &overtaken(&slot)).await?
        {
            continue;
        }
        say::edit(context, request.room.id.clone(), slot, privacy::asked_anew()).await?;
    }
    Ok(())
}

/// The button of that question. There is no answer to send first.
async fn erase_former(context: &mut Context<'_>, request: &Request, person: &PersonId) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::ManagePeople) {
        return Ok(EventOutcome::Refused(why));
    }
    let here = context.workspace();
    let known = context.tx.former_people(&here).await?.into_iter().find(|former| former.id == *person);
    if known.is_none_or(|former| former.erased) {
        return Ok(EventOutcome::Refused(late::forgotten()));
    }
    if let Some(slot) = &request.turned {
        say::bare(context, &request.room.id, slot).await?;
    }
    let key = format!("erase/{}", context.seq);
    context.tell(&key, &Arrival::Erase { person: person.clone(), since: None }).await?;
    // The message has no name, since a waiting post would keep the name in the database.
    say::answer(context, request, Message::lines([privacy::erasing_of()])).await
}

/// Erases the person unless that was done before. An owner who must stay keeps the id and starts anew; what they sent
/// since then is not erased.
pub async fn erase(context: &mut Context<'_>, person: &PersonId, since: Option<DateTime<Utc>>) -> Handled {
    let Some(gone) = context.tx.person(person).await? else { return Ok(EventOutcome::Decided(None)) };
    if gone.erased || since.is_some_and(|since| gone.began_anew(since)) {
        return Ok(EventOutcome::Decided(None));
    }
    context.here = gone.workspace.clone();
    // Other members may have come or left since the question.
    let stays = stays(context, &gone).await?;
    audit_log::note(context, What::MemberErased { person: person.clone() });
    leaving::end_invitations(context, &gone).await?;
    if !stays {
        stands_in_no_more(context, person, deputies::erased()).await?;
    }
    if let Some(deputy) = deputy_of(context, &gone).await? {
        say::tell_person(context, &deputy, deputies::left_erased(stays)).await?;
    }
    Box::pin(start::stop_caused(context, person)).await?;
    let mut open = context.tx.tickets_about(&gone.workspace, person).await?;
    for ticket in &open {
        if ticket.requester != *person {
            Box::pin(erase_in_files(context, person, &ticket.id)).await?;
        }
    }
    open.retain(|ticket| ticket.requester == *person && !ticket.closed());
    for run in open.iter().flat_map(|ticket| &ticket.tasks).filter_map(|task| task.run.clone()) {
        context.tx.drop_lane(&effects::run_lane(&run)).await?;
        context.stopped.push(run);
    }
    let mut orders = context.tx.schedules(&gone.workspace).await?;
    orders.retain(|order| order.owner == *person);
    let theirs = |room: &Room| room.person.as_ref() == Some(person) && room.direct();
    let rooms: Vec<_> = context.tx.rooms(&gone.workspace).await?.into_iter().filter(theirs).collect();
    let left = Box::pin(orphaned_messages::left_standing(context, &open, person)).await?;
    // The words are found in waiting messages while the schedules still exist.
    let erased = context.tx.erase_person(person, context.now).await?;
    for order in orders {
        delete_schedule::end_schedule(context, &order.id).await?;
    }
    let owner = if stays { Some(begins_anew(context, &gone).await?) } else { None };
    for room in rooms {
        open_room::tell_apart(context, &room.place).await?;
        if let Some(owner) = &owner
            && !context.tx.rooms_at(&room.place).await?.is_empty()
        {
            // A chat of several workspaces keeps its room in this one.
            open_room::room_for(context, &room.place, Some(owner)).await?;
        }
    }
    if !erased.tickets.is_empty() || !erased.homes.is_empty() {
        let lane = format!("files/{}", context.seq);
        context.enqueue(lane, None, Effect::EraseFiles { tickets: erased.tickets, homes: erased.homes }).await?;
    }
    directory::change_directory(context).await?;
    Box::pin(orphaned_messages::settle_left_standing(context, left)).await?;
    for ticket in open {
        // People who were to decide in the erased tickets have a turn again.
        let without = Ticket { decisions: Vec::new(), ..ticket.clone() };
        decision_line::call_next(context, &ticket, &without).await?;
    }
    Box::pin(leaving::leave_who_decides_no_more(context)).await?;
    agent_queue::wake_waiting(context, None).await?;
    Ok(EventOutcome::Decided(None))
}

/// An owner who must stay, with the accounts and nothing else.
async fn begins_anew(context: &mut Context<'_>, gone: &Person) -> Stored<Person> {
    let fresh = Person::new(gone.id.clone(), gone.workspace.clone(), names::NAMELESS, Role::Owner, context.now);
    let owner = Person { accounts: gone.accounts.clone(), ..fresh };
    context.tx.save_person(&owner).await?;
    Ok(owner)
}

/// Removes the person's words from files that agents wrote for others. It must happen now, since later nobody knows
/// the words. A file that cannot be written stays; the rest is erased all the same.
async fn erase_in_files(context: &mut Context<'_>, person: &PersonId, ticket: &TicketId) -> Stored<()> {
    let (files, key) = (&context.engine.parts.files, format!("erase/{}", context.seq));
    let listed = files.list_files(ticket).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "files of a ticket could not be searched for erased words");
        Vec::new()
    });
    for (path, _) in listed {
        let text = match files.read_file(ticket, &path).await {
            Ok(text) => text,
            // A file that is no text has no words.
            Err(ToolError::TellModel(_)) => continue,
            Err(error) => {
                tracing::warn!(%error, "a file of a ticket could not be searched for erased words");
                continue;
            }
        };
        let Some(next) = context.tx.out_of_file(person, ticket, &text).await? else { continue };
        if let Err(error) = files.write_file(ticket, &path, &next, &key).await {
            tracing::warn!(%error, "a file of a ticket could not be written without erased words");
        }
    }
    Ok(())
}

/// Whether a person becomes an owner again at once, with the accounts and nothing else: the last owner, or one that
/// the settings name.
async fn stays(context: &mut Context<'_>, person: &Person) -> Stored<bool> {
    if members::owner_for_good(context, person, "You", "remove").is_some() {
        return Ok(true);
    }
    if person.role != Role::Owner || person.accounts.is_empty() {
        return Ok(false);
    }
    Ok(context.tx.people(&person.workspace).await?.iter().filter(|p| p.role == Role::Owner).count() < 2)
}

async fn count(context: &mut Context<'_>, person: &PersonId) -> Stored<Count> {
    let here = context.workspace();
    let tickets = context.tx.tickets_about(&here, person).await?;
    let own = Scope::personal(here.clone(), person.clone()).own();
    let of_them = tickets.iter().filter(|ticket| ticket.requester == *person);
    Ok(Count {
        tickets: of_them.clone().count(),
        open: of_them.filter(|ticket| !ticket.closed()).count(),
        others: tickets.iter().filter(|ticket| ticket.requester != *person).count(),
        notes: context.tx.notes(&own).await?.len(),
        orders: context.tx.schedules(&here).await?.iter().filter(|s| s.owner == *person && !s.over()).count(),
    })
}
