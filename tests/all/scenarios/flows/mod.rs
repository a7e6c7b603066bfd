//! Flows: scripts that people agree on, and that run by themselves.

mod commands;
mod events;
mod examples;
mod functions;
mod news;
mod overview;
mod running;
mod together;
mod triggers;
mod waiting;
mod writing;

use crate::support::{Office, Platform, Voice};
use secretary::adapters::child::OwnProgram;
use secretary::adapters::scripts::ChildScripts;
use secretary::engine::home;
use secretary::ports::scripts::Scripts;
use secretary::ports::store::{NewOutboxRow, Store};
use secretary::secretary::effect::Effect;
use secretary::secretary::flow::run::{FlowRun, Start};
use secretary::secretary::flow::tables::Query;
use secretary::secretary::flow::{Draft, Flow, examples as shipped};
use secretary::secretary::ids::{EffectId, FlowId, FlowRunId, PersonId};
use serde_json::Value;
use std::sync::Arc;

/// An office whose messages may quote scripts and what is wrong with them.
async fn with_mara(platform: Platform) -> (Office, Voice) {
    let (office, mara) = Office::owned_by("Mara", platform).await;
    office.quotes_scripts();
    (office, mara)
}

/// A flow with this script that somebody made in their direct chat and agreed to.
async fn agreed(office: &Office, voice: &Voice, name: &str, script: &str) -> Flow {
    voice.shows_up().await;
    let scripts = ChildScripts::new(Arc::new(OwnProgram::new(env!("CARGO_BIN_EXE_secretary"))));
    let may = scripts.check(script).await.unwrap().calls;
    let draft =
        Draft { name: name.to_owned(), script: script.to_owned(), steps: vec!["Does what it does".to_owned()], may };
    let mut tx = office.store().begin().await.unwrap();
    let owner = tx.person(&PersonId::new(format!("person-{}", voice.who.user))).await.unwrap().unwrap();
    let room = tx.room_at(&voice.place).await.unwrap().unwrap().id;
    let number = tx.next_flow_number(&home()).await.unwrap();
    let mut flow =
        Flow::new((FlowId::new(format!("flow{number}")), number), &owner, room, draft, office.now()).unwrap();
    assert!(flow.agree(&owner, office.now()));
    tx.save_flow(&flow).await.unwrap();
    tx.commit().await.unwrap();
    flow
}

/// Writes a flow that was changed.
async fn saves(office: &Office, flow: &Flow) {
    let mut tx = office.store().begin().await.unwrap();
    tx.save_flow(flow).await.unwrap();
    tx.commit().await.unwrap();
}

/// The flow of this name that comes with the program.
async fn example(office: &Office, voice: &Voice, name: &str) -> Flow {
    let example = shipped::ALL.iter().find(|example| example.name == name).expect("an example of this name");
    agreed(office, voice, name, example.script).await
}

/// Somebody begins a run, and it goes as far as it comes.
async fn begins(office: &Office, flow: &Flow, dry: bool) -> FlowRunId {
    begins_as(office, flow, |run| run.dry = dry).await
}

/// The same with a run that is changed before.
async fn begins_as(office: &Office, flow: &Flow, change: impl FnOnce(&mut FlowRun)) -> FlowRunId {
    let mut tx = office.store().begin().await.unwrap();
    let number = tx.next_run_number(&flow.id).await.unwrap();
    let id = FlowRunId::new(format!("{}-{number}", flow.id));
    let start = Start { event: Value::Null, caused_by: Some(flow.owner.clone()), ..Start::default() };
    let mut run = FlowRun::new((id.clone(), number), flow, start, office.now());
    change(&mut run);
    tx.save_flow_run(&run).await.unwrap();
    let (lane, effect) = (format!("flow/{id}"), Effect::RunFlow { run: id.clone() });
    let row =
        NewOutboxRow { id: EffectId::new(format!("begin/{id}")), lane, ticket: None, effect, due_at: office.now() };
    tx.enqueue(&row, office.now()).await.unwrap();
    tx.commit().await.unwrap();
    office.settle().await;
    id
}

/// How a run stands.
async fn run(office: &Office, id: &FlowRunId) -> FlowRun {
    office.store().ask().await.unwrap().flow_run(id).await.unwrap().expect("such a run")
}

/// The rows of a table, each with its key.
async fn rows(office: &Office, table: &str) -> Vec<(String, Value)> {
    let mut tx = office.store().ask().await.unwrap();
    let found = tx.flow_rows(&home(), table, &Query::first(&serde_json::Map::new(), 100)).await.unwrap();
    found.into_iter().map(|row| (row.key, Value::Object(row.row))).collect()
}
