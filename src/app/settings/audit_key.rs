//! The key that seals the end of the audit log: AUDIT_KEY, or for a database in a file one that is made once in a
//! file beside it. It is never in the database or a backup.

use crate::adapters::store::{Database, SealKey, Sealing};
use crate::adapters::system_clock::System;
use crate::app::say;
use crate::app::settings::key_files::{beside, write_private};
use crate::config::Config;
use crate::ports::clock::{Clock, Entropy};
use crate::secretary::audit::{Entry, What};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::wording::settings::audit as wording;
use anyhow::{Context, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Gives the database the key that is here, if there is one. Nothing is made.
///
/// # Errors
/// The file of the key cannot be read.
pub fn know(config: &Config, store: &Database) -> anyhow::Result<()> {
    if let Some(key) = &config.storage.audit_key {
        store.seals_with(SealKey::of(key.reveal().as_bytes()));
    } else if let Some(file) = file(config)
        && let Some(key) = read(&file)?
    {
        store.seals_with(SealKey::of(key.as_bytes()));
    }
    Ok(())
}

/// Before anything is written into the log: the key is read, or made where a database in a file has none yet, and says what
/// is wrong with the seal. Only what never had a key here is sealed as it is found.
///
/// # Errors
/// The file of the key cannot be read or written, or the database.
pub async fn begin(config: &Config, store: &Database) -> anyhow::Result<()> {
    know(config, store)?;
    let made = config.storage.audit_key.is_none() && make(config, store).await?;
    if !made && config.storage.audit_key.is_some() && store.sealing().await? == Sealing::Open && !used(store).await? {
        seal(store).await?;
    }
    let sealing = store.sealing().await?;
    if matches!(sealing, Sealing::Broken | Sealing::Foreign)
        || (sealing == Sealing::Open && (config.storage.audit_key.is_some() || file(config).is_some()))
    {
        say(wording::seal_is_wrong());
    }
    Ok(())
}

/// Seals the log where it ends now, with the key that is here.
///
/// # Errors
/// There is no key and none can be made, or the database.
pub async fn anew(config: &Config, store: &Database) -> anyhow::Result<()> {
    know(config, store)?;
    let made = config.storage.audit_key.is_none() && make(config, store).await?;
    if !made {
        if config.storage.audit_key.is_none() && file(config).is_none() {
            bail!(wording::no_key());
        }
        seal(store).await?;
    }
    Ok(())
}

/// Makes the key of a database in a file that has none, and seals with it. The file is written last: what is cut off before is
/// begun anew.
async fn make(config: &Config, store: &Database) -> anyhow::Result<bool> {
    let Some(file) = file(config) else { return Ok(false) };
    if read(&file)?.is_some() {
        return Ok(false);
    }
    let key = URL_SAFE_NO_PAD.encode(System.seed().context("no randomness")?);
    store.seals_with(SealKey::of(key.as_bytes()));
    seal(store).await?;
    write(&file, &key).with_context(|| format!("The file {} cannot be written", file.display()))?;
    Ok(true)
}

async fn seal(store: &Database) -> anyhow::Result<()> {
    let entry = serde_json::to_string(&Entry { from: None, what: What::SealBegun })?;
    let at = System.now().timestamp_micros();
    Ok(store.seal(WorkspaceId::home().as_str(), at, entry).await?)
}

/// Whether anything has happened in this database.
async fn used(store: &Database) -> anyhow::Result<bool> {
    use crate::ports::store::Store as _;
    let end = store.read().await?.audit_end().await?;
    Ok(end.seq > 0 || store.has_people().await?)
}

fn file(config: &Config) -> Option<PathBuf> {
    beside(config.storage.database_url.reveal(), "audit-key")
}

fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("The file {} cannot be read", file.display())),
    }
}

/// Writes a file that only this user can read, whole or not at all.
fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    write_private(&draft, text)?;
    std::fs::rename(&draft, file)
}
