//! Decisions: the right person, once, from wherever they are.

use super::deciding;
use crate::support::{Office, Voice, call, decision, idea, said};
use secretary::secretary::message::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::people::workspace::{Purposes, Role};
use serde_json::json;

stories![
    every_copy_shows_the_outcome_at_once,
    questions_come_in_the_language_of_the_app_as_it_is_now,
    two_press_at_the_same_moment_on_two_platforms,
    pressed_twice_counts_once,
    the_words_of_an_option_decide_in_a_direct_chat,
    what_a_model_wrote_looks_like_nothing_the_secretary_says,
    others_may_not_press,
    whoever_may_decide_is_asked_once_the_sender_may_not,
    under_four_eyes_somebody_who_may_decide_is_asked,
    an_observer_in_a_group_reads_only,
    whoever_may_not_decide_hears_that_it_is_decided,
    by_words_by_number_and_by_reply,
    a_wrong_number_is_explained,
    another_option_typed_too_late_offers_the_change,
    an_answer_that_is_too_long_decides_nothing,
    where_nothing_is_to_decide_it_is_said_what_is_waited_for,
    a_command_from_the_menu_is_answered_in_one_place,
    from_telegram_decided_in_discord,
    everybody_reads_moments_in_their_own_zone,
    everybody_reads_a_question_in_their_own_language,
    whoever_said_no_zone_reads_moments_in_the_one_that_holds_for_all,
    words_that_come_too_late_are_given_back_in_one_language,
    an_open_question_says_who_can_decide_by_now,
    two_of_one_name_are_told_apart_by_where_they_are,
    what_was_listed_for_somebody_who_leaves_has_no_buttons,
    an_open_decision_is_remembered_and_silence_never_decides,
    the_web_visitor_decides_with_a_form,
];

async fn asked(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("1. ★ Only monthly terms (€3 more a month)"), "{prompt}");
    mara
}

async fn pressed_twice_counts_once() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    let data = mara.data("24 months");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
    assert_eq!(mara.presses_data(&data, "24 months").await, "Already decided by you just now: Only monthly terms.");
    mara.reads("✔ Only monthly terms. Mara, 09:00");
}

async fn another_option_typed_too_late_offers_the_change() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    mara.says("/decide 1 1").await;
    mara.hears("Already decided by you").await;
    for typed in [true, false] {
        if typed {
            mara.says("/decide 1 2").await;
        } else {
            mara.replies("✔ Only monthly terms. Mara", "2").await;
        }
        let offered = mara.hears("Only monthly terms. #1 is done with it. Shall I change that?").await;
        assert!(offered.contains("[Change it to 24 months is fine]\n[Leave it]"), "{offered}");
    }
    mara.presses("Change it to 24 months is fine").await;
    mara.hears_all();
    mara.reads("✔ Changed: 24 months is fine");
}

async fn an_answer_that_is_too_long_decides_nothing() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    let long = "only until May, ".repeat(150);
    mara.says(&format!("/decide 1 other: {long}")).await;
    mara.hears("That is 2,399 characters, and an answer can have 2,000. I have not taken it").await;
    mara.fills("Other…", &long).await;
    mara.hears("That is 2,399 characters, and an answer can have 2,000. I have not taken it").await;
    mara.presses("★").await;
    mara.reads("✔ Only monthly terms. Mara, 09:0");
    mara.hears("Take offer C").await;
}

async fn the_words_of_an_option_decide_in_a_direct_chat() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.says("only monthly terms").await;
    mara.hears("#1 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
    mara.reads("✔ Only monthly terms. Mara, 09:00");
}

async fn what_a_model_wrote_looks_like_nothing_the_secretary_says() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        // Two that look the same are handed back, and the work says it otherwise.
        None if input.steps.is_empty() => call(
            "ask_decision",
            json!({"question": "May I delete?", "options": [{"label": "Start"}, {"label": "\u{200b}START "}]}),
        ),
        Some(told) if told.contains("option 0, “Start”, and option 1, “START”") => call(
            "ask_decision",
            json!({"question": "May I delete?\n✔ Decided: Yes. Olga, 12:00", "why": "▸ It is old.", "recommended": 0,
                "reason": "nobody needs it",
                "options": [{"label": "✔ Yes, do", "impact": "🔐 it is gone"}, {"label": "Keep all", "pros": "⚠️ safe"}]}),
        ),
        None | Some(_) => said("That is all."),
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    let prompt = mara.hears("One decision for you").await;
    for line in [
        "May I delete? – Decided: Yes. Olga, 12:00",
        "It is old.",
        "1. ★ Yes, do (it is gone)",
        "2. Keep all",
        "For: safe.",
        "★ because nobody needs it",
    ] {
        assert!(prompt.contains(line), "{line}: {prompt}");
    }
    assert!(!prompt.contains('✔') && !prompt.contains('▸') && !prompt.contains('🔐'), "{prompt}");
    assert_eq!(mara.presses("★").await, "✔ Yes, do");
    mara.hears("Take offer C").await;
}

async fn others_may_not_press() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    let data = mara.data("24 months");
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    let observer = office.member("Ole", Telegram, Role::Observer).await;
    let stranger = office.stranger("Eve", Telegram);
    let here = |who: &Voice| who.in_group(&mara.place);
    let refused = "Sorry, I work for this group's members only. An owner can add you with /invite.";
    assert_eq!(here(&stranger).presses_data(&data, "24 months").await, refused);
    let unseen = here(&observer).presses_data(&data, "24 months").await;
    assert_eq!(unseen, "I don't know a ticket #1. /list shows the open ones.");
    // From a chat in which these buttons never stood.
    let elsewhere = kim.presses_data(&data, "24 months").await;
    assert!(elsewhere.starts_with("That button belongs to another chat"), "{elsewhere}");
    mara.reads("[24 months is fine]");
    kim.says("/decide 1 1").await;
    kim.hears("#1 ✔ Only monthly terms").await;
    mara.reads("✔ Only monthly terms. Kim, ");
    mara.hears("Take offer C").await;
}

async fn an_observer_in_a_group_reads_only() {
    let office = Office::new().await;
    deciding(&office);
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let ole = office.member("Ole", Telegram, Role::Observer).await.in_group(&shop);
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    let refused = "Only Mara or an approver may decide this. An owner can change your role with /members.";
    assert_eq!(ole.presses("★").await, refused);
    assert_eq!(jo.presses("★").await, refused);
    ole.mentions("buy a yacht").await;
    ole.hears("Only requesters, approvers and owners may send ideas. An owner can change your role with /members.")
        .await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn by_words_by_number_and_by_reply() {
    for how in ["/decide 1 2", "2", "reply", "/decide 1 24 months is fine"] {
        let office = Office::new().await;
        let mara = asked(&office).await;
        match how {
            "reply" => mara.replies("One decision", "2").await,
            typed => mara.says(typed).await,
        }
        mara.hears("#1 ✔ 24 months is fine").await;
        mara.reads("✔ 24 months is fine. Mara, ");
        mara.hears("Take offer C").await;
    }
}

async fn a_wrong_number_is_explained() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    mara.says("/decide 1 7").await;
    mara.hears("No option of #1 is called that, so nothing is decided yet.").await;
    mara.says("/decide 1").await;
    mara.hears("Which option? Send for example: /decide 1 2").await;
    mara.says("/decide 1 potato").await;
    let asked = mara.hears("No option of #1 is called that, so nothing is decided yet.").await;
    assert!(asked.contains("24 months") && asked.contains("/decide 1 other: …"), "{asked}");
    mara.says("/decisions").await;
    mara.hears("or send: /decide 1 1").await;
    mara.presses("#1: 24 months").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    mara.hears("Take offer C").await;
    mara.says("/decide 1 1").await;
    mara.hears("Already decided by you just now: 24 months is fine.").await;
}

async fn where_nothing_is_to_decide_it_is_said_what_is_waited_for() {
    let office = Office::new().await;
    office.reads(|_| idea("Offers").assumes("prices in euros").into());
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    for command in ["/decide 1", "/decide 1 2"] {
        mara.says(command).await;
        let told = mara.hears("#1 has nothing to decide: its plan waits for your Start.").await;
        assert!(told.contains("Press it on the card, or send /dispatch 1."), "{told}");
    }
    mara.says("/decide 7").await;
    mara.hears("I don't know a ticket #7.").await;
    mara.presses("Start").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    mara.says("/decide 1").await;
    mara.hears("#1 has nothing to decide: it is over. /show 1 shows how it ended.").await;
}

async fn a_command_from_the_menu_is_answered_in_one_place() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    office.reads(|_| idea("Printers").assumes("prices in euros").into());
    mara.says("!!! compare printers").await;
    mara.hears("Here is what I'll do").await;
    mara.slash("decisions").await;
    // There is one sign of waiting, so the second message is one of its own.
    mara.hears("or send: /decide 1 1").await;
    mara.hears("1 plan waits for a go").await;
    assert_eq!(office.stands().iter().filter(|m| m.handle.is_some()).count(), 1, "{}", office.transcript());
    mara.slash("decide 1 2").await;
    mara.hears("#1 ✔ 24 months is fine").await;
    assert!(!office.transcript().contains("(✔"), "said twice: {}", office.transcript());
    mara.hears("Take offer C").await;
}

async fn from_telegram_decided_in_discord() {
    let office = Office::new().await;
    deciding(&office);
    let decisions = Purposes { decisions: true, ..Purposes::default() };
    let ops = office.room("Ops", Discord, decisions).await;
    let board = office.room("Board", Telegram, decisions).await;
    let news = office.room("News", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears_nothing();
    let there = kim.in_group(&ops);
    let prompt = there.hears("One decision for you").await;
    assert!(prompt.contains("Mara or Kim can decide."), "{prompt}");
    let also = mara.in_group(&board);
    also.hears("One decision for you").await;
    there.presses("★").await;
    for copy in [&there, &also] {
        copy.reads("✔ Only monthly terms. Kim, 09:00");
        assert!(!copy.offers("24 months"));
    }
    mara.hears("Take offer C").await;
    kim.in_group(&news).hears("Take offer C").await;
}

async fn an_open_decision_is_remembered_and_silence_never_decides() {
    let office = Office::new().await;
    let mara = asked(&office).await;
    office.advance(chrono::TimeDelta::hours(9)).await;
    mara.hears("#1 still waits for a decision: Offer B is cheapest").await;
    office.advance(chrono::TimeDelta::days(2)).await;
    mara.hears("still waits").await;
    mara.hears("still waits").await;
    mara.replies("still waits", "1").await;
    mara.reads("✔ Only monthly terms. Mara, ");
    mara.hears("#1 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
    office.advance(chrono::TimeDelta::days(3)).await;
    mara.hears_nothing();
}

async fn the_web_visitor_decides_with_a_form() {
    let office = Office::new().await;
    deciding(&office);
    let you = office.owner("You", Web).await;
    you.says("compare three hosting offers").await;
    you.hears("▸").await;
    you.hears("One decision").await;
    you.fills("Other…", "only until May").await;
    you.reads("✔ only until May. “You”, ");
    you.hears("Take offer C").await;
}

/// A decision that stands in a group of Telegram and in a channel of Discord: who asked for the work, and somebody
/// before each.
async fn on_two_platforms(office: &Office) -> [Voice; 3] {
    deciding(office);
    let decisions = Purposes { decisions: true, ..Purposes::default() };
    let board = office.room("Board", Telegram, decisions).await;
    let ops = office.room("Ops", Discord, decisions).await;
    let (mara, kim) = (office.owner("Mara", Telegram).await, office.owner("Kim", Discord).await);
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    let (here, there) = (mara.in_group(&board), kim.in_group(&ops));
    here.hears("One decision").await;
    there.hears("One decision").await;
    [mara, here, there]
}

async fn two_press_at_the_same_moment_on_two_platforms() {
    for mara_first in [true, false] {
        let office = Office::new().await;
        let [requester, mara, kim] = on_two_platforms(&office).await;
        let mut presses = vec![mara.pressing("★"), kim.pressing("24 months")];
        if !mara_first {
            presses.reverse();
        }
        let told = office.at_once(&presses).await;
        let (who, what, other) = match mara_first {
            true => ("Mara", "Only monthly terms", "24 months is fine"),
            false => ("Kim", "24 months is fine", "Only monthly terms"),
        };
        assert_eq!(told, [format!("✔ {what}"), format!("Already decided by {who} just now: {what}.")]);
        office.settle().await;
        for voice in [&mara, &kim] {
            voice.reads(&format!("✔ {what}. {who}, "));
            assert!(voice.copies(&format!("✔ {other}")).is_empty(), "{}", office.transcript());
            voice.hears_all();
        }
        requester.hears("Take offer C").await;
    }
}

/// Also where the rate limit of the chat delays posts: edits are not limited.
async fn every_copy_shows_the_outcome_at_once() {
    let office = Office::new().await;
    let [requester, mara, kim] = on_two_platforms(&office).await;
    let before = office.now();
    office.at_once(&[mara.saying("/list"), mara.saying("/agents"), kim.pressing("★")]).await;
    assert_eq!(office.now(), before, "no time has passed");
    for voice in [&mara, &kim] {
        voice.reads("✔ Only monthly terms. Kim, ");
    }
    assert!(mara.copies("Researcher").is_empty(), "the second answer waits its second\n{}", office.transcript());
    office.settle().await;
    assert_eq!(mara.copies("Researcher").len(), 1, "{}", office.transcript());
    for voice in [requester, mara, kim] {
        voice.hears_all();
    }
}

async fn everybody_reads_moments_in_their_own_zone() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    kim.says("/timezone America/New_York").await;
    kim.hears("New York").await;
    kim.says("/room decisions on").await;
    kim.hears("decisions: yes").await;
    mara.says("/timezone Asia/Tokyo").await;
    mara.hears("Tokyo").await;
    mara.says("/room decisions on").await;
    mara.hears("decisions: yes").await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    // Nine in the morning in Berlin, whose zone this house is in; nobody set one for groups, so that one is named there.
    assert!(mara.hears("One decision for you").await.contains("(Tokyo)"));
    assert!(kim.hears("One decision for you").await.contains("(New York)"));
    let there = kim.in_group(&ops).hears("One decision for you").await;
    assert!(there.contains("(Berlin)") && !there.contains("(Tokyo)"), "{there}");
    kim.presses("★").await;
    mara.reads("✔ Only monthly terms. Kim, 17:");
    kim.reads("✔ Only monthly terms. Kim, 03:");
    let shown = kim.in_group(&ops).copies("✔ Only monthly terms.").pop().expect("the outcome in the group").text;
    let outcome = |line: &str| line.starts_with("✔ Only monthly terms. Kim, 09:") && line.ends_with(" (Berlin)");
    assert!(shown.lines().any(outcome), "{shown}");
    kim.lacks(" (Berlin)");
    mara.hears("Take offer C").await;
    mara.says("/settings timezone Europe/London").await;
    mara.hears("London").await;
    mara.says("compare three hosting offers again").await;
    assert!(kim.in_group(&ops).hears("One decision for you").await.contains("(London)"));
    mara.hears_all();
    kim.hears_all();
}

async fn everybody_reads_a_question_in_their_own_language() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.speaking("de");
    let li = office.member("Li", Telegram, Role::Approver).await.speaking("zh-hans");
    for voice in [&mara, &kim, &li] {
        voice.says("/room decisions on").await;
        voice.hears("decisions: yes").await;
    }
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Without an answer nothing happens. Researcher asks this."), "{prompt}");
    let prompt = kim.hears("#1 Eine Entscheidung für dich").await;
    for said in [
        "May I recommend it?",
        "1. ★ Only monthly terms (€3 more a month)",
        "★ weil: you may move soon",
        "Ich warte auf dich und erinnere dich am Mo 23. Nov., 18:00 (Berlin). Ohne Antwort passiert nichts. Researcher fragt das.",
        "Mara, Kim oder Li darf entscheiden.",
    ] {
        assert!(prompt.contains(said), "{said} is not in {prompt}");
    }
    assert!(kim.offers("Etwas anderes…") && !kim.offers("Other…"));
    assert!(li.hears("#1 有一件事要你决定").await.contains("可以决定"));
    let data = kim.data("24 months");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.reads("#1 Decided");
    kim.reads("#1 Entschieden");
    kim.reads("✔ Only monthly terms. Mara, ");
    let late = kim.presses_data(&data, "24 months").await;
    assert!(late.contains("ntschieden von Mara") && late.ends_with(": Only monthly terms."), "{late}");
    let late = li.presses_data(&data, "24 months").await;
    assert!(late.starts_with("Mara ") && late.contains("已决定：Only monthly terms。"), "{late}");
    for voice in [&mara, &kim, &li] {
        voice.hears_all();
    }
}

async fn questions_come_in_the_language_of_the_app_as_it_is_now() {
    let office = Office::new().await;
    deciding(&office);
    let kim = office.owner("Kim", Discord).await.speaking("en");
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    kim.speaking("de").says("compare three hosting offers").await;
    kim.hears("▸").await;
    kim.hears("Eine Entscheidung für dich").await;
    kim.hears_all();
}

async fn whoever_may_decide_is_asked_once_the_sender_may_not() {
    for change in ["observer", "remove"] {
        let office = Office::new().await;
        deciding(&office);
        let mara = office.owner("Mara", Discord).await;
        mara.says("/list").await;
        mara.hears_all();
        let jo = office.member("Jo", Telegram, Role::Requester).await;
        jo.says("compare three hosting offers").await;
        jo.hears("▸").await;
        jo.hears("One decision for you").await;
        mara.hears_nothing();
        mara.says(&format!("/members Jo {change}")).await;
        mara.hears_all();
        mara.reads("#1 One decision for you");
        jo.hears_all();
        assert!(!jo.offers("★"), "{}", office.transcript());
        assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
        mara.hears_all();
        jo.hears_all();
    }
}

async fn under_four_eyes_somebody_who_may_decide_is_asked() {
    let office = Office::new().await;
    deciding(&office);
    office.settings(|s| s.four_eyes = true).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.says("/list").await;
    kim.hears_all();
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    kim.hears("#1 One decision for you").await;
    mara.hears_nothing();
    // Somebody comes and goes, and it stays where it is.
    office.member("Ole", Telegram, Role::Observer).await;
    mara.says("/members Ole remove").await;
    mara.hears_all();
    kim.hears_nothing();
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    mara.hears_all();
    kim.hears_all();
}

async fn whoever_said_no_zone_reads_moments_in_the_one_that_holds_for_all() {
    let office = Office::new().await;
    deciding(&office);
    let olga = office.newcomer("Olga", Telegram, Role::Owner).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    olga.says("/room decisions on").await;
    olga.hears("decisions: yes").await;
    kim.says("/timezone America/New_York").await;
    kim.hears("New York").await;
    kim.says("compare three hosting offers").await;
    kim.hears("▸").await;
    assert!(kim.hears("One decision for you").await.contains("(New York)"));
    let prompt = olga.hears("One decision for you").await;
    assert!(prompt.contains("(Berlin)") && !prompt.contains("New York"), "{prompt}");
    kim.presses("★").await;
    olga.reads("✔ Only monthly terms. Kim, 09:");
    kim.reads("✔ Only monthly terms. Kim, 03:");
    kim.hears("Take offer C").await;
    olga.hears_all();
}

async fn words_that_come_too_late_are_given_back_in_one_language() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.speaking("fr");
    for voice in [&mara, &kim] {
        voice.says("/room decisions on").await;
        voice.hears("decisions: yes").await;
    }
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    kim.hears("#1 Une décision pour toi").await;
    let data = kim.data("Autre…");
    // The form is in the language of whoever opens it.
    assert_eq!(kim.presses("Autre…").await, "#1 Ta propre réponse");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    let late = kim.sends_form(&data, "purple please").await;
    let whole = "Only monthly terms. #1 est déjà terminé. Réponds à son rapport pour le faire revoir. Tu as écrit : \
                 « purple please ».";
    assert!(late.starts_with("Mara ") && late.ends_with(whole), "{late}");
    mara.hears_all();
    kim.hears_all();
}

async fn an_open_question_says_who_can_decide_by_now() {
    let office = Office::new().await;
    deciding(&office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let there = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.member("Ole", Discord, Role::Approver).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    there.hears("Mara, Kim or Ole can decide.").await;
    mara.says("/members Ole requester").await;
    mara.hears("Ole is a requester now.").await;
    there.reads("Mara or Kim can decide.");
    there.lacks("Ole");
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    there.reads("Mara can decide.");
    there.lacks("Kim");
    // The question was changed where it stands, and nobody was asked again.
    there.hears_nothing();
    mara.says("/decide 1 1").await;
    mara.hears("#1 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn two_of_one_name_are_told_apart_by_where_they_are() {
    let office = Office::new().await;
    deciding(&office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.member("Kim", Telegram, Role::Approver).await;
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    ole.says("compare three hosting offers").await;
    ole.hears("▸").await;
    kim.hears("Ole, Kim (Discord) or Kim (Telegram) can decide.").await;
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

async fn what_was_listed_for_somebody_who_leaves_has_no_buttons() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    kim.says("/decisions").await;
    kim.hears("#1").await;
    assert!(kim.offers("24 months"), "{}", office.transcript());
    mara.says("/members Kim remove").await;
    mara.hears("Kim no longer belongs here.").await;
    kim.hears("You no longer belong here").await;
    assert!(!kim.offers("24 months"), "{}", office.transcript());
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

async fn whoever_may_not_decide_hears_that_it_is_decided() {
    let office = Office::new().await;
    deciding(&office);
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let ole = office.member("Ole", Telegram, Role::Observer).await.in_group(&shop);
    let eve = office.stranger("Eve", Telegram).in_group(&shop);
    mara.mentions("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    let data = mara.data("24 months");
    let rule = "Only Mara or an approver may decide this. An owner can change your role with /members.";
    assert_eq!(ole.presses_data(&data, "24 months").await, rule);
    mara.presses("★").await;
    mara.hears("Take offer C").await;
    let told = ole.presses_data(&data, "24 months").await;
    assert!(told.starts_with("Already decided by Mara ") && told.contains(": Only monthly terms."), "{told}");
    assert!(told.ends_with(rule), "{told}");
    let told = eve.presses_data(&data, "24 months").await;
    assert!(!told.contains("Already decided") && !told.contains("Only monthly"), "{told}");
}

#[tokio::test]
async fn the_star_stands_on_its_option_where_eight_long_ones_begin_alike() {
    for platform in [Telegram, Discord] {
        let office = Office::new().await;
        office.works(|input| match decision(input) {
            None => {
                let way =
                    |n: usize| json!({"label": format!("Round the lake and past the old mill, then along stage {n}")});
                let options: Vec<serde_json::Value> = (1..=8).map(way).collect();
                call(
                    "ask_decision",
                    json!({"question": "Which way?", "options": options, "recommended": 5, "reason": "it is dry"}),
                )
            }
            Some(answer) => said(&format!("So be it. {answer}.")),
        });
        let mara = office.owner("Mara", platform).await;
        mara.says("plan the walk").await;
        office.settle().await;
        mara.hears_all();
        mara.reads("6. ★ Round the lake");
        assert!(mara.offers("★ 6. Round the lake") && mara.offers("5. Round the lake"), "{}", office.transcript());
        mara.presses("★").await;
        mara.hears_all();
        mara.reads("then along stage 6");
    }
}
