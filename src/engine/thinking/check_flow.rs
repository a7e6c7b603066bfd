//! Reads a script that somebody sent for a flow: fetches its file and has it looked at. It runs nothing of it, and decides
//! nothing about it. One that a model is to write is left to `write_flow`.

use crate::engine::Engine;
use crate::engine::performed::{Performed, back_off};
use crate::ports::chat::DownloadError;
use crate::ports::scripts::{Outlined, ScriptFault};
use crate::ports::store::{Arrival, OutboxRow, Settled};
use crate::secretary::flow::LONGEST_SCRIPT;
use crate::secretary::flow::submitted::{Found, Source, Submitted};
use crate::secretary::inbound::{Attachment, Platform};
use std::time::Duration;

/// How often a file is tried to be fetched, and a reader to be started.
pub(super) const TRIES: u32 = 4;
/// The wait for a platform that this process does not serve at the moment.
const SOON: Duration = Duration::from_secs(60);

impl Engine {
    /// Performs the reading or writing of a script. What came of it comes back as an event.
    pub(crate) async fn check_flow(&self, row: &OutboxRow, submitted: &Submitted) -> Performed {
        let found = match &submitted.source {
            Source::Words(wanted) => return Box::pin(self.write_flow(row, submitted, wanted)).await,
            Source::Text(text) => self.found_in(row, text.clone()).await,
            Source::File { platform, file } => self.found_in_file(row, *platform, file).await,
        };
        let found = match found {
            Ok(found) => found,
            Err(after) => return Performed::ended(Settled::Retry(back_off(row.attempts, after, self.now()))),
        };
        let arrival = Arrival::Submitted { submitted: Box::new(submitted.clone()), found: Box::new(found) };
        Performed::done().telling(row.row.id.to_string(), arrival)
    }

    /// What is found in a file. An error as of [`Self::found_in`].
    async fn found_in_file(&self, row: &OutboxRow, platform: Platform, file: &Attachment) -> Result<Found, Duration> {
        match self.file_of_script(platform, file).await {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => {
                    let script = self.redactor.text(text.trim_start_matches('\u{feff}')).into_owned();
                    self.found_in(row, script).await
                }
                Err(_) => Ok(Found::NoText),
            },
            Err(DownloadError::Retry { after }) if row.attempts < TRIES => Err(after),
            Err(DownloadError::TooLarge) => Ok(Found::TooLarge),
            Err(DownloadError::Retry { .. } | DownloadError::Gone(_)) => Ok(Found::Gone),
        }
    }

    /// What is found in a script. An error is the least time after which it is tried again.
    async fn found_in(&self, row: &OutboxRow, script: String) -> Result<Found, Duration> {
        if script.len() > LONGEST_SCRIPT {
            return Ok(Found::TooLarge);
        }
        match self.parts.scripts.check(&script).await {
            Ok(Outlined { calls, lines }) => Ok(Found::Script { script, calls, lines }),
            Err(ScriptFault::NotNow) if row.attempts < TRIES => Err(Duration::ZERO),
            Err(fault) => {
                let said = fault.to_string();
                let (why, place) = match said.split_once('\n') {
                    Some((why, place)) => (why.to_owned(), Some(place.to_owned())),
                    None => (said, None),
                };
                Ok(Found::Wrong { script, why, place })
            }
        }
    }

    async fn file_of_script(&self, platform: Platform, file: &Attachment) -> Result<Vec<u8>, DownloadError> {
        match self.chat(platform) {
            Some(chat) => chat.download(file, LONGEST_SCRIPT as u64).await,
            None => Err(DownloadError::Retry { after: SOON }),
        }
    }
}
