//! "Pause" and "resume" as bare words: what each concerns here.

use super::single_words::{Offer, at_work, here};
use crate::engine::context::audit_log;
use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::engine::routing::exact::candidates;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::action::TicketAct;
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk;

/// Makes the waiting retry of a ticket due now.
pub(in crate::engine) async fn hurry(context: &mut Context<'_>, ticket: &Ticket) -> Stored<()> {
    context.tx.hurry(&format!("model/{}", ticket.id), context.now).await?;
    for run in ticket.tasks.iter().filter_map(|t| t.run.as_ref()) {
        context.tx.hurry(&crate::engine::context::apply_event::run_lane(run), context.now).await?;
    }
    Ok(())
}

/// "Pause" and "resume" while all work is paused concern all work. None: they concern single tickets.
pub(in crate::engine) async fn about_all_work(
    context: &mut Context<'_>,
    request: &Request,
    said: Alone,
) -> Stored<Option<EventOutcome>> {
    let name = match said {
        Alone::Pause => "pause",
        Alone::Resume => "resume",
        Alone::Undo | Alone::Cancel | Alone::Stop | Alone::Help => return Ok(None),
    };
    // A person who may not pause all work means their own tickets.
    if !context.settings().await?.paused || !audit_log::could(request, Operation::PauseAll) {
        return Ok(None);
    }
    Box::pin(commands::command(context, request, name, "all")).await.map(Some)
}

/// The offers of "pause": the running work here, else other open tickets.
pub(in crate::engine) async fn pausable(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    let mut open = candidates::open_here(context, request, only).await?;
    open.retain(|t| !t.paused && !t.closed());
    if open.iter().any(at_work) {
        open.retain(at_work);
    }
    Ok(open.iter().map(|t| Offer::of(t, talk::pause, TicketAct::Pause)).collect())
}

/// The offers of "resume": what is paused here, tickets and series.
pub(in crate::engine) async fn resumable(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    let mut open = candidates::open_here(context, request, only).await?;
    open.retain(|t| t.paused && !t.closed());
    let mut found: Vec<Offer> = open.iter().map(|t| Offer::of(t, talk::go_on, TicketAct::Resume)).collect();
    if only.is_none() {
        for schedule in context.tx.schedules(&context.workspace()).await? {
            let own = schedule.owner == request.person.id && &schedule.room == here(request);
            if own && schedule.paused {
                found.push(Offer::going_on(&schedule));
            }
        }
    }
    Ok(found)
}
