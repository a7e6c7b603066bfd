//! Runs a short Python script for an agent: exact work with tables, text and numbers. The script reaches the files of its
//! ticket and nothing else: no network, no clock, no other agent.

use super::files::list_files::sent;
use super::files::read_file::text_at;
use super::files::write_file::write_at;
use super::schema::{read, spec, tell};
use crate::ports::files::{Files, MOST_FILES};
use crate::ports::model::ToolSpec;
use crate::ports::scripts::{Answer, HostCall, Progress, ScriptFault, ScriptRun, Scripts};
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes that a model gets of what a script printed and gave.
const MOST_BYTES: usize = 8 * 1024;
/// The most bytes of what a script printed before it failed.
const MOST_BEFORE: usize = 1024;
/// The most host calls of a script, which may read every file of a ticket. Each begins it anew.
const MOST_CALLS: usize = MOST_FILES + 50;
/// The host functions.
const FUNCTIONS: [&str; 3] = ["read_file", "list_files", "write_file"];

/// The files that a script wrote, by path, with their sizes in bytes.
type Wrote = BTreeMap<String, usize>;

/// The tool.
pub(super) struct RunPython {
    pub(super) scripts: Arc<dyn Scripts>,
    pub(super) files: Arc<dyn Files>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The script. What it prints and the value of its last line come back.
    code: String,
    /// Text that the script has as the variable stdin; else null.
    stdin: Option<String>,
}

#[async_trait]
impl Tool for RunPython {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "run_python",
            "Runs a short Python script, for exact work with tables, text and many numbers. It has read_file(name), \
             list_files() and write_file(name, text) for the files of this ticket, and of Python's modules json, re, \
             math, datetime, collections, itertools and dataclasses. There is no csv module (use split), no pandas, no \
             generator, no network and no clock. Print what you need, briefly.",
        )
    }

    fn terms(&self) -> Terms {
        Terms { answers: Answers::Files, ..Terms::INSIDE }
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { code, stdin } = read(arguments)?;
        let mut run = ScriptRun {
            inputs: json!({ "stdin": stdin.unwrap_or_default() }),
            functions: Vec::from(FUNCTIONS.map(str::to_owned)),
            most_calls: MOST_CALLS,
            script: code,
            ..ScriptRun::default()
        };
        let mut wrote = Wrote::new();
        loop {
            let calls = match self.scripts.resume(&run).await {
                Ok(Progress::Done { value, printed }) => return Ok(ToolOutput::Text(shown(&printed, &value, &wrote))),
                Ok(Progress::Calls(calls)) => calls,
                Err(fault) if wrote.is_empty() => return Err(tell(explained(&fault, &run.script))),
                // What it wrote before it failed is there, and goes with the report.
                Err(fault) => return Ok(ToolOutput::Text(listed(&wrote) + &explained(&fault, &run.script))),
            };
            for call in calls {
                let answer = self.answered(context, &call, &mut wrote).await?;
                run.answers.resize(run.answers.len().max(call.index + 1), Answer::Pending);
                if let Some(place) = run.answers.get_mut(call.index) {
                    *place = answer;
                }
            }
        }
    }
}

impl RunPython {
    /// The answer of one host call. What a script can do something about is raised in it.
    async fn answered(&self, context: &ToolContext, call: &HostCall, wrote: &mut Wrote) -> Result<Answer, ToolError> {
        match self.made(context, call, wrote).await {
            Ok(value) => Ok(Answer::Value(value)),
            Err(ToolError::TellModel(words)) => Ok(Answer::Error(words)),
            Err(other) => Err(other),
        }
    }

    async fn made(&self, context: &ToolContext, call: &HostCall, wrote: &mut Wrote) -> Result<Value, ToolError> {
        let files = self.files.as_ref();
        match call.name.as_str() {
            "read_file" => {
                let [name] = texts(call, ["name"])?;
                Ok(Value::String(text_at(files, context, &name).await?))
            }
            "write_file" => {
                let [name, text] = texts(call, ["name", "text"])?;
                let key = format!("{}-{}", context.key, call.index);
                let path = write_at(files, context, &name, &text, &key).await?;
                wrote.insert(path, text.len());
                Ok(Value::Null)
            }
            _ => {
                let [] = texts(call, [])?;
                let own = files.list_files(&context.ticket).await?;
                Ok(own.into_iter().map(|(path, _)| path).chain(sent(context).map(|(path, _)| path)).collect())
            }
        }
    }
}

/// The arguments of a call, which are texts with these names.
fn texts<const N: usize>(call: &HostCall, names: [&str; N]) -> Result<[String; N], ToolError> {
    let wanted =
        || tell(format!("{}() takes {}", call.name, if N == 0 { "nothing".to_owned() } else { names.join(", ") }));
    let mut found: [String; N] = std::array::from_fn(|_| String::new());
    if call.args.len() + call.kwargs.len() != N {
        return Err(wanted());
    }
    for (at, (name, text)) in names.iter().zip(&mut found).enumerate() {
        let given = call.args.get(at).or_else(|| call.kwargs.get(*name)).and_then(Value::as_str);
        *text = given.ok_or_else(|| tell(format!("{}(): {name} must be text", call.name)))?.to_owned();
    }
    Ok(found)
}

/// What a script gave, for the model. The lines about files stand first and are read again later: no word of a script stands
/// among them.
fn shown(printed: &str, value: &Value, wrote: &Wrote) -> String {
    let value = match value {
        Value::Null => String::new(),
        Value::String(text) => format!("Value: {text}"),
        other => format!("Value: {other}"),
    };
    let given = match (printed.trim_end(), value.as_str()) {
        ("", "") => "The script printed nothing and has no value.".to_owned(),
        ("", value) => value.to_owned(),
        (printed, "") => format!("Printed:\n{printed}"),
        (printed, value) => format!("Printed:\n{printed}\n{value}"),
    };
    listed(wrote) + &bounded(&given, MOST_BYTES)
}

/// A line for each file that a script wrote.
fn listed(wrote: &Wrote) -> String {
    wrote.iter().map(|(path, bytes)| format!("Wrote {path} ({bytes} bytes).\n")).collect()
}

/// Why a script failed, with the line and what stood out before.
fn explained(fault: &ScriptFault, script: &str) -> String {
    let mut words = fault.to_string();
    let (ScriptFault::Raised { line: Some(line), .. } | ScriptFault::NotGranted { line: Some(line), .. }) = fault
    else {
        return words;
    };
    let at = usize::try_from(*line).unwrap_or_default().saturating_sub(1);
    if let Some(source) = script.lines().nth(at) {
        let before = source.chars().take_while(|c| c.is_whitespace()).count();
        words.push_str(&format!("\n{}\n{}^", bounded(source, MOST_BEFORE), " ".repeat(before)));
    }
    if let ScriptFault::NotGranted { .. } = fault {
        words.push_str(&format!("\nIt may call {} and what Python has.", FUNCTIONS.join(", ")));
    }
    if let ScriptFault::Raised { printed, .. } = fault {
        let from = printed.ceil_char_boundary(printed.len().saturating_sub(MOST_BEFORE));
        let last = printed.get(from..).unwrap_or_default().trim_end();
        if !last.is_empty() {
            words.push_str(&format!("\nIt printed before:\n{last}"));
        }
    }
    words
}

/// A text in these bytes at most, and a word on what is missing.
fn bounded(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let kept = text.get(..text.floor_char_boundary(most)).unwrap_or_default();
    format!("{kept}\n[Cut here: {} bytes in all. Print less, or write a file.]", text.len())
}

#[cfg(test)]
mod tests {
    use crate::ports::scripts::Outlined;
    use crate::secretary::received::ReceivedFile;
    use crate::tools::run_python::*;
    use crate::tools::testing::{MemoryFiles, context, text, told};
    use std::sync::Mutex;

    /// An interpreter that makes these calls, one after the other, and gives what they were answered.
    struct Scripted {
        calls: Vec<HostCall>,
        ran: Mutex<Vec<ScriptRun>>,
    }

    #[async_trait]
    impl Scripts for Scripted {
        async fn check(&self, _script: &str) -> Result<Outlined, ScriptFault> {
            Ok(Outlined::default())
        }

        async fn resume(&self, run: &ScriptRun) -> Result<Progress, ScriptFault> {
            self.ran.lock().unwrap().push(run.clone());
            if run.script == "fail" && run.answers.len() >= self.calls.len() {
                let message = "KeyError: 'x'".to_owned();
                return Err(ScriptFault::Raised { line: Some(1), message, printed: "a\nb\n".to_owned() });
            }
            match self.calls.get(run.answers.len()) {
                Some(call) => Ok(Progress::Calls(vec![HostCall { index: run.answers.len(), ..call.clone() }])),
                None => Ok(Progress::Done { value: json!(run.answers), printed: "out\n".to_owned() }),
            }
        }
    }

    fn call(name: &str, args: &[&str]) -> HostCall {
        let args = args.iter().map(|text| Value::from(*text)).collect();
        HostCall { name: name.to_owned(), args, ..HostCall::default() }
    }

    #[tokio::test]
    async fn a_script_has_the_files_of_its_ticket_and_no_others() {
        let calls = vec![
            call("write_file", &["sums/a.csv", "x;1"]),
            call("read_file", &["sums/a.csv"]),
            call("list_files", &[]),
            call("read_file", &["../../etc/passwd"]),
            call("write_file", &["received/a.csv", "mine"]),
            call("write_file", &["b"]),
            call("list_files", &["/"]),
        ];
        let scripts = Arc::new(Scripted { calls, ran: Mutex::default() });
        let tool = RunPython { scripts: scripts.clone(), files: Arc::new(MemoryFiles::default()) };
        let sent = ReceivedFile { home: "r-1".into(), name: "offer.csv".into(), ..ReceivedFile::default() };
        let context = ToolContext { received: vec![sent], ..context() };
        let output = tool.call(&context, json!({"code": "run()", "stdin": "in"})).await.unwrap();
        let ToolOutput::Text(text) = output else { panic!("{output:?}") };
        assert!(text.starts_with("Wrote sums/a.csv (3 bytes).\nPrinted:\nout\nValue: ["), "{text}");
        let ran = scripts.ran.lock().unwrap();
        let last = ran.last().unwrap();
        assert_eq!((ran.len(), &last.inputs, last.most_calls), (8, &json!({"stdin": "in"}), MOST_CALLS));
        assert_eq!(last.functions, FUNCTIONS);
        assert_eq!(last.answers[0], Answer::Value(Value::Null));
        assert_eq!(last.answers[1], Answer::Value(json!("x;1")));
        assert_eq!(last.answers[2], Answer::Value(json!(["sums/a.csv", "received/offer.csv"])));
        for (at, words) in
            [(3, "cannot be used"), (4, "what people sent"), (5, "takes name, text"), (6, "takes nothing")]
        {
            assert!(matches!(&last.answers[at], Answer::Error(said) if said.contains(words)), "{:?}", last.answers[at]);
        }
    }

    #[tokio::test]
    async fn a_fault_is_told_with_its_line() {
        let scripts = Arc::new(Scripted { calls: Vec::new(), ran: Mutex::default() });
        let tool = RunPython { scripts, files: Arc::new(MemoryFiles::default()) };
        let said = told(&tool, json!({"code": "fail", "stdin": null})).await;
        assert_eq!(said, "The script failed in line 1: KeyError: 'x'\nfail\n^\nIt printed before:\na\nb");
        let wrote = vec![call("write_file", &["a.csv", "x;1"])];
        let scripts = Arc::new(Scripted { calls: wrote, ran: Mutex::default() });
        let tool = RunPython { scripts, files: Arc::new(MemoryFiles::default()) };
        let said = text(&tool, json!({"code": "fail", "stdin": null})).await;
        assert!(said.starts_with("Wrote a.csv (3 bytes).\nThe script failed in line 1: KeyError: 'x'"), "{said}");
        let tool = RunPython { scripts: Arc::new(()), files: Arc::new(MemoryFiles::default()) };
        assert_eq!(told(&tool, json!({"code": "1", "stdin": null})).await, "No script can run at the moment.");
        let call = ScriptFault::NotGranted { name: "fetch".to_owned(), line: Some(2) };
        let said = explained(&call, "x = 1\n  fetch()");
        assert!(
            said.starts_with("The script calls fetch in line 2, which it may not call.\n  fetch()\n  ^\n"),
            "{said}"
        );
        assert!(said.ends_with("It may call read_file, list_files, write_file and what Python has."), "{said}");
    }

    #[test]
    fn what_a_script_gives_is_bounded_and_says_first_what_was_written() {
        let none = Wrote::new();
        assert_eq!(shown("", &Value::Null, &none), "The script printed nothing and has no value.");
        assert_eq!(shown("Wrote a (1 bytes).\n", &Value::Null, &none), "Printed:\nWrote a (1 bytes).");
        assert_eq!(shown("", &json!({"a": 1}), &none), "Value: {\"a\":1}");
        let long = shown(&"é".repeat(MOST_BYTES), &Value::Null, &Wrote::from([("a".to_owned(), 1)]));
        assert!(long.starts_with("Wrote a (1 bytes).\nPrinted:\né") && long.contains("bytes in all"), "{long}");
        assert!(long.len() < MOST_BYTES + 200, "{}", long.len());
    }
}
