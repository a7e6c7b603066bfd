//! Clarifying: questions are open, or all are answered and being read.

use super::super::event::{Event, Timer};
use super::super::moving::Move;
use super::super::step::Outcome;
use super::super::wording;
use super::{asking, common, intake, pausing, reading, stopping};
use crate::secretary::answers::{self, Given};

/// Decides about every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::OptionTapped { round, question, option } => tapped(m, event, *round, *question, *option),
        Event::TicksDone { round, question } => ticks_done(m, event, *round, *question),
        Event::AnswersReceived { text } => typed(m, text),
        Event::LeftToJudgement { round } => left(m, event, *round),
        Event::TriageFinished { asked, triage, usage } => {
            if *asked != m.ticket.asked || m.ticket.open_round().is_some() {
                return Outcome::Ignored("overtaken");
            }
            m.spend(*usage);
            reading::triaged(m, triage)
        }
        Event::ThinkingDelayed { .. } if m.ticket.open_round().is_some() => common::stale(),
        Event::ThinkingDelayed { asked } => common::delayed(m, *asked),
        Event::ThinkingFailed { asked, why, usage } => {
            if *asked != m.ticket.asked || m.ticket.open_round().is_some() {
                return Outcome::Ignored("overtaken");
            }
            m.spend(*usage);
            reading::failed(m, why)
        }
        Event::Corrected { text } | Event::Added { text } | Event::ReviseRequested { text } => added(m, text),
        Event::CancelRequested { reason } => stopping::cancel(m, reason),
        Event::StopPressed => stopping::cancel(m, ""),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::ResumeRequested => pausing::resumed(m, resumed),
        Event::DispatchRequested => pausing::resumed(m, dispatched),
        Event::AllResumed => pausing::all_resumed(m, resumed),
        Event::ClarifyRequested => match m.ticket.open_round() {
            Some((index, _)) => asking::again(m, index),
            None => common::ask_more(m),
        },
        Event::RoomMoved { room, slots } => asking::room_moved(m, room, slots),
        Event::FoldedInto { ticket, number } => common::fold(m, ticket.clone(), *number),
        Event::TimerFired { timer } => match timer {
            Timer::Questions(round) => asking::reminded(m, *round),
            Timer::Model(asked) => common::still_down(m, *asked),
            Timer::Decision(_) | Timer::Deadline(_) | Timer::Retry(_) | Timer::Stalled(_) => common::stale(),
        },
        Event::Confirmed
        | Event::DecisionMade { .. }
        | Event::DecisionReopened { .. }
        | Event::StopAnswered { .. }
        | Event::Rated { .. } => common::late(&m, event),
        Event::IdeaReceived
        | Event::ReportFinished { .. }
        | Event::PromptLost { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::DecisionAsked { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::LimitReached { .. } => common::stale(),
    }
}

/// The pause is over: open questions still wait, and are reminded of later.
fn resumed(mut m: Move<'_>) -> Outcome {
    let Some((index, _)) = m.ticket.open_round() else { return intake::read_again(m) };
    asking::remind_later(&mut m, index);
    m.noted(wording::waiting::questions_wait())
}

/// Work was asked for although questions are open: the rest is left to the secretary.
fn dispatched(m: Move<'_>) -> Outcome {
    match m.ticket.open_round() {
        Some((index, _)) => left(m, &Event::LeftToJudgement { round: index }, index),
        None => intake::read_again(m),
    }
}

fn tapped(mut m: Move<'_>, event: &Event, index: usize, question: usize, option: usize) -> Outcome {
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return common::late(&m, event) };
    let Some(asked) = round.questions.get(question) else { return common::late(&m, event) };
    let Some(label) = asked.options.get(option).cloned() else { return common::late(&m, event) };
    if asked.multiple {
        let ticks = &mut round.ticked[question];
        match ticks.iter().position(|t| *t == option) {
            Some(at) => drop(ticks.remove(at)),
            None => ticks.push(option),
        }
    } else {
        round.answers[question] = Some(label.clone());
    }
    settle(m, index, &label)
}

fn ticks_done(mut m: Move<'_>, event: &Event, index: usize, question: usize) -> Outcome {
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return common::late(&m, event) };
    let (Some(asked), Some(ticks)) = (round.questions.get(question), round.ticked.get(question)) else {
        return common::late(&m, event);
    };
    if ticks.is_empty() {
        return Outcome::Refused(wording::refusals::tick_first());
    }
    let mut ticks = ticks.clone();
    ticks.sort_unstable();
    let labels: Vec<&str> = ticks.iter().filter_map(|t| asked.options.get(*t)).map(String::as_str).collect();
    let answer = labels.join(", ");
    round.answers[question] = Some(answer.clone());
    settle(m, index, &answer)
}

fn typed(mut m: Move<'_>, text: &str) -> Outcome {
    let Some((index, _)) = m.ticket.open_round() else { return added(m, text) };
    if answers::repeats(&m.ticket.idea, text) {
        m.ticket.insists = true;
        m.ticket.curious = false;
        return left(m, &Event::LeftToJudgement { round: index }, index);
    }
    match answers::take(&m.ticket.rounds[index], text) {
        Ok(found) => {
            let round = &mut m.ticket.rounds[index];
            let mut left = Vec::new();
            for (question, given) in found {
                match given {
                    Given::Words(answer) => round.answers[question] = Some(answer),
                    Given::Left => left.push(question),
                }
            }
            let needed = asking::leave(round, index, &left);
            if !needed.is_empty() {
                asking::say_needed(&mut m, &needed);
            }
            settle(m, index, "")
        }
        Err(complaint) => Outcome::Refused(complaint),
    }
}

fn left(mut m: Move<'_>, event: &Event, index: usize) -> Outcome {
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return common::late(&m, event) };
    let open: Vec<usize> = (0..round.questions.len()).filter(|i| round.answers[*i].is_none()).collect();
    let needed = asking::leave(round, index, &open);
    if needed.len() == open.len() {
        return Outcome::Refused(wording::questions::still_needed(&needed));
    }
    let note = if needed.is_empty() { String::new() } else { wording::questions::still_needed(&needed) };
    settle(m, index, &note)
}

/// Shows the round as it stands; once complete it is closed and read.
pub(super) fn settle(mut m: Move<'_>, index: usize, note: &str) -> Outcome {
    let name = m.ticket.rounds[index].name(index);
    if m.ticket.rounds[index].answers.iter().any(Option::is_none) {
        let mut keys = m.keys();
        let round = m.ticket.rounds[index].clone();
        let message = wording::questions::open(&m.ticket, index, &round, &mut keys);
        m.edit(&name, &message);
        let token = m.bind(&name, keys);
        m.ticket.rounds[index].token = token;
        return if note.is_empty() { m.moved() } else { m.noted(note) };
    }
    m.ticket.rounds[index].closed = true;
    m.drop_timer(&Timer::Questions(index));
    m.ticket.waiting = None;
    let round = m.ticket.rounds[index].clone();
    let message = wording::questions::answered(&m.ticket, &round);
    m.edit(&name, &message);
    common::ask_triage(&mut m);
    m.noted("Thanks.")
}

/// Words that are no answer, while answers are being read: they are read along.
fn added(mut m: Move<'_>, text: &str) -> Outcome {
    m.ticket.additions.push(text.to_owned());
    if m.ticket.open_round().is_none() {
        common::ask_triage(&mut m);
    }
    m.noted("Noted.")
}
