//! Changes of a decision that was made lately: another option, or "undo". The choice is reverted only while no work
//! has used it; after that the answer says how it can still be changed.

use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::settings::approval_policy;
use crate::engine::handlers::tickets::ticket_views;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::{Decision, changed};
use crate::secretary::people::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::wording;
use crate::secretary::wording::decision::changing::Wanted;

/// Says that the work has used the decision already, and how it can still be changed. `wanted`: the new choice.
pub(in crate::engine) async fn gone_on(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    decision: &Decision,
    wanted: Wanted,
) -> Stored<EventOutcome> {
    let zone = context.zone_of(&request.person).await?;
    let already = wording::talk::late::decided(decision, Some(&request.person.id), zone, context.now);
    let mut keys = context.keys();
    let may = changed::may_change(ticket, decision, &context.settings().await?);
    let could = audit_log::could(request, Operation::Decide(ticket));
    if may && could {
        let message = wording::decision::changing::change(ticket, decision, &already, &wanted, &mut keys);
        return ticket_views::offer_change(context, request, (ticket, decision), message, keys).await;
    }
    let ended =
        could && matches!(wanted, Wanted::Anything) && approval_policy::ends_always(context, ticket, decision).await?;
    let message = wording::decision::changing::gone_on(ticket, decision, &already, ended, &mut keys);
    say::say_with(context, request, message, keys).await?;
    Ok(EventOutcome::Decided(None))
}
