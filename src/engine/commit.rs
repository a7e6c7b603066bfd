//! Commits a transaction of the engine, between the two failpoints of its place. No other file of the engine commits.

use crate::ports::store::{Settled, Stored, Tx};
use crate::ports::trial::failpoint;
use crate::workers::journal::Record;

/// Commits a transaction at a place (`failpoint::PLACES`).
pub(super) async fn commit(tx: Box<dyn Tx>, place: &'static str) -> Stored<()> {
    failpoint::before_commit(place)?;
    tx.commit().await?;
    failpoint::after(place, "");
    Ok(())
}

/// The commit place of an outbox row that ends this way.
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

/// The commit place of a journal record.
pub(super) fn of_record(record: &Record) -> &'static str {
    match record {
        Record::Reply { .. } => "journal/reply",
        Record::Call { .. } | Record::Held { .. } => "journal/call",
        // The answer of people about a call is one boundary; the next call is another one.
        Record::Again | Record::Released { .. } | Record::Denied { .. } => "journal/again",
        Record::Result { .. } => "journal/result",
        Record::Spent { .. } => "journal/spent",
        // Both records say that an interrupted run continues here: one boundary.
        Record::Interrupted { .. } | Record::AnotherTry { .. } => "journal/interrupted",
        Record::Said { .. } => "overhear",
    }
}
