//! The web as the tools see it: the pages a story put there.

use super::fuse::Fuse;
use async_trait::async_trait;
use secretary::ports::fetch::{Fetch, FetchError, Page};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Pages by address.
pub struct Pages {
    pub pages: Mutex<BTreeMap<String, String>>,
    /// Addresses opened, in order.
    pub opened: Mutex<Vec<String>>,
    pub fuse: Arc<Fuse>,
}

#[async_trait]
impl Fetch for Pages {
    async fn get(&self, url: &str, max_bytes: usize) -> Result<Page, FetchError> {
        self.fuse.point("fetch").await;
        self.opened.lock().unwrap().push(url.to_owned());
        let found = self.pages.lock().unwrap().get(url).cloned();
        self.fuse.point("fetched").await;
        let text = found.ok_or_else(|| FetchError::Unreachable("there is no such host".to_owned()))?;
        assert!(text.len() <= max_bytes);
        Ok(Page { url: url.to_owned(), status: 200, content_type: "text/plain".to_owned(), text, cut: false })
    }
}
