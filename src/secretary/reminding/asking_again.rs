//! "Ask me tomorrow", "remind me of it tonight": when what is asked now is to be thought of again. Pure.

use super::super::phrases;
use super::super::when::{self, Rule};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// The moment at which somebody wants to be asked again. Words that say anything else besides name none.
pub fn asked_at(text: &str, zone: Tz, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    #[rustfmt::skip]
    const ASKS: &[&str] = &[
        "ask me again", "ask me", "ask again", "remind me of it", "remind me about it", "remind me of this", "remind me about this",
        "remind me of that", "remind me about that", "remind me again", "frag mich", "erinnere mich daran", "give me until",
    ];
    let plain = phrases::polite(text.trim()).trim_end_matches(['.', '!', ' ']);
    let lasts = || phrases::after(plain, &["give me"]).map(|length| format!("in {length}"));
    let time = phrases::after(plain, ASKS).map(str::to_owned).or_else(lasts)?;
    let moment = when::parse_moment(&time, zone, now)?;
    match moment.rule {
        Rule::Once { at } if moment.span == (0..time.len()) => Some(at),
        Rule::Once { .. } | Rule::Wall { .. } => None,
    }
}

/// Whether words ask for that plainly: "ask me tomorrow" can be about nothing but what is asked, "remind me of it" can.
pub fn asks_again(text: &str) -> bool {
    const ASKS: &[&str] = &["ask me again", "ask me", "ask again", "frag mich"];
    phrases::after(phrases::polite(text.trim()), ASKS).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;
    use chrono_tz::Europe::Berlin;

    #[test]
    fn the_time_of_being_asked_again_is_read() {
        let at = |day, hour| Utc.with_ymd_and_hms(2026, 11, day, hour, 0, 0).single();
        let now = at(23, 8).unwrap();
        for (text, wanted) in [
            ("ask me tomorrow", at(24, 8)),
            ("Please remind me of it tomorrow at 10.", at(24, 9)),
            ("frag mich morgen", at(24, 8)),
            ("ask me again tomorrow at 9", at(24, 8)),
            ("give me a day", at(24, 8)),
            ("give me 2 hours", at(23, 10)),
            ("ask me later", None),
            ("give me a discount", None),
            ("ask me tomorrow whether to go", None),
            ("remind me of it", None),
        ] {
            assert_eq!(asked_at(text, Berlin, now), wanted, "{text}");
        }
    }

    #[test]
    fn only_asking_is_about_what_is_asked() {
        for (text, asks) in [("Ask me tomorrow", true), ("frag mich morgen", true), ("remind me of it tomorrow", false)]
        {
            assert_eq!(asks_again(text), asks, "{text}");
        }
    }
}
