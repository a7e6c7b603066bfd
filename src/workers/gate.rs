//! The gate before every tool call of a run: the call, what people allow at this moment and what the run has read
//! decide whether it is made, asked about or refused. Nothing else that a model says is read here.

use super::agent_loop::{Ending, Run, stored_later};
use super::calling::read;
use super::journal::{Changes, Held, Record, Standing};
use super::roster::FOR_ALL;
use crate::ports::model::{Step, ToolCall};
use crate::ports::tool::{Answers, Onward, Reach, Readable, Terms, Tool};
use crate::secretary::decision::approval::{GO_ON, Permission, Proposed};
use crate::secretary::policy::addresses::{linked_in, sent};
use crate::secretary::policy::onward::Judged;
use crate::secretary::policy::{self, ApprovalPolicy, Proposal, Source, Verdict, add_sources};
use crate::secretary::wording::decision::approvals;
use async_trait::async_trait;
use serde_json::Value;
use std::sync::Arc;

/// What people allow. It is asked before each call, so that a withdrawn permission counts at once.
#[async_trait]
pub trait Gate: Send + Sync {
    /// What is allowed now.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn leave(&self) -> Result<ApprovalPolicy, String>;

    /// What other runs of the ticket did.
    ///
    /// # Errors
    /// The database cannot be read.
    async fn elsewhere(&self) -> Result<Elsewhere, String>;
}

/// What the other runs of a ticket did.
#[derive(Default)]
pub struct Elsewhere {
    /// Their calls, with what came of them.
    pub steps: Vec<Step>,
    /// What they changed.
    pub changes: Changes,
}

impl Elsewhere {
    /// What one more of them did.
    pub fn add(&mut self, run: Standing) {
        self.steps.extend(run.steps);
        self.changes = self.changes.and(run.changes);
    }
}

/// The tools whose answers give addresses to follow: what strangers linked, and nothing that a model wrote.
const LINKING: [&str; 2] = ["read_url", "web_search"];

/// Calls people may refuse in one run; after that it is not asked about any more.
const MOST_DENIED: usize = 3;

impl Run<'_> {
    /// Whether the next call is made now. If not, it is answered in the journal, or the run ends to wait for people.
    pub(super) async fn may(&mut self, terms: Terms, call: &ToolCall) -> Result<bool, Ending> {
        // What cannot be read is answered, not called.
        let Ok(arguments) = read(call) else { return Ok(true) };
        if FOR_ALL.contains(&call.name.as_str()) {
            return Ok(true);
        }
        let released = self.standing.released;
        let (because, lasting) = match self.weighed(terms, &arguments).await?.verdict(terms, call, &arguments) {
            // What an owner forbids is not done, whatever was said before.
            Verdict::Refused(by) => {
                let text = approvals::forbidden_by(&by);
                return self.write(Record::Denied { text, by_people: false }).await.map(|_| false);
            }
            Verdict::Made => return Ok(true),
            // A call that the tool never makes is refused without asking anybody.
            Verdict::Asked { .. } if released || self.refused(call, &arguments) => return Ok(true),
            Verdict::Asked { because, lasting } => (because, lasting),
        };
        let denied = &self.standing.denied;
        if denied.len() >= MOST_DENIED || denied.iter().any(|(name, said)| self.is_the_same(name, said, call)) {
            let text = format!("{REFUSED} {GO_ON}");
            return self.write(Record::Denied { text, by_people: false }).await.map(|_| false);
        }
        // What people cannot be shown as a whole is not asked about.
        if !approvals::whole_call::fits(&arguments) {
            return self.write(Record::Denied { text: TOO_LONG.to_owned(), by_people: false }).await.map(|_| false);
        }
        let lasting = lasting && policy::can_last(&arguments);
        let proposed = Proposed { tool: call.name.clone(), arguments, because, risk: terms.risk, lasting };
        let step = match &self.standing.held {
            Some(Held { step, .. }) => *step,
            None => self.write(Record::Held { call: call.clone() }).await?,
        };
        Err(Ending::Wants { step, proposed: Box::new(proposed) })
    }

    /// Whether a call that was refused is this one, which stands in the form its tool knows.
    fn is_the_same(&self, name: &str, arguments: &str, call: &ToolCall) -> bool {
        let before = || ToolCall { arguments: arguments.to_owned(), ..call.clone() };
        name == call.name && (arguments == call.arguments || self.settled(before()).arguments == call.arguments)
    }

    /// Whether the tool refuses such a call, whatever people say.
    fn refused(&self, call: &ToolCall, arguments: &Value) -> bool {
        let settled = |tool: &Arc<dyn Tool>| tool.settled(self.context, arguments.clone());
        self.allowed().any(|tool| tool.spec().name == call.name && settled(tool).is_none())
    }

    /// What people said about the call that waits; what they said of another one changes nothing.
    pub(super) async fn permitted(&mut self, step: u32, permission: Permission) -> Result<(), Ending> {
        if self.standing.held.as_ref().is_none_or(|held| held.step != step) {
            return Ok(());
        }
        let record = match permission {
            Permission::Given => Record::Released { changed: self.changes().await?.made },
            Permission::Denied(why) => {
                let said = if why.trim().is_empty() { String::new() } else { format!(" They say: {}", why.trim()) };
                Record::Denied { text: format!("{DENIED} {GO_ON}{said}"), by_people: true }
            }
        };
        self.write(record).await.map(drop)
    }

    /// What an owner forbids by now, of a call that began before: it is not made once more. None: nothing forbids it.
    pub(super) async fn forbidden(&self, call: &ToolCall) -> Result<Option<String>, Ending> {
        let (Some(terms), Ok(arguments)) = (self.terms(&call.name), read(call)) else { return Ok(None) };
        Ok(match self.weighed(terms, &arguments).await?.verdict(terms, call, &arguments) {
            Verdict::Refused(by) => Some(format!("{CUT_OFF} {}", approvals::forbidden_by(&by))),
            Verdict::Made | Verdict::Asked { .. } => None,
        })
    }

    /// Where the page a call opens may lead on to, by what counts at this moment.
    pub(super) async fn onward(&self, terms: Terms, call: &ToolCall, arguments: &Value) -> Result<Onward, Ending> {
        if terms.reach != Reach::Fetches {
            return Ok(Onward::default());
        }
        let Weighed { leave, read, made, .. } = self.weighed(terms, arguments).await?;
        Ok(Onward::judged(Judged { tool: call.name.clone(), leave, read, made }))
    }

    /// Which notes may be read, by what counts at this moment.
    pub(super) async fn readable(&self, terms: Terms) -> Result<Readable, Ending> {
        if terms.answers != Answers::Notes {
            return Ok(Readable::default());
        }
        Ok(Readable::by(self.kit.gate.leave().await.map_err(|why| stored_later(&why))?))
    }

    /// What a call is judged by.
    async fn weighed(&self, terms: Terms, arguments: &Value) -> Result<Weighed, Ending> {
        let leave = self.kit.gate.leave().await.map_err(|why| stored_later(&why))?;
        let mut read = self.input.read.clone();
        add_sources(&mut read, &self.standing.read);
        add_sources(&mut read, &leave.read);
        let address = arguments.get("url").and_then(Value::as_str).unwrap_or_default();
        let unsaid = terms.reach == Reach::Fetches && !leave.said(address);
        let made = unsaid && !read.is_empty() && self.made(arguments, &leave).await?;
        let changes = if terms.reach == Reach::Outside { self.changes().await?.unasked() } else { 0 };
        Ok(Weighed { leave, read, unsaid, made, changes })
    }

    /// What all runs of the ticket changed: work that is shared out counts as one.
    async fn changes(&self) -> Result<Changes, Ending> {
        Ok(self.standing.changes.and(self.elsewhere().await?.changes))
    }

    async fn elsewhere(&self) -> Result<Elsewhere, Ending> {
        self.kit.gate.elsewhere().await.map_err(|why| stored_later(&why))
    }

    /// Whether nobody wrote the address a call opens: no person, nobody they passed on, no page and no search that work on
    /// the ticket has read. What was opened before may be opened again.
    async fn made(&self, arguments: &Value, leave: &ApprovalPolicy) -> Result<bool, Ending> {
        // What is no address is refused by the tool.
        let Some(address) = arguments.get("url").and_then(Value::as_str) else { return Ok(false) };
        if leave.named(address) {
            return Ok(false);
        }
        if self.standing.steps.iter().any(|step| gives(step, address) || opened(step, address)) {
            return Ok(false);
        }
        Ok(!self.elsewhere().await?.steps.iter().any(|step| gives(step, address)))
    }
}

/// What a call is judged by.
struct Weighed {
    leave: ApprovalPolicy,
    read: Vec<Source>,
    unsaid: bool,
    made: bool,
    changes: u32,
}

impl Weighed {
    fn verdict(&self, terms: Terms, call: &ToolCall, arguments: &Value) -> Verdict {
        let proposal = Proposal {
            tool: &call.name,
            arguments,
            reach: terms.reach,
            policy: terms.policy,
            read: &self.read,
            unsaid_address: self.unsaid,
            made_address: self.made,
            changes: self.changes,
        };
        policy::judge(&proposal, &self.leave)
    }
}

/// Whether strangers gave this address in answer to a call. What the call itself told them may only be said back.
fn gives(step: &Step, address: &str) -> bool {
    let Some(wanted) = sent(address).map(str::to_lowercase) else { return false };
    let told = |call: &ToolCall| read(call).map_or(true, |arguments| tells(&arguments, &wanted));
    LINKING.contains(&step.call.name.as_str()) && !step.failed && linked_in(&step.result, address) && !told(&step.call)
}

/// Whether this page was opened already.
fn opened(step: &Step, address: &str) -> bool {
    let same = |arguments: Value| arguments.get("url").and_then(Value::as_str) == Some(address);
    LINKING.contains(&step.call.name.as_str()) && !step.failed && read(&step.call).is_ok_and(same)
}

/// Whether something stands anywhere in arguments, in small letters.
fn tells(arguments: &Value, wanted: &str) -> bool {
    match arguments {
        Value::String(text) => text.to_lowercase().contains(wanted),
        Value::Array(items) => items.iter().any(|item| tells(item, wanted)),
        Value::Object(all) => all.values().any(|value| tells(value, wanted)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What the model is told of a call that was cut off and may not be made any more.
const CUT_OFF: &str = "This call was cut off, and nobody knows whether it was done. It is not made once more.";
/// What the model is told when people do not want a call made.
const DENIED: &str = "A person did not allow this call, and it was not made. Do not try the same in another way:";
/// What the model is told when a call is too long to be asked about.
const TOO_LONG: &str = "A person must allow this call, and its arguments are too long to be shown to them. Make it shorter, or \
     make several calls of it.";
/// What the model is told when it asks again.
const REFUSED: &str = "People have refused this already. It was not made and they are not asked again:";
