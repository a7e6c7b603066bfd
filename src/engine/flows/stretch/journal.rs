//! The journal of a run in memory, while the row of the run is performed. It is a copy that is gone with the row: after a
//! crash, or in another process, the journal is read from the database. Two rules make that safe:
//! - **The copy is complete.** Only the row adds calls to its run, and an answer never changes. Others may answer a call
//!   that is open: then the journal is read again. Others may also erase words, from the database only. The run counts
//!   that, and no transaction begins with a copy from before (`Stretch::recording`): what was kept back is dropped, the
//!   journal is read again, and the script looks again.
//! - **Nothing goes out before what it follows from.** A call that only looks (`Stretch::looks`) is answered in memory and
//!   kept back. Each transaction of the run begins with what was kept back (`Stretch::recording`). All that a script can
//!   bring about needs such a transaction: a row, a message, a question, a call that goes out (it is written down as begun
//!   first), the end. Changes of rows share one for a few milliseconds (`writes::Changes`). So a crash loses only looks and
//!   changes of which nobody can know, each change with its call, and the script makes them again.

use crate::ports::scripts::{Answer, HostCall, ScriptRun};
use crate::secretary::flow::Flow;
use crate::secretary::flow::journal::{EntryState, JournalEntry};
use crate::secretary::flow::run::{FlowRun, MOST_CALLS};
use serde_json::json;

/// The journal of a run in memory, with the script that it answers. The answers at its end may be kept back.
pub(super) struct Journal {
    /// The calls in their order.
    pub steps: Vec<JournalEntry>,
    /// So many of them are in the database.
    written: usize,
    script: ScriptRun,
    /// As in [`FlowRun`].
    erasures: u32,
}

impl Journal {
    pub fn of(run: &FlowRun, flow: &Flow, steps: Vec<JournalEntry>) -> Self {
        let script = ScriptRun {
            id: run.id.to_string(),
            script: flow.script.clone(),
            inputs: json!({"event": run.event}),
            functions: flow.may.clone(),
            answers: steps.iter().map(answer).collect(),
            made: steps.iter().map(made).collect(),
            most_calls: usize::try_from(MOST_CALLS).unwrap_or(usize::MAX),
        };
        Self { written: steps.len(), steps, script, erasures: run.erasures }
    }

    /// The script with everything that was answered so far.
    pub fn script(&self) -> &ScriptRun {
        &self.script
    }

    /// The call in this place.
    pub fn at(&self, index: u32) -> Option<&JournalEntry> {
        self.place(index).and_then(|place| self.steps.get(place))
    }

    fn place(&self, index: u32) -> Option<usize> {
        self.steps.binary_search_by_key(&index, |step| step.index).ok()
    }

    /// Adds the next call.
    pub fn add(&mut self, step: JournalEntry) {
        self.script.answers.push(answer(&step));
        self.script.made.push(made(&step));
        self.steps.push(step);
    }

    /// Takes the answer of a call that was added before.
    pub fn answer(&mut self, index: u32, outcome: EntryState) {
        let Some(place) = self.place(index) else { return };
        if let (Some(step), Some(known)) = (self.steps.get_mut(place), self.script.answers.get_mut(place)) {
            step.answer(outcome);
            *known = answer(step);
        }
    }

    /// The number of calls that are in the database. The others are kept back; each of them is answered.
    pub fn written(&self) -> usize {
        self.written
    }

    /// The calls after so many.
    pub fn since(&self, calls: usize) -> &[JournalEntry] {
        self.steps.get(calls..).unwrap_or_default()
    }

    /// So many of them are in the database now.
    pub fn are_written(&mut self, calls: usize) {
        self.written = calls;
    }

    /// Whether a call of the script has its answer.
    pub fn has_answered(&self, call: &HostCall) -> bool {
        u32::try_from(call.index).is_ok_and(|index| self.at(index).is_some_and(JournalEntry::answered))
    }

    /// Whether nobody's words were erased since it was read: what is kept back, and what the script knows, may hold them.
    pub fn is_current(&self, run: &FlowRun) -> bool {
        self.erasures == run.erasures
    }

    /// Whether nobody else can have changed the journal of this run meanwhile.
    pub fn is_complete(&self, run: &FlowRun) -> bool {
        self.is_current(run) && self.steps.iter().all(JournalEntry::answered)
    }
}

/// What a script is told of a call.
fn answer(step: &JournalEntry) -> Answer {
    match &step.state {
        EntryState::Begun => Answer::Pending,
        EntryState::Answered(value) => Answer::Value(value.clone()),
        EntryState::Failed(why) => Answer::Error(why.clone()),
    }
}

/// A call as its script made it.
fn made(step: &JournalEntry) -> HostCall {
    HostCall {
        index: usize::try_from(step.index).unwrap_or(usize::MAX),
        name: step.call.name.clone(),
        args: step.call.args.clone(),
        kwargs: step.call.kwargs.clone(),
        line: None,
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::flows::stretch::journal::*;
    use crate::secretary::flow::Draft;
    use crate::secretary::flow::journal::CallMade;
    use crate::secretary::flow::run::Start;
    use crate::secretary::ids::{FlowId, FlowRunId, PersonId, RoomId, WorkspaceId};
    use crate::secretary::people::workspace::{Person, Role};
    use chrono::DateTime;
    use std::collections::BTreeMap;

    fn call(index: u32) -> JournalEntry {
        let call = CallMade { name: "now".to_owned(), args: Vec::new(), kwargs: BTreeMap::new() };
        JournalEntry::begun(index, call, DateTime::UNIX_EPOCH)
    }

    fn looked(index: u32) -> JournalEntry {
        JournalEntry { state: EntryState::Answered(json!(index)), ..call(index) }
    }

    fn begun() -> (FlowRun, Journal) {
        let now = DateTime::UNIX_EPOCH;
        let kim = Person::new(PersonId::new("kim"), WorkspaceId::home(), "Kim", Role::Requester, now);
        let may = vec!["now".to_owned()];
        let draft = Draft { name: "Now".to_owned(), script: "now()".to_owned(), steps: vec!["Looks".to_owned()], may };
        let flow = Flow::new((FlowId::new("f1"), 1), &kim, RoomId::new("r"), draft, now).unwrap();
        let run = FlowRun::new((FlowRunId::new("f1/1"), 1), &flow, Start::default(), now);
        let journal = Journal::of(&run, &flow, vec![looked(0)]);
        (run, journal)
    }

    #[test]
    fn it_keeps_back_what_is_added_until_that_is_written() {
        let (_, mut journal) = begun();
        let kept_back = |journal: &Journal| journal.since(journal.written()).to_vec();
        assert!(kept_back(&journal).is_empty(), "it was read from the database");
        journal.add(looked(1));
        journal.add(looked(2));
        assert_eq!(kept_back(&journal), [looked(1), looked(2)]);
        journal.are_written(3);
        assert!(kept_back(&journal).is_empty());
        journal.add(looked(3));
        assert_eq!(kept_back(&journal), [looked(3)]);
    }

    #[test]
    fn the_script_knows_every_call_and_every_answer() {
        let (run, mut journal) = begun();
        journal.add(call(1));
        assert_eq!(journal.script().answers, [Answer::Value(json!(0)), Answer::Pending]);
        let asked = |index: usize| HostCall { index, ..HostCall::default() };
        assert!(
            journal.has_answered(&asked(0)) && !journal.has_answered(&asked(1)) && !journal.has_answered(&asked(2))
        );
        assert!(!journal.is_complete(&run), "others may answer it");
        journal.answer(1, EntryState::Failed("down".to_owned()));
        journal.answer(1, EntryState::Answered(json!("late")));
        journal.answer(7, EntryState::Answered(json!("nowhere")));
        assert_eq!(journal.script().answers, [Answer::Value(json!(0)), Answer::Error("down".to_owned())]);
        assert_eq!(journal.script().made.len(), 2);
        assert_eq!(journal.at(1).map(|step| &step.state), Some(&EntryState::Failed("down".to_owned())));
        assert!(journal.at(2).is_none() && journal.is_complete(&run));
        assert!(!journal.is_complete(&FlowRun { erasures: 1, ..run }), "words went out of it");
    }
}
