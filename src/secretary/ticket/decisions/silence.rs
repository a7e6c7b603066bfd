//! What silence leads to: whether a recommended option is taken. Silence decides only if nothing irreversible can
//! follow; the word of an agent is never enough for that.

use crate::secretary::agent::Agent;
use crate::secretary::decision::deadline::{Policy, risk};
use crate::secretary::decision::{Asked, Kind};
use crate::secretary::ticket::{Blocked, Task, TaskState, Ticket};

/// What code lets follow from silence. The recommended option is taken only for a technical choice or a priority, and
/// only while no unfinished task can change anything outside the ticket: the result is then text, and people can undo
/// it. The kind of a question is said by an agent; after the work has read words of others they may have shaped it,
/// so silence takes nothing. A cancellation loses nothing, so it may be announced. `of_work`: the question is about
/// the work. A question of the secretary itself (more budget, approval of a call) is never answered by silence.
pub fn granted(wanted: Policy, (asked, of_work): (&Asked, bool), ticket: &Ticket, roster: &[Agent]) -> Policy {
    match wanted {
        Policy::Hold | Policy::Cancel => wanted,
        Policy::Recommended if of_work && reversible(asked, ticket, roster) => wanted,
        Policy::Recommended => Policy::Hold,
    }
}

/// Whether a decision is taken as recommended without asking: it is below the threshold, and it can be undone.
pub fn taken_unasked(asked: &Asked, threshold: u8, ticket: &Ticket, roster: &[Agent]) -> bool {
    risk(asked) < threshold && reversible(asked, ticket, roster)
}

fn reversible(asked: &Asked, ticket: &Ticket, roster: &[Agent]) -> bool {
    let minor = matches!(asked.kind, Kind::Technical | Kind::Priority);
    let harmless = |task: &Task| {
        let doer = doer(task).and_then(|name| roster.iter().find(|a| &a.name == name));
        doer.is_some_and(|agent| !agent.mutates)
    };
    let ahead = |task: &&Task| task.state != TaskState::Completed;
    let own = ticket.read.is_empty();
    minor && own && asked.recommended.is_some() && ticket.tasks.iter().filter(ahead).all(harmless)
}

/// The certain agent of a task: the one at work on it, else the pinned one.
fn doer(task: &Task) -> Option<&String> {
    let at_work = matches!(
        task.state,
        TaskState::Claimed | TaskState::InProgress | TaskState::Blocked(Blocked::Decision(_) | Blocked::Paused)
    );
    if at_work { task.agent.as_ref() } else { task.pinned.as_ref() }
}
