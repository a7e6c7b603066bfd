//! Spreadsheets: each sheet as a heading and a table. Only cells that hold something are read, so that a sheet as large as
//! its program allows takes no room.

use super::super::output::Output;
use super::archive::Archive;
use super::open_document::check_password;
use super::paragraphs::{cell, row};
use crate::ports::documents::Unreadable;
use calamine::{Data, ExcelDateTime, Ods, OdsError, Reader, Xls, XlsError, Xlsb, XlsbError, Xlsx, XlsxError};
use std::io::Cursor;

/// The most empty cells in a row that are shown one by one.
const WIDEST_GAP: u32 = 20;
/// The first day that has no number any more: the year 10000.
const LAST_DAY: f64 = 2_958_466.0;

/// Reads a sheet in XML.
pub(super) fn xlsx(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsxError::Password => Unreadable::Encrypted,
        _ => Unreadable::Broken,
    })?;
    for name in book.sheet_names() {
        // A sheet with a chart alone has no cells.
        let Ok(mut cells) = book.worksheet_cells_reader(&name) else { continue };
        let mut sheet = Sheet::begin(&name, output);
        while let Some(next) = cells.next_cell().map_err(|_| Unreadable::Broken)? {
            sheet.add(next.get_position(), &Data::from(next.get_value().clone()));
            if sheet.output.is_full() {
                break;
            }
        }
        sheet.end_row();
    }
    Ok(())
}

/// Reads a binary sheet of a newer Excel.
pub(super) fn xlsb(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let book: Xlsb<_> = Xlsb::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsbError::Password => Unreadable::Encrypted,
        _ => Unreadable::Broken,
    })?;
    whole(book, output);
    Ok(())
}

/// Reads a sheet of an old Excel.
pub(super) fn xls(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let book: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsError::Password => Unreadable::Encrypted,
        _ => Unreadable::Broken,
    })?;
    whole(book, output);
    Ok(())
}

/// Reads an OpenDocument sheet.
pub(super) fn ods(archive: &mut Archive<'_>, bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    check_password(archive)?;
    let book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(|error| match error {
        OdsError::Password => Unreadable::Encrypted,
        _ => Unreadable::Broken,
    })?;
    whole(book, output);
    Ok(())
}

/// Reads a book whose sheets are taken as wholes.
fn whole<'a, B: Reader<Cursor<&'a [u8]>>>(mut book: B, output: &mut Output) {
    for name in book.sheet_names() {
        let Ok(range) = book.worksheet_range(&name) else {
            output.leave_out();
            continue;
        };
        let mut sheet = Sheet::begin(&name, output);
        for (at, column, value) in range.used_cells() {
            let place = (u32::try_from(at).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
            sheet.add(place, value);
            if sheet.output.is_full() {
                break;
            }
        }
        sheet.end_row();
    }
}

/// A sheet that is being read.
struct Sheet<'a> {
    output: &'a mut Output,
    /// The row that is open, and its cells.
    at: u32,
    cells: Vec<String>,
    /// The column behind its last cell.
    next: u32,
    first: bool,
}

impl<'a> Sheet<'a> {
    fn begin(name: &str, output: &'a mut Output) -> Self {
        output.line(&format!("\n## {}\n", cell(name)));
        Self { output, at: 0, cells: Vec::new(), next: 0, first: true }
    }

    fn add(&mut self, (at, column): (u32, u32), value: &Data) {
        if at != self.at {
            self.end_row();
            self.at = at;
        }
        let shown = shown(value);
        if shown.is_empty() {
            return;
        }
        match column.saturating_sub(self.next) {
            gap @ 0..=WIDEST_GAP => self.cells.extend((0..gap).map(|_| String::new())),
            _ => self.cells.push("…".to_owned()),
        }
        self.cells.push(cell(&shown));
        self.next = column.saturating_add(1);
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        row(&cells, self.first, self.output);
        self.first = self.first && cells.is_empty();
        self.next = 0;
    }
}

/// A value as people read it.
fn shown(value: &Data) -> String {
    match value {
        Data::Float(number) => rounded(*number),
        Data::DateTime(moment) => moment_of(moment),
        Data::Int(_)
        | Data::String(_)
        | Data::Bool(_)
        | Data::DateTimeIso(_)
        | Data::DurationIso(_)
        | Data::Error(_)
        | Data::Empty => value.to_string(),
    }
}

/// A number with the fifteen digits that spreadsheets have.
fn rounded(number: f64) -> String {
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

/// A moment, a day, a time of day or a duration.
fn moment_of(moment: &ExcelDateTime) -> String {
    let value = moment.as_f64();
    if !(0.0..LAST_DAY).contains(&value) {
        return rounded(value);
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    if moment.is_duration() {
        return format!("{}:{minute:02}:{second:02}", (value * 24.0).floor());
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}");
    let time = if second > 0 { format!("{time}:{second:02}") } else { time };
    if value < 1.0 {
        time
    } else if (hour, minute, second) == (0, 0, 0) {
        date
    } else {
        format!("{date} {time}")
    }
}
