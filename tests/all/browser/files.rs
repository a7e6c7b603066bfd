//! Files in the page: chosen, dropped and pasted, as chips that show how it stands, and in the message that carries them,
//! answers it later or is a command.

use super::driver::Browser;
use crate::adapter_contract::web::doubles::{Parts, Served};
use crate::adapter_contract::web::files::along;
use crate::adapter_contract::web::posting;
use base64::Engine;
use secretary::adapters::web::place;
use secretary::ports::chat::{Chat, Posting};
use secretary::secretary::inbound::{Content, FileKind, Reference};
use serde_json::json;
use std::sync::atomic::Ordering;

/// A picture of one point.
const POINT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Drops or pastes files, given as an array of `new File`, as a person would; `then` is done in the same moment.
pub async fn drops(browser: &Browser, files: &str, then: &str) {
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
    for_keys(&browser).await;
    many_at_once(&browser).await;
    trouble(&chat, &browser).await;
    sent(&chat, &browser).await;
    for_ears(&browser).await;
    words_and_commands(&chat, &browser).await;
    replies(&chat, &browser).await;
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

/// Every control has a name, and the keyboard chooses files.
async fn for_keys(browser: &Browser) {
    let controls = "[...document.querySelectorAll('#composer button, #composer input, #composer progress')]";
    let nameless = format!("{controls}.filter((e) => !e.getAttribute('aria-label') && !e.innerText).length");
    assert_eq!(browser.eval(&nameless).await, json!(0));
    let choice = "document.querySelector('#pick').addEventListener('click', (event) => {
        event.preventDefault();
        window.choosing = true;
      }, { once: true })";
    browser.eval(choice).await;
    browser.type_into("#attach", "\u{e007}").await;
    browser.until("window.choosing").await;
}

/// Uploads of several pages wait for each other, and none is refused.
async fn many_at_once(browser: &Browser) {
    let uploads = "Promise.all([1, 2, 3, 4, 5].map((n) => fetch(`/api/files?name=${n}.txt`, {
        method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: 'x'.repeat(1e6) })))
      .then((all) => { window.uploads = all.map(({ status }) => status).join(); }), true";
    browser.eval(uploads).await;
    browser.until("window.uploads === '200,200,200,200,200'").await;
}

async fn trouble(chat: &Served, browser: &Browser) {
    drops(browser, "[new File([], 'nothing.txt'), new File([new Uint8Array(31457280)], 'film.mkv')]", "").await;
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

/// Whoever hears the page is told how far an upload is and that it is there.
async fn for_ears(browser: &Browser) {
    let hears = "window.heard = [], new MutationObserver(() => {
        window.heard.push(document.querySelector('#files-state[role=status]').innerText);
      }).observe(document.querySelector('#files-state'), { childList: true }), true";
    browser.eval(hears).await;
    slow_line(browser, 500_000).await;
    drops(browser, "[new File([new Uint8Array(500000)], 'slow.bin')]", "").await;
    ready(browser, 1).await;
    slow_line(browser, -1).await;
    browser.until("/^Uploading slow.bin: (0|25|50|75) percent.$/.test(window.heard[0])").await;
    browser.until("window.heard.at(-1) === 'slow.bin is attached.'").await;
    browser.click("[aria-label='Remove slow.bin']").await;
    browser.until("document.activeElement.id === 'text' && document.querySelector('#files').hidden").await;
}

/// Lets so many bytes out in a second; -1 are as many as there are.
async fn slow_line(browser: &Browser, bytes: i64) {
    browser.devtools("Network.enable", json!({})).await;
    let line = json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes });
    browser.devtools("Network.emulateNetworkConditions", line).await;
}

async fn words_and_commands(chat: &Served, browser: &Browser) {
    // The browser pastes words by itself; they arrive whole.
    let paste = "((words, clipboardData) => {
        clipboardData.setData('text/plain', words);
        document.querySelector('#text').focus();
        const left = document.querySelector('#text').dispatchEvent(
          new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
        return left && document.execCommand('insertText', false, words);
      })('word '.repeat(1399) + 'stop!', new DataTransfer())";
    assert_eq!(browser.eval(paste).await, json!(true), "the page leaves words to the browser");
    browser.type_into("#text", "\u{e007}").await;
    let words = format!("{}stop!", "word ".repeat(1_399));
    assert_eq!(words.len(), 7_000);
    assert_eq!(arrived(chat, 3).await, (words, Vec::new()));
    let more = "getComputedStyle(document.querySelector('.mine .fold + button'))";
    browser.until(&format!("(({{ color, backgroundColor }}) => color !== backgroundColor)({more})")).await;

    drops(browser, "[new File(['three plants'], 'plants.txt')]", "").await;
    browser.say("/new water the plants").await;
    let heard = chat.ears.hears(4).await;
    let Content::Command { name, args, attachments, .. } = &heard[3].content else { panic!("no command: {heard:?}") };
    let files: Vec<&str> = attachments.iter().map(|file| file.name.as_str()).collect();
    assert_eq!((name.as_str(), args.as_str(), files.as_slice()), ("new", "water the plants", &["plants.txt"][..]));
}

/// An answer to a message of one's own takes its words and files along.
async fn replies(chat: &Served, browser: &Browser) {
    for (number, id, quoted, words, count) in
        [(5, "1", "compare these", "compare these", 5), (6, "2", "large.bin", "", 1)]
    {
        browser.eval(&format!("document.querySelector('[data-id=\"{id}\"] .reply').click(), true")).await;
        browser.until(&format!("document.querySelector('#quoted-words').innerText === '{quoted}'")).await;
        browser.say("summarise this").await;
        browser.until("document.querySelector('#quoted').hidden").await;
        let heard = chat.ears.hears(number).await;
        let Content::Text { reply_to, refers, .. } = &heard[number - 1].content else { panic!("no words: {heard:?}") };
        let [referred] = refers.as_slice() else { panic!("it refers to one message: {refers:?}") };
        assert_eq!((reply_to.as_deref(), referred.how, referred.own), (Some(id), Reference::Reply, true));
        assert_eq!((referred.text.as_str(), referred.attachments.len()), (words, count));
        browser.until(&format!("document.querySelector('.mine:last-child .answered')?.innerText === '{quoted}'")).await;
    }
}
