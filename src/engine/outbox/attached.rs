//! The bytes of a file that goes with a message and lies elsewhere: in the home of a ticket, among the files that people
//! sent, in several files that go as one archive, or nowhere, as a picture that is drawn now. Secrets in texts that agents
//! wrote, and in the words of a picture, are hidden. Also the secret of a webhook, which stands in its message only while
//! people are to read it: what is stored of that message never holds it.

use crate::engine::Engine;
use crate::engine::context::effects::edit_lane;
use crate::ports::charts::Chart;
use crate::ports::files::not_there;
use crate::ports::store::{NewOutboxRow, OutboxRow, Stored};
use crate::ports::tool::ToolError;
use crate::secretary::effect::Effect;
use crate::secretary::flow::trigger::{SECRET_SHOWN_FOR, Trigger};
use crate::secretary::ids::{EffectId, Slot};
use crate::secretary::message::{Message, routing};
use crate::secretary::ticket::task::FileAt;
use crate::secretary::wording::schedules::flows::triggers;
use chrono::{DateTime, Utc};
use std::borrow::Cow;

/// A message as it is sent: with the secret that it shows, if it shows one.
pub async fn shown<'m>(engine: &Engine, slot: &Slot, message: &'m Message) -> Stored<Cow<'m, Message>> {
    let Some(hook) = routing::secret_of(slot) else { return Ok(Cow::Borrowed(message)) };
    let trigger = engine.parts.store.ask().await?.flow_trigger(&hook).await?;
    Ok(match trigger.as_ref().and_then(Trigger::secret) {
        Some(secret) => Cow::Owned(triggers::with_secret(message, secret.reveal())),
        None => Cow::Borrowed(message),
    })
}

/// The edit after which such a message reads as it is stored; none for any other message.
pub fn hidden_later(row: &OutboxRow, now: DateTime<Utc>) -> Option<NewOutboxRow> {
    let Effect::Post { room, slot, message, .. } = &row.row.effect else { return None };
    routing::secret_of(slot)?;
    let (id, lane) = (EffectId::new(format!("{}/hidden", row.row.id)), edit_lane(room, slot));
    let (room, slot, message) = (room.clone(), slot.clone(), message.clone().silently());
    let effect = Effect::Edit { room, slot, message, calm: false };
    Some(NewOutboxRow { id, lane, ticket: None, effect, due_at: now + SECRET_SHOWN_FOR })
}

/// The bytes of the file of a message; none where its text stands in the message, or it has none.
///
/// # Errors
/// [`ToolError::TellModel`] where the file is not there any more; else the storage cannot be read now.
pub async fn bytes(engine: &Engine, message: &Message) -> Result<Option<Vec<u8>>, ToolError> {
    let Some(at) = message.file.as_ref().and_then(|file| file.at.as_ref()) else { return Ok(None) };
    let FileAt::Archive { files } = at else { return one(engine, at).await.map(Some) };
    let mut found = Vec::with_capacity(files.len());
    for (name, at) in files {
        match one(engine, at).await {
            Ok(bytes) => found.push((name.clone(), bytes)),
            // One that was removed meanwhile does not keep the others.
            Err(ToolError::TellModel(why)) => tracing::warn!(why, "a file is missing in an archive"),
            Err(error) => return Err(error),
        }
    }
    let archive = engine.parts.documents.archive(found).await;
    archive.map(Some).map_err(|why| ToolError::TellModel(why.to_string()))
}

async fn one(engine: &Engine, at: &FileAt) -> Result<Vec<u8>, ToolError> {
    match at {
        FileAt::Written { ticket, path } => {
            let bytes = engine.parts.files.file_bytes(ticket, path).await?;
            Ok(match String::from_utf8(bytes) {
                Ok(text) => engine.redactor.text(&text).into_owned().into_bytes(),
                Err(other) => other.into_bytes(),
            })
        }
        FileAt::Received { home, name } => engine.parts.files.kept(home, name).await?.ok_or_else(|| not_there(name)),
        FileAt::Drawn { chart } => drawn(engine, chart).await,
        FileAt::Archive { .. } => Err(not_there("archive")),
    }
}

async fn drawn(engine: &Engine, chart: &Chart) -> Result<Vec<u8>, ToolError> {
    let Some(charts) = &engine.parts.charts else { return Err(not_there("chart")) };
    let mut chart = chart.clone();
    let names = chart.series.iter_mut().map(|series| &mut series.name).chain(&mut chart.labels);
    for text in names.chain([&mut chart.title, &mut chart.unit]) {
        *text = engine.redactor.text(text).into_owned();
    }
    match charts.draw(&chart).await {
        Ok(picture) => Ok(picture.png),
        Err(why) => Err(ToolError::TellModel(why.to_string())),
    }
}
