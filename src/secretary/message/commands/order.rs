//! A parsed command.

use super::flow::{self, FlowDeed, FlowOrder};
use crate::secretary::budget;
use crate::secretary::people::deputies;
use crate::secretary::people::quiet_hours::QuietHours;
use crate::secretary::people::room_purposes::{Purpose, Switch};
use crate::secretary::people::workspace::Role;
use crate::secretary::policy::Change;
use crate::secretary::ticket::Status;
use crate::secretary::ticket::report::Wanted;

/// Which tickets a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Not over.
    Open,
    /// Done.
    Done,
    /// Failed.
    Failed,
    /// Everything.
    All,
    /// One status.
    Only(Status),
}

/// What is to be done with a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleOrder {
    /// Show it.
    Show,
    /// Pause it.
    Pause,
    /// Resume it.
    Resume,
    /// Fire it now.
    Now,
    /// Delete it.
    Delete,
    /// Give it another time, other words, or both.
    Change(String),
}

/// What is to be done with the brief of a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BriefOrder {
    /// Say how to order it, and when it stays quiet.
    Show,
    /// Give one now.
    Now,
    /// End it.
    Off,
    /// It comes at these times.
    At(String),
    /// None comes to this person in these hours.
    Quiet(QuietHours),
}

/// What is to be done with workspaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkspaceOrder {
    /// Show those one belongs to.
    Show,
    /// This chat is about that one from here on: a name, or a number of the list.
    Choose(String),
    /// Make one.
    Make(String),
    /// Call the one this chat is about so; behind a "=" without asking whether another one is meant.
    Rename(String),
}

/// A command that makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Begin, or join with a code.
    Start(Option<String>),
    /// An idea.
    New(String),
    /// A list; what is older than a number.
    List(Which, Option<i64>),
    /// One ticket.
    Show(i64),
    /// Who works on one ticket.
    Team(i64),
    /// Open decisions; what comes behind that one of a ticket.
    Decisions(Option<(i64, String)>),
    /// Past decisions, or the course of one ticket.
    History(Option<i64>),
    /// The past decisions these words are about.
    HistoryOf(String),
    /// A further page of past decisions, counted from 1, and what they are about.
    HistoryPage(usize, Option<String>),
    /// Decide in text: the ticket, then an option's number or words, which may be missing.
    Decide(i64, Option<usize>, String),
    /// Work that comes again: a time, and what is to be done.
    Every(String),
    /// Set a reminder: words with a time.
    Remind(String),
    /// Keep a note.
    Note(String),
    /// Show the lists.
    Lists,
    /// Show all notes.
    Notes,
    /// Calculate.
    Calc(String),
    /// Answer or begin something at once: a message as if it were typed.
    Ask(String),
    /// Call off, with a reason or an empty one.
    Cancel(i64, String),
    /// Call off everything of one's own, after a question.
    CancelAll,
    /// Ask what is unclear, or ask again.
    Clarify(i64),
    /// `/files 12`: lists and sends the files of a ticket.
    Files(i64),
    /// Pause one or all.
    Pause(Option<i64>),
    /// Resume one or all.
    Resume(Option<i64>),
    /// Start work.
    Dispatch(i64),
    /// Who works here.
    Agents,
    /// A digest: empty for how to, "now", or when.
    Report(String),
    /// What matters today, in this chat.
    Brief(BriefOrder),
    /// The latest reports, or one in a form.
    Reports(Wanted),
    /// What is ahead, or a change of one of it by number.
    Schedules(Option<(i64, ScheduleOrder)>),
    /// Delete all reminders of one's own, after a question.
    DropReminders,
    /// A page of what is ahead, counted from 1.
    SchedulesPage(usize),
    /// Flows: shown, made, or something with one of them.
    Flow(FlowOrder),
    /// Something with a flow by its name, with which the words begin: which flows there are is known later.
    FlowCalled(String),
    /// Counts.
    Stats,
    /// How quickly and how well work went.
    Metrics,
    /// The person's zone: asked for or set.
    Timezone(Option<String>),
    /// What this room is for: shown or set.
    Room(Option<(Purpose, Switch)>),
    /// Workspaces: shown, chosen, made or renamed.
    Workspace(WorkspaceOrder),
    /// Who decides while one is away.
    Away(deputies::Order),
    /// A code, asked for or redeemed.
    Link(Option<String>),
    /// An invitation.
    Invite(Role),
    /// All invitations that nobody took up end.
    EndInvitations,
    /// Members: shown or changed ("Kim approver").
    Members(Option<(String, String)>),
    /// Settings: shown or changed; ("model", "") shows the model.
    Settings(Option<(String, String)>),
    /// What agents may do unasked: shown or changed.
    Mode(Option<Change>),
    /// What was spent: shown, or how far it may go.
    Budget(Option<budget::Change>),
    /// What is kept of people, how long, and who sees it.
    Privacy,
    /// Everything of one's own, as a file.
    Export,
    /// Erase everything of one's own, after a question.
    Forget,
    /// Help: a few examples, everything ("all"), or one command.
    Help(String),
}

impl Order {
    /// Whether it counts only as it was typed: who may do what, and what a decision needs its own prompt for.
    pub fn only_typed(&self) -> bool {
        let agrees = matches!(self, Self::Flow(FlowOrder::One(_, FlowDeed::Agree)))
            || matches!(self, Self::FlowCalled(words) if flow::may_agree(words));
        agrees || matches!(self, Self::Decide(..) | Self::Invite(_) | Self::Members(Some(_)) | Self::Mode(Some(_)))
    }

    /// Whether it only shows something. Any other command understood from words needs a press, but for a reminder.
    pub fn only_shows(&self) -> bool {
        // An empty value asks for the present one: "/settings model".
        if let Self::Settings(Some((_, value))) = self {
            return value.is_empty();
        }
        if let Self::Report(when) = self {
            return matches!(when.trim().to_lowercase().as_str(), "" | "now" | "progress");
        }
        if let Self::Flow(order) = self {
            return order.only_shows();
        }
        if let Self::FlowCalled(words) = self {
            return flow::only_shows(words);
        }
        matches!(
            self,
            Self::Start(None)
                | Self::List(..)
                | Self::Show(_)
                | Self::Team(_)
                | Self::Decisions(_)
                | Self::Files(_)
                | Self::History(_)
                | Self::HistoryOf(_)
                | Self::HistoryPage(..)
                | Self::Lists
                | Self::Notes
                | Self::Calc(_)
                | Self::Agents
                | Self::Reports(_)
                | Self::Brief(BriefOrder::Show | BriefOrder::Now)
                | Self::Schedules(None | Some((_, ScheduleOrder::Show)))
                | Self::SchedulesPage(_)
                | Self::Stats
                | Self::Metrics
                | Self::Timezone(None)
                | Self::Room(None)
                | Self::Workspace(WorkspaceOrder::Show)
                | Self::Away(deputies::Order::Show)
                | Self::Members(None)
                | Self::Settings(None)
                | Self::Mode(None)
                | Self::Budget(None)
                | Self::Privacy
                | Self::Help(_)
        )
    }
}
