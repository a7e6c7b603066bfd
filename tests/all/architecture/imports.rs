//! Who may name what: rooms and their crates, folders that stand in layers, the names of SDKs, and bans that are lifted.

use super::source::{Source, manifest, tree};
use super::{none, production};
use std::collections::{BTreeMap, BTreeSet};

/// Who may say which crate, as (crate, prefixes of paths under `src`). The crate must be found at each of them.
const HOMES: [(&str, &[&str]); 19] = [
    ("teloxide", &["adapters/telegram/"]),
    ("serenity", &["adapters/discord/"]),
    ("async_openai", &["adapters/openai/"]),
    ("sqlx", &["adapters/store/"]),
    ("monty", &["adapters/scripts/"]),
    ("monty_types", &["adapters/scripts/"]),
    ("ruff_python_ast", &["adapters/scripts/"]),
    ("ruff_python_parser", &["adapters/scripts/"]),
    ("rlimit", &["adapters/child/"]),
    ("plotters", &["adapters/charts/"]),
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

/// Sibling folders in layers, as (their parent, its folders from low to high): each names only folders that stand before
/// it. What files of the parent define may be named by all. The layer rule orders the folders of `src` itself.
const LAYERS: [(&str, &str); 14] = [
    ("src/adapters/discord", "send receive"),
    ("src/adapters/openai", "dialects wire models"),
    ("src/adapters/store", "database ticket audit messages people flows keeping erasing"),
    ("src/adapters/telegram", "send receive"),
    ("src/adapters/web", "page access"),
    ("src/app", "redaction stopping settings commands"),
    ("src/engine", "telemetry redaction context transition thinking flows handlers routing outbox inbox operations"),
    ("src/engine/handlers", "settings rooms tickets schedules flows notes decisions people"),
    ("src/engine/routing", "exact understanding"),
    ("src/ports", "charts child scripts store triggers trial web"),
    (
        "src/secretary",
        "inbound names when language redaction notes policy budget people decision \
         ticket schedule flow dispatch intent message permissions audit settings wording lifecycle orders",
    ),
    ("src/secretary/flow", "trigger functions outline run"),
    ("src/secretary/lifecycle", "prompts work questions decisions"),
    ("src/secretary/wording", "style ticket settings decision schedules notes talk lists people"),
];

/// The folders of a parent in their order; none if it has no line in `LAYERS`.
fn order_of(parent: &[String]) -> Option<Vec<&'static str>> {
    let line = LAYERS.iter().find(|(of, _)| of.split('/').skip(1).eq(parent.iter()));
    line.map(|(_, order)| order.split(' ').collect())
}

#[test]
fn sibling_folders_name_only_lower_ones() {
    let files = production();
    let inner = files.iter().filter_map(|file| file.below_src().rsplit_once('/')).flat_map(|(folder, _)| {
        let parts: Vec<String> = folder.split('/').map(str::to_owned).collect();
        (1..=parts.len()).map(move |len| parts[..len].to_vec())
    });
    let folders: BTreeSet<Vec<String>> = inner.collect();
    let (mut faults, mut used, mut checked) = (BTreeSet::new(), BTreeSet::new(), 0);
    for file in &files {
        let home = file.home(&folders);
        for path in file.own_paths() {
            let shared = home.iter().zip(&path).take_while(|(own, named)| own == named).count();
            let siblings = shared > 0 && shared < home.len() && path.len() > shared;
            if !siblings || !folders.contains(&path[..=shared]) {
                continue;
            }
            let (parent, own, named) = (&home[..shared], &home[shared], &path[shared]);
            let what = format!("{} names crate::{}", file.name, path.join("::"));
            let Some(order) = order_of(parent) else {
                faults.insert(format!("{what}: src/{} needs a line in LAYERS", parent.join("/")));
                continue;
            };
            (checked, _) = (checked + 1, used.insert(parent.to_vec()));
            let place = |folder: &str| order.iter().position(|known| *known == folder);
            if place(own) < place(named) {
                faults.insert(format!("{what}: {own} stands below {named}"));
            }
        }
    }
    for folder in &folders {
        let (name, parent) = folder.split_last().expect("a name");
        if order_of(parent).is_some_and(|order| !order.contains(&name.as_str())) {
            faults.insert(format!("src/{} has no place: give it one in LAYERS", folder.join("/")));
        }
    }
    for (parent, _) in LAYERS {
        let module: Vec<String> = parent.split('/').skip(1).map(str::to_owned).collect();
        if !used.contains(&module) {
            faults.insert(format!("no folder of {parent} names another: take out its line"));
        }
        for name in order_of(&module).unwrap_or_default() {
            if !folders.contains(&[module.as_slice(), &[name.to_owned()]].concat()) {
                faults.insert(format!("{parent}/{name} is not there: take it out"));
            }
        }
    }
    assert!(checked > 1_000, "only {checked} names of folders found");
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

/// The programs of `proof` that know the product: they ask language models what the product would ask.
const KNOW_THE_PRODUCT: [&str; 2] = ["proof/src/bin/meaning/", "proof/src/bin/real-model/"];

#[test]
fn the_proof_names_nothing_of_the_product() {
    let read = |file: &str| std::fs::read_to_string(manifest().join(file)).unwrap();
    let named: Vec<String> =
        read("proof/Cargo.toml").lines().filter(|line| line.contains("secretary")).map(str::to_owned).collect();
    let leave =
        [r#"meaning = ["dep:clap", "dep:secretary", "dep:toml"]"#, r#"secretary = { path = "..", optional = true }"#];
    assert_eq!(named, leave, "proof depends on the product, and not for its two programs alone");
    for file in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let without = |line: &str| !line.starts_with("proof = ") || line.contains("default-features = false");
        assert!(read(file).lines().all(without), "{file} takes proof with the product in it");
    }
    let files = tree("proof/src");
    assert!(files.len() > 30);
    for program in KNOW_THE_PRODUCT {
        assert!(files.iter().any(|file| file.name.starts_with(program)), "nobody needs the leave of {program}");
    }
    for file in files.iter().filter(|file| !KNOW_THE_PRODUCT.iter().any(|program| file.name.starts_with(program))) {
        assert!(!file.whole_code.contains("secretary::"), "{} names the product", file.name);
    }
}
