//! Dispatches one event: finds sender, room and workspace, and calls the route or handler for its kind. It must not
//! decide permissions; `secretary::people::permissions` does.

use super::sender::Sender;
use crate::engine::context::say::{self, answerable};
use crate::engine::context::{Context, Handled, Request, apply_event, audit_log, directory, find_room};
use crate::engine::handlers::decisions::renew_prompts;
use crate::engine::handlers::people::{deputies, erase, invitations};
use crate::engine::handlers::schedules::{fire, time_zones};
use crate::engine::handlers::settings::budgets;
use crate::engine::handlers::tickets::agent_queue;
use crate::engine::inbox::{after_outage, rate_limit, sender, without_sender};
use crate::engine::operations::upkeep::{self, Contact};
use crate::engine::outbox::duplicates;
use crate::engine::routing::message;
use crate::engine::routing::understanding::apply;
use crate::ports::store::{Arrival, EventOutcome, Stored};
use crate::secretary::audit::{Origin, Why};
use crate::secretary::message::inbound::{Account, Inbound};
use crate::secretary::names::languages;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::ticket::effect::ReplyTo;
use crate::secretary::wording::people::NAMELESS;
use crate::secretary::wording::people::names::apart;

/// Decides about an event.
pub async fn arrived(context: &mut Context<'_>, arrival: &Arrival) -> Handled {
    match arrival {
        // Boxed here and below: nested large futures would not fit onto the stack of a thread.
        Arrival::Outside(inbound) => Box::pin(outside(context, inbound)).await,
        Arrival::Ticket { ticket, event } => apply_event::apply(context, ticket, event, None).await,
        Arrival::Due(schedule) => fire::due(context, schedule).await,
        Arrival::Remind { ticket, text, rule } => fire::remind_for(context, ticket, text, rule).await,
        Arrival::RoomClosed(room) => upkeep::set_reachable(context, room, Contact::Refused).await,
        Arrival::RoomDeleted(room) => upkeep::set_reachable(context, room, Contact::Deleted).await,
        Arrival::RoomMoved { room, chat } => upkeep::room_moved(context, room, chat).await,
        Arrival::Unsent { room, ticket, error, perhaps } => {
            say::unsent(context, room, ticket.as_ref(), error, *perhaps).await
        }
        Arrival::Understood { spoken, heard, usage } => {
            Box::pin(apply::understood(context, spoken, heard, *usage)).await
        }
        Arrival::Spending { ticket, person, over, low } => {
            budgets::tell_of_spending(context, ticket.as_ref(), person.as_ref(), over, *low).await
        }
        Arrival::AgentsFree => agent_queue::agents_free(context, None).await,
        Arrival::AgentsFreeAfter(last) => agent_queue::agents_free(context, Some(*last)).await,
        Arrival::CameBack { after, shown } => renew_prompts::came_back(context, *after, *shown).await,
        Arrival::Erase { person, since } => Box::pin(erase::erase(context, person, *since)).await,
        Arrival::AllHear { workspace, paused, by, after } => {
            context.here = workspace.clone();
            agent_queue::all_hear_on(context, *paused, by, *after).await
        }
    }
}

async fn outside(context: &mut Context<'_>, inbound: &Inbound) -> Handled {
    if let Some(outcome) = without_sender::housekeeping(context, inbound).await? {
        return Ok(outcome);
    }
    context.origin = Some(Origin::of(inbound));
    context.arriving = Some(inbound.clone());
    if inbound.sender.bot {
        audit_log::turned_away(context, Why::Bot);
        return Ok(EventOutcome::Decided(None));
    }
    if inbound.sender.anonymous {
        return without_sender::anonymous(context, inbound).await;
    }
    let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
    let mut person = match sender::sender(context, inbound, &account).await? {
        Sender::Member(person) => *person,
        Sender::Stranger => {
            deputies::heard_without_role(context, inbound, &account).await?;
            return invitations::stranger(context, inbound, &account).await;
        }
    };
    if person.by_server_role {
        deputies::heard_by_role(context, &mut person, inbound).await?;
    }
    get_to_know(context, &mut person, inbound).await?;
    deputies::at_hand(context, &mut person, inbound).await?;
    if without_sender::overheard(context, inbound).await? {
        return Ok(EventOutcome::Decided(None));
    }
    let mut room = find_room::room_for(context, &inbound.place, Some(&person)).await?;
    audit_log::comes_from(context, &person, &room);
    room.purposes = find_room::purposes_at(context, &inbound.place, Some(&room)).await?;
    duplicates::show_again(context, &room.id).await?;
    let mut request = request(context, inbound, person, room);
    if let Some(outcome) = Box::pin(rate_limit::slow_down(context, &request, inbound)).await? {
        return Ok(outcome);
    }
    time_zones::learn_zone(context, &mut request, inbound).await?;
    after_outage::come_back(context, &request, inbound).await?;
    let outcome = message::heard(context, &request, inbound).await?;
    // An effect that replaced the "thinking" sign is the answer.
    let answered = context.filled_in && matches!(outcome, EventOutcome::Decided(Some(_)));
    Ok(if answered { EventOutcome::Decided(None) } else { outcome })
}

/// The request of an event: sender, room, and how to answer.
pub fn request(context: &Context<'_>, inbound: &Inbound, person: Person, room: Room) -> Request {
    let message = inbound.message().cloned();
    let group_reply = if room.direct() { None } else { message.clone() };
    let handle = answerable(inbound);
    let private = handle.is_some() && after_outage::is_awaited(context, inbound);
    let said_at = after_outage::said_at(context, inbound);
    let reply = ReplyTo { message: group_reply, handle };
    Request { person, room, message, reply, private, turned: None, said_at }
}

/// The request of an earlier message, with the present rights of its sender. None: the sender is no member any more.
pub async fn request_of(context: &mut Context<'_>, inbound: &Inbound) -> Stored<Option<Request>> {
    let here = context.here.clone();
    let account = Account { platform: inbound.place.platform, user: inbound.sender.user.clone() };
    let found = sender::sender(context, inbound, &account).await?;
    if context.here != here {
        // The sender's chat may be set to another workspace now; the message belongs to this one.
        context.here = here;
    }
    let Sender::Member(person) = found else { return Ok(None) };
    let mut person = *person;
    if person.workspace != context.here {
        return Ok(None);
    }
    deputies::at_hand(context, &mut person, inbound).await?;
    let Some(mut room) = context.tx.room_at(&inbound.place).await? else { return Ok(None) };
    room.purposes = find_room::purposes_at(context, &inbound.place, Some(&room)).await?;
    Ok(Some(request(context, inbound, person, room)))
}

/// Updates language and name from the platform: the name if none is known yet, the language always.
async fn get_to_know(context: &mut Context<'_>, person: &mut Person, inbound: &Inbound) -> Stored<()> {
    let before = person.clone();
    let told = inbound.sender.language.as_ref();
    if told.is_some_and(|code| person.language.is_none() || languages::known(code)) {
        person.language = told.cloned();
    }
    let nameless =
        person.name == NAMELESS && inbound.place.platform != crate::secretary::message::inbound::Platform::Web;
    let told = crate::text::names::person(&inbound.sender.name);
    // Older versions stored names that read like words of the secretary.
    let apart = if person.name == NAMELESS { NAMELESS.to_owned() } else { apart(&person.name) };
    let name = if nameless && !told.is_empty() { told } else { apart };
    if person.name != name {
        person.name = name;
        directory::change_directory(context).await?;
    }
    if *person == before { Ok(()) } else { context.tx.save_person(person).await }
}
