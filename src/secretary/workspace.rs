//! The workspace: its people with their roles and accounts, its rooms with their purposes, its codes
//! and settings. Shapes and small questions about them; who may do what is in `permissions`.

use super::ids::{PersonId, RoomId, ScheduleId, Slot, TicketId, WorkspaceId};
use super::inbound::{Account, Place};
use super::policy::{Mode, Rule};
use super::votes::Quorum;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

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
    /// Their language, as the client reported it.
    pub language: Option<String>,
    /// When they joined.
    pub joined_at: DateTime<Utc>,
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

/// What a code is good for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grant {
    /// Become the first owner.
    Pair,
    /// Join with this role.
    Invite(Role),
    /// Join this account to that person.
    Link(PersonId),
}

/// A one-time code. Whoever types [`CODE_TRIES`] wrong ones is not listened to for [`GUESS_PAUSE`]; the codes of others
/// are not touched by that, or a stranger could end every invitation. All wrong guesses together end it only after
/// [`GUESSES_IN_ALL`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// The code as shown, upper case with a dash.
    pub text: String,
    /// What it is good for.
    pub grant: Grant,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
    /// Wrong guesses that can still be made while it lives.
    pub tries_left: u32,
}

/// How long a pairing or link code lives.
pub const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);
/// How long an invitation lives: it has to travel by mail or chat first.
pub const INVITE_LIFE: TimeDelta = TimeDelta::hours(24);
/// Wrong codes in a row after which an account is not listened to for a while.
pub const CODE_TRIES: u8 = 5;
/// Wrong guesses of all accounts together after which a code is void. A code is one of 2^40, so that guessing finds it
/// with a chance below one in a million; to end it, 200,000 accounts must guess within the ten minutes of a pairing code,
/// or 1,400 accounts all through the day of an invitation.
pub const GUESSES_IN_ALL: u32 = 1_000_000;

/// Wrong codes typed by one account lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guesses {
    /// How many, until the account is not listened to any more for a while.
    pub wrong: u8,
    /// When the last one came.
    pub last_at: DateTime<Utc>,
}

/// How long an account that typed [`CODE_TRIES`] wrong codes is not listened to.
pub const GUESS_PAUSE: TimeDelta = TimeDelta::minutes(10);

impl Guesses {
    /// Whether no code of this account is looked at now.
    pub fn paused(self, now: DateTime<Utc>) -> bool {
        self.wrong >= CODE_TRIES && now < self.last_at + GUESS_PAUSE
    }

    /// With one more wrong code. Those of long ago are forgotten.
    #[must_use]
    pub fn and_one(self, now: DateTime<Utc>) -> Self {
        let wrong = if now < self.last_at + GUESS_PAUSE { self.wrong.saturating_add(1) } else { 1 };
        Self { wrong, last_at: now }
    }
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
}

impl Settings {
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

    /// Whether it is one topic of a group.
    pub fn topic(&self) -> bool {
        self.place.thread.is_some() && self.thread_of.is_none()
    }

    /// Whether it is a direct chat.
    pub fn direct(&self) -> bool {
        matches!(self.place.kind, super::inbound::ChatKind::Direct)
    }
}

/// A code from 40 random bits, in an alphabet without look-alikes: "K7QM-2XWD".
pub fn code_text(random: [u8; 5]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let bits = random.iter().fold(0u64, |bits, byte| (bits << 8) | u64::from(*byte));
    let mut text = String::with_capacity(9);
    for i in 0..8u32 {
        if i == 4 {
            text.push('-');
        }
        let index = usize::try_from((bits >> (35 - 5 * i)) & 31).unwrap_or(0);
        text.push(char::from(ALPHABET[index]));
    }
    text
}

/// A typed code in the shape it is stored in: upper case, dash in the middle.
pub fn code_typed(text: &str) -> String {
    let mut clean: String = text.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    clean.make_ascii_uppercase();
    if clean.len() == 8 {
        clean.insert(4, '-');
    }
    clean
}

/// Languages people name, by their code.
const LANGUAGES: [(&str, &[&str]); 14] = [
    ("en", &["english", "englisch"]),
    ("de", &["german", "deutsch"]),
    ("es", &["spanish", "español", "espanol"]),
    ("fr", &["french", "français", "francais"]),
    ("it", &["italian", "italiano"]),
    ("pt", &["portuguese", "português", "portugues"]),
    ("nl", &["dutch", "nederlands"]),
    ("pl", &["polish", "polski"]),
    ("uk", &["ukrainian"]),
    ("ru", &["russian"]),
    ("tr", &["turkish", "türkçe"]),
    ("zh", &["chinese"]),
    ("ja", &["japanese"]),
    ("ko", &["korean"]),
];

/// The code of a typed language: "German", "de", "pt-BR"; none if it is no language.
pub fn language_code(text: &str) -> Option<String> {
    let typed = text.trim().to_lowercase().replace('_', "-");
    if let Some((code, _)) = LANGUAGES.iter().find(|(code, names)| *code == typed || names.contains(&typed.as_str())) {
        return Some((*code).to_owned());
    }
    let (language, region) = typed.split_once('-').unwrap_or((&typed, "xx"));
    let is_region = region.len() == 2 && region.bytes().all(|b| b.is_ascii_lowercase());
    (is_region && CODES.split(' ').any(|code| code == language)).then_some(typed)
}

/// The language codes of two letters that exist (ISO 639-1).
const CODES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv \
                     dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie \
                     ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv \
                     mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm \
                     rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts \
                     tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";
