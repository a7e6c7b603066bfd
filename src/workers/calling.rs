//! Tool calls of a run: the record before, the call, the record after. An interrupted call is repeated under the same
//! key where the tool supports that; for any other call people are asked.

use super::agent_loop::{Ending, Run, stored_later};
use super::journal::{Begun, Record};
use super::reading_on;
use super::roster::FOR_ALL;
use crate::ports::model::{ToolCall, ToolSpec};
use crate::ports::tool::{Reach, Repetition, Staff, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::ports::trial::{failpoint, planted};
use crate::secretary::agent::SETS_UP;
use crate::secretary::decision::cut_off::{CutOff, Reply, Ruling};
use crate::secretary::names::phrases::short;
use crate::secretary::policy::{self, Answers, Source};
use async_trait::async_trait;
use chrono::TimeDelta;
use serde_json::Value;
use std::sync::Arc;

/// How long a call may take; later it counts as not answered.
const LONGEST: TimeDelta = TimeDelta::minutes(2);
/// How often a call is made that can be repeated, when no answer comes.
const TRIES: u32 = 3;
/// How long a call that cannot be repeated may still take when its run is stopped.
const LAST_MOMENT: TimeDelta = TimeDelta::seconds(2);

/// The tools of a dry run: to a model they are the same, and none of them does anything.
pub fn emulated(tools: &[Arc<dyn Tool>]) -> Vec<Arc<dyn Tool>> {
    tools.iter().map(|tool| -> Arc<dyn Tool> { Arc::new(Emulated(tool.clone())) }).collect()
}

/// A tool that is not called.
struct Emulated(Arc<dyn Tool>);

#[async_trait]
impl Tool for Emulated {
    fn spec(&self) -> ToolSpec {
        self.0.spec()
    }

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    /// Nothing is done, whatever anybody allows, so nobody is asked about it.
    fn settled(&self, _context: &ToolContext, _arguments: Value) -> Option<Value> {
        None
    }

    async fn call(&self, _context: &ToolContext, _arguments: Value) -> Result<ToolOutput, ToolError> {
        let name = self.0.spec().name;
        Ok(ToolOutput::Text(format!(
            "This is a dry run: {name} was not called, and nothing was changed. Go on as if it had worked. Invent no answer \
             of it: say in your result what you would have called it for."
        )))
    }
}

impl Run<'_> {
    /// The tools its agent has.
    pub(super) fn allowed(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        let names = &self.input.agent.tools;
        self.kit.tools.iter().filter(move |t| {
            let name = t.spec().name;
            FOR_ALL.contains(&name.as_str()) || names.contains(&name)
        })
    }

    /// What a tool its agent has is by its nature.
    pub(super) fn terms(&self, name: &str) -> Option<Terms> {
        self.allowed().find(|t| t.spec().name == name).map(|t| t.terms())
    }

    /// A call in the one form its tool knows: what is judged, shown, kept and done is the same.
    pub(super) fn settled(&self, call: ToolCall) -> ToolCall {
        let (Some(tool), Ok(arguments)) = (self.allowed().find(|t| t.spec().name == call.name), read(&call)) else {
            return call;
        };
        let context = ToolContext { now: self.kit.clock.now(), ..self.context.clone() };
        match tool.settled(&context, arguments.clone()) {
            Some(settled) if settled != arguments => ToolCall { arguments: settled.to_string(), ..call },
            Some(_) | None => call,
        }
    }

    /// Begins a call of the model.
    pub(super) async fn begin(&mut self, call: ToolCall) -> Result<(), Ending> {
        let call = self.settled(call);
        let terms = self.terms(&call.name);
        if let Some(terms) = terms
            && !self.may(terms, &call).await?
        {
            return Ok(());
        }
        // What is no tool is answered by the loop itself.
        let repetition = terms.map_or(Repetition::Idempotent, |t| t.repetition);
        let step = self.write(Record::Call { call: call.clone(), repetition }).await?;
        self.call(step, call).await
    }

    /// Goes on with a call that has begun in an earlier stretch and was cut off.
    pub(super) async fn take_up(&mut self, begun: Begun) -> Result<(), Ending> {
        match begun.repetition {
            Repetition::Idempotent | Repetition::Keyed => self.call_on(begun.step, begun.call).await,
            Repetition::Unkeyed if planted::is("repeats-unkeyed") => self.call(begun.step, begun.call).await,
            Repetition::Unkeyed => Err(unknown(&begun)),
        }
    }

    /// What people said completes the call that waits for it, or lets it be made once more; what they said of another
    /// one changes nothing.
    pub(super) async fn replied(&mut self, step: u32, reply: Reply) -> Result<(), Ending> {
        if let Reply::Permission(permission) = reply {
            return self.permitted(step, permission).await;
        }
        let Some(begun) = self.standing.begun.clone().filter(|begun| begun.step == step) else { return Ok(()) };
        let (text, failed) = match reply {
            Reply::Permission(_) => return Ok(()),
            Reply::Answer(text) => (text, false),
            Reply::Ruling(Ruling::Done) => (DONE.to_owned(), false),
            Reply::Ruling(Ruling::LeftOut) => (LEFT_OUT.to_owned(), true),
            Reply::Ruling(Ruling::Again) => {
                let step = self.write(Record::Again).await?;
                return self.call_on(step, begun.call).await;
            }
        };
        let changed = !failed;
        self.write(Record::Result { text, failed, read: None, changed, took: 0 }).await.map(drop)
    }

    /// Makes a call that has begun before, unless an owner has forbidden it since.
    async fn call_on(&mut self, step: u32, call: ToolCall) -> Result<(), Ending> {
        let Some(text) = self.forbidden(&call).await? else { return self.call(step, call).await };
        self.write(Record::Result { text, failed: true, read: None, changed: false, took: 0 }).await.map(drop)
    }

    async fn call(&mut self, step: u32, call: ToolCall) -> Result<(), Ending> {
        let (text, failed) = match self.perform(step, &call).await? {
            Ok(text) => (text, false),
            Err(text) => (text, true),
        };
        let terms = self.terms(&call.name);
        let read = terms.and_then(|terms| read_from(terms.answers, failed, &call));
        // What may have been done counts as done.
        let perhaps = !failed || text == SILENT;
        let changed = perhaps && terms.is_some_and(|terms| terms.reach == Reach::Outside);
        let took = self.took();
        self.write(Record::Result { text, failed, read, changed, took }).await.map(drop)
    }

    /// Performs a call. Outer error: the run's ending. Inner error: told to the model.
    async fn perform(&self, step: u32, call: &ToolCall) -> Result<Result<String, String>, Ending> {
        let arguments = match read(call) {
            Ok(arguments) => arguments,
            Err(why) => return Ok(Err(why)),
        };
        if call.name == reading_on::NAME {
            return Ok(reading_on::read(&self.standing.steps, self.input.agent.limits.result_chars, &arguments));
        }
        let Some(tool) = self.allowed().find(|t| t.spec().name == call.name).cloned() else {
            let names: Vec<String> = self.allowed().map(|t| t.spec().name).collect();
            return Ok(Err(format!("You have no tool called {}. You have: {}.", call.name, names.join(", "))));
        };
        let context = ToolContext {
            key: format!("{}#{step}", self.context.run),
            now: self.kit.clock.now(),
            onward: self.onward(tool.terms(), call, &arguments).await?,
            readable: self.readable(tool.terms()).await?,
            staff: self.staff(),
            ..self.context.clone()
        };
        if planted::is("tool-twice") {
            let key = format!("{}/again", context.key);
            let _ = tool.call(&ToolContext { key, ..context.clone() }, arguments.clone()).await;
        }
        failpoint::before("tool", "");
        let output = self.use_tool(tool.as_ref(), &context, arguments).await?;
        failpoint::after("tool", "");
        match output {
            Ok(ToolOutput::Text(text)) => Ok(Ok(text)),
            Ok(ToolOutput::Value(value)) => Ok(Ok(value.to_string())),
            Ok(ToolOutput::Ask(asked)) => Err(Ending::Asks { step, asked: Box::new(asked) }),
            Ok(ToolOutput::Progress(line)) => {
                self.kit.listener.progress(&line).await;
                Ok(Ok("Noted.".to_owned()))
            }
            Ok(ToolOutput::Remind { text, rule }) => {
                let set = self.kit.listener.remind(&context.key, &text, &rule).await;
                set.map_err(|why| stored_later(&why))?;
                Ok(Ok("The reminder is set.".to_owned()))
            }
            Ok(ToolOutput::SetUp { set_up, told }) => {
                let proposed = self.kit.listener.set_up(&context.key, &set_up).await;
                proposed.map_err(|why| stored_later(&why))?;
                Ok(Ok(told))
            }
            Err(ToolError::TellModel(text)) => Ok(Err(text)),
            Err(error @ (ToolError::Unclear(_) | ToolError::Later(_) | ToolError::Fatal(_) | ToolError::Disk(..)))
                if tool.terms().repetition == Repetition::Unkeyed =>
            {
                tracing::warn!(run = %self.context.run, tool = call.name, %error, "nobody knows whether a call was done");
                Err(unknown(&Begun { step, call: call.clone(), repetition: Repetition::Unkeyed }))
            }
            Err(ToolError::Unclear(_)) => Ok(Err(SILENT.to_owned())),
            Err(ToolError::Later(text)) => Err(stored_later(&text)),
            Err(ToolError::Fatal(text)) => Err(Ending::Fatal(text)),
            Err(ToolError::Disk(fault, text)) => Err(Ending::Disk(fault, text)),
        }
    }

    /// Who is there, and what the run has set up so far by its journal.
    fn staff(&self) -> Option<Staff> {
        let [spawns, delegates] = SETS_UP;
        let done = |name: &'static str| self.standing.steps.iter().filter(move |s| !s.failed && s.call.name == name);
        let staff = self.context.staff.clone()?;
        let spawned = done(spawns).filter_map(|step| read(&step.call).ok()).collect();
        Some(Staff { spawned, delegated: done(delegates).next().is_some(), ..staff })
    }

    /// Calls a tool, a few times where that can be answered for and no answer comes.
    async fn use_tool(
        &self,
        tool: &dyn Tool,
        context: &ToolContext,
        arguments: Value,
    ) -> Result<Result<ToolOutput, ToolError>, Ending> {
        let once = tool.terms().repetition == Repetition::Unkeyed;
        let mut tries = 1;
        loop {
            let output = self.call_once(tool, context, arguments.clone(), once).await?;
            if once || tries >= TRIES || !matches!(output, Err(ToolError::Unclear(_))) {
                return Ok(output);
            }
            tries += 1;
        }
    }

    /// One call. What cannot be repeated is given a moment to end when the run is stopped.
    async fn call_once(
        &self,
        tool: &dyn Tool,
        context: &ToolContext,
        arguments: Value,
        once: bool,
    ) -> Result<Result<ToolOutput, ToolError>, Ending> {
        let clock = self.kit.clock;
        let mut output = tool.call(context, arguments);
        tokio::select! {
            output = &mut output => return Ok(output),
            () = clock.sleep_until(context.now.max(clock.now()) + LONGEST) => {
                return Ok(Err(ToolError::Unclear("no answer in time".to_owned())));
            }
            () = self.kit.stop.cancelled() => {}
        }
        if !once {
            return Err(Ending::Stopped);
        }
        tokio::select! {
            output = &mut output => Ok(output),
            () = clock.sleep_until(clock.now() + LAST_MOMENT) => Err(Ending::Stopped),
        }
    }
}

/// Whose text the answer of a call is; none if it is the program's own, as that a file was not opened. Why a page was not read, or a
/// tool did nothing, may be said in words of others, and beside a note that is not there those like it are named.
fn read_from(answers: Answers, failed: bool, call: &ToolCall) -> Option<Source> {
    let arguments = read(call).unwrap_or_default();
    let named = |names: &[&str]| names.iter().find_map(|name| arguments.get(*name)?.as_str().map(str::to_owned));
    Some(match answers {
        Answers::Own => return None,
        Answers::Files if failed => return None,
        Answers::Notes => Source::Notes,
        Answers::Files => Source::File(short(&named(&["path", "name"]).unwrap_or_default(), 80)),
        Answers::Anybody => match policy::host(&arguments) {
            Some(host) => Source::Page(host),
            None if named(&["query"]).is_some() => Source::Search,
            None => Source::Tool(call.name.clone()),
        },
    })
}

/// The arguments of a call as its tool is given them.
///
/// # Errors
/// What is wrong with them, for the model.
pub fn read(call: &ToolCall) -> Result<Value, String> {
    let text = if call.arguments.trim().is_empty() { "{}" } else { &call.arguments };
    let again =
        |e: serde_json::Error| format!("The arguments are no valid JSON ({e}). Please call again with a JSON object.");
    let mut arguments: Value = serde_json::from_str(text).map_err(again)?;
    // Some servers send the object as a text. What is judged, shown and called is one and the same value.
    if let Value::String(inner) = &arguments {
        arguments = serde_json::from_str(inner).map_err(again)?;
    }
    match arguments {
        Value::Object(_) => Ok(arguments),
        Value::Null => Ok(Value::Object(serde_json::Map::new())),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err("The arguments are no JSON object. Please call again with one.".to_owned())
        }
    }
}

/// People say what became of a call that was cut off.
pub fn unknown(begun: &Begun) -> Ending {
    let arguments = read(&begun.call).unwrap_or_default();
    Ending::Unknown { step: begun.step, call: Box::new(CutOff::of(&begun.call.name, &arguments)) }
}

/// What the model is told when people say that a call was done.
const DONE: &str = "This call was cut off before its answer came. A person confirmed that it was done; what it answered \
     is not known. Do not make it again, and go on.";
/// What the model is told when people skip a call.
const LEFT_OUT: &str = "This call was cut off, and nobody knows whether it was done. A person decided to leave it out. Do \
     not make it again, go on without it, and say so in your result.";
/// What the model is told when a call that can be repeated was never answered.
const SILENT: &str = "No answer came, although it was tried several times. It may have been done or not.";

#[cfg(test)]
mod tests {
    use crate::workers::calling::*;

    #[test]
    fn a_file_that_was_not_opened_was_not_read() {
        let call = |arguments: &str| ToolCall { id: "c".into(), name: "t".into(), arguments: arguments.into() };
        let file = call(r#"{"path": "../../etc/passwd"}"#);
        assert_eq!(read_from(Answers::Files, true, &file), None);
        assert_eq!(read_from(Answers::Files, false, &file), Some(Source::File("../../etc/passwd".into())));
        let page = call(r#"{"url": "https://a.example/x"}"#);
        assert_eq!(read_from(Answers::Anybody, true, &page), Some(Source::Page("a.example".into())));
        assert_eq!(read_from(Answers::Notes, true, &call("{}")), Some(Source::Notes));
        assert_eq!(read_from(Answers::Own, false, &file), None);
    }
}
