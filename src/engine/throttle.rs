//! A model that is asked by a bounded number of calls at a time: a hundred ideas in one minute must not
//! become a hundred calls at once to a server that answers four.

use crate::ports::failpoint;
use crate::ports::model::{Failure, Model, ModelReply, ModelRequest};
use crate::secretary::portrait::Portrait;
use async_trait::async_trait;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A model behind a narrow door.
pub(super) struct Throttled {
    model: Arc<dyn Model>,
    door: Semaphore,
}

impl Throttled {
    /// At most so many calls are under way at once; the rest wait in order.
    pub(super) fn new(model: Arc<dyn Model>, at_once: u16) -> Self {
        Self { model, door: Semaphore::new(usize::from(at_once)) }
    }
}

#[async_trait]
impl Model for Throttled {
    async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, Failure> {
        // The door is never closed; should it be, the call goes ahead.
        let _turn = self.door.acquire().await.ok();
        failpoint::before("model", "");
        if self.model.reads() {
            let reply = self.model.ask(request).await;
            failpoint::after("model", "");
            return reply;
        }
        let began = std::time::Instant::now();
        let reply = self.model.ask(request).await;
        failpoint::after("model", "");
        super::meter::ruled(request.purpose.name(), began.elapsed(), reply.is_ok());
        reply
    }

    fn reads(&self) -> bool {
        self.model.reads()
    }

    fn describe(&self) -> String {
        self.model.describe()
    }

    fn portrait(&self) -> Portrait {
        self.model.portrait()
    }
}
