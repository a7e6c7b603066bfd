//! Lists the titles of the notes that the people of the ticket may read.

use super::read_note::shared;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Note, Notes, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::policy::Verdict;
use crate::secretary::wording::decision::approvals;
use crate::tools::schema::{read_from, spec};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The most notes listed.
const MOST: u32 = 100;
/// The first words of a note shown beside its title, in characters.
const GLIMPSE: usize = 80;

/// The tool.
pub(in crate::tools) struct ListNotes {
    pub(in crate::tools) notes: Arc<dyn Notes>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {}

#[async_trait]
impl Tool for ListNotes {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("list_notes", "Lists the notes, newest first: titles and first words.")
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Notes)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments {} = read_from(context, arguments)?;
        let found = self.notes.find_notes(&context.notes, "", MOST).await?;
        if found.is_empty() {
            return Ok(ToolOutput::Text("There are no notes yet.".into()));
        }
        let more = found.len() >= MOST as usize;
        let (mut lines, mut left_out, mut whose) = (Vec::new(), 0, String::new());
        for note in &found {
            match context.readable.says(&note.title) {
                Verdict::Made => lines.push(line(context, note, &note.text)),
                Verdict::Asked { .. } => lines.push(line(context, note, "(people are asked before it is read)")),
                Verdict::Refused(by) => (left_out, whose) = (left_out + 1, by),
            }
        }
        if more {
            lines.push(format!("[Only the newest {MOST} are shown.]"));
        }
        if left_out > 0 {
            let notes = if left_out == 1 { "1 note is" } else { &format!("{left_out} notes are") };
            lines.push(format!("[{notes} left out. {}]", approvals::forbidden_by(&whose)));
        }
        Ok(ToolOutput::Text(lines.join("\n")))
    }
}

/// The line of a note: its title and a glimpse of it.
pub(in crate::tools) fn line(context: &ToolContext, note: &Note, glimpse: &str) -> String {
    let words = glimpse.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().take(GLIMPSE).collect();
    let more = if short.len() < words.len() { "…" } else { "" };
    format!("- “{}”{}: {short}{more}", note.title, shared(context, note))
}
