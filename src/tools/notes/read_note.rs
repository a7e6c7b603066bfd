//! Reads a note that the people of the ticket may read.

use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Note, Notes, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::notes::Whose;
use crate::secretary::policy::Verdict;
use crate::secretary::wording::decision::approvals;
use crate::tools::schema::{read_from, spec, tell};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The tool.
pub(in crate::tools) struct ReadNote {
    pub(in crate::tools) notes: Arc<dyn Notes>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The title of the note; upper and lower case do not matter.
    title: String,
    /// The character to begin at, when an earlier answer was cut; else null.
    from: Option<usize>,
}

#[async_trait]
impl Tool for ReadNote {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "read_note",
            "Reads a note by its title. Put “shared” before it for everybody's where the person has an own one of that title.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Notes)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { title, from } = read_from(context, arguments)?;
        let title = title.trim();
        let mut found = self.notes.note(&context.notes, title).await?;
        if found.is_none()
            && let Ok(Some((scope, title))) = context.notes.named(title)
        {
            found = self.notes.note(&scope, &title).await?;
        }
        if let Some(note) = found {
            // Whatever it was called by, a rule is about the note that is opened.
            if let Verdict::Refused(by) = context.readable.says(&note.title) {
                return Err(tell(approvals::forbidden_by(&by)));
            }
            let shared = shared(context, &note);
            let day = note.updated_at.with_timezone(&context.zone).format("%Y-%m-%d");
            let text = crate::tools::page(&note.text, from.unwrap_or(0));
            return Ok(ToolOutput::Text(format!("# {}\n(written {day}{shared})\n\n{text}", note.title)));
        }
        let near = self.notes.find_notes(&context.notes, title, 5).await?;
        let near: Vec<String> =
            near.into_iter().filter(|n| context.readable.may(&n.title)).map(|n| format!("“{}”", n.title)).collect();
        Err(tell(if near.is_empty() {
            format!("There is no note called “{title}”.")
        } else {
            format!("There is no note called “{title}”. These are similar: {}.", near.join(", "))
        }))
    }
}

/// Said where the person has notes of their own besides.
pub(in crate::tools) fn shared(context: &ToolContext, note: &Note) -> &'static str {
    if context.notes.whose(&note.owner) == Whose::Shared { ", shared by everybody" } else { "" }
}
