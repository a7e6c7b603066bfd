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
/// The tool whose scripts write files. Its result begins with a line for each, and no script can write the first lines.
const RUNS_SCRIPTS: &str = "run_python";
/// The tool that draws charts. Its result begins in the same way.
const MAKES_CHARTS: &str = "make_chart";
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
    for (path, bytes) in steps.iter().filter(|step| !step.failed).flat_map(written_by) {
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        let at = FileAt::Written { ticket: ticket.clone(), path };
        files.retain(|f| f.at.as_ref() != Some(&at));
        files.push(Attached { name, text: String::new(), at: Some(at), bytes });
    }
    files
}

/// The paths of the files that a call wrote, with their sizes in bytes.
fn written_by(step: &Step) -> Vec<(String, u64)> {
    match step.call.name.as_str() {
        WRITES_FILES => {
            let arguments: Value = serde_json::from_str(&step.call.arguments).unwrap_or_default();
            let (Some(path), Some(text)) = (arguments["path"].as_str(), arguments["text"].as_str()) else {
                return Vec::new();
            };
            vec![(path.trim().to_owned(), text.len() as u64)]
        }
        RUNS_SCRIPTS | MAKES_CHARTS => step.result.lines().map_while(told).collect(),
        _ => Vec::new(),
    }
}

/// The file of a line that says that a script wrote it.
fn told(line: &str) -> Option<(String, u64)> {
    let (path, bytes) = line.strip_prefix("Wrote ")?.strip_suffix(" bytes).")?.rsplit_once(" (")?;
    Some((path.to_owned(), bytes.parse().ok()?))
}
