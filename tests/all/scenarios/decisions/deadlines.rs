//! Decisions with a time: one prompt, one reminder before it, and what was announced happens once.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, call, decision, idea, json, said};
use serde_json::Value;

stories![
    the_prompt_says_everything_about_it,
    each_kind_is_named,
    silence_holds_and_an_hour_brings_no_more_than_is_planned,
    what_was_announced_is_taken_once_and_in_time,
    what_was_taken_can_be_taken_back_while_the_work_goes_on,
    what_was_taken_can_be_taken_back_in_words,
    an_agent_that_can_change_things_gets_no_silent_yes,
    called_off_as_announced_and_taken_up_again,
    nothing_is_decided_while_the_work_is_paused,
    a_time_that_ended_while_the_secretary_was_away_is_made_longer,
    a_time_that_all_but_ended_meanwhile_is_made_longer,
    who_pressed_in_time_is_heard_before_silence_is,
    in_every_room_it_stands_in,
    a_decision_wanted_by_a_day_is_asked_now_and_reminded_of,
    a_list_says_what_follows_from_silence_and_nothing_where_nothing_does,
];

/// The question with a deadline four hours ahead.
pub(in crate::scenarios) fn question(kind: &str, silence: &str) -> Value {
    json!({
        "question": "May I recommend the offer that binds you for 24 months?",
        "kind": kind,
        "why": "You said you may move soon.",
        "options": [
            {"label": "Only monthly terms", "impact": "€3 more a month", "pros": "you can leave any time", "cons": "dearer"},
            {"label": "24 months is fine", "impact": "saves €72 in total"}
        ],
        "recommended": 0,
        "reason": "you may move soon",
        "deadline": "2026-11-23T13:00",
        "without_answer": silence,
    })
}

/// Agents that ask this, ask anew when its time is over already, and go on with the answer and with what they hear.
pub(in crate::scenarios) fn asking(office: &Office, question: Value) {
    office.works(move |input| match decision(input).filter(|answer| !answer.starts_with("The deadline ")) {
        None => call("ask_decision", question.clone()),
        Some(answer) => said(&format!("{answer}. {}", input.said[1..].join(" "))),
    });
    office.writes(|input| said(&format!("Take offer C. {}", input.results[0].text)));
}

/// Mara has sent her idea and sees the prompt.
pub(in crate::scenarios) async fn asked(office: &Office) -> (Voice, String) {
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    let prompt = mara.hears("One decision for you").await;
    (mara, prompt)
}

async fn the_prompt_says_everything_about_it() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, prompt) = asked(&office).await;
    let wanted = "\
🔧 #1 One decision for you: how to do it
May I recommend the offer that binds you for 24 months?
You said you may move soon.
1. ★ Only monthly terms (€3 more a month)
   For: you can leave any time. Against: dearer.
2. 24 months is fine (saves €72 in total)
★ because you may move soon
By Mon 23 Nov, 13:00 (Berlin), in 4 hours. Without an answer I take option 1, “Only monthly terms”; you can undo that \
until the step that asked is done. Researcher asks this. Mara can decide.
[★ Only monthly terms]
[24 months is fine]
[Other…]";
    assert_eq!(prompt.trim_end(), wanted);
    mara.says("/decisions").await;
    let list = mara.hears("🔧 #1 How to do it: ").await;
    let by = " · by Mon 23 Nov, 13:00 (Berlin), in 4 hours. Without an answer I take option 1.\n";
    assert!(list.contains(by), "{list}");
    mara.presses("24 months is fine").await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

async fn each_kind_is_named() {
    for (kind, words) in [
        ("clarification", "❓ #1 One decision for you: what is meant"),
        ("technical_choice", "🔧 #1 One decision for you: how to do it"),
        ("priority", "🔢 #1 One decision for you: what comes first"),
        ("exception", "⚠️ #1 One decision for you: something unexpected"),
        ("resource_request", "📦 #1 One decision for you: something is needed"),
        ("other", "💬 #1 One decision for you\n"),
    ] {
        let office = Office::new().await;
        asking(&office, question(kind, "hold"));
        let (mara, prompt) = asked(&office).await;
        assert!(prompt.contains(words), "{prompt}");
        mara.presses("★").await;
        mara.hears("Take offer C").await;
    }
}

async fn silence_holds_and_an_hour_brings_no_more_than_is_planned() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "hold"));
    let (mara, prompt) = asked(&office).await;
    assert!(prompt.contains("in 4 hours. Without an answer I go on waiting."), "{prompt}");
    office.advance(TimeDelta::hours(1)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(125)).await;
    let reminder = mara.hears("#1 still waits for a decision, by Mon 23 Nov, 13:00 (Berlin), in 1 hour: May I").await;
    assert!(reminder.contains("Without an answer I go on waiting."), "{reminder}");
    mara.reads("By Mon 23 Nov, 13:00 (Berlin), in 1 hour.");
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("#1 still waits; the time for this decision is over: May I").await;
    mara.reads("#1 Reminded again below.");
    mara.reads("The time for it is over; I still wait for you and remind you on Tue 24 Nov");
    office.advance(TimeDelta::hours(30)).await;
    mara.hears("#1 still waits for a decision: May I").await;
    mara.presses("★").await;
    mara.reads("#1 May I recommend the offer that binds you for 24 months? ✔ Only monthly terms. Mara, ");
    mara.hears("Take offer C. The person decided: Only monthly terms").await;
    office.advance(TimeDelta::days(3)).await;
    mara.hears_nothing();
}

async fn what_was_announced_is_taken_once_and_in_time() {
    let office = Office::new().await;
    asking(&office, question("priority", "recommended"));
    let (mara, _) = asked(&office).await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("in 1 hour: May I").await;
    office.advance(TimeDelta::hours(2)).await;
    let taken = mara.hears("✔ Only monthly terms. Taken as announced: nobody answered by Mon 23 Nov, 13:00").await;
    assert!(taken.contains("[Undo]"), "{taken}");
    mara.hears("Take offer C. Nobody answered in time, so as announced your recommendation counts: Only monthly terms")
        .await;
    assert!(!mara.offers("24 months"));
    // The work is over by now: it is changed like what people decide.
    mara.presses("Undo").await;
    let late = mara.hears("since nobody answered: Only monthly terms. #1 is done with it. Shall I change that?").await;
    assert!(late.contains("[Change it to 24 months is fine]") && late.contains("[Leave it]"), "{late}");
    office.advance(TimeDelta::days(3)).await;
    mara.hears_nothing();
    mara.says("/history").await;
    mara.hears("✔ Only monthly terms. Nobody answered, taken as announced, Mon 23 Nov, 13:00 (Berlin)").await;
}

async fn what_was_taken_can_be_taken_back_while_the_work_goes_on() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("in 1 hour: May I").await;
    office.model_is_down(true);
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Taken as announced").await;
    mara.hears("does not answer").await;
    assert_eq!(mara.presses("Undo").await, "Taken back. The decision is yours again.");
    mara.reads("#1 Taken back by Mara; the decision is open again");
    mara.reads("I'll wait for you and remind you on");
    office.model_is_down(false);
    mara.presses("24 months is fine").await;
    let report = mara.hears("Take offer C").await;
    assert!(report.contains("The person decided: 24 months is fine"), "{report}");
    mara.reads("✔ 24 months is fine. Mara, ");
}

async fn what_was_taken_can_be_taken_back_in_words() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("in 1 hour: May I").await;
    office.model_is_down(true);
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Taken as announced").await;
    mara.hears("does not answer").await;
    mara.replies("Taken as announced", "Undo").await;
    mara.hears("#1 Taken back. The decision is yours again.").await;
    mara.reads("#1 Taken back by Mara; the decision is open again");
    office.model_is_down(false);
    mara.says("2").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    mara.hears_all();
    mara.reads("The person decided: 24 months is fine");
}

async fn an_agent_that_can_change_things_gets_no_silent_yes() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    office.reads(|_| idea("Hosting offers").task("t2", "planner", "Set the reminder", &["t1"]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Without an answer I go on waiting."), "{prompt}");
    office.advance(TimeDelta::hours(5)).await;
    mara.hears("in 1 hour").await;
    mara.hears("still waits; the time for this decision is over").await;
    mara.says("/cancel 1").await;
    mara.hears("Cancelled by Mara").await;
    mara.reads("No longer needed.");
}

async fn called_off_as_announced_and_taken_up_again() {
    let office = Office::new().await;
    asking(&office, question("exception", "cancel"));
    let (mara, prompt) = asked(&office).await;
    assert!(prompt.contains("Without an answer I call this ticket off; you can undo that."), "{prompt}");
    office.advance(TimeDelta::hours(5)).await;
    mara.hears("in 1 hour").await;
    mara.hears("#1 Cancelled by the secretary (nobody answered by Mon 23 Nov, 13:00 (Berlin))").await;
    mara.reads("✖ Ticket called off, as announced: nobody answered by Mon 23 Nov, 13:00 (Berlin).");
    asking(&office, question("exception", "hold").as_object().map(without_deadline).unwrap());
    mara.presses("Undo").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

fn without_deadline(question: &serde_json::Map<String, Value>) -> Value {
    let mut question = question.clone();
    question.remove("deadline");
    Value::Object(question)
}

async fn nothing_is_decided_while_the_work_is_paused() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    office.advance(TimeDelta::hours(5)).await;
    mara.hears("in 1 hour").await;
    mara.hears("still waits; the time for this decision is over").await;
    mara.says("/resume 1").await;
    mara.hears("The decision above is still needed.").await;
    mara.presses("24 months").await;
    mara.hears("Take offer C").await;
}

async fn a_time_that_ended_while_the_secretary_was_away_is_made_longer() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    office.is_off_for(TimeDelta::hours(6)).await;
    let more = "#1 I was offline, so there is more time for this decision: you have until Mon 23 Nov, 15:";
    let extended = mara.hears(more).await;
    assert!(extended.contains("Without an answer I take option 1"), "{extended}");
    mara.reads(", in 15 min. Without an answer I take option 1");
    office.advance(TimeDelta::minutes(20)).await;
    mara.hears("Taken as announced").await;
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
}

async fn a_time_that_all_but_ended_meanwhile_is_made_longer() {
    for (off, longer) in [(TimeDelta::minutes(225), true), (TimeDelta::minutes(200), false)] {
        let office = Office::new().await;
        asking(&office, question("technical_choice", "recommended"));
        let (mara, _) = asked(&office).await;
        office.is_off_for(off).await;
        let all = office.transcript();
        assert_eq!(all.contains("so there is more time for this decision"), longer, "{off}: {all}");
        mara.hears_all();
        mara.presses("24 months is fine").await;
        mara.hears("Take offer C").await;
        assert!(!office.transcript().contains("Taken as announced"), "{}", office.transcript());
    }
}

async fn who_pressed_in_time_is_heard_before_silence_is() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let (mara, _) = asked(&office).await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("in 1 hour: May I").await;
    // What waits at the platform is not handed in yet.
    office.has_heard_all(false);
    office.advance(TimeDelta::hours(1)).await;
    mara.hears_nothing();
    mara.presses("24 months is fine").await;
    office.has_heard_all(true);
    office.advance(TimeDelta::minutes(1)).await;
    mara.reads("✔ 24 months is fine. Mara");
    mara.hears("Take offer C").await;
    assert!(!office.transcript().contains("Taken as announced"), "{}", office.transcript());
}

async fn in_every_room_it_stands_in() {
    let office = Office::new().await;
    asking(&office, question("technical_choice", "recommended"));
    let decisions = Purposes { decisions: true, ..Purposes::default() };
    let ops = office.room("Ops", Discord, decisions).await;
    let board = office.room("Board", Telegram, decisions).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let also = mara.in_group(&board);
    mara.wants_offers().await;
    for there in [&kim, &also] {
        there.hears("One decision for you").await;
    }
    office.advance(TimeDelta::hours(3)).await;
    for there in [&kim, &also] {
        there.hears("in 1 hour").await;
    }
    office.model_is_down(true);
    office.advance(TimeDelta::hours(1)).await;
    for there in [&kim, &also] {
        there.hears("Taken as announced").await;
        there.reads("#1 May I recommend the offer that binds you for 24 months? ✔ Only monthly terms.");
    }
    // Whoever sent the idea hears of it where they did.
    mara.hears("Taken as announced").await;
    mara.hears("does not answer").await;
    assert_eq!(kim.presses("Undo").await, "Taken back. The decision is yours again.");
    assert_eq!(also.presses("24 months is fine").await, "✔ 24 months is fine");
    for there in [&kim, &also] {
        there.reads("#1 Taken back by Kim");
        there.reads("✔ 24 months is fine. Mara, ");
    }
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(10)).await;
    mara.hears("The person decided: 24 months is fine").await;
}

async fn a_decision_wanted_by_a_day_is_asked_now_and_reminded_of() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me by Friday whether to book the hotel or the flat").await;
    mara.hears("▸").await;
    let prompt = mara.hears("#1 One decision for you").await;
    assert!(prompt.contains("By Fri 27 Nov, ") && prompt.contains("[the flat]"), "{prompt}");
    office.advance(TimeDelta::days(4)).await;
    mara.reads("#1 still waits");
    mara.says("the flat").await;
    mara.hears_all();
    mara.reads("✔ the flat. Mara, ");
}

async fn a_list_says_what_follows_from_silence_and_nothing_where_nothing_does() {
    for (silence, told) in [("cancel", ". Without an answer I call this ticket off.\n"), ("hold", "\n")] {
        let office = Office::new().await;
        asking(&office, question("exception", silence));
        let (mara, _) = asked(&office).await;
        mara.says("/decisions").await;
        let list = mara.hears("#1 Something unexpected: ").await;
        assert!(list.contains(&format!(" · by Mon 23 Nov, 13:00 (Berlin), in 4 hours{told}")), "{list}");
        mara.presses("24 months is fine").await;
        mara.hears("Take offer C").await;
    }
}
