//! Rooms that cannot be reached for a while: what people need to see waits for them, chatter does not.

use crate::support::{Content, Discord, Office, Platform, Purposes, Role, Telegram, TimeDelta, Voice};
use secretary::ports::chat::ChatError;
use secretary::secretary::inbound::Trouble;
use std::time::Duration;

stories![
    a_prompt_waits_until_the_chat_is_unblocked,
    a_report_waits_until_its_person_is_back,
    what_was_decided_meanwhile_has_no_live_buttons_afterwards,
    a_room_that_stays_away_is_tried_once_for_each_contact,
    a_reminder_waits_for_its_room_and_says_that_it_is_late,
    after_a_long_outage_only_what_still_matters_arrives,
    an_outage_of_minutes_loses_no_answer,
    what_a_locked_thread_does_not_take_stands_in_its_channel,
    open_prompts_follow_a_group_that_gets_a_new_id,
    owners_hear_once_of_a_platform_that_fails_where_it_works,
    a_channel_hears_that_not_everything_was_read,
    a_refusal_for_a_moment_keeps_nobody_waiting,
    a_mended_token_brings_what_was_kept_at_the_next_start,
    a_prompt_leaves_whoever_decides_no_more,
    whoever_decides_no_more_reads_nothing_further,
    a_prompt_leaves_a_room_that_is_for_decisions_no_more,
    a_prompt_leaves_whoever_is_erased,
];

fn gone() -> ChatError {
    ChatError::Gone("the bot was blocked by the user".to_owned())
}

/// Mara's work has come as far as a decision; her chat is blocked from these words on.
async fn blocked_from(platform: Platform, words: &str) -> (Office, Voice) {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", platform).await;
    office.loses(platform, words, Some(gone()));
    mara.wants_offers().await;
    (office, mara)
}

async fn a_prompt_waits_until_the_chat_is_unblocked() {
    let (office, mara) = blocked_from(Telegram, "One decision").await;
    office.blocks(&mara.place);
    office.advance(TimeDelta::hours(3)).await;
    mara.hears_nothing();
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    mara.hears("One decision").await;
    assert_eq!(mara.copies("One decision").len(), 1, "{}", office.transcript());
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.happens(Content::Reachable { yes: true }).await;
    mara.hears_nothing();
}

async fn a_report_waits_until_its_person_is_back() {
    for words in ["/start", "hello"] {
        let (office, mara) = blocked_from(Discord, "nothing at all").await;
        mara.hears("One decision").await;
        office.blocks(&mara.place);
        mara.presses("★").await;
        mara.hears_nothing();
        office.unblocks(&mara.place);
        mara.says(words).await;
        mara.hears("Take offer C").await;
        mara.hears_all();
        mara.says("/help").await;
        mara.hears_all();
        assert_eq!(mara.copies("Take offer C").len(), 1, "{}", office.transcript());
    }
}

async fn what_was_decided_meanwhile_has_no_live_buttons_afterwards() {
    let (office, mara) = blocked_from(Telegram, "nothing at all").await;
    mara.hears("One decision").await;
    office.blocks(&mara.place);
    let kim = office.owner("Kim", Discord).await;
    kim.says("/decide 1 1").await;
    kim.hears("Only monthly terms").await;
    assert!(mara.offers("★"), "it cannot be changed while she has blocked the chat");
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    mara.hears("Take offer C").await;
    mara.reads("✔ Only monthly terms");
    assert!(!mara.offers("★"), "{}", office.transcript());
}

async fn a_room_that_stays_away_is_tried_once_for_each_contact() {
    let (office, mara) = blocked_from(Telegram, "One decision").await;
    office.loses(Telegram, "One decision", Some(gone()));
    mara.says("/list").await;
    mara.hears("#1").await;
    mara.says("/list").await;
    mara.hears("One decision").await;
    mara.hears("#1").await;
}

async fn a_reminder_waits_for_its_room_and_says_that_it_is_late() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("call Kim").await;
    office.blocks(&mara.place);
    mara.happens(Content::Reachable { yes: false }).await;
    office.advance(TimeDelta::days(3)).await;
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    let late = mara.hears("call Kim").await;
    assert!(late.contains("I could not reach you then)"), "{late}");
}

/// Nothing can be sent for hours. What matters comes afterwards; receipts, answers and progress of hours ago do not.
async fn after_a_long_outage_only_what_still_matters_arrives() {
    for platform in [Telegram, Discord] {
        let office = Office::deciding().await;
        let mara = office.owner("Mara", platform).await;
        mara.says("remind me in 30 minutes to call Kim").await;
        mara.hears("call Kim").await;
        office.is_down(platform, Some(ChatError::Retry { after: Duration::from_secs(2) }));
        mara.says("/help").await;
        mara.says("/list").await;
        mara.says("compare three hosting offers").await;
        office.advance(TimeDelta::hours(4)).await;
        office.is_down(platform, None);
        office.advance(TimeDelta::minutes(11)).await;
        mara.hears("One decision").await;
        let late = mara.hears("call Kim").await;
        assert!(late.contains("I could not reach you then)"), "{late}");
        mara.hears_nothing();
        mara.presses("★").await;
        mara.hears("✔ done").await;
        mara.hears("Take offer C").await;
    }
}

async fn an_outage_of_minutes_loses_no_answer() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.is_down(Telegram, Some(ChatError::Retry { after: Duration::from_secs(2) }));
    mara.says("/list").await;
    office.advance(TimeDelta::minutes(40)).await;
    office.is_down(Telegram, None);
    office.advance(TimeDelta::minutes(2)).await;
    mara.hears("Nothing open").await;
}

/// Mara's idea in a channel of Discord, as far as its thread and the decision in it.
async fn in_a_thread() -> (Office, Voice, Voice) {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    let thread = mara.in_thread();
    thread.hears("▸").await;
    thread.hears("One decision").await;
    (office, mara, thread)
}

async fn what_a_locked_thread_does_not_take_stands_in_its_channel() {
    let (office, mara, thread) = in_a_thread().await;
    office.blocks(&thread.place);
    thread.presses("★").await;
    mara.hears("Take offer C").await;
    // The channel itself is as open as before.
    mara.mentions("compare three printers").await;
    mara.hears("#2").await;
    mara.in_thread().hears_all();
    thread.hears_nothing();
}

async fn open_prompts_follow_a_group_that_gets_a_new_id() {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision").await;
    office.moves(&shop, "group-moved");
    mara.happens(Content::Moved { to: "group-moved".to_owned() }).await;
    // Telegram says of the old chat that the bot is out of it.
    mara.happens(Content::Reachable { yes: false }).await;
    let mut there = mara.clone();
    there.place.chat = "group-moved".to_owned();
    there.hears("One decision").await;
    there.happens(Content::Moved { to: "group-moved".to_owned() }).await;
    there.hears_nothing();
    // Whoever still sees the old message may press it; how the work goes is shown where the group is now.
    mara.presses("★").await;
    there.hears_progress().await;
    there.hears("Take offer C").await;
    there.reads("✔ Only monthly terms");
    assert!(!there.offers("★"), "{}", office.transcript());
}

async fn owners_hear_once_of_a_platform_that_fails_where_it_works() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let olaf = office.owner("Olaf", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    for voice in [&mara, &olaf, &kim] {
        voice.says("hello").await;
        voice.hears_all();
    }
    for _ in 0..2 {
        office.notices(Trouble::Token, Discord).await;
    }
    mara.hears("Discord does not accept my token any more").await;
    mara.hears_nothing();
    kim.hears_nothing();
    // Where nothing works there is nothing to say it in.
    olaf.hears_nothing();
    office.notices(Trouble::NoContent, Discord).await;
    mara.hears("Message Content Intent").await;
    olaf.hears("Message Content Intent").await;
    // With a second poller only what is received goes astray.
    office.notices(Trouble::Rival, Telegram).await;
    mara.hears("Another program receives the messages of my bot on Telegram").await;
    olaf.hears("Another program receives the messages of my bot on Telegram").await;
}

async fn a_channel_hears_that_not_everything_was_read() {
    let office = Office::new().await;
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&shop);
    mara.happens(Content::Missed).await;
    mara.hears("please write it again").await;
    let elsewhere = mara.in_group(&office.group("Elsewhere", Discord));
    elsewhere.happens(Content::Missed).await;
    elsewhere.hears_nothing();
}

fn barred() -> ChatError {
    ChatError::Barred("Unauthorized".to_owned())
}

async fn a_refusal_for_a_moment_keeps_nobody_waiting() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.loses(Telegram, "Nothing open", Some(barred()));
    mara.says("/list").await;
    office.advance(TimeDelta::seconds(20)).await;
    mara.hears("Nothing open").await;
}

async fn a_mended_token_brings_what_was_kept_at_the_next_start() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("remind me in 10 minutes to call Kim").await;
    mara.hears("I'll remind you").await;
    office.is_down(Telegram, Some(barred()));
    office.advance(TimeDelta::minutes(30)).await;
    mara.hears_nothing();
    office.is_down(Telegram, None);
    office.restart().await;
    office.settle().await;
    mara.hears("Reminder: call Kim").await;
}

async fn a_prompt_leaves_whoever_decides_no_more() {
    for order in ["/members Kim requester", "/members Kim remove"] {
        let office = Office::deciding().await;
        let mara = office.owner("Mara", Discord).await;
        let kim = office.member("Kim", Telegram, Role::Approver).await;
        let jo = office.member("Jo", Telegram, Role::Requester).await;
        kim.says("/room decisions on").await;
        kim.hears_all();
        jo.wants_offers().await;
        kim.hears("One decision for you").await;
        // Who may decide about their own idea reads it where they asked, too.
        jo.hears("One decision for you").await;
        mara.says(order).await;
        mara.hears("Kim").await;
        jo.hears_nothing();
        jo.presses("★").await;
        jo.hears("Take offer C").await;
        let told = if order.ends_with("remove") { "You no longer belong here" } else { "You are a requester here now" };
        kim.hears(told).await;
        kim.hears_nothing();
    }
}

/// Jo's work for a group has come as far as a decision, which is asked in Kim's chat alone.
async fn asked_in_the_chat_of_kim() -> (Office, Voice, Voice, Voice) {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&team);
    kim.says("/room decisions on").await;
    kim.hears_all();
    jo.mentions("compare three hosting offers").await;
    jo.hears_progress().await;
    kim.hears("One decision for you").await;
    (office, mara, kim, jo)
}

async fn whoever_decides_no_more_reads_nothing_further() {
    let (office, mara, kim, jo) = asked_in_the_chat_of_kim().await;
    mara.says("/members Kim requester").await;
    mara.hears("Kim").await;
    kim.hears("You are a requester here now").await;
    jo.hears("One decision for you").await;
    kim.reads("#1 This question is not asked here any more.");
    kim.lacks("★");
    office.advance(TimeDelta::days(1)).await;
    jo.hears_all();
    kim.hears_nothing();
    jo.presses("★").await;
    jo.hears("Take offer C").await;
    jo.reads("✔ Only monthly terms. Jo");
    kim.lacks("✔ Only monthly terms");
    kim.hears_nothing();
}

async fn a_prompt_leaves_a_room_that_is_for_decisions_no_more() {
    let (_office, _mara, kim, jo) = asked_in_the_chat_of_kim().await;
    jo.hears_nothing();
    kim.says("/room decisions off").await;
    kim.hears("decisions: no").await;
    kim.reads("#1 This question is not asked here any more.");
    jo.hears("One decision for you").await;
    jo.presses("★").await;
    jo.hears("Take offer C").await;
    kim.lacks("✔ Only monthly terms");
}

async fn a_prompt_leaves_whoever_is_erased() {
    let (_office, _mara, kim, jo) = asked_in_the_chat_of_kim().await;
    jo.hears_nothing();
    kim.says("/forget").await;
    kim.hears("Erase everything of yours").await;
    kim.presses("Erase everything of mine").await;
    kim.hears_all();
    jo.hears("One decision for you").await;
    jo.presses("★").await;
    jo.hears("Take offer C").await;
}
