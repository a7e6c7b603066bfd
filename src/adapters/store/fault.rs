//! What the failures of a database mean to the caller.

use crate::ports::store::StoreError;
use sqlx::Error;
use sqlx::postgres::PgDatabaseError;
use std::error::Error as _;

/// SQLite's primary result code, if the error is SQLite's.
fn code(error: &Error) -> Option<i64> {
    let database = error.as_database_error()?;
    if database.try_downcast_ref::<PgDatabaseError>().is_some() {
        return None;
    }
    let extended: i64 = database.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// PostgreSQL's SQLSTATE, if the error is PostgreSQL's (postgresql.org/docs/current/errcodes-appendix.html).
fn state(error: &Error) -> Option<String> {
    let database = error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
    Some(database.code().to_owned())
}

/// Errors after which the database may have rolled back the whole transaction: of SQLite BUSY, NOMEM, INTERRUPT, IOERR,
/// CORRUPT, FULL (sqlite.org/lang_transaction.html, section 3); of both, a connection that broke.
pub(super) fn ends_transaction(error: &Error) -> bool {
    error.as_database_error().is_none() && !unreadable(error) || matches!(code(error), Some(5 | 7 | 9 | 10 | 11 | 13))
}

fn unreadable(error: &Error) -> bool {
    matches!(
        error,
        Error::ColumnDecode { .. } | Error::Decode(_) | Error::TypeNotFound { .. } | Error::ColumnNotFound(_)
    )
}

/// What the caller is told. The databases' messages name tables and columns, never values.
pub(super) fn refused(error: &Error) -> StoreError {
    if unreadable(error) {
        return StoreError::Broken(error.to_string());
    }
    if let Some(state) = state(error) {
        return StoreError::Later(of_postgres(&state, error));
    }
    match code(error) {
        Some(5 | 6) => StoreError::Later("another program holds the database file".to_owned()),
        Some(8) => StoreError::Later("the database file cannot be written to".to_owned()),
        Some(10) => StoreError::Later("the disk reports an error".to_owned()),
        Some(11 | 26) => StoreError::Broken("the database file is damaged".to_owned()),
        Some(13) => StoreError::Later("the disk is full".to_owned()),
        Some(_) => StoreError::Later(message(error)),
        None => StoreError::Later(match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        }),
    }
}

fn message(error: &Error) -> String {
    error.as_database_error().map_or_else(String::new, |e| e.message().to_owned())
}

fn of_postgres(state: &str, error: &Error) -> String {
    match state {
        "53100" => "the disk of the database server is full".to_owned(),
        "53300" => "the database server has no connection left".to_owned(),
        "57P01" | "57P02" | "57P03" => "the database server is stopping or starting".to_owned(),
        "25006" => "the database server only reads at the moment".to_owned(),
        "28P01" | "28000" => "the database server does not accept the user and password of DATABASE_URL".to_owned(),
        "3D000" => format!("{}. Create it first", message(error)),
        "42501" => format!("{}. The user of DATABASE_URL needs the right to", message(error)),
        _ => message(error),
    }
}
