//! A source file as the rules see it: its code without comments, texts and test modules, and the paths in it.
//! It judges nothing.

use super::code::{CUT, bare, bare_and_texts, chains, without_tests, words};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One `.rs` file.
#[derive(Debug)]
pub struct Source {
    /// Its path from the root of the repository.
    pub name: String,
    /// The text.
    pub text: String,
    /// The code: comments gone, texts emptied, modules for tests taken out. Lines stay where they were.
    pub code: String,
    /// The code with its modules for tests.
    pub whole_code: String,
    /// It is compiled for tests only.
    pub test: bool,
}

/// The root of the repository.
pub fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every `.rs` file below a folder; a folder that is not there has none.
pub fn tree(root: &str) -> Vec<Source> {
    let mut files: Vec<Source> =
        walk(&manifest().join(root), "rs").into_iter().map(|path| Source::read(&path)).collect();
    let tests: BTreeSet<String> = files.iter().flat_map(Source::test_modules).collect();
    for file in &mut files {
        let stem = file.name.trim_end_matches(".rs").trim_end_matches("/mod");
        let inside = tests.iter().any(|t| stem == t || stem.starts_with(&format!("{t}/")));
        file.test = inside || file.name.starts_with("tests/") || file.name.starts_with("benches/");
    }
    files
}

/// Every `.md` file of a folder: its stem and text.
pub fn markdown(folder: &str) -> Vec<(String, String)> {
    let stem = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let paths = walk(&manifest().join(folder), "md");
    paths.iter().map(|p| (stem(p), std::fs::read_to_string(p).unwrap())).collect()
}

fn walk(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(walk(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

impl Source {
    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(manifest()).unwrap().to_string_lossy().replace('\\', "/");
        let whole_code = bare(&text);
        Self { name, code: without_tests(&whole_code), whole_code, text, test: false }
    }

    /// The path below `src/`.
    pub fn below_src(&self) -> &str {
        self.name.strip_prefix("src/").unwrap_or(&self.name)
    }

    /// The room it lives in: the first folder, or the module of a single file.
    pub fn room(&self) -> &str {
        match self.below_src().split_once('/') {
            Some((room, _)) => room,
            None if self.is_root() => "main",
            None => self.below_src().trim_end_matches(".rs"),
        }
    }

    /// The adapter it belongs to.
    pub fn adapter(&self) -> Option<&str> {
        self.below_src().strip_prefix("adapters/").and_then(|rest| rest.split(['/', '.']).next())
    }

    /// Whether the compiler starts here.
    pub fn is_root(&self) -> bool {
        let roots = ["src/lib.rs", "src/main.rs", "proof/src/lib.rs", "tests/all/main.rs"];
        let of_simulation = ["simulation/src/lib.rs", "simulation/src/main.rs"];
        let name = self.name.as_str();
        roots.contains(&name) || of_simulation.contains(&name) || name.contains("/bin/")
    }

    /// Whether it has `mod …;` for this file.
    pub fn declares(&self, child: &Self) -> bool {
        let stem = child.name.trim_end_matches(".rs").trim_end_matches("/mod");
        let Some((folder, module)) = stem.rsplit_once('/') else { return false };
        folder == self.folder() && self.whole_code.contains(&format!("mod {module};"))
    }

    /// The folder of its child modules.
    fn folder(&self) -> &str {
        let stem = self.name.trim_end_matches(".rs");
        let root = self.is_root() || stem.ends_with("/mod");
        if root { stem.rsplit_once('/').map_or("", |(folder, _)| folder) } else { stem }
    }

    /// The name of its module.
    pub fn stem(&self) -> &str {
        let path = self.name.trim_end_matches(".rs").trim_end_matches("/mod");
        path.rsplit_once('/').map_or(path, |(_, stem)| stem)
    }

    /// Its module path inside the crate: `src/a/b.rs` is a, b.
    fn module(&self) -> Vec<String> {
        let folder = self.folder().strip_prefix("src").unwrap_or_default();
        folder.split('/').filter(|p| !p.is_empty()).map(str::to_owned).collect()
    }

    /// The stems of the files it declares for tests only.
    fn test_modules(&self) -> Vec<String> {
        let after = self.whole_code.split("#[cfg(test)]").skip(1);
        let module = after.filter_map(|rest| rest.trim_start().split_once("mod ").map(|(_, m)| m));
        module.filter_map(|m| m.split_once(';')).map(|(m, _)| format!("{}/{m}", self.folder())).collect()
    }

    /// The code of its modules for tests.
    pub fn test_code(&self) -> String {
        let cut = self.code.lines().zip(self.whole_code.lines()).filter(|(line, _)| *line == CUT);
        cut.map(|(_, whole)| whole).collect::<Vec<_>>().join("\n")
    }

    /// Lines without the modules for tests.
    pub fn production_lines(&self) -> usize {
        let from_here = self.code.lines().filter(|l| *l != CUT).count();
        from_here.min(self.text.lines().count())
    }

    /// The texts in it, but for those of its tests.
    pub fn texts(&self) -> Vec<&str> {
        let cut: BTreeSet<usize> =
            self.code.lines().enumerate().filter(|(_, line)| *line == CUT).map(|(at, _)| at).collect();
        let (_, texts) = bare_and_texts(&self.text);
        texts.into_iter().filter(|(at, _)| !cut.contains(at)).map(|(_, text)| text.trim_matches('"')).collect()
    }

    /// The lists of words in it that people may type, from so many different words on: in one pair of brackets, in the
    /// patterns of one `match` or `matches!`, or packed into one text.
    pub fn word_lists(&self, least: usize) -> Vec<BTreeSet<String>> {
        let (mut found, mut groups): (Vec<BTreeSet<String>>, Vec<Group>) = (Vec::new(), Vec::new());
        let (mut texts, mut at) = (self.texts().into_iter(), 0);
        while let Some(c) = self.code[at..].chars().next() {
            let (before, behind) = (self.code[..at].trim_end(), &self.code[at + c.len_utf8()..]);
            at += c.len_utf8();
            match c {
                '(' | '[' | '{' => groups.push(Group::opened(c, before)),
                ')' | ']' | '}' => found.extend(Group::closed(&mut groups)),
                '"' => {
                    at += 1;
                    let text = texts.next().expect("a text for each pair of quotes");
                    if groups.iter().any(|group| group.attribute) {
                        continue;
                    }
                    let listed =
                        groups.iter().rev().take_while(|group| group.open != '{').any(|group| group.open == '[');
                    found.extend(packed(text, listed || before.ends_with('=')));
                    if let (Some(word), Some(group)) = (word(text), groups.last_mut()) {
                        let next = behind[1..].trim_start();
                        let compared = next.starts_with('|') || next.starts_with("=>") || next.starts_with("if ");
                        if compared || before.ends_with('|') {
                            group.patterns.insert(word.clone());
                        }
                        group.words.insert(word);
                    }
                }
                _ => {}
            }
        }
        found.retain(|list| list.len() >= least);
        found
    }

    /// Every path into the own crate, `crate::…` and `super::…` alike, from its root; of a group each of its own.
    pub fn own_paths(&self) -> Vec<Vec<String>> {
        let mut paths = Vec::new();
        for (at, word) in words(&self.code) {
            let before = self.code[..at].trim_end();
            let inner = before.ends_with("::") && !before.ends_with("self::");
            if inner || before.ends_with("pub(") || !matches!(word, "crate" | "super") {
                continue;
            }
            for chain in chains(&self.code[at..]).0 {
                let mut path = if word == "crate" { Vec::new() } else { self.module() };
                for part in chain {
                    match part.as_str() {
                        "crate" | "self" => {}
                        "super" => drop(path.pop()),
                        _ => path.push(part),
                    }
                }
                if path.is_empty() {
                    path = vec!["everything".to_owned()];
                }
                paths.push(path);
            }
        }
        paths
    }

    /// The module path of the folder it lives in. `src/a.rs` lives in `src/a`, if that is one of these.
    pub fn home(&self, folders: &BTreeSet<Vec<String>>) -> Vec<String> {
        let mut home = self.module();
        if !folders.contains(&home) {
            home.pop();
        }
        home
    }

    /// Whether the code names this crate: `name::…` or `use name`.
    pub fn names_crate(&self, name: &str) -> bool {
        words(&self.code).any(|(at, word)| {
            let before = self.code[..at].trim_end();
            let (path, used) = (self.code[at + word.len()..].starts_with("::"), before.ends_with("use"));
            word == name && (path || used) && !before.ends_with("::")
        })
    }

    /// Whether the code names this module of the standard library.
    pub fn names_std(&self, part: &str) -> bool {
        let grouped = |group: &str| words(group.split('}').next().unwrap_or_default()).any(|(_, w)| w == part);
        self.code.match_indices("std::").any(|(at, _)| {
            let rest = &self.code[at + 5..];
            rest.strip_prefix('{').map_or_else(|| words(rest).next().is_some_and(|(_, w)| w == part), grouped)
        })
    }

    /// Whether the code has this word.
    pub fn says(&self, wanted: &str) -> bool {
        words(&self.code).any(|(_, word)| word == wanted)
    }
}

/// Brackets in a code, with the words in them.
struct Group {
    /// The opening bracket.
    open: char,
    /// They are those of an attribute.
    attribute: bool,
    /// The words in them, but for those in braces.
    words: BTreeSet<String>,
    /// The words right in them that something is compared with.
    patterns: BTreeSet<String>,
}

impl Group {
    fn opened(open: char, before: &str) -> Self {
        Self { open, attribute: before.ends_with('#'), words: BTreeSet::new(), patterns: BTreeSet::new() }
    }

    /// Closes the last group: its list of words, if it may be one.
    fn closed(groups: &mut Vec<Self>) -> Option<BTreeSet<String>> {
        let group = groups.pop()?;
        let list = if group.open == '[' { group.words.clone() } else { group.patterns };
        if let Some(outer) = groups.last_mut().filter(|_| group.open != '{') {
            outer.words.extend(group.words);
        }
        Some(list)
    }
}

/// The words of a text that has nothing but words in lower case; none of any other.
fn lower_words(text: &str) -> Vec<&str> {
    let letter = |c: char| (c.is_alphabetic() && !c.is_uppercase()) || matches!(c, '\'' | '’');
    // A backslash and a line break go on with the same text.
    let words: Vec<&str> = text.split([' ', '|', '\\', '\n']).filter(|word| !word.is_empty()).collect();
    if words.iter().all(|word| word.chars().all(letter)) { words } else { Vec::new() }
}

/// The one word, or the few, that a text is.
fn word(text: &str) -> Option<String> {
    let words = lower_words(text);
    (!words.is_empty() && !text.contains('|')).then(|| words.join(" "))
}

/// Words of a text from which on it may be a list; a sentence seldom has so many without any sign.
const LONG: usize = 12;

/// The words of a text that is a list by itself: with strokes between them, or where a list may stand, so many of them.
fn packed(text: &str, listed: bool) -> Option<BTreeSet<String>> {
    let words = lower_words(text);
    let list = text.contains('|') || (listed && words.len() >= LONG);
    list.then(|| words.into_iter().map(str::to_owned).collect())
}

#[test]
fn lists_of_words_are_found_however_they_are_written() {
    let lists = |text: &str| {
        let code = bare(text);
        let name = "src/secretary/notes/finding.rs".to_owned();
        let file = Source { name, text: text.to_owned(), code: code.clone(), whole_code: code, test: false };
        file.word_lists(3).into_iter().map(|list| list.len()).collect::<Vec<_>>()
    };
    assert_eq!(lists(r#"const A: [&str; 3] = ["a", "the", "don't"];"#), [3]);
    assert_eq!(lists(r#"const A: [(&str, &[&str]); 2] = [("de", &["der"]), ("en", &["a"])];"#), [4]);
    assert_eq!(lists(r#"match word { "on" | "yes" => 1, "off" if x => 2, _ => 3 }"#), [3]);
    assert_eq!(lists(r#"if matches!(word, "on" | "yes" | "please") { y("a") }"#), [3]);
    assert_eq!(lists(r#"const A: &str = "half|one|two";"#), [3]);
    let twelve = "der das und ist nicht ein eine \\\n einen einem einer ich mich";
    assert_eq!(lists(&format!("const A: &str = \"{twelve}\";")), [12]);
    for none in [
        r#"["a", "a", "b"]"#,
        r#"["A", "B", "C", "d e"]"#,
        r#"match x { X => "a", Y => "b", Z => "c" }"#,
        r#"f("a", "b", "c")"#,
        r#"[{ "a" }, { "b" }, { "c" }]"#,
        r#"#[cfg(any(a = "a", b = "b", c = "c"))]"#,
        &format!("error!(\"{twelve}\")"),
    ] {
        assert_eq!(lists(none), [0; 0], "{none}");
    }
}

#[test]
fn paths_are_found_however_they_are_written() {
    let file = |code: &str| Source {
        name: "src/adapters/web/api.rs".into(),
        text: String::new(),
        code: code.to_owned(),
        whole_code: code.to_owned(),
        test: false,
    };
    let found = |code: &str| file(code).own_paths().iter().map(|p| p.join("::")).collect::<Vec<_>>();
    assert_eq!(found("use crate::ports::chat::Chat;"), ["ports::chat::Chat"]);
    assert_eq!(found("super::super::telegram::x()"), ["adapters::telegram::x"]);
    assert_eq!(found("use super::super::super::engine::E;"), ["engine::E"]);
    assert_eq!(found("use crate::{engine, ports}; use crate::*;"), ["engine", "ports", "everything"]);
    let group = "use crate::a::{self, b::{c, d as e},\n    f::*};\nuse super::super::g;";
    assert_eq!(found(group), ["a", "a::b::c", "a::b::d", "a::f", "adapters::g"]);
    assert_eq!(found("self::super::h()"), ["adapters::web::h"]);
    assert!(file("use std::{fmt, env};").names_std("env") && !file("std::envy::x").names_std("env"));
    assert!(file("use sqlx;").names_crate("sqlx") && !file("my::sqlx::x; sqlx_y::z").names_crate("sqlx"));
}
