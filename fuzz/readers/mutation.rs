//! Mutations of an input that resemble real faults: odd bytes and words, cuts, duplicated and moved pieces, and in
//! JSON other values and lost, repeated and foreign fields. The same seed gives the same mutation.

use serde_json::{Value, json};

/// Pieces that have a meaning for some reader, or none for any.
const PIECES: [&str; 40] = [
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{200b}",
    "\u{fffd}",
    "👨‍👩‍👧‍👦",
    "e\u{301}",
    "ß",
    "İ",
    "ﬁ",
    "٣",
    "\r\n",
    "\t",
    "\u{a0}",
    "<",
    ">",
    "&amp;",
    "```",
    "**",
    "||",
    "[](",
    "\\",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "-1",
    "0",
    "1e999",
    "9223372036854775808",
    "null",
    "\\ud800",
    "data: ",
    " at 9",
    " and ",
    "/",
];

/// Changes an input up to four times.
pub fn changed(input: &[u8], seed: u64) -> Vec<u8> {
    let mut chance = Chance(seed ^ 0x9e37_79b9_7f4a_7c15);
    let mut output = input.to_vec();
    for _ in 0..=chance.below(4) {
        output = match serde_json::from_slice::<Value>(&output) {
            Ok(mut value) if chance.below(4) != 0 => {
                in_json(&mut value, &mut chance);
                repeated_key(value.to_string(), &mut chance).into_bytes()
            }
            _ => in_bytes(output, &mut chance),
        };
        output.truncate(super::LONGEST);
    }
    output
}

/// One change of bytes.
fn in_bytes(mut bytes: Vec<u8>, chance: &mut Chance) -> Vec<u8> {
    let length = bytes.len();
    let (a, b) = (chance.below(length + 1), chance.below(length + 1));
    let (from, to) = (a.min(b), a.max(b));
    let piece = PIECES[chance.below(PIECES.len())].as_bytes();
    match chance.below(8) {
        0 if length > 0 => bytes[a.min(length - 1)] ^= 1 << chance.below(8),
        1 if length > 0 => bytes[a.min(length - 1)] = u8::try_from(chance.below(256)).unwrap_or_default(),
        2 => bytes.truncate(from),
        3 => drop(bytes.drain(from..to.min(from + 64))),
        4 => {
            let again = bytes[from..to.min(from + 256)].to_vec();
            drop(bytes.splice(b..b, again));
        }
        5 => {
            let many = piece.repeat(1 + chance.below(200));
            drop(bytes.splice(a..a, many));
        }
        6 => drop(bytes.splice(from..to.min(from + 8), piece.iter().copied())),
        _ => drop(bytes.splice(a..a, piece.iter().copied())),
    }
    bytes
}

/// One change of one value somewhere in JSON.
fn in_json(value: &mut Value, chance: &mut Chance) {
    let mut left = chance.below(count(value));
    let donor = value.clone();
    if let Some(found) = nth(value, &mut left) {
        change(found, &donor, chance);
    }
}

fn change(value: &mut Value, donor: &Value, chance: &mut Chance) {
    let key = |map: &serde_json::Map<String, Value>, at: usize| map.keys().nth(at % map.len().max(1)).cloned();
    let at = chance.below(1_000);
    match value {
        Value::Object(map) if chance.below(2) == 0 => {
            let Some(name) = key(map, at) else { return };
            let old = map.remove(&name).unwrap_or_default();
            if chance.below(2) == 0 {
                map.insert(key(map, at / 7).unwrap_or_else(|| format!("{name}_new")), old);
            }
        }
        Value::Array(list) if chance.below(2) == 0 => {
            let again = list.first().cloned().unwrap_or_default();
            let most = if again.to_string().len() < 100 { 40 } else { 3 };
            list.extend(std::iter::repeat_n(again, 1 + at % most));
        }
        Value::String(text) if chance.below(3) != 0 => {
            let bytes = in_bytes(std::mem::take(text).into_bytes(), chance);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        other => *other = odd(donor, chance),
    }
}

/// A value nobody expects, or one from elsewhere in the same document.
fn odd(donor: &Value, chance: &mut Chance) -> Value {
    match chance.below(16) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(0),
        3 => json!(-1),
        4 => json!(i64::MAX),
        5 => json!(i64::MIN),
        6 => json!(u64::MAX),
        7 => json!(1e300),
        8 => json!(0.5),
        9 => json!(""),
        10 => json!([]),
        11 => json!({}),
        12 => json!("9".repeat(1 + chance.below(40))),
        13 => (0..chance.below(150)).fold(json!(1), |inner, _| json!([inner])),
        _ => {
            let mut left = chance.below(count(donor));
            nth(&mut donor.clone(), &mut left).map(std::mem::take).unwrap_or_default()
        }
    }
}

/// A key twice in one object, which no value in memory can have.
fn repeated_key(text: String, chance: &mut Chance) -> String {
    if chance.below(8) != 0 || !text.starts_with("{\"") {
        return text;
    }
    match text[1..].split_once(':') {
        Some((name, _)) => format!("{{{name}:{},{}", PIECES[chance.below(PIECES.len())], &text[1..]),
        None => text,
    }
}

/// How many values there are.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(count).sum::<usize>(),
        Value::Object(map) => 1 + map.values().map(count).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
    }
}

/// The value of that number, counted from the outside.
fn nth<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|inner| nth(inner, left)),
        Value::Object(map) => map.values_mut().find_map(|inner| nth(inner, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Numbers from a seed.
struct Chance(u64);

impl Chance {
    /// A number below `bound`, which is at least 1.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % (bound.max(1) as u64)).unwrap_or_default()
    }
}
