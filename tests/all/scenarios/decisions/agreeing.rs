//! A plan begins only once as many have agreed as must, and under four eyes somebody else than who sent it: by the card, by
//! buttons and by commands.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, code_in, idea, said};
use secretary::secretary::policy::Quorum;

stories![
    a_plan_begins_with_a_second_pair_of_eyes,
    a_card_says_that_a_go_is_not_enough,
    who_did_not_send_it_starts_it_at_once,
    as_many_start_it_as_must_agree,
    a_plan_that_is_changed_is_asked_about_anew,
    a_plan_nobody_wants_is_cancelled_and_can_come_back,
    words_in_the_form_change_the_plan,
    who_is_asked_reads_the_plan_that_would_run,
    whoever_linked_accounts_is_asked_on_each,
    a_command_starts_it_no_sooner,
    nobody_is_reminded_of_the_card_who_is_asked_already,
    where_nobody_else_can_it_says_so,
    everybody_reads_a_plan_and_the_question_about_it_in_their_own_language,
];

fn planning(office: &Office) {
    office.reads(|_| {
        let plan = idea("Offers").no_tasks().task("t1", "researcher", "Find offers", &[]);
        plan.task("t2", "researcher", "Compare them", &["t1"]).assumes("prices in euros").into()
    });
    office.works(|_| said("Offer C."));
}

async fn card(voice: &Voice) -> String {
    voice.mentions("compare three hosting offers").await;
    voice.hears("Here is what I'll do").await
}

/// A room on Discord in which is decided what Mara sends from Telegram.
async fn with_a_room(office: &Office) -> (Voice, Voice) {
    planning(office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    (mara, kim)
}

async fn a_plan_begins_with_a_second_pair_of_eyes() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    let told = mara.presses("Start").await;
    assert_eq!(told, "Noted. Somebody else has to agree before it begins (four eyes); I've asked.");
    mara.reads("Waiting for a decision (asked in the room for decisions).");
    assert!(!mara.offers("Start") && mara.offers("Edit") && mara.offers("Cancel"), "{}", office.transcript());
    let asked = kim.hears("📋 #1 Shall this begin?").await;
    for line in [
        "Mara wants to start “Offers”. Shall it begin?",
        "Steps: Find offers; Compare them. /show 1, in our direct chat, shows the whole plan.",
        "1. Start (the work begins as planned)",
        "For: it can still be stopped at any time.",
        "2. Don't do it (the ticket is cancelled)",
        "Kim can decide.\nMara sent the idea and does not decide about it.",
    ] {
        assert!(asked.contains(line), "{line}: {asked}");
    }
    mara.slash("decide 1 1").await;
    let refused = "It's your own idea, so somebody else decides here (four eyes). Kim can.";
    assert!(office.transcript().contains(refused), "{}", office.transcript());
    mara.says("/list").await;
    mara.hears("waiting for an approver other than you").await;
    mara.says("/dispatch 1").await;
    mara.hears("somebody else decides here").await;
    assert_eq!(kim.presses("Start").await, "Started.");
    kim.reads("✔ Start. Kim");
    mara.reads("Started by Kim");
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    mara.says("/history").await;
    let history = mara.hears("Shall it begin?").await;
    assert_eq!(history.matches("✔ Start").count(), 1, "{history}");
    kim.hears_all();
}

/// In a direct chat as well, before anybody takes Start for the beginning.
async fn a_card_says_that_a_go_is_not_enough() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    let plain = card(&mara).await;
    assert!(!plain.contains("four eyes") && !plain.contains("must agree"), "{plain}");
    office.settings(|s| s.four_eyes = true).await;
    let alone = card(&mara).await;
    assert!(alone.contains("somebody else has to let it begin (four eyes). Nobody else can yet"), "{alone}");
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.shows_up().await;
    let shown = card(&mara).await;
    assert!(shown.contains("somebody else lets it begin (four eyes): after Start, I ask them."), "{shown}");
    office.settings(|s| (s.four_eyes, s.quorum) = (false, Quorum::All)).await;
    let shown = card(&mara).await;
    assert!(shown.contains("All 2 who can decide must agree before it begins. Start is one voice."), "{shown}");
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    let shown = card(&mara).await;
    assert!(shown.contains("2 people must agree before it begins. Start is one voice."), "{shown}");
    // Whoever has had their say is not told that it waits for them.
    assert_eq!(mara.presses("Start").await, "Noted: Start. 1 of 2 agree so far.");
    mara.reads("Waiting for others to decide.");
    mara.hears_all();
    kim.hears_all();
}

async fn who_did_not_send_it_starts_it_at_once() {
    let office = Office::new().await;
    planning(&office);
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.four_eyes = true).await;
    let shown = card(&mara).await;
    assert!(shown.contains("Whoever sent or changed it does not decide about it (four eyes)."), "{shown}");
    kim.presses("Start").await;
    kim.reads("Started by Kim");
    mara.hears_progress().await;
    mara.hears_all();
    assert!(!office.transcript().contains("Shall this begin?"), "{}", office.transcript());
    kim.says("/history").await;
    kim.hears_all();
}

async fn as_many_start_it_as_must_agree() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&kim.place);
    office.settings(|s| s.quorum = Quorum::Number(3)).await;
    card(&mara).await;
    assert_eq!(mara.presses("Start").await, "Noted: Start. 1 of 3 agree so far.");
    let asked = kim.hears("Shall this begin?").await;
    assert!(asked.contains("3 people must agree.") && asked.contains("So far: Mara: Start."), "{asked}");
    assert!(!asked.contains("It is about"), "the question names the plan: {asked}");
    assert_eq!(kim.presses("Start").await, "Noted: Start. 2 of 3 agree so far.");
    assert_eq!(kim.presses("Take my vote back").await.split('.').next().unwrap(), "Your vote is taken back");
    assert_eq!(jo.presses("Start").await, "Noted: Start. 2 of 3 agree so far.");
    kim.presses("Start").await;
    kim.reads("✔ Start. Mara, Jo and Kim");
    mara.reads("Started by Mara, Jo and Kim");
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    kim.hears_all();
    jo.hears_all();
}

async fn a_plan_that_is_changed_is_asked_about_anew() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    card(&mara).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    let older = kim.data("Start");
    mara.presses("Without 2").await;
    kim.reads("No longer needed.");
    let edited = mara.hears("Here is what I'll do").await;
    assert!(!edited.contains("Compare them"), "{edited}");
    // The vote for what stood there before is none for this.
    let told = kim.presses_data(&older, "Start").await;
    assert!(!told.contains("agree so far"), "{told}");
    assert_eq!(mara.presses("Start").await, "Noted: Start. 1 of 2 agree so far.");
    kim.hears("Shall this begin?").await;
    kim.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn a_plan_nobody_wants_is_cancelled_and_can_come_back() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    kim.presses("Don't do it").await;
    kim.reads("✔ Don't do it. Kim");
    mara.hears("#1 Kim decided against starting it, so it is cancelled.").await;
    kim.hears("the plan was not agreed to").await;
    mara.says("/resume 1").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    kim.presses("Start").await;
    mara.hears_progress().await;
    mara.hears_all();
    kim.hears_all();
}

async fn words_in_the_form_change_the_plan() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    let lee = office.member("Lee", Discord, Role::Approver).await.in_group(&kim.place);
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    kim.fills("Edit", "drop 2").await;
    kim.reads("No longer needed.");
    kim.hears("#1 Changed. The new version goes to whoever sent the idea").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(!edited.contains("Compare them") && edited.contains("The plan was changed by Kim."), "{edited}");
    mara.presses("Start").await;
    lee.hears_all();
    let refused = kim.presses("Start").await;
    assert!(refused.contains("You changed this plan") && refused.contains("Lee can."), "{refused}");
    lee.fills("Edit", "1: Find two offers only").await;
    lee.hears("#1 Changed.").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(edited.contains("Find two offers only"), "{edited}");
    assert!(edited.contains("The plan was changed by Kim and Lee."), "{edited}");
    kim.hears_all();
    lee.hears_all();
}

async fn who_is_asked_reads_the_plan_that_would_run() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    let other =
        "1: Remember to pay 9000 euros to Mallory at the bank behind the station, and do it before anybody wakes up";
    mara.fills("Edit", &format!("drop 2\n{other}")).await;
    mara.hears(
        "1. Remember to pay 9000 euros to Mallory at the bank behind the station, and do it before anybody wakes up",
    )
    .await;
    mara.presses("Start").await;
    let asked = kim.hears("Shall this begin?").await;
    for line in
        ["The plan was changed by Mara.", "The only step: Remember to pay 9000 euros to Mallory", "anybody wakes up."]
    {
        assert!(asked.contains(line), "{line}: {asked}");
    }
    // The sentence from before the change would speak of something else.
    assert!(!asked.contains("hosting"), "{asked}");
    mara.hears_all();
}

async fn whoever_linked_accounts_is_asked_on_each() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let there = office.member("Kim there", Discord, Role::Approver).await;
    for voice in [&kim, &there] {
        voice.shows_up().await;
    }
    kim.says("/link").await;
    let code = code_in(&kim.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Kim").await;
    kim.hears_all();
    let jo = office.member("Jo", Discord, Role::Approver).await;
    jo.shows_up().await;
    office.settings(|s| s.quorum = Quorum::Number(3)).await;
    card(&mara).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    there.hears("Shall this begin?").await;
    // Said by its number it is answered as well.
    there.says("/decide 1 1").await;
    there.hears("#1 Noted: Start. 2 of 3 agree so far.").await;
    jo.hears("Shall this begin?").await;
    jo.presses("Start").await;
    kim.reads("✔ Start. Mara, Kim and Jo");
    mara.hears_all();
    kim.hears_all();
    there.hears_all();
}

async fn a_command_starts_it_no_sooner() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| (s.four_eyes, s.auto_dispatch) = (true, false)).await;
    card(&mara).await;
    mara.says("/dispatch 1").await;
    mara.hears("Somebody else has to agree").await;
    kim.hears("Shall this begin?").await;
    mara.says("/dispatch 1").await;
    mara.hears("somebody else decides here (four eyes)").await;
    kim.presses("Start").await;
    mara.reads("Agreed by Kim. Work waits for your word.");
    mara.presses("Dispatch").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn nobody_is_reminded_of_the_card_who_is_asked_already() {
    let office = Office::new().await;
    let (mara, kim) = with_a_room(&office).await;
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    mara.presses("Start").await;
    kim.hears("Shall this begin?").await;
    office.advance(TimeDelta::hours(30)).await;
    kim.hears("Shall it begin?").await;
    mara.hears_nothing();
    kim.says("/decisions").await;
    let all = kim.hears("Shall it begin?").await;
    assert!(!all.contains("waits for a go"), "{all}");
    kim.presses("#1: Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn where_nobody_else_can_it_says_so() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    mara.presses("Start").await;
    mara.hears("Nobody else can yet: an owner can add approvers with /invite approver.").await;
    // Somebody who can is there now, and asked.
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says("/decide 1 1").await;
    kim.hears("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn everybody_reads_a_plan_and_the_question_about_it_in_their_own_language() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await.speaking("de");
    let kim = office.member("Kim", Telegram, Role::Approver).await.speaking("de-AT");
    kim.shows_up().await;
    office.settings(|s| s.four_eyes = true).await;
    mara.says("compare three hosting offers").await;
    let card = mara.hears("Das habe ich vor").await;
    assert!(card.contains("Es ist von dir, darum lässt jemand anderes es beginnen (vier Augen)"), "{card}");
    assert!(card.contains("2. Compare them") && card.contains(", nach 1"), "{card}");
    let told = mara.presses("Starten").await;
    assert!(told.starts_with("Notiert. Bevor es beginnt, muss noch jemand anderes zustimmen"), "{told}");
    mara.lacks("Waiting for");
    let asked = kim.hears("📋 #1 Soll das beginnen?").await;
    for line in [
        "Mara möchte „Offers“ starten. Soll es beginnen?",
        "Schritte: Find offers; Compare them. /show 1 zeigt in unserem direkten Chat den ganzen Plan.",
        "1. Starten (die Arbeit beginnt wie geplant)",
        "Dafür: anhalten lässt es sich jederzeit. Dagegen: es kostet, was die Arbeit kostet.",
        "2. Nicht machen (der Auftrag wird abgebrochen)",
    ] {
        assert!(asked.contains(line), "{line}: {asked}");
    }
    kim.presses("Nicht machen").await;
    kim.reads("✔ Nicht machen. Kim");
    kim.hears_all();
    mara.hears_all();
}
