//! A decision answered as people talk: by a word of the option, by its place, by yes or no; and thought better of.

use super::deciding;
use crate::support::{Office, Voice, ask_for_decision, call, decision, idea, said};
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram};
use secretary::secretary::workspace::{Purposes, Role};
use serde_json::{Value, json};

stories![
    everyday_answers_decide,
    in_a_reply_a_place_is_no_answer_of_ones_own,
    a_word_that_answers_nothing_shows_what_is_asked,
    a_slip_or_an_answer_of_ones_own_is_asked_about,
    an_option_among_sounds_is_that_option_and_a_guess_is_asked_about,
    a_slip_in_reply_is_asked_about,
    something_else_than_all_of_it_is_asked_about_each_time,
    with_several_open_it_is_asked_which,
    the_same_words_are_ideas_while_nothing_is_open,
    a_change_of_mind_reaches_the_work_or_is_told_how_to,
    a_second_thought_about_what_is_done_changes_it,
    an_answer_of_ones_own_takes_the_place_of_what_is_done,
    a_decision_is_reopened_in_words,
    beside_open_questions_words_may_answer_what_was_asked_last,
    who_decides_no_more_is_told_nothing_of_a_change,
    what_silence_decided_is_changed_in_words,
    a_decision_for_later_becomes_a_reminder_of_it,
    what_one_wants_to_be_asked_reads_as_a_question,
    what_is_no_answer_leaves_it_open,
    what_puts_it_off_is_no_idea,
    a_reason_behind_a_yes_or_no_is_asked_about,
    a_number_behind_a_newer_list_is_asked_about,
    a_yes_in_a_group_answers_what_was_asked_last,
    what_is_doubted_or_said_in_passing_is_asked_about,
    what_asks_back_is_shown_again,
    who_does_not_know_yet_or_asks_first_is_told,
    who_changes_their_mind_right_away_is_asked_or_heard,
];

/// Mara without a language model, asked what she wanted to be asked.
async fn asked(office: &Office, idea: &str) -> (Voice, String) {
    let mara = office.owner("Mara", Telegram).await;
    mara.says(idea).await;
    mara.hears("▸").await;
    let prompt = mara.hears("#1 One decision for you").await;
    (mara, prompt)
}

const BIKE: &str = "ask me whether to buy the red or the blue bike: red (cheaper), blue (faster)";
const PARTY: &str = "ask me whether to go to the party";

async fn everyday_answers_decide() {
    for (idea, answer, decided) in [
        (PARTY, "yes please", "✔ Yes. Mara, "),
        (BIKE, "not the red one, the blue one", "✔ blue. Mara, "),
        (BIKE, "yes to the blue one", "✔ blue. Mara, "),
        (PARTY, "ja", "✔ Yes. Mara, "),
        (PARTY, "sure", "✔ Yes. Mara, "),
        (PARTY, "ok", "✔ Yes. Mara, "),
        (PARTY, "nein", "✔ No. Mara, "),
        (PARTY, "oui", "✔ Yes. Mara, "),
        (PARTY, "yes, but only until ten", "✔ Yes (“but only until ten”). Mara, "),
        (BIKE, "blue", "✔ blue. Mara, "),
        (BIKE, "Red!", "✔ red. Mara, "),
        (BIKE, "2, but only until May", "✔ blue (“but only until May”). Mara, "),
        (BIKE, "the first one", "✔ red. Mara, "),
        (BIKE, "the second one", "✔ blue. Mara, "),
        (BIKE, "option 2", "✔ blue. Mara, "),
        (BIKE, "number two", "✔ blue. Mara, "),
        (BIKE, "die zweite, bitte", "✔ blue. Mara, "),
        (BIKE, "lets do red", "✔ red. Mara, "),
        (BIKE, "I said red", "✔ red. Mara, "),
        (BIKE, "blue for sure", "✔ blue. Mara, "),
        (BIKE, "blue rather than red", "✔ blue. Mara, "),
        (BIKE, "option b", "✔ blue. Mara, "),
        (BIKE, "red (but only until May)", "✔ red (“but only until May”). Mara, "),
        (BIKE, "let's go with red because it is cheaper", "✔ red (“because it is cheaper”). Mara, "),
        (PARTY, "don't", "✔ No. Mara, "),
        (PARTY, "no way, never", "✔ No. Mara, "),
        (PARTY, "absolutely not", "✔ No. Mara, "),
    ] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, idea).await;
        mara.says(answer).await;
        mara.reads(decided);
        mara.hears("Decided: ").await;
        mara.hears_nothing();
    }
}

async fn in_a_reply_a_place_is_no_answer_of_ones_own() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    mara.replies("One decision", "the second one").await;
    mara.reads("✔ blue. Mara, ");
    mara.hears("Decided: blue (Mara)").await;
}

async fn a_word_that_answers_nothing_shows_what_is_asked() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    for word in ["yes", "go ahead", "nein"] {
        mara.says(word).await;
        let shown = mara.hears("This waits for your decision. What do you choose?").await;
        assert!(shown.contains("red") && shown.contains("blue"), "{shown}");
    }
    mara.says("thanks").await;
    mara.hears("You're welcome.").await;
    mara.says("remind me tomorrow at 9 to paint the blue fence").await;
    mara.hears("I'll remind you of “paint the blue fence”").await;
    // Something else was said last.
    mara.says("ok").await;
    mara.hears("All right.").await;
    mara.reads("[red]");
}

#[tokio::test]
async fn a_yes_to_something_newer_decides_nothing_older() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.says("note: alarm code is 4711").await;
    mara.hears("Noted").await;
    for word in ["yes", "no"] {
        mara.says(word).await;
        let which = mara.hears("Is that about this?").await;
        assert!(which.contains("Go to the party?") && which.contains("[Never mind]"), "{which}");
        mara.presses("Never mind").await;
        mara.hears_all();
    }
    mara.says("/cancel all").await;
    mara.hears("Cancel 1 open ticket?").await;
    mara.says("no").await;
    mara.hears("I leave it as it is").await;
    mara.says("yes").await;
    mara.hears("Is that about this?").await;
    mara.presses("#1 Yes: Go to the party?").await;
    mara.hears_all();
    mara.reads("✔ Yes. Mara, ");
}

async fn a_slip_or_an_answer_of_ones_own_is_asked_about() {
    for (said, press, decided) in [
        ("bleu", "#1 blue", "✔ blue. Mara, "),
        ("I'd rather have green", "Answer #1: I'd rather have green", "✔ I'd rather have green. Mara, "),
        ("green please", "Answer #1: green please", "✔ green please. Mara, "),
    ] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("I want red but Kim wants blue").await;
        mara.hears_all();
        assert!(mara.offers("red"), "nothing is decided by that: {}", office.transcript());
        mara.says(said).await;
        mara.hears("your answer to #1, or something new?").await;
        mara.presses(press).await;
        mara.hears_all();
        mara.reads(decided);
    }
}

const TRIP: &str = "ask me which city: Paris, Rome or Lisbon";

async fn an_option_among_sounds_is_that_option_and_a_guess_is_asked_about() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, TRIP).await;
    mara.replies("One decision", "uhm so I think um Rome").await;
    mara.reads("✔ Rome. Mara, ");
    mara.hears_all();
    let office = Office::offline().await;
    let (mara, _) = asked(&office, TRIP).await;
    mara.replies("One decision", "uhm so I think Rome I guess").await;
    mara.hears_all();
    assert!(mara.offers("Rome") && !office.transcript().contains("✔ Rome"), "{}", office.transcript());
    mara.says("ask me whether we should paint the fence").await;
    mara.hears_all();
    mara.says("uhm so I think um Rome I guess").await;
    mara.hears("your answer to #1, or something new?").await;
    mara.presses("#1 Rome").await;
    mara.hears_all();
    mara.reads("✔ Rome. Mara, ");
}

async fn a_slip_in_reply_is_asked_about() {
    for (press, decided) in [("#1 Lisbon", "✔ Lisbon. Mara, "), ("Answer #1: Lisbn", "✔ Lisbn. Mara, ")] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, TRIP).await;
        mara.replies("One decision", "Lisbn").await;
        mara.hears("Did you mean “Lisbon”?").await;
        mara.presses(press).await;
        mara.hears_all();
        mara.reads(decided);
    }
}

async fn something_else_than_all_of_it_is_asked_about_each_time() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, "ask me whether to have pizza or pasta").await;
    for _ in 0..2 {
        mara.says("neither, sushi").await;
        mara.hears("Is “neither, sushi” your answer to #1, or something new?").await;
    }
    mara.presses("Answer #1: neither, sushi").await;
    mara.hears_all();
    mara.reads("✔ neither, sushi. Mara, ");
}

async fn with_several_open_it_is_asked_which() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.says("ask me whether we should paint the fence").await;
    mara.hears("▸").await;
    let prompt = mara.hears("#2 One decision for you").await;
    assert!(prompt.contains("Should we paint the fence?"), "{prompt}");
    mara.says("yes").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("#1 Yes: Go to the party?") && which.contains("#2 Yes: "), "{which}");
    mara.presses("#2 Yes").await;
    mara.hears("#2").await;
    mara.says("the second one").await;
    mara.reads("✔ No. Mara, ");
    mara.hears("#1 Decide: Go to the party?\nDecided: No (Mara)").await;
}

async fn the_same_words_are_ideas_while_nothing_is_open() {
    for words in ["blue", "the second one", "option 2", "red paint for the fence", "actually red", "second thoughts"] {
        let office = Office::new().await;
        office.reads(|_| idea("Colours").into());
        let mara = office.owner("Mara", Telegram).await;
        mara.says(words).await;
        mara.hears("▸").await;
        mara.hears("Take offer C").await;
    }
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("monthly magazines for the waiting room").await;
    mara.hears_all();
}

async fn a_change_of_mind_reaches_the_work_or_is_told_how_to() {
    let office = Office::new().await;
    office.works(|input| match decision(input) {
        None if input.title == "Revise: now 24 months is fine" => said("Offer B it is."),
        None => ask_for_decision(),
        Some(answer) => said(&format!("{answer}. {}", input.said[1..].join(" "))),
    });
    office.writes(|input| {
        let decided: Vec<&str> = input.decisions.iter().map(|(_, answer, _)| answer.as_str()).collect();
        said(&format!("Take offer C. {} What counts: {}.", input.results[0].text, decided.join(" and ")))
    });
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    office.model_is_down(true);
    mara.says("the first one").await;
    mara.hears("does not answer").await;
    mara.says("undo").await;
    mara.hears(
        "Already decided by you just now: Only monthly terms. #1 goes on with it. Say what you want instead and I pass it \
         on, for example: actually 24 months is fine",
    )
    .await;
    mara.says("no, I meant 24 months").await;
    mara.hears("I pass this on to the work: “no, I meant 24 months”").await;
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(10)).await;
    mara.hears("The person decided: Only monthly terms. no, I meant 24 months").await;
    mara.says("undo").await;
    mara.hears("Already decided by you 11 min ago: Only monthly terms. #1 is done with it. Shall I change that?").await;
    mara.says("actually the second one").await;
    mara.hears("#1 ✔ Changed: 24 months is fine, no longer Only monthly terms. The new report follows.").await;
    mara.reads("✔ Only monthly terms. Mara, ");
    mara.reads("Changed since: ✔ 24 months is fine. Mara, ");
    // The report is written with what counts, and not with what counted before.
    mara.hears_all();
    mara.reads("What counts: 24 months is fine.");
}

async fn a_second_thought_about_what_is_done_changes_it() {
    for how in [
        "no, I meant yes",
        "actually yes",
        "yes after all",
        "nein, ich meinte ja",
        "undo",
        "undo in reply",
        "reply",
        "to the report",
        "by number",
    ] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, PARTY).await;
        mara.says("no").await;
        mara.hears("Decided: No").await;
        let asks = "Already decided by you just now: No. #1 is done with it. Shall I change that?";
        match how {
            "reply" => mara.replies("#1 Decided", "sorry, I meant yes").await,
            "to the report" => mara.replies("Decided: No", "yes instead").await,
            "undo" => {
                mara.says("undo").await;
                mara.hears(asks).await;
                mara.presses("Change it to Yes").await;
            }
            "undo in reply" => {
                mara.replies("#1 Decided", "undo").await;
                mara.hears(asks).await;
                mara.presses("Change it to Yes").await;
            }
            "by number" => {
                // It may have been sent before the other answer was seen.
                mara.says("/decide 1 yes").await;
                mara.hears(asks).await;
                mara.presses("Change it to Yes").await;
            }
            typed => mara.says(typed).await,
        }
        mara.hears("#1 ✔ Changed: Yes, no longer No. The new report follows.").await;
        mara.hears_all();
        mara.reads("Decided: Yes (Mara)");
        mara.lacks("Decided anew");
        mara.reads("Changed since: ✔ Yes. Mara, ");
        mara.says("/history").await;
        let past = mara.hears("Past decisions").await;
        assert!(
            past.contains("✔ Yes, no longer No. Mara in Telegram") && past.contains("✖ (changed later) No. Mara"),
            "{past}"
        );
        // The same once more changes nothing, and back is the same way.
        mara.says("/decide 1 yes").await;
        mara.hears("Already decided by you 1 min ago: Yes.").await;
        mara.says("actually no").await;
        mara.hears("#1 ✔ Changed: No, no longer Yes.").await;
        mara.reads("Changed since: ✔ No. Mara, ");
        mara.lacks("Decided: Yes\n");
        mara.hears_all();
    }
}

async fn an_answer_of_ones_own_takes_the_place_of_what_is_done() {
    for how in ["not red, green", "no wait, green", "/decide 1 other: green", "undo", "the button", "reply"] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("red").await;
        mara.hears("Decided: red").await;
        let asks = "Already decided by you just now: red. #1 is done with it. Shall I change that?";
        match how {
            "reply" => mara.replies("#1 Decided", "the green one").await,
            "undo" | "the button" => mara.says("undo").await,
            typed => mara.says(typed).await,
        }
        mara.hears(asks).await;
        match how {
            "undo" => {
                // Words that name another option change it; others are asked about.
                mara.says("green").await;
                mara.hears("Shall I change that?").await;
                mara.presses("Change it to green").await;
            }
            "the button" => {
                mara.presses("Other…").await;
                mara.hears("What do you decide?").await;
                mara.says("green").await;
            }
            "reply" => {
                mara.presses("Change it to the green one").await;
            }
            _ => {
                mara.presses("Change it to green").await;
            }
        }
        let told = mara.hears("✔ Changed: ").await;
        assert!(told.contains("green") && told.contains(", no longer red. The new report follows."), "{how}: {told}");
        mara.hears_all();
        mara.reads("Changed since: ✔ ");
        // Another option takes its place, too.
        mara.says("actually blue").await;
        mara.hears("#1 ✔ Changed: blue, no longer ").await;
        mara.hears_all();
    }
}

async fn a_decision_is_reopened_in_words() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    mara.says("red").await;
    mara.hears("Decided: red").await;
    office.advance(TimeDelta::hours(3)).await;
    mara.says("reopen the bike decision").await;
    mara.hears("#1 is done with it. Shall I change that?").await;
    mara.says("blue").await;
    mara.hears("#1 ✔ Changed: blue, no longer red. The new report follows.").await;
    mara.hears_all();
    mara.says("ask me whether to paint the fence").await;
    mara.hears("▸").await;
    mara.hears("#2 One decision for you").await;
    mara.says("let me sleep on it").await;
    mara.hears("All right, #2 stays open, and I'll remind you on").await;
    mara.hears_all();
}

async fn beside_open_questions_words_may_answer_what_was_asked_last() {
    for own in ["keep it", "actually green please", "the grey one"] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says("compare three hosting offers").await;
        mara.hears_all();
        mara.says("ask me whether to paint the door red or blue").await;
        mara.hears_all();
        mara.says(own).await;
        mara.hears("your answer to #2, or something new?").await;
        mara.presses("Answer #2: ").await;
        mara.hears_all();
        mara.reads(&format!("✔ {own}. Mara, "));
    }
}

async fn who_decides_no_more_is_told_nothing_of_a_change() {
    let office = Office::offline().await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.says("/room decisions on").await;
    kim.hears_all();
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/room decisions on").await;
    mara.hears_all();
    mara.says(PARTY).await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    kim.hears("#1 One decision for you").await;
    mara.says("no").await;
    mara.hears("Decided: No").await;
    kim.reads("✔ No. Mara, ");
    mara.says("/members Kim observer").await;
    mara.hears("Kim is an observer now.").await;
    kim.hears_all();
    mara.says("actually yes").await;
    mara.hears("#1 ✔ Changed: Yes, no longer No. The new report follows.").await;
    mara.hears_all();
    mara.reads("Changed since: ✔ Yes. Mara, ");
    kim.lacks("Changed since");
    kim.reads("✔ No. Mara, ");
    kim.replies("#1 Decided", "undo").await;
    let told = kim.hears("approver").await;
    assert!(!told.contains("Yes") && !told.contains("Already decided"), "{told}");
}

async fn what_silence_decided_is_changed_in_words() {
    let office = Office::new().await;
    let question: Value = json!({
        "question": "May I recommend the offer that binds you for 24 months?",
        "kind": "technical_choice",
        "options": [{"label": "Only monthly terms"}, {"label": "24 months is fine"}],
        "recommended": 0,
        "reason": "you may move soon",
        "deadline": "2026-11-23T13:00",
        "without_answer": "recommended",
    });
    office.works(move |input| match decision(input) {
        None => call("ask_decision", question.clone()),
        Some(_) => said(&input.said[1..].join(" ")),
    });
    office.writes(|input| said(&format!("Take offer C. {}", input.results[0].text)));
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    office.advance(TimeDelta::hours(3)).await;
    mara.hears("in 1 hour: May I").await;
    office.model_is_down(true);
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("Taken as announced").await;
    mara.hears("does not answer").await;
    mara.says("actually the second one").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    office.model_is_down(false);
    office.advance(TimeDelta::minutes(10)).await;
    mara.hears("The person decided: 24 months is fine").await;
}

async fn a_decision_for_later_becomes_a_reminder_of_it() {
    for (wish, wanted) in [
        ("ask me tomorrow at 9 whether to go to the party", "“decide: go to the party?”"),
        ("ask me in 1 minute whether I should renew the contract", "“decide: should I renew the contract?”"),
        ("ask me every Friday whether we need milk", "“decide: we need milk?”"),
        ("tomorrow at 9, ask me if I should go", "“decide: should I go?”"),
        ("frag mich morgen um 9, ob ich den Vertrag verlängern soll", "“decide: soll ich den Vertrag verlängern?”"),
        ("book the train or the bus? ask me tomorrow at 9", "“decide: book the train or the bus?”"),
        ("the train or the bus, please ask me tomorrow at 9", "“decide: the train or the bus?”"),
        ("Zug oder Bus? frag mich morgen um 9", "“decide: Zug oder Bus?”"),
    ] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says(wish).await;
        let echo = mara.hears(wanted).await;
        assert!(echo.contains("I can't put a decision to you at a later time"), "{echo}");
        mara.says("never mind").await;
        mara.hears("Deleted").await;
        mara.says("/list all").await;
        mara.hears("Nothing here yet.").await;
    }
}

async fn what_one_wants_to_be_asked_reads_as_a_question() {
    for (idea, wanted) in [
        (BIKE, "Buy the red or the blue bike?\n1. red (cheaper)\n2. blue (faster)\n"),
        (PARTY, "Go to the party?\n1. Yes\n2. No\n"),
        ("ask me whether I should renew the contract", "Should I renew the contract?\n1. Yes\n2. No\n"),
        ("frag mich, ob ich den Vertrag verlängern soll", "Soll ich den Vertrag verlängern?\n1. Yes\n2. No\n"),
        ("ask me whether to leave tomorrow at 9", "Leave tomorrow at 9?\n1. Yes\n2. No\n"),
    ] {
        let office = Office::offline().await;
        let (_, prompt) = asked(&office, idea).await;
        assert!(prompt.contains(wanted), "{prompt}");
    }
}

async fn what_is_no_answer_leaves_it_open() {
    for (text, told) in [
        ("I don't understand", ""),
        ("let me ask Kim first", "Nothing is decided yet"),
        ("First, let me ask Kim", "Nothing is decided yet"),
        ("wait", ""),
        ("hmm", "#1 stays open"),
        ("ok", "Nothing is decided yet"),
    ] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.replies("One decision", text).await;
        if told.is_empty() {
            mara.hears_all();
        } else {
            mara.hears(told).await;
        }
        mara.says("2").await;
        mara.reads("✔ blue. Mara, ");
        mara.hears("Decided: blue").await;
    }
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.replies("One decision", "No, wait").await;
    mara.hears("Nothing is decided yet").await;
    mara.says("#1 no").await;
    mara.reads("✔ No. Mara, ");
    mara.hears_all();
}

async fn what_puts_it_off_is_no_idea() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.says("I'm not sure, let me ask Kim first").await;
    mara.hears("18:00").await;
    // What orders something besides is that.
    mara.says("I have to check out by 10, remind me tomorrow at 9").await;
    mara.hears_all();
    mara.replies("One decision", "no").await;
    mara.reads("✔ No. Mara, ");
    mara.hears("Decided: No").await;
    mara.says("let me ask Kim about the party").await;
    mara.hears("#2").await;
    mara.hears_all();
}

async fn a_reason_behind_a_yes_or_no_is_asked_about() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.says("no, I'm too tired").await;
    let prompt = mara.hears("Is “no, I'm too tired” your answer to #1, or something new?").await;
    assert!(prompt.contains("[#1 No]\n[Answer #1: no, I'm too tired]"), "{prompt}");
    mara.presses("#1 No").await;
    mara.reads("✔ No. Mara, ");
    mara.hears("Decided: No").await;
}

async fn a_number_behind_a_newer_list_is_asked_about() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    mara.says("remind me tomorrow at 9 to call Ana").await;
    mara.hears("call Ana").await;
    mara.says("/schedules").await;
    mara.hears("1. ").await;
    mara.says("2").await;
    mara.hears("Is that about this?\n[#1 blue: ").await;
    mara.presses("#1 blue").await;
    mara.reads("✔ blue. Mara, ");
    mara.hears_all();
}

async fn a_yes_in_a_group_answers_what_was_asked_last() {
    let office = Office::offline().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    mara.mentions(PARTY).await;
    mara.hears_all();
    mara.mentions("note: the key is under the mat").await;
    mara.hears_all();
    mara.mentions("cancel all").await;
    mara.hears("Cancel").await;
    mara.mentions("yes").await;
    mara.lacks("✔ Yes. Mara, ");
    mara.hears_all();
}

async fn what_is_doubted_or_said_in_passing_is_asked_about() {
    for (words, own) in [
        ("red?", false),
        ("red if it is cheaper, otherwise blue", false),
        ("hmm red maybe", false),
        ("I like the red one more", true),
    ] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says(words).await;
        let prompt = mara.hears(&format!("Is “{words}” your answer to #1, or something new?")).await;
        assert!(prompt.contains("[#1 red]") && prompt.contains("[New idea]"), "{prompt}");
        assert_eq!(prompt.contains("[Answer #1: "), own, "{prompt}");
        assert!(!office.transcript().contains("✔ red. Mara, "), "{}", office.transcript());
        mara.presses("#1 red").await;
        mara.reads("✔ red. Mara, ");
        mara.hears("Decided: red").await;
    }
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    for words in ["everything except blue", "definitely not blue", "neither red nor blue", "don't"] {
        mara.says(words).await;
        mara.hears("Nothing is decided yet").await;
    }
    mara.replies("One decision for you", "red?").await;
    mara.hears("Nothing is decided yet").await;
    let office = Office::offline().await;
    let (mara, _) = asked(&office, PARTY).await;
    mara.says("yes?").await;
    mara.hears("This waits for your decision. What do you choose?").await;
    mara.lacks("✔ Yes. Mara, ");
}

async fn what_asks_back_is_shown_again() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    for words in [
        "when is it due?",
        "who can decide?",
        "what happens if i don't answer?",
        "what was the question?",
        "show me the question again",
        "ask me again",
    ] {
        mara.says(words).await;
        let shown = mara.hears("This waits for your decision. What do you choose?").await;
        assert!(shown.contains("Buy the red or the blue bike?") && shown.contains("[#1: red"), "{words}: {shown}");
    }
}

async fn who_does_not_know_yet_or_asks_first_is_told() {
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    for words in
        ["hmm not sure", "I don't know", "je ne sais pas", "no sé", "不知道", "weiß nicht", "keine Ahnung", "warte mal"]
    {
        mara.says(words).await;
        let told = mara.hears("All right, #1 stays open").await;
        assert!(told.contains("red or the blue bike") || words == "warte mal", "{words}: {told}");
        mara.hears_all();
    }
    for words in [
        "give me a moment",
        "hm, difficult",
        "let me think",
        "hmm",
        "muss ich überlegen",
        "lass mich nachdenken",
        "laisse-moi réfléchir",
        "je réfléchis",
        "une minute",
        "un instant",
        "j'hésite",
        "lo pienso",
        "dame un minuto",
        "luego",
        "等会儿",
        "我还没决定",
        "随后",
        "再想想",
        "让我想想",
        "warte kurz",
    ] {
        mara.says(words).await;
        mara.hears("All right, #1 stays open").await;
        mara.hears_all();
    }
    for (words, told) in [
        ("who else may answer that?", "Mara can decide."),
        ("wer darf hier entscheiden?", "Mara can decide."),
        ("wer darf das entscheiden?", "Mara can decide."),
        ("what happens if I do nothing?", "Without an answer nothing happens."),
        ("was passiert, wenn ich nicht antworte?", "Without an answer nothing happens."),
        ("who decides?", "Mara can decide."),
        ("¿quién puede decidir esto?", "Mara can decide."),
    ] {
        mara.says(words).await;
        mara.hears(told).await;
        mara.hears_all();
    }
    mara.says("my wife prefers the red one").await;
    mara.hears("Is “my wife prefers the red one” your answer to #1, or something new?").await;
    mara.says("no, the purple one").await;
    mara.hears("No option of #1 is called that, so nothing is decided yet.").await;
    assert!(!office.transcript().contains("#2"), "{}", office.transcript());
    for words in ["nope, blue", "nee, blue", "不，第二个"] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("my wife prefers the red one").await;
        mara.hears("Is “my wife prefers the red one” your answer to #1, or something new?").await;
        mara.says(words).await;
        mara.hears("Decided: blue").await;
        assert!(!office.transcript().contains("#2"), "{}", office.transcript());
    }
    let office = Office::offline().await;
    let (mara, _) = asked(&office, BIKE).await;
    mara.says("my wife prefers the red one").await;
    mara.hears("Is “my wife prefers the red one” your answer to #1, or something new?").await;
    mara.says("no, the second").await;
    mara.hears("Decided: blue").await;
    mara.says("还是第一个吧").await;
    mara.hears("#1 ✔ Changed: red, no longer blue.").await;
    mara.hears_all();
    mara.says("撤销").await;
    mara.hears("Shall I change that?").await;
    assert!(!office.transcript().contains("#2"), "{}", office.transcript());
}

async fn who_changes_their_mind_right_away_is_asked_or_heard() {
    for words in ["blue", "blue!", "blue please", "the blue one"] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("red").await;
        mara.hears("Decided: red").await;
        mara.says(words).await;
        let prompt = mara.hears("Change #1 to “blue”?").await;
        assert!(prompt.contains("[Change it to blue]") && prompt.contains("[New idea]"), "{prompt}");
        if words == "blue" {
            mara.says("yes").await;
        } else {
            mara.presses("Change it to blue").await;
        }
        mara.hears("#1 ✔ Changed: blue, no longer red. The new report follows.").await;
        mara.hears_all();
    }
    for words in ["change to blue", "blue after all", "blue rather than red"] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("red").await;
        mara.hears("Decided: red").await;
        mara.says(words).await;
        mara.hears("#1 ✔ Changed: blue, no longer red. The new report follows.").await;
        mara.hears_all();
    }
    for words in ["reopen #1", "ask me again", "neither", "no"] {
        let office = Office::offline().await;
        let (mara, _) = asked(&office, BIKE).await;
        mara.says("red").await;
        mara.hears("Decided: red").await;
        mara.says(words).await;
        let prompt = mara.hears("Already decided by you just now: red. #1 is done with it. Shall I change that?").await;
        assert!(prompt.contains("[Change it to blue]"), "{prompt}");
        mara.presses("Leave it").await;
        mara.hears_all();
    }
}
