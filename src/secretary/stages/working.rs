//! Working: tasks are being done. A decision blocks its task, not the ticket.

use super::super::decision::Subject;
use super::super::effect::Class;
use super::super::event::{Event, Timer, Trouble};
use super::super::ids::RunId;
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::ticket::{Blocked, MAX_ATTEMPTS, TaskState, Waiting};
use super::super::wording;
use super::{common, deadlines, deciding, intake, tasks};

/// Decides about every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::TaskProgressed { task, run, line } => progressed(m, task, run, line),
        Event::DecisionAsked { task, run, step, asked, usage } => {
            m.spend_run(task, run, *usage);
            if !current(&m, task, run) {
                return m.moved();
            }
            common::thought(&mut m);
            tasks::run_over(&mut m, run);
            deciding::ask(&mut m, Subject::Work, task, run.clone(), Some(*step), asked);
            tasks::show_progress(&mut m);
            m.moved()
        }
        Event::DecisionMade { decision, option, text } => deciding::made(m, decision, *option, text.as_deref()),
        Event::DecisionReopened { decision } => deadlines::reopen(m, decision),
        Event::TaskFinished { task, run, result, heard, files, usage } => {
            m.spend_run(task, run, *usage);
            if current(&m, task, run) {
                m.ticket.files.retain(|old| !files.iter().any(|new| new.name == old.name));
                m.ticket.files.extend(files.iter().cloned());
            }
            finished(m, task, run, result, *heard)
        }
        Event::TaskFailed { task, run, why, usage } => {
            m.spend_run(task, run, *usage);
            failed(m, task, run, why)
        }
        Event::LimitReached { task, run, limit, so_far, usage } => {
            m.spend_run(task, run, *usage);
            limited(m, task, run, limit, so_far)
        }
        Event::Added { text } | Event::Corrected { text } | Event::AnswersReceived { text } => added(m, text),
        Event::CancelRequested { reason } => common::cancel(m, reason),
        Event::PauseRequested => paused(m),
        Event::ResumeRequested | Event::DispatchRequested => resumed(m),
        Event::PromptLost { room } => deciding::prompt_lost(m, room),
        Event::ThinkingDelayed { .. } => {
            // Said by a run, which knows no request: it concerns the work as it is now.
            let asked = m.ticket.asked;
            "waiting for the language model".clone_into(&mut m.ticket.doing);
            common::delayed(m, asked)
        }
        Event::TimerFired { timer } => match timer {
            Timer::Decision(key) => deadlines::remind(m, key),
            Timer::Deadline(key) => deadlines::over(m, key),
            Timer::Stalled(run) => stalled(m, run),
            Timer::Model(asked) => common::still_down(m, *asked),
            Timer::Questions(_) => common::stale(),
        },
        Event::ClarifyRequested => Outcome::Refused(wording::refusals::past_questions(m.ticket.number)),
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::Confirmed
        | Event::Rated { .. }
        | Event::ReviseRequested { .. } => common::no_longer(),
        Event::IdeaReceived
        | Event::TriageFinished { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingFailed { .. }
        | Event::FoldedInto { .. } => common::stale(),
    }
}

/// Whether this run is the one at the task; a late word of an older run changes nothing.
fn current(m: &Move<'_>, task: &str, run: &RunId) -> bool {
    m.ticket
        .task(task)
        .is_some_and(|t| t.run.as_ref() == Some(run) && matches!(t.state, TaskState::Claimed | TaskState::InProgress))
}

fn progressed(mut m: Move<'_>, key: &str, run: &RunId, line: &str) -> Outcome {
    if !current(&m, key, run) {
        return Outcome::Ignored("an older run");
    }
    tasks::heard_from(&mut m, run);
    let mut who = String::new();
    if let Some(task) = m.ticket.task_mut(key) {
        task.state = TaskState::InProgress;
        who = task.agent.clone().unwrap_or_default();
    }
    if line.is_empty() {
        // It has begun, perhaps again, and the model has said nothing yet: people see what they saw.
        return m.moved();
    }
    common::thought(&mut m);
    m.ticket.doing = format!("{}: {}", m.facts.agent_title(&who), wording::short(line, 120));
    tasks::show_progress(&mut m);
    m.moved()
}

fn finished(mut m: Move<'_>, key: &str, run: &RunId, result: &str, heard: u32) -> Outcome {
    if !current(&m, key, run) {
        return m.moved();
    }
    common::thought(&mut m);
    if m.ticket.task(key).is_some_and(|t| t.told > heard) {
        // Words came while the run was ending: it goes on and hears them.
        tasks::start(&mut m, key, None);
        return m.moved();
    }
    tasks::run_over(&mut m, run);
    if let Some(task) = m.ticket.task_mut(key) {
        task.state = TaskState::Completed;
        result.clone_into(&mut task.result);
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

fn failed(mut m: Move<'_>, key: &str, run: &RunId, why: &Trouble) -> Outcome {
    if !current(&m, key, run) {
        return m.moved();
    }
    common::thought(&mut m);
    tasks::run_over(&mut m, run);
    let setup = intake::setup_needed(why);
    if let Some(task) = m.ticket.task_mut(key) {
        task.failure = Some(why.text().to_owned());
        task.attempts -= u32::from(setup);
        let again = setup || task.attempts < MAX_ATTEMPTS;
        task.state = if again { TaskState::Pending } else { TaskState::Failed };
    }
    if setup {
        common::needs_setup(&mut m, why);
        "waiting until that is set up".clone_into(&mut m.ticket.doing);
    } else {
        tasks::give_out(&mut m);
    }
    tasks::show_progress(&mut m);
    m.moved()
}

fn limited(mut m: Move<'_>, key: &str, run: &RunId, limit: &str, so_far: &str) -> Outcome {
    if !current(&m, key, run) {
        return m.moved();
    }
    common::thought(&mut m);
    tasks::run_over(&mut m, run);
    if let Some(task) = m.ticket.task_mut(key) {
        so_far.clone_into(&mut task.result);
    }
    deciding::limit(&mut m, key, run.clone(), limit, so_far);
    tasks::show_progress(&mut m);
    m.moved()
}

/// Words added meanwhile: runs at work hear them, tasks to come are given them.
fn added(mut m: Move<'_>, text: &str) -> Outcome {
    tasks::tell(&mut m, text);
    let message = wording::tickets::added(&m.ticket, text);
    let name = format!("added{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    let note = format!("Added to #{}.", m.ticket.number);
    m.noted(note)
}

fn paused(mut m: Move<'_>) -> Outcome {
    if m.ticket.paused {
        return Outcome::Refused(wording::refusals::already_paused(m.ticket.number));
    }
    common::stop_runs(&mut m);
    for task in &mut m.ticket.tasks {
        if matches!(task.state, TaskState::Claimed | TaskState::InProgress) {
            task.state = TaskState::Blocked(Blocked::Paused);
        }
    }
    m.ticket.paused = true;
    m.ticket.doing = format!("paused by {}", m.actor_name());
    tasks::show_progress(&mut m);
    m.noted("Paused.")
}

/// Goes on: paused runs from their journals, waiting tasks anew.
fn resumed(mut m: Move<'_>) -> Outcome {
    m.ticket.paused = false;
    m.ticket.waiting = m.ticket.waiting.take().filter(|w| matches!(w, Waiting::Model(_)));
    if m.halted() {
        return Outcome::Refused(wording::refusals::all_paused());
    }
    let paused: Vec<_> = m
        .ticket
        .tasks
        .iter()
        .filter(|t| t.state == TaskState::Blocked(Blocked::Paused))
        .map(|t| t.key.clone())
        .collect();
    for key in paused {
        let answer = m.ticket.task(&key).and_then(|t| t.run.clone()).and_then(|run| {
            let of_run = m.ticket.decisions.iter().rev().find(|d| d.run == run);
            of_run.and_then(|d| d.step.zip(d.answer()))
        });
        if let Some(task) = m.ticket.task_mut(&key) {
            task.state = TaskState::InProgress;
        }
        tasks::start(&mut m, &key, answer);
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    let deciding = m.ticket.open_decisions().next().is_some();
    m.noted(if deciding { "The decision above is still needed." } else { "On it." })
}

fn stalled(mut m: Move<'_>, run: &RunId) -> Outcome {
    let Some(task) = m.ticket.tasks.iter().find(|t| t.run.as_ref() == Some(run)).cloned() else {
        return common::stale();
    };
    if !current(&m, &task.key, run) {
        return common::stale();
    }
    let who = task.agent.as_deref().map_or("The agent", |a| m.facts.agent_title(a)).to_owned();
    let mut keys = m.keys();
    let message = wording::waiting::stalled(&m.ticket, &who, &mut keys);
    let name = format!("stalled{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
    m.moved()
}
