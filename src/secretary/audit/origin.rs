//! The origin of an audit entry: account, room, and the platform's ids of message and press.

use super::super::ids::{PersonId, RoomId};
use crate::secretary::inbound::{Account, Content, Inbound};
use serde::{Deserialize, Serialize};

/// The longest id of a platform that is kept.
const LONGEST_ID: usize = 80;

/// Where something came from: the message or press, and who was behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The account as the platform knows it; of a member, whose account leads to a person, the platform alone.
    pub account: Account,
    /// The member, if it is one's account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The room, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// How it was said.
    pub by: Means,
    /// The platform's id of the message: the one with the words, or the one with the button.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The platform's id of what arrived; of a member's, which may lead to a person, its place in the inbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}

/// How somebody said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// A button.
    Press,
    /// A form.
    Form,
    /// A command.
    Command,
    /// Words.
    Words,
    /// A change of words sent before.
    Edit,
    /// Anything else.
    Other,
}

impl Means {
    /// Whether the secretary was surely meant.
    pub fn addressed(self) -> bool {
        matches!(self, Self::Press | Self::Form | Self::Command)
    }
}

impl Origin {
    /// Where this came from, as far as it says so itself.
    pub fn of(inbound: &Inbound) -> Self {
        let (by, message) = match &inbound.content {
            Content::Text { message, .. } => (Means::Words, Some(message)),
            Content::Command { message, .. } => (Means::Command, message.as_ref()),
            Content::Press { message, .. } => (Means::Press, message.as_ref()),
            Content::Form { .. } => (Means::Form, None),
            Content::Edited { message, .. } => (Means::Edit, Some(message)),
            Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_)
            | Content::Unsupported { .. } => (Means::Other, None),
        };
        let user = plain(&inbound.sender.user).unwrap_or_default();
        Self {
            account: Account { platform: inbound.place.platform, user },
            person: None,
            room: None,
            by,
            message: message.and_then(|id| plain(id)),
            event: plain(&inbound.event),
        }
    }
}

/// An id as it may stand here: some ids come from programs of people, and must not bring words along.
fn plain(id: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_:./".contains(c);
    (!id.is_empty() && id.len() <= LONGEST_ID && id.chars().all(fits)).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::secretary::audit::origin::*;

    #[test]
    fn only_ids_are_kept_of_ids() {
        for id in ["7", "-100123", "m1234", "i9:8", "press:k-1", "re/5.a_b"] {
            assert_eq!(plain(id).as_deref(), Some(id));
        }
        let long = "7".repeat(LONGEST_ID + 1);
        for id in ["", "two words", "Zebrafinch!", "m\u{e4}h", "a\nb", &long] {
            assert_eq!(plain(id), None, "{id}");
        }
    }
}
