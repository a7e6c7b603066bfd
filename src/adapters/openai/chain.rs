//! Chains of models: which model takes a request, what a failure means for the next one, and how long a failing model
//! is skipped. It is forgotten when the program ends.

use super::wire::NoAnswer;
use crate::ports::model::ModelError;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a model that does not work is left out before it is tried again.
const REST: TimeDelta = TimeDelta::minutes(5);
/// A model that wants to be left alone for longer than this is passed over at once, where there is another.
const PATIENCE: Duration = Duration::from_secs(10);
/// Failures in a row after which a model is left out: one is a hiccup.
const STRIKES: u32 = 2;

/// What a failure says about asking another model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It would be the same for every model of this server, or there was an answer: nobody else is asked.
    Stop,
    /// This request does not suit the model, others may.
    Pass,
    /// The model is of no use for a while.
    Rest,
    /// It may pass by itself; twice in a row it does not.
    Strike,
}

/// Why a model gave no usable answer.
#[derive(Clone, Debug)]
pub(super) struct Failed {
    pub error: ModelError,
    pub next: Next,
    /// It took longer than it may.
    pub slow: bool,
}

impl From<ModelError> for Failed {
    fn from(error: ModelError) -> Self {
        Self { error, next: Next::Stop, slow: false }
    }
}

impl From<NoAnswer> for Failed {
    fn from(none: NoAnswer) -> Self {
        if none.slow { Self::slow() } else { none.error.into() }
    }
}

impl Failed {
    /// The answer broke off.
    pub(super) fn silent() -> Self {
        Self { error: ModelError::Retry { after: super::fault::DOWN }, next: Next::Strike, slow: false }
    }

    /// The model did not answer in the time it has.
    pub(super) fn slow() -> Self {
        Self { slow: true, ..Self::silent() }
    }

    /// Of two failures the one to go by: what passes by itself before what an owner must do; else the first
    /// choice's.
    pub(super) fn or(self, before: Option<Self>) -> Self {
        match before {
            Some(before) if matches!(before.error, ModelError::Retry { .. }) => before,
            Some(before) if !matches!(self.error, ModelError::Retry { .. }) => before,
            Some(_) | None => self,
        }
    }
}

#[derive(Debug, Default)]
struct Health {
    strikes: u32,
    /// Answers in a row that took too long.
    slow: u32,
    until: Option<DateTime<Utc>>,
}

/// How every model has been doing.
#[derive(Debug, Default)]
pub(super) struct Resting(Mutex<BTreeMap<String, Health>>);

impl Resting {
    /// Those of a chain that may be asked now, in order; all of them if all are left out.
    pub(super) fn order(&self, chain: &[String], now: DateTime<Utc>) -> Vec<String> {
        let awake: Vec<String> = chain.iter().filter(|name| self.until(name, now).is_none()).cloned().collect();
        if awake.is_empty() { chain.to_vec() } else { awake }
    }

    /// Until when a model is left out.
    pub(super) fn until(&self, model: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.lock().get(model).and_then(|health| health.until).filter(|until| *until > now)
    }

    /// A model answered.
    pub(super) fn answered(&self, model: &str) {
        if self.lock().remove(model).is_some_and(|health| health.until.is_some()) {
            tracing::info!(model, "a model that was left out answers again");
        }
    }

    /// A model failed. Whether the next one of its chain is to take the request.
    pub(super) fn failed(&self, model: &str, failed: &Failed, now: DateTime<Utc>) -> bool {
        let mut all = self.lock();
        let health = all.entry(model.to_owned()).or_default();
        health.slow = if failed.slow { health.slow.saturating_add(1) } else { 0 };
        let after = if let ModelError::Retry { after } = &failed.error { *after } else { Duration::ZERO };
        let rests = match failed.next {
            Next::Stop => return false,
            Next::Pass => {
                tracing::info!(model, error = %failed.error, "another model of the list takes this request");
                return true;
            }
            Next::Rest => true,
            Next::Strike => {
                health.strikes += 1;
                health.strikes >= STRIKES || after > PATIENCE
            }
        };
        if rests {
            // Said once, however often it is tried in vain before it answers again.
            if health.until.is_none() {
                tracing::warn!(model, error = %failed.error, "a model is left out for now; the next of the list stands in");
            }
            let rest = TimeDelta::from_std(after).unwrap_or(REST).max(REST);
            health.until = Some(now + rest);
        }
        // Whoever waits has waited long enough for this one.
        rests || failed.slow
    }

    /// A model was too slow again, and no other of the chain may be asked: asking once more would go on for ever.
    pub(super) fn too_slow(&self, model: &str, chain: &[String], now: DateTime<Utc>) -> bool {
        let slow = self.lock().get(model).is_some_and(|health| health.slow >= STRIKES);
        slow && !chain.iter().any(|other| other != model && self.until(other, now).is_none())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Health>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use crate::adapters::openai::chain::*;

    fn chain() -> Vec<String> {
        vec!["big".to_owned(), "small".to_owned()]
    }

    fn retry(seconds: u64) -> Failed {
        Failed { error: ModelError::Retry { after: Duration::from_secs(seconds) }, ..Failed::silent() }
    }

    #[test]
    fn one_hiccup_is_waited_out_and_two_are_not() {
        let (resting, now) = (Resting::default(), DateTime::UNIX_EPOCH);
        assert!(!resting.failed("big", &retry(1), now));
        resting.answered("big");
        assert!(!resting.failed("big", &retry(1), now), "an answer in between ends the row");
        assert!(resting.failed("big", &retry(1), now));
        assert_eq!(resting.order(&chain(), now), ["small"]);
        assert_eq!(resting.order(&chain(), now + REST), ["big", "small"]);
        assert!(resting.failed("big", &retry(20), now), "a long wait is not waited out");
        assert!(resting.failed("small", &retry(600), now));
        assert_eq!(resting.order(&chain(), now), ["big", "small"], "if all are left out, all are asked");
        assert_eq!(resting.until("small", now), Some(now + TimeDelta::seconds(600)));
    }

    #[test]
    fn a_model_that_is_too_slow_twice_is_given_up_where_it_is_alone() {
        let (resting, now, alone) = (Resting::default(), DateTime::UNIX_EPOCH, vec!["big".to_owned()]);
        assert!(resting.failed("big", &Failed::slow(), now), "another one takes over at once");
        assert_eq!(resting.order(&chain(), now), chain());
        assert!(!resting.too_slow("big", &alone, now));
        resting.failed("big", &retry(1), now);
        resting.failed("big", &Failed::slow(), now);
        assert!(!resting.too_slow("big", &alone, now), "not in a row");
        resting.failed("big", &Failed::slow(), now);
        assert!(resting.too_slow("big", &alone, now));
        assert!(!resting.too_slow("big", &chain(), now), "another one can be asked");
        resting.answered("big");
        assert!(!resting.too_slow("big", &alone, now));
    }

    #[test]
    fn what_passes_by_itself_goes_before_what_an_owner_must_do() {
        let refused = |why: &str| Failed { error: ModelError::Refused(why.to_owned()), next: Next::Rest, slow: false };
        assert_eq!(retry(1).or(Some(refused("a"))).error, retry(1).error);
        assert_eq!(refused("a").or(Some(retry(1))).error, retry(1).error);
        assert_eq!(refused("b").or(Some(refused("a"))).error, ModelError::Refused("a".to_owned()));
        assert_eq!(refused("b").or(None).error, ModelError::Refused("b".to_owned()));
        assert!(!Resting::default().failed("m", &ModelError::Unusable(String::new()).into(), DateTime::UNIX_EPOCH));
    }
}
