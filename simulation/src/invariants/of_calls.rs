//! Invariants of what goes outwards: judged at the moment a platform, the model or a tool is called.

use crate::memory::{Memory, Tables};
use crate::outside::around::{Around, Doing, Surroundings};
use secretary::ports::model::{ModelRequest, Purpose, Turn as Said};
use secretary::ports::store::Arrival;
use secretary::ports::tool::ToolContext;
use secretary::secretary::decision::{Decision, Subject};
use secretary::secretary::ids::{RunId, TicketId};
use secretary::secretary::message::Message;
use secretary::secretary::ticket::event::Event;
use secretary::workers::journal::{Record, Standing};
use std::collections::BTreeSet;

/// What a message costs at most, so that every platform shows it: bytes of a button's data, characters of its label.
const DATA: usize = 64;
const LABEL: usize = 80;

/// A platform that knows no keys gets a message twice at most.
pub fn a_message_has_at_most_two_copies(world: &mut Surroundings, key: &str, before: usize) {
    if before >= 2 {
        world.violated("a_message_has_at_most_two_copies", format!("{key} arrives a third time"));
    }
}

/// What was confirmed and written down is not sent again.
pub fn what_arrived_for_certain_is_not_sent_again(world: &mut Surroundings, key: &str) {
    if world.board.confirmed.contains_key(key) {
        world.violated("what_arrived_for_certain_is_not_sent_again", key.to_owned());
    }
}

/// A message has words, and its buttons fit.
pub fn a_message_can_be_shown(world: &mut Surroundings, message: &Message) {
    let fits =
        |label: &str, data: &str| !label.trim().is_empty() && label.chars().count() <= LABEL && data.len() <= DATA;
    if message.blocks.is_empty() || !message.buttons.iter().flatten().all(|b| fits(&b.label, &b.data)) {
        world.violated("a_message_can_be_shown", format!("{:?}", message.buttons));
    }
}

/// Whoever belongs to nobody gets no message about a ticket.
pub fn strangers_hear_nothing_of_tickets(world: &mut Surroundings) {
    if let Some(ticket) = world.doing.ticket.clone() {
        world.violated("strangers_hear_nothing_of_tickets", format!("about {ticket}"));
    }
}

/// A request to the model has an answer for each call of tools before it, as servers demand.
pub fn requests_are_whole(world: &mut Surroundings, request: &ModelRequest) {
    let mut open: Vec<&str> = Vec::new();
    let mut whole = matches!(request.turns.first(), Some(Said::System { content }) if !content.is_empty());
    for turn in &request.turns {
        match turn {
            Said::System { .. } | Said::User { .. } | Said::Pictures { .. } => whole &= open.is_empty(),
            Said::Assistant { calls, .. } => {
                whole &= open.is_empty();
                open = calls.iter().map(|call| call.id.as_str()).collect();
            }
            Said::Tool { id, .. } => match open.iter().position(|one| one == id) {
                Some(at) => drop(open.remove(at)),
                None => whole = false,
            },
        }
    }
    if !whole || !open.is_empty() {
        world.violated("requests_are_whole", format!("{:?}", request.turns));
    }
}

/// What the model has answered and was written down is not asked for again.
pub fn a_finished_answer_is_not_asked_for_again(
    world: &mut Surroundings,
    memory: &Memory,
    doing: &Doing,
    request: &ModelRequest,
) {
    const NAME: &str = "a_finished_answer_is_not_asked_for_again";
    if let (Purpose::Work(_), Some(run)) = (&request.purpose, &doing.run) {
        goes_on(world, run, None);
        let standing = standing(&memory.tables(), run);
        let used_up = standing.last_words.is_none() || !standing.unheard.is_empty();
        if standing.begun.is_some() || !standing.pending.is_empty() || !used_up {
            world.violated(NAME, format!("{run} asks although its last answer is not used up"));
        }
        return;
    }
    let tables = memory.tables();
    let prefix = format!("self//{}/", doing.row);
    let told = tables.seen.range(prefix.clone()..).take_while(|(key, _)| key.starts_with(&prefix));
    let over = told.filter_map(|(_, seq)| tables.inbox.get(seq)).any(|row| match row.arrival.as_ref() {
        Arrival::Ticket { event, .. } => matches!(
            **event,
            Event::TriageFinished { .. } | Event::ReportFinished { .. } | Event::ThinkingFailed { .. }
        ),
        _ => false,
    });
    drop(tables);
    if over {
        world.violated(NAME, format!("{} asks again", doing.row));
    }
}

/// A call of a tool after which the run went on is not made again.
pub fn a_finished_tool_call_is_not_repeated(world: &mut Surroundings, context: &ToolContext) {
    goes_on(world, &context.run, Some(&context.key));
    if world.finished_calls.contains(&context.key) {
        world.violated("a_finished_tool_call_is_not_repeated", context.key.clone());
    }
}

/// What may have happened is attempted again only if people said so, each time anew.
pub fn what_may_have_happened_is_not_done_again_unasked(
    world: &mut Surroundings,
    memory: &Memory,
    context: &ToolContext,
) {
    const NAME: &str = "what_may_have_happened_is_not_done_again_unasked";
    if !world.attempts.insert(context.key.clone()) {
        world.violated(NAME, format!("{} again", context.key));
    }
    let tables = memory.tables();
    let again = tables.journal(&context.run).iter().filter(|record| record["kind"] == "again").count();
    let said = |decision: &&Decision| {
        let verdict = decision.verdict().filter(|v| v.by.is_some() && v.option == Some(0));
        decision.subject == Subject::Unknown && decision.run == context.run && verdict.is_some()
    };
    let ticket = tables.tickets.get(&context.ticket);
    let allowed = ticket.map_or(0, |t| t.decisions.iter().filter(said).count());
    drop(tables);
    if again > allowed {
        world.violated(NAME, format!("{}: {again} further attempts, {allowed} allowed", context.key));
    }
}

/// What changes something outside.
const CHANGING: [&str; 3] = ["keep", "set_reminder", "send_letter"];

fn readable(arguments: &serde_json::Value) -> bool {
    arguments
        .as_str()
        .is_some_and(|text| text.trim().is_empty() || serde_json::from_str::<serde_json::Value>(text).is_ok())
}

/// Behind text of others nothing is changed but what people allowed, each time anew.
pub fn foreign_text_changes_nothing_unasked(world: &mut Surroundings, memory: &Memory, context: &ToolContext) {
    let tables = memory.tables();
    let called: Vec<String> = tables
        .journal(&context.run)
        .iter()
        // What cannot be read is answered and calls nothing.
        .filter(|record| record["kind"] == "call" && readable(&record["call"]["arguments"]))
        .map(|record| record["call"]["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    let behind = called.iter().skip_while(|name| *name != "look_up");
    let changes = behind.filter(|name| CHANGING.contains(&name.as_str())).count();
    let allowed = |decision: &&Decision| {
        let option = decision.verdict().filter(|v| v.by.is_some()).and_then(|v| v.option);
        let yes = option.is_some_and(|o| decision.asked.options.get(o).is_some_and(|o| o.label == "Do it"));
        decision.subject == Subject::Approval && decision.run == context.run && yes
    };
    let permits = tables.tickets.get(&context.ticket).map_or(0, |t| t.decisions.iter().filter(allowed).count());
    drop(tables);
    if changes > permits {
        let what = format!("{}: {changes} changes, {permits} allowed, called {called:?}", context.key);
        world.violated("foreign_text_changes_nothing_unasked", what);
    }
}

/// A run that calls something outside follows no other one of its task that was cut off in the middle of such a call, unless
/// people said what became of that.
pub fn a_new_run_follows_no_unknown_call(world: &mut Surroundings, memory: &Memory, context: &ToolContext) {
    let tables = memory.tables();
    let ticket = tables.tickets.get(&context.ticket);
    let left: Option<(RunId, u32)> = others_of_the_task(&tables, &context.run)
        .into_iter()
        .filter_map(|run| standing(&tables, run).unknown().map(|begun| (run.clone(), begun.step)))
        .find(|(run, step)| {
            let about = |d: &Decision| d.subject == Subject::Unknown && d.run == *run && d.step == Some(*step);
            !ticket.is_some_and(|t| t.decisions.iter().any(|d| about(d) && d.verdict().is_some()))
        });
    drop(tables);
    if let Some((run, step)) = left {
        let what = format!("{} calls although call {step} of {run} may have happened", context.run);
        world.violated("a_new_run_follows_no_unknown_call", what);
    }
}

/// The other runs of the task of a run that have a journal. A revision reuses the name of a step that was not meant,
/// so runs from before it belong to another task.
fn others_of_the_task<'t>(tables: &'t Tables, run: &RunId) -> BTreeSet<&'t RunId> {
    let version = |run: &RunId| run.as_str().rsplit('/').nth(1)?.parse::<u64>().ok();
    let ticket = run.as_str().split('/').next().unwrap_or_default();
    let shown = tables.tickets.get(&TicketId::new(ticket)).into_iter().flat_map(|ticket| ticket.shown.keys());
    let since = shown.filter_map(|slot| slot.as_str().rsplit_once("/revising")?.1.parse().ok()).max();
    let of_task = |run: &RunId| run.as_str().rsplitn(3, '/').last().map(str::to_owned);
    let task = of_task(run);
    let first = (RunId::new(task.clone().unwrap_or_default()), 0);
    let of_this = tables.steps.range(first..).map(|((run, _), _)| run).take_while(|run| of_task(run) == task);
    of_this.filter(|other| *other != run && version(other) >= since).collect()
}

/// Whether a tool changes something outside each time it is called.
fn counts(tool: &str) -> bool {
    matches!(tool, "keep" | "set_reminder" | "send_letter")
}

/// A run that calls something which counts each time follows no other one of its task that has done such a thing, unless
/// people gave the task to somebody else, or took back what was decided by silence.
pub fn a_new_run_does_nothing_that_is_done(world: &mut Surroundings, memory: &Memory, context: &ToolContext) {
    let tables = memory.tables();
    let decisions = tables.tickets.get(&context.ticket).map_or(&[][..], |ticket| &ticket.decisions);
    let given_away = decisions.iter().any(|d| d.subject == Subject::Assign && d.verdict().is_some());
    let taken_back = |run: &RunId| decisions.iter().any(|d| d.run == *run && d.reopened);
    let acted = |run: &&RunId| standing(&tables, run).steps.iter().any(|step| !step.failed && counts(&step.call.name));
    let others = others_of_the_task(&tables, &context.run).into_iter();
    let done = others.filter(|run| !given_away && !taken_back(run)).find(acted).cloned();
    drop(tables);
    if let Some(run) = done {
        let what = format!("{} calls although {run} has done something", context.run);
        world.violated("a_new_run_does_nothing_that_is_done", what);
    }
}

/// A run that asks or calls has written down what its last call gave.
pub fn goes_on(world: &mut Surroundings, run: &RunId, key: Option<&str>) {
    let last = match key {
        Some(key) => world.last_calls.insert(run.clone(), key.to_owned()),
        None => world.last_calls.remove(run),
    };
    if let Some(last) = last.filter(|last| Some(last.as_str()) != key) {
        world.finished_calls.insert(last);
    }
}

/// A run of a ticket that is over or paused calls neither model nor tools.
pub fn work_that_is_held_calls_nobody(world: &mut Surroundings, memory: &Memory, doing: &Doing) {
    let (Some(run), Some(ticket)) = (&doing.run, &doing.ticket) else { return };
    let held = memory.tables().tickets.get(ticket).is_some_and(|t| t.closed() || t.paused);
    if held {
        world.violated("work_that_is_held_calls_nobody", format!("{run} of {ticket}"));
    }
}

/// Where a run stands by its journal.
pub fn standing(tables: &Tables, run: &RunId) -> Standing {
    let records = tables.journal(run);
    let records = records.iter().filter_map(|step| serde_json::from_value::<Record>((**step).clone()).ok());
    Standing::of(records.collect())
}

/// A call of a run while it lasts: two at a time would write one journal.
pub struct Turn {
    around: Around,
    run: Option<RunId>,
}

impl Turn {
    /// Begins a call of what is being done.
    pub fn begin(around: &Around) -> Self {
        let mut world = around.lock();
        let run = world.doing.run.clone();
        if let Some(run) = &run
            && !world.calling.insert(run.clone())
        {
            world.violated("a_run_does_one_thing_at_a_time", run.to_string());
        }
        drop(world);
        Self { around: around.clone(), run }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(run) = &self.run {
            self.around.lock().calling.remove(run);
        }
    }
}
