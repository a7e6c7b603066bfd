//! A statement with its values, written once for both databases. Where they differ it holds two texts; values are of
//! the few kinds that both have. It runs no statement.

use sqlx::postgres::PgArguments;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::SqliteArguments;
use sqlx::{FromRow, Postgres, Sqlite};

/// The text of a statement in the words of each database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sql {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// Most statements are the same in both.
impl From<&'static str> for Sql {
    fn from(both: &'static str) -> Self {
        Self { sqlite: both, postgres: both }
    }
}

/// A value of a statement. Truth is a number, 0 or 1, in both databases.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

/// A statement and the values of `$1`, `$2` …
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    sql: Sql,
    values: Vec<Value>,
}

/// A statement without values yet.
pub(crate) fn query(sql: impl Into<Sql>) -> Statement {
    Statement { sql: sql.into(), values: Vec::new() }
}

macro_rules! bound {
    ($query:expr, $values:expr, $text:expr) => {
        $values.into_iter().fold($query, |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text.map($text)),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    };
}

impl Statement {
    /// Adds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn sqlite(self) -> Query<'static, Sqlite, SqliteArguments> {
        bound!(sqlx::query(self.sql.sqlite), self.values, |text| text)
    }

    pub(super) fn sqlite_as<O: for<'r> FromRow<'r, sqlx::sqlite::SqliteRow>>(
        self,
    ) -> QueryAs<'static, Sqlite, O, SqliteArguments> {
        bound!(sqlx::query_as(self.sql.sqlite), self.values, |text| text)
    }

    pub(crate) fn postgres(self) -> Query<'static, Postgres, PgArguments> {
        bound!(sqlx::query(self.sql.postgres), self.values, without_nul)
    }

    pub(super) fn postgres_as<O: for<'r> FromRow<'r, sqlx::postgres::PgRow>>(
        self,
    ) -> QueryAs<'static, Postgres, O, PgArguments> {
        bound!(sqlx::query_as(self.sql.postgres), self.values, without_nul)
    }
}

/// PostgreSQL takes every character in a text but NUL (postgresql.org/docs/current/datatype-character.html), which no
/// person types; what stands in JSON is escaped there and passes unchanged.
pub(crate) fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}

macro_rules! values {
    ($($kind:ty: $given:ident => $value:expr;)+) => {$(
        impl From<$kind> for Value {
            fn from($given: $kind) -> Self {
                $value
            }
        }
    )+};
}

values! {
    i64: number => Self::Number(Some(number));
    Option<i64>: number => Self::Number(number);
    bool: truth => Self::Number(Some(i64::from(truth)));
    &str: text => Self::Text(Some(text.to_owned()));
    &String: text => Self::Text(Some(text.clone()));
    String: text => Self::Text(Some(text));
    Option<&str>: text => Self::Text(text.map(str::to_owned));
    Option<String>: text => Self::Text(text);
    Vec<u8>: bytes => Self::Bytes(bytes);
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::database::statement::*;

    #[test]
    fn a_nul_is_the_one_character_that_postgres_does_not_take() {
        assert_eq!(without_nul("a\0b".to_owned()), "a\u{fffd}b");
        assert_eq!(without_nul("\u{1}ä\u{10ffff}".to_owned()), "\u{1}ä\u{10ffff}");
    }

    #[test]
    fn truth_is_a_number() {
        assert_eq!((Value::from(true), Value::from(false)), (Value::from(1), Value::from(0)));
    }
}
