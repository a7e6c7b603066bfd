//! Moments in the languages the secretary speaks. It computes no moment; `when` does.

use crate::secretary::names::languages::Language;
use crate::secretary::when;
use chrono::{DateTime, Month, Utc, Weekday};
use chrono_tz::Tz;

const DAYS: [[&str; 7]; 5] = [
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
    ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
    ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
];
const MONTHS: [[&str; 12]; 4] = [
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."],
    ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
    ["janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."],
];

/// Whole names of the days of the week in the other languages.
const WHOLE_DAYS: [[&str; 7]; 4] = [
    ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
];
/// Which of five, in Spanish, before a day of the week.
const SPANISH: [&str; 5] = ["primer", "segundo", "tercer", "cuarto", "quinto"];

/// A moment with its day: "Mo 24. Nov., 09:00 (Berlin)".
pub fn dated(at: DateTime<Utc>, zone: Tz, since: DateTime<Utc>, language: Language) -> String {
    if language == Language::English {
        return when::say_time(at, zone, since);
    }
    put_together(when::dated(at, zone, since), language)
}

/// A time of day with the city whose it is: "09:00 (Berlin)".
pub fn clocked(at: DateTime<Utc>, zone: Tz, language: Language) -> String {
    let (clock, city) = (when::say_clock(at, zone), when::zone_city(zone));
    match language {
        Language::English | Language::German | Language::Spanish | Language::French => format!("{clock} ({city})"),
        Language::Chinese => format!("{clock}（{city}）"),
    }
}

/// The pieces of a moment that was said in English ("Mon 24 Nov, 09:00 (Berlin)"); none of anything else.
pub fn pieces(text: &str) -> Option<when::Dated> {
    let (date, rest) = text.split_once(", ")?;
    let (clock, city) = rest.strip_suffix(')')?.split_once(" (")?;
    let mut words = date.split(' ');
    let (weekday, day, month) = (words.next()?, words.next()?, words.next()?);
    let weekday = DAYS[0].iter().position(|name| *name == weekday)?;
    let month = MONTHS[0].iter().position(|name| *name == month)?;
    let year = words.next().map(str::parse).transpose().ok()?;
    let (day, clock, city) = (day.parse().ok()?, clock.to_owned(), city.to_owned());
    Some(when::Dated { weekday, day, month, year, clock, city })
}

/// Such a moment in a language, where the zone of who reads it is not known.
pub fn redated(text: &str, language: Language) -> Option<String> {
    if language == Language::English {
        return None;
    }
    pieces(text).map(|dated| put_together(dated, language))
}

fn put_together(dated: when::Dated, language: Language) -> String {
    let place = place_of(language);
    let when::Dated { weekday, day, month, year, clock, city } = dated;
    let weekday = DAYS[place][weekday % 7];
    let named = MONTHS.get(place).map_or("", |months| months[month % 12]);
    let of_year = year.map_or_else(String::new, |year| format!(" {year}"));
    match language {
        Language::German => format!("{weekday} {day}. {named}{of_year}, {clock} ({city})"),
        Language::English | Language::Spanish | Language::French => {
            format!("{weekday} {day} {named}{of_year}, {clock} ({city})")
        }
        Language::Chinese => {
            let year = year.map_or_else(String::new, |year| format!("{year}年"));
            format!("{year}{}月{day}日{weekday} {clock}（{city}）", month + 1)
        }
    }
}

fn place_of(language: Language) -> usize {
    Language::ALL.iter().position(|one| *one == language).unwrap_or(0)
}

/// What stands before the last of several.
const AND: &str = " and ";
/// The joints that are tried: what is named may have one in itself.
const JOINTS: usize = 3;

/// What is named in a row: "09:00, 12:00 and 18:00", in each way to read it, since the last joint may be within what is
/// named: "waits, asks you and waits for the answer".
pub fn readings(text: &str) -> impl Iterator<Item = Vec<String>> {
    let joints =
        text.rmatch_indices(AND).take(JOINTS).map(move |(at, and)| (Some(&text[..at]), &text[at + and.len()..]));
    joints.chain([(None, text)]).map(|(head, last)| in_a_row(head, last))
}

/// A day of the week behind the last number belongs to all of them: "1st and 3rd Monday".
fn in_a_row(head: Option<&str>, last: &str) -> Vec<String> {
    let day = last.split_once(' ').filter(|(which, day)| ordinal(which).is_some() && weekday(day).is_some());
    let whole = |one: &str| match day {
        Some((_, day)) if ordinal(one).is_some() => format!("{one} {day}"),
        _ => one.to_owned(),
    };
    head.into_iter().flat_map(|head| head.split(", ")).map(whole).chain([last.to_owned()]).collect()
}

/// The same in a language, where `one` says what one of them is called: in the way in which it knows all of them, else in the
/// usual one.
pub fn row(text: &str, language: Language, one: impl Fn(&str) -> Option<String>) -> String {
    let known = readings(text).find(|names| names.iter().all(|name| one(name).is_some()));
    let names = known.or_else(|| readings(text).next()).unwrap_or_default();
    let all: Vec<String> = names.into_iter().map(|name| one(&name).unwrap_or(name)).collect();
    let (comma, and) = match language {
        Language::English => (", ", " and "),
        Language::German => (", ", " und "),
        Language::Spanish => (", ", " y "),
        Language::French => (", ", " et "),
        Language::Chinese => ("、", "和"),
    };
    match all.split_last() {
        Some((last, head)) if !head.is_empty() => format!("{}{and}{last}", head.join(comma)),
        _ => all.concat(),
    }
}

/// Whether this is a day, a time of day, or which day of a month it is.
pub fn is_named(text: &str) -> bool {
    named(text, Language::German).is_some()
}

/// A day, a time of day, or which day of a month it is: "Monday", "28 February", "Tue 24 Nov", "09:00", "15th", "last Friday".
pub fn named(text: &str, language: Language) -> Option<String> {
    let place = place_of(language).checked_sub(1)?;
    let clock =
        text.split_once(':').filter(|(hour, minute)| hour.parse::<u8>().is_ok() && minute.parse::<u8>().is_ok());
    if clock.is_some() {
        return Some(text.to_owned());
    }
    if let Some(day) = weekday(text) {
        return Some(WHOLE_DAYS[place][day].to_owned());
    }
    if let Some(day) = ordinal(text) {
        return Some(match language {
            Language::German => format!("{day}."),
            Language::French if day == 1 => "1er".to_owned(),
            Language::English | Language::Spanish | Language::French => day.to_string(),
            Language::Chinese => format!("{day}日"),
        });
    }
    let words: Vec<&str> = text.split(' ').collect();
    match words.as_slice() {
        [which, day] if weekday(day).is_some() => nth(which, WHOLE_DAYS[place][weekday(day)?], language),
        [day, month] => day_of(day.parse().ok()?, month.parse().ok()?, "", language),
        [week, day, month] => {
            let week = DAYS[place + 1][weekday(week)?];
            day_of(day.parse().ok()?, month.parse().ok()?, week, language)
        }
        _ => None,
    }
}

/// "24. Nov.", behind the name of its day if there is one.
fn day_of(day: u32, month: Month, week: &str, language: Language) -> Option<String> {
    let month = month.number_from_month() as usize;
    if language == Language::Chinese {
        return Some(format!("{month}月{day}日{week}"));
    }
    let name = MONTHS.get(place_of(language))?.get(month.checked_sub(1)?)?;
    let dot = if language == Language::German { "." } else { "" };
    let week = if week.is_empty() { String::new() } else { format!("{week} ") };
    Some(format!("{week}{day}{dot} {name}"))
}

/// "1. Montag", "letzten Montag".
fn nth(which: &str, day: &str, language: Language) -> Option<String> {
    if which == "last" {
        return Some(match language {
            Language::English => format!("last {day}"),
            Language::German => format!("letzten {day}"),
            Language::Spanish => format!("último {day}"),
            Language::French => format!("dernier {day}"),
            Language::Chinese => format!("最后一个{day}"),
        });
    }
    let number = ordinal(which)?;
    Some(match language {
        Language::English => format!("{which} {day}"),
        Language::German => format!("{number}. {day}"),
        Language::Spanish => format!("{} {day}", SPANISH.get(number.checked_sub(1)? as usize)?),
        Language::French if number == 1 => format!("1er {day}"),
        Language::French => format!("{number}e {day}"),
        Language::Chinese => format!("第{number}个{day}"),
    })
}

/// The place of a day of the week with an English name, from Monday on.
fn weekday(name: &str) -> Option<usize> {
    name.parse::<Weekday>().ok().map(|day| day.num_days_from_monday() as usize)
}

/// The number of "1st", "22nd", "13th".
fn ordinal(text: &str) -> Option<u32> {
    let end = text.len().checked_sub(2)?;
    let (number, sign) = text.split_at_checked(end)?;
    matches!(sign, "st" | "nd" | "rd" | "th").then(|| number.parse().ok()).flatten()
}
