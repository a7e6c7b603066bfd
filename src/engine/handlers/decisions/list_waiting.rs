//! `/decisions`: a page of the decisions that wait for somebody, what flows ask, and the plans that wait for a start.

use crate::engine::context::{Context, Handled, Request, audit_log, say, visibility};
use crate::engine::flows::ask::{self, Question};
use crate::engine::handlers::decisions::choose::{self, is_asked_here};
use crate::engine::transition::ticket_views;
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::views::Asking;
use crate::secretary::permissions::Operation;
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::{Status, Ticket};
use crate::secretary::wording;
use crate::secretary::wording::lists::{in_order, turn};
use crate::secretary::wording::schedules::flow_runs::Asked;

/// `/decisions`: a page of them, after the given ticket.
pub async fn decisions(context: &mut Context<'_>, request: &Request, behind: Option<&(i64, String)>) -> Handled {
    let visibility = visibility::visibility(context, request).await?;
    let mut found = visibility::awaiting(context, Visibility::of_person(&request.person)).await?;
    found.retain(|t| visibility.covers(t) || t.open_decisions().any(|d| is_asked_here(request, t, d)));
    let mut all = in_order(&found);
    let mut passed = match behind {
        Some((number, key)) => {
            context.tx.ticket_numbered(&context.workspace(), *number).await?.map(|ticket| (ticket, key))
        }
        None => None,
    };
    if let Some((ticket, key)) = &passed
        && let Some(decision) = ticket.decisions.iter().find(|d| d.key.as_str() == key.as_str())
    {
        let last = turn(ticket, decision);
        let later: Vec<_> = all.iter().copied().filter(|(t, d)| turn(t, d) > last).collect();
        // If the rest was decided meanwhile, the first page shows what waits.
        (all, passed) = if later.is_empty() { (all, None) } else { (later, passed) };
    }
    let first = passed.is_none();
    let plans = if first { plans_waiting(context, request).await? } else { Vec::new() };
    let asked =
        if first { Box::pin(ask::open_for(context, &request.room, Some(&request.person))).await? } else { Vec::new() };
    if all.is_empty() && asked.is_empty() && !plans.is_empty() {
        return list_plans(context, request, &plans).await;
    }
    let outcome = if all.is_empty() && !asked.is_empty() {
        list_asked(context, request, &asked).await?
    } else {
        let outcome = Box::pin(choose::list_decisions(context, request, &all, Asking::Listed(!first))).await?;
        if !asked.is_empty() && request.turned.is_none() {
            list_asked(context, request, &asked).await?;
        }
        outcome
    };
    if !plans.is_empty() && request.turned.is_none() {
        list_plans(context, request, &plans).await?;
    }
    Ok(outcome)
}

/// Lists what flows ask, with the buttons that answer it.
async fn list_asked(context: &mut Context<'_>, request: &Request, asked: &[Question]) -> Handled {
    let listed: Vec<Asked> = asked
        .iter()
        .map(|question| Asked {
            flow: question.flow.name.clone(),
            text: question.text.clone(),
            options: question.options.iter().cloned().zip((0..).map(|option| question.action(option))).collect(),
        })
        .collect();
    let mut keys = context.keys();
    let message = wording::schedules::flow_runs::asked(&listed, &mut keys);
    say_listed(context, request, message, keys).await
}

/// The plans that wait for a start and that this person may start.
async fn plans_waiting(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Ticket>> {
    let visibility = visibility::visibility(context, request).await?;
    let filter = TicketFilter { statuses: vec![Status::Confirming], visibility, ..TicketFilter::default() };
    let mut found = visibility::every(context, filter).await?;
    found.retain(|ticket| audit_log::could(request, Operation::Steer(ticket)));
    Ok(found)
}

async fn list_plans(context: &mut Context<'_>, request: &Request, plans: &[Ticket]) -> Handled {
    let mut keys = context.keys();
    let message = wording::lists::plans(plans, &mut keys);
    say_listed(context, request, message, keys).await
}

/// Says one of these lists, in place of the page that was turned.
async fn say_listed(context: &mut Context<'_>, request: &Request, message: Message, keys: Keys) -> Handled {
    if say::turned(context, request).await?.is_some() {
        return say::say_page(context, request, message, keys).await;
    }
    let slot = ticket_views::list_slot(context);
    say::put(context, request, slot, message, keys).await
}
