//! Cleans words of others: invisible characters, direction overrides, links whose text hides their host. It never
//! adds markup; escaping is the last step of the renderer.

use crate::secretary::names::invisible::{invisible, joins};
use unicode_segmentation::UnicodeSegmentation;
use url::Url;

/// The most combining marks kept in a row; more of them only smear the lines above and below.
const MARKS_IN_A_ROW: usize = 6;

/// The text without control characters (newline and tab stay), direction overrides, invisible and
/// unassigned characters. Joiners stay inside emoji and inside scripts which are spelled with them.
/// Line ends of every kind become `\n`.
pub fn neutral(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut previous: Option<char> = None;
    let mut marks = 0_usize;
    let mut in_flag = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' => '\n',
            other => other,
        };
        let keep = match c {
            '\n' | '\t' => true,
            '\u{200d}' | '\u{200c}' => joins(previous, chars.peek().copied(), c),
            // Emoji presentation: only behind something visible.
            '\u{fe0f}' => previous.is_some_and(|p| !p.is_whitespace() && p != '\u{fe0f}'),
            // Tag characters spell the flags of regions behind a black flag and smuggle text elsewhere.
            '\u{e0020}'..='\u{e007f}' => in_flag,
            other => !other.is_control() && !invisible(other),
        };
        if !keep {
            continue;
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS_IN_A_ROW {
            continue;
        }
        in_flag = c == '\u{1f3f4}' || (in_flag && ('\u{e0020}'..'\u{e007f}').contains(&c));
        kept.push(c);
        previous = Some(c);
    }
    kept
}

/// Combining marks, as far as they are piled up in jokes.
pub(super) fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The text as one line of at most `max_chars` characters, cut at a word if one ends in the second half,
/// else between graphemes, and then ending in "…".
pub fn shorten(text: &str, max_chars: usize) -> String {
    let line = neutral(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= max_chars {
        return line;
    }
    let Some(room) = max_chars.checked_sub(1) else { return String::new() };
    let (mut end, mut used, mut word_end, mut word_used) = (0, 0, 0, 0);
    for (at, grapheme) in line.grapheme_indices(true) {
        if grapheme == " " {
            (word_end, word_used) = (at, used);
        }
        let size = grapheme.chars().count();
        if used + size > room {
            break;
        }
        used += size;
        end = at + grapheme.len();
    }
    if word_used * 2 >= room && word_end > 0 {
        end = word_end;
    }
    format!("{}…", line[..end].trim_end())
}

/// The words to show for a link: the real host is added when the words do not already say it,
/// as in "docs (example.org)". Doing it twice changes nothing.
pub fn link_label(text: &str, url: &str) -> String {
    let words = neutral(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let address = neutral(url).trim().to_owned();
    if words.is_empty() || words == address {
        return address;
    }
    let place = place_of(&address).unwrap_or(address);
    let said = |w: &str| place_of(w).or_else(|| place_of(&format!("https://{w}"))).is_some_and(|p| p == place);
    if words.ends_with(&format!("({place})")) || (!words.contains(' ') && said(&words)) {
        return words;
    }
    format!("{words} ({place})")
}

/// The host of a web address without "www.", or the address of a mail link.
pub(super) fn place_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    if url.scheme() == "mailto" {
        return Some(url.path().to_owned());
    }
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::text::clean::*;
    use proptest::prelude::*;

    #[test]
    fn tricks_are_removed_and_words_stay() {
        assert_eq!(neutral("a\0b\u{7}c\u{1b}[31m"), "abc[31m");
        assert_eq!(neutral("pay \u{202e}fdp.exe\u{202c}"), "pay fdp.exe");
        assert_eq!(neutral("a\u{200b}b\u{2066}c\u{2069}\u{feff}"), "abc");
        assert_eq!(neutral("a\r\nb\rc\u{2028}d\te"), "a\nb\nc\nd\te");
        assert_eq!(neutral("hi\u{e0041}\u{e0042}"), "hi");
        assert_eq!(neutral(&format!("e{}", "\u{301}".repeat(90))).chars().count(), 7);
    }

    #[test]
    fn joiners_stay_where_they_mean_something() {
        for whole in ["👩‍👩‍👧", "❤️‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "👍🏽", "é", "日本"]
        {
            assert_eq!(neutral(whole), whole);
        }
        assert_eq!(neutral("pay\u{200d}pal"), "paypal");
    }

    #[test]
    fn shortening_respects_words_and_length() {
        assert_eq!(shorten("one two three", 50), "one two three");
        assert_eq!(shorten("one two three", 9), "one two…");
        assert_eq!(shorten("a\nb", 5), "a b");
        assert_eq!(shorten("abcdefgh", 4), "abc…");
        assert_eq!(shorten("abc", 0), "");
        assert_eq!(shorten("👩‍👩‍👧👩‍👩‍👧", 6), "👩‍👩‍👧…");
    }

    #[test]
    fn a_link_says_where_it_leads() {
        for (text, url, label) in [
            ("docs", "https://example.org/a", "docs (example.org)"),
            ("docs (example.org)", "https://www.example.org/a", "docs (example.org)"),
            ("example.org", "https://www.example.org/a", "example.org"),
            ("https://bank.com/login", "https://evil.io/x", "https://bank.com/login (evil.io)"),
            ("bank.com", "https://bank.com@evil.io/", "bank.com (evil.io)"),
            ("https://example.org/b", "https://example.org/a", "https://example.org/b"),
            ("", "https://example.org/a", "https://example.org/a"),
            ("write", "mailto:a@b.org", "write (a@b.org)"),
            ("x", "not an address", "x (not an address)"),
        ] {
            assert_eq!(link_label(text, url), label);
            assert_eq!(link_label(&link_label(text, url), url), label);
        }
    }

    proptest! {
        #[test]
        fn anything_goes_in_and_nothing_bad_comes_out(text in any::<String>(), max in 0_usize..60) {
            let clean = neutral(&text);
            prop_assert!(!clean.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
            let tricks = ['\0', '\u{202e}', '\u{2066}', '\u{200b}'];
            prop_assert!(!clean.contains(tricks));
            let short = shorten(&text, max);
            prop_assert!(short.chars().count() <= max);
            prop_assert!(!short.contains('\n'));
            let _ = link_label(&text, &text);
        }
    }
}
