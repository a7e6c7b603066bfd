//! One run of an agent: model turns and tool calls, each written to the journal, until the task is
//! done, a person must decide, or a limit is reached. It returns an ending and never talks to a chat.

use super::gate::Gate;
use super::journal::{Journal, Record, Standing, heard};
use super::yields::{self, used, written};
use super::{compaction, limits, reading_on};
use crate::ports::clock::Clock;
use crate::ports::model::{
    ANSWERS, Failure, Model, ModelError, ModelRequest, Picture, Purpose, ToolSpec, Turn, Usage, WorkInput,
};
use crate::ports::tool::{Asked, SetUp, Tool, ToolContext};
use crate::ports::trial::planted;
use crate::prompts;
use crate::secretary::budget::{Barred, Over};
use crate::secretary::decision::approval::Proposed;
use crate::secretary::decision::cut_off::{CutOff, Reply};
use crate::secretary::intent::thinking::fitting::{self, Room};
use crate::secretary::settings::disk::DiskFault;
use crate::secretary::ticket::task::Attached;
use crate::secretary::wording::settings::used_up_budgets;
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Bytes of conversation there are in any case, however little the model has room for.
const LEAST: usize = 2_000;
/// Bytes kept free for the note on what was shortened, and as many for the tool to read on.
const NOTE: usize = 600;
/// The most tokens of an answer.
const ANSWER: u32 = 4_000;
/// Milliseconds from which a stretch of work without a record of its own is written down.
const WORTH_WRITING: u64 = 1_000;
/// How long one model call of a run may take, as long as its answer flows.
const TURN_DEADLINE: Duration = Duration::from_secs(720);

/// What a run tells while it goes on.
#[async_trait]
pub trait Listener: Send + Sync {
    /// A line on progress; empty when the run has only begun and the model has said nothing yet.
    async fn progress(&self, line: &str);
    /// A reminder to be set, once per key.
    ///
    /// # Errors
    /// It could not be stored.
    async fn remind(&self, key: &str, text: &str, rule: &Value) -> Result<(), String>;
    /// Work to be set up once people agree, proposed once per key.
    ///
    /// # Errors
    /// It could not be stored.
    async fn set_up(&self, key: &str, set_up: &SetUp) -> Result<(), String>;
}

/// What a run needs.
pub struct Kit<'a> {
    /// Who thinks.
    pub model: &'a dyn Model,
    /// Every tool there is; the agent gets those its profile names.
    pub tools: &'a [Arc<dyn Tool>],
    /// The journal of this run.
    pub journal: &'a dyn Journal,
    /// The pictures that people sent for the ticket, if the model sees.
    pub pictures: &'a [Picture],
    /// What people allow.
    pub gate: &'a dyn Gate,
    /// Who hears of progress.
    pub listener: &'a dyn Listener,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Stops the run.
    pub stop: &'a CancellationToken,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// With a result.
    Finished {
        /// The result.
        result: String,
        /// Words of the person it has heard.
        heard: u32,
        /// Calls of its own tools that worked: what it looked up, wrote or set.
        used: u32,
        /// The files it wrote, as they are at the end.
        files: Vec<Attached>,
    },
    /// It sleeps until this is decided.
    Asks {
        /// The record that waits for the answer.
        step: u32,
        /// What it asks.
        asked: Box<Asked>,
    },
    /// It sleeps until people say what became of a call that was cut off and may not be repeated by itself.
    Unknown {
        /// The record that waits for it.
        step: u32,
        /// What was attempted.
        call: Box<CutOff>,
    },
    /// It sleeps until people say whether a call may be made.
    Wants {
        /// The record that waits for it.
        step: u32,
        /// The call.
        proposed: Box<Proposed>,
    },
    /// A limit is used up.
    Limit {
        /// Which, for people.
        limit: String,
        /// What it has so far, in the agent's own words.
        so_far: String,
        /// The tools it used, by name, and how often.
        done: Box<[(String, u32)]>,
        /// The budget, if it is no limit of the run itself.
        over: Option<Over>,
    },
    /// The model must be tried again later.
    Later(Duration),
    /// Other calls have reserved the rest of a budget; try again after this long.
    Queued(Duration),
    /// The database takes nothing now: it goes on from its journal later.
    Unstored(Duration),
    /// The model will not do it, or its answers are useless.
    Model(ModelError),
    /// The work cannot go on.
    Fatal(String),
    /// The disk the files are on does not take part: in what way, and the words for the log.
    Disk(DiskFault, String),
    /// Somebody stopped it.
    Stopped,
}

/// Runs a task from where its journal stands. `reply`: the number of the call record that waits for people, and what they
/// said.
/// Returns the ending and what the run cost since its beginning.
pub async fn run(
    kit: &Kit<'_>,
    input: &WorkInput,
    context: &ToolContext,
    extended: u32,
    reply: Option<(u32, Reply)>,
) -> (Ending, Usage) {
    let records = match kit.journal.load().await {
        Ok(_) if planted::is("forget-journal") => Vec::new(),
        Ok(records) => records,
        Err(why) => return (stored_later(&why), Usage::default()),
    };
    let standing = Standing::of(records);
    let (factor, since, shelf) = (extended + 1, kit.clock.now(), compaction::Shelf::default());
    let mut run = Run { kit, input, context, standing, factor, since, shelf };
    let ending = run.go(reply).await;
    let ending = run.leave(ending).await;
    (ending, run.standing.usage)
}

/// A run at work.
pub(super) struct Run<'a> {
    pub(super) kit: &'a Kit<'a>,
    pub(super) input: &'a WorkInput,
    pub(super) context: &'a ToolContext,
    pub(super) standing: Standing,
    factor: u32,
    /// Since when its time is not in the journal yet.
    since: chrono::DateTime<chrono::Utc>,
    shelf: compaction::Shelf,
}

impl Run<'_> {
    async fn go(&mut self, reply: Option<(u32, Reply)>) -> Ending {
        if let Some((step, reply)) = reply
            && let Err(ending) = self.replied(step, reply).await
        {
            return ending;
        }
        if self.standing.records == 0 {
            self.kit.listener.progress("").await;
        }
        loop {
            if self.kit.stop.is_cancelled() {
                return Ending::Stopped;
            }
            if let Err(ending) = self.advance().await {
                return ending;
            }
        }
    }

    /// One move: the next tool call, the end, or the next model turn. `Err` is the ending.
    async fn advance(&mut self) -> Result<(), Ending> {
        if let Some(begun) = self.standing.begun.clone() {
            return self.take_up(begun).await;
        }
        if let Some(call) = self.standing.pending.front().cloned() {
            self.check_limits()?;
            return self.begin(call).await;
        }
        if self.standing.unheard.is_empty() {
            self.hear().await?;
        }
        if let (Some(result), true) = (self.standing.last_words.clone(), self.standing.unheard.is_empty()) {
            let files = written(&self.standing.steps, &self.context.ticket);
            let used = used(&self.standing.steps);
            return Err(Ending::Finished { result, heard: self.standing.said, used, files });
        }
        if self.standing.empty >= 2 {
            return Err(Ending::Model(ModelError::Unusable("the model said nothing, twice".to_owned())));
        }
        self.check_limits()?;
        self.think().await
    }

    /// Looks whether the person said something while the run was at work.
    async fn hear(&mut self) -> Result<(), Ending> {
        let records = self.kit.journal.load().await.map_err(|why| stored_later(&why))?;
        let known = usize::try_from(self.standing.records).unwrap_or(usize::MAX);
        for record in records.into_iter().skip(known) {
            self.standing.take(record);
        }
        Ok(())
    }

    pub(super) async fn write(&mut self, record: Record) -> Result<u32, Ending> {
        let number = self.kit.journal.append(&record).await.map_err(|why| stored_later(&why))?;
        if number != self.standing.records {
            // The person's words came in between: read them first, in their order.
            self.hear().await?;
            return Ok(number);
        }
        self.standing.take(record);
        Ok(number)
    }

    async fn think(&mut self) -> Result<(), Ending> {
        let request = self.request();
        let heard = Some(self.standing.said);
        let reply = tokio::select! {
            reply = self.kit.model.ask(&request) => reply,
            () = self.kit.stop.cancelled() => return Err(Ending::Stopped),
        };
        let took = self.took();
        match reply {
            Ok(reply) => self.write(Record::Reply { reply, heard, took }).await.map(drop),
            Err(Failure { error, usage }) => {
                if usage != Usage::default() || took >= WORTH_WRITING {
                    self.write(Record::Spent { usage, took }).await?;
                }
                Err(match error {
                    ModelError::Retry { after } => Ending::Later(after),
                    ModelError::Queued { after } => Ending::Queued(after),
                    ModelError::Barred(Barred::Over(over)) => Ending::Limit {
                        limit: used_up_budgets::name(over.scope).to_owned(),
                        so_far: self.standing.so_far(),
                        done: yields::done(&self.standing.steps).into(),
                        over: Some(over),
                    },
                    error => Ending::Model(error),
                })
            }
        }
    }

    fn request(&mut self) -> ModelRequest {
        let mut input = self.input.clone();
        input.steps.clone_from(&self.standing.steps);
        // What came while it waited for people is among what was said by now.
        input.said.extend(self.standing.unheard.iter().filter(|text| !self.input.said.contains(text)).cloned());
        let mut tools = self.specs();
        let of_tools: usize = tools.iter().map(spec_length).sum();
        let Room { bytes: room, answer } = self.room();
        let (fixed, mut variable) = prompt(&input, (of_tools, room));
        let mut latest: Vec<Turn> =
            self.standing.unheard.iter().map(|text| Turn::User { content: heard(text) }).collect();
        if self.standing.empty > 0 {
            latest.push(Turn::User { content: "Please go on: call a tool, or give your result.".to_owned() });
        }
        let pictures = (!self.kit.pictures.is_empty()).then(|| Turn::Pictures { pictures: self.kit.pictures.to_vec() });
        let beside: usize = latest.iter().chain(&pictures).map(compaction::length).sum();
        let spoken_for = fixed.len() + variable.len() + beside;
        let left = room.saturating_sub(spoken_for + of_tools + 2 * NOTE).max(LEAST);
        let told = self.shelf.compact(&self.standing.turns, left, input.agent.limits.result_chars);
        if told.shortened > 0 {
            variable.push_str(&prompts::shortened(told.shortened));
            if !tools.iter().any(|t| t.name == reading_on::NAME) {
                tools.push(reading_on::spec());
            }
        }
        let mut turns = vec![Turn::System { content: fixed }, Turn::User { content: variable }];
        turns.extend(pictures);
        turns.extend(told.turns);
        turns.extend(latest);
        let model = input.agent.model.clone();
        ModelRequest {
            purpose: Purpose::Work(Box::new(input)),
            turns,
            tools,
            schema: None,
            model,
            max_output_tokens: answer,
            deadline: TURN_DEADLINE,
            answers: ANSWERS,
        }
    }

    /// How much a request and its answer may have: by the model's room, if that is known.
    fn room(&self) -> Room {
        Room::of(self.kit.model.capabilities().room("work", self.input.agent.model.as_deref()), ANSWER)
    }

    fn specs(&self) -> Vec<ToolSpec> {
        let mut specs: Vec<ToolSpec> = self.allowed().map(|t| t.spec()).collect();
        let long = |s: &crate::ports::model::Step| s.result.chars().count() > self.input.agent.limits.result_chars;
        if self.standing.steps.iter().any(long) {
            specs.push(reading_on::spec());
        }
        specs
    }

    /// Milliseconds of work that are not in the journal yet; they are from now on.
    pub(super) fn took(&mut self) -> u64 {
        let now = self.kit.clock.now();
        let took = (now - self.since).num_milliseconds();
        self.since = now;
        u64::try_from(took).unwrap_or(0)
    }

    /// The run ends or rests: a stretch that was not written down yet is, so that resuming it begins no new time.
    async fn leave(&mut self, ending: Ending) -> Ending {
        let took = self.took();
        if took < WORTH_WRITING
            || !matches!(ending, Ending::Stopped | Ending::Asks { .. } | Ending::Unknown { .. } | Ending::Wants { .. })
        {
            return ending;
        }
        match self.write(Record::Spent { usage: Usage::default(), took }).await {
            // The number of the record that waits for the answer stays the one it was.
            Ok(_) | Err(_) => ending,
        }
    }

    /// Ends the run where one of its limits is used up.
    fn check_limits(&self) -> Result<(), Ending> {
        let unwritten = u64::try_from((self.kit.clock.now() - self.since).num_milliseconds()).unwrap_or(0);
        let worked = self.standing.worked.saturating_add(unwritten);
        let used_up = limits::used_up(&self.input.agent.limits, self.factor, &self.standing, worked);
        let Some(limit) = used_up.filter(|_| !planted::is("no-limits")) else { return Ok(()) };
        let (so_far, done) = (self.standing.so_far(), yields::done(&self.standing.steps).into());
        Err(Ending::Limit { limit, so_far, done, over: None })
    }
}

/// A database that takes nothing now is no fault of the work: the run goes on from its journal later.
pub(super) fn stored_later(why: &str) -> Ending {
    tracing::warn!(why, "a run waits for the database");
    Ending::Unstored(Duration::from_secs(5))
}

/// The prompt of a run. A model with little room gets less of the earlier results, the same in each turn.
fn prompt(input: &WorkInput, (of_tools, room): (usize, usize)) -> (String, String) {
    let (fixed, variable) = prompts::work(input);
    let over = (fixed.len() + variable.len() + of_tools + 2 * NOTE + LEAST).saturating_sub(room);
    if over == 0 { (fixed, variable) } else { prompts::work(&fitting::work(input.clone(), over)) }
}

/// The bytes of a tool in a request, near enough.
fn spec_length(spec: &ToolSpec) -> usize {
    serde_json::to_string(spec).map_or(0, |text| text.len())
}
