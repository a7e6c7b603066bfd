//! What an understood intent does with a ticket: the event its button would make, after the same right is asked for.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::intent::{Answered, Intent, OpenItem, Target};
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::people::permissions::Deed;
use crate::secretary::policy::Source;
use crate::secretary::ticket::answers::Given;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::talk::asides;
use crate::secretary::wording::ticket::{cards, late, questions, tickets};

/// Carries out an intent about an item.
pub(in crate::engine::routing) async fn carry_out(
    desk: &mut Desk<'_>,
    visit: &Visit,
    intent: &Intent,
    item: &OpenItem,
) -> Stored<Fate> {
    if let Target::Schedule { schedule, .. } = &item.target {
        let act = if let Intent::Cancel { .. } = intent {
            ScheduleAct::Delete { listed: true }
        } else if let Intent::Pause { .. } = intent {
            ScheduleAct::Pause
        } else if let Intent::Resume { .. } = intent {
            ScheduleAct::Resume
        } else {
            return Ok(Fate::Decided(None));
        };
        return press(desk, visit, &act.on(schedule), None).await;
    }
    let Some(id) = item.target.ticket() else { return Ok(Fate::Decided(None)) };
    let Some(ticket) = desk.tx.ticket(id).await? else { return desk.refuse(visit, late::forgotten()).await };
    let number = Some(ticket.number);
    match intent {
        Intent::Answer { answers, .. } => answer(desk, visit, &ticket, item, answers).await,
        Intent::Decide { option, text, .. } => decide(desk, visit, &ticket, item, (*option, text)).await,
        Intent::Start { .. } => {
            let card = if let Target::Card { card, .. } = &item.target { *card } else { ticket.card() };
            press(desk, visit, &TicketAct::Start { card }.on(id), number).await
        }
        Intent::Pause { .. } => press(desk, visit, &TicketAct::Pause.on(id), number).await,
        Intent::Resume { .. } => press(desk, visit, &TicketAct::Resume.on(id), number).await,
        Intent::Cancel { .. } => {
            let event = Event::CancelRequested { reason: String::new(), with_all: false };
            steer(desk, visit, &ticket, &event).await
        }
        Intent::CorrectPlan(change) => {
            if let Target::Card { card, .. } = &item.target
                && *card != ticket.card()
            {
                return desk.refuse(visit, late::older_card(&ticket)).await;
            }
            steer(desk, visit, &ticket, &Event::Corrected { text: change.text.clone() }).await
        }
        Intent::Revise(change) => {
            steer(desk, visit, &ticket, &Event::ReviseRequested { text: change.text.clone() }).await
        }
        Intent::AddTo(change) => add(desk, visit, &ticket, &change.text).await,
        Intent::Idea(_)
        | Intent::Reply { .. }
        | Intent::Snooze(_)
        | Intent::Widen(_)
        | Intent::Undo { .. }
        | Intent::Remind(_)
        | Intent::ChangeReminder(_)
        | Intent::Note { .. }
        | Intent::List { .. }
        | Intent::Command { .. }
        | Intent::LookUp { .. }
        | Intent::Unclear { .. } => Ok(Fate::Decided(None)),
    }
}

/// Adds words to a ticket, by where it stands.
async fn add(desk: &mut Desk<'_>, visit: &Visit, ticket: &Ticket, text: &str) -> Stored<Fate> {
    let text = text.trim().to_owned();
    if desk.passed_on && !ticket.closed() {
        if let Err(why) = desk.may(visit, Deed::Steer(ticket)) {
            return desk.refuse(visit, why).await;
        }
        desk.apply_to(ticket, &Event::ForeignRead { source: Source::Forwarded }, None).await?;
    }
    let Some(ticket) = desk.tx.ticket(&ticket.id).await? else { return Ok(Fate::Decided(None)) };
    let event = match ticket.stage {
        Stage::Closed(_) => Event::ReviseRequested { text },
        Stage::Confirming => Event::Corrected { text },
        Stage::Intake | Stage::Clarifying | Stage::Working | Stage::Reporting => Event::Added { text },
    };
    steer(desk, visit, &ticket, &event).await
}

/// Answers questions of a round.
async fn answer(
    desk: &mut Desk<'_>,
    visit: &Visit,
    ticket: &Ticket,
    item: &OpenItem,
    answers: &[Answered],
) -> Stored<Fate> {
    let Target::Round { round: index, .. } = &item.target else { return Ok(Fate::Decided(None)) };
    let Some(round) = ticket.rounds.get(*index) else { return desk.refuse(visit, late::forgotten()).await };
    let given = |answered: &Answered| {
        let at = answered.question.checked_sub(1)?;
        let question = round.questions.get(at)?;
        let text = answered.text.trim();
        let option = answered.option.and_then(|option| question.options.get(option.checked_sub(1)?));
        let given = match (option, text.is_empty()) {
            (Some(option), true) => Given::Words(option.clone()),
            (Some(option), false) if text.eq_ignore_ascii_case(option) => Given::Words(option.clone()),
            (Some(option), false) => Given::Words(format!("{option}; {text}")),
            (None, true) => Given::Left,
            (None, false) => Given::Words(text.to_owned()),
        };
        Some((at, given))
    };
    let given: Vec<(usize, Given)> = answers.iter().filter_map(given).collect();
    let text = answers.iter().map(|answered| answered.text.trim()).collect::<Vec<_>>().join("; ");
    let event = Event::QuestionsAnswered { round: *index, answers: given, text };
    steer(desk, visit, ticket, &event).await
}

/// Decides with an option, an option and words, or own words.
async fn decide(
    desk: &mut Desk<'_>,
    visit: &Visit,
    ticket: &Ticket,
    item: &OpenItem,
    (option, text): (Option<usize>, &str),
) -> Stored<Fate> {
    let Target::Decision { decision, .. } = &item.target else { return Ok(Fate::Decided(None)) };
    if let Err(why) = desk.may(visit, Deed::Decide(ticket)) {
        return desk.refuse(visit, why).await;
    }
    let option = option.and_then(|option| option.checked_sub(1));
    let label =
        option.and_then(|at| ticket.decision(decision)?.asked.options.get(at)).map(|option| option.label.clone());
    let words = text.trim();
    let added = label.is_none_or(|label| !label.eq_ignore_ascii_case(words)) && !words.is_empty();
    let text = added.then(|| words.to_owned());
    desk.act(visit, ticket, &Event::DecisionMade { decision: decision.clone(), option, text }).await
}

/// Applies an event of somebody who may steer the ticket, and says what came of it where nothing else does.
async fn steer(desk: &mut Desk<'_>, visit: &Visit, ticket: &Ticket, event: &Event) -> Stored<Fate> {
    if let Err(why) = desk.may(visit, Deed::Steer(ticket)) {
        return desk.refuse(visit, why).await;
    }
    let fate = desk.act(visit, ticket, event).await?;
    // These tell what a message of the ticket shows already.
    let shown = [questions::thanks(), tickets::again(), cards::edited()];
    if let Fate::Decided(Some(note)) = &fate
        && !shown.contains(&note.as_str())
        && *note != tickets::added_note(ticket.number)
    {
        desk.say(visit, asides::note(ticket.number, note).silently()).await?;
    }
    Ok(fate)
}

/// Does what a button does and says what came of it.
pub(in crate::engine::routing) async fn press(
    desk: &mut Desk<'_>,
    visit: &Visit,
    action: &Action,
    number: Option<i64>,
) -> Stored<Fate> {
    desk.take(visit, action, number, false).await
}
