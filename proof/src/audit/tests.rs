//! The judge judged: books written by hand, each with one thing wrong, and one with nothing wrong.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::{Cells, Finding, books::Books, rules};

const WORD: &str = "zwabcdefgh";

/// A folder of ledgers that goes away with the test.
struct Folder(PathBuf);

static FOLDERS: AtomicUsize = AtomicUsize::new(0);

impl Folder {
    fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::SeqCst);
        let path = std::env::temp_dir().join(format!("audit-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, book: &str, entries: &[Value]) {
        let lines: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        std::fs::write(self.0.join(format!("{book}.jsonl")), lines).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The books of a trial in which all went well; a test changes one thing.
struct Story {
    driver: Vec<Value>,
    telegram: Vec<Value>,
    discord: Vec<Value>,
    model: Vec<Value>,
    tools: Vec<Value>,
}

fn sent(at: u64, id: u64, text: &str, buttons: &Value) -> Value {
    json!({"entry": "call", "at": at, "arrived": at - 5, "method": "sendMessage", "outcome": "done", "code": 200,
        "message": id, "body": {"chat_id": 41, "text": text, "reply_markup": {"inline_keyboard": buttons}}})
}

fn prompt(at: u64, id: u64, token: &str) -> Value {
    let buttons = json!([[{"text": format!("opta{WORD}"), "callback_data": format!("{token}.0")}],
        [{"text": format!("optb{WORD}"), "callback_data": format!("{token}.1")}]]);
    sent(at, id, &format!("Which one, ask{WORD}?"), &buttons)
}

fn work(stage: usize, told: &str) -> Value {
    let mut messages = vec![json!({"role": "user", "content": format!("Compare for {WORD}.")})];
    messages.extend((0..stage).map(|_| json!({"role": "tool", "content": told})));
    json!({"entry": "asked", "messages": messages, "tools": true, "refused": false})
}

fn well() -> Story {
    let report = sent(900, 13, &format!("Take C, rep{WORD}."), &json!([[{"text": "👍", "callback_data": "r.0"}]]));
    Story {
        driver: vec![
            json!({"entry": "trial", "seed": 7}),
            json!({"entry": "start", "at": 1}),
            json!({"entry": "rule", "rule": "presses are answered"}),
            json!({"entry": "rule", "rule": "no live prompts"}),
            json!({"entry": "word", "word": WORD, "chat": "Telegram(41)", "expects": ["prompt", "report", "effect"]}),
            json!({"entry": "press", "at": 600, "word": WORD, "label": format!("opta{WORD}"), "may": true, "query": "q1"}),
        ],
        telegram: vec![
            json!({"entry": "update", "at": 100, "update": 5, "lane": 41, "text": format!("about the {WORD} project")}),
            json!({"entry": "confirmed", "at": 150, "update": 5}),
            sent(200, 11, &format!("Got it: “about the {WORD} project”"), &json!([])),
            prompt(500, 12, "t"),
            json!({"entry": "call", "at": 650, "method": "answerCallbackQuery", "outcome": "done", "body": {"callback_query_id": "q1"}}),
            json!({"entry": "call", "at": 700, "method": "editMessageText", "outcome": "done",
                "body": {"chat_id": 41, "message_id": 12, "text": format!("✔ opta{WORD}")}}),
            report,
        ],
        discord: Vec::new(),
        model: vec![work(0, ""), work(1, "done"), work(2, &format!("They chose opta{WORD}."))],
        tools: Vec::new(),
    }
}

fn judged(story: &Story, cells: &[&str]) -> Vec<Finding> {
    let folder = Folder::new();
    folder.write("driver", &story.driver);
    folder.write("telegram", &story.telegram);
    folder.write("discord", &story.discord);
    folder.write("model", &story.model);
    folder.write("tools", &story.tools);
    let books = Books::read(&folder.0).unwrap();
    let cells = Cells(cells.iter().map(|cell| (*cell).to_owned()).collect());
    let mut findings = rules::of_books(&books);
    findings.extend(rules::of_database(&books, &cells));
    findings
}

const KEPT: &str = "{\"text\":\"notezwabcdefgh\"}";

#[track_caller]
fn finds(story: &Story, rule: &str, part: &str) {
    let findings = judged(story, &[KEPT]);
    assert!(findings.iter().any(|f| f.rule == rule && f.sentence.contains(part)), "{findings:?}");
}

#[test]
fn where_all_went_well_nothing_is_found() {
    assert_eq!(judged(&well(), &[KEPT]), vec![]);
}

#[test]
fn what_is_lost_is_found() {
    let mut story = well();
    story.telegram.pop();
    finds(&story, "lost", "no report");
    let findings = judged(&well(), &["something of zwqqqqqqqq"]);
    assert!(findings.iter().any(|f| f.rule == "acknowledged"), "{findings:?}");
    assert!(findings.iter().any(|f| f.rule == "effect" && f.sentence.contains("nowhere")), "{findings:?}");
}

#[test]
fn what_an_older_database_or_a_backup_misses_is_found() {
    let mut story = well();
    story.driver.push(json!({"entry": "kept", "words": ["zwolderone"]}));
    finds(&story, "kept", "zwolderone stood");
    let folder = Folder::new();
    folder.write("driver", &well().driver);
    let mut confirmed = well().telegram;
    confirmed[1]["at"] = json!(150);
    folder.write("telegram", &confirmed);
    let books = Books::read(&folder.0).unwrap();
    let missing = |began: u64, cell: &str| rules::of_backup(&books, "b.db", &Cells(vec![cell.to_owned()]), began).len();
    assert_eq!((missing(151, "nothing"), missing(151, KEPT), missing(150, "nothing")), (1, 0, 0));
}

#[test]
fn an_effect_twice_is_found() {
    let findings = judged(&well(), &["notezwabcdefgh\nnotezwabcdefgh"]);
    assert!(findings.iter().any(|f| f.rule == "effect" && f.sentence.contains("2 times")), "{findings:?}");
    // A task may have failed before a tool wrote anything, but not have been done twice.
    let mut task = well();
    task.driver[4]["expects"] = json!(["at most once"]);
    assert_eq!(judged(&task, &["zwabcdefgh"]), vec![]);
    let twice = judged(&task, &["notezwabcdefgh notezwabcdefgh"]);
    assert!(twice.iter().any(|f| f.rule == "effect" && f.sentence.contains("2 times")), "{twice:?}");
}

#[test]
fn what_a_flow_says_comes_once() {
    let mut story = well();
    story.driver[4]["expects"] = json!(["prompt", "report", "effect", "notice"]);
    finds(&story, "lost", "no notice");
    story.telegram.push(sent(950, 15, &format!("It is said{WORD}."), &json!([])));
    assert_eq!(judged(&story, &[KEPT]), vec![]);
    story.telegram.push(sent(960, 16, &format!("It is said{WORD}."), &json!([])));
    finds(&story, "copies", "2 copies of the notice");
}

#[test]
fn a_second_copy_is_excused_by_a_lost_answer_or_a_kill_only() {
    let copy = |change: fn(&mut Story)| {
        let mut story = well();
        story.telegram.insert(4, prompt(550, 14, "t"));
        story.driver.retain(|entry| entry["rule"] != "no live prompts");
        change(&mut story);
        story
    };
    finds(&copy(|_| {}), "copies", "2 copies of the prompt");
    let killed = copy(|s| s.driver.push(json!({"entry": "kill", "at": 520})));
    assert_eq!(judged(&killed, &[KEPT]), vec![]);
    let late = copy(|s| s.driver.push(json!({"entry": "kill", "at": 5_000})));
    finds(&late, "copies", "the fate of the earlier one was known");
    let mut full = late;
    full.driver.extend([json!({"entry": "full", "at": 400}), json!({"entry": "room", "at": 2_400})]);
    assert_eq!(judged(&full, &[KEPT]), vec![], "where it stands could be written down from 2,400 on");
    let mut again = copy(|s| s.driver.push(json!({"entry": "kill", "at": 6_000})));
    again.driver.extend([json!({"entry": "full", "at": 400}), json!({"entry": "room", "at": 2_400})]);
    finds(&again, "copies", "the fate of the earlier one was known");
    again.driver.extend([json!({"entry": "full", "at": 2_900}), json!({"entry": "room", "at": 3_600})]);
    assert_eq!(judged(&again, &[KEPT]), vec![], "there was room for 2,900 in all");
    let lost = copy(|s| s.telegram[3]["outcome"] = json!("lost"));
    assert_eq!(judged(&lost, &[KEPT]), vec![]);
    finds(&copy(|s| s.telegram[4] = prompt(550, 14, "another")), "twice", "different buttons");
}

#[test]
fn a_ticket_that_somebody_asks_to_see_is_no_copy() {
    let mut story = well();
    let text = format!("#3 Offers\nFrom Mara, today\nDecision: ask{WORD}?\nReport:\nTake C, rep{WORD}.");
    let buttons = |at: u64| json!([[{"text": format!("#3: opta{WORD}"), "callback_data": format!("v{at}.0")}]]);
    story.telegram.extend([950, 960, 970].map(|at| sent(at, at, &text, &buttons(at))));
    story.driver.retain(|entry| entry["rule"] != "no live prompts");
    assert_eq!(judged(&story, &[KEPT]), vec![]);
}

#[test]
fn progress_twice_is_never_excused() {
    let mut story = well();
    let progress = |at, id| sent(at, id, &format!("1/5: prog{WORD}"), &json!([]));
    story.telegram.extend([progress(300, 20), progress(320, 21)]);
    story.driver.push(json!({"entry": "kill", "at": 310}));
    finds(&story, "copies", "progress");
}

#[test]
fn progress_is_known_by_its_buttons_too() {
    let mut story = well();
    let work = |at, id, data: &str| sent(at, id, "Working", &json!([[{"text": "Pause", "callback_data": data}]]));
    story.telegram.extend([work(300, 20, "w.0"), work(320, 21, "v.0")]);
    assert_eq!(judged(&story, &[KEPT]), vec![], "two stretches of work");
    story.telegram.push(work(340, 22, "w.0"));
    finds(&story, "copies", "2 copies of the progress of one work");
}

#[test]
fn a_copy_in_discord_is_never_excused() {
    let mut story = well();
    let posted = |id: &str| {
        json!({"entry": "call", "at": 800, "method": "POST", "path": "/channels/9/messages", "performed": true,
            "answered": false, "message": id, "body": {"content": format!("Take C, rep{WORD}"),
            "components": [{"type": 1, "components": [{"type": 2, "label": "👍", "custom_id": "r.0"}]}]}})
    };
    story.discord = vec![posted("1"), posted("1")];
    assert_eq!(judged(&story, &[KEPT]), vec![], "a nonce gives the same message");
    story.discord.push(posted("2"));
    finds(&story, "copies", "Discord");
}

#[test]
fn a_run_that_goes_back_is_found() {
    let mut story = well();
    story.model.push(work(0, ""));
    finds(&story, "journal", "from step 2 to step 0");
    story.model.last_mut().unwrap()["at"] = json!(5_000);
    finds(&story, "journal", "from step 2 to step 0");
    // A life that stood still wakes up, asks what it was about to ask, and ends.
    story.driver.extend([json!({"entry": "kill", "at": 4_990}), json!({"entry": "dead", "at": 5_040})]);
    assert_eq!(judged(&story, &[KEPT]), vec![]);
}

#[test]
fn an_outcome_is_one_and_by_somebody_who_may() {
    let mut story = well();
    story.model.push(work(2, &format!("They chose optb{WORD}.")));
    finds(&story, "outcome", "both options");
    let mut story = well();
    story.driver[5]["may"] = json!(false);
    finds(&story, "outcome", "nobody pressed who may");
    let mut story = well();
    story.telegram[5]["body"]["text"] = json!(format!("✔ optb{WORD}"));
    finds(&story, "outcome", "were shown optb");
    let mut story = well();
    story.telegram.insert(
        4,
        sent(
            560,
            14,
            &format!("Which one, ask{WORD}? opta{WORD} or optb{WORD}"),
            &story.telegram[3]["body"]["reply_markup"]["inline_keyboard"].clone(),
        ),
    );
    story.telegram[3]["outcome"] = json!("lost");
    story.telegram.push(json!({"entry": "call", "at": 720, "method": "editMessageReplyMarkup", "outcome": "done",
        "body": {"chat_id": 41, "message_id": 14}}));
    assert_eq!(judged(&story, &[KEPT]), vec![], "a copy without its buttons names both options");
    let mut story = well();
    story.telegram.remove(5);
    finds(&story, "keyboard", "live buttons");
    finds(&story, "outcome", "shows its outcome");
}

#[test]
fn a_press_nobody_answers_is_found() {
    let mut story = well();
    story.telegram.remove(4);
    finds(&story, "presses", "not answered");
}

#[test]
fn another_order_is_found() {
    let mut story = well();
    let other = "zwhgfedcba";
    story.driver.insert(4, json!({"entry": "word", "word": other, "chat": "Telegram(41)", "expects": []}));
    story.telegram.push(sent(950, 30, &format!("Got it: “about the {other} project”"), &json!([])));
    finds(&story, "order", "said first");
}

#[test]
fn what_is_punished_is_found() {
    let mut story = well();
    story.driver.push(json!({"entry": "violation", "platform": "telegram", "what": "DroppedPending"}));
    finds(&story, "punished", "DroppedPending");
    let overlap = json!({"entry": "violation", "platform": "telegram", "what": "PollOverlap"});
    let frozen = json!({"entry": "frozen", "at": 1});
    story.driver = [well().driver, vec![frozen, overlap.clone()]].concat();
    assert_eq!(judged(&story, &[KEPT]), vec![], "who stood still had a call open");
    story.driver.push(overlap);
    finds(&story, "punished", "PollOverlap");
    let mut story = well();
    let refused = |at: u64, wished: bool| json!({"entry": "call", "at": at, "method": "sendMessage", "outcome": "refused", "code": 429, "fault": wished});
    story.telegram.extend([refused(5_000, true), refused(5_100, false)]);
    assert_eq!(judged(&story, &[KEPT]), vec![], "it was on its way already");
    story.telegram.push(refused(5_900, false));
    finds(&story, "flood", "sendMessage");
}

#[test]
fn a_report_that_was_cut_off_three_times_may_give_the_results_as_they_are() {
    let text =
        format!("#3 Offers\nC fits best for {WORD}.\n- Which one, ask{WORD}? opta{WORD}\n{}.", rules::AS_THEY_ARE);
    let report = |id| sent(900, id, &text, &json!([[{"text": "👍", "callback_data": "r.0"}]]));
    let mut story = well();
    story.telegram.pop();
    story.telegram.push(report(13));
    finds(&story, "lost", "no report");
    let kills = [300, 400, 800].map(|at| json!({"entry": "kill", "at": at}));
    story.driver.splice(1..1, kills);
    assert_eq!(judged(&story, &[KEPT]), vec![]);
    story.telegram.extend((14..18).map(report));
    finds(&story, "copies", "copies of the report");
}

/// A story in which work placed these orders, and people pressed these buttons about them.
fn ordered(orders: &[(u64, &str)], presses: &[(u64, &str)]) -> Story {
    let mut story = well();
    story.driver.retain(|entry| entry["rule"].is_null());
    story.driver[2]["expects"] = json!(["prompt", "report", "effect", "order"]);
    let press =
        |(at, label): &(u64, &str)| json!({"entry": "press", "at": at, "word": WORD, "label": label, "may": true});
    story.driver.extend(presses.iter().map(press));
    let order = |(at, outcome): &(u64, &str)| json!({"entry": "order", "at": at + 50, "arrived": at, "text": format!("a chair, ord{WORD}"), "outcome": outcome});
    story.tools = orders.iter().map(order).collect();
    story.tools.push(json!({"entry": "order", "at": 1, "arrived": 1, "outcome": "reset"}));
    story
}

#[test]
fn orders_are_carried_out_once() {
    assert_eq!(judged(&ordered(&[(1_000, "done")], &[]), &[KEPT]), vec![]);
    assert_eq!(judged(&ordered(&[(1_000, "lost")], &[(2_000, "It worked")]), &[KEPT]), vec![]);
    finds(&ordered(&[(1_000, "done"), (2_000, "done")], &[]), "orders", "carried out 2 times");
    // Who says Retry although it was done is told of what happened all the same.
    finds(&ordered(&[(1_000, "lost"), (3_000, "done")], &[(2_000, "Retry")]), "orders", "carried out 2 times");
}

#[test]
fn an_order_is_placed_again_only_when_somebody_says_so_or_it_was_refused() {
    assert_eq!(judged(&ordered(&[(1_000, "dropped"), (3_000, "done")], &[(2_000, "Retry")]), &[KEPT]), vec![]);
    assert_eq!(judged(&ordered(&[(1_000, "refused"), (3_000, "done")], &[]), &[KEPT]), vec![]);
    let again = |presses: &[(u64, &str)]| ordered(&[(1_000, "dropped"), (3_000, "done")], presses);
    finds(&again(&[]), "orders", "nobody had pressed Retry");
    finds(&again(&[(500, "Retry")]), "orders", "nobody had pressed Retry");
    finds(&again(&[(4_000, "Retry")]), "orders", "nobody had pressed Retry");
    finds(&again(&[(2_000, "It worked")]), "orders", "nobody had pressed Retry");
    let mut stranger = again(&[(2_000, "Retry")]);
    stranger.driver.last_mut().unwrap()["may"] = json!(false);
    finds(&stranger, "orders", "nobody had pressed Retry");
    let twice = ordered(&[(1_000, "dropped"), (3_000, "dropped"), (5_000, "done")], &[(2_000, "Retry")]);
    finds(&twice, "orders", "nobody had pressed Retry");
}

#[test]
fn a_report_without_its_order_is_found() {
    finds(&ordered(&[], &[]), "orders", "never carried out");
    finds(&ordered(&[(1_000, "dropped")], &[(2_000, "It worked")]), "orders", "never carried out");
    assert_eq!(judged(&ordered(&[(1_000, "dropped")], &[(2_000, "Skip")]), &[KEPT]), vec![], "it was left out");
    assert_eq!(judged(&ordered(&[(1_000, "refused")], &[]), &[KEPT]), vec![], "the failure was told");
    let mut open = ordered(&[], &[]);
    open.driver[2]["expects"] = json!(["prompt", "order"]);
    open.telegram.pop();
    assert_eq!(judged(&open, &[KEPT]), vec![], "there is no report yet");
}

#[tokio::test]
async fn a_database_is_read_without_knowing_its_tables() {
    use sqlx::{ConnectOptions, Connection};
    let folder = Folder::new();
    let path = folder.0.join("any.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut conn = options.connect().await.unwrap();
    for sql in
        ["CREATE TABLE \"odd name\" (a INTEGER, \"b c\" TEXT)", "INSERT INTO \"odd name\" VALUES (1, 'x zwabcdefgh')"]
    {
        sqlx::query(sql).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let (cells, faults) = super::database::read(&folder.0, "any.db").await.unwrap();
    assert!(faults.is_empty() && cells.hold(WORD) && !cells.hold("zwq"));
    std::fs::write(&path, b"no database at all, but long enough to be read as one".repeat(100)).unwrap();
    assert!(super::database::read(&folder.0, "any.db").await.is_err());
    assert!(super::folder(Path::new("/nowhere/at/all")).await.is_err());
}
