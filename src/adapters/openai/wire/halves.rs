//! Characters whose two UTF-16 halves a server sends in two pieces of a stream: each half is kept as a private character
//! until the pieces are joined. It must not read anything else of a piece.

use super::json::{lenient, with_whole_pairs};
use serde_json::Value;

/// The first half of UTF-16, and how many there are.
const FIRST: u16 = 0xD800;
const COUNT: u16 = 0x800;
/// The character that the first half is kept as: the end of the last private plane, which nothing else uses.
const KEPT: u32 = 0x10_F000;

/// The JSON of a piece, with halves kept.
pub(super) fn read(piece: &[u8]) -> Option<Value> {
    let strict = || serde_json::from_slice(piece).ok();
    let kept = || serde_json::from_str(&with_whole_pairs(std::str::from_utf8(piece).ok()?, keep)).ok();
    strict().or_else(kept).or_else(|| lenient(piece))
}

fn keep(half: u16) -> char {
    let place = KEPT + u32::from(half.saturating_sub(FIRST));
    char::from_u32(place).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Joins the halves in the texts of an answer. A half alone costs its character.
pub(super) fn join(answer: &mut Value) {
    match answer {
        Value::String(text) => *text = joined(text),
        Value::Array(list) => list.iter_mut().for_each(join),
        Value::Object(fields) => fields.values_mut().for_each(join),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn joined(text: &str) -> String {
    let mut units = Vec::with_capacity(text.len());
    for c in text.chars() {
        let half = u32::from(c).checked_sub(KEPT).and_then(|half| u16::try_from(half).ok());
        match half.filter(|half| *half < COUNT) {
            Some(half) => units.push(FIRST + half),
            None => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
        }
    }
    String::from_utf16_lossy(&units)
}
