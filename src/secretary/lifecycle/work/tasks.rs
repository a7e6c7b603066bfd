//! The work: starts it, gives tasks to agents, and handles the end of each task.

use super::super::step::{Move, Outcome};
use super::{assigning, pausing, stopping, ways_on};
use crate::secretary::agent::Agent;
use crate::secretary::budget::cost::Usage;
use crate::secretary::decision::cut_off::Reply;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::dispatch::{Choice, Field};
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{RunId, TaskKey};
use crate::secretary::intent::thinking::{Purpose, ReportInput, TaskOutcome, WorkInput};
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::event::Timer;
use crate::secretary::ticket::{Blocked, Ending, Stage, Task, TaskState, Waiting};
use crate::secretary::{dispatch, when, wording};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// A run that is silent for this long is reported.
const SILENT: TimeDelta = TimeDelta::minutes(10);

/// The most characters of the former report in the request for a new one.
const EARLIER_CHARS: usize = 8_000;

/// Starts the work: the progress message, then the first tasks.
pub fn begin(mut m: Move<'_>) -> Outcome {
    if m.ticket.standing.is_some() {
        // The engine makes a schedule of it.
        m.ticket.stage = Stage::Closed(Ending::Folded);
        return m.noted(wording::ticket::standing::agreed());
    }
    m.ticket.stage = Stage::Working;
    m.ticket.started_at = Some(m.now);
    let halted = m.halted();
    m.ticket.hold.restart(m.now, halted);
    m.ticket.waiting = None;
    // A task that continues its run has begun already.
    if !m.ticket.tasks.iter().any(|t| t.state == TaskState::InProgress) {
        m.ticket.doing = wording::ticket::progress::beginning(&m.ticket);
    }
    give_out(&mut m);
    if m.ticket.stage == Stage::Working {
        put_progress(&mut m, true);
    }
    m.noted(wording::ticket::tickets::begun(halted))
}

/// `/dispatch N` on a card does what Start does.
pub fn begin_by_command(mut m: Move<'_>) -> Outcome {
    pausing::lift(&mut m);
    let name = m.card_name();
    let by = m.actor_name();
    let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, &wording::ticket::tickets::started_by(&by));
    m.edit(&name, &card);
    begin(m)
}

/// Posts the progress message of this stretch of work anew, or edits it.
fn put_progress(m: &mut Move<'_>, anew: bool) {
    if m.ticket.quiet() {
        return;
    }
    let mut keys = m.keys();
    let message = wording::ticket::progress::progress(&m.ticket, m.facts, m.now, &mut keys);
    let name = m.ticket.progress_name();
    if anew {
        m.post(&name, message, Class::May);
    } else {
        m.edit_calmly(&name, &message);
    }
    m.ticket.token = Some(m.bind(&name, keys));
}

/// Edits the progress message. Finished work has shown its end already.
pub fn show_progress(m: &mut Move<'_>) {
    if m.ticket.closed() {
        return;
    }
    let anew = !m.shown(&m.ticket.progress_name());
    put_progress(m, anew);
}

/// Gives every ready task to an agent and blocks tasks behind a failed one. When nothing can continue, the ticket
/// moves to its report or asks what to do.
pub fn give_out(m: &mut Move<'_>) {
    if matches!(m.ticket.waiting, Some(Waiting::Setup(_))) {
        return;
    }
    if m.halted() {
        if !m.ticket.paused {
            m.ticket.doing = wording::ticket::waiting::all_paused();
        }
        return;
    }
    block_behind_failures(m);
    let mut loads = loads(m);
    let mut last = m.facts.settings.last_in_turn.clone();
    for key in ready(m) {
        hand_over(m, &key, &mut loads, &mut last);
    }
    if m.ticket.tasks.iter().all(|t| t.state == TaskState::Completed) {
        report(m);
    } else if idle(m) && m.ticket.by_clock.is_some() {
        // The next time comes by itself, so nobody is asked what to do about this one.
        ways_on::conclude(m);
    } else if idle(m) {
        ways_on::offer(m);
    }
}

/// Gives further tasks of this ticket to agents that wait for people; the line about people stays.
pub fn pass_on(m: &mut Move<'_>) {
    let doing = m.ticket.doing.clone();
    give_out(m);
    m.ticket.doing = doing;
}

/// Tasks in progress by agent, with the present state of this ticket, since this step may have ended one.
fn loads(m: &Move<'_>) -> BTreeMap<String, u32> {
    let mut loads = m.facts.loads.clone();
    for (agent, tasks) in m.ticket.at_work() {
        *loads.entry(agent.to_owned()).or_insert(0) += tasks;
    }
    loads
}

/// Whether nothing runs, nothing waits for a person and nothing waits for an agent.
fn idle(m: &Move<'_>) -> bool {
    let over = |t: &Task| {
        matches!(t.state, TaskState::Blocked(Blocked::Dependency(_)) | TaskState::Completed | TaskState::Failed)
    };
    m.ticket.open_decisions().next().is_none() && m.ticket.tasks.iter().all(over)
}

fn block_behind_failures(m: &mut Move<'_>) {
    loop {
        let stuck: Vec<TaskKey> = m
            .ticket
            .tasks
            .iter()
            .filter(|t| matches!(t.state, TaskState::Failed | TaskState::Blocked(Blocked::Dependency(_))))
            .map(|t| t.key.clone())
            .collect();
        let mut changed = false;
        for task in m.ticket.tasks.iter_mut().filter(|t| t.state == TaskState::Pending) {
            if let Some(cause) = task.needs.iter().find(|n| stuck.contains(n)) {
                task.state = TaskState::Blocked(Blocked::Dependency(cause.clone()));
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The ready tasks.
fn ready(m: &Move<'_>) -> Vec<TaskKey> {
    let completed = |key: &TaskKey| m.ticket.task(key).is_some_and(|t| t.state == TaskState::Completed);
    let due = |t: &Task| matches!(t.state, TaskState::Blocked(Blocked::Retry(at)) if at <= m.now);
    let open = |t: &Task| matches!(t.state, TaskState::Pending | TaskState::Blocked(Blocked::NoAgent(_)));
    let waits = |t: &&Task| due(t) || (open(t) && t.needs.iter().all(completed));
    m.ticket.tasks.iter().filter(waits).map(|t| t.key.clone()).collect()
}

fn hand_over(m: &mut Move<'_>, key: &str, loads: &mut BTreeMap<String, u32>, last: &mut String) {
    let Some(task) = m.ticket.task(key).cloned() else { return };
    let field = Field { roster: &m.facts.roster, loads, scores: &m.facts.scores, last_in_turn: last };
    let why = match dispatch::choose(&task, field) {
        Choice::Agent { name, reason, in_turn } => {
            *loads.entry(name.clone()).or_insert(0) += 1;
            // An agent that was found harmless beforehand takes the turn as well.
            if in_turn || task.in_turn {
                last.clone_from(&name);
            }
            if let Some(task) = m.ticket.task_mut(key) {
                task.in_turn |= in_turn;
                task.chosen = reason;
            }
            return give_to(m, key, name);
        }
        Choice::Unfit(why) => return assigning::ask(m, key, &why),
        Choice::NoneFits if m.facts.roster.is_empty() => wording::ticket::waiting::nobody_at_all(),
        Choice::NoneFits => wording::ticket::waiting::nobody_can(&task.capabilities),
        Choice::AllBusy(who) => wording::ticket::waiting::busy(who.as_deref()),
    };
    let fitting = dispatch::fitting(&task, field).into_iter().map(|a| a.name.clone()).collect();
    m.ticket.doing = wording::ticket::waiting::no_agent(&m.ticket, &why);
    if let Some(task) = m.ticket.task_mut(key) {
        task.fitting = fitting;
        task.state = TaskState::Blocked(Blocked::NoAgent(why));
    }
}

/// Gives a task to an agent as its next attempt: a new run, or the run that has changed something already.
fn give_to(m: &mut Move<'_>, key: &str, agent: String) {
    let (ticket, version) = (m.ticket.id.clone(), m.ticket.version);
    if let Some(task) = m.ticket.task_mut(key) {
        task.attempts += 1;
        task.fitting.clear();
        if task.bound_to() == Some(&agent) {
            task.state = TaskState::InProgress;
            task.tried = version;
        } else {
            task.state = TaskState::Claimed;
            task.agent = Some(agent);
            task.acted = false;
            task.tried = 0;
            task.told = 0;
            task.spent = Usage::default();
            let former = task.run.take();
            task.former_runs.extend(former);
            task.run = Some(RunId::new(format!("{ticket}/{key}/{version}/{}", task.attempts)));
        }
    }
    start(m, key, None);
}

/// Starts or continues the run of a task.
pub fn start(m: &mut Move<'_>, key: &str, reply: Option<(u32, Reply)>) {
    let Some(task) = m.ticket.task(key).cloned() else { return };
    let (Some(run), Some(name)) = (task.run.clone(), task.agent.clone()) else { return };
    let Some(agent) = m.facts.roster.iter().find(|a| a.name == name).cloned() else {
        return assigning::ask(m, key, &dispatch::Unfit::Gone(name));
    };
    if task.reads_only && agent.mutates {
        return assigning::ask(m, key, &dispatch::Unfit::Reaches(agent.title));
    }
    let result = |needed: &TaskKey| m.ticket.task(needed).map(|t| (t.title.clone(), t.result.clone()));
    let mut said = m.said();
    // Decisions hold for the rest of the ticket, also when the report is made again.
    let before =
        |d: &&Decision| matches!(d.subject, Subject::Work | Subject::Unknown | Subject::Approval) && d.run != run;
    let before = |d: &&Decision| before(d) && changed::stands(&m.ticket, d);
    let decided = m.ticket.decisions.iter().filter(before);
    let told = |d: &Decision| {
        let words = format!("{}{}", d.verdict()?.text, wording::decision::decisions::comments(d));
        Some(wording::decision::decisions::decided_before(d, &words))
    };
    said.extend(decided.filter_map(told));
    if let Some(failure) = &task.failure {
        said.push(wording::ticket::tickets::earlier_failure(failure));
    }
    let results = task.needs.iter().filter_map(result).collect();
    start_run(m, &task, (run, agent), (said, results), reply);
}

/// Starts or continues a run with what people said, the results of earlier tasks and the reply it waits for.
fn start_run(
    m: &mut Move<'_>,
    task: &Task,
    (run, agent): (RunId, Agent),
    (said, results): (Vec<String>, Vec<(String, String)>),
    reply: Option<(u32, Reply)>,
) {
    m.ticket.doing = wording::ticket::progress::at_work(m.facts.agent_title(&agent.name), task);
    m.set_timer(Timer::Stalled(run.clone()), m.now + SILENT);
    let input = Box::new(WorkInput {
        agent,
        title: task.title.clone(),
        instruction: task.instruction.clone(),
        requirement: m.ticket.requirement.clone(),
        minutes: m.ticket.minutes,
        said,
        read: m.ticket.read.clone(),
        files: m.ticket.received.clone(),
        refers: m.ticket.refers.clone(),
        results,
        steps: Vec::new(),
        now: when::say_time(m.now, m.facts.zone, m.now),
    });
    let (task, extended, tried) = (task.key.clone(), task.extended, task.tried);
    let (answer, ruling, permission) = match reply {
        Some((step, Reply::Answer(text))) => (Some((step, text)), None, None),
        Some((step, Reply::Ruling(ruling))) => (None, Some((step, ruling)), None),
        Some((step, Reply::Permission(permission))) => (None, None, Some((step, permission))),
        None => (None, None, None),
    };
    m.effects.push(Effect::StartRun { run, task, input, extended, answer, ruling, permission, tried });
}

/// The agent of a run is gone: the run does not continue. An unknown outcome of its last call is asked first
/// (`Engine::work`), before another agent takes the task. Returns whether that is so.
pub fn goes_on_without_agent(m: &mut Move<'_>, key: &str) -> bool {
    let Some(task) = m.ticket.task(key).cloned() else { return false };
    let (Some(run), Some(name)) = (task.run.clone(), task.agent.clone()) else { return false };
    if m.facts.roster.iter().any(|a| a.name == name) {
        return false;
    }
    start_run(m, &task, (run, Agent::gone(&name)), (Vec::new(), Vec::new()), None);
    true
}

/// Plans the next attempt of a failed task, each time after a longer wait.
pub fn try_again_later(m: &mut Move<'_>, key: &str) {
    let now = m.now;
    let Some(task) = m.ticket.task_mut(key) else { return };
    let at = now + task.back_off();
    task.state = TaskState::Blocked(Blocked::Retry(at));
    let task = task.clone();
    let who = task.agent.as_deref().map(|a| m.facts.agent_title(a));
    m.ticket.doing = wording::ticket::progress::retrying(who, &task, at - now);
    m.set_timer(Timer::Retry(task.key), at);
}

/// A run has reported something: restarts the timer of its silence.
pub fn heard_from(m: &mut Move<'_>, run: &RunId) {
    m.set_timer(Timer::Stalled(run.clone()), m.now + SILENT);
}

/// The run of a task is over.
pub fn run_over(m: &mut Move<'_>, run: &RunId) {
    m.drop_timer(&Timer::Stalled(run.clone()));
}

/// Adds words: running runs get them, later tasks get them, and people are told who reads them.
pub fn added(mut m: Move<'_>, text: &str) -> Outcome {
    tell(&mut m, text);
    let message = wording::ticket::tickets::added(&m.ticket, text, m.facts);
    let name = format!("added{}", m.ticket.version);
    m.post(&name, message, Class::Receipt);
    let note = wording::ticket::tickets::added_note(m.ticket.number);
    m.noted_and_shown(note)
}

/// Passes on words: running runs, later tasks and the report get them.
pub fn tell(m: &mut Move<'_>, text: &str) {
    m.ticket.additions.push(text.to_owned());
    let at_work = |t: &&Task| matches!(t.state, TaskState::Claimed | TaskState::InProgress | TaskState::Blocked(_));
    let keys: Vec<TaskKey> = m.ticket.tasks.iter().filter(at_work).map(|t| t.key.clone()).collect();
    for key in keys {
        tell_run(m, &key, text);
    }
    if m.ticket.stage == Stage::Reporting {
        ask_report(m);
    }
}

/// Sends words to the run of a task.
pub fn tell_run(m: &mut Move<'_>, key: &str, text: &str) {
    if let Some(task) = m.ticket.task_mut(key)
        && let Some(run) = task.run.clone()
    {
        task.told += 1;
        m.effects.push(Effect::TellRun { run, text: text.to_owned() });
    }
}

/// Asks for the report.
pub fn report(m: &mut Move<'_>) {
    if m.ticket.of_flow() {
        return stopping::handed_on(m);
    }
    m.ticket.stage = Stage::Reporting;
    m.ticket.doing = wording::ticket::progress::writing_report();
    ask_report(m);
}

/// Asks for a report of what there is.
pub fn ask_report(m: &mut Move<'_>) {
    if m.halted() {
        return;
    }
    let input = report_input(m);
    m.think(Purpose::Report(input));
}

/// The input of a report: results, decisions, words of the person.
pub fn report_input(m: &Move<'_>) -> ReportInput {
    let t = &m.ticket;
    let outcome = |task: &Task| TaskOutcome {
        title: task.title.clone(),
        agent: task.agent.as_deref().map_or_else(String::new, |a| m.facts.agent_title(a).to_owned()),
        done: task.state == TaskState::Completed,
        used: task.used,
        text: if task.state == TaskState::Completed {
            task.result.clone()
        } else {
            task.failure.clone().unwrap_or_else(wording::ticket::progress::not_done)
        },
    };
    let as_read = m.as_read();
    // The answer what should change is a task of its own and no decision about the subject.
    let matters = as_read.decisions.iter().filter(|d| d.subject != Subject::Redo && changed::stands(&as_read, d));
    let decided = matters.filter_map(|d| {
        let (verdict, with) = (d.verdict()?, wording::decision::decisions::comments(d));
        Some((d.asked.question.clone(), format!("{}{with}", verdict.text), verdict.name.clone()))
    });
    ReportInput {
        idea: m.said().join("\n"),
        requirement: t.requirement.clone(),
        refers: t.refers.clone(),
        results: t.tasks.iter().map(outcome).collect(),
        decisions: decided.collect(),
        earlier: t.reports.last().map(|r| r.text.chars().take(EARLIER_CHARS).collect()),
        only_if: t.by_clock.as_ref().map(|by| by.only_if.clone()).unwrap_or_default(),
        language: m.facts.language.clone(),
    }
}
