//! Values to and from columns: times, JSON, small numbers. An unreadable value is named by its row, never shown.

use crate::ports::store::{StoreError, Stored};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// A time as microseconds since 1970 in UTC.
pub(crate) fn micros(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros()
}

/// A time read back.
pub(crate) fn moment(micros: i64, row: impl Display) -> Stored<DateTime<Utc>> {
    DateTime::from_timestamp_micros(micros).ok_or_else(|| broken("the time", row))
}

/// A value as JSON.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Stored<String> {
    serde_json::to_string(value).map_err(|_| StoreError::Broken("a value that cannot be written as JSON".to_owned()))
}

/// A value read back from JSON. The parser's own message may quote the content, so only its place is told.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, what: &str, row: impl Display) -> Stored<T> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Broken(format!("{what} {row} (line {}, column {})", error.line(), error.column())))
}

/// A count read back.
pub(crate) fn count<T: TryFrom<i64>>(number: i64, row: impl Display) -> Stored<T> {
    T::try_from(number).map_err(|_| broken("the number", row))
}

/// A row that cannot be read.
pub(crate) fn broken(what: &str, row: impl Display) -> StoreError {
    StoreError::Broken(format!("{what} of {row}"))
}
