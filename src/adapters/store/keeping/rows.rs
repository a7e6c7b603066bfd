//! The columns that hold JSON values, and their types. It reads nothing.

use crate::ports::store::{Arrival, EventOutcome};
use crate::ports::web::weblog::WebMessage;
use crate::secretary::audit::Entry;
use crate::secretary::budget::Hold;
use crate::secretary::effect::Effect;
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::JournalEntry;
use crate::secretary::flow::run::FlowRun;
use crate::secretary::flow::tables::Row;
use crate::secretary::flow::trigger::Trigger;
use crate::secretary::ids::RoomId;
use crate::secretary::inbound::Place;
use crate::secretary::message::action::Action;
use crate::secretary::message::conversation::Said;
use crate::secretary::message::views::View;
use crate::secretary::notes::Change;
use crate::secretary::people::workspace::{Code, Person, Room, Settings};
use crate::secretary::received::ReceivedFile;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::event::Event;
use serde::de::DeserializeOwned;

/// A column with JSON.
#[derive(Clone, Copy, Debug)]
pub(super) struct Readable {
    pub(super) table: &'static str,
    /// Names a row.
    pub(super) key: &'static str,
    pub(super) column: &'static str,
    /// The rows that are still read: what is done with keeps no content, and what could not be read was put aside.
    pub(super) only: &'static str,
    /// Whether it can be read.
    pub(super) parse: fn(&str) -> bool,
}

fn is<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

const fn body(table: &'static str, key: &'static str, parse: fn(&str) -> bool) -> Readable {
    Readable { table, key, column: "body", only: "1 = 1", parse }
}

/// All of them.
pub(super) const READABLE: [Readable; 28] = [
    Readable { only: "state = 'new'", ..body("inbox", "seq", is::<Arrival>) },
    Readable { column: "fate", only: "fate IS NOT NULL", ..body("inbox", "seq", is::<EventOutcome>) },
    Readable { only: "state IN ('pending', 'uncertain', 'sending', 'shelved')", ..body("outbox", "seq", is::<Effect>) },
    body("tickets", "id", is::<Ticket>),
    body("events", "ticket || ' version ' || version", is::<Event>),
    body("people", "id", is::<Person>),
    body("rooms", "id", is::<Room>),
    body("settings", "workspace", is::<Settings>),
    body("codes", "workspace || ' ' || position", is::<Code>),
    body("schedules", "id", is::<Schedule>),
    Readable { column: "place", ..body("posts", "slot || ' in ' || room", is::<Place>) },
    Readable { column: "place", ..body("copies", "slot || ' in ' || room", is::<Place>) },
    // A token is a secret and names nothing.
    Readable { column: "rooms", ..body("prompts", "rowid", is::<Vec<RoomId>>) },
    Readable { column: "actions", ..body("prompts", "rowid", is::<Vec<Action>>) },
    Readable { column: "action", ..body("expects", "room || ' ' || person", is::<Action>) },
    body("steps", "run || ' ' || seq", is::<serde_json::Value>),
    body("note_changes", "id", is::<Change>),
    body("views", "slot || ' in ' || room", is::<View>),
    body("conversation", "room", is::<Vec<Said>>),
    body("received_files", "home", is::<ReceivedFile>),
    body("flows", "id", is::<Flow>),
    body("flow_runs", "id", is::<FlowRun>),
    body("flow_steps", "run || ' call ' || seq", is::<JournalEntry>),
    body("flow_rows", "name || ' row ' || seq", is::<Row>),
    body("flow_triggers", "id", is::<Trigger>),
    body("web_log", "id", is::<WebMessage>),
    body("holds", "id", is::<Hold>),
    body("audit", "seq", is::<Entry>),
];

#[cfg(test)]
mod tests {
    use crate::adapters::store::keeping::rows::*;

    /// Columns that hold one value each have a name of their own kind in the migrations.
    #[test]
    fn no_column_with_json_is_forgotten() {
        let mut tables = std::collections::BTreeSet::new();
        for migration in super::super::super::database::sqlite::MIGRATIONS.iter() {
            for create in migration.sql.as_str().split("CREATE TABLE ").skip(1) {
                let create = create.split(");").next().unwrap_or_default();
                if create.lines().any(|line| line.trim_start().starts_with("body ")) {
                    tables.insert(create.split(' ').next().unwrap_or_default().to_owned());
                }
            }
            // A table made anew takes the name of the one before.
            for renamed in migration.sql.as_str().split("ALTER TABLE ").skip(1) {
                if let Some((old, _)) = renamed.split(';').next().unwrap_or_default().split_once(" RENAME TO ") {
                    tables.remove(old);
                }
            }
        }
        let known = READABLE.iter().filter(|of| of.column == "body").map(|of| of.table.to_owned()).collect();
        assert_eq!(tables, known);
    }
}
