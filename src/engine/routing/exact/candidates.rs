//! The things a bare word may mean among what is open, each with its button.

use crate::engine::context::{Context, Request, audit_log, visibility};
use crate::engine::flows::line;
use crate::engine::handlers::notes::change_note;
use crate::engine::routing::exact::undo_buttons;
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::language::exact::Alone;
use crate::secretary::message::action::{Action, FlowAct, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::notes::plain;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk;
use chrono::TimeDelta;

/// How recent a thing must be for "never mind" to mean it.
pub const JUST_MADE: TimeDelta = TimeDelta::minutes(15);

/// An offer: an open thing and what a bare word does with it.
pub struct Offer {
    pub label: String,
    pub action: Action,
    /// The number of its ticket.
    pub number: Option<i64>,
}

impl Offer {
    /// An offer about a ticket.
    pub fn of(ticket: &Ticket, label: fn(i64, &str) -> String, act: TicketAct) -> Self {
        let label = label(ticket.number, &ticket.short_title());
        Self { label, action: act.on(&ticket.id), number: Some(ticket.number) }
    }

    /// An offer about anything else.
    pub fn other(label: String, action: Action) -> Self {
        Self { label, action, number: None }
    }
}

/// What a bare word may mean in this room, or for one ticket.
pub async fn offers(
    context: &mut Context<'_>,
    request: &Request,
    word: Alone,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    match word {
        Alone::Help => Ok(Vec::new()),
        Alone::Undo => Ok(undo_buttons::undo(context, request, only).await?.into_iter().collect()),
        Alone::Cancel => undo_buttons::dropped_or_back(context, request, only).await,
        Alone::Pause => pausable(context, request, only).await,
        Alone::Resume => resumable(context, request, only).await,
        Alone::Stop => {
            let open = open_here(context, request, only).await?;
            let running = open.iter().filter(|t| t.under_way());
            let mut found: Vec<Offer> = running.map(|t| Offer::of(t, talk::stop, TicketAct::Cancel)).collect();
            if only.is_none() {
                found.extend(flows_at_work(context, request).await?.into_iter().map(|(_, offer)| offer));
            }
            if found.is_empty() {
                return undo_buttons::dropped_or_back(context, request, only).await;
            }
            Ok(found)
        }
    }
}

/// The open tickets of this room that this person may steer, newest first.
pub async fn open_here(context: &mut Context<'_>, request: &Request, only: Option<&Ticket>) -> Stored<Vec<Ticket>> {
    if let Some(only) = only {
        return Ok(vec![only.clone()]);
    }
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses: visibility::open_statuses(),
        room: Some(request.channel().clone()),
        newest_first: true,
        limit: visibility::LISTED,
        ..TicketFilter::default()
    };
    let mut found = context.tx.tickets(&filter).await?;
    found.retain(|t| audit_log::could(request, Operation::Steer(t)));
    Ok(found)
}

/// The offers to end the runs of each flow of this room that this person may steer, with whether this person began one
/// just now. Runs that other runs called end with those.
async fn flows_at_work(context: &mut Context<'_>, request: &Request) -> Stored<Vec<(bool, Offer)>> {
    let (here, lately) = (context.workspace(), context.now - JUST_MADE);
    let mut found = Vec::new();
    for flow in context.tx.flows(&here).await? {
        if &flow.room != request.channel() || !audit_log::could(request, Operation::SteerFlow(&flow)) {
            continue;
        }
        let runs = context.tx.open_flow_runs(&flow.id, u32::MAX).await?;
        let in_line = line::length(context.tx, &flow.id).await?;
        let own = || runs.iter().filter(|run| run.called_by.is_none());
        if own().next().is_some() || in_line > 0 {
            let new = own().any(|run| run.caused_by.as_ref() == Some(&request.person.id) && run.started_at >= lately);
            let label = talk::end_runs(&flow.name, runs.len() + in_line);
            found.push((new, Offer::other(label, FlowAct::Cancel.on(&flow.id))));
        }
    }
    Ok(found)
}

/// The offers of "pause": the running work here, else other open tickets.
async fn pausable(context: &mut Context<'_>, request: &Request, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
    let mut open = open_here(context, request, only).await?;
    open.retain(|t| !t.paused && !t.closed());
    if open.iter().any(Ticket::under_way) {
        open.retain(Ticket::under_way);
    }
    Ok(open.iter().map(|t| Offer::of(t, talk::pause, TicketAct::Pause)).collect())
}

/// The offers of "resume": what is paused here, tickets and series.
async fn resumable(context: &mut Context<'_>, request: &Request, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
    let mut open = open_here(context, request, only).await?;
    open.retain(|t| t.paused && !t.closed());
    let mut found: Vec<Offer> = open.iter().map(|t| Offer::of(t, talk::go_on, TicketAct::Resume)).collect();
    if only.is_none() {
        for schedule in context.tx.schedules(&context.workspace()).await? {
            if schedule.owner == request.person.id && &schedule.room == request.channel() && schedule.paused {
                found.push(Offer::other(talk::series_on(&schedule, context.now), ScheduleAct::Resume.on(&schedule.id)));
            }
        }
    }
    Ok(found)
}

/// What "never mind" may mean: what was made just now; else waiting cards and questions; else the work, which stops
/// only after a question. Flows at work are among it, unless one thing alone was made just now.
pub async fn dropped(context: &mut Context<'_>, request: &Request, only: Option<&Ticket>) -> Stored<Vec<Offer>> {
    let open = open_here(context, request, only).await?;
    let cancel = |t: &Ticket| Offer::of(t, talk::cancel, TicketAct::Cancel);
    if only.is_some() {
        return Ok(open.iter().filter(|t| !t.closed()).map(cancel).collect());
    }
    let lately = context.now - JUST_MADE;
    let mine = |t: &&Ticket| t.requester == request.person.id && t.created_at >= lately;
    let mut found: Vec<Offer> = open.iter().filter(mine).map(cancel).collect();
    for schedule in context.tx.schedules(&context.workspace()).await? {
        let new = schedule.owner == request.person.id && schedule.fired == 0 && schedule.covered_to >= lately;
        if new && !schedule.over() && &schedule.room == request.channel() {
            let delete = ScheduleAct::Delete { listed: true }.on(&schedule.id);
            found.push(Offer::other(talk::forget(&schedule, context.now), delete));
        }
    }
    if audit_log::could(request, Operation::KeepNotes)
        && let Some(change) = change_note::last_change(context, request).await?
    {
        let words = if change.entry.is_empty() { change.title() } else { change.entry.as_str() };
        let undo = NoteAct::Undo { change: change.id.clone() }.action();
        found.push(Offer::other(talk::take_back(&plain(words)), undo));
    }
    let (begun, older): (Vec<_>, Vec<_>) =
        flows_at_work(context, request).await?.into_iter().partition(|(new, _)| *new);
    found.extend(begun.into_iter().map(|(_, offer)| offer));
    let clear = found.len() == 1;
    if found.is_empty() {
        found.extend(open.iter().filter(|t| !t.under_way()).map(cancel));
    }
    if found.is_empty() {
        found.extend(open.iter().filter(|t| t.under_way()).map(cancel));
    }
    if !clear {
        found.extend(older.into_iter().map(|(_, offer)| offer));
    }
    Ok(found)
}
