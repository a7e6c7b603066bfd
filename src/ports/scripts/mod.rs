//! Running short Python scripts: those of flows, and those that agents write. A script reaches nothing but the host
//! functions it is granted: no file, no network, no clock, no chance. A script that breaks breaks nothing else.
//!
//! **Replay:** a run begins a script anew and answers each host call from what was answered before. The first calls
//! without an answer end the run and are given back. So nothing of an interpreter is ever stored, and a crash repeats no
//! call that was answered. An interpreter may keep a script that waits for a short time and go on where it stands. Neither
//! the script nor the caller can see whether it did.

mod fault;

pub use crate::secretary::flow::outline::Outlined;
use async_trait::async_trait;
pub use fault::ScriptFault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most bytes of a script.
pub const MOST_BYTES: usize = 32 * 1024;
/// The most host calls of one run, whatever a run allows.
pub const MOST_CALLS: usize = 10_000;
/// The most bytes of memory of a script.
pub const MOST_MEMORY: usize = 256 * 1024 * 1024;
/// The most bytes of one of its values, which are asked for at once. All values together are bounded by [`MOST_MEMORY`].
pub const LARGEST_VALUE: usize = 64 * 1024 * 1024;
/// The most bytes that a script prints.
pub const MOST_PRINTED: usize = 64 * 1024;
/// The most bytes, as JSON, of the value of a script, or of the arguments of the calls it waits for.
pub const MOST_GIVEN: usize = 1024 * 1024;

/// One run of a script, with everything that it depends on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScriptRun {
    /// Whose run it is. An answer that was given under an id never changes, so that the script may go on where it stands.
    /// Empty where nothing goes on: then the line of each call is known, else that of `fail` only.
    pub id: String,
    /// The script.
    pub script: String,
    /// An object: the variables that the script begins with.
    pub inputs: Value,
    /// The host functions that it may call.
    pub functions: Vec<String>,
    /// What its host calls were answered, in their order.
    pub answers: Vec<Answer>,
    /// The calls as they were made in former runs, in their order, as far as they are known: one that differs now is
    /// [`ScriptFault::Diverged`]. Their lines are not compared.
    pub made: Vec<HostCall>,
    /// The most host calls.
    pub most_calls: usize,
}

/// What a host call was answered.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// A value.
    Value(Value),
    /// It failed: raised in the script as a `RuntimeError` with these words, which the script can catch.
    Error(String),
    /// It was asked and is not answered yet; a script that awaits its calls can have several of these.
    Pending,
}

/// How far a script came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// It waits for the answers of these calls, in their order: every one that has no answer, or one that is pending. A
    /// script without `await` waits for one call at a time; one with `await` in it goes on until each of its tasks waits.
    Calls(Vec<HostCall>),
    /// It ended.
    Done {
        /// The value of its last expression; its text in Python where JSON has no such value.
        value: Value,
        /// What it printed, at most [`MOST_PRINTED`] bytes.
        printed: String,
    },
}

/// A call of a host function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostCall {
    /// Its place among all calls of the run, from 0.
    pub index: usize,
    /// The function.
    pub name: String,
    /// Its arguments without names.
    pub args: Vec<Value>,
    /// Its arguments with names.
    pub kwargs: BTreeMap<String, Value>,
    /// The line of the script, where it is known.
    pub line: Option<u32>,
}

impl HostCall {
    /// Whether both call the same with the same.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.args, &self.kwargs) == (&other.name, &other.args, &other.kwargs)
    }
}

/// An interpreter of scripts.
#[async_trait]
pub trait Scripts: Send + Sync {
    /// Reads a script without running it: what it calls, and its outline.
    ///
    /// # Errors
    /// [`ScriptFault::Syntax`] where it is no script, or says what would only fail once it runs; or another fault of reading
    /// it.
    async fn check(&self, script: &str) -> Result<Outlined, ScriptFault>;

    /// Runs a script with the answers to its host calls, until it ends or needs answers it has not.
    /// Arguments that are no JSON (an instance of a class, bytes, a set, not a number) are raised in the script as a
    /// `TypeError`, and the call does not count. A script with `await` in it awaits each of its host calls.
    ///
    /// # Errors
    /// See [`ScriptFault`].
    async fn resume(&self, run: &ScriptRun) -> Result<Progress, ScriptFault>;
}

/// No interpreter: nothing runs.
#[async_trait]
impl Scripts for () {
    async fn check(&self, _script: &str) -> Result<Outlined, ScriptFault> {
        Err(ScriptFault::NotNow)
    }

    async fn resume(&self, _run: &ScriptRun) -> Result<Progress, ScriptFault> {
        Err(ScriptFault::NotNow)
    }
}
