//! Pieces of a sentence that look like a part of a time though no reader takes them: "at eightish", "or 6", "every three weeks",
//! "starting Monday". It must not decide whether they are one; where they stand does that.

use chrono::NaiveDate;

use super::clock::{announces, clock, part};
use super::holiday::holiday;
use super::length::unit;
use super::spoken::hour_word;
use super::words::{Form, Words, counted, month, weekday};

/// A part of the day that is no hour by itself.
pub(super) fn part_like(word: &str) -> bool {
    matches!(
        word,
        "mornings"
            | "afternoons"
            | "evenings"
            | "nights"
            | "lunchtime"
            | "lunch"
            | "noontime"
            | "midmorning"
            | "bedtime"
            | "teatime"
            | "dinnertime"
            | "sunset"
            | "sunrise"
            | "dawn"
            | "dusk"
            | "mittags"
            | "weekend"
            | "wochenende"
    )
}

/// A time of day behind "or": "6", "eight", "Friday", "tomorrow"; the token after it.
pub(super) fn nearly(words: &Words, i: usize) -> Option<usize> {
    let i = i + usize::from(announces(words.at(i)) || matches!(words.at(i), "on" | "am"));
    let number = words.short_number(i, 2).is_some_and(|hour| hour <= 24) || hour_word(words.at(i)).is_some();
    if let Some((_, next)) = clock(words, i).filter(|(read, _)| !read.loose) {
        return Some(next);
    }
    if number {
        return words.may_end(i + 1).then_some(i + 1);
    }
    if let Some((_, next)) = part(words, i) {
        return Some(next);
    }
    let day = matches!(weekday(words.at(i)), Some((_, Form::Full | Form::Plural)));
    let near = matches!(words.at(i), "today" | "tomorrow" | "tonight" | "morgen" | "übermorgen" | "heute");
    (day || near).then_some(i + 1)
}

/// "at eightish", "um viertel acht", "by nine", "at lunch": what leads to an hour, and something like one.
pub(super) fn hour_like(words: &Words, i: usize) -> Option<usize> {
    const HOURS: [&str; 15] = [
        "three", "four", "five", "seven", "eight", "nine", "eleven", "twelve", "vier", "fünf", "sechs", "sieben",
        "neun", "zehn", "zwölf",
    ];
    const MEALS: &[&str] = &[
        "lunch",
        "lunchtime",
        "dinner",
        "dinnertime",
        "breakfast",
        "bedtime",
        "teatime",
        "tea",
        "sunset",
        "sunrise",
        "dawn",
        "dusk",
        "mittagessen",
        "abendessen",
        "frühstück",
        "feierabend",
        "schlafengehen",
    ];
    if matches!(words.at(i), "kurz" | "shortly" | "just") {
        return hour_like(words, i + 1).filter(|_| matches!(words.at(i + 1), "vor" | "nach" | "before" | "after"));
    }
    let clear = announces(words.at(i));
    let limit = matches!(
        words.at(i),
        "by" | "before"
            | "after"
            | "until"
            | "till"
            | "about"
            | "circa"
            | "bis"
            | "vor"
            | "nach"
            | "since"
            | "seit"
            | "from"
            | "zum"
            | "beim"
            | "zu"
    );
    if !clear && !limit {
        return None;
    }
    let at = i + 1 + usize::from(matches!(words.at(i + 1), "a" | "about" | "around" | "the" | "kurz"));
    let word = words.at(at);
    let plain = word.strip_suffix("ish").unwrap_or(word);
    if MEALS.contains(&plain) {
        return Some(at + 1);
    }
    let part = matches!(word, "half" | "halb" | "quarter" | "viertel" | "dreiviertel") && clear;
    let number = words.short_number(at, 2).is_some_and(|hour| hour <= 24)
        && (words.may_end(at + 1) || words.at(at + 1) == "ish" || is_half(words.at(at + 1)));
    let slip = word.chars().count() >= 4 && HOURS.iter().any(|hour| strsim::osa_distance(hour, plain) == 1);
    let spelled = hour_word(plain).is_some() && plain != "ein" || clear && slip;
    let closed = clear || words.may_end(at + 1);
    let end =
        (at + 1..=at + 2).take_while(|next| hour_word(words.at(*next)).is_some() || words.at(*next) == "ish").last();
    ((part || spelled) && closed || number).then(|| end.map_or(at + 1, |end| end + 1))
}

/// "every year", "each Friday", "alle zwei Wochen", "weekly": what recurs; the token after it.
pub(super) fn recurring(words: &Words, i: usize) -> Option<usize> {
    match words.at(i) {
        "every" | "each" | "jeden" | "jede" | "jedes" | "jeder" | "alle" => {
            let counts = |i: usize| {
                let count = words.short_number(i, 3).is_some() || counted(words.at(i)).is_some();
                count
                    || matches!(words.at(i), "other" | "single" | "second" | "third" | "zweite" | "zweiten" | "zweites")
            };
            let at = i + 1 + usize::from(counts(i + 1));
            let suffix = usize::from(words.glued(at) && matches!(words.at(at), "st" | "nd" | "rd" | "th" | "."));
            let at = at + suffix;
            let named = unit(words.at(at)).is_some()
                || weekday(words.at(at)).is_some()
                || month(words.at(at)).is_some()
                || part(words, at).is_some()
                || matches!(
                    words.at(at),
                    "weekday" | "workday" | "werktag" | "weekend" | "wochenende" | "quarter" | "quartal"
                )
                || holiday(words, at, NaiveDate::default()).is_some();
            if named { Some(at + 1) } else { (suffix > 0).then_some(at) }
        }
        "daily" | "weekly" | "monthly" | "yearly" | "annually" | "hourly" | "fortnightly" | "quarterly" | "täglich"
        | "wöchentlich" | "monatlich" | "jährlich" | "stündlich" => Some(i + 1),
        "once" | "einmal" if matches!(words.at(i + 1), "a" | "per" | "im" | "in" | "pro") => {
            let at = i + 2 + usize::from(words.at(i + 2) == "der");
            unit(words.at(at)).map(|_| at + 1)
        }
        _ => None,
    }
}

/// A piece that belongs to times and to little else: "18:00", "12/25", "5 pm", "every day", "until …", "before noon".
pub(super) fn time_like(words: &Words, i: usize) -> Option<usize> {
    let number = |i: usize| words.short_number(i, 4).is_some();
    let pair = number(i) && matches!(words.at(i + 1), ":" | "/") && words.glued(i + 1) && words.glued(i + 2);
    if pair && number(i + 2) && words.may_begin(i) {
        return Some(i + 3);
    }
    if words.short_number(i, 2).is_some() && is_half(words.at(i + 1)) {
        return Some(i + 2);
    }
    let dated = |i: usize| {
        let named = number(i) || mentioned(words, i) || part(words, i).is_some();
        named || month(words.at(i)).is_some() || holiday(words, i, NaiveDate::default()).is_some()
    };
    // "the day before" something that was not read with it.
    if matches!(words.at(i + 1), "before" | "after") && unit(words.at(i)).is_some() {
        return Some(i + 2);
    }
    match words.at(i) {
        "every" => recurring(words, i),
        "until" | "till" | "til" => Some(i + 4),
        "before" | "after" => dated(i + 1 + usize::from(words.at(i + 1) == "the")).then_some(i + 3),
        _ => None,
    }
}

pub(super) fn is_half(word: &str) -> bool {
    matches!(word, "am" | "pm" | "uhr" | "o'clock")
}

/// The name of a day or a month, which may as well belong to the words: "the Friday call".
pub(super) fn mentioned(words: &Words, i: usize) -> bool {
    let day = matches!(weekday(words.at(i)), Some((_, Form::Full | Form::Plural)));
    let verb = matches!(words.at(i), "may" | "march" | "mar" | "mai" | "jan" | "dec" | "sept");
    let month = month(words.at(i)).is_some() && !verb;
    let near = matches!(words.at(i), "today" | "tomorrow" | "tonight" | "noon" | "midnight");
    day || month || near || holiday(words, i, NaiveDate::default()).is_some()
}

/// "starting Monday", "from tomorrow on", "ab 1. Dezember": when a series begins; the token after it.
pub(super) fn begins(words: &Words, i: usize) -> Option<usize> {
    if !matches!(words.at(i), "starting" | "beginning" | "from" | "ab" | "since" | "seit") {
        return None;
    }
    let skips = |i: usize| i + usize::from(matches!(words.at(i), "on" | "from" | "at" | "the" | "this" | "next"));
    let at = skips(skips(i + 1));
    let number = words.short_number(at, 2).is_some() && month(words.at(at + 1)).is_some();
    (mentioned(words, at) || number).then_some(at + if number { 2 } else { 1 })
}

/// "9-11", "9 to 5", "five to ten": two bare hours; the token after them.
pub(super) fn bare_range(words: &Words, i: usize) -> Option<usize> {
    let hour = |i: usize| words.short_number(i, 2).filter(|hour| *hour <= 24).or_else(|| hour_word(words.at(i)));
    let linked = matches!(words.at(i + 1), "-" | "–" | "to" | "till" | "until" | "bis");
    (hour(i).is_some() && linked && hour(i + 2).is_some()).then_some(i + 3)
}

/// "tomorrow 5 swim": a bare number where an hour may stand, and nothing that it counts; the token after it.
pub(super) fn bare_hour(words: &Words, i: usize) -> Option<usize> {
    let hour = words.short_number(i, 2).filter(|hour| *hour <= 24)?;
    let next = words.at(i + 1);
    let counts =
        hour > 1 && next.ends_with('s') || unit(next).is_some() || words.glued(i + 1) || words.before(i) == "the";
    (!counts).then_some(i + 1)
}

/// "after the meeting", "when I am home", "nach dem Essen": an event instead of an hour; the token after it.
pub(super) fn event(words: &Words, i: usize) -> Option<usize> {
    let english = matches!(words.at(i), "after" | "before" | "during" | "while" | "when" | "once" | "whenever");
    let german = matches!(words.at(i), "nach" | "vor" | "während")
        && matches!(words.at(i + 1), "dem" | "der" | "den" | "meinem" | "meiner" | "unserem" | "unserer");
    let clause = matches!(words.at(i), "wenn" | "sobald" | "bevor" | "nachdem");
    let ends = |i: usize| matches!(words.at(i), "" | "to" | "zu" | "," | ":" | "an" | "about" | "of" | "that");
    (english || german || clause).then(|| (i + 2..i + 6).find(|i| ends(*i)).unwrap_or(i + 3).min(words.len()))
}
