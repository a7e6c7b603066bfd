//! What is in a database before a measurement: members, and tickets that wait for an answer. They are made by the
//! engine itself and then copied, so that each has what a real one has: history, questions, buttons, a timer, posts.

pub mod flows;

use crate::process::{BINARY, database};
use anyhow::Context;
use async_trait::async_trait;
use chrono::Utc;
use secretary::adapters::child::OwnProgram;
use secretary::adapters::offline::Offline;
use secretary::adapters::scripts::ChildScripts;
use secretary::adapters::store::Database;
use secretary::adapters::system_clock::System;
use secretary::engine::{Address, Defaults, Engine, Parts, Share, home};
use secretary::ports::chat::{Chat, ChatError, Downloads, Editing, Posting, Receipts, Sent};
use secretary::ports::inbox::Intake;
use secretary::ports::scripts::Scripts;
use secretary::ports::store::{Hands, NewOutboxRow, Posted, Prompt, Store, TicketFilter};
use secretary::secretary::effect::Effect;
use secretary::secretary::ids::{EffectId, PersonId, RoomId, ScheduleId, TicketId, Token};
use secretary::secretary::inbound::{Account, ChatKind, Content, Inbound, Place, Platform, Sender};
use secretary::secretary::message::action::Action;
use secretary::secretary::people::workspace::{Person, Role};
use secretary::secretary::schedule::Schedule;
use secretary::secretary::ticket::event::{Event, Timer};
use secretary::secretary::ticket::{Ending, Stage, Ticket};
use secretary::workers::roster;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// The bot of the fake Bot API.
const BOT: &str = "123456";
/// An idea the built-in rules ask something about.
pub const VAGUE: &str = "decide on a hotel";

/// The store in a folder.
pub async fn store(folder: &Path) -> anyhow::Result<Database> {
    Ok(Database::connect(&format!("sqlite://{}", database(folder).display())).await?)
}

/// An engine over a store with the built-in rules, without tools.
pub fn engine(store: &Database) -> Arc<Engine> {
    engine_with(store, Arc::new(()))
}

/// The same, with scripts in child processes of the measured program.
pub fn scripted(store: &Database) -> Arc<Engine> {
    engine_with(store, Arc::new(ChildScripts::new(Arc::new(OwnProgram::new(BINARY)))))
}

fn engine_with(store: &Database, scripts: Arc<dyn Scripts>) -> Arc<Engine> {
    Engine::new(Parts {
        store: Arc::new(store.clone()),
        processes: Arc::new(store.clone()),
        share: Share::ALL,
        model: Arc::new(Offline::default()),
        grammar: Arc::new(Offline::default()),
        tools: Vec::new(),
        files: Arc::new(()),
        documents: Arc::new(()),
        scripts,
        folders: None,
        charts: None,
        clock: Arc::new(System),
        entropy: Arc::new(System),
        secrets: Arc::new(()),
        roster: roster::load(None, &|_| false).agents,
        defaults: Defaults {
            zone: "UTC".to_owned(),
            language: "en".to_owned(),
            owners: Vec::new(),
            version: "bench".to_owned(),
            messages: None,
            address: Address { url: "http://127.0.0.1:8787".to_owned(), public: false },
            kept: secretary::secretary::settings::retention::Keeping::default(),
        },
    })
}

/// A platform that takes everything at once and tells when.
pub struct Taking(pub mpsc::UnboundedSender<(String, Instant)>);

impl Receipts for Taking {}

impl Downloads for Taking {}

#[async_trait]
impl Chat for Taking {
    async fn post(&self, posting: Posting<'_>) -> Result<Sent, ChatError> {
        let _ = self.0.send((posting.to.chat.clone(), Instant::now()));
        Ok(Sent { id: posting.key.to_owned(), more: false })
    }

    async fn edit(&self, _: Editing<'_>) -> Result<usize, ChatError> {
        Ok(1)
    }

    async fn open_thread(&self, _: &Place, _: &str, _: &str) -> Result<Option<Place>, ChatError> {
        Ok(None)
    }

    async fn typing(&self, _: &Place) {}
}

/// A message of a person in their direct chat on Telegram.
pub fn says(user: u64, event: &str, text: &str) -> Inbound {
    Inbound {
        event: event.to_owned(),
        place: Place {
            platform: Platform::Telegram,
            bot: BOT.to_owned(),
            chat: user.to_string(),
            thread: None,
            kind: ChatKind::Direct,
            title: None,
        },
        sender: Sender {
            user: user.to_string(),
            name: format!("Person {user}"),
            bot: false,
            anonymous: false,
            language: Some("en".to_owned()),
            zone: None,
            roles: Vec::new(),
        },
        content: Content::Text {
            message: event.to_owned(),
            text: text.to_owned(),
            addressed: true,
            reply_to: None,
            attachments: Vec::new(),
            forwarded: false,
            refers: Vec::new(),
        },
        sent_at: Utc::now(),
        handle: None,
    }
}

/// Makes these Telegram users members who may send ideas.
pub async fn members(store: &Database, users: impl Iterator<Item = u64>) -> anyhow::Result<()> {
    let mut tx = store.begin().await?;
    for user in users {
        let (id, name) = (PersonId::new(format!("p{user}")), format!("Person {user}"));
        let person = Person {
            accounts: vec![Account { platform: Platform::Telegram, user: user.to_string() }],
            zone: Some("UTC".to_owned()),
            language: Some("en".to_owned()),
            ..Person::new(id, home(), &name, Role::Requester, Utc::now())
        };
        tx.save_person(&person).await?;
    }
    Ok(tx.commit().await?)
}

/// Makes a database with these members in a folder and lets go of it.
pub async fn prepared(folder: &Path, users: impl Iterator<Item = u64>) -> anyhow::Result<()> {
    let store = store(folder).await?;
    members(&store, users).await?;
    store.close().await;
    Ok(())
}

/// Fills a folder with this many tickets of one member that wait for an answer.
pub async fn waiting(folder: &Path, user: u64, count: usize) -> anyhow::Result<()> {
    let store = store(folder).await?;
    members(&store, std::iter::once(user)).await?;
    let (first, actions) = one_waiting(&store, user).await?;
    let from: Vec<usize> = (1..count).collect();
    for some in from.chunks(1_000) {
        let mut tx = store.begin().await?;
        for n in some {
            let number = tx.next_number(&home()).await?;
            copy(tx.as_mut(), &first, &actions, *n, number).await?;
        }
        tx.commit().await?;
    }
    store.close().await;
    Ok(())
}

/// The first ticket, made as people make it: it waits for an answer to its questions, which have these buttons.
async fn one_waiting(store: &Database, user: u64) -> anyhow::Result<(Ticket, Vec<Action>)> {
    let engine = engine(store);
    let (heard, _ear) = mpsc::unbounded_channel();
    engine.connect(Platform::Telegram, Arc::new(Taking(heard)));
    engine.prepare(true).await?;
    engine.receive(vec![says(user, "m1", VAGUE)]).await?;
    engine.settle_all().await?;
    let mut tx = store.read().await?;
    anyhow::ensure!(
        tx.next_due(&Hands::All).await?.is_some_and(|due| due > Utc::now()),
        "something is still to be sent"
    );
    let filter = TicketFilter { workspace: Some(home()), limit: 1, ..TicketFilter::default() };
    let first = tx.tickets(&filter).await?.into_iter().next().context("no ticket was made")?;
    let round = first.rounds.first().context("the idea was clear; it must be vague")?.clone();
    let actions = tx.prompt(&round.token).await?.context("the questions have no buttons")?.actions;
    Ok((first, actions))
}

/// Makes a database in a folder that has seen so many tickets, all finished, and has a tenth as many schedules and a
/// hundredth as many rooms. These users are members.
pub async fn grown(folder: &Path, users: std::ops::Range<u64>, tickets: usize) -> anyhow::Result<()> {
    let store = store(folder).await?;
    members(&store, users.clone()).await?;
    let (mut done, actions) = one_waiting(&store, users.start).await?;
    done.stage = Stage::Closed(Ending::Done);
    let engine = engine(&store);
    engine.receive(vec![says(users.start, "m2", "remind me every day at 9 to water the plants")]).await?;
    engine.settle_all().await?;
    let mut tx = store.read().await?;
    let daily = tx.schedules(&home()).await?.pop().context("no reminder was set")?;
    let room = tx.room(&done.room).await?.context("the ticket has no room")?;
    drop(tx);
    let from: Vec<usize> = (1..=tickets).collect();
    for some in from.chunks(5_000) {
        let mut tx = store.begin().await?;
        for n in some {
            let number = tx.next_number(&home()).await?;
            finished(tx.as_mut(), &done, &actions, *n, number).await?;
            if n % 10 == 0 {
                let id = ScheduleId::new(format!("copied-schedule-{n}"));
                let copy = Schedule { id: id.clone(), number, next_at: Some(far()), ..daily.clone() };
                tx.save_schedule(&copy).await?;
                let effect = Effect::WakeSchedule { schedule: id.clone() };
                let row = NewOutboxRow {
                    id: EffectId::new(format!("wake{n}")),
                    lane: format!("schedule/{id}"),
                    ticket: None,
                    effect,
                    due_at: far(),
                };
                tx.enqueue(&row, Utc::now()).await?;
            }
            if n % 100 == 0 {
                let mut copy = room.clone();
                copy.id = RoomId::new(format!("copied-room-{n}"));
                copy.place.chat = format!("-100{n}");
                copy.place.kind = ChatKind::Group;
                copy.person = None;
                tx.save_room(&copy).await?;
            }
        }
        tx.commit().await?;
    }
    store.close().await;
    Ok(())
}

/// Long after the measurement.
fn far() -> chrono::DateTime<Utc> {
    Utc::now() + chrono::TimeDelta::days(30)
}

async fn finished(
    tx: &mut dyn secretary::ports::store::Tx,
    done: &Ticket,
    actions: &[Action],
    n: usize,
    number: i64,
) -> anyhow::Result<()> {
    let id = TicketId::new(format!("{}{n}", done.id));
    let renamed: String = serde_json::to_string(done)?.replace(done.id.as_str(), id.as_str());
    let ticket = Ticket { number, ..serde_json::from_str(&renamed)? };
    tx.save_ticket(&ticket, None, &Event::IdeaReceived, None).await?;
    let token = Token::new(format!("copied-token-{n:010}"));
    let prompt = Prompt { rooms: vec![ticket.room.clone()], actions: actions.to_vec(), slot: None };
    tx.bind(&token, &prompt, ticket.created_at).await?;
    let place = says(1, "x", "x").place;
    for name in ["questions0", "report"] {
        let posted = Posted {
            slot: ticket.slot(name),
            room: ticket.room.clone(),
            part: 0,
            place: place.clone(),
            message: format!("{name}{n}"),
            at: ticket.created_at,
        };
        tx.save_posted(&posted).await?;
    }
    Ok(())
}

async fn copy(
    tx: &mut dyn secretary::ports::store::Tx,
    first: &Ticket,
    actions: &[Action],
    n: usize,
    number: i64,
) -> anyhow::Result<()> {
    let now = Utc::now();
    let id = TicketId::new(format!("{}{n}", first.id));
    let renamed: String = serde_json::to_string(first)?.replace(first.id.as_str(), id.as_str());
    let mut ticket: Ticket = serde_json::from_str(&renamed)?;
    ticket.number = number;
    let token = Token::new(format!("copied-token-{n:010}"));
    let timer = Timer::Questions(0);
    let mut at = now + chrono::TimeDelta::hours(24);
    for round in &mut ticket.rounds {
        round.token = token.clone();
        at = round.remind_at;
    }
    tx.save_ticket(&ticket, None, &Event::IdeaReceived, None).await?;
    let actions: Vec<Action> =
        serde_json::from_str(&serde_json::to_string(actions)?.replace(first.id.as_str(), id.as_str()))?;
    let prompt = Prompt { rooms: vec![ticket.room.clone()], actions, slot: None };
    tx.bind(&token, &prompt, now).await?;
    let effect = Effect::SetTimer { name: timer.name(), at, event: Event::TimerFired { timer: timer.clone() } };
    let lane = format!("timer/{id}/{}", timer.name());
    let row = NewOutboxRow { id: EffectId::new(format!("copy{n}")), lane, ticket: Some(id), effect, due_at: at };
    tx.enqueue(&row, now).await?;
    let place = says(1, "x", "x").place;
    let posted = Posted {
        slot: ticket.slot("questions0"),
        room: ticket.room.clone(),
        part: 0,
        place,
        message: format!("questions0{n}"),
        at: now,
    };
    Ok(tx.save_posted(&posted).await?)
}
