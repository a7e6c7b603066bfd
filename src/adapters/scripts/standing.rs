//! A child process whose script stands at its calls, and what it knows of the run. It goes on with answers that fit, and
//! must not guess: whatever does not fit is left to a new child, which plays the run from its beginning.

use super::{ANSWERS_A_SECOND, MOST_INPUT};
use crate::ports::child::{Ended, Talk};
use crate::ports::scripts::{Answer, HostCall, ScriptRun};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A child process that waits for answers of calls.
pub(super) struct Standing {
    talk: Box<dyn Talk>,
    /// The run as it began, without answers and calls.
    began: ScriptRun,
    /// Seconds of the processor that it may take.
    pub(super) seconds: u64,
    /// A hash of each answer that it has, by the place of its call.
    given: Vec<Option<u64>>,
    /// The answers that it was given since it began.
    further: usize,
    /// The calls that it waits for, in their order.
    asked: Vec<HostCall>,
    /// Bytes of all that it was asked and has answered: no fewer than a new child would be asked.
    bytes: usize,
}

impl Standing {
    /// A child that began with this run, may take these seconds and has exchanged so many bytes.
    pub(super) fn new(talk: Box<dyn Talk>, run: &ScriptRun, seconds: u64, bytes: usize) -> Self {
        let began = ScriptRun {
            id: run.id.clone(),
            script: run.script.clone(),
            inputs: run.inputs.clone(),
            functions: run.functions.clone(),
            most_calls: run.most_calls,
            ..ScriptRun::default()
        };
        let given = run.answers.iter().map(hash).collect();
        Self { talk, began, seconds, given, further: 0, asked: Vec::new(), bytes }
    }

    /// The same at these calls.
    pub(super) fn at(self, asked: &[HostCall]) -> Self {
        Self { asked: asked.to_vec(), ..self }
    }

    pub(super) fn id(&self) -> &str {
        &self.began.id
    }

    /// The line of the answers that this run has and the child has not; none where the run does not fit.
    pub(super) fn news(&mut self, run: &ScriptRun) -> Option<Vec<u8>> {
        if !self.is_of(run) || run.answers.len() < self.given.len() {
            return None;
        }
        let known: Vec<Option<u64>> = run.answers.iter().map(hash).collect();
        let mut news = Vec::new();
        for (index, (answer, now)) in run.answers.iter().zip(&known).enumerate() {
            let before = self.given.get(index).copied().flatten();
            let fits = match before {
                Some(_) => before == *now,
                // Only a call that it waits for can have got an answer.
                None => self.asked.binary_search_by_key(&index, |call| call.index).is_ok(),
            };
            if !fits {
                return None;
            }
            if before.is_none() && now.is_some() {
                news.push((index, answer));
            }
        }
        let line = serde_json::to_vec(&news).ok()?;
        self.further = self.further.saturating_add(news.len());
        self.bytes = self.bytes.saturating_add(line.len());
        // A new child may take longer after so many answers, and says when there are too many.
        if self.further > ANSWERS_A_SECOND || self.bytes > MOST_INPUT {
            return None;
        }
        self.given = known;
        Some(line)
    }

    /// What the child says to this line.
    pub(super) async fn ask(&mut self, line: Vec<u8>) -> Result<Vec<u8>, Ended> {
        let said = self.talk.ask(line).await?;
        self.bytes = self.bytes.saturating_add(said.len());
        Ok(said)
    }

    /// Whether it is the same script with the same inputs, which has made the same calls.
    fn is_of(&self, run: &ScriptRun) -> bool {
        let began = &self.began;
        let made = |call: &HostCall| run.made.get(call.index).is_none_or(|made| made.is_same(call));
        (&began.id, &began.script, &began.functions, began.most_calls)
            == (&run.id, &run.script, &run.functions, run.most_calls)
            && began.inputs == run.inputs
            && self.asked.iter().all(made)
    }
}

/// A hash of an answer; none where there is no answer yet.
fn hash(answer: &Answer) -> Option<u64> {
    match answer {
        Answer::Value(_) | Answer::Error(_) => {
            let mut hasher = DefaultHasher::new();
            answer.hash(&mut hasher);
            Some(hasher.finish())
        }
        Answer::Pending => None,
    }
}
