//! Exact answers: a number, an exact label, yes or no. They press a button of the question about words that was asked
//! last, or answer the prompt that the message replies to, or the only open prompt of a direct chat, through the same
//! checks as a press of the button.

use crate::engine::context::undo_stack::{self, marks};
use crate::engine::context::{Context, Handled, Request, audit_log, say, visibility};
use crate::engine::flows::ask;
use crate::engine::handlers::decisions::{change_decision, choose};
use crate::engine::routing::exact::single_words;
use crate::engine::routing::understanding::confirm;
use crate::engine::routing::{EXPECTED_FOR, presses};
use crate::engine::transition::apply_event;
use crate::engine::transition::ticket_views::asks_which;
use crate::ports::store::{EventOutcome, Posted, Prompt as Question, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::language::exact;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, TicketAct};
use crate::secretary::message::routing::Meant;
use crate::secretary::message::{routing as names, views};
use crate::secretary::orders::offers;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Stage, Status, Ticket};
use crate::secretary::wording::talk::{asides, understanding};

/// An open prompt.
enum Prompt {
    Decision(Ticket, Box<Decision>),
    Round(Ticket, usize),
    Card(Ticket),
    Flow(ask::Question),
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
    let questions = undo_stack::asked(context, request, EXPECTED_FOR).await?;
    let meant = |question: &Question| match replied {
        Some(posted) => question.slot.as_ref() == Some(&posted.slot),
        None => request.room.direct() && !marks(question),
    };
    if let Some((at, question)) = questions.iter().enumerate().find(|(_, question)| meant(question))
        && question.actions.contains(&Action::Leave)
    {
        // Once somebody has done something else, an older question is only left.
        let newest = at == 0 || replied.is_some();
        let named = if newest { named(context, question).await? } else { Vec::new() };
        if let Some(action) = offers::pressed(&question.actions, &named, text) {
            let turned = question.slot.clone().filter(|_| *action == Action::Leave);
            let request = &Request { turned, ..request.clone() };
            let number = match views::about(action) {
                Some(id) => context.tx.ticket(id).await?.map(|ticket| ticket.number),
                None => None,
            };
            return Box::pin(single_words::take(context, request, action, number, false)).await.map(Some);
        }
        if exact::yes_or_no(text) == Some(true) {
            return Ok(None);
        }
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
        Prompt::Flow(question) => {
            let labels: Vec<&str> = question.options.iter().map(String::as_str).collect();
            let Some(option) = exact::option(text, &labels) else { return Ok(None) };
            let outcome = Box::pin(presses::perform(context, request, &question.action(option), None)).await?;
            said(context, request, outcome, |note| Message::lines([note])).await.map(Some)
        }
        Prompt::Card(ticket) => {
            let Some(yes) = exact::yes_or_no(text) else { return Ok(None) };
            let act = if yes { TicketAct::Start { card: ticket.card() } } else { TicketAct::Cancel };
            pressed(context, request, ticket, &act.on(&ticket.id)).await.map(Some)
        }
    }
}

/// The longest label.
const LONGEST: usize = 80;

/// The buttons of a question that words may press, with their labels: an understood intent, or one of several things.
async fn named(context: &mut Context<'_>, question: &Question) -> Stored<Vec<(String, Action)>> {
    let mut named = Vec::new();
    for action in question.actions.iter().filter(|action| **action != Action::Leave) {
        if let Action::Understood { intent, item, .. } = action {
            let option = confirm::label_of(context, intent, item.as_deref()).await?;
            named.push((understanding::label(intent, item.as_deref(), option.as_deref()), action.clone()));
        } else if let Some(slot) = question.slot.as_ref().filter(|slot| asks_which(slot)) {
            let views = if let Some(id) = views::about(action) { context.tx.views_of(id).await? } else { Vec::new() };
            let label = views.iter().find(|view| view.slot == *slot).and_then(|view| view.label(action));
            named.push((label.unwrap_or_default().to_owned(), action.clone()));
        }
    }
    Ok(named)
}

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
pub async fn pressed(context: &mut Context<'_>, request: &Request, ticket: &Ticket, action: &Action) -> Handled {
    let outcome = presses::perform(context, request, action, None).await?;
    said(context, request, outcome, |note| asides::note(ticket.number, note)).await
}

/// Says what the short answer to a press would have said.
async fn said(
    context: &mut Context<'_>,
    request: &Request,
    outcome: EventOutcome,
    aside: impl FnOnce(&str) -> Message + Send,
) -> Handled {
    if let EventOutcome::Decided(Some(note)) = &outcome {
        say::say(context, request, aside(note).silently()).await?;
    }
    say::said_if_refused(context, request, outcome).await
}

/// The open prompts that a message shows.
async fn of_message(context: &mut Context<'_>, posted: &Posted) -> Stored<Vec<Prompt>> {
    if let Some(question) = ask::of_message(context, posted).await? {
        return Ok(vec![Prompt::Flow(question)]);
    }
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
    let mut found: Vec<Prompt> = ask::open_here(context, request).await?.into_iter().map(Prompt::Flow).collect();
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
        let (name, prompt) = match ticket.open_round() {
            Some((index, round)) => (round.name(index), Prompt::Round(ticket.clone(), index)),
            None if ticket.stage == Stage::Confirming => (names::card_name(&ticket), Prompt::Card(ticket.clone())),
            None => continue,
        };
        if visibility::was_shown(context, request, &ticket.slot(&name)).await? {
            found.push(prompt);
        }
    }
    Ok(found)
}
