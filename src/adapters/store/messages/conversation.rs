//! The last turns of each room, one row for each room.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, parse};
use crate::ports::store::{ConversationRows, Stored};
use crate::secretary::ids::RoomId;
use crate::secretary::message::conversation::Said;
use crate::secretary::people::workspace::Room;
use async_trait::async_trait;

impl DbTx {
    /// What was said in a room goes when the room is closed, or becomes another workspace's.
    pub(crate) async fn end_conversation(&mut self, room: &Room) -> Stored<()> {
        let sql = "DELETE FROM conversation WHERE room = $1 \
                   AND ($2 = 1 OR EXISTS (SELECT 1 FROM rooms WHERE id = $1 AND workspace <> $3))";
        let over = query(sql).bind(room.id.as_str()).bind(room.closed).bind(room.workspace.as_str());
        self.run(over).await.map(drop)
    }
}

#[async_trait]
impl ConversationRows for DbTx {
    async fn conversation(&mut self, room: &RoomId) -> Stored<Vec<Said>> {
        let sql = "SELECT body FROM conversation WHERE room = $1";
        let body: Option<String> = self.value(query(sql).bind(room.as_str())).await?;
        body.map_or_else(|| Ok(Vec::new()), |body| parse(&body, "what was said in room", room))
    }

    async fn save_conversation(&mut self, room: &RoomId, said: &[Said]) -> Stored<()> {
        let Some(last) = said.iter().map(|said| said.at).max() else {
            let sql = "DELETE FROM conversation WHERE room = $1";
            return self.run(query(sql).bind(room.as_str())).await.map(drop);
        };
        let sql = "INSERT INTO conversation (room, body, updated_at) SELECT $1, $2, $3 \
                   WHERE EXISTS (SELECT 1 FROM rooms WHERE id = $1 AND closed = 0) \
                   ON CONFLICT (room) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at";
        self.run(query(sql).bind(room.as_str()).bind(json(said)?).bind(micros(last))).await.map(drop)
    }
}
