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
    assert_eq!(split(vec![line(&long)], 4000, &size).len(), 126);
}

/// A line of a list with a link, and one with a bare address.
fn offer(n: usize) -> String {
    let page = format!("https://example.org/offers/{n}?from=list&page={n}");
    if n.is_multiple_of(2) {
        format!("- [Offer number {n} of many]({page})\n")
    } else {
        format!("- Offer {n}: {page}\n")
    }
}

#[test]
fn a_list_of_links_is_cut_at_lines_with_a_sign_that_more_follows() {
    let list: String = (0..90).map(offer).collect();
    for max in [4_000, 1_900] {
        let parts = split(vec![Block::Markdown(list.clone())], max, &size);
        check(&parts, max);
        assert!(parts.len() > 1 && parts.len() <= list.len() / max + 2, "{}", parts.len());
        let (last, before) = parts.split_last().unwrap();
        assert!(before.iter().all(|part| part.last() == Some(&line("…"))));
        let items: Vec<&Block> = before.iter().flat_map(|part| &part[..part.len() - 1]).chain(last).collect();
        assert_eq!(items.len(), 90, "every line is whole");
        assert!(items.iter().all(|item| matches!(item, Block::Item { .. })));
    }
}

#[test]
fn a_link_moves_on_as_a_whole() {
    let link = |text: &str, url: &str| Span::Link { text: text.into(), url: url.into() };
    let long = format!("https://e.org/{}", "x".repeat(40));
    let named = link("words of some length", "https://e.org/");
    let parts = split(vec![Block::Line(vec![Span::text("a few words before it: "), named.clone()])], 50, &size);
    assert_eq!(parts.first().and_then(|part| part.first()), Some(&line("a few words before it:")));
    assert_eq!(parts.get(1), Some(&vec![Block::Line(vec![named])]));
    let parts = split(vec![line(&format!("see {long} now"))], 60, &size);
    assert!(parts.iter().any(|part| plain(part).contains(&long)), "{parts:?}");
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
    fn sizes_hold_and_nothing_is_lost(blocks in proptest::collection::vec(block(), 0..12), max in 50_usize..200) {
        let parts = split(blocks.clone(), max, &size);
        check(&parts, max);
        let letters = |blocks: &[Block]| -> String {
            plain(blocks).chars().filter(|c| c.is_alphanumeric() || *c == '😀').collect::<String>().replace("httpseorg", "")
        };
        let before: String = letters(&blocks);
        let after: String = parts.iter().map(|p| letters(p)).collect();
        prop_assert_eq!(after, before);
    }

    /// What fits into a part is never cut: a word, a bare address, a link.
    #[test]
    fn words_and_links_stay_whole(words in proptest::collection::vec("[a-z(é😀]{1,30}", 1..60), kinds in any::<u64>(), max in 90_usize..200) {
        let piece = |(n, word): (usize, &String)| match (kinds >> (n % 60)) & 3 {
            0 => format!("https://e.org/{word}"),
            1 => format!("[{word} {n}](https://e.org/{n}/{word})"),
            _ => word.clone(),
        };
        let pieces: Vec<String> = words.iter().enumerate().map(piece).collect();
        let spans = pieces.iter().map(|piece| match piece.strip_prefix('[').and_then(|rest| rest.split_once("](")) {
            Some((text, url)) => Span::Link { text: text.to_owned(), url: url.trim_end_matches(')').to_owned() },
            None => Span::Text(piece.clone()),
        });
        let mut all = Vec::new();
        for span in spans {
            all.extend([span, Span::text(" ")]);
        }
        let whole: Vec<Span> = all.iter().filter(|span| matches!(span, Span::Link { .. })).cloned().collect();
        let parts = split(vec![Block::Line(all)], max, &size);
        check(&parts, max);
        let mut links = Vec::new();
        let mut texts = String::new();
        for block in parts.iter().flatten().filter(|block| **block != line("…")) {
            let Block::Line(spans) = block else { panic!("{block:?}") };
            links.extend(spans.iter().filter(|span| matches!(span, Span::Link { .. })).cloned());
            spans.iter().filter(|span| !matches!(span, Span::Link { .. })).for_each(|span| texts.push_str(span.plain()));
            texts.push(' ');
        }
        prop_assert_eq!(links, whole);
        let plain: Vec<&str> = pieces.iter().map(String::as_str).filter(|piece| !piece.starts_with('[')).collect();
        prop_assert_eq!(texts.split_whitespace().collect::<Vec<_>>(), plain);
    }
}
