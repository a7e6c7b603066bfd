//! Work and messages that wait for a budget go on where there is room again.

use crate::engine::context::{Context, Request, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::{EventOutcome, Stored, TicketFilter};
use crate::secretary::budget::{AccountKey, Scope, day};
use crate::secretary::decision::Subject;
use crate::secretary::intent::budget_lane;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::{Status, Ticket};

/// A budget of several tickets was extended in one of them: the others continue without an answer of their own.
pub async fn others_go_on(context: &mut Context<'_>, request: &Request, ticket: &Ticket, event: &Event) -> Stored<()> {
    let Event::DecisionMade { decision, option: Some(0), .. } = event else { return Ok(()) };
    let Some(Subject::Budget(scope)) = ticket.decision(decision).map(|decision| decision.subject) else {
        return Ok(());
    };
    if scope != Scope::Ticket {
        messages_go_on(context).await?;
        let today = day(context.now, &context.settings().await?.zone);
        let same = AccountKey::of(scope, &ticket.id, &ticket.requester, &today);
        Box::pin(go_on_within(context, request, &[scope], Some(&same))).await?;
    }
    Ok(())
}

/// Messages that wait for room in a budget are looked at again. Those without room wait on.
pub async fn messages_go_on(context: &mut Context<'_>) -> Stored<()> {
    let here = context.workspace();
    for person in context.tx.people(&here).await? {
        context.tx.hurry(&budget_lane(&here, &person.id), context.now).await?;
    }
    Ok(())
}

/// Tickets that wait for one of these budgets continue where there is room, as if the person had pressed so in each.
/// `only`: the one account with room. Returns the numbers of these tickets.
pub async fn go_on_within(
    context: &mut Context<'_>,
    request: &Request,
    scopes: &[Scope],
    only: Option<&AccountKey>,
) -> Stored<Vec<i64>> {
    let (actor, settings) = (context.actor(request).await?, context.settings().await?);
    let (today, has) = (day(context.now, &settings.zone), context.engine.currency());
    let reads = context.engine.parts.model.reads();
    // A ticket that waits since an older version is not in the state Deciding.
    let statuses = vec![Status::Deciding, Status::Waiting, Status::Paused];
    let waiting = visibility::every(context, TicketFilter { statuses, ..TicketFilter::default() }).await?;
    let mut freed = Vec::new();
    for ticket in waiting {
        for decision in ticket.open_decisions() {
            let Subject::Budget(scope) = decision.subject else { continue };
            let key = AccountKey::of(scope, &ticket.id, &ticket.requester, &today);
            if only.is_some_and(|only| *only != key) {
                continue;
            }
            let account = context.tx.account(&ticket.workspace, &key).await?.counted_in(has);
            let keeps = !reads || settings.budget.lack(scope, has).is_none();
            if !scopes.contains(&scope) || !keeps || !account.has_room(settings.budget.of(scope)) {
                continue;
            }
            let goes_on = Event::DecisionMade { decision: decision.key.clone(), option: Some(0), text: None };
            if let EventOutcome::Decided(_) =
                apply_event::apply(context, &ticket.id, &goes_on, Some(actor.clone())).await?
            {
                freed.push(ticket.number);
            }
        }
    }
    freed.dedup();
    Ok(freed)
}
