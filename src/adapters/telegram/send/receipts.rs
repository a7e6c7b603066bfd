//! The receipt of a message: a reaction of the bot (platform-facts T48). Waits that Telegram asks for after it apply
//! to reactions alone, so that no answer waits behind a receipt.

use super::client::CALL;
use super::outbound::chat_id;
use crate::adapters::telegram::{Telegram, fault};
use crate::ports::chat::{ChatError, Receipts};
use crate::secretary::inbound::Place;
use async_trait::async_trait;
use serde::de::IgnoredAny;
use serde_json::json;

/// The reaction. A chat may forbid it; then its messages have no receipt.
const SEEN: &str = "👀";

#[async_trait]
impl Receipts for Telegram {
    async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        let inner = &self.inner;
        let chat = chat_id(place)?;
        let id = message.parse::<i32>().ok().filter(|id| *id > 0).ok_or(ChatError::MessageGone)?;
        inner.may_call(chat)?;
        if let Some(after) = inner.reactions.wait(chat, inner.clock.now()) {
            return Err(ChatError::Retry { after });
        }
        let reaction = json!([{ "type": "emoji", "emoji": SEEN }]);
        let parameters = json!({ "chat_id": chat, "message_id": id, "reaction": reaction });
        match inner.client.call::<_, IgnoredAny>("SetMessageReaction", &parameters, CALL).await {
            Ok(_) => Ok(()),
            Err(failure) => {
                if let Some(wait) = failure.retry_after() {
                    inner.reactions.hold(chat, wait, inner.clock.now());
                }
                Err(fault::chat_error(&failure))
            }
        }
    }
}
