//! Rows that flows keep for their workspace: names, sizes, numbers of rows, and which rows a query finds. The store keeps
//! them; nothing of another workspace is ever among them.

use super::moments::whole;
use crate::secretary::ids::{PersonId, WorkspaceId};
use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

/// The most rows of a table.
pub const MOST_ROWS: usize = 10_000;
/// The most tables of a workspace.
pub const MOST_TABLES: usize = 100;
/// The most bytes of a row, as JSON.
pub const LONGEST_ROW: usize = 8 * 1024;
/// The most characters of the name of a table.
pub const LONGEST_NAME: usize = 40;
/// The most characters of the key of a row.
pub const LONGEST_KEY: usize = 100;
/// The most rows that a query gives.
pub const MOST_FOUND: u32 = 1_000;
/// The most bytes of the rows that a query gives, as JSON: a run keeps them as long as it lives.
pub const MOST_FOUND_BYTES: usize = 1024 * 1024;
/// The field under which scripts find the key of a row.
pub const KEY: &str = "key";
/// What the names of deleted tables begin with. No script can name them.
pub const DELETED: &str = "deleted/";

/// The fields of a row.
pub type Row = Map<String, Value>;

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowRow {
    /// The table.
    pub table: String,
    /// Its key in it.
    pub key: String,
    /// Its fields.
    pub row: Row,
    /// Whose run wrote it first.
    pub person: PersonId,
    /// When that was.
    pub created_at: DateTime<Utc>,
    /// When it was written last.
    pub changed_at: DateTime<Utc>,
}

/// In which order a query gives rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order in which they came.
    #[default]
    Oldest,
    /// The other way round.
    Newest,
}

/// Which rows of a table are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Each of these fields has this very value.
    pub only: Row,
    /// In which order.
    pub order: Order,
    /// So many of them are left out first.
    pub skip: u32,
    /// So many of them at most.
    pub limit: u32,
}

/// A table of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowTable {
    /// Its name.
    pub name: String,
    /// How many rows it has.
    pub rows: usize,
}

/// A row as a run writes it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The workspace of its table.
    pub workspace: &'a WorkspaceId,
    /// The table.
    pub table: &'a str,
    /// Its key; none for the next free number.
    pub key: Option<&'a str>,
    /// Its fields.
    pub row: &'a Row,
    /// Whose run writes it.
    pub person: &'a PersonId,
    /// When.
    pub at: DateTime<Utc>,
}

/// Why a row is not written. The script may catch it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// No name of a table.
    #[error("a table is named by 1 to {LONGEST_NAME} letters, digits, _ and -")]
    Name,
    /// No key.
    #[error("a key has 1 to {LONGEST_KEY} characters")]
    Key,
    /// The row is larger than [`LONGEST_ROW`].
    #[error("the row has {0} bytes, at most {LONGEST_ROW} are kept")]
    Large(usize),
    /// The table is full.
    #[error("the table {0} has {MOST_ROWS} rows, no more fit; table_delete makes room")]
    Full(String),
    /// There is no room for another table.
    #[error("there are {MOST_TABLES} tables, no more fit")]
    Tables,
    /// A row of this key is there.
    #[error("the table {0} has a row with the key {1}")]
    Taken(String, String),
    /// The row has a field `key` that says another key than the call.
    #[error("the field key of a row is its key, and here it is another one")]
    OtherKey,
    /// More rows are found than a query gives.
    #[error("more than {MOST_FOUND} rows of {0} are found; ask for some of them with where, limit, offset and order")]
    ManyFound(String),
    /// The rows that are found are larger than [`MOST_FOUND_BYTES`].
    #[error("the rows that are found have more than {MOST_FOUND_BYTES} bytes; ask for fewer with where or limit")]
    LargeFound,
    /// A limit beyond [`MOST_FOUND`].
    #[error("limit is 1 to {MOST_FOUND}")]
    Limit,
    /// An order that there is none of.
    #[error("order is oldest or newest")]
    Order,
    /// Nothing says which rows go.
    #[error("table_delete needs key or where; where={{}} deletes every row")]
    Which,
}

impl Order {
    /// The order of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "oldest" => Some(Self::Oldest),
            "newest" => Some(Self::Newest),
            _ => None,
        }
    }
}

impl Query {
    /// The first rows that have these fields.
    pub fn first(only: &Row, limit: u32) -> Self {
        Self { only: only.clone(), limit, ..Self::default() }
    }

    /// The rows that came last.
    pub fn newest(limit: u32) -> Self {
        Self { order: Order::Newest, limit, ..Self::default() }
    }

    /// The query of a script, and whether it says how many rows it wants; else it wants all of them, and one more than a
    /// query gives is looked for.
    ///
    /// # Errors
    /// What cannot be asked.
    pub fn asked(only: &Row, limit: Option<f64>, order: Option<&str>, offset: f64) -> Result<(Self, bool), RowFault> {
        let order = order.map_or(Some(Order::Oldest), Order::of_name).ok_or(RowFault::Order)?;
        let limit = match limit.map(whole) {
            None => None,
            Some(limit @ 1..=MOST_FOUND) => Some(limit),
            Some(_) => return Err(RowFault::Limit),
        };
        let (only, skip) = (only.clone(), whole(offset));
        Ok((Self { only, order, skip, limit: limit.unwrap_or(MOST_FOUND + 1) }, limit.is_some()))
    }

    /// The one key that a row must have, if it must have one.
    pub fn key(&self) -> Option<&str> {
        self.only.get(KEY).and_then(Value::as_str)
    }
}

impl FlowRow {
    /// Whether each of these fields has this very value in the row as scripts see it. A field that it does not have is
    /// `None`, and 95 is 95.0.
    pub fn matches(&self, only: &Row) -> bool {
        only.iter().all(|(field, wanted)| match field.as_str() {
            KEY => wanted.as_str() == Some(&self.key),
            field => same(self.row.get(field).unwrap_or(&Value::Null), wanted),
        })
    }

    /// The row as scripts see it: its fields, and its key.
    pub fn seen(self) -> Value {
        let mut fields = self.row;
        fields.insert(KEY.to_owned(), Value::String(self.key));
        Value::Object(fields)
    }
}

/// Whether both are the same; numbers are by what they count.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || (a.is_f64() != b.is_f64() && a.as_f64() == b.as_f64()),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(field, value)| b.get(field).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}

/// The rows that were found, as scripts see them. `asked`: the script said how many it wants; else all of them are wanted.
///
/// # Errors
/// There are more of them, or they are larger, than a query gives.
pub fn found(table: &str, rows: Vec<FlowRow>, asked: bool) -> Result<Value, RowFault> {
    if !asked && rows.len() > usize::try_from(MOST_FOUND).unwrap_or(usize::MAX) {
        return Err(RowFault::ManyFound(table.to_owned()));
    }
    let rows: Value = rows.into_iter().map(FlowRow::seen).collect();
    if rows.to_string().len() > MOST_FOUND_BYTES { Err(RowFault::LargeFound) } else { Ok(rows) }
}

/// A row as a script gives it, with its key apart. A row that was read has its key as a field, and is given back so.
///
/// # Errors
/// Both say another key.
pub fn apart(key: Option<&str>, mut row: Row) -> Result<(Option<String>, Row), RowFault> {
    let own = match row.remove(KEY) {
        None | Some(Value::Null) => None,
        Some(Value::String(own)) => Some(own),
        Some(Value::Number(own)) => Some(own.to_string()),
        Some(Value::Bool(_) | Value::Array(_) | Value::Object(_)) => return Err(RowFault::OtherKey),
    };
    match (key, own) {
        (Some(key), Some(own)) if key != own => Err(RowFault::OtherKey),
        (Some(key), _) => Ok((Some(key.to_owned()), row)),
        (None, own) => Ok((own, row)),
    }
}

/// The name under which a table is kept that somebody deleted at this moment, until it is forgotten or wanted back.
pub fn kept_as(table: &str, at: DateTime<Utc>) -> String {
    format!("{}{table}", deleted_at(at))
}

/// What the names of tables begin with that were deleted at this moment; those of earlier ones come before.
pub fn deleted_at(at: DateTime<Utc>) -> String {
    format!("{DELETED}{:020}/", at.timestamp_micros().max(0))
}

/// What people call a table, also a deleted one.
pub fn called(table: &str) -> &str {
    table.rsplit('/').next().unwrap_or(table)
}

/// Whether this is a table that nobody deleted.
pub fn is_there(table: &str) -> bool {
    !table.starts_with(DELETED)
}

/// Whether this is the name of a table: ASCII letters, digits, `_` and `-`.
///
/// # Errors
/// It is none.
pub fn check_name(table: &str) -> Result<(), RowFault> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let named = !table.is_empty() && table.len() <= LONGEST_NAME && table.chars().all(fits);
    if named { Ok(()) } else { Err(RowFault::Name) }
}

/// Whether a row may be written under this key, if one is given.
///
/// # Errors
/// What keeps it from being written.
pub fn check_row(table: &str, key: Option<&str>, row: &Row) -> Result<(), RowFault> {
    check_name(table)?;
    let is_key =
        |key: &str| !key.is_empty() && key.chars().count() <= LONGEST_KEY && !key.chars().any(char::is_control);
    if key.is_some_and(|key| !is_key(key)) {
        return Err(RowFault::Key);
    }
    let bytes = serde_json::to_string(row).map_or(usize::MAX, |text| text.len());
    if bytes > LONGEST_ROW { Err(RowFault::Large(bytes)) } else { Ok(()) }
}

/// Whether another row fits into a table that has so many, beside so many tables if it is the first one.
///
/// # Errors
/// What is full.
pub fn check_room(table: &str, rows: usize, tables: usize) -> Result<(), RowFault> {
    if rows >= MOST_ROWS {
        Err(RowFault::Full(table.to_owned()))
    } else if rows == 0 && tables >= MOST_TABLES {
        Err(RowFault::Tables)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::tables::*;
    use serde_json::json;

    fn row(value: Value) -> Row {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn tables_have_plain_names() {
        for good in ["a", "prices_2026-11", &"x".repeat(LONGEST_NAME)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in ["", "a b", "a/b", "prix é", "a\0", &"x".repeat(LONGEST_NAME + 1)] {
            assert_eq!(check_name(bad), Err(RowFault::Name), "{bad}");
        }
    }

    #[test]
    fn rows_and_their_keys_are_small() {
        let small = row(json!({"a": 1}));
        assert_eq!(check_row("t", None, &small), Ok(()));
        assert_eq!(check_row("t", Some(&"ä".repeat(LONGEST_KEY)), &small), Ok(()));
        for bad in ["", "a\nb", &"x".repeat(LONGEST_KEY + 1)] {
            assert_eq!(check_row("t", Some(bad), &small), Err(RowFault::Key), "{bad}");
        }
        let text = |letters: usize| row(json!({"a": "x".repeat(letters)}));
        let around = r#"{"a":""}"#.len();
        assert_eq!(check_row("t", None, &text(LONGEST_ROW - around)), Ok(()));
        assert_eq!(check_row("t", None, &text(LONGEST_ROW - around + 1)), Err(RowFault::Large(LONGEST_ROW + 1)));
    }

    #[test]
    fn there_is_room_for_so_many_rows_and_tables() {
        assert_eq!(check_room("t", 0, 0), Ok(()));
        assert_eq!(check_room("t", MOST_ROWS - 1, 0), Ok(()));
        assert_eq!(check_room("t", MOST_ROWS, 0), Err(RowFault::Full("t".to_owned())));
        assert_eq!(check_room("t", 0, MOST_TABLES - 1), Ok(()));
        assert_eq!(check_room("t", 0, MOST_TABLES), Err(RowFault::Tables));
        assert_eq!(check_room("t", 1, MOST_TABLES), Ok(()));
    }

    fn kept(key: &str, fields: Value) -> FlowRow {
        let (person, at) = (PersonId::new("p"), DateTime::UNIX_EPOCH);
        FlowRow { table: "t".to_owned(), key: key.to_owned(), row: row(fields), person, created_at: at, changed_at: at }
    }

    #[test]
    fn a_query_compares_whole_fields_and_numbers_by_value() {
        let kept = kept("red", json!({"name": "red", "price": 7, "rate": 95.0, "more": {"a": [1]}}));
        for (only, found) in [
            (json!({}), true),
            (json!({"name": "red", "price": 7}), true),
            (json!({"price": 7.0, "rate": 95}), true),
            (json!({"more": {"a": [1]}}), true),
            (json!({"more": {"a": [1.0]}}), true),
            (json!({"gone": null}), true),
            (json!({"key": "red"}), true),
            (json!({"key": "red", "price": 8}), false),
            (json!({"key": "blue"}), false),
            (json!({"key": null}), false),
            (json!({"name": "re"}), false),
            (json!({"price": "7"}), false),
            (json!({"price": 7.1}), false),
            (json!({"more": {}}), false),
            (json!({"more": {"a": [1, 2]}}), false),
        ] {
            assert_eq!(kept.matches(&row(only.clone())), found, "{only}");
        }
        assert_eq!(kept.seen()["key"], json!("red"));
    }

    #[test]
    fn the_key_of_a_row_stands_apart_from_its_fields() {
        let price = || row(json!({"price": 7}));
        for (key, fields, wanted) in [
            (Some("a"), json!({"price": 7}), Ok(Some("a"))),
            (Some("a"), json!({"price": 7, "key": "a"}), Ok(Some("a"))),
            (Some("4"), json!({"price": 7, "key": 4}), Ok(Some("4"))),
            (None, json!({"price": 7, "key": "a"}), Ok(Some("a"))),
            (None, json!({"price": 7, "key": null}), Ok(None)),
            (None, json!({"price": 7}), Ok(None)),
            (Some("a"), json!({"price": 7, "key": "b"}), Err(RowFault::OtherKey)),
            (None, json!({"price": 7, "key": ["a"]}), Err(RowFault::OtherKey)),
        ] {
            let wanted = wanted.map(|key| (key.map(str::to_owned), price()));
            assert_eq!(apart(key, row(fields.clone())), wanted, "{fields}");
        }
    }

    #[test]
    fn a_query_says_how_many_rows_it_wants_or_wants_all() {
        let only = row(json!({"a": 1}));
        let all = Query { skip: 2, ..Query::first(&only, MOST_FOUND + 1) };
        assert_eq!(Query::asked(&only, None, None, 2.0), Ok((all, false)));
        let newest = Query { only: only.clone(), ..Query::newest(3) };
        assert_eq!(Query::asked(&only, Some(3.0), Some("newest"), -1.0), Ok((newest, true)));
        for limit in [0.0, -1.0, 1_001.0, f64::NAN] {
            assert_eq!(Query::asked(&only, Some(limit), None, 0.0), Err(RowFault::Limit), "{limit}");
        }
        assert_eq!(Query::asked(&only, None, Some("price"), 0.0), Err(RowFault::Order));
    }

    #[test]
    fn what_is_found_is_given_whole_or_not_at_all() {
        let rows = |number: u32| (0..number).map(|n| kept(&n.to_string(), json!({"n": n}))).collect::<Vec<_>>();
        assert_eq!(found("t", rows(2), false), Ok(json!([{"n": 0, "key": "0"}, {"n": 1, "key": "1"}])));
        assert!(found("t", rows(MOST_FOUND), false).is_ok());
        assert_eq!(found("t", rows(MOST_FOUND + 1), false), Err(RowFault::ManyFound("t".to_owned())));
        let large = vec![kept("a", json!({"text": "x".repeat(LONGEST_ROW - 100)})); 150];
        assert_eq!(found("t", large, true), Err(RowFault::LargeFound));
    }

    #[test]
    fn deleted_tables_have_names_that_no_script_has_and_stand_in_their_order() {
        let at = |seconds: i64| DateTime::from_timestamp(seconds, 0).unwrap();
        let name = kept_as("prices", at(9));
        assert!(check_name(&name).is_err() && !is_there(&name) && is_there("prices"));
        assert_eq!((called(&name), called("prices")), ("prices", "prices"));
        assert!(name < deleted_at(at(10)) && name > deleted_at(at(8)));
    }
}
