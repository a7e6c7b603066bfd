//! Reminders on the desk, once they have come: the answer to one, and plain words that move or delete the one meant.

use super::desk::{Desk, Visit};
use super::schedules::firing_slot;
use crate::ports::store::{Fate, Stored};
use crate::secretary::commands::ScheduleOrder;
use crate::secretary::effect::Effect;
use crate::secretary::ids::ScheduleId;
use crate::secretary::message::Message;
use crate::secretary::permissions::Deed;
use crate::secretary::rescheduling::{self, Asked, Reply};
use crate::secretary::routing::Standing;
use crate::secretary::schedule::{Answer, Duty, Schedule};
use crate::secretary::wording::{reminders, schedules};
use chrono::{DateTime, Utc};

impl Desk<'_> {
    /// An answer to one firing of a reminder: its buttons go, the outcome stands there, the series is not moved.
    pub(super) async fn answer_reminder(
        &mut self,
        visit: &Visit,
        mut schedule: Schedule,
        firing: u64,
        again_at: Option<DateTime<Utc>>,
    ) -> Stored<Fate> {
        let Duty::Remind(text) = schedule.duty.clone() else { return Ok(Fate::Refused(schedules::gone())) };
        let zone = schedule.tz();
        let answer = Answer { name: visit.person.name.clone(), at: self.now, again_at };
        if let Err(before) = schedule.answer(firing, answer.clone()) {
            return Ok(Fate::Refused(reminders::answered_before(&before, zone)));
        }
        self.save_schedule(&schedule).await?;
        let effect = Effect::Edit {
            room: schedule.room.clone(),
            slot: firing_slot(&schedule.id, firing),
            message: reminders::settled(&text, &answer, zone),
            calm: false,
        };
        self.carry_out(vec![effect], None).await?;
        Ok(Fate::Decided(Some(reminders::answered(&answer, zone))))
    }

    /// A reply to a message about a schedule: an answer to a reminder, else a change. None if it is about neither.
    pub(super) async fn about_schedule(
        &mut self,
        visit: &Visit,
        standing: &Standing,
        text: &str,
    ) -> Stored<Option<Fate>> {
        let (id, firing) = match standing {
            Standing::Card(id) => (id, None),
            Standing::Firing(id, firing) => (id, Some(*firing)),
        };
        let schedule = match self.tx.schedule(id).await? {
            Some(schedule) if firing.is_some() && schedule.duty == Duty::Digest => return Ok(None),
            Some(schedule) => schedule,
            None => return self.refuse(visit, schedules::gone()).await.map(Some),
        };
        if let Err(why) = Self::may(visit, Deed::ChangeSchedule(&schedule.owner)) {
            return self.refuse(visit, why).await.map(Some);
        }
        let fate = match firing {
            None => self.change_schedule(visit, schedule, text).await?,
            Some(firing) => {
                let zone = self.zone_for(visit, &schedule).await?;
                let answer = match rescheduling::reply(text, zone, self.now) {
                    Some(Reply::Done) => None,
                    Some(Reply::Later(at)) => Some(at),
                    None => return self.refuse(visit, reminders::how_to_answer()).await.map(Some),
                };
                self.answer_reminder(visit, schedule, firing, answer).await?
            }
        };
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// The very next words after an order: another time for it. None: they are words of their own.
    pub(super) async fn amended(&mut self, visit: &Visit, id: &ScheduleId, text: &str) -> Stored<Option<Fate>> {
        let Some(schedule) = self.tx.schedule(id).await? else { return Ok(None) };
        let zone = self.zone_for(visit, &schedule).await?;
        let Some(time) = rescheduling::amended(text, &schedule, zone, visit.said_at) else { return Ok(None) };
        if Self::may(visit, Deed::ChangeSchedule(&schedule.owner)).is_err() {
            return Ok(None);
        }
        let fate = self.change_schedule(visit, schedule, &time).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// "Move the reminder to 10:00": the one that is meant, if it is clear which.
    pub(super) async fn asked_schedule(&mut self, visit: &Visit, asked: &Asked) -> Stored<Fate> {
        let mut fitting = self.ahead(visit).await?;
        fitting.retain(|s| s.owner == visit.person.id && asked.fits(s));
        let [schedule] = fitting.as_slice() else {
            if fitting.is_empty() {
                return self.refuse(visit, reminders::unknown(&asked.about)).await;
            }
            self.say(visit, Message::lines([schedules::which_schedule()])).await?;
            return self.list_schedules(visit, 1).await;
        };
        let order = asked.change.clone().map_or(ScheduleOrder::Delete, ScheduleOrder::Change);
        self.schedules(visit, Some((schedule.number, order))).await
    }
}
