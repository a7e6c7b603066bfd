//! Splits a long message into parts that a platform takes. Only white space at the cuts is lost, and every part but the
//! last ends with a sign that more follows. The same input gives the same parts, which repeated sends rely on.

use super::markdown;
use crate::secretary::message::{Block, Span};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// A grapheme of more bytes than this is not kept together; real ones (families, flags) have up to 41.
const LONGEST_GRAPHEME: usize = 64;

/// The sign that more follows, on a line of its own.
const MORE: &str = "…";
/// The sign stands where parts are at least so many times as large.
const SHARE: usize = 16;

/// Packs the blocks into parts whose sizes, as `size` measures them, add up to at most `max`. A bigger block is cut: text
/// between words and never in a link, code between lines, tables between rows with the header repeated. `size` must
/// count what stands between two blocks as well (the line break). Only a single character which is itself bigger than
/// `max` makes a part that is.
pub fn split(blocks: Vec<Block>, max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Vec<Block>> {
    let blocks = markdown::expand(&blocks);
    let more = Block::Line(vec![Span::text(MORE)]);
    let sign = size(&more);
    let whole = blocks.iter().fold(0_usize, |sum, block| sum.saturating_add(size(block))) <= max;
    if whole || sign.saturating_mul(SHARE) > max {
        return pack(blocks, max, size);
    }
    let mut parts = pack(blocks, max - sign, size);
    let last = parts.len().saturating_sub(1);
    for part in parts.iter_mut().take(last) {
        part.push(more.clone());
    }
    parts
}

fn pack(blocks: Vec<Block>, max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Vec<Block>> {
    let mut packer = Packer { max, size, parts: Vec::new(), current: Vec::new(), used: 0 };
    for block in blocks {
        let taken = size(&block);
        if taken <= max {
            packer.add(block, taken);
        } else {
            for piece in cut(&block, max, size) {
                let taken = size(&piece);
                packer.add(piece, taken);
            }
        }
    }
    packer.finish();
    packer.parts
}

/// Fills parts in order.
struct Packer<'a> {
    max: usize,
    size: &'a dyn Fn(&Block) -> usize,
    parts: Vec<Vec<Block>>,
    current: Vec<Block>,
    used: usize,
}

impl Packer<'_> {
    fn add(&mut self, block: Block, size: usize) {
        if is_blank(&block) && self.current.is_empty() {
            return;
        }
        if self.used.saturating_add(size) > self.max && !self.current.is_empty() {
            let carried = self.heading_to_carry(size);
            self.finish();
            if let Some((heading, size)) = carried {
                self.used = size;
                self.current.push(heading);
            }
            if is_blank(&block) && self.current.is_empty() {
                return;
            }
        }
        self.used = self.used.saturating_add(size);
        self.current.push(block);
    }

    /// A heading must not be the last line of a part if it can go with what it announces.
    fn heading_to_carry(&mut self, next: usize) -> Option<(Block, usize)> {
        let last = self.current.last()?;
        if self.current.len() < 2 || !matches!(last, Block::Heading(_)) {
            return None;
        }
        let size = (self.size)(last);
        if size.saturating_add(next) > self.max {
            return None;
        }
        self.current.pop().map(|heading| (heading, size))
    }

    fn finish(&mut self) {
        while self.current.last().is_some_and(is_blank) {
            self.current.pop();
        }
        if !self.current.is_empty() {
            self.parts.push(std::mem::take(&mut self.current));
        }
        self.used = 0;
    }
}

/// Whether a block shows nothing.
fn is_blank(block: &Block) -> bool {
    let blank = |spans: &[Span]| spans.iter().all(|s| s.plain().trim().is_empty());
    match block {
        Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => blank(spans),
        Block::Code { text, .. } | Block::Markdown(text) => text.trim().is_empty(),
        Block::Table(rows) => rows.iter().flatten().all(|cell| cell.trim().is_empty()),
        Block::Gap => true,
    }
}

/// Cuts one block into pieces of at most `max`, as far as it can be cut.
fn cut(block: &Block, max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Block> {
    match block {
        Block::Line(spans) => cut_words(spans, max, size, &|spans, _| Block::Line(spans)),
        Block::Heading(spans) => cut_words(spans, max, size, &|spans, _| Block::Heading(spans)),
        Block::Quote(spans) => cut_words(spans, max, size, &|spans, _| Block::Quote(spans)),
        // Only the first piece carries the bullet; a second one would look like a second item.
        Block::Item { depth, number, spans } => cut_words(spans, max, size, &|spans, first| {
            if first { Block::Item { depth: *depth, number: *number, spans } } else { Block::Line(spans) }
        }),
        Block::Code { language, text } => cut_code(language, text, max, size),
        Block::Table(rows) => cut_table(rows, max, size),
        Block::Gap => Vec::new(),
        Block::Markdown(source) => pack(markdown::blocks(source), max, size).into_iter().flatten().collect(),
    }
}

/// The smallest thing a line is cut into: a grapheme of a span, or a span which must stay whole, as a link.
struct Cell<'a> {
    span: &'a Span,
    words: &'a str,
}

/// Cuts a line of spans. `make` builds the block of one piece and is told whether it is the first.
fn cut_words(
    spans: &[Span],
    max: usize,
    size: &dyn Fn(&Block) -> usize,
    make: &dyn Fn(Vec<Span>, bool) -> Block,
) -> Vec<Block> {
    let spans: Vec<Span> = spans.iter().map(|span| cuttable(span, max, size, make)).collect();
    let mut cells: Vec<Cell<'_>> = Vec::new();
    for span in &spans {
        match span {
            Span::Time { .. } | Span::Person { .. } => cells.push(Cell { span, words: span.plain() }),
            Span::Link { .. } if size(&make(vec![span.clone()], true)) <= max => {
                cells.push(Cell { span, words: span.plain() });
            }
            Span::Text(_) | Span::Strong(_) | Span::Soft(_) | Span::Struck(_) | Span::Code(_) | Span::Link { .. } => {
                cells.extend(graphemes(span.plain()).map(|words| Cell { span, words }));
            }
        }
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < cells.len() {
        if cells[start].words.trim().is_empty() {
            start += 1;
            continue;
        }
        let first = pieces.is_empty();
        let fits = |end: usize| size(&make(join(&cells[start..end]), first)) <= max;
        let reached = longest(start, cells.len(), &fits);
        if reached == start + 1 && cells[start].words.chars().nth(1).is_some() && !fits(reached) {
            // Not even one grapheme fits: its characters must do.
            let Cell { span, words } = cells[start];
            cells.splice(start..=start, words.split_inclusive(|_| true).map(|words| Cell { span, words }));
            continue;
        }
        // A word of more graphemes than that has no room in any piece.
        let alone = |from: usize, to: usize| to - from <= max && size(&make(join(&cells[from..to]), false)) <= max;
        let end = word_boundary(&cells, start, reached, &alone).filter(|end| fits(*end)).unwrap_or(reached);
        pieces.push(make(join(&cells[start..end]), first));
        start = end;
    }
    pieces
}

/// A span whose parts can stand alone: a link with too long an address, a name or a time too long for
/// one piece become plain words.
fn cuttable(span: &Span, max: usize, size: &dyn Fn(&Block) -> usize, make: &dyn Fn(Vec<Span>, bool) -> Block) -> Span {
    let fits = |span: Span| size(&make(vec![span], true)) <= max;
    match span {
        Span::Link { text, url } => {
            // Room for a few words beside the address, else every letter would become a message.
            let sample: String = text.chars().take(16).collect();
            if fits(Span::Link { text: sample, url: url.clone() }) {
                span.clone()
            } else if text == url {
                Span::Text(url.clone())
            } else {
                Span::Text(format!("{text} ({url})"))
            }
        }
        Span::Time { text: words, .. } | Span::Person { name: words, .. } => {
            if fits(span.clone()) {
                span.clone()
            } else {
                Span::Text(words.clone())
            }
        }
        Span::Text(_) | Span::Strong(_) | Span::Soft(_) | Span::Struck(_) | Span::Code(_) => span.clone(),
    }
}

/// The graphemes of a text; monstrous ones in characters.
fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(|g| {
        let monstrous = g.len() > LONGEST_GRAPHEME;
        g.split_inclusive(move |_| monstrous)
    })
}

/// The spans of a range of cells, without white space at the end.
fn join(cells: &[Cell<'_>]) -> Vec<Span> {
    let end = cells.iter().rposition(|c| !c.words.trim().is_empty()).map_or(0, |at| at + 1);
    let mut out = Vec::new();
    for group in cells[..end].chunk_by(|a, b| std::ptr::eq(a.span, b.span)) {
        let Some(Cell { span, .. }) = group.first() else { continue };
        let words: String = group.iter().map(|c| c.words).collect();
        out.push(match span {
            Span::Text(_) => Span::Text(words),
            Span::Strong(_) => Span::Strong(words),
            Span::Soft(_) => Span::Soft(words),
            Span::Struck(_) => Span::Struck(words),
            Span::Code(_) => Span::Code(words),
            Span::Link { url, .. } => Span::Link { text: words, url: url.clone() },
            Span::Time { .. } | Span::Person { .. } => (*span).clone(),
        });
    }
    out
}

/// The end of the last word before `end`, so that the word there stays whole. A word that does not fit into a piece of
/// its own (`alone`) is cut instead, unless that still leaves a third of the piece.
fn word_boundary(cells: &[Cell<'_>], start: usize, end: usize, alone: &dyn Fn(usize, usize) -> bool) -> Option<usize> {
    let is_space = |at: &usize| cells[*at].words.trim().is_empty();
    if end >= cells.len() || is_space(&end) {
        return None;
    }
    let space = (start + 1..end).rev().find(is_space)?;
    if space >= start + (end - start) / 3 {
        return Some(space);
    }
    let word_end = (end..cells.len()).find(is_space).unwrap_or(cells.len());
    alone(space + 1, word_end).then_some(space)
}

/// The largest end in `start + 1 ..= len` for which `fits` holds, supposing that longer is bigger;
/// `start + 1` if none does. Searches in steps which double, so that far ends are never measured.
fn longest(start: usize, len: usize, fits: &dyn Fn(usize) -> bool) -> usize {
    let (mut good, mut step) = (start + 1, 1);
    let mut bad = len + 1;
    while good < len {
        let next = (good + step).min(len);
        if !fits(next) {
            bad = next;
            break;
        }
        good = next;
        step *= 2;
    }
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        if fits(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good.min(len)
}

/// Cuts code between lines, lines too long between words, words too long between graphemes.
fn cut_code(language: &str, text: &str, max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Block> {
    let named = |language: &str, text: &str| Block::Code { language: language.to_owned(), text: text.to_owned() };
    // Fences with a long language name may leave no room for text.
    let language = if size(&named(language, "0123456789")) <= max { language } else { "" };
    let piece = |range: Range<usize>| named(language, text[range].trim_end_matches('\n'));
    let mut ends = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if size(&piece(at..at + line.len())) <= max {
            at += line.len();
            ends.push(at);
            continue;
        }
        for word in line.split_inclusive(char::is_whitespace) {
            if size(&piece(at..at + word.len())) <= max {
                at += word.len();
                ends.push(at);
                continue;
            }
            ends.extend(graphemes(word).scan(at, |end, g| {
                *end += g.len();
                Some(*end)
            }));
            at += word.len();
        }
    }
    let mut pieces = Vec::new();
    let (mut done, mut start) = (0, 0);
    while done < ends.len() {
        let fits = |end: usize| size(&piece(start..ends[end - 1])) <= max;
        let reached = longest(done, ends.len(), &fits);
        let block = piece(start..ends[reached - 1]);
        if !is_blank(&block) {
            pieces.push(block);
        }
        start = ends[reached - 1];
        done = reached;
    }
    pieces
}

/// Cuts a table between rows under a repeated header. A row which does not fit even so is told as lines
/// "column: value".
fn cut_table(rows: &[Vec<String>], max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Block> {
    let Some((header, body)) = rows.split_first() else { return Vec::new() };
    let under = |body: &[Vec<String>]| {
        let mut rows = vec![header.clone()];
        rows.extend_from_slice(body);
        Block::Table(rows)
    };
    let mut pieces = Vec::new();
    if body.is_empty() {
        pieces.extend(header.iter().flat_map(|cell| row_as_lines(&[], std::slice::from_ref(cell), max, size)));
    }
    let mut start = 0;
    while start < body.len() {
        let fits = |end: usize| size(&under(&body[start..end])) <= max;
        let end = longest(start, body.len(), &fits);
        if fits(end) {
            pieces.push(under(&body[start..end]));
        } else {
            pieces.extend(row_as_lines(header, &body[start], max, size));
        }
        start = end;
    }
    pieces
}

fn row_as_lines(header: &[String], row: &[String], max: usize, size: &dyn Fn(&Block) -> usize) -> Vec<Block> {
    let mut lines = Vec::new();
    for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()) {
        let name = header.get(column).map(|h| h.trim()).filter(|h| !h.is_empty());
        let words = name.map_or_else(|| cell.clone(), |name| format!("{name}: {cell}"));
        lines.extend(cut_words(&[Span::Text(words)], max, size, &|spans, _| Block::Line(spans)));
    }
    lines
}

#[cfg(test)]
mod tests;
