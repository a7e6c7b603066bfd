//! Files that people sent: what is known of each, how many are taken, and why one could not be read. Pure.

use super::inbound::{Attachment, FileKind};
use super::names::invisible;
use serde::{Deserialize, Serialize};

/// The most bytes of one file: what Telegram gives to bots (platform-facts T34).
pub const MOST_BYTES: u64 = 20 * 1024 * 1024;
/// The most files of one message.
pub const MOST_FILES: usize = 10;
/// The most bytes of all files of one message.
pub const MOST_BYTES_TOGETHER: u64 = 50 * 1024 * 1024;
/// The most files of one person in a day.
pub const MOST_FILES_A_DAY: u64 = 100;
/// The most bytes of one person in a day.
pub const MOST_BYTES_A_DAY: u64 = 250 * 1024 * 1024;
/// The longest recording that is written down, in seconds.
pub const LONGEST_RECORDING: u32 = 20 * 60;
/// The most characters that are kept of the beginning of a text.
pub const BEGINNING: usize = 2_000;
/// The most characters of the words of a voice note: more than anybody says in [`LONGEST_RECORDING`].
pub const MOST_SPOKEN: usize = 20_000;
/// The most pictures that a model sees with one request.
pub const MOST_PICTURES: usize = 8;
/// The longest name of a kept file, in bytes.
const LONGEST_NAME: usize = 80;

/// A file that somebody sent, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedFile {
    /// The home of the files of its message, in the storage of received files.
    pub home: String,
    /// Its name there, and for people and agents.
    pub name: String,
    /// Its kind.
    #[serde(default)]
    pub kind: FileKind,
    /// Its size in bytes.
    pub bytes: u64,
    /// The characters of its text, if it was read.
    #[serde(default)]
    pub chars: usize,
    /// The beginning of its text, at most [`BEGINNING`] characters; of a voice note all words, at most [`MOST_SPOKEN`].
    #[serde(default)]
    pub beginning: String,
    /// Somebody else sent it: it belongs to the message that was replied to, or was passed on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_others: bool,
    /// Something like a credential in its text was hidden, and the sender does not know yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hid: bool,
    /// Why nobody can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FileFault>,
}

impl ReceivedFile {
    /// The name of the file beside it with its text. No file that was sent has such a name.
    pub fn text_name(&self) -> String {
        format!("~{}.text", self.name)
    }

    /// The name of the file beside it with what is known of it.
    pub fn about_name(&self) -> String {
        format!("~{}.json", self.name)
    }

    /// Its bytes are kept.
    pub fn kept(&self) -> bool {
        self.fault.is_none_or(FileFault::kept)
    }

    /// A picture that a model may look at.
    pub fn picture(&self) -> bool {
        self.kind == FileKind::Picture && self.kept()
    }
}

/// The folder in which agents see the files that people sent.
pub const FOLDER: &str = "received";

/// The paths by which agents read these files, in their order: no two are the same.
pub fn paths(files: &[ReceivedFile]) -> Vec<String> {
    let path = |(at, file): (usize, &ReceivedFile)| {
        let earlier = files.iter().take(at).filter(|other| other.name == file.name).count();
        if earlier == 0 { format!("{FOLDER}/{}", file.name) } else { format!("{FOLDER}/{}/{}", earlier + 1, file.name) }
    };
    files.iter().enumerate().map(path).collect()
}

/// Why a document has no text to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Unreadable {
    /// It has no bytes, or no text and no pictures.
    #[error("it is empty")]
    Empty,
    /// It wants a password.
    #[error("it is encrypted")]
    Encrypted,
    /// It is not what its name says, or is damaged.
    #[error("it is damaged")]
    Broken,
    /// It unpacks to more than is read, or takes too long.
    #[error("it unpacks to too much")]
    TooMuch,
    /// Its pages are pictures: there is no text in it.
    #[error("it holds pictures of text")]
    OnlyPictures,
    /// A kind that is not read: a program, an archive, a video.
    #[error("a kind that is not read")]
    Unknown,
    /// The reader could not be started; trying again later may help.
    #[error("the reader could not be started")]
    NotNow,
}

/// Why a file that somebody sent could not be taken or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileFault {
    /// It has more than [`MOST_BYTES`], or the files of the message have more than [`MOST_BYTES_TOGETHER`].
    TooLarge,
    /// It is one more than [`MOST_FILES`].
    TooMany,
    /// The person has sent more today than is taken.
    DayFull,
    /// The platform does not have it any more.
    Gone,
    /// The storage does not take it now.
    NotStored,
    /// It is no text.
    Unreadable(Unreadable),
    /// A picture, and the model sees none.
    Unseen,
    /// A moving picture.
    Video,
    /// A recording, and no server writes recordings down.
    NoVoice,
    /// A recording, and the server that writes them down fails or refuses.
    NotHeard,
    /// A recording longer than [`LONGEST_RECORDING`].
    TooLong,
    /// A recording in which nobody speaks.
    Silent,
}

impl FileFault {
    /// The bytes are there all the same.
    pub fn kept(self) -> bool {
        match self {
            Self::TooLarge | Self::TooMany | Self::DayFull | Self::Gone | Self::NotStored | Self::Video => false,
            Self::Unreadable(_) | Self::Unseen | Self::NoVoice | Self::NotHeard | Self::TooLong | Self::Silent => true,
        }
    }

    /// It will be so whenever the file is looked at again.
    pub fn lasting(self) -> bool {
        match self {
            Self::NotStored | Self::Unseen | Self::NoVoice | Self::NotHeard | Self::Unreadable(Unreadable::NotNow) => {
                false
            }
            Self::TooLarge
            | Self::TooMany
            | Self::DayFull
            | Self::Gone
            | Self::Unreadable(
                Unreadable::Empty
                | Unreadable::Encrypted
                | Unreadable::Broken
                | Unreadable::TooMuch
                | Unreadable::OnlyPictures
                | Unreadable::Unknown,
            )
            | Self::Video
            | Self::TooLong
            | Self::Silent => true,
        }
    }
}

/// The name under which a file is kept: one plain name that is harmless on every system, and that no file beside it has
/// (`text_name`, `about_name`). Each `number` from 0 gives another one.
pub fn safe_name(file: &Attachment, number: usize) -> String {
    let harmless = |c: char| !c.is_control() && !invisible::invisible(c) && !"/\\:*?\"<>|".contains(c);
    let cleaned: String = file.name.chars().filter(|c| harmless(*c)).map(|c| if c == '~' { '-' } else { c }).collect();
    let name = cleaned.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let ending: String = ending.chars().take(10).collect();
    let mut short = String::new();
    for c in stem.chars() {
        if short.len() + c.len_utf8() + ending.len() + 5 > LONGEST_NAME {
            break;
        }
        short.push(c);
    }
    let short = if short.is_empty() { "file".to_owned() } else { short };
    let numbered = if number == 0 { short } else { format!("{short}-{}", number + 1) };
    if ending.is_empty() { numbered } else { format!("{numbered}.{ending}") }
}

/// What is taken of the files of one message: each with the reason why it is not taken. `day`: how many files and bytes
/// the person has sent today.
pub fn taken(sizes: &[u64], day: (u64, u64)) -> Vec<Option<FileFault>> {
    let (mut together, mut count) = (0_u64, 0_u64);
    let mut taken = Vec::with_capacity(sizes.len());
    for (at, bytes) in sizes.iter().enumerate() {
        let sum = together.saturating_add(*bytes);
        let fault = if at >= MOST_FILES {
            Some(FileFault::TooMany)
        } else if *bytes > MOST_BYTES || sum > MOST_BYTES_TOGETHER {
            Some(FileFault::TooLarge)
        } else if day.0 + count >= MOST_FILES_A_DAY || day.1.saturating_add(sum) > MOST_BYTES_A_DAY {
            Some(FileFault::DayFull)
        } else {
            (together, count) = (sum, count + 1);
            None
        };
        taken.push(fault);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::{FileFault, MOST_BYTES, MOST_BYTES_A_DAY, MOST_FILES, MOST_FILES_A_DAY, Unreadable, safe_name, taken};
    use crate::secretary::inbound::{Attachment, FileKind};

    fn named(name: &str) -> Attachment {
        let (name, handle) = (name.to_owned(), String::new());
        Attachment { name, handle, bytes: 1, album: None, kind: FileKind::Document, media_type: None, seconds: None }
    }

    #[test]
    fn names_are_plain_and_distinct() {
        for (given, kept) in [
            ("offer.pdf", "offer.pdf"),
            ("../../etc/passwd", "etcpasswd"),
            ("a\u{202e}fdp.exe", "afdp.exe"),
            ("", "file"),
            (" .. ", "file"),
            ("C:\\x\\y.txt", "Cxy.txt"),
            (".hidden", "hidden"),
            (". .~.offer.pdf.json", "-.offer.pdf.json"),
            ("~x.pdf.json", "-x.pdf.json"),
        ] {
            assert_eq!(safe_name(&named(given), 0), kept, "{given:?}");
        }
        assert_eq!(safe_name(&named("offer.pdf"), 2), "offer-3.pdf");
        let long = safe_name(&named(&format!("{}.{}", "ü".repeat(300), "x".repeat(40))), 9);
        assert!(long.len() <= 80 && long.ends_with(".xxxxxxxxxx"), "{long}");
    }

    #[test]
    fn each_limit_has_its_reason() {
        let many = vec![1; MOST_FILES + 1];
        assert_eq!(taken(&many, (0, 0)).last(), Some(&Some(FileFault::TooMany)));
        assert_eq!(taken(&[1, MOST_BYTES + 1, 2], (0, 0)), [None, Some(FileFault::TooLarge), None]);
        let large = [MOST_BYTES; 3];
        assert_eq!(taken(&large, (0, 0)), [None, None, Some(FileFault::TooLarge)]);
        assert_eq!(taken(&[1, 1], (MOST_FILES_A_DAY - 1, 0)), [None, Some(FileFault::DayFull)]);
        assert_eq!(taken(&[2], (0, MOST_BYTES_A_DAY - 1)), [Some(FileFault::DayFull)]);
    }

    #[test]
    fn what_is_never_fetched_is_not_kept_and_what_may_work_later_does_not_last() {
        for (fault, kept, lasting) in [
            (FileFault::Video, false, true),
            (FileFault::Gone, false, true),
            (FileFault::NotStored, false, false),
            (FileFault::NotHeard, true, false),
            (FileFault::NoVoice, true, false),
            (FileFault::Unreadable(Unreadable::NotNow), true, false),
            (FileFault::Unreadable(Unreadable::Broken), true, true),
            (FileFault::Silent, true, true),
        ] {
            assert_eq!((fault.kept(), fault.lasting()), (kept, lasting), "{fault:?}");
        }
    }
}
