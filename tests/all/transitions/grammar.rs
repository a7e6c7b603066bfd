//! What people type as a time, made up at random from what a time is made of: nothing panics, what is read comes in the
//! future and means the same when it is said back, and what cannot be is refused in a sentence of its own. The readers in
//! `fuzz` take any bytes instead; the exact meaning of words stands in the tests of the grammar.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, TimeZone, Timelike, Utc, Weekday};
use chrono_tz::Tz;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use secretary::adapters::offline::Offline;
use secretary::ports::grammar::Grammar;
use secretary::secretary::intent::Timed;
use secretary::secretary::when::{self, Rule, WhenError};
use std::cell::RefCell;
use std::collections::BTreeSet;

const ZONES: [Tz; 5] =
    [Tz::Europe__Berlin, Tz::America__New_York, Tz::Asia__Kolkata, Tz::Australia__Lord_Howe, Tz::Pacific__Apia];
const DAYS: [(&str, Weekday); 7] = [
    ("Monday", Weekday::Mon),
    ("tue", Weekday::Tue),
    ("Wednesday", Weekday::Wed),
    ("thursday", Weekday::Thu),
    ("Fri", Weekday::Fri),
    ("saturday", Weekday::Sat),
    ("SUN", Weekday::Sun),
];
const FULL: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS: [&str; 12] =
    ["January", "feb", "March", "apr", "May", "june", "Jul", "August", "sep", "October", "nov", "December"];

/// Monday, 08:00 in Berlin.
fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 23, 7, 0, 0).unwrap()
}

/// Tries many of these; the same ones each time.
fn each<S: Strategy>(cases: u32, of: &S, holds: impl Fn(S::Value)) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(of, |value| {
        holds(value);
        Ok(())
    });
    outcome.unwrap_or_else(|why| panic!("{why}"));
}

fn read(text: &str, zone: Tz) -> Result<Timed, WhenError> {
    Offline::default().time(text, zone, now())
}

/// A reason is one sentence or two, with an example of what to type instead.
fn is_said(why: &WhenError, typed: &str) {
    let words = why.to_string();
    assert!(words.contains("example: ") || words.contains("Did you mean"), "{typed}: {words}");
    assert!(words.chars().count() < 300 && !words.contains('\n'), "{typed}: {words}");
}

/// The next three moments of a rule: all are ahead, and each is later than the one before.
fn ahead(rule: &Rule, zone: Tz, typed: &str) -> Vec<DateTime<Utc>> {
    let due = when::next_three(rule, zone, now());
    assert!(due.iter().all(|at| *at > now()) && due.is_sorted_by(|a, b| a < b), "{typed}: {due:?}");
    assert_eq!(due.len(), if rule.recurs() { 3 } else { 1 }, "{typed}: {due:?}");
    assert!(!when::say_rule(rule, zone).is_empty());
    due
}

#[test]
fn any_cron_fields_come_in_the_future_or_are_refused() {
    let minute = select(vec!["0", "30", "59", "*/5", "*/7", "0,30", "10-20/5", "5-10", "*", "60", "x", "-1", "1,,2"]);
    let hour = select(vec!["0", "9", "23", "*", "*/2", "2-3", "9,18", "8-18/2", "24", "h"]);
    let day = select(vec!["*", "1", "15,30", "31", "L", "1W", "LW", "1-7", "29-31", "0", "32", "?"]);
    let month = select(vec!["*", "2", "12", "jan", "6-8", "2,4,6,8,10,12", "*/3", "0", "13", "nope"]);
    let week = select(vec!["*", "0", "5", "7", "1-5", "MON", "sat,sun", "5#L", "1#1,1#3", "5#5", "8", "1#6", "day"]);
    let zone = select(ZONES.to_vec());
    each(400, &(minute, hour, day, month, week, zone), |(minute, hour, day, month, week, zone)| {
        let typed = format!("{minute} {hour} {day} {month} {week}");
        match when::of_cron(&typed) {
            Ok(rule) => {
                ahead(&rule, zone, &typed);
                let Rule::Wall { cron, text, .. } = &rule else { panic!("{typed} comes once") };
                assert!(!text.is_empty());
                assert_eq!(when::of_cron(cron).as_ref(), Ok(&rule), "{typed} is {cron}");
            }
            Err(why) => is_said(&why, &typed),
        }
        for more in [format!("0 {typed}"), format!("{typed} 2027"), format!("{minute} {hour} {day} {month}")] {
            let refused = when::of_cron(&more);
            assert!(matches!(refused, Err(WhenError::BadCron { .. })), "{more}: {refused:?}");
        }
    });
}

/// A time of day as people type it, and what it is.
fn clock() -> impl Strategy<Value = (String, u32, u32)> {
    (0..24_u32, 0..60_u32, any::<bool>()).prop_map(|(hour, minute, half)| {
        let (short, sign) = (if hour % 12 == 0 { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" });
        let typed = if half { format!("{short}:{minute:02}{sign}") } else { format!("{hour}:{minute:02}") };
        (typed, hour, minute)
    })
}

#[test]
fn what_recurs_means_the_same_when_it_is_said_back() {
    let forms = [
        "every <D> at <C>",
        "<D>s at <C>",
        "weekly <D> <C>",
        "every <N> weeks on <D> at <C>",
        "every other <D> at <C>",
        "daily <C>",
        "every day at <C>",
        "weekdays at <C>",
        "every <N> days at <C>",
        "every <N> weeks at <C>",
        "every <N> minutes",
        "every <N> hours",
        "hourly",
        "monthly on the <O> at <C>",
        "monthly on the last day at <C>",
        "on the <O> of every month at <C>",
        "every month on the first <D> at <C>",
        "last <D> of every month at <C>",
        "yearly on <O> <M> at <C>",
    ];
    let seen = RefCell::new(BTreeSet::new());
    let numbers = (select(forms.to_vec()), 0..7_usize, 0..40_usize, 0..12_usize, clock(), select(ZONES.to_vec()));
    each(1_500, &numbers, |(form, day, number, month, (typed_clock, hour, minute), zone)| {
        let ordinal = format!("{number}{}", ["th", "st", "nd", "rd"].get(number % 10).unwrap_or(&"th"));
        let (name, weekday) = DAYS[day];
        let name = if form.starts_with("<D>s") { FULL[weekday.num_days_from_monday() as usize] } else { name };
        let typed = form.replace("<D>", name).replace("<N>", &number.to_string());
        let typed = typed.replace("<C>", &typed_clock).replace("<O>", &ordinal).replace("<M>", MONTHS[month]);
        let timed = match read(&typed, zone) {
            Ok(timed) => timed,
            Err(why) => return is_said(&why, &typed),
        };
        seen.borrow_mut().insert(form);
        assert!(timed.rule.recurs(), "{typed} comes once");
        let due = ahead(&timed.rule, zone, &typed);
        for at in &due {
            let wall = at.with_timezone(&zone);
            // On the day of a change of the clocks the time may be another one.
            let usual = zone.from_local_datetime(&wall.date_naive().and_hms_opt(hour, minute, 0).unwrap()).single();
            if usual.is_some() {
                assert!(!form.contains("<C>") || (wall.hour(), wall.minute()) == (hour, minute), "{typed}: {wall}");
                assert!(!form.contains("<D>") || wall.weekday() == weekday, "{typed}: {wall}");
            }
        }
        let Rule::Wall { text, .. } = &timed.rule else { return };
        // Days that some months or years lack have words that are no form of their own.
        if !text.contains(" that has one") {
            let again = read(text, zone).unwrap_or_else(|why| panic!("{typed} is called {text}: {why}"));
            assert_eq!(ahead(&again.rule, zone, text), due, "{typed} is called {text}");
        }
    });
    assert!(forms.iter().all(|form| seen.borrow().contains(form)), "only {seen:?} are read");
}

#[test]
fn a_date_is_its_moment_or_is_refused_for_what_it_is() {
    let date = (2024..2100_i32, 0..14_u32, 0..33_u32, clock(), select(ZONES.to_vec()));
    each(2_000, &date, |(year, month, day, (_, hour, minute), zone)| {
        let typed = format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}");
        let read = read(&typed, zone);
        let Some(date) = NaiveDate::from_ymd_opt(year, month, day) else {
            let known = (1..=12).contains(&month) && (1..=31).contains(&day);
            assert!(matches!(read, Err(WhenError::BadDate { .. })) || !known && read.is_err(), "{typed}: {read:?}");
            return;
        };
        let at = when::instant_of(zone, date.and_hms_opt(hour, minute, 0).unwrap()).unwrap();
        match read {
            Ok(timed) => assert!(timed.rule == Rule::Once { at } && at > now(), "{typed}: {timed:?}"),
            Err(why) => assert!(why == WhenError::Past && at <= now(), "{typed}: {why}"),
        }
    });
}

#[test]
fn so_much_later_is_that_much_later() {
    let units = vec![("minutes", 1), ("min", 1), ("hours", 60), ("h", 60)];
    each(1_000, &(0..12_000_i64, select(units), select(ZONES.to_vec())), |(count, (unit, minutes), zone)| {
        let typed = format!("in {count} {unit}");
        match read(&typed, zone) {
            Ok(timed) => {
                let at = now() + TimeDelta::minutes(count * minutes);
                assert_eq!(timed.rule, Rule::Once { at }, "{typed}");
                ahead(&timed.rule, zone, &typed);
            }
            Err(why) => {
                is_said(&why, &typed);
                assert!(count == 0 || count >= 10_000, "{typed}: {why}");
            }
        }
    });
}

#[test]
fn each_fault_has_a_sentence_of_its_own() {
    let typed = [
        "",
        "0 0 9 * * 1",
        "* * * * *",
        "0 9 30 2 *",
        "30 February at 9:00",
        "2020-01-01 9:00",
        "25:00",
        "in 0 minutes",
        "every 45 minutes",
        "monthly on the 32nd",
        "every day at 9 and 18:30",
        "9 UTC+2",
        "the blue one",
    ];
    let mut said = BTreeSet::new();
    for typed in typed {
        let Err(why) = read(typed, Tz::Europe__Berlin) else { panic!("{typed} is a time") };
        is_said(&why, typed);
        assert!(said.insert(why.to_string()), "{typed}: {why}");
    }
}
