//! The built program and a person at its page, without any token or key: an idea, its questions, its card, a decision and
//! its report, with the program killed twice on the way and the page left open.

use super::driver::Browser;
use crate::process::program::{House, Program};
use crate::process::service::webhook::free_address;
use serde_json::{Value, json};

/// Killed in the middle and started again; the page notices and finds the way back by itself.
async fn killed(house: &House, browser: &Browser, program: Program) -> Program {
    program.kill().await;
    browser.until("document.querySelector('#state').className === 'off'").await;
    let program = house.run();
    program.address().await;
    browser.until("document.querySelector('#state').className === 'on'").await;
    program
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idea_becomes_a_report_in_a_browser() {
    let Some(browser) = Browser::start_or_skip().await else { return };
    let (address, mut house) = (free_address(), House::new());
    house.set("WEB_ADDR", &address);
    let program = house.run();
    browser.go(&format!("http://{}/", program.address().await)).await;
    browser.until("document.querySelector('#state').className === 'on'").await;

    browser.say("decide on a hosting offer for the shop by Friday").await;
    browser.shows("#1 One quick question (1/2)").await;
    let program = killed(&house, &browser, program).await;
    browser.say("Hetzner, OVH and Infomaniak").await;
    browser.shows("#1 Here is what I'll do").await;
    browser.press("Start").await;
    browser.shows("One decision for you").await;
    let program = killed(&house, &browser, program).await;
    browser.picture("web-chat.png").await;
    browser.press("OVH").await;
    browser.shows("✔ OVH").await;
    browser.shows("Decided: OVH").await;
    browser.shows("#1 ✔ done").await;
    browser.press("Helpful").await;
    browser.until("[...document.querySelectorAll('.rows button[aria-pressed=true]')].length === 1").await;

    // Nothing of it stands there twice.
    for (words, times) in
        [("One quick question", 0), ("Here is what I'll do", 1), ("#1 Decided", 1), ("Decided: OVH", 1)]
    {
        let found =
            browser.eval(&format!("document.querySelector('#log').innerText.split({}).length - 1", json!(words))).await;
        assert_eq!(found, json!(times), "{words}");
    }
    browser.say("what is 19% of 240?").await;
    browser.shows("45.6").await;
    let (status, _, printed) = program.stop().await;
    assert!(status.success(), "{printed}");
    let complaints = browser.complaints().await;
    let of_the_page = |line: &&Value| !line["message"].to_string().contains("net::ERR_");
    assert_eq!(complaints.iter().filter(of_the_page).count(), 0, "{complaints:?}");
    browser.quit().await;
}
