//! Dispatches one event: finds sender, room and workspace, and calls the route or handler for its kind. It must not
//! decide permissions; `secretary::permissions` does.

use crate::engine::context::sender::{self, Sender};
use crate::engine::context::{Context, Handled, audit_log, directory, find_room, say};
use crate::engine::flows::{calls, pause, triggered};
use crate::engine::handlers::decisions::renew_prompts;
use crate::engine::handlers::flows::new_flow;
use crate::engine::handlers::people::erase;
use crate::engine::handlers::rooms::reachable_rooms::{self, Contact};
use crate::engine::handlers::schedules::{fire, time_zones};
use crate::engine::handlers::settings::budgets;
use crate::engine::handlers::tickets::set_up;
use crate::engine::inbox::{after_outage, rate_limit, strangers, without_sender};
use crate::engine::routing::message;
use crate::engine::routing::understanding::apply;
use crate::engine::transition::{agent_queue, apply_event, duplicates, flow_triggers, open_room};
use crate::ports::store::{Arrival, EventOutcome, Stored};
use crate::secretary::audit::{Origin, Why};
use crate::secretary::inbound::{Account, Inbound};
use crate::secretary::names::languages;
use crate::secretary::people::names::{NAMELESS, apart};
use crate::secretary::people::workspace::Person;

/// Decides about an event.
pub async fn arrived(context: &mut Context<'_>, arrival: &Arrival) -> Handled {
    match arrival {
        // Boxed here and below: nested large futures would not fit onto the stack of a thread.
        Arrival::Outside(inbound) => Box::pin(outside(context, inbound)).await,
        Arrival::Ticket { ticket, event } => apply_event::apply(context, ticket, event, None).await,
        Arrival::Due(schedule) => fire::due(context, schedule).await,
        Arrival::Flow(news) => Box::pin(calls::news(context, news)).await,
        Arrival::Triggered { trigger, came } => Box::pin(triggered::triggered(context, trigger, came)).await,
        Arrival::Submitted { submitted, found } => Box::pin(new_flow::checked(context, submitted, found)).await,
        Arrival::Remind { ticket, text, rule } => fire::remind_for(context, ticket, text, rule).await,
        Arrival::SetUp { ticket, set_up } => Box::pin(set_up::propose(context, ticket, set_up)).await,
        Arrival::RoomClosed(room) => reachable_rooms::set_reachable(context, room, Contact::Refused).await,
        Arrival::RoomDeleted(room) => reachable_rooms::set_reachable(context, room, Contact::Deleted).await,
        Arrival::RoomMoved { room, chat } => reachable_rooms::room_moved(context, room, chat).await,
        Arrival::Unsent { room, secret: Some(hook), .. } => say::perhaps_shown(context, room, hook).await,
        Arrival::Unsent { room, ticket, error, perhaps, secret: None } => {
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
        Arrival::FlowsGoOn { workspace, after } => pause::go_on_after(context, workspace, after).await,
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
            strangers::heard_without_role(context, inbound, &account).await?;
            return strangers::stranger(context, inbound, &account).await;
        }
    };
    if person.by_server_role {
        strangers::heard_by_role(context, &mut person, inbound).await?;
    }
    get_to_know(context, &mut person, inbound).await?;
    sender::at_hand(context, &mut person, inbound).await?;
    Box::pin(flow_triggers::said(context, inbound, &person)).await?;
    if without_sender::overheard(context, inbound).await? {
        return Ok(EventOutcome::Decided(None));
    }
    let mut room = open_room::room_for(context, &inbound.place, Some(&person)).await?;
    audit_log::comes_from(context, &person, &room);
    room.purposes = find_room::purposes_at(context, &inbound.place, Some(&room)).await?;
    duplicates::show_again(context, &room.id).await?;
    let mut request = sender::request(context, inbound, person, room);
    if let Some(outcome) = Box::pin(rate_limit::slow_down(context, &request, inbound)).await? {
        return Ok(outcome);
    }
    time_zones::learn_zone(context, &mut request, inbound).await?;
    after_outage::come_back(context, &request, inbound).await?;
    let outcome = Box::pin(message::heard(context, &request, inbound)).await?;
    // An effect that replaced the "thinking" sign is the answer.
    let answered = context.filled_in && matches!(outcome, EventOutcome::Decided(Some(_)));
    Ok(if answered { EventOutcome::Decided(None) } else { outcome })
}

/// Updates language and name from the platform: the name if none is known yet, the language always.
async fn get_to_know(context: &mut Context<'_>, person: &mut Person, inbound: &Inbound) -> Stored<()> {
    let before = person.clone();
    let told = inbound.sender.language.as_ref();
    if told.is_some_and(|code| person.language.is_none() || languages::known(code)) {
        person.language = told.cloned();
    }
    let nameless = person.name == NAMELESS && inbound.place.platform != crate::secretary::inbound::Platform::Web;
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
