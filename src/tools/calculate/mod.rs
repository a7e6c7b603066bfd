//! Calculates what models get wrong in their heads. Exact as long as the numbers are; what is rounded
//! is called "about". It reads arithmetic only and knows no variables.

use super::schema::{read, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::reckoning::calculate;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The tool.
pub(super) struct Calculate;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Arithmetic like "1200 * 1.19", "19% of 240", "240 + 19%", "round(10 / 3, 2)".
    expression: String,
}

#[async_trait]
impl Tool for Calculate {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "calculate",
            "Calculates exactly: + - * / ^, % (percent, or the remainder between two numbers), parentheses, sqrt, \
             round, floor, ceil, abs, min, max, pi. Use it for every sum that goes into an answer.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Own)
    }

    async fn call(&self, _context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { expression } = read(arguments)?;
        let result = calculate(&expression).map_err(tell)?;
        Ok(ToolOutput::Text(format!("{} = {}", expression.trim(), result.show())))
    }
}

#[cfg(test)]
mod tests;
