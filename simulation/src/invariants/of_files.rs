//! Invariants of the files that people send: each is kept with its message, or its sender is told why it is not; and nothing
//! is fetched twice of which is known what it says.

use super::of_rest::Rest;
use crate::memory::State;
use crate::outside::around::Surroundings;
use secretary::ports::store::{Arrival, EventOutcome};
use secretary::secretary::effect::Effect;
use secretary::secretary::inbound::Attachment;
use secretary::secretary::intent::{Heard, Spoken};
use secretary::secretary::message::{Block, Message};
use secretary::secretary::received::{FileFault, ReceivedFile};
use serde_json::Value;
use std::collections::BTreeSet;

/// A file of which was found out what it says is not fetched once more. No two files of a life have one name.
pub fn a_kept_file_is_not_fetched_again(world: &mut Surroundings, file: &Attachment) {
    let about = ReceivedFile { name: file.name.clone(), ..ReceivedFile::default() }.about_name();
    let found = world.storage.iter().find(|((_, name), _)| *name == about);
    let known = found.is_some_and(|(_, bytes)| {
        let found: Value = serde_json::from_slice(bytes).unwrap_or_default();
        let fault: Result<Option<FileFault>, _> = serde_json::from_value(found["fault"].clone());
        fault.is_ok_and(|fault| fault.is_none_or(FileFault::lasting))
    });
    if known {
        world.violated("a_kept_file_is_not_fetched_again", file.name.clone());
    }
}

/// Every file of a message that was taken is kept, or its sender was told what is wrong with it.
pub fn every_file_is_kept_or_told(rest: &Rest<'_>) -> Vec<String> {
    let (mut faults, mut heard_of) = (Vec::new(), BTreeSet::new());
    for row in rest.tables.inbox.values() {
        let Arrival::Understood { spoken, heard, .. } = &*row.arrival else { continue };
        let decided = matches!(row.ended, Some((EventOutcome::Decided(_) | EventOutcome::Refused(_), _)));
        let goes_on = matches!(**heard, Heard::Understood { .. } | Heard::OnlyFiles | Heard::TooWeak { .. });
        // A chat that has moved meanwhile is not the room it was written in.
        let moved = rest.board.moved.contains_key(&spoken.inbound.place.chat);
        for sent in spoken.sent_files() {
            if decided && goes_on && !moved && !is_kept_or_told(rest, spoken, &sent.name) {
                faults.push(format!("{} of {}", sent.name, row.key));
            }
            heard_of.insert(sent.name);
        }
    }
    for row in rest.tables.outbox.values().filter(|row| row.state == State::Done) {
        let Effect::Understand { spoken } = &*row.effect else { continue };
        let unheard = spoken.sent_files().into_iter().filter(|sent| !heard_of.contains(&sent.name));
        faults.extend(unheard.map(|sent| format!("nobody hears of {}", sent.name)));
    }
    faults
}

fn is_kept_or_told(rest: &Rest<'_>, spoken: &Spoken, name: &str) -> bool {
    let Some(file) = spoken.files.iter().find(|file| file.name == name) else { return false };
    let noted = || {
        let mut rows = rest.tables.received.iter();
        rows.any(|((home, of, ..), (row, _))| *home == file.home && *of == file.name && row.file.bytes > 0)
    };
    let stands = || rest.storage.contains_key(&(file.home.clone(), file.name.clone()));
    let told = || {
        let mut rows = rest.tables.outbox.values();
        rows.any(|row| matches!(&*row.effect, Effect::Post { message, .. } if says(message, name)))
    };
    (!file.kept() || noted() && stands()) && (file.fault.is_none() || told())
}

/// Whether a message names a file.
fn says(message: &Message, name: &str) -> bool {
    message.blocks.iter().any(|block| match block {
        Block::Line(spans) => spans.iter().any(|span| span.plain().contains(name)),
        _ => false,
    })
}
