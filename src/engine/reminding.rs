//! Reminders on the desk until they stand: what was read is ordered, asked for or asked about.

use super::desk::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::action::Action;
use crate::secretary::ids::Slot;
use crate::secretary::message::Message;
use crate::secretary::reminding::{self, Reading};
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::Rule;
use crate::secretary::wording::{reminding as wording, together};
use crate::secretary::workspace::Role;

impl Desk<'_> {
    /// Does what a reading of somebody's words comes to.
    pub(super) async fn reminder(&mut self, visit: &Visit, reading: Reading) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let mut keys = self.keys();
        match reading {
            Reading::Clear { what, rule, notes, local } => {
                return self.order_reminder(visit, what, rule, local, &notes).await;
            }
            Reading::NoTime { what, why } => {
                self.say(visit, wording::ask_time(&what, &why)).await?;
                self.expect_reminder(visit, Some(what), None).await?;
            }
            Reading::NoWords { rule } => {
                self.say(visit, wording::ask_words(&rule, zone, self.now)).await?;
                self.expect_reminder(visit, None, Some(rule)).await?;
            }
            Reading::Several(parts) => return self.order_together(visit, parts).await,
            Reading::CheckAll(parts) => {
                let message = together::check(&visit.person.id, &parts, zone, self.now, &mut keys);
                self.say_with(visit, message, keys).await?;
            }
            Reading::Check { what, rule, why, once } => {
                let rules = (&rule, once.as_ref(), zone);
                let message = wording::check(&visit.person.id, &what, rules, &why, self.now, &mut keys);
                self.say_with(visit, message, keys).await?;
            }
            Reading::Other { who, what, rule } => {
                let message =
                    wording::only_you(&visit.person.id, (&who, &what), rule.as_ref(), zone, self.now, &mut keys);
                self.say_with(visit, message, keys).await?;
            }
            Reading::Dropped => self.say(visit, Message::lines([wording::dropped()])).await?,
            Reading::Unclear(why) => return self.refuse(visit, why).await,
        }
        Ok(Fate::Decided(None))
    }

    /// Asks for the part of a reminder that is missing.
    pub(super) async fn ask_reminder(
        &mut self,
        visit: &Visit,
        what: Option<String>,
        rule: Option<Rule>,
    ) -> Stored<Fate> {
        let reading = match (what, rule) {
            (Some(what), None) => Reading::NoTime { what, why: String::new() },
            (None, Some(rule)) => Reading::NoWords { rule },
            (Some(what), Some(rule)) => Reading::Clear { what, rule, notes: Vec::new(), local: true },
            (None, None) => Reading::Unclear(wording::how_to()),
        };
        self.reminder(visit, reading).await
    }

    async fn expect_reminder(&mut self, visit: &Visit, what: Option<String>, rule: Option<Rule>) -> Stored<()> {
        let action = Action::Remind { what, rule, person: Some(visit.person.id.clone()) };
        self.tx.expect(&visit.room.id, &visit.person.id, &action, self.now).await
    }

    /// A button under a reading, or words that were asked for.
    pub(super) async fn remind(&mut self, visit: &Visit, action: &Action, text: Option<&str>) -> Stored<Fate> {
        let Action::Remind { what, rule, person } = action else { return Ok(Fate::Decided(None)) };
        let asker = match person.as_ref().filter(|person| **person != visit.person.id) {
            Some(_) if visit.person.power() != Role::Owner => return Ok(Fate::Refused(wording::not_yours())),
            // An owner answers for whoever asked.
            Some(person) => self.tx.person(person).await?,
            None => None,
        };
        let visit = &Visit { person: asker.unwrap_or_else(|| visit.person.clone()), ..visit.clone() };
        let zone = self.zone_of(&visit.person).await?;
        let reading = match (text, what.clone(), rule.clone()) {
            (Some(text), _, _) => match reminding::answer(action, text, zone, visit.said_at) {
                Some(reading) => reading,
                None => Reading::Unclear(wording::how_to()),
            },
            (None, Some(what), Some(rule)) => {
                let all = self.tx.schedules(&self.workspace()).await?;
                let duty = Duty::Remind(what.clone());
                let same = |s: &Schedule| s.owner == visit.person.id && s.duty == duty && s.rule == rule && !s.over();
                if all.iter().any(same) {
                    return Ok(Fate::Refused(wording::set_already()));
                }
                Reading::Clear { what, rule, notes: Vec::new(), local: true }
            }
            (None, Some(what), None) => Reading::NoTime { what, why: String::new() },
            (None, None, Some(rule)) => Reading::NoWords { rule },
            (None, None, None) => Reading::Unclear(wording::how_to()),
        };
        self.reminder(visit, reading).await
    }

    /// A doubtful reminder is not wanted: its question is not open any more.
    pub(super) async fn forget(&mut self, visit: &Visit, asked: &Slot) -> Stored<Fate> {
        self.noted_before(visit, &format!("declined/{asked}")).await?;
        Ok(Fate::Decided(Some(wording::dropped())))
    }
}
