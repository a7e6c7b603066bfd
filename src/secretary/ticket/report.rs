//! Reports for handing out: which one is asked for, in which form, and its JSON.

use super::{Status, Task, TaskState, Ticket};
use crate::secretary::dispatch::agent::Agent;
use crate::secretary::message::commands;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

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

/// Parses the argument of `/reports`: nothing, a kind, a number, a number and a form in either order, "failed before
/// 57".
///
/// # Errors
/// A sentence for the person.
pub fn wanted(args: &str) -> Result<Wanted, String> {
    let words: Vec<&str> = args.split_whitespace().collect();
    let number = |word: &str| commands::ticket(word, "reports").map(|(number, _)| number);
    let (kind, words) = match words.as_slice() {
        [first, rest @ ..] => match kind(first)? {
            Some(kind) => (Some(kind), rest),
            None => (None, words.as_slice()),
        },
        [] => (None, words.as_slice()),
    };
    if let Some(kind) = kind {
        return match words {
            [] => Ok(Wanted::Latest(kind, None)),
            [word, than] if word.eq_ignore_ascii_case("before") => number(than).map(|n| Wanted::Latest(kind, Some(n))),
            _ => Err(crate::secretary::wording::ticket::reports::which_form()),
        };
    }
    match words {
        [] => Ok(Wanted::Latest(None, None)),
        [word, than] if word.eq_ignore_ascii_case("before") => number(than).map(|n| Wanted::Latest(None, Some(n))),
        [word] => match form(word) {
            Some(_) => Err(crate::secretary::wording::talk::refusals::which_ticket("reports")),
            None => number(word).map(|n| Wanted::Of(n, Form::Shown)),
        },
        [one, other] => match (form(one), form(other)) {
            (None, Some(form)) => number(one).map(|n| Wanted::Of(n, form)),
            (Some(form), None) => number(other).map(|n| Wanted::Of(n, form)),
            (None, None) | (Some(_), Some(_)) => Err(crate::secretary::wording::ticket::reports::which_form()),
        },
        _ => Err(crate::secretary::wording::ticket::reports::which_form()),
    }
}

/// The kind of report a word names: all, those of tickets that are done, or of those that failed. None: it is no kind.
///
/// # Errors
/// Tickets of that kind have no report yet: the sentence to say.
pub fn kind(word: &str) -> Result<Option<Option<Status>>, String> {
    Ok(match word.to_lowercase().as_str() {
        "all" => Some(None),
        "done" => Some(Some(Status::Done)),
        "failed" => Some(Some(Status::Failed)),
        "open" => return Err(crate::secretary::wording::ticket::reports::not_yet()),
        _ => None,
    })
}

fn form(word: &str) -> Option<Form> {
    match word.to_lowercase().as_str() {
        "plain" => Some(Form::Plain),
        "json" => Some(Form::Json),
        "md" => Some(Form::Markdown),
        _ => None,
    }
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
        "title": crate::secretary::wording::ticket::tickets::title(ticket),
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
    fn a_number_and_a_form_are_read_in_either_order() {
        for (args, want) in [
            ("", Wanted::Latest(None, None)),
            ("all", Wanted::Latest(None, None)),
            ("before 57", Wanted::Latest(None, Some(57))),
            ("failed", Wanted::Latest(Some(Status::Failed), None)),
            ("Failed", Wanted::Latest(Some(Status::Failed), None)),
            ("done before 57", Wanted::Latest(Some(Status::Done), Some(57))),
            ("#12", Wanted::Of(12, Form::Shown)),
            ("12 plain", Wanted::Of(12, Form::Plain)),
            (" json  #12 ", Wanted::Of(12, Form::Json)),
            ("12 MD", Wanted::Of(12, Form::Markdown)),
        ] {
            assert_eq!(wanted(args), Ok(want), "{args}");
        }
        assert!(wanted("12 pdf").unwrap_err().contains("plain, json or md"));
        assert!(wanted("12 json md").is_err() && wanted("json md").is_err());
        assert!(wanted("json").unwrap_err().contains("Which ticket?"));
        assert!(wanted("twelve").unwrap_err().contains("no ticket number"));
        assert!(wanted("open").unwrap_err().contains("/list open"));
        assert!(wanted("failed json").is_err() && wanted("done before").is_err());
        assert!(wanted("before").is_err() && wanted("before x").is_err());
    }

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
