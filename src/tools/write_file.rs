//! Writes a file into the ticket's folder, whole or not at all.

use super::folder;
use super::schema::{read, spec};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Reach, Repetition, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;

/// The tool.
pub(super) struct WriteFile {
    pub(super) data_dir: PathBuf,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// A path inside the ticket's folder, like draft.md or data/prices.csv.
    path: String,
    /// The whole content; an older file of the same path is replaced.
    text: String,
}

#[async_trait]
impl Tool for WriteFile {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "write_file",
            "Writes a text file into this ticket's own folder, for drafts, tables and results which other tasks of \
             the ticket go on with. Replaces an older file of the same path.",
        )
    }

    fn reach(&self) -> Reach {
        Reach::Inside
    }

    fn repetition(&self) -> Repetition {
        Repetition::Idempotent
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { path, text } = read(arguments)?;
        let path = folder::path_of(&path)?;
        let said = format!("Wrote {} ({} bytes).", path.display(), text.len());
        let (data_dir, ticket, key) = (self.data_dir.clone(), context.ticket.clone(), context.key.clone());
        folder::aside(move || folder::write_text(&folder::open(&data_dir, &ticket)?, &path, &text, &key)).await?;
        Ok(ToolOutput::Text(said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secretary::ids::TicketId;
    use crate::tools::list_files::ListFiles;
    use crate::tools::read_file::ReadFile;
    use crate::tools::testing::{context, text, told};
    use serde_json::json;

    #[tokio::test]
    async fn what_is_written_can_be_listed_and_read_by_the_same_ticket_only() {
        let data = tempfile::tempdir().unwrap();
        let data_dir = data.path().join("made/when/needed");
        let write = WriteFile { data_dir: data_dir.clone() };
        let list = ListFiles { data_dir: data_dir.clone() };
        let read = ReadFile { data_dir };
        assert_eq!(text(&list, json!({})).await, "There are no files yet.");
        let wrote = text(&write, json!({"path": "a/b.md", "text": "é"})).await;
        assert_eq!(wrote, "Wrote a/b.md (2 bytes).");
        assert_eq!(text(&list, json!({})).await, "a/b.md (2 bytes)");
        assert_eq!(text(&read, json!({"path": "a/b.md", "from": null})).await, "é");
        assert!(told(&read, json!({"path": "../b.md"})).await.contains("cannot be used"));
        assert!(told(&write, json!({"path": "/etc/x", "text": ""})).await.contains("cannot be used"));
        let other = ToolContext { ticket: TicketId::new("t_2f1"), ..context() };
        assert!(matches!(read.call(&other, json!({"path": "a/b.md"})).await, Err(ToolError::TellModel(_))));
    }
}
