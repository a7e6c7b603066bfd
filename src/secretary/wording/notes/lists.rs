//! Sentences about lists: what was added or removed, what a list holds, and its Undo.

use super::{NAMED, item, with_undo};
use crate::secretary::ids::NoteChangeId;
use crate::secretary::message::action::NoteAct;
use crate::secretary::message::keys::Keys;
use crate::secretary::message::{Message, Span};
use crate::secretary::names::phrases::{capital, either, listed, plural, short};
use crate::secretary::notes::{Note, Whose, Wish, items, small};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

/// "the shopping list".
fn named(title: &str, whose: Whose) -> String {
    let what = small(title);
    match whose {
        Whose::Plain => format!("the {what}"),
        Whose::Shared => format!("the shared {what}"),
        Whose::Own => format!("your own {what}"),
    }
}

/// What is on a list now, in a sentence.
pub(in crate::secretary::wording) fn standing(list: &Note, whose: Whose) -> String {
    let named = |title: &str| named(title, whose);
    let things = items(&list.text);
    if things.is_empty() {
        return format!("{} is empty.", capital(&named(&list.title)));
    }
    format!("On {} now: {}.", named(&list.title), short(&listed(&things), 300))
}

/// Things were put on a list.
pub fn added(
    list: &Note,
    whose: Whose,
    (new, known): (&[String], &[String]),
    change: &NoteChangeId,
    keys: &mut Keys,
) -> Message {
    let all = items(&list.text).len();
    let total =
        if all > new.len() { format!(" ({} on it now)", plural(all, "thing", "things")) } else { String::new() };
    let line = format!("Added to {}: {}{total}.", named(&list.title, whose), short(&listed(new), 400));
    with_undo(and_known(Message::lines([line]), known), change, keys)
}

fn and_known(message: Message, known: &[String]) -> Message {
    if known.is_empty() { message } else { message.line(format!("On it already: {}.", short(&listed(known), 300))) }
}

/// All of it is on the list already.
pub fn on_it_already(title: &str, whose: Whose, known: &[String]) -> String {
    let verb = if known.len() == 1 { "is" } else { "are" };
    format!("{} {verb} on {} already.", capital(&short(&listed(known), 300)), named(title, whose))
}

/// Things were taken off a list.
pub fn taken_off(
    list: &Note,
    whose: Whose,
    (gone, rest): (&[String], &[String]),
    change: &NoteChangeId,
    keys: &mut Keys,
) -> Message {
    let left = items(&list.text).len();
    let left =
        if left == 0 { "It is empty now.".to_owned() } else { format!("{} left.", plural(left, "thing", "things")) };
    let line = format!("Off {}: {}. {left}", named(&list.title, whose), short(&listed(gone), 400));
    let mut message = Message::lines([line]);
    for line in rest {
        message = message.line(line.clone());
    }
    with_undo(message, change, keys)
}

/// Things that are not on a list.
pub fn not_on(list: &Note, whose: Whose, missing: &[String]) -> String {
    let verb = if missing.len() == 1 { "is" } else { "are" };
    format!("{} {verb} not on {}.", capital(&short(&listed(missing), 200)), named(&list.title, whose))
}

/// Words that may mean several things on a list.
pub fn which_thing(thing: &str, several: &[String]) -> String {
    format!("“{thing}” may be {}: tell me which.", either(several))
}

/// Nothing was taken off a list.
pub fn nothing_off(list: &Note, whose: Whose, why: &[String]) -> Message {
    Message::lines(why.iter().cloned().chain([standing(list, whose)]))
}

/// A list was emptied.
pub fn cleared((title, whose): (&str, Whose), things: usize, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let line =
        format!("{} is empty now; {} off.", capital(&named(title, whose)), plural(things, "thing is", "things are"));
    with_undo(Message::lines([line]), change, keys)
}

/// An empty list.
pub fn empty(title: &str, whose: Whose) -> String {
    format!("{} is empty. Tell me for example: add milk to {}", capital(&named(title, whose)), named(title, whose))
}

/// A list was thrown away.
pub fn thrown_away(title: &str, whose: Whose, change: &NoteChangeId, keys: &mut Keys) -> Message {
    with_undo(Message::lines([format!("{} is deleted.", capital(&named(title, whose)))]), change, keys)
}

/// A list was begun.
pub fn begun(list: &Note, whose: Whose, put_away: usize, change: &NoteChangeId, keys: &mut Keys) -> Message {
    let things = items(&list.text);
    let line = if things.is_empty() {
        let named = named(&list.title, whose);
        format!("{} is ready. Tell me for example: add milk to {named}", capital(&named))
    } else {
        format!("New: {}. On it: {}.", named(&list.title, whose), short(&listed(&things), 400))
    };
    let mut message = Message::lines([line]);
    if put_away > 0 {
        message =
            message.line(format!("The old one had {}; Undo brings it back.", plural(put_away, "thing", "things")));
    }
    with_undo(message, change, keys)
}

/// What is on a list.
pub fn list(list: &Note, whose: Whose) -> Message {
    let things = items(&list.text);
    if things.is_empty() {
        return Message::lines([empty(&list.title, whose)]);
    }
    let mut message = Message::default().spans(vec![Span::strong(headed(&list.title, whose))]);
    message.blocks.extend(things.into_iter().map(|thing| item(vec![Span::text(thing)])));
    message
}

/// A title by itself, with whose it is.
pub(in crate::secretary::wording) fn headed(title: &str, whose: Whose) -> String {
    match whose {
        Whose::Plain => title.to_owned(),
        Whose::Shared => format!("{title} (shared)"),
        Whose::Own => format!("{title} (your own)"),
    }
}

/// There is no such list.
pub fn no_list(name: &str, lists: &[String]) -> String {
    let there: Vec<String> = lists.iter().take(NAMED).map(|l| format!("“{l}”")).collect();
    if there.is_empty() {
        return format!("There is no {} yet. Tell me for example: add milk to the shopping list", lower(name));
    }
    format!("There is no {} yet. There is: {}.", lower(name), listed(&there))
}

/// "shopping list".
pub(in crate::secretary::wording) fn lower(name: &str) -> String {
    small(name)
}

/// There is no list at all.
pub fn no_lists() -> String {
    "There is no list yet. Tell me for example: add milk to the shopping list".to_owned()
}

/// Several lists may be meant.
pub fn which_list(lists: &[String], wish: &Wish, keys: &mut Keys) -> Message {
    let mut message = Message::lines(["Which list?"]);
    for title in lists.iter().take(5) {
        let wish = wish.clone().on(title);
        message = message.row(vec![keys.plain(title.clone(), NoteAct::Do { wish: Box::new(wish) }.action())]);
    }
    message
}

/// The moment as a title's distinguishing mark, for a second list without a name.
pub fn list_of(now: DateTime<Utc>, zone: Tz) -> String {
    format!("List of {}", now.with_timezone(&zone).format("%-d %b %H:%M"))
}
