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
    let none: &[&str] = &[];
    let (name, about, required, kind, words) = match *takes {
        Takes::Words { name, about, required } => (name, about, required, OptionKind::Text, none),
        Takes::Ticket { required } => ("ticket", "The ticket's number", required, OptionKind::Ticket, none),
        Takes::OneOf { name, about, words } => (name, about, false, OptionKind::Text, words),
    };
    let choices = words.iter().map(|word| (*word).to_owned()).collect();
    OptionSpec { name: name.to_owned(), description: about.to_owned(), required, kind, choices }
}
