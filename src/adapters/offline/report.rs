//! The report of the grammar, of results and decisions, the answer first. It adds no fact, number or address.

use super::text::{escape, line};
use super::work::{ALSO, AS_IT_IS, WISH};
use crate::secretary::intent::thinking::{ReportInput, TaskOutcome};
use crate::secretary::names::phrases::short;

/// Some of the results.
type Outcomes<'t> = Vec<&'t TaskOutcome>;

/// The report as Markdown.
pub fn report(input: &ReportInput) -> String {
    let (done, failed): (Outcomes, Outcomes) = input.results.iter().partition(|r| r.done);
    // A revision answers the person's latest words, so it comes first; what was decided anew stands with its question.
    let (revised, done): (Outcomes, Outcomes) = done.into_iter().partition(|r| r.title.starts_with("Revise: "));
    let (asking, finding): (Outcomes, Outcomes) = done.into_iter().partition(|r| r.text.starts_with("Decided: "));
    let (wishes, revised): (Outcomes, Outcomes) =
        revised.into_iter().filter(|r| !r.text.starts_with("Decided: ")).partition(|r| r.text.contains(AS_IT_IS));
    let mut also: Vec<&str> = Vec::new();
    let mut blocks: Vec<String> = revised.iter().rev().map(|outcome| body(outcome, &mut also)).collect();
    blocks.extend(asking.iter().map(|outcome| verdict(input, outcome, &mut also)));
    let titled = finding.len() > 1 || !blocks.is_empty();
    if !wishes.is_empty() {
        // The report says once that the grammar cannot revise, with all the words.
        let said = wishes.iter().filter_map(|r| r.text.strip_prefix(WISH)?.split_once(AS_IT_IS));
        let said: Vec<&str> = said.map(|(wish, _)| wish.trim().trim_end_matches('.')).collect();
        blocks.push(format!("{WISH}{}. {AS_IT_IS}", said.join(", ")));
    }
    for outcome in &finding {
        let text = body(outcome, &mut also);
        blocks.push(if titled { format!("**{}**\n\n{text}", escape(&outcome.title)) } else { text });
    }
    blocks.extend(not_done(&failed, blocks.is_empty()));
    blocks.extend(other_decisions(input, &asking));
    let assumed: Vec<String> = input.requirement.assumptions.iter().map(|a| escape(&short(a, 300))).collect();
    blocks.extend((!assumed.is_empty()).then(|| format!("Assumed: {}", assumed.join("; "))));
    blocks.extend(also.into_iter().map(str::to_owned));
    blocks.extend(blocks.is_empty().then(|| "Nothing was done, so there is nothing to report.".to_owned()));
    // One suggestion, where the rules can do the next step themselves.
    if !asking.is_empty() && !input.decisions.is_empty() {
        blocks.push("Next: send “note: …” to keep this, or “remind me …” to be reminded of it.".to_owned());
    } else if finding.iter().any(|r| r.text.starts_with("Found for “")) {
        blocks.push("Next: send me an address of these, and I quote the page.".to_owned());
    }
    blocks.join("\n\n")
}

/// A result without what people said besides, which is said once for all.
fn body<'t>(outcome: &'t TaskOutcome, also: &mut Vec<&'t str>) -> String {
    let at = outcome.text.rfind(ALSO).unwrap_or(outcome.text.len());
    let (text, more) = outcome.text.split_at(at);
    let more = Some(more.trim()).filter(|more| !more.is_empty() && !also.contains(more));
    also.extend(more);
    text.trim().to_owned()
}

/// What people decided, with their names, in place of the task that asked.
fn verdict<'t>(input: &ReportInput, outcome: &'t TaskOutcome, also: &mut Vec<&'t str>) -> String {
    let text = body(outcome, also);
    let found = input.decisions.iter().rev().find(|(question, ..)| asks(outcome, question));
    found.map_or(text, |(question, answer, who)| {
        let decided = format!("Decided: **{}** ({})", escape(&line(answer)), escape(who));
        format!("{decided}\n\nThe question was: {}", escape(&short(question, 600)))
    })
}

fn asks(outcome: &TaskOutcome, question: &str) -> bool {
    let of = outcome.text.rsplit_once("\n\nQuestion: ").map_or("", |(_, q)| q);
    of.split("\n\n").next().is_some_and(|q| q == escape(question))
}

/// What failed, and why.
fn not_done(failed: &[&TaskOutcome], alone: bool) -> Option<String> {
    let reason = |r: &&TaskOutcome| format!("{}: {}", escape(&short(&r.title, 100)), escape(&short(&r.text, 500)));
    let rows: Vec<String> = failed.iter().map(reason).collect();
    match rows.as_slice() {
        [] => None,
        [one] if alone => Some(format!("This did not work. {one}")),
        rows => Some(format!("Not done:\n\n- {}", rows.join("\n- "))),
    }
}

/// Decisions that no task of the plan asked for: about limits and failures.
fn other_decisions(input: &ReportInput, asking: &[&TaskOutcome]) -> Option<String> {
    let other = input.decisions.iter().filter(|(question, ..)| !asking.iter().any(|r| asks(r, question)));
    let row = |(question, answer, who): &(String, String, String)| {
        format!("- {}: {} ({})", escape(&short(question, 200)), escape(&short(answer, 300)), escape(who))
    };
    let rows: Vec<String> = other.map(row).collect();
    (!rows.is_empty()).then(|| format!("Also decided:\n\n{}", rows.join("\n")))
}
