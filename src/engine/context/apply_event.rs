//! Applies an event to a ticket: collects the facts, asks the lifecycle, and writes the new state and its effects in
//! the transaction of the context.

use crate::engine::context::audit_log;
use crate::engine::context::directory;
use crate::engine::context::find_room;
use crate::engine::context::say;
use crate::engine::context::undo_stack;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::decisions::{decided_elsewhere, decision_line};
use crate::engine::handlers::rooms::workspaces;
use crate::engine::handlers::settings::{approval_policy, budgets};
use crate::engine::handlers::tickets::{agent_queue, ticket_views};
use crate::engine::outbox::perform::edit_lane;
use crate::engine::telemetry::trace::Step;
use crate::ports::store::{Arrival, EventOutcome, Prompt, Stored, TicketFilter};
use crate::ports::trial::planted;
use crate::secretary::audit::{self, What, Why};
use crate::secretary::decision::line;
use crate::secretary::dispatch::record;
use crate::secretary::ids::{PersonId, RoomId, RunId, ScheduleId, Slot, TicketId, Token};
use crate::secretary::lifecycle::step::{Outcome, step};
use crate::secretary::message::Button;
use crate::secretary::message::keys::parse_data;
use crate::secretary::people::workspace::{Person, Settings};
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::facts::{Actor, Facts};
use crate::secretary::ticket::{Ending, Stage, Status, Task, TaskState, Ticket, Waiting};
use crate::secretary::wording::ticket::tickets;
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;

/// The least time between two progress edits of one message (platform-facts T29).
const CALM: TimeDelta = TimeDelta::seconds(3);

/// Reads a ticket and applies an event to it.
pub(in crate::engine) fn apply<'b>(
    context: &'b mut Context<'_>,
    ticket: &'b TicketId,
    event: &'b Event,
    actor: Option<Actor>,
) -> Pin<Box<dyn Future<Output = Stored<EventOutcome>> + Send + 'b>> {
    Box::pin(async move {
        match context.tx.ticket(ticket).await? {
            Some(ticket) => apply_to(context, &ticket, event, actor).await,
            None => Ok(EventOutcome::Decided(None)),
        }
    })
}

/// Applies an event to a ticket that was read before.
pub(in crate::engine) async fn apply_to(
    context: &mut Context<'_>,
    ticket: &Ticket,
    event: &Event,
    actor: Option<Actor>,
) -> Stored<EventOutcome> {
    let here = std::mem::replace(&mut context.here, ticket.workspace.clone());
    let outcome = step_on(context, ticket, event, actor).await;
    context.here = here;
    outcome
}

/// Applies the event in the workspace of the ticket.
async fn step_on(
    context: &mut Context<'_>,
    ticket: &Ticket,
    event: &Event,
    actor: Option<Actor>,
) -> Stored<EventOutcome> {
    let moved = Box::pin(workspaces::at_home(context, ticket, event, actor.as_ref())).await?;
    let ticket = moved.as_ref().unwrap_or(ticket);
    let facts = facts(context, ticket, actor).await?;
    let turns =
        if line::concerns(event) { context.tx.turns(&ticket.workspace, &ticket.id).await? } else { BTreeMap::new() };
    let facts = Facts { turns, ..facts };
    let by = facts.actor.as_ref().map(|a| a.person.clone());
    match step(ticket, event, &facts, context.now) {
        Outcome::Moved { ticket: next, effects, note } => {
            keep(context, ticket, &next, event, by.as_ref(), &facts.settings, &effects).await?;
            carry_out(context, effects, Some(&next)).await?;
            context.trail.push(Step::of(ticket, &next, event));
            for what in audit::of_change(ticket, &next, event) {
                audit_log::note(context, what);
            }
            Ok(EventOutcome::Decided(note))
        }
        Outcome::Ignored(reason) => {
            tracing::debug!(ticket = ticket.number, reason, "ignored");
            Ok(EventOutcome::Decided(None))
        }
        Outcome::Refused(why) => {
            audit_log::turned_away(context, Why::Late);
            Ok(EventOutcome::Refused(why))
        }
    }
}

/// Applies the event of a person. A refusal becomes the answer to that person.
pub(in crate::engine) async fn act(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<EventOutcome> {
    undo_stack::mark_on(context, request, ticket, event).await?;
    acted(context, request, ticket, event).await
}

/// As [`act`], where the undo stack already has the entry for this event.
pub(in crate::engine) async fn acted(
    context: &mut Context<'_>,
    request: &Request,
    ticket: &Ticket,
    event: &Event,
) -> Stored<EventOutcome> {
    decided_elsewhere::mark_decided(context, request, ticket, event).await?;
    let actor = context.actor(request).await?;
    match apply_to(context, ticket, event, Some(actor)).await? {
        EventOutcome::Refused(why) => say::refuse(context, request, why).await,
        outcome @ (EventOutcome::Decided(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => {
            budgets::others_go_on(context, request, ticket, event).await?;
            Ok(outcome)
        }
    }
}

async fn keep(
    context: &mut Context<'_>,
    before: &Ticket,
    next: &Ticket,
    event: &Event,
    by: Option<&PersonId>,
    settings: &Settings,
    effects: &[Effect],
) -> Stored<()> {
    context.tx.save_ticket(next, Some(before), event, by).await?;
    // A run that continues takes no new turn; only a run that was not there before takes one.
    let in_turn = |e: &Effect| {
        let Effect::StartRun { task, run, input, .. } = e else { return None };
        let fresh = before.task(task).is_none_or(|t| t.run.as_ref() != Some(run));
        let anybody = next.task(task).is_some_and(|t| t.in_turn);
        (fresh && anybody).then(|| input.agent.name.clone())
    };
    // Boxed: this large future is part of many others.
    Box::pin(ticket_views::refresh_views(context, before, next)).await?;
    if let Some(last_in_turn) = effects.iter().rev().find_map(in_turn) {
        context.tx.save_settings(&Settings { last_in_turn, ..settings.clone() }).await?;
    }
    for (agent, gained) in record::gained(before, next) {
        context.tx.add_record(&next.workspace, &agent, &gained).await?;
    }
    // A ticket that was called for a free agent calls the next ticket, as long as agents are free. So does a ticket
    // that frees an agent or stops waiting for one, since a call may be on its way to that ticket.
    let called = matches!(event, Event::DispatchRequested) && by.is_none() && busy(before) < busy(next);
    let (was, is) = (before.at_work(), next.at_work());
    let leaves = was.iter().any(|(agent, tasks)| is.get(agent).is_none_or(|now| now < tasks));
    let wanted = |ticket: &Ticket| {
        ticket.waiting_tasks().flat_map(|task| task.fitting.iter().cloned()).collect::<BTreeSet<String>>()
    };
    if called || leaves || !wanted(before).is_subset(&wanted(next)) {
        agent_queue::wake_waiting(context, Some(&next.id)).await?;
    }
    decision_line::call_next(context, before, next).await
}

pub(in crate::engine) async fn facts(
    context: &mut Context<'_>,
    ticket: &Ticket,
    actor: Option<Actor>,
) -> Stored<Facts> {
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
        tokens: context.seed.tokens(ticket.id.as_str()),
        roster: context.engine.parts.roster.clone(),
        loads: loads_beside(context, ticket).await?,
        scores: context
            .tx
            .records(&ticket.workspace)
            .await?
            .into_iter()
            .map(|(agent, record)| (agent, record.score()))
            .collect(),
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
        beside: beside(context, ticket).await?,
        goes_on: goes_on(context, ticket).await?,
        reads: context.engine.parts.model.reads(),
        prices: context.engine.currency(),
        told_of_model: told_of_model(context, ticket).await?,
        cut_off: cut_off(context, ticket).await?,
    })
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

async fn beside(context: &mut Context<'_>, ticket: &Ticket) -> Stored<Option<String>> {
    let title = |t: Ticket| format!("#{} {}", t.number, tickets::title(&t));
    match &ticket.beside {
        Some((id, _)) if matches!(ticket.stage, Stage::Intake | Stage::Clarifying) => {
            Ok(context.tx.ticket(id).await?.filter(|t| !t.closed()).map(title))
        }
        Some(_) | None => Ok(None),
    }
}

/// Writes the effects of a transition: state at once, everything else as outbox rows.
pub(in crate::engine) async fn carry_out(
    context: &mut Context<'_>,
    effects: Vec<Effect>,
    ticket: Option<&Ticket>,
) -> Stored<()> {
    let id = ticket.map(|t| &t.id);
    let under: Vec<_> = effects.iter().flat_map(buttons_of).collect();
    for effect in effects {
        match &effect {
            Effect::Bind { .. } if planted::is("no-token") => {}
            Effect::Bind { token, rooms, actions } => {
                let slot = under.iter().find(|(known, _)| known == token).map(|(_, slot)| slot.clone());
                let prompt = Prompt { rooms: rooms.clone(), actions: actions.clone(), slot };
                context.tx.bind(token, &prompt, context.now).await?;
            }
            Effect::Expect { room, person, action } => context.tx.expect(room, person, action, context.now).await?,
            Effect::TellRun { run, text } => tell_run(context, run, text).await?,
            Effect::StopRun { run } => {
                context.tx.drop_lane(&run_lane(run)).await?;
                context.stopped.push(run.clone());
            }
            Effect::StopThinking => {
                context.tx.drop_lane(&format!("model/{}", id.map_or("", TicketId::as_str))).await?;
            }
            Effect::DropTimer { name } => {
                context.tx.drop_lane(&timer_lane(id, name)).await?;
            }
            Effect::SetTimer { name, at, .. } => {
                let (lane, at) = (timer_lane(id, name), *at);
                context.tx.drop_lane(&lane).await?;
                context.enqueue_at(lane, id, effect, at).await?;
            }
            Effect::Allow { rule } => approval_policy::allow(context, rule).await?,
            Effect::Extend { scope } => budgets::extend(context, *scope, ticket).await?,
            Effect::Tell { ticket, event } => {
                let about = matches!(event, Event::ForeignRead { .. }).then(|| format!("/{event:?}"));
                let key = format!("tell/{}/{ticket}{}", context.seq, about.unwrap_or_default());
                let event = Box::new(event.clone());
                let arrival = Arrival::Ticket { ticket: ticket.clone(), event };
                let seed = context.seed.further(&key);
                context.tx.tell(&key, &arrival, seed, context.now).await?;
                context.engine.arrivals.notify_one();
            }
            Effect::Understand { spoken } => {
                let lane = spoken.lane();
                context.enqueue(lane, None, effect).await?;
            }
            Effect::AskModel { .. } => {
                let lane = format!("model/{}", id.map_or("", TicketId::as_str));
                context.tx.drop_lane(&lane).await?;
                context.enqueue(lane, id, effect).await?;
            }
            Effect::StartRun { run, .. } => context.enqueue(run_lane(run), id, effect).await?,
            Effect::Edit { room, slot, calm, .. } => {
                let (lane, calm, room, slot) = (edit_lane(room, slot), *calm, room.clone(), slot.clone());
                edit(context, lane, id, effect, calm, &room, &slot).await?;
            }
            Effect::Bare { room, slot } | Effect::BareCopies { room, slot } => {
                context.enqueue(edit_lane(room, slot), id, effect).await?;
            }
            Effect::Post { room, slot, .. } => {
                // Pending edits of an earlier message with this slot must not change the new message.
                context.tx.replace_lane(&edit_lane(room, slot)).await?;
                context.enqueue(room_lane(room), id, effect).await?;
            }
            Effect::OpenThread { room, .. } => context.enqueue(room_lane(room), id, effect).await?,
            Effect::Erase { .. } | Effect::EraseFiles { .. } => {
                context.enqueue(format!("files/{}", context.seq), id, effect).await?;
            }
            Effect::WakeSchedule { schedule } => context.enqueue(schedule_lane(schedule), id, effect).await?,
        }
    }
    Ok(())
}

/// Writes an edit. It replaces the pending edits of its message. Progress edits keep the least distance.
async fn edit(
    context: &mut Context<'_>,
    lane: String,
    ticket: Option<&TicketId>,
    effect: Effect,
    calm: bool,
    room: &RoomId,
    slot: &Slot,
) -> Stored<()> {
    let mut at = context.edits_from.unwrap_or(context.now);
    if calm && let Some(last) = context.tx.posted(slot, room).await?.first() {
        at = at.max(last.at + CALM);
    }
    context.tx.replace_lane(&lane).await?;
    context.enqueue_at(lane, ticket, effect, at).await
}

async fn tell_run(context: &mut Context<'_>, run: &crate::secretary::ids::RunId, text: &str) -> Stored<()> {
    let record = crate::workers::journal::Record::Said { text: text.to_owned() };
    let record = serde_json::to_value(&record)
        .map_err(|e| crate::ports::store::StoreError::Broken(format!("a journal record: {e}")))?;
    context.tx.append_step(run, &record, context.now).await.map(drop)
}

/// Writes a schedule that was set or changed, with its audit entry, and moves its due row.
pub(in crate::engine) async fn save_schedule(context: &mut Context<'_>, schedule: &Schedule) -> Stored<()> {
    audit_log::note(context, What::ScheduleSet { schedule: schedule.id.clone(), owner: schedule.owner.clone() });
    go_on_with(context, schedule).await
}

/// Writes a schedule and moves its due row.
pub(in crate::engine) async fn go_on_with(context: &mut Context<'_>, schedule: &Schedule) -> Stored<()> {
    context.tx.save_schedule(schedule).await?;
    let lane = schedule_lane(&schedule.id);
    context.tx.drop_lane(&lane).await?;
    if let Some(at) = schedule.wake_at() {
        let effect = Effect::WakeSchedule { schedule: schedule.id.clone() };
        context.enqueue_at(lane, None, effect, at).await?;
    }
    Ok(())
}

/// The tokens of the buttons of a message, with the slot of the message.
fn buttons_of(effect: &Effect) -> Vec<(Token, Slot)> {
    let (Effect::Post { slot, message, .. } | Effect::Edit { slot, message, .. }) = effect else { return Vec::new() };
    let token = |button: &Button| parse_data(&button.data).map(|(token, _)| (token, slot.clone()));
    message.buttons.iter().flatten().filter_map(token).collect()
}

fn busy(ticket: &Ticket) -> usize {
    let at_work = |t: &Task| matches!(t.state, TaskState::Claimed | TaskState::InProgress);
    ticket.tasks.iter().filter(|task| !ticket.closed() && at_work(task)).count()
}

/// The lane of the posts of a room.
pub(in crate::engine) fn room_lane(room: &RoomId) -> String {
    format!("room/{room}")
}

/// The lane of a run.
pub(in crate::engine) fn run_lane(run: &RunId) -> String {
    format!("run/{run}")
}

/// The lane of the due row of a schedule.
pub(in crate::engine) fn schedule_lane(schedule: &ScheduleId) -> String {
    format!("schedule/{schedule}")
}

fn timer_lane(ticket: Option<&TicketId>, name: &str) -> String {
    format!("timer/{}/{name}", ticket.map_or("", TicketId::as_str))
}
