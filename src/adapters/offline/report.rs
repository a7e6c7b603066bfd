//! The report by rules: put together from results and decisions, the answer first. It adds no fact, no number and no
//! address of its own.

use super::words::{escape, line};
use super::work::{AS_IT_IS, WISH};
use crate::secretary::thinking::{ReportInput, TaskOutcome};
use crate::secretary::wording::short;

/// The most characters of one result.
const RESULT: usize = 8_000;
/// How the work says that people said more than rules can take up.
const ALSO: &str = "\n\nAlso said: ";

/// The report as Markdown.
pub fn report(input: &ReportInput) -> String {
    let (done, failed): (Vec<&TaskOutcome>, Vec<&TaskOutcome>) = input.results.iter().partition(|r| r.done);
    // A revision answers the person's latest words, so it comes first.
    let (revised, done): (Vec<&TaskOutcome>, Vec<&TaskOutcome>) =
        done.into_iter().partition(|r| r.title.starts_with("Revise: "));
    // Decided anew: what counts stands where the question was put.
    let anew = |r: &&TaskOutcome| {
        r.text.starts_with("Decided: ") && input.decisions.iter().any(|(question, ..)| asks(r, question))
    };
    let revised: Vec<&TaskOutcome> = revised.into_iter().filter(|r| !anew(r)).collect();
    let asked = |r: &&TaskOutcome| r.text.starts_with("Decided: ");
    let (asking, finding): (Vec<&TaskOutcome>, Vec<&TaskOutcome>) = done.into_iter().partition(asked);
    let mut also: Vec<&str> = Vec::new();
    let mut blocks: Vec<String> = Vec::new();
    // What no rule can take up is said once, with all that was wished.
    let (wishes, revised): (Vec<&TaskOutcome>, Vec<&TaskOutcome>) =
        revised.into_iter().partition(|r| r.text.contains(AS_IT_IS));
    for outcome in revised.iter().rev() {
        blocks.push(body(outcome, &mut also));
    }
    for outcome in &asking {
        blocks.push(verdict(input, outcome, &mut also));
    }
    let titled = finding.len() > 1 || !blocks.is_empty();
    if !wishes.is_empty() {
        let said: Vec<&str> = wishes
            .iter()
            .filter_map(|r| r.text.strip_prefix(WISH)?.split_once(AS_IT_IS))
            .map(|(wish, _)| wish.trim().trim_end_matches('.'))
            .collect();
        blocks.push(format!("{WISH}{}. {AS_IT_IS}", said.join(", ")));
    }
    for outcome in &finding {
        let text = body(outcome, &mut also);
        let numbered = outcome.title.starts_with("writing ");
        blocks.push(if titled && !numbered { format!("**{}**\n\n{text}", escape(&outcome.title)) } else { text });
    }
    blocks.extend(not_done(&failed, blocks.is_empty()));
    blocks.extend(other_decisions(input, &asking));
    let assumed: Vec<String> = input.requirement.assumptions.iter().map(|a| escape(&short(a, 300))).collect();
    if !assumed.is_empty() {
        blocks.push(format!("Assumed: {}", assumed.join("; ")));
    }
    blocks.extend(also.into_iter().map(str::to_owned));
    if blocks.is_empty() {
        blocks.push("Nothing was done, so there is nothing to report.".to_owned());
    }
    blocks.extend(next(input, &asking, &finding));
    blocks.join("\n\n")
}

/// A result without what people said besides, which is said once for all.
fn body<'t>(outcome: &'t TaskOutcome, also: &mut Vec<&'t str>) -> String {
    let (text, more) = match outcome.text.rfind(ALSO) {
        Some(at) => outcome.text.split_at(at),
        None => (outcome.text.as_str(), ""),
    };
    let more = more.trim();
    if !more.is_empty() && !also.contains(&more) {
        also.push(more);
    }
    let text = text.trim();
    let kept: String = text.chars().take(RESULT).collect();
    if kept.is_empty() {
        "This gave no text.".to_owned()
    } else if kept.len() < text.len() {
        format!("{kept}…")
    } else {
        kept
    }
}

/// What people decided, with their names, in place of the task that asked.
fn verdict<'t>(input: &ReportInput, outcome: &'t TaskOutcome, also: &mut Vec<&'t str>) -> String {
    let text = body(outcome, also);
    match input.decisions.iter().rev().find(|(question, ..)| asks(outcome, question)) {
        Some((question, answer, who)) => {
            let decided = format!("Decided: **{}** ({})", escape(&line(answer)), escape(who));
            // The title stands right above it.
            if input.requirement.title.strip_prefix("Decide: ") == Some(question.trim()) {
                return decided;
            }
            format!("{decided}\n\nThe question was: {}", escape(&short(question, 600)))
        }
        None => text,
    }
}

fn asks(outcome: &TaskOutcome, question: &str) -> bool {
    let of = outcome.text.rsplit_once("\n\nQuestion: ").map_or("", |(_, q)| q);
    of.split("\n\n").next().is_some_and(|q| q == escape(question))
}

fn not_done(failed: &[&TaskOutcome], alone: bool) -> Option<String> {
    let reason = |r: &&TaskOutcome| format!("{}: {}", escape(&short(&r.title, 100)), escape(&short(&r.text, 500)));
    match failed {
        [] => None,
        [one] if alone => Some(format!("This did not work. {}", reason(one))),
        [one] => Some(format!("Not done: {}", reason(one))),
        several => {
            let rows: Vec<String> = several.iter().map(|r| format!("- {}", reason(r))).collect();
            Some(format!("Not done:\n\n{}", rows.join("\n")))
        }
    }
}

/// Decisions that no task of the plan asked for: about limits and failures.
fn other_decisions(input: &ReportInput, asking: &[&TaskOutcome]) -> Option<String> {
    let other = input.decisions.iter().filter(|(question, ..)| !asking.iter().any(|r| asks(r, question)));
    let rows: Vec<String> = other
        .map(|(question, answer, who)| {
            format!("- {}: {} ({})", escape(&short(question, 200)), escape(&short(answer, 300)), escape(who))
        })
        .collect();
    (!rows.is_empty()).then(|| format!("Also decided:\n\n{}", rows.join("\n")))
}

/// One suggestion, where the rules can do the next step themselves.
fn next(input: &ReportInput, asking: &[&TaskOutcome], finding: &[&TaskOutcome]) -> Option<String> {
    if !asking.is_empty() && !input.decisions.is_empty() {
        return Some("Next: send “note: …” to keep this, or “remind me …” to be reminded of it.".to_owned());
    }
    let listed = finding.iter().any(|r| r.text.starts_with("Found for “"));
    listed.then(|| "Next: send me an address of these, and I quote the page.".to_owned())
}
