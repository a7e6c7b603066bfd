//! Answers to the firing of a reminder by its buttons: done, snoozed, deleted.

use crate::engine::context::{Context, Handled, Request, directory, effects, say, undo_stack};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::names::phrases::capital;
use crate::secretary::people::names::NAMELESS;
use crate::secretary::schedule::firing_slot;
use crate::secretary::schedule::{Answer, Duty, Schedule};
use crate::secretary::wording::schedules::{self, reminders};
use chrono::{DateTime, Utc};

/// Records the answer to one firing: the buttons go, the message shows the outcome, the series does not move.
pub async fn answer_reminder(
    context: &mut Context<'_>,
    request: &Request,
    mut schedule: Schedule,
    firing: u64,
    again_at: Option<DateTime<Utc>>,
) -> Handled {
    let Duty::Remind(text) = schedule.duty.clone() else { return Ok(EventOutcome::Refused(schedules::gone())) };
    let zone = schedule.tz();
    let answer = Answer { name: request.person.name.clone(), at: context.now, again_at };
    if let Err(before) = schedule.answer(firing, answer.clone()) {
        let before = answer_as_read(context, &before).await?;
        return Ok(EventOutcome::Refused(reminders::answered_before(&before, zone)));
    }
    undo_stack::mark_operation(context, request).await?;
    let answer = answer_as_read(context, &answer).await?;
    effects::save_schedule(context, &schedule).await?;
    let (room, slot) = (schedule.room.clone(), firing_slot(&schedule.id, firing));
    say::edit(context, room, slot, reminders::settled(&text, &answer, zone)).await?;
    Ok(EventOutcome::Decided(Some(reminders::answered(&answer, zone))))
}

/// The answer as people read it, with a word for a person without a name.
async fn answer_as_read(context: &mut Context<'_>, answer: &Answer) -> Stored<Answer> {
    let mut answer = answer.clone();
    if answer.name == NAMELESS {
        answer.name = capital(directory::word_for_nameless(context).await?);
    }
    Ok(answer)
}
