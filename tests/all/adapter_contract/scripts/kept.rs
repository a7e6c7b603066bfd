//! Child processes that are kept while their scripts wait: one is enough for a run, nobody can tell it from a new one, and
//! whatever is odd about it is left to a new one.

use super::{Host, LOOP, TOGETHER, run, told};
use async_trait::async_trait;
use futures_util::FutureExt;
use secretary::adapters::child::OwnProgram;
use secretary::adapters::scripts::ChildScripts;
use secretary::ports::child::{Children, Ended, Errand, Talk};
use secretary::ports::scripts::{Answer, HostCall, Progress, ScriptFault, ScriptRun, Scripts};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

const FUNCTIONS: [&str; 4] = ["fetch", "now", "notify", "fail"];
const LONG: Duration = Duration::from_secs(600);
/// What makes another run of one.
type Change = fn(&mut ScriptRun);

/// Counts the children that began and those that have not ended.
struct Counted {
    own: OwnProgram,
    begun: AtomicUsize,
    open: Arc<Open>,
}

#[derive(Default)]
struct Open {
    children: AtomicUsize,
    fewer: Notify,
}

impl Counted {
    fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn open(&self) -> usize {
        self.open.children.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Children for Counted {
    async fn answer(&self, errand: Errand) -> Result<Vec<u8>, Ended> {
        self.own.answer(errand).await
    }

    async fn begin(&self, errand: Errand) -> Result<(Vec<u8>, Box<dyn Talk>), Ended> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let (line, talk) = self.own.begin(errand).await?;
        self.open.children.fetch_add(1, Ordering::SeqCst);
        Ok((line, Box::new(Watched { talk, open: Arc::clone(&self.open) })))
    }
}

struct Watched {
    talk: Box<dyn Talk>,
    open: Arc<Open>,
}

#[async_trait]
impl Talk for Watched {
    async fn ask(&mut self, line: Vec<u8>) -> Result<Vec<u8>, Ended> {
        self.talk.ask(line).await
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.open.children.fetch_sub(1, Ordering::SeqCst);
        self.open.fewer.notify_one();
    }
}

/// An interpreter that keeps its children for so long, and who counts them.
fn counted(patience: Duration) -> (Arc<Counted>, ChildScripts) {
    let own = OwnProgram::new(env!("CARGO_BIN_EXE_secretary"));
    let children = Arc::new(Counted { own, begun: AtomicUsize::default(), open: Arc::default() });
    (Arc::clone(&children), ChildScripts::new(children).patient(patience))
}

fn named(id: &str, script: &str) -> ScriptRun {
    ScriptRun { id: id.to_owned(), ..run(script, &FUNCTIONS) }
}

/// The next outcome of a run, and that of a new child.
async fn both(scripts: &ChildScripts, run: &ScriptRun) -> [Result<Progress, ScriptFault>; 2] {
    let anew = ScriptRun { id: String::new(), ..run.clone() };
    [scripts.resume(run).await, super::scripts().resume(&anew).await].map(without_lines)
}

/// A script that goes on does not know the lines of its calls.
fn without_lines(outcome: Result<Progress, ScriptFault>) -> Result<Progress, ScriptFault> {
    outcome.map(|progress| match progress {
        Progress::Calls(calls) => {
            Progress::Calls(calls.into_iter().map(|call| HostCall { line: None, ..call }).collect())
        }
        done @ Progress::Done { .. } => done,
    })
}

/// Answers each call until the run is over. How it ended.
async fn through(scripts: &ChildScripts, mut run: ScriptRun) -> String {
    loop {
        let outcome = scripts.resume(&run).await;
        let Ok(Progress::Calls(calls)) = &outcome else { return told(&outcome) };
        for call in calls {
            assert_eq!(call.index, run.answers.len(), "{call:?}");
            run.answers.push(Answer::Value(json!(call.index)));
            run.made.push(call.clone());
        }
    }
}

#[tokio::test]
async fn one_process_is_enough_for_fifty_calls_and_two_for_many() {
    let (children, scripts) = counted(LONG);
    assert_eq!(through(&scripts, named("a", "sum([fetch(i) for i in range(50)])")).await, "gives 1225");
    assert_eq!((children.begun(), children.open()), (1, 0));
    // After so many answers a new one may take longer.
    let many = "n = 0\nfor i in range(502):\n    n += fetch(i)\nn";
    assert_eq!(through(&scripts, named("b", many)).await, "gives 125751");
    assert_eq!((children.begun(), children.open()), (3, 0));
}

#[tokio::test]
async fn nobody_can_tell_a_script_that_goes_on_from_one_that_begins_anew() {
    let (children, scripts) = counted(LONG);
    let all = [
        LOOP,
        TOGETHER,
        "x = await fetch('a')\nfetch('b')\nfetch('c')\nprint(x)",
        "import asyncio\na = fetch('a')\nb = fetch('boom')\nprint(await a)\ntry:\n    await b\nexcept RuntimeError as e:\n    print(e)",
        "def f(x):\n    try:\n        return fetch(x)\n    except RuntimeError as e:\n        return str(e)\n[f(x) for x in ['a', 'boom', 'b']]",
        "print(fetch('a'))\nint(fetch('b'))",
        "print(fetch('a'))\nprint('a' * 10 ** 6)",
        "x = fetch('a')\nfetch(b'a')",
        "x = fetch('a')\nopen(x)",
        "x = fetch('a')\neval(x)",
        "x = await fetch('a')\nawait asyncio.gather()",
    ];
    for (n, script) in all.into_iter().enumerate() {
        let (mut host, mut run) = (Host::default(), named(&format!("run {n}"), script));
        for step in 0.. {
            assert!(step < 30, "{script}");
            let [kept, anew] = both(&scripts, &run).await;
            assert_eq!(kept, anew, "{script}");
            let Ok(Progress::Calls(calls)) = kept else { break };
            // All calls are written down, and the last one is answered first.
            for call in &calls {
                if call.index == run.made.len() {
                    run.made.push(call.clone());
                    run.answers.push(Answer::Pending);
                }
            }
            let last = calls.last().unwrap();
            run.answers[last.index] = host.answer(last);
        }
        assert!(host.counted.values().all(|times| *times == 1), "{script}: {:?}", host.counted);
        assert_eq!((children.begun(), children.open()), (n + 1, 0), "{script}");
    }
}

#[tokio::test]
async fn a_child_that_does_not_fit_is_not_asked() {
    let value = |text: &str| Answer::Value(json!(text));
    let changes: [(&str, Change); 9] = [
        ("the script", |run| run.script.push_str("\n'another'")),
        ("what it begins with", |run| run.inputs = json!({"n": 1})),
        ("what it may call", |run| run.functions.truncate(1)),
        ("how often it may call", |run| run.most_calls = 1),
        ("a call that was made", |run| run.made[1].args = vec![json!("c")]),
        ("an answer", |run| run.answers[0] = Answer::Error("there is none".to_owned())),
        ("an answer that is open again", |run| run.answers[0] = Answer::Pending),
        ("an answer too few", |run| run.answers.clear()),
        ("an answer too many", |run| run.answers.push(Answer::Pending)),
    ];
    for (what, change) in changes {
        let (children, scripts) = counted(LONG);
        let mut run = named("a", "a = fetch('a')\nb = fetch('b')\n[a, b]");
        for answer in ["A", "B"] {
            let outcome = scripts.resume(&run).await;
            let Ok(Progress::Calls(calls)) = outcome else { panic!("{outcome:?}") };
            run.made.extend(calls);
            run.answers.push(value(answer));
        }
        assert_eq!((children.begun(), children.open()), (1, 1), "{what}");
        let unchanged = run.clone();
        change(&mut run);
        let [kept, anew] = both(&scripts, &run).await;
        assert_eq!(kept, anew, "{what}");
        assert_eq!(children.begun(), 2, "{what}");
        // Whatever was asked in between, the run itself goes on.
        assert_eq!(told(&scripts.resume(&unchanged).await), "gives [\"A\",\"B\"]", "{what}");
    }
}

/// A run that waits for its first answer, and the same with that answer.
async fn waiting(scripts: &ChildScripts, id: &str, script: &str) -> ScriptRun {
    let run = named(id, script);
    let outcome = scripts.resume(&run).await;
    assert!(told(&outcome).starts_with("waits for fetch"), "{outcome:?}");
    ScriptRun { answers: vec![Answer::Value(json!("A"))], ..run }
}

#[tokio::test]
async fn only_some_are_kept_and_none_holds_up_another() {
    let (children, scripts) = counted(LONG);
    let mut runs = Vec::new();
    for n in 0..9 {
        runs.push(waiting(&scripts, &format!("run {n}"), "fetch('a')").await);
    }
    assert_eq!((children.begun(), children.open()), (9, 8));
    for (run, begun) in [(&runs[8], 9), (&runs[1], 9), (&runs[0], 10)] {
        assert_eq!(told(&scripts.resume(run).await), "gives \"A\"");
        assert_eq!(children.begun(), begun, "{}", run.id);
    }
    assert_eq!(children.open(), 6);
    drop(scripts);
    assert_eq!(children.open(), 0);
}

#[tokio::test]
async fn a_child_that_nobody_asks_again_is_ended() {
    let (children, scripts) = counted(Duration::ZERO);
    for begun in [1, 3] {
        let run = waiting(&scripts, "a", "fetch('a')").await;
        let ended = async {
            while children.open() > 0 {
                children.open.fewer.notified().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), ended).await.unwrap();
        assert_eq!(children.begun(), begun);
        assert_eq!(told(&scripts.resume(&run).await), "gives \"A\"");
        assert_eq!(children.begun(), begun + 1);
    }
}

#[tokio::test]
async fn a_child_is_ended_with_whoever_waits_for_it() {
    let (children, scripts) = counted(LONG);
    let run = waiting(&scripts, "a", "a = fetch('a')\nfor i in range(100000):\n    i\na").await;
    assert_eq!(scripts.resume(&run).now_or_never(), None);
    assert_eq!((children.begun(), children.open()), (1, 0));
    assert_eq!(told(&scripts.resume(&run).await), "gives \"A\"");
    assert_eq!(children.begun(), 2);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_child_that_was_killed_is_replaced() {
    // Nothing else runs within so many seconds, so that the child is known by them.
    let seconds = 5_349;
    let (children, scripts) = counted(LONG);
    let scripts = scripts.within(seconds);
    let run = waiting(&scripts, "a", "fetch('a') + fetch('b')").await;
    let child = super::child_within(seconds).await;
    let told_to = std::process::Command::new("kill").args(["-KILL", &child.to_string()]).status().unwrap();
    assert!(told_to.success());
    let outcome = scripts.resume(&run).await;
    assert_eq!(told(&outcome), "waits for fetch[String(\"b\")]");
    assert_eq!((children.begun(), children.open()), (2, 1));
    let answers = vec![Answer::Value(json!("A")), Answer::Value(json!("B"))];
    assert_eq!(told(&scripts.resume(&ScriptRun { answers, ..run }).await), "gives \"AB\"");
    assert_eq!((children.begun(), children.open()), (2, 0));
}

#[tokio::test]
async fn a_script_that_goes_on_has_its_limits_and_knows_the_line_of_its_end() {
    let (children, scripts) = counted(LONG);
    let scripts = scripts.within(2);
    let slow = waiting(&scripts, "slow", "fetch('a')\nwhile True:\n    pass").await;
    assert_eq!(scripts.resume(&slow).await, Err(ScriptFault::TooLong(2)));
    assert_eq!((children.begun(), children.open()), (1, 0));
    let (children, scripts) = counted(LONG);
    let large = waiting(&scripts, "large", "fetch('a')\n'a' * 10 ** 9").await;
    assert_eq!(scripts.resume(&large).await, Err(ScriptFault::TooMuchMemory));
    let failing = waiting(&scripts, "failing", "x = fetch('a')\nif x:\n    fail('none')").await;
    let outcome = scripts.resume(&failing).await;
    let Ok(Progress::Calls(calls)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((calls[0].name.as_str(), calls[0].line), ("fail", Some(3)));
    assert_eq!(children.open(), 0);
}
