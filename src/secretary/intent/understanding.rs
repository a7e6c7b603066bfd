//! The answer of a model about a message: a few typed intents from a closed list. Targets are handles of open items,
//! never ids. Optional fields have defaults, so that answers of weak models can be read.

use super::super::ticket::plan::{Kind, PlannedTask, Question, Requirement, Timing, Triage};
use crate::secretary::when::{self, When};
use serde::{Deserialize, Serialize};

/// The most intents one message may have.
pub const MAX_INTENTS: usize = 3;

/// What a message means.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Understanding {
    /// One short sentence on why, written before the choice; for the log and the history, never for people.
    #[serde(default)]
    pub why: String,
    /// One to [`MAX_INTENTS`] intents, in the order of the message.
    pub intents: Vec<Intent>,
}

/// One thing a message asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Intent {
    /// Work to be done.
    Idea(Box<Idea>),
    /// Something to answer at once, without work.
    Reply {
        /// The whole answer, Markdown.
        text: String,
    },
    /// Answers to an open round of questions.
    Answer {
        /// The handle of the questions.
        item: String,
        /// What was answered, per question.
        #[serde(default)]
        answers: Vec<Answered>,
    },
    /// A choice for a decision of the work.
    Decide {
        /// The handle of the decision.
        item: String,
        /// The number of the option, from 1; none for an answer of the person's own.
        #[serde(default)]
        option: Option<usize>,
        /// The person's own words: the answer, or what they add to the option.
        #[serde(default)]
        text: String,
        /// The model has no doubt.
        #[serde(default)]
        sure: bool,
    },
    /// A correction of a plan that waits for its start.
    CorrectPlan(Change),
    /// Something that belongs to work under way.
    AddTo(Change),
    /// A finished report is wanted differently.
    Revise(Change),
    /// A plan is to start.
    Start {
        /// The handle of the card.
        item: String,
    },
    /// Cancel work.
    Cancel {
        /// The handle.
        item: String,
    },
    /// Work, or all work, is to rest.
    Pause {
        /// The handle; none for all work.
        #[serde(default)]
        item: Option<String>,
    },
    /// Resume work, or all work.
    Resume {
        /// The handle; none for all work.
        #[serde(default)]
        item: Option<String>,
    },
    /// A question, decision or reminder is to come again later.
    Snooze(WhenChange),
    /// A decision gets more time, or one more option.
    Widen(WhenChange),
    /// What was done last is to be undone.
    Undo {},
    /// A reminder is wanted.
    Remind(WhenChange),
    /// A reminder is to change, to be deleted or is done.
    ChangeReminder(WhenChange),
    /// A note.
    Note {
        /// What is to happen.
        act: NoteAct,
        /// The title or subject of the note it is about; empty for a new one.
        #[serde(default)]
        title: String,
        /// The text to keep; or what is looked for.
        #[serde(default)]
        text: String,
    },
    /// A list.
    List {
        /// What is to happen.
        act: ListAct,
        /// The name of the list; empty for the list just spoken of.
        #[serde(default)]
        title: String,
        /// The things.
        #[serde(default)]
        things: Vec<String>,
    },
    /// A command of the program.
    Command {
        /// Its name, without a slash; a model writes it as `act`.
        #[serde(alias = "act")]
        name: String,
        /// What is typed after it.
        #[serde(default)]
        text: String,
    },
    /// Something must be looked up before the message can be understood or answered.
    LookUp {
        /// Where.
        act: LookUp,
        /// The words, the sum or the address.
        text: String,
    },
    /// It is not clear what is meant.
    Unclear {
        /// One short question for the person.
        text: String,
    },
}

/// Work to be done: what is unclear, what was understood and the plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Idea {
    /// A few words.
    pub title: String,
    /// What will be done, one or two sentences.
    #[serde(default)]
    pub summary: String,
    /// What counts as done.
    #[serde(default)]
    pub done_when: Vec<String>,
    /// By when, in words; empty when nothing was said.
    #[serde(default)]
    pub due: String,
    /// When it is to be done, if that is later or again and again; none for at once. A model writes one text.
    #[serde(default, deserialize_with = "when::in_a_text")]
    pub when: Option<When>,
    /// What must hold for the person to hear of a result; empty if they always want to.
    #[serde(default)]
    pub only_if: String,
    /// What is taken for granted.
    #[serde(default)]
    pub assumptions: Vec<String>,
    /// What must be known first, most important first.
    #[serde(default)]
    pub questions: Vec<Question>,
    /// The tasks it takes.
    #[serde(default)]
    pub tasks: Vec<PlannedTask>,
    /// How much harm doing it wrongly would do, 0 to 1.
    #[serde(default)]
    pub risk: f64,
    /// Why nothing useful can be done about it here, for people; none where something can.
    #[serde(default)]
    pub beyond: Option<String>,
}

// Nothing that is compared is no number: a risk that is none is 0 by then.
impl Eq for Idea {}
impl Eq for Intent {}

impl Idea {
    /// The requirement in it.
    pub fn requirement(&self) -> Requirement {
        Requirement {
            title: self.title.clone(),
            summary: self.summary.clone(),
            done_when: self.done_when.clone(),
            due: self.due.clone(),
            assumptions: self.assumptions.clone(),
            ..Requirement::default()
        }
    }

    /// The idea as a triage.
    pub fn triage(self) -> Triage {
        let requirement = self.requirement();
        let Self { questions, tasks, risk, beyond, when, only_if, .. } = self;
        let when = when.unwrap_or_default();
        let timing = (!when.is_empty() || !only_if.trim().is_empty()).then_some(Timing { when, only_if });
        Triage { kind: Kind::Idea, reply: String::new(), questions, requirement, tasks, timing, risk, beyond }
    }
}

/// An answer to one question of a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The number of the question, from 1.
    pub question: usize,
    /// The number of the option, from 1; none for own words.
    #[serde(default)]
    pub option: Option<usize>,
    /// The person's own words, or what they add to the option; "" with no option leaves the question to the secretary.
    #[serde(default)]
    pub text: String,
}

/// Words about an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The handle.
    pub item: String,
    /// What is wanted, complete by itself.
    #[serde(default)]
    pub text: String,
    /// The model has no doubt.
    #[serde(default)]
    pub sure: bool,
}

/// Words about something with a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WhenChange {
    /// The handle; none for a new reminder.
    #[serde(default)]
    pub item: Option<String>,
    /// What to be reminded of, the new words, or the new option.
    #[serde(default)]
    pub text: String,
    /// When; none where no time was said.
    #[serde(default)]
    pub when: Option<When>,
    /// For an existing reminder: it is to be deleted, or it is done.
    #[serde(default)]
    pub act: Option<String>,
}

/// What is to happen to a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteAct {
    /// The text is kept.
    Keep,
    /// A note gets another text.
    Change,
    /// A note is looked for.
    Find,
    /// A note is deleted.
    Delete,
}

/// What is to happen to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListAct {
    /// It is shown.
    Show,
    /// Things are added.
    Add,
    /// Things are taken off.
    Remove,
    /// Everything is taken off.
    Clear,
    /// The list itself is deleted.
    Delete,
}

/// Where something is looked up. All of these only read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookUp {
    /// In notes, tickets, reports and the conversation.
    Recall,
    /// A sum.
    Calculate,
    /// In the web.
    WebSearch,
    /// On a page.
    ReadUrl,
}

impl LookUp {
    /// The name a model knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recall => "recall",
            Self::Calculate => "calculate",
            Self::WebSearch => "web_search",
            Self::ReadUrl => "read_url",
        }
    }
}

impl Intent {
    /// The name a model knows its kind by.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Idea(_) => "idea",
            Self::Reply { .. } => "reply",
            Self::Answer { .. } => "answer",
            Self::Decide { .. } => "decide",
            Self::CorrectPlan(_) => "correct_plan",
            Self::AddTo(_) => "add_to",
            Self::Revise(_) => "revise",
            Self::Start { .. } => "start",
            Self::Cancel { .. } => "cancel",
            Self::Pause { .. } => "pause",
            Self::Resume { .. } => "resume",
            Self::Snooze(_) => "snooze",
            Self::Widen(_) => "widen",
            Self::Undo {} => "undo",
            Self::Remind(_) => "remind",
            Self::ChangeReminder(_) => "change_reminder",
            Self::Note { .. } => "note",
            Self::List { .. } => "list",
            Self::Command { .. } => "command",
            Self::LookUp { .. } => "look_up",
            Self::Unclear { .. } => "unclear",
        }
    }

    /// The handle it names, if it names one.
    pub fn item(&self) -> Option<&str> {
        match self {
            Self::Answer { item, .. }
            | Self::Decide { item, .. }
            | Self::Start { item }
            | Self::Cancel { item }
            | Self::CorrectPlan(Change { item, .. })
            | Self::AddTo(Change { item, .. })
            | Self::Revise(Change { item, .. }) => Some(item),
            Self::Pause { item } | Self::Resume { item } => item.as_deref(),
            Self::Snooze(change) | Self::Widen(change) | Self::Remind(change) | Self::ChangeReminder(change) => {
                change.item.as_deref()
            }
            Self::Idea(_)
            | Self::Reply { .. }
            | Self::Undo {}
            | Self::Note { .. }
            | Self::List { .. }
            | Self::Command { .. }
            | Self::LookUp { .. }
            | Self::Unclear { .. } => None,
        }
    }
}
