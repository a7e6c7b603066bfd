//! What is kept of people: told, and handed out to whom it is about.

use crate::support::{Discord, Office, Purposes, Role, Telegram, call, deciding, idea, json};
use secretary::secretary::budget::cost::{Cost, Currency, Usage};
use serde_json::Value;

stories![
    what_is_kept_is_told,
    everything_of_ones_own_comes_as_a_file,
    what_is_personal_is_not_sent_to_a_group,
    what_work_left_behind_and_cost_comes_as_well,
];

async fn what_is_kept_is_told() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Observer).await;
    mara.says("/privacy").await;
    let told = mara.hears("What I keep about you").await;
    for wanted in [
        "What I keep about you\n• Your name, accounts, role, time zone and language: while you belong here.\n• Your tickets, ",
        "• Files you send me, with their text: as long as the ticket they belong to; until they are erased where they belong to none.\n",
        "• Messages I could not send: until they are erased. Of those I sent, I keep no words.\n",
        "\nWho sees it\n• What you write to me directly: you, the approvers and owners here, and whoever decides for one of them while they are away; its decisions and reports also stand in the rooms an owner chose for these (/room). Your own notes: only you.\n",
        "• What your ideas cost, in tokens and money: each day's for good, a ticket's as long as the ticket. Invitations: until ",
        "• That something arrived, under the platform's name of it: until they are erased. Accounts of strangers who wrote, or ",
        "• The language model gets what it needs to work on an idea.\n",
        "/export sends you all of it as a file",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    kim.says("/privacy").await;
    kim.hears("Who sees it").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("/privacy").await;
    mara.hears("What I keep about you in Shop").await;
}

async fn everything_of_ones_own_comes_as_a_file() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").into());
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    for (voice, note) in [(&mara, "the cellar code is 4711"), (&kim, "the attic code is 1147")] {
        voice.says(&format!("note: {note}")).await;
        voice.hears("Noted").await;
    }
    mara.says("remind me tomorrow at 9 to water the ferns").await;
    mara.hears("water the ferns").await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    kim.says("/decide 1 other: only with a notice of three months").await;
    kim.hears("three months").await;
    mara.hears_all();
    mara.says("/export").await;
    let told = mara.hears("Here is everything I keep about you").await;
    assert!(told.contains("<my-data.json, "), "{told}");
    assert!(told.contains("Not in it: what others wrote elsewhere than in your tickets, "), "{told}");
    let text = office.file("my-data.json");
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["you"]["name"], "Mara");
    assert_eq!(whole["you"]["role"], "owner");
    assert_eq!(whole["you"]["accounts"][0]["platform"], "Telegram");
    assert_eq!(whole["notes"][0]["text"], "the cellar code is 4711");
    assert_eq!(whole["reminders_and_digests"][0]["words"], "water the ferns");
    assert_eq!(whole["tickets"][0]["idea"], "compare three hosting offers");
    assert!(whole["tickets"][0]["decisions"][0]["answer"].as_str().unwrap().contains("three months"), "{text}");
    assert!(whole["log"].as_array().unwrap().len() > 2, "{text}");
    assert!(whole["in_tickets_of_others"].is_null() && !text.contains("1147"), "{text}");
    kim.slash("export").await;
    kim.hears("Here is everything I keep about you").await;
    let text = office.file("my-data.json");
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["you"]["name"], "Kim");
    assert_eq!(whole["in_tickets_of_others"][0]["number"], 1);
    assert!(text.contains("1147") && text.contains("three months"), "{text}");
    assert!(!text.contains("4711") && !text.contains("ferns"), "{text}");
}

async fn what_is_personal_is_not_sent_to_a_group() {
    let office = Office::new().await;
    for platform in [Telegram, Discord] {
        let team = office.room("Team", platform, Purposes { intake: true, ..Purposes::default() }).await;
        let jo = office.member("Jo", platform, Role::Requester).await.in_group(&team);
        jo.mentions("/export").await;
        jo.hears("write it to me in a direct chat").await;
        jo.slash("privacy").await;
        jo.hears("What I keep about you").await;
    }
}

async fn what_work_left_behind_and_cost_comes_as_well() {
    let office = Office::new().await;
    let cost = Cost { micros: 3_300, currency: Currency::of("EUR"), unpriced: 0 };
    office.costs(Usage { calls: 1, tokens_in: 1_000, tokens_out: 130, cost });
    office.reads(|_| idea("The letter").no_tasks().task("t1", "writer", "Write it", &[]).into());
    // It goes on for ever, until a limit ends it.
    office.works(|_| call("write_file", json!({"path": "offers.md", "text": "the offers so far"})));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    office.settle().await;
    mara.hears_all();
    mara.says("/export").await;
    mara.hears_all();
    let text = office.file("my-data.json");
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["tickets"][0]["files"][0], json!({"name": "offers.md", "text": "the offers so far"}), "{text}");
    let tokens = whole["tickets"][0]["tokens"].as_u64().unwrap();
    assert!(tokens > 1_000, "{text}");
    assert!(whole["spending"][0]["tokens"].as_u64().unwrap() >= tokens, "{text}");
}

#[tokio::test]
async fn what_there_is_none_of_is_not_counted_before_it_is_erased() {
    let (office, _mara) = Office::owned_by("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    jo.says("/forget").await;
    let asked = jo.hears("Erase everything of yours?").await;
    assert!(asked.contains("You have no tickets, notes, lists or reminders here. What goes:"), "{asked}");
    assert!(asked.contains("your name, accounts") && !asked.contains("0 "), "{asked}");
    jo.presses("Keep it").await;
    jo.says("remind me tomorrow at 9 to call Kim").await;
    jo.hears("call Kim").await;
    jo.says("/forget").await;
    let asked = jo.hears("Erase everything of yours?").await;
    assert!(asked.contains("1 order for reminders and digests"), "{asked}");
    assert!(!asked.contains("note or list") && !asked.contains("0 "), "{asked}");
}
