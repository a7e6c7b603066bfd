//! Schedules and flows before a measurement. They are written as the engine writes them: with their rooms, their rows of the
//! outbox, and the journals of runs.

use super::{Taking, engine, says};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use secretary::adapters::store::Database;
use secretary::engine::home;
use secretary::ports::inbox::Intake;
use secretary::ports::store::{NewOutboxRow, Store, Tx};
use secretary::secretary::effect::Effect;
use secretary::secretary::flow::journal::{CallMade, EntryState, JournalEntry};
use secretary::secretary::flow::run::{FlowRun, RunState, Start, Wait};
use secretary::secretary::flow::{Draft, Flow};
use secretary::secretary::ids::{EffectId, FlowId, FlowRunId, PersonId, RoomId, ScheduleId};
use secretary::secretary::inbound::{Place, Platform};
use secretary::secretary::people::workspace::{Person, Room};
use secretary::secretary::schedule::{Duty, Schedule};
use secretary::secretary::when;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Rows that are written in one transaction.
const TOGETHER: usize = 1_000;
/// How long what waits goes on waiting.
const FAR: TimeDelta = TimeDelta::days(30);

/// Who has everything, in a direct chat of their own.
pub struct Owner {
    person: Person,
    room: Room,
}

impl Owner {
    /// A member who has said something, so that the chat is known.
    pub async fn of(store: &Database, user: u64) -> anyhow::Result<Self> {
        super::members(store, std::iter::once(user)).await?;
        let engine = engine(store);
        let (heard, _ear) = mpsc::unbounded_channel();
        engine.connect(Platform::Telegram, Arc::new(Taking(heard)));
        engine.prepare(true).await?;
        engine.receive(vec![says(user, "m1", "/list")]).await?;
        engine.settle_all().await?;
        let mut tx = store.read().await?;
        let person = tx.person(&PersonId::new(format!("p{user}"))).await?.context("nobody is there")?;
        let room = tx.room_at(&says(user, "x", "x").place).await?.context("the chat is not known")?;
        Ok(Self { person, room })
    }

    /// Who that is.
    pub fn id(&self) -> &PersonId {
        &self.person.id
    }

    /// A chat of theirs on a platform that keeps no distance between messages.
    async fn chat(&self, tx: &mut dyn Tx, n: usize) -> anyhow::Result<RoomId> {
        let id = RoomId::new(format!("chat{n}"));
        let place = Place { platform: Platform::Web, chat: format!("chat{n}"), ..self.room.place.clone() };
        tx.save_room(&Room { id: id.clone(), place, ..self.room.clone() }).await?;
        Ok(id)
    }

    /// So many daily reminders that are due at this moment, each in a chat of its own.
    pub async fn reminders(&self, store: &Database, count: usize, due: DateTime<Utc>) -> anyhow::Result<()> {
        let from: Vec<usize> = (0..count).collect();
        for some in from.chunks(TOGETHER) {
            let mut tx = store.begin().await?;
            for n in some {
                let (room, now) = (self.chat(tx.as_mut(), *n).await?, Utc::now());
                let (id, number) = (ScheduleId::new(format!("due{n}")), tx.next_number(&home()).await?);
                let rule = when::of_cron("0 9 * * *")?;
                let order = (Duty::Remind("water the plants".to_owned()), rule, chrono_tz::Tz::UTC);
                let schedule = Schedule::new(id.clone(), number, &self.person, room, order, now);
                tx.save_schedule(&Schedule { next_at: Some(due), ..schedule }).await?;
                let lane = format!("schedule/{id}");
                row(tx.as_mut(), &format!("wake{n}"), lane, Effect::WakeSchedule { schedule: id }, due).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// A flow that was agreed to, in a chat of its own.
    pub async fn flow(&self, tx: &mut dyn Tx, n: usize, (script, may): (&str, &[&str])) -> anyhow::Result<Flow> {
        let room = self.chat(tx, n).await?;
        let draft = Draft {
            name: format!("Flow {n}"),
            script: script.to_owned(),
            steps: vec!["Does what it does".to_owned()],
            may: may.iter().map(|name| (*name).to_owned()).collect(),
        };
        let number = tx.next_flow_number(&home()).await?;
        let id = (FlowId::new(format!("flow{n}")), number);
        let flow = Flow::new(id, &self.person, room, draft, Utc::now());
        let mut flow = flow.map_err(|fault| anyhow::anyhow!("it is no flow: {fault:?}"))?;
        anyhow::ensure!(flow.agree(&self.person, Utc::now()), "nobody may agree to it");
        tx.save_flow(&flow).await?;
        Ok(flow)
    }

    /// Fills a database with so many flows, each with a run that waits.
    pub async fn waiting(&self, store: &Database, count: usize) -> anyhow::Result<()> {
        let from: Vec<usize> = (0..count).collect();
        for some in from.chunks(TOGETHER) {
            let mut tx = store.begin().await?;
            for n in some {
                let flow = self.flow(tx.as_mut(), *n, ("sleep(2592000)\nnotify('on')", &["sleep", "notify"])).await?;
                asleep(tx.as_mut(), &flow, Utc::now() + FAR).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }
}

async fn row(tx: &mut dyn Tx, id: &str, lane: String, effect: Effect, due_at: DateTime<Utc>) -> anyhow::Result<()> {
    let row = NewOutboxRow { id: EffectId::new(id), lane, ticket: None, effect, due_at };
    Ok(tx.enqueue(&row, Utc::now()).await?)
}

/// A run of a flow that goes on at this moment, with a journal of answered calls and perhaps one that is still open.
async fn run(
    tx: &mut dyn Tx,
    flow: &Flow,
    (answered, open): (&[(&str, Value)], Option<JournalEntry>),
    goes_on: DateTime<Utc>,
) -> anyhow::Result<FlowRunId> {
    let (number, now) = (tx.next_run_number(&flow.id).await?, Utc::now());
    let id = FlowRunId::new(format!("{}-{number}", flow.id));
    let mut run = FlowRun::new((id.clone(), number), flow, Start::default(), now);
    let made = answered.len() + usize::from(open.is_some());
    run.calls = u32::try_from(made)?;
    if goes_on > now {
        run.state = RunState::Waiting(Wait::Until(goes_on));
    }
    tx.save_flow_run(&run).await?;
    for (index, (name, answer)) in answered.iter().enumerate() {
        let index = u32::try_from(index)?;
        tx.append_flow_step(&id, &JournalEntry::begun(index, call(name, Vec::new()), now)).await?;
        tx.answer_flow_step(&id, index, &EntryState::Answered(answer.clone())).await?;
    }
    if let Some(open) = open {
        tx.append_flow_step(&id, &open).await?;
    }
    let effect = Effect::RunFlow { run: id.clone() };
    row(tx, &format!("run/{id}"), format!("flow/{id}"), effect, goes_on).await?;
    Ok(id)
}

fn call(name: &str, args: Vec<Value>) -> CallMade {
    CallMade { name: name.to_owned(), args, kwargs: BTreeMap::new() }
}

/// A run that begins now.
pub async fn begins(tx: &mut dyn Tx, flow: &Flow) -> anyhow::Result<FlowRunId> {
    run(tx, flow, (&[], None), Utc::now()).await
}

/// A run that goes on now after so many calls of `now`.
pub async fn goes_on(tx: &mut dyn Tx, flow: &Flow, answered: usize) -> anyhow::Result<FlowRunId> {
    let answers = vec![("now", json!("2026-11-30T09:00:00Z")); answered];
    run(tx, flow, (&answers, None), Utc::now()).await
}

/// A run that sleeps until then in its first call, for 30 days.
pub async fn asleep(tx: &mut dyn Tx, flow: &Flow, until: DateTime<Utc>) -> anyhow::Result<FlowRunId> {
    let sleeps = JournalEntry::begun(0, call("sleep", vec![json!(FAR.num_seconds())]), until - FAR);
    run(tx, flow, (&[], Some(sleeps)), until).await
}
