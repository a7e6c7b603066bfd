//! Rooms.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, parse};
use crate::adapters::store::messages::marks::{GET_MARK, SET_MARK};
use crate::ports::store::{ChatRows, RoomRows, Stored};
use crate::secretary::ids::{PersonId, RoomId, TicketId, WorkspaceId};
use crate::secretary::inbound::{ChatKind, Place};
use crate::secretary::people::workspace::Room;
use async_trait::async_trait;

fn kind(kind: ChatKind) -> &'static str {
    match kind {
        ChatKind::Direct => "direct",
        ChatKind::Group => "group",
    }
}

pub(crate) fn decode((id, body): (String, String)) -> Stored<Room> {
    parse(&body, "room", id)
}

/// The mark that names the state of people and rooms.
const DIRECTORY: &str = "directory";

#[async_trait]
impl RoomRows for DbTx {
    async fn room(&mut self, id: &RoomId) -> Stored<Option<Room>> {
        let sql = "SELECT id, body FROM rooms WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn room_at(&mut self, place: &Place) -> Stored<Option<Room>> {
        let sql = "SELECT id, body FROM rooms WHERE platform = $1 AND bot = $2 AND chat = $3 AND thread = $4 \
                   ORDER BY active DESC, id LIMIT 1";
        let at = query(sql).bind(place.platform.name()).bind(&place.bot).bind(&place.chat);
        self.one(at.bind(place.thread.as_deref().unwrap_or(""))).await?.map(decode).transpose()
    }

    async fn save_room(&mut self, room: &Room) -> Stored<()> {
        let sql = "INSERT INTO rooms (id, workspace, platform, bot, chat, thread, kind, closed, person, thread_ticket, \
                       thread_room, body, active) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
                   ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace, platform = excluded.platform, \
                       bot = excluded.bot, chat = excluded.chat, thread = excluded.thread, kind = excluded.kind, \
                       closed = excluded.closed, person = excluded.person, thread_ticket = excluded.thread_ticket, \
                       thread_room = excluded.thread_room, body = excluded.body, active = excluded.active";
        self.end_conversation(room).await?;
        let place = &room.place;
        let row = query(sql)
            .bind(room.id.as_str())
            .bind(room.workspace.as_str())
            .bind(place.platform.name())
            .bind(&place.bot)
            .bind(&place.chat)
            .bind(place.thread.as_deref().unwrap_or(""))
            .bind(kind(place.kind))
            .bind(room.closed)
            .bind(room.person.as_ref().map(PersonId::as_str))
            .bind(room.thread_of.as_ref().map(|(ticket, _)| TicketId::as_str(ticket)))
            .bind(room.thread_of.as_ref().map(|(_, channel)| RoomId::as_str(channel)))
            .bind(json(room)?)
            .bind(room.active);
        self.run(row).await.map(|_| ())
    }

    async fn rooms(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Room>> {
        let sql = "SELECT id, body FROM rooms WHERE workspace = $1 ORDER BY id";
        self.all(query(sql).bind(workspace.as_str())).await?.into_iter().map(decode).collect()
    }
}

#[async_trait]
impl ChatRows for DbTx {
    async fn rooms_at(&mut self, place: &Place) -> Stored<Vec<Room>> {
        let sql = "SELECT id, body FROM rooms WHERE platform = $1 AND bot = $2 AND chat = $3 AND thread = $4 \
                   ORDER BY active DESC, id";
        let at = query(sql).bind(place.platform.name()).bind(&place.bot).bind(&place.chat);
        self.all(at.bind(place.thread.as_deref().unwrap_or(""))).await?.into_iter().map(decode).collect()
    }

    async fn rooms_of_chat(&mut self, place: &Place) -> Stored<Vec<RoomId>> {
        let sql = "SELECT id FROM rooms WHERE platform = $1 AND bot = $2 AND chat = $3 ORDER BY id";
        let of_chat = query(sql).bind(place.platform.name()).bind(&place.bot).bind(&place.chat);
        Ok(self.column::<String>(of_chat).await?.into_iter().map(RoomId::new).collect())
    }

    async fn directory_version(&mut self) -> Stored<String> {
        if let Some(known) = &self.known().directory {
            return Ok(known.clone());
        }
        let version: String = self.value(query(GET_MARK).bind(DIRECTORY)).await?.unwrap_or_default();
        self.known().directory = Some(version.clone());
        Ok(version)
    }

    async fn change_directory(&mut self, version: &str) -> Stored<()> {
        self.known().directory = None;
        self.run(query(SET_MARK).bind(DIRECTORY).bind(version)).await.map(|_| ())
    }
}
