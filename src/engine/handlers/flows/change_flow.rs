//! `/flow` and the buttons of flows: tried, agreed to, run now or by the clock, cancelled, set back.

use crate::engine::context::{Context, Handled, Request, audit_log, directory, say};
use crate::engine::flows::shown::{self, again_slot, begun_slot};
use crate::engine::flows::start::begin;
use crate::engine::flows::{former, line, pause};
use crate::engine::handlers::flows::{
    cancel_runs, delete_flow, delete_table, list_flows, new_flow, triggers, try_again, write_flow,
};
use crate::engine::handlers::schedules::{delete_schedule, fire};
use crate::engine::handlers::tickets::work_by_clock;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::flow::examples;
use crate::secretary::flow::submitted::Wanted;
use crate::secretary::flow::{Flow, Timing};
use crate::secretary::ids::{FlowId, ScheduleId};
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::action::FlowAct;
use crate::secretary::message::commands::{FlowDeed, FlowOrder};
use crate::secretary::people::workspace::Person;
use crate::secretary::permissions::Operation;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::wording::schedules::flows::{cards, commands as wording, runs};
use crate::secretary::wording::schedules::together;
use crate::secretary::wording::schedules::work::HELD;

/// `/flow`: the list, a new one, or something with one of them.
pub async fn flows(context: &mut Context<'_>, request: &Request, order: FlowOrder) -> Handled {
    match order {
        FlowOrder::List(page) => list_flows::list(context, request, page).await,
        FlowOrder::Examples => {
            let all: Vec<(&str, &str)> = examples::ALL.iter().map(|one| (one.name, one.about())).collect();
            say::ask(context, request, |keys| wording::examples(&all, keys).own()).await
        }
        FlowOrder::Example(name) => new_flow::show_example(context, request, &name).await,
        FlowOrder::Adapt { name, words } => write_flow::adapt(context, request, &name, words).await,
        FlowOrder::HowToMake => say::ask(context, request, |keys| wording::how_to_make(keys).own()).await,
        FlowOrder::New { name, script } => new_flow::make(context, request, &name, &script).await,
        FlowOrder::From(name) => new_flow::from_example(context, request, &name).await,
        FlowOrder::Write(words) => {
            write_flow::write(context, request, Wanted { words, flow: None, example: None }).await
        }
        FlowOrder::One(number, deed) => match list_flows::numbered(context, request, number).await? {
            Some(flow) => one(context, request, &flow, deed).await,
            None => say::refuse(context, request, wording::no_flow(number)).await,
        },
    }
}

/// A typed order about one flow: the button with the same words, and its short answer as a message.
async fn one(context: &mut Context<'_>, request: &Request, flow: &Flow, deed: FlowDeed) -> Handled {
    let (act, text) = match deed {
        FlowDeed::Show => (FlowAct::Show, None),
        FlowDeed::Dry => (FlowAct::Dry, None),
        FlowDeed::Agree => (FlowAct::Agree { version: flow.version }, None),
        FlowDeed::Run => (FlowAct::Run, None),
        FlowDeed::Schedule(when) => (FlowAct::Schedule, Some(when).filter(|when| !when.is_empty())),
        FlowDeed::Unschedule => return unschedule(context, request, flow).await,
        FlowDeed::File => (FlowAct::File, None),
        FlowDeed::Cancel => (FlowAct::Cancel, None),
        FlowDeed::Delete => (FlowAct::Delete, None),
        FlowDeed::DeleteTable(table) => return delete_table::delete(context, request, flow, &table).await,
        FlowDeed::Trigger(order) => return triggers::order(context, request, flow, order).await,
        FlowDeed::Change(words) => {
            if let Err(why) = audit_log::may(context, request, Operation::SteerFlow(flow)) {
                return say::refuse(context, request, why).await;
            }
            return write_flow::change(context, request, flow, words).await;
        }
    };
    let outcome = on_flow(context, request, &flow.id, &act, text.as_deref()).await?;
    if let EventOutcome::Decided(Some(note)) = &outcome {
        match act {
            FlowAct::Run => {
                say_begun(context, request, flow).await?;
            }
            FlowAct::Dry | FlowAct::Cancel | FlowAct::Agree { .. } => {
                say::say(context, request, Message::lines([note.clone()]).silently().own()).await?;
            }
            FlowAct::Show
            | FlowAct::RunAgain { .. }
            | FlowAct::TryAgain { .. }
            | FlowAct::CancelRun { .. }
            | FlowAct::CancelAll { .. }
            | FlowAct::Schedule
            | FlowAct::ScheduleAsAsked
            | FlowAct::ScheduleToo { .. }
            | FlowAct::File
            | FlowAct::Delete
            | FlowAct::Undo { .. }
            | FlowAct::TableBack { .. }
            | FlowAct::NewSecret { .. }
            | FlowAct::Revert { .. } => {}
        }
    }
    say::said_if_refused(context, request, outcome).await
}

/// Says that a run was begun in words, with a way to end it as long as it is on.
async fn say_begun(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Stored<()> {
    let held = context.settings().await?.paused;
    let Some(run) = context.tx.flow_runs(&flow.id, 1).await?.pop() else { return Ok(()) };
    let mut keys = context.keys();
    let message = runs::begun(flow, &run, held, &mut keys);
    say::put(context, request, begun_slot(&run.id), message, keys).await.map(drop)
}

/// Handles a button of a flow, with the words that it asked for.
pub async fn on_flow(
    context: &mut Context<'_>,
    request: &Request,
    id: &FlowId,
    act: &FlowAct,
    text: Option<&str>,
) -> Handled {
    let Some(flow) = context.tx.flow(id).await?.filter(|flow| flow.workspace == request.person.workspace) else {
        return Ok(EventOutcome::Refused(cards::gone()));
    };
    if !act.only_shows()
        && let Err(why) = audit_log::may(context, request, Operation::SteerFlow(&flow))
    {
        return Ok(EventOutcome::Refused(why));
    }
    if let FlowAct::Undo { schedules } = act {
        return delete_flow::bring_back(context, request, flow, schedules).await;
    }
    if let FlowAct::TableBack { table, kept } = act {
        return delete_table::bring_back(context, request, &flow, (table, kept)).await;
    }
    if flow.deleted() {
        return Ok(EventOutcome::Refused(cards::gone()));
    }
    match act {
        FlowAct::Show => list_flows::show(context, request, &flow, "").await,
        FlowAct::File => say::answer(context, request, cards::script_file(&flow).own()).await,
        FlowAct::Dry | FlowAct::Run | FlowAct::RunAgain { .. } => run_now(context, request, &flow, act).await,
        FlowAct::TryAgain { run } => try_again::try_again(context, request, &flow, run).await,
        FlowAct::Agree { version } => agree(context, request, flow, *version).await,
        FlowAct::Schedule => schedule(context, request, &flow, text).await,
        FlowAct::ScheduleAsAsked => schedule_as_asked(context, request, &flow).await,
        FlowAct::ScheduleToo { timing } => {
            let timed = Timed { rule: timing.rule.clone(), zone: timing.tz(), local: true };
            by_the_clock(context, request, &flow, timed, true).await
        }
        FlowAct::Cancel => cancel_runs::cancel(context, request, &flow).await,
        FlowAct::CancelRun { run } => cancel_runs::one(context, request, &flow, run).await,
        FlowAct::CancelAll { upto } => cancel_runs::all(context, request, &flow, *upto).await,
        FlowAct::Delete => delete_flow::delete(context, request, flow).await,
        FlowAct::Revert { kept } => revert(context, request, flow, kept).await,
        FlowAct::NewSecret { hook, was } => triggers::new_secret(context, request, &flow, (hook, was.as_str())).await,
        // These were handled before.
        FlowAct::Undo { .. } | FlowAct::TableBack { .. } => Ok(EventOutcome::Decided(None)),
    }
}

/// Begins a run, or a dry one. While another one is on, people are asked first whether they want one more, so that a
/// second press of a button does nothing twice.
async fn run_now(context: &mut Context<'_>, request: &Request, flow: &Flow, act: &FlowAct) -> Handled {
    let dry = *act == FlowAct::Dry;
    if !dry && !flow.runs() {
        return Ok(EventOutcome::Refused(cards::agree_first()));
    }
    let newest = context.tx.flow_runs(&flow.id, 1).await?.pop().map_or(0, |run| run.number);
    if matches!(act, FlowAct::RunAgain { after } if *after != newest) {
        return Ok(EventOutcome::Refused(runs::begun_already()));
    }
    let mut on = context.tx.open_flow_runs(&flow.id, u32::MAX).await?;
    on.retain(|run| run.dry == dry && run.called_by.is_none());
    match on.pop() {
        Some(_) if dry => return Ok(EventOutcome::Refused(runs::tried_already())),
        Some(mut run) if *act == FlowAct::Run => {
            let zone = context.zone_of(&request.person).await?;
            let at = (zone, context.now);
            pause::as_they_stand(context, std::slice::from_mut(&mut run)).await?;
            let mut keys = context.keys();
            let message = runs::runs_already(flow, (&run, newest), at, &mut keys);
            return say::put(context, request, again_slot(&run.id), message, keys).await;
        }
        Some(_) | None => {}
    }
    let order = try_again::by_hand(context, request, flow, dry).await?;
    let run = begin(context, flow, order).await?;
    if !dry {
        list_flows::refresh(context, request, flow).await?;
    }
    begins(context, &runs::begins(&run)).await
}

/// What is said of a run that begins, unless it waits for the end of a pause of all work.
async fn begins(context: &mut Context<'_>, note: &str) -> Handled {
    let note = if context.settings().await?.paused { HELD } else { note };
    Ok(EventOutcome::Decided(Some(note.to_owned())))
}

async fn agree(context: &mut Context<'_>, request: &Request, mut flow: Flow, version: u32) -> Handled {
    if flow.version != version {
        return Ok(EventOutcome::Refused(cards::older_card()));
    }
    let name = directory::called(context, &request.person).await?;
    let person = Person { name, ..request.person.clone() };
    if !flow.agree(&person, context.now) {
        return Ok(EventOutcome::Refused(cards::agreed_already()));
    }
    context.tx.save_flow(&flow).await?;
    let ended = former::end(context, &flow).await?;
    line::go_on(context, &flow.id).await?;
    if !list_flows::refresh(context, request, &flow).await? {
        list_flows::show(context, request, &flow, "").await?;
    }
    Ok(EventOutcome::Decided(Some(cards::with_ended(cards::AGREED, ended))))
}

/// Runs a flow by the clock: at the time in these words, or at one that is asked for.
async fn schedule(context: &mut Context<'_>, request: &Request, flow: &Flow, text: Option<&str>) -> Handled {
    if !flow.runs() {
        return Ok(EventOutcome::Refused(cards::agree_first()));
    }
    let act = FlowAct::Schedule.on(&flow.id);
    let zone = context.zone_of(&request.person).await?;
    let Some(text) = text else {
        say::expect(context, request, &act).await?;
        let there = shown::schedules_of(context, flow).await?;
        return say::answer(context, request, cards::ask_when(flow, &there, (zone, context.now)).own()).await;
    };
    let order = work_by_clock::by_command(request, "flow", &format!("{} schedule ", flow.number));
    if let Some(asked) = work_by_clock::which_time(context, request, (text, zone), order).await? {
        return Ok(asked);
    }
    match context.engine.parts.grammar.time(text, zone, request.said_at) {
        Ok(timed) => by_the_clock(context, request, flow, timed, false).await,
        Err(why) => {
            // The words are still awaited.
            say::expect(context, request, &act).await?;
            Ok(EventOutcome::Refused(why.to_string()))
        }
    }
}

/// Runs a flow by the clock, at the time that was asked for with its script.
async fn schedule_as_asked(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    if !flow.runs() {
        return Ok(EventOutcome::Refused(cards::agree_first()));
    }
    let Some(timing) = &flow.timing else { return Ok(EventOutcome::Refused(cards::scheduled_already())) };
    let timed = Timed { rule: timing.rule.clone(), zone: timing.tz(), local: true };
    by_the_clock(context, request, flow, timed, false).await
}

/// Makes a schedule of a flow. The time that was asked for with its script is settled by that. Where it has one at other
/// times, people are asked first, unless they want both: `too`.
async fn by_the_clock(context: &mut Context<'_>, request: &Request, flow: &Flow, timed: Timed, too: bool) -> Handled {
    if !flow.runs() {
        return Ok(EventOutcome::Refused(cards::agree_first()));
    }
    let there = shown::schedules_of(context, flow).await?;
    let same = there.iter().find(|one| one.comes_at(&timed.rule, timed.zone.name()));
    if same.is_none() && !there.is_empty() && !too {
        if let Err(why) = audit_log::may(context, request, Operation::Schedule) {
            return say::refuse(context, request, why).await;
        }
        let timing = Timing { rule: timed.rule, zone: timed.zone.name().to_owned() };
        let at = (context.zone_of(&request.person).await?, context.now);
        return say::ask(context, request, |keys| cards::another_time(flow, &there, timing, at, keys).own()).await;
    }
    let outcome = match same {
        Some(same) => fire::have_already(context, request, same).await?,
        None => {
            let duty = Duty::Flow { flow: flow.id.clone(), name: flow.name.clone() };
            fire::order(context, request, duty, timed, &[]).await?
        }
    };
    if matches!(outcome, EventOutcome::Decided(_)) {
        let settled = Flow { timing: None, ..flow.clone() };
        if flow.timing.is_some() {
            context.tx.save_flow(&settled).await?;
        }
        list_flows::refresh(context, request, &settled).await?;
    }
    Ok(outcome)
}

/// `/flow 3 schedule off`: it runs by the clock no longer. Schedules of others stay, unless this person may change them.
async fn unschedule(context: &mut Context<'_>, request: &Request, flow: &Flow) -> Handled {
    let there = shown::schedules_of(context, flow).await?;
    let (mine, others): (Vec<Schedule>, Vec<Schedule>) =
        there.into_iter().partition(|one| audit_log::could(request, Operation::ChangeSchedule(one)));
    if mine.is_empty() && others.is_empty() {
        return say::refuse(context, request, cards::no_schedule(flow)).await;
    }
    let ending = if mine.is_empty() { &others } else { &mine };
    let orders: Vec<ScheduleId> = ending.iter().map(|one| one.id.clone()).collect();
    let outcome = delete_schedule::delete_together(context, request, &orders, together::deleted).await?;
    list_flows::refresh(context, request, flow).await?;
    if matches!(outcome, EventOutcome::Decided(_)) && !others.is_empty() {
        say_what_stays(context, request, flow, &others).await?;
    }
    say::said_if_refused(context, request, outcome).await
}

/// Says when a flow still runs by the clock, and who may end that.
async fn say_what_stays(context: &mut Context<'_>, request: &Request, flow: &Flow, others: &[Schedule]) -> Stored<()> {
    let mut who: Vec<String> = Vec::new();
    for schedule in others {
        let Some(owner) = context.tx.person(&schedule.owner).await? else { continue };
        let name = directory::called(context, &owner).await?;
        if !who.contains(&name) {
            who.push(name);
        }
    }
    let at = (context.zone_of(&request.person).await?, context.now);
    say::say(context, request, cards::still_by_the_clock(flow, others, &who, at).own()).await
}

/// "Undo" of a change: the flow has its former script again. What was under way with it goes on, unless somebody agreed to the
/// change meanwhile.
async fn revert(context: &mut Context<'_>, request: &Request, mut flow: Flow, kept: &Flow) -> Handled {
    let before = flow.clone();
    let mut kept = kept.clone();
    if let Some(agreed) = &kept.agreed {
        // The name of somebody who was erased meanwhile does not come back.
        let there = context.tx.person(&agreed.by).await?.is_some_and(|person| !person.erased);
        kept.agreed = kept.agreed.filter(|_| there);
    }
    if !flow.revert(&kept) {
        return Ok(EventOutcome::Refused(cards::back_already()));
    }
    context.tx.save_flow(&flow).await?;
    let lead = if flow.runs() {
        let on = former::go_on(context, &flow, kept.version).await?;
        line::go_on(context, &flow.id).await?;
        cards::as_before(on)
    } else {
        former::hold(context, &flow).await?;
        cards::AS_BEFORE.to_owned()
    };
    shown::outdate_cards(context, &before).await?;
    list_flows::show(context, request, &flow, &lead).await
}
