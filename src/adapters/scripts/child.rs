//! The child process that runs one script: it reads the question from its input and writes one line of JSON. It opens no
//! file, no database and no socket.

use super::play::{Play, program};
use super::{MOST_INPUT, Question, names};
use crate::ports::scripts::ScriptFault;
use std::io::{self, Read, Write};

/// Bytes of stack: values may be nested in each other, and a program that is not optimized takes more for each.
pub const STACK: usize = 128 * 1024 * 1024;
/// Bytes of memory that the child may have: 256 MiB for a script, its stack, and the program with its libraries.
pub const MEMORY: u64 = 256 * 1024 * 1024 + STACK as u64 + 192 * 1024 * 1024;

/// Answers a question about a script, which may take these seconds. The process has its limits already.
///
/// # Errors
/// Its input cannot be read, or nobody takes the answer.
pub fn answer(seconds: u64, mut input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.by_ref().take(MOST_INPUT as u64 + 1).read_to_end(&mut bytes)?;
    let question: Question<'static> = serde_json::from_slice(&bytes)?;
    drop(bytes);
    let line = match &question {
        Question::Check(script) => serde_json::to_string(&check(script))?,
        Question::Resume(run) => serde_json::to_string(&Play::of(run).go(seconds))?,
    };
    writeln!(output, "\n{line}")?;
    output.flush()
}

/// The names of what a script calls and does not have itself.
fn check(script: &str) -> Result<Vec<String>, ScriptFault> {
    program(script, Vec::new())?;
    Ok(names::read(script).host_functions())
}
