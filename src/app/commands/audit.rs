//! `secretary audit`: checks the audit log and shows its newest entries, also while the secretary runs; and makes a
//! new seal, for which it must be stopped.

use super::command_line::Asked;
use crate::adapters::store::{Database, Sealing};
use crate::app::say;
use crate::app::settings::audit_key;
use crate::config::Config;
use crate::ports::store::{Store, digest};
use crate::secretary::audit::chain::{Fault, Walk};
use crate::secretary::wording::settings::audit as wording;
use anyhow::{Context, bail};

/// Entries read at a time.
const PAGE: u32 = 1_000;

/// Does what is asked.
///
/// # Errors
/// The log is not whole, or cannot be read.
pub async fn audit(config: &Config, asked: Asked) -> anyhow::Result<()> {
    let url = config.storage.database_url.reveal();
    if asked == Asked::Seal {
        return seal(config, url).await;
    }
    let store = Database::look(url).await?;
    audit_key::know(config, &store)?;
    let done = match asked {
        Asked::Seal => Ok(()),
        Asked::Verify { hash } => verify(&store, hash.as_deref()).await,
        Asked::Show { number } => show(&store, number).await,
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
    let sealing = store.sealing().await?;
    match sealing {
        Sealing::Broken | Sealing::Foreign => bail!(wording::seal_unlike(sealing == Sealing::Foreign)),
        Sealing::Open if store.has_key() => bail!(wording::unsealed()),
        Sealing::Open | Sealing::NoKey | Sealing::Sound => {}
    }
    if walk.last.seq == 0 && store.has_people().await? {
        bail!(wording::emptied());
    }
    let whole = wording::whole(walk.last.seq, walk.span, &walk.last.hash, walk.found);
    say(&format!("{whole}{}", wording::sealed(sealing == Sealing::Sound)));
    Ok(())
}

/// Seals a log that is whole where it ends now. Whoever runs with it would go on from the old seal.
async fn seal(config: &Config, url: &str) -> anyhow::Result<()> {
    Database::look(url).await?.close().await;
    let store = Database::connect(url).await?;
    let mut walk = Walk::new(digest, None);
    if let Err(fault) = walked(&store, &mut walk).await.context("The audit log cannot be read to its end")? {
        bail!(wording::fault(fault));
    }
    audit_key::anew(config, &store).await?;
    store.close().await;
    say(wording::sealed_anew());
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
