//! Several things stand open at once: words find the one they belong to, and nobody is asked the same again and again.

use super::deciding;
use crate::support::{Office, Voice, idea};
use secretary::secretary::inbound::Platform::{Telegram, Web};
use secretary::secretary::workspace::Role;

stories![
    an_option_decides_while_questions_are_open,
    words_that_fit_a_question_and_a_decision_are_asked_about,
    a_decision_whose_option_is_named_with_a_doubt_is_offered_as_well,
    without_a_model_it_is_asked_once_whether_words_are_an_answer,
    whoever_does_not_understand_is_told_what_is_asked,
    later_leaves_things_open,
    all_reminders_go_after_a_question,
    keeping_them_keeps_them,
    a_city_answers_the_question_for_the_zone,
    the_daily_report_is_stopped_in_words,
    small_remarks_make_no_tickets,
    an_option_and_more_decides_while_questions_are_open,
    an_option_and_more_is_kept_for_one_of_several,
    a_second_thought_is_heard_while_questions_are_open,
    beside_questions_of_two_ideas_what_is_complete_goes_its_own_way,
    both_and_neither_leave_undecided_what_was_asked_last,
    a_second_thought_that_may_answer_what_is_open_is_asked_about,
    a_word_may_be_an_answer_of_ones_own,
    a_question_whether_to_change_takes_a_yes,
    a_yes_to_what_may_change_to_several_asks_to_which,
    a_no_leaves_what_was_decided_as_it_is,
    whether_to_change_it_is_asked_in_the_language_of_whoever_reads_it,
    a_place_under_the_question_means_the_option_as_it_was_asked,
    what_a_button_says_is_what_it_is_changed_to,
    a_no_right_after_a_decision_decides_nothing_older,
    what_is_asked_for_in_a_reply_is_answered_by_it,
    what_waits_is_shown_whatever_is_open,
];

/// A decision on the first idea, a question about the second.
async fn both_open(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    office.reads(|input| {
        let plan = idea("Printers");
        if input.answered.is_empty() { plan.asks("What matters?", &["Price", "24 months"]).into() } else { plan.into() }
    });
    mara.says("find a printer").await;
    mara.hears("#2").await;
    mara.hears("#2 One quick question").await;
    mara
}

async fn an_option_decides_while_questions_are_open() {
    let office = Office::new().await;
    let mara = both_open(&office).await;
    mara.says("I'd go with monthly terms I think").await;
    mara.reads("✔ Only monthly terms");
    mara.reads("#2 One quick question");
    mara.hears_all();
}

async fn a_decision_whose_option_is_named_with_a_doubt_is_offered_as_well() {
    let office = Office::new().await;
    let mara = both_open(&office).await;
    mara.says("monthly terms?").await;
    let which = mara.hears("Which one?").await;
    let wanted = ["[#1 Only monthly terms: ", "[Answer for #2 ", "[New idea]"];
    assert!(wanted.iter().all(|label| which.contains(label)), "{which}");
    mara.presses("#1 Only monthly terms: ").await;
    mara.reads("✔ Only monthly terms. Mara, ");
    mara.reads("#2 One quick question");
    mara.hears_all();
}

async fn an_option_and_more_decides_while_questions_are_open() {
    let office = Office::new().await;
    let mara = both_open(&office).await;
    // "no" may begin an answer as well.
    mara.says("no, but only in spring").await;
    mara.hears_all();
    assert!(!office.transcript().contains("✔ Only monthly terms"), "{}", office.transcript());
    let office = Office::new().await;
    let mara = both_open(&office).await;
    mara.says("monthly terms, but only until May").await;
    mara.reads("✔ monthly terms, but only until May. Mara, ");
    mara.reads("#2 One quick question");
    mara.hears_all();
}

async fn an_option_and_more_is_kept_for_one_of_several() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Web).await;
    for idea in ["compare three hosting offers", "compare printers"] {
        mara.says(idea).await;
        mara.hears_all();
    }
    office.reads(|input| {
        let plan = idea("Desks");
        if input.answered.is_empty() { plan.asks("What matters?", &["Price", "Size"]).into() } else { plan.into() }
    });
    mara.says("find a desk").await;
    mara.hears_all();
    mara.says("2, but only until May").await;
    let which = mara.hears("Which one?").await;
    assert!(which.contains("[#1 2, but only") && which.contains("[#2 2, but only"), "{which}");
    mara.presses("#1 2, but only").await;
    mara.reads("✔ 24 months is fine (“but only until May”). Mara, ");
    mara.reads("#3 One quick question");
    mara.hears_all();
    assert_eq!(office.transcript().matches("✔ 24 months is fine (").count(), 1, "{}", office.transcript());
}

async fn a_second_thought_is_heard_while_questions_are_open() {
    for thought in
        ["no wait, blue", "actually make the bike blue", "I changed my mind, blue", "oops, I meant the blue one"]
    {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        mara.says("ask me which bike: red, blue").await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
        mara.says("red").await;
        mara.hears("Decided: red").await;
        mara.says("new curtains").await;
        mara.hears("quick question").await;
        mara.says(thought).await;
        mara.hears("#1 ✔ Changed: blue, no longer red.").await;
        mara.reads("Decided: blue (Mara)");
        mara.hears_all();
        mara.says("/history red").await;
        let past = mara.hears("Past decisions").await;
        assert!(past.contains("✔ blue, no longer red") && past.contains("✖ (changed later) red"), "{past}");
        // The wish of the work that is done again is nothing that somebody said.
        mara.says("/team 1").await;
        assert!(!mara.hears("#1").await.contains("Decided anew"), "{}", office.transcript());
    }
}

async fn a_word_may_be_an_answer_of_ones_own() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me which bike: red, blue").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    // As the secretary names a ticket, and no number of an option.
    mara.says("#1").await;
    mara.hears("#1 ").await;
    assert!(!office.transcript().contains("✔ red"), "{}", office.transcript());
    mara.says("green").await;
    let asked = mara.hears("Is “green” your answer to #1, or something new?").await;
    assert!(asked.contains("[Answer #1: green]") && asked.contains("[New idea]"), "{asked}");
    mara.presses("Answer #1: green").await;
    mara.reads("✔ green. Mara, ");
    mara.hears_all();
    // Once: then such words are something new.
    mara.says("ask me which car: red, blue").await;
    mara.hears_all();
    for (words, heard) in [("green", "Is “green” your answer to #2"), ("curtains", "#3 “curtains” Got it.")] {
        mara.says(words).await;
        mara.reads(heard);
        mara.hears_all();
    }
}

async fn a_question_whether_to_change_takes_a_yes() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me which bike: red, blue").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("red").await;
    mara.reads("Decided: red");
    mara.hears_all();
    mara.says("undo").await;
    mara.hears("#1 is done with it. Shall I change that?").await;
    mara.says("yes").await;
    mara.reads("#1 ✔ Changed: blue, no longer red.");
    mara.hears_all();
    mara.says("no, red").await;
    mara.reads("#1 ✔ Changed: red, no longer blue.");
    mara.hears_all();
    mara.says("/show 1").await;
    mara.hears("; changed later)").await;
    mara.says("undo").await;
    mara.hears_all();
    mara.says("no").await;
    mara.hears_all();
    assert_eq!(office.transcript().matches("✔ Changed:").count(), 2, "{}", office.transcript());
}

async fn a_yes_to_what_may_change_to_several_asks_to_which() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me whether to go to the party").await;
    mara.hears_all();
    mara.says("ask me which bike: red, blue, green").await;
    mara.hears_all();
    mara.says("red").await;
    mara.reads("Decided: red");
    mara.hears_all();
    mara.says("undo").await;
    mara.hears("#2 is done with it. Shall I change that?").await;
    for yes in ["yes", "ok", "ja"] {
        mara.says(yes).await;
        let asked = mara.hears("To which? #2: ").await;
        assert!(asked.contains("[Change it to blue]\n[Change it to green]\n"), "{asked}");
    }
    mara.says("2").await;
    mara.hears("To which? #2: ").await;
    mara.says("green").await;
    mara.reads("#2 ✔ Changed: green, no longer red.");
    mara.hears_all();
    mara.lacks("Decided: Yes");
}

async fn whether_to_change_it_is_asked_in_the_language_of_whoever_reads_it() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await.speaking("de");
    mara.says("ask me which bike: red, blue, green").await;
    mara.hears_all();
    mara.says("red").await;
    mara.hears_all();
    mara.says("undo").await;
    let asked = mara.hears("Soll ich das ändern?").await;
    assert!(asked.contains("#1 ist damit fertig."), "{asked}");
    assert!(mara.offers("In blue ändern") && mara.offers("Etwas anderes…") && mara.offers("So lassen"), "{asked}");
    mara.presses("In blue ändern").await;
    mara.hears_all();
}

async fn a_no_leaves_what_was_decided_as_it_is() {
    for no in ["no", "nope", "leave it as it is", "yes, please keep Yes"] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        mara.says("ask me whether to paint the fence").await;
        mara.hears_all();
        mara.says("yes").await;
        mara.reads("Decided: Yes");
        mara.hears_all();
        mara.says("undo").await;
        let asked = mara.hears("Shall I change that?").await;
        assert!(asked.contains("[Change it to No]"), "{asked}");
        mara.says(no).await;
        mara.hears_all();
        // What was left takes no words any more.
        mara.says("No").await;
        mara.hears_all();
        assert!(!office.transcript().contains("✔ Changed:"), "{}", office.transcript());
    }
}

async fn a_place_under_the_question_means_the_option_as_it_was_asked() {
    for (words, changed) in [
        // Among the buttons that is green.
        ("2", None),
        ("the second one", None),
        ("option 2", None),
        ("3", Some("green")),
        ("the last one", Some("green")),
        ("blue", Some("blue")),
        ("blue?", None),
        ("1", None),
        ("red", None),
        ("4", None),
    ] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        mara.says("ask me which bike: red, blue, green").await;
        mara.hears_all();
        mara.says("red").await;
        mara.reads("Decided: red");
        mara.hears_all();
        mara.says("undo").await;
        let asked = mara.hears("Shall I change that?").await;
        assert!(asked.contains("[Change it to blue]\n[Change it to green]\n"), "{asked}");
        mara.says(words).await;
        mara.hears_all();
        let told = office.transcript();
        match changed {
            Some(to) => assert!(told.contains(&format!("#1 ✔ Changed: {to}, no longer red.")), "{words}: {told}"),
            None => assert!(!told.contains("✔ Changed:"), "{words}: {told}"),
        }
        let places = ["1", "2", "the second one", "option 2"].contains(&words);
        assert_eq!(told.contains("To which? #1: "), places, "{words}: {told}");
        let counts = words == "red";
        assert_eq!(told.contains("“red” counts already."), counts, "{words}: {told}");
    }
}

async fn what_a_button_says_is_what_it_is_changed_to() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me by Friday whether 100, 200 or 300").await;
    mara.hears_all();
    mara.says("100").await;
    mara.reads("Decided: 100");
    mara.hears_all();
    mara.says("undo").await;
    let asked = mara.hears("Shall I change that?").await;
    assert!(asked.contains("[Change it to 200]\n[Change it to 300]\n"), "{asked}");
    mara.says("200").await;
    mara.reads("#1 ✔ Changed: 200, no longer 100.");
    mara.hears_all();
}

async fn a_no_right_after_a_decision_decides_nothing_older() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears_all();
    mara.says("ask me whether to go to the party").await;
    mara.hears_all();
    mara.says("ask me by Friday: yes or no or maybe").await;
    mara.hears_all();
    mara.says("maybe").await;
    mara.hears_all();
    assert!(office.transcript().to_lowercase().contains("decided: maybe"), "{}", office.transcript());
    mara.says("no").await;
    let which = mara.hears("Which one?").await.to_lowercase();
    assert!(which.contains("[#3 change to no: ") && which.contains("[#2 no: go to the party?"), "{which}");
    mara.presses("#3 Change to").await;
    mara.hears_all();
    let all = office.transcript().to_lowercase();
    assert!(all.contains("#3 ✔ changed: no, no longer maybe.") && !all.contains("party?\ndecided:"), "{all}");
}

async fn what_is_asked_for_in_a_reply_is_answered_by_it() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me which bike: red, blue").await;
    mara.hears_all();
    mara.presses("Other…").await;
    mara.hears("What do you decide?").await;
    mara.replies("What do you decide?", "never mind").await;
    mara.hears_all();
    assert!(!office.transcript().contains("Decided:"), "{}", office.transcript());
    mara.says("red").await;
    mara.reads("Decided: red");
    mara.hears_all();
    mara.says("undo").await;
    mara.hears("Shall I change that?").await;
    mara.presses("Other…").await;
    mara.hears("What do you decide?").await;
    mara.replies("What do you decide?", "dark green with white stripes").await;
    mara.reads("#1 ✔ Changed: dark green with white stripes, no longer red.");
    mara.hears_all();
}

async fn a_second_thought_that_may_answer_what_is_open_is_asked_about() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("ask me which bike: red, blue").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("red").await;
    mara.hears("Decided: red").await;
    mara.says("ask me which car: green, blue").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    for words in ["rather blue", "no wait, blue"] {
        mara.says(words).await;
        let which = mara.hears("Which one?").await;
        assert!(which.contains("[#2 blue: ") && which.contains("[#1 Change to blue: "), "{which}");
    }
    mara.presses("#1 Change to blue").await;
    mara.reads("#1 ✔ Changed: blue, no longer red.");
    mara.hears_all();
    mara.says("green, not blue").await;
    mara.reads("Decided: green (Mara)");
    mara.hears_all();
    // What follows more than the wish is about something else.
    mara.says("let's use blue instead for the fence").await;
    mara.reads("“let's use blue instead for the fence” Got it.");
    mara.hears_all();
    assert!(!office.transcript().contains("#2 ✔ Changed"), "{}", office.transcript());
}

async fn both_and_neither_leave_undecided_what_was_asked_last() {
    for words in ["both", "neither", "beide", "ich weiß nicht", "you decide"] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Web).await;
        mara.says("compare three hosting offers and tell me by Friday").await;
        mara.hears("quick questions").await;
        mara.says("/new Should we paint the door red or blue?").await;
        mara.hears("▸").await;
        mara.hears("One decision for you").await;
        mara.says(words).await;
        mara.hears("Should we paint the door red or blue?").await;
        mara.hears_all();
        let all = office.transcript();
        assert!(!all.contains("#3") && !all.contains("For which one"), "{words}: {all}");
        mara.says("doch lieber blue").await;
        mara.reads("✔ blue");
        mara.hears_all();
    }
}

async fn words_that_fit_a_question_and_a_decision_are_asked_about() {
    let office = Office::new().await;
    let mara = both_open(&office).await;
    mara.says("24 months").await;
    mara.hears("Which one?").await;
    assert!(
        mara.offers("Answer for #2 find a printer") && mara.offers("#1 24 months is fine"),
        "{}",
        office.transcript()
    );
    mara.presses("#1 24 months").await;
    mara.reads("✔ 24 months is fine");
    assert!(
        mara.offers("Answer for #2 find a printer") && !mara.offers("#1 24 months is fine"),
        "{}",
        office.transcript()
    );
    mara.reads("#2 One quick question");
    mara.hears_all();
}

async fn without_a_model_it_is_asked_once_whether_words_are_an_answer() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("new curtains").await;
    mara.hears("quick question").await;
    mara.says("can you phone my daughter?").await;
    mara.hears("Does that answer my questions about #1, or is it something new?").await;
    mara.says("yes").await;
    mara.hears("Nothing waits for your go just now.").await;
    mara.says("write a poem about spring").await;
    mara.hears_all();
    mara.reads("#1 Two quick questions");
}

async fn beside_questions_of_two_ideas_what_is_complete_goes_its_own_way() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    for (n, idea) in [(1, "the website"), (2, "the party")] {
        mara.says(&format!("/new {idea}")).await;
        mara.hears(&format!("#{n} Two quick questions")).await;
    }
    for (said, heard) in [
        ("remind me tomorrow at 17:00 to call Bob", "I'll remind you of “call Bob”"),
        ("remember that the key is with Ana", "Noted: the key is with Ana"),
        ("20 * 3", "20 * 3 = 60"),
        ("where is the key?", "the key is with Ana"),
    ] {
        mara.says(said).await;
        mara.hears(heard).await;
    }
    mara.says("write a poem about spring").await;
    let which = mara.hears("For which one is “write a poem about spring”?").await;
    assert!(which.contains("[#2 ") && which.contains("[#1 ") && which.contains("[New idea]"), "{which}");
    // It was asked once; what fits no question is something new from then on.
    mara.says("write a song about autumn").await;
    mara.hears_all();
    mara.reads("#1 Two quick questions");
    mara.reads("#2 Two quick questions");
}

async fn whoever_does_not_understand_is_told_what_is_asked() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("what?").await;
    mara.hears("I take requests in plain words, for example: remind me tomorrow at 9 to call Kim.").await;
    mara.says("who are you?").await;
    mara.hears("I'm your secretary").await;
    office.reads(|_| idea("Hosting offers").asks("What matters?", &["Price", "Speed"]).into());
    mara.says("compare three hosting offers").await;
    mara.hears("One quick question").await;
    mara.says("why do you ask?").await;
    mara.hears("Before I begin #1 (compare three hosting offers) I need to know: What matters? Tap an answer").await;
    mara.says("I don't want to answer").await;
    mara.reads("#1 Cancelled by Mara.");
    mara.hears_all();
}

async fn later_leaves_things_open() {
    let office = Office::new().await;
    deciding(&office);
    let mara = office.owner("Mara", Web).await;
    mara.says("not yet").await;
    mara.hears("All right.").await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("later").await;
    mara.hears("All right, #1 stays open, and I'll remind you on Mon 23 Nov, 18:00 (Berlin).").await;
    mara.says("what do you mean?").await;
    mara.hears("#1 waits for a choice: Offer B is cheapest").await;
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn three_reminders(office: &Office) -> Voice {
    let mara = office.owner("Mara", Web).await;
    for what in ["call Kim", "water the plants", "pay the rent"] {
        mara.says(&format!("remind me tomorrow at 9 to {what}")).await;
        mara.hears(what).await;
    }
    mara
}

async fn all_reminders_go_after_a_question() {
    let office = Office::offline().await;
    let mara = three_reminders(&office).await;
    mara.says("cancel all reminders").await;
    mara.hears("Delete all 3 reminders?\n“call Kim”").await;
    // "Undo" takes back what was done last, and is no yes.
    mara.presses("Delete all 3").await;
    mara.hears("Taken back: 3 reminders.").await;
    assert!(!mara.offers("Keep them"), "{}", office.transcript());
    mara.says("cancel all reminders").await;
    mara.hears("There are no reminders of yours here.").await;
    mara.says("undo").await;
    mara.hears("call Kim").await;
    mara.says("/schedules").await;
    mara.hears("pay the rent").await;
}

async fn keeping_them_keeps_them() {
    let office = Office::offline().await;
    let mara = three_reminders(&office).await;
    mara.says("delete all my reminders").await;
    mara.hears("Delete all 3 reminders?").await;
    mara.presses("Keep them").await;
    assert!(!mara.offers("Delete all 3"), "{}", office.transcript());
    mara.says("/schedules").await;
    mara.hears("water the plants").await;
}

async fn a_city_answers_the_question_for_the_zone() {
    let office = Office::offline().await;
    let mara = office.newcomer("Mara", Telegram, Role::Owner).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("Which time zone are you in?").await;
    mara.says("I live in Lisbon").await;
    mara.reads("09:00 (Lisbon)");
    mara.hears_all();
    mara.says("my time zone is Europe/Berlin").await;
    mara.hears("Berlin").await;
    mara.hears_all();
}

async fn the_daily_report_is_stopped_in_words() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("/report daily 18:00").await;
    mara.hears("18:00").await;
    mara.says("stop the daily report").await;
    mara.hears("Undo").await;
    mara.says("/schedules").await;
    mara.hears("Nothing").await;
}

async fn small_remarks_make_no_tickets() {
    for office in [Office::offline().await, Office::new().await] {
        let mara = office.owner("Mara", Web).await;
        for said in
            ["sorry", "done", "I'll think about it", "that's great", "I don't know", "skip", "edit", "actually no"]
        {
            mara.says(said).await;
            let heard = mara.hears("").await;
            assert!(!heard.contains('#'), "{said}: {heard}");
        }
        mara.says("/list all").await;
        let list = mara.hears("").await;
        assert!(!list.contains('#'), "{list}");
    }
}

async fn what_waits_is_shown_whatever_is_open() {
    let office = Office::new().await;
    let mara = both_open(&office).await;
    let thoughts = office.thoughts();
    for words in ["What are you waiting for?", "what do you need from me?", "sag mal, was steht noch an?"] {
        mara.says(words).await;
        mara.hears(", newest first").await;
        mara.hears("or send: /decide 1 1").await;
    }
    assert_eq!(office.thoughts(), thoughts, "it is free of charge");
    assert!(!office.transcript().contains("#3"), "{}", office.transcript());
}
