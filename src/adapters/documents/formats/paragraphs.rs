//! Paragraphs and tables of an office document as lines of Markdown. Of formats it knows the tags of tables, and no more.

use super::super::output::Output;
use super::xml::{Node, walk};
use crate::ports::documents::Unreadable;

/// How a paragraph begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Words,
    /// A heading of this level, from 1.
    Heading(usize),
    Item,
}

/// What is open while a document is read. A table in a table is words of its cell.
pub(super) struct Paragraphs<'a> {
    output: &'a mut Output,
    line: String,
    /// Tables inside each other.
    tables: usize,
    cells: Vec<String>,
    cell: String,
    /// Rows of the outermost table so far.
    rows: usize,
}

/// Reads the paragraphs of a document. `take` is shown each node; of a tag that begins it says whether all inside is left
/// out.
pub(super) fn read(
    bytes: &[u8],
    output: &mut Output,
    mut take: impl FnMut(&mut Paragraphs<'_>, Node<'_>) -> bool,
) -> Result<(), Unreadable> {
    let mut paragraphs = Paragraphs::new(output);
    let mut left_out = 0_usize;
    walk(bytes, |node| {
        match node {
            Node::Opens(..) if left_out > 0 => left_out += 1,
            Node::Closes(_) if left_out > 0 => left_out -= 1,
            Node::Words(_) if left_out > 0 => {}
            node => left_out = usize::from(take(&mut paragraphs, node)),
        }
        !paragraphs.is_full()
    })?;
    paragraphs.end(Kind::Words);
    Ok(())
}

impl<'a> Paragraphs<'a> {
    fn new(output: &'a mut Output) -> Self {
        Self { output, line: String::new(), tables: 0, cells: Vec::new(), cell: String::new(), rows: 0 }
    }

    /// Words of the paragraph.
    pub(super) fn words(&mut self, words: &str) {
        self.line.push_str(words);
    }

    /// The paragraph ends.
    pub(super) fn end(&mut self, kind: Kind) {
        let line = std::mem::take(&mut self.line);
        let words = line.trim();
        if self.tables > 0 {
            if !words.is_empty() {
                self.cell.push_str(words);
                self.cell.push(' ');
            }
            return;
        }
        match kind {
            Kind::Words => self.output.line(line.trim_end()),
            Kind::Heading(_) | Kind::Item if words.is_empty() => {}
            Kind::Heading(level) => self.output.line(&format!("\n{} {words}\n", "#".repeat(level.clamp(1, 6)))),
            Kind::Item => self.output.line(&format!("- {words}")),
        }
    }

    /// A table begins, in a cell or by itself.
    pub(super) fn open_table(&mut self) {
        if !self.line.trim().is_empty() {
            self.end(Kind::Words);
        }
        self.tables += 1;
        if self.tables == 1 {
            self.rows = 0;
            self.output.push("\n");
        }
    }

    /// A tag ends, perhaps that of a cell, a row or a table.
    pub(super) fn close(&mut self, name: &str) {
        match name {
            "tc" | "table-cell" => self.close_cell(),
            "tr" | "table-row" => self.close_row(),
            "tbl" | "table" => self.close_table(),
            _ => {}
        }
    }

    fn close_cell(&mut self) {
        self.end(Kind::Words);
        if self.tables == 1 {
            self.cells.push(cell(&std::mem::take(&mut self.cell)));
        }
    }

    fn close_row(&mut self) {
        if self.tables == 1 {
            let cells = std::mem::take(&mut self.cells);
            row(&cells, self.rows == 0, self.output);
            self.rows += 1;
        }
    }

    fn close_table(&mut self) {
        self.tables = self.tables.saturating_sub(1);
        if self.tables == 0 {
            self.output.push("\n");
        }
    }

    /// Whether nothing more is taken.
    fn is_full(&self) -> bool {
        self.output.is_full()
    }
}

/// Words as a cell of a table has them: in one line, and with no sign that ends a cell.
pub(super) fn cell(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Writes a row of a table; behind the first one a rule.
pub(super) fn row(cells: &[String], first: bool, output: &mut Output) {
    if cells.is_empty() {
        return;
    }
    output.line(&format!("| {} |", cells.join(" | ")));
    if first {
        output.line(&format!("|{}", " --- |".repeat(cells.len())));
    }
}
