//! Calls that others do: a task of an agent, which is a ticket of its own, and another flow.

use super::calls::{Open, answer};
use super::start;
use super::stretch::gate;
use crate::engine::context::{Context, visibility};
use crate::engine::transition::apply_event;
use crate::ports::store::Stored;
use crate::secretary::flow::journal::EntryState;
use crate::secretary::flow::run::{LONGEST_EVENT, Start, Wait};
use crate::secretary::flow::{Flow, schema, submitted};
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::event::Event;
use crate::secretary::ticket::plan::Requirement;
use crate::secretary::ticket::standing::{ByClock, Opener};
use crate::secretary::ticket::{Ending, Priority, Stage, Task, Ticket};
use crate::secretary::wording::schedules::flow_runs;
use crate::secretary::wording::schedules::flows::events;
use serde_json::Value;

/// Flows that call each other go no deeper than this.
const DEEPEST: usize = 5;

/// Opens a ticket with one task. Its end answers the call.
pub(super) async fn begin(context: &mut Context<'_>, open: Open) -> Stored<()> {
    let task = open.text("task").trim().to_owned();
    let agent = open.given.get("agent").and_then(Value::as_str).map(str::to_owned);
    let unknown = agent.as_ref().filter(|name| !context.engine.parts.roster.iter().any(|known| known.name == **name));
    if let Some(name) = unknown {
        let why = flow_runs::no_such_agent(name);
        return answer(context, open, EntryState::Failed(why)).await;
    }
    let Some(person) = context.tx.person(&open.run.person).await? else {
        return answer(context, open, EntryState::Failed(flow_runs::nobody().to_owned())).await;
    };
    let room = context.tx.room(&open.run.room).await?;
    let steps = context.tx.flow_steps(&open.run.id).await?;
    let number = context.tx.next_number(&open.run.workspace).await?;
    let id = TicketId::new(context.seed.id("ticket"));
    let title = events::titled(&open.run, &task);
    let instruction = flow_runs::instruction(&task, open.given.get("schema"));
    let by = Opener::Flow(open.run.id.clone(), open.step.index);
    let ticket = Ticket {
        direct: room.is_some_and(|room| room.direct() && room.thread_of.is_none()),
        // The task may repeat what the script has read.
        read: gate::sources(&open.run.read, &steps),
        requirement: Requirement { title: title.clone(), summary: task.clone(), ..Requirement::default() },
        by_clock: Some(ByClock { by, late: None, only_if: String::new() }),
        tasks: vec![Task { pinned: agent, ..Task::new("t1", title, instruction) }],
        ..Ticket::new(id.clone(), number, (Priority::default(), task), &person, open.run.room.clone(), context.now)
    };
    let mut run = open.run;
    run.wait_at(open.step.index, Wait::Ticket(id));
    context.tx.save_flow_run(&run).await?;
    apply_event::apply_to(context, &ticket, &Event::WorkDue, None).await.map(drop)
}

/// The ticket of a call is over: what its agent found is the answer.
pub(super) async fn worked(context: &mut Context<'_>, open: Open, ticket: &TicketId) -> Stored<()> {
    let ticket = context.tx.ticket(ticket).await?;
    let outcome = match ticket {
        Some(ticket) if ticket.all_done() => {
            let results: Vec<&str> = ticket.tasks.iter().map(|task| task.result.trim()).collect();
            found(&results.join("\n\n"), open.given.get("schema"))
        }
        Some(ticket) if ticket.stage == Stage::Closed(Ending::Cancelled) => {
            EntryState::Failed(flow_runs::not_done(Some(flow_runs::task_cancelled())))
        }
        Some(ticket) => {
            let why = ticket.tasks.iter().find_map(|task| task.failure.as_deref());
            EntryState::Failed(flow_runs::not_done(why))
        }
        None => EntryState::Failed(flow_runs::not_done(None)),
    };
    answer(context, open, outcome).await
}

/// The answer of an agent, as a value where a schema says what it must be.
fn found(text: &str, wanted: Option<&Value>) -> EntryState {
    let Some(wanted) = wanted else { return EntryState::Answered(Value::String(text.to_owned())) };
    let value: Value = match serde_json::from_str(submitted::unfenced(text)) {
        Ok(value) => value,
        Err(error) => return EntryState::Failed(flow_runs::not_fitting(&error.to_string())),
    };
    match schema::check(&value, wanted) {
        Ok(()) => EntryState::Answered(value),
        Err(unfit) => EntryState::Failed(flow_runs::not_fitting(&unfit.to_string())),
    }
}

/// Begins a run of another flow. Its end answers the call.
pub(super) async fn call_flow(context: &mut Context<'_>, open: Open) -> Stored<()> {
    let event = open.given.get("event").cloned().unwrap_or_default();
    let too_much = if event.to_string().len() > LONGEST_EVENT {
        Some(flow_runs::large_event(LONGEST_EVENT))
    } else if depth(context, &open).await? >= DEEPEST {
        Some(flow_runs::too_deep(DEEPEST))
    } else {
        None
    };
    let found = match too_much {
        Some(why) => Err(why),
        None => callable(context, &open).await?,
    };
    let flow = match found {
        Ok(flow) => flow,
        Err(why) => return answer(context, open, EntryState::Failed(why)).await,
    };
    let steps = context.tx.flow_steps(&open.run.id).await?;
    let order = Start {
        event,
        caused_by: open.run.caused_by.clone(),
        called_by: Some((open.run.id.clone(), open.step.index)),
        root: Some(open.run.origin().clone()),
        // The event may repeat what the script has read.
        read: gate::sources(&open.run.read, &steps),
        ..Start::default()
    };
    let called = start::begin(context, &flow, order).await?;
    let mut run = open.run;
    run.wait_at(open.step.index, Wait::Flow(called.id));
    context.tx.save_flow_run(&run).await
}

/// The flow that a script calls by its name: one of those that the run's person may see where the run answers, since it has
/// rights and a budget of its own, and its result goes to the script. Their own flows come first. An error is why there is
/// none.
async fn callable(context: &mut Context<'_>, open: &Open) -> Stored<Result<Flow, String>> {
    let name = open.text("name").trim().to_lowercase();
    let person = context.tx.person(&open.run.person).await?;
    let Some(room) = context.tx.room(&open.run.room).await? else {
        return Ok(Err(flow_runs::no_such_flow(open.text("name"))));
    };
    let visibility = visibility::visibility_in(context.tx, &room, person.as_ref()).await?;
    let mut fitting = visibility::flows(context, &visibility).await?;
    fitting.retain(|flow| flow.runs() && flow.name.to_lowercase() == name);
    if fitting.iter().any(|flow| flow.owner == open.run.person) {
        fitting.retain(|flow| flow.owner == open.run.person);
    }
    let more = fitting.len() > 1;
    Ok(match fitting.pop() {
        Some(_) if more => Err(flow_runs::several_flows(open.text("name"))),
        Some(flow) => Ok(flow),
        None => Err(flow_runs::no_such_flow(open.text("name"))),
    })
}

/// How many runs wait for this one.
async fn depth(context: &mut Context<'_>, open: &Open) -> Stored<usize> {
    let (mut depth, mut caller) = (0, open.run.called_by.clone());
    while let Some((id, _)) = caller.filter(|_| depth < DEEPEST) {
        depth += 1;
        caller = context.tx.flow_run(&id).await?.and_then(|run| run.called_by);
    }
    Ok(depth)
}

#[cfg(test)]
mod tests {
    use crate::engine::flows::work::*;
    use serde_json::json;

    #[test]
    fn an_answer_of_an_agent_is_a_value_where_that_is_wanted() {
        let wanted = json!({"type": "object", "required": ["price"]});
        assert_eq!(found("95", None), EntryState::Answered(json!("95")));
        let fenced = "```json\n{\"price\": 95}\n```";
        assert_eq!(found(fenced, Some(&wanted)), EntryState::Answered(json!({"price": 95})));
        for text in ["It costs 95.", "{}"] {
            assert!(matches!(found(text, Some(&wanted)), EntryState::Failed(_)), "{text}");
        }
    }
}
