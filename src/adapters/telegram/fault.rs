//! What a failed call means for the engine: platform-facts T25, T27–T29, T31, T32, T43 and T51 as the next step to
//! take. No I/O.

use super::send::client::Failure;
use crate::ports::chat::ChatError;
use std::time::Duration;

/// The wait after a failure without a figure of its own.
const SHORT: Duration = Duration::from_secs(2);
/// The wait after a 429 without a figure (the server's own flood failure names 60 s, but always names it).
const FLOOD: Duration = Duration::from_secs(5);

/// Refusals which mean that nobody can be reached in this chat by this bot.
const UNREACHABLE: [&str; 7] = [
    "user not found",
    "peer_id_invalid",
    "chat_write_forbidden",
    "not enough rights to send",
    "have no rights to send",
    // Where the thread was left away already: the topic that is the root of the chat is closed.
    "topic_closed",
    "topic_deleted",
];

/// Refusals which mean that there is no such chat (any more).
const DELETED: [&str; 2] = ["chat not found", "the group chat was deleted"];

/// What the Bot API server says of every call it had not finished when it was stopped (platform-facts T28).
const STOPPED: &str = "restart";

/// Refusals of an edit or a reaction which mean that the message is not there, or no longer ours to change.
const MESSAGE_GONE: [&str; 4] =
    ["message to edit not found", "message can't be edited", "message_id_invalid", "message to react not found"];

/// Refusals of a file which say nothing about words.
const NO_FILES: [&str; 3] = ["send documents", "chat_send_docs_forbidden", "chat_send_media_forbidden"];

/// Refusals of a picture which say nothing about other files.
const NO_PICTURES: [&str; 2] = ["photo", "image_process_failed"];

/// Refusals which go away at the root of the chat (platform-facts T43).
const THREAD_GONE: [&str; 3] = ["message thread not found", "topic_closed", "topic_deleted"];

/// The markup was refused; nothing was sent (platform-facts T51).
pub(super) fn is_markup(failure: &Failure) -> bool {
    failure.says("can't parse entities")
}

/// The topic is gone or closed.
pub(super) fn is_thread_gone(failure: &Failure) -> bool {
    THREAD_GONE.iter().any(|words| failure.says(words))
}

/// The message replied to is gone although sending without it was allowed.
pub(super) fn is_reply_gone(failure: &Failure) -> bool {
    let gone = ["replied message not found", "message to be replied not found", "reply message not found"];
    gone.iter().any(|words| failure.says(words))
}

/// The edit changes nothing, so it is done (platform-facts T27).
pub(super) fn is_unchanged(failure: &Failure) -> bool {
    failure.says("message is not modified")
}

/// It is a file: there is nothing to edit about it.
pub(super) fn has_no_text(failure: &Failure) -> bool {
    failure.says("there is no text in the message to edit")
}

/// Files may not be sent here; words may. As a 403 it would close the chat, so it is looked for in that, too.
pub(super) fn is_no_file(failure: &Failure) -> bool {
    refuses(failure, &NO_FILES)
}

/// The file may not be sent as a picture, or is none; it may be sent as a document.
pub(super) fn is_no_picture(failure: &Failure) -> bool {
    refuses(failure, &NO_PICTURES)
}

fn refuses(failure: &Failure, what: &[&str]) -> bool {
    let Failure::Answer { code: 400 | 403, description, .. } = failure else { return false };
    let description = description.to_ascii_lowercase();
    what.iter().any(|words| description.contains(*words))
}

/// There is no such chat: said as a 400 of one that is unknown, as a 403 of a group that was deleted.
fn is_chat_deleted(description: &str) -> bool {
    let description = description.to_ascii_lowercase();
    DELETED.iter().any(|words| description.contains(words))
}

/// What shall be deleted is not there.
pub(super) fn is_deleted(failure: &Failure) -> bool {
    failure.says("message to delete not found") || failure.says("message_id_invalid")
}

/// It is too old to be deleted (platform-facts T27).
pub(super) fn cannot_be_deleted(failure: &Failure) -> bool {
    failure.says("message can't be deleted")
}

/// The press is no longer waiting for an answer (platform-facts T25).
pub(super) fn is_late_answer(failure: &Failure) -> bool {
    failure.says("query is too old") || failure.says("query id is invalid")
}

/// The engine's view of a failed call.
pub(super) fn chat_error(failure: &Failure) -> ChatError {
    let (code, description) = match failure {
        Failure::Unsent(_) => return ChatError::Retry { after: SHORT },
        Failure::Lost(_) => return ChatError::Unclear,
        Failure::Answer { moved_to: Some(id), .. } => return ChatError::Moved(id.to_string()),
        Failure::Answer { code, description, .. } => (*code, description),
    };
    match code {
        429 => ChatError::Retry { after: failure.retry_after().unwrap_or(FLOOD) },
        // The Bot API server itself says that this call failed, after whatever it tried: nothing stands there. Only what
        // it had under way when it was stopped is answered without being known.
        500 if !description.to_ascii_lowercase().contains(STOPPED) => ChatError::Retry { after: SHORT },
        // All others come from the front, which did not hear from the server behind it: 502 and 504 come in the form of
        // the Bot API, too. Only 504 says that the call was handed on.
        502 | 503 => ChatError::Doubtful,
        500..=599 => ChatError::Unclear,
        400 | 403 if is_chat_deleted(description) => ChatError::Deleted(description.clone()),
        403 => ChatError::Gone(description.clone()),
        400 if UNREACHABLE.iter().any(|words| failure.says(words)) => ChatError::Gone(description.clone()),
        400 if MESSAGE_GONE.iter().any(|words| failure.says(words)) => ChatError::MessageGone,
        401 | 404 if failure.is_wrong_token() => {
            ChatError::Barred(format!("Telegram does not accept TELEGRAM_BOT_TOKEN: {description}"))
        }
        // A server that does not know what every one knows: another one takes the same message.
        404 => ChatError::Barred(format!("no Bot API server is at TELEGRAM_API_URL, or an old one: {description}")),
        _ => ChatError::Refused(description.clone()),
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::telegram::fault::*;

    fn refused(code: u16, description: &str) -> Failure {
        Failure::Answer { code, description: description.to_owned(), retry_after: None, moved_to: None }
    }

    #[test]
    fn each_failure_has_its_consequence() {
        let gone = |text: &str| ChatError::Gone(text.to_owned());
        let cases = [
            (Failure::Unsent("refused".into()), ChatError::Retry { after: SHORT }),
            (Failure::Lost("reset".into()), ChatError::Unclear),
            (refused(500, "Internal Server Error: restart"), ChatError::Unclear),
            (refused(500, "Internal Server Error"), ChatError::Retry { after: SHORT }),
            (refused(502, "Bad Gateway"), ChatError::Doubtful),
            (refused(503, "Service Unavailable"), ChatError::Doubtful),
            (refused(504, "Gateway Timeout"), ChatError::Unclear),
            (refused(429, "Too Many Requests"), ChatError::Retry { after: FLOOD }),
            (refused(403, "Forbidden: bot was blocked by the user"), gone("Forbidden: bot was blocked by the user")),
            (
                refused(403, "Forbidden: bot was kicked from the group chat"),
                gone("Forbidden: bot was kicked from the group chat"),
            ),
            (refused(400, "Bad Request: chat not found"), ChatError::Deleted("Bad Request: chat not found".into())),
            (
                refused(403, "Forbidden: the group chat was deleted"),
                ChatError::Deleted("Forbidden: the group chat was deleted".into()),
            ),
            (refused(400, "Bad Request: TOPIC_CLOSED"), gone("Bad Request: TOPIC_CLOSED")),
            (refused(400, "Bad Request: message to edit not found"), ChatError::MessageGone),
            (refused(400, "Bad Request: message can't be edited"), ChatError::MessageGone),
            (refused(400, "Bad Request: other"), ChatError::Refused("Bad Request: other".into())),
        ];
        for (failure, expected) in cases {
            assert_eq!(chat_error(&failure), expected, "{failure}");
        }
        for (code, words, said) in [
            (401, "Unauthorized", "TELEGRAM_BOT_TOKEN"),
            (404, "Not Found", "TELEGRAM_BOT_TOKEN"),
            (404, "Not Found: method not found", "TELEGRAM_API_URL"),
        ] {
            let error = chat_error(&refused(code, words));
            assert!(matches!(&error, ChatError::Barred(why) if why.contains(said)), "{error:?}");
        }
    }

    #[test]
    fn words_count_only_in_a_bad_request() {
        assert!(is_unchanged(&refused(400, "Bad Request: message is not modified: specified new content is…")));
        assert!(!is_unchanged(&refused(500, "message is not modified")));
        assert!(is_thread_gone(&refused(400, "Bad Request: TOPIC_CLOSED")));
        assert!(is_reply_gone(&refused(400, "Bad Request: reply message not found")));
        assert!(is_no_file(&refused(400, "Bad Request: not enough rights to send documents to the chat")));
        assert!(is_no_file(&refused(403, "Forbidden: CHAT_SEND_DOCS_FORBIDDEN")));
        for words in
            ["PHOTO_INVALID_DIMENSIONS", "not enough rights to send photos to the chat", "IMAGE_PROCESS_FAILED"]
        {
            assert!(is_no_picture(&refused(400, words)) && !is_no_file(&refused(400, words)), "{words}");
        }
        assert!(!is_no_picture(&refused(400, "Bad Request: not enough rights to send documents to the chat")));
        assert!(!is_no_file(&refused(403, "Forbidden: bot was kicked from the group chat")));
        assert!(!is_no_file(&refused(400, "Bad Request: not enough rights to send text messages to the chat")));
    }
}
