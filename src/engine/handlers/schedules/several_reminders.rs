//! Several reminders of one wish on the desk: set together, echoed in one message, taken back and brought back
//! together.

use crate::engine::inbox::context::{Desk, Visit};
use crate::engine::routing::exact::single_words::{LOOKED_AT, UNDO_FOR};
use crate::ports::store::{Fate, Stored};
use crate::secretary::ids::{PersonId, RoomId, ScheduleId, Slot};
use crate::secretary::message::Message;
use crate::secretary::message::action::Action;
use crate::secretary::people::permissions::Deed;
use crate::secretary::people::workspace::Role;
use crate::secretary::schedule::{self, Duty, Schedule};
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules;
use crate::secretary::wording::schedules::{reminding as wording, together};

impl Desk<'_> {
    /// "Yes" under several reminders that were asked about.
    pub(in crate::engine) async fn remind_all(
        &mut self,
        visit: &Visit,
        parts: &[(String, Rule)],
        person: &PersonId,
    ) -> Stored<Fate> {
        let asker = if *person == visit.person.id {
            None
        } else if visit.person.power() == Role::Owner {
            // An owner answers for whoever asked.
            self.tx.person(person).await?
        } else {
            return Ok(Fate::Refused(wording::not_yours()));
        };
        let visit = &Visit { person: asker.unwrap_or_else(|| visit.person.clone()), ..visit.clone() };
        let visit = &Visit { private: true, ..visit.clone() };
        let mut fate = Fate::Decided(None);
        for (what, rule) in parts {
            fate = self.order_reminder(visit, what.clone(), rule.clone(), true, &[]).await?;
        }
        Ok(fate)
    }

    /// The reminders that the message in this slot echoes together, as far as they are still to come.
    pub(in crate::engine) async fn set_together(&mut self, room: &RoomId, slot: &Slot) -> Stored<Vec<Schedule>> {
        let newest = self.tx.newest_prompts(room, self.now - UNDO_FOR, LOOKED_AT).await?;
        let prompt = newest.into_iter().find(|prompt| prompt.slot.as_ref() == Some(slot));
        let mut found = Vec::new();
        for action in prompt.into_iter().flat_map(|prompt| prompt.actions) {
            let Action::TakeBack { orders } = action else { continue };
            for id in orders {
                found.extend(self.tx.schedule(&id).await?.filter(|s| !s.over()));
            }
        }
        Ok(found)
    }

    /// "Cancel all reminders": asked first, with the number. In a group those of the group.
    pub(in crate::engine) async fn ask_drop_reminders(&mut self, visit: &Visit) -> Stored<Fate> {
        let mut own = self.ahead(visit).await?;
        own.retain(|s| s.owner == visit.person.id && matches!(s.duty, Duty::Remind(_)));
        if own.is_empty() {
            return self.refuse(visit, together::none_to_delete()).await;
        }
        let mut keys = self.keys();
        let message = together::drop_all(&own, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// "Undo" under several reminders: those that are still to come go.
    pub(in crate::engine) async fn take_back(&mut self, visit: &Visit, orders: &[ScheduleId]) -> Stored<Fate> {
        let mut kept: Vec<Schedule> = Vec::new();
        for id in orders {
            let Some(schedule) = self.tx.schedule(id).await?.filter(|s| !s.over()) else { continue };
            if let Err(why) = self.may(visit, Deed::ChangeSchedule(&schedule)) {
                return Ok(Fate::Refused(why));
            }
            self.end_schedule(id).await?;
            kept.push(schedule);
        }
        if kept.is_empty() {
            return Ok(Fate::Refused(schedules::gone()));
        }
        let mut keys = self.keys();
        let message = together::taken_back(&kept, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(Some(schedules::DELETED.to_owned())))
    }

    /// "Undo" under those that were taken back: what still lies ahead goes on.
    pub(in crate::engine) async fn bring_all_back(&mut self, visit: &Visit, kept: &[Schedule]) -> Stored<Fate> {
        let mut back: Vec<Schedule> = Vec::new();
        for before in kept {
            if let Err(why) = self.may(visit, Deed::ChangeSchedule(before)) {
                return Ok(Fate::Refused(why));
            }
            let all = self.tx.schedules(&self.workspace()).await?;
            if all.iter().any(|s| s.id == before.id || (!s.over() && s.same_order(before))) {
                continue;
            }
            let mut schedule = before.clone();
            if all.iter().any(|s| !s.over() && s.number == schedule.number) {
                schedule.number = schedule::next_number(&all);
            }
            schedule.next_at = when::next_due(&schedule.rule, schedule.tz(), self.now);
            if schedule.next_at.is_some() {
                self.save_schedule(&schedule).await?;
                back.push(schedule);
            }
        }
        if back.is_empty() {
            return Ok(Fate::Refused(schedules::back_already()));
        }
        let mut keys = self.keys();
        let message: Message = together::back(&back, self.now, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(Some(schedules::BACK.to_owned())))
    }
}
