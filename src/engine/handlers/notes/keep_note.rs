//! Notes on the desk: kept, found, corrected and thrown away, each in the transaction of the words that asked for it, and
//! answered with one message. Lists are next door, in `listing`; what a change leaves behind is in `note_changes`.

use super::change_note::change_slot;
use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::ids::{NoteChangeId, Slot};
use crate::secretary::message::action::NoteAct;
use crate::secretary::notes::{self, Hit, List, Note, Wish};
use crate::secretary::people::permissions::Deed;
use crate::secretary::wording::notes as wording;
use crate::secretary::wording::talk::refusals;

impl Desk<'_> {
    /// Does what is wished of notes.
    async fn wished(&mut self, visit: &Visit, wish: &Wish) -> Stored<Fate> {
        match wish {
            Wish::Keep { text } => self.keep_words(visit, text).await,
            Wish::KeepWhat => {
                self.say(visit, wording::ask_text()).await?;
                let awaited = NoteAct::Keep.action();
                self.tx.expect(&visit.room.id, &visit.person.id, &awaited, self.now).await?;
                Ok(Fate::Decided(None))
            }
            Wish::Find { words, explicit } => self.find_notes(visit, words, *explicit).await,
            Wish::ShowAll => {
                let scope = Self::notes_scope(visit);
                let (all, zone) = (self.tx.notes(&scope).await?, self.zone_of(&visit.person).await?);
                self.answer(visit, wording::all(&all, &scope, zone)).await
            }
            Wish::ShowLists => {
                let scope = Self::notes_scope(visit);
                let all = self.tx.notes(&scope).await?;
                self.answer(visit, wording::lists(&all, &scope)).await
            }
            Wish::Show { name } => self.show_note(visit, name).await,
            Wish::Forget { about } => self.forget_note(visit, about).await,
            Wish::Rewrite { about, text } => self.rewrite_note(visit, about, text).await,
            Wish::UndoLast => match self.last_to_undo(visit).await? {
                Some(change) => self.undo_note(visit, &change.id, true).await,
                None => Ok(Fate::Refused(wording::nothing_to_undo())),
            },
            Wish::Correct { .. } => Ok(Fate::Decided(None)),
            Wish::ShowList { .. }
            | Wish::Add { .. }
            | Wish::TakeOff { .. }
            | Wish::IsOn { .. }
            | Wish::Done { .. }
            | Wish::Clear { .. }
            | Wish::Drop { .. }
            | Wish::Begin { .. } => self.list_wished(visit, wish).await,
        }
    }

    /// A button under a note, or the words that were asked for.
    pub(in crate::engine) async fn on_notes(
        &mut self,
        visit: &Visit,
        act: &NoteAct,
        text: Option<&str>,
    ) -> Stored<Fate> {
        if let Err(why) = self.may(visit, Deed::KeepNotes) {
            return Ok(Fate::Refused(why));
        }
        match (act, text) {
            (NoteAct::Undo { change }, _) => self.undo_note(visit, change, false).await,
            (NoteAct::Do { wish }, _) => self.wished(visit, wish).await,
            (NoteAct::Keep, Some(text)) => self.keep_words(visit, text.trim()).await,
            (NoteAct::Correct { change, text }, _) => match self.own_change(visit, change).await? {
                Some((change, scope)) => self.correct_note(visit, &scope, &change, text).await,
                None => Ok(Fate::Refused(wording::unknown_change())),
            },
            (NoteAct::Keep, None) => Ok(Fate::Refused(refusals::nothing_to_do())),
        }
    }

    async fn keep_words(&mut self, visit: &Visit, text: &str) -> Stored<Fate> {
        let length = text.chars().count();
        if length > notes::LONGEST {
            return Ok(Fate::Refused(wording::too_long(length)));
        }
        let (title, body) = notes::titled(text);
        if notes::is_list(&title) && body != text {
            let wish = Wish::Add { items: notes::things(&body), list: List::Named(title) };
            return self.list_wished(visit, &wish).await;
        }
        let scope = Self::notes_scope(visit).own();
        let old = self.tx.note(&scope, &title).await?;
        if old.as_ref().is_some_and(|old| old.text == body || old.text.lines().any(|row| row == body)) {
            return Ok(Fate::Refused(wording::known(&body)));
        }
        let more =
            Note { owner: scope.owner().clone(), title: title.clone(), text: body.clone(), updated_at: self.now };
        let note = notes::continued(old.as_ref(), more);
        if note.text.chars().count() > notes::FULL {
            return Ok(Fate::Refused(wording::full(&title)));
        }
        let change = self.change_note(visit, old, Some(note), &body).await?;
        let mut keys = self.keys();
        self.remember_words(visit, &change).await?;
        let named = (body != text).then_some(title.as_str());
        let message = wording::noted(named, &body, &change, &mut keys);
        self.put(visit, change_slot(&change), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// The message in which a note was dictated: when it is edited, so is the note.
    async fn remember_words(&mut self, visit: &Visit, change: &NoteChangeId) -> Stored<()> {
        let Some(message) = visit.message.clone() else { return Ok(()) };
        let slot = Slot::new(format!("{}/said", change_slot(change)));
        let place = visit.room.place.clone();
        let posted = Posted { slot, room: visit.room.id.clone(), part: 0, place, message, at: self.now };
        self.tx.save_posted(&posted).await
    }

    async fn find_notes(&mut self, visit: &Visit, words: &str, explicit: bool) -> Stored<Fate> {
        let scope = Self::notes_scope(visit);
        let (all, zone) = (self.tx.notes(&scope).await?, self.zone_of(&visit.person).await?);
        let all = if explicit { all } else { told(all) };
        let hits = notes::find(&all, words, !explicit);
        let message = if hits.is_empty() {
            wording::none_found(words, !all.is_empty())
        } else {
            wording::found(&hits, &scope, zone)
        };
        self.answer(visit, message).await
    }

    async fn show_note(&mut self, visit: &Visit, name: &str) -> Stored<Fate> {
        let (scope, zone) = (Self::notes_scope(visit), self.zone_of(&visit.person).await?);
        let hits = self.fitting(visit, name).await?;
        let message = match hits.as_slice() {
            [] => wording::none_found(name, true),
            [one] => wording::note(&one.note, &scope, zone),
            several => wording::found(several, &scope, zone),
        };
        self.answer(visit, message).await
    }

    /// The note of this title, else those that fit the words.
    async fn fitting(&mut self, visit: &Visit, about: &str) -> Stored<Vec<Hit>> {
        let scope = Self::notes_scope(visit);
        let mut ways = vec![(scope.clone(), about.to_owned())];
        // "the shared note about wifi" says whose it is; it may as well be what the note is about.
        ways.extend(scope.named(about).ok().flatten());
        for (scope, about) in &ways {
            if let Some(note) = self.tx.note(scope, about).await? {
                return Ok(vec![Hit { shown: note.text.clone(), note }]);
            }
        }
        for (scope, about) in ways.iter().rev() {
            let hits = notes::find(&self.tx.notes(scope).await?, about, false);
            if !hits.is_empty() {
                return Ok(hits);
            }
        }
        Ok(Vec::new())
    }

    async fn forget_note(&mut self, visit: &Visit, about: &str) -> Stored<Fate> {
        let hits = self.fitting(visit, about).await?;
        let mut keys = self.keys();
        let [hit] = hits.as_slice() else {
            if hits.is_empty() {
                return self.answer(visit, wording::none_found(about, true)).await;
            }
            let forget = |about| Wish::Forget { about };
            let message = wording::which_note(&hits, &Self::notes_scope(visit), forget, &mut keys);
            self.say_with(visit, message, keys).await?;
            return Ok(Fate::Decided(None));
        };
        let whose = Self::notes_scope(visit).whose(&hit.note.owner);
        let change = self.change_note(visit, Some(hit.note.clone()), None, "").await?;
        let message = wording::forgotten(&hit.note.text, whose, &change, &mut keys);
        self.put(visit, change_slot(&change), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    async fn rewrite_note(&mut self, visit: &Visit, about: &str, text: &str) -> Stored<Fate> {
        let hits = self.fitting(visit, about).await?;
        let [hit] = hits.as_slice() else {
            if hits.is_empty() {
                return self.answer(visit, wording::none_found(about, true)).await;
            }
            let mut keys = self.keys();
            let rewrite = |about| Wish::Rewrite { about, text: text.to_owned() };
            let message = wording::which_note(&hits, &Self::notes_scope(visit), rewrite, &mut keys);
            self.say_with(visit, message, keys).await?;
            return Ok(Fate::Decided(None));
        };
        self.reword(visit, &hit.note, &hit.note.text, text.trim()).await
    }
}

/// What was told, without the lists: what stands on one answers no question about it.
fn told(mut all: Vec<Note>) -> Vec<Note> {
    all.retain(|note| !notes::is_list(&note.title));
    all
}
