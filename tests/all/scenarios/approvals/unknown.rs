//! A call of a tool that was cut off: nobody knows whether it happened. What knows its key is repeated under it; of
//! anything else people are asked, once, and nothing is done again behind their back. The ledger of the tool is looked
//! at as well as the chat.

use crate::support::{
    Discord, Letters, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, at_each_point, call, idea, json, said,
};
use secretary::ports::model::ModelError;
use secretary::ports::tool::Repetition::{self, Keyed, Unkeyed};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// An office where the planner sends one letter, and what the agent was told of it last.
async fn writing(office: &Office, repetition: Repetition) -> (Arc<Letters>, Arc<Mutex<String>>) {
    let letters = office.sends_letters(repetition).await;
    let told = Arc::new(Mutex::new(String::new()));
    let last = told.clone();
    office.reads(|_| idea("The letter").no_tasks().task("t1", "planner", "Send the letter", &[]).into());
    office.works(move |input| match input.steps.last() {
        None => call("send_letter", json!({"to": "Kim", "text": "We take offer C."})),
        Some(step) => {
            last.lock().unwrap().clone_from(&step.result);
            said("That is all.")
        }
    });
    (letters, told)
}

/// Mara wants the letter sent.
async fn wishes(voice: &Voice) {
    voice.mentions("write to Kim that we take offer C").await;
    voice.hears("Here is what I'll do").await;
    voice.presses("Start").await;
    voice.hears_progress().await;
}

/// An attempt that fails behind a letter is followed by one that goes on behind it, also where people let it be tried again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_behind_a_letter_does_not_send_it_again() {
    for repetition in [Keyed, Unkeyed] {
        let office = Office::new().await;
        let (letters, _) = writing(&office, repetition).await;
        let left = AtomicUsize::new(4);
        office.works(move |input| {
            let fails = || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1)).is_ok();
            match input.steps.last() {
                None => call("send_letter", json!({"to": "Kim", "text": "We take offer C."})),
                Some(_) if fails() => Err(ModelError::Unusable("gibberish".to_owned())),
                Some(_) => said("That is all."),
            }
        });
        let mara = office.owner("Mara", Discord).await;
        wishes(&mara).await;
        office.advance(TimeDelta::minutes(1)).await;
        mara.hears("did not work. What now?").await;
        mara.presses("Try again").await;
        office.advance(TimeDelta::minutes(1)).await;
        mara.hears("Take offer C").await;
        assert_eq!((letters.sent(), letters.calls()), (1, 1), "{repetition:?}\n{}", office.transcript());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_point_one_letter_is_sent_and_one_question_asked_at_most() {
    let (runs, asked) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (all, questions) = (runs.clone(), asked.clone());
    at_each_point(move |office| {
        let (all, questions) = (all.clone(), questions.clone());
        async move {
            let (letters, _) = writing(&office, Unkeyed).await;
            let mara = office.owner("Mara", Discord).await;
            wishes(&mara).await;
            let prompts = mara.copies("Did this happen?").len();
            if prompts > 0 {
                mara.hears("Did this happen?").await;
                // She looks into the ledger, as the prompt asks her to.
                mara.presses(if letters.sent() == 0 { "Retry" } else { "It worked" }).await;
            }
            mara.hears("Take offer C").await;
            assert!(prompts <= 1, "asked {prompts} times");
            assert_eq!((letters.sent(), letters.calls()), (1, 1), "{}", office.transcript());
            all.fetch_add(1, Ordering::SeqCst);
            questions.fetch_add(prompts, Ordering::SeqCst);
        }
    })
    .await;
    // Before the letter, after it, and before its result is written down.
    let (runs, asked) = (runs.load(Ordering::SeqCst), asked.load(Ordering::SeqCst));
    assert!(runs > 40 && asked == 3, "{asked} questions in {runs} runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_point_a_letter_with_a_key_is_sent_once_and_nobody_asked() {
    at_each_point(|office| async move {
        let (letters, _) = writing(&office, Keyed).await;
        let mara = office.owner("Mara", Telegram).await;
        wishes(&mara).await;
        mara.hears("Take offer C").await;
        assert_eq!((letters.sent(), mara.copies("Did this happen?").len()), (1, 0), "{}", office.transcript());
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_is_lost_becomes_one_question() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Web).await;
    let there = office.owner("Kim", Discord).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Observer).await.in_group(&ops);
    wishes(&mara).await;
    let prompt = there.hears("#1 Did this happen?").await;
    let wanted = "I was cut off in the middle of “send letter” to Kim. Nobody knows whether it happened.\n\
                  It is about “The letter”, sent by Mara.\n\
                  It was about this: text: We take offer C. Please look there before you choose.\n\
                  1. Retry (I do it once more)\n   For: right if it did not happen. Against: if it did happen, it happens twice.\n\
                  2. It worked (I go on as if it was done)\n   For: nothing happens twice. Against: its answer is lost.\n\
                  3. Skip (I leave it out and go on without it)\n   \
                  For: nothing happens twice. Against: if it did happen, I do not know it.\n";
    assert!(prompt.contains(wanted), "{prompt}");
    assert!(
        prompt.contains("Without an answer nothing happens.") && prompt.ends_with("[Retry]\n[It worked]\n[Skip]"),
        "{prompt}"
    );
    mara.reads("waiting for a decision");
    let late = there.data("Retry");
    let refused = jo.presses("Retry").await;
    assert!(!refused.is_empty() && !refused.contains('✔'), "an observer decides nothing: {refused}");
    assert_eq!((letters.calls(), there.offers("Retry")), (1, true));
    there.presses("It worked").await;
    mara.hears("Take offer C").await;
    assert!(told.lock().unwrap().contains("A person confirmed that it was done"), "{}", told.lock().unwrap());
    assert!(there.presses_data(&late, "Retry").await.contains("It worked"), "{}", office.transcript());
    assert_eq!((letters.calls(), letters.sent()), (1, 1), "a late press does nothing again");
}

#[tokio::test]
async fn a_database_that_does_not_say_whether_it_was_kept_is_asked_again_under_the_same_key() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Keyed).await;
    letters.is_unstored(2);
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    office.advance(TimeDelta::minutes(1)).await;
    mara.hears("Take offer C").await;
    assert_eq!((letters.calls(), letters.sent()), (3, 1), "{}", office.transcript());
    assert_eq!(told.lock().unwrap().as_str(), "Sent as number 1.");
}

#[tokio::test]
async fn once_more_and_cut_off_again_is_asked_again() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.is_deadly(1);
    letters.falls_silent(1);
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    assert_eq!(letters.calls(), 1);
    mara.presses("Retry").await;
    mara.hears("Did this happen?").await;
    assert_eq!(letters.calls(), 2);
    mara.presses("Retry").await;
    mara.hears("Take offer C").await;
    assert_eq!((letters.calls(), told.lock().unwrap().as_str()), (3, "Sent as number 3."));
    assert_eq!(mara.copies("Did this happen?").len(), 2);
}

#[tokio::test]
async fn what_ends_the_program_each_time_is_asked_about_each_time() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.is_deadly(4);
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    for calls in 1..=4 {
        mara.hears("Did this happen?").await;
        assert_eq!(letters.calls(), calls);
        mara.presses(if calls < 4 { "Retry" } else { "Skip" }).await;
    }
    mara.hears("Take offer C").await;
    assert!(told.lock().unwrap().contains("A person decided to leave it out"), "{}", told.lock().unwrap());
    assert_eq!(letters.calls(), 4);
}

#[tokio::test]
async fn what_is_forbidden_by_now_is_not_done_once_more() {
    for repetition in [Keyed, Unkeyed] {
        let office = Office::new().await;
        let (letters, told) = writing(&office, repetition).await;
        if repetition == Unkeyed {
            letters.falls_silent(1);
        } else {
            letters.is_unstored(50);
        }
        let mara = office.owner("Mara", Telegram).await;
        wishes(&mara).await;
        if repetition == Unkeyed {
            mara.hears("Did this happen?").await;
        }
        let calls = letters.calls();
        assert_eq!(letters.sent(), 1);
        mara.slash("mode refuse send letter").await;
        mara.hears("never, Mara wants that").await;
        if repetition == Unkeyed {
            mara.presses("Retry").await;
        }
        office.advance(TimeDelta::minutes(1)).await;
        mara.hears("Take offer C").await;
        assert_eq!((letters.calls(), letters.sent()), (calls, 1), "{}", office.transcript());
        let told = told.lock().unwrap();
        assert!(told.contains("It is not made once more. A rule of Mara forbids this"), "{told}");
    }
}

#[tokio::test]
async fn silence_decides_nothing_and_words_do() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    office.advance(TimeDelta::days(2)).await;
    mara.hears("still waits for a decision").await;
    mara.hears_all();
    assert_eq!(letters.calls(), 1);
    mara.replies("Did this happen?", "Skip").await;
    mara.hears("#1 ✔ Skip").await;
    mara.hears("Take offer C").await;
    assert!(told.lock().unwrap().contains("leave it out"));
    assert_eq!(letters.calls(), 1);
}

#[tokio::test]
async fn a_pause_holds_also_what_people_let_be_done_again() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let mara = office.owner("Mara", Web).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    mara.presses("Retry").await;
    assert_eq!(letters.calls(), 1);
    mara.says("/resume 1").await;
    mara.hears("#1 On it.").await;
    mara.hears("Take offer C").await;
    assert_eq!((letters.calls(), told.lock().unwrap().as_str()), (2, "Sent as number 2."));
}

#[tokio::test]
async fn what_knows_its_key_is_repeated_until_it_answers() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Keyed).await;
    letters.falls_silent(2);
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    mara.hears("Take offer C").await;
    assert_eq!((letters.calls(), letters.sent(), told.lock().unwrap().as_str()), (3, 1, "Sent as number 1."));
}

#[tokio::test]
async fn whoever_is_gone_meanwhile_does_not_make_it_forgotten() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Unkeyed).await;
    letters.is_deadly(1);
    office.will_miss(&["planner"]);
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    office.works(|input| {
        let known = "Nobody knows whether it happened. — It worked";
        assert!(input.said.iter().any(|s| s.contains(known)), "{:?}", input.said);
        said("Sent before.")
    });
    mara.presses("It worked").await;
    mara.hears("Somebody has to do this").await;
    mara.presses("Writer").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.calls(), 1);
}

#[tokio::test]
async fn what_was_called_off_in_the_middle_and_taken_up_again_asks_before_it_is_done_again() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    mara.says("/cancel 1").await;
    mara.hears("Cancelled by Mara").await;
    mara.presses("Undo").await;
    mara.hears("#1 Did this happen?").await;
    assert_eq!(letters.calls(), 1, "{}", office.transcript());
    mara.presses("It worked").await;
    mara.hears("Take offer C").await;
    assert!(told.lock().unwrap().contains("A person confirmed that it was done"), "{}", told.lock().unwrap());
    assert_eq!(letters.calls(), 1);
}

#[tokio::test]
async fn taken_up_again_while_all_work_is_paused_it_asks_when_that_ends() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let mara = office.owner("Mara", Web).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    mara.says("/cancel 1").await;
    mara.hears("Cancelled by Mara").await;
    mara.says("/pause all").await;
    mara.hears("All work is paused").await;
    mara.presses("Undo").await;
    assert_eq!((letters.calls(), mara.copies("Did this happen?").len()), (1, 1), "{}", office.transcript());
    mara.says("/resume all").await;
    mara.hears_progress().await;
    mara.hears("Work goes on (1 ticket).").await;
    mara.hears("#1 Did this happen?").await;
    mara.presses("Skip").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.calls(), 1);
}

#[tokio::test]
async fn whoever_is_gone_when_it_is_taken_up_again_does_not_make_it_forgotten() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Unkeyed).await;
    letters.falls_silent(1);
    let mara = office.owner("Mara", Discord).await;
    wishes(&mara).await;
    mara.hears("Did this happen?").await;
    mara.says("/cancel 1").await;
    mara.hears("Cancelled by Mara").await;
    office.will_miss(&["planner"]);
    office.restart().await;
    mara.presses("Undo").await;
    mara.hears_progress().await;
    mara.hears("#1 Did this happen?").await;
    office.works(|input| {
        let known = "Nobody knows whether it happened. — It worked";
        assert!(input.said.iter().any(|s| s.contains(known)), "{:?}", input.said);
        said("Sent before.")
    });
    mara.presses("It worked").await;
    mara.hears("Somebody has to do this").await;
    mara.presses("Writer").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.calls(), 1);
}
