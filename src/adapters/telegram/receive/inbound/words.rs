//! The words of a message: its text or caption without mentions of the bot and with the addresses that stand behind
//! words, and in words what some messages have in place of a text. It must not decide what a message is for.

use super::Us;
use serde_json::Value;
use std::ops::Range;
use url::Url;

/// The words of a message.
pub(super) struct Words {
    /// The text.
    pub(super) text: String,
    /// The bot was mentioned in it.
    pub(super) mentioned: bool,
}

/// A change of a text at a place.
struct Change<'a> {
    at: Range<usize>,
    /// The address to put in; none takes a mention of the bot out.
    address: Option<&'a str>,
}

/// The text or caption of a message, or the part of one that is quoted. Mentions of `us` are taken out.
pub(super) fn of(raw: &Value, us: Option<&Us>) -> Words {
    let (text, entities) = match raw.get("text") {
        Some(text) => (Some(text), raw.get("entities")),
        None => (raw.get("caption"), raw.get("caption_entities")),
    };
    let text = text.and_then(Value::as_str).unwrap_or_default();
    let entities = entities.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut changes: Vec<Change<'_>> = us.map(|us| mentions(text, entities, us)).unwrap_or_default();
    let mentioned = !changes.is_empty();
    changes.extend(addresses(text, entities));
    changes.sort_by_key(|change| change.at.start);
    Words { text: changed(text, &changes), mentioned }
}

/// Where the bot is mentioned.
fn mentions<'a>(text: &str, entities: &[Value], us: &Us) -> Vec<Change<'a>> {
    let ours = |entity: &Value| {
        let at = place(text, entity)?;
        let ours = match entity.get("type")?.as_str()? {
            "mention" => text.get(at.clone())?.strip_prefix('@')?.eq_ignore_ascii_case(&us.username),
            "text_mention" => entity.pointer("/user/id")?.as_i64()?.to_string() == us.id,
            _ => false,
        };
        ours.then_some(Change { at, address: None })
    };
    entities.iter().filter_map(ours).collect()
}

/// The web addresses behind words, each at the end of its words. A link in several pieces has its address once.
fn addresses<'a>(text: &str, entities: &'a [Value]) -> Vec<Change<'a>> {
    let link = |entity: &'a Value| {
        let link = entity.get("type").and_then(Value::as_str) == Some("text_link");
        Some((place(text, entity)?, web_address(entity.get("url"))?)).filter(|_| link)
    };
    let mut links: Vec<(Range<usize>, &str)> = entities.iter().filter_map(link).collect();
    links.sort_by_key(|(at, _)| at.start);
    let mut changes = Vec::new();
    for (n, (at, address)) in links.iter().enumerate() {
        let words = text.get(at.clone()).unwrap_or_default();
        let goes_on = links.get(n + 1).is_some_and(|(next, same)| next.start <= at.end && same == address);
        if !goes_on && bare(words) != bare(address) {
            let end = at.start + words.trim_end().len();
            changes.push(Change { at: end..end, address: Some(*address) });
        }
    }
    changes
}

fn changed(text: &str, changes: &[Change<'_>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut done, mut behind_mention) = (0, false);
    let end = Change { at: text.len()..text.len(), address: None };
    for change in changes.iter().chain([&end]) {
        // Changes may overlap.
        if let Some(before) = text.get(done..change.at.start) {
            let before = if behind_mention { before.trim_start_matches([' ', ',', ':']) } else { before };
            kept.push_str(before);
        }
        done = done.max(change.at.end);
        match change.address {
            Some(address) => {
                if !kept.is_empty() && !kept.ends_with(char::is_whitespace) {
                    kept.push(' ');
                }
                kept.push('(');
                kept.push_str(address);
                kept.push(')');
                behind_mention = false;
            }
            None => behind_mention = true,
        }
    }
    kept.trim().to_owned()
}

/// The web address that a field holds; what leads elsewhere is none.
pub(super) fn web_address(field: Option<&Value>) -> Option<&str> {
    let address = field?.as_str()?.trim();
    let web = Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let plain = !address.contains(|c: char| c.is_whitespace() || c.is_control());
    (web && plain).then_some(address)
}

/// Whether a text has an address in it, however that is written.
pub(super) fn says(text: &str, address: &str) -> bool {
    text.to_lowercase().contains(&bare(address))
}

/// An address without what people leave out of it.
fn bare(address: &str) -> String {
    let address = address.trim().to_lowercase();
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or(&address);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/').to_owned()
}

/// What a message has in place of a text, in words: a contact, a place, the emoji of a sticker, a poll, a checklist.
pub(super) fn instead(raw: &Value) -> Option<String> {
    contact(raw)
        .or_else(|| location(raw))
        .or_else(|| Some(text(raw.get("sticker")?, "emoji").to_owned()).filter(|emoji| !emoji.is_empty()))
        .or_else(|| list(raw.get("poll")?, "Poll", "question", "options"))
        .or_else(|| list(raw.get("checklist")?, "Checklist", "title", "tasks"))
}

/// The full name of a user or of a contact; empty where there is none.
pub(super) fn full_name(of: &Value) -> String {
    joined([text(of, "first_name"), text(of, "last_name")], " ")
}

fn contact(raw: &Value) -> Option<String> {
    let contact = raw.get("contact")?;
    let known = joined([&full_name(contact), text(contact, "phone_number")], ", ");
    (!known.is_empty()).then(|| format!("Contact: {known}"))
}

fn location(raw: &Value) -> Option<String> {
    let venue = raw.get("venue").unwrap_or(&Value::Null);
    let point = raw.get("location").or_else(|| venue.get("location"))?;
    let degrees = |field: &str| point.get(field).and_then(Value::as_f64);
    let point = format!("{:.4}, {:.4}", degrees("latitude")?, degrees("longitude")?);
    let named = joined([text(venue, "title"), text(venue, "address")], ", ");
    Some(format!("Location: {}", joined([&point, &named], " — ")))
}

/// A title with lines under it.
fn list(raw: &Value, label: &str, title: &str, items: &str) -> Option<String> {
    let title = Some(text(raw, title)).filter(|title| !title.is_empty())?;
    let items = raw.get(items).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut lines = vec![format!("{label}: {title}")];
    lines.extend(items.iter().map(|item| format!("- {}", text(item, "text"))));
    Some(lines.join("\n"))
}

fn text<'a>(of: &'a Value, field: &str) -> &'a str {
    of.get(field).and_then(Value::as_str).unwrap_or_default().trim()
}

fn joined(parts: [&str; 2], between: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

/// The bytes of an entity, whose place is given in UTF-16 units, if it lies on character boundaries (platform-facts T20).
fn place(text: &str, entity: &Value) -> Option<Range<usize>> {
    let field = |name: &str| usize::try_from(entity.get(name)?.as_u64()?).ok();
    let (offset, length) = (field("offset")?, field("length")?);
    let end = offset.checked_add(length)?;
    let (mut units, mut start) = (0, None);
    for (at, c) in text.char_indices().map(|(at, c)| (at, c.len_utf16())).chain([(text.len(), 0)]) {
        if units == offset && start.is_none() {
            start = Some(at);
        }
        if units == end {
            return start.map(|start| start..at);
        }
        units += c;
    }
    None
}
