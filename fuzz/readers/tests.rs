//! Replays and mutates every corpus. Nothing here measures time: inputs are short, and the fuzzer finds slow ones.

use super::{LONGEST, READERS, mutation, read};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files of one corpus, and bytes of all.
const FILES: usize = 100;
const BYTES: u64 = 600 * 1024;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

/// The inputs kept for a reader, in the order of their names.
fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = std::fs::read_dir(folder("corpus").join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

fn breaks(name: &str, input: &[u8]) -> bool {
    std::panic::catch_unwind(|| read(name, input)).is_err()
}

/// Reads an input nobody keeps yet, and names it if it breaks something: then it belongs in the corpus.
fn survives(name: &str, input: &[u8]) {
    assert!(!breaks(name, input), "{name} breaks at {:?}", String::from_utf8_lossy(input));
}

/// Reads every input that is kept.
fn replay(name: &str) {
    let broken = |(path, input): (PathBuf, Vec<u8>)| breaks(name, &input).then(|| path.display().to_string());
    let broken: Vec<String> = corpus(name).into_iter().filter_map(broken).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Reads kept inputs changed at random, and random ones.
fn changed(name: &str, cases: u32) {
    let kept = corpus(name);
    let config =
        ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() };
    // The same inputs each time: what nobody has tried yet is the fuzzer's to find.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let which = (any::<Index>(), any::<u64>(), any::<bool>());
    let of_kept = runner.run(&which, |(index, seed, spliced)| {
        let (_, input) = &kept[index.index(kept.len())];
        let mut input = mutation::changed(input, seed);
        if spliced {
            let (_, other) = &kept[index.index(kept.len() / 2 + 1)];
            input.truncate(input.len() / 2);
            input.extend_from_slice(&other[other.len() / 2..]);
        }
        survives(name, &input);
        Ok(())
    });
    of_kept.unwrap_or_else(|why| panic!("{name}: {why}"));
    let text = "([a-zA-Z0-9 .,:/#*_`<>&|\\[\\](){}\"'\\\\-]|\\PC|\n){0,200}";
    runner
        .run(&(text, any::<Vec<u8>>(), any::<bool>()), |(text, bytes, plain)| {
            survives(name, if plain { text.as_bytes() } else { &bytes });
            Ok(())
        })
        .unwrap_or_else(|why| panic!("{name}: {why}"));
}

macro_rules! reader {
    ($name:ident, $cases:expr) => {
        mod $name {
            #[test]
            fn the_corpus_is_read() {
                super::replay(stringify!($name));
            }

            #[test]
            fn the_changed_corpus_is_read() {
                super::changed(stringify!($name), $cases);
            }
        }
    };
}

reader!(answers, 2_000);
reader!(calls, 500);
reader!(documents, 200);
reader!(frames, 2_000);
reader!(markup, 40);
reader!(pages, 200);
reader!(pieces, 300);
reader!(recordings, 500);
reader!(schedules, 100);
reader!(tokens, 2_000);
reader!(updates, 2_000);
reader!(words, 60);

#[test]
fn every_reader_has_a_target_and_a_corpus_that_is_small() {
    let manifest = std::fs::read_to_string(folder("Cargo.toml")).unwrap();
    let stems = |name: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let names: BTreeSet<String> = READERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, stems("fuzz_targets"), "a target for every reader, and no other");
    assert_eq!(names, stems("corpus"), "a corpus for every reader, and no other");
    let mut bytes = 0;
    for name in names {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is not in fuzz/Cargo.toml");
        let target = std::fs::read_to_string(folder("fuzz_targets").join(format!("{name}.rs"))).unwrap();
        assert!(target.contains(&format!("fuzz::target!(\"{name}\")")), "the target {name} reads something else");
        let corpus = corpus(&name);
        assert!((8..=FILES).contains(&corpus.len()), "{name} has {} files", corpus.len());
        for (path, input) in corpus {
            assert!(input.len() <= LONGEST, "{} is too long", path.display());
            bytes += input.len() as u64;
        }
    }
    assert!(bytes <= BYTES, "the corpora have {bytes} bytes");
}

#[test]
fn a_change_depends_on_its_seed_alone() {
    let input = br#"{"a":[1,"two",{"b":null}]}"#;
    let all: BTreeSet<Vec<u8>> = (0..200).map(|seed| mutation::changed(input, seed)).collect();
    assert!(all.len() > 150, "only {} changes", all.len());
    assert_eq!(mutation::changed(input, 7), mutation::changed(input, 7));
    let sound = all.iter().filter(|text| serde_json::from_slice::<serde_json::Value>(text).is_ok()).count();
    assert!(sound > 50, "JSON mostly stays JSON: {sound}");
}
