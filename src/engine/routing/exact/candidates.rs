//! The things a bare word may mean among what is open, each with its button.

use super::single_words::{CHOICES, JUST_MADE, Offer, UNDO_FOR, at_work, here};
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::handlers::tickets::ticket_views;
use crate::engine::routing::exact::{asked_last, pause_resume};
use crate::engine::routing::presses;
use crate::engine::routing::undo::{nothing_to_undo, undo_buttons};
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::intent::exact::Alone;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::message::views::Shows;
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::asides;

/// Takes the only offer, asks which of several is meant, or says that there is none.
pub(in crate::engine) async fn take_offer(
    context: &mut Context<'_>,
    request: &Request,
    of: (Alone, Option<&Ticket>),
    mut offers: Vec<Offer>,
) -> Stored<EventOutcome> {
    let (said, only) = of;
    if offers.is_empty() {
        return nothing_to_undo::nothing_meant(context, request, said, only).await;
    }
    if offers.len() > 1 || (only.is_none() && asked_last::overtaken(context, request, &offers).await?) {
        let more = offers.len() > CHOICES;
        offers.truncate(CHOICES);
        let mut keys = context.keys();
        let offers: Vec<_> = offers.into_iter().map(|offer| (offer.label, offer.action)).collect();
        let message = talk::which(offers.clone(), more, &mut keys);
        return Box::pin(ticket_views::say_view(context, request, Shows::Which { offers, more }, message, keys)).await;
    }
    let Some(Offer { action, number, .. }) = offers.pop() else { return Ok(EventOutcome::Decided(None)) };
    let others =
        if said == Alone::Undo { nothing_to_undo::ways_before(context, request, &action).await? } else { Vec::new() };
    let outcome = take(context, request, &action, number, said == Alone::Undo).await?;
    if matches!(outcome, EventOutcome::Decided(_)) {
        nothing_to_undo::others_stand(context, request, others).await?;
    }
    Ok(outcome)
}

/// Takes an offer as by its button, and answers. `number`: the number of its ticket; `undoes`: the offer is an Undo.
pub(in crate::engine) async fn take(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    number: Option<i64>,
    undoes: bool,
) -> Stored<EventOutcome> {
    if let Action::OnNotes { act: NoteAct::Undo { change } } = action {
        let outcome = change_note::undo_note(context, request, change, true).await?;
        return change_schedule::said_if_refused(context, request, outcome).await;
    }
    let before = if undoes { nothing_to_undo::ways_before(context, request, action).await? } else { Vec::new() };
    let outcome = presses::perform(context, request, action, None).await?;
    if !before.is_empty() {
        // The same word again means what the same message did before.
        undo_stack::mark(context, request, before).await?;
    } else if undoes && !matches!(action, Action::SetBack { .. } | Action::PutBack { .. }) {
        // The same word again does not mean this answer. A setting that was reverted has an Undo of its own.
        undo_stack::mark_operation(context, request).await?;
    }
    // A cancellation or deletion shows its own message with an Undo; started work shows its progress.
    let told = if let Action::OnTicket { ticket, act: TicketAct::Start { .. } } = action {
        context.tx.ticket(ticket).await?.is_some_and(|ticket| at_work(&ticket))
    } else {
        // A decision shows at its prompt; one vote of several hardly does.
        let cancels = matches!(action, Action::OnTicket { act: TicketAct::Cancel | TicketAct::Decide { .. }, .. });
        let cancels = cancels && !is_voted(context, action).await?;
        let shows = matches!(action, Action::TakeBack { .. } | Action::BringBack { .. });
        let asks = asked_last::asks_once_more(context, action).await?;
        (cancels && !asks)
            || shows
            || matches!(action, Action::OnSchedule { act: ScheduleAct::Delete { listed: true }, .. })
    };
    if let EventOutcome::Decided(Some(note)) = &outcome
        && !told
    {
        let message = number.map_or_else(|| Message::lines([note.clone()]), |n| asides::note(n, note));
        say::say(context, request, message).await?;
    }
    change_schedule::said_if_refused(context, request, outcome).await
}

/// Whether this was a vote in a decision that needs more votes.
async fn is_voted(context: &mut Context<'_>, action: &Action) -> Stored<bool> {
    let Action::OnTicket { ticket, act: TicketAct::Decide { decision, .. } } = action else { return Ok(false) };
    let ticket = context.tx.ticket(ticket).await?;
    Ok(ticket.is_some_and(|t| t.decision(decision).is_some_and(|d| d.open() && !d.votes.is_empty())))
}

/// What a bare word may mean in this room, or for one ticket.
pub(in crate::engine) async fn offers(
    context: &mut Context<'_>,
    request: &Request,
    said: Alone,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
    match said {
        Alone::Help => Ok(Vec::new()),
        Alone::Undo => undo_buttons::undo(context, request, only, UNDO_FOR).await,
        Alone::Cancel => undo_buttons::dropped_or_back(context, request, only).await,
        Alone::Pause => pause_resume::pausable(context, request, only).await,
        Alone::Resume => pause_resume::resumable(context, request, only).await,
        Alone::Stop => {
            let open = open_here(context, request, only).await?;
            let running: Vec<&Ticket> = open.iter().filter(|t| at_work(t)).collect();
            if running.is_empty() {
                return undo_buttons::dropped_or_back(context, request, only).await;
            }
            Ok(running.into_iter().map(|t| Offer::of(t, talk::stop, TicketAct::Cancel)).collect())
        }
    }
}

/// The open tickets of this room that this person may steer, newest first.
pub(in crate::engine) async fn open_here(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Ticket>> {
    if let Some(only) = only {
        return Ok(vec![only.clone()]);
    }
    let filter = TicketFilter {
        workspace: Some(context.workspace()),
        statuses: crate::engine::routing::commands::open_statuses(),
        room: Some(here(request).clone()),
        newest_first: true,
        limit: crate::engine::routing::commands::READ,
        ..TicketFilter::default()
    };
    let mut found = context.tx.tickets(&filter).await?;
    found.retain(|t| audit_log::could(request, Operation::Steer(t)));
    Ok(found)
}

/// What "never mind" may mean: what was made just now; else waiting cards and questions; else the work, which stops
/// only after a question.
pub(in crate::engine) async fn dropped(
    context: &mut Context<'_>,
    request: &Request,
    only: Option<&Ticket>,
) -> Stored<Vec<Offer>> {
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
        if new && !schedule.over() && &schedule.room == here(request) {
            found.push(Offer::forgetting(&schedule));
        }
    }
    if audit_log::could(request, Operation::KeepNotes)
        && let Some(change) = change_note::last_change(context, request).await?
    {
        found.push(Offer::taking_back(&change));
    }
    if found.is_empty() {
        found.extend(open.iter().filter(|t| !at_work(t)).map(cancel));
    }
    if found.is_empty() {
        found.extend(open.iter().filter(|t| at_work(t)).map(cancel));
    }
    Ok(found)
}
