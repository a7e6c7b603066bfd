//! `secretary audit`: whether the audit log is whole, and its newest entries. Nothing is changed; the secretary may run.

use super::say;
use crate::adapters::store::Database;
use crate::config::Config;
use crate::ports::store::{Store, digest};
use crate::secretary::audit::chain::{Fault, Walk};
use crate::secretary::wording::audit as wording;
use anyhow::{Context, bail};

/// Entries read at a time.
const PAGE: u32 = 1_000;
/// Characters of a hash.
const HASH: usize = 64;

/// What is asked of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Whether it is whole, and has an entry with this hash.
    Verify(Option<String>),
    /// So many of its newest entries.
    Show(u32),
}

/// Entries shown unless a number is said.
const SHOWN: u32 = 50;

/// Reads what follows `secretary audit`.
///
/// # Errors
/// A sentence on what can be asked.
pub fn read(words: &[&str]) -> Result<Asked, String> {
    match words {
        ["verify"] => Ok(Asked::Verify(None)),
        ["verify", hash] => {
            let (hash, is) = (hash.to_ascii_lowercase(), |c: char| c.is_ascii_hexdigit());
            if hash.len() == HASH && hash.chars().all(is) {
                Ok(Asked::Verify(Some(hash)))
            } else {
                Err(wording::no_hash(words[1]))
            }
        }
        ["show"] => Ok(Asked::Show(SHOWN)),
        ["show", number] => match number.parse() {
            Ok(number) if number > 0 => Ok(Asked::Show(number)),
            Ok(_) | Err(_) => Err(format!("“{number}” is no number of entries: secretary audit show 50")),
        },
        _ => {
            Err("Say what to do with the audit log: secretary audit verify [HASH], or secretary audit show [N]"
                .to_owned())
        }
    }
}

/// Does what is asked.
///
/// # Errors
/// The log is not whole, or cannot be read.
pub async fn audit(config: &Config, asked: Asked) -> anyhow::Result<()> {
    let store = Database::look(config.storage.database_url.reveal()).await?;
    let done = match asked {
        Asked::Verify(hash) => verify(&store, hash.as_deref()).await,
        Asked::Show(number) => show(&store, number).await,
    };
    store.close().await;
    done
}

async fn verify(store: &Database, hash: Option<&str>) -> anyhow::Result<()> {
    let mut walk = Walk::new(digest, hash);
    if let Err(fault) = walked(store, &mut walk).await.context("The audit log cannot be read to its end")? {
        bail!(wording::fault(fault));
    }
    if let (Some(hash), None) = (hash, walk.found) {
        bail!(wording::not_in_it(hash));
    }
    say(&wording::whole(walk.last.seq, walk.span, &walk.last.hash, walk.found));
    Ok(())
}

/// Walks along the log as it is at this moment, and tells what is wrong first.
async fn walked(store: &Database, walk: &mut Walk<'_>) -> anyhow::Result<Result<(), Fault>> {
    let mut tx = store.read().await?;
    // Where nothing should stand, something may have been put.
    let mut from = i64::MIN;
    loop {
        let page = tx.audit_page(from, PAGE).await?;
        let Some(last) = page.last() else { break };
        from = last.seq.saturating_add(1);
        if let Err(fault) = page.iter().try_for_each(|row| walk.step(row)) {
            return Ok(Err(fault));
        }
    }
    Ok(walk.ends(&tx.audit_end().await?))
}

async fn show(store: &Database, number: u32) -> anyhow::Result<()> {
    let mut tx = store.read().await?;
    let end = tx.audit_end().await?.seq;
    let mut from = end.saturating_sub(i64::from(number)).saturating_add(1);
    let mut left = number;
    while left > 0 {
        let page = tx.audit_page(from, left.min(PAGE)).await?;
        let Some(last) = page.last() else { break };
        from = last.seq.saturating_add(1);
        left = left.saturating_sub(u32::try_from(page.len()).unwrap_or(left));
        for row in &page {
            say(&wording::line(row));
        }
    }
    if end == 0 {
        say(&wording::whole(0, None, "", None));
    }
    Ok(())
}
