//! What the targets share: a reader of `secretary::fuzzing` is called with what the fuzzer makes up, and no reading may
//! take longer than a tenth of a second of the processor (goal R15).

use libfuzzer_sys::fuzzer_mutate;
use secretary::adapters::telegram::fuzzing as telegram;
use secretary::fuzzing::{LONGEST, mutation, read};
use std::time::{Duration, Instant};

/// What an input may take: a tenth of a second for each reading, of which a reader makes at least five to compare them.
const LIMIT: Duration = Duration::from_millis(500);
/// How often a slow input is tried again: the first time may be slow by itself.
const TRIES: usize = 5;

/// A target for the reader of that name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(init: $crate::hear(), |input: &[u8]| $crate::judge($name, input));
        libfuzzer_sys::fuzz_mutator!(|input: &mut [u8], size: usize, most: usize, seed: u32| {
            $crate::mutate(input, size, most, seed)
        });
    };
}

/// Telegram's markup is read by the fake's parser. The fuzzer would end at every panic, also at those of the HTML parser,
/// which its reader catches.
pub fn hear() {
    telegram::reads_with(|source| {
        let (text, entities) = proof::telegram::parse_html(source)?;
        Ok((text, entities.iter().map(|entity| (entity.offset, entity.length)).collect()))
    });
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|place| place.file().contains("html2text")) {
            usual(panic);
        }
    }));
}

/// Reads an input.
///
/// # Panics
/// Where the reader breaks a promise or is too slow.
pub fn judge(name: &str, input: &[u8]) {
    let timed = || {
        let (began, worked) = (Instant::now(), on_the_processor());
        read(name, input);
        let worked = on_the_processor().zip(worked).map(|(now, before)| now.saturating_sub(before));
        worked.unwrap_or_else(|| began.elapsed())
    };
    if timed() > LIMIT {
        let fastest = (0..TRIES).map(|_| timed()).min().unwrap_or_default();
        assert!(fastest <= LIMIT, "{name} takes {fastest:?} for {} bytes", input.len());
    }
}

/// What this thread has had of the processor, where the system tells: a busy machine makes nothing slow.
fn on_the_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Changes an input: half of the time as the fuzzer does, else as the property tests do, which know JSON.
pub fn mutate(input: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    if seed.is_multiple_of(2) {
        return fuzzer_mutate(input, size, most);
    }
    let changed = mutation::changed(&input[..size], u64::from(seed));
    let length = changed.len().min(most).min(LONGEST);
    input[..length].copy_from_slice(&changed[..length]);
    length
}
