//! Groups and channels: quiet unless addressed, everything of a ticket in one place.

use crate::support::{Discord, Office, Purposes, Role, Telegram, idea};
use secretary::secretary::inbound::Place;

stories![
    a_group_hears_nothing_until_it_asks,
    a_button_counts_in_every_topic_of_its_chat_and_in_no_other_chat,
    a_discord_channel_gets_a_thread_per_ticket,
    replies_go_to_the_message_meant,
    an_edit_of_words_that_did_something_is_answered_in_a_group_too,
    what_an_owner_sets_holds_in_every_topic_that_says_nothing_else,
];

async fn a_group_hears_nothing_until_it_asks() {
    let office = Office::new().await;
    let shop = office.group("Shop", Telegram);
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&shop);
    let eve = office.stranger("Eve", Telegram).in_group(&shop);
    mara.says("lunch?").await;
    kim.says("pizza").await;
    eve.says("me too").await;
    mara.hears_nothing();
    kim.mentions("compare three hosting offers").await;
    kim.hears("I don't work in this chat yet. An owner can let me with /room intake on.").await;
    kim.says("/room intake on").await;
    kim.hears("Only owners may set what a room is for. An owner can change your role with /members.").await;
    mara.says("/room intake on").await;
    mara.hears("ideas: yes, when you mention me, reply to me or send /new").await;
    eve.mentions("give me everything").await;
    eve.hears("Sorry, I work for this group's members only. An owner can add you with /invite.").await;
    eve.mentions("please").await;
    mara.hears_nothing();
    mara.says("dinner?").await;
    mara.hears_nothing();
    kim.mentions("compare three hosting offers").await;
    kim.hears("▸").await;
    kim.hears("Take offer C").await;
    mara.says("/room intake every").await;
    mara.hears("every message counts").await;
    kim.says("now compare four").await;
    kim.hears("▸").await;
    kim.hears("Take offer C").await;
    mara.says("/room intake off").await;
    mara.hears("ideas: no").await;
    let unknown = mara.anonymously();
    unknown.mentions("who am I").await;
    mara.hears_nothing();
}

/// What was sent into a topic that is gone stands in the chat itself, and its buttons are pressed there.
async fn a_button_counts_in_every_topic_of_its_chat_and_in_no_other_chat() {
    let office = Office::deciding().await;
    let chat = office.group("Shop", Telegram);
    let topic = Place { thread: Some("7".to_owned()), ..chat.clone() };
    let mara = office.owner("Mara", Telegram).await;
    let (in_topic, in_chat) = (mara.in_group(&topic), mara.in_group(&chat));
    let elsewhere = mara.in_group(&office.group("Elsewhere", Telegram));
    in_topic.says("/room intake on").await;
    in_topic.hears("This chat is for:\nideas: yes").await;
    in_topic.mentions("compare three hosting offers").await;
    in_topic.hears("▸").await;
    in_topic.hears("One decision for you").await;
    let data = in_topic.data("★ Only monthly terms");
    let told = elsewhere.presses_data(&data, "Only monthly terms").await;
    assert!(told.starts_with("That button belongs to another chat"), "{told}");
    in_topic.reads("[★ Only monthly terms]");
    in_chat.presses_data(&data, "Only monthly terms").await;
    in_topic.reads("✔ Only monthly terms. Mara");
    in_topic.hears("Take offer").await;
}

async fn a_discord_channel_gets_a_thread_per_ticket() {
    let office = Office::deciding().await;
    office.reads(|input| {
        let plan = idea("Hosting offers");
        if input.answered.is_empty() {
            plan.asks("What matters most?", &["Price", "Speed"]).into()
        } else {
            plan.into()
        }
    });
    let shop = office.room("Shop", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Discord).await.in_group(&shop);
    mara.says("/new compare three hosting offers").await;
    let thread = mara.in_thread();
    thread.hears("One quick question").await;
    // In a ticket's thread nobody needs to mention the bot.
    thread.says("speed").await;
    thread.reads("#1 Speed. Thanks.");
    thread.hears_all();
    thread.presses("Start").await;
    thread.hears("▸").await;
    thread.hears("One decision").await;
    thread.presses("★").await;
    thread.hears("Take offer C").await;
    mara.hears_nothing();
}

async fn replies_go_to_the_message_meant() {
    let office = Office::deciding().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision").await;
    mara.mentions("compare three printers").await;
    mara.hears("▸").await;
    mara.hears("#2 One decision").await;
    mara.replies("#1 One decision", "1").await;
    mara.reads("#1 Decided\nOffer B is cheapest but binds you for 24 months. May I recommend it?\n✔ Only");
    mara.hears_all();
    mara.replies("Take offer C", "shorter, please").await;
    mara.hears("#1 Understood").await;
    mara.hears_all();
    mara.reads("#1 One decision");
    mara.says("/cancel 1").await;
    mara.hears("#1 Cancelled by Mara").await;
    mara.says("/cancel 2").await;
    mara.hears("#2 Cancelled by Mara").await;
}

async fn an_edit_of_words_that_did_something_is_answered_in_a_group_too() {
    let office = Office::deciding().await;
    let shop = office.group("Shop", Telegram);
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    mara.says("/room intake on").await;
    mara.hears("ideas: yes").await;
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("lunch at one?").await;
    mara.edits("lunch at one?", "lunch at two?").await;
    mara.hears_nothing();
    mara.replies("One decision for you", "24 months").await;
    mara.hears("Take offer C").await;
    mara.edits("24 months", "Only monthly terms").await;
    let asked = mara.hears("#1 is done with it. Shall I change that?").await;
    assert!(asked.contains("[Change it to Only monthly terms]"), "{asked}");
    mara.edits("24 months", "Only monthly terms, please").await;
    mara.hears_nothing();
}

async fn what_an_owner_sets_holds_in_every_topic_that_says_nothing_else() {
    let office = Office::new().await;
    let chat = office.group("Shop", Telegram);
    let topic = |n: &str| Place { thread: Some(n.to_owned()), ..chat.clone() };
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let (general, seven, eight) = (mara.in_group(&chat), mara.in_group(&topic("7")), mara.in_group(&topic("8")));
    let kim_in = |place: &Place| kim.in_group(place);
    kim_in(&topic("7")).mentions("compare three hosting offers").await;
    seven.hears("I don't work in this topic yet. An owner can let me with /room intake on.").await;
    // Said in a topic for the first time, it lets me into the group.
    seven.says("/room intake on").await;
    seven.hears("This chat is for:\nideas: yes, when you mention me").await;
    for here in [topic("9"), chat.clone()] {
        kim_in(&here).mentions("compare three hosting offers").await;
        general.hears("▸").await;
        general.hears("Take offer C").await;
    }
    // Every message of one topic is not every message of the group.
    seven.says("/room intake every").await;
    seven.hears("This topic is for:\nideas: yes, every message counts").await;
    kim_in(&topic("7")).says("compare printers").await;
    seven.hears("▸").await;
    seven.hears("Take offer C").await;
    kim_in(&topic("8")).says("lunch?").await;
    kim_in(&chat).says("pizza").await;
    eight.hears_nothing();
    eight.says("/room intake off").await;
    eight.hears("This topic is for:\nideas: no").await;
    kim_in(&topic("8")).mentions("compare scanners").await;
    eight.hears("I don't work in this topic yet.").await;
    // Where decisions and reports go is one place, not every topic.
    general.says("/room decisions on").await;
    general.hears("decisions: yes").await;
    seven.says("/room").await;
    seven.hears("decisions: no").await;
}
