//! Who works on a ticket: each agent with its tasks, its rights and its notes.

use super::{Seen, status};
use crate::secretary::agent::Agent;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::task::Task;
use crate::secretary::wording::sign;
use crate::secretary::wording::ticket::progress::{SOMEBODY, mark, standing};

/// Everybody at work on a ticket. Its tasks come from one reading of it, so that they fit together.
pub fn team(ticket: &Ticket, roster: &[Agent], seen: Seen<'_>) -> Message {
    let head = format!("#{} {}", ticket.number, ticket.short_title());
    let state = format!("  {} {}", sign(ticket), status(ticket, seen.decides, seen.reader));
    let mut message = Message::default().spans(vec![Span::Strong(head), Span::text(state)]);
    if ticket.tasks.is_empty() {
        return message.line("There is no plan yet, so nobody works on it. /agents shows who could.");
    }
    let mut names: Vec<&str> = ticket.tasks.iter().filter_map(|task| task.agent.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let agent = roster.iter().find(|agent| agent.name == name);
        message = message.spans(introduced(agent));
        for task in ticket.tasks.iter().filter(|task| task.agent.as_deref() == Some(name)) {
            message = message.line(line(ticket, task, seen));
        }
    }
    if ticket.tasks.iter().any(|task| task.agent.is_none()) {
        message = message.spans(vec![Span::strong("Nobody yet")]);
        for task in ticket.tasks.iter().filter(|task| task.agent.is_none()) {
            message = message.line(line(ticket, task, seen));
        }
    }
    for words in &ticket.additions {
        message = message.spans(vec![Span::strong("You told them: "), Span::text(format!("“{}”", short(words, 200)))]);
    }
    if !ticket.files.is_empty() {
        let names: Vec<&str> = ticket.files.iter().map(|file| file.name.as_str()).collect();
        message = message.spans(vec![Span::strong("Files for the report: "), Span::text(names.join(", "))]);
    }
    message.line(cost(ticket))
}

/// "Researcher reads pages. At most 12 calls of tools a run."
fn introduced(agent: Option<&Agent>) -> Vec<Span> {
    let Some(agent) = agent else {
        return vec![Span::strong(SOMEBODY), Span::text(" is not on the roster any more")];
    };
    let does = agent.description.trim_end_matches('.');
    let most = plural(agent.limits.tool_calls as usize, "call", "calls");
    let tools = if agent.tools.is_empty() { "No tools".to_owned() } else { format!("At most {most} of tools") };
    vec![Span::Strong(agent.title.clone()), Span::text(format!(": {does}. {tools}."))]
}

fn line(ticket: &Ticket, task: &Task, seen: Seen<'_>) -> String {
    let needs = task.needs.iter().filter_map(|key| ticket.task(key));
    let needs: Vec<String> = needs.map(|before| format!("“{}”", short(&before.title, 40))).collect();
    let after = if needs.is_empty() { String::new() } else { format!(", after {}", needs.join(" and ")) };
    format!("  {} {}{}{after}", mark(task), short(&task.title, 60), standing(task, seen.now))
}

fn cost(ticket: &Ticket) -> String {
    let used: usize = ticket.tasks.iter().map(|task| task.used as usize).sum();
    let calls = plural(ticket.usage.calls as usize, "request to the model", "requests to the model");
    format!("So far {calls} and {}.", plural(used, "call of a tool", "calls of tools"))
}
