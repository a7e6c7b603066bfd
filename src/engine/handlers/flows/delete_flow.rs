//! Deletes flows with what runs of them and the schedules they have, and brings them back.

use crate::engine::context::{Context, Handled, Request, effects, say};
use crate::engine::flows::shown;
use crate::engine::flows::start::stop_all;
use crate::engine::handlers::flows::list_flows;
use crate::engine::handlers::schedules::delete_schedule;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::Flow;
use crate::secretary::ids::Slot;
use crate::secretary::message::Message;
use crate::secretary::schedule::{self, Schedule};
use crate::secretary::wording::schedules::flows::cards;

/// Deletes a flow, with an Undo.
pub async fn delete(context: &mut Context<'_>, request: &Request, mut flow: Flow) -> Handled {
    let (schedules, ended) = end(context, &mut flow).await?;
    let mut keys = context.keys();
    let message = cards::deleted(&flow, schedules, ended, &mut keys);
    let card = shown::card_slot(&flow);
    if !context.tx.posted(&card, &request.room.id).await?.is_empty() {
        let bare = Message { buttons: Vec::new(), ..message.clone() };
        say::edit(context, request.room.id.clone(), card, bare).await?;
    }
    let gone = Slot::new(format!("flow/{}/gone", flow.id));
    say::put(context, request, gone, message, keys).await?;
    Ok(EventOutcome::Decided(Some(cards::DELETED.to_owned())))
}

/// Ends a flow without a word, with what runs of it. The schedules that end with it, and how many runs.
pub async fn end(context: &mut Context<'_>, flow: &mut Flow) -> Stored<(Vec<Schedule>, usize)> {
    let ended = stop_all(context, &flow.id).await?;
    let schedules = shown::schedules_of(context, flow).await?;
    for one in &schedules {
        delete_schedule::end_schedule(context, &one.id).await?;
    }
    flow.delete(context.now);
    context.tx.save_flow(flow).await?;
    Ok((schedules, ended))
}

/// "Undo" of a deletion: the flow and its schedules are there again; what ran of it stays ended.
pub async fn bring_back(
    context: &mut Context<'_>,
    request: &Request,
    mut flow: Flow,
    schedules: &[Schedule],
) -> Handled {
    if !flow.restore() {
        return Ok(EventOutcome::Refused(cards::back_already()));
    }
    context.tx.save_flow(&flow).await?;
    let here = context.workspace();
    let mut all = context.tx.schedules(&here).await?;
    for kept in schedules {
        if all.iter().any(|there| there.id == kept.id) {
            continue;
        }
        let mut back = Schedule { next_at: kept.due_after(context.now), ..kept.clone() };
        back.snoozed_to = back.snoozed_to.filter(|at| *at > context.now);
        if all.iter().any(|there| !there.over() && there.number == back.number) {
            back.number = schedule::next_number(&all);
        }
        effects::save_schedule(context, &back).await?;
        all.push(back);
    }
    list_flows::show(context, request, &flow, cards::BACK).await?;
    Ok(EventOutcome::Decided(Some(cards::BACK.to_owned())))
}
