//! The export of a person's data, readable for programs and people. It holds everything of their own tickets, whoever
//! wrote it, and nothing that others wrote elsewhere.

use super::Entry;
use crate::secretary::budget::Account;
use crate::secretary::decision::Decision;
use crate::secretary::flow::Flow;
use crate::secretary::flow::run::{FlowRun, RunState};
use crate::secretary::flow::tables::{FlowRow, called};
use crate::secretary::flow::trigger::{Trigger, TriggerKind};
use crate::secretary::ids::PersonId;
use crate::secretary::notes::{Change, Note};
use crate::secretary::people::workspace::Person;
use crate::secretary::policy::Rule;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

/// About so many bytes go into one file: platforms refuse files that are too long.
const FILE: usize = 4_000_000;

/// One thing that happened to a ticket: when, by whom, what.
pub type Happened = (DateTime<Utc>, Option<PersonId>, Event);

/// A message of a direct chat.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// When.
    pub at: DateTime<Utc>,
    /// By the person, not the secretary.
    pub theirs: bool,
    /// The words.
    pub text: String,
}

/// Everything of a person in a workspace.
#[derive(Clone, Debug)]
pub struct Held {
    /// Who.
    pub person: Person,
    /// What the workspace is called.
    pub workspace: String,
    /// The tickets they sent, with all files there are, and those of others they had a part in, each with its course.
    pub tickets: Vec<(Ticket, Vec<Happened>)>,
    /// Their own notes and lists.
    pub notes: Vec<Note>,
    /// Their changes of notes, as far as these can still be undone.
    pub changes: Vec<Change>,
    /// Their reminders and digests.
    pub schedules: Vec<Schedule>,
    /// Their flows, each with its newest runs.
    pub flows: Vec<(Flow, Vec<FlowRun>)>,
    /// What they set to begin runs of flows, with the number of the flow.
    pub triggers: Vec<(i64, Trigger)>,
    /// The rows that runs of theirs wrote into tables.
    pub rows: Vec<FlowRow>,
    /// What may be done for their ideas without asking, and the rules they made.
    pub rules: Vec<Rule>,
    /// What their ideas cost, by day.
    pub spent: Vec<(String, Account)>,
    /// Messages of their direct chats.
    pub said: Vec<Said>,
    /// The files they sent: when they came, their names and their sizes in bytes.
    pub sent: Vec<(DateTime<Utc>, String, u64)>,
    /// What the audit log says of them.
    pub log: Vec<(DateTime<Utc>, Entry)>,
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The files, in order; one, unless there is very much.
pub fn files(held: &Held, now: DateTime<Utc>) -> Vec<String> {
    let mut parts = Parts { head: head(held, now), ..Parts::default() };
    for (ticket, course) in &held.tickets {
        if ticket.requester == held.person.id {
            parts.add("tickets", own(ticket, course, &held.person.id));
        }
    }
    for (ticket, course) in &held.tickets {
        if ticket.requester != held.person.id {
            parts.add("in_tickets_of_others", others(ticket, course, &held.person.id));
        }
    }
    for note in &held.notes {
        parts.add("notes", json!({"title": note.title, "text": note.text, "changed": time(note.updated_at)}));
    }
    for change in &held.changes {
        let text = |note: &Option<Note>| note.as_ref().map(|note| note.text.clone());
        let (before, after) = (text(&change.before), text(&change.after));
        parts.add(
            "changes_of_notes",
            json!({"note": change.title(), "at": time(change.at), "words": change.entry, "before": before, "after": after}),
        );
    }
    for schedule in &held.schedules {
        parts.add("reminders_and_digests", order(schedule));
    }
    for (flow, runs) in &held.flows {
        parts.add("flows", script(flow, runs));
    }
    for (flow, trigger) in &held.triggers {
        parts.add("what_begins_flows", begins(*flow, trigger));
    }
    for row in &held.rows {
        let FlowRow { table, key, row, .. } = row;
        parts.add("rows_of_tables", json!({"table": called(table), "key": key, "row": row}));
    }
    for rule in &held.rules {
        let Rule { tool, with, then, by, .. } = rule;
        parts.add("rules", json!({"tool": tool, "with": with, "then": then, "by": by, "at": time(rule.at)}));
    }
    for (day, Account { spent, currency, .. }) in &held.spent {
        let mut row = json!({"day": day, "tokens": spent.tokens, "millionths": spent.micros});
        if let Some(currency) = currency {
            row["currency"] = json!(currency.code());
        }
        parts.add("spending", row);
    }
    for said in &held.said {
        let from = if said.theirs { "you" } else { "secretary" };
        parts.add("messages", json!({"at": time(said.at), "from": from, "text": said.text}));
    }
    for (at, name, bytes) in &held.sent {
        parts.add("files_sent", json!({"day": at.format("%Y-%m-%d").to_string(), "name": name, "bytes": bytes}));
    }
    for (at, entry) in &held.log {
        parts.add("log", json!({"at": time(*at), "entry": entry}));
    }
    parts.done()
}

#[derive(Default)]
struct Parts {
    head: Value,
    done: Vec<Value>,
    open: serde_json::Map<String, Value>,
    length: usize,
}

impl Parts {
    fn add(&mut self, section: &str, value: Value) {
        let length = value.to_string().len();
        if self.length > 0 && self.length + length > FILE {
            self.close();
        }
        self.length += length;
        let list = self.open.entry(section).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(value);
        }
    }

    fn close(&mut self) {
        let mut whole = serde_json::Map::new();
        whole.insert("you".to_owned(), self.head.clone());
        whole.append(&mut self.open);
        self.done.push(Value::Object(whole));
        self.length = 0;
    }

    fn done(mut self) -> Vec<String> {
        if self.length > 0 || self.done.is_empty() {
            self.close();
        }
        self.done.iter().map(|value| format!("{value:#}\n")).collect()
    }
}

fn head(held: &Held, now: DateTime<Utc>) -> Value {
    let person = &held.person;
    let accounts: Vec<Value> =
        person.accounts.iter().map(|a| json!({"platform": a.platform.title(), "id": a.user})).collect();
    json!({
        "name": person.name,
        "workspace": held.workspace,
        "role": person.role.name(),
        "accounts": accounts,
        "time_zone": person.zone,
        "quiet_hours": person.quiet.typed(),
        "language": person.language,
        "joined": time(person.joined_at),
        "away_until": person.away.as_ref().map(|away| time(away.until)),
        "exported": time(now),
    })
}

fn course(happened: &[Happened], person: &PersonId) -> Vec<Value> {
    let told = |(at, by, event): &Happened| {
        let by = by.as_ref().map(|by| if by == person { "you" } else { "somebody else" });
        json!({"at": time(*at), "by": by, "what": event})
    };
    happened.iter().map(told).collect()
}

fn decision(decision: &Decision) -> Value {
    let made = decision.verdict();
    let comments: Vec<Value> =
        decision.comments.iter().map(|c| json!({"by": c.name, "at": time(c.at), "text": c.text})).collect();
    json!({
        "question": decision.asked.question,
        "options": decision.asked.options.iter().map(|o| o.label.as_str()).collect::<Vec<_>>(),
        "answer": made.map(|v| v.text.as_str()),
        "by": made.map(|v| v.name.as_str()),
        "at": made.map(|v| time(v.at)),
        "comments": comments,
    })
}

fn own(ticket: &Ticket, happened: &[Happened], person: &PersonId) -> Value {
    let questions: Vec<Value> = ticket
        .rounds
        .iter()
        .flat_map(|r| r.questions.iter().zip(r.answers.iter().map(Some).chain(std::iter::repeat(None))))
        .map(|(question, answer)| json!({"question": question.text, "answer": answer.and_then(Option::as_deref)}))
        .collect();
    let tasks: Vec<Value> = ticket
        .tasks
        .iter()
        .map(|t| json!({"title": t.title, "instruction": t.instruction, "agent": t.agent, "result": t.result}))
        .collect();
    let reports: Vec<Value> = ticket
        .reports
        .iter()
        .map(|r| json!({"at": time(r.at), "text": r.text, "helpful": r.rated.as_ref().map(|(good, _)| *good)}))
        .collect();
    json!({
        "number": ticket.number,
        "title": ticket.title,
        "status": ticket.status().name(),
        "chat": if ticket.direct { "direct" } else { "group" },
        "sent": time(ticket.created_at),
        "idea": ticket.idea,
        "agreed": ticket.requirement.summary,
        "corrections": ticket.edits,
        "additions": ticket.additions,
        "questions": questions,
        "decisions": ticket.decisions.iter().map(decision).collect::<Vec<_>>(),
        "tasks": tasks,
        "reports": reports,
        "files": ticket.files,
        "tokens": ticket.usage.tokens_in.saturating_add(ticket.usage.tokens_out),
        "millionths": ticket.usage.cost.micros,
        "course": course(happened, person),
    })
}

/// Of somebody else's ticket: what they did in it.
fn others(ticket: &Ticket, happened: &[Happened], person: &PersonId) -> Value {
    let mine: Vec<Happened> = happened.iter().filter(|(_, by, _)| by.as_ref() == Some(person)).cloned().collect();
    json!({"number": ticket.number, "course": course(&mine, person)})
}

fn order(schedule: &Schedule) -> Value {
    let (kind, words) = match &schedule.duty {
        Duty::Digest => ("digest", None),
        Duty::Brief => ("brief", None),
        Duty::Remind(words) => ("reminder", Some(words)),
        Duty::Work(work) => ("work", Some(&work.template.idea)),
        Duty::Flow { name, .. } => ("flow", Some(name)),
    };
    json!({
        "number": schedule.number,
        "kind": kind,
        "words": words,
        "rule": schedule.rule,
        "time_zone": schedule.zone,
        "next": schedule.next_at.map(time),
        "paused": schedule.paused,
        "sent": schedule.fired,
    })
}

fn script(flow: &Flow, runs: &[FlowRun]) -> Value {
    let told = |run: &FlowRun| {
        let (state, result) = match &run.state {
            RunState::Running => ("running", None),
            RunState::Waiting(_) => ("waiting", None),
            RunState::Completed(value) => ("done", Some(value.clone())),
            RunState::Failed(why) => ("failed", Some(json!(why))),
            RunState::Cancelled => ("cancelled", None),
        };
        let (began, ended) = (time(run.started_at), run.ended_at.map(time));
        json!({"number": run.number, "began": began, "ended": ended, "event": run.event, "state": state, "result": result})
    };
    json!({
        "number": flow.number,
        "name": flow.name,
        "steps": flow.steps,
        "script": flow.script,
        "functions": flow.may,
        "made": time(flow.created_at),
        "agreed": flow.agreed.as_ref().map(|agreed| time(agreed.at)),
        "asked_time": flow.timing,
        "deleted": flow.deleted_at.map(time),
        "runs": runs.iter().map(told).collect::<Vec<_>>(),
    })
}

/// What begins runs of a flow, without its secret.
fn begins(flow: i64, trigger: &Trigger) -> Value {
    let (folder, words) = match &trigger.kind {
        TriggerKind::Folder { folder, .. } => (Some(folder), None),
        TriggerKind::Messages { words, .. } => (None, Some(words)),
        TriggerKind::Hook { .. } | TriggerKind::Finished => (None, None),
    };
    let (kind, made) = (trigger.kind.plain().name(), time(trigger.created_at));
    json!({"flow": flow, "kind": kind, "folder": folder, "words": words, "made": made})
}

#[cfg(test)]
mod tests {
    use crate::secretary::audit::export::*;
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::flow::trigger::HookSecret;
    use crate::secretary::flow::trigger::tests::trigger;
    use crate::secretary::ids::{FlowRunId, WorkspaceId};
    use crate::secretary::notes::Owner;
    use crate::secretary::people::workspace::Role;
    use crate::secretary::policy::Then;
    use crate::secretary::policy::tests::owners;

    fn held(notes: usize, length: usize) -> Held {
        let at = DateTime::UNIX_EPOCH;
        let note = |n: usize| Note {
            owner: Owner::Everybody,
            title: format!("Note {n}"),
            text: "ä".repeat(length),
            updated_at: at,
        };
        Held {
            person: Person::new(PersonId::new("p"), WorkspaceId::home(), "Mara", Role::Owner, at),
            workspace: "Main".to_owned(),
            tickets: Vec::new(),
            notes: (0..notes).map(note).collect(),
            changes: Vec::new(),
            schedules: Vec::new(),
            flows: Vec::new(),
            triggers: Vec::new(),
            rows: Vec::new(),
            rules: Vec::new(),
            spent: Vec::new(),
            said: Vec::new(),
            sent: Vec::new(),
            log: Vec::new(),
        }
    }

    #[test]
    fn little_is_one_file_and_much_is_several_with_everything_once() {
        for (notes, length, wanted) in [(0, 0, 1), (3, 10, 1), (9, 900_000, 5), (1, 5_000_000, 1)] {
            let files = files(&held(notes, length), DateTime::UNIX_EPOCH);
            assert_eq!(files.len(), wanted, "{notes} of {length}");
            let mut found = 0;
            for file in &files {
                let value: Value = serde_json::from_str(file).unwrap();
                assert_eq!(value["you"]["name"], "Mara");
                found += value["notes"].as_array().map_or(0, Vec::len);
            }
            assert_eq!(found, notes);
        }
    }
    #[test]
    fn what_was_allowed_and_what_it_cost_is_in_it() {
        let mut held = held(0, 0);
        let rule = owners("send_letter", &[("to", "Kim")], Then::Allow);
        held.rules = vec![Rule { only_for: Some(held.person.id.clone()), ..rule }];
        let spent = crate::secretary::budget::Amount { tokens: 7, micros: 21 };
        held.spent = vec![("2027-01-15".to_owned(), Account { spent, ..Account::default() })];
        held.sent = vec![(DateTime::UNIX_EPOCH, "offer.pdf".to_owned(), 12)];
        let (flow, at) = (flow(), DateTime::UNIX_EPOCH);
        let mut run = FlowRun::new((FlowRunId::new("f1/1"), 1), &flow, Start::default(), at);
        run.complete(json!(7), "", at);
        let fields = json!({"price": 7}).as_object().cloned().unwrap_or_default();
        let row = FlowRow {
            table: "prices".to_owned(),
            key: "1".to_owned(),
            row: fields,
            person: held.person.id.clone(),
            created_at: at,
            changed_at: at,
        };
        (held.flows, held.rows) = (vec![(flow, vec![run])], vec![row]);
        held.triggers = vec![
            (1, trigger(TriggerKind::Hook { secret: HookSecret::new("zebrafinch") })),
            (1, trigger(TriggerKind::Folder { folder: "in".to_owned(), seen: None })),
        ];
        let file = files(&held, DateTime::UNIX_EPOCH).remove(0);
        assert!(!file.contains("zebrafinch"), "{file}");
        let value: Value = serde_json::from_str(&file).unwrap();
        let [hook, folder] = [0_usize, 1].map(|n| &value["what_begins_flows"][n]);
        assert_eq!((&hook["kind"], &hook["flow"], &folder["folder"]), (&json!("hook"), &json!(1), &json!("in")));
        assert_eq!(value["rules"][0]["with"], json!([["to", "Kim"]]));
        assert_eq!(value["rules"][0]["then"], "Allow");
        assert_eq!(value["spending"][0], json!({"day": "2027-01-15", "tokens": 7, "millionths": 21}));
        let flow = &value["flows"][0];
        assert_eq!((&flow["name"], &flow["runs"][0]["result"]), (&json!("Price watch"), &json!(7)));
        assert_eq!(value["rows_of_tables"][0], json!({"table": "prices", "key": "1", "row": {"price": 7}}));
        assert_eq!(value["files_sent"][0], json!({"day": "1970-01-01", "name": "offer.pdf", "bytes": 12}));
    }
}
