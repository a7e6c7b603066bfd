//! The `parse_mode: HTML` of the Bot API: the documented tags, nesting and named entities (platform-facts T50, T52).
//! It accepts nothing the documentation does not list.

use serde_json::{Map, Value, json};

use crate::telegram::observed::Entity;

struct Open {
    tag: String,
    start: usize,
    attributes: Vec<(String, String)>,
}

/// Text and entities of a marked-up message; offsets and lengths in UTF-16 units.
///
/// # Errors
/// The sentence that follows "Bad Request: can't parse entities: ".
pub fn parse(source: &str) -> Result<(String, Vec<Entity>), String> {
    let mut text = String::new();
    let mut units = 0;
    let mut open: Vec<Open> = Vec::new();
    let mut entities = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        match c {
            '<' => {
                let Some(end) = tag_end(source, at) else {
                    let kind = if source[at + 1..].starts_with('/') { "end" } else { "start" };
                    return Err(format!("Unclosed {kind} tag at byte offset {at}"));
                };
                let inner = &source[at + 1..end];
                if let Some(name) = inner.strip_prefix('/') {
                    let opened = close(&mut open, name.trim(), at)?;
                    let inside_pre = open.last().is_some_and(|o| o.tag == "pre");
                    if units > opened.start {
                        entities.push(entity(&opened, units - opened.start, inside_pre));
                    }
                } else {
                    open.push(start(inner, units, at)?);
                }
                at = end + 1;
            }
            '&' => {
                let (decoded, used) = reference(&source[at..]);
                text.push(decoded);
                units += decoded.len_utf16();
                at += used;
            }
            other => {
                text.push(other);
                units += other.len_utf16();
                at += other.len_utf8();
            }
        }
    }
    if let Some(last) = open.last() {
        return Err(format!("Can't find end tag corresponding to start tag \"{}\"", last.tag));
    }
    merge_pre_language(&mut entities);
    entities.sort_by_key(|e: &Entity| (e.offset, std::cmp::Reverse(e.length)));
    Ok((text, entities))
}

fn tag_end(source: &str, at: usize) -> Option<usize> {
    let mut quote = None;
    for (i, c) in source[at..].char_indices() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some(at + i),
            _ => {}
        }
    }
    None
}

fn close(open: &mut Vec<Open>, name: &str, at: usize) -> Result<Open, String> {
    let name = name.to_ascii_lowercase();
    match open.pop() {
        None => Err(format!("Unexpected end tag at byte offset {at}")),
        Some(last) if last.tag == name => Ok(last),
        Some(last) => {
            Err(format!("Unmatched end tag at byte offset {at}, expected \"</{}>\", found \"</{name}>\"", last.tag))
        }
    }
}

fn start(inner: &str, units: usize, at: usize) -> Result<Open, String> {
    let name_end = inner.find(|c: char| c.is_whitespace()).unwrap_or(inner.len());
    let tag = inner[..name_end].to_ascii_lowercase();
    let attributes = attributes(&inner[name_end..])
        .ok_or_else(|| format!("Can't parse attributes of tag \"{tag}\" at byte offset {at}"))?;
    let has = |name: &str| attributes.iter().any(|(n, _)| n == name);
    let known = matches!(
        tag.as_str(),
        "b" | "strong"
            | "i"
            | "em"
            | "u"
            | "ins"
            | "s"
            | "strike"
            | "del"
            | "a"
            | "code"
            | "pre"
            | "blockquote"
            | "tg-spoiler"
            | "tg-emoji"
            | "tg-time"
            | "span"
    );
    if !known {
        return Err(format!("Unsupported start tag \"{tag}\" at byte offset {at}"));
    }
    if tag == "span" && !attributes.iter().any(|(n, v)| n == "class" && v == "tg-spoiler") {
        return Err(format!("Tag \"span\" must have class \"tg-spoiler\" at byte offset {at}"));
    }
    if tag == "tg-emoji" && !has("emoji-id") {
        return Err(format!("Custom emoji identifier is missing at byte offset {at}"));
    }
    if tag == "tg-time" {
        check_time(&attributes).map_err(|why| format!("{why} at byte offset {at}"))?;
    }
    Ok(Open { tag, start: units, attributes })
}

/// T52: `unix` is required, `format` matches `r|w?[dD]?[tT]?`.
fn check_time(attributes: &[(String, String)]) -> Result<(), String> {
    let get = |name: &str| attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    if get("unix").and_then(|v| v.parse::<i64>().ok()).is_none() {
        return Err("Invalid date and time specified".to_owned());
    }
    let Some(format) = get("format") else {
        return Ok(());
    };
    let rest = format.strip_prefix('w').unwrap_or(format);
    let rest = rest.strip_prefix(['d', 'D']).unwrap_or(rest);
    let rest = rest.strip_prefix(['t', 'T']).unwrap_or(rest);
    if format == "r" || rest.is_empty() { Ok(()) } else { Err("Invalid date-time format specified".to_owned()) }
}

fn attributes(mut rest: &str) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Some(found);
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let name = rest[..end].to_ascii_lowercase();
        if name.is_empty() {
            return None;
        }
        rest = rest[end..].trim_start();
        let Some(after) = rest.strip_prefix('=') else {
            found.push((name, String::new()));
            continue;
        };
        let after = after.trim_start();
        let (raw, next) = match after.chars().next()? {
            q @ ('"' | '\'') => after[1..].split_once(q)?,
            _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name, unescape(raw)));
        rest = next;
    }
}

fn unescape(raw: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = raw[at..].chars().next() {
        let (c, used) = if c == '&' { reference(&raw[at..]) } else { (c, c.len_utf8()) };
        out.push(c);
        at += used;
    }
    out
}

/// The character a reference at the start of `source` stands for, and the bytes it takes; an unknown one stays "&".
fn reference(source: &str) -> (char, usize) {
    for (name, c) in [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"')] {
        if source.starts_with(name) {
            return (c, name.len());
        }
    }
    let numeric = source.strip_prefix("&#").and_then(|rest| {
        let end = rest.find(';')?;
        let digits = &rest[..end];
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        char::from_u32(code).filter(|c| *c != '\0').map(|c| (c, end + 3))
    });
    numeric.unwrap_or(('&', 1))
}

fn entity(opened: &Open, length: usize, inside_pre: bool) -> Entity {
    let get = |name: &str| opened.attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    let mut extra = Map::new();
    let kind = match opened.tag.as_str() {
        "b" | "strong" => "bold",
        "i" | "em" => "italic",
        "u" | "ins" => "underline",
        "s" | "strike" | "del" => "strikethrough",
        "a" => {
            extra.insert("url".to_owned(), json!(get("href").unwrap_or_default()));
            "text_link"
        }
        "code" => {
            let language = get("class").and_then(|c| c.strip_prefix("language-").map(str::to_owned));
            if let (true, Some(language)) = (inside_pre, language) {
                extra.insert("language".to_owned(), Value::String(language));
            }
            "code"
        }
        "pre" => "pre",
        "blockquote" if get("expandable").is_some() => "expandable_blockquote",
        "blockquote" => "blockquote",
        "tg-emoji" => {
            extra.insert("custom_emoji_id".to_owned(), json!(get("emoji-id")));
            "custom_emoji"
        }
        "tg-time" => {
            extra.insert("unix_time".to_owned(), json!(get("unix").and_then(|v| v.parse::<i64>().ok())));
            if let Some(format) = get("format") {
                extra.insert("date_time_format".to_owned(), Value::String(format));
            }
            "date_time"
        }
        _ => "spoiler",
    };
    Entity { kind: kind.to_owned(), offset: opened.start, length, extra }
}

/// `<pre><code class="language-x">` is one `pre` entity with a language; code and pre contain no other entity.
fn merge_pre_language(entities: &mut Vec<Entity>) {
    let inner: Vec<Entity> = entities.iter().filter(|e| e.kind == "code").cloned().collect();
    for pre in entities.iter_mut().filter(|e| e.kind == "pre") {
        let code = inner.iter().find(|c| c.offset == pre.offset && c.length == pre.length);
        if let Some(language) = code.and_then(|c| c.extra.get("language")) {
            pre.extra.insert("language".to_owned(), language.clone());
        }
    }
    let blocks: Vec<(String, usize, usize)> = entities
        .iter()
        .filter(|e| e.kind == "pre" || e.kind == "code")
        .map(|e| (e.kind.clone(), e.offset, e.offset + e.length))
        .collect();
    entities.retain(|e| {
        !blocks.iter().any(|(kind, from, to)| {
            let inside = *from <= e.offset && e.offset + e.length <= *to;
            let other = e.kind != "pre" && e.kind != *kind;
            inside && other && !(e.kind == "code" && kind == "code")
        })
    });
}
