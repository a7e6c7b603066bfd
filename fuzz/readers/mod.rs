//! Every reader of outside data, as a function of any bytes that must not panic, hang or break its promises. The
//! fuzzer, the replay of the corpora and the property tests call the same functions; docs/torture.md, "Parsers".
//! The folder is the module `secretary::fuzzing`, for tests and with the feature `fuzzing` only: so it reaches private
//! readers, and `cargo test` runs its tests without a fuzzer. `adapters/*` and `pages` are modules of what they read.

pub mod mutation;

mod events;
mod markup;
mod meaning;
mod schedules;
mod tokens;
mod words;

#[cfg(test)]
mod tests;

use crate::adapters::documents::fuzzing as documents;
use crate::adapters::openai;
use crate::ports::model::{triage_of, understanding_of};
use crate::tools;
use chrono::{DateTime, Utc};

/// The longest input, in bytes: what is longer is cut, so that no input is slow because of its size alone.
pub const LONGEST: usize = 8 * 1024;

/// A reader with its promises: it panics where one is broken.
pub type Reader = fn(&[u8]);

/// The readers by name. Each has a target `fuzz/fuzz_targets/NAME.rs` and a corpus `fuzz/corpus/NAME`.
pub const READERS: [(&str, Reader); 12] = [
    ("answers", answers),
    ("calls", openai::fuzzing::calls),
    ("documents", documents::document),
    ("frames", events::frames),
    ("markup", markup::markup),
    ("pages", pages),
    ("pieces", openai::fuzzing::pieces),
    ("recordings", openai::fuzzing::recordings),
    ("schedules", schedules::schedules),
    ("tokens", tokens::tokens),
    ("updates", events::updates),
    ("words", words::words),
];

/// Reads an input with the reader of that name.
///
/// # Panics
/// Where a promise is broken, and for a name there is no reader of.
pub fn read(name: &str, input: &[u8]) {
    let reader = READERS.iter().find(|(of, _)| *of == name).map(|(_, reader)| reader);
    let reader = reader.unwrap_or_else(|| panic!("there is no reader called {name}"));
    reader(&input[..input.len().min(LONGEST)]);
}

/// What a server of language models answers.
fn answers(input: &[u8]) {
    for reply in &openai::fuzzing::answers(input) {
        if let Ok(triage) = triage_of(reply) {
            words::triage(&triage);
        }
        if let Ok(understanding) = understanding_of(reply) {
            meaning::answered(&understanding);
        }
    }
}

/// A page of the web.
fn pages(input: &[u8]) {
    let (title, text) = tools::fuzzing::page(&text_of(input));
    assert!(text.len() < 64 * LONGEST, "a page grew without bounds");
    assert!(title.len() <= 4 * 200);
}

/// The input as text.
fn text_of(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// A moment in winter, an hour before clocks go back in New York, one far ahead, and the first there is: words count from
/// when a platform says that they were said.
fn moments() -> [DateTime<Utc>; 4] {
    let [winter, autumn, ahead] =
        [1_800_000_000, 1_793_509_200, 4_102_444_800].map(|at| DateTime::from_timestamp(at, 0).unwrap_or_default());
    [winter, autumn, ahead, DateTime::<Utc>::MIN_UTC]
}
