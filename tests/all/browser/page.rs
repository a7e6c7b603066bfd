//! The page before a scripted secretary: everything a message can hold, forms, looks, a lost connection, a password.

use super::driver::Browser;
use crate::adapter_contract::web::doubles::{Parts, Served};
use crate::adapter_contract::web::posting;
use chrono::{TimeZone, Utc};
use secretary::adapters::web::place;
use secretary::ports::chat::{Change, Chat, Editing, Receipts};
use secretary::ports::inbox::Ack;
use secretary::secretary::inbound::Content;
use secretary::secretary::message::{Block, Button, Form, Look, Message, Said, Span};
use secretary::secretary::ticket::task::Attached;
use serde_json::{Value, json};

fn button(label: &str, data: &str, look: Look, form: Option<Form>) -> Button {
    Button { label: label.into(), data: data.into(), look, form }
}

fn other() -> Form {
    Form { title: "Another answer".into(), label: "What should I do instead?".into(), filled: String::new() }
}

/// A decision as the secretary asks it, with everything a message can hold.
fn decision() -> Message {
    let source = Span::Link { text: "the terms".into(), url: "https://www.example.org/terms?x=1".into() };
    let due = Utc.with_ymd_and_hms(2026, 11, 23, 17, 0, 0).unwrap();
    let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
    Message {
        blocks: vec![
            Block::Heading(vec![Span::text("#12 One decision for you")]),
            Block::Line(vec![
                Span::text("Offer B is cheapest but binds you for "),
                Span::strong("24 months"),
                Span::text(". May I recommend it? See "),
                source,
                Span::text("."),
            ]),
            Block::Table(vec![
                row(["Offer", "A month", "Notice"]),
                row(["A", "€14", "monthly"]),
                row(["B", "€9", "24 months"]),
                row(["C", "€12", "monthly"]),
            ]),
            Block::Markdown(
                "1. **Only monthly terms**: €3 more a month\n2. *24 months are fine*: saves €72\n   - and `B` it is"
                    .into(),
            ),
            Block::Quote(vec![Span::text("You said you may move soon.")]),
            Block::Code {
                language: "sh".into(),
                text: "curl -I https://shop.example # a line long enough to need its own scrolling".into(),
            },
            Block::Line(vec![
                Span::text("I'll wait for you and remind you on "),
                Span::Time { at: due, text: "Mon 23 Nov, 18:00 (Berlin)".into(), said: Said::Whole },
                Span::text("."),
            ]),
        ],
        buttons: vec![
            vec![
                button("★ Only monthly terms", "1.tok.0", Look::Good, None),
                button("24 months are fine", "1.tok.1", Look::Plain, None),
            ],
            vec![
                button("Other…", "1.tok.2", Look::Plain, Some(other())),
                button("Cancel #12", "1.tok.3", Look::Bad, None),
            ],
        ],
        file: Some(Attached::text("offers-12.md", "| Offer | A month |\n".repeat(80))),
        ..Message::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_talks_with_the_secretary_in_a_browser() {
    let chat = Parts::default().serve(None, None).await;
    let Some(browser) = Browser::start_or_skip().await else { return };
    browser.go(&chat.url("/")).await;
    browser.until("document.querySelector('#state').className === 'on'").await;
    browser.until("!document.querySelector('#empty').hidden").await;
    browser.picture("web-empty.png").await;
    an_idea_and_a_decision(&chat, &browser).await;
    a_form(&chat, &browser).await;
    reload_and_looks(&chat, &browser).await;
    assert_eq!(browser.complaints().await, Vec::<Value>::new());
    lost_connection(&browser, chat).await;
    assert!(!browser.complaints().await.is_empty(), "the lost connection is in the browser's log");
    a_password(&browser).await;
    browser.quit().await;
}

async fn an_idea_and_a_decision(chat: &Served, browser: &Browser) {
    browser.type_into("#text", "/re").await;
    browser
        .until("document.querySelectorAll('#hints li').length === 1 && !document.querySelector('#hints').hidden")
        .await;
    browser.type_into("#text", "\u{e003}\u{e003}\u{e003}compare three hosting offers for the shop\u{e008}\u{e007}\u{e000}<b>and tell me what to take</b>\u{e007}").await;
    let heard = chat.ears.hears(1).await;
    let words = "compare three hosting offers for the shop\n<b>and tell me what to take</b>";
    assert!(matches!(&heard[0].content, Content::Text { text, .. } if text == words), "{:?}", heard[0].content);
    assert_eq!(heard[0].sender.zone.as_deref(), Some("Europe/Lisbon"), "the browser tells its zone");
    browser
        .until("document.querySelectorAll('.mine').length === 1 && document.querySelector('.mine[data-id] time')")
        .await;
    browser.until("document.querySelector('.mine .bubble').innerText.includes('<b>and tell')").await;

    let here = place();
    chat.web.typing(&here).await;
    browser.until("!document.querySelector('#typing').hidden").await;
    browser.eval("window.said = document.querySelector('.mine .bubble'), true").await;
    chat.web.seen(&here, "1").await.unwrap();
    browser.until("document.querySelector('.mine .meta .tick')?.title === 'Received'").await;
    browser.until("window.said.isConnected").await;
    chat.web
        .post(posting(&here, &Message::lines(["#12 \"compare three hosting offers…\" Got it."]), "k1"))
        .await
        .unwrap();
    let sent = chat.web.post(posting(&here, &decision(), "k2")).await.unwrap();
    browser.until("document.querySelectorAll('.rows button').length === 4").await;
    browser.until("document.querySelector('#typing').hidden").await;
    browser.until("document.querySelector('.bubble a').rel === 'noopener noreferrer' && document.querySelector('.bubble a').innerText.includes('example.org')").await;
    browser
        .until("document.querySelectorAll('.grid td').length === 9 && document.querySelector('.bubble ol ul li code')")
        .await;
    // The browser is in Lisbon: a moment in another zone stays in that zone, which is named.
    browser.until("document.querySelector('.bubble .line time').innerText === 'Mon 23 Nov, 18:00 (Berlin)'").await;
    browser.picture("web-decision.png").await;

    *chat.ears.answer.lock().unwrap() = Ack::Toast("Noted: only monthly terms.".into());
    browser.click("[data-data='1.tok.0']").await;
    let heard = chat.ears.hears(2).await;
    let press = Content::Press { data: "1.tok.0".into(), message: Some(sent.id.clone()) };
    assert_eq!(heard[1].content, press);
    browser.until("document.querySelector('#toast').innerText === 'Noted: only monthly terms.'").await;
    browser.eval("window.kept = document.querySelector('.message[data-id=\"3\"]'), true").await;
    let outcome = Message::lines(["#12 ✔ Only monthly terms. You, 14:12"]);
    chat.web.edit(Editing { place: &here, id: &sent.id, change: Change::Part(&outcome, 0) }).await.unwrap();
    browser.until("window.kept.isConnected && window.kept.innerText.includes('✔ Only monthly terms')").await;
    browser.until("window.kept.querySelectorAll('.rows button').length === 0").await;
}

async fn a_form(chat: &Served, browser: &Browser) {
    chat.ears.forms.lock().unwrap().insert("1.rev.0".into(), other());
    let row = vec![
        button("👍", "1.rev.1", Look::Plain, None),
        button("👎", "1.rev.2", Look::Plain, None),
        button("Revise", "1.rev.0", Look::Plain, Some(other())),
    ];
    let report = Message::lines(["#12 Take offer C: €12 a month, monthly notice, fits 5,000 visitors."]).row(row);
    chat.web.post(posting(&place(), &report, "k3")).await.unwrap();
    browser.click("[data-data='1.rev.0']").await;
    browser.until("document.activeElement === document.querySelector('.asks textarea')").await;
    browser.type_into(".asks textarea", "with phone support").await;
    browser.picture("web-form.png").await;
    *chat.ears.answer.lock().unwrap() = Ack::Defer;
    browser.type_into(".asks textarea", "\u{e007}").await;
    let heard = chat.ears.hears(3).await;
    assert_eq!(heard[2].content, Content::Form { data: "1.rev.0".into(), text: "with phone support".into() });
    browser.until("!document.querySelector('.asks')").await;

    // A question that goes away under a half-written answer leaves the words to the person.
    browser.click("[data-data='1.rev.0']").await;
    browser.type_into(".asks textarea", "and at night").await;
    let changed = Message::lines(["#12 is closed."]);
    chat.web.edit(Editing { place: &place(), id: "4", change: Change::Part(&changed, 0) }).await.unwrap();
    browser.until("!document.querySelector('.asks') && document.querySelector('#text').value === 'and at night'").await;
    chat.web.edit(Editing { place: &place(), id: "4", change: Change::Part(&report, 0) }).await.unwrap();
    browser.until("document.querySelectorAll('[data-id=\"4\"] .rows button').length === 3").await;
}

async fn reload_and_looks(chat: &Served, browser: &Browser) {
    browser.go(&chat.url("/")).await;
    browser.until("document.querySelectorAll('.message').length === 4").await;
    let order = browser.eval("[...document.querySelectorAll('.message')].map((m) => m.dataset.id).join()").await;
    assert_eq!(order, json!("1,2,3,4"));
    let shown = chat.web.post(posting(&place(), &decision(), "k4")).await.unwrap();
    browser.until(&format!("document.querySelector('[data-id=\"{}\"]')", shown.id)).await;
    for (width, height) in [(1100, 900), (360, 740)] {
        browser.window(width, height).await;
        browser.until(&format!("innerWidth === {width} && document.documentElement.scrollWidth <= {width}")).await;
        let inside =
            "[...document.querySelectorAll('.message')].every((m) => m.getBoundingClientRect().right <= innerWidth)";
        browser.until(inside).await;
        let end = "(s => s.scrollHeight - s.scrollTop - s.clientHeight < 2)(document.querySelector('#scroll'))";
        browser.until(end).await;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await;
            browser.until(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches")).await;
            browser.picture(&format!("web-{width}-{scheme}.png")).await;
        }
    }
}

async fn a_password(browser: &Browser) {
    let chat = Parts::default().serve(Some("open sesame"), None).await;
    browser.go(&chat.url("/")).await;
    browser.until("location.pathname === '/login'").await;
    browser.type_into("#password", "guess\u{e007}").await;
    browser.until("document.querySelector('.note').innerText === 'That is not the password.'").await;
    browser.picture("web-login.png").await;
    browser.type_into("#password", "open sesame\u{e007}").await;
    browser.until("location.pathname === '/' && document.querySelector('#state').className === 'on'").await;
    browser.type_into("#text", "/li\u{e004}all\u{e007}").await;
    let heard = chat.ears.hears(1).await;
    assert!(matches!(&heard[0].content, Content::Command { name, args, .. } if name == "list" && args == "all"));
    browser.click("#logout button").await;
    browser.until("location.pathname === '/login'").await;
}

async fn lost_connection(browser: &Browser, mut chat: Served) {
    // The server goes away; what is typed meanwhile is sent when another listens on the same address.
    chat.stop.cancel();
    (&mut chat.running).await.unwrap().unwrap();
    browser.until("!document.querySelector('#banner').hidden").await;
    browser.type_into("#text", "said while away\u{e007}").await;
    browser.until("document.querySelector('#log').lastElementChild.innerText.includes('Sending…')").await;
    browser.picture("web-offline.png").await;
    let listener = tokio::net::TcpListener::bind(chat.addr).await.unwrap();
    let stop = tokio_util::sync::CancellationToken::new();
    let running = tokio::spawn(std::sync::Arc::clone(&chat.web).serve(listener, None, stop.clone()));
    let heard = chat.ears.hears(4).await;
    assert!(matches!(&heard[3].content, Content::Text { text, .. } if text == "said while away"));
    browser.until("document.querySelector('#banner').hidden").await;
    browser.until("document.querySelectorAll('.mine[data-id] time').length === 2").await;
    assert_eq!(chat.log.entries().len(), 6);
    stop.cancel();
    running.await.unwrap().unwrap();
}
