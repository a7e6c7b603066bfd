//! A report that was no good: a thumb down opens its ticket again, and whoever pressed says what should be different.

use crate::support::{Discord, Office, Telegram, Voice, Web, said};

stories![
    a_thumb_down_opens_the_ticket_again_and_words_say_what_to_do,
    words_right_after_it_are_the_wish,
    without_a_wish_it_is_done_again_or_left,
    it_survives_a_restart_and_a_better_rating_settles_it,
    a_thumb_down_lowers_the_score_of_who_did_it,
    called_off_before_anybody_said_what_the_report_stays,
];

/// Mara pressed 👎 under a report.
async fn rated_down(office: &Office) -> Voice {
    office.works(|input| match input.said.iter().any(|s| s.contains("no price list")) {
        true => said("Offer C, without prices."),
        false => said("Offer C costs €12."),
    });
    office.writes(|input| said(&format!("{}.", input.results.last().unwrap().text.trim_end_matches('.'))));
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("Offer C costs €12.").await;
    assert_eq!(mara.presses("👎").await, "Sorry about that. What should be different?");
    let asked = mara.hears("#1 Open again\nSorry about that. What should be different?").await;
    assert!(asked.contains("I wait for your word before I do anything."), "{asked}");
    assert!(mara.offers("Do it again") && mara.offers("Leave it as it is"), "{asked}");
    mara
}

async fn a_thumb_down_opens_the_ticket_again_and_words_say_what_to_do() {
    let office = Office::new().await;
    let mara = rated_down(&office).await;
    mara.says("/list").await;
    let list = mara.hears("#1 ? Hosting offers").await;
    assert!(list.contains("waiting for"), "{list}");
    // Nobody is pressed for an answer, and nothing is done without one.
    let before = office.thoughts();
    office.advance(chrono::TimeDelta::days(3)).await;
    mara.hears_nothing();
    assert_eq!(office.thoughts(), before);
    mara.presses("Other…").await;
    mara.hears("What do you decide?").await;
    mara.says("no price list please").await;
    mara.hears("I'm doing it again").await;
    mara.reads("✔ no price list please. Mara, ");
    mara.hears("▸").await;
    mara.hears("Offer C, without prices.").await;
    mara.says("/list").await;
    mara.hears("Nothing open").await;
}

async fn words_right_after_it_are_the_wish() {
    let office = Office::new().await;
    let mara = rated_down(&office).await;
    mara.says("with no price list").await;
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("Offer C, without prices.").await;
}

async fn without_a_wish_it_is_done_again_or_left() {
    let office = Office::new().await;
    let mara = rated_down(&office).await;
    mara.presses("Do it again").await;
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("Offer C costs €12.").await;
    mara.presses("👎").await;
    mara.hears("Open again").await;
    mara.presses("Leave it as it is").await;
    mara.reads("✔ Leave it as it is. Mara, ");
    mara.says("/list").await;
    mara.hears("Nothing open").await;
    mara.says("/show 1").await;
    let shown = mara.hears("#1 Hosting offers").await;
    assert!(shown.contains("done"), "{shown}");
}

async fn it_survives_a_restart_and_a_better_rating_settles_it() {
    let office = Office::new().await;
    let mara = rated_down(&office).await;
    office.starts_without(&[]).await;
    mara.presses_under(&mara.copies("Offer C costs €12.").pop().unwrap(), "👍").await;
    mara.reads("✔ Leave it as it is. Mara, ");
    mara.says("/list").await;
    mara.hears("Nothing open").await;
}

/// The agents' record: what was rated down counts against whoever did it.
async fn a_thumb_down_lowers_the_score_of_who_did_it() {
    for platform in [Discord, Web] {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        mara.wants_offers().await;
        mara.hears("Take offer C").await;
        let score = || async { office.score("researcher").await };
        let before = score().await;
        mara.presses("👎").await;
        mara.hears("Open again").await;
        assert!(score().await < before, "{} is not less than {before}", score().await);
        mara.presses("Leave it as it is").await;
    }
}

/// Nothing was done yet that could be called off: the report is done as before, and nothing runs without words.
async fn called_off_before_anybody_said_what_the_report_stays() {
    for all in [false, true] {
        let office = Office::new().await;
        let mara = rated_down(&office).await;
        let before = office.thoughts();
        if all {
            mara.says("/cancel all").await;
            mara.hears("Cancel 1 open ticket?").await;
            mara.presses("Cancel it").await;
        } else {
            mara.says("/cancel 1").await;
        }
        mara.hears("#1 All right, the report stays as it is. /reports 1 shows it.").await;
        mara.reads("No longer needed.");
        assert!(!mara.offers("Undo") && !mara.offers("Do it again"), "{}", office.transcript());
        assert!(mara.offers("Revise"), "{}", office.transcript());
        mara.says("/resume 1").await;
        mara.hears("#1").await;
        office.advance(chrono::TimeDelta::days(1)).await;
        mara.hears_nothing();
        assert_eq!(office.thoughts(), before, "nothing is done again");
        mara.says("/list").await;
        mara.hears("Nothing open").await;
    }
}
