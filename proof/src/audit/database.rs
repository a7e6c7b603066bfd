//! The database as a judge sees it: whether it is whole, and every text in it. It knows no table by name and writes nothing.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Row, SqliteConnection};

/// The texts of a database that hold a word of a trial, one for each cell.
pub struct Cells(pub Vec<String>);

impl Cells {
    /// Whether a text stands anywhere.
    pub fn hold(&self, text: &str) -> bool {
        self.0.iter().any(|cell| cell.contains(text))
    }

    /// How often a text stands in the one cell where it stands most often.
    pub fn most_in_one(&self, text: &str) -> usize {
        self.0.iter().map(|cell| cell.matches(text).count()).max().unwrap_or(0)
    }
}

/// Reads every text with a word in it, and what the database itself finds wrong.
///
/// # Errors
/// It cannot be read.
pub(super) async fn read(path: &Path) -> Result<(Cells, Vec<String>), String> {
    let failed = |error: sqlx::Error| format!("{}: {error}", path.display());
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    let mut conn = options.connect().await.map_err(failed)?;
    let said = query(&mut conn, "PRAGMA integrity_check").await.map_err(failed)?;
    let faults = said.into_iter().filter(|line| line != "ok").collect();
    let tables = query(&mut conn, "SELECT name FROM sqlite_master WHERE type = 'table'").await.map_err(failed)?;
    let mut cells = Vec::new();
    for table in tables {
        let name = table.replace('"', "\"\"");
        let columns = format!("SELECT name FROM pragma_table_info('{}')", table.replace('\'', "''"));
        for column in query(&mut conn, &columns).await.map_err(failed)? {
            let column = column.replace('"', "\"\"");
            let texts = format!(
                "SELECT \"{column}\" FROM \"{name}\" WHERE typeof(\"{column}\") = 'text' AND \"{column}\" LIKE '%zw%'"
            );
            cells.extend(query(&mut conn, &texts).await.map_err(failed)?);
        }
    }
    Ok((Cells(cells), faults))
}

async fn query(conn: &mut SqliteConnection, sql: &str) -> Result<Vec<String>, sqlx::Error> {
    // The names in it come from the database itself, quoted.
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).fetch_all(&mut *conn).await?;
    rows.into_iter().map(|row| row.try_get(0)).collect()
}
