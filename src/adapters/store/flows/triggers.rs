//! Triggers of flows. What came of one is in the inbox, not here.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, parse};
use crate::ports::store::{FlowTriggerRows, Stored, TriggersOf};
use crate::secretary::flow::trigger::{Kind, Trigger};
use crate::secretary::ids::{RoomId, TriggerId};
use async_trait::async_trait;

fn decode((id, body): (String, String)) -> Stored<Trigger> {
    parse(&body, "the trigger of a flow", id)
}

/// Those of a flow.
pub(crate) const FLOW: &str = "SELECT id, body FROM flow_triggers WHERE flow = $1 ORDER BY id";
/// Those that wait for messages in a room.
pub(crate) const ROOM: &str = "SELECT id, body FROM flow_triggers WHERE room = $1 ORDER BY id";
/// Those of a kind.
pub(crate) const KIND: &str = "SELECT id, body FROM flow_triggers WHERE kind = $1 ORDER BY id";
/// Those that a person set up.
pub(crate) const PERSON: &str = "SELECT id, body FROM flow_triggers WHERE person = $1 ORDER BY id";
/// Those of a kind in a workspace.
pub(crate) const HERE: &str = "SELECT id, body FROM flow_triggers WHERE kind = $1 AND workspace = $2 ORDER BY id";

#[async_trait]
impl FlowTriggerRows for DbTx {
    async fn flow_trigger(&mut self, id: &TriggerId) -> Stored<Option<Trigger>> {
        let sql = "SELECT id, body FROM flow_triggers WHERE id = $1";
        self.one(query(sql).bind(id.as_str())).await?.map(decode).transpose()
    }

    async fn flow_triggers(&mut self, of: TriggersOf<'_>) -> Stored<Vec<Trigger>> {
        let sql = match of {
            TriggersOf::Flow(flow) => query(FLOW).bind(flow.as_str()),
            TriggersOf::Room(room) => query(ROOM).bind(room.as_str()),
            TriggersOf::Finished(here) => query(HERE).bind(Kind::Finished.name()).bind(here.as_str()),
            TriggersOf::Folders => query(KIND).bind(Kind::Folder.name()),
            TriggersOf::Person(person) => query(PERSON).bind(person.as_str()),
        };
        self.all(sql).await?.into_iter().map(decode).collect()
    }

    async fn save_flow_trigger(&mut self, trigger: &Trigger) -> Stored<()> {
        let sql = "INSERT INTO flow_triggers (id, workspace, flow, person, kind, room, body) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET person = excluded.person, \
                       kind = excluded.kind, room = excluded.room, body = excluded.body";
        let row = query(sql).bind(trigger.id.as_str()).bind(trigger.workspace.as_str()).bind(trigger.flow.as_str());
        let row = row.bind(trigger.person.as_str()).bind(trigger.kind.plain().name());
        self.run(row.bind(trigger.room().map(RoomId::as_str)).bind(json(trigger)?)).await.map(drop)
    }

    async fn drop_flow_trigger(&mut self, id: &TriggerId) -> Stored<bool> {
        let sql = "DELETE FROM flow_triggers WHERE id = $1";
        Ok(self.run(query(sql).bind(id.as_str())).await? > 0)
    }
}
