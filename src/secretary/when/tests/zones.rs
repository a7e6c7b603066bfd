//! Typed time zones.

use chrono_tz::{TZ_VARIANTS, Tz};

use super::super::{WhenError, parse_zone, zone_city};

#[test]
fn names_cities_and_abbreviations() {
    let table = [
        ("Europe/Berlin", Tz::Europe__Berlin),
        (" europe/berlin ", Tz::Europe__Berlin),
        ("Berlin", Tz::Europe__Berlin),
        ("Berlin, Germany", Tz::Europe__Berlin),
        ("new york", Tz::America__New_York),
        ("America/New York", Tz::America__New_York),
        ("NEW_YORK", Tz::America__New_York),
        ("Kyiv", Tz::Europe__Kyiv),
        ("Kiev", Tz::Europe__Kyiv),
        ("Europe/Kyiv", Tz::Europe__Kyiv),
        ("münchen", Tz::Europe__Berlin),
        ("San Francisco", Tz::America__Los_Angeles),
        ("buenos aires", Tz::America__Buenos_Aires),
        ("CET", Tz::CET),
        ("utc", Tz::UTC),
        ("GMT", Tz::GMT),
        ("Tokyo", Tz::Asia__Tokyo),
        ("Kolkata", Tz::Asia__Kolkata),
    ];
    for (typed, wanted) in table {
        assert_eq!(parse_zone(typed), Ok(wanted), "{typed}");
    }
    for zone in TZ_VARIANTS {
        assert_eq!(parse_zone(zone.name()), Ok(zone));
        assert_eq!(parse_zone(&zone.name().to_uppercase().replace('_', " ")), Ok(zone));
    }
}

#[test]
fn offsets_are_refused_with_a_city() {
    let table = [
        ("UTC+2", "Kyiv"),
        ("GMT+2", "Kyiv"),
        ("utc +1", "Berlin"),
        ("+02:00", "Kyiv"),
        ("+0530", "Kolkata"),
        ("GMT-5", "New York"),
        ("UTC−8", "Los Angeles"),
    ];
    for (typed, city) in table {
        let error = parse_zone(typed).expect_err(typed);
        assert!(matches!(error, WhenError::OffsetZone { .. }), "{typed}: {error:?}");
        assert!(error.to_string().contains(city), "{typed}: {error}");
        assert!(parse_zone(city).is_ok());
    }
}

#[test]
fn typing_errors_get_a_suggestion() {
    let table = [
        ("Europe/Berln", "Did you mean Europe/Berlin?"),
        ("Berln", "Did you mean Europe/Berlin?"),
        ("Amerca/New_York", "Did you mean America/New_York?"),
        ("Tokio", "Did you mean Asia/Tokyo?"),
        ("PST", "Did you mean America/Los_Angeles?"),
        ("cest", "Did you mean Europe/Berlin?"),
        ("Gondor", "I do not know the time zone \"Gondor\"."),
        ("xyzzyqq", "Type a city or a zone name, for example: Europe/Berlin"),
        ("", "Type a city"),
    ];
    for (typed, wanted) in table {
        let error = parse_zone(typed).expect_err(typed).to_string();
        assert!(error.contains(wanted), "{typed}: {error}");
    }
}

#[test]
fn cities_of_zones() {
    let table = [
        (Tz::Europe__Berlin, "Berlin"),
        (Tz::America__New_York, "New York"),
        (Tz::America__Argentina__Buenos_Aires, "Buenos Aires"),
        (Tz::UTC, "UTC"),
        (Tz::Etc__UTC, "UTC"),
        (Tz::CET, "CET"),
        (Tz::US__Eastern, "US Eastern"),
        (Tz::Etc__GMTMinus2, "UTC+2"),
        (Tz::Etc__GMTPlus5, "UTC-5"),
        (Tz::Etc__GMT0, "UTC"),
    ];
    for (zone, wanted) in table {
        assert_eq!(zone_city(zone), wanted, "{zone}");
    }
}
