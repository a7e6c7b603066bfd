//! Understood intents that are not carried out at once: one button that says what it would do, or the sentence that
//! only a press decides. The button carries the typed intent; code makes its label, never the model.

use super::apply::carry_out;
use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::PersonId;
use crate::secretary::intent::consent::{Consent, consent};
use crate::secretary::intent::{Intent, OpenItem, Spoken, budget_lane};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::message::commands::plain_name;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::wording::talk::understanding as wording;

/// Asks with one button whether this was meant.
pub async fn ask(context: &mut Context<'_>, request: &Request, intent: &Intent, item: Option<&OpenItem>) -> Handled {
    let option = option_label(context, intent, item).await?;
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
    say::say(context, request, Message::lines([wording::press_only(item)])).await?;
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
async fn option_label(context: &mut Context<'_>, intent: &Intent, item: Option<&OpenItem>) -> Stored<Option<String>> {
    use crate::secretary::intent::Target;
    let (
        Intent::Decide { option: Some(option), .. },
        Some(OpenItem { target: Target::Decision { ticket, decision }, .. }),
    ) = (intent, item)
    else {
        return Ok(None);
    };
    let Some(ticket) = context.tx.ticket(ticket).await? else { return Ok(None) };
    let at = option.saturating_sub(1);
    Ok(ticket.decision(decision).and_then(|d| d.asked.options.get(at)).map(|option| option.label.clone()))
}
