//! Watched folders: looks for new files from time to time and hands each to its flow once. A file counts when it was the
//! same at two looks, so that none is read while it is still being written.

use crate::engine::commit::commit;
use crate::engine::transition::flow_triggers::{Offered, event_key, offer};
use crate::engine::{Engine, lock};
use crate::ports::store::{Arrival, Stored, TriggersOf, digest};
use crate::ports::triggers::folders::{WatchedFile, WatchedFolders};
use crate::secretary::flow::Flow;
use crate::secretary::flow::trigger::came::{self, Came, LONGEST_TEXT, Unfit};
use crate::secretary::flow::trigger::{Trigger, TriggerKind};
use crate::secretary::ids::TriggerId;
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The time between two looks.
const EVERY: TimeDelta = TimeDelta::seconds(10);
/// The most files of a folder that are handed over at one look.
const AT_ONCE: usize = 100;
/// The most files that are named in one message.
const NAMED: usize = 3;

/// The files of the last look, by trigger and digest.
pub type LastLook = BTreeSet<(TriggerId, String)>;

/// A file with what stands for its name, size and time.
struct Found {
    file: WatchedFile,
    digest: String,
}

impl Engine {
    /// Looks into the watched folders until stopped.
    pub async fn watch_folders(self: Arc<Self>, stop: CancellationToken) {
        while stop.run_until_cancelled(self.parts.clock.sleep_until(self.now() + EVERY)).await.is_some() {
            if let Err(error) = self.look_into_folders().await {
                tracing::warn!(%error, "the watched folders could not be looked at; soon again");
            }
        }
    }

    /// Looks once into each watched folder.
    ///
    /// # Errors
    /// The database does not take something. What was handed over before stays so.
    pub fn look_into_folders(&self) -> BoxFuture<'_, Stored<()>> {
        Box::pin(async move {
            let Some(folders) = &self.parts.folders else { return Ok(()) };
            let mut tx = self.parts.store.ask().await?;
            let triggers = tx.flow_triggers(TriggersOf::Folders).await?;
            let mut watched = Vec::new();
            for trigger in triggers {
                let flow = tx.flow(&trigger.flow).await?.filter(|flow| !flow.deleted());
                watched.extend(flow.map(|flow| (trigger, flow)));
            }
            drop(tx);
            let mut there = LastLook::new();
            for (trigger, flow) in &watched {
                self.look_into(folders.as_ref(), trigger, flow, &mut there).await?;
            }
            *lock(&self.last_look) = there;
            Ok(())
        })
    }

    async fn look_into(
        &self,
        folders: &dyn WatchedFolders,
        trigger: &Trigger,
        flow: &Flow,
        there: &mut LastLook,
    ) -> Stored<()> {
        let TriggerKind::Folder { folder, seen } = &trigger.kind else { return Ok(()) };
        let files = match folders.look(folder).await {
            Ok(files) => files,
            Err(error) => {
                tracing::warn!(folder, error, "a watched folder cannot be read");
                return self.say_unreadable(trigger).await;
            }
        };
        let found: Vec<Found> = files.into_iter().map(Found::of).collect();
        let all: Vec<String> = found.iter().map(|one| one.digest.clone()).collect();
        there.extend(all.iter().map(|one| (trigger.id.clone(), one.clone())));
        let Some(seen) = seen else { return self.begin_watch(&trigger.id, &all).await };
        // What comes before anybody agreed waits for that.
        if !flow.runs() {
            return Ok(());
        }
        let same = |one: &Found| lock(&self.last_look).contains(&(trigger.id.clone(), one.digest.clone()));
        let mut new: Vec<Found> = found.into_iter().filter(|one| !seen.contains(&one.digest) && same(one)).collect();
        // The oldest comes first.
        new.sort_by(|a, b| (a.file.changed_at, &a.file.name).cmp(&(b.file.changed_at, &b.file.name)));
        let (unfit, fit): (Vec<Found>, Vec<Found>) = new.into_iter().partition(|one| one.file.unfit.is_some());
        self.leave_out(&trigger.id, &unfit, &all).await?;
        for one in fit.into_iter().take(AT_ONCE) {
            let text = folders.text(folder, &one.file.name, LONGEST_TEXT).await;
            let mut event = came::file(folder, &one.file.name, one.file.bytes, text.as_deref());
            self.redactor.event(&mut event);
            if !self.hand_over(&trigger.id, &one.digest, event, &all).await? {
                break;
            }
        }
        Ok(())
    }

    /// Hands a file to its flow. False if no more are taken at the moment: the rest waits.
    async fn hand_over(&self, id: &TriggerId, file: &str, event: Value, there: &[String]) -> Stored<bool> {
        let (seed, now) = (self.draw()?, self.now());
        let mut tx = self.parts.store.begin().await?;
        let Some(mut trigger) = tx.flow_trigger(id).await? else { return Ok(false) };
        // A file that is changed back to what it was is another event.
        let key = format!("file/{file}/{}", now.timestamp_micros());
        if trigger.has_seen(file) {
            return Ok(true);
        }
        let offered = offer(tx.as_mut(), &mut trigger, (key.as_str(), Came::event(event)), seed, now).await?;
        let taken = matches!(offered, Offered::Accepted | Offered::Known);
        if taken {
            trigger.saw(file, there);
            tx.save_flow_trigger(&trigger).await?;
        }
        commit(tx, "receive").await?;
        self.arrivals.notify_one();
        Ok(taken)
    }

    /// Says of files that they begin nothing, and why; of each once.
    async fn leave_out(&self, id: &TriggerId, unfit: &[Found], there: &[String]) -> Stored<()> {
        if unfit.is_empty() {
            return Ok(());
        }
        let now = self.now();
        let mut tx = self.parts.store.begin().await?;
        let Some(mut trigger) = tx.flow_trigger(id).await? else { return Ok(()) };
        for why in [Unfit::Name, Unfit::Linked] {
            let left = unfit.iter().filter(|one| one.file.unfit == Some(why) && !trigger.has_seen(&one.digest));
            let left: Vec<&Found> = left.collect();
            let Some(first) = left.first() else { continue };
            let key = event_key(&trigger, &format!("left_out/{}/{}", first.digest, now.timestamp_micros()));
            let named = left.iter().take(NAMED);
            let names = named.map(|one| self.redactor.text(&one.file.name).into_owned()).collect();
            let came = Came::LeftOut { names, more: left.len().saturating_sub(NAMED), why };
            let arrival = Arrival::Triggered { trigger: trigger.id.clone(), came };
            tx.tell(&key, &arrival, self.draw()?, now).await?;
            for one in left {
                trigger.saw(&one.digest, there);
            }
        }
        tx.save_flow_trigger(&trigger).await?;
        commit(tx, "receive").await?;
        self.arrivals.notify_one();
        Ok(())
    }

    /// Notes what stands there before the watch begins, and says that it does.
    async fn begin_watch(&self, id: &TriggerId, there: &[String]) -> Stored<()> {
        let (seed, now) = (self.draw()?, self.now());
        let mut tx = self.parts.store.begin().await?;
        let Some(mut trigger) = tx.flow_trigger(id).await? else { return Ok(()) };
        if !matches!(trigger.kind, TriggerKind::Folder { seen: None, .. }) {
            return Ok(());
        }
        trigger.begins_with(there);
        tx.save_flow_trigger(&trigger).await?;
        let arrival = Arrival::Triggered { trigger: id.clone(), came: Came::Watched { before: there.len() } };
        tx.tell(&event_key(&trigger, "watched"), &arrival, seed, now).await?;
        commit(tx, "receive").await?;
        self.arrivals.notify_one();
        Ok(())
    }

    /// Says once a day that a folder cannot be read.
    async fn say_unreadable(&self, trigger: &Trigger) -> Stored<()> {
        let now = self.now();
        let key = event_key(trigger, &format!("unreadable/{}", now.format("%F")));
        if self.parts.store.ask().await?.told(&key).await? {
            return Ok(());
        }
        let arrival = Arrival::Triggered { trigger: trigger.id.clone(), came: Came::Unreadable };
        let mut tx = self.parts.store.begin().await?;
        tx.tell(&key, &arrival, self.draw()?, now).await?;
        commit(tx, "receive").await?;
        self.arrivals.notify_one();
        Ok(())
    }
}

impl Found {
    fn of(file: WatchedFile) -> Self {
        // One that becomes fit is another one.
        let unfit = match file.unfit {
            None => "",
            Some(Unfit::Name) => "/unnamed",
            Some(Unfit::Linked) => "/linked",
        };
        let named = format!("{}/{}/{}{unfit}", file.name, file.bytes, file.changed_at.timestamp_micros());
        Self { digest: digest(named.as_bytes()).chars().take(32).collect(), file }
    }
}
