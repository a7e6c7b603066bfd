//! Pictures as a model is shown them: turned upright, scaled, few and small enough for any server, and without what a
//! file says beside its pixels, such as the place. A picture that cannot be read becomes words. It must not decide which
//! model sees.

use crate::ports::model::{ModelRequest, Picture, Turn};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits, Rgba, RgbaImage, imageops};
use serde_json::{Value, json};
use std::io::Cursor;
use tokio::sync::Semaphore;

/// The longest side of a shown picture, in pixels: servers scale larger ones themselves.
const SIDE: u32 = 1_568;
/// The most bytes of a shown picture.
const MOST: usize = 1_500_000;
/// The qualities of JPEG, tried in this order until a picture is small enough.
const QUALITIES: [u8; 3] = [85, 60, 35];
/// The most pictures of a request; servers refuse more.
const AT_ONCE: usize = 8;
/// The longest side of a picture that is read, in pixels.
const WIDEST: u32 = 12_000;
/// The most memory that reading a picture takes, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;
/// The longest name of a picture, in characters.
const NAME: usize = 100;

/// One picture is read at a time, since each may take much memory.
static READING: Semaphore = Semaphore::const_new(1);

/// Whether a request has pictures.
pub(super) fn has_any(request: &ModelRequest) -> bool {
    request.turns.iter().any(|turn| matches!(turn, Turn::Pictures { .. }))
}

/// A request with its pictures as they are shown, the last ones if there are too many; none where it has no pictures.
pub(super) async fn scaled(request: &ModelRequest) -> Option<ModelRequest> {
    if !has_any(request) {
        return None;
    }
    let all = request.turns.iter().map(|turn| if let Turn::Pictures { pictures } = turn { pictures.len() } else { 0 });
    let mut early = all.sum::<usize>().saturating_sub(AT_ONCE);
    let mut turns = Vec::with_capacity(request.turns.len());
    for turn in &request.turns {
        let Turn::Pictures { pictures } = turn else {
            turns.push(turn.clone());
            continue;
        };
        let (mut shown, mut words) = (Vec::new(), Vec::new());
        for picture in pictures {
            let name = name(picture);
            if early > 0 {
                early -= 1;
                words.push(format!("(the picture {name} is left out: {AT_ONCE} at a time are shown)"));
            } else if let Some(bytes) = read(picture).await {
                shown.push(Picture { name, bytes });
            } else {
                words.push(format!("(the picture {name} cannot be read)"));
            }
        }
        if !words.is_empty() {
            turns.push(Turn::User { content: words.join("\n") });
        }
        if !shown.is_empty() {
            turns.push(Turn::Pictures { pictures: shown });
        }
    }
    Some(with(request, turns))
}

/// A request for a model that does not see: words in place of each picture.
pub(super) fn unseen(request: &ModelRequest) -> ModelRequest {
    let words = |picture: &Picture| {
        format!("(the picture {}: you see no pictures, so say that you cannot see it)", name(picture))
    };
    let said = |turn: &Turn| match turn {
        Turn::Pictures { pictures } => {
            Turn::User { content: pictures.iter().map(words).collect::<Vec<_>>().join("\n") }
        }
        Turn::System { .. } | Turn::User { .. } | Turn::Assistant { .. } | Turn::Tool { .. } => turn.clone(),
    };
    with(request, request.turns.iter().map(said).collect())
}

/// Scaled pictures as parts of a message of a person: the name of each, and itself.
pub(super) fn parts(pictures: &[Picture]) -> Vec<Value> {
    let both = |picture: &Picture| {
        let kind = if picture.bytes.starts_with(b"\x89PNG") { "png" } else { "jpeg" };
        let url = format!("data:image/{kind};base64,{}", STANDARD.encode(&picture.bytes));
        let name = json!({"type": "text", "text": format!("The picture {}:", name(picture))});
        [name, json!({"type": "image_url", "image_url": {"url": url}})]
    };
    pictures.iter().flat_map(both).collect()
}

/// How many pictures there are among messages, and how many characters their bytes take.
pub(super) fn among(messages: &[Value]) -> (usize, usize) {
    let parts = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
    let urls = parts.filter_map(|part| part.pointer("/image_url/url").and_then(Value::as_str));
    urls.fold((0, 0), |(count, characters), url| (count + 1, characters + url.len()))
}

/// The request with other turns; the bytes of its pictures are not copied for it.
fn with(request: &ModelRequest, turns: Vec<Turn>) -> ModelRequest {
    ModelRequest {
        purpose: request.purpose.clone(),
        turns,
        tools: request.tools.clone(),
        schema: request.schema.clone(),
        model: request.model.clone(),
        max_output_tokens: request.max_output_tokens,
        deadline: request.deadline,
        answers: request.answers,
    }
}

/// The name of a picture on one line.
fn name(picture: &Picture) -> String {
    picture.name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(NAME).collect()
}

/// A picture as it is shown; none if it is broken, too large, or of another kind. A fault inside the reader counts as a
/// broken picture.
async fn read(picture: &Picture) -> Option<Vec<u8>> {
    let turn = READING.acquire().await.ok()?;
    let bytes = picture.bytes.clone();
    let read = tokio::task::spawn_blocking(move || {
        // Whoever stops waiting for it does not stop the reading.
        let _turn = turn;
        shrunk(&bytes)
    });
    let shown = read.await.map_err(|error| error.to_string()).and_then(|read| read.map_err(|error| error.to_string()));
    shown.inspect_err(|error| tracing::debug!(%error, "a picture cannot be read")).ok()
}

fn shrunk(bytes: &[u8]) -> ImageResult<Vec<u8>> {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(WIDEST);
    limits.max_image_height = Some(WIDEST);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    limits.reserve(decoder.total_bytes())?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder)?;
    if picture.width().max(picture.height()) > SIDE {
        picture = picture.thumbnail(SIDE, SIDE);
    }
    picture.apply_orientation(orientation);
    written(&picture)
}

/// Transparent pictures stay PNG if they are small enough; all others are JPEG, on white.
fn written(picture: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut opaque = picture.to_rgb8();
    if picture.color().has_alpha() {
        let clear = picture.to_rgba8();
        if clear.pixels().any(|Rgba([.., alpha])| *alpha < u8::MAX) {
            let mut png = Cursor::new(Vec::new());
            clear.write_to(&mut png, ImageFormat::Png)?;
            if png.get_ref().len() <= MOST {
                return Ok(png.into_inner());
            }
            let mut white = RgbaImage::from_pixel(clear.width(), clear.height(), Rgba([u8::MAX; 4]));
            imageops::overlay(&mut white, &clear, 0, 0);
            opaque = DynamicImage::ImageRgba8(white).into_rgb8();
        }
    }
    let mut jpeg = Vec::new();
    for quality in QUALITIES {
        jpeg.clear();
        JpegEncoder::new_with_quality(&mut jpeg, quality).encode_image(&opaque)?;
        if jpeg.len() <= MOST {
            break;
        }
    }
    Ok(jpeg)
}
