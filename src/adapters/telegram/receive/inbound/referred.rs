//! What a message refers to and does not say itself: the message it replies to, the part it quotes, the address of its
//! preview, who wrote what it passes on. These words are data; nothing is decided about them here.

use super::{Us, files, is_ours, replied_to, words};
use crate::secretary::inbound::{REFERRED_CHARS, Reference, Referred, Sender};
use crate::text::names;
use serde_json::Value;

/// What the message `body` refers to, whose own words are `text`.
pub(super) fn of(body: &Value, text: &str, sender: &Sender, us: &Us) -> Vec<Referred> {
    let found = [replied(body, sender, us), preview(body, text), forwarded(body, sender)];
    found.into_iter().flatten().collect()
}

/// The message replied to, here or in another chat, or the part of it that is quoted. The bot knows its own messages;
/// of these only a quoted part says something.
fn replied(body: &Value, sender: &Sender, us: &Us) -> Option<Referred> {
    let quoted = body.get("quote").map(|quote| words::of(quote, None).text).filter(|quoted| !quoted.is_empty());
    let how = if quoted.is_some() { Reference::Quote } else { Reference::Reply };
    let replied = body.get("external_reply").or_else(|| replied_to(body))?;
    if is_ours(replied, us) {
        let text = bounded(&quoted?);
        return Some(Referred { how, who: String::new(), own: false, text, attachments: Vec::new() });
    }
    let author = Author::of(replied);
    let text = quoted.unwrap_or_else(|| match words::of(replied, None).text {
        nothing if nothing.is_empty() => words::instead(replied).unwrap_or_default(),
        text => text,
    });
    let attachments = files::of(replied);
    // A note of Telegram's own says nothing.
    let says = !text.is_empty() || !attachments.is_empty();
    says.then(|| Referred { how, own: author.is(sender), who: author.name, text: bounded(&text), attachments })
}

/// The address whose preview is shown, where the message does not have it.
fn preview(body: &Value, text: &str) -> Option<Referred> {
    let options = body.get("link_preview_options")?;
    let shown = options.get("is_disabled").and_then(Value::as_bool) != Some(true);
    let address = words::web_address(options.get("url"))?;
    let news = shown && !words::says(text, address);
    news.then(|| Referred {
        how: Reference::Preview,
        who: String::new(),
        own: false,
        text: bounded(address),
        attachments: Vec::new(),
    })
}

/// Who wrote what is passed on. The words are those of the message itself.
fn forwarded(body: &Value, sender: &Sender) -> Option<Referred> {
    let author = Author::of_origin(body.get("forward_origin")?);
    let named = !author.name.is_empty();
    named.then(|| Referred {
        how: Reference::Forward,
        own: author.is(sender),
        who: author.name,
        text: String::new(),
        attachments: Vec::new(),
    })
}

/// Who wrote something.
struct Author {
    /// As people call them; empty where that is not known.
    name: String,
    /// Their user id, if they wrote under their own name.
    id: Option<i64>,
}

impl Author {
    /// Who wrote a message, also one that was passed on to where it is.
    fn of(message: &Value) -> Self {
        if let Some(origin) = message.get("forward_origin").or_else(|| message.get("origin")) {
            return Self::of_origin(origin);
        }
        match message.get("sender_chat") {
            Some(chat) => Self::of_chat(chat),
            None => message.get("from").map_or_else(Self::nobody, Self::of_user),
        }
    }

    fn of_origin(origin: &Value) -> Self {
        if let Some(user) = origin.get("sender_user") {
            return Self::of_user(user);
        }
        if let Some(name) = origin.get("sender_user_name").and_then(Value::as_str) {
            return Self { name: names::person(name), id: None };
        }
        origin.get("sender_chat").or_else(|| origin.get("chat")).map_or_else(Self::nobody, Self::of_chat)
    }

    fn of_user(user: &Value) -> Self {
        Self { name: names::person(&words::full_name(user)), id: user.get("id").and_then(Value::as_i64) }
    }

    fn of_chat(chat: &Value) -> Self {
        let title = chat.get("title").and_then(Value::as_str).map(names::person);
        Self { name: title.unwrap_or_default(), id: None }
    }

    fn nobody() -> Self {
        Self { name: String::new(), id: None }
    }

    fn is(&self, sender: &Sender) -> bool {
        !sender.anonymous && self.id.is_some_and(|id| id.to_string() == sender.user)
    }
}

fn bounded(text: &str) -> String {
    text.chars().take(REFERRED_CHARS).collect()
}
