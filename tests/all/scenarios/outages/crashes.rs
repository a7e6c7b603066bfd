//! Stories with a crash after every commit and every performed effect.

use crate::support::{
    Discord, Office, Platform, Purposes, Role, Telegram, TimeDelta, Web, call, curious, deciding, every, every_on_file,
    said,
};
use secretary::ports::model::ModelError;

async fn clear(office: Office, platform: Platform) {
    let mara = office.owner("Mara", platform).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    mara.presses("👍").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clear_idea_in_telegram() {
    every(|office| clear(office, Telegram)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clear_idea_in_discord() {
    every(|office| clear(office, Discord)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clear_idea_on_the_web() {
    every(|office| clear(office, Web)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notes_lists_and_sums() {
    every(|office| async move {
        let mara = office.owner("Mara", Discord).await;
        mara.says("note that my car's plate is B-MX 123").await;
        mara.hears("Noted: my car's plate is B-MX 123").await;
        mara.says("add milk and eggs to the shopping list").await;
        mara.hears("Added to the shopping list: milk and eggs.").await;
        mara.says("add bread to the list").await;
        mara.hears("(3 things on it now)").await;
        mara.presses("Undo").await;
        mara.reads("Undone. On the shopping list now: milk and eggs.");
        mara.says("/calc 19% of 240").await;
        mara.hears("45.6").await;
        assert_eq!(mara.note("Shopping list").await.as_deref(), Some("- milk\n- eggs"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_a_card_a_decision_and_a_report() {
    every(|office| async move {
        curious(&office);
        deciding(&office);
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers for the shop").await;
        mara.hears("(1/2)").await;
        mara.presses("Price").await;
        mara.presses("500-5,000").await;
        mara.hears("(2/2)").await;
        mara.says("EU").await;
        mara.hears("Here is what I'll do").await;
        mara.presses("Start").await;
        mara.hears_progress().await;
        mara.hears("One decision").await;
        mara.presses("★").await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_answers_in_time() {
    every(|office| async move {
        office.works(|input| match crate::support::decision(input) {
            None => call(
                "ask_decision",
                serde_json::json!({"question": "Which one?", "kind": "priority", "recommended": 0,
                    "options": [{"label": "The first"}, {"label": "The second"}],
                    "deadline": "2026-11-23T13:00", "without_answer": "recommended"}),
            ),
            Some(answer) => said(answer),
        });
        let mara = office.owner("Mara", Discord).await;
        mara.wants_offers().await;
        mara.hears("One decision").await;
        office.advance(TimeDelta::hours(3)).await;
        mara.hears("in 1 hour").await;
        office.advance(TimeDelta::hours(2)).await;
        mara.hears("✔ The first. Taken as announced").await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decided_in_another_place_with_a_thread() {
    every(|office| async move {
        deciding(&office);
        let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
        let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
        let mara = office.owner("Mara", Discord).await.in_group(&shop);
        mara.mentions("compare three hosting offers").await;
        let thread = mara.in_thread();
        thread.hears("▸").await;
        let there = mara.in_group(&ops);
        there.hears("One decision").await;
        there.presses("★").await;
        there.reads("✔ Only monthly terms. Mara, 09:00");
        thread.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tools_pages_and_a_reminder() {
    every(|office| async move {
        office.page("https://example.org/", "Offer C costs 12 euros a month.");
        office.reads(|_| crate::support::idea("Offer C").task("t2", "planner", "Set the reminder", &["t1"]).into());
        office.works(|input| match (input.agent.name.as_str(), input.steps.len()) {
            ("researcher", 0) => call("read_url", serde_json::json!({"url": "https://example.org/"})),
            ("planner", 0) => {
                call("set_reminder", serde_json::json!({"text": "ask for offer C", "when": "tomorrow at 9"}))
            }
            _ => said("Done."),
        });
        let mara = office.owner("Mara", Discord).await;
        mara.says("look at offer C and remind me tomorrow").await;
        mara.hears("Here is what I'll do").await;
        mara.presses("Start").await;
        mara.hears_progress().await;
        mara.hears("Planner wants to set a reminder: “ask for offer C”.").await;
        mara.presses("Do it").await;
        mara.hears("I'll remind you of “ask for offer C”").await;
        mara.hears("Take offer C").await;
        office.advance(TimeDelta::days(1)).await;
        mara.hears("Reminder: ask for offer C").await;
        mara.presses("Done").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_daily_digest() {
    every(|office| async move {
        let mara = office.owner("Mara", Web).await;
        mara.says("/report daily 18:00").await;
        mara.hears("A digest here").await;
        office.advance(TimeDelta::days(2)).await;
        mara.hears("Digest Mon 23 Nov, 18:00 (Berlin)").await;
        mara.hears("Digest Tue 24 Nov, 18:00 (Berlin)").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelled_while_an_agent_works() {
    every(|office| async move {
        let mara = office.owner("Mara", Discord).await;
        deciding(&office);
        mara.wants_offers().await;
        mara.hears("One decision").await;
        mara.says("/cancel 1 too dear").await;
        mara.hears("Cancelled by Mara (too dear)").await;
        mara.reads("No longer needed.");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_a_file_that_is_opened_again() {
    every_on_file(|office| clear(office, Discord)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_report_in_parts() {
    every(|office| async move {
        office.writes(|_| said(&"A paragraph of some length.\n\n".repeat(400)));
        let mara = office.owner("Mara", Discord).await;
        mara.wants_offers().await;
        mara.hears("A paragraph").await;
        mara.hears("The whole report is attached.").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paused_resumed_and_revised() {
    every(|office| async move {
        deciding(&office);
        let mara = office.owner("Mara", Web).await;
        mara.wants_offers().await;
        mara.hears("One decision").await;
        mara.says("/pause 1").await;
        mara.hears("#1 Paused.").await;
        mara.presses("★").await;
        mara.says("/resume 1").await;
        mara.hears("#1 On it.").await;
        mara.hears("Take offer C").await;
        mara.fills("Revise", "as a table").await;
        mara.hears("I'm doing it again").await;
        mara.hears("▸").await;
        mara.hears("One decision").await;
        mara.presses("24 months").await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_lets_in_once() {
    every(|office| async move {
        let code = office.pairing_code().await;
        let mara = office.stranger("Mara", Telegram);
        mara.says(&format!("/start {code}")).await;
        mara.hears("Welcome, Mara. You are the owner here now.").await;
        let eve = office.stranger("Eve", Telegram);
        eve.says(&format!("/start {code}")).await;
        eve.hears("That code is not valid").await;
        mara.says("/list").await;
        mara.hears("Nothing open").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_asked_again_and_never_answered() {
    every(|office| async move {
        curious(&office);
        let mara = office.owner("Mara", Discord).await;
        mara.says("/room unanswered assume").await;
        mara.hears("(assume)").await;
        mara.says("compare three hosting offers").await;
        mara.hears("(1/2)").await;
        mara.says("/clarify 1").await;
        mara.hears("(1/2)").await;
        office.advance(TimeDelta::hours(25)).await;
        mara.hears("Without an answer by").await;
        office.advance(TimeDelta::hours(24)).await;
        mara.hears("Nobody answered, so I go on like this.").await;
        mara.hears_progress().await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reminder_is_put_off_changed_deleted_and_brought_back() {
    every(|office| async move {
        let mara = office.owner("Mara", Web).await;
        mara.says("remind me every day at 18:00 to stretch").await;
        mara.hears("every day at 18:00").await;
        office.advance(TimeDelta::hours(10)).await;
        mara.hears("Reminder: stretch").await;
        mara.presses("Tomorrow morning").await;
        office.advance(TimeDelta::hours(15)).await;
        mara.hears("Reminder: stretch").await;
        mara.presses("Done").await;
        mara.fills("Edit", "20:00").await;
        mara.hears("Changed. I'll remind you of “stretch” every day at 20:00").await;
        mara.presses("Delete").await;
        mara.reads("Deleted: “stretch”.");
        mara.presses("Undo").await;
        mara.reads("It is back. I'll remind you of “stretch” every day at 20:00");
        office.advance(TimeDelta::hours(12)).await;
        mara.hears("Reminder: stretch").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn back_after_an_outage() {
    every(|office| async move {
        let mara = office.owner("Mara", Discord).await;
        mara.says("/list").await;
        mara.hears("Nothing open").await;
        office.leaves().await;
        office.passes(TimeDelta::hours(1));
        let first = mara.writes("compare three hosting offers");
        let second = mara.writes("/decisions");
        office.passes(TimeDelta::hours(1));
        office.returns(vec![first, second]).await;
        mara.hears("I have your two messages and am on them.").await;
        mara.hears("Nothing waits for a decision.").await;
        mara.hears_progress().await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zone_asked_for_and_told() {
    every(|office| async move {
        let mara = office.newcomer("Mara", Web, Role::Owner).await;
        mara.says("/report daily 18:00").await;
        mara.hears("Which time zone are you in?").await;
        mara.says("remind me tomorrow at 9 to call Kim").await;
        mara.hears("09:00 (Berlin)").await;
        mara.presses("London").await;
        mara.reads("every day at 18:00 (London)");
        mara.hears("“call Kim”: next Tue 24 Nov, 09:00 (London)").await;
        office.advance(TimeDelta::hours(26)).await;
        mara.hears("Digest Mon 23 Nov, 18:00 (London)").await;
        mara.hears("Reminder: call Kim").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tried_again_after_a_failure() {
    every(|office| async move {
        office.works(|input| {
            let again = input.said.iter().any(|s| s.contains("An earlier try failed"));
            if again { said("Offer C costs €12 a month.") } else { Err(ModelError::Unusable("gibberish".to_owned())) }
        });
        let mara = office.owner("Mara", Discord).await;
        mara.wants_offers().await;
        mara.hears("Take offer C").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopped_after_one_question() {
    every(|office| async move {
        deciding(&office);
        let mara = office.owner("Mara", Web).await;
        mara.wants_offers().await;
        mara.hears("One decision").await;
        mara.presses("Stop").await;
        mara.hears("Stop #1?").await;
        mara.presses("Stop it").await;
        mara.reads("#1 Cancelled by Mara. Nothing more happens here.");
        mara.reads("No longer needed.");
    })
    .await;
}
