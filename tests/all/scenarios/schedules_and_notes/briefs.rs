//! The daily brief: what waits, what is at risk, what is due, what is done; nothing if there is nothing, and not at night.

use super::{before_summer_time, with_a_private_result};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Web, deciding};
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::intent::Intent;

stories![
    a_brief_comes_only_if_something_matters,
    what_waits_stands_before_risks_today_and_what_is_done,
    a_brief_in_quiet_hours_comes_once_at_their_end,
    quiet_hours_hold_no_decision_back,
    what_waits_long_says_so,
    a_brief_keeps_its_local_time_over_the_change_to_summer_time,
    the_brief_of_a_group_tells_nothing_private,
    a_brief_names_what_waits_for_its_reader,
    a_chat_has_one_brief_which_another_time_moves,
    a_brief_is_ordered_in_words,
    quiet_hours_are_set_shown_and_undone,
];

/// The brief has these parts in this order.
fn stands_in_order(brief: &str, parts: &[&str]) {
    let places: Vec<Option<usize>> = parts.iter().map(|part| brief.find(part)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} of {parts:?}\n{brief}");
}

async fn a_brief_comes_only_if_something_matters() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/brief daily 8:00").await;
    let echo = mara.hears("A brief here, every day at 08:00 (Berlin). If nothing matters, none comes.").await;
    assert!(echo.contains("Tue 24 Nov, 08:00") && echo.contains("Thu 26 Nov, 08:00"), "{echo}");
    office.advance(TimeDelta::days(2)).await;
    mara.hears_nothing();
    mara.says("/brief now").await;
    mara.hears("Nothing needs you just now, and nothing is due today.").await;
    mara.says("/schedules").await;
    mara.hears("1. brief, every day at 08:00 (Berlin)").await;
    assert_eq!(mara.presses("1: Now").await, "Nothing needs you just now, and nothing is due today.");
    mara.hears_nothing();
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim” on Thu 26 Nov, 09:00").await;
    office.advance(TimeDelta::hours(23)).await;
    let brief = mara.hears("Brief Thu 26 Nov, 08:00 (Berlin)").await;
    stands_in_order(&brief, &["Brief Thu", "Today (1)", "09:00 call Kim"]);
    assert!(!brief.contains("Waiting") && !brief.contains("At risk") && !brief.contains("Done"), "{brief}");
    mara.hears_nothing();
}

async fn what_waits_stands_before_risks_today_and_what_is_done() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    office.costs(Usage { calls: 1, tokens_in: 100, tokens_out: 10, ..Usage::default() });
    mara.says("remind me in 2 hours to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    deciding(&office);
    mara.says("/new compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/budget day 100 tokens").await;
    mara.hears("").await;
    mara.says("/brief now").await;
    let brief = mara.hears("Brief Mon 23 Nov, 09:0").await;
    let parts = [
        "Waiting for you (1)",
        "#2 Hosting offers: 💬 Offer B is cheapest",
        "At risk (1)",
        "The budget for today is used up",
        "Today (1)",
        "11:00 call Kim",
        "Done (1)",
        "#1 Hosting offers",
        "[Decide] [Show what is open]",
    ];
    stands_in_order(&brief, &parts);
    mara.presses("Decide").await;
    mara.hears("Offer B is cheapest").await;
}

async fn a_brief_in_quiet_hours_comes_once_at_their_end() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    mara.says("/brief daily 6:00").await;
    let echo = mara.hears("A brief here, every day at 06:00 (Berlin).").await;
    let later = "Your quiet hours are 22:00 to 07:00. So it comes at 07:00; /brief quiet off changes that.";
    assert!(echo.contains(later), "{echo}");
    mara.says("remind me on Wednesday at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim” on Wed 25 Nov, 09:00").await;
    mara.says("remind me tomorrow at 8 to call Jo").await;
    mara.hears("I'll remind you of “call Jo” on Tue 24 Nov, 08:00").await;
    office.advance(TimeDelta::hours(21) + TimeDelta::minutes(50)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::minutes(20)).await;
    let brief = mara.hears("Brief Tue 24 Nov, 07:00 (Berlin)").await;
    assert!(brief.contains("08:00 call Jo") && !brief.contains("call Kim") && !brief.contains("offline"), "{brief}");
    mara.hears_nothing();
    office.advance(TimeDelta::hours(2)).await;
    mara.hears("Reminder: call Jo").await;
    mara.presses("Done").await;
    mara.says("/brief quiet off").await;
    mara.hears("You have no quiet hours. A brief comes whenever it is due.").await;
    office.advance(TimeDelta::hours(21)).await;
    let brief = mara.hears("Brief Wed 25 Nov, 06:00 (Berlin)").await;
    assert!(brief.contains("09:00 call Kim"), "{brief}");
    mara.hears_nothing();
}

async fn quiet_hours_hold_no_decision_back() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/brief quiet 8:00-20:00").await;
    mara.hears("Your quiet hours are 08:00 to 20:00.").await;
    mara.says("/new compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/brief now").await;
    mara.hears("Waiting for you (1)").await;
}

async fn what_waits_long_says_so() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/new compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/brief daily 11:30").await;
    mara.hears("A brief here").await;
    office.advance(TimeDelta::hours(50) + TimeDelta::minutes(20)).await;
    // Briefs of the days before, and reminders of the decision.
    mara.hears_all();
    office.advance(TimeDelta::minutes(15)).await;
    let brief = mara.hears("Brief Wed 25 Nov, 11:30 (Berlin)").await;
    stands_in_order(&brief, &["Waiting for you (1)", "#1 Hosting offers: 💬", "asked 2 days ago", "[Decide]"]);
    mara.hears_nothing();
}

async fn a_brief_keeps_its_local_time_over_the_change_to_summer_time() {
    let (office, mara) = before_summer_time(Web).await;
    mara.says("remind me every day at 9 to water the plants").await;
    mara.hears("I'll remind you of “water the plants”").await;
    mara.says("/brief daily 3:00").await;
    mara.hears("So it comes at 07:00").await;
    let mut at = Vec::new();
    for day in ["Sat 27 Mar", "Sun 28 Mar", "Mon 29 Mar"] {
        // It is due at 03:00 and put off to 07:00.
        for _ in 0..2 {
            let due = office.due().await;
            office.advance(due - office.now()).await;
        }
        let brief = mara.hears(&format!("Brief {day}, 07:00 (Berlin)")).await;
        assert!(brief.contains("09:00 water the plants"), "{brief}");
        at.push(office.now().format("%d %H").to_string());
        let due = office.due().await;
        office.advance(due - office.now()).await;
        mara.hears("Reminder: water the plants").await;
    }
    assert_eq!(at, ["27 06", "28 05", "29 05"]);
}

async fn the_brief_of_a_group_tells_nothing_private() {
    let (office, shop, mara) = with_a_private_result().await;
    mara.says("remind me in 2 hours to wrap it").await;
    mara.hears("I'll remind you of “wrap it”").await;
    let there = mara.in_group(&shop);
    there.says("/brief now").await;
    there.hears("Nothing needs you just now, and nothing is due today.").await;
    there.says("/brief daily 10:00").await;
    there.hears("A brief here, every day at 10:00 (Berlin).").await;
    office.advance(TimeDelta::minutes(90)).await;
    there.hears_nothing();
    mara.says("/brief now").await;
    let own = mara.hears("Brief Mon 23 Nov, 10:").await;
    stands_in_order(&own, &["Today (1)", "11:0", "wrap it", "Done (1)"]);
}

async fn a_brief_names_what_waits_for_its_reader() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    let ole = office.member("Ole", Telegram, Role::Observer).await;
    mara.says("/new compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    mara.says("/brief now").await;
    mara.hears("Waiting for you (1)").await;
    // It is nothing of theirs.
    for voice in [&jo, &ole] {
        voice.says("/brief now").await;
        voice.hears("Nothing needs you just now, and nothing is due today.").await;
    }
    ole.says("/brief daily 8:00").await;
    ole.hears("").await;
    ole.says("/schedules").await;
    ole.hears("Nothing is scheduled.").await;
}

async fn a_chat_has_one_brief_which_another_time_moves() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/brief daily 8:00").await;
    mara.hears("A brief here, every day at 08:00 (Berlin).").await;
    mara.says("/brief 9:30").await;
    mara.hears("Changed. A brief here, every day at 09:30 (Berlin).").await;
    mara.says("/brief daily 9:30").await;
    mara.hears("You have this already. A brief here, every day at 09:30 (Berlin).").await;
    mara.says("/schedules").await;
    let list = mara.hears("Scheduled").await;
    assert_eq!(list.matches("brief, ").count(), 1, "{list}");
    mara.says("/brief off").await;
    mara.hears("Deleted: brief.\n[Undo]").await;
    mara.says("/brief off").await;
    mara.hears("No brief is ordered here. To have one, send for example: /brief daily 8:00").await;
    mara.says("/brief at some time").await;
    mara.hears("").await;
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
}

async fn a_brief_is_ordered_in_words() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    office.means("what matters", |_| Intent::Command { name: "brief".to_owned(), text: "daily 8:00".to_owned() });
    mara.says("tell me every morning at 8 what matters").await;
    mara.hears("Shall I do that?").await;
    mara.presses("/brief daily 8:00").await;
    mara.hears("A brief here, every day at 08:00 (Berlin).").await;
    office.means("after nine", |_| Intent::Command { name: "brief".to_owned(), text: "quiet 21-7".to_owned() });
    mara.says("nothing like that after nine in the evening, please").await;
    mara.hears("Shall I do that?").await;
    mara.presses("/brief quiet 21-7").await;
    mara.hears("Your quiet hours are 21:00 to 07:00.").await;
}

async fn quiet_hours_are_set_shown_and_undone() {
    let (_, mara) = Office::owned_by("Mara", Web).await;
    mara.says("/brief").await;
    let told = mara.hears("A brief tells what waits for you").await;
    assert!(told.contains("Your quiet hours are 22:00 to 07:00."), "{told}");
    mara.says("/brief quiet 23:30-6:15").await;
    let set = mara.hears("Your quiet hours are 23:30 to 06:15.").await;
    assert!(set.contains("Decisions come at once, as always.") && set.contains("[Undo]"), "{set}");
    mara.presses("Undo").await;
    mara.hears("Your quiet hours are 22:00 to 07:00.").await;
    mara.says("/brief quiet 22:00-22:00").await;
    mara.hears("From when to when shall no brief come? Send for example: /brief quiet 22:00-7:00").await;
    mara.says("/brief quiet").await;
    mara.hears("A brief tells what waits for you").await;
}
