//! Scripts in the real child process: what they can, what they cannot, and that a run goes on from its answers.

mod caught;
mod escapes;
mod kept;

use caught::FAMILIES;
use escapes::{BOMBS, NAMES, OUTSIDE, Try};
use futures_util::future::join_all;
use secretary::adapters::child::OwnProgram;
use secretary::adapters::scripts::ChildScripts;
use secretary::ports::scripts::{
    Answer, HostCall, MOST_BYTES, MOST_CALLS, Outlined, Progress, ScriptFault, ScriptRun, Scripts,
};
use secretary::secretary::flow::examples;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

fn scripts() -> ChildScripts {
    by(env!("CARGO_BIN_EXE_secretary"))
}

fn by(program: &str) -> ChildScripts {
    ChildScripts::new(Arc::new(OwnProgram::new(program)))
}

/// A run that may call these functions.
fn run(script: &str, functions: &[&str]) -> ScriptRun {
    ScriptRun {
        script: script.to_owned(),
        inputs: json!({}),
        functions: functions.iter().map(|name| (*name).to_owned()).collect(),
        most_calls: MOST_CALLS,
        ..ScriptRun::default()
    }
}

/// What became of a run, in words.
fn told(outcome: &Result<Progress, ScriptFault>) -> String {
    match outcome {
        Ok(Progress::Done { value, printed }) => format!("{printed}gives {value}"),
        Ok(Progress::Calls(calls)) => {
            let calls: Vec<String> = calls.iter().map(|call| format!("{}{:?}", call.name, call.args)).collect();
            format!("waits for {}", calls.join(", "))
        }
        Err(fault) => fault.to_string(),
    }
}

async fn outcome(script: &str) -> String {
    told(&scripts().resume(&run(script, &["read_file"])).await)
}

/// Every try comes to one of its ends, in a sentence, and scripts still run after it.
async fn hold(scripts: ChildScripts, tries: &[Try], also: &str) {
    let ends = join_all(tries.iter().map(|(script, wanted)| {
        let scripts = &scripts;
        async move { (script, wanted, told(&scripts.resume(&run(script, &["read_file"])).await)) }
    }));
    for (script, wanted, told) in ends.await {
        assert!(wanted.split('|').chain([also]).any(|part| told.contains(part)), "{script}\n{told}");
        assert!(told.len() < 3_000 && !told.contains("panicked") && !told.contains("monty"), "{script}\n{told}");
    }
    assert_eq!(outcome("1 + 1").await, "gives 2");
}

#[tokio::test]
async fn no_script_reaches_anything_outside() {
    hold(scripts(), OUTSIDE, "\0").await;
}

#[tokio::test]
async fn no_script_lasts_for_ever_or_takes_everything() {
    hold(scripts().within(1), BOMBS, "The script takes too long.").await;
}

/// One script of many tries. Each is a function, so that it leaves nothing to the next, and its exception is printed.
fn together(tries: &[Try]) -> String {
    let mut script = String::new();
    for (at, (lines, _)) in tries.iter().enumerate() {
        let lines = lines.replace('\n', "\n    ");
        let _ = write!(
            script,
            "def try_{at}():\n    {lines}\n\
             try:\n    try_{at}()\n    print('{at}: it went through')\n\
             except BaseException as e:\n    print('{at}:', type(e).__name__ + ':', str(e)[:200])\n"
        );
    }
    script
}

#[tokio::test]
async fn a_script_that_catches_everything_gets_nowhere_either() {
    for tries in FAMILIES {
        let told = outcome(&together(tries)).await;
        let mut lines = told.lines();
        for (at, (script, wanted)) in tries.iter().enumerate() {
            let line = lines.next().unwrap_or_default();
            assert!(line.starts_with(&format!("{at}: {wanted}")), "{script}\n{line}\n{told}");
        }
        assert_eq!(lines.next(), Some("gives null"));
    }
}

#[tokio::test]
async fn a_hostile_name_reaches_the_host_as_it_is_and_does_nothing() {
    let literals: Vec<String> = NAMES.iter().map(|name| format!("read_file({})", json!(name))).collect();
    let script = format!("import asyncio\nawait asyncio.gather(\n    {})", literals.join(",\n    "));
    let outcome = scripts().resume(&run(&script, &["read_file"])).await;
    let Ok(Progress::Calls(calls)) = outcome else { panic!("{outcome:?}") };
    let given: Vec<_> = calls.iter().map(|call| (call.name.as_str(), call.args.as_slice())).collect();
    let wanted: Vec<_> = NAMES.iter().map(|name| ("read_file", [json!(name)])).collect();
    assert_eq!(given, wanted.iter().map(|(name, args)| (*name, args.as_slice())).collect::<Vec<_>>());
    // As the name of a field.
    let fields: Vec<String> = NAMES.iter().map(|name| format!("{}: 1", json!(name))).collect();
    let script = format!("read_file({{{}}})", fields.join(", "));
    let outcome = scripts().resume(&run(&script, &["read_file"])).await;
    let Ok(Progress::Calls(calls)) = outcome else { panic!("{outcome:?}") };
    let Some(Value::Object(given)) = calls[0].args.first() else { panic!("{calls:?}") };
    assert!(given.len() == NAMES.len() && NAMES.iter().all(|name| given.contains_key(*name)), "{given:?}");
}

#[test]
fn there_are_250_different_tries() {
    let listed: Vec<Try> = [OUTSIDE, BOMBS].into_iter().chain(FAMILIES.iter().copied()).flatten().copied().collect();
    let different: BTreeSet<&str> = listed.iter().map(|(script, _)| *script).collect();
    assert_eq!(different.len(), listed.len(), "one is there twice");
    assert!(different.len() >= 250, "{}", different.len());
}

#[tokio::test]
async fn a_script_that_is_nested_too_deep_or_too_long_is_refused() {
    let deep =
        |open: &str, inner: &str, close: &str, times| format!("{}{inner}{}", open.repeat(times), close.repeat(times));
    for script in [
        deep("(", "1", ")", 5_000),
        deep("[", "", "]", 10_000),
        deep("", "a", ".x", 9_000),
        deep("-", "1", "", 20_000),
        deep("", "1", " + 1", 8_000),
        deep("not ", "1", "", 5_000),
        deep("lambda: ", "1", "", 3_000),
        deep("f(", "", ")", 5_000),
        deep("{1: ", "1", "}", 5_000),
        deep("x if 1 else ", "1", "", 2_000),
    ] {
        let told = outcome(&script).await;
        assert!(told.starts_with("The script cannot be read in line 1"), "{told}");
    }
    let told = outcome(&"#".repeat(MOST_BYTES + 1)).await;
    assert_eq!(told, "The script cannot be read in line 1: it has 32769 bytes, and 32768 are the most.");
    assert_eq!(outcome(&"#".repeat(MOST_BYTES)).await, "gives null");
}

#[tokio::test]
async fn values_are_what_python_and_json_share() {
    for (script, told) in [
        ("", "gives null"),
        ("x = 1", "gives null"),
        ("print('a', 1)\nprint('b', end='')\n{'a': [1, 2.5, None, True, 'é'], 'b': (1, 2)}", "gives "),
        ("{1, 2}", "gives \"{1, 2}\""),
        ("float('inf')", "gives \"inf\""),
        ("2 ** 63", "gives 9223372036854775808"),
        (
            "import math, json, re\n(math.floor(2.7), json.dumps([1]), re.sub('a', 'b', 'aa'))",
            "gives [2,\"[1]\",\"bb\"]",
        ),
    ] {
        assert!(outcome(script).await.contains(told), "{script}: {}", outcome(script).await);
    }
    let printed = outcome("print('a', 1)\nprint('b', end='')\n'c'").await;
    assert_eq!(printed, "a 1\nbgives \"c\"");
    let inputs = json!({"event": {"files": ["a.csv"]}, "n": 3});
    let given = ScriptRun { inputs, ..run("event['files'] * n", &[]) };
    assert_eq!(told(&scripts().resume(&given).await), "gives [\"a.csv\",\"a.csv\",\"a.csv\"]");
}

#[tokio::test]
async fn a_script_is_checked_without_being_run() {
    let names = scripts().check("while True:\n    for x in fetch('a'):\n        notify(str(x))\n    sleep(1)").await;
    let outlined = names.unwrap();
    assert_eq!(outlined.calls, ["fetch", "notify", "sleep"]);
    assert_eq!(outlined.lines.iter().map(|line| line.depth).collect::<Vec<_>>(), [0, 1, 1, 2, 1]);
    assert_eq!(scripts().check("x = 1 / 0").await, Ok(Outlined::default()));
    let Err(fault) = scripts().check("a = 1\nb = (a +\n").await else { panic!("it is no script") };
    assert!(matches!(&fault, ScriptFault::Syntax { line, .. } if *line >= 2), "{fault:?}");
    let Err(fault) = scripts().check("x = 1\ny = x x").await else { panic!("it is no script") };
    assert!(matches!(fault, ScriptFault::Syntax { line: 2, column: 7, .. }), "{fault:?}");
    assert!(fault.to_string().ends_with(".\ny = x x\n      ^"), "{fault}");
    let Err(fault) = scripts().check("with a as b:\n    yield 1").await else { panic!("it is no script") };
    assert!(!fault.to_string().contains("monty"), "{fault}");
}

#[tokio::test]
async fn what_would_only_fail_later_is_told_while_a_script_is_written() {
    for (script, said) in [
        ("n = 3\nnotify('%d pages' % n)", "line 2: % does not put values into a text here; write f\"… {value} …\"."),
        ("import requests", "line 1: no module named 'requests'; there are asyncio, "),
        ("import json\nx = json.read('a')", "line 2: json has no read here."),
        ("from datetime import datetime\nx = datetime.now()", "line 2: datetime.now is not there"),
        ("x = 1\ny = open('a.txt')", "line 2: a script has no files; file(name, text) sends one"),
        ("pages = list(map(fetch, ['https://a.example']))", "fetch works in a loop only, as in [fetch(x) for x in xs]"),
        ("price = 7\nnotify(prise)", "line 2: nothing is called prise; perhaps price is meant."),
        ("def f():\n    yield 1", "line 2: not supported here: yield expressions; put the values into a list"),
        (
            "match 1:\n    case 1:\n        x = 2",
            "line 1: not supported here: pattern matching (match statements); write if",
        ),
        ("class A(list):\n    pass", "not supported here: class inheritance and metaclasses; write functions"),
    ] {
        let Err(fault) = scripts().check(script).await else { panic!("{script}") };
        let fault = fault.to_string();
        assert!(fault.contains(said) && fault.ends_with('^'), "{script}\n{fault}");
    }
    for script in [
        "try:\n    text = '%d pages' % 3\nexcept TypeError:\n    text = '3 pages'",
        "def look():\n    return open('a.txt')\ntry:\n    look()\nexcept Exception:\n    pass",
        "def note(x):\n    return x\ndef f(x):\n    return note(x)\nlist(map(f, [1]))",
    ] {
        assert_eq!(scripts().check(script).await, Ok(Outlined::default()), "{script}");
    }
    for example in examples::ALL {
        let outlined =
            scripts().check(example.script).await.unwrap_or_else(|fault| panic!("{}: {fault}", example.name));
        assert!(!outlined.lines.is_empty(), "{}", example.name);
    }
}

/// A host that counts its calls.
#[derive(Default)]
struct Host {
    counted: BTreeMap<String, u32>,
}

impl Host {
    fn answer(&mut self, call: &HostCall) -> Answer {
        *self.counted.entry(format!("{} {:?}{:?}", call.index, call.args, call.kwargs)).or_default() += 1;
        match call.args.first() {
            Some(Value::String(text)) if text == "boom" => Answer::Error("the host has none".to_owned()),
            Some(first) => Answer::Value(json!(format!("{}:{first}", call.name))),
            None => Answer::Value(json!({"n": call.index})),
        }
    }

    /// Plays a script to its end, from these answers on. Each journal on the way is kept.
    async fn play(&mut self, mut run: ScriptRun) -> (String, Vec<ScriptRun>) {
        let mut journals = vec![run.clone()];
        loop {
            let outcome = scripts().resume(&run).await;
            let Ok(Progress::Calls(calls)) = &outcome else { return (told(&outcome), journals) };
            assert!(!calls.is_empty());
            for call in calls {
                assert_eq!(call.index, run.answers.len(), "a call is made again: {call:?}");
                run.answers.push(self.answer(call));
                run.made.push(call.clone());
                journals.push(run.clone());
            }
        }
    }
}

const LOOP: &str = "found = []
for name in ['a', 'boom', 'b']:
    try:
        found.append(fetch(name))
    except RuntimeError as e:
        found.append(str(e))
    print(name)
while len(found) < 5:
    found.append(now()['n'])
notify(found[0], loud=True)
found";

const TOGETHER: &str = "import asyncio
async def one(name):
    first = await fetch(name)
    return await fetch(first + '!')
both = await asyncio.gather(one('a'), one('b'), one('c'))
await notify('done')
both";

#[tokio::test]
async fn a_run_that_was_cut_off_anywhere_goes_on_and_repeats_no_call() {
    let functions = ["fetch", "now", "notify"];
    for (script, told) in [
        (LOOP, "a\nboom\nb\ngives [\"fetch:\\\"a\\\"\",\"the host has none\",\"fetch:\\\"b\\\"\",3,4]"),
        (
            TOGETHER,
            "gives [\"fetch:\\\"fetch:\\\\\\\"a\\\\\\\"!\\\"\",\"fetch:\\\"fetch:\\\\\\\"b\\\\\\\"!\\\"\",\"fetch:\\\"fetch:\\\\\\\"c\\\\\\\"!\\\"\"]",
        ),
    ] {
        let mut host = Host::default();
        let (end, journals) = host.play(run(script, &functions)).await;
        assert_eq!(end, told);
        assert!(host.counted.values().all(|times| *times == 1), "{:?}", host.counted);
        let whole = journals.last().unwrap().answers.len();
        assert_eq!(host.counted.len(), whole);
        for (at, journal) in journals.into_iter().enumerate() {
            let mut host = Host::default();
            let (end, _) = host.play(journal).await;
            assert_eq!((end.as_str(), host.counted.len()), (told, whole - at), "from {at}");
        }
    }
}

/// What the calls of each flow that comes with the program are answered, in their order; an error where there is none.
fn answers_of(example: &str) -> Vec<Result<Value, &'static str>> {
    let offer = || Ok(json!({"name": "Nimbus", "price": 80}));
    let ok = |answers: &[Value]| answers.iter().cloned().map(Ok).collect::<Vec<_>>();
    match example {
        "threshold" => ok(&[json!("It costs 80 euros."), Value::Null]),
        "branches" => ok(&[json!("100"), json!("Yes"), json!("2026-11-30T09:00:00Z"), json!("1")]),
        "pages" => ok(&[json!("red\nblue"), json!("green"), json!(""), Value::Null]),
        "retry" => vec![Err("it is down"), Ok(Value::Null), Ok(json!("All is well.")), Ok(Value::Null)],
        "exists" => ok(&[
            json!("red;80\nblue;100\nno price here"),
            json!([]),
            json!("red"),
            json!([{"name": "blue", "price": 90.0, "key": "blue"}]),
            json!(true),
            Value::Null,
        ]),
        "until_every_five_minutes" => ok(&[json!("building"), Value::Null, json!("Ready"), Value::Null]),
        "collect_and_notify" => {
            vec![Ok(json!("A new release is out")), Err("it is down"), Ok(json!("Nothing")), Ok(Value::Null)]
        }
        "chain_with_schema" => vec![offer(), offer(), Ok(json!("Keep it")), Ok(Value::Null)],
        "fan_out" => ok(&[json!("a"), json!("b"), json!("c"), Value::Null]),
        other => panic!("{other} has no answers here"),
    }
}

#[tokio::test]
async fn every_example_goes_on_from_each_of_its_calls_and_makes_none_again() {
    for example in examples::ALL {
        let functions = scripts().check(example.script).await.unwrap().calls;
        let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
        let mut journal = run(example.script, &functions);
        for answer in answers_of(example.name) {
            // Killed and begun anew after each call: it asks for the next one, and for nothing that was answered.
            let outcome = scripts().resume(&journal).await;
            let Ok(Progress::Calls(calls)) = &outcome else { panic!("{}: {outcome:?}", example.name) };
            let next = &calls[0];
            assert_eq!(next.index, journal.answers.len(), "{}: {calls:?}", example.name);
            journal.made.push(next.clone());
            journal.answers.push(answer.map_or_else(|why| Answer::Error(why.to_owned()), Answer::Value));
        }
        let end = scripts().resume(&journal).await;
        assert!(matches!(end, Ok(Progress::Done { .. })), "{}: {end:?}", example.name);
    }
}

#[tokio::test]
async fn calls_that_are_awaited_together_are_asked_together() {
    let mut journal = run(TOGETHER, &["fetch", "notify"]);
    let asked = |outcome: Result<Progress, ScriptFault>| match outcome {
        Ok(Progress::Calls(calls)) => calls.into_iter().map(|call| (call.index, call.args)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let first = vec![(0, vec![json!("a")]), (1, vec![json!("b")]), (2, vec![json!("c")])];
    assert_eq!(asked(scripts().resume(&journal).await), first);
    // Whoever answers first changes nothing: the script goes on when all have answered.
    journal.answers = vec![Answer::Pending, Answer::Value(json!("B")), Answer::Pending];
    let open: Vec<_> = first.into_iter().filter(|(at, _)| *at != 1).collect();
    assert_eq!(asked(scripts().resume(&journal).await), open);
    journal.answers = ["A", "B", "C"].map(|name| Answer::Value(json!(name))).to_vec();
    // Which of them goes on first is the interpreter's affair, as long as it is the same in each run.
    let next = asked(scripts().resume(&journal).await);
    let mut said: Vec<String> = next.iter().map(|(_, args)| args[0].to_string()).collect();
    said.sort();
    assert_eq!(said, ["\"A!\"", "\"B!\"", "\"C!\""]);
    for _ in 0..4 {
        assert_eq!(asked(scripts().resume(&journal).await), next);
    }
    // What nobody awaits is asked at the end.
    let left = run("await fetch('a')\nfetch('b')", &["fetch"]);
    let left = ScriptRun { answers: vec![Answer::Value(json!(1))], ..left };
    assert_eq!(asked(scripts().resume(&left).await), [(1, vec![json!("b")])]);
}

#[tokio::test]
async fn a_journal_that_does_not_fit_is_found_out() {
    let answered = |count| vec![Answer::Value(json!(1)); count];
    let once = run("fetch('a')", &["fetch"]);
    for (answers, told_wanted) in [(0, "waits for fetch[String(\"a\")]"), (1, "gives 1")] {
        let journal = ScriptRun { answers: answered(answers), ..once.clone() };
        assert_eq!(told(&scripts().resume(&journal).await), told_wanted);
    }
    let call =
        |name: &str, arg: &str| HostCall { name: name.to_owned(), args: vec![json!(arg)], ..HostCall::default() };
    let same = ScriptRun { answers: answered(1), made: vec![call("fetch", "a")], ..once.clone() };
    assert_eq!(told(&scripts().resume(&same).await), "gives 1");
    for (script, answers, made) in [
        ("fetch('a')", 2, Vec::new()),
        ("fetch('a')", 1, vec![call("fetch", "b")]),
        ("fetch('a')", 1, vec![call("notify", "a")]),
        ("1 / 0", 1, Vec::new()),
        ("1", 1, Vec::new()),
        ("await fetch('a')", 2, Vec::new()),
        ("fetch('a', loud=True)", 1, vec![call("fetch", "a")]),
    ] {
        let journal = ScriptRun { answers: answered(answers), made, ..run(script, &["fetch"]) };
        assert_eq!(scripts().resume(&journal).await, Err(ScriptFault::Diverged), "{script}");
    }
}

#[tokio::test]
async fn more_answers_than_fit_are_told_with_a_way_out() {
    let page = Answer::Value(json!("x".repeat(1024 * 1024)));
    let many = ScriptRun { answers: vec![page; 65], ..run("fetch('a')", &["fetch"]) };
    let told = told(&scripts().resume(&many).await);
    assert!(told.starts_with("The script got more than 64 MB") && told.contains("fetch(url, most=2000)"), "{told}");
}

#[tokio::test]
async fn a_host_function_is_no_argument_of_a_function_of_python() {
    let mapped = told(&scripts().resume(&run("list(map(fetch, ['a', 'b']))", &["fetch"])).await);
    assert!(mapped.contains("fetch works in a loop only, as in [fetch(x) for x in xs]"), "{mapped}");
    let own = told(&scripts().resume(&run("now = now()\nnow", &["now"])).await);
    assert_eq!(own, "waits for now[]");
}

#[tokio::test]
async fn calls_have_an_end_and_a_line() {
    let outcome = scripts().resume(&run("x = 1\nif x:\n    y = [fetch('a')]", &["fetch"])).await;
    let Ok(Progress::Calls(calls)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        calls,
        [HostCall { name: "fetch".to_owned(), args: vec![json!("a")], line: Some(3), ..HostCall::default() }]
    );
    let most = ScriptRun {
        answers: vec![Answer::Value(Value::Null); MOST_CALLS],
        most_calls: usize::MAX,
        ..run("for i in range(10001):\n    fetch(i)", &["fetch"])
    };
    assert_eq!(scripts().within(60).resume(&most).await, Err(ScriptFault::TooManyCalls(MOST_CALLS)));
    let few = ScriptRun {
        answers: vec![Answer::Value(Value::Null); 2],
        most_calls: 2,
        ..run("fetch(1)\nfetch(2)", &["fetch"])
    };
    assert_eq!(told(&scripts().resume(&few).await), "gives null");
    let fewer = ScriptRun { most_calls: 1, ..few };
    assert_eq!(scripts().resume(&fewer).await, Err(ScriptFault::TooManyCalls(1)));
}

#[tokio::test]
async fn an_interpreter_that_is_not_there_or_says_something_else_is_told_apart() {
    let check = |program: &str| {
        let scripts = by(program);
        async move { scripts.check("1").await }
    };
    assert_eq!(check("/there/is/no/such/program").await, Err(ScriptFault::NotNow));
    for program in ["/bin/echo", "/bin/false"] {
        let Err(ScriptFault::Raised { message, .. }) = check(program).await else { panic!("{program}") };
        assert_eq!(message, "the interpreter cannot run this script");
    }
}

/// The child process that runs scripts within these seconds, once it is there.
#[cfg(target_os = "linux")]
async fn child_within(seconds: u64) -> u32 {
    let wanted = format!("run-script\0--\0{seconds}\0");
    loop {
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if let (Ok(id), true) = (entry.file_name().to_string_lossy().parse(), line.ends_with(wanted.as_bytes())) {
                return id;
            }
        }
        tokio::task::yield_now().await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn who_stops_the_program_ends_a_script_without_a_fault_of_its_own() {
    // Nothing else runs within so many seconds, so that the child is known by them.
    let (seconds, script) = (5_347, run("while True:\n    pass", &[]));
    let scripts = scripts().within(seconds);
    let stopped = async {
        let child = child_within(seconds).await;
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap();
        // Behind the name: the state, the parent, the group.
        let group = stat.rsplit(')').next().unwrap().split_whitespace().nth(2).unwrap().to_owned();
        let told = std::process::Command::new("kill").args(["-TERM", &child.to_string()]).status().unwrap();
        assert!(told.success());
        (child.to_string(), group)
    };
    let (outcome, (child, group)) = tokio::join!(scripts.resume(&script), stopped);
    assert_eq!(outcome, Err(ScriptFault::NotNow));
    assert_eq!(child, group, "what a terminal sends to the group of the program does not reach it");
}
