//! Several processes on one PostgreSQL database. Each has a lease under its own name, renewed every few seconds by
//! the server's clock, so that the clocks of machines need not agree. A process that finds an expired lease removes
//! it, with everything that its process held and performed. Each writing transaction holds a lock on the row of its
//! lease, so that a process without a lease can commit nothing. Processes wake each other with NOTIFY inside their
//! transactions. A database in a file has one process, guaranteed by the lock beside the file.

use super::pool::{Pool, answered};
use super::seal_key::SealKey;
use super::statement::query;
use super::tx::{DbTx, Touched};
use super::value::json;
use crate::adapters::store::Database;
use crate::ports::store::{Changed, Changes, LIFE, Processes, SIGN_OF_LIFE, Standing, StoreError, Stored};
use crate::secretary::ids::RunId;
use async_trait::async_trait;
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A process as its transactions know it.
#[derive(Debug, Default)]
pub(crate) struct Member {
    joined: OnceLock<Joined>,
    heartbeat: Mutex<Heartbeat>,
    seals: OnceLock<SealKey>,
}

#[derive(Debug)]
struct Joined {
    name: String,
    channel: String,
}

/// When a process last said that it lives, by the server's clock.
#[derive(Debug, Default)]
struct Heartbeat {
    last: Option<i64>,
    careful_until: i64,
}

impl Heartbeat {
    /// Notes a sign of life, and tells whether others may be taken for dead. After a pause of the server nobody was in
    /// time, and the first to come back must not oust the rest.
    fn beat(&mut self, now: i64) -> bool {
        let life = micros(LIFE);
        if self.last.is_some_and(|last| now - last >= life) {
            self.careful_until = now + life;
        }
        self.last = Some(now);
        now >= self.careful_until
    }
}

fn micros(time: std::time::Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Member {
    /// The name of the process, once it takes part with others.
    pub(crate) fn name(&self) -> Option<&str> {
        self.joined.get().map(|joined| joined.name.as_str())
    }

    /// What it seals the end of the audit log with.
    pub(crate) fn seal_key(&self) -> Option<&SealKey> {
        self.seals.get()
    }

    pub(crate) fn seals_with(&self, key: SealKey) {
        let _ = self.seals.set(key);
    }

    /// The channel on which changes are told, once it takes part.
    pub(crate) fn channel(&self) -> Option<&str> {
        self.joined.get().map(|joined| joined.channel.as_str())
    }
}

/// The clock of the server, in microseconds.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint"
    };
}
const JOIN: &str = concat!("INSERT INTO leases (name, holder, until) VALUES ('process/' || $1, $1, ", now!(), " + $2)");
const RENEW: &str = concat!("UPDATE leases SET until = ", now!(), " + $2 WHERE holder = $1 RETURNING name, until - $2");
const HOLD: &str = concat!(
    "INSERT INTO leases (name, holder, until) VALUES ($1, $2, ",
    now!(),
    " + $3) ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE leases.holder = excluded.holder RETURNING name"
);
const OTHERS: &str = concat!(
    "SELECT name, until - ",
    now!(),
    " FROM leases WHERE (name LIKE 'process/%' OR name LIKE 'worker/%') AND holder <> $1"
);
/// How the names of those leases begin by which a process says what it does.
const WORKS: &str = "worker/";
const OUST: &str = concat!(
    "DELETE FROM leases WHERE holder IN (SELECT holder FROM leases WHERE name LIKE 'process/%' AND until < ",
    now!(),
    ") RETURNING name"
);
pub(crate) const RECOVER: &str = "UPDATE outbox SET state = 'uncertain', unclear = unclear + 1, unclear_since = COALESCE(unclear_since, changed_at), \
     cut_off = cut_off + $2, due_at = $1, changed_at = $1 WHERE state = 'sending' \
     AND NOT EXISTS (SELECT 1 FROM leases WHERE leases.name = 'process/' || outbox.owner)";

/// What was being done by processes that are no more is due again at this moment, in microseconds; how many rows.
pub(crate) async fn recover(tx: &mut DbTx, now: i64, cut_off: bool) -> Stored<u64> {
    tx.touch(Touched::Outbox);
    tx.run(query(RECOVER).bind(now).bind(i64::from(cut_off))).await
}

impl Database {
    /// Takes part with other processes on this database from now on: says that this one lives, and listens to what the
    /// others change. Alone on a file there is nothing to take part in.
    ///
    /// # Errors
    /// The server does not take it.
    pub async fn join(&self) -> Stored<Box<dyn Changes>> {
        let Pool::Postgres(pool) = &self.readers else { return Ok(Box::new(Silence)) };
        let mut tx = self.writing().await?;
        let named = "SELECT replace(gen_random_uuid()::text, '-', ''), 'secretary_' || current_schema()";
        let row: Option<(String, String)> = tx.one(query(named)).await?;
        let (name, channel) = row.ok_or_else(|| StoreError::Broken("the name of a process".to_owned()))?;
        tx.run(query(JOIN).bind(&name).bind(micros(LIFE))).await?;
        tx.finish().await?;
        let ears = listening(pool, &channel).await.map_err(|error| super::fault::refused(&error))?;
        let heard = Listener { ears, pool: pool.clone(), channel: channel.clone() };
        let _ = self.member.joined.set(Joined { name, channel });
        Ok(Box::new(heard))
    }

    /// Says that this process thinks and works, as long as it lives: the others know then that what they leave to one is
    /// done.
    ///
    /// # Errors
    /// The server does not take it.
    pub async fn works(&self) -> Stored<()> {
        let Some(name) = self.member.name() else { return Ok(()) };
        self.hold(&format!("{WORKS}{name}")).await.map(|_| ())
    }

    /// Ends what processes held and were doing that have not said in time that they live.
    async fn oust(tx: &mut DbTx) -> Stored<u64> {
        let gone: Vec<(String,)> = tx.changed(query(OUST)).await?;
        if gone.is_empty() {
            return Ok(0);
        }
        tracing::warn!(leases = gone.len(), "a process has stopped saying that it lives; its work is taken over");
        tx.touch(Touched::Outbox);
        let now = clock_of(tx).await?;
        recover(tx, now, true).await
    }
}

async fn clock_of(tx: &mut DbTx) -> Stored<i64> {
    Ok(tx.value::<i64>(query(concat!("SELECT ", now!()))).await?.unwrap_or(0))
}

#[async_trait]
impl Processes for Database {
    async fn live(&self) -> Stored<Standing> {
        let Some(name) = self.member.name() else {
            return Ok(Standing::Member { others: false, took_over: 0, worker: true });
        };
        let mut tx = match self.beside_others().await {
            Err(StoreError::Ousted) => return Ok(Standing::Ousted),
            begun => begun?,
        };
        let renewed: Vec<(String, i64)> = tx.changed(query(RENEW).bind(name).bind(micros(LIFE))).await?;
        tx.touch(Touched::Alive);
        let others: Vec<(String, i64)> = tx.all(query(OTHERS).bind(name)).await?;
        tx.finish().await?;
        let Some((_, now)) = renewed.first() else { return Ok(Standing::Ousted) };
        let may_oust = lock(&self.member.heartbeat).beat(*now);
        let mut took_over = 0;
        if may_oust && others.iter().any(|(_, left)| *left < 0) {
            let mut tx = self.writing().await?;
            took_over = Self::oust(&mut tx).await?;
            tx.finish().await?;
        }
        let alive = |kind: &str| others.iter().any(|(name, left)| name.starts_with(kind) && *left >= 0);
        let worker = alive(WORKS) || renewed.iter().any(|(name, _)| name.starts_with(WORKS));
        Ok(Standing::Member { others: alive("process/"), took_over, worker })
    }

    async fn hold(&self, name: &str) -> Stored<bool> {
        let Some(holder) = self.member.name() else { return Ok(true) };
        let mut tx = self.beside_others().await?;
        let held: Vec<(String,)> = tx.changed(query(HOLD).bind(name).bind(holder).bind(micros(LIFE))).await?;
        tx.finish().await?;
        Ok(!held.is_empty())
    }

    async fn leave(&self) -> Stored<()> {
        let Some(name) = self.member.name() else { return Ok(()) };
        let mut tx = self.writing().await?;
        tx.run(query("DELETE FROM leases WHERE holder = $1").bind(name)).await?;
        // What could not be ended in time goes to the others at once.
        let now = clock_of(&mut tx).await?;
        recover(&mut tx, now, false).await?;
        tx.touch(Touched::Outbox);
        tx.finish().await
    }

    async fn tell(&self, changed: &Changed) -> Stored<()> {
        if self.member.name().is_none() {
            return Ok(());
        }
        let touched = match changed {
            Changed::Inbox => Touched::Inbox,
            Changed::Outbox => Touched::Outbox,
            Changed::Fates => Touched::Fates,
            Changed::WebLog => Touched::WebLog,
            Changed::Stop(run) => Touched::Stop(run.clone()),
            Changed::Typing(place) => Touched::Typing(json(place)?),
            Changed::Seen(place, message) => Touched::Seen(json(&(place, message))?),
            Changed::Anything => return Ok(()),
        };
        let mut tx = self.beside_others().await?;
        tx.touch(touched);
        tx.finish().await
    }
}

/// The changes of a database that nobody else changes.
struct Silence;

#[async_trait]
impl Changes for Silence {
    async fn next(&mut self) -> Changed {
        std::future::pending().await
    }
}

/// The changes told by NOTIFY, also one's own.
struct Listener {
    ears: PgListener,
    pool: PgPool,
    channel: String,
}

/// Listens on a connection of its own: one whose other end is gone would keep its place in the pool for many minutes.
async fn listening(pool: &PgPool, channel: &str) -> Result<PgListener, sqlx::Error> {
    let own = PgPoolOptions::new().max_connections(1).connect_lazy_with(pool.connect_options().as_ref().clone());
    let mut ears = answered(PgListener::connect_with(&own)).await?;
    answered(ears.listen(channel)).await?;
    Ok(ears)
}

#[async_trait]
impl Changes for Listener {
    async fn next(&mut self) -> Changed {
        loop {
            match tokio::time::timeout(LIFE, self.ears.try_recv()).await {
                Ok(Ok(Some(told))) if told.payload() == ALIVE => {}
                Ok(Ok(Some(told))) => return read(told.payload()),
                // The connection broke and stands again, or will with the next look; what was told meanwhile went unheard.
                Ok(Ok(None)) => return Changed::Anything,
                Ok(Err(_)) => {
                    // A server may refuse at once, again and again.
                    tokio::time::sleep(SIGN_OF_LIFE).await;
                    return Changed::Anything;
                }
                // Not even the signs of life of this very process arrive. A connection that only listens does not notice that
                // its other end is gone.
                Err(_) => {
                    match listening(&self.pool, &self.channel).await {
                        Ok(ears) => self.ears = ears,
                        Err(error) => tracing::warn!(%error, "changes made by other processes cannot be heard"),
                    }
                    return Changed::Anything;
                }
            }
        }
    }
}

/// What is told with each sign of life.
const ALIVE: &str = "alive";

/// What a transaction changed, as one word for each.
pub(crate) fn write(touched: &Touched) -> String {
    match touched {
        Touched::Inbox => "inbox".to_owned(),
        Touched::Outbox => "outbox".to_owned(),
        Touched::Fates => "fates".to_owned(),
        Touched::WebLog => "web".to_owned(),
        Touched::Stop(run) => format!("stop/{run}"),
        Touched::Typing(place) => format!("typing/{place}"),
        Touched::Seen(message) => format!("seen/{message}"),
        Touched::Alive => ALIVE.to_owned(),
    }
}

fn read(payload: &str) -> Changed {
    match payload {
        "inbox" => Changed::Inbox,
        "outbox" => Changed::Outbox,
        "fates" => Changed::Fates,
        "web" => Changed::WebLog,
        other => match other.split_once('/') {
            Some(("stop", run)) => Changed::Stop(RunId::new(run)),
            Some(("typing", place)) => {
                serde_json::from_str(place).map_or(Changed::Anything, |place| Changed::Typing(Box::new(place)))
            }
            Some(("seen", seen)) => serde_json::from_str(seen)
                .map_or(Changed::Anything, |(place, message)| Changed::Seen(Box::new(place), message)),
            Some(_) | None => Changed::Anything,
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::store::database::processes::*;

    #[test]
    fn what_is_told_is_what_is_heard() {
        for (touched, change) in [
            (Touched::Inbox, Changed::Inbox),
            (Touched::Outbox, Changed::Outbox),
            (Touched::Fates, Changed::Fates),
            (Touched::WebLog, Changed::WebLog),
            (Touched::Stop(RunId::new("r/1")), Changed::Stop(RunId::new("r/1"))),
        ] {
            assert_eq!(read(&write(&touched)), change);
        }
        assert_eq!(read("something of a newer version"), Changed::Anything);
    }

    #[test]
    fn after_a_pause_of_the_server_nobody_is_taken_for_dead_at_once() {
        let (life, mut heart) = (micros(LIFE), Heartbeat::default());
        assert!(heart.beat(0) && heart.beat(life / 4), "at a start, and while all is well");
        assert!(!heart.beat(life * 3) && !heart.beat(life * 3 + life / 2));
        assert!(heart.beat(life * 4));
    }
}
