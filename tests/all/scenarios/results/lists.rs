//! Lists, counts and completions: of many tickets, exactly what may be shown to this reader in this chat.

use crate::support::{Discord, Office, Purposes, Role, Telegram, Voice, idea, said};
use secretary::secretary::inbound::Place;

stories![
    others_tickets_never_crowd_out_ones_own,
    paused_tickets_never_hide_a_decision,
    two_groups_at_once_never_mix,
    a_digest_counts_all_there_is,
    an_observer_reads_everything_that_is_no_secret,
    an_empty_page_leads_on_to_the_other_lists,
];

/// More than any list reads at once.
const MANY: i64 = 75;

fn intake() -> Purposes {
    Purposes { intake: true, ..Purposes::default() }
}

/// Somebody's idea as far as its report.
async fn done(voice: &Voice, text: &str) {
    voice.mentions(text).await;
    voice.hears("▸").await;
    voice.hears("Take offer C").await;
}

async fn others_tickets_never_crowd_out_ones_own() {
    let office = Office::new().await;
    office.reads(|input| idea(input.idea.trim_start_matches("compare ")).asks("Which?", &["A", "B"]).into());
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let mara = office.owner("Mara", Telegram).await;
    jo.says("compare cakes").await;
    jo.hears("One quick question").await;
    mara.says("!!! compare rings").await;
    mara.hears("One quick question").await;
    office.copies(2, MANY).await;
    jo.says("/list").await;
    let list = jo.hears("cakes").await;
    assert!(!list.contains("rings"), "{list}");
    assert_eq!(jo.completes("").await, ["#1 compare cakes"]);
    assert_eq!(jo.completes("cak").await, ["#1 compare cakes"]);
    jo.says("/report now").await;
    let digest = jo.hears("Waiting for somebody (1)").await;
    assert!(digest.contains("#1 compare cakes"), "{digest}");
    jo.says("/stats").await;
    jo.hears("1 ticket in all").await;
    mara.says("/stats").await;
    mara.hears("77 tickets in all").await;
    mara.says("/report now").await;
    mara.hears("Waiting for somebody (77)").await;
}

async fn paused_tickets_never_hide_a_decision() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.wants_offers().await;
    let there = kim.in_group(&ops);
    there.hears("One decision for you").await;
    office.works(|_| said("Offer C."));
    office.settings(|settings| settings.auto_dispatch = false).await;
    mara.says("!!! compare printers").await;
    mara.hears("").await;
    mara.says("/pause 2").await;
    mara.hears("#2 Paused").await;
    office.copies(2, MANY).await;
    kim.says("/decisions").await;
    kim.hears("#1 Offer B is cheapest").await;
    there.presses("★ Only monthly terms").await;
    there.reads("✔ Only monthly terms. Kim, ");
    mara.hears("Take offer C").await;
}

/// What a list says in a group: nothing of the other one, whoever asks.
async fn keeps_to_itself(voice: &Voice, (own, number): (&str, &str), (other, foreign): (&str, &str)) {
    for list in ["/list all", "/list done", "/reports", "/report now", "/history", "/stats", "/decisions"] {
        voice.says(list).await;
        let text = voice.hears("").await;
        assert!(!text.contains(other) && !text.contains(foreign), "{list}: {text}");
        let expected = match list {
            "/stats" => "1 ticket in all",
            "/decisions" => "Nothing waits for a decision.",
            _ => number,
        };
        assert!(text.contains(expected), "{list}: {text}");
    }
    assert_eq!(voice.completes(other).await, [""; 0]);
    assert_eq!(voice.completes(own).await.len(), 1);
}

async fn two_groups_at_once_never_mix() {
    let office = Office::deciding().await;
    office.reads(|input| idea(input.idea.trim_start_matches("compare ")).into());
    office.writes(|input| said(&format!("Take offer C for {}.", input.requirement.title)));
    let shop = office.room("Shop", Telegram, intake()).await;
    let yard = office.room("Yard", Telegram, intake()).await;
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let (in_shop, in_yard) = (mara.in_group(&shop), jo.in_group(&yard));
    for (voice, text) in [(&in_shop, "compare shelves"), (&in_yard, "compare fences")] {
        voice.mentions(text).await;
        voice.hears("▸").await;
        voice.hears("One decision").await;
        voice.says("/decisions").await;
        let open = voice.hears("Offer B is cheapest").await;
        assert_eq!(open.matches("Offer B is cheapest").count(), 1, "{open}");
        voice.presses("★").await;
        voice.hears("Take offer C").await;
    }
    let (shelves, fences) = (("shelves", "#1"), ("fences", "#2"));
    keeps_to_itself(&in_shop, shelves, fences).await;
    keeps_to_itself(&in_yard, fences, shelves).await;
    keeps_to_itself(&jo.in_group(&shop), shelves, fences).await;
    for command in ["/show 2", "/reports 2", "/history 2", "/decide 2 1", "/cancel 2"] {
        in_shop.says(command).await;
        in_shop.hears("#2 is from another chat. Ask me about it there, or in our direct chat.").await;
    }
    // In their direct chats both read of both groups.
    for voice in [&mara, &jo] {
        voice.says("/list all").await;
        let list = voice.hears("shelves").await;
        assert!(list.contains("fences"), "{list}");
        voice.says("/show 2").await;
        voice.hears("#2 fences").await;
    }
    // A topic is the same chat; a room that gets the reports of all is told of all.
    let topic = Place { thread: Some("7".to_owned()), title: None, ..shop.clone() };
    let there = mara.in_group(&topic);
    there.says("/room intake on").await;
    there.hears("ideas: yes").await;
    there.says("/list all").await;
    let list = there.hears("shelves").await;
    assert!(!list.contains("fences"), "{list}");
    in_shop.says("/room reports on").await;
    in_shop.hears("reports: yes").await;
    in_shop.says("/report now").await;
    let digest = in_shop.hears("Done (2)").await;
    assert!(digest.contains("fences"), "{digest}");
}

async fn a_digest_counts_all_there_is() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    done(&mara, "compare rings").await;
    office.copies(1, 520).await;
    mara.says("/report now").await;
    let digest = mara.hears("Done (521)").await;
    assert!(digest.contains("… and 515 more"), "{digest}");
}

async fn an_observer_reads_everything_that_is_no_secret() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, intake()).await;
    let mara = office.owner("Mara", Telegram).await;
    let ole = office.member("Ole", Telegram, Role::Observer).await;
    done(&mara.in_group(&shop), "compare shelves").await;
    done(&mara, "a present for Ole").await;
    for line in [
        "/start",
        "/list all",
        "/show 1",
        "/decisions",
        "/history",
        "/history 1",
        "/agents",
        "/report",
        "/report now",
        "/report progress",
        "/reports",
        "/reports 1 plain",
        "/schedules",
        "/stats",
        "/timezone",
        "/room",
        "/members",
        "/settings",
        "/settings model",
        "/help",
    ] {
        ole.says(line).await;
        let told = ole.hears("").await;
        assert!(!told.contains("may ") || told.contains("You may read here"), "{line}: {told}");
        assert!(!told.contains("present") && !told.contains("#2"), "{line}: {told}");
    }
    ole.says("/stats").await;
    ole.hears("1 ticket in all").await;
    for (line, refused) in [
        ("/new a yacht", "send ideas"),
        ("/cancel 1", "Only Mara or an approver"),
        ("/pause", "pause or resume all work"),
        ("/report daily 18:00", "order reports and reminders"),
        ("/room intake on", "set what a room is for"),
        ("/invite", "invite people or change roles"),
        ("/members Mara observer", "invite people or change roles"),
        ("/settings auto_dispatch off", "change settings"),
    ] {
        ole.says(line).await;
        ole.hears(refused).await;
    }
}

async fn an_empty_page_leads_on_to_the_other_lists() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    done(&mara, "compare three hosting offers").await;
    mara.says("/list done").await;
    mara.hears("#1").await;
    mara.presses("Failed").await;
    mara.reads("Nothing has failed. /list shows what is open.\n[Open] [Done] [All]");
    mara.presses("Done").await;
    mara.reads("#1 ✔ Hosting offers · done");
}
