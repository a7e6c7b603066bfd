//! The beginning of a long Markdown text, cut where a reader would stop: never in a link, a word or a sign of several
//! characters. Pure.

/// Characters that a sign of several characters is looked for in.
const LONGEST_SIGN: usize = 32;

/// The beginning of a text, of at most `most` characters: up to the end of a paragraph if that is at least half of them,
/// else of a line, else of a word. Only where there is none of these the cut is in a word.
pub fn beginning(text: &str, most: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most) else { return text };
    let head = upto(text, end);
    let last = |sign: &str, least: usize| head.rfind(sign).filter(|at| *at >= least);
    // A line that ends right here ends in time.
    let line_ends = text[end..].starts_with('\n').then_some(end);
    let cut = last("\n\n", end / 2).or(line_ends).or_else(|| last("\n", end / 5)).or_else(|| word_end(text, head));
    upto(text, cut.unwrap_or_else(|| between_signs(text, end))).trim_end()
}

fn upto(text: &str, end: usize) -> &str {
    text.get(..end).unwrap_or(text)
}

/// The last end of a word in `head` that is in no link.
fn word_end(text: &str, head: &str) -> Option<usize> {
    let mut end = head.len();
    if text[end..].starts_with(char::is_whitespace) && link_around(text, end).is_none() {
        return Some(end);
    }
    loop {
        let space = upto(text, end).rfind(char::is_whitespace).filter(|at| *at > 0)?;
        match link_around(text, space) {
            Some(0) => return None,
            Some(start) => end = start,
            None => return Some(space),
        }
    }
}

/// Where the link of Markdown begins that goes on both before and behind this place of its line.
fn link_around(text: &str, at: usize) -> Option<usize> {
    let line_start = upto(text, at).rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let at = at - line_start;
    line.match_indices("](").find_map(|(middle, _)| {
        let start = upto(line, middle).rfind('[')?;
        let end = middle + line[middle..].find(')')?;
        (start < at && at <= end).then_some(line_start + start)
    })
}

/// The last place up to `end` that is in no sign of several characters, as far as that can be seen.
fn between_signs(text: &str, end: usize) -> usize {
    let head = upto(text, end);
    let places = head.char_indices().rev().take(LONGEST_SIGN).map(|(at, _)| at);
    std::iter::once(end).chain(places).find(|at| *at > 0 && parts_here(text, *at)).unwrap_or(end)
}

/// Whether two signs meet here.
fn parts_here(text: &str, at: usize) -> bool {
    let goes_on = |c: char| {
        matches!(c, '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
    };
    !upto(text, at).ends_with('\u{200d}') && !text[at..].starts_with(goes_on)
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_long_text_ends_where_a_reader_would_stop() {
        let words = "word ".repeat(20);
        for (text, most, expected) in [
            ("short", 10, "short"),
            ("one two\n\nthree four five", 14, "one two"),
            // A paragraph so short says too little.
            ("a\n\nline one\nline two", 18, "a\n\nline one"),
            ("- one\n- two\n- three", 11, "- one\n- two"),
            ("one two three", 7, "one two"),
            ("one two three", 9, "one two"),
            ("see [the whole list](https://e.org/a) now", 12, "see"),
            ("see [the whole list](https://e.org/a) now", 38, "see [the whole list](https://e.org/a)"),
            ("see https://e.org/a/b/c/d now", 15, "see"),
            ("👩‍👩‍👧👩‍👩‍👧", 7, "👩‍👩‍👧"),
            ("e\u{301}e\u{301}", 3, "e\u{301}"),
            ("abcdef", 3, "abc"),
            (words.as_str(), 12, "word word"),
        ] {
            assert_eq!(beginning(text, most), expected, "{text:?}");
        }
    }

    #[test]
    fn a_list_of_links_is_cut_at_a_line() {
        let line =
            |n: usize| format!("- [Offer number {n} of many](https://example.org/offers/{n}?from=list&page={n})\n");
        let list: String = (0..90).map(line).collect();
        let head = beginning(&list, 2_000);
        assert!(head.chars().count() > 1_900 && list.starts_with(&format!("{head}\n")), "{head}");
    }
}
