//! Sets a reminder, once or repeated. The given parser makes the rule; when the reminder fires and who gets it is
//! decided elsewhere.

use super::ParseWhen;
use super::schema::{read, spec, tell};
use crate::ports::model::ToolSpec;
use crate::ports::tool::{Policy, Repetition, Risk, Terms, Tool, ToolContext, ToolError, ToolOutput};
use crate::secretary::when::Rule;
use async_trait::async_trait;
use chrono_tz::Tz;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The longest text of a reminder.
const LONGEST: usize = 1000;

/// Where one moment stands among the arguments.
const WHEN: &str = "when";
/// Where a repetition does.
const REPEAT: &str = "repeat";
const TIMES: [&str; 2] = [WHEN, REPEAT];

/// The tool.
pub(super) struct SetReminder {
    pub(super) parse_when: ParseWhen,
}

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// What the person will read then.
    text: String,
    /// For one moment: the date and time in the person's own zone, like 2026-11-24T09:00. Else null.
    when: Option<String>,
    /// For a repeated reminder instead: a cron line like "0 9 * * 1" or words like "every monday at 09:00". Else null.
    repeat: Option<String>,
}

#[async_trait]
impl Tool for SetReminder {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "set_reminder",
            "Sets a reminder for the person, at one moment (when) or repeated (repeat). Give exactly one of the two.",
        )
    }

    fn terms(&self) -> Terms {
        Terms::outside(Repetition::Keyed, Policy::Never, Risk::Low)
    }

    /// What comes again stands under `repeat` and one moment under `when`, whatever a model calls it; nothing else tells a rule
    /// about reminders which of the two it is.
    fn settled(&self, context: &ToolContext, arguments: Value) -> Option<Value> {
        let Some(mut all) = arguments.as_object().cloned() else { return Some(arguments) };
        all.retain(|name, value| !(TIMES.contains(&name.as_str()) && says_nothing(value)));
        let mut given = TIMES.into_iter().filter(|name| all.contains_key(*name));
        let (Some(from), None) = (given.next(), given.next()) else { return Some(Value::Object(all)) };
        let words = all.get(from).and_then(Value::as_str).map(|words| words.trim().to_owned()).unwrap_or_default();
        let read = (self.parse_when)(&words, context.zone, context.now).ok();
        let Some(rule) = read.and_then(|rule| serde_json::from_value::<Rule>(rule).ok()) else {
            return Some(Value::Object(all));
        };
        let place = if rule.recurs() { REPEAT } else { WHEN };
        if place != from
            && let Some(value) = all.remove(from)
        {
            all.insert(place.to_owned(), value);
        }
        Some(Value::Object(all))
    }

    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError> {
        let arguments: Arguments = read(arguments)?;
        let text = arguments.text.trim().to_owned();
        if text.is_empty() || text.chars().count() > LONGEST {
            return Err(tell(format!("The text must have 1 to {LONGEST} characters.")));
        }
        let given = |words: Option<String>| words.map(|w| w.trim().to_owned()).filter(|w| !w.is_empty());
        let words = match (given(arguments.when), given(arguments.repeat)) {
            (Some(words), None) | (None, Some(words)) => words,
            (Some(_), Some(_)) => return Err(tell("Give either when or repeat, not both.")),
            (None, None) => return Err(tell("Say when: one moment (when) or a repetition (repeat).")),
        };
        let mut rule = (self.parse_when)(&words, context.zone, context.now).map_err(|why| {
            let now = context.now.with_timezone(&context.zone).format("%Y-%m-%dT%H:%M");
            tell(format!("{why} (It is {now} in {} now.)", context.zone))
        })?;
        // "in 2 hours" is the same moment everywhere; "at 9" is not, and moves should the zone turn out to be another.
        let elsewhere = if context.zone == Tz::Asia__Kathmandu { Tz::UTC } else { Tz::Asia__Kathmandu };
        let local = (self.parse_when)(&words, elsewhere, context.now).map_or(true, |there| there != rule);
        if let Some(fields) = rule.as_object_mut() {
            fields.insert("local".to_owned(), Value::Bool(local));
        }
        Ok(ToolOutput::Remind { text, rule })
    }
}

/// Whether an argument is as good as left out.
fn says_nothing(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|words| words.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use crate::tools::set_reminder::*;
    use crate::tools::testing::{context, parts, told};
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn a_repetition_and_a_moment_have_one_place_each() {
        let parse_when: ParseWhen = Arc::new(|text, zone, now| {
            let _ = zone;
            let rule = match text {
                "every day at 09:00" => Ok(Rule::wall("0 9 * * *".to_owned(), text.to_owned())),
                "0 9 * * 1" => Ok(Rule::wall(text.to_owned(), "every Monday at 09:00".to_owned())),
                "2026-12-28T09:00" => Ok(Rule::Once { at: now }),
                _ => Err("no time".to_owned()),
            };
            serde_json::to_value(rule?).map_err(|why| why.to_string())
        });
        let tool = SetReminder { parse_when };
        let daily = json!({"text": "a", "repeat": "every day at 09:00"});
        let once = json!({"text": "a", "when": "2026-12-28T09:00"});
        for (given, settled) in [
            (json!({"text": "a", "when": "every day at 09:00"}), &daily),
            (json!({"text": "a", "when": " ", "repeat": "every day at 09:00"}), &daily),
            (json!({"text": "a", "when": "2026-12-28T09:00", "repeat": null}), &once),
            (json!({"text": "a", "repeat": "2026-12-28T09:00", "when": null}), &once),
            (json!({"text": "a", "when": "0 9 * * 1"}), &json!({"text": "a", "repeat": "0 9 * * 1"})),
            (json!({"text": "a", "when": "soonish"}), &json!({"text": "a", "when": "soonish"})),
            (json!({"text": "a", "when": "b", "repeat": "c"}), &json!({"text": "a", "when": "b", "repeat": "c"})),
            (json!({"text": "a", "when": 3}), &json!({"text": "a", "when": 3})),
        ] {
            let there = tool.settled(&context(), given.clone()).unwrap();
            assert_eq!(&there, settled, "{given}");
            assert_eq!(tool.settled(&context(), there).as_ref(), Some(settled), "twice is once");
        }
    }

    #[tokio::test]
    async fn times_become_rules_or_an_explanation() {
        let tool = SetReminder { parse_when: parts().parse_when };
        let output = tool.call(&context(), json!({"text": "call", "when": "2026-11-24T09:00", "repeat": null})).await;
        let rule = json!({"rule": "2026-11-24T09:00", "zone": "Europe/Berlin", "local": true});
        assert_eq!(output, Ok(ToolOutput::Remind { text: "call".into(), rule }));
        assert!(tool.call(&context(), json!({"text": "call", "repeat": "every monday at 09:00"})).await.is_ok());
        for (arguments, word) in [
            (json!({"text": "", "when": "2026-11-24T09:00"}), "1 to 1000"),
            (json!({"text": "a"}), "Say when"),
            (json!({"text": "a", "when": "b", "repeat": "c"}), "not both"),
            (json!({"text": "a", "when": "soonish"}), "is no time (It is 2026-11-21T13:00 in Europe/Berlin now.)"),
        ] {
            let words = told(&tool, arguments).await;
            assert!(words.contains(word), "{words}");
        }
    }
}
