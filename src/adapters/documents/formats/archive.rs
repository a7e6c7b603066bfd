//! A zip archive that is a document. What it unpacks to is bounded, whatever it says of itself.

use crate::ports::documents::Unreadable;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// The most bytes that one archive unpacks to.
const MOST_UNPACKED: u64 = 64 * 1024 * 1024;
/// The most entries.
const MOST_ENTRIES: usize = 10_000;
/// How many times an entry may grow, once it is large.
const MOST_GROWTH: u64 = 300;
/// What is not large yet, in bytes.
const LARGE: u64 = 1024 * 1024;

/// An archive, and how much more it may unpack to.
pub(super) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    room: u64,
}

impl<'a> Archive<'a> {
    /// Opens an archive whose entries say that they are small enough. An entry that unpacks to more than it says ends in
    /// an error when it is read.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::Broken)?;
        if zip.len() > MOST_ENTRIES {
            return Err(Unreadable::TooMuch);
        }
        let mut all = 0_u64;
        for index in 0..zip.len() {
            let entry = zip.by_index_raw(index).map_err(|_| Unreadable::Broken)?;
            let (size, packed) = (entry.size(), entry.compressed_size());
            all = all.saturating_add(size);
            if all > MOST_UNPACKED || (size > LARGE && size / packed.max(1) > MOST_GROWTH) {
                return Err(Unreadable::TooMuch);
            }
        }
        Ok(Self { zip, room: MOST_UNPACKED })
    }

    /// The name of the first entry in this order of names that begins and ends in this way, with nothing but letters and
    /// digits between.
    pub(super) fn first(&self, begin: &str, end: &str) -> Option<String> {
        self.all(begin, end).into_iter().next()
    }

    /// All of them; short names come first, so that numbers are in their order.
    pub(super) fn all(&self, begin: &str, end: &str) -> Vec<String> {
        let between = |name: &str| {
            let inner = name.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end));
            inner.is_some_and(|inner| inner.chars().all(|c| c.is_ascii_alphanumeric()))
        };
        let names = self.zip.file_names().filter_map(Result::ok).filter(|name| between(name));
        let mut names: Vec<String> = names.map(|name| name.into_owned()).collect();
        names.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
        names
    }

    /// The bytes of an entry; none where there is none of the name.
    pub(super) fn entry(&mut self, name: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let entry = match self.zip.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => return Err(Unreadable::Encrypted),
            found => found.map_err(|_| Unreadable::Broken)?,
        };
        let mut bytes = Vec::new();
        entry.take(self.room + 1).read_to_end(&mut bytes).map_err(|_| Unreadable::Broken)?;
        self.room = self.room.checked_sub(bytes.len() as u64).ok_or(Unreadable::TooMuch)?;
        Ok(Some(bytes))
    }
}
