//! Rows of views: messages that show tickets beside the messages of the tickets.

use crate::adapters::store::database::statement::query;
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, parse};
use crate::ports::store::{Stored, ViewRows};
use crate::secretary::ids::{RoomId, Slot, TicketId};
use crate::secretary::message::views::View;
use async_trait::async_trait;

#[async_trait]
impl ViewRows for DbTx {
    async fn save_view(&mut self, view: &View) -> Stored<()> {
        self.drop_view(&view.slot, &view.room).await?;
        for ticket in view.tickets() {
            let sql = "INSERT INTO views (slot, room, ticket, body) VALUES ($1, $2, $3, $4)";
            let row = query(sql).bind(view.slot.as_str()).bind(view.room.as_str());
            self.run(row.bind(ticket.as_str()).bind(json(view)?)).await?;
        }
        Ok(())
    }

    async fn views_of(&mut self, ticket: &TicketId) -> Stored<Vec<View>> {
        let sql = "SELECT slot, body FROM views WHERE ticket = $1 ORDER BY rowid";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(ticket.as_str())).await?;
        rows.into_iter().map(|(slot, body)| parse(&body, "the view", slot)).collect()
    }

    async fn drop_view(&mut self, slot: &Slot, room: &RoomId) -> Stored<()> {
        let sql = "DELETE FROM views WHERE slot = $1 AND room = $2";
        self.run(query(sql).bind(slot.as_str()).bind(room.as_str())).await.map(|_| ())
    }
}
