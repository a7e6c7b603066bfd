//! What a member sent, handed to where it is read; and the word to them where something in it was hidden.

use crate::engine::inbox::context::{Desk, Visit, kept_if_unknown};
use crate::ports::store::{Fate, Stored};
use crate::secretary::message::Message;
use crate::secretary::message::inbound::{Content, Inbound};
use crate::secretary::message::routing;
use crate::secretary::redaction::{marked, unmarked};
use crate::secretary::wording::talk::{hidden_credentials, refusals};

impl Desk<'_> {
    pub(in crate::engine) async fn heard(&mut self, visit: &Visit, inbound: &Inbound) -> Stored<Fate> {
        let said = said_to_us(visit, &inbound.content).unwrap_or_default();
        self.hid = marked(said);
        if self.hid && !routing::has_words(&unmarked(said)) {
            self.hid = false;
            return self.refuse(visit, hidden_credentials::only_hidden().to_owned()).await;
        }
        let fate = self.read(visit, inbound).await?;
        // The receipt of an idea says it; whatever else the words were takes a line of its own.
        if std::mem::take(&mut self.hid) && matches!(fate, Fate::Decided(_) | Fate::Refused(_)) {
            self.say(visit, Message::lines([hidden_credentials::hidden()]).silently()).await?;
        }
        Ok(fate)
    }

    async fn read(&mut self, visit: &Visit, inbound: &Inbound) -> Stored<Fate> {
        match &inbound.content {
            Content::Text { message, .. } => {
                let moved = self.trail.len();
                let fate = Box::pin(self.words(visit, inbound)).await?;
                if self.trail.len() > moved && !visit.room.direct() {
                    self.words_did(visit, message).await?;
                }
                Ok(fate)
            }
            Content::Command { name, args, .. } => Box::pin(self.command(visit, name, args)).await,
            Content::Press { data, message } => {
                // In a chat that has moved, ids of messages are not those of the chat as it was.
                let under = message.as_deref().filter(|_| visit.room.place.chat == inbound.place.chat);
                self.pressed(visit, data, under, None).await
            }
            Content::Form { data, text } => self.pressed(visit, data, None, Some(text)).await,
            Content::Edited { message, text } => self.edited(visit, message, text).await,
            Content::Unsupported { kind, raw, .. } => {
                self.say(visit, Message::lines([refusals::unreadable()])).await?;
                Ok(kept_if_unknown(kind, raw, Fate::Refused(refusals::unreadable())))
            }
            Content::Moved { .. }
            | Content::Reachable { .. }
            | Content::Deleted
            | Content::Missed
            | Content::Trouble(_) => Ok(Fate::Decided(None)),
        }
    }
}

/// What they said to the secretary, rather than among each other.
fn said_to_us<'c>(visit: &Visit, content: &'c Content) -> Option<&'c str> {
    let (direct, every) = (visit.room.direct(), visit.room.purposes.every_message);
    match content {
        Content::Text { text, addressed, .. } => (direct || every || *addressed).then_some(text),
        Content::Edited { text, .. } => direct.then_some(text),
        Content::Command { args, .. } => Some(args),
        Content::Form { text, .. } => Some(text),
        Content::Press { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_)
        | Content::Unsupported { .. } => None,
    }
}
