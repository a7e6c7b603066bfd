//! What is said about lists: what went on or off, what is on it, and the way back.

use super::super::action::NoteAct;
use super::super::ids::NoteChangeId;
use super::super::keys::Keys;
use super::super::message::{Message, Span};
use super::super::notes::{List, Note, Struck, Wish, items};
use super::super::phrases::{capital, listed};
use super::notes::{NAMED, item, with_undo};
use super::{plural, short};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// "the shopping list".
fn named(title: &str) -> String {
    let mut chars = title.chars();
    let shouted = chars.clone().nth(1).is_some_and(char::is_uppercase);
    let lower = chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect());
    if shouted { format!("the {title}") } else { format!("the {lower}") }
}

/// "On the shopping list: milk and eggs."
/// What is on a list now, in a sentence.
pub(super) fn standing(list: &Note) -> String {
    let things = items(&list.text);
    if things.is_empty() {
        return format!("{} is empty.", capital(&named(&list.title)));
    }
    format!("On {} now: {}.", named(&list.title), short(&listed(&things), 300))
}

/// Things were put on a list.
pub fn added(list: &Note, new: &[String], known: &[String], change: &NoteChangeId, keys: &mut Keys) -> Message {
    let all = items(&list.text).len();
    let total =
        if all > new.len() { format!(" ({} on it now)", plural(all, "thing", "things")) } else { String::new() };
    let line = format!("Added to {}: {}{total}.", named(&list.title), short(&listed(new), 400));
    with_undo(and_known(Message::lines([line]), known), change, keys)
}

fn and_known(message: Message, known: &[String]) -> Message {
    if known.is_empty() { message } else { message.line(format!("On it already: {}.", short(&listed(known), 300))) }
}

/// All of it is on the list already.
pub fn on_it_already(title: &str, known: &[String]) -> String {
    let verb = if known.len() == 1 { "is" } else { "are" };
    format!("{} {verb} on {} already.", capital(&short(&listed(known), 300)), named(title))
}

/// Things were taken off a list.
pub fn taken_off(list: &Note, gone: &[String], rest: &[String], change: &NoteChangeId, keys: &mut Keys) -> Message {
    let left = items(&list.text).len();
    let left =
        if left == 0 { "It is empty now.".to_owned() } else { format!("{} left.", plural(left, "thing", "things")) };
    let line = format!("Off {}: {}. {left}", named(&list.title), short(&listed(gone), 400));
    let mut message = Message::lines([line]);
    for line in rest {
        message = message.line(line.clone());
    }
    with_undo(message, change, keys)
}

/// Things that are not on a list.
pub fn not_on(list: &Note, missing: &[String]) -> String {
    let verb = if missing.len() == 1 { "is" } else { "are" };
    format!("{} {verb} not on {}.", capital(&short(&listed(missing), 200)), named(&list.title))
}

/// Words that may mean several things on a list.
pub fn which_thing(thing: &str, several: &[String]) -> String {
    format!("“{thing}” may be {}: tell me which.", super::either(several))
}

/// Whether things are on a list.
pub fn is_on(list: &Note, found: &Struck) -> Message {
    let mut message = Message::default();
    let there: Vec<String> = found.gone.iter().chain(found.unclear.iter().flat_map(|(_, all)| all)).cloned().collect();
    if !there.is_empty() {
        message = message.line(format!("Yes: {} on {}.", listed(&there), named(&list.title)));
    }
    if !found.missing.is_empty() {
        message = message.line(format!("No: {}", not_on(list, &found.missing)));
    }
    message
}

/// Nothing was taken off a list.
pub fn nothing_off(list: &Note, why: &[String]) -> Message {
    Message::lines(why.iter().cloned().chain([standing(list)]))
}

/// A list was emptied.
pub fn cleared(title: &str, things: usize, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let line = format!("{} is empty now; {} off.", capital(&named(title)), plural(things, "thing is", "things are"));
    with_undo(Message::lines([line]), change, keys)
}

/// An empty list.
pub fn empty(title: &str) -> String {
    format!("{} is empty. Tell me for example: add milk to {}", capital(&named(title)), named(title))
}

/// A list was thrown away.
pub fn thrown_away(title: &str, change: &NoteChangeId, keys: &mut Keys) -> Message {
    with_undo(Message::lines([format!("{} is deleted.", capital(&named(title)))]), change, keys)
}

/// A list was begun.
pub fn begun(list: &Note, put_away: usize, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let things = items(&list.text);
    let line = if things.is_empty() {
        format!("{} is ready. Tell me for example: add milk to {}", capital(&named(&list.title)), named(&list.title))
    } else {
        format!("New: {}. On it: {}.", named(&list.title), short(&listed(&things), 400))
    };
    let mut message = Message::lines([line]);
    if put_away > 0 {
        message =
            message.line(format!("The old one had {}; Undo brings it back.", plural(put_away, "thing", "things")));
    }
    with_undo(message, change, keys)
}

/// What is on a list.
pub fn list(list: &Note) -> Message {
    let things = items(&list.text);
    if things.is_empty() {
        return Message::lines([empty(&list.title)]);
    }
    let mut message = Message::default().spans(vec![Span::strong(list.title.clone())]);
    message.blocks.extend(things.into_iter().map(|thing| item(vec![Span::text(thing)])));
    message
}

/// There is no such list.
pub fn no_list(name: &str, lists: &[&str]) -> String {
    let there: Vec<String> = lists.iter().take(NAMED).map(|l| format!("“{l}”")).collect();
    if there.is_empty() {
        return format!("There is no {} yet. Tell me for example: add milk to the shopping list", lower(name));
    }
    format!("There is no {} yet. There is: {}.", lower(name), listed(&there))
}

/// "shopping list".
pub(super) fn lower(name: &str) -> String {
    named(name).trim_start_matches("the ").to_owned()
}

/// There is no list at all.
pub fn no_lists() -> String {
    "There is no list yet. Tell me for example: add milk to the shopping list".to_owned()
}

/// Several lists may be meant.
pub fn which_list(lists: &[&str], wish: &Wish, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["Which list?"]);
    for title in lists.iter().take(5) {
        let wish = on_list(wish.clone(), title);
        message = message.row(vec![keys.plain(*title, NoteAct::Do { wish: Box::new(wish) }.action())]);
    }
    message
}

/// The wish with its list named.
fn on_list(wish: Wish, title: &str) -> Wish {
    let list = List::Named(title.to_owned());
    match wish {
        Wish::Add { items, .. } => Wish::Add { items, list },
        Wish::TakeOff { items, .. } => Wish::TakeOff { items, list },
        Wish::Clear { .. } => Wish::Clear { list },
        Wish::Drop { .. } => Wish::Drop { list },
        Wish::ShowList { .. } => Wish::ShowList { list },
        Wish::IsOn { items, .. } => Wish::IsOn { items, list },
        other @ (Wish::Keep { .. }
        | Wish::KeepWhat
        | Wish::Find { .. }
        | Wish::ShowAll
        | Wish::ShowLists
        | Wish::Show { .. }
        | Wish::Begin { .. }
        | Wish::Done { .. }
        | Wish::Forget { .. }
        | Wish::Rewrite { .. }
        | Wish::Correct { .. }
        | Wish::UndoLast) => other,
    }
}

/// The moment as a title's distinguishing mark, for a second list without a name.
pub fn list_of(now: DateTime<Utc>, zone: Tz) -> String {
    format!("List of {}", now.with_timezone(&zone).format("%-d %b %H:%M"))
}
