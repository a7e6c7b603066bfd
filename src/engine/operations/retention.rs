//! Forgetting, once a day, what the settings say is kept for a while only. A little at a time, so that nobody waits for it.

use crate::engine::commit::commit;
use crate::engine::{Engine, home};
use crate::ports::store::{Arrival, NewOutboxRow, Stored, Transient};
use crate::secretary::audit::{Entry, What};
use crate::secretary::ids::{EffectId, PersonId, WorkspaceId};
use crate::secretary::ticket::effect::Effect;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Rows forgotten in one transaction.
const AT_ONCE: u32 = 500;
/// The first look after a start, which has better things to do.
const FIRST: TimeDelta = TimeDelta::minutes(10);
/// The next ones.
const EVERY: TimeDelta = TimeDelta::days(1);
/// Between two transactions: whoever wants to write comes in between.
const BREATH: TimeDelta = TimeDelta::milliseconds(50);

/// How long each kind is kept; what is not named is kept for ever.
pub type Periods = BTreeMap<Transient, TimeDelta>;

impl Engine {
    /// Forgets once a day until stopped.
    pub async fn forget_daily(self: Arc<Self>, periods: Periods, stop: CancellationToken) {
        let mut next = self.now() + FIRST;
        while stop.run_until_cancelled(self.parts.clock.sleep_until(next)).await.is_some() {
            let all = async {
                // Neither waits for the other to succeed.
                let old = self.forget_old(&periods).await;
                old.and(self.forget_former().await)
            };
            let looked = stop.run_until_cancelled(all).await;
            match looked {
                Some(Err(error)) => tracing::warn!(%error, "what is too old could not be forgotten; tomorrow again"),
                Some(Ok(())) => {}
                None => return,
            }
            next = self.now() + EVERY;
        }
    }

    /// Forgets everything that is too old now.
    ///
    /// # Errors
    /// The database does not take it; what is gone by then stays gone, and so does what is of other kinds.
    pub async fn forget_old(&self, periods: &Periods) -> Stored<()> {
        let mut done = Ok(());
        for (kind, period) in periods {
            let looked = self.forget_kind(*kind, self.now() - *period).await;
            done = done.and(looked);
        }
        done
    }

    async fn forget_kind(&self, kind: Transient, before: DateTime<Utc>) -> Stored<()> {
        let mut rows = 0;
        loop {
            let mut tx = self.parts.store.begin().await?;
            let gone = tx.forget(kind, before, AT_ONCE).await?;
            // Before: what is cut off here is found again, since the rows are still there.
            let mut left = Vec::new();
            for ticket in gone.tickets {
                if let Err(error) = self.parts.files.erase_files(&ticket).await {
                    tracing::warn!(%error, "files of an old ticket could not be removed; it is tried again");
                    left.push(ticket);
                }
            }
            // They are tried again by themselves, so that no ticket stands in the way of those behind it.
            if let Some(first) = left.first() {
                let id = EffectId::new(format!("forget/{first}"));
                let (lane, due_at) = (format!("files/{id}"), self.now());
                let effect = Effect::EraseFiles { tickets: left };
                tx.enqueue(&NewOutboxRow { id, lane, ticket: None, effect, due_at }, self.now()).await?;
            }
            commit(tx, "forget").await?;
            rows += gone.rows;
            if !gone.more {
                break;
            }
            self.parts.clock.sleep_until(self.now() + BREATH).await;
        }
        if rows > 0 {
            tracing::info!(event = "forgotten", kind = kind.name(), rows);
        }
        Ok(())
    }

    /// Has everything erased of those who were taken out longer ago than the settings say.
    ///
    /// # Errors
    /// The database does not take it: nobody is erased now.
    pub async fn forget_former(&self) -> Stored<()> {
        let Some(days) = self.parts.defaults.kept.former else { return Ok(()) };
        let before = (self.now() - TimeDelta::days(i64::from(days))).timestamp_micros();
        // Looking takes a while, and nobody waits for it.
        let mut tx = self.parts.store.read().await?;
        let named = tx.workspaces().await?.into_iter().map(|settings| settings.workspace);
        let workspaces: BTreeSet<WorkspaceId> = named.chain([home()]).collect();
        let mut over: Vec<PersonId> = Vec::new();
        for here in &workspaces {
            for former in tx.former_people(here).await?.into_iter().filter(|former| !former.erased) {
                let log = tx.audit_about(&former.id).await?;
                let left = log.iter().rev().find(|row| is_removal(&row.body, &former.id)).map(|row| row.at);
                over.extend(left.filter(|at| *at < before).map(|_| former.id));
            }
        }
        drop(tx);
        if over.is_empty() {
            return Ok(());
        }
        let mut tx = self.parts.store.begin().await?;
        for person in over {
            // Looking took a while: whoever came again meanwhile belongs here.
            if tx.person(&person).await?.is_some_and(|found| !found.accounts.is_empty()) {
                continue;
            }
            let key = format!("erase/{person}/{}", self.now().timestamp_micros());
            tx.tell(&key, &Arrival::Erase { person, since: None }, self.draw()?, self.now()).await?;
        }
        commit(tx, "forget").await?;
        self.arrivals.notify_one();
        Ok(())
    }
}

/// Whether an entry of the audit log says that this member was taken out.
fn is_removal(body: &str, who: &PersonId) -> bool {
    let what = serde_json::from_str::<Entry>(body).map(|entry| entry.what);
    matches!(what, Ok(What::MemberRemoved { person }) if person == *who)
}
