//! Pictures: whether one is whole. There is no text in it.

use crate::ports::documents::Unreadable;
use image::{ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The most pixels of a side.
const SIDE: u32 = 20_000;
/// The most bytes of a decoded picture.
const DECODED: u64 = 400 * 1024 * 1024;

/// Why a picture has no text: it is a whole one, or damaged, or too large.
pub(super) fn looked_at(kind: ImageFormat, bytes: &[u8]) -> Unreadable {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(SIDE), Some(SIDE));
    limits.max_alloc = Some(DECODED);
    reader.limits(limits);
    match reader.decode() {
        Ok(_) => Unreadable::OnlyPictures,
        Err(image::ImageError::Limits(_)) => Unreadable::TooMuch,
        Err(_) => Unreadable::Broken,
    }
}
