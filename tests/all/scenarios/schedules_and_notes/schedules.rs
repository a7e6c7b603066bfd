//! Reminders and digests at people's own times.

use super::{before_summer_time, with_a_private_result};
use crate::support::{Discord, Log, Office, Purposes, Role, Telegram, TimeDelta, Web, deciding};
use secretary::secretary::intent::{Intent, When, WhenChange};

stories![
    a_reminder_is_set_fires_is_snoozed_and_done,
    a_reminder_without_a_time_asks_for_it,
    a_daily_digest_keeps_its_local_time_over_the_change_to_summer_time,
    a_late_digest_comes_once_and_says_so,
    a_digest_tells_what_is_open_done_and_cancelled,
    a_group_digest_tells_nothing_private,
    a_group_digest_covers_what_all_its_people_may_see,
    zones_are_read_and_refused_in_words,
    a_weekly_digest_comes_on_its_day,
    a_restart_moves_no_digest,
    the_same_order_twice_is_one_order,
    a_group_has_one_digest_whoever_orders_it_but_reminders_are_ones_own,
    a_digest_that_fails_says_so_and_the_next_one_comes,
    what_is_deleted_from_the_list_says_so_in_its_echo,
];

async fn a_reminder_is_set_fires_is_snoozed_and_done() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.advance(TimeDelta::hours(23)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Reminder: call Kim").await;
    assert_eq!(mara.presses("In 10 min").await, "I'll remind you again at 09:10.");
    mara.reads("Reminder: call Kim\n↻ Again at 09:10. Mara, 09:00");
    office.advance(TimeDelta::minutes(9)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(2)).await;
    mara.hears("Reminder: call Kim").await;
    assert_eq!(mara.presses("Done").await, "Done.");
    mara.reads("✔ Done. Mara, 09:1");
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
}

async fn a_reminder_without_a_time_asks_for_it() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me to call Kim").await;
    mara.hears("When shall I remind you of “call Kim”? Tell me for example: tomorrow at 9.").await;
    // What is no time is about something else, or is read by the model, which sees the question among the last turns.
    office.means("Norway", |_| Intent::Reply { text: "Oslo.".to_owned() });
    mara.says("what is the capital of Norway?").await;
    mara.hears("Oslo.").await;
    office.means("when the shop opens", |input| {
        assert!(format!("{:?}", input.turns).contains("When shall I remind you of “call Kim”?"), "{:?}", input.turns);
        let when = Some(When { in_minutes: Some(20), ..When::default() });
        Intent::Remind(WhenChange { when, ..WhenChange::default() })
    });
    mara.says("when the shop opens").await;
    mara.hears("I'll remind you of “call Kim”").await;
    office.advance(TimeDelta::minutes(21)).await;
    mara.hears("Reminder: call Kim").await;
}

async fn a_daily_digest_keeps_its_local_time_over_the_change_to_summer_time() {
    let (office, mara) = before_summer_time(Telegram).await;
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

async fn a_late_digest_comes_once_and_says_so() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
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

async fn a_digest_tells_what_is_open_done_and_cancelled() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    deciding(&office);
    mara.says("/new compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/report weekly Fri 16:00").await;
    mara.hears("A digest here").await;
    mara.says("/report now").await;
    let digest = mara.hears("Digest Mon 23 Nov, 09:0").await;
    assert!(
        digest.contains("Waiting for somebody (1)")
            && digest.contains(", waits for you: ")
            && digest.contains("Done (1)"),
        "{digest}"
    );
    mara.says("/schedules").await;
    mara.hears("1. digest, ").await;
    assert_eq!(mara.presses("1: Pause").await, "Paused.");
    mara.reads("every Friday at 16:00 (Berlin); paused");
    office.advance(TimeDelta::days(6)).await;
    for _ in 0..6 {
        mara.hears("still waits").await;
    }
    mara.hears_nothing();
    mara.presses("1: Now").await;
    mara.hears("Digest").await;
    mara.presses("1: Delete").await;
    mara.hears("Deleted: digest.").await;
}

async fn a_group_digest_tells_nothing_private() {
    let (office, shop, mara) = with_a_private_result().await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let there = jo.in_group(&shop);
    there.says("/report now").await;
    there.hears("Nothing open and nothing new.").await;
    mara.in_group(&shop).says("/report now").await;
    there.hears("Nothing open and nothing new.").await;
}

async fn a_group_digest_covers_what_all_its_people_may_see() {
    let office = Office::new().await;
    office.reads(|input| crate::support::idea(input.idea.trim_start_matches("compare ")).into());
    let rooms = Purposes { intake: true, ..Purposes::default() };
    let shop = office.room("Shop", Telegram, rooms).await;
    let yard = office.room("Yard", Discord, rooms).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let ole = office.member("Ole", Telegram, Role::Observer).await;
    mara.in_group(&shop).says("/report daily 18:00").await;
    ole.in_group(&shop).hears("A digest here").await;
    for (voice, idea) in [(&mara, "compare rings"), (&kim, "compare salaries"), (&jo, "compare cakes")] {
        voice.says(idea).await;
        voice.hears("▸").await;
        voice.hears("Take offer C").await;
    }
    let here = kim.in_group(&shop);
    here.mentions("compare shelves").await;
    here.hears("▸").await;
    here.hears("Take offer C").await;
    let there = jo.in_group(&yard);
    there.mentions("compare fences").await;
    let thread = there.in_thread();
    thread.hears("▸").await;
    thread.hears("Take offer C").await;
    // Whoever orders it, and whoever reads along: the same, and nothing of another group.
    for voice in [&mara, &kim] {
        let here = voice.in_group(&shop);
        here.says("/report now").await;
        let digest = here.hears("Done (1)").await;
        assert!(digest.contains("shelves") && !digest.contains("fences"), "{digest}");
        assert!(!digest.contains("rings") && !digest.contains("salaries") && !digest.contains("cakes"), "{digest}");
    }
    office.advance(TimeDelta::hours(9)).await;
    let digest = ole.in_group(&shop).hears("Digest Mon 23 Nov, 18:00").await;
    assert!(digest.contains("Done (1)") && !digest.contains("rings"), "{digest}");
    // In a direct chat it is what this person may see.
    jo.says("/report now").await;
    let own = jo.hears("Done (3)").await;
    assert!(own.contains("cakes") && !own.contains("rings") && !own.contains("salaries"), "{own}");
    kim.says("/report now").await;
    kim.hears("Done (5)").await;
}

async fn zones_are_read_and_refused_in_words() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
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

async fn a_weekly_digest_comes_on_its_day() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/report weekly Fri 16:00").await;
    let echo = mara.hears("A digest here").await;
    assert!(echo.contains("Fri 27 Nov, 16:00") && echo.contains("Fri 11 Dec, 16:00"), "{echo}");
    office.advance(TimeDelta::days(14)).await;
    mara.hears("Digest Fri 27 Nov, 16:00 (Berlin)").await;
    mara.hears("Digest Fri 4 Dec, 16:00 (Berlin)").await;
}

async fn a_restart_moves_no_digest() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
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

async fn the_same_order_twice_is_one_order() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here, every day at 18:00").await;
    mara.says("/report daily 18:00").await;
    let told = mara.hears("You have this already. A digest here, every day at 18:00 (Berlin).").await;
    assert!(told.contains("[Edit] [Pause] [Now] [Delete]"), "{told}");
    mara.presses("Pause").await;
    mara.says("/report every day at 18:00").await;
    let told = mara.hears("You have this already.").await;
    assert!(told.contains("It is paused."), "{told}");
    mara.presses("Go on").await;
    for _ in 0..2 {
        mara.says("remind me tomorrow at 9 to call Kim").await;
        mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    }
    mara.says("/report daily 19:00").await;
    mara.hears("A digest here, every day at 19:00").await;
    mara.says("/schedules").await;
    let list = mara.hears("Scheduled").await;
    assert_eq!((list.matches("digest, ").count(), list.matches("call Kim").count()), (2, 1), "{list}");
    office.advance(TimeDelta::hours(23)).await;
    mara.hears("Digest Mon 23 Nov, 18:00").await;
    mara.hears("Digest Mon 23 Nov, 19:00").await;
    mara.hears_nothing();
}

async fn a_group_has_one_digest_whoever_orders_it_but_reminders_are_ones_own() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&shop);
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here, every day at 18:00").await;
    kim.says("/report daily 18:00").await;
    let told = kim.hears("That is ordered already. A digest here, every day at 18:00").await;
    assert!(!told.contains('['), "only Mara or an owner may change it: {told}");
    for voice in [&mara, &kim] {
        voice.mentions("remind me tomorrow at 9 to water the plants").await;
        voice.hears("I'll remind you of “water the plants” on Tue").await;
    }
    office.advance(TimeDelta::hours(10)).await;
    kim.hears("Digest Mon 23 Nov, 18:00").await;
    kim.hears_nothing();
}

/// The digest needs a ticket that cannot be read: it is left out in words, and the next one comes.
async fn a_digest_that_fails_says_so_and_the_next_one_comes() {
    let (log, _guard) = Log::listen();
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    let kept = office.spoils(1, "{").await;
    office.advance(TimeDelta::hours(10)).await;
    let told = mara.hears("I stumbled over this and could not do it: digest.").await;
    assert!(told.contains("The next one comes Tue 24 Nov, 18:00 (Berlin)."), "{told}");
    assert_eq!(log.lines("an event could not be decided").len(), 3);
    mara.hears_nothing();
    office.spoils(1, &kept).await;
    office.advance(TimeDelta::hours(24)).await;
    // What the one that failed should have told is told now.
    let told = mara.hears("Digest Tue 24 Nov, 18:00 (Berlin)").await;
    assert!(told.contains("Done (1)"), "{told}");
}

async fn what_is_deleted_from_the_list_says_so_in_its_echo() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me every day at 9 to water the plants").await;
    mara.hears("[Edit] [Delete]").await;
    mara.says("/schedules").await;
    mara.hears("water the plants").await;
    mara.presses("1: Delete").await;
    let gone = mara.hears("Deleted: ").await;
    assert!(gone.ends_with("[Undo]"), "{gone}");
    assert!(!mara.offers("Edit") && !mara.offers("Delete"), "{}", office.transcript());
    mara.presses("Undo").await;
    assert!(mara.offers("Edit"), "{}", office.transcript());
}
