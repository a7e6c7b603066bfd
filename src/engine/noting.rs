//! Notes on the desk: kept, found, corrected, thrown away and taken back, each in the transaction of the words that
//! asked for it, and answered with one message. Lists are next door, in `listing`.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Posted, Stored};
use crate::secretary::action::NoteAct;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{NoteChangeId, Slot};
use crate::secretary::message::Message;
use crate::secretary::notes::{self, Change, Hit, List, Note, Reading, Wish};
use crate::secretary::permissions::Deed;
use crate::secretary::talk;
use crate::secretary::wording::{late, notes as wording, refusals};
use chrono::TimeDelta;

/// For so long words such as "no, it is 124" are about what was noted last.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// Changes looked through for it.
const LOOKED_AT: u32 = 8;

impl Desk<'_> {
    /// Does what words ask of notes and lists; none if they ask for something else.
    pub(super) async fn noting(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(Reading { wish, sure }) = notes::read(text) else { return self.on_list_lately(visit, text).await };
        if !sure && self.engine.parts.model.reads() {
            return Ok(None);
        }
        if let Wish::Correct { text } = &wish {
            return self.corrected_lately(visit, text).await;
        }
        // What may be about something else is taken where there is such a note or list.
        if !sure && !self.is_known(&wish).await? {
            return self.on_list_lately(visit, text).await;
        }
        if let Err(why) = Self::may(visit, Deed::KeepNotes) {
            return self.refuse(visit, why).await.map(Some);
        }
        let fate = self.wished(visit, &wish).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// Whether there is what a wish may be about.
    async fn is_known(&mut self, wish: &Wish) -> Stored<bool> {
        let all = self.tx.notes(&workspace()).await?;
        Ok(match wish {
            Wish::Find { words, .. } => !notes::find(&told(all), words, true).is_empty(),
            Wish::Rewrite { about, .. } => !notes::find(&all, about, true).is_empty(),
            Wish::Done { items } => all.iter().any(|list| notes::has_all(list, items)),
            Wish::ShowList { list: List::Named(name) } => all.iter().any(|n| n.title.eq_ignore_ascii_case(name)),
            Wish::ShowList { list: List::Recent }
            | Wish::Keep { .. }
            | Wish::KeepWhat
            | Wish::ShowAll
            | Wish::ShowLists
            | Wish::Show { .. }
            | Wish::Add { .. }
            | Wish::TakeOff { .. }
            | Wish::IsOn { .. }
            | Wish::Clear { .. }
            | Wish::Drop { .. }
            | Wish::Begin { .. }
            | Wish::Forget { .. }
            | Wish::Correct { .. }
            | Wish::UndoLast => true,
        })
    }

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
                let (all, zone) = (self.tx.notes(&workspace()).await?, self.zone_of(&visit.person).await?);
                self.answer(visit, wording::all(&all, zone)).await
            }
            Wish::ShowLists => {
                let all = self.tx.notes(&workspace()).await?;
                self.answer(visit, wording::lists(&all)).await
            }
            Wish::Show { name } => self.show_note(visit, name).await,
            Wish::Forget { about } => self.forget_note(visit, about).await,
            Wish::Rewrite { about, text } => self.rewrite_note(visit, about, text).await,
            Wish::UndoLast => match self.last_change(visit).await? {
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
    pub(super) async fn on_notes(&mut self, visit: &Visit, act: &NoteAct, text: Option<&str>) -> Stored<Fate> {
        if let Err(why) = Self::may(visit, Deed::KeepNotes) {
            return Ok(Fate::Refused(why));
        }
        match (act, text) {
            (NoteAct::Undo { change }, _) => self.undo_note(visit, change, false).await,
            (NoteAct::Do { wish }, _) => self.wished(visit, wish).await,
            (NoteAct::Keep, Some(text)) if talk::drops(text) => {
                self.answer(visit, Message::lines([wording::dropped()])).await
            }
            (NoteAct::Keep, Some(text)) => self.keep_words(visit, text.trim()).await,
            (NoteAct::Keep, None) => Ok(Fate::Refused(refusals::nothing_to_do())),
        }
    }

    /// A reply to the message about a change: another wish, the way back, or a correction.
    pub(super) async fn about_note(&mut self, visit: &Visit, id: &NoteChangeId, text: &str) -> Stored<Fate> {
        if let Err(why) = Self::may(visit, Deed::KeepNotes) {
            return self.refuse(visit, why).await;
        }
        let Some(change) = self.tx.note_change(id).await? else {
            return self.refuse(visit, wording::unknown_change()).await;
        };
        let fate = if talk::drops(text) || matches!(notes::wish(text), Some(Wish::UndoLast)) {
            self.undo_note(visit, id, true).await?
        } else if let Some(wish) = notes::on_the_list(text, change.title()) {
            self.wished(visit, &wish).await?
        } else if let Some(wish) = notes::wish(text).filter(|w| !matches!(w, Wish::Correct { .. })) {
            self.wished(visit, &wish).await?
        } else {
            self.correct_note(visit, &change, text).await?
        };
        self.said_if_refused(visit, fate).await
    }

    /// "No, it is 124", said soon after something was noted.
    async fn corrected_lately(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        let Some(change) = self.last_change(visit).await?.filter(|c| visit.room.direct() && c.corrects(text)) else {
            return Ok(None);
        };
        let fate = self.correct_note(visit, &change, text).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// "Add coffee", "take cheese off", said soon after something was done with a list, where no model can tell better.
    async fn on_list_lately(&mut self, visit: &Visit, text: &str) -> Stored<Option<Fate>> {
        if self.engine.parts.model.reads() || !visit.room.direct() || Self::may(visit, Deed::KeepNotes).is_err() {
            return Ok(None);
        }
        let Some(change) = self.last_change(visit).await? else { return Ok(None) };
        let Some(wish) = notes::on_the_list(text, change.title()).filter(notes::short_wish) else { return Ok(None) };
        if let Wish::TakeOff { items, .. } = &wish {
            let list = self.tx.note(&workspace(), change.title()).await?;
            if !list.is_some_and(|list| notes::has_all(&list, items)) {
                return Ok(None);
            }
        }
        let fate = self.wished(visit, &wish).await?;
        self.said_if_refused(visit, fate).await.map(Some)
    }

    /// The person's last change here that still stands, if it is a moment ago.
    pub(super) async fn last_change(&mut self, visit: &Visit) -> Stored<Option<Change>> {
        let changes = self.tx.note_changes(&visit.room.id, &visit.person.id, LOOKED_AT).await?;
        Ok(changes.into_iter().find(|c| !c.undone && self.now - c.at <= FRESH))
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
        let old = self.tx.note(&workspace(), &title).await?;
        if old.as_ref().is_some_and(|old| old.text == body || old.text.lines().any(|row| row == body)) {
            return Ok(Fate::Refused(wording::known(&body)));
        }
        let note = notes::continued(old.as_ref(), &title, &body, self.now);
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

    /// The message in which a note was dictated reads differently now: so does the note, and the answer to it.
    pub(super) async fn edited_note(&mut self, visit: &Visit, id: &NoteChangeId, text: &str) -> Stored<Fate> {
        let change = self.tx.note_change(id).await?.filter(|c| !c.undone && !notes::is_list(c.title()));
        let (Some(mut change), Some(Reading { wish: Wish::Keep { text }, .. })) = (change, notes::read(text)) else {
            return Ok(Fate::Decided(None));
        };
        let (title, new) = notes::titled(&text);
        if new == change.entry || Self::may(visit, Deed::KeepNotes).is_err() {
            return Ok(Fate::Decided(None));
        }
        let note = self.tx.note(&workspace(), change.title()).await?;
        let Some(after) = note.as_ref().map(|note| self.reworded(note, &change.entry, &new)) else {
            return self.refuse(visit, wording::changed_since()).await;
        };
        let after = match after {
            Ok(after) => self.freely_titled(note.as_ref(), after).await?,
            Err(why) => return self.refuse(visit, why).await,
        };
        self.replace_note(note.as_ref(), Some(&after)).await?;
        change.entry.clone_from(&new);
        change.after = Some(after);
        self.tx.save_note_change(&change).await?;
        let mut keys = self.keys();
        let named = (new != text).then_some(title.as_str());
        let message = wording::noted(named, &new, &change.id, &mut keys);
        self.rewrite(visit, change_slot(&change.id), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    async fn find_notes(&mut self, visit: &Visit, words: &str, explicit: bool) -> Stored<Fate> {
        let (all, zone) = (self.tx.notes(&workspace()).await?, self.zone_of(&visit.person).await?);
        let all = if explicit { all } else { told(all) };
        let hits = notes::find(&all, words, !explicit);
        let message =
            if hits.is_empty() { wording::none_found(words, !all.is_empty()) } else { wording::found(&hits, zone) };
        self.answer(visit, message).await
    }

    async fn show_note(&mut self, visit: &Visit, name: &str) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let hits = self.fitting(name).await?;
        let message = match hits.as_slice() {
            [] => wording::none_found(name, true),
            [one] => wording::note(&one.note, zone),
            several => wording::found(several, zone),
        };
        self.answer(visit, message).await
    }

    /// The note of this title, else those that fit the words.
    async fn fitting(&mut self, about: &str) -> Stored<Vec<Hit>> {
        if let Some(note) = self.tx.note(&workspace(), about).await? {
            return Ok(vec![Hit { shown: note.text.clone(), note }]);
        }
        Ok(notes::find(&self.tx.notes(&workspace()).await?, about, false))
    }

    async fn forget_note(&mut self, visit: &Visit, about: &str) -> Stored<Fate> {
        let hits = self.fitting(about).await?;
        let mut keys = self.keys();
        let [hit] = hits.as_slice() else {
            if hits.is_empty() {
                return self.answer(visit, wording::none_found(about, true)).await;
            }
            let forget = |note: &Note| Wish::Forget { about: note.title.clone() };
            let message = wording::which_note(&hits, forget, &mut keys);
            self.say_with(visit, message, keys).await?;
            return Ok(Fate::Decided(None));
        };
        let change = self.change_note(visit, Some(hit.note.clone()), None, "").await?;
        let message = wording::forgotten(&hit.note.text, &change, &mut keys);
        self.put(visit, change_slot(&change), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    async fn rewrite_note(&mut self, visit: &Visit, about: &str, text: &str) -> Stored<Fate> {
        let hits = self.fitting(about).await?;
        let [hit] = hits.as_slice() else {
            if hits.is_empty() {
                return self.answer(visit, wording::none_found(about, true)).await;
            }
            let mut keys = self.keys();
            let rewrite = |note: &Note| Wish::Rewrite { about: note.title.clone(), text: text.to_owned() };
            let message = wording::which_note(&hits, rewrite, &mut keys);
            self.say_with(visit, message, keys).await?;
            return Ok(Fate::Decided(None));
        };
        let new = notes::corrected(&hit.note.text, &format!("it is {text}"));
        self.reword(visit, &hit.note, &hit.note.text, &new).await
    }

    /// Puts other words in the place of those that a change brought.
    async fn correct_note(&mut self, visit: &Visit, change: &Change, text: &str) -> Stored<Fate> {
        if change.undone {
            return Ok(Fate::Refused(wording::undone_already()));
        }
        let Some(new) = change.corrected(text) else { return Ok(Fate::Refused(wording::unclear_correction())) };
        match self.tx.note(&workspace(), change.title()).await? {
            Some(note) => self.reword(visit, &note, &change.entry, &new).await,
            None => Ok(Fate::Refused(wording::changed_since())),
        }
    }

    async fn reword(&mut self, visit: &Visit, note: &Note, old: &str, new: &str) -> Stored<Fate> {
        let after = match self.reworded(note, old, new) {
            Ok(after) => self.freely_titled(Some(note), after).await?,
            Err(why) => return Ok(Fate::Refused(why)),
        };
        let change = self.change_note(visit, Some(note.clone()), Some(after), new).await?;
        let mut keys = self.keys();
        let message = wording::changed(&notes::plain(new), &change, &mut keys);
        self.put(visit, change_slot(&change), message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// A note with new words in the place of old ones, or why that cannot be.
    fn reworded(&self, note: &Note, old: &str, new: &str) -> Result<Note, String> {
        let length = new.chars().count();
        if length > notes::LONGEST {
            return Err(wording::too_long(length));
        }
        notes::reworded(note, old, new, self.now).ok_or_else(wording::changed_since)
    }

    /// A note under its new title, unless another note has that.
    async fn freely_titled(&mut self, before: Option<&Note>, mut after: Note) -> Stored<Note> {
        let old = before.map_or(&after.title, |note| &note.title).clone();
        let renamed = old.to_lowercase() != after.title.to_lowercase();
        if renamed && self.tx.note(&workspace(), &after.title).await?.is_some() {
            after.title = old;
        }
        Ok(after)
    }

    /// Writes a note as it is to be, and how it came to that.
    pub(super) async fn change_note(
        &mut self,
        visit: &Visit,
        before: Option<Note>,
        after: Option<Note>,
        entry: &str,
    ) -> Stored<NoteChangeId> {
        self.replace_note(before.as_ref(), after.as_ref()).await?;
        let change = Change {
            id: NoteChangeId::new(self.seed.id("note")),
            person: visit.person.id.clone(),
            room: visit.room.id.clone(),
            before,
            after,
            entry: entry.to_owned(),
            at: self.now,
            undone: false,
        };
        self.tx.save_note_change(&change).await?;
        Ok(change.id)
    }

    async fn replace_note(&mut self, old: Option<&Note>, new: Option<&Note>) -> Stored<()> {
        let key = |note: Option<&Note>| note.map(|n| n.title.to_lowercase());
        if let Some(old) = old.filter(|_| key(old) != key(new)) {
            self.tx.drop_note(&workspace(), &old.title).await?;
        }
        match new {
            Some(new) => self.tx.save_note(&workspace(), new).await,
            None => Ok(()),
        }
    }

    /// "Undo": once, and only what is still as the change left it.
    pub(super) async fn undo_note(&mut self, visit: &Visit, id: &NoteChangeId, typed: bool) -> Stored<Fate> {
        let Some(mut change) = self.tx.note_change(id).await? else {
            return Ok(Fate::Refused(late::forgotten()));
        };
        if change.undone {
            return Ok(Fate::Refused(wording::undone_already()));
        }
        let current = self.tx.note(&workspace(), change.title()).await?;
        let Ok(now) = change.taken_back(current.as_ref()) else { return Ok(Fate::Refused(wording::changed_since())) };
        self.replace_note(current.as_ref(), now.as_ref()).await?;
        change.undone = true;
        self.tx.save_note_change(&change).await?;
        let message = wording::undone(change.title(), now.as_ref(), current.as_ref());
        let effect = Effect::Edit {
            room: change.room.clone(),
            slot: change_slot(&change.id),
            message: message.clone(),
            calm: false,
        };
        self.carry_out(vec![effect], None).await?;
        if typed {
            self.say(visit, message).await?;
        }
        Ok(Fate::Decided(Some(wording::UNDONE.to_owned())))
    }
}

/// What was told, without the lists: what stands on one answers no question about it.
fn told(mut all: Vec<Note>) -> Vec<Note> {
    all.retain(|note| !notes::is_list(&note.title));
    all
}

/// The message about a change: a reply to it corrects what was noted.
pub(super) fn change_slot(id: &NoteChangeId) -> Slot {
    Slot::new(format!("note/{id}"))
}
