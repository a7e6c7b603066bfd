//! Slips of the finger: the nearest of known words, and an opening word put right. What is found here is asked about,
//! never acted on.

/// Words that stand close to one of these and are no slip.
const WORDS: [&str; 14] =
    ["not", "none", "nose", "vote", "notes", "shot", "slow", "snow", "how", "who", "shoe", "mind", "cause", "because"];
/// The opening word is among the first ones.
const FIRST: usize = 3;

/// The nearest of these words that is a slip of the finger or two away: letters left out, added, changed or turned
/// round; in a short word one.
pub fn nearest<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let typed: String = typed.chars().take(32).collect();
    let most = if typed.chars().count() < 6 { 1 } else { 2 };
    let near = words.map(|word| (strsim::osa_distance(&typed, word), word)).min();
    near.filter(|(distance, _)| *distance <= most).map(|(_, word)| word)
}

/// The text with its opening word put right, if that has a slip in it.
pub fn mended(text: &str) -> Option<String> {
    let mut from = 0;
    for word in text.split_inclusive(char::is_whitespace).take(FIRST) {
        let bare = word.trim_end().trim_end_matches([',', ':']);
        let plain = bare.to_lowercase();
        if OPENINGS.contains(&plain.as_str()) {
            return None;
        }
        let fits = plain.chars().count() >= 4 && plain.chars().all(char::is_alphabetic);
        if fits
            && !WORDS.contains(&plain.as_str())
            && let Some(right) = nearest(&plain, OPENINGS.into_iter())
        {
            let (before, behind) = (text.get(..from)?, text.get(from + bare.len()..)?);
            return Some(format!("{before}{right}{behind}"));
        }
        from += word.len();
    }
    None
}

/// What a request may begin with.
const OPENINGS: [&str; 14] = [
    "remind",
    "remember",
    "note",
    "search",
    "compare",
    "calculate",
    "convert",
    "summarise",
    "summarize",
    "delete",
    "remove",
    "cancel",
    "pause",
    "show",
];

#[cfg(test)]
mod tests {
    use super::{mended, nearest};

    #[test]
    fn openings_are_put_right_and_words_are_left_alone() {
        for (text, wanted) in [
            ("remnd me tomorrow at 9 to call Kim", Some("remind me tomorrow at 9 to call Kim")),
            ("Reminde me at 5", Some("remind me at 5")),
            ("please rmeind me at 5", Some("please remind me at 5")),
            ("ntoe: the plate is B-MX 123", Some("note: the plate is B-MX 123")),
            ("remind me tommorow", None),
            ("vote for Kim", None),
            ("who is Kim?", None),
            ("what should we cook", None),
            ("", None),
            ("🙂 remnid", Some("🙂 remind")),
        ] {
            assert_eq!(mended(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn far_words_are_not_near() {
        assert_eq!(nearest("lst", ["list", "show"].into_iter()), Some("list"));
        assert_eq!(nearest("hello", ["help", "list"].into_iter()), None);
    }
}
