//! The files that people send: how the platforms give them, where they are kept, and who reads them. Each of these fails now
//! and then. What is kept outlives the process; agents write no files.

use crate::broken::Broken;
use crate::invariants::of_files;
use crate::memory::Memory;
use crate::outside::around::Around;
use async_trait::async_trait;
use secretary::ports::chat::DownloadError;
use secretary::ports::documents::{DocumentText, Documents, Unreadable};
use secretary::ports::files::{Files, ReceivedFiles, TicketBytes, check_received, not_there, too_many};
use secretary::ports::tool::ToolError;
use secretary::secretary::ids::TicketId;
use secretary::secretary::inbound::{Attachment, Platform};
use std::sync::Arc;
use std::time::Duration;

/// What the names of files begin with that nobody can read.
pub const BROKEN: &str = "broken";
/// What the names of files begin with that turn out to be too large.
pub const LARGE: &str = "large";

/// Where files are kept.
pub struct Storage {
    /// The life.
    pub around: Around,
    /// The database, for what is wrong with this world.
    pub memory: Arc<Memory>,
}

impl Storage {
    fn is(&self, broken: Broken) -> bool {
        self.memory.broken == Some(broken)
    }
}

#[async_trait]
impl Files for Storage {
    async fn list_files(&self, _ticket: &TicketId) -> Result<Vec<(String, u64)>, ToolError> {
        Ok(Vec::new())
    }

    async fn read_file(&self, _ticket: &TicketId, path: &str) -> Result<String, ToolError> {
        Err(not_there(path))
    }

    async fn erase_files(&self, _ticket: &TicketId) -> Result<(), ToolError> {
        Ok(())
    }
}

#[async_trait]
impl TicketBytes for Storage {
    async fn write_bytes(&self, _ticket: &TicketId, _path: &str, _bytes: &[u8], _key: &str) -> Result<(), ToolError> {
        Err(too_many())
    }
}

#[async_trait]
impl ReceivedFiles for Storage {
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        check_received(home, name)?;
        let mut world = self.around.lock();
        let fails = world.weather.fails / 4;
        if world.chance.in_thousand(fails) {
            return Err(ToolError::Fatal("the disk is full".to_owned()));
        }
        // What is known of a file stands beside it.
        let lost = self.is(Broken::LosesFiles) && !name.starts_with('~');
        if !lost {
            world.storage.insert((home.to_owned(), name.to_owned()), bytes.to_vec());
        }
        Ok(())
    }

    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        let forgotten = self.is(Broken::ForgetsFiles) && name.starts_with('~');
        let world = self.around.lock();
        let found = world.storage.get(&(home.to_owned(), name.to_owned()));
        Ok(found.filter(|_| !forgotten).cloned())
    }

    async fn erase_kept(&self, home: &str) -> Result<(), ToolError> {
        self.around.lock().storage.retain(|(of, _), _| of != home);
        Ok(())
    }

    async fn file_bytes(&self, _ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError> {
        Err(not_there(path))
    }
}

/// Who reads documents.
pub struct Reader {
    /// The life.
    pub around: Around,
}

#[async_trait]
impl Documents for Reader {
    async fn text(&self, name: &str, bytes: Vec<u8>) -> Result<DocumentText, Unreadable> {
        let (time, fails) = {
            let mut world = self.around.lock();
            let fails = world.weather.fails / 8;
            (world.moment(3_000), world.chance.in_thousand(fails))
        };
        self.around.pass(time).await;
        if fails {
            return Err(Unreadable::NotNow);
        }
        if name.starts_with(BROKEN) {
            return Err(Unreadable::Broken);
        }
        Ok(DocumentText { text: String::from_utf8_lossy(&bytes).into_owned(), cut: false })
    }

    async fn archive(&self, _files: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::NotNow)
    }
}

/// A platform gives a file: at once, late, later or never.
///
/// # Errors
/// As of `Downloads::download`.
pub async fn fetched(
    around: &Around,
    platform: Platform,
    file: &Attachment,
    most: u64,
) -> Result<Vec<u8>, DownloadError> {
    let time = {
        let mut world = around.lock();
        of_files::a_kept_file_is_not_fetched_again(&mut world, file);
        world.note("fetch", &[&file.handle], || file.name.clone());
        let slow = world.weather.slow;
        if world.chance.in_thousand(slow) { world.moment(60_000) } else { world.moment(2_000) }
    };
    around.pass(time).await;
    let mut world = around.lock();
    if !world.board.works(platform, world.now) {
        return Err(DownloadError::Retry { after: Duration::from_secs(2) });
    }
    let fails = world.weather.fails;
    if world.chance.in_thousand(fails) {
        let after = Duration::from_secs(u64::try_from(world.chance.between(0, 400)).unwrap_or(0));
        let gone = world.chance.in_thousand(200);
        return Err(if gone { DownloadError::Gone("not here".to_owned()) } else { DownloadError::Retry { after } });
    }
    if file.bytes > most || file.name.starts_with(LARGE) {
        return Err(DownloadError::TooLarge);
    }
    Ok(format!("What {} says.", file.name).into_bytes())
}
