//! Databases of older versions of the program, written by these versions themselves in a story like the trials': what is laid
//! into a trial's folder is brought up to date there.

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::trial::town::{FILE, Town};

/// The statements that make each, oldest first. Their first lines name, behind `-- due`, a reminder that was ordered and has
/// not come, and the chat it was ordered in; and behind `-- kept`, ideas, of which nothing is ever thrown away.
const OLDER: [&str; 3] =
    [include_str!("../../older/7.sql"), include_str!("../../older/8.sql"), include_str!("../../older/9.sql")];

/// The numbers of updates and messages behind those of an older story.
const UPDATES: i64 = 100_000;
const MESSAGES: i64 = 10_000;

/// Lays one of them into the folder of a town, and puts down what must not be lost of it.
///
/// # Errors
/// It cannot be written.
pub async fn lay(town: &Town, number: u64) -> Result<(), String> {
    let failed = |error: sqlx::Error| format!("an older database: {error}");
    let sql = OLDER[number as usize % OLDER.len()];
    let options =
        SqliteConnectOptions::new().filename(town.folder.join(FILE)).create_if_missing(true).foreign_keys(false);
    let mut conn = options.connect().await.map_err(failed)?;
    sqlx::raw_sql(sql).execute(&mut conn).await.map_err(failed)?;
    conn.close().await.map_err(failed)?;
    // The platform has gone on meanwhile.
    town.telegram.jump_update_ids(UPDATES);
    town.telegram.jump_message_ids(MESSAGES);
    for line in sql.lines().take(2) {
        if let Some((word, chat)) = line.strip_prefix("-- due ").and_then(|line| line.split_once(' ')) {
            town.ledger.write("word", json!({"word": word, "chat": chat, "expects": ["reminder"], "due": 0}));
        }
        if let Some(words) = line.strip_prefix("-- kept ") {
            town.ledger.write("kept", json!({"words": words.split(' ').collect::<Vec<_>>()}));
        }
    }
    Ok(())
}
