//! Schedule: waiting, due, late, missed, paused, snoozed and over, against firing, pausing and going on.

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use secretary::secretary::ids::{PersonId, RoomId, ScheduleId, WorkspaceId};
use secretary::secretary::people::workspace::{Person, Role};
use secretary::secretary::schedule::{Duty, LATE_AFTER, Schedule};
use secretary::secretary::when::{self, Rule};
use std::fmt::Write as _;

/// Monday, 18:00 in Berlin.
fn six() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 2, 17, 0, 0).unwrap()
}

/// A digest every day at 18:00 in Berlin, next on Monday.
fn daily() -> Schedule {
    let order = (Duty::Digest, when::of_cron("0 18 * * *").unwrap(), chrono_tz::Tz::Europe__Berlin);
    let ada = Person::new(PersonId::new("P1"), WorkspaceId::new("W"), "Ada", Role::Owner, six());
    let before = six() - TimeDelta::days(1);
    Schedule { fired: 4, ..Schedule::new(ScheduleId::new("S"), 1, &ada, RoomId::new("R1"), order, before) }
}

/// The same, paused before it was due.
fn paused() -> Schedule {
    Schedule { paused: true, ..daily() }
}

/// A reminder for once, due at the same moment.
fn once() -> Schedule {
    Schedule { rule: Rule::Once { at: six() }, duty: Duty::Remind("call Kim".into()), fired: 0, ..daily() }
}

/// Every situation: a name, the schedule, the moment it is looked at.
fn situations() -> Vec<(&'static str, Schedule, DateTime<Utc>)> {
    let (minute, hour) = (TimeDelta::minutes(1), TimeDelta::hours(1));
    let snoozed = |schedule: Schedule, to| Schedule { snoozed_to: Some(to), ..schedule };
    let fired = |mut schedule: Schedule| {
        schedule.fire(six()).unwrap();
        schedule
    };
    vec![
        ("daily, a minute early", daily(), six() - minute),
        ("daily, to the second", daily(), six()),
        ("daily, just not late", daily(), six() + LATE_AFTER),
        ("daily, just late", daily(), six() + LATE_AFTER + TimeDelta::milliseconds(1)),
        ("daily, a week missed", daily(), six() + TimeDelta::days(7) + hour),
        ("daily, fired already", fired(daily()), six()),
        ("daily, paused and due", paused(), six()),
        ("daily, paused a week", paused(), six() + TimeDelta::days(7) + hour),
        ("daily, snoozed, not yet", snoozed(fired(daily()), six() + hour), six() + minute),
        ("daily, snoozed and due", snoozed(fired(daily()), six() + hour), six() + hour),
        ("daily, snoozed past its next", snoozed(daily(), six() + hour), six() + hour * 2),
        ("daily, paused, snoozed and due", snoozed(paused(), six() + hour), six() + hour),
        ("daily, over the change to summer", daily(), six() + TimeDelta::days(27)),
        ("once, a minute early", once(), six() - minute),
        ("once, to the second", once(), six()),
        ("once, a day late", once(), six() + TimeDelta::days(1)),
        ("once, fired already", fired(once()), six() + minute),
        ("once, fired and snoozed", snoozed(fired(once()), six() + hour), six() + hour),
        ("once, paused and due", Schedule { paused: true, ..once() }, six() + minute),
    ]
}

fn tell(schedule: &Schedule) -> String {
    let at = |at: Option<DateTime<Utc>>| at.map_or_else(|| "-".to_owned(), |at| at.format("%a %d %H:%M").to_string());
    let paused = if schedule.paused { ", paused" } else { "" };
    let over = if schedule.over() { ", over" } else { "" };
    let Schedule { next_at, snoozed_to, fired, .. } = schedule;
    format!(
        "next {}, snoozed {}, wakes {}, fired {fired}{paused}{over}",
        at(*next_at),
        at(*snoozed_to),
        at(schedule.wake_at())
    )
}

#[test]
fn every_schedule_in_every_situation() {
    let mut table = String::new();
    for (title, schedule, now) in situations() {
        let _ = writeln!(table, "{title} ({})\n  it is    {}", now.format("%a %d %H:%M"), tell(&schedule));
        let mut next = schedule.clone();
        let firing = match next.fire(now) {
            Some(firing) => {
                format!("{}{}", firing.due_at.format("%a %d %H:%M"), if firing.late { ", late" } else { "" })
            }
            None => "nothing".to_owned(),
        };
        let _ = writeln!(table, "  fire     {firing}; {}", tell(&next));
        assert_eq!(next.fire(now), None, "{title}: twice");
        let mut next = schedule;
        let _ = writeln!(table, "  pause    {}; {}", next.pause(), tell(&next));
        let _ = writeln!(table, "  resume   {}; {}\n", next.resume(now), tell(&next));
        assert!(!next.resume(now), "{title}: resumed twice");
        let again = next.rule.recurs() && !next.paused;
        assert!(!again || next.next_at.is_some_and(|at| at > now), "{title}: makes up for the past");
        let snoozed = next.snoozed_to.is_some();
        assert!(
            snoozed || next.fire(now).is_none_or(|firing| !firing.late),
            "{title}: late although it was only paused"
        );
    }
    insta::assert_snapshot!("schedules", table);
}

#[test]
fn what_was_left_out_stays_so_in_another_zone() {
    for (zone, hour) in [(chrono_tz::Tz::Asia__Tokyo, 9), (chrono_tz::Tz::America__New_York, 23)] {
        let now = six() - TimeDelta::minutes(30);
        let mut schedule = daily().moved(None, now).unwrap();
        schedule.follow(zone, now);
        // Tuesday, 18:00 there.
        assert_eq!(schedule.next_at, Some(Utc.with_ymd_and_hms(2026, 3, 3, hour, 0, 0).unwrap()), "{zone}");
    }
}
