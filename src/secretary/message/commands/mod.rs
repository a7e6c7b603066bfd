//! The commands: one table for every platform, and the orders they make.

mod read;
#[cfg(test)]
mod tests;

pub use read::read;
pub(in crate::secretary) use read::ticket;

use crate::secretary::budget;
use crate::secretary::people::deputies;
pub use crate::secretary::people::room_purposes::{Purpose, Switch};
use crate::secretary::people::workspace::Role;
use crate::secretary::policy::modes::Change;
use crate::secretary::ticket::Status;
use crate::secretary::ticket::report::Wanted;

/// The most characters of a command's name (Telegram's and Discord's limit).
const LONGEST_NAME: usize = 32;

/// The name, in lower case, and the arguments of a command that was typed as words; none for words that merely begin
/// with a slash ("/usr/bin").
pub fn typed(text: &str) -> Option<(String, String)> {
    let rest = text.trim().strip_prefix('/')?;
    let (name, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
    (plain && fits).then(|| (name.to_lowercase(), args.trim().to_owned()))
}

/// What a command takes after its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Free words.
    Words {
        /// The name of the field.
        name: &'static str,
        /// What it is.
        about: &'static str,
        /// It may not be left out.
        required: bool,
    },
    /// The number of a ticket; platforms complete it.
    Ticket {
        /// It may not be left out.
        required: bool,
    },
    /// One of these words.
    OneOf {
        /// The name of the field.
        name: &'static str,
        /// What it is.
        about: &'static str,
        /// The words.
        words: &'static [&'static str],
        /// It may not be left out.
        required: bool,
    },
}

/// One command of the table.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, without the slash.
    pub name: &'static str,
    /// What menus say.
    pub about: &'static str,
    /// What it takes, in order.
    pub takes: &'static [Takes],
}

const TICKET: Takes = Takes::Ticket { required: true };
const TICKET_OR_ALL: Takes = Takes::Ticket { required: false };

/// Every command, in the order of menus.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "new",
        about: "Send an idea",
        takes: &[Takes::Words { name: "idea", about: "What you need, in your own words", required: true }],
    },
    Command {
        name: "list",
        about: "Show tickets",
        takes: &[Takes::OneOf {
            name: "which",
            about: "Which tickets",
            words: &["open", "done", "failed", "all"],
            required: false,
        }],
    },
    Command {
        name: "remind",
        about: "Set a reminder",
        takes: &[Takes::Words { name: "what", about: "Call Ana tomorrow at 9", required: true }],
    },
    Command {
        name: "note",
        about: "Keep a note",
        takes: &[Takes::Words { name: "text", about: "What to keep", required: true }],
    },
    Command { name: "notes", about: "Show your notes", takes: &[] },
    Command { name: "lists", about: "Show your lists", takes: &[] },
    Command {
        name: "calc",
        about: "Calculate",
        takes: &[Takes::Words { name: "sum", about: "17% of 240, 5 miles to km", required: true }],
    },
    Command {
        name: "ask",
        about: "Ask a question",
        takes: &[Takes::Words { name: "question", about: "Your question", required: true }],
    },
    Command { name: "show", about: "Show one ticket", takes: &[TICKET] },
    Command { name: "team", about: "Show who works on a ticket, and at what", takes: &[TICKET] },
    Command { name: "decisions", about: "Show what waits for a decision", takes: &[] },
    Command {
        name: "decide",
        about: "Decide: ticket and option",
        takes: &[
            TICKET,
            Takes::Words {
                name: "option",
                about: "The option's number or name, or “other:” and an answer of your own",
                required: true,
            },
        ],
    },
    Command {
        name: "history",
        about: "Show past decisions, those about something, or the course of one ticket",
        takes: &[TICKET_OR_ALL, Takes::Words { name: "about", about: "What it was about", required: false }],
    },
    Command {
        name: "cancel",
        about: "Call a ticket off",
        takes: &[TICKET, Takes::Words { name: "reason", about: "Why, if you like", required: false }],
    },
    Command { name: "clarify", about: "Be asked what is unclear about a ticket, or asked again", takes: &[TICKET] },
    Command { name: "pause", about: "Pause a ticket, or all work", takes: &[TICKET_OR_ALL] },
    Command { name: "resume", about: "Let a ticket, or all work, go on", takes: &[TICKET_OR_ALL] },
    Command { name: "dispatch", about: "Start a ticket's work now", takes: &[TICKET] },
    Command { name: "agents", about: "Show who works here", takes: &[] },
    Command {
        name: "report",
        about: "Order a digest: now, daily 18:00, weekly Fri 16:00; or see progress",
        takes: &[Takes::Words {
            name: "when",
            about: "now, progress, daily 18:00, weekly Fri 16:00, …",
            required: false,
        }],
    },
    Command {
        name: "reports",
        about: "Show the latest reports, those done or failed, or one of them",
        takes: &[
            TICKET_OR_ALL,
            Takes::OneOf { name: "form", about: "How to send it", words: &["plain", "json", "md"], required: false },
        ],
    },
    Command {
        name: "schedules",
        about: "Show or change reports and reminders ahead",
        takes: &[Takes::Words {
            name: "change",
            about: "A number and what to do: 3 tomorrow 10:00, 3 pause, 3 resume, 3 now, 3 delete",
            required: false,
        }],
    },
    Command { name: "stats", about: "Count tickets by status", takes: &[] },
    Command { name: "metrics", about: "How quickly and how well work went of late (owners)", takes: &[] },
    Command {
        name: "timezone",
        about: "Set your time zone",
        takes: &[Takes::Words { name: "zone", about: "For example Europe/Berlin", required: false }],
    },
    Command {
        name: "room",
        about: "Set what this chat is for",
        takes: &[
            Takes::OneOf {
                name: "purpose",
                about: "What for",
                words: &["intake", "decisions", "reports", "unanswered"],
                required: false,
            },
            Takes::OneOf {
                name: "switch",
                about: "On or off; unanswered: park or assume",
                words: &["on", "off", "every", "park", "assume"],
                required: false,
            },
        ],
    },
    Command {
        name: "workspace",
        about: "Show your workspaces, or set which one this chat is about",
        takes: &[Takes::Words {
            name: "which",
            about: "A name; new NAME makes one, name NAME renames this one (owners)",
            required: false,
        }],
    },
    Command {
        name: "link",
        about: "Join your account on another platform",
        takes: &[Takes::Words { name: "code", about: "The code from the other side", required: false }],
    },
    Command {
        name: "invite",
        about: "Invite somebody with a one-time code",
        takes: &[Takes::OneOf {
            name: "role",
            about: "What they may do",
            words: &["requester", "approver", "observer", "owner", "off"],
            required: false,
        }],
    },
    Command {
        name: "members",
        about: "Show who belongs here",
        takes: &[Takes::Words { name: "change", about: "For example: Kim approver, or: Kim remove", required: false }],
    },
    Command {
        name: "away",
        about: "Name somebody who decides for you while you are away",
        takes: &[Takes::Words { name: "who", about: "For example: Kim until Monday; or: off", required: false }],
    },
    Command {
        name: "settings",
        about: "Show or change settings",
        takes: &[Takes::Words { name: "change", about: "For example: auto_dispatch off; or: model", required: false }],
    },
    Command {
        name: "mode",
        about: "Show or change what agents may do without asking",
        takes: &[Takes::Words { name: "change", about: "manual, allow-list, auto-run, or a rule", required: false }],
    },
    Command { name: "privacy", about: "What I keep about you, how long, and who sees it", takes: &[] },
    Command { name: "export", about: "Get everything of yours as a file", takes: &[] },
    Command { name: "forget", about: "Erase everything of yours here", takes: &[] },
    Command {
        name: "budget",
        about: "Show what was spent, or set how far it may go",
        takes: &[Takes::Words {
            name: "change",
            about: "For example: day 2 EUR; person 50,000 tokens; ticket off",
            required: false,
        }],
    },
    Command {
        name: "start",
        about: "Begin, or join with a code",
        takes: &[Takes::Words { name: "code", about: "Your code, if you have one", required: false }],
    },
    Command {
        name: "help",
        about: "What I can do",
        takes: &[Takes::Words { name: "about", about: "all, or the name of a command", required: false }],
    },
];

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
    /// Let it go on.
    Resume,
    /// Fire it now.
    Now,
    /// Delete it.
    Delete,
    /// Give it another time, other words, or both.
    Change(String),
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
    /// The latest reports, or one in a form.
    Reports(Wanted),
    /// What is ahead, or a change of one of it by number.
    Schedules(Option<(i64, ScheduleOrder)>),
    /// Delete all reminders of one's own, after a question.
    DropReminders,
    /// A page of what is ahead, counted from 1.
    SchedulesPage(usize),
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
    Budget(Option<budget::orders::Change>),
    /// What is kept of people, how long, and who sees it.
    Privacy,
    /// Everything of one's own, as a file.
    Export,
    /// Erase everything of one's own, after a question.
    Forget,
    /// Help: a few examples, everything ("all"), or one command.
    Help(String),
}
