//! The built program with a model that answers by script, and files sent at its page: understood with their words, asked
//! about without any, meant by a later reply, refused with a sentence, and given back.

use super::driver::Browser;
use super::files::drops;
use crate::adapter_contract::documents::made::locked_pdf;
use crate::process::program::House;
use crate::process::town::{Thought, probed, thought_of};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proof::model::{FakeModel, Reply};
use serde_json::{Value, json};

/// What a damaged picture begins with, as a script writes its bytes.
const DAMAGED: &str = "new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1])";

/// The message of a request, also one beside pictures.
fn said(body: &Value) -> String {
    let all = body["messages"].to_string();
    let words = all.rsplit_once("<said>").and_then(|(_, rest)| rest.split_once("</said>"));
    words.map(|(words, _)| words.replace("\\n", "\n").trim().to_owned()).unwrap_or_default()
}

fn idea(title: &str, risk: f64) -> Value {
    json!({
        "kind": "idea", "title": title, "summary": "Read the file and write an overview.",
        "done_when": ["the overview is written"], "due": "", "assumptions": [], "questions": [],
        "tasks": [{"key": "t1", "title": "Write it up", "instruction": "Read the file and write an overview.",
            "agent": "writer", "capabilities": ["writing"], "needs": []}],
        "risk": risk, "beyond": null
    })
}

/// What a message means to a model that knows nothing but the files it was shown with it.
fn meant(body: &Value) -> Value {
    let (said, all) = (said(body), body["messages"].to_string());
    let reply = |text: &str| json!({"kind": "reply", "text": text});
    match said.as_str() {
        "how much is a chair here?" if all.contains("chair;30") => reply("A chair costs 30 EUR."),
        "and a table?" if all.contains("table;90") => reply("A table costs 90 EUR."),
        "look at these" => reply("I saw neither of them."),
        "Summarise it" => idea("Forty chairs", 0.1),
        "water the plants" => idea("The plants", 0.9),
        long if long.len() > 5_000 => reply(&format!("I read {} characters.", long.len())),
        other => reply(&format!("I did not see what “{other}” is about.")),
    }
}

/// The work of the writer: it reads what was sent and writes a file.
fn work(body: &Value) -> Reply {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let results = messages.iter().filter(|m| m["role"] == "tool").filter_map(|m| m["content"].as_str());
    match results.collect::<Vec<_>>().as_slice() {
        [] => Reply::tools(&[("read_file", r#"{"path": "received/chairs.txt", "from": null}"#)]),
        [read] if read.contains("forty chairs") => {
            let file = json!({"path": "overview.md", "text": "# Forty chairs"}).to_string();
            Reply::tools(&[("write_file", &file)]).with_call_ids("write_")
        }
        _ => Reply::text("Forty chairs are needed."),
    }
}

fn thinks(body: &Value) -> Reply {
    match thought_of(body) {
        None => probed(body),
        Some(Thought::Triage) => Reply::json(&json!({"why": "They say so.", "intents": [meant(body)]})),
        Some(Thought::Work) => work(body),
        Some(Thought::Report) => Reply::text("The letter asks for forty chairs."),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_understood_in_a_browser() {
    let Some(browser) = Browser::start_or_skip().await else { return };
    let (model, mut house) = (FakeModel::start().await, House::new());
    model.answer_with(thinks);
    house.set("OPENAI_BASE_URL", &model.url());
    let program = house.run();
    browser.go(&format!("http://{}/", program.address().await)).await;
    browser.until("document.querySelector('#state').className === 'on'").await;
    with_words_and_without(&browser).await;
    about_an_earlier_one(&browser).await;
    not_readable(&browser).await;
    a_long_paste(&browser).await;
    given_back(&browser).await;
    let (status, _, printed) = program.stop().await;
    assert!(status.success(), "{printed}");
    let complaints = browser.complaints().await;
    let of_the_page = |line: &&Value| !line["message"].to_string().contains("net::ERR_");
    assert_eq!(complaints.iter().filter(of_the_page).count(), 0, "{complaints:?}");
    browser.quit().await;
}

async fn with_words_and_without(browser: &Browser) {
    let offer = r"[new File(['what;price\nchair;30\ntable;90\n'], 'offer.csv', { type: 'text/csv' })]";
    drops(browser, offer, "").await;
    browser.say("how much is a chair here?").await;
    browser.shows("A chair costs 30 EUR.").await;

    let letter = "[new File(['We need forty chairs.'], 'chairs.txt', { type: 'text/plain' })]";
    drops(browser, letter, "document.querySelector('#composer').requestSubmit()").await;
    browser.shows("I have “chairs.txt”. What should I do with this? Press, or tell me.").await;
    browser.press("Summarise it").await;
    browser.shows("The letter asks for forty chairs.").await;
    browser.until("document.querySelector('a.file')?.innerText.includes('overview.md')").await;
}

/// The press has said what to do with the letter; these words are about the offer.
async fn about_an_earlier_one(browser: &Browser) {
    browser.eval("document.querySelector('.mine[data-id] .reply').click(), true").await;
    browser.until("document.querySelector('#quoted-words').innerText === 'how much is a chair here?'").await;
    browser.say("and a table?").await;
    browser.shows("A table costs 90 EUR.").await;
}

async fn not_readable(browser: &Browser) {
    let locked = format!("Uint8Array.from(atob('{}'), (c) => c.charCodeAt(0))", STANDARD.encode(locked_pdf()));
    let files = format!(
        "[new File([{DAMAGED}], 'broken.png', {{ type: 'image/png' }}),
          new File([{locked}], 'contract.pdf', {{ type: 'application/pdf' }})]"
    );
    drops(browser, &files, "").await;
    browser.say("look at these").await;
    browser.shows("I can't open “broken.png”; it seems to be damaged.").await;
    browser.shows("“contract.pdf” wants a password, so I can't read it.").await;
    browser.shows("I saw neither of them.").await;
}

async fn a_long_paste(browser: &Browser) {
    let paste = "document.querySelector('#text').focus(),
        document.execCommand('insertText', false, 'word '.repeat(1399) + 'stop!')";
    assert_eq!(browser.eval(paste).await, json!(true));
    browser.type_into("#text", "\u{e007}").await;
    browser.shows("I read 7000 characters.").await;
}

async fn given_back(browser: &Browser) {
    drops(browser, "[new File(['three plants'], 'plants.txt')]", "").await;
    browser.say("/new water the plants").await;
    browser.shows("#2 Here is what I'll do").await;
    browser.say("/files 2").await;
    browser.shows("#2 has 1 file:").await;
    browser.say("/files 1").await;
    browser.shows("#1 has 2 files:").await;
    let links = "[...document.querySelectorAll('a.file')]";
    browser.until(&format!("{links}.length === 4")).await;
    let load = format!(
        "Promise.all({links}.map((link) => fetch(link.href).then(async (answer) =>
            `${{/filename=\"(.*?)\"/.exec(answer.headers.get('content-disposition'))[1]}}: ${{await answer.text()}}`)))
          .then((all) => {{ window.loaded = all; }}), true"
    );
    browser.eval(&load).await;
    browser.until("window.loaded").await;
    let loaded = json!([
        "overview.md: # Forty chairs",
        "plants.txt: three plants",
        "overview.md: # Forty chairs",
        "chairs.txt: We need forty chairs.",
    ]);
    assert_eq!(browser.eval("window.loaded").await, loaded);
}
