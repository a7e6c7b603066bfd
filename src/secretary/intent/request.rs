//! The text of an understanding request. Words of people are data; ids, accounts and rooms are not in it.

use super::open_item::ItemKind;
use super::understanding::LookUp;
use crate::secretary::agent::Agent;
use crate::secretary::inbound::Referred;
use crate::secretary::received::ReceivedFile;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How often a message may be looked into further before it must be understood.
pub const MAX_LOOK_UPS: usize = 3;

/// The input of an understanding.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnderstandInput {
    /// The message.
    pub message: String,
    /// It is somebody else's words, passed on.
    pub passed_on: bool,
    /// What it replies to.
    pub reply_to: Option<RepliedTo>,
    /// It is an earlier message of theirs in new words, and `reply_to` is what that one made.
    #[serde(default)]
    pub edits: bool,
    /// The files that came with it.
    #[serde(default)]
    pub files: Vec<ReceivedFile>,
    /// What it refers to, beside a message of the secretary.
    #[serde(default)]
    pub refers: Vec<Referred>,
    /// What is open.
    pub items: Vec<ItemLine>,
    /// What was said last in this chat, the oldest first.
    pub turns: Vec<TurnLine>,
    /// The text of the last report here, shortened; empty without one.
    pub report: String,
    /// What was looked up for this message so far.
    pub looked_up: Vec<LookedUp>,
    /// Whether it may look something up.
    pub may_look_up: bool,
    /// The present moment in the person's zone, as people write it, with the zone.
    pub now: String,
    /// When it was sent, if that is a while ago.
    #[serde(default)]
    pub sent: Option<String>,
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
    /// The person's zone by its IANA name.
    pub zone: String,
    /// The person's language ("en").
    pub language: String,
    /// A group, not a direct chat.
    pub group: bool,
    /// What the person may do: "owner", "approver", "requester", "observer".
    pub role: String,
    /// The agents there are, without their prompts.
    pub roster: Vec<Agent>,
}

/// An open item in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemLine {
    /// Its handle.
    pub handle: String,
    /// Its kind.
    pub kind: ItemKind,
    /// What it is.
    pub line: String,
    /// Its options, numbered per question in the line.
    #[serde(default)]
    pub options: Vec<String>,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnLine {
    /// The secretary said it.
    pub ours: bool,
    /// Who said it, as people call them.
    pub who: String,
    /// What.
    pub text: String,
}

/// The message another one replies to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepliedTo {
    /// The handle of the item it belongs to, if it is open.
    pub item: Option<String>,
    /// What it says, shortened; empty where that is not known.
    pub text: String,
}

/// Something that was looked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookedUp {
    /// Where.
    pub act: LookUp,
    /// What was asked.
    pub text: String,
    /// What was found.
    pub found: String,
}
