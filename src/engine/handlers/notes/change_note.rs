//! Changes of notes. Each change is stored so that it can be corrected and undone, within the scope of its person. It
//! must not interpret what a note says.

use crate::engine::context::{Context, Handled, Request, say};
use crate::engine::handlers::tickets::{edited_messages, new_ideas};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{NoteChangeId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::keys::Keys;
use crate::secretary::notes::{self, Change, Note, Owner, Scope, Whose};
use crate::secretary::permissions::notes_of;
use crate::secretary::wording::notes as wording;
use crate::secretary::wording::talk::late;
use chrono::TimeDelta;

/// How long words such as "no, it is 124" refer to the last change.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// Changes searched for it.
const LOOKED_AT: u32 = 8;

/// The scope of notes for the words of this person in this room.
pub fn notes_scope(request: &Request) -> Scope {
    notes_of(&request.person.workspace, &request.person.id, request.room.direct())
}

/// A change that this person may read and undo here.
pub async fn own_change(
    context: &mut Context<'_>,
    request: &Request,
    id: &NoteChangeId,
) -> Stored<Option<(Change, Scope)>> {
    let change = context.tx.note_change(id).await?;
    Ok(change.and_then(|change| notes_scope(request).only(change.owner()).map(|scope| (change, scope))))
}

/// The words that say who owns a note of this title.
pub async fn whose(context: &mut Context<'_>, request: &Request, owner: &Owner, title: &str) -> Stored<Whose> {
    let scope = notes_scope(request);
    if *owner != Owner::Everybody
        && let Some(shared) = scope.only(&Owner::Everybody)
        && context.tx.note(&shared, title).await?.is_some()
    {
        return Ok(Whose::Own);
    }
    Ok(scope.whose(owner))
}

/// The last change of this person here, if it is recent and still in effect. A change by work is not theirs to
/// correct.
pub async fn last_change(context: &mut Context<'_>, request: &Request) -> Stored<Option<Change>> {
    let changes = context.tx.note_changes(&request.room.id, &request.person.id, LOOKED_AT).await?;
    Ok(changes.into_iter().find(|c| !c.undone && !c.by_work() && context.now - c.at <= FRESH))
}

/// Replaces words of a note and says so. A new title that another note of its owner has is not taken.
pub async fn reword(context: &mut Context<'_>, request: &Request, note: &Note, old: &str, new: &str) -> Handled {
    let (scope, length) = (notes_scope(request), new.chars().count());
    if length > notes::LONGEST {
        return Ok(EventOutcome::Refused(wording::too_long(length)));
    }
    let Some(mut after) = notes::reworded(note, old, new, context.now) else {
        return Ok(EventOutcome::Refused(wording::changed_since()));
    };
    if note.title.to_lowercase() != after.title.to_lowercase()
        && let Some(scope) = scope.only(&after.owner)
        && context.tx.note(&scope, &after.title).await?.is_some()
    {
        after.title.clone_from(&note.title);
    }
    let change = change_note(context, request, Some(note.clone()), Some(after), new).await?;
    let whose = scope.whose(&note.owner);
    say_changed(context, request, &change, |keys| wording::changed(&notes::plain(new), whose, &change, keys)).await
}

/// Writes the new state of a note together with the change.
pub async fn change_note(
    context: &mut Context<'_>,
    request: &Request,
    before: Option<Note>,
    after: Option<Note>,
    entry: &str,
) -> Stored<NoteChangeId> {
    replace_note(context, &notes_scope(request), before.as_ref(), after.as_ref()).await?;
    let change = Change {
        id: NoteChangeId::new(new_ideas::fresh_id(context, "note")),
        person: request.person.id.clone(),
        room: request.room.id.clone(),
        before,
        after,
        entry: entry.to_owned(),
        at: context.now,
        undone: false,
    };
    context.tx.save_note_change(&change).await?;
    Ok(change.id)
}

/// Says a change of a note, with an Undo. A reply to the answer corrects the note, and so does an edit of the message
/// that made the change.
pub async fn say_changed(
    context: &mut Context<'_>,
    request: &Request,
    change: &NoteChangeId,
    message: impl FnOnce(&mut Keys) -> Message,
) -> Handled {
    edited_messages::made(context, request, &change_slot(change)).await?;
    let mut keys = context.keys();
    let message = message(&mut keys);
    say::put(context, request, change_slot(change), message, keys).await
}

async fn replace_note(context: &mut Context<'_>, scope: &Scope, old: Option<&Note>, new: Option<&Note>) -> Stored<()> {
    let key = |note: Option<&Note>| note.map(|n| (n.owner.clone(), n.title.to_lowercase()));
    if let Some(old) = old.filter(|_| key(old) != key(new)) {
        context.tx.drop_note(scope, old).await?;
    }
    match new {
        Some(new) => context.tx.save_note(scope, new).await,
        None => Ok(()),
    }
}

/// "Undo" of a change: once, and only if the note is still as the change left it.
pub async fn undo_note(context: &mut Context<'_>, request: &Request, id: &NoteChangeId, typed: bool) -> Handled {
    let Some((mut change, scope)) = own_change(context, request, id).await? else {
        return Ok(EventOutcome::Refused(late::forgotten()));
    };
    if change.undone {
        return Ok(EventOutcome::Refused(wording::undone_already()));
    }
    let current = context.tx.note(&scope, change.title()).await?;
    let Ok(now) = change.taken_back(current.as_ref()) else {
        return Ok(EventOutcome::Refused(wording::changed_since()));
    };
    replace_note(context, &scope, current.as_ref(), now.as_ref()).await?;
    change.undone = true;
    context.tx.save_note_change(&change).await?;
    let whose = whose(context, request, change.owner(), change.title()).await?;
    let message = wording::undone(change.title(), whose, now.as_ref(), current.as_ref());
    if !change.by_work() {
        let slot = change_slot(&change.id);
        say::edit(context, change.room.clone(), slot, message.clone()).await?;
    }
    if typed {
        say::say(context, request, message).await?;
    }
    Ok(EventOutcome::Decided(Some(wording::UNDONE.to_owned())))
}

/// The slot of the message about a change. A reply to it corrects the note.
pub fn change_slot(id: &NoteChangeId) -> Slot {
    Slot::new(format!("note/{id}"))
}
