//! Reminders and digests at people's own times.

use super::deciding;
use crate::support::Office;
use chrono::{TimeDelta, TimeZone, Utc};
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::workspace::{Purposes, Role};

#[tokio::test]
async fn a_reminder_is_set_fires_is_snoozed_and_done() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.advance(TimeDelta::hours(23)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Reminder: call Kim").await;
    mara.presses("In 10 min").await;
    mara.hears("“call Kim”: I'll remind you again.").await;
    office.advance(TimeDelta::minutes(9)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(2)).await;
    mara.hears("Reminder: call Kim").await;
    assert_eq!(mara.presses("Done").await, "Done.");
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
}

#[tokio::test]
async fn a_reminder_without_a_time_asks_for_it() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me to call Kim").await;
    mara.hears("When shall I remind you of “call Kim”? Tell me for example: tomorrow at 9.").await;
    mara.says("in 20 minutes").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.advance(TimeDelta::minutes(21)).await;
    mara.hears("Reminder: call Kim").await;
}

#[tokio::test]
async fn a_daily_digest_keeps_its_local_time_over_the_change_to_summer_time() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    // Summer time begins on 28 March 2027 at 02:00.
    office.advance(Utc.with_ymd_and_hms(2027, 3, 26, 9, 0, 0).unwrap() - office.now()).await;
    mara.says("/report daily 18:00").await;
    let echo = mara.hears("A digest here").await;
    assert!(echo.contains("Fri 26 Mar, 18:00") && echo.contains("Sun 28 Mar, 18:00"), "{echo}");
    let mut at = Vec::new();
    for day in ["Fri 26 Mar", "Sat 27 Mar", "Sun 28 Mar", "Mon 29 Mar"] {
        let due = office.due().await;
        office.advance(due - office.now()).await;
        mara.hears(&format!("Digest {day}, 18:00 (Berlin)\nNothing open and nothing new.")).await;
        at.push(due.format("%d %H").to_string());
    }
    assert_eq!(at, ["26 17", "27 17", "28 16", "29 16"]);
}

#[tokio::test]
async fn a_late_digest_comes_once_and_says_so() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    office.is_off_for(TimeDelta::hours(57)).await;
    let late = mara.hears("Digest Wed 25 Nov, 18:00 (Berlin)").await;
    assert!(late.contains("I was offline)") && late.contains("due "), "{late}");
    mara.hears_nothing();
    office.advance(TimeDelta::hours(25)).await;
    let next = mara.hears("Digest Thu 26 Nov, 18:00 (Berlin)").await;
    assert!(!next.contains("offline"), "{next}");
}

#[tokio::test]
async fn a_digest_tells_what_is_open_done_and_cancelled() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    deciding(&office);
    mara.says("/new compare printers").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/report weekly Fri 16:00").await;
    mara.hears("A digest here").await;
    mara.says("/report now").await;
    let digest = mara.hears("Digest Mon 23 Nov, 09:0").await;
    assert!(digest.contains("Waiting for a decision (1)") && digest.contains("Done (1)"), "{digest}");
    mara.says("/schedules").await;
    mara.hears("1. digest, ").await;
    mara.presses("1: Pause").await;
    mara.hears("digest: Paused.").await;
    office.advance(TimeDelta::days(6)).await;
    for _ in 0..6 {
        mara.hears("still waits").await;
    }
    mara.hears_nothing();
    mara.presses("1: Now").await;
    mara.hears("Digest").await;
    mara.presses("1: Delete").await;
    mara.hears("digest: Deleted.").await;
}

#[tokio::test]
async fn a_group_digest_tells_nothing_private() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    mara.says("a present for Jo").await;
    mara.hears("Got it").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
    let there = jo.in_group(&shop);
    there.says("/report now").await;
    there.hears("Nothing open and nothing new.").await;
    mara.in_group(&shop).says("/report now").await;
    there.hears("Nothing open and nothing new.").await;
}

#[tokio::test]
async fn zones_are_read_and_refused_in_words() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("/timezone Atlantis/Capital").await;
    mara.hears("Atlantis").await;
    mara.says("/timezone America/New_York").await;
    let set = mara.hears("Your time zone is New York now.").await;
    assert!(set.contains("18:00"), "{set}");
    mara.says("/report daily 25:00").await;
    mara.hears("").await;
}

#[tokio::test]
async fn a_weekly_digest_comes_on_its_day() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/report weekly Fri 16:00").await;
    let echo = mara.hears("A digest here").await;
    assert!(echo.contains("Fri 27 Nov, 16:00") && echo.contains("Fri 11 Dec, 16:00"), "{echo}");
    office.advance(TimeDelta::days(14)).await;
    mara.hears("Digest Fri 27 Nov, 16:00 (Berlin)").await;
    mara.hears("Digest Fri 4 Dec, 16:00 (Berlin)").await;
}

#[tokio::test]
async fn a_restart_moves_no_digest() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    office.restart().await;
    office.advance(TimeDelta::hours(10)).await;
    let digest = mara.hears("Digest Mon 23 Nov, 18:00 (Berlin)").await;
    assert!(!digest.contains("offline"), "{digest}");
    office.restart().await;
    office.settle().await;
    mara.hears_nothing();
}
