//! A person's name and words in rows that belong to others.

use super::super::database::statement::{Sql, query};
use super::super::database::tx::DbTx;
use super::super::database::value::{json, parse};
use super::beside::Others;
use super::files;
use super::said::Said;
use super::words::Scrub;
use super::words::sent::Sent;
use crate::ports::store::{Arrival, PersonRows, ScheduleRows, SettingRows, Stored, TicketRows};
use crate::secretary::effect::Effect;
use crate::secretary::flow::Flow;
use crate::secretary::ids::TicketId;
use crate::secretary::message::action::Action;
use crate::secretary::message::views::View;
use crate::secretary::people::names::FORMER;
use crate::secretary::people::workspace::{Person, Settings};
use crate::secretary::policy::{Rule, Then};
use crate::secretary::schedule::work::WorkOrder;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::ticket::decisions::line;
use crate::secretary::ticket::event::Event;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

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

/// The files that somebody sent for tickets of others.
const SENT: &str = "SELECT r.body FROM received_files AS r JOIN tickets AS t ON t.id = r.ticket \
     WHERE r.person = $1 AND t.requester <> $1";

/// Tickets of others to which they sent files.
const SENT_TO: &str = "SELECT DISTINCT r.ticket FROM received_files AS r JOIN tickets AS t ON t.id = r.ticket \
     WHERE t.workspace = $1 AND r.person = $2 AND t.requester <> $2";

/// Tickets that a schedule has opened.
macro_rules! by_clock {
    ($place:literal) => {
        concat!(
            "SELECT id FROM tickets WHERE workspace = $1 AND ",
            $place,
            "(body, '\"by\":{\"Schedule\":' || $2 || '}') > 0"
        )
    };
}
const BY_CLOCK: Sql = Sql { sqlite: by_clock!("instr"), postgres: by_clock!("strpos") };

/// Where values stand that are read by `$1` and written by their name among those.
struct Place {
    read: &'static str,
    write: &'static str,
    fits: fn(&str) -> bool,
}

fn is<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

/// Of a ticket, with what is still to be decided. The ids of runs and the names of messages begin with its id; '0' follows '/'.
const OF_TICKET: [Place; 6] = [
    Place {
        read: "SELECT id, body FROM tickets WHERE id = $1",
        write: "UPDATE tickets SET body = $3 WHERE id = $1 AND id = $2",
        fits: is::<Ticket>,
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
    Place {
        read: "SELECT CAST(seq AS TEXT), body FROM inbox WHERE state = 'new' \
               AND (body LIKE '{\"Ticket\":%' OR body LIKE '{\"Remind\":%' OR body LIKE '{\"SetUp\":%') \
               AND body LIKE '%\"ticket\":\"' || $1 || '\"%'",
        write: "UPDATE inbox SET body = $3 WHERE state = 'new' AND $1 <> '' AND CAST(seq AS TEXT) = $2",
        fits: is::<Arrival>,
    },
];

/// What happened to it.
const EVENTS: Place = Place {
    read: "SELECT CAST(version AS TEXT), body FROM events WHERE ticket = $1",
    write: "UPDATE events SET body = $3 WHERE ticket = $1 AND CAST(version AS TEXT) = $2",
    fits: is::<Event>,
};

/// What others said that is still to be understood or decided, and what waits for words of theirs or a press.
const WAITING: [Place; 4] = [
    Place {
        read: "SELECT id, body FROM outbox WHERE state IN ('pending', 'uncertain', 'sending') \
               AND lane >= 'understand/' AND lane < 'understand0' AND (lane LIKE 'understand/budget/' || $1 || '/%' \
               OR EXISTS (SELECT 1 FROM rooms AS r WHERE r.workspace = $1 AND outbox.lane LIKE 'understand/' || r.id || '/%'))",
        write: "UPDATE outbox SET body = $3 WHERE $1 <> '' AND id = $2",
        fits: is::<Effect>,
    },
    Place {
        read: "SELECT CAST(seq AS TEXT), body FROM inbox WHERE state = 'new' \
               AND body LIKE '{\"Understood\":%' AND body LIKE '%\"workspace\":\"' || $1 || '\"%'",
        write: "UPDATE inbox SET body = $3 WHERE state = 'new' AND $1 <> '' AND CAST(seq AS TEXT) = $2",
        fits: is::<Arrival>,
    },
    Place {
        read: "SELECT e.room || ' ' || e.person, e.action FROM expects AS e JOIN rooms AS r ON r.id = e.room \
               WHERE r.workspace = $1",
        write: "UPDATE expects SET action = $3 WHERE $1 <> '' AND room || ' ' || person = $2",
        fits: is::<Action>,
    },
    Place {
        read: "SELECT token, actions FROM prompts WHERE $1 <> '' \
               AND (actions LIKE '%\"files\":[%' OR actions LIKE '%\"refers\":[%')",
        write: "UPDATE prompts SET actions = $3 WHERE $1 <> '' AND token = $2",
        fits: is::<Vec<Action>>,
    },
];

/// Buttons with work by the clock in them.
const KEPT_ORDERS: Place = Place {
    read: "SELECT p.token, p.actions FROM prompts AS p WHERE p.actions LIKE '%\"template\":{%' \
           AND EXISTS (SELECT 1 FROM rooms AS r WHERE r.workspace = $1 AND p.rooms LIKE '%\"' || r.id || '\"%')",
    write: "UPDATE prompts SET actions = $3 WHERE $1 <> '' AND token = $2",
    fits: is::<Vec<Action>>,
};

/// The ticket itself.
const BODY: &str = "SELECT body FROM tickets WHERE id = $1";

/// What they did there.
const DONE: &str = "SELECT CAST(version AS TEXT) FROM events WHERE ticket = $1 AND actor = $2";

/// Of a workspace: what others ordered and set. Words in it are those of whoever did, and stay.
const OF_WORKSPACE: [Place; 3] = [
    Place {
        read: "SELECT id, body FROM schedules WHERE workspace = $1",
        write: "UPDATE schedules SET body = $3 WHERE workspace = $1 AND id = $2",
        fits: is::<Schedule>,
    },
    Place {
        read: "SELECT id, body FROM flows WHERE workspace = $1",
        write: "UPDATE flows SET body = $3 WHERE workspace = $1 AND id = $2",
        fits: is::<Flow>,
    },
    Place {
        read: "SELECT workspace, body FROM settings WHERE workspace = $1",
        write: "UPDATE settings SET body = $3 WHERE workspace = $1 AND workspace = $2",
        fits: is::<Settings>,
    },
];

impl DbTx {
    /// What somebody typed in tickets of others, and the files they sent.
    pub(super) async fn typed_by(&mut self, person: &str) -> Stored<Said> {
        let mut said = Said::default();
        for body in self.names(TYPED, person).await? {
            said.typed(&body);
        }
        for body in self.names(SENT, person).await? {
            said.sent(parse(&body, "a received file", "of somebody")?);
        }
        said.homes.extend(self.names(files::OF_PERSON.homes, person).await?);
        Ok(said)
    }

    /// Takes a person's name and words out of the tickets, orders and settings of others. `now` is in microseconds.
    pub(super) async fn scrub_others(&mut self, gone: &Person, said: &Said, direct: &[String], now: i64) -> Stored<()> {
        let (id, here) = (gone.id.as_str(), gone.workspace.as_str());
        let whole = Scrub::new(id, &gone.name, said.clone(), direct);
        let named = Scrub::new(id, &gone.name, Said::default(), direct);
        let quoted = |text: &str| Value::from(text).to_string();
        let (name, as_deputy) = (quoted(&gone.name), quoted(&format!(" for {}", gone.name)));
        let mut found = vec![name, as_deputy.trim_start_matches('"').to_owned(), quoted(id)];
        found.extend(direct.iter().map(|room| quoted(room)));
        let mut tickets: BTreeSet<String> = BTreeSet::new();
        for text in found {
            tickets.extend(self.column::<String>(query(TOUCHED).bind(here).bind(id).bind(text)).await?);
        }
        tickets.extend(self.column::<String>(query(SENT_TO).bind(here).bind(id)).await?);
        // Each time by the clock begins with the words that were agreed on once, whoever said them.
        let mut agreed: BTreeMap<String, Others> = BTreeMap::new();
        for (schedule, others) in self.scrub_orders(gone, said, &whole).await? {
            for ticket in self.column::<String>(query(BY_CLOCK).bind(here).bind(quoted(&schedule))).await? {
                agreed.insert(ticket, others.clone());
            }
        }
        tickets.extend(agreed.keys().cloned());
        for ticket in tickets {
            let there = self.others_in(&ticket, id, said).await?;
            let others = match agreed.remove(&ticket) {
                Some(agreed) => agreed.and_said(&there),
                None => there,
            };
            // Its decisions say where the name stands in reports, as long as they have it themselves.
            let body: Option<String> = self.value(query(BODY).bind(&ticket)).await?;
            let there = whole.clone().beside(others).reported(&body.unwrap_or_default());
            // First, so that nobody claims what is being cleaned, or adds to it.
            self.think_anew(&ticket, now).await?;
            self.unread_files(&ticket, id).await?;
            for place in &OF_TICKET {
                self.scrub(place, &ticket, |_, body| there.taken_out(body, place.fits)).await?;
            }
            let done = self.column::<String>(query(DONE).bind(&ticket).bind(id)).await?;
            let done: BTreeSet<String> = done.into_iter().collect();
            let of_event = |version: &str| if done.contains(version) { &whole } else { &there };
            self.scrub(&EVENTS, &ticket, |version, body| of_event(version).taken_out(body, EVENTS.fits)).await?;
            self.scrub_files(&ticket, &there).await?;
            self.leave_the_line(&TicketId::new(ticket), gone).await?;
        }
        self.drop_rules(gone).await?;
        for place in &OF_WORKSPACE {
            self.scrub(place, here, |_, body| named.taken_out(body, place.fits)).await?;
        }
        let sent = Sent::new(said.homes.clone(), &gone.name);
        for place in &WAITING {
            self.scrub(place, here, |_, body| sent.taken_out(body, place.fits)).await?;
        }
        Ok(())
    }

    /// Takes what a person said about the work by the clock of others, before it was agreed on, out of that work. Gives the
    /// schedules that had any of it, with what others wrote there.
    async fn scrub_orders(&mut self, gone: &Person, said: &Said, whole: &Scrub) -> Stored<Vec<(String, Others)>> {
        // Buttons that bring back an order have it in them. Nobody can say any more who said what before it.
        if self.is_there(query(KEPT_ORDERS.read).bind(gone.workspace.as_str())).await? {
            let others = self.others_here(gone.workspace.as_str(), gone.id.as_str(), said).await?;
            let there = whole.clone().beside(others);
            let without = |_: &str, body: &str| there.taken_out(body, KEPT_ORDERS.fits);
            self.scrub(&KEPT_ORDERS, gone.workspace.as_str(), without).await?;
        }
        let mut changed = Vec::new();
        for mut schedule in self.schedules(&gone.workspace).await? {
            let Duty::Work(work) = &schedule.duty else { continue };
            let (agreed, id) = (work.template.id.as_str(), gone.id.as_str());
            if schedule.owner == gone.id || !self.is_there(query(DONE).bind(agreed).bind(id)).await? {
                continue;
            }
            let others = self.others_in(agreed, id, said).await?;
            let without = whole.clone().beside(others.clone()).taken_out(&json(work)?, is::<WorkOrder>);
            let Some(without) = without else { continue };
            schedule.duty = Duty::Work(Box::new(parse(&without, "work by the clock", schedule.id.as_str())?));
            self.save_schedule(&schedule).await?;
            changed.push((schedule.id.to_string(), others));
        }
        Ok(changed)
    }

    /// Nobody waits for them any more.
    async fn leave_the_line(&mut self, ticket: &TicketId, person: &Person) -> Stored<()> {
        let Some(mut ticket) = self.ticket(ticket).await? else { return Ok(()) };
        if line::leave(&mut ticket, &person.id) {
            self.write_ticket(&ticket).await?;
            self.write_turns(&ticket, None).await?;
        }
        Ok(())
    }

    /// What was allowed for their ideas names what these were about, and what they allowed themself ends with them. Where they
    /// want agents to ask, or forbid something, that only protects: it stays as a rule of the workspace, without their name.
    async fn drop_rules(&mut self, person: &Person) -> Stored<()> {
        let Some(mut settings) = self.settings(&person.workspace).await? else { return Ok(()) };
        // Rules of owners from older versions name who made them and nothing else, which several may be called.
        let here = self.people(&person.workspace).await?;
        let alone = here.iter().all(|other| other.id == person.id || other.name != person.name);
        let made = |rule: &Rule| {
            let old = alone && rule.only_for.is_none() && rule.granted.is_empty() && rule.by == person.name;
            old || rule.granted.contains(&person.id)
        };
        let theirs = |rule: &Rule| match rule.then {
            Then::Allow => rule.only_for.as_ref() == Some(&person.id) || made(rule),
            Then::Ask | Then::Refuse => false,
        };
        let before = settings.rules.clone();
        settings.rules.retain(|rule| !theirs(rule));
        for rule in settings.rules.iter_mut().filter(|rule| made(rule)) {
            FORMER.clone_into(&mut rule.by);
        }
        if settings.rules == before { Ok(()) } else { self.save_settings(&settings).await }
    }

    /// `without`: the value of the row of this name without what is taken out, if there was any.
    async fn scrub(
        &mut self,
        place: &Place,
        of: &str,
        without: impl Fn(&str, &str) -> Option<String> + Send,
    ) -> Stored<()> {
        let rows: Vec<(String, String)> = self.all(query(place.read).bind(of)).await?;
        for (key, body) in rows {
            if let Some(body) = without(&key, &body) {
                self.run(query(place.write).bind(of).bind(key).bind(body)).await?;
            }
        }
        Ok(())
    }
}
