//! Asks people to decide. The run sleeps until they have; this only checks that the question can be
//! put to them.

use super::schema::{read, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Asked, AskedOption, Reach, Tool, ToolContext, ToolError, ToolOutput};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;

/// The longest label; buttons show about half of it.
const LONGEST_LABEL: usize = 60;
/// The longest question and the longest text beside it.
const LONGEST_TEXT: usize = 600;

/// The tool.
pub(super) struct AskDecision;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The question, one sentence.
    question: String,
    /// Why it comes up now, one sentence.
    why: Option<String>,
    /// Two to eight ways to decide.
    options: Vec<Choice>,
    /// Which option you recommend, counted from 0.
    recommended: Option<usize>,
    /// Why you recommend it, one sentence.
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Choice {
    /// At most five words, for a button.
    label: String,
    /// What follows from choosing it, one sentence.
    impact: Option<String>,
}

#[async_trait]
impl Tool for AskDecision {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "ask_decision",
            "Asks the person to decide between options, when going on needs a choice only they can make. \
             The work waits for the answer. Do not ask what you can find out or reasonably assume.",
        )
    }

    fn reach(&self) -> Reach {
        Reach::Inside
    }

    async fn call(&self, _context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let asked: Arguments = read(arguments)?;
        let question = bounded("question", &asked.question, LONGEST_TEXT)?;
        if question.is_empty() {
            return Err(tell("The question is empty."));
        }
        if !(2..=8).contains(&asked.options.len()) {
            return Err(tell(format!("A decision needs two to eight options, not {}.", asked.options.len())));
        }
        let mut options = Vec::new();
        let mut seen = HashSet::new();
        for choice in asked.options {
            let label = bounded("label", &choice.label, LONGEST_LABEL)?;
            if label.is_empty() {
                return Err(tell("An option has no label."));
            }
            if !seen.insert(label.to_lowercase()) {
                return Err(tell(format!("Two options are both called “{label}”.")));
            }
            let impact = bounded("impact", &choice.impact.unwrap_or_default(), LONGEST_TEXT)?;
            options.push(AskedOption { label, impact });
        }
        if let Some(index) = asked.recommended.filter(|index| *index >= options.len()) {
            let last = options.len() - 1;
            return Err(tell(format!("There is no option {index}: they are counted from 0 to {last}.")));
        }
        Ok(ToolOutput::Ask(Asked {
            question,
            why: bounded("why", &asked.why.unwrap_or_default(), LONGEST_TEXT)?,
            options,
            recommended: asked.recommended,
            reason: bounded("reason", &asked.reason.unwrap_or_default(), LONGEST_TEXT)?,
        }))
    }
}

/// The words on one line, if they are short enough.
fn bounded(what: &str, words: &str, most: usize) -> Result<String, ToolError> {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = line.chars().count();
    if length > most {
        return Err(tell(format!("The {what} has {length} characters; {most} are the most.")));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::{context, told};
    use serde_json::json;

    #[tokio::test]
    async fn a_good_question_is_returned() {
        let arguments = json!({"question": " Which\ncolour? ", "why": null, "recommended": 1, "reason": "warm",
            "options": [{"label": "Blue", "impact": null}, {"label": "Red", "impact": "bold"}]});
        let output = AskDecision.call(&context(), arguments).await.unwrap();
        let ToolOutput::Ask(asked) = output else { panic!("{output:?}") };
        assert_eq!((asked.question.as_str(), asked.recommended), ("Which colour?", Some(1)));
        assert_eq!(asked.options[1], AskedOption { label: "Red".into(), impact: "bold".into() });
    }

    #[tokio::test]
    async fn bad_questions_are_explained() {
        let option = |label: &str| json!({"label": label});
        for (question, options, recommended, word) in [
            ("", vec![option("a"), option("b")], None, "question is empty"),
            ("q", vec![option("a")], None, "two to eight"),
            ("q", (0..9).map(|n| option(&n.to_string())).collect(), None, "not 9"),
            ("q", vec![option("a"), option(" ")], None, "no label"),
            ("q", vec![option("A"), option("a ")], None, "both called"),
            ("q", vec![option("a"), option("b")], Some(2), "from 0 to 1"),
            ("q", vec![option("a"), option(&"b".repeat(61))], None, "61 characters"),
        ] {
            let arguments = json!({"question": question, "options": options, "recommended": recommended});
            let words = told(&AskDecision, arguments).await;
            assert!(words.contains(word), "{words}");
        }
    }
}
