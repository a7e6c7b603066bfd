//! Edits of messages that made a note, an entry of a list or a reminder, and of those that answered a question or decided.
//! The new words are understood, and what the old words made is changed or undone; what is used already stays, and that is
//! said. Edits of ideas are in `handlers::tickets::edited_messages`.

use super::answered;
use crate::engine::context::{Context, Handled, Request, audit_log, conversation, say};
use crate::engine::handlers::decisions::change_decision;
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::routing::{self, commands};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::decision::Verdict;
use crate::secretary::ids::{DecisionId, Slot};
use crate::secretary::inbound::Inbound;
use crate::secretary::intent::{Intent, ListAct, NoteAct, OpenItem, Spoken, Target, WhenChange};
use crate::secretary::language::exact;
use crate::secretary::message::action::{ScheduleAct, TicketAct};
use crate::secretary::message::commands::{Order, typed};
use crate::secretary::message::routing::{Meant, Standing};
use crate::secretary::message::{Message, routing as names};
use crate::secretary::orders::read_command;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::decisions::changed;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::round::answers::Given;
use crate::secretary::ticket::{Round, Ticket};
use crate::secretary::wording::decision::changing::Wanted;
use crate::secretary::wording::talk::asides;
use crate::secretary::wording::ticket::tickets::READ_CHARS;

/// What the message of this request made before it was edited: the slot of the message that confirms it, and where the
/// message of the person stands.
pub async fn made_by(context: &mut Context<'_>, request: &Request) -> Stored<Option<(Slot, Posted)>> {
    let Some(message) = request.message.as_deref() else { return Ok(None) };
    let posted = context.tx.posted_as(&request.room.place, message).await?;
    Ok(posted.and_then(|posted| Some((names::made(&posted.slot)?, posted))))
}

/// Handles an edited message. None: it did nothing of this kind.
pub async fn said_anew(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let request = &edited_messages::under(request, message);
    let Some((made, posted)) = made_by(context, request).await? else {
        return Box::pin(answered_anew(context, request, inbound, (message, text))).await;
    };
    if edited_messages::made_several(context, request, message).await? || !names::has_words(text) {
        return edited_messages::unseen(context, request, message).await.map(Some);
    }
    let words = match typed(text) {
        Some((name, args)) => match read_command::read(&name, &args) {
            Ok(Order::Ask(words)) => words,
            Ok(order @ (Order::Remind(_) | Order::Note(_) | Order::New(_))) => {
                return ordered_anew(context, request, order, (&made, &posted)).await.map(Some);
            }
            Ok(_) | Err(_) => return edited_messages::unseen(context, request, message).await.map(Some),
        },
        None => text.to_owned(),
    };
    let mut spoken = routing::spoken(context, request, routing::typed(request, inbound, &words));
    spoken.edits = true;
    routing::begin(context, request, spoken).await.map(Some)
}

/// Handles an edit of words that answered a question or decided. None: they did neither.
async fn answered_anew(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let Some(prompt) = conversation::answered_by(context, request, message).await? else { return Ok(None) };
    let Some((id, meant)) = names::replied(&prompt) else { return Ok(None) };
    let Some(ticket) = context.tx.ticket(&id).await? else { return Ok(Some(EventOutcome::Decided(None))) };
    let done = match meant {
        Meant::Decision(key) => decided_anew(context, request, (&ticket, &key), (message, text)).await?,
        Meant::Answers | Meant::Correction | Meant::Revision | Meant::Addition => {
            replied_anew(context, request, (&ticket, &prompt), (message, text)).await?
        }
    };
    if done.is_some() {
        return Ok(done);
    }
    if !names::has_words(text) || typed(text).is_some() {
        return edited_messages::unseen(context, request, message).await.map(Some);
    }
    let mut spoken = routing::spoken(context, request, routing::typed(request, inbound, text));
    (spoken.edits, spoken.replied) = (true, Some(prompt));
    routing::begin(context, request, spoken).await.map(Some)
}

/// An edit of an answer: while its questions are open, an exact one takes the place of the former one. None: a model reads
/// what the new words answer.
async fn replied_anew(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, prompt): (&Ticket, &Slot),
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let Some(index) = names::round_shown(prompt) else { return Ok(None) };
    let Some(round) = ticket.rounds.get(index) else { return Ok(None) };
    let unanswered = Round { answers: vec![None; round.questions.len()], ..round.clone() };
    let answer = unanswered.exact_answer(text);
    let words = match &answer {
        Some((_, Given::Words(words))) => words.as_str(),
        Some((_, Given::Left)) | None => text.trim(),
    };
    if round.answers.iter().flatten().any(|known| known == words) {
        return Ok(Some(EventOutcome::Decided(None)));
    }
    if ticket.open_round().is_none_or(|(open, _)| open != index) {
        if edited_messages::first_edit(context, request, message).await? {
            say::say(context, request, asides::edit_too_late(ticket)).await?;
        }
        return Ok(Some(EventOutcome::Decided(None)));
    }
    let Some(answer) = answer else { return Ok(None) };
    if let Err(why) = audit_log::may(context, request, Operation::Steer(ticket)) {
        return say::refuse(context, request, why).await.map(Some);
    }
    let event = Event::QuestionsAnswered { round: index, answers: vec![answer], text: text.trim().to_owned() };
    apply_event::act(context, request, ticket, &event).await.map(Some)
}

/// An edit of words that decided: an exact option votes anew while the decision is open. After that the reply says how it
/// can still be changed. None: a model reads what the new words decide.
async fn decided_anew(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, key): (&Ticket, &DecisionId),
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let Some(decision) = ticket.decision(key) else { return Ok(None) };
    let labels: Vec<&str> = decision.asked.options.iter().map(|option| option.label.as_str()).collect();
    let option = exact::option(text, &labels);
    if decision.open() {
        let Some(option) = option else { return Ok(None) };
        let action = TicketAct::Decide { decision: key.clone(), option }.on(&ticket.id);
        return answered::pressed(context, request, ticket, &action).await.map(Some);
    }
    let counts = changed::standing(ticket, decision);
    let same = |verdict: &Verdict| (option.is_some() && verdict.option == option) || verdict.text == text.trim();
    if counts.verdict().is_some_and(same) || !edited_messages::first_edit(context, request, message).await? {
        return Ok(Some(EventOutcome::Decided(None)));
    }
    let wanted = option.map_or(Wanted::Anything, Wanted::Option);
    Box::pin(change_decision::gone_on(context, request, ticket, counts, wanted)).await.map(Some)
}

/// Carries out a command whose arguments were edited.
async fn ordered_anew(
    context: &mut Context<'_>,
    request: &Request,
    order: Order,
    (made, posted): (&Slot, &Posted),
) -> Handled {
    if let Order::Remind(words) = &order
        && let Some(schedule) = standing_reminder(context, made).await?
    {
        if let Err(why) = audit_log::may(context, request, Operation::ChangeSchedule(&schedule)) {
            return say::refuse(context, request, why).await;
        }
        let outcome = change_schedule::change_schedule(context, request, schedule, words).await?;
        return say::said_if_refused(context, request, outcome).await;
    }
    undo_former(context, request, made, posted).await?;
    Box::pin(commands::carry_out_order(context, request, order)).await
}

/// The intents of an edited message as they are carried out. A reminder that is said anew changes the former one. What
/// else the earlier words made is undone if the new words make something.
pub async fn anew(
    context: &mut Context<'_>,
    request: &Request,
    spoken: &Spoken,
    (items, intents): (&[OpenItem], &[Intent]),
) -> Stored<Vec<Intent>> {
    let Some((made, posted)) = made_by(context, request).await? else { return Ok(intents.to_vec()) };
    let item = items.iter().find(|item| shows(item, &made));
    if let ([Intent::Remind(change)], Some(item)) = (intents, item)
        && standing_reminder(context, &made).await?.is_some()
    {
        let change = WhenChange { item: Some(item.handle.clone()), ..change.clone() };
        return Ok(vec![Intent::ChangeReminder(change)]);
    }
    let about_it = |intent: &Intent| item.is_some_and(|item| intent.item() == Some(item.handle.as_str()));
    // Too long a text is refused, and what stands stays.
    let read_whole = spoken.text().chars().count() <= READ_CHARS;
    if read_whole && intents.iter().any(makes) && !intents.iter().any(about_it) {
        undo_former(context, request, &made, &posted).await?;
    }
    Ok(intents.to_vec())
}

/// Whether an intent makes or changes something of the kind that the earlier words did.
fn makes(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Idea(_)
            | Intent::Remind(_)
            | Intent::Note { act: NoteAct::Keep, .. }
            | Intent::List { act: ListAct::Add | ListAct::Remove | ListAct::Clear, .. }
    )
}

/// Whether an item is what the message under this slot confirms.
fn shows(item: &OpenItem, made: &Slot) -> bool {
    let Target::Schedule { schedule, .. } = &item.target else { return false };
    names::standing(made) == Some(Standing::Card(schedule.clone()))
}

/// The reminder that the message under this slot confirms, while it is ahead.
async fn standing_reminder(context: &mut Context<'_>, made: &Slot) -> Stored<Option<Schedule>> {
    let Some(Standing::Card(id)) = names::standing(made) else { return Ok(None) };
    let found = context.tx.schedule(&id).await?;
    Ok(found.filter(|schedule| !schedule.over() && matches!(schedule.duty, Duty::Remind(_))))
}

/// Undoes what the earlier words made, and forgets that they made it. What cannot be undone stays, and that is said.
async fn undo_former(context: &mut Context<'_>, request: &Request, made: &Slot, posted: &Posted) -> Stored<()> {
    context.tx.forget_part(posted).await?;
    let outcome = if let Some(schedule) = standing_reminder(context, made).await? {
        let delete = ScheduleAct::Delete { listed: false };
        change_schedule::on_schedule(context, request, &schedule.id, &delete, None).await?
    } else {
        let Some(id) = names::noted(made) else { return Ok(()) };
        let change = change_note::own_change(context, request, &id).await?;
        if change.is_none_or(|(change, _)| change.undone) {
            return Ok(());
        }
        change_note::undo_note(context, request, &id, false).await?
    };
    if let EventOutcome::Refused(why) = outcome {
        say::say(context, request, Message::lines([why]).silently()).await?;
    }
    Ok(())
}
