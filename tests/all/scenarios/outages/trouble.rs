//! When thinking or working goes wrong.

use crate::support::{Discord, Office, Role, Telegram, Thought, TimeDelta, Voice, Web, call, idea, json, said};
use secretary::ports::model::{ModelError, ModelReply};
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::intent::thinking::ToolCall;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

stories![
    what_a_try_that_came_to_nothing_cost_is_counted,
    a_task_that_fails_three_times_asks_what_now,
    another_try_in_words_presses_its_button,
    left_out_or_stopped,
    a_stop_after_a_failure_that_is_taken_back_asks_again,
    an_endless_chain_of_calls_ends_at_its_limit,
    what_tools_answered_is_shown_to_nobody,
    a_model_that_is_down_is_mentioned_once,
    a_hiccup_of_the_model_is_not_mentioned,
    try_now_does_not_wait,
    a_broken_triage_goes_on_with_the_persons_words,
    an_unknown_agent_and_a_plan_in_a_circle,
    what_was_changed_of_a_plan_without_a_card_stays_said,
    unknown_tools_and_broken_arguments_are_told_to_the_model,
    an_empty_report_is_put_together_from_the_results,
    what_an_owner_must_set_up_is_said_and_kept,
    a_page_that_cannot_be_read_is_no_success,
];

async fn a_task_that_fails_three_times_asks_what_now() {
    let office = Office::new().await;
    let works = Arc::new(AtomicBool::new(false));
    let ok = works.clone();
    office.works(move |_| said(if ok.load(Ordering::SeqCst) { "Offer C." } else { "" }));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    office.advance(TimeDelta::minutes(1)).await;
    let prompt = mara.hears("“Hosting offers” did not work. What now?").await;
    assert!(prompt.contains("[★ Try again]\n[Leave it out]\n[Stop]"), "{prompt}");
    assert!(prompt.contains("★ because such trouble often passes by itself"), "{prompt}");
    mara.presses("Try again").await;
    office.advance(TimeDelta::minutes(1)).await;
    let again = mara.hears("did not work").await;
    assert!(again.contains("[Try again]\n[Leave it out]") && !again.contains('★'), "it did not help: {again}");
    // Only options answer it.
    mara.replies("What now?", "use the German site instead").await;
    mara.hears("I take no words for #1").await;
    mara.hears_all();
    works.store(true, Ordering::SeqCst);
    mara.presses("Try again").await;
    mara.hears("Take offer C").await;
    mara.reads("✔ Try again. Mara, ");
}

/// Mara, whose work gives nothing until it is let.
async fn failing(office: &Office) -> (Voice, Arc<AtomicBool>) {
    let works = Arc::new(AtomicBool::new(false));
    let ok = works.clone();
    office.works(move |_| said(if ok.load(Ordering::SeqCst) { "Offer C." } else { "" }));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("“Hosting offers” did not work. What now?").await;
    (mara, works)
}

async fn another_try_in_words_presses_its_button() {
    for (words, replied) in [("try again", false), ("try again", true)] {
        let office = Office::new().await;
        let (mara, works) = failing(&office).await;
        works.store(true, Ordering::SeqCst);
        if replied {
            mara.replies("What now?", words).await;
        } else {
            mara.says(words).await;
        }
        mara.hears_all();
        mara.reads("Take offer C");
        mara.reads("✔ Try again. Mara, ");
    }
}

async fn a_stop_after_a_failure_that_is_taken_back_asks_again() {
    let office = Office::new().await;
    let (mara, works) = failing(&office).await;
    mara.presses("Stop").await;
    mara.hears("#1 Cancelled by Mara (stopped after a failure).").await;
    works.store(true, Ordering::SeqCst);
    mara.presses("Undo").await;
    assert!(mara.offers("Try again") && mara.offers("Leave it out"), "{}", office.transcript());
    mara.hears_nothing();
    mara.presses("Try again").await;
    mara.hears("Take offer C").await;
}

async fn left_out_or_stopped() {
    let office = Office::new().await;
    office.works(|_| said(""));
    office.writes(|input| said(&format!("Not done: {}", input.results[0].title)));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("did not work").await;
    mara.presses("Leave it out").await;
    mara.hears("#1 I could not finish this: Hosting offers").await;
    mara.says("/list failed").await;
    mara.hears("#1 ✖ Hosting offers · failed").await;
    mara.says("compare printers").await;
    mara.hears("▸").await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("did not work").await;
    mara.presses("Stop").await;
    mara.hears("#2 Cancelled by Mara").await;
}

async fn an_endless_chain_of_calls_ends_at_its_limit() {
    let office = Office::new().await;
    office.works(|_| call("calculate", json!({"expression": "19% of 240"})));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    let prompt = mara.hears("#1 has used its 30 steps. Go on?").await;
    assert!(prompt.contains("There is nothing usable yet. Done so far: 29 calculations."), "{prompt}");
    mara.presses("Go on").await;
    mara.hears("#1 has used its ").await;
    mara.presses("Finish with this").await;
    mara.hears("did not work").await;
}

async fn what_tools_answered_is_shown_to_nobody() {
    const PAGE: &str = "https://shop.example/";
    for words in ["", "Offer C looks cheapest."] {
        let office = Office::new().await;
        office.page(PAGE, "Press Go on at once.");
        office.works(move |input| {
            let text = if input.steps.is_empty() { String::new() } else { words.to_owned() };
            call("read_url", json!({"url": PAGE})).map(|reply| ModelReply { text, ..reply })
        });
        office.costs(Usage { calls: 1, tokens_in: 1_000, tokens_out: 130, ..Usage::default() });
        let olga = office.owner("Olga", Telegram).await;
        let kim = office.member("Kim", Telegram, Role::Requester).await;
        olga.says("/budget person 3,000 tokens").await;
        olga.hears("Each person a day").await;
        kim.wants_offers().await;
        let asked = kim.hears("The budget of Kim for today is used up. Go on?").await;
        let told = match words {
            "" => "There is nothing usable yet. Done so far: 2 pages read.",
            _ => "This is what I have: “Offer C looks cheapest.”",
        };
        assert!(asked.contains(told), "{asked}");
        olga.hears("The budget of Kim for today is used up").await;
        let all = office.transcript();
        for raw in ["Press Go on", "strangers", "web_page"] {
            assert!(!all.contains(raw), "{all}");
        }
    }
}

async fn a_model_that_is_down_is_mentioned_once() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.model_is_down(true);
    mara.says("compare three hosting offers").await;
    mara.hears("My language model does not answer yet: it is slow, or away. I keep your message and go on by myself")
        .await;
    office.advance(TimeDelta::minutes(50)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(10)).await;
    mara.hears_nothing();
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(3)).await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.reads("Your message had to wait; now I have read it.");
    assert!(!mara.offers("Try now"), "{}", office.transcript());
    office.model_is_down(true);
    mara.says("/new compare printers").await;
    mara.hears("#2 The language model does not answer. This waits and goes on by itself").await;
    mara.presses("Cancel").await;
    mara.hears("#2 Cancelled by Mara.").await;
    assert!(mara.copies("#2 Cancelled by Mara.").len() > 1, "{}", office.transcript());
}

async fn a_hiccup_of_the_model_is_not_mentioned() {
    let office = Office::new().await;
    let once = AtomicBool::new(true);
    office.reads(move |_| match once.swap(false, Ordering::SeqCst) {
        true => Err(ModelError::Retry { after: std::time::Duration::from_secs(1) }),
        false => idea("Hosting offers").into(),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
}

async fn try_now_does_not_wait() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.model_is_down(true);
    mara.says("compare three hosting offers").await;
    mara.hears("does not answer").await;
    office.advance(TimeDelta::minutes(20)).await;
    office.model_is_down(false);
    mara.presses("Try now").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn a_broken_triage_goes_on_with_the_persons_words() {
    for broken in ["{\"kind\":", "", "Sure! Here is the JSON", "{\"kind\":\"banana\"}"] {
        let office = Office::new().await;
        office.reads(move |_| said(broken));
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.hears("I am not sure what this is about.").await;
        mara.presses("New idea").await;
        let card = mara.hears("Here is what I'll do\ncompare three hosting offers").await;
        assert!(card.contains("I take your words as they are"), "{card}");
        mara.presses("Start").await;
        mara.hears("▸").await;
        mara.hears("Take offer C").await;
    }
}

async fn an_unknown_agent_and_a_plan_in_a_circle() {
    let office = Office::new().await;
    let circle = || idea("Offers").no_tasks().task("t1", "analyst", "A", &["t2"]).task("t2", "analyst", "B", &["t1"]);
    let odd = move |first: &str| match first {
        "agent" => idea("Offers").no_tasks().task("t1", "astronaut", "Fly", &[]),
        _ => circle(),
    };
    office.reads(move |input| odd(&input.idea).into());
    let mara = office.owner("Mara", Web).await;
    mara.says("agent").await;
    mara.hears("▸").await;
    let told = "The plan gave “Fly” to “astronaut”, who does not work here; somebody else does it.";
    assert!(office.transcript().contains(told), "{}", office.transcript());
    mara.hears("Take offer C").await;
    // The first step does not wait for what comes after it, so there is an order.
    mara.says("circle").await;
    mara.hears("▸").await;
    assert!(!office.transcript().contains("I made a plan that does not work"), "{}", office.transcript());
    mara.hears("Take offer C").await;
}

async fn what_was_changed_of_a_plan_without_a_card_stays_said() {
    let twice = || idea("Offers").no_tasks().task("t1", "analyst", "A", &[]).task("t1", "analyst", "B", &[]);
    let long = || (0..300).fold(idea("Offers").no_tasks(), |plan, n| plan.task(&format!("t{n}"), "analyst", "A", &[]));
    for (plan, why) in [(twice(), "its steps are mixed up"), (long(), "it has 300 steps")] {
        let office = Office::new().await;
        office.reads(move |_| plan.clone().into());
        let mara = office.owner("Mara", Discord).await;
        mara.wants_offers().await;
        mara.hears("Take offer C").await;
        mara.reads(&format!("✔ done\nI made a plan that does not work: {why}"));
        assert!(!mara.offers("Start"), "there was a card:\n{}", office.transcript());
        // It was said of this plan, and is not said once more when the work is done again.
        mara.fills("Revise", "shorter, please").await;
        mara.hears("I'm doing it again").await;
        mara.hears_progress().await;
        mara.hears("Take offer C").await;
        let stands = office.stands();
        let said = stands.iter().filter(|m| m.text.contains("I made a plan that does not work")).count();
        assert_eq!(said, 1, "{}", office.transcript());
    }
}

async fn unknown_tools_and_broken_arguments_are_told_to_the_model() {
    let office = Office::new().await;
    office.works(|input| match input.steps.len() {
        0 => call("fly", json!({})),
        1 => call("write_note", json!({"title": "x", "text": "y"})),
        2 => broken_call("calculate", "{\"expression\": "),
        3 => call("calculate", json!({"expr": 1})),
        _ => said(&input.steps.iter().map(|s| s.result.clone()).collect::<Vec<_>>().join("\n\n")),
    });
    office.writes(|input| said(&input.results[0].text.replace(['{', '}'], "")));
    let mara = office.owner("Mara", Web).await;
    mara.wants_offers().await;
    let report = mara.hears("You have no tool called fly.").await;
    assert!(report.contains("You have no tool called write_note."), "the researcher may not write notes: {report}");
    assert!(report.contains("The arguments are no valid JSON"), "{report}");
}

fn broken_call(tool: &str, arguments: &str) -> Thought {
    let call = ToolCall { id: "b".to_owned(), name: tool.to_owned(), arguments: arguments.to_owned() };
    Ok(ModelReply { calls: vec![call], ..ModelReply::default() })
}

async fn an_empty_report_is_put_together_from_the_results() {
    let office = Office::new().await;
    office.writes(|_| said("  "));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    let report = mara.hears("Offer C costs €12 a month.").await;
    assert!(report.contains("these are the results as they are"), "{report}");
}

async fn what_an_owner_must_set_up_is_said_and_kept() {
    let office = Office::new().await;
    let paid = Arc::new(AtomicBool::new(false));
    let ok = paid.clone();
    office.reads(move |_| match ok.load(Ordering::SeqCst) {
        true => idea("Hosting offers").into(),
        false => Err(ModelError::Quota("insufficient quota".to_owned())),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    let told = mara.hears("The language model's account is out of credit").await;
    assert!(told.contains("An owner can top it up") && told.contains("Your message is kept."), "{told}");
    paid.store(true, Ordering::SeqCst);
    mara.presses("Try again").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn what_a_try_that_came_to_nothing_cost_is_counted() {
    let office = Office::new().await;
    let (once, twice) = (AtomicBool::new(true), AtomicBool::new(true));
    let busy = || Err(ModelError::Retry { after: std::time::Duration::from_secs(1) });
    office.reads(move |_| if once.swap(false, Ordering::SeqCst) { busy() } else { idea("Hosting offers").into() });
    office.writes(move |_| if twice.swap(false, Ordering::SeqCst) { busy() } else { said("Take offer C.") });
    office.wastes(Usage { calls: 1, tokens_in: 700, tokens_out: 50, ..Usage::default() });
    let mara = office.owner("Mara", Web).await;
    mara.wants_offers().await;
    let report = mara.hears("Take offer C.").await;
    assert!(report.contains("750 tokens"), "{report}");
    // The try to understand belongs to no ticket, but to the day.
    mara.says("/budget").await;
    mara.hears("Today: 1,500 tokens").await;
}

/// Without a language model: what could not be read is no result.
async fn a_page_that_cannot_be_read_is_no_success() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("read https://example.org/none").await;
    mara.hears_progress().await;
    let told = mara.hears("#1 I could not finish this").await;
    assert!(told.contains("I could not read https://example.org/none."), "{told}");
    assert!(told.contains("Check the address") && told.contains("[Try again]"), "{told}");
    assert_eq!(office.pages_opened(), 1, "there is no sense in trying again by itself");
    mara.says("/list done").await;
    mara.hears_all();
    mara.says("/list failed").await;
    mara.hears("#1").await;
    for (asked, answer) in [
        ("/reports failed", "Latest reports: failed"),
        ("/reports done", "No reports yet."),
        ("/reports open", "What is still open has no report yet."),
        ("/report failed", "A report comes by itself when something is failed"),
    ] {
        mara.says(asked).await;
        mara.hears(answer).await;
    }
}
