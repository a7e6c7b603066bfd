//! What happens while a script of a flow is played: it has looked at something, and nothing follows from that yet.

use crate::support::doubles::clock::ManualClock;
use crate::support::office::Office;
use async_trait::async_trait;
use secretary::adapters::scripts::ChildScripts;
use secretary::adapters::store::Database;
use secretary::engine::home;
use secretary::ports::clock::Clock;
use secretary::ports::scripts::{Outlined, Progress, ScriptFault, ScriptRun, Scripts};
use secretary::ports::store::Store;
use secretary::secretary::ids::PersonId;
use std::sync::{Arc, Mutex};

/// What is done then.
#[derive(Clone)]
pub enum Meanwhile {
    /// Everything of somebody is erased.
    Erases(PersonId),
    /// All work is paused.
    Pauses,
}

/// The name of a function, and what is done as soon as a script has its first answer of it.
pub(super) type Planned = Arc<Mutex<Option<(String, Meanwhile)>>>;

/// The interpreter, with what is done meanwhile.
pub(super) struct Played {
    pub scripts: Arc<ChildScripts>,
    pub store: Database,
    pub clock: Arc<ManualClock>,
    pub planned: Planned,
}

impl Played {
    async fn meanwhile(&self, run: &ScriptRun) {
        let planned = self.planned.lock().unwrap().clone();
        let called = |name: &str| run.made.last().is_some_and(|made| made.name == name);
        let Some((_, done)) = planned.filter(|(name, _)| called(name)) else { return };
        let mut tx = self.store.begin().await.unwrap();
        match done {
            Meanwhile::Erases(person) => {
                tx.erase_person(&person, self.clock.now()).await.unwrap();
            }
            Meanwhile::Pauses => {
                let mut settings = tx.settings(&home()).await.unwrap().expect("prepared");
                settings.paused = true;
                tx.save_settings(&settings).await.unwrap();
            }
        }
        tx.commit().await.unwrap();
        *self.planned.lock().unwrap() = None;
    }
}

#[async_trait]
impl Scripts for Played {
    async fn check(&self, script: &str) -> Result<Outlined, ScriptFault> {
        self.scripts.check(script).await
    }

    async fn resume(&self, run: &ScriptRun) -> Result<Progress, ScriptFault> {
        self.meanwhile(run).await;
        self.scripts.resume(run).await
    }
}

impl Office {
    /// This is done once, as soon as a script has called this function and goes on.
    pub fn once_called(&self, function: &str, done: Meanwhile) {
        *self.0.planned.lock().unwrap() = Some((function.to_owned(), done));
    }
}
