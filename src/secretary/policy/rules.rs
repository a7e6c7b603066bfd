//! Rules of people: how many must agree, and rules about tool calls. Owners write these, and a button makes them for
//! later calls of the same kind. Pure.

use super::super::ids::PersonId;
use super::super::names::invisible;
use super::super::names::lookalikes::glance;
use super::super::names::phrases::line;
use super::super::notes::title_meant;
use super::{ApprovalPolicy, Mode, Proposal, Then, addresses, inside};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quorum {
    /// Anybody who may decide.
    #[default]
    Any,
    /// So many of them.
    Number(u8),
    /// All of them.
    All,
}

/// The most people a number may ask for.
pub const MOST: u8 = 20;

impl Quorum {
    /// The word people type.
    pub fn name(self) -> String {
        match self {
            Self::Any => "any".to_owned(),
            Self::Number(n) => n.to_string(),
            Self::All => "all".to_owned(),
        }
    }

    /// Reads "any", "all" or a number; "off", since one is enough then.
    pub fn read(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "any" | "1" | "off" => Some(Self::Any),
            "all" => Some(Self::All),
            number => number.parse::<u8>().ok().filter(|n| (2..=MOST).contains(n)).map(Self::Number),
        }
    }

    /// How many votes that is where so many may decide. It is never less than was asked for, so that nobody's leaving
    /// makes it easier.
    pub fn needed(self, may_decide: usize) -> usize {
        match self {
            Self::Any => 1,
            Self::Number(n) => usize::from(n).max(1),
            Self::All => may_decide.max(1),
        }
    }
}

/// A rule about calls of a tool. The first that fits counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The tool's name.
    pub tool: String,
    /// Arguments that must be so, by name; a star at the beginning or at the end stands for anything.
    pub with: Vec<(String, String)>,
    /// What it says.
    pub then: Then,
    /// Who made it, by name.
    pub by: String,
    /// Made with a button of a ticket: it holds for the ideas of this person alone, in every mode.
    #[serde(default)]
    pub only_for: Option<PersonId>,
    /// Of one made with a button: the arguments whose words are left to later calls. There may be no others besides
    /// [`Self::with`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// Who agreed to it, or wrote it; nobody where an older version did not keep that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub granted: Vec<PersonId>,
    /// When.
    pub at: DateTime<Utc>,
}

impl Rule {
    pub(super) fn fits(&self, call: &Proposal<'_>, leave: &ApprovalPolicy) -> bool {
        let theirs = self.only_for.as_ref().is_none_or(|person| *person == leave.person);
        let rests = self.then == Then::Allow && self.only_for.is_none() && leave.mode == Mode::Manual;
        theirs
            && !rests
            && self.tool == call.tool
            && self.with.iter().all(|(name, wanted)| self.wants(call, name, wanted))
            && (self.only_for.is_none() || self.knows_all(call.arguments))
    }

    /// Whether both are about the same calls, whatever they say about them.
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        (&self.tool, &self.with, &self.only_for) == (&other.tool, &other.with, &other.only_for)
    }

    /// Whether a call says nothing that the one a button was pressed for did not say.
    fn knows_all(&self, arguments: &Value) -> bool {
        let Value::Object(all) = arguments else { return true };
        let known = |name: &String| self.free.contains(name) || self.with.iter().any(|(with, _)| with == name);
        all.iter().all(|(name, value)| says_nothing(value) || known(name))
    }

    /// Whether what a button allowed rests: by the settings of now, those who allowed it could not do so alone.
    pub fn rests(&self, quorum: Quorum, four_eyes: bool) -> bool {
        let Some(person) = &self.only_for else { return false };
        let own = four_eyes && self.granted.iter().all(|by| by == person);
        let few = match quorum {
            Quorum::Any => false,
            Quorum::Number(n) => self.granted.len() < usize::from(n),
            // Who they all are changes; whoever allowed it alone was not all of several.
            Quorum::All => self.granted.len() < 2,
        };
        own || few
    }

    /// Whether an argument is what it wants; one that says nothing is not there. Of a list, and of a title that may be read in
    /// several ways, each has to be so for the call to be allowed, and one is enough for it to be stopped. What a button allowed
    /// came from a model's arguments: it is that to the letter, but for the site of an address, and a star in it is a star.
    fn wants(&self, call: &Proposal<'_>, name: &str, wanted: &str) -> bool {
        let Some(value) = call.arguments.get(name).filter(|value| !says_nothing(value)) else { return false };
        if self.only_for.is_some() {
            return match wanted.strip_suffix('*') {
                Some(site) if name == "url" => addresses::same_site(&plain(value), site),
                Some(_) | None => plain(value) == wanted,
            };
        }
        let said = said(value);
        let others = others_meant(call.tool, name, value);
        let one = |words: &String| self.wants_words(name, words, wanted);
        match self.then {
            // "shared errors" may be one of everybody's called "errors": a rule that says "shared" means that one, too.
            Then::Allow => {
                let star = if wanted.ends_with('*') { "*" } else { "" };
                let there = title_meant(wanted.trim_end_matches('*')).map(|title| format!("{title}{star}"));
                let meant =
                    |words: &String| one(words) || there.as_ref().is_some_and(|w| self.wants_words(name, words, w));
                said.iter().all(one) && others.iter().all(meant)
            }
            Then::Ask | Then::Refuse => said.iter().chain(&others).any(one),
        }
    }

    /// What is stopped is known by its look as well, or one sign of another alphabet would pass it; what is allowed is that alone.
    fn wants_words(&self, name: &str, words: &str, wanted: &str) -> bool {
        // Some signs look like others as capitals alone.
        let looks = [glance(words), glance(&words.to_lowercase())];
        let (words, wanted) = (words.to_lowercase(), wanted.to_lowercase());
        let allows = self.then == Then::Allow;
        if name == "url" {
            return addresses::fits(&words, &wanted, allows);
        }
        let starred = Starred::of(&wanted);
        let look = glance(starred.core);
        starred.fits(&as_read(&words), &as_read(starred.core))
            || (!allows && !look.is_empty() && looks.iter().any(|words| starred.fits(words, &look)))
    }
}

/// Words with a star before or behind them, or both, that stand for anything.
struct Starred<'w> {
    core: &'w str,
    before: bool,
    behind: bool,
}

impl<'w> Starred<'w> {
    fn of(wanted: &'w str) -> Self {
        let wanted = wanted.trim();
        let core = wanted.trim_matches('*');
        Self { core, before: wanted.starts_with('*'), behind: wanted.ends_with('*') }
    }

    fn fits(&self, words: &str, core: &str) -> bool {
        match (self.before, self.behind) {
            (false, false) => words == core,
            (false, true) => words.starts_with(core),
            (true, false) => words.ends_with(core),
            (true, true) => words.contains(core),
        }
    }
}

/// Whether words of a rule have a star where none can stand: between others.
pub fn star_inside(wanted: &str) -> bool {
    wanted.trim().trim_matches('*').contains('*')
}

/// The tool that finds a note by a title, before which whose it is may stand.
const BY_TITLE: &str = "read_note";

/// What an argument says.
fn said(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => vec![plain(value)],
    }
}

/// What else it may mean to its tool.
fn others_meant(tool: &str, name: &str, value: &Value) -> Vec<String> {
    let title = value.as_str().filter(|_| name == "title" && tool == BY_TITLE);
    title.and_then(title_meant).into_iter().collect()
}

/// Whether an answer about such a call can hold for later ones: something has to tell which these are, and what stands at an
/// address of a private network changes with the network.
pub fn can_last(arguments: &Value) -> bool {
    let Some(all) = arguments.as_object() else { return false };
    let private = |value: &Value| {
        let address = value.as_str().and_then(|text| addresses::opened(text).ok());
        address.is_some_and(|address| inside::literally(&address))
    };
    all.values().any(|value| !value.is_null()) && !all.get("url").is_some_and(private)
}

/// Words as they are read: what nobody sees is not there, and any space is one.
fn as_read(words: &str) -> String {
    line(&invisible::without(words))
}

/// A value as a rule compares it.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// Arguments that are nothing but words: what a later call says in them may be something else.
const WORDS: [&str; 10] =
    ["text", "body", "content", "message", "subject", "description", "comment", "caption", "html", "markdown"];

/// Whether an argument is as good as left out.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

/// The rule that "always" makes: the same tool, for ideas of the same person, with the same arguments. An address stands for
/// its whole site. Where another argument says what or whom the call is about, mere words may be others; else they are what it
/// is about.
pub fn lasting(tool: &str, arguments: &Value, by: &str, person: &PersonId, at: DateTime<Utc>) -> Rule {
    let nothing = serde_json::Map::new();
    let all = arguments.as_object().unwrap_or(&nothing);
    let said = || all.iter().filter(|(_, value)| !says_nothing(value));
    let site = |value: &Value| {
        let address = addresses::opened(value.as_str()?).ok()?;
        Some(format!("{}://{}/*", address.scheme(), addresses::site(&address)?))
    };
    let words = |name: &str, value: &Value| WORDS.contains(&name) && value.is_string();
    let whole = !said().any(|(name, _)| ABOUT.contains(&name.as_str()));
    let mut with = Vec::new();
    let mut free = Vec::new();
    for (name, value) in said() {
        if !whole && words(name, value) {
            free.push(name.clone());
        } else if name == "url" {
            with.push((name.clone(), site(value).unwrap_or_else(|| plain(value))));
        } else {
            with.push((name.clone(), plain(value)));
        }
    }
    // What it is about first.
    with.sort_by_key(|(name, _)| ABOUT.iter().position(|about| about == name).unwrap_or(ABOUT.len()));
    let (tool, by, only_for) = (tool.to_owned(), by.to_owned(), Some(person.clone()));
    Rule { tool, with, then: Then::Allow, by, only_for, free, granted: Vec::new(), at }
}

/// Names of arguments that say what or whom a call is about, the most telling first.
const ABOUT: [&str; 9] = ["url", "to", "recipient", "address", "email", "channel", "account", "path", "title"];
