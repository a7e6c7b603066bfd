//! Calculates. Exact as long as the numbers are; a rounded result is called "about". It reads arithmetic only and
//! knows no variables.

use super::Sum;
use super::schema::{read_from, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Answers, Terms, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The tool.
pub(super) struct Calculate {
    pub(super) sum: Sum,
}

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
            "Calculates exactly: + - * / ^, percent (“19% of 240”), parentheses, sqrt, abs, pi, units (“5 miles to km”). \
             Use it for every sum that goes into an answer.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::reading(Answers::Own)
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let Arguments { expression } = read_from(context, arguments)?;
        let wanted = || tell("This is no sum. For example: 1200 * 1.19, 19% of 240, sqrt(2), 5 miles to km.");
        let result = (self.sum)(&format!("={}", expression.trim())).ok_or_else(wanted)?;
        Ok(ToolOutput::Text(format!("{} = {result}", expression.trim())))
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::calculate::*;
    use crate::tools::testing::{context, told};
    use serde_json::json;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_sum_is_shown_with_its_result_and_anything_else_is_refused() {
        let sum: Sum = Arc::new(|text| (text == "=19% of 240").then(|| "45.6".to_owned()));
        let tool = Calculate { sum };
        let sum = tool.call(&context(), json!({"expression": " 19% of 240 "})).await;
        assert_eq!(sum, Ok(ToolOutput::Text("19% of 240 = 45.6".to_owned())));
        assert!(told(&tool, json!({"expression": "the moon"})).await.contains("This is no sum"));
    }
}
