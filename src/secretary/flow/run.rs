//! A run of a flow: its state, what it may still do, and how it ends. The engine writes each change; nothing here waits,
//! asks a clock or calls anything.

mod failures;

use super::Flow;
use super::functions::HostFunction;
use crate::secretary::ids::{FlowId, FlowRunId, PersonId, RoomId, TicketId, WorkspaceId};
use crate::secretary::people::workspace::Person;
use crate::secretary::policy::{Source, add_sources};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most calls of host functions in one run, with those of the runs that it calls.
pub const MOST_CALLS: u32 = 10_000;
/// The most messages to people in one run, with those of the runs that it calls.
pub const MOST_NOTICES: u32 = 50;
/// The most tasks for agents in one run, with those of the runs that it calls.
pub const MOST_TASKS: u32 = 50;
/// The most calls of a dry run, which shows what a script does first.
pub const MOST_DRY_CALLS: u32 = 30;
/// So long after its start a run ends, whatever it waits for.
pub const LIFE: TimeDelta = TimeDelta::days(90);
/// The most bytes kept of what a script prints.
pub const LONGEST_PRINTED: usize = 64 * 1024;
/// The most bytes of the event a run begins with.
pub const LONGEST_EVENT: usize = 32 * 1024;

/// One execution of a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowRun {
    /// Its id.
    pub id: FlowRunId,
    /// The flow.
    pub flow: FlowId,
    /// The script of the flow that it began with ([`Flow::version`]).
    pub version: u32,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// Its number among the runs of the flow.
    pub number: i64,
    /// Where it asks and answers.
    pub room: RoomId,
    /// Who pays for it, and whose rights count.
    pub person: PersonId,
    /// Whose message or press caused it, if it was one.
    #[serde(default)]
    pub caused_by: Option<PersonId>,
    /// The run that called it, with the place of the call, if it was one.
    #[serde(default)]
    pub called_by: Option<(FlowRunId, u32)>,
    /// The run that nobody called, from which the call of this one came: what it does counts there as well.
    #[serde(default)]
    pub root: Option<FlowRunId>,
    /// Whose text came along with its event, and with the results of runs that it called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<Source>,
    /// A message began it that was written in its room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub said_here: bool,
    /// The places of calls that people were asked about, and let be made.
    #[serde(default)]
    pub allowed: Vec<u32>,
    /// It only tries the script, and changes nothing.
    pub dry: bool,
    /// It was a dry run, and ended because it had shown enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// How far it is.
    pub state: RunState,
    /// What its open calls wait for, by their places; a script that awaits its calls can have several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<u32, Wait>,
    /// When questions had their turn that waited for it, by their places: they are open from then on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asked: BTreeMap<u32, DateTime<Utc>>,
    /// All work is paused, and this with it: the places of the calls that are to be made when it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<u32>>,
    /// Its flow has another script, which nobody agreed to yet: nothing of it goes on. It ends once somebody does, and goes
    /// on if the former script comes back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub former: bool,
    /// What it began with: the event that caused it.
    pub event: Value,
    /// It takes the event of the run of this number once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_of: Option<i64>,
    /// Somebody had its event tried again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// So many interruptions before its first call was written down, which repeated nothing.
    #[serde(default)]
    pub spared: u32,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it was over.
    #[serde(default)]
    pub ended_at: Option<DateTime<Utc>>,
    /// Calls of host functions so far.
    pub calls: u32,
    /// What counts against its limits so far; what the runs that it called did is among it.
    #[serde(default)]
    pub total: Total,
    /// What the script printed.
    pub printed: String,
    /// It failed by itself as those before it did: the first of them, whose message counts them, and how many there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<(FlowRunId, u32)>,
    /// How often somebody was erased here while it was under way: what was read of it before may hold their words.
    #[serde(default)]
    pub erasures: u32,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunState {
    /// Its script is to go on.
    Running,
    /// It waits.
    Waiting(Wait),
    /// Its script has come to its end, with this value.
    Completed(Value),
    /// It has failed, for this reason.
    Failed(String),
    /// Somebody ended it.
    Cancelled,
}

/// What a run waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wait {
    /// A moment.
    Until(DateTime<Utc>),
    /// Somebody's answer to a question.
    Decision,
    /// The work of an agent.
    Ticket(TicketId),
    /// Another run.
    Flow(FlowRunId),
    /// Its turn among the runs that events begin: to begin, or to ask.
    Turn,
}

/// What counts against the limits of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// Calls of host functions.
    pub calls: u32,
    /// Messages to people.
    pub notices: u32,
    /// Tasks for agents.
    pub tasks: u32,
}

impl Total {
    /// Counts a call; in a dry run nothing is a message to people, and no agent has a task.
    fn count(&mut self, function: HostFunction, dry: bool) -> Result<(), Limit> {
        let calls = self.calls.saturating_add(1);
        let notices = self.notices.saturating_add(u32::from(function.is_notice() && !dry));
        let tasks = self.tasks.saturating_add(u32::from(function == HostFunction::Agent && !dry));
        if calls > MOST_CALLS {
            return Err(Limit::Calls);
        }
        if notices > MOST_NOTICES {
            return Err(Limit::Notices);
        }
        if tasks > MOST_TASKS {
            return Err(Limit::Tasks);
        }
        *self = Self { calls, notices, tasks };
        Ok(())
    }
}

/// How a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// It only tries the script.
    pub dry: bool,
    /// The event that causes it.
    pub event: Value,
    /// The number of the run whose event that is, if it is taken once more.
    pub event_of: Option<i64>,
    /// Whose message or press that is, if it is one.
    pub caused_by: Option<PersonId>,
    /// The run that calls it, with the place of the call.
    pub called_by: Option<(FlowRunId, u32)>,
    /// The run that nobody called, from which that call comes.
    pub root: Option<FlowRunId>,
    /// Whose text the event may repeat.
    pub read: Vec<Source>,
    /// The event is a message that was written in the room of the flow.
    pub said_here: bool,
}

/// A limit that a run has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More calls than [`MOST_CALLS`].
    Calls,
    /// More messages to people than [`MOST_NOTICES`].
    Notices,
    /// More tasks for agents than [`MOST_TASKS`].
    Tasks,
    /// It is older than [`LIFE`].
    Life,
}

impl FlowRun {
    /// A new run of a flow.
    pub fn new((id, number): (FlowRunId, i64), flow: &Flow, start: Start, now: DateTime<Utc>) -> Self {
        let Start { dry, event, event_of, caused_by, called_by, root, read, said_here } = start;
        Self {
            id,
            flow: flow.id.clone(),
            version: flow.version,
            workspace: flow.workspace.clone(),
            number,
            room: flow.room.clone(),
            person: flow.owner.clone(),
            caused_by,
            called_by,
            root,
            read,
            said_here,
            allowed: Vec::new(),
            dry,
            cut: false,
            state: RunState::Running,
            open: BTreeMap::new(),
            asked: BTreeMap::new(),
            held: None,
            former: false,
            event,
            event_of,
            again: false,
            spared: 0,
            started_at: now,
            ended_at: None,
            calls: 0,
            total: Total::default(),
            printed: String::new(),
            like: None,
            erasures: 0,
        }
    }

    /// Whether it may go on with the script that the flow has now.
    pub fn fits(&self, flow: &Flow) -> bool {
        self.flow == flow.id && self.version == flow.version && (self.dry || flow.runs())
    }

    /// Whether nobody's message or press and no other run began it: a schedule or a trigger did.
    pub fn by_itself(&self) -> bool {
        !self.dry && self.caused_by.is_none() && self.called_by.is_none()
    }

    /// Whether a schedule began it, at its time or for somebody who wanted it at once.
    pub fn of_schedule(&self) -> bool {
        self.event.get("schedule").is_some()
    }

    /// Whether it is over.
    pub fn ended(&self) -> bool {
        match self.state {
            RunState::Running | RunState::Waiting(_) => false,
            RunState::Completed(_) | RunState::Failed(_) | RunState::Cancelled => true,
        }
    }

    /// Whether it waits for somebody's answer.
    pub fn asks(&self) -> bool {
        !self.ended() && self.open.values().any(|wait| *wait == Wait::Decision)
    }

    /// When it is over at the latest.
    pub fn dies_at(&self) -> DateTime<Utc> {
        self.started_at + LIFE
    }

    /// Counts a call that is about to be made, for this run and for the one that nobody called, if that is another.
    ///
    /// # Errors
    /// The limit that keeps it from being made. Nothing is counted then.
    pub fn call(&mut self, root: Option<&mut Self>, function: HostFunction, now: DateTime<Utc>) -> Result<(), Limit> {
        if now >= self.dies_at() {
            return Err(Limit::Life);
        }
        let (dry, mut total) = (self.dry, self.total);
        total.count(function, dry)?;
        if let Some(root) = root {
            root.total.count(function, dry)?;
        }
        self.total = total;
        self.calls = self.calls.saturating_add(1);
        Ok(())
    }

    /// Takes a result of a run that it called: whose text that read, this one has read as well.
    pub fn reads(&mut self, sources: &[Source]) {
        add_sources(&mut self.read, sources);
    }

    /// The run that nobody called: this one, or the one from which its call came.
    pub fn origin(&self) -> &FlowRunId {
        self.root.as_ref().unwrap_or(&self.id)
    }

    /// Lets it wait. False if it is over.
    pub fn wait(&mut self, wait: Wait) -> bool {
        self.turn(RunState::Waiting(wait), None)
    }

    /// Lets it wait for what others do about the call in this place. False if it is over.
    pub fn wait_at(&mut self, place: u32, wait: Wait) -> bool {
        let waits = self.wait(wait.clone());
        if waits {
            self.open.insert(place, wait);
        }
        waits
    }

    /// Nothing of it goes on while all work is paused; `call`: the place of a call that is made after that. False if that
    /// is known.
    pub fn hold(&mut self, call: Option<u32>) -> bool {
        let before = self.held.clone();
        let held = self.held.get_or_insert_default();
        if let Some(call) = call.filter(|call| !held.contains(call)) {
            held.push(call);
        }
        self.held != before
    }

    /// Lets it go on. False if it does not wait.
    pub fn wake(&mut self) -> bool {
        matches!(self.state, RunState::Waiting(_)) && self.turn(RunState::Running, None)
    }

    /// Its script has come to its end. False if it was over before.
    pub fn complete(&mut self, value: Value, printed: &str, now: DateTime<Utc>) -> bool {
        self.over(RunState::Completed(value), printed, now)
    }

    /// Whether it is a dry run that has shown enough of its script.
    pub fn shows_enough(&self) -> bool {
        self.dry && self.calls >= MOST_DRY_CALLS
    }

    /// Ends a dry run that has shown enough. False if it was over before.
    pub fn cut_short(&mut self, now: DateTime<Utc>) -> bool {
        let over = self.complete(Value::Null, "", now);
        self.cut |= over;
        over
    }

    /// It has failed. False if it was over before.
    pub fn fail(&mut self, why: impl Into<String>, printed: &str, now: DateTime<Utc>) -> bool {
        self.over(RunState::Failed(why.into()), printed, now)
    }

    /// Somebody ends it. False if it was over before.
    pub fn cancel(&mut self, now: DateTime<Utc>) -> bool {
        self.turn(RunState::Cancelled, Some(now))
    }

    fn over(&mut self, state: RunState, printed: &str, now: DateTime<Utc>) -> bool {
        let over = self.turn(state, Some(now));
        if over {
            let mut end = printed.len().min(LONGEST_PRINTED);
            while !printed.is_char_boundary(end) {
                end -= 1;
            }
            printed.get(..end).unwrap_or_default().clone_into(&mut self.printed);
        }
        over
    }

    /// The first end counts.
    fn turn(&mut self, state: RunState, ended_at: Option<DateTime<Utc>>) -> bool {
        if self.ended() {
            return false;
        }
        (self.state, self.ended_at) = (state, ended_at);
        true
    }

    /// What somebody had a part in becomes another one's, because both are one person.
    pub fn hand_over(&mut self, from: &Person, into: &Person) {
        if self.person == from.id {
            self.person = into.id.clone();
        }
        if self.caused_by.as_ref() == Some(&from.id) {
            self.caused_by = Some(into.id.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::run::*;
    use crate::secretary::flow::tests::{flow, kim};
    use serde_json::json;

    fn at(days: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(days)
    }

    fn run() -> FlowRun {
        FlowRun::new((FlowRunId::new("f1/1"), 1), &flow(), Start { event: json!({"n": 1}), ..Start::default() }, at(0))
    }

    #[test]
    fn it_goes_on_only_with_the_script_it_began_with_and_only_while_people_agree() {
        let (mut flow, run) = (flow(), run());
        assert!(!run.fits(&flow), "nobody agreed");
        assert!(FlowRun { dry: true, ..run.clone() }.fits(&flow), "a dry run needs no agreement");
        flow.agree(&kim(), at(0));
        assert!(run.fits(&flow));
        flow.version += 1;
        assert!(!run.fits(&flow) && !FlowRun { dry: true, ..run.clone() }.fits(&flow));
        flow.version -= 1;
        flow.delete(at(1));
        assert!(!run.fits(&flow));
    }

    #[test]
    fn it_waits_and_goes_on_and_the_first_end_counts() {
        let mut run = run();
        assert!(!run.wake(), "it does not wait");
        assert!(run.wait(Wait::Until(at(3))));
        assert!(run.wake() && run.state == RunState::Running);
        assert!(run.wait(Wait::Decision));
        assert!(run.complete(json!(7), "printed", at(4)) && run.ended());
        assert_eq!((run.ended_at, run.printed.as_str()), (Some(at(4)), "printed"));
        let done = run.clone();
        assert!(!run.fail("no", "", at(5)) && !run.cancel(at(5)) && !run.complete(json!(8), "", at(5)));
        assert!(!run.wait(Wait::Decision) && !run.wake());
        assert_eq!(run, done);
    }

    #[test]
    fn it_can_fail_or_be_cancelled_while_it_waits() {
        let (mut failed, mut cancelled) = (run(), run());
        let wait = Wait::Ticket(TicketId::new("t1"));
        assert!(failed.wait(wait.clone()) && failed.fail("no answer", &"ä".repeat(LONGEST_PRINTED), at(1)));
        assert_eq!(failed.state, RunState::Failed("no answer".to_owned()));
        assert_eq!(failed.printed.len(), LONGEST_PRINTED);
        assert!(cancelled.wait(wait) && cancelled.cancel(at(2)));
        assert_eq!((cancelled.state, cancelled.ended_at), (RunState::Cancelled, Some(at(2))));
    }

    #[test]
    fn it_knows_each_call_that_waits_and_each_that_was_held() {
        let mut run = run();
        assert!(run.wait_at(2, Wait::Decision) && run.wait_at(3, Wait::Flow(FlowRunId::new("f2/1"))));
        assert_eq!(run.open.keys().copied().collect::<Vec<_>>(), [2, 3]);
        assert!(run.asks() && !self::run().asks());
        assert!(run.hold(None) && !run.hold(None), "it is known");
        assert!(run.hold(Some(4)) && !run.hold(Some(4)));
        assert_eq!(run.held, Some(vec![4]));
        let text = serde_json::to_string(&run).unwrap();
        assert_eq!(serde_json::from_str::<FlowRun>(&text).unwrap(), run);
        run.cancel(at(1));
        assert!(!run.wait_at(5, Wait::Decision) && !run.open.contains_key(&5) && !run.asks());
    }

    #[test]
    fn its_calls_its_messages_its_tasks_and_its_life_are_limited() {
        let mut run = run();
        for _ in 0..MOST_NOTICES {
            assert_eq!(run.call(None, HostFunction::Notify, at(1)), Ok(()));
        }
        assert_eq!(run.call(None, HostFunction::Ask, at(1)), Err(Limit::Notices));
        for _ in 0..MOST_TASKS {
            assert_eq!(run.call(None, HostFunction::Agent, at(1)), Ok(()));
        }
        assert_eq!(run.call(None, HostFunction::Agent, at(1)), Err(Limit::Tasks));
        let counted = Total { calls: 100, notices: 50, tasks: 50 };
        assert_eq!((run.calls, run.total), (100, counted), "nothing is counted that is not made");
        while run.calls < MOST_CALLS {
            assert_eq!(run.call(None, HostFunction::Now, at(1)), Ok(()));
        }
        assert_eq!(run.call(None, HostFunction::Now, at(1)), Err(Limit::Calls));
        assert_eq!(run.call(None, HostFunction::Now, at(90)), Err(Limit::Life));
        let mut dry = FlowRun { dry: true, ..self::run() };
        for function in [HostFunction::Notify, HostFunction::Agent] {
            assert_eq!(dry.call(None, function, at(1)), Ok(()));
        }
        assert_eq!(dry.total, Total { calls: 2, notices: 0, tasks: 0 }, "nobody hears of it");
    }

    #[test]
    fn what_the_runs_that_it_calls_do_counts_against_its_own_limits() {
        let mut root = run();
        let below = || FlowRun { root: Some(FlowRunId::new("f1/1")), ..run() };
        assert_eq!((root.origin(), below().origin()), (&root.id, &root.id));
        for _ in 0..5 {
            let mut called = below();
            for _ in 0..10 {
                assert_eq!(called.call(Some(&mut root), HostFunction::Notify, at(1)), Ok(()));
            }
            assert_eq!(called.total.notices, 10);
        }
        let mut one_more = below();
        assert_eq!(one_more.call(Some(&mut root), HostFunction::Notify, at(1)), Err(Limit::Notices));
        assert_eq!((one_more.total, one_more.calls), (Total::default(), 0), "nothing is counted that is not made");
        assert_eq!((root.total.calls, root.total.notices, root.calls), (50, 50, 0));
    }

    fn pressed(run: &FlowRun) -> FlowRun {
        FlowRun { caused_by: Some(kim().id), ..run.clone() }
    }

    #[test]
    fn failures_in_a_row_are_those_that_nobody_began() {
        let failed = FlowRun { state: RunState::Failed("no page".to_owned()), ..run() };
        let done = FlowRun { state: RunState::Completed(Value::Null), ..run() };
        let on = run();
        assert_eq!(FlowRun::failures(&[on, failed.clone(), failed.clone(), done.clone(), failed.clone()]), 2);
        assert_eq!(FlowRun::failures(&[pressed(&failed), failed.clone()]), 1);
        assert_eq!(FlowRun::failures(&[failed.clone(), pressed(&done), failed.clone()]), 1);
        assert_eq!(FlowRun::failures(&[FlowRun { dry: true, ..done }, failed]), 1, "a trial proves nothing");
    }

    #[test]
    fn equal_failures_in_a_row_are_counted_from_the_first_on() {
        let failed = |number: i64, why: &str| {
            let id = FlowRunId::new(format!("f1/{number}"));
            FlowRun { id, number, state: RunState::Failed(why.to_owned()), ..run() }
        };
        let counted = |mut run: FlowRun, before: &[FlowRun]| {
            run.count_failure(before);
            run
        };
        let first = counted(failed(1, "no page"), &[failed(1, "no page")]);
        assert_eq!(first.like, None);
        let second = counted(failed(2, "no page"), std::slice::from_ref(&first));
        assert_eq!(second.like, Some((first.id.clone(), 2)));
        let third = counted(failed(4, "no page"), &[pressed(&failed(3, "other")), second.clone(), first.clone()]);
        assert_eq!(third.like, Some((first.id.clone(), 3)), "what somebody began is left aside");
        assert_eq!(counted(failed(5, "no price"), std::slice::from_ref(&third)).like, None, "another reason");
        let done = FlowRun { state: RunState::Completed(Value::Null), ..failed(5, "") };
        assert_eq!(counted(failed(6, "no page"), &[done, third]).like, None, "it worked meanwhile");
    }

    #[test]
    fn it_changes_hands() {
        let mut run = FlowRun { caused_by: Some(kim().id), ..run() };
        let into = Person { id: PersonId::new("kim2"), ..kim() };
        run.hand_over(&kim(), &into);
        assert_eq!((run.person, run.caused_by), (into.id.clone(), Some(into.id)));
    }

    #[test]
    fn it_reads_back_as_it_was_written() {
        let mut run = run();
        run.wait(Wait::Flow(FlowRunId::new("f2/1")));
        let text = serde_json::to_string(&run).unwrap();
        assert_eq!(serde_json::from_str::<FlowRun>(&text).unwrap(), run);
    }
}
