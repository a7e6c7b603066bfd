//! When schedules fire (R7): once in each local period and late at most once, for every duty, in every zone, at every change of
//! its clocks from 2024 to 2044. Between two changes a clock goes evenly, so only the days around them are looked at. Many zones
//! have the same clocks: one of each kind is looked at. The ordinary run takes each seventh change, `SWEEP=all` all of them.

use chrono::{
    DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone, Timelike, Utc,
};
use chrono_tz::{TZ_VARIANTS, Tz};
use secretary::secretary::ids::{FlowId, PersonId, RoomId, ScheduleId, TicketId, WorkspaceId};
use secretary::secretary::people::workspace::{Person, Role};
use secretary::secretary::schedule::work::WorkOrder;
use secretary::secretary::schedule::{Duty, Firing, Followed, LATE_AFTER, Schedule};
use secretary::secretary::ticket::{Priority, Ticket};
use secretary::secretary::when::Rule;
use std::collections::BTreeMap;

/// Of so many changes the ordinary run looks at one. Which ones these are differs from zone to zone.
const SAMPLED: usize = 7;
/// Between two looks at an offset. In Gaza clocks change twice within a week.
const LOOK: TimeDelta = TimeDelta::days(3);
/// Looked at before and behind a change.
const AROUND: TimeDelta = TimeDelta::hours(50);

/// A change of the clocks of a zone: the moment, and the seconds ahead of UTC before and behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    at: DateTime<Utc>,
    before: i32,
    after: i32,
}

impl Change {
    /// The wall clock in the middle of what is left out or comes twice.
    fn middle(&self) -> NaiveDateTime {
        self.at.naive_utc() + TimeDelta::seconds(i64::from(self.before + self.after) / 2)
    }

    /// The first moment at which a clock shows this or more: the first of two, and the end of what is left out.
    fn first(&self, wall: NaiveDateTime) -> DateTime<Utc> {
        let shown = |offset: i32| (wall - TimeDelta::seconds(offset.into())).and_utc();
        if shown(self.before) < self.at { shown(self.before) } else { shown(self.after).max(self.at) }
    }
}

fn offset(zone: Tz, at: DateTime<Utc>) -> i32 {
    zone.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc()
}

fn new_year(year: i32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(year, 1, 1, 0, 0, 0).unwrap()
}

/// The changes of a zone from 2024 to 2044.
fn changes(zone: Tz) -> Vec<Change> {
    let (mut at, end) = (new_year(2024), new_year(2045));
    let (mut found, mut before) = (Vec::new(), offset(zone, at));
    while at < end {
        let after = offset(zone, at + LOOK);
        if before != after {
            let (mut early, mut late) = (at, at + LOOK);
            while late - early > TimeDelta::seconds(1) {
                let middle = early + TimeDelta::seconds((late - early).num_seconds() / 2);
                if offset(zone, middle) == before { early = middle } else { late = middle }
            }
            found.push(Change { at: late, before, after });
        }
        (at, before) = (at + LOOK, after);
    }
    found
}

/// One zone of each kind, with its changes.
fn kinds() -> Vec<(Tz, Vec<Change>)> {
    let mut kinds: BTreeMap<(i32, Vec<Change>), Tz> = BTreeMap::new();
    for zone in &TZ_VARIANTS {
        kinds.entry((offset(*zone, new_year(2024)), changes(*zone))).or_insert(*zone);
    }
    kinds.into_iter().map(|((_, changes), zone)| (zone, changes)).collect()
}

fn ada() -> Person {
    Person::new(PersonId::new("P1"), WorkspaceId::new("W"), "Ada", Role::Owner, new_year(2024))
}

/// Every duty there is: one that is missing here is missing in the match.
fn duties() -> Vec<Duty> {
    let idea = (Priority::Medium, "Compare the prices".to_owned());
    let ticket = Ticket::new(TicketId::new("T"), 1, idea, &ada(), RoomId::new("R1"), new_year(2024));
    let all = vec![
        Duty::Digest,
        Duty::Brief,
        Duty::Remind("call Kim".to_owned()),
        Duty::Work(Box::new(WorkOrder::new(&ticket))),
        Duty::Flow { flow: FlowId::new("F"), name: "Price watch".to_owned() },
    ];
    for duty in &all {
        match duty {
            Duty::Digest | Duty::Brief | Duty::Remind(_) | Duty::Work(_) | Duty::Flow { .. } => {}
        }
    }
    all
}

fn schedule(duty: &Duty, cron: &str, zone: Tz, now: DateTime<Utc>) -> Schedule {
    let order = (duty.clone(), Rule::wall(cron.to_owned(), String::new()), zone);
    Schedule::new(ScheduleId::new("S"), 1, &ada(), RoomId::new("R1"), order, now)
}

/// Fires what is due at this moment, which must be there and be the only firing.
fn fires(schedule: &mut Schedule, now: DateTime<Utc>) -> Firing {
    let firing = schedule.fire(now);
    assert_eq!(schedule.fire(now), None, "it fires twice at {now}");
    firing.unwrap_or_else(|| panic!("it does not fire at {now}"))
}

/// The daily moments of a wall clock around a change that are later than this.
fn daily(change: &Change, time: NaiveTime, after: DateTime<Utc>) -> impl Iterator<Item = (NaiveDate, DateTime<Utc>)> {
    let first = change.middle().date() - Days::new(4);
    let days = (0..9).map(move |day| first + Days::new(day));
    let change = *change;
    days.map(move |day| (day, change.first(day.and_time(time)))).filter(move |(_, at)| *at > after)
}

/// Around a change a schedule comes once each day, at the first moment that shows its time.
fn comes_each_day(zone: Tz, change: &Change, time: NaiveTime, duty: &Duty) {
    let from = change.at - AROUND;
    let mut all = schedule(duty, &format!("{} {} * * *", time.minute(), time.hour()), zone, from);
    for (day, wanted) in daily(change, time, from).take_while(|(_, at)| *at < change.at + AROUND) {
        let told = || format!("{zone}, {day} at {time}, {change:?}");
        assert_eq!(all.wake_at(), Some(wanted), "{}", told());
        assert_eq!(all.fire(wanted - TimeDelta::milliseconds(1)), None, "too early: {}", told());
        assert_eq!(fires(&mut all, wanted), Firing { due_at: wanted, late: false }, "{}", told());
        // The clock of the machine goes back: what has fired does not fire again.
        for back in [TimeDelta::hours(1), TimeDelta::days(1)] {
            assert_eq!(all.clone().fire(wanted - back), None, "{}", told());
        }
    }
}

/// What comes in a week or a month on the day of a change comes once on it.
fn comes_on_the_day(zone: Tz, change: &Change, duty: &Duty) {
    let wall = change.middle();
    let (minute, hour, from) = (wall.minute(), wall.hour(), change.at - AROUND);
    let weekly = format!("{minute} {hour} * * {}", wall.weekday().num_days_from_sunday());
    let monthly = format!("{minute} {hour} {} * *", wall.day());
    for (cron, days) in [(weekly, 6), (monthly, 27)] {
        let mut one = schedule(duty, &cron, zone, from);
        let wanted = change.first(wall);
        assert_eq!(fires(&mut one, wanted), Firing { due_at: wanted, late: false }, "{zone}, {cron}, {change:?}");
        let next = one.wake_at().unwrap();
        assert!(next - wanted > TimeDelta::days(days), "{zone}, {cron}, {change:?}: again at {next}");
    }
}

/// After an absence over a change it comes once, late, however much was missed; then it goes on.
fn comes_once_after_an_absence(zone: Tz, change: &Change, time: NaiveTime, (duty, away): (&Duty, TimeDelta)) {
    let from = change.at - AROUND;
    let mut missed = schedule(duty, &format!("{} {} * * *", time.minute(), time.hour()), zone, from);
    let due_at = missed.wake_at().unwrap();
    let back = due_at + away;
    let told = format!("{zone} at {time}, {change:?}, away for {away}");
    assert_eq!(fires(&mut missed, back), Firing { due_at, late: away > LATE_AFTER }, "{told}");
    let next = daily(change, time, back).map(|(_, at)| at).next();
    assert_eq!(missed.wake_at(), next, "{told}");
    assert_eq!(missed.fired, 1);
}

/// Who travels around a change hears of it at the same time of day there, once a day.
fn follows_its_owner(zone: Tz, change: &Change, time: NaiveTime, (duty, from): (&Duty, Tz)) {
    let now = change.at - TimeDelta::hours(30);
    let mut taken = schedule(duty, &format!("{} {} * * *", time.minute(), time.hour()), from, now);
    assert_eq!(taken.follow(zone, now), Followed::Clock);
    for (day, wanted) in daily(change, time, now).take(3) {
        let told = format!("from {from} to {zone}, {day} at {time}, {change:?}");
        assert_eq!(taken.wake_at(), Some(wanted), "{told}");
        fires(&mut taken, wanted);
    }
}

#[test]
fn every_duty_fires_once_in_each_local_period_whatever_clocks_do() {
    let (duties, kinds) = (duties(), kinds());
    let each = if std::env::var("SWEEP").is_ok_and(|how| how == "all") { 1 } else { SAMPLED };
    let away = [0, 1, 2, 3, 59, 60, 61, 24 * 60, 25 * 60, 48 * 60].map(TimeDelta::minutes);
    let other = [Tz::UTC, Tz::Asia__Kathmandu, Tz::America__St_Johns, Tz::Pacific__Apia];
    let (mut looked, mut gaps) = (0, 0);
    for (kind, (zone, changes)) in kinds.iter().enumerate() {
        // A zone without changes is looked at once, as if something could change at its new year.
        let even = offset(*zone, new_year(2030));
        let still = [Change { at: new_year(2030), before: even, after: even }];
        let all = if changes.is_empty() { still.as_slice() } else { changes };
        for (nth, change) in all.iter().enumerate().skip(kind % each.min(all.len())).step_by(each) {
            let duty = &duties[looked % duties.len()];
            let middle = change.middle().time().with_second(0).unwrap();
            for time in [middle, NaiveTime::MIN, NaiveTime::from_hms_opt(23, 30, 0).unwrap()] {
                comes_each_day(*zone, change, time, duty);
            }
            comes_on_the_day(*zone, change, duty);
            comes_once_after_an_absence(*zone, change, middle, (duty, away[(kind + nth) % away.len()]));
            follows_its_owner(*zone, change, middle, (duty, other[looked % other.len()]));
            looked += 1;
            gaps += usize::from(change.after > change.before);
        }
    }
    let changes: usize = kinds.iter().map(|(_, changes)| changes.len()).sum();
    assert!(kinds.len() > 50 && changes > 1_000, "{} kinds, {changes} changes", kinds.len());
    assert!(looked > changes / each / 2 && gaps > looked / 4, "{looked} of {changes}, {gaps} gaps");
}

#[test]
fn what_a_schedule_is_for_does_not_change_when_it_fires() {
    let from = Utc.with_ymd_and_hms(2026, 3, 20, 12, 0, 0).unwrap();
    let lives = duties().into_iter().map(|duty| {
        let mut one = schedule(&duty, "30 2 * * *", Tz::Europe__Berlin, from);
        let mut fired = Vec::new();
        // On time, late over the change to summer, put off, snoozed, and after a pause.
        for hours in [0, 0, 30, 0, 49, 0] {
            let now = one.wake_at().unwrap() + TimeDelta::hours(hours);
            fired.push((now, fires(&mut one, now)));
        }
        let now = one.wake_at().unwrap();
        one.put_off(now + TimeDelta::hours(5), now);
        fired.push((now, fires(&mut one, now + TimeDelta::hours(5))));
        one.snoozed_to = Some(now + TimeDelta::hours(7));
        fired.push((now, fires(&mut one, now + TimeDelta::hours(7))));
        assert!(one.pause() && one.resume(now + TimeDelta::days(9)));
        (fired, one.wake_at(), one.fired)
    });
    let lives: Vec<_> = lives.collect();
    assert!(lives.iter().all(|life| *life == lives[0]), "{lives:#?}");
    let (fired, next, count) = &lives[0];
    assert_eq!((fired.len(), *count, fired.iter().filter(|(_, firing)| firing.late).count()), (8, 8, 2));
    assert_eq!(next.map(|at| at.to_rfc3339()).as_deref(), Some("2026-04-09T00:30:00+00:00"));
}
