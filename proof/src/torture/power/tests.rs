//! Traces written by hand, and what is found after the power went.

use super::*;

/// The name of a file as the watcher writes it.
fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("\\x{byte:02x}")).collect()
}

fn watched(folder: &Path, lines: &[String]) -> Result<Watched, String> {
    let trace = folder.join("trace");
    std::fs::write(&trace, lines.join("\n")).unwrap();
    Watched::read(&trace, folder)
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("power-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

fn at(folder: &Path, part: &str) -> String {
    format!("5<{}>", hex(&folder.join(format!("{FILE}{part}")).display().to_string()))
}

#[test]
fn what_was_made_durable_is_found_and_of_the_rest_what_chance_leaves() {
    let folder = folder("durable");
    let log = at(&folder, "-wal");
    let lines = [
        format!("7 1700000000.001000 pwrite64({log}, \"{}\", 3, 0) = 3", hex("abc")),
        format!("7 1700000000.002000 fdatasync({log}) = 0"),
        format!("7 1700000000.003000 pwrite64({log}, \"{}\", 3, 3) = 3", hex("def")),
        format!("7 1700000000.004000 fdatasync(2<{}>) = 0", hex("/tmp/another")),
        "8 1700000000.005000 ???( <unfinished ...>".to_owned(),
        "8 1700000000.005000 <... ??? resumed>) = ?".to_owned(),
        "7 1700000000.005000 +++ killed by SIGKILL +++".to_owned(),
    ];
    let watched = watched(&folder, &lines).unwrap();
    let mut times = Vec::new();
    let moments: Vec<usize> = (0..watched.len()).collect();
    let look = |at: u64, disk: &Disk| {
        times.push((at, disk.at_stake()));
        Ok(())
    };
    let disk = watched.replay(Disk::default(), &moments, look).unwrap();
    let second = 1_700_000_000_000;
    let expected = [(1, 1), (1, 1), (2, 1), (2, 0), (3, 1), (3, 1)].map(|(at, stake)| (second + at, stake));
    assert_eq!(times, expected);
    let mut found = std::collections::BTreeSet::new();
    let mut chance = Chance::of(3);
    for _ in 0..60 {
        assert!(!disk.lose_power(&folder, FILE, &mut chance).unwrap(), "there is only a log");
        found.insert(std::fs::read_to_string(folder.join(format!("{FILE}-wal"))).unwrap());
    }
    assert_eq!(Vec::from_iter(found), ["abc", "abcdef"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_change_that_was_under_way_when_a_file_was_made_durable_may_be_lost() {
    let folder = folder("under-way");
    let file = at(&folder, "");
    let lines = [
        format!("8 1700000000.001000 pwrite64({file}, \"{}\", 2, 0 <unfinished ...>", hex("ab")),
        format!("7 1700000000.002000 fsync({file}) = 0"),
        "8 1700000000.003000 <... pwrite64 resumed>) = 2".to_owned(),
        format!("9 1700000000.003100 fdatasync({file} <unfinished ...>"),
        format!("8 1700000000.003200 pwrite64({file}, \"{}\", 2, 2) = 2", hex("cd")),
        "9 1700000000.003300 <... fdatasync resumed>) = 0".to_owned(),
        format!("7 1700000000.004000 pwrite64({file}, \"{}\", 2, 4) = -1 ENOSPC (No space left on device)", hex("ef")),
        format!("8 1700000000.005000 fdatasync({file}) = -1 EIO (Input/output error)"),
    ];
    let watched = watched(&folder, &lines).unwrap();
    let mut stakes = Vec::new();
    let moments: Vec<usize> = (0..watched.len()).collect();
    let look = |_: u64, disk: &Disk| {
        stakes.push(disk.at_stake());
        Ok(())
    };
    let disk = watched.replay(Disk::default(), &moments, look).unwrap();
    assert_eq!(stakes, [1, 1, 1, 1, 1, 2, 2, 1, 2, 1, 1, 1]);
    assert_eq!(disk.0[0].durable.as_deref(), Some(b"ab".as_slice()));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_taken_away_may_come_back_until_the_folder_is_durable() {
    let folder = folder("gone");
    let path = hex(&folder.join(format!("{FILE}-journal")).display().to_string());
    let whole = hex(&folder.display().to_string());
    std::fs::write(folder.join(format!("{FILE}-journal")), "undo").unwrap();
    let before = Disk::found(&folder).unwrap();
    let lines = [
        format!("7 1700000000.001000 unlink(\"{path}\") = 0"),
        format!("7 1700000000.002000 fdatasync(4<{whole}>) = 0"),
    ];
    let watched = watched(&folder, &lines).unwrap();
    let mut chance = Chance::of(1);
    let mut back = [0, 0];
    let look = |at: u64, disk: &Disk| {
        for _ in 0..40 {
            disk.lose_power(&folder, FILE, &mut chance)?;
            back[usize::from(at % 1_000 == 2)] += usize::from(folder.join(format!("{FILE}-journal")).exists());
        }
        Ok(())
    };
    let last = watched.len() - 1;
    drop(watched.replay(before, &[1, last], look).unwrap());
    assert!((5..35).contains(&back[0]) && back[1] == 0, "{back:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_write_is_lost_by_sectors_and_what_is_not_understood_is_said() {
    let mut content = Some(vec![b'-'; 1_200]);
    let mut number = 0;
    Change::Write(500, vec![b'x'; 600]).apply(&mut content, || {
        number += 1;
        number == 2
    });
    let text = String::from_utf8(content.unwrap()).unwrap();
    let expected = ["-".repeat(500), "x".repeat(12), "-".repeat(512), "x".repeat(76), "-".repeat(100)].concat();
    assert_eq!(text, expected);
    let folder = folder("unknown");
    let file = at(&folder, "");
    for call in [
        format!("pwritev({file}, [], 1, 0) = 0"),
        format!("fallocate({file}, 0, 0, 8) = 0"),
        format!("pwrite64({file}, \"{}\"..., 900, 0) = 900", hex("ab")),
    ] {
        let error = watched(&folder, &[format!("7 1700000000.001000 {call}")]).err().unwrap();
        assert!(error.contains("not understood"), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
