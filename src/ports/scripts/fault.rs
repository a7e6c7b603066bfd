//! Why a script did not run to its end, in words for people. It decides nothing.

use super::{LARGEST_VALUE, MOST_GIVEN, MOST_MEMORY, MOST_PRINTED};
use crate::secretary::names::phrases::plural;
use serde::{Deserialize, Serialize};
use std::fmt;

const MEGABYTE: usize = 1024 * 1024;

/// Why a script did not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScriptFault {
    /// It cannot be read.
    Syntax {
        /// The line, from 1.
        line: u32,
        /// The character in it, from 1.
        column: u32,
        /// What is wrong, without a full stop.
        message: String,
        /// The line itself; empty where it is too long to be shown.
        source_line: String,
    },
    /// It failed and did not catch that.
    Raised {
        /// The line, where it is known.
        line: Option<u32>,
        /// What was raised, as Python says it.
        message: String,
        /// What it printed before.
        printed: String,
    },
    /// It calls a function that it may not call.
    NotGranted {
        /// The function.
        name: String,
        /// The line, where it is known.
        line: Option<u32>,
    },
    /// It took more seconds of the processor than these.
    TooLong(u64),
    /// It took too much memory.
    TooMuchMemory,
    /// What it was answered so far takes more than this many megabytes.
    TooManyAnswers(usize),
    /// It printed or gave back too much.
    TooMuchOutput,
    /// It made more host calls than these.
    TooManyCalls(usize),
    /// It does not make the calls that it made before.
    Diverged,
    /// No script can run at the moment.
    NotNow,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |line: &Option<u32>| line.map_or_else(String::new, |line| format!(" in line {line}"));
        match self {
            Self::Syntax { line, column, message, source_line } => {
                write!(f, "The script cannot be read in line {line}: {message}.")?;
                if source_line.is_empty() {
                    return Ok(());
                }
                let before = usize::try_from(column.saturating_sub(1)).unwrap_or_default();
                let before = before.min(source_line.chars().count());
                write!(f, "\n{source_line}\n{}^", " ".repeat(before))
            }
            Self::Raised { line, message, .. } => write!(f, "The script failed{}: {message}", place(line)),
            Self::NotGranted { name, line } => {
                write!(f, "The script calls {name}{}, which it may not call.", place(line))
            }
            Self::TooLong(most) => {
                let most = plural(usize::try_from(*most).unwrap_or(usize::MAX), "second", "seconds");
                write!(f, "The script takes too long. It may calculate for {most}; what it waits for does not count.")
            }
            Self::TooMuchMemory => write!(
                f,
                "The script needs more memory than it may have. {} MB are the most, and {} MB for one value.",
                MOST_MEMORY / MEGABYTE,
                LARGEST_VALUE / MEGABYTE
            ),
            Self::TooManyAnswers(most) => write!(
                f,
                "The script got more than {most} MB in answers to its calls, and no more fit. Let it take less, such as \
                 fetch(url, most=2000), or end it earlier and begin it anew by the clock."
            ),
            Self::TooMuchOutput => write!(
                f,
                "The script prints or gives back too much. It may print {} KB, and give {} MB.",
                MOST_PRINTED / 1024,
                MOST_GIVEN / MEGABYTE
            ),
            Self::TooManyCalls(most) => {
                write!(f, "The script calls other functions too often. {most} calls are the most.")
            }
            Self::Diverged => f.write_str("The script does not do what it did before, so it cannot go on."),
            Self::NotNow => f.write_str("No script can run at the moment."),
        }
    }
}

impl std::error::Error for ScriptFault {}

#[cfg(test)]
mod tests {
    use crate::ports::scripts::ScriptFault;

    #[test]
    fn a_fault_is_a_sentence_and_points_at_its_place() {
        let syntax = |column, source_line: &str| ScriptFault::Syntax {
            line: 2,
            column,
            message: "Expected an expression".to_owned(),
            source_line: source_line.to_owned(),
        };
        let said = "The script cannot be read in line 2: Expected an expression.";
        assert_eq!(syntax(5, "x = )").to_string(), format!("{said}\nx = )\n    ^"));
        assert_eq!(syntax(90, "x").to_string(), format!("{said}\nx\n ^"));
        assert_eq!(syntax(5, "").to_string(), said);
        let raised = |line| ScriptFault::Raised { line, message: "KeyError: 'a'".to_owned(), printed: "p".to_owned() };
        assert_eq!(raised(Some(3)).to_string(), "The script failed in line 3: KeyError: 'a'");
        assert_eq!(raised(None).to_string(), "The script failed: KeyError: 'a'");
        let call = ScriptFault::NotGranted { name: "socket".to_owned(), line: Some(1) };
        assert_eq!(call.to_string(), "The script calls socket in line 1, which it may not call.");
    }

    #[test]
    fn a_limit_is_named() {
        for (fault, named) in [
            (ScriptFault::TooLong(10), "It may calculate for 10 seconds;"),
            (ScriptFault::TooMuchMemory, "256 MB are the most, and 64 MB for one value."),
            (ScriptFault::TooMuchOutput, "It may print 64 KB, and give 1 MB."),
            (ScriptFault::TooManyCalls(500), "500 calls are the most."),
        ] {
            assert!(fault.to_string().contains(named), "{fault}");
        }
    }
}
