//! What those see who watch over the secretary: the figures move with what happens, and hold nothing people wrote.

use crate::support::{
    Discord, Figures, Office, Telegram, TimeDelta, ask_for_decision, call, decision, idea, json, said,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusRecorder};
use secretary::engine::BUCKETS;
use secretary::ports::chat::ChatError;

/// Counts on this thread alone.
fn recorder() -> PrometheusRecorder {
    let mut builder = PrometheusBuilder::new();
    for (name, bounds) in BUCKETS {
        builder = builder.set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds).unwrap();
    }
    builder.build_recorder()
}

/// The figures as they are now.
async fn seen(office: &Office, recorder: &PrometheusRecorder) -> Figures {
    office.measures().await;
    Figures::read(&recorder.handle().render())
}

#[tokio::test]
async fn the_figures_follow_an_idea_to_its_report() {
    let recorder = recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.reads(|_| idea("Zebrafinch").no_tasks().task("t1", "writer", "A letter", &[]).into());
    office.works(|input| match (decision(input), input.steps.len()) {
        (None, 0) => call("write_file", json!({"path": "letter.md", "text": "Zebrafinch"})),
        (None, _) => ask_for_decision(),
        (Some(_), _) => said("Zebrafinches sing."),
    });
    mara.says("Zebrafinch: write a letter about them").await;
    mara.hears_all();
    let open = seen(&office, &recorder).await;
    assert_eq!(open.get("secretary_tickets_open", &[("status", "deciding")]), Some(1.0));
    assert!(open.get("secretary_outbox_rows", &[("lane", "timer")]).unwrap() >= 1.0, "its reminder waits");
    assert_eq!(open.get("secretary_outbox_due_rows", &[]), Some(0.0));
    mara.presses("Only monthly terms").await;
    mara.hears_all();
    let done = seen(&office, &recorder).await;
    for (name, labels, wanted) in [
        ("secretary_events_received_total", vec![("from", "telegram")], 2.0),
        ("secretary_presses_total", vec![("platform", "telegram"), ("outcome", "taken")], 1.0),
        ("secretary_decisions_total", vec![("by", "person")], 1.0),
        ("secretary_decisions_total", vec![("by", "deadline")], 0.0),
        ("secretary_tool_calls_total", vec![("tool", "write_file"), ("outcome", "done")], 1.0),
        ("secretary_outbox_attempts_total", vec![("lane", "thinking"), ("outcome", "done")], 2.0),
        ("secretary_outbox_attempts_total", vec![("lane", "run"), ("outcome", "done")], 2.0),
        ("secretary_tickets_open", vec![], 0.0),
        ("secretary_inbox_rows", vec![], 0.0),
        ("secretary_events_quarantined_total", vec![], 0.0),
        ("secretary_sends_uncertain_total", vec![], 0.0),
    ] {
        assert_eq!(done.get(name, &labels), Some(wanted), "{name} {labels:?}");
    }
    let page = recorder.handle().render();
    for hidden in ["Zebrafinch", "Mara", "mara"] {
        assert!(!page.contains(hidden), "{page}");
    }
}

#[tokio::test]
async fn what_is_taken_unasked_is_counted_as_such() {
    let recorder = recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.settings(|s| s.threshold = 21).await;
    office.works(|input| match decision(input) {
        None => call(
            "ask_decision",
            json!({"question": "Which table?", "kind": "technical_choice", "recommended": 0,
                "options": [{"label": "Long"}, {"label": "Wide"}]}),
        ),
        Some(_) => said("A table."),
    });
    mara.says("Zebrafinch: a table for them").await;
    mara.hears_all();
    let done = seen(&office, &recorder).await;
    for (by, wanted) in [("threshold", 1.0), ("person", 0.0), ("deadline", 0.0)] {
        assert_eq!(done.get("secretary_decisions_total", &[("by", by)]), Some(wanted), "{by}");
    }
}

#[tokio::test]
async fn what_goes_wrong_shows_in_the_figures() {
    let recorder = recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    // An event nothing can be decided about is kept aside.
    office.is_broken(true);
    mara.says("/settings model").await;
    mara.hears("I stumbled").await;
    office.is_broken(false);
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_events_quarantined_total", &[]), Some(1.0));
    assert_eq!(figures.get("secretary_events_decided_total", &[("fate", "again")]), Some(2.0));
    // A sending whose answer is lost is tried again.
    office.mishaps(Telegram, [ChatError::Unclear]);
    mara.shows_up().await;
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_sends_uncertain_total", &[("platform", "telegram")]), Some(1.0));
    assert_eq!(figures.get("secretary_sends_uncertain_total", &[("platform", "discord")]), Some(0.0));
    assert_eq!(figures.get("secretary_outbox_retries_total", &[("lane", "post")]), Some(1.0));
    assert_eq!(figures.get("secretary_outbox_uncertain_rows", &[]), Some(0.0), "it is over");
    // A platform that takes nothing: what is due grows old.
    let kim = office.owner("Kim", Discord).await;
    office.is_down(Discord, Some(ChatError::Unclear));
    kim.says("/list").await;
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_outbox_rows", &[("lane", "post"), ("platform", "discord")]), Some(1.0));
    assert_eq!(figures.get("secretary_outbox_uncertain_rows", &[]), Some(1.0));
    assert!(figures.get("secretary_sends_uncertain_total", &[("platform", "discord")]).unwrap() >= 1.0);
    office.passes(TimeDelta::hours(1));
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_outbox_due_rows", &[("platform", "discord")]), Some(1.0));
    let age = figures.get("secretary_outbox_oldest_due_seconds", &[("platform", "discord")]).unwrap();
    assert!((3_000.0..=3_600.0).contains(&age), "{age}");
    // What arrives and is not decided about grows old as well.
    office.takes(kim.writes("/list")).await;
    office.passes(TimeDelta::minutes(2));
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_inbox_rows", &[]), Some(1.0));
    assert_eq!(figures.get("secretary_inbox_oldest_seconds", &[]), Some(120.0));
    office.is_down(Discord, None);
    office.advance(TimeDelta::minutes(5)).await;
    kim.hears_all();
}

#[tokio::test]
async fn a_schedule_that_fires_late_shows_by_how_much() {
    let recorder = recorder();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me in 10 minutes to call Kim").await;
    mara.hears_all();
    office.passes(TimeDelta::minutes(40));
    office.settle().await;
    mara.hears_all();
    let figures = seen(&office, &recorder).await;
    assert_eq!(figures.get("secretary_schedule_lag_seconds_count", &[]), Some(1.0));
    let lag = figures.get("secretary_schedule_lag_seconds_sum", &[]).unwrap();
    assert!((1_740.0..=1_860.0).contains(&lag), "{lag}");
}

#[tokio::test]
async fn what_is_forgotten_is_missed_by_nobody() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("They chose {answer}.")),
    });
    mara.says("compare printers for the office").await;
    mara.hears_all();
    for _ in 0..5 {
        office.advance(TimeDelta::days(20)).await;
        mara.hears_all();
        office.forgets(7).await;
    }
    // The open one goes on where it was: its question can be answered, its run knows what it had found.
    mara.says("/decisions").await;
    mara.hears("May I recommend it?").await;
    mara.presses("Only monthly terms").await;
    mara.hears_all();
    // The closed one can be shown, and its work done again.
    mara.says("/show 1").await;
    mara.hears("#1").await;
    mara.says("/reports 1").await;
    mara.hears("Take offer C").await;
    mara.says("/history 1").await;
    mara.hears("#1").await;
}
