//! Where messages stand.

use super::rooms::decode as decode_room;
use super::tx::SqliteTx;
use super::value::{count, json, micros, moment, parse};
use crate::ports::store::{PostRows, Posted, Stored};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::inbound::Place;
use async_trait::async_trait;
use sqlx::{query, query_as};

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

#[async_trait]
impl PostRows for SqliteTx {
    async fn posted(&mut self, slot: &Slot, room: &RoomId) -> Stored<Vec<Posted>> {
        let sql = "SELECT slot, room, part, place, message, at FROM posts WHERE slot = $1 AND room = $2 ORDER BY part";
        let rows: Vec<Row> = self.all(query_as(sql).bind(slot.as_str()).bind(room.as_str())).await?;
        rows.into_iter().map(decode).collect()
    }

    /// The thread is left aside: a platform's message ids are unique in the whole chat.
    async fn posted_as(&mut self, place: &Place, message: &str) -> Stored<Option<Posted>> {
        let sql = "SELECT slot, room, part, place, message, at FROM posts \
                   WHERE platform = $1 AND bot = $2 AND chat = $3 AND message = $4 ORDER BY at DESC LIMIT 1";
        let at = query_as(sql).bind(place.platform.name()).bind(&place.bot).bind(&place.chat);
        self.one(at.bind(message)).await?.map(decode).transpose()
    }

    async fn save_posted(&mut self, posted: &Posted) -> Stored<()> {
        let sql = "INSERT INTO posts (slot, room, part, platform, bot, chat, message, at, place) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
                   ON CONFLICT (slot, room, part) DO UPDATE SET platform = excluded.platform, bot = excluded.bot, \
                       chat = excluded.chat, message = excluded.message, at = excluded.at, place = excluded.place";
        let row = query(sql)
            .bind(posted.slot.as_str())
            .bind(posted.room.as_str())
            .bind(i64::from(posted.part))
            .bind(posted.place.platform.name())
            .bind(&posted.place.bot)
            .bind(&posted.place.chat)
            .bind(&posted.message)
            .bind(micros(posted.at))
            .bind(json(&posted.place)?);
        self.run(row).await.map(|_| ())
    }

    /// An open thread before a closed one, should there be several.
    async fn thread(&mut self, ticket: &TicketId, room: &RoomId) -> Stored<Option<Place>> {
        let sql =
            "SELECT id, body FROM rooms WHERE thread_ticket = $1 AND thread_room = $2 ORDER BY closed, id LIMIT 1";
        let row = self.one(query_as(sql).bind(ticket.as_str()).bind(room.as_str())).await?;
        Ok(row.map(decode_room).transpose()?.map(|room| room.place))
    }
}
