//! Catching up after an absence: the gateway replays nothing to a new session, so the channels we take
//! part in are read from where we stopped (platform-facts D2, D8). Interactions cannot be recovered.

use super::roles::{self, Roles};
use super::seen::{direct_channels, first_unread, unread_since};
use super::undecoded;
use crate::adapters::discord::Core;
use crate::adapters::discord::arrival::{Arrival, mark_of};
use crate::adapters::discord::send::look_for_lost::snowflake_at;
use crate::adapters::discord::send::rest::{Request, RestError};
use crate::ports::inbox::ReceiveError;
use crate::ports::trial::planted;
use crate::secretary::inbound::{ChatKind, Inbound, Platform};
use reqwest::Method;
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;
use tokio::sync::oneshot;

/// Pages of 100 messages per channel (platform-facts D8).
const PAGES: usize = 10;
const PAGE: usize = 100;
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What reading a channel came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// As far as it can be read.
    Done,
    /// Not yet; what is missing may still be read.
    Later,
}

/// A channel to be read.
#[derive(Clone)]
struct Channel {
    id: String,
    kind: ChatKind,
    /// From where it is read if it has no mark.
    first: u64,
}

/// Fetches what was missed by session `number`, channel by channel, and says when it is done. A channel that cannot be
/// read at the moment holds up no other; it is tried until it can be, and keeps its mark as long.
pub(crate) async fn run(core: &Core, number: u64) {
    let mut channels: Vec<Channel> = Vec::new();
    let mut wait = FIRST_WAIT;
    while core.is_session(number) {
        match channels_to_read(core).await {
            Some(found) => {
                channels = found;
                break;
            }
            None => wait = pause(wait).await,
        }
    }
    core.hand_in(Arrival::Follow(channels.iter().map(|channel| channel.id.clone()).collect())).await;
    let mut behind = read_all(core, number, channels).await;
    let names = |behind: &[Channel]| behind.iter().map(|channel| channel.id.clone()).collect();
    core.hand_in(Arrival::CaughtUp(number, names(&behind))).await;
    while !behind.is_empty() && core.is_session(number) && !core.queue.is_closed() {
        wait = pause(wait).await;
        behind = read_all(core, number, behind).await;
        core.hand_in(Arrival::CaughtUp(number, names(&behind))).await;
    }
}

/// Reads channels one after the other and gives those that could not be read yet.
async fn read_all(core: &Core, number: u64, channels: Vec<Channel>) -> Vec<Channel> {
    let (mut behind, mut roles) = (Vec::new(), Roles::default());
    for channel in channels {
        if !core.is_session(number) || core.queue.is_closed() || planted::is("no-backfill") {
            break;
        }
        if read(core, number, &channel, &mut roles).await == Read::Later {
            behind.push(channel);
        }
    }
    behind
}

async fn pause(wait: Duration) -> Duration {
    tokio::time::sleep(wait).await;
    (wait * 2).min(LONGEST_WAIT)
}

/// The channels we take part in; `None` when the database does not say. Of the direct ones the latest are read, and those
/// that were never read.
async fn channels_to_read(core: &Core) -> Option<Vec<Channel>> {
    let since = unread_since(&*core.marks, core.clock.now()).await.ok()?;
    let bot = core.bot();
    let (mut channels, mut direct) = (Vec::new(), direct_channels(&*core.marks).await.ok()?);
    for place in core.marks.places(Platform::Discord, true).await.ok()?.into_iter().filter(|place| place.bot == bot) {
        match place.kind {
            ChatKind::Group => channels.push((place.chat, place.kind)),
            ChatKind::Direct if direct.contains(&place.chat) => {}
            ChatKind::Direct => {
                if core.marks.mark(&mark_of(&place.chat)).await.ok()?.is_none() {
                    direct.push(place.chat);
                }
            }
        }
    }
    // What was used last stands at the end, behind it what was never read: those people are the first to wait for an answer.
    channels.extend(direct.into_iter().rev().map(|id| (id, ChatKind::Direct)));
    let mut known = HashSet::new();
    channels.retain(|(id, _)| id.parse::<u64>().is_ok() && known.insert(id.clone()));
    let from = |(id, kind): (String, ChatKind)| Channel { first: first_unread(&id, since), id, kind };
    Some(channels.into_iter().map(from).collect())
}

/// How far a channel was read. One that has no mark, though we know it, gets one: what is missing is there.
async fn read_up_to(core: &Core, channel: &Channel) -> Result<Option<u64>, ReceiveError> {
    if let Some(mark) = core.marks.mark(&mark_of(&channel.id)).await? {
        return Ok(mark.parse().ok());
    }
    core.marks.set_mark(&mark_of(&channel.id), &channel.first.to_string()).await?;
    Ok(Some(channel.first))
}

/// Reads one channel from its mark on.
async fn read(core: &Core, number: u64, channel: &Channel, roles: &mut Roles) -> Read {
    let kind = channel.kind;
    let up_to = match read_up_to(core, channel).await {
        Ok(up_to) => up_to,
        Err(error) => {
            let channel = &channel.id;
            tracing::warn!(%error, channel, "how far a Discord channel was read is not known at the moment");
            return Read::Later;
        }
    };
    let Some(mut after) = up_to else { return Read::Done };
    let channel = channel.id.as_str();
    let (mut pages, mut wait) = (0, FIRST_WAIT);
    while core.is_session(number) && !core.queue.is_closed() {
        let path = format!("/channels/{channel}/messages?after={after}&limit={PAGE}");
        let page = match core.rest.call(Request::new(Method::GET, "GET messages", channel, path)).await {
            Ok(Value::Array(page)) => page,
            Ok(_) => return Read::Done,
            Err(RestError::Wait(after)) => {
                tokio::time::sleep(after).await;
                continue;
            }
            Err(RestError::Unreachable | RestError::Lost) => {
                wait = pause(wait).await;
                continue;
            }
            Err(RestError::Paused(why)) => {
                tracing::info!(why, channel, "missed messages of a Discord channel cannot be read yet");
                return Read::Later;
            }
            Err(error @ (RestError::Refused { .. } | RestError::Token)) => {
                tracing::info!(%error, channel, "missed messages of a Discord channel cannot be read");
                return Read::Done;
            }
        };
        let ids = page.iter().filter_map(|message| message["id"].as_str()?.parse::<u64>().ok());
        let Some(last) = ids.max() else { return Read::Done };
        let full = page.len() >= PAGE;
        let batch = if pages < PAGES {
            messages(core, (channel, kind), page, roles).await
        } else {
            vec![unread(core, channel, kind, after)]
        };
        // Of what is beyond the bound only is said that it was not read.
        let last = if pages < PAGES { last } else { snowflake_at(core.clock.now()) };
        while !hand_page(core, channel, last, batch.clone()).await {
            if !core.is_session(number) || core.queue.is_closed() {
                return Read::Done;
            }
            wait = pause(wait).await;
        }
        if !full || pages == PAGES {
            return Read::Done;
        }
        after = last;
        pages += 1;
    }
    Read::Done
}

/// What the room is told about messages that are too many to be read.
fn unread(core: &Core, channel: &str, kind: ChatKind, after: u64) -> (u64, Inbound) {
    tracing::warn!(channel, "more than 1000 messages were missed in a Discord channel; the rest stays unread");
    (after, core.reading(|reader| reader.missed(channel, kind, after, core.clock.now())))
}

async fn hand_page(core: &Core, channel: &str, last: u64, batch: Vec<(u64, Inbound)>) -> bool {
    let (stored, answer) = oneshot::channel();
    core.hand_in(Arrival::Past { channel: channel.to_owned(), last, batch, stored }).await;
    answer.await.unwrap_or(false)
}

/// The messages of a page, oldest first, with the roles of who wrote them.
async fn messages(
    core: &Core,
    (channel, kind): (&str, ChatKind),
    mut page: Vec<Value>,
    roles: &mut Roles,
) -> Vec<(u64, Inbound)> {
    let unseen = match kind {
        ChatKind::Group => roles.complete(core, channel, &mut page).await,
        ChatKind::Direct => HashSet::new(),
    };
    let read = |raw| core.reading(|reader| undecoded::message(reader, raw, kind));
    let seen = |(order, inbound)| (order, roles::unseen(inbound, &unseen));
    let mut found: Vec<(u64, Inbound)> = page.iter().filter_map(read).map(seen).collect();
    found.sort_by_key(|(id, _)| *id);
    found
}
