//! The child process that runs one script: it reads the question from its input and writes one line of JSON. Where the
//! script waits, each further line of the input has answers for it. It opens no file, no database and no socket.

use super::play::{Play, program, wrong};
use super::reading::outlined;
use super::{MOST_INPUT, Question};
use crate::ports::child::MARK;
use crate::ports::scripts::{Answer, MOST_MEMORY, Outlined, ScriptFault, ScriptRun};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, Read, Write};

/// Bytes of stack: values may be nested in each other, and a program that is not optimized takes more for each.
pub const STACK: usize = 128 * 1024 * 1024;
/// Bytes of memory that the child may have: for a script, its stack, and the program with its libraries.
pub const MEMORY: u64 = MOST_MEMORY as u64 + STACK as u64 + 192 * 1024 * 1024;

/// Answers a question about a script, which may take these seconds. The process has its limits already.
///
/// # Errors
/// Its input cannot be read, or nobody takes the answer.
pub fn answer(seconds: u64, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let question: Question<'static> = read(&mut input)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    match question {
        Question::Check(script) => say(&mut output, &check(&script)),
        Question::Resume(run) => play(run.into_owned(), seconds, input, output),
    }
}

/// Plays a script, and goes on with each line of answers. The end of the input ends it.
fn play(run: ScriptRun, seconds: u64, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut play = Play::of(run, seconds);
    loop {
        let came = play.go();
        say(&mut output, &came)?;
        if !play.waits() {
            return Ok(());
        }
        let Some(answers) = read::<Vec<(usize, Answer)>>(&mut input)? else { return Ok(()) };
        play.take(answers);
    }
}

/// The next line of the input; none at its end.
fn read<T: DeserializeOwned>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    input.take(MOST_INPUT as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() { Ok(None) } else { Ok(Some(serde_json::from_slice(&line)?)) }
}

/// Writes a line that is known by its mark, whatever was printed before.
fn say(output: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    let mut line = vec![b'\n', MARK];
    serde_json::to_writer(&mut line, answer)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

/// What a script calls and does not have itself, with its outline, unless it would fail for certain.
fn check(script: &str) -> Result<Outlined, ScriptFault> {
    program(script, Vec::new())?;
    outlined(script).map_err(|late| wrong(script, place(script, late.at), &late.message))
}

/// The line and the column of a place in a script.
fn place(script: &str, at: usize) -> (u32, u32) {
    let before = script.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}
