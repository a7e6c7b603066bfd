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

use crate::support::{Office, Platform, Purposes, Telegram, Voice};
use chrono::{TimeZone, Utc};
use secretary::secretary::inbound::Place;
use secretary::secretary::intent::{Idea, Intent, When};
use secretary::secretary::ticket::plan::PlannedTask;

/// Mara's office on the last Friday before summer time, which begins on 28 March 2027 at 02:00.
async fn before_summer_time(platform: Platform) -> (Office, Voice) {
    let (office, mara) = Office::owned_by("Mara", platform).await;
    office.advance(Utc.with_ymd_and_hms(2027, 3, 26, 9, 0, 0).unwrap() - office.now()).await;
    (office, mara)
}

/// Mara's office with a group, and a result of hers that is nobody else's.
async fn with_a_private_result() -> (Office, Place, Voice) {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("a present for Jo").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    (office, shop, mara)
}

/// Mondays at half past nine.
fn mondays() -> When {
    When {
        weekdays: vec!["mon".to_owned()],
        every: Some("week".to_owned()),
        time: Some("09:30".to_owned()),
        ..When::default()
    }
}

/// Work of one step as it is understood. `step`: what it is called, what is to be done, and by whom.
fn work_of(title: &str, summary: &str, step: [&str; 3], (when, only_if): (Option<When>, &str)) -> Intent {
    let [called, instruction, agent] = step.map(str::to_owned);
    Intent::Idea(Box::new(Idea {
        title: title.to_owned(),
        summary: summary.to_owned(),
        when,
        only_if: only_if.to_owned(),
        tasks: vec![PlannedTask {
            key: "t1".to_owned(),
            title: called,
            instruction,
            agent: Some(agent),
            ..PlannedTask::default()
        }],
        risk: 0.1,
        ..Idea::default()
    }))
}
