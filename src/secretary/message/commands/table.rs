//! The table of commands, which the menus of every platform show.

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
    /// One of these words, or nothing.
    OneOf {
        /// The name of the field.
        name: &'static str,
        /// What it is.
        about: &'static str,
        /// The words.
        words: &'static [&'static str],
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

/// Words that may not be left out.
const fn words(name: &'static str, about: &'static str) -> Takes {
    Takes::Words { name, about, required: true }
}

/// Words that may be left out.
const fn optional(name: &'static str, about: &'static str) -> Takes {
    Takes::Words { name, about, required: false }
}

const fn one_of(name: &'static str, about: &'static str, words: &'static [&'static str]) -> Takes {
    Takes::OneOf { name, about, words }
}

/// Every command, in the order of menus.
pub const COMMANDS: &[Command] = &[
    Command { name: "new", about: "Send an idea", takes: &[words("idea", "What you need, in your own words")] },
    Command {
        name: "list",
        about: "Show tickets",
        takes: &[one_of("which", "Which tickets", &["open", "done", "failed", "all"])],
    },
    Command { name: "remind", about: "Set a reminder", takes: &[words("what", "Call Ana tomorrow at 9")] },
    Command {
        name: "every",
        about: "Have work done again and again",
        takes: &[words("what", "Monday at 9 check https://example.org for new prices")],
    },
    Command { name: "note", about: "Keep a note", takes: &[words("text", "What to keep")] },
    Command { name: "notes", about: "Show your notes", takes: &[] },
    Command { name: "lists", about: "Show your lists", takes: &[] },
    Command { name: "calc", about: "Calculate", takes: &[words("sum", "17% of 240, 5 miles to km")] },
    Command { name: "ask", about: "Ask a question", takes: &[words("question", "Your question")] },
    Command { name: "show", about: "Show one ticket", takes: &[TICKET] },
    Command { name: "team", about: "Show who works on a ticket, and at what", takes: &[TICKET] },
    Command { name: "decisions", about: "Show what waits for a decision", takes: &[] },
    Command {
        name: "decide",
        about: "Decide: ticket and option",
        takes: &[TICKET, words("option", "The option's number or name, or “other:” and an answer of your own")],
    },
    Command {
        name: "history",
        about: "Show past decisions, those about something, or the course of one ticket",
        takes: &[TICKET_OR_ALL, optional("about", "What it was about")],
    },
    Command { name: "cancel", about: "Call a ticket off", takes: &[TICKET, optional("reason", "Why, if you like")] },
    Command { name: "files", about: "List and send the files of a ticket", takes: &[TICKET] },
    Command { name: "clarify", about: "Be asked what is unclear about a ticket, or asked again", takes: &[TICKET] },
    Command { name: "pause", about: "Pause a ticket, or all work", takes: &[TICKET_OR_ALL] },
    Command { name: "resume", about: "Let a ticket, or all work, go on", takes: &[TICKET_OR_ALL] },
    Command { name: "dispatch", about: "Start a ticket's work now", takes: &[TICKET] },
    Command { name: "agents", about: "Show who works here", takes: &[] },
    Command {
        name: "report",
        about: "Order a digest: now, daily 18:00, weekly Fri 16:00; or see progress",
        takes: &[optional("when", "now, progress, daily 18:00, weekly Fri 16:00, …")],
    },
    Command {
        name: "brief",
        about: "Hear each day what waits for you, what is at risk, due today and done",
        takes: &[optional("when", "daily 8:00, now, off, quiet 22:00-7:00, quiet off")],
    },
    Command {
        name: "reports",
        about: "Show the latest reports, those done or failed, or one of them",
        takes: &[TICKET_OR_ALL, one_of("form", "How to send it", &["plain", "json", "md"])],
    },
    Command {
        name: "schedules",
        about: "Show or change reports and reminders ahead",
        takes: &[optional("change", "A number and what to do: 3 tomorrow 10:00, 3 pause, 3 resume, 3 now, 3 delete")],
    },
    Command {
        name: "flow",
        about: "Show your flows, or have one written, tried, run or deleted",
        takes: &[optional(
            "what",
            "write WHAT IT DOES, new NAME with a .py file, examples, or a number: 3, 3 run, 3 schedule off",
        )],
    },
    Command { name: "stats", about: "Count tickets by status", takes: &[] },
    Command { name: "metrics", about: "How quickly and how well work went of late (owners)", takes: &[] },
    Command { name: "timezone", about: "Set your time zone", takes: &[optional("zone", "For example Europe/Berlin")] },
    Command {
        name: "room",
        about: "Set what this chat is for",
        takes: &[
            one_of("purpose", "What for", &["intake", "decisions", "reports", "unanswered"]),
            one_of("switch", "On or off; unanswered: park or assume", &["on", "off", "every", "park", "assume"]),
        ],
    },
    Command {
        name: "workspace",
        about: "Show your workspaces, or set which one this chat is about",
        takes: &[optional("which", "A name; new NAME makes one, name NAME renames this one (owners)")],
    },
    Command {
        name: "link",
        about: "Join your account on another platform",
        takes: &[optional("code", "The code from the other side")],
    },
    Command {
        name: "invite",
        about: "Invite somebody with a one-time code",
        takes: &[one_of("role", "What they may do", &["requester", "approver", "observer", "owner", "off"])],
    },
    Command {
        name: "members",
        about: "Show who belongs here",
        takes: &[optional("change", "For example: Kim approver, or: Kim remove")],
    },
    Command {
        name: "away",
        about: "Name somebody who decides for you while you are away",
        takes: &[optional("who", "For example: Kim until Monday; or: off")],
    },
    Command {
        name: "settings",
        about: "Show or change settings",
        takes: &[optional("change", "For example: auto_dispatch off; or: model")],
    },
    Command {
        name: "mode",
        about: "Show or change what agents may do without asking",
        takes: &[optional("change", "manual, allow-list, auto-run, or a rule")],
    },
    Command { name: "privacy", about: "What I keep about you, how long, and who sees it", takes: &[] },
    Command { name: "export", about: "Get everything of yours as a file", takes: &[] },
    Command { name: "forget", about: "Erase everything of yours here", takes: &[] },
    Command {
        name: "budget",
        about: "Show what was spent, or set how far it may go",
        takes: &[optional("change", "For example: day 2 EUR; person 50,000 tokens; ticket off")],
    },
    Command {
        name: "start",
        about: "Begin, or join with a code",
        takes: &[optional("code", "Your code, if you have one")],
    },
    Command { name: "help", about: "What I can do", takes: &[optional("about", "all, or the name of a command")] },
];
