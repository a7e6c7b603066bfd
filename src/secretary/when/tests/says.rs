//! How times are said.

use chrono::TimeDelta;
use chrono_tz::Tz;

use super::super::{say_clock, say_duration, say_relative, say_time};
use super::{utc, wall};

#[test]
fn dates_are_local_and_absolute() {
    let berlin = Tz::Europe__Berlin;
    let now = wall(berlin, "2025-11-21 14:00");
    let table = [
        ("2025-11-24 09:00", "Mon 24 Nov, 09:00 (Berlin)"),
        ("2025-12-01 18:05", "Mon 1 Dec, 18:05 (Berlin)"),
        ("2026-01-02 09:00", "Fri 2 Jan 2026, 09:00 (Berlin)"),
        ("2025-01-02 09:00", "Thu 2 Jan 2025, 09:00 (Berlin)"),
    ];
    for (at, wanted) in table {
        assert_eq!(say_time(wall(berlin, at), berlin, now), wanted);
    }
    // It is still last year in New York.
    let new_york = Tz::America__New_York;
    let at = utc("2026-01-01 03:00");
    assert_eq!(say_time(at, new_york, at), "Wed 31 Dec, 22:00 (New York)");
    assert_eq!(say_clock(wall(berlin, "2025-11-24 14:12"), berlin), "14:12");
}

#[test]
fn distances() {
    let now = utc("2026-11-21 14:00");
    let table = [
        (0, "now"),
        (-20, "now"),
        (45, "in 1 min"),
        (42 * 60, "in 42 min"),
        (-42 * 60, "42 min ago"),
        (3_599, "in 1 hour"),
        (3 * 3_600, "in 3 hours"),
        (-3_600, "1 hour ago"),
        (26 * 3_600, "in 26 hours"),
        (3 * 86_400, "in 3 days"),
        (-90 * 86_400, "3 months ago"),
        (730 * 86_400, "in 2 years"),
    ];
    for (seconds, wanted) in table {
        assert_eq!(say_relative(now + TimeDelta::seconds(seconds), now), wanted);
    }
}

#[test]
fn lengths() {
    let table = [
        (0, "0 s"),
        (42, "42 s"),
        (12 * 60 + 5, "12 min"),
        (3_600, "1 hour"),
        (4_800, "1 hour 20 min"),
        (2 * 86_400 + 3 * 3_600 + 59, "2 days 3 hours"),
        (-60, "1 min"),
    ];
    for (seconds, wanted) in table {
        assert_eq!(say_duration(TimeDelta::seconds(seconds)), wanted);
    }
    assert!(!say_duration(TimeDelta::MAX).is_empty() && !say_duration(TimeDelta::MIN).is_empty());
}
