//! A plan is edited before it begins, to the letter: its title, what a step does, how long one may take, which are left out.
//! What the card then says is what runs.

use crate::support::{Discord, Office, Purposes, Role, Telegram, Voice, idea, said};
use std::sync::{Arc, Mutex};

stories![
    edited_line_by_line_and_that_is_what_runs,
    of_several_lines_none_is_done_where_one_cannot_be,
    a_step_is_left_out_with_a_button,
    edited_in_a_form_that_shows_the_plan,
    what_others_build_on_is_not_left_out_alone,
    anything_else_is_a_correction,
    a_correction_changes_the_plan_there_is_or_nothing,
    plans_wait_among_the_decisions,
    what_was_set_to_the_letter_outlives_a_correction,
    a_lone_step_is_shown_as_it_was_written,
    a_limit_in_hours_is_shown_wherever_the_plan_is,
    a_form_of_an_older_card_changes_no_newer_one,
    a_form_of_an_older_card_says_who_began_the_work,
    who_changed_a_plan_is_no_second_pair_of_eyes_and_who_started_it_is,
    who_says_what_a_report_lacks_is_no_second_pair_of_eyes,
    never_mind_in_reply_to_edit_leaves_the_plan_as_it_is,
];

/// What each run was told: its title, its instruction, and the seconds it may take.
type Runs = Arc<Mutex<Vec<(String, String, u64)>>>;

/// A plan of three steps, the second after the first.
fn planning(office: &Office) -> Runs {
    office.reads(|_| {
        let plan = idea("Offers").no_tasks().task("t1", "researcher", "Find offers", &[]);
        let plan = plan.task("t2", "researcher", "Compare them", &["t1"]);
        plan.task("t3", "researcher", "Draw a chart", &[]).assumes("prices in euros").into()
    });
    let runs = Runs::default();
    let told = runs.clone();
    office.works(move |input| {
        let run = (input.title.clone(), input.instruction.clone(), input.agent.limits.seconds);
        if !told.lock().unwrap().contains(&run) {
            told.lock().unwrap().push(run);
        }
        said("Offer C.")
    });
    runs
}

async fn card(voice: &Voice) -> String {
    voice.mentions("compare three hosting offers").await;
    voice.hears("Here is what I'll do").await
}

/// Says in reply to the newest card what should be different. Gives the card that follows.
async fn corrects(voice: &Voice, text: &str) -> String {
    voice.replies("Here is what I'll do", text).await;
    voice.hears("Here is what I'll do").await
}

async fn edited_line_by_line_and_that_is_what_runs() {
    let office = Office::new().await;
    let runs = planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    let first = card(&mara).await;
    let steps = "1. Find offers (Researcher)\n2. Compare them (Researcher), after 1\n3. Draw a chart (Researcher)\n";
    assert!(first.contains(steps), "{first}");
    let start = mara.data("Start");
    mara.fills("Edit", "title: Hosting in Berlin\nlimit: 45\nstep 1: Find offers in Berlin only\ndrop 3").await;
    let edited = mara.hears("Here is what I'll do").await;
    let steps = "1. Find offers in Berlin only (Researcher)\n2. Compare them (Researcher), after 1\n\
                 Each step may take 45 minutes.\n";
    assert!(edited.contains(steps) && !edited.contains("chart"), "{edited}");
    assert!(mara.presses_data(&start, "Start").await.contains("That card was changed"), "{}", office.transcript());
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    let runs = runs.lock().unwrap().clone();
    let ran: Vec<(&str, &str, u64)> = runs.iter().map(|(t, i, s)| (t.as_str(), i.as_str(), *s)).collect();
    assert_eq!(ran.len(), 2, "{ran:?}");
    assert_eq!(ran[0], ("Find offers in Berlin only", "Find offers in Berlin only", 2_700));
    assert_eq!((ran[1].0, ran[1].2), ("Compare them", 2_700));
    mara.slash("show 1").await;
    mara.hears("Hosting in Berlin").await;
}

async fn of_several_lines_none_is_done_where_one_cannot_be() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    card(&mara).await;
    mara.replies("Here is what I'll do", "limit: 30\ndrop 9").await;
    mara.hears("Nothing of it is changed yet. There is no step 9; the plan has 3 steps.").await;
    mara.replies("Here is what I'll do", "drop 9").await;
    let alone = mara.hears("There is no step 9").await;
    assert!(!alone.contains("Nothing of it"), "{alone}");
    let edited = corrects(&mara, "limit: 30\ndrop 3\n2: Compare them by price").await;
    mara.reads("Changed: limit: 30; drop 3; 2: Compare them by price. A new version follows.");
    assert!(edited.contains("2. Compare them by price") && !edited.contains("chart"), "{edited}");
}

async fn a_step_is_left_out_with_a_button() {
    let office = Office::new().await;
    let runs = planning(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    let third = mara.data("Without 3");
    assert_eq!(mara.presses("Without 3").await, "Changed; the new version is below.");
    let edited = mara.hears("Here is what I'll do").await;
    assert!(!edited.contains("chart"), "{edited}");
    // A button of the older card is about other steps.
    assert!(mara.presses_data(&third, "Without 3").await.contains("That card was changed"), "{}", office.transcript());
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    assert_eq!(runs.lock().unwrap().len(), 2);
}

async fn edited_in_a_form_that_shows_the_plan() {
    let office = Office::new().await;
    let runs = planning(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    let data = mara.data("Edit");
    mara.presses_data(&data, "Edit").await;
    // Nothing is changed in it.
    let runs_as =
        "title: Offers\n1: Find offers. Give prices.\n2: Compare them. Give prices.\n3: Draw a chart. Give prices.";
    let same = mara.sends_form(&data, runs_as).await;
    assert!(same.contains("It says so already"), "{same}");
    mara.sends_form(&data, "1: Find offers. Give prices.\n2: Compare them by price\nlimit: 5 min").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(edited.contains("2. Compare them by price (Researcher), after 1\n3. Draw a chart"), "{edited}");
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    assert!(runs.lock().unwrap().iter().all(|(.., seconds)| *seconds == 300), "{runs:?}");
}

async fn a_form_of_an_older_card_says_who_began_the_work() {
    let office = Office::new().await;
    planning(&office);
    crate::support::deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    let older = mara.data("Edit");
    mara.sends_form(&older, "drop 3").await;
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_all();
    mara.sends_form(&older, "Only in Berlin").await;
    let told = mara.hears("The card has changed since you began and was started by Mara").await;
    assert!(told.contains("Only in Berlin\nPress Edit to add it to the work"), "{told}");
    let refused = mara.presses_data(&older, "Edit").await;
    assert!(refused.contains("has been started. Say it in reply to a message of the work"), "{refused}");
    mara.fills("Edit", "Only in Berlin").await;
    mara.hears_all();
    assert!(office.transcript().contains("Only in Berlin"), "{}", office.transcript());
}

async fn a_form_of_an_older_card_changes_no_newer_one() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    let older = mara.data("Edit");
    mara.sends_form(&older, "title: Hosting in Berlin").await;
    mara.hears("Here is what I'll do").await;
    // Another form of the first card, opened before.
    mara.sends_form(&older, "title: Garden\ndrop 3").await;
    let told = mara.hears("The card has changed since you began").await;
    assert!(told.contains("title: Garden\ndrop 3"), "{told}");
    // No form opens for the older card any more.
    assert!(mara.presses_data(&older, "Edit").await.contains("That card was changed"), "{}", office.transcript());
    mara.fills("Edit", "drop 3").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(!edited.contains("chart") && !edited.contains("Garden"), "{edited}");
    mara.slash("show 1").await;
    let shown = mara.hears("Hosting in Berlin").await;
    assert!(!shown.contains("Garden"), "{shown}");
}

async fn what_others_build_on_is_not_left_out_alone() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    let data = mara.data("Edit");
    assert!(!mara.offers("Without 1") && mara.offers("Without 2") && mara.offers("Without 3"));
    for (words, answer) in [
        ("drop 7", "There is no step 7; the plan has 3 steps."),
        ("drop 1, 2 and 3", "Then nothing is left to do."),
        ("limit: 121", "A step may take from 1 to 120 minutes"),
        ("limit: 0", "A step may take from 1 to 120 minutes"),
        ("title: Offers\n1: Find offers. Give prices.\n2: Compare them. Give prices.", "Step 3 is still there"),
    ] {
        // A form keeps nothing, so what was written stands in the answer.
        assert_eq!(mara.sends_form(&data, words).await, "");
        let told = mara.hears(answer).await;
        assert!(told.contains(&format!("You wrote:\n{words}\n")), "{told}");
        assert_eq!(mara.opens("Edit").await, words);
    }
    assert!(mara.sends_form(&data, "title: Offers").await.contains("It says so already."));
    mara.sends_form(&data, "drop 1 and 2").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(edited.contains("chart") || !edited.contains("Find offers"), "{edited}");
}

async fn anything_else_is_a_correction() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    card(&mara).await;
    mara.fills("Edit", "drop 3\nand look at support as well").await;
    let anew = mara.hears("Here is what I'll do").await;
    assert!(anew.contains("3. Draw a chart"), "it was read anew: {anew}");
}

async fn a_correction_changes_the_plan_there_is_or_nothing() {
    let office = Office::new().await;
    office.reads(|input| {
        let plan = idea("Bikes").assumes("new ones");
        let Some(agreed) = &input.plan else { return plan.summary("Compare the Canyon 5 and the Trek FX2.").into() };
        plan.summary(&format!("{} Steps: {}; {}.", agreed.summary, input.steps.join(", "), input.edits.join(", ")))
            .into()
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare these two").await;
    mara.hears("Compare the Canyon 5 and the Trek FX2.").await;
    mara.replies("Here is what I'll do", "the Cube as well").await;
    mara.hears("#1 Noted, a new version follows.").await;
    let card = mara.hears("Here is what I'll do").await;
    assert!(card.contains("Compare the Canyon 5 and the Trek FX2. Steps: Bikes; the Cube as well."), "{card}");
    let asked = office.asked_of_the_model().pop().unwrap();
    let plan =
        "change only what the person asks for:\\n<plan>\\nBikes\\nCompare the Canyon 5 and the Trek FX2.\\nDone when: ";
    assert!(asked.contains(plan) && asked.contains("\\nStep: Bikes\\n</plan>\\n"), "{asked}");
    // What nobody here can do leaves it as it is.
    office.reads(|_| idea("Weighing").beyond("Nobody here can weigh a bike.").into());
    mara.replies("Here is what I'll do", "weigh them, please!").await;
    mara.hears("#1 Noted, a new version follows.").await;
    let stays = mara.hears("Nobody here can weigh a bike.").await;
    assert!(stays.contains("#1 The plan stays as it was."), "{stays}");
    mara.reads("Changed: weigh them, please! A new version follows.");
    mara.hears("Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
}

async fn plans_wait_among_the_decisions() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    let shown = card(&mara).await;
    assert!(shown.starts_with("📋 #1 Here is what I'll do"), "{shown}");
    mara.says("/decisions").await;
    let listed = mara.hears("📋 1 plan waits for a go").await;
    assert!(listed.contains("#1 Offers") && listed.ends_with("[Start #1]"), "{listed}");
    mara.presses("Start #1").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    mara.says("/decisions").await;
    mara.hears("Nothing waits for a decision.").await;
}

async fn what_was_set_to_the_letter_outlives_a_correction() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Discord).await;
    card(&mara).await;
    mara.fills("Edit", "title: Hosting in Berlin\nlimit: 45").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(edited.contains("Title: Hosting in Berlin\n"), "{edited}");
    mara.fills("Edit", "look at support as well").await;
    let anew = mara.hears("Here is what I'll do").await;
    assert!(anew.contains("Title: Hosting in Berlin\n") && anew.contains("45 minutes"), "{anew}");
}

async fn a_lone_step_is_shown_as_it_was_written() {
    let office = Office::new().await;
    office.reads(|_| idea("Offers").no_tasks().task("t1", "researcher", "Find Oslo", &[]).assumes("soon").into());
    let mara = office.owner("Mara", Telegram).await;
    let first = card(&mara).await;
    assert!(first.contains("Offers: compare them"), "{first}");
    mara.fills("Edit", "1: Find Malaga").await;
    let edited = mara.hears("Here is what I'll do").await;
    assert!(edited.contains("1. Find Malaga (Researcher)") && !edited.contains("Offers: compare"), "{edited}");
}

async fn a_limit_in_hours_is_shown_wherever_the_plan_is() {
    let office = Office::new().await;
    office.reads(|_| idea("Offers").no_tasks().task("t1", "researcher", "Find Oslo", &[]).assumes("soon").into());
    let mara = office.owner("Mara", Telegram).await;
    card(&mara).await;
    for (said, minutes) in [("limit: 2h", "120 minutes"), ("limit: 1h", "60 minutes")] {
        let edited = corrects(&mara, said).await;
        assert!(edited.contains(&format!("Each step may take {minutes}.")), "{edited}");
    }
    corrects(&mara, "1: water the roses").await;
    mara.slash("show 1").await;
    let shown = mara.hears("waiting for your go").await;
    assert!(shown.contains("water the roses") && shown.contains("Each step may take 60 minutes."), "{shown}");
    assert!(!shown.contains("Agreed: ") && !shown.contains("Done when: "), "{shown}");
}

async fn who_changed_a_plan_is_no_second_pair_of_eyes_and_who_started_it_is() {
    let office = Office::new().await;
    planning(&office);
    crate::support::deciding(&office);
    let ops = office.room("Ops", Telegram, Purposes { decisions: true, intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Telegram, Role::Approver).await.in_group(&ops);
    let lee = office.member("Lee", Telegram, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    corrects(&kim, "drop 3\ndrop 2\nstep 1: Order from the third offer").await;
    jo.presses("Start").await;
    kim.hears_progress().await;
    let prompt = kim.hears("One decision for you").await;
    let told = "Mara sent the idea and does not decide about it.\nWho changed it does not decide either: Kim.";
    assert!(prompt.contains("Jo or Lee can decide.") && prompt.contains(told), "{prompt}");
    for (voice, why) in [(&kim, "You changed this plan"), (&mara, "own idea")] {
        let refused = voice.presses("24 months").await;
        assert!(refused.contains(why) && refused.contains("(four eyes). Jo or Lee can."), "{refused}");
    }
    lee.presses("24 months").await;
    lee.hears("Take offer C").await;
    lee.reads("✔ 24 months is fine. Lee");
}

async fn who_says_what_a_report_lacks_is_no_second_pair_of_eyes() {
    let office = Office::new().await;
    planning(&office);
    crate::support::deciding(&office);
    let all = Purposes { decisions: true, intake: true, reports: true, ..Purposes::default() };
    let ops = office.room("Ops", Telegram, all).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&ops);
    let lee = office.member("Lee", Telegram, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.four_eyes = true).await;
    card(&mara).await;
    corrects(&mara, "drop 3\ndrop 2").await;
    mara.presses("Start").await;
    lee.hears("Shall this begin?").await;
    lee.presses("Start").await;
    mara.hears_progress().await;
    lee.hears("One decision for you").await;
    // Words after a made decision are an instruction for the work.
    kim.presses("24 months").await;
    lee.hears("Take offer C").await;
    kim.presses("👎").await;
    kim.replies("What should be different?", "order from the second offer").await;
    kim.hears_all();
    let prompt = "Lee can decide.";
    lee.reads(prompt);
    assert!(kim.presses("24 months").await.contains("You changed this plan"), "{}", office.transcript());
    lee.presses("24 months").await;
    lee.hears_all();
}

async fn never_mind_in_reply_to_edit_leaves_the_plan_as_it_is() {
    let office = Office::new().await;
    planning(&office);
    let mara = office.owner("Mara", Telegram).await;
    card(&mara).await;
    mara.presses("Edit").await;
    mara.hears("What should be different?").await;
    mara.replies("What should be different?", "never mind").await;
    mara.hears_all();
    assert!(!office.transcript().contains("Cancelled"), "{}", office.transcript());
    // So does what is no change of it.
    for reply in ["It is a good one.", ""] {
        office.reads(move |_| idea("").reply(reply).into());
        mara.fills("Edit", "is that a good plan?").await;
        assert!(mara.hears(reply).await.contains("#1 The plan stays as it was."), "{}", office.transcript());
        assert!(mara.hears("Here is what I'll do").await.contains("3. Draw a chart"), "{}", office.transcript());
    }
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
}
