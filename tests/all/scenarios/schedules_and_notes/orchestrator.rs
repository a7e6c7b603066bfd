//! Lasting work that an agent sets up: workers that are made for it, one card, and a time.

use super::{mondays, work_of};
use crate::support::{Office, Telegram, Thought, TimeDelta, Voice, Web, call, said};
use secretary::ports::model::ModelError;
use secretary::secretary::intent::thinking::WorkInput;
use secretary::secretary::intent::{Intent, When};
use secretary::secretary::names::phrases::short;
use serde_json::{Value, json};

stories![
    workers_are_made_once_people_agree_and_work_each_time,
    a_time_that_fails_is_told_whatever_was_wanted,
    what_is_cancelled_leaves_nothing,
    a_plan_is_tried_with_tools_that_do_nothing,
    what_cannot_be_set_up_is_refused_and_said,
    a_flow_gets_its_time_from_an_agent_once_people_agree,
];

/// The idea as it is understood, with its time: the orchestrator gets both.
fn watching(when: Option<When>) -> Intent {
    let step = ["Set up the watch", "Set up a watch of the price of X, and a summary.", "orchestrator"];
    work_of("Watch of X", "I set up a watch of the price of X.", step, (when, ""))
}

fn spawns(name: &str, title: &str, prompt: &str, tools: &[&str]) -> Thought {
    call("spawn_worker", json!({"name": name, "title": title, "prompt": prompt, "tools": tools}))
}

fn delegates(schedule: Value, only_if: &str, open: &[&str]) -> Thought {
    call(
        "delegate",
        json!({
            "title": "Prices of X", "task": "The price of X is looked up and told in a sentence.",
            "done_when": ["one price with its source"], "open": open,
            "steps": [
                {"title": "Price", "instruction": "Look up the price of X.", "worker": "price_checker", "after": []},
                {"title": "Summary", "instruction": "Say it in a sentence.", "worker": "summary_writer", "after": [1]},
            ],
            "schedule": schedule, "only_if": only_if, "flow": null,
        }),
    )
}

/// The orchestrator makes two workers, proposes their work and ends.
fn sets_up(input: &WorkInput, only_if: &str) -> Thought {
    match input.steps.len() {
        0 => spawns(
            "price_checker",
            "Price checker",
            "Looks up the price of X.\nOpen https://shop.example/x.",
            &["web_search", "read_url"],
        ),
        1 => spawns("summary_writer", "Summary writer", "Writes one sentence.", &["calculate"]),
        2 => delegates(json!("30 9 * * 1"), only_if, &[]),
        _ => {
            assert_eq!(
                input.steps[0].result.split(' ').take(3).collect::<Vec<_>>().join(" "),
                "created price_checker (draft)"
            );
            assert!(input.steps.iter().all(|step| !step.failed), "{:?}", input.steps);
            said("The card is shown and waits for Confirm.")
        }
    }
}

/// Reports are the results, so that a story reads what workers did.
fn tells_results(office: &Office) {
    office.writes(|input| {
        let results: Vec<&str> = input.results.iter().map(|outcome| outcome.text.as_str()).collect();
        said(&results.join("\n"))
    });
}

/// Has the work set up, and gives the card.
async fn proposed(office: &Office, mara: &Voice) -> String {
    tells_results(office);
    office.means("watch the price", |_| watching(Some(mondays())));
    mara.says("set up a team to watch the price of X every Monday at 9:30").await;
    mara.hears("▸").await;
    let card = mara.hears("Here is what I'll do").await;
    mara.hears("The card is shown and waits for Confirm.").await;
    mara.hears_nothing();
    card
}

async fn workers_are_made_once_people_agree_and_work_each_time() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.works(|input| match (input.agent.name.as_str(), input.steps.len()) {
        ("orchestrator", _) => {
            assert!(input.instruction.ends_with("When it is wanted: every Monday at 09:30 (Berlin)."));
            sets_up(input, "")
        }
        // A worker that tries to make another one.
        ("price_checker", 0) => {
            assert!(input.agent.prompt.contains("https://shop.example/x"));
            spawns("helper", "Helper", "Helps.", &["calculate"])
        }
        ("price_checker", _) => said(&format!("€95. {}", short(&input.steps[0].result, 60))),
        (name, _) => said(&format!("{name} heard: {}", short(&input.results[0].1, 10))),
    });
    let card = proposed(&office, &mara).await;
    for part in [
        "#2",
        "Done when: one price with its source",
        "When: every Monday at 09:30 (Berlin).",
        "Mon 23 Nov, 09:30",
        "Mon 30 Nov, 09:30",
        "Mon 7 Dec, 09:30",
        "(Price checker)",
        "(Summary writer), after 1",
        "Proposed in the work on #1.",
        "Workers made for this:",
        "Price checker: Looks up the price of X. It may search the web and read pages.",
        "Summary writer: Writes one sentence. It may calculate.",
    ] {
        assert!(card.contains(part), "{part}: {card}");
    }
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
    mara.presses("Confirm").await;
    let card = mara.hears("Set up. I'll do “Prices of X” every Monday at 09:30 (Berlin).").await;
    for part in
        ["Next times:", "Price checker: It may search the web and read pages.", "Summary writer: It may calculate."]
    {
        assert!(card.contains(part), "{part}: {card}");
    }
    mara.hears_nothing();
    for wait in [TimeDelta::days(1), TimeDelta::days(7)] {
        office.advance(wait).await;
        mara.hears("▸").await;
        let report = mara.hears("Prices of X").await;
        for part in ["€95. You have no tool called spawn_worker.", "summary_writer heard: €95."] {
            assert!(report.contains(part), "{part}: {report}");
        }
        mara.hears_nothing();
    }
    mara.says("/agents").await;
    assert!(!mara.hears("Orchestrator").await.contains("Price checker"), "a worker belongs to its work");
}

async fn a_time_that_fails_is_told_whatever_was_wanted() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    office.works(|input| match input.agent.name.as_str() {
        "orchestrator" => sets_up(input, "it is below 90"),
        _ => Err(ModelError::Unusable("broken".to_owned())),
    });
    let card = proposed(&office, &mara).await;
    assert!(card.contains("You hear of it only if: it is below 90."), "{card}");
    mara.presses("Confirm").await;
    mara.hears("Set up.").await;
    office.advance(TimeDelta::days(1)).await;
    mara.hears("Prices of X").await;
    mara.hears_nothing();
}

async fn what_is_cancelled_leaves_nothing() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.works(|input| sets_up(input, ""));
    proposed(&office, &mara).await;
    mara.presses("Cancel").await;
    mara.hears_all();
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
    office.advance(TimeDelta::days(15)).await;
    mara.hears_nothing();
}

async fn a_plan_is_tried_with_tools_that_do_nothing() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.page("https://shop.example/x", "€95");
    mara.says("/mode ask read url").await;
    mara.hears("read url: asked each time").await;
    office.works(|input| match (input.agent.name.as_str(), input.steps.len()) {
        ("orchestrator", _) => sets_up(input, ""),
        ("price_checker", 0) => call("read_url", json!({"url": "https://shop.example/x"})),
        ("price_checker", _) => said(&short(&input.steps[0].result, 60)),
        (name, _) => said(&format!("{name} heard: {}", short(&input.results[0].1, 20))),
    });
    let card = proposed(&office, &mara).await;
    assert!(card.contains("[Dry run]"), "{card}");
    let tried = mara.presses("Dry run").await;
    assert!(tried.starts_with("I am trying it with tools that do nothing."), "{tried}");
    mara.hears("▸").await;
    let report = mara.hears("This was a dry run: no tool was used").await;
    for part in ["Prices of X", "This is a dry run: read_url was not called", "summary_writer"] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert_eq!(office.pages_opened(), 0);
    let again = mara.presses("Dry run").await;
    assert!(again.starts_with("I have tried this plan already."), "{again}");
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
    mara.presses("Confirm").await;
    mara.hears("Set up. I'll do “Prices of X” every Monday at 09:30 (Berlin).").await;
    mara.hears_nothing();
}

async fn what_cannot_be_set_up_is_refused_and_said() {
    let (office, mara) = Office::owned_by("Mara", Web).await;
    tells_results(&office);
    office.means("watch the price", |_| watching(None));
    office.works(|input| match input.steps.len() {
        0 => spawns("price_checker", "Price checker", "Looks up the price of X.", &["send_mail"]),
        1 => spawns("price_checker", "Price checker", "Looks up the price of X.", &["read_url"]),
        2 => delegates(Value::Null, "", &[]),
        3 => delegates(json!("30 9 * * 1"), "", &["which shop"]),
        4 => delegates(json!("30 9 * * 1"), "", &[]),
        _ => {
            let told: Vec<String> = input.steps.iter().map(|step| short(&step.result, 110)).collect();
            said(&told.join("\n\n"))
        }
    });
    mara.says("watch the price of X, just once").await;
    mara.hears("▸").await;
    let report = mara.hears("Watch of X").await;
    for part in [
        "no tool called send_mail. They can have:",
        "created price_checker (draft) with read_url",
        "This would be done once and at once",
        "This is not settled yet: which shop.",
        "Step 2 names summary_writer, who is not there.",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    mara.hears_nothing();
}

async fn a_flow_gets_its_time_from_an_agent_once_people_agree() {
    let (office, mara) = Office::owned_by("Mara", Telegram).await;
    office.quotes_scripts();
    tells_results(&office);
    office.means("watch the price", |_| watching(None));
    office.works(|input| match input.steps.len() {
        0 => call(
            "delegate",
            json!({
                "title": "Lamp watch", "task": "The flow looks for the lamp.", "done_when": [], "open": [],
                "steps": [], "schedule": "30 9 * * 1", "only_if": null, "flow": 1,
            }),
        ),
        _ => said("The card waits for Confirm."),
    });
    mara.says("watch the price of the lamp with my flow").await;
    mara.hears("▸").await;
    mara.hears("I know no flow 1 here.").await;
    mara.hears("The card waits for Confirm.").await;
    mara.says("/flow new Lamp watch\nnotify('The lamp is there')").await;
    mara.hears("Lamp watch").await;
    assert_eq!(mara.presses("Agree").await, "Agreed.");
    mara.says("watch the price of the lamp with my flow, once more").await;
    mara.hears("▸").await;
    let card = mara.hears("Shall I run “Lamp watch” (flow 1): every Monday at 09:30 (Berlin)?").await;
    assert!(card.contains("Mon 30 Nov, 09:30") && card.contains("Nothing runs before you press Confirm."), "{card}");
    mara.hears("The card waits for Confirm.").await;
    mara.says("/schedules").await;
    mara.hears("Nothing is scheduled.").await;
    mara.presses("Confirm").await;
    mara.hears("I'll run “Lamp watch” every Monday at 09:30 (Berlin).").await;
    office.advance(TimeDelta::hours(1)).await;
    mara.hears("The lamp is there").await;
    mara.hears_nothing();
}
