//! Stage reporting: all tasks have ended and the report is being written. If the model cannot write it, code puts the
//! results together.

use super::super::ticket::event::{Event, Timer, Trouble};
use super::super::ticket::{Ending, Report, Stage};
use super::super::wording;
use super::decisions::{approving, changing, confirm_irreversible, deadlines, deciding, widening};
use super::step::{Move, Outcome};
use super::work::{pausing, stopping, tasks, waiting_for_model};
use super::{closed, late};
use crate::secretary::effect::Effect;
use crate::secretary::intent::thinking::NOTHING_TO_TELL;

/// Decides every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::ReportFinished { asked, .. } | Event::ThinkingFailed { asked, .. } if *asked != m.ticket.asked => {
            Outcome::Ignored("superseded")
        }
        Event::ReportFinished { text, usage, .. } => {
            m.spend(*usage);
            waiting_for_model::thought(&mut m);
            if m.ticket.quiet() && m.ticket.all_done() && nothing_to_tell(text) {
                return end_quietly(m);
            }
            let text = if text.trim().is_empty() { fallback(&m, None) } else { text.clone() };
            send(m, &text)
        }
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::ThinkingFailed { usage, why, .. } => {
            m.spend(*usage);
            waiting_for_model::thought(&mut m);
            let text = fallback(&m, Some(why));
            send(m, &text)
        }
        Event::ThinkingDelayed { asked } => waiting_for_model::delayed(m, *asked),
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
        Event::ResumeRequested | Event::DispatchRequested => pausing::resumed(m, write_again),
        Event::AllResumed => pausing::all_resumed(m, write_again),
        Event::TimerFired { timer } => timer_fired(m, timer),
        Event::ClarifyRequested => Outcome::Refused(wording::talk::refusals::past_questions(m.ticket.number)),
        Event::DecisionMade { decision, option, text } => deciding::made(m, decision, *option, text.as_deref()),
        Event::DecisionReopened { decision } => deadlines::reopen(m, decision),
        Event::DecisionWidened { decision, until, option } => widening::widened(m, decision, *until, option.as_deref()),
        Event::DecisionChanged { decision, .. } => changing::too_late(&m, decision),
        Event::SureAnswered { decision, number, yes } => confirm_irreversible::answered(m, decision, *number, *yes),
        Event::NotMeant { text: Some(text) } => closed::not_revised(m, event, text),
        Event::NotMeant { text: None } => late::late(&m, event),
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::Confirmed
        | Event::Rated { .. } => late::late(&m, event),
        Event::TaskFinished { task, run, usage, .. }
        | Event::TaskFailed { task, run, usage, .. }
        | Event::LimitReached { task, run, usage, .. }
        | Event::OutcomeUnknown { task, run, usage, .. }
        | Event::LeaveAsked { task, run, usage, .. }
        | Event::DecisionAsked { task, run, usage, .. } => {
            m.spend_run(task, run, *usage);
            m.moved()
        }
        Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::IdeaUnderstood { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
        | Event::RoomMoved { .. }
        | Event::CameBack { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::FoldedInto { .. } => late::stale(),
    }
}

/// Only the timer of a silent model matters here: code then puts the report together.
fn timer_fired(mut m: Move<'_>, timer: &Timer) -> Outcome {
    if *timer != Timer::Model(m.ticket.asked) {
        return late::stale();
    }
    m.effects.push(Effect::StopThinking);
    m.ticket.waiting = None;
    let text = fallback(&m, None);
    send(m, &text)
}

/// Asks for the report again after a pause, or if the model did not answer.
fn write_again(mut m: Move<'_>) -> Outcome {
    m.ticket.waiting = None;
    m.ticket.doing = wording::ticket::progress::writing_report();
    tasks::ask_report(&mut m);
    tasks::show_progress(&mut m);
    m.noted(wording::ticket::waiting::on_it())
}

/// The report made by code: the result of each task, the decisions, and why it is no more than that.
fn fallback(m: &Move<'_>, why: Option<&Trouble>) -> String {
    let input = tasks::report_input(m);
    let mut text = String::new();
    for outcome in &input.results {
        let mark = if outcome.done { "" } else { " (not done)" };
        text.push_str(&format!("**{}**{mark}\n\n{}\n\n", outcome.title, outcome.text));
    }
    for (question, answer, who) in &input.decisions {
        text.push_str(&format!("- {question} {answer} ({who})\n"));
    }
    text.push_str(&wording::ticket::tickets::as_they_are(why));
    text
}

/// Whether the writer of the report says that its person is not to hear of the result.
fn nothing_to_tell(text: &str) -> bool {
    text.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case(NOTHING_TO_TELL)
}

/// The condition of the work does not hold this time: nobody hears of it, and `/show` tells it.
fn end_quietly(mut m: Move<'_>) -> Outcome {
    let text = wording::ticket::standing::nothing_to_tell(&m.ticket);
    m.ticket.reports.push(Report { text, at: m.now, rated: None });
    m.ticket.files.clear();
    m.ticket.stage = Stage::Closed(Ending::Done);
    stopping::over(&mut m);
    m.moved()
}

fn send(mut m: Move<'_>, text: &str) -> Outcome {
    let progress = m.ticket.progress_name();
    let number = m.ticket.reports.len() + 1;
    // The report must not look like a question of the secretary, whoever wrote it.
    let report = Report { text: wording::style::status_marks::in_report(text), at: m.now, rated: None };
    let mut keys = m.keys();
    let message = wording::ticket::tickets::report(&m.ticket, &report, &mut keys);
    m.ticket.reports.push(report);
    let name = format!("report{number}");
    m.post_report(&name, &message);
    m.ticket.token = Some(m.bind(&name, keys));
    stopping::send_files(&mut m, &name);
    m.ticket.stage = Stage::Closed(Ending::Done);
    stopping::over(&mut m);
    let how = wording::ticket::progress::ended(&m.ticket);
    let over = wording::ticket::progress::over(&m.ticket, how, m.now);
    m.edit(&progress, &over);
    m.moved()
}
