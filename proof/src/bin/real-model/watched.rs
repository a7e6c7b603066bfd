//! A model whose requests are timed and counted. It changes no request and no answer.

use secretary::adapters::openai::OpenAi;
use secretary::ports::model::{Failure, Model, ModelError, ModelReply, ModelRequest, Usage};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// How often a server that does not answer is asked.
const TRIES: u32 = 2;

/// What one request took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// Its size in bytes.
    pub bytes: usize,
    /// The time until the whole answer was there.
    pub time: Duration,
    /// The tokens.
    pub usage: Usage,
    /// It was answered.
    pub answered: bool,
}

/// The model.
pub struct Watched {
    /// As the product has it.
    pub model: OpenAi,
    took: Mutex<Vec<Took>>,
}

impl Watched {
    /// Watches a model.
    pub fn new(model: OpenAi) -> Self {
        Self { model, took: Mutex::default() }
    }

    /// What the requests since the last look took.
    pub fn taken(&self) -> Vec<Took> {
        std::mem::take(&mut *self.took.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks, once more after a while where the server does not answer.
    pub async fn ask(&self, request: &ModelRequest) -> Result<ModelReply, ModelError> {
        let mut tries = 1;
        loop {
            let began = Instant::now();
            let reply = self.model.ask(request).await;
            let usage = reply.as_ref().map_or_else(|failure| failure.usage, |reply| reply.usage);
            let took = Took { bytes: bytes(request), time: began.elapsed(), usage, answered: reply.is_ok() };
            self.took.lock().unwrap_or_else(PoisonError::into_inner).push(took);
            match reply {
                Err(Failure { error: ModelError::Retry { after }, .. }) if tries < TRIES => {
                    tries += 1;
                    sleep_until(Instant::now() + after).await;
                }
                reply => return reply.map_err(|failure| failure.error),
            }
        }
    }
}

fn bytes(request: &ModelRequest) -> usize {
    let json = [serde_json::to_string(&request.turns), serde_json::to_string(&request.tools)];
    let written: usize = json.iter().flatten().map(String::len).sum();
    written + request.schema.as_ref().map_or(0, |(_, schema)| schema.text().len())
}
