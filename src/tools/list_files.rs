//! Lists the files of the ticket's folder.

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
pub(super) struct ListFiles {
    pub(super) data_dir: PathBuf,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {}

#[async_trait]
impl Tool for ListFiles {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("list_files", "Lists the files of this ticket's own folder with their sizes.")
    }

    fn reach(&self) -> Reach {
        Reach::Reads
    }

    fn repetition(&self) -> Repetition {
        Repetition::Idempotent
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments {} = read(arguments)?;
        let (data_dir, ticket) = (self.data_dir.clone(), context.ticket.clone());
        let files = folder::aside(move || folder::list(&folder::open(&data_dir, &ticket)?)).await?;
        let lines: Vec<String> = files.iter().map(|(path, size)| format!("{path} ({size} bytes)")).collect();
        Ok(ToolOutput::Text(if lines.is_empty() { "There are no files yet.".into() } else { lines.join("\n") }))
    }
}
