//! Questions to people when work cannot continue: at a limit, after a failure, after a call with an unknown outcome.
//! And what follows from the answers.

use super::super::step::{Move, Outcome};
use super::{stopping, tasks, winding_down};
use crate::secretary::decision::cut_off::CutOff;
use crate::secretary::decision::{Decision, Subject};
use crate::secretary::ids::{RunId, TaskKey};
use crate::secretary::lifecycle::prompts::prompting;
use crate::secretary::ticket::{Blocked, Ending, Stage, Task, TaskState, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::ticket::so_far::SoFar;

/// A run reached a limit: shows what there is so far, and people say how to continue.
pub fn limit(m: &mut Move<'_>, key: &str, run: RunId, limit: &str, so_far: SoFar<'_>) {
    let asked = wording::ticket::ways_on::limit(m.ticket.number, limit, so_far);
    prompting::ask(m, Subject::Limit, key, run, None, &asked);
}

/// A call has an unknown outcome and is not repeated without asking.
pub fn unknown(m: &mut Move<'_>, key: &str, run: RunId, step: u32, call: &CutOff) {
    let asked = wording::ticket::ways_on::unknown(call);
    prompting::ask(m, Subject::Unknown, key, run, Some(step), &asked);
}

/// Nothing can continue after a failure: asks people how, unless they said so already.
pub fn offer(m: &mut Move<'_>) {
    let failed = m.ticket.tasks.iter().find(|t| t.state == TaskState::Failed && !t.left_out).cloned();
    let Some(task) = failed else {
        let any = m.ticket.tasks.iter().any(|t| t.state == TaskState::Completed);
        return if any { tasks::report(m) } else { end_as_failed(m) };
    };
    let asked = wording::ticket::ways_on::failure(&task);
    let run = task.run.clone().unwrap_or_else(|| RunId::new(""));
    prompting::ask(m, Subject::Failure, &task.key, run, None, &asked);
    // The task stays failed; the plan waits for the decision, not a run.
    if let Some(task) = m.ticket.task_mut(&task.key) {
        task.state = TaskState::Failed;
    }
}

/// The choice at a limit: as much again, finish with what there is, or stop.
pub fn after_limit(mut m: Move<'_>, index: usize, option: Option<usize>, note: &str) -> Outcome {
    let decision = &m.ticket.decisions[index];
    match option {
        Some(0) => {
            let key = decision.task.clone();
            if let Some(task) = m.ticket.task_mut(&key) {
                task.extended += 1;
            }
            go_on(&mut m, index);
            tasks::give_out(&mut m);
        }
        Some(1) => {
            for key in held(&m.ticket, decision) {
                let Some(task) = m.ticket.task_mut(&key) else { continue };
                let nothing = task.result.trim().is_empty();
                task.state = if nothing { TaskState::Failed } else { TaskState::Completed };
                task.failure = nothing.then(wording::ticket::ways_on::nothing_at_limit);
                // A new try continues this run, which needs the limit again.
                task.extended += u32::from(nothing && task.acted);
            }
            tasks::give_out(&mut m);
        }
        Some(_) | None => return stopping::cancel(m, &wording::ticket::ways_on::stopped_at_limit()),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// The choice after a failure: another try, finish with what there is, or stop.
pub fn after_failure(mut m: Move<'_>, option: Option<usize>, note: &str) -> Outcome {
    match option {
        Some(0) => {
            for task in &mut m.ticket.tasks {
                let failed = task.state == TaskState::Failed && !task.left_out;
                if failed || matches!(task.state, TaskState::Blocked(Blocked::Dependency(_))) {
                    task.state = TaskState::Pending;
                    task.attempts = 0;
                }
            }
            tasks::give_out(&mut m);
        }
        Some(1) => conclude(&mut m),
        Some(_) | None => return stopping::cancel(m, &wording::ticket::ways_on::stopped_after_failure()),
    }
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// Reports what there is. Tasks that wait for a failed one are skipped. They stay skipped if the ticket is cancelled and
/// reopened.
fn finish(m: &mut Move<'_>) {
    for task in m.ticket.tasks.iter_mut().filter(|task| task.state != TaskState::Completed) {
        (task.state, task.left_out) = (TaskState::Failed, true);
    }
    tasks::report(m);
}

/// Ends the work with what there is. Where nothing worked it has failed; a flow takes even that as it is.
pub fn conclude(m: &mut Move<'_>) {
    let nothing = m.ticket.tasks.iter().all(|task| task.state != TaskState::Completed);
    if nothing && !m.ticket.of_flow() { end_as_failed(m) } else { finish(m) }
}

/// The ticket ends as failed, said plainly, with a way to try again.
fn end_as_failed(m: &mut Move<'_>) {
    let why =
        m.ticket.tasks.iter().find_map(|t| t.failure.clone()).unwrap_or_else(wording::ticket::ways_on::no_step_worked);
    let over = wording::ticket::progress::over(&m.ticket, wording::ticket::progress::FAILED, m.now);
    winding_down::wind_down(m, &over);
    m.ticket.stage = Stage::Closed(Ending::Failed);
    why.clone_into(&mut m.ticket.doing);
    let progress = m.ticket.progress_name();
    m.edit(&progress, &over);
    let mut keys = m.keys();
    let message = wording::ticket::reports::exception(&m.ticket, &m.facts.roster, &mut keys);
    let name = format!("failed{}", m.ticket.version);
    m.post_report(&name, &message);
    m.bind(&name, keys);
}

/// The task that asked, and others that wait for the same answer.
pub fn held(ticket: &Ticket, decision: &Decision) -> Vec<TaskKey> {
    let waits = |task: &&Task| task.state == TaskState::Blocked(Blocked::Decision(decision.key.clone()));
    let others = ticket.tasks.iter().filter(waits).map(|task| &task.key).filter(|key| **key != decision.task);
    std::iter::once(&decision.task).chain(others).cloned().collect()
}

/// The run that asked continues with the answer, and so do other runs that wait for it; during a pause they continue
/// on resuming.
pub fn go_on(m: &mut Move<'_>, index: usize) {
    let decision = m.ticket.decisions[index].clone();
    let halted = m.halted();
    let held = held(&m.ticket, &decision);
    for key in &held {
        if let Some(task) = m.ticket.task_mut(key) {
            task.state = if halted { TaskState::Blocked(Blocked::Paused) } else { TaskState::InProgress };
        }
    }
    let answer = decision.answer();
    if let Some(answer) = answer.as_ref().filter(|_| decision.reopened) {
        // The run may have got the undone answer; it would not read this one as an answer.
        tasks::tell_run(m, &decision.task, &wording::decision::changing::changed(&decision, answer));
    }
    for key in held.iter().filter(|_| !halted) {
        tasks::start(m, key, decision.reply());
    }
}
