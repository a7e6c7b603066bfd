//! Updates of Telegram and frames of Discord's gateway: whatever arrives becomes an event that can be stored and read again.

use super::{moments, text_of};
use crate::adapters::{discord, telegram};
use crate::secretary::inbound::{Content, Inbound, Platform};

/// Raw events are kept up to this size, in bytes.
const RAW: usize = 16 * 1024;

/// An update of the Bot API, or an answer with a batch of them.
pub(super) fn updates(input: &[u8]) {
    let [now, ..] = moments();
    for inbound in telegram::fuzzing::updates(&text_of(input), now) {
        assert_eq!(inbound.place.platform, Platform::Telegram);
        storable(&inbound);
    }
}

/// A frame of the gateway.
pub(super) fn frames(input: &[u8]) {
    if let Some(inbound) = discord::fuzzing::frame(&text_of(input)) {
        assert_eq!(inbound.place.platform, Platform::Discord);
        assert!(inbound.place.chat.parse::<u64>().is_ok_and(|chat| chat > 0));
        storable(&inbound);
    }
}

/// The inbox keeps an event as JSON, by its name, with a time in microseconds.
fn storable(inbound: &Inbound) {
    let text = serde_json::to_string(inbound).unwrap_or_else(|why| panic!("{why}: {inbound:?}"));
    let again: Inbound = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!(&again, inbound);
    assert!(inbound.event.len() > 1, "{:?} is no name", inbound.event);
    let at = inbound.sent_at.timestamp_micros();
    assert_eq!(chrono::DateTime::from_timestamp_micros(at).map(|at| at.timestamp_micros()), Some(at));
    match &inbound.content {
        Content::Unsupported { kind, raw, .. } => assert!(!kind.is_empty() && raw.len() <= RAW),
        Content::Command { name, .. } => {
            assert!(!name.is_empty() && !name.chars().any(char::is_whitespace), "{name:?}");
        }
        Content::Text { message, .. } | Content::Edited { message, .. } => assert!(!message.is_empty()),
        Content::Press { .. }
        | Content::Form { .. }
        | Content::Moved { .. }
        | Content::Reachable { .. }
        | Content::Deleted
        | Content::Missed
        | Content::Trouble(_) => {}
    }
}
