//! Deletes rows after their retention period. Each kind is found from its oldest end, so that a look costs only what
//! it deletes.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, parse};
use crate::adapters::store::messages::marks::{GET_MARK, SET_MARK};
use crate::ports::store::{Forgotten, RetentionRows, Stored, Transient};
use crate::ports::web::weblog::WebMessage;
use crate::secretary::flow::tables::deleted_at;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

pub(crate) const INBOX: &str = "DELETE FROM inbox WHERE seq IN (SELECT seq FROM inbox \
     WHERE decided_at IS NOT NULL AND decided_at < $1 AND state = $2 ORDER BY decided_at LIMIT $3)";

/// What was said in rooms where nothing was said since.
pub(crate) const CONVERSATIONS: &str = "DELETE FROM conversation WHERE room IN \
     (SELECT room FROM conversation WHERE updated_at < $1 ORDER BY updated_at LIMIT $2)";

/// Rows are written in the order of their numbers, so that all before the first young one are old; among these stay the
/// ones that are not done, and those of open tickets, which may be asked whether they were sent.
pub(crate) const OUTBOX: &str = "DELETE FROM outbox WHERE seq IN (SELECT o.seq FROM outbox AS o \
     WHERE o.seq < COALESCE((SELECT young.seq FROM outbox AS young WHERE young.created_at >= $1 ORDER BY young.seq LIMIT 1), \
         9223372036854775807) \
     AND o.state IN ('sent', 'failed', 'dropped') AND o.changed_at < $1 \
     AND NOT EXISTS (SELECT 1 FROM tickets AS t WHERE t.id = o.ticket AND t.status NOT IN ('done', 'failed', 'cancelled')) \
     ORDER BY o.seq LIMIT $2)";

/// Closed tickets in the order they were last changed; one that is changed again comes again.
pub(crate) const CLOSED: &str = "SELECT id, updated_at FROM tickets \
     WHERE updated_at >= $1 AND updated_at < $2 AND (updated_at > $1 OR id > $3) \
     AND status IN ('done', 'failed', 'cancelled') ORDER BY updated_at, id LIMIT $4";

/// Received files without a ticket, the oldest first.
pub(crate) const LOOSE: &str = "SELECT home, name, workspace FROM received_files WHERE ticket = '' AND created_at < $1 \
     ORDER BY created_at LIMIT $2";
const NOT_HELD: &str = "DELETE FROM received_files WHERE home = $1 AND name = $2 AND workspace = $3 AND ticket = ''";

/// The ids of runs begin with their ticket's; '0' follows '/'.
const STEPS: &str = "DELETE FROM steps WHERE run >= $1 || '/' AND run < $1 || '0'";

/// Each of them is many rows.
const FEWER: u32 = 20;

/// Tickets that were closed before. One whose plan a schedule carries out stays with its files, which each time needs.
const OVER: &str = "SELECT t.id FROM tickets AS t WHERE t.updated_at < $1 AND t.status IN ('done', 'failed', 'cancelled') \
     AND NOT EXISTS (SELECT 1 FROM schedules AS s WHERE s.workspace = t.workspace \
     AND s.body LIKE '%\"id\":\"' || t.id || '\"%') ORDER BY t.updated_at, t.id LIMIT $2";

const UNDO: &str =
    "DELETE FROM note_changes WHERE id IN (SELECT id FROM note_changes WHERE at < $1 ORDER BY at, id LIMIT $2)";

/// The buttons of a ticket's messages have names that begin with it.
const BUTTONS: &str = "DELETE FROM prompts WHERE token IN (SELECT p.token FROM prompts AS p WHERE p.bound_at < $1 \
     AND NOT EXISTS (SELECT 1 FROM tickets AS t WHERE t.status NOT IN ('done', 'failed', 'cancelled') \
     AND t.id = substr(p.slot, 1, length(t.id)) AND substr(p.slot, length(t.id) + 1, 1) = '/') \
     ORDER BY p.bound_at LIMIT $2)";

const TOLD: &str = "DELETE FROM strangers WHERE (platform, account) IN \
     (SELECT platform, account FROM strangers WHERE told_at < $1 LIMIT $2)";
const GUESSED: &str = "DELETE FROM guesses WHERE (platform, account) IN \
     (SELECT platform, account FROM guesses WHERE last_at < $1 LIMIT $2)";

/// Runs of flows in the order in which they ended.
pub(crate) const ENDED_RUNS: &str = "SELECT id FROM flow_runs WHERE ended_at < $1 ORDER BY ended_at, id LIMIT $2";

/// Deleted flows without runs, in the order in which they were deleted.
pub(crate) const DELETED_FLOWS: &str = "SELECT f.id FROM flows AS f WHERE f.deleted_at < $1 \
     AND NOT EXISTS (SELECT 1 FROM flow_runs AS r WHERE r.flow = f.id) ORDER BY f.deleted_at, f.id LIMIT $2";

/// What goes with a run of a flow, and with a flow.
const RUN: [&str; 2] = ["DELETE FROM flow_steps WHERE run = $1", "DELETE FROM flow_runs WHERE id = $1"];
const FLOW: [&str; 2] = ["DELETE FROM flow_triggers WHERE flow = $1", "DELETE FROM flows WHERE id = $1"];

/// Rows of tables that were deleted: the moment stands in their names.
pub(crate) const DELETED_ROWS: &str = "SELECT workspace, name, key FROM flow_rows \
     WHERE name >= 'deleted/' AND name < 'deleted0' AND name < $1 ORDER BY name LIMIT $2";
const DELETED_ROW: &str = "DELETE FROM flow_rows WHERE workspace = $1 AND name = $2 AND key = $3";

/// How far journals are forgotten.
const MARK: &str = "retention.journal";

/// Whether an open ticket stands in a message of the web chat.
const STANDS: &str = "SELECT COUNT(*) FROM posts AS p WHERE p.platform = 'web' AND p.message = $1 AND EXISTS \
     (SELECT 1 FROM tickets AS t WHERE t.id = substr(p.slot, 1, length(t.id)) \
     AND substr(p.slot, length(t.id) + 1, 1) = '/' AND t.status NOT IN ('done', 'failed', 'cancelled'))";

impl DbTx {
    async fn forget_journals(&mut self, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let mark: Option<String> = self.value(query(GET_MARK).bind(MARK)).await?;
        let (at, id): (i64, String) =
            mark.map(|value| parse(&value, "the mark", MARK)).transpose()?.unwrap_or_default();
        let closed = query(CLOSED).bind(at).bind(micros(before)).bind(id).bind(i64::from(limit));
        let closed: Vec<(String, i64)> = self.all(closed).await?;
        let mut rows = 0;
        for (ticket, _) in &closed {
            rows += self.run(query(STEPS).bind(ticket)).await?;
        }
        if let Some((id, at)) = closed.last() {
            self.run(query(SET_MARK).bind(MARK).bind(json(&(at, id))?)).await?;
        }
        let flows = self.forget_runs_of_flows(before, limit).await?;
        let more = flows.more || closed.len() as u64 >= u64::from(limit);
        Ok(Forgotten { rows: rows + flows.rows, more, ..Forgotten::default() })
    }

    /// Runs that are over with their steps, and what is left of deleted flows then.
    async fn forget_runs_of_flows(&mut self, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let (at, most) = (micros(before), i64::from(limit));
        let (mut rows, mut more) = (0, false);
        for (found, each) in [(ENDED_RUNS, RUN.as_slice()), (DELETED_FLOWS, FLOW.as_slice())] {
            let ids: Vec<String> = self.column(query(found).bind(at).bind(most)).await?;
            more |= ids.len() as u64 >= u64::from(limit);
            for id in &ids {
                for sql in each {
                    rows += self.run(query(*sql).bind(id)).await?;
                }
            }
        }
        let kept = query(DELETED_ROWS).bind(deleted_at(before)).bind(most);
        let kept: Vec<(String, String, String)> = self.all(kept).await?;
        more |= kept.len() as u64 >= u64::from(limit);
        for (workspace, name, key) in kept {
            rows += self.run(query(DELETED_ROW).bind(&workspace).bind(&name).bind(&key)).await?;
        }
        Ok(Forgotten { rows, more, ..Forgotten::default() })
    }

    async fn forget_tickets(&mut self, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let most = (limit / FEWER).max(1);
        let over: Vec<String> = self.column(query(OVER).bind(micros(before)).bind(i64::from(most))).await?;
        let tickets: Vec<TicketId> = over.into_iter().map(TicketId::new).collect();
        let mut homes = Vec::new();
        for ticket in &tickets {
            homes.extend(self.erase_ticket(ticket).await?);
        }
        let rows = tickets.len() as u64;
        Ok(Forgotten { rows, more: rows >= u64::from(most), tickets, homes })
    }

    /// What arrived, what was said last, and the files that belong to no ticket.
    async fn forget_arrivals(&mut self, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let (at, most) = (micros(before), i64::from(limit));
        let mut rows = self.run(query(INBOX).bind(at).bind("done").bind(most)).await?
            + self.run(query(CONVERSATIONS).bind(at).bind(most)).await?;
        let loose: Vec<(String, String, String)> = self.all(query(LOOSE).bind(at).bind(most)).await?;
        let mut homes = BTreeSet::new();
        for (home, name, here) in loose {
            rows += self.run(query(NOT_HELD).bind(&home).bind(name).bind(here)).await?;
            homes.insert(home);
        }
        let homes = self.left_homes(homes.into_iter().collect()).await?;
        Ok(Forgotten { rows, more: rows >= u64::from(limit), homes, ..Forgotten::default() })
    }

    async fn forget_chat(&mut self, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let (mut rows, mut after) = (0, 0);
        loop {
            let sql = "SELECT id, body FROM web_log WHERE id > $1 ORDER BY id LIMIT $2";
            let page: Vec<(i64, String)> = self.all(query(sql).bind(after).bind(i64::from(limit))).await?;
            let Some((last, _)) = page.last() else { return Ok(Forgotten { rows, ..Forgotten::default() }) };
            after = *last;
            for (id, body) in page {
                let message: WebMessage = parse(&body, "web message", id)?;
                if message.at >= before {
                    return Ok(Forgotten { rows, ..Forgotten::default() });
                }
                let stands: Option<i64> = self.value(query(STANDS).bind(id.to_string())).await?;
                if stands.is_none_or(|tickets| tickets == 0) {
                    rows += self.run(query("DELETE FROM web_log WHERE id = $1").bind(id)).await?;
                }
            }
            if rows > 0 {
                return Ok(Forgotten { rows, more: true, ..Forgotten::default() });
            }
        }
    }
}

#[async_trait]
impl RetentionRows for DbTx {
    async fn forget(&mut self, kind: Transient, before: DateTime<Utc>, limit: u32) -> Stored<Forgotten> {
        let (at, most) = (micros(before), i64::from(limit));
        let rows = match kind {
            Transient::Inbox => return self.forget_arrivals(before, limit).await,
            Transient::Quarantine => self.run(query(INBOX).bind(at).bind("quarantined").bind(most)).await?,
            Transient::Outbox => self.run(query(OUTBOX).bind(at).bind(most)).await?,
            Transient::Journal => return self.forget_journals(before, limit).await,
            Transient::WebChat => return self.forget_chat(before, limit).await,
            Transient::Tickets => return self.forget_tickets(before, limit).await,
            Transient::Undo => self.run(query(UNDO).bind(at).bind(most)).await?,
            Transient::Buttons => self.run(query(BUTTONS).bind(at).bind(most)).await?,
            Transient::Strangers => {
                self.run(query(TOLD).bind(at).bind(most)).await? + self.run(query(GUESSED).bind(at).bind(most)).await?
            }
        };
        Ok(Forgotten { rows, more: rows >= u64::from(limit), ..Forgotten::default() })
    }
}
