//! Somebody has everything of theirs erased: asked first, then gone from every place there is, and nothing of others with it.

use crate::support::{
    Discord, Office, Purposes, Role, Telegram, TimeDelta, Voice, Web, ask_for_decision, call, code_in, decision, idea,
    json, said,
};
use secretary::engine::home;
use secretary::ports::store::{Arrival, Store};
use secretary::secretary::inbound::Account as Handle;

stories![
    what_is_erased_is_found_nowhere,
    who_is_erased_here_stays_elsewhere,
    who_cannot_be_erased_hears_why,
    the_only_owner_stays_and_begins_anew,
    what_is_kept_after_all,
    an_older_question_points_to_the_newer_one,
    work_that_runs_ends_and_others_go_on,
    an_owner_erases_who_has_left,
    who_left_long_ago_is_erased_by_itself,
    a_folder_that_cannot_be_deleted_stops_nothing,
    two_quick_presses_erase_once,
    what_was_sent_after_one_began_anew_stays,
];

/// Words that stand nowhere else.
pub(super) const CANARY: &str = "zebrafinch";

/// The number of a user on Telegram, and of the direct chat with them.
pub(super) const ACCOUNT: &str = "8043709155";

pub(super) fn canary(n: u32) -> String {
    format!("{CANARY}{n:02}")
}

/// A member whose name is a word of their own, too, and whose account a number.
async fn kim(office: &Office, mara: &Voice) -> Voice {
    mara.says("/invite requester").await;
    let code = code_in(&mara.hears("One-time code").await);
    let mut kim = office.stranger(&format!("Kim {}", canary(90)), Telegram);
    ACCOUNT.clone_into(&mut kim.place.chat);
    ACCOUNT.clone_into(&mut kim.who.user);
    kim.says(&format!("/start {code}")).await;
    kim.hears("Welcome").await;
    kim
}

pub(in crate::scenarios) async fn forgets(kim: &Voice) {
    kim.says("/forget").await;
    kim.hears("Erase everything of yours").await;
    kim.presses("Erase everything of mine").await;
    kim.hears("in a moment I won't know you any more").await;
}

/// A ticket of theirs with everything in it.
async fn has_a_ticket(office: &Office, kim: &Voice) {
    kim.says(&format!("compare three hosting offers for {}", canary(5))).await;
    kim.hears_all();
    kim.says(&format!("what counts is {}", canary(6))).await;
    kim.hears_all();
    kim.presses("Start").await;
    kim.hears_all();
    kim.says(&format!("/decide 1 other: {} and nothing else", canary(7))).await;
    kim.hears_all();
    office.settle().await;
    kim.hears_all();
    kim.presses("👎").await;
    kim.hears_all();
    kim.says(&format!("shorter, without {}", canary(8))).await;
    kim.hears_all();
    office.settle().await;
    kim.hears_all();
}

/// What they keep.
async fn keeps(kim: &Voice) {
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears_all();
    kim.says(&format!("add {} to my shopping list", canary(10))).await;
    kim.hears_all();
    kim.says(&format!("remind me tomorrow at 9 to feed {}", canary(11))).await;
    kim.hears_all();
    kim.says("/timezone Asia/Kathmandu").await;
    kim.hears_all();
}

async fn what_is_erased_is_found_nowhere() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    let team = office.room("Team", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Discord, Role::Approver).await.in_group(&team);
    // Somebody in the web chat, whose record is kept here, sees everything.
    let ann = office.member("Ann", Web, Role::Owner).await;
    ann.says("/room decisions on").await;
    ann.hears_all();
    office.reads(|input| match input.idea.contains("roof") {
        true => idea("The roof").into(),
        false => idea(&format!("Hosting {}", canary(1))).asks("What matters most?", &["Price", "Speed"]).into(),
    });
    office.works(|input| match (input.steps.len(), decision(input)) {
        (_, Some(_)) if input.title.contains("roof") => said("It costs what it costs."),
        (_, None) if input.title.contains("roof") => ask_for_decision(),
        (0, None) => call("write_file", json!({"path": "offers.md", "text": canary(2)})),
        (_, None) => ask_for_decision(),
        _ => said(&canary(3)),
    });
    office.writes(|input| match input.idea.contains("roof") {
        true => said("It costs what it costs."),
        false => said(&format!("Take it. {}", canary(4))),
    });
    Box::pin(has_a_ticket(&office, &kim)).await;
    Box::pin(keeps(&kim)).await;
    // Somebody else's ticket, in which they have their say.
    mara.says(&format!("/members Kim {} approver", canary(90))).await;
    mara.hears("is an approver now").await;
    jo.mentions("what does the new roof cost").await;
    jo.hears_all();
    office.settle().await;
    jo.hears_all();
    mara.hears_all();
    kim.hears_all();
    kim.says(&format!("/decide 2 other: {} by all means", canary(12))).await;
    kim.hears_all();
    office.settle().await;
    for asked in ["/list all", "/show 1", "/history 1", "/history 2", "/show 2", "/reports", "/members"] {
        ann.says(asked).await;
        ann.hears_all();
    }
    for voice in [&mara, &kim, &jo] {
        voice.hears_all();
    }
    let read = office.web_record().await;
    for word in [canary(1), canary(5), canary(12), canary(90)] {
        assert!(read.contains(&word), "{word} was not even read there: {read}");
    }
    let before = office.finds(CANARY);
    for n in [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 90] {
        assert!(before.contains(&canary(n)), "{} was not even there: {before:?}", canary(n));
    }
    assert!(office.finds(ACCOUNT).contains(&ACCOUNT.to_owned()), "their account was not even there");
    forgets(&kim).await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    assert_eq!(office.finds("Kathmandu"), Vec::<String>::new());
    office.restart().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    // They are a stranger; what is of others goes on, without their name.
    kim.says("hello").await;
    kim.hears_all();
    mara.says("/members").await;
    assert!(!mara.hears("Who belongs here").await.contains(CANARY));
    mara.says("/show 1").await;
    mara.hears("I don't know a ticket #1").await;
    mara.says("/history 2").await;
    mara.hears("a former member").await;
    for voice in [&mara, &ann, &jo, &jo.in_thread()] {
        voice.hears_all();
    }
    // Read from its start, link by link.
    assert!(office.audited().await.len() > 10);
}

async fn who_is_erased_here_stays_elsewhere() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Owner).await;
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    mara.says("/workspace new Shop").await;
    mara.hears("Shop is there").await;
    mara.says("/invite owner").await;
    let code = code_in(&mara.hears("One-time code").await);
    jo.says(&format!("/start {code}")).await;
    jo.hears("Welcome").await;
    mara.says("note: the shop code is 1147").await;
    mara.hears("Noted").await;
    mara.says("/forget").await;
    mara.hears("Erase everything of yours in Shop?").await;
    mara.presses("Erase everything of mine").await;
    let last = mara.hears("Everything of yours in Shop is being erased").await;
    let then = "in a moment you belong to Shop no more. This chat is about Main from then on.";
    assert!(last.contains(then), "{last}");
    mara.says("/notes").await;
    let notes = mara.hears("4711").await;
    assert!(!notes.contains("Shop · ") && !notes.contains("1147"), "{notes}");
    mara.says("/workspace").await;
    mara.hears("You belong to one workspace, Main").await;
}

async fn who_cannot_be_erased_hears_why() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let team = office.room("Team", Telegram, Purposes { intake: true, ..Purposes::default() }).await;
    let jo = office.member("Jo", Telegram, Role::Requester).await;
    let in_team = jo.in_group(&team);
    in_team.mentions("/forget").await;
    in_team.hears("write it to me in a direct chat").await;
    jo.says("/forget the milk").await;
    jo.hears("write it without the slash: forget the milk").await;
    // Nobody else presses it.
    jo.says("/forget").await;
    jo.hears("Erase everything of yours").await;
    let data = jo.data("Erase everything of mine");
    let refused = mara.presses_data(&data, "Erase everything of mine").await;
    assert!(!refused.contains("erased"), "{refused}");
    jo.says("/stats").await;
    jo.hears_all();
    let alone = Office::new().await;
    let you = alone.owner("You", Web).await;
    you.says("/members You erase").await;
    you.hears("You belong here. Erase everything of yours with /forget").await;
}

async fn what_is_kept_after_all() {
    let office = Office::new().await;
    for platform in [Telegram, Discord] {
        office.member("Mara", platform, Role::Owner).await;
        let jo = office.member("Jo", platform, Role::Requester).await;
        jo.says("note: the cellar code is 4711").await;
        jo.hears("Noted").await;
        jo.says("/forget").await;
        let asked = jo.hears("Erase everything of yours?").await;
        assert!(asked.contains("1 note or list") && !asked.contains("0 "), "{asked}");
        jo.presses("Keep it").await;
        jo.says("/notes").await;
        jo.hears("4711").await;
    }
}

async fn an_older_question_points_to_the_newer_one() {
    for platform in [Telegram, Discord] {
        let (office, _mara) = Office::owned_by("Mara", platform).await;
        let jo = office.member("Jo", platform, Role::Requester).await;
        jo.says("note: the cellar code is 4711").await;
        jo.hears("Noted").await;
        jo.says("/forget").await;
        jo.hears("Erase everything of yours").await;
        let older = jo.data("Erase everything of mine");
        jo.says("/forget").await;
        jo.hears("Erase everything of yours").await;
        jo.reads("You asked for this once more: the question further down is the one that counts.");
        let refused = jo.presses_data(&older, "Erase everything of mine").await;
        assert!(refused.starts_with("That question was asked anew: only the newest one counts."), "{refused}");
        jo.says("/notes").await;
        jo.hears("4711").await;
        jo.presses("Erase everything of mine").await;
        jo.hears("in a moment I won't know you any more").await;
    }
}

async fn work_that_runs_ends_and_others_go_on() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let jo = office.member("Jo", Discord, Role::Requester).await;
    crate::support::deciding(&office);
    for voice in [&jo, &mara] {
        voice.wants_offers().await;
        voice.hears("One decision for you").await;
    }
    mara.hears_all();
    forgets(&jo).await;
    mara.says("/list all").await;
    let list = mara.hears("#2").await;
    assert!(!list.contains("#1"), "{list}");
    mara.says("/decide 2 1").await;
    mara.hears("#2 ✔ Only monthly terms").await;
    mara.hears("Take offer C").await;
    let stale = mara.presses_data("1.AAAAAAAAAAAAAAAAAAAAAA.0", "Start").await;
    assert!(!stale.is_empty());
}

async fn an_owner_erases_who_has_left() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    kim.says(&format!("compare three hosting offers for {}", canary(5))).await;
    kim.hears_progress().await;
    kim.hears("Take offer C").await;
    let name = format!("Kim {}", canary(90));
    mara.says(&format!("/members {name} erase")).await;
    mara.hears("belongs here. They erase everything of theirs with /forget").await;
    mara.says(&format!("/members {name} remove")).await;
    mara.hears("Kim").await;
    kim.hears("You no longer belong here").await;
    mara.says("/members Jo erase").await;
    mara.hears(&format!("Nobody called “Jo” has left. Those who have: {name}.")).await;
    assert!(office.finds(ACCOUNT).contains(&ACCOUNT.to_owned()), "their account");
    mara.says(&format!("/members {name} erase")).await;
    let asked = mara.hears("who has left?").await;
    assert!(asked.contains("1 ticket, with all") && asked.contains("1 note or list"), "{asked}");
    mara.presses("Erase everything").await;
    mara.hears("is being erased").await;
    office.settle().await;
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
    assert_eq!(office.finds(ACCOUNT), Vec::<String>::new());
    mara.says("/list all").await;
    mara.hears_all();
}

async fn who_left_long_ago_is_erased_by_itself() {
    let office = Office::on_file().await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = kim(&office, &mara).await;
    kim.says(&format!("note: the key is under {}", canary(9))).await;
    kim.hears("Noted").await;
    mara.says(&format!("/members Kim {} remove", canary(90))).await;
    mara.hears("Kim").await;
    kim.hears("You no longer belong here").await;
    for (days, there) in [(29, true), (2, false)] {
        office.advance(TimeDelta::days(days)).await;
        office.erases_who_left().await;
        assert_eq!(office.finds(CANARY).contains(&canary(9)), there, "after {days} days more");
    }
    assert_eq!(office.finds(CANARY), Vec::<String>::new());
}

async fn the_only_owner_stays_and_begins_anew() {
    for platform in [Telegram, Web] {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        mara.says("note: the cellar code is 4711").await;
        mara.hears("Noted").await;
        mara.says("/forget").await;
        let asked = mara.hears("Erase everything of yours").await;
        assert!(asked.contains("you remain the owner here"), "{asked}");
        mara.presses("Erase everything of mine").await;
        office.settle().await;
        mara.hears_all();
        assert_eq!(mara.note("the cellar code is 4711").await, None);
        // What only owners may.
        mara.says("/settings quorum 2").await;
        mara.hears("quorum 2: 2 people must agree").await;
        mara.hears_all();
    }
}

async fn two_quick_presses_erase_once() {
    for platform in [Telegram, Web] {
        let (office, mara) = Office::owned_by("Mara", platform).await;
        mara.says("note: the cellar code is 4711").await;
        mara.hears("Noted").await;
        mara.says("/forget").await;
        mara.hears("Erase everything of yours").await;
        let presses = [mara.pressing("Erase everything of mine"), mara.pressing("Erase everything of mine")];
        office.at_once(&presses).await;
        office.settle().await;
        mara.hears("Everything of yours is being erased").await;
        mara.hears_nothing();
        assert_eq!(mara.note("cellar code").await, None);
    }
}

async fn what_was_sent_after_one_began_anew_stays() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    let account = Handle { platform: Web, user: mara.who.user.clone() };
    let before = office.store().read().await.unwrap().member(&home(), &account).await.unwrap().expect("a member");
    office.advance(TimeDelta::minutes(1)).await;
    mara.says("/forget").await;
    mara.hears("Erase everything of yours").await;
    mara.presses("Erase everything of mine").await;
    office.settle().await;
    mara.hears_all();
    mara.says("note: the cellar code is 4711").await;
    mara.hears("Noted").await;
    // Asked for in another chat before that, and only carried out now.
    let late = Arrival::Erase { person: before.id, since: Some(before.joined_at) };
    let mut tx = office.store().begin().await.unwrap();
    tx.tell("late", &late, [7; 32], office.now()).await.unwrap();
    tx.commit().await.unwrap();
    office.settle().await;
    assert!(mara.note("the cellar code is 4711").await.is_some(), "{}", office.transcript());
}

async fn a_folder_that_cannot_be_deleted_stops_nothing() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.works(|_| said("It costs what it costs."));
    for idea in ["compare three hosting offers", "what does the new roof cost"] {
        mara.says(idea).await;
        office.settle().await;
        mara.hears_all();
    }
    office.advance(TimeDelta::days(40)).await;
    mara.hears_all();
    office.loses_its_disk();
    office.forgets_tickets(30).await;
    mara.says("/list all").await;
    let list = mara.hears("").await;
    assert!(!list.contains("#1") && !list.contains("#2"), "{list}");
    office.finds_its_disk();
    office.advance(TimeDelta::minutes(10)).await;
}
