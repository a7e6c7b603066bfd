//! Reads a file in the folder of the ticket.

use super::path::path_of;
use crate::ports::files::Files;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::tools::schema::{read, spec};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The tool.
pub(in crate::tools) struct ReadFile {
    pub(in crate::tools) files: Arc<dyn Files>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The path as list_files shows it.
    path: String,
    /// The character to begin at, when an earlier answer was cut; else null.
    from: Option<usize>,
}

#[async_trait]
impl Tool for ReadFile {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("read_file", "Reads a text file of this ticket's own folder.")
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Files)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { path, from } = read(arguments)?;
        let path = path_of(&path)?;
        let text = self.files.read_file(&context.ticket, &path).await?;
        Ok(ToolOutput::Text(crate::tools::page(&text, from.unwrap_or(0))))
    }
}
