//! What a call fails at by its own arguments, whenever it is made and whatever else holds. It is told while a script is
//! written, as far as the arguments stand there, and again where the script runs.

use super::{Bound, CallFault, HostFunction};
use crate::secretary::flow::tables::{Query, Row, RowFault, apart, check_name, check_row};
use crate::secretary::flow::{calls, moments, schema};
use crate::secretary::names::phrases::{line, short};
use serde_json::{Value, json};

/// The most options, so that the buttons stay readable (platform-facts T24).
pub const MOST_OPTIONS: usize = 8;
/// The most characters of an option, which a button shows whole.
pub const LONGEST_OPTION: usize = 60;
/// The most characters of a message.
pub const LONGEST_MESSAGE: usize = 20_000;
/// The longest name of a file.
pub const LONGEST_FILE_NAME: usize = 100;
/// The most bytes of a file.
pub const MOST_FILE_BYTES: usize = 1024 * 1024;

/// A fault, if something is wrong.
fn unless(right: bool, fault: CallFault) -> Result<(), CallFault> {
    if right { Ok(()) } else { Err(fault) }
}

impl HostFunction {
    /// Judges the arguments that are known, whatever the others are.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(self, given: &Bound) -> Result<(), CallFault> {
        let text = |name: &str| given.get(name).and_then(Value::as_str);
        match self {
            Self::Sleep => {
                let until = text("until").filter(|_| !given.contains_key("seconds"));
                unless(until.is_none_or(moments::is_moment), CallFault::NoMoment)
            }
            Self::Agent => {
                unless(text("task").is_none_or(|task| !task.trim().is_empty()), CallFault::NoTask)?;
                known_types(given)
            }
            Self::CheckSchema => known_types(given),
            Self::Ask => question(given),
            Self::Notify | Self::Report => unless(text("text").is_none_or(is_sendable), CallFault::Message),
            Self::File => {
                unless(text("name").is_none_or(is_plain), CallFault::FileName)?;
                unless(text("text").is_none_or(|text| text.len() <= MOST_FILE_BYTES), CallFault::FileBytes)
            }
            Self::Chart => chart(given),
            Self::TableInsert | Self::TableQuery | Self::TableUpdate | Self::TableDelete => {
                self.row(given).map_err(CallFault::Row)
            }
            Self::Now | Self::Fetch | Self::Search | Self::Note | Self::RunFlow | Self::Tool | Self::Fail => Ok(()),
        }
    }

    /// Judges all arguments of a call: what was left out is not there.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check_whole(self, given: &Bound) -> Result<(), CallFault> {
        self.check(given)?;
        let has = |names: [&str; 2]| names.into_iter().any(|name| given.contains_key(name));
        unless(self != Self::Sleep || has(["seconds", "until"]), CallFault::NoMoment)?;
        unless(self != Self::TableDelete || has(["key", "where"]), CallFault::Row(RowFault::Which))
    }

    /// Judges a call about a table.
    fn row(self, given: &Bound) -> Result<(), RowFault> {
        let text = |name: &str| given.get(name).and_then(Value::as_str);
        if let Some(table) = text("table") {
            check_name(table)?;
        }
        if self == Self::TableQuery {
            let limit = given.get("limit").and_then(Value::as_f64);
            return Query::asked(&Row::new(), limit, text("order"), 0.0).map(drop);
        }
        let (key, row) = apart(text("key"), given.get("row").and_then(Value::as_object).cloned().unwrap_or_default())?;
        if self == Self::TableDelete { Ok(()) } else { check_row(text("table").unwrap_or("t"), key.as_deref(), &row) }
    }
}

/// Whether a text can be sent as a message.
fn is_sendable(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= LONGEST_MESSAGE
}

/// Whether this is a plain name of a file.
fn is_plain(name: &str) -> bool {
    let name = line(name);
    let odd = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':']);
    !odd && name.chars().count() <= LONGEST_FILE_NAME
}

/// Judges a question to people.
fn question(given: &Bound) -> Result<(), CallFault> {
    let text = |name: &str| given.get(name).and_then(Value::as_str).map(str::trim);
    unless(text("question") != Some(""), CallFault::NoQuestion)?;
    let hours = given.get("deadline_hours").and_then(Value::as_f64);
    unless(hours.is_none_or(|hours| hours > 0.0), CallFault::Deadline)?;
    let Some(options) = given.get("options").and_then(Value::as_array) else { return Ok(()) };
    let options: Vec<&str> = options.iter().filter_map(Value::as_str).map(str::trim).collect();
    let fits = |option: &&str| !option.is_empty() && option.chars().count() <= LONGEST_OPTION;
    unless((1..=MOST_OPTIONS).contains(&options.len()) && options.iter().all(fits), CallFault::Options)?;
    let twice = options.iter().enumerate().find(|(at, option)| options[..*at].contains(option));
    if let Some((_, option)) = twice {
        return Err(CallFault::SameOption((*option).to_owned()));
    }
    unless(text("default").is_none_or(|default| options.contains(&default)), CallFault::Default)
}

/// Judges a schema.
fn known_types(given: &Bound) -> Result<(), CallFault> {
    match given.get("schema").and_then(schema::unknown_type) {
        Some(unknown) => Err(CallFault::Type(short(unknown, 40))),
        None => Ok(()),
    }
}

/// Judges a chart. Where its numbers are not known, any would do, and labels say nothing.
fn chart(given: &Bound) -> Result<(), CallFault> {
    let mut known = given.clone();
    if !known.contains_key("series") {
        known.insert("series", json!([0]));
        known.remove("labels");
    }
    calls::chart(&known).map(drop).map_err(CallFault::Chart)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::functions::checking::*;

    fn told(function: HostFunction, given: &[(&'static str, Value)]) -> String {
        let given: Bound = given.iter().cloned().collect();
        function.check(&given).err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_known_is_judged_and_the_rest_is_left_alone() {
        use HostFunction::{Agent, Ask, Chart, CheckSchema, File, Notify, Report, Sleep, TableInsert, TableQuery};
        let (yes, long) = (json!(["Yes", "No"]), "x".repeat(LONGEST_MESSAGE + 1));
        for (function, given, said) in [
            (Sleep, vec![("until", json!("gestern"))], "sleep needs seconds, or until as an ISO 8601 time"),
            (Sleep, vec![("until", json!("2026-11-24T09:00"))], ""),
            (Agent, vec![("task", json!(" "))], "agent needs a task in words"),
            (Agent, vec![("schema", json!({"type": "object", "properties": {"a": {"type": "text"}}}))], "type text"),
            (CheckSchema, vec![("schema", json!({"type": ["null", "integer"], "items": {}}))], ""),
            (Ask, vec![("question", json!(" "))], "ask needs a question in words"),
            (Ask, vec![("options", json!([]))], "a question has 1 to 8 options of 1 to 60 characters each"),
            (Ask, vec![("options", json!(["Yes", " Yes"]))], "ask has the option Yes twice"),
            (
                Ask,
                vec![("options", yes.clone()), ("default", json!("Maybe"))],
                "default of ask must be one of its options",
            ),
            (Ask, vec![("options", yes), ("default", json!("No "))], ""),
            (Ask, vec![("default", json!("Maybe"))], ""),
            (Ask, vec![("deadline_hours", json!(0))], "deadline_hours of ask must be more than 0"),
            (Notify, vec![("text", json!(""))], "a message has 1 to 20000 characters; a file takes more"),
            (Report, vec![("title", json!("")), ("text", json!(long))], "a message has 1 to 20000 characters"),
            (File, vec![("name", json!("../up"))], "a file has a plain name of 1 to 100 characters"),
            (File, vec![("name", json!(" prices.csv "))], ""),
            (Chart, vec![("kind", json!("pie"))], "kind is 'line' or 'bar'"),
            (Chart, vec![("series", json!([1, "2"]))], "series is a list of numbers"),
            (Chart, vec![("labels", json!(["a", "b"])), ("kind", json!("bar"))], ""),
            (TableQuery, vec![("table", json!("a b"))], "a table is named by"),
            (TableQuery, vec![("limit", json!(0))], "limit is 1 to 1000"),
            (TableInsert, vec![("row", json!({"key": "a"})), ("key", json!("b"))], "here it is another one"),
        ] {
            let fault = told(function, &given);
            assert!(fault.contains(said) && fault.is_empty() == said.is_empty(), "{given:?}: {fault}");
        }
    }

    #[test]
    fn what_is_left_out_of_a_whole_call_is_not_there() {
        for function in [HostFunction::Sleep, HostFunction::TableDelete] {
            assert!(function.check(&Bound::new()).is_ok() && function.check_whole(&Bound::new()).is_err());
        }
        assert!(HostFunction::Sleep.check_whole(&Bound::from([("seconds", json!(1))])).is_ok());
        assert!(HostFunction::TableDelete.check_whole(&Bound::from([("where", json!({}))])).is_ok());
    }

    #[test]
    fn a_file_has_a_plain_name_and_a_size() {
        for name in ["", ".env", "a/b", "a\\b", "c:x", &"x".repeat(101)] {
            assert!(!is_plain(name), "{name}");
        }
        let large = json!("x".repeat(MOST_FILE_BYTES + 1));
        assert_eq!(told(HostFunction::File, &[("text", large)]), format!("a file may have {MOST_FILE_BYTES} bytes"));
    }
}
