//! A full disk: it is said, nothing is confirmed, nothing is lost, and it goes on by itself. The disk is full for the
//! program alone: its files may not grow (RLIMIT_FSIZE), which fails a write in the middle of whatever is being done.

use crate::process::program::{House, SOON};
use crate::process::service::web::{Visitor, text_of};
use crate::process::town::{Thought, probed, thought_of, understanding};
use proof::fault::Gate;
use proof::model::{FakeModel, Reply};
use proof::telegram::FakeTelegram;
use serde_json::json;
use std::time::Instant;

#[tokio::test]
async fn with_a_full_disk_nothing_is_confirmed_and_it_goes_on_when_there_is_room() {
    let telegram = FakeTelegram::start().await;
    let house = House::of_ann(&telegram);
    let program = house.run_on_a_small_disk();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/calc 2 + 3", "d-1").await;
    visitor.told("2 + 3 = 5").await;
    telegram.say(7, 7, "/calc 2 + 4");
    telegram.wait_message(7, |m| m.text.contains("2 + 4 = 6"), SOON).await.unwrap();
    let quiet = |t: &FakeTelegram| t.pending_updates().is_empty().then_some(());
    telegram.wait_for(quiet, SOON).await.expect("what was delivered is confirmed");

    program.full_disk(true).await;
    let (status, told) = visitor.says_in_vain("/calc 19% of 240", "d-2").await;
    assert_eq!(status, 503);
    assert!(told.contains("could not store that just now"), "{told}");
    telegram.say(7, 7, "/calc 10% of 50");
    program.line("Telegram: cannot store").await;
    assert_eq!(telegram.pending_updates().len(), 1, "not confirmed");
    let sorry = |m: &proof::telegram::Message| m.text.contains("could not store that just now: the disk");
    telegram.wait_message(7, sorry, SOON).await.expect("nobody waits in silence");
    assert!(telegram.bot_messages(7).iter().all(|m| !m.text.contains("10% of 50")), "{}", telegram.transcript(7));
    // What stands can be read.
    assert!(visitor.messages().await.iter().any(|m| text_of(m).contains("2 + 3 = 5")));

    program.full_disk(false).await;
    let began = Instant::now();
    telegram.wait_message(7, |m| m.text.contains("10% of 50 = 5"), SOON).await.unwrap();
    println!("went on {:?} after there was room again", began.elapsed());
    // The page tries again by itself, under the same id.
    visitor.say("/calc 19% of 240", "d-2").await;
    visitor.told("45.6").await;
    telegram.wait_for(quiet, SOON).await.expect("what was delivered is confirmed");
    println!("{}{}{}", program.printed(), telegram.transcript(7), visitor.transcript().await);
    assert_eq!(telegram.bot_messages(7).iter().filter(|m| sorry(m)).count(), 1, "said once");
    program.kill().await;

    let program = house.run();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("/calc 7 * 6", "d-3").await;
    visitor.told("7 * 6 = 42").await;
    let told: Vec<String> = visitor.messages().await.iter().map(text_of).collect();
    for sum in ["2 + 3 = 5", "19% of 240 = 45.6"] {
        assert_eq!(told.iter().filter(|text| text.contains(sum)).count(), 1, "{told:#?}");
    }
    program.stop().await;
    assert_eq!(telegram.violations(), vec![]);
}

#[tokio::test]
async fn what_comes_of_work_while_the_disk_is_full_is_decided_once_there_is_room_and_asked_for_once() {
    let model = FakeModel::start().await;
    let gate = Gate::new();
    let held = gate.clone();
    model.answer_with(move |body| match thought_of(body) {
        None => probed(body),
        Some(Thought::Triage) => {
            let idea = json!({
                "kind": "idea", "title": "The price of bread", "summary": "Find it.", "done_when": ["it is named"],
                "due": "", "assumptions": [], "questions": [],
                "tasks": [{"key": "t1", "title": "Find a price", "instruction": "Find the price of bread.",
                    "agent": "researcher", "capabilities": ["research"], "needs": []}],
                "risk": 0.1, "beyond": null
            });
            Reply::json(&understanding(body, idea))
        }
        Some(Thought::Work) => Reply::text("Bread costs 3 euros.").held_by(&held),
        Some(Thought::Report) => Reply::text("Bread costs 3 euros everywhere."),
    });
    let mut house = House::new();
    house.set("OPENAI_BASE_URL", &model.url());
    let program = house.run_on_a_small_disk();
    let visitor = Visitor::new(&program.address().await);
    visitor.say("find out what bread costs", "w-1").await;
    assert!(gate.arrived(1, SOON).await, "an agent works");
    program.full_disk(true).await;
    gate.release();
    program.line("an outcome could not be stored").await;
    let (status, _) = visitor.says_in_vain("/calc 2 + 3", "w-2").await;
    assert_eq!(status, 503);
    program.full_disk(false).await;
    let began = Instant::now();
    visitor.told("Bread costs 3 euros everywhere.").await;
    println!("went on {:?} after there was room again", began.elapsed());
    let asked = |thought| model.prompts().iter().filter(|body| thought_of(body) == Some(thought)).count();
    println!("{}{}", program.printed(), visitor.transcript().await);
    assert_eq!((asked(Thought::Triage), asked(Thought::Report)), (1, 1), "nothing is thought twice");
    program.stop().await;
    assert!(house.ask(&["check"]).await.status.success());
}
