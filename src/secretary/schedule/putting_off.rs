//! What is due at a moment at which it may not come: it comes later, once; and a pause, in which nothing comes.

use super::{Duty, Schedule};
use crate::secretary::when;
use chrono::{DateTime, Utc};

impl Schedule {
    /// Whether it is due at this moment.
    pub fn is_due(&self, now: DateTime<Utc>) -> bool {
        self.wake_at().is_some_and(|at| at <= now)
    }

    /// Puts off what is due now. However much is due until that moment, it comes once then; the series goes on.
    pub fn put_off(&mut self, until: DateTime<Utc>, now: DateTime<Utc>) {
        if !self.paused && self.next_at.is_some_and(|at| at <= now) {
            self.next_at = when::next_due(&self.rule, self.tz(), now);
        }
        self.snoozed_to = Some(until);
    }

    /// Pauses it. False if it is paused already.
    pub fn pause(&mut self) -> bool {
        !std::mem::replace(&mut self.paused, true)
    }

    /// Lets it go on from `now` without making up for what was missed. What happens only once has nothing to come
    /// after it: it fires at once rather than never. False if it was not paused.
    pub fn resume(&mut self, now: DateTime<Utc>) -> bool {
        let was = std::mem::replace(&mut self.paused, false);
        if was && self.rule.recurs() {
            self.next_at = self.due_after(now);
            // A time that was put off into the pause is missed like the others.
            self.snoozed_to = self.snoozed_to.filter(|at| *at > now || matches!(self.duty, Duty::Remind(_)));
        } else if was {
            let late = |at: DateTime<Utc>| at.max(now);
            (self.next_at, self.snoozed_to) = (self.next_at.map(late), self.snoozed_to.map(late));
        }
        was
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::{PersonId, RoomId, ScheduleId, WorkspaceId};
    use crate::secretary::people::workspace::{Person, Role};
    use crate::secretary::schedule::{Duty, Firing, Schedule};
    use crate::secretary::when;
    use chrono::{DateTime, TimeDelta, TimeZone, Utc};

    fn at(day: u32, hour: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 1, day, hour, 0, 0).unwrap()
    }

    fn brief(cron: &str) -> Schedule {
        let ada = Person::new(PersonId::new("P1"), WorkspaceId::new("W"), "Ada", Role::Owner, at(14, 12));
        let order = (Duty::Brief, when::of_cron(cron).unwrap(), chrono_tz::Tz::UTC);
        Schedule::new(ScheduleId::new("S"), 1, &ada, RoomId::new("R1"), order, at(14, 12))
    }

    #[test]
    fn it_comes_once_at_the_end_and_the_series_goes_on() {
        let mut daily = brief("0 6 * * *");
        assert!(!daily.is_due(at(15, 5)) && daily.is_due(at(15, 6)));
        daily.put_off(at(15, 7), at(15, 6));
        assert_eq!((daily.wake_at(), daily.next_at, daily.fired), (Some(at(15, 7)), Some(at(16, 6)), 0));
        assert_eq!(daily.fire(at(15, 7)), Some(Firing { due_at: at(15, 7), late: false }));
        assert_eq!((daily.wake_at(), daily.fired), (Some(at(16, 6)), 1));
    }

    #[test]
    fn however_much_is_due_meanwhile_it_comes_once() {
        let mut hourly = brief("0 * * * *");
        hourly.next_at = Some(at(14, 22));
        let mut now = at(14, 22);
        while now < at(15, 7) {
            assert!(hourly.is_due(now), "{now}");
            hourly.put_off(at(15, 7), now);
            now += TimeDelta::hours(1);
        }
        assert_eq!(hourly.fire(now).map(|firing| firing.late), Some(false));
        assert_eq!((hourly.fire(now), hourly.wake_at(), hourly.fired), (None, Some(at(15, 8)), 1));
    }

    #[test]
    fn a_pause_holds_what_was_put_off_as_well() {
        let mut daily = brief("0 6 * * *");
        daily.put_off(at(15, 7), at(15, 6));
        assert!(daily.pause() && !daily.pause());
        assert_eq!((daily.wake_at(), daily.fire(at(15, 7))), (None, None));
        assert!(daily.clone().resume(at(15, 6)) && daily.resume(at(15, 8)) && !daily.resume(at(15, 8)));
        assert_eq!(daily.wake_at(), Some(at(16, 6)), "what was missed in the pause is not made up for");
        let mut once = Schedule { rule: when::Rule::Once { at: at(15, 6) }, next_at: None, ..brief("0 6 * * *") };
        once.snoozed_to = Some(at(15, 7));
        once.pause();
        assert_eq!((once.over(), once.wake_at()), (false, None));
        assert!(once.resume(at(15, 9)) && once.wake_at() == Some(at(15, 9)), "it comes rather than never");
        let mut reminder = Schedule { duty: Duty::Remind("call Kim".to_owned()), ..brief("0 6 * * *") };
        reminder.snoozed_to = Some(at(15, 7));
        reminder.pause();
        assert_eq!(reminder.wake_at(), Some(at(15, 7)), "somebody wanted to have it again");
    }

    #[test]
    fn what_comes_once_comes_at_the_end() {
        let mut once = brief("0 6 * * *");
        once.rule = when::Rule::Once { at: at(15, 6) };
        once.next_at = Some(at(15, 6));
        once.put_off(at(15, 7), at(15, 6));
        assert!(!once.over() && once.fire(at(15, 7)).is_some() && once.over());
    }
}
