//! What stands in a script, line by line: the calls of host functions, under the loops and branches in which they stand. It
//! says what the script says, and judges nothing: what a script may do, its run decides.

use super::calls::Call;
use super::functions::HostFunction;
use serde::{Deserialize, Serialize};

/// What was read in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outlined {
    /// The names of the functions that it calls and does not have itself, and of each host function that it uses in another
    /// way, in order of appearance, once each.
    pub calls: Vec<String>,
    /// Its outline.
    #[serde(default)]
    pub lines: Vec<Line>,
}

/// A line of an outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// How many blocks stand around it.
    pub depth: u8,
    /// What it says.
    pub part: Part,
}

/// What a line says. Conditions are in words, and cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// A call of a host function.
    Call {
        /// Its name. Stored under a key that no name of a person has.
        #[serde(rename = "tool")]
        name: String,
        /// Its first argument, if that is a text or a number that stands there.
        about: Option<String>,
        /// What a question takes if nobody answers it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<String>,
    },
    /// The name of a host function stands for what it does, so that it may be called under another name.
    Uses(String),
    /// A function of the script's own, with calls in it.
    Function(String),
    /// A call of such a function.
    Does(String),
    /// What is below is done for each of something.
    Each {
        /// What one of them is called.
        one: String,
        /// What they are.
        of: String,
        /// The first of them, where they stand there.
        values: Vec<String>,
        /// How often at most.
        most: Option<u64>,
        /// What ends it before.
        until: Vec<String>,
    },
    /// What is below is done again as long as this holds.
    While {
        /// What must hold; none if it goes on by itself.
        test: Option<String>,
        /// How often at most.
        most: Option<u64>,
        /// What ends it before.
        until: Vec<String>,
        /// Whether it is certain that nothing else in it ends it.
        #[serde(default)]
        endless: bool,
    },
    /// What is below is done if the loop above came to its end by itself.
    Unbroken,
    /// What is below is done if this holds.
    If(String),
    /// What is below is done if nothing above held, and this holds.
    OrIf(String),
    /// What is below is done if nothing above held.
    Else,
    /// What is below may fail without an end of the run.
    Try,
    /// What is below is done if that failed.
    Except,
    /// What is below is done in any case.
    Finally,
}

impl Line {
    /// The call that it is, if it is one.
    pub fn call(&self) -> Option<Call> {
        let Part::Call { name, about, otherwise } = &self.part else { return None };
        let function = HostFunction::of_name(name)?;
        Some(Call { function, about: about.clone(), otherwise: otherwise.clone() })
    }
}

/// The outline of calls alone, for a script of which nothing else was read.
pub fn flat(calls: &[Call]) -> Vec<Line> {
    let part = |Call { function, about, otherwise }: &Call| Part::Call {
        name: function.name().to_owned(),
        about: about.clone(),
        otherwise: otherwise.clone(),
    };
    calls.iter().map(|call| Line { depth: 0, part: part(call) }).collect()
}
