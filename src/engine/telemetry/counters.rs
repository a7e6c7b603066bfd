//! The metrics: all families by name, and one function for each thing that is counted. Labels come from short lists
//! (kinds, platforms, outcomes, names of tools), never ids, names of people or words. Without a recorder counting
//! does nothing.

use crate::ports::store::{Backlog, LaneKind};
use crate::ports::watch::{MODEL_SECONDS, MODEL_TOKENS};
use crate::secretary::inbound::Platform;
use crate::secretary::ticket::Status;
use chrono::{DateTime, TimeDelta, Utc};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

const RECEIVED: &str = "secretary_events_received_total";
const DECIDED: &str = "secretary_events_decided_total";
const QUARANTINED: &str = "secretary_events_quarantined_total";
const PRESSES: &str = "secretary_presses_total";
const DECISIONS: &str = "secretary_decisions_total";
const ATTEMPTS: &str = "secretary_outbox_attempts_total";
const RETRIES: &str = "secretary_outbox_retries_total";
const UNCERTAIN: &str = "secretary_sends_uncertain_total";
const CUT_OFF: &str = "secretary_outbox_cut_off_total";
const TOOLS: &str = "secretary_tool_calls_total";
const SCHEDULE_LAG: &str = "secretary_schedule_lag_seconds";
const INBOX_ROWS: &str = "secretary_inbox_rows";
const INBOX_AGE: &str = "secretary_inbox_oldest_seconds";
const OUTBOX_ROWS: &str = "secretary_outbox_rows";
const OUTBOX_DUE: &str = "secretary_outbox_due_rows";
const OUTBOX_AGE: &str = "secretary_outbox_oldest_due_seconds";
const OUTBOX_UNCERTAIN: &str = "secretary_outbox_uncertain_rows";
const OUTBOX_SHELVED: &str = "secretary_outbox_shelved_rows";
const TICKETS: &str = "secretary_tickets_open";
const AT_WORK: &str = "secretary_work_running";

/// The histograms and the upper bounds of their buckets in seconds.
pub const BUCKETS: [(&str, &[f64]); 2] = [
    (MODEL_SECONDS, &[0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0]),
    (SCHEDULE_LAG, &[0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 3600.0, 86400.0]),
];

const PLATFORMS: [Platform; 3] = [Platform::Telegram, Platform::Discord, Platform::Web];

/// The outcomes of an attempt at an outbox row.
const OUTCOMES: [&str; 6] = ["done", "waited", "retry", "uncertain", "failed", "shelved"];

/// Describes each family and starts every counter at 0, so that none is missing. Only the token counters begin with
/// the first request of their model.
pub fn describe(tools: &[String]) {
    describe_counter!(RECEIVED, "Events taken in, by where they come from");
    describe_counter!(DECIDED, "Events decided about, by what became of them");
    describe_counter!(QUARANTINED, "Events kept aside because deciding about them failed again and again");
    describe_counter!(PRESSES, "Presses of buttons decided about, by platform and by whether they counted");
    describe_counter!(DECISIONS, "Decisions made, by whether a person made them or their deadline did");
    describe_counter!(ATTEMPTS, "Attempts at rows of the outbox, by kind of lane and outcome");
    describe_counter!(RETRIES, "Attempts at rows of the outbox that failed and are made again");
    describe_counter!(UNCERTAIN, "Calls to a platform whose answer was lost: perhaps they were done");
    describe_counter!(CUT_OFF, "Rows of the outbox found half done at the start");
    describe_counter!(TOOLS, "Calls of tools by agents, by tool and outcome");
    describe_counter!(MODEL_TOKENS, "Tokens sent to models and received from them");
    describe_histogram!(MODEL_SECONDS, "Seconds a request to a model took");
    describe_histogram!(SCHEDULE_LAG, "Seconds between the time of a schedule and its firing");
    describe_gauge!(INBOX_ROWS, "Events nothing was decided about yet");
    describe_gauge!(INBOX_AGE, "Age of the oldest of them in seconds; 0 when there is none");
    describe_gauge!(OUTBOX_ROWS, "Unfinished rows of the outbox, also those whose time has not come");
    describe_gauge!(OUTBOX_DUE, "Rows of the outbox that could be done now");
    describe_gauge!(OUTBOX_AGE, "Seconds the oldest of them has been due; 0 when there is none");
    describe_gauge!(OUTBOX_UNCERTAIN, "Rows of the outbox that are tried again although they may have been done");
    describe_gauge!(OUTBOX_SHELVED, "Messages that wait until their room can be reached or somebody is in it");
    describe_gauge!(TICKETS, "Open tickets by status");
    describe_gauge!(AT_WORK, "Runs of agents and requests to the model under way");
    for from in PLATFORMS.map(Platform::name).into_iter().chain(["self"]) {
        counter!(RECEIVED, "from" => from).increment(0);
    }
    for fate in ["decided", "refused", "again", "quarantined"] {
        counter!(DECIDED, "fate" => fate).increment(0);
    }
    for platform in PLATFORMS.map(Platform::name) {
        counter!(UNCERTAIN, "platform" => platform).increment(0);
        for outcome in ["taken", "refused"] {
            counter!(PRESSES, "platform" => platform, "outcome" => outcome).increment(0);
        }
    }
    for by in ["person", "deadline", "threshold"] {
        counter!(DECISIONS, "by" => by).increment(0);
    }
    for lane in LANES {
        counter!(RETRIES, "lane" => lane).increment(0);
        for outcome in OUTCOMES {
            counter!(ATTEMPTS, "lane" => lane, "outcome" => outcome).increment(0);
        }
    }
    counter!(QUARANTINED).increment(0);
    counter!(CUT_OFF).increment(0);
    for tool in tools {
        for outcome in CALLS {
            counter!(TOOLS, "tool" => tool.clone(), "outcome" => outcome).increment(0);
        }
    }
}

/// The outcomes of a tool call: a result, a refusal for the model, a question to people, an unknown outcome, or the
/// end of the run.
pub const CALLS: [&str; 5] = ["done", "refused", "asked", "unclear", "broken"];

/// The kinds of lanes in the attempt counter.
const LANES: [&str; 6] = ["post", "edit", "run", "thinking", "timer", "schedule"];

/// Counts received events.
pub fn received(from: &'static str, events: usize) {
    counter!(RECEIVED, "from" => from).increment(events as u64);
}

/// Counts a decided event.
pub fn decided(fate: &'static str) {
    counter!(DECIDED, "fate" => fate).increment(1);
    if fate == "quarantined" {
        counter!(QUARANTINED).increment(1);
    }
}

/// Counts a decided press.
pub fn press(platform: Platform, counted: bool) {
    let outcome = if counted { "taken" } else { "refused" };
    counter!(PRESSES, "platform" => platform.name(), "outcome" => outcome).increment(1);
}

/// Counts a decision.
pub fn decision(by: &'static str) {
    counter!(DECISIONS, "by" => by).increment(1);
}

/// Counts an attempt at an outbox row.
pub fn attempt(lane: &'static str, outcome: &'static str) {
    debug_assert!(OUTCOMES.contains(&outcome), "{outcome} does not begin with 0");
    counter!(ATTEMPTS, "lane" => lane, "outcome" => outcome).increment(1);
    if matches!(outcome, "retry" | "uncertain") {
        counter!(RETRIES, "lane" => lane).increment(1);
    }
}

/// Counts a platform call with an unknown outcome.
pub fn uncertain(platform: Platform) {
    counter!(UNCERTAIN, "platform" => platform.name()).increment(1);
}

/// Counts the rows that the start found interrupted.
pub fn cut_off(rows: u64) {
    counter!(CUT_OFF).increment(rows);
}

/// Counts a tool call. `tool` must be the name of an existing tool.
pub fn tool(tool: String, outcome: &'static str) {
    debug_assert!(CALLS.contains(&outcome), "{outcome} does not begin with 0");
    counter!(TOOLS, "tool" => tool, "outcome" => outcome).increment(1);
}

/// Records a request that the built-in grammar answered.
pub fn ruled(purpose: &'static str, took: std::time::Duration, well: bool) {
    let outcome = if well { "done" } else { "failed" };
    let labels = [("purpose", purpose), ("model", "rules"), ("outcome", outcome)];
    histogram!(MODEL_SECONDS, &labels).record(took.as_secs_f64());
}

/// Records how long after its time a schedule fired.
pub fn schedule_lag(lag: TimeDelta) {
    histogram!(SCHEDULE_LAG).record(seconds(lag));
}

/// Sets the backlog.
pub fn backlog(backlog: &Backlog, now: DateTime<Utc>) {
    let age = |since: Option<DateTime<Utc>>| since.map_or(0.0, |at| seconds(now - at));
    gauge!(INBOX_ROWS).set(whole(backlog.undecided));
    gauge!(INBOX_AGE).set(age(backlog.oldest_undecided));
    gauge!(OUTBOX_UNCERTAIN).set(whole(backlog.uncertain));
    gauge!(OUTBOX_SHELVED).set(whole(backlog.shelved));
    for kind in LaneKind::ALL {
        let queue = backlog.lanes.get(&kind).copied().unwrap_or_default();
        let (lane, platform) = kind.name();
        let labels = [("lane", lane), ("platform", platform)];
        // Only posts belong to a platform.
        let labels = if platform.is_empty() { &labels[..1] } else { &labels[..] };
        gauge!(OUTBOX_ROWS, labels).set(whole(queue.rows));
        gauge!(OUTBOX_DUE, labels).set(whole(queue.due));
        gauge!(OUTBOX_AGE, labels).set(age(queue.oldest_due));
    }
    for status in Status::ALL.into_iter().filter(|status| open(*status)) {
        gauge!(TICKETS, "status" => status.name()).set(whole(backlog.open.get(&status).copied().unwrap_or_default()));
    }
}

fn open(status: Status) -> bool {
    !matches!(status, Status::Done | Status::Failed | Status::Cancelled)
}

/// Sets the number of thoughts and runs in progress.
pub fn at_work(works: u32) {
    gauge!(AT_WORK).set(f64::from(works));
}

/// Exact up to 2^53; no queue is longer.
#[allow(clippy::cast_precision_loss, reason = "the format knows floating numbers only")]
fn whole(number: u64) -> f64 {
    number as f64
}

/// Seconds, never below 0: clocks are set back, and other processes write rows.
fn seconds(time: TimeDelta) -> f64 {
    time.to_std().map_or(0.0, |time| time.as_secs_f64())
}
