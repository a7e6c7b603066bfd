//! The trail of one idea through the log in JSON: every step of its path has a line with the ticket's id, and no line has
//! a word of what was said, or a secret.

use crate::process::program::SOON;
use crate::process::town::{MARA, Town};
use serde_json::Value;

/// What was said by people, the model and the secretary; nobody who reads the log needs it.
const PRIVATE: [&str; 10] =
    ["hosting", "shop", "offer", "Price", "monthly", "notice", "phone support", "research the", "Mara", "Got it"];

/// The fields of the lines of the secretary's own trail.
fn trail(lines: &[String]) -> Vec<Value> {
    let parsed = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap_or_else(|e| panic!("{e}: {line}")));
    let own = parsed.filter(|line| line["fields"]["event"].is_string());
    own.map(|line| line["fields"].clone()).collect()
}

/// The place of the first line with these fields, from a place on.
fn find(trail: &[Value], from: usize, fields: &[(&str, &str)]) -> usize {
    let has = |line: &Value| fields.iter().all(|(name, value)| line[*name].as_str() == Some(value));
    let found = trail.iter().enumerate().skip(from).find(|(_, line)| has(line));
    found.unwrap_or_else(|| panic!("no line with {fields:?} from {from} on in:\n{trail:#?}")).0
}

#[tokio::test]
async fn an_idea_is_followed_by_its_ticket_from_its_questions_to_its_report() {
    let mut town = Town::new().await;
    town.house.set("LOG_FORMAT", "json").set("RUST_LOG", "info,secretary=debug");
    let program = town.run(None);
    program.address().await;
    town.telegram.say(MARA, MARA, "compare three hosting offers for the shop");
    let asked = town.told("Two quick", &["Use your judgement"]).await;
    town.press(asked.id, "Use your judgement").await;
    let card = town.told("Here is what I'll do", &["Start"]).await;
    town.press(card.id, "Start").await;
    let prompt = town.told("One decision for you", &["★ Only monthly terms"]).await;
    town.press(prompt.id, "★ Only monthly terms").await;
    town.told("Take offer C", &["👍"]).await;
    town.settled().await;
    program.line("\"event\":\"reported\"").await;
    let (status, printed, lines) = {
        let lines = program.err();
        let (status, _, printed) = program.stop().await;
        (status, printed, lines)
    };
    assert!(status.success());
    let all = trail(&lines);
    // Stored before it is understood, and understood before it is decided about; only then is there a ticket.
    let received = find(&all, 0, &[("event", "received"), ("what", "Text")]);
    let understood = find(&all, received, &[("event", "understood"), ("lane", "thinking"), ("outcome", "done")]);
    assert!(all[understood]["ms"].is_u64(), "{}", all[understood]);
    let taken = find(&all, understood, &[("event", "decided"), ("what", "IdeaUnderstood")]);
    let ticket = all[taken]["ticket"].as_str().unwrap().to_owned();
    let own: Vec<Value> = all.iter().filter(|line| line["ticket"] == ticket.as_str()).cloned().collect();
    let mut at = 0;
    for step in [
        vec![("event", "decided"), ("what", "IdeaUnderstood"), ("status", "asking")],
        vec![("event", "sent"), ("lane", "post")],
        vec![("event", "decided"), ("what", "LeftToJudgement")],
        vec![("event", "thought"), ("purpose", "triage"), ("outcome", "done")],
        vec![("event", "decided"), ("what", "TriageFinished")],
        vec![("event", "decided"), ("what", "Confirmed"), ("status", "working")],
        vec![("event", "claimed"), ("lane", "run")],
        vec![("event", "thought"), ("purpose", "work")],
        vec![("event", "tool"), ("tool", "ask_decision"), ("outcome", "asked")],
        vec![("event", "settled"), ("lane", "run"), ("outcome", "done")],
        vec![("event", "decided"), ("what", "DecisionAsked"), ("status", "deciding")],
        vec![("event", "decision"), ("by", "person")],
        vec![("event", "worked"), ("outcome", "done")],
        vec![("event", "decided"), ("what", "TaskFinished")],
        vec![("event", "thought"), ("purpose", "report")],
        vec![("event", "decided"), ("what", "ReportFinished"), ("status", "done")],
        vec![("event", "closed"), ("status", "done")],
        vec![("event", "sent"), ("lane", "post")],
        vec![("event", "reported")],
    ] {
        at = find(&own, at, &step) + 1;
    }
    for line in own.iter().filter(|line| ["sent", "thought", "worked"].contains(&line["event"].as_str().unwrap())) {
        assert!(line["ms"].is_u64() && line["lane"].is_string(), "{line}");
    }
    for secret in PRIVATE.iter().copied().chain([town.telegram.token(), &town.discord.token()]) {
        assert!(!lines.iter().any(|line| line.contains(secret)), "{secret:?} is in:\n{printed}");
    }
}

#[tokio::test]
async fn who_does_not_ask_for_more_sees_what_becomes_of_tickets_and_no_more() {
    let mut town = Town::new().await;
    town.house.set("LOG_FORMAT", "json");
    let program = town.run(None);
    program.address().await;
    town.telegram.say(MARA, MARA, "compare three hosting offers for the shop");
    town.told("Two quick", &["Use your judgement"]).await;
    tokio::time::timeout(SOON, program.line("\"status\":\"asking\"")).await.unwrap();
    let steps = trail(&program.err());
    program.stop().await;
    let events: std::collections::BTreeSet<&str> = steps.iter().filter_map(|line| line["event"].as_str()).collect();
    for silent in ["received", "claimed", "settled"] {
        assert!(!events.contains(silent), "{events:?}");
    }
    assert!(events.contains("decided") && events.contains("understood"), "{events:?}");
}
