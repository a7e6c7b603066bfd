//! Stage working: tasks are being done. A decision blocks its task, not the ticket.

use super::super::budget::Over;
use super::super::decision::cut_off::CutOff;
use super::super::decision::{Decision, Subject};
use super::super::ids::RunId;
use super::super::ticket::event::{Event, Timer, Trouble};
use super::super::ticket::{Blocked, MAX_ATTEMPTS, TaskState, Waiting};
use super::super::wording;
use super::super::wording::ticket::so_far::SoFar;
use super::decisions::{
    approving, changing, confirm_irreversible, deadlines, deciding, moving_prompts, returned, voting, widening,
};
use super::prompts::prompting;
use super::step::{Move, Outcome};
use super::work::{assigning, pausing, spending, stopping, tasks, waiting_for_model, ways_on};
use super::{closed, intake, late, reopened};
use crate::secretary::budget::cost::Usage;
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ticket::task::{Attached, Left};

/// Decides every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    if let Some((decision, option, text)) = reopened::heard(&m.ticket, event) {
        reopened::rate(&mut m, event);
        return deciding::made(m, &decision, option, text);
    }
    match event {
        Event::TaskProgressed { task, run, line } => progressed(m, task, run, line),
        Event::TaskResumed { task, run } => after_restart(m, task, run),
        Event::DecisionAsked { task, run, step, asked, usage } => asked_by(m, (task, run, *usage), |m| {
            if !voting::take_unasked(m, task, run, *step, asked) {
                prompting::ask(m, Subject::Work, task, run.clone(), Some(*step), asked);
            }
        }),
        Event::OutcomeUnknown { task, run, step, call, usage } => outcome_unknown(m, (task, run, *usage), *step, call),
        Event::LeaveAsked { task, run, step, proposed, usage } => asked_by(m, (task, run, *usage), |m| {
            approving::ask(m, task, run.clone(), *step, proposed);
        }),
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::DecisionMade { decision, option, text } => deciding::made(m, decision, *option, text.as_deref()),
        Event::DecisionReopened { decision } => deadlines::reopen(m, decision),
        Event::DecisionWidened { decision, until, option } => widening::widened(m, decision, *until, option.as_deref()),
        Event::DecisionChanged { decision, .. } => changing::too_late(&m, decision),
        Event::SureAnswered { decision, number, yes } => confirm_irreversible::answered(m, decision, *number, *yes),
        Event::TaskFinished { task, run, result, heard, used, files, usage } => {
            m.spend_run(task, run, *usage);
            keep_files(&mut m, task, run, files);
            finished(m, task, run, result, (*heard, *used))
        }
        Event::TaskFailed { task, run, why, left, usage } => failed(m, task, run, (why, left), *usage),
        Event::LimitReached { task, run, limit, so_far, done, left, usage, over } => {
            m.spend_run(task, run, *usage);
            limited(m, task, run, (limit, SoFar { words: so_far, done }, left), over.as_ref())
        }
        Event::Added { text }
        | Event::Corrected { text }
        | Event::AnswersReceived { text }
        | Event::QuestionsAnswered { text, .. }
        | Event::ReviseRequested { text } => tasks::added(m, text),
        Event::CancelRequested { reason, with_all } => stopping::cancelled(m, reason, *with_all),
        Event::StopPressed => stopping::ask(m),
        Event::StopAnswered { asked, sure } => stopping::answered(m, *asked, *sure),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::DispatchRequested if m.facts.actor.is_none() => agent_free(m),
        Event::ResumeRequested | Event::DispatchRequested => pausing::resumed(m, resumed),
        Event::AllResumed => pausing::all_resumed(m, resumed),
        Event::CameBack { slots } => returned::alive(m, slots),
        Event::RoomMoved { room, slots } => moving_prompts::room_moved(m, room, slots),
        Event::PromptLost { room, why } => moving_prompts::lost(m, room, why),
        Event::DecidersChanged { decision } => deciding::counted_again(m, decision),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::ThinkingDelayed { .. } => model_delayed(m),
        Event::TimerFired { timer } => timer_fired(m, timer),
        Event::ClarifyRequested => Outcome::Refused(wording::talk::refusals::past_questions(m.ticket.number)),
        Event::NotMeant { text: Some(text) } => closed::not_revised(m, event, text),
        Event::NotMeant { text: None } => late::late(&m, event),
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::Confirmed
        | Event::Rated { .. } => late::late(&m, event),
        Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::IdeaUnderstood { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingFailed { .. }
        | Event::FoldedInto { .. } => late::stale(),
    }
}

/// The language model did not answer. A run knows no request number: its event concerns the present work.
fn model_delayed(mut m: Move<'_>) -> Outcome {
    let asked = m.ticket.asked;
    m.ticket.doing = wording::ticket::waiting::for_model();
    waiting_for_model::delayed(m, asked)
}

/// A timer of the work fired.
fn timer_fired(m: Move<'_>, timer: &Timer) -> Outcome {
    match timer {
        Timer::Decision(_) | Timer::Deadline(_) | Timer::Turn(_) | Timer::Deputy(_) => deadlines::timer_fired(m, timer),
        Timer::Sure(key) => confirm_irreversible::over(m, key),
        Timer::Stalled(run) => stalled(m, run),
        Timer::Retry(task) => retry_due(m, task),
        Timer::Model(asked) => waiting_for_model::still_down(m, *asked),
        Timer::Questions(_) | Timer::Card(_) => late::stale(),
    }
}

/// A run asks people to decide, or wants to make a call that needs approval: `ask` asks them.
fn asked_by(mut m: Move<'_>, (task, run, usage): (&str, &RunId, Usage), ask: impl FnOnce(&mut Move<'_>)) -> Outcome {
    m.spend_run(task, run, usage);
    if current(&m, task, run) {
        waiting_for_model::thought(&mut m);
        tasks::run_over(&mut m, run);
        ask(&mut m);
        tasks::pass_on(&mut m);
        tasks::show_progress(&mut m);
    }
    m.moved()
}

/// A call of a run was interrupted, and people say what became of it.
fn outcome_unknown(mut m: Move<'_>, (task, run, usage): (&str, &RunId, Usage), step: u32, call: &CutOff) -> Outcome {
    m.spend_run(task, run, usage);
    if current(&m, task, run) {
        tasks::run_over(&mut m, run);
        ways_on::unknown(&mut m, task, run.clone(), step, call);
        tasks::show_progress(&mut m);
    }
    m.moved()
}

/// Whether this is the present run of the task; a late event of an older run changes nothing.
fn current(m: &Move<'_>, task: &str, run: &RunId) -> bool {
    m.ticket
        .task(task)
        .is_some_and(|t| t.run.as_ref() == Some(run) && matches!(t.state, TaskState::Claimed | TaskState::InProgress))
}

/// Notes that this run of the task is at it, after so many more restarts; who does it. None: it is an older run.
fn note_at_work(m: &mut Move<'_>, (key, run): (&str, &RunId), restarts: u32) -> Option<String> {
    if !current(m, key, run) {
        return None;
    }
    tasks::heard_from(m, run);
    let task = m.ticket.task_mut(key)?;
    task.state = TaskState::InProgress;
    task.restarts = task.restarts.saturating_add(restarts);
    Some(task.agent.clone().unwrap_or_default())
}

fn progressed(mut m: Move<'_>, key: &str, run: &RunId, line: &str) -> Outcome {
    let Some(who) = note_at_work(&mut m, (key, run), 0) else { return Outcome::Ignored("an older run") };
    if line.is_empty() {
        // The run has begun, perhaps again, and the model has said nothing yet: the message stays.
        return m.moved();
    }
    waiting_for_model::thought(&mut m);
    m.ticket.doing = wording::ticket::progress::says(m.facts.agent_title(&who), line);
    tasks::show_progress(&mut m);
    m.moved()
}

/// The program ended in the middle of a run, which continues from its journal.
fn after_restart(mut m: Move<'_>, key: &str, run: &RunId) -> Outcome {
    let Some(who) = note_at_work(&mut m, (key, run), 1) else { return Outcome::Ignored("an older run") };
    m.ticket.doing =
        wording::ticket::progress::says(m.facts.agent_title(&who), wording::ticket::progress::after_restart());
    tasks::show_progress(&mut m);
    m.moved()
}

/// The time between two attempts is over.
fn retry_due(mut m: Move<'_>, key: &str) -> Outcome {
    let due = |t: &super::super::ticket::Task| matches!(t.state, TaskState::Blocked(Blocked::Retry(at)) if at <= m.now);
    if !m.ticket.task(key).is_some_and(due) {
        return late::stale();
    }
    if m.halted() {
        return Outcome::Ignored("paused; it begins when work goes on");
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

/// Keeps the files of the present run; a new file replaces the one of the same name.
fn keep_files(m: &mut Move<'_>, key: &str, run: &RunId, files: &[Attached]) {
    if current(m, key, run) {
        for kept in [&mut m.ticket.files, &mut m.ticket.written] {
            Attached::add(kept, files);
        }
    }
}

fn finished(mut m: Move<'_>, key: &str, run: &RunId, result: &str, (heard, used): (u32, u32)) -> Outcome {
    if !current(&m, key, run) {
        return m.moved();
    }
    waiting_for_model::thought(&mut m);
    if m.ticket.task(key).is_some_and(|t| t.told > heard) {
        // Words came while the run was ending: it continues with them.
        tasks::start(&mut m, key, None);
        return m.moved();
    }
    tasks::run_over(&mut m, run);
    if let Some(task) = m.ticket.task_mut(key) {
        task.state = TaskState::Completed;
        result.clone_into(&mut task.result);
        task.used = used;
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

fn failed(mut m: Move<'_>, key: &str, run: &RunId, (why, left): (&Trouble, &Left), usage: Usage) -> Outcome {
    m.spend_run(key, run, usage);
    if !current(&m, key, run) {
        return m.moved();
    }
    keep_files(&mut m, key, run, &left.files);
    waiting_for_model::thought(&mut m);
    tasks::run_over(&mut m, run);
    // A run that failed before the ticket was cancelled and reopened would continue beside its replacement.
    m.effects.push(Effect::StopRun { run: run.clone() });
    let setup = intake::setup_needed(why);
    let mut again = false;
    // With a single task and no use in another try there is nothing to ask: the ticket fails.
    let hopeless = matches!(why, Trouble::Final(_)) && m.ticket.tasks.len() == 1;
    if let Some(task) = m.ticket.task_mut(key) {
        task.left_out |= hopeless;
        task.acted = left.acted;
        task.failure = Some(why.text().to_owned());
        task.may_pass = why.may_pass();
        task.attempts -= u32::from(setup);
        again = !setup && task.attempts < MAX_ATTEMPTS && !matches!(why, Trouble::Crash(_) | Trouble::Final(_));
        task.state = if setup { TaskState::Pending } else { TaskState::Failed };
    }
    if setup {
        waiting_for_model::needs_setup(&mut m, why);
        m.ticket.doing = wording::ticket::waiting::for_setup();
    } else if again {
        // Other tasks need not wait for it; people read that it is tried again.
        tasks::try_again_later(&mut m, key);
        let doing = m.ticket.doing.clone();
        tasks::give_out(&mut m);
        m.ticket.doing = doing;
    } else {
        tasks::give_out(&mut m);
    }
    tasks::show_progress(&mut m);
    m.moved()
}

fn limited(
    mut m: Move<'_>,
    key: &str,
    run: &RunId,
    (limit, so_far, left): (&str, SoFar<'_>, &Left),
    over: Option<&Over>,
) -> Outcome {
    if !current(&m, key, run) {
        return m.moved();
    }
    keep_files(&mut m, key, run, &left.files);
    waiting_for_model::thought(&mut m);
    tasks::run_over(&mut m, run);
    if let Some(task) = m.ticket.task_mut(key) {
        so_far.words.clone_into(&mut task.result);
        task.acted = left.acted;
        // If the task ends here, it failed because of the limit.
        task.may_pass = false;
    }
    match over {
        Some(over) => spending::stop(&mut m, key, run.clone(), over, so_far),
        None => ways_on::limit(&mut m, key, run.clone(), limit, so_far),
    }
    tasks::pass_on(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

/// An agent may be free for a task of this ticket; nothing else changes.
fn agent_free(mut m: Move<'_>) -> Outcome {
    let waits = |t: &super::super::ticket::Task| matches!(t.state, TaskState::Blocked(Blocked::NoAgent(_)));
    let settled = assigning::settle_returned(&mut m);
    if m.halted() || !(settled || m.ticket.tasks.iter().any(waits)) {
        return Outcome::Ignored("no task waits for an agent");
    }
    tasks::give_out(&mut m);
    tasks::show_progress(&mut m);
    m.moved()
}

/// Resumes: paused runs from their journals, waiting tasks anew, a next attempt at once.
fn resumed(mut m: Move<'_>) -> Outcome {
    m.ticket.waiting = m.ticket.waiting.take().filter(|w| matches!(w, Waiting::Model(_)));
    assigning::settle_returned(&mut m);
    let was = std::mem::take(&mut m.ticket.doing);
    let mut paused = Vec::new();
    for task in &mut m.ticket.tasks {
        if task.state == TaskState::Blocked(Blocked::Paused) {
            paused.push(task.key.clone());
        } else if matches!(task.state, TaskState::Blocked(Blocked::Retry(_))) {
            task.state = TaskState::Pending;
        }
    }
    for key in paused {
        goes_on(&mut m, &key);
    }
    tasks::give_out(&mut m);
    if m.ticket.doing.is_empty() {
        m.ticket.doing = prompting::open_line(&m.ticket, m.facts).unwrap_or(was);
    }
    tasks::show_progress(&mut m);
    let deciding = m.ticket.open_decisions().next().is_some();
    m.noted(if deciding { wording::decision::decisions::still_needed() } else { wording::ticket::waiting::on_it() })
}

/// The run of a task continues from its journal and gets what was decided meanwhile.
pub(super) fn goes_on(m: &mut Move<'_>, key: &str) {
    let Some(task) = m.ticket.task_mut(key) else { return };
    task.state = TaskState::InProgress;
    let run = task.run.clone();
    let of_run = m.ticket.decisions.iter().rev().find(|d| Some(&d.run) == run.as_ref());
    let reply = of_run.and_then(Decision::reply);
    if reply.is_none() && tasks::goes_on_without_agent(m, key) {
        return;
    }
    tasks::start(m, key, reply);
}

fn stalled(mut m: Move<'_>, run: &RunId) -> Outcome {
    let Some(task) = m.ticket.tasks.iter().find(|t| t.run.as_ref() == Some(run)).cloned() else {
        return late::stale();
    };
    if !current(&m, &task.key, run) {
        return late::stale();
    }
    if matches!(m.ticket.waiting, Some(Waiting::Model(_))) {
        return Outcome::Ignored("people know that the model does not answer");
    }
    let who = task.agent.as_deref().map_or(wording::ticket::progress::SOMEBODY, |a| m.facts.agent_title(a)).to_owned();
    let mut keys = m.keys();
    let message = wording::ticket::waiting::stalled(&m.ticket, &who, &mut keys);
    let name = format!("stalled{}", m.ticket.version);
    m.post(&name, message, Class::Must);
    m.bind(&name, keys);
    m.moved()
}
