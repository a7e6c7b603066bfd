//! Checks of what a message contains: text after markup, keyboards (platform-facts T20–T24, T50, T51).

use serde_json::{Map, Value};

use super::html;
use super::params::{ApiError, Params, bad};
use crate::telegram::observed::{Button, Entity, Violation};
use crate::telegram::state::State;

const MAX_TEXT: usize = 4096;
const MAX_CAPTION: usize = 1024;
const MAX_RAW_BYTES: usize = 32_768;
const MAX_ENTITIES: usize = 100;
const MAX_BUTTONS: usize = 100;
const MAX_ROW: usize = 8;

/// Parsed text of a message.
#[derive(Debug)]
#[allow(clippy::struct_field_names, reason = "named as the platform names it")]
pub(crate) struct Text {
    pub text: String,
    pub entities: Vec<Entity>,
    pub source: String,
    pub parse_mode: Option<String>,
}

/// Which parameters hold the text.
#[derive(Clone, Copy)]
pub(crate) enum Field {
    Text,
    Caption,
}

pub(crate) fn text(state: &mut State, params: &Params, field: Field) -> Result<Text, ApiError> {
    let (name, marks) = match field {
        Field::Text => ("text", "entities"),
        Field::Caption => ("caption", "caption_entities"),
    };
    let source = params.text(name).unwrap_or_default();
    if source.len() > MAX_RAW_BYTES {
        return Err(bad("text is too long"));
    }
    let parse_mode = params.text("parse_mode").filter(|mode| !mode.is_empty());
    let (text, entities) = match parse_mode.as_deref() {
        None => (source.clone(), given_entities(params, marks)?),
        Some(mode) if mode.eq_ignore_ascii_case("html") => {
            html::parse(&source).map_err(|why| bad(&format!("can't parse entities: {why}")))?
        }
        Some(mode) => {
            state.violate(Violation::Unknown(format!("parse_mode {mode}")));
            return Err(bad("unsupported parse_mode"));
        }
    };
    let (text, mut entities) = trim(&text, entities);
    let count = text.chars().count();
    match field {
        Field::Text if text.is_empty() => return Err(bad("message text is empty")),
        Field::Text if count > MAX_TEXT => return Err(bad("message is too long")),
        Field::Caption if count > MAX_CAPTION => return Err(bad("message caption is too long")),
        Field::Text | Field::Caption => {}
    }
    if entities.len() > MAX_ENTITIES {
        state.violate(Violation::EntitiesDropped(entities.len() - MAX_ENTITIES));
        entities.truncate(MAX_ENTITIES);
    }
    Ok(Text { text, entities, source, parse_mode })
}

fn given_entities(params: &Params, name: &str) -> Result<Vec<Entity>, ApiError> {
    let Some(list) = params.json(name)? else {
        return Ok(Vec::new());
    };
    let list = list.as_array().cloned().unwrap_or_default();
    let read = |value: &Value| {
        let mut extra = value.as_object()?.clone();
        let kind = extra.remove("type")?.as_str()?.to_owned();
        let offset = usize::try_from(extra.remove("offset")?.as_u64()?).ok()?;
        let length = usize::try_from(extra.remove("length")?.as_u64()?).ok()?;
        Some(Entity { kind, offset, length, extra })
    };
    list.iter().map(|value| read(value).ok_or_else(|| bad("can't parse MessageEntity"))).collect()
}

/// The server trims white space around the text; entities move with it and are cut at the ends.
fn trim(text: &str, entities: Vec<Entity>) -> (String, Vec<Entity>) {
    let trimmed = text.trim();
    let units = |s: &str| s.encode_utf16().count();
    let cut = units(&text[..text.len() - text.trim_start().len()]);
    let total = units(trimmed);
    let moved = entities.into_iter().filter_map(|mut e| {
        let end = (e.offset + e.length).saturating_sub(cut).min(total);
        e.offset = e.offset.saturating_sub(cut);
        e.length = end.saturating_sub(e.offset);
        (e.length > 0).then_some(e)
    });
    (trimmed.to_owned(), moved.collect())
}

/// Entities Telegram finds by itself in what people write: commands, mentions, addresses.
pub(crate) fn detect(text: &str) -> Vec<Entity> {
    let mut found = Vec::new();
    let mut offset = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let rest = word.get(1..).unwrap_or_default();
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '@';
        let kind = if word.starts_with('/') && !rest.is_empty() && rest.chars().all(name) {
            Some("bot_command")
        } else if word.starts_with('@') && rest.len() >= 3 && rest.chars().all(name) {
            Some("mention")
        } else if word.starts_with("http://") || word.starts_with("https://") {
            Some("url")
        } else {
            None
        };
        if let Some(kind) = kind {
            let length = word.encode_utf16().count();
            found.push(Entity { kind: kind.to_owned(), offset, length, extra: Map::new() });
        }
        offset += piece.encode_utf16().count();
    }
    found
}

/// What `reply_markup` asks for.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    pub buttons: Vec<Vec<Button>>,
    pub force_reply: bool,
}

pub(crate) fn markup(params: &Params, inline_only: bool) -> Result<Markup, ApiError> {
    let Some(markup) = params.json("reply_markup")? else {
        return Ok(Markup::default());
    };
    if let Some(rows) = markup.get("inline_keyboard") {
        return inline(rows).map(|buttons| Markup { buttons, force_reply: false });
    }
    if inline_only {
        return Err(bad("inline keyboard expected"));
    }
    if markup.get("force_reply").is_some() {
        let hint = markup.get("input_field_placeholder").and_then(Value::as_str);
        if hint.is_some_and(|h| h.is_empty() || h.chars().count() > 64) {
            return Err(bad("input field placeholder must be 1-64 characters long"));
        }
        return Ok(Markup { buttons: Vec::new(), force_reply: true });
    }
    if markup.get("keyboard").is_some() || markup.get("remove_keyboard").is_some() {
        return Ok(Markup::default());
    }
    Err(bad("object expected as reply markup"))
}

fn inline(rows: &Value) -> Result<Vec<Vec<Button>>, ApiError> {
    let wrong = || bad("field \"inline_keyboard\" of the InlineKeyboardMarkup must be an Array of Arrays");
    let mut keyboard = Vec::new();
    let mut count = 0;
    for row in rows.as_array().ok_or_else(wrong)? {
        let row = row.as_array().ok_or_else(wrong)?;
        count += row.len();
        if row.len() > MAX_ROW || count > MAX_BUTTONS {
            return Err(bad("reply markup is too long"));
        }
        let buttons: Vec<Button> = row.iter().map(button).collect::<Result<_, _>>()?;
        if !buttons.is_empty() {
            keyboard.push(buttons);
        }
    }
    Ok(keyboard)
}

fn button(raw: &Value) -> Result<Button, ApiError> {
    const KINDS: [&str; 9] = [
        "callback_data",
        "url",
        "web_app",
        "login_url",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        "switch_inline_query_chosen_chat",
        "copy_text",
        "pay",
    ];
    let label = raw.get("text").and_then(Value::as_str).unwrap_or_default();
    if label.is_empty() {
        return Err(bad("can't parse inline keyboard button: Field \"text\" must be non-empty"));
    }
    if KINDS.iter().filter(|kind| raw.get(**kind).is_some()).count() != 1 {
        return Err(bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"));
    }
    let data = raw.get("callback_data").map(|data| data.as_str().unwrap_or_default());
    if data.is_some_and(|data| data.is_empty() || data.len() > 64) {
        return Err(bad("BUTTON_DATA_INVALID"));
    }
    let style = raw.get("style").and_then(Value::as_str);
    if style.is_some_and(|style| !["danger", "success", "primary"].contains(&style)) {
        return Err(bad("can't parse inline keyboard button: invalid button style specified"));
    }
    let copied = raw.pointer("/copy_text/text").and_then(Value::as_str);
    if copied.is_some_and(|text| text.is_empty() || text.chars().count() > 256) {
        return Err(bad("COPY_TEXT_INVALID"));
    }
    Ok(Button { label: label.to_owned(), data: data.map(str::to_owned), raw: raw.clone() })
}
