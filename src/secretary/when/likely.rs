//! Likely time zones of a person, by language: offered as buttons, never chosen.

use chrono_tz::Tz;

/// Zones by language, the most populous first. A region after the language ("pt-br") is looked up before it.
const BY_LANGUAGE: &[(&str, &[Tz])] = &[
    ("en-us", &[Tz::America__New_York, Tz::America__Chicago, Tz::America__Los_Angeles]),
    ("en-gb", &[Tz::Europe__London]),
    ("en-in", &[Tz::Asia__Kolkata]),
    ("en-au", &[Tz::Australia__Sydney, Tz::Australia__Perth]),
    ("en-ca", &[Tz::America__Toronto, Tz::America__Vancouver]),
    ("en", &[Tz::Europe__London, Tz::America__New_York, Tz::America__Los_Angeles]),
    ("de", &[Tz::Europe__Berlin, Tz::Europe__Vienna, Tz::Europe__Zurich]),
    ("fr-ca", &[Tz::America__Toronto]),
    ("fr", &[Tz::Europe__Paris, Tz::Europe__Brussels, Tz::America__Toronto]),
    ("es-es", &[Tz::Europe__Madrid]),
    ("es", &[Tz::Europe__Madrid, Tz::America__Mexico_City, Tz::America__Bogota]),
    ("pt-br", &[Tz::America__Sao_Paulo, Tz::America__Manaus]),
    ("pt", &[Tz::Europe__Lisbon, Tz::America__Sao_Paulo]),
    ("it", &[Tz::Europe__Rome]),
    ("nl", &[Tz::Europe__Amsterdam, Tz::Europe__Brussels]),
    ("pl", &[Tz::Europe__Warsaw]),
    ("cs", &[Tz::Europe__Prague]),
    ("sv", &[Tz::Europe__Stockholm]),
    ("da", &[Tz::Europe__Copenhagen]),
    ("no", &[Tz::Europe__Oslo]),
    ("nb", &[Tz::Europe__Oslo]),
    ("fi", &[Tz::Europe__Helsinki]),
    ("hu", &[Tz::Europe__Budapest]),
    ("ro", &[Tz::Europe__Bucharest]),
    ("el", &[Tz::Europe__Athens]),
    ("tr", &[Tz::Europe__Istanbul]),
    ("uk", &[Tz::Europe__Kyiv]),
    ("ru", &[Tz::Europe__Moscow, Tz::Asia__Yekaterinburg]),
    ("ar", &[Tz::Africa__Cairo, Tz::Asia__Riyadh, Tz::Asia__Dubai]),
    ("fa", &[Tz::Asia__Tehran]),
    ("he", &[Tz::Asia__Jerusalem]),
    ("hi", &[Tz::Asia__Kolkata]),
    ("id", &[Tz::Asia__Jakarta, Tz::Asia__Makassar]),
    ("vi", &[Tz::Asia__Ho_Chi_Minh]),
    ("th", &[Tz::Asia__Bangkok]),
    ("zh-tw", &[Tz::Asia__Taipei]),
    ("zh", &[Tz::Asia__Shanghai, Tz::Asia__Taipei]),
    ("ja", &[Tz::Asia__Tokyo]),
    ("ko", &[Tz::Asia__Seoul]),
];

/// At most five zones: the usual one here, those of the language, UTC; none twice.
pub fn likely_zones(language: &str, usual: Tz) -> Vec<Tz> {
    let language = language.to_lowercase().replace('_', "-");
    let base = language.split('-').next().unwrap_or_default();
    let of = |name: &str| BY_LANGUAGE.iter().find(|(l, _)| *l == name).map(|(_, zones)| *zones);
    let spoken = of(&language).or_else(|| of(base)).unwrap_or_default();
    let mut zones: Vec<Tz> = Vec::new();
    for zone in [usual].iter().chain(spoken).chain(&[Tz::UTC]) {
        if !zones.contains(zone) {
            zones.push(*zone);
        }
    }
    zones
}

#[cfg(test)]
mod tests {
    use crate::secretary::when::likely::*;

    #[test]
    fn the_usual_zone_comes_first_and_utc_is_there() {
        for (language, usual, wanted) in [
            ("de", Tz::Europe__Berlin, &[Tz::Europe__Berlin, Tz::Europe__Vienna, Tz::Europe__Zurich, Tz::UTC][..]),
            ("pt-BR", Tz::UTC, &[Tz::UTC, Tz::America__Sao_Paulo, Tz::America__Manaus]),
            ("uk_UA", Tz::Europe__Berlin, &[Tz::Europe__Berlin, Tz::Europe__Kyiv, Tz::UTC]),
            ("tlh", Tz::Europe__Berlin, &[Tz::Europe__Berlin, Tz::UTC]),
            ("", Tz::UTC, &[Tz::UTC]),
        ] {
            assert_eq!(likely_zones(language, usual), wanted, "{language}");
        }
        assert!(BY_LANGUAGE.iter().all(|(language, _)| likely_zones(language, Tz::Pacific__Apia).len() <= 5));
    }
}
