//! The web as the tools see it: the pages a story put there, and what a search finds.

use crate::support::doubles::fuse::Fuse;
use async_trait::async_trait;
use secretary::ports::web::fetch::{Fetch, FetchError, Page};
use secretary::ports::web::search::{Hit, Search};
use secretary::secretary::policy::addresses::opened;
use secretary::secretary::policy::inside;
use secretary::secretary::policy::onward::Onward;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Pages by address.
#[derive(Default)]
pub struct Pages {
    pub pages: Mutex<BTreeMap<String, String>>,
    /// Where servers lead on to, by the address that was asked for.
    pub moved: Mutex<BTreeMap<String, String>>,
    /// Addresses opened, in order; of a row of them the last.
    pub opened: Mutex<Vec<String>>,
    /// What every search finds; none where there is no search.
    pub hits: Mutex<Option<Vec<Hit>>>,
    /// The point the last page passed.
    pub given_at: Mutex<Option<usize>>,
    pub fuse: Arc<Fuse>,
}

impl Pages {
    /// The process is gone: the page given at the point before was never written down, nor was one whose writing down began
    /// then, where something else ended all.
    pub fn forget_unsettled(&self) {
        let given = self.given_at.lock().unwrap().take();
        if given.is_some_and(|at| self.fuse.passed() <= at + 2) {
            self.opened.lock().unwrap().pop();
        }
    }
}

#[async_trait]
impl Fetch for Pages {
    fn refuses(&self, url: &str) -> Option<FetchError> {
        let private = opened(url).is_ok_and(|url| inside::literally(&url));
        private.then(|| FetchError::Forbidden("it leads into an internal network".to_owned()))
    }

    async fn get(&self, url: &str, max_bytes: usize, onward: &Onward) -> Result<Page, FetchError> {
        self.fuse.point("fetch").await;
        let moved = self.moved.lock().unwrap().get(url).cloned();
        let elsewhere = moved.clone().filter(|to| !onward.may(url, to));
        let ends = if elsewhere.is_some() { url } else { moved.as_deref().unwrap_or(url) };
        let found = self.pages.lock().unwrap().get(ends).cloned();
        self.fuse.point("fetched").await;
        self.opened.lock().unwrap().push(ends.to_owned());
        *self.given_at.lock().unwrap() = Some(self.fuse.passed());
        if let Some(to) = elsewhere {
            return Err(FetchError::Elsewhere(to));
        }
        let text = found.ok_or_else(|| FetchError::Unreachable("there is no such host".to_owned()))?;
        assert!(text.len() <= max_bytes);
        Ok(Page { url: ends.to_owned(), status: 200, content_type: "text/plain".to_owned(), text, cut: false })
    }
}

#[async_trait]
impl Search for Pages {
    async fn search(&self, _query: &str, limit: u8) -> Result<Vec<Hit>, FetchError> {
        let hits = self.hits.lock().unwrap().clone().unwrap_or_default();
        Ok(hits.into_iter().take(usize::from(limit)).collect())
    }

    fn name(&self) -> &'static str {
        "Finder"
    }
}
