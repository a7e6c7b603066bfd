//! Time zones: the order is taken, the zone is asked for once, and what was ordered moves with the answer.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Web, call, idea, said};
use secretary::secretary::intent::{Intent, WhenChange};

stories![
    asked_once_with_buttons_and_echoed_with_the_next_three_times,
    another_zone_in_words,
    a_form_where_the_platform_has_one,
    what_is_the_same_everywhere_asks_nothing,
    the_command_answers_the_question_too,
    in_a_group_only_the_person_asked_answers,
    a_browser_knows_it,
    a_browser_without_a_zone_is_asked_like_anybody,
    a_reminder_an_agent_sets_asks_as_well,
    a_single_reminder_stays_the_same_moment_and_may_keep_its_time_of_day,
    an_abbreviation_is_no_place,
];

async fn asked_once_with_buttons_and_echoed_with_the_next_three_times() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await.speaking("pt-br");
    mara.says("/report daily 18:00").await;
    let echo = mara.hears("A digest here, every day at 18:00 (Berlin).").await;
    assert!(
        echo.contains("Which time zone are you in? I took Berlin time for now; tap yours and I move this."),
        "{echo}"
    );
    assert!(echo.ends_with("[Berlin] [Sao Paulo] [Manaus]\n[UTC]\n[Other…]\n[Edit] [Delete]"), "{echo}");
    // Once per person, not with each order.
    mara.says("remind me tomorrow at 9 to call Kim").await;
    let echo = mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00 (Berlin).").await;
    assert!(echo.ends_with("[Delete]") && !echo.contains("zone"), "{echo}");
    assert_eq!(mara.presses("Sao Paulo").await, "Your time zone is Sao Paulo now.");
    mara.reads(
        "A digest here, every day at 18:00 (Sao Paulo).\nNext times:\nMon 23 Nov, 18:00 (Sao Paulo)\n\
         Tue 24 Nov, 18:00 (Sao Paulo)\nWed 25 Nov, 18:00 (Sao Paulo)\n[Edit] [Delete]",
    );
    let moved = mara.hears("Your time zone is Sao Paulo now.").await;
    assert!(moved.contains("“call Kim”: next Tue 24 Nov, 09:00 (Sao Paulo)"), "{moved}");
    office.advance(TimeDelta::hours(11)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(2)).await;
    mara.hears("Digest Mon 23 Nov, 18:00 (Sao Paulo)").await;
    office.advance(TimeDelta::hours(15)).await;
    mara.hears("Reminder: call Kim").await;
    mara.says("/report weekly Fri 16:00").await;
    let echo = mara.hears("A digest here, every Friday at 16:00 (Sao Paulo).").await;
    assert!(!echo.contains("zone") && echo.contains("Fri 11 Dec, 16:00 (Sao Paulo)"), "{echo}");
}

async fn another_zone_in_words() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("remind me every day at 9 to water the plants").await;
    mara.hears("Which time zone are you in?").await;
    mara.presses("Other…").await;
    mara.hears("Which city or time zone are you in? For example: Lisbon, or America/New_York.").await;
    mara.says("Atlantis").await;
    mara.hears("Atlantis").await;
    mara.says("Lisbon").await;
    let set = mara.hears("Your time zone is Lisbon now.").await;
    assert!(set.contains("“water the plants”: next Mon 23 Nov, 09:00 (Lisbon)"), "{set}");
    mara.reads("every day at 09:00 (Lisbon).");
    // Until it is called off, what is no zone is asked for again.
    mara.says("/timezone").await;
    mara.hears("Your time zone is Lisbon (here it is 08:0").await;
    mara.presses("Other…").await;
    mara.hears("Which city or time zone").await;
    mara.says("compare three hosting offers for the shop").await;
    mara.hears("I do not know the time zone \"compare three hosting offers").await;
    mara.says("cancel").await;
    mara.hears("All right, I leave it as it is.").await;
    mara.says("compare three hosting offers for the shop").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn a_form_where_the_platform_has_one() {
    let office = Office::new().await;
    let kim = office.newcomer("Kim", Discord, Role::Owner).await.speaking("en");
    kim.says("/report weekly Fri 16:00").await;
    let echo = kim.hears("A digest here").await;
    assert!(echo.contains("[Berlin] [London] [New York]\n[Los Angeles] [UTC]\n[Other…]"), "{echo}");
    assert_eq!(kim.presses("Other…").await, "Your time zone");
    let data = kim.data("Other…");
    kim.sends_form(&data, "New York").await;
    kim.reads("A digest here, every Friday at 16:00 (New York).");
    kim.hears("Your time zone is New York now.").await;
}

async fn what_is_the_same_everywhere_asks_nothing() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("remind me in 20 minutes to turn the oven off").await;
    let echo = mara.hears("I'll remind you of “turn the oven off”").await;
    assert!(!echo.contains("zone"), "{echo}");
    mara.says("/timezone Tokyo").await;
    mara.hears("Your time zone is Tokyo now.").await;
    office.advance(TimeDelta::minutes(21)).await;
    mara.hears("Reminder: turn the oven off").await;
}

async fn the_command_answers_the_question_too() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("/report daily 18:00").await;
    mara.hears("Which time zone are you in?").await;
    mara.says("/timezone Europe/Lisbon").await;
    let set = mara.hears("Your time zone is Lisbon now.").await;
    let times = "digest: next Mon 23 Nov, 18:00 (Lisbon) · Tue 24 Nov, 18:00 (Lisbon) · Wed 25 Nov, 18:00 (Lisbon)";
    assert!(set.contains(times), "{set}");
    mara.reads("A digest here, every day at 18:00 (Lisbon).");
    assert!(!mara.offers("UTC"), "the question is gone");
}

async fn in_a_group_only_the_person_asked_answers() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await.in_group(&shop);
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    mara.says("/report daily 18:00").await;
    mara.hears("Mara, which time zone are you in?").await;
    assert_eq!(jo.presses("UTC").await, "That question is for somebody else. Send /timezone to set yours.");
    assert_eq!(mara.presses("UTC").await, "Your time zone is UTC now.");
    mara.reads("A digest here, every day at 18:00 (UTC).");
}

async fn a_browser_knows_it() {
    let office = Office::new().await;
    let you = office.newcomer("You", Web, Role::Owner).await.browsing_in("Europe/Lisbon");
    you.says("/report daily 18:00").await;
    let echo = you.hears("A digest here, every day at 18:00 (Lisbon).").await;
    assert!(echo.contains("Your browser says Lisbon time, so I go by that. /timezone changes it."), "{echo}");
    assert!(echo.contains("Next times:\nMon 23 Nov, 18:00 (Lisbon)"), "{echo}");
    you.says("remind me tomorrow at 9 to call Kim").await;
    let echo = you.hears("on Tue 24 Nov, 09:00 (Lisbon).").await;
    assert!(!echo.contains("browser"), "{echo}");
    // What a person said counts more than where their browser is.
    you.says("/timezone Tokyo").await;
    you.hears("Your time zone is Tokyo now.").await;
    you.says("/report weekly Fri 16:00").await;
    you.hears("every Friday at 16:00 (Tokyo)").await;
}

async fn a_browser_without_a_zone_is_asked_like_anybody() {
    let office = Office::new().await;
    let you = office.newcomer("You", Web, Role::Owner).await.browsing_in("Etc/Nowhere");
    you.says("/report daily 18:00").await;
    you.hears("Which time zone are you in?").await;
    // Opened elsewhere, it is told, and everything moves.
    let there = you.browsing_in("Asia/Tokyo");
    there.says("/schedules").await;
    let set = there.hears("Your time zone is Tokyo now.").await;
    assert!(set.contains("digest: next Mon 23 Nov, 18:00 (Tokyo)"), "{set}");
    there.hears("every day at 18:00 (Tokyo)").await;
    there.reads("A digest here, every day at 18:00 (Tokyo).");
}

async fn a_reminder_an_agent_sets_asks_as_well() {
    let office = Office::new().await;
    office.reads(|_| idea("Offer C").no_tasks().task("t1", "planner", "Set the reminder", &[]).into());
    office.works(|input| match input.steps.len() {
        0 => call("set_reminder", serde_json::json!({"text": "ask for offer C", "when": "tomorrow at 9"})),
        _ => said("Done."),
    });
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("see to offer C and remind me tomorrow at 9").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    let echo = mara.hears("I'll remind you of “ask for offer C” on Tue 24 Nov, 09:00 (Berlin).").await;
    assert!(echo.contains("Which time zone are you in?"), "{echo}");
    mara.hears("Take offer C").await;
    mara.presses("London").await;
    mara.reads("I'll remind you of “ask for offer C” on Tue 24 Nov, 09:00 (London).");
    office.advance(TimeDelta::hours(24)).await;
    mara.hears_nothing();
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Reminder: ask for offer C").await;
}

async fn a_single_reminder_stays_the_same_moment_and_may_keep_its_time_of_day() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00 (Berlin).").await;
    mara.says("/timezone Lisbon").await;
    mara.hears(
        "Your time zone is Lisbon now. Here it is 08:00.\nThis reminder stays at the same moment:\n\
         “call Kim”: Tue 24 Nov, 08:00 (Lisbon)\n[09:00 in Lisbon instead]",
    )
    .await;
    mara.presses("09:00 in Lisbon instead").await;
    mara.hears("Moved to the same time of day:\n“call Kim”: Tue 24 Nov, 09:00 (Lisbon)").await;
    assert!(mara.presses("09:00 in Lisbon instead").await.starts_with("There is nothing to move any more."));
    mara.says("remind me on Friday at 9 to pay the rent").await;
    mara.hears("on Fri 27 Nov, 09:00 (Lisbon)").await;
    mara.says("/timezone Tokyo").await;
    let moved = mara.hears("These 2 reminders stay at the same moment:").await;
    assert!(moved.contains("“call Kim”: Tue 24 Nov, 18:00 (Tokyo)\n“pay the rent”: Fri 27 Nov, 18:00"), "{moved}");
    assert!(moved.ends_with("[The same time of day instead]\n[Undo]"), "{moved}");
    office.advance(TimeDelta::hours(26)).await;
    mara.hears("Reminder: call Kim").await;
}

async fn an_abbreviation_is_no_place() {
    let office = Office::new().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("/timezone EST").await;
    let asked = mara.hears("“EST” is used in several places, and some of them change their clocks in summer.").await;
    assert!(asked.ends_with("Which city's time is yours?\n[New York] [Toronto] [Panama]\n[Other…]"), "{asked}");
    assert_eq!(mara.presses("New York").await, "Your time zone is New York now.");
    mara.hears("Your time zone is New York now.").await;
    mara.says("/timezone Berln").await;
    mara.hears("I do not know the time zone").await;
    mara.presses("Berlin").await;
    mara.hears("Your time zone is Berlin now.").await;
    // The zone that was named with a time counts, although the words come later and are read by a model.
    mara.says("/remind every day at 9 PST").await;
    mara.hears("every day at 09:00 (Los Angeles): what shall I remind you of?").await;
    let stretch = || WhenChange { text: "stretch".to_owned(), ..WhenChange::default() };
    office.means("stretch", move |_| Intent::Remind(stretch()));
    mara.says("stretch").await;
    mara.hears("I'll remind you of “stretch” every day at 09:00 (Los Angeles).").await;
    // It is no answer to anything any more.
    mara.says("stretch").await;
    mara.hears("When shall I remind you of “stretch”?").await;
}
