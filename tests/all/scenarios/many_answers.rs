//! Several answers in one message, answers that say of what they are, and words about a question rather than to it.

use super::deciding;
use super::leave::{wishes, writing};
use crate::support::{Office, Voice, call, decision, idea, said};
use chrono::TimeDelta;
use secretary::ports::tool::Policy;
use secretary::secretary::audit::What;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};
use secretary::secretary::workspace::{Purposes, Role};
use serde_json::json;

stories![
    several_answers_in_one_message_each_decide,
    parts_that_name_their_question_each_decide,
    what_is_ordered_for_a_question_decides_it,
    one_answer_for_both_decides_both,
    where_a_part_names_nothing_all_of_it_is_asked_again,
    answers_behind_numbers_are_asked_again_together,
    an_answer_behind_a_number_may_add_something,
    until_when_may_be_said_in_spanish_and_french,
    an_answer_may_say_of_what_it_is_one,
    an_option_of_what_was_listed_last_decides,
    what_is_decided_by_number_is_changed_where_that_was_done,
    a_number_after_a_list_is_no_answer_to_an_older_round,
    a_no_with_a_reason_is_for_the_question_shown_last,
    a_question_gets_more_time_and_one_more_option,
    what_wants_time_or_weighs_decides_nothing,
    what_is_wanted_of_a_question_can_be_said_behind_its_number,
    two_options_behind_a_number_decide_nothing,
    a_figure_with_two_meanings_decides_nothing,
    a_reply_to_any_message_of_a_ticket_may_name_the_option,
    an_answer_of_ones_own_is_what_stands_behind_other,
    a_question_is_called_off_by_what_it_is_about,
    an_answer_to_a_reminder_of_a_decision_puts_it,
    rounds_of_unclear_words_are_not_offered,
];

/// #1 asks for red or blue, #2 for Ann or Bob.
async fn two_open(office: &Office) -> Voice {
    let mara = office.owner("Mara", Web).await;
    for idea in ["ask me which bike: red, blue", "ask me which candidate: Ann, Bob"] {
        mara.says(idea).await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
    }
    mara
}

async fn several_answers_in_one_message_each_decide() {
    for words in ["red and Bob", "red, Bob", "1 red 2 Bob", "#1 red\n#2 Bob", "#1 red, #2 Bob", "#2: Bob and #1: red"] {
        let office = Office::offline().await;
        let mara = two_open(&office).await;
        mara.says(words).await;
        let told = mara.hears("#1 ✔ red").await;
        assert!(told.contains("#2 ✔ Bob"), "{words}: {told}");
        mara.hears_all();
        mara.reads("✔ red. Mara, ");
        mara.reads("✔ Bob. Mara, ");
        assert!(!office.transcript().contains("#3"), "{words}\n{}", office.transcript());
    }
}

async fn parts_that_name_their_question_each_decide() {
    for words in [
        "door 2, hotel 1",
        "blue for the door and adler for the hotel",
        "blue for the door, and adler for the hotel please",
        "for the door the second, for the hotel the first",
        "the door: blue, the hotel: adler",
    ] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        for idea in ["ask me which door: red, blue, green", "ask me which hotel: Hotel Adler, Pension Rosa"] {
            mara.says(idea).await;
            mara.hears_all();
        }
        // What does not name an option is asked back.
        mara.says("door 7, hotel 1").await;
        mara.hears("Nothing is decided yet.").await;
        mara.says(words).await;
        let told = mara.hears("#1 ✔ blue").await;
        assert!(told.contains("#2 ✔ Hotel Adler"), "{words}: {told}");
        mara.hears_all();
        mara.says("undo").await;
        let which = mara.hears("Which one?").await;
        assert!(which.contains("[#1 Change to red") && which.contains("[#2 Change to Pension Rosa"), "{which}");
        mara.hears_all();
        assert!(!office.transcript().contains("#3"), "{words}\n{}", office.transcript());
    }
}

async fn what_is_ordered_for_a_question_decides_it() {
    for (words, decides) in [
        ("take the red one for the door, and the pension for the hotel please", true),
        ("red for the door, I'd say, and please book Pension Rosa", true),
        ("buy red paint and book Rosa a flight", false),
    ] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        for idea in ["ask me which door: red, blue, green", "ask me which hotel: Hotel Adler, Pension Rosa"] {
            mara.says(idea).await;
            mara.hears_all();
        }
        mara.says(words).await;
        if decides {
            let told = mara.hears("#1 ✔ red").await;
            assert!(told.contains("#2 ✔ Pension Rosa"), "{words}: {told}");
            mara.hears_all();
            assert!(!office.transcript().contains("#3"), "{words}\n{}", office.transcript());
        } else {
            mara.hears("#3 ").await;
            mara.hears_all();
            assert!(!office.transcript().contains("✔ red"), "{words}\n{}", office.transcript());
            assert!(!office.transcript().contains("✔ Pension Rosa"), "{words}\n{}", office.transcript());
        }
    }
}

async fn one_answer_for_both_decides_both() {
    let office = Office::offline().await;
    let mara = two_open(&office).await;
    mara.says("the first for both").await;
    let told = mara.hears("#1 ✔ red").await;
    assert!(told.contains("#2 ✔ Ann"), "{told}");
    mara.hears_all();
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    for idea in ["ask me whether I should renew the contract", "ask me whether to go to the party"] {
        mara.says(idea).await;
        mara.hears_all();
    }
    mara.says("yes").await;
    mara.hears_all();
    mara.says("yes to both").await;
    mara.hears_all();
    assert_eq!(office.transcript().matches("✔ Yes. Mara, ").count(), 2, "{}", office.transcript());
}

async fn where_a_part_names_nothing_all_of_it_is_asked_again() {
    for words in ["red and green", "#1 red, #2 Kim"] {
        let office = Office::offline().await;
        let mara = two_open(&office).await;
        mara.says(words).await;
        let asked = mara.hears("Nothing is decided yet.").await;
        assert!(asked.contains("[#1: red]") && asked.contains("[#2: Ann]"), "{words}: {asked}");
        mara.hears_all();
        assert!(!office.transcript().contains("✔ red"), "{words}\n{}", office.transcript());
    }
    // Two options of one thing, and what only begins like answers.
    let office = Office::offline().await;
    let mara = two_open(&office).await;
    mara.says("red and blue balloons for the party on Sunday").await;
    mara.hears("#3").await;
    mara.hears_all();
    assert!(!office.transcript().contains("✔ red"), "{}", office.transcript());
}

async fn answers_behind_numbers_are_asked_again_together() {
    let office = Office::offline().await;
    let mara = two_open(&office).await;
    for words in ["1: red, 2: Ann or Bob", "1 red, 2 either of them", "2) Cleo\n1) red"] {
        mara.says(words).await;
        let asked = mara.hears("Nothing is decided yet.").await;
        assert!(asked.contains("[#1: red]") && asked.contains("[#2: Ann]"), "{words}: {asked}");
    }
    mara.says("1 red, 2 Cleo").await;
    let asked = mara.hears("Nothing is decided yet.").await;
    assert!(asked.contains("I can't place “Cleo” for #2.") && !asked.contains("place “red”"), "{asked}");
    assert!(!office.transcript().contains("✔"), "{}", office.transcript());
    mara.says("1: red").await;
    mara.hears("#1 ✔ red").await;
    mara.hears_all();
    // What is decided already is named, and the other one is asked again.
    mara.says("1: blue, 2: Bob").await;
    mara.hears("#1 is decided already: red. To change that, send “#1 blue” by itself.").await;
    let asked = mara.hears("Nothing is decided yet.").await;
    assert!(asked.contains("Bob") && !asked.contains("blue"), "{asked}");
    mara.says("1: blue").await;
    mara.hears("Shall I change that?").await;
    mara.presses("Leave it").await;
    mara.says("2: Bob").await;
    mara.hears("#2 ✔ Bob").await;
    mara.hears_all();
    assert!(!office.transcript().contains("#3"), "{}", office.transcript());
}

async fn an_answer_behind_a_number_may_add_something() {
    let office = Office::offline().await;
    let mara = two_open(&office).await;
    mara.says("#1 red, but matte\n#2 Bob").await;
    let told = mara.hears("#1 ✔ red").await;
    assert!(told.contains("#2 ✔ Bob"), "{told}");
    mara.hears_all();
    mara.reads("but matte");
}

async fn until_when_may_be_said_in_spanish_and_french() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("ask me which bike: red, blue").await;
    mara.hears_progress().await;
    mara.hears("One decision for you").await;
    mara.says("dame hasta mañana").await;
    mara.hears("#1 You have until Tue 24 Nov, 18:00 (Berlin).").await;
    mara.says("jusqu’à mercredi").await;
    mara.hears("#1 You have until Wed 25 Nov, 18:00 (Berlin).").await;
    mara.says("until 31 February").await;
    mara.hears("I can't read “31 February” as a time.").await;
    mara.says("give me 5 minutes").await;
    mara.hears("#1 stays open. I ask about it again in 10 minutes at the earliest.").await;
    mara.says("one more day").await;
    mara.hears("#1 You have until Thu 26 Nov, 18:00 (Berlin).").await;
    mara.says("/decide 1 red").await;
    mara.hears_all();
}

async fn an_answer_may_say_of_what_it_is_one() {
    for (words, told) in
        [("for the candidate: Bob", "#2 ✔ Bob"), ("candidate Ann", "#2 ✔ Ann"), ("bike blue", "#1 ✔ blue")]
    {
        let office = Office::offline().await;
        let mara = two_open(&office).await;
        mara.says(words).await;
        mara.hears(told).await;
        mara.hears_all();
        assert!(!office.transcript().contains("#3"), "{words}\n{}", office.transcript());
    }
}

/// Mara's decision is asked in the room for decisions; Kim may take it, and has a direct chat.
async fn asked_elsewhere(office: &Office) -> (Voice, Voice) {
    deciding(office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    kim.in_group(&ops).hears("One decision for you").await;
    (mara, kim)
}

async fn an_option_of_what_was_listed_last_decides() {
    for words in ["24 months is fine", "2"] {
        let office = Office::new().await;
        let (mara, kim) = asked_elsewhere(&office).await;
        kim.says("/decisions").await;
        kim.hears("or send: /decide 1 1").await;
        kim.says(words).await;
        kim.hears_all();
        mara.hears("Take offer C").await;
        assert!(office.transcript().contains("✔ 24 months is fine. Kim, "), "{words}\n{}", office.transcript());
    }
}

async fn what_is_decided_by_number_is_changed_where_that_was_done() {
    for how in ["undo", "undo in reply", "actually 24 months is fine", "no wait, 24 months is fine", "in reply"] {
        let office = Office::new().await;
        let (mara, kim) = asked_elsewhere(&office).await;
        kim.says("/decide 1 1").await;
        kim.hears("#1 ✔ Only monthly terms").await;
        mara.reads("Take offer C");
        mara.hears_all();
        office.works(|_| said("Offer C fits, for 24 months."));
        match how {
            "undo" => kim.says("undo").await,
            "undo in reply" => kim.replies("#1 ✔ Only monthly", "undo").await,
            "in reply" => kim.replies("#1 ✔ Only monthly", "actually 24 months is fine").await,
            words => kim.says(words).await,
        }
        if how.starts_with("undo") {
            kim.hears("Already decided by you just now: Only monthly terms. #1 is done with it. Shall I change that?")
                .await;
            kim.presses("Change it to 24 months is fine").await;
        }
        kim.hears("#1 ✔ Changed: 24 months is fine, no longer Only monthly terms. The new report follows.").await;
        office.settle().await;
        mara.hears_all();
        kim.hears_all();
        assert!(!office.transcript().contains("#2"), "{how}\n{}", office.transcript());
    }
}

async fn a_number_after_a_list_is_no_answer_to_an_older_round() {
    let office = Office::new().await;
    let (_mara, kim) = asked_elsewhere(&office).await;
    office.reads(|input| {
        let plan = idea("Printers");
        if input.answered.is_empty() { plan.asks("What matters?", &["Price", "Size"]).into() } else { plan.into() }
    });
    kim.says("find a printer").await;
    kim.hears("One quick question").await;
    kim.says("/decisions").await;
    kim.hears("or send: /decide 1 1").await;
    kim.says("1").await;
    let which = kim.hears("Which one?").await;
    assert!(which.contains("[#1 Only monthly terms") && which.contains("[Answer for #2"), "{which}");
    kim.hears_all();
    assert!(!office.transcript().contains("Price. Thanks"), "{}", office.transcript());
}

async fn a_no_with_a_reason_is_for_the_question_shown_last() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    for _ in 0..2 {
        wishes(&mara).await;
        mara.hears("May I do this?").await;
    }
    mara.says("no, a shorter title please").await;
    mara.hears("Take offer C").await;
    mara.hears_all();
    assert_eq!(letters.sent(), 0);
    mara.says("/decisions").await;
    let open = mara.hears("or send: /decide 1 1").await;
    assert!(!open.contains("#2") && !open.contains("#3"), "{open}");
}

async fn a_question_gets_more_time_and_one_more_option() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me by Friday whether to book the hotel or the flat").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("extend to Sunday").await;
    mara.hears("#1 You have until Sun 29 Nov, 18:00 (Berlin).").await;
    mara.reads("Sun 29 Nov, 18:00 (Berlin)");
    mara.says("give me more time").await;
    mara.hears("#1 You have until Mon 30 Nov, 18:00 (Berlin).").await;
    mara.says("add a third option: the tent").await;
    mara.hears("#1 “the tent” is an option now, too.").await;
    mara.presses("the tent").await;
    mara.reads("✔ the tent. Mara, ");
    mara.hears_all();
    mara.says("/history 1").await;
    let course = mara.hears("#1").await;
    assert!(course.contains("option added by Mara: “the tent”"), "{course}");
    let widened = office.audited().await.into_iter().filter_map(|entry| match entry.what {
        What::DecisionWidened { ticket: 1, until, options, .. } => Some((until.is_some(), options)),
        _ => None,
    });
    assert_eq!(widened.collect::<Vec<_>>(), [(true, None), (true, None), (false, Some(3))]);
}

async fn what_wants_time_or_weighs_decides_nothing() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.reads("One decision for you");
    mara.hears_all();
    for words in ["maybe 24 months", "ask Kim"] {
        mara.replies("One decision", words).await;
        mara.hears("Nothing is decided yet").await;
    }
    for words in ["I need another hour", "postpone this by an hour", "ich brauche noch eine Stunde"] {
        mara.replies("One decision", words).await;
        mara.hears("#1 You have until ").await;
    }
    mara.says("maybe 24 months").await;
    let asked = mara.hears("Is “maybe 24 months” your answer to #1, or something new?").await;
    assert!(asked.contains("[#1 24 months is fine]"), "{asked}");
    mara.presses("Never mind").await;
    mara.replies("One decision", "add quarterly terms as an option").await;
    mara.hears("or send: /decide 1 other: quarterly terms").await;
    mara.says("/decide 1 other: quarterly terms").await;
    mara.hears("#1 ✔ quarterly terms").await;
    mara.hears("Take offer C").await;
}

async fn what_is_wanted_of_a_question_can_be_said_behind_its_number() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for idea in ["red or blue for the door? ask me by Friday", "tea or coffee for the guests? ask me by Friday"] {
        mara.says(idea).await;
        mara.hears_progress().await;
        mara.hears("One decision for you").await;
    }
    mara.says("#1 give me until Saturday 12:00").await;
    mara.hears("#1 You have until Sat 28 Nov, 12:00 (Berlin).").await;
    mara.says("/decide 1 give me another hour").await;
    mara.hears("#1 You have until Sat 28 Nov, 13:00 (Berlin).").await;
    // An exclamation mark makes it a goodbye, and nothing is moved.
    mara.says("Bis Montag!").await;
    mara.hears_all();
    mara.lacks("Mon 30 Nov");
    mara.says("#1 add green as an option").await;
    mara.hears("#1 “green” is an option now, too.").await;
    mara.says("/decide 1 green").await;
    mara.hears("#1 ✔ green").await;
    mara.hears("Decided: green").await;
}

async fn a_figure_with_two_meanings_decides_nothing() {
    let office = Office::new().await;
    let asked = || {
        let options = json!([{"label": "2"}, {"label": "1"}, {"label": "5"}]);
        call("ask_decision", json!({"question": "How many?", "options": options}))
    };
    office.works(move |input| match decision(input) {
        None => asked(),
        Some(answer) => said(&format!("So many: {answer}.")),
    });
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.reads("One decision for you");
    mara.hears_all();
    mara.says("1").await;
    mara.hears("That is the number of one option of #1 and the name of another, so nothing is decided yet.").await;
    mara.replies("One decision", "1").await;
    mara.hears("That is the number of one option of #1 and the name of another, so nothing is decided yet.").await;
    mara.says("/decide 1 1").await;
    mara.reads("✔ 2. Mara, ");
    mara.hears_all();
}

async fn a_reply_to_any_message_of_a_ticket_may_name_the_option() {
    for words in ["2", "24 months is fine", "the second one"] {
        let office = Office::new().await;
        deciding(&office);
        let mara = office.owner("Mara", Discord).await;
        mara.says("compare three hosting offers").await;
        mara.reads("One decision for you");
        mara.hears_all();
        mara.replies("waiting for your decision", words).await;
        mara.reads("✔ 24 months is fine. Mara, ");
        mara.hears_all();
        assert!(!office.transcript().contains("Added: "), "{}", office.transcript());
    }
}

async fn an_answer_of_ones_own_is_what_stands_behind_other() {
    for (reply, words) in [(true, "other: quarterly"), (false, "other: quarterly"), (false, "autre : quarterly")] {
        let office = Office::new().await;
        deciding(&office);
        let mara = office.owner("Mara", Discord).await;
        mara.says("compare three hosting offers").await;
        mara.reads("One decision for you");
        mara.hears_all();
        mara.says("/list").await;
        mara.hears_all();
        if reply {
            mara.replies("One decision", words).await;
        } else {
            mara.says(words).await;
        }
        mara.reads("✔ quarterly. Mara, ");
        mara.hears_all();
    }
}

async fn two_options_behind_a_number_decide_nothing() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("compare three hosting offers").await;
    mara.reads("One decision for you");
    mara.hears_all();
    for words in ["2, or maybe the first", "the second, or the first", "only monthly terms, or 24 months is fine"] {
        mara.says(&format!("/decide 1 {words}")).await;
        mara.hears("nothing is decided yet").await;
    }
    mara.says("/decide 1 2, but only with a discount").await;
    mara.hears("#1 ✔ 24 months is fine").await;
    mara.hears("Take offer C").await;
}

async fn a_question_is_called_off_by_what_it_is_about() {
    let office = Office::offline().await;
    let mara = two_open(&office).await;
    mara.says("cancel the candidate question").await;
    let asked = mara.hears("Is that about this?").await;
    assert!(asked.contains("[Cancel #2") && !asked.contains("#1"), "{asked}");
    mara.presses("Never mind").await;
    mara.says("forget the newspaper").await;
    mara.hears_all();
    assert_eq!(office.transcript().matches("Bot: Is that about this?").count(), 1, "{}", office.transcript());
}

async fn an_answer_to_a_reminder_of_a_decision_puts_it() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me in 5 minutes whether red or blue").await;
    mara.hears("I'll remind you to make it").await;
    office.advance(TimeDelta::minutes(6)).await;
    let reminder = mara.hears("Reminder: decide: red or blue?").await;
    assert!(reminder.contains("[Decide now]"), "{reminder}");
    mara.says("red").await;
    mara.hears("[Decide now: red or blue?]").await;
    mara.presses("Decide now: red").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("red").await;
    mara.hears("Decided: red").await;
}

async fn rounds_of_unclear_words_are_not_offered() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for idea in ["curtains", "lamps", "ask me which bike: red, blue"] {
        mara.says(idea).await;
        mara.hears_all();
    }
    mara.says("1").await;
    mara.hears_all();
    assert!(!office.transcript().contains("Answer for #"), "{}", office.transcript());
}
