//! Tables as monospace text for places without tables. Widths are approximated: wide scripts and emoji
//! count two columns, combining marks none; fonts differ, so this is as good as it gets.

use super::clean;
use unicode_segmentation::UnicodeSegmentation;

/// Columns between two cells.
const GUTTER: usize = 2;

/// The rows as aligned lines of at most `width` columns, the first row set off as the header. Cells too
/// wide are cut by "…"; columns which do not fit even one wide are left out and marked by "…".
pub fn table(rows: &[Vec<String>], width: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    if count == 0 || width == 0 {
        return String::new();
    }
    // Every column needs one character and a gutter before the next.
    let most = (width + GUTTER) / (1 + GUTTER);
    let left_out = count > most.max(1);
    let shown = count.min(most.max(1));
    let cells: Vec<Vec<String>> = rows.iter().map(|row| cells_of(row, shown, left_out)).collect();
    let natural: Vec<usize> =
        (0..shown).map(|column| cells.iter().map(|row| columns(&row[column])).max().unwrap_or(0)).collect();
    let room = width.saturating_sub(GUTTER * (shown - 1));
    let cap = fair_cap(&natural, room);
    let widths: Vec<usize> = natural.iter().map(|w| (*w).min(cap)).collect();
    let mut lines: Vec<String> = cells.iter().map(|row| line(row, &widths)).collect();
    if lines.len() > 1 {
        let rule: Vec<String> = widths.iter().map(|w| "─".repeat(*w)).collect();
        lines.insert(1, line(&rule, &widths));
    }
    lines.join("\n")
}

/// The cells of a row on one line each, filled up to `shown`.
fn cells_of(row: &[String], shown: usize, left_out: bool) -> Vec<String> {
    (0..shown)
        .map(|column| match row.get(column) {
            Some(_) if left_out && column + 1 == shown => "…".to_owned(),
            Some(cell) => clean::neutral(cell).split_whitespace().collect::<Vec<_>>().join(" "),
            None => String::new(),
        })
        .collect()
}

/// The widest cap under which the columns fit into `room`, at least 1.
fn fair_cap(natural: &[usize], room: usize) -> usize {
    let (mut fits, mut too_wide) = (1, room + 1);
    while fits + 1 < too_wide {
        let cap = fits.midpoint(too_wide);
        if natural.iter().map(|w| (*w).min(cap)).sum::<usize>() <= room {
            fits = cap;
        } else {
            too_wide = cap;
        }
    }
    fits
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if column > 0 {
            line.push_str(&" ".repeat(GUTTER));
        }
        let cut = cut(cell, *width);
        line.push_str(&cut);
        line.push_str(&" ".repeat(width.saturating_sub(columns(&cut))));
    }
    line.trim_end().to_owned()
}

/// The cell in at most `width` columns.
fn cut(cell: &str, width: usize) -> String {
    if columns(cell) <= width {
        return cell.to_owned();
    }
    let Some(room) = width.checked_sub(1) else { return String::new() };
    let (mut used, mut end) = (0, 0);
    for (at, grapheme) in cell.grapheme_indices(true) {
        used += columns(grapheme);
        if used > room {
            break;
        }
        end = at + grapheme.len();
    }
    format!("{}…", cell[..end].trim_end())
}

/// The columns a text takes in a monospace font, roughly.
pub fn columns(text: &str) -> usize {
    text.graphemes(true).map(|g| g.chars().map(of_char).max().unwrap_or(0)).sum()
}

fn of_char(c: char) -> usize {
    match c {
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0e}' | '\u{e0000}'..='\u{e0fff}' => 0,
        _ if c.is_control() || clean::is_mark(c) => 0,
        // The emoji selector widens what stands before it.
        '\u{fe0f}' => 2,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f000}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        '\u{231a}' | '\u{231b}' | '\u{23e9}'..='\u{23ec}' | '\u{2614}' | '\u{2615}' | '\u{26a1}' | '\u{2705}' => 2,
        '\u{2728}' | '\u{274c}' | '\u{274e}' | '\u{2753}'..='\u{2757}' | '\u{2b50}' | '\u{2b55}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::text::mono::*;
    use proptest::prelude::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|c| (*c).to_owned()).collect()).collect()
    }

    #[test]
    fn columns_line_up() {
        let shown = table(&rows(&[&["name", "n"], &["日本", "2"], &["x", "10"]]), 40);
        assert_eq!(shown, "name  n\n────  ──\n日本  2\nx     10");
    }

    #[test]
    fn wide_cells_are_cut_and_narrow_ones_stay() {
        let shown = table(&rows(&[&["id", "text"], &["1", "a rather long description"]]), 16);
        assert_eq!(shown, "id  text\n──  ────────────\n1   a rather lo…");
        assert_eq!(table(&rows(&[&["a", "b", "c", "d"]]), 5), "a  …");
        assert_eq!(table(&[], 5), "");
        assert_eq!(table(&rows(&[&["a"]]), 0), "");
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_asked(
            rows in proptest::collection::vec(proptest::collection::vec(any::<String>(), 0..6), 0..6),
            width in 2_usize..50,
        ) {
            for line in table(&rows, width).lines() {
                prop_assert!(columns(line) <= width, "{line:?} in {width}");
            }
        }
    }
}
