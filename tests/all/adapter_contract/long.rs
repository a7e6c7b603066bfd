//! A report of ten thousand characters with everything in it, which must arrive whole on every platform.

use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::ticket::task::Attached;

/// Its paragraphs, each with a number of its own.
const PARAGRAPHS: usize = 150;

/// The report as a message with the whole of it attached, and the Markdown.
pub fn report() -> (Message, String) {
    let mut text = String::from("# Hosting offers\n\n");
    for n in 0..PARAGRAPHS {
        text.push_str(&match n % 5 {
            0 => format!("## Part {n}\n\nSentence {n} is **bold** and <b>not a tag</b> & costs €{n}.\n\n"),
            1 => format!("- Sentence {n} is an item with `code_{n}` and *stars*, 🙂 and ünïcode\n\n"),
            2 => format!("Sentence {n} names [the list](https://example.org/offer_{n}?a=1&b=2) as its source.\n\n"),
            3 => format!("> Sentence {n} was said by somebody, word for word.\n\n"),
            _ => format!("| offer | price |\n|---|---|\n| Sentence {n} | €{n} a month |\n\n"),
        });
    }
    assert!(text.chars().count() >= 10_000, "{}", text.chars().count());
    let mut message = Message::default().spans(vec![Span::strong("#12 Hosting offers")]);
    message.blocks.push(Block::Markdown(text.clone()));
    message.file = Some(Attached::text("report-12.md", text.clone()));
    (message, text)
}

/// Every sentence stands there once, in its order.
pub fn is_whole(shown: &str) {
    let mut from = 0;
    for n in 0..PARAGRAPHS {
        let sentence = format!("Sentence {n}");
        let whole = |at: &usize| !shown[at + sentence.len()..].starts_with(|c: char| c.is_ascii_digit());
        let places: Vec<usize> = shown.match_indices(&sentence).map(|(at, _)| at).filter(whole).collect();
        assert_eq!(places.len(), 1, "{sentence}");
        assert!(places[0] >= from, "{sentence} is out of order");
        from = places[0];
    }
}
