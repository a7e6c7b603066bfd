//! Tests of splitting: sizes hold, nothing is lost, it ends.

use crate::text::plain;
use crate::text::split::*;
use proptest::prelude::*;

/// A renderer's idea of size: markup and the line break count.
fn size(block: &Block) -> usize {
    let spans = |spans: &[Span]| -> usize {
        spans
            .iter()
            .map(|s| match s {
                Span::Link { text, url } => text.chars().count() + url.chars().count() + 4,
                Span::Text(t) => t.chars().count(),
                other => other.plain().chars().count() + 4,
            })
            .sum()
    };
    1 + match block {
        Block::Line(s) => spans(s),
        Block::Heading(s) | Block::Quote(s) => spans(s) + 2,
        Block::Item { depth, spans: s, .. } => spans(s) + 4 + 2 * usize::from(*depth),
        Block::Code { language, text } => text.chars().count() + language.chars().count() + 8,
        Block::Table(rows) => rows.iter().map(|r| r.iter().map(|c| c.chars().count() + 2).sum::<usize>() + 1).sum(),
        Block::Gap => 0,
        Block::Markdown(text) => text.chars().count(),
    }
}

fn line(words: &str) -> Block {
    Block::Line(vec![Span::text(words)])
}

/// Everything but white space.
fn ink(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn check(parts: &[Vec<Block>], max: usize) {
    for part in parts {
        assert!(!part.iter().all(is_blank), "an empty part");
        let total: usize = part.iter().map(size).sum();
        assert!(total <= max, "{total} > {max}: {part:?}");
    }
}

#[test]
fn short_messages_stay_whole() {
    let blocks = vec![line("a"), Block::Gap, line("b")];
    assert_eq!(split(blocks.clone(), 100, &size), vec![blocks]);
    assert!(split(vec![], 10, &size).is_empty());
    assert!(split(vec![Block::Gap, Block::Line(vec![])], 10, &size).is_empty());
}

#[test]
fn gaps_do_not_open_or_close_a_part() {
    let parts = split(vec![Block::Gap, line("aaaa"), Block::Gap, line("bbbb"), Block::Gap], 6, &size);
    assert_eq!(parts, vec![vec![line("aaaa")], vec![line("bbbb")]]);
}

#[test]
fn a_heading_goes_with_what_follows() {
    let heading = Block::Heading(vec![Span::text("H")]);
    let parts = split(vec![line("aaaaaaaa"), heading.clone(), line("bbbbbbbb")], 14, &size);
    assert_eq!(parts, vec![vec![line("aaaaaaaa")], vec![heading, line("bbbbbbbb")]]);
}

#[test]
fn lines_are_cut_between_words_and_keep_their_style() {
    let parts = split(vec![Block::Line(vec![Span::text("one two "), Span::strong("three four")])], 16, &size);
    assert_eq!(
        parts,
        vec![vec![Block::Line(vec![Span::text("one two")])], vec![Block::Line(vec![Span::strong("three four")])]]
    );
    let family = "👩‍👩‍👧".repeat(3);
    let parts = split(vec![line(&family)], 6, &size);
    assert_eq!(parts, vec![vec![line("👩‍👩‍👧")]; 3]);
}

#[test]
fn code_becomes_several_blocks() {
    let code = Block::Code { language: "sh".into(), text: "one\ntwo\nthree\nfour-is-very-long-indeed".into() };
    let parts = split(vec![code], 21, &size);
    check(&parts, 21);
    let texts: Vec<String> = parts.iter().map(|p| plain(p)).collect();
    assert_eq!(texts[0], "one\ntwo");
    assert_eq!(texts.concat().replace('\n', ""), "onetwothreefour-is-very-long-indeed");
    assert!(parts.iter().flatten().all(|b| matches!(b, Block::Code { language, .. } if language == "sh")));
}

#[test]
fn tables_repeat_their_header() {
    let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
    let table = Block::Table(vec![row("k", "v"), row("a", "1"), row("b", "2"), row("c", &"long ".repeat(20))]);
    let parts = split(vec![table], 25, &size);
    check(&parts, 25);
    assert_eq!(parts[0][0], Block::Table(vec![row("k", "v"), row("a", "1"), row("b", "2")]));
    assert_eq!(parts[1][0], line("k: c"));
    assert!(plain(&parts[2]).starts_with("v: long long"));
}

#[test]
fn long_addresses_do_not_make_a_part_of_each_letter() {
    let link = Span::Link { text: "words".into(), url: format!("https://e.org/{}", "x".repeat(90)) };
    let parts = split(vec![Block::Line(vec![link])], 50, &size);
    check(&parts, 50);
    assert_eq!(parts.len(), 3);
    assert!(plain(&parts[0]).starts_with("words (https://e.org/"));
}

#[test]
fn hostile_sizes_end() {
    let words = "e\u{301}\u{301} word ".repeat(30);
    for max in 0..4 {
        let parts =
            split(vec![line(&words), Block::Code { language: "x".repeat(50), text: words.clone() }], max, &size);
        assert_eq!(ink(&parts.iter().map(|p| plain(p)).collect::<String>()), ink(&words.repeat(2)));
    }
    let parts = split(vec![line(&words)], 100, &|_| usize::MAX);
    assert!(!parts.is_empty());
    let long = "word ".repeat(100_000);
    assert_eq!(split(vec![line(&long)], 4000, &size).len(), 125);
}

fn spans() -> impl Strategy<Value = Vec<Span>> {
    let span = (0_u8..5, "[a-z é😀\u{301}]{1,40}").prop_map(|(kind, text)| match kind {
        0 => Span::Strong(text),
        1 => Span::Code(text),
        2 => Span::Link { text, url: "https://e.org/".into() },
        _ => Span::Text(text),
    });
    proptest::collection::vec(span, 0..6)
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![
        spans().prop_map(Block::Line),
        spans().prop_map(Block::Heading),
        spans().prop_map(Block::Quote),
        (0_u8..4, spans()).prop_map(|(depth, spans)| Block::Item { depth, number: None, spans }),
        "[a-z\n é]{0,120}".prop_map(|text| Block::Code { language: "c".into(), text }),
        Just(Block::Gap),
    ]
}

proptest! {
    #[test]
    fn sizes_hold_and_nothing_is_lost(blocks in proptest::collection::vec(block(), 0..12), max in 45_usize..200) {
        let parts = split(blocks.clone(), max, &size);
        check(&parts, max);
        let letters = |blocks: &[Block]| -> String {
            plain(blocks).chars().filter(|c| c.is_alphanumeric() || *c == '😀').collect::<String>().replace("httpseorg", "")
        };
        let before: String = letters(&blocks);
        let after: String = parts.iter().map(|p| letters(p)).collect();
        prop_assert_eq!(after, before);
    }
}
