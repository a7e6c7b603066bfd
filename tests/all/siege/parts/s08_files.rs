//! Names that lead out of a ticket's folder, given to the tools and to the folder itself; links that are swapped in while
//! files are read and written; backups whose entries escape. Outside stands a file with a word nobody may read, and whatever is
//! outside must stay as it is, byte for byte.

mod names;

use crate::siege::{Chance, Siege};
use async_trait::async_trait;
use names::{listed, made_up};
use secretary::adapters::folder::Folder;
use secretary::adapters::http::SafeFetch;
use secretary::ports::files::{Files, home_of};
use secretary::ports::tool::{Note, Notes, Onward, Readable, Scope, Tool, ToolContext, ToolError, ToolOutput, Written};
use secretary::secretary::ids::{PersonId, RunId, TicketId, WorkspaceId};
use secretary::tools::{ToolParts, all};
use serde_json::json;
use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Names of the generator in full; all those of the list are tried each time.
const NAMES: usize = 3_000;
/// Rounds of swapping in full.
const SWAPS: usize = 2_000;
/// What stands in every file outside.
const WORD: &str = "zebrafinch-outside";

pub struct NoNotes;

#[async_trait]
impl Notes for NoNotes {
    async fn note(&self, _: &Scope, _: &str) -> Result<Option<Note>, ToolError> {
        Ok(None)
    }

    async fn write_note(&self, scope: &Scope, _: Note, _: bool, _: &str) -> Result<Written, ToolError> {
        Ok(Written { owner: scope.owner().clone(), kept: None })
    }

    async fn find_notes(&self, _: &Scope, _: &str, _: u32) -> Result<Vec<Note>, ToolError> {
        Ok(Vec::new())
    }
}

/// A data folder among other folders, with another ticket and a database.
struct Ground {
    root: tempfile::TempDir,
    folder: Folder,
    ticket: TicketId,
    tools: Vec<Arc<dyn Tool>>,
}

impl Ground {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("data");
        let folder = Folder::new(&data);
        let ticket = TicketId::new("T/1");
        for outside in ["secret", "elsewhere/secret", "data/secretary.db", "data/tickets/t-other/secret"] {
            let path = root.path().join(outside);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, WORD).unwrap();
        }
        let parts = ToolParts {
            fetch: Arc::new(SafeFetch::new().unwrap()),
            search: None,
            notes: Arc::new(NoNotes),
            files: Arc::new(folder.clone()),
            scripts: Arc::new(()),
            charts: Arc::new(secretary::adapters::charts::Plotters),
            parse_when: Arc::new(|_, _, _| Err("no".to_owned())),
            sum: Arc::new(|_| None),
        };
        let tools: Vec<_> = all(parts).into_iter().filter(|tool| tool.spec().name.ends_with("_file")).collect();
        assert_eq!(tools.len(), 2, "read_file and write_file");
        Self { root, folder, ticket, tools }
    }

    fn home(&self) -> PathBuf {
        self.root.path().join("data/tickets").join(home_of(&self.ticket))
    }

    /// Everything outside of the ticket's folder: paths, kinds and contents.
    fn outside(&self) -> BTreeMap<PathBuf, String> {
        let mut all = BTreeMap::new();
        look(self.root.path(), &self.home(), &mut all);
        all
    }

    fn context(&self, key: &str) -> ToolContext {
        let workspace = WorkspaceId::new("w");
        ToolContext {
            notes: Scope::everybody(workspace.clone()),
            workspace,
            ticket: self.ticket.clone(),
            number: 1,
            person: PersonId::new("p"),
            run: RunId::new("r"),
            received: Vec::new(),
            staff: None,
            for_script: false,
            key: key.to_owned(),
            now: chrono::DateTime::UNIX_EPOCH,
            zone: chrono_tz::UTC,
            onward: Onward::default(),
            readable: Readable::default(),
        }
    }

    /// A name by every way there is: both tools, and the folder behind them.
    async fn tried(&self, name: &str, key: &str) -> String {
        let mut said = String::new();
        for tool in &self.tools {
            let arguments = json!({"path": name, "text": "written", "from": null});
            match tool.call(&self.context(key), arguments).await {
                Ok(ToolOutput::Text(text)) => said.push_str(&text),
                Ok(other) => said.push_str(&format!("{other:?}")),
                Err(error) => said.push_str(&error.to_string()),
            }
        }
        let written = self.folder.write_file(&self.ticket, name, "written", key).await;
        let read = self.folder.read_file(&self.ticket, name).await;
        format!("{said}\n{written:?}\n{read:?}")
    }
}

fn look(folder: &Path, but: &Path, all: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path == but {
            continue;
        }
        let about = std::fs::symlink_metadata(&path).unwrap();
        if about.is_dir() {
            all.insert(path.clone(), "a folder".to_owned());
            look(&path, but, all);
        } else {
            all.insert(path.clone(), String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned());
        }
    }
}

#[tokio::test]
async fn no_name_leads_out_of_the_folder() {
    let mut siege = Siege::of("s08");
    let ground = Ground::new();
    let names = listed(ground.root.path());
    assert!(names.len() > 300, "{}", names.len());
    let mut tries: Vec<(u64, String)> = names.into_iter().enumerate().map(|(n, name)| (n as u64, name)).collect();
    tries.extend(Siege::seeds(NAMES).into_iter().map(|seed| (seed, made_up(&mut Chance::of(seed)))));
    // Links that were there before, as a program of a worker might have laid them.
    std::fs::create_dir_all(ground.home()).unwrap();
    symlink("../../..", ground.home().join("way")).unwrap();
    symlink(ground.root.path().join("secret"), ground.home().join("link")).unwrap();
    let before = ground.outside();
    for (at, (seed, name)) in tries.iter().enumerate() {
        let said = ground.tried(name, &format!("k{at}")).await;
        let told = said.contains(WORD);
        // Looking at everything after each would take longer than the trials.
        let changed = (at % 64 == 0 || name.len() < 64 && at % 4 == 0) && ground.outside() != before;
        siege.judge(*seed, !told && !changed, || format!("{name:?} (or one shortly before): {said}"));
        // Too many files would be refused for their number alone.
        if at % 100 == 99 {
            for entry in std::fs::read_dir(ground.home()).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if std::fs::symlink_metadata(&path).unwrap().is_dir() {
                    std::fs::remove_dir_all(path).unwrap();
                } else if !path.ends_with("way") && !path.ends_with("link") {
                    std::fs::remove_file(path).unwrap();
                }
            }
        }
    }
    assert_eq!(ground.outside(), before);
    siege.holds("names", "that led out");
}

/// Lays one thing after another at the places that are read and written, until told to stop.
fn swaps(home: &Path, outside: &Path, stop: &AtomicBool) {
    let (file, folder, spare) = (home.join("file"), home.join("folder"), home.join("spare"));
    let clear = |path: &Path| {
        let _ = std::fs::remove_file(path);
        let _ = std::fs::remove_dir_all(path);
    };
    let mut round = 0_u32;
    while !stop.load(Ordering::Relaxed) {
        round = round.wrapping_add(1);
        clear(&spare);
        let _ = match round % 4 {
            0 => symlink(outside.join("secret"), &spare),
            1 => std::fs::hard_link(outside.join("secret"), &spare),
            2 => std::fs::write(&spare, "inside"),
            _ => symlink("../../../secret", &spare),
        };
        let _ = std::fs::rename(&spare, &file);
        clear(&folder);
        let _ = match round % 3 {
            0 => symlink(outside.join("elsewhere"), &folder),
            1 => std::fs::create_dir(&folder),
            _ => symlink("../../../elsewhere", &folder),
        };
    }
}

#[tokio::test]
async fn what_is_swapped_during_use_leads_nowhere() {
    let mut siege = Siege::of("s08");
    let ground = Ground::new();
    let home = ground.home();
    std::fs::create_dir_all(&home).unwrap();
    let before = ground.outside();
    let stop = Arc::new(AtomicBool::new(false));
    let (ends, at, outside) = (stop.clone(), home.clone(), ground.root.path().to_owned());
    let swapper = std::thread::spawn(move || swaps(&at, &outside, &ends));
    for seed in Siege::seeds(SWAPS) {
        let key = format!("k{seed}");
        let mut said = String::new();
        for path in ["file", "folder/secret", "folder/new", "spare"] {
            said.push_str(&format!("{:?}", ground.folder.read_file(&ground.ticket, path).await));
            said.push_str(&format!("{:?}", ground.folder.write_file(&ground.ticket, path, "written", &key).await));
        }
        // A half-written file of the next call is another file's second name already.
        siege.judge(seed, !said.contains(WORD), || said.clone());
    }
    stop.store(true, Ordering::Relaxed);
    swapper.join().unwrap();
    let after = ground.outside();
    siege.judge(0, after == before, || format!("{before:?} became {after:?}"));
    siege.holds("rounds of swapped links", "that led out");
}

#[tokio::test]
async fn a_half_written_file_is_nobody_elses() {
    let ground = Ground::new();
    ground.folder.write_file(&ground.ticket, "a", "first", "k").await.unwrap();
    // The name of what is half-written is no secret: it comes from the key.
    let digest = sha256(b"k");
    for lay in [
        |from: &Path, to: &Path| std::fs::hard_link(from, to).unwrap(),
        |from: &Path, to: &Path| symlink(from, to).unwrap(),
    ] {
        lay(&ground.root.path().join("secret"), &ground.home().join(format!(".new-{digest}")));
        ground.folder.write_file(&ground.ticket, "a", "second", "k").await.unwrap();
        assert_eq!(std::fs::read_to_string(ground.root.path().join("secret")).unwrap(), WORD);
        assert_eq!(ground.folder.read_file(&ground.ticket, "a").await.unwrap(), "second");
    }
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    Sha256::digest(bytes).iter().take(8).map(|b| format!("{b:02x}")).collect()
}

#[test]
fn no_entry_of_a_backup_escapes() {
    let mut siege = Siege::of("s08");
    let ground = Ground::new();
    let before = ground.outside();
    let homes = ["..", ".", "", "t-1/..", "../..", "/", "/tmp", "t-1/../..", "t-1\0", "../tickets.x", "a\\..\\b"];
    let paths = ["../x", "../../x", "/x", "a/../../x", "a/..", ".", "..", "", "a//b", "a\0b", "./x", "..\\x"];
    let mut tries: Vec<(String, String)> = Vec::new();
    tries.extend(homes.iter().flat_map(|home| paths.iter().map(|path| ((*home).to_owned(), (*path).to_owned()))));
    tries.extend(homes.iter().map(|home| ((*home).to_owned(), "secretary.db".to_owned())));
    tries.extend(paths.iter().map(|path| ("t-1".to_owned(), (*path).to_owned())));
    for (n, (home, path)) in tries.iter().enumerate() {
        let put = ground.folder.put(home, path, b"written");
        let read: Vec<_> = ground.folder.files_of(home).filter_map(Result::ok).collect();
        let leaked = home != "t-1" && read.iter().any(|file| file.bytes == WORD.as_bytes());
        siege.judge(n as u64, put.is_err() && !leaked, || format!("{path:?} in {home:?}: {put:?}, {read:?}"));
    }
    let mut after = ground.outside();
    after.retain(|path, _| !path.starts_with(ground.root.path().join("data/tickets/t-1")));
    siege.judge(0, after == before, || format!("{before:?} became {after:?}"));
    siege.holds("entries of backups", "that escaped");
}
