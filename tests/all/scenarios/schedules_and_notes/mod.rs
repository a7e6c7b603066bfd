//! Reminders, digests, briefs, time zones, notes and lists, and "undo".

mod briefs;
mod notes;
mod orchestrator;
mod own_notes;
mod reminders;
mod schedules;
mod undoing;
mod work_by_clock;
mod zones;

use crate::support::{Office, Platform, Voice};
use chrono::{TimeZone, Utc};

/// Mara's office on the last Friday before summer time, which begins on 28 March 2027 at 02:00.
async fn before_summer_time(platform: Platform) -> (Office, Voice) {
    let (office, mara) = Office::owned_by("Mara", platform).await;
    office.advance(Utc.with_ymd_and_hms(2027, 3, 26, 9, 0, 0).unwrap() - office.now()).await;
    (office, mara)
}
