//! Changes of schedules by the form behind "Edit". A change that cannot be made is given back with what was written,
//! since a form keeps nothing.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::schedules::change_schedule;
use crate::ports::store::EventOutcome;
use crate::secretary::schedule::Schedule;
use crate::secretary::wording::schedules;

/// Handles the words that "Edit" asked for. Words in a message of their own are still to be read there.
pub async fn edited(context: &mut Context<'_>, request: &Request, schedule: Schedule, words: &str) -> Handled {
    let before = schedule.clone();
    let outcome = change_schedule::change_schedule(context, request, schedule, words).await?;
    if let EventOutcome::Refused(why) = &outcome
        && request.message.is_none()
    {
        return say::ask(context, request, |keys| schedules::not_made(&before, why, words, keys)).await;
    }
    Ok(outcome)
}
