//! Lists: entries added and removed, lists shown, emptied, created and deleted.

use super::change_note::change_slot;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::notes::change_note;
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::NoteChangeId;
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::notes::{self, Change, List, Note, Owner, Scope, Wish};
use crate::secretary::wording::notes as notes_wording;
use crate::secretary::wording::notes::lists as wording;
use std::collections::BTreeSet;

/// The list that words mean.
enum Meant {
    /// This list.
    One(Note),
    /// A new list: its owner and its title.
    New(Owner, String),
    /// One of several lists.
    Several(Vec<Note>),
    /// No list.
    Nothing,
    /// A private list that was named where others read along.
    Elsewhere,
}

/// The title of an unnamed list.
const NAMELESS: &str = "List";

/// Does what was asked of a list.
pub(in crate::engine) async fn list_wished(
    context: &mut Context<'_>,
    request: &Request,
    wish: &Wish,
) -> Stored<EventOutcome> {
    let list = match wish {
        Wish::Begin { title, items } => return begin_list(context, request, title, items).await,
        Wish::Done { items } => return done_on_lists(context, request, items).await,
        Wish::IsOn { list, .. }
        | Wish::ShowList { list }
        | Wish::Add { list, .. }
        | Wish::TakeOff { list, .. }
        | Wish::Clear { list }
        | Wish::Drop { list } => list,
        Wish::Keep { .. }
        | Wish::KeepWhat
        | Wish::Find { .. }
        | Wish::ShowAll
        | Wish::ShowLists
        | Wish::Show { .. }
        | Wish::Forget { .. }
        | Wish::Rewrite { .. }
        | Wish::Correct { .. }
        | Wish::UndoLast => return Ok(EventOutcome::Decided(None)),
    };
    let scope = change_note::notes_scope(request);
    let lists = all_lists(context, &scope).await?;
    let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
    match (meant_list(context, request, list, lists).await?, wish) {
        (Meant::Several(lists), _) => {
            let mut keys = context.keys();
            let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
            let message = wording::which_list(&called, wish, &mut keys);
            say::say_with(context, request, message, keys).await?;
            Ok(EventOutcome::Decided(None))
        }
        (Meant::One(note), _) => on_list(context, request, note, wish).await,
        (Meant::New(owner, title), Wish::Add { items, .. }) => {
            add_things(context, request, None, (&owner, &title), items).await
        }
        (Meant::Nothing, Wish::Add { items, .. }) => {
            add_things(context, request, None, (scope.owner(), NAMELESS), items).await
        }
        (Meant::New(_, title), _) => Ok(EventOutcome::Refused(wording::no_list(&title, &called))),
        (Meant::Nothing, _) => Ok(EventOutcome::Refused(wording::no_lists())),
        (Meant::Elsewhere, _) => Ok(EventOutcome::Refused(notes_wording::own_elsewhere())),
    }
}

/// The lists in the scope, the person's own first.
async fn all_lists(context: &mut Context<'_>, scope: &Scope) -> Stored<Vec<Note>> {
    let mut all = context.tx.notes(scope).await?;
    all.retain(|note| notes::is_list(&note.title));
    all.sort_by_key(|list| list.owner != *scope.owner());
    Ok(all)
}

async fn meant_list(context: &mut Context<'_>, request: &Request, list: &List, mut lists: Vec<Note>) -> Stored<Meant> {
    let scope = change_note::notes_scope(request);
    let List::Named(name) = list else {
        let last = change_note::last_change(context, request).await?.filter(|c| notes::is_list(c.title()));
        let is = |l: &&Note, c: &Change| l.owner == *c.owner() && l.title.to_lowercase() == c.title().to_lowercase();
        if let Some(note) = last.and_then(|c| lists.iter().find(|l| is(l, &c)).cloned()) {
            return Ok(Meant::One(note));
        }
        return Ok(one_of(lists).unwrap_or(Meant::Nothing));
    };
    // An exact title counts before a word in it that names an owner.
    let very = lists.iter().any(|l| l.title.to_lowercase() == name.to_lowercase());
    let (owner, name) = match scope.named(name) {
        Err(()) if !very => return Ok(Meant::Elsewhere),
        Ok(Some((its, name))) if !very => {
            lists.retain(|l| its.holds(&l.owner));
            (its.owner().clone(), name)
        }
        Ok(_) | Err(()) => (scope.owner().clone(), name.clone()),
    };
    // A private list comes before a shared one of the same name.
    let mut seen = BTreeSet::new();
    lists.retain(|l| seen.insert(l.title.to_lowercase()));
    let titles: Vec<&str> = lists.iter().map(|l| l.title.as_str()).collect();
    let fitting: Vec<String> = notes::resembling(&titles, &name).into_iter().map(str::to_owned).collect();
    lists.retain(|l| fitting.contains(&l.title));
    Ok(one_of(lists).unwrap_or(Meant::New(owner, name)))
}

async fn on_list(context: &mut Context<'_>, request: &Request, note: Note, wish: &Wish) -> Stored<EventOutcome> {
    let whose = change_note::whose(context, request, &note.owner, &note.title).await?;
    match wish {
        Wish::Add { items, .. } => {
            let (owner, title) = (note.owner.clone(), note.title.clone());
            add_things(context, request, Some(note), (&owner, &title), items).await
        }
        Wish::TakeOff { items, .. } => take_off(context, request, note, items).await,
        Wish::IsOn { items, .. } => {
            let struck = notes::struck(&note.text, items);
            commands::answer(context, request, wording::is_on(&note, whose, &struck)).await
        }
        Wish::Clear { .. } => {
            let things = notes::items(&note.text).len();
            if things == 0 {
                return Ok(EventOutcome::Refused(wording::empty(&note.title, whose)));
            }
            let after = Note { text: String::new(), updated_at: context.now, ..note.clone() };
            let title = note.title.clone();
            let change = change_note::change_note(context, request, Some(note), Some(after), "").await?;
            list_changed(context, request, &change, |keys| wording::cleared((&title, whose), things, &change, keys))
                .await
        }
        Wish::Drop { .. } => {
            let title = note.title.clone();
            let change = change_note::change_note(context, request, Some(note), None, "").await?;
            list_changed(context, request, &change, |keys| wording::thrown_away(&title, whose, &change, keys)).await
        }
        Wish::ShowList { .. }
        | Wish::Keep { .. }
        | Wish::KeepWhat
        | Wish::Find { .. }
        | Wish::ShowAll
        | Wish::ShowLists
        | Wish::Show { .. }
        | Wish::Done { .. }
        | Wish::Begin { .. }
        | Wish::Forget { .. }
        | Wish::Rewrite { .. }
        | Wish::Correct { .. }
        | Wish::UndoLast => commands::answer(context, request, wording::list(&note, whose)).await,
    }
}

async fn add_things(
    context: &mut Context<'_>,
    request: &Request,
    old: Option<Note>,
    (owner, title): (&Owner, &str),
    things: &[String],
) -> Stored<EventOutcome> {
    let whose = change_note::whose(context, request, owner, title).await?;
    let before = old.as_ref().map_or("", |note| note.text.as_str());
    let (text, new, known) = notes::added(before, things);
    if new.is_empty() {
        return Ok(EventOutcome::Refused(wording::on_it_already(title, whose, &known)));
    }
    if text.chars().count() > notes::FULL {
        return Ok(EventOutcome::Refused(notes_wording::full(title)));
    }
    let after = Note { owner: owner.clone(), title: title.to_owned(), text, updated_at: context.now };
    let entry: Vec<String> = new.iter().map(|thing| format!("- {thing}")).collect();
    let change = change_note::change_note(context, request, old, Some(after.clone()), &entry.join("\n")).await?;
    list_changed(context, request, &change, |keys| wording::added(&after, whose, (&new, &known), &change, keys)).await
}

async fn take_off(context: &mut Context<'_>, request: &Request, note: Note, things: &[String]) -> Stored<EventOutcome> {
    let whose = change_note::whose(context, request, &note.owner, &note.title).await?;
    let struck = notes::struck(&note.text, things);
    let mut rest: Vec<String> =
        struck.unclear.iter().map(|(thing, several)| wording::which_thing(thing, several)).collect();
    if !struck.missing.is_empty() {
        rest.push(wording::not_on(&note, whose, &struck.missing));
    }
    if struck.gone.is_empty() {
        return commands::answer(context, request, wording::nothing_off(&note, whose, &rest)).await;
    }
    let after = Note { text: struck.text, updated_at: context.now, ..note.clone() };
    let change = change_note::change_note(context, request, Some(note), Some(after.clone()), "").await?;
    let off = (struck.gone.as_slice(), rest.as_slice());
    list_changed(context, request, &change, |keys| wording::taken_off(&after, whose, off, &change, keys)).await
}

/// Removes finished entries from the newest list that has all of them, the person's own lists first.
async fn done_on_lists(context: &mut Context<'_>, request: &Request, things: &[String]) -> Stored<EventOutcome> {
    let lists = all_lists(context, &change_note::notes_scope(request)).await?;
    match lists.into_iter().find(|list| notes::has_all(list, things)) {
        Some(list) => take_off(context, request, list, things).await,
        None => Ok(EventOutcome::Refused(wording::no_lists())),
    }
}

async fn begin_list(
    context: &mut Context<'_>,
    request: &Request,
    title: &str,
    things: &[String],
) -> Stored<EventOutcome> {
    let (scope, mut title) = match change_note::notes_scope(request).named(title) {
        Err(()) => return Ok(EventOutcome::Refused(notes_wording::own_elsewhere())),
        Ok(Some(named)) => named,
        Ok(None) => (change_note::notes_scope(request).own(), title.to_owned()),
    };
    let mut old = context.tx.note(&scope, &title).await?;
    if old.is_some() && title == NAMELESS {
        title = wording::list_of(context.now, context.zone_of(&request.person).await?);
        old = context.tx.note(&scope, &title).await?;
    }
    let whose = change_note::whose(context, request, scope.owner(), &title).await?;
    if let Some(old) = old.as_ref().filter(|_| things.is_empty()) {
        return commands::answer(context, request, wording::list(old, whose)).await;
    }
    let put_away = old.as_ref().map_or(0, |old| notes::items(&old.text).len());
    let (text, ..) = notes::added("", things);
    let after = Note { owner: scope.owner().clone(), title, text: text.clone(), updated_at: context.now };
    let change = change_note::change_note(context, request, old, Some(after.clone()), &text).await?;
    list_changed(context, request, &change, |keys| wording::begun(&after, whose, put_away, &change, keys)).await
}

async fn list_changed(
    context: &mut Context<'_>,
    request: &Request,
    change: &NoteChangeId,
    message: impl FnOnce(&mut Keys) -> Message,
) -> Stored<EventOutcome> {
    let mut keys = context.keys();
    let message = message(&mut keys);
    change_schedule::put(context, request, change_slot(change), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// The only one of these lists, or the question which one. None if there is none.
fn one_of(mut lists: Vec<Note>) -> Option<Meant> {
    if lists.len() > 1 {
        return Some(Meant::Several(lists));
    }
    lists.pop().map(Meant::One)
}
