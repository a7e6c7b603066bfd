//! What a run leaves besides its words, read from its journal: work done by tools, and files for people.

use super::journal::Standing;
use super::reading_on;
use super::roster::FOR_ALL;
use crate::ports::model::Step;
use crate::secretary::ids::TicketId;
use crate::secretary::ticket::task::{Attached, FileAt, Left};
use serde_json::Value;

/// The tool whose results people get along with the report.
const WRITES_FILES: &str = "write_file";
/// Calls that looked something up, wrote or set something; asking people and telling them is no work.
pub(super) fn used(steps: &[Step]) -> u32 {
    u32::try_from(steps.iter().filter(|step| works(step)).count()).unwrap_or(u32::MAX)
}

/// The tools that did such work, by name in the order of their first use, and how often each did.
pub(super) fn done(steps: &[Step]) -> Vec<(String, u32)> {
    let mut done: Vec<(String, u32)> = Vec::new();
    for step in steps.iter().filter(|step| works(step)) {
        match done.iter_mut().find(|(tool, _)| *tool == step.call.name) {
            Some((_, times)) => *times += 1,
            None => done.push((step.call.name.clone(), 1)),
        }
    }
    done
}

fn works(step: &Step) -> bool {
    !step.failed && step.call.name != reading_on::NAME && !FOR_ALL.contains(&step.call.name.as_str())
}

impl Standing {
    /// What the run leaves where it does not come to its end.
    pub fn left(&self, ticket: &TicketId) -> Left {
        Left { acted: self.acted(), files: written(&self.steps, ticket) }
    }
}

/// The files a run wrote, the last version of each. They lie in the home of the ticket.
pub(super) fn written(steps: &[Step], ticket: &TicketId) -> Vec<Attached> {
    let mut files: Vec<Attached> = Vec::new();
    for step in steps.iter().filter(|s| s.call.name == WRITES_FILES && !s.failed) {
        let arguments: Value = serde_json::from_str(&step.call.arguments).unwrap_or_default();
        let (Some(path), Some(text)) = (arguments["path"].as_str(), arguments["text"].as_str()) else { continue };
        let path = path.trim().to_owned();
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        let at = FileAt::Written { ticket: ticket.clone(), path };
        files.retain(|f| f.at.as_ref() != Some(&at));
        files.push(Attached { name, text: String::new(), at: Some(at), bytes: text.len() as u64 });
    }
    files
}
