//! Invisible characters: characters that show nothing, change the writing direction or are undefined. A text for
//! approval must read as it is. Pure.

/// Whether a character shows nothing, turns the direction of writing, or is none.
pub fn invisible(c: char) -> bool {
    let code = u32::from(c);
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || (0xfdd0..=0xfdef).contains(&code)
        || code & 0xfffe == 0xfffe
}

/// Whether a joiner between these two characters means something.
pub fn joins(before: Option<char>, after: Option<char>, joiner: char) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    let emoji = joiner == '\u{200d}' && (is_emoji(before) || before == '\u{fe0f}') && is_emoji(after);
    // Persian and the Indic scripts are spelled with joiners and non-joiners.
    let letters = |c| matches!(c, '\u{620}'..='\u{6ff}' | '\u{900}'..='\u{ddf}');
    emoji || (letters(before) && letters(after))
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{a9}' | '\u{ae}')
}

/// The text with a mark, such as `[U+202E]`, in the place of each character nobody sees; line ends and tabs stay.
pub fn marked(text: &str) -> String {
    replaced(text, |c| format!("[U+{:04X}]", u32::from(c)))
}

/// The text without them, for words that are nothing but words.
pub fn without(text: &str) -> String {
    replaced(text, |_| String::new())
}

fn replaced(text: &str, mark: impl Fn(char) -> String) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let joiner = matches!(c, '\u{200c}' | '\u{200d}') && joins(before, chars.peek().copied(), c);
        let ends_line = matches!(c, '\u{2028}' | '\u{2029}');
        let seen = joiner || matches!(c, '\n' | '\t') || !(c.is_control() || invisible(c) || ends_line);
        if seen {
            shown.push(c);
        } else {
            shown.push_str(&mark(c));
        }
        before = Some(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use crate::secretary::names::invisible::*;

    #[test]
    fn what_nobody_sees_is_marked_or_taken_out() {
        for (text, shown, plain) in [
            ("Kim", "Kim", "Kim"),
            ("Kim\u{202e}moc.live", "Kim[U+202E]moc.live", "Kimmoc.live"),
            ("K\u{200b}im\u{e0041}", "K[U+200B]im[U+E0041]", "Kim"),
            ("👨\u{200d}👩", "👨\u{200d}👩", "👨\u{200d}👩"),
            ("a\u{7}\nb\tc", "a[U+0007]\nb\tc", "a\nb\tc"),
        ] {
            assert_eq!((marked(text).as_str(), without(text).as_str()), (shown, plain));
        }
    }
}
