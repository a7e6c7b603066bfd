//! The audit log for the operator: its lines, and what is wrong with it. It shows ids on purpose.

use crate::secretary::audit::chain::{Fault, Sealed};
use crate::secretary::audit::{Entry, Means, Origin, What, Why};
use crate::secretary::decision::Subject;
use crate::secretary::ids::DecisionId;
use crate::secretary::people::workspace::{Grant, Purposes, Role};
use crate::secretary::ticket::Ending;
use chrono::{DateTime, Utc};

/// How a chain that is whole is told, in one line.
pub fn whole(entries: i64, span: Option<(i64, i64)>, hash: &str, found: Option<i64>) -> String {
    let Some((first, last)) = span else {
        return "The audit log is whole: nothing has been written into it yet.".to_owned();
    };
    let count = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
    let known = found.map(|seq| format!(" The hash you gave is that of entry {seq}.")).unwrap_or_default();
    format!(
        "The audit log is whole: {count} from {} to {}, the newest with the hash {hash}.{known} Keep this line somewhere \
         else: with it, also a log that was wholly rewritten is found.",
        time(first),
        time(last)
    )
}

/// What is added about the seal of a chain that is whole.
pub fn sealed(sound: bool) -> &'static str {
    if sound {
        " Its end has the seal of the key that is here."
    } else {
        " There is no key here to look at its seal with, so whoever can write into the database could have cut off its end."
    }
}

/// The seal is not that of the end, or not of the key that is here.
pub fn seal_unlike(another: bool) -> String {
    let what = if another {
        "Its end is sealed with another key than the one that is here (AUDIT_KEY, or the file audit-key beside the database): \
         use the right key. If the database came from another place and you trust it"
    } else {
        "The seal over its end does not fit: somebody without the key wrote into it, or cut off its end. If you know why"
    };
    format!(
        "The audit log cannot be taken for whole. {what}, stop the secretary and seal it anew as it is: secretary audit seal."
    )
}

/// There is a key, and no seal.
pub fn unsealed() -> &'static str {
    "The audit log cannot be taken for whole. Its end has no seal, though there is a key: if AUDIT_KEY was set just now, stop \
     the secretary and begin with “secretary audit seal”; else somebody took the seal away."
}

/// Nothing stands in the log, and there are people.
pub fn emptied() -> &'static str {
    "The audit log is not whole. It is empty, though there are people here, who cannot have come without an entry: it was \
     emptied."
}

/// At the start, in one line.
pub fn seal_is_wrong() -> &'static str {
    "The seal of the audit log does not fit; “secretary audit verify” says more. The secretary works on, without sealing it."
}

/// There is no key to seal with.
pub fn no_key() -> &'static str {
    "There is no key to seal the audit log with: set AUDIT_KEY, the same for all processes (openssl rand -hex 32 makes one)."
}

/// A log was sealed as it is.
pub fn sealed_anew() -> &'static str {
    "The audit log is sealed where it ends now. From here on “secretary audit verify” looks at the seal."
}

/// What is wrong with a chain, by the first entry that is.
pub fn fault(fault: Fault) -> String {
    let what = match fault {
        Fault::Missing(seq) => format!("Entry {seq} is missing; later ones are there."),
        Fault::OutOfPlace(seq) => format!("An entry is out of order: it has the number {seq}, before its turn."),
        Fault::Changed(seq) => {
            format!("Entry {seq} is not what was written there: it was changed, or another was put in its place.")
        }
        Fault::CutOff(last, end) => {
            format!("The end was cut off: entry {} is missing, of {end} that were written.", last + 1)
        }
        Fault::Added(end, last) => format!(
            "Entry {} was not written by the secretary: its log ended before, and goes on up to {last}; or the note of \
             where it ends was changed.",
            end + 1
        ),
        Fault::EndUnlike(seq) => {
            format!("Entry {seq}, the newest, is not the one that was noted as the end: the log was rewritten.")
        }
    };
    format!("The audit log is not whole. {what}")
}

/// A hash that is nowhere in a chain which is whole.
pub fn not_in_it(hash: &str) -> String {
    format!(
        "No entry of the audit log has the hash {hash}. The log is whole in itself, so it was wholly rewritten since, or is \
         that of another database."
    )
}

/// An entry in one line.
pub fn line(row: &Sealed) -> String {
    let entry = match serde_json::from_str::<Entry>(&row.body) {
        Ok(entry) => {
            format!("{} · {}", entry.from.as_ref().map_or_else(|| "by itself".to_owned(), origin), what(&entry.what))
        }
        Err(_) => "cannot be read; “secretary audit verify” says whether it was changed".to_owned(),
    };
    format!("{} · {} · {entry}", row.seq, time(row.at))
}

fn time(micros: i64) -> String {
    let at = DateTime::from_timestamp_micros(micros);
    at.map_or_else(|| "an impossible time".to_owned(), |at| at.format("%Y-%m-%d %H:%M:%S UTC").to_string())
}

fn origin(origin: &Origin) -> String {
    let by = match origin.by {
        Means::Press => "press",
        Means::Form => "form",
        Means::Command => "command",
        Means::Words => "words",
        Means::Edit => "edit",
        Means::Other => "other",
    };
    let person = origin.person.as_ref().map_or_else(|| "nobody of ours".to_owned(), ToString::to_string);
    let account = &origin.account;
    let of = if account.user.is_empty() { String::new() } else { format!(" {}", account.user) };
    let mut said = format!("{person} ({}{of}) by {by}", account.platform);
    let room = origin.room.as_ref().map(ToString::to_string);
    for (name, id) in [("in room", &room), ("message", &origin.message), ("event", &origin.event)] {
        if let Some(id) = id {
            said.push_str(&format!(" {name} {id}"));
        }
    }
    said
}

fn what(what: &What) -> String {
    match what {
        What::Verdict { operation, ticket, allowed } => {
            let verdict = if *allowed { "allowed" } else { "refused" };
            let about = ticket.map(|ticket| format!(" #{ticket}")).unwrap_or_default();
            format!("{verdict}: {}{about}", operation.replace('_', " "))
        }
        What::TurnedAway { why } => format!("turned away: {}", reason(*why)),
        What::Opened { ticket, id } => format!("#{ticket} opened ({id})"),
        What::QuestionsAsked { ticket, round } => format!("#{ticket} questions asked, round {round}"),
        What::CardShown { ticket, card } => format!("#{ticket} card {card} shown"),
        What::Started { ticket } => format!("#{ticket} work started"),
        What::Paused { ticket, paused: true } => format!("#{ticket} paused"),
        What::Paused { ticket, paused: false } => format!("#{ticket} goes on"),
        What::Ended { ticket, ending } => format!("#{ticket} {}", ended(*ending)),
        What::TakenUp { ticket } => format!("#{ticket} taken up again"),
        What::DecisionAsked { ticket, decision, subject, options } => {
            format!("#{ticket} decision {decision} asked: {}, {options} options", about(*subject))
        }
        What::DecisionMade { ticket, decision, option, person } => {
            format!("#{ticket} decision {decision} made by {person}: {}", chosen(*option))
        }
        What::DecisionChanged { ticket, decision, before, option, person } => {
            format!("#{ticket} decision {decision} made by {person} in the place of {before}: {}", chosen(*option))
        }
        What::DecidedByThreshold { ticket, decision, option } => {
            format!("#{ticket} decision {decision} auto-decided: {}, below the threshold", chosen(*option))
        }
        What::DecidedBySilence { ticket, decision, option } => {
            format!("#{ticket} decision {decision} taken by silence: {}", chosen(*option))
        }
        What::DecisionWidened { ticket, decision, until, options } => {
            format!("#{ticket} decision {decision} {}", widened(*until, *options))
        }
        What::DecisionReopened { ticket, decision } => format!("#{ticket} decision {decision} opened again"),
        What::VoteTakenBack { ticket, decision, person } => {
            format!("#{ticket} decision {decision}: the vote of {person} taken back")
        }
        What::DecisionDropped { ticket, decision } => format!("#{ticket} decision {decision} not needed any more"),
        What::Acted { ticket, task, step, tool, arguments_sha256, decision, run_sha256: _ } => {
            let by = allowed_by(decision.as_ref());
            format!("#{ticket} task {task} step {step} called {tool} with {arguments_sha256}{by}")
        }
        What::FlowActed { flow, run, step, tool, arguments_sha256 } => {
            format!("flow {flow} run {run} step {step} called {tool} with {arguments_sha256}")
        }
        What::CodeMade { grant: of } => format!("code made for {}", grant(of)),
        What::CodeRedeemed { grant: of, person } => format!("code for {} redeemed by {person}", grant(of)),
        What::CodeRefused => "a code that is none was refused".to_owned(),
        What::InvitationsEnded { count } => format!("open invitations ended: {count}"),
        What::RoleChanged { person, role, was } => {
            format!("{person} is {} now{}", role.name(), role_before(*was))
        }
        What::OwnerBySettings { person } => format!("{person} is owner by the settings"),
        What::DeputyNamed { person, deputy: Some(deputy) } => format!("{deputy} decides for {person}"),
        What::DeputyNamed { person, deputy: None } => format!("nobody decides for {person}"),
        What::MemberRemoved { person } => format!("{person} is no member any more"),
        What::MemberErased { person } => format!("everything of {person} erased"),
        What::MembersJoined { person, into } => format!("{person} is one with {into}"),
        What::WorkspaceMade { person } => format!("workspace made, its owner is {person}"),
        What::RoomSet { room, purposes: of, were } => {
            format!("room {room} is for {}{}", purposes(*of), purposes_before(*were))
        }
        What::SettingChanged { name, on, from, to } => setting(name, *on, from.as_deref(), to.as_deref()),
        What::SealBegun => "the log was sealed as it was found".to_owned(),
        What::ScheduleSet { schedule, owner } => format!("schedule {schedule} of {owner} set"),
        What::ScheduleRemoved { schedule } => format!("schedule {schedule} removed"),
        What::TriggerSet { trigger, flow, waits_for } => format!("flow {flow}: trigger {trigger} ({waits_for}) set"),
        What::TriggerRemoved { trigger, flow } => format!("flow {flow}: trigger {trigger} removed"),
    }
}

fn allowed_by(decision: Option<&DecisionId>) -> String {
    decision.map(|key| format!(", allowed by decision {key}")).unwrap_or_default()
}

fn purposes_before(were: Option<Purposes>) -> String {
    were.map(|were| format!(", was for {}", purposes(were))).unwrap_or_default()
}

fn role_before(was: Option<Role>) -> String {
    was.map(|was| format!(", was {}", was.name())).unwrap_or_default()
}

fn widened(until: Option<DateTime<Utc>>, options: Option<usize>) -> String {
    let until = until.map(|at| format!(", more time until {}", at.format("%Y-%m-%d %H:%M UTC")));
    let options = options.map(|count| format!(", {count} options now"));
    format!("widened{}{}", until.unwrap_or_default(), options.unwrap_or_default())
}

fn setting(name: &str, on: Option<bool>, from: Option<&str>, to: Option<&str>) -> String {
    let switch = on.map(|on| if on { "on" } else { "off" });
    let from = from.map(|from| format!(" from {from}")).unwrap_or_default();
    let to = to.or(switch).map(|to| format!(" to {to}")).unwrap_or_default();
    format!("setting {name} changed{from}{to}")
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::Stranger => "a stranger",
        Why::Anonymous => "nobody can tell who",
        Why::Bot => "a bot",
        Why::Unknown => "a button that is not known",
        Why::Elsewhere => "a button of another chat",
        Why::Spent => "a button that was used",
        Why::Late => "too late, or it does not fit",
    }
}

fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::Done => "done",
        Ending::Failed => "failed",
        Ending::Cancelled => "cancelled",
        Ending::Folded => "belongs to another",
    }
}

fn about(subject: Subject) -> &'static str {
    match subject {
        Subject::Work => "the work",
        Subject::Plan => "whether a plan begins",
        Subject::Limit => "a limit",
        Subject::Budget(_) => "a budget",
        Subject::Failure => "a failure",
        Subject::Assign => "who does it",
        Subject::Approval => "leave for a call",
        Subject::Unknown => "a call nobody knows the outcome of",
        Subject::Redo => "a report to be done again",
    }
}

fn chosen(option: Option<usize>) -> String {
    option.map_or_else(|| "own words".to_owned(), |option| format!("option {}", option + 1))
}

fn grant(grant: &Grant) -> String {
    match grant {
        Grant::Pair => "the first owner".to_owned(),
        Grant::Invite(role) => format!("a new {}", role.name()),
        Grant::Link(person) => format!("another account of {person}"),
    }
}

fn purposes(purposes: Purposes) -> String {
    let all = [
        (purposes.intake && !purposes.every_message, "ideas addressed to the secretary"),
        (purposes.every_message, "every message as an idea"),
        (purposes.decisions, "decisions"),
        (purposes.reports, "reports"),
        (purposes.goes_on, "going on without answers"),
    ];
    let named: Vec<&str> = all.into_iter().filter_map(|(is, name)| is.then_some(name)).collect();
    if named.is_empty() { "nothing".to_owned() } else { named.join(", ") }
}
