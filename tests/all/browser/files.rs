//! Files in the page: chosen, dropped and pasted, as chips that show how it stands, and in the message that carries them.

use super::driver::Browser;
use crate::adapter_contract::web::doubles::{Parts, Served};
use crate::adapter_contract::web::files::along;
use crate::adapter_contract::web::posting;
use base64::Engine;
use secretary::adapters::web::place;
use secretary::ports::chat::{Chat, Posting};
use secretary::secretary::inbound::{Content, FileKind};
use serde_json::json;
use std::sync::atomic::Ordering;

/// A picture of one point.
const POINT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Drops or pastes files, given as an array of `new File`, as a person would; `then` is done in the same moment.
async fn drops(browser: &Browser, files: &str, then: &str) {
    let script = format!(
        "(() => {{ const dataTransfer = new DataTransfer();
        for (const file of {files}) dataTransfer.items.add(file);
        const fire = (kind) => document.querySelector('#log').dispatchEvent(
          new DragEvent(kind, {{ bubbles: true, cancelable: true, dataTransfer }}));
        fire('dragover');
        const offered = !document.querySelector('#drop').hidden;
        fire('drop');
        {then};
        return offered && document.querySelector('#drop').hidden; }})()"
    );
    assert_eq!(browser.eval(&script).await, json!(true), "the page says where to drop");
}

async fn ready(browser: &Browser, count: usize) {
    let chips = "document.querySelectorAll('#files .attachment[data-state=ready]').length";
    browser.until(&format!("{chips} === {count}")).await;
}

/// The words, and the name and kind of each file, of the message with this number that arrived.
async fn arrived(chat: &Served, number: usize) -> (String, Vec<(String, FileKind)>) {
    let heard = chat.ears.hears(number).await;
    let Content::Text { text, attachments, .. } = &heard[number - 1].content else { panic!("no words: {heard:?}") };
    (text.clone(), attachments.iter().map(|file| (file.name.clone(), file.kind)).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_go_with_a_message_in_a_browser() {
    let chat = Parts::default().serve(None, None).await;
    let Some(browser) = Browser::start_or_skip().await else { return };
    browser.go(&chat.url("/")).await;
    browser.window(420, 800).await;
    browser.until("document.querySelector('#state').className === 'on'").await;
    // The page reads a picture again when it shows it.
    let _chosen = several_ways_in(&chat, &browser).await;
    trouble(&chat, &browser).await;
    sent(&chat, &browser).await;
    let complaints = browser.complaints().await;
    let policy = complaints.iter().filter(|line| line["message"].to_string().contains("Content Security Policy"));
    assert_eq!(policy.count(), 0, "{complaints:?}");
    browser.quit().await;
}

async fn several_ways_in(chat: &Served, browser: &Browser) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (picture, notes) = (folder.path().join("point.png"), folder.path().join("notes.txt"));
    std::fs::write(&picture, base64::engine::general_purpose::STANDARD.decode(POINT).unwrap()).unwrap();
    std::fs::write(&notes, "milk\n").unwrap();
    browser
        .eval(
            "window.bars = 0, new MutationObserver(() => { window.bars += document.querySelectorAll(
              '#files .attachment[data-state=uploading] progress:not([hidden])').length; })
              .observe(document.querySelector('#files'), { childList: true, subtree: true, attributes: true }), true",
        )
        .await;
    browser.type_into("#pick", &format!("{}\n{}", picture.display(), notes.display())).await;
    ready(browser, 2).await;
    browser.until("window.bars > 0").await;
    drops(browser, "[new File(['a,b'], 'table.csv', { type: 'text/csv' })]", "").await;
    let pasted = "(() => { const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['%PDF'], 'offer.pdf', { type: 'application/pdf' }));
        return document.querySelector('#text').dispatchEvent(
          new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })); })()";
    assert_eq!(browser.eval(pasted).await, json!(false), "the page takes what is pasted");
    ready(browser, 4).await;
    assert!(chat.ears.heard().is_empty(), "nothing is said yet");
    folder
}

async fn trouble(chat: &Served, browser: &Browser) {
    drops(browser, "[new File([], 'nothing.txt'), new File([new Uint8Array(20971521)], 'film.mkv')]", "").await;
    let said = "[...document.querySelectorAll('#files [data-state=failed] .trouble')].map((e) => e.innerText).join()";
    browser.until(&format!("{said}.includes('is empty') && {said}.includes('larger than 20 MB')")).await;
    browser.say("compare these").await;
    browser.until("document.querySelector('#files-state').innerText.startsWith('Not sent yet')").await;
    browser.until("document.activeElement.getAttribute('aria-label') === 'Remove nothing.txt'").await;
    for scheme in ["light", "dark"] {
        browser.scheme(scheme).await;
        browser.until(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches")).await;
        browser.picture(&format!("web-files-{scheme}.png")).await;
    }
    browser.until("innerWidth === 420 && document.documentElement.scrollWidth <= 420").await;
    for name in ["nothing.txt", "film.mkv"] {
        browser.click(&format!("[aria-label='Remove {name}']")).await;
    }
    // One that fails at the server is tried again, and nothing is typed twice.
    chat.files.broken.store(1, Ordering::SeqCst);
    drops(browser, "[new File(['x'], 'late.txt')]", "").await;
    browser.click("[data-state=failed] [aria-label='Try again: late.txt']").await;
    ready(browser, 5).await;
    assert_eq!(browser.eval("document.querySelector('#text').value").await, json!("compare these"));
    assert!(chat.ears.heard().is_empty(), "it was not sent without its files");
}

async fn sent(chat: &Served, browser: &Browser) {
    browser.type_into("#text", "\u{e007}").await;
    let (words, files) = arrived(chat, 1).await;
    let named = |name: &str, kind| (name.to_owned(), kind);
    let expected = [
        named("point.png", FileKind::Picture),
        named("notes.txt", FileKind::Document),
        named("table.csv", FileKind::Document),
        named("offer.pdf", FileKind::Document),
        named("late.txt", FileKind::Document),
    ];
    assert_eq!((words.as_str(), files.as_slice()), ("compare these", &expected[..]));
    browser.until("document.querySelector('#files').hidden && document.querySelector('#send').disabled").await;
    browser.until("document.querySelectorAll('.mine[data-id=\"1\"] .file').length === 5").await;
    browser.until("document.querySelector('.mine[data-id=\"1\"] canvas[aria-label=\"point.png\"]')").await;
    browser.picture("web-files-sent.png").await;

    // Sent off before the file is here, and without words.
    let at_once = "document.querySelector('#composer').requestSubmit()";
    drops(browser, "[new File([new Uint8Array(4000000)], 'large.bin')]", at_once).await;
    assert_eq!(arrived(chat, 2).await, (String::new(), vec![named("large.bin", FileKind::Document)]));

    browser.go(&chat.url("/")).await;
    browser.until("document.querySelectorAll('.mine .file').length === 6").await;
    browser.until("document.querySelector('.mine .file').innerText.includes('point.png')").await;
    assert_eq!(browser.eval("document.querySelectorAll('.mine canvas').length").await, json!(0), "names alone");
    // One of the secretary is a link: whoever opens it stays on the page.
    let (here, message) = (place(), along("result.zip", 9));
    let sending = Posting { file: Some(&[0; 2048]), ..posting(&here, &message, "e1/0") };
    chat.web.post(sending).await.unwrap();
    let link = "document.querySelector('a.file[href=\"/api/files/3\"][target=_blank]')";
    browser.until(&format!("/result\\.zip\\s+2\\.0 KB/.test({link}?.innerText)")).await;
}
