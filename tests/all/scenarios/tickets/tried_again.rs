//! Work that fails, is interrupted or has nobody to do it: tried again, handed over or left out.

use crate::scenarios::tickets::working::begun;
use crate::support::{Office, TimeDelta, Voice, Web, idea, said};
use secretary::ports::model::ModelError;

stories![
    tried_again_after_a_while_and_longer_after_the_second_time,
    nothing_is_tried_while_paused_nor_after_a_cancel,
    a_third_failure_asks_people,
    killed_in_the_middle_it_goes_on,
    what_kills_the_process_each_time_is_not_begun_a_fourth_time,
    a_restart_on_purpose_is_no_interruption,
    an_agent_who_is_gone_is_asked_about,
    who_takes_over_is_asked_again_once_a_stop_is_taken_back,
    left_out_when_nobody_shall_do_it,
    what_was_left_out_stays_so_when_a_stop_is_taken_back,
    whoever_comes_back_settles_the_question,
];

/// Agents whose first attempts give nothing.
fn failing(office: &Office, attempts: usize) {
    let worked = office.worked();
    // A run that hears nothing asks once more.
    let until = worked() + 2 * attempts;
    office.works(move |_| said(if worked() < until { "" } else { "Offer C." }));
}

async fn tried_again_after_a_while_and_longer_after_the_second_time() {
    let office = Office::new().await;
    failing(&office, 2);
    let mara = begun(&office).await;
    // A crash leaves out what would have been edited over at once.
    let said = |line: &str| office.starts() > 1 || office.transcript().contains(line);
    assert!(said("▸ Researcher: retry 2/3 in 5 s"), "{}", office.transcript());
    mara.reads("▸ Researcher: retry 3/3 in 30 s");
    mara.says("/list").await;
    mara.hears("#1 ▸ Hosting offers · working").await;
    office.advance(TimeDelta::seconds(40)).await;
    mara.hears("Take offer C").await;
    assert!(said("▸ Researcher: Hosting offers (retry 3/3)"), "{}", office.transcript());
    mara.says("/show 1").await;
    mara.hears("✔ Hosting offers (Researcher), 3 tries").await;
}

async fn nothing_is_tried_while_paused_nor_after_a_cancel() {
    let office = Office::new().await;
    failing(&office, 2);
    let mara = begun(&office).await;
    mara.reads("retry 3/3 in 30 s");
    mara.says("/pause 1").await;
    mara.hears("#1 Paused.").await;
    let before = office.thoughts();
    office.advance(TimeDelta::hours(5)).await;
    assert_eq!(office.thoughts(), before, "nothing is thought while paused");
    mara.says("/resume 1").await;
    mara.hears("#1 On it.").await;
    mara.hears("Take offer C").await;
    failing(&office, 2);
    mara.says("compare printers").await;
    mara.hears("#2 ▸").await;
    mara.says("/cancel 2 not needed").await;
    mara.hears("#2 Cancelled by Mara (not needed).").await;
    let before = office.thoughts();
    office.advance(TimeDelta::hours(5)).await;
    assert_eq!(office.thoughts(), before, "nothing is tried after a cancel");
}

async fn a_third_failure_asks_people() {
    let office = Office::new().await;
    office.works(|_| Err(ModelError::Unusable("gibberish".to_owned())));
    let mara = begun(&office).await;
    office.advance(TimeDelta::minutes(1)).await;
    let prompt = mara.hears("“Hosting offers” did not work. What now?").await;
    assert!(prompt.contains("gave no answer I could use"), "{prompt}");
    mara.presses("Stop").await;
    mara.hears("#1 Cancelled by Mara (stopped after a failure).").await;
    mara.says("/show 1").await;
    mara.hears("Cancelled by Mara (stopped after a failure).").await;
}

async fn killed_in_the_middle_it_goes_on() {
    let office = Office::new().await;
    office.dies_during("Hosting", 2);
    let mara = begun(&office).await;
    mara.hears("Take offer C").await;
    assert!(office.transcript().contains("▸ Researcher: going on after a restart"), "{}", office.transcript());
    mara.says("/show 1").await;
    mara.hears("✔ Hosting offers (Researcher), went on after 2 restarts").await;
}

async fn what_kills_the_process_each_time_is_not_begun_a_fourth_time() {
    let office = Office::new().await;
    office.dies_during("Hosting", 3);
    let mara = begun(&office).await;
    let prompt = mara.hears("“Hosting offers” did not work. What now?").await;
    assert!(prompt.contains("This step stopped me in the middle three times"), "{prompt}");
    mara.presses("Try again").await;
    mara.hears("Take offer C").await;
}

async fn a_restart_on_purpose_is_no_interruption() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    for _ in 0..5 {
        office.starts_without(&[]).await;
    }
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    assert!(!office.transcript().contains("after a restart"), "{}", office.transcript());
}

async fn an_agent_who_is_gone_is_asked_about() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    office.starts_without(&["researcher"]).await;
    mara.hears_nothing();
    mara.presses("★").await;
    let prompt = mara.hears("#1 Somebody has to do this").await;
    let gone = "The Researcher this step was meant for does not work here any more. Who takes over?";
    assert!(prompt.contains(gone) && prompt.contains("The step: “Hosting offers”."), "{prompt}");
    assert!(prompt.contains("Analyst (") && prompt.contains(")\n   For: it only reads.\n"), "{prompt}");
    let changes = ")\n   Against: it may change things outside this ticket.\n";
    assert!(prompt.contains("Planner (") && prompt.contains(changes), "{prompt}");
    assert!(prompt.contains("[Leave it out]\n[Stop]"), "{prompt}");
    mara.presses("Analyst").await;
    mara.reads("✔ Analyst. Mara, ");
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    assert!(office.transcript().contains("▸ Analyst: Hosting offers"), "{}", office.transcript());
}

async fn who_takes_over_is_asked_again_once_a_stop_is_taken_back() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    office.starts_without(&["researcher"]).await;
    mara.presses("★").await;
    mara.hears("#1 Somebody has to do this").await;
    mara.presses("Stop").await;
    mara.hears("#1 Cancelled by Mara").await;
    mara.presses("Undo").await;
    mara.hears_nothing();
    mara.presses("Analyst").await;
    mara.reads("✔ Analyst. Mara, ");
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

/// Work of two steps has begun, of which nobody can do the second, and its report says what is missing.
async fn begun_without_writer(office: &Office) -> Voice {
    office.reads(|_| idea("Hosting offers").task("t2", "writer", "Write it up", &[]).risk(0.9).into());
    office.writes(|input| {
        let missing = input.results.iter().filter(|r| !r.done).map(|r| format!("{}: {}", r.title, r.text));
        said(&format!("Not there: {}", missing.collect::<Vec<_>>().join("; ")))
    });
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    office.starts_without(&["writer"]).await;
    mara.presses("Start").await;
    mara
}

async fn left_out_when_nobody_shall_do_it() {
    let office = Office::new().await;
    let mara = begun_without_writer(&office).await;
    mara.hears("Somebody has to do this").await;
    mara.hears("▸").await;
    mara.presses("Leave it out").await;
    mara.hears("Not there: Write it up: left out, since the one it was meant for is not there").await;
}

async fn whoever_comes_back_settles_the_question() {
    let office = Office::deciding().await;
    let mara = begun(&office).await;
    mara.hears("One decision for you").await;
    office.starts_without(&["researcher"]).await;
    mara.presses("★").await;
    mara.hears("Somebody has to do this").await;
    office.starts_without(&["writer"]).await;
    mara.reads("Somebody has to do this\nThe Researcher this step was meant for does not work here any more. Who takes over?\nNo longer needed.");
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn what_was_left_out_stays_so_when_a_stop_is_taken_back() {
    let office = Office::deciding().await;
    let mara = begun_without_writer(&office).await;
    mara.hears_all();
    mara.reads("Somebody has to do this");
    mara.presses("Leave it out").await;
    mara.hears_all();
    mara.says("/cancel 1").await;
    mara.hears("#1 Cancelled by Mara").await;
    mara.presses("Undo").await;
    mara.hears_all();
    assert!(!mara.offers("Leave it out"), "it is not asked about again: {}", office.transcript());
    mara.presses("★").await;
    mara.hears("Not there: Write it up: left out, since the one it was meant for is not there").await;
}
