//! The audit log as the context writes it. Every check of a permission passes here. The entries are written in the
//! savepoint of their event; if they cannot be written, the event has not happened.

use crate::engine::context::{Context, Request, directory};
use crate::ports::store::{StoreError, Stored, Tx, digest};
use crate::ports::trial::planted;
use crate::secretary::audit::chain::Sealed;
use crate::secretary::audit::{Entry, What, Why};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::inbound::Place;
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::{Operation, Refusal, Verdict, authorize};
use crate::secretary::wording::talk::refusals;
use chrono::{DateTime, Utc};

/// Adds an entry for the audit log, at most once for each event.
pub fn note(context: &mut Context<'_>, what: What) {
    let noted = (context.here.clone(), what);
    if !context.noted.contains(&noted) {
        context.noted.push(noted);
    }
}

/// Checks whether this person may do this now. The verdict becomes an entry of the audit log.
pub fn may(context: &mut Context<'_>, request: &Request, operation: Operation<'_>) -> Result<(), String> {
    let verdict = authorize(&request.person, operation);
    if let Some(noted) = What::verdict(operation, verdict == Verdict::Allowed) {
        note(context, noted);
    }
    standing(verdict).map_err(|why| refusals::refused(&request.person, operation, why))
}

/// Whether this person could do this. For offers and for finding out what is meant; it writes no entry.
pub fn could(request: &Request, operation: Operation<'_>) -> bool {
    standing(authorize(&request.person, operation)).is_ok()
}

/// Sets the origin of the entries: the message of this member in this room.
pub fn comes_from(context: &mut Context<'_>, person: &Person, room: &Room) {
    if let Some(origin) = &mut context.origin {
        (origin.person, origin.room) = (Some(person.id.clone()), Some(room.id.clone()));
        // Audit entries are never deleted, but the owner of an account can be erased. So the entry keeps no user id
        // and no event name of the platform that contains one.
        origin.account.user.clear();
        origin.event = Some(context.seq.to_string());
    }
}

/// Adds the entry that a press, form or command was refused.
pub fn turned_away(context: &mut Context<'_>, why: Why) {
    if context.origin.as_ref().is_some_and(|origin| origin.by.addressed()) {
        note(context, What::TurnedAway { why });
    }
}

/// Adds the entry that a press came too late, unless a refusal was noted for it.
pub fn came_late(context: &mut Context<'_>) {
    if !context.noted.iter().any(|(_, what)| what.refuses()) {
        turned_away(context, Why::Late);
    }
}

/// Adds the entry that a stranger was refused, with the place if it is known.
pub async fn stranger_away(context: &mut Context<'_>, place: &Place) -> Stored<()> {
    if context.origin.as_ref().is_some_and(|origin| origin.by.addressed()) {
        let room = directory::room_here(context, place).await?.map(|room| room.id);
        if let Some(origin) = &mut context.origin {
            origin.room = room;
        }
    }
    turned_away(context, Why::Stranger);
    Ok(())
}

/// Writes the noted entries in their order.
pub async fn keep_audit(context: &mut Context<'_>) -> Stored<()> {
    let noted = std::mem::take(&mut context.noted);
    let entry = |(workspace, what)| (workspace, Entry { from: context.origin.clone(), what });
    let entries: Vec<(WorkspaceId, Entry)> = noted.into_iter().map(entry).collect();
    append(context.tx, context.now, &entries).await
}

fn standing(verdict: Verdict) -> Result<(), Refusal> {
    match verdict {
        Verdict::Refused(_) if planted::is("skip-authorize") => Ok(()),
        Verdict::Allowed => Ok(()),
        Verdict::Refused(why) => Err(why),
    }
}

/// Appends entries to the log, each with its workspace. The transaction must be the only writer.
pub async fn append(tx: &mut dyn Tx, now: DateTime<Utc>, entries: &[(WorkspaceId, Entry)]) -> Stored<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let before = tx.audit_end().await?;
    let mut rows: Vec<Sealed> = Vec::with_capacity(entries.len());
    for (workspace, entry) in entries {
        let body = serde_json::to_string(entry).map_err(|e| StoreError::Broken(format!("an audit entry: {e}")))?;
        let end = rows.last().map_or_else(|| before.clone(), Sealed::end);
        rows.push(Sealed::after(&end, workspace.as_str(), now.timestamp_micros(), body, digest));
    }
    tx.append_audit(&before, &rows).await
}
