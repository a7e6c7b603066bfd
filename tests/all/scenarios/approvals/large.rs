//! Many things at once: a call about more than ten of them is asked about in every mode, and yes, no or something else can be
//! said. And what nobody sees in a call is shown.

use crate::support::{Discord, Letters, Office, Telegram, Voice, call, idea, json, said};
use secretary::ports::tool::Policy;
use secretary::ports::tool::Repetition::Keyed;
use serde_json::Value;
use std::sync::{Arc, Mutex};

stories![
    no_means_that_nothing_is_done,
    something_else_is_said_to_the_work,
    yes_is_asked_about_twice,
    what_nobody_sees_is_shown
];

/// What the agent was told of its calls.
type Told = Arc<Mutex<Vec<String>>>;

/// An office where everything may be done, and the planner sends these letters one after the other.
async fn writing(office: &Office, voice: &Voice, to: Vec<Value>) -> (Arc<Letters>, Told) {
    let letters = office.sends_letters_on(Keyed, Policy::Never).await;
    let told = Told::default();
    let last = told.clone();
    office.reads(|_| idea("The letters").no_tasks().task("t1", "planner", "Send the letters", &[]).into());
    office.works(move |input| {
        *last.lock().unwrap() = input.steps.iter().map(|s| s.result.clone()).collect();
        match to.get(input.steps.len()) {
            Some(to) => call("send_letter", json!({"to": to, "text": "We take offer C."})),
            None => said("That is all."),
        }
    });
    voice.slash("mode auto-run").await;
    voice.hears("Mode auto-run").await;
    voice.mentions("write to all of them that we take offer C").await;
    voice.hears("Here is what I'll do").await;
    voice.presses("Start").await;
    voice.hears_progress().await;
    (letters, told)
}

fn people(count: usize) -> Value {
    (1..=count).map(|n| format!("p{n}")).collect::<Vec<_>>().into()
}

async fn no_means_that_nothing_is_done() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let (letters, told) = writing(&office, &mara, vec![people(12)]).await;
    let prompt = mara.hears("📚 #1 May I do this?").await;
    let wanted = "Planner wants to use “send letter” for 12 things.\n\
                  I ask because this one call is about 12 things at once.";
    assert!(prompt.contains(wanted) && prompt.contains("Against: it can't be taken back."), "{prompt}");
    assert!(prompt.contains("[Yes, all of it]\n[No, none of it]\n[Stop]\n[Change it…] [Show all of it]"), "{prompt}");
    assert_eq!(mara.presses("No, none of it").await, "✔ No, none of it");
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
    assert!(told.lock().unwrap()[0].contains("did not allow"), "{told:?}");
}

async fn something_else_is_said_to_the_work() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    let (letters, told) = writing(&office, &mara, vec![people(12), people(2)]).await;
    mara.hears("May I do this?").await;
    mara.fills("Change it…", "only the first two").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1, "what was asked about was not done, what was said instead was");
    assert!(told.lock().unwrap()[0].contains("only the first two"), "{told:?}");
}

async fn yes_is_asked_about_twice() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    let (letters, _) = writing(&office, &mara, vec![people(12)]).await;
    mara.hears("May I do this?").await;
    mara.presses("Yes, all of it").await;
    assert_eq!(letters.sent(), 0);
    mara.presses("Yes, use “send letter” for 12 things").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn what_nobody_sees_is_shown() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let letters = office.sends_letters_on(Keyed, Policy::Required).await;
    office.reads(|_| idea("The letter").no_tasks().task("t1", "planner", "Send the letter", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("send_letter", json!({"to": "Kim\u{202e}elcnU", "text": "We\u{200b} take\u{7} offer C."})),
        _ => said("That is all."),
    });
    mara.mentions("write to Kim").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_progress().await;
    let prompt = mara.hears("May I do this?").await;
    assert!(prompt.contains("for Kim[U+202E]elcnU") && prompt.contains("We[U+200B] take[U+0007] offer C."), "{prompt}");
    mara.presses("Show all of it").await;
    let whole = mara.hears("This is all of it").await;
    assert!(whole.contains("Kim[U+202E]elcnU") && whole.contains("We[U+200B] take[U+0007] offer C."), "{whole}");
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
}
