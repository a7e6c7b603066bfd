//! Tries out the models, in the background: a slow server must not keep people waiting, neither for the start nor for the
//! end. It decides nothing: the adapter uses what it finds.

use crate::adapters::openai::OpenAi;
use std::sync::Arc;

/// How often a server is tried out that was away, each time after it has answered a request.
const TRIES: usize = 3;

/// Tries out the models and says what was found, then lets a server nearby read the instructions that every message is
/// understood with.
pub(super) async fn try_out(model: Arc<OpenAi>, instructions: String) {
    for _ in 0..TRIES {
        let mut whole = true;
        for (name, able) in model.probe().await {
            let name = format!("the language model {name}");
            let name = name.trim_end();
            match &able.trouble {
                Some(trouble) => tracing::warn!("{name} could not be tried out: {trouble}"),
                None => tracing::info!(?able, "{name} was tried out"),
            }
            whole = whole && able.trouble.is_none();
        }
        if whole {
            return model.warm(&instructions).await;
        }
        model.served().await;
    }
}
