//! When rules are due: ordinary days, clock changes, every zone.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::super::{Rule, instant_of, next_due, next_three, today_at, tomorrow_at};
use super::sweep::sweep_zones;
use super::{shown, utc, wall};

fn cron(fields: &str) -> Rule {
    Rule::wall(fields.to_owned(), String::new())
}

fn due(fields: &str, zone: Tz, after: DateTime<Utc>, count: usize) -> Vec<DateTime<Utc>> {
    let mut from = after;
    (0..count)
        .map_while(|_| {
            from = next_due(&cron(fields), zone, from)?;
            Some(from)
        })
        .collect()
}

#[test]
fn a_single_time_is_due_once() {
    let at = utc("2026-11-24 08:00");
    let rule = Rule::Once { at };
    assert_eq!(next_due(&rule, Tz::UTC, at - TimeDelta::seconds(1)), Some(at));
    assert_eq!(next_due(&rule, Tz::UTC, at), None);
    assert_eq!(next_three(&rule, Tz::UTC, utc("2026-01-01 00:00")), vec![at]);
}

#[test]
fn three_fridays() {
    let berlin = Tz::Europe__Berlin;
    let three = next_three(&cron("0 16 * * 5"), berlin, utc("2026-10-10 12:00"));
    let shown: Vec<String> = three.iter().map(|at| shown(Tz::UTC, *at)).collect();
    // The offset changes on 25 October, the wall time does not.
    assert_eq!(shown, ["2026-10-16 14:00", "2026-10-23 14:00", "2026-10-30 15:00"]);
}

/// Cron fields, a zone, an instant, and the next ones after it, all in UTC.
const CHANGES: &[(&str, Tz, &str, &[&str])] = &[
    // Berlin's gap: 02:00 becomes 03:00 (01:00 UTC).
    ("30 2 * * *", Tz::Europe__Berlin, "2026-03-28 02:00", &["2026-03-29 01:00", "2026-03-30 00:30"]),
    (
        "30 2-3 * * *",
        Tz::Europe__Berlin,
        "2026-03-28 12:00",
        &["2026-03-29 01:00", "2026-03-29 01:30", "2026-03-30 00:30"],
    ),
    ("*/20 2 * * *", Tz::Europe__Berlin, "2026-03-28 12:00", &["2026-03-29 01:00", "2026-03-30 00:00"]),
    ("30 2 29 3 *", Tz::Europe__Berlin, "2026-01-01 12:00", &["2026-03-29 01:00", "2027-03-29 00:30"]),
    // Berlin's doubled hour: 03:00 becomes 02:00 (01:00 UTC).
    ("30 2 * * *", Tz::Europe__Berlin, "2026-10-24 12:00", &["2026-10-25 00:30", "2026-10-26 01:30"]),
    (
        "30 2-3 * * *",
        Tz::Europe__Berlin,
        "2026-10-24 12:00",
        &["2026-10-25 00:30", "2026-10-25 02:30", "2026-10-26 01:30"],
    ),
    ("0 */2 * * *", Tz::Europe__Berlin, "2026-10-24 23:00", &["2026-10-25 00:00", "2026-10-25 03:00"]),
    // Every hour is an interval: both halves, and nothing extra in the gap.
    (
        "0 * * * *",
        Tz::Europe__Berlin,
        "2026-10-24 23:30",
        &["2026-10-25 00:00", "2026-10-25 01:00", "2026-10-25 02:00"],
    ),
    (
        "*/30 * * * *",
        Tz::Europe__Berlin,
        "2026-03-29 00:20",
        &["2026-03-29 00:30", "2026-03-29 01:00", "2026-03-29 01:30"],
    ),
    ("45 * * * *", Tz::Europe__Berlin, "2026-10-25 00:46", &["2026-10-25 01:45", "2026-10-25 02:45"]),
    // New York: 01:30 comes twice on 1 November.
    ("30 1 * * *", Tz::America__New_York, "2026-10-31 12:00", &["2026-11-01 05:30", "2026-11-02 06:30"]),
    ("30 1 * * *", Tz::America__New_York, "2026-11-01 06:10", &["2026-11-02 06:30"]),
    // Lord Howe moves by half an hour: 02:00 becomes 02:30 on 4 October, 02:00 becomes 01:30 on 5 April.
    ("15 2 * * *", Tz::Australia__Lord_Howe, "2026-10-03 12:00", &["2026-10-03 15:30", "2026-10-04 15:15"]),
    ("45 1 * * *", Tz::Australia__Lord_Howe, "2026-04-04 12:00", &["2026-04-04 14:45", "2026-04-05 15:15"]),
    ("0 * * * *", Tz::Australia__Lord_Howe, "2026-04-04 13:30", &["2026-04-04 14:00", "2026-04-04 15:30"]),
    // Nuuk's gap is the last hour of Saturday: the first instant after it is Sunday's midnight.
    ("30 23 * * 6", Tz::America__Nuuk, "2026-03-28 12:00", &["2026-03-29 01:00", "2026-04-05 00:30"]),
    // Cairo has no midnight on 24 April.
    ("0 0 * * *", Tz::Africa__Cairo, "2026-04-23 12:00", &["2026-04-23 22:00", "2026-04-24 21:00"]),
];

#[test]
fn clock_changes() {
    for (fields, zone, after, wanted) in CHANGES {
        let got: Vec<String> =
            due(fields, *zone, utc(after), wanted.len()).iter().map(|at| shown(Tz::UTC, *at)).collect();
        assert_eq!(got, *wanted, "{fields} in {zone} after {after}");
    }
}

#[test]
fn months_and_impossible_dates() {
    let rome = Tz::Europe__Rome;
    let last = due("0 17 L * *", rome, wall(rome, "2028-01-31 17:00"), 2);
    assert_eq!(last, [wall(rome, "2028-02-29 17:00"), wall(rome, "2028-03-31 17:00")]);
    let leap = due("0 9 29 2 *", rome, utc("2026-01-01 00:00"), 1);
    assert_eq!(leap, [wall(rome, "2028-02-29 09:00")]);
    let started = Instant::now();
    for never in ["0 9 30 2 *", "0 9 31 4 *", "nonsense", "", "* * * * * *", "@daily", "61 0 * * *"] {
        assert_eq!(next_due(&cron(never), rome, utc("2026-01-01 00:00")), None, "{never}");
    }
    assert!(started.elapsed().as_secs() < 5, "an impossible date takes {:?}", started.elapsed());
}

#[test]
fn nothing_panics_at_the_ends_of_time() {
    for after in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        for zone in [Tz::UTC, Tz::Asia__Tokyo, Tz::Pacific__Honolulu] {
            assert_eq!(next_due(&cron("0 * * * *"), zone, after), None);
            assert_eq!(next_due(&cron("0 9 * * *"), zone, after), None);
            assert_eq!(today_at(9, 0, zone, after), after);
            assert_eq!(instant_of(zone, after.naive_utc()), None);
        }
    }
}

#[test]
fn today_and_tomorrow_keep_the_wall_time() {
    let berlin = Tz::Europe__Berlin;
    let now = wall(berlin, "2026-03-28 14:00");
    assert_eq!(shown(berlin, today_at(18, 0, berlin, now)), "2026-03-28 18:00");
    assert_eq!(shown(berlin, tomorrow_at(2, 30, berlin, now)), "2026-03-29 03:00");
    assert_eq!(shown(berlin, tomorrow_at(9, 0, berlin, now)), "2026-03-29 09:00");
    assert_eq!(shown(berlin, tomorrow_at(99, 99, berlin, now)), "2026-03-29 23:59");
    // Samoa had no 30 December 2011 at all.
    let apia = Tz::Pacific__Apia;
    assert_eq!(shown(apia, tomorrow_at(9, 0, apia, wall(apia, "2011-12-29 12:00"))), "2011-12-31 00:00");
}

#[test]
fn rules_survive_storage() {
    let rules = [cron("0 9 * * *"), Rule::Once { at: utc("2026-11-24 08:00") }];
    for rule in rules {
        let text = serde_json::to_string(&rule).unwrap();
        assert_eq!(serde_json::from_str::<Rule>(&text).unwrap(), rule);
    }
    let text = serde_json::to_string(&cron("0 9 * * *")).unwrap();
    assert_eq!(text, r#"{"kind":"wall","cron":"0 9 * * *","text":""}"#);
}

#[test]
fn every_zone_fires_exactly_once_per_period() {
    let seen = sweep_zones(2024..=2026).unwrap();
    assert!(seen.zones > 580, "{seen:?}");
    assert!(seen.checked > 10_000, "{seen:?}");
    assert!(seen.gaps > 500 && seen.folds > 500, "{seen:?}");
}
