//! Deletes a table that flows keep, and brings it back. Until it is forgotten its rows stand under a name that no script has.

use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::tables::{Query, kept_as};
use crate::secretary::flow::{Flow, calls};
use crate::secretary::ids::FlowId;
use crate::secretary::permissions::Operation;
use crate::secretary::wording::schedules::flows::tables as wording;

/// Deletes a table that the script of a flow names, with an Undo.
pub async fn delete(context: &mut Context<'_>, request: &Request, flow: &Flow, table: &str) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::SteerFlow(flow)) {
        return say::refuse(context, request, why).await;
    }
    let named = calls::tables(&flow.script);
    let kept = kept_as(table, context.now);
    let here = context.workspace();
    let rows = if named.iter().any(|name| name == table) {
        context.tx.rename_flow_table(&here, table, &kept).await?
    } else {
        0
    };
    if rows == 0 {
        return say::refuse(context, request, wording::no_table(flow, table, &named)).await;
    }
    say::ask(context, request, |keys| wording::deleted(flow, (table, rows), kept, keys).own()).await
}

/// Whether the "Undo" of a deletion still works for this person: the rows of the table are kept under this name.
pub async fn comes_back(context: &mut Context<'_>, request: &Request, flow: &FlowId, kept: &str) -> Stored<bool> {
    let flow = context.tx.flow(flow).await?;
    let may = flow.is_some_and(|flow| audit_log::could(request, Operation::SteerFlow(&flow)));
    let here = context.workspace();
    Ok(may && !context.tx.flow_rows(&here, kept, &Query::newest(1)).await?.is_empty())
}

/// "Undo" of a deletion: the rows are in their table again.
pub async fn bring_back(
    context: &mut Context<'_>,
    request: &Request,
    flow: &Flow,
    (table, kept): (&str, &str),
) -> Handled {
    let here = context.workspace();
    if !comes_back(context, request, &flow.id, kept).await? {
        return Ok(EventOutcome::Refused(wording::back_already()));
    }
    if context.tx.rename_flow_table(&here, kept, table).await? == 0 {
        return Ok(EventOutcome::Refused(wording::in_the_way(flow, table)));
    }
    Ok(EventOutcome::Decided(Some(wording::back(table))))
}
