//! Markdown to blocks: what models write, and what nobody should.

use super::*;
use proptest::prelude::*;

fn item(depth: u8, number: Option<u64>, words: &str) -> Block {
    Block::Item { depth, number, spans: vec![Span::text(words)] }
}

fn line(words: &str) -> Block {
    Block::Line(vec![Span::text(words)])
}

#[test]
fn paragraphs_headings_and_breaks() {
    assert_eq!(
        blocks("# Plan\nfirst\nsecond\n\nthird<br>fourth\n\n---\n\nend"),
        vec![
            Block::Heading(vec![Span::text("Plan")]),
            line("first"),
            line("second"),
            Block::Gap,
            line("third"),
            line("fourth"),
            Block::Gap,
            line("end"),
        ]
    );
}

#[test]
fn styles_and_links() {
    assert_eq!(
        blocks(
            "a **b** *c* ~~d~~ `e` [f](https://e.org/x) <https://g.org> [h](javascript:alert) ![i](https://j.org/k.png)"
        ),
        vec![Block::Line(vec![
            Span::text("a "),
            Span::strong("b"),
            Span::text(" "),
            Span::Soft("c".into()),
            Span::text(" "),
            Span::Struck("d".into()),
            Span::text(" "),
            Span::Code("e".into()),
            Span::text(" "),
            Span::Link { text: "f (e.org)".into(), url: "https://e.org/x".into() },
            Span::text(" "),
            Span::Link { text: "https://g.org".into(), url: "https://g.org".into() },
            Span::text(" h (javascript:alert) "),
            Span::Link { text: "i (j.org)".into(), url: "https://j.org/k.png".into() },
        ])]
    );
}

#[test]
fn nested_lists_keep_their_depth_and_numbers() {
    assert_eq!(
        blocks("Do:\n\n3. a\n   - b\n     - c\n4. d\n\n   more\n- [x] e"),
        vec![
            line("Do:"),
            item(0, Some(3), "a"),
            item(1, None, "b"),
            item(2, None, "c"),
            item(0, Some(4), "d"),
            line("more"),
            Block::Gap,
            item(0, None, "☑ e"),
        ]
    );
}

#[test]
fn code_quotes_tables_and_html() {
    assert_eq!(
        blocks(
            "```rust,ignore\nlet a;\n\nlet b;\n```\n> one\n> two\n>\n> - three\n\n| a | **b** |\n|---|---|\n| 1 | x \\| y |\n\n<b>hi</b>\n<script>"
        ),
        vec![
            Block::Code { language: "rust".into(), text: "let a;\n\nlet b;".into() },
            Block::Gap,
            Block::Quote(vec![Span::text("one")]),
            Block::Quote(vec![Span::text("two")]),
            Block::Quote(vec![Span::text("• "), Span::text("three")]),
            Block::Gap,
            Block::Table(vec![vec!["a".into(), "b".into()], vec!["1".into(), "x | y".into()]]),
            Block::Gap,
            line("<b>hi</b>"),
            Block::Gap,
            line("<script>"),
        ]
    );
}

#[test]
fn expanding_replaces_markdown_only() {
    let given = [line("**as is**"), Block::Markdown("**b**".into()), Block::Gap];
    assert_eq!(expand(&given), vec![line("**as is**"), Block::Line(vec![Span::strong("b")]), Block::Gap]);
}

#[test]
fn hostile_nesting_stays_bounded() {
    let deep = format!("{}x", "- ".repeat(500));
    assert!(blocks(&deep).iter().all(|b| !matches!(b, Block::Item { depth, .. } if *depth > 5)));
    for unit in ["> ", "*", "[", "![", "<", "`", "1. ", "|", "(", "~~"] {
        let text = unit.repeat(5_000);
        let _ = blocks(&text);
    }
    assert!(blocks("").is_empty());
    assert!(blocks("\0\u{202e}").is_empty());
}

/// Letters and digits, which no markup consumes as long as they stand in plain words.
fn words(blocks: &[Block]) -> String {
    crate::text::plain(blocks)
}

proptest! {
    #[test]
    fn any_text_is_taken(text in "[ -~\n\u{e9}\u{1f600}\u{202e}\\PC]{0,300}") {
        for block in blocks(&text) {
            prop_assert!(!matches!(block, Block::Markdown(_)));
        }
    }

    #[test]
    fn no_word_is_lost(parts in proptest::collection::vec(
        ("[-*_#>`|~1. \n]{0,6}", "[a-z]{3,8}"), 1..20,
    )) {
        let text: String = parts.iter().map(|(sign, word)| format!("{sign}{word}")).collect();
        let shown = words(&blocks(&text));
        for (_, word) in &parts {
            // A word on a fence line is the language of the block, not text.
            if !text.contains("```") && !text.contains("~~~") {
                prop_assert!(shown.contains(word.as_str()), "{word} of {text:?} is not in {shown:?}");
            }
        }
    }
}

#[test]
fn names_in_foreign_words_call_nobody() {
    let text = |words: &str| Span::Text(words.to_owned());
    let code = |words: &str| Span::Code(words.to_owned());
    let named = vec![text("ask "), code("@kim_user"), text(" or "), code("@durov"), text(".")];
    assert_eq!(blocks("ask @kim_user or @durov."), vec![Block::Line(named)]);
    assert_eq!(blocks("write to kim@example.org @ noon"), vec![line("write to kim@example.org @ noon")]);
}
