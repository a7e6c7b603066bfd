//! Decisions in words: every button has its typed twin, and words that come late are not lost.

use super::deciding;
use crate::support::{Office, Voice, ask_for_decision, call, decision, idea, said};
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::workspace::{Purposes, Role};
use serde_json::json;

stories![
    words_after_the_choice_reach_the_work,
    what_is_added_to_an_answer_of_ones_own_decides_nothing_again,
    words_with_the_choice_reach_the_work,
    words_with_try_again_are_heard_by_the_next_try,
    own_words_in_every_way,
    a_form_filled_in_too_late_is_passed_on,
    yes_and_no_are_answers,
    with_two_open_decisions_it_is_asked_back,
    what_wants_no_option_leaves_it_open_and_shows_it,
    a_question_in_reply_decides_nothing,
    what_is_left_to_me_or_to_both_stays_open,
    undo_is_about_what_was_done_after_the_decision,
    words_behind_a_number_go_to_that_ticket,
    typed_in_the_room_for_decisions,
    the_past_can_be_looked_up_by_those_who_may,
];

/// Mara sees the prompt; the report repeats what the worker heard.
async fn asked(office: &Office) -> Voice {
    office.works(|input| match decision(input) {
        None => ask_for_decision(),
        Some(answer) => said(&format!("{answer}. {}", input.said[1..].join(" "))),
    });
    office.writes(|input| said(&format!("Take offer C. {}", input.results[0].text)));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara
}

async fn words_after_the_choice_reach_the_work() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    office.model_is_down(true);
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("does not answer").await;
    mara.replies("#1 Decided", "and ask for a discount").await;
    mara.hears(
        "#1 Already decided by you just now: Only monthly terms. I pass this on to the work: “and ask for a discount”",
    )
    .await;
    mara.replies("#1 Decided", "2").await;
    mara.hears("Already decided by you 1 min ago: Only monthly terms.").await;
    office.model_is_down(false);
    office.advance(chrono::TimeDelta::minutes(10)).await;
    mara.hears("The person decided: Only monthly terms. and ask for a discount").await;
    mara.says("/history 1").await;
    mara.hears("   Mara: “and ask for a discount”").await;
    mara.replies("#1 Decided", "thanks, but in blue").await;
    mara.hears(
        "Already decided by you 11 min ago: Only monthly terms. #1 is done already. Reply to its report to have it revised.",
    )
    .await;
}

async fn what_is_added_to_an_answer_of_ones_own_decides_nothing_again() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    office.model_is_down(true);
    mara.replies("One decision", "12 months").await;
    mara.hears("does not answer").await;
    mara.replies("#1 Decided", "and ask for a discount").await;
    mara.hears("I pass this on to the work: “and ask for a discount”").await;
    mara.says("/history 1").await;
    let course = mara.hears("#1 Hosting offers").await;
    assert!(course.contains("decided by Mara: “12 months”\n"), "{course}");
    assert!(course.contains("added to the decision by Mara: “and ask for a discount”\n"), "{course}");
    office.model_is_down(false);
    office.advance(chrono::TimeDelta::minutes(10)).await;
    mara.hears("The person decided: 12 months. and ask for a discount").await;
}

async fn words_with_the_choice_reach_the_work() {
    for how in
        ["2, but only until May", "decide 1 24 months is fine, but only until May", "/decide 1 2: but only until May"]
    {
        let office = Office::new().await;
        let mara = asked(&office).await;
        if how.contains("decide") {
            mara.says(how).await;
            mara.hears("#1 ✔ 24 months is fine").await;
        } else {
            mara.replies("One decision", how).await;
        }
        mara.reads("✔ 24 months is fine (“but only until May”). Mara, ");
        mara.hears("The person decided: 24 months is fine. They add: but only until May").await;
    }
}

async fn words_with_try_again_are_heard_by_the_next_try() {
    let office = Office::new().await;
    office.works(|input| match input.said.iter().any(|s| s == "ask Kim") {
        true => said("Kim knows offer C."),
        false => said(""),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    office.advance(chrono::TimeDelta::seconds(30)).await;
    mara.hears("#1 Something did not work").await;
    mara.replies("did not work", "1, ask Kim").await;
    mara.reads("✔ Try again (“ask Kim”). Mara, ");
    mara.hears("Take offer C").await;
}

async fn own_words_in_every_way() {
    for how in ["reply", "command", "words", "form"] {
        let office = Office::new().await;
        let mara = asked(&office).await;
        match how {
            "reply" => mara.replies("One decision", "12 months").await,
            "command" => mara.says("/decide 1 other: 12 months").await,
            "words" => mara.says("decide 1: Other… : 12 months").await,
            _ => drop(mara.fills("Other…", "12 months").await),
        }
        if matches!(how, "command" | "words") {
            mara.hears("#1 ✔ 12 months").await;
        }
        mara.reads("✔ 12 months. Mara, ");
        mara.hears("The person decided: 12 months").await;
    }
}

async fn a_form_filled_in_too_late_is_passed_on() {
    let office = Office::new().await;
    deciding(&office);
    let you = office.owner("You", Web).await;
    you.says("compare three hosting offers").await;
    you.hears("▸").await;
    you.hears("One decision").await;
    office.model_is_down(true);
    let other = you.data("Other…");
    you.presses("★").await;
    you.hears("does not answer").await;
    you.sends_form(&other, "a discount, please").await;
    you.hears("I pass this on to the work: “a discount, please”").await;
    assert_eq!(you.presses_data(&other, "Other…").await, "Already decided by you 1 min ago: Only monthly terms.");
    office.model_is_down(false);
    office.advance(chrono::TimeDelta::minutes(10)).await;
    you.hears("Take offer C").await;
}

async fn yes_and_no_are_answers() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        None => call(
            "ask_decision",
            json!({"question": "May I?", "options": [{"label": "Yes, do"}, {"label": "No, wait"}]}),
        ),
        Some(answer) => said(answer),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("May I?").await;
    mara.says("Yes").await;
    mara.reads("✔ Yes, do. Mara, ");
    mara.hears("Take offer C").await;
}

async fn with_two_open_decisions_it_is_asked_back() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").task("t2", "analyst", "Count visitors", &[]).into());
    office.works(|input| match decision(input) {
        None if input.title == "Count visitors" => {
            call("ask_decision", json!({"question": "Count whom?", "options": [{"label": "People"}, {"label": "All"}]}))
        }
        None => ask_for_decision(),
        Some(answer) => said(answer),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.hears("One decision for you").await;
    mara.says("/decide 1 2").await;
    let which = mara.hears("#1 has several open decisions. Which one do you mean?").await;
    assert!(which.contains("or send: /decide 1.1 1"), "{which}");
    mara.says("2").await;
    mara.hears("#1 has several open decisions. Which one do you mean?").await;
    mara.says("/decide 1.1 2").await;
    mara.hears("#1 ✔ 24 months is fine").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    mara.says("decide 1 people").await;
    mara.hears("#1 ✔ People").await;
    mara.hears("Take offer C").await;
}

async fn what_wants_no_option_leaves_it_open_and_shows_it() {
    for words in ["neither", "none of them", "not the 24 months", "no, not only monthly terms"] {
        let office = Office::new().await;
        let mara = asked(&office).await;
        mara.says(words).await;
        let shown = mara.hears("Nothing is decided yet.").await;
        assert!(shown.contains("For an answer of your own, send: /decide 1 other: …"), "{shown}");
        assert!(shown.contains("[#1: Only monthly terms]"), "{shown}");
        mara.says("decide 1 other: 12 months").await;
        mara.hears("#1 ✔ 12 months").await;
        mara.hears("The person decided: 12 months").await;
    }
}

async fn undo_is_about_what_was_done_after_the_decision() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.says("undo").await;
    mara.hears("Already decided by you").await;
    mara.says("/invite approver").await;
    mara.hears("One-time code").await;
    mara.says("undo").await;
    mara.hears("An invitation has no Undo").await;
    mara.says("leave it").await;
    mara.hears("All right, I leave it as it is.").await;
}

async fn a_question_in_reply_decides_nothing() {
    for words in ["what would you take?", "neither", "I don't know, ask Kim"] {
        let office = Office::new().await;
        let mara = asked(&office).await;
        mara.replies("One decision", words).await;
        mara.hears("Nothing is decided yet. For an answer of your own, send: /decide 1 other: …").await;
        mara.replies("One decision for you", "12 months").await;
        mara.reads("✔ 12 months. Mara, ");
        mara.hears("The person decided: 12 months").await;
    }
}

async fn what_is_left_to_me_or_to_both_stays_open() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me which dish: pizza, pasta").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    for words in ["both pizza and pasta", "both", "1 or 2", "pizza or pasta", "either"] {
        mara.says(words).await;
        mara.hears("Nothing is decided yet. For an answer of your own, send: /decide 1 other: …").await;
    }
    for words in ["you decide", "what do you recommend?", "up to you"] {
        mara.says(words).await;
        let shown = mara.hears("This one is yours to decide, and I see nothing that speaks for one of them more").await;
        assert!(shown.contains("[#1: pizza]") && shown.contains("[#1: pasta]"), "{shown}");
    }
    mara.says("pasta").await;
    mara.hears("Decided: pasta").await;
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.says("which one would you take?").await;
    mara.hears("★ is what I would take. The decision is yours:").await;
}

async fn words_behind_a_number_go_to_that_ticket() {
    for (words, decided) in [("#1 the 24 months", "24 months is fine"), ("#1: 1", "Only monthly terms")] {
        let office = Office::new().await;
        let mara = asked(&office).await;
        mara.says(words).await;
        mara.hears(&format!("#1 ✔ {decided}")).await;
        mara.hears(&format!("The person decided: {decided}")).await;
        mara.says("#1 thanks").await;
        mara.hears("You're welcome.").await;
        mara.says("#1 make it shorter").await;
        mara.hears("#1 is over. Shall I do it again with that?").await;
    }
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.says("#1 purple").await;
    mara.hears("No option of #1 is called that, so nothing is decided yet.").await;
    mara.says("#1 status").await;
    mara.hears("#1").await;
    mara.says("#1 cancel").await;
    mara.hears("Stop #1? What is done so far is kept.\n[Stop it] [Keep going]").await;
    mara.presses("Stop it").await;
    mara.reads("#1 Cancelled by Mara");
    mara.says("#1 and in blue").await;
    mara.hears("#1 was cancelled").await;
    mara.says("#1 undo").await;
    mara.hears("#1 ▸").await;
    mara.hears("#1 Taken up again.").await;
    mara.hears("#1 One decision for you").await;
    // No ticket has this number, and nobody is told what others have.
    mara.says("#7 priority: call the bank").await;
    mara.hears("▸").await;
    mara.hears("#2 One decision for you").await;
}

async fn typed_in_the_room_for_decisions() {
    for how in ["2", "decide 1 2", "24 months is fine", "/decide 1 2", "/decisions"] {
        let office = Office::new().await;
        deciding(&office);
        let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
        let mara = office.owner("Mara", Telegram).await;
        let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
        let ole = office.member("Ole", Discord, Role::Observer).await.in_group(&ops);
        mara.says("compare three hosting offers").await;
        mara.hears("▸").await;
        kim.hears("One decision for you").await;
        kim.says("2").await;
        kim.hears_nothing();
        ole.mentions("decide 1 2").await;
        ole.hears("I don't know a ticket #1").await;
        kim.mentions(how).await;
        match how {
            "/decisions" => {
                kim.hears("or send: /decide 1 1").await;
                kim.presses("#1: 24 months").await;
            }
            _ if how.contains("decide") => drop(kim.hears("#1 ✔ 24 months is fine").await),
            _ => {}
        }
        kim.reads("✔ 24 months is fine. Kim, ");
        mara.hears("Take offer C").await;
    }
}

async fn the_past_can_be_looked_up_by_those_who_may() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.says("/history").await;
    mara.hears("Nothing has been decided yet.").await;
    mara.presses("24 months").await;
    mara.hears("Take offer C").await;
    mara.says("compare printers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("decide 2 1").await;
    mara.hears("#2 ✔").await;
    mara.hears("Take offer C").await;
    mara.says("/history").await;
    let past = mara.hears("Past decisions").await;
    let (second, first) = (past.find("#2 Offer B").unwrap(), past.find("#1 Offer B").unwrap());
    assert!(second < first, "{past}");
    assert!(past.contains("   ✔ 24 months is fine. Mara in Telegram, Mon 23 Nov, 09:0"), "{past}");
    mara.says("what did we decide about the printers?").await;
    let about = mara.hears("Past decisions").await;
    assert!(about.contains("#2 Offer B") && !about.contains("#1"), "{about}");
    mara.says("/history banana").await;
    mara.hears("Nothing was decided about “banana”. /history shows what was decided lately.").await;
    mara.says("/history 1").await;
    let course = mara.hears("#1 Hosting offers  ✔ done").await;
    for line in [
        "Mon 23 Nov\n09:00 came in from Mara\n",
        "09:00 asked: “Offer B is cheapest",
        "decided by Mara: 24 months is fine\n",
        "“Hosting offers” done\n",
        "report sent\nDecisions\n💬 #1 Offer B",
    ] {
        assert!(course.contains(line), "{line} in {course}");
    }
    mara.says("/team 1").await;
    let team = mara.hears("#1 Hosting offers  ✔ done").await;
    assert!(team.contains("\n  ✔ Hosting offers\n") && team.contains("\nSo far "), "{team}");
    mara.says("/metrics").await;
    let figures = mara.hears("The last 30 days").await;
    for line in [
        "2 ideas came in; 2 done.\n",
        "From the idea to its report: ",
        "2 decisions asked for.\n",
        "People decided within: ",
        "What was recommended was chosen 1 of 2 times (50 %).\n",
        "The language model: ",
    ] {
        assert!(figures.contains(line), "{line} in {figures}");
    }
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    jo.says("/metrics").await;
    jo.hears("Only owners may see how work goes.").await;
    jo.says("/history").await;
    jo.hears("Nothing has been decided yet.").await;
    jo.says("/history 1").await;
    jo.hears("I don't know a ticket #1").await;
}
