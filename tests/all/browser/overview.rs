//! The built program and what its page shows of what goes on by itself: schedules and flows, read anew while it is looked
//! at, with the keyboard, on a small screen, and with words that would like to be markup.

use super::driver::Browser;
use crate::process::program::House;
use serde_json::{Value, json};

const PANEL: &str = "document.querySelector('#plans')";
const HOSTILE: &str = "<img src=x onerror=hacked=1>";

/// Waits until the panel shows these words.
async fn tells(browser: &Browser, words: &str) {
    browser.until(&format!("{PANEL}.open && {PANEL}.innerText.includes({})", json!(words))).await;
}

/// Leaves the panel with Escape.
async fn leaves(browser: &Browser) {
    browser.type_into("#plans-close", "\u{e00c}").await;
    browser.until(&format!("!{PANEL}.open && document.activeElement.id === 'plans-open'")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_on_by_itself_is_seen_in_a_browser() {
    let Some(browser) = Browser::start_or_skip().await else { return };
    let house = House::new();
    let program = house.run();
    browser.go(&format!("http://{}/", program.address().await)).await;
    browser.until("document.querySelector('#state').className === 'on'").await;
    browser.click("#plans-open").await;
    tells(&browser, "Nothing runs by the clock yet.").await;
    tells(&browser, "There is no flow yet.").await;
    browser.until("document.activeElement.id === 'plans-close'").await;
    leaves(&browser).await;

    browser.say(&format!("/remind read {HOSTILE} tomorrow at 9")).await;
    browser.shows("I'll remind you of").await;
    // Another zone than that of the browser counts here as on the cards.
    browser.say("/timezone Tokyo").await;
    browser.shows("Your time zone is Tokyo now.").await;
    let next_line = "\u{e008}\u{e007}\u{e000}";
    let script = ["table_insert('prices', {'lamp': '<b>new</b>'})", "sleep(3600)", "notify('It is over')"];
    browser.say(&format!("/flow new Watch {HOSTILE}{next_line}{}", script.join(next_line))).await;
    browser.press("Agree").await;
    browser.press("Run now").await;
    browser.until("[...document.querySelectorAll('.rows button')].some((b) => b.innerText === 'Cancel the run')").await;

    browser.click("#plans-open").await;
    for words in [
        format!("1. Reminder “read {HOSTILE}”, once"),
        "Next run: ".to_owned(),
        "(Tokyo)".to_owned(),
        format!("1. Watch {HOSTILE}"),
        "Waits 3600 seconds (here now)".to_owned(),
        "waits until".to_owned(),
        "The table “prices” has 1 row:".to_owned(),
    ] {
        tells(&browser, &words).await;
    }
    let row = format!("[...{PANEL}.querySelectorAll('.grid td')].map((cell) => cell.innerText).join()");
    assert_eq!(browser.eval(&row).await, json!("1,<b>new</b>"));
    looks(&browser).await;
    // It hears that something changed, and the reader keeps their place.
    browser.eval(&format!("{PANEL}.querySelector('.grid').focus(), true")).await;
    browser.press("Cancel the run").await;
    tells(&browser, ": cancelled").await;
    tells(&browser, "Waits 3600 seconds (it was cancelled here)").await;
    assert_eq!(browser.eval("document.activeElement.className").await, json!("grid"));
    leaves(&browser).await;

    let made = "[window.hacked ?? null, document.querySelectorAll('#log img, #plans img').length]";
    assert_eq!(browser.eval(made).await, json!([null, 0]));
    let (status, _, printed) = program.stop().await;
    assert!(status.success(), "{printed}");
    let complaints = browser.complaints().await;
    let of_the_page = |line: &&Value| !line["message"].to_string().contains("net::ERR_");
    assert_eq!(complaints.iter().filter(of_the_page).count(), 0, "{complaints:?}");
    browser.quit().await;
}

/// No words are lost at the side, on a large screen and a small one.
async fn looks(browser: &Browser) {
    for (width, height) in [(1100, 900), (360, 740)] {
        browser.window(width, height).await;
        browser.until(&format!("innerWidth === {width} && document.documentElement.scrollWidth <= {width}")).await;
        let inside = format!(
            "[...{PANEL}.querySelectorAll('.bubble')].every((b) => b.getBoundingClientRect().right <= {width})"
        );
        browser.until(&inside).await;
        browser.until(&format!("{PANEL}.querySelector('#plans-body').scrollWidth <= {width}")).await;
        for scheme in ["light", "dark"] {
            browser.scheme(scheme).await;
            browser.until(&format!("matchMedia('(prefers-color-scheme: {scheme})').matches")).await;
            browser.picture(&format!("web-overview-{width}-{scheme}.png")).await;
        }
    }
}
