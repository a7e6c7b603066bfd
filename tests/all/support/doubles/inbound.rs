//! What people do, in the words adapters use.

use chrono::{DateTime, Utc};
use secretary::secretary::inbound::{ChatKind, Content, Inbound, Place, Platform, Sender};
use secretary::secretary::message::commands;

/// Somebody on a platform.
#[derive(Clone, Debug)]
pub struct Account {
    pub name: String,
    pub user: String,
    pub platform: Platform,
    pub anonymous: bool,
    /// What their client reports.
    pub language: Option<String>,
    pub zone: Option<String>,
    /// What roles they have on a Discord server.
    pub roles: Vec<String>,
}

/// The direct chat of an account.
pub fn direct(account: &Account) -> Place {
    Place {
        platform: account.platform,
        bot: "bot".to_owned(),
        chat: format!("dm-{}", account.user),
        thread: None,
        kind: ChatKind::Direct,
        title: None,
    }
}

/// A group or channel.
pub fn group(platform: Platform, title: &str) -> Place {
    Place {
        platform,
        bot: "bot".to_owned(),
        chat: format!("group-{}", title.to_lowercase()),
        thread: None,
        kind: ChatKind::Group,
        title: Some(title.to_owned()),
    }
}

/// One event.
pub fn event(id: String, place: &Place, who: &Account, content: Content, at: DateTime<Utc>) -> Inbound {
    let sender = Sender {
        user: who.user.clone(),
        name: who.name.clone(),
        bot: false,
        anonymous: who.anonymous,
        language: who.language.clone(),
        zone: who.zone.clone(),
        // A server tells them with what is said on it, and nowhere else.
        roles: if place.kind == ChatKind::Group { who.roles.clone() } else { Vec::new() },
    };
    Inbound { event: id, place: place.clone(), sender, content, sent_at: at, handle: None }
}

/// Typed words: a command if they begin with a slash, as every adapter reads them.
pub fn typed(message: String, text: &str, addressed: bool, reply_to: Option<String>) -> Content {
    if let Some((name, args)) = commands::typed(text) {
        return Content::Command {
            message: Some(message),
            name,
            args,
            reply_to,
            attachments: Vec::new(),
            refers: Vec::new(),
        };
    }
    Content::Text {
        message,
        text: text.to_owned(),
        addressed,
        reply_to,
        attachments: Vec::new(),
        forwarded: false,
        refers: Vec::new(),
    }
}
