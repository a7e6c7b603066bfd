//! Compaction: shortens a conversation that is too long for its model. The latest turns stay whole as long as they
//! can, words of people the longest; every result keeps its call, and each cut is marked. Nothing is lost: the
//! journal has everything, and results can be read on.

use super::reading_on;
use crate::ports::model::{Kept, PICTURE_TOKENS, ToolCall, Turn};
use serde_json::{Map, Value};

/// Turns at the end that stay whole while anything else can be shortened.
const RECENT: usize = 6;
/// Older turns are shortened so many at a time: the beginning of the next requests stays the same for longer, and
/// servers can cache it.
const BLOCK: usize = 8;
/// What stays of a text, harder each time it still does not fit: characters in older turns, then in the latest ones.
const HARDER: [usize; 3] = [400, 120, 40];
const LATEST: [usize; 4] = [4_000, 1_000, 200, 40];
/// The bytes of text that count as one token.
const BYTES_A_TOKEN: u64 = 4;
/// How much longer a person's words stay than others'.
const PERSON: usize = 10;

/// A conversation that fits, and how many of its turns are not as they were.
pub(super) struct Compacted {
    /// The turns.
    pub(super) turns: Vec<Turn>,
    /// Turns shortened or left out.
    pub(super) shortened: usize,
}

/// The turns of a run as they are shown, prepared once each: a run asks for them again with every request.
#[derive(Default)]
pub(super) struct Shelf {
    /// Each turn with results within the agent's bound.
    whole: Vec<Turn>,
    /// Each turn as short as older ones are at first, once that was needed.
    short: Vec<Option<Turn>>,
    /// The number of each turn's result, from 1, as `read_more` counts them.
    numbers: Vec<usize>,
}

impl Shelf {
    /// The conversation since the first prompt in at most `most` bytes, every result in at most `result_chars`
    /// characters. What cannot fit any other way is left out from the oldest on, call and result together.
    pub(super) fn compact(&mut self, turns: &[Turn], most: usize, result_chars: usize) -> Compacted {
        self.take_in(turns, result_chars);
        let mut now: Vec<Option<Turn>> = vec![None; turns.len()];
        let mut sizes: Vec<usize> = self.whole.iter().map(length).collect();
        let mut size: usize = sizes.iter().sum();
        let recent = turns.len().saturating_sub(RECENT);
        let older: Vec<usize> = (0..recent).collect();
        let latest: Vec<usize> = (recent..turns.len()).collect();
        let hardened = HARDER.into_iter().flat_map(|keep| older.chunks(BLOCK).map(move |block| (keep, block)));
        let shrunk = LATEST.into_iter().flat_map(|keep| latest.chunks(1).map(move |block| (keep, block)));
        for (keep, block) in hardened.chain(shrunk) {
            if size <= most {
                break;
            }
            for at in block {
                let shorter = self.shorter(turns, *at, keep);
                let length = length(&shorter);
                if length < sizes[*at] {
                    size = size - sizes[*at] + length;
                    sizes[*at] = length;
                    now[*at] = Some(shorter);
                }
            }
        }
        let shortened = now.iter().filter(|turn| turn.is_some()).count();
        let told = now.into_iter().zip(&self.whole).map(|(turn, whole)| turn.unwrap_or_else(|| whole.clone()));
        let told: Vec<Turn> = told.collect();
        if size <= most { Compacted { turns: told, shortened } } else { left_out(told, size, most) }
    }

    fn take_in(&mut self, turns: &[Turn], result_chars: usize) {
        let mut results = self.numbers.iter().copied().max().unwrap_or(0);
        for turn in &turns[self.whole.len().min(turns.len())..] {
            results += usize::from(is_result(turn));
            self.whole.push(bounded(turn, result_chars, results));
            self.short.push(None);
            self.numbers.push(results);
        }
    }

    fn shorter(&mut self, turns: &[Turn], at: usize, keep: usize) -> Turn {
        let number = self.numbers[at];
        if keep > HARDER[0] {
            return shortened(&turns[at], keep, number);
        }
        let short = self.short[at].get_or_insert_with(|| shortened(&turns[at], HARDER[0], number));
        if keep == HARDER[0] {
            return short.clone();
        }
        // A result says how much of the whole is missing; calls are cut from what is short already.
        shortened(if is_result(short) { &turns[at] } else { short }, keep, number)
    }
}

/// Leaves turns out from the oldest on until the rest fits: calls together with their results, then words of the
/// person. The last of each stays.
fn left_out(turns: Vec<Turn>, mut size: usize, most: usize) -> Compacted {
    let mut stays = vec![true; turns.len()];
    let said = |turn: &Turn| matches!(turn, Turn::User { .. } | Turn::Pictures { .. } | Turn::System { .. });
    for persons in [false, true] {
        let begins: Vec<usize> =
            (0..turns.len()).filter(|at| !is_result(&turns[*at]) && said(&turns[*at]) == persons).collect();
        for at in begins.iter().take(begins.len().saturating_sub(1)) {
            if size <= most {
                break;
            }
            let results = turns[at + 1..].iter().take_while(|turn| is_result(turn)).count();
            for gone in *at..=at + results {
                stays[gone] = false;
                size -= length(&turns[gone]);
            }
        }
    }
    // All but the latest were shortened before anything was left out.
    let shortened = turns.len().saturating_sub(1);
    let turns = turns.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(turn, _)| turn).collect();
    Compacted { turns, shortened }
}

fn is_result(turn: &Turn) -> bool {
    matches!(turn, Turn::Tool { .. })
}

/// A turn as it is shown at first: results within the agent's bound.
fn bounded(turn: &Turn, most: usize, number: usize) -> Turn {
    match turn {
        Turn::Tool { id, content } => Turn::Tool { id: id.clone(), content: reading_on::cut(content, most, number) },
        Turn::System { .. } | Turn::User { .. } | Turn::Pictures { .. } | Turn::Assistant { .. } => turn.clone(),
    }
}

fn shortened(turn: &Turn, keep: usize, number: usize) -> Turn {
    match turn {
        Turn::System { .. } => turn.clone(),
        Turn::User { content } => Turn::User { content: cut(content, keep * PERSON) },
        Turn::Pictures { pictures } => {
            let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
            Turn::User { content: format!("[{} pictures: {}]", names.len(), cut(&names.join(", "), keep)) }
        }
        Turn::Tool { .. } => bounded(turn, keep, number),
        Turn::Assistant { content, calls, kept } => Turn::Assistant {
            content: cut(content, keep),
            calls: calls
                .iter()
                .map(|call| ToolCall { arguments: arguments(&call.arguments, keep), ..call.clone() })
                .collect(),
            kept: kept.as_ref().filter(|_| keep >= HARDER[0]).and_then(of_calls),
        },
    }
}

/// What a server put beside the calls of an answer: some refuse a call without it. Thoughts are left out; half of one could
/// not go back.
fn of_calls(kept: &Kept) -> Option<Kept> {
    let calls = kept.calls.clone();
    (!calls.is_empty()).then(|| Kept { model: kept.model.clone(), calls, ..Kept::default() })
}

/// The first `keep` characters, with a word on how many are missing.
fn cut(text: &str, keep: usize) -> String {
    let total = text.chars().count();
    if total <= keep + 40 {
        return text.to_owned();
    }
    let head: String = text.chars().take(keep).collect();
    format!("{head}… [{} more characters]", total - keep)
}

/// Arguments with their long texts shortened; still a JSON object, since servers refuse anything else.
fn arguments(text: &str, keep: usize) -> String {
    if text.chars().count() <= keep {
        return text.to_owned();
    }
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(text) else { return "{}".to_owned() };
    let short = |value: Value| match value {
        Value::String(text) => Value::String(cut(&text, keep / 2)),
        Value::Array(_) | Value::Object(_) => Value::String(cut(&value.to_string(), keep / 2)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    };
    let fields: Map<String, Value> = fields.into_iter().map(|(name, value)| (name, short(value))).collect();
    let shorter = Value::Object(fields).to_string();
    // Very many fields.
    if shorter.chars().count() > keep * 4 { "{}".to_owned() } else { shorter }
}

/// The bytes of a turn, near enough.
pub(super) fn length(turn: &Turn) -> usize {
    match turn {
        Turn::System { content } | Turn::User { content } => content.len(),
        Turn::Tool { id, content } => id.len() + content.len(),
        Turn::Pictures { pictures } => {
            let tokens = PICTURE_TOKENS.saturating_mul(pictures.len() as u64);
            usize::try_from(tokens.saturating_mul(BYTES_A_TOKEN)).unwrap_or(usize::MAX)
        }
        Turn::Assistant { content, calls, kept } => {
            let calls = calls.iter().map(|c| c.id.len() + c.name.len() + c.arguments.len()).sum::<usize>();
            content.len() + calls + kept.as_ref().map_or(0, Kept::length)
        }
    }
}

#[cfg(test)]
mod tests;
