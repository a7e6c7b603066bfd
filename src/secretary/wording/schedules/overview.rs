//! What the web chat shows beside the conversation: each schedule with its next and its last times, each flow with its steps,
//! where its newest run stands, and the newest rows of its tables. Nothing of it can be pressed.

use super::flows::{cards, steps, triggers};
use super::work;
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::run::{FlowRun, RunState};
use crate::secretary::flow::tables::FlowRow;
use crate::secretary::flow::trigger::Trigger;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::names::phrases::{plural, short};
use crate::secretary::schedule::work::RunResult;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when;
use crate::secretary::wording::style::moments;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;

/// The heading of the schedules.
pub const SCHEDULES: &str = "Schedules";
/// The heading of the flows.
pub const FLOWS: &str = "Flows";

/// The most schedules that are shown.
pub const MOST_SCHEDULES: usize = 50;
/// The most flows that are shown.
pub const MOST_FLOWS: usize = 20;
/// The most tables of a flow that are shown.
pub const MOST_TABLES: usize = 5;
/// The most rows of a table that are shown.
pub const MOST_ROWS: u32 = 20;
/// The most columns of a table that are shown, its key among them.
const MOST_COLUMNS: usize = 10;
/// The most characters of a cell.
const LONGEST_CELL: usize = 80;

/// A schedule as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSchedule {
    /// The schedule.
    pub schedule: Schedule,
    /// The newest runs of its flow, newest first.
    pub runs: Vec<FlowRun>,
    /// The number of the ticket in which it is worked on at the moment.
    pub at_work: Option<i64>,
}

/// A flow as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFlow {
    /// The flow.
    pub flow: Flow,
    /// Its newest runs, newest first.
    pub runs: Vec<FlowRun>,
    /// The newest calls of its newest run, newest first.
    pub calls: Vec<JournalEntry>,
    /// What begins its runs besides people and the clock.
    pub triggers: Vec<Trigger>,
    /// The tables that its script names.
    pub tables: Vec<ShownTable>,
}

/// A table of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTable {
    /// Its name.
    pub name: String,
    /// How many rows it has.
    pub rows: usize,
    /// The rows that came last, newest first.
    pub newest: Vec<FlowRow>,
}

/// The schedules, the next one first; without any, how to begin. `more`: how many are left out.
pub fn schedules(shown: &[ShownSchedule], more: usize, (zone, now): (Tz, DateTime<Utc>)) -> Vec<Message> {
    if shown.is_empty() {
        return vec![Message::lines([
            "Nothing runs by the clock yet. Try: /every Monday at 9:00 check https://example.org for new prices, \
             or: remind me tomorrow at 9 to call Kim",
        ])];
    }
    let rest = (more > 0).then(|| Message::lines([format!("And {more} more: /schedules shows them all.")]));
    shown.iter().map(|shown| schedule(shown, zone, now)).chain(rest).collect()
}

fn schedule(shown: &ShownSchedule, zone: Tz, now: DateTime<Utc>) -> Message {
    let schedule = &shown.schedule;
    let rule = if schedule.rule.recurs() { when::say_rule(&schedule.rule, schedule.tz()) } else { "once".to_owned() };
    let mut message = Message::default().spans(vec![
        Span::strong(format!("{}. {}", schedule.number, named(schedule))),
        Span::text(format!(", {rule}")),
    ]);
    if schedule.paused {
        message = message.line(format!("It is paused. /schedules {} resume lets it go on.", schedule.number));
    }
    if let Some(at) = schedule.wake_at() {
        message = message.spans(vec![Span::text("Next run: "), moments::time(at, zone, now)]);
    }
    if let Duty::Work(work) = &schedule.duty {
        message = work::heard_if(work).into_iter().fold(message, Message::line);
    }
    if let Some(number) = shown.at_work {
        message = message.line(format!("I am at work on it now (#{number})."));
    }
    let last = last_runs(shown, zone, now);
    if last.is_empty() {
        return message.line("It has not run yet.");
    }
    message = message.line("Last runs:");
    message.blocks.extend(last.into_iter().map(|spans| Block::Item { depth: 0, number: None, spans }));
    message
}

/// "Reminder “call Kim”", "Digest".
fn named(schedule: &Schedule) -> String {
    let kind = match &schedule.duty {
        Duty::Digest => return "Digest".to_owned(),
        Duty::Brief => return "Brief".to_owned(),
        Duty::Remind(_) => "Reminder",
        Duty::Work(_) => "Work",
        Duty::Flow { .. } => "Flow",
    };
    format!("{kind} “{}”", short(schedule.what(), 200))
}

/// When it ran and how that went, newest first, as far as that is known.
fn last_runs(shown: &ShownSchedule, zone: Tz, now: DateTime<Utc>) -> Vec<Vec<Span>> {
    let schedule = &shown.schedule;
    let last = |how: String| {
        let spans = vec![moments::time(schedule.covered_to, zone, now), Span::text(how)];
        if schedule.fired > 0 { vec![spans] } else { Vec::new() }
    };
    match &schedule.duty {
        Duty::Work(work) => {
            let went = |result: &RunResult| {
                let RunResult { number, at, .. } = result;
                vec![moments::time(*at, zone, now), Span::text(format!(": {} (#{number})", work::how(result)))]
            };
            work.results.iter().rev().map(went).collect()
        }
        Duty::Flow { .. } => shown.runs.iter().map(|run| cards::run_line(run, zone, now)).collect(),
        Duty::Remind(_) => last(match schedule.answers.get(&schedule.fired) {
            Some(answer) if answer.again_at.is_some() => format!(": put off ({})", answer.name),
            Some(answer) => format!(": done ({})", answer.name),
            None => ": no answer yet".to_owned(),
        }),
        Duty::Digest | Duty::Brief => last(String::new()),
    }
}

/// The flows by number; without any, how to begin. `more`: how many are left out.
pub fn flows(shown: &[ShownFlow], more: usize, (zone, now): (Tz, DateTime<Utc>)) -> Vec<Message> {
    if shown.is_empty() {
        return vec![Message::lines([
            "There is no flow yet. A flow is a short script that runs by itself, for days if need be. \
             Try: /flow examples",
        ])];
    }
    let rest = (more > 0).then(|| Message::lines([format!("And {more} more: /flow shows them all.")]));
    shown.iter().map(|shown| flow(shown, zone, now)).chain(rest).collect()
}

fn flow(shown: &ShownFlow, zone: Tz, now: DateTime<Utc>) -> Message {
    let flow = &shown.flow;
    let mut message = Message::default().spans(vec![Span::strong(format!("{}. {}", flow.number, flow.name))]);
    message = match cards::agreed(flow, zone, now) {
        Some(agreed) => message.spans(agreed),
        None => message.line(format!("Nobody agreed to it yet. /flow {} shows it with its buttons.", flow.number)),
    };
    message = triggers::told(&shown.triggers).into_iter().fold(message, Message::line);
    let (mark, stands) = stands(shown);
    let places: Vec<usize> = stands.iter().filter_map(|call| steps::place(flow, call)).collect();
    for (place, (depth, number, step)) in steps::items(flow).enumerate() {
        let spans = if places.contains(&place) {
            vec![Span::strong(step), Span::text(format!(" ({mark})"))]
        } else {
            vec![Span::text(step)]
        };
        message.blocks.push(Block::Item { depth, number, spans });
    }
    if let (Some(call), true) = (stands.first(), places.is_empty()) {
        message = message.line(format!("Call {}: {} ({mark})", call.index.saturating_add(1), steps::of_call(call)));
    }
    if shown.runs.is_empty() {
        message = message.line("It has not run yet.");
    }
    message = shown.runs.iter().fold(message, |message, run| message.spans(cards::run_line(run, zone, now)));
    shown.tables.iter().fold(message, table)
}

/// The calls at which the newest run stands, or has ended before its time, with what that means in a few words: those that
/// have no answer yet, else the last one. None once it is done, or the script is another one.
fn stands(shown: &ShownFlow) -> (&'static str, Vec<&JournalEntry>) {
    let newest = shown.runs.first().filter(|run| run.version == shown.flow.version);
    let mark = match newest.map(|run| &run.state) {
        Some(RunState::Running | RunState::Waiting(_)) => "here now",
        Some(RunState::Failed(_)) => "it ended here",
        Some(RunState::Cancelled) => "it was cancelled here",
        Some(RunState::Completed(_)) | None => return ("", Vec::new()),
    };
    let open: Vec<&JournalEntry> = shown.calls.iter().filter(|call| !call.answered()).collect();
    (mark, if open.is_empty() { shown.calls.first().into_iter().collect() } else { open })
}

fn table(mut message: Message, table: &ShownTable) -> Message {
    let (name, newest) = (&table.name, table.newest.len());
    if newest == 0 {
        return message.line(format!("The table “{name}” has no rows yet."));
    }
    let mut fields: Vec<&String> = Vec::new();
    for field in table.newest.iter().flat_map(|row| row.row.keys()) {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    let left_out = fields.len().saturating_sub(MOST_COLUMNS - 1);
    fields.truncate(MOST_COLUMNS - 1);
    let rows = plural(table.rows, "row", "rows");
    let part = if table.rows > newest { format!("; the newest {newest}") } else { String::new() };
    let without = if left_out > 0 {
        format!("; without {}", plural(left_out, "more field", "more fields"))
    } else {
        String::new()
    };
    message = message.line(format!("The table “{name}” has {rows}{part}{without}:"));
    let head = std::iter::once("key").chain(fields.iter().map(|field| field.as_str()));
    let head: Vec<String> = head.map(|field| short(field, LONGEST_CELL)).collect();
    let cells = |row: &FlowRow| {
        let of = |field: &&String| row.row.get(*field).map(cell).unwrap_or_default();
        std::iter::once(short(&row.key, LONGEST_CELL)).chain(fields.iter().map(of)).collect::<Vec<String>>()
    };
    let rows = std::iter::once(head).chain(table.newest.iter().map(cells)).collect();
    message.blocks.push(Block::Table(rows));
    message
}

/// A value as people read it: a text without its quotes, nothing for nothing.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => short(text, LONGEST_CELL),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            short(&value.to_string(), LONGEST_CELL)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::journal::{CallMade, EntryState};
    use crate::secretary::flow::run::{Start, Wait};
    use crate::secretary::flow::tables::Row;
    use crate::secretary::flow::tests::{flow as a_flow, kim};
    use crate::secretary::ids::{FlowRunId, PersonId, RoomId, ScheduleId};
    use crate::secretary::schedule::Answer;
    use crate::secretary::wording::schedules::overview::*;
    use chrono::{TimeDelta, TimeZone};
    use serde_json::json;
    use std::collections::BTreeMap;

    fn now() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 23, 8, 0, 0).unwrap()
    }

    fn at() -> (Tz, DateTime<Utc>) {
        (chrono_tz::Europe::Berlin, now())
    }

    fn daily(duty: Duty) -> ShownSchedule {
        let order = (duty, when::of_cron("0 10 * * *").unwrap(), chrono_tz::Europe::Berlin);
        let schedule = Schedule::new(ScheduleId::new("S"), 3, &kim(), RoomId::new("r"), order, now());
        ShownSchedule { schedule, runs: Vec::new(), at_work: None }
    }

    fn told(shown: &ShownSchedule) -> String {
        schedules(std::slice::from_ref(shown), 0, at()).iter().map(Message::lined).collect()
    }

    /// A flow of two steps whose first run has made these calls, the newest first.
    fn shown(state: RunState, calls: &[(&str, bool)]) -> ShownFlow {
        let flow = Flow {
            script: "notify(fetch('x'))".to_owned(),
            steps: vec!["Reads x".to_owned(), "Tells you something".to_owned()],
            ..a_flow()
        };
        let first = FlowRun::new((FlowRunId::new("f/1"), 1), &flow, Start::default(), now());
        let entry = |(index, (name, done)): (usize, &(&str, bool))| {
            let call = CallMade { name: (*name).to_owned(), args: vec![json!("x")], kwargs: BTreeMap::new() };
            let state = if *done { EntryState::Answered(Value::Null) } else { EntryState::Begun };
            JournalEntry { state, ..JournalEntry::begun(u32::try_from(calls.len() - 1 - index).unwrap(), call, now()) }
        };
        let made = calls.iter().enumerate().map(entry).collect();
        ShownFlow {
            flow,
            runs: vec![FlowRun { state, ..first }],
            calls: made,
            triggers: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn lines(shown: &ShownFlow) -> Vec<String> {
        let [message]: [Message; 1] = flows(std::slice::from_ref(shown), 0, at()).try_into().unwrap();
        message.lined().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_schedule_says_what_it_does_when_it_comes_and_how_it_went() {
        let mut reminder = daily(Duty::Remind("<b>call Ana</b>".to_owned()));
        let first = told(&reminder);
        assert!(first.starts_with("3. Reminder “<b>call Ana</b>”, every day at 10:00 (Berlin)"), "{first}");
        assert!(first.contains("Next run: Mon 23 Nov, 10:00 (Berlin)\nIt has not run yet."), "{first}");
        reminder.schedule.fired = 1;
        assert!(told(&reminder).ends_with("Last runs:\nMon 23 Nov, 09:00 (Berlin): no answer yet"));
        let answer = Answer { name: "Kim".to_owned(), at: now(), again_at: None };
        reminder.schedule.answers.insert(1, answer);
        assert!(told(&reminder).ends_with(": done (Kim)"));
        assert!(reminder.schedule.pause());
        let paused = told(&reminder);
        assert!(paused.contains("It is paused. /schedules 3 resume") && !paused.contains("Next run"), "{paused}");
    }

    #[test]
    fn a_schedule_of_a_flow_has_the_runs_of_the_flow() {
        let mut scheduled = daily(Duty::Flow { flow: a_flow().id, name: "Price watch".to_owned() });
        scheduled.runs = shown(RunState::Failed("no page".to_owned()), &[]).runs;
        let told = told(&scheduled);
        assert!(told.starts_with("3. Flow “Price watch”, every day"), "{told}");
        assert!(told.ends_with("Run 1, Mon 23 Nov, 09:00 (Berlin): it did not work: no page."), "{told}");
    }

    #[test]
    fn a_flow_shows_at_which_step_its_newest_run_stands() {
        let until = now() + TimeDelta::hours(1);
        let waits = lines(&shown(RunState::Waiting(Wait::Until(until)), &[("notify", false), ("fetch", true)]));
        assert_eq!(waits[2..4], ["Reads x", "Tells you something (here now)"]);
        assert!(waits[4].ends_with("waits until Mon 23 Nov, 10:00 (Berlin)"), "{waits:?}");
        let failed = lines(&shown(RunState::Failed("gone".to_owned()), &[("fetch", true)]));
        assert_eq!(failed[2..4], ["Reads x (it ended here)", "Tells you something"]);
        let odd = lines(&shown(RunState::Running, &[("sleep", false), ("fetch", true)]));
        assert_eq!(odd[4], "Call 2: Waits until x (here now)");
        let done = lines(&shown(RunState::Completed(Value::Null), &[("fetch", true)]));
        assert_eq!(done[2..4], ["Reads x", "Tells you something"]);
        let mut changed = shown(RunState::Running, &[("fetch", false)]);
        changed.flow.version += 1;
        assert_eq!(lines(&changed)[2..4], ["Reads x", "Tells you something"], "it runs with another script");
    }

    #[test]
    fn a_table_shows_so_many_columns_and_says_what_is_left_out() {
        let row = |key: &str, fields: Value| FlowRow {
            table: "t".to_owned(),
            key: key.to_owned(),
            row: fields.as_object().cloned().unwrap_or_default(),
            person: PersonId::new("kim"),
            created_at: now(),
            changed_at: now(),
        };
        let wide: Row = (0..12).map(|n| (format!("f{n:02}"), json!(n))).collect();
        let newest = vec![row("b", json!({"f00": "<img src=x>", "f01": null})), row("a", Value::Object(wide))];
        let mut flow = shown(RunState::Completed(Value::Null), &[]);
        flow.tables = vec![
            ShownTable { name: "t".to_owned(), rows: 9, newest },
            ShownTable { name: "none".to_owned(), rows: 0, newest: Vec::new() },
        ];
        let [message]: [Message; 1] = flows(&[flow], 0, at()).try_into().unwrap();
        let said = message.lined();
        assert!(said.contains("The table “t” has 9 rows; the newest 2; without 3 more fields:"), "{said}");
        assert!(said.ends_with("The table “none” has no rows yet."), "{said}");
        let tables: Vec<_> = message.blocks.iter().filter(|block| matches!(block, Block::Table(_))).collect();
        let [Block::Table(rows)] = tables.as_slice() else { panic!("{tables:?}") };
        assert_eq!(rows[0], ["key", "f00", "f01", "f02", "f03", "f04", "f05", "f06", "f07", "f08"]);
        assert_eq!(rows[1][..4], ["b", "<img src=x>", "", ""]);
        assert_eq!(rows[2][..3], ["a", "0", "1"]);
    }

    #[test]
    fn what_is_left_out_is_counted_and_nothing_says_how_to_begin() {
        assert!(schedules(&[], 0, at())[0].lined().starts_with("Nothing runs by the clock yet."));
        assert!(flows(&[], 0, at())[0].lined().contains("/flow examples"));
        let shown = schedules(&[daily(Duty::Brief)], 7, at());
        assert_eq!(shown.last().unwrap().lined(), "And 7 more: /schedules shows them all.");
    }
}
