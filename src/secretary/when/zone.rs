//! Parses a time zone: an IANA name in any case, a city, a country with one zone, an abbreviation that is a zone
//! name.
//!
//! It refuses bare offsets, because they know no summer time, and proposes what to type instead.

use chrono_tz::{TZ_VARIANTS, Tz};

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
const PLACES: &[(&str, Tz)] = &[
    ("kiev", Tz::Europe__Kyiv),
    ("kiew", Tz::Europe__Kyiv),
    ("lviv", Tz::Europe__Kyiv),
    ("odesa", Tz::Europe__Kyiv),
    ("kharkiv", Tz::Europe__Kyiv),
    ("ukraine", Tz::Europe__Kyiv),
    ("germany", Tz::Europe__Berlin),
    ("deutschland", Tz::Europe__Berlin),
    ("hamburg", Tz::Europe__Berlin),
    ("munich", Tz::Europe__Berlin),
    ("münchen", Tz::Europe__Berlin),
    ("cologne", Tz::Europe__Berlin),
    ("köln", Tz::Europe__Berlin),
    ("frankfurt", Tz::Europe__Berlin),
    ("stuttgart", Tz::Europe__Berlin),
    ("austria", Tz::Europe__Vienna),
    ("wien", Tz::Europe__Vienna),
    ("switzerland", Tz::Europe__Zurich),
    ("zürich", Tz::Europe__Zurich),
    ("geneva", Tz::Europe__Zurich),
    ("france", Tz::Europe__Paris),
    ("lyon", Tz::Europe__Paris),
    ("italy", Tz::Europe__Rome),
    ("milan", Tz::Europe__Rome),
    ("spain", Tz::Europe__Madrid),
    ("barcelona", Tz::Europe__Madrid),
    ("krakow", Tz::Europe__Warsaw),
    ("warschau", Tz::Europe__Warsaw),
    ("prag", Tz::Europe__Prague),
    ("netherlands", Tz::Europe__Amsterdam),
    ("uk", Tz::Europe__London),
    ("england", Tz::Europe__London),
    ("edinburgh", Tz::Europe__London),
    ("manchester", Tz::Europe__London),
    ("ireland", Tz::Europe__Dublin),
    ("moskau", Tz::Europe__Moscow),
    ("nyc", Tz::America__New_York),
    ("new york city", Tz::America__New_York),
    ("boston", Tz::America__New_York),
    ("washington", Tz::America__New_York),
    ("miami", Tz::America__New_York),
    ("atlanta", Tz::America__New_York),
    ("houston", Tz::America__Chicago),
    ("dallas", Tz::America__Chicago),
    ("austin", Tz::America__Chicago),
    ("san francisco", Tz::America__Los_Angeles),
    ("seattle", Tz::America__Los_Angeles),
    ("san diego", Tz::America__Los_Angeles),
    ("la", Tz::America__Los_Angeles),
    ("montreal", Tz::America__Toronto),
    ("rio de janeiro", Tz::America__Sao_Paulo),
    ("são paulo", Tz::America__Sao_Paulo),
    ("mumbai", Tz::Asia__Kolkata),
    ("delhi", Tz::Asia__Kolkata),
    ("new delhi", Tz::Asia__Kolkata),
    ("bangalore", Tz::Asia__Kolkata),
    ("calcutta", Tz::Asia__Kolkata),
    ("india", Tz::Asia__Kolkata),
    ("beijing", Tz::Asia__Shanghai),
    ("shenzhen", Tz::Asia__Shanghai),
    ("china", Tz::Asia__Shanghai),
    ("osaka", Tz::Asia__Tokyo),
    ("kyoto", Tz::Asia__Tokyo),
    ("abu dhabi", Tz::Asia__Dubai),
    ("tel aviv", Tz::Asia__Jerusalem),
    ("hanoi", Tz::Asia__Bangkok),
    ("saigon", Tz::Asia__Ho_Chi_Minh),
    ("canberra", Tz::Australia__Sydney),
    ("wellington", Tz::Pacific__Auckland),
    ("cape town", Tz::Africa__Johannesburg),
];

/// Abbreviations which are no zone names, with the zone most people mean: proposed, never assumed.
const ABBREVIATIONS: &[(&str, &str)] = &[
    ("cest", "Europe/Berlin"),
    ("mez", "Europe/Berlin"),
    ("mesz", "Europe/Berlin"),
    ("bst", "Europe/London"),
    ("eest", "Europe/Kyiv"),
    ("msk", "Europe/Moscow"),
    ("ist", "Asia/Kolkata"),
    ("jst", "Asia/Tokyo"),
    ("edt", "America/New_York"),
    ("et", "America/New_York"),
    ("cst", "America/Chicago"),
    ("cdt", "America/Chicago"),
    ("mdt", "America/Denver"),
    ("pst", "America/Los_Angeles"),
    ("pdt", "America/Los_Angeles"),
    ("pt", "America/Los_Angeles"),
    ("aest", "Australia/Sydney"),
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
    if let Some((_, zone)) = PLACES.iter().find(|(place, _)| *place == wanted) {
        return Ok(*zone);
    }
    if let Some(zone) = by_city(&wanted) {
        return Ok(zone);
    }
    if let Some((_, zone)) = ABBREVIATIONS.iter().find(|(short, _)| *short == wanted) {
        return Err(unknown(text, vec![(*zone).to_owned()]));
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
    let limit = (wanted.chars().count() / 4).clamp(1, 3);
    let letters: Vec<char> = wanted.chars().collect();
    let mut found: Vec<(usize, usize, &str)> = NAMES
        .iter()
        .filter_map(|(full, zone)| {
            let city = full.rsplit('/').next().unwrap_or_default();
            // What is much longer or shorter is not near; the names of zones are ASCII.
            let about_as_long = |name: &&str| name.len().abs_diff(letters.len()) <= limit;
            let names = [full.as_str(), city].into_iter().filter(about_as_long);
            let distance = names.map(|name| distance(&letters, name)).min().filter(|distance| *distance <= limit)?;
            Some((distance, usize::from(!zone.name().contains('/')), zone.name()))
        })
        .collect();
    found.sort_unstable();
    let best = found.first().map_or(0, |(distance, _, _)| *distance);
    // A clear winner stands alone.
    found.retain(|(distance, _, _)| *distance <= best);
    found.into_iter().take(NEAR).map(|(_, _, name)| name.to_owned()).collect()
}

/// How many letters must be put in, taken out or changed (Levenshtein).
fn distance(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, to) in to.chars().enumerate() {
        let mut diagonal = i;
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
        let mut left = i + 1;
        for (cell, letter) in row.iter_mut().skip(1).zip(from) {
            let changed = diagonal + usize::from(*letter != to);
            diagonal = *cell;
            *cell = changed.min(left + 1).min(diagonal + 1);
            left = *cell;
        }
    }
    row.last().copied().unwrap_or_default()
}
