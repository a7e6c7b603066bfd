//! Checks a database: the pages of a file, references between rows, readable values, and the order of the outbox. It
//! changes nothing.

use super::super::Database;
use super::super::database::pool::{Connection, Pool, on_either};
use super::copy::{number, reading};
use super::rows::{READABLE, Readable};
use super::{KeepingError, read};
use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Error};

/// Faults named of one kind; more are counted.
const MOST_NAMED: usize = 5;

/// What a look over the database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Rows whose content was read back.
    pub rows: u64,
    /// What is wrong, and what to do about it; each a sentence.
    pub faults: Vec<String>,
}

/// The oldest unfinished row of each lane is its head, and nothing else is.
const HEADS: [(&str, &str); 2] = [
    (
        "SELECT CAST(COUNT(*) AS BIGINT) FROM (SELECT lane FROM outbox WHERE state IN ('pending', 'uncertain', 'sending') GROUP BY lane \
         HAVING SUM(head) <> 1 OR MIN(seq) <> MIN(CASE WHEN head = 1 THEN seq END)) AS lanes",
        "queues of messages and other work do not begin with their oldest entry, so that it may never be done",
    ),
    (
        "SELECT CAST(COUNT(*) AS BIGINT) FROM outbox WHERE head = 1 AND state NOT IN ('pending', 'uncertain', 'sending')",
        "finished entries stand at the head of a queue and may hold it up",
    ),
];

impl Database {
    /// Looks over what [`Database::look`] opened, also while the secretary runs with it.
    ///
    /// # Errors
    /// It cannot be read at all.
    pub async fn check(&self) -> Result<Checked, KeepingError> {
        let advice =
            |fault| format!("{fault} Stop the secretary, keep the file, and restore the newest backup without that.");
        let faults = self.damage().await?.into_iter().map(advice).collect();
        let mut checked = Checked { faults, ..Checked::default() };
        let mut conn = reading(&self.readers).await?;
        for readable in READABLE {
            let (rows, faults) = read_back(&mut conn, &readable).await;
            checked.rows += rows;
            checked.faults.extend(faults);
        }
        for (sql, what) in HEADS {
            match number(&mut conn, sql.to_owned()).await {
                Ok(0) => {}
                Ok(lanes) => checked.faults.push(format!("{lanes} {what}. Restore the newest backup that has none.")),
                Err(error) => {
                    checked.faults.push(format!("The table “outbox” cannot be read: {}.", super::why(&error)))
                }
            }
        }
        Ok(checked)
    }

    /// What is wrong with a file as such: its pages, its indexes, what points to nothing. A server looks after its own.
    pub(super) async fn damage(&self) -> Result<Vec<String>, KeepingError> {
        let Pool::Sqlite(pool) = &self.readers else { return Ok(Vec::new()) };
        let told: Result<Vec<(String,)>, Error> =
            sqlx::query_as(AssertSqlSafe(format!("PRAGMA integrity_check({MOST_NAMED})"))).fetch_all(pool).await;
        let told = match told {
            Ok(told) => told.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect(),
            Err(_) => vec!["its pages cannot be read".to_owned()],
        };
        if !told.is_empty() {
            let told = told.join("; ");
            return Ok(vec![format!("The file is damaged ({told}).")]);
        }
        let orphans: Vec<(String, Option<i64>, String)> =
            sqlx::query_as("SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
                .fetch_all(pool)
                .await
                .map_err(read)?;
        let fault = |(table, _, parent): &(String, Option<i64>, String)| {
            format!(
                "{} rows of the table “{table}” belong to something that is not in “{parent}”.",
                orphans.iter().filter(|(of, _, to)| of == table && to == parent).count()
            )
        };
        let mut faults: Vec<String> = orphans.iter().map(fault).collect();
        faults.dedup();
        Ok(faults)
    }
}

/// Reads every row of a kind with its type, and tells how many there are and what cannot be read.
async fn read_back(conn: &mut Connection, readable: &Readable) -> (u64, Vec<String>) {
    let Readable { table, key, column, only, parse } = readable;
    let sql = format!("SELECT CAST({key} AS TEXT), {column} FROM {table} WHERE {only}");
    let (mut rows, mut wrong) = (0, Vec::new());
    let mut look = |(name, text): (String, String)| {
        rows += 1;
        if !parse(&text) {
            wrong.push(name);
        }
    };
    let done = on_either!(conn, conn => {
        let mut stream = sqlx::query_as(AssertSqlSafe(sql)).fetch(&mut **conn);
        each(&mut stream, &mut look).await
    });
    let mut faults = Vec::new();
    if !wrong.is_empty() {
        let more = wrong.len().saturating_sub(MOST_NAMED);
        let named = wrong.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        faults.push(format!(
            "{} of {rows} entries in “{table}” cannot be read back ({column} of {named}{more}). The secretary leaves them out; \
             if they matter, restore the newest backup in which they can be read.",
            wrong.len()
        ));
    }
    if let Err(error) = done {
        faults.push(format!("The table “{table}” cannot be read to its end: {}.", super::why(&error)));
    }
    (rows, faults)
}

async fn each(
    stream: &mut (impl futures_util::Stream<Item = Result<(String, String), Error>> + Unpin),
    look: &mut impl FnMut((String, String)),
) -> Result<(), Error> {
    while let Some(row) = stream.try_next().await? {
        look(row);
    }
    Ok(())
}
