//! Lists the files in the folder of the ticket.

use crate::ports::files::Files;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::received::paths;
use crate::tools::schema::{read, spec};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The tool.
pub(in crate::tools) struct ListFiles {
    pub(in crate::tools) files: Arc<dyn Files>,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {}

#[async_trait]
impl Tool for ListFiles {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>("list_files", "Lists the files of this ticket with their sizes.")
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Files)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments {} = read(arguments)?;
        let files = self.files.list_files(&context.ticket).await?;
        let sent = sent(context).map(|(path, bytes)| format!("{path} ({bytes} bytes, sent by people)"));
        let lines: Vec<String> =
            files.iter().map(|(path, size)| format!("{path} ({size} bytes)")).chain(sent).collect();
        Ok(ToolOutput::Text(if lines.is_empty() { "There are no files yet.".into() } else { lines.join("\n") }))
    }
}

/// The files that people sent for the ticket, with their sizes in bytes.
pub(in crate::tools) fn sent(context: &ToolContext) -> impl Iterator<Item = (String, u64)> {
    let files = paths(&context.received).into_iter().zip(&context.received);
    files.filter(|(_, file)| file.kept()).map(|(path, file)| (path, file.bytes))
}
