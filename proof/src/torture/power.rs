//! A disk that loses power. What a life writes to its database is watched, call by call (strace); what had not been made
//! durable when the power went is kept or lost as chance has it, down to single sectors, and the files are laid out as they
//! would be found afterwards.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use super::chance::Chance;
use super::trial::town::FILE;

/// What a disk writes at once.
const SECTOR: usize = 512;
/// The files of the database: itself, its log, and what undoes a change. The index of the log is made anew from it.
const PARTS: [&str; 3] = ["", "-wal", "-journal"];

/// The calls that are watched.
pub const CALLS: &str = "trace=pwrite64,pwritev,fallocate,fsync,fdatasync,ftruncate,unlink,unlinkat";

/// How a call is called that ended with its process before it could be read.
const UNREAD: &str = "???";

/// Whether processes can be watched on this machine.
pub fn can_watch() -> bool {
    let mut strace = Command::new("strace");
    strace.args(["-D", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).stdin(Stdio::null());
    strace.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Something that happened to a file of the database; files are named by their place in [`PARTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    /// It was changed by this process.
    Changed(usize, u32, Change),
    /// A change of this process came to its end, with what the call gave.
    Settled(u32, i64),
    /// This process begins to make a file durable, or, without one, the names in the folder.
    SyncBegins(u32, Option<usize>),
    /// It was made durable, or not.
    SyncEnds(u32, bool),
}

/// A change to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// These bytes from here on.
    Write(usize, Vec<u8>),
    /// It ends here.
    Cut(usize),
    /// It is taken away.
    Gone,
}

/// A change that need not outlast a loss of power.
#[derive(Clone, Debug)]
struct Pending {
    change: Change,
    by: u32,
    settled: bool,
    /// Who is making it durable.
    covered: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    durable: Option<Vec<u8>>,
    pending: Vec<Pending>,
}

/// The files of a database, as far as they are durable, and what is not.
#[derive(Clone, Debug, Default)]
pub struct Disk([Part; PARTS.len()]);

/// How much of what is not durable is lost.
#[derive(Clone, Copy, Debug)]
enum Loss {
    All,
    None,
    Changes,
    Sectors,
}

/// What a life did to its database, in order, each with its time in milliseconds.
pub struct Watched(Vec<(u64, Event)>);

impl Watched {
    /// Reads what was written down about a life in this folder.
    ///
    /// # Errors
    /// It cannot be read, or has a call nobody knows the meaning of.
    pub fn read(trace: &Path, folder: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", trace.display());
        let folder = folder.canonicalize().map_err(failed)?;
        let text = std::fs::read_to_string(trace).map_err(failed)?;
        let mut reader = Reader { folder: &folder, open: BTreeMap::new(), events: Vec::new() };
        for line in text.lines() {
            reader.line(line).ok_or_else(|| {
                format!("{}: not understood: {}", trace.display(), line.chars().take(200).collect::<String>())
            })?;
        }
        Ok(Self(reader.events))
    }

    /// How many moments there are at which the power can go.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes through a life from a disk as it was at its beginning. At each of these moments, which rise, `look` is given the
    /// time and the disk. Gives the disk at the end.
    ///
    /// # Errors
    /// What `look` finds.
    pub fn replay(
        &self,
        mut disk: Disk,
        moments: &[usize],
        mut look: impl FnMut(u64, &Disk) -> Result<(), String>,
    ) -> Result<Disk, String> {
        for (number, (at, event)) in self.0.iter().enumerate() {
            disk.take(event);
            if moments.contains(&number) {
                look(*at, &disk)?;
            }
        }
        Ok(disk)
    }
}

/// What a call that has not come to its end does then.
#[derive(Clone, Copy)]
enum Open {
    Change,
    Sync,
    Nothing,
}

struct Reader<'a> {
    folder: &'a Path,
    open: BTreeMap<u32, Open>,
    events: Vec<(u64, Event)>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) -> Option<()> {
        let (by, rest) = line.split_once(' ')?;
        let (at, call) = rest.trim_start().split_once(' ')?;
        let (by, (seconds, micros)) = (by.parse().ok()?, at.split_once('.')?);
        let at = seconds.parse::<u64>().ok()? * 1_000 + micros.parse::<u64>().ok()? / 1_000;
        if call.starts_with("+++") || call.starts_with("---") {
            return Some(());
        }
        let result = call.rsplit_once(") = ").and_then(|(_, result)| result.split(' ').next()?.parse::<i64>().ok());
        let open = if call.starts_with("<... ") {
            self.open.remove(&by).unwrap_or(Open::Nothing)
        } else {
            self.begin(at, by, call)?
        };
        match (open, result) {
            (Open::Change, Some(result)) => self.events.push((at, Event::Settled(by, result))),
            (Open::Sync, Some(result)) => self.events.push((at, Event::SyncEnds(by, result == 0))),
            (open, None) => drop(self.open.insert(by, open)),
            (Open::Nothing, Some(_)) => {}
        }
        Some(())
    }

    /// A call begins; nothing is said of files that do not belong to the database.
    fn begin(&mut self, at: u64, by: u32, call: &str) -> Option<Open> {
        let (name, rest) = call.split_once('(')?;
        if name == UNREAD {
            return Some(Open::Nothing);
        }
        let taken_away = name.starts_with("unlink");
        let path = if taken_away {
            unescaped(rest.split('"').nth(1)?)?
        } else {
            unescaped(rest.split_once('<')?.1.split_once('>')?.0)?
        };
        let path = self.folder.join(String::from_utf8_lossy(&path).as_ref());
        let part = PARTS.iter().position(|part| path == self.folder.join(format!("{FILE}{part}")));
        if name.starts_with('f') && name.ends_with("sync") {
            let names = path == self.folder;
            if part.is_none() && !names {
                return Some(Open::Nothing);
            }
            self.events.push((at, Event::SyncBegins(by, part)));
            return Some(Open::Sync);
        }
        let Some(part) = part else { return Some(Open::Nothing) };
        let change = match name {
            "unlink" | "unlinkat" => Change::Gone,
            "ftruncate" => Change::Cut(argument(rest, 1)?),
            "pwrite64" => {
                let mut pieces = rest.split('"');
                let (bytes, behind) = (unescaped(pieces.nth(1)?)?, pieces.next()?);
                // What was cut short by the watcher is of no use.
                if behind.starts_with("...") {
                    return None;
                }
                Change::Write(argument(behind, 2)?, bytes)
            }
            _ => return None,
        };
        self.events.push((at, Event::Changed(part, by, change)));
        Some(Open::Change)
    }
}

/// The argument of this number, behind what has no commas in it.
fn argument(rest: &str, number: usize) -> Option<usize> {
    let piece = rest.split(',').nth(number)?.trim_start();
    piece.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Bytes written as `\x41\x42`.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let digits = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let (pieces, rest) = text.as_bytes().as_chunks::<4>();
    let byte = |piece: &[u8; 4]| piece.strip_prefix(b"\\x").and_then(digits);
    if rest.is_empty() { pieces.iter().map(byte).collect() } else { None }
}

impl Change {
    /// Makes the change, but for the sectors that are lost.
    fn apply(&self, content: &mut Option<Vec<u8>>, mut lost: impl FnMut() -> bool) {
        match self {
            Self::Gone => *content = None,
            Self::Cut(end) => content.get_or_insert_default().resize(*end, 0),
            Self::Write(from, bytes) => {
                let content = content.get_or_insert_default();
                let mut at = *from;
                let mut rest = bytes.as_slice();
                while !rest.is_empty() {
                    let (piece, behind) = rest.split_at(rest.len().min(SECTOR - at % SECTOR));
                    if !lost() {
                        content.resize(content.len().max(at + piece.len()), 0);
                        content[at..at + piece.len()].copy_from_slice(piece);
                    }
                    (at, rest) = (at + piece.len(), behind);
                }
            }
        }
    }
}

impl Disk {
    /// The database as it stands in a folder, all of it durable.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn found(folder: &Path) -> Result<Self, String> {
        let mut disk = Self::default();
        for (part, suffix) in disk.0.iter_mut().zip(PARTS) {
            let path = folder.join(format!("{FILE}{suffix}"));
            part.durable = match std::fs::read(&path) {
                Ok(content) => Some(content),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(format!("{}: {error}", path.display())),
            };
        }
        Ok(disk)
    }

    fn take(&mut self, event: &Event) {
        match event {
            Event::Changed(part, by, change) => {
                let pending = Pending { change: change.clone(), by: *by, settled: false, covered: Vec::new() };
                self.0[*part].pending.push(pending);
            }
            Event::Settled(by, result) => self.settle(*by, *result),
            Event::SyncBegins(by, part) => {
                for (number, known) in self.0.iter_mut().enumerate() {
                    let whole = *part == Some(number);
                    // Making the names in the folder durable makes durable which of them are gone.
                    let covers = |p: &Pending| whole || (part.is_none() && p.change == Change::Gone);
                    let pending = known.pending.iter_mut().filter(|p| p.settled && covers(p));
                    pending.for_each(|pending| pending.covered.push(*by));
                }
            }
            Event::SyncEnds(by, well) => self.synced(*by, *well),
        }
    }

    fn settle(&mut self, by: u32, result: i64) {
        for part in &mut self.0 {
            let Some(place) = part.pending.iter().position(|p| p.by == by && !p.settled) else { continue };
            let pending = &mut part.pending[place];
            pending.settled = true;
            match (&mut pending.change, usize::try_from(result)) {
                (Change::Write(_, bytes), Ok(written)) => bytes.truncate(written),
                (Change::Cut(_) | Change::Gone, Ok(_)) => {}
                (_, Err(_)) => drop(part.pending.remove(place)),
            }
        }
    }

    fn synced(&mut self, by: u32, well: bool) {
        for part in &mut self.0 {
            let durable = &mut part.durable;
            part.pending.retain_mut(|pending| {
                let covered = pending.covered.contains(&by);
                pending.covered.retain(|other| *other != by);
                if covered && well {
                    pending.change.apply(durable, || false);
                }
                !(covered && well)
            });
        }
    }

    /// How many changes a loss of power could undo.
    pub fn at_stake(&self) -> usize {
        self.0.iter().map(|part| part.pending.len()).sum()
    }

    /// The power goes: lays the files out under a name in a folder as they would be found afterwards. Gives whether there
    /// is a database at all.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn lose_power(&self, folder: &Path, name: &str, chance: &mut Chance) -> Result<bool, String> {
        let loss = match chance.below(6) {
            0 => Loss::All,
            1 => Loss::None,
            2 | 3 => Loss::Changes,
            _ => Loss::Sectors,
        };
        let mut there = false;
        for (part, suffix) in self.0.iter().zip(PARTS) {
            let path = folder.join(format!("{name}{suffix}"));
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            let content = part.after(loss, chance);
            there |= suffix.is_empty() && content.as_ref().is_some_and(|content| !content.is_empty());
            match content {
                Some(content) => std::fs::write(&path, content).map_err(failed)?,
                None if path.exists() => std::fs::remove_file(&path).map_err(failed)?,
                None => {}
            }
        }
        let index = folder.join(format!("{name}-shm"));
        if index.exists() {
            std::fs::remove_file(&index).map_err(|error| format!("{}: {error}", index.display()))?;
        }
        Ok(there)
    }
}

impl Part {
    fn after(&self, loss: Loss, chance: &mut Chance) -> Option<Vec<u8>> {
        let mut content = self.durable.clone();
        for pending in &self.pending {
            match loss {
                Loss::All => {}
                Loss::None => pending.change.apply(&mut content, || false),
                Loss::Sectors if matches!(pending.change, Change::Write(..)) => {
                    pending.change.apply(&mut content, || chance.percent(50));
                }
                Loss::Changes | Loss::Sectors => {
                    if chance.percent(50) {
                        pending.change.apply(&mut content, || false);
                    }
                }
            }
        }
        content
    }
}

#[cfg(test)]
mod tests;
