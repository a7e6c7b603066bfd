//! Renders blocks as the HTML of the Bot API and splits long messages (platform-facts T20, T21, T50). The same
//! message always gives the same parts. Only documented tags are written; everything else is escaped.

use crate::secretary::ids::PersonId;
use crate::secretary::message::{Block, Span};
use crate::text::{clean, markdown, mono, plain, split};
use url::Url;

/// Visible UTF-16 units of a part; the limit is 4096 (platform-facts T20), the rest is reserve.
const VISIBLE: usize = 3_900;
/// The limit of a plain text.
const PLAIN: usize = 4_096;
/// Bytes of a part with its markup; the limit is 32,768 (platform-facts T20).
const BYTES: usize = 32_000;
/// Formatting entities of a part; beyond 100 they are dropped (platform-facts T21).
const ENTITIES: usize = 96;
/// Columns of a table that still fits a telephone; wider ones become records.
const COLUMNS: usize = 44;

/// Nobody sees it, and a name behind it is no mention.
const BREAK: char = '\u{200b}';

/// The Telegram user to mention for a person, if they are to be mentioned.
pub(crate) type Mention<'a> = &'a dyn Fn(&PersonId) -> Option<u64>;

/// The parts of a message, each of which fits one message of Telegram. Empty if nothing is visible.
pub(crate) fn parts(blocks: &[Block]) -> Vec<Vec<Block>> {
    split::split(markdown::expand(blocks), VISIBLE, &size)
}

/// A part as HTML.
pub(crate) fn html(part: &[Block], mention: Mention<'_>) -> String {
    let mut page = Page { mention, ..Page::new(&nobody) };
    for (at, block) in part.iter().enumerate() {
        if at > 0 {
            page.text("\n");
        }
        let quoted = |at: Option<usize>| at.and_then(|at| part.get(at)).is_some_and(|b| matches!(b, Block::Quote(_)));
        if let Block::Quote(spans) = block {
            // Neighbouring quotes are one.
            if !quoted(at.checked_sub(1)) {
                page.open("blockquote");
            }
            page.spans(spans, false);
            if !quoted(at.checked_add(1)) {
                page.close("blockquote");
            }
        } else {
            page.block(block);
        }
    }
    page.out
}

/// A part as plain text, cut at a line where the written-out addresses make it too long.
pub(crate) fn plain_text(part: &[Block]) -> String {
    let text = unmentioned(&clean::neutral(&plain::plain(part)));
    if text.encode_utf16().count() <= PLAIN {
        return text;
    }
    let mut units = 0;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units < PLAIN
    });
    let mut cut: String = kept.collect();
    if let Some(line) = cut.rfind('\n').filter(|line| *line > cut.len() / 2) {
        cut.truncate(line + 1);
    }
    cut.push('…');
    cut
}

/// Breaks what Telegram would take for a mention by itself and ring somebody for: whoever is meant is mentioned by a link.
pub(super) fn unmentioned(text: &str) -> String {
    // Whatever else stands before it may end a word.
    let local = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '@' && !before.is_some_and(local) && chars.peek().is_none_or(|next| word(*next)) {
            out.push(BREAK);
        }
        before = Some(c);
    }
    out
}

/// Escapes what HTML reads as markup; the Bot API knows only these four names (platform-facts T50).
fn escape_into(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}

/// What a block uses up of a part, in the unit of [`VISIBLE`]: the scarcest of the three limits counts,
/// so that sums keep all of them. Everybody is taken as mentioned, so that parts do not depend on it.
fn size(block: &Block) -> usize {
    let everybody = |_: &PersonId| Some(u64::MAX);
    let mut page = Page::new(&everybody);
    page.block(block);
    let bytes = (page.out.len() + 1) * VISIBLE;
    let entities = page.entities * VISIBLE;
    (page.visible + 1).max(bytes.div_ceil(BYTES)).max(entities.div_ceil(ENTITIES))
}

fn nobody(_: &PersonId) -> Option<u64> {
    None
}

/// HTML being written, with what it uses up.
struct Page<'a> {
    out: String,
    visible: usize,
    entities: usize,
    mention: Mention<'a>,
}

impl<'a> Page<'a> {
    fn new(mention: Mention<'a>) -> Self {
        Self { out: String::new(), visible: 0, entities: 0, mention }
    }

    fn text(&mut self, text: &str) {
        self.exactly(&unmentioned(&clean::neutral(text)));
    }

    /// Text of code, in which Telegram finds no mentions and which people copy.
    fn exactly(&mut self, text: &str) {
        self.visible += text.encode_utf16().count();
        escape_into(&mut self.out, text);
    }

    fn open(&mut self, tag: &str) {
        self.entities += 1;
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push('>');
    }

    fn close(&mut self, tag: &str) {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
    }

    /// Text inside tags, the first being the outermost; tags around nothing are left out.
    fn wrapped(&mut self, tags: &[&str], text: &str) {
        if text.trim().is_empty() {
            return self.text(text);
        }
        for tag in tags {
            self.open(tag);
        }
        if tags.iter().any(|tag| matches!(*tag, "code" | "pre")) {
            self.exactly(&clean::neutral(text));
        } else {
            self.text(text);
        }
        for tag in tags.iter().rev() {
            self.close(tag);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Line(spans) => self.spans(spans, false),
            Block::Heading(spans) => self.spans(spans, true),
            Block::Item { depth, number, spans } => {
                let sign = number.map_or_else(|| "•".to_owned(), |n| format!("{n}."));
                // Ordinary spaces at the start of a line may be trimmed away.
                self.text(&format!("{}{sign} ", "\u{a0}\u{a0}\u{a0}".repeat(usize::from(*depth))));
                self.spans(spans, false);
            }
            Block::Quote(spans) => {
                self.open("blockquote");
                self.spans(spans, false);
                self.close("blockquote");
            }
            Block::Code { language, text } => self.code(language, text),
            Block::Table(rows) => self.table(rows),
            Block::Gap => {}
            Block::Markdown(text) => self.text(text),
        }
    }

    fn code(&mut self, language: &str, text: &str) {
        let text = text.trim_end_matches('\n');
        let named = |c: char| c.is_ascii_alphanumeric() || "+-_#.".contains(c);
        if language.is_empty() || language.len() > 40 || !language.chars().all(named) {
            return self.wrapped(&["pre"], text);
        }
        self.open("pre");
        // Part of the same entity.
        self.out.push_str("<code class=\"language-");
        self.out.push_str(language);
        self.out.push_str("\">");
        self.exactly(&clean::neutral(text));
        self.out.push_str("</code></pre>");
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let wide = mono::table(rows, usize::from(u16::MAX));
        if wide.lines().all(|line| mono::columns(line) <= COLUMNS) {
            return self.wrapped(&["pre"], &wide);
        }
        let Some((header, body)) = rows.split_first() else { return };
        let shown = if body.is_empty() { std::slice::from_ref(header) } else { body };
        for (at, row) in shown.iter().enumerate() {
            if at > 0 {
                self.text("\n");
            }
            self.record(header, row);
        }
    }

    /// A row of a table too wide to align: its first cell, and under it the others by name.
    fn record(&mut self, header: &[String], row: &[String]) {
        self.text("• ");
        for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()) {
            let cell = cell.trim();
            if column == 0 {
                self.wrapped(&["b"], cell);
                continue;
            }
            let name = header.get(column).map(|name| name.trim()).filter(|name| !name.is_empty());
            self.text("\n\u{a0}\u{a0}\u{a0}");
            self.text(&name.map_or_else(|| cell.to_owned(), |name| format!("{name}: {cell}")));
        }
    }

    fn spans(&mut self, spans: &[Span], bold: bool) {
        for span in spans {
            self.span(span, bold);
        }
    }

    fn span(&mut self, span: &Span, bold: bool) {
        let around: &[&str] = if bold { &["b"] } else { &[] };
        let with = |tag: &'static str| if bold { vec!["b", tag] } else { vec![tag] };
        match span {
            Span::Text(text) | Span::Time { text, .. } => self.wrapped(around, text),
            Span::Strong(text) => self.wrapped(&["b"], text),
            Span::Soft(text) => self.wrapped(&with("i"), text),
            Span::Struck(text) => self.wrapped(&with("s"), text),
            // Code cannot be part of another style (platform-facts T50).
            Span::Code(text) => self.wrapped(&["code"], text),
            Span::Link { text, url } => self.link(text, url, around),
            Span::Person { id, name } => match (self.mention)(id) {
                Some(user) => self.anchor(&format!("tg://user?id={user}"), name, around),
                None => self.wrapped(around, name),
            },
        }
    }

    /// A link says where it leads, and only web addresses can be followed.
    fn link(&mut self, text: &str, url: &str, around: &[&str]) {
        let label = clean::link_label(text, url);
        match Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https")) {
            Some(address) => self.anchor(address.as_str(), &label, around),
            None => self.wrapped(around, &label),
        }
    }

    fn anchor(&mut self, address: &str, label: &str, around: &[&str]) {
        if label.trim().is_empty() {
            return;
        }
        for tag in around {
            self.open(tag);
        }
        self.entities += 1;
        self.out.push_str("<a href=\"");
        escape_into(&mut self.out, address);
        self.out.push_str("\">");
        self.text(label);
        self.close("a");
        for tag in around.iter().rev() {
            self.close(tag);
        }
    }
}

#[cfg(test)]
mod tests;
