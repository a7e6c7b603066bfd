//! Budgets that are used up: people are asked, and what waited goes on once there is room.

use crate::scenarios::settings::budgets::{PRICES, priced, thorough};
use crate::support::{Discord, Office, Role, Telegram, TimeDelta, Voice, Web, idea};
use secretary::ports::model::ANSWERS;
use secretary::secretary::budget::cost::Prices;

stories![
    at_the_end_of_a_budget_people_are_asked,
    an_idea_that_nobody_may_read_is_kept,
    an_idea_that_was_kept_goes_on_the_next_day,
    only_owners_let_the_day_go_on,
    whoever_finishes_gets_what_there_is,
    what_is_left_pays_for_one_answer_alone,
    on_the_next_day_there_is_a_new_budget,
    who_finishes_with_what_there_is_finishes_all_of_it,
    a_budget_that_was_raised_frees_what_waited_for_it,
    going_on_is_refused_where_it_changes_nothing,
];

async fn at_the_end_of_a_budget_people_are_asked() {
    let office = Office::new().await;
    thorough(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    mara.says("/budget ticket 3,000 tokens").await;
    mara.hears("Each ticket: at most 3,000 tokens.").await;
    kim.wants_offers().await;
    let asked = kim.hears("The budget of #1 is used up. Go on?").await;
    assert!(asked.contains("Spent: 3,390 of 3,000 tokens."), "{asked}");
    kim.says("/decisions").await;
    kim.hears("The budget of #1 is used up").await;
    // What it took to understand the message is no part of it.
    assert_eq!(office.thoughts(), 4);
    // Their own ticket is theirs to let go on.
    assert_eq!(kim.presses("Go on").await, "✔ Go on");
    kim.hears("Take offer C").await;
    kim.says("/budget").await;
    kim.hears("Today: 6,780 tokens, €0.02").await;
}

/// Somebody whose budget for the day is used up by their first idea, about which they are asked.
async fn used_up(office: &Office) -> Voice {
    priced(office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/budget person 1,000 tokens").await;
    mara.hears("Each person a day: at most 1,000 tokens.").await;
    mara.wants_offers().await;
    mara.hears("The budget of Mara for today is used up. Go on?").await;
    mara
}

async fn an_idea_that_nobody_may_read_is_kept() {
    let office = Office::new().await;
    let mara = used_up(&office).await;
    let before = office.thoughts();
    mara.says("compare two printers").await;
    let kept = mara.hears("A person's budget for today is used up (1,130 of 1,000 tokens).").await;
    assert!(kept.contains("Your message is kept. I go on by myself as soon as there is room"), "{kept}");
    // A change that makes no room for it is no news.
    mara.says("/budget ticket 2,000,000 tokens").await;
    mara.hears("Each ticket: at most 2,000,000 tokens.").await;
    mara.hears_nothing();
    assert_eq!(office.thoughts(), before);
    mara.says("/budget person off").await;
    mara.hears("Each person a day: no limit.").await;
    mara.hears_all();
    mara.reads("#2 Hosting offers\nTake offer C");
}

/// A day later there is a new budget, and what waited for it goes on by itself.
async fn an_idea_that_was_kept_goes_on_the_next_day() {
    let office = Office::new().await;
    let mara = used_up(&office).await;
    mara.says("compare two printers").await;
    mara.hears("Your message is kept. I go on by myself as soon as there is room").await;
    let before = office.thoughts();
    office.advance(TimeDelta::hours(6)).await;
    assert_eq!(office.thoughts(), before);
    mara.lacks("#2");
    office.advance(TimeDelta::days(1)).await;
    mara.reads("#2");
    mara.hears_all();
}

async fn only_owners_let_the_day_go_on() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Approver).await;
    mara.says("/budget day 1,000 tokens").await;
    mara.hears("All together a day: at most 1,000 tokens.").await;
    kim.wants_offers().await;
    let asked = kim.hears("The budget for today is used up. Go on?").await;
    assert!(asked.contains("Only owners can let it go further."), "{asked}");
    assert!(asked.contains("Mara can decide. Others who decide here can finish or stop it."), "{asked}");
    let told = mara.hears("The budget for today is used up: 1,130 of 1,000 tokens.").await;
    assert!(told.contains("/budget changes it for every day."), "{told}");
    assert!(told.contains("What needs the language model waits, first of all #1."), "{told}");
    assert_eq!(
        kim.presses("Go on").await,
        "Only owners can let that budget go further, here or with /budget day. You can finish or stop it."
    );
    mara.says("/decide 1 1").await;
    mara.hears("Go on").await;
    mara.hears_all();
    kim.hears_all();
    kim.says("/budget").await;
    // It went on by as much as it had, and the next call that ended it was the last.
    kim.hears("of 2,000 tokens (113 %)").await;
}

#[tokio::test]
async fn a_limit_that_is_set_holds_as_it_is_said() {
    let office = Office::new().await;
    thorough(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("/budget day 1,000 tokens").await;
    mara.hears("All together a day: at most 1,000 tokens.").await;
    mara.says("compare three hosting offers").await;
    for _ in 0..2 {
        assert_eq!(mara.presses("Go on").await, "✔ Go on");
    }
    mara.hears_all();
    mara.says("/budget").await;
    mara.hears("Today: 3,390 tokens, €0.01, of 3,000 tokens (113 %).").await;
    // What was added does not stand on top of what is said now, nor does anything go on by it.
    mara.says("/budget day 2,000 tokens").await;
    let told = mara.hears("All together a day: at most 2,000 tokens.").await;
    assert!(told.contains("What “Go on” added before counts no more.") && !told.contains("goes on now"), "{told}");
    mara.says("/budget").await;
    mara.hears("Today: 3,390 tokens, €0.01, of 2,000 tokens (169 %).").await;
    mara.says("/budget day 2,000 tokens").await;
    let again = mara.hears("All together a day: at most 2,000 tokens.").await;
    assert!(!again.contains("counts"), "nothing was added since: {again}");
    // Taking it back brings back what was.
    mara.says("/budget day 3,000 tokens").await;
    mara.hears("All together a day: at most 3,000 tokens.").await;
    mara.says("undo").await;
    mara.hears("All together a day: at most 2,000 tokens.").await;
    assert_eq!(mara.presses("Go on").await, "✔ Go on");
    mara.hears_all();
    mara.says("/budget").await;
    mara.hears("of 4,000 tokens (113 %).").await;
    mara.says("/budget day 2,000 tokens").await;
    mara.hears("What “Go on” added before counts no more.").await;
    mara.says("undo").await;
    mara.hears("What “Go on” added before counts again.").await;
    mara.says("/budget").await;
    mara.hears("of 4,000 tokens (113 %).").await;
    // Where there is room by what is said, it goes on.
    mara.says("/budget day 5,000 tokens").await;
    mara.reads("All together a day: at most 5,000 tokens.");
    mara.reads("#1 goes on now.");
    mara.hears_all();
}

/// An idea with three tasks at the same time, each of which stops at the budget of the ticket. Gives whoever sent it.
async fn three_at_once(office: &Office) -> Voice {
    thorough(office);
    let plan = idea("Three offers").no_tasks();
    let plan = plan.task("t1", "researcher", "Offer A", &[]).task("t2", "researcher", "Offer B", &[]);
    let plan = plan.task("t3", "researcher", "Offer C", &[]);
    office.reads(move |_| plan.clone().into());
    let mara = office.owner("Mara", Web).await;
    mara.says("/budget ticket 3,000 tokens").await;
    mara.hears("Each ticket: at most 3,000 tokens.").await;
    mara.wants_offers().await;
    mara.hears("The budget of #1 is used up. Go on?").await;
    mara.says("/decisions").await;
    let list = mara.hears("The budget of #1 is used up. Go on?").await;
    assert_eq!(list.matches("is used up").count(), 1, "{list}");
    mara
}

#[tokio::test]
async fn one_answer_frees_all_that_stopped_at_a_budget() {
    let office = Office::new().await;
    let mara = three_at_once(&office).await;
    // It may end once more: each time one answer is enough.
    for _ in 0..4 {
        if mara.offers("Go on") {
            assert_eq!(mara.presses("Go on").await, "✔ Go on");
        }
    }
    mara.reads("Take offer C");
    mara.hears_all();
}

async fn who_finishes_with_what_there_is_finishes_all_of_it() {
    let office = Office::new().await;
    let mara = three_at_once(&office).await;
    assert_eq!(mara.presses("Finish").await, "✔ Finish with this");
    for offer in ["A", "B", "C"] {
        mara.reads(&format!("✖ Researcher: Offer {offer} (failed)"));
    }
    mara.hears_all();
}

async fn going_on_is_refused_where_it_changes_nothing() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Discord).await;
    mara.says("/budget ticket off").await;
    mara.hears("Each ticket: no limit.").await;
    mara.says("/budget day 0.01 EUR").await;
    mara.hears("All together a day: at most €0.01.").await;
    for idea in ["compare three hosting offers", "compare two printers"] {
        mara.says(idea).await;
        mara.hears_all();
    }
    mara.says("compare two caterers").await;
    mara.reads("The budget for today is used up. Go on?");
    mara.hears_all();
    office.has_prices(Prices::read(&PRICES.replace("EUR", "USD")).unwrap());
    office.restart().await;
    let refused = "“Go on” doesn't help: the limit in EUR can't be kept, since my prices are in USD now. An owner can set \
                   another one: /budget day 2 USD.";
    let before = office.thoughts();
    assert_eq!(mara.presses("Go on").await, refused);
    assert_eq!(office.thoughts(), before);
    mara.hears_all();
    mara.says("/decisions").await;
    mara.hears("The budget for today is used up. Go on?").await;
    // Examples are in the currency there is.
    for odd in ["/budget day 0 USD", "/budget week 5 USD"] {
        mara.says(odd).await;
        let told = mara.hears("/budget day 2 USD").await;
        assert!(!told.contains("EUR"), "{told}");
    }
    // Without any prices it helps as little.
    office.has_prices(Prices::default());
    let refused = mara.presses("Go on").await;
    let helps = "I don't know what the language model costs. An owner can set another one: /budget day 300,000 tokens.";
    assert!(refused.ends_with(helps), "{refused}");
    mara.hears_all();
    mara.says("/budget day 300,000 tokens").await;
    mara.reads("All together a day: at most 300,000 tokens.");
    mara.reads(" on now.");
    mara.hears_all();
}

async fn a_budget_that_was_raised_frees_what_waited_for_it() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    let jo = office.member("Jo", Web, Role::Requester).await;
    mara.says("/budget day 1,000 tokens").await;
    mara.hears("All together a day: at most 1,000 tokens.").await;
    kim.says("compare three hosting offers").await;
    kim.reads("The budget for today is used up. Go on?");
    jo.says("compare two printers").await;
    jo.reads("Your message is kept.");
    mara.hears_all();
    mara.says("/budget day off").await;
    mara.hears("All together a day: no limit.\n#1 goes on now.").await;
    kim.reads("Take offer C");
    jo.reads("Take offer C");
    for voice in [&mara, &kim, &jo] {
        voice.hears_all();
    }
    mara.says("/decisions").await;
    mara.hears("Nothing waits for a decision").await;
}

async fn whoever_finishes_gets_what_there_is() {
    let office = Office::new().await;
    thorough(&office);
    let mara = office.owner("Mara", Web).await;
    mara.says("/budget ticket €0.005").await;
    mara.hears("Each ticket: at most €0.01.").await;
    mara.wants_offers().await;
    let asked = mara.hears("The budget of #1 is used up. Go on?").await;
    assert!(asked.contains("Spent: €0.01 of €0.01."), "{asked}");
    assert_eq!(mara.presses("Finish").await, "✔ Finish with this");
    mara.hears_all();
    assert_eq!(office.thoughts(), 3, "no thought beyond it");
}

#[tokio::test]
async fn a_report_that_no_budget_is_left_for_says_so() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Web).await;
    mara.says("/budget ticket 1,000 tokens").await;
    mara.hears("Each ticket: at most 1,000 tokens.").await;
    mara.wants_offers().await;
    let report = mara.hears("These are the results as they are: ").await;
    assert!(report.contains("is used up (1,130 of 1,000 tokens). An owner can change it with /budget."), "{report}");
    assert_eq!(office.thoughts(), 2, "no thought beyond it");
    mara.says("/budget ticket off").await;
    mara.hears("Each ticket: no limit.").await;
    mara.fills("Revise", "write it up").await;
    mara.hears_all();
    mara.reads("Take offer C");
}

async fn what_is_left_pays_for_one_answer_alone() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    assert!(office.answers_paid().iter().all(|answers| *answers == ANSWERS), "{:?}", office.answers_paid());
    let before = office.answers_paid().len();
    mara.says("/budget day 4,000 tokens").await;
    mara.hears("All together a day").await;
    mara.says("compare three mail providers").await;
    mara.hears_progress().await;
    mara.hears("The budget for today is used up. Go on?").await;
    let paid = office.answers_paid().split_off(before);
    assert!(paid.iter().all(|answers| *answers == 1), "no repair beyond the end of the budget: {paid:?}");
}

async fn on_the_next_day_there_is_a_new_budget() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Telegram).await;
    mara.says("/budget day 1,000 tokens").await;
    mara.hears("All together a day").await;
    mara.wants_offers().await;
    mara.hears("The budget for today is used up. Go on?").await;
    mara.hears_all();
    office.advance(TimeDelta::days(1)).await;
    mara.hears_all();
    mara.says("/budget").await;
    mara.hears("Today: 0 tokens, of 1,000 tokens (0 %).").await;
    mara.presses("Go on").await;
    mara.hears_all();
    mara.says("/budget").await;
    mara.hears("of 1,000 tokens").await;
}
