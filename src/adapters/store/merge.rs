//! Merging and removing members. Rare and thorough: every row that names the member is rewritten.

use super::statement::query;
use super::tx::DbTx;
use super::value::{json, parse};
use crate::ports::store::{
    NoteChangeRows, NoteRows, PersonCare, PersonRows, RoomRows, ScheduleRows, Stored, TicketRows,
};
use crate::secretary::ids::{NoteChangeId, PersonId, RoomId, ScheduleId, TicketId, WorkspaceId};
use crate::secretary::notes::{self, Note, Scope};
use crate::secretary::workspace::{Code, Grant, Person};
use async_trait::async_trait;

impl DbTx {
    async fn ids(&mut self, sql: &'static str, person: &PersonId) -> Stored<Vec<String>> {
        let rows: Vec<(String,)> = self.all(query(sql).bind(person.as_str())).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    async fn hand_over_tickets(&mut self, from: &PersonId, into: &Person) -> Stored<()> {
        for id in self.ids("SELECT id FROM tickets WHERE requester = $1", from).await? {
            let Some(mut ticket) = self.ticket(&TicketId::new(id)).await? else { continue };
            ticket.requester = into.id.clone();
            ticket.requester_name.clone_from(&into.name);
            self.write_ticket(&ticket).await?;
        }
        Ok(())
    }

    async fn hand_over_schedules(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        for id in self.ids("SELECT id FROM schedules WHERE owner = $1", from).await? {
            let Some(mut schedule) = self.schedule(&ScheduleId::new(id)).await? else { continue };
            schedule.owner = into.clone();
            self.save_schedule(&schedule).await?;
        }
        Ok(())
    }

    async fn hand_over_rooms(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        for id in self.ids("SELECT id FROM rooms WHERE person = $1", from).await? {
            let Some(mut room) = self.room(&RoomId::new(id)).await? else { continue };
            room.person = Some(into.clone());
            self.save_room(&room).await?;
        }
        Ok(())
    }

    /// Notes move, those of one title as one; what was changed in them can still be taken back.
    async fn hand_over_notes(&mut self, from: &PersonId, into: &Person) -> Stored<()> {
        let old = Scope::personal(into.workspace.clone(), from.clone()).own();
        let new = Scope::personal(into.workspace.clone(), into.id.clone()).own();
        for note in self.notes(&old).await? {
            let moved = match self.note(&new, &note.title).await? {
                Some(kept) => notes::joined(&kept, &note),
                None => Note { owner: new.owner().clone(), ..note.clone() },
            };
            self.drop_note(&old, &note).await?;
            self.save_note(&new, &moved).await?;
        }
        let moved = |note: Option<Note>| {
            note.map(|note| if note.owner == *old.owner() { Note { owner: new.owner().clone(), ..note } } else { note })
        };
        for id in self.ids("SELECT id FROM note_changes WHERE person = $1", from).await? {
            let Some(mut change) = self.note_change(&NoteChangeId::new(id)).await? else { continue };
            change.person = into.id.clone();
            change.before = moved(change.before);
            change.after = moved(change.after);
            self.save_note_change(&change).await?;
        }
        Ok(())
    }

    /// Codes for linking an account to the one now lead to the other.
    async fn hand_over_codes(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        let rows: Vec<(String, i64, String)> = self.all(query("SELECT workspace, position, body FROM codes")).await?;
        for (workspace, position, body) in rows {
            let mut code: Code = parse(&body, "a code of workspace", &workspace)?;
            if code.grant == Grant::Link(from.clone()) {
                code.grant = Grant::Link(into.clone());
                let sql = "UPDATE codes SET body = $3 WHERE workspace = $1 AND position = $2";
                self.run(query(sql).bind(workspace).bind(position).bind(json(&code)?)).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl PersonCare for DbTx {
    async fn merge_person(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        if from == into || self.person(from).await?.is_none() {
            return Ok(());
        }
        let Some(mut kept) = self.person(into).await? else { return Ok(()) };
        self.hand_over_tickets(from, &kept).await?;
        self.hand_over_turns(from, into).await?;
        self.hand_over_schedules(from, into).await?;
        self.hand_over_rooms(from, into).await?;
        self.hand_over_notes(from, &kept).await?;
        self.hand_over_codes(from, into).await?;
        if let Some(gone) = self.person(from).await? {
            kept.accounts.extend(gone.accounts);
            self.save_person(&kept).await?;
        }
        for sql in [
            "UPDATE events SET actor = $2 WHERE actor = $1",
            "INSERT INTO expects (room, person, action, since) SELECT room, $2, action, since FROM expects \
             WHERE person = $1 ON CONFLICT (room, person) DO NOTHING",
            "INSERT INTO spending AS s (workspace, period, who, tokens, money, held_tokens, held_money, unpriced, \
             more_tokens, more_money, warned) SELECT workspace, period, $2, tokens, money, held_tokens, held_money, \
             unpriced, more_tokens, more_money, warned FROM spending WHERE who = $1 \
             ON CONFLICT (workspace, period, who) DO UPDATE SET tokens = s.tokens + excluded.tokens, \
             money = s.money + excluded.money, unpriced = s.unpriced + excluded.unpriced",
        ] {
            self.run(query(sql).bind(from.as_str()).bind(into.as_str())).await?;
        }
        self.run(query("DELETE FROM spending WHERE who = $1").bind(from.as_str())).await?;
        self.run(query("DELETE FROM expects WHERE person = $1").bind(from.as_str())).await?;
        self.run(query("DELETE FROM people WHERE id = $1").bind(from.as_str())).await.map(|_| ())
    }

    /// The row stays, unlisted, so that their name can still be said beside what they decided.
    async fn remove_person(&mut self, id: &PersonId) -> Stored<()> {
        for sql in [
            "DELETE FROM accounts WHERE person = $1",
            "DELETE FROM expects WHERE person = $1",
            "UPDATE people SET removed = 1 WHERE id = $1",
        ] {
            self.run(query(sql).bind(id.as_str())).await?;
        }
        Ok(())
    }

    async fn former_people(&mut self, workspace: &WorkspaceId) -> Stored<Vec<Person>> {
        let sql = "SELECT id, body FROM people WHERE workspace = $1 AND removed = 1 ORDER BY id";
        let rows: Vec<(String, String)> = self.all(query(sql).bind(workspace.as_str())).await?;
        // Whom an account belongs to now is another matter.
        let former = |(id, body): (String, String)| Ok(Person { accounts: Vec::new(), ..parse(&body, "person", id)? });
        rows.into_iter().map(former).collect()
    }
}
