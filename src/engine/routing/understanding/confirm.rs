//! What was understood and is not done at once: one button that says what it would do, or the plain word that only a press
//! decides. The button carries the typed intent; its label is made by code from that, never by the model.

use super::apply::{as_idea, carry_out, for_item};
use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
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
    desk: &mut Desk<'_>,
    visit: &Visit,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Stored<Fate> {
    let option = option_label(desk, intent, item).await?;
    let mut keys = desk.keys();
    let action = Action::Understood {
        person: visit.person.id.clone(),
        intent: Box::new(intent.clone()),
        item: item.map(|item| Box::new(item.clone())),
    };
    let message = wording::meant(intent, item, option.as_deref(), action, &mut keys);
    desk.say_with(visit, message, keys).await?;
    Ok(Fate::Decided(None))
}

/// Says that only a press decides this, and shows where.
pub(in crate::engine::routing) async fn press_only(
    desk: &mut Desk<'_>,
    visit: &Visit,
    item: Option<&OpenItem>,
) -> Stored<Fate> {
    desk.say(visit, Message::lines([wording::press_only(item)])).await?;
    desk.command(visit, "decisions", "").await
}

/// The model could not say what was meant: the person does, by a button.
pub(in crate::engine::routing) async fn ask_what_is_meant(
    desk: &mut Desk<'_>,
    visit: &Visit,
    spoken: &Spoken,
    items: &[OpenItem],
) -> Stored<Fate> {
    let mut keys = desk.keys();
    let mut offers = vec![(wording::new_idea(), as_idea(spoken))];
    let open = items.iter().filter_map(|item| Some((wording::for_item(item), for_item(spoken, item)?)));
    offers.extend(open.take(OFFERED));
    if !spoken.passed_on() {
        let wish = Wish::Keep { text: spoken.text().to_owned() };
        offers.push((wording::keep_as_note(), Action::OnNotes { act: NoteAct::Do { wish: Box::new(wish) } }));
    }
    let message = wording::what_is_meant(offers, &mut keys);
    desk.say_with(visit, message, keys).await?;
    Ok(Fate::Decided(None))
}

/// The button of an understood intent was pressed. Only whoever said the words may press it, and what only a prompt's own
/// press decides is not decided here, either.
pub(in crate::engine) async fn confirmed(
    desk: &mut Desk<'_>,
    visit: &Visit,
    person: &PersonId,
    intent: &Intent,
    item: Option<&OpenItem>,
) -> Stored<Fate> {
    if *person != visit.person.id {
        return Ok(Fate::Refused(wording::not_yours()));
    }
    if consent(intent, item.map(|item| item.kind)) == Consent::PressOnly {
        return Ok(Fate::Refused(wording::press_only(item)));
    }
    Box::pin(carry_out(desk, visit, intent, item)).await
}

/// "Try now" under a message that could not be understood yet, or whose understanding has ended with a failure.
pub(in crate::engine) async fn understood_again(desk: &mut Desk<'_>, spoken: &Spoken, ended: bool) -> Stored<Fate> {
    let lane = spoken.lane();
    // What has not ended goes on by itself, and must not be understood twice.
    if desk.tx.hurry(&lane, desk.now).await? == 0 && ended {
        desk.enqueue(lane, None, Effect::Understand { spoken: Box::new(spoken.clone()) }).await?;
    }
    Ok(Fate::Decided(Some(wording::on_it().to_owned())))
}

/// What the option of a decision is called that an intent names.
async fn option_label(desk: &mut Desk<'_>, intent: &Intent, item: Option<&OpenItem>) -> Stored<Option<String>> {
    use crate::secretary::intent::Target;
    let (
        Intent::Decide { option: Some(option), .. },
        Some(OpenItem { target: Target::Decision { ticket, decision }, .. }),
    ) = (intent, item)
    else {
        return Ok(None);
    };
    let Some(ticket) = desk.tx.ticket(ticket).await? else { return Ok(None) };
    let at = option.saturating_sub(1);
    Ok(ticket.decision(decision).and_then(|d| d.asked.options.get(at)).map(|option| option.label.clone()))
}
