//! Presses and forms. Their data is untrusted: the token is looked up, the buttons must belong to this room, and the
//! person must have the permission.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::flows::ask;
use crate::engine::handlers::flows::{change_flow, new_flow};
use crate::engine::handlers::notes::keep_note;
use crate::engine::handlers::people::erase;
use crate::engine::handlers::schedules::{change_schedule, delete_schedule, new_reminder, time_zones};
use crate::engine::handlers::settings::undo_settings;
use crate::engine::handlers::tickets::{cancel_all, edited_messages, new_ideas, received_files};
use crate::engine::routing::understanding::confirm;
use crate::engine::routing::{commands, ticket_buttons};
use crate::engine::transition::{duplicates, ticket_views};
use crate::ports::store::{EventOutcome, Prompt, Stored};
use crate::secretary::audit::Why;
use crate::secretary::ids::{RoomId, Slot};
use crate::secretary::message::action::{Action, FlowAct};
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::workspace::Room;
use crate::secretary::permissions::{self, Operation, button_rights};
use crate::secretary::received::ReceivedFile;
use crate::secretary::wording::schedules::together;
use crate::secretary::wording::talk::{self, late, understanding};

/// Handles a press or a sent form.
pub async fn pressed(
    context: &mut Context<'_>,
    request: &Request,
    data: &str,
    under: Option<&str>,
    text: Option<&str>,
) -> Handled {
    let (action, slot) = match found(context, &request.room, data).await? {
        Ok(found) => found,
        Err(why) => {
            audit_log::turned_away(context, why);
            let elsewhere = why == Why::Elsewhere;
            return Ok(EventOutcome::Refused(if elsewhere { late::of_another_chat() } else { late::forgotten() }));
        }
    };
    let used = match spent(context, request, data, &action).await? {
        Words::Used => {
            audit_log::turned_away(context, Why::Spent);
            return Ok(EventOutcome::Refused(late::taken_already()));
        }
        Words::Free(question) => question,
    };
    if let Some(slot) = slot.as_ref().filter(|_| action.is_understood_for(&request.person.id))
        && edited_messages::was_noted(context, request, &edited_messages::answered(slot)).await?
    {
        audit_log::turned_away(context, Why::Spent);
        return Ok(EventOutcome::Refused(late::taken_already()));
    }
    let rewrites = matches!(
        action,
        Action::Page { .. }
            | Action::CancelAll { .. }
            | Action::DropReminders { .. }
            | Action::Erase { .. }
            | Action::OnFlow { act: FlowAct::CancelAll { .. }, .. }
            | Action::Leave
    );
    if action == Action::Leave {
        await_no_words(context, request, data).await?;
    }
    let turned = slot.clone().filter(|_| rewrites);
    let outcome = perform(context, &Request { turned, ..request.clone() }, &action, text).await?;
    if let EventOutcome::Refused(_) = outcome {
        audit_log::came_late(context);
    }
    if let Some(question) = used {
        ticket_views::end_view(context, &request.room.id, &question).await?;
    }
    if let (EventOutcome::Decided(_), Some(slot)) = (&outcome, &slot) {
        let done = button_rights::done_with(&action, text.is_some());
        let answers = done || (rewrites && !matches!(action, Action::Page { .. }));
        if answers || ticket_views::asks_which(slot) {
            edited_messages::noted_before(context, request, &edited_messages::answered(slot)).await?;
        }
        if done {
            say::bare(context, &request.room.id, slot).await?;
        }
    }
    if let (Some(slot), Some(message)) = (slot, under) {
        // This comes last, so that the change of the press reaches this message, too.
        duplicates::stands(context, request, &slot, message).await?;
    }
    Ok(outcome)
}

/// Somebody leaves a question: if it is about files, the next words of their sender are for something else.
async fn await_no_words(context: &mut Context<'_>, request: &Request, data: &str) -> Stored<()> {
    let Some((token, _)) = parse_data(data) else { return Ok(()) };
    let Some(Prompt { actions, .. }) = context.tx.prompt(&token).await? else { return Ok(()) };
    for action in &actions {
        if let Action::WithFiles { files, by, .. } = action {
            received_files::await_no_words(context, request, files, by.as_ref()).await?;
        }
    }
    Ok(())
}

/// The words behind a button.
enum Words {
    /// They were used already.
    Used,
    /// They are unused, or the button carries none. With the message to end, if all of its buttons are for these words.
    Free(Option<Slot>),
}

/// Whether the words behind a button were used already. Whichever button of the message used them, they count once. A
/// press by another person is refused and uses nothing.
async fn spent(context: &mut Context<'_>, request: &Request, data: &str, action: &Action) -> Stored<Words> {
    let theirs = action.writer().is_some_and(|writer| *writer != request.person.id);
    let words = action.words_carried().filter(|_| !theirs && audit_log::could(request, Operation::SendIdea));
    let (Some(words), Some((token, _))) = (words, parse_data(data)) else { return Ok(Words::Free(None)) };
    let Some(Prompt { actions, slot, .. }) = context.tx.prompt(&token).await? else { return Ok(Words::Free(None)) };
    let carries = |a: &Action| a.words_carried() == Some(words);
    let first = actions.iter().position(carries).unwrap_or_default();
    if edited_messages::noted_before(context, request, &format!("pressed/{token}/{first}")).await? {
        return Ok(Words::Used);
    }
    let alone = actions.iter().all(|a| carries(a) || *a == Action::Leave);
    Ok(Words::Free(slot.filter(|slot| alone && slot.as_str().starts_with("re/"))))
}

/// The action of button data with the slot of its message, if the button belongs to this room.
pub async fn action_of(context: &mut Context<'_>, room: &Room, data: &str) -> Stored<Option<(Action, Option<Slot>)>> {
    Ok(found(context, room, data).await?.ok())
}

/// The action of button data, or why there is none.
async fn found(context: &mut Context<'_>, room: &Room, data: &str) -> Stored<Result<(Action, Option<Slot>), Why>> {
    let Some((token, index)) = parse_data(data) else { return Ok(Err(Why::Unknown)) };
    let Some(Prompt { rooms, actions, slot }) = context.tx.prompt(&token).await? else {
        return Ok(Err(Why::Unknown));
    };
    let channel = room.thread_of.as_ref().map(|(_, channel)| channel);
    let here = |id: &RoomId| id == &room.id || Some(id) == channel;
    if !rooms.iter().any(here) && !in_the_same_chat(context, room, &rooms).await? {
        return Ok(Err(Why::Elsewhere));
    }
    Ok(actions.into_iter().nth(index).map(|action| (action, slot)).ok_or(Why::Unknown))
}

/// Whether one of the rooms is another topic of this chat. A message for a deleted topic appears in the chat itself
/// (platform-facts T43), before the same people.
async fn in_the_same_chat(context: &mut Context<'_>, room: &Room, rooms: &[RoomId]) -> Stored<bool> {
    for id in rooms {
        let Some(other) = context.tx.room(id).await? else { continue };
        if room.workspace == other.workspace && room.in_chat_of(&other.place) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Performs the action of a button.
pub async fn perform(context: &mut Context<'_>, request: &Request, action: &Action, text: Option<&str>) -> Handled {
    match action {
        Action::NewIdea { text, passed_on } => {
            context.passed_on |= *passed_on;
            new_ideas::idea(context, request, text, None).await
        }
        Action::WithFiles { text: words, files, by } => {
            if text.is_none() {
                received_files::await_no_words(context, request, files, by.as_ref()).await?;
            }
            // Whoever presses takes up files that somebody else sent.
            let theirs = by.as_ref().is_some_and(|by| *by != request.person.id);
            let of = |file: &ReceivedFile| ReceivedFile { of_others: file.of_others || theirs, ..file.clone() };
            let files: Vec<ReceivedFile> = files.iter().map(of).collect();
            Box::pin(super::asked_about(context, request, text.unwrap_or(words), &files)).await
        }
        Action::Say { text } => Box::pin(super::asked(context, request, text)).await,
        Action::Command { line } | Action::Page { line } => command_line(context, request, line, text).await,
        Action::SetBack { .. } => Box::pin(put_back(context, request, action)).await,
        Action::PutBack { person, was, set } => {
            Box::pin(undo_settings::put_all_back(context, request, person, was, set)).await
        }
        Action::Remind { .. } => new_reminder::remind(context, request, action, text).await,
        Action::Leave => ticket_views::leave(context, request).await,
        Action::Erase { person } => Box::pin(erase::forget_me(context, request, person)).await,
        Action::KeepClock { person, orders, zone } => {
            time_zones::keep_clock(context, request, person, orders, zone).await
        }
        Action::TakeBack { orders } => {
            delete_schedule::delete_together(context, request, orders, together::undone).await
        }
        Action::DropReminders { orders } => {
            ticket_views::leave(context, request).await?;
            delete_schedule::delete_together(context, request, orders, together::deleted).await
        }
        Action::BringBack { kept } => delete_schedule::bring_all_back(context, request, kept).await,
        Action::Forgotten {} => Ok(EventOutcome::Refused(late::forgotten())),
        Action::CancelAll { tickets } => Box::pin(cancel_all::cancel_all(context, request, tickets)).await,
        Action::TakeUpAll { tickets, told } => Box::pin(cancel_all::take_up_all(context, request, tickets, told)).await,
        Action::Understood { person, intent, item } => {
            confirm::confirmed(context, request, person, intent, item.as_deref()).await
        }
        Action::WithWords { person, action, along, .. } if *person == request.person.id => {
            (context.files, context.refers) = (along.files.clone(), along.refers.clone());
            Box::pin(perform(context, request, action, text)).await
        }
        Action::WithWords { .. } => Ok(EventOutcome::Refused(understanding::not_yours())),
        Action::UnderstandAgain { spoken, ended } => confirm::understood_again(context, spoken, *ended).await,
        Action::OnNotes { act } => keep_note::on_notes(context, request, act, text).await,
        Action::FlowAsked { run, index, option } => {
            Box::pin(ask::pressed(context, request, run, *index, *option)).await
        }
        Action::Zone { person, name } => {
            time_zones::zone_pressed(context, request, person, name.as_deref(), text).await
        }
        Action::OnSchedule { schedule, act } => {
            change_schedule::on_schedule(context, request, schedule, act, text).await
        }
        Action::OnFlow { flow, act } => Box::pin(change_flow::on_flow(context, request, flow, act, text)).await,
        Action::NewFlow { name, typed } => Box::pin(new_flow::words(context, request, (name, typed), text)).await,
        Action::OnTicket { ticket, act } => match context.tx.ticket(ticket).await? {
            // The words of a button take along what came with them.
            Some(ticket) if action.words_carried().is_some() => {
                let ticket = received_files::taken_along(context, request, ticket).await?;
                ticket_buttons::on_ticket(context, request, &ticket, act, text).await
            }
            Some(ticket) => ticket_buttons::on_ticket(context, request, &ticket, act, text).await,
            None => Ok(EventOutcome::Refused(late::forgotten())),
        },
    }
}

/// The "Undo" of a setting.
async fn put_back(context: &mut Context<'_>, request: &Request, action: &Action) -> Handled {
    let Action::SetBack { person, line, .. } = action else { return Ok(EventOutcome::Refused(late::forgotten())) };
    if request.person.id != *person {
        let order = undo_settings::order_of(line);
        let operation =
            order.as_ref().map_or(Operation::ManageSettings, |o| permissions::operation_of(o, request.room.direct()));
        return undo_settings::not_theirs_to_undo(context, request, person, operation).await;
    }
    if !undo_settings::sets_back(context, request, action).await? {
        return Ok(EventOutcome::Refused(talk::set_since()));
    }
    command_line(context, request, line, None).await
}

/// Runs a command line without its slash, with the words of a form behind it.
pub async fn command_line(context: &mut Context<'_>, request: &Request, line: &str, text: Option<&str>) -> Handled {
    let line = match text {
        Some(more) => format!("{line} {}", more.trim()),
        None => line.to_owned(),
    };
    let (name, args) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    commands::command(context, request, name, args).await
}
