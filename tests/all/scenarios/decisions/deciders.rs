//! Decisions: the right person, once, from wherever they are.

use crate::support::{
    Discord, Office, Purposes, Role, Telegram, Voice, Web, call, deciding, decision, idea, json, said,
};

stories![
    every_copy_shows_the_outcome_at_once,
    two_press_at_the_same_moment_on_two_platforms,
    pressed_twice_counts_once,
    the_words_of_an_option_decide_in_a_direct_chat,
    what_a_model_wrote_looks_like_nothing_the_secretary_says,
    by_words_by_number_and_by_reply,
    a_wrong_number_is_explained,
    another_option_typed_too_late_offers_the_change,
    an_answer_that_is_too_long_decides_nothing,
    where_nothing_is_to_decide_it_is_said_what_is_waited_for,
    a_command_from_the_menu_is_answered_in_one_place,
    from_telegram_decided_in_discord,
    an_open_decision_is_remembered_and_silence_never_decides,
    the_web_visitor_decides_with_a_form,
];

pub(super) async fn asked(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
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
    mara.wants_offers().await;
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
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    mara.wants_offers().await;
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
    let office = Office::deciding().await;
    let decisions = Purposes { decisions: true, ..Purposes::default() };
    let ops = office.room("Ops", Discord, decisions).await;
    let board = office.room("Board", Telegram, decisions).await;
    let news = office.room("News", Discord, Purposes { reports: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.wants_offers().await;
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
    let office = Office::deciding().await;
    let you = office.owner("You", Web).await;
    you.wants_offers().await;
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
    mara.wants_offers().await;
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
