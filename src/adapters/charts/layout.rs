//! Where everything of a chart stands: title, names of series, unit, numbers at the left, labels at the bottom, and the
//! lines or bars between them. Sizes are in pixels of the picture, and readable on a phone.
#![allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "what is counted here is counted in thousands")]

use super::axis::Axis;
use super::canvas::{Canvas, Drawn, Side, fitting, width};
use super::palette::Palette;
use crate::ports::charts::{Chart, HEIGHT, Kind, WIDTH};

/// The picture, and the room around what is drawn in it.
const RIGHT: f64 = WIDTH as f64;
const BOTTOM: f64 = HEIGHT as f64;
const MARGIN: f64 = 32.0;
/// The height of the title, of names and units, and of labels.
const TITLE: f64 = 46.0;
const NAME: f64 = 34.0;
const LABEL: f64 = 30.0;
/// The room between two labels.
const APART: f64 = 20.0;
/// The narrowest and the widest that a label may be.
const NARROW: f64 = 150.0;
const WIDE: f64 = 420.0;
/// Labels that are looked at, at most.
const LABELS: usize = 40;
/// The share of its place that a group of bars fills.
const FILLED: f64 = 0.72;
/// Lines of so many points have a dot for each.
const DOTTED: usize = 40;

/// The area that the numbers are drawn in.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    axis: Axis,
}

impl Area {
    fn height_of(&self, value: f64) -> f64 {
        let share = (value / 2.0 - self.axis.low / 2.0) / (self.axis.high / 2.0 - self.axis.low / 2.0);
        self.bottom - share.clamp(0.0, 1.0) * (self.bottom - self.top)
    }

    /// The place of each point from left to right, and the room it has.
    fn places(&self, chart: &Chart) -> (Vec<f64>, f64) {
        let points = chart.labels.len();
        let room = (self.right - self.left) / points as f64;
        let even = |at: usize| self.left + room * (at as f64 + 0.5);
        let (Some(first), Some(last)) = (chart.times.first(), chart.times.last()) else {
            return ((0..points).map(even).collect(), room);
        };
        let whole = (*last - *first).as_seconds_f64();
        if chart.kind == Kind::Bar || whole <= 0.0 {
            return ((0..points).map(even).collect(), room);
        }
        let (begin, end) = (self.left + MARGIN, self.right - MARGIN);
        let share = |at: &chrono::DateTime<chrono::Utc>| (*at - *first).as_seconds_f64() / whole;
        (chart.times.iter().map(|at| begin + share(at) * (end - begin)).collect(), room)
    }
}

/// Every text of a chart.
pub(super) fn texts(chart: &Chart) -> impl Iterator<Item = &str> {
    let names = chart.series.iter().map(|series| series.name.as_str());
    [chart.title.as_str(), chart.unit.as_str()].into_iter().chain(names).chain(chart.labels.iter().map(String::as_str))
}

/// Draws a chart that keeps its bounds.
pub(super) fn draw(canvas: &mut Canvas<'_>, chart: &Chart, colors: &Palette) -> Drawn {
    let top = head(canvas, chart, colors)?;
    let numbers: Vec<f64> = chart.series.iter().flat_map(|series| series.values.iter().copied()).collect();
    let axis = Axis::of(&numbers, chart.kind == Kind::Bar);
    let widest = axis.marks.iter().map(|(_, said)| width(said, LABEL)).fold(0.0, f64::max);
    let (left, right) = (MARGIN + widest + 14.0, RIGHT - MARGIN);
    let area = Area { left, right, top, bottom: BOTTOM - MARGIN - 42.0, axis };
    grid(canvas, &area, colors)?;
    let (places, room) = area.places(chart);
    match chart.kind {
        Kind::Bar => bars(canvas, chart, &area, (places.as_slice(), room), colors)?,
        Kind::Line => lines(canvas, chart, &area, &places, colors)?,
    }
    labels(canvas, chart, &area, (places.as_slice(), room), colors)
}

/// The title, the names and the unit; gives where the area below them begins.
fn head(canvas: &mut Canvas<'_>, chart: &Chart, colors: &Palette) -> Result<f64, String> {
    let room = RIGHT - 2.0 * MARGIN;
    let mut y = MARGIN;
    if !chart.title.is_empty() {
        y += 36.0;
        let size = if width(&chart.title, TITLE) <= room { TITLE } else { NAME };
        canvas.text(&fitting(&chart.title, size, room), (MARGIN, y), size, Side::After, colors.ink)?;
        y += 14.0;
    }
    if chart.series.iter().any(|series| !series.name.is_empty()) {
        y += 34.0;
        let whole: f64 = chart.series.iter().map(|series| width(&series.name, NAME) + 72.0).sum();
        let each = if whole <= room { room } else { room / chart.series.len() as f64 };
        let mut x = MARGIN;
        for (series, color) in chart.series.iter().zip(colors.series) {
            let name = fitting(&series.name, NAME, each - 72.0);
            canvas.rect((x, y - 22.0), (x + 24.0, y + 2.0), color)?;
            canvas.text(&name, (x + 36.0, y), NAME, Side::After, colors.ink)?;
            x += 36.0 + width(&name, NAME) + 36.0;
        }
        y += 10.0;
    }
    if !chart.unit.is_empty() {
        y += 30.0;
        canvas.text(&chart.unit, (MARGIN, y), LABEL, Side::After, colors.muted)?;
    }
    Ok(y + 26.0)
}

/// The marked numbers, each with its line.
fn grid(canvas: &mut Canvas<'_>, area: &Area, colors: &Palette) -> Drawn {
    for (number, said) in &area.axis.marks {
        let y = area.height_of(*number);
        canvas.rect((area.left, y - 0.75), (area.right, y + 0.75), colors.grid)?;
        canvas.text(said, (area.left - 14.0, y + 9.0), LABEL, Side::Before, colors.muted)?;
    }
    Ok(())
}

fn bars(canvas: &mut Canvas<'_>, chart: &Chart, area: &Area, (places, room): (&[f64], f64), colors: &Palette) -> Drawn {
    let zero = area.height_of(0.0);
    let group = (room * FILLED).min(240.0);
    let each = group / chart.series.len() as f64;
    for (number, (series, color)) in chart.series.iter().zip(colors.series).enumerate() {
        for (place, value) in places.iter().zip(&series.values) {
            let left = place - group / 2.0 + each * number as f64;
            // Bars that are wide enough have some room between them.
            let right = left + if each > 8.0 { each * 0.92 } else { each.max(0.5) };
            canvas.rect((left, zero), (right, area.height_of(*value)), color)?;
        }
    }
    canvas.rect((area.left, zero - 1.0), (area.right, zero + 1.0), colors.muted)
}

fn lines(canvas: &mut Canvas<'_>, chart: &Chart, area: &Area, places: &[f64], colors: &Palette) -> Drawn {
    if area.axis.low < 0.0 && area.axis.high > 0.0 {
        let zero = area.height_of(0.0);
        canvas.rect((area.left, zero - 1.0), (area.right, zero + 1.0), colors.muted)?;
    }
    let thick = if places.len() > 400 { 3.0 } else { 5.0 };
    for (series, color) in chart.series.iter().zip(colors.series) {
        let points = places.iter().zip(&series.values).map(|(place, value)| (*place, area.height_of(*value)));
        let points: Vec<(f64, f64)> = points.collect();
        for pair in points.windows(2) {
            canvas.line(pair[0], pair[1], thick, color)?;
        }
        for point in points.iter().filter(|_| points.len() <= DOTTED) {
            canvas.dot(*point, 7.0, color)?;
        }
    }
    Ok(())
}

/// The labels that have room beside each other.
fn labels(
    canvas: &mut Canvas<'_>,
    chart: &Chart,
    area: &Area,
    (places, room): (&[f64], f64),
    colors: &Palette,
) -> Drawn {
    let y = area.bottom + 42.0;
    let every = chart.labels.len().div_ceil(LABELS);
    let most = (room * every as f64 - APART).clamp(NARROW, WIDE);
    let shown: Vec<(String, f64)> = chart
        .labels
        .iter()
        .zip(places)
        .step_by(every)
        .map(|(label, place)| (fitting(label, LABEL, most), *place))
        .collect();
    let widest = shown.iter().map(|(label, _)| width(label, LABEL)).fold(0.0, f64::max);
    let mut free = 0.0;
    for (label, place) in shown {
        let half = width(&label, LABEL) / 2.0;
        let middle = place.clamp(MARGIN + half, RIGHT - MARGIN - half);
        if middle - half >= free {
            canvas.text(&label, (middle, y), LABEL, Side::Around, colors.muted)?;
            // Every label takes the room of the widest, so that they stand at equal distances.
            free = (middle + half).max(middle - half + widest) + APART;
        }
    }
    Ok(())
}
