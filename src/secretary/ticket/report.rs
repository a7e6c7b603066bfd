//! A report, and reports for handing out: which one can be asked for, in which form, and its JSON.

use super::{Status, Task, TaskState, Ticket};
use crate::secretary::agent::Agent;
use crate::secretary::ids::PersonId;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A report as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Markdown.
    pub text: String,
    /// When.
    pub at: DateTime<Utc>,
    /// The last rating: good or not, and by whom.
    pub rated: Option<(bool, PersonId)>,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As it was sent.
    Shown,
    /// Words alone, without any markup.
    Plain,
    /// A file for programs.
    Json,
    /// A file with the Markdown.
    Markdown,
}

/// What `/reports` is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The latest, of one ending or of all; older than this number, if there is one.
    Latest(Option<Status>, Option<i64>),
    /// The report of a ticket in a form.
    Of(i64, Form),
}

/// An agent's name for people.
pub fn title_of<'a>(roster: &'a [Agent], name: &'a str) -> &'a str {
    roster.iter().find(|agent| agent.name == name).map_or(name, |agent| &agent.title)
}

/// A closed ticket as JSON; docs/guide.md lists the fields.
pub fn json(ticket: &Ticket, roster: &[Agent]) -> String {
    let report = ticket.reports.last();
    let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let result = report.map(|r| r.text.as_str());
    let decisions: Vec<Value> = ticket
        .decisions
        .iter()
        .map(|d| {
            let made = d.verdict();
            json!({
                "question": d.asked.question,
                "answer": made.map(|v| v.text.as_str()),
                "by": made.map(|v| v.name.as_str()),
                "on": made.and_then(|v| v.platform).map(|p| p.title()),
                "at": made.map(|v| time(v.at)),
            })
        })
        .collect();
    let tasks: Vec<Value> = ticket
        .tasks
        .iter()
        .map(|t| {
            json!({
                "title": t.title,
                "agent": t.agent.as_deref().map(|a| title_of(roster, a)),
                "chosen": Some(t.chosen.as_str()).filter(|why| !why.is_empty()),
                "outcome": outcome(t),
                "result": if t.state == TaskState::Completed { Some(t.result.as_str()) } else { None },
                "failure": t.failure.as_deref().filter(|_| t.state != TaskState::Completed),
                "tries": t.attempts,
                "tool_calls": t.used,
                "tokens": { "sent": t.spent.tokens_in, "received": t.spent.tokens_out, "calls": t.spent.calls },
            })
        })
        .collect();
    let whole = json!({
        "number": ticket.number,
        "title": ticket.short_title(),
        "status": ticket.status().name(),
        "from": ticket.requester_name,
        "idea": ticket.idea,
        "agreed": ticket.requirement.summary,
        "result": result,
        "failure": (ticket.status() == Status::Failed).then_some(ticket.doing.as_str()),
        "sources": sources(result.unwrap_or_default()),
        "decisions": decisions,
        "tasks": tasks,
        "tokens": { "sent": ticket.usage.tokens_in, "received": ticket.usage.tokens_out, "calls": ticket.usage.calls },
        "times": {
            "received": time(ticket.created_at),
            "begun": ticket.started_at.map(time),
            "ended": time(ended_at(ticket)),
        },
    });
    format!("{whole:#}\n")
}

fn outcome(task: &Task) -> &'static str {
    match task.state {
        TaskState::Completed => "completed",
        TaskState::Failed if task.left_out && task.failure.is_none() => "not done",
        TaskState::Failed => "failed",
        TaskState::Pending | TaskState::Claimed | TaskState::InProgress | TaskState::Blocked(_) => "not done",
    }
}

/// When a closed ticket ended: with its last report; a later rating does not count.
pub fn ended_at(ticket: &Ticket) -> DateTime<Utc> {
    let report = ticket.reports.last().filter(|_| ticket.status() == Status::Done);
    report.map_or(ticket.updated_at, |r| r.at)
}

/// The addresses a text names, each once, in their order.
pub fn sources(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices("http") {
        let rest = text.get(at..).unwrap_or_default();
        if !rest.starts_with("http://") && !rest.starts_with("https://") {
            continue;
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '|' | '\\' | '“' | '”');
        let mut url = rest.split(ends).next().unwrap_or_default();
        loop {
            let bare = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_', ']']);
            // A closing bracket belongs to the surrounding text, unless it was opened in the address.
            let bare = match bare.strip_suffix(')') {
                Some(inner) if inner.matches('(').count() <= inner.matches(')').count() => inner,
                Some(_) | None => bare.split_once("](").map_or(bare, |(before, _)| before),
            };
            if bare == url {
                break;
            }
            url = bare;
        }
        if url.len() > "https://".len() && !found.iter().any(|known| known == url) {
            found.push(url.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::report::*;

    #[test]
    fn sources_are_the_addresses_of_a_text() {
        let text = "See [a](https://a.org/x) and https://b.org/y_(z). Also <http://c.org>, (https://d.org), \
                    https://a.org/x again; **https://e.org** | https://f.org | http and https:// are none.";
        let want = [
            "https://a.org/x",
            "https://b.org/y_(z)",
            "http://c.org",
            "https://d.org",
            "https://e.org",
            "https://f.org",
        ];
        assert_eq!(sources(text), want);
        assert!(sources("").is_empty());
    }
}
