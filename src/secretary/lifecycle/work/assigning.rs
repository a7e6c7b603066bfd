//! A task whose agent is gone or cannot do it: people choose the agent. Nobody else takes the task meanwhile; the
//! question says what the chosen agent may change.

use super::super::step::{Move, Outcome};
use super::{stopping, tasks};
use crate::secretary::agent::Agent;
use crate::secretary::decision::{Decision, DecisionState, Subject};
use crate::secretary::dispatch::{self, Choice, Field, Unfit};
use crate::secretary::ids::RunId;
use crate::secretary::lifecycle::prompts::{prompting, showing};
use crate::secretary::ticket::{Task, TaskState};
use crate::secretary::wording::ticket::ways_on;

/// The most agents offered, so that the buttons with the other two options stay readable (platform-facts T24).
const CHOICES: usize = 6;

fn field<'m>(m: &'m Move<'_>) -> Field<'m> {
    Field {
        roster: &m.facts.roster,
        loads: &m.facts.loads,
        scores: &m.facts.scores,
        last_in_turn: &m.facts.settings.last_in_turn,
    }
}

/// Asks which agent does the task.
pub fn ask(m: &mut Move<'_>, key: &str, why: &Unfit) {
    let Some(task) = m.ticket.task(key).cloned() else { return };
    let ranked = dispatch::candidates(&task, field(m));
    let best = dispatch::fits_best(&task, &ranked).then(ways_on::fits_best);
    let choices: Vec<Agent> = ranked.into_iter().take(CHOICES).cloned().collect();
    let asked = ways_on::takeover(&task, why, &choices, best);
    // No run waits for this answer: the chosen agent begins anew.
    prompting::ask(m, Subject::Assign, key, RunId::new(""), None, &asked);
    if let Some(task) = m.ticket.task_mut(key) {
        task.fitting = choices.into_iter().map(|a| a.name).collect();
    }
}

/// People chose an agent, skipped the task, or stopped the ticket.
pub fn chosen(mut m: Move<'_>, decision: &Decision, option: Option<usize>, note: &str) -> Outcome {
    let Some(task) = m.ticket.task(&decision.task).cloned() else { return Outcome::Ignored("no such task") };
    let name = option.and_then(|n| task.fitting.get(n)).cloned();
    if name.is_none() && option != Some(task.fitting.len()) {
        return stopping::cancel(m, &ways_on::stopped_without_agent());
    }
    let agent = name.as_ref().and_then(|n| m.facts.roster.iter().find(|a| &a.name == n));
    // A chosen agent that is gone meanwhile is asked about again; an existing one gets the announced rights.
    let reads_only = agent.map_or(task.reads_only, |a| !a.mutates);
    if let Some(task) = m.ticket.task_mut(&decision.task) {
        task.fitting.clear();
        task.attempts = 0;
        if !task.acted || name != task.agent {
            let former = task.run.take();
            task.former_runs.extend(former);
        }
        if name.is_some() {
            task.reads_only = reads_only;
            task.pinned = name;
            task.state = TaskState::Pending;
        } else {
            task.agent = None;
            task.state = TaskState::Failed;
            task.left_out = true;
            task.failure = Some(ways_on::left_out());
        }
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.noted(note)
}

/// Missing agents are back: settles the question who does their task. Returns whether there was one.
pub fn settle_returned(m: &mut Move<'_>) -> bool {
    let mut any = false;
    for index in 0..m.ticket.decisions.len() {
        let decision = m.ticket.decisions[index].clone();
        if !decision.open() || decision.subject != Subject::Assign {
            continue;
        }
        let fits =
            |task: &Task| task.meant_for().is_some() && !matches!(dispatch::choose(task, field(m)), Choice::Unfit(_));
        if !m.ticket.task(&decision.task).is_some_and(fits) {
            continue;
        }
        m.ticket.decisions[index].state = DecisionState::Dropped;
        showing::settle(m, index);
        if let Some(task) = m.ticket.task_mut(&decision.task) {
            task.state = TaskState::Pending;
            task.fitting.clear();
        }
        any = true;
    }
    any
}
