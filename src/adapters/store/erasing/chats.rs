//! A person's tickets, words and name in messages to others: in the web chat, and in messages that wait or were given
//! up.

use super::super::database::statement::query;
use super::super::database::tx::{DbTx, Touched};
use super::super::database::value::{json, parse};
use super::said::Said;
use super::words::Scrub;
use crate::ports::store::Stored;
use crate::ports::web::weblog::{Author, WebMessage};
use crate::secretary::effect::Effect;
use crate::secretary::message::{Block, Message, Span};
use crate::secretary::notes::Note;
use crate::secretary::people::workspace::Person;
use crate::secretary::wording::settings::privacy::ERASED;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// Messages of a ticket in the web chat, and those that show it beside others.
const SHOWN: [&str; 3] = [
    "SELECT message FROM posts WHERE platform = 'web' AND slot >= $1 || '/' AND slot < $1 || '0'",
    "SELECT message FROM copies WHERE platform = 'web' AND slot >= $1 || '/' AND slot < $1 || '0'",
    "SELECT p.message FROM posts AS p JOIN views AS v ON v.slot = p.slot AND v.room = p.room \
     WHERE p.platform = 'web' AND v.ticket = $1",
];

/// What stands where in the web chat, and of which workspace it is; nobody's, where the room is gone.
const STANDING: &str = "SELECT p.message, p.slot, COALESCE(r.workspace, '') FROM posts AS p \
     LEFT JOIN rooms AS r ON r.id = p.room WHERE p.platform = 'web' \
     UNION ALL SELECT c.message, c.slot, COALESCE(r.workspace, '') FROM copies AS c \
     LEFT JOIN rooms AS r ON r.id = c.room WHERE c.platform = 'web'";

/// Messages to rooms of a workspace whose words are still kept.
const UNSENT: &str = "SELECT o.id, COALESCE(o.ticket, ''), o.body FROM outbox AS o JOIN rooms AS r ON r.id = o.room \
     WHERE r.workspace = $1 AND o.body <> ''";

/// What goes out of messages to others.
pub(super) struct Traces {
    /// Of the messages of others' tickets.
    in_tickets: Scrub,
    /// Of lists, digests, reminders and answers, which may be about any ticket or order.
    elsewhere: Scrub,
    /// The numbers of the erased tickets.
    numbers: Vec<String>,
}

impl Traces {
    /// The message without them, if there were any.
    fn taken_out(&self, message: &Message, of_a_ticket: bool) -> Stored<Option<Message>> {
        let scrub = if of_a_ticket { &self.in_tickets } else { &self.elsewhere };
        let mut next = message.clone();
        if !of_a_ticket {
            self.take_lines(&mut next);
        }
        let fits = |text: &str| serde_json::from_str::<Message>(text).is_ok();
        if let Some(body) = scrub.taken_out(&json(&next)?, fits) {
            next = parse(&body, "a message", "without what was erased")?;
        }
        Ok((next != *message).then_some(next))
    }

    /// A note without what goes out of others' tickets, if any of it stood there.
    pub(super) fn out_of_note(&self, note: &Note) -> Stored<Option<Note>> {
        let fits = |text: &str| serde_json::from_str::<Note>(text).is_ok();
        let body = self.in_tickets.taken_out(&json(note)?, fits);
        body.map(|body| parse(&body, "a note", "without what was erased")).transpose()
    }

    /// What a flow of others keeps, without what goes out of others' tickets, if any of it stood there.
    pub(super) fn out_of_flow<T: DeserializeOwned>(&self, body: &str) -> Option<String> {
        self.in_tickets.taken_out(body, |text| serde_json::from_str::<T>(text).is_ok())
    }

    /// Lines about their tickets: a title may be shortened in any way.
    fn take_lines(&self, message: &mut Message) {
        for block in &mut message.blocks {
            if self.is_about(block) {
                *block = Block::Line(vec![Span::text(ERASED)]);
            }
        }
        for row in &mut message.buttons {
            row.retain(|button| !self.numbered(&button.label));
        }
        message.buttons.retain(|row| !row.is_empty());
    }

    fn is_about(&self, block: &Block) -> bool {
        match block {
            Block::Code { text, .. } | Block::Markdown(text) => self.numbered(text),
            Block::Table(rows) => rows.iter().flatten().any(|cell| self.numbered(cell)),
            Block::Line(_) | Block::Heading(_) | Block::Item { .. } | Block::Quote(_) | Block::Gap => {
                let text: String = block.spans().iter().map(Span::plain).collect();
                self.numbered(&text)
            }
        }
    }

    fn numbered(&self, text: &str) -> bool {
        let ends = |at: usize| !text[at..].starts_with(|c: char| c.is_ascii_digit());
        self.numbers.iter().any(|number| text.match_indices(number).any(|(at, found)| ends(at + found.len())))
    }
}

impl DbTx {
    /// What is looked for, while it can still be read what there was.
    pub(super) async fn traces(&mut self, person: &Person, typed: &Said, direct: &[String]) -> Stored<Traces> {
        let (id, mut own) = (person.id.as_str(), typed.clone());
        let sql = "SELECT number, body FROM tickets WHERE requester = $1";
        let tickets: Vec<(i64, String)> = self.all(query(sql).bind(id)).await?;
        for (_, body) in &tickets {
            own.own(body);
        }
        let sql = "SELECT e.body FROM events AS e JOIN tickets AS t ON t.id = e.ticket WHERE t.requester = $1";
        self.names(sql, id).await?.iter().for_each(|body| own.own(body));
        for body in self.names("SELECT body FROM schedules WHERE owner = $1", id).await? {
            own.ordered(&parse(&body, "a schedule", "of somebody")?);
        }
        for body in self.names("SELECT body FROM flows WHERE owner = $1", id).await? {
            own.planned(&parse(&body, "a flow", "of somebody")?);
        }
        // What became a note or somebody else's idea is no event of theirs.
        for (_, text) in self.spoken_by(id).await? {
            own.spoken(&text);
        }
        let sql = "SELECT body FROM people WHERE removed = 0 AND id <> $1";
        let mut alone = person.name.chars().count() > 1;
        for body in self.names(sql, id).await? {
            let other: Person = parse(&body, "a person", "of all")?;
            // Whoever has an account of theirs is this same one, as another workspace knows them.
            let same = || other.accounts.iter().any(|account| person.accounts.contains(account));
            alone &= other.name != person.name || same();
        }
        let others = self.others_here(person.workspace.as_str(), id, typed).await?;
        let scrub = |said: Said| Scrub::new(id, &person.name, said, direct).in_messages(alone).beside(others.clone());
        Ok(Traces {
            in_tickets: scrub(typed.clone()),
            elsewhere: scrub(own),
            numbers: tickets.iter().map(|(number, _)| format!("#{number}")).collect(),
        })
    }

    /// The messages of the web chat in which somebody's tickets stand.
    pub(super) async fn shown_on_the_web(&mut self, person: &str) -> Stored<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        for ticket in self.names("SELECT id FROM tickets WHERE requester = $1", person).await? {
            for sql in SHOWN {
                found.extend(self.names(sql, &ticket).await?);
            }
        }
        Ok(found)
    }

    /// Once their own rows are gone: takes out of the messages to others what is left of somebody.
    pub(super) async fn scrub_messages(&mut self, person: &Person, traces: &Traces) -> Stored<()> {
        let here = person.workspace.as_str();
        let rows: Vec<(String, String, String)> = self.all(query(UNSENT).bind(here)).await?;
        for (id, ticket, body) in rows {
            let mut effect: Effect = parse(&body, "an outbox row", &id)?;
            let (Effect::Post { message, .. } | Effect::Edit { message, .. }) = &mut effect else { continue };
            if let Some(next) = traces.taken_out(message, !ticket.is_empty())? {
                *message = next;
                let sql = "UPDATE outbox SET body = $2 WHERE id = $1";
                self.run(query(sql).bind(id).bind(json(&effect)?)).await?;
            }
        }
        self.scrub_web(here, traces).await
    }

    async fn scrub_web(&mut self, here: &str, traces: &Traces) -> Stored<()> {
        let standing: Vec<(String, String, String)> = self.all(query(STANDING)).await?;
        let standing: BTreeMap<String, (String, String)> =
            standing.into_iter().map(|(message, slot, workspace)| (message, (slot, workspace))).collect();
        let tickets: BTreeSet<String> =
            self.names("SELECT id FROM tickets WHERE workspace = $1", here).await?.into_iter().collect();
        let of_a_ticket = |slot: &str| slot.match_indices('/').any(|(at, _)| tickets.contains(&slot[..at]));
        let rows: Vec<(i64, String)> = self.all(query("SELECT id, body FROM web_log ORDER BY id")).await?;
        for (id, body) in rows {
            let web: WebMessage = parse(&body, "web message", id)?;
            let place = standing.get(&id.to_string());
            // What others typed is theirs, and elsewhere somebody may still belong.
            let elsewhere = place.is_some_and(|(_, workspace)| !workspace.is_empty() && workspace != here);
            if web.author == Author::Person || elsewhere {
                continue;
            }
            let ticket = place.is_some_and(|(slot, _)| of_a_ticket(slot));
            if let Some(message) = traces.taken_out(&web.message, ticket)? {
                self.write_web(id, &WebMessage { message, ..web }).await?;
            }
        }
        Ok(())
    }

    /// Changes a message of the web chat. Places in it are counted and pages look for changes, so that rows stay.
    pub(super) async fn write_web(&mut self, id: i64, message: &WebMessage) -> Stored<()> {
        let sql = "UPDATE web_log SET seq = (SELECT MAX(seq) + 1 FROM web_log), body = $2 WHERE id = $1";
        self.run(query(sql).bind(id).bind(json(message)?)).await?;
        self.touch(Touched::WebLog);
        Ok(())
    }
}
