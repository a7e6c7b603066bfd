//! Escapes what must never be markup although Markdown would take it for such: link definitions, which vanish and
//! turn words elsewhere into links, and redaction marks, which must not become links.

use crate::secretary::redaction;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// The end of the name in a definition.
const NAMED: &str = "]:";
/// What stands in code is no definition and keeps its signs. An escape may change where code begins, a few times at most.
const PASSES: usize = 4;

/// The text with its definitions and marks as words; borrowed where there are none.
pub(super) fn of(source: &str, options: Options) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(source);
    for _ in 0..PASSES {
        let signs = signs(&text, &verbatim(&text, options));
        if signs.is_empty() {
            return text;
        }
        text = Cow::Owned(escaped(&text, &signs));
    }
    let defined =
        text.contains(NAMED) && Parser::new_ext(&text, options).reference_definitions().iter().next().is_some();
    if defined {
        // Rather a sign too many in odd code than a line that is lost.
        text = Cow::Owned(escaped(&text, &signs(&text, &[])));
    }
    text
}

/// Where signs stand that are to be escaped.
fn signs(text: &str, verbatim: &[Range<usize>]) -> BTreeSet<usize> {
    let named = text.match_indices(NAMED).map(|(at, _)| at + 1);
    let marks = redaction::marks(text).flat_map(|(from, to)| [from, to - 1]);
    let inside = |at: &usize| {
        let next = verbatim.partition_point(|range| range.end <= *at);
        verbatim.get(next).is_some_and(|range| range.start <= *at)
    };
    named.chain(marks).filter(|at| !inside(at) && !is_escaped(text, *at)).collect()
}

/// Where signs are shown as they are: code, HTML and bare addresses, in their order.
fn verbatim(text: &str, options: Options) -> Vec<Range<usize>> {
    if !text.contains(NAMED) && !redaction::marked(text) {
        return Vec::new();
    }
    let events = Parser::new_ext(text, options).into_offset_iter();
    let kept = events.filter(|(event, _)| {
        matches!(
            event,
            Event::Code(_)
                | Event::InlineHtml(_)
                | Event::Start(
                    Tag::CodeBlock(_)
                        | Tag::HtmlBlock
                        | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }
                )
        )
    });
    kept.map(|(_, range)| range).collect()
}

/// Whether an escape stands before it already.
fn is_escaped(text: &str, at: usize) -> bool {
    text.as_bytes().iter().take(at).rev().take_while(|b| **b == b'\\').count() % 2 == 1
}

fn escaped(text: &str, signs: &BTreeSet<usize>) -> String {
    let (mut out, mut done) = (String::with_capacity(text.len() + signs.len()), 0);
    for at in signs {
        out.push_str(text.get(done..*at).unwrap_or_default());
        out.push('\\');
        done = *at;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}
