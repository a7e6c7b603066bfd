//! One run of a script in the interpreter, from its beginning until it ends or waits. It reaches nothing: what a script
//! asks of the system is refused in it.

use super::calls::{Calls, given, is_too_much, line_of, waiting};
use super::names;
use super::values::{clipped, from_json, to_json};
use crate::ports::scripts::{MOST_PRINTED, Progress, ScriptFault, ScriptRun};
use monty::{FunctionCall, MontyRun, ResolveFutures, RunProgress};
use monty_types::{
    CompileOptions, ExcType, MontyException, MontyObject, OsFunctionCall, PrintWriter, ResourceLimits, ResourceTracker,
};
use serde_json::Value;
use std::ops::ControlFlow;
use std::time::Duration;

/// What a script is called in what is said about it.
const NAME: &str = "script";
/// The most bytes of one value, which are asked for at once. All values together are bounded by the process.
const LARGEST_VALUE: usize = 64 * 1024 * 1024;
/// The most characters of what a script raised.
const MOST_SAID: usize = 2_000;
/// The most characters of a line that is shown.
const MOST_LINE: usize = 200;
/// How the interpreter begins what it says of Python that it does not know, and how people read it.
const UNKNOWN: [&str; 2] = ["Internal error in monty: ", "not supported here: "];

/// What stands around the name of a host function that a function of Python itself was to call.
const INSIDE: [&str; 2] = ["external function '", "' is not yet supported in this context"];

/// What the interpreter says after it went on.
type Step = Result<RunProgress, MontyException>;

/// A script made ready.
pub(super) fn program(script: &str, inputs: Vec<String>) -> Result<MontyRun, ScriptFault> {
    let ready = MontyRun::new(script.to_owned(), NAME, inputs, CompileOptions::default());
    ready.map_err(|error| not_read(script, &error))
}

/// A run.
pub(super) struct Play<'r> {
    run: &'r ScriptRun,
    calls: Calls<'r>,
    printed: String,
    awaits: bool,
}

impl<'r> Play<'r> {
    pub(super) fn of(run: &'r ScriptRun) -> Self {
        Self { run, calls: Calls::of(run), printed: String::new(), awaits: false }
    }

    /// Runs the script for at most these seconds.
    pub(super) fn go(mut self, seconds: u64) -> Result<Progress, ScriptFault> {
        let inputs = self.run.inputs.as_object().into_iter().flatten();
        let (names, values) = inputs.map(|(name, value)| (name.clone(), from_json(value))).unzip();
        let program = program(&self.run.script, names)?;
        self.awaits = names::read(&self.run.script).awaits;
        let limits = ResourceLimits::default().max_duration(Duration::from_secs(seconds)).max_memory(LARGEST_VALUE);
        let mut step = program.start(values, ResourceTracker::new(limits), self.paper());
        loop {
            let next = match step.map_err(|error| self.fault(&error))? {
                RunProgress::Complete(value) => return self.end(&value),
                RunProgress::FunctionCall(call) => self.call(call)?,
                RunProgress::ResolveFutures(futures) => self.awaited(futures)?,
                RunProgress::NameLookup(lookup) => {
                    let name = lookup.name.clone();
                    let granted = self.calls.grants(&name).then_some(MontyObject::Function { name, docstring: None });
                    ControlFlow::Continue(lookup.resume(granted, self.paper()))
                }
                RunProgress::OsCall(call) => {
                    let refused = refused(&call.function_call);
                    ControlFlow::Continue(call.resume(refused, self.paper()))
                }
            };
            step = match next {
                ControlFlow::Continue(step) => step,
                ControlFlow::Break(progress) => return Ok(progress),
            };
        }
    }

    /// What the script prints on.
    fn paper(&mut self) -> PrintWriter<'_> {
        PrintWriter::CollectString(&mut self.printed, Some(MOST_PRINTED))
    }

    /// A host call: answered as before, or waited for.
    fn call(&mut self, call: FunctionCall) -> Result<ControlFlow<Progress, Step>, ScriptFault> {
        let name = call.function_name.clone();
        if call.object_id.is_some() || !self.calls.grants(&name) {
            return Err(ScriptFault::NotGranted { name, line: line_of(call) });
        }
        let given = match given(&call) {
            Ok(given) => given,
            Err(why) => {
                let raised = MontyException::new(ExcType::TypeError, Some(format!("{name}(): {why}")));
                return Ok(ControlFlow::Continue(call.resume(raised, self.paper())));
            }
        };
        let mut made = self.calls.count(name, given)?;
        if self.awaits {
            self.calls.keep(call.call_id, made);
            return Ok(ControlFlow::Continue(call.resume_pending(self.paper())));
        }
        match self.calls.answer(made.index) {
            Some(answer) => Ok(ControlFlow::Continue(call.resume(answer, self.paper()))),
            None => {
                made.line = line_of(call);
                waiting(vec![made]).map(ControlFlow::Break)
            }
        }
    }

    /// Every task waits for answers: it goes on when each of them is there.
    fn awaited(&mut self, futures: ResolveFutures) -> Result<ControlFlow<Progress, Step>, ScriptFault> {
        // The interpreter gives them in the order of a hash. Tasks go on in the order of the answers, the same in each run.
        let mut ids = futures.pending_call_ids().to_vec();
        ids.sort_unstable();
        let open = self.calls.open();
        match self.calls.settled(&ids) {
            Some(answers) if !ids.is_empty() => Ok(ControlFlow::Continue(futures.resume(answers, self.paper()))),
            None if !open.is_empty() => waiting(open).map(ControlFlow::Break),
            _ => {
                let message = "it waits for something that never comes".to_owned();
                Err(ScriptFault::Raised { line: None, message, printed: self.printed.clone() })
            }
        }
    }

    /// The script ended. Calls that nobody awaited are made as well.
    fn end(self, value: &MontyObject) -> Result<Progress, ScriptFault> {
        let open = self.calls.open();
        if !open.is_empty() {
            return waiting(open);
        }
        if self.calls.left_over() {
            return Err(ScriptFault::Diverged);
        }
        let value = to_json(value).unwrap_or_else(|_| Value::String(value.py_repr()));
        if is_too_much(&value) {
            return Err(ScriptFault::TooMuchOutput);
        }
        Ok(Progress::Done { value, printed: self.printed })
    }

    /// What ended the script.
    fn fault(&self, error: &MontyException) -> ScriptFault {
        let words = error.message().unwrap_or_default();
        match error.exc_type() {
            ExcType::TimeoutError if words.starts_with("time limit exceeded: ") => ScriptFault::TooLong,
            ExcType::MemoryError if words.ends_with(&format!("> {MOST_PRINTED} bytes")) => ScriptFault::TooMuchOutput,
            ExcType::MemoryError if words.starts_with("memory limit exceeded: ") => ScriptFault::TooMuchMemory,
            _ if self.calls.left_over() => ScriptFault::Diverged,
            _ => ScriptFault::Raised {
                line: error.traceback().last().map(|frame| frame.start.line),
                message: clipped(&in_a_loop(&error.summary()).replace(UNKNOWN[0], UNKNOWN[1]), MOST_SAID),
                printed: self.printed.clone(),
            },
        }
    }
}

/// What the interpreter says, in words that help where a function of its own was to call a host function.
fn in_a_loop(said: &str) -> String {
    let [before, behind] = INSIDE;
    let name = said.split_once(before).and_then(|(_, rest)| rest.split_once(behind)).map(|(name, _)| name);
    match name {
        Some(name) => format!("{name} works in a loop only, as in [{name}(x) for x in xs]"),
        None => said.to_owned(),
    }
}

/// What a script is told that asks something of the system.
fn refused(call: &OsFunctionCall) -> MontyException {
    let words = format!("{} is not there: a script has no files, no settings and no clock", call.name());
    MontyException::new(ExcType::PermissionError, Some(words))
}

/// Why a script could not be made ready, and where.
fn not_read(script: &str, error: &MontyException) -> ScriptFault {
    let place = error.traceback().last().map(|frame| frame.start).unwrap_or_default();
    let words = error.message().unwrap_or("it is no Python");
    let message = match words.strip_prefix("The monty syntax parser does not yet support ") {
        Some(what) => format!("not supported here: {what}"),
        None => words.trim_end_matches('.').to_owned(),
    };
    let at = usize::try_from(place.line).unwrap_or_default().saturating_sub(1);
    let shown = script.lines().nth(at).filter(|line| line.chars().count() <= MOST_LINE);
    ScriptFault::Syntax {
        line: place.line,
        column: place.column,
        message: clipped(&message, MOST_SAID),
        source_line: shown.unwrap_or_default().to_owned(),
    }
}
