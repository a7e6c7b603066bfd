//! A decision answered by what words refer to: what is recommended, the other one, what was said last; and what is put off.

use super::deciding;
use super::leave::{wishes, writing};
use crate::support::{Office, Voice, idea};
use chrono::TimeDelta;
use secretary::ports::tool::Policy;
use secretary::secretary::inbound::Platform::{Telegram, Web};

stories![
    what_an_option_is_called_decides_whatever_else_it_says,
    what_is_recommended_is_taken_where_anything_is,
    what_is_left_to_me_is_no_leave_for_a_call,
    what_is_left_to_me_in_any_language_is_given_back,
    what_asks_for_time_leaves_it_open,
    a_time_that_is_named_is_kept,
    who_asks_to_be_asked_again_moves_the_one_reminder,
    questions_wait_until_the_time_that_is_named,
    nothing_is_asked_again_where_nothing_is_open,
    a_later_in_reply_is_about_what_it_replies_to,
    what_counted_before_is_offered_first,
    the_reason_of_a_no_reaches_the_work,
    always_in_a_word_counts_once,
    always_by_number_counts_once_and_says_why,
    the_other_one_is_known_where_one_was_named,
    who_corrects_themselves_means_what_they_said_last,
    a_change_of_mind_is_about_what_was_decided_last,
    a_yes_or_no_is_asked_with_two_buttons,
    a_yes_to_several_shows_them,
];

const DRINK: &str = "ask me which drink: coffee, tea";
const PARTY: &str = "ask me whether to go to the party";

/// Mara without a language model, asked what she wanted to be asked.
async fn asked(office: &Office, idea: &str) -> Voice {
    let mara = office.owner("Mara", Telegram).await;
    mara.says(idea).await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara
}

/// Mara, asked by an agent that recommends the first of two.
async fn advised(office: &Office) -> Voice {
    deciding(office);
    let mara = office.owner("Mara", Web).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("One decision for you").await;
    mara
}

async fn what_an_option_is_called_decides_whatever_else_it_says() {
    for how in ["said", "replied"] {
        let office = Office::offline().await;
        let mara = asked(&office, "ask me which time: now, later").await;
        match how {
            "said" => mara.says("later").await,
            _ => mara.replies("One decision", "Later!").await,
        }
        mara.reads("✔ later. Mara, ");
        mara.hears("Decided: later").await;
    }
    // It is no option of what was asked last.
    let office = Office::offline().await;
    let mara = asked(&office, "ask me which time: now, later").await;
    mara.says(DRINK).await;
    mara.hears_all();
    mara.says("later").await;
    mara.hears("stays open").await;
    mara.lacks("✔ later. Mara, ");
    let office = Office::offline().await;
    let mara = asked(&office, "ask me what to do: wait, go").await;
    mara.says("wait").await;
    mara.reads("✔ wait. Mara, ");
    mara.hears("Decided: wait").await;
}

async fn what_is_recommended_is_taken_where_anything_is() {
    for words in ["whatever you recommend", "the recommended one", "take your recommendation", "the starred one"] {
        let office = Office::new().await;
        let mara = advised(&office).await;
        mara.says(words).await;
        mara.reads("✔ Only monthly terms. Mara, ");
        mara.hears("Take offer C").await;
    }
    let office = Office::new().await;
    let mara = advised(&office).await;
    mara.replies("One decision", "go with your recommendation").await;
    mara.reads("✔ Only monthly terms. Mara, ");
    mara.hears("Take offer C").await;
}

async fn what_is_left_to_me_is_no_leave_for_a_call() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    for words in ["whatever you recommend", "your call"] {
        mara.replies("I ask before I do this", words).await;
        mara.hears("This one is yours to decide").await;
        mara.says(words).await;
        mara.hears("This one is yours to decide").await;
    }
    assert_eq!(letters.sent(), 0, "{}", office.transcript());
    assert!(mara.offers("Do it") && mara.offers("Leave it out"), "it is still open: {}", office.transcript());
    mara.says("leave it out").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 0);
    mara.hears_all();
}

async fn what_is_left_to_me_in_any_language_is_given_back() {
    let office = Office::offline().await;
    let mara = asked(&office, DRINK).await;
    for words in [
        "you choose",
        "your call",
        "decide for me",
        "as you suggest",
        "du entscheidest",
        "mir egal, entscheide du",
        "comme tu veux",
        "À toi de voir",
        "tú decides",
        "como quieras",
        "你决定",
    ] {
        mara.says(words).await;
        mara.hears("This one is yours to decide, and I see nothing that speaks for one of them more").await;
    }
    mara.replies("One decision for you", "you choose").await;
    mara.hears("This one is yours to decide").await;
    mara.says("tea").await;
    mara.hears("Decided: tea").await;
}

async fn what_asks_for_time_leaves_it_open() {
    let office = Office::offline().await;
    let mara = asked(&office, PARTY).await;
    // Something else was shown since.
    mara.says("note: the code is 4711").await;
    mara.hears("Noted").await;
    for words in ["wait", "hang on", "one moment", "I need more time", "noch nicht", "mañana", "明天再说"] {
        mara.says(words).await;
        mara.hears("All right, #1 stays open").await;
    }
}

async fn a_time_that_is_named_is_kept() {
    for (words, day) in [
        ("ask me tomorrow", "24 Nov"),
        ("frag mich morgen", "24 Nov"),
        ("give me a day", "24 Nov"),
        ("remind me about it tonight", "23 Nov"),
        ("remind me of it tomorrow at 10", "10:00"),
    ] {
        let office = Office::offline().await;
        let mara = asked(&office, PARTY).await;
        mara.says(words).await;
        let echo = mara.hears("I'll remind you of “decide: Go to the party?”").await;
        assert!(echo.contains(day) && echo.contains("#1 stays open"), "{words}: {echo}");
        assert!(echo.contains("comes all the same: that one I can't move."), "{echo}");
        mara.says("/decide 1 no").await;
        mara.hears_all();
        mara.reads("✔ No. Mara, ");
    }
}

async fn who_asks_to_be_asked_again_moves_the_one_reminder() {
    let office = Office::offline().await;
    let mara = asked(&office, PARTY).await;
    // Something else was shown since.
    mara.says("/help").await;
    mara.hears_all();
    mara.says("ask me tomorrow").await;
    let echo = mara.hears("I'll remind you of “decide: Go to the party?”").await;
    assert!(echo.contains("24 Nov"), "{echo}");
    mara.says("ask me again tomorrow at 10").await;
    mara.hears("10:00").await;
    mara.hears_all();
    mara.says("/schedules").await;
    let list = mara.hears("Go to the party?").await;
    assert_eq!(list.matches("Go to the party?").count(), 1, "{list}");
    assert!(list.contains("10:00"), "{list}");
}

async fn questions_wait_until_the_time_that_is_named() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").asks("How many pages?", &["5", "10"]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("How many pages?").await;
    mara.says("ask me tomorrow").await;
    let echo = mara.hears("answer what I asked about #1").await;
    assert!(echo.contains("24 Nov") && echo.contains("#1 waits until you are ready"), "{echo}");
}

async fn nothing_is_asked_again_where_nothing_is_open() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for words in ["ask me again tomorrow at 9", "ask me tomorrow"] {
        mara.says(words).await;
        mara.hears("There is no open question here to ask you again.").await;
    }
    mara.says("/list").await;
    mara.hears("Nothing open").await;
}

async fn a_later_in_reply_is_about_what_it_replies_to() {
    for words in ["ask me tomorrow", "later"] {
        let office = Office::offline().await;
        let mara = asked(&office, PARTY).await;
        mara.says("yes").await;
        mara.hears("Decided: Yes").await;
        mara.says(DRINK).await;
        mara.hears_all();
        mara.replies("✔ Yes. Mara", words).await;
        mara.hears("Already decided by you 1 min ago: Yes.").await;
        mara.lacks("#2 stays open");
    }
}

async fn what_counted_before_is_offered_first() {
    let office = Office::offline().await;
    let mara = asked(&office, DRINK).await;
    mara.replies("One decision for you", "juice instead").await;
    mara.hears("Decided: juice").await;
    mara.says("actually tea").await;
    mara.hears("Changed: tea").await;
    mara.hears_all();
    mara.says("undo").await;
    let asked = mara.hears("Shall I change that?").await;
    assert!(asked.contains("[Change it back to juice]\n[Change it to coffee]\n"), "{asked}");
    mara.presses("Change it back to juice").await;
    mara.hears("Changed: juice instead, no longer tea.").await;
    mara.hears_all();
    mara.reads("Decided: juice instead (Mara)");
}

async fn the_reason_of_a_no_reaches_the_work() {
    for words in ["no, because I pay today", "leave it out, because I pay today"] {
        let office = Office::new().await;
        let (letters, told) = writing(&office, Policy::Required, &["Kim"]).await;
        let mara = office.owner("Mara", Telegram).await;
        wishes(&mara).await;
        mara.hears("May I do this?").await;
        mara.says(words).await;
        mara.hears("Take offer C").await;
        mara.reads("✔ Leave it out: because I pay today");
        assert_eq!(letters.sent(), 0);
        assert!(told.lock().unwrap()[0].contains("because I pay today"), "{told:?}");
    }
    let office = Office::offline().await;
    let mara = asked(&office, DRINK).await;
    mara.says("no thanks, because I am ill").await;
    mara.hears("Nothing is decided yet").await;
}

async fn always_in_a_word_counts_once() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    wishes(&mara).await;
    mara.hears("May I do this?").await;
    mara.says("always").await;
    mara.hears_all();
    mara.reads("That counts this once. For always, send “always do this” when I ask the next time.");
    mara.presses("Yes, ").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}

async fn always_by_number_counts_once_and_says_why() {
    for (policy, why) in [
        (Policy::Required, "For always, send “always do this” when I ask the next time."),
        (Policy::Always, "“Always” is not offered here, because I ask about this each time."),
    ] {
        let office = Office::new().await;
        let (letters, _) = writing(&office, policy, &["Kim"]).await;
        let mara = office.owner("Mara", Telegram).await;
        wishes(&mara).await;
        mara.hears("May I do this?").await;
        mara.says("/decide 1 always").await;
        mara.hears("#1 This can't be taken back, so I ask once more").await;
        let told = mara.hears("That counts this once.").await;
        assert!(told.contains(why), "{told}");
        mara.presses("Yes, ").await;
        mara.hears("Take offer C").await;
        assert_eq!(letters.sent(), 1);
    }
}

async fn the_other_one_is_known_where_one_was_named() {
    let office = Office::offline().await;
    let mara = asked(&office, DRINK).await;
    mara.says("the other one").await;
    mara.hears("Nothing is decided yet").await;
    mara.replies("One decision for you", "the other one").await;
    mara.hears("Nothing is decided yet").await;
    mara.says("la deuxième option").await;
    mara.hears("Decided: tea").await;
    mara.says("undo").await;
    mara.hears("Shall I change that?").await;
    mara.says("the other one").await;
    mara.hears("#1 ✔ Changed: coffee, no longer tea.").await;
    mara.hears_all();
    mara.says("the other one").await;
    mara.hears("#1 ✔ Changed: tea, no longer coffee.").await;
    mara.hears_all();
    let office = Office::new().await;
    let mara = advised(&office).await;
    mara.says("the other one").await;
    mara.reads("✔ 24 months is fine. Mara, ");
    mara.hears("Take offer C").await;
    let office = Office::offline().await;
    let mara = asked(&office, "ask me which hotel: the cheap Star, the Palace").await;
    mara.says("the cheaper one").await;
    mara.hears("Decided: the cheap Star").await;
}

async fn who_corrects_themselves_means_what_they_said_last() {
    for (words, decided) in [
        ("coffee, no wait, tea", "tea"),
        ("no wait, the first", "coffee"),
        ("le premier s'il te plaît", "coffee"),
        ("le deuxième, s'il vous plaît", "tea"),
        ("die zweite Variante, danke", "tea"),
        ("tea merci", "tea"),
    ] {
        let office = Office::offline().await;
        let mara = asked(&office, DRINK).await;
        mara.says("coffee or tea, whichever is cheaper").await;
        mara.hears("Nothing is decided yet").await;
        mara.says(words).await;
        mara.hears(&format!("Decided: {decided}")).await;
    }
}

async fn a_change_of_mind_is_about_what_was_decided_last() {
    let office = Office::offline().await;
    let mara = asked(&office, PARTY).await;
    mara.says(DRINK).await;
    mara.hears_all();
    mara.says("coffee").await;
    mara.hears("Decided: coffee").await;
    mara.says("I changed my mind").await;
    mara.hears("Already decided by you just now: coffee. #2 is done with it. Shall I change that?").await;
    mara.says("leave it").await;
    mara.hears("leave it as it is").await;
    office.advance(TimeDelta::minutes(6)).await;
    mara.says("leave it").await;
    mara.hears("All right, I leave it as it is.").await;
    mara.lacks("Cancelled");
}

async fn a_yes_or_no_is_asked_with_two_buttons() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("should we do it, yes or no?").await;
    mara.hears("▸").await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Should we do it?\n1. Yes\n2. No\n") && !prompt.contains("3. "), "{prompt}");
}

async fn a_yes_to_several_shows_them() {
    let office = Office::offline().await;
    let mara = asked(&office, DRINK).await;
    mara.says("ask me which dish: pizza, pasta").await;
    mara.hears_all();
    for words in ["yes", "sure"] {
        mara.says(words).await;
        mara.hears("These wait for your decision. What do you choose?").await;
    }
}
