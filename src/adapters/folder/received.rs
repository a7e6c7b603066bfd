//! Files that people sent, one folder for each message. Reading makes no folder.

use super::{Folder, base_of, explain, made, open_own, read_bytes, write_bytes};
use crate::ports::files::{ReceivedFiles, check_received};
use crate::ports::tool::ToolError;
use crate::secretary::ids::TicketId;
use async_trait::async_trait;
use cap_std::fs::Dir;
use std::io::{self, Read as _};

#[async_trait]
impl ReceivedFiles for Folder {
    async fn keep(&self, home: &str, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        check_received(home, name)?;
        let (home, name, bytes) = (home.to_owned(), name.to_owned(), bytes.to_vec());
        self.on_disk(move |folder| {
            let written = made(&folder.data, &home).and_then(|dir| write_bytes(&dir, &name, &bytes, &name));
            written.map_err(|error| explain(&name, &error))
        })
        .await
    }

    async fn kept(&self, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
        check_received(home, name)?;
        let (home, name) = (home.to_owned(), name.to_owned());
        self.on_disk(move |folder| match folder.base(base_of(&home)) {
            Ok(Some(base)) => read(&base, &home, &name),
            Ok(None) => Ok(None),
            Err(error) => Err(explain(&name, &error)),
        })
        .await
    }

    async fn erase_kept(&self, home: &str) -> Result<(), ToolError> {
        check_received(home, "any")?;
        let home = home.to_owned();
        self.on_disk(move |folder| {
            folder.remove(&home).map_err(|e| ToolError::Fatal(format!("received files could not be removed: {e}")))
        })
        .await
    }

    async fn file_bytes(&self, ticket: &TicketId, path: &str) -> Result<Vec<u8>, ToolError> {
        let path = path.to_owned();
        self.aside(ticket, move |dir| read_bytes(dir, &path)).await
    }
}

impl Folder {
    /// Runs work on the disk where it may wait.
    async fn on_disk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError> {
        let folder = self.clone();
        match tokio::task::spawn_blocking(move || work(&folder)).await {
            Ok(done) => done,
            Err(e) => Err(ToolError::Fatal(format!("the work on the disk was interrupted: {e}"))),
        }
    }
}

/// The bytes of a file in a home; none where there is no such home or file.
fn read(base: &Dir, home: &str, name: &str) -> Result<Option<Vec<u8>>, ToolError> {
    let told = |error: io::Error| explain(name, &error);
    let missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let dir = match base.open_dir(home) {
        Err(error) if missing(&error) => return Ok(None),
        opened => opened.map_err(told)?,
    };
    match dir.symlink_metadata(name) {
        Err(error) if missing(&error) => return Ok(None),
        there => there.map_err(told)?,
    };
    let mut bytes = Vec::new();
    open_own(&dir, name)?.read_to_end(&mut bytes).map_err(told)?;
    Ok(Some(bytes))
}
