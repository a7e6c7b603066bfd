//! Parses a time zone: an IANA name in any case, a city, a country with one zone, an abbreviation that is a zone
//! name.
//!
//! It refuses bare offsets, because they know no summer time, and proposes what to type instead.

use chrono_tz::{TZ_VARIANTS, Tz};

use super::abbreviated::meant;
use super::rule::{WhenError, shorten};
use std::sync::LazyLock;

/// The names of all zones as they are compared with what is typed. Many words are looked up here which are no zones.
static NAMES: LazyLock<Vec<(String, Tz)>> =
    LazyLock::new(|| TZ_VARIANTS.iter().map(|zone| (plain(zone.name()), *zone)).collect());

/// The longest zone name that is looked up, in bytes.
const LONGEST: usize = 64;
/// How many near names are proposed.
const NEAR: usize = 3;

/// Cities and countries which are no part of an IANA name, in lower case.
const PLACES: &[(Tz, &str)] = &[
    (Tz::Europe__Kyiv, "kiev|kiew|lviv|odesa|kharkiv|ukraine"),
    (Tz::Europe__Berlin, "germany|deutschland|hamburg|munich|münchen|cologne|köln|frankfurt|stuttgart"),
    (Tz::Europe__Vienna, "austria|wien"),
    (Tz::Europe__Zurich, "switzerland|zürich|geneva"),
    (Tz::Europe__Paris, "france|lyon"),
    (Tz::Europe__Rome, "italy|milan"),
    (Tz::Europe__Madrid, "spain|barcelona"),
    (Tz::Europe__Warsaw, "krakow|warschau"),
    (Tz::Europe__Prague, "prag"),
    (Tz::Europe__Amsterdam, "netherlands"),
    (Tz::Europe__London, "uk|england|edinburgh|manchester"),
    (Tz::Europe__Dublin, "ireland"),
    (Tz::Europe__Moscow, "moskau"),
    (Tz::America__New_York, "nyc|new york city|boston|washington|miami|atlanta"),
    (Tz::America__Chicago, "houston|dallas|austin"),
    (Tz::America__Los_Angeles, "san francisco|seattle|san diego|la"),
    (Tz::America__Toronto, "montreal"),
    (Tz::America__Sao_Paulo, "rio de janeiro|são paulo"),
    (Tz::Asia__Kolkata, "mumbai|delhi|new delhi|bangalore|calcutta|india"),
    (Tz::Asia__Shanghai, "beijing|shenzhen|china"),
    (Tz::Asia__Tokyo, "osaka|kyoto"),
    (Tz::Asia__Dubai, "abu dhabi"),
    (Tz::Asia__Jerusalem, "tel aviv"),
    (Tz::Asia__Bangkok, "hanoi"),
    (Tz::Asia__Ho_Chi_Minh, "saigon"),
    (Tz::Australia__Sydney, "canberra"),
    (Tz::Pacific__Auckland, "wellington"),
    (Tz::Africa__Johannesburg, "cape town"),
];

/// Reads a zone: "europe/berlin", "New York", "Kiev", "CET".
///
/// # Errors
/// An offset ("UTC+2") is refused with a city to type; an unknown name comes back with up to three near ones.
pub fn parse_zone(text: &str) -> Result<Tz, WhenError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(WhenError::UnknownZone { text: String::new(), near: Vec::new() });
    }
    if text.len() > LONGEST {
        return Err(unknown(text, Vec::new()));
    }
    let wanted = plain(text);
    if let Some((_, zone)) = NAMES.iter().find(|(name, _)| *name == wanted) {
        return Ok(*zone);
    }
    // Before the cities: the last part of "Etc/GMT+2" looks like "GMT+2" and means the opposite.
    if let Some(minutes) = offset(&wanted) {
        return Err(WhenError::OffsetZone { text: shorten(text), city: city_at(minutes) });
    }
    if let Some((zone, _)) = PLACES.iter().find(|(_, places)| places.split('|').any(|place| place == wanted)) {
        return Ok(*zone);
    }
    if let Some(zone) = by_city(&wanted) {
        return Ok(zone);
    }
    if let Some([zone, ..]) = meant(&wanted) {
        return Err(unknown(text, vec![zone.name().to_owned()]));
    }
    // "Berlin, Germany" and "Paris/France": the first part alone may be a place.
    let first = wanted.split([',', '(']).next().unwrap_or_default().trim();
    if first.len() > 2 && first.len() < wanted.len() {
        return parse_zone(first).map_err(|_| unknown(text, near(first)));
    }
    Err(unknown(text, near(&wanted)))
}

fn unknown(text: &str, near: Vec<String>) -> WhenError {
    WhenError::UnknownZone { text: shorten(text), near }
}

/// Lower case, with spaces for underscores and single spaces.
fn plain(name: &str) -> String {
    let spaced = name.to_lowercase().replace('_', " ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The zone whose last part is this city; names of the geographic regions win over old aliases.
fn by_city(wanted: &str) -> Option<Tz> {
    let rank = |zone: &Tz| {
        let region = zone.name().split('/').next().unwrap_or_default();
        match region {
            "Europe" | "America" | "Asia" | "Africa" | "Australia" | "Pacific" | "Atlantic" | "Indian"
            | "Antarctica" => 0,
            _ => 1,
        }
    };
    let called =
        |name: &str| name.strip_suffix(wanted).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    let mut fits: Vec<Tz> = NAMES.iter().filter(|(name, _)| called(name)).map(|(_, zone)| *zone).collect();
    fits.sort_by_key(|zone| (rank(zone), zone.name().len()));
    fits.first().copied()
}

/// An offset such as "utc+2", "gmt-05:30" or "+0200", in minutes.
fn offset(wanted: &str) -> Option<i32> {
    let rest = ["utc", "gmt", "z"].iter().find_map(|prefix| wanted.strip_prefix(prefix)).unwrap_or(wanted).trim();
    let (sign, digits) = match rest.chars().next()? {
        '+' => (1, rest.get(1..)?),
        '-' => (-1, rest.get(1..)?),
        '−' | '–' => (-1, rest.get('−'.len_utf8()..)?),
        _ => return None,
    };
    let digits = digits.trim();
    let (hours, minutes) = match digits.split_once([':', '.']) {
        Some(parts) => parts,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "0"),
    };
    let hours: i32 = hours.parse().ok().filter(|hours| (0..=14).contains(hours))?;
    let minutes: i32 = minutes.parse().ok().filter(|minutes| (0..60).contains(minutes))?;
    Some(sign * (hours * 60 + minutes))
}

/// A city whose standard time has, or is nearest to, this offset in minutes.
fn city_at(minutes: i32) -> &'static str {
    const CITIES: &[(i32, &str)] = &[
        (-600, "Honolulu"),
        (-540, "Anchorage"),
        (-480, "Los Angeles"),
        (-420, "Denver"),
        (-360, "Chicago"),
        (-300, "New York"),
        (-240, "Halifax"),
        (-180, "Sao Paulo"),
        (-60, "Azores"),
        (0, "London"),
        (60, "Berlin"),
        (120, "Kyiv"),
        (180, "Istanbul"),
        (210, "Tehran"),
        (240, "Dubai"),
        (300, "Karachi"),
        (330, "Kolkata"),
        (360, "Dhaka"),
        (420, "Bangkok"),
        (480, "Singapore"),
        (540, "Tokyo"),
        (570, "Adelaide"),
        (600, "Sydney"),
        (720, "Auckland"),
    ];
    let nearest = CITIES.iter().min_by_key(|(offset, _)| (offset - minutes).abs());
    nearest.map_or("Berlin", |(_, city)| city)
}

/// The zone names nearest to a typed one, best first; a city alone is compared with cities.
fn near(wanted: &str) -> Vec<String> {
    let letters = wanted.chars().count();
    let limit = (letters / 4).clamp(1, 3);
    let mut found: Vec<(usize, usize, &str)> = NAMES
        .iter()
        .filter_map(|(full, zone)| {
            let city = full.rsplit('/').next().unwrap_or_default();
            // What is much longer or shorter is not near; the names of zones are ASCII.
            let about_as_long = |name: &&str| name.len().abs_diff(letters) <= limit;
            let names = [full.as_str(), city].into_iter().filter(about_as_long);
            let distance =
                names.map(|name| strsim::levenshtein(wanted, name)).min().filter(|distance| *distance <= limit)?;
            Some((distance, usize::from(!zone.name().contains('/')), zone.name()))
        })
        .collect();
    found.sort_unstable();
    let best = found.first().map_or(0, |(distance, _, _)| *distance);
    // A clear winner stands alone.
    found.retain(|(distance, _, _)| *distance <= best);
    found.into_iter().take(NEAR).map(|(_, _, name)| name.to_owned()).collect()
}
