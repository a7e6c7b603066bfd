//! Webhooks: takes signed events of other programs in, as messages are taken in: committed first, decided afterwards.

use crate::engine::Engine;
use crate::engine::commit::commit;
use crate::engine::flows::pause;
use crate::engine::transition::flow_triggers::{Offered, event_key, offer};
use crate::ports::inbox::ReceiveError;
use crate::ports::store::{StoreError, Stored, digest};
use crate::ports::triggers::hooks::{HookAnswer, HookCall, Hooks};
use crate::secretary::flow::Flow;
use crate::secretary::flow::trigger::HookSecret;
use crate::secretary::flow::trigger::came::{self, Came};
use crate::secretary::ids::TriggerId;
use async_trait::async_trait;

#[async_trait]
impl Hooks for Engine {
    async fn secret(&self, hook: &str) -> Result<Option<HookSecret>, ReceiveError> {
        let found = async {
            let mut tx = self.parts.store.ask().await?;
            tx.flow_trigger(&TriggerId::new(hook)).await
        };
        let trigger: Result<_, StoreError> = found.await;
        Ok(trigger?.and_then(|trigger| trigger.secret().cloned()))
    }

    async fn submit(&self, call: HookCall) -> Result<HookAnswer, ReceiveError> {
        let taken = self.take_in(call).await;
        self.wrote(&taken);
        if let Err(error) = &taken {
            tracing::error!(%error, "the event of a webhook could not be stored; it is not confirmed");
        }
        Ok(taken?)
    }
}

impl Engine {
    async fn take_in(&self, call: HookCall) -> Stored<HookAnswer> {
        let HookCall { hook, key, mut body } = call;
        self.redactor.event(&mut body);
        let (seed, now) = (self.draw()?, self.now());
        let mut tx = self.parts.store.begin().await?;
        let trigger = tx.flow_trigger(&TriggerId::new(hook)).await?.filter(|trigger| trigger.secret().is_some());
        let Some(mut trigger) = trigger else { return Ok(HookAnswer::Unknown) };
        // The sender's name of the event may say anything.
        let key = format!("hook/{}", digest(key.as_bytes()));
        if tx.told(&event_key(&trigger, &key)).await? {
            return Ok(HookAnswer::Known);
        }
        if !tx.flow(&trigger.flow).await?.as_ref().is_some_and(Flow::runs) {
            return Ok(HookAnswer::NotRunning);
        }
        let held = pause::paused(tx.as_mut(), &trigger.workspace).await?;
        let came = Came::event(came::webhook(body));
        let offered = offer(tx.as_mut(), &mut trigger, (key.as_str(), came), seed, now).await?;
        commit(tx, "receive").await?;
        self.arrivals.notify_one();
        Ok(match offered {
            Offered::Accepted if held => HookAnswer::Held,
            Offered::Accepted => HookAnswer::Accepted,
            Offered::Known => HookAnswer::Known,
            Offered::Full(until) => HookAnswer::TooMany(until),
            Offered::Behind => HookAnswer::Behind,
        })
    }
}
