//! Edits of messages that made a note, an entry of a list or a reminder. The new words are understood, and what the
//! old words made is changed or undone. Edits of ideas are in `handlers::tickets::edited_messages`.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::routing::{self, commands};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::inbound::Inbound;
use crate::secretary::intent::{Intent, ListAct, NoteAct, OpenItem, Spoken, Target, WhenChange};
use crate::secretary::message::action::ScheduleAct;
use crate::secretary::message::commands::{Order, typed};
use crate::secretary::message::routing::Standing;
use crate::secretary::message::{Message, routing as names};
use crate::secretary::orders::read_command;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::wording::ticket::tickets::READ_CHARS;

/// What the message of this request made before it was edited: the slot of the message that confirms it, and where the
/// message of the person stands.
pub async fn made_by(context: &mut Context<'_>, request: &Request) -> Stored<Option<(Slot, Posted)>> {
    let Some(message) = request.message.as_deref() else { return Ok(None) };
    let posted = context.tx.posted_as(&request.room.place, message).await?;
    Ok(posted.and_then(|posted| Some((names::made(&posted.slot)?, posted))))
}

/// Handles an edited message. None: it made nothing of this kind.
pub async fn said_anew(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let request = &edited_messages::under(request, message);
    let Some((made, posted)) = made_by(context, request).await? else { return Ok(None) };
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
