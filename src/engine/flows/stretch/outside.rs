//! Calls of a script that go out of the database: pages, searches, notes and other tools of agents, and whether a chart can
//! be drawn. A call that a crash cut off is made again: it reads, or its key is known.

use super::perform::Called;
use super::{Stretch, Went};
use crate::engine::context::audit_log;
use crate::ports::charts::Undrawn;
use crate::ports::store::{Stored, digest};
use crate::ports::tool::{Onward, Reach, Readable, Tool, ToolContext, ToolError, ToolOutput};
use crate::ports::trial::failpoint;
use crate::secretary::audit::{Entry, What};
use crate::secretary::flow::calls;
use crate::secretary::flow::functions::{Bound, FETCHED, HostFunction, MOST_FETCHED};
use crate::secretary::flow::journal::EntryState;
use crate::secretary::flow::moments::whole;
use crate::secretary::flow::news::News;
use crate::secretary::ids::{RunId, TicketId};
use crate::secretary::permissions::notes_of;
use crate::secretary::policy::Verdict;
use crate::secretary::wording::decision::approvals;
use crate::secretary::wording::schedules::flow_runs;
use serde_json::{Value, json};
use std::sync::Arc;

/// The tool that does a function, with its arguments; none for a function that stays inside.
pub fn tool_of(function: HostFunction, bound: &Bound) -> Option<(&'static str, Value)> {
    let given = |name: &str| bound.get(name).cloned().unwrap_or_default();
    match function {
        HostFunction::Fetch => Some(("read_url", json!({"url": given("url")}))),
        HostFunction::Search => Some(("web_search", json!({"query": given("query")}))),
        HostFunction::Note => Some(("write_note", json!({"title": given("title"), "text": given("text")}))),
        HostFunction::Tool => {
            let arguments = bound.get("arguments").cloned().unwrap_or_else(|| json!({}));
            calls::known_tool(bound).map(|name| (name, arguments))
        }
        HostFunction::Now
        | HostFunction::Sleep
        | HostFunction::Agent
        | HostFunction::Ask
        | HostFunction::Notify
        | HostFunction::Report
        | HostFunction::TableInsert
        | HostFunction::TableQuery
        | HostFunction::TableUpdate
        | HostFunction::TableDelete
        | HostFunction::File
        | HostFunction::Chart
        | HostFunction::RunFlow
        | HostFunction::CheckSchema
        | HostFunction::Fail => None,
    }
}

/// As much of a page as a call wants.
fn beginning(text: &str, bound: &Bound) -> String {
    let most = bound.get("most").and_then(Value::as_f64).map_or(FETCHED, whole).min(MOST_FETCHED);
    text.chars().take(usize::try_from(most).unwrap_or(usize::MAX)).collect()
}

impl Stretch<'_> {
    /// Makes a call that goes out, if people allow it, and writes down its answer.
    pub(super) async fn reaches_out(&mut self, function: HostFunction, index: u32, bound: &Bound) -> Stored<Called> {
        let Some((name, arguments)) = tool_of(function, bound) else { return Ok(Called::Waits) };
        // A tool may take its time, and write.
        self.closes().await?;
        let tool: Option<&Arc<dyn Tool>> = self.engine.parts.tools.iter().find(|tool| tool.spec().name == name);
        let Some(tool) = tool else {
            return self.answered(index, EntryState::Failed(flow_runs::not_here(function.name()))).await;
        };
        let context = self.context(index).await?;
        // The call is judged as it is made.
        let arguments = tool.settled(&context, arguments.clone()).unwrap_or(arguments);
        let (verdict, onward, readable) = self.judged(tool.as_ref(), &arguments).await?;
        match verdict {
            Verdict::Refused(by) => {
                return self.answered(index, EntryState::Failed(approvals::forbidden_by(&by))).await;
            }
            // A dry run asks nobody.
            Verdict::Asked { .. } if self.run.dry => {
                return self.answered(index, EntryState::Answered(json!(flow_runs::NOT_READ))).await;
            }
            Verdict::Asked { .. } if !self.run.allowed.contains(&index) => {
                let (mut writes, run) = match self.writing().await? {
                    Ok(begun) => begun,
                    Err(went) => return Ok(Called::Over(went)),
                };
                self.tell(writes.tx(), &News::Call { run: run.id, index }).await?;
                self.commits(writes, "overhear").await?;
                self.engine.arrivals.notify_one();
                return Ok(Called::Waits);
            }
            Verdict::Asked { .. } | Verdict::Made => {}
        }
        let given = arguments.to_string();
        failpoint::before("tool", "");
        let outcome = tool.call(&ToolContext { onward, readable, for_script: true, ..context }, arguments).await;
        failpoint::after("tool", "");
        let outcome = match outcome {
            Ok(_) if function == HostFunction::Note => EntryState::Answered(Value::Null),
            Ok(ToolOutput::Value(Value::String(text))) if function == HostFunction::Fetch => {
                EntryState::Answered(json!(beginning(&text, bound)))
            }
            Ok(ToolOutput::Value(value)) => EntryState::Answered(value),
            Ok(ToolOutput::Text(text)) => EntryState::Answered(Value::String(text)),
            Ok(ToolOutput::Ask(_) | ToolOutput::Progress(_) | ToolOutput::Remind { .. } | ToolOutput::SetUp { .. }) => {
                EntryState::Answered(Value::Null)
            }
            Err(ToolError::Later(why)) => {
                tracing::warn!(why, "a call of a flow waits for the database");
                return Ok(Called::Over(Went::Later));
            }
            Err(ToolError::TellModel(why) | ToolError::Unclear(why)) => EntryState::Failed(why),
            Err(ToolError::Fatal(why) | ToolError::Disk(_, why)) => {
                tracing::error!(why, "a call of a flow cannot be made");
                EntryState::Failed(flow_runs::broken(function.name()))
            }
        };
        let acted = tool.terms().reach == Reach::Outside && matches!(outcome, EntryState::Answered(_));
        let acted = acted.then(|| What::FlowActed {
            flow: self.flow.number,
            run: self.run.number,
            step: index,
            tool: name.to_owned(),
            arguments_sha256: digest(given.as_bytes()),
        });
        self.written(index, outcome, acted).await
    }

    /// Why a chart cannot be sent, if this is one: it is drawn once before anybody waits for it.
    pub(super) async fn undrawn(&self, function: HostFunction, bound: Option<&Bound>) -> Option<String> {
        let bound = bound.filter(|_| function == HostFunction::Chart)?;
        let Some(charts) = &self.engine.parts.charts else { return Some(flow_runs::not_here(function.name())) };
        let chart = match calls::chart(bound) {
            Ok(chart) => chart,
            Err(why) => return Some(why.to_string()),
        };
        match charts.draw(&chart).await {
            Ok(_) => None,
            Err(Undrawn::Failed(why)) => {
                tracing::error!(why, "a chart of a flow cannot be drawn");
                Some(flow_runs::broken(function.name()))
            }
            Err(why @ (Undrawn::Fault(_) | Undrawn::Letter(_))) => Some(why.to_string()),
        }
    }

    async fn answered(&mut self, index: u32, outcome: EntryState) -> Stored<Called> {
        self.written(index, outcome, None).await
    }

    /// Writes down the answer of a call, with the audit entry of one that changed something outside.
    async fn written(&mut self, index: u32, outcome: EntryState, acted: Option<What>) -> Stored<Called> {
        let (mut writes, run) = match self.recording().await? {
            Ok(begun) => begun,
            Err(went) => return Ok(Called::Over(went)),
        };
        let first = writes.tx().answer_flow_step(&run.id, index, &outcome).await?;
        if let Some(what) = acted.filter(|_| first) {
            let entry = (run.workspace.clone(), Entry { from: None, what });
            audit_log::append(writes.tx(), self.engine.now(), &[entry]).await?;
        }
        self.commits(writes, "journal/result").await?;
        if first {
            self.journal.answer(index, outcome);
        }
        Ok(Called::Answered)
    }

    /// Where the call happens: with the notes that its person may write from the room of the flow.
    async fn context(&self, index: u32) -> Stored<ToolContext> {
        let mut tx = self.engine.parts.store.ask().await?;
        let room = tx.room(&self.run.room).await?;
        let direct = room.is_some_and(|room| room.direct() && room.person.as_ref() == Some(&self.run.person));
        let (workspace, person) = (self.run.workspace.clone(), self.run.person.clone());
        Ok(ToolContext {
            notes: notes_of(&workspace, &person, direct).asked_by(&person, &self.run.room),
            workspace,
            ticket: TicketId::new(""),
            number: self.run.number,
            person,
            run: RunId::new(self.run.id.as_str()),
            key: format!("flow/{}/{index}", self.run.id),
            now: self.engine.now(),
            zone: self.zone,
            onward: Onward::default(),
            readable: Readable::default(),
            received: Vec::new(),
            staff: None,
            for_script: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::flows::stretch::outside::*;

    #[test]
    fn a_script_gets_as_much_of_a_page_as_it_wants() {
        let page = "é".repeat(200_000);
        let letters = |most: Option<Value>| {
            let bound: Bound = most.into_iter().map(|most| ("most", most)).collect();
            u32::try_from(beginning(&page, &bound).chars().count()).unwrap()
        };
        for (most, wanted) in [(20.0, 20), (0.0, 0), (-1.0, 0), (1e9, MOST_FETCHED)] {
            assert_eq!(letters(Some(json!(most))), wanted, "{most}");
        }
        assert_eq!(letters(None), FETCHED);
    }
}
