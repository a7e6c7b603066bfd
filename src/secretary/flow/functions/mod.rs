//! The functions that a script may call, in one table: what each takes, what it touches, whether a call of it may be
//! repeated after a crash, and what a dry run answers instead of doing it. This module must not do any of them.

mod binding;
pub mod checking;

pub use binding::CallFault;

use super::schema;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HostFunction {
    /// The time.
    Now,
    /// Waits.
    Sleep,
    /// Reads a web page.
    Fetch,
    /// Searches the web.
    Search,
    /// Has an agent do something.
    Agent,
    /// Asks people.
    Ask,
    /// Sends a message.
    Notify,
    /// Sends a report.
    Report,
    /// Keeps a note.
    Note,
    /// Adds a row to a table.
    TableInsert,
    /// Reads rows of a table.
    TableQuery,
    /// Changes a row of a table.
    TableUpdate,
    /// Deletes rows of a table.
    TableDelete,
    /// Writes a file.
    File,
    /// Draws a chart.
    Chart,
    /// Runs another flow.
    RunFlow,
    /// Has a tool look something up or calculate.
    Tool,
    /// Checks a value against a schema.
    CheckSchema,
    /// Ends the run as failed.
    Fail,
}

/// Whether a call may be made again when a crash hides its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// It depends on its arguments alone.
    Pure,
    /// Making it again does no harm, but may give another answer.
    Idempotent,
    /// It is made under a key, by which a second time is known and changes nothing.
    Keyed,
}

/// What a call touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    /// Nothing but the script itself.
    Nothing,
    /// It reads what the workspace keeps.
    Kept,
    /// It reads the web.
    Web,
    /// It asks people, and waits for them.
    People,
    /// It tells people something.
    Tells,
    /// It changes what the workspace keeps.
    Changes,
    /// It lets others work, who may do what they may.
    Others,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text; numbers and truth values become one.
    Text,
    /// A number.
    Number,
    /// A list of texts.
    Texts,
    /// A dict.
    Object,
    /// Any value.
    Any,
}

/// A parameter: its name, what it takes, and what stands for it if it is left out; without that it is needed.
pub type Parameter = (&'static str, Kind, Option<&'static str>);

/// The arguments of a call by name. An optional one that was left out, or is `None`, is not among them.
pub type Bound = BTreeMap<&'static str, Value>;

/// All there is to know of a function.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Its name in a script.
    pub name: &'static str,
    /// What it takes, in order.
    pub parameters: &'static [Parameter],
    /// What it does and gives, for whoever writes a script.
    pub does: &'static str,
    /// Whether a call of it may be made again.
    pub repeats: Repeats,
    /// What it touches.
    pub touches: Touches,
}

/// The characters of a page that a script gets which says nothing about it: a run that looks every few minutes keeps them
/// all, so that few of them let it live long.
pub const FETCHED: u32 = 10_000;
/// The most characters of a page that a script gets.
pub const MOST_FETCHED: u32 = 100_000;

/// What a script writes for nothing.
const NONE: Option<&str> = Some("None");

impl HostFunction {
    /// All of them.
    pub const ALL: [Self; 19] = [
        Self::Now,
        Self::Sleep,
        Self::Fetch,
        Self::Search,
        Self::Agent,
        Self::Ask,
        Self::Notify,
        Self::Report,
        Self::Note,
        Self::TableInsert,
        Self::TableQuery,
        Self::TableUpdate,
        Self::TableDelete,
        Self::File,
        Self::Chart,
        Self::RunFlow,
        Self::Tool,
        Self::CheckSchema,
        Self::Fail,
    ];

    /// The function of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }

    /// Its name in a script.
    pub fn name(self) -> &'static str {
        self.terms().name
    }

    /// All there is to know of it.
    pub fn terms(self) -> Terms {
        use Repeats::{Idempotent, Keyed, Pure};
        use Touches::{Changes, Kept, Nothing, Others, People, Tells, Web};
        let (name, does, repeats, touches) = match self {
            Self::Now => ("now", "gives the time in UTC as ISO 8601 text", Idempotent, Nothing),
            Self::Sleep => {
                let does = "waits so many seconds, or until an ISO 8601 time, without a zone in the owner's";
                ("sleep", does, Keyed, Nothing)
            }
            Self::Fetch => {
                let does = "gives the text of a web page, its first characters up to most; 100000 are the most";
                ("fetch", does, Idempotent, Web)
            }
            Self::Search => {
                let does = "searches the web; gives a list of dicts with title, url and text";
                ("search", does, Idempotent, Web)
            }
            Self::Agent => {
                let does = "has an agent do a task; gives its answer as text, or as a value that fits the JSON schema";
                ("agent", does, Keyed, Others)
            }
            Self::Ask => {
                let does =
                    "asks people with a button for each option and waits; gives the option, in the end the default";
                ("ask", does, Keyed, People)
            }
            Self::Notify => ("notify", "sends a message", Keyed, Tells),
            Self::Report => ("report", "sends a report in Markdown", Keyed, Tells),
            Self::Note => ("note", "keeps a note; one of this title is written over", Idempotent, Changes),
            Self::TableInsert => ("table_insert", "adds a row to a table; gives its key", Keyed, Changes),
            Self::TableQuery => {
                let does = "gives the rows of a table whose fields are equal to those of where, each with its key; order \
                            is 'oldest' or 'newest' first; without limit it gives all, and fails beyond 1000";
                ("table_query", does, Idempotent, Kept)
            }
            Self::TableUpdate => {
                let does = "writes these fields into a row of a table; gives False if there is none of this key";
                ("table_update", does, Idempotent, Changes)
            }
            Self::TableDelete => {
                let does = "deletes the row of a key, or the rows with the fields of where; gives how many";
                ("table_delete", does, Idempotent, Changes)
            }
            Self::File => ("file", "sends a text as a file", Keyed, Tells),
            Self::Chart => {
                let does = "sends a picture of numbers, and a CSV file of them; series is a list of numbers, or a dict of \
                            up to 4 such lists by name; labels has a text for each number; kind is 'line' or 'bar'";
                ("chart", does, Keyed, Tells)
            }
            Self::RunFlow => ("run_flow", "runs another flow and waits; gives its result", Keyed, Others),
            Self::Tool => {
                let does = "gives the answer of a tool as text: 'calculate' with expression, 'read_note' with title, \
                            'search_notes' with words, 'list_notes'; 'read_url', 'web_search' and 'write_note' do what \
                            fetch, search and note do; its name must stand in the call";
                ("tool", does, Idempotent, Kept)
            }
            Self::CheckSchema => {
                ("check_schema", "gives the value if it fits the JSON schema, fails if not", Pure, Nothing)
            }
            Self::Fail => ("fail", "ends the run as failed", Pure, Nothing),
        };
        Terms { name, parameters: self.parameters(), does, repeats, touches }
    }

    /// What it takes, in order.
    fn parameters(self) -> &'static [Parameter] {
        use Kind::{Any, Number, Object, Text, Texts};
        match self {
            Self::Now => &[],
            Self::Sleep => &[("seconds", Number, NONE), ("until", Text, NONE)],
            Self::Fetch => &[("url", Text, None), ("most", Number, Some("10000"))],
            Self::Search => &[("query", Text, None)],
            Self::Agent => &[("task", Text, None), ("agent", Text, NONE), ("schema", Object, NONE)],
            Self::Ask => &[
                ("question", Text, None),
                ("options", Texts, None),
                ("deadline_hours", Number, Some("24")),
                ("default", Text, NONE),
            ],
            Self::Notify => &[("text", Text, None)],
            Self::Report | Self::Note => &[("title", Text, None), ("text", Text, None)],
            Self::TableInsert => &[("table", Text, None), ("row", Object, None), ("key", Text, NONE)],
            Self::TableQuery => &[
                ("table", Text, None),
                ("where", Object, NONE),
                ("limit", Number, NONE),
                ("order", Text, Some("'oldest'")),
                ("offset", Number, Some("0")),
            ],
            Self::TableUpdate => &[("table", Text, None), ("key", Text, None), ("row", Object, None)],
            Self::TableDelete => &[("table", Text, None), ("key", Text, NONE), ("where", Object, NONE)],
            Self::File => &[("name", Text, None), ("text", Text, None)],
            Self::Chart => &[
                ("title", Text, None),
                ("series", Any, None),
                ("labels", Any, NONE),
                ("kind", Text, Some("'line'")),
                ("unit", Text, NONE),
            ],
            Self::RunFlow => &[("name", Text, None), ("event", Any, NONE)],
            Self::Tool => &[("name", Text, None), ("arguments", Object, NONE)],
            Self::CheckSchema => &[("value", Any, None), ("schema", Object, None)],
            Self::Fail => &[("message", Text, None)],
        }
    }

    /// How it is called, with what may be left out.
    pub fn signature(self) -> String {
        let Terms { name, parameters, .. } = self.terms();
        let told = |(name, _, default): &Parameter| match default {
            Some(default) => format!("{name}={default}"),
            None => (*name).to_owned(),
        };
        format!("{name}({})", parameters.iter().map(told).collect::<Vec<_>>().join(", "))
    }

    /// Whether a call of it is noticed by anybody, or changes anything, outside of its run.
    pub fn acts(self) -> bool {
        match self.terms().touches {
            Touches::Nothing | Touches::Kept | Touches::Web => false,
            Touches::People | Touches::Tells | Touches::Changes | Touches::Others => true,
        }
    }

    /// Whether a call of it is a message to people; a run has few of them.
    pub fn is_notice(self) -> bool {
        matches!(self.terms().touches, Touches::People | Touches::Tells)
    }

    /// What a dry run answers instead of doing it; none for what it really does, and for rows of tables, which it writes and
    /// takes back.
    pub fn emulated(self, given: &Bound) -> Option<Value> {
        let text = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
        match self {
            Self::Now
            | Self::Fetch
            | Self::Search
            | Self::TableQuery
            | Self::TableInsert
            | Self::TableUpdate
            | Self::TableDelete
            | Self::Tool
            | Self::CheckSchema
            | Self::Fail => None,
            Self::Sleep | Self::Notify | Self::Report | Self::Note | Self::File | Self::Chart => Some(Value::Null),
            Self::Ask => {
                let first = || given.get("options").and_then(|options| options.get(0)).cloned();
                given.get("default").cloned().or_else(first).or(Some(Value::Null))
            }
            Self::Agent => match given.get("schema") {
                Some(schema) => Some(schema::sample(schema)),
                None => Some(json!(format!("(the answer of an agent to: {})", text("task")))),
            },
            Self::RunFlow => Some(json!(format!("(the result of {})", text("name")))),
        }
    }
}

impl Kind {
    /// The value as it is handed on, if it is of this kind.
    fn of(self, value: &Value) -> Option<Value> {
        let fits = match self {
            Self::Text => match value {
                Value::String(_) => true,
                Value::Number(_) | Value::Bool(_) => return Some(json!(value.to_string())),
                Value::Null | Value::Array(_) | Value::Object(_) => false,
            },
            Self::Number => value.is_number(),
            Self::Texts => value.as_array().is_some_and(|texts| texts.iter().all(Value::is_string)),
            Self::Object => value.is_object(),
            Self::Any => true,
        };
        fits.then(|| value.clone())
    }

    /// What it is called in an error.
    fn name(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Texts => "a list of texts",
            Self::Object => "a dict",
            Self::Any => "a value",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::functions::*;
    use crate::secretary::flow::tables::MOST_FOUND;

    fn kwargs(given: &[(&str, Value)]) -> BTreeMap<String, Value> {
        given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    #[test]
    fn every_function_is_known_by_its_name_and_asks_for_what_it_needs() {
        for function in HostFunction::ALL {
            let Terms { name, parameters, .. } = function.terms();
            assert_eq!(HostFunction::of_name(name), Some(function));
            let needed = parameters.iter().filter(|parameter| parameter.2.is_none()).count();
            assert!(parameters.iter().take(needed).all(|parameter| parameter.2.is_none()), "{name}: needed ones first");
            let bound = function.bind(&[], &BTreeMap::new());
            assert_eq!(bound.is_err(), needed > 0, "{name}: {bound:?}");
        }
        assert_eq!(HostFunction::of_name("exec"), None);
        assert_eq!(HostFunction::near("fetchh"), Some(HostFunction::Fetch));
        assert_eq!(HostFunction::near("table_querry"), Some(HostFunction::TableQuery));
        assert_eq!(HostFunction::near("launch"), None);
        assert_eq!(HostFunction::Ask.signature(), "ask(question, options, deadline_hours=24, default=None)");
        assert_eq!(HostFunction::Now.signature(), "now()");
        let query = "table_query(table, where=None, limit=None, order='oldest', offset=0)";
        assert_eq!(HostFunction::TableQuery.signature(), query);
        let fetch = HostFunction::Fetch;
        assert_eq!(fetch.signature(), format!("fetch(url, most={FETCHED})"));
        assert!(fetch.terms().does.contains(&MOST_FETCHED.to_string()));
        assert!(HostFunction::TableQuery.terms().does.contains(&MOST_FOUND.to_string()));
    }

    #[test]
    fn arguments_are_bound_by_place_and_by_name() {
        let insert = HostFunction::TableInsert;
        let bound =
            insert.bind(&[json!("prices")], &kwargs(&[("row", json!({"a": 1})), ("key", Value::Null)])).unwrap();
        assert_eq!(bound, Bound::from([("table", json!("prices")), ("row", json!({"a": 1}))]));
        assert_eq!(HostFunction::Notify.bind(&[json!(7.5)], &kwargs(&[])).unwrap()["text"], json!("7.5"));
        for (args, named, said) in [
            (vec![json!("a"), json!({}), json!("k"), json!(1)], vec![], "table_insert takes at most 3 arguments"),
            (vec![json!("a"), json!({})], vec![("rows", json!(1))], "table_insert has no argument rows"),
            (vec![json!("a"), json!({})], vec![("row", json!({}))], "table_insert got row twice"),
            (vec![json!("a")], vec![], "table_insert needs row"),
            (vec![json!("a"), json!([])], vec![], "row of table_insert must be a dict"),
            (vec![json!([]), json!({})], vec![], "table of table_insert must be a text"),
            (vec![Value::Null, json!({})], vec![], "table of table_insert must be a text"),
        ] {
            assert_eq!(insert.bind(&args, &kwargs(&named)).unwrap_err().to_string(), said);
        }
    }

    #[test]
    fn a_dry_run_emulates_all_that_acts_and_what_takes_time() {
        for function in HostFunction::ALL {
            let emulated = function.emulated(&Bound::new()).is_some();
            let acts = function.acts() && !function.of_table();
            assert_eq!(emulated, acts || function == HostFunction::Sleep, "{function:?}");
        }
        let options = ("options", json!(["red", "blue"]));
        assert_eq!(HostFunction::Ask.emulated(&Bound::from([options.clone()])), Some(json!("red")));
        let both = Bound::from([options, ("default", json!("blue"))]);
        assert_eq!(HostFunction::Ask.emulated(&both), Some(json!("blue")));
        let schema = json!({"type": "object", "properties": {"price": {"type": "number"}}});
        assert_eq!(HostFunction::Agent.emulated(&Bound::from([("schema", schema)])), Some(json!({"price": 0})));
    }

    #[test]
    fn what_people_hear_of_is_a_notice() {
        use HostFunction::{Ask, Chart, File, Notify, Report};
        let notices: Vec<HostFunction> = HostFunction::ALL.into_iter().filter(|one| one.is_notice()).collect();
        assert_eq!(notices, [Ask, Notify, Report, File, Chart]);
    }
}
