//! The one way a transaction of the engine is committed: between the two failpoints of its place.

use crate::ports::store::{Settled, Stored, Tx};
use crate::ports::trial::failpoint;
use crate::workers::journal::Record;

/// Commits at a place (`failpoint::PLACES`).
pub(super) async fn commit(tx: Box<dyn Tx>, place: &'static str) -> Stored<()> {
    failpoint::before_commit(place)?;
    tx.commit().await?;
    failpoint::after(place, "");
    Ok(())
}

/// The place at which an outbox row ends this way.
pub(super) fn of_ending(how: &Settled) -> &'static str {
    match how {
        Settled::Done => "settle/done",
        Settled::NextPart => "settle/next part",
        Settled::Retry(_) => "settle/retry",
        Settled::Waits(_) => "settle/waits",
        Settled::Anew(_) => "settle/anew",
        Settled::Unclear(_) => "settle/unclear",
        Settled::Failed(_) => "settle/failed",
        Settled::Shelved(_) => "settle/shelved",
    }
}

/// The place at which this record is written.
pub(super) fn of_record(record: &Record) -> &'static str {
    match record {
        Record::Reply { .. } => "journal/reply",
        Record::Call { .. } | Record::Held { .. } => "journal/call",
        // What people said of a call is one boundary, what is about to be called another.
        Record::Again | Record::Released { .. } | Record::Denied { .. } => "journal/again",
        Record::Result { .. } => "journal/result",
        Record::Spent { .. } => "journal/spent",
        // Both say that a run which broke off goes on from here: one boundary.
        Record::Interrupted { .. } | Record::AnotherTry { .. } => "journal/interrupted",
        Record::Said { .. } => "overhear",
    }
}
