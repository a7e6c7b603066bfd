//! Events that come faster than people answer: each run names the one that began it, and the runs take turns.

use super::{agreed, begins, run, with_mara};
use crate::support::{Discord, Office, Telegram, TimeDelta, Voice, Web, json};
use secretary::ports::store::Store;
use secretary::ports::triggers::hooks::HookAnswer;
use secretary::secretary::flow::Flow;
use secretary::secretary::flow::line::{MOST_IN_LINE, Place};
use secretary::secretary::flow::run::{FlowRun, RunState, Start, Wait};
use secretary::secretary::flow::trigger::came;
use secretary::secretary::ids::FlowRunId;

stories![
    events_that_come_at_once_are_named_and_wait_for_their_turn,
    a_run_that_sleeps_lets_the_next_event_begin,
    what_is_asked_after_a_sleep_waits_for_its_turn,
    what_is_under_way_is_shown_while_events_wait,
    a_flow_keeps_its_times_while_events_wait,
    a_line_that_is_too_long_takes_no_more_and_is_told_once,
    events_that_came_before_it_was_turned_off_are_told,
    events_in_line_wait_for_an_agreement_to_a_new_script,
    what_ends_all_runs_ends_those_in_line,
    what_is_listed_names_its_event,
    an_event_that_failed_is_tried_again_once,
    failures_that_one_message_counts_are_tried_again_together,
    a_time_that_failed_is_tried_again,
    a_run_by_hand_takes_the_last_event,
    a_run_by_hand_without_an_event_says_how_to_send_one,
];

const SORT: &str = "notify('Filed as ' + ask('Which kind is it?', ['Bill', 'Letter']))";

/// A flow with this script that begins with the calls of a webhook.
async fn called(office: &Office, mara: &Voice, script: &str) -> (Flow, String) {
    let flow = agreed(office, mara, "Papers", script).await;
    mara.says("/flow 1 hook").await;
    let told = mara.hears("“Papers” has a webhook now.").await;
    (flow, super::triggers::hook_in(&told))
}

/// The webhook is called with each of these names.
async fn come(office: &Office, hook: &str, names: &[&str]) {
    for name in names {
        assert_eq!(office.is_called(hook, name, json!({"id": name})).await, HookAnswer::Accepted);
    }
}

/// How many runs of a flow are under way, and how many wait for their turn.
async fn going(office: &Office, flow: &Flow) -> (usize, usize) {
    let mut tx = office.store().ask().await.unwrap();
    let begun = tx.open_flow_runs(&flow.id, 100).await.unwrap();
    let waiting = tx.count_flow_runs_at(&flow.id, Place::InLine).await.unwrap();
    (begun.len(), usize::try_from(waiting).unwrap())
}

fn begun_by(name: &str) -> String {
    format!("Begun by a call of its webhook: “{name}”.")
}

/// The button under the question about this event is pressed.
async fn answers(mara: &Voice, name: &str, label: &str) {
    let asked = mara.copies(&begun_by(name));
    let question = asked.first().expect("a question about it");
    assert_eq!(mara.presses_under(question, label).await, format!("Chosen: {label}."));
}

async fn events_that_come_at_once_are_named_and_wait_for_their_turn() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4", "A-5"]).await;
    for name in ["A-1", "A-2", "A-3"] {
        let asked = mara.hears("“Papers”: Which kind is it?").await;
        assert!(asked.contains(&begun_by(name)), "{asked}");
    }
    mara.hears_nothing();
    assert_eq!(going(&office, &flow).await, (3, 2));
    mara.says("/flow 1").await;
    let card = mara.hears("1. Papers").await;
    assert!(card.contains("2 events wait for their turn: I take 3 at a time."), "{card}");
    office.restart().await;
    answers(&mara, "A-2", "Letter").await;
    let filed = mara.hears("Filed as Letter").await;
    assert!(filed.contains(&begun_by("A-2")), "{filed}");
    let next = mara.hears("“Papers”: Which kind is it?").await;
    assert!(next.contains(&begun_by("A-4")), "{next}");
    mara.hears_nothing();
    mara.reads("1 event waits for its turn: I take 3 at a time.");
    answers(&mara, "A-4", "Bill").await;
    mara.hears("Filed as Bill").await;
    let next = mara.hears("“Papers”: Which kind is it?").await;
    assert!(next.contains(&begun_by("A-5")), "{next}");
    assert_eq!(going(&office, &flow).await, (3, 0));
    mara.hears_nothing();
}

async fn a_run_that_sleeps_lets_the_next_event_begin() {
    let (office, mara) = with_mara(Web).await;
    let script = "ask('Shall I go on?', ['Yes'])\nsleep(3600)\nnotify('an hour later')";
    let (flow, hook) = called(&office, &mara, script).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4"]).await;
    for _ in 0..3 {
        mara.hears("“Papers”: Shall I go on?").await;
    }
    mara.hears_nothing();
    answers(&mara, "A-1", "Yes").await;
    let next = mara.hears("“Papers”: Shall I go on?").await;
    assert!(next.contains(&begun_by("A-4")), "{next}");
    assert_eq!(going(&office, &flow).await, (4, 0));
    office.advance(TimeDelta::hours(2)).await;
    let later = mara.hears("an hour later").await;
    assert!(later.contains(&begun_by("A-1")), "{later}");
    mara.hears_nothing();
}

async fn what_is_asked_after_a_sleep_waits_for_its_turn() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, "sleep(3600)\nask('Shall I go on?', ['Yes'])").await;
    let names = ["A-1", "A-2", "A-3", "A-4", "A-5"];
    come(&office, &hook, &names).await;
    assert_eq!(going(&office, &flow).await, (5, 0));
    mara.hears_nothing();
    office.advance(TimeDelta::hours(2)).await;
    let mut asked = Vec::new();
    for _ in 0..3 {
        asked.push(mara.hears("“Papers”: Shall I go on?").await);
    }
    mara.hears_nothing();
    for before in 0..2 {
        let name = names.into_iter().find(|name| asked[before].contains(&begun_by(name))).expect("its event");
        answers(&mara, name, "Yes").await;
        asked.push(mara.hears("“Papers”: Shall I go on?").await);
        mara.hears_nothing();
    }
    for name in names {
        assert_eq!(asked.iter().filter(|asked| asked.contains(&begun_by(name))).count(), 1, "{name}");
    }
    assert_eq!(going(&office, &flow).await, (3, 0));
}

async fn what_is_under_way_is_shown_while_events_wait() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9"]).await;
    mara.hears_all();
    assert_eq!(going(&office, &flow).await, (3, 6));
    mara.says("/flow").await;
    let listed = mara.hears("1. Papers; last run").await;
    assert!(listed.contains("waits for an answer") && !listed.contains("turn"), "{listed}");
    mara.says("/flow 1 run").await;
    let asked = mara.hears("“Papers” runs already.").await;
    assert!(asked.contains("Run 3, "), "{asked}");
    // That button ends the run that the message names, and no event in line is lost.
    assert_eq!(mara.presses("Cancel the run").await, "The run is cancelled.");
    mara.reads("“Papers”: run 3 is cancelled.");
    let next = mara.hears("“Papers”: Which kind is it?").await;
    assert!(next.contains(&begun_by("A-4")), "{next}");
    assert_eq!(going(&office, &flow).await, (3, 5));
    mara.says("/flow 1").await;
    let card = mara.hears("1. Papers").await;
    for part in ["Run 1, ", "Run 2, ", "Run 4, ", "5 events wait for their turn", "[Cancel all its runs]"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    mara.hears_nothing();
}

async fn a_flow_keeps_its_times_while_events_wait() {
    let (office, mara) = with_mara(Discord).await;
    let script = "if 'schedule' in event:\n    notify('It is time')\nelse:\n    ask('Which kind is it?', ['Bill'])";
    let (flow, hook) = called(&office, &mara, script).await;
    mara.says("/flow 1 schedule daily 21:00").await;
    mara.hears("I'll run “Papers” every day at 21:00 (Berlin).").await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4"]).await;
    mara.hears_all();
    assert_eq!(going(&office, &flow).await, (3, 1));
    office.advance(TimeDelta::hours(14)).await;
    mara.hears("It is time").await;
    mara.hears_nothing();
}

async fn a_line_that_is_too_long_takes_no_more_and_is_told_once() {
    let (office, mara) = with_mara(Web).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3"]).await;
    mara.hears_all();
    let mut tx = office.store().begin().await.unwrap();
    for _ in 0..MOST_IN_LINE {
        let number = tx.next_run_number(&flow.id).await.unwrap();
        let start = Start { event: came::webhook(json!({"id": format!("B-{number}")})), ..Start::default() };
        let id = FlowRunId::new(format!("{}-{number}", flow.id));
        let mut run = FlowRun::new((id, number), &flow, start, office.now());
        run.wait(Wait::Turn);
        tx.save_flow_run(&run).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(office.is_called(&hook, "A-4", json!({"id": "A-4"})).await, HookAnswer::Behind);
    let told = mara.hears("200 events wait for their turn to begin “Papers”").await;
    assert!(told.contains("I turn the rest away until some of them are done; a good sender tries again."), "{told}");
    assert_eq!(office.is_called(&hook, "A-5", json!({"id": "A-5"})).await, HookAnswer::Behind);
    mara.hears_nothing();
    answers(&mara, "A-1", "Bill").await;
    mara.hears("Filed as Bill").await;
    mara.hears("“Papers”: Which kind is it?").await;
    come(&office, &hook, &["A-4"]).await;
    assert_eq!(going(&office, &flow).await, (3, 200));
    mara.hears_nothing();
}

async fn events_that_came_before_it_was_turned_off_are_told() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4", "A-5"]).await;
    mara.hears_all();
    mara.says("/flow 1 hook off").await;
    let told = mara.hears("The webhook is off").await;
    assert!(told.contains("2 events that came before wait for their turn, and still begin it."), "{told}");
    assert_eq!(mara.presses("Cancel all its runs").await, "");
    let asked = mara.hears("Cancel all 5 runs of “Papers”, 2 of which have not begun?").await;
    assert!(asked.contains("[Cancel all 5 runs] [Keep them]"), "{asked}");
    assert_eq!(going(&office, &flow).await, (3, 2), "nobody said so yet");
    assert_eq!(mara.presses("Cancel all 5 runs").await, "5 runs are cancelled.");
    mara.reads("“Papers”: 5 runs are cancelled.");
    assert_eq!(going(&office, &flow).await, (0, 0));
    mara.hears_nothing();
}

async fn events_in_line_wait_for_an_agreement_to_a_new_script() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4"]).await;
    mara.hears_all();
    mara.says("/flow new Papers\nnotify('Filed ' + event['body']['id'])").await;
    mara.hears("3 runs that are under way with the former script wait, and end once you agree.").await;
    assert_eq!(going(&office, &flow).await, (3, 1));
    let ended = "Agreed. 3 runs that were on with the other script have ended.";
    assert_eq!(mara.presses("Agree").await, ended);
    let filed = mara.hears("Filed A-4").await;
    assert!(!filed.contains("Begun by"), "it says that itself: {filed}");
    assert_eq!(going(&office, &flow).await, (0, 0));
    mara.hears_nothing();
}

async fn what_ends_all_runs_ends_those_in_line() {
    let (office, mara) = with_mara(Discord).await;
    let (flow, hook) = called(&office, &mara, SORT).await;
    come(&office, &hook, &["A-1", "A-2", "A-3", "A-4", "A-5"]).await;
    let mut tx = office.store().ask().await.unwrap();
    let mut open = tx.open_flow_runs(&flow.id, 100).await.unwrap();
    open.extend(tx.flow_runs_at(&flow.id, Place::InLine, 100).await.unwrap());
    drop(tx);
    assert_eq!(open.len(), 5);
    mara.hears_all();
    mara.says("/flow 1 cancel").await;
    mara.hears("Cancel all 5 runs of “Papers”, 2 of which have not begun?").await;
    // What comes after the question is not what was asked about.
    come(&office, &hook, &["A-6"]).await;
    assert_eq!(mara.presses("Cancel all 5 runs").await, "5 runs are cancelled.");
    let next = mara.hears("“Papers”: Which kind is it?").await;
    assert!(next.contains(&begun_by("A-6")), "{next}");
    for one in &open {
        assert_eq!(run(&office, &one.id).await.state, RunState::Cancelled);
    }
    mara.hears_nothing();
}

async fn what_is_listed_names_its_event() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Papers", SORT).await;
    mara.says("/flow 1 folder in").await;
    mara.hears("I look at what lies in the folder “in” already").await;
    office.looks().await;
    mara.hears("I watch the folder “in” now.").await;
    office.lays("in", "letter.txt", "some words");
    office.looks().await;
    let asked = mara.hears("“Papers”: Which kind is it?").await;
    assert!(asked.contains("Begun by the file “letter.txt”."), "{asked}");
    mara.says("/decisions").await;
    let listed = mara.hears("1 flow asks:").await;
    assert!(listed.contains("“Papers”: The file “letter.txt”: Which kind is it?"), "{listed}");
    assert_eq!(mara.presses("Bill").await, "Chosen: Bill.");
    mara.reads("✓ Bill (Mara)");
    let filed = mara.hears("Filed as Bill").await;
    assert!(filed.contains("Begun by the file “letter.txt”."), "{filed}");
    mara.hears_nothing();
}

const ORDER: &str = "notify(f\"Order {event['body']['n']}\")";

/// Works from the second run on.
const SECOND: &str = "table_insert('tries', {'at': now()})
if len(table_query('tries')) < 2:
    fail('the shop is closed')
notify(f\"Order {event['body']['n']}\")";

async fn an_event_that_failed_is_tried_again_once() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Orders", SECOND).await;
    mara.says("/flow 1 hook").await;
    let hook = super::triggers::hook_in(&mara.hears("“Orders” has a webhook now.").await);
    assert_eq!(office.is_called(&hook, "a", json!({"n": 7})).await, HookAnswer::Accepted);
    let told = mara.hears("The flow “Orders” did not come to its end: the shop is closed").await;
    assert!(told.contains("[Try again]"), "{told}");
    let again = mara.data("Try again");
    assert_eq!(mara.presses("Try again").await, "I try it again.");
    mara.hears("Order 7").await;
    assert!(!mara.offers("Try again"), "{}", office.transcript());
    assert_eq!(mara.presses_data(&again, "Try again").await, "That was tried again already.");
    mara.hears_nothing();
}

async fn failures_that_one_message_counts_are_tried_again_together() {
    let (office, mara) = with_mara(Discord).await;
    let script = "if not table_query('open'):\n    fail('the shop is closed')\nnotify(f\"Order {event['body']['n']}\")";
    agreed(&office, &mara, "Orders", script).await;
    let opens = agreed(&office, &mara, "Opens", "table_insert('open', {'now': True})\nNone").await;
    mara.says("/flow 1 hook").await;
    let hook = super::triggers::hook_in(&mara.hears("“Orders” has a webhook now.").await);
    for n in [7, 8, 9] {
        assert_eq!(office.is_called(&hook, &n.to_string(), json!({"n": n})).await, HookAnswer::Accepted);
    }
    mara.hears("The flow “Orders” did not come to its end: the shop is closed").await;
    mara.reads("That happened 3 times in a row");
    begins(&office, &opens, false).await;
    assert_eq!(mara.presses("Try all again").await, "I try all 3 again.");
    for n in [7, 8, 9] {
        mara.hears(&format!("Order {n}")).await;
    }
    mara.hears_nothing();
}

async fn a_time_that_failed_is_tried_again() {
    let (office, mara) = with_mara(Telegram).await;
    let script = "table_insert('tries', {'at': now()})\nif len(table_query('tries')) < 2:\n    fail('no page')\nnotify('looked')";
    agreed(&office, &mara, "Watch", script).await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Watch”").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("The flow “Watch” did not come to its end: no page").await;
    assert_eq!(mara.presses("Try again").await, "I try it again.");
    mara.hears("looked").await;
    mara.hears_nothing();
}

async fn a_run_by_hand_takes_the_last_event() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 hook").await;
    let hook = super::triggers::hook_in(&mara.hears("“Orders” has a webhook now.").await);
    assert_eq!(office.is_called(&hook, "a", json!({"n": 7})).await, HookAnswer::Accepted);
    mara.hears("Order 7").await;
    mara.says("/flow 1 dry").await;
    mara.hears("I am trying it with the event of run 1. Nothing is changed.").await;
    let tried = mara.hears("Dry run of “Orders”. Nothing was changed.").await;
    assert!(tried.contains("With the event of run 1.") && tried.contains("would tell you “Order 7”"), "{tried}");
    mara.says("/flow 1 run").await;
    mara.hears("“Orders” runs now, with the event of run 1.").await;
    mara.hears("Order 7").await;
    mara.hears_nothing();
}

async fn a_run_by_hand_without_an_event_says_how_to_send_one() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Orders", ORDER).await;
    mara.says("/flow 1 dry").await;
    mara.hears("I am trying it. Nothing is changed.").await;
    let tried = mara.hears("Dry run of “Orders”. Nothing was changed.").await;
    for part in
        ["Its script reads the event that begins a run, and none has come yet.", "/flow 1 hook makes a webhook."]
    {
        assert!(tried.contains(part), "{part}: {tried}");
    }
    mara.says("/flow 1 hook").await;
    mara.hears("“Orders” has a webhook now.").await;
    mara.says("/flow 1 run").await;
    mara.hears("“Orders” runs now.").await;
    let told = mara.hears("The flow “Orders” did not come to its end.").await;
    assert!(told.contains("It also runs when its webhook is called."), "{told}");
    mara.hears_nothing();
}
