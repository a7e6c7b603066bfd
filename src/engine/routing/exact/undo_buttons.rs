//! "Undo" as a word: finds the button of the room that undoes the last act.

use crate::engine::context::undo_stack::{self, UNDO_FOR, mark_slot};
use crate::engine::context::{Context, Request, audit_log, facts};
use crate::engine::handlers::flows::delete_table;
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::settings::undo_settings::sets_back;
use crate::engine::routing::exact::candidates::{self, JUST_MADE, Offer};
use crate::engine::routing::ticket_buttons;
use crate::engine::transition::ticket_views::asks_which;
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::{ScheduleId, TicketId};
use crate::secretary::message::action::{Action, FlowAct, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Ending, Stage, Ticket};
use crate::secretary::wording::talk;

/// The newest Undo that this person may still press here.
pub async fn undo(context: &mut Context<'_>, request: &Request, only: Option<&Ticket>) -> Stored<Option<Offer>> {
    let last_done = mark_slot(request);
    for prompt in undo_stack::newest(context, request, UNDO_FOR).await? {
        // "Which one?" only offers older acts.
        if prompt.slot.as_ref().is_some_and(asks_which) {
            continue;
        }
        // Anything before the newest entry is not the last act.
        if only.is_none() && prompt.slot.as_ref() == Some(&last_done) {
            return switched_back(context, request, prompt).await;
        }
        if let Some(offer) = way_of(context, request, prompt.actions, only).await? {
            return Ok(Some(offer));
        }
    }
    Ok(None)
}

/// The button of a prompt that undoes something and still works.
async fn way_of(
    context: &mut Context<'_>,
    request: &Request,
    actions: Vec<Action>,
    only: Option<&Ticket>,
) -> Stored<Option<Offer>> {
    let mut set = None;
    for action in actions {
        if let Some(number) = undoes(context, request, &action, only).await? {
            return Ok(Some(Offer { label: String::new(), action, number: (number > 0).then_some(number) }));
        }
        set = if set.is_none() && only.is_none() { just_set(context, request, &action).await? } else { set };
    }
    // A schedule that was made a moment ago and never changed is undone by what its "Delete" does.
    Ok(set.map(|action| Offer::other(String::new(), action)))
}

/// The Undo of an entry about a schedule that was paused or resumed and is still so.
async fn switched_back(context: &mut Context<'_>, request: &Request, marked: Prompt) -> Stored<Option<Offer>> {
    for action in marked.actions {
        let Action::OnSchedule { schedule, act: act @ (ScheduleAct::Pause | ScheduleAct::Resume) } = &action else {
            continue;
        };
        let paused = *act == ScheduleAct::Resume;
        let found = context.tx.schedule(schedule).await?.filter(|s| s.paused == paused && !s.over());
        if found.is_some_and(|s| audit_log::could(request, Operation::ChangeSchedule(&s))) {
            return Ok(Some(Offer::other(String::new(), action)));
        }
    }
    Ok(None)
}

/// The Undo of a schedule that this person made a moment ago, known by its "Delete" button.
async fn just_set(context: &mut Context<'_>, request: &Request, action: &Action) -> Stored<Option<Action>> {
    let Action::OnSchedule { schedule, act: ScheduleAct::Delete { listed: false } } = action else {
        return Ok(None);
    };
    let since = context.now - JUST_MADE;
    let found = context.tx.schedule(schedule).await?;
    let fresh = |s: &Schedule| s.fired == 0 && !s.touched && s.covered_to >= since && !s.over();
    let fits = found.is_some_and(|s| s.owner == request.person.id && fresh(&s));
    Ok(fits.then(|| Action::TakeBack { orders: vec![schedule.clone()] }))
}

/// The offers of "never mind". After a cancellation it may mean the cancellation, and nothing older is dropped on a
/// guess.
pub async fn dropped_or_back(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    let mut found = candidates::dropped(context, request, only).await?;
    if only.is_none() && !found.is_empty() {
        found.splice(0..0, called_off_last(context, request).await?);
    }
    Ok(found)
}

/// The Undo of a cancellation, if that was the last message here.
async fn called_off_last(context: &mut Context<'_>, request: &Request) -> Stored<Option<Offer>> {
    let Some(last) = undo_stack::asked(context, request, JUST_MADE).await?.into_iter().next() else { return Ok(None) };
    for action in last.actions {
        let all = matches!(action, Action::TakeUpAll { .. });
        if all && undoes(context, request, &action, None).await?.is_some() {
            return Ok(Some(Offer::other(talk::all_again().to_owned(), action)));
        }
        if let Action::OnTicket { ticket, act: TicketAct::Resume } = &action
            && undoes(context, request, &action, None).await?.is_some()
            && let Some(ticket) = context.tx.ticket(ticket).await?
        {
            return Ok(Some(Offer::of(&ticket, talk::go_on, TicketAct::Resume)));
        }
    }
    Ok(None)
}

/// Whether one of these tickets is cancelled and this person may reopen it.
async fn one_is_cancelled(context: &mut Context<'_>, request: &Request, tickets: &[TicketId]) -> Stored<bool> {
    for id in tickets {
        let ticket = context.tx.ticket(id).await?;
        let fits = |t: &Ticket| t.stage == Stage::Closed(Ending::Cancelled);
        if ticket.is_some_and(|t| fits(&t) && audit_log::could(request, Operation::Steer(&t))) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a button undoes something and still works: the number of its ticket, else 0.
async fn undoes(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    only: Option<&Ticket>,
) -> Stored<Option<i64>> {
    if let Action::OnTicket { ticket, act } = action {
        let ticket = if only.is_none_or(|only| only.id == *ticket) { context.tx.ticket(ticket).await? } else { None };
        let Some(ticket) = ticket else { return Ok(None) };
        return Ok(undoes_on(context, request, &ticket, act).await?.then_some(ticket.number));
    }
    if only.is_some() {
        return Ok(None);
    }
    let works = if let Action::SetBack { .. } | Action::PutBack { .. } = action {
        sets_back(context, request, action).await?
    } else if let Action::TakeUpAll { tickets, .. } = action {
        one_is_cancelled(context, request, tickets).await?
    } else if let Action::OnSchedule { schedule, act: ScheduleAct::Undo { kept, .. } } = action {
        audit_log::could(request, Operation::ChangeSchedule(kept)) && context.tx.schedule(schedule).await?.is_none()
    } else if let Action::OnSchedule { schedule, act: ScheduleAct::Revert { kept } } = action {
        let stands = context.tx.schedule(schedule).await?.filter(|stands| !stands.over());
        let changed = stands.is_some_and(|stands| stands.reverted(kept, context.now).is_some());
        audit_log::could(request, Operation::ChangeSchedule(kept)) && changed
    } else if let Action::OnFlow { flow, act: FlowAct::Undo { .. } } = action {
        let deleted = context.tx.flow(flow).await?.filter(|flow| flow.deleted());
        deleted.is_some_and(|flow| audit_log::could(request, Operation::SteerFlow(&flow)))
    } else if let Action::OnFlow { flow, act: FlowAct::TableBack { kept, .. } } = action {
        delete_table::comes_back(context, request, flow, kept).await?
    } else if let Action::TakeBack { orders } = action {
        one_is_ahead(context, request, orders).await?
    } else if let Action::BringBack { kept } = action {
        one_is_gone(context, request, kept).await?
    } else if let Action::OnNotes { act: NoteAct::Undo { change } } = action {
        let change = change_note::own_change(context, request, change).await?.filter(|(change, _)| !change.undone);
        audit_log::could(request, Operation::KeepNotes) && change.is_some()
    } else {
        false
    };
    Ok(works.then_some(0))
}

/// Whether a button of a ticket undoes something and still works.
async fn undoes_on(context: &mut Context<'_>, request: &Request, ticket: &Ticket, act: &TicketAct) -> Stored<bool> {
    let TicketAct::Reopen { decision } = act else {
        let cancelled = matches!(ticket.stage, Stage::Closed(Ending::Cancelled));
        return Ok(*act == TicketAct::Resume && cancelled && audit_log::could(request, Operation::Steer(ticket)));
    };
    let event = Event::DecisionReopened { decision: decision.clone() };
    let actor = context.actor(request).await?;
    let refused = facts::refusal_of(context, ticket, &event, actor).await?.is_some()
        && ticket_buttons::changeable(context, ticket, decision).await?.is_none();
    Ok(audit_log::could(request, Operation::Decide(ticket)) && !refused)
}

/// Whether one of these schedules is still ahead and this person may change it.
async fn one_is_ahead(context: &mut Context<'_>, request: &Request, orders: &[ScheduleId]) -> Stored<bool> {
    for id in orders {
        let Some(schedule) = context.tx.schedule(id).await? else { continue };
        if !schedule.over() && audit_log::could(request, Operation::ChangeSchedule(&schedule)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether one of these schedules was deleted and this person may restore it.
async fn one_is_gone(context: &mut Context<'_>, request: &Request, kept: &[Schedule]) -> Stored<bool> {
    for before in kept {
        let mine = audit_log::could(request, Operation::ChangeSchedule(before));
        if mine && context.tx.schedule(&before.id).await?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}
