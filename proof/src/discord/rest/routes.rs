//! Which REST routes exist, and which handler answers each. No behaviour of its own.

use serde_json::Value;

use super::refusal::Refusal;
use crate::discord::handlers::{channels, commands, info, interactions, messages};
use crate::discord::world::World;

/// A REST route; names the target of faults, limits and the call log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Route {
    /// `GET /gateway`
    Gateway,
    /// `GET /gateway/bot`
    GatewayBot,
    /// `GET /users/@me`
    Me,
    /// `GET /applications/@me` and `GET /oauth2/applications/@me`
    Application,
    /// `GET /applications/{app}/commands` and the guild variant
    GetCommands,
    /// `PUT /applications/{app}/commands` and the guild variant (bulk overwrite)
    PutCommands,
    /// `GET /channels/{id}`
    GetChannel,
    /// `PATCH /channels/{id}`
    PatchChannel,
    /// `GET /guilds/{id}/members/{user}`
    GetMember,
    /// `GET /channels/{id}/messages`
    GetMessages,
    /// `GET /channels/{id}/messages/{id}`
    GetMessage,
    /// `POST /channels/{id}/messages`
    CreateMessage,
    /// `PATCH /channels/{id}/messages/{id}`
    EditMessage,
    /// `DELETE /channels/{id}/messages/{id}`
    DeleteMessage,
    /// `POST /channels/{id}/typing`
    Typing,
    /// `PUT /channels/{id}/messages/{id}/reactions/{emoji}/@me`
    CreateReaction,
    /// `POST /channels/{id}/messages/{id}/threads` and `POST /channels/{id}/threads`
    StartThread,
    /// `POST /users/@me/channels`
    OpenDm,
    /// `POST /interactions/{id}/{token}/callback`
    Callback,
    /// `GET /webhooks/{app}/{token}/messages/@original`
    GetOriginal,
    /// `PATCH /webhooks/{app}/{token}/messages/@original` (or a follow-up's id)
    EditOriginal,
    /// `DELETE /webhooks/{app}/{token}/messages/@original`
    DeleteOriginal,
    /// `POST /webhooks/{app}/{token}`
    Followup,
    /// `GET /attachments/{channel}/{file}/{name}` of the file server
    Attachment,
    /// Anything else: 404, and a violation.
    Unknown,
}

impl Route {
    /// Interaction routes need no token and do not count against the global limit (D10).
    pub fn is_interaction(self) -> bool {
        matches!(self, Self::Callback | Self::GetOriginal | Self::EditOriginal | Self::DeleteOriginal | Self::Followup)
    }
}

/// A file part of a multipart body.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(crate) index: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// A request after parsing.
#[derive(Debug, Clone)]
pub(crate) struct Incoming {
    pub(crate) route: Route,
    /// The variable parts of the path, in order.
    pub(crate) args: Vec<String>,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) json: Value,
    pub(crate) files: Vec<Upload>,
    pub(crate) authorized: bool,
}

impl Incoming {
    /// The numeric path argument at `index`; 0 (no such thing) when it is not a snowflake.
    pub(crate) fn id(&self, index: usize) -> u64 {
        self.arg(index).parse().unwrap_or(0)
    }

    pub(crate) fn arg(&self, index: usize) -> &str {
        self.args.get(index).map_or("", String::as_str)
    }

    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// A good answer: status and JSON (`Null` = no body).
pub(crate) type Answer = Result<(u16, Value), Refusal>;

/// The route of a method and a path (without `/api/v10`), with its variable parts.
pub(crate) fn parse(method: &str, path: &str) -> (Route, Vec<String>) {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let own = |list: &[&str]| list.iter().map(|&part| part.to_owned()).collect::<Vec<_>>();
    let (route, args) = match (method, parts.as_slice()) {
        ("GET", ["gateway"]) => (Route::Gateway, own(&[])),
        ("GET", ["gateway", "bot"]) => (Route::GatewayBot, own(&[])),
        ("GET", ["users", "@me"]) => (Route::Me, own(&[])),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => (Route::Application, own(&[])),
        ("GET", ["applications", app, "commands"]) => (Route::GetCommands, own(&[app])),
        ("PUT", ["applications", app, "commands"]) => (Route::PutCommands, own(&[app])),
        ("GET", ["applications", app, "guilds", guild, "commands"]) => (Route::GetCommands, own(&[app, guild])),
        ("PUT", ["applications", app, "guilds", guild, "commands"]) => (Route::PutCommands, own(&[app, guild])),
        ("GET", ["channels", id]) => (Route::GetChannel, own(&[id])),
        ("PATCH", ["channels", id]) => (Route::PatchChannel, own(&[id])),
        ("GET", ["guilds", guild, "members", user]) => (Route::GetMember, own(&[guild, user])),
        ("GET", ["channels", id, "messages"]) => (Route::GetMessages, own(&[id])),
        ("POST", ["channels", id, "messages"]) => (Route::CreateMessage, own(&[id])),
        ("GET", ["channels", id, "messages", m]) => (Route::GetMessage, own(&[id, m])),
        ("PATCH", ["channels", id, "messages", m]) => (Route::EditMessage, own(&[id, m])),
        ("DELETE", ["channels", id, "messages", m]) => (Route::DeleteMessage, own(&[id, m])),
        ("POST", ["channels", id, "typing"]) => (Route::Typing, own(&[id])),
        ("PUT", ["channels", id, "messages", m, "reactions", emoji, "@me"]) => {
            (Route::CreateReaction, own(&[id, m, emoji]))
        }
        ("POST", ["channels", id, "messages", m, "threads"]) => (Route::StartThread, own(&[id, m])),
        ("POST", ["channels", id, "threads"]) => (Route::StartThread, own(&[id])),
        ("POST", ["users", "@me", "channels"]) => (Route::OpenDm, own(&[])),
        ("POST", ["interactions", id, token, "callback"]) => (Route::Callback, own(&[id, token])),
        ("GET", ["webhooks", app, t, "messages", m]) => (Route::GetOriginal, own(&[app, t, m])),
        ("PATCH", ["webhooks", app, t, "messages", m]) => (Route::EditOriginal, own(&[app, t, m])),
        ("DELETE", ["webhooks", app, t, "messages", m]) => (Route::DeleteOriginal, own(&[app, t, m])),
        ("POST", ["webhooks", app, token]) => (Route::Followup, own(&[app, token])),
        _ => (Route::Unknown, own(&[])),
    };
    (route, args)
}

/// Runs the handler of a route.
pub(crate) fn answer(world: &mut World, call: &Incoming) -> Answer {
    match call.route {
        Route::Gateway => info::gateway(world),
        Route::GatewayBot => info::gateway_bot(world),
        Route::Me => info::me(world),
        Route::Application => info::application(world),
        Route::GetCommands => commands::list(world, call),
        Route::PutCommands => commands::overwrite(world, call),
        Route::GetChannel => channels::get(world, call),
        Route::PatchChannel => channels::patch(world, call),
        Route::GetMember => info::member(world, call),
        Route::GetMessages => messages::list(world, call),
        Route::GetMessage => messages::get(world, call),
        Route::CreateMessage => messages::create(world, call),
        Route::EditMessage => messages::edit(world, call),
        Route::DeleteMessage => messages::delete(world, call),
        Route::Typing => channels::typing(world, call),
        Route::CreateReaction => messages::react(world, call),
        Route::StartThread => channels::start_thread(world, call),
        Route::OpenDm => channels::open_dm(world, call),
        Route::Callback => interactions::callback(world, call),
        Route::GetOriginal => interactions::get_original(world, call),
        Route::EditOriginal => interactions::edit_original(world, call),
        Route::DeleteOriginal => interactions::delete_original(world, call),
        Route::Followup => interactions::followup(world, call),
        Route::Attachment | Route::Unknown => Err(Refusal::new(404, 0, "404: Not Found")),
    }
}
