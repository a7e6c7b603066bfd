//! Files of people: what is told of them, and how they are fetched.

use super::stage::{ANN, ROOM, Stage, posting};
use proof::discord::{Call, Fault, File, Route, Scope};
use secretary::ports::chat::{Chat, DownloadError, Downloads, Posting};
use secretary::secretary::inbound::{Attachment, Content, FileKind};
use secretary::secretary::message::Message;
use secretary::secretary::ticket::task::{Attached, FileAt};
use std::time::Duration;

const MOST: u64 = 20 * 1024 * 1024;
const DAY: Duration = Duration::from_secs(25 * 3600);

/// The files of a message, as they arrive.
async fn attached(stage: &Stage, message: u64) -> Vec<Attachment> {
    let event = stage.desk.wait_for("the message", |event| event.event == format!("m{message}")).await;
    let Content::Text { attachments, .. } = event.content else { panic!("{event:?}") };
    attachments
}

/// Somebody sends this file directly.
async fn sent(stage: &Stage, file: File<'_>) -> (u64, Attachment) {
    let message = stage.fake.send(stage.fake.dm(ANN), ANN, "", &[file]);
    (message, attached(stage, message).await.remove(0))
}

/// The answers of the file server so far.
fn answers(stage: &Stage) -> Vec<u16> {
    let of_files = |call: &Call| call.route == Route::Attachment;
    stage.fake.calls().iter().filter(|call| of_files(call)).map(|call| call.status).collect()
}

fn gone(fetched: &Result<Vec<u8>, DownloadError>) -> bool {
    matches!(fetched, Err(DownloadError::Gone(_)))
}

#[tokio::test]
async fn each_kind_of_file_arrives_and_can_be_fetched() {
    let stage = Stage::open().await;
    let files: [File<'_>; 5] = [
        ("plan.png", "image/png", b"\x89PNG"),
        ("list.csv", "text/csv; charset=utf-8", b"a;b"),
        ("tune.mp3", "audio/mpeg", b"ID3"),
        ("clip.mp4", "video/mp4", b"ftyp"),
        ("empty.txt", "", b""),
    ];
    let dm = stage.fake.dm(ANN);
    let told = attached(&stage, stage.fake.send(dm, ANN, "here", &files)).await;
    let kinds = [FileKind::Picture, FileKind::Document, FileKind::Audio, FileKind::Video, FileKind::Document];
    let media = [Some("image/png"), Some("text/csv"), Some("audio/mpeg"), Some("video/mp4"), None];
    assert_eq!(told.len(), files.len());
    for (n, file) in told.iter().enumerate() {
        let (name, _, bytes) = files[n];
        assert_eq!((file.name.as_str(), file.kind, file.media_type.as_deref()), (name, kinds[n], media[n]));
        assert_eq!((file.bytes, file.seconds), (bytes.len() as u64, None));
        assert_eq!(stage.bot.download(file, MOST).await.as_deref(), Ok(bytes));
    }
    let spoken = attached(&stage, stage.fake.speak(dm, ANN, 4, b"OggS")).await.remove(0);
    assert_eq!((spoken.kind, spoken.seconds), (FileKind::Voice, Some(4)));
    assert_eq!(stage.bot.download(&spoken, MOST).await.as_deref(), Ok(&b"OggS"[..]));
    stage.behaved();
}

#[tokio::test]
async fn an_address_that_is_too_old_is_asked_for_anew() {
    let stage = Stage::open().await;
    let (message, file) = sent(&stage, ("offer.pdf", "application/pdf", b"%PDF")).await;
    let passed_on = stage.fake.forward(stage.fake.dm(ANN), ANN, message);
    let passed_on = attached(&stage, passed_on).await.remove(0);
    // As an earlier version kept it.
    let bare =
        file.handle.split_once('|').map(|(_, url)| Attachment { handle: url.to_owned(), ..file.clone() }).unwrap();
    assert_eq!(stage.bot.download(&bare, MOST).await.as_deref(), Ok(&b"%PDF"[..]));
    stage.fake.advance(DAY);
    for one in [&file, &passed_on] {
        assert_eq!(stage.bot.download(one, MOST).await.as_deref(), Ok(&b"%PDF"[..]));
    }
    assert_eq!(answers(&stage), [200, 404, 200, 404, 200]);
    assert!(gone(&stage.bot.download(&bare, MOST).await));
    // A wait for the new address is one for the file.
    let retry_after = Duration::from_secs(9);
    stage.fake.fault(Route::GetMessage, Fault::RateLimited { retry_after, scope: Scope::User });
    assert_eq!(stage.bot.download(&file, MOST).await, Err(DownloadError::Retry { after: retry_after }));
    stage.behaved();
}

#[tokio::test]
async fn what_was_deleted_is_gone_and_closes_nothing() {
    let stage = Stage::open().await;
    let message = stage.fake.send(ROOM, ANN, "here", &[("a.txt", "text/plain", b"a")]);
    let file = attached(&stage, message).await.remove(0);
    stage.fake.delete_message(message);
    assert!(gone(&stage.bot.download(&file, MOST).await));
    stage.fake.fault(Route::GetMessage, Fault::Code(50001));
    assert!(gone(&stage.bot.download(&file, MOST).await));
    let (room, hello) = (stage.room(), Message::lines(["Hello."]));
    stage.post(&room, &hello, "k1").await.unwrap();
    stage.behaved();
}

#[tokio::test]
async fn no_more_is_taken_than_allowed_whatever_its_length_is_said_to_be() {
    let stage = Stage::open().await;
    let (_, file) = sent(&stage, ("a.bin", "", &[7; 1000])).await;
    let too_large = Err(DownloadError::TooLarge);
    assert_eq!(stage.bot.download(&file, 1000).await.map(|bytes| bytes.len()), Ok(1000));
    assert_eq!(stage.bot.download(&file, 999).await, too_large);
    assert_eq!(answers(&stage), [200], "its size was known");
    let untold = Attachment { bytes: 0, ..file };
    assert_eq!(stage.bot.download(&untold, 999).await, too_large);
    stage.fake.fault(Route::Attachment, Fault::Garbage);
    assert_eq!(stage.bot.download(&untold, MOST).await, too_large, "a body without an end");
    stage.behaved();
}

#[tokio::test]
async fn a_fault_is_tried_again_and_no_other_server_is_asked() {
    let stage = Stage::open().await;
    let (_, file) = sent(&stage, ("a.txt", "text/plain", b"a")).await;
    let limited = Fault::RateLimited { retry_after: Duration::from_secs(70), scope: Scope::Shared };
    for fault in [Fault::Status(503), Fault::Drop, limited] {
        stage.fake.fault(Route::Attachment, fault.clone());
        let fetched = stage.bot.download(&file, MOST).await;
        let Err(DownloadError::Retry { after }) = fetched else { panic!("{fault:?}: {fetched:?}") };
        assert_eq!(after >= Duration::from_secs(70), matches!(fault, Fault::RateLimited { .. }));
    }
    let other = Stage::open().await;
    let elsewhere = sent(&other, ("b.txt", "text/plain", b"b")).await.1;
    assert!(gone(&stage.bot.download(&elsewhere, MOST).await));
    let url = elsewhere.handle.split_once('|').unwrap().1.to_owned();
    let (_, own) = file.handle.split_once('|').unwrap();
    let within = own.replacen("://", "://ann:secret@", 1);
    for forged in
        ["file:///etc/hostname", "http://127.0.0.1:1/a.txt", "http://[::1]/a.txt", "no address", within.as_str()]
    {
        let forged = Attachment { handle: forged.to_owned(), ..file.clone() };
        assert!(gone(&stage.bot.download(&forged, MOST).await), "{forged:?}");
    }
    stage.fake.fault(Route::Attachment, Fault::Redirect(url));
    assert!(gone(&stage.bot.download(&file, MOST).await));
    assert!(answers(&other).is_empty());
    assert_eq!(stage.bot.download(&file, MOST).await.as_deref(), Ok(&b"a"[..]));
    stage.behaved();
}

#[tokio::test]
async fn a_file_of_bytes_goes_along_unless_it_is_larger_than_discord_takes() {
    let stage = Stage::open().await;
    let at = FileAt::Received { home: "r-1".to_owned(), name: "plan.zip".to_owned() };
    let file = Attached { name: "plan.zip".to_owned(), at: Some(at), ..Attached::default() };
    let (place, message) = (stage.room(), Message { file: Some(file), ..Message::lines(["The plan."]) });
    for (key, bytes) in [("k1", b"PK\xff".to_vec()), ("k2", vec![0; 10 * 1024 * 1024 + 1])] {
        stage.bot.post(Posting { file: Some(&bytes), ..posting(&place, &message, key) }).await.unwrap();
    }
    let shown = stage.fake.messages(ROOM);
    let [whole, bare] = &shown[..] else { panic!("{shown:?}") };
    let sent = &whole.attachments[0];
    assert_eq!((sent.filename.as_str(), sent.bytes.as_slice()), ("plan.zip", &b"PK\xff"[..]));
    assert_eq!(sent.content_type.as_deref(), Some("application/octet-stream"));
    assert!(bare.attachments.is_empty() && bare.content.contains("10 MiB"), "{}", bare.content);
    stage.behaved();
}
