//! Settles a performed row of the outbox together with the events that come back, in one commit.

use crate::engine::Engine;
use crate::engine::commit::{commit, of_ending};
use crate::engine::context::effects::edit_lane;
use crate::engine::outbox::attached;
use crate::engine::performed::Performed;
use crate::ports::store::{NewOutboxRow, OutboxRow, Posted, Settled, Stored, Tx};
use crate::ports::trial::planted;
use crate::secretary::effect::Effect;
use crate::secretary::ids::{EffectId, RoomId, Slot};
use crate::secretary::message::{Message, routing};
use crate::secretary::wording::talk;

impl Engine {
    /// A message was edited while its content was erased: it gets a neutral text under its new slot.
    async fn take_back(&self, tx: &mut dyn Tx, row: &OutboxRow, late: &Posted) -> Stored<()> {
        let Some(Posted { room, slot, .. }) = tx.posted_as(&late.place, &late.message).await? else { return Ok(()) };
        let (lane, due_at) = (edit_lane(&room, &slot), self.now());
        let effect = Effect::Edit { room, slot, message: Message::lines([talk::settled()]).silently(), calm: false };
        let id = EffectId::new(format!("{}/back", row.row.id));
        tx.enqueue(&NewOutboxRow { id, lane, ticket: None, effect, due_at }, due_at).await
    }

    /// Stores the outcome of an attempt. `again`: an earlier try may have been committed.
    pub(crate) async fn settle(&self, row: &OutboxRow, performed: &Performed, again: bool) -> Stored<()> {
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        if again && tx.taken_anew(row).await? {
            // The commit before this one succeeded and only its answer was lost.
            return Ok(());
        }
        let forgets = planted::is("lost-on-retry") && matches!(row.row.effect, Effect::Post { .. });
        let how = if forgets { &Settled::Done } else { &performed.how };
        let standing = tx.settle(row.seq, how, now).await?;
        // The place of a message about an erased chat or ticket is not stored. A view has the ticket in its slot and
        // not in its row.
        let shown = performed.posted.as_ref().filter(|posted| routing::answers(&posted.slot));
        let shows = shown.and_then(|posted| routing::replied(&posted.slot)).map(|(ticket, _)| ticket);
        let of_nothing = match row.row.ticket.clone().filter(|_| !standing).or(shows) {
            Some(ticket) => tx.ticket(&ticket).await?.is_none(),
            None => false,
        };
        let posted = match &performed.posted {
            Some(posted) if !of_nothing && tx.room(&posted.room).await?.is_some() => Some(posted),
            Some(_) | None => None,
        };
        if let (true, Effect::Edit { .. }, Some(late)) = (of_nothing, &row.row.effect, &performed.posted) {
            self.take_back(tx.as_mut(), row, late).await?;
        }
        if let Some(posted) = posted {
            // Also if the row was dropped meanwhile, since the message exists and may need an edit.
            if matches!(row.row.effect, Effect::Post { .. }) {
                self.posted(tx.as_mut(), row, posted).await?;
            }
            tx.save_posted(posted).await?;
        }
        if standing && matches!(performed.how, Settled::Failed(_) | Settled::Shelved(_)) {
            self.unposted(tx.as_mut(), row).await?;
        }
        if let Some(part) = &performed.taken_away {
            tx.forget_part(part).await?;
        }
        if standing {
            if let Some(row) = &performed.later {
                tx.enqueue(row, now).await?;
            }
            for (key, arrival) in &performed.tell {
                let seed = self.draw()?;
                tx.tell(key, arrival, seed, now).await?;
            }
        }
        let owed = self.reckon(tx.as_mut()).await?;
        commit(tx, of_ending(&performed.how)).await?;
        self.reckoned(&owed);
        Ok(())
    }

    /// Follows up a given-up part whose buttons people pressed meanwhile: it exists, and one of its copies keeps the
    /// buttons.
    async fn unposted(&self, tx: &mut dyn Tx, row: &OutboxRow) -> Stored<()> {
        let Effect::Post { room, slot, .. } = &row.row.effect else { return Ok(()) };
        let copies = tx.copies(slot, room).await?;
        let Some(last) = copies.last() else { return Ok(()) };
        if tx.posted(slot, room).await?.is_empty() {
            tx.save_posted(&Posted { part: row.part, ..last.clone() }).await?;
        }
        tx.hurry(&edit_lane(room, slot), self.now()).await?;
        self.bare_soon(tx, row, room, slot).await
    }

    /// Removes the buttons of all copies but one.
    async fn bare_soon(&self, tx: &mut dyn Tx, row: &OutboxRow, room: &RoomId, slot: &Slot) -> Stored<()> {
        let (now, effect) = (self.now(), Effect::BareCopies { room: room.clone(), slot: slot.clone() });
        let id = EffectId::new(format!("{}/{}/bare", row.row.id, row.part));
        let (lane, ticket) = (edit_lane(room, slot), row.row.ticket.clone());
        tx.enqueue(&NewOutboxRow { id, lane, ticket, effect, due_at: now }, now).await
    }

    /// Follows up a posted part.
    async fn posted(&self, tx: &mut dyn Tx, row: &OutboxRow, posted: &Posted) -> Stored<()> {
        // Edits that wait for the post become due.
        tx.hurry(&edit_lane(&posted.room, &posted.slot), self.now()).await?;
        keep_former(tx, row, posted).await?;
        let now = self.now();
        if let Some(hidden) = attached::hidden_later(row, now) {
            tx.enqueue(&hidden, now).await?;
        }
        let copies = tx.copies(&posted.slot, &posted.room).await?;
        if copies.iter().any(|copy| copy.message != posted.message) {
            // The message existed before, or somebody pressed the first copy while the second was being sent.
            self.bare_soon(tx, row, &posted.room, &posted.slot).await?;
        }
        Ok(())
    }
}

/// Another message with this slot existed in this room: a question of a room that could not be reached was asked
/// anew, or a flow was shown again. If it has buttons, it becomes a copy, which loses them and shows the outcome as the
/// newer one does.
async fn keep_former(tx: &mut dyn Tx, row: &OutboxRow, posted: &Posted) -> Stored<()> {
    let Effect::Post { message, slot, .. } = &row.row.effect else { return Ok(()) };
    if message.buttons.is_empty() || (row.row.ticket.is_none() && !routing::of_flow(slot)) {
        return Ok(());
    }
    let standing = tx.posted(&posted.slot, &posted.room).await?;
    let former = |known: &&Posted| {
        known.part == posted.part && known.message != posted.message && known.place.chat == posted.place.chat
    };
    for copy in standing.iter().filter(former) {
        tx.save_copy(copy).await?;
    }
    Ok(())
}
