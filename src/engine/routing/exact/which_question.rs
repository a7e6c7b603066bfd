//! Words that may belong to several things that are asked: which is meant is asked, what was said last first, and no more of
//! them than can be looked over.

use crate::engine::context::apply_event;
use crate::engine::context::audit_log;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::tickets::edited_messages;
use crate::ports::store::{Prompt, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::Action;
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::effect::Effect;

/// The words behind a button.
pub(in crate::engine) enum Words {
    /// They count already.
    Taken,
    /// They do not, or it carries none; with what becomes of its message, where all of its buttons are for these.
    Free(Option<Taken>),
}

/// What becomes of a message whose buttons carry somebody's words, once these are taken.
pub(in crate::engine) struct Taken {
    slot: Slot,
}

/// Whether the words behind a button were taken already: whichever of a message's buttons gave them, they count
/// once.
pub(in crate::engine) async fn spent(
    context: &mut Context<'_>,
    request: &Request,
    data: &str,
    action: &Action,
) -> Stored<Words> {
    let (Some(words), true) = (action.words_carried(), audit_log::could(request, Operation::SendIdea)) else {
        return Ok(Words::Free(None));
    };
    // Whose words they are not is refused, and takes nothing.
    if action.writer().is_some_and(|writer| *writer != request.person.id) {
        return Ok(Words::Free(None));
    }
    let Some((token, _)) = parse_data(data) else { return Ok(Words::Free(None)) };
    let Some(Prompt { actions, slot, .. }) = context.tx.prompt(&token).await? else { return Ok(Words::Free(None)) };
    let first = actions.iter().position(|a| a.words_carried() == Some(words)).unwrap_or_default();
    if edited_messages::noted_before(context, request, &format!("pressed/{token}/{first}")).await? {
        return Ok(Words::Taken);
    }
    let own = slot.filter(|slot| slot.as_str().starts_with("re/"));
    if let Some(slot) = own.filter(|_| actions.iter().all(|a| a.words_carried() == Some(words) || *a == Action::Leave))
    {
        return Ok(Words::Free(Some(Taken { slot })));
    }
    Ok(Words::Free(None))
}

/// The words of a button are taken, so that its message has nothing more to offer.
pub(in crate::engine) async fn words_taken(context: &mut Context<'_>, request: &Request, taken: Taken) -> Stored<()> {
    let (room, slot) = (request.room.id.clone(), taken.slot);
    context.tx.drop_view(&slot, &room).await?;
    apply_event::carry_out(context, vec![Effect::Bare { room, slot }], None).await
}
