//! What comes beside the words of a message: files, and what the message refers to.

use serde::{Deserialize, Serialize};

/// A file that came with a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// The platform's handle to fetch it by (a file id or an address); never shown to people.
    pub handle: String,
    /// Its size in bytes, as the platform says.
    pub bytes: u64,
    /// The album it came in, if each of its files arrives as a message of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub album: Option<String>,
    /// Its kind, as the platform says.
    #[serde(default)]
    pub kind: FileKind,
    /// Its media type ("application/pdf"), as the sender's program says; untrusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// How many seconds it plays, if it is a recording and the platform says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
}

/// The kind of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileKind {
    /// A document, or a kind that is not known.
    #[default]
    Document,
    /// A picture.
    Picture,
    /// Words that the sender spoke to be heard: a voice note.
    Voice,
    /// A file with sound: a call, a lecture, a song. It says nothing for whoever sends it.
    Audio,
    /// A moving picture, with or without sound.
    Video,
}

/// Something that a message refers to and that is not written in it. Its words are data; they are never taken for what
/// the sender wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Referred {
    /// In which way.
    pub how: Reference,
    /// Who wrote it, as people call them; empty where that is not known.
    #[serde(default)]
    pub who: String,
    /// The sender wrote it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// Its words, at most [`REFERRED_CHARS`] characters.
    #[serde(default)]
    pub text: String,
    /// The files with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
}

/// The most characters of what a message refers to.
pub const REFERRED_CHARS: usize = 4_000;

/// In which way a message refers to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reference {
    /// It replies to the whole of it, here or in another chat.
    Reply,
    /// It quotes this part of it.
    Quote,
    /// The preview of an address in the message: the address, or its title.
    Preview,
    /// A message that was passed on together with it.
    Forward,
}
