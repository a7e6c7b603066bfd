//! Finds the code in a Markdown text: fenced blocks and inline code. What stands in it is quoted: no mark of a thought or a
//! call counts there.

use std::ops::Range;

/// The longest inline code, in bytes.
const INLINE: usize = 300;

/// A fenced block that ends.
pub(super) struct Block<'t> {
    /// Where it stands, fences included.
    pub range: Range<usize>,
    /// The words behind its first fence.
    pub info: &'t str,
    /// What is in it.
    pub inside: &'t str,
}

/// The fenced blocks of a text, in order. A fence without an end begins none.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, usize, &str, char, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let bare = line.trim();
        let sign = bare.chars().next().filter(|sign| matches!(sign, '`' | '~'));
        let length = sign.map_or(0, |sign| bare.chars().take_while(|c| *c == sign).count());
        let info = bare.get(length..).unwrap_or_default().trim();
        match (open, sign) {
            (None, Some(sign)) if length >= 3 && !info.contains('`') => open = Some((at, end, info, sign, length)),
            (Some((begin, inside, info_of, with, least)), Some(sign))
                if sign == with && length >= least && info.is_empty() =>
            {
                let inside = text.get(inside..at).unwrap_or_default();
                blocks.push(Block { range: begin..end, info: info_of, inside });
                open = None;
            }
            (_, _) => {}
        }
        at = end;
    }
    blocks
}

/// Where code stands, in order.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = blocks(text).into_iter().map(|block| block.range).collect();
    let bytes = text.as_bytes();
    let run = |at: usize| bytes.iter().skip(at).take_while(|byte| **byte == b'`').count();
    let (mut at, mut inline) = (0, Vec::new());
    while let Some(begin) = bytes.iter().skip(at).position(|byte| *byte == b'`').map(|found| at + found) {
        let before = ranges.partition_point(|block| block.start <= begin).checked_sub(1);
        if let Some(block) = before.and_then(|before| ranges.get(before)).filter(|block| block.contains(&begin)) {
            at = block.end;
            continue;
        }
        let length = run(begin);
        let mut end = begin + length;
        at = end;
        while let Some(byte) = bytes.get(end).filter(|byte| **byte != b'\n' && end < begin + INLINE) {
            let closing = if *byte == b'`' { run(end) } else { 1 };
            end += closing;
            if *byte == b'`' && closing == length {
                inline.push(begin..end);
                at = end;
                break;
            }
        }
    }
    ranges.extend(inline);
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// Whether a place is in one of the ranges.
pub(super) fn within(ranges: &[Range<usize>], at: usize) -> bool {
    let behind = ranges.partition_point(|range| range.start <= at);
    behind.checked_sub(1).and_then(|last| ranges.get(last)).is_some_and(|range| range.contains(&at))
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::wire::code::*;

    #[test]
    fn blocks_and_inline_code_are_found_and_unclosed_ones_are_none() {
        let text = "a `b` c\n```json\n{}\n```\n``x ` y`` `no\n``` open\n~~~\n";
        let code: Vec<&str> = ranges(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(code, ["`b`", "```json\n{}\n```\n", "``x ` y``"]);
        let found = blocks(text);
        assert_eq!((found.len(), found[0].info, found[0].inside), (1, "json", "{}\n"));
        let all = ranges(text);
        assert!(within(&all, 3) && !within(&all, 0) && !within(&all, 6) && !within(&[], 0));
    }
}
