//! The inbound rate limit: a person who writes too fast is told when to go on, so that nobody else waits. It is kept
//! in memory; a restart begins anew.

use crate::engine::context::{Context, Request, say};
use crate::engine::lock;
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::ids::PersonId;
use crate::secretary::inbound::{Content, Inbound};
use crate::secretary::wording::talk::refusals;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, VecDeque};

/// The window of the limit.
const WINDOW: TimeDelta = TimeDelta::minutes(1);
/// Commands that end something are always taken.
const AT_ANY_TIME: [&str; 3] = ["cancel", "pause", "budget"];
/// The most people remembered; beyond that, silent people are forgotten.
const REMEMBERED: usize = 1_000;

/// The recent messages of one person.
#[derive(Debug, Default)]
struct Said {
    /// The last counted event, so that an event that is decided again counts once.
    last: i64,
    taken: VecDeque<DateTime<Utc>>,
    /// The event with which they were told, and when a message was last dropped.
    told: Option<(i64, DateTime<Utc>)>,
}

/// The recent messages of everybody.
#[derive(Debug, Default)]
pub struct InboundRates(BTreeMap<PersonId, Said>);

/// The verdict on a message.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// It is taken.
    Taken,
    /// It is dropped, and the person is told when they may go on.
    Told(DateTime<Utc>),
    /// It is dropped, and the person knows already.
    Known(DateTime<Utc>),
}

impl InboundRates {
    fn judge(&mut self, who: &PersonId, event: i64, at: DateTime<Utc>, most: usize) -> Verdict {
        if self.0.len() >= REMEMBERED && !self.0.contains_key(who) {
            self.0.retain(|_, said| said.taken.back().is_some_and(|last| at - *last < WINDOW));
        }
        let said = self.0.entry(who.clone()).or_default();
        // After the clock was set back the window begins anew.
        said.taken.retain(|before| at - *before < WINDOW && *before <= at);
        if said.last == event && said.told.is_none_or(|(told, _)| told != event) {
            return Verdict::Taken;
        }
        if said.taken.len() < most {
            said.last = event;
            said.taken.push_back(at);
            return Verdict::Taken;
        }
        let until = said.taken.front().copied().unwrap_or(at) + WINDOW;
        let silent = said.told.is_none_or(|(told, last)| told == event || at - last > WINDOW);
        said.told = Some((if silent { event } else { said.told.map_or(event, |(told, _)| told) }, at));
        if silent { Verdict::Told(until) } else { Verdict::Known(until) }
    }
}

/// Drops a message of a person who is over the limit.
pub async fn slow_down(
    context: &mut Context<'_>,
    request: &Request,
    inbound: &Inbound,
) -> Stored<Option<EventOutcome>> {
    let Some(most) = context.engine.parts.defaults.messages else { return Ok(None) };
    let always = matches!(&inbound.content, Content::Command { name, .. } if AT_ANY_TIME.contains(&name.as_str()));
    if always || matches!(inbound.content, Content::Press { .. }) {
        return Ok(None);
    }
    let who = &request.person.id;
    // The send time counts: messages that waited for the end of an outage were not sent too fast.
    let verdict = lock(&context.engine.hurry).judge(who, context.seq, request.said_at, usize::from(most));
    let zone = context.zone_of(&request.person).await?;
    let until = match verdict {
        Verdict::Taken => return Ok(None),
        Verdict::Told(until) => {
            return say::refuse(context, request, refusals::too_fast(most, until, zone)).await.map(Some);
        }
        Verdict::Known(until) => until,
    };
    Ok(Some(EventOutcome::Refused(refusals::too_fast(most, until, zone))))
}

#[cfg(test)]
mod tests {
    use crate::engine::inbox::rate_limit::*;

    #[test]
    fn one_is_told_once_and_others_are_not_held_up() {
        let (mut hurry, kim, jo) = (InboundRates::default(), PersonId::new("kim"), PersonId::new("jo"));
        let at = |seconds| DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
        for event in 1..=3 {
            assert_eq!(hurry.judge(&kim, event, at(event), 3), Verdict::Taken);
            assert_eq!(hurry.judge(&kim, event, at(event), 3), Verdict::Taken, "decided about again");
        }
        assert_eq!(hurry.judge(&kim, 4, at(4), 3), Verdict::Told(at(61)));
        assert_eq!(hurry.judge(&kim, 4, at(4), 3), Verdict::Told(at(61)), "decided about again");
        assert_eq!(hurry.judge(&kim, 5, at(5), 3), Verdict::Known(at(61)));
        assert_eq!(hurry.judge(&jo, 6, at(5), 3), Verdict::Taken);
        assert_eq!(hurry.judge(&kim, 7, at(61), 3), Verdict::Taken);
        assert_eq!(hurry.judge(&kim, 8, at(61), 3), Verdict::Known(at(62)));
        for event in 10..13 {
            assert_eq!(hurry.judge(&kim, event, at(300), 3), Verdict::Taken);
        }
        assert_eq!(hurry.judge(&kim, 14, at(301), 3), Verdict::Told(at(360)), "another time");
    }
}
