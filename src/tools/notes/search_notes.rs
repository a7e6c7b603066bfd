//! Searches the notes that the people of the ticket may read.

use super::list_notes::line;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Note, Notes, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::tools::schema::{read_from, spec, tell};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The most notes found.
const MOST: u32 = 20;
/// The longest search.
const LONGEST: usize = 200;

/// The tool.
pub(in crate::tools) struct SearchNotes {
    pub(in crate::tools) notes: Arc<dyn Notes>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Words which must all occur in the title or the text.
    words: String,
}

#[async_trait]
impl Tool for SearchNotes {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "search_notes",
            "Finds the notes that contain every given word, newest first. Read one with read_note.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Notes)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { words } = read_from(context, arguments)?;
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() || words.chars().count() > LONGEST {
            return Err(tell(format!("A search has 1 to {LONGEST} characters; list_notes shows all notes.")));
        }
        let found = self.notes.find_notes(&context.notes, &words, MOST).await?;
        let more = found.len() >= MOST as usize;
        let open = found.iter().filter(|note| context.readable.may(&note.title));
        let mut lines: Vec<String> = open.map(|note| line(context, note, &around(note, &words))).collect();
        if lines.is_empty() {
            lines.push(format!("No note contains “{words}”."));
        }
        if more {
            lines.push(format!("[Only the newest {MOST} are shown.]"));
        }
        // Said whether or not the words stand in one of them.
        if context.readable.is_limited() {
            lines.push("[Notes that a rule keeps from being read unasked are not searched.]".to_owned());
        }
        Ok(ToolOutput::Text(lines.join("\n")))
    }
}

/// The line of the note in which the first found word stands, else its beginning.
fn around(note: &Note, words: &str) -> String {
    let wanted: Vec<String> = words.split(' ').map(str::to_lowercase).collect();
    let has = |line: &&str| wanted.iter().any(|w| line.to_lowercase().contains(w.as_str()));
    note.text.lines().find(has).unwrap_or(&note.text).to_owned()
}
