//! Decisions that several people make, that the requester does not make, or that nobody is asked about since little
//! depends on them.

use crate::support::{Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, code_in, deciding};
use secretary::secretary::policy::{Policy, Quorum};

stories![
    two_must_agree,
    all_must_agree,
    whoever_must_agree_is_asked_in_their_own_chat,
    too_few_for_a_quorum,
    what_is_asked_already_is_named_where_it_is,
    all_are_those_who_are_there,
    all_do_not_wait_for_an_empty_page,
    where_nobody_else_decides_the_page_is_all,
    one_is_enough_to_leave_a_call_out,
    two_accounts_of_one_person_are_one_vote_on_every_copy,
    where_each_is_asked_in_their_chat_no_room_is_named,
    where_all_are_one_that_is_said,
    who_sent_it_reads_whom_it_waits_for,
    in_a_group_a_decision_is_nobody_s_in_particular,
    the_web_chat_has_one_name,
];

/// An idea of Mara's, asked about in a room on Discord.
pub(super) async fn asked(office: &Office) -> (Voice, secretary::secretary::inbound::Place) {
    deciding(office);
    let ops = office.room("Ops", Discord, Purposes { decisions: true, ..Purposes::default() }).await;
    (office.owner("Mara", Telegram).await, ops)
}

pub(super) async fn wishes(voice: &Voice) {
    voice.mentions("compare three hosting offers").await;
    voice.hears_progress().await;
}

async fn two_must_agree() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    let ole = office.member("Ole", Discord, Role::Observer).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    assert!(prompt.contains("can decide.\n2 people must agree.\n"), "{prompt}");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    kim.reads("So far: Kim: Only monthly terms.");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.", "twice is one vote");
    assert!(!ole.presses("★").await.contains("agree so far"), "an observer has no vote");
    assert_eq!(jo.presses("24 months").await, "Noted: 24 months is fine. 1 of 2 agree so far.");
    assert_eq!(kim.presses("24 months").await, "✔ 24 months is fine");
    kim.reads("✔ 24 months is fine. Jo and Kim");
    mara.hears("Take offer C").await;
    mara.says("/history 1").await;
    let course = mara.hears("voted by Kim: Only monthly terms").await;
    for line in ["voted by Jo: 24 months is fine", "voted by Kim: 24 months is fine", "✔ 24 months is fine. Jo and Kim"]
    {
        assert_eq!(course.matches(line).count(), 1, "{line}: {course}");
    }
    assert!(!course.contains("decided by"), "what each wants is no decision: {course}");
}

async fn whoever_must_agree_is_asked_in_their_own_chat() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    let ole = office.member("Ole", Discord, Role::Approver).await;
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    ole.says("/list").await;
    ole.hears("Nothing open").await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    mara.hears("All 3 who can decide must agree.").await;
    kim.hears("All 3 who can decide must agree.").await;
    ole.hears("One decision for you").await;
    mara.presses("★").await;
    // Who belongs here changes, and whoever must agree is still asked.
    mara.says("/members Ole observer").await;
    mara.hears("Ole is an observer now.").await;
    ole.hears("You are an observer here now").await;
    ole.reads("is not asked here any more");
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
    mara.says("/settings quorum off").await;
    mara.hears("quorum any").await;
    mara.says("/settings quorum 2").await;
    mara.hears("quorum 2").await;
}

async fn all_must_agree() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    assert!(prompt.contains("All 2 who can decide must agree."), "{prompt}");
    kim.presses("★").await;
    office.advance(TimeDelta::days(3)).await;
    kim.hears_all();
    kim.reads("So far: Kim: Only monthly terms.");
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim and Mara");
}

async fn too_few_for_a_quorum() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("2 people must agree, and only 1 person can decide"), "{prompt}");
    mara.presses("★").await;
    mara.reads("So far: Mara: Only monthly terms.");
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    kim.slash("decide 1 1").await;
    mara.hears("Take offer C").await;
    kim.hears_all();
}

async fn what_is_asked_already_is_named_where_it_is() {
    const STAYS: &str = "What I have asked already stays as it was asked";
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    for (strict, less) in [("quorum 2", "quorum any"), ("four_eyes on", "four_eyes off")] {
        mara.slash(&format!("settings {strict}")).await;
        mara.hears(strict).await;
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(!told.contains(STAYS), "{told}");
        mara.slash(&format!("settings {strict}")).await;
        mara.hears(strict).await;
        wishes(&mara).await;
        kim.hears("One decision for you").await;
        mara.hears_all();
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(told.contains(STAYS), "{told}");
        mara.slash("settings threshold 0").await;
        let told = mara.hears("threshold 0").await;
        assert!(!told.contains(STAYS), "{told}");
        kim.presses("★").await;
        if strict == "quorum 2" {
            mara.slash("decide 1 1").await;
        }
        mara.reads("Take offer C");
        mara.hears_all();
        // What is decided is not open any more.
        mara.slash(&format!("settings {less}")).await;
        let told = mara.hears(less).await;
        assert!(!told.contains(STAYS), "{told}");
    }
    kim.hears_all();
}

async fn all_are_those_who_are_there() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&ops);
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 3 agree so far.");
    mara.slash("decide 1 1").await;
    assert!(
        office.transcript().contains("Kim: Only monthly terms; Mara: Only monthly terms."),
        "{}",
        office.transcript()
    );
    mara.hears("2 of 3 agree so far.").await;
    // Two of three want it, and the third is not among those who may decide any more.
    mara.says("/members Jo requester").await;
    mara.hears("Jo").await;
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. Kim and Mara");
    jo.lacks("[24 months");
    // A vote goes with whoever had it.
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    kim.presses("24 months").await;
    kim.reads("So far: Kim: 24 months is fine.");
    let lea = office.member("Lea", Discord, Role::Approver).await.in_group(&ops);
    mara.says("/members Kim requester").await;
    mara.hears("Kim").await;
    lea.lacks("So far: Kim");
    lea.presses("24 months").await;
    lea.reads("So far: Lea: 24 months is fine.");
    mara.slash("decide 2 2").await;
    mara.hears("24 months is fine").await;
    mara.hears("Take offer C").await;
}

async fn one_is_enough_to_leave_a_call_out() {
    let office = Office::new().await;
    let (letters, _) = crate::scenarios::approvals::leave::writing(&office, Policy::Required, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/room decisions on").await;
    mara.hears_all();
    let kim = office.member("Kim", Discord, Role::Approver).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    crate::scenarios::approvals::leave::wishes(&mara).await;
    mara.hears("Shall this begin?").await;
    kim.says("/decide 1 1").await;
    kim.hears("Start").await;
    let prompt = mara.hears("2 people must agree.").await;
    assert!(prompt.contains("One is enough to leave it out or to stop."), "{prompt}");
    // Without a form it is asked in words, which say what they do.
    mara.presses("No, because…").await;
    mara.hears("I leave it out. What should the work know?").await;
    mara.says("yes, but only the first page").await;
    mara.reads("✔ Leave it out: yes, but only the first page");
    mara.hears_all();
    assert_eq!(letters.sent(), 0);
}

/// At the page there may be nobody. Whoever answers there is somebody.
async fn all_do_not_wait_for_an_empty_page() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let page = office.owner("Olga", Web).await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = kim.hears("One decision for you").await;
    let all =
        "All 2 who can decide must agree.\nI don't wait for the web page; an answer from there counts all the same.";
    assert!(prompt.contains(all) && !prompt.contains("Olga"), "{prompt}");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    page.says("/decide 1 2").await;
    page.hears_all();
    kim.reads("All 3 who can decide must agree.");
    kim.lacks("I don't wait for the web page");
    mara.slash("decide 1 1").await;
    mara.hears("2 of 3 agree so far.").await;
    page.says("/decide 1 1").await;
    page.hears_all();
    mara.hears("Take offer C").await;
    kim.reads("✔ Only monthly terms. ");
    // With nobody there, those who are there decide.
    mara.mentions("compare three printers").await;
    mara.hears_progress().await;
    kim.hears("#2 One decision").await;
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    mara.slash("decide 2 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn where_nobody_else_decides_the_page_is_all() {
    let office = Office::deciding().await;
    let page = office.owner("Olga", Web).await;
    let ole = office.member("Ole", Telegram, Role::Requester).await;
    page.says("/list").await;
    page.hears("Nothing open").await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&ole).await;
    let prompt = page.hears("One decision for you").await;
    assert!(prompt.contains("All 2 who can decide must agree."), "{prompt}");
    assert!(!prompt.contains("I don't wait"), "{prompt}");
    ole.hears("One decision for you").await;
    assert_eq!(ole.presses("★").await, "Noted: Only monthly terms. 1 of 2 agree so far.");
    assert_eq!(page.presses("★").await, "✔ Only monthly terms");
    ole.hears("Take offer C").await;
}

async fn two_accounts_of_one_person_are_one_vote_on_every_copy() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let sam = office.member("Sam", Discord, Role::Approver).await;
    let there = office.member("Sam", Telegram, Role::Approver).await;
    office.settings(|s| s.quorum = Quorum::Number(3)).await;
    wishes(&mara).await;
    kim.hears("3 people must agree.").await;
    assert_eq!(sam.in_group(&ops).presses("★").await, "Noted: Only monthly terms. 1 of 3 agree so far.");
    there.says("/decide 1 1").await;
    there.hears("2 of 3 agree so far.").await;
    kim.reads("So far: Sam: Only monthly terms; Sam: Only monthly terms.");
    sam.says("/link").await;
    let code = code_in(&sam.hears("Your one-time code").await);
    there.says(&format!("/link {code}")).await;
    there.hears("Linked. I know you here as Sam from now on.").await;
    sam.hears("Your code was used").await;
    kim.reads("So far: Sam: Only monthly terms.");
    kim.lacks("; Sam: Only monthly terms");
    assert_eq!(kim.presses("★").await, "Noted: Only monthly terms. 2 of 3 agree so far.");
    mara.slash("decide 1 1").await;
    mara.hears("Only monthly terms").await;
    mara.hears("Take offer C").await;
}

async fn where_each_is_asked_in_their_chat_no_room_is_named() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    kim.shows_up().await;
    office.settings(|s| s.four_eyes = true).await;
    wishes(&mara).await;
    kim.hears("#1 One decision for you").await;
    office.advance(TimeDelta::seconds(10)).await;
    mara.reads("waiting for a decision (asked in the chats of those who decide)");
    mara.lacks("asked in the room for decisions");
    kim.presses("★").await;
    mara.hears("Take offer C").await;
}

async fn where_all_are_one_that_is_said() {
    let office = Office::deciding().await;
    let mara = office.owner("Mara", Telegram).await;
    office.settings(|s| s.quorum = Quorum::All).await;
    wishes(&mara).await;
    let prompt = mara.hears("One decision for you").await;
    assert!(prompt.contains("Mara can decide.\nNobody else can decide this.\n"), "{prompt}");
    assert_eq!(mara.presses("★").await, "✔ Only monthly terms");
    mara.hears("Take offer C").await;
}

/// A prompt that stands elsewhere does not wait for its reader alone, nor for whoever has voted.
async fn who_sent_it_reads_whom_it_waits_for() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    wishes(&mara).await;
    kim.hears("One decision for you").await;
    mara.says("/list").await;
    mara.hears("waiting for you or an approver (/decisions)").await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    mara.mentions("compare three printers").await;
    mara.hears_progress().await;
    kim.hears("#2 One decision").await;
    mara.slash("decide 2 1").await;
    mara.hears("1 of 2 agree so far.").await;
    mara.says("/show 2").await;
    let shown = mara.hears("waiting for others to decide").await;
    assert!(!shown.contains("waits for your decision"), "{shown}");
    mara.says("/team 2").await;
    mara.hears("(waits for a decision)").await;
}

async fn in_a_group_a_decision_is_nobody_s_in_particular() {
    let office = Office::deciding().await;
    let ops = office.room("Ops", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await.in_group(&ops);
    wishes(&mara).await;
    mara.hears("One decision").await;
    office.advance(TimeDelta::seconds(10)).await;
    mara.reads("waiting for a decision (asked here)");
    mara.lacks("waiting for your decision");
    mara.presses("★").await;
    mara.hears("Take offer C").await;
}

/// The person of the local web chat, whom others know by no name: among the votes, where it is decided and
/// afterwards.
async fn the_web_chat_has_one_name() {
    let office = Office::new().await;
    let (mara, ops) = asked(&office).await;
    let kim = office.member("Kim", Discord, Role::Approver).await.in_group(&ops);
    let page = office.owner("Owner", Web).await;
    office.settings(|s| s.quorum = Quorum::Number(2)).await;
    wishes(&mara).await;
    kim.hears("or somebody at the web chat can decide.").await;
    page.says("/decide 1 1").await;
    page.hears_all();
    kim.reads("So far: somebody at the web chat: Only monthly terms.");
    assert_eq!(kim.presses("★").await, "✔ Only monthly terms");
    kim.reads("✔ Only monthly terms. Somebody at the web chat and Kim");
    mara.hears("Take offer C").await;
    mara.says("/history 1").await;
    let course = mara.hears("voted by somebody at the web chat: Only monthly terms").await;
    assert!(course.contains("✔ Only monthly terms. Somebody at the web chat and Kim"), "{course}");
    assert!(!course.contains("Owner") && !course.to_lowercase().contains("an owner"), "{course}");
    page.says("/history 1").await;
    let course = page.hears("voted by you: Only monthly terms").await;
    assert!(course.contains("✔ Only monthly terms. You and Kim"), "{course}");
}
