//! Intents about a ticket, or about a question of a flow: each becomes the event of its button, after the same permission
//! check.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::flows::ask;
use crate::engine::handlers::tickets::plan_edits;
use crate::engine::handlers::tickets::received_files;
use crate::engine::routing::exact::single_words;
use crate::engine::transition::apply_event;
use crate::ports::store::EventOutcome;
use crate::secretary::intent::{Answered, Intent, OpenItem, Spoken, Target};
use crate::secretary::message::action::{Action, ScheduleAct, TicketAct};
use crate::secretary::permissions::Operation;
use crate::secretary::policy::Source;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::round::answers::Given;
use crate::secretary::ticket::{Stage, Ticket};
use crate::secretary::wording::schedules::flow_runs;
use crate::secretary::wording::talk::{asides, late};

/// Carries out an intent about an open item.
pub async fn carry_out(context: &mut Context<'_>, request: &Request, intent: &Intent, item: &OpenItem) -> Handled {
    if let Target::Schedule { schedule, .. } = &item.target {
        let act = if let Intent::Cancel { .. } = intent {
            ScheduleAct::Delete { listed: true }
        } else if let Intent::Pause { .. } = intent {
            ScheduleAct::Pause
        } else if let Intent::Resume { .. } = intent {
            ScheduleAct::Resume
        } else {
            return Ok(EventOutcome::Decided(None));
        };
        return press(context, request, &act.on(schedule), None).await;
    }
    let Some(id) = item.target.ticket() else { return Ok(EventOutcome::Decided(None)) };
    let found = context.tx.ticket(id).await?;
    let takes_words = matches!(
        intent,
        Intent::Answer { .. } | Intent::Decide { .. } | Intent::CorrectPlan(_) | Intent::Revise(_) | Intent::AddTo(_)
    );
    let Some(mut ticket) = found else {
        return say::refuse(context, request, late::forgotten()).await;
    };
    if takes_words {
        ticket = received_files::taken_along(context, request, ticket).await?;
    }
    let number = Some(ticket.number);
    match intent {
        Intent::Answer { answers, .. } => answer(context, request, &ticket, item, answers).await,
        Intent::Decide { option, text, .. } => decide(context, request, &ticket, item, (*option, text)).await,
        Intent::Start { .. } => {
            let card = if let Target::Card { card, .. } = &item.target { *card } else { ticket.card() };
            press(context, request, &TicketAct::Start { card }.on(id), number).await
        }
        Intent::Pause { .. } => press(context, request, &TicketAct::Pause.on(id), number).await,
        Intent::Resume { .. } => press(context, request, &TicketAct::Resume.on(id), number).await,
        Intent::Cancel { .. } => {
            let event = Event::CancelRequested { reason: String::new(), with_all: false };
            steer(context, request, &ticket, &event).await
        }
        Intent::CorrectPlan(change) => {
            if let Target::Card { card, .. } = &item.target
                && *card != ticket.card()
            {
                return say::refuse(context, request, late::older_card(&ticket)).await;
            }
            steer(context, request, &ticket, &Event::Corrected { text: change.text.clone() }).await
        }
        Intent::Revise(change) => {
            steer(context, request, &ticket, &Event::ReviseRequested { text: change.text.clone() }).await
        }
        Intent::AddTo(change) => add(context, request, &ticket, &change.text).await,
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
        | Intent::Unclear { .. } => Ok(EventOutcome::Decided(None)),
    }
}

/// Answers a question of a flow, which takes one of its options and nothing else.
pub async fn answer_flow(context: &mut Context<'_>, request: &Request, intent: &Intent, item: &OpenItem) -> Handled {
    let Target::Asked { run, place } = &item.target else { return Ok(EventOutcome::Decided(None)) };
    let Some(question) = ask::question(context, run, *place).await? else {
        return say::refuse(context, request, flow_runs::answered_already().to_owned()).await;
    };
    let chosen = if let Intent::Decide { option, text, .. } = intent { question.chosen(*option, text) } else { None };
    match chosen {
        Some(option) => press(context, request, &question.action(option), None).await,
        None => say::refuse(context, request, flow_runs::only_these(&question.flow, &question.options)).await,
    }
}

/// Adds words to a ticket; how depends on its stage.
async fn add(context: &mut Context<'_>, request: &Request, ticket: &Ticket, text: &str) -> Handled {
    let text = text.trim().to_owned();
    if context.passed_on && !ticket.closed() {
        if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
            return say::refuse(context, request, why).await;
        }
        apply_event::apply_to(context, ticket, &Event::ForeignRead { source: Source::Forwarded }, None).await?;
    }
    let Some(ticket) = context.tx.ticket(&ticket.id).await? else { return Ok(EventOutcome::Decided(None)) };
    let event = match ticket.stage {
        Stage::Closed(_) => Event::ReviseRequested { text },
        Stage::Confirming => Event::Corrected { text },
        Stage::Intake | Stage::Clarifying | Stage::Working | Stage::Reporting => Event::Added { text },
    };
    steer(context, request, &ticket, &event).await
}

/// A piece of the words that opened a ticket came after them: it is added to the ticket.
pub async fn piece_for(context: &mut Context<'_>, request: &Request, spoken: &Spoken) -> Handled {
    let Some(id) = &spoken.ticket else { return Ok(EventOutcome::Decided(None)) };
    let Some(ticket) = context.tx.ticket(id).await? else { return Ok(EventOutcome::Decided(None)) };
    let ticket = received_files::taken_along(context, request, ticket).await?;
    let names: Vec<&str> = spoken.files.iter().map(|file| file.name.as_str()).collect();
    let words = if spoken.text().trim().is_empty() { names.join(", ") } else { spoken.text().to_owned() };
    add(context, request, &ticket, &words).await
}

/// Answers questions of a round.
async fn answer(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    item: &OpenItem,
    answers: &[Answered],
) -> Handled {
    let Target::Round { round: index, .. } = &item.target else { return Ok(EventOutcome::Decided(None)) };
    let Some(round) = ticket.rounds.get(*index) else { return say::refuse(context, request, late::forgotten()).await };
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
    steer(context, request, ticket, &event).await
}

/// Decides by an option, an option with words, or own words.
async fn decide(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    item: &OpenItem,
    (option, text): (Option<usize>, &str),
) -> Handled {
    let Target::Decision { decision, .. } = &item.target else { return Ok(EventOutcome::Decided(None)) };
    if let Err(why) = audit_log::may(context, request, Operation::Decide(ticket)) {
        return say::refuse(context, request, why).await;
    }
    let option = option.and_then(|option| option.checked_sub(1));
    let label =
        option.and_then(|at| ticket.decision(decision)?.asked.options.get(at)).map(|option| option.label.clone());
    let words = text.trim();
    let added = label.is_none_or(|label| !label.eq_ignore_ascii_case(words)) && !words.is_empty();
    let text = added.then(|| words.to_owned());
    let last = context.tx.conversation(request.channel()).await?.into_iter().rev().find(|said| said.by.is_none());
    let prompt = Some(ticket.slot(decision.as_str()).to_string());
    let event = Event::DecisionMade { decision: decision.clone(), option, text };
    let outcome = apply_event::act(context, request, ticket, &event).await?;
    // A prompt right above the words shows what was decided.
    if last.is_some_and(|last| last.message == prompt) {
        return Ok(outcome);
    }
    said(context, request, ticket, outcome).await
}

/// Applies an event of a person who may steer the ticket, and says the result where nothing else does.
async fn steer(context: &mut Context<'_>, request: &Request, ticket: &Ticket, event: &Event) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await;
    }
    if let Some(outcome) = plan_edits::given_back(context, request, ticket, event).await? {
        return Ok(outcome);
    }
    let outcome = apply_event::act(context, request, ticket, event).await?;
    said(context, request, ticket, outcome).await
}

/// Says the note of an outcome where no message of the ticket shows it.
async fn said(context: &mut Context<'_>, request: &Request, ticket: &Ticket, outcome: EventOutcome) -> Handled {
    if let EventOutcome::Decided(Some(note)) = &outcome
        && !context.note_shown
    {
        say::say(context, request, asides::note(ticket.number, note).silently()).await?;
    }
    Ok(outcome)
}

/// Performs the action of a button and says the result.
pub async fn press(context: &mut Context<'_>, request: &Request, action: &Action, number: Option<i64>) -> Handled {
    single_words::take(context, request, action, number, false).await
}
