//! Denial of wallet: a model that always wants more, plans with more steps than there may be, walls of text, floods of ideas,
//! schedules for every second, and nobody who is asked lets them go on. The accounts are not believed: the double of the
//! model counts what it was asked for by itself. No budget is passed by more than one call, and others are still served.

use crate::siege::{Chance, Siege, one_of};
use crate::support::{Discord, Office, Role, Telegram, Thought, TimeDelta, Voice, call, idea, json, said};
use secretary::ports::store::Store;
use secretary::secretary::budget::cost::Usage;
use secretary::secretary::budget::{Account, Limit, Limits};
use secretary::secretary::intent::thinking::WorkInput;

/// Attacks in full, and in one world.
const ATTACKS: usize = 10_000;
const IN_ONE: usize = 10;
/// What they try.
const WAYS: [&str; 6] = ["idea", "wall", "fan", "loop", "schedule", "extend"];

/// A model that is never done.
fn more(input: &WorkInput, seed: u64) -> Thought {
    match (seed + input.steps.len() as u64) % 3 {
        0 => call("report_progress", json!({"line": "more"})),
        1 => call("list_notes", json!({})),
        _ => call("report_progress", json!({"line": "x".repeat(500)})),
    }
}

/// One attack by somebody who may send ideas.
async fn attacks(voice: &Voice, way: &str, seed: u64) {
    match way {
        "idea" => voice.says(&format!("compare offer {seed} with all others")).await,
        "wall" => voice.says(&"compare everything with everything else ".repeat(2_000)).await,
        "fan" => voice.says(&format!("do a fan of {seed} steps about hosting")).await,
        "loop" => voice.says("go on and on with hosting until nothing is left").await,
        "schedule" => voice.says("/report every second").await,
        _ => {
            voice.says("/budget day off").await;
            voice.says("/budget off").await;
            voice.says(&format!("/decide {} 1", 1 + seed % 4)).await;
        }
    }
    voice.hears_all();
}

/// The accounts of a day, of its month and of tickets that a world has, with whose they are.
async fn accounts(office: &Office) -> Vec<(String, Account)> {
    let mut tx = office.store().read().await.unwrap();
    let home = secretary::engine::home();
    let mut all = Vec::new();
    for (who, account) in tx.accounts(&home, "2026-11-23").await.unwrap() {
        all.push((if who.is_empty() { "day".to_owned() } else { "person".to_owned() }, account));
    }
    all.extend(tx.accounts(&home, "2026-11").await.unwrap().into_iter().map(|(_, month)| ("month".to_owned(), month)));
    for number in 1..200 {
        let Some(ticket) = tx.ticket_numbered(&home, number).await.unwrap() else { break };
        for (_, account) in tx.accounts(&home, ticket.id.as_str()).await.unwrap() {
            all.push(("ticket".to_owned(), account));
        }
    }
    all
}

#[test]
fn no_budget_is_passed_by_more_than_a_call() {
    // A world is deep, and a test has little stack.
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut siege = Siege::of("s09");
            for seed in Siege::worlds(ATTACKS, IN_ONE) {
                Box::pin(world(&mut siege, seed)).await;
            }
            siege.holds("attempts", "passed a budget by more than one call");
        });
    };
    std::thread::Builder::new().stack_size(32 * 1024 * 1024).spawn(run).unwrap().join().unwrap();
}

async fn world(siege: &mut Siege, seed: u64) {
    let mut chance = Chance::of(seed);
    let office = Office::new().await;
    let each = 500 + chance.below(5_000);
    office.costs(Usage { calls: 1, tokens_in: each - 100, tokens_out: 100, ..Usage::default() });
    office.works(move |input| more(input, seed));
    office.reads(|input| {
        if !input.idea.contains("fan") {
            return idea("Hosting").into();
        }
        let step = |plan: crate::support::Plan, n: u32| plan.task(&format!("t{n}"), "", "A step", &[]);
        (0..30).fold(idea("A fan").no_tasks(), step).into()
    });
    office.writes(|_| said("Much."));
    let limit = |most: u64| Some(Limit { tokens: Some(most), micros: None });
    let (ticket, person, day) = (3 + chance.below(8), 8 + chance.below(10), 12 + chance.below(20));
    let month = 12 + chance.below(20);
    let limits = Limits {
        ticket: limit(each * ticket),
        person: limit(each * person),
        day: limit(each * day),
        workspace: limit(each * month),
        currency: None,
    };
    let mara = office.owner("Mara", Discord).await;
    let eve = office.member("Eve", Telegram, Role::Requester).await;
    let kim = office.member("Kim", Telegram, Role::Requester).await;
    office.settings(|settings| settings.budget = limits).await;
    for n in 0..IN_ONE {
        let way = *one_of(&mut chance, &WAYS);
        attacks(&eve, way, seed + n as u64).await;
        office.advance(TimeDelta::minutes(1)).await;
        eve.hears_all();
        mara.hears_all();
        kim.hears_all();
        // Whoever is not Eve is served by what needs no model, whatever she has used up.
        kim.says("/budget").await;
        let shown = kim.hears("Each ticket").await;
        let (mut worst, mut over) = (String::new(), false);
        for (of, account) in accounts(&office).await {
            let most = match of.as_str() {
                "day" => day,
                "month" => month,
                "person" => person,
                _ => ticket,
            };
            // Their own ticket is theirs to let go further, nothing else.
            let extra = if of == "ticket" { account.extra.tokens } else { 0 };
            let grants_itself = of != "ticket" && account.extra.tokens > 0;
            if grants_itself || account.spent.tokens > each * (most + 1) + extra {
                (over, worst) = (true, format!("{way}: a {of} of {} spent {}", each * most, account.spent.tokens));
            }
        }
        let asked = office.thoughts() as u64;
        let fit = day.min(month);
        if asked > fit + 1 {
            (over, worst) = (true, format!("{way}: {asked} thoughts where {fit} fit"));
        }
        siege.judge(seed, !over, || format!("{worst}\n{shown}"));
    }

    if siege.broken() {
        println!("{}", office.transcript());
    }
    mara.hears_all();
    kim.hears_all();
    eve.hears_all();
}
