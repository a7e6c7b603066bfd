//! What scripts ask of the host: tables, charts, tools, times and names, and what a dry run makes of it.

use super::{agreed, begins, rows, run, with_mara};
use crate::support::{Discord, Office, Telegram, TimeDelta, Web, call, deciding, json, said};
use chrono_tz::Europe::Berlin;
use secretary::secretary::flow::run::RunState;

stories![
    a_table_gives_its_rows_as_they_are_asked_for,
    a_dry_run_sees_the_rows_that_it_would_write,
    what_a_table_cannot_do_is_said,
    a_table_is_deleted_and_comes_back,
    a_chart_comes_as_a_picture_and_a_table,
    files_of_an_agent_come_with_its_answer,
    an_agent_without_a_model_gives_no_answer,
    an_agent_whose_task_is_cancelled_gives_no_answer,
    a_script_uses_the_tools_that_it_names,
    a_tool_is_judged_shown_and_left_out_like_the_function_that_does_the_same,
    a_time_without_a_zone_is_the_owners,
    a_page_is_given_as_far_as_it_is_wanted,
    a_name_that_means_two_things_is_told_and_works,
    a_dry_run_ends_and_opens_each_page_once,
];

const TABLE: &str = "for n in range(3):
    table_insert('log', {'n': n, 'price': 95}, f'k{n}')
said = []
said.append([row['n'] for row in table_query('log')])
said.append(table_query('log', order='newest', limit=1)[0]['n'])
said.append([row['n'] for row in table_query('log', offset=1)])
said.append(len(table_query('log', {'key': 'k1', 'price': 95.0})))
table_update('log', 'k1', {'price': 9})
row = table_query('log', {'key': 'k1'})[0]
said.append([row['n'], row['price']])
row['price'] = 8
said.append(table_update('log', row['key'], row))
said.append(table_delete('log', where={'price': 95}))
said.append(table_query('log'))
said.append(table_delete('log', 'k1'))
said.append(table_delete('log', 'k1'))
said";

async fn a_table_gives_its_rows_as_they_are_asked_for() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Table", TABLE).await;
    let id = begins(&office, &flow, false).await;
    let left = json!([{"key": "k1", "n": 1, "price": 8}]);
    let said = json!([[0, 1, 2], 2, [1, 2], 1, [1, 9], true, 2, left, 1, 0]);
    assert_eq!(run(&office, &id).await.state, RunState::Completed(said));
    mara.hears_nothing();
}

async fn a_dry_run_sees_the_rows_that_it_would_write() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Table", TABLE).await;
    let id = begins(&office, &flow, true).await;
    let left = json!([{"key": "k1", "n": 1, "price": 8}]);
    let said = json!([[0, 1, 2], 2, [1, 2], 1, [1, 9], true, 2, left, 1, 0]);
    assert_eq!(run(&office, &id).await.state, RunState::Completed(said));
    mara.hears("Dry run of “Table”. Nothing was changed.").await;
    assert!(rows(&office, "log").await.is_empty());

    // Rows that are there are seen, and stay as they are.
    let real = agreed(&office, &mara, "Real", "table_insert('prices', {'n': 1})").await;
    begins(&office, &real, false).await;
    let script = "new = table_insert('prices', {'n': 2})\ntable_update('prices', '1', {'n': 5})\n\
                  try:\n    table_insert('prices', {'n': 3}, new)\nexcept RuntimeError as why:\n    print(why)\n\
                  [new, [row['n'] for row in table_query('prices')], table_delete('prices', where={})]";
    let tries = agreed(&office, &mara, "Tries", script).await;
    let id = begins(&office, &tries, true).await;
    let told = mara.hears("Dry run of “Tries”. Nothing was changed.").await;
    assert!(told.contains("that failed: the table prices has a row with the key 2"), "{told}");
    assert_eq!(run(&office, &id).await.state, RunState::Completed(json!(["2", [5, 2], 2])));
    assert_eq!(rows(&office, "prices").await, [("1".to_owned(), json!({"n": 1}))]);
    mara.hears_nothing();
}

const WRONG: &str = "said = []
def tries(call):
    try:
        said.append(call())
    except RuntimeError as why:
        said.append(str(why))
tries(lambda: table_query('log', limit=0))
tries(lambda: table_query('log', limit=1001))
tries(lambda: table_query('log', order='price'))
tries(lambda: table_query('deleted/x'))
tries(lambda: table_delete('log'))
tries(lambda: table_delete('log', where={}))
tries(lambda: table_insert('log', {'key': 'a'}, 'b'))
tries(lambda: table_insert('log', {'key': 'a', 'n': 1}))
tries(lambda: table_query('log', {'key': 'a'}))
said";

async fn what_a_table_cannot_do_is_said() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Wrong", WRONG).await;
    let id = begins(&office, &flow, false).await;
    let said = json!([
        "limit is 1 to 1000",
        "limit is 1 to 1000",
        "order is oldest or newest",
        "a table is named by 1 to 40 letters, digits, _ and -",
        "table_delete needs key or where; where={} deletes every row",
        0,
        "the field key of a row is its key, and here it is another one",
        "a",
        [{"key": "a", "n": 1}],
    ]);
    assert_eq!(run(&office, &id).await.state, RunState::Completed(said));
    mara.hears_nothing();
}

async fn a_table_is_deleted_and_comes_back() {
    let (office, mara) = with_mara(Web).await;
    let flow = agreed(&office, &mara, "Prices", "x = table_insert('prices', {'n': 1})").await;
    begins(&office, &flow, false).await;
    mara.says("/flow 1 table others delete").await;
    mara.hears("The script of “Prices” does not name a table “others”. It names “prices”.").await;
    mara.says("/flow 1 table prices delete").await;
    mara.hears("Deleted: the table “prices” with 1 row.").await;
    let undo = mara.data("Undo");
    assert!(rows(&office, "prices").await.is_empty());
    begins(&office, &flow, false).await;
    let refused = mara.presses_data(&undo, "Undo").await;
    assert!(refused.starts_with("There is a new table “prices” by now"), "{refused}");
    mara.says("/flow 1 table prices delete").await;
    mara.hears("Deleted: the table “prices” with 1 row.").await;
    assert_eq!(mara.presses_data(&undo, "Undo").await, "The table “prices” is back.");
    assert_eq!(rows(&office, "prices").await, [("1".to_owned(), json!({"n": 1}))]);
    assert_eq!(mara.presses_data(&undo, "Undo").await, "Its rows are back already, or forgotten by now.");
    mara.hears_nothing();
}

const CHART: &str = "chart('Prices 2026', [12, 9.5], ['2026-11-23', '2026-11-24'], unit='EUR')
try:
    chart('Prices', [1], kind='pie')
except RuntimeError as why:
    notify(str(why))";

async fn a_chart_comes_as_a_picture_and_a_table() {
    let (office, mara) = with_mara(Telegram).await;
    let flow = agreed(&office, &mara, "Chart", CHART).await;
    let id = begins(&office, &flow, false).await;
    let picture = mara.hears("<prices-2026.png, ").await;
    assert!(picture.contains("Prices 2026"), "{picture}");
    mara.hears("<prices-2026.csv, ").await;
    mara.hears("kind is 'line' or 'bar'").await;
    assert_eq!(office.file("prices-2026.csv"), "label,Prices 2026 (EUR)\n2026-11-23,12\n2026-11-24,9.5\n");
    assert!(office.file("prices-2026.png").starts_with("Prices 2026 (Line, Light)\n"));
    assert_eq!(run(&office, &id).await.calls, 3);
    begins(&office, &flow, true).await;
    let told = mara.hears("Dry run of “Chart”").await;
    assert!(told.contains("would send the chart “Prices 2026”") && told.contains("that failed: kind is"), "{told}");
    mara.hears_nothing();
}

async fn files_of_an_agent_come_with_its_answer() {
    let (office, mara) = with_mara(Discord).await;
    office.works(|input| match input.steps.len() {
        0 => call("write_file", json!({"path": "list.csv", "text": "a;b"})),
        _ => said("Written."),
    });
    let flow = agreed(&office, &mara, "List", "notify(agent('Write the list', agent='writer'))").await;
    begins(&office, &flow, false).await;
    mara.hears("<list.csv, ").await;
    mara.hears("Written.").await;
    assert_eq!(office.file("list.csv"), "a;b");
    mara.hears_nothing();
}

const LOOKS: &str = "try:
    notify(agent('Find the price'))
except RuntimeError as why:
    notify(str(why))";

async fn an_agent_without_a_model_gives_no_answer() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    office.quotes_scripts();
    let flow = agreed(&office, &mara, "Looks", LOOKS).await;
    begins(&office, &flow, false).await;
    mara.hears("the agent did not do it: This needs a language model, and none is connected here yet.").await;
    mara.hears_nothing();
}

async fn an_agent_whose_task_is_cancelled_gives_no_answer() {
    let (office, mara) = with_mara(Discord).await;
    deciding(&office);
    let flow = agreed(&office, &mara, "Looks", LOOKS).await;
    begins(&office, &flow, false).await;
    mara.hears("One decision").await;
    mara.says("/cancel 1").await;
    mara.hears("#1 Cancelled by Mara.").await;
    mara.hears("the agent did not do it: its task was cancelled").await;
}

const TOOLS: &str = "note('Shopping', 'Milk and bread')
notify(tool('read_note', {'title': 'Shopping'}))
try:
    tool('run_python', {'code': '1'})
except RuntimeError as why:
    notify(str(why))";

async fn a_script_uses_the_tools_that_it_names() {
    let (office, mara) = with_mara(Discord).await;
    let flow = agreed(&office, &mara, "Tools", TOOLS).await;
    begins(&office, &flow, false).await;
    mara.hears("Milk and bread").await;
    let refused = mara.hears("tool takes 'calculate', 'read_note', ").await;
    assert!(refused.contains("the name must stand in the call; agent(task) has the others"), "{refused}");
    mara.says("/flow 1").await;
    let card = mara.hears("1. Tools").await;
    assert!(card.contains("It uses read_note."), "{card}");
    mara.hears_nothing();
}

async fn a_tool_is_judged_shown_and_left_out_like_the_function_that_does_the_same() {
    let (office, mara) = with_mara(Web).await;
    office.page("https://a.example/x", "other.example");
    office.page("https://other.example/secret", "found");
    let script = "site = tool('read_url', {'url': 'https://a.example/x'})\n\
                  tool('write_note', {'title': 'Kept by a tool', 'text': site})\n\
                  notify(tool('read_url', {'url': 'https://' + site + '/secret'}))";
    mara.says(&format!("/flow new Follow\n{script}")).await;
    let card = mara.hears("1. Follow").await;
    assert!(card.contains("It reads web pages.") && card.contains("It writes notes."), "{card}");
    mara.presses("Dry run").await;
    let tried = mara.hears("Dry run of “Follow”. Nothing was changed.").await;
    assert!(tried.contains("read a.example/x") && tried.contains("would write the note “Kept by a tool”"), "{tried}");
    assert_eq!(mara.note("Kept by a tool").await, None);
    mara.presses("Agree").await;
    mara.presses("Run now").await;
    mara.hears("“Follow” wants to open https://other.example/secret.").await;
    assert_eq!(mara.note("Kept by a tool").await.as_deref(), Some("other.example"));
    assert_eq!(mara.presses("Allow it").await, "Chosen: Allow it.");
    mara.hears("found").await;
    mara.hears_nothing();
}

async fn a_time_without_a_zone_is_the_owners() {
    let (office, mara) = with_mara(Discord).await;
    let there = (office.now() + TimeDelta::hours(2)).with_timezone(&Berlin).format("%Y-%m-%dT%H:%M");
    let flow = agreed(&office, &mara, "Later", &format!("sleep(until='{there}')\nnotify('now it is')")).await;
    begins(&office, &flow, false).await;
    office.advance(TimeDelta::hours(1)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(90)).await;
    mara.hears("now it is").await;
    mara.hears_nothing();
}

async fn a_page_is_given_as_far_as_it_is_wanted() {
    let (office, mara) = with_mara(Discord).await;
    office.page("https://a.example/x", &"x".repeat(150_000));
    let script = "url = 'https://a.example/x'\n\
                  [len(fetch(url)), len(fetch(url, most=2000)), len(fetch(url, most=10**9))]";
    let flow = agreed(&office, &mara, "Page", script).await;
    let id = begins(&office, &flow, false).await;
    assert_eq!(run(&office, &id).await.state, RunState::Completed(json!([10_000, 2_000, 100_000])));
    mara.hears_nothing();
}

async fn a_name_that_means_two_things_is_told_and_works() {
    let (office, mara) = with_mara(Discord).await;
    office.page("https://a.example/x", "the page");
    let script = "def named():\n    file = 'a.txt'\n    return file\nnow = now()\nload = fetch\n\
                  file(named(), load('https://a.example/x'))\nnotify(now[:2])";
    mara.says(&format!("/flow new Two\n{script}")).await;
    let card = mara.hears("1. Two").await;
    assert!(card.contains("Its script also uses the names “file” and “now” for values of its own."), "{card}");
    assert_eq!(mara.presses("Agree").await, "Agreed.");
    mara.says("/flow 1 run").await;
    mara.hears("“Two” runs now.").await;
    mara.hears("<a.txt, ").await;
    mara.hears("20").await;
    assert_eq!(office.file("a.txt"), "the page");
    mara.hears_nothing();
}

async fn a_dry_run_ends_and_opens_each_page_once() {
    let (office, mara) = with_mara(Discord).await;
    office.page("https://a.example/x", "not yet");
    let script = "while 'ready' not in fetch('https://a.example/x'):\n    sleep(seconds=300)";
    let flow = agreed(&office, &mara, "Look", script).await;
    let id = begins(&office, &flow, true).await;
    let told = mara.hears("Dry run of “Look”. Nothing was changed.").await;
    assert!(told.contains("And so on: a dry run ends after 30 steps and opens each page once."), "{told}");
    // A crash may hide that the page was opened.
    assert!(office.pages_opened() <= 3, "{}", office.pages_opened());
    assert_eq!(run(&office, &id).await.calls, 30);
    mara.hears_nothing();
}
