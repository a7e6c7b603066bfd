//! Posts, edits, threads and the typing sign as single REST calls, and Discord's refusals in terms of what
//! to do. It repeats nothing, but for one try after a thread was woken from its archive, and one each without what a
//! channel does not grant: a file, and being an answer.

use super::components::short;
use super::look_for_lost::Sought;
use super::render::{MOST, Rendered, render};
use super::rest::{Body, Request, RestError};
use crate::adapters::discord::Core;
use crate::adapters::discord::receive::arrivals::Arrival;
use crate::adapters::discord::receive::inbound::{ANSWERABLE_SECONDS, handle_parts};
use crate::adapters::discord::receive::seen::mark_of;
use crate::ports::chat::{Change, ChatError, Editing, Posting, Sent};
use crate::ports::trial::planted;
use crate::secretary::message::Attached;
use crate::secretary::message::inbound::{ChatKind, Place};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};

/// A handle is used as long as it lives this much longer (Discord gives 15 min in all, platform-facts D30).
const HANDLE_MARGIN_SECONDS: i64 = 60;
/// How long a post waits for the deferral it fills in.
const DEFERRAL: Duration = Duration::from_secs(3);
/// The wait after a connection that could not be made.
pub(in crate::adapters::discord) const RECONNECT: Duration = Duration::from_secs(5);
/// The deadline of one post with everything it needs.
const DEADLINE: Duration = Duration::from_secs(19);
const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Minutes until a quiet thread is archived, and characters of its name (platform-facts D38).
const ARCHIVE_MINUTES: u64 = 10_080;
const THREAD_NAME: usize = 100;
/// Bytes of a file; Discord takes 10 MiB (platform-facts D24).
const FILE_BYTES: usize = 9 * 1024 * 1024;
/// Said in place of a file; so short that it fits below a part of any message.
const NO_FILE: &str =
    "The file could not be attached: I may not do that here. Ask an admin for the right “Attach Files”.";

impl Core {
    /// Posts one part.
    pub(in crate::adapters::discord) async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        tokio::time::timeout(DEADLINE, self.post_part(posting)).await.unwrap_or(Err(ChatError::Unclear))
    }

    async fn post_part(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let group = posting.to.kind == ChatKind::Group;
        let rendered = render(posting.message, posting.people, group);
        let more = posting.part + 1 < rendered.parts.len();
        let Some(mut body) = part_body(&rendered, posting.part) else {
            return Err(ChatError::Refused(format!("the message has no part {}", posting.part)));
        };
        let file = posting.message.file.as_ref().filter(|_| !more);
        if let Some(file) = file {
            body["attachments"] = json!([{"id": 0, "filename": file_name(file)}]);
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
        let bare = file.map(|_| without_file(body.clone()));
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
    async fn create(&self, chat: &str, mut body: Value, mut file: Option<&Attached>) -> Result<Value, ChatError> {
        let request = Request::new(Method::POST, "POST messages", chat, format!("/channels/{chat}/messages"));
        loop {
            let error = match self.awake(chat, request.clone().body(with_file(body.clone(), file))).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if error.code() == Some(50013) && file.take().is_some() {
                body = without_file(body);
            } else if is_about_the_answered(&error) && taken_out(&mut body, "message_reference") {
                tracing::debug!(%error, chat, "a message answers to nothing");
            } else {
                return Err(self.meaning(chat, error));
            }
        }
    }

    /// Fills in the deferred answer of a command; `None` when there is none to fill in any more.
    async fn fill_in(
        &self,
        handle: &str,
        mut body: Value,
        file: Option<&Attached>,
    ) -> Result<Option<String>, ChatError> {
        let Some((application, token, expiry)) = handle_parts(handle) else { return Ok(None) };
        let fresh = self.clock.now().timestamp() + HANDLE_MARGIN_SECONDS < expiry;
        if !fresh || !self.pending.deferred(token, DEFERRAL).await {
            return Ok(None);
        }
        body["components"] = body.get("components").cloned().unwrap_or_else(|| json!([]));
        let path = format!("/webhooks/{application}/{token}/messages/@original");
        let request = Request::new(Method::PATCH, "PATCH original", token, path).free();
        let mut filled = self.rest.call(request.clone().body(with_file(body.clone(), file))).await;
        if file.is_some() && filled.as_ref().is_err_and(|error| error.code() == Some(50013)) {
            filled = self.rest.call(request.json(without_file(body))).await;
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
    pub(in crate::adapters::discord) async fn edit(&self, editing: Editing<'_>) -> Result<usize, ChatError> {
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
                    Some(mut body) => {
                        body["components"] = body.get("components").cloned().unwrap_or_else(|| json!([]));
                        change(body)
                    }
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
    pub(in crate::adapters::discord) fn meaning(&self, chat: &str, error: RestError) -> ChatError {
        match error {
            RestError::Wait(after) => ChatError::Retry { after },
            RestError::Unreachable => ChatError::Retry { after: RECONNECT },
            RestError::Lost => ChatError::Unclear,
            RestError::Paused(reason) => ChatError::Gone(reason),
            RestError::Token => ChatError::Barred(error.to_string()),
            RestError::Refused { code, status, ref message } => match code {
                // No access, no permission, closed direct messages, no server in common.
                50001 | 50013 | 50007 | 50278 => {
                    self.rest.limits().pause(chat, message, Instant::now());
                    ChatError::Gone(message.clone())
                }
                // Unknown channel: it is deleted, for one we may not see answers 50001.
                10003 => ChatError::Deleted(message.clone()),
                // Unknown server or user; a locked thread; an archived one that cannot be woken.
                10004 | 10013 | 160_005 | 50083 => ChatError::Gone(message.clone()),
                10008 => ChatError::MessageGone,
                0 if status == 403 => {
                    self.rest.limits().pause(chat, message, Instant::now());
                    ChatError::Gone(message.clone())
                }
                _ => ChatError::Refused(error.to_string()),
            },
        }
    }

    /// Opens a thread on a message.
    pub(in crate::adapters::discord) async fn open_thread(
        &self,
        place: &Place,
        message: &str,
        title: &str,
    ) -> Result<Option<Place>, ChatError> {
        let (Ok(chat), Ok(message)) = (digits(&place.chat), digits(message)) else { return Ok(None) };
        if place.kind == ChatKind::Direct {
            return Ok(None);
        }
        let name = match short(title, THREAD_NAME) {
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
            Err(RestError::Wait(after)) => return Err(ChatError::Retry { after }),
            Err(RestError::Unreachable) => return Err(ChatError::Retry { after: RECONNECT }),
            Err(RestError::Lost) => return Err(ChatError::Unclear),
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

    /// Shows the typing sign.
    pub(in crate::adapters::discord) async fn typing(&self, place: &Place) {
        let Ok(chat) = digits(&place.chat) else { return };
        let request = Request::new(Method::POST, "POST typing", chat, format!("/channels/{chat}/typing"));
        if let Err(error) = self.rest.call(request).await {
            tracing::debug!(%error, mark = mark_of(chat), "no typing sign");
        }
    }
}

/// The body of one part, without what only ordinary messages have.
fn part_body(rendered: &Rendered, part: usize) -> Option<Value> {
    let content = rendered.parts.get(part)?;
    let named = |user: &&String| content.contains(&format!("<@{user}>"));
    let users: Vec<&String> = rendered.mentions.iter().filter(named).collect();
    let mut body = json!({
        "content": content, "flags": SUPPRESS_EMBEDS,
        "allowed_mentions": {"parse": [], "users": users, "replied_user": false},
    });
    if part + 1 == rendered.parts.len() && !rendered.components.is_empty() {
        body["components"] = json!(rendered.components);
    }
    Some(body)
}

fn with_file(body: Value, file: Option<&Attached>) -> Body {
    let Some(file) = file else { return Body::Json(body) };
    let end = file.text.floor_char_boundary(FILE_BYTES);
    Body::WithFile(body, file_name(file), file.text[..end].to_owned())
}

/// The same message without its file, which says so. Of words that nearly fill it the last ones give way.
fn without_file(mut body: Value) -> Value {
    taken_out(&mut body, "attachments");
    let room = MOST - NO_FILE.chars().count() - 1;
    let words: String = body["content"].as_str().unwrap_or_default().chars().take(room).collect();
    body["content"] = json!(format!("{words}\n{NO_FILE}").trim_start_matches('\n'));
    body
}

/// Takes a field out of a body; false where it has none.
fn taken_out(body: &mut Value, field: &str) -> bool {
    body.as_object_mut().is_some_and(|body| body.remove(field).is_some())
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

fn file_name(file: &Attached) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let name: String = file.name.chars().take(80).map(plain).collect();
    let name = name.trim_start_matches('.').to_owned();
    if name.is_empty() { "file.txt".to_owned() } else { name }
}

/// What makes a repetition the same message: 22 characters, Discord takes 25 (platform-facts D21).
fn nonce(key: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(key)).chars().take(22).collect()
}

/// When the answer of a command was deferred that can be filled in by this handle.
fn deferred_at(handle: &str) -> Option<DateTime<Utc>> {
    let (_, _, expiry) = handle_parts(handle)?;
    DateTime::from_timestamp(expiry - ANSWERABLE_SECONDS, 0)
}

/// An id that may stand in an address.
fn digits(id: &str) -> Result<&str, ChatError> {
    if id.parse::<u64>().is_ok() { Ok(id) } else { Err(ChatError::Gone("that is no Discord channel".to_owned())) }
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::outbound::*;

    #[test]
    fn nonces_are_short_and_stable() {
        assert_eq!(nonce("e1:0").len(), 22);
        assert_eq!(nonce("e1:0"), nonce("e1:0"));
        assert_ne!(nonce("e1:0"), nonce("e1:1"));
    }

    #[test]
    fn only_ids_stand_in_addresses() {
        assert!(digits("12/../34").is_err() && digits("").is_err() && digits("12").is_ok());
    }

    #[test]
    fn buttons_stand_under_the_last_part_and_mentions_where_their_names_are() {
        let rendered = Rendered {
            parts: vec!["<@7> asks".into(), "<@8> decides, not <@9>".into()],
            components: vec![json!({"type": 1})],
            mentions: vec!["7".into(), "8".into()],
        };
        let (first, last) = (part_body(&rendered, 0).unwrap(), part_body(&rendered, 1).unwrap());
        assert!(first.get("components").is_none() && last.get("components").is_some());
        assert_eq!(first["allowed_mentions"]["users"], json!(["7"]));
        assert_eq!(last["allowed_mentions"]["users"], json!(["8"]));
        assert!(part_body(&rendered, 2).is_none());
    }

    #[test]
    fn what_stands_in_place_of_a_file_fits_below_the_words() {
        let bare = |words: &str| without_file(json!({"content": words, "attachments": [{"id": 0}], "nonce": "n"}));
        assert_eq!(bare("Done."), json!({"content": format!("Done.\n{NO_FILE}"), "nonce": "n"}));
        assert_eq!(bare("")["content"], NO_FILE);
        let length = |words: usize| bare(&"ä".repeat(words))["content"].as_str().unwrap().chars().count();
        assert_eq!(length(1900), 1901 + NO_FILE.chars().count(), "all of an ordinary part");
        assert_eq!(length(MOST), MOST);
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

    #[test]
    fn file_names_are_harmless() {
        let named = |name: &str| file_name(&Attached { name: name.into(), text: String::new() });
        assert_eq!(named("../a b.md"), "-a-b.md");
        assert_eq!(named(""), "file.txt");
    }
}
