//! What can be said of a script before it runs: what it calls, what would fail in it, and its outline for people. Everything
//! here knows the names of a script by one reading of them. Only imports, and what depends on nothing else, are run.

mod ends;
mod names;
mod outline;
mod scopes;
mod turns;
mod unsupported;

use crate::ports::scripts::Outlined;
use ruff_python_parser::parse_module;
use scopes::names_in;

/// Something in a script that would fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Late {
    /// Its place in the script, in bytes.
    pub(super) at: usize,
    /// What is wrong and what to write instead, without a full stop.
    pub(super) message: String,
}

/// What stands in a script that the interpreter has read before, which bounds how deep it is nested.
///
/// # Errors
/// The first of what would fail for certain.
pub(super) fn outlined(script: &str) -> Result<Outlined, Late> {
    let Ok(parsed) = parse_module(script) else { return Ok(Outlined::default()) };
    let body = &parsed.syntax().body;
    let names = names_in(body);
    match unsupported::first(script, body, &names) {
        Some(late) => Err(late),
        None => Ok(Outlined { calls: names.host_functions(), lines: outline::outline(script, body, &names) }),
    }
}

/// Whether a script awaits anything.
pub(super) fn awaits(script: &str) -> bool {
    parse_module(script).is_ok_and(|parsed| names_in(&parsed.syntax().body).awaits)
}
