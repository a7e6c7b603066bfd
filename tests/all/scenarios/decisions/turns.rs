//! At most five decisions stand before one person at a time: the rest wait for their turn, and nothing follows from the
//! silence of people who were not asked yet.

use crate::scenarios::approvals::leave::writing;
use crate::scenarios::decisions::deadlines::question;
use crate::scenarios::settings::budgets::priced;
use crate::support::{
    Content, Discord, Office, Role, Telegram, TimeDelta, Voice, ask_for_decision, call, decision, idea, json, said,
};
use secretary::ports::tool::Policy;
use secretary::ports::tool::Repetition::Keyed;

stories![
    the_sixth_waits_its_turn,
    what_waits_can_be_decided_from_the_list,
    a_list_says_that_a_decision_is_on_its_way,
    what_ends_soon_goes_first_and_its_time_begins_when_it_is_shown,
    questions_for_leave_count_as_well,
    what_is_called_off_makes_room,
    each_person_has_a_line_of_their_own,
    a_lost_chat_brings_nobody_more_than_five,
    whoever_is_back_is_asked_five,
    a_stop_that_is_taken_back_takes_its_turn,
    a_budget_that_waits_says_why_work_stands_still,
];

/// One more letter that needs approval.
async fn wants_a_letter(mara: &Voice) {
    mara.mentions("write to Kim that we take offer C").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_progress().await;
}

/// So many ideas of theirs, each of which comes to a decision.
async fn wishes(voice: &Voice, ideas: usize) {
    for _ in 0..ideas {
        voice.mentions("compare three hosting offers").await;
        voice.hears_progress().await;
    }
}

/// Five of them, each with its prompt.
async fn five(voice: &Voice) {
    for n in 1..=5 {
        wishes(voice, 1).await;
        let prompt = voice.hears("One decision for you").await;
        assert!(prompt.contains(&format!("#{n} ")) && !prompt.contains("wait until"), "{prompt}");
    }
}

async fn the_sixth_waits_its_turn() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    five(&mara).await;
    wishes(&mara, 2).await;
    mara.hears_nothing();
    mara.reads("waiting for a decision, which I ask once others are made");
    mara.slash("decide 3 1").await;
    mara.hears("#3 ✔ Only monthly terms").await;
    let next = mara.hears("#6 One decision for you").await;
    assert!(next.contains("1 more waits until you have answered some. /decisions shows all."), "{next}");
    mara.hears("Take offer C").await;
    mara.slash("decide 6 1").await;
    mara.hears("#6 ✔ Only monthly terms").await;
    let last = mara.hears("#7 One decision for you").await;
    assert!(!last.contains("until you have answered"), "{last}");
    mara.hears("Take offer C").await;
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
    mara.hears_nothing();
}

async fn a_list_says_that_a_decision_is_on_its_way() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    five(&mara).await;
    wishes(&mara, 1).await;
    mara.says("/list").await;
    let list = mara.hears("#6 ").await;
    assert_eq!(list.matches("a decision is on its way to you").count(), 1, "{list}");
    assert_eq!(list.matches("waiting for you").count(), 5, "{list}");
    kim.says("/list").await;
    let list = kim.hears("#6 ").await;
    assert_eq!(list.matches("a decision waits its turn").count(), 1, "{list}");
    mara.hears_all();
}

async fn what_waits_can_be_decided_from_the_list() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    five(&mara).await;
    wishes(&mara, 1).await;
    // A bare word is about what they were shown, never about what waits.
    mara.slash("decisions").await;
    mara.hears("#1").await;
    mara.presses("More ›").await;
    mara.reads("#6 Offer B is cheapest but binds you for 24 months. May I recommend it? · waits its turn");
    mara.slash("decide 6 2").await;
    mara.hears("#6 ✔ 24 months is fine").await;
    mara.hears("Take offer C").await;
    mara.hears_nothing();
}

async fn what_ends_soon_goes_first_and_its_time_begins_when_it_is_shown() {
    let office = Office::new().await;
    office.reads(|input| idea(if input.idea.contains("soon") { "Soon" } else { "Later" }).into());
    office.works(|input| match decision(input) {
        Some(answer) => said(answer),
        None if input.title.contains("Soon") => call("ask_decision", question("technical_choice", "recommended")),
        None => ask_for_decision(),
    });
    let mara = office.owner("Mara", Telegram).await;
    five(&mara).await;
    wishes(&mara, 1).await;
    mara.mentions("compare what ends soon").await;
    mara.hears_progress().await;
    mara.hears_nothing();
    // Its time, four hours, passes while nobody was asked: nothing follows.
    office.advance(TimeDelta::hours(5)).await;
    mara.hears_nothing();
    mara.slash("decide 1 1").await;
    mara.hears("#1 ✔ Only monthly terms").await;
    let next = mara.hears("#7 One decision for you").await;
    assert!(next.contains("in 15 min") && next.contains("1 more waits"), "{next}");
    mara.hears("Take offer C").await;
    office.advance(TimeDelta::minutes(16)).await;
    // The reminder and what follows.
    for _ in 0..2 {
        let taken = mara.hears("✔ Only monthly terms. Taken as announced").await;
        assert!(taken.contains("#7"), "{taken}");
    }
    mara.hears("#6 One decision for you").await;
    mara.hears("Take offer C").await;
}

async fn questions_for_leave_count_as_well() {
    let office = Office::new().await;
    let letters = office.sends_letters_on(Keyed, Policy::Required).await;
    office.reads(|_| idea("The letter").no_tasks().task("t1", "planner", "Send the letter", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("send_letter", json!({"to": "Kim", "text": "We take offer C."})),
        _ => said("That is all."),
    });
    let mara = office.owner("Mara", Telegram).await;
    for n in 1..=6 {
        wants_a_letter(&mara).await;
        if n < 6 {
            mara.hears("May I do this?").await;
        }
    }
    mara.hears_nothing();
    assert_eq!(letters.sent(), 0);
    mara.presses("Leave it out").await;
    mara.hears("#6 May I do this?").await;
    mara.hears("Take offer C").await;
}

async fn what_is_called_off_makes_room() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    five(&mara).await;
    wishes(&mara, 1).await;
    mara.slash("cancel 2").await;
    mara.hears("Cancelled").await;
    mara.hears("#6 One decision for you").await;
    mara.hears_nothing();
}

async fn each_person_has_a_line_of_their_own() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let ops = office.group("Ops", Discord);
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    five(&mara).await;
    wishes(&jo, 1).await;
    jo.hears("#6 One decision for you").await;
    // From here on decisions go to a room: Mara has enough before her, so the others are called there.
    mara.in_group(&ops).slash("room decisions on").await;
    kim.hears("decisions").await;
    wishes(&jo, 1).await;
    kim.hears("#7 One decision for you").await;
    let called = kim.pings("#7 One decision for you");
    assert!(called.contains(&kim.who.user) && !called.contains(&mara.who.user), "{called:?}");
}

async fn a_lost_chat_brings_nobody_more_than_five() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.owner("Kim", Discord).await;
    five(&kim).await;
    for n in 6..=8 {
        wishes(&mara, 1).await;
        mara.hears(&format!("#{n} One decision for you")).await;
    }
    office.blocks(&mara.place);
    mara.happens(Content::Reachable { yes: false }).await;
    // Kim may decide them as well, and has five.
    kim.hears_nothing();
    kim.slash("decide 1 1").await;
    kim.hears("#1 ✔ Only monthly terms").await;
    kim.hears("#6 One decision for you").await;
    kim.hears("Take offer C").await;
    kim.hears_nothing();
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    for n in 1..=5 {
        mara.lacks(&format!("#{n} One decision for you"));
    }
    // What stood there does so still, once.
    assert_eq!(mara.copies("One decision for you").len(), 3, "{}", office.transcript());
    mara.slash("decide 8 1").await;
    mara.hears_all();
    mara.reads("#8 ✔ Only monthly terms");
    kim.lacks("#7 One decision for you");
}

async fn whoever_is_back_is_asked_five() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.owner("Kim", Discord).await;
    for voice in [&mara, &kim] {
        voice.says("/room decisions on").await;
        voice.hears_all();
    }
    office.blocks(&mara.place);
    mara.happens(Content::Reachable { yes: false }).await;
    kim.hears_all();
    five(&kim).await;
    wishes(&kim, 1).await;
    kim.hears_nothing();
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    assert_eq!(mara.copies("One decision for you").len(), 5, "{}", office.transcript());
    // As somebody answers one of these, the next is asked.
    mara.hears_all();
    for n in 1..=6 {
        kim.slash(&format!("decide {n} 1")).await;
    }
    for voice in [&mara, &kim] {
        voice.hears_all();
        assert!(!voice.offers("★"), "{}", office.transcript());
    }
}

async fn a_stop_that_is_taken_back_takes_its_turn() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Discord).await;
    for n in 1..=6 {
        wants_a_letter(&mara).await;
        if n < 6 {
            mara.hears(&format!("#{n} May I do this?")).await;
        }
    }
    let asked = mara.copies("#5 May I do this?");
    mara.presses_under(&asked[0], "Stop").await;
    mara.hears_all();
    mara.reads("#6 May I do this?");
    // Five others stand before them by now.
    mara.presses("Undo").await;
    mara.lacks("#5 May I do this?");
    mara.reads("#5 This question is open again. I ask it here once you have answered others.");
    let sixth = mara.copies("#6 May I do this?");
    mara.presses_under(&sixth[0], "Leave it out").await;
    mara.hears_all();
    mara.reads("#5 May I do this?");
    assert_eq!(letters.sent(), 0);
}

async fn a_budget_that_waits_says_why_work_stands_still() {
    let office = Office::new().await;
    priced(&office);
    office.reads(|input| idea(if input.idea.contains("thorough") { "Thorough" } else { "Short" }).into());
    office.works(|input| match decision(input) {
        Some(answer) => said(answer),
        None if input.title.contains("Thorough") => call("report_progress", json!({"line": "looking on"})),
        None => ask_for_decision(),
    });
    let mara = office.owner("Mara", Discord).await;
    mara.says("/budget ticket 4,000 tokens").await;
    mara.hears("Each ticket: at most 4,000 tokens.").await;
    five(&mara).await;
    mara.mentions("compare what is thorough").await;
    mara.hears_all();
    mara.reads("a budget is used up: I ask whether to go on once other decisions are made (/decisions shows all)");
    mara.slash("decide 1 1").await;
    mara.hears_all();
    mara.reads("The budget of #6 is used up. Go on?");
}
