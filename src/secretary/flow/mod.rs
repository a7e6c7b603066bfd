//! A flow: a short script that people agreed on, which runs by itself for as long as it takes. This module has the type
//! and its changes. It must not run anything: the engine does, one call of a host function after the other.

pub mod action;
pub mod calls;
pub mod examples;
pub mod functions;
pub mod journal;
pub mod line;
pub mod moments;
pub mod news;
pub mod outline;
pub mod run;
pub mod schema;
pub mod submitted;
pub mod tables;
pub mod trigger;

use super::ids::{FlowId, PersonId, RoomId, WorkspaceId};
use super::names::phrases::line;
use super::people::workspace::Person;
use super::when::Rule;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use functions::HostFunction;
use serde::{Deserialize, Serialize};

/// The most bytes of a script.
pub const LONGEST_SCRIPT: usize = 32 * 1024;
/// The most characters of a name.
pub const LONGEST_NAME: usize = 60;
/// The most steps in words.
pub const MOST_STEPS: usize = 80;
/// The most characters of a step.
pub const LONGEST_STEP: usize = 300;

/// A flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Its id.
    pub id: FlowId,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// Its number in the workspace.
    pub number: i64,
    /// What people call it. Stored under a key that no name of a person has.
    #[serde(rename = "called")]
    pub name: String,
    /// Who ordered it: who pays for its runs, and whose rights count in them.
    pub owner: PersonId,
    /// Where it was ordered, and where it answers.
    pub room: RoomId,
    /// The script.
    pub script: String,
    /// What it does in plain words, one step a line; two spaces before it for each block that stands around it.
    pub steps: Vec<String>,
    /// The names of the functions that the script calls, and may call.
    pub may: Vec<String>,
    /// Counts the scripts it has had: a run goes on only with the script it began with.
    pub version: u32,
    /// Who agreed to it. Without that only a dry run is possible.
    pub agreed: Option<Agreed>,
    /// When it is to run by the clock, as it was asked for with its script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was deleted, if it was.
    #[serde(default)]
    pub deleted_at: Option<DateTime<Utc>>,
}

/// That somebody agreed to a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreed {
    /// Who.
    pub by: PersonId,
    /// What they were called then.
    pub name: String,
    /// When they did.
    pub at: DateTime<Utc>,
}

/// A time that was asked for. A press makes a schedule of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// When.
    pub rule: Rule,
    /// The IANA zone the rule is read in.
    pub zone: String,
}

impl Timing {
    /// The zone, UTC should the stored name be unknown to this build.
    pub fn tz(&self) -> Tz {
        self.zone.parse().unwrap_or(Tz::UTC)
    }
}

/// What a flow is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What people are to call it.
    pub name: String,
    /// The script.
    pub script: String,
    /// What it does in plain words.
    pub steps: Vec<String>,
    /// The names of the functions that the script calls.
    pub may: Vec<String>,
}

/// Why something is no flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowFault {
    /// It has no name.
    NoName,
    /// Its name is longer than [`LONGEST_NAME`].
    LongName,
    /// It has no script.
    NoScript,
    /// Its script is longer than [`LONGEST_SCRIPT`].
    LongScript,
    /// Nothing says in words what it does.
    NoSteps,
    /// It has more than [`MOST_STEPS`] steps.
    ManySteps,
    /// It calls a function that there is none of.
    Unknown(String),
}

impl Draft {
    /// The draft with its texts on one line each, and every name of a function once.
    ///
    /// # Errors
    /// What keeps it from being a flow.
    fn checked(self) -> Result<Self, FlowFault> {
        let name = line(&self.name);
        let steps: Vec<String> =
            self.steps.iter().filter(|step| !step.trim().is_empty()).map(|step| cut(step)).collect();
        let mut may: Vec<String> = Vec::new();
        for function in self.may {
            if !may.contains(&function) {
                may.push(function);
            }
        }
        let fault = if name.is_empty() {
            FlowFault::NoName
        } else if name.chars().count() > LONGEST_NAME {
            FlowFault::LongName
        } else if self.script.trim().is_empty() {
            FlowFault::NoScript
        } else if self.script.len() > LONGEST_SCRIPT {
            FlowFault::LongScript
        } else if steps.is_empty() {
            FlowFault::NoSteps
        } else if steps.len() > MOST_STEPS {
            FlowFault::ManySteps
        } else if let Some(unknown) = may.iter().find(|function| HostFunction::of_name(function).is_none()) {
            FlowFault::Unknown(unknown.clone())
        } else {
            return Ok(Self { name, script: self.script, steps, may });
        };
        Err(fault)
    }
}

/// A step as far as it is shown, on one line.
fn cut(step: &str) -> String {
    let words: String = line(step).chars().take(LONGEST_STEP).collect();
    indented(step.len() - step.trim_start_matches(' ').len(), &words)
}

/// A step behind so many spaces, of which it has few.
fn indented(spaces: usize, words: &str) -> String {
    format!("{}{words}", " ".repeat(spaces.min(MOST_SPACES)))
}

/// The most spaces before a step.
const MOST_SPACES: usize = 12;

/// A step with so many blocks around it.
pub fn step(depth: u8, words: &str) -> String {
    indented(2 * usize::from(depth), words)
}

/// The words of a step, and how many blocks are shown around it.
pub fn words_of(step: &str) -> (u8, &str) {
    let words = step.trim_start_matches(' ');
    (u8::try_from((step.len() - words.len()) / 2).unwrap_or_default(), words)
}

impl Flow {
    /// A new flow of this person. Nobody has agreed to it yet.
    ///
    /// # Errors
    /// What keeps the draft from being a flow.
    pub fn new(
        (id, number): (FlowId, i64),
        owner: &Person,
        room: RoomId,
        draft: Draft,
        now: DateTime<Utc>,
    ) -> Result<Self, FlowFault> {
        let Draft { name, script, steps, may } = draft.checked()?;
        Ok(Self {
            id,
            workspace: owner.workspace.clone(),
            number,
            name,
            owner: owner.id.clone(),
            room,
            script,
            steps,
            may,
            version: 1,
            agreed: None,
            timing: None,
            created_at: now,
            deleted_at: None,
        })
    }

    /// Takes another script, another name or other steps. Another script, or another function, needs a new agreement, with
    /// which the runs of the script before it end.
    ///
    /// # Errors
    /// What keeps the draft from being a flow. The flow stays as it is then.
    pub fn change(&mut self, draft: Draft) -> Result<(), FlowFault> {
        let Draft { name, script, steps, may } = draft.checked()?;
        if script != self.script || may != self.may {
            self.version = self.version.saturating_add(1);
            self.agreed = None;
        }
        (self.name, self.script, self.steps, self.may) = (name, script, steps, may);
        Ok(())
    }

    /// Notes that somebody agreed to it. False if somebody did before, or it is deleted.
    pub fn agree(&mut self, person: &Person, now: DateTime<Utc>) -> bool {
        if self.agreed.is_some() || self.deleted() {
            return false;
        }
        self.agreed = Some(Agreed { by: person.id.clone(), name: person.name.clone(), at: now });
        true
    }

    /// Whether runs of it may change something: people agreed, and it is not deleted.
    pub fn runs(&self) -> bool {
        self.agreed.is_some() && !self.deleted()
    }

    /// Whether it is deleted.
    pub fn deleted(&self) -> bool {
        self.deleted_at.is_some()
    }

    /// Deletes it. False if it was deleted before.
    pub fn delete(&mut self, now: DateTime<Utc>) -> bool {
        let was = self.deleted();
        self.deleted_at = self.deleted_at.or(Some(now));
        !was
    }

    /// The functions it may call, in the order in which its script names them.
    pub fn functions(&self) -> impl Iterator<Item = HostFunction> {
        self.may.iter().filter_map(|name| HostFunction::of_name(name))
    }

    /// Whether a run of it may call this function.
    pub fn grants(&self, function: HostFunction) -> bool {
        self.functions().any(|granted| granted == function)
    }

    /// What somebody had a part in becomes another one's, because both are one person.
    pub fn hand_over(&mut self, from: &Person, into: &Person) {
        if self.owner == from.id {
            self.owner = into.id.clone();
        }
        if let Some(agreed) = self.agreed.as_mut().filter(|agreed| agreed.by == from.id) {
            agreed.by = into.id.clone();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::secretary::flow::*;
    use crate::secretary::people::workspace::Role;

    pub(in crate::secretary) fn kim() -> Person {
        Person::new(PersonId::new("kim"), WorkspaceId::home(), "Kim", Role::Requester, DateTime::UNIX_EPOCH)
    }

    pub(in crate::secretary) fn draft() -> Draft {
        let may = ["fetch", "notify", "fetch"].map(str::to_owned).to_vec();
        let steps = ["Reads the page", " ", "  Tells you\nthe price"].map(str::to_owned).to_vec();
        Draft { name: " Price\nwatch ".to_owned(), script: "notify(fetch('x'))".to_owned(), steps, may }
    }

    pub(in crate::secretary) fn flow() -> Flow {
        Flow::new((FlowId::new("f1"), 1), &kim(), RoomId::new("r"), draft(), DateTime::UNIX_EPOCH).unwrap()
    }

    #[test]
    fn a_flow_has_its_texts_on_one_line_and_each_function_once() {
        let flow = flow();
        assert_eq!(flow.name, "Price watch");
        assert_eq!(flow.steps, ["Reads the page", "  Tells you the price"]);
        assert_eq!(words_of(&flow.steps[1]), (1, "Tells you the price"));
        assert_eq!(words_of(&step(200, "a")), (6, "a"));
        assert_eq!(flow.may, ["fetch", "notify"]);
        assert!(flow.grants(HostFunction::Fetch) && !flow.grants(HostFunction::Ask));
        assert!(!flow.runs() && !flow.deleted());
    }

    #[test]
    fn what_is_no_flow_is_refused_and_changes_nothing() {
        let wrong = |change: fn(&mut Draft)| {
            let mut draft = draft();
            change(&mut draft);
            let mut kept = flow();
            let fault = kept.change(draft).unwrap_err();
            assert_eq!(kept, flow());
            fault
        };
        assert_eq!(wrong(|d| d.name = " \n".to_owned()), FlowFault::NoName);
        assert_eq!(wrong(|d| d.name = "x".repeat(LONGEST_NAME + 1)), FlowFault::LongName);
        assert_eq!(wrong(|d| d.script = "\n".to_owned()), FlowFault::NoScript);
        assert_eq!(wrong(|d| d.script = "x".repeat(LONGEST_SCRIPT + 1)), FlowFault::LongScript);
        assert_eq!(wrong(|d| d.steps = vec![" ".to_owned()]), FlowFault::NoSteps);
        assert_eq!(wrong(|d| d.steps = vec!["a".to_owned(); MOST_STEPS + 1]), FlowFault::ManySteps);
        assert_eq!(wrong(|d| d.may.push("exec".to_owned())), FlowFault::Unknown("exec".to_owned()));
    }

    #[test]
    fn another_script_needs_a_new_agreement_and_another_name_does_not() {
        let mut flow = flow();
        assert!(flow.agree(&kim(), DateTime::UNIX_EPOCH) && flow.runs());
        assert!(!flow.agree(&kim(), DateTime::UNIX_EPOCH), "once is enough");
        flow.change(Draft { name: "Prices".to_owned(), ..draft() }).unwrap();
        assert_eq!((flow.name.as_str(), flow.version, flow.runs()), ("Prices", 1, true));
        flow.change(Draft { script: "notify('x')".to_owned(), ..draft() }).unwrap();
        assert_eq!((flow.version, flow.runs()), (2, false));
        flow.agree(&kim(), DateTime::UNIX_EPOCH);
        assert!(flow.delete(DateTime::UNIX_EPOCH) && !flow.delete(DateTime::UNIX_EPOCH));
        assert!(!flow.runs());
    }

    #[test]
    fn a_change_that_nobody_agreed_to_is_taken_back_with_the_agreement_from_before() {
        let mut flow = flow();
        flow.agree(&kim(), DateTime::UNIX_EPOCH);
        let kept = flow.clone();
        let other = || Draft { script: "notify('x')".to_owned(), ..draft() };
        flow.change(other()).unwrap();
        assert!(flow.revert(&kept) && flow.runs() && !flow.revert(&kept));
        assert_eq!((flow.version, &flow.script), (3, &kept.script), "no card of another script agrees to it");
        flow.change(other()).unwrap();
        flow.agree(&kim(), DateTime::UNIX_EPOCH);
        assert!(flow.revert(&kept) && !flow.runs(), "people agreed to the other one since");
    }

    #[test]
    fn it_changes_hands_with_who_agreed() {
        let mut flow = flow();
        flow.agree(&kim(), DateTime::UNIX_EPOCH);
        let into = Person { id: PersonId::new("kim2"), ..kim() };
        flow.hand_over(&kim(), &into);
        assert_eq!((flow.owner, flow.agreed.unwrap().by), (into.id.clone(), into.id));
    }
}
