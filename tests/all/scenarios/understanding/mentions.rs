//! Who is notified in groups: those who must act, and nobody else.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, idea};

stories![
    in_a_group_those_who_must_decide_are_mentioned_and_nobody_else,
    nobody_is_mentioned_in_a_direct_chat_and_a_room_for_decisions_mentions_its_deciders,
];

fn intake() -> Purposes {
    Purposes { intake: true, ..Purposes::default() }
}

async fn in_a_group_those_who_must_decide_are_mentioned_and_nobody_else() {
    for platform in [Telegram, Discord] {
        let office = Office::deciding().await;
        office.reads(|input| {
            let plan = idea("Hosting offers");
            if input.answered.is_empty() { plan.asks("What matters?", &["Price", "Speed"]).into() } else { plan.into() }
        });
        let shop = office.room("Shop", platform, intake()).await;
        let mara = office.owner("Mara", platform).await.in_group(&shop);
        let jo = office.member("Jo", platform, Role::Requester).await.in_group(&shop);
        let ole = office.member("Ole", platform, Role::Requester).await.in_group(&shop);
        jo.mentions("compare three hosting offers").await;
        assert_eq!(jo.pings("Got it"), Vec::<String>::new());
        let there = if platform == Discord { jo.in_thread() } else { jo.clone() };
        there.hears("#1 One quick question for Jo (1/2):").await;
        assert_eq!(there.pings("One quick question"), std::slice::from_ref(&jo.who.user));
        there.presses("Speed").await;
        let card = there.hears("Here is what I'll do").await;
        assert!(card.contains("Jo, shall I start?"), "{card}");
        assert_eq!(there.pings("Here is what I'll do"), std::slice::from_ref(&jo.who.user));
        there.presses("Start").await;
        there.hears("▸").await;
        // In Telegram it may be missing after a crash.
        if platform == Discord {
            assert_eq!(there.pings("▸"), Vec::<String>::new());
        }
        let prompt = there.hears("One decision for you").await;
        assert!(prompt.contains("Jo or Mara can decide."), "{prompt}");
        assert!(!prompt.contains("It is about"), "where it was sent it is known: {prompt}");
        let both = [mara.who.user.clone(), jo.who.user.clone()];
        assert_eq!(there.pings("One decision for you"), both, "not {}", ole.who.user);
        office.advance(TimeDelta::hours(12)).await;
        there.hears("#1 still waits for a decision").await;
        assert_eq!(there.pings("still waits for a decision"), both);
        mara.in_group(&there.place).presses("★").await;
        there.hears("Take offer C").await;
        assert_eq!(there.pings("Take offer C"), Vec::<String>::new());
    }
}

async fn nobody_is_mentioned_in_a_direct_chat_and_a_room_for_decisions_mentions_its_deciders() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    mara.says("/room decisions on").await;
    mara.hears("This chat is for:").await;
    mara.wants_offers().await;
    mara.hears("Mara or Kim can decide.").await;
    assert_eq!(mara.pings("One decision for you"), Vec::<String>::new());
    let prompt = kim.hears("One decision for you").await;
    // Whoever reads it there has not seen the idea.
    let about = prompt.lines().nth(2).unwrap_or_default();
    assert!(about.starts_with("It is about “") && about.ends_with("”, sent by Mara."), "{prompt}");
    // Mara is not on Discord.
    assert_eq!(kim.pings("One decision for you"), std::slice::from_ref(&kim.who.user));
    kim.presses("★").await;
    mara.hears("Take offer C").await;
}
