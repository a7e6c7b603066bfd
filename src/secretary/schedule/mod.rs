//! A schedule: a report, a brief, a reminder or work, once or repeated. The type and its transitions; `when` computes the times.

pub(super) mod action;
mod putting_off;
pub mod work;

use super::ids::{FlowId, PersonId, RoomId, ScheduleId, Slot, WorkspaceId};
use super::people::workspace::Person;
use super::when::{self, Rule};
use crate::secretary::schedule::work::WorkOrder;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What it does when it is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duty {
    /// Sends a digest of everything since the last one.
    Digest,
    /// Tells what matters today; nothing if nothing does.
    Brief,
    /// Says these words.
    Remind(String),
    /// Does work that was agreed once.
    Work(Box<WorkOrder>),
    /// Runs a flow.
    Flow {
        /// Which.
        flow: FlowId,
        /// What it was called when it was ordered.
        #[serde(rename = "called")]
        name: String,
    },
}

/// A standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Its id.
    pub id: ScheduleId,
    /// The workspace.
    pub workspace: WorkspaceId,
    /// Its number in the workspace, for `/schedules`.
    pub number: i64,
    /// Who ordered it.
    pub owner: PersonId,
    /// Where it was ordered, and where it answers.
    pub room: RoomId,
    /// What it does.
    pub duty: Duty,
    /// When.
    pub rule: Rule,
    /// The zone the rule is read in.
    pub zone: String,
    /// It does nothing until it is let go on.
    pub paused: bool,
    /// The next firing; none once it is over or paused.
    pub next_at: Option<DateTime<Utc>>,
    /// An extra firing by "Snooze", outside the series.
    pub snoozed_to: Option<DateTime<Utc>>,
    /// When the last digest was made; the next covers what came since.
    pub covered_to: DateTime<Utc>,
    /// Firings so far; names their messages.
    pub fired: u64,
    /// Its local time was read in a zone its owner never told: it moves with the first one they tell.
    #[serde(default)]
    pub assumed: bool,
    /// What people answered to the newest reminders, by firing.
    #[serde(default)]
    pub answers: BTreeMap<u64, Answer>,
    /// The schedule was changed since the order: undoing the last act does not delete it.
    #[serde(default)]
    pub touched: bool,
}

/// What somebody answered to a reminder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Who.
    pub name: String,
    /// When they did.
    pub at: DateTime<Utc>,
    /// The moment it comes again; none if it is done.
    pub again_at: Option<DateTime<Utc>>,
}

/// Answers kept, so that a second press hears of the first.
const ANSWERS: usize = 16;
/// What is over is kept this long for late presses.
const KEPT: TimeDelta = TimeDelta::days(30);

/// After this long a firing is late and says so.
pub const LATE_AFTER: TimeDelta = TimeDelta::minutes(2);

/// One firing, to be carried out now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firing {
    /// When it was due.
    pub due_at: DateTime<Utc>,
    /// It is late: the secretary was offline.
    pub late: bool,
}

/// What an order does when its owner changes zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// It has nothing ahead, or the zone is the same.
    Not,
    /// It keeps its time of day.
    Clock,
    /// It stays the same moment, at another time of day.
    Moment,
}

/// The most characters of a reminder.
pub const LONGEST: usize = 500;

impl Schedule {
    /// A new order of this person, with the first time at which it is due.
    pub fn new(
        id: ScheduleId,
        number: i64,
        owner: &Person,
        room: RoomId,
        (duty, rule, zone): (Duty, Rule, Tz),
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            workspace: owner.workspace.clone(),
            number,
            owner: owner.id.clone(),
            room,
            duty,
            next_at: when::next_due(&rule, zone, now),
            rule,
            zone: zone.name().to_owned(),
            paused: false,
            snoozed_to: None,
            covered_to: now,
            fired: 0,
            assumed: false,
            answers: BTreeMap::new(),
            touched: false,
        }
    }

    /// What it is about, in its own words.
    pub fn what(&self) -> &str {
        match &self.duty {
            Duty::Remind(text) => text,
            Duty::Digest => "report",
            Duty::Brief => "brief",
            Duty::Work(work) => &work.template.title,
            Duty::Flow { name, .. } => name,
        }
    }

    /// The zone, UTC should the stored name be unknown to this build.
    pub fn tz(&self) -> Tz {
        self.zone.parse().unwrap_or(Tz::UTC)
    }

    /// Whether it runs this flow.
    pub fn runs(&self, flow: &FlowId) -> bool {
        matches!(&self.duty, Duty::Flow { flow: id, .. } if id == flow)
    }

    /// Whether it will never fire again.
    pub fn over(&self) -> bool {
        self.next_at.is_none() && self.snoozed_to.is_none() && !self.paused
    }

    /// Whether it is a reminder whose last firing has no answer.
    fn unanswered(&self) -> bool {
        matches!(self.duty, Duty::Remind(_)) && self.fired > 0 && !self.answers.contains_key(&self.fired)
    }

    /// The moment it wants to be woken next. While it is paused, only a reminder comes that somebody wanted to have again.
    pub fn wake_at(&self) -> Option<DateTime<Utc>> {
        let series = if self.paused { None } else { self.next_at };
        let snoozed = self.snoozed_to.filter(|_| !self.paused || matches!(self.duty, Duty::Remind(_)));
        match (series, snoozed) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Fires if it is due at `now`: however many slots were missed, it fires once, and the next is the
    /// first one after `now`. A firing that fails or is late does not move the series.
    pub fn fire(&mut self, now: DateTime<Utc>) -> Option<Firing> {
        let due_at = self.wake_at().filter(|at| *at <= now)?;
        if self.snoozed_to.is_some_and(|at| at <= now) {
            self.snoozed_to = None;
        }
        if !self.paused && self.next_at.is_some_and(|at| at <= now) {
            self.next_at = when::next_due(&self.rule, self.tz(), now);
        }
        self.fired += 1;
        Some(Firing { due_at, late: now - due_at > LATE_AFTER })
    }

    /// A single moment that was still ahead when it was asked for, and has passed since, comes at once instead of never.
    pub fn comes_late(&mut self, asked_at: DateTime<Utc>) {
        if let Rule::Once { at } = self.rule
            && self.next_at.is_none()
            && at > asked_at
        {
            self.next_at = Some(at);
        }
    }

    /// Follows its owner to a zone: what recurs keeps its wall time there, and so does a single time that was read in
    /// a zone nobody had told. Any other single time stays the same moment.
    pub fn follow(&mut self, zone: Tz, now: DateTime<Utc>) -> Followed {
        let from = self.tz();
        let followed = match &self.rule {
            Rule::Wall { .. } => {
                // Firings that are left out stay so: the next one keeps its day.
                let left_out = self.next_at > when::next_due(&self.rule, from, now);
                let next = self.next_at.filter(|_| left_out).and_then(|at| when::same_wall(at, from, zone));
                let after = next.map_or(now, |next| now.max(next - TimeDelta::seconds(1)));
                self.next_at = when::next_due(&self.rule, zone, after);
                Followed::Clock
            }
            Rule::Once { .. } if self.next_at.is_none() => return Followed::Not,
            Rule::Once { .. } if self.assumed => {
                self.keep_clock(from, zone, now);
                Followed::Clock
            }
            Rule::Once { .. } if from == zone => return Followed::Not,
            Rule::Once { .. } => Followed::Moment,
        };
        self.assumed = false;
        zone.name().clone_into(&mut self.zone);
        followed
    }

    /// Moves a single time to the same time of day in another zone. What would have passed there stays where it is;
    /// false then.
    pub fn keep_clock(&mut self, from: Tz, zone: Tz, now: DateTime<Utc>) -> bool {
        let Rule::Once { at } = &mut self.rule else { return false };
        let Some(there) = when::same_wall(*at, from, zone).filter(|there| *there > now) else { return false };
        *at = there;
        self.next_at = Some(there);
        zone.name().clone_into(&mut self.zone);
        true
    }

    /// Takes other words, or another time with its zone. A new time starts the series anew.
    pub fn change(&mut self, what: Option<String>, time: Option<(Rule, Tz)>, now: DateTime<Utc>) {
        if let Some((rule, zone)) = time {
            zone.name().clone_into(&mut self.zone);
            self.next_at = when::next_due(&rule, zone, now);
            self.rule = rule;
            self.snoozed_to = None;
        }
        if let (Some(what), Duty::Remind(_)) = (what, &self.duty) {
            self.duty = Duty::Remind(what);
        }
    }

    /// The first firing after a moment. A known one that comes after it stays: those before it may be left out.
    pub fn due_after(&self, moment: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.next_at.filter(|at| *at > moment).or_else(|| when::next_due(&self.rule, self.tz(), moment))
    }

    /// The series with its next firing at another moment, or without it; the series goes on after both. It is the same
    /// where that firing is left out already. None for what comes once, or would be over.
    pub fn moved(&self, to: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<Self> {
        let next = self.snoozed_to.into_iter().chain(self.next_at).min().filter(|_| self.rule.recurs())?;
        let snoozed = self.snoozed_to == Some(next);
        if to.is_none() && !snoozed && self.next_at > when::next_due(&self.rule, self.tz(), now) {
            return Some(self.clone());
        }
        let next_at = self.due_after(to.unwrap_or(now).max(next).max(now));
        let snoozed_to = if snoozed || to.is_some() { to } else { self.snoozed_to };
        Some(Self { next_at, snoozed_to, ..self.clone() }).filter(|moved| !moved.over())
    }

    /// The schedule as it was before a change of its time or text; past firings stay past. None if it is so already.
    pub fn reverted(&self, kept: &Self, now: DateTime<Utc>) -> Option<Self> {
        let (Self { rule, zone, assumed, .. }, duty) = (kept.clone(), work::before(&self.duty, &kept.duty));
        let snoozed_to = kept.snoozed_to.filter(|at| *at > now);
        let was = Self { duty, rule, zone, assumed, snoozed_to, next_at: kept.due_after(now), ..self.clone() };
        (was != *self).then_some(was)
    }

    /// The firing that words mean: the one they reply to, else the newest one, unless that is unanswered and the next
    /// one is nearer. Of one that came again the newest counts. None: the one that comes next.
    pub fn meant(&self, replied: Option<u64>, said_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<u64> {
        let firing = replied.unwrap_or(self.fired);
        let Some(answer) = self.answers.get(&firing) else {
            let ahead = self.wake_at().filter(|_| replied.is_none() && self.rule.recurs());
            let nearer = ahead.is_none_or(|next| said_at - self.covered_to <= next - said_at);
            return (firing > 0 && nearer).then_some(firing);
        };
        match answer.again_at {
            Some(again_at) if again_at <= now && firing != self.fired => self.meant(Some(self.fired), said_at, now),
            Some(_) => None,
            None => (!self.rule.recurs() || when::same_day(answer.at, now, self.tz())).then_some(firing),
        }
    }

    /// Takes the answer to a firing; the series is not moved.
    ///
    /// # Errors
    /// The answer that was given before.
    pub fn answer(&mut self, firing: u64, answer: Answer) -> Result<(), Answer> {
        if let Some(before) = self.answers.get(&firing) {
            return Err(before.clone());
        }
        if answer.again_at.is_some() {
            self.snoozed_to = answer.again_at;
        }
        self.answers.insert(firing, answer);
        while self.answers.len() > ANSWERS {
            self.answers.pop_first();
        }
        Ok(())
    }

    /// Whether it is over so long that nobody will ask for it any more.
    pub fn forgotten(&self, now: DateTime<Utc>) -> bool {
        self.over() && now - self.covered_to > KEPT
    }

    /// Whether this is the same order: the same duty and time in the same room. A digest or a brief of a room is the same
    /// whoever ordered it, a reminder is its owner's.
    pub fn same_order(&self, other: &Self) -> bool {
        let for_the_same = matches!(self.duty, Duty::Digest | Duty::Brief) || self.owner == other.owner;
        let same_time = self.comes_at(&other.rule, &other.zone);
        self.duty == other.duty && same_time && self.room == other.room && for_the_same
    }

    /// Whether it comes by this rule, read in this zone.
    pub fn comes_at(&self, rule: &Rule, zone: &str) -> bool {
        self.rule == *rule && (self.zone == zone || !rule.recurs())
    }
}

/// The slot of the message about a schedule. A reply to it is a change.
pub fn card_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/card"))
}

/// The slot of the message of one firing.
pub fn firing_slot(id: &ScheduleId, firing: u64) -> Slot {
    Slot::new(format!("schedule/{id}/{firing}"))
}

/// The next number of a new schedule: above those of all that are still to come.
pub fn next_number(all: &[Schedule]) -> i64 {
    all.iter().filter(|s| !s.over()).map(|s| s.number).max().unwrap_or(0) + 1
}

/// Puts schedules in the order in which they come, paused ones last.
pub fn in_order(all: &mut [Schedule]) {
    all.sort_by_key(|s| (s.wake_at().is_none(), s.wake_at(), s.number));
}

/// Puts schedules in the order in which words are likely to mean them: the one that is replied to, the last one that rang
/// for this person here without an answer, the last of those `shown` here (newest first), those that rang within half a
/// day, those that come next. What is over and answered goes.
pub fn as_meant(
    all: &mut Vec<Schedule>,
    replied: Option<&ScheduleId>,
    (person, room): (&PersonId, &RoomId),
    shown: &[ScheduleId],
    now: DateTime<Utc>,
) {
    all.retain(|s| !s.over() || s.unanswered() || replied == Some(&s.id));
    let rang = all.iter().filter(|s| s.unanswered() && s.owner == *person && s.room == *room);
    let rang = rang.max_by_key(|s| s.covered_to).map(|s| s.id.clone());
    let last = shown.iter().find(|id| all.iter().any(|s| s.id == **id));
    in_order(all);
    all.sort_by_key(|s| {
        let near = [replied, rang.as_ref(), last].map(|id| id != Some(&s.id));
        (near, !s.unanswered() || s.covered_to < now - TimeDelta::hours(12))
    });
}

/// A single reminder that stayed the same moment in a new zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stayed {
    /// Which.
    pub schedule: ScheduleId,
    /// The zone it was ordered in.
    pub from: String,
    /// Its moment; what was moved since then stays where it is.
    pub at: DateTime<Utc>,
}
