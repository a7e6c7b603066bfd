//! Lists of tickets. Each access (open ones, by person, room, chat, number or change) has a query that starts from
//! its index, so that a list stays fast beside a million finished tickets. The further conditions are the same in
//! all.

use super::tickets::{decode, rank};
use crate::adapters::store::database::statement::{Sql, query};
use crate::adapters::store::database::tx::DbTx;
use crate::adapters::store::database::value::{json, micros};
use crate::ports::store::{Stored, TicketFilter};
use crate::secretary::ids::{PersonId, RoomId, WorkspaceId};
use crate::secretary::permissions::visibility::Visibility;
use crate::secretary::ticket::{Status, Ticket};

/// A list of texts as JSON, as rows.
macro_rules! texts {
    (sqlite, $list:literal, $name:literal) => {
        concat!("json_each(", $list, ") AS ", $name)
    };
    (postgres, $list:literal, $name:literal) => {
        concat!("json_array_elements_text(CAST(", $list, " AS json)) AS ", $name, "(value)")
    };
}
pub(crate) use texts;

/// The same of ranges.
macro_rules! ranges {
    (sqlite, $list:literal, $name:literal) => {
        concat!("json_each(", $list, ") AS ", $name)
    };
    (postgres, $list:literal, $name:literal) => {
        concat!("json_array_elements(CAST(", $list, " AS json)) AS ", $name, "(value)")
    };
}

/// What a list starts from.
macro_rules! start {
    ($db:ident, all) => {
        "tickets AS t"
    };
    ($db:ident, rooms) => {
        concat!(texts!($db, "$15", "r"), " CROSS JOIN tickets AS t")
    };
    ($db:ident, numbers) => {
        concat!(ranges!($db, "$6", "r"), " CROSS JOIN tickets AS t")
    };
}

/// The inner query finds and orders by the narrow columns; only the bodies of the page are read.
macro_rules! list_of {
    ($db:ident, $from:ident, $start:literal, $order:literal) => {
        concat!(
            "SELECT t.id, t.body FROM (SELECT t.id AS id FROM ",
            start!($db, $from),
            " WHERE ",
            $start,
            " AND t.folded = 0 \
              AND ($1 IS NULL OR t.workspace = $1) \
              AND ($2 IS NULL OR t.status IN (SELECT s.value FROM ",
            texts!($db, "$2", "s"),
            ")) \
              AND ($3 IS NULL OR t.requester = $3) \
              AND ($4 IS NULL OR t.room = $4) \
              AND ($5 IS NULL OR t.updated_at >= $5) \
              AND ($8 IS NULL OR t.decided_at < $8) \
              AND ($6 IS NULL OR EXISTS (SELECT 1 FROM ",
            ranges!($db, "$6", "n"),
            " WHERE t.number BETWEEN CAST(n.value ->> 0 AS BIGINT) AND CAST(n.value ->> 1 AS BIGINT))) \
              AND ($9 IS NULL OR (t.priority, t.created_at, t.number) > ($9, $10, $11)) \
              AND ($12 IS NULL OR t.number < $12) \
              AND ($13 = 0 OR t.direct = 0 OR t.requester = $14) \
              AND ($15 IS NULL OR t.room IN (SELECT h.value FROM ",
            texts!($db, "$15", "h"),
            ")) \
              AND ($16 = 0 OR t.awaits = 1) \
              ORDER BY ",
            $order,
            " LIMIT $7) AS page JOIN tickets AS t ON t.id = page.id ORDER BY ",
            $order
        )
    };
}

macro_rules! list {
    ($from:ident, $start:literal, $order:literal) => {
        Sql { sqlite: list_of!(sqlite, $from, $start, $order), postgres: list_of!(postgres, $from, $start, $order) }
    };
}

/// In the order of an index, which the database may walk instead of sorting.
macro_rules! walked {
    ($from:ident, $start:literal) => {
        [
            list!($from, $start, "t.priority, t.created_at, t.number"),
            list!($from, $start, "t.created_at DESC, t.number DESC"),
        ]
    };
}

/// The plus keeps SQLite from walking all tickets in order to save itself the sort of the few it needs.
macro_rules! sorted {
    ($from:ident, $start:literal) => {
        [
            list!($from, $start, "+t.priority, t.created_at, t.number"),
            list!($from, $start, "+t.created_at DESC, t.number DESC"),
        ]
    };
}

/// Most urgent first, newest first.
pub(crate) type Pair = [Sql; 2];

pub(crate) const OPEN: Pair = sorted!(all, "t.status NOT IN ('done', 'failed', 'cancelled')");
pub(crate) const AWAITS: Pair = sorted!(all, "t.awaits = 1");
pub(crate) const REQUESTER: Pair = walked!(all, "t.requester = $3");
pub(crate) const ROOM: Pair = walked!(all, "t.room = $4");
pub(crate) const CHAT: Pair = sorted!(rooms, "t.room = r.value");
pub(crate) const CHANGED: Pair = sorted!(all, "t.updated_at >= $5");
pub(crate) const DECIDED: Pair =
    [list!(all, "t.decided_at < $8", "t.decided_at DESC"), list!(all, "t.decided_at < $8", "t.decided_at DESC")];
pub(crate) const NUMBER: Pair =
    sorted!(numbers, "t.number BETWEEN CAST(r.value ->> 0 AS BIGINT) AND CAST(r.value ->> 1 AS BIGINT)");
pub(crate) const ALL: Pair = walked!(all, "1 = 1");

/// The queries whose index leaves the fewest rows for this filter.
pub(super) fn way_in(filter: &TicketFilter) -> Pair {
    let open = |status: &Status| !matches!(status, Status::Done | Status::Failed | Status::Cancelled);
    if filter.awaiting {
        AWAITS
    } else if !filter.statuses.is_empty() && filter.statuses.iter().all(open) {
        OPEN
    } else if filter.decided_before.is_some() {
        DECIDED
    } else if filter.number_prefix.is_some() {
        NUMBER
    } else if filter.changed_since.is_some() {
        CHANGED
    } else if filter.requester.is_some() {
        REQUESTER
    } else if filter.room.is_some() {
        ROOM
    } else if matches!(filter.visibility, Visibility::Chat(_)) {
        CHAT
    } else {
        ALL
    }
}

/// The numbers that start with these digits, as ranges: 12 → [12,12], [120,129], [1200,1299] … None for what
/// no number starts with.
pub(super) fn ranges(prefix: &str) -> Vec<(i64, i64)> {
    let digits = !prefix.is_empty() && !prefix.starts_with('0') && prefix.bytes().all(|b| b.is_ascii_digit());
    let Some(mut low) = prefix.parse::<i64>().ok().filter(|_| digits) else { return Vec::new() };
    let mut high = low;
    let mut ranges = vec![(low, high)];
    while let (Some(next), Some(last)) = (low.checked_mul(10), high.checked_mul(10).and_then(|n| n.checked_add(9))) {
        (low, high) = (next, last);
        ranges.push((low, high));
    }
    ranges
}

/// A visibility as columns can be compared with it.
pub(crate) struct Eyes<'a> {
    /// What was said in direct chats is left out …
    pub no_private: bool,
    /// … but for what this person said.
    pub but_of: Option<&'a str>,
    /// Only what was said in these rooms, as JSON.
    pub rooms: Option<String>,
}

impl<'a> Eyes<'a> {
    pub(crate) fn of(visibility: &'a Visibility) -> Stored<Self> {
        let (no_private, but_of, rooms) = match visibility {
            Visibility::Everything => (false, None, None),
            Visibility::Own(person) => (true, Some(person.as_str()), None),
            Visibility::Groups => (true, None, None),
            Visibility::Chat(rooms) => (true, None, Some(json(rooms)?)),
        };
        Ok(Self { no_private, but_of, rooms })
    }
}

impl DbTx {
    pub(super) async fn list_tickets(&mut self, filter: &TicketFilter) -> Stored<Vec<Ticket>> {
        let statuses: Vec<&str> = filter.statuses.iter().map(|status| status.name()).collect();
        let statuses = if statuses.is_empty() { None } else { Some(json(&statuses)?) };
        let numbers = match filter.number_prefix.as_deref() {
            Some("") | None => None,
            Some(prefix) => Some(json(&ranges(prefix))?),
        };
        let eyes = Eyes::of(&filter.visibility)?;
        let filter = TicketFilter { number_prefix: numbers.clone(), ..filter.clone() };
        let [urgent, newest] = way_in(&filter);
        let list = query(if filter.newest_first { newest } else { urgent })
            .bind(filter.workspace.as_ref().map(WorkspaceId::as_str))
            .bind(statuses)
            .bind(filter.requester.as_ref().map(PersonId::as_str))
            .bind(filter.room.as_ref().map(RoomId::as_str))
            .bind(filter.changed_since.map(micros))
            .bind(numbers)
            .bind(i64::from(filter.limit))
            .bind(filter.decided_before.map(micros))
            .bind(filter.after.map(|turn| rank(turn.priority)))
            .bind(filter.after.map(|turn| micros(turn.created_at)))
            .bind(filter.after.map(|turn| turn.number))
            .bind(filter.before)
            .bind(eyes.no_private)
            .bind(eyes.but_of)
            .bind(eyes.rooms)
            .bind(filter.awaiting);
        self.all(list).await?.into_iter().map(decode).collect()
    }
}
