//! Reads a file in the folder of the ticket.

use super::path::path_of;
use crate::ports::files::Files;
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::inbound::FileKind;
use crate::secretary::received::{ReceivedFile, paths};
use crate::tools::schema::{read, spec, tell};
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
        spec::<Arguments>("read_file", "Reads a file of this ticket as text, also a PDF or table.")
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Files)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { path, from } = read(arguments)?;
        let text = text_at(self.files.as_ref(), context, &path).await?;
        Ok(ToolOutput::Text(crate::tools::page(&text, from.unwrap_or(0))))
    }
}

/// The whole text of a file of the ticket, by the path that a model gave.
pub(in crate::tools) async fn text_at(
    files: &dyn Files,
    context: &ToolContext,
    path: &str,
) -> Result<String, ToolError> {
    let path = path_of(path)?;
    let sent = paths(&context.received).into_iter().zip(&context.received).find(|(known, _)| *known == path);
    match sent {
        Some((_, file)) => text_of(files, file).await,
        None => files.read_file(&context.ticket, &path).await,
    }
}

/// The text of a file that somebody sent, as it was read when it came.
async fn text_of(files: &dyn Files, file: &ReceivedFile) -> Result<String, ToolError> {
    let name = &file.name;
    if file.kind == FileKind::Picture {
        return Err(tell(format!("{name} is a picture. A model that sees has it before its eyes; it has no text.")));
    }
    if file.kind == FileKind::Voice && !file.beginning.is_empty() {
        return Ok(file.beginning.clone());
    }
    let text = files.kept(&file.home, &file.text_name()).await?;
    let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
    text.ok_or_else(|| tell(format!("{name} has no text that can be read.")))
}
