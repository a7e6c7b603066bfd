//! What flows wait for: the end of a pause of all work, an answer in words, a time, a word that ends a run, and others,
//! whose work ends with the run.

use super::{agreed, begins, begins_as, run, with_mara};
use crate::support::{Discord, Meanwhile, Telegram, TimeDelta, Web, deciding, json};
use secretary::ports::triggers::hooks::HookAnswer;
use secretary::secretary::audit::What;
use secretary::secretary::flow::run::{MOST_CALLS, RunState};
use secretary::secretary::intent::{Intent, ItemKind, UnderstandInput};

stories![
    nothing_of_a_flow_happens_while_all_work_is_paused,
    a_limit_that_is_reached_in_a_pause_ends_a_run_afterwards,
    what_is_paused_says_that_it_waits,
    an_answer_in_a_pause_counts_when_work_goes_on,
    what_a_flow_asks_is_said_in_the_language_of_whoever_reads_it,
    what_falls_due_in_a_pause_runs_once_afterwards,
    a_question_of_a_flow_is_answered_in_words,
    what_others_do_for_a_flow_ends_with_it,
    a_time_of_signs_alone_is_taken_for_one,
    a_word_said_alone_ends_a_run,
    a_word_said_alone_asks_which_of_several_things_is_meant,
    a_note_of_a_flow_is_written_down_in_the_audit_log,
    a_time_is_left_out_with_one_message_however_long_the_last_run_is_on,
];

async fn nothing_of_a_flow_happens_while_all_work_is_paused() {
    let (office, mara) = with_mara(Telegram).await;
    office.page("https://a.example/x", "the page");
    let script = "sleep(600)\nnotify(fetch('https://a.example/x'))";
    let flow = agreed(&office, &mara, "Late", script).await;
    let id = begins(&office, &flow, false).await;
    mara.says("/pause all").await;
    mara.hears("All work is paused (1 flow).").await;
    office.advance(TimeDelta::hours(1)).await;
    mara.hears_nothing();
    assert_eq!(run(&office, &id).await.calls, 1);
    mara.says("/flow 1").await;
    mara.hears("paused with all other work").await;
    mara.says("/resume all").await;
    mara.hears("Work goes on (1 flow).").await;
    mara.hears("the page").await;
    assert_eq!(run(&office, &id).await.state, RunState::Completed(json!(null)));
    mara.hears_nothing();
}

async fn a_limit_that_is_reached_in_a_pause_ends_a_run_afterwards() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Counts", "for i in range(5):\n    now()\nnotify('counted')").await;
    office.once_called("now", Meanwhile::Pauses);
    let id = begins_as(&office, &flow, |run| run.total.calls = MOST_CALLS - 3).await;
    mara.hears_nothing();
    let held = run(&office, &id).await;
    assert!(!held.ended() && held.held.is_some(), "{held:?}");
    mara.says("/resume all").await;
    mara.hears("Work goes on (1 flow).").await;
    mara.hears("It made 10,000 calls, and no run may make more.").await;
    assert_eq!(run(&office, &id).await.total.calls, MOST_CALLS);
    mara.hears_nothing();
}

async fn what_is_paused_says_that_it_waits() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Orders", "sleep(600)\nnotify('sent')").await;
    mara.says("/flow 1 hook").await;
    let told = mara.hears("“Orders” has a webhook now.").await;
    let hook = super::triggers::hook_in(&told);
    for _ in 0..2 {
        begins(&office, &flow, false).await;
    }
    mara.says("/pause all").await;
    mara.hears("All work is paused (1 flow).").await;
    assert_eq!(office.is_called(&hook, "a", json!({})).await, HookAnswer::Held);
    mara.says("/flow 1").await;
    let card = mara.hears("1. Orders").await;
    assert_eq!(card.matches("paused with all other work, until /resume").count(), 3, "{card}");
    mara.says("/resume all").await;
    mara.hears("Work goes on (1 flow).").await;
    office.advance(TimeDelta::minutes(15)).await;
    for _ in 0..3 {
        mara.hears("sent").await;
    }
    mara.hears_nothing();
}

async fn an_answer_in_a_pause_counts_when_work_goes_on() {
    let (office, mara) = with_mara(Discord).await;
    let script = "notify('Painted ' + ask('Which colour?', ['Red', 'Blue'], deadline_hours=1, default='Red'))";
    let flow = agreed(&office, &mara, "Paint", script).await;
    begins(&office, &flow, false).await;
    mara.hears("“Paint”: Which colour?").await;
    mara.says("/pause all").await;
    mara.hears("All work is paused (1 flow).").await;
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
    assert_eq!(mara.presses("Blue").await, "Chosen: Blue.");
    mara.hears_nothing();
    mara.says("/resume all").await;
    mara.hears("Work goes on").await;
    mara.hears("Painted Blue").await;
    mara.hears_nothing();
}

async fn what_a_flow_asks_is_said_in_the_language_of_whoever_reads_it() {
    let (office, mara) = with_mara(Discord).await;
    let mara = mara.speaking("de");
    // A label like one of the secretary's own stays what the script calls it, and so do its words.
    let script =
        "notify('Took ' + ask('Nobody answered in time. Stop?', ['Go on', 'Stop'], deadline_hours=1, default='Stop'))";
    let flow = agreed(&office, &mara, "Paint", script).await;
    begins(&office, &flow, false).await;
    let asked = mara.hears("„Paint“: Nobody answered in time. Stop?").await;
    assert!(asked.contains("Ohne Antwort nehme ich „Stop“ am Mo 23. Nov., "), "{asked}");
    assert!(asked.contains("[“Go on”]") && asked.contains("[“Stop”]"), "{asked}");
    assert_eq!(mara.presses("Go on").await, "Gewählt: Go on.");
    mara.reads("✓ Go on (Mara)");
    mara.hears("Took Go on").await;
    begins(&office, &flow, false).await;
    mara.hears("„Paint“: Nobody answered in time. Stop?").await;
    office.advance(TimeDelta::hours(2)).await;
    mara.reads("Niemand hat rechtzeitig geantwortet, also habe ich „Stop“ genommen.");
    mara.hears("Took Stop").await;
    // So is the question whether a call may be made.
    office.page("https://a.example/x", "other.example");
    agreed(&office, &mara, "Reads", "fetch('https://a.example/x')").await;
    let opens = agreed(&office, &mara, "Opens", "fetch('https://' + run_flow('reads') + '/secret')").await;
    begins(&office, &opens, false).await;
    let asked = mara.hears("„Opens“ möchte https://other.example/secret öffnen. Im Skript steht das nicht").await;
    assert!(asked.contains("[Erlauben]") && asked.contains("[Nicht erlauben]"), "{asked}");
    assert_eq!(mara.presses("Nicht erlauben").await, "Gewählt: Nicht erlauben.");
    mara.reads("✓ Nicht erlauben (Mara)");
    mara.hears("Der Ablauf „Opens“ kam nicht zu seinem Ende. Das Skript blieb in Zeile 1 stehen:").await;
    // And so are its times.
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("Ich starte „Paint“, jeden Tag um 09:00 (Berlin).").await;
    mara.says("/schedules").await;
    mara.hears("„Paint“, jeden Tag um 09:00 (Berlin); als Nächstes ").await;
    mara.hears_nothing();
}

async fn what_falls_due_in_a_pause_runs_once_afterwards() {
    let (office, mara) = with_mara(Web).await;
    agreed(&office, &mara, "Watch", "notify('looked')").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Watch”").await;
    mara.says("/pause all").await;
    mara.hears("All work is paused. New ideas are kept").await;
    office.advance(TimeDelta::days(3)).await;
    mara.hears_nothing();
    mara.says("/resume all").await;
    mara.hears("Work goes on (1 flow).").await;
    mara.hears("looked").await;
    mara.hears_nothing();
    office.advance(TimeDelta::days(1)).await;
    mara.hears("looked").await;
    // One that people begin waits as well.
    mara.says("/pause all").await;
    mara.hears("All work is paused").await;
    mara.says("/flow 1 run").await;
    mara.hears("All work is paused. “Watch” begins when that goes on: /resume.").await;
    mara.hears_nothing();
    mara.says("/resume all").await;
    mara.hears("Work goes on (1 flow).").await;
    mara.hears("looked").await;
    mara.hears_nothing();
}

async fn a_question_of_a_flow_is_answered_in_words() {
    let (office, mara) = with_mara(Discord).await;
    let asked = |input: &UnderstandInput| {
        let open = input.items.iter().find(|item| item.kind == ItemKind::Decision).expect("the question of the flow");
        assert!(open.line.contains("the flow “Paint” asks: Which colour?"), "{open:?}");
        assert_eq!(open.options, ["1 Red", "2 Blue"]);
        open.handle.clone()
    };
    let decides = |item, option, text: &str| Intent::Decide { item, option, text: text.to_owned(), sure: true };
    office.means("rather green", move |input| decides(asked(input), None, "green"));
    office.means("the second one", move |input| decides(asked(input), Some(2), ""));
    let script = "notify('Painted ' + ask('Which colour?', ['Red', 'Blue']))";
    let flow = agreed(&office, &mara, "Paint", script).await;
    begins(&office, &flow, false).await;
    mara.hears("“Paint”: Which colour?").await;
    mara.says("I would rather have it rather green").await;
    mara.hears("“Paint” takes one of these as its answer: “Red” or “Blue”.").await;
    mara.says("then the second one, please").await;
    mara.hears("Chosen: Blue.").await;
    mara.hears("Painted Blue").await;
    mara.hears_nothing();
}

const TWO: &str = "import asyncio

async def look_at(name):
    return await agent('Look at ' + name)

await asyncio.gather(look_at('SQLite'), look_at('DuckDB'))";

async fn what_others_do_for_a_flow_ends_with_it() {
    let (office, mara) = with_mara(Discord).await;
    deciding(&office);
    let flow = agreed(&office, &mara, "Two", TWO).await;
    let id = begins(&office, &flow, false).await;
    mara.hears("One decision").await;
    mara.hears("One decision").await;
    assert_eq!(run(&office, &id).await.open.len(), 2);
    mara.says("/flow 1 cancel").await;
    mara.hears("The run is cancelled.").await;
    assert!(!mara.offers("Only monthly terms"), "both decisions are over: {}", office.transcript());
    assert_eq!(run(&office, &id).await.state, RunState::Cancelled);
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
}

async fn a_time_of_signs_alone_is_taken_for_one() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Slow", "notify('hello')").await;
    mara.says("/flow 1 schedule").await;
    mara.hears("When shall “Slow” run?").await;
    for (typed, why) in [
        ("* * * * *", "That is too often: five minutes is the shortest step."),
        ("0 0 9 * * 1", "is not a schedule of five fields"),
        ("🙂", "For example: "),
    ] {
        mara.says(typed).await;
        mara.hears(why).await;
    }
    mara.says("0 9 * * 1").await;
    mara.hears("I'll run “Slow” every Monday at").await;
    mara.hears_nothing();
}

async fn a_word_said_alone_ends_a_run() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Slow", "sleep(3600)\nnotify('late')").await;
    for word in ["stop", "cancel"] {
        let id = begins(&office, &flow, false).await;
        mara.says(word).await;
        mara.hears("The run is cancelled.").await;
        assert_eq!(run(&office, &id).await.state, RunState::Cancelled);
    }
    // What was made just now alone is meant before a run that is on for longer.
    let id = begins(&office, &flow, false).await;
    office.advance(TimeDelta::minutes(20)).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("cancel").await;
    mara.hears("Deleted").await;
    assert!(!run(&office, &id).await.ended());
    mara.says("cancel").await;
    mara.hears("The run is cancelled.").await;
    assert_eq!(run(&office, &id).await.state, RunState::Cancelled);
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
}

async fn a_word_said_alone_asks_which_of_several_things_is_meant() {
    let (office, mara) = with_mara(Telegram).await;
    let slow = agreed(&office, &mara, "Slow", "sleep(3600)\nnotify('late')").await;
    let script = "ask('Go on?', ['Yes', 'No'], deadline_hours=96, default='No')";
    let asks = agreed(&office, &mara, "Ask", script).await;
    let slow = begins(&office, &slow, false).await;
    let asking = begins(&office, &asks, false).await;
    mara.hears("“Ask”: Go on?").await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("cancel").await;
    let which = mara.hears("Which one?").await;
    for part in ["[Delete the digest, every day", "[Cancel the run of “Slow”]", "[Cancel the run of “Ask”]"] {
        assert!(which.contains(part), "{part}: {which}");
    }
    mara.says("stop").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("[Cancel the run of “Slow”]") && !which.contains("digest"), "{which}");
    assert_eq!(mara.presses("Cancel the run of “Ask”").await, "The run is cancelled.");
    assert_eq!(run(&office, &asking).await.state, RunState::Cancelled);
    assert!(!run(&office, &slow).await.ended());
}

async fn a_note_of_a_flow_is_written_down_in_the_audit_log() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Keep", "note('Prices', 'Red is cheapest')").await;
    begins(&office, &flow, false).await;
    assert_eq!(mara.note("Prices").await.as_deref(), Some("Red is cheapest"));
    let entries = office.audited().await;
    let acted: Vec<&What> =
        entries.iter().map(|entry| &entry.what).filter(|what| matches!(what, What::FlowActed { .. })).collect();
    let [What::FlowActed { flow, run, step, tool, .. }] = acted.as_slice() else { panic!("{acted:?}") };
    assert_eq!((*flow, *run, *step, tool.as_str()), (1, 1, 0, "write_note"));
    mara.hears_nothing();
}

async fn a_time_is_left_out_with_one_message_however_long_the_last_run_is_on() {
    let (office, mara) = with_mara(Telegram).await;
    agreed(&office, &mara, "Ask", "ask('Go on?', ['Yes', 'No'], deadline_hours=96, default='No')").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Ask”").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("“Ask”: Go on?").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("“Ask” is due, but its last run is still on, so I leave this time out.").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears_nothing();
    mara.says("/schedules 1 now").await;
    mara.hears("It does not begin now").await;
    assert_eq!(mara.presses("Yes").await, "Chosen: Yes.");
    office.advance(TimeDelta::days(1)).await;
    mara.hears("“Ask”: Go on?").await;
    mara.hears_nothing();
}
