//! Six words said alone: stop, cancel, undo, pause, resume, help. Each acts on what is open, in the same way as its
//! button. Of several candidates it asks which one; with none it says so.

use crate::engine::context::{Context, Handled, Request, audit_log, say, undo_stack};
use crate::engine::handlers::notes::change_note;
use crate::engine::routing::exact::candidates::{self, Offer};
use crate::engine::routing::exact::nothing_to_undo;
use crate::engine::routing::{commands, presses};
use crate::engine::transition::ticket_views;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::language::exact::Alone;
use crate::secretary::message::action::{Action, FlowAct, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::message::views::Shows;
use crate::secretary::message::{Message, routing as names};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording::talk::{self, asides};

/// The most options to choose from.
const CHOICES: usize = 5;

/// Carries out a word said alone, for the message that it replies to or for what is open here.
pub async fn said_alone(
    context: &mut Context<'_>,
    request: &Request,
    replied: Option<&Posted>,
    word: Alone,
) -> Handled {
    if word == Alone::Help {
        return commands::command(context, request, "help", "").await;
    }
    let about = about(context, request, replied).await?;
    if about.is_none()
        && let Some(outcome) = about_all_work(context, request, word).await?
    {
        return Ok(outcome);
    }
    mean(context, request, word, about.as_ref()).await
}

/// The ticket of a word: that of the replied message, else that of the thread.
async fn about(context: &mut Context<'_>, request: &Request, replied: Option<&Posted>) -> Stored<Option<Ticket>> {
    let of_reply = replied.and_then(|posted| names::replied(&posted.slot)).map(|(ticket, _)| ticket);
    let of_thread = request.room.thread_of.as_ref().map(|(ticket, _)| ticket.clone());
    match of_reply.or(of_thread) {
        Some(ticket) => context.tx.ticket(&ticket).await,
        None => Ok(None),
    }
}

/// "Pause" and "resume" while all work is paused concern all work. None: they concern single tickets.
async fn about_all_work(context: &mut Context<'_>, request: &Request, word: Alone) -> Stored<Option<EventOutcome>> {
    let name = match word {
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

/// Takes the only thing that a word may mean, asks which of several is meant, or says that there is none.
pub async fn mean(context: &mut Context<'_>, request: &Request, word: Alone, about: Option<&Ticket>) -> Handled {
    let mut offers = candidates::offers(context, request, word, about).await?;
    if offers.len() > 1 {
        let more = offers.len() > CHOICES;
        offers.truncate(CHOICES);
        let mut keys = context.keys();
        let offers: Vec<_> = offers.into_iter().map(|offer| (offer.label, offer.action)).collect();
        let message = talk::which(offers.clone(), more, &mut keys);
        return Box::pin(ticket_views::say_view(context, request, Shows::Which { offers, more }, message, keys)).await;
    }
    match offers.pop() {
        Some(Offer { action, number, .. }) => take(context, request, &action, number, word == Alone::Undo).await,
        None => nothing_to_undo::nothing_meant(context, request, word, about).await,
    }
}

/// Takes an offer as by its button, and answers. `number`: the number of its ticket; `undoes`: the offer is an Undo.
pub async fn take(
    context: &mut Context<'_>,
    request: &Request,
    action: &Action,
    number: Option<i64>,
    undoes: bool,
) -> Handled {
    if let Action::OnNotes { act: NoteAct::Undo { change } } = action {
        let outcome = change_note::undo_note(context, request, change, true).await?;
        return say::said_if_refused(context, request, outcome).await;
    }
    let outcome = presses::perform(context, request, action, None).await?;
    if undoes && !matches!(action, Action::SetBack { .. } | Action::PutBack { .. }) {
        // The same word again does not mean this answer. A setting that was reverted has an Undo of its own.
        undo_stack::mark_operation(context, request).await?;
    }
    // A cancellation, a deletion and understood words have a message of their own; started work shows its progress.
    let told = if let Action::OnTicket { ticket, act: TicketAct::Start { .. } } = action {
        context.tx.ticket(ticket).await?.is_some_and(|ticket| ticket.under_way())
    } else if let Action::OnFlow { act, .. } = action {
        // The end of a run is told by its short answer alone.
        *act != FlowAct::Cancel
    } else {
        matches!(
            action,
            Action::OnTicket { act: TicketAct::Cancel, .. }
                | Action::OnSchedule { act: ScheduleAct::Delete { listed: true }, .. }
                | Action::TakeBack { .. }
                | Action::BringBack { .. }
                | Action::Understood { .. }
        )
    };
    if let EventOutcome::Decided(Some(note)) = &outcome
        && !told
    {
        let message = number.map_or_else(|| Message::lines([note.clone()]), |n| asides::note(n, note));
        say::say(context, request, message).await?;
    }
    say::said_if_refused(context, request, outcome).await
}
