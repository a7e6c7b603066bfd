//! Understood intents that are not carried out at once: one button that says what it would do, or the sentence that
//! only a press decides. The button carries the typed intent; code makes its label, never the model.

use super::apply::{as_idea, carry_out, for_item};
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::PersonId;
use crate::secretary::intent::consent::{Consent, consent};
use crate::secretary::intent::{Intent, OpenItem, Spoken};
use crate::secretary::message::Message;
use crate::secretary::message::action::{Action, NoteAct};
use crate::secretary::notes::Wish;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::wording::talk::understanding as wording;

/// The most open items offered where the model is too weak.
const OFFERED: usize = 4;

/// Asks with one button whether this was meant.
pub(in crate::engine::routing) async fn ask(
    context: &mut Context<'_>,
    request: &Request,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Stored<EventOutcome> {
    let option = option_label(context, intent, item).await?;
    let mut keys = context.keys();
    let action = Action::Understood {
        person: request.person.id.clone(),
        intent: Box::new(intent.clone()),
        item: item.map(|item| Box::new(item.clone())),
    };
    let message = wording::meant(intent, item, option.as_deref(), action, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Says that only a press decides this, and shows where.
pub(in crate::engine::routing) async fn press_only(
    context: &mut Context<'_>,
    request: &Request,
    item: Option<&OpenItem>,
) -> Stored<EventOutcome> {
    say::say(context, request, Message::lines([wording::press_only(item)])).await?;
    commands::command(context, request, "decisions", "").await
}

/// Asks the person by buttons what was meant, since the model could not say.
pub(in crate::engine::routing) async fn ask_what_is_meant(
    context: &mut Context<'_>,
    request: &Request,
    spoken: &Spoken,
    items: &[OpenItem],
) -> Stored<EventOutcome> {
    let mut keys = context.keys();
    let mut offers = vec![(wording::new_idea(), as_idea(spoken))];
    let open = items.iter().filter_map(|item| Some((wording::for_item(item), for_item(spoken, item)?)));
    offers.extend(open.take(OFFERED));
    if !spoken.passed_on() {
        let wish = Wish::Keep { text: spoken.text().to_owned() };
        offers.push((wording::keep_as_note(), Action::OnNotes { act: NoteAct::Do { wish: Box::new(wish) } }));
    }
    let message = wording::what_is_meant(offers, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Handles the button of an understood intent. Only the writer of the words may press it, and what only the press of
/// a prompt decides is refused here, too.
pub(in crate::engine) async fn confirmed(
    context: &mut Context<'_>,
    request: &Request,
    person: &PersonId,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Stored<EventOutcome> {
    if *person != request.person.id {
        return Ok(EventOutcome::Refused(wording::not_yours()));
    }
    if consent(intent, item.map(|item| item.kind)) == Consent::PressOnly {
        return Ok(EventOutcome::Refused(wording::press_only(item)));
    }
    Box::pin(carry_out(context, request, intent, item)).await
}

/// "Try now" of a message that could not be understood yet, or whose understanding failed for good.
pub(in crate::engine) async fn understood_again(
    context: &mut Context<'_>,
    spoken: &Spoken,
    ended: bool,
) -> Stored<EventOutcome> {
    let lane = spoken.lane();
    // A row that has not ended becomes due; the message must not be understood twice.
    if context.tx.hurry(&lane, context.now).await? == 0 && ended {
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
