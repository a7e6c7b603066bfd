//! How updates reach the bot: long polling and the webhook (platform-facts T3–T11).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::Shared;
use super::calls::params::{Answer, ApiError, Params, bad, error};
use super::observed::Violation;
use super::state::{State, Webhook};
use crate::raw_http;

const LONGEST_POLL: i64 = 50;
const HOUR: Duration = Duration::from_secs(3600);

fn conflict(what: &str) -> ApiError {
    error(409, &format!("Conflict: {what}"))
}

fn overlap() -> ApiError {
    conflict("terminated by other getUpdates request; make sure that only one bot instance is running")
}

/// Frees the place of the poller even when its connection is gone.
struct Poll<'a>(&'a Shared, u64);

impl Drop for Poll<'_> {
    fn drop(&mut self) {
        self.0.with(|state| {
            if state.active_poll == Some(self.1) {
                state.active_poll = None;
            }
        });
    }
}

/// Waits for updates; a newer poller ends an older one with 409.
pub(crate) async fn get_updates(shared: &Shared, params: &Params) -> Answer {
    let mut changed = shared.changed.subscribe();
    let (ticket, limit, seconds, until) = shared.with(|state| open_poll(state, params))?;
    let _place = Poll(shared, ticket);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    loop {
        changed.borrow_and_update();
        let batch = shared.peek(|state| {
            if state.active_poll != Some(ticket) {
                return Some(Err(overlap()));
            }
            let now = state.now();
            state.queue.expire(now);
            let batch = state.queue.batch(limit);
            let over = now >= until || Instant::now() >= deadline;
            (over || !batch.is_empty()).then_some(Ok(Value::Array(batch)))
        });
        if let Some(answer) = batch {
            return answer;
        }
        // Whichever comes first: something happened, or the time is over. Both are looked at above.
        tokio::time::timeout_at(deadline, changed.changed()).await.ok();
    }
}

fn open_poll(state: &mut State, params: &Params) -> Result<(u64, usize, u64, Duration), ApiError> {
    if !state.webhook.url.is_empty() {
        return Err(conflict(
            "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        ));
    }
    let limit = params.int("limit").unwrap_or(100);
    let timeout = params.int("timeout").unwrap_or(0);
    if !(1..=100).contains(&limit) {
        state.violate(Violation::OutOfRange(format!("getUpdates limit {limit}")));
    }
    if !(0..=LONGEST_POLL).contains(&timeout) {
        state.violate(Violation::OutOfRange(format!("getUpdates timeout {timeout}")));
    }
    let limit = usize::try_from(limit.clamp(1, 100)).unwrap_or(100);
    let seconds = timeout.clamp(0, LONGEST_POLL).unsigned_abs();
    allow(state, params)?;
    if state.active_poll.is_some() {
        state.violate(Violation::PollOverlap);
    }
    let now = state.now();
    state.queue.expire(now);
    if let Some(offset) = params.int("offset") {
        if offset < 0 {
            state.violate(Violation::NegativeOffset);
        }
        state.queue.confirm(offset);
    }
    state.polls += 1;
    state.active_poll = Some(state.polls);
    Ok((state.polls, limit, seconds, now + Duration::from_secs(seconds)))
}

fn allow(state: &mut State, params: &Params) -> Result<(), ApiError> {
    if let Some(kinds) = params.json("allowed_updates")? {
        let kinds = kinds.as_array().cloned().unwrap_or_default();
        let kinds = kinds.iter().filter_map(|k| k.as_str().map(str::to_owned));
        state.queue.allow(kinds.collect());
    }
    Ok(())
}

pub(crate) fn set_webhook(state: &mut State, params: &Params) -> Answer {
    let url = params.text("url").unwrap_or_default();
    if url.is_empty() {
        return delete_webhook(state, params);
    }
    let local = url.starts_with("http://127.0.0.1:") || url.starts_with("http://localhost:");
    if !local {
        return Err(bad("bad webhook: An HTTPS URL must be provided for webhook"));
    }
    let secret = params.text("secret_token").filter(|s| !s.is_empty());
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    if secret.as_ref().is_some_and(|s| s.len() > 256 || !s.bytes().all(fits)) {
        return Err(bad("secret token contains unallowed characters"));
    }
    allow(state, params)?;
    drop_pending(state, params);
    let max_connections = params.int("max_connections").unwrap_or(40).clamp(1, 100);
    state.webhook = Webhook { url, secret, max_connections, ..Webhook::default() };
    state.webhook_generation += 1;
    state.active_poll = None;
    Ok(json!(true))
}

pub(crate) fn delete_webhook(state: &mut State, params: &Params) -> Answer {
    drop_pending(state, params);
    state.webhook = Webhook::default();
    state.webhook_generation += 1;
    Ok(json!(true))
}

fn drop_pending(state: &mut State, params: &Params) {
    if params.flag("drop_pending_updates") {
        state.violate(Violation::DroppedPending);
        state.queue.clear();
    }
}

pub(crate) fn webhook_info(state: &State) -> Value {
    let mut info = json!({
        "url": state.webhook.url,
        "has_custom_certificate": false,
        "pending_update_count": state.queue.len(),
    });
    if !state.webhook.url.is_empty() {
        info["max_connections"] = json!(state.webhook.max_connections);
    }
    if let Some((at, text)) = &state.webhook.last_error {
        info["last_error_date"] = json!(at.as_secs());
        info["last_error_message"] = json!(text);
    }
    if let Some(kinds) = state.queue.allowed() {
        info["allowed_updates"] = json!(kinds);
    }
    info
}

/// When a lane may be tried again, and the delay after the next failure.
type Pauses = BTreeMap<i64, (Duration, Duration)>;

/// Posts updates to the webhook of this generation, in order per lane, until it is replaced.
pub(crate) async fn push_to_webhook(shared: Arc<Shared>, generation: u64) {
    let mut changed = shared.changed.subscribe();
    let mut pauses = Pauses::new();
    loop {
        changed.borrow_and_update();
        let Some(next) = shared.peek(|state| next_push(state, generation, &pauses)) else {
            return;
        };
        match next {
            Ok((hook, id, lane, body)) => {
                let outcome = post(&hook, &body).await;
                shared.with(|state| settle(state, generation, id, lane, outcome, &mut pauses));
            }
            Err(wait) => {
                tokio::time::timeout(wait, changed.changed()).await.ok();
            }
        }
    }
}

type Push = (Webhook, i64, i64, Vec<u8>);

fn next_push(state: &mut State, generation: u64, pauses: &Pauses) -> Option<Result<Push, Duration>> {
    if state.webhook_generation != generation || state.webhook.url.is_empty() {
        return None;
    }
    let now = state.now();
    state.queue.expire(now);
    let paused = |lane: i64| pauses.get(&lane).is_some_and(|(until, _)| *until > now);
    if let Some(next) = state.queue.iter().find(|w| !paused(w.lane)) {
        let push = (state.webhook.clone(), next.id, next.lane, next.json.to_string().into_bytes());
        return Some(Ok(push));
    }
    let first = state.queue.iter().filter_map(|w| pauses.get(&w.lane)).map(|(until, _)| *until).min();
    Some(Err(first.map_or(HOUR, |until| until.saturating_sub(now))))
}

async fn post(hook: &Webhook, body: &[u8]) -> Result<(u16, Option<u64>), String> {
    let mut headers = vec![("Content-Type", "application/json")];
    if let Some(secret) = &hook.secret {
        headers.push(("X-Telegram-Bot-Api-Secret-Token", secret));
    }
    let answer = raw_http::send("POST", &hook.url, &headers, body).await.map_err(|error| error.to_string())?;
    let after = answer.header("retry-after").and_then(|v| v.parse().ok());
    Ok((answer.status, after))
}

fn settle(
    state: &mut State,
    generation: u64,
    id: i64,
    lane: i64,
    outcome: Result<(u16, Option<u64>), String>,
    pauses: &mut Pauses,
) {
    if state.webhook_generation != generation {
        return;
    }
    let now = state.now();
    let (why, after, gone) = match outcome {
        Ok((200..=299, _)) => {
            state.queue.remove(id);
            pauses.remove(&lane);
            state.webhook.gone_since = None;
            return;
        }
        Ok((status, after)) => (format!("Wrong response from the webhook: {status}"), after, status == 410),
        Err(why) => (why, None, false),
    };
    state.webhook.last_error = Some((now, why));
    let since = *state.webhook.gone_since.get_or_insert(now);
    if !gone {
        state.webhook.gone_since = None;
    } else if now.saturating_sub(since) >= HOUR * 23 {
        state.webhook = Webhook::default();
        return;
    }
    let delay = pauses.get(&lane).map_or(Duration::from_secs(1), |(_, delay)| *delay);
    let wait = after.map_or(delay, |s| Duration::from_secs(s.min(3600)));
    pauses.insert(lane, (now + wait, (delay * 2).min(Duration::from_secs(60))));
}
