//! One turn of an agent at a task: the call that the job takes, then a text made of what came of it. It states
//! nothing that is not in a tool's result or in a person's words.

use super::job::{Job, Question};
use super::words::{after, bare, effect, escape, line, quotation};
use super::{said, triage};
use crate::ports::model::{ModelError, ModelReply, ToolCall, Usage};
use crate::secretary::approval;
use crate::secretary::thinking::{Step, WorkInput};
use crate::secretary::wording::{approvals, asides, changing, short};
use serde_json::{Value, json};

/// The most characters of a page that are quoted.
const QUOTED: usize = 1_500;
/// The most characters of a result that is shown as it is.
const SHOWN: usize = 6_000;
/// The most characters of a reason.
const REASON: usize = 400;
/// More steps than any job takes.
const MOST_STEPS: usize = 4;

/// The next turn.
///
/// # Errors
/// [`ModelError::Impossible`] when the call that the task comes down to has failed: that is no result.
pub fn turn(input: &WorkInput) -> Result<ModelReply, ModelError> {
    let job = Job::of(&input.instruction);
    let (job, wish) = match job {
        Some(Job::Revise(wish)) => {
            // What people decided is in the report whatever the wish is.
            if let Some((question, answer)) = changing::of_anew(&wish) {
                return Ok(said(outcome(question, answer)));
            }
            (triage::harmless_job(&wish).or_else(|| added(&input.instruction, &wish)), Some(wish))
        }
        Some(job) => (Some(job), None),
        None => (triage::harmless_job(&input.instruction), None),
    };
    let Some(job) = job else {
        return Ok(said(wish.map_or_else(|| beyond(&input.instruction), |w| noted(&w))));
    };
    if let Some(missing) = job.tools().iter().find(|tool| !input.agent.tools.iter().any(|t| t == *tool)) {
        let who = line(&input.agent.title);
        return Err(ModelError::Impossible(format!(
            "{who} may not use the tool {missing}. An owner can add it to the agent's file."
        )));
    }
    let last = input.steps.last().filter(|last| last.failed);
    let refused = last.and_then(|last| approval::left_out(last.result.trim()));
    let text = match (refused, input.steps.as_slice(), &job) {
        (Some(why), ..) => not_wanted(&job, why),
        (None, [], _) => return Ok(call("c1", first(&job, &input.requirement.due))),
        (None, [once], _) if once.failed && only_asked(&job, "").is_some() => {
            let due = &input.requirement.due;
            return Ok(only_asked(&job, due).map_or_else(|| said(String::new()), |asked| call("c2", asked)));
        }
        (None, [.., last], _) if last.failed && !answers(&job) => {
            return Err(ModelError::Impossible(failed(&job, last.result.trim())));
        }
        (None, [read], Job::Strike(title, item)) => match struck(title, item, read) {
            Ok(arguments) => return Ok(call("c2", ("write_note", arguments))),
            Err(why) => why,
        },
        (None, steps, _) if steps.len() < MOST_STEPS => steps.last().map(|last| over(&job, last)).unwrap_or_default(),
        _ => "This took more steps than it should, so I stopped. Send it again as a new idea, please.".to_owned(),
    };
    let text = if text.is_empty() { "This gave no text.".to_owned() } else { text };
    Ok(said(format!("{text}{}", additions(input))))
}

/// Whether a failed call answers the question all the same: there is no such note.
fn answers(job: &Job) -> bool {
    match job {
        Job::Show(_) | Job::List | Job::Find(_) | Job::Revise(_) => true,
        Job::Calculate(_)
        | Job::Page(..)
        | Job::Search(_)
        | Job::Keep(..)
        | Job::Strike(..)
        | Job::Ask(_)
        | Job::Remind(..) => false,
    }
}

fn call(id: &str, (name, arguments): (&str, Value)) -> ModelReply {
    let call = ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_string() };
    ModelReply { text: String::new(), calls: vec![call], usage: Usage::default() }
}

/// The call a job begins with. `due`: by when it is wanted, in the person's words; may be empty.
fn first(job: &Job, due: &str) -> (&'static str, Value) {
    match job {
        Job::Calculate(sum) => ("calculate", json!({ "expression": sum })),
        Job::Page(url, _) => ("read_url", json!({ "url": url, "from": null })),
        Job::Search(query) => ("web_search", json!({ "query": query, "limit": null })),
        Job::Keep(title, text) => ("write_note", json!({ "title": title, "text": text, "append": true })),
        Job::Strike(title, _) | Job::Show(title) => ("read_note", json!({ "title": title, "from": null })),
        Job::List => ("list_notes", json!({})),
        Job::Find(words) => ("search_notes", json!({ "words": words })),
        Job::Ask(question) => ("ask_decision", asked(question, due)),
        Job::Remind(text, when, false) => ("set_reminder", json!({ "text": text, "when": when, "repeat": null })),
        Job::Remind(text, when, true) => ("set_reminder", json!({ "text": text, "when": null, "repeat": when })),
        // A revision is turned into the job its wish names before it comes here.
        Job::Revise(wish) => ("report_progress", json!({ "text": short(wish, 200) })),
    }
}

fn asked(question: &Question, due: &str) -> Value {
    let option = |option: &String| {
        let (label, impact) = effect(option).map_or((option.as_str(), None), |(label, impact)| (label, Some(impact)));
        json!({ "label": short(label, 60), "impact": impact })
    };
    let options: Vec<Value> = question.options.iter().map(option).collect();
    let label = |option: &String| effect(option).map_or(option.as_str(), |(label, _)| label) == question.recommended;
    let recommended = question.options.iter().position(label);
    let silent = question.silence && !due.is_empty() && recommended.is_some();
    // Silence decides nothing unless somebody said so: whoever wants it by then is reminded before.
    let deadline = (!due.is_empty()).then_some(due);
    let silence = deadline.map(|_| if silent { "recommended" } else { "hold" });
    // What comes first where nobody says otherwise, somebody has said: code sees whether that may be.
    let kind = silent.then_some("priority");
    json!({
        "question": question.text, "kind": kind, "why": question.why, "options": options, "recommended": recommended,
        "reason": null, "deadline": deadline, "without_answer": silence,
    })
}

/// The same question without what was to follow from silence, where that cannot be kept: people are asked all the same.
fn only_asked(job: &Job, due: &str) -> Option<(&'static str, Value)> {
    let Job::Ask(question) = job else { return None };
    question.silence.then(|| ("ask_decision", asked(&Question { silence: false, ..question.clone() }, due)))
}

/// The text once the call is over.
fn over(job: &Job, step: &Step) -> String {
    let result = step.result.trim();
    if step.failed {
        return failed(job, result);
    }
    match job {
        Job::Calculate(sum) => calculated(sum, result),
        Job::Page(url, wish) => page(url, wish.as_deref(), result),
        Job::Search(query) => found(query, result),
        Job::Keep(_, text) => format!("{}\n\n{}", shown(result), shown(text)),
        Job::Strike(title, item) => format!("“{}” is off the note “{title}”.", short(item, 200)),
        Job::Show(title) => note(title, result),
        Job::List | Job::Find(_) => shown(result),
        Job::Ask(question) => decided(question, result),
        Job::Remind(text, when, _) => format!("{}\n\nReminder: “{}”, {}.", shown(result), escape(text), escape(when)),
        Job::Revise(wish) => noted(wish),
    }
}

/// "The person decided: Blue" is the answer; where several runs of spaces or lines were typed, on one line.
fn decided(question: &Question, result: &str) -> String {
    let answer = result.strip_prefix("The person decided:").unwrap_or(result).trim();
    outcome(&question.text, answer)
}

/// What was decided about a question, as the report reads it.
fn outcome(question: &str, answer: &str) -> String {
    format!("Decided: {}\n\nQuestion: {}", escape(&line(answer)), escape(question))
}

fn calculated(sum: &str, result: &str) -> String {
    match result.rsplit_once(" = ") {
        Some((asked, value)) => format!("`{}` = **{}**", asked.trim().replace('`', "'"), value.trim()),
        None => format!("`{}`: {}", sum.replace('`', "'"), shown(result)),
    }
}

fn page(url: &str, wish: Option<&str>, result: &str) -> String {
    let (source, words) = framed(result, "web_page");
    let source = source.unwrap_or(url);
    let (title, words) = match words.trim().strip_prefix("Title: ") {
        Some(rest) => rest.split_once('\n').map_or((rest, ""), |(title, text)| (title, text)),
        None => ("", words),
    };
    let (quote, cut) = quotation(words, QUOTED);
    let mut text = if title.trim().is_empty() {
        format!("What {source} says:")
    } else {
        format!("“{}”:", escape(&short(title, 200)))
    };
    text.push_str(&if quote.is_empty() { "\n\nThe page shows no text.".to_owned() } else { format!("\n\n{quote}") });
    text.push_str(&format!("\n\nSource: {source}"));
    if cut {
        text.push_str("\n\nThis is the beginning of the page, word for word.");
    }
    if let Some(wish) = wish {
        text.push_str(&format!(" {} needs a language model.", super::words::capital(&short(wish, 60))));
    }
    text
}

/// The source and the inside of a frame put around words from the web.
fn framed<'t>(result: &'t str, kind: &str) -> (Option<&'t str>, &'t str) {
    let inside = || {
        let (_, rest) = result.split_once(&format!("<{kind} source=\""))?;
        let (source, rest) = rest.split_once("\">")?;
        let words = rest.rsplit_once(&format!("</{kind}>")).map_or(rest, |(words, _)| words);
        Some((source, words.trim()))
    };
    inside().map_or((None, result), |(source, words)| {
        let real = source.contains("://") && source.len() <= 2_000;
        (real.then_some(source), words)
    })
}

/// Search results as a list: title, a few words, address.
fn found(query: &str, result: &str) -> String {
    if !result.contains("<search_results") {
        return shown(result);
    }
    let (_, words) = framed(result, "search_results");
    let mut text = format!("Found for “{}”:\n", escape(query));
    let mut count = 0;
    for entry in words.split("\n\n").take(10) {
        let mut rows = entry.lines().map(str::trim).filter(|row| !row.is_empty());
        let (Some(title), Some(url)) = (rows.next(), rows.next()) else { continue };
        let title =
            title.split_once(". ").filter(|(n, _)| n.bytes().all(|b| b.is_ascii_digit())).map_or(title, |t| t.1);
        let url = url.split_whitespace().next().unwrap_or_default();
        let words: Vec<&str> = rows.collect();
        let words = short(&words.join(" "), 300);
        if !url.contains("://") {
            continue;
        }
        count += 1;
        let gap = if words.is_empty() { "" } else { ": " };
        text.push_str(&format!("\n- **{}**{gap}{}\n  {url}", escape(&short(title, 200)), escape(&words)));
    }
    if count == 0 { escape(&short(words, QUOTED)) } else { text }
}

/// A note as it is, its title first.
fn note(title: &str, result: &str) -> String {
    let Some((head, text)) = result.split_once('\n') else { return shown(result) };
    let title = head.strip_prefix("# ").unwrap_or(title);
    format!("**{}**\n\n{}", escape(title.trim()), shown(text))
}

/// The note without a line; why not, if it cannot be done.
fn struck(title: &str, item: &str, read: &Step) -> Result<Value, String> {
    if read.failed {
        return Err(shown(&short(&read.result, REASON)));
    }
    if read.result.contains("[Cut here:") {
        return Err(format!("The note “{title}” is too long for me to change; nothing was taken off it."));
    }
    let text = read.result.split_once("\n\n").map_or("", |(_, text)| text);
    let wanted = bare(item).to_lowercase();
    let same = |row: &&str| bare(row).to_lowercase() == wanted;
    if !text.lines().any(|row| same(&row)) {
        return Err(format!("“{item}” is not on the note “{title}”, so nothing was changed.\n\n{}", shown(text)));
    }
    let left: Vec<&str> = text.lines().filter(|row| !same(row)).collect();
    let left = left.join("\n");
    let left = if left.trim().is_empty() { "(empty)".to_owned() } else { left };
    Ok(json!({ "title": title, "text": left, "append": false }))
}

/// What comes of a call that people left out. `why`: what they said about it; may be empty.
fn not_wanted(job: &Job, why: &str) -> String {
    let why = why.strip_prefix(&approvals::left_out("")).unwrap_or(why).trim();
    let why = if why.is_empty() { String::new() } else { format!(" (“{}”)", escape(&short(why, REASON))) };
    let nothing = match job {
        Job::Keep(..) | Job::Strike(..) => "nothing was written",
        Job::Remind(..) => "no reminder was set",
        Job::Page(..) | Job::Search(_) | Job::Show(_) | Job::List | Job::Find(_) => "nothing was looked up",
        Job::Calculate(_) | Job::Ask(_) | Job::Revise(_) => "nothing was done",
    };
    format!("This was left out{why}: {nothing}.")
}

/// What did not work, why, and what the person can do. Only what `answers` is read as Markdown.
fn failed(job: &Job, reason: &str) -> String {
    let reason = super::words::sentence(&short(reason, REASON));
    match job {
        Job::Calculate(sum) => format!(
            "I could not calculate “{sum}”. {reason} Write it with numbers and signs, like 19% of 240, and send it again."
        ),
        Job::Page(url, _) => {
            format!("I could not read {url}. {reason} Check the address, or paste the text behind “note:” to keep it.")
        }
        Job::Search(query) if reason.contains("No web search is set up") => format!(
            "I could not search for “{query}”: no web search is set up. An owner can set SEARXNG_URL, BRAVE_API_KEY or \
             TAVILY_API_KEY. Pages whose address you send me I can read."
        ),
        Job::Search(query) => {
            format!("I could not search for “{query}”. {reason} Try again later, or send me an address to read.")
        }
        Job::Keep(title, _) | Job::Strike(title, _) => {
            format!("I could not write the note “{title}”. {reason} Nothing was changed.")
        }
        Job::Show(_) | Job::List | Job::Find(_) => {
            format!("{} “show my notes” lists what there is; “note: …” begins a new one.", escape(&reason))
        }
        Job::Ask(question) => format!(
            "I could not put “{}” to people. {reason} Send it again with two to eight short options.",
            question.text
        ),
        Job::Remind(text, when, _) => format!(
            "I could not set the reminder “{text}” for “{when}”. {reason} Send it again with a time like “tomorrow at 9”."
        ),
        Job::Revise(wish) => noted(wish),
    }
}

fn beyond(instruction: &str) -> String {
    format!("Nothing was done for this yet. {}", triage::limit_of(instruction).replace('_', "\\_"))
}

/// How it goes on after a wish which rules cannot fulfil.
pub const AS_IT_IS: &str =
    "The result itself is as it was: writing it differently needs a language model, and none is connected here yet.";
/// How such a text begins.
pub const WISH: &str = "You said: ";

/// A wish for another report which rules cannot fulfil.
fn noted(wish: &str) -> String {
    format!("{WISH}“{}”. {AS_IT_IS}", escape(&short(wish, 600)))
}

/// Words that shall be added where the report is about a note that was written: they go into that note.
fn added(instruction: &str, wish: &str) -> Option<Job> {
    let (_, report) = instruction.split_once("The report so far:\n")?;
    let (_, told) = ["Added to the note “", "Wrote the note “"].iter().find_map(|lead| report.split_once(lead))?;
    let (title, _) = told.split_once('”')?;
    let words = after(wish.trim(), &["add", "also add", "please add", "also", "and", "plus", "write down", "note"])?;
    let words = words.trim_start_matches([':', ',', ' ']).trim();
    (!bare(words).is_empty()).then(|| Job::Keep(title.to_owned(), words.to_owned()))
}

/// What people said that no rule has taken up: it is kept, not dropped.
fn additions(input: &WorkInput) -> String {
    let agreed = format!(
        "{}\n{}\n{}\n{}",
        input.instruction,
        input.requirement.summary,
        input.requirement.due,
        input.requirement.assumptions.join("\n")
    );
    let known = |words: &str| {
        let answer = words.contains(" — ") || words.starts_with("(An earlier try");
        let same = || triage::harmless_job(words).is_some_and(|job| job.instruction() == input.instruction);
        answer || agreed.contains(words) || worked_in(words, &agreed) || left_out(words, &agreed) || same()
    };
    let said = input.said.iter().skip(1).map(|s| asides::read_now(s).unwrap_or(s).trim());
    let open = said.filter(|s| !s.is_empty() && !known(s));
    let told: Vec<String> = open.take(10).map(|s| format!("“{}”", escape(&short(s, 200)))).collect();
    if told.is_empty() {
        return String::new();
    }
    // Whoever may steer the work may have said it.
    format!("\n\nAlso said: {}. Rules cannot work that in; send it as an idea of its own.", told.join(", "))
}

/// Whether what was to be left out is in nothing that was agreed.
fn left_out(words: &str, agreed: &str) -> bool {
    let agreed = agreed.to_lowercase();
    triage::left_out(words).is_some_and(|names| !agreed.contains(&names.to_lowercase()))
}

/// Whether every word that says something stands in what was agreed.
fn worked_in(words: &str, agreed: &str) -> bool {
    const SMALL: &[&str] = &[
        "and", "also", "plus", "add", "or", "und", "auch", "oder", "no", "instead", "rather", "by", "until", "at",
        "it", "call", "name", "title", "the", "a", "please", "take", "compare", "use",
    ];
    let cut = |text: &str| -> Vec<String> {
        text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
    };
    let agreed: std::collections::BTreeSet<String> = cut(agreed).into_iter().collect();
    cut(&short(words, 2_000)).iter().all(|word| SMALL.contains(&word.as_str()) || agreed.contains(word))
}

/// A result as it is, bounded.
fn shown(text: &str) -> String {
    let kept: String = text.trim().chars().take(SHOWN).collect();
    if kept.len() < text.trim().len() { format!("{kept}…") } else { kept }
}
