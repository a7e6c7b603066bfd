//! The surface that a chart is drawn on: text, lines, dots and boxes in the pixels of the picture. The surface itself has
//! [`SCALE`] pixels for each of them.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "every place lies in a small picture")]

use crate::ports::charts::{HEIGHT, WIDTH};
use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, register_font};
use std::sync::LazyLock;

/// Pixels of the surface for each pixel of the picture, from left to right and from top to bottom.
pub(super) const SCALE: u32 = 2;

/// The name the font is known by.
const FAMILY: &str = "chart";
/// Whether the font can be read.
static FONT: LazyLock<bool> =
    LazyLock::new(|| register_font(FAMILY, FontStyle::Normal, include_bytes!("DejaVuSans.ttf")).is_ok());

/// What drawing comes to: nothing, or what went wrong.
pub(super) type Drawn = Result<(), String>;

/// Where a text stands, by the place that is given.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Right of it.
    After,
    /// Left of it.
    Before,
    /// With its middle there.
    Around,
}

/// The surface.
pub(super) struct Canvas<'p>(BitMapBackend<'p>);

/// Whether the font has this letter: what DejaVuSans.ttf was made with.
pub(super) fn has_letter(letter: char) -> bool {
    matches!(letter,
        ' '..='~' | '\u{a0}'..='\u{17f}' | '\u{192}' | '\u{218}'..='\u{21b}' | '\u{386}' | '\u{388}'..='\u{38a}'
        | '\u{38c}' | '\u{38e}'..='\u{3a1}' | '\u{3a3}'..='\u{3ce}' | '\u{400}'..='\u{45f}' | '\u{490}' | '\u{491}'
        | '\u{1e9e}' | '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201e}' | '\u{2020}'..='\u{2022}' | '\u{2026}'
        | '\u{2030}' | '\u{2032}' | '\u{2033}' | '\u{2039}' | '\u{203a}' | '\u{20ac}' | '\u{20b4}' | '\u{20bd}'
        | '\u{2116}' | '\u{2122}' | '\u{2190}'..='\u{2193}' | '\u{2206}' | '\u{2212}' | '\u{221e}' | '\u{2248}'
        | '\u{2260}' | '\u{2264}' | '\u{2265}')
}

/// A length in pixels of the picture, on the surface.
fn long(length: f64) -> i32 {
    (length * f64::from(SCALE)).round() as i32
}

fn place((x, y): (f64, f64)) -> (i32, i32) {
    (long(x), long(y))
}

fn font(size: f64) -> FontDesc<'static> {
    FontDesc::new(FontFamily::Name(FAMILY), size * f64::from(SCALE), FontStyle::Normal)
}

fn filled(color: RGBColor) -> ShapeStyle {
    color.filled()
}

/// What went wrong, as text.
fn told<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

impl<'p> Canvas<'p> {
    /// A surface over these pixels.
    pub(super) fn over(pixels: &'p mut [u8]) -> Result<Self, String> {
        if !*FONT {
            return Err("the font cannot be read".to_owned());
        }
        told(BitMapBackend::with_buffer_and_format(pixels, (WIDTH * SCALE, HEIGHT * SCALE))).map(Self)
    }

    /// A text on one line; the place is on its baseline.
    pub(super) fn text(&mut self, text: &str, (x, y): (f64, f64), size: f64, side: Side, color: RGBColor) -> Drawn {
        let side = match side {
            Side::After => HPos::Left,
            Side::Before => HPos::Right,
            Side::Around => HPos::Center,
        };
        let style = font(size).color(&color).pos(Pos::new(side, VPos::Top));
        // The baseline lies half a size below the place that is given.
        told(self.0.draw_text(text, &style, place((x, y - size / 2.0))))
    }

    /// A line, round at its ends.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, color: RGBColor) -> Drawn {
        self.dot(from, width / 2.0, color)?;
        self.dot(to, width / 2.0, color)?;
        let (from, to) = (place(from), place(to));
        if from == to {
            return Ok(());
        }
        told(self.0.draw_line(from, to, &filled(color).stroke_width(long(width).max(2) as u32)))
    }

    /// A filled circle.
    pub(super) fn dot(&mut self, at: (f64, f64), radius: f64, color: RGBColor) -> Drawn {
        told(self.0.draw_circle(place(at), long(radius).max(1) as u32, &filled(color), true))
    }

    /// A filled box between two corners.
    pub(super) fn rect(&mut self, one: (f64, f64), other: (f64, f64), color: RGBColor) -> Drawn {
        told(self.0.draw_rect(place(one), place(other), &filled(color), true))
    }
}

/// How wide a text is, in pixels of the picture.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let ((left, _), (right, _)) = font(size).layout_box(text).unwrap_or_default();
    f64::from(right - left) / f64::from(SCALE)
}

/// A text that is no wider than this: the end of a longer one gives way to a sign.
pub(super) fn fitting(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut short: String = text.to_owned();
    while short.pop().is_some() {
        let cut = format!("{}…", short.trim_end());
        if width(&cut, size) <= most {
            return cut;
        }
    }
    String::new()
}
