//! Lists and tickets shown again: their buttons live and end with what they are for.

use crate::support::{Office, Role, Telegram, Voice, Web, deciding, idea};

stories![
    a_list_of_decisions_shows_what_came_of_each,
    a_report_sent_again_is_as_good_as_the_first,
    a_ticket_shown_can_be_acted_on_as_its_own_messages,
    open_questions_are_shown_and_asked_again,
    why_a_ticket_waits_is_said_wherever_it_is_shown,
    a_plan_nobody_can_do_is_said_on_its_card,
    a_ticket_shown_ends_for_whoever_may_see_it_no_more,
    a_ticket_shown_says_how_it_ended,
    a_page_that_became_empty_shows_the_first,
    more_turns_the_page,
];

async fn two_decisions(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Telegram).await;
    for n in 1..=2 {
        mara.says("/new compare three hosting offers").await;
        mara.hears("▸").await;
        mara.hears(&format!("#{n} One decision for you")).await;
    }
    mara
}

async fn a_list_of_decisions_shows_what_came_of_each() {
    let office = Office::new().await;
    let mara = two_decisions(&office).await;
    mara.says("/decisions").await;
    mara.hears("[#1: Only monthly terms] [#1: 24 months is fine]").await;
    mara.presses("#1: 24 months").await;
    mara.hears("#1 Hosting offers").await;
    assert!(!mara.offers("#1: "), "a button was left behind:\n{}", office.transcript());
    mara.reads("#1 Offer B is cheapest but binds you for 24 months. May I recommend it? ✔ 24 months is fine. Mara");
    mara.presses("#2: Only").await;
    mara.hears("#2 Hosting offers").await;
    assert!(!mara.offers("#2: "), "{}", office.transcript());
}

async fn a_report_sent_again_is_as_good_as_the_first() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    mara.says("/reports 1").await;
    mara.hears("Take offer C").await;
    let both = || mara.copies("Take offer C");
    mara.presses("👍").await;
    for copy in both() {
        assert_eq!(copy.buttons[0][0].label, "👍 ✓", "{}", office.transcript());
    }
    let first = both().remove(0);
    mara.presses_under(&first, "👍").await;
    for copy in both() {
        assert_eq!(copy.buttons[0][0].label, "👍", "{}", office.transcript());
    }
    mara.replies("Take offer C", "shorter, please").await;
    mara.hears("#1 Understood").await;
    assert!(both().iter().take(2).all(|copy| copy.buttons.is_empty()), "{}", office.transcript());
    mara.hears_all();
    assert!(both().last().is_some_and(|copy| !copy.buttons.is_empty()), "{}", office.transcript());
}

async fn a_ticket_shown_can_be_acted_on_as_its_own_messages() {
    let office = Office::deciding().await;
    office.reads(|_| idea("Hosting offers").assumes("data centre in the EU").into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.says("/show 1").await;
    let shown = mara.hears("#1 Hosting offers  ▢ waiting for your go").await;
    assert!(shown.contains("Done when: one recommendation with reasons"), "{shown}");
    assert!(shown.contains("I assume: data centre in the EU"), "{shown}");
    assert!(shown.contains("[Start] [Edit] [Cancel] [History]"), "{shown}");
    assert_eq!(mara.presses("Start").await, "Started.");
    assert!(!mara.offers("Start"), "{}", office.transcript());
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("/show 1").await;
    let shown = mara.hears("? waiting for you").await;
    assert!(shown.contains("[#1: Only monthly terms] [#1: 24 months is fine]"), "{shown}");
    mara.presses("#1: 24").await;
    assert!(!mara.offers("24 months"), "{}", office.transcript());
    mara.hears("Take offer C").await;
}

async fn open_questions_are_shown_and_asked_again() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").asks("What matters most?", &["Price", "Speed"]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("One quick question").await;
    mara.says("/show 1").await;
    let shown = mara.hears("? asking you (1/2)").await;
    assert!(shown.contains("Question: What matters most?"), "{shown}");
    mara.presses("Ask again").await;
    mara.hears("One quick question").await;
}

async fn why_a_ticket_waits_is_said_wherever_it_is_shown() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("write a poem about autumn").await;
    mara.hears("needs a language model").await;
    for (command, shown) in [
        ("/list", "waiting: "),
        ("/show 1", "Waits because: "),
        ("/report now", "waiting: "),
        ("/history 1", "Waits because: "),
    ] {
        mara.says(command).await;
        let said = mara.hears(shown).await;
        assert!(said.contains("needs a language model"), "{command}: {said}");
    }
}

async fn a_plan_nobody_can_do_is_said_on_its_card() {
    let office = Office::new().await;
    office.reads(|_| idea("A show").no_tasks().task_for(&["juggling", "fire"], "Juggle").into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("put on a show").await;
    let card = mara.hears("Here is what I'll do").await;
    assert!(card.contains("Working on it: nobody yet."), "{card}");
    assert!(card.contains("Nobody here can do juggling, fire (an owner can add an agent"), "{card}");
    mara.presses("Start").await;
    mara.reads("Started by Mara");
    mara.hears("#1 ▸ nobody here can do juggling, fire").await;
    mara.says("/list").await;
    mara.hears("#1 … A show · waiting: nobody here can do juggling, fire").await;
}

async fn a_ticket_shown_ends_for_whoever_may_see_it_no_more() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    kim.hears_all();
    kim.says("/show 1").await;
    kim.hears("waiting for").await;
    mara.says("/members Kim requester").await;
    mara.hears_all();
    kim.hears_all();
    mara.presses("24 months is fine").await;
    mara.reads("Take offer C");
    mara.hears_all();
    for told in ["24 months is fine. Mara", "Take offer C"] {
        assert!(kim.copies(told).is_empty(), "{told}: {}", office.transcript());
    }
    kim.hears_all();
}

async fn a_ticket_shown_says_how_it_ended() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("One decision for you").await;
    mara.says("/show 1").await;
    mara.hears("#1 Hosting offers  ? waiting for you").await;
    mara.presses("#1: 24").await;
    mara.hears("Take offer C").await;
    mara.reads("#1 Hosting offers  ✔ done\nFrom Mara, ");
    assert!(mara.copies("\nFrom Mara, ").iter().all(|shown| shown.buttons.is_empty()), "{}", office.transcript());
}

async fn four_open(office: &Office) -> Voice {
    let mara = two_decisions(office).await;
    for n in 3..=4 {
        mara.says("/new compare three hosting offers").await;
        mara.hears("▸").await;
        mara.hears(&format!("#{n} One decision for you")).await;
    }
    mara
}

async fn four_decisions(office: &Office) -> Voice {
    let mara = four_open(office).await;
    mara.says("/decisions").await;
    mara.hears("[#3: Only monthly terms] [#3: 24 months is fine]").await;
    mara
}

async fn a_page_that_became_empty_shows_the_first() {
    let office = Office::new().await;
    let mara = four_decisions(&office).await;
    mara.says("/decide 4 1").await;
    mara.hears_all();
    mara.presses("More ›").await;
    assert!(!office.transcript().contains("Nothing waits for a decision"), "{}", office.transcript());
    mara.reads("[#3: Only monthly terms] [#3: 24 months is fine]");
    mara.hears_all();
}

async fn more_turns_the_page() {
    let office = Office::new().await;
    let mara = four_decisions(&office).await;
    mara.presses("More ›").await;
    mara.reads("[#4: Only monthly terms] [#4: 24 months is fine]");
    assert!(!mara.offers("#3: "), "{}", office.transcript());
    assert!(!office.transcript().contains("#5"), "{}", office.transcript());
}
