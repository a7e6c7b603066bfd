//! Abbreviations of time zones that several places share, some without summer time: the cities that may be meant, as
//! buttons. It must not choose one.

use chrono_tz::Tz;

use super::rule::WhenError;
use super::zone::parse_zone;

/// Abbreviations in lower case, the city most people mean first.
const MEANT: &[(&[&str], &[Tz])] = &[
    (
        &["est", "edt", "et", "eastern", "eastern time", "est5edt"],
        &[Tz::America__New_York, Tz::America__Toronto, Tz::America__Panama],
    ),
    (
        &["cst", "cdt", "ct", "central", "central time", "cst6cdt"],
        &[Tz::America__Chicago, Tz::America__Mexico_City, Tz::Asia__Shanghai],
    ),
    (&["mst", "mdt", "mt", "mountain", "mountain time", "mst7mdt"], &[Tz::America__Denver, Tz::America__Phoenix]),
    (&["pst", "pdt", "pt", "pacific", "pacific time", "pst8pdt"], &[Tz::America__Los_Angeles, Tz::America__Vancouver]),
    (&["hst"], &[Tz::Pacific__Honolulu]),
    (&["ist"], &[Tz::Asia__Kolkata, Tz::Europe__Dublin, Tz::Asia__Jerusalem]),
    (&["bst"], &[Tz::Europe__London, Tz::Asia__Dhaka]),
    (&["cest", "mez", "mesz"], &[Tz::Europe__Berlin, Tz::Europe__Paris, Tz::Europe__Madrid]),
    (&["eest"], &[Tz::Europe__Kyiv, Tz::Europe__Athens, Tz::Europe__Helsinki]),
    (&["msk"], &[Tz::Europe__Moscow]),
    (&["jst"], &[Tz::Asia__Tokyo]),
    (&["aest", "aedt", "aet"], &[Tz::Australia__Sydney, Tz::Australia__Brisbane, Tz::Australia__Melbourne]),
    (&["ast"], &[Tz::America__Halifax, Tz::America__Puerto_Rico, Tz::Asia__Riyadh]),
];

/// The cities that such an abbreviation may mean; none for any other text.
pub(super) fn meant(text: &str) -> Option<&'static [Tz]> {
    let wanted = text.trim().to_lowercase();
    MEANT.iter().find(|(short, _)| short.contains(&wanted.as_str())).map(|(_, cities)| *cities)
}

/// Whether a text is such an abbreviation.
pub fn is_abbreviation(text: &str) -> bool {
    meant(text).is_some()
}

/// The places that may be meant by an abbreviation, or by a name with a slip in it; none for a place or for nonsense.
pub fn cities_of(text: &str) -> Vec<Tz> {
    if let Some(cities) = meant(text) {
        return cities.to_vec();
    }
    match parse_zone(text) {
        Err(WhenError::UnknownZone { near, .. }) => near.iter().filter_map(|name| name.parse().ok()).collect(),
        Ok(_) | Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::when::abbreviated::*;

    #[test]
    fn an_abbreviation_is_asked_about_and_a_place_is_not() {
        assert_eq!(cities_of("EST").first(), Some(&Tz::America__New_York));
        assert_eq!(cities_of(" Pacific Time ").first(), Some(&Tz::America__Los_Angeles));
        assert_eq!(cities_of("Europe/Berln"), [Tz::Europe__Berlin]);
        for place in ["Berlin", "Europe/Berlin", "UTC", "UTC+2", "qqqqqqqq", ""] {
            assert!(cities_of(place).is_empty(), "{place}");
        }
    }
}
