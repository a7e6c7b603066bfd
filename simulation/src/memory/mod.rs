//! The database in memory: tables, and transactions of which nothing remains unless they are committed. It follows
//! the contract of `secretary::ports::store` and knows no rules of the product. What is committed is told to the
//! ledger, from which the invariants are judged.

mod erasing;
mod faults;
mod flows;
mod ledger;
mod personal;
mod rows;
mod tables;
mod words;

pub use ledger::Fact;
pub use tables::{Bound, Incoming, Line, Outgoing, State, Tables};

/// How rows are named by what they are about.
pub mod keys {
    pub use super::tables::{account_key, chat_key, place_key};
}

use crate::broken::Broken;
use async_trait::async_trait;
use secretary::ports::store::{Changed, Processes, Standing, Store, StoreError, Stored, Tx};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What undoes one write.
type Undo = Box<dyn FnOnce(&mut Tables) + Send + Sync>;

/// The database. It outlives the processes that use it.
pub struct Memory {
    tables: Mutex<Tables>,
    ledger: Mutex<Vec<Fact>>,
    /// Beginning a transaction fails while this is set.
    refuses: Mutex<bool>,
    /// What is deliberately wrong with this world.
    pub broken: Option<Broken>,
    commits: Mutex<u64>,
}

impl Memory {
    /// An empty database.
    pub fn new(broken: Option<Broken>) -> Arc<Self> {
        Self::holding(Tables::default(), broken)
    }

    /// A database that holds this.
    pub fn holding(tables: Tables, broken: Option<Broken>) -> Arc<Self> {
        Arc::new(Self {
            tables: Mutex::new(tables),
            ledger: Mutex::default(),
            refuses: Mutex::default(),
            broken,
            commits: Mutex::default(),
        })
    }

    /// What is in it.
    pub fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on nothing can be written, or it can again.
    pub fn refuse(&self, yes: bool) {
        *self.refuses.lock().unwrap_or_else(PoisonError::into_inner) = yes;
    }

    /// What was committed since the last call.
    pub fn committed(&self) -> Vec<Fact> {
        std::mem::take(&mut *self.ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn open(self: &Arc<Self>, writes: bool) -> MemoryTx {
        MemoryTx { memory: self.clone(), undo: Vec::new(), facts: Vec::new(), mark: None, writes }
    }

    /// How many commits there were.
    fn commits(&self) -> u64 {
        *self.commits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A planted fault: every so often a commit says it is done and is not.
    fn forgets_this_commit(&self) -> bool {
        let mut commits = self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        *commits += 1;
        self.broken == Some(Broken::DropsCommits) && commits.is_multiple_of(23)
    }
}

/// The way the engine reaches the database.
pub struct Door(pub Arc<Memory>);

#[async_trait]
impl Store for Door {
    async fn begin(&self) -> Stored<Box<dyn Tx>> {
        if *self.0.refuses.lock().unwrap_or_else(PoisonError::into_inner) {
            return Err(StoreError::Later("the disk is full".to_owned()));
        }
        Ok(Box::new(self.0.open(true)))
    }

    async fn beside(&self) -> Stored<Box<dyn Tx>> {
        self.begin().await
    }

    async fn read(&self) -> Stored<Box<dyn Tx>> {
        Ok(Box::new(self.0.open(false)))
    }

    async fn ask(&self) -> Stored<Box<dyn Tx>> {
        self.read().await
    }
}

/// The only process: it lives, and has everything.
#[async_trait]
impl Processes for Door {
    async fn live(&self) -> Stored<Standing> {
        Ok(Standing::Member { others: false, took_over: 0, worker: true })
    }

    async fn hold(&self, _name: &str) -> Stored<bool> {
        Ok(true)
    }

    async fn leave(&self) -> Stored<()> {
        Ok(())
    }

    async fn tell(&self, _changed: &Changed) -> Stored<()> {
        Ok(())
    }
}

/// One transaction.
pub struct MemoryTx {
    memory: Arc<Memory>,
    undo: Vec<Undo>,
    facts: Vec<Fact>,
    /// How many writes and facts there were at the savepoint.
    mark: Option<(usize, usize)>,
    writes: bool,
}

/// Picks a table.
type Of<K, V> = fn(&mut Tables) -> &mut BTreeMap<K, V>;

impl MemoryTx {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.memory.tables()
    }

    fn is(&self, broken: Broken) -> bool {
        self.memory.broken == Some(broken)
    }

    /// Writes a row and gives what stood there.
    fn put<K, V>(&mut self, table: Of<K, V>, key: K, value: V) -> Stored<Option<V>>
    where
        K: Ord + Clone + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        self.ready()?;
        let before = table(&mut self.tables()).insert(key.clone(), value);
        let old = before.clone();
        self.undo.push(Box::new(move |tables| match old {
            Some(old) => drop(table(tables).insert(key, old)),
            None => drop(table(tables).remove(&key)),
        }));
        Ok(before)
    }

    /// Removes a row and gives what stood there.
    fn take<K, V>(&mut self, table: Of<K, V>, key: &K) -> Stored<Option<V>>
    where
        K: Ord + Clone + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        self.ready()?;
        let Some(before) = table(&mut self.tables()).remove(key) else { return Ok(None) };
        let (key, old) = (key.clone(), before.clone());
        self.undo.push(Box::new(move |tables| drop(table(tables).insert(key, old))));
        Ok(Some(before))
    }

    /// Removes the rows of a table of which this is so.
    fn clear<K, V>(&mut self, table: Of<K, V>, gone: impl Fn(&K, &V) -> bool) -> Stored<()>
    where
        K: Ord + Clone + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        let keys: Vec<K> = {
            let mut tables = self.tables();
            table(&mut tables).iter().filter(|(key, value)| gone(key, value)).map(|(key, _)| key.clone()).collect()
        };
        for key in keys {
            self.take(table, &key)?;
        }
        Ok(())
    }

    /// Writes those rows of a table anew that are something else from now on.
    fn rewrite<K, V>(&mut self, table: Of<K, V>, next: impl Fn(&K, &V) -> Option<V>) -> Stored<()>
    where
        K: Ord + Clone + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        let rows: Vec<(K, V)> = {
            let mut tables = self.tables();
            table(&mut tables).iter().filter_map(|(key, value)| Some((key.clone(), next(key, value)?))).collect()
        };
        for (key, value) in rows {
            self.put(table, key, value)?;
        }
        Ok(())
    }

    /// The next number of a counter, from 1.
    fn count(&mut self, counter: &str) -> Stored<i64> {
        let next = self.tables().counters.get(counter).copied().unwrap_or(0) + 1;
        self.put(|t| &mut t.counters, counter.to_owned(), next)?;
        Ok(next)
    }

    fn tell_ledger(&mut self, fact: Fact) {
        self.facts.push(fact);
    }

    fn ready(&self) -> Stored<()> {
        if self.writes { Ok(()) } else { Err(StoreError::Refused("a reading transaction does not write".to_owned())) }
    }

    fn back_to(&mut self, writes: usize, facts: usize) {
        self.facts.truncate(facts);
        let undone = self.undo.split_off(writes.min(self.undo.len()));
        let mut tables = self.memory.tables();
        for undo in undone.into_iter().rev() {
            undo(&mut tables);
        }
    }
}

impl Drop for MemoryTx {
    /// Nothing of it has happened, unless it was committed.
    fn drop(&mut self) {
        if !self.undo.is_empty() {
            self.back_to(0, 0);
        }
    }
}

#[async_trait]
impl Tx for MemoryTx {
    async fn commit(mut self: Box<Self>) -> Stored<()> {
        if self.writes && self.memory.forgets_this_commit() {
            return Ok(());
        }
        self.undo.clear();
        let facts = std::mem::take(&mut self.facts);
        self.memory.ledger.lock().unwrap_or_else(PoisonError::into_inner).extend(facts);
        Ok(())
    }

    async fn savepoint(&mut self) -> Stored<()> {
        self.mark = Some((self.undo.len(), self.facts.len()));
        Ok(())
    }

    async fn release(&mut self) -> Stored<()> {
        self.mark = None;
        Ok(())
    }

    async fn undo(&mut self) -> Stored<()> {
        if let Some((writes, facts)) = self.mark.take() {
            self.back_to(writes, facts);
        }
        Ok(())
    }
}
