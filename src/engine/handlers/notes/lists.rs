//! Lists on the desk: things put on and taken off, shown, emptied, begun and thrown away.

use super::change_note::change_slot;
use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::ids::NoteChangeId;
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::notes::{self, Change, List, Note, Owner, Scope, Wish};
use crate::secretary::wording::notes as notes_wording;
use crate::secretary::wording::notes::lists as wording;
use std::collections::BTreeSet;

/// Which list words mean.
enum Meant {
    /// This one.
    One(Note),
    /// One that is not there yet: whose it would be, and its title.
    New(Owner, String),
    /// One of these.
    Several(Vec<Note>),
    /// There is none.
    Nothing,
    /// Somebody's own, spoken of where others read along.
    Elsewhere,
}

/// The title of a list without a name.
const NAMELESS: &str = "List";

impl Desk<'_> {
    /// Does what is wished of a list.
    pub(in crate::engine) async fn list_wished(&mut self, visit: &Visit, wish: &Wish) -> Stored<Fate> {
        let list = match wish {
            Wish::Begin { title, items } => return self.begin_list(visit, title, items).await,
            Wish::Done { items } => return self.done_on_lists(visit, items).await,
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
            | Wish::UndoLast => return Ok(Fate::Decided(None)),
        };
        let scope = Self::notes_scope(visit);
        let lists = self.all_lists(&scope).await?;
        let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
        match (self.meant_list(visit, list, lists).await?, wish) {
            (Meant::Several(lists), _) => {
                let mut keys = self.keys();
                let called: Vec<String> = lists.iter().map(|l| scope.called(&l.owner, &l.title)).collect();
                let message = wording::which_list(&called, wish, &mut keys);
                self.say_with(visit, message, keys).await?;
                Ok(Fate::Decided(None))
            }
            (Meant::One(note), _) => self.on_list(visit, note, wish).await,
            (Meant::New(owner, title), Wish::Add { items, .. }) => {
                self.add_things(visit, None, (&owner, &title), items).await
            }
            (Meant::Nothing, Wish::Add { items, .. }) => {
                self.add_things(visit, None, (scope.owner(), NAMELESS), items).await
            }
            (Meant::New(_, title), _) => Ok(Fate::Refused(wording::no_list(&title, &called))),
            (Meant::Nothing, _) => Ok(Fate::Refused(wording::no_lists())),
            (Meant::Elsewhere, _) => Ok(Fate::Refused(notes_wording::own_elsewhere())),
        }
    }

    /// The lists within reach, the person's own first.
    async fn all_lists(&mut self, scope: &Scope) -> Stored<Vec<Note>> {
        let mut all = self.tx.notes(scope).await?;
        all.retain(|note| notes::is_list(&note.title));
        all.sort_by_key(|list| list.owner != *scope.owner());
        Ok(all)
    }

    async fn meant_list(&mut self, visit: &Visit, list: &List, mut lists: Vec<Note>) -> Stored<Meant> {
        let scope = Self::notes_scope(visit);
        let List::Named(name) = list else {
            let last = self.last_change(visit).await?.filter(|c| notes::is_list(c.title()));
            let is =
                |l: &&Note, c: &Change| l.owner == *c.owner() && l.title.to_lowercase() == c.title().to_lowercase();
            if let Some(note) = last.and_then(|c| lists.iter().find(|l| is(l, &c)).cloned()) {
                return Ok(Meant::One(note));
            }
            return Ok(one_of(lists).unwrap_or(Meant::Nothing));
        };
        // The very title counts before what it may say of whose the list is.
        let very = lists.iter().any(|l| l.title.to_lowercase() == name.to_lowercase());
        let (owner, name) = match scope.named(name) {
            Err(()) if !very => return Ok(Meant::Elsewhere),
            Ok(Some((its, name))) if !very => {
                lists.retain(|l| its.holds(&l.owner));
                (its.owner().clone(), name)
            }
            Ok(_) | Err(()) => (scope.owner().clone(), name.clone()),
        };
        // A list of one's own stands before everybody's of the same name.
        let mut seen = BTreeSet::new();
        lists.retain(|l| seen.insert(l.title.to_lowercase()));
        let titles: Vec<&str> = lists.iter().map(|l| l.title.as_str()).collect();
        let fitting: Vec<String> = notes::resembling(&titles, &name).into_iter().map(str::to_owned).collect();
        lists.retain(|l| fitting.contains(&l.title));
        Ok(one_of(lists).unwrap_or(Meant::New(owner, name)))
    }

    async fn on_list(&mut self, visit: &Visit, note: Note, wish: &Wish) -> Stored<Fate> {
        let whose = self.whose(visit, &note.owner, &note.title).await?;
        match wish {
            Wish::Add { items, .. } => {
                let (owner, title) = (note.owner.clone(), note.title.clone());
                self.add_things(visit, Some(note), (&owner, &title), items).await
            }
            Wish::TakeOff { items, .. } => self.take_off(visit, note, items).await,
            Wish::IsOn { items, .. } => {
                let struck = notes::struck(&note.text, items);
                self.answer(visit, wording::is_on(&note, whose, &struck)).await
            }
            Wish::Clear { .. } => {
                let things = notes::items(&note.text).len();
                if things == 0 {
                    return Ok(Fate::Refused(wording::empty(&note.title, whose)));
                }
                let after = Note { text: String::new(), updated_at: self.now, ..note.clone() };
                let title = note.title.clone();
                let change = self.change_note(visit, Some(note), Some(after), "").await?;
                self.list_changed(visit, &change, |keys| wording::cleared((&title, whose), things, &change, keys)).await
            }
            Wish::Drop { .. } => {
                let title = note.title.clone();
                let change = self.change_note(visit, Some(note), None, "").await?;
                self.list_changed(visit, &change, |keys| wording::thrown_away(&title, whose, &change, keys)).await
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
            | Wish::UndoLast => self.answer(visit, wording::list(&note, whose)).await,
        }
    }

    async fn add_things(
        &mut self,
        visit: &Visit,
        old: Option<Note>,
        (owner, title): (&Owner, &str),
        things: &[String],
    ) -> Stored<Fate> {
        let whose = self.whose(visit, owner, title).await?;
        let before = old.as_ref().map_or("", |note| note.text.as_str());
        let (text, new, known) = notes::added(before, things);
        if new.is_empty() {
            return Ok(Fate::Refused(wording::on_it_already(title, whose, &known)));
        }
        if text.chars().count() > notes::FULL {
            return Ok(Fate::Refused(notes_wording::full(title)));
        }
        let after = Note { owner: owner.clone(), title: title.to_owned(), text, updated_at: self.now };
        let entry: Vec<String> = new.iter().map(|thing| format!("- {thing}")).collect();
        let change = self.change_note(visit, old, Some(after.clone()), &entry.join("\n")).await?;
        self.list_changed(visit, &change, |keys| wording::added(&after, whose, (&new, &known), &change, keys)).await
    }

    async fn take_off(&mut self, visit: &Visit, note: Note, things: &[String]) -> Stored<Fate> {
        let whose = self.whose(visit, &note.owner, &note.title).await?;
        let struck = notes::struck(&note.text, things);
        let mut rest: Vec<String> =
            struck.unclear.iter().map(|(thing, several)| wording::which_thing(thing, several)).collect();
        if !struck.missing.is_empty() {
            rest.push(wording::not_on(&note, whose, &struck.missing));
        }
        if struck.gone.is_empty() {
            return self.answer(visit, wording::nothing_off(&note, whose, &rest)).await;
        }
        let after = Note { text: struck.text, updated_at: self.now, ..note.clone() };
        let change = self.change_note(visit, Some(note), Some(after.clone()), "").await?;
        let off = (struck.gone.as_slice(), rest.as_slice());
        self.list_changed(visit, &change, |keys| wording::taken_off(&after, whose, off, &change, keys)).await
    }

    /// What is done goes off the list it is on: the newest one that has all of it, the person's own first.
    async fn done_on_lists(&mut self, visit: &Visit, things: &[String]) -> Stored<Fate> {
        let lists = self.all_lists(&Self::notes_scope(visit)).await?;
        match lists.into_iter().find(|list| notes::has_all(list, things)) {
            Some(list) => self.take_off(visit, list, things).await,
            None => Ok(Fate::Refused(wording::no_lists())),
        }
    }

    async fn begin_list(&mut self, visit: &Visit, title: &str, things: &[String]) -> Stored<Fate> {
        let (scope, mut title) = match Self::notes_scope(visit).named(title) {
            Err(()) => return Ok(Fate::Refused(notes_wording::own_elsewhere())),
            Ok(Some(named)) => named,
            Ok(None) => (Self::notes_scope(visit).own(), title.to_owned()),
        };
        let mut old = self.tx.note(&scope, &title).await?;
        if old.is_some() && title == NAMELESS {
            title = wording::list_of(self.now, self.zone_of(&visit.person).await?);
            old = self.tx.note(&scope, &title).await?;
        }
        let whose = self.whose(visit, scope.owner(), &title).await?;
        if let Some(old) = old.as_ref().filter(|_| things.is_empty()) {
            return self.answer(visit, wording::list(old, whose)).await;
        }
        let put_away = old.as_ref().map_or(0, |old| notes::items(&old.text).len());
        let (text, ..) = notes::added("", things);
        let after = Note { owner: scope.owner().clone(), title, text: text.clone(), updated_at: self.now };
        let change = self.change_note(visit, old, Some(after.clone()), &text).await?;
        self.list_changed(visit, &change, |keys| wording::begun(&after, whose, put_away, &change, keys)).await
    }

    async fn list_changed(
        &mut self,
        visit: &Visit,
        change: &NoteChangeId,
        message: impl FnOnce(&mut Keys) -> Message,
    ) -> Stored<Fate> {
        let mut keys = self.keys();
        let message = message(&mut keys);
        self.put(visit, change_slot(change), message, keys).await?;
        Ok(Fate::Decided(None))
    }
}

/// The only one of these, or the question which; none if there is none.
fn one_of(mut lists: Vec<Note>) -> Option<Meant> {
    if lists.len() > 1 {
        return Some(Meant::Several(lists));
    }
    lists.pop().map(Meant::One)
}
