//! Fetches the files of a message, keeps them, and reads them: documents become text, recordings become words. What was
//! done before a crash or a failed attempt is not done again. It decides nothing about the message.

use crate::engine::Engine;
use crate::engine::commit::commit;
use crate::engine::thinking::budget_gate::{BudgetGate, Payer};
use crate::ports::chat::DownloadError;
use crate::ports::model::{Failure, ModelError, Picture, Recording, Senses, Usage};
use crate::ports::store::{OutboxRow, Stored};
use crate::secretary::inbound::{FileKind, Place};
use crate::secretary::intent::{Sent, Spoken};
use crate::secretary::received::{
    BEGINNING, FileFault, LONGEST_RECORDING, MOST_BYTES, MOST_PICTURES, MOST_SPOKEN, ReceivedFile, Unreadable, taken,
};
use crate::secretary::redaction::marked;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// How often a file is tried to be fetched before it counts as gone.
const TRIES: u32 = 5;
/// How long a message waits for its files, since those behind it wait as well.
const PATIENCE: TimeDelta = TimeDelta::minutes(5);
/// How often one message tries what may work another time: a server may want its money each time.
const ANEW: u32 = 2;
/// How long a server may take to write down a recording.
const LISTENING: Duration = Duration::from_secs(300);
/// The wait for the database.
const SOON: Duration = Duration::from_secs(5);

/// Why the files of a message are not there yet.
pub enum NotYet {
    /// A platform does not give a file now; again after this long.
    File(Duration),
    /// The server for recordings failed.
    Model(ModelError),
}

/// What was found out of a file, as it is kept beside it.
#[derive(Serialize, Deserialize)]
struct Found {
    bytes: u64,
    #[serde(default)]
    chars: usize,
    #[serde(default)]
    beginning: String,
    #[serde(default)]
    hid: bool,
    #[serde(default)]
    fault: Option<FileFault>,
    /// The effect that found it, and how often this one has tried what may work another time.
    #[serde(default)]
    by: String,
    #[serde(default)]
    tries: u32,
}

impl Found {
    fn tries_of(&self, by: &str) -> u32 {
        if self.by == by { self.tries } else { 0 }
    }

    /// Whether the effect takes it as it is.
    fn stands(&self, by: &str) -> bool {
        self.fault.is_none_or(FileFault::lasting) || self.tries_of(by) >= ANEW
    }
}

/// One attempt at the files of a message.
struct Attempt<'a> {
    row: &'a OutboxRow,
    spoken: &'a Spoken,
    gate: BudgetGate<'a>,
}

impl Engine {
    /// The message with its files: each is fetched, kept and read, and what the sender spoke is part of its words. Also
    /// what that cost.
    pub(crate) async fn with_files(&self, row: &OutboxRow, spoken: &Spoken) -> (Result<Spoken, NotYet>, Usage) {
        let mut usage = Usage::default();
        let mut whole = spoken.clone();
        let sent = spoken.sent_files();
        let gate = self.gate_of(Payer::Person(spoken.workspace.clone(), spoken.person.clone()));
        let mut kinds = whole.files.iter().map(|file| file.kind).chain(sent.iter().map(|sent| sent.file.kind));
        if kinds.any(|kind| kind == FileKind::Picture) {
            // Before anything tells of it, since what is said of a picture depends on it.
            usage = gate.try_sight().await;
        }
        whole.files.iter_mut().for_each(|file| self.look(file));
        if sent.is_empty() {
            return (Ok(whole), usage);
        }
        let Ok(day) = self.sent_today(spoken, &sent).await else {
            return (Err(NotYet::File(SOON)), usage);
        };
        let sizes: Vec<u64> = sent.iter().map(|sent| sent.file.bytes).collect();
        let attempt = Attempt { row, spoken, gate };
        let mut words = Vec::new();
        for (sent, fault) in sent.iter().zip(taken(&sizes, day)) {
            let mut file = known(&spoken.inbound.place, sent);
            if whole.files.iter().any(|there| there.home == file.home && there.name == file.name) {
                // It was read before the message had to wait.
                continue;
            }
            file.fault = fault;
            match self.received(&attempt, sent, file).await {
                Ok((mut file, spent)) => {
                    usage = usage.plus(spent);
                    // Of an earlier message its sender was told.
                    file.hid &= sent.along;
                    let own = file.kind == FileKind::Voice && sent.along && !sent.of_others;
                    if own && !file.beginning.is_empty() {
                        words.push(file.beginning.clone());
                    }
                    whole.files.push(file);
                }
                Err((why, spent)) => return (Err(why), usage.plus(spent)),
            }
        }
        if !words.is_empty() {
            let spoken_words = words.join("\n");
            // What was passed on is not what they say.
            let typed = if spoken.passed_on() { "" } else { spoken.text().trim() };
            whole.words =
                Some(if typed.is_empty() { spoken_words.clone() } else { format!("{typed}\n{spoken_words}") });
            whole.spoken_words = Some(spoken_words);
        }
        (Ok(whole), usage)
    }

    /// The files that the person sent with other messages in the last 24 hours, and their bytes.
    async fn sent_today(&self, spoken: &Spoken, now: &[Sent<'_>]) -> Stored<(u64, u64)> {
        let since = self.now() - TimeDelta::hours(24);
        let mut sent = self.parts.store.read().await?.received_since(&spoken.workspace, &spoken.person, since).await?;
        let own: Vec<String> = now.iter().map(|sent| known(&spoken.inbound.place, sent).home).collect();
        sent.retain(|file| !own.contains(&file.home));
        Ok((sent.len() as u64, sent.iter().map(|file| file.bytes).sum()))
    }

    /// One file, from what an earlier attempt kept of it, or fetched and read.
    async fn received(
        &self,
        attempt: &Attempt<'_>,
        sent: &Sent<'_>,
        mut file: ReceivedFile,
    ) -> Result<(ReceivedFile, Usage), (NotYet, Usage)> {
        let nothing = Usage::default();
        // A smaller one would not be watched either.
        if file.kind == FileKind::Video {
            file.fault = Some(FileFault::Video);
        }
        if file.fault.is_some() {
            return Ok((file, nothing));
        }
        let by = attempt.row.row.id.to_string();
        let before = self.found_before(&file).await;
        let tries = before.as_ref().map_or(0, |found| found.tries_of(&by));
        if let Some(Found { bytes, chars, beginning, hid, fault, .. }) = before.filter(|found| found.stands(&by)) {
            file = ReceivedFile { bytes, chars, beginning, hid, fault, ..file };
            self.look(&mut file);
            return Ok((file, nothing));
        }
        let bytes = match self.fetched(attempt, sent).await {
            Ok(bytes) => bytes,
            Err(DownloadError::Retry { after }) if self.in_time(attempt.row, after) => {
                return Err((NotYet::File(after), nothing));
            }
            Err(why) => {
                let large = why == DownloadError::TooLarge;
                file.fault = Some(if large { FileFault::TooLarge } else { FileFault::Gone });
                return Ok((file, nothing));
            }
        };
        file.bytes = bytes.len() as u64;
        if let Err(error) = self.parts.files.keep(&file.home, &file.name, &bytes).await {
            tracing::warn!(%error, "a received file cannot be kept");
            file.fault = Some(FileFault::NotStored);
            return Ok((file, nothing));
        }
        // Its size counts from now on, whatever becomes of the message.
        self.noted(attempt.spoken, &mut file).await.map_err(|why| (why, nothing))?;
        if file.fault.is_some() {
            return Ok((file, nothing));
        }
        let (failed, spent) = self.found_out(attempt, (sent, bytes), &mut file, tries).await;
        if failed.is_none() || file.fault.is_some() {
            self.keep_found(&file, by, tries).await;
        }
        // Everything of its sender may have been erased while it was read.
        self.noted(attempt.spoken, &mut file).await.map_err(|why| (why, spent))?;
        self.look(&mut file);
        match failed {
            Some(error) => Err((NotYet::Model(error), spent)),
            None => Ok((file, spent)),
        }
    }

    /// Finds out what a file says. Also why that has to be tried again.
    async fn found_out(
        &self,
        attempt: &Attempt<'_>,
        (sent, bytes): (&Sent<'_>, Vec<u8>),
        file: &mut ReceivedFile,
        tries: u32,
    ) -> (Option<ModelError>, Usage) {
        match file.kind {
            FileKind::Voice | FileKind::Audio => {
                match self.listened(file, (sent, bytes), (&attempt.gate, tries)).await {
                    Ok(spent) => (None, spent),
                    Err(Failure { error, usage }) => (Some(error), usage),
                }
            }
            FileKind::Document => {
                self.read(file, bytes).await;
                (None, Usage::default())
            }
            FileKind::Picture => {
                let looked_at = self.parts.documents.text(&file.name, bytes).await;
                // A whole picture has no text.
                file.fault = looked_at.err().filter(|why| *why != Unreadable::OnlyPictures).map(FileFault::Unreadable);
                (None, Usage::default())
            }
            FileKind::Video => (None, Usage::default()),
        }
    }

    /// Whether a message may wait this long for a file. The first attempt may come late, as after an outage.
    fn in_time(&self, row: &OutboxRow, after: Duration) -> bool {
        let Some(after) = TimeDelta::from_std(after).ok().filter(|after| *after <= PATIENCE) else { return false };
        row.attempts < TRIES && (row.attempts == 0 || self.now() + after <= row.since + PATIENCE)
    }

    /// A picture is seen or not by the model there is now.
    fn look(&self, file: &mut ReceivedFile) {
        if file.kind == FileKind::Picture && file.fault.is_none_or(|fault| fault == FileFault::Unseen) {
            file.fault = (!self.parts.model.sees()).then_some(FileFault::Unseen);
        }
    }

    /// Notes the size of a kept file. Of one that nobody knows any more, since everything of its sender was erased, nothing
    /// stays.
    async fn noted(&self, spoken: &Spoken, file: &mut ReceivedFile) -> Result<(), NotYet> {
        match self.note_kept(spoken, file).await {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "a received file waits for the database");
                return Err(NotYet::File(SOON));
            }
        }
        if let Err(error) = self.parts.files.erase_kept(&file.home).await {
            tracing::warn!(%error, "a received file that was erased cannot be removed; it is tried again");
            return Err(NotYet::File(SOON));
        }
        *file = ReceivedFile { chars: 0, beginning: String::new(), fault: Some(FileFault::Gone), ..file.clone() };
        Ok(())
    }

    async fn note_kept(&self, spoken: &Spoken, file: &ReceivedFile) -> Stored<bool> {
        let mut tx = self.parts.store.beside().await?;
        let known = tx.note_kept(&spoken.workspace, file).await?;
        commit(tx, "receive").await?;
        Ok(known)
    }

    /// What an earlier attempt, or an earlier message about it, found out of a file.
    async fn found_before(&self, file: &ReceivedFile) -> Option<Found> {
        let about = self.parts.files.kept(&file.home, &file.about_name()).await.ok()??;
        serde_json::from_slice(&about).ok()
    }

    /// Keeps what was found out of a file beside it.
    async fn keep_found(&self, file: &ReceivedFile, by: String, tries: u32) {
        let tries = if file.fault.is_none_or(FileFault::lasting) { 0 } else { tries + 1 };
        let (beginning, chars) = (file.beginning.clone(), file.chars);
        let found = Found { bytes: file.bytes, chars, beginning, hid: file.hid, fault: file.fault, by, tries };
        let Ok(found) = serde_json::to_vec(&found) else { return };
        let kept = self.parts.files.keep(&file.home, &file.about_name(), &found).await;
        kept.unwrap_or_else(|error| tracing::warn!(%error, "what is known of a received file cannot be kept"));
    }

    async fn fetched(&self, attempt: &Attempt<'_>, sent: &Sent<'_>) -> Result<Vec<u8>, DownloadError> {
        let Some(chat) = self.chat(attempt.spoken.inbound.place.platform) else {
            return Err(DownloadError::Retry { after: Duration::from_secs(60) });
        };
        chat.download(sent.file, MOST_BYTES).await
    }

    /// Reads the text of a document.
    async fn read(&self, file: &mut ReceivedFile, bytes: Vec<u8>) {
        match self.parts.documents.text(&file.name, bytes).await {
            Ok(found) => self.keep_text(file, &found.text).await,
            Err(why) => file.fault = Some(FileFault::Unreadable(why)),
        }
    }

    /// Keeps the text of a file beside it, without the secrets in it.
    async fn keep_text(&self, file: &mut ReceivedFile, text: &str) {
        let text = self.redactor.text(text);
        (file.chars, file.hid) = (text.chars().count(), marked(&text));
        file.beginning = text.chars().take(BEGINNING).collect();
        if let Err(error) = self.parts.files.keep(&file.home, &file.text_name(), text.as_bytes()).await {
            tracing::warn!(%error, "the text of a received file cannot be kept");
            file.fault = Some(FileFault::NotStored);
        }
    }

    /// Lets the server write down a recording. `tries`: how often this message has tried it.
    async fn listened(
        &self,
        file: &mut ReceivedFile,
        (sent, bytes): (&Sent<'_>, Vec<u8>),
        (gate, tries): (&BudgetGate<'_>, u32),
    ) -> Result<Usage, Failure> {
        let seconds = sent.file.seconds;
        if seconds.is_some_and(|seconds| seconds > LONGEST_RECORDING) {
            file.fault = Some(FileFault::TooLong);
            return Ok(Usage::default());
        }
        let recording = Recording { name: file.name.clone(), bytes, seconds, deadline: LISTENING };
        let Failure { error, usage } = match gate.words_of(&recording).await {
            Ok(reply) => {
                let words = reply.text.trim();
                if words.is_empty() {
                    file.fault = Some(FileFault::Silent);
                } else if file.kind == FileKind::Voice {
                    file.beginning = words.chars().take(MOST_SPOKEN).collect();
                    file.chars = file.beginning.chars().count();
                } else {
                    self.keep_text(file, words).await;
                }
                return Ok(reply.usage);
            }
            Err(failure) => failure,
        };
        let (fault, again) = match &error {
            ModelError::Impossible(_) => (Some(FileFault::NoVoice), false),
            ModelError::Unusable(_) => (Some(FileFault::Silent), false),
            ModelError::Refused(_) | ModelError::TooSlow(_) | ModelError::Quota(_) => {
                (Some(FileFault::NotHeard), false)
            }
            ModelError::Retry { after } => {
                let soon = TimeDelta::from_std(*after).is_ok_and(|after| after <= PATIENCE);
                (Some(FileFault::NotHeard), soon && tries + 1 < ANEW)
            }
            ModelError::Queued { .. } | ModelError::Barred(_) => (None, true),
        };
        file.fault = fault;
        if again {
            return Err(Failure { error, usage });
        }
        tracing::info!(%error, "a recording is not written down");
        Ok(usage)
    }

    /// The pictures among these files, as a model sees them; none where no model does.
    pub(crate) async fn pictures(&self, files: &[ReceivedFile]) -> Vec<Picture> {
        let mut pictures = Vec::new();
        if !self.parts.model.sees() {
            return pictures;
        }
        for file in files.iter().filter(|file| file.picture()).take(MOST_PICTURES) {
            match self.parts.files.kept(&file.home, &file.name).await {
                Ok(Some(bytes)) => pictures.push(Picture { name: file.name.clone(), bytes }),
                Ok(None) => tracing::warn!("a picture is not there any more"),
                Err(error) => tracing::warn!(%error, "a picture cannot be read"),
            }
        }
        pictures
    }
}

/// What is known of a file before it is fetched. Its home is that of its message, so that a later reply to that message
/// finds it there.
pub(crate) fn known(place: &Place, sent: &Sent<'_>) -> ReceivedFile {
    ReceivedFile {
        home: home_of(place, &sent.message),
        name: sent.name.clone(),
        kind: sent.file.kind,
        bytes: sent.file.bytes,
        of_others: sent.of_others,
        ..ReceivedFile::default()
    }
}

/// The home of the files of a message.
pub(crate) fn home_of(place: &Place, message: &str) -> String {
    let message = format!("{}/{}/{}/{message}", place.platform, place.bot, place.chat);
    let digest = Sha256::digest(message.as_bytes());
    let name: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("r-{name}")
}
