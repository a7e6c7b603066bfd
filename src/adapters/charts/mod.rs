//! Draws charts with plotters into pixels of its own font, twice as large as the picture, and averages them, so that edges
//! are smooth. The picture goes out as PNG.

mod axis;
mod canvas;
mod layout;
mod palette;

use crate::ports::charts::{Chart, Charts, HEIGHT, Picture, Undrawn, WIDTH};
use async_trait::async_trait;
use canvas::{Canvas, SCALE};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use tokio::sync::Semaphore;

/// One chart is drawn at a time, since each takes some ten megabytes.
static DRAWING: Semaphore = Semaphore::const_new(1);

/// The bytes of a pixel.
const COLORS: usize = 3;

/// What draws charts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plotters;

#[async_trait]
impl Charts for Plotters {
    async fn draw(&self, chart: &Chart) -> Result<Picture, Undrawn> {
        chart.check()?;
        let chart = chart.clone();
        let _turn = DRAWING.acquire().await.map_err(|error| Undrawn::Failed(error.to_string()))?;
        let drawn = tokio::task::spawn_blocking(move || picture(&chart)).await;
        drawn.unwrap_or_else(|error| Err(Undrawn::Failed(error.to_string())))
    }
}

/// The picture of a chart that keeps its bounds.
fn picture(chart: &Chart) -> Result<Picture, Undrawn> {
    if let Some(letter) = layout::texts(chart).flat_map(str::chars).find(|letter| !canvas::has_letter(*letter)) {
        return Err(Undrawn::Letter(letter));
    }
    let colors = palette::of(chart.theme);
    let mut pixels = vec![colors.ground; COLORS * (WIDTH * SCALE * HEIGHT * SCALE) as usize];
    let mut canvas = Canvas::over(&mut pixels).map_err(Undrawn::Failed)?;
    layout::draw(&mut canvas, chart, &colors).map_err(Undrawn::Failed)?;
    drop(canvas);
    let png = encoded(&averaged(&pixels)).map_err(|error| Undrawn::Failed(error.to_string()))?;
    Ok(Picture { png, width: WIDTH, height: HEIGHT })
}

/// The picture in its own size: each of its pixels is the mean of four.
fn averaged(pixels: &[u8]) -> Vec<u8> {
    let row = COLORS * (WIDTH * SCALE) as usize;
    let mut small = Vec::with_capacity(pixels.len() / 4);
    for rows in pixels.chunks_exact(2 * row) {
        let (upper, lower) = rows.split_at(row);
        for left in (0..row).step_by(2 * COLORS) {
            for one in left..left + COLORS {
                let (above, below) = (u16::from(upper[one]), u16::from(lower[one]));
                let (right, last) = (u16::from(upper[one + COLORS]), u16::from(lower[one + COLORS]));
                small.push(((above + right + below + last) / 4).to_le_bytes()[0]);
            }
        }
    }
    small
}

fn encoded(pixels: &[u8]) -> image::ImageResult<Vec<u8>> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::Adaptive);
    encoder.write_image(pixels, WIDTH, HEIGHT, ExtendedColorType::Rgb8)?;
    Ok(png)
}

#[cfg(test)]
mod tests;
