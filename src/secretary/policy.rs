//! The approval policy: whether a tool call needs approval, by what the tool can do, what people allowed and whose
//! text the work has read; never by what a model says. Pure.

pub mod addresses;
pub mod inside;
pub mod onward;
pub mod readable;
mod rules;
#[cfg(test)]
pub(super) mod tests;

pub use rules::{Quorum, Rule, can_last, lasting, star_inside};

use super::ids::PersonId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most rules of a workspace.
pub const MOST_RULES: usize = 50;

/// What calling a tool changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// Nothing: it only reads.
    Reads,
    /// Nothing, but whoever keeps the address it opens can read what stands in it.
    Fetches,
    /// Only the ticket's own folder or state.
    Inside,
    /// Something outside the ticket: notes, reminders, the world. A plan with such a tool needs a person's go.
    Outside,
}

/// When people are asked before a tool is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// Not: the go for the plan was enough.
    Never,
    /// Once for each ticket.
    First,
    /// Each time, unless what people allowed covers it.
    Required,
    /// Each time, whatever anybody allowed.
    Always,
}

/// How bad a wrong call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Risk {
    /// It is undone with a word.
    Low,
    /// It can be put right by hand.
    Medium,
    /// It cannot be undone.
    High,
}

/// Whose text a tool's answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answers {
    /// The program's own: what was counted, kept or done.
    Own,
    /// Anybody's: pages, results of a search, what other services say.
    Anybody,
    /// Somebody's files.
    Files,
    /// Notes of people here.
    Notes,
}

/// How calls are judged where neither a policy nor a rule settles it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// People are asked, but for what somebody allowed with a button.
    #[default]
    Manual,
    /// Before everything that changes something outside the ticket, but for what rules allow.
    AllowList,
    /// It is done.
    Auto,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Manual, Self::AllowList, Self::Auto];

    /// Its name, as `/mode` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::AllowList => "allow-list",
            Self::Auto => "auto",
        }
    }
}

/// A change of what agents may do unasked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another mode.
    Mode(Mode),
    /// A rule.
    Rule {
        /// What it says.
        then: Then,
        /// The tool, by the name agents know it by.
        tool: String,
        /// Arguments that must be so.
        with: Vec<(String, String)>,
    },
    /// The rule of this place in the list, from 1, is dropped.
    Drop(usize),
}

/// Text of others that a run has read, and that what it wants to do may come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Source {
    /// A page of this host.
    Page(String),
    /// Results of a search.
    Search,
    /// A file of this name.
    File(String),
    /// Notes.
    Notes,
    /// A message somebody else wrote, which was passed on.
    Forwarded,
    /// What this tool answered.
    Tool(String),
}

/// Sources kept by name; more change nothing about what is asked.
pub const SOURCES: usize = 12;

impl Source {
    /// Whether it is nobody else's business.
    pub fn private(&self) -> bool {
        match self {
            Self::File(_) | Self::Notes => true,
            Self::Page(_) | Self::Search | Self::Forwarded | Self::Tool(_) => false,
        }
    }

    /// One of any number, told apart by name.
    fn named(&self) -> bool {
        matches!(self, Self::Page(_) | Self::File(_) | Self::Tool(_))
    }
}

/// Adds sources that are not among these yet; whether there were any. Of those told apart by name so many are kept, of what
/// is private at least one.
pub fn add_sources(known: &mut Vec<Source>, new: &[Source]) -> bool {
    let before = known.len();
    for source in new {
        let room = known.iter().filter(|s| s.named()).count() < SOURCES;
        let first_private = source.private() && !known.iter().any(Source::private);
        if !known.contains(source) && (room || !source.named() || first_private) {
            known.push(source.clone());
        }
    }
    known.len() > before
}

/// What a rule says about calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// They are made.
    Allow,
    /// People are asked.
    Ask,
    /// They are not made.
    Refuse,
}

impl Then {
    /// Every verdict.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Ask, Self::Refuse];

    /// Its name, as `/mode` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Refuse => "refuse",
        }
    }
}

/// What people allowed, as it is at the moment of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalPolicy {
    /// Whose idea the work is for.
    pub person: PersonId,
    /// How calls are judged.
    pub mode: Mode,
    /// The rules, in their order.
    pub rules: Vec<Rule>,
    /// Words of others that reach work which is going on.
    pub read: Vec<Source>,
    /// Tools that were allowed once in this ticket.
    pub allowed_once: Vec<String>,
    /// What was written to the ticket, by its people or by whom they passed on, and by no model.
    pub words: Vec<String>,
}

impl ApprovalPolicy {
    /// Whether somebody wrote this address to the ticket.
    pub fn named(&self, address: &str) -> bool {
        self.words.iter().any(|words| addresses::named_in(words, address))
    }

    /// Whether its own people did: where something was passed on, all words count as somebody else's.
    pub fn said(&self, address: &str) -> bool {
        !self.read.contains(&Source::Forwarded) && self.named(address)
    }
}

/// A call a run wants to make.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// The arguments.
    pub arguments: &'a Value,
    /// What the tool changes.
    pub reach: Reach,
    /// When people are asked.
    pub policy: Policy,
    /// Text of others the run has read.
    pub read: &'a [Source],
    /// It opens an address that stands in no words of a person.
    pub unsaid_address: bool,
    /// It opens an address that nobody wrote, neither people nor a page or search the work has read: somebody put it
    /// together, and whatever the work knows may stand in it.
    pub made_address: bool,
    /// Calls that change something, made by all work on the ticket since people were last asked about any.
    pub changes: u32,
}

/// Why people are asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Because {
    /// The tool is never used, or never without approval.
    Policy,
    /// A rule of this person says so.
    Rule(String),
    /// What the run has read may have led to it.
    Read(Vec<Source>),
    /// Private matters might be carried to this host.
    Address(String),
    /// What people said might be carried to this host, in an address that nobody wrote.
    Made(String),
    /// It has changed so many things already.
    Many(u32),
    /// This one call is about so many things.
    Large(u32),
}

/// What is done about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is made.
    Made,
    /// People are asked. `lasting`: an answer may hold for later calls of this kind.
    Asked {
        /// Why.
        because: Because,
        /// Whether "always" is a choice.
        lasting: bool,
    },
    /// A rule of this person forbids it.
    Refused(String),
}

/// Changes the work on a ticket makes before people are asked whether it is to go on with more of them.
pub const MANY: u32 = 10;

/// Judges a call. Nothing here is read from what a model wrote but the call itself.
pub fn judge(call: &Proposal<'_>, leave: &ApprovalPolicy) -> Verdict {
    let rule = leave.rules.iter().find(|rule| rule.fits(call, leave));
    match rule.map(|r| (r.then, &r.by)) {
        Some((Then::Refuse, by)) => return Verdict::Refused(by.clone()),
        Some((Then::Ask, by)) => return Verdict::Asked { because: Because::Rule(by.clone()), lasting: false },
        Some((Then::Allow, _)) | None => {}
    }
    let allowed = rule.is_some();
    match call.reach {
        // Something private beside something that may want it.
        Reach::Fetches if call.unsaid_address && call.read.iter().any(Source::private) && !allowed => {
            let because = Because::Address(host(call.arguments).unwrap_or_default());
            return Verdict::Asked { because, lasting: true };
        }
        // An idea, an answer or a result is nobody else's business either.
        Reach::Fetches if call.made_address && !call.read.is_empty() && !allowed => {
            let because = Because::Made(host(call.arguments).unwrap_or_default());
            return Verdict::Asked { because, lasting: true };
        }
        // Nothing that anybody allowed beforehand was allowed with this text in view.
        Reach::Outside if !call.read.is_empty() => {
            return Verdict::Asked { because: Because::Read(call.read.to_vec()), lasting: false };
        }
        Reach::Outside if things(call.arguments) > MANY => {
            return Verdict::Asked { because: Because::Large(things(call.arguments)), lasting: false };
        }
        Reach::Outside if call.changes >= MANY => {
            return Verdict::Asked { because: Because::Many(call.changes), lasting: false };
        }
        Reach::Reads | Reach::Fetches | Reach::Inside | Reach::Outside => {}
    }
    let once = leave.allowed_once.iter().any(|tool| tool == call.tool);
    let made = match call.policy {
        // What is on no list is asked about, whatever kind of change it is.
        Policy::Never => allowed || leave.mode != Mode::AllowList || call.reach != Reach::Outside,
        Policy::First => once || allowed || leave.mode == Mode::Auto,
        Policy::Required => allowed || leave.mode == Mode::Auto,
        Policy::Always => false,
    };
    let lasting = call.policy != Policy::Always;
    if made { Verdict::Made } else { Verdict::Asked { because: Because::Policy, lasting } }
}

/// How many things a call is about: the longest list among its arguments, however deep it lies.
pub fn things(arguments: &Value) -> u32 {
    match arguments {
        Value::Array(items) => {
            let inside = items.iter().map(things).max().unwrap_or(0);
            u32::try_from(items.len()).unwrap_or(u32::MAX).max(inside)
        }
        Value::Object(all) => all.values().map(things).max().unwrap_or(0),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// The site of the address among the arguments of a call, in small letters: the one that is asked for it. Of a long name the
/// end is what tells whose it is.
pub fn host(arguments: &Value) -> Option<String> {
    let address = arguments.get("url")?.as_str()?;
    let host = addresses::opened(address).ok().and_then(|url| addresses::site(&url)).or_else(|| host_of(address))?;
    Some(end_of(&host, LONGEST_HOST))
}

/// The most characters of the name of a site that are shown.
const LONGEST_HOST: usize = 60;

/// The end of a long name.
fn end_of(host: &str, most: usize) -> String {
    match host.chars().count().checked_sub(most) {
        None | Some(0) => host.to_owned(),
        Some(more) => format!("…{}", host.chars().skip(more + 1).collect::<String>()),
    }
}

/// The site in an address that no browser could read.
fn host_of(address: &str) -> Option<String> {
    let address = address.trim();
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest).trim_start_matches(['/', '\\']);
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    (!host.is_empty()).then(|| host.to_lowercase())
}
