//! Parses a typed command. A bad command gets a sentence with an example; nothing is guessed.

use super::{budget, flow, mode, reports, room};
use crate::secretary::message::commands::{COMMANDS, Order, ScheduleOrder, Which, WorkspaceOrder};
use crate::secretary::names::spelling;
use crate::secretary::people::deputies;
use crate::secretary::people::workspace::Role;
use crate::secretary::ticket::Status;
use crate::secretary::wording;
use crate::secretary::wording::people::workspaces;
use crate::secretary::wording::settings::privacy;
use crate::secretary::wording::talk::refusals;

/// Reads a command.
///
/// # Errors
/// A sentence for the person: unknown command with the nearest one, or what is missing with an example.
pub fn read(name: &str, args: &str) -> Result<Order, String> {
    let args = args.trim();
    let some = || (!args.is_empty()).then(|| args.to_owned());
    let name = name.to_ascii_lowercase();
    let alone = COMMANDS.iter().any(|c| c.name == name && c.takes.is_empty());
    let turns_a_page = name == "decisions" && behind(args).is_some();
    if name == "forget" && !args.is_empty() {
        return Err(privacy::forgets_everything(args));
    }
    if alone && !args.is_empty() && !turns_a_page {
        return Err(refusals::stands_alone(&name, args));
    }
    match name.as_str() {
        "start" => Ok(Order::Start(some())),
        "new" => some().map(Order::New).ok_or_else(refusals::which_idea),
        "remind" => Ok(Order::Remind(args.to_owned())),
        "every" => some().map(Order::Every).ok_or_else(|| wording::schedules::work::how_to().to_owned()),
        "note" => some().map(Order::Note).ok_or_else(|| wording::notes::how_to().to_owned()),
        "notes" => Ok(Order::Notes),
        "lists" => Ok(Order::Lists),
        "calc" => some().map(Order::Calc).ok_or_else(|| wording::talk::sums::how_to().to_owned()),
        "ask" => some().map(Order::Ask).ok_or_else(refusals::which_idea),
        "list" => list(args),
        "show" => only_ticket(args, "show").map(Order::Show),
        "team" => only_ticket(args, "team").map(Order::Team),
        "decisions" => Ok(Order::Decisions(behind(args))),
        "decide" => decide(args),
        "history" if args.starts_with(char::is_alphabetic) && !args.eq_ignore_ascii_case("all") => {
            Ok(history_page(args).unwrap_or_else(|| Order::HistoryOf(args.to_owned())))
        }
        "history" => maybe_ticket(args, "history").map(Order::History),
        "cancel" if args.eq_ignore_ascii_case("all") => Ok(Order::CancelAll),
        "cancel" => ticket(args, "cancel").map(|(n, rest)| Order::Cancel(n, rest)),
        "files" => only_ticket(args, "files").map(Order::Files),
        "clarify" => only_ticket(args, "clarify").map(Order::Clarify),
        "pause" => maybe_ticket(args, "pause").map(Order::Pause),
        "resume" => maybe_ticket(args, "resume").map(Order::Resume),
        "dispatch" => only_ticket(args, "dispatch").map(Order::Dispatch),
        "agents" => Ok(Order::Agents),
        "report" => one_report(args),
        "brief" => reports::brief(args).map(Order::Brief),
        "reports" => reports::wanted(args).map(Order::Reports),
        "schedules" | "reminders" => schedules(args),
        "flow" | "flows" => flow::read(args),
        "stats" => Ok(Order::Stats),
        "metrics" => Ok(Order::Metrics),
        "timezone" => Ok(Order::Timezone(some())),
        "room" => room::read(args).map(Order::Room),
        "away" => deputies::read(args)
            .or_else(|| deputies::name_alone(args))
            .map(Order::Away)
            .ok_or_else(wording::people::deputies::how_to),
        "workspace" | "workspaces" => workspace(args).map(Order::Workspace),
        "link" if args.eq_ignore_ascii_case("off") => Err(wording::people::codes::parted()),
        "link" => Ok(Order::Link(some())),
        "invite" if args.eq_ignore_ascii_case("off") => Ok(Order::EndInvitations),
        "invite" => invite(args).map(Order::Invite),
        "members" | "people" => member_change(args).map(Order::Members),
        "settings" => Ok(Order::Settings(setting_change(args))),
        "mode" => mode::read(args).map(Order::Mode),
        "budget" => budget::read(args, None).map(Order::Budget),
        "privacy" => Ok(Order::Privacy),
        "export" => Ok(Order::Export),
        "forget" => Ok(Order::Forget),
        "help" => help(args),
        other => Err(refusals::unknown_command(other, nearest(other))),
    }
}

/// "", "Shop", "2", "new Shop", "name Shop"; a name behind a "=" is this workspace's for sure, as buttons say it.
fn workspace(args: &str) -> Result<WorkspaceOrder, String> {
    let (word, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let called = || workspaces::fitting_name(rest).ok_or_else(workspaces::how_to_name);
    Ok(match word.to_ascii_lowercase().as_str() {
        "" => WorkspaceOrder::Show,
        "new" => WorkspaceOrder::Make(called()?),
        "name" | "rename" => match rest.trim().strip_prefix('=') {
            Some(name) => {
                let name = workspaces::fitting_name(name).ok_or_else(workspaces::how_to_name)?;
                WorkspaceOrder::Rename(format!("={name}"))
            }
            None => WorkspaceOrder::Rename(called()?),
        },
        _ => WorkspaceOrder::Choose(args.to_owned()),
    })
}

/// "done", "done before 57".
fn list(args: &str) -> Result<Order, String> {
    let (word, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let (word, rest) = if word.eq_ignore_ascii_case("before") { ("", args) } else { (word, rest.trim()) };
    let before = match rest.split_once(char::is_whitespace) {
        Some((before, number)) if before.eq_ignore_ascii_case("before") => Some(ticket(number.trim(), "list")?.0),
        _ if rest.is_empty() => None,
        _ => return which(args).map(|which| Order::List(which, None)),
    };
    Ok(Order::List(which(word)?, before))
}

/// "after 12 d1", as the button for the next page says it.
fn behind(args: &str) -> Option<(i64, String)> {
    let mut words = args.split_whitespace();
    let (word, number, key) = (words.next()?, words.next()?, words.next()?);
    word.eq_ignore_ascii_case("after").then(|| Some((number.parse().ok()?, key.to_owned())))?
}

fn which(args: &str) -> Result<Which, String> {
    let word = args.to_ascii_lowercase();
    match word.as_str() {
        "" | "open" => Ok(Which::Open),
        "done" => Ok(Which::Done),
        "failed" => Ok(Which::Failed),
        "all" => Ok(Which::All),
        other => Status::of_name(other).map(Which::Only).ok_or_else(refusals::which_list),
    }
}

/// The ticket number at the start, with or without "#", and the rest.
pub(super) fn ticket(args: &str, command: &str) -> Result<(i64, String), String> {
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let number = first.trim_start_matches('#').trim_end_matches([',', ':', '.']);
    if number.is_empty() {
        return Err(refusals::which_ticket(command));
    }
    match number.parse::<i64>() {
        Ok(n) if n > 0 => Ok((n, rest.trim().to_owned())),
        Ok(_) | Err(_) => Err(refusals::no_ticket_number(first, command)),
    }
}

fn maybe_ticket(args: &str, command: &str) -> Result<Option<i64>, String> {
    if args.is_empty() || args.eq_ignore_ascii_case("all") { Ok(None) } else { only_ticket(args, command).map(Some) }
}

/// A ticket number with nothing after it.
fn only_ticket(args: &str, command: &str) -> Result<i64, String> {
    let (number, rest) = ticket(args, command)?;
    if rest.is_empty() { Ok(number) } else { Err(refusals::only_a_number(command, number, &rest)) }
}

/// "/help", "/help all", "/help /report".
fn help(args: &str) -> Result<Order, String> {
    let about = args.trim_start_matches('/').to_ascii_lowercase();
    let known = about.is_empty() || about == "all" || COMMANDS.iter().any(|c| c.name == about);
    if known { Ok(Order::Help(about)) } else { Err(refusals::unknown_command(&about, nearest(&about))) }
}

/// "12 2", and "12.3 2" where the third of several open decisions is meant.
fn decide(args: &str) -> Result<Order, String> {
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let placed = first.split_once('.').and_then(|(number, place)| {
        let place = place.trim_end_matches([',', ':', '.']).parse::<usize>().ok().filter(|place| *place > 0)?;
        Some((format!("{number} {rest}"), place))
    });
    let (args, place) = placed.map_or((args.to_owned(), None), |(args, place)| (args, Some(place)));
    let (number, option) = ticket(&args, "decide")?;
    // Whether an option is missing, or there is none, its ticket says.
    Ok(Order::Decide(number, place, option))
}

/// A report that is wanted now or at a time; one about a result comes by itself.
fn one_report(args: &str) -> Result<Order, String> {
    match reports::kind(args)? {
        Some(Some(Status::Done)) => Err(wording::ticket::reports::comes_by_itself("done")),
        Some(Some(_)) => Err(wording::ticket::reports::comes_by_itself("failed")),
        Some(None) | None => Ok(Order::Report(args.to_owned())),
    }
}

/// "", "page 2", "delete all", "3 pause", "3 tomorrow 10:00".
fn schedules(args: &str) -> Result<Order, String> {
    if args.eq_ignore_ascii_case("delete all") {
        return Ok(Order::DropReminders);
    }
    if let Some(page) = args.strip_prefix("page ").and_then(|n| n.trim().parse::<usize>().ok()) {
        return Ok(Order::SchedulesPage(page));
    }
    let (first, rest) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    if first.is_empty() {
        return Ok(Order::Schedules(None));
    }
    let number = first.trim_start_matches('#').trim_end_matches([',', ':', '.']).parse::<i64>();
    let Ok(number @ 1..) = number else {
        return Err(refusals::no_schedule_number(first));
    };
    let rest = rest.trim();
    let order = match rest.to_lowercase().as_str() {
        "" | "show" => ScheduleOrder::Show,
        "pause" => ScheduleOrder::Pause,
        "resume" => ScheduleOrder::Resume,
        "now" => ScheduleOrder::Now,
        "delete" | "cancel" => ScheduleOrder::Delete,
        _ => ScheduleOrder::Change(without_verb(rest).to_owned()),
    };
    Ok(Order::Schedules(Some((number, order))))
}

/// "edit tomorrow 10:00": the word of the button adds nothing.
fn without_verb(text: &str) -> &str {
    text.split_once(char::is_whitespace).filter(|(verb, _)| verb.eq_ignore_ascii_case("edit")).map_or(text, |(_, t)| t)
}

fn invite(args: &str) -> Result<Role, String> {
    if args.is_empty() {
        return Ok(Role::Requester);
    }
    Role::of_name(args).ok_or_else(refusals::invite_as_what)
}

fn member_change(args: &str) -> Result<Option<(String, String)>, String> {
    if args.is_empty() {
        return Ok(None);
    }
    let (name, what) = args.rsplit_once(char::is_whitespace).ok_or_else(refusals::which_change)?;
    Ok(Some((name.trim().to_owned(), what.to_ascii_lowercase())))
}

fn setting_change(args: &str) -> Option<(String, String)> {
    if args.is_empty() {
        return None;
    }
    let (name, value) = args.split_once(char::is_whitespace).unwrap_or((args, ""));
    let (second, rest) = value.trim().split_once(char::is_whitespace).unwrap_or((value.trim(), ""));
    // "four eyes on", "four-eyes on".
    let two = format!("{name}_{second}").to_ascii_lowercase();
    if ["four_eyes", "auto_clarify", "auto_dispatch", "decision_threshold"].contains(&two.as_str()) {
        return Some((two, rest.trim().to_owned()));
    }
    Some((name.to_ascii_lowercase().replace('-', "_"), value.trim().to_owned()))
}

/// The command that was perhaps meant.
fn nearest(name: &str) -> Option<&'static str> {
    let names = || COMMANDS.iter().map(|c| c.name);
    let begun = names().find(|command| name.len() >= 3 && command.starts_with(name));
    begun.or_else(|| spelling::nearest(name, names()))
}

/// "page 2", "page 2 door": as the buttons of the list say it.
fn history_page(args: &str) -> Option<Order> {
    let rest = args.strip_prefix("page ")?.trim();
    let (number, about) = rest.split_once(' ').unwrap_or((rest, ""));
    let page = number.parse::<usize>().ok().filter(|page| (1..1_000).contains(page))?;
    Some(Order::HistoryPage(page, Some(about.trim().to_owned()).filter(|about| !about.is_empty())))
}

#[cfg(test)]
mod tests {
    use crate::secretary::orders::read_command::*;

    #[test]
    fn every_command_of_the_table_is_read() {
        for command in COMMANDS {
            let args = if command.takes.is_empty() { "" } else { "12 x" };
            let unknown =
                read(command.name, args).is_err_and(|e| e.starts_with(&format!("I don't know /{}", command.name)));
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
