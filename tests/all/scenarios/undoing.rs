//! "Undo": what was done last, and nothing older; where that has no Undo, what can be said or pressed instead.

use crate::support::{Office, Voice, ask_for_decision, decision, idea, said};
use secretary::secretary::inbound::Platform::Telegram;
use secretary::secretary::plan::Kind;

stories![
    of_several_requests_the_newest_is_taken_back_first,
    both_requests_of_one_message_are_taken_back_at_once,
    an_addition_may_become_an_idea_of_its_own,
    what_was_said_to_a_ticket_can_still_be_changed,
    calling_off_is_offered_for_the_ticket_of_the_last_deed_alone,
    an_invitation_is_ended,
    nothing_older_than_the_last_deed_is_taken_back,
];

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
    mara.hears("Got it").await;
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
    mara.hears("#3 “find a printer” Got it.").await;
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
    mara.hears("Got it").await;
    if asks {
        mara.hears("One quick question").await;
        mara.presses("blue").await;
    }
    mara.hears("#1 Here is what I'll do").await;
    mara
}

async fn what_was_said_to_a_ticket_can_still_be_changed() {
    let edit = "Press Edit on the newest card of #1 and say how it should be: “actually …”.";
    let office = Office::new().await;
    let mara = with_card(&office, true).await;
    mara.says("undo").await;
    mara.hears(&format!("What you told #1 has no Undo, but you can still change it. {edit}")).await;
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
    mara.hears("Got it").await;
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
