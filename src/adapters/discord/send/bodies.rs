//! The bodies of messages as Discord takes them: text, buttons, mentions and a file. Nothing is sent here.

use super::render::{MOST, Rendered};
use super::rest::Body;
use crate::secretary::ticket::task::Attached;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub(super) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Bytes of a text that is cut to what Discord takes, and the most it takes (platform-facts D24).
const TEXT_BYTES: usize = 9 * 1024 * 1024;
const MOST_BYTES: usize = 10 * 1024 * 1024;
/// Said in place of a file; so short that it fits below a part of any message.
pub(super) const NO_FILE: &str =
    "The file could not be attached: I may not do that here. Ask an admin for the right “Attach Files”.";
pub(super) const LARGE_FILE: &str = "The file could not be attached: Discord takes no more than 10 MiB.";

/// A file that goes with a message: its name as Discord takes it, and its bytes.
pub(super) struct Upload<'a> {
    pub(super) name: String,
    bytes: &'a [u8],
}

impl<'a> Upload<'a> {
    /// The file of a message; `bytes` where they do not lie in it.
    pub(super) fn of(file: &'a Attached, bytes: Option<&'a [u8]>) -> Self {
        let text = &file.text[..file.text.floor_char_boundary(TEXT_BYTES)];
        Self { name: file_name(file), bytes: bytes.unwrap_or(text.as_bytes()) }
    }

    /// It has more bytes than Discord takes.
    pub(super) fn too_large(&self) -> bool {
        self.bytes.len() > MOST_BYTES
    }
}

/// The body of one part, without what only ordinary messages have.
pub(super) fn part_body(rendered: &Rendered, part: usize) -> Option<Value> {
    let content = rendered.parts.get(part)?;
    let named = |user: &&String| content.contains(&format!("<@{user}>"));
    let users: Vec<&String> = rendered.mentions.iter().filter(named).collect();
    let mut body = json!({
        "content": content, "flags": SUPPRESS_EMBEDS,
        "allowed_mentions": {"parse": [], "users": users, "replied_user": false},
    });
    if part + 1 == rendered.parts.len() && !rendered.components.is_empty() {
        body["components"] = json!(rendered.components);
    }
    Some(body)
}

/// The body of a change: buttons that the message no longer has go.
pub(super) fn without_old_buttons(mut body: Value) -> Value {
    if body.get("components").is_none() {
        body["components"] = json!([]);
    }
    body
}

pub(super) fn with_file(body: Value, file: Option<&Upload<'_>>) -> Body {
    match file {
        Some(file) => Body::WithFile(body, file.name.clone(), file.bytes.to_vec()),
        None => Body::Json(body),
    }
}

/// The same message without its file, which says why. Of words that nearly fill it the last ones give way.
pub(super) fn without_file(mut body: Value, why: &str) -> Value {
    taken_out(&mut body, "attachments");
    let room = MOST - why.chars().count() - 1;
    let words: String = body["content"].as_str().unwrap_or_default().chars().take(room).collect();
    body["content"] = json!(format!("{words}\n{why}").trim_start_matches('\n'));
    body
}

/// Takes a field out of a body; false where it has none.
pub(super) fn taken_out(body: &mut Value, field: &str) -> bool {
    body.as_object_mut().is_some_and(|body| body.remove(field).is_some())
}

fn file_name(file: &Attached) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let name: String = file.name.chars().take(80).map(plain).collect();
    let name = name.trim_start_matches('.').to_owned();
    if name.is_empty() { "file.txt".to_owned() } else { name }
}

/// What makes a repetition the same message: 22 characters, Discord takes 25 (platform-facts D21).
pub(super) fn nonce(key: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(key)).chars().take(22).collect()
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::bodies::*;

    #[test]
    fn nonces_are_short_and_stable() {
        assert_eq!(nonce("e1:0").len(), 22);
        assert_eq!(nonce("e1:0"), nonce("e1:0"));
        assert_ne!(nonce("e1:0"), nonce("e1:1"));
    }

    #[test]
    fn buttons_stand_under_the_last_part_and_mentions_where_their_names_are() {
        let rendered = Rendered {
            parts: vec!["<@7> asks".into(), "<@8> decides, not <@9>".into()],
            components: vec![json!({"type": 1})],
            mentions: vec!["7".into(), "8".into()],
        };
        let (first, last) = (part_body(&rendered, 0).unwrap(), part_body(&rendered, 1).unwrap());
        assert!(first.get("components").is_none() && last.get("components").is_some());
        assert_eq!(first["allowed_mentions"]["users"], json!(["7"]));
        assert_eq!(last["allowed_mentions"]["users"], json!(["8"]));
        assert!(part_body(&rendered, 2).is_none());
    }

    #[test]
    fn what_stands_in_place_of_a_file_fits_below_the_words() {
        let full = |words: &str| json!({"content": words, "attachments": [{"id": 0}], "nonce": "n"});
        let bare = |words: &str| without_file(full(words), NO_FILE);
        assert_eq!(bare("Done."), json!({"content": format!("Done.\n{NO_FILE}"), "nonce": "n"}));
        assert_eq!(bare("")["content"], NO_FILE);
        let length = |words: usize| bare(&"ä".repeat(words))["content"].as_str().unwrap().chars().count();
        assert_eq!(length(1900), 1901 + NO_FILE.chars().count(), "all of an ordinary part");
        assert_eq!(length(MOST), MOST);
    }

    #[test]
    fn file_names_are_harmless() {
        let named = |name: &str| file_name(&Attached::text(name, String::new()));
        assert_eq!(named("../a b.md"), "-a-b.md");
        assert_eq!(named(""), "file.txt");
    }
}
