//! Prompts: the actions of buttons, and whose words are awaited.

use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros, moment, parse};
use crate::ports::store::{Prompt, PromptCare, PromptRows, Stored};
use crate::secretary::ids::{PersonId, RoomId, Slot, Token};
use crate::secretary::message::action::Action;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

macro_rules! newest {
    ($place:literal) => {
        concat!(
            "SELECT rooms, actions, slot FROM prompts WHERE bound_at >= $1 AND ",
            $place,
            "(rooms, $2) > 0 ORDER BY bound_at DESC, rowid DESC LIMIT $3"
        )
    };
}
const NEWEST: Sql = Sql { sqlite: newest!("instr"), postgres: newest!("strpos") };

#[async_trait]
impl PromptRows for DbTx {
    async fn bind(&mut self, token: &Token, prompt: &Prompt, now: DateTime<Utc>) -> Stored<()> {
        let sql = "INSERT INTO prompts (token, rooms, actions, slot, bound_at) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT (token) DO UPDATE SET rooms = excluded.rooms, actions = excluded.actions, \
                       slot = excluded.slot, bound_at = excluded.bound_at";
        let row = query(sql)
            .bind(token.as_str())
            .bind(json(&prompt.rooms)?)
            .bind(json(&prompt.actions)?)
            .bind(prompt.slot.as_ref().map(Slot::as_str))
            .bind(micros(now));
        self.run(row).await.map(|_| ())
    }

    async fn prompt(&mut self, token: &Token) -> Stored<Option<Prompt>> {
        let sql = "SELECT rooms, actions, slot FROM prompts WHERE token = $1";
        let row: Option<(String, String, Option<String>)> = self.one(query(sql).bind(token.as_str())).await?;
        row.map(decode).transpose()
    }

    async fn expect(&mut self, room: &RoomId, person: &PersonId, action: &Action, now: DateTime<Utc>) -> Stored<()> {
        let sql = "INSERT INTO expects (room, person, action, since) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (room, person) DO UPDATE SET action = excluded.action, since = excluded.since";
        let row = query(sql).bind(room.as_str()).bind(person.as_str()).bind(json(action)?).bind(micros(now));
        self.run(row).await.map(|_| ())
    }

    async fn expected(&mut self, room: &RoomId, person: &PersonId) -> Stored<Option<(Action, DateTime<Utc>)>> {
        let sql = "DELETE FROM expects WHERE room = $1 AND person = $2 RETURNING action, since";
        let rows: Vec<(String, i64)> = self.changed(query(sql).bind(room.as_str()).bind(person.as_str())).await?;
        let Some((action, since)) = rows.into_iter().next() else { return Ok(None) };
        let row = format!("{person} in {room}");
        Ok(Some((parse(&action, "what is expected of", &row)?, moment(since, &row)?)))
    }
}

#[async_trait]
impl PromptCare for DbTx {
    async fn newest_prompts(&mut self, room: &RoomId, since: DateTime<Utc>, limit: u32) -> Stored<Vec<Prompt>> {
        let among = json(room)?;
        let newest = query(NEWEST).bind(micros(since)).bind(among).bind(i64::from(limit));
        let rows: Vec<(String, String, Option<String>)> = self.all(newest).await?;
        rows.into_iter().map(decode).collect()
    }
}

/// A token is a secret: what cannot be read is not named by it.
fn decode((rooms, actions, slot): (String, String, Option<String>)) -> Stored<Prompt> {
    Ok(Prompt {
        rooms: parse(&rooms, "the rooms of", "a prompt")?,
        actions: parse(&actions, "the actions of", "a prompt")?,
        slot: slot.map(Slot::new),
    })
}
