//! Text of models and people, as each platform gets it.

use super::text_of;
use crate::adapters::{discord, telegram};
use crate::secretary::ids::PersonId;
use crate::secretary::message::{Block, Said, Span};
use crate::text;
use chrono::DateTime;

/// The bytes of a text of which every kind of block is made.
const PIECE: usize = 512;

/// A text as Markdown, and as the words of every kind of block.
pub(super) fn markup(input: &[u8]) {
    let source = text_of(input);
    let read = text::blocks(&source);
    assert!(!read.iter().any(|block| matches!(block, Block::Markdown(_))), "Markdown in what was read of it");
    assert_eq!(read, text::expand(&[Block::Markdown(source.clone())]));
    let shown = telegram::fuzzing::parts(&read);
    discord::fuzzing::parts(&read);
    if !words_of(&text::plain(&read)).is_empty() {
        assert!(!shown.is_empty(), "words were lost");
    }
    let line = Block::Line(vec![Span::Text(source.clone())]);
    let shown = telegram::fuzzing::parts(std::slice::from_ref(&line));
    // What would have been a mention is broken on purpose.
    let shown: Vec<String> = shown.into_iter().map(|part| part.replace("@\u{200b}", "@")).collect();
    assert!(shown.iter().all(|part| *part == text::neutral(part)), "a character plays tricks");
    // Each part but the last ends with a sign that more follows.
    let (last, others) =
        shown.split_last().map_or((String::new(), Vec::new()), |(last, others)| (last.clone(), others.to_vec()));
    assert!(others.iter().all(|part| part.trim_end().ends_with('…')), "a part does not show that more follows");
    let signed = others.iter().map(|part| part.trim_end().trim_end_matches('…'));
    let whole = signed.chain([last.as_str()]).collect::<String>();
    assert_eq!(words_of(&whole), words_of(&text::neutral(&source)), "words were lost");
    discord::fuzzing::words(&source);
    let end = source.floor_char_boundary(PIECE);
    let every = every_block(&source[..end]);
    telegram::fuzzing::parts(&every);
    discord::fuzzing::parts(&every);
}

/// The characters that are seen.
fn words_of(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Blocks of every kind, made of the pieces of a text.
fn every_block(source: &str) -> Vec<Block> {
    let half = source.floor_char_boundary(source.len() / 2);
    let (first, last) = source.split_at(half);
    let own = |text: &str| text.to_owned();
    let spans = vec![
        Span::Text(own(first)),
        Span::Strong(own(last)),
        Span::Soft(own(first)),
        Span::Struck(own(last)),
        Span::Code(own(first)),
        Span::Link { text: own(first), url: own(last) },
        Span::Link { text: own(last), url: format!("https://example.org/{first}") },
        Span::Time { at: DateTime::UNIX_EPOCH, text: own(last), said: Said::Whole },
        Span::Person { id: PersonId::new("mara"), name: own(first) },
    ];
    let rows = source.lines().map(|line| line.split('|').map(str::to_owned).collect()).collect();
    vec![
        Block::Line(spans.clone()),
        Block::Heading(spans.clone()),
        Block::Item { depth: u8::try_from(half % 9).unwrap_or_default(), number: None, spans: spans.clone() },
        Block::Item { depth: 0, number: Some(1), spans: vec![Span::Text(own(source))] },
        Block::Quote(spans),
        Block::Quote(vec![Span::Text(own(last))]),
        Block::Code { language: first.chars().take(30).collect(), text: own(source) },
        Block::Table(rows),
        Block::Gap,
        Block::Markdown(own(source)),
    ]
}
