//! The arguments of a call by name, judged by what its function takes: the same rules hold when a script is written and when
//! it runs.

use super::checking::{LONGEST_FILE_NAME, LONGEST_MESSAGE, LONGEST_OPTION, MOST_FILE_BYTES, MOST_OPTIONS};
use super::{Bound, HostFunction, Terms};
use crate::secretary::chart;
use crate::secretary::flow::tables::RowFault;
use serde_json::Value;
use std::collections::BTreeMap;

/// Why a call cannot be made. The script may catch it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallFault {
    /// There are more arguments than it takes.
    #[error("{0} takes at most {1} arguments")]
    TooMany(&'static str, usize),
    /// It has no such argument.
    #[error("{0} has no argument {1}")]
    Unknown(&'static str, String),
    /// An argument is given twice.
    #[error("{0} got {1} twice")]
    Twice(&'static str, &'static str),
    /// An argument is missing.
    #[error("{0} needs {1}")]
    Missing(&'static str, &'static str),
    /// An argument is something else.
    #[error("{1} of {0} must be {2}")]
    Kind(&'static str, &'static str, &'static str),
    /// A question without words.
    #[error("ask needs a question in words")]
    NoQuestion,
    /// Options that no buttons can show.
    #[error("a question has 1 to {MOST_OPTIONS} options of 1 to {LONGEST_OPTION} characters each")]
    Options,
    /// Two options that nobody can tell apart.
    #[error("ask has the option {0} twice")]
    SameOption(String),
    /// What silence takes cannot be chosen.
    #[error("default of ask must be one of its options")]
    Default,
    /// A question that is over before anybody can read it.
    #[error("deadline_hours of ask must be more than 0")]
    Deadline,
    /// A task without words.
    #[error("agent needs a task in words")]
    NoTask,
    /// A message that cannot be sent.
    #[error("a message has 1 to {LONGEST_MESSAGE} characters; a file takes more")]
    Message,
    /// A name that no file may have.
    #[error("a file has a plain name of 1 to {LONGEST_FILE_NAME} characters")]
    FileName,
    /// A file that is too large.
    #[error("a file may have {MOST_FILE_BYTES} bytes")]
    FileBytes,
    /// Nothing says how long to sleep.
    #[error("sleep needs seconds, or until as an ISO 8601 time")]
    NoMoment,
    /// A schema that no value fits.
    #[error("the schema has the unknown type {0}; there are array, boolean, integer, null, number, object and string")]
    Type(String),
    /// A row of a table cannot be written or found.
    #[error(transparent)]
    Row(RowFault),
    /// A chart cannot be drawn.
    #[error(transparent)]
    Chart(chart::Fault),
    /// Scripts have no such tool, but these.
    #[error("there is no tool “{0}” in flows; there are {1}")]
    NoTool(String, String),
}

impl HostFunction {
    /// The arguments of a call by name.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn bind(self, args: &[Value], kwargs: &BTreeMap<String, Value>) -> Result<Bound, CallFault> {
        let args: Vec<Option<&Value>> = args.iter().map(Some).collect();
        self.bind_known(&args, &kwargs.iter().map(|(name, value)| (name.as_str(), Some(value))).collect())
    }

    /// The arguments of a call by name, as far as their values are known.
    ///
    /// # Errors
    /// What is wrong with them, whatever the other values are.
    pub fn bind_known(
        self,
        args: &[Option<&Value>],
        kwargs: &BTreeMap<&str, Option<&Value>>,
    ) -> Result<Bound, CallFault> {
        let Terms { name, parameters, .. } = self.terms();
        if args.len() > parameters.len() {
            return Err(CallFault::TooMany(name, parameters.len()));
        }
        if let Some(unknown) = kwargs.keys().find(|given| parameters.iter().all(|known| known.0 != **given)) {
            return Err(CallFault::Unknown(name, (*unknown).to_owned()));
        }
        let mut bound = Bound::new();
        for (place, &(parameter, kind, default)) in parameters.iter().enumerate() {
            let value = match (args.get(place), kwargs.get(parameter)) {
                (Some(_), Some(_)) => return Err(CallFault::Twice(name, parameter)),
                (value, other) => value.or(other).copied(),
            };
            match value {
                Some(None) => {}
                Some(Some(Value::Null)) | None if default.is_some() => {}
                Some(Some(value)) => {
                    let value = kind.of(value).ok_or(CallFault::Kind(name, parameter, kind.name()))?;
                    bound.insert(parameter, value);
                }
                None => return Err(CallFault::Missing(name, parameter)),
            }
        }
        Ok(bound)
    }
}
