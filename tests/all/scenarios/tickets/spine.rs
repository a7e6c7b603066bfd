//! The main way: an idea becomes a report.

use crate::support::{Discord, Office, Platform, Telegram, Web, curious, deciding, idea};

stories![
    an_idea_becomes_a_report,
    the_whole_way_in_telegram,
    the_whole_way_in_discord,
    the_whole_way_on_the_web,
    a_clear_harmless_idea_starts_at_once,
    what_changes_something_outside_shows_its_card_first,
    tasks_that_need_each_other_wait_and_the_rest_goes_on,
    small_talk_makes_no_ticket,
    a_long_report_comes_with_the_whole_attached,
];

async fn an_idea_becomes_a_report() {
    let office = Office::new().await;
    curious(&office);
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers for the shop and tell me what to take").await;
    mara.hears("Two quick questions (1/2)").await;
    mara.presses("Price").await;
    mara.presses("500-5,000").await;
    mara.hears("(2/2)").await;
    mara.says("EU").await;
    mara.hears("Here is what I'll do").await;
    mara.fills("Edit", "four offers, please").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.presses("👍").await;
    office.went(include_str!("spine.txt"));
}

async fn the_whole_way(platform: Platform) {
    let office = Office::new().await;
    curious(&office);
    deciding(&office);
    let mara = office.owner("Mara", platform).await;
    mara.says("compare three hosting offers for the shop").await;
    mara.hears("Two quick questions (1/2)").await;
    mara.presses("Speed").await;
    mara.presses("more").await;
    mara.reads("#1 1) Speed · 2) more. Thanks.");
    mara.hears("(2/2)").await;
    assert_eq!(mara.presses("Use your judgement").await, "Thanks.");
    mara.reads("#1 my judgement (EU). Thanks.");
    let card = mara.hears("Here is what I'll do").await;
    assert!(card.contains("I assume: data centre in the EU; Which colour? blue"), "{card}");
    mara.fills("Edit", "four offers, please").await;
    mara.reads("Changed: four offers, please. A new version follows.");
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.reads("✔ Started by Mara.");
    mara.hears("▸ Researcher: Hosting offers").await;
    mara.hears("One decision for you").await;
    mara.fills("Other…", "24 months, but only with a discount").await;
    mara.reads("✔ 24 months, but only with a discount. Mara, ");
    mara.hears("Take offer C").await;
    mara.reads("✔ done");
    mara.fills("Revise", "as a table").await;
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.presses("24 months").await;
    mara.hears("Take offer C").await;
    mara.presses("👎").await;
    mara.hears("What should be different?").await;
    mara.says("one page at most").await;
    mara.hears("I'm doing it again").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    assert_eq!(mara.presses("👍").await, "Glad it helped.");
}

async fn the_whole_way_in_telegram() {
    the_whole_way(Telegram).await;
}

async fn the_whole_way_in_discord() {
    the_whole_way(Discord).await;
}

async fn the_whole_way_on_the_web() {
    the_whole_way(Web).await;
}

async fn a_clear_harmless_idea_starts_at_once() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸ Researcher: Hosting offers").await;
    mara.hears("Take offer C").await;
    assert_eq!(office.thoughts(), 3, "one call before the work, one for it, one for the report");
}

async fn what_changes_something_outside_shows_its_card_first() {
    let office = Office::new().await;
    office.reads(|_| idea("Rent").no_tasks().task("t1", "planner", "Write the note", &[]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("write down what the rent costs").await;
    let card = mara.hears("Here is what I'll do").await;
    assert!(card.contains("Working on it: Planner.") && card.contains("[Start] [Edit] [Cancel]"), "{card}");
    assert_eq!(office.thoughts(), 1, "nothing starts before the go");
    assert_eq!(mara.presses("Cancel").await, "Cancelled.");
    mara.hears("#1 Cancelled by Mara. Nothing more happens here.").await;
    assert_eq!(mara.presses_data("1.AAAAAAAAAAAAAAAAAAAAAA.0", "forged").await.get(..11), Some("That button"));
}

async fn tasks_that_need_each_other_wait_and_the_rest_goes_on() {
    let office = Office::new().await;
    office.reads(|_| {
        idea("Offers")
            .task("t2", "analyst", "Count the cost", &["t1"])
            .task("t3", "reviewer", "Check it", &["t2"])
            .into()
    });
    office.works(|input| {
        let known: Vec<&str> = input.results.iter().map(|(title, _)| title.as_str()).collect();
        crate::support::said(&format!("{} knows {}", input.agent.title, known.join(" and ")))
    });
    office.writes(|input| {
        crate::support::said(&input.results.iter().map(|r| r.text.clone()).collect::<Vec<_>>().join("; "))
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸ 0/3").await;
    mara.hears("Researcher knows ; Analyst knows Offers; Reviewer knows Count the cost").await;
}

async fn small_talk_makes_no_ticket() {
    let office = Office::new().await;
    office.reads(|_| idea("").reply("Lisbon is the capital of Portugal.").into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("what is the capital of Portugal?").await;
    mara.hears("Lisbon").await;
    mara.says("/list").await;
    mara.hears("Nothing open. Send me an idea, or try:").await;
}

async fn a_long_report_comes_with_the_whole_attached() {
    let office = Office::new().await;
    office.writes(|_| crate::support::said(&"A paragraph of some length.\n\n".repeat(400)));
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
    mara.hears("#1 Hosting offers\nA paragraph").await;
    mara.hears("The whole report is attached.\n<report-1.md, 11600 characters>\n[👍] [👎] [Revise]").await;
}
