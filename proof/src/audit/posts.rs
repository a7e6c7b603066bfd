//! What the bot posted, put together from the calls it made: each message with all its versions. Nothing is judged here.

use std::collections::BTreeMap;

use serde_json::Value;

use super::books::text;

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// Telegram.
    Telegram,
    /// Discord.
    Discord,
}

/// A message at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Version {
    /// What it said.
    pub text: String,
    /// Its buttons: label, and what is sent when one is pressed.
    pub buttons: Vec<(String, String)>,
}

/// A message of the bot.
#[derive(Clone, Debug)]
pub struct Post {
    /// Where.
    pub platform: Platform,
    /// The chat.
    pub chat: String,
    /// Its id there.
    pub id: String,
    /// When the call that made it arrived, and when it was answered; milliseconds.
    pub made: (u64, u64),
    /// Nobody was told that it stands.
    pub lost: bool,
    /// Its versions, oldest first.
    pub versions: Vec<Version>,
    /// It was taken away.
    pub deleted: bool,
}

impl Post {
    /// As it stood at first.
    pub fn first(&self) -> &Version {
        &self.versions[0]
    }

    /// As it stands.
    pub fn last(&self) -> &Version {
        &self.versions[self.versions.len() - 1]
    }
}

/// Messages being put together.
#[derive(Default)]
pub(super) struct Posts {
    known: BTreeMap<(Platform, String, String), usize>,
    all: Vec<Post>,
}

impl Posts {
    pub(super) fn done(mut self) -> Vec<Post> {
        self.all.sort_by_key(|post| post.made);
        self.all
    }

    fn made(&mut self, post: Post) {
        let key = (post.platform, post.chat.clone(), post.id.clone());
        // A nonce gives the same message again.
        if !self.known.contains_key(&key) {
            self.known.insert(key, self.all.len());
            self.all.push(post);
        }
    }

    fn change(&mut self, key: (Platform, String, String), change: impl FnOnce(&mut Version)) {
        let Some(post) = self.known.get(&key).and_then(|at| self.all.get_mut(*at)) else { return };
        let mut version = post.last().clone();
        change(&mut version);
        post.versions.push(version);
    }

    fn gone(&mut self, key: &(Platform, String, String)) {
        if let Some(post) = self.known.get(key).and_then(|at| self.all.get_mut(*at)) {
            post.deleted = true;
        }
    }

    pub(super) fn telegram(&mut self, method: &str, entry: &Value) {
        if !matches!(entry["outcome"].as_str(), Some("done" | "lost")) {
            return;
        }
        let (body, at) = (&entry["body"], entry["at"].as_u64().unwrap_or(0));
        let chat = number(&body["chat_id"]);
        let key = |id: &Value| (Platform::Telegram, chat.clone(), number(id));
        match method {
            "sendMessage" | "sendDocument" | "sendPhoto" => self.made(Post {
                platform: Platform::Telegram,
                id: number(&entry["message"]),
                made: (entry["arrived"].as_u64().unwrap_or(at), at),
                lost: entry["outcome"] == "lost",
                versions: vec![Version { text: text(&body["text"]), buttons: keyboard(&body["reply_markup"]) }],
                deleted: false,
                chat,
            }),
            "editMessageText" => self.change(key(&body["message_id"]), |version| {
                version.text = text(&body["text"]);
                version.buttons = keyboard(&body["reply_markup"]);
            }),
            "editMessageReplyMarkup" => {
                self.change(key(&body["message_id"]), |version| version.buttons = keyboard(&body["reply_markup"]));
            }
            "deleteMessage" => self.gone(&key(&body["message_id"])),
            _ => {}
        }
    }

    pub(super) fn discord(&mut self, path: &str, entry: &Value) {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let (body, at) = (&entry["body"], entry["at"].as_u64().unwrap_or(0));
        match (entry["method"].as_str(), parts.as_slice()) {
            (Some("POST"), ["channels", channel, "messages"]) => self.made(Post {
                platform: Platform::Discord,
                chat: (*channel).to_owned(),
                id: text(&entry["message"]),
                made: (at, at),
                lost: entry["answered"] == false,
                versions: vec![Version { text: text(&body["content"]), buttons: components(&body["components"]) }],
                deleted: false,
            }),
            (Some("PATCH"), ["channels", channel, "messages", id]) => {
                self.change((Platform::Discord, (*channel).to_owned(), (*id).to_owned()), |version| {
                    if body["content"].is_string() {
                        version.text = text(&body["content"]);
                    }
                    if body["components"].is_array() {
                        version.buttons = components(&body["components"]);
                    }
                });
            }
            (Some("DELETE"), ["channels", channel, "messages", id]) => {
                self.gone(&(Platform::Discord, (*channel).to_owned(), (*id).to_owned()));
            }
            _ => {}
        }
    }
}

fn number(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn keyboard(markup: &Value) -> Vec<(String, String)> {
    let parsed = markup.as_str().and_then(|text| serde_json::from_str(text).ok());
    let markup: &Value = parsed.as_ref().unwrap_or(markup);
    let rows = markup["inline_keyboard"].as_array().into_iter().flatten();
    rows.flat_map(|row| row.as_array().into_iter().flatten())
        .map(|button| (text(&button["text"]), text(&button["callback_data"])))
        .collect()
}

fn components(rows: &Value) -> Vec<(String, String)> {
    let parts =
        rows.as_array().into_iter().flatten().flat_map(|row| row["components"].as_array().into_iter().flatten());
    let live = parts.filter(|part| part["type"] == 2 && part["disabled"] != true);
    live.map(|part| (text(&part["label"]), text(&part["custom_id"]))).collect()
}
