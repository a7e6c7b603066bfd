//! The table of commands in the form of each platform's menu.

use crate::adapters::discord::{CommandSpec, OptionKind, OptionSpec};
use crate::secretary::message::commands::{COMMANDS, Takes};

/// Names and descriptions.
pub fn plain() -> Vec<(String, String)> {
    COMMANDS.iter().map(|c| (c.name.to_owned(), c.about.to_owned())).collect()
}

/// With options, for slash commands.
pub fn slash() -> Vec<CommandSpec> {
    let command = |c: &crate::secretary::message::commands::Command| CommandSpec {
        name: c.name.to_owned(),
        description: c.about.to_owned(),
        options: c.takes.iter().map(option).collect(),
    };
    COMMANDS.iter().map(command).collect()
}

fn option(takes: &Takes) -> OptionSpec {
    match *takes {
        Takes::Words { name, about, required } => OptionSpec {
            name: name.to_owned(),
            description: about.to_owned(),
            required,
            kind: OptionKind::Text,
            choices: Vec::new(),
        },
        Takes::Ticket { required } => OptionSpec {
            name: "ticket".to_owned(),
            description: "The ticket's number".to_owned(),
            required,
            kind: OptionKind::Ticket,
            choices: Vec::new(),
        },
        Takes::OneOf { name, about, words } => OptionSpec {
            name: name.to_owned(),
            description: about.to_owned(),
            required: false,
            kind: OptionKind::Text,
            choices: words.iter().map(|w| (*w).to_owned()).collect(),
        },
    }
}
