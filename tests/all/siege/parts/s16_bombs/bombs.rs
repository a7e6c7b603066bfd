//! Little that becomes much: packed files, pages, and words to be read again and again.

use crate::siege::{Chance, full, one_of};

/// Bits, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn put(&mut self, value: u64, count: u32) {
        for n in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> n & 1 == 1) << (self.used % 8);
            self.used += 1;
        }
    }
}

/// A gzip file of so many bytes, all the same: one letter, and the order to repeat it 258 times, again and again.
pub fn gzip_bomb(mib: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    // The last block, with the fixed code; its words begin with their highest bit.
    bits.put(0b011, 3);
    let word = |bits: &mut Bits, code: u64, length: u32| (0..length).rev().for_each(|n| bits.put(code >> n & 1, 1));
    word(&mut bits, 0x30 + u64::from(b'a'), 8);
    for _ in 0..mib * 1024 * 1024 / 258 {
        word(&mut bits, 0b1100_0101, 8);
        word(&mut bits, 0, 5);
    }
    word(&mut bits, 0, 7);
    [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &bits.bytes, &[0; 8]].concat()
}

/// A brotli file of so many times 16 MiB: each block is one letter and the order to repeat it sixteen million times.
pub fn brotli_bomb(blocks: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0, 1);
    let length: u64 = (1 << 24) - 2;
    for _ in 0..blocks {
        // Not the last; six nibbles of length; compressed; one type of each kind; no postfix; one tree of each kind.
        bits.put(0, 1);
        bits.put(2, 2);
        bits.put(length - 1, 24);
        bits.put(0, 1);
        bits.put(0, 3);
        bits.put(0, 6);
        bits.put(0, 2);
        bits.put(0, 2);
        // Codes of one word each, which take no bits: the letter, one letter and a long copy, the distance of one.
        for (word, width) in [(u64::from(b'a'), 8), (399, 10), (16, 6)] {
            bits.put(0b0001, 4);
            bits.put(word, width);
        }
        bits.put(length - 1 - 2118, 24);
        bits.put(0, 1);
    }
    bits.put(0b11, 2);
    bits.bytes
}

/// A page, made when it is looked at: all at once they would be more than what is measured.
pub type Made = Box<dyn Fn() -> String>;

/// What strangers may put on a page, of about so many parts.
pub fn pages(parts: usize) -> Vec<(&'static str, &'static str, Made)> {
    let html = "text/html";
    let nested = move |open: &'static str, close: &'static str| -> Made {
        Box::new(move || format!("{}x{}", open.repeat(parts), close.repeat(parts)))
    };
    let of = |made: fn(usize) -> String| -> Made { Box::new(move || made(parts)) };
    vec![
        ("elements nested", html, nested("<div>", "</div>")),
        ("elements without an end", html, of(|parts| "<b><i><p>".repeat(parts))),
        ("ends without a beginning", html, of(|parts| "</div></b>".repeat(parts))),
        ("entities", html, of(|parts| "&amp;&#x41;&hellip;".repeat(parts))),
        ("entities that are none", html, of(|parts| "&".repeat(parts) + &"&#99999999999;".repeat(parts / 4))),
        ("entities of entities", html, of(|parts| "&amp;amp;amp;amp;".repeat(parts))),
        (
            "a doctype of laughs",
            html,
            of(|parts| format!("<!DOCTYPE x [{}]>&l9;", "<!ENTITY l9 \"&l8;&l8;&l8;\">".repeat(parts / 10))),
        ),
        ("tables in tables", html, nested("<table><tr><td>", "</td></tr></table>")),
        (
            "a wide table",
            html,
            of(|parts| format!("<table>{}</table>", format!("<tr>{}</tr>", "<td>x".repeat(parts / 20)).repeat(20))),
        ),
        (
            "a cell over everything",
            html,
            of(|parts| {
                format!("<table><tr><td colspan=99999999 rowspan=99999999>x{}</table>", "<tr><td>y".repeat(parts / 10))
            }),
        ),
        ("lists in lists", html, nested("<ul><li>", "</li></ul>")),
        ("quotes in quotes", html, nested("<blockquote>", "</blockquote>")),
        ("a tag with attributes", html, of(|parts| format!("<a {}>x</a>", "y=z ".repeat(parts)))),
        ("an attribute without an end", html, of(|parts| format!("<a href=\"{}", "x".repeat(parts * 4)))),
        ("comments without an end", html, of(|parts| "<!--".repeat(parts))),
        ("links", html, of(|parts| "<a href='https://e.org/a'>x</a> ".repeat(parts / 4))),
        ("one word", html, of(|parts| "x".repeat(parts * 8))),
        ("one title", html, of(|parts| format!("<title>{}</title>", "x".repeat(parts * 4)))),
        ("preformatted", html, nested("<pre>\n", "</pre>")),
        ("spaces", html, of(|parts| " \n\t".repeat(parts))),
        ("marks above one letter", html, of(|parts| format!("e{}", "\u{301}".repeat(parts)))),
        ("a drawing", html, nested("<svg><g>", "</g></svg>")),
        ("JSON nested", "application/json", nested("[", "]")),
        ("JSON of objects", "application/json", nested("{\"a\":", "}")),
        (
            "XML of laughs",
            "application/xml",
            of(|parts| format!("<!DOCTYPE l [{}]><l>&l9;</l>", "<!ENTITY l9 '&l8;&l8;'>".repeat(parts / 10))),
        ),
        ("one line of text", "text/plain", of(|parts| "x ".repeat(parts * 4))),
    ]
}

/// Words at which a careless reader would go back again and again, or forth without an end.
pub fn words(chance: &mut Chance) -> String {
    let parts = usize::try_from(1 + chance.below(if full() { 20_000 } else { 400 })).unwrap();
    let unit = *one_of(
        chance,
        &[
            "(",
            "((1+",
            "9^",
            "1+",
            "9*9^9^",
            "-",
            "1,",
            "1.",
            "in 1 ",
            "at ",
            "every ",
            "every monday and ",
            "remind me to ",
            "remind me ",
            "undo ",
            "not ",
            "and ",
            "1) x\n",
            "- [ ] x\n",
            "* ",
            "**",
            "_*",
            "`",
            "```\n",
            "> ",
            "# ",
            "[a](",
            "![",
            "<",
            "|a|b\n|-|-\n",
            "\u{301}",
            "👩\u{200d}",
            "\u{202e}",
            "\u{1f1e9}",
            "ﷺ",
            "a\u{300}",
            "/",
            "/list ",
            "@everyone ",
            "https://e.org/?a=",
            "#1 ",
            "1:",
            "00:00 ",
            "2026-11-",
            "tomorrow ",
            "euro in dollar ",
            "km in miles ",
            "half a ",
            "the day after ",
            "note that ",
            "add ",
            "aaaaaaaaaa",
            "\n",
            " \t",
            "\"",
            "'",
            "what is ",
            "20% of ",
            "sqrt(",
            "cancel ",
            "yes ",
            "no, ",
        ],
    );
    let lead = *one_of(
        chance,
        &[
            "",
            "",
            "remind me ",
            "what is ",
            "note ",
            "add ",
            "every ",
            "/remind ",
            "/report ",
            "calculate ",
            "cancel #",
        ],
    );
    let tail = *one_of(chance, &["", "", "x", ")", "!", " at 9", " tomorrow", "1", "\""]);
    format!("{lead}{}{tail}", unit.repeat(parts))
}
