//! A refusal in Discord's shape: status, numeric code, message and, for invalid bodies, the tree of errors.

use serde_json::{Value, json};

/// Why a call was refused.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Refusal {
    pub(crate) fn new(status: u16, code: u64, message: &str) -> Self {
        Self { status, body: json!({"message": message, "code": code}) }
    }

    /// 400 with code 50035; `path` is dotted, such as `components.0.components.1.label`.
    pub(crate) fn invalid(path: &str, code: &str, message: &str) -> Self {
        let mut errors = json!({"_errors": [{"code": code, "message": message}]});
        for key in path.rsplit('.').filter(|key| !key.is_empty()) {
            let mut outer = serde_json::Map::new();
            outer.insert(key.to_owned(), errors);
            errors = Value::Object(outer);
        }
        Self { status: 400, body: json!({"message": "Invalid Form Body", "code": 50035, "errors": errors}) }
    }

    /// The refusal of a documented code (platform-facts D13), with Discord's status and words.
    pub(crate) fn code(code: u64) -> Self {
        let (status, message) = match code {
            10003 => (404, "Unknown Channel"),
            10004 => (404, "Unknown Guild"),
            10007 => (404, "Unknown Member"),
            10008 => (404, "Unknown Message"),
            10014 => (400, "Unknown Emoji"),
            10015 => (404, "Unknown Webhook"),
            10062 => (404, "Unknown interaction"),
            20028 => (429, "The write action you are performing on the channel has hit the write rate limit"),
            30046 => (429, "Maximum number of edits to messages older than 1 hour reached"),
            40005 => (413, "Request entity too large"),
            40060 => (400, "Interaction has already been acknowledged."),
            50001 => (403, "Missing Access"),
            50005 => (403, "Cannot edit a message authored by another user"),
            50006 => (400, "Cannot send an empty message"),
            50007 => (403, "Cannot send messages to this user"),
            50013 => (403, "Missing Permissions"),
            50024 => (400, "Cannot execute action on this channel type"),
            50027 => (401, "Invalid Webhook Token"),
            50033 => (400, "Invalid Recipient(s)"),
            50083 => (400, "Thread is archived"),
            50278 => (403, "Cannot message this user due to having no mutual guilds"),
            160_002 => (403, "Cannot reply without permission to read message history"),
            160_004 => (400, "A thread has already been created for this message"),
            160_005 => (400, "Thread is locked"),
            160_006 => (400, "Maximum number of active threads reached"),
            200_000 => (400, "Message was blocked by automatic moderation"),
            _ => (400, "Refused"),
        };
        let mut refusal = Self::new(status, code, message);
        if status == 429 {
            // Limits that carry a code (20028, 30046) say how long to wait as well.
            refusal.body["retry_after"] = json!(1.0);
            refusal.body["global"] = json!(false);
        }
        refusal
    }
}
