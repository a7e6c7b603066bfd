//! Performs posts and threads: finds the place, keeps the outbound rate limit, and turns the answer of the platform
//! into an outcome by the table in docs/architecture.md ("One crash").

use crate::engine::commit::commit;
use crate::engine::context::effects::edit_lane;
use crate::engine::context::seed::Seed;
use crate::engine::outbox::attached;
use crate::engine::outbox::edit::as_said_last;
use crate::engine::outbox::failed_rows::{
    attempt_of, first_id, for_the_last_time, may_be_dropped, perhaps_missing, put_aside, secret_in,
};
use crate::engine::outbox::perform::ATTEMPTS;
use crate::engine::performed::{Performed, back_off};
use crate::engine::telemetry::counters;
use crate::engine::transition::superseded_prompts::Now;
use crate::engine::{Engine, lock};
use crate::ports::chat::{ChatError, Posting};
use crate::ports::store::{Arrival, NewOutboxRow, OutboxRow, Posted, Settled, Stored, may_stand_id};
use crate::ports::tool::ToolError;
use crate::ports::trial::planted;
use crate::secretary::effect::{Class, Effect};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::inbound::{Place, Platform};
use crate::secretary::message::{Message, Span, routing};
use crate::secretary::names::error_id::ErrorId;
use crate::secretary::people::workspace::{Purposes, Room};
use crate::secretary::schedule::LATE_AFTER;
use chrono::TimeDelta;
use std::borrow::Cow;
use std::time::Duration;

/// How long a message waits for its platform to be connected, before the next look.
pub const UNCONNECTED: TimeDelta = TimeDelta::minutes(10);

/// Sendings that failed before they reached the platform, after which they count as possibly arrived.
const DOUBTED: u32 = 2;

/// The first waits, in seconds, after a platform refused the bot; such a refusal may be a passing error.
const BARRED: [i64; 3] = [3, 15, 60];

/// Repetitions of an unclear sending a few seconds apart, while a key certainly prevents a second message. After
/// these the distance is about a minute.
const BRISK: u32 = 12;

/// How often a post follows a moving chat at once.
const MOVES: u32 = 5;
/// The wait until the news about a place has been decided.
const SOON: TimeDelta = TimeDelta::milliseconds(200);

impl Engine {
    pub(crate) async fn post(&self, row: &OutboxRow) -> Stored<Performed> {
        let Effect::Post { room, slot, message, reply, ticket, class } = &row.row.effect else {
            return Ok(Performed::done());
        };
        if let Some(performed) = self.after_doubt(row, room, slot, *class).await? {
            return Ok(performed);
        }
        if row.part == 0 && class.expired(self.now() - row.since) {
            return Ok(Performed::failed("nobody waits for it any more"));
        }
        // An answer goes to the chat of the message, also if nothing else is posted there any more.
        let answers = ticket.is_none() && routing::answers(slot);
        let Some(target) = self.target(room, slot, ticket.as_ref(), message, answers).await? else {
            return Ok(Performed::ended(put_aside(row, "the room cannot be reached")));
        };
        let now = self.overtaken(row).await?;
        if now == Now::Over {
            return Ok(Performed::failed("it was settled before it was sent"));
        }
        let part = usize::try_from(row.part).unwrap_or(0);
        // A platform with keys gets the first key also for a repeated message, which it may have already.
        let id = if target.place.platform == Platform::Telegram { row.row.id.as_str() } else { first_id(row) };
        let key = format!("{id}/{part}");
        if let Err(at) = lock(&self.pace).take(&key, (room, &target.place), *class, self.now()) {
            return Ok(Performed::waiting(at));
        }
        let Some(chat) = self.chat(target.place.platform) else {
            // The token of the platform may be set again at the next start: the message is kept and tried now and
            // then.
            return Ok(Performed::waiting(self.now() + UNCONNECTED));
        };
        let file = match attached::bytes(self, message).await {
            Ok(file) => file,
            Err(ToolError::TellModel(why)) => return Ok(Performed::failed(&why).telling_unsent(row, &attempt_of(row))),
            Err(error) => return Ok(self.later(row, &error.to_string())),
        };
        let shown = attached::shown(self, slot, message).await?;
        let said = self.as_it_is_now(row, &shown, now);
        let said = target.said(&said, row.since);
        let posting = Posting {
            to: &target.place,
            message: &said,
            part,
            key: &key,
            reply_to: reply.message.as_deref().filter(|_| part == 0 && target.place == target.room.place),
            handle: reply.handle.as_deref().filter(|_| part == 0),
            unclear_since: row.unclear_since,
            file: file.as_deref(),
            people: &target.people,
        };
        match chat.post(posting).await {
            Ok(sent) => {
                if for_the_last_time(row) {
                    as_said_last(chat.as_ref(), &target.place, &sent.id, &said, part).await;
                }
                let (slot, room, place) = (slot.clone(), room.clone(), target.place.clone());
                let posted = Posted { slot, room, part: row.part, place, message: sent.id, at: self.now() };
                lock(&self.last_shown).remember(&posted, posted.at, &said, part + 1 + usize::from(sent.more));
                let how = if sent.more { Settled::NextPart } else { Settled::Done };
                Ok(Performed { posted: Some(posted), ..Performed::ended(how) })
            }
            Err(error) => self.refused(row, room, &target.place, &error).await,
        }
    }

    /// The outcome of a post that is not sent: its message exists, may exist and is not sent again, or there is a
    /// newer answer.
    async fn after_doubt(
        &self,
        row: &OutboxRow,
        room: &RoomId,
        slot: &Slot,
        class: Class,
    ) -> Stored<Option<Performed>> {
        if (row.unclear > 0 || for_the_last_time(row))
            && let Some(stands) = self.proven(row).await?
        {
            return Ok(Some(Performed { posted: Some(stands), ..Performed::done() }));
        }
        if row.unclear > 0 && !self.repeatable(row, room, class).await? {
            return self.given_up(row, room, slot, class).await.map(Some);
        }
        if class == Class::Answer && for_the_last_time(row) && self.answered_since(row).await? {
            return Ok(Some(Performed::failed("there is a newer answer")));
        }
        Ok(None)
    }

    /// The message as it is sent now. A closed question has no buttons. A late message says that it is late. An
    /// unclear message without buttons is recognised by its text (`adapters/discord/send/look_for_lost.rs`), so that
    /// text must not change.
    fn as_it_is_now<'m>(&self, row: &OutboxRow, message: &'m Message, now: Now) -> Cow<'m, Message> {
        if now == Now::Quiet {
            return Cow::Owned(Message { buttons: Vec::new(), ..message.clone() }.silently());
        }
        match &message.if_late {
            Some(why)
                if self.now() - row.since > LATE_AFTER
                    && (row.unclear_since.is_none() || !message.buttons.is_empty()) =>
            {
                Cow::Owned(message.clone().spans(vec![Span::Soft(why.clone())]))
            }
            Some(_) | None => Cow::Borrowed(message),
        }
    }

    /// The message whose answer was lost, if somebody pressed its buttons meanwhile. They belong to the last part, so
    /// nothing but a file can be missing.
    async fn proven(&self, row: &OutboxRow) -> Stored<Option<Posted>> {
        let Effect::Post { room, slot, message, .. } = &row.row.effect else { return Ok(None) };
        if message.file.is_some() {
            return Ok(None);
        }
        let mut copies = self.parts.store.ask().await?.copies(slot, room).await?;
        // Earlier messages prove nothing about this sending.
        copies.retain(|copy| row.unclear_since.is_none_or(|since| copy.at >= since));
        Ok(copies.pop().map(|copy| Posted { part: row.part, ..copy }))
    }

    /// Whether a message with an unclear outcome is sent again. On Discord and the web it is, since a key or a look
    /// at the channel makes that safe during an outage. On Telegram prompts and reports are sent once more, progress
    /// never. The last sending happens once, and so does that of a secret: nobody knows where its first copy stands, so
    /// nothing could take the secret out of it.
    ///
    /// # Errors
    /// The database does not say which platform it is.
    pub(crate) async fn repeatable(&self, row: &OutboxRow, room: &RoomId, class: Class) -> Stored<bool> {
        if planted::is("progress-again") && class == Class::May {
            return Ok(true);
        }
        let most = u32::from(!for_the_last_time(row) && secret_in(row).is_none());
        let found = self.parts.store.ask().await?.room(room).await?;
        Ok(match (found.map(|r| r.place.platform), class) {
            (Some(Platform::Discord | Platform::Web), _) => true,
            (Some(Platform::Telegram) | None, Class::Must | Class::Answer | Class::Receipt) => row.unclear <= most,
            (Some(Platform::Telegram) | None, Class::May) => false,
        })
    }

    /// Whether the post of a slot is still pending, and where its parts are.
    pub(crate) async fn standing_at(&self, room: &RoomId, slot: &Slot) -> Stored<(bool, Vec<Posted>)> {
        let mut tx = self.parts.store.read().await?;
        Ok((tx.post_pending(room, slot).await?, tx.posted(slot, room).await?))
    }

    pub(crate) async fn open_thread(&self, row: &OutboxRow) -> Stored<Performed> {
        let Effect::OpenThread { room, slot, title } = &row.row.effect else { return Ok(Performed::done()) };
        let (_, posted) = self.standing_at(room, slot).await?;
        let (Some(first), Some(ticket)) = (posted.first(), &row.row.ticket) else { return Ok(Performed::done()) };
        let Some(chat) = self.chat(first.place.platform) else { return Ok(Performed::done()) };
        Ok(match chat.open_thread(&first.place, &first.message, title).await {
            Ok(place) => {
                if let Some(place) = place {
                    // The next rows of this lane need the thread, so it is stored before this row ends.
                    self.remember_thread(ticket, room, &place).await?;
                }
                Performed::done()
            }
            Err(ChatError::Retry { after }) if row.attempts < ATTEMPTS => self.retried(row.attempts, after),
            // A message has one thread; a second request returns the same.
            Err(ChatError::Unclear | ChatError::Doubtful) if row.attempts < ATTEMPTS => self.later(row, "unclear"),
            Err(_) if row.attempts >= 3 => Performed::done(),
            Err(_) => self.later(row, "no thread yet"),
        })
    }

    async fn remember_thread(&self, ticket: &TicketId, room: &RoomId, place: &Place) -> Stored<()> {
        let mut tx = self.parts.store.begin().await?;
        // Nothing is stored for a ticket that was erased meanwhile; the thread has the title of the ticket as its
        // name.
        let channel = if tx.ticket(ticket).await?.is_some() { tx.room(room).await? } else { None };
        if let (None, Some(channel)) = (tx.room_at(place).await?, channel) {
            let seed = Seed(self.draw()?);
            let thread = Room {
                id: RoomId::new(seed.id("room")),
                workspace: channel.workspace,
                place: place.clone(),
                purposes: Purposes::default(),
                closed: false,
                active: true,
                called: String::new(),
                person: None,
                thread_of: Some((ticket.clone(), room.clone())),
                former: Vec::new(),
            };
            tx.save_room(&thread).await?;
        }
        commit(tx, "thread").await
    }

    /// The outcome of a refused or failed call about this place.
    pub(crate) async fn refused(
        &self,
        row: &OutboxRow,
        room: &RoomId,
        place: &Place,
        error: &ChatError,
    ) -> Stored<Performed> {
        let key = attempt_of(row);
        if matches!(error, ChatError::Unclear | ChatError::Doubtful) {
            counters::uncertain(place.platform);
        }
        Ok(match error {
            ChatError::Retry { .. } if row.attempts >= ATTEMPTS && may_be_dropped(&row.row.effect) => {
                Performed::failed("given up after many attempts")
            }
            ChatError::Retry { .. } if planted::is("ignore-retry-after") => {
                Performed::ended(Settled::Retry(self.now() + SOON))
            }
            ChatError::Retry { after } => {
                lock(&self.pace).careful(place, *after, self.now());
                self.retried(row.attempts, *after)
            }
            ChatError::Barred(why) => {
                tracing::error!(why, "a platform does not let the bot in; what is to be said is kept");
                let wait = BARRED.get(row.attempts as usize).map_or(UNCONNECTED, |s| TimeDelta::seconds(*s));
                Performed::ended(Settled::Retry(self.now() + wait))
            }
            ChatError::Doubtful if row.attempts < DOUBTED && !may_be_dropped(&row.row.effect) => {
                self.retried(row.attempts + 1, Duration::ZERO)
            }
            ChatError::Unclear | ChatError::Doubtful => {
                let waited = row.attempts.min(if row.unclear < BRISK { 3 } else { 6 });
                Performed::ended(Settled::Unclear(back_off(waited, Duration::ZERO, self.now())))
            }
            ChatError::Gone(why) => self.gone(row, room, place, (why, Arrival::RoomClosed)).await?,
            ChatError::Deleted(why) => self.gone(row, room, place, (why, Arrival::RoomDeleted)).await?,
            ChatError::Moved(_) if row.attempts >= ATTEMPTS => {
                Performed::failed("the chat moved, and is not where it moved to").telling_unsent(row, &key)
            }
            ChatError::Moved(chat) => {
                let arrival = Arrival::RoomMoved { room: room.clone(), chat: chat.clone() };
                // Waits for the rate limit count as attempts, too.
                let at = match row.attempts {
                    0..MOVES => self.now() + SOON,
                    attempts => back_off(attempts - MOVES, Duration::ZERO, self.now()),
                };
                Performed::ended(Settled::Retry(at)).telling(key, arrival)
            }
            ChatError::MessageGone => Performed::done(),
            ChatError::Refused(why) => {
                let id = ErrorId::of(&key);
                tracing::error!(%room, error_id = %id, why, "a platform refused a message");
                Performed::failed(why).telling_unsent(row, &key)
            }
        })
    }

    /// The outcome for a place that cannot be reached. Posts for the thread of a ticket go to its channel; others
    /// wait until the room can be reached. `told`: what the platform says and the event about the room.
    async fn gone(
        &self,
        row: &OutboxRow,
        room: &RoomId,
        place: &Place,
        (why, told): (&str, fn(RoomId) -> Arrival),
    ) -> Stored<Performed> {
        tracing::warn!(%room, why, "a room cannot be reached");
        let key = attempt_of(row);
        let here = self.parts.store.ask().await?.room_at(place).await?;
        let Some(thread) = here.filter(|here| here.thread_of.is_some()) else {
            return Ok(Performed::ended(put_aside(row, why)).telling(key, told(room.clone())));
        };
        let again = Settled::Retry(self.now() + SOON);
        let how = if row.attempts < MOVES { again } else { put_aside(row, why) };
        Ok(Performed::ended(how).telling(key, told(thread.id)))
    }

    /// The outcome of a message whose one repetition is unclear, too. It is sent once more when somebody is active in
    /// the room, an answer only if there is no newer one. Meanwhile its lane goes on. Progress is remembered as
    /// possibly posted.
    async fn given_up(&self, row: &OutboxRow, room: &RoomId, slot: &Slot, class: Class) -> Stored<Performed> {
        if class == Class::May {
            return Ok(self.may_stand(row, room, slot));
        }
        let outdated = class == Class::Answer && self.answered_since(row).await?;
        let why = "unclear whether it arrived; not sent again";
        if for_the_last_time(row) || !class.kept() || outdated || secret_in(row).is_some() {
            tracing::warn!(seq = row.seq, "a message may not have arrived, and is not sent again");
            // An edit of it posts it no more.
            let later = self.may_stand(row, room, slot).later;
            let (performed, key) = (Performed { later, ..Performed::failed(why) }, format!("{}/missing", row.row.id));
            return Ok(match perhaps_missing(row, &key) {
                Some(told) => performed.telling(key, told),
                None => performed,
            });
        }
        tracing::warn!(seq = row.seq, "a message may not have arrived; it is shown again when somebody is there");
        Ok(Performed::ended(Settled::Shelved(why.to_owned())))
    }

    /// Whether the room has a newer answer than this one.
    async fn answered_since(&self, row: &OutboxRow) -> Stored<bool> {
        self.parts.store.ask().await?.answered_since(row).await
    }

    /// The outcome of progress that may exist: it is never posted again, and edited once a press proves its message.
    /// Remembering it changes nothing else.
    pub(crate) fn may_stand(&self, row: &OutboxRow, room: &RoomId, slot: &Slot) -> Performed {
        let later = NewOutboxRow {
            id: may_stand_id(room, slot),
            lane: edit_lane(room, slot),
            ticket: row.row.ticket.clone(),
            effect: Effect::BareCopies { room: room.clone(), slot: slot.clone() },
            due_at: self.now(),
        };
        Performed { later: Some(later), ..Performed::done() }
    }

    pub(crate) fn later(&self, row: &OutboxRow, why: &str) -> Performed {
        tracing::debug!(seq = row.seq, why, "again later");
        self.retried(row.attempts.min(5), Duration::ZERO)
    }

    /// The outcome of an attempt; what the database does not take now is tried again later.
    pub(crate) fn or_later(&self, row: &OutboxRow, tried: Stored<Performed>) -> Performed {
        tried.unwrap_or_else(|error| self.later(row, &error.to_string()))
    }

    /// An attempt that is made again, after this wait at least.
    pub(crate) fn retried(&self, attempts: u32, at_least: Duration) -> Performed {
        Performed::ended(Settled::Retry(back_off(attempts, at_least, self.now())))
    }
}
