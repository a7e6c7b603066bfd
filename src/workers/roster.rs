//! The roster: agents read from files with front matter. The defaults are embedded; a folder beside the program may
//! replace or add some. A broken file is reported and skipped. It decides nothing about dispatch.

pub use crate::secretary::agent::FOR_ALL;
use crate::secretary::agent::{Agent, Limits, changes_outside, is_name};
use std::collections::BTreeMap;
use std::path::Path;

/// The largest agent file read, in bytes.
const MAX_FILE: u64 = 64 * 1024;

const DEFAULTS: [(&str, &str); 6] = [
    ("planner.md", include_str!("../../agents/planner.md")),
    ("researcher.md", include_str!("../../agents/researcher.md")),
    ("writer.md", include_str!("../../agents/writer.md")),
    ("analyst.md", include_str!("../../agents/analyst.md")),
    ("reviewer.md", include_str!("../../agents/reviewer.md")),
    ("orchestrator.md", include_str!("../../agents/orchestrator.md")),
];

/// What reading the roster gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The usable agents, the defaults first, each name once.
    pub agents: Vec<Agent>,
    /// One sentence for each file that was skipped.
    pub faults: Vec<String>,
}

/// Why a file is no agent: a sentence that names the line and what is expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct AgentFault(String);

/// The default agents, overlaid with the `.md` files of `folder` where that exists: a file replaces the agent of the
/// same name or adds one. `outside` says of a tool's name whether the tool changes something outside the ticket.
pub fn load(folder: Option<&Path>, outside: &dyn Fn(&str) -> bool) -> Roster {
    let mut agents: Vec<Agent> = Vec::new();
    let mut faults = Vec::new();
    for (file, text) in DEFAULTS {
        match parse(text, outside) {
            Ok(agent) => agents.push(agent),
            Err(fault) => faults.push(format!("The built-in agent {file} is left out: {fault}.")),
        }
    }
    let mut from: BTreeMap<String, String> = BTreeMap::new();
    for (file, text) in folder.map(|folder| files(folder, &mut faults)).unwrap_or_default() {
        let agent = match text.and_then(|text| parse(&text, outside)) {
            Ok(agent) => agent,
            Err(fault) => {
                faults.push(format!("The agent file agents/{file} is left out: {fault}."));
                continue;
            }
        };
        if let Some(first) = from.get(&agent.name) {
            let name = &agent.name;
            faults.push(format!("The agent file agents/{file} is left out: agents/{first} is called {name} too."));
            continue;
        }
        from.insert(agent.name.clone(), file);
        match agents.iter_mut().find(|old| old.name == agent.name) {
            Some(old) => *old = agent,
            None => agents.push(agent),
        }
    }
    Roster { agents, faults }
}

/// The `.md` files of a folder by name; a folder that is not there has none.
fn files(folder: &Path, faults: &mut Vec<String>) -> Vec<(String, Result<String, AgentFault>)> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            faults.push(format!("The folder agents cannot be read ({error}); the built-in agents are used."));
            return Vec::new();
        }
    };
    let mut found: Vec<(String, Result<String, AgentFault>)> = entries
        .filter_map(Result::ok)
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .filter(|(name, _)| {
            Path::new(name).extension().is_some_and(|e| e == "md") && !name.starts_with('.') && name != "README.md"
        })
        .map(|(name, path)| (name, read(&path)))
        .collect();
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found
}

fn read(path: &Path) -> Result<String, AgentFault> {
    let refused = |error: std::io::Error| AgentFault(format!("it cannot be read ({error})"));
    let length = std::fs::metadata(path).map_err(refused)?.len();
    if length > MAX_FILE {
        return Err(AgentFault(format!("it has {length} bytes, at most {MAX_FILE} are allowed")));
    }
    std::fs::read_to_string(path).map_err(refused)
}

/// Reads one agent file: front matter of `name: value` lines between two lines `---`, then the prompt.
///
/// # Errors
/// What is wrong, with the field.
pub fn parse(text: &str, outside: &dyn Fn(&str) -> bool) -> Result<Agent, AgentFault> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let rest = text.strip_prefix("---\n").ok_or_else(|| AgentFault("the first line must be ---".into()))?;
    let (head, prompt) = rest
        .split_once("\n---\n")
        .ok_or_else(|| AgentFault("a second line --- must end the front matter, and the prompt follow it".into()))?;
    let mut fields = Fields::read(head)?;
    let name = fields.need("name")?;
    if !is_name(&name) {
        return Err(AgentFault(format!("name is {name:?}, but must be a lower-case word such as researcher")));
    }
    let title = fields.take("title").unwrap_or_else(|| name.clone());
    let description = fields.need("description")?;
    let capabilities = fields.list("capabilities");
    let mut tools = fields.list("tools");
    if let Some(odd) = tools.iter().find(|tool| !is_name(tool)) {
        return Err(AgentFault(format!("tools names {odd:?}, which cannot be the name of a tool (such as read_url)")));
    }
    tools.extend(
        FOR_ALL.iter().filter(|tool| !tools.iter().any(|t| t == *tool)).map(|t| (*t).to_owned()).collect::<Vec<_>>(),
    );
    let model = fields.take("model");
    let usual = Limits::default();
    let limits = Limits {
        turns: fields.number("turns", usual.turns, 1, 200)?,
        tool_calls: fields.number("tool_calls", usual.tool_calls, 0, 500)?,
        tokens: fields.number("tokens", usual.tokens, 1_000, 10_000_000)?,
        seconds: fields.number("minutes", usual.seconds / 60, 1, 120)? * 60,
        result_chars: fields.number("result_chars", usual.result_chars, 500, 100_000)?,
    };
    let capacity = fields.number("capacity", 1, 1, 100)?;
    fields.nothing_left()?;
    let prompt = prompt.trim().to_owned();
    if prompt.is_empty() {
        return Err(AgentFault("there is no prompt after the front matter".into()));
    }
    let mutates = changes_outside(&tools, outside);
    Ok(Agent { name, title, description, capabilities, tools, model, limits, prompt, mutates, capacity })
}

/// The fields of a front matter that were not taken yet.
struct Fields(BTreeMap<String, String>);

impl Fields {
    fn read(head: &str) -> Result<Self, AgentFault> {
        let mut fields = BTreeMap::new();
        for line in head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| AgentFault(format!("the line {line:?} is not of the form name: value")))?;
            let name = name.trim().to_owned();
            if fields.insert(name.clone(), value.trim().to_owned()).is_some() {
                return Err(AgentFault(format!("{name} is given twice")));
            }
        }
        Ok(Self(fields))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name).filter(|value| !value.is_empty())
    }

    fn need(&mut self, name: &str) -> Result<String, AgentFault> {
        self.take(name).ok_or_else(|| AgentFault(format!("the field {name} is missing")))
    }

    fn list(&mut self, name: &str) -> Vec<String> {
        let value = self.take(name).unwrap_or_default();
        value.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
    }

    fn number<N>(&mut self, name: &str, usual: N, least: N, most: N) -> Result<N, AgentFault>
    where
        N: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let Some(value) = self.take(name) else { return Ok(usual) };
        match value.parse::<N>() {
            Ok(number) if number >= least && number <= most => Ok(number),
            _ => Err(AgentFault(format!("{name} is {value:?}, but must be a number from {least} to {most}"))),
        }
    }

    fn nothing_left(&self) -> Result<(), AgentFault> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(AgentFault(format!(
                "there is no field {name}; the fields are name, title, description, capabilities, tools, model, turns, tool_calls, tokens, minutes, result_chars and capacity"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::workers::roster::*;

    fn outside(tool: &str) -> bool {
        ["write_note", "set_reminder"].contains(&tool)
    }

    fn fault(text: &str) -> String {
        parse(text, &outside).unwrap_err().to_string()
    }

    #[test]
    fn the_built_in_agents_are_all_usable() {
        let roster = load(None, &outside);
        assert_eq!(roster.faults, Vec::<String>::new());
        let names: Vec<&str> = roster.agents.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["planner", "researcher", "writer", "analyst", "reviewer", "orchestrator"]);
        let mutating: Vec<&str> = roster.agents.iter().filter(|a| a.mutates).map(|a| a.name.as_str()).collect();
        assert_eq!(mutating, ["planner"]);
        for agent in &roster.agents {
            assert!(FOR_ALL.iter().all(|tool| agent.tools.iter().any(|t| t == tool)), "{}", agent.name);
            assert!(agent.prompt.starts_with("You are the ") && !agent.capabilities.is_empty());
        }
        let setting_up: Vec<&str> = roster.agents.iter().filter(|a| a.sets_up()).map(|a| a.name.as_str()).collect();
        assert_eq!(setting_up, ["orchestrator"]);
        assert_eq!(roster.agents[1].limits.seconds, 1_800);
        assert_eq!(roster.agents[2].description, "Writes and revises texts: letters, summaries, posts, documents.");
    }

    #[test]
    fn a_folder_replaces_adds_and_reports_what_it_skips() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("a.md", "---\nname: writer\ndescription: Mine.\ntools: ask_decision\nmodel: big\n---\nWrite.\n");
        write("b.md", "---\r\nname: cook\r\ndescription: Cooks.\r\n---\r\nCook.\r\n");
        write("c.md", "---\nname: cook\ndescription: Again.\n---\nCook.\n");
        write("d.md", "no front matter");
        write("e.txt", "not an agent");
        std::fs::write(folder.path().join("f.md"), [0xff, 0xfe]).unwrap();
        let roster = load(Some(folder.path()), &outside);
        let names: Vec<&str> = roster.agents.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["planner", "researcher", "writer", "analyst", "reviewer", "orchestrator", "cook"]);
        let writer = &roster.agents[2];
        assert_eq!((writer.description.as_str(), writer.model.as_deref()), ("Mine.", Some("big")));
        assert_eq!(writer.tools, FOR_ALL);
        assert_eq!((roster.agents[6].title.as_str(), roster.agents[6].capacity), ("cook", 1));
        assert_eq!(roster.faults.len(), 3, "{:?}", roster.faults);
        assert_eq!(roster.faults[0], "The agent file agents/c.md is left out: agents/b.md is called cook too.");
        assert_eq!(roster.faults[1], "The agent file agents/d.md is left out: the first line must be ---.");
        assert!(roster.faults[2].starts_with("The agent file agents/f.md is left out: it cannot be read"));
        assert_eq!(load(Some(Path::new("/nowhere/at/all")), &outside).faults, Vec::<String>::new());
    }

    #[test]
    fn a_broken_file_says_what_is_wrong() {
        assert!(fault("---\nname: x").starts_with("a second line ---"));
        assert_eq!(fault("---\ndescription: d\n---\np"), "the field name is missing");
        assert!(fault("---\nname: Big One\ndescription: d\n---\np").contains("lower-case word"));
        assert!(fault("---\nname: x\ndescription: d\nminutes: 121\n---\np").contains("from 1 to 120"));
        assert!(fault("---\nname: x\ndescription: d\ncolour: red\n---\np").starts_with("there is no field colour"));
        assert!(fault("---\nname: x\nname: y\n---\np").contains("twice"));
        assert!(fault("---\nname: x\ndescription d\n---\np").contains("name: value"));
        assert!(fault("---\nname: x\ndescription: d\n---\n \n").contains("no prompt"));
        assert!(fault("---\nname: x\ndescription: d\ntools: rm -rf\n---\np").contains("rm -rf"));
    }
}
