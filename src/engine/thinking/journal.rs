//! Writes the records of a run to its journal. A record of a change outside and its audit entry are written in one
//! transaction.

use crate::engine::Engine;
use crate::engine::commit::{commit, of_record};
use crate::engine::thinking::run_ports::records;
use crate::ports::store::{OutboxRow, StoreError, Stored, Tx, digest};
use crate::ports::tool::Reach;
use crate::secretary::audit::{Entry, What};
use crate::secretary::effect::Effect;
use crate::secretary::ids::RunId;
use crate::workers::calling;
use crate::workers::journal::{Record, Standing};

impl Engine {
    /// Writes a record of a run to its journal. None if the run was stopped without anybody being able to say so.
    pub(crate) async fn append(&self, row: &OutboxRow, run: &RunId, record: &Record) -> Stored<Option<u32>> {
        let value = serde_json::to_value(record).map_err(|e| StoreError::Broken(format!("a journal record: {e}")))?;
        let acted = matches!(record, Record::Result { changed: true, .. });
        // The audit log has one end, so its writers take turns.
        let mut tx = if acted { self.parts.store.begin().await? } else { self.parts.store.beside().await? };
        if !tx.still_ours(row).await? && !written_late(tx.as_mut(), row, run, record).await? {
            return Ok(None);
        }
        if acted {
            self.note_act(tx.as_mut(), row, run).await?;
        }
        let number = tx.append_step(run, &value, self.now()).await?;
        commit(tx, of_record(record)).await?;
        Ok(Some(number))
    }

    /// Writes the audit entry of the last call with the decision that approved it. Who decided and from which message
    /// stands in the entry of the decision; the requester stands in that of the ticket.
    async fn note_act(&self, tx: &mut dyn Tx, row: &OutboxRow, run: &RunId) -> Stored<()> {
        let Some(ticket) = &row.row.ticket else { return Ok(()) };
        let (Some(ticket), Effect::StartRun { task, .. }) = (tx.ticket(ticket).await?, &row.row.effect) else {
            return Ok(());
        };
        let (mut held, mut leave, mut begun) = (None, None, None);
        for (step, record) in (0_u32..).zip(records(tx.steps(run).await?).map_err(StoreError::Broken)?) {
            match record {
                Record::Held { .. } => held = Some(step),
                Record::Denied { .. } => held = None,
                Record::Released { .. } => leave = held.take(),
                Record::Call { call, .. } => begun = Some((step, call, leave.take())),
                Record::Again
                | Record::Reply { .. }
                | Record::Result { .. }
                | Record::Spent { .. }
                | Record::Interrupted { .. }
                | Record::AnotherTry { .. }
                | Record::Said { .. } => {}
            }
        }
        let Some((step, call, leave)) = begun else { return Ok(()) };
        // An answer of people changes the run and nothing else.
        let tool = self.parts.tools.iter().find(|tool| tool.spec().name == call.name);
        if tool.is_some_and(|tool| tool.terms().reach != Reach::Outside) {
            return Ok(());
        }
        // The approval of the call, or what people said about an interrupted call.
        let of = |at: u32| {
            ticket.decisions.iter().rev().find(|d| d.run == *run && d.step == Some(at) && d.verdict().is_some())
        };
        let decision = leave.and_then(of).or_else(|| of(step)).map(|decision| decision.key.clone());
        let given = calling::read(&call).map_or_else(|_| call.arguments.clone(), |arguments| arguments.to_string());
        let place = ticket.tasks.iter().position(|t| t.key == *task).map_or(0, |at| at + 1);
        let what = What::Acted {
            ticket: ticket.number,
            task: u32::try_from(place).unwrap_or(u32::MAX),
            run_sha256: digest(run.as_str().as_bytes()),
            step,
            tool: call.name,
            arguments_sha256: digest(given.as_bytes()),
            decision,
        };
        crate::engine::context::audit_log::append(
            tx,
            self.now(),
            &[(ticket.workspace.clone(), Entry { from: None, what })],
        )
        .await
    }
}

/// Whether a record of a run is written after the run was stopped. Of an erased ticket nothing is. The time spent is, and
/// the result of a call, unless the call changed nothing and can be repeated: its text may quote somebody erased since.
async fn written_late(tx: &mut dyn Tx, row: &OutboxRow, run: &RunId, record: &Record) -> Stored<bool> {
    let late = matches!(record, Record::Result { .. } | Record::Spent { .. });
    let Some(ticket) = row.row.ticket.as_ref().filter(|_| late) else { return Ok(false) };
    let known = tx.ticket(ticket).await?.is_some();
    if !known || !matches!(record, Record::Result { changed: false, .. }) {
        return Ok(known);
    }
    Ok(Standing::of(records(tx.steps(run).await?).map_err(StoreError::Broken)?).unknown().is_some())
}
