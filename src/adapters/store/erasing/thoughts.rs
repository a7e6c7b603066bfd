//! Thoughts for others that may have read what an erased person said. The row of each ends, so that nothing comes of it
//! any more, and a copy begins anew. No text is cleaned here; `others.rs` does that.

use super::super::database::statement::query;
use super::super::database::tx::{DbTx, Touched};
use super::super::database::value::micros;
use crate::ports::store::{Arrival, EventOutcome, InboxRows, NewOutboxRow, OutboxRows, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::EffectId;
use crate::secretary::intent::Heard;
use crate::secretary::people::workspace::Person;
use chrono::{DateTime, Utc};

/// Thoughts about a ticket, and messages to a workspace in the order of their lanes; '0' follows '/'. Those that wait go
/// along: another process may claim one before the erasure is committed.
pub(crate) const ABOUT_TICKET: &str = "SELECT id, body FROM outbox WHERE state IN ('pending', 'uncertain', 'sending') \
     AND hand = 'worker' AND ticket = $1 ORDER BY lane, seq";
pub(crate) const ABOUT_MESSAGES: &str = "SELECT id, body FROM outbox WHERE state IN ('pending', 'uncertain', 'sending') \
     AND lane >= 'understand/' AND lane < 'understand0' AND (lane LIKE 'understand/budget/' || $1 || '/%' OR EXISTS (\
     SELECT 1 FROM rooms AS r WHERE r.workspace = $1 AND outbox.lane LIKE 'understand/' || r.id || '/%')) ORDER BY lane, seq";
/// What was understood of messages and is still to be decided.
const TOLD: &str = "SELECT seq, body FROM inbox WHERE state = 'new' AND body LIKE '{\"Understood\":%' ORDER BY seq";
/// A copy, due at this moment at the earliest, and the end of the row.
const COPY: &str = "INSERT INTO outbox (id, lane, ticket, body, due_at, created_at, changed_at, hand, head) \
     SELECT 'anew/' || id, lane, ticket, body, CASE WHEN due_at < $2 THEN $2 ELSE due_at END, created_at, changed_at, \
     hand, 0 FROM outbox WHERE id = $1";
const END: &str = "UPDATE outbox SET state = 'dropped', head = 0, body = '' WHERE id = $1";

/// Microseconds in which the process at work stops a run, more than the `LAST_MOMENT` of `workers/calling.rs`.
const WIND_DOWN: i64 = 3_000_000;

impl DbTx {
    /// Begins the thoughts about a ticket anew; before its texts are cleaned, since those of the copies are among them.
    pub(super) async fn think_anew(&mut self, ticket: &str, now: i64) -> Stored<()> {
        let rows = self.all(query(ABOUT_TICKET).bind(ticket)).await?;
        self.begin_anew(rows, now).await
    }

    /// Lets messages of others be understood anew, first those that were understood and are not decided yet.
    pub(super) async fn understand_anew(&mut self, gone: &Person, now: DateTime<Utc>) -> Stored<()> {
        let behind = self.all(query(ABOUT_MESSAGES).bind(gone.workspace.as_str())).await?;
        for (seq, body) in self.all::<(i64, String)>(query(TOLD)).await? {
            let Ok(Arrival::Understood { spoken, heard, .. }) = serde_json::from_str(&body) else { continue };
            let quotes = matches!(*heard, Heard::Understood { .. } | Heard::TooWeak { .. });
            if quotes && spoken.workspace == gone.workspace && spoken.person != gone.id {
                let (id, lane) = (EffectId::new(format!("anew/understood/{seq}")), spoken.lane());
                let row = NewOutboxRow { id, lane, ticket: None, effect: Effect::Understand { spoken }, due_at: now };
                self.enqueue(&row, now).await?;
                self.decided(seq, &EventOutcome::Decided(None), now).await?;
            }
        }
        self.begin_anew(behind, micros(now)).await
    }

    async fn begin_anew(&mut self, rows: Vec<(String, String)>, now: i64) -> Stored<()> {
        for (id, body) in rows {
            let mut from = now;
            if let Ok(Effect::StartRun { run, .. }) = serde_json::from_str(&body) {
                // Two stretches must never write one journal, and only the process at work can stop its own.
                self.touch(Touched::Stop(run));
                from += WIND_DOWN;
            }
            self.run(query(COPY).bind(&id).bind(from)).await?;
            self.run(query(END).bind(id)).await?;
        }
        Ok(())
    }
}
