//! Reminders on the desk until they stand: what was understood is ordered, and the part that is missing is asked for.

use crate::engine::inbox::context::{Desk, Visit};
use crate::ports::store::{Fate, Stored};
use crate::secretary::ids::Slot;
use crate::secretary::message::action::Action;
use crate::secretary::people::workspace::Role;
use crate::secretary::schedule::{Duty, Schedule};
use crate::secretary::when::Rule;
use crate::secretary::wording::schedules::reminding as wording;

impl Desk<'_> {
    /// Asks for the part of a reminder that is missing, or orders it where none is.
    pub(in crate::engine) async fn ask_reminder(
        &mut self,
        visit: &Visit,
        what: Option<String>,
        rule: Option<Rule>,
    ) -> Stored<Fate> {
        let message = match (&what, &rule) {
            (Some(what), None) => wording::ask_time(what, ""),
            (None, Some(rule)) => {
                let zone = self.zone_of(&visit.person).await?;
                wording::ask_words(rule, zone, self.now)
            }
            (Some(what), Some(rule)) => {
                return self.order_reminder(visit, what.clone(), rule.clone(), true, &[]).await;
            }
            (None, None) => return self.refuse(visit, wording::how_to()).await,
        };
        self.say(visit, message).await?;
        let action = Action::Remind { what, rule, person: Some(visit.person.id.clone()) };
        self.tx.expect(&visit.room.id, &visit.person.id, &action, self.now).await?;
        Ok(Fate::Decided(None))
    }

    /// `/remind`: a text with a time at either end; what is missing is asked for.
    pub(in crate::engine) async fn remind_by_command(&mut self, visit: &Visit, text: &str) -> Stored<Fate> {
        if text.trim().is_empty() {
            return self.refuse(visit, wording::how_to()).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        match self.engine.parts.grammar.timely(text, zone, visit.said_at) {
            Some(timely) if timely.rest.is_empty() => self.ask_reminder(visit, None, Some(timely.timed.rule)).await,
            Some(timely) => self.order_reminder_in(visit, timely.rest, timely.timed, &[]).await,
            None => self.ask_reminder(visit, Some(text.trim().to_owned()), None).await,
        }
    }

    /// A button under a reminder that was asked about, or words that were asked for.
    pub(in crate::engine) async fn remind(
        &mut self,
        visit: &Visit,
        action: &Action,
        text: Option<&str>,
    ) -> Stored<Fate> {
        let Action::Remind { what, rule, person } = action else { return Ok(Fate::Decided(None)) };
        let asker = match person.as_ref().filter(|person| **person != visit.person.id) {
            Some(_) if visit.person.power() != Role::Owner => return Ok(Fate::Refused(wording::not_yours())),
            // An owner answers for whoever asked.
            Some(person) => self.tx.person(person).await?,
            None => None,
        };
        let visit = &Visit { person: asker.unwrap_or_else(|| visit.person.clone()), ..visit.clone() };
        match (text, what.clone(), rule.clone()) {
            (Some(text), Some(what), None) => {
                let zone = self.zone_of(&visit.person).await?;
                match self.engine.parts.grammar.time(text, zone, visit.said_at) {
                    Ok(timed) => self.order_reminder_in(visit, what, timed, &[]).await,
                    Err(why) => {
                        // It is still asked for.
                        self.tx.expect(&visit.room.id, &visit.person.id, action, self.now).await?;
                        self.refuse(visit, why.to_string()).await
                    }
                }
            }
            (Some(text), None, Some(rule)) => self.order_reminder(visit, text.trim().to_owned(), rule, true, &[]).await,
            (Some(_), ..) => self.refuse(visit, wording::how_to()).await,
            (None, Some(what), Some(rule)) => {
                let all = self.tx.schedules(&self.workspace()).await?;
                let duty = Duty::Remind(what.clone());
                let same = |s: &Schedule| s.owner == visit.person.id && s.duty == duty && s.rule == rule && !s.over();
                if all.iter().any(same) {
                    return Ok(Fate::Refused(wording::set_already()));
                }
                self.order_reminder(visit, what, rule, true, &[]).await
            }
            (None, what, rule) => self.ask_reminder(visit, what, rule).await,
        }
    }

    /// A doubtful reminder is not wanted: its question is not open any more.
    pub(in crate::engine) async fn forget(&mut self, visit: &Visit, asked: &Slot) -> Stored<Fate> {
        self.noted_before(visit, &format!("declined/{asked}")).await?;
        Ok(Fate::Decided(Some(wording::dropped())))
    }
}
