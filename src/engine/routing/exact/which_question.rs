//! Questions whose buttons carry a person's words: whether the words were used already, and what becomes of the
//! message.

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
    /// They were used already.
    Taken,
    /// They are unused, or the button carries none. With the message to change, if all of its buttons are for these
    /// words.
    Free(Option<Taken>),
}

/// The message whose buttons carry a person's words, once these are used.
pub(in crate::engine) struct Taken {
    slot: Slot,
}

/// Whether the words behind a button were used already. Whichever button of the message used them, they count once.
pub(in crate::engine) async fn spent(
    context: &mut Context<'_>,
    request: &Request,
    data: &str,
    action: &Action,
) -> Stored<Words> {
    let (Some(words), true) = (action.words_carried(), audit_log::could(request, Operation::SendIdea)) else {
        return Ok(Words::Free(None));
    };
    // A press by another person is refused and uses nothing.
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

/// Records that the words of a button were used. Its message loses its buttons.
pub(in crate::engine) async fn words_taken(context: &mut Context<'_>, request: &Request, taken: Taken) -> Stored<()> {
    let (room, slot) = (request.room.id.clone(), taken.slot);
    context.tx.drop_view(&slot, &room).await?;
    apply_event::carry_out(context, vec![Effect::Bare { room, slot }], None).await
}
