//! Collects the facts about a ticket for the lifecycle, and asks it for the refusal of an event. It only reads.

use crate::engine::context::{Context, directory, find_room};
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::ids::RunId;
use crate::secretary::lifecycle::step::{Outcome, step};
use crate::secretary::people::workspace::Person;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::{Actor, Facts};
use crate::secretary::ticket::task::Attached;
use crate::secretary::ticket::{Ending, Stage, Status, TaskState, Ticket, Waiting};
use crate::workers::journal::{Record, Standing};
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that the lifecycle may need to know beside the ticket.
pub async fn facts(context: &mut Context<'_>, ticket: &Ticket, actor: Option<Actor>) -> Stored<Facts> {
    let settings = context.settings().await?;
    let directory = directory::directory(context).await?;
    let (mut decision_rooms, deciders) = (directory.decision_rooms_at(context.now), directory.deciders_at(context.now));
    let deputy_rooms = directory.deputy_rooms_at(&ticket.requester, context.now);
    let requester = context.tx.person(&ticket.requester).await?;
    let own_zone = requester.as_ref().and_then(|p| p.zone.as_deref()).and_then(|z| z.parse().ok());
    let requester_decides = requester.as_ref().is_some_and(Person::decides_about_own);
    let requester_lent = requester.as_ref().is_some_and(|p| p.lent_own(&settings.server_roles));
    let asked_at_home = decision_rooms.is_empty() && (requester_decides || !ticket.direct);
    if asked_at_home && find_room::out_of_reach(context, &ticket.room).await? {
        // The decision is asked in the other decision rooms as well. The room of the ticket gets it as soon as that
        // room can be reached.
        decision_rooms.push(ticket.room.clone());
        decision_rooms.extend(directory.chats_at(context.now).into_iter().filter(|room| *room != ticket.room));
    }
    let language = requester.and_then(|p| p.language).unwrap_or_else(|| settings.language.clone());
    Ok(Facts {
        actor,
        // An event that gives a ticket several steps needs other tokens for each.
        tokens: context.seed.tokens(&format!("{}/{}", ticket.id, ticket.version)),
        roster: ticket.roster(&context.engine.parts.roster),
        loads: loads_beside(context, ticket).await?,
        scores: context
            .tx
            .records(&ticket.workspace)
            .await?
            .into_iter()
            .map(|(agent, record)| (agent, record.score()))
            .collect(),
        zone_told: own_zone.is_some(),
        zone: own_zone.or_else(|| settings.zone.parse().ok()).unwrap_or(chrono_tz::Tz::UTC),
        settings,
        decision_rooms,
        direct_rooms: directory.direct_rooms(),
        deputy_rooms,
        back_at: directory.back_at(context.now),
        turns: BTreeMap::new(),
        report_rooms: directory.report_rooms,
        requester_decides,
        requester_lent,
        deciders,
        nameless: directory.nameless,
        language,
        goes_on: goes_on(context, ticket).await?,
        reads: context.engine.parts.model.reads(),
        prices: context.engine.currency(),
        told_of_model: told_of_model(context, ticket).await?,
        written: Vec::new(),
        cut_off: cut_off(context, ticket).await?,
    })
}

/// The files that the runs of a ticket have written which did not come to their end, as their journals tell.
pub async fn written(context: &mut Context<'_>, ticket: &Ticket) -> Stored<Vec<Attached>> {
    let mut files = Vec::new();
    for run in ticket.tasks.iter().filter(|t| t.state != TaskState::Completed).filter_map(|t| t.run.as_ref()) {
        let records = context.tx.steps(run).await?.into_iter().map(serde_json::from_value::<Record>);
        match records.collect::<Result<Vec<Record>, _>>() {
            Ok(records) => Attached::add(&mut files, &Standing::of(records).left(&ticket.id).files),
            // A ticket can be cancelled all the same.
            Err(error) => tracing::warn!(%run, %error, "the journal of a run cannot be read"),
        }
    }
    Ok(files)
}

/// The runs of a cancelled or failed ticket that have written anything.
async fn cut_off(context: &mut Context<'_>, ticket: &Ticket) -> Stored<BTreeSet<RunId>> {
    let mut found = BTreeSet::new();
    if matches!(ticket.stage, Stage::Closed(Ending::Cancelled | Ending::Failed)) {
        for run in ticket.tasks.iter().filter(|t| t.state != TaskState::Completed).filter_map(|t| t.run.as_ref()) {
            if !context.tx.steps(run).await?.is_empty() {
                found.insert(run.clone());
            }
        }
    }
    Ok(found)
}

/// Tasks in progress by agent, without the tasks of this ticket.
async fn loads_beside(context: &mut Context<'_>, ticket: &Ticket) -> Stored<BTreeMap<String, u32>> {
    let mut loads = context.tx.loads().await?;
    for (agent, own) in ticket.at_work() {
        if let Some(load) = loads.get_mut(agent) {
            *load = load.saturating_sub(own);
        }
    }
    Ok(loads)
}

/// Whether an earlier idea of the requester was kept for a language model within the last day.
async fn told_of_model(context: &mut Context<'_>, ticket: &Ticket) -> Stored<bool> {
    if context.engine.parts.model.reads() || !matches!(ticket.stage, Stage::Intake | Stage::Clarifying) {
        return Ok(false);
    }
    let filter = TicketFilter {
        workspace: Some(ticket.workspace.clone()),
        statuses: vec![Status::Waiting],
        requester: Some(ticket.requester.clone()),
        newest_first: true,
        limit: 8,
        ..TicketFilter::default()
    };
    let lately = |t: &Ticket| context.now - t.created_at < TimeDelta::hours(24);
    let kept = |t: &Ticket| matches!(t.waiting, Some(Waiting::Setup(_)));
    let found = context.tx.tickets(&filter).await?;
    Ok(found.iter().any(|t| t.number < ticket.number && lately(t) && kept(t)))
}

/// Whether the workspace lets the work assume answers to unanswered questions. False for a ticket that is past its
/// questions.
async fn goes_on(context: &mut Context<'_>, ticket: &Ticket) -> Stored<bool> {
    match ticket.stage {
        Stage::Intake | Stage::Clarifying => {
            let Some(room) = context.tx.room(&ticket.room).await? else { return Ok(false) };
            Ok(find_room::purposes_at(context, &room.place, Some(&room)).await?.goes_on)
        }
        Stage::Confirming | Stage::Working | Stage::Reporting | Stage::Closed(_) => Ok(false),
    }
}

/// The refusal that an event would get, without applying it.
pub async fn refusal_of(
    context: &mut Context<'_>,
    ticket: &Ticket,
    event: &Event,
    actor: Actor,
) -> Stored<Option<String>> {
    let facts = facts(context, ticket, Some(actor)).await?;
    Ok(match step(ticket, event, &facts, context.now) {
        Outcome::Refused(why) => Some(why),
        Outcome::Moved { .. } | Outcome::Ignored(_) => None,
    })
}
