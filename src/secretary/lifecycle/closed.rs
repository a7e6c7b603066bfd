//! Stage closed: done, failed or cancelled. A bad rating or "Revise" reopens the ticket; late events of its runs
//! change nothing.

use super::super::decision::{Decision, Subject};
use super::super::ids::{RunId, TaskKey};
use super::super::message::Message;
use super::super::message::action::TicketAct;
use super::super::message::keys::Keys;
use super::super::ticket::event::Event;
use super::super::ticket::hold::Open;
use super::super::ticket::{Blocked, Ending, Stage, Task, TaskState, Ticket};
use super::super::wording;
use super::decisions::{answer_undone, approving, changing};
use super::questions::{asking, reading};
use super::step::{Move, Outcome};
use super::work::{pausing, tasks, waiting_for_model, winding_down};
use super::{late, reopened, working};
use crate::secretary::effect::Class;

/// Decides every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event, ending: Ending) -> Outcome {
    match event {
        Event::Rated { good } => rated(m, event, *good),
        Event::ReviseRequested { text } | Event::Added { text } | Event::Corrected { text } => revise(m, text, ending),
        Event::AnswersReceived { text } | Event::QuestionsAnswered { text, .. } => revise(m, text, ending),
        Event::ResumeRequested => again(m, ending),
        Event::DecisionMade { decision, option, text } => match m.as_read().decision(decision) {
            Some(d) => {
                let already = late::decided(&m, d);
                let words = text.as_deref().filter(|words| option.is_none() && !words.trim().is_empty());
                let over = wording::talk::refusals::already_closed(&m.ticket, ending);
                let back = |words| wording::talk::late::given_back(&format!("{already} {over}"), words);
                Outcome::Refused(words.map_or_else(|| already.clone(), back))
            }
            None => Outcome::Refused(wording::ticket::waiting::never_asked(m.ticket.number)),
        },
        Event::DecisionChanged { decision, option, text } => {
            changing::changed(m, decision, (*option, text.as_deref()), ending)
        }
        Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::SureAnswered { .. }
        | Event::CancelRequested { .. }
        | Event::StopPressed
        | Event::StopAnswered { .. }
        | Event::PauseRequested
        | Event::DispatchRequested
        | Event::ClarifyRequested
        | Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::NotMeant { .. }
        | Event::Confirmed => Outcome::Refused(wording::talk::late::over(&m.as_read(), ending)),
        Event::TaskFinished { task, run, usage, .. }
        | Event::TaskFailed { task, run, usage, .. }
        | Event::LimitReached { task, run, usage, .. }
        | Event::OutcomeUnknown { task, run, usage, .. }
        | Event::LeaveAsked { task, run, usage, .. }
        | Event::DecisionAsked { task, run, usage, .. } => {
            m.spend_run(task, run, *usage);
            m.moved()
        }
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::IdeaUnderstood { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::ThinkingFailed { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
        | Event::RoomMoved { .. }
        | Event::CameBack { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::AllPaused { .. }
        | Event::AllResumed
        | Event::FoldedInto { .. }
        | Event::TimerFired { .. } => late::stale(),
    }
}

/// Records a rating. The same rating by the same person withdraws it.
fn rated(mut m: Move<'_>, event: &Event, good: bool) -> Outcome {
    let Some(again) = mark(&mut m, good) else { return late::late(&m, event) };
    match (again, good) {
        (true, _) => m.noted(wording::ticket::tickets::rating_taken_back()),
        (false, true) => m.noted(wording::ticket::tickets::glad()),
        (false, false) if m.ticket.stage == Stage::Closed(Ending::Done) => reopened::ask(m),
        (false, false) => {
            let mut message = wording::ticket::tickets::rated_down(&m.ticket);
            message.asks_text = true;
            m.answer(&format!("rated{}", m.ticket.version), message, Class::Answer);
            let action = TicketAct::Revise.on(&m.ticket.id);
            m.expect(action);
            m.noted(wording::ticket::tickets::sorry())
        }
    }
}

/// Stores a rating and shows it under the report. Returns whether the rating was withdrawn; none without a report or
/// a person.
pub(super) fn mark(m: &mut Move<'_>, good: bool) -> Option<bool> {
    let actor = m.facts.actor.clone()?;
    let report = m.ticket.reports.last_mut()?;
    let again = report.rated.as_ref().is_some_and(|(was, by)| *was == good && *by == actor.person);
    report.rated = (!again).then_some((good, actor.person));
    let report = report.clone();
    let name = report_name(m);
    let mut keys = m.keys();
    let message = wording::ticket::tickets::report(&m.ticket, &report, &mut keys);
    m.edit(&name, &message);
    m.ticket.token = Some(m.bind(&name, keys));
    let nothing_to_change = wording::ticket::tickets::rated_otherwise(&m.ticket);
    m.retire("rated", &nothing_to_change);
    Some(again)
}

/// The name of the latest report.
fn report_name(m: &Move<'_>) -> String {
    format!("report{}", m.ticket.reports.len())
}

/// Marks the report as being made again and removes its buttons.
fn replaced(m: &mut Move<'_>) {
    let Some(report) = m.ticket.reports.last().cloned() else { return };
    let name = report_name(m);
    let message = wording::ticket::tickets::report_replaced(&m.ticket, &report);
    m.edit(&name, &message);
    let slot = m.ticket.slot(&name);
    m.ticket.shown.remove(&slot);
}

/// Reopens the ticket with one more task that knows the last report and the words of the revision.
pub(super) fn revise(mut m: Move<'_>, text: &str, ending: Ending) -> Outcome {
    let mut keys = m.keys();
    let message = wording::ticket::tickets::revising(&m.ticket, (text, m.author()), m.facts.reads, &mut keys);
    m.ticket.additions.push(text.to_owned());
    begin_again(m, text, ending, ("revising", message, keys))
}

/// As `revise`, with another message and without buttons. The text is not a person's own: a model may have written
/// the question in it.
pub(super) fn do_again(mut m: Move<'_>, text: &str, ending: Ending, said: Message) -> Outcome {
    let keys = m.keys();
    begin_again(m, text, ending, ("changed", said, keys))
}

fn begin_again(mut m: Move<'_>, text: &str, ending: Ending, (name, message, keys): (&str, Message, Keys)) -> Outcome {
    if matches!(ending, Ending::Folded | Ending::Cancelled) {
        return Outcome::Refused(wording::talk::late::over(&m.as_read(), ending));
    }
    replaced(&mut m);
    let last = m.ticket.reports.last().map(|r| r.text.clone()).unwrap_or_default();
    let doer = m.ticket.tasks.iter().rev().find(|t| t.agent.is_some());
    let (pinned, reads_only) = doer.map_or((None, false), |t| (t.agent.clone(), t.reads_only));
    // Tasks that were skipped the last time stay skipped, so that nobody is asked again.
    m.ticket.tasks.retain(|t| t.state == TaskState::Completed);
    pausing::lift(&mut m);
    let key = next_key(&m.ticket);
    let (title, instruction) = wording::ticket::tickets::revision(text, &last);
    // The new task gets the results behind the report, not the report alone.
    let needs = m.ticket.tasks.iter().map(|t| t.key.clone()).collect();
    m.ticket.tasks.push(Task { pinned, reads_only, needs, ..Task::new(key, title, instruction) });
    let name = format!("{name}{}", m.ticket.version);
    m.answer(&name, message, Class::Receipt);
    m.bind(&name, keys);
    begin(m, wording::ticket::tickets::again(), true)
}

/// Begins the work with this note; a ticket that is halted says that instead.
fn begin(m: Move<'_>, said: &str, shown: bool) -> Outcome {
    let halted = m.halted();
    match tasks::begin(m) {
        Outcome::Moved { ticket, effects, .. } if !halted => {
            Outcome::Moved { ticket, effects, note: Some(said.to_owned()), shown }
        }
        other @ (Outcome::Moved { .. } | Outcome::Ignored(_) | Outcome::Refused(_)) => other,
    }
}

/// The words were no revision: nothing is done again, and the report stays.
pub(super) fn not_revised(mut m: Move<'_>, event: &Event, text: &str) -> Outcome {
    let (title, _) = wording::ticket::tickets::revision(text, "");
    let begun = m.ticket.tasks.last().is_some_and(|t| t.title == title && t.state != TaskState::Completed);
    if !begun || m.ticket.reports.is_empty() || m.ticket.additions.last().is_none_or(|last| last != text) {
        return late::late(&m, event);
    }
    let stays = wording::ticket::tickets::report_stays(&m.ticket);
    winding_down::wind_down(&mut m, &stays);
    m.ticket.additions.pop();
    m.ticket.tasks.pop();
    m.ticket.stage = Stage::Closed(Ending::Done);
    m.ticket.doing.clear();
    let progress = m.ticket.progress_name();
    m.edit(&progress, &stays);
    m.retire_newest("revising", &stays);
    m.moved()
}

/// An unused task key of the ticket.
pub(super) fn next_key(ticket: &Ticket) -> TaskKey {
    let mut number = ticket.tasks.len() + 1;
    while ticket.task(&format!("t{number}")).is_some() {
        number += 1;
    }
    format!("t{number}")
}

/// "Try again" on a failed ticket, "Undo" on a cancelled one: finished tasks stay finished, interrupted runs continue
/// from their journals, the rest begins anew. A report without a stated change stays.
fn again(mut m: Move<'_>, ending: Ending) -> Outcome {
    if matches!(ending, Ending::Done | Ending::Folded) {
        return Outcome::Refused(wording::talk::late::over(&m.as_read(), ending));
    }
    pausing::lift(&mut m);
    let cancelled = m.as_read().hold.cancelled;
    m.ticket.hold.cancelled = None;
    if let Some(cancelled) = &cancelled {
        let message = wording::ticket::tickets::taken_up_again(&m.ticket, &cancelled.by, &m.actor_name());
        m.retire("cancelled", &message);
        m.retire_newest("stop", &message);
    }
    match cancelled.and_then(|c| c.open) {
        Some(Open::Questions(round)) => {
            m.ticket.stage = Stage::Clarifying;
            m.ticket.rounds[round].closed = false;
            m.ticket.rounds[round].warned = false;
            return asking::again(m, round);
        }
        Some(Open::Card) => {
            m.ticket.stage = Stage::Confirming;
            m.ticket.taken_back += 1;
            reading::show_card(&mut m);
            return m.moved();
        }
        Some(Open::Decision(index)) if answer_undone::may_ask(&m, index) => return answer_undone::ask(m, index),
        Some(Open::Decision(_)) | None => {}
    }
    if reopened::unsaid(&m.ticket) {
        reopened::stays(&mut m);
        return m.noted(wording::talk::left_as_it_is());
    }
    if m.ticket.tasks.is_empty() || m.ticket.started_at.is_none() {
        m.ticket.stage = Stage::Intake;
        reading::ask_triage(&mut m);
        return m.noted(wording::ticket::waiting::on_it());
    }
    m.ticket.stage = Stage::Working;
    let halted = m.halted();
    for key in cut_short(&mut m, ending) {
        // While all work is paused the ticket waits with the others.
        if !halted {
            working::goes_on(&mut m, &key);
        }
    }
    begin(m, wording::ticket::tickets::taken_up(), false)
}

/// Makes every unfinished task ready again and returns those with an interrupted run. Nobody knows whether the last
/// call of such a run happened, so only that run may continue. Skipped tasks of a cancelled ticket stay skipped;
/// those of a failed one are tried again.
pub(super) fn cut_short(m: &mut Move<'_>, ending: Ending) -> Vec<TaskKey> {
    let mut keys = Vec::new();
    let ticket = &mut m.ticket;
    for task in &mut ticket.tasks {
        let with_run = match &task.state {
            TaskState::Completed => continue,
            TaskState::Failed if task.left_out && ending == Ending::Cancelled => continue,
            TaskState::Claimed | TaskState::InProgress | TaskState::Blocked(Blocked::Paused) => true,
            TaskState::Blocked(Blocked::Decision(key)) => {
                let asked = ticket.decisions.iter().find(|d| d.key == *key);
                // A choice by silence that was undone is still in the journal of the run, which would follow it.
                let its_own =
                    |d: &Decision| Some(&d.run) == task.run.as_ref() || matches!(d.subject, Subject::Budget(_));
                asked.is_some_and(|d| !d.reopened && its_own(d) && d.subject.of_a_run())
            }
            TaskState::Blocked(Blocked::Dependency(_) | Blocked::NoAgent(_) | Blocked::Retry(_))
            | TaskState::Pending
            | TaskState::Failed => false,
        };
        task.left_out = false;
        let taken_back = |run: &RunId| ticket.decisions.iter().any(|d| d.reopened && d.run == *run);
        task.acted &= task.run.as_ref().is_some_and(|run| m.facts.cut_off.contains(run) && !taken_back(run));
        if with_run && task.run.as_ref().is_some_and(|run| m.facts.cut_off.contains(run)) {
            task.attempts = 1;
            task.state = TaskState::Blocked(Blocked::Paused);
            keys.push(task.key.clone());
        } else {
            task.attempts = 0;
            task.state = TaskState::Pending;
        }
    }
    keys
}
