//! A report of ten thousand characters with everything in it, which must arrive whole on every platform, and one that is
//! a single list of links.

use secretary::secretary::message::{Block, Message, Span};
use secretary::secretary::ticket::task::Attached;

/// Its paragraphs, each with a number of its own.
const PARAGRAPHS: usize = 150;

/// The lines of the list.
const LINKS: usize = 90;

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

/// What a line of the list begins with, and its address.
fn link(n: usize) -> (String, String) {
    (format!("Offer {n} of ninety"), format!("https://example.org/offers/{n}?from=list"))
}

/// A list of links in seven thousand characters. Every second address stands behind words.
pub fn links() -> Message {
    let line = |n: usize| match link(n) {
        (words, address) if n.is_multiple_of(2) => format!("- [{words}, which we found this week]({address})\n"),
        (words, address) => format!("- {words}, which we found this week: {address}\n"),
    };
    let text: String = (0..LINKS).map(line).collect();
    assert!(text.chars().count() >= 7_000, "{}", text.chars().count());
    Message { blocks: vec![Block::Markdown(text)], ..Message::default() }
}

/// Each line of the list stands whole in one of these parts, and a part says whether more follows.
pub fn is_cut_between_lines(parts: &[&str]) {
    let (last, before) = parts.split_last().expect("a part");
    assert!(!before.is_empty(), "it is in one part");
    for part in before {
        assert!(part.trim_end().ends_with('…'), "no sign that more follows: {part}");
    }
    assert!(!last.contains('…'), "{last}");
    for n in 0..LINKS {
        let (words, address) = link(n);
        let lines: Vec<&str> =
            parts.iter().flat_map(|part| part.lines()).filter(|line| line.contains(&words)).collect();
        assert!(matches!(&lines[..], [line] if line.contains(&address)), "{words}: {lines:?}");
    }
}
