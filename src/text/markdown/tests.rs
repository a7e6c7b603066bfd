//! Tests of Markdown: what models write, and hostile input.

use crate::text::markdown::*;
use crate::text::plain;
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

/// Whether a line leads somewhere.
fn leads(block: &Block) -> bool {
    matches!(block, Block::Line(spans) if spans.iter().any(|span| matches!(span, Span::Link { .. })))
}

#[test]
fn a_name_for_an_address_is_words() {
    let defined = "The [docs] are good.\n\n[docs]: https://evil.example/login \"title\"\n[b]: https://b.example\n\n\
                   > [c]: d\n\n- [x]: e";
    let read = blocks(defined);
    let shown = plain(&read);
    let second = "[docs]: https://evil.example/login \"title\"";
    for line in ["The [docs] are good.", second, "[b]: https://b.example", "> [c]: d", "• [x]: e"] {
        assert!(shown.contains(line), "{line} is lost: {shown}");
    }
    assert!(!read.iter().any(leads), "{read:?}");
    // Code is shown as it is, and so is an address with such signs.
    let code = blocks("`[a]: b` and <http://[::1]:80/x>\n\n```\n[a]: b\n```\n\n    [a]: b");
    let shown = plain(&code);
    assert_eq!(shown, "[a]: b and http://[::1]:80/x\n\n[a]: b\n\n[a]: b");
    let many = "[a]: b\n    [c]: d\n".repeat(2_000);
    assert_eq!(plain(&blocks(&many)).matches("[a]: b").count(), 2_000);
}

#[test]
fn what_was_hidden_leads_nowhere() {
    let mark = crate::secretary::redaction::Kind::GitHub.mark();
    for source in [
        format!("{mark}: https://evil.example/login\n\nThe other key is {mark} too."),
        format!("Use {mark}(https://evil.example/login)."),
        format!("![{mark}](https://evil.example/login"),
        format!("The \\{mark}(https://evil.example/login)"),
        format!("[the key {mark}: {mark}(https://evil.example/login)"),
    ] {
        let shown = blocks(&source);
        let whole = plain(&shown);
        assert_eq!(whole.matches(&mark).count(), source.matches(&mark).count(), "{source} became {whole}");
        assert!(whole.contains("https://evil.example/login"), "{source} became {whole}");
        assert!(!shown.iter().any(leads), "{shown:?}");
    }
    assert_eq!(blocks(&format!("`{mark}`")), vec![Block::Line(vec![Span::Code(mark)])]);
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

proptest! {
    #[test]
    fn no_word_is_lost(parts in proptest::collection::vec(
        ("[-*_#>`|~1. \n]{0,6}", "[a-z]{3,8}"), 1..20,
    )) {
        let text: String = parts.iter().map(|(sign, word)| format!("{sign}{word}")).collect();
        let shown = plain(&blocks(&text));
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
