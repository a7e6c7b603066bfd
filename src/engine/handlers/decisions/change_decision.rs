//! Changes of a decision that was made lately: another option, or "undo". The choice is reverted only while no work
//! has used it; after that the answer says how it can still be changed.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::settings::approval_policy;
use crate::engine::transition::ticket_views;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::decision::Decision;
use crate::secretary::permissions::Operation;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::changed;
use crate::secretary::wording;
use crate::secretary::wording::decision::changing::Wanted;

/// Asks whether a decision that was taken is to be changed to another option. None: it is open, this option counts
/// already, or it can be changed no more.
pub async fn offered(
    context: &mut Context<'_>,
    request: &Request,
    (ticket, decision): (&Ticket, &Decision),
    option: Option<usize>,
) -> Stored<Option<EventOutcome>> {
    let counts = changed::standing(ticket, decision);
    let Some(option) = option.filter(|option| counts.verdict().is_some_and(|taken| taken.option != Some(*option)))
    else {
        return Ok(None);
    };
    let may = changed::may_change(ticket, counts, &context.settings().await?);
    if !may || !audit_log::could(request, Operation::Decide(ticket)) {
        return Ok(None);
    }
    Box::pin(gone_on(context, request, ticket, counts, Wanted::Option(option))).await.map(Some)
}

/// Says that the work has used the decision already, and how it can still be changed. `wanted`: the new choice.
pub async fn gone_on(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    decision: &Decision,
    wanted: Wanted,
) -> Handled {
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
    say::say_with(context, request, message, keys).await
}
