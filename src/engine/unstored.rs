//! What people hear when their words cannot be stored: nothing is confirmed to the platform then, which brings the
//! words again, but a person should not wait in silence. It is said past the outbox, which cannot be written either.

use super::{Engine, lock};
use crate::ports::chat::Posting;
use crate::ports::store::{StoreError, Stored};
use crate::secretary::inbound::{Account, ChatKind, Content, Inbound, Place};
use crate::secretary::message::Message;
use crate::secretary::wording::faults;
use std::time::Duration;

/// How long saying it may hold up the next attempt to store, for each chat.
const BRIEFLY: Duration = Duration::from_secs(3);
/// Chats told in one go; others hear it with the next attempt.
const AT_ONCE: usize = 4;

/// Who wrote where: enough to tell them, should their words not be stored.
pub(super) struct Wrote {
    place: Place,
    account: Account,
    event: String,
}

/// Who wrote in their direct chat, of what arrived together.
pub(super) fn wrote(batch: &[Inbound]) -> Vec<Wrote> {
    let worded = |i: &&Inbound| matches!(i.content, Content::Text { .. }) && i.place.kind == ChatKind::Direct;
    let who = |i: &Inbound| Wrote {
        place: i.place.clone(),
        account: Account { platform: i.place.platform, user: i.sender.user.clone() },
        event: i.event.clone(),
    };
    batch.iter().filter(worded).take(AT_ONCE).map(who).collect()
}

impl Engine {
    /// Something was stored again: the next trouble is told anew.
    pub(super) fn stores_again(&self) {
        lock(&self.told_unstored).clear();
    }

    /// Tells members, once in each chat until something can be stored again.
    pub(super) async fn tell_unstored(&self, people: &[Wrote], error: &StoreError) {
        let (StoreError::Later(why) | StoreError::Refused(why)) = error else { return };
        let message = Message::lines([faults::unstored(why)]);
        for Wrote { place, account, event } in people {
            if !self.is_member(account).await.unwrap_or(false) || !lock(&self.told_unstored).insert(name(place)) {
                continue;
            }
            let Some(chat) = self.chat(place.platform) else { continue };
            let key = format!("unstored/{event}");
            let posting = Posting {
                to: place,
                message: &message,
                part: 0,
                key: &key,
                reply_to: None,
                handle: None,
                unclear_since: None,
                people: &[],
            };
            // Should it fail, there is nothing better to do than to go on trying to store the words.
            let _ = tokio::time::timeout(BRIEFLY, chat.post(posting)).await;
        }
    }

    async fn is_member(&self, account: &Account) -> Stored<bool> {
        Ok(self.parts.store.ask().await?.person_of(account).await?.is_some())
    }
}

fn name(place: &Place) -> String {
    format!("{}/{}/{}", place.platform, place.bot, place.chat)
}
