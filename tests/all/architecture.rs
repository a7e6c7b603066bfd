//! The architecture, enforced by reading the source: who may say `crate::…` (the rule is read from the doc comment
//! of `src/lib.rs`), where the names of SDKs live, what is registered, how long files are, what nobody writes.
//! A rule that no longer finds anything to check fails as well.

mod source;

use source::{Source, manifest, markdown, tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Lines of production code one file may have.
const LONGEST_FILE: usize = 400;
/// Lines a prompt may have.
const LONGEST_PROMPT: usize = 150;

/// Who may say which crate, as (crate, prefixes of paths under `src`). The crate must be found at each of them.
const HOMES: [(&str, &[&str]); 13] = [
    ("teloxide", &["adapters/telegram/"]),
    ("serenity", &["adapters/discord/"]),
    ("async_openai", &["adapters/openai/"]),
    ("sqlx", &["adapters/store/"]),
    ("dotenvy", &["main.rs"]),
    ("clap", &["app/commands/command_line.rs"]),
    ("getrandom", &["adapters/system_clock.rs"]),
    ("anyhow", &["app/"]),
    ("axum", &["adapters/web/", "adapters/telegram/", "app/"]),
    ("reqwest", &["adapters/", "app/"]),
    ("tracing_subscriber", &["app/logging.rs"]),
    ("metrics", &["engine/telemetry/counters.rs", "adapters/openai/models/measured.rs", "app/watching.rs"]),
    ("metrics_exporter_prometheus", &["app/watching.rs"]),
];

/// What must not be said, as (room, words, why).
const NEVER: [(&str, &[&str], &str); 4] = [
    ("secretary", &["tokio", "async", "await", "tracing", "println", "SystemTime", "Instant"], "it is pure"),
    ("ports", &["tokio"], "a port is a contract and runs nothing"),
    ("prompts", &["tokio", "async"], "a prompt is text"),
    ("text", &["tokio", "async", "Telegram", "Discord"], "it serves every platform"),
];

/// Modules of `std` that reach outside; the pure rooms have no use for them.
const OUTWARD: [&str; 7] = ["fs", "io", "net", "env", "process", "thread", "os"];

/// The only files that may switch off a ban of `clippy.toml`.
const EXEMPT: [&str; 2] = ["src/adapters/system_clock.rs", "src/main.rs"];

/// One line of the layer rule: the rooms and crates a room may name.
type Rule = BTreeMap<String, Vec<String>>;

/// The layer rule as written in the doc comment of `lib.rs`: `room → what, it, may name`.
fn layer_rule() -> Rule {
    let lib = std::fs::read_to_string(manifest().join("src/lib.rs")).unwrap();
    let text = lib.split("```text").nth(1).and_then(|t| t.split("```").next()).expect("lib.rs states the layer rule");
    let mut rule = Rule::new();
    for line in text.lines().map(|l| l.trim_start_matches("//!").trim()).filter(|l| !l.is_empty()) {
        let (room, rest) = line.split_once('→').unwrap_or_else(|| panic!("“{line}” has no arrow"));
        if rest.contains("everything") {
            continue;
        }
        let rest = rest.replace("chrono(-tz)", "chrono, chrono_tz");
        let named = rest.split('(').next().unwrap_or_default().split(',');
        let named = named.map(|n| n.trim().to_owned()).filter(|n| !n.is_empty() && n != "itself").collect();
        assert!(rule.insert(room.trim().trim_end_matches("/x").to_owned(), named).is_none(), "{room} twice");
    }
    assert!(rule.len() >= 9 && rule.values().all(|named: &Vec<String>| !named.is_empty()), "an empty rule: {rule:?}");
    rule
}

/// Crates of Cargo.toml, with underscores.
fn dependencies() -> BTreeSet<String> {
    let text = std::fs::read_to_string(manifest().join("Cargo.toml")).unwrap();
    let section = text.split("\n[dependencies]\n").nth(1).and_then(|t| t.split("\n[").next()).expect("dependencies");
    let names: BTreeSet<String> =
        section.lines().filter_map(|l| l.split_once(" = ")).map(|(name, _)| name.replace('-', "_")).collect();
    assert!(names.len() > 20, "{names:?}");
    names
}

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
fn rooms_name_only_what_the_layer_rule_allows() {
    let (rule, files) = (layer_rule(), production());
    let rooms: BTreeSet<&str> = files.iter().map(Source::room).filter(|r| *r != "main").collect();
    let (mut faults, mut used) = (BTreeSet::new(), BTreeSet::new());
    for room in rooms.iter().filter(|r| **r != "app") {
        assert!(rule.contains_key(*room), "the layer rule says nothing about {room}");
    }
    for file in files.iter().filter(|f| !matches!(f.room(), "main" | "app")) {
        let allowed = &rule[file.room()];
        for path in file.own_paths() {
            let Some(target) = path.first().map(String::as_str) else { continue };
            used.insert((file.room().to_owned(), target.to_owned()));
            let inside = target == file.room();
            if inside && target == "adapters" && path.get(1).map(String::as_str) != file.adapter() {
                faults.insert(format!("{} names a sibling: {}", file.name, path.join("::")));
            } else if !inside && !allowed.iter().any(|a| a == target) {
                faults.insert(format!("{} may not name crate::{}", file.name, path.join("::")));
            }
        }
    }
    for (room, allowed) in &rule {
        assert!(rooms.contains(room.as_str()), "the layer rule names {room}, which is not there");
        for target in allowed.iter().filter(|a| rooms.contains(a.as_str())) {
            if !used.contains(&(room.clone(), target.clone())) {
                faults.insert(format!("{room} → {target} is allowed but nobody needs it: take it out of the rule"));
            }
        }
    }
    none(&faults);
}

/// The folders of the engine in layers: each names only folders that stand before it. What `engine/mod.rs`,
/// `engine/commit.rs` and `engine/performed.rs` define may be named by all.
const ENGINE_LAYERS: [&str; 10] = [
    "telemetry",
    "redaction",
    "context",
    "transition",
    "thinking",
    "handlers",
    "routing",
    "outbox",
    "inbox",
    "operations",
];

#[test]
fn folders_of_the_engine_name_only_lower_ones() {
    let layer = |folder: &str| ENGINE_LAYERS.iter().position(|known| *known == folder);
    let (mut faults, mut checked, mut found) = (BTreeSet::new(), 0, BTreeSet::new());
    for file in production().iter().filter(|file| file.room() == "engine") {
        let Some((folder, _)) = file.below_src().trim_start_matches("engine/").split_once('/') else { continue };
        let Some(own) = layer(folder) else {
            faults.insert(format!("src/engine/{folder} has no layer: give it one in ENGINE_LAYERS"));
            continue;
        };
        found.insert(own);
        for path in file.own_paths().iter().filter(|path| path.first().is_some_and(|room| room == "engine")) {
            let Some(target) = path.get(1).and_then(|target| layer(target)) else { continue };
            checked += 1;
            if target > own {
                let (path, target) = (path.join("::"), ENGINE_LAYERS[target]);
                faults.insert(format!("{} names crate::{path}: {folder} stands below {target}", file.name));
            }
        }
        for group in file.code.split("crate::engine::{").skip(1) {
            let group = group.split(';').next().unwrap_or_default();
            for target in group.split(|c: char| !c.is_alphanumeric()).filter(|word| layer(word).is_some()) {
                faults.insert(format!("{} names {target} in a group: write crate::engine::{target}::…", file.name));
            }
        }
    }
    for missing in (0..ENGINE_LAYERS.len()).filter(|at| !found.contains(at)) {
        faults.insert(format!("src/engine/{} is not there: take out its layer", ENGINE_LAYERS[missing]));
    }
    assert!(checked > 200, "only {checked} names of folders found");
    none(&faults);
}

#[test]
fn pure_rooms_use_only_the_crates_of_the_rule() {
    let (rule, crates) = (layer_rule(), dependencies());
    let mut faults = BTreeSet::new();
    for room in ["secretary", "config"] {
        for file in production().iter().filter(|f| f.room() == room) {
            for name in crates.iter().filter(|c| file.names_crate(c)) {
                if !rule[room].contains(name) {
                    faults.insert(format!("{} may not use {name}", file.name));
                }
            }
            for part in OUTWARD.iter().filter(|p| room == "secretary" && file.names_std(p)) {
                faults.insert(format!("{} may not use std::{part}", file.name));
            }
        }
    }
    none(&faults);
}

#[test]
fn sdk_names_stay_at_home() {
    let (files, crates) = (production(), dependencies());
    let mut faults = BTreeSet::new();
    for (name, homes) in HOMES {
        assert!(crates.contains(name), "{name} is no dependency any more: take out its rule");
        for home in homes {
            let lives = files.iter().any(|f| f.below_src().starts_with(home) && f.names_crate(name));
            assert!(lives, "nobody says {name} at {home}: the rule is empty");
        }
        for file in files.iter().filter(|f| f.names_crate(name)) {
            if !homes.iter().any(|home| file.below_src().starts_with(home)) {
                faults.insert(format!("{} may not name {name}, whose home is {}", file.name, homes.join(", ")));
            }
        }
    }
    for file in files.iter().filter(|f| f.names_std("env")) {
        if file.room() != "config" && file.below_src() != "main.rs" {
            faults.insert(format!("{} may not name std::env: settings come as arguments", file.name));
        }
    }
    for (room, words, why) in NEVER {
        assert!(files.iter().any(|f| f.room() == room), "{room} is not there");
        for file in files.iter().filter(|f| f.room() == room) {
            for word in words.iter().filter(|w| file.says(w)) {
                faults.insert(format!("{} may not say {word}: {why}", file.name));
            }
        }
    }
    none(&faults);
}

#[test]
fn decisions_are_made_about_every_variant() {
    for room in ["secretary", "engine"] {
        let text = std::fs::read_to_string(manifest().join(format!("src/{room}/mod.rs"))).unwrap();
        assert!(text.contains("#![deny(clippy::wildcard_enum_match_arm)]"), "{room} may swallow variants");
    }
}

#[test]
fn bans_are_lifted_only_at_their_homes() {
    let lifting: BTreeSet<String> =
        production().iter().filter(|f| f.says("disallowed_methods")).map(|f| f.name.clone()).collect();
    assert_eq!(lifting, EXEMPT.iter().map(|e| (*e).to_owned()).collect());
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
    for file in ["src", "tests/all"].into_iter().flat_map(tree) {
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

/// Who may write sentences outside of `secretary/wording`, as (files below `src`, to whom). What a model is told stands
/// beside the code that tells it, as in the tools and prompts; what cannot be read of a time is said beside the reader that
/// knows why.
const SPEAKERS: [(&str, &str); 10] = [
    ("engine/routing/understanding/look_up.rs", "a model, about what it looked up"),
    ("secretary/decision/deadline/", "a model, about a deadline it named"),
    ("secretary/decision/mod.rs", "a model, about what people decided"),
    ("secretary/intent/draft.rs", "a model, about what is open"),
    ("secretary/when/", "whoever gave a time"),
    ("workers/agent_loop.rs", "a model, about its turn"),
    ("workers/calling.rs", "a model, about a call of its own"),
    ("workers/gate.rs", "a model, about a call it may not make"),
    ("workers/reading_on.rs", "a model, about a result"),
    ("workers/roster.rs", "the owner, in the log of the start"),
];

#[test]
fn sentences_live_in_wording() {
    // Logs, errors and labels begin small or do not end; what begins with a capital and ends, or has an end in its
    // middle, is said to somebody.
    let ends = |c: char| matches!(c, '.' | '?' | '!' | '…');
    let goes_on = |text: &str| {
        let after = |at: usize| text[at..].trim_start_matches(ends).strip_prefix(' ');
        text.match_indices(ends).any(|(at, _)| after(at).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
    };
    let sentence = |text: &str| {
        let words = text.trim_start_matches(|c: char| !c.is_alphabetic());
        (words.starts_with(char::is_uppercase) && text.ends_with(ends)) || goes_on(text)
    };
    let (mut faults, mut texts, mut spoke) = (BTreeSet::new(), 0, BTreeSet::new());
    let rooms = ["engine", "secretary", "workers"];
    for file in production().iter().filter(|f| rooms.contains(&f.room())) {
        let place = file.below_src();
        texts += file.texts().len();
        if place.starts_with("secretary/wording/") {
            continue;
        }
        let speaker = SPEAKERS.iter().find(|(of, _)| place.starts_with(of));
        for text in file.texts().into_iter().filter(|text| sentence(text)) {
            match speaker {
                Some((of, _)) => drop(spoke.insert(*of)),
                None => drop(faults.insert(format!("{} says “{text}”: it belongs in secretary/wording", file.name))),
            }
        }
    }
    assert!(texts > 1_000, "only {texts} texts found");
    for (of, whom) in SPEAKERS.iter().filter(|(of, _)| !spoke.contains(of)) {
        faults.insert(format!("{of} says nothing to {whom} any more: take out its leave"));
    }
    none(&faults);
}

/// From so many words on, a list may read what people say.
const WORD_LIST: usize = 6;

/// Where lists of words are no question, as prefixes of paths below `src`: the exact data of `intent`, and what we say.
const OF_WORDS: [&str; 2] = ["secretary/intent/exact", "secretary/wording/"];

/// Who else may hold a list of words, as (files below `src`, what the words are). None of these lists reads a sentence.
const NAMES: [(&str, &str); 11] = [
    ("engine/telemetry/counters.rs", "names of outcomes and effects in the metrics"),
    ("secretary/audit/values.rs", "names of settings"),
    ("secretary/budget/orders.rs", "codes of currencies"),
    ("secretary/decision/cut_off.rs", "names of arguments of tools"),
    ("secretary/message/commands/", "names of commands and the exact words they take"),
    ("secretary/names/languages.rs", "names and codes of languages"),
    ("secretary/policy/rules.rs", "names of arguments of tools"),
    ("secretary/redaction/shapes.rs", "schemes of addresses that may have a password in them"),
    ("secretary/when/abbreviated.rs", "abbreviations of time zones"),
    ("secretary/when/likely.rs", "codes of languages"),
    ("secretary/when/zone.rs", "places and abbreviations of time zones"),
];

/// Understanding belongs to the language model: code compares words with exact data only.
#[test]
fn no_word_lists() {
    let (mut faults, mut used) = (BTreeSet::new(), BTreeSet::new());
    for file in production().iter().filter(|f| ["secretary", "engine"].contains(&f.room())) {
        let place = file.below_src();
        if OF_WORDS.iter().any(|of| place.starts_with(of)) {
            continue;
        }
        for list in file.word_lists(WORD_LIST) {
            let words = list.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ");
            match NAMES.iter().find(|(of, _)| place.starts_with(of)) {
                Some((of, _)) => drop(used.insert(*of)),
                None => drop(faults.insert(format!("{} has a list of {} words: {words}", file.name, list.len()))),
            }
        }
    }
    for (of, what) in NAMES.iter().filter(|(of, _)| !used.contains(of)) {
        faults.insert(format!("{of} has no list of {what} any more: take out its leave"));
    }
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

/// The one program of `proof` that knows the product: it asks language models what the product would ask.
const KNOWS_THE_PRODUCT: &str = "proof/src/bin/meaning/";

#[test]
fn the_proof_names_nothing_of_the_product() {
    let read = |file: &str| std::fs::read_to_string(manifest().join(file)).unwrap();
    let named: Vec<String> =
        read("proof/Cargo.toml").lines().filter(|line| line.contains("secretary")).map(str::to_owned).collect();
    let leave =
        [r#"meaning = ["dep:clap", "dep:secretary", "dep:toml"]"#, r#"secretary = { path = "..", optional = true }"#];
    assert_eq!(named, leave, "proof depends on the product, and not for its one program alone");
    for file in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let without = |line: &str| !line.starts_with("proof = ") || line.contains("default-features = false");
        assert!(read(file).lines().all(without), "{file} takes proof with the product in it");
    }
    let files = tree("proof/src");
    assert!(files.len() > 30);
    assert!(files.iter().any(|file| file.name.starts_with(KNOWS_THE_PRODUCT)), "nobody needs the leave");
    for file in files.iter().filter(|file| !file.name.starts_with(KNOWS_THE_PRODUCT)) {
        assert!(!file.whole_code.contains("secretary::"), "{} names the product", file.name);
    }
}
