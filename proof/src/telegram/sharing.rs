//! What people share in the fake Telegram: pictures, recordings, albums, places, links behind words, and words about
//! what others said. Like the rest of what people do, it is complete when the function returns.

use serde_json::{Map, Value, json};

use super::FakeTelegram;
use super::observed::Entity;
use super::state::{MEDIA, State};

/// What a message of a person may have beside its words; files are sent with `share`.
const FIELDS: [&str; 14] = [
    "checklist",
    "contact",
    "dice",
    "external_reply",
    "forward_origin",
    "is_automatic_forward",
    "link_preview_options",
    "location",
    "media_group_id",
    "poll",
    "quote",
    "story",
    "venue",
    "via_bot",
];
/// The longest quote (T22).
const QUOTE: usize = 1_024;
/// The size of a picture and of its small copy.
const LARGE: (u64, u64) = (1_280, 960);
const SMALL: (u64, u64) = (90, 67);

impl FakeTelegram {
    /// A person writes, with further fields of the Bot API's Message (`contact`, `forward_origin`, `external_reply`, …).
    /// Returns the message id.
    ///
    /// # Panics
    /// When a field is none that a message of a person may have.
    #[track_caller]
    pub fn say_with(&self, chat: i64, user: i64, text: &str, more: &Value) -> i64 {
        let more = fields(more);
        self.write(chat, user, text, |message| message.more.extend(more))
    }

    /// A person sends a file of a kind ("photo", "voice", "video_note", …) with further fields of its object
    /// (`mime_type`, `duration`, …). A `file_size` among them counts in place of the number of bytes.
    ///
    /// # Panics
    /// When there is no such kind.
    #[track_caller]
    pub fn share(&self, chat: i64, user: i64, kind: &str, fields: &Value, bytes: &[u8], caption: &str) -> i64 {
        let media = self.shared.with(|state| media(state, kind, fields, bytes));
        self.write(chat, user, caption, |message| message.more.extend(media))
    }

    /// A person passes on a file of somebody else, named by a MessageOrigin of the Bot API.
    #[track_caller]
    pub fn pass_on(&self, chat: i64, user: i64, kind: &str, bytes: &[u8], origin: &Value) -> i64 {
        let media = self.shared.with(|state| media(state, kind, &json!({}), bytes));
        self.write(chat, user, "", |message| {
            message.more.extend(media);
            message.more.insert("forward_origin".to_owned(), origin.clone());
        })
    }

    /// A person sends pictures as one album; each is a message of its own, the first with the caption (T13).
    pub fn album(&self, chat: i64, user: i64, pictures: &[&[u8]], caption: &str) -> Vec<i64> {
        let group = format!("album of {} at {}", user, self.now().as_nanos());
        let send = |(at, picture): (usize, &&[u8])| {
            let media = self.shared.with(|state| media(state, "photo", &json!({}), picture));
            self.write(chat, user, if at == 0 { caption } else { "" }, |message| {
                message.more.extend(media);
                message.more.insert("media_group_id".to_owned(), json!(group));
            })
        };
        pictures.iter().enumerate().map(send).collect()
    }

    /// A person replies to a part of a message.
    ///
    /// # Panics
    /// When the message has no such part, or it is too long (T22).
    #[track_caller]
    pub fn say_quoting(&self, chat: i64, user: i64, to: i64, part: &str, text: &str) -> i64 {
        let replied = self.message(chat, to).expect("no such message");
        let at = replied.text.find(part).expect("the message has no such part");
        assert!(part.chars().count() <= QUOTE, "no quote is so long");
        let position = replied.text[..at].encode_utf16().count();
        let quote = json!({"text": part, "position": position, "is_manual": true});
        self.write(chat, user, text, |message| {
            message.reply_to = Some(to);
            message.thread = replied.thread;
            message.more.insert("quote".to_owned(), quote);
        })
    }

    /// A person writes with an address behind some of the words.
    ///
    /// # Panics
    /// When the words are not in the text.
    #[track_caller]
    pub fn say_linked(&self, chat: i64, user: i64, text: &str, words: &str, address: &str) -> i64 {
        let at = text.find(words).expect("no such words");
        let offset = text[..at].encode_utf16().count();
        let extra = Map::from_iter([("url".to_owned(), json!(address))]);
        let link = Entity { kind: "text_link".to_owned(), offset, length: words.encode_utf16().count(), extra };
        self.write(chat, user, text, |message| message.entities.push(link))
    }

    /// Whether the server is one of the bot's own that keeps files on its disk (`--local`): `getFile` has no limit then,
    /// tells where a file is there, and gives none out.
    pub fn keep_files_on_disk(&self, on: bool) {
        self.shared.with(|state| state.local = on);
    }
}

#[track_caller]
fn fields(more: &Value) -> Map<String, Value> {
    let more = more.as_object().cloned().unwrap_or_default();
    let unknown = more.keys().find(|field| !FIELDS.contains(&field.as_str()));
    assert!(unknown.is_none(), "a message of a person has no {unknown:?}");
    more
}

/// A file of a kind, kept for `getFile`, as fields of a message.
#[track_caller]
fn media(state: &mut State, kind: &str, fields: &Value, bytes: &[u8]) -> Map<String, Value> {
    assert!(MEDIA.contains(&kind), "there is no file of the kind {kind:?}");
    let mut file = fields.as_object().cloned().unwrap_or_default();
    if kind == "photo" {
        let small = picture(kept(state, Map::new(), kind, &bytes[..bytes.len().min(100)]), SMALL);
        let large = picture(kept(state, file, kind, bytes), LARGE);
        return Map::from_iter([(kind.to_owned(), json!([small, large]))]);
    }
    file = kept(state, file, kind, bytes);
    let mut shown = Map::from_iter([(kind.to_owned(), Value::Object(file.clone()))]);
    if kind == "animation" {
        // For older bots.
        shown.insert("document".to_owned(), Value::Object(file));
    }
    shown
}

/// Keeps a file; its fields with its id and its size.
fn kept(state: &mut State, mut file: Map<String, Value>, kind: &str, bytes: &[u8]) -> Map<String, Value> {
    let text = |field: &str, otherwise: &str| file.get(field).and_then(Value::as_str).unwrap_or(otherwise).to_owned();
    let (name, mime) = (text("file_name", kind), text("mime_type", "application/octet-stream"));
    let id = state.keep_file(&name, &mime, bytes.to_vec()).file_id;
    let size = file.get("file_size").and_then(Value::as_u64);
    state.sizes.extend(size.map(|size| (id.clone(), size)));
    file.insert("file_unique_id".to_owned(), json!(format!("u{id}")));
    file.insert("file_id".to_owned(), json!(id));
    file.insert("file_size".to_owned(), json!(size.unwrap_or(bytes.len() as u64)));
    file
}

fn picture(mut file: Map<String, Value>, (width, height): (u64, u64)) -> Map<String, Value> {
    file.insert("width".to_owned(), json!(width));
    file.insert("height".to_owned(), json!(height));
    file
}
