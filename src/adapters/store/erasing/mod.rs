//! Erases everything about one person. `columns.rs` lists every column of every table with its personal data; this
//! file, `others.rs`, `noted.rs`, `chats.rs` and `thoughts.rs` empty them. `retention.rs` deletes what is old enough.

mod beside;
mod chats;
#[cfg(test)]
mod columns;
mod files;
mod noted;
mod others;
pub(super) mod retention;
mod said;
mod talk;
pub(super) mod thoughts;
mod verdicts;
mod words;

use super::audit::seals::HIDDEN;
use super::database::cleaning::UNCLEAN;
use super::database::statement::{Sql, query};
use super::database::tx::{DbTx, Known, Touched};
use super::database::value::{json, micros, parse};
use crate::ports::files::home_of;
use crate::ports::store::{Erased, ErasureRows, PersonRows, PersonalRows, Stored, ViewRows};
use crate::ports::web::weblog::{Author, WebMessage};
use crate::secretary::audit::Entry;
use crate::secretary::ids::{PersonId, TicketId};
use crate::secretary::inbound::{Account, Platform};
use crate::secretary::message::Message;
use crate::secretary::people::names::FORMER;
use crate::secretary::people::quiet_hours::QuietHours;
use crate::secretary::people::workspace::{Person, Role, ZoneTalk};
use crate::secretary::wording::settings::privacy::{self, ERASED};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::collections::BTreeSet;

/// The files of a home that lie here.
const FILES: &str = "DELETE FROM files WHERE home = $1";

/// What belongs to a ticket, and the ticket.
const OF_ONE: [&str; 8] = [
    "DELETE FROM spending WHERE period = $1",
    "DELETE FROM prompt_turns WHERE ticket = $1",
    "DELETE FROM task_loads WHERE ticket = $1",
    "DELETE FROM task_waits WHERE ticket = $1",
    "DELETE FROM events WHERE ticket = $1",
    "DELETE FROM views WHERE ticket = $1",
    "DELETE FROM outbox WHERE ticket = $1",
    "DELETE FROM tickets WHERE id = $1",
];

/// What is found by the beginning of a ticket's names. The ids of runs begin with it as well; '0' follows '/'.
const OF_TICKET: [&str; 6] = [
    "DELETE FROM outbox WHERE slot >= $1 || '/' AND slot < $1 || '0'",
    "DELETE FROM posts WHERE slot >= $1 || '/' AND slot < $1 || '0'",
    "DELETE FROM copies WHERE slot >= $1 || '/' AND slot < $1 || '0'",
    "DELETE FROM prompts WHERE slot >= $1 || '/' AND slot < $1 || '0'",
    "DELETE FROM steps WHERE run >= $1 || '/' AND run < $1 || '0'",
    "DELETE FROM rooms WHERE thread_ticket = $1",
];

/// Somebody's direct chats; of somebody who has left those are nobody's any more.
const DIRECT: &str = "SELECT id FROM rooms WHERE kind = 'direct' AND (person = $1 \
     OR (person IS NULL AND id IN (SELECT room FROM tickets WHERE requester = $1 AND direct = 1)))";
const NOBODYS: &str = "SELECT id FROM rooms WHERE id = $1 AND kind = 'direct' AND person IS NULL";
const LEFT: &str =
    "SELECT id FROM rooms WHERE workspace = $1 AND platform = $2 AND chat = $3 AND kind = 'direct' AND person IS NULL";

/// What stands in somebody's direct chat.
const OF_ROOM: [&str; 7] = [
    "DELETE FROM outbox WHERE room = $1",
    "DELETE FROM posts WHERE room = $1",
    "DELETE FROM copies WHERE room = $1",
    "DELETE FROM expects WHERE room = $1",
    "DELETE FROM views WHERE room = $1",
    "DELETE FROM conversation WHERE room = $1",
    "DELETE FROM rooms WHERE id = $1",
];

/// What is somebody's own.
const OWN: [&str; 13] = [
    // Messages that wait to be understood.
    "DELETE FROM outbox WHERE lane LIKE 'understand/%/' || $1",
    "DELETE FROM spending WHERE who = $1",
    "DELETE FROM prompt_turns WHERE person = $1",
    "DELETE FROM notes WHERE owner = $1",
    "DELETE FROM note_changes WHERE person = $1",
    "DELETE FROM schedules WHERE owner = $1",
    "DELETE FROM flow_steps WHERE run IN (SELECT id FROM flow_runs WHERE person = $1 OR caused_by = $1 \
     OR flow IN (SELECT id FROM flows WHERE owner = $1))",
    "DELETE FROM flow_runs WHERE person = $1 OR caused_by = $1 OR flow IN (SELECT id FROM flows WHERE owner = $1)",
    "DELETE FROM flow_triggers WHERE person = $1 OR flow IN (SELECT id FROM flows WHERE owner = $1)",
    "DELETE FROM flows WHERE owner = $1",
    "DELETE FROM flow_rows WHERE person = $1",
    "DELETE FROM expects WHERE person = $1",
    "DELETE FROM accounts WHERE person = $1",
];

/// Rows in which a text stands: buttons in these rooms that are no ticket's, which may hold words of anybody; codes; and
/// what nothing could be decided about.
macro_rules! where_found {
    ($before:literal, $column:literal) => {
        Sql {
            sqlite: concat!($before, " instr(", $column, ", $1) > 0"),
            postgres: concat!($before, " strpos(", $column, ", $1) > 0"),
        }
    };
}
const BUTTONS: Sql =
    where_found!("DELETE FROM prompts WHERE (slot IS NULL OR substr(slot, 1, 3) = 're/') AND", "rooms");
const NAMED_BUTTONS: Sql = where_found!("DELETE FROM prompts WHERE", "actions");
/// Buttons that ask what was meant quote the label of what they are about, whoever chose it. In texts quotes are escaped.
const MEANT_BUTTONS: &str = "SELECT token, rooms FROM prompts WHERE actions LIKE '%\"Understood\":%'";
const CODES: Sql = where_found!("DELETE FROM codes WHERE", "body");
const QUARANTINED: Sql = where_found!("DELETE FROM inbox WHERE state = 'quarantined' AND", "body");

/// Short answers, which may repeat words and names, were read within seconds.
const ANSWERS: &str =
    "UPDATE inbox SET fate = '{\"Decided\":null}' WHERE state = 'done' AND fate <> '{\"Decided\":null}'";

/// Events hidden with one statement.
const AT_ONCE: usize = 500;
/// New names of events, an object by their numbers; the first and the last of these.
const HIDE: Sql = Sql {
    sqlite: "UPDATE inbox SET event = json_extract($1, '$.\"' || seq || '\"') \
             WHERE seq BETWEEN $2 AND $3 AND json_extract($1, '$.\"' || seq || '\"') IS NOT NULL",
    postgres: "UPDATE inbox SET event = CAST($1 AS jsonb) ->> CAST(seq AS TEXT) \
               WHERE seq BETWEEN $2 AND $3 AND CAST($1 AS jsonb) ->> CAST(seq AS TEXT) IS NOT NULL",
};

/// Answers in groups that could not be sent.
const GIVEN_UP: &str = "DELETE FROM outbox WHERE room = $1 AND ticket IS NULL AND state IN ('failed', 'shelved')";

/// Rows that have become the oldest of their lane.
const HEADS: &str = "UPDATE outbox SET head = 1 WHERE head = 0 AND seq IN (SELECT MIN(seq) FROM outbox \
     WHERE state IN ('pending', 'uncertain', 'sending') GROUP BY lane)";

impl DbTx {
    /// The ids that a statement finds.
    pub(crate) async fn names(&mut self, sql: &'static str, of: &str) -> Stored<Vec<String>> {
        self.column(query(sql).bind(of)).await
    }

    async fn each(&mut self, statements: &[&'static str], of: &str) -> Stored<()> {
        for sql in statements {
            self.run(query(*sql).bind(of)).await?;
        }
        Ok(())
    }

    /// The tickets of somebody, and what they sent in those of others.
    async fn erase_tickets(&mut self, person: &str) -> Stored<Erased> {
        let tickets = self.names("SELECT id FROM tickets WHERE requester = $1", person).await?;
        let tickets: Vec<TicketId> = tickets.into_iter().map(TicketId::new).collect();
        let mut homes = Vec::new();
        for ticket in &tickets {
            homes.extend(self.erase_named(ticket).await?);
        }
        homes.extend(self.erase_received(&files::OF_PERSON, person).await?);
        for home in &homes {
            self.run(query(FILES).bind(home)).await?;
        }
        Ok(Erased { tickets, homes })
    }

    /// Gives the homes of received files of which nothing is known any more.
    async fn erase_named(&mut self, ticket: &TicketId) -> Stored<Vec<String>> {
        self.erase_talk_of(ticket).await?;
        self.leave_views(ticket).await?;
        self.each(&OF_TICKET, ticket.as_str()).await?;
        self.run(query(FILES).bind(home_of(ticket))).await?;
        self.each(&OF_ONE, ticket.as_str()).await?;
        self.erase_received(&files::OF_TICKET, ticket.as_str()).await
    }

    /// What shows a ticket beside others has words about it in the rows of these as well.
    async fn leave_views(&mut self, ticket: &TicketId) -> Stored<()> {
        let sql = "SELECT number FROM tickets WHERE id = $1";
        let Some(number) = self.value::<i64>(query(sql).bind(ticket.as_str())).await? else { return Ok(()) };
        for mut view in self.views_of(ticket).await? {
            view.leave_out(ticket, number);
            self.save_view(&view).await?;
        }
        Ok(())
    }

    /// Erases a closed ticket, whoever sent it, with all that belongs to it. Gives the homes of received files of which nothing
    /// is known any more.
    pub(super) async fn erase_ticket(&mut self, ticket: &TicketId) -> Stored<Vec<String>> {
        let homes = self.erase_named(ticket).await?;
        self.known().loads = None;
        self.run(query(HEADS)).await?;
        Ok(homes)
    }

    async fn direct_chats(&mut self, person: &Person) -> Stored<Vec<String>> {
        let mut direct = self.names(DIRECT, person.id.as_str()).await?;
        for account in &person.accounts {
            let of = query(LEFT).bind(person.workspace.as_str()).bind(account.platform.name()).bind(&account.user);
            direct.extend(self.column::<String>(of).await?);
        }
        // Where somebody who has left said something: the log knows rooms by their ids.
        for row in self.audit_about(&person.id).await? {
            let from = serde_json::from_str::<Entry>(&row.body).ok().and_then(|entry| entry.from);
            let from = from.filter(|from| from.person.as_ref() == Some(&person.id));
            let Some(room) = from.and_then(|from| from.room) else { continue };
            direct.extend(self.names(NOBODYS, room.as_str()).await?);
        }
        direct.sort();
        direct.dedup();
        Ok(direct)
    }

    /// The direct chats, and what stands in groups without belonging to a ticket.
    async fn erase_chats(&mut self, person: &Person, direct: &[String]) -> Stored<BTreeSet<String>> {
        let id = person.id.as_str();
        for room in direct {
            let only = json(&[room])?;
            self.run(query("DELETE FROM prompts WHERE rooms = $1").bind(only)).await?;
        }
        let sql = "SELECT id FROM rooms WHERE workspace = $1 AND kind = 'group'";
        for room in self.names(sql, person.workspace.as_str()).await? {
            self.run(query(BUTTONS).bind(json(&room)?)).await?;
            self.run(query(GIVEN_UP).bind(room)).await?;
        }
        let here = self.names("SELECT id FROM rooms WHERE workspace = $1", person.workspace.as_str()).await?;
        for (token, rooms) in self.all::<(String, String)>(query(MEANT_BUTTONS)).await? {
            let rooms: Vec<String> = parse(&rooms, "the rooms of buttons", &token)?;
            if rooms.iter().any(|room| here.contains(room)) {
                self.run(query("DELETE FROM prompts WHERE token = $1").bind(token)).await?;
            }
        }
        self.run(query(NAMED_BUTTONS).bind(json(id)?)).await?;
        let mut on_the_web = BTreeSet::new();
        for room in direct {
            on_the_web
                .extend(self.names("SELECT message FROM posts WHERE platform = 'web' AND room = $1", room).await?);
            self.each(&OF_ROOM, room).await?;
        }
        Ok(on_the_web)
    }

    /// What is known by account alone, whatever the workspace, unless somebody of another one has the account, too.
    async fn erase_account(&mut self, account: &Account) -> Stored<bool> {
        let sql = "SELECT person FROM accounts WHERE platform = $1 AND account = $2";
        if self.is_there(query(sql).bind(account.platform.name()).bind(&account.user)).await? {
            return Ok(false);
        }
        for sql in [
            "DELETE FROM strangers WHERE platform = $1 AND account = $2",
            "DELETE FROM guesses WHERE platform = $1 AND account = $2",
        ] {
            self.run(query(sql).bind(account.platform.name()).bind(&account.user)).await?;
        }
        Ok(true)
    }

    /// What names of events say of whoever caused them, only their platform knows: somebody's chat, their number. None stays.
    async fn hide_events(&mut self, platform: Platform) -> Stored<()> {
        let sql =
            "SELECT seq, bot, event FROM inbox WHERE platform = $1 AND substr(event, 1, length($2)) <> $2 ORDER BY seq";
        let rows: Vec<(i64, String, String)> = self.all(query(sql).bind(platform.name()).bind(HIDDEN)).await?;
        for some in rows.chunks(AT_ONCE) {
            let named = some.iter().map(|(seq, bot, event)| (seq, self.hidden_name(platform.name(), bot, event)));
            let named: std::collections::BTreeMap<String, String> =
                named.map(|(seq, hidden)| (seq.to_string(), hidden)).collect();
            let names = json(&named)?;
            self.run(query(HIDE).bind(names).bind(some[0].0).bind(some[some.len() - 1].0)).await?;
        }
        Ok(())
    }

    /// Of whoever was taken out or left, what tells their accounts again: no role of a server lets these in. Who had everything erased
    /// as a member was put out by nobody, and who came again since is another.
    async fn stays_out(&mut self, gone: &Person) -> Stored<Vec<String>> {
        let out = self.names("SELECT id FROM people WHERE id = $1 AND removed = 1", gone.id.as_str()).await?;
        let mut hashes = Vec::new();
        for account in gone.accounts.iter().filter(|_| !out.is_empty()) {
            if self.member(&gone.workspace, account).await?.is_none() {
                hashes.push(self.hidden_account(&gone.workspace, account));
            }
        }
        Ok(hashes)
    }

    /// Takes the words out of messages of the web chat.
    async fn erase_web(&mut self, which: impl Fn(Author, &str) -> bool + Send) -> Stored<()> {
        let rows: Vec<(i64, String)> = self.all(query("SELECT id, body FROM web_log ORDER BY id")).await?;
        for (id, body) in rows {
            let WebMessage { author, at, message, seen, .. } = parse(&body, "web message", id)?;
            let closing = author == Author::Secretary && privacy::is_forgetting(&message);
            if !closing && which(author, &id.to_string()) {
                let message = Message::lines([ERASED]);
                let (client, files) = (None, Vec::new());
                self.write_web(id, &WebMessage { author, message, at, reply_to: None, client, files, seen }).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl ErasureRows for DbTx {
    async fn erase_person(&mut self, person: &PersonId, now: DateTime<Utc>) -> Stored<Erased> {
        let id = person.as_str();
        // As it stands there: the accounts of somebody who has left are nowhere else.
        let body: Option<String> = self.value(query("SELECT body FROM people WHERE id = $1").bind(id)).await?;
        let Some(body) = body else { return Ok(Erased::default()) };
        let mut gone: Person = parse(&body, "person", id)?;
        for account in self.person(person).await?.map(|known| known.accounts).unwrap_or_default() {
            if !gone.accounts.contains(&account) {
                gone.accounts.push(account);
            }
        }
        let direct = self.direct_chats(&gone).await?;
        let typed = self.typed_by(id).await?;
        let traces = self.traces(&gone, &typed, &direct).await?;
        let shown = self.shown_on_the_web(id).await?;
        self.erase_web(|_, message| shown.contains(message)).await?;
        self.scrub_others(&gone, &typed, &direct, micros(now)).await?;
        let on_the_web = self.erase_chats(&gone, &direct).await?;
        let erased = self.erase_tickets(id).await?;
        self.forget_holds(person, &erased.tickets).await?;
        self.each(&OWN, id).await?;
        self.run(query(CODES).bind(json(id)?)).await?;
        for account in &gone.accounts {
            self.hide_events(account.platform).await?;
            let known_elsewhere = !self.erase_account(account).await?;
            // Kept as it came, by platforms that write numbers as numbers and as texts.
            if account.user.len() > 4 {
                self.run(query(QUARANTINED).bind(&account.user)).await?;
            }
            if account.platform == Platform::Web {
                // What was typed there may be about any workspace of the one who typed it.
                let theirs = |author, message: &str| author == Author::Person || on_the_web.contains(message);
                self.erase_web(|author, message| !known_elsewhere || theirs(author, message)).await?;
            }
        }
        self.scrub_notes(&gone.workspace, &traces).await?;
        self.scrub_flows(&gone.workspace, &traces).await?;
        self.scrub_messages(&gone, &traces).await?;
        self.erase_talk(&gone).await?;
        self.run(query(ANSWERS)).await?;
        self.understand_anew(&gone, now).await?;
        self.run(query(HEADS)).await?;
        let kept_out = self.stays_out(&gone).await?;
        let nobody = Person {
            name: FORMER.to_owned(),
            role: Role::Observer,
            accounts: Vec::new(),
            zone: None,
            zone_talk: ZoneTalk::default(),
            quiet: QuietHours::default(),
            language: None,
            joined_at: now,
            away: None,
            lenders: None,
            erased: true,
            kept_out,
            ..gone
        };
        let sql = "UPDATE people SET removed = 1, body = $2 WHERE id = $1";
        self.run(query(sql).bind(id).bind(json(&nobody)?)).await?;
        if !self.on_server() {
            let sql = "INSERT INTO marks (name, value) VALUES ($1, '') ON CONFLICT (name) DO NOTHING";
            self.run(query(sql).bind(UNCLEAN)).await?;
        }
        *self.known() = Known::default();
        self.touch(Touched::Outbox);
        self.cleans_up();
        Ok(erased)
    }

    async fn out_of_file(&mut self, person: &PersonId, ticket: &TicketId, text: &str) -> Stored<Option<String>> {
        self.out_of_text(person, ticket, text).await
    }
}
