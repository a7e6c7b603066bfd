//! One run of a script in the interpreter, from its beginning until it ends or waits, and from there on. It reaches
//! nothing: what a script asks of the system is refused in it.

use super::calls::{Calls, given, goes_on, is_too_much, line_of, waiting};
use super::reading::awaits;
use super::values::{clipped, from_json, result};
use crate::ports::scripts::{Answer, HostCall, LARGEST_VALUE, MOST_PRINTED, Progress, ScriptFault, ScriptRun};
use monty::{FunctionCall, MontyRun, ResolveFutures, RunProgress};
use monty_types::{
    CompileOptions, ExcType, MontyException, MontyObject, OsFunctionCall, PrintWriter, ResourceLimits, ResourceTracker,
};
use std::mem;
use std::ops::ControlFlow;
use std::slice;
use std::time::Duration;

/// What a script is called in what is said about it.
const NAME: &str = "script";
/// The most characters of what a script raised.
const MOST_SAID: usize = 2_000;
/// The most characters of a line that is shown.
const MOST_LINE: usize = 200;
/// How the interpreter begins what it says of Python that it does not know, and how people read it.
const UNKNOWN: [&str; 2] = ["Internal error in monty: ", "not supported here: "];

/// What to write instead of Python that the interpreter does not know, by a part of what it says.
const INSTEAD: [(&str, &str); 4] = [
    ("match statements", "write if and elif"),
    ("yield", "put the values into a list and return that"),
    ("'del' statement", "make a new list or dict without it"),
    ("class inheritance", "write functions, or classes without others above them"),
];

/// What stands around the name of a host function that a function of Python itself was to call.
const INSIDE: [&str; 2] = ["external function '", "' is not yet supported in this context"];

/// What the interpreter says after it went on.
type Step = Result<RunProgress, MontyException>;
/// That, or what the script waits for.
type Next = Result<ControlFlow<Progress, Step>, ScriptFault>;

/// Where a script stands.
enum Place {
    /// At its beginning.
    Beginning,
    /// At a call, whose answer it waits for.
    Call(FunctionCall, HostCall),
    /// Where each of its tasks waits for answers.
    Tasks(ResolveFutures),
    /// At its end with this value. Calls that nobody awaited have no answer.
    End(MontyObject),
    /// It does not go on.
    Over,
}

/// A script made ready.
pub(super) fn program(script: &str, inputs: Vec<String>) -> Result<MontyRun, ScriptFault> {
    let ready = MontyRun::new(script.to_owned(), NAME, inputs, CompileOptions::default());
    ready.map_err(|error| not_read(script, &error))
}

/// A run.
pub(super) struct Play {
    calls: Calls,
    place: Place,
    printed: String,
    awaits: bool,
    /// Seconds that all of it may take.
    seconds: u64,
}

impl Play {
    /// A run that may take these seconds, without the time for which it stands still.
    pub(super) fn of(run: ScriptRun, seconds: u64) -> Self {
        Self { calls: Calls::of(run), place: Place::Beginning, printed: String::new(), awaits: false, seconds }
    }

    /// Whether it stands where further answers let it go on.
    pub(super) fn waits(&self) -> bool {
        !matches!(self.place, Place::Over)
    }

    /// Takes further answers.
    pub(super) fn take(&mut self, answers: Vec<(usize, Answer)>) {
        self.calls.take(answers);
    }

    /// Runs the script from where it stands.
    pub(super) fn go(&mut self) -> Result<Progress, ScriptFault> {
        let mut next = match mem::replace(&mut self.place, Place::Over) {
            Place::Beginning => ControlFlow::Continue(self.begin()?),
            Place::Call(call, made) => self.called(call, made)?,
            Place::Tasks(futures) => self.awaited(futures)?,
            Place::End(value) => return self.end(value),
            Place::Over => return Err(ScriptFault::NotNow),
        };
        loop {
            let step = match next {
                ControlFlow::Continue(step) => step,
                ControlFlow::Break(progress) => return Ok(progress),
            };
            next = match step.map_err(|error| self.fault(&error))? {
                RunProgress::Complete(value) => return self.end(value),
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
        }
    }

    fn begin(&mut self) -> Result<Step, ScriptFault> {
        let run = self.calls.run();
        let inputs = run.inputs.as_object().into_iter().flatten();
        let (names, values) = inputs.map(|(name, value)| (name.clone(), from_json(value))).unzip();
        let program = program(&run.script, names)?;
        self.awaits = awaits(&run.script);
        let time = Duration::from_secs(self.seconds);
        let limits = ResourceLimits::default().max_duration(time).max_memory(LARGEST_VALUE);
        Ok(program.start(values, ResourceTracker::new(limits), self.paper()))
    }

    /// What the script prints on.
    fn paper(&mut self) -> PrintWriter<'_> {
        PrintWriter::CollectString(&mut self.printed, Some(MOST_PRINTED))
    }

    /// A host call: answered as before, or waited for.
    fn call(&mut self, call: FunctionCall) -> Next {
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
        let made = self.calls.count(name, given)?;
        if self.awaits {
            self.calls.keep(call.call_id, made);
            return Ok(ControlFlow::Continue(call.resume_pending(self.paper())));
        }
        self.called(call, made)
    }

    /// A counted call: answered, or waited for. Only the end of the script tells its line.
    fn called(&mut self, call: FunctionCall, mut made: HostCall) -> Next {
        if let Some(answer) = self.calls.answer(made.index) {
            return Ok(ControlFlow::Continue(call.resume(answer, self.paper())));
        }
        if self.calls.run().id.is_empty() || !goes_on(slice::from_ref(&made)) {
            made.line = line_of(call);
        } else {
            self.place = Place::Call(call, made.clone());
        }
        waiting(vec![made]).map(ControlFlow::Break)
    }

    /// Every task waits for answers: it goes on when each of them is there.
    fn awaited(&mut self, futures: ResolveFutures) -> Next {
        // The interpreter gives them in the order of a hash. Tasks go on in the order of the answers, the same in each run.
        let mut ids = futures.pending_call_ids().to_vec();
        ids.sort_unstable();
        let open = self.calls.open();
        match self.calls.settled(&ids) {
            Some(answers) if !ids.is_empty() => Ok(ControlFlow::Continue(futures.resume(answers, self.paper()))),
            None if !open.is_empty() => {
                self.place = Place::Tasks(futures);
                waiting(open).map(ControlFlow::Break)
            }
            _ => {
                let message = "it waits for something that never comes".to_owned();
                Err(ScriptFault::Raised { line: None, message, printed: self.printed.clone() })
            }
        }
    }

    /// The script ended. Calls that nobody awaited are made as well.
    fn end(&mut self, value: MontyObject) -> Result<Progress, ScriptFault> {
        let open = self.calls.open();
        if !open.is_empty() {
            self.place = Place::End(value);
            return waiting(open);
        }
        if self.calls.left_over() {
            return Err(ScriptFault::Diverged);
        }
        let value = result(&value);
        if is_too_much(&value) {
            return Err(ScriptFault::TooMuchOutput);
        }
        Ok(Progress::Done { value, printed: mem::take(&mut self.printed) })
    }

    /// What ended the script.
    fn fault(&self, error: &MontyException) -> ScriptFault {
        let words = error.message().unwrap_or_default();
        match error.exc_type() {
            ExcType::TimeoutError if words.starts_with("time limit exceeded: ") => ScriptFault::TooLong(self.seconds),
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
        Some(what) => {
            let instead = INSTEAD.iter().find(|(part, _)| what.contains(part));
            let instead = instead.map_or_else(String::new, |(_, instead)| format!("; {instead}"));
            format!("not supported here: {what}{instead}")
        }
        None => words.trim_end_matches('.').to_owned(),
    };
    wrong(script, (place.line, place.column), &message)
}

/// A script that is no use, for what stands in this line and column.
pub(super) fn wrong(script: &str, (line, column): (u32, u32), message: &str) -> ScriptFault {
    let at = usize::try_from(line).unwrap_or_default().saturating_sub(1);
    let shown = script.lines().nth(at).filter(|line| line.chars().count() <= MOST_LINE);
    let (message, source_line) = (clipped(message, MOST_SAID), shown.unwrap_or_default().to_owned());
    ScriptFault::Syntax { line, column, message, source_line }
}
