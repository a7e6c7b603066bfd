//! Exact answers: a number, an exact label, yes or no. They answer the prompt that the message replies to, or the
//! only open prompt of a direct chat, through the same checks as a press of the button.

use crate::engine::context::undo_stack::{self, marks};
use crate::engine::context::{Context, Handled, Request, audit_log, say, visibility};
use crate::engine::handlers::decisions::{change_decision, choose};
use crate::engine::routing::{EXPECTED_FOR, presses};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::language::exact;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::routing::Meant;
use crate::secretary::message::{Message, routing as names};
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::wording::talk::{self, asides};

/// An open prompt.
enum Prompt {
    Decision(Ticket, Box<Decision>),
    Round(Ticket, usize),
    Card(Ticket),
}

/// Handles an exact answer. None: the words are no exact answer, or no prompt takes them.
pub async fn answered(
    context: &mut Context<'_>,
    request: &Request,
    replied: Option<&Posted>,
    text: &str,
) -> Stored<Option<EventOutcome>> {
    if text.chars().count() > LONGEST {
        return Ok(None);
    }
    // A question such as "Cancel all?" that was asked last takes yes and no; only its button says yes to it.
    if replied.is_none()
        && request.room.direct()
        && let Some(yes) = exact::yes_or_no(text)
        && let Some(last) =
            undo_stack::asked(context, request, EXPECTED_FOR).await?.into_iter().find(|prompt| !marks(prompt))
        && last.actions.contains(&Action::Leave)
    {
        let left = Message::lines([talk::left_as_it_is()]);
        return if yes { Ok(None) } else { say::answer(context, request, left).await.map(Some) };
    }
    let prompts = match replied {
        Some(posted) => of_message(context, posted).await?,
        None if request.room.direct() => open_here(context, request).await?,
        None => Vec::new(),
    };
    let [prompt] = prompts.as_slice() else { return Ok(None) };
    match prompt {
        Prompt::Decision(ticket, decision) => {
            let labels: Vec<&str> = decision.asked.options.iter().map(|option| option.label.as_str()).collect();
            let agreed = || exact::yes_or_no(text).and_then(|yes| exact::agreeing(yes, &labels));
            let Some(option) = exact::option(text, &labels).or_else(agreed) else { return Ok(None) };
            if let Some(offered) =
                change_decision::offered(context, request, (ticket, decision.as_ref()), Some(option)).await?
            {
                return Ok(Some(offered));
            }
            let action = TicketAct::Decide { decision: decision.key.clone(), option }.on(&ticket.id);
            pressed(context, request, ticket, &action).await.map(Some)
        }
        Prompt::Round(ticket, index) => of_round(context, request, ticket, *index, text).await,
        Prompt::Card(ticket) => match exact::yes_or_no(text) {
            Some(true) => {
                let action = TicketAct::Start { card: ticket.card() }.on(&ticket.id);
                pressed(context, request, ticket, &action).await.map(Some)
            }
            Some(false) => pressed(context, request, ticket, &TicketAct::Cancel.on(&ticket.id)).await.map(Some),
            None => Ok(None),
        },
    }
}

/// The longest label.
const LONGEST: usize = 80;

/// The answer to a round that a text gives, if it can be only one.
async fn of_round(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    index: usize,
    text: &str,
) -> Stored<Option<EventOutcome>> {
    let Some(round) = ticket.rounds.get(index) else { return Ok(None) };
    let Some(answer) = round.exact_answer(text) else { return Ok(None) };
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await.map(Some);
    }
    let event = Event::QuestionsAnswered { round: index, answers: vec![answer], text: text.trim().to_owned() };
    apply_event::act(context, request, ticket, &event).await.map(Some)
}

/// Performs the press of a button that somebody typed.
async fn pressed(context: &mut Context<'_>, request: &Request, ticket: &Ticket, action: &Action) -> Handled {
    let outcome = presses::perform(context, request, action, None).await?;
    if let EventOutcome::Decided(Some(note)) = &outcome {
        say::say(context, request, asides::note(ticket.number, note).silently()).await?;
    }
    say::said_if_refused(context, request, outcome).await
}

/// The open prompts that a message shows.
async fn of_message(context: &mut Context<'_>, posted: &Posted) -> Stored<Vec<Prompt>> {
    let Some((id, meant)) = names::replied(&posted.slot) else { return Ok(Vec::new()) };
    let Some(ticket) = context.tx.ticket(&id).await? else { return Ok(Vec::new()) };
    Ok(match meant {
        Meant::Decision(key) => {
            let found = ticket.decision(&key).cloned();
            found.map(|decision| Prompt::Decision(ticket, Box::new(decision))).into_iter().collect()
        }
        Meant::Correction if ticket.stage == Stage::Confirming => vec![Prompt::Card(ticket)],
        Meant::Answers | Meant::Addition | Meant::Correction | Meant::Revision => {
            let open = ticket.open_round().map(|(index, _)| index);
            open.map(|index| Prompt::Round(ticket, index)).into_iter().collect()
        }
    })
}

/// The open prompts that were shown to a person in their direct chat.
async fn open_here(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Prompt>> {
    let mut found = Vec::new();
    for ticket in choose::undecided_here(context, request).await? {
        let asked_here = |decision: &&Decision| choose::is_asked_here(request, &ticket, decision);
        let asked: Vec<&Decision> = ticket.shown_decisions().filter(asked_here).collect();
        for decision in asked {
            if visibility::was_shown(context, request, &ticket.slot(decision.key.as_str())).await? {
                found.push(Prompt::Decision(ticket.clone(), Box::new(decision.clone())));
            }
        }
    }
    for ticket in visibility::of_person(context, request, vec![Status::Asking, Status::Confirming]).await? {
        let name = match ticket.open_round() {
            Some((index, round)) => round.name(index),
            None if ticket.stage == Stage::Confirming => names::card_name(&ticket),
            None => continue,
        };
        if !visibility::was_shown(context, request, &ticket.slot(&name)).await? {
            continue;
        }
        let round = ticket.open_round().map(|(index, _)| index);
        found.push(match round {
            Some(index) => Prompt::Round(ticket, index),
            None => Prompt::Card(ticket),
        });
    }
    Ok(found)
}
