//! Understood intents that are not carried out at once: one button that says what it would do, or the sentence that
//! only a press decides. The button carries the typed intent; code makes its label, never the model. Also the message
//! that says that words wait to be understood.

use super::apply::carry_out;
use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::flows::ask;
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::effect::Effect;
use crate::secretary::ids::{PersonId, Slot};
use crate::secretary::intent::{Heard, Intent, OpenItem, Spoken, Target, budget_lane};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::commands::plain_name;
use crate::secretary::orders::consent::{Consent, consent};
use crate::secretary::wording::talk::understanding as wording;

/// Asks with one button whether this was meant.
pub async fn ask(context: &mut Context<'_>, request: &Request, intent: &Intent, item: Option<&OpenItem>) -> Handled {
    let option = label_of(context, intent, item).await?;
    let action = Action::Understood {
        person: request.person.id.clone(),
        intent: Box::new(intent.clone()),
        item: item.map(|item| Box::new(item.clone())),
    };
    say::ask(context, request, |keys| wording::meant(intent, item, option.as_deref(), action, keys)).await
}

/// Says that only a press decides this, and shows where; of a command, that it must be typed.
pub async fn press_only(
    context: &mut Context<'_>,
    request: &Request,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Handled {
    if let Intent::Command { name, text } = intent {
        return say::answer(context, request, wording::typed_only(&plain_name(name), text)).await;
    }
    let why = wording::press_only(item);
    if item.is_some_and(|item| matches!(item.target, Target::Asked { .. })) {
        return say::refuse(context, request, why).await;
    }
    say::say(context, request, Message::lines([why])).await?;
    commands::command(context, request, "decisions", "").await
}

/// Handles the button of an understood intent. Only the writer of the words may press it, and what only the press of
/// a prompt decides is refused here, too.
pub async fn confirmed(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Handled {
    if *person != request.person.id {
        return Ok(EventOutcome::Refused(wording::not_yours()));
    }
    if consent(intent, item.map(|item| item.kind)) == Consent::PressOnly {
        return Ok(EventOutcome::Refused(wording::press_only(item)));
    }
    Box::pin(carry_out(context, request, intent, item)).await
}

/// Says that a message waits, or why it is not understood, and in its place that it is understood now. Words without a
/// message of their own get a new one each time.
pub async fn say_whether_it_waits(
    context: &mut Context<'_>,
    request: &Request,
    spoken: &Spoken,
    heard: &Heard,
) -> Stored<()> {
    let slot = spoken.inbound.message().map(|message| Slot::new(format!("re/waits/{message}")));
    let slot = slot.unwrap_or_else(|| say::answer_slot(context));
    let room = &request.room.id;
    let stands = context.tx.post_pending(room, &slot).await? || !context.tx.posted(&slot, room).await?.is_empty();
    let mut keys = context.keys();
    let message = match heard {
        Heard::Delayed => wording::delayed(spoken, &mut keys),
        Heard::Barred(why) => wording::barred(why),
        Heard::Failed(why) => wording::failed(spoken, why.text(), &mut keys),
        Heard::Understood { .. } | Heard::OnlyFiles | Heard::TooWeak { .. } if stands => wording::went_on(),
        Heard::Understood { .. } | Heard::OnlyFiles | Heard::TooWeak { .. } => return Ok(()),
    };
    if stands {
        return say::rewrite(context, request, slot, message, keys).await;
    }
    say::put(context, request, slot, message, keys).await.map(drop)
}

/// "Try now" of a message that could not be understood yet, or whose understanding failed for good.
pub async fn understood_again(context: &mut Context<'_>, spoken: &Spoken, ended: bool) -> Handled {
    let lane = spoken.lane();
    // A row that has not ended becomes due; the message must not be understood twice.
    let waiting = context.tx.hurry(&lane, context.now).await?;
    if !ended {
        context.tx.hurry(&budget_lane(&spoken.workspace, &spoken.person), context.now).await?;
    } else if waiting == 0 {
        context.enqueue(lane, None, Effect::Understand { spoken: Box::new(spoken.clone()) }).await?;
    }
    Ok(EventOutcome::Decided(Some(wording::on_it().to_owned())))
}

/// The label of the option that an intent names.
pub async fn label_of(context: &mut Context<'_>, intent: &Intent, item: Option<&OpenItem>) -> Stored<Option<String>> {
    let (Intent::Decide { option: Some(option), .. }, Some(item)) = (intent, item) else { return Ok(None) };
    let at = option.saturating_sub(1);
    if let Target::Asked { run, place } = &item.target {
        let question = ask::question(context, run, *place).await?;
        return Ok(question.and_then(|question| question.options.into_iter().nth(at)));
    }
    let Target::Decision { ticket, decision } = &item.target else { return Ok(None) };
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(None) };
    Ok(ticket.decision(decision).and_then(|d| d.asked.options.get(at)).map(|option| option.label.clone()))
}
