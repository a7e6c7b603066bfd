//! Slash commands: their registration at Discord, and the translation of a typed one into the form that all platforms
//! share. The list of commands is an argument.

use serde_json::{Value, json};
use serenity::model::application::{CommandDataOption, CommandDataOptionValue};
use sha2::{Digest, Sha256};

/// Choices of an option and of an autocompletion (platform-facts D36, D37).
pub(super) const CHOICES: usize = 25;
const NAME: usize = 32;
const DESCRIPTION: usize = 100;

/// One slash command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// The lower-case name, at most 32 characters (platform-facts D36).
    pub name: String,
    /// What it does, at most 100 characters.
    pub description: String,
    /// What may be typed behind it, in this order; required ones first.
    pub options: Vec<OptionSpec>,
}

/// One option of a slash command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The lower-case name, at most 32 characters.
    pub name: String,
    /// What belongs there, at most 100 characters.
    pub description: String,
    /// Whether the command makes no sense without it.
    pub required: bool,
    /// What it holds.
    pub kind: OptionKind,
    /// The only values allowed, at most 25; empty when any are.
    pub choices: Vec<String>,
}

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Any words.
    Text,
    /// The number of a ticket, completed while it is typed.
    Ticket,
}

/// The definition of all commands, for the bulk overwrite.
pub(super) fn definition(specs: &[CommandSpec]) -> Value {
    let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    let option = |spec: &OptionSpec| {
        let mut option = json!({
            "type": 3, "name": cut(&spec.name, NAME), "description": cut(&spec.description, DESCRIPTION),
            "required": spec.required,
        });
        if !spec.choices.is_empty() {
            let choices = spec.choices.iter().take(CHOICES);
            option["choices"] = choices.map(|c| json!({"name": cut(c, 100), "value": cut(c, 100)})).collect();
        } else if spec.kind == OptionKind::Ticket {
            option["autocomplete"] = Value::Bool(true);
        }
        option
    };
    // Contexts 0 and 1: servers, and direct messages with the bot.
    let command = |spec: &CommandSpec| {
        json!({
            "type": 1, "name": cut(&spec.name, NAME), "description": cut(&spec.description, DESCRIPTION),
            "contexts": [0, 1], "options": spec.options.iter().map(option).collect::<Vec<_>>(),
        })
    };
    specs.iter().map(command).collect()
}

/// A short fingerprint of a definition, to register commands only when they changed.
pub(super) fn fingerprint(application: u64, definition: &Value) -> String {
    let digest = Sha256::digest(definition.to_string());
    let hex: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("{application}:{hex}")
}

/// What was typed behind a command, as one line of words in the order of its options.
pub(super) fn words(specs: &[CommandSpec], name: &str, given: &[CommandDataOption]) -> String {
    let known = specs.iter().find(|spec| spec.name == name);
    let place = |option: &CommandDataOption| {
        let at = known.and_then(|spec| spec.options.iter().position(|o| o.name == option.name));
        at.unwrap_or(usize::MAX)
    };
    let mut given: Vec<&CommandDataOption> = given.iter().collect();
    given.sort_by_key(|option| place(option));
    let values: Vec<String> = given.into_iter().map(|option| value(&option.value)).collect();
    values.iter().map(|v| v.trim()).filter(|v| !v.is_empty()).collect::<Vec<_>>().join(" ")
}

fn value(value: &CommandDataOptionValue) -> String {
    match value {
        CommandDataOptionValue::String(text) | CommandDataOptionValue::Autocomplete { value: text, .. } => text.clone(),
        CommandDataOptionValue::Integer(n) => n.to_string(),
        CommandDataOptionValue::Number(n) => n.to_string(),
        CommandDataOptionValue::Boolean(yes) => yes.to_string(),
        CommandDataOptionValue::User(id) => id.to_string(),
        CommandDataOptionValue::Channel(id) => id.to_string(),
        CommandDataOptionValue::Role(id) => id.to_string(),
        CommandDataOptionValue::Mentionable(id) => id.to_string(),
        CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner) => {
            inner.iter().map(|option| self::value(&option.value)).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::commands::*;

    fn spec() -> CommandSpec {
        let option = |name: &str, kind, choices: &[&str]| OptionSpec {
            name: name.into(),
            description: "d".into(),
            required: name == "ticket",
            kind,
            choices: choices.iter().map(|c| (*c).to_owned()).collect(),
        };
        CommandSpec {
            name: "revise".into(),
            description: "x".repeat(200),
            options: vec![option("ticket", OptionKind::Ticket, &[]), option("words", OptionKind::Text, &["a", "b"])],
        }
    }

    #[test]
    fn the_definition_keeps_the_limits() {
        let shown = definition(&[spec()]);
        assert_eq!(shown[0]["description"].as_str().map(str::len), Some(100));
        assert_eq!(shown[0]["options"][0]["autocomplete"], true);
        assert_eq!(shown[0]["options"][1]["choices"][1]["value"], "b");
        assert_ne!(fingerprint(1, &shown), fingerprint(1, &definition(&[])));
    }

    #[test]
    fn words_come_in_the_order_of_the_options() {
        let given: Vec<CommandDataOption> = serde_json::from_value(json!([
            {"type": 3, "name": "words", "value": " cheaper "}, {"type": 3, "name": "ticket", "value": "12"},
        ]))
        .unwrap();
        assert_eq!(words(&[spec()], "revise", &given), "12 cheaper");
    }
}
