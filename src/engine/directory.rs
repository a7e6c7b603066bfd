//! What most steps need to know of the people and rooms of a workspace, read once and kept until either changes.

use super::desk::Desk;
use super::{Directory, lock};
use crate::ports::store::Stored;
use crate::secretary::facts::Decider;
use crate::secretary::inbound::Platform;
use crate::secretary::wording::people::nameless;
use crate::secretary::workspace::{Person, Role};

impl Desk<'_> {
    /// What somebody without a name is called here.
    pub(super) async fn nameless(&mut self) -> Stored<&'static str> {
        Ok(self.directory().await?.nameless)
    }

    /// Tells every decision from here on that people or rooms are not what they were.
    pub(super) async fn change_directory(&mut self) -> Stored<()> {
        let version = self.engine.fresh_version()?;
        self.tx.change_directory(&version).await
    }

    pub(super) async fn directory(&mut self) -> Stored<Directory> {
        let version = self.tx.directory_version().await?;
        let here = self.workspace();
        if let Some(known) = lock(&self.engine.directories).get(&here).filter(|known| known.version == version) {
            return Ok(known.clone());
        }
        let rooms = self.tx.rooms(&here).await?;
        let open = || rooms.iter().filter(|r| !r.closed && r.thread_of.is_none());
        // The visitor of the local web chat has no name that says anything in other chats.
        let named = |p: &Person| p.accounts.iter().any(|a| a.platform != Platform::Web);
        let people = self.tx.people(&here).await?;
        let alone = people.len() <= 1;
        let decides = people.into_iter().filter(|p| p.role <= Role::Approver);
        let deciders = decides.map(|p| Decider { named: named(&p), id: p.id, name: p.name });
        let directory = Directory {
            version,
            decision_rooms: open().filter(|r| r.purposes.decisions).map(|r| r.id.clone()).collect(),
            report_rooms: open().filter(|r| r.purposes.reports).map(|r| r.id.clone()).collect(),
            deciders: deciders.collect(),
            nameless: nameless(alone),
        };
        lock(&self.engine.directories).insert(here, directory.clone());
        Ok(directory)
    }
}
