//! Recurring phrases: "every Friday at 4 pm", "daily 18:00", "monthly on the last day at 17:00", "every 15
//! minutes". Each becomes five cron fields and the same thing in plain words.
//!
//! It must not read single dates, which `day` does.

use chrono::{Datelike, Weekday};

use super::calendar::calendar;
use super::clock::{Clock, MORNING, after_lead, opening, settle, timed};
use super::day::Here;
use super::daytimes::{by_the_hour, more, parts_of_day, usual};
use super::monthly::{self, In, each_months, in_each_month};
use super::next::{next_due, wall_of};
use super::rule::{Bounds, Every, Rule, WhenError};
use super::shape::{ALL, SHORTEST_STEP, Shape, working};
use super::words::{Form, Words, counted, weekday};

/// A recurring phrase that was read.
#[derive(Debug)]
pub(super) struct Repeat {
    /// Its rule.
    pub(super) rule: Rule,
    /// No time of day was named.
    pub(super) day_only: bool,
    /// The token after it.
    pub(super) next: usize,
}

/// A shape, the token after it, and whether a time or the end of the phrase must follow.
pub(super) type Read = (Shape, usize, bool);

/// Reads a recurring phrase at token `i`; an error when it is one that cannot be kept. In a sentence, as people speak,
/// a bare hour before six is in the afternoon.
pub(super) fn repeat(words: &Words, i: usize, here: &Here, spoken: bool) -> Option<Result<Repeat, WhenError>> {
    let (shape, clocks, day_only, next) = match phrase(words, i, here)? {
        Ok(read) => read,
        Err(error) => return Some(Err(error)),
    };
    let awake = |clock: Clock| match clock.hour {
        1..=5 if spoken && clock.loose && !here.early => Clock::exact(clock.hour + 12, clock.minute),
        _ => clock,
    };
    let mut clocks: Vec<Clock> = clocks.into_iter().map(awake).collect();
    clocks.sort_by_key(|clock| clock.hour);
    clocks.dedup_by_key(|clock| clock.hour);
    if clocks.iter().any(|clock| clocks.first().is_some_and(|first| first.minute != clock.minute)) {
        return Some(Err(WhenError::Mixed));
    }
    let rule = counted_from(shape.rule(&clocks), &shape, here)?;
    Some(Ok(Repeat { rule, day_only, next }))
}

/// What comes every so many days begins with its first time ahead.
fn counted_from(rule: Rule, shape: &Shape, here: &Here) -> Option<Rule> {
    let Shape::Spaced(days, _) = shape else { return Some(rule) };
    let from = wall_of(here.zone, next_due(&rule, here.zone, here.now)?)?.date();
    Some(match rule {
        Rule::Wall { cron, text, .. } => {
            Rule::Wall { cron, text, bounds: Bounds { every: Some(Every { days: *days, from }), ..Bounds::default() } }
        }
        once @ Rule::Once { .. } => once,
    })
}

/// The shape, its times of day, whether none was named, and the token after it.
type Phrase = (Shape, Vec<Clock>, bool, usize);

fn phrase(words: &Words, i: usize, here: &Here) -> Option<Result<Phrase, WhenError>> {
    if let Some((clock, next)) = opening(words, i) {
        let (clocks, next) = more(words, clock, next);
        if let Some(read) = shape(words, next, here) {
            return Some(read.map(|(shape, next, _)| {
                let (shape, next) = without(words, shape, next);
                (shape, clocks, false, next)
            }));
        }
    }
    let (shape, next, needs_closing) = match shape(words, i, here)? {
        Ok(read) => read,
        Err(error) => return Some(Err(error)),
    };
    let (shape, next) = without(words, shape, next);
    let keeps_no_clock = matches!(shape, Shape::Minutes(_) | Shape::Hours(_));
    let bare = |next| after_lead(words, next).filter(|(_, next)| words.may_end(*next));
    let named = timed(words, next).or_else(|| bare(next)).filter(|_| !keeps_no_clock);
    let of_day = usual(words, next);
    Some(Ok(match named {
        Some((clock, after)) => {
            let (clocks, after) = more(words, of_day.map_or(clock, |usual| settle(clock, usual)), after);
            let (shape, after) = without(words, shape, after);
            (shape, clocks, false, after)
        }
        None if needs_closing && !words.may_end(next) => return None,
        None if matches!(shape, Shape::Hours(_)) => match by_the_hour(words, &shape, next) {
            Some((clocks, next)) => (Shape::Days(ALL.to_vec()), clocks, false, next),
            None => (shape, vec![MORNING], false, next),
        },
        None => match of_day {
            Some(first) => {
                let (clocks, next) = parts_of_day(words, first, next);
                (shape, clocks, false, next)
            }
            None => (shape, vec![MORNING], !keeps_no_clock, next),
        },
    }))
}

/// The shape without the days that are left out behind it: "every day except Sunday".
fn without(words: &Words, shape: Shape, next: usize) -> (Shape, usize) {
    let Shape::Days(days) = &shape else { return (shape, next) };
    match monthly::left_out(words, next, days) {
        Some((left, next)) => (Shape::Days(left), next),
        None => (shape, next),
    }
}

/// "on Monday, Wednesday and Friday at 6": several days without "every", and a time; the rule for all of them.
pub(super) fn several(words: &Words, i: usize) -> Option<(Rule, bool, usize)> {
    let start = i + usize::from(matches!(words.at(i), "on" | "am"));
    let (days, next) = weekdays(words, start)?;
    let full = (start..next).all(|i| !matches!(weekday(words.at(i)), Some((_, Form::Plural))));
    let timed = timed(words, next);
    let named = start > i || i == 0 || timed.is_some() || words.is_done(next);
    let day_only = timed.is_none();
    let (clock, next) = timed.unwrap_or((MORNING, next));
    let awake = if clock.loose && clock.hour < 6 && clock.hour > 0 { 12 } else { 0 };
    let clock = Clock::exact(clock.hour + awake, clock.minute);
    let range = matches!(words.at(start + 1), "-" | "–");
    (named && days.len() > 1 && full && !range).then(|| (Shape::Days(days).rule(&[clock]), day_only, next))
}

/// "on the first Monday of the month at 9": each month, or only this one. The rule for each, and the token after it.
pub(super) fn of_the_month(words: &Words, i: usize) -> Option<(Rule, bool, usize)> {
    let (opened, start) = match opening(words, i) {
        Some((clock, next)) => (Some(clock), next),
        None => (None, i),
    };
    let (shape, months, next) = monthly::phrase(words, start)?;
    if months != In::The {
        return None;
    }
    let bare = || after_lead(words, next).filter(|(_, next)| words.may_end(*next));
    let read = match opened {
        Some(clock) => Some((clock, next)),
        None => timed(words, next).or_else(bare),
    };
    let (clock, next) = read.unwrap_or((MORNING, next));
    let awake = if clock.loose && (1..=5).contains(&clock.hour) { 12 } else { 0 };
    Some((shape.rule(&[Clock::exact(clock.hour + awake, clock.minute)]), read.is_none(), next))
}

/// The rule of a bare time of day: every day.
pub(super) fn daily(clock: Clock) -> Rule {
    Shape::Days(ALL.to_vec()).rule(&[clock])
}

/// Reads what recurs, at token `i`.
fn shape(words: &Words, i: usize, here: &Here) -> Option<Result<Read, WhenError>> {
    let on = |i: usize| i + usize::from(matches!(words.at(i), "on" | "am" | "an"));
    let ok = |shape, next, closing| Some(Ok((shape, next, closing)));
    if let Some((shape, In::Every(months), next)) = monthly::phrase(words, i) {
        return ok(each_months(months, shape, here, false)?, next, false);
    }
    match words.at(i) {
        "every" | "each" | "jeden" | "jede" | "jedes" | "alle" => every(words, i + 1, here),
        "daily" | "täglich" => ok(Shape::Days(ALL.to_vec()), i + 1, true),
        "weekly" | "wöchentlich" => match weekdays(words, on(i + 1)) {
            Some((days, next)) => ok(Shape::Days(days), next, false),
            None => ok(Shape::Days(vec![Weekday::Mon]), i + 1, true),
        },
        "monthly" | "monatlich" => Some(in_each_month(words, i + 1)),
        "yearly" | "annually" | "jährlich" => yearly(words, i + 1, here),
        "fortnightly" => ok(Shape::Spaced(14, None), i + 1, true),
        "hourly" | "stündlich" => ok(Shape::Hours(1), i + 1, true),
        "weekdays" | "workdays" | "werktags" => ok(Shape::Days(working()), i + 1, true),
        "quarterly" => ok(each_months(3, Shape::MonthDays(vec![1]), here, true)?, i + 1, true),
        _ => {
            let start = on(i);
            if matches!(words.at(start), "weekdays" | "workdays") {
                return ok(Shape::Days(working()), start + 1, true);
            }
            let plural = matches!(weekday(words.at(start)), Some((_, Form::Plural)));
            let (days, next) = weekdays(words, start)?;
            let range = matches!(words.at(start + 1), "-" | "–") && days.len() > 2;
            (plural || range).then_some(Ok((Shape::Days(days), next, true)))
        }
    }
}

/// "on 12 March" behind "every year".
fn yearly(words: &Words, i: usize, here: &Here) -> Option<Result<Read, WhenError>> {
    let mut start = i;
    while matches!(words.at(start), "on" | "the" | "am" | "," | "at") {
        start += 1;
    }
    let named = calendar(words, start, here.today(), true)?;
    let date = named.dates.first()?;
    Some(Ok((Shape::YearDay(date.month(), date.day()), named.next, false)))
}

/// "other Tuesday", "3 days", "2 weeks on Friday", "first Monday of the month", "15th", "last day of the month",
/// "12 March", behind "every".
fn spaced(words: &Words, i: usize, here: &Here) -> Option<Read> {
    let on = |i: usize| i + usize::from(matches!(words.at(i), "on" | "am" | ","));
    let day_of = |i: usize| weekday(words.at(i)).map(|(day, _)| day);
    let other = matches!(words.at(i), "other" | "second" | "2nd" | "zweite" | "zweiten");
    if let Some((shape, next)) = monthly::days(words, i) {
        let months = monthly::of_month(words, next);
        let behind = months.map_or(next, |(_, next)| next);
        match (&shape, words.at(i)) {
            // Each other week, where no month is named.
            (Shape::Nth(which, _), _) if months.is_none() && *which == [2] => {}
            (Shape::Nth(..) | Shape::FirstWorking | Shape::LastWorking, _) => return Some((shape, behind, false)),
            (Shape::LastDay, _) => return Some((shape, behind, true)),
            (Shape::MonthDays(_), "first") if months.is_some() || words.at(next - 1) == "day" => {
                return Some((shape, behind, true));
            }
            (Shape::MonthDays(_), _) if words.number(i).is_some() && weekday(words.at(next)).is_none() => {
                let counts = matches!(words.at(next), "day" | "week" | "month" | "year");
                if !counts {
                    return Some((shape, behind, true));
                }
            }
            _ => {}
        }
    }
    if matches!(words.at(i), "other" | "second" | "2nd") && words.at(i + 1) == "month" {
        let (shape, next, _) = in_each_month(words, i + 2).ok()?;
        return Some((each_months(2, shape, here, false)?, next, false));
    }
    if other {
        return match (words.at(i + 1), day_of(i + 1)) {
            ("day" | "tag", _) => Some((Shape::Spaced(2, None), i + 2, false)),
            ("week" | "woche", _) => match day_of(on(i + 2)) {
                Some(day) => Some((Shape::Spaced(14, Some(day)), on(i + 2) + 1, false)),
                None => Some((Shape::Spaced(14, None), i + 2, false)),
            },
            (_, Some(day)) => Some((Shape::Spaced(14, Some(day)), i + 2, false)),
            (_, None) => None,
        };
    }
    if let Some(named) = calendar(words, i, here.today(), false)
        && let Some(date) = named.dates.first()
    {
        return Some((Shape::YearDay(date.month(), date.day()), named.next, false));
    }
    let count = words.short_number(i, 3).or_else(|| counted(words.at(i))).filter(|count| (2..=366).contains(count))?;
    match words.at(i + 1) {
        "day" | "days" | "tage" => match day_of(on(i + 2)).filter(|_| count.is_multiple_of(7)) {
            Some(day) => Some((Shape::Spaced(count, Some(day)), on(i + 2) + 1, false)),
            None => Some((Shape::Spaced(count, None), i + 2, false)),
        },
        "months" | "monate" if monthly::divides(count) => {
            let (shape, next, _) = in_each_month(words, i + 2).ok()?;
            Some((each_months(count, shape, here, false)?, next, false))
        }
        "week" | "weeks" | "wochen" => match day_of(on(i + 2)) {
            Some(day) => Some((Shape::Spaced(count * 7, Some(day)), on(i + 2) + 1, false)),
            None => Some((Shape::Spaced(count * 7, None), i + 2, false)),
        },
        _ => None,
    }
}

/// What follows "every".
fn every(words: &Words, i: usize, here: &Here) -> Option<Result<Read, WhenError>> {
    let on = |i: usize| i + usize::from(matches!(words.at(i), "on" | "am" | ","));
    let ok = |shape, next, closing| Some(Ok((shape, next, closing)));
    match words.at(i) {
        "day" | "tag" | "morning" | "afternoon" | "evening" | "night" | "morgen" | "vormittag" | "mittag"
        | "nachmittag" | "abend" | "nacht" => ok(Shape::Days(ALL.to_vec()), i + 1, false),
        "weekday" | "workday" | "werktag" => ok(Shape::Days(working()), i + 1, false),
        "weekend" | "wochenende" => ok(Shape::Days(vec![Weekday::Sat, Weekday::Sun]), i + 1, false),
        "week" | "woche" => match weekdays(words, on(i + 1)) {
            Some((days, next)) => ok(Shape::Days(days), next, false),
            None => ok(Shape::Days(vec![Weekday::Mon]), i + 1, true),
        },
        "month" | "monat" => Some(in_each_month(words, i + 1)),
        "quarter" | "quartal" => ok(each_months(3, Shape::MonthDays(vec![1]), here, true)?, i + 1, true),
        "end" if monthly::of_month(words, i + 1).is_some() => {
            let (_, next) = monthly::of_month(words, i + 1)?;
            ok(Shape::LastDay, next, false)
        }
        "year" | "jahr" => yearly(words, i + 1, here),
        "hour" | "stunde" => {
            ok(Shape::Hours(1), i + 1, !matches!(words.at(i + 1), "from" | "between" | "von" | "zwischen"))
        }
        "minute" | "second" if spaced(words, i, here).is_none() => Some(Err(WhenError::TooOften)),
        "half" if words.at(i + 1) == "hour" => ok(Shape::Minutes(30), i + 2, true),
        "half" if words.at(i + 1) == "an" && words.at(i + 2) == "hour" => ok(Shape::Minutes(30), i + 3, true),
        word => {
            if let Some(read) = spaced(words, i, here) {
                return Some(Ok(read));
            }
            let count = words.short_number(i, 4).or_else(|| counted(word));
            if let Some(count) = count {
                let minutes = match words.at(i + 1) {
                    "minute" | "minutes" | "min" | "mins" | "minuten" => count,
                    "hour" | "hours" | "h" | "hrs" | "stunde" | "stunden" => count * 60,
                    "second" | "seconds" | "sekunden" => 0,
                    _ => return None,
                };
                return Some(step(minutes).map(|shape| (shape, i + 2, false)));
            }
            let (days, next) = weekdays(words, i)?;
            let short = matches!(weekday(word), Some((_, Form::Short)));
            ok(Shape::Days(days), next, short)
        }
    }
}

/// A step in minutes that divides the hour or the day; a day is written as midnight.
fn step(minutes: u32) -> Result<Shape, WhenError> {
    if minutes < SHORTEST_STEP {
        return Err(WhenError::TooOften);
    }
    let hours = minutes / 60;
    if minutes < 60 && 60 % minutes == 0 {
        return Ok(Shape::Minutes(minutes));
    }
    if minutes.is_multiple_of(60) && hours <= 12 && 24 % hours == 0 {
        return Ok(Shape::Hours(hours));
    }
    if minutes == 1_440 {
        return Ok(Shape::Hours(24));
    }
    if minutes < 60 {
        let near = [30, 20, 15, 12, 10, 6].into_iter().find(|near| *near < minutes);
        return Err(WhenError::Uneven {
            asked: format!("{minutes} minutes"),
            whole: "hour",
            example: format!("every {} minutes", near.unwrap_or(SHORTEST_STEP)),
        });
    }
    let near = [12, 8, 6, 4, 3, 2, 1].into_iter().find(|near| *near <= hours);
    let asked = if minutes.is_multiple_of(60) { format!("{hours} hours") } else { format!("{minutes} minutes") };
    Err(WhenError::Uneven { asked, whole: "day", example: Shape::Hours(near.unwrap_or(1)).text(&[MORNING]) })
}

/// "monday and thursday", "mon, wed, fri", "mon-fri": the days in order, and the token after them.
pub(super) fn weekdays(words: &Words, i: usize) -> Option<(Vec<Weekday>, usize)> {
    let (first, form) = weekday(words.at(i))?;
    if matches!(words.at(i + 1), "-" | "–" | "to" | "through" | "bis")
        && let Some((last, _)) = weekday(words.at(i + 2))
    {
        let mut days = vec![first];
        let mut day = first;
        while day != last {
            day = day.succ();
            days.push(day);
        }
        days.sort_by_key(Weekday::num_days_from_monday);
        return Some((days, i + 3));
    }
    let short = form == Form::Short;
    let mut days = vec![first];
    let mut next = i + 1;
    loop {
        let mut after = next;
        while matches!(words.at(after), "," | "and" | "&" | "und" | "/" | "+") {
            after += 1;
        }
        // In a row without commas a short name may be another word: "Monday sun protection".
        let alike = |form: Form| form != Form::Short || short;
        let Some((day, _)) = weekday(words.at(after)).filter(|(_, form)| after > next || alike(*form)) else {
            break;
        };
        days.push(day);
        next = after + 1;
    }
    days.sort_by_key(Weekday::num_days_from_monday);
    days.dedup();
    Some((days, next))
}
