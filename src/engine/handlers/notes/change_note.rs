//! Changes of notes. Each change is stored so that it can be corrected and undone, within the scope of its person. It
//! must not interpret what a note says.

use crate::engine::context::apply_event;
use crate::engine::context::say;
use crate::engine::context::{Context, Request};
use crate::engine::handlers::schedules::change_schedule;
use crate::engine::handlers::tickets::new_ideas;
use crate::engine::routing::exact::single_words::UNDO_FOR;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::{NoteChangeId, Slot};
use crate::secretary::notes::{self, Change, Note, Owner, Scope, Whose};
use crate::secretary::people::permissions::notes_of;
use crate::secretary::ticket::effect::Effect;
use crate::secretary::wording::notes as wording;
use crate::secretary::wording::talk::late;
use chrono::TimeDelta;

/// How long words such as "no, it is 124" refer to the last change.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// Changes searched for it.
const LOOKED_AT: u32 = 8;

/// The scope of notes for the words of this person in this room.
pub(in crate::engine) fn notes_scope(request: &Request) -> Scope {
    notes_of(&request.person.workspace, &request.person.id, request.room.direct())
}

/// A change that this person may read and undo here.
pub(in crate::engine) async fn own_change(
    context: &mut Context<'_>,
    request: &Request,
    id: &NoteChangeId,
) -> Stored<Option<(Change, Scope)>> {
    let change = context.tx.note_change(id).await?;
    Ok(change.and_then(|change| notes_scope(request).only(change.owner()).map(|scope| (change, scope))))
}

/// The words that say who owns a note of this title.
pub(in crate::engine) async fn whose(
    context: &mut Context<'_>,
    request: &Request,
    owner: &Owner,
    title: &str,
) -> Stored<Whose> {
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
pub(in crate::engine) async fn last_change(context: &mut Context<'_>, request: &Request) -> Stored<Option<Change>> {
    let changes = context.tx.note_changes(&request.room.id, &request.person.id, LOOKED_AT).await?;
    Ok(changes.into_iter().find(|c| !c.undone && !c.by_work() && context.now - c.at <= FRESH))
}

/// The newest change here that this person may undo by a word: their own, or one of work that they asked for.
pub(in crate::engine) async fn last_to_undo(context: &mut Context<'_>, request: &Request) -> Stored<Option<Change>> {
    let changes = context.tx.note_changes(&request.room.id, &request.person.id, LOOKED_AT).await?;
    let fresh = |c: &Change| context.now - c.at <= if c.by_work() { UNDO_FOR } else { FRESH };
    Ok(changes.into_iter().find(|c| !c.undone && fresh(c)))
}

/// Corrects the words that a change brought.
pub(in crate::engine) async fn correct_note(
    context: &mut Context<'_>,
    request: &Request,
    scope: &Scope,
    change: &Change,
    text: &str,
) -> Stored<EventOutcome> {
    if change.undone {
        return Ok(EventOutcome::Refused(wording::undone_already()));
    }
    let new = text.trim().to_owned();
    match context.tx.note(scope, change.title()).await? {
        Some(note) => reword(context, request, &note, &change.entry, &new).await,
        None => Ok(EventOutcome::Refused(wording::changed_since())),
    }
}

/// Replaces words of a note and says so.
pub(in crate::engine) async fn reword(
    context: &mut Context<'_>,
    request: &Request,
    note: &Note,
    old: &str,
    new: &str,
) -> Stored<EventOutcome> {
    let scope = notes_scope(request);
    let after = match reworded(context, note, old, new) {
        Ok(after) => freely_titled(context, &scope, Some(note), after).await?,
        Err(why) => return Ok(EventOutcome::Refused(why)),
    };
    let change = change_note(context, request, Some(note.clone()), Some(after), new).await?;
    let mut keys = context.keys();
    let message = wording::changed(&notes::plain(new), scope.whose(&note.owner), &change, &mut keys);
    change_schedule::put(context, request, change_slot(&change), message, keys).await?;
    Ok(EventOutcome::Decided(None))
}

/// A note with replaced words, or why that cannot be.
fn reworded(context: &Context<'_>, note: &Note, old: &str, new: &str) -> Result<Note, String> {
    let length = new.chars().count();
    if length > notes::LONGEST {
        return Err(wording::too_long(length));
    }
    notes::reworded(note, old, new, context.now).ok_or_else(wording::changed_since)
}

/// A note with a new title, unless another note of its owner has that title.
async fn freely_titled(
    context: &mut Context<'_>,
    scope: &Scope,
    before: Option<&Note>,
    mut after: Note,
) -> Stored<Note> {
    let old = before.map_or(&after.title, |note| &note.title).clone();
    let renamed = old.to_lowercase() != after.title.to_lowercase();
    if renamed
        && let Some(scope) = scope.only(&after.owner)
        && context.tx.note(&scope, &after.title).await?.is_some()
    {
        after.title = old;
    }
    Ok(after)
}

/// Writes the new state of a note together with the change.
pub(in crate::engine) async fn change_note(
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
pub(in crate::engine) async fn undo_note(
    context: &mut Context<'_>,
    request: &Request,
    id: &NoteChangeId,
    typed: bool,
) -> Stored<EventOutcome> {
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
        let (room, slot) = (change.room.clone(), change_slot(&change.id));
        apply_event::carry_out(context, vec![Effect::Edit { room, slot, message: message.clone(), calm: false }], None)
            .await?;
    }
    if typed {
        say::say(context, request, message).await?;
    }
    Ok(EventOutcome::Decided(Some(wording::UNDONE.to_owned())))
}

/// The slot of the message about a change. A reply to it corrects the note.
pub(in crate::engine) fn change_slot(id: &NoteChangeId) -> Slot {
    Slot::new(format!("note/{id}"))
}
