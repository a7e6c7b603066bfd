//! Everyday talk: bare words mean what stands open, greetings get one line, several requests in one message are none lost.

use crate::support::{Office, Voice, idea};
use chrono::TimeDelta;
use secretary::secretary::inbound::Platform::{self, Discord, Telegram, Web};
use secretary::secretary::workspace::{Purposes, Role};

stories![
    with_nothing_open_each_gets_one_line_and_no_ticket,
    yes_starts_the_only_card,
    ok_after_something_else_is_only_heard,
    a_yes_far_below_a_card_starts_nothing_unasked,
    cancel_calls_off_and_undo_takes_it_back,
    with_several_cards_it_is_asked_which,
    which_one_is_answered_in_words,
    which_one_is_answered_for_both_or_none,
    a_card_is_started_and_changed_by_its_number,
    stop_asks_as_the_button_does,
    a_reply_to_the_card_means_that_card,
    a_reminder_made_just_now_is_called_off,
    a_doubtful_reminder_is_answered_in_words,
    in_a_group_bare_words_among_people_are_theirs,
    words_that_were_asked_for_may_be_kept_back,
    several_requests_in_one_message_are_all_done,
    what_only_looks_like_several_requests_is_offered_one_by_one,
    what_needs_a_model_is_kept_in_the_language_it_came_in,
    german_reminders_are_read,
    the_next_words_change_a_reminder_that_was_just_set,
    what_is_to_be_said_about_a_time_stands_in_the_same_message,
    in_a_group_only_who_asked_or_an_owner_confirms_a_doubtful_reminder,
];

/// Somebody with a card that waits for a go.
async fn with_card(office: &Office) -> Voice {
    with_card_on(office, Telegram).await
}

async fn with_card_on(office: &Office, platform: Platform) -> Voice {
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let mara = office.owner("Mara", platform).await;
    mara.says("note down three hosting offers").await;
    mara.hears("#1 Here is what I'll do").await;
    mara
}

async fn with_nothing_open_each_gets_one_line_and_no_ticket() {
    for office in [Office::offline().await, Office::new().await] {
        let mara = office.owner("Mara", Telegram).await;
        for (said, answer) in [
            ("hi", "Hello Mara. What can I do for you?"),
            ("Good morning!", "Hello Mara. What can I do for you?"),
            ("Hola", "Hola Mara. ¿Qué puedo hacer por ti?"),
            ("Guten Morgen", "Hallo Mara. Was kann ich für dich tun?"),
            ("bonjour", "Bonjour Mara. Que puis-je faire pour toi ?"),
            ("how are you?", "All is well here, thank you. What can I do for you?"),
            ("thanks!!", "You're welcome."),
            ("ok, thanks a lot", "You're welcome."),
            ("Vielen Dank", "Gern geschehen."),
            ("bye", "Goodbye. I'm here when you need me."),
            ("lol", "I'm here when you need something."),
            ("ok", "All right."),
            ("👍", "All right."),
            ("no", "All right."),
            ("yes", "Nothing waits for your go just now. Tell me what you need, for example:"),
            ("go", "Nothing waits for your go just now."),
            ("start", "Nothing waits for your go just now."),
            ("cancel", "There is nothing to call off just now. /list shows what is open, /schedules what is ahead."),
            ("never mind", "There is nothing to call off just now."),
            ("undo", "There is nothing to undo just now."),
            ("stop", "Nothing is running just now."),
            ("pause", "There is nothing to pause just now."),
            ("resume", "Nothing is paused just now."),
            ("cancel the last one", "There is nothing to call off just now."),
            ("stop everything", "There is nothing open to cancel."),
            ("?", "I can't make an idea of that."),
            ("🙂🙂", "I can't make an idea of that."),
        ] {
            mara.says(said).await;
            mara.hears(answer).await;
        }
        mara.says("/list all").await;
        mara.hears("Nothing here yet.").await;
        mara.hears_nothing();
    }
}

async fn yes_starts_the_only_card() {
    for yes in ["yes", "Go ahead!", "start", "ok", "👍", "ja, los", "Yes please"] {
        let office = Office::new().await;
        let mara = with_card(&office).await;
        mara.says(yes).await;
        mara.hears("▸").await;
        mara.reads("Started by Mara");
        mara.hears("Take offer C").await;
        mara.hears_nothing();
    }
}

async fn ok_after_something_else_is_only_heard() {
    let office = Office::new().await;
    let mara = with_card(&office).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("ok").await;
    mara.hears("All right.").await;
    // Not even a plain yes starts what was shown before something else: it is asked.
    mara.says("yes").await;
    mara.hears("Is that about this?\n[Start #1 Hosting offers]\n[Never mind]").await;
    mara.says("yes").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn a_yes_far_below_a_card_starts_nothing_unasked() {
    for yes in ["yes", "ja", "go ahead"] {
        let office = Office::new().await;
        let mara = with_card(&office).await;
        // Another idea, which needs no go, comes to its report.
        office.reads(|_| idea("Printers").into());
        mara.says("find a printer").await;
        mara.hears_all();
        mara.reads("#2 ");
        mara.says("/budget").await;
        mara.hears_all();
        mara.says(yes).await;
        mara.hears("Is that about this?").await;
        mara.lacks("Started by Mara");
        mara.presses("Never mind").await;
        assert!(mara.offers("Start"), "{}", office.transcript());
        mara.says(yes).await;
        mara.hears("Is that about this?").await;
        mara.presses("Start #1").await;
        mara.reads("Started by Mara");
        mara.hears_all();
    }
}

async fn cancel_calls_off_and_undo_takes_it_back() {
    for cancel in ["cancel", "Never mind.", "no", "forget it", "vergiss es"] {
        let office = Office::new().await;
        let mara = with_card(&office).await;
        mara.says(cancel).await;
        mara.hears("#1 Cancelled by Mara. Nothing more happens here.\n[Undo]").await;
        mara.says("undo").await;
        mara.hears("#1 Here is what I'll do").await;
        mara.says("undo").await;
        mara.hears("What you did last here has no Undo").await;
    }
}

async fn with_several_cards_it_is_asked_which() {
    let office = Office::new().await;
    let mara = with_card(&office).await;
    mara.says("note down what the shop sells").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("yes").await;
    mara.hears("Which one?\n[Start #2 Hosting offers]\n[Start #1 Hosting offers]").await;
    mara.presses("Start #1").await;
    mara.hears("#1 ▸").await;
    mara.hears("#1").await;
    mara.says("cancel").await;
    mara.hears("#2 Cancelled by Mara.").await;
}

/// Two cards, and the question which of them is to begin.
async fn which(office: &Office) -> Voice {
    let mara = with_card(office).await;
    mara.says("note down what the shop sells").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("start").await;
    mara.hears("Which one?\n[Start #2 Hosting offers]\n[Start #1 Hosting offers]").await;
    mara
}

async fn which_one_is_answered_in_words() {
    for (said, begun, left) in [("2", 1, 2), ("the first one", 2, 1), ("#1", 1, 2), ("Start #2 Hosting offers", 2, 1)] {
        let office = Office::new().await;
        let mara = which(&office).await;
        mara.says(said).await;
        mara.hears_all();
        let all = office.transcript();
        assert!(mara.offers(&format!("Start #{left}")), "{said}: {all}");
        assert!(!mara.offers(&format!("Start #{begun}")) && !all.contains("#3"), "{said}: {all}");
        mara.reads("Started by Mara");
    }
    // In reply to it, whatever else was shown since.
    let office = Office::new().await;
    let mara = which(&office).await;
    mara.says("/list").await;
    mara.hears("#2").await;
    mara.replies("Which one?", "the last one").await;
    mara.hears_all();
    assert!(mara.offers("Start #2") && !mara.offers("Start #1"), "{}", office.transcript());
}

async fn which_one_is_answered_for_both_or_none() {
    let office = Office::new().await;
    let mara = which(&office).await;
    mara.says("Never mind").await;
    mara.hears("All right, I leave it as it is.").await;
    assert!(!mara.offers("Start #") && mara.offers("Start"), "{}", office.transcript());
    mara.says("start").await;
    mara.hears("Which one?").await;
    mara.says("hosting").await;
    mara.hears("Which one?").await;
    mara.says("both").await;
    mara.hears_all();
    let all = office.transcript();
    assert!(!mara.offers("Start") && !all.contains("#3"), "{all}");
    mara.reads("That is settled meanwhile.");
}

async fn a_card_is_started_and_changed_by_its_number() {
    let office = Office::new().await;
    let mara = with_card(&office).await;
    mara.says("note down what the shop sells").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.says("change #2: title: The shop").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.reads("Title: The shop");
    mara.says("edit #1").await;
    mara.hears("#1 What should be different?").await;
    mara.says("never mind").await;
    mara.hears("All right, I leave it as it is.").await;
    mara.says("Start #1 Hosting off…").await;
    mara.hears("#1 ▸").await;
    mara.hears("Take offer C").await;
    mara.says("start #1").await;
    mara.hears("#1 is done already. Reply to its report to have it revised.").await;
    mara.says("start #7").await;
    mara.hears("I don't know a ticket #7.").await;
    assert!(mara.offers("Start") && !office.transcript().contains("#3"), "{}", office.transcript());
}

async fn stop_asks_as_the_button_does() {
    let office = Office::new().await;
    crate::scenarios::deciding(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("compare three hosting offers").await;
    mara.hears("▸").await;
    mara.hears("#1 One decision for you").await;
    mara.says("stop").await;
    mara.hears("Stop #1? What is done so far is kept.\n[Stop it] [Keep going]").await;
    mara.says("no").await;
    mara.hears("#1 It goes on.").await;
    mara.says("stop").await;
    mara.hears("Stop #1?").await;
    mara.says("yes").await;
    mara.hears("#1 Cancelled.").await;
    mara.says("undo").await;
    mara.hears_all();
    assert!(office.transcript().contains("▸"), "it goes on");
}

async fn a_reply_to_the_card_means_that_card() {
    let office = Office::new().await;
    let mara = with_card_on(&office, Discord).await;
    mara.says("note down what the shop sells").await;
    mara.hears("#2 Here is what I'll do").await;
    mara.replies("#1 Here is what I'll do", "no").await;
    mara.hears("#1 Cancelled by Mara.").await;
    mara.replies("#2 Here is what I'll do", "yes").await;
    mara.hears("#2 ▸").await;
    mara.hears("#2").await;
}

async fn a_reminder_made_just_now_is_called_off() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("never mind").await;
    mara.hears("Deleted: “call Kim”.\n[Undo]").await;
    mara.says("undo").await;
    mara.hears("It is back.").await;
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”").await;
}

async fn a_doubtful_reminder_is_answered_in_words() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me today at 6am to call Kim").await;
    mara.hears("Shall I remind you of “call Kim”").await;
    mara.says("no").await;
    mara.hears("All right, no reminder then.").await;
    mara.says("yes").await;
    mara.hears("Nothing waits for your go just now.").await;
    mara.says("remind me today at 6am to call Ann").await;
    mara.hears("Shall I remind you of “call Ann”").await;
    mara.says("yes").await;
    mara.hears("I'll remind you of “call Ann”").await;
    mara.hears_nothing();
}

async fn in_a_group_bare_words_among_people_are_theirs() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let every = Purposes { intake: true, every_message: true, ..Purposes::default() };
    let shop = office.room("Shop", Telegram, every).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&shop);
    let olaf = office.member("Olaf", Telegram, Role::Observer).await.in_group(&shop);
    mara.says("note down three hosting offers").await;
    mara.hears("Here is what I'll do").await;
    mara.says("yes").await;
    mara.says("lol").await;
    mara.hears_nothing();
    olaf.mentions("yes").await;
    mara.hears("Nothing waits for your go just now.").await;
    mara.mentions("yes").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn words_that_were_asked_for_may_be_kept_back() {
    let office = Office::new().await;
    let mara = with_card(&office).await;
    mara.presses("Edit").await;
    mara.hears("What should be different?").await;
    mara.says("never mind").await;
    mara.hears("All right, I leave it as it is.").await;
    mara.says("yes").await;
    mara.hears("▸").await;
    mara.hears("Take offer C").await;
}

async fn several_requests_in_one_message_are_all_done() {
    for office in [Office::offline().await, Office::new().await] {
        let mara = office.owner("Mara", Telegram).await;
        mara.says("remind me tomorrow at 9 to call Ann, and remind me on Friday at 10 to pay the rent").await;
        mara.hears("I'll remind you of “call Ann” on Tue 24 Nov, 09:00 (Berlin).").await;
        mara.hears("I'll remind you of “pay the rent” on Fri 27 Nov, 10:00 (Berlin).").await;
        mara.hears_nothing();
    }
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("Hi!\n1. remind me tomorrow at 9 to call Ann\n2. note that Bob likes tea\n3. what is 19% of 240?").await;
    mara.hears("I'll remind you of “call Ann”").await;
    mara.hears("Noted: Bob likes tea").await;
    mara.hears("19% of 240 = 45.6").await;
}

async fn what_only_looks_like_several_requests_is_offered_one_by_one() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("- write a poem about spring\n- remind me tomorrow at 9 to send it").await;
    mara.hears(
        "That is more than one thing. I can take these one by one:\n1. write a poem about spring\n\
         2. remind me tomorrow at 9 to send it\n[Do 1] [Do 2]\n[All of it as one idea]",
    )
    .await;
    mara.presses("Do 2").await;
    mara.hears("I'll remind you of “send it” on Tue 24 Nov, 09:00 (Berlin).").await;
    mara.presses("Do 1").await;
    mara.hears("#1 Writing texts needs a language model, and none is connected here yet.").await;
}

async fn what_needs_a_model_is_kept_in_the_language_it_came_in() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for (n, said, told) in [
        (1, "write a poem about spring", "once that changes, /dispatch 1 starts it"),
        (2, "Schreibe mir bitte ein Gedicht über den Herbst", "sobald eines da ist, startet es mit /dispatch 2"),
        (3, "Escribe por favor un poema para mi madre", "en cuanto haya uno, empieza con /dispatch 3"),
        (4, "Écris un poème pour ma mère", "dès qu'il y en a un, cela démarre avec /dispatch 4"),
    ] {
        mara.says(said).await;
        let message = mara.hears(told).await;
        assert!(message.starts_with(&format!("#{n} ")) && message.ends_with("[Cancel]"), "{message}");
        assert!(!message.contains("OPENAI") && !message.contains("search"), "{message}");
    }
    mara.says("/list").await;
    mara.hears("#4").await;
    // Nor is it said again when all work goes on.
    mara.says("/pause").await;
    mara.hears("All work is paused").await;
    mara.says("/resume").await;
    mara.hears("Work goes on").await;
    mara.hears_nothing();
    mara.says("/dispatch 1").await;
    mara.hears("#1 Writing texts needs a language model, and none is connected here yet.").await;
    mara.hears_nothing();
}

async fn german_reminders_are_read() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for (said, what) in [
        ("Erinnere mich morgen um 9 an den Zahnarzt", "“den Zahnarzt” on Tue 24 Nov, 09:00 (Berlin)."),
        ("Kannst du mich morgen um 15 Uhr an die Steuer erinnern?", "“die Steuer” on Tue 24 Nov, 15:00 (Berlin)."),
        ("erinnere mich in 2 Stunden daran, Ann anzurufen", "“Ann anzurufen” on Mon 23 Nov"),
        ("Erinnere mich jeden Montag um 8 an den Müll", "“den Müll” every Monday at 08:00 (Berlin)."),
    ] {
        mara.says(said).await;
        mara.hears(&format!("I'll remind you of {what}")).await;
    }
}

async fn the_next_words_change_a_reminder_that_was_just_set() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("on Tue 24 Nov, 09:00").await;
    mara.says("make that 10:00").await;
    mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:00 (Berlin).").await;
    mara.says("no, 10:30 instead").await;
    let card = mara.hears("Changed. I'll remind you of “call Kim” on Tue 24 Nov, 10:30 (Berlin).").await;
    assert!(card.ends_with("[Edit] [Pause] [Now] [Delete]\n[Undo]"), "{card}");
    mara.says("undo").await;
    mara.hears("As before: “call Kim” on Tue 24 Nov, 10:00 (Berlin).").await;
    mara.reads("As before. I'll remind you of “call Kim” on Tue 24 Nov, 10:00 (Berlin).");
    // Words of their own come between: a time alone is none any more.
    mara.says("remind me on Friday at 9 to pay the rent").await;
    mara.hears("“pay the rent” on Fri 27 Nov, 09:00").await;
    mara.says("thanks").await;
    mara.hears("You're welcome.").await;
    office.advance(TimeDelta::hours(27)).await;
    mara.hears("Reminder: call Kim").await;
}

async fn what_is_to_be_said_about_a_time_stands_in_the_same_message() {
    let office = Office::new().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me on 3/4 at 9 to call Kim").await;
    let echo = mara.hears("I'll remind you of “call Kim”").await;
    assert!(echo.contains("I read the day before the month: 3 April."), "{echo}");
    mara.hears_nothing();
}

async fn in_a_group_only_who_asked_or_an_owner_confirms_a_doubtful_reminder() {
    let office = Office::new().await;
    let shop = office.room("Shop", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let owner = office.owner("Olga", Telegram).await.in_group(&shop);
    let jo = office.member("Jo", Telegram, Role::Requester).await.in_group(&shop);
    let kim = office.member("Kim", Telegram, Role::Approver).await.in_group(&shop);
    jo.mentions("remind me today at 6am to call Kim").await;
    jo.hears("Shall I remind you of “call Kim”").await;
    assert!(kim.presses("Yes").await.starts_with("That is for whoever asked for the reminder."));
    owner.presses("Yes").await;
    jo.hears("I'll remind you of “call Kim”").await;
    jo.mentions("delete the reminder about Kim").await;
    jo.hears("Deleted: “call Kim”.").await;
}
