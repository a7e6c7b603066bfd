//! Asks people to decide. The run sleeps until they have; this file only checks that the question can be asked.

use super::ParseWhen;
use super::schema::{read, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Asked, AskedOption, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::decision::deadline::{Deadline, Policy};
use crate::secretary::decision::{Kind, deadline};
use crate::secretary::names::{invisible, lookalikes};
use crate::secretary::when::Rule;
use crate::secretary::wording::style::status_marks;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The fewest and the most options.
const FEWEST: usize = 2;
const MOST: usize = 8;
/// The longest label; buttons show about half of it.
const LONGEST_LABEL: usize = 60;
/// The longest question and the longest text beside it.
const LONGEST_TEXT: usize = 600;
/// The longest text for or against an option.
const LONGEST_SIDE: usize = 200;

/// The tool.
pub(super) struct AskDecision {
    pub(super) parse_when: ParseWhen,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The question, one sentence.
    question: String,
    kind: Option<Sort>,
    /// Why it comes up now, one sentence.
    why: Option<String>,
    /// Two to eight ways to decide.
    #[schemars(length(min = FEWEST, max = MOST))]
    options: Vec<Choice>,
    /// Which option you recommend, counted from 0.
    recommended: Option<usize>,
    /// Why you recommend it, one sentence that goes on behind “because”.
    reason: Option<String>,
    /// Only if a later answer is useless: the person's local time (2026-11-24T18:00) or hours from now (4).
    deadline: Option<String>,
    /// After the deadline: wait on (hold), take your option where nothing outside can change, or cancel the ticket.
    without_answer: Option<Silence>,
}

#[derive(Deserialize, JsonSchema)]
struct Choice {
    /// At most five words, for a button.
    label: String,
    /// What follows from choosing it, one sentence.
    impact: Option<String>,
    /// What speaks for it, a few words.
    pros: Option<String>,
    /// What speaks against it.
    cons: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Clarification,
    TechnicalChoice,
    Priority,
    Exception,
    ResourceRequest,
    Other,
}

impl From<Sort> for Kind {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Clarification => Self::Clarification,
            Sort::TechnicalChoice => Self::Technical,
            Sort::Priority => Self::Priority,
            Sort::Exception => Self::Exception,
            Sort::ResourceRequest => Self::Resource,
            Sort::Other => Self::Other,
        }
    }
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Silence {
    Hold,
    Recommended,
    Cancel,
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

    fn terms(&self) -> Terms {
        Terms::INSIDE
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let asked: Arguments = read(arguments)?;
        let question = bounded("question", &asked.question, LONGEST_TEXT)?;
        if status_marks::unmarked(&question).is_empty() {
            return Err(tell("The question is empty."));
        }
        let options = options(asked.options)?;
        if let Some(index) = asked.recommended.filter(|index| *index >= options.len()) {
            let last = options.len() - 1;
            return Err(tell(format!("There is no option {index}: they are counted from 0 to {last}.")));
        }
        let recommends = asked.recommended.is_some();
        let deadline = until(&self.parse_when, asked.deadline.as_deref(), asked.without_answer, recommends, context)?;
        let why = bounded("why", &asked.why.unwrap_or_default(), LONGEST_TEXT)?;
        Ok(ToolOutput::Ask(Asked {
            question,
            kind: asked.kind.map(Kind::from).unwrap_or_default(),
            why,
            options,
            recommended: asked.recommended,
            reason: bounded("reason", &asked.reason.unwrap_or_default(), LONGEST_TEXT)?,
            deadline,
        }))
    }
}

fn options(choices: Vec<Choice>) -> Result<Vec<AskedOption>, ToolError> {
    if !(FEWEST..=MOST).contains(&choices.len()) {
        return Err(tell(format!("A decision needs two to eight options, not {}.", choices.len())));
    }
    let mut options: Vec<AskedOption> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for choice in choices {
        let label = bounded("label", &choice.label, LONGEST_LABEL)?;
        // As it stands on a button.
        let glance = lookalikes::glance(&status_marks::unmarked(&label));
        if glance.is_empty() {
            return Err(tell("An option has no label."));
        }
        if let Some(same) = seen.iter().position(|other| *other == glance) {
            let (other, this) = (&options[same].label, options.len());
            return Err(tell(format!(
                "Two options look the same to people: option {same}, “{other}”, and option {this}, “{label}”, counted from 0. \
                 Give each words of its own."
            )));
        }
        seen.push(glance);
        let impact = bounded("impact", &choice.impact.unwrap_or_default(), LONGEST_TEXT)?;
        let pros = bounded("pros", &choice.pros.unwrap_or_default(), LONGEST_SIDE)?;
        let cons = bounded("cons", &choice.cons.unwrap_or_default(), LONGEST_SIDE)?;
        options.push(AskedOption { label, impact, pros, cons });
    }
    Ok(options)
}

/// The deadline, if one is wanted and can be kept.
fn until(
    parse_when: &ParseWhen,
    words: Option<&str>,
    silence: Option<Silence>,
    recommends: bool,
    context: &ToolContext,
) -> Result<Option<Deadline>, ToolError> {
    let policy = match silence {
        None | Some(Silence::Hold) => Policy::Hold,
        Some(Silence::Recommended) => Policy::Recommended,
        Some(Silence::Cancel) => Policy::Cancel,
    };
    // Without a deadline the work waits, whatever was wanted: silence decides nothing then.
    let Some(words) = words.map(str::trim).filter(|w| !w.is_empty()) else {
        return Ok(None);
    };
    if policy == Policy::Recommended && !recommends {
        return Err(tell("Nothing is recommended that could be taken without an answer."));
    }
    let moment = |words: &str| {
        let rule = parse_when(words, context.zone, context.now).ok()?;
        match serde_json::from_value(rule).ok()? {
            Rule::Once { at } => Some(at),
            Rule::Wall { .. } => None,
        }
    };
    let at = match deadline::read(words, moment, context.now) {
        Ok(at) => at,
        // Where nothing follows from it, a deadline that cannot be kept is no reason to ask nobody, and nothing people would
        // have to know of: the prompt says what counts.
        Err(_) if policy == Policy::Hold => return Ok(None),
        Err(why) => {
            let now = context.now.with_timezone(&context.zone).format("%Y-%m-%dT%H:%M");
            return Err(tell(format!("{why} (It is {now} in {} now.)", context.zone)));
        }
    };
    Ok(Some(Deadline { at, policy }))
}

/// The words on one line, without signs nobody sees, if they are short enough.
fn bounded(what: &str, words: &str, most: usize) -> Result<String, ToolError> {
    let line = invisible::without(words).split_whitespace().collect::<Vec<_>>().join(" ");
    let length = line.chars().count();
    if length > most {
        return Err(tell(format!("The {what} has {length} characters; {most} are the most.")));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use crate::tools::ask_decision::*;
    use crate::tools::testing::{context, told};
    use chrono::NaiveDateTime;
    use serde_json::json;
    use std::sync::Arc;

    /// The tool, with a reader of ISO times.
    fn tool() -> AskDecision {
        let parse_when: ParseWhen = Arc::new(|text, zone, _| {
            let wall = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").map_err(|why| why.to_string())?;
            let at = crate::secretary::when::instant_of(zone, wall).ok_or("no such time")?;
            serde_json::to_value(Rule::Once { at }).map_err(|why| why.to_string())
        });
        AskDecision { parse_when }
    }

    #[tokio::test]
    async fn a_good_question_is_returned() {
        let arguments = json!({"question": " Which\ncolour? ", "why": null, "recommended": 1, "reason": "warm",
            "options": [{"label": "Blue", "impact": null}, {"label": "Red", "impact": "bold"}]});
        let output = tool().call(&context(), arguments).await.unwrap();
        let ToolOutput::Ask(asked) = output else { panic!("{output:?}") };
        assert_eq!((asked.question.as_str(), asked.recommended), ("Which colour?", Some(1)));
        assert_eq!((asked.kind, asked.deadline), (Kind::Other, None));
        let red = &asked.options[1];
        assert_eq!((red.label.as_str(), red.impact.as_str(), red.pros.as_str()), ("Red", "bold", ""));
    }

    #[tokio::test]
    async fn everything_that_can_be_said_is_taken() {
        let arguments = json!({"question": "Which colour?", "kind": "technical_choice", "recommended": 0,
            "deadline": "2026-11-21T18:00", "without_answer": "recommended",
            "options": [{"label": "Blue", "pros": "calm", "cons": "cold"}, {"label": "Red"}]});
        let output = tool().call(&context(), arguments).await.unwrap();
        let ToolOutput::Ask(asked) = output else { panic!("{output:?}") };
        let deadline = asked.deadline.unwrap();
        assert_eq!((asked.kind, deadline.policy), (Kind::Technical, Policy::Recommended));
        assert_eq!(deadline.at.to_rfc3339(), "2026-11-21T17:00:00+00:00");
        assert_eq!((asked.options[0].pros.as_str(), asked.options[0].cons.as_str()), ("calm", "cold"));
    }

    #[tokio::test]
    async fn deadlines_that_cannot_be_kept_are_explained() {
        for (deadline, silence, recommended, word) in [
            ("2026-11-20T18:00", "cancel", None, "in the past"),
            ("0.1", "cancel", None, "at least 15 minutes"),
            ("2027-03-01T18:00", "cancel", None, "at most 30 days"),
            ("whenever", "cancel", None, "It is 2026-11-21T13:00 in Europe/Berlin now."),
            ("4", "recommended", None, "Nothing is recommended"),
            ("4", "sell", Some(0), "arguments do not fit"),
        ] {
            let arguments = json!({"question": "q", "options": [{"label": "a"}, {"label": "b"}],
                "recommended": recommended, "deadline": deadline, "without_answer": silence});
            let words = told(&tool(), arguments).await;
            assert!(words.contains(word), "{deadline}: {words}");
        }
    }

    #[tokio::test]
    async fn a_deadline_without_consequence_never_keeps_people_from_being_asked() {
        for (deadline, silence) in [("whenever", "hold"), ("2026-11-20T18:00", "hold"), ("", "cancel")] {
            let arguments = json!({"question": "q", "options": [{"label": "a"}, {"label": "b"}],
                "deadline": deadline, "without_answer": silence});
            let output = tool().call(&context(), arguments).await.unwrap();
            let ToolOutput::Ask(asked) = output else { panic!("{output:?}") };
            assert_eq!((asked.deadline, asked.why.as_str()), (None, ""), "{deadline}");
        }
    }

    #[test]
    fn the_schema_stays_small() {
        let schema = serde_json::to_string(&tool().spec()).unwrap();
        assert!(schema.len() < 2_400 && !schema.contains("anyOf") && !schema.contains("oneOf"), "{schema}");
    }

    #[tokio::test]
    async fn bad_questions_are_explained() {
        let option = |label: &str| json!({"label": label});
        for (question, options, recommended, word) in [
            ("", vec![option("a"), option("b")], None, "question is empty"),
            ("q", vec![option("a")], None, "two to eight"),
            ("q", (0..9).map(|n| option(&n.to_string())).collect(), None, "not 9"),
            ("q", vec![option("a"), option(" ")], None, "no label"),
            ("q", vec![option("a"), option("\u{200b}")], None, "no label"),
            ("q", vec![option("Yes"), option("✅")], None, "no label"),
            ("✔", vec![option("a"), option("b")], None, "question is empty"),
            ("q", vec![option("A"), option("a ")], None, "option 0, “A”, and option 1, “a”, counted from 0"),
            (
                "q",
                vec![option("No"), option("Start"), option("\u{200b}Start")],
                None,
                "option 1, “Start”, and option 2",
            ),
            ("q", vec![option("Start"), option("Ѕtаrt")], None, "look the same"),
            ("q", vec![option("Yes"), option("✔ Yes.")], None, "look the same"),
            ("q", vec![option("a"), option("b")], Some(2), "from 0 to 1"),
            ("q", vec![option("a"), option(&"b".repeat(61))], None, "61 characters"),
        ] {
            let arguments = json!({"question": question, "options": options, "recommended": recommended});
            let words = told(&tool(), arguments).await;
            assert!(words.contains(word), "{words}");
        }
    }
}
