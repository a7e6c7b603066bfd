//! Drawing of charts: pure data in, a picture out. The same chart gives the same bytes, so that it is drawn where it is
//! needed and kept nowhere.

pub use crate::secretary::chart::{Chart, Fault, Kind, Series, Theme};
use async_trait::async_trait;

/// The width of a picture, in pixels.
pub const WIDTH: u32 = 1_200;
/// The height of a picture, in pixels.
pub const HEIGHT: u32 = 675;

/// A drawn chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
    /// Its pixels from left to right.
    pub width: u32,
    /// Its pixels from top to bottom.
    pub height: u32,
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undrawn {
    /// The chart does not keep its bounds.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// The font has no letter for this character.
    #[error("there is no letter for “{0}”; Latin, Greek and Cyrillic ones can be drawn")]
    Letter(char),
    /// It could not be drawn, for the log.
    #[error("the picture could not be drawn: {0}")]
    Failed(String),
}

/// What draws charts.
#[async_trait]
pub trait Charts: Send + Sync {
    /// The picture of a chart, [`WIDTH`] by [`HEIGHT`] pixels.
    ///
    /// # Errors
    /// See [`Undrawn`].
    async fn draw(&self, chart: &Chart) -> Result<Picture, Undrawn>;
}
