//! Receives events: removes credentials and commits before the platform gets its confirmation. Batches that wait at
//! the same time share one commit.

use super::not_stored::wrote;
use crate::engine::commit::commit;
use crate::engine::telemetry::trace;
use crate::engine::{Engine, Waiting, lock};
use crate::ports::inbox::{Ack, Intake, ReceiveError, Tenure};
use crate::ports::store::{Store, StoreError};
use crate::secretary::inbound::Inbound;
use async_trait::async_trait;
use tokio::sync::{Notify, oneshot};

#[async_trait]
impl Tenure for Engine {
    fn holds(&self) -> bool {
        self.lease_is_fresh()
    }

    async fn back(&self) -> bool {
        let told = self.came_back().await;
        if let Err(error) = &told {
            tracing::warn!(%error, "open prompts are to be shown anew, which could not be written down");
        }
        told.is_ok()
    }
}

#[async_trait]
impl Intake for Engine {
    async fn receive(&self, batch: Vec<Inbound>) -> Result<(), ReceiveError> {
        if batch.is_empty() {
            return Ok(());
        }
        let storage = |e: StoreError| ReceiveError::Storage(e.to_string());
        let people = wrote(&batch);
        let mut seeded = Vec::with_capacity(batch.len());
        for mut inbound in batch {
            self.redactor.inbound(&mut inbound);
            seeded.push((inbound, self.draw().map_err(storage)?));
        }
        let (done, mut stored) = oneshot::channel();
        lock(&self.waiting).push(Waiting { batch: seeded, done });
        // A batch that another commit stored leaves the queue. A commit of its own for the few that came meanwhile
        // would make all others wait.
        let outcome = tokio::select! {
            biased;
            outcome = &mut stored => outcome,
            _turn = self.receiving.lock() => {
                self.store_waiting().await;
                stored.await
            }
        };
        match outcome {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                self.tell_unstored(&people, &error).await;
                Err(storage(error))
            }
            Err(_) => Err(ReceiveError::Storage("the receiver stopped".to_owned())),
        }
    }

    async fn form(&self, inbound: &Inbound) -> Option<Ack> {
        self.form_for(inbound).await.map(|ack| self.redactor.ack(ack))
    }

    async fn ack(&self, inbound: &Inbound) -> Ack {
        self.redactor.ack(self.short_answer(inbound).await)
    }

    async fn suggest(&self, asker: &Inbound, prefix: &str) -> Vec<(String, String)> {
        self.redactor.completions(self.complete(asker, prefix).await)
    }
}

impl Engine {
    /// Stores all waiting batches in one commit.
    async fn store_waiting(&self) {
        let waiting: Vec<Waiting> = std::mem::take(&mut *lock(&self.waiting));
        if waiting.is_empty() {
            return;
        }
        // Also when the caller is dropped in the middle, since the database may finish the commit.
        let _wakes = Wakes(&self.arrivals);
        let result = store_all(self.parts.store.as_ref(), &waiting, self.now()).await;
        self.wrote(&result);
        match &result {
            Ok(()) => {
                let stored = || waiting.iter().flat_map(|one| one.batch.iter().map(|(inbound, _)| inbound));
                self.stores_again(stored().map(|inbound| &inbound.place));
                trace::received(stored());
            }
            Err(error) => tracing::error!(%error, "what arrived could not be stored; it is not confirmed"),
        }
        for one in waiting {
            let _ = one.done.send(result.clone());
        }
    }
}

/// Wakes the decide loop once something was stored or may have been.
struct Wakes<'a>(&'a Notify);

impl Drop for Wakes<'_> {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

async fn store_all(
    store: &dyn Store,
    waiting: &[Waiting],
    now: chrono::DateTime<chrono::Utc>,
) -> Result<(), StoreError> {
    let mut tx = store.beside().await?;
    for one in waiting {
        tx.receive(&one.batch, now).await?;
    }
    commit(tx, "receive").await
}
