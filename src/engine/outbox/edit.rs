//! Performs edits: brings every part of a message and every copy to the new text. One step is one part; the row
//! stores how far it came. A crash repeats one part at most, and edits are idempotent.

use super::failed_rows::put_aside;
use super::post::UNCONNECTED;
use crate::engine::commit::commit;
use crate::engine::outbox::attached;
use crate::engine::performed::Performed;
use crate::engine::{Engine, lock};
use crate::ports::chat::{Change, Chat, ChatError, Editing, Posting};
use crate::ports::store::{Arrival, NewOutboxRow, OutboxRow, Posted, Settled, Stored};
use crate::ports::tool::ToolError;
use crate::ports::trial::planted;
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{EffectId, RoomId, Slot};
use crate::secretary::inbound::{Place, Platform};
use crate::secretary::message::Message;
use chrono::TimeDelta;
use std::time::Duration;

/// The first wait of an edit for the post of its message. It doubles with each look; the post ends it early.
const BEHIND_POST: TimeDelta = TimeDelta::milliseconds(300);
/// Tries of an edit that a platform refuses.
const REFUSALS: u32 = 4;
/// The most parts that an edit posts in addition; a message has far fewer.
const MOST_PARTS: u32 = 50;

/// The work of one edit.
struct Job<'a> {
    room: &'a RoomId,
    slot: &'a Slot,
    message: &'a Message,
    /// The part of this step.
    part: u32,
    /// The posted parts in order.
    standing: Vec<Posted>,
}

impl Job<'_> {
    /// How the row continues if its message has this many parts.
    fn next(&self, parts: usize) -> Settled {
        let more_stand = self.standing.iter().any(|posted| posted.part > self.part);
        let more_wanted = usize::try_from(self.part + 1).is_ok_and(|next| next < parts) && self.part < MOST_PARTS;
        if more_stand || more_wanted { Settled::NextPart } else { Settled::Done }
    }
}

impl Engine {
    pub(crate) async fn edit(&self, row: &OutboxRow) -> Stored<Performed> {
        let Effect::Edit { room, slot, message, calm } = &row.row.effect else { return Ok(Performed::done()) };
        let (pending, standing) = self.standing_at(room, slot).await?;
        if pending {
            return Ok(self.behind_post(row));
        }
        let Some(last) = standing.last() else {
            if self.reword(room, slot, Some(message)).await? {
                return Ok(Performed::done());
            }
            // A question may have been closed while its chat could not be reached, and be open again.
            let asks = row.row.ticket.is_some() && !message.buttons.is_empty();
            return match if *calm { Some(Class::May) } else { asks.then_some(Class::Must) } {
                Some(class) if !class.expired(self.now() - row.since) => {
                    self.post_anew(row, room, slot, message, class).await
                }
                Some(_) | None => Ok(Performed::done()),
            };
        };
        let Some(chat) = self.chat(last.place.platform) else {
            return Ok(Performed::waiting(self.now() + UNCONNECTED));
        };
        let ticket = row.row.ticket.as_ref();
        let target = match self.target(room, slot, ticket, message, false).await? {
            None => self.left_for_good(room, slot, ticket, message).await?,
            found => found,
        };
        let Some(target) = target else { return Ok(Performed::ended(put_aside(row, "the room cannot be reached"))) };
        let said = target.said(message, row.since);
        let job = Job { room, slot, message: &said, part: row.part, standing };
        match job.standing.iter().find(|posted| posted.part == row.part) {
            Some(posted) => self.edit_part(row, &job, chat.as_ref(), posted).await,
            // The message grew: this part was never posted.
            None => {
                let class = if *calm { Class::May } else { Class::Must };
                self.post_anew(row, room, slot, message, class).await
            }
        }
    }

    /// The outcome of an edit whose message is being posted.
    fn behind_post(&self, row: &OutboxRow) -> Performed {
        Performed::waiting(self.now() + BEHIND_POST * (1 << row.attempts.min(7)))
    }

    /// Edits one part and its copies.
    async fn edit_part(&self, row: &OutboxRow, job: &Job<'_>, chat: &dyn Chat, posted: &Posted) -> Stored<Performed> {
        let at = usize::try_from(job.part).unwrap_or(0);
        let same = lock(&self.last_shown).same(posted, job.message);
        let outcome = match same {
            Some(parts) => Ok(parts),
            None => {
                lock(&self.last_shown).forget(posted);
                let change = Change::Part(job.message, at);
                chat.edit(Editing { place: &posted.place, id: &posted.message, change }).await
            }
        };
        let parts = match outcome {
            Ok(parts) => parts,
            // The part was deleted; other parts may still exist.
            Err(ChatError::MessageGone) => return Ok(Performed::ended(job.next(0))),
            // The messages of the old chat stay there and can no longer be edited.
            Err(ChatError::Moved(chat)) => {
                let arrival = Arrival::RoomMoved { room: job.room.clone(), chat };
                let key = format!("{}/{}", row.row.id, row.attempts);
                let stayed = self.stayed_behind(row, job).await;
                return Ok(self.or_later(row, stayed).telling(key, arrival));
            }
            Err(ChatError::Unclear | ChatError::Doubtful) => return Ok(self.later(row, "unclear")),
            Err(error) => return self.edit_refused(row, job, posted, &error).await,
        };
        let bare = Message { buttons: Vec::new(), ..job.message.clone() };
        if let Some(ended) = self.change_copies(row, job, chat, posted, Change::Part(&bare, at)).await? {
            return Ok(ended);
        }
        let how = job.next(parts);
        if at >= parts {
            return Ok(Performed { taken_away: Some(posted.clone()), ..Performed::ended(how) });
        }
        let edited = Posted { at: if same.is_some() { posted.at } else { self.now() }, ..posted.clone() };
        lock(&self.last_shown).remember(posted, edited.at, job.message, parts);
        Ok(Performed { posted: Some(edited), ..Performed::ended(how) })
    }

    /// The outcome of an edit whose message stayed in the old chat of a moved chat. A message that is on its way to
    /// the new chat or waits to be sent gets the new text.
    async fn stayed_behind(&self, row: &OutboxRow, job: &Job<'_>) -> Stored<Performed> {
        if self.standing_at(job.room, job.slot).await?.0 {
            return Ok(self.behind_post(row));
        }
        self.reword(job.room, job.slot, Some(job.message)).await?;
        Ok(Performed::done())
    }

    /// The outcome of a refused edit. In a locked or deleted thread nothing can be edited; news is posted in the
    /// channel.
    async fn edit_refused(
        &self,
        row: &OutboxRow,
        job: &Job<'_>,
        posted: &Posted,
        error: &ChatError,
    ) -> Stored<Performed> {
        if let (ChatError::Refused(why), Effect::Edit { calm: false, .. }) = (error, &row.row.effect) {
            return self.edit_refused_outright(row, job, posted, why).await;
        }
        let performed = self.refused(row, job.room, &posted.place, error).await?;
        let of_the_thread = |(_, told): &(String, Arrival)| matches!(told, Arrival::RoomClosed(id) | Arrival::RoomDeleted(id) if id != job.room);
        if performed.tell.iter().any(of_the_thread) {
            return Ok(Performed { how: job.next(0), ..performed });
        }
        Ok(performed)
    }

    /// A platform refuses an edit that is no progress. It is tried again; after that the message loses its buttons at
    /// least.
    async fn edit_refused_outright(
        &self,
        row: &OutboxRow,
        job: &Job<'_>,
        posted: &Posted,
        why: &str,
    ) -> Stored<Performed> {
        if row.attempts < REFUSALS {
            tracing::warn!(room = %job.room, why, "a platform refused an edit, which is tried again");
            return Ok(self.retried(row.attempts + 1, Duration::ZERO));
        }
        let refused = ChatError::Refused(why.to_owned());
        let performed = self.refused(row, job.room, &posted.place, &refused).await?;
        let effect = Effect::Bare { room: job.room.clone(), slot: job.slot.clone() };
        let id = EffectId::new(format!("{}/bare", row.row.id));
        let (lane, ticket) = (row.row.lane.clone(), row.row.ticket.clone());
        Ok(Performed { later: Some(NewOutboxRow { id, lane, ticket, effect, due_at: self.now() }), ..performed })
    }

    /// Edits the copies of a part. A copy that cannot be edited is ignored. Returns the outcome if it ends the row.
    async fn change_copies(
        &self,
        row: &OutboxRow,
        job: &Job<'_>,
        chat: &dyn Chat,
        posted: &Posted,
        change: Change<'_>,
    ) -> Stored<Option<Performed>> {
        if planted::is("second-keyboard") {
            return Ok(None);
        }
        let last = job.standing.iter().all(|known| known.part <= posted.part);
        for copy in self.copies_of(job.room, job.slot, posted, last).await? {
            match chat.edit(Editing { place: &copy.place, id: &copy.message, change }).await {
                Err(ChatError::Unclear | ChatError::Doubtful) => return Ok(Some(self.later(row, "unclear"))),
                Err(error @ (ChatError::Retry { .. } | ChatError::Barred(_))) => {
                    return self.refused(row, job.room, &copy.place, &error).await.map(Some);
                }
                Ok(_) | Err(_) => {}
            }
        }
        Ok(None)
    }

    async fn copies_of(&self, room: &RoomId, slot: &Slot, posted: &Posted, last: bool) -> Stored<Vec<Posted>> {
        let mut copies = self.parts.store.ask().await?.copies(slot, room).await?;
        // A copy that a press proved while a part was being sent counted as that part; its buttons belong to the last
        // part.
        let same = |copy: &Posted| copy.part == posted.part || last && copy.part > posted.part;
        copies.retain(|copy| same(copy) && copy.message != posted.message);
        Ok(copies)
    }

    /// Removes the buttons of a message and its copies. They belong to the last part.
    pub(crate) async fn bare(&self, row: &OutboxRow, room: &RoomId, slot: &Slot) -> Stored<Performed> {
        let (pending, standing) = self.standing_at(room, slot).await?;
        if pending {
            return Ok(self.behind_post(row));
        }
        // A waiting post of the message comes back without buttons.
        self.reword(room, slot, None).await?;
        let Some(last) = standing.last() else { return Ok(Performed::done()) };
        let Some(chat) = self.chat(last.place.platform) else { return Ok(Performed::done()) };
        match chat.edit(Editing { place: &last.place, id: &last.message, change: Change::NoButtons }).await {
            Err(ChatError::Unclear | ChatError::Doubtful) => Ok(self.later(row, "unclear")),
            Err(error @ (ChatError::Retry { .. } | ChatError::Barred(_))) => {
                self.refused(row, room, &last.place, &error).await
            }
            Err(ChatError::Gone(why) | ChatError::Deleted(why)) if self.is_place_of(room, &last.place).await => {
                Ok(Performed::ended(put_aside(row, &why)))
            }
            // A message that cannot be edited stays; a press of its buttons explains what became of it.
            Ok(_) | Err(_) => self.bare_copies(row).await,
        }
    }

    /// Whether this is the place of the room itself and not the thread of a ticket.
    async fn is_place_of(&self, room: &RoomId, place: &Place) -> bool {
        let found = async { self.parts.store.ask().await?.room(room).await };
        found.await.ok().flatten().is_some_and(|room| room.in_chat_of(place))
    }

    /// Removes the buttons of the copies of a message.
    pub(crate) async fn bare_copies(&self, row: &OutboxRow) -> Stored<Performed> {
        let (Effect::BareCopies { room, slot } | Effect::Bare { room, slot }) = &row.row.effect else {
            return Ok(Performed::done());
        };
        let (_, standing) = self.standing_at(room, slot).await?;
        let message = Message::default();
        for posted in &standing {
            let Some(chat) = self.chat(posted.place.platform) else { return Ok(Performed::done()) };
            let job = Job { room, slot, message: &message, part: posted.part, standing: standing.clone() };
            if let Some(ended) = self.change_copies(row, &job, chat.as_ref(), posted, Change::NoButtons).await? {
                return Ok(ended);
            }
        }
        Ok(Performed::done())
    }

    /// Changes the text of a waiting post, or removes its buttons. Returns whether there is one.
    async fn reword(&self, room: &RoomId, slot: &Slot, message: Option<&Message>) -> Stored<bool> {
        let mut tx = self.parts.store.begin().await?;
        let waits = tx.reword(room, slot, message).await?;
        if waits {
            commit(tx, "reword").await?;
        }
        Ok(waits)
    }

    /// Posts what an edit finds missing: a further part, progress or an open question. A message that may exist is not
    /// posted again.
    async fn post_anew(
        &self,
        row: &OutboxRow,
        room: &RoomId,
        slot: &Slot,
        message: &Message,
        class: Class,
    ) -> Stored<Performed> {
        let may = class == Class::May;
        if row.unclear > 0 && !self.repeatable(row, room, class).await? {
            return Ok(self.may_stand(row, room, slot));
        }
        if self.parts.store.ask().await?.may_stand(room, slot).await? {
            return Ok(Performed::done());
        }
        let target = self.target(room, slot, row.row.ticket.as_ref(), message, false).await?;
        let Some(target) = target else {
            let aside = || Performed::ended(put_aside(row, "the room cannot be reached"));
            return Ok(if may { Performed::done() } else { aside() });
        };
        let Some(chat) = self.chat(target.place.platform) else {
            return Ok(if may { Performed::done() } else { Performed::waiting(self.now() + UNCONNECTED) });
        };
        let key = format!("{}/{}", row.row.id, row.part);
        if let Err(at) = lock(&self.pace).take(&key, (room, &target.place), class, self.now()) {
            return Ok(Performed::waiting(at));
        }
        let file = match attached::bytes(self, message).await {
            Ok(file) => file,
            Err(ToolError::TellModel(why)) => return Ok(Performed::failed(&why)),
            Err(error) => return Ok(self.later(row, &error.to_string())),
        };
        let said = target.said(message, row.since);
        let posting = Posting {
            to: &target.place,
            message: &said,
            part: usize::try_from(row.part).unwrap_or(0),
            key: &key,
            reply_to: None,
            handle: None,
            unclear_since: row.unclear_since,
            file: file.as_deref(),
            people: &target.people,
        };
        match chat.post(posting).await {
            Ok(sent) => {
                let (slot, room, place) = (slot.clone(), room.clone(), target.place.clone());
                let posted = Posted { slot, room, part: row.part, place, message: sent.id, at: self.now() };
                let how = if sent.more && row.part < MOST_PARTS { Settled::NextPart } else { Settled::Done };
                Ok(Performed { posted: Some(posted), ..Performed::ended(how) })
            }
            Err(ChatError::Unclear | ChatError::Doubtful)
                if may && matches!(self.repeatable(row, room, class).await, Ok(false)) =>
            {
                Ok(self.may_stand(row, room, slot))
            }
            Err(error) => self.refused(row, room, &target.place, &error).await,
        }
    }
}

/// A message in its last sending may have been found on the platform with older text; then it is edited. If this
/// fails, the next edit brings the text.
pub async fn as_said_last(chat: &dyn Chat, place: &Place, id: &str, message: &Message, part: usize) {
    if place.platform == Platform::Telegram {
        return;
    }
    let editing = Editing { place, id, change: Change::Part(message, part) };
    if let Err(error) = chat.edit(editing).await {
        tracing::debug!(%error, "a message shown again keeps the words it had");
    }
}
