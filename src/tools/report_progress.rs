//! Reports progress for the people who wait. What they see of it is decided elsewhere.

use super::schema::{read, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Terms, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The longest word on progress.
const LONGEST: usize = 300;

/// The tool.
pub(super) struct ReportProgress;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// What is done and what comes next, one short sentence.
    text: String,
}

#[async_trait]
impl Tool for ReportProgress {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "report_progress",
            "Tells the person in one short sentence how far the work is. Use it rarely, when something worth \
             knowing was found; results belong into the final answer.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    async fn call(&self, _context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { text } = read(arguments)?;
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.chars().count() {
            0 => Err(tell("There is nothing in it.")),
            length if length > LONGEST => {
                Err(tell(format!("That is {length} characters; one sentence of at most {LONGEST} is enough.")))
            }
            _ => Ok(ToolOutput::Progress(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::report_progress::*;
    use crate::tools::testing::{context, told};
    use serde_json::json;

    #[tokio::test]
    async fn one_sentence_goes_through() {
        let output = ReportProgress.call(&context(), json!({"text": "Two of\nthree read."})).await;
        assert_eq!(output, Ok(ToolOutput::Progress("Two of three read.".into())));
        assert!(told(&ReportProgress, json!({"text": " "})).await.contains("nothing"));
        assert!(told(&ReportProgress, json!({"text": "x".repeat(301)})).await.contains("301"));
    }
}
