//! The line of runs that events begin. Of one flow a few of them are under way at a time, so that nobody is asked sixty
//! things at once; the others wait, and begin in the order in which their events came. The module must not begin a run.

use super::run::{FlowRun, RunState, Wait};
use chrono::{DateTime, Utc};

/// So many runs of a flow that events began are under way at a time.
pub const MOST_AT_ONCE: u32 = 3;
/// So many wait for their turn to begin. Further events are not taken.
pub const MOST_IN_LINE: u32 = 200;

/// Where a run that an event began stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It has its turn, and asks nobody.
    Works,
    /// It has its turn, and people are asked.
    Asks,
    /// It slept while others began, and has something to ask: that waits for its turn.
    ToAsk,
    /// It waits for its turn to begin.
    InLine,
}

impl Place {
    /// Its number where it is stored.
    pub fn number(self) -> u32 {
        match self {
            Self::Works => 1,
            Self::Asks => 2,
            Self::ToAsk => 3,
            Self::InLine => 4,
        }
    }
}

/// Whether an event of a trigger began a run.
pub fn of_event(run: &FlowRun) -> bool {
    !run.dry && run.called_by.is_none() && run.event.get("trigger").is_some()
}

/// The place of a run. None for one that no event began, that is over, or that sleeps: meanwhile others may begin, since it
/// asks nobody anything.
pub fn place(run: &FlowRun) -> Option<Place> {
    if !of_event(run) || run.ended() {
        None
    } else if run.asks() {
        Some(Place::Asks)
    } else if run.open.values().any(|wait| *wait == Wait::Turn) {
        Some(Place::ToAsk)
    } else {
        match run.state {
            RunState::Waiting(Wait::Turn) => Some(Place::InLine),
            RunState::Waiting(Wait::Until(_)) => None,
            RunState::Waiting(Wait::Decision | Wait::Ticket(_) | Wait::Flow(_))
            | RunState::Running
            | RunState::Completed(_)
            | RunState::Failed(_)
            | RunState::Cancelled => Some(Place::Works),
        }
    }
}

/// Whether a run waits for its turn to begin.
pub fn waits(run: &FlowRun) -> bool {
    place(run) == Some(Place::InLine)
}

/// Whether a run leaves its turn to others: it sleeps, or is over.
pub fn leaves(run: &FlowRun) -> bool {
    of_event(run) && place(run).is_none()
}

/// How many runs may begin or ask while so many have their turn.
pub fn free(under_way: u32) -> u32 {
    MOST_AT_ONCE.saturating_sub(under_way)
}

/// Lets a run go on whose turn it is. One that begins does so with the script that its flow has now, which is `version`. The
/// places of the calls that it is to ask about.
pub fn goes_on(run: &mut FlowRun, version: u32, now: DateTime<Utc>) -> Vec<u32> {
    if waits(run) {
        run.version = version;
    }
    let asks = run.open.iter().filter(|(_, wait)| **wait == Wait::Turn);
    let places: Vec<u32> = asks.map(|(place, _)| *place).collect();
    for place in &places {
        run.open.remove(place);
        run.asked.insert(*place, now);
    }
    run.wake();
    places
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::line::*;
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::flow::trigger::came;
    use crate::secretary::ids::FlowRunId;
    use serde_json::{Value, json};

    fn run(event: Value, state: RunState) -> FlowRun {
        let order = Start { event, ..Start::default() };
        FlowRun { state, ..FlowRun::new((FlowRunId::new("f1/1"), 1), &flow(), order, DateTime::UNIX_EPOCH) }
    }

    fn of_file(state: RunState) -> FlowRun {
        run(came::file("in", "a.txt", 1, None), state)
    }

    #[test]
    fn a_run_of_an_event_has_a_place_unless_it_sleeps_or_is_over() {
        let until = RunState::Waiting(Wait::Until(DateTime::UNIX_EPOCH));
        for (state, wanted) in [
            (RunState::Running, Some(Place::Works)),
            (RunState::Waiting(Wait::Turn), Some(Place::InLine)),
            (until.clone(), None),
            (RunState::Cancelled, None),
        ] {
            let one = of_file(state);
            assert_eq!((place(&one), leaves(&one)), (wanted, wanted.is_none()), "{one:?}");
        }
        for event in [json!({"schedule": 1}), Value::Null] {
            let other = run(event, until.clone());
            assert!(place(&other).is_none() && !leaves(&other), "people or the clock began it");
        }
        assert_eq!([0, 1, 3, 5].map(free), [3, 2, 0, 0]);
    }

    #[test]
    fn a_run_that_begins_has_the_script_of_now_and_one_that_asks_late_its_own() {
        let mut first = of_file(RunState::Waiting(Wait::Turn));
        let now = DateTime::UNIX_EPOCH;
        assert_eq!((goes_on(&mut first, 7, now), first.version), (Vec::new(), 7));
        assert_eq!(first.state, RunState::Running);
        let mut late = of_file(RunState::Running);
        let before = late.version;
        late.wait_at(4, Wait::Turn);
        assert_eq!(place(&late), Some(Place::ToAsk));
        late.wait_at(5, Wait::Decision);
        assert_eq!(place(&late), Some(Place::Asks));
        late.open.remove(&5);
        assert_eq!((goes_on(&mut late, 7, now), late.version), (vec![4], before));
        assert_eq!((place(&late), late.asked.get(&4)), (Some(Place::Works), Some(&now)));
    }
}
