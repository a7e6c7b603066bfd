//! Writes a file into the folder of the ticket, whole or not at all.

use super::path::path_of;
use crate::ports::files::Files;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::received::FOLDER;
use crate::tools::schema::{read, spec, tell};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The tool.
pub(in crate::tools) struct WriteFile {
    pub(in crate::tools) files: Arc<dyn Files>,
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
        let spec = spec::<Arguments>(
            "write_file",
            "Writes a text file into this ticket's own folder, for drafts, tables and results which other tasks of \
             the ticket go on with. Replaces an older file of the same path.",
        );
        // Marks that a chat must not show may be what a file is about.
        ToolSpec { verbatim: vec!["text".to_owned()], ..spec }
    }

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { path, text } = read(arguments)?;
        let path = write_at(self.files.as_ref(), context, &path, &text, &context.key).await?;
        Ok(ToolOutput::Text(format!("Wrote {path} ({} bytes).", text.len())))
    }
}

/// Writes a file of the ticket under the path that a model gave, and gives the path in normal form.
pub(in crate::tools) async fn write_at(
    files: &dyn Files,
    context: &ToolContext,
    path: &str,
    text: &str,
    key: &str,
) -> Result<String, ToolError> {
    let path = path_of(path)?;
    if path.split('/').next() == Some(FOLDER) {
        return Err(tell(format!("{FOLDER} holds what people sent; write into another folder.")));
    }
    files.write_file(&context.ticket, &path, text, key).await?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use crate::secretary::ids::TicketId;
    use crate::tools::files::list_files::ListFiles;
    use crate::tools::files::read_file::ReadFile;
    use crate::tools::files::write_file::*;
    use crate::tools::testing::{MemoryFiles, context, text, told};
    use serde_json::json;

    #[tokio::test]
    async fn what_is_written_can_be_listed_and_read_by_the_same_ticket_only() {
        let files = Arc::new(MemoryFiles::default());
        let write = WriteFile { files: files.clone() };
        let list = ListFiles { files: files.clone() };
        let read = ReadFile { files };
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
