//! The workspace: people with roles and accounts, rooms with purposes, settings. It holds the types and small
//! questions about them; `permissions` says who may do what.

pub use super::codes::{
    CODE_BYTES, CODE_LIFE, Code, GUESS_PAUSE, GUESSES_IN_ALL, Grant, Guesses, INVITE_LIFE, code_text, code_typed,
};
use super::deputies::{Away, StandIn};
use super::quiet_hours::QuietHours;
use crate::secretary::budget::Limits;
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, Slot, TicketId, WorkspaceId};
use crate::secretary::inbound::{Account, Place};
pub use crate::secretary::names::languages::language_code;
use crate::secretary::policy::{Mode, Quorum, Rule};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a person may do, from most to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// Everything, including people and rooms.
    Owner,
    /// Decide, and everything a requester may.
    Approver,
    /// Send ideas and see to their own.
    Requester,
    /// Read.
    Observer,
}

impl Role {
    /// Every role, most powerful first.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Approver, Self::Requester, Self::Observer];

    /// The stable name, also the word people type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Approver => "approver",
            Self::Requester => "requester",
            Self::Observer => "observer",
        }
    }

    /// The role of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// The name to address them by.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Their accounts, joined by `/link`.
    pub accounts: Vec<Account>,
    /// Their IANA zone, once they said it.
    pub zone: Option<String>,
    /// What is still to be said between us about the zone.
    #[serde(default)]
    pub zone_talk: ZoneTalk,
    /// When no brief comes.
    #[serde(default, skip_serializing_if = "QuietHours::is_usual")]
    pub quiet: QuietHours,
    /// Their language, as their client reported it last.
    pub language: Option<String>,
    /// When they joined.
    pub joined_at: DateTime<Utc>,
    /// They are away, and somebody decides for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
    /// They belong here by a role of a Discord server alone: wherever it is not seen that they have it, they are nobody.
    #[serde(default)]
    pub by_server_role: bool,
    /// Where they belong by such a role alone: those of their roles which lend something, by Discord's ids, as they were when they
    /// were last heard on that server; none if that was before it was kept. To list them by; what they may do is asked of each event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lenders: Option<Vec<String>>,
    /// Everything there was of them was erased; what is left is an id with a name that stands for nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
    /// Of whoever was taken out or left before everything of theirs was erased, a hash of each account they had: no role of a server
    /// lets these in again. An invitation does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_out: Vec<String>,
    /// What is known of them at the moment, and never kept.
    #[serde(skip)]
    pub at_hand: AtHand,
}

/// What somebody may do just now beyond what they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtHand {
    /// The role that a role of a Discord server lends them, as the server says with the very event.
    pub lent: Option<Role>,
    /// Who is away and has named them.
    pub stands_in_for: Vec<StandIn>,
    /// Whoever may decide here about ideas of their own, to tell who else could; none where that was not looked up.
    pub senders: Option<Arc<BTreeSet<PersonId>>>,
}

impl Person {
    /// Whether they are a member of a role that decides about what they sent themselves.
    pub fn decides_about_own(&self) -> bool {
        self.role <= Role::Requester && !self.accounts.is_empty()
    }

    /// What roles of a server lent them when they were last heard there, if they belong here by such roles alone.
    pub fn lent_there(&self, lends: &[ServerRole]) -> Option<Role> {
        let has = self.lenders.as_deref().filter(|_| self.by_server_role).unwrap_or_default();
        lends.iter().filter(|lends| has.contains(&lends.id)).map(|lends| lends.role).min()
    }

    /// Whether that lets them decide about what they sent themselves.
    pub fn lent_own(&self, lends: &[ServerRole]) -> bool {
        self.lent_there(lends).is_some_and(|role| role <= Role::Requester)
    }

    /// A member who is nothing else yet.
    pub fn new(id: PersonId, workspace: WorkspaceId, name: &str, role: Role, joined_at: DateTime<Utc>) -> Self {
        Self {
            id,
            workspace,
            name: name.to_owned(),
            role,
            accounts: Vec::new(),
            zone: None,
            zone_talk: ZoneTalk::default(),
            quiet: QuietHours::default(),
            language: None,
            joined_at,
            away: None,
            by_server_role: false,
            lenders: None,
            erased: false,
            kept_out: Vec::new(),
            at_hand: AtHand::default(),
        }
    }

    /// Whether everything of theirs was erased since `joined`, and they began anew. Databases keep microseconds.
    pub fn began_anew(&self, joined: DateTime<Utc>) -> bool {
        self.joined_at.timestamp_micros() != joined.timestamp_micros()
    }

    /// What they may do now: the more of what they are and what is lent to them.
    pub fn power(&self) -> Role {
        self.at_hand.lent.map_or(self.role, |lent| lent.min(self.role))
    }

    /// Who decides for them at this moment.
    pub fn deputy(&self, now: DateTime<Utc>) -> Option<&PersonId> {
        self.away.as_ref().filter(|away| away.until > now).map(|away| &away.deputy)
    }
}

/// A role of a Discord server, and what those who have it are here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerRole {
    /// Discord's id of it.
    pub id: String,
    /// What it was called when it was named; empty where Discord did not tell.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it lends.
    pub role: Role,
}

/// How far the talk about a person's zone is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneTalk {
    /// Nothing is open.
    #[default]
    Quiet,
    /// It was asked for, once, with the confirmation of an order.
    Asked {
        /// The order.
        schedule: ScheduleId,
        /// Where the confirmation stands.
        room: RoomId,
        /// The name of its message.
        slot: Slot,
    },
    /// It comes from the browser and was not mentioned yet.
    ToSay,
}

/// What a room is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purposes {
    /// Ideas may be sent here.
    pub intake: bool,
    /// Every message here is an idea, not only those addressed to the secretary.
    pub every_message: bool,
    /// Decision prompts come here.
    pub decisions: bool,
    /// Reports come here.
    pub reports: bool,
    /// Questions of its tickets which nobody answers are assumed after a reminder, instead of waiting.
    #[serde(default)]
    pub goes_on: bool,
    /// An owner said here whether ideas may be sent: a topic goes by that instead of by its group.
    #[serde(default)]
    pub intake_said: bool,
    /// An owner said here what becomes of questions nobody answers.
    #[serde(default)]
    pub goes_on_said: bool,
}

impl Purposes {
    /// Whether it is for anything.
    pub fn any(self) -> bool {
        self.intake || self.every_message || self.decisions || self.reports || self.goes_on
    }

    /// These of a topic, with what an owner said for its whole group where nothing else was said for the topic.
    #[must_use]
    pub fn within(mut self, group: Self) -> Self {
        if !self.intake_said && !self.intake {
            self.intake = group.intake;
            self.every_message = group.every_message;
        }
        if !self.goes_on_said && !self.goes_on {
            self.goes_on = group.goes_on;
        }
        self
    }
}

/// A chat, topic or channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its id.
    pub id: RoomId,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// Where it is.
    pub place: Place,
    /// What it is for.
    pub purposes: Purposes,
    /// It cannot be reached at present (blocked, kicked).
    pub closed: bool,
    /// Of the rooms of one chat, one for each workspace, words belong to this one that name no other.
    #[serde(default = "always")]
    pub active: bool,
    /// What its workspace is called in a chat that it shares with others, whose messages begin with it; empty elsewhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub called: String,
    /// The person, if it is a direct chat.
    pub person: Option<PersonId>,
    /// The ticket and its channel, if it is a ticket's thread.
    pub thread_of: Option<(TicketId, RoomId)>,
    /// Ids its chat had before (platform-facts T32): what still comes from there belongs here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<String>,
}

fn always() -> bool {
    true
}

/// Settings of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Its id.
    pub workspace: WorkspaceId,
    /// What people call it; empty for the first one as long as nobody named it.
    #[serde(default)]
    pub name: String,
    /// Ask questions by itself.
    pub auto_clarify: bool,
    /// Start confirmed work by itself; off: `/dispatch N`.
    pub auto_dispatch: bool,
    /// All work is paused.
    pub paused: bool,
    /// The zone of people who have not said theirs.
    pub zone: String,
    /// Somebody chose it here; else it is the one the program is started with.
    #[serde(default)]
    pub zone_chosen: bool,
    /// The language of people whose client reports none.
    pub language: String,
    /// The agent who was given a task in turn last; round-robin dispatch goes on behind it.
    #[serde(default)]
    pub last_in_turn: String,
    /// Somebody chose it here; else it is the one the program is started with.
    #[serde(default)]
    pub language_chosen: bool,
    /// How many must agree on what the work asks.
    #[serde(default)]
    pub quorum: Quorum,
    /// Whoever sent an idea decides nothing of it.
    #[serde(default)]
    pub four_eyes: bool,
    /// Decisions of less risk than this, in hundredths, are taken as recommended where that can be undone.
    #[serde(default)]
    pub threshold: u8,
    /// How calls of agents are judged.
    #[serde(default)]
    pub mode: Mode,
    /// What people allowed or forbade, in the order it counts.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// What roles of Discord servers lend.
    #[serde(default)]
    pub server_roles: Vec<ServerRole>,
    /// How far thinking may go.
    #[serde(default, skip_serializing_if = "Limits::is_usual")]
    pub budget: Limits,
}

impl Settings {
    /// What the workspace is called.
    pub fn title(&self) -> &str {
        if self.name.is_empty() { "Main" } else { &self.name }
    }

    /// Those of a workspace nobody has changed anything in.
    pub fn fresh(workspace: WorkspaceId, zone: &str, language: &str) -> Self {
        Self {
            workspace,
            name: String::new(),
            auto_clarify: true,
            auto_dispatch: true,
            paused: false,
            zone: zone.to_owned(),
            zone_chosen: false,
            language: language.to_owned(),
            language_chosen: false,
            last_in_turn: String::new(),
            quorum: Quorum::default(),
            four_eyes: false,
            threshold: 0,
            mode: Mode::default(),
            rules: Vec::new(),
            server_roles: Vec::new(),
            budget: Limits::default(),
        }
    }

    /// These, with what nobody chose taken from those the program is started with now.
    pub fn following(self, started: &Self) -> Self {
        Self {
            zone: if self.zone_chosen { self.zone } else { started.zone.clone() },
            language: if self.language_chosen { self.language } else { started.language.clone() },
            ..self
        }
    }
}

impl Room {
    /// Whether it is this chat or a topic of it.
    pub fn in_chat_of(&self, place: &Place) -> bool {
        let (here, there) = (&self.place, place);
        (here.platform, &here.bot, &here.chat) == (there.platform, &there.bot, &there.chat)
    }

    /// Whether its chat was this one before it got a new id.
    pub fn left(&self, place: &Place) -> bool {
        let (here, there) = (&self.place, place);
        let same = (here.platform, &here.bot, &here.thread) == (there.platform, &there.bot, &there.thread);
        same && self.former.contains(&there.chat)
    }

    /// Whether its group was given to another workspace: nothing of this one is said or decided there any more.
    pub fn given_away(&self) -> bool {
        !self.direct() && self.closed && !self.active && !self.purposes.any()
    }

    /// Whether it is one topic of a group.
    pub fn topic(&self) -> bool {
        self.place.thread.is_some() && self.thread_of.is_none()
    }

    /// Whether it is a direct chat.
    pub fn direct(&self) -> bool {
        matches!(self.place.kind, crate::secretary::inbound::ChatKind::Direct)
    }
}
