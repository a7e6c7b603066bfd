//! What can be done without a language model: decisions with options that are named, remarks and edits beside them, reports
//! that displease, and what is kept.

use crate::support::{Discord, Office, Telegram, TimeDelta, Voice};

stories![
    options_nobody_named_are_asked_for,
    figures_name_no_model_where_there_is_none,
    without_a_model_a_report_is_added_to_and_not_done_again,
    the_second_idea_of_a_day_is_kept_in_few_words,
    a_setting_answers_with_what_changed,
    an_edit_of_what_was_asked_already_says_what_stays,
    each_line_that_begins_like_a_form_is_done,
    a_time_that_cannot_be_is_said_and_a_named_zone_counts,
    an_example_is_pressed_as_if_it_had_been_typed,
    a_time_that_was_said_is_not_asked_for_again,
    a_part_of_a_time_that_is_not_understood_is_said,
];

async fn a_time_that_was_said_is_not_asked_for_again() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for (said, whom) in [("/every day at 9 to call Kim", "Kim"), ("every day at 9 to call Jo", "Jo")] {
        mara.says(said).await;
        mara.hears("Shall I remind you?").await;
        mara.presses("Remind me").await;
        mara.hears(&format!("I'll remind you of “call {whom}” every day at 09:00")).await;
    }
    mara.says("/every 9 to call Kim").await;
    mara.hears("When is “9”?").await;
    mara.presses("Every day at 21:00").await;
    mara.hears("Shall I remind you?").await;
    mara.presses("Remind me").await;
    mara.hears("I'll remind you of “call Kim” every day at 21:00").await;
}

async fn a_part_of_a_time_that_is_not_understood_is_said() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for lead in ["/every ", "every ", "/remind every "] {
        mara.says(&format!("{lead}day at 9 or 10 read https://example.org")).await;
        mara.hears("I could not read \"every day at 9 or 10\" as a time.").await;
    }
    mara.says("/remind every weekday at 9 except Friday to post the list").await;
    mara.hears("I'll remind you of “post the list” every Monday, Tuesday, Wednesday and Thursday at 09:00").await;
    // Plain words are what is to be done, whatever stands in them.
    mara.says("remind me every Monday talk to Kim").await;
    mara.hears("I'll remind you of “talk to Kim” every Monday at 09:00").await;
    mara.says("remind me to call Kim about Ana's 9 am train at 8").await;
    mara.hears("I'll remind you of “call Kim about Ana's 9 am train”").await;
}

async fn each_line_that_begins_like_a_form_is_done() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim\nadd milk to the shopping list").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    mara.hears("Added to the shopping list: milk.").await;
    mara.says("/settings auto_clarify off").await;
    mara.hears("auto_clarify off").await;
    mara.says("write a poem about spring").await;
    let told = mara.hears("once that changes, /dispatch 1 starts it").await;
    assert!(!told.contains("Ask me first"), "{told}");
}

async fn an_example_is_pressed_as_if_it_had_been_typed() {
    for (platform, shown) in [(Telegram, "/list"), (Discord, "/start")] {
        let office = Office::offline().await;
        let mara = office.owner("Mara", platform).await;
        mara.says(shown).await;
        mara.hears("[Note: the rent is due on the 3rd]").await;
        for (example, answer) in [
            ("Note: the rent", "Noted: the rent is due on the 3rd"),
            ("What is 19%", "45.6"),
            ("Remind me tomorrow", "I'll remind you of “call Kim” on Tue 24 Nov, 09:00"),
        ] {
            mara.presses(example).await;
            mara.hears(answer).await;
        }
        let again = "I have that already. Write it once more if you want it twice.";
        assert_eq!(mara.presses("Note: the rent").await, again);
        mara.hears_nothing();
    }
}

async fn a_time_that_cannot_be_is_said_and_a_named_zone_counts() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/remind to call Kim tomorrow 25:00").await;
    mara.hears("\"25:00\" is not a time of day.").await;
    mara.says("tomorrow at 9").await;
    mara.hears("I'll remind you of “call Kim” on Tue 24 Nov, 09:00").await;
    mara.says("/schedules 1 tomorrow 25:00").await;
    mara.hears("\"25:00\" is not a time of day.").await;
    mara.says("/schedules 1 every day at 9 PST").await;
    let told = mara.hears("Changed. I'll remind you of “call Kim”").await;
    assert!(told.contains("every day at 09:00 (Los Angeles)"), "{told}");
    for (said, answer, next, set) in [
        ("tomorrow 25:00 to sleep", "\"25:00\" is not a time of day.", "23:30", "“sleep” on Mon 23 Nov, 23:30"),
        (
            "5pm XYZ to call Jo",
            "I could not read \"5pm XYZ\" as a time.",
            "tomorrow at 5pm",
            "“call Jo” on Tue 24 Nov, 17:00",
        ),
    ] {
        mara.says(&format!("remind me {said}")).await;
        mara.hears(answer).await;
        mara.says(next).await;
        mara.hears(&format!("I'll remind you of {set}")).await;
    }
    mara.says("remind me on 2027-03-28 at 02:30 to sleep").await;
    let told = mara.hears("I'll remind you of “sleep” on Sun 28 Mar 2027, 03:00").await;
    assert!(told.contains("The clocks go forward from 02:00 to 03:00 that day"), "{told}");
    mara.says("remind me every other friday at 5pm to get paid").await;
    mara.hears("I'll remind you of “get paid” every other Friday at 17:00").await;
}

async fn options_nobody_named_are_asked_for() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("help me decide which plumber to take").await;
    mara.hears("Which options are there? Name two or more, separated by commas.").await;
    mara.says("Meyer, Kunz").await;
    mara.reads("Meyer, Kunz. Thanks.");
    mara.hears("#1 Here is what I'll do").await;
    mara.presses("Start").await;
    mara.hears("▸").await;
    let prompt = mara.hears("#1 One decision for you").await;
    assert!(prompt.contains("[Meyer]\n[Kunz]\n[Other…]"), "{prompt}");
    mara.presses("Kunz").await;
    mara.hears("Decided: Kunz").await;
}

async fn an_edit_of_what_was_asked_already_says_what_stays() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("choose between tea and coffee").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.edits("tea and coffee", "choose between tea and cocoa").await;
    let told = mara.hears("#1 Added: The idea now reads: choose between tea and cocoa. The open decision").await;
    assert!(told.contains("this goes into the report as you said it."), "{told}");
    assert!(told.contains("The question still has its old options.") && told.contains("/cancel 1"), "{told}");
    mara.presses("tea").await;
    mara.hears("Also said: “The idea now reads: choose between tea and cocoa”").await;
}

/// Mara pressed 👎 under what was decided.
async fn rated_down(office: &Office) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says("choose between tea and coffee").await;
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
    mara.replies("Open again", "too short").await;
    mara.hears("Did I get that right?").await;
    mara.presses("Yes, too short").await;
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
    let told = mara.hears("#2 This needs a language model, and none is connected here yet.").await;
    assert!(told.ends_with("once that changes, /dispatch 2 starts it.\n[Cancel]"), "{told}");
    assert!(!told.contains("What I can do now"), "{told}");
    mara.says("/dispatch 2").await;
    mara.hears("#2 This needs a language model").await;
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
