//! Tells people when their messages cannot be stored. The platform gets no confirmation then and delivers again, but
//! a person should not wait in silence. It bypasses the outbox, which cannot be written either.

use crate::engine::{Engine, lock};
use crate::ports::chat::Posting;
use crate::ports::store::{StoreError, Stored};
use crate::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Platform};
use crate::secretary::message::Message;
use crate::secretary::wording::talk::faults;
use chrono::TimeDelta;
use std::time::Duration;

/// How long telling one chat may delay the next attempt to store.
const BRIEFLY: Duration = Duration::from_secs(3);
/// How long it is not repeated in a chat whose messages still wait while those of others are stored.
const TOLD_FOR: TimeDelta = TimeDelta::hours(1);
/// Chats told in one attempt; others are told with the next one.
const AT_ONCE: usize = 4;

/// Who wrote where: enough to tell them if their message cannot be stored.
pub struct Wrote {
    place: Place,
    account: Account,
    event: String,
    /// The message to reply to, in a chat with several people.
    message: Option<String>,
    /// Whether it was a button.
    pressed: bool,
}

/// The senders of a batch who wrote to the secretary.
pub fn wrote(batch: &[Inbound]) -> Vec<Wrote> {
    batch.iter().filter_map(to_us).collect()
}

/// The sender of this event, if it is certainly meant for the secretary and only the engine would answer it.
fn to_us(inbound: &Inbound) -> Option<Wrote> {
    let direct = inbound.place.kind == ChatKind::Direct;
    let message = match &inbound.content {
        Content::Text { message, addressed, .. } if *addressed || direct => Some(message),
        // The platform answers a menu command at once and does not deliver it again.
        Content::Command { message, .. } if inbound.handle.is_none() => message.as_ref(),
        // Telegram delivers a press again and shows nothing meanwhile; the other platforms tell the person
        // themselves.
        Content::Press { message, .. } if inbound.place.platform == Platform::Telegram => message.as_ref(),
        Content::Text { .. }
        | Content::Command { .. }
        | Content::Press { .. }
        | Content::Form { .. }
        | Content::Edited { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_)
        | Content::Unsupported { .. } => return None,
    };
    Some(Wrote {
        place: inbound.place.clone(),
        account: Account { platform: inbound.place.platform, user: inbound.sender.user.clone() },
        event: inbound.event.clone(),
        message: message.filter(|_| !direct).cloned(),
        pressed: matches!(inbound.content, Content::Press { .. }),
    })
}

impl Engine {
    /// A batch was stored: the next trouble is told anew in its chats. Messages of other chats may still wait because
    /// of the same trouble; these chats are told anew after a while.
    pub(crate) fn stores_again<'a>(&self, places: impl Iterator<Item = &'a Place>) {
        let mut told = lock(&self.told_unstored);
        if told.is_empty() {
            return;
        }
        for place in places {
            told.remove(&name(place));
        }
        let now = self.now();
        told.retain(|_, at| now < *at + TOLD_FOR);
    }

    /// Tells members that their messages are not stored, once in each chat until they are.
    pub(crate) async fn tell_unstored(&self, people: &[Wrote], error: &StoreError) {
        let (StoreError::Later(why) | StoreError::Refused(why)) = error else { return };
        let mut told = 0;
        for Wrote { place, account, event, message: answered, pressed } in people {
            if told == AT_ONCE {
                return;
            }
            let heard = lock(&self.told_unstored).contains_key(&name(place));
            if heard {
                continue;
            }
            match self.is_member(account).await {
                Ok(true) => {}
                Ok(false) => continue,
                // Members cannot be read either; each further question would make all others wait.
                Err(_) => return,
            }
            let Some(chat) = self.chat(place.platform) else { continue };
            if lock(&self.told_unstored).insert(name(place), self.now()).is_some() {
                continue;
            }
            told += 1;
            let words = if *pressed { faults::unstored_press(why) } else { faults::unstored(why) };
            let (key, message) = (format!("unstored/{event}"), Message::lines([words]));
            let posting = Posting {
                to: place,
                message: &message,
                part: 0,
                key: &key,
                reply_to: answered.as_deref(),
                handle: None,
                unclear_since: None,
                file: None,
                people: &[],
            };
            // If this fails, the next attempt to store is all that is left.
            let _ = tokio::time::timeout(BRIEFLY, chat.post(posting)).await;
        }
    }

    async fn is_member(&self, account: &Account) -> Stored<bool> {
        Ok(!self.parts.store.ask().await?.memberships(account).await?.is_empty())
    }
}

fn name(place: &Place) -> String {
    format!("{}/{}/{}", place.platform, place.bot, place.chat)
}
