//! Stage clarifying: questions are open, or all answers are being read.

use super::super::ticket::Stage;
use super::super::ticket::event::{Event, Timer};
use super::super::wording;
use super::decisions::{approving, returned};
use super::questions::{asking, reading};
use super::step::{Move, Outcome};
use super::work::{pausing, spending, stopping, waiting_for_model};
use super::{intake, late};
use crate::secretary::effect::Effect;
use crate::secretary::ticket::round::answers::{self, Given};

/// Decides every event of this stage.
pub fn step(mut m: Move<'_>, event: &Event) -> Outcome {
    match event {
        Event::OptionTapped { round, question, option } => tapped(m, event, *round, *question, *option),
        Event::TicksDone { round, question } => ticks_done(m, event, *round, *question),
        Event::AnswersReceived { text } => typed(m, text),
        Event::QuestionsAnswered { round, answers, text } => given(m, *round, answers, text),
        Event::IdeaUnderstood { .. } => late::stale(),
        Event::LeftToJudgement { round } => left(m, event, *round),
        Event::NotMeant { .. } => not_answered(m, event),
        Event::TriageFinished { asked, .. } | Event::ThinkingFailed { asked, .. }
            if *asked != m.ticket.asked || m.ticket.open_round().is_some() =>
        {
            Outcome::Ignored("superseded")
        }
        Event::TriageFinished { triage, usage, .. } => {
            m.spend(*usage);
            reading::triaged(m, triage)
        }
        Event::ThinkingDelayed { .. } if m.ticket.open_round().is_some() => late::stale(),
        Event::ThinkingDelayed { asked } => waiting_for_model::delayed(m, *asked),
        Event::TokensSpent { usage } => waiting_for_model::spent(m, *usage),
        Event::ThinkingFailed { why, usage, .. } => {
            m.spend(*usage);
            reading::failed(m, why)
        }
        Event::Corrected { text } | Event::Added { text } | Event::ReviseRequested { text } => added(m, text),
        Event::CancelRequested { reason, with_all } => stopping::cancelled(m, reason, *with_all),
        Event::StopPressed => stopping::cancel(m, ""),
        Event::PauseRequested => pausing::alone(m),
        Event::AllPaused { by } => pausing::with_all(m, by),
        Event::ResumeRequested => pausing::resumed(m, resumed),
        Event::DispatchRequested => pausing::resumed(m, dispatched),
        Event::AllResumed => pausing::all_resumed(m, resumed),
        Event::ClarifyRequested => match m.ticket.open_round() {
            Some((index, _)) => asking::again(m, index),
            None => asking::ask_more(m),
        },
        Event::CameBack { slots } => returned::alive(m, slots),
        Event::RoomMoved { room, slots } => asking::room_moved(m, room, slots),
        Event::FilesReceived { files, refers } => approving::received(m, files, refers),
        Event::ForeignRead { source } => approving::read(m, source),
        Event::TimerFired { timer } => fired(m, timer),
        Event::Confirmed
        | Event::DecisionMade { .. }
        | Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::DecisionChanged { .. }
        | Event::SureAnswered { .. }
        | Event::StopAnswered { .. }
        | Event::Rated { .. } => late::late(&m, event),
        Event::IdeaReceived
        | Event::WorkDue
        | Event::ReportFinished { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
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

fn fired(m: Move<'_>, timer: &Timer) -> Outcome {
    if let Timer::Questions(round) = timer {
        return asking::reminded(m, *round);
    }
    let Timer::Model(asked) = timer else { return late::stale() };
    waiting_for_model::still_down(m, *asked)
}

/// After a pause: open questions still wait and get their reminder later.
fn resumed(mut m: Move<'_>) -> Outcome {
    let Some((index, _)) = m.ticket.open_round() else { return intake::read_again(m) };
    asking::remind_later(&mut m, index);
    m.noted(wording::ticket::waiting::questions_wait())
}

/// `/dispatch` while questions are open: the open ones are left to the secretary.
fn dispatched(m: Move<'_>) -> Outcome {
    match m.ticket.open_round() {
        Some((index, _)) => left(m, &Event::LeftToJudgement { round: index }, index),
        None => intake::read_again(m),
    }
}

fn tapped(mut m: Move<'_>, event: &Event, index: usize, question: usize, option: usize) -> Outcome {
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return late::late(&m, event) };
    let Some(asked) = round.questions.get(question) else { return late::late(&m, event) };
    let Some(label) = asked.options.get(option).cloned() else { return late::late(&m, event) };
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
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return late::late(&m, event) };
    if round.questions.len() <= question {
        return late::late(&m, event);
    }
    let Some(answer) = answers::ticked(round, question) else {
        return Outcome::Refused(wording::talk::refusals::tick_first());
    };
    round.answers[question] = Some(answer.clone());
    settle(m, index, &answer)
}

/// Words from a button for the open questions: they answer the first question that accepts them.
fn typed(m: Move<'_>, text: &str) -> Outcome {
    let Some((index, round)) = m.ticket.open_round() else { return added(m, text) };
    let open = answers::untouched(round);
    let takes = |at: &&usize| answers::checked(&round.questions[**at], text).is_ok();
    let Some(question) = open.iter().find(takes).or(open.first()).copied() else { return added(m, text) };
    let answer = vec![(question, Given::Words(text.to_owned()))];
    given(m, index, &answer, text)
}

/// Understood answers, each with its question. A number out of range is refused.
fn given(mut m: Move<'_>, index: usize, given: &[(usize, Given)], words: &str) -> Outcome {
    let open = m.ticket.rounds.get(index).is_some_and(|round| !round.closed);
    if !open {
        return added(m, words);
    }
    let mut left = Vec::new();
    for (question, answer) in given {
        let Some(asked) = m.ticket.rounds[index].questions.get(*question).cloned() else { continue };
        match answer {
            Given::Words(words) => match answers::checked(&asked, words) {
                Ok(words) => m.ticket.rounds[index].answers[*question] = Some(words),
                Err(why) => return Outcome::Refused(wording::ticket::questions::unfit(&asked.text, why)),
            },
            Given::Left => left.push(*question),
        }
    }
    let round = &mut m.ticket.rounds[index];
    let needed = asking::leave(round, index, &left);
    answers::count_ticks(round);
    if !needed.is_empty() {
        asking::say_needed(&mut m, &needed);
    }
    settle(m, index, "")
}

fn left(mut m: Move<'_>, event: &Event, index: usize) -> Outcome {
    let Some(round) = m.ticket.rounds.get_mut(index).filter(|r| !r.closed) else { return late::late(&m, event) };
    let open = answers::untouched(round);
    let needed = asking::leave(round, index, &open);
    if !needed.is_empty() && needed.len() == open.len() {
        return Outcome::Refused(wording::ticket::questions::still_needed(&needed));
    }
    answers::count_ticks(round);
    let note = if needed.is_empty() { String::new() } else { wording::ticket::questions::still_needed(&needed) };
    settle(m, index, &note)
}

/// Shows the present round. A complete round is closed and read.
pub(super) fn settle(mut m: Move<'_>, index: usize, note: &str) -> Outcome {
    if m.ticket.rounds[index].answers.iter().any(Option::is_none) {
        asking::show(&mut m, index, |m, name, message| m.edit(name, &message));
        return if note.is_empty() { m.moved() } else { m.noted(note) };
    }
    m.ticket.rounds[index].closed = true;
    m.drop_timer(&Timer::Questions(index));
    m.ticket.waiting = None;
    let round = &m.ticket.rounds[index];
    let (name, message) = (round.name(index), wording::ticket::questions::answered(&m.ticket, round));
    m.edit(&name, &message);
    let keys = m.keys();
    m.bind(&name, keys);
    reading::ask_triage(&mut m);
    m.noted_and_shown(wording::ticket::questions::thanks())
}

/// Words that are no answer, while answers are being read: they are added to the reading.
fn added(mut m: Move<'_>, text: &str) -> Outcome {
    m.ticket.additions.push(text.to_owned());
    if m.ticket.open_round().is_none() {
        reading::ask_triage(&mut m);
    }
    m.noted(wording::ticket::questions::noted())
}

/// The last answer is withdrawn: its questions are open again, whatever followed.
pub(super) fn not_answered(mut m: Move<'_>, event: &Event) -> Outcome {
    let withdrawn = matches!(event, Event::NotMeant { text: None });
    let last = m.ticket.rounds.last().filter(|round| withdrawn && !round.given.is_empty());
    let Some(reopened) = last.map(|round| round.given.clone()) else { return late::late(&m, event) };
    let index = m.ticket.rounds.len() - 1;
    waiting_for_model::thought(&mut m);
    m.effects.push(Effect::StopThinking);
    m.ticket.asked += 1;
    if m.ticket.stage == Stage::Confirming {
        let name = m.card_name();
        let note = wording::ticket::questions::answer_unwanted();
        let card = wording::ticket::cards::card_settled(&m.ticket, m.facts, note);
        m.edit(&name, &card);
        m.ticket.taken_back += 1;
    }
    // The questions are open again, so the budget question waits until they are answered.
    spending::no_longer_asked(&mut m);
    m.ticket.stage = Stage::Clarifying;
    let round = &mut m.ticket.rounds[index];
    round.closed = false;
    round.given.clear();
    // Nobody was told yet that work continues without these answers.
    (round.warned, round.unanswered) = (false, false);
    for question in reopened {
        round.answers[question] = None;
        if let Some(ticked) = round.ticked.get_mut(question) {
            ticked.clear();
        }
    }
    asking::again(m, index)
}
