//! "Undo": the last act and nothing older; for an act without Undo, what can be said or pressed instead.

use crate::support::{Office, Purposes, Role, Telegram, Voice, idea};
use secretary::secretary::intent::{Intent, ListAct, Understanding, When, WhenChange};

stories![
    of_several_requests_the_newest_is_taken_back_first,
    what_was_answered_last_is_asked_again,
    words_taken_for_an_answer_are_taken_out,
    an_answer_of_somebody_else_stays,
    under_which_one_nothing_is_taken_back,
    what_was_said_to_a_ticket_can_still_be_changed,
    calling_off_is_offered_for_the_ticket_of_the_last_deed_alone,
    an_invitation_is_ended,
    nothing_older_than_the_last_deed_is_taken_back,
];

const NO_UNDO: &str = "What you did last here has no Undo, so I leave everything as it is.";

async fn of_several_requests_the_newest_is_taken_back_first() {
    let at = |when: When, text: &str| {
        let when = Some(When { time: Some("09:00".to_owned()), ..when });
        Intent::Remind(WhenChange { text: text.to_owned(), when, ..WhenChange::default() })
    };
    let mondays = When { weekdays: vec!["mon".to_owned()], every: Some("week".to_owned()), ..When::default() };
    let friday = When { date: Some("2026-11-27".to_owned()), ..When::default() };
    // A list that is named without the word is that list, too.
    let title = "shopping".to_owned();
    let milk = Intent::List { act: ListAct::Add, title, things: vec!["milk".to_owned()] };
    let rent = (at(mondays, "pay rent"), "I'll remind you of “pay rent”", "Undone: the reminder “pay rent” is gone.");
    let call = (at(friday, "call Ann"), "I'll remind you of “call Ann”", "Undone: the reminder “call Ann” is gone.");
    let milk = (milk, "Added to the shopping list: milk", "Undone");
    for (first, second) in [(&rent, &milk), (&milk, &rent), (&rent, &call), (&call, &rent)] {
        let office = Office::new().await;
        let intents = vec![first.0.clone(), second.0.clone()];
        office.understands(move |_| Some(Understanding { why: String::new(), intents: intents.clone() }));
        let mara = office.owner("Mara", Telegram).await;
        mara.says("two things, please").await;
        mara.hears(first.1).await;
        mara.hears(second.1).await;
        mara.says("undo").await;
        mara.hears(second.2).await;
        mara.hears_nothing();
    }
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
    // It is undone once.
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

async fn words_taken_for_an_answer_are_taken_out() {
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
    mara.hears("#1 Undone, no answer any more: “write to the landlord, the heating is broken”. I ask again.").await;
    mara.hears("#1 One quick question").await;
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
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("note that my bike lock is 4711").await;
    mara.hears("Noted").await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    mara.says("cancel").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("[Delete the reminder “call Kim”, Tue 24 Nov, 09:00 (Berlin)]"), "{which}");
    assert!(which.contains("[Take back “"), "{which}");
    mara.says("undo").await;
    mara.hears_all();
    mara.lacks("Undone");
    // Nor once that question is over.
    mara.presses("Never mind").await;
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
    mara.replies("#1 Here is what I'll do", "drop 3").await;
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
    mara.replies("#1 Here is what I'll do", "drop 3").await;
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
    // What could be undone, with the words of that; and what is done after it without an Undo of its own.
    let before = [
        ("/mode auto-run", "Mode auto-run", "Mode manual"),
        ("/settings threshold 0.4", "threshold 0.4", "threshold 0:"),
        ("note that the key is with Ana", "Noted", "Undone"),
        ("add milk to the shopping list", "milk", "Undone"),
        ("remind me on Friday at 9 to call Kim", "call Kim", "Undone"),
    ];
    for (done, is, back) in before {
        for last in ["idea", "invitation", "reminder", "undo"] {
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
                    mara.says("remind me tomorrow at 8 to run").await;
                    mara.says("undo").await;
                }
            }
            mara.hears_all();
            mara.says("undo").await;
            let said = mara.hears("").await;
            assert!(said.contains("has no Undo") && !said.contains(back), "{done}, {last}: {said}");
        }
    }
}
