//! What a visitor of the page does, in the words every platform shares. Pure translation.

use crate::ports::weblog::{Author, Entry, WebMessage};
use crate::secretary::commands::typed;
use crate::secretary::inbound::{ChatKind, Content, Inbound, Place, Platform, Sender};
use crate::secretary::message::Message;
use crate::secretary::when;
use chrono::{DateTime, Utc};

/// The only place of the web chat.
pub fn place() -> Place {
    Place {
        platform: Platform::Web,
        bot: "web".into(),
        chat: "local".into(),
        thread: None,
        kind: ChatKind::Direct,
        title: None,
    }
}

/// The zone a browser reports, if there is such a zone.
pub(super) fn zone(reported: Option<&str>) -> Option<String> {
    let zone = reported.filter(|name| name.contains('/') || name.eq_ignore_ascii_case("UTC"))?;
    when::parse_zone(zone).ok().map(|zone| zone.name().to_owned())
}

/// An event of the page: `client` is the id the page made, the same when it repeats itself.
pub(super) fn event(kind: &str, client: &str, content: Content, at: DateTime<Utc>) -> Inbound {
    let sender = Sender {
        user: "local".into(),
        name: "You".into(),
        bot: false,
        anonymous: false,
        language: None,
        zone: None,
        roles: Vec::new(),
    };
    Inbound { event: format!("{kind}:{client}"), place: place(), sender, content, sent_at: at, handle: None }
}

/// Typed words: a command when they begin with a slash and a plain name, else text to the secretary.
pub(super) fn said(id: i64, text: &str, reply_to: Option<i64>) -> Content {
    let reply_to = reply_to.map(|id| id.to_string());
    match typed(text) {
        Some((name, args)) => Content::Command { message: Some(id.to_string()), name, args, reply_to },
        None => Content::Text {
            message: id.to_string(),
            text: text.to_owned(),
            addressed: true,
            reply_to,
            attachments: Vec::new(),
            forwarded: false,
        },
    }
}

/// A person's words as a message of the record.
pub(super) fn words(text: &str, client: &str, reply_to: Option<i64>, at: DateTime<Utc>) -> WebMessage {
    WebMessage {
        author: Author::Person,
        message: Message::lines(text.split('\n')),
        at,
        reply_to,
        client: Some(client.to_owned()),
    }
}

/// The events of the person's messages which stand after the secretary's last one.
pub(super) fn unanswered(newest: &[Entry]) -> Vec<Inbound> {
    let answered = newest.iter().rposition(|e| e.message.author == Author::Secretary).map_or(0, |at| at + 1);
    let again = |entry: &Entry| {
        let client = entry.message.client.as_deref()?;
        let content = said(entry.id, &entry.message.message.lined(), entry.message.reply_to);
        Some(event("say", client, content, entry.message.at))
    };
    newest.iter().skip(answered).filter_map(again).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_zones_are_taken_from_a_browser() {
        assert_eq!(zone(Some("Europe/Lisbon")).as_deref(), Some("Europe/Lisbon"));
        assert_eq!(zone(Some("UTC")).as_deref(), Some("UTC"));
        assert_eq!(zone(Some("Asia/Calcutta")).as_deref(), Some("Asia/Calcutta"));
        for odd in ["", "Etc/Unknown", "Lisbon", "UTC+2", "'; DROP TABLE people", &"x/".repeat(500)] {
            assert_eq!(zone(Some(odd)), None, "{odd}");
        }
        assert_eq!(zone(None), None);
    }

    #[test]
    fn words_survive_the_record() {
        let text = "first\n\n  third 🙂\n";
        let kept = words(text, "c1", None, DateTime::UNIX_EPOCH);
        assert_eq!(kept.message.lined(), text);
    }
}
