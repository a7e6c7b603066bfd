//! Somebody's name and words in what belongs to others.

use super::super::statement::{Sql, query};
use super::super::tx::DbTx;
use super::words::{Scrub, typed};
use crate::ports::store::Stored;
use crate::secretary::action::Action;
use crate::secretary::effect::Effect;
use crate::secretary::event::Event;
use crate::secretary::schedule::Schedule;
use crate::secretary::ticket::Ticket;
use crate::secretary::views::View;
use crate::secretary::workspace::{Person, Settings};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Tickets of others in which somebody did something, or whose rows have their name or one of their chats.
macro_rules! touched {
    ($place:literal) => {
        concat!(
            "SELECT t.id FROM tickets AS t WHERE t.workspace = $1 AND t.requester <> $2 AND (",
            $place,
            "(t.body, $3) > 0 OR EXISTS (SELECT 1 FROM events AS e WHERE e.ticket = t.id AND (e.actor = $2 OR ",
            $place,
            "(e.body, $3) > 0)))"
        )
    };
}
const TOUCHED: Sql = Sql { sqlite: touched!("instr"), postgres: touched!("strpos") };

const TYPED: &str = "SELECT e.body FROM events AS e JOIN tickets AS t ON t.id = e.ticket \
     WHERE e.actor = $1 AND t.requester <> $1";

/// Where values stand that are read by `$1` and written by their name among those.
struct Place {
    read: &'static str,
    write: &'static str,
    fits: fn(&str) -> bool,
}

fn is<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

/// Of a ticket. The ids of runs and the names of messages begin with their ticket's; '0' follows '/'.
const OF_TICKET: [Place; 6] = [
    Place {
        read: "SELECT id, body FROM tickets WHERE id = $1",
        write: "UPDATE tickets SET body = $3 WHERE id = $1 AND id = $2",
        fits: is::<Ticket>,
    },
    Place {
        read: "SELECT CAST(version AS TEXT), body FROM events WHERE ticket = $1",
        write: "UPDATE events SET body = $3 WHERE ticket = $1 AND CAST(version AS TEXT) = $2",
        fits: is::<Event>,
    },
    Place {
        read: "SELECT run || ' ' || CAST(seq AS TEXT), body FROM steps WHERE run >= $1 || '/' AND run < $1 || '0'",
        write: "UPDATE steps SET body = $3 WHERE run >= $1 || '/' AND run < $1 || '0' \
                AND run || ' ' || CAST(seq AS TEXT) = $2",
        fits: is::<Value>,
    },
    Place {
        read: "SELECT id, body FROM outbox WHERE ticket = $1 AND body <> ''",
        write: "UPDATE outbox SET body = $3 WHERE ticket = $1 AND id = $2",
        fits: is::<Effect>,
    },
    Place {
        read: "SELECT token, actions FROM prompts WHERE slot >= $1 || '/' AND slot < $1 || '0'",
        write: "UPDATE prompts SET actions = $3 WHERE slot >= $1 || '/' AND token = $2",
        fits: is::<Vec<Action>>,
    },
    Place {
        read: "SELECT slot || ' ' || room, body FROM views WHERE ticket = $1",
        write: "UPDATE views SET body = $3 WHERE ticket = $1 AND slot || ' ' || room = $2",
        fits: is::<View>,
    },
];

/// Of a workspace.
const OF_WORKSPACE: [Place; 2] = [
    Place {
        read: "SELECT id, body FROM schedules WHERE workspace = $1",
        write: "UPDATE schedules SET body = $3 WHERE workspace = $1 AND id = $2",
        fits: is::<Schedule>,
    },
    Place {
        read: "SELECT workspace, body FROM settings WHERE workspace = $1",
        write: "UPDATE settings SET body = $3 WHERE workspace = $1 AND workspace = $2",
        fits: is::<Settings>,
    },
];

impl DbTx {
    /// Takes a person's name and words out of the tickets, orders and settings of others.
    pub(super) async fn scrub_others(&mut self, person: &Person, direct: &[String]) -> Stored<()> {
        let (id, here) = (person.id.as_str(), person.workspace.as_str());
        let rows: Vec<(String,)> = self.all(query(TYPED).bind(id)).await?;
        let scrub = Scrub::new(id, &person.name, rows.iter().flat_map(|(body,)| typed(body)), direct);
        let quoted = Value::from(person.name.as_str()).to_string();
        let mut tickets: Vec<(String,)> = self.all(query(TOUCHED).bind(here).bind(id).bind(quoted)).await?;
        for room in direct {
            let shown = query(TOUCHED).bind(here).bind(id).bind(Value::from(room.as_str()).to_string());
            tickets.extend(self.all::<(String,)>(shown).await?);
        }
        tickets.sort();
        tickets.dedup();
        for (ticket,) in tickets {
            for place in &OF_TICKET {
                self.scrub(place, &ticket, &scrub).await?;
            }
        }
        for place in &OF_WORKSPACE {
            self.scrub(place, here, &scrub).await?;
        }
        Ok(())
    }

    async fn scrub(&mut self, place: &Place, of: &str, scrub: &Scrub) -> Stored<()> {
        let rows: Vec<(String, String)> = self.all(query(place.read).bind(of)).await?;
        for (key, body) in rows {
            if let Some(body) = scrub.taken_out(&body, place.fits) {
                self.run(query(place.write).bind(of).bind(key).bind(body)).await?;
            }
        }
        Ok(())
    }
}
