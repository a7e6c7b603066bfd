//! What a test sees, and waits for. Reads only. Deadlines are real time, measured from the call.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::discord::FakeDiscord;
use crate::discord::types::{
    Ack, Call, Connection, Handle, Identify, InteractionState, Message, Thread, TimedOut, Violation,
};
use crate::discord::world::World;

impl FakeDiscord {
    /// All messages of a channel, thread or DM, oldest first, ephemeral ones included.
    pub fn messages(&self, channel: u64) -> Vec<Message> {
        self.shared.look(|world| world.history(channel).cloned().collect())
    }

    /// One message, if it still exists.
    pub fn message(&self, id: u64) -> Option<Message> {
        self.shared.look(|world| world.messages.get(&id).cloned())
    }

    /// State of an interaction.
    ///
    /// # Panics
    /// When the handle comes from another fake.
    #[track_caller]
    pub fn interaction(&self, handle: Handle) -> InteractionState {
        let state = self.shared.look(|world| world.interactions.get(&handle.0).cloned());
        match state {
            Some(state) => state,
            None => panic!("no such interaction here"),
        }
    }

    /// The replies to an interaction, first response first; a deferral not filled in yet is left out.
    pub fn replies(&self, handle: Handle) -> Vec<Message> {
        let state = self.interaction(handle);
        self.shared.look(|world| {
            state
                .original
                .iter()
                .chain(&state.followups)
                .filter_map(|id| world.messages.get(id))
                .filter(|message| !message.loading())
                .cloned()
                .collect()
        })
    }

    /// Threads under a channel, oldest first.
    pub fn threads(&self, channel: u64) -> Vec<Thread> {
        self.shared.look(|world| {
            let of = world.channels.values().filter(|at| at.parent == Some(channel));
            of.filter_map(|at| {
                let state = at.thread.as_ref()?;
                Some(Thread {
                    id: at.id,
                    parent: channel,
                    name: at.name.clone(),
                    archived: state.archived,
                    locked: state.locked,
                    auto_archive_minutes: state.auto_archive,
                })
            })
            .collect()
        })
    }

    /// All REST calls so far, in order of arrival.
    pub fn calls(&self) -> Vec<Call> {
        self.shared.look(|world| world.calls.clone())
    }

    /// Everything the real platform would punish.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.look(|world| world.violations.clone())
    }

    /// Answers with 401, 403 or 429 of a scope other than shared (platform-facts D12).
    pub fn invalid_requests(&self) -> usize {
        self.shared.look(|world| world.invalid_requests)
    }

    /// Pings the bot caused without naming their target in `allowed_mentions`.
    pub fn unintended_pings(&self) -> usize {
        self.shared.look(|world| world.unintended_pings)
    }

    /// Channels in which typing was shown, in order.
    pub fn typing(&self) -> Vec<u64> {
        self.shared.look(|world| world.typing.clone())
    }

    /// The reactions of the bot on a message, in the order they were set.
    pub fn reactions(&self, message: u64) -> Vec<String> {
        self.shared.look(|world| world.reactions.get(&message).cloned().unwrap_or_default())
    }

    /// All IDENTIFYs, refused ones too.
    pub fn identifies(&self) -> Vec<Identify> {
        self.shared.look(|world| world.gateway.identifies.clone())
    }

    /// Successful RESUMEs.
    pub fn resumes(&self) -> usize {
        self.shared.look(|world| world.gateway.resumes)
    }

    /// All gateway connections, closed ones too.
    pub fn connections(&self) -> Vec<Connection> {
        self.shared.look(|world| world.gateway.links.iter().map(|link| link.seen.clone()).collect())
    }

    /// Registered commands: global ones for `None`, else those of a guild.
    pub fn commands(&self, guild: Option<u64>) -> Vec<Value> {
        self.shared.look(|world| world.commands.get(&guild).cloned().unwrap_or_default())
    }

    /// Successful bulk overwrites.
    pub fn command_overwrites(&self) -> usize {
        self.shared.look(|world| world.overwrites)
    }

    /// Calls that wait for `release_held`.
    pub fn held(&self) -> usize {
        self.shared.look(|world| world.faults.held())
    }

    /// What was written in a channel, one line per message; for failure messages.
    pub fn transcript(&self, channel: u64) -> String {
        self.shared.look(|world| transcript(world, channel))
    }

    /// Waits until `seen` holds; looked at after every change of the fake. `seen` may use this fake's getters.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_until(&self, what: &str, deadline: Duration, seen: impl Fn() -> bool) -> Result<(), TimedOut> {
        self.wait(deadline, || seen().then_some(()), || what.to_owned()).await
    }

    async fn wait<T>(
        &self,
        deadline: Duration,
        found: impl Fn() -> Option<T>,
        blame: impl Fn() -> String,
    ) -> Result<T, TimedOut> {
        let end = Instant::now() + deadline;
        let mut bell = self.shared.bell.subscribe();
        loop {
            bell.borrow_and_update();
            if let Some(found) = found() {
                return Ok(found);
            }
            if timeout_at(end, bell.changed()).await.is_err() {
                return Err(TimedOut(blame()));
            }
        }
    }

    /// Waits for a message of the bot (new or edited) that fits; the oldest one if several do. Deferred replies count
    /// when filled, ephemeral ones too.
    ///
    /// # Errors
    /// When the deadline passed; the error holds the channel's transcript.
    pub async fn wait_message(
        &self,
        channel: u64,
        fits: impl Fn(&Message) -> bool,
        deadline: Duration,
    ) -> Result<Message, TimedOut> {
        let find = || {
            let bot = self.bot_id();
            self.messages(channel)
                .into_iter()
                .find(|message| message.author == bot && !message.loading() && fits(message))
        };
        let blame = || format!("no such message in {channel}:\n{}", self.transcript(channel));
        self.wait(deadline, find, blame).await
    }

    /// Waits for the first response to an interaction.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_ack(&self, handle: Handle, deadline: Duration) -> Result<Ack, TimedOut> {
        let blame = || format!("interaction {} was not answered", handle.0);
        self.wait(deadline, || self.interaction(handle).ack, blame).await
    }

    /// Waits for a filled reply to an interaction that fits, ephemeral or not.
    ///
    /// # Errors
    /// When the deadline passed; the error says what there was.
    pub async fn wait_reply(
        &self,
        handle: Handle,
        fits: impl Fn(&Message) -> bool,
        deadline: Duration,
    ) -> Result<Message, TimedOut> {
        let find = || self.replies(handle).into_iter().find(|reply| fits(reply));
        let blame = || format!("no such reply: {:?}", self.interaction(handle));
        self.wait(deadline, find, blame).await
    }

    /// Waits for the modal of an interaction.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_modal(&self, handle: Handle, deadline: Duration) -> Result<Value, TimedOut> {
        let blame = || format!("no modal: {:?}", self.interaction(handle));
        self.wait(deadline, || self.interaction(handle).modal, blame).await
    }

    /// Waits for the choices of an autocomplete.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_choices(&self, handle: Handle, deadline: Duration) -> Result<Vec<Value>, TimedOut> {
        let blame = || format!("no choices: {:?}", self.interaction(handle));
        self.wait(deadline, || self.interaction(handle).choices, blame).await
    }

    /// Waits for an answered (or dropped and performed) call that fits.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_call(&self, fits: impl Fn(&Call) -> bool, deadline: Duration) -> Result<Call, TimedOut> {
        let find = || {
            self.shared.look(|world| {
                let mut done = world.calls.iter();
                done.find(|call| (call.status != 0 || call.performed) && fits(call)).cloned()
            })
        };
        let blame = || {
            let calls = self.calls();
            let mut text = format!("no such call among {}:\n", calls.len());
            for call in calls {
                let _ = writeln!(text, "{} {} -> {}", call.method, call.path, call.status);
            }
            text
        };
        self.wait(deadline, find, blame).await
    }

    /// Waits until a connection has a session: READY or RESUMED was sent.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_ready(&self, deadline: Duration) -> Result<Connection, TimedOut> {
        let find = || {
            let mut all = self.connections().into_iter();
            all.find(|link| link.open && link.ready)
        };
        let blame = || format!("no session: {:?} {:?}", self.connections(), self.identifies());
        self.wait(deadline, find, blame).await
    }

    /// Waits until a command of this name is registered anywhere.
    ///
    /// # Errors
    /// When the deadline passed.
    pub async fn wait_command(&self, name: &str, deadline: Duration) -> Result<Value, TimedOut> {
        let find = || {
            self.shared.look(|world| {
                let mut all = world.commands.values().flatten();
                all.find(|command| command["name"] == name).cloned()
            })
        };
        self.wait(deadline, find, || format!("no command /{name}")).await
    }
}

fn transcript(world: &World, channel: u64) -> String {
    let mut out = String::new();
    for message in world.history(channel) {
        let name = world.user_name(message.author);
        let _ = write!(out, "{name}: {}", message.content);
        for button in message.buttons() {
            let _ = write!(out, " [{}]", button.label);
        }
        for (set, note) in [
            (message.ephemeral(), " (ephemeral)"),
            (message.loading(), " (thinking)"),
            (!message.edits.is_empty(), " (edited)"),
        ] {
            if set {
                out.push_str(note);
            }
        }
        out.push('\n');
    }
    out
}
