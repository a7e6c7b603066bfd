//! What begins runs of flows from outside: signed requests of other programs, and files in watched folders.

use crate::support::office::{Office, WATCHED};
use secretary::ports::store::{Store, TriggersOf};
use secretary::ports::triggers::hooks::{HookAnswer, HookCall, Hooks};
use secretary::secretary::flow::trigger::{MOST_EVENTS, Trigger};
use secretary::secretary::ids::FlowId;
use serde_json::Value;

impl Office {
    /// Another program sends an event to a webhook, under this name.
    pub async fn is_called(&self, hook: &str, name: &str, body: Value) -> HookAnswer {
        let call = HookCall { hook: hook.to_owned(), key: name.to_owned(), body };
        let answer = self.until_done(async |engine| engine.submit(call.clone()).await.unwrap()).await;
        self.settle().await;
        answer
    }

    /// The secret of a webhook.
    pub async fn secret_of(&self, hook: &str) -> Option<String> {
        let secret = self.engine().secret(hook).await.unwrap();
        secret.map(|secret| secret.reveal().to_owned())
    }

    /// The triggers of a flow.
    pub async fn triggers(&self, flow: &FlowId) -> Vec<Trigger> {
        self.store().ask().await.unwrap().flow_triggers(TriggersOf::Flow(flow)).await.unwrap()
    }

    /// The triggers of a flow have just taken as many events as they take.
    pub async fn is_busy(&self, flow: &FlowId) {
        let mut tx = self.store().begin().await.unwrap();
        for mut trigger in tx.flow_triggers(TriggersOf::Flow(flow)).await.unwrap() {
            trigger.recent = vec![self.now().timestamp(); MOST_EVENTS];
            tx.save_flow_trigger(&trigger).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// A file is laid into a watched folder.
    pub fn lays(&self, folder: &str, name: &str, text: &str) {
        let folder = self.0.folder.path().join(WATCHED).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
    }

    /// A file is laid into a watched folder under a second name.
    pub fn links(&self, folder: &str, name: &str) {
        let home = self.0.folder.path();
        let outside = home.join(format!("outside-{name}"));
        std::fs::write(&outside, "what stands elsewhere").unwrap();
        std::fs::hard_link(outside, home.join(WATCHED).join(folder).join(name)).unwrap();
    }

    /// The watched folders are looked at, as often as a file needs to count, and once more, since a crash forgets a look.
    pub async fn looks(&self) {
        for _ in 0..3 {
            self.until_done(async |engine| engine.look_into_folders().await.unwrap()).await;
        }
        self.settle().await;
    }
}
