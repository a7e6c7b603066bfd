//! The numbers in a refusal about length: how many tokens a model has room for, and how long an answer may be after this
//! prompt. The wordings differ from server to server, so that the numbers are told apart by how they fit together.

use crate::adapters::openai::fault::Refusal;

/// The shortest answer worth asking for, in tokens.
const LEAST: u64 = 256;
/// Smaller numbers are statuses, positions and the like, no room.
const SMALL: u64 = 512;
/// How far behind the name of the room its number stands at most, in bytes.
const NEAR: usize = 10;

/// What a refusal says of lengths, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::adapters::openai) struct Limits {
    /// The room of the model for a request and its answer together.
    pub context: Option<u64>,
    /// The longest answer that fits, if it is worth asking for.
    pub fits: Option<u32>,
}

/// What is to be learned from a refusal of a request that has about `sent` tokens and whose answer could have `asked`.
pub(in crate::adapters::openai) fn learned(refusal: &Refusal, asked: u32, sent: u64) -> Limits {
    if !matches!(refusal.status, 400 | 413 | 422 | 500) {
        return Limits::default();
    }
    let asked = u64::from(asked);
    let limit = refusal.words.contains("max_tokens") || refusal.words.contains("max_completion_tokens");
    if !limit && !refusal.too_long() {
        return Limits::default();
    }
    let numbers = numbers(&refusal.message);
    if let Some((room, prompt)) = subtracted(&refusal.message).filter(|_| limit) {
        return Limits { context: Some(room), fits: worth(room - prompt, asked) };
    }
    if limit && !refusal.too_long() {
        // The answer alone may not be as long, whatever the prompt is.
        let most = numbers.into_iter().filter(|number| *number < asked).max();
        return Limits { context: None, fits: most.and_then(|most| worth(most, asked)) };
    }
    let (context, prompt) = match refusal.room {
        (Some(context), prompt) => (Some(context), prompt),
        (None, _) => told_apart(&numbers, asked, named(&refusal.words)),
    };
    let context = context.filter(|context| *context >= SMALL);
    // A server that stops counting half way knows only a part of the prompt.
    let prompt = prompt.map(|prompt| if refusal.words.contains("at least") { prompt.max(sent) } else { prompt });
    let left = context.zip(prompt).map(|(context, prompt)| context.saturating_sub(prompt));
    Limits { context, fits: left.and_then(|left| worth(left, asked)) }
}

/// The room and the prompt where a refusal subtracts one from the other: "4096 − 2096".
fn subtracted(text: &str) -> Option<(u64, u64)> {
    let digits = |text: &str, at_end: bool| {
        let is = |byte: &u8| byte.is_ascii_digit() || *byte == b',';
        let bytes = text.as_bytes();
        let length = if at_end {
            bytes.iter().rev().take_while(|byte| is(byte)).count()
        } else {
            bytes.iter().take_while(|byte| is(byte)).count()
        };
        let digits = if at_end { text.get(text.len() - length..) } else { text.get(..length) };
        digits.and_then(|digits| numbers(digits).first().copied())
    };
    text.match_indices(['-', '−', '–']).find_map(|(at, sign)| {
        let room = digits(text.get(..at)?.trim_end(), true)?;
        let prompt = digits(text.get(at + sign.len()..)?.trim_start(), false)?;
        (room >= SMALL && room > prompt).then_some((room, prompt))
    })
}

fn worth(left: u64, asked: u64) -> Option<u32> {
    u32::try_from(left).ok().filter(|_| (LEAST..asked).contains(&left))
}

/// The room where a refusal names it by its usual name.
fn named(words: &str) -> Option<u64> {
    ["context length", "context size", "context window"].iter().find_map(|name| {
        let (_, behind) = words.split_once(name)?;
        // The number stands right behind the name, with a word or two between.
        let digit = behind.find(|c: char| c.is_ascii_digit()).filter(|at| *at <= NEAR)?;
        numbers(behind.get(digit..)?).first().copied()
    })
}

/// The room and the prompt among the numbers of a refusal, where the answer was to have `asked` tokens.
fn told_apart(numbers: &[u64], asked: u64, room: Option<u64>) -> (Option<u64>, Option<u64>) {
    let times = numbers.iter().filter(|number| **number == asked).count();
    let mut others: Vec<u64> =
        numbers.iter().copied().filter(|number| *number != asked && Some(*number) != room).collect();
    others.sort_unstable();
    others.dedup();
    // Often the sum of prompt and answer stands beside both: above the room.
    let above = |sum: &u64| room.is_none_or(|room| *sum > room) && is_sum(*sum, asked, numbers);
    let sum = others.iter().rev().copied().find(above);
    let of_sum = sum.and_then(|sum| sum.checked_sub(asked));
    if room.is_some() {
        return (room, of_sum.or(others.last().copied()));
    }
    if let (Some(sum), Some(prompt)) = (sum, of_sum) {
        let below = others.iter().rev().copied().find(|number| *number < sum && *number != prompt);
        if let Some(room) = below.or((times > 1).then_some(asked)) {
            return (Some(room), Some(prompt));
        }
    }
    match (times, others.as_slice()) {
        (_, []) => (None, None),
        (_, [only]) => (Some(*only), None),
        (1.., [.., prompt, room]) => (Some(*room), Some(*prompt)),
        // The prompt alone is too long: it is named beside the room.
        (0, [room, .., prompt]) => (Some(*room), Some(*prompt)),
    }
}

/// Whether a number is the length of the answer and one or two others.
fn is_sum(sum: u64, asked: u64, numbers: &[u64]) -> bool {
    let Some(rest) = sum.checked_sub(asked).filter(|rest| *rest > 0) else { return false };
    let two = |number: &u64| rest.checked_sub(*number).is_some_and(|other| other != asked && numbers.contains(&other));
    numbers.contains(&rest) || numbers.iter().any(|number| *number != asked && *number < rest && two(number))
}

/// The whole numbers of a text; commas between thousands are left out.
fn numbers(text: &str) -> Vec<u64> {
    let mut found = Vec::new();
    let mut digits = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' => digits.push(c),
            ',' | '_' if !digits.is_empty() && chars.peek().is_some_and(char::is_ascii_digit) => {}
            _ => found.extend(std::mem::take(&mut digits).parse::<u64>().ok()),
        }
    }
    found.extend(digits.parse::<u64>().ok());
    // Versions, sizes of models in their names and lists are short numbers.
    found.retain(|number| *number >= 32);
    found
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::dialects::limits::*;

    fn of(message: &str, asked: u32) -> (Option<u64>, Option<u32>) {
        let (message, words) = (message.to_owned(), message.to_lowercase());
        let Limits { context, fits } =
            learned(&Refusal { status: 400, message, words, ..Refusal::default() }, asked, 1_500);
        (context, fits)
    }

    /// What a refusal says, the room, and the most that fits.
    type Row = (&'static str, (Option<u64>, Option<u32>));

    const WORDINGS: [Row; 18] = [
        ("max_tokens too large: 4000 > 4096 − 2096", (Some(4_096), Some(2_000))),
        ("max_tokens (4,000) too large for gpt-4-x-2024-08-06: 8,192 - 6,144", (Some(8_192), Some(2_048))),
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 4000. This model's maximum context length is 4096 \
             tokens and your request has 2096 input tokens (4000 > 4096 - 2096).",
            (Some(4_096), Some(2_000)),
        ),
        (
            "This model's maximum context length is 8192 tokens. However, you requested 10000 tokens (6000 in the \
             messages, 4000 in the completion). Please reduce the length of the messages or completion.",
            (Some(8_192), Some(2_192)),
        ),
        (
            "This model's maximum context length is 4096 tokens. However, you requested 4000 output tokens and your \
             prompt contains at least 97 input tokens, for a total of at least 4097 tokens.",
            (Some(4_096), Some(2_596)),
        ),
        (
            "You passed 1200 input tokens and requested 4000 output tokens. However, the model's context length is \
             only 4096 tokens, resulting in a maximum input length of 96 tokens.",
            (Some(4_096), Some(2_896)),
        ),
        (
            "This endpoint's maximum context length is 131,072 tokens. However, you requested about 134,000 tokens \
             (130,000 of text input, 4,000 in the output).",
            (Some(131_072), Some(1_072)),
        ),
        (
            "maximum context length is 131072 tokens. However, you requested about 134000 tokens (129000 of text input, \
             1000 of tool input, 4000 in the output).",
            (Some(131_072), Some(1_072)),
        ),
        (
            "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 1000 `inputs` tokens \
             and 4000 `max_new_tokens`",
            (Some(4_097), Some(3_097)),
        ),
        ("input length and `max_tokens` exceed context limit: 197000 + 4000 > 200000", (Some(200_000), Some(3_000))),
        (
            "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
            (Some(4_096), None),
        ),
        (
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            (Some(1_048_576), None),
        ),
        ("prompt is too long: 210000 tokens > 200000 maximum", (Some(200_000), None)),
        ("the model is loaded with context length of only 4096 tokens, the first 5000 do not fit", (Some(4_096), None)),
        ("maximum context length is 4096", (Some(4_096), None)),
        (
            "max_tokens is too large: 4000. This model supports at most 2048 completion tokens, whereas you provided \
             4000.",
            (None, Some(2_048)),
        ),
        ("max_tokens is not supported with this model", (None, None)),
        ("JSON schema conversion failed at 4096", (None, None)),
    ];

    #[test]
    fn the_wordings_of_many_servers_are_read() {
        for (message, expected) in WORDINGS {
            assert_eq!(of(message, 4_000), expected, "{message}");
        }
        // The answer was to be as long as the room is.
        let same = "max_tokens is too large: 4096. maximum context length is 4096 tokens and your request has 2096 input \
                    tokens (4096 > 4096 - 2096)";
        assert_eq!(of(same, 4_096), (Some(4_096), Some(2_000)));
        assert_eq!(
            of("maximum context length is 4096, you requested 7900 (3900 in messages, 4000 in completion)", 4_000).1,
            None
        );
    }
}
