//! Server-sent events to an open page: each change of the log with its number as the event id, so that a page
//! continues after a lost connection; and the typing sign, which is not stored.

use super::wire;
use crate::adapters::web::{Live, Site};
use crate::ports::web::weblog::WebLogError;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};

/// Entries read at once.
const BATCH: usize = 50;
/// How long a typing sign lives on the page.
const TYPING_MS: u64 = 5_000;
/// A sign of life in silence.
const ALIVE: Duration = Duration::from_secs(15);

#[derive(Deserialize)]
pub(crate) struct From {
    after: Option<i64>,
}

struct Listener {
    site: Arc<Site>,
    notices: broadcast::Receiver<Live>,
    /// The number of the last entry sent.
    seq: i64,
    ready: VecDeque<Event>,
    /// The record may hold more than was sent.
    behind: bool,
}

/// The stream of changes after the header Last-Event-ID, else after `after`, else from the beginning.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    from: Result<Query<From>, QueryRejection>,
    headers: HeaderMap,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok()).and_then(|v| v.trim().parse().ok());
    let after = from.ok().and_then(|Query(from)| from.after);
    let notices = site.web.live.subscribe();
    let seq = last.or(after).unwrap_or(0).max(0);
    let mut ready = VecDeque::from([Event::default().retry(Duration::from_secs(1)).comment("open")]);
    if is_ahead(&site, seq).await {
        ready.push_back(Event::default().event("reset").data("{}"));
    }
    let listener = Listener { site, notices, seq, ready, behind: true };
    let stream = unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE).text("alive"))
}

/// Whether a page knows a number the record has not reached: it is then another record (a new database),
/// and the page must begin anew. An entry once numbered `seq` has that number still or a higher one.
async fn is_ahead(site: &Site, seq: i64) -> bool {
    seq > 0 && matches!(site.web.log.since(seq.saturating_sub(1), 1).await, Ok(rest) if rest.is_empty())
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.behind {
                if let Err(error) = self.read().await {
                    tracing::warn!(%error, "the web chat cannot read its record; the page will come back");
                    return None;
                }
                continue;
            }
            tokio::select! {
                () = self.site.stop.cancelled() => return None,
                notice = self.notices.recv() => match notice {
                    Ok(Live::Changed) | Err(RecvError::Lagged(_)) => self.behind = true,
                    Ok(Live::Typing) => self.ready.push_back(typing()),
                    Err(RecvError::Closed) => return None,
                },
            }
        }
    }

    async fn read(&mut self) -> Result<(), WebLogError> {
        let entries = self.site.web.log.since(self.seq, BATCH).await?;
        self.behind = entries.len() >= BATCH;
        for entry in &entries {
            self.seq = self.seq.max(entry.seq);
            let data = wire::entry(entry).to_string();
            self.ready.push_back(Event::default().event("message").id(entry.seq.to_string()).data(data));
        }
        Ok(())
    }
}

fn typing() -> Event {
    Event::default().event("typing").data(format!("{{\"ms\":{TYPING_MS}}}"))
}
