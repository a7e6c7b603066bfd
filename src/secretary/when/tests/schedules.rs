//! Typed schedules.

use chrono_tz::Tz;

use super::super::{Rule, WhenError, at_clock, leaving_out, next_three, parse_schedule, say_rule, skipping};
use super::{shown, wall};

const ZONE: Tz = Tz::Europe__Berlin;

/// Saturday, 21 November 2026, 14:00 in Berlin.
fn read(text: &str) -> Result<Rule, WhenError> {
    parse_schedule(text, ZONE, wall(ZONE, "2026-11-21 14:00"))
}

/// What is typed, the cron fields, and the plain words.
const RECURRING: &[(&str, &str, &str)] = &[
    ("0 */6 * * *", "0 */6 * * *", "every 6 hours"),
    ("every weekend at 10", "0 10 * * 6,0", "every Saturday and Sunday at 10:00"),
    ("every night at 9:30", "30 21 * * *", "every day at 21:30"),
    ("daily 18:00", "0 18 * * *", "every day at 18:00"),
    ("Daily at 9am", "0 9 * * *", "every day at 09:00"),
    ("every day at 5pm", "0 17 * * *", "every day at 17:00"),
    ("every day at 9", "0 9 * * *", "every day at 09:00"),
    ("5pm", "0 17 * * *", "every day at 17:00"),
    ("5:30pm", "30 17 * * *", "every day at 17:30"),
    ("5:30 p.m.", "30 17 * * *", "every day at 17:30"),
    ("12am", "0 0 * * *", "every day at 00:00"),
    ("12pm", "0 12 * * *", "every day at 12:00"),
    ("12:15 am", "15 0 * * *", "every day at 00:15"),
    ("noon", "0 12 * * *", "every day at 12:00"),
    ("midnight", "0 0 * * *", "every day at 00:00"),
    ("daily at noon", "0 12 * * *", "every day at 12:00"),
    ("at 09:00", "0 9 * * *", "every day at 09:00"),
    ("daily", "0 9 * * *", "every day at 09:00"),
    ("daily 9", "0 9 * * *", "every day at 09:00"),
    ("09:00 daily", "0 9 * * *", "every day at 09:00"),
    ("at 9 every day.", "0 9 * * *", "every day at 09:00"),
    ("every evening", "0 19 * * *", "every day at 19:00"),
    ("every evening at 8", "0 20 * * *", "every day at 20:00"),
    ("weekly Fri 16:00", "0 16 * * 5", "every Friday at 16:00"),
    ("weekly on friday at 16:00", "0 16 * * 5", "every Friday at 16:00"),
    ("every friday at 4 pm", "0 16 * * 5", "every Friday at 16:00"),
    ("fridays at 4pm", "0 16 * * 5", "every Friday at 16:00"),
    ("every week on sunday at 10:00", "0 10 * * 0", "every Sunday at 10:00"),
    ("weekly", "0 9 * * 1", "every Monday at 09:00"),
    ("weekdays 9:00", "0 9 * * 1,2,3,4,5", "every weekday at 09:00"),
    ("every weekday at 8.30 am", "30 8 * * 1,2,3,4,5", "every weekday at 08:30"),
    ("mon-fri 9:00", "0 9 * * 1,2,3,4,5", "every weekday at 09:00"),
    ("every monday and thursday 8:30", "30 8 * * 1,4", "every Monday and Thursday at 08:30"),
    ("every Fri, Mon and Wed at 7am", "0 7 * * 1,3,5", "every Monday, Wednesday and Friday at 07:00"),
    ("hourly", "0 * * * *", "every hour"),
    ("every hour", "0 * * * *", "every hour"),
    ("every 2 hours", "0 */2 * * *", "every 2 hours"),
    ("every 15 minutes", "*/15 * * * *", "every 15 minutes"),
    ("every 5 min", "*/5 * * * *", "every 5 minutes"),
    ("every half hour", "*/30 * * * *", "every 30 minutes"),
    ("every 60 minutes", "0 * * * *", "every hour"),
    ("every 24 hours", "0 0 * * *", "every day at 00:00"),
    ("monthly 1 09:00", "0 9 1 * *", "on the 1st of every month at 09:00"),
    ("monthly on the 15th at 9", "0 9 15 * *", "on the 15th of every month at 09:00"),
    ("every month on the 2nd at 5pm", "0 17 2 * *", "on the 2nd of every month at 17:00"),
    ("on the 15th of every month at 8:00", "0 8 15 * *", "on the 15th of every month at 08:00"),
    ("monthly 31 09:00", "0 9 31 * *", "on the 31st of every month that has one, at 09:00"),
    ("monthly on the last day at 17:00", "0 17 L * *", "on the last day of every month at 17:00"),
    ("monthly", "0 9 1 * *", "on the 1st of every month at 09:00"),
    ("0 18 * * 5", "0 18 * * 5", "every Friday at 18:00"),
    ("0  9 * * 1-5", "0 9 * * 1-5", "every weekday at 09:00"),
    ("0 9 * * MON,7", "0 9 * * MON,7", "every Monday and Sunday at 09:00"),
    ("*/10 * * * *", "*/10 * * * *", "every 10 minutes"),
    ("30 8 1 * *", "30 8 1 * *", "on the 1st of every month at 08:30"),
    ("jeden Tag um 9 Uhr", "0 9 * * *", "every day at 09:00"),
    ("täglich 18 Uhr", "0 18 * * *", "every day at 18:00"),
    ("jeden Freitag um 15 Uhr 30", "30 15 * * 5", "every Friday at 15:30"),
    ("alle 15 Minuten", "*/15 * * * *", "every 15 minutes"),
];

#[test]
fn recurring() {
    for &(typed, cron, text) in RECURRING {
        let wanted = Rule::wall(cron.to_owned(), text.to_owned());
        assert_eq!(read(typed), Ok(wanted), "{typed}");
    }
}

#[test]
fn a_rule_keeps_its_bounds_at_another_time_of_day() {
    let now = wall(ZONE, "2026-11-21 14:00");
    let moved = |typed: &str| at_clock(&read(typed).unwrap(), (17, 30), ZONE, now).map(|rule| say_rule(&rule, ZONE));
    for (typed, wanted) in [
        ("every other Friday 16:00", "every other Friday at 17:30 (Berlin)"),
        ("every 3 days at 9", "every 3 days at 17:30 (Berlin)"),
        ("every month on the last Friday at 9", "on the last Friday of every month at 17:30 (Berlin)"),
        ("first Monday of the month 9:00", "on the 1st Monday of every month at 17:30 (Berlin)"),
        ("every 3 months on the 5th", "on the 5th of every 3rd month at 17:30 (Berlin)"),
        ("every year on 12 March", "every year on 12 March at 17:30 (Berlin)"),
    ] {
        assert_eq!(moved(typed).as_deref(), Some(wanted), "{typed}");
    }
    for typed in ["every 15 minutes", "daily at 7 and 19"] {
        assert_eq!(moved(typed), None, "{typed}");
    }
    // Each second Friday stays the same one.
    let before = read("every other Friday 16:00").unwrap();
    let after = at_clock(&before, (17, 30), ZONE, now).unwrap();
    let days = |rule: &Rule| {
        next_three(rule, ZONE, now).iter().map(|at| shown(ZONE, *at)[..10].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(days(&before), days(&after));
}

#[test]
fn the_next_three_over_months_of_four_and_five() {
    let next = |typed: &str, from: &str| {
        let rule = read(typed).unwrap();
        next_three(&rule, ZONE, wall(ZONE, from)).iter().map(|at| shown(ZONE, *at)).collect::<Vec<_>>().join(", ")
    };
    for (typed, from, wanted) in [
        // January 2027 has five Fridays, February four; clocks change on 28 March.
        (
            "on the last Friday of every month 16:00",
            "2027-01-23 12:00",
            "2027-01-29 16:00, 2027-02-26 16:00, 2027-03-26 16:00",
        ),
        (
            "on the last Sunday of every month 2:30",
            "2027-02-01 12:00",
            "2027-02-28 02:30, 2027-03-28 03:00, 2027-04-25 02:30",
        ),
        (
            "on the last working day of every month 9:00",
            "2027-01-01 12:00",
            "2027-01-29 09:00, 2027-02-26 09:00, 2027-03-31 09:00",
        ),
        (
            "on the first working day of every month 9:00",
            "2027-01-02 12:00",
            "2027-02-01 09:00, 2027-03-01 09:00, 2027-04-01 09:00",
        ),
        (
            "on the fifth Friday of every month 9:00",
            "2027-01-01 12:00",
            "2027-01-29 09:00, 2027-04-30 09:00, 2027-07-30 09:00",
        ),
        (
            "every second Tuesday of the month 9:00",
            "2027-01-13 12:00",
            "2027-02-09 09:00, 2027-03-09 09:00, 2027-04-13 09:00",
        ),
        (
            "on the last day of every month 9:00",
            "2028-01-31 12:00",
            "2028-02-29 09:00, 2028-03-31 09:00, 2028-04-30 09:00",
        ),
        ("every quarter", "2026-11-21 14:00", "2027-01-01 09:00, 2027-04-01 09:00, 2027-07-01 09:00"),
    ] {
        assert_eq!(next(typed, from), wanted, "{typed}");
    }
}

#[test]
fn days_are_left_out_of_a_series() {
    let now = wall(ZONE, "2026-11-21 14:00");
    let rule = read("every Mon, Wed, Fri 9:00").unwrap();
    let left = leaving_out(&rule, &[chrono::Weekday::Wed], ZONE).unwrap();
    assert_eq!(say_rule(&left, ZONE), "every Monday and Friday at 09:00 (Berlin)");
    assert_eq!(leaving_out(&rule, &[chrono::Weekday::Tue], ZONE), None, "it does not come then");
    assert_eq!(leaving_out(&left, &[chrono::Weekday::Mon, chrono::Weekday::Fri], ZONE), None, "nothing would be left");
    let date = |day: u32| chrono::NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    let skipped = skipping(&rule, &[date(23)], ZONE, now).unwrap();
    let days: Vec<String> = next_three(&skipped, ZONE, now).iter().map(|at| shown(ZONE, *at)).collect();
    assert_eq!(days, ["2026-11-25 09:00", "2026-11-27 09:00", "2026-11-30 09:00"]);
    assert_eq!(skipping(&rule, &[date(24)], ZONE, now), None, "a Tuesday");
    assert_eq!(skipping(&read("every 15 minutes").unwrap(), &[date(23)], ZONE, now), None, "by the hour");
    let text = serde_json::to_string(&skipped).unwrap();
    assert_eq!(serde_json::from_str::<Rule>(&text).unwrap(), skipped);
}

#[test]
fn once() {
    let table = [
        ("tomorrow at 9", "2026-11-22 09:00"),
        ("in 20 minutes", "2026-11-21 14:20"),
        ("2026-12-24 18:00", "2026-12-24 18:00"),
        ("on friday at 14:00", "2026-11-27 14:00"),
    ];
    for (typed, wanted) in table {
        match read(typed) {
            Ok(Rule::Once { at }) => assert_eq!(shown(ZONE, at), wanted, "{typed}"),
            other => panic!("{typed}: {other:?}"),
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_an_example() {
    let table = [
        ("", "Please say when"),
        ("whenever you like", "could not read \"whenever you like\""),
        ("daily 25:00", "\"25:00\" is not a time of day"),
        ("daily 13pm", "\"13pm\" is not a time of day"),
        ("at 9:75", "\"9:75\" is not a time of day"),
        ("daily 18:00 in the office", "understood \"every day at 18:00\", but not \"in the office\""),
        ("every minute", "too often"),
        ("every 3 minutes", "too often"),
        ("every 30 seconds", "too often"),
        ("* * * * *", "too often"),
        ("0-59 9 * * *", "too often"),
        ("58,2 * * * *", "too often"),
        ("every 45 minutes", "45 minutes does not divide the hour evenly. For example: every 30 minutes"),
        ("every 7 hours", "7 hours does not divide the day evenly. For example: every 6 hours"),
        ("every 90 minutes", "90 minutes does not divide the day evenly. For example: every hour"),
        ("monthly 32 09:00", "No month has a day 32"),
        ("monthly 0 09:00", "No month has a day 0"),
        ("0 9 30 2 *", "never comes"),
        ("61 9 * * *", "not a schedule of five fields"),
        ("0 0 9 * * *", "not a schedule of five fields"),
        ("2020-01-01 10:00", "already past"),
    ];
    for (typed, wanted) in table {
        let error = read(typed).expect_err(typed).to_string();
        assert!(error.contains(wanted), "{typed}: {error}");
        assert!(error.contains("For example: "), "{typed}: {error}");
    }
    assert_eq!(read(&"x ".repeat(200)), Err(WhenError::TooLong));
}

#[test]
fn rules_are_said_with_their_zone() {
    assert_eq!(say_rule(&read("daily 18:00").unwrap(), ZONE), "every day at 18:00 (Berlin)");
    assert_eq!(say_rule(&read("tomorrow at 9").unwrap(), ZONE), "once, Sun 22 Nov 2026, 09:00 (Berlin)");
    let odd = read("15 10,14 * 1-3 *").unwrap();
    assert!(say_rule(&odd, ZONE).len() > 20, "{odd:?}");
}
