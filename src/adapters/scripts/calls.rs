//! The host calls of one run: which were answered, and which the script waits for. It runs nothing.

use super::values::{from_json, to_json};
use crate::ports::scripts::{Answer, HostCall, MOST_CALLS, MOST_GIVEN, Progress, ScriptFault, ScriptRun};
use crate::secretary::flow::functions::HostFunction;
use monty::FunctionCall;
use monty_types::{ExcType, ExtFunctionResult, MontyException, MontyObject, PrintWriter};
use serde::Serialize;
use std::collections::BTreeMap;

/// The calls of a run so far.
pub(super) struct Calls {
    run: ScriptRun,
    made: usize,
    /// Calls whose answers the script will await, by the number that the interpreter gave them.
    awaited: BTreeMap<u32, HostCall>,
}

impl Calls {
    pub(super) fn of(run: ScriptRun) -> Self {
        Self { run, made: 0, awaited: BTreeMap::new() }
    }

    /// The run with the answers so far.
    pub(super) fn run(&self) -> &ScriptRun {
        &self.run
    }

    /// Takes further answers. Only a call that was made has one.
    pub(super) fn take(&mut self, answers: Vec<(usize, Answer)>) {
        for (index, answer) in answers.into_iter().filter(|(index, _)| *index < self.made) {
            let known = self.run.answers.len().max(index + 1);
            self.run.answers.resize(known, Answer::Pending);
            if let Some(place) = self.run.answers.get_mut(index) {
                *place = answer;
            }
        }
    }

    /// Whether the script may call a function.
    pub(super) fn grants(&self, name: &str) -> bool {
        self.run.functions.iter().any(|granted| granted == name)
    }

    /// Counts a call.
    pub(super) fn count(&mut self, name: String, given: Given) -> Result<HostCall, ScriptFault> {
        let (args, kwargs) = given;
        let call = HostCall { index: self.made, name, args, kwargs, line: None };
        let most = self.run.most_calls.min(MOST_CALLS);
        if call.index >= most {
            return Err(ScriptFault::TooManyCalls(most));
        }
        if self.run.made.get(call.index).is_some_and(|before| !before.is_same(&call)) {
            return Err(ScriptFault::Diverged);
        }
        self.made += 1;
        Ok(call)
    }

    /// What a call was answered, if it was.
    pub(super) fn answer(&self, index: usize) -> Option<ExtFunctionResult> {
        match self.run.answers.get(index)? {
            Answer::Value(value) => Some(ExtFunctionResult::Return(from_json(value))),
            Answer::Error(words) => {
                Some(ExtFunctionResult::Error(MontyException::new(ExcType::RuntimeError, Some(words.clone()))))
            }
            Answer::Pending => None,
        }
    }

    /// Keeps a call whose answer the script will await.
    pub(super) fn keep(&mut self, id: u32, call: HostCall) {
        self.awaited.insert(id, call);
    }

    /// The answers of these awaited calls in the order in which the calls were made, if all of them have one. That keeps
    /// the order in which a script goes on the same, however late an answer came.
    pub(super) fn settled(&mut self, ids: &[u32]) -> Option<Vec<(u32, ExtFunctionResult)>> {
        let mut settled = Vec::new();
        for id in ids {
            let index = self.awaited.get(id)?.index;
            settled.push((index, *id, self.answer(index)?));
        }
        settled.sort_by_key(|(index, ..)| *index);
        for id in ids {
            self.awaited.remove(id);
        }
        Some(settled.into_iter().map(|(_, id, answer)| (id, answer)).collect())
    }

    /// The awaited calls that have no answer, in their order.
    pub(super) fn open(&self) -> Vec<HostCall> {
        let open = self.awaited.values().filter(|call| self.answer(call.index).is_none());
        let mut open: Vec<HostCall> = open.cloned().collect();
        open.sort_by_key(|call| call.index);
        open
    }

    /// Whether there are answers of calls that the script did not make.
    pub(super) fn left_over(&self) -> bool {
        self.run.answers.len() > self.made
    }
}

/// Arguments without and with names.
pub(super) type Given = (Vec<serde_json::Value>, BTreeMap<String, serde_json::Value>);

/// The arguments of a call as JSON.
///
/// # Errors
/// What cannot be given, in words.
pub(super) fn given(call: &FunctionCall) -> Result<Given, String> {
    let args = call.args.iter().map(to_json).collect::<Result<_, _>>()?;
    let mut kwargs = BTreeMap::new();
    for (name, value) in &call.kwargs {
        let MontyObject::String(name) = name else { return Err("a name of an argument is no text".to_owned()) };
        kwargs.insert(name.clone(), to_json(value)?);
    }
    Ok((args, kwargs))
}

/// Whether a script waits for the answers of these calls, so that it is worth keeping: a call of `fail` ends the run.
pub(super) fn goes_on(calls: &[HostCall]) -> bool {
    !calls.iter().any(|call| HostFunction::of_name(&call.name) == Some(HostFunction::Fail))
}

/// The line of a call. The script ends with it.
pub(super) fn line_of(call: FunctionCall) -> Option<u32> {
    let ended = call.abort(MontyException::runtime_error("its line is looked up"), PrintWriter::Disabled);
    ended.err()?.traceback().last().map(|frame| frame.start.line)
}

/// Calls that the script waits for, unless they say too much.
pub(super) fn waiting(calls: Vec<HostCall>) -> Result<Progress, ScriptFault> {
    if is_too_much(&calls) { Err(ScriptFault::TooMuchOutput) } else { Ok(Progress::Calls(calls)) }
}

/// Whether something has more bytes than a script may give.
pub(super) fn is_too_much(given: &impl Serialize) -> bool {
    serde_json::to_vec(given).map_or(true, |bytes| bytes.len() > MOST_GIVEN)
}
