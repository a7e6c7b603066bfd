//! The prompts: one `.md` file each beside this one and one typed function each. The fixed part of a prompt comes
//! first and is the same from call to call, so that model servers can cache it (performance.md P6); what changes
//! comes last. Text of people, tools and the web stands between tags and is called data. Nothing here may talk to
//! a model.

mod received;
mod schema;
mod slots;

use crate::secretary::agent::Agent;
use crate::secretary::flow::examples;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::intent::thinking::{NOTHING_TO_TELL, ReportInput, Schema, ScriptInput, TriageInput, WorkInput};
use crate::secretary::intent::{ItemLine, TurnLine, UnderstandInput};
use crate::secretary::people::names::nameless;
use crate::secretary::ticket::plan::Requirement;
use received::{files, listed, referred};
use slots::fence;

/// The name the schema of an understanding goes by in a request; letters and underscores, at most 64 (platform-facts L7).
pub const UNDERSTANDING: &str = "understanding";

const UNDERSTAND: &str = include_str!("understand.md");
const WORK: &str = include_str!("work.md");
const REPORT: &str = include_str!("report.md");
const FLOW_SCRIPT: &str = include_str!("flow_script.md");
const REPAIR: &str = include_str!("repair.md");
const SHORTENED: &str = include_str!("shortened.md");
/// The name of the schema of a script for a flow.
pub const SCRIPT: &str = "flow_script";
/// The flows of the program that show how a script is written, each with what was said, and its name and time in the answer.
const SHOWN: [(&str, &str, [&str; 2]); 2] = [
    (
        "until_every_five_minutes",
        "look every five minutes whether https://build.example/state says ready, a day at most",
        ["Build ready", ""],
    ),
    (
        "exists",
        "every day at 8 keep the prices of https://shop.example/prices, and tell me which are new or changed",
        ["Prices of the shop", "0 8 * * *"],
    ),
];
/// Characters of a plan that is changed.
const PLAN_CHARS: usize = 2_000;

/// How words take the time off a plan that has one, or its condition.
const KEPT: &str = "An empty when or only_if leaves that as it is; when \"now\" takes the time off, only_if \"always\" the \
                    condition.\n";

/// The prompt that asks what a message means: the fixed part, the part of this message, and the schema of the answer (an
/// `intent::Understanding`).
pub fn understand(input: &UnderstandInput) -> (String, String, Schema) {
    let items: String = input.items.iter().map(item).collect();
    let items = if items.is_empty() { " none".to_owned() } else { format!("\n<items>\n{items}</items>") };
    let turns: String = input.turns.iter().map(turn).collect();
    let looked_up: String = input
        .looked_up
        .iter()
        .map(|found| {
            let (act, asked) = (found.act.name(), quoted(&found.text));
            format!("<found by={act} for={asked}>\n{}\n</found>\n", fence("found", &found.found))
        })
        .collect();
    let reply_to = input.reply_to.as_ref().map(|to| {
        let item = to.item.as_ref().map(|item| format!(" (item {})", one_line(item))).unwrap_or_default();
        let text = if to.text.is_empty() { "a message" } else { to.text.as_str() };
        let lead =
            if input.edits { "It is an edit of an earlier message of theirs, which made" } else { "It replies to" };
        format!("{lead}{item}:\n<replied>\n{}\n</replied>\n", fence("replied", text))
    });
    let attached = format!("{}{}", referred(&input.refers), files(&input.files));
    let said = Said {
        now: &input.now,
        sent: input.sent.as_deref(),
        language: &input.language,
        chat: if input.group { "a group" } else { "direct" },
        role: &input.role,
        may_look_up: input.may_look_up,
        items: &items,
        turns: &in_tag("turns", &turns),
        report: &section("last_report", &input.report),
        looked_up: &looked_up,
        reply_to: &reply_to.unwrap_or_default(),
        attachments: &attached,
        note: if input.passed_on {
            "These words are somebody else's, passed on: only idea, add_to, reply or unclear.\n"
        } else if input.edits {
            "Say what the new words mean. What the earlier words did is undone when the new ones do something.\n"
        } else {
            ""
        },
        message: &input.message,
    };
    let (system, user) = filled(&input.roster, &said);
    (system, user, schema::understanding(&input.roster, !input.items.is_empty()))
}

/// The same for a ticket whose idea is read once more, with what was answered and corrected since.
pub fn read_again(input: &TriageInput) -> (String, String, Schema) {
    let answers: String = input
        .answered
        .iter()
        .map(|(question, answer)| {
            format!("<answer question={}>\n{}\n</answer>\n", quoted(&question.text), fence("answer", answer))
        })
        .chain(input.edits.iter().map(|edit| format!("<correction>\n{}\n</correction>\n", fence("correction", edit))))
        .collect();
    let allowed = if input.must_assume {
        "No questions are allowed any more: write what you take for granted into assumptions.\n"
    } else {
        ""
    };
    let steps = input.steps.iter().map(|step| format!("Step: {step}"));
    let timing = input.timing.iter().map(|timing| format!("Time: {}", one_line(timing)));
    let plan: Vec<String> = input.plan.iter().map(agreed).chain(steps).chain(timing).collect();
    let plan = section("plan", &plan.join("\n").chars().take(PLAN_CHARS).collect::<String>());
    let lead = if plan.is_empty() { "" } else { "This is the plan so far; change only what the person asks for:\n" };
    let kept = if input.timing.is_some() { KEPT } else { "" };
    let note = format!(
        "This idea is agreed to be work: give exactly one intent, of kind idea, that takes in the answers and corrections.\n\
         {lead}{plan}{kept}{allowed}{answers}"
    );
    let said = Said {
        now: &input.now,
        sent: input.sent.as_deref(),
        language: &input.language,
        chat: "direct",
        role: "requester",
        may_look_up: false,
        items: " none",
        turns: "",
        report: "",
        looked_up: "",
        reply_to: "",
        attachments: &format!("{}{}", referred(&input.refers), files(&input.files)),
        note: &note,
        message: &input.idea,
    };
    let (system, user) = filled(&input.roster, &said);
    (system, user, schema::work(&input.roster))
}

/// What changes from message to message.
struct Said<'a> {
    now: &'a str,
    sent: Option<&'a str>,
    language: &'a str,
    chat: &'a str,
    role: &'a str,
    may_look_up: bool,
    items: &'a str,
    turns: &'a str,
    report: &'a str,
    looked_up: &'a str,
    reply_to: &'a str,
    attachments: &'a str,
    note: &'a str,
    message: &'a str,
}

fn filled(agents: &[Agent], said: &Said<'_>) -> (String, String) {
    let (fixed, changing) = slots::halves(UNDERSTAND);
    let sent = said.sent.map_or_else(String::new, |sent| {
        format!(
            "Sent: {}; “tomorrow” and the like count from then, and what has passed since may be settled.\n",
            one_line(sent)
        )
    });
    let system = slots::fill(fixed, &[("roster", &roster(agents))]);
    let user = slots::fill(
        changing,
        &[
            ("now", &one_line(said.now)),
            ("sent", &sent),
            ("language", &one_line(said.language)),
            ("chat", said.chat),
            ("role", said.role),
            ("may_look_up", if said.may_look_up { "yes" } else { "no" }),
            ("items", said.items),
            ("turns", said.turns),
            ("report", said.report),
            ("looked_up", said.looked_up),
            ("reply_to", said.reply_to),
            ("attachments", said.attachments),
            ("passed_on", said.note),
            ("message", &fence("said", said.message)),
        ],
    );
    (system, user)
}

/// An open item in one line, its options behind it.
fn item(item: &ItemLine) -> String {
    let options: Vec<String> = item.options.iter().map(|option| one_line(option)).collect();
    let options = if options.is_empty() { String::new() } else { format!(" [{}]", options.join("] [")) };
    let line = fence("items", &one_line(&item.line));
    format!("{} ({}): {line}{}\n", one_line(&item.handle), item.kind.name(), fence("items", &options))
}

/// What somebody said, in one line.
fn turn(turn: &TurnLine) -> String {
    let who = if turn.ours { "You".to_owned() } else { one_line(&turn.who) };
    format!("{who}: {}\n", fence("turns", &one_line(&turn.text)))
}

/// A text between tags; nothing where there is none.
fn section(tag: &str, text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { in_tag(tag, &format!("{}\n", fence(tag, text))) }
}

/// Lines between tags; nothing where there is none.
fn in_tag(tag: &str, lines: &str) -> String {
    if lines.is_empty() { String::new() } else { format!("<{tag}>\n{lines}</{tag}>\n") }
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
            ("files", &format!("{}{}", referred(&input.refers), listed(&input.files))),
            ("now", &one_line(&input.now)),
        ],
    );
    (system, user)
}

/// Under which condition people are to hear of a result. What failed is always told.
fn condition(only_if: &str) -> String {
    if only_if.is_empty() {
        return String::new();
    }
    let fenced = fence("only_if", only_if);
    format!(
        "They want to hear of it only if this holds:\n<only_if>\n{fenced}\n</only_if>\nIf the results show that it does not hold, \
         answer with exactly {NOTHING_TO_TELL} and nothing else. If it holds, or a task failed, or it cannot be told:\n"
    )
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
            ("refers", &referred(&input.refers)),
            ("decisions", &decisions),
            ("earlier", &earlier),
            ("only_if", &condition(&input.only_if)),
            ("results", &results),
        ],
    );
    (system, user)
}

/// The prompt that asks for the script of a flow: what a script may do, what this one is to do, and the schema of the answer
/// (a `flow::submitted::Written`).
pub fn flow_script(input: &ScriptInput) -> (String, String, Schema) {
    let (fixed, changing) = slots::halves(FLOW_SCRIPT);
    let told = |function: HostFunction| format!("- {}: {}", function.signature(), function.terms().does);
    let functions: Vec<String> = HostFunction::ALL.into_iter().map(told).collect();
    let examples: Vec<String> = SHOWN.iter().filter_map(|shown| answered(*shown)).collect();
    let flow = input.flow.as_ref().map(|(name, script)| {
        let (name, script) = (quoted(name), fence("script", script));
        let lead = "They want this script changed. Keep its name and all else in it:";
        format!("{lead}\n<script name={name}>\n{script}\n</script>\n")
    });
    let system = slots::fill(fixed, &[("functions", &functions.join("\n")), ("examples", &examples.join("\n"))]);
    let user = slots::fill(
        changing,
        &[
            ("now", &one_line(&input.now)),
            ("language", &one_line(&input.language)),
            ("flow", &flow.unwrap_or_default()),
            ("words", &fence("said", &input.words)),
        ],
    );
    (system, user, schema::flow_script())
}

/// A flow of the program as the answer to what somebody said. Weak models end the string at the first double quote of a
/// script, so it has none here.
fn answered((example, said, [name, when]): (&str, &str, [&str; 2])) -> Option<String> {
    let shown = examples::ALL.iter().find(|one| one.name == example)?;
    let answer = serde_json::json!({"name": name, "script": shown.script.replace('"', "'"), "when": when});
    Some(format!("<example>\n<said>\n{said}\n</said>\n{answer}\n</example>"))
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
