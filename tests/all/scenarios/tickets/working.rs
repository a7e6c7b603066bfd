//! The work itself: tried again, taken up after a restart, handed to somebody else, stopped after a question, paused.

use crate::support::{Discord, Office, Purposes, Role, TimeDelta, Voice, Web, deciding, idea, said};
use secretary::ports::model::ModelError;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

stories![
    a_stop_button_asks_once,
    a_ticket_that_ends_meanwhile_is_not_stopped,
    a_typed_cancel_acts_at_once_and_keeps_the_reason,
    the_question_is_asked_where_somebody_pressed,
    paused_by_itself_it_stays_so_when_the_rest_goes_on,
    a_pause_reaches_more_tickets_than_fit_on_a_page,
    a_start_reaches_more_tickets_than_fit_on_a_page,
    paused_time_is_not_counted,
    silence_is_mentioned_once_and_the_result_kept,
    the_most_urgent_is_next_when_somebody_is_free,
    agents_take_turns_also_over_a_restart_and_past_whoever_is_away,
    the_time_of_a_run_counts_over_decisions_and_pauses,
    tokens_are_counted_once_whatever_comes_between,
    the_card_promises_nobody_who_may_be_busy,
];

/// Mara sends an idea whose work begins without a card.
pub(super) async fn begun(office: &Office) -> Voice {
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara
}

async fn a_stop_button_asks_once() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    let stop = mara.data("Stop");
    mara.presses_data(&stop, "Stop").await;
    let question = mara.hears("Stop #1? What is done so far is kept.").await;
    assert!(question.contains("[Stop it] [Keep going]"), "{question}");
    assert_eq!(mara.presses_data(&stop, "Stop").await, "I have just asked below: Stop it, or Keep going?");
    let old = mara.data("Stop it");
    assert_eq!(mara.presses("Keep going").await, "It goes on.");
    mara.reads("#1 Not stopped; it goes on.");
    let stale = "It was kept going. Press Stop again if it is to end.";
    assert_eq!(mara.presses_data(&old, "Stop it").await, stale);
    mara.presses_data(&stop, "Stop").await;
    mara.hears("Stop #1?").await;
    assert_eq!(mara.presses("Stop it").await, "Cancelled.");
    mara.reads("#1 Cancelled by Mara. Nothing more happens here.\n[Undo]");
    mara.hears_nothing();
    mara.presses("Undo").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn a_ticket_that_ends_meanwhile_is_not_stopped() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    let star = mara.data("★");
    mara.presses("Stop").await;
    mara.hears("Stop #1?").await;
    let late = mara.data("Stop it");
    mara.presses_data(&star, "★").await;
    mara.hears("Take offer C").await;
    mara.reads("#1 Nothing to stop any more: it has ended meanwhile.");
    let done = "#1 is done already. Reply to its report to have it revised.";
    assert_eq!(mara.presses_data(&late, "Stop it").await, done);
}

async fn a_typed_cancel_acts_at_once_and_keeps_the_reason() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    mara.presses("Stop").await;
    mara.hears("Stop #1?").await;
    mara.says("/cancel 1 too dear after all").await;
    mara.hears("#1 Cancelled by Mara (too dear after all).").await;
    assert!(!mara.offers("Stop it"));
    mara.says("/show 1").await;
    mara.hears("Cancelled by Mara (too dear after all).").await;
    mara.says("/cancel 77").await;
    mara.hears("I don't know a ticket #77.").await;
}

async fn the_question_is_asked_where_somebody_pressed() {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&shop);
    let jo = office.member("Jo", Discord, Role::Requester).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    let (mara, jo) = (mara.in_thread(), jo.in_group(&mara.in_thread().place));
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    let refused = "Only Mara or an approver may do that here. An owner can change your role with /members.";
    assert_eq!(jo.presses("Stop").await, refused);
    mara.presses("Stop").await;
    mara.hears("Stop #1?").await;
    assert_eq!(jo.presses("Stop it").await, refused);
    mara.presses("Stop it").await;
    mara.reads("#1 Cancelled by Mara.");
}

async fn paused_by_itself_it_stays_so_when_the_rest_goes_on() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    mara.says("compare printers").await;
    mara.hears("#2 ▸").await;
    mara.hears("#2 One decision for you").await;
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    mara.says("/pause").await;
    mara.hears("All work is paused (1 ticket).").await;
    mara.says("/resume").await;
    mara.hears("Work goes on (1 ticket). #1 stays paused; /resume 1 lets it go on.").await;
    mara.says("/list").await;
    let list = mara.hears("#1 ‖ Hosting offers · paused").await;
    assert!(list.contains("#2 ? Hosting offers · waiting for you"), "{list}");
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    mara.says("/resume 2").await;
    mara.hears("All work is paused. /resume lets it go on.").await;
    mara.says("/resume 1").await;
    mara.hears("#1 All work is paused. It goes on together with everything else: /resume.").await;
    mara.says("/pause 2").await;
    mara.hears("#2 It stays paused when everything else goes on; /resume 2 takes that back.").await;
    mara.says("/resume").await;
    mara.hears("Work goes on (1 ticket). #2 stays paused").await;
    mara.says("/list").await;
    let list = mara.hears("#1 ? Hosting offers · waiting for you").await;
    assert!(list.contains("#2 ‖ Hosting offers · paused"), "{list}");
}

async fn a_pause_reaches_more_tickets_than_fit_on_a_page() {
    let office = Office::new().await;
    office.model_is_down(true);
    let mara = office.owner("Mara", Web).await;
    mara.says("/new compare three hosting offers").await;
    mara.hears("The language model does not answer.").await;
    office.copies(1, 450).await;
    mara.says("/pause").await;
    mara.hears("All work is paused (more than 200 tickets).").await;
    mara.says("/stats").await;
    mara.hears("‖ Paused: 451").await;
}

async fn a_start_reaches_more_tickets_than_fit_on_a_page() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("#1 One decision for you").await;
    mara.says("!!! compare three printers").await;
    mara.hears("#2 ▸").await;
    mara.hears("#2 One decision for you").await;
    // As urgent as the second, so that the first is the last to be looked at.
    office.copies(2, 450).await;
    office.starts_without(&["researcher"]).await;
    let prompt = mara.copies("#1 One decision").pop().unwrap();
    mara.presses_under(&prompt, "★").await;
    mara.hears("#1 Somebody has to do this").await;
    office.starts_without(&[]).await;
    mara.reads("Who takes over?\nNo longer needed.");
    mara.hears("#1 One decision for you").await;
}

async fn paused_time_is_not_counted() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    office.advance(TimeDelta::minutes(3)).await;
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    mara.reads("paused by Mara\n3 min so far");
    office.advance(TimeDelta::hours(5)).await;
    mara.says("/resume 1").await;
    mara.hears("#1 The decision above is still needed.").await;
    mara.reads("▸ waiting for your decision\n3 min so far");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.reads("✔ done after 3 min");
}

async fn silence_is_mentioned_once_and_the_result_kept() {
    let office = Office::new().await;
    office.thinks_long("Hosting", TimeDelta::minutes(25));
    let mara = begun(&office).await;
    mara.hears("#1 Researcher has said nothing for ten minutes. I keep waiting.").await;
    mara.hears("Take offer C").await;
    mara.hears_nothing();
}

async fn the_most_urgent_is_next_when_somebody_is_free() {
    let office = Office::new().await;
    office.reads(|input| idea(&input.idea).into());
    deciding(&office);
    let mara = office.owner("Mara", Web).await;
    for n in 1..=3 {
        mara.says(&format!("/new compare offer {n}")).await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
    }
    let held = Arc::new(AtomicU32::new(1));
    let ready = held.clone();
    office.works(move |_| match ready.load(Ordering::SeqCst) {
        1 => Err(ModelError::Retry { after: std::time::Duration::from_secs(60) }),
        _ => said("Done."),
    });
    for n in 4..=6 {
        mara.says(&format!("/new compare offer {n}")).await;
        mara.hears("▸").await;
        mara.hears("The language model does not answer.").await;
    }
    for urgency in ["", "", " !!!"] {
        mara.says(&format!("/new compare printers{urgency}")).await;
        mara.hears("as soon as somebody is free").await;
    }
    held.store(0, Ordering::SeqCst);
    office.advance(TimeDelta::minutes(10)).await;
    let mut order = String::new();
    for _ in 4..=9 {
        let report = mara.hears("Take offer C").await;
        order.extend(report.chars().nth(1).filter(|n| "789".contains(*n)));
    }
    assert_eq!(order, "978", "{}", office.transcript());
    assert_eq!(office.transcript().matches("Researcher is busy").count(), 3, "nobody looks again in vain");
}

/// Three ideas wait for the model and keep the only agent's places; so many more wait for one of these.
async fn nobody_is_free(waiting: u32) -> (Office, Voice) {
    let office = Office::on_file().await;
    office.reads(|input| idea(&input.idea).into());
    office.works(|_| Err(ModelError::Retry { after: std::time::Duration::from_secs(60) }));
    let mara = office.owner("Mara", Web).await;
    for n in 1..=3 {
        mara.says(&format!("/new compare offer {n}")).await;
        mara.hears("▸").await;
        mara.hears("The language model does not answer.").await;
    }
    for n in 1..=waiting {
        mara.says(&format!("/new compare printer {n}")).await;
        mara.hears("as soon as somebody is free").await;
    }
    (office, mara)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_that_become_free_together_call_each_who_waits_once() {
    let (office, mara) = nobody_is_free(3).await;
    let before = office.told("free/").await;
    office.at_once(&[mara.saying("/cancel 1"), mara.saying("/cancel 2"), mara.saying("/cancel 3")]).await;
    assert_eq!(office.told("free/").await - before, 3, "{}", office.transcript());
    mara.hears_all();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_called_and_waits_no_more_passes_it_on() {
    let (office, mara) = nobody_is_free(2).await;
    let at_work = || office.transcript().matches("The language model does not answer.").count();
    let (called, working) = (office.told("free/").await, at_work());
    office.at_once(&[mara.saying("/cancel 1"), mara.saying("/cancel 4")]).await;
    office.advance(TimeDelta::seconds(30)).await;
    assert_eq!(office.told("free/").await - called, 2, "{}", office.transcript());
    assert_eq!(at_work() - working, 1, "{}", office.transcript());
    mara.hears_all();
}

async fn agents_take_turns_also_over_a_restart_and_past_whoever_is_away() {
    let office = Office::on_file().await;
    office.reads(|input| idea(&input.idea).no_tasks().task("t1", "", &input.idea, &[]).into());
    let doers = Arc::new(std::sync::Mutex::new(Vec::new()));
    let done = doers.clone();
    office.works(move |input| {
        done.lock().unwrap().push(input.agent.name.clone());
        said("Offer C.")
    });
    let mara = office.owner("Mara", Web).await;
    for (n, away) in [&[][..], &[], &["researcher"], &[], &[], &[]].into_iter().enumerate() {
        office.starts_without(away).await;
        mara.says(&format!("compare offer {n}")).await;
        if mara.hears("#").await.contains("Here is what I'll do") {
            mara.presses("Start").await;
            mara.hears("▸").await;
        }
        mara.hears("Take offer C").await;
    }
    let order = ["analyst", "planner", "reviewer", "writer", "analyst", "planner"];
    assert_eq!(*doers.lock().unwrap(), order);
}

async fn the_time_of_a_run_counts_over_decisions_and_pauses() {
    let office = Office::new().await;
    office.works(|input| match input.steps.len() {
        0 => crate::support::ask_for_decision(),
        n @ 1..=9 => crate::support::call("calculate", serde_json::json!({"expression": format!("{n} + 1")})),
        _ => said("Offer C."),
    });
    office.thinks_long("Hosting", TimeDelta::minutes(9));
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    // Waiting is no work, however long; the night before the answer does not count.
    office.advance(TimeDelta::hours(3)).await;
    office.thinks_long("Hosting", TimeDelta::minutes(9));
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    office.thinks_long("Hosting", TimeDelta::minutes(16));
    mara.says("compare three printers").await;
    mara.hears("#2 ▸").await;
    mara.hears("Researcher has said nothing for ten minutes").await;
    mara.hears("One decision for you").await;
    office.starts_without(&[]).await;
    office.thinks_long("Hosting", TimeDelta::minutes(16));
    mara.presses("★").await;
    mara.hears("Researcher has said nothing for ten minutes").await;
    let prompt = mara.hears("#2 May I go on?").await;
    assert!(prompt.contains("30 min"), "{prompt}");
    mara.presses("Stop").await;
    mara.hears("#2 Cancelled").await;
}

async fn tokens_are_counted_once_whatever_comes_between() {
    let office = Office::new().await;
    let spent =
        secretary::secretary::budget::cost::Usage { calls: 2, tokens_in: 100, tokens_out: 20, ..Default::default() };
    office.wastes(spent);
    let failures = Arc::new(AtomicU32::new(1));
    office.works(move |input| {
        if failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok() {
            return Err(ModelError::Unusable("gibberish".to_owned()));
        }
        let usage =
            secretary::secretary::budget::cost::Usage { calls: 1, tokens_in: 10, tokens_out: 5, ..Default::default() };
        let reply = match crate::support::decision(input) {
            None => crate::support::ask_for_decision(),
            Some(_) => said("Offer C."),
        };
        reply.map(|reply| secretary::ports::model::ModelReply { usage, ..reply })
    });
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    office.dies_during("Hosting", 1);
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    mara.says("/resume 1").await;
    mara.hears("#1 The decision above is still needed.").await;
    mara.presses("★").await;
    // 120 for the answer of no use, 15 for each of the two that were.
    let report = mara.hears("Take offer C").await;
    assert!(report.contains("150 tokens. Nothing was looked up, written or set for this;"), "{report}");
}

async fn the_card_promises_nobody_who_may_be_busy() {
    let office = Office::new().await;
    office.reads(|_| {
        idea("Offers").no_tasks().task("t1", "", "Compare", &[]).task("t2", "writer", "A letter", &[]).risk(0.9).into()
    });
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Working on it: Analyst (or who else is free then), then Writer.").await;
}
