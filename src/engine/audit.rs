//! The audit log: every verdict passes here, what is noted is written in the savepoint of its event, and an
//! event whose notes cannot be written has not happened.

use super::inbox::context::{Context, Request};
use crate::ports::store::{StoreError, Stored, Tx, digest};
use crate::ports::trial::planted;
use crate::secretary::audit::chain::Sealed;
use crate::secretary::audit::{Entry, What, Why};
use crate::secretary::ids::WorkspaceId;
use crate::secretary::message::inbound::Place;
use crate::secretary::people::permissions::{Operation, Verdict, authorize};
use crate::secretary::people::workspace::{Person, Room};
use chrono::{DateTime, Utc};

impl Context<'_> {
    /// Notes something for the audit log, once for each event.
    pub(super) fn note(&mut self, what: What) {
        let noted = (self.here.clone(), what);
        if !self.noted.contains(&noted) {
            self.noted.push(noted);
        }
    }

    /// Asks whether this person may do this, which they are about to do. The verdict is noted.
    pub(super) fn may(&mut self, request: &Request, operation: Operation<'_>) -> Result<(), String> {
        let verdict = authorize(&request.person, operation);
        if let Some(noted) = What::verdict(operation, verdict == Verdict::Allowed) {
            self.note(noted);
        }
        standing(verdict)
    }

    /// Whether this person could do this, for finding out what is meant or offered.
    pub(super) fn could(request: &Request, operation: Operation<'_>) -> bool {
        standing(authorize(&request.person, operation)).is_ok()
    }

    /// What arrived is a member's, in this room.
    pub(super) fn comes_from(&mut self, person: &Person, room: &Room) {
        if let Some(origin) = &mut self.origin {
            (origin.person, origin.room) = (Some(person.id.clone()), Some(room.id.clone()));
            // The log is for good, and whose an account is can be erased: so can what a platform's names of events say of it.
            origin.account.user.clear();
            origin.event = Some(self.seq.to_string());
        }
    }

    /// Notes that a press, form or command came to nothing.
    pub(super) fn turned_away(&mut self, why: Why) {
        if self.origin.as_ref().is_some_and(|origin| origin.by.addressed()) {
            self.note(What::TurnedAway { why });
        }
    }

    /// The same of a press for which nothing was refused on its way.
    pub(super) fn came_late(&mut self) {
        if !self.noted.iter().any(|(_, what)| what.refuses()) {
            self.turned_away(Why::Late);
        }
    }

    /// A stranger is turned away: where from, if that is known.
    pub(super) async fn stranger_away(&mut self, place: &Place) -> Stored<()> {
        if self.origin.as_ref().is_some_and(|origin| origin.by.addressed()) {
            let room = self.room_here(place).await?.map(|room| room.id);
            if let Some(origin) = &mut self.origin {
                origin.room = room;
            }
        }
        self.turned_away(Why::Stranger);
        Ok(())
    }

    /// Writes what was noted, in the order in which it was.
    pub(super) async fn keep_audit(&mut self) -> Stored<()> {
        let noted = std::mem::take(&mut self.noted);
        let entry = |(workspace, what)| (workspace, Entry { from: self.origin.clone(), what });
        let entries: Vec<(WorkspaceId, Entry)> = noted.into_iter().map(entry).collect();
        append(self.tx, self.now, &entries).await
    }
}

fn standing(verdict: Verdict) -> Result<(), String> {
    match verdict {
        Verdict::Refused(_) if planted::is("skip-authorize") => Ok(()),
        Verdict::Allowed => Ok(()),
        Verdict::Refused(why) => Err(why),
    }
}

/// Adds entries to the log, each with its workspace. Only for a transaction beside which nobody else writes.
pub(super) async fn append(tx: &mut dyn Tx, now: DateTime<Utc>, entries: &[(WorkspaceId, Entry)]) -> Stored<()> {
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
