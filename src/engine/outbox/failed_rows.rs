//! How rows of the outbox end that could not be done: what waits for people, what is dropped, what they are told.

use crate::engine::context::say::UNSENT;
use crate::ports::store::{Arrival, OutboxRow, Settled};
use crate::secretary::ids::PersonId;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::ticket::effect::{Class, Effect};

/// How the ids of messages begin that are shown once more although they may have arrived, because somebody is there
/// (`OutboxCare::show_again`): a single time, and for the last time.
const LAST: &str = "again";
/// How the ids of messages begin that waited for their room.
const BACK: &str = "back";

/// How something ends whose room cannot be reached: what people need to see there waits for them, and so does what has
/// become of messages that stand there.
pub(in crate::engine) fn put_aside(row: &OutboxRow, why: &str) -> Settled {
    let kept = match &row.row.effect {
        Effect::Post { class, .. } => class.kept(),
        Effect::Edit { calm, .. } => !calm,
        Effect::Bare { .. } => true,
        Effect::BareCopies { .. }
        | Effect::Bind { .. }
        | Effect::Expect { .. }
        | Effect::AskModel { .. }
        | Effect::Understand { .. }
        | Effect::StopThinking
        | Effect::StartRun { .. }
        | Effect::TellRun { .. }
        | Effect::StopRun { .. }
        | Effect::SetTimer { .. }
        | Effect::DropTimer { .. }
        | Effect::OpenThread { .. }
        | Effect::Tell { .. }
        | Effect::Erase { .. }
        | Effect::EraseFiles { .. }
        | Effect::Allow { .. }
        | Effect::Extend { .. }
        | Effect::WakeSchedule { .. } => false,
    };
    let why = why.to_owned();
    if kept { Settled::Shelved(why) } else { Settled::Failed(why) }
}

/// Whether a message is shown for the last time, since it may have arrived already.
pub(in crate::engine) fn for_the_last_time(row: &OutboxRow) -> bool {
    let id = row.row.id.as_str();
    id.split('/').take_while(|part| [LAST, BACK].contains(part)).any(|part| part == LAST)
}

/// The id a message had before it was shown again.
pub(in crate::engine) fn first_id(row: &OutboxRow) -> &str {
    let mut id = row.row.id.as_str();
    while let Some((_, rest)) = id.split_once('/').filter(|(mark, _)| [LAST, BACK].contains(mark)) {
        id = rest;
    }
    id
}

/// The name of an attempt: each part has attempts of its own.
pub(in crate::engine) fn attempt_of(row: &OutboxRow) -> String {
    format!("{}/{}/{}", row.row.id, row.part, row.attempts)
}

/// Whether an effect is only of the moment: progress, which the next edit makes up for.
pub(in crate::engine) fn may_be_dropped(effect: &Effect) -> bool {
    matches!(effect, Effect::Post { class: Class::May, .. } | Effect::Edit { calm: true, .. })
}

/// What people are told of a message they wait for that failed at this place: of a post that must arrive, but for the
/// word that another one did not.
pub(in crate::engine) fn unsent(row: &OutboxRow, key: &str) -> Option<Arrival> {
    let Effect::Post { class: Class::Must | Class::Answer | Class::Receipt, slot, room, .. } = &row.row.effect else {
        return None;
    };
    let (room, ticket, error) = (room.clone(), row.row.ticket.clone(), key.to_owned());
    let told = Arrival::Unsent { room, ticket, error, perhaps: false };
    (!slot.as_str().starts_with(UNSENT)).then_some(told)
}

/// What people are told at this place of a prompt or a report that was shown for the last time and may be missing all the
/// same: somebody was there a moment ago.
pub(in crate::engine) fn perhaps_missing(row: &OutboxRow, key: &str) -> Option<Arrival> {
    let Effect::Post { class: Class::Must, room, .. } = &row.row.effect else { return None };
    let (room, ticket, error) = (room.clone(), row.row.ticket.clone(), key.to_owned());
    ticket.is_some().then_some(Arrival::Unsent { room, ticket, error, perhaps: true })
}

/// Everybody a message names.
pub(in crate::engine) fn mentioned(message: &Message) -> Vec<PersonId> {
    let spans = message.blocks.iter().flat_map(|block| match block {
        Block::Line(spans) | Block::Heading(spans) | Block::Quote(spans) | Block::Item { spans, .. } => {
            spans.as_slice()
        }
        Block::Code { .. } | Block::Table(_) | Block::Gap | Block::Markdown(_) => &[],
    });
    let named = spans.filter_map(Span::person).cloned();
    message.mentions.iter().cloned().chain(named).collect()
}
