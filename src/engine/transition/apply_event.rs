//! Applies an event to a ticket: collects the facts, asks the lifecycle, and writes the new state and its effects in
//! the transaction of the context.

use crate::engine::context::{Context, Handled, Request, audit_log, conversation, effects, facts, say, undo_stack};
use crate::engine::telemetry::trace::Step;
use crate::engine::transition::{
    agent_queue, decision_line, standing_work, ticket_views, transferred_tickets, waiting_for_budget,
};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::{self, Why};
use crate::secretary::dispatch::record;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::lifecycle::step::{Outcome, step};
use crate::secretary::people::workspace::Settings;
use crate::secretary::ticket::decisions::line;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::{Actor, Facts};
use crate::secretary::ticket::hold::may_cancel;
use crate::secretary::ticket::{Task, TaskState, Ticket};
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;

/// Reads a ticket and applies an event to it.
pub fn apply<'b>(
    context: &'b mut Context<'_>,
    ticket: &'b TicketId,
    event: &'b Event,
    actor: Option<Actor>,
) -> Pin<Box<dyn Future<Output = Handled> + Send + 'b>> {
    Box::pin(async move {
        match context.tx.ticket(ticket).await? {
            Some(ticket) => apply_to(context, &ticket, event, actor).await,
            None => Ok(EventOutcome::Decided(None)),
        }
    })
}

/// Applies an event to a ticket that was read before.
pub async fn apply_to(context: &mut Context<'_>, ticket: &Ticket, event: &Event, actor: Option<Actor>) -> Handled {
    let here = std::mem::replace(&mut context.here, ticket.workspace.clone());
    let outcome = step_on(context, ticket, event, actor).await;
    context.here = here;
    outcome
}

/// Applies the event in the workspace of the ticket.
async fn step_on(context: &mut Context<'_>, ticket: &Ticket, event: &Event, actor: Option<Actor>) -> Handled {
    let moved = Box::pin(transferred_tickets::at_home(context, ticket, event, actor.as_ref())).await?;
    let ticket = moved.as_ref().unwrap_or(ticket);
    let facts = facts::facts(context, ticket, actor).await?;
    let turns =
        if line::concerns(event) { context.tx.turns(&ticket.workspace, &ticket.id).await? } else { BTreeMap::new() };
    let written = if may_cancel(event) { facts::written(context, ticket).await? } else { Vec::new() };
    let facts = Facts { turns, written, ..facts };
    let by = facts.actor.as_ref().map(|a| a.person.clone());
    match step(ticket, event, &facts, context.now) {
        Outcome::Moved { ticket: next, effects, note, shown } => {
            context.note_shown = shown;
            keep(context, ticket, &next, event, by.as_ref(), &facts.settings, &effects).await?;
            effects::carry_out(context, effects, Some(&next)).await?;
            Box::pin(standing_work::follow(context, ticket, &next)).await?;
            context.trail.push(Step::of(ticket, &next, event));
            for what in audit::of_change(ticket, &next, event) {
                audit_log::note(context, what);
            }
            Ok(EventOutcome::Decided(note))
        }
        Outcome::Ignored(reason) => {
            tracing::debug!(ticket = ticket.number, reason, "ignored");
            Ok(EventOutcome::Decided(None))
        }
        Outcome::Refused(why) => {
            audit_log::turned_away(context, Why::Late);
            Ok(EventOutcome::Refused(why))
        }
    }
}

/// Applies the event of a person. A refusal becomes the answer to that person.
pub async fn act(context: &mut Context<'_>, request: &Request, ticket: &Ticket, event: &Event) -> Handled {
    undo_stack::mark_on(context, request, ticket, event).await?;
    let actor = context.actor(request).await?;
    match apply_to(context, ticket, event, Some(actor)).await? {
        EventOutcome::Refused(why) => say::refuse(context, request, why).await,
        outcome @ (EventOutcome::Decided(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => {
            conversation::answered(context, request, ticket, event).await?;
            waiting_for_budget::others_go_on(context, request, ticket, event).await?;
            Ok(outcome)
        }
    }
}

async fn keep(
    context: &mut Context<'_>,
    before: &Ticket,
    next: &Ticket,
    event: &Event,
    by: Option<&PersonId>,
    settings: &Settings,
    effects: &[Effect],
) -> Stored<()> {
    context.tx.save_ticket(next, Some(before), event, by).await?;
    // A run that continues takes no new turn; only a run that was not there before takes one.
    let in_turn = |e: &Effect| {
        let Effect::StartRun { task, run, input, .. } = e else { return None };
        let fresh = before.task(task).is_none_or(|t| t.run.as_ref() != Some(run));
        let anybody = next.task(task).is_some_and(|t| t.in_turn);
        (fresh && anybody).then(|| input.agent.name.clone())
    };
    // Boxed: this large future is part of many others.
    Box::pin(ticket_views::refresh_views(context, before, next)).await?;
    if let Some(last_in_turn) = effects.iter().rev().find_map(in_turn) {
        context.tx.save_settings(&Settings { last_in_turn, ..settings.clone() }).await?;
    }
    for (agent, gained) in record::gained(before, next) {
        context.tx.add_record(&next.workspace, &agent, &gained).await?;
    }
    // A ticket that was called for a free agent calls the next ticket, as long as agents are free. So does a ticket
    // that frees an agent or stops waiting for one, since a call may be on its way to that ticket.
    let called = matches!(event, Event::DispatchRequested) && by.is_none() && busy(before) < busy(next);
    let (was, is) = (before.at_work(), next.at_work());
    let leaves = was.iter().any(|(agent, tasks)| is.get(agent).is_none_or(|now| now < tasks));
    let wanted = |ticket: &Ticket| {
        ticket.waiting_tasks().flat_map(|task| task.fitting.iter().cloned()).collect::<BTreeSet<String>>()
    };
    if called || leaves || !wanted(before).is_subset(&wanted(next)) {
        agent_queue::wake_waiting(context, Some(&next.id)).await?;
    }
    decision_line::call_next(context, before, next).await
}

fn busy(ticket: &Ticket) -> usize {
    let at_work = |t: &Task| matches!(t.state, TaskState::Claimed | TaskState::InProgress);
    ticket.tasks.iter().filter(|task| !ticket.closed() && at_work(task)).count()
}
