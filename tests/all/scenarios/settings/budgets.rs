//! What thinking costs: it is counted, shown, and told under the report.

use crate::support::{Discord, Log, Office, Purposes, Role, Telegram, TimeDelta, Web, call, json, said};
use secretary::secretary::budget::cost::{Cost, Currency, Prices, Usage};

stories![
    what_was_spent_is_shown_and_stands_under_the_report,
    owners_set_how_far_it_may_go,
    a_limit_in_money_needs_prices,
    rules_cost_nothing,
    whoever_writes_too_fast_is_told_once,
    it_is_said_once_that_a_budget_runs_low,
    a_limit_in_money_without_prices_is_told_once,
];

pub(super) const PRICES: &str = r#"{"currency": "EUR", "models": {"*": {"in": 2, "out": 10}}}"#;

/// Each thought costs a third of a cent.
pub(in crate::scenarios) fn priced(office: &Office) {
    office.has_prices(Prices::read(PRICES).unwrap());
    let cost = Cost { micros: 3_300, currency: Currency::of("EUR"), unpriced: 0 };
    office.costs(Usage { calls: 1, tokens_in: 1_000, tokens_out: 130, cost });
}

async fn what_was_spent_is_shown_and_stands_under_the_report() {
    let office = Office::new().await;
    priced(&office);
    let ops = office.room("Ops", Discord, Purposes { intake: true, ..Purposes::default() }).await;
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    mara.says("/budget").await;
    let shown = mara.hears("Today: 0 tokens, of 5,000,000 tokens (0 %).").await;
    assert!(!shown.contains("you:") && !shown.contains("Most today"), "{shown}");
    for person in [&mara, &kim] {
        person.wants_offers().await;
        let report = person.hears("Take offer C").await;
        assert!(report.contains("\n3,390 tokens, €0.01"), "{report}");
    }
    mara.says("/budget").await;
    let shown = mara.hears("Today: 6,780 tokens, €0.02, of 5,000,000 tokens (0 %).").await;
    assert!(shown.contains("Each person a day: 2,000,000 tokens; you: 3,390 tokens, €0.01 today."), "{shown}");
    assert!(shown.contains("Each ticket: 1,000,000 tokens."), "{shown}");
    assert!(shown.contains("Most today: ") && shown.contains("Kim 3,390 tokens, €0.01"), "{shown}");
    // What each person spent is not for everybody in a group.
    let lee = office.member("Lee", Discord, Role::Owner).await.in_group(&ops);
    lee.says("/budget").await;
    let among_others = lee.hears("Today: 6,780 tokens").await;
    assert!(!among_others.contains("Most today"), "{among_others}");
    let kim = kim.in_group(&ops);
    kim.mentions("/budget").await;
    let shown = kim.hears("Today: 6,780 tokens, €0.02, of 5,000,000 tokens (0 %).").await;
    assert!(shown.contains("Owners can change that with /budget.") && !shown.contains("Mara"), "{shown}");
}

async fn owners_set_how_far_it_may_go() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Web).await;
    let kim = office.member("Kim", Discord, Role::Approver).await;
    for (said, heard) in [
        ("/budget day 2 EUR", "All together a day: at most €2.00."),
        ("/budget person €0.50 and 50,000 tokens", "Each person a day: at most €0.50 and 50,000 tokens."),
        ("/budget ticket off", "Each ticket: no limit."),
        ("/budget ticket 1 tokens", "Each ticket: at most 1 token."),
        ("/budget ticket usual", "Each ticket: at most 1,000,000 tokens, as usual."),
        ("/budget off", "All together a day: no limit."),
        ("/budget usual", "All together a day: at most 5,000,000 tokens, as usual."),
        ("/budget day", "Say how much, in money or tokens: /budget day 2 EUR"),
        ("/budget day 20", "20 of what? Say how much, in money or tokens"),
        ("/budget fifty cents a day", "Say which budget: /budget day 2 EUR"),
        ("/budget week 2 EUR", "Say which budget: /budget day 2 EUR"),
        (
            "/budget 12",
            "There is one for the day, for each person a day, for each ticket, and for the workspace in a month",
        ),
        ("/budget person Kim 1000", "A budget is for each person alike, not for one by name"),
        ("/budget day 0 EUR", "/budget day 2 EUR, /budget day 50,000 tokens"),
        ("/budget day 2 USD", "My prices are in EUR, so the limit has to be, too: /budget day 2 EUR."),
    ] {
        mara.says(said).await;
        mara.hears(heard).await;
    }
    kim.says("/budget day off").await;
    kim.hears("Only owners may change settings").await;
    mara.says("/budget day 2 EUR").await;
    mara.hears("At 80 % I say so; at the end I stop and ask before I go on.").await;
    kim.says("/budget").await;
    kim.hears("Today: 0 tokens, of €2.00 (0 %).").await;
}

async fn a_limit_in_money_needs_prices() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    mara.says("/budget day 2 EUR").await;
    mara.hears("I don't know what the language model costs, so I can't keep a limit in money.").await;
    office.has_prices(Prices::read(&PRICES.replace('*', "big-model")).unwrap());
    mara.says("/budget day 2 EUR").await;
    mara.hears("I don't know what small-model costs, so I can't keep a limit in money.").await;
    mara.says("/budget day 40,000 tokens").await;
    mara.hears("All together a day: at most 40,000 tokens.").await;
}

#[tokio::test]
async fn what_cannot_have_been_spent_is_booked_in_part_and_logged_once_an_hour() {
    let (log, _guard) = Log::listen();
    let office = Office::new().await;
    office.costs(Usage { calls: 1, tokens_in: 1_000_000_000_000_000, tokens_out: 0, ..Usage::default() });
    let mara = office.owner("Mara", Telegram).await;
    // Ten times what each call can need may be more than the usual budgets.
    mara.says("/budget off").await;
    mara.hears("All together a day: no limit.").await;
    mara.wants_offers().await;
    mara.hears("Take offer C").await;
    let doubts = || log.lines("the model's server reports 1000000000000000 tokens for one call, which cannot be; ");
    let lines = doubts();
    assert!(lines.iter().all(|line| line.contains("WARN") && line.contains(" were booked, 10 times")), "{lines:?}");
    assert_eq!(lines.len(), 1, "{lines:?}");
    mara.says("/budget").await;
    let shown = mara.hears("Today: ").await;
    assert!(!shown.contains(",000,000,000,000"), "{shown}");
    office.advance(TimeDelta::minutes(61)).await;
    mara.hears_all();
    mara.says("find a caterer for the party").await;
    mara.hears_progress().await;
    mara.hears("Take offer C").await;
    assert!(doubts().len() > lines.len(), "{lines:?}");
    mara.hears_all();
}

async fn rules_cost_nothing() {
    let office = Office::offline().await;
    let mara = office.owner("Mara", Web).await;
    mara.says("/budget").await;
    mara.hears("The built-in rules think here, and they cost nothing.").await;
}

/// An agent that looks three times before it is done; each thought costs 1,130 tokens.
pub(super) fn thorough(office: &Office) {
    priced(office);
    office.works(|input| match input.steps.len() {
        0..3 => call("report_progress", json!({"line": "looking on"})),
        _ => said("Offer C costs €12 a month."),
    });
}

#[tokio::test]
async fn a_month_has_a_budget() {
    let office = Office::new().await;
    thorough(&office);
    let mara = office.owner("Mara", Telegram).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    mara.says("/budget workspace 4,000 tokens").await;
    mara.hears("All together a month: at most 4,000 tokens.").await;
    kim.wants_offers().await;
    mara.hears("84 % of the budget for this month is used: 3,390 of 4,000 tokens.").await;
    let asked = kim.hears("The budget for this month is used up. Go on?").await;
    assert!(asked.contains("Only owners can let it go further."), "{asked}");
    let told = mara.hears("The budget for this month is used up").await;
    assert!(told.contains("/budget changes it for every month."), "{told}");
    // A new day is no new month.
    office.advance(TimeDelta::days(1)).await;
    kim.hears_all();
    kim.says("/budget").await;
    kim.hears("This month: 4,520 tokens, €0.01, of 4,000 tokens (113 %).").await;
    mara.says("/budget workspace off").await;
    mara.hears("All together a month: no limit.").await;
    office.advance(TimeDelta::days(1)).await;
    kim.hears_all();
    mara.hears_all();
}

#[tokio::test]
async fn money_in_two_currencies_is_never_one_sum() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Discord).await;
    let olga = office.owner("Olga", Telegram).await;
    olga.says("/list").await;
    olga.hears("Nothing open").await;
    for said in ["/budget workspace 50 EUR", "/budget day 1 EUR"] {
        mara.says(said).await;
        mara.hears("All together").await;
    }
    mara.says("compare three hosting offers").await;
    mara.reads("3,390 tokens, €0.01");
    mara.hears_all();
    office.has_prices(Prices::read(&PRICES.replace("EUR", "USD")).unwrap());
    let cost = Cost { micros: 10_000, currency: Currency::of("USD"), unpriced: 0 };
    office.costs(Usage { calls: 1, tokens_in: 1_000, tokens_out: 130, cost });
    mara.says("/budget").await;
    let shown = mara.hears("Today: 3,390 tokens, of €1.00.\n3,390 tokens of these have no price in USD").await;
    let lost = "The limit of €1.00 a day can't be kept: my prices are in USD now. What needs the language model waits until \
                an owner sets one: /budget day 2 USD.";
    assert!(shown.contains(lost) && shown.contains("The limit of €50.00 a month can't be kept"), "{shown}");
    assert!(!shown.contains('$'), "{shown}");
    // Nothing is spent that the limit does not measure, and owners are told once.
    let before = office.thoughts();
    olga.hears_all();
    mara.says("compare two printers").await;
    mara.reads("The limit of €1.00 a day can't be kept, since my prices are in USD now.");
    olga.hears(lost).await;
    mara.hears_all();
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
    olga.hears_nothing();
    assert_eq!(office.thoughts(), before);
    mara.says("/budget day 2 USD").await;
    let told = mara.hears("All together a day: at most $2.00.\nAll together a month: no limit.").await;
    assert!(told.contains("What was set in EUR can't be kept any more and is gone."), "{told}");
    // What waited for it goes on.
    mara.reads("3,390 tokens, $0.03");
    mara.hears_all();
    mara.presses("Undo").await;
    mara.reads("All together a day: at most €1.00.\nAll together a month: at most €50.00.");
    mara.hears_all();
    mara.says("/budget day 2 USD").await;
    mara.hears("All together a day: at most $2.00.").await;
    mara.says("/budget").await;
    mara.hears("Today: 6,780 tokens, $0.03, of $2.00 (1 %).").await;
    olga.hears_all();
}

async fn a_limit_in_money_without_prices_is_told_once() {
    let office = Office::new().await;
    priced(&office);
    let mara = office.owner("Mara", Discord).await;
    let olga = office.owner("Olga", Discord).await;
    olga.says("/list").await;
    olga.hears("Nothing open").await;
    mara.says("/budget day 1 EUR").await;
    mara.hears("All together a day: at most €1.00.").await;
    office.has_prices(Prices::default());
    office.restart().await;
    let lost = "The limit of €1.00 a day can't be kept: I don't know what the language model costs. What needs the language \
                model waits until whoever runs me adds prices with PRICES_FILE, or an owner sets tokens or no limit: /budget \
                day 300,000 tokens, /budget day off.";
    mara.says("/budget").await;
    mara.hears(lost).await;
    olga.hears_all();
    mara.says("compare two printers").await;
    mara.reads("There is a limit in money (the budget for today)");
    olga.hears(lost).await;
    mara.hears_all();
    office.advance(TimeDelta::hours(2)).await;
    mara.hears_nothing();
    olga.hears_nothing();
    mara.says("/budget day off").await;
    mara.hears("All together a day: no limit.").await;
    mara.reads("Take offer C");
    mara.hears_all();
    mara.says("/budget").await;
    let shown = mara.hears("Spending").await;
    assert!(!shown.contains("can't be kept") && shown.contains(", €0.01, no limit."), "{shown}");
    mara.hears_all();
    olga.hears_all();
}

async fn it_is_said_once_that_a_budget_runs_low() {
    let office = Office::new().await;
    thorough(&office);
    let mara = office.owner("Mara", Discord).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    mara.says("/budget day 8,000 tokens").await;
    mara.hears("All together a day").await;
    mara.says("/budget ticket 7,500 tokens").await;
    mara.hears("Each ticket").await;
    kim.wants_offers().await;
    kim.hears("Take offer C").await;
    // 90 % of the budget of #1 are used by its report, behind which nothing more comes.
    kim.hears_nothing();
    mara.hears("84 % of the budget for today is used: 6,780 of 8,000 tokens.").await;
    mara.hears_nothing();
    // It goes further by now, and runs low anew.
    mara.says("/budget day 16,000 tokens").await;
    mara.hears("All together a day").await;
    kim.says("compare three mail providers").await;
    kim.hears_progress().await;
    kim.hears("Take offer C").await;
    mara.hears("84 % of the budget for today is used: 13,560 of 16,000 tokens.").await;
    mara.hears_nothing();
    assert!(!office.transcript().contains("of its budget is used"), "{}", office.transcript());
}

async fn whoever_writes_too_fast_is_told_once() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    let kim = office.member("Kim", Discord, Role::Requester).await;
    office.takes_a_minute(1).await;
    mara.says("remind me tomorrow at 9 to call Ana").await;
    mara.hears("Tue 24 Nov, 09:00").await;
    mara.says("note: the rent is due on the 3rd").await;
    let told = mara
        .hears("That was a lot at once: I take 1 a minute from each person (whoever runs me can change that).")
        .await;
    assert!(told.contains("I left out what came after that; please send it again from 09:0"), "{told}");
    mara.says("note: the key is with Jo").await;
    mara.hears_nothing();
    mara.says("/cancel 7").await;
    mara.hears("I don't know a ticket #7").await;
    kim.says("/list").await;
    kim.hears("Nothing open").await;
    office.advance(TimeDelta::minutes(2)).await;
    mara.says("note: the rent is due on the 3rd").await;
    mara.hears("Noted").await;
    mara.says("/schedules").await;
    mara.hears("a lot at once").await;
    office.advance(TimeDelta::minutes(2)).await;
    mara.says("/schedules").await;
    mara.hears("call Ana").await;
}
