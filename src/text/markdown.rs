//! Parses Markdown of models and people into blocks. Raw HTML stays visible text; links keep only harmless schemes
//! and show where they lead. It must not panic and must not lose words.

mod literal;

use super::clean;
use crate::secretary::message::{Block, Span};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Lists nested deeper are shown at this depth.
const DEEPEST: usize = 5;

/// The blocks of a Markdown text. A line break in a paragraph stays a line break, as people mean it in
/// chats; in list items and headings it is a space. Addresses are read where they are used: a line that only gives one a name
/// is words as well, and so are the marks of what was hidden.
pub fn blocks(source: &str) -> Vec<Block> {
    let source = clean::neutral(source);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let source = literal::of(&source, options);
    let mut builder = Builder::default();
    for event in Parser::new_ext(&source, options) {
        builder.take(event);
    }
    builder.flush();
    while builder.out.last() == Some(&Block::Gap) {
        builder.out.pop();
    }
    builder.out
}

/// The blocks with every [`Block::Markdown`] replaced by what it means.
pub fn expand(given: &[Block]) -> Vec<Block> {
    let mut out = Vec::with_capacity(given.len());
    for block in given {
        match block {
            Block::Markdown(source) => out.extend(blocks(source)),
            Block::Line(_)
            | Block::Heading(_)
            | Block::Item { .. }
            | Block::Quote(_)
            | Block::Code { .. }
            | Block::Table(_)
            | Block::Gap => out.push(block.clone()),
        }
    }
    out
}

/// What a top-level block was, for the gap before the next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Paragraph,
    Heading,
    List,
    Other,
}

/// Collects spans until the block they belong to ends.
#[derive(Default)]
struct Builder {
    out: Vec<Block>,
    spans: Vec<Span>,
    strong: usize,
    soft: usize,
    struck: usize,
    links: Vec<(String, String)>,
    lists: Vec<Option<u64>>,
    item: Option<(u8, Option<u64>)>,
    quotes: usize,
    heading: bool,
    code: Option<(String, String)>,
    table: Option<Vec<Vec<String>>>,
    open: usize,
    last: Kind,
}

impl Builder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => self.inline_code(&code),
            Event::InlineHtml(html) if is_break(&html) => self.line_break(),
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Html(html) => {
                for line in html.lines() {
                    self.text(line);
                    self.flush();
                }
            }
            Event::FootnoteReference(name) => self.text(&format!("[{name}]")),
            Event::SoftBreak | Event::HardBreak => self.line_break(),
            Event::Rule => {
                self.space(Kind::Other);
                self.gap();
            }
            Event::TaskListMarker(done) => self.text(if done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.begin(Kind::Paragraph),
            Tag::Heading { .. } => {
                self.begin(Kind::Heading);
                self.heading = true;
            }
            Tag::BlockQuote(_) => {
                self.begin(Kind::Other);
                self.quotes += 1;
            }
            Tag::CodeBlock(kind) => {
                self.begin(Kind::Other);
                let info = match &kind {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                let language = info.split([' ', ',', '{']).next().unwrap_or_default();
                self.code = Some((clean::shorten(language, 30), String::new()));
            }
            Tag::List(first) => {
                self.begin(Kind::List);
                self.lists.push(first);
            }
            Tag::Item => self.start_item(),
            Tag::Table(_) => {
                self.begin(Kind::Other);
                self.table = Some(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(rows) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            Tag::Strong => self.strong += 1,
            Tag::Emphasis => self.soft += 1,
            Tag::Strikethrough => self.struck += 1,
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push((dest_url.into_string(), String::new()));
            }
            Tag::HtmlBlock | Tag::FootnoteDefinition(_) | Tag::MetadataBlock(_) => self.begin(Kind::Other),
            Tag::DefinitionList | Tag::DefinitionListTitle | Tag::DefinitionListDefinition => self.begin(Kind::Other),
            Tag::TableCell | Tag::Superscript | Tag::Subscript => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::MetadataBlock(_)
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition => self.close(),
            TagEnd::Heading(_) => {
                self.close();
                self.heading = false;
            }
            TagEnd::BlockQuote(_) => {
                self.close();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                self.item = None;
            }
            TagEnd::Table => {
                self.open = self.open.saturating_sub(1);
                if let Some(rows) = self.table.take() {
                    self.out.push(Block::Table(rows));
                }
            }
            TagEnd::TableCell => {
                let cell = self.spans.drain(..).map(|s| s.plain().to_owned()).collect::<String>();
                if let Some(row) = self.table.as_mut().and_then(|rows| rows.last_mut()) {
                    row.push(cell.trim().to_owned());
                }
            }
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Emphasis => self.soft = self.soft.saturating_sub(1),
            TagEnd::Strikethrough => self.struck = self.struck.saturating_sub(1),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::TableHead | TagEnd::TableRow | TagEnd::Superscript | TagEnd::Subscript => {}
        }
    }

    /// A block starts: what came before it ends, and on the top level a gap may go between.
    fn space(&mut self, kind: Kind) {
        self.flush();
        if self.open > 0 {
            return;
        }
        let together = matches!((self.last, kind), (Kind::Nothing | Kind::Heading, _) | (Kind::Paragraph, Kind::List));
        if !together {
            self.gap();
        }
        self.last = kind;
    }

    fn begin(&mut self, kind: Kind) {
        self.space(kind);
        self.open += 1;
    }

    fn close(&mut self) {
        self.flush();
        self.open = self.open.saturating_sub(1);
    }

    fn gap(&mut self) {
        if self.out.last().is_some_and(|b| *b != Block::Gap) {
            self.out.push(Block::Gap);
        }
    }

    fn start_item(&mut self) {
        self.flush();
        let depth = self.lists.len().saturating_sub(1).min(DEEPEST);
        let number = self.lists.last_mut().and_then(|next| {
            let number = *next;
            *next = next.map(|n| n.saturating_add(1));
            number
        });
        self.item = Some((u8::try_from(depth).unwrap_or(0), number));
    }

    fn end_code(&mut self) {
        self.open = self.open.saturating_sub(1);
        if let Some((language, text)) = self.code.take() {
            let text = text.trim_end_matches('\n').to_owned();
            if !text.trim().is_empty() {
                self.out.push(Block::Code { language, text });
            }
        }
    }

    fn text(&mut self, words: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(words);
        } else if let Some((_, label)) = self.links.last_mut() {
            label.push_str(words);
        } else {
            for (words, names) in names_in(words) {
                let words = words.to_owned();
                self.push(match (names, self.strong > 0, self.struck > 0, self.soft > 0) {
                    (true, ..) => Span::Code(words),
                    (false, true, _, _) => Span::Strong(words),
                    (false, false, true, _) => Span::Struck(words),
                    (false, false, false, true) => Span::Soft(words),
                    (false, false, false, false) => Span::Text(words),
                });
            }
        }
    }

    fn inline_code(&mut self, code: &str) {
        if let Some((_, label)) = self.links.last_mut() {
            label.push_str(code);
        } else {
            self.push(Span::Code(code.to_owned()));
        }
    }

    /// Adds a span, or its words to the last one if that has the same style.
    fn push(&mut self, span: Span) {
        match (self.spans.last_mut(), &span) {
            (Some(Span::Text(last)), Span::Text(more))
            | (Some(Span::Strong(last)), Span::Strong(more))
            | (Some(Span::Struck(last)), Span::Struck(more))
            | (Some(Span::Soft(last)), Span::Soft(more)) => last.push_str(more),
            _ => self.spans.push(span),
        }
    }

    fn end_link(&mut self) {
        let Some((url, label)) = self.links.pop() else { return };
        if let Some((_, outer)) = self.links.last_mut() {
            outer.push_str(&label);
            return;
        }
        let url = url.trim().to_owned();
        let harmless = url::Url::parse(&url).is_ok_and(|u| matches!(u.scheme(), "http" | "https" | "mailto"));
        if harmless {
            self.push(Span::Link { text: clean::link_label(&label, &url), url });
        } else if url.is_empty() || label.contains(&url) {
            self.text(&label);
        } else {
            self.text(&format!("{label} ({url})"));
        }
    }

    fn line_break(&mut self) {
        if self.links.is_empty() && self.table.is_none() && self.item.is_none() && !self.heading {
            self.flush();
        } else {
            self.text(" ");
        }
    }

    /// Ends the block under way, if it has words.
    fn flush(&mut self) {
        let mut spans = std::mem::take(&mut self.spans);
        trim(&mut spans);
        if spans.is_empty() {
            return;
        }
        let item = self.item.take();
        self.out.push(if self.quotes > 0 {
            if let Some((_, number)) = item {
                spans.insert(0, Span::Text(number.map_or_else(|| "• ".to_owned(), |n| format!("{n}. "))));
            }
            Block::Quote(spans)
        } else if let Some((depth, number)) = item {
            Block::Item { depth, number, spans }
        } else if self.heading {
            Block::Heading(spans)
        } else {
            Block::Line(spans)
        });
    }
}

/// Whether inline HTML is only a line break.
fn is_break(html: &str) -> bool {
    let name: String = html.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    name.eq_ignore_ascii_case("<br>")
}

/// Takes white space off both ends and drops spans without words.
fn trim(spans: &mut Vec<Span>) {
    if let Some(Span::Text(first)) = spans.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Span::Text(last)) = spans.last_mut() {
        *last = last.trim_end().to_owned();
    }
    spans.retain(|s| !s.plain().is_empty());
    if spans.iter().all(|s| s.plain().trim().is_empty()) {
        spans.clear();
    }
}

/// The words in pieces; true for what a platform takes for the name of somebody to notify ("@kim"). Shown as code it
/// notifies nobody: only who must act is called, and never by words of a model or of a page.
fn names_in(words: &str) -> Vec<(&str, bool)> {
    let mut pieces = Vec::new();
    let (mut done, mut before) = (0, ' ');
    for (at, c) in words.char_indices() {
        let name = words.get(at + 1..).unwrap_or_default();
        let long = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        // Inside a word it is an address.
        if c == '@' && at >= done && long > 0 && !before.is_alphanumeric() {
            pieces.extend(words.get(done..at).filter(|piece| !piece.is_empty()).map(|piece| (piece, false)));
            done = at + 1 + long;
            pieces.extend(words.get(at..done).map(|piece| (piece, true)));
        }
        before = c;
    }
    pieces.extend(words.get(done..).filter(|piece| !piece.is_empty()).map(|piece| (piece, false)));
    pieces
}

#[cfg(test)]
mod tests;
