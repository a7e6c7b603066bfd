//! What operators see: the state of the parts of the program, and the recorder of the metrics. Reasons are in words;
//! they hold no secret and nothing about people.

use crate::adapters::discord::Discord;
use crate::adapters::telegram::Telegram;
use crate::engine::{BUCKETS, Engine};
use crate::ports::clock::Clock;
use crate::ports::watch::Watch;
use crate::ports::web::weblog::{Entry, EntryChange, WebLog, WebLogError, WebMessage};
use async_trait::async_trait;
use metrics::gauge;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Samples of distributions are put together this often, so that they take no memory where nobody reads them.
const GATHER: Duration = Duration::from_secs(300);

/// So long nothing follows from silence while a platform has not handed in what waited there: longer than that a deadline is
/// missed anyway (`secretary::deadline`).
const PATIENCE: Duration = Duration::from_secs(150);
/// Between two looks at the platforms.
const LOOK: Duration = Duration::from_millis(200);

/// The program as it is watched.
pub struct Watched {
    engine: Arc<Engine>,
    platforms: Platforms,
    figures: PrometheusHandle,
    stop: CancellationToken,
}

/// The record of the web chat: where it cannot be written, the engine hears of it.
pub struct HeardLog<L> {
    /// The record.
    pub log: L,
    /// Who hears.
    pub engine: Arc<Engine>,
}

impl<L> HeardLog<L> {
    fn heard<T>(&self, outcome: Result<T, WebLogError>) -> Result<T, WebLogError> {
        if let Err(WebLogError::Storage(why)) = &outcome {
            self.engine.writing_failed(why.clone());
        }
        outcome
    }
}

#[async_trait]
impl<L: WebLog> WebLog for HeardLog<L> {
    async fn append(&self, key: &str, message: WebMessage) -> Result<i64, WebLogError> {
        self.heard(self.log.append(key, message).await)
    }

    async fn change(&self, id: i64, change: EntryChange) -> Result<bool, WebLogError> {
        self.heard(self.log.change(id, change).await)
    }

    async fn since(&self, seq: i64, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        self.log.since(seq, limit).await
    }

    async fn latest(&self, before: Option<i64>, limit: usize) -> Result<Vec<Entry>, WebLogError> {
        self.log.latest(before, limit).await
    }
}

/// The platforms that are on.
#[derive(Clone, Default)]
pub struct Platforms {
    /// Whether the web chat is served.
    pub web: bool,
    /// Telegram.
    pub telegram: Bot<Telegram>,
    /// Discord.
    pub discord: Bot<Arc<Discord>>,
}

/// Whether this process receives for a bot; where several may, the others stand by.
pub type Ours = Arc<AtomicBool>;
/// A bot, if its platform is on, and whether this process receives for it.
pub type Bot<T> = Option<(T, Ours)>;

impl Platforms {
    /// Each platform this process receives from, with why nothing comes from it at the moment.
    fn states(&self) -> Vec<(&'static str, Option<String>)> {
        let ours = |ours: &Ours| ours.load(Ordering::SeqCst);
        let telegram = self.telegram.iter().filter(|(_, is)| ours(is)).map(|(bot, _)| ("telegram", bot.unready()));
        let discord = self.discord.iter().filter(|(_, is)| ours(is)).map(|(bot, _)| ("discord", bot.unready()));
        telegram.chain(discord).chain(self.web.then_some(("web", None))).collect()
    }
}

impl Platforms {
    /// Lets nothing follow from silence until each platform has handed in what waited there, or for a while ([`PATIENCE`]).
    pub fn heard(self, engine: Arc<Engine>) -> impl Future<Output = ()> + Send + 'static {
        let waits = |states: &[(&str, Option<String>)]| states.iter().any(|(_, why)| why.is_some());
        engine.heard_all(!waits(&self.states()));
        async move {
            let until = tokio::time::Instant::now() + PATIENCE;
            while waits(&self.states()) && tokio::time::Instant::now() < until {
                tokio::time::sleep(LOOK).await;
            }
            engine.heard_all(true);
        }
    }
}

impl Watched {
    /// Begins to count.
    ///
    /// # Errors
    /// Somebody else counts in this process already.
    pub fn new(
        engine: Arc<Engine>,
        platforms: Platforms,
        clock: &dyn Clock,
        stop: CancellationToken,
    ) -> anyhow::Result<Self> {
        let mut builder = PrometheusBuilder::new();
        for (name, bounds) in BUCKETS {
            builder = builder.set_buckets_for_metric(Matcher::Full(name.to_owned()), bounds)?;
        }
        let figures = builder.install_recorder()?;
        metrics::describe_gauge!("secretary_build_info", "The version that runs; always 1.");
        metrics::describe_gauge!("process_start_time_seconds", "When the program started, in seconds since 1970.");
        metrics::describe_gauge!("secretary_ready", "Whether it takes everything in: the answer of /readyz.");
        metrics::describe_gauge!("secretary_store_up", "Whether the database can be read and written.");
        metrics::describe_gauge!("secretary_platform_up", "Whether events of a platform are received.");
        gauge!("secretary_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        let started = u32::try_from(clock.now().timestamp()).unwrap_or(u32::MAX);
        gauge!("process_start_time_seconds").set(f64::from(started));
        engine.begin_counting();
        Ok(Self { engine, platforms, figures, stop })
    }

    /// Puts samples together now and then, until stopped.
    pub fn gather(&self) -> impl Future<Output = ()> + Send + 'static {
        let (figures, stop) = (self.figures.clone(), self.stop.clone());
        async move {
            loop {
                tokio::select! {
                    () = tokio::time::sleep(GATHER) => figures.run_upkeep(),
                    () = stop.cancelled() => return,
                }
            }
        }
    }
}

#[async_trait]
impl Watch for Watched {
    fn leaving(&self) -> bool {
        self.stop.is_cancelled()
    }

    async fn unready(&self) -> Vec<String> {
        let store = self.engine.store_trouble().await;
        gauge!("secretary_store_up").set(f64::from(u8::from(store.is_none())));
        let states = self.platforms.states();
        // After the states: what ends a platform is never missing where it has ended.
        let leaves = self.leaving().then(|| format!("shutting down, {} running", self.engine.at_work()));
        let mut reasons: Vec<String> = leaves.into_iter().collect();
        reasons.extend(store.map(|why| format!("database: {why}")));
        for (name, trouble) in states {
            gauge!("secretary_platform_up", "platform" => name).set(f64::from(u8::from(trouble.is_none())));
            reasons.extend(trouble.map(|why| format!("{name}: {why}")));
        }
        gauge!("secretary_ready").set(f64::from(u8::from(reasons.is_empty())));
        reasons
    }

    async fn figures(&self) -> String {
        self.unready().await;
        if let Err(error) = self.engine.measure().await {
            tracing::warn!(%error, "what waits in the database cannot be counted");
        }
        self.figures.render()
    }
}
