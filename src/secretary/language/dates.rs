//! Moments in the languages the secretary speaks. It computes no moment; `when` does.

use crate::secretary::names::languages::Language;
use crate::secretary::when;
use chrono::{DateTime, Utc};
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
    let place = Language::ALL.iter().position(|one| *one == language).unwrap_or(0);
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
