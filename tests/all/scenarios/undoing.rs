//! "Undo": what was done last, and nothing older; where that has no Undo, what can be said or pressed instead.

use crate::support::{Office, Voice, ask_for_decision, decision, idea, said};
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::secretary::plan::Kind;
use secretary::secretary::workspace::{Purposes, Role};

stories![
    of_several_requests_the_newest_is_taken_back_first,
    both_requests_of_one_message_are_taken_back_at_once,
    an_addition_may_become_an_idea_of_its_own,
    what_was_answered_last_is_asked_again,
    words_taken_for_an_answer_are_taken_out_and_may_be_an_idea,
    an_answer_of_somebody_else_stays,
    under_which_one_nothing_is_taken_back,
    what_was_said_to_a_ticket_can_still_be_changed,
    calling_off_is_offered_for_the_ticket_of_the_last_deed_alone,
    an_invitation_is_ended,
    nothing_older_than_the_last_deed_is_taken_back,
    doubt_behind_answers_calls_nothing_off_in_a_thread,
    doubt_behind_answers_calls_nothing_off_in_a_direct_chat,
    doubt_about_running_work_is_asked_about,
    doubt_is_about_what_was_done_last,
];

const DOUBTS: [&str; 4] = ["actually no", "hmm no", "no wait", "I changed my mind"];

/// An idea with one question, whose plan waits for a word behind the answer.
fn with_a_question(office: &Office) {
    office.reads(|input| {
        let plan = idea("Hosting offers");
        if input.answered.is_empty() {
            plan.asks("What matters most?", &["Price", "Speed"]).into()
        } else {
            plan.into()
        }
    });
}

async fn doubt_behind_answers_calls_nothing_off_in_a_thread() {
    for words in DOUBTS {
        let office = Office::new().await;
        with_a_question(&office);
        let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
        let mara = office.owner("Mara", Discord).await.in_group(&shop);
        mara.says("/new compare three hosting offers").await;
        let thread = mara.in_thread();
        thread.hears("One quick question").await;
        thread.says("speed").await;
        thread.hears("Here is what I'll do").await;
        thread.says(words).await;
        thread.hears("Which one?").await;
        thread.lacks("Cancelled");
        thread.presses("Never mind").await;
        // The plan stands as it stood.
        thread.presses("Start").await;
        thread.hears("▸").await;
        thread.hears("Take offer C").await;
    }
}

async fn doubt_behind_answers_calls_nothing_off_in_a_direct_chat() {
    for words in DOUBTS {
        let office = Office::new().await;
        with_a_question(&office);
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.hears("One quick question").await;
        mara.presses("Speed").await;
        mara.hears("Here is what I'll do").await;
        mara.says(words).await;
        mara.hears("Which one?").await;
        mara.lacks("Cancelled");
        // What is meant can be said by its button.
        mara.presses("Change #1").await;
        mara.hears_all();
        mara.says("the price matters most").await;
        mara.hears_all();
        mara.says(words).await;
        mara.hears("Which one?").await;
        mara.presses("Cancel #1").await;
        mara.hears("Cancelled").await;
    }
}

async fn doubt_is_about_what_was_done_last() {
    for words in ["actually no", "I changed my mind", "hmm no"] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says("remind me tomorrow at 9 to call Ann").await;
        mara.hears("I'll remind you of “call Ann”").await;
        mara.says("/mode auto-run").await;
        mara.hears_all();
        mara.says(words).await;
        mara.hears_all();
        mara.lacks("Deleted: “call Ann”");
        mara.says("/mode").await;
        let mode = mara.hears("mode").await;
        assert!(!mode.contains("auto-run is on"), "{words}: {mode}");
        mara.says("delete the reminder to call Ann").await;
        mara.hears("Deleted: “call Ann”.").await;
        // Right behind it, it is the reminder that is meant.
        mara.says("remind me tomorrow at 10 to call Tom").await;
        mara.hears("I'll remind you of “call Tom”").await;
        mara.says(words).await;
        mara.hears("Deleted: “call Tom”.").await;
    }
}

async fn doubt_about_running_work_is_asked_about() {
    for words in DOUBTS {
        let office = Office::new().await;
        with_a_question(&office);
        office.works(|input| match decision(input) {
            None => ask_for_decision(),
            Some(_) => said("Take offer C."),
        });
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.hears("One quick question").await;
        mara.presses("Speed").await;
        mara.hears("Here is what I'll do").await;
        mara.presses("Start").await;
        mara.hears_all();
        mara.says(words).await;
        mara.hears_all();
        mara.lacks("Cancelled");
    }
}

const NO_UNDO: &str = "What you did last here has no Undo, so I leave everything as it is.";

async fn of_several_requests_the_newest_is_taken_back_first() {
    let rent = ("remind me every monday at 9 to pay rent", "I'll remind you of “pay rent”", "Deleted: “pay rent”.");
    let milk = ("add milk to the shopping list", "Added to the shopping list: milk", "Undone");
    let call = ("remind me on Friday at 10 to call Ann", "I'll remind you of “call Ann”", "Deleted: “call Ann”.");
    for (first, second) in [(rent, milk), (milk, rent), (rent, call), (call, rent)] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says(&format!("{}\n{}", first.0, second.0)).await;
        mara.hears(first.1).await;
        mara.hears(second.1).await;
        mara.says("undo").await;
        mara.hears(second.2).await;
        mara.hears("The other one still stands. To take it back as well, say: undo").await;
        mara.says("undo").await;
        mara.hears(first.2).await;
        // Neither comes back by a word that takes things back.
        mara.says("undo").await;
        mara.hears(NO_UNDO).await;
        mara.hears_nothing();
    }
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says(&format!("{} and also {}", rent.0, milk.0)).await;
    mara.hears(rent.1).await;
    mara.hears(milk.1).await;
    mara.says("undo").await;
    mara.hears(milk.2).await;
    mara.hears("The other one still stands.").await;
    mara.says("/schedules").await;
    mara.hears("1. “pay rent”").await;
}

async fn both_requests_of_one_message_are_taken_back_at_once() {
    let rent = ("remind me every monday at 9 to pay rent", "I'll remind you of “pay rent”", "Deleted: “pay rent”.");
    let milk = ("add milk to the shopping list", "Added to the shopping list: milk", "Undone");
    for words in ["undo both", "undo everything", "undo all of it", "mach beides rückgängig"] {
        for (first, second) in [(rent, milk), (milk, rent)] {
            let office = Office::offline().await;
            let mara = office.owner("Mara", Telegram).await;
            mara.says(&format!("{}\n{}", first.0, second.0)).await;
            mara.hears(first.1).await;
            mara.hears(second.1).await;
            mara.says(words).await;
            mara.hears(second.2).await;
            mara.hears(first.2).await;
            mara.hears_nothing();
            // There is nothing left.
            mara.says(words).await;
            mara.hears("I take things back one at a time").await;
            mara.hears_nothing();
        }
    }
}

/// Work that waits for a decision while more is said.
async fn at_work(office: &Office) -> Voice {
    office.reads(|input| match input.running {
        Some(_) => idea("More").kind(Kind::Addition).into(),
        None => idea("Hosting offers").into(),
    });
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("Offer C fits. {answer}.")),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision").await;
    mara
}

async fn an_addition_may_become_an_idea_of_its_own() {
    let office = Office::new().await;
    let mara = at_work(&office).await;
    mara.says("find a printer").await;
    mara.hears("Added to #1: “find a printer”\n[Make it a new idea]").await;
    mara.hears("#1 Added: find a printer.").await;
    mara.says("undo").await;
    let way = mara.hears("“find a printer” was added and stays there.").await;
    assert!(way.ends_with("[Make it a new idea]") && !way.contains("Cancel"), "{way}");
    mara.reads("Added to #1: “find a printer”");
    mara.presses("Make it a new idea").await;
    // It stood once only, and was taken.
    assert!(!mara.offers("Make it a new idea"), "{}", office.transcript());
    mara.hears_all();
}

/// A card of three steps, after a question where `asks`.
async fn with_card(office: &Office, asks: bool) -> Voice {
    office.reads(move |input| {
        let plan = idea("Offers").no_tasks().task("t1", "researcher", "Find offers", &[]);
        let plan = plan.task("t2", "researcher", "Compare them", &["t1"]);
        let plan = plan.task("t3", "researcher", "Draw a chart", &[]).assumes("prices in euros");
        if asks && input.answered.is_empty() {
            plan.asks("Which colour?", &["blue", "red"]).into()
        } else {
            plan.into()
        }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    if asks {
        mara.hears("One quick question").await;
        mara.presses("blue").await;
    }
    mara.hears("#1 Here is what I'll do").await;
    mara
}

async fn what_was_answered_last_is_asked_again() {
    // The round is closed, and its card is up.
    let office = Office::new().await;
    let mara = with_card(&office, true).await;
    mara.says("undo").await;
    mara.hears("#1 Undone, no answer any more: “blue”. I ask again.").await;
    mara.hears("#1 One quick question").await;
    mara.reads("Taken back: an answer it rests on counts no more.");
    assert!(!mara.offers("Start"), "{}", office.transcript());
    // It is taken back once.
    mara.says("undo").await;
    mara.hears(NO_UNDO).await;
    mara.presses("red").await;
    mara.hears("#1 Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_all();
    mara.says("undo").await;
    mara.hears_all();
    assert_eq!(office.transcript().matches("no answer any more").count(), 1, "{}", office.transcript());
    // The round is open: what was answered before stays.
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Party").asks("Which colour?", &["blue", "red"]).asks("Which month?", &["May", "June"]);
        if input.answered.is_empty() { plan.into() } else { idea("Party").assumes("as you say").into() }
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("plan a party").await;
    mara.hears("#1 Two quick questions").await;
    mara.presses("blue").await;
    mara.says("undo").await;
    mara.hears("#1 Undone, no answer any more: “blue”. I ask again.").await;
    mara.hears("#1 Two quick questions").await;
    assert!(mara.offers("blue"), "{}", office.transcript());
}

async fn words_taken_for_an_answer_are_taken_out_and_may_be_an_idea() {
    let office = Office::new().await;
    office.reads(|input| match input.idea.contains("hosting") && input.answered.is_empty() {
        true => idea("Hosting").asks("What matters most?", &["Price", "Speed"]).into(),
        false => idea("Other").assumes("as you say").into(),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("find hosting").await;
    mara.hears("#1 One quick question").await;
    mara.says("write to the landlord, the heating is broken").await;
    mara.hears("#1 Here is what I'll do").await;
    mara.says("undo").await;
    let told = mara.hears("#1 Undone, no answer any more: “write to the landlord, the heating is broken”.").await;
    assert!(told.ends_with("[It was a new idea]"), "{told}");
    mara.hears("#1 One quick question").await;
    mara.presses("It was a new idea").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("price").await;
    mara.reads("#1 Price. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

async fn an_answer_of_somebody_else_stays() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Party").asks("Which colour?", &["blue", "red"]).asks("Which month?", &["May", "June"]);
        if input.answered.is_empty() { plan.into() } else { idea("Party").assumes("as you say").into() }
    });
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&shop);
    mara.says("/new plan a party").await;
    mara.hears("#1 Two quick questions").await;
    mara.presses("blue").await;
    kim.presses("May").await;
    mara.hears_all();
    mara.mentions("undo").await;
    mara.hears_all();
    mara.lacks("no answer any more");
}

async fn under_which_one_nothing_is_taken_back() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("note that my bike lock is 4711").await;
    mara.hears("Noted").await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    mara.says("never mind").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("[Take back “") && which.contains("[Delete "), "{which}");
    mara.says("undo").await;
    mara.hears("Nothing is taken back: I have just asked which one you mean.").await;
    mara.lacks("Undone");
    // Nor once that question is over.
    mara.says("never mind").await;
    mara.hears_all();
    mara.says("undo").await;
    mara.hears_all();
    mara.lacks("Undone");
    mara.lacks("Deleted:");
}

async fn what_was_said_to_a_ticket_can_still_be_changed() {
    let edit = "Press Edit on the newest card of #1 and say how it should be: “actually …”.";
    let office = Office::new().await;
    let mara = with_card(&office, false).await;
    mara.says("drop 3").await;
    mara.hears("#1 Here is what I'll do").await;
    mara.says("undo").await;
    mara.hears(&format!("A change of a plan has no Undo. {edit}")).await;
    mara.says("undo").await;
    mara.hears("A change of a plan has no Undo.").await;
}

async fn calling_off_is_offered_for_the_ticket_of_the_last_deed_alone() {
    let office = Office::new().await;
    let mara = with_card(&office, false).await;
    mara.says("undo").await;
    let offered = mara.hears(NO_UNDO).await;
    assert!(offered.contains("[Cancel #1 Offers]"), "{offered}");
    mara.says("find a venue for the party").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("change #1: drop 3").await;
    mara.hears("#1 Here is what I'll do").await;
    mara.says("undo").await;
    let offered = mara.hears("A change of a plan has no Undo.").await;
    assert!(offered.contains("#1") && !offered.contains("#2"), "{offered}");
    mara.says("/invite approver").await;
    mara.hears("One-time code").await;
    mara.says("/invite off").await;
    mara.hears("Taken back").await;
    mara.says("undo").await;
    let offered = mara.hears(NO_UNDO).await;
    assert!(!offered.contains("[Cancel"), "{offered}");
}

async fn an_invitation_is_ended() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/invite approver").await;
    mara.hears("One-time code").await;
    mara.says("undo").await;
    mara.hears(
        "An invitation has no Undo, but /invite off ends every one that nobody has used yet.\n[End invitations]",
    )
    .await;
    mara.presses("End invitations").await;
    mara.hears("Taken back: the code of the open invitation works no more.").await;
    mara.says("undo").await;
    mara.hears(NO_UNDO).await;
}

async fn nothing_older_than_the_last_deed_is_taken_back() {
    // What could be taken back, with how that would be said; and what is done after it without an Undo of its own.
    let before = [
        ("/mode auto-run", "Mode auto-run", "Mode manual"),
        ("/settings threshold 0.4", "threshold 0.4", "threshold 0:"),
        ("note that the key is with Ana", "Noted", "Undone"),
        ("add milk to the shopping list", "milk", "Undone"),
        ("remind me on Friday at 9 to call Kim", "call Kim", "Deleted"),
    ];
    for (done, is, back) in before {
        for last in ["idea", "invitation", "reminder", "several"] {
            let office = Office::offline().await;
            let mara = office.owner("Mara", Telegram).await;
            if last == "reminder" {
                mara.says("remind me in 10 minutes to stretch").await;
                office.advance(chrono::TimeDelta::minutes(10)).await;
            }
            mara.says(done).await;
            mara.hears_all();
            assert!(office.transcript().contains(is), "{}", office.transcript());
            match last {
                "idea" => mara.says("compare Hetzner, Strato and Netcup").await,
                "invitation" => mara.says("/invite approver").await,
                "reminder" => drop(mara.presses("Done").await),
                _ => {
                    mara.says("remind me tomorrow at 8 to run\nremind me tomorrow at 9 to call Jo").await;
                    for _ in 0..2 {
                        mara.says("undo").await;
                    }
                }
            }
            mara.hears_all();
            mara.says("undo").await;
            let said = mara.hears("").await;
            assert!(said.contains("has no Undo") && !said.contains(back), "{done}, {last}: {said}");
        }
    }
}
