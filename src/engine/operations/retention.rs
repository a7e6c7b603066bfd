//! Retention: deletes once a day what the settings keep for a limited time. It works in small transactions, so that
//! nobody waits.

use crate::engine::commit::commit;
use crate::engine::{Engine, home};
use crate::ports::store::{Arrival, NewOutboxRow, Stored, Transient};
use crate::secretary::audit::{Entry, What};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{EffectId, PersonId, TicketId, WorkspaceId};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Rows deleted in one transaction.
const AT_ONCE: u32 = 500;
/// The first run after a start.
const FIRST: TimeDelta = TimeDelta::minutes(10);
/// The time between runs.
const EVERY: TimeDelta = TimeDelta::days(1);
/// The pause between two transactions, in which others can write.
const BREATH: TimeDelta = TimeDelta::milliseconds(50);

/// The retention period of each kind. A kind without one is kept for ever.
pub type Periods = BTreeMap<Transient, TimeDelta>;

impl Engine {
    /// Deletes once a day until stopped.
    pub async fn forget_daily(self: Arc<Self>, periods: Periods, stop: CancellationToken) {
        let mut next = self.now() + FIRST;
        while stop.run_until_cancelled(self.parts.clock.sleep_until(next)).await.is_some() {
            let all = async {
                // Neither depends on the success of the other.
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

    /// Deletes everything that is older than its period.
    ///
    /// # Errors
    /// The database does not take it. What was deleted before stays deleted, also of other kinds.
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
            // Files come first: after an interruption their rows still exist, so that they are found again.
            let (tickets, homes) = self.remove_files(gone.tickets, gone.homes).await;
            // These are tried again by themselves, so that one does not block the next ones.
            if let Some(first) = tickets.first().map(TicketId::as_str).or(homes.first().map(String::as_str)) {
                let id = EffectId::new(format!("forget/{first}"));
                let (lane, due_at) = (format!("files/{id}"), self.now());
                let effect = Effect::EraseFiles { tickets, homes };
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

    /// Erases former members whose period has passed.
    ///
    /// # Errors
    /// The database does not take it: nobody is erased now.
    pub async fn forget_former(&self) -> Stored<()> {
        let Some(days) = self.parts.defaults.kept.former else { return Ok(()) };
        let before = (self.now() - TimeDelta::days(i64::from(days))).timestamp_micros();
        // The look takes a while, so it uses a read transaction.
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
            // A former member may have come back since the look.
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

/// Whether an audit entry says that this member was removed.
fn is_removal(body: &str, who: &PersonId) -> bool {
    let what = serde_json::from_str::<Entry>(body).map(|entry| entry.what);
    matches!(what, Ok(What::MemberRemoved { person }) if person == *who)
}
