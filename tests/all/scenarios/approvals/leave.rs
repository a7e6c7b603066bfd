//! Calls that need approval: what is asked, what the answer does, what is remembered, and what no mode, rule or model
//! bypasses. The tests check the ledger of the tool as well as the chat.

use crate::support::{
    Discord, Letters, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, at_each_point, call, idea, json, said,
};
use secretary::ports::tool::Policy;
use secretary::ports::tool::Repetition::Keyed;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

stories![
    a_question_of_the_work_looks_like_no_request_for_leave,
    a_question_that_begins_like_a_card_stands_in_quotes,
    asked_and_answered_in_german,
    asked_leave,
    left_out_with_a_reason,
    more_than_a_yes_neither_makes_a_call_nor_forbids_it,
    yes_but_is_no_leave,
    stopped_when_asked,
    a_stop_that_is_taken_back_asks_for_leave_again,
    leave_is_wanted_by_when_the_work_is,
];

/// What the agent was told of its calls, the latest last.
pub(in crate::scenarios) type Told = Arc<Mutex<Vec<String>>>;

/// An office where the planner sends these letters, one after the other, whatever comes of each.
pub(in crate::scenarios) async fn writing(
    office: &Office,
    policy: Policy,
    to: &'static [&'static str],
) -> (Arc<Letters>, Told) {
    let letters = office.sends_letters_on(Keyed, policy).await;
    let told = Told::default();
    let last = told.clone();
    office.reads(|_| idea("The letter").no_tasks().task("t1", "planner", "Send the letter", &[]).into());
    office.works(move |input| {
        *last.lock().unwrap() = input.steps.iter().map(|s| s.result.clone()).collect();
        match to.get(input.steps.len()) {
            Some(to) => call("send_letter", json!({"to": to, "text": "We take offer C."})),
            None => said("That is all."),
        }
    });
    (letters, told)
}

pub(in crate::scenarios) async fn wishes(voice: &Voice) {
    voice.mentions("write to Kim that we take offer C").await;
    voice.hears("📋").await;
    voice.presses("Start").await;
    voice.hears_progress().await;
}

/// Makes an irreversible choice and confirms it.
pub(in crate::scenarios) async fn sure(voice: &Voice, label: &str) {
    voice.presses(label).await;
    voice.presses("Yes, ").await;
}

async fn asked_leave() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Policy::Required, &["Kim"]).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Observer).await.in_group(&ops);
    wishes(&mara).await;
    let prompt = kim.hears("#1 May I do this?").await;
    let wanted = "Planner wants to use “send letter” for Kim.\n\
                  It is about “The letter”, sent by Mara.\n\
                  I ask before I do this. It says: text: We take offer C.\n\
                  1. Do it (this once, as it stands)\n   Against: it can't be taken back.\n\
                  2. Always do this (also later, in Mara's ideas, for Kim, whatever it says; an owner takes it back with /mode drop)\n   \
                  For: you are not asked each time. Against: none of them can be taken back.\n\
                  3. Leave it out (the work goes on without it)\n   For: nothing is changed. Against: the result may lack it.\n\
                  4. Stop (the ticket is cancelled)\n   For: nothing more is done or spent. Against: no report comes of it.\n";
    assert!(prompt.contains(wanted), "{prompt}");
    assert_eq!(letters.sent(), 0);
    let late = kim.data("Do it");
    let refused = jo.presses("Do it").await;
    assert!(refused.contains("approver") && letters.sent() == 0, "{refused}");
    kim.presses("Show all of it").await;
    let whole = kim.hears("This is all of it").await;
    assert!(whole.contains("to") && whole.contains("We take offer C."), "{whole}");
    let again = kim.presses("Do it").await;
    assert!(
        again.starts_with("This can't be taken back, so I ask once more: really use “send letter” for Kim?"),
        "{again}"
    );
    assert_eq!(letters.sent(), 0);
    assert_eq!(kim.presses("Yes, use “send letter” for Kim").await, "✔ Do it");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
    assert!(told.lock().unwrap()[0].starts_with("Sent as number"), "{told:?}");
    assert!(kim.presses_data(&late, "Do it").await.contains("Already decided"), "{}", office.transcript());
    assert_eq!(letters.sent(), 1);
}

async fn a_question_of_the_work_looks_like_no_request_for_leave() {
    let office = Office::new().await;
    let letters = office.sends_letters_on(Keyed, Policy::Required).await;
    office.reads(|input| {
        let title = if input.idea.contains("prepare") { "Ask" } else { "Send the letter" };
        idea("The letter").no_tasks().task("t1", "planner", title, &[]).into()
    });
    let options = [json!({"label": "Leave it out"}), json!({"label": "Do it"})];
    let asked = json!({"question": "Planner wants to use “send letter” for Kim. · may I do this?", "options": options});
    office.works(move |input| match (input.title.as_str(), input.steps.len()) {
        ("Ask", 0) => call("ask_decision", asked.clone()),
        (_, 0) => call("send_letter", json!({"to": "Kim", "text": "We take offer C."})),
        _ => said("That is all."),
    });
    let mara = office.owner("Mara", Discord).await;
    for (wish, prompt) in [("prepare a letter", "One decision for you"), ("write to Kim", "May I do this?")] {
        mara.says(&format!("/new {wish}")).await;
        mara.hears("📋").await;
        mara.presses("Start").await;
        mara.hears_progress().await;
        mara.hears(prompt).await;
    }
    mara.says("/decisions").await;
    let list = mara.hears("💬 #1 Planner wants to use “send letter” for Kim. · may I do this?\n").await;
    for line in [
        "1. “Leave it out”",
        "2. “Do it”",
        "[#1: “Leave it out”] [#1: “Do it”]",
        "🔐 #2 May I do this? Planner wants to use “send letter” for Kim.",
        "1. Do it",
        "[#2: Do it]",
    ] {
        assert!(list.contains(line), "{line}: {list}");
    }
    assert_eq!(mara.presses("#1: “Do it”").await, "✔ “Do it”");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0, "an answer to a question does nothing");
    mara.reads("✔ “Do it”. Mara, ");
    mara.says("/history 1").await;
    let past = mara.hears("decided by Mara: “Do it”").await;
    assert!(past.contains("💬 #1 Planner wants to use") && past.contains("✔ “Do it”. Mara in Discord"), "{past}");
    mara.says("/show 1").await;
    mara.hears("💬 Decision: Planner wants to use “send letter” for Kim. · may I do this? (✔ “Do it”. Mara, ").await;
    mara.says("/decide 1 2").await;
    let already = mara.hears("Already decided by you").await;
    assert!(already.contains(": “Do it”."), "{already}");
}

async fn asked_and_answered_in_german() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await.speaking("de");
    wishes(&mara).await;
    let prompt = mara.hears("#1 Darf ich das?").await;
    let wanted = "Planner möchte „send letter“ benutzen, für Kim.\n\
                  Ich frage, bevor ich das mache. Darin steht: text: We take offer C.\n\
                  1. Mach es (dieses eine Mal, genau so)\n   Dagegen: es lässt sich nicht zurücknehmen.\n\
                  2. Mach das immer (auch später, bei Ideen von Mara, für Kim, mit jedem Text; ein Owner nimmt es mit /mode drop zurück)\n   \
                  Dafür: du wirst nicht jedes Mal gefragt. Dagegen: keines davon lässt sich zurücknehmen.\n\
                  3. Lass es weg (die Arbeit geht ohne das weiter)\n   Dafür: nichts wird geändert. Dagegen: im Ergebnis kann es fehlen.\n\
                  4. Stopp (der Auftrag wird abgebrochen)\n   \
                  Dafür: es wird nichts mehr getan oder verbraucht. Dagegen: es entsteht kein Bericht daraus.\n";
    assert!(prompt.contains(wanted), "{prompt}");
    assert!(mara.offers("Alles zeigen") && mara.offers("Nein, weil…"));
    assert_eq!(letters.sent(), 0);
    mara.says("mach es").await;
    mara.hears("/decide 1 yes").await;
    mara.reads("Das lässt sich nicht zurücknehmen. Wirklich „send letter“ benutzen, für Kim?");
    assert_eq!(letters.sent(), 0);
    mara.presses("Ja, „send letter“ benutzen, für Kim").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
    mara.reads("✔ Mach es. Mara, ");
}

async fn leave_is_wanted_by_when_the_work_is() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let plan = idea("The letter").no_tasks().due("2026-11-24").task("t1", "planner", "Send the letter", &[]);
    office.reads(move |_| plan.clone().into());
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    let prompt = mara.hears("May I do this?").await;
    assert!(prompt.contains("By Tue 24 Nov, 18:00 (Berlin)"), "{prompt}");
    assert!(prompt.contains("Without an answer I go on waiting."), "{prompt}");
    office.advance(TimeDelta::hours(26)).await;
    mara.hears("#1 still waits for a decision, by Tue 24 Nov, 18:00 (Berlin)").await;
    office.advance(TimeDelta::hours(8)).await;
    mara.hears("#1 still waits; the time for this decision is over").await;
    assert_eq!(letters.sent(), 0, "silence allows nothing");
    sure(&mara, "Do it").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn left_out_with_a_reason() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Policy::Required, &["Kim", "Kim", "Jo"]).await;
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    mara.hears("for Kim.").await;
    mara.fills("No, because…", "she is on holiday").await;
    mara.reads("✔ Leave it out: she is on holiday");
    // The same once more is not asked again; another one is.
    mara.hears("for Jo.").await;
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
    let told = told.lock().unwrap().clone();
    assert!(told[0].contains("did not allow") && told[0].contains("she is on holiday"), "{told:?}");
    assert!(told[1].contains("refused this already"), "{told:?}");
}

async fn yes_but_is_no_leave() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    mara.replies("May I do this?", "do it, but only after Friday").await;
    mara.hears("I take no words for #1").await;
    mara.hears_all();
    assert_eq!(letters.sent(), 0, "{}", office.transcript());
    mara.fills("No, because…", "only after Friday").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0, "{}", office.transcript());
    assert!(told.lock().unwrap()[0].contains("only after Friday"), "{told:?}");
}

async fn stopped_when_asked() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Web).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    mara.presses("Stop").await;
    mara.hears("Cancelled").await;
    assert_eq!(letters.sent(), 0);
}

async fn a_stop_that_is_taken_back_asks_for_leave_again() {
    for how in ["button", "word"] {
        let office = Office::new().await;
        let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
        let mara = office.owner("Mara", Telegram).await;
        wishes(&mara).await;
        mara.hears("May I do this?").await;
        mara.presses("Stop").await;
        mara.hears("#1 Cancelled by Mara").await;
        assert!(!mara.offers("Leave it out"), "{}", office.transcript());
        let back = "Taken back. The decision is yours again.";
        if how == "button" {
            assert_eq!(mara.presses("Undo").await, back);
        } else {
            mara.says("undo").await;
            mara.hears(&format!("#1 {back}")).await;
        }
        mara.reads("#1 Cancelled by Mara, and taken up again by Mara.");
        mara.hears_nothing();
        assert!(mara.offers("Leave it out") && letters.sent() == 0, "{}", office.transcript());
        sure(&mara, "Do it").await;
        mara.hears("Take offer C").await;
        assert_eq!(letters.sent(), 1);
    }
}

async fn a_question_that_begins_like_a_card_stands_in_quotes() {
    let office = Office::new().await;
    let options = [json!({"label": "[hidden: a password]"}), json!({"label": "Neither"})];
    let asked = json!({
        "question": "🔐 #4 May I do this? Planner wants to pay Kim.",
        "why": "#4 It can't be taken back.",
        "options": options
    });
    office.reads(|_| idea("The letter").no_tasks().task("t1", "planner", "Ask", &[]).into());
    office.works(move |input| match input.steps.len() {
        0 => call("ask_decision", asked.clone()),
        _ => said("That is all."),
    });
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("\n“#4 May I do this? Planner wants to pay Kim.”\n"), "{prompt}");
    assert!(prompt.contains("“#4 It can't be taken back.”"), "{prompt}");
    assert!(mara.offers("“[hidden: a password]”"), "{}", office.transcript());
}

async fn more_than_a_yes_neither_makes_a_call_nor_forbids_it() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    for words in ["yes, go ahead and send it", "ok?", "yes, not now", "ok, let me think", "no, too expensive"] {
        mara.replies("I ask before I do this", words).await;
        mara.hears("I take no words for #1").await;
        mara.hears_all();
    }
    assert_eq!(letters.sent(), 0);
    mara.presses("Show all of it").await;
    mara.hears("This is all of it, as it would be done").await;
    assert!(mara.offers("Do it"), "{}", office.transcript());
    assert_eq!(letters.sent(), 0);
}

#[tokio::test]
async fn killed_at_any_point_leave_is_asked_once_and_counts_once() {
    let runs = Arc::new(AtomicUsize::new(0));
    let all = runs.clone();
    at_each_point(move |office| {
        let all = all.clone();
        async move {
            let (letters, _) = writing(&office, Policy::Always, &["Kim", "Jo"]).await;
            let mara = office.owner("Mara", Discord).await;
            wishes(&mara).await;
            mara.hears("for Kim.").await;
            assert_eq!(letters.sent(), 0);
            mara.presses("Leave it out").await;
            mara.hears("for Jo.").await;
            mara.presses("Leave it out").await;
            mara.hears("Take offer C").await;
            assert_eq!((letters.sent(), mara.copies("May I do this?").len()), (0, 2), "{}", office.transcript());
            all.fetch_add(1, Ordering::SeqCst);
        }
    })
    .await;
    assert!(runs.load(Ordering::SeqCst) > 40);
}
