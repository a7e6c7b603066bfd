//! A message as plain text: what is sent where a platform refuses the markup, and what goes into
//! notifications and searches. It adds no markup of its own beyond bullets and quote signs.

use super::{clean, markdown};
use crate::secretary::message::{Block, Span};

/// The blocks as plain text, one block per line, links with their address.
pub fn plain(blocks: &[Block]) -> String {
    let lines: Vec<String> = markdown::expand(blocks).iter().map(block).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn block(block: &Block) -> String {
    match block {
        Block::Line(spans) | Block::Heading(spans) => words(spans),
        Block::Item { depth, number, spans } => {
            let sign = number.map_or_else(|| "•".to_owned(), |n| format!("{n}."));
            format!("{}{sign} {}", "  ".repeat(usize::from(*depth)), words(spans))
        }
        Block::Quote(spans) => format!("> {}", words(spans).replace('\n', "\n> ")),
        Block::Code { text, .. } => text.trim_end_matches('\n').to_owned(),
        Block::Table(rows) => rows.iter().map(|row| row.join(" | ")).collect::<Vec<_>>().join("\n"),
        Block::Gap => String::new(),
        Block::Markdown(text) => text.clone(),
    }
}

fn words(spans: &[Span]) -> String {
    spans.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Link { text, url } if text == url || text.is_empty() => url.clone(),
        Span::Link { text, url } => {
            // The full address follows, so that a host added to the words would stand there twice.
            let host = clean::place_of(url).map(|p| format!(" ({p})")).unwrap_or_default();
            format!("{} ({url})", text.strip_suffix(&host).unwrap_or(text))
        }
        Span::Text(_)
        | Span::Strong(_)
        | Span::Soft(_)
        | Span::Struck(_)
        | Span::Code(_)
        | Span::Time { .. }
        | Span::Person { .. } => span.plain().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::text::plain::*;

    #[test]
    fn a_message_reads_well_without_markup() {
        let text = plain(&[Block::Markdown(
            "# Title\n\nSee **the** [docs](https://e.org/a).\n\n1. one\n   - two\n\n> said\n\n```rs\nlet x;\n```\n\n|a|b|\n|-|-|\n|1|2|"
                .into(),
        )]);
        assert_eq!(text, "Title\nSee the docs (https://e.org/a).\n1. one\n  • two\n\n> said\n\nlet x;\n\na | b\n1 | 2");
    }
}
