//! Figures of speed and quality, computed from the tickets of a period.

use crate::secretary::decision::DecisionState;
use crate::secretary::ticket::{Ending, Stage, Ticket, report};
use chrono::{DateTime, TimeDelta, Utc};

/// Over how long they are taken, in days.
pub const DAYS: i64 = 30;

/// Lengths of time, shortest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths(Vec<TimeDelta>);

impl Lengths {
    /// The length that this share of them, in hundredths, does not exceed (nearest rank); none of none.
    pub fn quantile(&self, hundredths: usize) -> Option<TimeDelta> {
        let rank = (self.0.len() * hundredths).div_ceil(100).max(1);
        self.0.get(rank - 1).copied()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

impl FromIterator<TimeDelta> for Lengths {
    fn from_iter<I: IntoIterator<Item = TimeDelta>>(lengths: I) -> Self {
        let mut all: Vec<TimeDelta> = lengths.into_iter().map(|length| length.max(TimeDelta::zero())).collect();
        all.sort();
        Self(all)
    }
}

/// What they say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Ideas that came in.
    pub came: usize,
    /// Tickets that ended with a report, failed, were called off.
    pub ended: [usize; 3],
    /// From the idea to its last report.
    pub to_report: Lengths,
    /// Decisions people were asked for.
    pub asked: usize,
    /// From the question to the answer of a person.
    pub review: Lengths,
    /// Decisions nobody made in time.
    pub unanswered: usize,
    /// Of the decisions people made with something recommended: how often that was chosen, and how many they are.
    pub as_recommended: (usize, usize),
    /// Reports rated good, and all that were rated.
    pub rated: (usize, usize),
    /// Requests to the model for the tickets that came in.
    pub calls: u64,
    /// Tokens of these, sent and received.
    pub tokens: u64,
}

/// The figures of what happened since then.
pub fn since(then: DateTime<Utc>, tickets: &[Ticket]) -> Figures {
    let came = || tickets.iter().filter(|ticket| ticket.created_at >= then);
    let ended = |ending: Ending| {
        let now = move |ticket: &&Ticket| ticket.stage == Stage::Closed(ending) && report::ended_at(ticket) >= then;
        tickets.iter().filter(now)
    };
    let decisions = || tickets.iter().flat_map(|ticket| &ticket.decisions);
    let made = || decisions().filter_map(|decision| Some((decision, decision.verdict().filter(|v| v.at >= then)?)));
    let by_people = || made().filter(|(_, verdict)| verdict.by.is_some());
    let advised = || by_people().filter(|(decision, _)| decision.asked.recommended.is_some());
    let rated = || {
        let reports = tickets.iter().flat_map(|ticket| &ticket.reports).filter(|report| report.at >= then);
        reports.filter_map(|report| report.rated.as_ref().map(|(good, _)| *good))
    };
    let overdue = |state: &DecisionState| matches!(state, DecisionState::Dropped);
    let silent = decisions().filter(|d| d.overdue && overdue(&d.state) && d.ended_at().is_some_and(|at| at >= then));
    Figures {
        came: came().count(),
        ended: [Ending::Done, Ending::Failed, Ending::Cancelled].map(|ending| ended(ending).count()),
        to_report: ended(Ending::Done).map(|ticket| report::ended_at(ticket) - ticket.created_at).collect(),
        asked: decisions().filter(|decision| decision.asked_at >= then).count(),
        review: by_people().map(|(decision, verdict)| verdict.at - decision.asked_at).collect(),
        unanswered: made().filter(|(_, verdict)| verdict.by.is_none()).count() + silent.count(),
        as_recommended: (
            advised().filter(|(decision, verdict)| decision.asked.recommended == verdict.option).count(),
            advised().count(),
        ),
        rated: (rated().filter(|good| *good).count(), rated().count()),
        calls: came().map(|ticket| u64::from(ticket.usage.calls)).sum(),
        tokens: came().map(|ticket| ticket.usage.tokens_in.saturating_add(ticket.usage.tokens_out)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use crate::secretary::settings::figures::*;

    #[test]
    fn half_of_them_and_nine_of_ten() {
        let of = |all: &[i64]| all.iter().map(|s| TimeDelta::seconds(*s)).collect::<Lengths>();
        let asked = |all: &[i64]| [50, 90].map(|share| of(all).quantile(share).map(|length| length.num_seconds()));
        assert_eq!(asked(&[]), [None, None]);
        assert_eq!(asked(&[-4]), [Some(0), Some(0)], "clocks that went back");
        assert_eq!(asked(&[9, 1]), [Some(1), Some(9)]);
        assert_eq!(asked(&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), [Some(5), Some(9)]);
    }
}
