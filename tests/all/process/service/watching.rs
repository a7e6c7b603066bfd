//! /healthz, /readyz and /metrics of the built program.

use crate::process::program::{House, SOON};
use crate::process::service::web::Visitor;
use crate::process::town::Town;
use crate::support::Figures;
use proof::fault::Fault;
use proof::telegram::FakeTelegram;

/// Every family a program has shown once it did some work.
const FAMILIES: [&str; 27] = [
    "process_start_time_seconds",
    "secretary_build_info",
    "secretary_decisions_total",
    "secretary_events_decided_total",
    "secretary_events_quarantined_total",
    "secretary_events_received_total",
    "secretary_inbox_oldest_seconds",
    "secretary_inbox_rows",
    "secretary_model_duration_seconds",
    "secretary_model_tokens_total",
    "secretary_outbox_attempts_total",
    "secretary_outbox_cut_off_total",
    "secretary_outbox_due_rows",
    "secretary_outbox_oldest_due_seconds",
    "secretary_outbox_retries_total",
    "secretary_outbox_rows",
    "secretary_outbox_shelved_rows",
    "secretary_outbox_uncertain_rows",
    "secretary_platform_up",
    "secretary_presses_total",
    "secretary_ready",
    "secretary_schedule_lag_seconds",
    "secretary_sends_uncertain_total",
    "secretary_store_up",
    "secretary_tickets_open",
    "secretary_tool_calls_total",
    "secretary_work_running",
];

#[tokio::test]
async fn the_figures_of_a_program_that_works_can_be_read_by_a_scraper() {
    let mut town = Town::new().await;
    let program = town.run(None);
    let visitor = Visitor::new(&program.address().await);
    town.discord.wait_ready(SOON).await.unwrap();
    town.telegram.say(
        crate::process::town::MARA,
        crate::process::town::MARA,
        "compare three hosting offers for the shop",
    );
    let asked = town.told("Two quick", &["Use your judgement"]).await;
    town.press(asked.id, "Use your judgement").await;
    let card = town.told("Here is what I'll do", &["Start"]).await;
    town.press(card.id, "Start").await;
    let prompt = town.told("One decision for you", &["★ Only monthly terms"]).await;
    town.press(prompt.id, "★ Only monthly terms").await;
    town.told("Take offer C", &["👍"]).await;
    visitor.say("/remind in 1 second to stretch", "w-1").await;
    visitor.told("stretch").await;
    let rang = |page: &str| Figures::read(page).get("secretary_schedule_lag_seconds_count", &[]).is_some();
    let deadline = std::time::Instant::now() + SOON;
    while !rang(&visitor.get("/metrics").await) {
        assert!(std::time::Instant::now() < deadline, "the reminder does not ring");
        tokio::task::yield_now().await;
    }
    town.settled().await;
    let (status, ready) = visitor.looks("/readyz").await;
    assert_eq!((status, ready.as_str()), (200, "ready\n"));
    let page = visitor.get("/metrics").await;
    let figures = Figures::read(&page);
    for family in FAMILIES {
        let found = figures.0.get(family);
        assert!(found.is_some_and(|f| !f.help.is_empty() && !f.samples.is_empty()), "{family} is not in\n{page}");
    }
    for (name, labels, least) in [
        ("secretary_events_received_total", vec![("from", "telegram")], 4.0),
        ("secretary_events_received_total", vec![("from", "web")], 1.0),
        ("secretary_presses_total", vec![("platform", "telegram"), ("outcome", "taken")], 3.0),
        ("secretary_decisions_total", vec![("by", "person")], 1.0),
        ("secretary_tool_calls_total", vec![("tool", "ask_decision"), ("outcome", "asked")], 1.0),
        ("secretary_tool_calls_total", vec![("tool", "ask_decision"), ("outcome", "unclear")], 0.0),
        (
            "secretary_model_duration_seconds_count",
            vec![("purpose", "triage"), ("model", "life-1"), ("outcome", "done")],
            2.0,
        ),
        (
            "secretary_model_tokens_total",
            vec![("purpose", "triage"), ("model", "life-1"), ("direction", "in")],
            1_800.0,
        ),
        ("secretary_model_tokens_total", vec![("purpose", "report"), ("direction", "out")], 80.0),
        ("secretary_outbox_attempts_total", vec![("lane", "post"), ("outcome", "done")], 4.0),
        ("secretary_platform_up", vec![], 3.0),
        ("secretary_ready", vec![], 1.0),
        ("secretary_store_up", vec![], 1.0),
        ("secretary_build_info", vec![("version", env!("CARGO_PKG_VERSION"))], 1.0),
    ] {
        let value = figures.get(name, &labels).unwrap_or_else(|| panic!("no {name} {labels:?} in\n{page}"));
        assert!(value >= least, "{name} {labels:?}: {value}");
    }
    for (name, family) in &figures.0 {
        assert!(name.starts_with("secretary_") || name == "process_start_time_seconds", "{name}");
        assert!(family.samples.len() < 120, "{name} has {} series: labels are few", family.samples.len());
    }
    let token = town.telegram.token().to_owned();
    for hidden in ["hosting", "Mara", "stretch", "monthly", &token, &town.discord.token()] {
        assert!(!page.contains(hidden), "{hidden} is in\n{page}");
    }
    program.stop().await;
}

#[tokio::test]
async fn it_is_ready_while_it_takes_everything_in_and_says_plainly_when_not() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run_on_a_small_disk();
    let visitor = Visitor::new(&program.address().await);
    telegram.say(7, 7, "/calc 2 + 4");
    telegram.wait_message(7, |m| m.text.contains("2 + 4 = 6"), SOON).await.unwrap();
    assert_eq!(visitor.looks("/readyz").await, (200, "ready\n".to_owned()));

    // A disk without room.
    program.full_disk(true).await;
    assert_eq!(visitor.says_in_vain("/calc 2 + 5", "d-1").await.0, 503);
    let (status, why) = visitor.looks("/readyz").await;
    assert!(status == 503 && why.starts_with("database: ") && why.lines().count() == 1, "{status} {why}");
    assert_eq!(visitor.looks("/healthz").await, (200, "alive\n".to_owned()));
    let figures = Figures::read(&visitor.get("/metrics").await);
    assert_eq!(figures.get("secretary_store_up", &[]), Some(0.0));
    assert_eq!(figures.get("secretary_ready", &[]), Some(0.0));
    // With room again it is ready without anybody having written anything: nobody would be let in before.
    program.full_disk(false).await;
    until(&visitor, |status, _| status == 200).await;

    // A platform that is gone.
    telegram.go_down().await;
    let (_, why) = until(&visitor, |status, _| status == 503).await;
    assert!(why.starts_with("telegram: ") && why.lines().count() == 1, "{why}");
    telegram.come_up().await;
    until(&visitor, |status, _| status == 200).await;
    // One lost answer is seen in the figures.
    telegram.fault("sendMessage", Fault::LoseAnswer);
    telegram.say(7, 7, "/calc 2 + 6");
    telegram.wait_message(7, |m| m.text.contains("2 + 6 = 8"), SOON).await.unwrap();
    let uncertain =
        |page: &str| Figures::read(page).get("secretary_sends_uncertain_total", &[("platform", "telegram")]);
    let deadline = std::time::Instant::now() + SOON;
    while uncertain(&visitor.get("/metrics").await) != Some(1.0) {
        assert!(std::time::Instant::now() < deadline, "{}", visitor.get("/metrics").await);
        tokio::task::yield_now().await;
    }
    program.stop().await;
}

/// Looks until the answer is of this kind.
async fn until(visitor: &Visitor, fits: impl Fn(u16, &str) -> bool) -> (u16, String) {
    let deadline = std::time::Instant::now() + SOON;
    loop {
        let (status, text) = visitor.looks("/readyz").await;
        if fits(status, &text) {
            return (status, text);
        }
        assert!(std::time::Instant::now() < deadline, "{status} {text}");
        tokio::task::yield_now().await;
    }
}
