//! Where a message goes. Exact routes come first: words that a button asked for, a number, an exact label, yes or no,
//! six words said alone. Everything else becomes an effect that the model understands. No sentence is interpreted
//! here.

pub(super) mod awaited;
pub(super) mod commands;
pub(super) mod exact;
pub(super) mod message;
pub(super) mod pieces;
pub(super) mod presses;
mod scripts;
pub(super) mod ticket_buttons;
pub(super) mod understanding;

use crate::engine::context::{Context, Handled, Request, audit_log, conversation, say};
use crate::engine::handlers::rooms::transferred_groups;
use crate::engine::handlers::schedules::new_reminder;
use crate::engine::handlers::tickets::edited_messages;
use crate::engine::routing::presses::perform;
use crate::engine::thinking::received_files::home_of;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::flow::submitted::script_in;
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::intent::pieces::cut;
use crate::secretary::intent::{Spoken, lane_of};
use crate::secretary::language::exact::{Alone, alone};
use crate::secretary::message::action::{Action, FlowAct, ScheduleAct};
use crate::secretary::message::commands::{FlowOrder, Order, plain_name, takes_words, typed as as_command};
use crate::secretary::message::{Message, routing as names};
use crate::secretary::orders::{flow, read_command};
use crate::secretary::permissions::Operation;
use crate::secretary::received::ReceivedFile;
use crate::secretary::redaction::marked;
use crate::secretary::wording;
use crate::secretary::wording::talk::{self, received_files, refusals};
use chrono::TimeDelta;

/// How long words are taken for what a button asked for.
pub(super) const EXPECTED_FOR: TimeDelta = TimeDelta::minutes(30);

/// Routes a text message.
pub(super) async fn route(context: &mut Context<'_>, request: &Request, inbound: &Inbound) -> Handled {
    let Content::Text { text, addressed, reply_to, forwarded, attachments, refers, .. } = &inbound.content else {
        return Ok(EventOutcome::Decided(None));
    };
    let (direct, in_thread) = (request.room.direct(), request.room.thread_of.is_some());
    let every = request.room.purposes.every_message;
    let replied = transferred_groups::replied_to(context, request, reply_to.as_deref()).await?;
    if let Some(outcome) = transferred_groups::left_behind(context, request, replied.as_ref()).await? {
        return Ok(outcome);
    }
    let near = direct || *addressed || replied.is_some();
    let waiting = pieces::waiting(context, request, inbound).await?;
    if !*forwarded {
        if (near || in_thread)
            && let Some(outcome) = scripts::asked_for(context, request, attachments).await?
        {
            return Ok(outcome);
        }
        // Checked in any case, so that words given in another way end the wait.
        let near = near || in_thread;
        if let Some(outcome) =
            awaited(context, request, replied.as_ref(), text, (near, waiting.is_some() || !attachments.is_empty()))
                .await?
        {
            return Ok(outcome);
        }
        if (near || in_thread)
            && let Some(outcome) =
                Box::pin(understanding::answered::answered(context, request, replied.as_ref(), text)).await?
        {
            return Ok(outcome);
        }
        if near && let Some(order) = alone(text) {
            return Box::pin(exact::single_words::said_alone(context, request, replied.as_ref(), order)).await;
        }
    }
    if let Some(outcome) = pieces::joined(context, request, inbound, waiting).await? {
        return Ok(outcome);
    }
    // In the thread of a ticket people may also talk to each other.
    let to_somebody = reply_to.is_some() && replied.is_none() && !*addressed;
    let taken = near || every || (in_thread && !to_somebody);
    if !taken || (in_thread && !near && !steers_here(context, request).await?) {
        return Ok(EventOutcome::Decided(None));
    }
    if !names::has_words(text) && attachments.is_empty() && !refers.iter().any(|words| names::has_words(&words.text)) {
        return say::refuse(context, request, refusals::nothing_to_do()).await;
    }
    if !direct && !request.room.purposes.intake && replied.is_none() && !in_thread {
        return say::refuse(context, request, wording::people::unknown_room(request.room.topic())).await;
    }
    let mut spoken = spoken(context, request, inbound.clone());
    spoken.replied = replied.map(|posted| posted.slot);
    begin(context, request, spoken).await
}

/// A message of this person here, as it waits to be understood.
fn spoken(context: &Context<'_>, request: &Request, inbound: Inbound) -> Spoken {
    let (room, person) = (request.room.id.clone(), request.person.id.clone());
    let spoken = Spoken::new(inbound, room, person, context.workspace());
    Spoken { joined_at: Some(request.person.joined_at), ..spoken }
}

/// Writes the effect that lets the model understand a message.
async fn begin(context: &mut Context<'_>, request: &Request, spoken: Spoken) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::SendIdea) {
        return say::refuse(context, request, why).await;
    }
    kept(context, request, spoken).await
}

/// Keeps a message until the rest of it had time to come.
async fn kept(context: &mut Context<'_>, request: &Request, spoken: Spoken) -> Handled {
    conversation::said_by_person(context, request, &conversation::with_files(&spoken)).await?;
    pieces::wait(context, spoken).await?;
    Ok(EventOutcome::Decided(None))
}

/// `/ask`, or a button with an example: the words are understood as if they had been typed alone.
pub(super) async fn asked(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    let Some(inbound) = context.arriving.clone() else { return Ok(EventOutcome::Decided(None)) };
    if !request.room.direct() && request.room.thread_of.is_none() && !request.room.purposes.intake {
        return say::refuse(context, request, wording::people::unknown_room(request.room.topic())).await;
    }
    let spoken = spoken(context, request, ordered(request, &inbound, text));
    begin(context, request, spoken).await
}

/// An edit of a message that is not understood yet: its new words count. Or of a file that waits for words: these are they.
/// None: neither.
pub(super) async fn edited_in_time(
    context: &mut Context<'_>,
    request: &Request,
    (message, text): (&str, &str),
) -> Stored<Option<EventOutcome>> {
    let lane = lane_of(&request.room.id, &request.person.id);
    if let Some(Effect::Understand { mut spoken }) = context.tx.newest(&lane).await?
        && spoken.pieces.is_empty()
        && spoken.inbound.message().is_some_and(|id| id == message)
        && let Content::Text { text: words, .. } = &mut spoken.inbound.content
    {
        // The words of a command are its arguments.
        let ordered = if spoken.command.is_some() { as_command(text) } else { None };
        *words = ordered.map_or_else(|| text.to_owned(), |(_, args)| args);
        context.tx.drop_newest(&lane).await?;
        conversation::said_by_person(context, request, text).await?;
        pieces::wait(context, *spoken).await?;
        return Ok(Some(EventOutcome::Decided(None)));
    }
    let Some((action, since)) = context.tx.expected(&request.room.id, &request.person.id).await? else {
        return Ok(None);
    };
    if let Action::WithFiles { files, .. } = &action
        && files.iter().any(|file| file.home == home_of(&request.room.place, message))
        && names::has_words(text)
    {
        let request = edited_messages::under(request, message);
        return perform(context, &request, &action, Some(text)).await.map(Some);
    }
    context.tx.expect(&request.room.id, &request.person.id, &action, since).await?;
    Ok(None)
}

/// A message that an edit addressed to the secretary: its words are new to it.
pub(super) async fn addressed_by_edit(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    (message, text): (&str, &str),
) -> Handled {
    let request = edited_messages::under(request, message);
    let inbound = typed(&request, inbound, text);
    Box::pin(route(context, &request, &inbound)).await
}

/// A command that came as the caption of a file, as a reply to somebody, or with a text that the app may have cut. An idea
/// and `/ask` take all of it along. Any other command that ends in words waits for the rest of them, and has no use for
/// a file.
pub(super) async fn ordered_with_more(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
    (name, args): (&str, &str),
) -> Handled {
    let Content::Command { attachments: files, .. } = &inbound.content else {
        return Ok(EventOutcome::Decided(None));
    };
    match read_command::read(name, args) {
        Ok(Order::New(text)) => {
            let spoken = spoken(context, request, ordered(request, inbound, &text));
            let outcome = begin(context, request, Spoken { command: Some(name.to_owned()), ..spoken }).await?;
            // The receipt says that something was hidden.
            if marked(&text) && matches!(outcome, EventOutcome::Decided(_)) {
                context.notice = None;
            }
            Ok(outcome)
        }
        Ok(Order::Flow(FlowOrder::New { name, script })) => {
            scripts::with_command(context, request, (&name, &script), files).await
        }
        // Words that would mean something else without a file.
        Ok(Order::Flow(FlowOrder::From(_) | FlowOrder::HowToMake)) if script_in(files).is_some() => {
            scripts::with_command(context, request, flow::named(args), files).await
        }
        Ok(Order::Ask(text)) => Box::pin(asked(context, request, &text)).await,
        Ok(_) | Err(_) => {
            let outcome = if cut(inbound.place.platform, args) && takes_words(&plain_name(name)) {
                let spoken = spoken(context, request, typed(request, inbound, args));
                // The permission is asked for once it is carried out.
                kept(context, request, Spoken { command: Some(name.to_owned()), ..spoken }).await?
            } else {
                commands::command(context, request, name, args).await?
            };
            if !files.is_empty() {
                say::say(context, request, Message::lines([received_files::not_used()]).silently()).await?;
            }
            Ok(outcome)
        }
    }
}

/// Words about files that were sent before, typed or with a button: they are understood together.
pub(super) async fn asked_about(
    context: &mut Context<'_>,
    request: &Request,
    text: &str,
    files: &[ReceivedFile],
) -> Handled {
    let Some(inbound) = context.arriving.clone() else { return Ok(EventOutcome::Decided(None)) };
    let mut spoken = spoken(context, request, typed(request, &inbound, text));
    spoken.files = files.to_vec();
    begin(context, request, spoken).await
}

/// An event as if these words had been typed to the secretary alone.
fn typed(request: &Request, inbound: &Inbound, text: &str) -> Inbound {
    let content = Content::Text {
        message: request.message.clone().unwrap_or_default(),
        text: text.to_owned(),
        addressed: true,
        reply_to: None,
        attachments: Vec::new(),
        forwarded: false,
        refers: Vec::new(),
    };
    Inbound { content, ..inbound.clone() }
}

/// The words of a command as if they had been typed, with what came along with it.
fn ordered(request: &Request, inbound: &Inbound, text: &str) -> Inbound {
    let mut typed = typed(request, inbound, text);
    if let Content::Text { reply_to, attachments, refers, .. } = &mut typed.content
        && let Content::Command { reply_to: to, attachments: files, refers: words, .. } = &inbound.content
    {
        reply_to.clone_from(to);
        attachments.clone_from(files);
        refers.clone_from(words);
    }
    typed
}

/// Handles words that a button asked for. None: nothing asked for words here, or these reply to something else.
async fn awaited(
    context: &mut Context<'_>,
    request: &Request,
    replied: Option<&Posted>,
    text: &str,
    (near, beside_files): (bool, bool),
) -> Stored<Option<EventOutcome>> {
    let Some((action, since)) = context.tx.expected(&request.room.id, &request.person.id).await? else {
        return Ok(None);
    };
    // Words beside other files are about these, and files no button asked for.
    if beside_files {
        return Ok(None);
    }
    let asks = |posted: &Posted| posted.slot.as_str().contains("/words") || posted.slot.as_str().starts_with("re/");
    let elsewhere = replied.is_some_and(|posted| !asks(posted));
    let in_time = near && !elsewhere && context.now - since <= EXPECTED_FOR;
    // Signs alone can be an answer: “* * * * *” is a time.
    if !in_time || text.trim().is_empty() || !asked_for(&action) || !still_fits(context, &action).await? {
        return Ok(None);
    }
    match alone(text) {
        Some(Alone::Cancel | Alone::Stop) => {
            return say::answer(context, request, Message::lines([talk::left_as_it_is()])).await.map(Some);
        }
        // It means what it always means, and nobody asked for it.
        Some(Alone::Undo | Alone::Pause | Alone::Resume | Alone::Help) => return Ok(None),
        None => {}
    }
    if !new_reminder::may_answer(context, request, &action, text).await? {
        // The time or text that is known already is not left to a model, which sees the question among the last turns.
        context.tx.expect(&request.room.id, &request.person.id, &action, since).await?;
        return Ok(None);
    }
    let outcome = perform(context, request, &action, Some(text)).await?;
    say::said_if_refused(context, request, outcome).await.map(Some)
}

/// Whether this person may steer the ticket of the thread that they write in.
async fn steers_here(context: &mut Context<'_>, request: &Request) -> Stored<bool> {
    let Some((id, _)) = &request.room.thread_of else { return Ok(false) };
    Ok(context.tx.ticket(id).await?.is_some_and(|ticket| audit_log::could(request, Operation::Steer(&ticket))))
}

/// Whether the subject of awaited words can still take them.
async fn still_fits(context: &mut Context<'_>, action: &Action) -> Stored<bool> {
    if let Action::OnTicket { ticket, act } = action {
        return Ok(context.tx.ticket(ticket).await?.is_some_and(|ticket| names::fits(&ticket, act)));
    }
    if let Action::OnSchedule { schedule, .. } = action {
        return Ok(context.tx.schedule(schedule).await?.is_some_and(|s| !s.over()));
    }
    Ok(true)
}

/// Whether a button asked for words explicitly. Other waits, stored by older versions, are left to the model.
fn asked_for(action: &Action) -> bool {
    if let Action::OnTicket { act, .. } = action {
        return act.words().is_some();
    }
    matches!(
        action,
        Action::OnSchedule { act: ScheduleAct::Edit, .. }
            | Action::OnFlow { act: FlowAct::Schedule, .. }
            | Action::NewFlow { .. }
            | Action::Remind { .. }
            | Action::WithFiles { .. }
            | Action::OnNotes { .. }
            | Action::Zone { .. }
            | Action::Command { .. }
    )
}
