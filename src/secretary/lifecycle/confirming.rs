//! Stage confirming: the card waits for a start. Nothing begins before it.

use super::super::decision::Verdict;
use super::super::ids::{RoomId, Slot};
use super::super::ticket::event::{Event, Timer};
use super::super::ticket::plan_edit::Edit;
use super::super::ticket::{MAX_ROUNDS, Stage, plan_edit};
use super::super::wording;
use super::decisions::{agreeing, approving, deadlines, deciding, moving_prompts, returned};
use super::questions::{asking, reading};
use super::step::{Move, Outcome};
use super::work::{pausing, stopping, tasks, waiting_for_model};
use super::{clarifying, late};
use crate::secretary::effect::Class;

/// The prefix of the names of reminders of the card.
const REMINDER: &str = "nudge-card";

/// Decides every event of this stage. An answer to the card answers its reminder as well.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    let answers = matches!(
        event,
        Event::Confirmed
            | Event::Corrected { .. }
            | Event::Added { .. }
            | Event::AnswersReceived { .. }
            | Event::QuestionsAnswered { .. }
            | Event::ReviseRequested { .. }
            | Event::DispatchRequested
            | Event::CancelRequested { .. }
            | Event::StopPressed
            | Event::ClarifyRequested
            | Event::NotMeant { .. }
    );
    if answers {
        if !matches!(event, Event::Confirmed | Event::DispatchRequested) {
            agreeing::changed(&mut m, event);
        }
        m.retire(REMINDER, &wording::ticket::cards::reminder_over(&m.ticket));
    }
    decided(m, event)
}

fn decided(m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::Confirmed => confirmed(m),
        Event::Corrected { text }
        | Event::Added { text }
        | Event::AnswersReceived { text }
        | Event::QuestionsAnswered { text, .. }
        | Event::ReviseRequested { text } => corrected(m, text),
        Event::DispatchRequested if m.facts.actor.is_none() => late::stale(),
        Event::DispatchRequested if m.ticket.go.is_none() => confirmed(m),
        Event::DispatchRequested => tasks::begin_by_command(m),
        Event::CancelRequested { reason, with_all } => stopping::cancelled(m, reason, *with_all),
        Event::StopPressed => stopping::cancel(m, ""),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::ResumeRequested => {
            if !m.ticket.paused && m.ticket.asked_to_begin().is_none() {
                return Outcome::Refused(wording::talk::refusals::press_start(m.ticket.number));
            }
            pausing::resumed(m, card_waits)
        }
        Event::ClarifyRequested => taken_back(m),
        Event::AllResumed => pausing::all_resumed(m, card_waits),
        Event::CameBack { slots } => returned::alive(m, slots),
        Event::RoomMoved { room, slots } => room_moved(m, room, slots),
        // The only decision here: whether the plan may start.
        Event::DecisionMade { decision, option, text } if m.ticket.decision(decision).is_some() => {
            deciding::made(m, decision, *option, text.as_deref())
        }
        Event::DecisionReopened { decision } if m.ticket.decision(decision).is_some() => deadlines::reopen(m, decision),
        Event::PromptLost { room, why } => moving_prompts::lost(m, room, why),
        Event::DecidersChanged { decision } => deciding::counted_again(m, decision),
        Event::NotMeant { .. } => clarifying::not_answered(m, event),
        Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::DecisionMade { .. }
        | Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::DecisionChanged { .. }
        | Event::SureAnswered { .. }
        | Event::StopAnswered { .. }
        | Event::Rated { .. } => late::late(&m, event),
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TimerFired { timer: Timer::Card(version) } => reminded(m, *version),
        Event::TimerFired { timer } => deadlines::timer_fired(m, timer),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::IdeaUnderstood { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::ThinkingFailed { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::DecisionAsked { .. }
        | Event::OutcomeUnknown { .. }
        | Event::LeaveAsked { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::LimitReached { .. }
        | Event::FoldedInto { .. } => late::stale(),
    }
}

fn card_waits(m: Move<'_>) -> Outcome {
    if m.ticket.asked_to_begin().is_some() {
        return m.noted(wording::decision::decisions::still_needed());
    }
    m.noted(wording::ticket::waiting::card_waits())
}

/// Nobody answered the card: one reminder, then the ticket waits.
fn reminded(mut m: Move<'_>, version: usize) -> Outcome {
    // People who are asked whether the plan may start are reminded of that.
    let answered = m.ticket.go.is_some() || m.ticket.asked_to_begin().is_some();
    if version != m.ticket.card() || m.ticket.paused || answered {
        return late::stale();
    }
    let message = wording::ticket::cards::reminder(&m.ticket);
    m.post(&format!("{REMINDER}{version}"), message, Class::Must);
    m.moved()
}

fn confirmed(mut m: Move<'_>) -> Outcome {
    pausing::lift(&mut m);
    agreeing::go(m)
}

/// The plan may start.
pub(super) fn go_ahead(mut m: Move<'_>, go: Verdict) -> Outcome {
    m.ticket.go = Some(Box::new(go));
    let by = m.as_read().go.map(|go| go.name).unwrap_or_default();
    let name = m.card_name();
    if !m.facts.settings.auto_dispatch {
        let mut keys = m.keys();
        let card = wording::ticket::cards::card_waiting(&m.ticket, m.facts, &by, &mut keys);
        m.edit(&name, &card);
        m.bind(&name, keys);
        return m.noted(wording::ticket::tickets::agreed());
    }
    let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, &wording::ticket::tickets::started_by(&by));
    m.edit(&name, &card);
    tasks::begin(m)
}

/// The chat of a room got a new id: the card and the question whether the plan may start are shown in the new chat.
fn room_moved(m: Move<'_>, room: &RoomId, left: &[Slot]) -> Outcome {
    let asked = m.ticket.asked_to_begin().map(|decision| m.ticket.slot(decision.key.as_str()));
    let moved = if left.contains(&m.ticket.slot(&m.card_name())) { reading::card_moved(m, room) } else { m };
    match asked.filter(|slot| left.contains(slot)) {
        Some(_) => moving_prompts::room_moved(moved, room, left),
        None if moved.effects.is_empty() => late::stale(),
        None => moved.moved(),
    }
}

/// Withdraws the card for questions that were not asked; a new card follows them.
fn taken_back(mut m: Move<'_>) -> Outcome {
    if m.ticket.rounds.len() < MAX_ROUNDS {
        let name = m.card_name();
        let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, wording::ticket::cards::taken_back());
        m.edit(&name, &card);
        m.ticket.taken_back += 1;
        m.ticket.stage = Stage::Intake;
    }
    asking::ask_more(m)
}

/// A correction is read together with everything said before; a new card follows.
pub(super) fn corrected(mut m: Move<'_>, text: &str) -> Outcome {
    if let Some(edits) = plan_edit::read(text) {
        return edited(m, text, &edits);
    }
    let name = m.card_name();
    let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, &wording::ticket::cards::changed(text));
    m.edit(&name, &card);
    m.ticket.edits.push(text.to_owned());
    m.ticket.stage = Stage::Intake;
    reading::ask_triage(&mut m);
    m.noted(wording::ticket::cards::noted_anew())
}

/// Applies the lines of a correction exactly. A new card shows the result, and that plan runs.
fn edited(mut m: Move<'_>, text: &str, edits: &[Edit]) -> Outcome {
    let name = m.card_name();
    let superseded = wording::ticket::cards::card_settled(&m.ticket, m.facts, &wording::ticket::cards::changed(text));
    if let Err(faults) = plan_edit::apply(&mut m.ticket, edits) {
        return Outcome::Refused(wording::ticket::plan_edits::refused(&m.ticket, &faults, edits));
    }
    m.edit(&name, &superseded);
    m.ticket.edits.push(text.to_owned());
    reading::show_card(&mut m);
    let below = m.facts.actor.as_ref().is_none_or(|actor| actor.room == m.ticket.room);
    if below {
        return m.noted_and_shown(wording::ticket::cards::edited());
    }
    m.noted(wording::ticket::cards::edited_elsewhere())
}
