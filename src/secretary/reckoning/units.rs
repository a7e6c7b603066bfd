//! Measures in other units, by the exact definitions of the units. What cannot be turned into each other is said, and
//! so is what changes from day to day: exchange rates.

use super::super::phrases::{after, around};
use super::{Answer, Number, evaluate};

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Length,
    Weight,
    Volume,
    Heat,
    Time,
    Years,
    Speed,
    Area,
    Data,
    Energy,
    Money,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Length => "a length",
            Self::Weight => "a weight",
            Self::Volume => "a volume",
            Self::Heat => "a temperature",
            Self::Time => "a time",
            Self::Years => "a time by the calendar",
            Self::Speed => "a speed",
            Self::Area => "an area",
            Self::Data => "an amount of data",
            Self::Energy => "an energy",
            Self::Money => "money",
        }
    }
}

/// A unit: its names (the first is shown), what it measures, and how much of the base unit it is, as a sum.
struct Unit {
    names: &'static [&'static str],
    kind: Kind,
    size: &'static str,
}

const fn unit(names: &'static [&'static str], kind: Kind, size: &'static str) -> Unit {
    Unit { names, kind, size }
}

const UNITS: &[Unit] = &[
    unit(&["km", "kilometre", "kilometres", "kilometer", "kilometers", "kms"], Kind::Length, "1000"),
    unit(&["m", "metre", "metres", "meter", "meters"], Kind::Length, "1"),
    unit(&["cm", "centimetre", "centimetres", "centimeter", "centimeters", "zentimeter"], Kind::Length, "0.01"),
    unit(&["mm", "millimetre", "millimetres", "millimeter", "millimeters"], Kind::Length, "0.001"),
    unit(&["miles", "mi", "mile", "meilen"], Kind::Length, "1609.344"),
    unit(&["yards", "yd", "yard", "yds"], Kind::Length, "0.9144"),
    unit(&["feet", "ft", "foot", "'"], Kind::Length, "0.3048"),
    unit(&["inches", "inch", "in", "zoll", "\""], Kind::Length, "0.0254"),
    unit(&["nautical miles", "nautical mile", "nmi"], Kind::Length, "1852"),
    unit(&["kg", "kilo", "kilos", "kilogram", "kilograms", "kilogramm"], Kind::Weight, "1"),
    unit(&["g", "gram", "grams", "gramm", "gramme", "grammes"], Kind::Weight, "0.001"),
    unit(&["mg", "milligram", "milligrams"], Kind::Weight, "0.000001"),
    unit(&["tonnes", "tonne", "metric tons", "metric ton"], Kind::Weight, "1000"),
    unit(&["lb", "lbs", "pound", "pounds", "pfund"], Kind::Weight, "0.45359237"),
    unit(&["oz", "ounce", "ounces"], Kind::Weight, "0.028349523125"),
    unit(&["stone", "st", "stones"], Kind::Weight, "6.35029318"),
    unit(&["l", "litre", "litres", "liter", "liters"], Kind::Volume, "1"),
    unit(&["ml", "millilitre", "millilitres", "milliliter", "milliliters"], Kind::Volume, "0.001"),
    unit(&["cl", "centilitre", "centilitres", "centiliter", "centiliters"], Kind::Volume, "0.01"),
    unit(&["dl", "decilitre", "decilitres", "deciliter", "deciliters"], Kind::Volume, "0.1"),
    unit(&["US gallons", "gal", "gallon", "gallons", "us gallon"], Kind::Volume, "3.785411784"),
    unit(&["imperial gallons", "imperial gallon", "uk gallons", "uk gallon"], Kind::Volume, "4.54609"),
    unit(&["US quarts", "quart", "quarts", "qt"], Kind::Volume, "0.946352946"),
    unit(&["US pints", "us pint"], Kind::Volume, "0.473176473"),
    unit(&["imperial pints", "imperial pint", "uk pints", "uk pint"], Kind::Volume, "0.56826125"),
    unit(&["US cups", "cup", "cups"], Kind::Volume, "0.2365882365"),
    unit(&["US fl oz", "fl oz", "fluid ounce", "fluid ounces"], Kind::Volume, "0.0295735295625"),
    unit(&["US tbsp", "tbsp", "tablespoon", "tablespoons"], Kind::Volume, "0.01478676478125"),
    unit(&["US tsp", "tsp", "teaspoon", "teaspoons"], Kind::Volume, "0.00492892159375"),
    unit(
        &["°C", "c", "celsius", "degrees celsius", "degrees c", "degree celsius", "centigrade", "grad celsius"],
        Kind::Heat,
        "C",
    ),
    unit(&["°F", "f", "fahrenheit", "degrees fahrenheit", "degrees f", "degree fahrenheit"], Kind::Heat, "F"),
    unit(&["K", "kelvin", "kelvins"], Kind::Heat, "K"),
    unit(&["seconds", "second", "sec", "secs", "s", "sekunden"], Kind::Time, "1"),
    unit(&["minutes", "minute", "min", "mins", "minuten"], Kind::Time, "60"),
    unit(&["hours", "hour", "h", "hr", "hrs", "stunden", "stunde"], Kind::Time, "3600"),
    unit(&["days", "day", "tage", "tag"], Kind::Time, "86400"),
    unit(&["weeks", "week", "wochen", "woche"], Kind::Time, "604800"),
    unit(&["months", "month", "monate", "monat"], Kind::Years, "1"),
    unit(&["years", "year", "jahre", "jahr"], Kind::Years, "12"),
    unit(&["km/h", "kmh", "kph", "kilometres per hour", "kilometers per hour"], Kind::Speed, "1 / 3.6"),
    unit(&["mph", "miles per hour"], Kind::Speed, "0.44704"),
    unit(&["m/s", "metres per second", "meters per second"], Kind::Speed, "1"),
    unit(&["knots", "knot", "kn"], Kind::Speed, "1852 / 3600"),
    unit(&["m²", "m2", "sqm", "square metres", "square meters", "square metre", "square meter"], Kind::Area, "1"),
    unit(&["km²", "km2", "square kilometres", "square kilometers"], Kind::Area, "1000000"),
    unit(&["ha", "hectare", "hectares", "hektar"], Kind::Area, "10000"),
    unit(&["acres", "acre"], Kind::Area, "4046.8564224"),
    unit(&["sq ft", "sqft", "ft²", "ft2", "square feet", "square foot"], Kind::Area, "0.09290304"),
    unit(&["square miles", "square mile", "sq mi"], Kind::Area, "2589988.110336"),
    unit(&["bytes", "byte"], Kind::Data, "1"),
    unit(&["kB", "kilobyte", "kilobytes"], Kind::Data, "1000"),
    unit(&["MB", "megabyte", "megabytes"], Kind::Data, "1000000"),
    unit(&["GB", "gigabyte", "gigabytes"], Kind::Data, "1000000000"),
    unit(&["TB", "terabyte", "terabytes"], Kind::Data, "1000000000000"),
    unit(&["GiB", "gibibyte", "gibibytes"], Kind::Data, "1073741824"),
    unit(&["MiB", "mebibyte", "mebibytes"], Kind::Data, "1048576"),
    unit(&["kcal", "calories", "kilocalories"], Kind::Energy, "4184"),
    unit(&["kJ", "kilojoule", "kilojoules"], Kind::Energy, "1000"),
    unit(&["kWh", "kilowatt hours", "kilowatt-hours"], Kind::Energy, "3600000"),
    unit(&["€", "euro", "euros", "eur"], Kind::Money, ""),
    unit(&["$", "dollar", "dollars", "usd", "us dollars"], Kind::Money, ""),
    unit(&["£", "pounds sterling", "gbp", "british pounds"], Kind::Money, ""),
    unit(&["CHF", "swiss francs", "francs", "franken"], Kind::Money, ""),
    unit(&["¥", "yen", "jpy"], Kind::Money, ""),
];

/// Openings of a conversion.
const LEADS: &[&str] = &[
    "what is",
    "what's",
    "whats",
    "what are",
    "how much is",
    "how much are",
    "how long is",
    "how far is",
    "how tall is",
    "how heavy is",
    "how hot is",
    "how cold is",
    "how many is",
    "convert",
    "change",
    "turn",
    "express",
    "wie viel ist",
    "wie viel sind",
    "was ist",
    "was sind",
];

/// Reads a conversion.
pub fn read(text: &str) -> Option<Answer> {
    let body = after(text, LEADS).unwrap_or(text);
    // "half a mile" is half of one.
    let body = in_feet(&body.replace(") of a ", ") ").replace(") of an ", ") "));
    let body = body.as_str();
    let (from, to) = asked_for(body).or_else(|| named(body))?;
    Some(match turned(&from, to) {
        Ok(answer) => answer,
        Err(why) => Answer::Not(why),
    })
}

/// 5'11" in words. With three digits behind it the sign parts thousands.
fn in_feet(text: &str) -> String {
    let Some((head, tail)) = text.replace('’', "'").split_once('\'').map(|(h, t)| (h.to_owned(), t.to_owned()))
    else {
        return text.to_owned();
    };
    let inches: String = tail.chars().take_while(char::is_ascii_digit).collect();
    let counted = !head.is_empty() && head.bytes().all(|b| b.is_ascii_digit());
    if !counted || inches.len() > 2 {
        return text.to_owned();
    }
    let rest = tail.get(inches.len()..).unwrap_or_default();
    let rest = rest.strip_prefix('"').or_else(|| rest.strip_prefix('”')).unwrap_or(rest);
    let inches = if inches.is_empty() { String::new() } else { format!(" {inches} inches") };
    format!("{head} feet{inches}{rest}")
}

/// "how many feet are in a mile": the unit wanted comes first.
fn asked_for(body: &str) -> Option<(Vec<(Number, &'static Unit)>, &'static Unit)> {
    let rest = after(body, &["how many", "how much", "wie viele", "wieviele"])?;
    let (to, from) =
        around(rest, &["are there in", "is there in", "are in", "is in", "are", "is", "in", "sind", "hat", "make"])?;
    let (to, from) = (known(to)?, from.trim());
    let one = after(from, &["a", "an", "one", "ein", "eine", "einem", "einer"]).map(|unit| format!("1 {unit}"));
    Some((measure(one.as_deref().unwrap_or(from))?, to))
}

/// "5 km in miles".
fn named(body: &str) -> Option<(Vec<(Number, &'static Unit)>, &'static Unit)> {
    for link in [" into ", " to ", " in ", " as ", " = ", " nach "] {
        if let Some((from, to)) = body.rsplit_once(link)
            && let (Some(from), Some(to)) = (measure(from), known(to))
        {
            return Some((from, to));
        }
    }
    None
}

/// Whether a word is the name of a unit.
pub fn is_one(word: &str) -> bool {
    known(word).is_some()
}

fn known(name: &str) -> Option<&'static Unit> {
    let name = name.trim().trim_start_matches('°').trim().to_lowercase();
    let plain = name.strip_suffix('.').unwrap_or(&name);
    UNITS.iter().find(|u| u.names.iter().any(|n| n.trim_start_matches('°').to_lowercase() == plain))
}

/// "5 ft 11", "1 hour 20 minutes", "20°C", "€5".
fn measure(text: &str) -> Option<Vec<(Number, &'static Unit)>> {
    let mut found: Vec<(Number, &'static Unit)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        rest = rest.strip_prefix("and ").unwrap_or(rest).trim_start();
        let coin = rest.chars().next().filter(|c| matches!(c, '€' | '$' | '£'));
        let digits = coin.map_or(rest, |c| rest.trim_start_matches(c).trim_start());
        let minus = if digits.starts_with(['-', '−']) { "-" } else { "" };
        let digits = digits.trim_start_matches(['-', '−']);
        let end = digits.find(|c: char| !(c.is_ascii_digit() || ".,'/()* ".contains(c))).unwrap_or(digits.len());
        let (number, tail) = digits.split_at_checked(end)?;
        let number = super::sums::plain_number(number)?;
        let number = evaluate::evaluate(&format!("{minus}{number}")).ok()?;
        if let Some(coin) = coin {
            found.push((number, known(&coin.to_string())?));
            rest = tail.trim_start();
            continue;
        }
        let end = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let end =
            if tail.starts_with("m2") || tail.starts_with("km2") || tail.starts_with("ft2") { tail.len() } else { end };
        let (name, more) = tail.split_at_checked(end)?;
        let name = name.trim().trim_end_matches(" and").trim_end_matches(',').trim();
        // "5 ft 11": what follows feet is inches.
        let unit = match (name.is_empty(), found.last()) {
            (true, Some((_, last))) if last.names[0] == "feet" => known("inches")?,
            _ => known(name)?,
        };
        found.push((number, unit));
        rest = more;
    }
    let same = found.windows(2).all(|pair| pair[0].1.kind == pair[1].1.kind);
    (!found.is_empty() && same).then_some(found)
}

fn turned(from: &[(Number, &'static Unit)], to: &Unit) -> Result<Answer, String> {
    let (first, rest) = from.split_first().ok_or("There is nothing to convert.")?;
    let (a, b) = (first.1, to);
    if a.kind == Kind::Money && b.kind == Kind::Money {
        return Err("Exchange rates change by the hour and I know none, so I can't say that exactly.".to_owned());
    }
    if a.kind != b.kind {
        let why = match (a.kind, b.kind) {
            (Kind::Time, Kind::Years) | (Kind::Years, Kind::Time) => {
                "Months and years differ in length, so there is no exact answer.".to_owned()
            }
            (one, other) => format!(
                "{} is {} and {} is {}, so one can't be turned into the other.",
                a.names[0],
                one.name(),
                b.names[0],
                other.name()
            ),
        };
        return Err(why);
    }
    let value = if a.kind == Kind::Heat {
        if !rest.is_empty() {
            return Err("Give me one temperature at a time.".to_owned());
        }
        from_kelvin(to_kelvin(first.0, a.size)?, b.size)?
    } else {
        let mut total = Number::whole(0);
        for (number, unit) in from {
            total = total.plus(number.times(evaluate::evaluate(unit.size)?)?)?;
        }
        total.divided_by(evaluate::evaluate(b.size)?)?
    };
    let said: Vec<String> = from.iter().map(|(n, u)| format!("{} {}", n.grouped(), singular(*n, u))).collect();
    let asked = said.join(" ");
    let next = Some(asked.clone());
    Ok(Answer::Is { asked, value: format!("{} {}", value.readable(), singular(value, b)), next })
}

/// "1 mile", "2 miles".
fn singular(number: Number, unit: &Unit) -> String {
    let name = unit.names[0];
    let one = number == Number::whole(1);
    match name {
        "feet" if one => "foot".to_owned(),
        "inches" if one => "inch".to_owned(),
        "knots" | "miles" | "yards" | "seconds" | "minutes" | "hours" | "days" | "weeks" | "months" | "years"
        | "acres" | "tonnes" | "bytes"
            if one =>
        {
            name.trim_end_matches('s').to_owned()
        }
        other => other.to_owned(),
    }
}

fn to_kelvin(value: Number, scale: &str) -> Result<Number, String> {
    let zero = evaluate::evaluate("273.15")?;
    match scale {
        "C" => value.plus(zero),
        "F" => value.plus(Number::whole(-32))?.times(Number::whole(5))?.divided_by(Number::whole(9))?.plus(zero),
        _ => Ok(value),
    }
}

fn from_kelvin(value: Number, scale: &str) -> Result<Number, String> {
    let celsius = value.plus(evaluate::evaluate("-273.15")?)?;
    if celsius.compare(evaluate::evaluate("-273.15")?) == std::cmp::Ordering::Less {
        return Err("Nothing is that cold: it is below absolute zero.".to_owned());
    }
    match scale {
        "C" => Ok(celsius),
        "F" => celsius.times(Number::whole(9))?.divided_by(Number::whole(5))?.plus(Number::whole(32)),
        _ => Ok(value),
    }
}
