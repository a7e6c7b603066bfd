//! Runs of flows: each call is made once, whatever ends in between, and what people allow and do is kept.

use super::{agreed, begins, begins_as, rows, run, saves, with_mara};
use crate::support::{Discord, Meanwhile, Purposes, Role, Telegram, TimeDelta, Web, json};
use secretary::engine::home;
use secretary::ports::store::Store as _;
use secretary::secretary::flow::run::RunState;
use secretary::secretary::flow::tables::Written;
use secretary::secretary::ids::PersonId;

stories![
    every_call_is_made_once,
    what_only_looks_is_written_down_before_anything_follows_from_it,
    what_is_erased_while_a_script_goes_on_is_not_written_again,
    a_trial_changes_nothing,
    a_page_that_nobody_named_is_asked_about,
    a_flow_calls_another_one,
    what_failed_in_a_called_flow_is_said_once,
    what_is_no_result_is_not_told,
    a_script_that_fails_says_in_which_line,
    only_those_who_may_answer_a_question,
    a_changed_script_ends_its_runs,
    a_flow_that_keeps_failing_by_the_clock_is_asked_about,
    a_card_follows_its_runs_for_those_who_may_see_it,
    a_file_is_sent,
    hostile_arguments_are_refused_and_nothing_comes_of_them,
];

const ALL: &str = "began = now()
key = table_insert('log', {'at': began})
found = table_query('log', limit=5)
table_update('log', key, {'at': began, 'seen': len(found)})
notify('first')
answer = ask('Go on?', ['Yes', 'No'])
sleep(seconds=600)
note('Kept by a flow', 'It said ' + answer)
page = fetch('https://a.example/x')
report('Done', page)
[answer, len(found), began < now()]";

async fn every_call_is_made_once() {
    let (office, mara) = with_mara(Discord).await;
    office.page("https://a.example/x", "the page");
    let flow = agreed(&office, &mara, "All", ALL).await;
    let id = begins(&office, &flow, false).await;
    mara.hears("first").await;
    mara.hears("“All”: Go on?").await;
    assert_eq!(mara.presses("Yes").await, "Chosen: Yes.");
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(11)).await;
    let done = mara.hears("Done").await;
    assert!(done.contains("the page"), "{done}");
    assert_eq!(mara.note("Kept by a flow").await.as_deref(), Some("It said Yes"));
    let (run, rows) = (run(&office, &id).await, rows(&office, "log").await);
    assert_eq!(run.state, RunState::Completed(json!(["Yes", 1, true])));
    assert_eq!((run.calls, run.total.notices), (11, 3));
    assert_eq!((rows.len(), &rows[0].1["seen"]), (1, &json!(1)));
    mara.hears_nothing();
}

const LOOKS: &str = "looked = []
for i in range(70):
    looked.append(now())
key = table_insert('looks', {'last': looked[-1]})
found = table_query('looks', {'key': key})
for i in range(3):
    check_schema(found, {'type': 'array'})
answer = ask('Go on?', ['Yes', 'No'])
looked.append(now())
found[0]['last'] == looked[69]";

async fn what_only_looks_is_written_down_before_anything_follows_from_it() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Looks", LOOKS).await;
    let id = begins(&office, &flow, false).await;
    mara.hears("“Looks”: Go on?").await;
    let steps = office.store().ask().await.unwrap().flow_steps(&id).await.unwrap();
    let places: Vec<u32> = steps.iter().map(|step| step.index).collect();
    assert_eq!(places, (0..76).collect::<Vec<u32>>());
    assert!(steps.iter().all(|step| step.answered() == (step.index < 75)), "only the question is open");
    assert_eq!(run(&office, &id).await.calls, 76);
    assert_eq!(mara.presses("Yes").await, "Chosen: Yes.");
    let ended = run(&office, &id).await;
    assert_eq!((&ended.state, ended.calls), (&RunState::Completed(json!(true)), 77));
    assert_eq!(rows(&office, "looks").await.len(), 1);
    mara.hears_nothing();
}

const COPIES: &str = "people = table_query('people')
again = table_query('people')
table_insert('copies', {'read': people[0]['name'], 'given': event['name'], 'found': len(again)})
notify('Copied')";

async fn what_is_erased_while_a_script_goes_on_is_not_written_again() {
    let (office, mara) = with_mara(Discord).await;
    let kim = office.member("Kimberley", Discord, Role::Requester).await;
    let flow = agreed(&office, &mara, "Copies", COPIES).await;
    let (named, here) = (json!({"name": "Kimberley"}), home());
    let row = named.as_object().cloned().unwrap();
    let mut tx = office.store().begin().await.unwrap();
    let (workspace, table, person, at) = (&here, "people", &flow.owner, office.now());
    let written = Written { workspace, table, key: None, row: &row, person, at };
    tx.insert_flow_row(written).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    // The script has looked, and nothing of that is written down.
    office.once_called("table_query", Meanwhile::Erases(PersonId::new(format!("person-{}", kim.who.user))));
    let id = begins_as(&office, &flow, |run| run.event = named).await;
    mara.hears("Copied").await;
    let copied = json!({"read": "a former member", "given": "a former member", "found": 1});
    assert_eq!(rows(&office, "copies").await, [("1".to_owned(), copied)]);
    let steps = office.store().ask().await.unwrap().flow_steps(&id).await.unwrap();
    let left = format!("{steps:?} {:?}", run(&office, &id).await);
    assert!(steps.len() == 4 && !left.contains("Kimberley"), "{left}");
    mara.hears_nothing();
}

async fn a_trial_changes_nothing() {
    let (office, mara) = with_mara(Discord).await;
    office.page("https://a.example/x", "the page");
    let flow = agreed(&office, &mara, "All", ALL).await;
    let id = begins(&office, &flow, true).await;
    let told = mara.hears("Dry run of “All”. Nothing was changed.").await;
    assert!(told.contains("first") && told.contains("Go on?"), "{told}");
    assert_eq!(run(&office, &id).await.total.notices, 0);
    assert!(rows(&office, "log").await.is_empty() && mara.note("Kept by a flow").await.is_none());
    mara.hears_nothing();
}

async fn a_page_that_nobody_named_is_asked_about() {
    let (office, mara) = with_mara(Web).await;
    office.page("https://a.example/x", "other.example");
    office.page("https://other.example/secret", "found");
    let script = "site = fetch('https://a.example/x')\nnotify(fetch('https://' + site + '/secret'))";
    let flow = agreed(&office, &mara, "Follow", script).await;
    begins(&office, &flow, false).await;
    mara.hears("“Follow” wants to open https://other.example/secret.").await;
    assert_eq!(mara.presses("Allow it").await, "Chosen: Allow it.");
    mara.hears("found").await;
    begins(&office, &flow, false).await;
    mara.hears("“Follow” wants to open").await;
    mara.presses("Don't").await;
    mara.hears("The flow “Follow” did not come to its end").await;
    mara.hears_nothing();
}

async fn a_flow_calls_another_one() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Double", "event['n'] * 2").await;
    let flow = agreed(&office, &mara, "Caller", "notify(f\"It is {run_flow('double', {'n': 4})}.\")").await;
    begins(&office, &flow, false).await;
    mara.hears("It is 8.").await;
    let missing = agreed(&office, &mara, "Missing", "run_flow('nobody')").await;
    begins(&office, &missing, false).await;
    mara.hears("there is no flow nobody that may run").await;
    mara.hears_nothing();
}

async fn what_failed_in_a_called_flow_is_said_once() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Breaks", "a = {}\na['x']").await;
    agreed(&office, &mara, "Between", "run_flow('breaks')").await;
    let flow = agreed(&office, &mara, "Outer", "run_flow('between')").await;
    begins(&office, &flow, false).await;
    let told = mara.hears("The flow “Outer” did not come to its end: the flow Breaks failed: KeyError").await;
    assert!(told.matches("failed").count() == 1 && !told.contains("stopped"), "{told}");
    mara.says("/flow 3").await;
    mara.hears("it did not work: the flow Breaks failed: KeyError").await;
    mara.hears_nothing();
}

async fn what_is_no_result_is_not_told() {
    let (office, mara) = with_mara(Telegram).await;
    for (name, script) in [("Keeps", "table_insert('prices', {'n': 1})"), ("Names", "def f():\n    return 1\nf")] {
        let flow = agreed(&office, &mara, name, script).await;
        begins(&office, &flow, false).await;
        mara.hears_nothing();
        begins(&office, &flow, true).await;
        let told = mara.hears(&format!("Dry run of “{name}”. Nothing was changed.")).await;
        assert!(told.contains("It came to its end.") && !told.contains("Repr"), "{told}");
    }
}

async fn a_script_that_fails_says_in_which_line() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Broken", "a = {}\nb = 1\na['x']").await;
    let id = begins(&office, &flow, false).await;
    let told = mara.hears("The flow “Broken” did not come to its end").await;
    assert!(told.contains("The script stopped at line 3:\nKeyError"), "{told}");
    mara.says("/flow 1").await;
    let card = mara.hears("1. Broken").await;
    assert!(card.contains(": it did not work: The script stopped at line 3: KeyError"), "{card}");
    assert!(matches!(run(&office, &id).await.state, RunState::Failed(_)));
    mara.hears_nothing();
}

async fn only_those_who_may_answer_a_question() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Requester).await.in_group(&shop);
    let jo = office.member("Jo", Discord, Role::Requester).await.in_group(&shop);
    let flow = agreed(&office, &kim, "Ask", "ask('Red or blue?', ['Red', 'Blue'])").await;
    let id = begins(&office, &flow, false).await;
    kim.hears("“Ask”: Red or blue?").await;
    let refused = jo.presses("Red").await;
    assert!(refused.starts_with("Only the person who made it or an approver"), "{refused}");
    assert_eq!(mara.in_group(&shop).presses("Blue").await, "Chosen: Blue.");
    let told = kim.hears("“Ask” is done:").await;
    assert!(told.contains("Blue"), "{told}");
    assert_eq!(run(&office, &id).await.state, RunState::Completed(json!("Blue")));
    kim.hears_nothing();
}

async fn a_changed_script_ends_its_runs() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Late", "sleep(3600)\nnotify('late')").await;
    begins(&office, &flow, false).await;
    let mut changed = flow.clone();
    let mut draft = flow.draft();
    draft.script.push_str("\nnotify('more')");
    changed.change(draft).unwrap();
    saves(&office, &changed).await;
    office.advance(TimeDelta::hours(2)).await;
    mara.hears("The flow was changed meanwhile, so this run ends here.").await;
    mara.hears_nothing();
}

async fn a_flow_that_keeps_failing_by_the_clock_is_asked_about() {
    let (office, mara) = with_mara(Discord).await;
    agreed(&office, &mara, "Watch", "fetch('https://gone.example/')").await;
    mara.says("/flow 1 schedule daily 9:00").await;
    mara.hears("I'll run “Watch”").await;
    office.advance(TimeDelta::days(1)).await;
    for _ in 0..2 {
        // What fails once a day is told each day.
        mara.hears("The flow “Watch” did not come to its end").await;
        mara.hears_nothing();
        office.advance(TimeDelta::days(1)).await;
    }
    mara.hears("The flow “Watch” did not come to its end").await;
    mara.hears("“Watch” did not work 3 times in a row. What shall I do?").await;
    assert_eq!(mara.presses("Pause").await, "Paused.");
    office.advance(TimeDelta::days(3)).await;
    mara.hears_nothing();
}

async fn a_card_follows_its_runs_for_those_who_may_see_it() {
    let (office, mara) = with_mara(Discord).await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let board = office.room("Board", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    let ann = office.member("Ann", Discord, Role::Observer).await;
    let flow = agreed(&office, &mara.in_group(&shop), "Late", "sleep(3600)").await;
    let on_board = mara.in_group(&board);
    for voice in [&ann, &on_board] {
        voice.says("/flow 1").await;
        voice.hears("1. Late").await;
    }
    begins(&office, &flow, false).await;
    office.advance(TimeDelta::hours(2)).await;
    // Who only reads is offered what only shows.
    ann.reads(": done");
    assert!(ann.offers("Script") && !ann.offers("Run now"), "{}", office.transcript());
    on_board.reads("Run 1, ");
    assert!(on_board.offers("Run now"), "{}", office.transcript());

    let mut tx = office.store().begin().await.unwrap();
    let mut room = tx.room_at(&board).await.unwrap().unwrap();
    room.purposes = Purposes { intake: true, ..Purposes::default() };
    tx.save_room(&room).await.unwrap();
    tx.commit().await.unwrap();
    for _ in 0..3 {
        begins(&office, &flow, false).await;
    }
    mara.says("/flow 1 cancel").await;
    mara.hears("Cancel all 3 runs of “Late”?").await;
    assert_eq!(mara.presses("Cancel all 3 runs").await, "3 runs are cancelled.");
    ann.reads("Run 4, ");
    on_board.lacks("Run 4, ");
    assert!(!on_board.offers("Run now"), "{}", office.transcript());
}

async fn a_file_is_sent() {
    let (office, mara) = with_mara(Telegram).await;
    let script = "try:\n    file('../up', 'x')\nexcept RuntimeError as why:\n    file('why.txt', str(why))";
    let flow = agreed(&office, &mara, "Files", script).await;
    begins(&office, &flow, false).await;
    mara.hears("why.txt").await;
    assert!(office.file("why.txt").contains("plain name"));
    mara.hears_nothing();
}

const HOSTILE: &str = "said = []
def tries(call):
    try:
        said.append(call())
    except RuntimeError as why:
        said.append(str(why))
tries(lambda: file('/etc/passwd', 'x'))
tries(lambda: file('C:evil', 'x'))
tries(lambda: file('.bashrc', 'x'))
tries(lambda: notify(' '))
tries(lambda: report('t', 'a' * 20001))
tries(lambda: table_insert('../x', {}))
tries(lambda: table_insert('x; DROP TABLE flows', {}))
tries(lambda: table_insert('log', {}, key='a\\nb'))
tries(lambda: table_insert('log', {'a': 'x' * 9000}))
tries(lambda: table_update('log', {}, {}))
tries(lambda: ask('Go?', []))
tries(lambda: ask('Go?', 'Yes'))
tries(lambda: agent(' '))
tries(lambda: agent('x', agent='root'))
tries(lambda: run_flow('../other'))
tries(lambda: sleep(until='never'))
tries(lambda: notify('a', 'b'))
tries(lambda: notify('a', loud=True))
said";

async fn hostile_arguments_are_refused_and_nothing_comes_of_them() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Hostile", HOSTILE).await;
    let id = begins(&office, &flow, false).await;
    let (name, message) =
        ("a file has a plain name of 1 to 100 characters", "a message has 1 to 20000 characters; a file takes more");
    let table = "a table is named by 1 to 40 letters, digits, _ and -";
    let said = json!([
        name,
        name,
        name,
        message,
        message,
        table,
        table,
        "a key has 1 to 100 characters",
        "the row has 9008 bytes, at most 8192 are kept",
        "key of table_update must be a text",
        "a question has 1 to 8 options of 1 to 60 characters each",
        "options of ask must be a list of texts",
        "agent needs a task in words",
        "there is no agent root",
        "there is no flow ../other that may run",
        "sleep needs seconds, or until as an ISO 8601 time",
        "notify takes at most 1 arguments",
        "notify has no argument loud",
    ]);
    assert_eq!(run(&office, &id).await.state, RunState::Completed(said));
    assert!(rows(&office, "log").await.is_empty());
    mara.hears_nothing();
}
