//! The prompts: one `.md` file each beside this one and one typed function each. The fixed part of a prompt comes
//! first and is the same from call to call, so that model servers can cache it (performance.md P6); what changes
//! comes last. Text of people, tools and the web stands between tags and is called data. Nothing here may talk to
//! a model.

mod schema;
mod slots;

use crate::secretary::agent::Agent;
use crate::secretary::plan::Requirement;
use crate::secretary::thinking::{ReportInput, TriageInput, WorkInput};
use crate::secretary::wording::people::nameless;
use serde_json::Value;
use slots::fence;

/// The name the schema of a triage goes by in a request; letters and underscores, at most 64 (platform-facts L7).
pub const TRIAGE_SCHEMA: &str = "triage";

const TRIAGE: &str = include_str!("triage.md");
const WORK: &str = include_str!("work.md");
const REPORT: &str = include_str!("report.md");
const REPAIR: &str = include_str!("repair.md");
const SHORTENED: &str = include_str!("shortened.md");

/// The prompt of a triage: the fixed part, the part of this idea, and the schema of the answer (a `plan::Triage`).
pub fn triage(input: &TriageInput) -> (String, String, Value) {
    let (fixed, changing) = slots::halves(TRIAGE);
    let answers: String = input
        .answered
        .iter()
        .map(|(question, answer)| {
            format!("<answer question={}>\n{}\n</answer>\n", quoted(&question.text), fence("answer", answer))
        })
        .chain(input.edits.iter().map(|edit| format!("<correction>\n{}\n</correction>\n", fence("correction", edit))))
        .collect();
    let sent = input.sent.as_deref().map(|sent| {
        format!(
            "Sent: {}; “tomorrow” and the like count from then, and what has passed since may be settled.\n",
            one_line(sent)
        )
    });
    let sent = sent.unwrap_or_default();
    let system = slots::fill(fixed, &[("roster", &roster(&input.roster))]);
    let user = slots::fill(
        changing,
        &[
            ("questions_allowed", if input.must_assume { "no, assume instead" } else { "yes" }),
            ("language", &one_line(&input.language)),
            ("running", &input.running.as_deref().map_or_else(|| "none".to_owned(), quoted)),
            ("idea", &fence("said", &input.idea)),
            ("answers", &answers),
            ("sent", &sent),
            ("now", &one_line(&input.now)),
        ],
    );
    (system, user, schema::triage(&input.roster))
}

/// The prompt of an agent at a task: the agent's own instructions with the rules of the house, and the task.
///
/// The user part stays byte-identical through a run as long as `input.now` does; `steps` are turns, not text.
pub fn work(input: &WorkInput) -> (String, String) {
    let (fixed, changing) = slots::halves(WORK);
    let said = tagged("said", &input.said);
    let results: String = input
        .results
        .iter()
        .map(|(title, text)| format!("<result of={}>\n{}\n</result>\n", quoted(title), fence("result", text)))
        .collect();
    let system = slots::fill(fixed, &[("agent_prompt", input.agent.prompt.trim())]);
    let user = slots::fill(
        changing,
        &[
            ("title", &one_line(&input.title)),
            ("instruction", &fence("instruction", &input.instruction)),
            ("agreed", &fence("agreed", &agreed(&input.requirement))),
            ("said", &said),
            ("results", &results),
            ("now", &one_line(&input.now)),
        ],
    );
    (system, user)
}

/// The prompt of a report: the rules of a report, and what there is to report.
pub fn report(input: &ReportInput) -> (String, String) {
    let (fixed, changing) = slots::halves(REPORT);
    let decisions: String = input
        .decisions
        .iter()
        .map(|(question, answer, who)| {
            // "You" would be the model.
            let who = if who == nameless(true) { "The person who asked" } else { who };
            let text = format!("{question}\n{who} decided: {answer}");
            format!("<decision>\n{}\n</decision>\n", fence("decision", &text))
        })
        .collect();
    let results: String = input
        .results
        .iter()
        .map(|outcome| {
            let state = match (outcome.done, outcome.used) {
                (true, 0) => "completed without any tool: nothing was looked up, written, set or sent",
                (true, _) => "completed",
                (false, _) => "failed",
            };
            let (title, agent) = (quoted(&outcome.title), quoted(&outcome.agent));
            let text = fence("result", &outcome.text);
            format!("<result of={title} by={agent} state={state}>\n{text}\n</result>\n")
        })
        .collect();
    let earlier: String = input
        .earlier
        .iter()
        .map(|text| format!("<earlier_report>\n{}\n</earlier_report>\n", fence("earlier_report", text)))
        .collect();
    let system = slots::fill(fixed, &[]);
    let user = slots::fill(
        changing,
        &[
            ("language", &one_line(&input.language)),
            ("idea", &fence("said", &input.idea)),
            ("agreed", &fence("agreed", &agreed(&input.requirement))),
            ("decisions", &decisions),
            ("earlier", &earlier),
            ("results", &results),
        ],
    );
    (system, user)
}

/// What a model is told when its answer cannot be used; `fault` says what is wrong in a few words.
pub fn repair(fault: &str) -> String {
    let (fixed, changing) = slots::halves(REPAIR);
    format!("{}\n{}", slots::fill(fixed, &[("fault", &one_line(fault))]), slots::fill(changing, &[]))
}

/// What a model is told, as data after the first words, when turns behind them are not as they were.
pub fn shortened(turns: usize) -> String {
    let (fixed, _) = slots::halves(SHORTENED);
    slots::fill(fixed, &[("count", &turns.to_string())])
}

/// One line per agent: name, what it does, what it can.
fn roster(agents: &[Agent]) -> String {
    let lines: Vec<String> = agents
        .iter()
        .map(|agent| {
            format!("- {}: {} Skills: {}.", agent.name, one_line(&agent.description), agent.capabilities.join(", "))
        })
        .collect();
    if lines.is_empty() { "- none".to_owned() } else { lines.join("\n") }
}

fn agreed(requirement: &Requirement) -> String {
    let mut lines = vec![requirement.title.clone(), requirement.summary.clone()];
    lines.extend(requirement.done_when.iter().map(|check| format!("Done when: {check}")));
    if !requirement.due.is_empty() {
        lines.push(format!("By: {}", requirement.due));
    }
    lines.extend(requirement.assumptions.iter().map(|assumed| format!("Assumed: {assumed}")));
    lines.retain(|line| !line.trim().is_empty());
    lines.join("\n")
}

fn tagged(tag: &str, texts: &[String]) -> String {
    texts.iter().map(|text| format!("<{tag}>\n{}\n</{tag}>\n", fence(tag, text))).collect()
}

/// One line of text: control characters and line breaks become spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// A text as the value of a tag's attribute, at most 200 characters: it cannot end the attribute or the tag.
fn quoted(text: &str) -> String {
    let inner: String = one_line(text)
        .chars()
        .take(200)
        .map(|c| match c {
            '"' => '\'',
            '<' => '\u{2039}',
            '>' => '\u{203a}',
            other => other,
        })
        .collect();
    format!("\"{inner}\"")
}

#[cfg(test)]
mod tests;
