//! Posts, edits, the typing sign and the receipt as single REST calls, and Discord's refusals as the next step to
//! take. Nothing is repeated, with these exceptions: one try after a thread was unarchived, and one each without a
//! file and without the reply where a channel does not allow them.

use super::bodies::{
    LARGE_FILE, NO_FILE, SUPPRESS_EMBEDS, Upload, nonce, part_body, taken_out, with_file, without_file,
    without_old_buttons,
};
use super::handles::{ANSWERABLE_SECONDS, handle_parts};
use super::look_for_lost::Sought;
use super::render::render;
use super::rest::{Request, RestError};
use crate::adapters::discord::Core;
use crate::adapters::discord::arrival::{Arrival, mark_of};
use crate::ports::chat::{Change, ChatError, Editing, Posting, Sent};
use crate::ports::trial::planted;
use crate::secretary::inbound::{ChatKind, Place};
use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A handle is used as long as it lives this much longer (Discord gives 15 min in all, platform-facts D30).
const HANDLE_MARGIN_SECONDS: i64 = 60;
/// How long a post waits for the deferral it fills in.
const DEFERRAL: Duration = Duration::from_secs(3);
/// The wait after a connection that could not be made.
pub(super) const RECONNECT: Duration = Duration::from_secs(5);
/// The deadline of one post with everything it needs.
const DEADLINE: Duration = Duration::from_secs(19);
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// The reaction 👀 as a path spells it.
const SEEN: &str = "%F0%9F%91%80";

impl Core {
    /// Posts one part.
    pub(crate) async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        tokio::time::timeout(DEADLINE, self.post_part(posting)).await.unwrap_or(Err(ChatError::Unclear))
    }

    async fn post_part(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let group = posting.to.kind == ChatKind::Group;
        let rendered = render(posting.message, posting.people, group);
        let more = posting.part + 1 < rendered.parts.len();
        let Some(mut body) = part_body(&rendered, posting.part) else {
            return Err(ChatError::Refused(format!("the message has no part {}", posting.part)));
        };
        let mut file = posting.message.file.as_ref().filter(|_| !more).map(|file| Upload::of(file, posting.file));
        if file.take_if(|file| file.too_large()).is_some() {
            body = without_file(body, LARGE_FILE);
        }
        let file = file.as_ref();
        if let Some(file) = file {
            body["attachments"] = json!([{"id": 0, "filename": file.name}]);
        }
        if posting.part == 0
            && let Some(handle) = posting.handle
            && let Some(id) = self.fill_in(handle, body.clone(), file).await?
        {
            return Ok(Sent { id, more });
        }
        let chat = self.channel(&posting.to.chat).await?;
        let reply_to = posting.reply_to.filter(|id| posting.part == 0 && id.parse::<u64>().is_ok());
        let deferred_at = posting.handle.filter(|_| posting.part == 0).and_then(deferred_at);
        let bare = file.map(|_| without_file(body.clone(), NO_FILE));
        let sought = Sought { nonce: nonce(posting.key), body: &body, bare: bare.as_ref(), reply_to, deferred_at };
        if let Some(id) = self.found_after_all(&chat, posting.unclear_since, &sought).await? {
            return Ok(Sent { id, more });
        }
        if posting.message.silent {
            body["flags"] = json!(SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS);
        }
        if let Some(reply_to) = reply_to {
            body["message_reference"] = json!({"message_id": reply_to, "fail_if_not_exists": false});
        }
        if !planted::is("no-nonce") {
            body["nonce"] = json!(nonce(posting.key));
            body["enforce_nonce"] = json!(true);
        }
        let answer = self.create(&chat, body, file).await?;
        let id = answer["id"].as_str().ok_or(ChatError::Unclear)?.to_owned();
        if let Ok(number) = id.parse() {
            // Only a convenience: a full queue has enough messages to begin a mark with.
            let direct = posting.to.kind == ChatKind::Direct;
            drop(self.queue.try_send(Arrival::Posted { channel: chat, message: number, direct }));
        }
        Ok(Sent { id, more })
    }

    /// Makes a message. What Discord does not grant us in this channel is left out, and the rest sent once more under
    /// the same nonce: words without their file, or as an answer to nothing, are better than none.
    async fn create(&self, chat: &str, mut body: Value, mut file: Option<&Upload<'_>>) -> Result<Value, ChatError> {
        let request = Request::new(Method::POST, "POST messages", chat, format!("/channels/{chat}/messages"));
        loop {
            let error = match self.awake(chat, request.clone().body(with_file(body.clone(), file))).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if error.code() == Some(50013) && file.take().is_some() {
                body = without_file(body, NO_FILE);
            } else if is_about_the_answered(&error) && taken_out(&mut body, "message_reference") {
                tracing::debug!(%error, chat, "a message answers to nothing");
            } else {
                return Err(self.meaning(chat, error));
            }
        }
    }

    /// Fills in the deferred answer of a command; `None` when there is none to fill in any more.
    async fn fill_in(&self, handle: &str, body: Value, file: Option<&Upload<'_>>) -> Result<Option<String>, ChatError> {
        let Some((application, token, expiry)) = handle_parts(handle) else { return Ok(None) };
        let fresh = self.clock.now().timestamp() + HANDLE_MARGIN_SECONDS < expiry;
        if !fresh || !self.pending.deferred(token, DEFERRAL).await {
            return Ok(None);
        }
        let body = without_old_buttons(body);
        let path = format!("/webhooks/{application}/{token}/messages/@original");
        let request = Request::new(Method::PATCH, "PATCH original", token, path).free();
        let mut filled = self.rest.call(request.clone().body(with_file(body.clone(), file))).await;
        if file.is_some() && filled.as_ref().is_err_and(|error| error.code() == Some(50013)) {
            filled = self.rest.call(request.json(without_file(body, NO_FILE))).await;
        }
        match filled {
            Ok(answer) => Ok(Some(answer["id"].as_str().ok_or(ChatError::Unclear)?.to_owned())),
            Err(RestError::Refused { status: 401 | 403 | 404, .. }) => Ok(None),
            Err(error) => Err(self.meaning("", error)),
        }
    }

    /// The channel of a chat, opened first if it is given as "user:<id>".
    async fn channel(&self, chat: &str) -> Result<String, ChatError> {
        let Some(user) = chat.strip_prefix("user:") else {
            return digits(chat).map(str::to_owned);
        };
        let user = digits(user)?;
        if let Some(channel) = self.known().direct.get(user) {
            return Ok(channel.clone());
        }
        let request = Request::new(Method::POST, "POST dm", chat, "/users/@me/channels".to_owned())
            .json(json!({"recipient_id": user}));
        let answer = self.rest.call(request).await.map_err(|error| match self.meaning(chat, error) {
            // Opening a channel twice gives the same one: nothing is unclear about the message.
            ChatError::Unclear => ChatError::Retry { after: RECONNECT },
            other => other,
        })?;
        let channel = answer["id"].as_str().ok_or(ChatError::Retry { after: RECONNECT })?.to_owned();
        self.known().direct.insert(user.to_owned(), channel.clone());
        Ok(channel)
    }

    /// Changes a message.
    pub(crate) async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
        let chat = self.channel(&editing.place.chat).await?;
        let id = digits(editing.id)?;
        let path = format!("/channels/{chat}/messages/{id}");
        let change = |body: Value| Request::new(Method::PATCH, "PATCH messages", &chat, path.clone()).json(body);
        let (request, parts) = match editing.change {
            Change::NoButtons => (change(json!({"components": []})), 1),
            Change::Part(message, part) => {
                let mut rendered = render(message, &[], editing.place.kind == ChatKind::Group);
                rendered.mentions.clear();
                let request = match part_body(&rendered, part) {
                    Some(body) => change(without_old_buttons(body)),
                    None => Request::new(Method::DELETE, "DELETE messages", &chat, path.clone()),
                };
                (request, rendered.parts.len())
            }
        };
        let changed = async { self.awake(&chat, request).await.map_err(|error| self.meaning(&chat, error)) };
        match tokio::time::timeout(DEADLINE, changed).await {
            Ok(Err(ChatError::MessageGone)) if matches!(editing.change, Change::Part(_, at) if at >= parts) => {
                Ok(parts)
            }
            Ok(result) => result.map(|_| parts),
            Err(_) => Err(ChatError::Unclear),
        }
    }

    /// A call about a channel's messages; an archived thread is woken and the call tried once more.
    async fn awake(&self, chat: &str, request: Request) -> Result<Value, RestError> {
        match self.rest.call(request.clone()).await {
            Err(error) if error.code() == Some(50083) => {
                let wake = Request::new(Method::PATCH, "PATCH channel", chat, format!("/channels/{chat}"))
                    .json(json!({"archived": false}));
                match self.rest.call(wake).await {
                    Ok(_) => self.rest.call(request).await,
                    Err(RestError::Lost) => Err(RestError::Wait(RECONNECT)),
                    Err(error) => Err(error),
                }
            }
            other => other,
        }
    }

    /// What a failed call means for the caller. A chat that refused us is left alone for a while (D12).
    pub(crate) fn meaning(&self, chat: &str, error: RestError) -> ChatError {
        match error {
            RestError::Wait(after) => ChatError::Retry { after },
            RestError::Unreachable => ChatError::Retry { after: RECONNECT },
            RestError::Lost => ChatError::Unclear,
            RestError::Paused(reason) => ChatError::Gone(reason),
            RestError::Token => ChatError::Barred(error.to_string()),
            RestError::Refused { code, status, ref message } => match code {
                // No access, no permission, closed direct messages, no server in common; a refusal without a code.
                _ if matches!(code, 50001 | 50013 | 50007 | 50278) || (code == 0 && status == 403) => {
                    self.rest.limits().pause(chat, message, Instant::now());
                    ChatError::Gone(message.clone())
                }
                // Unknown channel: it is deleted, for one we may not see answers 50001.
                10003 => ChatError::Deleted(message.clone()),
                // Unknown server or user; a locked thread; an archived one that cannot be woken.
                10004 | 10013 | 160_005 | 50083 => ChatError::Gone(message.clone()),
                10008 => ChatError::MessageGone,
                _ => ChatError::Refused(error.to_string()),
            },
        }
    }

    /// Shows the typing sign.
    pub(crate) async fn typing(&self, place: &Place) {
        let Ok(chat) = digits(&place.chat) else { return };
        let request = Request::new(Method::POST, "POST typing", chat, format!("/channels/{chat}/typing"));
        if let Err(error) = self.rest.call(request).await {
            tracing::debug!(%error, mark = mark_of(chat), "no typing sign");
        }
    }

    /// Sets the reaction 👀 on a message. A refusal closes the channel for reactions alone, since the right to set them
    /// is one of its own (platform-facts D12).
    pub(crate) async fn seen(&self, place: &Place, message: &str) -> Result<(), ChatError> {
        let chat = digits(&place.chat)?;
        let message = digits(message).map_err(|_| ChatError::MessageGone)?;
        let reactions = format!("{chat}/reactions");
        let path = format!("/channels/{chat}/messages/{message}/reactions/{SEEN}/@me");
        let request = Request::new(Method::PUT, "PUT reactions", &reactions, path);
        let Err(error) = self.rest.call(request).await else { return Ok(()) };
        if let RestError::Refused { status: 403, message: reason, .. } = &error {
            self.rest.limits().pause(&reactions, reason, Instant::now());
        }
        Err(self.meaning(&reactions, error))
    }
}

/// Whether Discord refuses only that a message answers to another one: nothing earlier may be read here, or that one
/// cannot be answered.
fn is_about_the_answered(error: &RestError) -> bool {
    match error {
        RestError::Refused { code: 160_002 | 160_009, .. } => true,
        RestError::Refused { code: 50035, message, .. } => message.contains("message_reference"),
        _ => false,
    }
}

/// When the answer of a command was deferred that can be filled in by this handle.
fn deferred_at(handle: &str) -> Option<DateTime<Utc>> {
    let (_, _, expiry) = handle_parts(handle)?;
    DateTime::from_timestamp(expiry - ANSWERABLE_SECONDS, 0)
}

/// An id that may stand in an address.
pub(super) fn digits(id: &str) -> Result<&str, ChatError> {
    if id.parse::<u64>().is_ok() { Ok(id) } else { Err(ChatError::Gone("that is no Discord channel".to_owned())) }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::outbound::*;

    #[test]
    fn only_ids_stand_in_addresses() {
        assert!(digits("12/../34").is_err() && digits("").is_err() && digits("12").is_ok());
    }

    #[test]
    fn refusals_of_what_is_answered_are_known() {
        let about = |code, message: &str| {
            is_about_the_answered(&RestError::Refused { status: 400, code, message: message.to_owned() })
        };
        assert!(about(160_002, "Cannot reply without permission to read message history"));
        assert!(about(50035, "Invalid Form Body: message_reference: Cannot reply to a system message"));
        assert!(!about(50035, "Invalid Form Body: content: Must be 2000 or fewer in length."));
        assert!(!about(50013, "Missing Permissions") && !is_about_the_answered(&RestError::Lost));
    }
}
