//! The gateway: sessions, replay buffers, and the conversation on each websocket. Content of events is made in `json`.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Request};
use axum::http::Response;
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::socket::Scissors;
use super::types::{Connection, Identify, Message, Violation};
use super::world::World;
use super::{Shared, handshake, json};

/// Intent bits.
pub(crate) mod intent {
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// Members, presences, message content.
    pub(crate) const PRIVILEGED: u64 = (1 << 1) | (1 << 8) | MESSAGE_CONTENT;
    /// Every bit Discord knows.
    pub(crate) const KNOWN: u64 = 0x1FFFF | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
    /// Needs none.
    pub(crate) const NONE: u64 = 0;
}

/// What the connection's task is told.
#[derive(Debug)]
pub(crate) enum Out {
    Text(String),
    Close(u16),
    /// Cut the TCP connection.
    Cut,
    /// Keep the TCP connection, but neither read nor write any more.
    HalfOpen,
}

/// One websocket.
pub(crate) struct Link {
    pub(crate) out: UnboundedSender<Out>,
    pub(crate) seen: Connection,
    pub(crate) session: Option<String>,
    pub(crate) zombie: bool,
    pub(crate) sends: VecDeque<Duration>,
}

/// What survives a connection.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) intents: u64,
    pub(crate) seq: u64,
    pub(crate) buffer: VecDeque<(u64, String)>,
    pub(crate) link: Option<usize>,
    pub(crate) detached_ms: u64,
}

/// Everything about the gateway.
pub(crate) struct Gateway {
    pub(crate) links: Vec<Link>,
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) sessions_made: usize,
    pub(crate) identifies: Vec<Identify>,
    pub(crate) resumes: usize,
    pub(crate) granted_privileged: u64,
    pub(crate) heartbeat_interval: Duration,
    pub(crate) session_life: Duration,
    pub(crate) buffer_size: usize,
    pub(crate) refuse_identify: VecDeque<u16>,
    pub(crate) down: bool,
    /// The next events of these names get another form.
    pub(crate) distorted: VecDeque<(String, Distort)>,
}

/// Changes the content of an event.
pub(crate) type Distort = Box<dyn FnOnce(&mut Value) + Send>;

impl Default for Gateway {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            sessions: BTreeMap::new(),
            sessions_made: 0,
            identifies: Vec::new(),
            resumes: 0,
            granted_privileged: 0,
            heartbeat_interval: Duration::from_millis(41_250),
            session_life: Duration::from_secs(180),
            buffer_size: 10_000,
            distorted: VecDeque::new(),
            refuse_identify: VecDeque::new(),
            down: false,
        }
    }
}

impl Gateway {
    /// Identifies in the last 24 h.
    pub(crate) fn identifies_within(&self, now: Duration) -> usize {
        let day = Duration::from_secs(86_400);
        self.identifies.iter().filter(|identify| now.saturating_sub(identify.at) < day).count()
    }

    /// Whether the developer portal grants message content.
    pub(crate) fn portal_content(&self) -> bool {
        self.granted_privileged & intent::MESSAGE_CONTENT != 0
    }

    pub(crate) fn tell(&self, link: usize, out: Out) {
        if let Some(link) = self.links.get(link) {
            // A link whose task ended is told nothing; its session buffers.
            drop(link.out.send(out));
        }
    }

    /// All links that are still open.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.links.len()).filter(|&number| self.links[number].seen.open).collect()
    }
}

impl World {
    /// Sends an event to every session that wants it; sessions without a connection buffer it for RESUME.
    pub(crate) fn dispatch(&mut self, event: &str, needs: u64, data: impl Fn(u64) -> Value) {
        let (now, life) = (self.now(), self.gateway.session_life);
        let life = u64::try_from(life.as_millis()).unwrap_or(u64::MAX);
        self.gateway.sessions.retain(|_, session| session.link.is_some() || now - session.detached_ms <= life);
        let names: Vec<String> = self.gateway.sessions.keys().cloned().collect();
        for name in names {
            self.dispatch_to(&name, event, needs, &data);
        }
    }

    /// The same for one session.
    pub(crate) fn dispatch_to(&mut self, session: &str, event: &str, needs: u64, data: &impl Fn(u64) -> Value) {
        let buffer_size = self.gateway.buffer_size;
        let Some(session) = self.gateway.sessions.get_mut(session) else {
            return;
        };
        if needs != intent::NONE && session.intents & needs == 0 {
            return;
        }
        session.seq += 1;
        let mut data = data(session.intents);
        if let Some(at) = self.gateway.distorted.iter().position(|(name, _)| name == event)
            && let Some((_, distort)) = self.gateway.distorted.remove(at)
        {
            distort(&mut data);
        }
        let payload = json!({"op": 0, "t": event, "s": session.seq, "d": data});
        let text = payload.to_string();
        session.buffer.push_back((session.seq, text.clone()));
        if session.buffer.len() > buffer_size {
            session.buffer.pop_front();
        }
        if let Some(number) = session.link
            && self.gateway.links.get(number).is_some_and(|link| !link.zombie)
        {
            self.gateway.tell(number, Out::Text(text));
        }
    }
}

fn message_intent(world: &World, channel: u64) -> u64 {
    let guild = world.channels.get(&channel).and_then(|at| at.guild);
    if guild.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES }
}

/// MESSAGE_CREATE or MESSAGE_UPDATE; content only for who may read it. Nothing from channels the bot cannot see.
pub(crate) fn tell_message(world: &mut World, event: &str, message: &Message) {
    if world.visible(message.channel).is_err() {
        return;
    }
    let needs = message_intent(world, message.channel);
    let open = json::event_message(world, message, true);
    let blank = json::event_message(world, message, false);
    world.dispatch(
        event,
        needs,
        |intents| {
            if intents & intent::MESSAGE_CONTENT != 0 { open.clone() } else { blank.clone() }
        },
    );
}

pub(crate) fn tell_deleted(world: &mut World, message: &Message) {
    let needs = message_intent(world, message.channel);
    let guild = world.channels.get(&message.channel).and_then(|at| at.guild);
    let mut data = json!({"id": json::sid(message.id), "channel_id": json::sid(message.channel)});
    if let Some(guild) = guild {
        data["guild_id"] = json::sid(guild);
    }
    world.dispatch("MESSAGE_DELETE", needs, |_| data.clone());
}

/// CHANNEL_* and THREAD_* of a guild.
pub(crate) fn tell_channel(world: &mut World, event: &str, id: u64) {
    let Some(channel) = world.channels.get(&id) else {
        return;
    };
    if channel.guild.is_none() || world.visible(id).is_err() {
        return;
    }
    let mut shape = json::channel(world, channel);
    if event == "THREAD_CREATE" {
        shape["newly_created"] = json!(true);
    }
    world.dispatch(event, intent::GUILDS, |_| shape.clone());
}

/// Takes a request for `/` as a gateway connection.
pub(crate) async fn upgrade(shared: Arc<Shared>, scissors: Scissors, request: Request) -> Response<Body> {
    if shared.look(|world| world.gateway.down) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = axum::http::StatusCode::SERVICE_UNAVAILABLE;
        return response;
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| talk(shared, scissors, socket)),
        Err(refused) => refused.into_response(),
    }
}

async fn talk(shared: Arc<Shared>, scissors: Scissors, mut socket: WebSocket) {
    let (out, mut orders) = unbounded_channel();
    let number = shared.change(|world| {
        let interval = world.gateway.heartbeat_interval.as_millis();
        let interval = u64::try_from(interval).unwrap_or(u64::MAX);
        let hello = json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": interval}});
        drop(out.send(Out::Text(hello.to_string())));
        let number = world.gateway.links.len();
        world.gateway.links.push(Link {
            out,
            seen: Connection { number, open: true, ready: false, resumed: false, heartbeats: 0, close_code: None },
            session: None,
            zombie: false,
            sends: VecDeque::new(),
        });
        number
    });
    let code = exchange(&shared, &scissors, &mut socket, &mut orders, number).await;
    shared.change(|world| handshake::detach(world, number, code));
}

/// Runs until one side closes; gives the close code, if there was one.
async fn exchange(
    shared: &Arc<Shared>,
    scissors: &Scissors,
    socket: &mut WebSocket,
    orders: &mut UnboundedReceiver<Out>,
    number: usize,
) -> Option<u16> {
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Out::Text(text)) => {
                    if socket.send(Frame::Text(text.into())).await.is_err() {
                        return None;
                    }
                }
                Some(Out::Close(code)) => {
                    let frame = CloseFrame { code, reason: "".into() };
                    drop(socket.send(Frame::Close(Some(frame))).await);
                    return Some(code);
                }
                Some(Out::HalfOpen) => {
                    while let Some(Out::Text(_) | Out::HalfOpen) = orders.recv().await {}
                    scissors.cut();
                    return None;
                }
                Some(Out::Cut) | None => {
                    scissors.cut();
                    return None;
                }
            },
            heard = socket.recv() => match heard {
                Some(Ok(Frame::Text(text))) => {
                    shared.change(|world| handshake::hear(world, number, text.as_str()));
                }
                Some(Ok(Frame::Close(frame))) => return frame.map(|frame| frame.code),
                Some(Ok(Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Err(_)) | None => return None,
            },
        }
    }
}

/// Notes a breach of the gateway's own limits (platform-facts D5).
pub(crate) fn misuse(world: &mut World, what: &str) {
    world.violations.push(Violation::GatewayMisuse(what.to_owned()));
}
