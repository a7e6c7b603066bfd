//! Lists: entries added and removed, lists shown, emptied, created and deleted.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::notes::change_note;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::message::keys::Keys;
use crate::secretary::notes::{self, Change, List, Note, Owner, Wish};
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
pub async fn list_wished(context: &mut Context<'_>, request: &Request, list: &List, wish: &Wish) -> Handled {
    let scope = change_note::notes_scope(request);
    let mut lists = context.tx.notes(&scope).await?;
    lists.retain(|note| notes::is_list(&note.title));
    // The person's own come first.
    lists.sort_by_key(|list| list.owner != *scope.owner());
    let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
    match (meant_list(context, request, list, lists).await?, wish) {
        (Meant::Several(lists), _) => {
            let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
            say::ask(context, request, |keys| wording::which_list(&called, wish, keys)).await
        }
        (Meant::One(note), _) => on_list(context, request, note, wish).await,
        (Meant::New(owner, title), Wish::Add { items, .. }) => {
            let same = |note: &Note| note.owner == owner && note.title.to_lowercase() == title.to_lowercase();
            let there = context.tx.notes(&scope).await?.into_iter().find(same);
            add_things(context, request, there, (&owner, &title), items).await
        }
        (Meant::Nothing, Wish::Add { items, .. }) => {
            add_things(context, request, None, (scope.owner(), NAMELESS), items).await
        }
        (Meant::New(_, title), _) => Ok(EventOutcome::Refused(wording::no_list(&title, &called))),
        (Meant::Nothing, _) => Ok(EventOutcome::Refused(wording::no_lists())),
        (Meant::Elsewhere, _) => Ok(EventOutcome::Refused(notes_wording::own_elsewhere())),
    }
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
    Ok(one_of(lists).unwrap_or_else(|| Meant::New(owner, notes::list_title(&name))))
}

async fn on_list(context: &mut Context<'_>, request: &Request, note: Note, wish: &Wish) -> Handled {
    let whose = change_note::whose(context, request, &note.owner, &note.title).await?;
    let title = note.title.clone();
    if let Wish::Add { items, .. } = wish {
        let owner = note.owner.clone();
        add_things(context, request, Some(note), (&owner, &title), items).await
    } else if let Wish::TakeOff { items, .. } = wish {
        take_off(context, request, note, items).await
    } else if let Wish::Clear { .. } = wish {
        let things = notes::items(&note.text).len();
        if things == 0 {
            return Ok(EventOutcome::Refused(wording::empty(&title, whose)));
        }
        let after = Note { text: String::new(), updated_at: context.now, ..note.clone() };
        let change = change_note::change_note(context, request, Some(note), Some(after), "").await?;
        let cleared = |keys: &mut Keys| wording::cleared((&title, whose), things, &change, keys);
        change_note::say_changed(context, request, &change, cleared).await
    } else if let Wish::Drop { .. } = wish {
        let change = change_note::change_note(context, request, Some(note), None, "").await?;
        let gone = |keys: &mut Keys| wording::thrown_away(&title, whose, &change, keys);
        change_note::say_changed(context, request, &change, gone).await
    } else {
        say::answer(context, request, wording::list(&note, whose)).await
    }
}

async fn add_things(
    context: &mut Context<'_>,
    request: &Request,
    old: Option<Note>,
    (owner, title): (&Owner, &str),
    things: &[String],
) -> Handled {
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
    change_note::say_changed(context, request, &change, |keys| {
        wording::added(&after, whose, (&new, &known), &change, keys)
    })
    .await
}

async fn take_off(context: &mut Context<'_>, request: &Request, note: Note, things: &[String]) -> Handled {
    let whose = change_note::whose(context, request, &note.owner, &note.title).await?;
    let struck = notes::struck(&note.text, things);
    let mut rest: Vec<String> =
        struck.unclear.iter().map(|(thing, several)| wording::which_thing(thing, several)).collect();
    if !struck.missing.is_empty() {
        rest.push(wording::not_on(&note, whose, &struck.missing));
    }
    if struck.gone.is_empty() {
        return say::answer(context, request, wording::nothing_off(&note, whose, &rest)).await;
    }
    let after = Note { text: struck.text, updated_at: context.now, ..note.clone() };
    let change = change_note::change_note(context, request, Some(note), Some(after.clone()), "").await?;
    let off = (struck.gone.as_slice(), rest.as_slice());
    change_note::say_changed(context, request, &change, |keys| wording::taken_off(&after, whose, off, &change, keys))
        .await
}

/// Creates a list, or shows it if it exists and nothing is added.
pub async fn begin_list(context: &mut Context<'_>, request: &Request, title: &str, things: &[String]) -> Handled {
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
        return say::answer(context, request, wording::list(old, whose)).await;
    }
    let put_away = old.as_ref().map_or(0, |old| notes::items(&old.text).len());
    let (text, ..) = notes::added("", things);
    let after = Note { owner: scope.owner().clone(), title, text: text.clone(), updated_at: context.now };
    let change = change_note::change_note(context, request, old, Some(after.clone()), &text).await?;
    change_note::say_changed(context, request, &change, |keys| wording::begun(&after, whose, put_away, &change, keys))
        .await
}

/// The only one of these lists, or the question which one. None if there is none.
fn one_of(mut lists: Vec<Note>) -> Option<Meant> {
    if lists.len() > 1 {
        return Some(Meant::Several(lists));
    }
    lists.pop().map(Meant::One)
}
