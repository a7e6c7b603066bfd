//! The moments of calls that take time: until when a sleep lasts and a question is open, and what stands for an answer
//! that does not come.

use super::functions::HostFunction;
use super::journal::JournalEntry;
use super::run::{FlowRun, LIFE, Wait};
use crate::secretary::when::instant_of;
use chrono::{DateTime, NaiveDateTime, SecondsFormat, TimeDelta, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use std::time::Duration;

/// How long a question is open that says nothing about it.
const OPEN_FOR: f64 = 24.0;

/// A moment as scripts read it: ISO 8601 in UTC.
pub fn said(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The moment at which a call that began is over by itself; none for one that only others end. `zone`: where the owner of
/// the flow is, whose clock a time without a zone means.
pub fn due_at(step: &JournalEntry, zone: Tz) -> Option<DateTime<Utc>> {
    let function = step.function()?;
    let bound = function.bind(&step.call.args, &step.call.kwargs).ok()?;
    let number = |name: &str| bound.get(name).and_then(Value::as_f64);
    match function {
        HostFunction::Sleep => match (number("seconds"), bound.get("until").and_then(Value::as_str)) {
            (Some(seconds), _) => Some(step.at + span(seconds)),
            (None, Some(until)) => moment(until, zone),
            (None, None) => None,
        },
        HostFunction::Ask => Some(step.at + span(number("deadline_hours").unwrap_or(OPEN_FOR) * 3_600.0)),
        HostFunction::Now
        | HostFunction::Fetch
        | HostFunction::Search
        | HostFunction::Agent
        | HostFunction::Notify
        | HostFunction::Report
        | HostFunction::Note
        | HostFunction::TableInsert
        | HostFunction::TableQuery
        | HostFunction::TableUpdate
        | HostFunction::TableDelete
        | HostFunction::File
        | HostFunction::Chart
        | HostFunction::RunFlow
        | HostFunction::Tool
        | HostFunction::CheckSchema
        | HostFunction::Fail => None,
    }
}

/// The same in its run: a question that waits for its turn is not over, and has its time from that turn on.
pub fn due_in(run: &FlowRun, step: &JournalEntry, zone: Tz) -> Option<DateTime<Utc>> {
    let waits = run.open.get(&step.index) == Some(&Wait::Turn);
    let waited = run.asked.get(&step.index).map_or(TimeDelta::zero(), |asked| *asked - step.at);
    due_at(step, zone).filter(|_| !waits).map(|at| at + waited)
}

/// What such a call is answered at that moment; none where it fails for want of an answer.
pub fn in_the_end(step: &JournalEntry) -> Option<Value> {
    if step.function() != Some(HostFunction::Ask) {
        return Some(Value::Null);
    }
    HostFunction::Ask.bind(&step.call.args, &step.call.kwargs).ok()?.remove("default")
}

/// So many seconds, none if that is no span, and never longer than a run lives.
fn span(seconds: f64) -> TimeDelta {
    let span = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
    TimeDelta::from_std(span).unwrap_or(LIFE).min(LIFE)
}

fn moment(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc());
    // Without its seconds, as people write it.
    let wall = || text.parse::<NaiveDateTime>().or_else(|_| format!("{text}:00").parse::<NaiveDateTime>()).ok();
    zoned.or_else(|| instant_of(zone, wall()?))
}

/// Whether this is a moment, in some zone at least.
pub fn is_moment(text: &str) -> bool {
    moment(text, Tz::UTC).is_some()
}

/// A number of things, from 0.
pub fn whole(number: f64) -> u32 {
    u32::try_from(Duration::try_from_secs_f64(number.max(0.0)).unwrap_or_default().as_secs()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::journal::CallMade;
    use crate::secretary::flow::line::goes_on;
    use crate::secretary::flow::moments::*;
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::ids::FlowRunId;
    use serde_json::json;
    use std::collections::BTreeMap;

    fn step(name: &str, kwargs: &[(&str, Value)]) -> JournalEntry {
        let kwargs: BTreeMap<String, Value> = kwargs.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        let call = CallMade { name: name.to_owned(), args: Vec::new(), kwargs };
        JournalEntry::begun(0, call, DateTime::UNIX_EPOCH)
    }

    fn due(name: &str, kwargs: &[(&str, Value)]) -> Option<i64> {
        due_at(&step(name, kwargs), Tz::UTC).map(|at| at.timestamp())
    }

    #[test]
    fn a_question_that_waited_for_its_turn_has_its_time_from_then_on() {
        let asked =
            step("ask", &[("question", json!("Which?")), ("options", json!(["A"])), ("deadline_hours", json!(2))]);
        let order = Start { event: json!({"trigger": "ticket"}), ..Start::default() };
        let mut run = FlowRun::new((FlowRunId::new("f1/1"), 1), &flow(), order, DateTime::UNIX_EPOCH);
        let hours = |hours| Some(DateTime::UNIX_EPOCH + TimeDelta::hours(hours));
        assert_eq!(due_in(&run, &asked, Tz::UTC), hours(2));
        run.wait_at(0, Wait::Turn);
        assert_eq!(due_in(&run, &asked, Tz::UTC), None);
        goes_on(&mut run, 1, DateTime::UNIX_EPOCH + TimeDelta::hours(5));
        assert_eq!(due_in(&run, &asked, Tz::UTC), hours(7));
    }

    #[test]
    fn a_sleep_lasts_for_a_while_or_until_a_moment() {
        for (name, value, at) in [
            ("seconds", json!(90), Some(90)),
            ("seconds", json!(0.5), Some(0)),
            ("seconds", json!(-3), Some(0)),
            ("seconds", json!(1e300), Some(LIFE.num_seconds())),
            ("until", json!("1970-01-01T01:00:00Z"), Some(3_600)),
            ("until", json!("1970-01-01T01:00:00+01:00"), Some(0)),
            ("until", json!("1970-01-01T01:00:00"), Some(3_600)),
            ("until", json!("tomorrow"), None),
        ] {
            assert_eq!(due("sleep", &[(name, value.clone())]), at, "{value}");
        }
        assert_eq!(due("sleep", &[]), None);
        for (until, at) in [
            ("2026-07-01T09:00:00", "2026-07-01T07:00:00Z"),
            ("2026-12-01T09:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01T09:00:00+00:00", "2026-12-01T09:00:00Z"),
            // The clocks go forward from 2:00 to 3:00.
            ("2026-03-29T02:30:00", "2026-03-29T01:00:00Z"),
        ] {
            let due = due_at(&step("sleep", &[("until", json!(until))]), Tz::Europe__Berlin);
            assert_eq!(due.map(said).as_deref(), Some(at), "{until}");
        }
        assert_eq!(in_the_end(&step("sleep", &[("seconds", json!(1))])), Some(Value::Null));
    }

    #[test]
    fn a_question_ends_with_its_default() {
        let asked = [("question", json!("Go on?")), ("options", json!(["yes", "no"]))];
        assert_eq!(due("ask", &asked), Some(24 * 3_600));
        assert_eq!(in_the_end(&step("ask", &asked)), None);
        let [question, options] = asked;
        let with = [question, options, ("deadline_hours", json!(0.5)), ("default", json!("no"))];
        assert_eq!(due("ask", &with), Some(1_800));
        assert_eq!(in_the_end(&step("ask", &with)), Some(json!("no")));
        assert_eq!(due("notify", &[("text", json!("x"))]), None);
    }

    #[test]
    fn numbers_of_things_are_whole() {
        assert_eq!([-1.0, 0.0, 2.9, 1e12].map(whole), [0, 0, 2, u32::MAX]);
        assert_eq!(said(DateTime::UNIX_EPOCH), "1970-01-01T00:00:00Z");
    }
}
