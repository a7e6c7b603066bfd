//! Lists on the desk: things put on and taken off, shown, emptied, begun and thrown away.

use super::desk::{Desk, Visit};
use super::noting::change_slot;
use super::workspace;
use crate::ports::store::{Fate, Stored};
use crate::secretary::ids::NoteChangeId;
use crate::secretary::keys::Keys;
use crate::secretary::message::Message;
use crate::secretary::notes::{self, List, Note, Wish};
use crate::secretary::wording::{note_lists as wording, notes as notes_wording};

/// Which list words mean.
enum Meant {
    /// This one.
    One(Note),
    /// One that is not there yet, under this title.
    New(String),
    /// One of these.
    Several(Vec<String>),
    /// There is none.
    Nothing,
}

/// The title of a list without a name.
const NAMELESS: &str = "List";

impl Desk<'_> {
    /// Does what is wished of a list.
    pub(super) async fn list_wished(&mut self, visit: &Visit, wish: &Wish) -> Stored<Fate> {
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
        let lists = self.all_lists().await?;
        let titles: Vec<&str> = lists.iter().map(|l| l.title.as_str()).collect();
        match (self.meant_list(visit, list, &lists).await?, wish) {
            (Meant::Several(titles), _) => {
                let mut keys = self.keys();
                let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
                let message = wording::which_list(&titles, wish, &mut keys);
                self.say_with(visit, message, keys).await?;
                Ok(Fate::Decided(None))
            }
            (Meant::One(note), _) => self.on_list(visit, note, wish).await,
            (Meant::New(title), Wish::Add { items, .. }) => self.add_things(visit, None, &title, items).await,
            (Meant::Nothing, Wish::Add { items, .. }) => self.add_things(visit, None, NAMELESS, items).await,
            (Meant::New(title), _) => Ok(Fate::Refused(wording::no_list(&title, &titles))),
            (Meant::Nothing, _) => Ok(Fate::Refused(wording::no_lists())),
        }
    }

    async fn all_lists(&mut self) -> Stored<Vec<Note>> {
        let mut all = self.tx.notes(&workspace()).await?;
        all.retain(|note| notes::is_list(&note.title));
        Ok(all)
    }

    async fn meant_list(&mut self, visit: &Visit, list: &List, lists: &[Note]) -> Stored<Meant> {
        let titles: Vec<&str> = lists.iter().map(|l| l.title.as_str()).collect();
        let one = |title: &str| lists.iter().find(|l| l.title.to_lowercase() == title.to_lowercase()).cloned();
        let fitting = match list {
            List::Named(name) => {
                let fitting = notes::resembling(&titles, name);
                if fitting.is_empty() {
                    return Ok(Meant::New(name.clone()));
                }
                fitting
            }
            List::Recent => {
                let last = self.last_change(visit).await?;
                if let Some(note) = last.filter(|c| notes::is_list(c.title())).and_then(|c| one(c.title())) {
                    return Ok(Meant::One(note));
                }
                titles
            }
        };
        Ok(match fitting.as_slice() {
            [] => Meant::Nothing,
            [title] => one(title).map_or(Meant::Nothing, Meant::One),
            several => Meant::Several(several.iter().map(|t| (*t).to_owned()).collect()),
        })
    }

    async fn on_list(&mut self, visit: &Visit, note: Note, wish: &Wish) -> Stored<Fate> {
        match wish {
            Wish::Add { items, .. } => {
                let title = note.title.clone();
                self.add_things(visit, Some(note), &title, items).await
            }
            Wish::TakeOff { items, .. } => self.take_off(visit, note, items).await,
            Wish::IsOn { items, .. } => {
                let struck = notes::struck(&note.text, items);
                self.answer(visit, wording::is_on(&note, &struck)).await
            }
            Wish::Clear { .. } => {
                let things = notes::items(&note.text).len();
                if things == 0 {
                    return Ok(Fate::Refused(wording::empty(&note.title)));
                }
                let after = Note { text: String::new(), updated_at: self.now, ..note.clone() };
                let title = note.title.clone();
                let change = self.change_note(visit, Some(note), Some(after), "").await?;
                self.list_changed(visit, &change, |keys| wording::cleared(&title, things, &change, keys)).await
            }
            Wish::Drop { .. } => {
                let title = note.title.clone();
                let change = self.change_note(visit, Some(note), None, "").await?;
                self.list_changed(visit, &change, |keys| wording::thrown_away(&title, &change, keys)).await
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
            | Wish::UndoLast => self.answer(visit, wording::list(&note)).await,
        }
    }

    async fn add_things(&mut self, visit: &Visit, old: Option<Note>, title: &str, things: &[String]) -> Stored<Fate> {
        let before = old.as_ref().map_or("", |note| note.text.as_str());
        let (text, new, known) = notes::added(before, things);
        if new.is_empty() {
            return Ok(Fate::Refused(wording::on_it_already(title, &known)));
        }
        if text.chars().count() > notes::FULL {
            return Ok(Fate::Refused(notes_wording::full(title)));
        }
        let after = Note { title: title.to_owned(), text, updated_at: self.now };
        let entry: Vec<String> = new.iter().map(|thing| format!("- {thing}")).collect();
        let change = self.change_note(visit, old, Some(after.clone()), &entry.join("\n")).await?;
        self.list_changed(visit, &change, |keys| wording::added(&after, &new, &known, &change, keys)).await
    }

    async fn take_off(&mut self, visit: &Visit, note: Note, things: &[String]) -> Stored<Fate> {
        let struck = notes::struck(&note.text, things);
        let mut rest: Vec<String> =
            struck.unclear.iter().map(|(thing, several)| wording::which_thing(thing, several)).collect();
        if !struck.missing.is_empty() {
            rest.push(wording::not_on(&note, &struck.missing));
        }
        if struck.gone.is_empty() {
            return self.answer(visit, wording::nothing_off(&note, &rest)).await;
        }
        let after = Note { text: struck.text, updated_at: self.now, ..note.clone() };
        let change = self.change_note(visit, Some(note), Some(after.clone()), "").await?;
        self.list_changed(visit, &change, |keys| wording::taken_off(&after, &struck.gone, &rest, &change, keys)).await
    }

    /// What is done goes off the list it is on: the newest one that has all of it.
    async fn done_on_lists(&mut self, visit: &Visit, things: &[String]) -> Stored<Fate> {
        let lists = self.all_lists().await?;
        match lists.into_iter().find(|list| notes::has_all(list, things)) {
            Some(list) => self.take_off(visit, list, things).await,
            None => Ok(Fate::Refused(wording::no_lists())),
        }
    }

    async fn begin_list(&mut self, visit: &Visit, title: &str, things: &[String]) -> Stored<Fate> {
        let mut title = title.to_owned();
        let mut old = self.tx.note(&workspace(), &title).await?;
        if old.is_some() && title == NAMELESS {
            title = wording::list_of(self.now, self.zone_of(&visit.person).await?);
            old = self.tx.note(&workspace(), &title).await?;
        }
        if let Some(old) = old.as_ref().filter(|_| things.is_empty()) {
            return self.answer(visit, wording::list(old)).await;
        }
        let put_away = old.as_ref().map_or(0, |old| notes::items(&old.text).len());
        let (text, ..) = notes::added("", things);
        let after = Note { title, text: text.clone(), updated_at: self.now };
        let change = self.change_note(visit, old, Some(after.clone()), &text).await?;
        self.list_changed(visit, &change, |keys| wording::begun(&after, put_away, &change, keys)).await
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
