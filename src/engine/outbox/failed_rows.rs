//! Outcomes of outbox rows that could not be performed: which wait for people, which are dropped, and what people are
//! told.

use crate::engine::context::say::UNSENT;
use crate::engine::performed::Performed;
use crate::ports::store::{Arrival, OutboxRow, Settled};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::TriggerId;
use crate::secretary::message::routing;

/// The prefix of ids of messages that are sent once more although they may have arrived, since somebody is in the
/// room (`OutboxCare::show_again`). It happens once and is the last sending.
const LAST: &str = "again";
/// The prefix of ids of messages that waited for their room.
const BACK: &str = "back";

/// The outcome of a row whose room cannot be reached. Messages that people need are shelved, and so are edits of
/// messages in the room.
pub fn put_aside(row: &OutboxRow, why: &str) -> Settled {
    let kept = if let Effect::Post { class, .. } = &row.row.effect {
        class.kept()
    } else {
        matches!(row.row.effect, Effect::Edit { calm: false, .. } | Effect::Bare { .. })
    };
    let why = why.to_owned();
    if kept { Settled::Shelved(why) } else { Settled::Failed(why) }
}

/// Whether this is the last sending of a message that may have arrived already.
pub fn for_the_last_time(row: &OutboxRow) -> bool {
    let id = row.row.id.as_str();
    id.split('/').take_while(|part| [LAST, BACK].contains(part)).any(|part| part == LAST)
}

/// The id of a message before it was sent again.
pub fn first_id(row: &OutboxRow) -> &str {
    let mut id = row.row.id.as_str();
    while let Some((_, rest)) = id.split_once('/').filter(|(mark, _)| [LAST, BACK].contains(mark)) {
        id = rest;
    }
    id
}

/// The name of an attempt. Each part has its own attempts.
pub fn attempt_of(row: &OutboxRow) -> String {
    format!("{}/{}/{}", row.row.id, row.part, row.attempts)
}

/// Whether an effect may be dropped: progress, which the next edit replaces.
pub fn may_be_dropped(effect: &Effect) -> bool {
    matches!(effect, Effect::Post { class: Class::May, .. } | Effect::Edit { calm: true, .. })
}

/// The event that tells people of a failed message: for a post that must arrive, except one that itself tells of a
/// failure.
pub fn unsent(row: &OutboxRow, key: &str) -> Option<Arrival> {
    let Effect::Post { class: Class::Must | Class::Answer | Class::Receipt, slot, room, .. } = &row.row.effect else {
        return None;
    };
    let (room, ticket, error) = (room.clone(), row.row.ticket.clone(), key.to_owned());
    let told = Arrival::Unsent { room, ticket, error, perhaps: false, secret: None };
    (!slot.as_str().starts_with(UNSENT)).then_some(told)
}

/// The webhook whose secret this message shows, if it shows one.
pub fn secret_in(row: &OutboxRow) -> Option<TriggerId> {
    let Effect::Post { slot, .. } = &row.row.effect else { return None };
    routing::secret_of(slot)
}

/// The event that tells people of a message that may be missing and is not sent again: of a prompt or report after its last
/// sending, since somebody was in the room, and of a secret after its first.
pub fn perhaps_missing(row: &OutboxRow, key: &str) -> Option<Arrival> {
    let Effect::Post { class, room, .. } = &row.row.effect else { return None };
    let (room, ticket, error, secret) = (room.clone(), row.row.ticket.clone(), key.to_owned(), secret_in(row));
    let told = secret.is_some() || (*class == Class::Must && ticket.is_some());
    told.then_some(Arrival::Unsent { room, ticket, error, perhaps: true, secret })
}

impl Performed {
    /// Adds the event that tells people of a message that will not come.
    pub fn telling_unsent(self, row: &OutboxRow, key: &str) -> Self {
        match unsent(row, key) {
            Some(told) => self.telling(key.to_owned(), told),
            None => self,
        }
    }
}
