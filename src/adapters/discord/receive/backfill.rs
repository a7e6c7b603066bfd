//! Catching up after an absence: the gateway replays nothing to a new session, so the channels we take
//! part in are read from where we stopped (platform-facts D2, D8), and the last messages before that are looked through
//! for changed words. Interactions cannot be recovered.

use super::inbound::Reader;
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
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::Method;
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;
use tokio::sync::oneshot;

/// Pages of 100 messages per channel (platform-facts D8).
const PAGES: usize = 10;
const PAGE: usize = 100;
/// The last messages of a channel that are looked through for changed words, and how old a change may be: the events of
/// older ones may be forgotten, so that one would be taken in twice.
const CHANGEABLE: usize = 50;
const CHANGES: TimeDelta = TimeDelta::days(7);
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
    /// From where it is read if it has no mark; changes since then count.
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
    let up_to = match read_up_to(core, channel).await {
        Ok(up_to) => up_to,
        Err(error) => {
            let channel = &channel.id;
            tracing::warn!(%error, channel, "how far a Discord channel was read is not known at the moment");
            return Read::Later;
        }
    };
    let Some(mut after) = up_to else { return Read::Done };
    if let Err(read) = changed(core, number, channel, after, roles).await {
        return read;
    }
    let mut pages = 0;
    loop {
        let page = match page(core, number, &channel.id, &format!("after={after}&limit={PAGE}")).await {
            Ok(page) => page,
            Err(read) => return read,
        };
        let ids = page.iter().filter_map(|message| message["id"].as_str()?.parse::<u64>().ok());
        let Some(last) = ids.max() else { return Read::Done };
        let full = page.len() >= PAGE;
        let batch = if pages < PAGES {
            messages(core, channel, page, roles, undecoded::message).await
        } else {
            vec![unread(core, &channel.id, channel.kind, after)]
        };
        // Of what is beyond the bound only is said that it was not read.
        let last = if pages < PAGES { last } else { snowflake_at(core.clock.now()) };
        if !hand_page(core, number, &channel.id, last, batch).await || !full || pages == PAGES {
            return Read::Done;
        }
        after = last;
        pages += 1;
    }
}

/// Hands in what people changed in messages read before: Discord tells of a change only once. Its event is the same one as
/// of a change that was heard.
async fn changed(core: &Core, number: u64, channel: &Channel, up_to: u64, roles: &mut Roles) -> Result<(), Read> {
    let before = up_to.saturating_add(1);
    let mut page = page(core, number, &channel.id, &format!("before={before}&limit={CHANGEABLE}")).await?;
    let since = channel.first.max(snowflake_at(core.clock.now() - CHANGES));
    page.retain(|message| changed_at(message).is_some_and(|at| at >= since));
    let edit = |reader: &Reader<'_>, raw: &Value, kind| {
        undecoded::edit(reader, raw, kind).map(|inbound| (snowflake_at(inbound.sent_at), inbound))
    };
    let batch = messages(core, channel, page, roles, edit).await;
    if batch.is_empty() || hand_page(core, number, &channel.id, up_to, batch).await { Ok(()) } else { Err(Read::Done) }
}

/// When somebody last changed the words of a message, as a snowflake.
fn changed_at(message: &Value) -> Option<u64> {
    let at = DateTime::parse_from_rfc3339(message["edited_timestamp"].as_str()?).ok()?;
    Some(snowflake_at(at.with_timezone(&Utc)))
}

/// One page of messages, as soon as it can be had; else what reading the channel comes to.
async fn page(core: &Core, number: u64, channel: &str, which: &str) -> Result<Vec<Value>, Read> {
    let mut wait = FIRST_WAIT;
    while core.is_session(number) && !core.queue.is_closed() {
        let path = format!("/channels/{channel}/messages?{which}");
        match core.rest.call(Request::new(Method::GET, "GET messages", channel, path)).await {
            Ok(Value::Array(page)) => return Ok(page),
            Ok(_) => return Err(Read::Done),
            Err(RestError::Wait(after)) => tokio::time::sleep(after).await,
            Err(RestError::Unreachable | RestError::Lost) => wait = pause(wait).await,
            Err(RestError::Paused(why)) => {
                tracing::info!(why, channel, "missed messages of a Discord channel cannot be read yet");
                return Err(Read::Later);
            }
            Err(error @ (RestError::Refused { .. } | RestError::Token)) => {
                tracing::info!(%error, channel, "missed messages of a Discord channel cannot be read");
                return Err(Read::Done);
            }
        }
    }
    Err(Read::Done)
}

/// What the room is told about messages that are too many to be read.
fn unread(core: &Core, channel: &str, kind: ChatKind, after: u64) -> (u64, Inbound) {
    tracing::warn!(channel, "more than 1000 messages were missed in a Discord channel; the rest stays unread");
    (after, core.reading(|reader| reader.missed(channel, kind, after, core.clock.now())))
}

/// Hands in a page until it is stored; false where the session ends before.
async fn hand_page(core: &Core, number: u64, channel: &str, last: u64, batch: Vec<(u64, Inbound)>) -> bool {
    let mut wait = FIRST_WAIT;
    loop {
        let (stored, answer) = oneshot::channel();
        core.hand_in(Arrival::Past { channel: channel.to_owned(), last, batch: batch.clone(), stored }).await;
        if answer.await.unwrap_or(false) {
            return true;
        }
        if !core.is_session(number) || core.queue.is_closed() {
            return false;
        }
        wait = pause(wait).await;
    }
}

/// What people said on a page as `read` reads it, oldest first, with the roles of who wrote it.
async fn messages(
    core: &Core,
    channel: &Channel,
    mut page: Vec<Value>,
    roles: &mut Roles,
    read: impl Fn(&Reader<'_>, &Value, ChatKind) -> Option<(u64, Inbound)>,
) -> Vec<(u64, Inbound)> {
    let unseen = match channel.kind {
        ChatKind::Group => roles.complete(core, &channel.id, &mut page).await,
        ChatKind::Direct => HashSet::new(),
    };
    let read = |raw| core.reading(|reader| read(reader, raw, channel.kind));
    let seen = |(order, inbound)| (order, roles::unseen(inbound, &unseen));
    let mut found: Vec<(u64, Inbound)> = page.iter().filter_map(read).map(seen).collect();
    found.sort_by_key(|(id, _)| *id);
    found
}
