//! Pictures on their way to a model that sees, and what a model hears that does not.

use super::*;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use secretary::ports::model::{Picture, Senses};
use std::io::Cursor;

const BLIND: &str = "(the picture a.png: you see no pictures, so say that you cannot see it)";

fn picture(name: &str, bytes: Vec<u8>) -> Picture {
    Picture { name: name.into(), bytes }
}

fn png(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn plain(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([200, 30, 30])))
}

/// A photo of a camera that was held upright: its first column is the upper edge.
fn photo() -> Vec<u8> {
    // One field: the picture is to be turned by a quarter.
    let exif = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0place-canary";
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new(&mut bytes);
    encoder.set_exif_metadata(exif.to_vec()).unwrap();
    encoder.encode_image(&plain(2_000, 500).to_rgb8()).unwrap();
    bytes
}

/// A picture of a few bytes that says it is 50,000 pixels wide and high.
fn bomb() -> Vec<u8> {
    let mut bytes = png(&plain(1, 1));
    bytes[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
    let sum = bytes[12..29].iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    });
    bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    bytes
}

fn with_pictures(mut request: ModelRequest, pictures: Vec<Picture>) -> ModelRequest {
    request.turns.push(Turn::Pictures { pictures });
    request
}

/// Whether a request is the try with two colours.
fn is_try(body: &Value) -> bool {
    body["messages"].to_string().contains("Which two colours")
}

/// The texts and the pictures of the last request of a conversation.
fn shown(fake: &FakeModel) -> (String, Vec<(String, Vec<u8>)>) {
    let asked = fake.prompts().into_iter().rfind(|body| !is_try(body)).unwrap();
    let parts: Vec<Value> = match &asked["messages"].as_array().unwrap().last().unwrap()["content"] {
        Value::Array(parts) => parts.clone(),
        text => vec![json!({"type": "text", "text": text})],
    };
    let texts = parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n");
    let urls = parts.iter().filter_map(|part| part["image_url"]["url"].as_str());
    let pictures = urls.map(|url| {
        let (kind, data) = url.strip_prefix("data:image/").unwrap().split_once(";base64,").unwrap();
        (kind.to_owned(), STANDARD.decode(data).unwrap())
    });
    (texts, pictures.collect())
}

/// A server whose model answers the try so.
async fn server(colours: &str) -> (FakeModel, OpenAi) {
    let fake = FakeModel::start().await;
    let colours = colours.to_owned();
    fake.answer_with(move |body| if is_try(body) { Reply::text(&colours) } else { Reply::text("A chair.") });
    let model = open(config(&fake.url())).unwrap();
    (fake, model)
}

#[tokio::test]
async fn pictures_are_shown_upright_small_and_without_what_the_file_says() {
    let (fake, model) = server("Red and green.").await;
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(300, 40, Rgba([0, 0, 200, 90])));
    let solid = DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 300, Rgba([0, 0, 200, 255])));
    let mut sent = vec![picture("early.png", png(&plain(8, 8)))];
    let shot = picture("screen\nshot.png", png(&solid));
    sent.extend([picture("me.jpg", photo()), picture("logo.png", png(&clear)), shot]);
    sent.extend([
        picture("bomb.png", bomb()),
        picture("cut.jpg", photo()[..300].to_vec()),
        picture("none.gif", vec![]),
    ]);
    sent.extend([picture("b.png", png(&plain(8, 8))), picture("c.png", png(&plain(8, 8)))]);
    let reply = model.ask(&with_pictures(report(), sent)).await.unwrap();
    assert_eq!(reply.text, "A chair.");
    let (texts, pictures) = shown(&fake);
    for words in [
        "(the picture early.png is left out: 8 at a time are shown)",
        "(the picture bomb.png cannot be read)",
        "(the picture cut.jpg cannot be read)",
        "(the picture none.gif cannot be read)",
        "The picture me.jpg:",
        "The picture screen shot.png:",
    ] {
        assert!(texts.contains(words), "{words}\n{texts}");
    }
    let size = |bytes: &[u8]| {
        let read = image::load_from_memory(bytes).unwrap();
        (read.width(), read.height())
    };
    let kinds: Vec<(&str, (u32, u32))> = pictures.iter().map(|(kind, bytes)| (kind.as_str(), size(bytes))).collect();
    let small = ("jpeg", (8, 8));
    assert_eq!(kinds, [("jpeg", (392, 1_568)), ("png", (300, 40)), ("jpeg", (40, 300)), small, small]);
    assert!(pictures.iter().all(|(_, bytes)| !bytes.windows(12).any(|piece| piece == b"place-canary")));
    // A picture counts as one, not by its bytes.
    fake.answer(Reply::text("A chair.").no_usage());
    let level = |n: u32| u8::try_from(n % 251).unwrap();
    let noise = RgbImage::from_fn(900, 900, |x, y| Rgb([level(x * y), level(x * 31), level(y * 17)]));
    let noise = picture("noise.png", png(&DynamicImage::ImageRgb8(noise)));
    let reply = model.ask(&with_pictures(report(), vec![noise])).await.unwrap();
    assert!((3_200..9_000).contains(&reply.usage.tokens_in), "{:?}", reply.usage);
}

#[tokio::test]
async fn whether_a_model_sees_is_tried_once_and_a_blind_one_is_told_in_words() {
    for (colours, sees) in [("Red, green", Found::Works), ("black and white", Found::Missing)] {
        let (fake, model) = server(colours).await;
        assert_eq!((model.sees(), model.capabilities().sees), (true, Found::Unknown), "nobody tried");
        // The try is paid for, too.
        for calls in [2, 1] {
            let request = with_pictures(report(), vec![picture("a.png", png(&plain(9, 9)))]);
            assert_eq!(model.ask(&request).await.unwrap().usage.calls, calls);
            let (texts, pictures) = shown(&fake);
            let seen = sees == Found::Works;
            assert_eq!((pictures.len(), texts.contains(BLIND)), (usize::from(seen), !seen), "{texts}");
        }
        assert_eq!(fake.prompts().iter().filter(|body| is_try(body)).count(), 1);
        assert_eq!((model.sees(), model.capabilities().sees), (sees == Found::Works, sees));
        // Words alone try nothing.
        model.ask(&report()).await.unwrap();
        assert_eq!(fake.prompts().len(), 4);
    }
    // A server that refuses pictures; and one that is away, of which nothing is known then.
    let (fake, model) = server("Red, green").await;
    fake.capabilities(|able| able.pictures = Support::Refused);
    let request = with_pictures(report(), vec![picture("a.png", png(&plain(9, 9)))]);
    assert_eq!(model.ask(&request).await.unwrap().text, "A chair.");
    assert!(shown(&fake).0.contains(BLIND) && !model.sees());
    let (fake, model) = server("Red, green").await;
    fake.go_down().await;
    retry(model.ask(&request).await);
    assert_eq!(model.capabilities().sees, Found::Unknown);
    // A model that says nothing about it is not tried for ever.
    let (fake, model) = server("").await;
    for sees in [Found::Unknown, Found::Works, Found::Works] {
        assert_eq!(model.ask(&request).await.unwrap().text, "A chair.");
        assert_eq!((shown(&fake).1.len(), model.capabilities().sees), (1, sees));
    }
    assert_eq!(fake.prompts().iter().filter(|body| is_try(body)).count(), 2);
}

#[tokio::test]
async fn whether_a_model_sees_can_be_found_out_before_it_is_shown_anything() {
    for (colours, sees) in [("Red, green", Found::Works), ("black and white", Found::Missing)] {
        let (fake, model) = server(colours).await;
        assert_eq!((model.try_sight().await.calls, model.try_sight().await.calls), (1, 0));
        assert_eq!((model.sees(), model.capabilities().sees), (sees == Found::Works, sees));
        assert_eq!(fake.prompts().len(), 1);
    }
    // A server that is away leaves it open.
    let (fake, model) = server("Red, green").await;
    fake.go_down().await;
    model.try_sight().await;
    assert_eq!((model.sees(), model.capabilities().sees), (true, Found::Unknown));
}

#[tokio::test]
async fn pictures_go_to_the_model_that_sees() {
    // The one that an owner named, and nothing is tried.
    let fake = FakeModel::start().await;
    fake.answer_with(|_| Reply::text("A chair."));
    let named = |models: &[&str]| models.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let eye = OpenAiConfig { model_vision: named(&["eye", "eye-2"]), ..config(&fake.url()) };
    let model = open(eye).unwrap();
    assert!(model.sees() && model.capabilities().sees == Found::Works);
    let request = with_pictures(report(), vec![picture("a.png", png(&plain(9, 9)))]);
    model.ask(&request).await.unwrap();
    model.ask(&report()).await.unwrap();
    let used: Vec<Value> = fake.prompts().iter().map(|body| body["model"].clone()).collect();
    assert_eq!(used, ["eye", "fake-model"]);
    let capabilities = model.capabilities();
    assert_eq!((capabilities.line_of("work", true), capabilities.line_of("work", false)), ("vision", "work"));
    // It refuses all the same: the answer comes without them, and it is known from then on.
    fake.capabilities(|able| able.pictures = Support::Refused);
    assert_eq!(model.ask(&request).await.unwrap().text, "A chair.");
    assert!(shown(&fake).0.contains(BLIND));
    // Without a name it is the first of the usual chain that sees.
    let fake = FakeModel::start().await;
    fake.answer_with(|body| match (is_try(body), body["model"].as_str()) {
        (true, Some("seeing")) => Reply::text("red green"),
        (true, _) => Reply::text("I see nothing."),
        (false, _) => Reply::text("A chair."),
    });
    let chain = OpenAiConfig { model: named(&["words", "seeing", "last"]), ..config(&fake.url()) };
    let model = open(chain).unwrap();
    for (request, used) in [(&request, "seeing"), (&report(), "words"), (&request, "seeing")] {
        model.ask(request).await.unwrap();
        assert_eq!(fake.prompts().into_iter().rfind(|body| !is_try(body)).unwrap()["model"], used);
    }
    assert_eq!(shown(&fake).1.len(), 1);
}
