//! Closed: done, failed or called off. A bad rating or "Revise" opens it again; late words of its runs
//! change nothing.

use super::super::action::TicketAct;
use super::super::event::Event;
use super::super::ids::TaskKey;
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::ticket::{Ending, Stage, Task, TaskState, Ticket};
use super::super::wording;
use super::{common, pausing, reopened, tasks};

/// Decides about every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event, ending: Ending) -> Outcome {
    match event {
        Event::Rated { good } => rated(m, *good),
        Event::ReviseRequested { text } | Event::Added { text } | Event::Corrected { text } => revise(m, text, ending),
        Event::AnswersReceived { text } => revise(m, text, ending),
        Event::ResumeRequested => again(m, ending),
        Event::DecisionMade { decision, option, text } => match m.ticket.decision(decision) {
            Some(d) => {
                let already = wording::decisions::already(d, m.facts.zone);
                let words = option.is_none() && text.as_ref().is_some_and(|t| !t.trim().is_empty());
                let over = wording::refusals::already_closed(m.ticket.number, ending);
                Outcome::Refused(if words { format!("{already} {over}") } else { already })
            }
            None => common::no_longer(),
        },
        Event::DecisionReopened { .. }
        | Event::CancelRequested { .. }
        | Event::StopPressed
        | Event::StopAnswered { .. }
        | Event::PauseRequested
        | Event::DispatchRequested
        | Event::ClarifyRequested => Outcome::Refused(wording::refusals::already_closed(m.ticket.number, ending)),
        Event::OptionTapped { .. } | Event::TicksDone { .. } | Event::LeftToJudgement { .. } | Event::Confirmed => {
            Outcome::Refused(wording::refusals::already_closed(m.ticket.number, ending))
        }
        Event::TaskFinished { task, run, usage, .. }
        | Event::TaskFailed { task, run, usage, .. }
        | Event::LimitReached { task, run, usage, .. }
        | Event::DecisionAsked { task, run, usage, .. } => {
            m.spend_run(task, run, *usage);
            m.moved()
        }
        Event::IdeaReceived
        | Event::TriageFinished { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::ThinkingFailed { .. }
        | Event::PromptLost { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::AllPaused { .. }
        | Event::AllResumed
        | Event::FoldedInto { .. }
        | Event::TimerFired { .. } => common::stale(),
    }
}

fn rated(mut m: Move<'_>, good: bool) -> Outcome {
    let Some(actor) = m.facts.actor.clone() else { return common::stale() };
    let Some(report) = m.ticket.reports.last_mut() else { return common::no_longer() };
    if report.rated.as_ref().is_some_and(|(was, by)| *was == good && *by == actor.person) {
        return Outcome::Refused(wording::refusals::rated_already());
    }
    report.rated = Some((good, actor.person));
    if good {
        return m.noted(wording::tickets::glad());
    }
    if m.ticket.stage == Stage::Closed(Ending::Done) {
        return reopened::ask(m);
    }
    let mut message = wording::tickets::rated_down(&m.ticket);
    message.asks_text = true;
    m.answer(&format!("rated{}", m.ticket.version), message);
    let action = TicketAct::Revise.on(&m.ticket.id);
    m.expect(action);
    m.noted(wording::tickets::sorry())
}

/// Opens the ticket again with one more task that knows the last report and the wish.
pub(super) fn revise(mut m: Move<'_>, text: &str, ending: Ending) -> Outcome {
    match ending {
        Ending::Folded | Ending::Cancelled => {
            return Outcome::Refused(wording::refusals::already_closed(m.ticket.number, ending));
        }
        Ending::Done | Ending::Failed => {}
    }
    let last = m.ticket.reports.last().map(|r| r.text.clone()).unwrap_or_default();
    let doer = m.ticket.tasks.iter().rev().find(|t| t.agent.is_some());
    let (pinned, reads_only) = doer.map_or((None, false), |t| (t.agent.clone(), t.reads_only));
    // What was left out the last time stays left out, so that it is not asked about again.
    m.ticket.tasks.retain(|t| t.state == TaskState::Completed);
    pausing::lift(&mut m);
    let key = next_key(&m.ticket);
    let (title, instruction) = wording::tickets::revision(text, &last);
    m.ticket.additions.push(text.to_owned());
    m.ticket.tasks.push(Task { pinned, reads_only, ..Task::new(key, title, instruction) });
    m.answer(&format!("revising{}", m.ticket.version), wording::tickets::revising(&m.ticket));
    tasks::begin(m)
}

/// A key no task of the ticket has.
pub(super) fn next_key(ticket: &Ticket) -> TaskKey {
    let mut number = ticket.tasks.len() + 1;
    while ticket.task(&format!("t{number}")).is_some() {
        number += 1;
    }
    format!("t{number}")
}

/// "Try again" on a failed ticket, "Undo" on a cancelled one: finished tasks stay finished, the rest
/// begins anew.
fn again(mut m: Move<'_>, ending: Ending) -> Outcome {
    match ending {
        Ending::Failed | Ending::Cancelled => {}
        Ending::Done | Ending::Folded => {
            return Outcome::Refused(wording::refusals::already_closed(m.ticket.number, ending));
        }
    }
    pausing::lift(&mut m);
    m.ticket.hold.cancelled = None;
    if m.ticket.tasks.is_empty() || m.ticket.started_at.is_none() {
        m.ticket.stage = Stage::Intake;
        common::ask_triage(&mut m);
        return m.noted(wording::waiting::on_it());
    }
    for task in &mut m.ticket.tasks {
        if task.state != TaskState::Completed {
            task.state = TaskState::Pending;
            task.attempts = 0;
            task.left_out = false;
        }
    }
    tasks::begin(m)
}
