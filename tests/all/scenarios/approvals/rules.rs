//! The rules and modes of approval: what they allow to the letter, and what no letter passes.

use crate::scenarios::approvals::leave::{Told, sure, wishes, writing};
use crate::support::{Discord, Office, Telegram, TimeDelta, call, idea, json, said};
use secretary::ports::tool::Policy;

stories![
    modes_and_rules,
    always_asked_in_every_mode,
    a_rule_about_a_note_counts_by_whatever_name_it_is_opened,
    a_rule_about_a_repetition_counts_wherever_it_stands,
    a_moment_on_the_list_allows_no_repetition,
    a_rule_that_forbids_is_not_passed_by_letters_that_look_alike,
    what_is_allowed_is_that_to_the_letter,
    a_star_stands_at_either_end_of_a_rule,
];

async fn modes_and_rules() {
    let office = Office::new().await;
    let (letters, told) = writing(&office, Policy::Required, &["Kim", "Jo"]).await;
    let mara = office.owner("Mara", Telegram).await;
    // A rule to allow rests while everything is asked.
    mara.slash("mode allow send letter to=Ki*").await;
    mara.hears("rests in manual mode").await;
    wishes(&mara).await;
    mara.hears("for Kim.").await;
    sure(&mara, "Do it").await;
    mara.hears("for Jo.").await;
    sure(&mara, "Do it").await;
    mara.hears("Take offer C").await;
    mara.slash("mode allow-list").await;
    mara.hears("Mode allow-list").await;
    wishes(&mara).await;
    mara.hears("for Jo.").await;
    assert_eq!(letters.sent(), 3, "Kim's went without asking");
    // What is forbidden meanwhile is not done, whatever is pressed.
    mara.slash("mode refuse send letter to=Jo").await;
    mara.hears("send letter with to Jo: never").await;
    sure(&mara, "Do it").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 3);
    assert!(told.lock().unwrap()[1].contains("A rule of Mara forbids"), "{told:?}");
    mara.slash("mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.slash("mode ask send letter to=Kim").await;
    mara.hears("asked each time").await;
    wishes(&mara).await;
    mara.hears("Mara wants this to be asked each time.").await;
    sure(&mara, "Do it").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 4);
    mara.slash("mode allow sing").await;
    mara.slash("mode loud").await;
    // A rule about what the tool is never told would never fit.
    mara.slash("mode refuse send letter too=Kim").await;
    for told in ["“send letter” has no “too”. It has: ", "No agent here can “sing”", "There is no mode “loud”"]
    {
        assert!(office.transcript().contains(told), "{told}\n{}", office.transcript());
    }
}

/// An office where the planner makes these calls, one after the other, whatever comes of each.
fn tries(office: &Office, calls: Vec<(&'static str, serde_json::Value)>) -> Told {
    let told = Told::default();
    let last = told.clone();
    office.reads(|_| idea("The notes").no_tasks().task("t1", "planner", "See to it", &[]).into());
    office.works(move |input| {
        *last.lock().unwrap() = input.steps.iter().map(|s| s.result.clone()).collect();
        match calls.get(input.steps.len()) {
            Some((tool, arguments)) => call(tool, arguments.clone()),
            None => said("That is all."),
        }
    });
    told
}

async fn a_rule_about_a_note_counts_by_whatever_name_it_is_opened() {
    let office = Office::new().await;
    let mut calls: Vec<_> = ["Salary", "shared Salary", "Shared  salary", "own “Salary”", "shared sаlary"]
        .map(|title| ("read_note", json!({"title": title, "from": null})))
        .into();
    calls.push(("list_notes", json!({})));
    calls.push(("search_notes", json!({"words": "4711"})));
    calls.push(("read_note", json!({"title": "own Garden", "from": null})));
    let told = tries(&office, calls);
    let mara = office.owner("Mara", Discord).await;
    mara.says("note: salary: Kim gets 4711").await;
    mara.hears("Noted under “Salary”").await;
    mara.says("note: garden: beans grow here").await;
    mara.hears("Noted under “Garden”").await;
    mara.says("/mode refuse read note title=Salary*").await;
    mara.hears("read note with title Salary*: never").await;
    wishes(&mara).await;
    mara.hears("Take offer C").await;
    let told = told.lock().unwrap().clone();
    assert!(!told.concat().contains("Kim gets"), "{told:?}");
    for refused in &told[..5] {
        assert_eq!(refused, "A rule of Mara forbids this; an owner can change that with /mode.", "{told:?}");
    }
    let left_out = "[1 note is left out. A rule of Mara forbids this; an owner can change that with /mode.]";
    assert_eq!(told[5], format!("- “Garden”: beans grow here\n{left_out}"));
    let not_searched = "[Notes that a rule keeps from being read unasked are not searched.]";
    assert_eq!(told[6], format!("No note contains “4711”.\n{not_searched}"));
    assert!(told[7].contains("beans grow here"), "{told:?}");
}

async fn a_rule_about_a_repetition_counts_wherever_it_stands() {
    let office = Office::new().await;
    let daily = ("set_reminder", json!({"text": "daily", "when": "every day at 09:00"}));
    let once = ("set_reminder", json!({"text": "once", "when": "2026-12-28T09:00", "repeat": null}));
    let told = tries(&office, vec![daily, once]);
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.says("/mode refuse set reminder repeat=*").await;
    mara.hears("set reminder with repeat *: never").await;
    wishes(&mara).await;
    mara.hears_all();
    let results = told.lock().unwrap().clone();
    assert!(
        results[0].starts_with("A rule of Mara forbids this") && results[1] == "The reminder is set.",
        "{results:?}"
    );
}

async fn a_moment_on_the_list_allows_no_repetition() {
    let office = Office::new().await;
    let daily = ("set_reminder", json!({"text": "daily", "when": "every day at 09:00"}));
    let once = ("set_reminder", json!({"text": "once", "when": "2026-12-28T09:00", "repeat": null}));
    let told = tries(&office, vec![daily, once]);
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode allow-list").await;
    mara.hears("Mode allow-list").await;
    mara.says("/mode allow set reminder when=*").await;
    mara.hears("set reminder with when *: allowed by Mara").await;
    wishes(&mara).await;
    let asked = mara.hears("May I do this?").await;
    assert!(asked.contains("set a reminder: “daily”") && asked.contains("repeat: every day at 09:00"), "{asked}");
    mara.presses("Leave it out").await;
    mara.hears_all();
    let results = told.lock().unwrap().clone();
    assert!(results[0].contains("did not allow") && results[1] == "The reminder is set.", "{results:?}");
}

fn writes(titles: &[&'static str]) -> Vec<(&'static str, serde_json::Value)> {
    titles.iter().map(|title| ("write_note", json!({"title": title, "text": "x", "append": false}))).collect()
}

async fn a_rule_that_forbids_is_not_passed_by_letters_that_look_alike() {
    let office = Office::new().await;
    let titles = ["Вudget 4", "Ｂudget 5", "Budgеt 8", "𝐁udget 9", "Bugdet"];
    let told = tries(&office, writes(&titles));
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.says("/mode refuse write note title=Budget*").await;
    mara.hears("write note with title Budget*: never").await;
    wishes(&mara).await;
    mara.hears("Take offer C").await;
    let told = told.lock().unwrap().clone();
    assert!(told[..4].iter().all(|result| result.starts_with("A rule of Mara forbids this")), "{told:?}");
    assert!(told[4].starts_with("Wrote"), "{told:?}");
    for title in &titles[..4] {
        assert_eq!(mara.note(title).await, None);
    }
}

async fn what_is_allowed_is_that_to_the_letter() {
    let office = Office::new().await;
    let told = tries(&office, writes(&["Budget 2027", "Вudget 4"]));
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode allow-list").await;
    mara.hears("Mode allow-list").await;
    mara.says("/mode allow write note title=Budget*").await;
    mara.hears("write note with title Budget*: allowed by Mara").await;
    wishes(&mara).await;
    mara.hears("write the note “Вudget 4”").await;
    assert!(mara.note("Budget 2027").await.is_some());
    mara.presses("Leave it out").await;
    mara.hears("Take offer C").await;
    assert!(told.lock().unwrap()[1].contains("did not allow"), "{told:?}");
}

async fn a_star_stands_at_either_end_of_a_rule() {
    let office = Office::new().await;
    let told = tries(&office, writes(&["My garden plan 2", "Salary", "The draft", "Drafts"]));
    let mara = office.owner("Mara", Discord).await;
    mara.says("/mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.says("/mode refuse write note title=*plan*").await;
    mara.hears("write note with title *plan*: never").await;
    mara.says("/mode refuse write note title=*draft").await;
    mara.hears("write note with title *draft: never").await;
    mara.says("/mode refuse write note title=S*y").await;
    mara.hears("A star can stand at the beginning and at the end of “title”, not between words").await;
    mara.says("/mode refuse read url url=*.example.org").await;
    mara.hears("An address of a rule begins with its site: a star can stand only at its end.").await;
    wishes(&mara).await;
    mara.hears_all();
    let told = told.lock().unwrap().clone();
    let refused: Vec<bool> = told.iter().map(|result| result.starts_with("A rule of Mara forbids this")).collect();
    assert_eq!(refused, [true, false, true, false], "{told:?}");
}

async fn always_asked_in_every_mode() {
    let office = Office::new().await;
    let (letters, _) = writing(&office, Policy::Always, &["Kim"]).await;
    let mara = office.owner("Mara", Telegram).await;
    mara.slash("mode auto-run").await;
    mara.hears("Mode auto-run").await;
    mara.slash("mode allow send letter").await;
    mara.hears("send letter: allowed by Mara").await;
    wishes(&mara).await;
    let prompt = mara.hears("May I do this?").await;
    assert!(!prompt.contains("Always do this"), "{prompt}");
    office.advance(TimeDelta::days(3)).await;
    mara.hears_all();
    assert_eq!(letters.sent(), 0, "silence allows nothing");
    sure(&mara, "Do it").await;
    mara.hears("Take offer C").await;
    assert_eq!(letters.sent(), 1);
}
