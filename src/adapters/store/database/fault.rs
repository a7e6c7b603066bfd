//! What errors of a database mean for the caller.

use crate::ports::store::StoreError;
use sqlx::Error;
use sqlx::postgres::PgDatabaseError;
use std::error::Error as _;
use std::io::ErrorKind;

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

/// Errors that say that the connection is gone, be it that the server told it so before (57P01, 57P02, 57P05).
pub(super) fn connection_lost(error: &Error) -> bool {
    error.as_database_error().is_none() && !unreadable(error)
        || matches!(state(error).as_deref(), Some("57P01" | "57P02" | "57P05"))
}

fn unreadable(error: &Error) -> bool {
    matches!(
        error,
        Error::ColumnDecode { .. } | Error::Decode(_) | Error::TypeNotFound { .. } | Error::ColumnNotFound(_)
    )
}

/// What the caller is told. The databases' messages name tables and columns, never values.
pub(crate) fn refused(error: &Error) -> StoreError {
    if unreadable(error) {
        return StoreError::Broken(error.to_string());
    }
    if let Some(state) = state(error) {
        let why = of_postgres(&state, error);
        return if takes_nothing(&state) { StoreError::Later(why) } else { StoreError::Refused(why) };
    }
    match code(error) {
        Some(5 | 6) => StoreError::Later("another program holds the database file".to_owned()),
        Some(8) => StoreError::Later("the database file cannot be written to".to_owned()),
        Some(10) => StoreError::Later("the disk reports an error".to_owned()),
        Some(11 | 26) => StoreError::Broken(
            "the database file is damaged; “secretary restore BACKUP --replace” puts a backup in its place".to_owned(),
        ),
        Some(13) => StoreError::Later("the disk is full".to_owned()),
        // NOMEM, INTERRUPT, CANTOPEN, PROTOCOL (sqlite.org/rescode.html).
        Some(7 | 9 | 14 | 15) => StoreError::Later(message(error)),
        Some(_) => StoreError::Refused(message(error)),
        None => StoreError::Later(of_connection(error)),
    }
}

/// What keeps a connection from being made or used.
fn of_connection(error: &Error) -> String {
    match error {
        Error::Io(why) if why.kind() == ErrorKind::ConnectionRefused => "nothing answers there".to_owned(),
        Error::Io(why) if why.to_string().contains("lookup") => {
            "there is no server of that name (in a password, @ : / # are written as %40 %3A %2F %23)".to_owned()
        }
        Error::Io(why) => why.to_string(),
        Error::PoolTimedOut => "no connection to it came about in time".to_owned(),
        Error::Tls(why) => format!("{why} (sslmode at the end of the address says whether TLS is wanted)"),
        error => match error.source().map(ToString::to_string) {
            Some(source) if !error.to_string().contains(&source) => format!("{error}: {source}"),
            Some(_) | None => error.to_string(),
        },
    }
}

/// States of these classes that one statement alone can meet: a limit of the server's, a cancelled statement, a file of one
/// table that is not there.
const OF_ONE: [&str; 3] = ["53400", "57014", "58P01"];

/// States that say nothing of the statement: the connection, who may connect, a deadlock, no room or memory, a server that
/// stops, only reads or has trouble of its own, rights that were taken away.
fn takes_nothing(state: &str) -> bool {
    let classes = ["08", "28", "3D", "40", "53", "55", "57", "58"];
    let of_class = classes.iter().any(|class| state.starts_with(class)) && !OF_ONE.contains(&state);
    of_class || matches!(state, "25006" | "25P03" | "42501")
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
        "28P01" | "28000" => "the database server does not accept the user and password of the address".to_owned(),
        "3D000" => format!("{}. Create it first", message(error)),
        "42501" => format!("{} (the user of the address needs that right)", message(error)),
        _ => message(error),
    }
}
