//! The database as a judge sees it: whether it is whole, and every text in it. It knows no table by name and writes nothing.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    ConnectOptions, Connection, Database, Decode, Executor, IntoArguments, PgConnection, Row, SqliteConnection, Type,
};

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

/// Reads every text with a word in it, and what the database itself finds wrong. The name is that of a file in the folder,
/// or the address of a server, which tells nothing of its own health.
///
/// # Errors
/// It cannot be read.
pub(super) async fn read(folder: &Path, name: &str) -> Result<(Cells, Vec<String>), String> {
    let failed = |error: sqlx::Error| format!("{}: {error}", folder.join(name).display());
    if name.starts_with("postgres") {
        let mut conn = PgConnection::connect(name).await.map_err(failed)?;
        return Ok((Cells(of_server(&mut conn).await.map_err(failed)?), Vec::new()));
    }
    let options = SqliteConnectOptions::new().filename(folder.join(name)).read_only(true);
    let mut conn = options.connect().await.map_err(failed)?;
    let said = texts(&mut conn, "PRAGMA integrity_check").await.map_err(failed)?;
    let faults = said.into_iter().filter(|line| line != "ok").collect();
    Ok((Cells(of_file(&mut conn).await.map_err(failed)?), faults))
}

async fn of_file(conn: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let mut cells = Vec::new();
    for table in texts(conn, "SELECT name FROM sqlite_master WHERE type = 'table'").await? {
        let columns = format!("SELECT name FROM pragma_table_info('{}')", table.replace('\'', "''"));
        for column in texts(conn, &columns).await? {
            let (table, column) = (quoted(&table), quoted(&column));
            let cell = format!("SELECT {column} FROM {table} WHERE typeof({column}) = 'text' AND {column} LIKE '%zw%'");
            cells.extend(texts(conn, &cell).await?);
        }
    }
    Ok(cells)
}

async fn of_server(conn: &mut PgConnection) -> Result<Vec<String>, sqlx::Error> {
    let columns = "SELECT table_name::text || chr(10) || column_name::text FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type = 'text'";
    let mut cells = Vec::new();
    for both in texts(conn, columns).await? {
        let Some((table, column)) = both.split_once('\n') else { continue };
        let (table, column) = (quoted(table), quoted(column));
        cells.extend(texts(conn, &format!("SELECT {column} FROM {table} WHERE {column} LIKE '%zw%'")).await?);
    }
    Ok(cells)
}

/// A name as statements want it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The first column of what a statement gives.
async fn texts<'c, C, D>(conn: &'c mut C, sql: &str) -> Result<Vec<String>, sqlx::Error>
where
    D: Database,
    for<'e> &'e mut C: Executor<'e, Database = D>,
    D::Arguments: IntoArguments<D>,
    for<'r> String: Decode<'r, D> + Type<D>,
    usize: sqlx::ColumnIndex<D::Row>,
{
    // The names in it come from the database itself, quoted.
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).fetch_all(conn).await?;
    rows.into_iter().map(|row| row.try_get(0)).collect()
}
