//! Which models see: found out with one small picture when somebody sends a picture for the first time, and remembered
//! until the program ends. A request with pictures goes to a model that sees, where its chain has one; a model that does
//! not see is told in words that there was a picture.

use crate::adapters::openai::chain::{Failed, Next};
use crate::adapters::openai::dialects::Used;
use crate::adapters::openai::usage_meter::UsageMeter;
use crate::adapters::openai::wire::request::Body;
use crate::adapters::openai::{OpenAi, pictures};
use crate::ports::model::{ModelError, ModelReply, ModelRequest, Picture};
use crate::secretary::settings::model_capabilities::{Found, VISION};
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long the try may take.
const DEADLINE: Duration = Duration::from_secs(60);
/// The limit of its answer in tokens: room for models that think before they answer.
const LIMIT: u32 = 1_000;
/// The side of its picture in pixels: some models take none below 28.
const SIDE: u32 = 64;

/// Which models see, as far as known.
#[derive(Debug, Default)]
pub(in crate::adapters::openai) struct Sight(Mutex<BTreeMap<String, Known>>);

/// What is known of a model.
#[derive(Clone, Copy, Debug)]
enum Known {
    Sees(bool),
    /// It was tried once, and said nothing.
    Silent,
}

/// What a try came to.
enum Looked {
    Sees(bool),
    /// No words came.
    Silent,
    /// The try itself failed.
    Failed,
}

impl Sight {
    fn of(&self, model: &str) -> Option<bool> {
        match self.lock().get(model) {
            Some(Known::Sees(sees)) => Some(*sees),
            Some(Known::Silent) | None => None,
        }
    }

    fn keep(&self, model: &str, sees: bool) {
        self.lock().insert(model.to_owned(), Known::Sees(sees));
    }

    /// It said nothing. Returns whether it did so before.
    fn silent(&self, model: &str) -> bool {
        self.lock().insert(model.to_owned(), Known::Silent).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenAi {
    /// Whether a model sees, of those that requests with pictures go to. What an owner named for it counts as seeing
    /// until it is found not to.
    pub(in crate::adapters::openai) fn sees_any(&self) -> Found {
        let own = self.chain_for(VISION);
        let named = !own.is_empty();
        let names = if named { own } else { [self.chain_for("triage"), self.chain_for("work")].concat() };
        let known: Vec<Option<bool>> = names.iter().map(|name| self.sight.of(name)).collect();
        if known.contains(&Some(true)) || (named && known.contains(&None)) {
            Found::Works
        } else if known.is_empty() || known.contains(&None) {
            Found::Unknown
        } else {
            Found::Missing
        }
    }

    /// Finds out whether a model sees, where nobody tried: those that take messages before those that work, until one does.
    pub(in crate::adapters::openai) async fn find_sight(&self, meter: &mut UsageMeter<'_>) {
        let tries = async {
            if self.sees_any() != Found::Unknown {
                return;
            }
            let mut names = [self.chain_for("triage"), self.chain_for("work")].concat();
            if names.is_empty() {
                names.extend(self.listed_model().await.ok());
            }
            for model in names {
                if self.tried(&model, meter).await == Some(true) {
                    return;
                }
            }
        };
        // Somebody waits for it.
        let _ = tokio::time::timeout(DEADLINE, tries).await;
    }

    /// The chain of a request. If it has pictures, those who are found not to see come last; whoever was not tried is tried
    /// out, until one sees, within `most`.
    pub(in crate::adapters::openai) async fn seeing_first(
        &self,
        request: &ModelRequest,
        mut chain: Vec<String>,
        (most, meter): (Duration, &mut UsageMeter<'_>),
    ) -> Vec<String> {
        if !pictures::has_any(request) {
            return chain;
        }
        if self.config.model_vision.is_empty() {
            let tries = async {
                for model in &chain {
                    if self.tried(model, meter).await == Some(true) {
                        break;
                    }
                }
            };
            // Whoever was not tried in time is asked as if it saw.
            let _ = tokio::time::timeout(most, tries).await;
        }
        chain.sort_by_key(|model| self.sight.of(model) == Some(false));
        chain
    }

    /// One request to one model, without its pictures where the model does not see them.
    pub(in crate::adapters::openai) async fn shown(
        &self,
        model: &str,
        request: &ModelRequest,
        meter: &mut UsageMeter<'_>,
    ) -> Result<ModelReply, Failed> {
        if !pictures::has_any(request) {
            return self.one(model, request, meter).await;
        }
        if self.sight.of(model) == Some(false) {
            return self.one(model, &pictures::unseen(request), meter).await;
        }
        let failed = match self.one(model, request, meter).await {
            Err(failed) if failed.next != Next::Stop && matches!(failed.error, ModelError::Refused(_)) => failed,
            asked => return asked,
        };
        // Servers refuse pictures in many words (platform-facts L16): if it answers without them, they were the reason.
        self.tried(model, meter).await;
        self.one(model, &pictures::unseen(request), meter).await.map_err(|_| failed)
    }

    /// Whether a model sees; found out the first time. Unknown where the try itself fails. A model that says nothing twice
    /// counts as seeing: it would be tried before every request.
    async fn tried(&self, model: &str, meter: &mut UsageMeter<'_>) -> Option<bool> {
        if let Some(known) = self.sight.of(model) {
            return Some(known);
        }
        let looked = tokio::time::timeout(DEADLINE, self.look(model, meter.beside())).await;
        let seen = match looked.unwrap_or(Looked::Silent) {
            Looked::Sees(seen) => seen,
            Looked::Silent if self.sight.silent(model) => true,
            Looked::Silent | Looked::Failed => return None,
        };
        tracing::debug!(model, seen, "tried whether the model sees");
        self.sight.keep(model, seen);
        Some(seen)
    }

    /// Shows a picture of two colours and asks which they are: hard to guess, and easy for any model that sees.
    async fn look(&self, model: &str, meter: &mut UsageMeter<'_>) -> Looked {
        let Some(colours) = two_colours() else { return Looked::Failed };
        let from = self.dialect(model);
        let mut dialect = from;
        loop {
            let mut body = Body::new(model, dialect, LIMIT);
            let mut parts = pictures::parts(std::slice::from_ref(&colours));
            parts.push(json!({"type": "text", "text": "Which two colours does it have? Answer in two words."}));
            body.messages = vec![json!({"role": "user", "content": parts})];
            let Ok(said) = self.booked(&body, (LIMIT, DEADLINE), meter).await else { return Looked::Failed };
            let Some(refusal) = said.refusal else {
                let Some(value) = said.value else { return Looked::Failed };
                // Words, or parts with words.
                let words = value.pointer("/choices/0/message/content").filter(|words| !words.is_null());
                let words = words.map(|words| words.to_string().to_lowercase()).unwrap_or_default();
                let any = words.contains(char::is_alphabetic);
                return if any {
                    Looked::Sees(words.contains("red") && words.contains("green"))
                } else {
                    Looked::Silent
                };
            };
            if let Some(next) = dialect.after(&refusal, from, Used::default()) {
                dialect = next;
                continue;
            }
            // Some servers call it an error of their own, and say "image" then.
            let about_it = matches!(refusal.status, 400 | 415 | 422 | 501) || refusal.words.contains("image");
            return if about_it { Looked::Sees(false) } else { Looked::Failed };
        }
    }
}

/// The left half red, the right half green.
fn two_colours() -> Option<Picture> {
    let colour = |x: u32, _: u32| if x < SIDE / 2 { Rgb([230, 0, 0]) } else { Rgb([0, 160, 0]) };
    let mut png = Cursor::new(Vec::new());
    RgbImage::from_fn(SIDE, SIDE, colour).write_to(&mut png, ImageFormat::Png).ok()?;
    Some(Picture { name: "colours.png".to_owned(), bytes: png.into_inner() })
}
