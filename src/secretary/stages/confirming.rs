//! Confirming: the card is shown and waits for a go. Nothing starts before it.

use super::super::effect::Class;
use super::super::event::{Event, Timer};
use super::super::moving::Move;
use super::super::plan_edit::{self, Edit};
use super::super::step::Outcome;
use super::super::ticket::{MAX_ROUNDS, Stage};
use super::super::wording;
use super::{
    additions, approving, asking, clarifying, late, pausing, reading, returned, stopping, tasks, waiting_for_model,
};

/// What the name of a reminder of the card begins with.
const REMINDER: &str = "nudge-card";

/// Decides about every event of this stage. What answers the card answers its reminder as well.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    let answers = matches!(
        event,
        Event::Confirmed
            | Event::Corrected { .. }
            | Event::Added { .. }
            | Event::AnswersReceived { .. }
            | Event::ReviseRequested { .. }
            | Event::DispatchRequested
            | Event::CancelRequested { .. }
            | Event::StopPressed
            | Event::ClarifyRequested
            | Event::FoldedInto { .. }
    );
    if answers {
        m.retire(REMINDER, &wording::cards::reminder_over(&m.ticket));
    }
    decided(m, event)
}

fn decided(m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::Confirmed => confirmed(m),
        Event::Corrected { text }
        | Event::Added { text }
        | Event::AnswersReceived { text }
        | Event::ReviseRequested { text } => corrected(m, text),
        Event::DispatchRequested => tasks::begin_by_command(m),
        Event::CancelRequested { reason, with_all } => stopping::cancelled(m, reason, *with_all),
        Event::StopPressed => stopping::cancel(m, ""),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::ResumeRequested => {
            if !m.ticket.paused {
                return Outcome::Refused(wording::refusals::press_start(m.ticket.number));
            }
            pausing::resumed(m, card_waits)
        }
        Event::ClarifyRequested => taken_back(m),
        Event::AllResumed => pausing::all_resumed(m, card_waits),
        Event::CameBack { slots } => returned::alive(m, slots),
        Event::RoomMoved { room, slots } => reading::room_moved(m, room, slots),
        Event::FoldedInto { ticket, number } => additions::fold(m, ticket.clone(), *number),
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
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TimerFired { timer } => match timer {
            Timer::Card(version) => reminded(m, *version),
            Timer::Questions(_)
            | Timer::Model(_)
            | Timer::Decision(_)
            | Timer::Deadline(_)
            | Timer::Turn(_)
            | Timer::Deputy(_)
            | Timer::Sure(_)
            | Timer::Retry(_)
            | Timer::Stalled(_) => late::stale(),
        },
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::IdeaReceived
        | Event::TriageFinished { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::ThinkingFailed { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::DecisionAsked { .. }
        | Event::OutcomeUnknown { .. }
        | Event::LeaveAsked { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::LimitReached { .. } => late::stale(),
    }
}

fn card_waits(m: Move<'_>) -> Outcome {
    m.noted(wording::waiting::card_waits())
}

/// Nobody has said whether to begin: one reminder, then it waits.
fn reminded(mut m: Move<'_>, version: usize) -> Outcome {
    if version != m.ticket.card() || m.ticket.paused || m.ticket.go.is_some() {
        return late::stale();
    }
    let message = wording::cards::reminder(&m.ticket);
    m.post(&format!("{REMINDER}{version}"), message, Class::Must);
    m.moved()
}

fn confirmed(mut m: Move<'_>) -> Outcome {
    pausing::lift(&mut m);
    let by = m.actor_name();
    m.ticket.go = m.facts.actor.as_ref().map(|actor| Box::new(wording::cards::go(actor, m.now)));
    let name = reading::card_name(&m);
    if !m.facts.settings.auto_dispatch {
        let mut keys = m.keys();
        let card = wording::cards::card_waiting(&m.ticket, m.facts, &by, &mut keys);
        m.edit(&name, &card);
        m.bind(&name, keys);
        return m.noted(wording::tickets::agreed());
    }
    let card = wording::cards::card_settled(&m.ticket, m.facts, &wording::tickets::started_by(&by));
    m.edit(&name, &card);
    tasks::begin(m)
}

/// The card is taken back for the questions that were not asked; a new card follows them.
fn taken_back(mut m: Move<'_>) -> Outcome {
    if m.ticket.rounds.len() < MAX_ROUNDS {
        let name = reading::card_name(&m);
        let card = wording::cards::card_settled(&m.ticket, m.facts, wording::cards::taken_back());
        m.edit(&name, &card);
        m.ticket.taken_back += 1;
        m.ticket.stage = Stage::Intake;
    }
    asking::ask_more(m)
}

/// A correction is read together with everything said before; a new card follows.
fn corrected(mut m: Move<'_>, text: &str) -> Outcome {
    if let Some(edits) = plan_edit::read(text) {
        return edited(m, text, &edits);
    }
    let name = reading::card_name(&m);
    let card = wording::cards::card_settled(&m.ticket, m.facts, &wording::cards::changed(text));
    m.edit(&name, &card);
    m.ticket.edits.push(text.to_owned());
    m.ticket.stage = Stage::Intake;
    reading::ask_triage(&mut m);
    m.noted(wording::cards::noted_anew())
}

/// What every line of the correction says is done to the letter: a new card shows it, and what it says is what runs.
fn edited(mut m: Move<'_>, text: &str, edits: &[Edit]) -> Outcome {
    let name = reading::card_name(&m);
    let overtaken = wording::cards::card_settled(&m.ticket, m.facts, &wording::cards::changed(text));
    if let Err(fault) = plan_edit::apply(&mut m.ticket, edits) {
        return Outcome::Refused(wording::cards::not_edited(&m.ticket, &fault, edits.len()));
    }
    m.edit(&name, &overtaken);
    m.ticket.edits.push(text.to_owned());
    reading::show_card(&mut m);
    m.noted(wording::cards::edited())
}
