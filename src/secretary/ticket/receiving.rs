//! Files and words of others that come for a ticket.

use super::Ticket;
use crate::secretary::inbound::Referred;
use crate::secretary::policy::{Source, add_sources};
use crate::secretary::received::ReceivedFile;

impl Ticket {
    /// Takes files and words of others that came for it. All of them are text of others for the approval policy. False
    /// where nothing was new.
    pub fn receive(&mut self, files: &[ReceivedFile], refers: &[Referred]) -> bool {
        let known =
            |file: &ReceivedFile| self.received.iter().any(|old| (&old.home, &old.name) == (&file.home, &file.name));
        let new: Vec<ReceivedFile> = files.iter().filter(|file| !known(file)).cloned().collect();
        let words: Vec<Referred> = refers.iter().filter(|words| !self.refers.contains(words)).cloned().collect();
        let sources = new.iter().map(|file| Source::File(file.name.clone()));
        let others = words.iter().any(|words| !words.own).then_some(Source::Forwarded);
        let sources: Vec<Source> = sources.chain(others).collect();
        add_sources(&mut self.read, &sources);
        let some = !new.is_empty() || !words.is_empty();
        self.received.extend(new);
        self.refers.extend(words);
        some
    }
}
