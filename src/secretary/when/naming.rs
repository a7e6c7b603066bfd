//! Days that are named to be left out of a series: "Wednesdays", "Mon and Fri", "weekends", "this Friday", "next week".
//! It must not decide whether a series comes on them.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc, Weekday};
use chrono_tz::Tz;

use super::day::Here;
use super::next::wall_of;
use super::parse::parse_moment;
use super::repeat::weekdays;
use super::rule::Rule;
use super::words::{Form, Words, weekday};

/// Days of the week that are named and nothing else, and whether surely each of them is meant: "Fridays", "weekends".
#[must_use]
pub fn weekdays_in(text: &str) -> Option<(Vec<Weekday>, bool)> {
    let words = Words::cut(text.get(..text.len().min(120))?);
    let mut start = 0;
    while matches!(words.at(start), "on" | "the" | "at" | "for" | "am" | "every" | "each" | "any") {
        start += 1;
    }
    if matches!(words.at(start), "weekend" | "weekends") {
        return words.is_done(start + 1).then(|| (vec![Weekday::Sat, Weekday::Sun], true));
    }
    let (days, next) = weekdays(&words, start)?;
    let plural = (0..next).any(|i| {
        matches!(weekday(words.at(i)), Some((_, Form::Plural))) || matches!(words.at(i), "every" | "each" | "any")
    });
    let each = plural || days.len() > 1;
    words.is_done(next).then_some((days, each))
}

/// The dates that words name and nothing else: "tomorrow", "this Friday", "24 December", "next week".
#[must_use]
pub fn dates_in(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Vec<NaiveDate>> {
    let words = Words::cut(text.get(..text.len().min(120))?);
    let here = Here::new(zone, now)?;
    let today = here.today();
    let start = usize::from(matches!(words.at(0), "on" | "for" | "the" | "am"));
    let plus = |days: u64| today.checked_add_days(Days::new(days));
    let week = |from: u64| -> Option<Vec<NaiveDate>> {
        let monday = plus(from)?.checked_sub_days(Days::new(u64::from(today.weekday().num_days_from_monday())))?;
        Some((0..7).filter_map(|days| monday.checked_add_days(Days::new(days))).filter(|date| *date >= today).collect())
    };
    match (words.at(start), words.at(start + 1)) {
        ("today" | "tonight" | "heute", _) if words.is_done(start + 1) => return Some(vec![today]),
        ("this", "week") if words.is_done(start + 2) => return week(0),
        ("next", "week") if words.is_done(start + 2) => return week(7),
        ("this" | "coming", name) if words.is_done(start + 2) => {
            let (day, _) = weekday(name)?;
            return Some(vec![(0..7).filter_map(plus).find(|date| date.weekday() == day)?]);
        }
        _ => {}
    }
    let ways = [text.trim().to_owned(), format!("on {}", text.trim())];
    ways.iter().find_map(|way| {
        let moment = parse_moment(way, zone, now).filter(|m| m.day_only && m.span == (0..way.len()))?;
        let Rule::Once { at } = moment.rule else { return None };
        Some(vec![wall_of(zone, at)?.date()])
    })
}
