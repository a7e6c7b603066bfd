//! Notes: stored, found, corrected and deleted in the transaction of the message that asked for it, with one answer.
//! Lists are in `lists`, stored changes in `change_note`.

use super::change_note::change_slot;
use crate::engine::context::{Context, Handled, Request, audit_log, say};
use crate::engine::handlers::notes::{change_note, lists};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::message::action::NoteAct;
use crate::secretary::notes::{self, Hit, List, Note, Wish};
use crate::secretary::permissions::Operation;
use crate::secretary::wording::notes as wording;
use crate::secretary::wording::talk::{late, refusals};

/// Does what was asked of notes.
async fn wished(context: &mut Context<'_>, request: &Request, wish: &Wish) -> Handled {
    match wish {
        Wish::Keep { text } => keep_words(context, request, text).await,
        Wish::KeepWhat => {
            say::expect(context, request, &NoteAct::Keep.action()).await?;
            say::answer(context, request, wording::ask_text()).await
        }
        Wish::Find { words, .. } => find_notes(context, request, words).await,
        Wish::ShowAll => {
            let scope = change_note::notes_scope(request);
            let (all, zone) = (context.tx.notes(&scope).await?, context.zone_of(&request.person).await?);
            say::answer(context, request, wording::all(&all, &scope, zone)).await
        }
        Wish::ShowLists => {
            let scope = change_note::notes_scope(request);
            let all = context.tx.notes(&scope).await?;
            say::answer(context, request, wording::lists(&all, &scope)).await
        }
        Wish::Forget { about } => forget_note(context, request, about).await,
        Wish::Rewrite { about, text } => rewrite_note(context, request, about, text).await,
        Wish::Begin { title, items } => lists::begin_list(context, request, title, items).await,
        Wish::ShowList { list }
        | Wish::Add { list, .. }
        | Wish::TakeOff { list, .. }
        | Wish::Clear { list }
        | Wish::Drop { list } => lists::list_wished(context, request, list, wish).await,
        Wish::Forgotten {} | Wish::UndoLast => Ok(EventOutcome::Refused(late::forgotten())),
    }
}

/// Handles a button under a note, or the words that such a button asked for.
pub async fn on_notes(context: &mut Context<'_>, request: &Request, act: &NoteAct, text: Option<&str>) -> Handled {
    if let Err(why) = audit_log::may(context, request, Operation::KeepNotes) {
        return Ok(EventOutcome::Refused(why));
    }
    match (act, text) {
        (NoteAct::Undo { change }, _) => change_note::undo_note(context, request, change, false).await,
        (NoteAct::Do { wish }, _) => wished(context, request, wish).await,
        (NoteAct::Keep, Some(text)) => keep_words(context, request, text.trim()).await,
        // Only buttons of older versions correct a note.
        (NoteAct::Correct { .. }, _) => Ok(EventOutcome::Refused(late::forgotten())),
        (NoteAct::Keep, None) => Ok(EventOutcome::Refused(refusals::nothing_to_do())),
    }
}

async fn keep_words(context: &mut Context<'_>, request: &Request, text: &str) -> Handled {
    let length = text.chars().count();
    if length > notes::LONGEST {
        return Ok(EventOutcome::Refused(wording::too_long(length)));
    }
    let (title, body) = notes::titled(text);
    if notes::is_list(&title) && body != text {
        let wish = Wish::Add { items: notes::things(&body), list: List::Named(title.clone()) };
        return lists::list_wished(context, request, &List::Named(title), &wish).await;
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
    let named = (body != text).then_some(title.as_str());
    change_note::say_changed(context, request, &change, |keys| wording::noted(named, &body, &change, keys)).await
}

async fn find_notes(context: &mut Context<'_>, request: &Request, words: &str) -> Handled {
    let scope = change_note::notes_scope(request);
    let (all, zone) = (context.tx.notes(&scope).await?, context.zone_of(&request.person).await?);
    let hits = notes::find(&all, words);
    let message =
        if hits.is_empty() { wording::none_found(words, !all.is_empty()) } else { wording::found(&hits, &scope, zone) };
    say::answer(context, request, message).await
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

async fn forget_note(context: &mut Context<'_>, request: &Request, about: &str) -> Handled {
    let hits = fitting(context, request, about).await?;
    let [hit] = hits.as_slice() else {
        return ask_which(context, request, about, &hits, |about| Wish::Forget { about }).await;
    };
    let whose = change_note::notes_scope(request).whose(&hit.note.owner);
    let change = change_note::change_note(context, request, Some(hit.note.clone()), None, "").await?;
    let mut keys = context.keys();
    let message = wording::forgotten(&hit.note.text, whose, &change, &mut keys);
    say::put(context, request, change_slot(&change), message, keys).await
}

/// Asks which of several notes is meant, or says that there is none.
async fn ask_which(
    context: &mut Context<'_>,
    request: &Request,
    about: &str,
    hits: &[Hit],
    wish: impl Fn(String) -> Wish,
) -> Handled {
    if hits.is_empty() {
        return say::answer(context, request, wording::none_found(about, true)).await;
    }
    say::ask(context, request, |keys| wording::which_note(hits, &change_note::notes_scope(request), wish, keys)).await
}

async fn rewrite_note(context: &mut Context<'_>, request: &Request, about: &str, text: &str) -> Handled {
    let hits = fitting(context, request, about).await?;
    let [hit] = hits.as_slice() else {
        let rewrite = |about| Wish::Rewrite { about, text: text.to_owned() };
        return ask_which(context, request, about, &hits, rewrite).await;
    };
    change_note::reword(context, request, &hit.note, &hit.note.text, text.trim()).await
}
