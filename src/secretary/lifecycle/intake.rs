//! Stage intake: the idea is being read, or read again after a correction.

use super::super::ticket::Waiting;
use super::super::ticket::event::{Event, Timer, Trouble};
use super::super::ticket::plan::Triage;
use super::super::wording;
use super::decisions::{approving, deadlines, deciding, moving_prompts, returned};
use super::questions::{asking, reading};
use super::step::{Move, Outcome};
use super::work::{pausing, stopping, tasks, waiting_for_model};
use super::{clarifying, late};
use crate::secretary::budget::cost::Usage;
use crate::secretary::effect::{Class, Effect};
use crate::secretary::names::phrases::short;

/// Decides every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::IdeaReceived => received(m),
        Event::IdeaUnderstood { triage, usage } => understood(m, triage, *usage),
        Event::WorkDue if m.ticket.by_clock.is_some() => tasks::begin(m),
        Event::TriageFinished { asked, .. } | Event::ThinkingFailed { asked, .. } if *asked != m.ticket.asked => {
            Outcome::Ignored("superseded")
        }
        Event::TriageFinished { triage, usage, .. } => {
            m.spend(*usage);
            reading::triaged(m, triage)
        }
        Event::ThinkingDelayed { asked } => waiting_for_model::delayed(m, *asked),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::ThinkingFailed { why, usage, .. } => {
            m.spend(*usage);
            reading::failed(m, why)
        }
        Event::Corrected { text }
        | Event::Added { text }
        | Event::AnswersReceived { text }
        | Event::QuestionsAnswered { text, .. }
        | Event::ReviseRequested { text } => {
            m.ticket.edits.push(text.clone());
            reading::ask_triage(&mut m);
            m.noted(wording::ticket::questions::noted())
        }
        Event::CancelRequested { reason, with_all } => stopping::cancelled(m, reason, *with_all),
        Event::StopPressed => stopping::cancel(m, ""),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::ResumeRequested | Event::DispatchRequested => pausing::resumed(m, read_again),
        Event::AllResumed => pausing::all_resumed(m, unless_kept),
        Event::ClarifyRequested => asking::ask_more(m),
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TimerFired { timer } => timer_fired(m, timer),
        Event::NotMeant { .. } => clarifying::not_answered(m, event),
        // The only decision here: a budget that ended before the idea was read.
        Event::DecisionMade { decision, option, text } if m.ticket.decision(decision).is_some() => {
            deciding::made(m, decision, *option, text.as_deref())
        }
        Event::PromptLost { room, why } => moving_prompts::lost(m, room, why),
        Event::DecidersChanged { decision } => deciding::counted_again(m, decision),
        Event::RoomMoved { room, slots } => moving_prompts::room_moved(m, room, slots),
        Event::CameBack { slots } => returned::alive(m, slots),
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::Confirmed
        | Event::DecisionMade { .. }
        | Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::DecisionChanged { .. }
        | Event::SureAnswered { .. }
        | Event::StopAnswered { .. }
        | Event::Rated { .. } => late::late(&m, event),
        Event::ReportFinished { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::DecisionAsked { .. }
        | Event::OutcomeUnknown { .. }
        | Event::LeaveAsked { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::LimitReached { .. }
        | Event::WorkDue
        | Event::FoldedInto { .. } => late::stale(),
    }
}

fn timer_fired(m: Move<'_>, timer: &Timer) -> Outcome {
    if let Timer::Model(asked) = timer {
        return waiting_for_model::still_down(m, *asked);
    }
    deadlines::timer_fired(m, timer)
}

/// An idea that waits for a language model is not announced again.
fn unless_kept(m: Move<'_>) -> Outcome {
    let kept = matches!(m.ticket.waiting, Some(Waiting::Setup(_))) && !m.facts.reads;
    if kept { m.moved() } else { read_again(m) }
}

/// Reads the idea again after a pause, or if the model did not answer.
pub fn read_again(mut m: Move<'_>) -> Outcome {
    m.ticket.waiting = None;
    reading::ask_triage(&mut m);
    m.noted(wording::ticket::waiting::on_it())
}

fn received(mut m: Move<'_>) -> Outcome {
    receipt(&mut m, true);
    reading::ask_triage(&mut m);
    m.moved()
}

/// An understood idea. In a group it gets a receipt, on which its thread opens. Elsewhere it gets one only if that
/// says more than the next message, or none follows because of a pause.
fn understood(mut m: Move<'_>, triage: &Triage, usage: Usage) -> Outcome {
    m.spend(usage);
    m.ticket.understood = Some(Box::new(reading::bounded(&triage.requirement, &m.ticket.title)));
    let says_more = wording::ticket::tickets::says_more(&m.ticket) || m.halted();
    receipt(&mut m, says_more);
    if m.halted() {
        return m.moved();
    }
    reading::triaged(m, triage)
}

/// Posts the receipt and opens the thread of a group. `direct`: direct chats get a receipt, too.
fn receipt(m: &mut Move<'_>, direct: bool) {
    if direct || !m.ticket.direct {
        let message = wording::ticket::tickets::receipt(&m.ticket, m.facts.settings.paused);
        m.answer("receipt", message, Class::Receipt);
    }
    if !m.ticket.direct {
        let (room, slot) = (m.ticket.room.clone(), m.ticket.slot("receipt"));
        let title = format!("#{} {}", m.ticket.number, short(&m.ticket.title, 80));
        m.effects.push(Effect::OpenThread { room, slot, title });
    }
}

/// Whether this trouble needs an owner rather than another try.
pub fn setup_needed(why: &Trouble) -> bool {
    matches!(why, Trouble::Setup(_) | Trouble::Budget(..))
}
