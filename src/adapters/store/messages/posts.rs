//! The places of posted messages.

use crate::adapters::store::database::statement::{Statement, query};
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{count, json, micros, moment, parse};
use crate::adapters::store::messages::rooms::decode as decode_room;
use crate::ports::store::{PostCare, PostRows, Posted, Stored};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::inbound::Place;
use async_trait::async_trait;

type Row = (String, String, i64, String, String, i64);

fn decode((slot, room, part, place, message, at): Row) -> Stored<Posted> {
    let row = format!("{slot} in {room}, part {part}");
    Ok(Posted {
        part: count(part, &row)?,
        place: parse(&place, "the place of", &row)?,
        at: moment(at, &row)?,
        slot: Slot::new(slot),
        room: RoomId::new(room),
        message,
    })
}

/// A statement with all values of a post, in the order of the columns.
fn row(posted: &Posted, sql: &'static str) -> Stored<Statement> {
    Ok(query(sql)
        .bind(posted.slot.as_str())
        .bind(posted.room.as_str())
        .bind(i64::from(posted.part))
        .bind(posted.place.platform.name())
        .bind(&posted.place.bot)
        .bind(&posted.place.chat)
        .bind(&posted.message)
        .bind(micros(posted.at))
        .bind(json(&posted.untitled().place)?))
}

const POSTED_COPY: &str = "SELECT slot, room, part, place, message, at FROM copies \
     WHERE platform = $1 AND bot = $2 AND chat = $3 AND message = $4";

#[async_trait]
impl PostRows for DbTx {
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>> {
        let sql = "SELECT slot, room, part, place, message, at FROM posts WHERE slot = $1 AND room = $2 ORDER BY part";
        let rows: Vec<Row> = self.all(query(sql).bind(slot.as_str()).bind(room.as_str())).await?;
        rows.into_iter().map(decode).collect()
    }

    /// The thread is left aside: a platform's message ids are unique in the whole chat.
    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>> {
        let sql = "SELECT slot, room, part, place, message, at FROM posts \
                   WHERE platform = $1 AND bot = $2 AND chat = $3 AND message = $4 ORDER BY at DESC LIMIT 1";
        for sql in [sql, POSTED_COPY] {
            let at = query(sql).bind(place.platform.name()).bind(&place.bot).bind(&place.chat);
            if let Some(row) = self.one(at.bind(message)).await? {
                return decode(row).map(Some);
            }
        }
        Ok(None)
    }

    async fn save_posted(&mut self, posted: &Posted) -> Stored<()> {
        let sql = "INSERT INTO posts (slot, room, part, platform, bot, chat, message, at, place) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                   ON CONFLICT (slot, room, part) DO UPDATE SET platform = excluded.platform, bot = excluded.bot, \
                       chat = excluded.chat, message = excluded.message, at = excluded.at, place = excluded.place";
        self.run(row(posted, sql)?).await?;
        let sql = "DELETE FROM copies WHERE platform = $1 AND bot = $2 AND chat = $3 AND message = $4";
        let copy = query(sql).bind(posted.place.platform.name()).bind(&posted.place.bot).bind(&posted.place.chat);
        self.run(copy.bind(&posted.message)).await.map(|_| ())
    }

    /// Only where it can be reached.
    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>> {
        let sql = "SELECT id, body FROM rooms WHERE thread_ticket = $1 AND thread_room = $2 AND closed = 0 ORDER BY id LIMIT 1";
        let row = self.one(query(sql).bind(ticket.as_str()).bind(room.as_str())).await?;
        Ok(row.map(decode_room).transpose()?.map(|room| room.place))
    }
}

#[async_trait]
impl PostCare for DbTx {
    async fn copies(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>> {
        let sql = "SELECT slot, room, part, place, message, at FROM copies WHERE slot = $1 AND room = $2 ORDER BY at";
        let rows: Vec<Row> = self.all(query(sql).bind(slot.as_str()).bind(room.as_str())).await?;
        rows.into_iter().map(decode).collect()
    }

    async fn save_copy(&mut self, copy: &Posted) -> Stored<()> {
        let sql = "INSERT INTO copies (slot, room, part, platform, bot, chat, message, at, place) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (platform, bot, chat, message) DO NOTHING";
        self.run(row(copy, sql)?).await.map(|_| ())
    }

    async fn rooms_with(&mut self, slot: &Slot) -> Stored<Vec<RoomId>> {
        let sql = "SELECT room FROM posts WHERE slot = $1 UNION SELECT room FROM outbox WHERE slot = $1 \
                   AND state IN ('pending', 'uncertain', 'sending') AND room IS NOT NULL ORDER BY room";
        let rooms = self.column::<String>(query(sql).bind(slot.as_str())).await?;
        Ok(rooms.into_iter().map(RoomId::new).collect())
    }

    async fn forget_part(&mut self, part: &Posted) -> Stored<()> {
        let sql = "DELETE FROM posts WHERE slot = $1 AND room = $2 AND part = $3 AND message = $4";
        let row = query(sql).bind(part.slot.as_str()).bind(part.room.as_str()).bind(i64::from(part.part));
        self.run(row.bind(&part.message)).await.map(|_| ())
    }
}
