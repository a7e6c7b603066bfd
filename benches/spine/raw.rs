//! The limits of this machine: a durable commit of the same database, and a round trip over loopback.

use crate::table::{self, Spread};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, PgConnection, query};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Commits and round trips measured.
const TIMES: usize = 1_000;
/// Bytes written per commit and sent per round trip: about one small event.
const BYTES: usize = 512;

/// What nothing on this machine can be faster than.
pub struct Raw {
    /// The median of a commit of one row.
    pub commit: Duration,
    /// The median of a request and its answer on an open loopback connection.
    pub trip: Duration,
}

impl Raw {
    /// The floor of a message in → a reply out: two commits, a poll answered and a request sent.
    pub fn floor(&self) -> Duration {
        self.commit * 2 + self.trip
    }
}

/// Measures both and prints them.
pub async fn measure() -> anyhow::Result<Raw> {
    let folder = tempfile::tempdir()?;
    let commits = Commits::of(&folder.path().join("raw.db")).await?.many(TIMES).await?;
    let trips = Spread::of(trips().await?);
    let rate = 1.0 / commits.at(50).as_secs_f64().max(f64::EPSILON);
    table::row(
        "raw",
        "SQLite commit of one row, WAL, synchronous=FULL",
        &commits.say(),
        "",
        "",
        &format!("{rate:.0} commits/s"),
    );
    table::row("raw", "loopback round trip", &trips.say(), "", "", "");
    Ok(Raw { commit: commits.at(50), trip: trips.at(50) })
}

/// A connection as the store opens its writing one, for commits of one row.
pub struct Commits {
    conn: Conn,
    body: Vec<u8>,
}

enum Conn {
    File(SqliteConnection),
    Server(PgConnection),
}

impl Commits {
    /// Opens a database, which may be one in use.
    pub async fn of(path: &Path) -> anyhow::Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .busy_timeout(Duration::from_secs(5))
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let mut conn = options.connect().await?;
        let table = "CREATE TABLE IF NOT EXISTS raw_commits (n INTEGER PRIMARY KEY, body BLOB NOT NULL)";
        query(table).execute(&mut conn).await?;
        Ok(Self { conn: Conn::File(conn), body: vec![7_u8; BYTES] })
    }

    /// The same on a PostgreSQL server.
    pub async fn on(url: &str) -> anyhow::Result<Self> {
        let mut conn = PgConnection::connect(url).await?;
        query("CREATE TABLE IF NOT EXISTS raw_commits (n BIGSERIAL PRIMARY KEY, body BYTEA NOT NULL)")
            .execute(&mut conn)
            .await?;
        Ok(Self { conn: Conn::Server(conn), body: vec![7_u8; BYTES] })
    }

    /// How long a commit took.
    pub async fn one(&mut self) -> anyhow::Result<Duration> {
        const INSERT: &str = "INSERT INTO raw_commits (body) VALUES ($1)";
        let began = Instant::now();
        match &mut self.conn {
            Conn::File(conn) => {
                query("BEGIN IMMEDIATE").execute(&mut *conn).await?;
                query(INSERT).bind(&self.body).execute(&mut *conn).await?;
                query("COMMIT").execute(&mut *conn).await?;
            }
            Conn::Server(conn) => {
                query("BEGIN").execute(&mut *conn).await?;
                query(INSERT).bind(&self.body).execute(&mut *conn).await?;
                query("COMMIT").execute(&mut *conn).await?;
            }
        }
        Ok(began.elapsed())
    }

    /// How long many took, in order.
    pub async fn many(&mut self, times: usize) -> anyhow::Result<Spread> {
        let mut all = Vec::with_capacity(times);
        for _ in 0..times {
            all.push(self.one().await?);
        }
        Ok(Spread::of(all))
    }
}

async fn trips() -> anyhow::Result<Vec<Duration>> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let echo = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await?;
        let _ = stream.set_nodelay(true);
        let mut buffer = [0_u8; BYTES];
        while stream.read_exact(&mut buffer).await.is_ok() {
            stream.write_all(&buffer).await?;
        }
        Ok::<(), std::io::Error>(())
    });
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = [0_u8; BYTES];
    let mut all = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let began = Instant::now();
        stream.write_all(&buffer).await?;
        stream.read_exact(&mut buffer).await?;
        all.push(began.elapsed());
    }
    drop(stream);
    echo.await??;
    Ok(all)
}
