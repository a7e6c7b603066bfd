//! Bare words ("yes", "cancel", "undo", "stop"): each acts on what is open, in the same way as its button. With
//! several candidates it asks which one; with none it says so.

use crate::engine::context::{Context, Request};
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::RoomId;
use crate::secretary::message::action::{Action, NoteAct, ScheduleAct, TicketAct};
use crate::secretary::notes::{Change, plain};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::talk;
use crate::secretary::wording::ticket::tickets;
use chrono::TimeDelta;

/// How recent a thing must be for "never mind" to mean it.
pub(in crate::engine) const JUST_MADE: TimeDelta = TimeDelta::minutes(15);
/// An Undo older than this works by its button only.
pub(in crate::engine) const UNDO_FOR: TimeDelta = TimeDelta::days(1);
/// The most prompts searched for an Undo.
pub(in crate::engine) const LOOKED_AT: u32 = 40;
/// The most options to choose from.
pub(in crate::engine) const CHOICES: usize = 5;

/// An offer: an open thing and what a bare word does with it.
pub(in crate::engine) struct Offer {
    pub(in crate::engine) label: String,
    pub(in crate::engine) action: Action,
    /// The number of its ticket.
    pub(in crate::engine) number: Option<i64>,
}

impl Offer {
    pub(in crate::engine) fn of(ticket: &Ticket, label: fn(i64, &str) -> String, act: TicketAct) -> Self {
        let label = label(ticket.number, &tickets::title(ticket));
        Self { label, action: act.on(&ticket.id), number: Some(ticket.number) }
    }

    /// The offer to delete a reminder or digest.
    pub(in crate::engine) fn forgetting(schedule: &Schedule) -> Self {
        let action = ScheduleAct::Delete { listed: true }.on(&schedule.id);
        Self { label: talk::forget(schedule), action, number: None }
    }

    /// The offer to resume a paused series.
    pub(in crate::engine) fn going_on(schedule: &Schedule) -> Self {
        Self { label: talk::series_on(schedule), action: ScheduleAct::Resume.on(&schedule.id), number: None }
    }

    /// The offer to undo a change of a note.
    pub(in crate::engine) fn taking_back(change: &Change) -> Self {
        let words = if change.entry.is_empty() { change.title() } else { change.entry.as_str() };
        let action = NoteAct::Undo { change: change.id.clone() }.action();
        Self { label: talk::take_back(&plain(words)), action, number: None }
    }
}

/// The prompts of this room, newest first; of each message the present buttons.
pub(in crate::engine) async fn newest(
    context: &mut Context<'_>,
    request: &Request,
    within: TimeDelta,
) -> Stored<Vec<Prompt>> {
    let mut seen = Vec::new();
    let mut found = context.tx.newest_prompts(here(request), context.now - within, LOOKED_AT).await?;
    found.retain(|prompt| {
        let again = prompt.slot.is_some() && seen.contains(&prompt.slot);
        seen.push(prompt.slot.clone());
        !again
    });
    Ok(found)
}

/// The room whose buttons count: for a thread its channel.
pub(in crate::engine) fn here(request: &Request) -> &RoomId {
    request.room.thread_of.as_ref().map_or(&request.room.id, |(_, channel)| channel)
}

pub(in crate::engine) fn at_work(ticket: &Ticket) -> bool {
    matches!(ticket.stage, Stage::Working | Stage::Reporting)
}
