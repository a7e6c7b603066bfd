//! The readers and the writer of this adapter for arbitrary input (`crate::fuzzing`), with the promises that only
//! this adapter knows. It sends nothing.

use super::commands::{CommandSpec, OptionKind, OptionSpec};
use super::receive::inbound::{Reader, kind_of};
use super::receive::undecoded;
use super::send::components;
use super::send::handles::handle_parts;
use super::send::render::{Rendered, render};
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::{Account, ChatKind, Inbound, Platform};
use crate::secretary::message::{Block, Button, Form, Message, Span};
use chrono::DateTime;
use serde_json::Value;
use serenity::model::application::Interaction;
use serenity::model::event::{Event, GatewayEvent};
use std::collections::{HashMap, HashSet};

/// Characters of one message (platform-facts D20).
const MOST: usize = 2_000;
/// Kinds of messages that say nothing: a thread began, and the message it began with.
const THREADS: [u64; 2] = [18, 21];

/// Reads a text as a frame of the gateway: the event it is, if it is one of a person's.
pub fn frame(text: &str) -> Option<Inbound> {
    let titles = HashMap::from([(20, "#ideas".to_owned())]);
    let option = |name: &str, kind| OptionSpec {
        name: name.to_owned(),
        description: "What belongs there".to_owned(),
        required: false,
        kind,
        choices: Vec::new(),
    };
    let options = vec![option("ticket", OptionKind::Ticket), option("words", OptionKind::Text)];
    let commands = [CommandSpec { name: "revise".to_owned(), description: "Does it again".to_owned(), options }];
    let role_names = HashMap::from([(42, "Moderators".to_owned())]);
    let channels = HashMap::from([(10, HashSet::from([20]))]);
    let people = HashMap::from([(10, HashMap::from([(30, "Ann".to_owned())]))]);
    let reader = Reader {
        bot: "1",
        roles: &[77],
        role_names: &role_names,
        titles: &titles,
        channels: &channels,
        people: &people,
        commands: &commands,
    };
    let read = serde_json::from_str::<GatewayEvent>(text);
    let inbound = match &read {
        Ok(GatewayEvent::Dispatch(_, event)) => dispatched(&reader, event),
        Ok(_) | Err(_) => None,
    };
    if let Some(handle) = inbound.as_ref().and_then(|inbound| inbound.handle.as_deref()) {
        // One that could not be ours answers nothing; what can must come back as it went out.
        if let Some((application, token, until)) = handle_parts(handle) {
            assert_eq!(handle, format!("{application}:{token}:{until}"));
        }
    }
    assert!(inbound.is_some() || !said_by_somebody(text), "a message was dropped");
    inbound
}

fn dispatched(reader: &Reader<'_>, event: &Event) -> Option<Inbound> {
    match event {
        Event::MessageCreate(said) => {
            reader.message(&said.message, kind_of(said.message.guild_id.is_some() || said.message.member.is_some()))
        }
        Event::MessageUpdate(edited) => reader.edit(edited, kind_of(edited.guild_id.is_some())),
        Event::InteractionCreate(acted) => {
            if let Interaction::Autocomplete(typed) = &acted.interaction {
                let _ = typed.data.autocomplete().map(|option| option.value.len());
            }
            reader.interaction(&acted.interaction)
        }
        Event::Unknown(unknown) => match unknown.kind.as_str() {
            "MESSAGE_CREATE" => {
                let kind = if unknown.value["guild_id"].is_null() { ChatKind::Direct } else { ChatKind::Group };
                let (order, inbound) = undecoded::message(reader, &unknown.value, kind)?;
                assert_eq!(inbound.event, format!("m{order}"));
                Some(inbound)
            }
            "MESSAGE_UPDATE" => {
                let kind = if unknown.value["guild_id"].is_null() { ChatKind::Direct } else { ChatKind::Group };
                undecoded::edit(reader, &unknown.value, kind)
            }
            "INTERACTION_CREATE" => undecoded::interaction(reader, &unknown.value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a frame is a message of a person with everything by which it is known: then it may not be dropped.
fn said_by_somebody(text: &str) -> bool {
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let said = &frame["d"];
    let author = &said["author"];
    let ids = [&said["id"], &said["channel_id"], &author["id"]];
    let plain = |id: &&Value| id.as_str().is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()));
    let told = said["timestamp"].as_str().is_some_and(|at| DateTime::parse_from_rfc3339(at).is_ok());
    let person = author["bot"].is_null() && said["webhook_id"].is_null() && author["id"] != "1";
    let known = said["type"].is_null() || said["type"].as_u64().is_some_and(|kind| !THREADS.contains(&kind));
    frame["op"] == 0
        && frame["s"].is_u64()
        && frame["t"] == "MESSAGE_CREATE"
        && ids.iter().all(|id| undecoded::number(id).is_some() && plain(id))
        && told
        && person
        && known
}

/// Writes blocks: parts that fit, with those to mention who are meant.
pub fn parts(blocks: &[Block]) -> Vec<String> {
    let people = [(PersonId::new("mara"), Account { platform: Platform::Discord, user: "42".to_owned() })];
    let message = Message { blocks: blocks.to_vec(), mentions: vec![PersonId::new("mara")], ..Message::default() };
    let shown = render(&message, &people, true);
    assert_eq!(shown, render(&message, &people, true), "the same message gives the same parts");
    let Rendered { parts, components, mentions } = shown;
    assert!(components.is_empty() && mentions == ["42"]);
    for part in &parts {
        assert!(part.chars().count() <= MOST, "{} characters", part.chars().count());
    }
    parts
}

/// Writes a line of plain words, which must not become a mention, a channel or a command.
pub fn words(text: &str) {
    let message = Message { blocks: vec![Block::Line(vec![Span::text(text)])], ..Message::default() };
    for part in render(&message, &[], true).parts {
        assert!(!part.contains("@everyone") && !part.contains("@here"), "{part}");
        for mark in ["<@", "<#", "</", "<:", "<t:"] {
            let bare = part.match_indices(mark).any(|(at, _)| !part[..at].ends_with('\\'));
            assert!(!bare, "{mark} means something in {part}");
        }
    }
}

/// Writes buttons: their data is as given, and fits.
pub fn buttons(rows: &[Vec<Button>]) {
    let shown = components::rows(rows);
    assert!(shown.len() <= 5);
    for row in &shown {
        let inner = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        assert!((1..=5).contains(&inner.len()), "{row}");
        for one in inner {
            let data = one["custom_id"].as_str().unwrap_or_default();
            assert!((1..=100).contains(&data.chars().count()), "{row}");
            let options = one["options"].as_array().map(Vec::as_slice).unwrap_or_default();
            assert!(options.len() <= 25);
            let label = one["label"].as_str().map_or(0, |label| label.chars().count());
            assert!(label <= 80, "{row}");
        }
    }
}

/// Writes a form; reads a handle.
pub fn form(title: &str, data: &str) {
    let form = Form { title: title.to_owned(), label: title.to_owned(), filled: title.to_owned() };
    let shown = components::modal(data, &form);
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    assert!((1..=45).contains(&length(&shown["title"])), "{shown}");
    let field = &shown["components"][0]["components"][0];
    assert!((1..=45).contains(&length(&field["label"])) && length(&field["value"]) <= 4_000, "{shown}");
    if let Some((application, token, until)) = handle_parts(title) {
        assert!(!token.is_empty() && application.bytes().all(|b| b.is_ascii_digit()));
        assert!(handle_parts(&format!("{application}:{token}:{until}")) == Some((application, token, until)));
    }
}
