//! Pages as text. A page that is nested too deeply for the parser, or at which it panics, loses its tags in a simpler way.

use super::super::output::Output;
use std::collections::HashMap;
use std::panic::catch_unwind;

/// Elements inside each other, above which a page is not given to the parser.
const DEEPEST: usize = 500;
/// Tags that are given to the parser, which keeps some two kilobytes for each; what comes after them is left out.
const MOST_TAGS: usize = 100_000;
/// Columns of the text.
const WIDTH: usize = 120;
/// Rows times cells that are laid out; a page with more is read without its tables' shape.
const LARGEST_TABLES: usize = 20_000_000;
/// Elements without an end.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "link", "meta", "col", "wbr"];
/// Elements whose content is no text.
const RAW: [&str; 2] = ["script", "style"];

/// Reads a page.
pub(super) fn read(source: &str, output: &mut Output) {
    let source = match source.match_indices('<').nth(MOST_TAGS) {
        Some((at, _)) => {
            output.leave_out();
            source.get(..at).unwrap_or_default()
        }
        None => source,
    };
    let scan = Scan::of(source);
    let simple = scan.depth <= DEEPEST && scan.rows.saturating_mul(scan.cells) <= LARGEST_TABLES;
    let parsed = if simple { catch_unwind(|| parsed(source)).ok().flatten() } else { None };
    output.line(&parsed.unwrap_or(scan.words));
}

fn parsed(source: &str) -> Option<String> {
    let config = html2text::config::plain().allow_width_overflow().no_table_borders();
    config.string_from_read(source.as_bytes(), WIDTH).ok()
}

/// What one pass over the tags finds.
#[derive(Default)]
struct Scan {
    /// The most elements open at once, rather too many than too few.
    depth: usize,
    rows: usize,
    cells: usize,
    /// The words between the tags.
    words: String,
}

impl Scan {
    fn of(source: &str) -> Self {
        let mut found = Self::default();
        let mut open: HashMap<String, usize> = HashMap::new();
        let mut depth = 0_usize;
        let mut rest = source;
        while let Some((words, tag)) = rest.split_once('<') {
            found.words.push_str(words);
            let (tag, behind) = tag.split_once('>').unwrap_or((tag, ""));
            rest = behind;
            let closes = tag.starts_with('/');
            let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            let name = name.to_ascii_lowercase();
            if name.is_empty() {
                continue;
            }
            // Words of two elements must not grow together.
            found.words.push(' ');
            if closes {
                // Only what was opened is closed: stray ends must not hide the depth.
                if let Some(count) = open.get_mut(&name).filter(|count| **count > 0) {
                    *count -= 1;
                    depth -= 1;
                }
                continue;
            }
            found.count(&name, tag);
            if RAW.contains(&name.as_str()) {
                rest = rest.find("</").and_then(|end| rest.get(end..)).unwrap_or_default();
            } else if !VOID.contains(&name.as_str()) {
                *open.entry(name).or_default() += 1;
                depth += 1;
                found.depth = found.depth.max(depth);
            }
        }
        found.words.push_str(rest);
        found
    }

    /// Counts rows and cells as the parser lays them out: a cell that reaches over rows stands in each of them.
    fn count(&mut self, name: &str, tag: &str) {
        match name {
            "tr" | "table" | "tbody" | "thead" | "tfoot" => self.rows += 1,
            "td" | "th" => self.cells += if tag.contains("span") { 16 } else { 1 },
            _ => {}
        }
    }
}
