//! Calls of a script that the database answers: what only looks, what a table keeps, and what is known from before. Nothing
//! here goes out, and nothing is committed here.

use super::Stretch;
use crate::ports::store::{Stored, Tx};
use crate::secretary::flow::functions::{Bound, CallFault, HostFunction, Touches};
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::tables::{KEY, Query, Row, RowFault, Written, apart, check_name, found};
use crate::secretary::flow::{calls, moments, schema};
use crate::secretary::wording::schedules::flow_runs;
use serde_json::{Value, json};

impl Stretch<'_> {
    /// What a call is answered that only looks: it changes nothing, and nobody outside of the run can tell that it was made.
    /// None for any other.
    pub(super) async fn looks(&mut self, function: HostFunction, bound: &Bound) -> Stored<Option<EntryState>> {
        let looked = if function == HostFunction::Now {
            Ok(json!(moments::said(self.engine.now())))
        } else if function == HostFunction::CheckSchema {
            let value = bound.get("value").cloned().unwrap_or_default();
            let fits = schema::check(&value, bound.get("schema").unwrap_or(&Value::Null));
            fits.map(|()| value).map_err(|unfit| unfit.to_string())
        } else if function == HostFunction::TableQuery && !self.run.dry {
            // A query may read many rows. Nobody who writes waits for that beyond the time of the changes before it.
            if self.changes.as_ref().is_some_and(|changes| self.engine.now() >= changes.until()) {
                self.closes().await?;
            }
            // It sees the rows that were changed before it.
            let found = match self.changes.take() {
                Some(mut changes) => {
                    let found = self.queried(changes.tx(), bound).await?;
                    self.changes = Some(changes);
                    found
                }
                None => {
                    let mut tx = self.engine.parts.store.read().await?;
                    self.queried(tx.as_mut(), bound).await?
                }
            };
            found.map_err(|fault| fault.to_string())
        } else {
            return Ok(None);
        };
        Ok(Some(looked.map_or_else(EntryState::Failed, EntryState::Answered)))
    }

    /// The rows of a table that a query finds at this moment.
    async fn queried(&self, tx: &mut dyn Tx, bound: &Bound) -> Stored<Result<Value, RowFault>> {
        let text = |name: &str| bound.get(name).and_then(Value::as_str);
        let number = |name: &str| bound.get(name).and_then(Value::as_f64);
        let table = text("table").unwrap_or_default();
        let only = bound.get("where").and_then(Value::as_object).cloned().unwrap_or_default();
        let asked = check_name(table)
            .and_then(|()| Query::asked(&only, number("limit"), text("order"), number("offset").unwrap_or_default()));
        let (query, asked) = match asked {
            Ok(asked) => asked,
            Err(fault) => return Ok(Err(fault)),
        };
        Ok(found(table, tx.flow_rows(&self.run.workspace, table, &query).await?, asked))
    }

    /// What a call is answered in the transaction that writes it down; none for one that takes longer.
    pub(super) async fn at_once(
        &self,
        tx: &mut dyn Tx,
        (function, step): (HostFunction, &JournalEntry),
        bound: &Bound,
    ) -> Stored<Option<EntryState>> {
        if let Some(value) = function.emulated(bound).filter(|_| self.run.dry) {
            return Ok(Some(EntryState::Answered(value)));
        }
        if let Some(before) = self.read_before(function, bound) {
            return Ok(Some(before));
        }
        let outcome = match function {
            // A moment may be none in this zone.
            HostFunction::Sleep if moments::due_at(step, self.zone).is_none() => {
                EntryState::Failed(CallFault::NoMoment.to_string())
            }
            HostFunction::Tool if calls::tool(&self.flow.script, bound).is_none() => {
                EntryState::Failed(flow_runs::no_such_tool())
            }
            HostFunction::TableQuery
            | HostFunction::TableInsert
            | HostFunction::TableUpdate
            | HostFunction::TableDelete => {
                let kept = self.tried(tx, function, bound).await?;
                kept.map_or_else(|fault| EntryState::Failed(fault.to_string()), EntryState::Answered)
            }
            HostFunction::Now
            | HostFunction::CheckSchema
            | HostFunction::Sleep
            | HostFunction::Fetch
            | HostFunction::Search
            | HostFunction::Agent
            | HostFunction::Ask
            | HostFunction::Notify
            | HostFunction::Report
            | HostFunction::Note
            | HostFunction::File
            | HostFunction::Chart
            | HostFunction::RunFlow
            | HostFunction::Tool
            | HostFunction::Fail => return Ok(None),
        };
        Ok(Some(outcome))
    }

    /// What the same call was answered before in a dry run, which reads nothing of the web twice.
    fn read_before(&self, function: HostFunction, bound: &Bound) -> Option<EntryState> {
        if !self.run.dry || function.terms().touches != Touches::Web {
            return None;
        }
        let same =
            |step: &JournalEntry| step.answered() && step.made().is_some_and(|made| made == (function, bound.clone()));
        self.journal.steps.iter().find(|step| same(step)).map(|step| step.state.clone())
    }

    /// What a call about a table is answered in a dry run: the rows that the calls before it wrote are there, and all of them
    /// are taken back afterwards.
    async fn tried(&self, tx: &mut dyn Tx, function: HostFunction, bound: &Bound) -> Stored<Result<Value, RowFault>> {
        tx.savepoint().await?;
        for step in &self.journal.steps {
            let (Some((made, mut given)), EntryState::Answered(answer)) = (step.made(), &step.state) else { continue };
            if !made.of_table() || !made.acts() {
                continue;
            }
            if made == HostFunction::TableInsert {
                // The key that the script was told, whatever others have inserted since.
                given.insert(KEY, answer.clone());
            }
            let _: Result<Value, RowFault> = self.kept(tx, made, &given).await?;
        }
        let outcome = self.kept(tx, function, bound).await?;
        tx.undo().await?;
        Ok(outcome)
    }

    /// What a call about a table is answered.
    pub(super) async fn kept(
        &self,
        tx: &mut dyn Tx,
        function: HostFunction,
        bound: &Bound,
    ) -> Stored<Result<Value, RowFault>> {
        let text = |name: &str| bound.get(name).and_then(Value::as_str);
        let row = |name: &str| bound.get(name).and_then(Value::as_object).cloned();
        let table = text("table").unwrap_or_default();
        if let Err(fault) = check_name(table) {
            return Ok(Err(fault));
        }
        if function == HostFunction::TableQuery {
            return self.queried(tx, bound).await;
        }
        let fields = apart(text("key"), row("row").unwrap_or_default());
        Ok(match (function, fields) {
            (HostFunction::TableDelete, _) => match (row("where"), text("key")) {
                (None, None) => Err(RowFault::Which),
                (only, key) => {
                    let key = key.map(|key| (KEY.to_owned(), json!(key)));
                    let only: Row = key.into_iter().chain(only.into_iter().flatten()).collect();
                    Ok(json!(tx.delete_flow_rows(&self.run.workspace, table, &only).await?))
                }
            },
            (_, Err(fault)) => Err(fault),
            (_, Ok((key, row))) => {
                let (workspace, person) = (&self.run.workspace, &self.run.person);
                let at = self.engine.now();
                let written = Written { workspace, table, key: key.as_deref(), row: &row, person, at };
                if function == HostFunction::TableInsert {
                    tx.insert_flow_row(written).await?.map(Value::String)
                } else {
                    tx.update_flow_row(written).await?.map(Value::Bool)
                }
            }
        })
    }
}
