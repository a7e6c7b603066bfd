//! What the rules make of everyday words without a language model: candidates and corrections to them, answers that are
//! none, remarks, notes that are corrected, reports that displease, and what is kept.

use crate::support::{Office, Voice};
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{Discord, Telegram, Web};

stories![
    where_nothing_can_be_searched_names_are_asked_for,
    candidates_behind_a_colon_are_put_and_corrected,
    a_title_given_to_the_letter_is_the_title_and_nothing_else,
    an_option_first_and_the_rest_answers_both_questions,
    an_order_is_not_taken_for_an_answer,
    what_is_no_time_and_no_choice_is_asked_for_again,
    a_remark_is_no_ticket,
    figures_name_no_model_where_there_is_none,
    what_is_needed_is_asked_for,
    corrections_and_additions_reach_the_note,
    without_a_model_a_report_is_added_to_and_not_done_again,
    the_second_idea_of_a_day_is_kept_in_few_words,
    a_setting_answers_with_what_changed,
    an_edited_idea_is_read_as_if_it_had_been_sent_so,
    what_comes_after_a_choice_is_said_to_be_left_out,
    what_is_left_out_ends_well_and_says_so,
    a_choice_in_everyday_words_is_put_as_it_was_meant,
    what_is_put_to_somebody_is_asked_and_told_once,
    an_order_beside_several_open_questions_is_carried_out,
    an_edit_of_what_was_asked_already_says_what_stays,
    what_is_added_to_another_idea_is_kept_no_longer,
];

async fn what_is_put_to_somebody_is_asked_and_told_once() {
    for idea in ["put to me: pizza or pasta?", "put it to me: pizza or pasta?", "let me choose: pizza or pasta"] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says(idea).await;
        mara.hears("▸").await;
        let prompt = mara.hears("#1 One decision for you").await;
        assert!(prompt.contains("[pizza]\n[pasta]\n[Other…]"), "{idea}: {prompt}");
        assert!(!prompt.to_lowercase().contains("to me"), "{idea}: {prompt}");
        mara.presses("pizza").await;
        let report = mara.hears("Decided: pizza").await;
        assert!(!report.contains("The question was"), "the title says it: {report}");
    }
}

async fn an_order_beside_several_open_questions_is_carried_out() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for idea in ["compare hosting offers", "find me a good plumber in Berlin"] {
        mara.says(idea).await;
        mara.hears_all();
    }
    mara.says("limit spending to 100k tokens a day please").await;
    mara.hears("All together a day: at most 100,000 tokens.").await;
    for (number, idea) in [(2, "put to me: tea or coffee?"), (3, "decide between Anna and Bert for the job")] {
        mara.says(idea).await;
        mara.hears(&format!("#{number} “{}” Got it", idea)).await;
        mara.hears_all();
    }
    assert!(!office.transcript().contains("For which one is"), "{}", office.transcript());
}

async fn an_edit_of_what_was_asked_already_says_what_stays() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("tea or coffee?").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.edits("tea or coffee?", "tea or cocoa?").await;
    let told = mara.hears("#1 Added: The idea now reads: tea or cocoa? The open decision still waits").await;
    assert!(told.contains("this goes into the report as you said it."), "{told}");
    assert!(told.contains("The question still has its old options.") && told.contains("/cancel 1"), "{told}");
    mara.presses("tea").await;
    mara.hears("Also said: “tea or cocoa?”").await;
}

async fn what_is_added_to_another_idea_is_kept_no_longer() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("tea or coffee?").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.says("translate the menu into Spanish").await;
    mara.hears("I keep it; once that changes, /dispatch 2 starts it.").await;
    assert_eq!(mara.presses("Add to #1").await, "Added to #1.");
    mara.reads("#2 Added to #1; it goes on there.");
    mara.hears("#1 Added: translate the menu into Spanish. The open decision still waits").await;
}

async fn a_choice_in_everyday_words_is_put_as_it_was_meant() {
    const EVENING: &str = "Tue 24 Nov, 18:00 (Berlin)";
    for (idea, options, by) in [
        ("the fast one or the cheap one? let me decide later", "[the fast one]\n[the cheap one]\n[Other…]", ""),
        ("should I take the job or not? I'll decide tomorrow", "[Yes]\n[No]\n[Other…]", EVENING),
        (
            "decide between these by tomorrow:\n- pizza\n- sushi\n- tacos",
            "[pizza]\n[sushi]\n[tacos]\n[Other…]",
            EVENING,
        ),
        ("ask me by tomorrow red or blue", "[red]\n[blue]\n[Other…]", EVENING),
        ("pregúntame antes de mañana si reservamos el hotel o el piso", "[el hotel]\n[el piso]\n", EVENING),
    ] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", Telegram).await;
        mara.says(idea).await;
        mara.hears("▸").await;
        let prompt = mara.hears("#1 One decision for you").await;
        assert!(prompt.contains(options) && prompt.contains(by), "{idea}: {prompt}");
    }
    // What is to follow from silence was said, and is announced.
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("red or blue by tomorrow, otherwise take red").await;
    mara.hears("▸").await;
    let prompt = mara.hears("#1 One decision for you").await;
    assert!(prompt.contains("Without an answer I take option 1, “red”"), "{prompt}");
    assert!(prompt.contains("[★ red]\n[blue]\n[Other…]") && prompt.contains(EVENING), "{prompt}");
    // A day that no calendar has is named.
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me by 31 February whether to renew").await;
    mara.hears("There is no 31 February, so I did not begin.").await;
}

async fn where_nothing_can_be_searched_names_are_asked_for() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("find me a good plumber in Berlin").await;
    let asked = mara.hears("#1 One quick question (1/2)").await;
    assert!(asked.contains("Which ones shall I put to you?") && !asked.contains("Search the web"), "{asked}");
    mara.says("Meyer and Kunz").await;
    mara.reads("Meyer and Kunz. Thanks.");
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("I put your candidates Meyer and Kunz to you"), "{card}");
}

async fn candidates_behind_a_colon_are_put_and_corrected() {
    let office = Office::offline().await;
    let you = office.owner("You", Web).await;
    you.says("which laptop should I buy: ThinkPad X1, MacBook Air or Framework 13?").await;
    let card = you.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates ThinkPad X1, MacBook Air and Framework 13 to you"), "{card}");
    you.fills("Edit", "leave out the MacBook, and make it quick").await;
    you.reads("Changed: leave out the MacBook");
    let card = you.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates ThinkPad X1 and Framework 13 to you"), "{card}");
    assert!(card.contains("I can't work “and make it quick” in"), "{card}");
    you.presses("Start").await;
    you.hears("▸").await;
    let prompt = you.hears("#1 One decision for you").await;
    assert!(prompt.contains("[ThinkPad X1]\n[Framework 13]\n[Other…]"), "{prompt}");
    you.presses("Framework 13").await;
    you.hears("Decided: Framework 13").await;
}

async fn a_title_given_to_the_letter_is_the_title_and_nothing_else() {
    let office = Office::offline().await;
    let you = office.owner("You", Web).await;
    you.says("compare Rome, Paris and Oslo for the team trip").await;
    you.hears("#1 Here is what I'll do").await;
    you.fills("Edit", "title: Team trip 2027").await;
    you.hears("Title: Team trip 2027").await;
    you.fills("Edit", "leave out Oslo").await;
    let card = you.hears("#1 Here is what I'll do").await;
    assert!(card.contains("Title: Team trip 2027") && card.contains("candidates Rome and Paris to you"), "{card}");
    you.presses("Start").await;
    you.hears("▸").await;
    you.hears("#1 One decision for you").await;
    you.presses("Paris").await;
    let report = you.hears("Decided: Paris").await;
    assert!(report.contains("#1 Team trip 2027") && !report.contains("title:"), "{report}");
}

async fn an_option_first_and_the_rest_answers_both_questions() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare hosting offers").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.says("price. hetzner, ionos and strato").await;
    mara.reads("#1 1) Price · 2) hetzner, ionos and strato. Thanks.");
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates hetzner, ionos and strato"), "{card}");
}

async fn an_order_is_not_taken_for_an_answer() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("website").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.says("add 2 kg of potatoes, 1 l milk; salt & pepper to shopping").await;
    mara.hears("is it something new?").await;
    mara.presses("Never mind").await;
    mara.reads("By when?");
}

async fn what_is_no_time_and_no_choice_is_asked_for_again() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("the party").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.presses("A decision").await;
    mara.says("potatoes").await;
    mara.hears("“By when?”: I need a day or a time for that").await;
    mara.says("buy a present for mum").await;
    mara.hears("is it something new?").await;
    mara.presses("Never mind").await;
    mara.says("Friday").await;
    mara.reads("1) A decision · 2) Friday. Thanks.");
    mara.hears("Between which options? Name them.").await;
    mara.says("Hetzner").await;
    mara.hears("I need two or more, like “red or blue”.").await;
    mara.says("Hetzner or Netcup").await;
    mara.reads("Hetzner or Netcup. Thanks.");
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("The options are Hetzner and Netcup.") && card.contains("By: Friday."), "{card}");
}

async fn a_remark_is_no_ticket() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("none of your business").await;
    let told = mara.hears("I didn't follow that.").await;
    assert!(told.contains("note: none of your business"), "{told}");
    mara.says("/list").await;
    mara.hears("Nothing open").await;
}

async fn what_is_needed_is_asked_for() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("I need something for the garden").await;
    let asked = mara.hears("#1 Two quick questions (1/2)").await;
    assert!(asked.contains("What exactly do you need?"), "{asked}");
    mara.presses("A note or list").await;
    mara.says("a hose").await;
    mara.reads("#1 1) a hose · 2) A note or list. Thanks.");
    mara.hears("I keep it as the note “Something for the garden”").await;
}

async fn corrections_and_additions_reach_the_note() {
    let office = Office::offline().await;
    let you = office.owner("You", Web).await;
    you.says("redo the kitchen").await;
    you.hears("#1 Two quick questions (1/2)").await;
    you.presses("A note or list").await;
    you.presses("No hurry").await;
    you.hears("What shall I write down about it?").await;
    you.says("blue tiles").await;
    you.hears("#1 Here is what I'll do").await;
    you.fills("Edit", "the sink stays").await;
    let card = you.hears("with “the sink stays” added").await;
    assert!(!card.contains("I assume"), "{card}");
    you.presses("Start").await;
    you.hears("▸").await;
    you.hears("blue tiles").await;
    assert_eq!(you.fills("Revise", "add a new tap").await, "On it.");
    you.hears("#1 I add that to the result.").await;
    you.hears("▸").await;
    you.hears("a new tap").await;
    let note = you.note("Redo the kitchen").await.unwrap();
    assert!(note.contains("blue tiles\nthe sink stays") && note.contains("a new tap"), "{note}");
}

/// Mara pressed 👎 under what was decided.
async fn rated_down(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says("should we take tea or coffee?").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.presses("tea").await;
    mara.hears("Decided: tea (Mara)").await;
    mara.presses("👎").await;
    mara.hears("#1 Open again").await;
    mara
}

async fn without_a_model_a_report_is_added_to_and_not_done_again() {
    let office = Office::offline().await;
    let mara = rated_down(&office).await;
    assert!(mara.offers("Leave it as it is") && mara.offers("Add my words") && !mara.offers("Do it again"));
    mara.says("too short").await;
    mara.hears("#1 I add that to the result.").await;
    mara.hears("▸").await;
    let report = mara.hears("You said: “too short”.").await;
    assert_eq!(report.matches("language model").count(), 1, "{report}");
    assert!(!report.contains("What should be different?") && report.contains("Decided: tea (Mara)"), "{report}");
    mara.presses("👎").await;
    mara.hears("#1 Open again").await;
    mara.presses("Leave it as it is").await;
    mara.reads("✔ Leave it as it is. Mara, ");
    mara.says("/list").await;
    mara.hears("Nothing open").await;
}

async fn the_second_idea_of_a_day_is_kept_in_few_words() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("write a poem about spring").await;
    mara.hears("once that changes, /dispatch 1 starts it").await;
    mara.says("translate hello into French").await;
    let told = mara.hears("#2 Translating needs a language model, and none is connected here yet. I keep it;").await;
    assert!(told.ends_with("once that changes, /dispatch 2 starts it.\n[Cancel]"), "{told}");
    mara.says("/dispatch 2").await;
    mara.hears("#2 Translating needs a language model").await;
    mara.presses("Cancel").await;
    mara.hears("#2 Cancelled by Mara").await;
    office.advance(TimeDelta::hours(25)).await;
    mara.says("write a song about autumn").await;
    mara.hears("once that changes, /dispatch 3 starts it").await;
}

async fn a_setting_answers_with_what_changed() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/settings auto_clarify off").await;
    let told = mara.hears("auto_clarify off: I ask nothing of my own accord").await;
    assert!(!told.contains("timezone"), "{told}");
    mara.says("/settings timezone Asia/Tokyo").await;
    mara.hears("The time zone is Asia/Tokyo now").await;
    mara.says("/pause").await;
    mara.hears("All work is paused. New ideas are kept").await;
    mara.says("/resume").await;
    mara.hears("Work goes on.").await;
}

async fn figures_name_no_model_where_there_is_none() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("ask me whether we should go by bus or by tram").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara.says("/metrics").await;
    let figures = mara.hears("1 decision asked for").await;
    assert!(!figures.contains("language model"), "{figures}");
}

async fn an_edited_idea_is_read_as_if_it_had_been_sent_so() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("choose ham or eggs for brunch").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates ham and eggs to you"), "{card}");
    mara.edits("choose ham", "choose ham or eggs or fish for brunch").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates ham, eggs and fish to you"), "{card}");
    mara.presses("Start").await;
    mara.hears("▸").await;
    let prompt = mara.hears("#1 One decision for you").await;
    assert!(prompt.contains("[ham]\n[eggs]\n[fish]\n"), "{prompt}");
    assert!(prompt.contains("You asked: “choose ham or eggs or fish for brunch”"), "{prompt}");
    mara.presses("fish").await;
    let report = mara.hears("Decided: fish").await;
    assert!(!report.contains("lso said"), "{report}");
}

async fn what_comes_after_a_choice_is_said_to_be_left_out() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("choose ham or eggs, then note the choice").await;
    let card = mara.hears("#1 Here is what I'll do").await;
    assert!(card.contains("your candidates ham and eggs to you"), "{card}");
    assert!(card.contains("Not part of it: “note the choice”. Send that once it is decided."), "{card}");
}

async fn what_is_left_out_ends_well_and_says_so() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode ask write note").await;
    mara.hears("asked each time").await;
    mara.says("I need something for the garden").await;
    mara.hears("#1 Two quick questions (1/2)").await;
    mara.presses("A note or list").await;
    mara.says("a hose").await;
    mara.hears("I keep it as the note “Something for the garden”").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    mara.hears("May I do this?").await;
    mara.fills("No, because…", "only roses").await;
    mara.reads("✔ Leave it out: only roses");
    let report = mara.hears("This was left out (“only roses”): nothing was written.").await;
    assert!(!report.contains("go on without it") && !report.contains("could not"), "{report}");
    assert_eq!(mara.note("Something for the garden").await, None);
}

#[tokio::test]
async fn a_remark_beside_a_decision_is_reported_once() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("should we take tea or coffee?").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.replies("▸", "and mind the price").await;
    mara.hears("#1 Added: and mind the price.").await;
    mara.presses("tea").await;
    let report = mara.hears("Decided: tea (Mara)").await;
    assert!(report.contains("Also said: “and mind the price”. Rules cannot work that in"), "{report}");
}
