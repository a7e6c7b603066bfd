//! What stands on a button, written instead of pressed; plans that wait; modes as they are set.

use super::deciding;
use super::leave::wishes;
use crate::support::{Office, ask_for_decision, call, decision, idea, said};
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::secretary::workspace::{Purposes, Role};
use serde_json::json;

stories![
    a_thumb_rates_the_report,
    what_stands_on_the_button_erases,
    a_plan_nobody_answers_is_reminded_of_once,
    an_allow_list_asks_about_every_other_change,
    older_decisions_are_a_page_away,
    stop_may_mean_the_option_or_other_work,
    an_option_called_like_an_order_is_asked_about,
    undo_in_a_thread_is_about_what_was_decided_there,
    a_word_that_calls_off_chooses_what_was_asked_last,
    where_every_message_counts_an_answer_is_one,
    a_yes_in_reply_to_somebody_else_is_theirs,
    an_answer_of_ones_own_is_typed_as_its_button_is_called,
    a_sign_is_the_option_that_is_called_so,
];

async fn a_thumb_rates_the_report() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    mara.says("👍").await;
    mara.hears("Glad it helped.").await;
    mara.replies("Take offer C", "👎").await;
    mara.hears("What should be different").await;
    mara.hears_all();
}

async fn what_stands_on_the_button_erases() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    mara.hears_nothing();
    kim.says("note: the code is 4711").await;
    kim.hears("Noted").await;
    kim.says("erase everything of mine").await;
    kim.hears_all();
    assert!(office.transcript().contains("4711"));
    kim.says("/forget").await;
    kim.hears("Erase everything of yours").await;
    // Sent twice, what asks for it is no answer.
    kim.says("erase everything of mine").await;
    kim.hears("write “yes, erase everything”").await;
    kim.says("Keep it").await;
    kim.hears("All right, I leave it as it is.").await;
    assert!(office.transcript().contains("4711"), "{}", office.transcript());
    kim.says("/forget").await;
    kim.hears("Erase everything of yours").await;
    kim.says("yes, erase everything").await;
    kim.hears("erased").await;
    kim.hears_all();
}

async fn a_plan_nobody_answers_is_reminded_of_once() {
    let office = Office::new().await;
    office.reads(|_| idea("The note").no_tasks().task("t1", "planner", "Keep", &[]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("keep what you find out about printers").await;
    mara.hears("Here is what I'll do").await;
    office.advance(TimeDelta::hours(10)).await;
    mara.hears("#1 still needs your go: The note. Press Start above, or say what should be different.").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
    mara.replies("still needs your go", "title: Printers").await;
    mara.hears("📋 #1 Here is what I'll do").await;
    mara.reads("#1 The note: the plan was answered.");
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

async fn an_allow_list_asks_about_every_other_change() {
    let office = Office::new().await;
    office.reads(|_| idea("The notes").no_tasks().task("t1", "planner", "Keep", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("write_note", json!({"title": "Budget 2027", "text": "x", "append": false})),
        1 => call("write_note", json!({"title": "Holiday", "text": "x", "append": false})),
        _ => said("That is all."),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.slash("mode").await;
    mara.hears("None of what I can do needs your OK by itself").await;
    mara.slash("mode allow-list").await;
    let mode = mara.hears("allow-list: I ask before everything that changes something").await;
    assert!(!mode.contains("None of what I can do") && !mode.contains("/mode drop"), "{mode}");
    mara.slash("mode allow write note title=Budget*").await;
    mara.hears("Mode allow-list").await;
    wishes(&mara).await;
    mara.hears("write the note “Holiday”").await;
    assert!(mara.note("Budget 2027").await.is_some());
    mara.says("no").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.note("Holiday").await, None);
    mara.slash("mode manual").await;
    mara.hears("Mode manual").await;
    wishes(&mara).await;
    mara.hears("Take offer C").await;
    assert!(mara.note("Holiday").await.is_some());
}

async fn older_decisions_are_a_page_away() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for n in 1..=12 {
        mara.says(&format!("ask me whether to buy chair {n}")).await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
        mara.says("yes").await;
        mara.hears("Decided: Yes").await;
    }
    mara.says("/history").await;
    let first = mara.hears("Past decisions").await;
    assert!(first.contains("chair 12?") && first.contains("chair 3?") && !first.contains("chair 2?"), "{first}");
    mara.presses("Older ›").await;
    mara.reads("Past decisions\n💬 #2 Buy chair 2?");
    mara.says("/history page 2 chair").await;
    let second = mara.hears("Past decisions").await;
    assert!(second.contains("chair 1?") && second.contains("[‹ Newest]") && !second.contains("Older"), "{second}");
}

async fn stop_may_mean_the_option_or_other_work() {
    let office = Office::new().await;
    office.works(|input| match (input.title.as_str(), decision(input)) {
        ("Hosting offers", _) => said(""),
        (_, None) => ask_for_decision(),
        (_, Some(answer)) => said(answer),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("did not work. What now?").await;
    office.reads(|_| idea("Printers").into());
    mara.says("compare printers").await;
    mara.hears_all();
    mara.says("stop").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("#1 Stop") && which.contains("#2"), "{which}");
    mara.presses("#1 Stop").await;
    mara.hears("#1 Cancelled by Mara").await;
    mara.hears_all();
    mara.says("/list").await;
    mara.hears("#2").await;
}

async fn an_option_called_like_an_order_is_asked_about() {
    for in_reply in [false, true] {
        let office = Office::new().await;
        let options =
            json!([{"label": "Stop", "impact": "leaves the search"}, {"label": "Search on", "impact": "more"}]);
        office.works(move |input| match decision(input) {
            None => call("ask_decision", json!({"question": "Stop the search here?", "options": options.clone()})),
            Some(answer) => said(answer),
        });
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
        if in_reply {
            mara.replies("One decision for you", "stop").await;
        } else {
            mara.says("stop").await;
            mara.hears("Which one?").await;
            mara.lacks("✔ “Stop”. Mara, ");
            mara.replies("One decision for you", "option Stop").await;
        }
        mara.reads("✔ “Stop”. Mara, ");
        mara.hears_all();
    }
}

async fn undo_in_a_thread_is_about_what_was_decided_there() {
    for mentioned in [false, true] {
        let office = Office::new().await;
        deciding(&office);
        let shop =
            office.room("Shop", Discord, Purposes { intake: true, decisions: true, ..Purposes::default() }).await;
        let mara = office.owner("Mara", Discord).await.in_group(&shop);
        let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&shop);
        mara.mentions("compare three hosting offers").await;
        let thread = mara.in_thread();
        thread.hears_progress().await;
        thread.hears("One decision for you").await;
        thread.presses("★").await;
        thread.hears("Take offer C").await;
        thread.hears_all();
        // What one person decided is theirs to take back, where nobody is spoken to.
        kim.in_thread().says("undo").await;
        thread.hears_nothing();
        match mentioned {
            true => thread.mentions("undo").await,
            false => thread.says("undo").await,
        }
        let asked = thread.hears("Shall I change that?").await;
        assert!(asked.contains("[Change it to 24 months is fine]"), "{asked}");
    }
}

async fn a_word_that_calls_off_chooses_what_was_asked_last() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me whether to delete the files or archive them").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("delete").await;
    mara.hears("Decided: delete the files").await;
}

async fn where_every_message_counts_an_answer_is_one() {
    let office = Office::new().await;
    deciding(&office);
    let purposes = Purposes { intake: true, decisions: true, every_message: true, ..Purposes::default() };
    let shop = office.room("Shop", Telegram, purposes).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    mara.says("compare three hosting offers").await;
    mara.hears_progress().await;
    mara.hears("One decision for you").await;
    mara.says("2").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    mara.hears("Take offer C").await;
}

async fn a_yes_in_reply_to_somebody_else_is_theirs() {
    let office = Office::new().await;
    office.reads(|_| idea("The note").no_tasks().task("t1", "planner", "Keep", &[]).into());
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&shop);
    mara.says("/new keep what you find out about printers").await;
    let thread = mara.in_thread();
    thread.hears("Here is what I'll do").await;
    thread.answers_somebody("yes").await;
    thread.answers_somebody("no").await;
    thread.hears_nothing();
    thread.presses("Start").await;
    thread.hears_all();
}

async fn an_answer_of_ones_own_is_typed_as_its_button_is_called() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears_progress().await;
    mara.hears("One decision for you").await;
    mara.says("other: only until May").await;
    mara.reads("✔ only until May. Mara, ");
    mara.hears("Take offer C").await;
}

async fn a_sign_is_the_option_that_is_called_so() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        None => call(
            "ask_decision",
            json!({"question": "What shall we eat?", "options": [{"label": "🍕"}, {"label": "🍣"}]}),
        ),
        Some(answer) => said(answer),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan the lunch").await;
    mara.hears_progress().await;
    mara.hears("One decision for you").await;
    // None is called so.
    mara.says("🍔").await;
    mara.hears("I can't make an idea of that.").await;
    mara.says("🍣").await;
    mara.reads("✔ 🍣. Mara, ");
    mara.hears("Take offer C").await;
}
