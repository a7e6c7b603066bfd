//! The bytes of a file that goes with a message and lies elsewhere: in the home of a ticket, among the files that people
//! sent, in several files that go as one archive, or nowhere, as a picture that is drawn now. Secrets in texts that agents
//! wrote, and in the words of a picture, are hidden.

use crate::engine::Engine;
use crate::ports::charts::Chart;
use crate::ports::files::not_there;
use crate::ports::tool::ToolError;
use crate::secretary::message::Message;
use crate::secretary::ticket::task::FileAt;

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
