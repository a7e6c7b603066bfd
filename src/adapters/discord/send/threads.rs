//! Threads on messages: one for each ticket of a group.

use super::outbound::digits;
use super::rest::{Request, RestError};
use crate::adapters::discord::Core;
use crate::adapters::discord::arrival::{Arrival, mark_of};
use crate::ports::chat::ChatError;
use crate::secretary::inbound::{ChatKind, Place};
use crate::text::clean::shorten;
use reqwest::Method;
use serde_json::json;

/// Minutes until a quiet thread is archived, and characters of its name (platform-facts D38).
const ARCHIVE_MINUTES: u64 = 10_080;
const THREAD_NAME: usize = 100;

impl Core {
    /// Opens a thread on a message.
    pub(crate) async fn open_thread(
        &self,
        place: &Place,
        message: &str,
        title: &str,
    ) -> Result<Option<Place>, ChatError> {
        let (Ok(chat), Ok(message)) = (digits(&place.chat), digits(message)) else { return Ok(None) };
        if place.kind == ChatKind::Direct {
            return Ok(None);
        }
        let name = match shorten(title, THREAD_NAME) {
            name if name.trim().is_empty() => "Ticket".to_owned(),
            name => name,
        };
        let path = format!("/channels/{chat}/messages/{message}/threads");
        let request = Request::new(Method::POST, "POST threads", chat, path)
            .json(json!({"name": name, "auto_archive_duration": ARCHIVE_MINUTES}));
        let id = match self.rest.call(request).await {
            Ok(answer) => answer["id"].as_str().ok_or(ChatError::Unclear)?.to_owned(),
            // It has its thread already, and a thread has the id of its message.
            Err(error) if error.code() == Some(160_004) => message.to_owned(),
            Err(error @ (RestError::Wait(_) | RestError::Unreachable | RestError::Lost)) => {
                return Err(self.meaning(chat, error));
            }
            Err(error @ (RestError::Paused(_) | RestError::Token | RestError::Refused { .. })) => {
                tracing::info!(%error, chat, "no thread for a ticket; it stays in the channel");
                return Ok(None);
            }
        };
        if let Ok(number) = id.parse() {
            // Whoever remembers this thread must find after a crash what was said in it, from its beginning on.
            match self.marks.mark(&mark_of(&id)).await {
                Ok(None) => self.marks.set_mark(&mark_of(&id), &id).await,
                Ok(Some(_)) => Ok(()),
                Err(error) => Err(error),
            }
            .unwrap_or_else(|error| tracing::warn!(%error, "cannot remember that a thread is new"));
            drop(self.queue.try_send(Arrival::Posted { channel: id.clone(), message: number, direct: false }));
        }
        Ok(Some(Place { chat: id, thread: None, kind: ChatKind::Group, title: Some(name), ..place.clone() }))
    }
}
