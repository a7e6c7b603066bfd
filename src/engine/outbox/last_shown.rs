//! The text that each message showed last, so that an edit without a change is not sent; a platform would refuse and
//! count it. It is kept in memory as a hash, not as text. After a start the first edit of each message is sent.

use crate::ports::store::Posted;
use crate::secretary::inbound::Platform;
use crate::secretary::message::Message;
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most messages remembered; beyond that all are forgotten.
const MOST: usize = 2_000;

/// The hashes of the messages that were posted or edited lately.
#[derive(Debug, Default)]
pub struct LastShown {
    known: BTreeMap<(Platform, String, String), Shown>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    /// The time as stored with the message. Another value there means that another process has edited it.
    at: i64,
    words: u64,
    /// The number of parts.
    parts: usize,
}

impl LastShown {
    /// The number of parts of a message that shows exactly this text already.
    pub fn same(&self, posted: &Posted, message: &Message) -> Option<usize> {
        let shown = self.known.get(&key(posted))?;
        (shown.at == posted.at.timestamp_micros() && Some(shown.words) == words(message)).then_some(shown.parts)
    }

    /// Remembers the text of a message.
    pub fn remember(&mut self, posted: &Posted, at: DateTime<Utc>, message: &Message, parts: usize) {
        self.forget(posted);
        let Some(words) = words(message).filter(|_| posted.place.platform != Platform::Web) else { return };
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(key(posted), Shown { at: at.timestamp_micros(), words, parts });
    }

    /// Forgets a message before an edit whose outcome is open.
    pub fn forget(&mut self, posted: &Posted) {
        self.known.remove(&key(posted));
    }
}

fn key(posted: &Posted) -> (Platform, String, String) {
    (posted.place.platform, posted.place.chat.clone(), posted.message.clone())
}

/// A hash of the visible text. None where more than the text counts: buttons are new with every edit and may be
/// removed without one, a file cannot be edited, and a mention is written differently in an edit.
fn words(message: &Message) -> Option<u64> {
    if !message.buttons.is_empty() || message.file.is_some() || !message.mentions.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&message.blocks).ok()?.hash(&mut hasher);
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use crate::engine::outbox::last_shown::*;
    use crate::secretary::ids::{RoomId, Slot, Token};
    use crate::secretary::inbound::{ChatKind, Place};
    use crate::secretary::message::action::Action;
    use crate::secretary::message::keys::Keys;
    use chrono::TimeDelta;

    fn posted(platform: Platform, at: DateTime<Utc>) -> Posted {
        let place =
            Place { platform, bot: String::new(), chat: "7".into(), thread: None, kind: ChatKind::Direct, title: None };
        Posted { slot: Slot::new("T/p"), room: RoomId::new("R"), part: 0, place, message: "12".into(), at }
    }

    #[test]
    fn only_what_stands_there_unchanged_is_the_same() {
        let at = DateTime::UNIX_EPOCH;
        let (here, message) = (posted(Platform::Telegram, at), Message::lines(["Decided: B"]));
        let mut shown = LastShown::default();
        assert_eq!(shown.same(&here, &message), None, "nothing is known after a start");
        shown.remember(&here, at, &message, 1);
        assert_eq!(shown.same(&here, &message), Some(1));
        assert_eq!(shown.same(&here, &message.clone().silently()), Some(1), "nobody reads that");
        assert_eq!(shown.same(&here, &Message::lines(["Decided: C"])), None);
        let changed_elsewhere = posted(Platform::Telegram, at + TimeDelta::seconds(1));
        assert_eq!(shown.same(&changed_elsewhere, &message), None);
        shown.forget(&here);
        assert_eq!(shown.same(&here, &message), None);
    }

    #[test]
    fn what_has_buttons_or_costs_nothing_is_always_sent() {
        let at = DateTime::UNIX_EPOCH;
        let mut shown = LastShown::default();
        let mut keys = Keys::new(Token::new("abcdefghijklmnopqrstuv"));
        let asks = Message::lines(["B?"]).row(vec![keys.plain("Leave it", Action::Leave)]);
        let here = posted(Platform::Telegram, at);
        shown.remember(&here, at, &asks, 1);
        assert_eq!(shown.same(&here, &asks), None);
        let web = posted(Platform::Web, at);
        let message = Message::lines(["Decided: B"]);
        shown.remember(&web, at, &message, 1);
        assert_eq!(shown.same(&web, &message), None);
    }
}
