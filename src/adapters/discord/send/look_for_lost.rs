//! Looks for a message whose sending got no answer: Discord forgets a nonce after some minutes, so the channel is
//! read before the message is sent again (platform-facts D8, D21).

use super::outbound::RECONNECT;
use super::rest::{Request, RestError};
use crate::adapters::discord::Core;
use crate::ports::chat::ChatError;
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use serde_json::Value;

/// After this a nonce may no longer protect from a second message (platform-facts D21).
const NONCE_LIFE: TimeDelta = TimeDelta::seconds(120);
/// How far Discord's clock and ours may differ.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::seconds(30);
/// Messages of one page, and pages looked through (platform-facts D8).
const PAGE: usize = 100;
const PAGES: usize = 10;

impl Core {
    /// The message of an earlier attempt whose answer was lost so long ago that its nonce protects no more.
    pub(super) async fn found_after_all(
        &self,
        chat: &str,
        unclear_since: Option<DateTime<Utc>>,
        sought: &Sought<'_>,
    ) -> Result<Option<String>, ChatError> {
        let Some(since) = unclear_since.filter(|since| self.clock.now() - *since > NONCE_LIFE) else { return Ok(None) };
        let since = sought.deferred_at.map_or(since, |deferred| deferred.min(since));
        let mut after = snowflake_at(since - CLOCKS_DIFFER);
        for _ in 0..PAGES {
            let path = format!("/channels/{chat}/messages?after={after}&limit={PAGE}");
            let page = match self.rest.call(Request::new(Method::GET, "GET messages", chat, path)).await {
                Ok(Value::Array(page)) => page,
                // Nothing was sent by looking.
                Ok(_) | Err(RestError::Lost) => return Err(ChatError::Retry { after: RECONNECT }),
                Err(error) if matches!(error.code(), Some(50001 | 50013)) => {
                    tracing::warn!(
                        chat,
                        "what stands in a Discord channel may not be looked at; a message may stand twice"
                    );
                    return Ok(None);
                }
                Err(error) => return Err(self.meaning(chat, error)),
            };
            if let Some(found) = page.iter().find(|message| sought.is(message, &self.bot())) {
                return Ok(found["id"].as_str().map(str::to_owned));
            }
            let newest = page.iter().filter_map(|message| message["id"].as_str()?.parse::<u64>().ok()).max();
            match newest {
                Some(newest) if page.len() >= PAGE => after = newest,
                Some(_) | None => break,
            }
        }
        Ok(None)
    }
}

/// What is known of a message that may stand in a channel.
pub(crate) struct Sought<'a> {
    /// The key it was sent with, where Discord still tells it.
    pub(crate) nonce: String,
    /// What was sent.
    pub(crate) body: &'a Value,
    /// What was sent instead if its file was refused.
    pub(crate) bare: Option<&'a Value>,
    /// The message it answers.
    pub(crate) reply_to: Option<&'a str>,
    /// When the answer of a command was deferred that it may have filled in: that message is as old.
    pub(crate) deferred_at: Option<DateTime<Utc>>,
}

impl Sought<'_> {
    /// Whether this is it. Its buttons are like no other's; without any it is told by its words and what it answers.
    fn is(&self, message: &Value, bot: &str) -> bool {
        if message["author"]["id"] != bot {
            return false;
        }
        if let Some(nonce) = message["nonce"].as_str() {
            return nonce == self.nonce;
        }
        let (wanted, found) = (custom_ids(&self.body["components"]), custom_ids(&message["components"]));
        if !wanted.is_empty() || !found.is_empty() {
            return wanted == found;
        }
        let text = |value: &Value| value["content"].as_str().unwrap_or_default().trim().to_owned();
        let files = |value: &Value| value["attachments"].as_array().map_or(0, Vec::len);
        let same = |body: &Value| text(message) == text(body) && files(message) == files(body);
        let answers = message["message_reference"]["message_id"].as_str();
        (same(self.body) || self.bare.is_some_and(same))
            && self.reply_to.is_none_or(|id| answers.is_none_or(|answered| answered == id))
    }
}

/// The ids of all buttons and menus in these components, in order.
fn custom_ids(components: &Value) -> Vec<&str> {
    let rows = components.as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter_map(|component| component["custom_id"].as_str())
        .collect()
}

/// The smallest snowflake of a moment.
pub(crate) fn snowflake_at(at: DateTime<Utc>) -> u64 {
    const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
    u64::try_from(at.timestamp_millis().saturating_sub(DISCORD_EPOCH_MS)).unwrap_or(0) << 22
}

#[cfg(test)]
mod tests {
    use crate::adapters::discord::send::look_for_lost::*;
    use serde_json::json;

    fn sought(body: &Value) -> Sought<'_> {
        Sought { nonce: "n1".to_owned(), body, bare: None, reply_to: Some("5"), deferred_at: None }
    }

    fn standing(fields: Value) -> Value {
        let mut message = json!({"id": "9", "author": {"id": "1"}, "content": "Take offer C"});
        for (key, value) in fields.as_object().unwrap() {
            message[key] = value.clone();
        }
        message
    }

    #[test]
    fn a_message_is_told_by_its_nonce_its_buttons_or_its_words() {
        let buttons = |id: &str| json!([{"type": 1, "components": [{"type": 2, "custom_id": id}]}]);
        let plain = json!({"content": "Take offer C "});
        let prompt = json!({"content": "Take offer C", "components": buttons("1.abc.0")});
        let is = |body: &Value, fields: Value| sought(body).is(&standing(fields), "1");
        assert!(is(&plain, json!({})));
        assert!(is(&plain, json!({"nonce": "n1", "content": "cut"})) && !is(&plain, json!({"nonce": "n2"})));
        assert!(!is(&plain, json!({"author": {"id": "2"}})), "somebody else's");
        assert!(!is(&plain, json!({"content": "Take offer D"})));
        assert!(!is(&plain, json!({"message_reference": {"message_id": "6"}})), "the answer to something else");
        assert!(!is(&plain, json!({"attachments": [{}]})));
        assert!(is(&prompt, json!({"components": buttons("1.abc.0")})));
        assert!(!is(&prompt, json!({"components": buttons("1.xyz.0")})), "another prompt of the same words");
        assert!(!is(&prompt, json!({})));
    }

    #[test]
    fn a_message_whose_file_was_refused_is_told_by_the_words_it_stands_with() {
        let whole = json!({"content": "Take offer C", "attachments": [{"id": 0}]});
        let bare = json!({"content": "C. No file"});
        let is = |fields: Value| Sought { bare: Some(&bare), ..sought(&whole) }.is(&standing(fields), "1");
        assert!(is(json!({"attachments": [{}]})) && is(json!({"content": "C. No file"})));
        assert!(!is(json!({})) && !is(json!({"content": "C. No file", "attachments": [{}]})));
    }

    #[test]
    fn snowflakes_begin_in_2015() {
        assert_eq!(snowflake_at(DateTime::from_timestamp_millis(1_420_070_400_001).unwrap()), 1 << 22);
        assert_eq!(snowflake_at(DateTime::UNIX_EPOCH), 0);
    }
}
