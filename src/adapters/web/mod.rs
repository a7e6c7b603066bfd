//! The local web chat: a page in a browser, as a platform like the others, with one place and one person ("You").
//! `ports::web` stores the messages of the chat. Live listeners only hear that something changed and read the log, so
//! that every browser tab shows the same messages in the same order. Nothing is decided here; everything typed or
//! pressed goes through `ports::inbox`.

mod access;
mod by_day;
mod health;
mod hook;
mod inbound;
mod outbound;
mod page;
mod sent_files;
mod uploads;
mod watched;

use crate::ports::clock::{Clock, Entropy};
use crate::ports::files::ReceivedFiles;
use crate::ports::inbox::Intake;
use crate::ports::triggers::hooks::Hooks;
use crate::ports::watch::Watch;
use crate::ports::web::overview::Overview;
use crate::ports::web::sessions::Sessions;
use crate::ports::web::weblog::WebLog;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use futures_util::future::BoxFuture;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

pub use health::Health;
pub use inbound::place;

/// How long requests under way may go on after the stop.
const DRAIN: Duration = Duration::from_secs(3);
/// How many live notices a slow listener may miss before it reads the record from where it was anyway.
const LIVE_NOTICES: usize = 64;
/// How often old files are looked for.
const LOOK_FOR_OLD: Duration = Duration::from_secs(60 * 60);

/// Where the web chat listens, who may enter, and what the page hints at.
#[derive(Clone)]
pub struct WebConfig {
    /// The address listened on, as configured (WEB_ADDR).
    pub addr: SocketAddr,
    /// The password asked for (WEB_PASSWORD); needed when the address is not loopback.
    pub password: Option<String>,
    /// The commands the page offers while a "/" is typed: name without the slash, and what it does.
    pub commands: Vec<(String, String)>,
    /// Ideas the empty page suggests; only what works in this setup.
    pub suggestions: Vec<String>,
}

impl std::fmt::Debug for WebConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let password = if self.password.is_some() { "set" } else { "none" };
        f.debug_struct("WebConfig").field("addr", &self.addr).field("password", &password).finish_non_exhaustive()
    }
}

/// Why the web chat cannot be set up.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WebError {
    /// Anybody on the network could command the secretary.
    #[error(
        "WEB_ADDR is {0}, which other machines can reach, but WEB_PASSWORD is not set. \
         Set WEB_PASSWORD, or use a loopback address such as 127.0.0.1:8787."
    )]
    OpenToAll(SocketAddr),
    /// An empty password protects nothing.
    #[error("WEB_PASSWORD is empty. Give it a value, or remove it and keep WEB_ADDR on a loopback address.")]
    EmptyPassword,
}

/// A notice to the pages which are open now.
#[derive(Clone, Copy, Debug)]
enum Live {
    /// The record changed.
    Changed,
    /// The secretary is writing.
    Typing,
}

/// The web chat as a platform.
pub struct Web {
    config: WebConfig,
    intake: Arc<dyn Intake>,
    log: Arc<dyn WebLog>,
    clock: Arc<dyn Clock>,
    door: access::login::Door,
    uploads: uploads::Uploads,
    sent: sent_files::SentFiles,
    watched: Option<watched::Watched>,
    overview: Option<Arc<dyn Overview>>,
    hooks: Option<Arc<dyn Hooks>>,
    live: broadcast::Sender<Live>,
}

/// What the request handlers share.
struct Site {
    web: Arc<Web>,
    hosts: access::guard::Hosts,
    stop: CancellationToken,
}

impl Web {
    /// Sets up the web chat; nothing listens yet. `files` stores what the page uploads until it is
    /// understood, and for 90 days the files that the secretary sends.
    ///
    /// # Errors
    /// [`WebError`] when the address is not loopback and no password is set, or the password is empty.
    pub fn new(
        config: WebConfig,
        intake: Arc<dyn Intake>,
        log: Arc<dyn WebLog>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        sessions: Arc<dyn Sessions>,
        files: Arc<dyn ReceivedFiles>,
    ) -> Result<Self, WebError> {
        match config.password.as_deref() {
            None if !config.addr.ip().is_loopback() => return Err(WebError::OpenToAll(config.addr)),
            Some(password) if password.trim().is_empty() => return Err(WebError::EmptyPassword),
            None | Some(_) => {}
        }
        let sent = sent_files::SentFiles::new(Arc::clone(&files));
        let uploads = uploads::Uploads::new(files, Arc::clone(&entropy));
        let door = access::login::Door::new(config.password.as_deref(), entropy, sessions);
        let (live, _) = broadcast::channel(LIVE_NOTICES);
        Ok(Self { config, intake, log, clock, door, uploads, sent, watched: None, overview: None, hooks: None, live })
    }

    /// Serves /readyz and /metrics by this. The figures need `token` (METRICS_TOKEN) if there is one, else the password if
    /// there is one.
    #[must_use]
    pub fn watched_by(mut self, watch: Arc<dyn Watch>, token: Option<&str>) -> Self {
        self.watched = Some(watched::Watched::new(watch, token));
        self
    }

    /// Shows what goes on by itself: the page gets a button for it.
    #[must_use]
    pub fn showing(mut self, overview: Arc<dyn Overview>) -> Self {
        self.overview = Some(overview);
        self
    }

    /// Takes signed events of other programs, which begin runs of flows.
    #[must_use]
    pub fn hooked_by(mut self, hooks: Arc<dyn Hooks>) -> Self {
        self.hooks = Some(hooks);
        self
    }

    /// Removes files that the secretary sent as early as the messages of the chat: after these days, if there is a number.
    #[must_use]
    pub fn keeping(mut self, days: Option<u16>) -> Self {
        self.sent.keep_for(days);
        self
    }

    /// Serves the page and its API on `listener` until `stop`, then finishes open requests for at most 3 s. The
    /// routes in `extra` are outside of the guards (a webhook has another Host and no Origin). They must not overlap
    /// with ours or have a fallback of their own.
    ///
    /// # Errors
    /// The listener has no local address.
    pub fn serve(
        self: Arc<Self>,
        listener: TcpListener,
        extra: Option<Router>,
        stop: CancellationToken,
    ) -> BoxFuture<'static, std::io::Result<()>> {
        Box::pin(async move {
            let hosts = access::guard::Hosts::new(self.config.addr.ip(), listener.local_addr()?.port());
            self.hand_over_rest().await;
            let web = Arc::clone(&self);
            let site = Arc::new(Site { web: self, hosts, stop: stop.clone() });
            // Outside of the guards, as those in `extra`: a signature takes their place.
            let mut router = routes(Arc::clone(&site)).merge(hook::routes(Arc::clone(&site)));
            if let Some(extra) = extra {
                router = router.merge(extra);
            }
            let router = router.layer(from_fn_with_state(site, watched::leave));
            tokio::select! {
                () = access::connections::serve(listener, router, stop.clone()) => {}
                () = web.remove_old_files() => {}
                () = async { stop.cancelled().await; tokio::time::sleep(DRAIN).await } => {}
            }
            Ok(())
        })
    }

    /// Removes old files now and every hour; it does not end.
    async fn remove_old_files(&self) {
        let mut hours = tokio::time::interval(LOOK_FOR_OLD);
        loop {
            hours.tick().await;
            let now = self.clock.now();
            // Neither depends on the success of the other.
            let uploads = self.uploads.remove_old(now).await;
            if let Err(error) = uploads.and(self.sent.remove_old(now).await) {
                tracing::warn!(%error, "the web chat cannot remove old files");
            }
        }
    }

    /// Hands over what was recorded but perhaps not received when the process ended in between: the
    /// person's words after the secretary's last message. The same event id drops what was received.
    async fn hand_over_rest(&self) {
        let rest = match self.log.latest(None, 20).await {
            Ok(newest) => self.unanswered(&newest).await,
            Err(error) => Err(error),
        };
        let rest = match rest {
            Ok(rest) => rest,
            Err(error) => {
                tracing::warn!(%error, "the web chat cannot look for messages left over");
                return;
            }
        };
        if rest.is_empty() {
            return;
        }
        if let Err(error) = self.intake.receive(rest).await {
            tracing::warn!(%error, "the web chat cannot hand over messages left over");
        }
    }

    /// Lets open pages look at the record, which another process may have changed.
    pub fn changed(&self) {
        self.tell(Live::Changed);
    }

    fn tell(&self, notice: Live) {
        // An error only says that no page is open.
        let _ = self.live.send(notice);
    }
}

fn routes(site: Arc<Site>) -> Router {
    page::files()
        .route("/", get(page::index))
        .route("/login", get(access::login::form).post(access::login::enter))
        .route("/logout", post(access::login::leave))
        .route(watched::ALIVE, get(watched::alive))
        .route(watched::READY, get(watched::ready))
        .route(watched::FIGURES, get(watched::figures))
        .route("/api/messages", get(page::api::messages))
        .route("/api/commands", get(page::api::commands))
        .route("/api/overview", get(page::overview::overview))
        .route("/api/events", get(page::events::events))
        .route("/api/files", post(page::upload::upload))
        .route("/api/files/{id}", get(page::download::download))
        .route("/api/say", post(page::api::say))
        .route("/api/press", post(page::api::press))
        .route("/api/form", post(page::api::form))
        .fallback(page::nothing)
        .layer(from_fn_with_state(Arc::clone(&site), access::guard::guard))
        .with_state(site)
}
