//! Events of a ticket, in the past tense. Every stage must decide a new variant.

use super::plan::Triage;
use super::round::answers::Given;
use crate::secretary::budget::{Over, cost::Usage};
use crate::secretary::decision::{Asked, approval::Proposed, cut_off::CutOff, prompt_loss::Loss};
use crate::secretary::ids::{DecisionId, RoomId, RunId, Slot, TaskKey, TicketId};
use crate::secretary::inbound::Referred;
use crate::secretary::policy::Source;
use crate::secretary::received::ReceivedFile;
use crate::secretary::ticket::task::{Attached, Left};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use crate::secretary::ticket::timer::Timer;

/// One thing that happened to a ticket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// An idea came in.
    IdeaReceived,
    /// The model has read the idea. `asked`: the number of the request.
    TriageFinished {
        /// The request.
        asked: u32,
        /// The triage.
        triage: Box<Triage>,
        /// What it cost.
        usage: Usage,
    },
    /// The idea came in with its understanding.
    IdeaUnderstood {
        /// The understanding as a triage.
        triage: Box<Triage>,
        /// The usage of the understanding.
        usage: Usage,
    },
    /// A schedule opened the ticket to carry out what was agreed before.
    WorkDue,
    /// The report is written.
    ReportFinished {
        /// The request.
        asked: u32,
        /// Markdown.
        text: String,
        /// What it cost.
        usage: Usage,
    },
    /// The model does not answer; the request is tried again automatically.
    ThinkingDelayed {
        /// The request.
        asked: u32,
    },
    /// A model request failed, is made again, and has cost this.
    TokensSpent {
        /// What it cost.
        usage: Usage,
    },
    /// The model failed for good on this request.
    ThinkingFailed {
        /// The request.
        asked: u32,
        /// Why.
        why: Trouble,
        /// The usage of the unusable answers.
        #[serde(default)]
        usage: Usage,
    },
    /// A question was answered by a tap: the index of the option.
    OptionTapped {
        /// The round, from 0.
        round: usize,
        /// The question, from 0.
        question: usize,
        /// The option, from 0.
        option: usize,
    },
    /// A question with several answers is complete.
    TicksDone {
        /// The round.
        round: usize,
        /// The question.
        question: usize,
    },
    /// Free text came while questions are open.
    AnswersReceived {
        /// The words.
        text: String,
    },
    /// Questions of a round were answered, each by its own answer.
    QuestionsAnswered {
        /// The round, from 0.
        round: usize,
        /// The answers, each with its question from 0.
        answers: Vec<(usize, Given)>,
        /// The words.
        text: String,
    },
    /// Words that were taken as answers or as a revision were an idea of their own; or the last answer is withdrawn.
    NotMeant {
        /// The words. None: an answer is only withdrawn.
        text: Option<String>,
    },
    /// The rest of the round is left to the secretary.
    LeftToJudgement {
        /// The round.
        round: usize,
    },
    /// The card was accepted.
    Confirmed,
    /// The card or the idea was corrected.
    Corrected {
        /// The words.
        text: String,
    },
    /// Something was added.
    Added {
        /// The words.
        text: String,
    },
    /// Work was asked to start now.
    DispatchRequested,
    /// A run continues after the program ended in the middle of it.
    TaskResumed {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
    },
    /// A run said what it is doing.
    TaskProgressed {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// A line for people; empty when the run has only begun.
        line: String,
    },
    /// A run needs a decision and sleeps.
    DecisionAsked {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// The step of its journal that waits for the answer.
        step: u32,
        /// What it asks.
        asked: Asked,
        /// What it cost since the last event.
        usage: Usage,
    },
    /// A tool call that may not be repeated without asking was interrupted, and the run sleeps.
    OutcomeUnknown {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// The step of its journal that waits for people.
        step: u32,
        /// What was attempted.
        call: CutOff,
        /// What it cost since the last event.
        usage: Usage,
    },
    /// A run wants to make a call that needs approval, and sleeps.
    LeaveAsked {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// The step of its journal that waits for people.
        step: u32,
        /// The call.
        proposed: Box<Proposed>,
        /// What it cost since the last event.
        usage: Usage,
    },
    /// Files came for the ticket, or words of others that the latest words refer to.
    FilesReceived {
        /// The files.
        files: Vec<ReceivedFile>,
        /// What the words refer to.
        refers: Vec<Referred>,
    },
    /// A run has read text of others, which may lead the work of the ticket from now on.
    ForeignRead {
        /// Whose.
        source: Source,
    },
    /// A person decided.
    DecisionMade {
        /// Which.
        decision: DecisionId,
        /// The option, if one was chosen.
        option: Option<usize>,
        /// The words, if written: the answer, or with an option what is added to it.
        text: Option<String>,
    },
    /// The person who made an irreversible choice says whether they are sure.
    SureAnswered {
        /// The decision.
        decision: DecisionId,
        /// The number of the question, if a button says it: an older one decides nothing.
        number: Option<u64>,
        /// They are, or they are not.
        yes: bool,
    },
    /// A person undid what followed from silence, to decide themselves.
    DecisionReopened {
        /// Which.
        decision: DecisionId,
    },
    /// A person who may decide wants more time for it, or one more option.
    DecisionWidened {
        /// Which decision.
        decision: DecisionId,
        /// The new deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<DateTime<Utc>>,
        /// The option in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        option: Option<String>,
    },
    /// A person changes a decision after the work is over.
    DecisionChanged {
        /// Which decision.
        decision: DecisionId,
        /// The option; none for an answer of their own.
        option: Option<usize>,
        /// Their own answer.
        text: Option<String>,
    },
    /// A run has ended its task.
    TaskFinished {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// The result.
        result: String,
        /// How many of the words sent to the run it has read.
        heard: u32,
        /// Calls of its own tools that worked.
        #[serde(default)]
        used: u32,
        /// The files it wrote.
        #[serde(default)]
        files: Vec<Attached>,
        /// What it cost since the last event.
        usage: Usage,
    },
    /// A run could not do its task.
    TaskFailed {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// Why.
        why: Trouble,
        /// What it leaves.
        #[serde(flatten)]
        left: Left,
        /// What it cost since the last event.
        usage: Usage,
    },
    /// A run has used up one of its limits.
    LimitReached {
        /// The task.
        task: TaskKey,
        /// The run.
        run: RunId,
        /// Which limit, for people ("40 steps").
        limit: String,
        /// What it has so far, in its agent's own words.
        so_far: String,
        /// The tools it used, by name, and how often.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        done: Vec<(String, u32)>,
        /// What it leaves.
        #[serde(flatten)]
        left: Left,
        /// What it cost since the last event.
        usage: Usage,
        /// The budget, if it is no limit of the run itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
    },
    /// Somebody cancelled it.
    CancelRequested {
        /// Why, if said.
        reason: String,
        /// Whether it was cancelled with all open tickets, which one message tells.
        #[serde(default)]
        with_all: bool,
    },
    /// Somebody wants to be asked what is unclear, or asked again.
    ClarifyRequested,
    /// A Stop button was pressed: work that has begun is stopped only after one question.
    StopPressed,
    /// The question whether to stop was answered.
    StopAnswered {
        /// The number of the question: an older one stops nothing.
        asked: u64,
        /// Stop it, or keep going.
        sure: bool,
    },
    /// Somebody paused it.
    PauseRequested,
    /// Somebody resumed it.
    ResumeRequested,
    /// All work was paused, and this with it.
    AllPaused {
        /// The name of who did it.
        by: String,
    },
    /// All work was resumed, and this with it, unless it was paused by itself.
    AllResumed,
    /// The report was rated.
    Rated {
        /// Helpful or not.
        good: bool,
    },
    /// The report is to be revised.
    ReviseRequested {
        /// What is wanted.
        text: String,
    },
    /// It turned out to belong to another ticket. Only older tickets have this.
    FoldedInto {
        /// The other ticket.
        ticket: TicketId,
        /// Its number.
        number: i64,
    },
    /// The chat of a room got a new id, and messages of the ticket stay in the old chat.
    RoomMoved {
        /// The room.
        room: RoomId,
        /// The slots of the messages in the old chat.
        slots: Vec<Slot>,
    },
    /// After an absence longer than platforms keep presses, with open prompts of the ticket.
    CameBack {
        /// The slots of the posted messages.
        slots: Vec<Slot>,
    },
    /// A prompt of the ticket can no longer be answered in a room, or can be asked there again.
    PromptLost {
        /// Which.
        room: RoomId,
        /// Why not.
        #[serde(default)]
        why: Loss,
    },
    /// The deciders changed: the votes of a decision are counted again.
    DecidersChanged {
        /// Which.
        decision: DecisionId,
    },
    /// A timer of the ticket fired.
    TimerFired {
        /// Which.
        timer: Timer,
    },
}

/// Why thinking or working failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// An owner must set something up: the sentence says what.
    Setup(String),
    /// The answer could not be used.
    Unusable(String),
    /// The work itself failed: a sentence for people.
    Work(String),
    /// Each try ended the whole program, so only people may ask for another try: a sentence for them.
    Crash(String),
    /// The work failed, and would fail in the same way again: a sentence for people.
    Final(String),
    /// A budget is used up, as a sentence: people extend it or not.
    Budget(String, Over),
}

impl Trouble {
    /// The sentence.
    pub fn text(&self) -> &str {
        use Trouble::{Budget, Crash, Final, Setup, Unusable, Work};
        let (Setup(t) | Unusable(t) | Work(t) | Crash(t) | Final(t) | Budget(t, _)) = self;
        t
    }

    /// Whether the trouble may pass: the model gave no answer or no usable one.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Unusable(_))
    }
}
