//! A time zone said in a sentence: "my time zone is Lisbon", "I live in Peru".
//!
//! It must not look zones up, which is for `zone`, nor know who says it.

use super::super::phrases;
use super::zone::parse_zone;

/// What words say of a zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ZoneTold {
    /// They are about nothing else: what the zone is called in them.
    Surely(String),
    /// They may be the answer of somebody who was asked for it.
    IfAsked(String),
}

/// Sentences about nothing but a zone.
const SURE: &[&str] = &[
    "my time zone is",
    "my timezone is",
    "set my time zone to",
    "set my timezone to",
    "set the time zone to",
    "change my time zone to",
    "change my timezone to",
    "meine zeitzone ist",
];
/// Sentences about where somebody is.
const LIVING: &[&str] =
    &["i am in", "i'm in", "i live in", "we are in", "we live in", "ich bin in", "ich wohne in", "ich lebe in"];
/// Words in the name of a place.
const LONGEST: usize = 4;

/// Reads words that name a zone; none if they are about something else.
pub fn zone_told(text: &str) -> Option<ZoneTold> {
    let plain = phrases::bare(text);
    if let Some(name) = phrases::after(&plain, SURE) {
        return Some(ZoneTold::Surely(name.to_owned()));
    }
    let lives = phrases::after(&plain, LIVING);
    let name = lives.unwrap_or(&plain);
    let fits = name.split(' ').count() <= LONGEST && (lives.is_some() || parse_zone(name).is_ok());
    fits.then(|| ZoneTold::IfAsked(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_told_in_a_sentence_or_by_its_name() {
        let sure = |name: &str| Some(ZoneTold::Surely(name.to_owned()));
        let asked = |name: &str| Some(ZoneTold::IfAsked(name.to_owned()));
        assert_eq!(zone_told("My time zone is Lisbon."), sure("Lisbon"));
        assert_eq!(zone_told("Ich wohne in Peru"), asked("Peru"));
        assert_eq!(zone_told("Europe/Berlin"), asked("Europe/Berlin"));
        assert_eq!(zone_told("compare three hosting offers"), None);
        assert_eq!(zone_told("I live in a small house by the lake"), None);
    }
}
