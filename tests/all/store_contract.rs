//! What every database must do, said once and run on each. A new database is a line in [`every`].
#![allow(clippy::unwrap_used)]

mod databases;
mod flows;
mod messages;
mod people;
mod tickets;

use chrono::{DateTime, TimeDelta, Utc};
use secretary::adapters::store::Database;
use secretary::ports::files::Files;
use secretary::ports::inbox::Marks;
use secretary::ports::store::{NewOutboxRow, Store, Tx};
use secretary::ports::tool::Notes;
use secretary::ports::web::sessions::Sessions;
use secretary::ports::web::weblog::WebLog;
use secretary::secretary::effect::{Class, Effect};
use secretary::secretary::ids::{EffectId, PersonId, RoomId, RunId, Slot, TicketId, WorkspaceId};
use secretary::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Platform, ReplyTo, Sender};
use secretary::secretary::message::Message;
use secretary::secretary::people::workspace::{Person, Purposes, Role, Room};
use secretary::secretary::ticket::{Priority, Stage, Ticket};
use tempfile::TempDir;

/// Letters that trip naive code: right-to-left, combining, astral, quotes, a zero-width joiner, a NUL.
const ODD: &str = "Ünïcødé \u{202e}עברית 👩‍👩‍👧 e\u{301} 'quoted\" \\ % _ \u{0}\u{feff} ß İ $1";

trait Everything: Sessions + Store + Notes + Marks + WebLog + Files {}
impl<T: Sessions + Store + Notes + Marks + WebLog + Files> Everything for T {}

struct Given {
    name: &'static str,
    store: Box<dyn Everything>,
    folder: Option<TempDir>,
}

impl Given {
    async fn write(&self) -> Box<dyn Tx> {
        self.store.begin().await.unwrap()
    }

    /// What a text is like when it stood in a column of its own: PostgreSQL has no NUL.
    fn column(&self, text: &str) -> String {
        if self.name == "postgres" { text.replace('\0', "\u{fffd}") } else { text.to_owned() }
    }
}

/// An empty store of every kind.
async fn every() -> Vec<Given> {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("s.db").display());
    let memory = Database::connect("sqlite::memory:").await.unwrap();
    let file = Database::connect(&url).await.unwrap();
    let mut every = vec![
        Given { name: "memory", store: Box::new(memory), folder: None },
        Given { name: "file", store: Box::new(file), folder: Some(folder) },
    ];
    if let Some(server) = proof::postgres::server() {
        let postgres = Database::connect(&server.fresh().await).await.unwrap();
        every.push(Given { name: "postgres", store: Box::new(postgres), folder: None });
    }
    every
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 123_456_000).unwrap() + TimeDelta::seconds(seconds)
}

fn house() -> WorkspaceId {
    WorkspaceId::new("house")
}

fn place(platform: Platform, chat: &str, thread: Option<&str>, kind: ChatKind) -> Place {
    Place {
        platform,
        bot: "bot".to_owned(),
        chat: chat.to_owned(),
        thread: thread.map(str::to_owned),
        kind,
        title: Some(ODD.to_owned()),
    }
}

fn inbound(event: &str) -> Inbound {
    Inbound {
        event: event.to_owned(),
        place: place(Platform::Telegram, "-100", None, ChatKind::Group),
        sender: Sender { user: "7".to_owned(), name: ODD.to_owned(), ..Sender::default() },
        content: Content::Command {
            message: None,
            name: "list".to_owned(),
            args: ODD.to_owned(),
            reply_to: None,
            attachments: Vec::new(),
            refers: Vec::new(),
        },
        sent_at: at(0),
        handle: None,
    }
}

fn effect(text: &str) -> Effect {
    Effect::TellRun { run: RunId::new("run"), text: text.to_owned() }
}

fn row(id: &str, lane: &str, due: i64) -> NewOutboxRow {
    NewOutboxRow {
        id: EffectId::new(id),
        lane: lane.to_owned(),
        ticket: Some(TicketId::new("t")),
        effect: effect(ODD),
        due_at: at(due),
    }
}

fn post(id: &str, lane: &str, room: &str, slot: &str) -> NewOutboxRow {
    let effect = Effect::Post {
        room: RoomId::new(room),
        slot: Slot::new(slot),
        message: Message::default(),
        reply: ReplyTo::default(),
        ticket: None,
        class: Class::Must,
    };
    NewOutboxRow { effect, ..row(id, lane, 0) }
}

fn account(platform: Platform, user: &str) -> Account {
    Account { platform, user: user.to_owned() }
}

fn person(id: &str, role: Role, accounts: &[Account]) -> Person {
    let (accounts, zone) = (accounts.to_vec(), Some("Europe/Berlin".to_owned()));
    Person { accounts, zone, ..Person::new(PersonId::new(id), house(), &format!("Name of {id}"), role, at(0)) }
}

fn room(id: &str, place: Place) -> Room {
    Room {
        id: RoomId::new(id),
        workspace: house(),
        place,
        purposes: Purposes { intake: true, ..Purposes::default() },
        closed: false,
        active: true,
        called: String::new(),
        person: None,
        thread_of: None,
        former: Vec::new(),
    }
}

fn ticket(number: i64, stage: Stage) -> Ticket {
    let ann = Person::new(PersonId::new("p1"), house(), "Ann", Role::Requester, at(0));
    let (id, idea) = (TicketId::new(format!("t{number}")), (Priority::Medium, ODD.to_owned()));
    let opened = Ticket::new(id, number, idea, &ann, RoomId::new("r1"), at(number));
    Ticket { title: ODD.to_owned(), stage, version: 1, ..opened }
}
