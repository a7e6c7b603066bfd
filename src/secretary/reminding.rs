//! "Remind me …" read by rules, with or without a model: it is an order in plain words, echoed back
//! with its time.

use super::when::{self, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// What of and when.
    Clear {
        /// The words to be said then.
        what: String,
        /// When.
        rule: Rule,
        /// It names a time of day, so that it means another moment in another zone; "in 20 minutes" does not.
        local: bool,
    },
    /// What of, but no time.
    NoTime {
        /// The words.
        what: String,
    },
    /// A time, but nothing to be reminded of, or a time that has passed.
    Unclear(String),
}

const OPENINGS: [&str; 7] = [
    "please remind me",
    "remind me",
    "reminder:",
    "reminder to",
    "erinnere mich",
    "set a reminder",
    "bitte erinnere mich",
];

/// Reads a reminder; none when the text does not ask for one.
pub fn read(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<Reading> {
    let trimmed = text.trim();
    let lower = trimmed.to_lowercase();
    // Lower-casing may change lengths; the openings are ASCII, so they are cut by their own length.
    let opening = OPENINGS.iter().find(|o| lower.starts_with(**o))?;
    let rest = trimmed.get(opening.len()..)?.trim_start_matches([':', ',']).trim();
    let Some(moment) = when::parse_moment(rest, zone, now) else {
        let what = clean(rest);
        return Some(if what.is_empty() { Reading::Unclear(how_to()) } else { Reading::NoTime { what } });
    };
    let (before, after) = (rest.get(..moment.span.start)?, rest.get(moment.span.end..)?);
    let what = clean(&format!("{} {}", before.trim(), after.trim()));
    if what.is_empty() {
        return Some(Reading::Unclear(how_to()));
    }
    if let Rule::Once { at } = moment.rule
        && at <= now
    {
        return Some(Reading::Unclear("That moment has passed. Tell me a time that is still to come.".to_owned()));
    }
    let local = names_local_time(rest, &moment.rule, zone, now);
    Some(Reading::Clear { what, rule: moment.rule, local })
}

/// Whether the same words mean another rule where clocks show another time.
fn names_local_time(text: &str, rule: &Rule, zone: Tz, now: DateTime<Utc>) -> bool {
    let other = if zone == Tz::Asia__Kathmandu { Tz::UTC } else { Tz::Asia__Kathmandu };
    rule.recurs() || when::parse_moment(text, other, now).is_none_or(|there| there.rule != *rule)
}

/// The words without what only leads to them.
pub(super) fn clean(text: &str) -> String {
    let mut what = text.trim().trim_matches([',', '.', ':', ';']).trim();
    loop {
        let lead = ["to ", "that ", "about ", "of ", "for ", "an ", "daran, ", "daran ", "dass ", "zu "];
        let lower = what.to_lowercase();
        match lead.iter().find(|l| lower.starts_with(**l)) {
            Some(l) => what = what.get(l.len()..).unwrap_or("").trim_start(),
            None => break,
        }
    }
    let ends = [" at", " on", " in", " by", " um", " am"];
    for end in ends {
        what = what.strip_suffix(end).unwrap_or(what).trim_end();
    }
    what.trim_matches([',', '.', ':', ';']).trim().to_owned()
}

fn how_to() -> String {
    "What shall I remind you of, and when? For example: remind me tomorrow at 9 to call Kim".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    fn at() -> (Tz, DateTime<Utc>) {
        (chrono_tz::Europe::Berlin, Utc.with_ymd_and_hms(2026, 11, 21, 9, 0, 0).unwrap())
    }

    #[test]
    fn words_and_time_are_told_apart() {
        let (zone, now) = at();
        for (text, wanted) in [
            ("remind me tomorrow at 9 to call Kim", "call Kim"),
            ("Remind me to call Kim tomorrow at 9", "call Kim"),
            ("remind me in 20 minutes: tea", "tea"),
            ("please remind me about the rent on friday at 14:00", "the rent"),
            ("erinnere mich morgen um 15 Uhr an den Zahnarzt", "den Zahnarzt"),
        ] {
            match read(text, zone, now) {
                Some(Reading::Clear { what, .. }) => assert!(what.ends_with(wanted), "{text}: {what}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn only_times_of_day_depend_on_the_zone() {
        let (zone, now) = at();
        for (text, wanted) in [
            ("remind me tomorrow at 9 to call Kim", true),
            ("remind me every day at 9 to call Kim", true),
            ("remind me in 20 minutes to call Kim", false),
            ("remind me in 2 hours: tea", false),
        ] {
            let Some(Reading::Clear { local, .. }) = read(text, zone, now) else { panic!("{text}") };
            assert_eq!(local, wanted, "{text}");
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let (zone, now) = at();
        assert_eq!(read("remind me to call Kim", zone, now), Some(Reading::NoTime { what: "call Kim".into() }));
        assert!(matches!(read("remind me tomorrow at 9", zone, now), Some(Reading::Unclear(_))));
        assert_eq!(read("write a poem about reminders", zone, now), None);
        assert_eq!(read("", zone, now), None);
    }
}
