//! Files that people send: what the adapter says of each kind, and what it fetches.

use super::desk::*;
use proof::fault::Fault;
use proof::telegram::FakeTelegram;
use secretary::ports::chat::{DownloadError, Downloads};
use secretary::secretary::inbound::{Attachment, Content, FileKind, Inbound};
use serde_json::{Value, json};
use std::time::Duration;

/// The largest file that Telegram gives, in bytes.
const LARGEST: usize = 20 * 1024 * 1024;
/// A limit that no file here reaches.
const MOST: u64 = 100 * 1024 * 1024;

fn files(inbound: &Inbound) -> Vec<Attachment> {
    match &inbound.content {
        Content::Text { attachments, .. } | Content::Command { attachments, .. } => attachments.clone(),
        other => panic!("no files: {other:?}"),
    }
}

/// The files of the message with this id.
async fn files_of(desk: &Desk, id: i64) -> Vec<Attachment> {
    let id = id.to_string();
    files(&desk.notebook.find("the message", |inbound| inbound.message() == Some(&id)).await)
}

/// A document of Ann, as the bot heard of it.
async fn sent(fake: &FakeTelegram, desk: &Desk, ann: i64, fields: &Value, bytes: &[u8]) -> Attachment {
    let id = fake.share(ann, ann, "document", fields, bytes, "");
    files_of(desk, id).await.remove(0)
}

#[tokio::test]
async fn every_kind_of_file_arrives_with_what_it_is() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let jpeg = json!({"file_name": "../a/Receipt.JPG", "mime_type": "image/jpeg"});
    let cases = [
        ("photo", json!({}), Some(("photo.jpg", FileKind::Picture, "image/jpeg", None))),
        ("document", jpeg, Some(("a_Receipt.JPG", FileKind::Picture, "image/jpeg", None))),
        (
            "document",
            json!({"mime_type": "application/pdf"}),
            Some(("document.pdf", FileKind::Document, "application/pdf", None)),
        ),
        (
            "voice",
            json!({"duration": 12, "mime_type": "audio/ogg"}),
            Some(("voice.ogg", FileKind::Voice, "audio/ogg", Some(12))),
        ),
        ("audio", json!({"duration": 200}), Some(("audio.mp3", FileKind::Audio, "audio/mpeg", Some(200)))),
        ("video", json!({"duration": 3}), Some(("video.mp4", FileKind::Video, "video/mp4", Some(3)))),
        ("video_note", json!({"duration": 4}), Some(("video.mp4", FileKind::Video, "video/mp4", Some(4)))),
        ("animation", json!({"duration": 5}), Some(("animation.mp4", FileKind::Video, "video/mp4", Some(5)))),
        ("sticker", json!({"is_animated": true, "is_video": false}), None),
    ];
    for (kind, fields, expected) in cases {
        let id = fake.share(ann, ann, kind, &fields, b"some bytes", "");
        let Some((name, of, media_type, seconds)) = expected else {
            let polite = |inbound: &Inbound| matches!(inbound.content, Content::Unsupported { to_us: true, .. });
            desk.notebook.find("an answer to what cannot be shown", polite).await;
            continue;
        };
        let found = files_of(&desk, id).await;
        assert_eq!(found.len(), 1, "{kind}: {found:?}");
        let file = &found[0];
        assert_eq!((file.name.as_str(), file.kind, file.bytes), (name, of, 10), "{kind}");
        assert_eq!((file.media_type.as_deref(), file.seconds), (Some(media_type), seconds), "{kind}");
        assert_eq!(desk.telegram.download(file, MOST).await.as_deref(), Ok(b"some bytes".as_slice()), "{kind}");
    }
    confirmed(&fake).await;
    clean(&fake);
}

#[tokio::test]
async fn albums_captions_and_what_is_passed_on_keep_their_files() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let ids = fake.album(ann, ann, &[b"one", b"two"], "these");
    let (first, second) = (files_of(&desk, ids[0]).await, files_of(&desk, ids[1]).await);
    assert!(first[0].album.is_some() && first[0].album == second[0].album);
    assert_ne!(first[0].handle, second[0].handle);
    // A command as a caption is the command.
    let id = fake.share(ann, ann, "photo", &json!({}), b"plants", "/new water the plants");
    let command = desk.notebook.find("the command", |inbound| matches!(inbound.content, Content::Command { .. })).await;
    let Content::Command { message, name, args, attachments, .. } = &command.content else { panic!() };
    assert_eq!(
        (message.as_deref(), name.as_str(), args.as_str()),
        (Some(id.to_string().as_str()), "new", "water the plants")
    );
    assert_eq!(attachments[0].kind, FileKind::Picture);
    let origin = json!({"type": "hidden_user", "date": 1, "sender_user_name": "Bo"});
    let id = fake.pass_on(ann, ann, "voice", b"words", &origin);
    let passed_on = desk.notebook.find("what was passed on", |i| i.message() == Some(&id.to_string())).await;
    assert!(matches!(passed_on.content, Content::Text { forwarded: true, .. }));
    assert_eq!(files(&passed_on)[0].kind, FileKind::Voice);
    clean(&fake);
}

#[tokio::test]
async fn what_is_too_large_is_not_fetched() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let asked = |fake: &FakeTelegram| fake.calls().iter().filter(|call| call.method == "getFile").count();
    let film = sent(&fake, &desk, ann, &json!({"file_size": 2_000_000_000}), b"film").await;
    assert_eq!(desk.telegram.download(&film, MOST).await, Err(DownloadError::TooLarge));
    assert_eq!(asked(&fake), 0, "what it says of itself is enough");
    // It says that it is small, and Telegram knows better.
    let hidden = Attachment { bytes: 0, ..film };
    assert_eq!(desk.telegram.download(&hidden, u64::MAX).await, Err(DownloadError::TooLarge));
    let whole = sent(&fake, &desk, ann, &json!({}), &vec![7; LARGEST]).await;
    assert_eq!(desk.telegram.download(&whole, MOST).await.map(|bytes| bytes.len()), Ok(LARGEST));
    let unsized_file = Attachment { bytes: 0, ..whole };
    assert_eq!(desk.telegram.download(&unsized_file, 1_000).await, Err(DownloadError::TooLarge));
    // The size is a lie everywhere, so only the bytes tell.
    let liar = sent(&fake, &desk, ann, &json!({"file_size": 1}), &[7; 5_000]).await;
    assert_eq!(desk.telegram.download(&liar, 1_000).await, Err(DownloadError::TooLarge));
    clean(&fake);
}

#[tokio::test]
async fn what_cannot_be_fetched_now_is_tried_again_and_what_is_gone_is_not() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let file = sent(&fake, &desk, ann, &json!({"file_name": "a.txt"}), b"words").await;
    let fetch = async || desk.telegram.download(&file, MOST).await;
    let seconds = |after: u64| Err(DownloadError::Retry { after: Duration::from_secs(after) });
    for (method, fault, wait) in [
        ("getFile", Fault::TooManyRequests { retry_after: 9 }, 9),
        ("file", Fault::TooManyRequests { retry_after: 7 }, 7),
        ("getFile", Fault::ServerError { status: 502 }, 2),
        ("file", Fault::ServerError { status: 500 }, 2),
        ("getFile", Fault::DropBeforeReading, 2),
        ("file", Fault::DropBeforeReading, 2),
    ] {
        fake.fault(method, fault.clone());
        assert_eq!(fetch().await, seconds(wait), "{method}: {fault:?}");
        // Until then nothing is asked, of whatever file.
        assert_eq!(fetch().await, seconds(wait), "{method}: {fault:?}");
        desk.clock.advance(Duration::from_secs(wait));
        fake.advance(Duration::from_secs(wait));
        assert_eq!(fetch().await.as_deref(), Ok(b"words".as_slice()), "{method}: {fault:?}");
    }
    let refused = |what: &str| Fault::Refuse { code: 404, description: what.to_owned() };
    // An address that leads elsewhere is not followed.
    for fault in [refused("Not Found"), Fault::ServerError { status: 302 }] {
        fake.fault("file", fault);
        assert!(matches!(fetch().await, Err(DownloadError::Gone(_))));
    }
    let unknown = Attachment { handle: "unknown".to_owned(), ..file.clone() };
    let Err(DownloadError::Gone(why)) = desk.telegram.download(&unknown, MOST).await else { panic!() };
    assert!(why.contains("wrong file_id"), "{why}");
    fake.keep_files_on_disk(true);
    let Err(DownloadError::Gone(why)) = fetch().await else { panic!() };
    assert!(why.contains("--local") && !why.contains("AAFake"), "{why}");
    clean(&fake);
}

#[tokio::test]
async fn no_error_about_a_file_shows_the_token() {
    let (fake, ann, _) = with_ann().await;
    let desk = Desk::running(&fake);
    let file = sent(&fake, &desk, ann, &json!({}), b"words").await;
    fake.fault("file", Fault::Refuse { code: 404, description: format!("no {}", fake.token()) });
    let gone = desk.telegram.download(&file, MOST).await;
    fake.go_down().await;
    let down = desk.telegram.download(&file, MOST).await;
    assert!(gone.is_err() && down.is_err());
    for shown in [format!("{gone:?}"), format!("{down:?}")] {
        assert!(!shown.contains(fake.token()), "{shown}");
    }
}
