//! The commands: one table for every platform, and reading a typed command into an order.
//! A bad command gets a sentence with an example; nothing is guessed.

use super::ticket::Status;
use super::wording::refusals;
use super::workspace::Role;

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
    Command { name: "show", about: "Show one ticket", takes: &[TICKET] },
    Command { name: "decisions", about: "Show what waits for a decision", takes: &[] },
    Command {
        name: "decide",
        about: "Decide: ticket and option",
        takes: &[
            TICKET,
            Takes::Words { name: "option", about: "The option's number, or your own words", required: true },
        ],
    },
    Command {
        name: "cancel",
        about: "Call a ticket off",
        takes: &[TICKET, Takes::Words { name: "reason", about: "Why, if you like", required: false }],
    },
    Command { name: "pause", about: "Pause a ticket, or all work", takes: &[TICKET_OR_ALL] },
    Command { name: "resume", about: "Let a ticket, or all work, go on", takes: &[TICKET_OR_ALL] },
    Command { name: "dispatch", about: "Start a ticket's work now", takes: &[TICKET] },
    Command { name: "agents", about: "Show who works here", takes: &[] },
    Command {
        name: "report",
        about: "Order a digest: now, daily 18:00, weekly Fri 16:00",
        takes: &[Takes::Words { name: "when", about: "now, daily 18:00, weekly Fri 16:00, …", required: false }],
    },
    Command { name: "reports", about: "Show the latest reports, or those of one ticket", takes: &[TICKET_OR_ALL] },
    Command { name: "schedules", about: "Show reports and reminders ahead", takes: &[] },
    Command { name: "stats", about: "Count tickets by status", takes: &[] },
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
                words: &["intake", "decisions", "reports"],
                required: false,
            },
            Takes::OneOf { name: "switch", about: "On or off", words: &["on", "off", "every"], required: false },
        ],
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
            words: &["requester", "approver", "observer", "owner"],
            required: false,
        }],
    },
    Command {
        name: "members",
        about: "Show who belongs here",
        takes: &[Takes::Words { name: "change", about: "For example: Kim approver, or: Kim remove", required: false }],
    },
    Command {
        name: "settings",
        about: "Show or change settings",
        takes: &[Takes::Words { name: "change", about: "For example: auto_dispatch off", required: false }],
    },
    Command {
        name: "start",
        about: "Begin, or join with a code",
        takes: &[Takes::Words { name: "code", about: "Your code, if you have one", required: false }],
    },
    Command { name: "help", about: "What I can do", takes: &[] },
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

/// What a room's purpose is switched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
    /// On, and every message counts (intake only).
    Every,
}

/// A purpose of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Ideas.
    Intake,
    /// Decision prompts.
    Decisions,
    /// Reports.
    Reports,
}

/// A command that makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Begin, or join with a code.
    Start(Option<String>),
    /// An idea.
    New(String),
    /// A list.
    List(Which),
    /// One ticket.
    Show(i64),
    /// Open decisions.
    Decisions,
    /// Decide in text: the ticket, then an option's number or words.
    Decide(i64, String),
    /// Call off, with a reason or an empty one.
    Cancel(i64, String),
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
    /// The latest reports.
    Reports(Option<i64>),
    /// What is ahead.
    Schedules,
    /// Counts.
    Stats,
    /// The person's zone: asked for or set.
    Timezone(Option<String>),
    /// What this room is for: shown or set.
    Room(Option<(Purpose, Switch)>),
    /// A code, asked for or redeemed.
    Link(Option<String>),
    /// An invitation.
    Invite(Role),
    /// Members: shown or changed ("Kim approver").
    Members(Option<(String, String)>),
    /// Settings: shown or changed.
    Settings(Option<(String, String)>),
    /// Help.
    Help,
}

/// Reads a command.
///
/// # Errors
/// A sentence for the person: unknown command with the nearest one, or what is missing with an example.
pub fn read(name: &str, args: &str) -> Result<Order, String> {
    let args = args.trim();
    let some = || (!args.is_empty()).then(|| args.to_owned());
    match name.to_ascii_lowercase().as_str() {
        "start" => Ok(Order::Start(some())),
        "new" => some()
            .map(Order::New)
            .ok_or_else(|| "What is the idea? Send for example: /new compare three hosting offers".to_owned()),
        "list" => which(args).map(Order::List),
        "show" => ticket(args, "show").map(|(n, _)| Order::Show(n)),
        "decisions" => Ok(Order::Decisions),
        "decide" => decide(args),
        "cancel" => ticket(args, "cancel").map(|(n, rest)| Order::Cancel(n, rest)),
        "pause" => maybe_ticket(args, "pause").map(Order::Pause),
        "resume" => maybe_ticket(args, "resume").map(Order::Resume),
        "dispatch" => ticket(args, "dispatch").map(|(n, _)| Order::Dispatch(n)),
        "agents" => Ok(Order::Agents),
        "report" => Ok(Order::Report(args.to_owned())),
        "reports" => maybe_ticket(args, "reports").map(Order::Reports),
        "schedules" => Ok(Order::Schedules),
        "stats" => Ok(Order::Stats),
        "timezone" => Ok(Order::Timezone(some())),
        "room" => room(args).map(Order::Room),
        "link" => Ok(Order::Link(some())),
        "invite" => invite(args).map(Order::Invite),
        "members" => member_change(args).map(Order::Members),
        "settings" => setting_change(args).map(Order::Settings),
        "help" => Ok(Order::Help),
        other => Err(refusals::unknown_command(other, nearest(other))),
    }
}

fn which(args: &str) -> Result<Which, String> {
    let word = args.to_ascii_lowercase();
    match word.as_str() {
        "" | "open" => Ok(Which::Open),
        "done" => Ok(Which::Done),
        "failed" => Ok(Which::Failed),
        "all" => Ok(Which::All),
        other => Status::of_name(other)
            .map(Which::Only)
            .ok_or_else(|| "I can list: open, done, failed or all. For example: /list done".to_owned()),
    }
}

/// The ticket number at the start, with or without "#", and the rest.
fn ticket(args: &str, command: &str) -> Result<(i64, String), String> {
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let number = first.trim_start_matches('#').trim_end_matches([',', ':', '.']);
    if number.is_empty() {
        return Err(refusals::which_ticket(command));
    }
    match number.parse::<i64>() {
        Ok(n) if n > 0 => Ok((n, rest.trim().to_owned())),
        Ok(_) | Err(_) => {
            Err(format!("“{}” is no ticket number. Send for example: /{command} 12", super::wording::short(first, 30)))
        }
    }
}

fn maybe_ticket(args: &str, command: &str) -> Result<Option<i64>, String> {
    if args.is_empty() || args.eq_ignore_ascii_case("all") {
        Ok(None)
    } else {
        ticket(args, command).map(|(n, _)| Some(n))
    }
}

fn decide(args: &str) -> Result<Order, String> {
    let (number, option) = ticket(args, "decide")?;
    if option.is_empty() {
        return Err(format!("Which option? Send for example: /decide {number} 2"));
    }
    Ok(Order::Decide(number, option))
}

fn room(args: &str) -> Result<Option<(Purpose, Switch)>, String> {
    let words: Vec<String> = args.split_whitespace().map(str::to_ascii_lowercase).collect();
    let usage = || {
        "Send for example: /room decisions on. A room can be for intake, decisions or reports, on or off.".to_owned()
    };
    let (purpose, switch) = match words.as_slice() {
        [] => return Ok(None),
        [purpose] => (purpose.as_str(), "on"),
        [purpose, switch] => (purpose.as_str(), switch.as_str()),
        _ => return Err(usage()),
    };
    let purpose = match purpose {
        "intake" | "ideas" => Purpose::Intake,
        "decisions" | "decision" => Purpose::Decisions,
        "reports" | "report" => Purpose::Reports,
        _ => return Err(usage()),
    };
    let switch = match switch {
        "on" => Switch::On,
        "off" => Switch::Off,
        "every" if purpose == Purpose::Intake => Switch::Every,
        _ => return Err(usage()),
    };
    Ok(Some((purpose, switch)))
}

fn invite(args: &str) -> Result<Role, String> {
    if args.is_empty() {
        return Ok(Role::Requester);
    }
    Role::of_name(args)
        .ok_or_else(|| "Invite as requester, approver, observer or owner. For example: /invite approver".to_owned())
}

fn member_change(args: &str) -> Result<Option<(String, String)>, String> {
    if args.is_empty() {
        return Ok(None);
    }
    let (name, what) = args
        .rsplit_once(char::is_whitespace)
        .ok_or_else(|| "Send for example: /members Kim approver, or: /members Kim remove".to_owned())?;
    Ok(Some((name.trim().to_owned(), what.to_ascii_lowercase())))
}

fn setting_change(args: &str) -> Result<Option<(String, String)>, String> {
    if args.is_empty() {
        return Ok(None);
    }
    let (name, value) = args
        .split_once(char::is_whitespace)
        .ok_or_else(|| "Send for example: /settings auto_dispatch off".to_owned())?;
    Ok(Some((name.to_ascii_lowercase(), value.trim().to_owned())))
}

/// The known command a typo is closest to, if it is close.
fn nearest(name: &str) -> Option<&'static str> {
    let typed: Vec<char> = name.chars().take(32).collect();
    let best = COMMANDS.iter().map(|c| (distance(&typed, c.name), c.name)).min()?;
    let prefix = COMMANDS.iter().find(|c| name.len() >= 3 && c.name.starts_with(name)).map(|c| c.name);
    prefix.or((best.0 <= 2).then_some(best.1))
}

/// Edit distance (insert, remove, replace).
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_table_is_read() {
        for command in COMMANDS {
            let args = if command.takes.is_empty() { "" } else { "12 x" };
            let unknown = read(command.name, args).is_err_and(|e| e.contains("I don't know"));
            assert!(!unknown, "{}", command.name);
            assert!(command.about.len() <= 100 && !command.about.is_empty());
        }
    }

    #[test]
    fn numbers_may_have_a_hash() {
        assert_eq!(read("show", "#12"), Ok(Order::Show(12)));
        assert_eq!(read("CANCEL", "12 too dear"), Ok(Order::Cancel(12, "too dear".into())));
        assert!(read("show", "").unwrap_err().contains("/show 12"));
        assert!(read("show", "-1").is_err() && read("show", "99999999999999999999").is_err());
    }

    #[test]
    fn an_unknown_command_names_the_nearest() {
        assert!(read("lst", "").unwrap_err().contains("Did you mean /list?"));
        assert!(read("sched", "").unwrap_err().contains("/schedules"));
        assert!(!read("xyzzyplugh", "").unwrap_err().contains("Did you mean"));
        assert!(read("ü🙂", "").is_err());
    }
}
