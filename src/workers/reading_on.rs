//! Long results of tools: what a model sees of them at first, and the loop's own tool to read on.

use crate::ports::model::{Step, ToolSpec};
use serde_json::{Value, json};

/// The name of the tool.
pub(super) const NAME: &str = "read_more";

/// The first `most` characters of the result of this number, and how to get at the rest.
pub(super) fn cut(text: &str, most: usize, number: usize) -> String {
    let total = text.chars().count();
    if total <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most).collect();
    format!("{head}\n[{} more characters: {NAME} with result {number} and from {most}]", total - most)
}

/// `most` characters of a result from where the model says.
///
/// # Errors
/// What is wrong with the arguments, for the model.
pub(super) fn read(steps: &[Step], most: usize, arguments: &Value) -> Result<String, String> {
    let number = |name: &str| arguments.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let result = number("result").and_then(|n| n.checked_sub(1)).and_then(|n| steps.get(n));
    let Some(step) = result else { return Err("There is no result of that number.".to_owned()) };
    Ok(step.result.chars().skip(number("from").unwrap_or(0)).take(most).collect())
}

/// What the model is told of the tool.
pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: NAME.to_owned(),
        description: "Reads on in a result that was too long to show whole.".to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "result": { "type": "integer", "description": "The number of the result, from 1" },
                "from": { "type": "integer", "description": "The character to read on from" }
            },
            "required": ["result", "from"],
            "additionalProperties": false
        }),
    }
}
