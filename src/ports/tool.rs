//! Tools of agents. Each names its effect, by which the loop decides what may be repeated.

use super::model::ToolSpec;
use super::store::StoreError;
use crate::secretary::agent::Agent;
pub use crate::secretary::decision::{Asked, AskedOption};
use crate::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
pub use crate::secretary::notes::{Note, Owner, Scope};
pub use crate::secretary::policy::onward::Onward;
pub use crate::secretary::policy::readable::Readable;
pub use crate::secretary::policy::{Answers, Policy, Reach, Risk};
use crate::secretary::received::ReceivedFile;
use crate::secretary::settings::disk::DiskFault;
pub use crate::secretary::ticket::standing::SetUp;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why an interrupted call may be repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Repetition {
    /// A second call has the same effect as one: it reads, or overwrites with the same.
    Idempotent,
    /// It knows the key of a call and does each once.
    #[default]
    Keyed,
    /// Unknown: the call is repeated only if people say so.
    Unkeyed,
}

/// The terms of a tool: what it can do, and when it may be called. Nothing that a model or a server says changes
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What it changes.
    pub reach: Reach,
    /// Why a repetition is safe, if it is.
    pub repetition: Repetition,
    /// When people are asked before it is called.
    pub policy: Policy,
    /// How bad a wrong call is.
    pub risk: Risk,
    /// Whose text its answers are.
    pub answers: Answers,
}

impl Terms {
    /// A tool that works in the ticket alone and answers in its own words.
    pub const INSIDE: Self = Self { reach: Reach::Inside, ..Self::reading(Answers::Own) };

    /// A tool that only reads.
    pub const fn reading(answers: Answers) -> Self {
        let (reach, repetition) = (Reach::Reads, Repetition::Idempotent);
        Self { reach, repetition, policy: Policy::Never, risk: Risk::Low, answers }
    }

    /// A tool that changes something outside and answers in its own words.
    pub const fn outside(repetition: Repetition, policy: Policy, risk: Risk) -> Self {
        Self { reach: Reach::Outside, repetition, policy, risk, answers: Answers::Own }
    }
}

/// Who is there, for tools that set up work.
#[derive(Clone, Debug, Default)]
pub struct Staff {
    /// The agents of the program.
    pub agents: Vec<Agent>,
    /// The arguments of the calls of the run that made a worker, oldest first.
    pub spawned: Vec<Value>,
    /// The run has proposed what is to be set up.
    pub delegated: bool,
}

/// Where a call happens.
#[derive(Clone, Debug)]
pub struct ToolContext {
    /// The workspace; every row a tool reads or writes is keyed by it.
    pub workspace: WorkspaceId,
    /// The ticket; its folder is the only one a tool may touch.
    pub ticket: TicketId,
    /// The ticket's number, for titles.
    pub number: i64,
    /// The person the work is for.
    pub person: PersonId,
    /// The notes that may be read and written: by the origin of the ticket, never by what a model asks.
    pub notes: Scope,
    /// The run.
    pub run: RunId,
    /// Unique per call and the same when a call is repeated after a crash.
    pub key: String,
    /// Now.
    pub now: DateTime<Utc>,
    /// The person's zone.
    pub zone: Tz,
    /// Where a page may redirect to.
    pub onward: Onward,
    /// Which notes may be read.
    pub readable: Readable,
    /// The files that people sent for the ticket.
    pub received: Vec<ReceivedFile>,
    /// Who is there; none where nothing may be set up, as in work that came by itself.
    pub staff: Option<Staff>,
    /// A script calls, which takes [`ToolOutput::Value`] without what only a model needs.
    pub for_script: bool,
}

/// The output of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToolOutput {
    /// Text for the model.
    Text(String),
    /// A value for a script.
    Value(Value),
    /// A question to people: the run sleeps until it is decided.
    Ask(Asked),
    /// A word on progress for people; the model gets "noted".
    Progress(String),
    /// A reminder to be set: the text the person will read, and the rule as `when::Rule` JSON.
    Remind {
        /// What to be reminded of.
        text: String,
        /// The serialised `when::Rule`, with `local` set to whether it depends on the zone it was read in.
        rule: Value,
    },
    /// What is to be set up once people agree.
    SetUp {
        /// What.
        set_up: Box<SetUp>,
        /// What the model is told.
        told: String,
    },
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The model can do something about it: wrong arguments, a page that is not there.
    #[error("{0}")]
    TellModel(String),
    /// No answer came; the call may have been made or not. The loop decides by [`Repetition`] what follows.
    #[error("{0}")]
    Unclear(String),
    /// The database takes nothing now, or did not answer: make the same call with the same key later.
    #[error("{0}")]
    Later(String),
    /// The run cannot go on: the database does not take this.
    #[error("{0}")]
    Fatal(String),
    /// The run cannot go on: the disk the files are on, and in what way, for the log.
    #[error("{1}")]
    Disk(DiskFault, String),
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Later(_) | StoreError::Ousted => Self::Later(error.to_string()),
            StoreError::Refused(_) | StoreError::Broken(_) => Self::Fatal(error.to_string()),
        }
    }
}

/// One tool.
#[async_trait]
pub trait Tool: Send + Sync {
    /// How a model sees it: name, description, schema from the argument type.
    fn spec(&self) -> ToolSpec;

    /// What it can do, and when people are asked before it does.
    fn terms(&self) -> Terms;

    /// The arguments in normal form, so that a call is judged, shown and made in the same form. Applying it twice
    /// changes nothing more. None for a call that is refused whatever anybody allows, so that nobody is asked about
    /// it: [`Tool::call`] says why and does nothing.
    fn settled(&self, _context: &ToolContext, arguments: Value) -> Option<Value> {
        Some(arguments)
    }

    /// Makes the call. Unless it is [`Repetition::Unkeyed`], repeating a call with the same `context.key` must not do
    /// it twice.
    ///
    /// # Errors
    /// See [`ToolError`].
    async fn call(&self, context: &ToolContext, arguments: Value) -> Result<ToolOutput, ToolError>;
}

/// The result of writing a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whose it is.
    pub owner: Owner,
    /// The title of the note that keeps what stood there before.
    pub kept: Option<String>,
}

/// Notes, as far as a scope reaches.
#[async_trait]
pub trait Notes: Send + Sync {
    /// One note by title, without regard to case; the person's own before everybody's.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn note(&self, scope: &Scope, title: &str) -> Result<Option<Note>, ToolError>;

    /// Writes a note over an older one with the same title; `append` adds a line instead, once per `key`. The owner
    /// comes from the scope ([`Scope::for_writing`]), not from the note. The former text stays as a note of its own
    /// ([`crate::secretary::notes::kept_titles`]), unless this tool wrote all of it.
    ///
    /// # Errors
    /// The database cannot be written.
    async fn write_note(&self, scope: &Scope, note: Note, append: bool, key: &str) -> Result<Written, ToolError>;

    /// Notes whose title or text contains every word of `words` (all notes when empty), newest first.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn find_notes(&self, scope: &Scope, words: &str, limit: u32) -> Result<Vec<Note>, ToolError>;
}
