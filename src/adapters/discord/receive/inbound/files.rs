//! The files of a message: their kind, and the handle by which they are fetched. Nothing is fetched here.

use crate::adapters::discord::download::handle_of;
use crate::secretary::inbound::{Attachment, FileKind};
use crate::text::{media_types, names};
use serenity::model::channel::{Attachment as File, Message, MessageFlags};
use std::time::Duration;

/// The files of a message and of the messages that it passes on.
pub(super) fn files_of(message: &Message) -> Vec<Attachment> {
    let own = message.attachments.iter().map(|file| (file, message.flags));
    let passed_on = message
        .message_snapshots
        .iter()
        .flat_map(|snapshot| snapshot.attachments.iter().map(move |file| (file, snapshot.flags)));
    own.chain(passed_on).map(|(file, flags)| attachment(message, file, flags)).collect()
}

fn attachment(message: &Message, file: &File, flags: Option<MessageFlags>) -> Attachment {
    let media_type = file.content_type.as_deref().and_then(media_types::essence);
    let spoken = flags.is_some_and(|flags| flags.contains(MessageFlags::IS_VOICE_MESSAGE));
    let kind = if spoken { FileKind::Voice } else { media_types::kind(media_type.as_deref(), &file.filename) };
    Attachment {
        name: names::file(&file.filename),
        handle: handle_of(message.channel_id.get(), message.id.get(), file.id.get(), &file.url),
        bytes: u64::from(file.size),
        album: None,
        kind,
        media_type,
        seconds: file.duration_secs.and_then(whole_seconds),
    }
}

/// Begun seconds count.
fn whole_seconds(seconds: f64) -> Option<u32> {
    let length = Duration::try_from_secs_f64(seconds).ok()?;
    u32::try_from(length.as_secs() + u64::from(length.subsec_nanos() > 0)).ok()
}
