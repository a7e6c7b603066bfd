//! The last turns of each room, as context for the next message. Bounded; deleted with its room and with an erased
//! person.

use super::Stored;
use crate::secretary::ids::RoomId;
use crate::secretary::message::conversation::Said;
use async_trait::async_trait;

/// The last turns of rooms.
#[async_trait]
pub trait ConversationRows {
    /// What was said last in this room, the oldest first; empty where nothing is kept.
    async fn conversation(&mut self, room: &RoomId) -> Stored<Vec<Said>>;
    /// Replaces the last turns of this room. Nothing is stored for a closed or unknown room.
    async fn save_conversation(&mut self, room: &RoomId, said: &[Said]) -> Stored<()>;
}
