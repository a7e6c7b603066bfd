//! Commands that are undone: the last order and nothing older, by whoever gave it.

use crate::support::{Discord, Office, Purposes, Role, Telegram};

stories![
    undo_takes_back_a_setting_and_nothing_older,
    undo_takes_back_what_an_order_changed,
    an_undo_is_for_whoever_gave_the_order,
    what_was_set_once_more_since_is_not_taken_back,
    rules_and_all_budgets_are_put_back_as_they_were,
    undo_means_what_was_done_last_or_nothing,
    what_is_refused_or_so_already_leaves_the_undo_before_it,
];

async fn undo_takes_back_a_setting_and_nothing_older() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("/settings quorum 2").await;
    let set = mara.hears("quorum 2: 2 people must agree, from the next decision on.").await;
    assert!(set.contains("Only one person can decide here so far") && set.contains("[Undo]"), "{set}");
    mara.says("undo").await;
    mara.hears("quorum any: one of those who may decide is enough, from the next decision on.").await;
    mara.says("/mode auto").await;
    mara.hears("Mode auto-run").await;
    mara.presses("Undo").await;
    mara.hears("Mode manual").await;
    // A value that is set already is no change and has no Undo.
    mara.says("/settings quorum any").await;
    let same = mara.hears("quorum any").await;
    assert!(!same.contains("[Undo]"), "{same}");
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”").await;
}

async fn undo_takes_back_what_an_order_changed() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    kim.says("hello").await;
    kim.hears_all();
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("/timezone Asia/Tokyo").await;
    mara.hears("Your time zone is Tokyo now").await;
    mara.says("undo").await;
    mara.hears("Your time zone is Berlin now").await;
    mara.says("/room decisions on").await;
    mara.hears("decisions: yes").await;
    mara.says("undo").await;
    mara.hears("decisions: no").await;
    mara.says("/budget day 5000 tokens").await;
    mara.hears("5,000").await;
    mara.presses("Undo").await;
    mara.hears("5,000,000 tokens, as usual").await;
    mara.says("/away Kim until Friday").await;
    mara.hears("Kim decides for you").await;
    kim.hears("Mara is away").await;
    mara.says("undo").await;
    mara.hears("Only you decide for you again").await;
    kim.hears("Mara is back").await;
    mara.says("/members Kim approver").await;
    mara.hears("Kim is an approver now.").await;
    kim.hears("You are an approver here now: you decide about everybody's ideas as well as your own.").await;
    mara.says("undo").await;
    mara.hears("Kim is a requester now.").await;
    kim.hears("You are a requester here now: you send ideas and decide about your own.").await;
    // The reminder stands.
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”").await;
}

async fn an_undo_is_for_whoever_gave_the_order() {
    let office = Office::offline().await;
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    let kim = office.member("Kim", Telegram, Role::Requester).await.in_group(&ops);
    mara.says("/timezone Asia/Tokyo").await;
    mara.hears("Your time zone is Tokyo now").await;
    let refused = "Only Mara can take that back with this button.";
    assert_eq!(kim.presses("Undo").await, format!("{refused} /help shows how to set it yourself."));
    mara.presses("Undo").await;
    mara.hears("Your time zone is Berlin now").await;
    mara.says("/settings threshold 0.4").await;
    mara.hears("threshold 0.4").await;
    assert_eq!(kim.presses("Undo").await, format!("{refused} An owner can set it anew."));
    // Who is called so by then is not who was meant.
    let jo = office.member("Jo", Telegram, Role::Approver).await;
    mara.says("/members Jo observer").await;
    mara.hears("Jo is an observer now.").await;
    mara.says("/members Jo remove").await;
    mara.hears("Jo no longer belongs here.").await;
    let other = office.member("Jo", Discord, Role::Observer).await;
    let undo = mara.presses("Undo").await;
    assert!(!undo.contains("approver"), "{undo}");
    mara.says("/members").await;
    let all = mara.hears("Who belongs here").await;
    assert!(all.contains("Jo, observer"), "{all}");
    other.hears_all();
    jo.hears_all();
}

async fn what_was_set_once_more_since_is_not_taken_back() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Owner).await;
    mara.says("/budget day 5000 tokens").await;
    mara.hears("5,000 tokens").await;
    kim.says("/budget day 4000 tokens").await;
    kim.hears("4,000 tokens").await;
    assert_eq!(mara.presses("Undo").await, "That was changed again since, so I leave it as it is now.");
    mara.says("/settings four_eyes on").await;
    mara.hears("four_eyes on").await;
    kim.says("/settings four_eyes off").await;
    kim.hears("four_eyes off").await;
    kim.says("/settings four_eyes on").await;
    kim.hears("four_eyes on").await;
    // It stands as she has set it, whoever did it last.
    mara.presses("Undo").await;
    mara.hears("four_eyes off").await;
}

async fn rules_and_all_budgets_are_put_back_as_they_were() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Owner).await;
    mara.says("/mode allow write note title=Budget*").await;
    mara.hears("1. write note with title Budget*: allowed by Mara").await;
    mara.says("/mode never read url").await;
    mara.hears("2. write note with title Budget*: allowed by Mara").await;
    mara.says("/mode drop 2").await;
    let one = mara.hears("1. read url: never, Mara wants that").await;
    assert!(!one.contains("2. "), "{one}");
    // Each in its place, as the first that fits counts.
    mara.says("undo").await;
    let both = mara.hears("1. read url: never, Mara wants that").await;
    assert!(both.contains("2. write note with title Budget*: allowed by Mara"), "{both}");
    mara.says("/mode drop 2").await;
    mara.hears("1. read url: never, Mara wants that").await;
    kim.says("/mode drop 1").await;
    kim.hears("Mode manual").await;
    assert_eq!(mara.presses("Undo").await, "That was changed again since, so I leave it as it is now.");
    mara.says("/budget day 5000 tokens").await;
    mara.hears("5,000 tokens").await;
    mara.says("/budget off").await;
    mara.hears("All together a day: no limit.").await;
    mara.says("undo").await;
    let back = mara.hears("All together a day: at most 5,000 tokens.").await;
    assert!(back.contains("Each ticket: at most 1,000,000 tokens, as usual."), "{back}");
    mara.says("/budget usual").await;
    mara.hears("5,000,000 tokens, as usual").await;
    mara.presses("Undo").await;
    mara.hears("All together a day: at most 5,000 tokens.").await;
}

async fn undo_means_what_was_done_last_or_nothing() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.says("undo").await;
    mara.hears("Mode manual").await;
    // Said once more it is about that, as the button under it is.
    mara.says("undo").await;
    mara.hears("Mode auto-run").await;
    mara.says("undo").await;
    mara.hears("Mode manual").await;
    mara.says("/settings threshold 0.4").await;
    mara.hears("threshold 0.4").await;
    for back in ["threshold 0: I ask", "threshold 0.4", "threshold 0: I ask"] {
        mara.says("undo").await;
        mara.hears(back).await;
    }
    mara.says("remind me tomorrow at 9 to call Kim").await;
    mara.hears("I'll remind you of “call Kim”").await;
    mara.says("/mode allow write note title=Budget*").await;
    mara.hears("1. write note with title Budget*: allowed by Mara").await;
    mara.says("undo").await;
    let none = mara.hears("Mode manual").await;
    assert!(none.contains("There are no rules."), "{none}");
    // What was refused is nothing that was done.
    mara.says("/settings threshold 40%").await;
    mara.hears_all();
    mara.says("undo").await;
    mara.hears("1. write note with title Budget*: allowed by Mara").await;
    mara.says("/invite approver").await;
    mara.hears("One-time code").await;
    mara.says("undo").await;
    mara.hears("An invitation has no Undo").await;
    // Looking at something is no doing.
    mara.says("/timezone Asia/Tokyo").await;
    mara.hears("Your time zone is Tokyo now").await;
    mara.says("/schedules").await;
    mara.hears("1. “call Kim”").await;
    mara.says("undo").await;
    mara.hears("Your time zone is Berlin now").await;
}

async fn what_is_refused_or_so_already_leaves_the_undo_before_it() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Telegram).await;
    for (set, is, idle, back) in [
        ("/settings threshold 0.4", "threshold 0.4", "/settings threshold 2", "threshold 0: I ask"),
        ("/settings threshold 0.4", "threshold 0.4", "/settings threshold 0.4", "threshold 0: I ask"),
        ("/mode auto-run", "Mode auto-run", "/mode yolo", "Mode manual"),
        ("/mode allow write note", "1. write note", "/mode drop x", "There are no rules."),
        ("/timezone Europe/Paris", "Your time zone is Paris now", "/timezone Mars", "Your time zone is Berlin now"),
        ("/timezone Europe/Paris", "Your time zone is Paris now", "/timezone Europe/Paris", "zone is Berlin now"),
        ("/budget day 50,000 tokens", "50,000 tokens", "/budget day lots", "5,000,000 tokens, as usual"),
        ("/budget off", "All together a day: no limit.", "/budget day off", "5,000,000 tokens, as usual"),
        ("/room unanswered assume", "", "/room unanswered foo", ""),
    ] {
        mara.says(set).await;
        let said = mara.hears(is).await;
        assert!(said.ends_with("[Undo]"), "{said}");
        mara.says(idle).await;
        let said = mara.hears("").await;
        assert!(!said.contains("[Undo]"), "{said}");
        mara.says("undo").await;
        let said = mara.hears(back).await;
        assert!(!said.contains("has no Undo"), "{said}");
    }
}
