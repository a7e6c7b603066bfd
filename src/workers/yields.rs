//! What a run leaves behind besides its words, read off its journal: work that tools did, files for people.

use super::reading_on;
use super::roster::FOR_ALL;
use crate::ports::model::Step;
use crate::secretary::message::Attached;
use serde_json::Value;

/// The tool whose results people get along with the report.
const WRITES_FILES: &str = "write_file";
/// Files sent along with a report, and their size at most; the others stay in the ticket's folder.
const FILES: usize = 4;
const FILE_BYTES: usize = 50_000;

/// Calls that looked something up, wrote or set something; asking people and telling them is no work.
pub(super) fn used(steps: &[Step]) -> u32 {
    let own = |s: &&Step| !s.failed && s.call.name != reading_on::NAME && !FOR_ALL.contains(&s.call.name.as_str());
    u32::try_from(steps.iter().filter(own).count()).unwrap_or(u32::MAX)
}

/// The files a run wrote, the last version of each, within bounds.
pub(super) fn written(steps: &[Step]) -> Vec<Attached> {
    let mut files: Vec<Attached> = Vec::new();
    for step in steps.iter().filter(|s| s.call.name == WRITES_FILES && !s.failed) {
        let arguments: Value = serde_json::from_str(&step.call.arguments).unwrap_or_default();
        let (Some(path), Some(text)) = (arguments["path"].as_str(), arguments["text"].as_str()) else { continue };
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        files.retain(|f| f.name != name);
        if !name.is_empty() && text.len() <= FILE_BYTES && files.len() < FILES {
            files.push(Attached { name, text: text.to_owned() });
        }
    }
    files
}
