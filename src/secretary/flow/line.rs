//! The line of runs that events begin. Of one flow a few of them are under way at a time, so that nobody is asked sixty
//! things at once; the others wait, and begin in the order in which their events came. The module must not begin a run.

use super::run::{FlowRun, RunState, Wait};

/// So many runs of a flow that events began are under way at a time.
pub const MOST_AT_ONCE: usize = 3;

/// Whether an event of a trigger began a run.
pub fn of_event(run: &FlowRun) -> bool {
    !run.dry && run.called_by.is_none() && run.event.get("trigger").is_some()
}

/// Whether a run waits for its turn.
pub fn waits(run: &FlowRun) -> bool {
    run.state == RunState::Waiting(Wait::Turn)
}

/// Whether a run that an event began sleeps: meanwhile others may begin in its place, since it asks nobody anything.
pub fn sleeps(run: &FlowRun) -> bool {
    of_event(run) && matches!(run.state, RunState::Waiting(Wait::Until(_)))
}

/// The runs whose turn it is, the first one first, with the script that their flow has now. `open`: the runs of the flow
/// that are not over, by number; `version`: its script.
pub fn next(open: Vec<FlowRun>, version: u32) -> Vec<FlowRun> {
    let under_way = open.iter().filter(|run| of_event(run) && !run.ended() && !waits(run) && !sleeps(run)).count();
    let free = MOST_AT_ONCE.saturating_sub(under_way);
    open.into_iter().filter(waits).take(free).map(|run| FlowRun { version, ..run }).collect()
}

#[cfg(test)]
mod tests {
    use crate::secretary::flow::line::*;
    use crate::secretary::flow::run::Start;
    use crate::secretary::flow::tests::flow;
    use crate::secretary::flow::trigger::came;
    use crate::secretary::ids::FlowRunId;
    use chrono::DateTime;
    use serde_json::{Value, json};

    fn run(number: i64, event: Value, state: RunState) -> FlowRun {
        let order = Start { event, ..Start::default() };
        let id = FlowRunId::new(format!("f1/{number}"));
        FlowRun { state, ..FlowRun::new((id, number), &flow(), order, DateTime::UNIX_EPOCH) }
    }

    fn of_file(number: i64, state: RunState) -> FlowRun {
        run(number, came::file("in", "a.txt", 1, None), state)
    }

    fn begin(open: Vec<FlowRun>) -> Vec<i64> {
        next(open, 7).iter().map(|run| run.number).collect()
    }

    #[test]
    fn so_many_runs_are_under_way_and_the_others_follow_in_their_order() {
        let waiting = |number| of_file(number, RunState::Waiting(Wait::Turn));
        let asking = |number| of_file(number, RunState::Waiting(Wait::Decision));
        assert_eq!(begin((1..=5).map(waiting).collect()), [1, 2, 3]);
        assert_eq!(begin(vec![asking(1), of_file(2, RunState::Running), waiting(3), waiting(4)]), [3]);
        assert_eq!(begin(vec![asking(1), asking(2), asking(3), waiting(4)]), [0; 0]);
        assert!(next(vec![waiting(1)], 7).iter().all(|run| run.version == 7), "it begins with the script of now");
    }

    #[test]
    fn what_sleeps_and_what_people_or_the_clock_began_takes_no_place() {
        let waiting = |number| of_file(number, RunState::Waiting(Wait::Turn));
        let until = RunState::Waiting(Wait::Until(DateTime::UNIX_EPOCH));
        let mut open: Vec<FlowRun> = (1..=3).map(|number| of_file(number, until.clone())).collect();
        open.push(run(4, json!({"schedule": 1}), RunState::Running));
        open.push(run(5, Value::Null, RunState::Waiting(Wait::Decision)));
        open.extend((6..=9).map(waiting));
        assert_eq!(begin(open), [6, 7, 8]);
    }
}
