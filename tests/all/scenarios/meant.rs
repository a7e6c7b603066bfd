//! Words that come while something is asked, and are about something else: nothing of them is lost, and there is a way back.

use crate::support::{Office, Voice, ask_for_decision, decision, idea, said};
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::plan::Question;
use secretary::secretary::workspace::{Purposes, Role};

stories![
    a_decision_with_commas_is_an_idea_of_its_own,
    in_german_an_order_with_a_comma_is_an_idea_of_its_own,
    a_request_with_commas_is_asked_about,
    words_taken_for_an_answer_can_be_taken_out_again,
    once_work_has_begun_the_answer_stands_and_the_button_is_gone,
    a_number_that_is_asked_for_does_not_swallow_an_idea,
    after_a_thumb_down_a_new_idea_has_a_way_out,
    nobody_makes_an_idea_of_what_somebody_else_wrote,
    orders_in_words_are_the_commands,
    a_digest_is_ordered_in_words,
    a_number_alone_with_nothing_to_choose_is_no_idea,
    what_nothing_could_ever_do_promises_nothing,
    small_readings_are_right,
];

/// Without a language model two questions are open.
async fn asked_two(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says("recommend a printer").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara
}

async fn a_decision_with_commas_is_an_idea_of_its_own() {
    let office = Office::offline().await;
    let mara = asked_two(&office).await;
    mara.says("ask me which bike: red (cheaper), blue (faster)").await;
    mara.hears_progress().await;
    let decision = mara.hears("#2 One decision for you").await;
    assert!(decision.contains("red") && decision.contains("blue"), "{decision}");
    // The questions still wait, and are answered as ever.
    mara.says("price, Canon and Epson").await;
    mara.reads("#1 1) Price · 2) Canon and Epson. Thanks.");
    mara.hears_all();
}

async fn in_german_an_order_with_a_comma_is_an_idea_of_its_own() {
    let office = Office::offline().await;
    let mara = asked_two(&office).await;
    mara.says("Frag mich, ob ich Brot gekauft habe").await;
    mara.hears_progress().await;
    mara.hears("#2 One decision for you").await;
    mara.reads("#1 Two quick questions");
}

async fn a_request_with_commas_is_asked_about() {
    for said in ["compare Hetzner and Netcup for me: price, support", "hola, recuérdame mañana a las 9 llamar a Kim"]
    {
        let office = Office::offline().await;
        let mara = asked_two(&office).await;
        mara.says(said).await;
        let which = mara.hears("Does that answer my questions about #1, or is it something new?").await;
        assert!(which.contains("[New idea]"), "{which}");
        assert!(!office.transcript().contains("Thanks."), "{}", office.transcript());
        mara.presses("New idea").await;
        mara.hears("#2 “").await;
        mara.hears_all();
    }
}

/// A mind that asks one question of ideas about hosting.
fn asking(office: &Office) {
    office.reads(|input| match input.idea.contains("hosting") && input.answered.is_empty() {
        true => idea("Hosting").asks("What matters most?", &["Price", "Speed"]).into(),
        false => idea("Other").assumes("as you say").into(),
    });
}

async fn words_taken_for_an_answer_can_be_taken_out_again() {
    let office = Office::new().await;
    asking(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("find hosting").await;
    mara.hears("#1 One quick question").await;
    mara.says("write to the landlord, the heating is broken").await;
    mara.reads("#1 write to the landlord, the heating is broken. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
    office.restart().await;
    mara.presses("It was a new idea").await;
    mara.reads("#1 I ask again below.");
    let card = office.transcript();
    assert!(card.contains("Taken back: the answer was meant as something else."), "{card}");
    mara.hears("#1 One quick question").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("price").await;
    mara.reads("#1 Price. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
}

async fn once_work_has_begun_the_answer_stands_and_the_button_is_gone() {
    let office = Office::new().await;
    asking(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("find hosting").await;
    mara.hears("#1 One quick question").await;
    mara.says("the one that holds on Black Friday").await;
    mara.hears("#1 Here is what I'll do").await;
    assert!(mara.offers("It was a new idea"));
    mara.presses("Start").await;
    mara.hears_all();
    assert!(!mara.offers("It was a new idea"));
    mara.says("/history").await;
    let past = mara.hears("Past decisions").await;
    assert!(
        past.contains("📋 #1 Other: compare them and recommend one.\n")
            && past.contains("   ✔ Start. Mara in Discord, "),
        "{past}"
    );
    mara.says("/history banana").await;
    mara.hears("Nothing was decided about “banana”.").await;
}

async fn a_number_that_is_asked_for_does_not_swallow_an_idea() {
    let office = Office::new().await;
    office.reads(|input| match input.idea.contains("party") && input.answered.is_empty() {
        true => idea("Party")
            .asks_of(Question { text: "How many guests?".into(), range: Some((1.0, 100.0)), ..Question::default() })
            .into(),
        false => idea("Other").assumes("as you say").into(),
    });
    let you = office.owner("You", Web).await;
    you.says("plan a party").await;
    you.hears("How many guests?").await;
    you.says("put the hosting plan in order please and check it").await;
    you.hears("Does that answer my questions about #1, or is it something new?").await;
    you.presses("New idea").await;
    you.hears("#2 Here is what I'll do").await;
    you.says("lots").await;
    you.hears("please give a number between 1 and 100").await;
    you.says("30").await;
    you.reads("#1 30. Thanks.");
    you.hears("#1 Here is what I'll do").await;
}

async fn after_a_thumb_down_a_new_idea_has_a_way_out() {
    let office = Office::new().await;
    office.works(|input| match input.said.iter().any(|s| s.contains("Italian")) && decision(input).is_none() {
        true => ask_for_decision(),
        false => said("Offer C costs €12."),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    mara.presses("👎").await;
    mara.hears("What should be different?").await;
    mara.says("find an Italian place for four people").await;
    mara.hears("#1 Understood, I'm doing it again with that in mind.").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.presses("Make it a new idea").await;
    mara.reads("#1 All right, the report stays as it is. /reports 1 shows it.");
    mara.hears_all();
    mara.says("/list").await;
    let list = mara.hears("#2").await;
    assert!(!list.contains("#1"), "{list}");
    mara.says("/reports 1").await;
    mara.hears("#1 Hosting offers").await;
}

async fn nobody_makes_an_idea_of_what_somebody_else_wrote() {
    let office = Office::new().await;
    office.works(|input| match input.said.iter().any(|s| s.contains("cancelled")) && decision(input).is_none() {
        true => ask_for_decision(),
        false => said("Offer C costs €12."),
    });
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&team);
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&team);
    kim.mentions("compare three hosting offers").await;
    kim.hears_all();
    kim.replies("Take offer C", "only what can be cancelled every month").await;
    kim.reads("#1 Understood, I'm doing it again with that in mind.");
    kim.hears_all();
    let refused = mara.presses("Make it a new idea").await;
    assert_eq!(
        refused,
        "These are words of somebody else, so only Kim can make an idea of them. For one of your own, send /new and your words."
    );
    assert!(!office.transcript().contains("#2 "), "{}", office.transcript());
    kim.presses("Make it a new idea").await;
    kim.reads("#1 All right, the report stays as it is. /reports 1 shows it.");
    kim.hears_all();
}

async fn orders_in_words_are_the_commands() {
    let office = Office::new().await;
    asking(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("find hosting").await;
    mara.hears("#1 One quick question").await;
    for text in ["which tasks are open?", "what's running?"] {
        mara.says(text).await;
        mara.hears("#1 ? find hosting").await;
    }
    mara.says("how is #1 going?").await;
    mara.hears("#1").await;
    mara.says("show 3").await;
    mara.hears("#3").await;
    mara.says("pause everything").await;
    mara.hears("All work is paused").await;
    mara.hears_all();
    mara.says("cancel #1 because we have one").await;
    mara.hears("#1 Cancelled by Mara (we have one).").await;
    mara.says("/list all").await;
    assert!(!mara.hears("#1").await.contains("#2"), "no order became an idea");
}

async fn a_digest_is_ordered_in_words() {
    for offline in [true, false] {
        let office = if offline { Office::offline().await } else { Office::new().await };
        let mara = office.owner("Mara", Telegram).await;
        for (text, when) in [
            ("daily report at 18:00", "every day at 18:00"),
            ("send me a report every Friday at 16:00", "every Friday at 16:00"),
            ("every Monday at 9 tell me what is open", "every Monday at 09:00"),
        ] {
            mara.says(text).await;
            let echo = mara.hears(when).await;
            assert!(echo.contains("[Delete]"), "{echo}");
        }
        assert!(!office.transcript().contains("Got it"), "{}", office.transcript());
    }
}

async fn a_number_alone_with_nothing_to_choose_is_no_idea() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for nothing in ["2", "neither", "both"] {
        mara.says(nothing).await;
        mara.hears("There is nothing to choose just now.").await;
    }
    mara.says("/list").await;
    mara.hears("Nothing open.").await;
}

async fn what_nothing_could_ever_do_promises_nothing() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("buy a bike by Friday").await;
    let why = mara.hears("#1 Calling, sending, buying and booking I can't do").await;
    assert!(!why.contains("/dispatch") && why.contains("[Remind me] [Cancel]"), "{why}");
    mara.presses("Remind me").await;
    mara.hears("When shall I remind you of “buy a bike by Friday”?").await;
    mara.says("never mind").await;
    mara.hears("All right, no reminder then.").await;
    mara.says("buche einen Tisch für zwei").await;
    let why = mara.hears("#2 Anrufen, verschicken, kaufen und buchen kann ich nicht").await;
    assert!(why.contains("erinnere mich morgen um 9 an"), "{why}");
    assert!(why.contains("[Remind me] [Cancel]"), "{why}");
    mara.says("Wer bist du?").await;
    mara.hears("Ich bin dein Sekretariat").await;
}

async fn small_readings_are_right() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me at 25 o'clock to eat").await;
    let time = mara.hears("25 o'clock").await;
    assert!(!time.contains("of “at 25 o'clock"), "{time}");
    mara.says("make a list: packing list with tent, stove").await;
    let list = mara.hears("packing list").await;
    assert!(list.contains("tent") && list.contains("stove") && !list.contains("with tent"), "{list}");
    for (n, text, asked) in [
        (1, "ask me if we go: yes, no", "Do we go?"),
        (2, "ask me whether we paint it red or blue", "Do we paint it red or blue?"),
        (3, "compare Hetzner and Netcup by price", "Which one shall it be?"),
    ] {
        mara.says(text).await;
        mara.hears_all();
        if n == 3 {
            mara.presses("Start").await;
        }
        let said = office.transcript();
        assert!(said.contains(asked), "{said}");
        mara.hears_all();
    }
    let said = office.transcript();
    assert!(["[red]", "[blue]", "[Hetzner]", "[Netcup]"].iter().all(|option| said.contains(option)), "{said}");
}
