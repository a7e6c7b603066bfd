//! What platforms do to messages: blocked chats, chats that move, answers that are lost.

use crate::support::{Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web};
use secretary::ports::chat::ChatError;
use std::time::Duration;

stories![
    a_blocked_chat_holds_up_nobody,
    a_group_that_gets_a_new_id_is_followed,
    a_lost_answer_repeats_in_telegram_and_nowhere_else,
    a_platform_that_is_busy_gets_it_later,
    a_refused_message_does_not_stop_the_next,
];

async fn reported(mara: &Voice) {
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
}

async fn a_blocked_chat_holds_up_nobody() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    office.blocks(&mara.place);
    mara.says("compare three hosting offers").await;
    mara.hears_nothing();
    reported(&kim).await;
    office.unblocks(&mara.place);
    mara.happens(Content::Reachable { yes: true }).await;
    mara.hears("Take offer C").await;
    mara.says("/reports 1").await;
    mara.hears("Take offer C").await;
}

async fn a_group_that_gets_a_new_id_is_followed() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    office.moves(&shop, "group-moved");
    mara.mentions("compare three hosting offers").await;
    let mut there = mara.clone();
    there.place.chat = "group-moved".to_owned();
    there.hears("▸").await;
    there.hears("Take offer C").await;
    there.presses("👍").await;
    there.mentions("compare printers").await;
    there.hears("#2").await;
    there.hears("▸").await;
    there.hears("Take offer C").await;
}

async fn a_lost_answer_repeats_in_telegram_and_nowhere_else() {
    for (platform, copies) in [(Telegram, 2), (Discord, 1), (Web, 1)] {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        office.loses_next_answer(platform);
        mara.says("/list").await;
        mara.hears("Nothing open").await;
        office.advance(TimeDelta::minutes(1)).await;
        assert_eq!(mara.copies("Nothing open").len(), copies, "{platform}");
    }
}

async fn a_platform_that_is_busy_gets_it_later() {
    let (office, mara) = Office::owned_by("Mara", Discord).await;
    let wait = || ChatError::Retry { after: Duration::from_secs(3) };
    office.mishaps(Discord, [wait(), wait(), wait()]);
    reported(&mara).await;
}

async fn a_refused_message_does_not_stop_the_next() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.loses(Telegram, "Take offer C", Some(ChatError::Refused("can't parse entities".to_owned())));
    mara.wants_offers().await;
    mara.hears("#1 I could not show you a message about this here.").await;
    mara.says("/reports 1").await;
    mara.hears("Take offer C").await;
}

#[tokio::test]
async fn many_who_write_at_once_share_commits() {
    let office = Office::new().await;
    let mut senders = Vec::new();
    for n in 0..32 {
        let voice = office.member(&format!("Person {n}"), Telegram, Role::Requester).await;
        senders.push((0..10).map(|m| voice.saying(&format!("message {m}"))).collect::<Vec<_>>());
    }
    let commits = office.crowd(&senders).await;
    assert!(commits <= 320 / 8, "{commits} commits for 320 messages of 32 senders");
}
