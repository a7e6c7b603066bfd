//! A PostgreSQL server of its own for tests: in a temporary folder, reached by a socket file only, gone with the process
//! that started it. It promises no durability unless that is asked for: what tests want to know is what statements mean.

use sqlx::{Connection, PgConnection};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes a cluster, starts it, says "ready", and takes everything away when its own standard input ends, which it does
/// however the process at the other end of it dies.
const KEEP: &str = r#"
set -eu
folder=$1
options=$2
initdb -D "$folder/data" -A trust -U tester --no-sync -E UTF8 --locale=C >"$folder/log" 2>&1
pg_ctl -w -s -D "$folder/data" -l "$folder/log" start -o \
    "-k $folder -c listen_addresses= -c max_connections=1000 -c shared_buffers=64MB $options"
echo ready
read -r _ || true
pg_ctl -s -m immediate -D "$folder/data" stop || true
rm -rf "$folder"
"#;

/// Where distributions keep the server's programs when these are not on the path.
const PACKAGED: &str = "/usr/lib/postgresql";

/// A running server.
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    /// Its standard input keeps the server alive.
    _keeper: Child,
}

/// The server of this process, started when it is first asked for; none where PostgreSQL is not installed.
///
/// # Panics
/// If it is installed and does not start, or if it is not and `REQUIRE_POSTGRES` is set.
pub fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(|| start("hasty", "-c fsync=off -c full_page_writes=off")).as_ref()
}

/// The same with every commit on disk, for measuring and for crashes.
///
/// # Panics
/// As [`server`].
pub fn durable() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(|| start("durable", "")).as_ref()
}

fn start(name: &str, options: &str) -> Option<Server> {
    let found = programs();
    if found.is_none() {
        assert!(std::env::var_os("REQUIRE_POSTGRES").is_none(), "PostgreSQL's initdb and pg_ctl are not found");
        eprintln!("SKIPPED on PostgreSQL: initdb and pg_ctl are neither on the PATH nor below {PACKAGED}.");
    }
    found.map(|path| Server::start(&path, name, options))
}

/// The search path with the server's programs on it.
fn programs() -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let here = |folder: &Path| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file();
    if std::env::split_paths(&path).any(|folder| here(&folder)) {
        return Some(path);
    }
    let mut packaged: Vec<PathBuf> =
        std::fs::read_dir(PACKAGED).ok()?.flatten().map(|entry| entry.path().join("bin")).filter(|f| here(f)).collect();
    packaged.sort();
    packaged.pop().map(|newest| format!("{}:{path}", newest.display()))
}

impl Server {
    fn start(path: &str, name: &str, options: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proof-pg-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"));
        let mut keeper = if root {
            // The server refuses to run as root; its package brings a user.
            let owned = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(owned.is_ok_and(|status| status.success()), "there is no user “postgres” to run the server as");
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", "env", &format!("PATH={path}"), "sh", "-c", KEEP, "keep"]);
            command
        } else {
            let mut command = Command::new("sh");
            command.env("PATH", path).args(["-c", KEEP, "keep"]);
            command
        };
        let mut keeper = keeper
            .arg(&folder)
            .arg(options)
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        assert_eq!(line, "ready\n", "PostgreSQL does not start: {}", log());
        Self { folder, _keeper: keeper }
    }

    /// The address of a schema of its own, empty.
    ///
    /// # Panics
    /// If the server does not answer.
    pub async fn fresh(&self) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let schema = format!("s{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let mut conn = PgConnection::connect(&self.address("")).await.unwrap();
        let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {schema}"));
        sqlx::raw_sql(create).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        self.address(&format!("&options[search_path]={schema}"))
    }

    fn address(&self, more: &str) -> String {
        format!("postgres:///postgres?host={}&user=tester{more}", self.folder.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_schema_is_empty_and_its_own() {
        let Some(server) = server() else { return };
        for _ in 0..2 {
            let mut conn = PgConnection::connect(&server.fresh().await).await.unwrap();
            sqlx::raw_sql("CREATE TABLE t (n INT)").execute(&mut conn).await.unwrap();
            let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM t").fetch_one(&mut conn).await.unwrap();
            assert_eq!(rows, 0);
        }
    }
}
