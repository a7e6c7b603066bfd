//! The architecture, enforced by reading the source: who may say `crate::…` (the rule is read from the doc comment
//! of `src/lib.rs`), where the names of SDKs live, what is registered, how long files are, what nobody writes.
//! A rule that no longer finds anything to check fails as well.

mod code;
mod imports;
mod source;
mod words;

use secretary::secretary::ids::Slot;
use secretary::secretary::message::routing::replied;
use source::{Source, manifest, markdown, tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Lines of production code one file may have.
const LONGEST_FILE: usize = 400;
/// Lines a prompt may have.
const LONGEST_PROMPT: usize = 150;

fn production() -> Vec<Source> {
    let all = tree("src");
    assert!(all.len() > 150, "only {} files found", all.len());
    all.into_iter().filter(|file| !file.test).collect()
}

/// Fails with every fault at once.
fn none(faults: &BTreeSet<String>) {
    let mut list = String::new();
    for fault in faults {
        let _ = writeln!(list, "- {fault}");
    }
    assert!(faults.is_empty(), "\n{list}");
}

#[test]
fn every_file_is_part_of_the_program() {
    let mut faults = BTreeSet::new();
    for root in ["src", "proof/src", "simulation/src", "tests/all"] {
        let files = tree(root);
        for file in files.iter().filter(|f| !f.is_root()) {
            if !files.iter().any(|parent| parent.declares(file)) {
                faults.insert(format!("{} is no module of anything", file.name));
            }
        }
    }
    none(&faults);
}

#[test]
fn every_tool_is_registered() {
    let files: Vec<Source> = production().into_iter().filter(|f| f.room() == "tools").collect();
    let list = files.iter().find(|f| f.below_src() == "tools/mod.rs").expect("the list of tools");
    let all = list.code.split("pub fn all(").nth(1).and_then(|t| t.split("\n}").next()).expect("fn all");
    let mut tools = 0;
    for file in &files {
        for name in file.code.split("impl Tool for ").skip(1) {
            let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
            let module = file.stem();
            assert!(all.contains(&format!("{module}::{name}")), "{} is not in tools::all", file.name);
            tools += 1;
        }
    }
    assert!(tools >= 10, "only {tools} tools found");
}

#[test]
fn every_prompt_has_its_function() {
    let file = tree("src").into_iter().find(|f| f.below_src() == "prompts/mod.rs").expect("the prompts");
    let whole = std::fs::read_to_string(manifest().join(&file.name)).unwrap();
    let prompts = markdown("src/prompts");
    assert!(prompts.len() >= 3, "{prompts:?}");
    for (name, text) in prompts {
        let constant = format!("const {}: &str = include_str!(\"{name}.md\");", name.to_uppercase());
        assert!(whole.contains(&constant), "{name}.md is not included");
        assert!(file.code.contains(&format!("pub fn {name}(")), "{name}.md has no function of its name");
        assert!(file.code.contains(&format!("halves({})", name.to_uppercase())), "{name}.md is not used");
        assert!(text.lines().count() <= LONGEST_PROMPT, "{name}.md is too long");
    }
}

#[test]
fn every_agent_parses_and_is_embedded() {
    let roster = std::fs::read_to_string(manifest().join("src/workers/roster.rs")).unwrap();
    let tools: BTreeSet<String> =
        tree("src").iter().filter(|f| f.room() == "tools").map(|f| f.stem().to_owned()).collect();
    let agents = markdown("agents");
    assert!(agents.len() >= 5, "{}", agents.len());
    for (name, text) in agents {
        let agent = secretary::workers::roster::parse(&text, &|_| false).unwrap_or_else(|e| panic!("{name}.md: {e}"));
        assert_eq!(agent.name, name, "the file is named for the agent");
        assert!(roster.contains(&format!("include_str!(\"../../agents/{name}.md\")")), "{name}.md is not embedded");
        for tool in &agent.tools {
            assert!(tools.contains(tool), "{name}.md has the tool {tool}, which is not there");
        }
        assert!(text.lines().count() <= LONGEST_PROMPT, "{name}.md is too long");
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut faults = BTreeSet::new();
    for file in ["src", "proof/src", "simulation/src", "fuzz/readers", "tests", "benches"].into_iter().flat_map(tree) {
        if !file.text.starts_with("//! ") {
            faults.insert(format!("{} does not begin by saying what it is (//!)", file.name));
        }
        let lines = file.production_lines();
        if !file.test && lines > LONGEST_FILE {
            faults.insert(format!("{} has {lines} lines of production code, {LONGEST_FILE} are allowed", file.name));
        }
    }
    none(&faults);
}

/// Files one folder of the program or of its tests may have.
const MOST_FILES: usize = 12;

#[test]
fn folders_are_small() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for file in ["src", "tests/all", "proof/src", "simulation/src", "benches"].into_iter().flat_map(tree) {
        let (folder, _) = file.name.rsplit_once('/').expect("a folder");
        *folders.entry(folder.to_owned()).or_default() += 1;
    }
    assert!(folders.len() > 50, "only {} folders found", folders.len());
    let large = folders.iter().filter(|(_, files)| **files > MOST_FILES);
    none(&large.map(|(folder, files)| format!("{folder} has {files} files, {MOST_FILES} are allowed")).collect());
}

/// Methods one port may have.
const MOST_METHODS: usize = 4;

#[test]
fn ports_are_small() {
    let mut faults = BTreeSet::new();
    let mut ports = 0;
    for file in production().iter().filter(|file| file.name.starts_with("src/ports/")) {
        for port in file.code.split("pub trait ").skip(1) {
            let body = port.split("\n}").next().unwrap_or_default();
            let methods =
                body.lines().filter(|line| line.starts_with("    fn ") || line.starts_with("    async fn ")).count();
            ports += 1;
            if methods > MOST_METHODS {
                let name = port.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                faults.insert(format!("{}: {name} has {methods} methods, {MOST_METHODS} are allowed", file.name));
            }
        }
    }
    assert!(ports > 20, "the ports were found");
    none(&faults);
}

#[test]
fn nothing_is_left_for_later() {
    let mut faults = BTreeSet::new();
    for file in ["src", "proof/src", "simulation/src", "fuzz/readers", "tests", "benches"].into_iter().flat_map(tree) {
        for word in ["todo!", "unimplemented!", "#[ignore"] {
            if file.whole_code.contains(word) {
                faults.insert(format!("{} says {word}", file.name));
            }
        }
    }
    none(&faults);
}

#[test]
fn tests_wait_for_something() {
    // A clock over real sockets, which is asked to sleep; a listener that tries its port again, since nothing tells
    // when it is free; and the torture, which kills at random instants.
    let real = ["tests/all/adapter_contract/discord/desk.rs", "proof/src/torture/moment.rs", "proof/src/wire.rs"];
    let (mut faults, mut sleepers) = (BTreeSet::new(), BTreeSet::new());
    for file in ["src", "proof/src", "simulation/src", "fuzz/readers", "tests"].into_iter().flat_map(tree) {
        let fake = file.name.starts_with("proof/");
        let code = if file.test || fake { file.whole_code.clone() } else { file.test_code() };
        let part = |c: char| c.is_alphanumeric() || c == '_';
        if !code.match_indices("sleep(").any(|(at, _)| !code[..at].ends_with(part)) {
            continue;
        }
        match real.iter().find(|name| **name == file.name) {
            Some(name) => drop(sleepers.insert(*name)),
            None => drop(faults.insert(format!("{} sleeps: wait for a condition with a deadline", file.name))),
        }
    }
    assert_eq!(sleepers, real.into(), "who does not sleep needs no leave");
    none(&faults);
}

/// A reply to a message is about the ticket whose id its slot begins with: what begins with a word has none.
#[test]
fn no_word_before_a_slot_is_taken_for_a_ticket() {
    let (mut faults, mut heads) = (BTreeSet::new(), BTreeSet::new());
    for file in production() {
        for rest in file.text.split("Slot::new(").skip(1) {
            let text = rest.strip_prefix("format!(").unwrap_or(rest).strip_prefix('"');
            let Some((head, _)) = text.and_then(|text| text.split_once('/')) else { continue };
            if !head.is_empty() && head.bytes().all(|b| b.is_ascii_lowercase()) {
                heads.insert(head.to_owned());
                if replied(&Slot::new(format!("{head}/1"))).is_some() {
                    faults.insert(format!("{} has a slot “{head}/…”, which routing.rs takes for a ticket", file.name));
                }
            }
        }
    }
    assert!(heads.len() >= 8, "only {heads:?} found");
    none(&faults);
}

/// Names that say nothing about what is in a file.
const NAMELESS: [&str; 8] = ["common", "helper", "helpers", "manager", "misc", "shared", "util", "utils"];

#[test]
fn files_are_named_for_the_thing_in_them() {
    let mut faults = BTreeSet::new();
    for file in ["src", "proof/src", "simulation/src", "fuzz/readers", "tests", "benches"].into_iter().flat_map(tree) {
        let stem = file.name.trim_end_matches(".rs").trim_end_matches("/mod");
        if stem.split('/').any(|part| NAMELESS.contains(&part)) {
            faults.insert(format!("{} has a name for anything: name it for the one thing in it", file.name));
        }
    }
    none(&faults);
}

#[test]
fn every_fact_that_is_cited_is_written_down() {
    let number = |word: &str| {
        let digits = word.strip_prefix(['T', 'D', 'L', 'S']).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let facts = std::fs::read_to_string(manifest().join("docs/platform-facts.md")).unwrap();
    let facts: BTreeSet<&str> = facts.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()).collect();
    let (mut faults, mut cited) = (BTreeSet::new(), 0);
    for file in ["src", "proof/src", "simulation/src", "fuzz/readers", "tests", "benches"].into_iter().flat_map(tree) {
        for comment in file.text.lines().filter_map(|line| line.split_once("//").map(|(_, comment)| comment)) {
            let words = comment.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words.filter(|word| number(word)) {
                cited += 1;
                if !facts.contains(word) {
                    faults.insert(format!("{} cites {word}, which is not in docs/platform-facts.md", file.name));
                }
            }
            for page in ["quality.md", "house.md", "conversation.md", "platform-facts section", "platform-facts 3"] {
                if comment.contains(page) {
                    faults.insert(format!("{} cites {page}, which is not in the repository", file.name));
                }
            }
        }
    }
    assert!(cited > 150, "only {cited} citations found");
    none(&faults);
}
