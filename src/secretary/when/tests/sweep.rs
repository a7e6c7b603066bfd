//! Every zone: each wall time is due exactly once per local day, week or month.
//!
//! It looks at the clock changes of a few years. What is expected is found from UTC offsets alone, not with the code
//! under test. It must not read anything but the compiled zone data.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::super::Bounds;
use super::super::next::WallCron;

/// What a sweep has seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sweep {
    /// Zones looked at.
    pub zones: u64,
    /// Due times compared.
    pub checked: u64,
    /// Due times that fell into a spring gap.
    pub gaps: u64,
    /// Due times that came twice on the wall clock.
    pub folds: u64,
}

/// On which days a probed rule is due.
enum On {
    Daily,
    Weekly(Weekday),
    LastOfMonth,
    LastWorking,
    LastOf(Weekday),
}

/// A rule with what it means, in other words than cron's.
struct Probe {
    cron: WallCron,
    text: &'static str,
    on: On,
    hour: u32,
    minute: u32,
}

/// The probed rules; 23:30 and 00:15 are there for zones which change their clocks at midnight.
const PROBES: [(&str, On, u32, u32); 9] = [
    ("30 2 * * *", On::Daily, 2, 30),
    ("30 2 * * 0", On::Weekly(Weekday::Sun), 2, 30),
    ("30 23 * * 6", On::Weekly(Weekday::Sat), 23, 30),
    ("15 0 * * *", On::Daily, 0, 15),
    ("15 0 * * 5", On::Weekly(Weekday::Fri), 0, 15),
    ("30 1 L * *", On::LastOfMonth, 1, 30),
    ("45 1 * * 0", On::Weekly(Weekday::Sun), 1, 45),
    ("15 2 * * 0#L", On::LastOf(Weekday::Sun), 2, 15),
    ("30 16 LW * *", On::LastWorking, 16, 30),
];

/// Checks every zone of the compiled data over the local days of `years`, and says what it has seen.
///
/// # Errors
/// Names the first zone, rule and time that is due wrongly.
pub fn sweep_zones(years: RangeInclusive<i32>) -> Result<Sweep, String> {
    let mut probes = Vec::with_capacity(PROBES.len());
    for (text, on, hour, minute) in PROBES {
        let cron = WallCron::read(text).map_err(|error| error.to_string())?;
        probes.push(Probe { cron, text, on, hour, minute });
    }
    let mut seen = Sweep::default();
    for zone in TZ_VARIANTS {
        seen.zones += 1;
        for date in days(zone, &years) {
            for probe in probes.iter().filter(|probe| probe.on.falls_on(date)) {
                check(zone, date, probe, &mut seen)?;
            }
        }
    }
    Ok(seen)
}

impl On {
    fn falls_on(&self, date: NaiveDate) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekly(day) => date.weekday() == *day,
            Self::LastOf(day) => date.weekday() == *day && (date + Days::new(7)).month() != date.month(),
            Self::LastWorking => {
                let works = |date: &NaiveDate| !matches!(date.weekday(), Weekday::Sat | Weekday::Sun);
                let later =
                    date.iter_days().skip(1).take_while(|later| later.month() == date.month()).any(|l| works(&l));
                works(&date) && !later
            }
            Self::LastOfMonth => date.succ_opt().is_some_and(|next| next.day() == 1),
        }
    }
}

/// The first such day after a date.
fn following(on: &On, date: NaiveDate) -> Option<NaiveDate> {
    date.iter_days().skip(1).take(40).find(|date| on.falls_on(*date))
}

/// The local days to look at: those around each clock change, and one day in 61 besides.
fn days(zone: Tz, years: &RangeInclusive<i32>) -> Vec<NaiveDate> {
    let first = NaiveDate::from_ymd_opt(*years.start(), 1, 1);
    let last = NaiveDate::from_ymd_opt(*years.end(), 12, 31);
    let (Some(first), Some(last)) = (first, last) else {
        return Vec::new();
    };
    let all = || first.iter_days().take_while(|date| *date <= last);
    let mut days: Vec<NaiveDate> = all().step_by(61).collect();
    // No zone keeps an offset for less than two weeks.
    for week in all().step_by(7) {
        let (Some(from), Some(to)) = (noon(week), week.checked_add_days(Days::new(7)).and_then(noon)) else {
            continue;
        };
        if let Some(change) = change_between(zone, from, to) {
            let around = (change + offset(zone, change)).date() - Days::new(1);
            days.extend(around.iter_days().take(3));
        }
    }
    days.sort_unstable();
    days.dedup();
    days
}

fn noon(date: NaiveDate) -> Option<NaiveDateTime> {
    date.and_hms_opt(12, 0, 0)
}

/// The offset from UTC at an instant.
fn offset(zone: Tz, utc: NaiveDateTime) -> TimeDelta {
    let seconds = zone.offset_from_utc_datetime(&utc).fix().local_minus_utc();
    TimeDelta::seconds(i64::from(seconds))
}

/// The instant between two at which the offset changes, to the second.
fn change_between(zone: Tz, mut from: NaiveDateTime, mut to: NaiveDateTime) -> Option<NaiveDateTime> {
    let before = offset(zone, from);
    if before == offset(zone, to) {
        return None;
    }
    while to - from > TimeDelta::seconds(1) {
        let middle = from + TimeDelta::seconds((to - from).num_seconds() / 2);
        if offset(zone, middle) == before {
            from = middle;
        } else {
            to = middle;
        }
    }
    Some(to)
}

/// Where a wall time lies, found from offsets alone.
struct Expected {
    at: DateTime<Utc>,
    gap: bool,
    fold: bool,
}

fn expected(zone: Tz, date: NaiveDate, probe: &Probe) -> Option<Expected> {
    let wall = date.and_hms_opt(probe.hour, probe.minute, 0)?;
    let margin = TimeDelta::hours(30);
    let (from, to) = (wall - margin, wall + margin);
    let mut fits: Vec<NaiveDateTime> = [offset(zone, from), offset(zone, to)]
        .into_iter()
        .map(|offset| wall - offset)
        .filter(|utc| *utc + offset(zone, *utc) == wall)
        .collect();
    fits.sort_unstable();
    fits.dedup();
    let at = match fits.first() {
        Some(first) => *first,
        None => change_between(zone, from, to)?,
    };
    Some(Expected { at: at.and_utc(), gap: fits.is_empty(), fold: fits.len() > 1 })
}

/// Compares one due time: it comes, it comes once, and the next one after it is the next period's.
fn check(zone: Tz, date: NaiveDate, probe: &Probe, seen: &mut Sweep) -> Result<(), String> {
    let told = |what: &str, got: Option<DateTime<Utc>>| format!("{zone} {} on {date}: {what}, got {got:?}", probe.text);
    let this = expected(zone, date, probe).ok_or_else(|| told("no such time", None))?;
    let next = following(&probe.on, date)
        .and_then(|date| expected(zone, date, probe))
        .ok_or_else(|| told("no next time", None))?;
    let second = TimeDelta::seconds(1);
    let mut wanted = vec![(this.at - second, this.at), (this.at, next.at)];
    if this.gap || this.fold {
        // The second half of a doubled hour, and the wall time after a gap, must not bring it again.
        wanted.push((this.at + TimeDelta::minutes(31), next.at));
        wanted.push((this.at + TimeDelta::hours(1), next.at));
    }
    for (after, at) in wanted {
        let got = probe.cron.next_within(zone, after, &Bounds::default());
        if got != Some(at) {
            return Err(told(&format!("after {after} expected {at}"), got));
        }
    }
    seen.checked += 1;
    seen.gaps += u64::from(this.gap);
    seen.folds += u64::from(this.fold);
    Ok(())
}
