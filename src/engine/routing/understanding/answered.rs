//! Exact answers: a number, an exact label, yes or no. They answer the prompt that the message replies to, or the
//! only open prompt of a direct chat, through the same checks as a press of the button.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::undo_stack::marks;
use crate::engine::context::visibility;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::decisions::choose;
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::routing::exact::asked_last;
use crate::engine::routing::{commands, presses};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::intent::exact;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::routing::Meant;
use crate::secretary::message::{Message, routing as names};
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::round::answers::Given;
use crate::secretary::ticket::round::question::Form;
use crate::secretary::ticket::{Round, Stage, Status, Ticket};
use crate::secretary::wording::talk;
use crate::secretary::wording::talk::asides;

/// An open prompt.
enum Prompt {
    Decision(Ticket, Box<Decision>),
    Round(Ticket, usize),
    Card(Ticket),
}

/// Handles an exact answer. None: the words are no exact answer, or no prompt takes them.
pub(in crate::engine::routing) async fn answered(
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
            asked_last::last_prompt(context, request, crate::engine::routing::EXPECTED_FOR, |prompt| !marks(prompt))
                .await?
        && last.actions.contains(&Action::Leave)
    {
        let left = Message::lines([talk::left_as_it_is()]);
        return if yes { Ok(None) } else { commands::answer(context, request, left).await.map(Some) };
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
    let Some(answer) = exact_answer(round, text) else { return Ok(None) };
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await.map(Some);
    }
    let event = Event::QuestionsAnswered { round: index, answers: vec![answer], text: text.trim().to_owned() };
    apply_event::act(context, request, ticket, &event).await.map(Some)
}

/// The open question that an exact text answers: the only one with such an option, or that takes such a number.
fn exact_answer(round: &Round, text: &str) -> Option<(usize, Given)> {
    let open: Vec<usize> = (0..round.questions.len()).filter(|at| round.answers[*at].is_none()).collect();
    let answers = |at: usize| -> Option<Given> {
        let question = &round.questions[at];
        let labels: Vec<&str> = question.options.iter().map(String::as_str).collect();
        let named = exact::label(text, &labels);
        let numbered =
            (open.len() == 1 && question.form() != Form::Number).then(|| exact::option(text, &labels)).flatten();
        if let Some(option) = named.or(numbered) {
            return Some(Given::Words(question.options[option].clone()));
        }
        let number = question.form() == Form::Number && open.len() == 1 && text.trim().parse::<f64>().is_ok();
        let yes_no = question.form() == Form::YesNo && exact::yes_or_no(text).is_some();
        (number || yes_no).then(|| Given::Words(text.trim().to_owned()))
    };
    let mut found = open.iter().filter_map(|at| Some((*at, answers(*at)?)));
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// Performs the press of a button that somebody typed.
async fn pressed(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    action: &Action,
) -> Stored<EventOutcome> {
    let outcome = presses::perform(context, request, action, None).await?;
    if let EventOutcome::Decided(Some(note)) = &outcome {
        say::say(context, request, asides::note(ticket.number, note).silently()).await?;
    }
    change_schedule::said_if_refused(context, request, outcome).await
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

/// The open prompts of a person in their direct chat.
async fn open_here(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Prompt>> {
    let mut found = Vec::new();
    for ticket in choose::undecided_here(context, request).await? {
        let shown: Vec<Decision> = ticket
            .shown_decisions()
            .filter(|decision| crate::engine::handlers::decisions::choose::is_asked_here(request, &ticket, decision))
            .cloned()
            .collect();
        found.extend(shown.into_iter().map(|decision| Prompt::Decision(ticket.clone(), Box::new(decision))));
    }
    for ticket in visibility::of_person(context, request, vec![Status::Asking, Status::Confirming]).await? {
        if let Some((index, _)) = ticket.open_round() {
            found.push(Prompt::Round(ticket, index));
        } else if ticket.stage == Stage::Confirming {
            found.push(Prompt::Card(ticket));
        }
    }
    Ok(found)
}
