//! A fake Telegram Bot API server which enforces the documented limits (platform-facts T1–T52) on a real socket.
//!
//! Point an SDK at [`FakeTelegram::url`] with [`FakeTelegram::token`]. Act as people with `user`, `say`, `press`, …
//! (module `people`), `share`, `album`, … (module `sharing`); look at what the bot did with `messages`, `wait_message`, `answers`, `calls`, `violations`;
//! break things with `fault`, `hold`, `fault_when`, `go_down`. Times are those of a virtual clock which runs with real
//! time and which `advance` moves: retention, answer windows, `retry_after` and webhook retries obey it.
//!
//! Known differences from the real server: webhooks must be plain HTTP on this machine, are delivered one at a time (in
//! order per chat), T7 (slowing of repeated polls) is not modelled, and only `parse_mode` HTML is known.
//! Whatever it does not know is answered 404 and noted as a violation, never accepted.

mod calls;
mod observed;
mod people;
mod polling;
mod queue;
mod rates;
mod sharing;
mod state;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use calls::html::parse as parse_html;
pub use observed::{Button, Call, CallbackAnswer, Document, Entity, Message, Outcome, Violation};

pub use crate::fault::{Fault, Gate};
use crate::ledger::Ledger;
use crate::wire::Wire;
use state::State;

/// The only token the server accepts.
const TOKEN: &str = "123456:AAFakeFakeFakeFakeFakeFakeFakeFake0";
/// How long after a press an answer is taken: undocumented, 10–20 s are reported (T25).
const ANSWER_WINDOW: Duration = Duration::from_secs(15);

/// A running fake; it stops and closes its connections when dropped.
pub struct FakeTelegram {
    shared: Arc<Shared>,
    wire: Wire,
}

/// State behind a lock, and the news that it changed.
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Shared {
    /// Changes the state and wakes everybody who waits.
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = self.peek(change);
        self.changed.send_modify(|version| *version += 1);
        result
    }

    /// Looks at the state (or tidies it) without waking anybody.
    fn peek<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn keep(&self, task: JoinHandle<()>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }
}

impl Drop for FakeTelegram {
    fn drop(&mut self) {
        let mut tasks = self.shared.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.drain(..).for_each(|task| task.abort());
    }
}

impl FakeTelegram {
    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// # Panics
    /// When no port can be bound.
    pub async fn start() -> Self {
        let mut state = State::default();
        state.answer_window = ANSWER_WINDOW;
        let shared =
            Arc::new(Shared { state: Mutex::new(state), changed: watch::Sender::new(0), tasks: Mutex::default() });
        let wire = Wire::serve(calls::server::router(Arc::clone(&shared))).await.expect("a free port");
        Self { shared, wire }
    }

    /// Root address without `/bot…` and without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.wire.addr())
    }

    /// The token of the bot.
    pub fn token(&self) -> &'static str {
        TOKEN
    }

    /// Writes what happens from now on into a ledger: updates and what became of them, and calls.
    pub fn keep_ledger(&self, ledger: Ledger) {
        self.shared.with(|state| state.queue.ledger = Some(ledger));
    }

    /// The user id of the bot.
    pub fn bot_id(&self) -> i64 {
        state::BOT_ID
    }

    /// The user name of the bot, without `@`.
    pub fn bot_username(&self) -> &'static str {
        state::BOT_NAME
    }

    // --- time, limits, identifiers

    /// Time since the Unix epoch on the virtual clock.
    pub fn now(&self) -> Duration {
        self.shared.peek(|state| state.now())
    }

    /// Moves the virtual clock forward and wakes everything that waits for time.
    pub fn advance(&self, by: Duration) {
        self.shared.with(|state| state.clock.advance(by));
    }

    /// Sets the virtual clock to this time since the Unix epoch and stops it; `advance` still moves it.
    pub fn freeze_at(&self, unix: Duration) {
        self.shared.with(|state| state.clock.freeze_at(unix));
    }

    /// Turns the flood limits on or off (T29; off at the start): 1/s per chat after a burst of 3, 20/min per group, 30/s
    /// overall.
    pub fn enforce_rates(&self, on: bool) {
        self.shared.with(|state| state.rates.enforced = on);
    }

    /// How long after a press its answer is accepted (15 s at the start).
    pub fn set_answer_window(&self, window: Duration) {
        self.shared.with(|state| state.answer_window = window);
    }

    /// The next update gets this id; later ones count on from it (T5). After a quiet week this happens by itself.
    pub fn jump_update_ids(&self, next: i64) {
        self.shared.with(|state| state.queue.jump(next));
    }

    /// The next message outside of supergroups gets this id; later ones count on from it.
    pub fn jump_message_ids(&self, next: i64) {
        self.shared.with(|state| state.shared_id = next);
    }

    // --- faults

    /// The next call of `method` (documented spelling; `"*"` for any) shows this fault. Faults queue up.
    pub fn fault(&self, method: &str, fault: Fault) {
        self.shared.with(|state| state.faults.entry(method.to_owned()).or_default().push_back(fault));
    }

    /// Asks `choose` about every call for which no fault is queued; it sees the body, the outcome is still `Waiting`.
    pub fn fault_when(&self, choose: impl FnMut(&Call) -> Option<Fault> + Send + 'static) {
        self.shared.with(|state| state.fault_choice = Some(Box::new(choose)));
    }

    /// No faults any more, neither queued nor chosen.
    pub fn clear_faults(&self) {
        self.shared.with(|state| {
            state.faults.clear();
            state.fault_choice = None;
        });
    }

    /// Holds the next call of `method` before it takes effect, until the gate is released. It then takes effect even if
    /// the caller has given up meanwhile, as a late delivery does (T28); only a held poll ends with its connection.
    pub fn hold(&self, method: &str) -> Gate {
        let gate = Gate::new();
        self.fault(method, Fault::Hold(gate.clone()));
        gate
    }

    /// Refuses connections (and cuts open ones) until [`FakeTelegram::come_up`].
    pub async fn go_down(&self) {
        self.wire.go_down().await;
    }

    /// Listens again on the same port.
    pub async fn come_up(&self) {
        self.wire.come_up().await;
    }

    // --- observation

    /// The messages of a chat that are not deleted, oldest first, of the bot and of people, as they are now.
    pub fn messages(&self, chat: i64) -> Vec<Message> {
        self.all_messages(chat).into_iter().filter(|m| !m.deleted).collect()
    }

    /// Like [`FakeTelegram::messages`], with deleted ones.
    pub fn all_messages(&self, chat: i64) -> Vec<Message> {
        self.shared.peek(|state| state.chats.get(&chat).map(|c| c.messages.clone())).unwrap_or_default()
    }

    /// The messages of the bot in a chat, oldest first.
    pub fn bot_messages(&self, chat: i64) -> Vec<Message> {
        self.messages(chat).into_iter().filter(|m| m.by_bot).collect()
    }

    /// One message, unless deleted.
    pub fn message(&self, chat: i64, id: i64) -> Option<Message> {
        self.shared.peek(|state| state.chats.get(&chat)?.message(id).cloned())
    }

    /// The latest message of the bot in `chat` that `wanted` accepts, as soon as there is one.
    ///
    /// # Errors
    /// A transcript of the chat when `deadline` (real time) passes first.
    pub async fn wait_message(
        &self,
        chat: i64,
        wanted: impl Fn(&Message) -> bool,
        deadline: Duration,
    ) -> Result<Message, String> {
        let found = self.wait_for(|fake| fake.bot_messages(chat).into_iter().rev().find(|m| wanted(m)), deadline).await;
        found.ok_or_else(|| format!("no such message; the chat:\n{}", self.transcript(chat)))
    }

    /// The calls of `method`, as soon as at least `count` of them have ended.
    ///
    /// # Errors
    /// The calls there are when `deadline` (real time) passes first.
    pub async fn wait_calls(&self, method: &str, count: usize, deadline: Duration) -> Result<Vec<Call>, String> {
        let ended = |fake: &Self| -> Vec<Call> {
            let of_method = fake.calls().into_iter().filter(|c| c.method == method);
            of_method.filter(|c| c.outcome != Outcome::Waiting).collect()
        };
        let found = self.wait_for(|fake| Some(ended(fake)).filter(|calls| calls.len() >= count), deadline).await;
        found.ok_or_else(|| format!("only these calls of {method}: {:?}", ended(self)))
    }

    /// Waits until `look` finds something; it is asked again after every change. None when `deadline` (real time) passes.
    /// `look` may only read.
    pub async fn wait_for<T>(&self, look: impl Fn(&Self) -> Option<T>, deadline: Duration) -> Option<T> {
        let mut changed = self.shared.changed.subscribe();
        let wait = async {
            loop {
                changed.borrow_and_update();
                if let Some(found) = look(self) {
                    return Some(found);
                }
                changed.changed().await.ok()?;
            }
        };
        tokio::time::timeout(deadline, wait).await.ok().flatten()
    }

    /// The chat as lines "author: text `buttons`", for messages of failing tests.
    pub fn transcript(&self, chat: i64) -> String {
        let line = |m: Message| {
            let who = if m.by_bot { "bot".to_owned() } else { m.from.to_string() };
            let labels = if m.buttons.is_empty() { String::new() } else { format!(" {:?}", m.labels()) };
            format!("{who}: {}{labels}\n", m.text)
        };
        self.messages(chat).into_iter().map(line).collect()
    }

    /// Accepted answers to presses, oldest first.
    pub fn answers(&self) -> Vec<CallbackAnswer> {
        self.shared.peek(|state| state.answers.clone())
    }

    /// Every call of a known method with the right token, oldest first.
    pub fn calls(&self) -> Vec<Call> {
        self.shared.peek(|state| state.calls.clone())
    }

    /// Documents the bot has sent to a chat, oldest first.
    pub fn documents(&self, chat: i64) -> Vec<Document> {
        self.bot_messages(chat).into_iter().filter_map(|m| m.document).collect()
    }

    /// Chat actions ("typing") the bot has sent to a chat.
    pub fn actions(&self, chat: i64) -> Vec<String> {
        self.shared.peek(|state| {
            let of_chat = state.actions.iter().filter(|(c, _)| *c == chat);
            of_chat.map(|(_, action)| action.clone()).collect()
        })
    }

    /// The command list of a scope (as JSON, for example `{"type":"default"}`) and language ("" for all).
    pub fn commands(&self, scope: &Value, language: &str) -> Option<Value> {
        let key = (scope.to_string(), language.to_owned());
        self.shared.peek(|state| state.commands.get(&key).cloned())
    }

    /// Topics of a chat: thread id and name.
    pub fn topics(&self, chat: i64) -> Vec<(i64, String)> {
        let topics = self.shared.peek(|state| state.chats.get(&chat).map(|c| c.topics.clone()));
        topics.unwrap_or_default().into_iter().collect()
    }

    /// Updates that are neither confirmed nor expired.
    pub fn pending_updates(&self) -> Vec<Value> {
        self.shared.peek(|state| {
            let now = state.now();
            state.queue.expire(now);
            state.queue.batch(usize::MAX)
        })
    }

    /// How many updates expired before they were confirmed (T1, T2).
    pub fn expired_updates(&self) -> usize {
        self.shared.peek(|state| state.queue.expired)
    }

    /// Whether a long poll is waiting right now. After killing a poller, wait until this is false before starting the
    /// next one, or the platform may still see two of them (409 and [`Violation::PollOverlap`]).
    pub fn is_polled(&self) -> bool {
        self.shared.peek(|state| state.active_poll.is_some())
    }

    /// How many calls for updates have been taken so far.
    pub fn polls(&self) -> u64 {
        self.shared.peek(|state| state.polls)
    }

    /// Breaches of rules the server does not always report, oldest first.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.peek(|state| state.violations.clone())
    }
}
