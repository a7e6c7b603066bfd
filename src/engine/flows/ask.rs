//! Questions of runs to people: with a button for each option, answered by a press or by the exact label, until the
//! deadline. A page that nobody named may be asked about in the same way.

use super::calls::{Open, answer, open};
use super::stretch::outside::tool_of;
use super::{line, start};
use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::flow::Flow;
use crate::secretary::flow::functions::HostFunction;
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::moments;
use crate::secretary::flow::run::{FlowRun, Wait};
use crate::secretary::ids::{FlowRunId, RoomId, Slot};
use crate::secretary::language::exact;
use crate::secretary::message::action::Action;
use crate::secretary::message::{Message, routing};
use crate::secretary::people::workspace::{Person, Room};
use crate::secretary::permissions::{Operation, Verdict, authorize};
use crate::secretary::wording::schedules::flow_runs;
use crate::secretary::wording::schedules::flows::events;
use crate::secretary::wording::style::question_marks;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;

/// Runs of a room that are looked at.
const RUNS: u32 = 100;

/// An open question of a run.
pub struct Question {
    /// The flow.
    pub flow: Flow,
    /// The run.
    pub run: FlowRunId,
    /// Its place among the calls of the run.
    pub index: u32,
    /// What is asked.
    pub text: String,
    /// The labels of its buttons.
    pub options: Vec<String>,
    /// It lets a call be made, so only its buttons and their exact labels answer it.
    pub leave: bool,
    /// When it was asked.
    pub since: DateTime<Utc>,
    /// Until when it is open, if it ends by itself.
    pub until: Option<DateTime<Utc>>,
}

impl Question {
    /// The button of an option.
    pub fn action(&self, option: usize) -> Action {
        action(&self.run, self.index, option)
    }

    /// The slot of its message.
    pub fn slot(&self) -> Slot {
        routing::asked(&self.run, self.index)
    }

    /// The option that was understood: by its number from 1, else by its label.
    pub fn chosen(&self, number: Option<usize>, words: &str) -> Option<usize> {
        let labels: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let numbered = number.and_then(|number| number.checked_sub(1)).filter(|at| *at < labels.len());
        numbered.or_else(|| exact::option(words, &labels))
    }
}

fn action(run: &FlowRunId, index: u32, option: usize) -> Action {
    Action::FlowAsked { run: run.clone(), index, option }
}

/// The labels of the buttons of a call.
fn options(open: &Open) -> Vec<String> {
    if open.function != HostFunction::Ask {
        return flow_runs::LEAVE.map(str::to_owned).to_vec();
    }
    let options = open.given.get("options").and_then(Value::as_array).into_iter().flatten();
    options.filter_map(Value::as_str).map(|option| option.trim().to_owned()).collect()
}

/// Asks what a script wants to know.
pub(super) async fn ask(context: &mut Context<'_>, open: Open) -> Stored<()> {
    let options = options(&open);
    let person = context.tx.person(&open.run.person).await?;
    let zone = match &person {
        Some(person) => context.zone_of(person).await?,
        None => chrono_tz::Tz::UTC,
    };
    let until = moments::due_in(&open.run, &open.step, zone).map(|at| (at, zone));
    let default = moments::in_the_end(&open.step).as_ref().and_then(Value::as_str).map(str::to_owned);
    let words = flow_runs::question(&open.flow, open.text("question"), (until, default.as_deref()), context.now);
    put(context, open, words, &options).await
}

/// Asks whether a call may be made that people did not agree to with the script.
pub(super) async fn ask_leave(context: &mut Context<'_>, open: Open) -> Stored<()> {
    let what = tool_of(open.function, &open.given).map(|(_, arguments)| arguments);
    let (options, words) = (options(&open), flow_runs::ask_leave(&open.flow, open.function, what.as_ref()));
    put(context, open, words, &options).await
}

async fn put(context: &mut Context<'_>, open: Open, words: Message, options: &[String]) -> Stored<()> {
    let mut run = open.run.clone();
    let index = open.step.index;
    if !line::may_ask(context.tx, &run).await? {
        run.wait_at(index, Wait::Turn);
        return context.tx.save_flow_run(&run).await;
    }
    let mut keys = context.keys();
    let message = options.iter().enumerate().fold(events::asked(words, &run), |message, (option, label)| {
        message.row(vec![keys.plain(question_marks::quoted(label), action(&run.id, index, option))])
    });
    let message = Message { mentions: vec![run.person.clone()], ..message };
    let slot = routing::asked(&run.id, index);
    context.bind(keys, std::slice::from_ref(&run.room), &slot).await?;
    say::announce(context, &run.room.clone(), slot, message).await?;
    run.wait_at(index, Wait::Decision);
    context.tx.save_flow_run(&run).await
}

/// A question was not answered in time: its message says so, and has no buttons any more.
pub(super) async fn late(context: &mut Context<'_>, run: &FlowRunId, index: u32) -> Stored<()> {
    let Some(run) = context.tx.flow_run(run).await? else { return Ok(()) };
    let Some(flow) = context.tx.flow(&run.flow).await? else { return Ok(()) };
    let steps = context.tx.flow_steps(&run.id).await?;
    let Some(step) = steps.iter().find(|step| step.index == index) else { return Ok(()) };
    let Ok(given) = HostFunction::Ask.bind(&step.call.args, &step.call.kwargs) else { return Ok(()) };
    context.here = run.workspace.clone();
    let text = |name: &str| given.get(name).and_then(Value::as_str);
    let message = flow_runs::late(&flow, text("question").unwrap_or_default(), text("default"));
    let message = events::named(message, &run);
    say::edit(context, run.room.clone(), routing::asked(&run.id, index), message).await
}

/// The run has ended before an answer: the message of its question says so, and has no buttons any more.
pub(super) async fn unanswered(
    context: &mut Context<'_>,
    (flow, run): (&Flow, &FlowRun),
    step: &JournalEntry,
) -> Stored<()> {
    let Some((function, given)) = step.made() else { return Ok(()) };
    let question = given.get("question").and_then(Value::as_str).unwrap_or_default();
    let wants = (function != HostFunction::Ask)
        .then(|| flow_runs::wants(function, tool_of(function, &given).map(|(_, arguments)| arguments).as_ref()));
    let message = events::named(flow_runs::run_ended(flow, question, wants.as_deref()), run);
    say::edit(context, run.room.clone(), routing::asked(&run.id, step.index), message).await
}

/// Handles the press of a button under a question of a run.
pub async fn pressed(
    context: &mut Context<'_>,
    request: &Request,
    run: &FlowRunId,
    index: u32,
    option: usize,
) -> Handled {
    let asks = |open: &Open| open.run.open.get(&index) == Some(&Wait::Decision);
    let Some(mut open) = open(context, run, index).await?.filter(asks) else {
        return Ok(EventOutcome::Refused(flow_runs::answered_already().to_owned()));
    };
    if let Err(why) = audit_log::may(context, request, Operation::SteerFlow(&open.flow)) {
        return Ok(EventOutcome::Refused(why));
    }
    let Some(label) = options(&open).into_iter().nth(option) else {
        return Ok(EventOutcome::Refused(flow_runs::answered_already().to_owned()));
    };
    let message = flow_runs::answered(&open.flow, open.text("question"), &label, &request.person.name);
    let message = events::named(message, &open.run);
    say::edit(context, open.run.room.clone(), routing::asked(run, index), message).await?;
    let note = if open.run.former { flow_runs::chosen_for_later(&label) } else { flow_runs::chosen(&label) };
    if open.function == HostFunction::Ask {
        answer(context, open, EntryState::Answered(Value::String(label))).await?;
    } else if option == 0 {
        open.run.allowed.push(index);
        open.run.open.remove(&index);
        start::wake(context, &mut open.run).await?;
    } else {
        answer(context, open, EntryState::Failed(flow_runs::not_allowed().to_owned())).await?;
    }
    Ok(EventOutcome::Decided(Some(note)))
}

/// The open question that a message shows.
pub async fn of_message(context: &mut Context<'_>, posted: &Posted) -> Stored<Option<Question>> {
    match routing::asked_by(&posted.slot) {
        Some((run, index)) => question(context, &run, index).await,
        None => Ok(None),
    }
}

/// The questions that runs ask in the room of a request.
pub async fn open_here(context: &mut Context<'_>, request: &Request) -> Stored<Vec<Question>> {
    asked_in(context, request.channel()).await
}

/// The questions of runs that this person may answer and that may be read in this room: in a direct chat those that were
/// asked there or in groups, in a group those of the group; without a person those that anybody may answer.
pub async fn open_for(context: &mut Context<'_>, room: &Room, person: Option<&Person>) -> Stored<Vec<Question>> {
    let channel = room.thread_of.as_ref().map_or(&room.id, |(_, channel)| channel).clone();
    let may = |flow: &Flow| {
        person.is_none_or(|person| matches!(authorize(person, Operation::SteerFlow(flow)), Verdict::Allowed))
    };
    let mut rooms: Vec<RoomId> = Vec::new();
    for flow in context.tx.flows(&context.workspace()).await? {
        if !may(&flow) || rooms.contains(&flow.room) {
            continue;
        }
        let group = context.tx.room(&flow.room).await?.is_some_and(|of| !of.direct());
        if flow.room == channel || (room.direct() && group) {
            rooms.push(flow.room);
        }
    }
    let mut found = Vec::new();
    for room in &rooms {
        found.extend(asked_in(context, room).await?.into_iter().filter(|question| may(&question.flow)));
    }
    Ok(found)
}

/// The questions that runs ask in a room.
async fn asked_in(context: &mut Context<'_>, room: &RoomId) -> Stored<Vec<Question>> {
    let mut found = Vec::new();
    for run in context.tx.asking_flow_runs(room, RUNS).await? {
        let asked = run.open.iter().filter(|(_, wait)| **wait == Wait::Decision);
        let places: Vec<u32> = asked.map(|(place, _)| *place).collect();
        for place in places {
            found.extend(question(context, &run.id, place).await?);
        }
    }
    Ok(found)
}

/// The question that a call of a run asks, while it is open and was put to people.
pub async fn question(context: &mut Context<'_>, run: &FlowRunId, index: u32) -> Stored<Option<Question>> {
    let here = context.here.clone();
    let asks = |open: &Open| open.run.workspace == here && open.run.open.get(&index) == Some(&Wait::Decision);
    let found = open(context, run, index).await?.filter(asks);
    context.here = here;
    let Some(open) = found else { return Ok(None) };
    // What was never put has no message.
    if context.tx.posted(&routing::asked(run, index), &open.run.room).await?.is_empty() {
        return Ok(None);
    }
    let (options, leave) = (options(&open), open.function != HostFunction::Ask);
    let text = if leave {
        let given = tool_of(open.function, &open.given).map(|(_, given)| given);
        events::beside(&open.run, flow_runs::wants(open.function, given.as_ref()))
    } else {
        events::about(&open.run, open.text("question"))
    };
    // A zone matters only for a sleep.
    let since = open.run.asked.get(&index).copied().unwrap_or(open.step.at);
    let until = moments::due_in(&open.run, &open.step, Tz::UTC);
    Ok(Some(Question { flow: open.flow, run: run.clone(), index, text, options, leave, since, until }))
}
