//! Erased words in the file of a database: deleted rows stay readable in free pages and in the write-ahead log until
//! they are overwritten. A rewrite of the file removes them. A server manages its own files.

use super::pool::Connection;
use sqlx::SqliteConnection;

/// Set as long as erased words may still be found in the file of the database, where nothing leads to them any more.
pub(crate) const UNCLEAN: &str = "erasure.unclean";

/// Writes the file anew. What cannot be done now is done at the next start, for which a mark stands.
pub(super) async fn clean(connection: &mut Connection) {
    let Connection::Sqlite(conn) = connection else { return };
    if let Err(error) = clean_file(conn).await {
        tracing::warn!(%error, "the file of the database could not be written anew after erasing; the next start tries again");
    }
}

/// The same, where the mark stands that it was not done.
pub(super) async fn clean_if_unclean(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let sql = "SELECT name FROM marks WHERE name = $1";
    let marked: Option<String> = sqlx::query_scalar(sql).bind(UNCLEAN).fetch_optional(&mut *conn).await?;
    if marked.is_some() { clean_file(conn).await } else { Ok(()) }
}

async fn clean_file(conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("VACUUM").execute(&mut *conn).await?;
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as(sql).fetch_one(&mut *conn).await?;
    if busy == 0 {
        sqlx::query("DELETE FROM marks WHERE name = $1").bind(UNCLEAN).execute(&mut *conn).await?;
    }
    Ok(())
}
