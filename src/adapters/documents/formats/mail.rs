//! Mails: who wrote when to whom about what, the text, and the names of what is attached. Nothing attached is unpacked.

use super::super::output::Output;
use super::html;
use crate::ports::documents::Unreadable;
use mail_parser::{Address, MessageParser, MimeHeaders, PartType};

/// The most names of attachments that are listed.
const MOST_NAMES: usize = 100;

/// Reads a mail.
pub(super) fn read(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let mail = MessageParser::default().parse(bytes).ok_or(Unreadable::Broken)?;
    let people = [("From", mail.from()), ("To", mail.to()), ("Cc", mail.cc())];
    let people = people.map(|(name, addresses)| (name, addresses.map(addresses_of)));
    let about = [("Date", mail.date().map(|date| date.to_rfc3339())), ("Subject", mail.subject().map(str::to_owned))];
    for (name, value) in people.into_iter().chain(about) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            output.line(&format!("{name}: {value}"));
        }
    }
    output.push("\n");
    for part in mail.text_bodies() {
        match &part.body {
            PartType::Text(words) => output.line(words),
            PartType::Html(page) => html::read(page, output),
            PartType::Binary(_) | PartType::InlineBinary(_) | PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    let names: Vec<&str> = mail.attachments().filter_map(|part| part.attachment_name()).take(MOST_NAMES).collect();
    if !names.is_empty() {
        output.line("\nAttachments:");
        for name in names {
            output.line(&format!("- {name}"));
        }
    }
    Ok(())
}

fn addresses_of(addresses: &Address<'_>) -> String {
    let one = |name: Option<&str>, address: Option<&str>| match (name, address) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => String::new(),
    };
    addresses.iter().map(|person| one(person.name(), person.address())).collect::<Vec<_>>().join(", ")
}
