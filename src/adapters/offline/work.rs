//! One turn of an agent at a task: the tool call of the job, then a text made of its result. It states nothing that
//! is not in a result or in a person's words.

use super::job::{self, Job};
use super::text::{capital, escape, line, quotation};
use super::{said, sums};
use crate::ports::model::{ModelError, ModelReply, ToolCall};
use crate::secretary::decision::approval;
use crate::secretary::intent::thinking::WorkInput;
use crate::secretary::names::phrases::short;
use crate::secretary::ticket::plan::Question;
use crate::secretary::wording::decision::approvals;
use crate::secretary::wording::ticket::tickets;
use crate::secretary::wording::ticket::waiting::NEEDS_A_MODEL;
use serde_json::{Value, json};

/// The most characters of a page that are quoted, and of a reason.
const QUOTED: usize = 1_500;
const REASON: usize = 400;
/// What people said besides, which the rules cannot take up.
pub const ALSO: &str = "\n\nAlso said: ";
/// The sentences before and after the words of a revision, which the grammar cannot make.
pub const WISH: &str = "You said: ";
pub const AS_IT_IS: &str =
    "The result itself is as it was: writing it differently needs a language model, and none is connected here yet.";

/// The next turn.
///
/// # Errors
/// [`ModelError::Impossible`] when the task needs a model, or the call that it comes down to has failed: that is no result.
pub fn turn(input: &WorkInput) -> Result<ModelReply, ModelError> {
    let wish = job::revision(&input.instruction);
    // What people decided is in the report whatever the revision says.
    if let Some((question, answer)) = wish.and_then(tickets::of_anew) {
        return Ok(said(outcome(question, answer)));
    }
    let Some(job) = Job::of(wish.unwrap_or(&input.instruction)) else {
        let revised = wish.map(|wish| format!("{WISH}“{}”. {AS_IT_IS}", escape(&short(wish, 600))));
        let text = revised.or_else(|| sums::sum(&input.instruction));
        return text.map(said).ok_or_else(|| ModelError::Impossible(NEEDS_A_MODEL.to_owned()));
    };
    if !input.agent.tools.iter().any(|name| name == job.tool()) {
        let (who, tool) = (line(&input.agent.title), job.tool());
        let why = format!("{who} may not use the tool {tool}. An owner can add it to the agent's file.");
        return Err(ModelError::Impossible(why));
    }
    let due = input.requirement.due.as_str();
    let Some(last) = input.steps.last() else { return Ok(call("c1", &job, due)) };
    let result = last.result.trim();
    let text = match approval::left_out(result).filter(|_| last.failed) {
        Some(why) => {
            let why = why.strip_prefix(&approvals::left_out("")).unwrap_or(why).trim();
            let why = if why.is_empty() { String::new() } else { format!(" (“{}”)", escape(&short(why, REASON))) };
            format!("This was left out{why}: nothing was done.")
        }
        None if !last.failed => over(&job, result),
        // The words of a deadline may be none: people are asked all the same.
        None if input.steps.len() == 1 && !due.is_empty() && matches!(job, Job::Ask(_)) => {
            return Ok(call("c2", &job, ""));
        }
        None => return Err(ModelError::Impossible(failed(&job, result))),
    };
    Ok(said(format!("{text}{}", additions(input))))
}

/// The call a job begins with. `due`: by when it is wanted; may be empty.
fn call(id: &str, job: &Job, due: &str) -> ModelReply {
    let arguments = match job {
        Job::Page(url) => json!({ "url": url, "from": null }),
        Job::Search(query) => json!({ "query": query, "limit": null }),
        Job::Ask(Question { text, options, .. }) => {
            let option = |option: &String| json!({ "label": short(option, 60), "impact": null });
            let options: Vec<Value> = options.iter().map(option).collect();
            // Silence decides nothing: whoever wants it by then is reminded before.
            let deadline = (!due.is_empty()).then_some(due);
            json!({
                "question": text, "kind": null, "why": null, "options": options, "recommended": null, "reason": null,
                "deadline": deadline, "without_answer": deadline.map(|_| "hold"),
            })
        }
    };
    let call = ToolCall { id: id.to_owned(), name: job.tool().to_owned(), arguments: arguments.to_string() };
    ModelReply { calls: vec![call], ..ModelReply::default() }
}

/// The text once the call is over.
fn over(job: &Job, result: &str) -> String {
    match job {
        Job::Page(url) => page(url, result),
        Job::Search(query) => found(query, result),
        Job::Ask(question) => {
            let answer = result.strip_prefix("The person decided:").unwrap_or(result).trim();
            outcome(&question.text, answer)
        }
    }
}

/// What was decided about a question, as the report reads it.
fn outcome(question: &str, answer: &str) -> String {
    format!("Decided: {}\n\nQuestion: {}", escape(&line(answer)), escape(question))
}

fn page(url: &str, result: &str) -> String {
    let (source, words) = framed(result, "web_page");
    let source = source.unwrap_or(url);
    let titled = words.trim().strip_prefix("Title: ").map(|rest| rest.split_once('\n').unwrap_or((rest, "")));
    let (title, words) = titled.unwrap_or(("", words));
    let (quote, cut) = quotation(words, QUOTED);
    let title = escape(&short(title, 200));
    let head = if title.is_empty() { format!("What {source} says:") } else { format!("“{title}”:") };
    let quote = if quote.is_empty() { "The page shows no text.".to_owned() } else { quote };
    let cut = if cut { "\n\nThis is the beginning of the page, word for word." } else { "" };
    format!("{head}\n\n{quote}\n\nSource: {source}{cut}")
}

/// The source and the inside of a frame put around words from the web.
fn framed<'t>(result: &'t str, kind: &str) -> (Option<&'t str>, &'t str) {
    let inside = || {
        let (_, rest) = result.split_once(&format!("<{kind} source=\""))?;
        let (source, rest) = rest.split_once("\">")?;
        let words = rest.rsplit_once(&format!("</{kind}>")).map_or(rest, |(words, _)| words);
        Some((source, words.trim()))
    };
    inside().map_or((None, result), |(source, words)| (Some(source).filter(|source| source.contains("://")), words))
}

/// Search results as a list: title, a few words, address.
fn found(query: &str, result: &str) -> String {
    let (_, words) = framed(result, "search_results");
    let row = |entry: &str| {
        let mut lines = entry.lines().map(str::trim).filter(|row| !row.is_empty());
        let title = lines.next()?.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(". ");
        let url = lines.next()?.split_whitespace().next().filter(|url| url.contains("://"))?;
        let about = short(&lines.collect::<Vec<_>>().join(" "), 300);
        Some(format!("- **{}** {}\n  {url}", escape(&short(title, 200)), escape(&about)))
    };
    let rows: Vec<String> = words.split("\n\n").take(10).filter_map(row).collect();
    if rows.is_empty() {
        return escape(&short(words, QUOTED));
    }
    format!("Found for “{}”:\n\n{}", escape(query), rows.join("\n"))
}

/// What did not work, why, and what the person can do.
fn failed(job: &Job, reason: &str) -> String {
    let reason = capital(&short(reason, REASON));
    let sign = if reason.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let (what, then) = match job {
        Job::Page(url) => (format!("read {url}"), "Check the address, or paste the text behind “note:” to keep it."),
        Job::Search(query) => (format!("search for “{query}”"), "Try again later, or send me an address."),
        Job::Ask(Question { text, .. }) => {
            (format!("put “{text}” to people"), "Send it again with two to eight short options.")
        }
    };
    format!("I could not {what}. {reason}{sign} {then}")
}

/// What people said that no rule has taken up: it is kept, not dropped.
fn additions(input: &WorkInput) -> String {
    let agreed = format!("{}\n{}\n{}", input.instruction, input.requirement.summary, input.requirement.due);
    let known = |words: &str| words.contains(" — ") || words.starts_with("(An earlier try") || agreed.contains(words);
    let said = input.said.iter().skip(1).map(|words| words.trim()).filter(|words| !words.is_empty() && !known(words));
    let told: Vec<String> = said.take(10).map(|words| format!("“{}”", escape(&short(words, 200)))).collect();
    let also = format!("{ALSO}{}. Rules cannot work that in; send it as an idea of its own.", told.join(", "));
    if told.is_empty() { String::new() } else { also }
}
