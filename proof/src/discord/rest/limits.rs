//! Rate limits: buckets per route and major parameter, the global limit, and who called before `retry_after` was over.

use std::collections::HashMap;
use std::time::Duration;

use super::faults::Scope;
use super::routes::{Incoming, Route};
use crate::discord::types::Violation;
use crate::discord::world::World;

/// Callers measure from when the 429 arrived, and round to milliseconds.
const TOLERANCE_MS: u64 = 2;

type Key = (Route, String);

#[derive(Debug, Clone, Copy)]
struct Bucket {
    remaining: u32,
    reset_ms: u64,
}

/// Configured limits and their present state.
#[derive(Debug)]
pub(crate) struct Limits {
    configured: HashMap<Route, (u32, Duration)>,
    default: (u32, Duration),
    global: (u32, Duration),
    global_bucket: Option<Bucket>,
    buckets: HashMap<Key, Bucket>,
    blocked: HashMap<Key, u64>,
    blocked_globally: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            configured: HashMap::new(),
            default: (10_000, Duration::from_secs(1)),
            global: (100_000, Duration::from_secs(1)),
            global_bucket: None,
            buckets: HashMap::new(),
            blocked: HashMap::new(),
            blocked_globally: 0,
        }
    }
}

impl Limits {
    pub(crate) fn set(&mut self, route: Route, calls: u32, window: Duration) {
        self.configured.insert(route, (calls, window));
        self.buckets.retain(|(of, _), _| *of != route);
    }

    pub(crate) fn set_global(&mut self, calls: u32, window: Duration) {
        self.global = (calls, window);
        self.global_bucket = None;
    }
}

/// A 429 to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) left_ms: u64,
    pub(crate) scope: Scope,
}

/// What the `X-RateLimit-*` headers say.
#[derive(Debug, Clone)]
pub(crate) struct Meter {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_ms: u64,
    pub(crate) reset_after_ms: u64,
    pub(crate) bucket: String,
}

fn key(call: &Incoming) -> Key {
    // Major parameters: channel, guild, webhook (id and token); the first argument covers all but the last.
    let major = if call.route.is_interaction() {
        format!("{}/{}", call.arg(0), call.arg(1))
    } else if matches!(call.route, Route::PutCommands | Route::GetCommands) {
        call.arg(1).to_owned()
    } else {
        call.arg(0).to_owned()
    };
    (call.route, major)
}

/// Counts the call against its limits; `Err` when it must be answered 429.
pub(crate) fn admit(world: &mut World, call: &Incoming) -> Result<(), Refused> {
    let (key, now) = (key(call), world.now());
    let exempt = call.route.is_interaction();
    let global_until = if exempt { 0 } else { world.limits.blocked_globally };
    let own_until = world.limits.blocked.get(&key).copied().unwrap_or(0);
    let until = own_until.max(global_until);
    if until > now + TOLERANCE_MS {
        let left_ms = until - now;
        world.violations.push(Violation::BeforeRetryAfter { route: call.route, left: Duration::from_millis(left_ms) });
        let scope = if global_until > own_until { Scope::Global } else { Scope::User };
        return Err(Refused { left_ms, scope });
    }
    if !exempt {
        let (calls, window) = world.limits.global;
        let bucket =
            world.limits.global_bucket.get_or_insert(Bucket { remaining: calls, reset_ms: now + millis(window) });
        if !spend(bucket, calls, window, now) {
            let left_ms = bucket.reset_ms - now;
            world.limits.blocked_globally = now + left_ms;
            return Err(Refused { left_ms, scope: Scope::Global });
        }
    }
    let limits = &mut world.limits;
    let (calls, window) = *limits.configured.get(&call.route).unwrap_or(&limits.default);
    let bucket =
        limits.buckets.entry(key.clone()).or_insert(Bucket { remaining: calls, reset_ms: now + millis(window) });
    if spend(bucket, calls, window, now) {
        return Ok(());
    }
    let reset_ms = bucket.reset_ms;
    limits.blocked.insert(key, reset_ms);
    Err(Refused { left_ms: reset_ms - now, scope: Scope::User })
}

/// Blocks what an injected 429 blocks.
pub(crate) fn block(world: &mut World, call: &Incoming, retry_after: Duration, scope: Scope) {
    let until = world.now() + millis(retry_after);
    if scope == Scope::Global {
        world.limits.blocked_globally = until;
    } else {
        world.limits.blocked.insert(key(call), until);
    }
}

/// The state of the call's bucket, for the headers of its answer.
pub(crate) fn meter(world: &World, call: &Incoming) -> Meter {
    let (key, now) = (key(call), world.now());
    let limits = &world.limits;
    let (calls, window) = *limits.configured.get(&call.route).unwrap_or(&limits.default);
    let bucket =
        limits.buckets.get(&key).copied().unwrap_or(Bucket { remaining: calls, reset_ms: now + millis(window) });
    let blocked = limits.blocked.get(&key).copied().filter(|&until| until > now);
    let reset_ms = blocked.unwrap_or(bucket.reset_ms);
    Meter {
        limit: calls,
        remaining: if blocked.is_some() { 0 } else { bucket.remaining },
        reset_ms,
        reset_after_ms: reset_ms.saturating_sub(now),
        bucket: format!("{:?}", call.route).to_lowercase(),
    }
}

fn spend(bucket: &mut Bucket, calls: u32, window: Duration, now: u64) -> bool {
    if now + TOLERANCE_MS >= bucket.reset_ms {
        *bucket = Bucket { remaining: calls, reset_ms: now + millis(window) };
    }
    let free = bucket.remaining > 0;
    bucket.remaining = bucket.remaining.saturating_sub(1);
    free
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX / 4)
}
