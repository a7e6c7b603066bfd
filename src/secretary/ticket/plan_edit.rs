//! Edits of a plan before its start, line by line: title, steps, minutes of a step, removed steps. Known lines are
//! applied exactly and without a model; anything else is a correction in free words.

use super::Ticket;
use super::task::Task;
use crate::secretary::names::phrases::{line as one_line, short};

/// The minutes that a step may have.
pub const MINUTES: std::ops::RangeInclusive<u32> = 1..=120;
/// Characters of a title.
const TITLE: usize = 80;
/// Characters of an instruction.
const INSTRUCTION: usize = 4_000;
/// Characters a form holds (platform-facts D33).
const FORM: usize = 3_900;

/// One change of a plan. Steps are counted from 1, as they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The title of the whole.
    Title(String),
    /// How many minutes each step may take.
    Minutes(u32),
    /// What a step does.
    Step(usize, String),
    /// Removed steps.
    Drop(Vec<usize>),
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such step.
    NoStep(usize),
    /// Steps depend on a removed one: which, and on which.
    Needed(Vec<usize>, usize),
    /// Nothing would be left.
    Nothing,
    /// A title without words.
    Untitled,
    /// A time limit out of bounds.
    Limit,
    /// It is so already.
    Same,
    /// Nothing changes, except that the lines of some steps were deleted; these steps still exist.
    StillThere(Vec<usize>),
}

/// Reads a text in which every line is a change: "title: …", "limit: 30", "2: what the step does", "drop 2 and 3". None where
/// a line is something else.
pub fn read(text: &str) -> Option<Vec<Edit>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let edits: Vec<Edit> = lines.map(line).collect::<Option<_>>()?;
    (!edits.is_empty()).then_some(edits)
}

fn line(text: &str) -> Option<Edit> {
    if let Some(rest) = text.to_lowercase().strip_prefix("drop ") {
        return numbers(rest).map(Edit::Drop);
    }
    let (name, value) = text.split_once(':')?;
    let (name, value) = (name.trim().to_lowercase(), value.trim());
    match name.as_str() {
        // An empty title becomes a fault below.
        "title" => Some(Edit::Title(short(value, TITLE))),
        // An unreadable length counts as out of bounds.
        "limit" => Some(Edit::Minutes(minutes(value).unwrap_or_default())),
        _ if value.is_empty() => None,
        _ => {
            let step = name.strip_prefix("step").unwrap_or(&name).trim();
            step.parse::<usize>().ok().filter(|n| *n > 0).map(|n| Edit::Step(n, short(value, INSTRUCTION)))
        }
    }
}

/// "30", "30 min", "2h", "1h 30".
fn minutes(text: &str) -> Option<u32> {
    let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let (hours, rest) = plain.split_once('h').unwrap_or(("0", &plain));
    let rest = rest.strip_suffix("min").unwrap_or(rest);
    let minutes: u32 = if rest.is_empty() { 0 } else { rest.parse().ok()? };
    hours.parse::<u32>().ok()?.checked_mul(60)?.checked_add(minutes)
}

/// "2", "2, 3 and 5".
fn numbers(text: &str) -> Option<Vec<usize>> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and");
    let number = |word: &str| word.parse::<usize>().ok().filter(|n| *n > 0);
    let found: Vec<usize> = words.map(number).collect::<Option<_>>()?;
    (!found.is_empty()).then_some(found)
}

/// Makes the changes, all or none.
///
/// # Errors
/// Every change that cannot be made.
pub fn apply(ticket: &mut Ticket, edits: &[Edit]) -> Result<(), Vec<Fault>> {
    let before = (ticket.requirement.clone(), ticket.tasks.clone(), ticket.minutes);
    let mut edited = ticket.clone();
    let mut faults: Vec<Fault> = Vec::new();
    for edit in edits {
        match edit {
            Edit::Title(title) if title.is_empty() => faults.push(Fault::Untitled),
            Edit::Title(title) if *title == short(&one_line(&ticket.title), TITLE) => {}
            Edit::Title(title) => {
                edited.requirement.title.clone_from(title);
                edited.title.clone_from(title);
            }
            Edit::Minutes(minutes) if MINUTES.contains(minutes) => edited.minutes = Some(*minutes),
            Edit::Minutes(_) => faults.push(Fault::Limit),
            Edit::Step(number, text) => match edited.tasks.get_mut(number - 1) {
                // The text as the form shows it is no change.
                Some(task) if short(&in_one_line(&task.instruction), INSTRUCTION) == *text => {}
                Some(task) => {
                    task.title = short(text, TITLE);
                    task.instruction.clone_from(text);
                }
                None => faults.push(Fault::NoStep(*number)),
            },
            Edit::Drop(numbers) => {
                faults.extend(numbers.iter().filter(|n| **n > ticket.tasks.len()).map(|n| Fault::NoStep(*n)));
            }
        }
    }
    let gone = dropped(&ticket.tasks, edits);
    faults.extend(gone.iter().filter_map(|number| {
        let on_it = built_on(&ticket.tasks, *number, &gone);
        (!on_it.is_empty()).then_some(Fault::Needed(on_it, *number))
    }));
    let mut number = 0;
    edited.tasks.retain(|_| {
        number += 1;
        !gone.contains(&number)
    });
    if edited.tasks.is_empty() {
        faults.push(Fault::Nothing);
    }
    if faults.is_empty() && (&edited.requirement, &edited.tasks, edited.minutes) == (&before.0, &before.1, before.2) {
        faults.push(unchanged(ticket, edits));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    *ticket = edited;
    Ok(())
}

/// The existing steps that would be removed, each once, in the named order.
fn dropped(tasks: &[Task], edits: &[Edit]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for edit in edits {
        let Edit::Drop(numbers) = edit else { continue };
        for number in numbers.iter().filter(|n| **n <= tasks.len()) {
            if !found.contains(number) {
                found.push(*number);
            }
        }
    }
    found
}

/// The steps that depend on one, without removed ones.
fn built_on(tasks: &[Task], number: usize, gone: &[usize]) -> Vec<usize> {
    let Some(Task { key, .. }) = tasks.get(number.saturating_sub(1)) else { return Vec::new() };
    let builds = |(index, task): &(usize, &Task)| !gone.contains(&(index + 1)) && task.needs.contains(key);
    tasks.iter().enumerate().filter(builds).map(|(index, _)| index + 1).collect()
}

/// These steps with all that depend on them, in their order. None: no step would be left.
pub fn whole(tasks: &[Task], steps: &[usize]) -> Option<Vec<usize>> {
    let mut gone = steps.to_vec();
    let mut at = 0;
    while let Some(number) = gone.get(at).copied() {
        let on_it = built_on(tasks, number, &gone);
        gone.extend(on_it);
        at += 1;
    }
    gone.sort_unstable();
    gone.dedup();
    (!gone.is_empty() && gone.len() < tasks.len()).then_some(gone)
}

/// The probable meaning of an edit whose only fault is that other steps build on removed ones, or that lines were
/// deleted: the steps to remove, and the whole change in words that parse to it.
pub fn proposal(tasks: &[Task], edits: &[Edit], faults: &[Fault]) -> Option<(Vec<usize>, String)> {
    let mut steps = dropped(tasks, edits);
    for fault in faults {
        match fault {
            Fault::Needed(..) => {}
            Fault::StillThere(missing) => steps.extend(missing),
            Fault::NoStep(_) | Fault::Nothing | Fault::Untitled | Fault::Limit | Fault::Same => return None,
        }
    }
    let steps = whole(tasks, &steps).filter(|_| !faults.is_empty())?;
    let kept = edits.iter().filter_map(|edit| match edit {
        Edit::Title(title) => Some(format!("title: {title}")),
        Edit::Minutes(minutes) => Some(format!("limit: {minutes}")),
        Edit::Step(number, text) => Some(format!("{number}: {text}")),
        Edit::Drop(_) => None,
    });
    let text = kept.chain([format!("drop {}", counted(&steps))]).collect::<Vec<_>>().join("\n");
    Some((steps, text))
}

/// "1 and 3".
pub fn counted(steps: &[usize]) -> String {
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

/// The fault of an edit without a change: a deleted line of the form may have meant its step.
fn unchanged(ticket: &Ticket, edits: &[Edit]) -> Fault {
    let named = |n: usize| edits.iter().any(|edit| matches!(edit, Edit::Step(number, _) if *number == n));
    let missing: Vec<usize> = (1..=ticket.tasks.len()).filter(|n| !named(*n)).collect();
    let whole = edits.iter().any(|edit| matches!(edit, Edit::Title(_)));
    let some = whole && !missing.is_empty() && missing.len() < ticket.tasks.len();
    if some { Fault::StillThere(missing) } else { Fault::Same }
}

/// The title that people gave the plan, if any.
pub fn title(edits: &[String]) -> Option<String> {
    let read = edits.iter().rev().filter_map(|text| read(text)).flatten();
    read.into_iter().find_map(|edit| match edit {
        Edit::Title(title) => Some(title),
        Edit::Minutes(_) | Edit::Step(..) | Edit::Drop(_) => None,
    })
}

/// Whether people wrote the text of a step.
pub fn of_steps(edits: &[String]) -> bool {
    edits.iter().filter_map(|text| read(text)).flatten().any(|edit| matches!(edit, Edit::Step(..)))
}

/// The text of a step for people: all that somebody wrote, else its title.
pub fn words(task: &Task) -> &str {
    if task.title.ends_with('…') && task.title == short(&task.instruction, TITLE) {
        &task.instruction
    } else {
        &task.title
    }
}

/// Applies the exact edits of people again to a new plan. `same_steps`: its steps are the same as before; otherwise
/// only edits of the whole plan are kept.
pub fn again(ticket: &mut Ticket, same_steps: bool) {
    for text in ticket.edits.clone() {
        let mut edits = read(&text).unwrap_or_default();
        edits.retain(|edit| same_steps || matches!(edit, Edit::Title(_) | Edit::Minutes(_)));
        // Edits that no longer fit are dropped; the card shows the result.
        let _ = apply(ticket, &edits);
    }
    // The new plan has its own title, although the ticket keeps the given one.
    if let Some(title) = title(&ticket.edits) {
        ticket.requirement.title.clone_from(&title);
        ticket.title = title;
    }
}

/// The plan as lines to be edited in a form; empty where it does not fit into one.
pub fn lines(ticket: &Ticket) -> String {
    let minutes = ticket.minutes.map(|minutes| format!("limit: {minutes}"));
    let title = std::iter::once(format!("title: {}", one_line(&ticket.title)));
    let steps = ticket.tasks.iter().enumerate().map(|(n, t)| format!("{}: {}", n + 1, in_one_line(&t.instruction)));
    let text = title.chain(minutes).chain(steps).collect::<Vec<_>>().join("\n");
    if fits_a_form(&text) { text } else { String::new() }
}

/// Whether a form can be opened with this in it.
pub fn fits_a_form(text: &str) -> bool {
    text.chars().count() <= FORM
}

/// The text of a step in one line, without a first line that the rest repeats in full.
fn in_one_line(instruction: &str) -> String {
    let (first, rest) = instruction.split_once('\n').unwrap_or((instruction, ""));
    let (first, rest) = (one_line(first), one_line(rest));
    match first.split_once(": ") {
        Some((lead, named)) if !rest.is_empty() && rest.starts_with(named.trim_end_matches('…').trim_end()) => {
            format!("{lead}: {rest}")
        }
        _ => one_line(instruction),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::ticket::plan_edit::*;

    #[test]
    fn lines_are_read() {
        let step = |n, text: &str| Edit::Step(n, text.to_owned());
        for (text, wanted) in [
            ("title: Offers", vec![Edit::Title("Offers".to_owned())]),
            ("Title: Stop and go", vec![Edit::Title("Stop and go".into())]),
            ("title:", vec![Edit::Title(String::new())]),
            ("limit: 30", vec![Edit::Minutes(30)]),
            ("limit: 45 min", vec![Edit::Minutes(45)]),
            ("limit: 2h", vec![Edit::Minutes(120)]),
            ("Limit: 1h 30", vec![Edit::Minutes(90)]),
            ("limit: soon", vec![Edit::Minutes(0)]),
            ("limit: 2 days", vec![Edit::Minutes(0)]),
            ("drop 2", vec![Edit::Drop(vec![2])]),
            ("Drop 2, 3 and 5", vec![Edit::Drop(vec![2, 3, 5])]),
            ("2: only in Berlin", vec![step(2, "only in Berlin")]),
            ("step 1: look: closely\n\ndrop 3", vec![step(1, "look: closely"), Edit::Drop(vec![3])]),
        ] {
            assert_eq!(read(text), Some(wanted), "{text}");
        }
        let note = "Keep an eye on the garden";
        assert_eq!(in_one_line(&format!("Add to the note: {note}\n{note}")), format!("Add to the note: {note}"));
        assert_eq!(in_one_line("Add to the note: Keep an…\nKeep an eye"), "Add to the note: Keep an eye");
        assert_eq!(in_one_line("Add to the note: Garden\nKeep an eye"), "Add to the note: Garden Keep an eye");
        for text in ["only in Berlin", "drop the second", "drop 2 and then go", "0: x", "", "2: x\nand cheap"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// Four steps, of which the second builds on the first, and the third on the second.
    fn plan() -> Vec<Task> {
        let mut tasks: Vec<Task> = (1..=4).map(|n| Task::new(format!("t{n}"), "Look", "Look around")).collect();
        tasks[1].needs = vec!["t1".to_owned()];
        tasks[2].needs = vec!["t2".to_owned()];
        tasks
    }

    #[test]
    fn what_is_proposed_keeps_the_other_changes_and_can_be_read() {
        let tasks = plan();
        let needed = [Fault::Needed(vec![3], 2)];
        let edits = read(
            "title: Garden
limit: 1h
drop 2
4: Dig",
        )
        .unwrap();
        let (steps, text) = proposal(&tasks, &edits, &needed).unwrap();
        assert_eq!(
            (steps, text.as_str()),
            (
                vec![2, 3],
                "title: Garden
limit: 60
4: Dig
drop 2 and 3"
            )
        );
        assert_eq!(read(&text).unwrap().last(), Some(&Edit::Drop(vec![2, 3])));
        let still = [Fault::StillThere(vec![4])];
        assert_eq!(proposal(&tasks, &read("title: Look").unwrap(), &still).unwrap().0, [4]);
        for faults in [&[][..], &[Fault::Limit], &[Fault::Needed(vec![3], 2), Fault::NoStep(9)]] {
            assert_eq!(proposal(&tasks, &edits, faults), None, "{faults:?}");
        }
        assert_eq!(proposal(&tasks, &read("drop 1 and 4").unwrap(), &[Fault::Needed(vec![2], 1)]), None);
    }
}
