//! One transaction on one connection of either database. No table is named here.

use super::cleaning::clean;
use super::fault::{connection_lost, ends_transaction, refused};
use super::pool::{Connection, Held, Pool, answered, gave_no_answer};
use super::processes::{Member, write};
use super::seal_key::{Head, SealKey};
use super::statement::{Statement, query};
use super::value::json;
use crate::ports::store::{StoreError, Stored, Tx};
use crate::ports::trial::failpoint;
use crate::secretary::dispatch::record::Record;
use crate::secretary::ids::{RunId, WorkspaceId};
use crate::secretary::people::workspace::Settings;
use async_trait::async_trait;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Error, FromRow};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A transaction. What is left open is rolled back before the connection returns to its pool; sqlx's own `Transaction` is
/// not used, because it miscounts after SQLite has rolled back by itself (a full disk) and then refuses every later
/// transaction.
#[derive(Debug)]
pub struct DbTx {
    held: Held,
    kind: Kind,
    state: State,
    member: Arc<Member>,
    touched: BTreeSet<Touched>,
    known: Known,
    /// Something was erased of which nothing is to be left in the file.
    cleans: bool,
    /// Where another connection comes from for what is asked outside of a transaction, and how often one may be dead.
    spare: Option<(Pool, u32)>,
}

/// What every decision reads and few change, read once in a writing transaction: nobody else writes meanwhile. Whatever
/// changes it here takes it out.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) settings: Option<(WorkspaceId, Option<Settings>)>,
    pub(crate) loads: Option<BTreeMap<String, u32>>,
    pub(crate) records: Option<(WorkspaceId, BTreeMap<String, Record>)>,
    pub(crate) directory: Option<String>,
    pub(crate) audit: Option<Head>,
}

/// What a transaction changed that somebody waits for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Touched {
    Inbox,
    Outbox,
    Fates,
    WebLog,
    Stop(RunId),
    /// At this place, as JSON.
    Typing(String),
    /// A place and the message there, as JSON.
    Seen(String),
    /// Nothing, but the process that says so lives.
    Alive,
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reads with one statement, for which no transaction is needed.
    Asking,
    /// Reads, and sees one moment.
    Reading,
    /// Writes, while nobody else does.
    Writing,
    /// Writes beside others what no decision rests on.
    Beside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// PostgreSQL takes nothing more until it is undone to a savepoint, and would answer a commit with a roll-back that
    /// looks like success.
    Failed,
    /// The database may have ended it by itself: anything more would be written outside of it.
    Over,
}

/// A row's shape: a tuple of columns.
pub(crate) trait Shape: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}
impl<T: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>> Shape for T {}

impl DbTx {
    pub(crate) async fn begin(pool: &Pool, kind: Kind, member: &Arc<Member>) -> Stored<Self> {
        let held = pool.begin(kind, member.name()).await?;
        let spare = pool.spares().filter(|_| kind == Kind::Asking).map(|most| (pool.clone(), most));
        let (member, touched, known) = (member.clone(), BTreeSet::new(), Known::default());
        Ok(Self { held, kind, state: State::Open, member, touched, known, cleans: false, spare })
    }

    /// Notes what other processes are to hear of once it is durable.
    pub(crate) fn touch(&mut self, touched: Touched) {
        self.touched.insert(touched);
    }

    /// The name of this process, if there may be others.
    pub(crate) fn process(&self) -> Option<&str> {
        self.member.name()
    }

    /// What the end of the audit log is sealed with, if anything.
    pub(crate) fn seal_key(&self) -> Option<&SealKey> {
        self.member.seal_key()
    }

    /// Makes it durable.
    pub(crate) async fn finish(mut self) -> Stored<()> {
        self.ready(false)?;
        let touched = std::mem::take(&mut self.touched);
        if let Some(channel) = self.member.channel().filter(|_| !touched.is_empty()) {
            let words: Vec<String> = touched.iter().map(write).collect();
            let sql = "SELECT pg_notify($1, w.value) FROM json_array_elements_text(CAST($2 AS json)) AS w(value)";
            self.perform(query(sql).bind(channel).bind(json(&words)?)).await?;
        }
        self.perform(query("COMMIT")).await?;
        self.held.ended();
        if self.cleans {
            clean(&mut self.held).await;
        }
        Ok(())
    }

    /// The same at a place where a trial can end the program.
    pub(crate) async fn finish_at(self, commit: &str, place: &str, part: &str) -> Stored<()> {
        failpoint::before_commit(commit)?;
        self.finish().await?;
        failpoint::after(place, part);
        Ok(())
    }

    /// After the commit nothing of what was erased is left in the file either.
    pub(crate) fn cleans_up(&mut self) {
        self.cleans = true;
    }

    /// Changes rows and tells how many.
    pub(crate) async fn run(&mut self, statement: Statement) -> Stored<u64> {
        self.ready(true)?;
        self.perform(statement).await
    }

    async fn perform(&mut self, statement: Statement) -> Stored<u64> {
        let done = match &mut *self.held {
            Connection::Sqlite(conn) => statement.sqlite().execute(&mut **conn).await.map(|done| done.rows_affected()),
            Connection::Postgres(conn) => {
                answered(statement.postgres().execute(&mut **conn)).await.map(|done| done.rows_affected())
            }
        };
        self.settle(done)
    }

    /// Reads all rows.
    pub(crate) async fn all<O: Shape>(&mut self, statement: Statement) -> Stored<Vec<O>> {
        self.ready(false)?;
        let again = self.spare.is_some().then(|| statement.clone());
        let mut rows = self.fetch_all(statement).await;
        while let (Some(statement), Err(error)) = (&again, &rows)
            && connection_lost(error)
            && !gave_no_answer(error)
            && self.takes_spare().await?
        {
            rows = self.fetch_all(statement.clone()).await;
        }
        self.settle(rows)
    }

    /// Reads the one row that a statement finds, or the first one.
    pub(crate) async fn one<O: Shape>(&mut self, statement: Statement) -> Stored<Option<O>> {
        Ok(self.all(statement).await?.into_iter().next())
    }

    /// Reads the only column of all rows.
    pub(crate) async fn column<T>(&mut self, statement: Statement) -> Stored<Vec<T>>
    where
        (T,): Shape,
    {
        Ok(self.all::<(T,)>(statement).await?.into_iter().map(|(value,)| value).collect())
    }

    /// Reads the only column of one row.
    pub(crate) async fn value<T>(&mut self, statement: Statement) -> Stored<Option<T>>
    where
        (T,): Shape,
    {
        Ok(self.one::<(T,)>(statement).await?.map(|(value,)| value))
    }

    /// Whether there is a row.
    pub(crate) async fn is_there(&mut self, statement: Statement) -> Stored<bool> {
        Ok(self.one::<()>(statement).await?.is_some())
    }

    async fn fetch_all<O: Shape>(&mut self, statement: Statement) -> Result<Vec<O>, Error> {
        match &mut *self.held {
            Connection::Sqlite(conn) => statement.sqlite_as().fetch_all(&mut **conn).await,
            Connection::Postgres(conn) => answered(statement.postgres_as().fetch_all(&mut **conn)).await,
        }
    }

    /// Goes on with another connection, as what begins a transaction does by itself: after a restart of the server each
    /// kept one turns out to be dead once.
    async fn takes_spare(&mut self) -> Stored<bool> {
        let Some((pool, left)) = self.spare.as_mut().filter(|(_, left)| *left > 0) else { return Ok(false) };
        *left -= 1;
        // First given back, then waited for: others may wait for the place of this one at the same moment. Until there is
        // another, nothing can be asked here.
        self.held.let_go();
        self.state = State::Over;
        self.held = pool.begin(Kind::Asking, None).await?;
        self.state = State::Open;
        Ok(true)
    }

    /// Changes rows and reads them.
    pub(crate) async fn changed<O: Shape>(&mut self, statement: Statement) -> Stored<Vec<O>> {
        self.ready(true)?;
        self.all(statement).await
    }

    /// Whether it is on a server.
    pub(crate) fn on_server(&self) -> bool {
        matches!(&*self.held, Connection::Postgres(_))
    }

    /// Whether nobody else writes meanwhile.
    pub(crate) fn writes_alone(&self) -> bool {
        self.kind == Kind::Writing
    }

    /// What it need not read again; nothing, where others write meanwhile.
    pub(crate) fn known(&mut self) -> &mut Known {
        if self.kind != Kind::Writing {
            self.known = Known::default();
        }
        &mut self.known
    }

    /// Whether it may write.
    pub(crate) fn writes(&self) -> bool {
        !matches!(self.kind, Kind::Asking | Kind::Reading)
    }

    fn ready(&self, to_write: bool) -> Stored<()> {
        let failed = || "the transaction has failed before".to_owned();
        match self.state {
            State::Open => {}
            State::Failed => return Err(StoreError::Refused(failed())),
            State::Over => return Err(StoreError::Later(failed())),
        }
        if to_write && !self.writes() {
            return Err(StoreError::Refused("a reading transaction does not write".to_owned()));
        }
        Ok(())
    }

    fn settle<T>(&mut self, result: Result<T, Error>) -> Stored<T> {
        result.map_err(|error| {
            let lost = ends_transaction(&error);
            if gave_no_answer(&error) {
                // What still comes on it would be taken for the answer to something else.
                self.held.let_go();
                self.state = State::Over;
                return refused(&error);
            }
            self.state = match (&*self.held, lost) {
                (Connection::Sqlite(_), false) => self.state,
                (Connection::Postgres(_), false) if self.state == State::Open => State::Failed,
                (Connection::Sqlite(_) | Connection::Postgres(_), _) => State::Over,
            };
            refused(&error)
        })
    }
}

#[async_trait]
impl Tx for DbTx {
    async fn commit(self: Box<Self>) -> Stored<()> {
        self.finish().await
    }

    async fn savepoint(&mut self) -> Stored<()> {
        self.run(query("SAVEPOINT s")).await.map(|_| ())
    }

    async fn release(&mut self) -> Stored<()> {
        self.run(query("RELEASE SAVEPOINT s")).await.map(|_| ())
    }

    async fn undo(&mut self) -> Stored<()> {
        self.known = Known::default();
        if self.state == State::Failed {
            // One more failure here, as without a savepoint, ends it for good.
            self.perform(query("ROLLBACK TO SAVEPOINT s")).await?;
            self.state = State::Open;
        } else {
            self.run(query("ROLLBACK TO SAVEPOINT s")).await?;
        }
        self.release().await
    }
}
