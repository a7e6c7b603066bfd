//! Carries out what a message was understood to mean. Each intent becomes the action of its button, through the same
//! checks, if the consent table allows it; otherwise it becomes a button. The model decides nothing here.

use crate::engine::context::{Context, Handled, Request, audit_log, say, sender};
use crate::engine::handlers::tickets::{edited_messages, new_ideas, received_files};
use crate::engine::routing::exact::single_words;
use crate::engine::routing::understanding::{confirm, edited_words, on_reminder};
use crate::engine::routing::{commands, presses};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::Origin;
use crate::secretary::budget::cost::Usage;
use crate::secretary::inbound::ReplyTo;
use crate::secretary::intent::{Heard, Idea, Intent, NoteAct, OpenItem, Spoken, Target, Understanding};
use crate::secretary::language::exact::Alone;
use crate::secretary::message::action::{Action, NoteAct as NoteButton};
use crate::secretary::message::commands::plain_name;
use crate::secretary::message::{Block, Message};
use crate::secretary::notes::Wish;
use crate::secretary::orders::consent::{Consent, consent};
use crate::secretary::orders::offers::offers;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::event::Event;
use crate::secretary::wording::notes::too_long;
use crate::secretary::wording::talk::understanding as wording;
use crate::secretary::wording::ticket::tickets::READ_CHARS;

/// The most characters of a direct answer.
const LONGEST_REPLY: usize = 6_000;

/// Handles the result of an understanding.
pub async fn understood(context: &mut Context<'_>, spoken: &Spoken, heard: &Heard, usage: Usage) -> Handled {
    context.here = spoken.workspace.clone();
    let said_by = context.tx.person(&spoken.person).await?;
    // Everything of the person was erased while the model read this: the words do not come back.
    if said_by.is_some_and(|by| by.erased || spoken.joined_at.is_some_and(|joined| by.began_anew(joined))) {
        received_files::erase(context, spoken).await?;
        return Ok(EventOutcome::Decided(None));
    }
    let Some(request) = sender::request_of(context, &spoken.inbound).await? else {
        return Ok(EventOutcome::Decided(None));
    };
    let request = &request;
    context.origin = Some(Origin::of(&spoken.inbound));
    audit_log::comes_from(context, &request.person, &request.room);
    context.passed_on = spoken.passed_on();
    context.files.clone_from(&spoken.files);
    context.refers = spoken.refers();
    received_files::tell(context, request, spoken, heard).await?;
    confirm::say_whether_it_waits(context, request, spoken, heard).await?;
    match heard {
        Heard::Understood { items, understanding } => {
            let items = &still_there(context, items).await?;
            tracing::info!(kinds = ?understanding.intents.iter().map(Intent::name).collect::<Vec<_>>(), "understood");
            let moved = context.trail.len();
            let outcome = all(context, request, spoken, (items, understanding), usage).await?;
            if let (true, Some(message)) = (context.trail.len() > moved, spoken.inbound.message()) {
                edited_messages::words_did(context, request, message).await?;
            }
            Ok(outcome)
        }
        Heard::OnlyFiles => match (&spoken.command, &spoken.ticket) {
            (Some(name), _) => Box::pin(commands::command(context, request, name, spoken.text())).await,
            (None, Some(_)) => Box::pin(super::on_ticket::piece_for(context, request, spoken)).await,
            (None, None) => received_files::ask(context, request, spoken).await,
        },
        // The model could not say what was meant, so the person does.
        Heard::TooWeak { items } => {
            let items = still_there(context, items).await?;
            say::ask(context, request, |keys| wording::what_is_meant(offers(spoken, &items), keys)).await
        }
        Heard::Delayed | Heard::Barred(_) | Heard::Failed(_) => Ok(EventOutcome::Decided(None)),
    }
}

/// The items without those whose ticket was erased while the model read them.
async fn still_there(context: &mut Context<'_>, items: &[OpenItem]) -> Stored<Vec<OpenItem>> {
    let mut left = items.to_vec();
    for ticket in items.iter().filter_map(|item| item.target.ticket()) {
        if context.tx.ticket(ticket).await?.is_none() {
            left.retain(|item| item.target.ticket() != Some(ticket));
        }
    }
    Ok(left)
}

async fn all(
    context: &mut Context<'_>,
    request: &Request,
    spoken: &Spoken,
    (items, understanding): (&[OpenItem], &Understanding),
    usage: Usage,
) -> Handled {
    let intents = if spoken.edits {
        Box::pin(edited_words::anew(context, request, spoken, (items, &understanding.intents))).await?
    } else {
        understanding.intents.clone()
    };
    let several = intents.len() > 1;
    let mut outcome = EventOutcome::Decided(None);
    let mut left = usage;
    for intent in &intents {
        context.part += 1;
        let item = intent.item().and_then(|name| items.iter().find(|item| item.handle == name));
        outcome = match (intent, consent(intent, item.map(|item| item.kind))) {
            // The cost of the understanding goes with the new ticket.
            (Intent::Idea(idea), _) => {
                let cost = std::mem::take(&mut left);
                Box::pin(new_idea(context, request, spoken, idea, (several, cost))).await?
            }
            // The model has read only the beginning of such a long text.
            (Intent::Note { act: NoteAct::Keep, .. }, _) if spoken.text().chars().count() > READ_CHARS => {
                say::refuse(context, request, too_long(spoken.text().chars().count())).await?
            }
            _ if intent.item().is_some() && item.is_none() => say::refuse(context, request, wording::gone()).await?,
            // A question of a flow takes an answer and nothing else.
            _ if item.is_some_and(only_asks) && !matches!(intent, Intent::Decide { .. } | Intent::Remind(_)) => {
                Box::pin(carry_out(context, request, intent, item)).await?
            }
            (_, Consent::AtOnce) => Box::pin(carry_out(context, request, intent, item)).await?,
            (_, Consent::Button) => confirm::ask(context, request, intent, item).await?,
            (_, Consent::PressOnly) => confirm::press_only(context, request, intent, item).await?,
        };
    }
    Ok(outcome)
}

/// Whether an item is a question of a flow.
fn only_asks(item: &OpenItem) -> bool {
    matches!(item.target, Target::Asked { .. })
}

/// Opens a ticket of an understood idea.
async fn new_idea(
    context: &mut Context<'_>,
    request: &Request,
    spoken: &Spoken,
    idea: &Idea,
    (several, usage): (bool, Usage),
) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::SendIdea) {
        return say::refuse(context, request, why).await;
    }
    // The question about a reminder was passed over.
    on_reminder::asked_before(context, request).await?;
    // Where there are only words of others, the summary says what was made of them.
    let summed_up = (several || spoken.text().trim().is_empty()) && !idea.summary.is_empty();
    let words = if summed_up { idea.summary.as_str() } else { spoken.text() };
    let ticket = new_ideas::opened(context, request, words, spoken.inbound.message().filter(|_| !several)).await?;
    let triage = Box::new(idea.clone().triage());
    apply_event::act(context, request, &ticket, &Event::IdeaUnderstood { triage, usage }).await
}

/// Carries out an intent as its button would.
pub async fn carry_out(
    context: &mut Context<'_>,
    request: &Request,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Handled {
    if let Some(item) = item.filter(|item| only_asks(item) && !matches!(intent, Intent::Remind(_))) {
        return Box::pin(super::on_ticket::answer_flow(context, request, intent, item)).await;
    }
    match intent {
        Intent::Reply { text } | Intent::Unclear { text } => say(context, request, text).await,
        Intent::Undo {} => single_words::mean(context, request, Alone::Undo, None).await,
        Intent::Remind(change) => on_reminder::remind(context, request, change).await,
        Intent::ChangeReminder(change) => on_reminder::change(context, request, item, change).await,
        Intent::Snooze(change) => Box::pin(on_reminder::snooze(context, request, item, change)).await,
        Intent::Widen(change) => on_reminder::widen(context, request, item, change).await,
        Intent::Note { act, title, text } => on_notes(context, request, Wish::of_note(*act, title, text)).await,
        Intent::List { act, title, things } => on_notes(context, request, Wish::of_list(*act, title, things)).await,
        Intent::Command { name, text } => commands::command(context, request, &plain_name(name), text.trim()).await,
        Intent::Pause { item: None } => commands::command(context, request, "pause", "").await,
        Intent::Resume { item: None } => commands::command(context, request, "resume", "").await,
        Intent::Answer { .. }
        | Intent::Decide { .. }
        | Intent::CorrectPlan(_)
        | Intent::AddTo(_)
        | Intent::Revise(_)
        | Intent::Start { .. }
        | Intent::Cancel { .. }
        | Intent::Pause { .. }
        | Intent::Resume { .. } => match item {
            Some(item) => Box::pin(super::on_ticket::carry_out(context, request, intent, item)).await,
            None => Ok(EventOutcome::Decided(None)),
        },
        // Ideas are handled above; look-ups were done before.
        Intent::Idea(_) | Intent::LookUp { .. } => Ok(EventOutcome::Decided(None)),
    }
}

/// Posts the answer of the model as a message of the secretary.
async fn say(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    let mut message = Message { silent: false, ..context.notice.take().unwrap_or_default() };
    message.blocks.push(Block::Markdown(text.chars().take(LONGEST_REPLY).collect()));
    // In a direct chat the answer appears right under the message anyway.
    let reply =
        if request.room.direct() { ReplyTo { message: None, ..request.reply.clone() } } else { request.reply.clone() };
    say::answer(context, &Request { reply, ..request.clone() }, message).await
}

async fn on_notes(context: &mut Context<'_>, request: &Request, wish: Wish) -> Handled {
    let action = Action::OnNotes { act: NoteButton::Do { wish: Box::new(wish) } };
    let outcome = presses::perform(context, request, &action, None).await?;
    say::said_if_refused(context, request, outcome).await
}
