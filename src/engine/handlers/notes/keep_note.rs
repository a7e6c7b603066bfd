//! Notes: stored, found, corrected and deleted in the transaction of the message that asked for it, with one answer.
//! Lists are in `lists`, stored changes in `change_note`.

use super::change_note::change_slot;
use crate::engine::context::audit_log;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::notes::{change_note, lists};
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::routing::commands;
use crate::ports::store::{EventOutcome, Posted, Stored};
use crate::secretary::ids::{NoteChangeId, Slot};
use crate::secretary::message::action::NoteAct;
use crate::secretary::notes::{self, Hit, List, Note, Wish};
use crate::secretary::people::permissions::Operation;
use crate::secretary::wording::notes as wording;
use crate::secretary::wording::talk::refusals;

/// Does what was asked of notes.
async fn wished(context: &mut Context<'_>, request: &Request, wish: &Wish) -> Stored<EventOutcome> {
    match wish {
        Wish::Keep { text } => keep_words(context, request, text).await,
        Wish::KeepWhat => {
            say::say(context, request, wording::ask_text()).await?;
            let awaited = NoteAct::Keep.action();
            context.tx.expect(&request.room.id, &request.person.id, &awaited, context.now).await?;
            Ok(EventOutcome::Decided(None))
        }
        Wish::Find { words, explicit } => find_notes(context, request, words, *explicit).await,
        Wish::ShowAll => {
            let scope = change_note::notes_scope(request);
            let (all, zone) = (context.tx.notes(&scope).await?, context.zone_of(&request.person).await?);
            commands::answer(context, request, wording::all(&all, &scope, zone)).await
        }
        Wish::ShowLists => {
            let scope = change_note::notes_scope(request);
            let all = context.tx.notes(&scope).await?;
            commands::answer(context, request, wording::lists(&all, &scope)).await
        }
        Wish::Show { name } => show_note(context, request, name).await,
        Wish::Forget { about } => forget_note(context, request, about).await,
        Wish::Rewrite { about, text } => rewrite_note(context, request, about, text).await,
        Wish::UndoLast => match change_note::last_to_undo(context, request).await? {
            Some(change) => change_note::undo_note(context, request, &change.id, true).await,
            None => Ok(EventOutcome::Refused(wording::nothing_to_undo())),
        },
        Wish::Correct { .. } => Ok(EventOutcome::Decided(None)),
        Wish::ShowList { .. }
        | Wish::Add { .. }
        | Wish::TakeOff { .. }
        | Wish::IsOn { .. }
        | Wish::Done { .. }
        | Wish::Clear { .. }
        | Wish::Drop { .. }
        | Wish::Begin { .. } => lists::list_wished(context, request, wish).await,
    }
}

/// Handles a button under a note, or the words that such a button asked for.
pub(in crate::engine) async fn on_notes(
    context: &mut Context<'_>,
    request: &Request,
    act: &NoteAct,
    text: Option<&str>,
) -> Stored<EventOutcome> {
    if let Err(why) = audit_log::may(context, request, Operation::KeepNotes) {
        return Ok(EventOutcome::Refused(why));
    }
    match (act, text) {
        (NoteAct::Undo { change }, _) => change_note::undo_note(context, request, change, false).await,
        (NoteAct::Do { wish }, _) => wished(context, request, wish).await,
        (NoteAct::Keep, Some(text)) => keep_words(context, request, text.trim()).await,
        (NoteAct::Correct { change, text }, _) => match change_note::own_change(context, request, change).await? {
            Some((change, scope)) => change_note::correct_note(context, request, &scope, &change, text).await,
            None => Ok(EventOutcome::Refused(wording::unknown_change())),
        },
        (NoteAct::Keep, None) => Ok(EventOutcome::Refused(refusals::nothing_to_do())),
    }
}

async fn keep_words(context: &mut Context<'_>, request: &Request, text: &str) -> Stored<EventOutcome> {
    let length = text.chars().count();
    if length > notes::LONGEST {
        return Ok(EventOutcome::Refused(wording::too_long(length)));
    }
    let (title, body) = notes::titled(text);
    if notes::is_list(&title) && body != text {
        let wish = Wish::Add { items: notes::things(&body), list: List::Named(title) };
        return lists::list_wished(context, request, &wish).await;
    }
    let scope = change_note::notes_scope(request).own();
    let old = context.tx.note(&scope, &title).await?;
    if old.as_ref().is_some_and(|old| old.text == body || old.text.lines().any(|row| row == body)) {
        return Ok(EventOutcome::Refused(wording::known(&body)));
    }
    let more = Note { owner: scope.owner().clone(), title: title.clone(), text: body.clone(), updated_at: context.now };
    let note = notes::continued(old.as_ref(), more);
    if note.text.chars().count() > notes::FULL {
        return Ok(EventOutcome::Refused(wording::full(&title)));
    }
    let change = change_note::change_note(context, request, old, Some(note), &body).await?;
    let mut keys = context.keys();
    remember_words(context, request, &change).await?;
    let named = (body != text).then_some(title.as_str());
    let message = wording::noted(named, &body, &change, &mut keys);
    change_schedule::put(context, request, change_slot(&change), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// Remembers the message that dictated a note, so that an edit of the message edits the note.
async fn remember_words(context: &mut Context<'_>, request: &Request, change: &NoteChangeId) -> Stored<()> {
    let Some(message) = request.message.clone() else { return Ok(()) };
    let slot = Slot::new(format!("{}/said", change_slot(change)));
    let place = request.room.place.clone();
    let posted = Posted { slot, room: request.room.id.clone(), part: 0, place, message, at: context.now };
    context.tx.save_posted(&posted).await
}

async fn find_notes(context: &mut Context<'_>, request: &Request, words: &str, explicit: bool) -> Stored<EventOutcome> {
    let scope = change_note::notes_scope(request);
    let (all, zone) = (context.tx.notes(&scope).await?, context.zone_of(&request.person).await?);
    let all = if explicit { all } else { told(all) };
    let hits = notes::find(&all, words);
    let message =
        if hits.is_empty() { wording::none_found(words, !all.is_empty()) } else { wording::found(&hits, &scope, zone) };
    commands::answer(context, request, message).await
}

async fn show_note(context: &mut Context<'_>, request: &Request, name: &str) -> Stored<EventOutcome> {
    let (scope, zone) = (change_note::notes_scope(request), context.zone_of(&request.person).await?);
    let hits = fitting(context, request, name).await?;
    let message = match hits.as_slice() {
        [] => wording::none_found(name, true),
        [one] => wording::note(&one.note, &scope, zone),
        several => wording::found(several, &scope, zone),
    };
    commands::answer(context, request, message).await
}

/// The note with this title, else the notes that match the words.
async fn fitting(context: &mut Context<'_>, request: &Request, about: &str) -> Stored<Vec<Hit>> {
    let scope = change_note::notes_scope(request);
    let mut ways = vec![(scope.clone(), about.to_owned())];
    // "The shared note about wifi" may name the owner of the note, or be part of its subject.
    ways.extend(scope.named(about).ok().flatten());
    for (scope, about) in &ways {
        if let Some(note) = context.tx.note(scope, about).await? {
            return Ok(vec![Hit { shown: note.text.clone(), note }]);
        }
    }
    for (scope, about) in ways.iter().rev() {
        let hits = notes::find(&context.tx.notes(scope).await?, about);
        if !hits.is_empty() {
            return Ok(hits);
        }
    }
    Ok(Vec::new())
}

async fn forget_note(context: &mut Context<'_>, request: &Request, about: &str) -> Stored<EventOutcome> {
    let hits = fitting(context, request, about).await?;
    let mut keys = context.keys();
    let [hit] = hits.as_slice() else {
        if hits.is_empty() {
            return commands::answer(context, request, wording::none_found(about, true)).await;
        }
        let forget = |about| Wish::Forget { about };
        let message = wording::which_note(&hits, &change_note::notes_scope(request), forget, &mut keys);
        say::say_with(context, request, message, keys).await?;
        return Ok(EventOutcome::Decided(None));
    };
    let whose = change_note::notes_scope(request).whose(&hit.note.owner);
    let change = change_note::change_note(context, request, Some(hit.note.clone()), None, "").await?;
    let message = wording::forgotten(&hit.note.text, whose, &change, &mut keys);
    change_schedule::put(context, request, change_slot(&change), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

async fn rewrite_note(context: &mut Context<'_>, request: &Request, about: &str, text: &str) -> Stored<EventOutcome> {
    let hits = fitting(context, request, about).await?;
    let [hit] = hits.as_slice() else {
        if hits.is_empty() {
            return commands::answer(context, request, wording::none_found(about, true)).await;
        }
        let mut keys = context.keys();
        let rewrite = |about| Wish::Rewrite { about, text: text.to_owned() };
        let message = wording::which_note(&hits, &change_note::notes_scope(request), rewrite, &mut keys);
        say::say_with(context, request, message, keys).await?;
        return Ok(EventOutcome::Decided(None));
    };
    change_note::reword(context, request, &hit.note, &hit.note.text, text.trim()).await
}

/// The found notes without lists: a list answers no question about its entries.
fn told(mut all: Vec<Note>) -> Vec<Note> {
    all.retain(|note| !notes::is_list(&note.title));
    all
}
