//! Words about reminders that stand or have come: replies, the next words behind them, and plain words that move or
//! delete the one meant.

use super::change_schedule::firing_slot;
use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::schedule::{Answer, Duty, Schedule};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::wording::people::{NAMELESS, capital};
use crate::secretary::wording::schedules;
use crate::secretary::wording::schedules::reminders;
use chrono::{DateTime, Utc};

impl Context<'_> {
    /// An answer to one firing of a reminder: its buttons go, the outcome stands there, the series is not moved.
    pub(in crate::engine) async fn answer_reminder(
        &mut self,
        request: &Request,
        mut schedule: Schedule,
        firing: u64,
        again_at: Option<DateTime<Utc>>,
    ) -> Stored<EventOutcome> {
        let Duty::Remind(text) = schedule.duty.clone() else { return Ok(EventOutcome::Refused(schedules::gone())) };
        let zone = schedule.tz();
        let answer = Answer { name: request.person.name.clone(), at: self.now, again_at };
        if let Err(before) = schedule.answer(firing, answer.clone()) {
            let before = self.answer_as_read(&before).await?;
            return Ok(EventOutcome::Refused(reminders::answered_before(&before, zone)));
        }
        self.mark_operation(request).await?;
        let answer = self.answer_as_read(&answer).await?;
        self.save_schedule(&schedule).await?;
        let effect = Effect::Edit {
            room: schedule.room.clone(),
            slot: firing_slot(&schedule.id, firing),
            message: reminders::settled(&text, &answer, zone),
            calm: false,
        };
        self.carry_out(vec![effect], None).await?;
        Ok(EventOutcome::Decided(Some(reminders::answered(&answer, zone))))
    }

    /// An answer as people read it: who has no name is called so.
    async fn answer_as_read(&mut self, answer: &Answer) -> Stored<Answer> {
        let mut answer = answer.clone();
        if answer.name == NAMELESS {
            answer.name = capital(self.nameless().await?);
        }
        Ok(answer)
    }
}
