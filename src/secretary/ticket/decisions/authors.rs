//! The authors of the work: the requester and everybody who changed the plan. Under four eyes no author decides about
//! the work or its start. Otherwise one person could write a step into the plan of another, start it and approve it.
//! Pure.

use super::votes;
use crate::secretary::decision::Subject;
use crate::secretary::ids::{PersonId, RoomId};
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::{Actor, Facts};
use crate::secretary::ticket::hold::Open;
use crate::secretary::ticket::{Stage, Ticket};

/// Whether what happens makes its actor one who shaped the plan. Who only answers what the work asks is none.
fn shapes(event: &Event, ticket: &Ticket) -> bool {
    match event {
        // Words that are no option reach the work as instructions, and so does what a report lacks.
        Event::DecisionMade { decision, option, text } => {
            let words = text.as_ref().is_some_and(|text| !text.trim().is_empty());
            ticket.decision(decision).is_some_and(|asked| {
                let again = option.is_some_and(|option| option + 1 < asked.asked.options.len());
                if asked.subject == Subject::Redo {
                    return words || again;
                }
                // Why it is not to begin changes nothing of it.
                if asked.subject == Subject::Plan && asked.open() {
                    return words && option.is_none_or(|option| option == 0);
                }
                words && !(asked.open() && asked.subject.takes_words())
            })
        }
        // A finished ticket is started anew; the undo of an answer that stopped it only asks again.
        Event::ResumeRequested => {
            let asks_again = ticket.hold.cancelled.as_ref().is_some_and(|c| matches!(c.open, Some(Open::Decision(_))));
            matches!(ticket.stage, Stage::Closed(_)) && !asks_again
        }
        Event::Corrected { .. }
        | Event::Added { .. }
        | Event::ReviseRequested { .. }
        | Event::DecisionChanged { .. } => true,
        // Words in reply to a card change it. Without an open question they are added. In reply to the question what
        // a report lacks they are the revision.
        Event::AnswersReceived { .. } | Event::QuestionsAnswered { .. } => {
            let answers_nothing = ticket.stage == Stage::Clarifying && ticket.open_round().is_none();
            answers_nothing
                || matches!(ticket.stage, Stage::Intake | Stage::Confirming)
                || ticket.open_decisions().any(|asked| asked.subject == Subject::Redo)
        }
        // Who only lets it begin agrees to what others wrote, and is the second of two.
        Event::Confirmed
        | Event::DispatchRequested
        | Event::IdeaReceived
        | Event::WorkDue
        | Event::TriageFinished { .. }
        | Event::IdeaUnderstood { .. }
        | Event::ReportFinished { .. }
        | Event::ThinkingDelayed { .. }
        | Event::ThinkingFailed { .. }
        | Event::TokensSpent { .. }
        | Event::OptionTapped { .. }
        | Event::TicksDone { .. }
        | Event::LeftToJudgement { .. }
        | Event::DecisionReopened { .. }
        | Event::DecisionWidened { .. }
        | Event::DecisionAsked { .. }
        | Event::SureAnswered { .. }
        | Event::StopAnswered { .. }
        | Event::StopPressed
        | Event::Rated { .. }
        | Event::CancelRequested { .. }
        | Event::PauseRequested
        | Event::AllPaused { .. }
        | Event::AllResumed
        | Event::ClarifyRequested
        | Event::FoldedInto { .. }
        | Event::NotMeant { .. }
        | Event::FilesReceived { .. }
        | Event::ForeignRead { .. }
        | Event::TimerFired { .. }
        | Event::CameBack { .. }
        | Event::RoomMoved { .. }
        | Event::DecidersChanged { .. }
        | Event::PromptLost { .. }
        | Event::TaskProgressed { .. }
        | Event::TaskResumed { .. }
        | Event::TaskFinished { .. }
        | Event::TaskFailed { .. }
        | Event::OutcomeUnknown { .. }
        | Event::LeaveAsked { .. }
        | Event::LimitReached { .. } => false,
    }
}

/// Notes who shapes the plan by what happens, if somebody does.
pub fn note(ticket: &mut Ticket, event: &Event, actor: Option<&Actor>) {
    let Some(actor) = actor.filter(|_| shapes(event, ticket)) else { return };
    if !shaped(ticket, &actor.person) {
        ticket.shaped_by.push(actor.person.clone());
    }
}

/// Whether somebody sent the idea, or changed its plan.
pub fn shaped(ticket: &Ticket, person: &PersonId) -> bool {
    ticket.requester == *person || ticket.shaped_by.contains(person)
}

/// The names of those who changed the plan of somebody else and could decide otherwise.
pub fn others(ticket: &Ticket, facts: &Facts) -> Vec<String> {
    let shaped = facts.deciders.iter().filter(|d| d.id != ticket.requester && ticket.shaped_by.contains(&d.id));
    shaped.map(|decider| decider.name.clone()).collect()
}

/// The rooms of these that a decider reads. Under four eyes the direct chats of authors do not count. If none is
/// left: the direct chats of the other deciders; without any, all rooms, so that the question appears and says why
/// nobody can decide.
pub fn rooms_of_others(ticket: &Ticket, facts: &Facts, four_eyes: bool, rooms: Vec<RoomId>) -> Vec<RoomId> {
    if !four_eyes {
        return rooms;
    }
    let voters = votes::voters(ticket, four_eyes, facts);
    let for_a_voter = |person: &PersonId| {
        let acts = |deputy: &Option<(PersonId, String)>| deputy.as_ref().is_some_and(|(deputy, _)| deputy == person);
        facts.deciders.iter().any(|decider| voters.contains(&decider.id) && acts(&decider.deputy))
    };
    let decides = |person: &PersonId| !shaped(ticket, person) && (voters.contains(person) || for_a_voter(person));
    let own = |room: &RoomId| (*room == ticket.room && ticket.direct).then_some(&ticket.requester);
    let reader = |room: &RoomId| own(room).or_else(|| facts.direct_rooms.get(room));
    let there = |room: &&RoomId| reader(room).is_none_or(decides);
    let fit: Vec<RoomId> = rooms.iter().filter(there).cloned().collect();
    if !fit.is_empty() {
        return fit;
    }
    let others = facts.chats_of_deciders(decides);
    if others.is_empty() { rooms } else { others }
}
