//! A message before and after its understanding, as stored. Recovery after a crash reads it and never asks the model
//! again.

use super::super::ids::{PersonId, RoomId, Slot, WorkspaceId};
use super::super::ticket::event::Trouble;
use super::open_item::OpenItem;
use super::understanding::Understanding;
use crate::secretary::inbound::{Content, Inbound};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A message that waits to be understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// As it arrived.
    pub inbound: Inbound,
    /// The room it was written in.
    pub room: RoomId,
    /// Who wrote it.
    pub person: PersonId,
    /// When that person had joined, so that nothing comes back that was said before everything of them was erased.
    #[serde(default)]
    pub joined_at: Option<DateTime<Utc>>,
    /// In which workspace.
    pub workspace: WorkspaceId,
    /// The name of the message it replies to, if that is one of the secretary's.
    #[serde(default)]
    pub replied: Option<Slot>,
    /// It was edited: an earlier version of it set or changed something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edits: bool,
}

impl Spoken {
    /// The words.
    pub fn text(&self) -> &str {
        if let Content::Text { text, .. } = &self.inbound.content { text } else { "" }
    }

    /// Whether they are somebody else's, passed on.
    pub fn passed_on(&self) -> bool {
        matches!(&self.inbound.content, Content::Text { forwarded: true, .. })
    }

    /// The names of the files that came with them.
    pub fn attachments(&self) -> Vec<String> {
        let Content::Text { attachments, .. } = &self.inbound.content else { return Vec::new() };
        attachments.iter().map(|file| file.name.clone()).collect()
    }

    /// The lane it waits in: what one person says in one chat is understood in order.
    pub fn lane(&self) -> String {
        format!("understand/{}/{}", self.room, self.person)
    }

    /// The platform's id of the message it replies to.
    pub fn reply_to(&self) -> Option<&str> {
        if let Content::Text { reply_to, .. } = &self.inbound.content { reply_to.as_deref() } else { None }
    }
}

/// The lane in which messages of a person wait for room in a budget. A changed budget makes them due.
pub fn budget_lane(workspace: &WorkspaceId, person: &PersonId) -> String {
    format!("understand/budget/{workspace}/{person}")
}

/// The result of understanding a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Heard {
    /// It is understood.
    Understood {
        /// The items that were offered.
        items: Vec<OpenItem>,
        /// What it means.
        understanding: Understanding,
    },
    /// Two answers could not be used: people are asked what is meant.
    TooWeak {
        /// The items that were offered.
        items: Vec<OpenItem>,
    },
    /// The model does not answer; it is tried again by itself.
    Delayed,
    /// No budget has room for it, for this reason. It is tried again by itself.
    Barred(String),
    /// It will not be understood before somebody does something.
    Failed(Trouble),
}
