//! Folders whose new files begin runs of flows. What counts as new is decided elsewhere.

use crate::secretary::flow::trigger::came::Unfit;
use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// The most files of one folder that are looked at, those changed last.
pub const MOST_FILES: usize = 500;

/// A file in a watched folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedFile {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// When it was changed last, as the file system says.
    pub changed_at: DateTime<Utc>,
    /// Why it begins nothing, if it does not; a name that is no text is then given as far as it is one.
    pub unfit: Option<Unfit>,
}

/// The folders. Names are plain names of folders below one folder.
#[async_trait]
pub trait WatchedFolders: Send + Sync {
    /// The plain files of a folder, which is made if it is missing: no hidden ones, no links, at most [`MOST_FILES`].
    ///
    /// # Errors
    /// Why it cannot be read, for the log.
    async fn look(&self, folder: &str) -> Result<Vec<WatchedFile>, String>;

    /// What stands in a file, if it is UTF-8 of at most so many bytes.
    async fn text(&self, folder: &str, name: &str, most: usize) -> Option<String>;
}
