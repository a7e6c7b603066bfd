//! Merges and removes members: every row that names the member is rewritten.

use super::members::erased;
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::{DbTx, Known};
use crate::adapters::store::database::value::{json, parse};
use crate::ports::store::{
    FlowRows, FlowRunRows, FlowTriggerRows, NoteChangeRows, NoteRows, PersonCare, PersonRows, RoomRows, ScheduleRows,
    Stored, TicketRows,
};
use crate::secretary::flow::Flow;
use crate::secretary::ids::{
    FlowId, FlowRunId, NoteChangeId, PersonId, RoomId, ScheduleId, TicketId, TriggerId, WorkspaceId,
};
use crate::secretary::inbound::Account;
use crate::secretary::notes::{self, Note, Scope};
use crate::secretary::people::merge_members;
use crate::secretary::people::workspace::{Code, Grant, Person};
use async_trait::async_trait;

/// Tickets of a workspace in which somebody did something, or whose rows have their id.
macro_rules! named {
    ($place:literal) => {
        concat!(
            "SELECT t.id FROM tickets AS t WHERE t.workspace = $1 AND (t.requester = $2 OR ",
            $place,
            "(t.body, $3) > 0 OR EXISTS (SELECT 1 FROM events AS e WHERE e.ticket = t.id AND e.actor = $2))"
        )
    };
}
const NAMED: Sql = Sql { sqlite: named!("instr"), postgres: named!("strpos") };

/// Where an id stands in values that nothing but it must change in.
const MENTIONS: [&str; 5] = [
    "UPDATE settings SET body = replace(body, $1, $2) WHERE body LIKE '%' || $1 || '%'",
    "UPDATE prompts SET actions = replace(actions, $1, $2) WHERE actions LIKE '%' || $1 || '%'",
    "UPDATE views SET body = replace(body, $1, $2) WHERE body LIKE '%' || $1 || '%'",
    "UPDATE conversation SET body = replace(body, '\"by\":' || $1, '\"by\":' || $2) WHERE body LIKE '%\"by\":' || $1 || '%'",
    "UPDATE outbox SET body = replace(body, $1, $2) WHERE slot IS NOT NULL AND body LIKE '%' || $1 || '%'",
];

impl DbTx {
    /// Those they sent, decided something in, or are to decide something in.
    async fn hand_over_tickets(&mut self, from: &Person, into: &Person) -> Stored<()> {
        let id = from.id.as_str();
        let named = query(NAMED).bind(from.workspace.as_str()).bind(id).bind(json(id)?);
        for id in self.column::<String>(named).await? {
            let Some(before) = self.ticket(&TicketId::new(id)).await? else { continue };
            let mut ticket = before.clone();
            ticket.hand_over(from, into);
            if ticket != before {
                self.write_ticket(&ticket).await?;
                self.write_turns(&ticket, Some(&before)).await?;
            }
        }
        Ok(())
    }

    async fn hand_over_schedules(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        for id in self.names("SELECT id FROM schedules WHERE owner = $1", from.as_str()).await? {
            let Some(mut schedule) = self.schedule(&ScheduleId::new(id)).await? else { continue };
            schedule.owner = into.clone();
            self.save_schedule(&schedule).await?;
        }
        Ok(())
    }

    /// Their flows, the runs they pay for or caused, and the triggers they set up.
    async fn hand_over_flows(&mut self, from: &Person, into: &Person) -> Stored<()> {
        for mut flow in self.all_flows(&from.workspace).await? {
            let before = flow.clone();
            flow.hand_over(from, into);
            if flow != before {
                self.save_flow(&flow).await?;
            }
        }
        let sql = "SELECT id FROM flow_runs WHERE person = $1 OR caused_by = $1";
        for id in self.names(sql, from.id.as_str()).await? {
            let Some(mut run) = self.flow_run(&FlowRunId::new(id)).await? else { continue };
            run.hand_over(from, into);
            self.save_flow_run(&run).await?;
        }
        for id in self.names("SELECT id FROM flow_triggers WHERE person = $1", from.id.as_str()).await? {
            let Some(mut trigger) = self.flow_trigger(&TriggerId::new(id)).await? else { continue };
            trigger.hand_over(from, into);
            self.save_flow_trigger(&trigger).await?;
        }
        Ok(())
    }

    /// Also deleted ones.
    async fn all_flows(&mut self, here: &WorkspaceId) -> Stored<Vec<Flow>> {
        let mut all = Vec::new();
        for id in self.names("SELECT id FROM flows WHERE workspace = $1", here.as_str()).await? {
            all.extend(self.flow(&FlowId::new(id)).await?);
        }
        Ok(all)
    }

    async fn hand_over_rooms(&mut self, from: &PersonId, into: &PersonId) -> Stored<()> {
        for id in self.names("SELECT id FROM rooms WHERE person = $1", from.as_str()).await? {
            let Some(mut room) = self.room(&RoomId::new(id)).await? else { continue };
            room.person = Some(into.clone());
            self.save_room(&room).await?;
        }
        Ok(())
    }

    /// Moves notes and joins those with the same title. Their changes can still be undone.
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
        for id in self.names("SELECT id FROM note_changes WHERE person = $1", from.as_str()).await? {
            let Some(mut change) = self.note_change(&NoteChangeId::new(id)).await? else { continue };
            change.person = into.id.clone();
            change.before = moved(change.before);
            change.after = moved(change.after);
            self.save_note_change(&change).await?;
        }
        Ok(())
    }

    /// Who decides for whom; what becomes of the one that stays is saved with them.
    async fn hand_over_deputies(&mut self, from: &Person, into: &mut Person) -> Stored<()> {
        for person in self.people(&into.workspace).await? {
            let away = merge_members::away(&person, from, &into.id);
            if away == person.away {
                continue;
            }
            if person.id == into.id {
                into.away = away;
            } else if person.id != from.id {
                self.save_person(&Person { away, ..person }).await?;
            }
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
        if from == into {
            return Ok(());
        }
        let Some(mut kept) = self.person(into).await? else { return Ok(()) };
        let Some(gone) = self.person(from).await? else { return Ok(()) };
        self.hand_over_tickets(&gone, &kept).await?;
        self.hand_over_schedules(from, into).await?;
        self.hand_over_flows(&gone, &kept).await?;
        self.hand_over_rooms(from, into).await?;
        self.hand_over_notes(from, &kept).await?;
        self.hand_over_codes(from, into).await?;
        self.hand_over_holds(from, into).await?;
        self.hand_over_deputies(&gone, &mut kept).await?;
        kept.accounts.extend(gone.accounts);
        self.save_person(&kept).await?;
        for sql in MENTIONS {
            self.run(query(sql).bind(json(from)?).bind(json(into)?)).await?;
        }
        for sql in [
            "UPDATE events SET actor = $2 WHERE actor = $1",
            "UPDATE received_files SET person = $2 WHERE person = $1",
            "UPDATE flow_rows SET person = $2 WHERE person = $1",
            "INSERT INTO expects (room, person, action, since) SELECT room, $2, action, since FROM expects \
             WHERE person = $1 ON CONFLICT (room, person) DO NOTHING",
            // Money in another currency is not added up: its tokens have no price in that of the account.
            "INSERT INTO spending AS s (workspace, period, who, tokens, money, held_tokens, held_money, unpriced, \
             more_tokens, more_money, warned, currency) SELECT workspace, period, $2, tokens, money, held_tokens, \
             held_money, unpriced, more_tokens, more_money, warned, currency FROM spending WHERE who = $1 \
             ON CONFLICT (workspace, period, who) DO UPDATE SET tokens = s.tokens + excluded.tokens, \
             money = s.money + CASE WHEN excluded.currency IN (s.currency, '') OR s.currency = '' \
             THEN excluded.money ELSE 0 END, \
             unpriced = s.unpriced + CASE WHEN excluded.currency IN (s.currency, '') OR s.currency = '' \
             THEN excluded.unpriced ELSE excluded.tokens END, \
             held_tokens = s.held_tokens + excluded.held_tokens, \
             held_money = s.held_money + CASE WHEN excluded.currency IN (s.currency, '') OR s.currency = '' \
             THEN excluded.held_money ELSE 0 END, \
             currency = CASE WHEN s.currency = '' THEN excluded.currency ELSE s.currency END",
        ] {
            self.run(query(sql).bind(from.as_str()).bind(into.as_str())).await?;
        }
        self.run(query("DELETE FROM spending WHERE who = $1").bind(from.as_str())).await?;
        self.run(query("DELETE FROM expects WHERE person = $1").bind(from.as_str())).await?;
        self.run(query("DELETE FROM people WHERE id = $1").bind(from.as_str())).await?;
        *self.known() = Known::default();
        Ok(())
    }

    /// The row stays, unlisted, so that their name can still be said beside what they decided.
    async fn remove_person(&mut self, id: &PersonId) -> Stored<()> {
        for sql in [
            // What they were told as strangers, before they belonged here, they are told again.
            "DELETE FROM strangers WHERE EXISTS (SELECT 1 FROM accounts AS a WHERE a.person = $1 \
             AND a.platform = strangers.platform AND a.account = strangers.account)",
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
        let former = |(id, body): (String, String)| {
            let stored: Person = parse(&body, "person", id)?;
            Ok(Person { erased: erased(&stored), ..stored })
        };
        rows.into_iter().map(former).collect()
    }

    async fn kept_out(&mut self, workspace: &WorkspaceId, account: &Account, again: bool) -> Stored<bool> {
        let hash = self.hidden_account(workspace, account);
        let mut out = false;
        for mut person in self.former_people(workspace).await? {
            if !person.kept_out.contains(&hash) {
                continue;
            }
            out = true;
            if again {
                person.kept_out.retain(|kept| *kept != hash);
                let sql = "UPDATE people SET body = $2 WHERE id = $1";
                self.run(query(sql).bind(person.id.as_str()).bind(json(&person)?)).await?;
            }
        }
        Ok(out)
    }
}
