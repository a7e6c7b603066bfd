//! Commands with words they do not know, in short and in full, and those that ask before they do much.

use crate::support::{Content, Discord, Office, Purposes, Role, Telegram, TimeDelta, idea};

stories![
    help_shows_what_works_here,
    words_a_command_does_not_know_get_a_sentence,
    cancel_all_asks_once_with_the_number,
    a_digest_is_switched_off_in_words,
    cancel_all_means_all_however_many,
    a_refusal_names_the_rule,
    what_is_said_of_a_mode_fits_its_rules,
    cancel_all_is_about_the_tickets_it_names,
    a_refusal_nobody_waits_for_takes_the_place_of_the_sign_of_waiting,
    a_command_whose_words_were_cut_takes_the_rest_along,
];

async fn help_shows_what_works_here() {
    for (office, first, lines) in [
        (Office::offline().await, "Note: the rent is due on the 3rd", 32),
        (Office::new().await, "Compare three hosting offers for the shop and tell me what to take", 13),
    ] {
        let mara = office.owner("Mara", Telegram).await;
        mara.says("/help").await;
        let help = mara.hears("Just tell me what you need, for example:").await;
        assert!(help.contains(first) && help.contains("Remind me tomorrow at 9 to call Kim"), "{help}");
        assert!(help.contains("/help all lists every command.") && help.lines().count() < lines, "{help}");
        let forms = help.contains("todo …  todo call the plumber") && !help.contains("search for");
        assert_eq!(forms, lines > 13, "{help}");
        mara.says("/start").await;
        let start = mara.hears("Hello Mara.").await;
        let label: String = first.chars().take(20).collect();
        assert!(start.contains(&label), "{start}");
    }
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/help all").await;
    let all = mara.hears("/new  Send an idea").await;
    assert!(all.contains("/settings") && all.contains("/timezone"), "{all}");
    mara.says("/help /cancel").await;
    mara.hears("/cancel  Call a ticket off").await;
    mara.says("/help shedules").await;
    mara.hears("I don't know /shedules. Did you mean /schedules?").await;
    // What is suggested works when it is sent.
    mara.says("/list").await;
    mara.hears("Nothing open. Send me an idea, or try:\n[Note: the rent is due on the 3rd]").await;
    mara.says("Note: the rent is due on the 3rd").await;
    mara.hears("Noted: the rent is due on the 3rd").await;
}

async fn words_a_command_does_not_know_get_a_sentence() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    for (said, answer) in [
        ("/stats today", "/stats takes nothing after it, and I don't know what “today” means there. Send: /stats"),
        ("/decisions please", "/decisions takes nothing after it"),
        ("/agents 3", "/agents takes nothing after it"),
        ("/show 12 now", "/show takes only a number, and I don't know what “now” means there. Send: /show 12"),
        ("/pause 3 days", "/pause takes only a number"),
        ("/list everything", "I can list: open, done, failed or all."),
        ("/cancel", "Which ticket? Send for example: /cancel 12."),
        ("/cancel all", "There is nothing open to cancel."),
        ("/report off", "No digest is ordered here. To have one, send for example: /report daily 18:00"),
        (
            "/settings language",
            "language en  (of reports, for people whose app tells me none). Change it with for example:",
        ),
        ("/settings language xx", "language can be a language, for example de."),
        ("/room intake off", "In a direct chat everything you write is for me; that can't be switched off."),
        ("/decide", "Which ticket, and which option? Send for example: /decide 12 2."),
        ("/settings language klingon", "language can be a language, for example de."),
        ("/settings language German", "Reports are in “de” now"),
        ("/settings language", "language de"),
        ("/settings auto_dispatch", "auto_dispatch on  (start agreed work by myself). Change it with"),
        ("/settings colour", "There is no setting “colour”."),
        ("/pause", "Erinnerungen und Berichte kommen weiter. /resume lässt alles weitergehen."),
    ] {
        mara.says(said).await;
        mara.hears(answer).await;
    }
}

async fn cancel_all_asks_once_with_the_number() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let mara = office.owner("Mara", Telegram).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    jo.says("write down the printers").await;
    jo.hears("#1 Here is what I'll do").await;
    for n in [2, 3] {
        mara.says("write down three hosting offers").await;
        mara.hears(&format!("#{n} Here is what I'll do")).await;
    }
    mara.says("/cancel all").await;
    let asked = mara.hears("Cancel all 2 open tickets?\n#2 Hosting offers\n#3 Hosting offers").await;
    assert!(asked.ends_with("[Cancel all 2] [Keep them] [Show the list]"), "{asked}");
    // What comes after the question is not meant by it.
    mara.says("write down the plotters").await;
    mara.hears("#4 Here is what I'll do").await;
    assert_eq!(mara.presses("Cancel all 2").await, "Cancelled: 2 tickets.");
    mara.reads("Cancelled by Mara: 2 tickets.\n#2 Hosting offers\n#3 Hosting offers\n[Undo all]");
    mara.hears_nothing();
    assert!(!mara.offers("Cancel all"), "{}", office.transcript());
    mara.says("/list").await;
    let list = mara.hears("#4").await;
    assert!(list.contains("#1") && !list.contains("#2 "), "{list}");
    assert_eq!(mara.presses("Undo all").await, "Taken up again: 2 tickets.");
    mara.reads("Cancelled, and taken up again by Mara: 2 tickets.");
    mara.hears("#2 Here is what I'll do").await;
    mara.hears("#3 Here is what I'll do").await;
    assert!(!mara.offers("Undo all"), "{}", office.transcript());
}

async fn cancel_all_means_all_however_many() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let mara = office.owner("Mara", Telegram).await;
    mara.says("write down three hosting offers").await;
    mara.hears("#1 Here is what I'll do").await;
    office.copies(1, 74).await;
    mara.says("/cancel all").await;
    mara.hears("Cancel all 75 open tickets?").await;
    assert_eq!(mara.presses("Cancel all 75").await, "Cancelled: 75 tickets.");
    mara.reads("Cancelled by Mara: 75 tickets.");
    mara.hears_nothing();
}

async fn a_digest_is_switched_off_in_words() {
    let (_, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/report daily 18:00").await;
    mara.hears("A digest here").await;
    mara.says("/report off").await;
    mara.hears("Deleted: digest.\n[Undo]").await;
    mara.says("undo").await;
    mara.hears("It is back.").await;
    mara.says("/report weekly Fri 16:00").await;
    mara.hears("A digest here").await;
    mara.says("/report off").await;
    mara.hears("Which digest shall end?\n[every day at 18:00 (Berlin)]\n[every Friday at 16:00 (Berlin)]").await;
    mara.presses("every Friday").await;
    mara.hears("Deleted: digest.").await;
}

async fn a_refusal_names_the_rule() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/settings threshold 0.4").await;
    mara.hears_all();
    mara.says("/settings threshold off").await;
    mara.hears_all();
    mara.says("/settings threshold").await;
    let now = mara.hears("threshold").await;
    assert!(now.contains("threshold 0 "), "{now}");
    mara.says("/link off").await;
    mara.hears("Linked accounts stay one person. To part them, an owner takes that person out").await;
    mara.says("/workspaces").await;
    let listed = mara.hears("").await;
    assert!(!listed.contains("I don't know"), "{listed}");
}

async fn what_is_said_of_a_mode_fits_its_rules() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/mode").await;
    let none = mara.hears("None of what I can do needs your OK by itself").await;
    assert!(none.contains("/mode ask write note or /mode refuse read url.") && !none.contains("/mode drop"), "{none}");
    mara.says("/mode ask write note").await;
    let asks = mara.hears("1. write note: asked each time, Mara wants that").await;
    assert!(!asks.contains("None of what I can do") && !asks.contains("/mode ask write note"), "{asks}");
    assert!(asks.contains("/mode refuse read url or /mode drop 1."), "{asks}");
    for (sent, wrong) in [
        ("/mode yolo", "There is no mode “yolo”."),
        ("/mode drop", "Which rule? /mode lists them"),
        ("/mode drop x", "“x” is not the number of a rule."),
        ("/mode drop 2", "There is one rule: /mode drop 1 drops it."),
        ("/mode allow", "What shall I allow? Send for example: /mode allow write note"),
        ("/mode allow any url", "No agent here can “any url”. Perhaps you mean: /mode allow read url."),
        ("/mode never touch urls", "Perhaps you mean: /mode refuse read url."),
        ("/mode ask me before you write any note", "Perhaps you mean: /mode ask write note."),
    ] {
        mara.says(sent).await;
        mara.hears(wrong).await;
    }
}

async fn cancel_all_is_about_the_tickets_it_names() {
    let office = Office::new().await;
    office.reads(|_| idea("Hosting offers").no_tasks().task("t1", "planner", "Note the offers", &[]).into());
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&ops);
    mara.mentions("write down the printers").await;
    mara.hears("#1 Here is what I'll do").await;
    kim.mentions("write down three hosting offers").await;
    kim.hears("#2 Here is what I'll do").await;
    kim.says("/cancel all").await;
    kim.hears("Cancel 1 open ticket?").await;
    // An owner may call off all of them; asked was about one.
    assert_eq!(mara.presses("Cancel it").await, "Cancelled: 1 ticket.");
    mara.says("/list").await;
    let list = mara.hears("#1").await;
    assert!(!list.contains("#2"), "{list}");
}

async fn a_refusal_nobody_waits_for_takes_the_place_of_the_sign_of_waiting() {
    let office = Office::new().await;
    let ole = office.member("Ole", Discord, Role::Observer).await;
    assert!(ole.slash("mode auto").await);
    assert!(ole.slash_late("mode auto", TimeDelta::seconds(40)).await, "{}", office.transcript());
    ole.hears("Only owners may").await;
}

async fn a_command_whose_words_were_cut_takes_the_rest_along() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    // With its name and a blank before the words, the message has 4,096 characters.
    let (first, rest) = (format!("Door: {}", "x".repeat(4_084)), "y".repeat(2_700));
    let order = Content::Command {
        message: Some("70".to_owned()),
        name: "note".to_owned(),
        args: first.clone(),
        reply_to: None,
        attachments: Vec::new(),
        refers: Vec::new(),
    };
    let more = Content::Text {
        message: "71".to_owned(),
        text: rest.clone(),
        addressed: true,
        reply_to: None,
        attachments: Vec::new(),
        forwarded: false,
        refers: Vec::new(),
    };
    office.at_once(&[mara.sending(order), mara.sending(more)]).await;
    office.settle().await;
    mara.hears("Noted under “Door”").await;
    mara.hears_all();
    let whole = format!("{first}{rest}");
    assert_eq!(mara.note("Door").await.as_deref(), whole.strip_prefix("Door: "));
}
