//! `secretary run-script`: runs one script in a process of its own, which the program starts for itself. It needs no
//! settings.

use crate::adapters::child::NOT_NOW;
use crate::adapters::child::limits::limit;
use crate::adapters::scripts::child;
use std::io;
use std::process::ExitCode;
use std::thread::Builder;

/// Answers the question about a script on the input, which may take these seconds of the processor, and writes the answer to
/// the output. The exit code says whether it did, or whether the system has no room for it at the moment.
pub fn run_script(seconds: u64) -> ExitCode {
    let work = move || {
        // The interpreter ends a script at its time; the limit is for work that it cannot interrupt.
        limit(child::MEMORY, seconds.saturating_add(1));
        child::answer(seconds, io::stdin().lock(), io::stdout().lock())
    };
    // The stack of a process is as large as its user likes, and a thread can be started before the limits only.
    let Ok(thread) = Builder::new().stack_size(child::STACK).spawn(work) else { return ExitCode::from(NOT_NOW) };
    match thread.join() {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(_)) | Err(_) => ExitCode::FAILURE,
    }
}
