//! The roles of people who wrote during an absence: messages fetched afterwards do not tell them (platform-facts D8),
//! and a role may make somebody a member. Each writer is looked up once for one backfill.

use super::undecoded::{number, roles};
use crate::adapters::discord::Core;
use crate::adapters::discord::send::rest::{Request, RestError};
use crate::secretary::inbound::{Inbound, ROLES_UNSEEN};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// Requests of one catching up, and how long it may wait for them in all: what is asked beyond that would keep everybody
/// waiting who wrote meanwhile.
const MOST: usize = 300;
const WAITS: Duration = Duration::from_secs(30);
/// Attempts for one answer, the wait after one that was lost, and the longest wait that Discord may ask for.
const TRIES: usize = 4;
const AGAIN: Duration = Duration::from_millis(500);
const PATIENCE: Duration = Duration::from_secs(10);

/// What is known of the writers of one catching up.
#[derive(Default)]
pub(crate) struct Roles {
    /// The servers of channels.
    servers: HashMap<String, Option<u64>>,
    /// Members by server and user; none where Discord did not tell.
    members: HashMap<(u64, u64), Option<Value>>,
    asked: usize,
    waited: Duration,
    /// Discord shows no members: it would refuse the next one as well, and too many refusals shut us out (platform-facts D12).
    refused: bool,
}

impl Roles {
    /// Puts into the messages of a channel of a server who their writers are there. Gives the users of whom that is not known.
    pub(super) async fn complete(&mut self, core: &Core, channel: &str, page: &mut [Value]) -> HashSet<String> {
        let mut unseen = HashSet::new();
        // Whoever spoke to somebody, perhaps to us, before those who talk among each other.
        page.sort_by_key(|message| !speaks_to_somebody(message));
        for message in page {
            let person = message["author"]["bot"] != true && message["webhook_id"].is_null();
            let wanted = person && !message["member"].is_object();
            let Some(user) = number(&message["author"]["id"]).filter(|_| wanted) else { continue };
            let server = self.server(core, channel).await;
            let member = match server {
                Some(server) => self.member(core, server, user).await,
                None => None,
            };
            match (member, server) {
                (Some(member), Some(server)) => {
                    message["member"] = member;
                    message["guild_id"] = json!(server.to_string());
                }
                (None, _) | (_, None) => {
                    unseen.insert(user.to_string());
                }
            }
        }
        unseen
    }

    /// The server a channel belongs to: the gateway may not have told yet.
    async fn server(&mut self, core: &Core, channel: &str) -> Option<u64> {
        if let Some(known) = self.servers.get(channel) {
            return *known;
        }
        let has = |all: &HashSet<u64>| channel.parse().is_ok_and(|id: u64| all.contains(&id));
        let told = core.known().channels.iter().find(|(_, all)| has(all)).map(|(server, _)| *server);
        let server = match told {
            Some(server) => Some(server),
            None => {
                let found = self.ask(core, "GET channel", channel, format!("/channels/{channel}")).await;
                found.ok().and_then(|found| number(&found["guild_id"]))
            }
        };
        self.servers.insert(channel.to_owned(), server);
        server
    }

    async fn member(&mut self, core: &Core, server: u64, user: u64) -> Option<Value> {
        if let Some(known) = self.members.get(&(server, user)) {
            return known.clone();
        }
        if self.refused {
            return None;
        }
        let path = format!("/guilds/{server}/members/{user}");
        let member = match self.ask(core, "GET member", &server.to_string(), path).await {
            Ok(member) => Some(json!({"nick": member["nick"].as_str(), "roles": roles(&member)})),
            // They have left the server, and have no role there.
            Err(error) if matches!(error.code(), Some(10007 | 10013)) => Some(json!({"nick": null, "roles": []})),
            Err(error) => {
                self.refused |= matches!(error, RestError::Refused { status: 403, .. } | RestError::Token);
                tracing::info!(%error, "the roles of somebody who wrote on Discord meanwhile cannot be seen");
                None
            }
        };
        self.members.insert((server, user), member.clone());
        member
    }

    async fn ask(&mut self, core: &Core, route: &'static str, about: &str, path: String) -> Result<Value, RestError> {
        let mut last = RestError::Unreachable;
        for _ in 0..TRIES {
            if self.asked >= MOST {
                break;
            }
            self.asked += 1;
            let answer = core.rest.call(Request::new(Method::GET, route, about, path.clone())).await;
            let pause = match &answer {
                Err(RestError::Wait(after)) if *after <= PATIENCE => *after,
                Err(RestError::Unreachable | RestError::Lost) => AGAIN,
                Ok(_)
                | Err(RestError::Token | RestError::Wait(_) | RestError::Paused(_) | RestError::Refused { .. }) => {
                    return answer;
                }
            };
            if let Err(error) = answer {
                last = error;
            }
            if self.waited + pause > WAITS || core.queue.is_closed() {
                break;
            }
            self.waited += pause;
            tokio::time::sleep(pause).await;
        }
        Err(last)
    }
}

/// Whether a message names somebody or answers one.
fn speaks_to_somebody(message: &Value) -> bool {
    message["mentions"].as_array().is_some_and(|all| !all.is_empty()) || message["message_reference"].is_object()
}

/// Says so where the roles of who wrote something could not be seen.
pub(super) fn unseen(mut inbound: Inbound, users: &HashSet<String>) -> Inbound {
    if users.contains(&inbound.sender.user) {
        inbound.sender.roles = vec![ROLES_UNSEEN.to_owned()];
    }
    inbound
}
