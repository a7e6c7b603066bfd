//! Standing orders, once they stand: the list, its buttons, the same in typed words.

use crate::engine::inbox::context::{Context, Request};
use crate::ports::store::{EventOutcome, Stored};
use crate::secretary::audit::What;
use crate::secretary::ids::{ScheduleId, Slot};
use crate::secretary::intent::Timed;
use crate::secretary::message::Message;
use crate::secretary::message::action::{Later, ScheduleAct};
use crate::secretary::message::commands::ScheduleOrder;
use crate::secretary::message::keys::Keys;
use crate::secretary::people::permissions::Operation;
use crate::secretary::schedule::{self, Change, Duty, Firing, Schedule};
use crate::secretary::ticket::effect::Effect;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::schedules;
use chrono::TimeDelta;
use chrono_tz::Tz;

/// The longest a reminder is put off by a button, in minutes.
const LONGEST: i64 = 10_080;

impl Context<'_> {
    /// `/schedules`: the list, or a change of one.
    pub(in crate::engine) async fn schedules(
        &mut self,
        request: &Request,
        order: Option<(i64, ScheduleOrder)>,
    ) -> Stored<EventOutcome> {
        let Some((number, order)) = order else { return self.list_schedules(request, 1).await };
        let ahead = self.ahead(request).await?;
        let Some(schedule) = ahead.into_iter().find(|s| s.number == number) else {
            return self.refuse(request, schedules::no_schedule(number)).await;
        };
        let switches = matches!(order, ScheduleOrder::Pause | ScheduleOrder::Resume);
        let outcome = match order {
            ScheduleOrder::Show => {
                let mut keys = self.keys();
                let message = schedules::one(&schedule, self.now, &mut keys);
                return self.show_card(request, &schedule, message, keys).await;
            }
            ScheduleOrder::Pause => self.on_schedule(request, &schedule.id, &ScheduleAct::Pause, None).await?,
            ScheduleOrder::Resume => self.on_schedule(request, &schedule.id, &ScheduleAct::Resume, None).await?,
            ScheduleOrder::Now => self.on_schedule(request, &schedule.id, &ScheduleAct::Fire, None).await?,
            ScheduleOrder::Delete => {
                let act = ScheduleAct::Delete { listed: true };
                self.on_schedule(request, &schedule.id, &act, None).await?
            }
            ScheduleOrder::Change(words) => self.change_schedule(request, schedule.clone(), &words).await?,
        };
        if let EventOutcome::Decided(Some(note)) = &outcome
            && switches
        {
            self.say_switched(request, &schedule.id, note).await?;
        }
        self.said_if_refused(request, outcome).await
    }

    /// Says in words that an order was paused or goes on, with the way back.
    pub(in crate::engine) async fn say_switched(
        &mut self,
        request: &Request,
        id: &ScheduleId,
        note: &str,
    ) -> Stored<()> {
        let Some(schedule) = self.tx.schedule(id).await? else { return Ok(()) };
        let mut keys = self.keys();
        let message = schedules::switched(&schedule, note, &mut keys);
        self.say_with(request, message, keys).await
    }

    /// Typed words get every refusal as a message.
    pub(in crate::engine) async fn said_if_refused(
        &mut self,
        request: &Request,
        outcome: EventOutcome,
    ) -> Stored<EventOutcome> {
        match outcome {
            EventOutcome::Refused(why) => self.refuse(request, why).await,
            outcome @ (EventOutcome::Decided(_) | EventOutcome::Again | EventOutcome::Quarantined(_)) => Ok(outcome),
        }
    }

    /// What this person may change here: one's own, for owners everybody's, in a group what answers there.
    pub(in crate::engine) async fn ahead(&mut self, request: &Request) -> Stored<Vec<Schedule>> {
        let mut found = self.tx.schedules(&self.workspace()).await?;
        found.retain(|s| !s.over() && Self::could(request, Operation::ChangeSchedule(s)));
        if !request.room.direct() {
            let room = request.room.thread_of.as_ref().map_or(&request.room.id, |(_, channel)| channel);
            found.retain(|s| &s.room == room);
        }
        schedule::in_order(&mut found);
        Ok(found)
    }

    /// Posts a message with buttons under a name of its own.
    pub(in crate::engine) async fn put(
        &mut self,
        request: &Request,
        slot: Slot,
        message: Message,
        keys: Keys,
    ) -> Stored<()> {
        self.bind(keys, std::slice::from_ref(&request.room.id), &slot).await?;
        self.post(&request.room.id, slot, message, request.reply.clone()).await
    }

    /// Changes a message of this room in place.
    pub(in crate::engine) async fn rewrite(
        &mut self,
        request: &Request,
        slot: Slot,
        message: Message,
        keys: Keys,
    ) -> Stored<()> {
        self.bind(keys, std::slice::from_ref(&request.room.id), &slot).await?;
        let effect = Effect::Edit { room: request.room.id.clone(), slot, message: message.silently(), calm: false };
        self.carry_out(vec![effect], None).await
    }

    /// Posts the message by which a schedule is changed later.
    pub(in crate::engine) async fn show_card(
        &mut self,
        request: &Request,
        schedule: &Schedule,
        message: Message,
        keys: Keys,
    ) -> Stored<EventOutcome> {
        self.put(request, card_slot(&schedule.id), message, keys).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// A button of a schedule, with the words it asked for.
    pub(in crate::engine) async fn on_schedule(
        &mut self,
        request: &Request,
        id: &ScheduleId,
        act: &ScheduleAct,
        text: Option<&str>,
    ) -> Stored<EventOutcome> {
        if let ScheduleAct::Undo { kept, listed } = act {
            return self.bring_back(request, kept, *listed).await;
        }
        let Some(mut schedule) = self.tx.schedule(id).await? else {
            return Ok(EventOutcome::Refused(schedules::gone()));
        };
        if let Err(why) = self.may(request, Operation::ChangeSchedule(&schedule)) {
            return Ok(EventOutcome::Refused(why));
        }
        match act {
            ScheduleAct::Pause => {
                let done = schedule.pause();
                self.switched(request, schedule, done).await
            }
            ScheduleAct::Resume => {
                let done = schedule.resume(self.now);
                self.switched(request, schedule, done).await
            }
            ScheduleAct::Fire => {
                self.mark_operation(request).await?;
                (schedule.fired, schedule.touched) = (schedule.fired + 1, true);
                let firing = Firing { due_at: self.now, late: false };
                self.carry_out_duty(&mut schedule, &firing).await?;
                self.tx.save_schedule(&schedule).await?;
                Ok(EventOutcome::Decided(Some(schedules::SENT.to_owned())))
            }
            ScheduleAct::Edit => match text {
                Some(words) => self.change_schedule(request, schedule, words).await,
                None => self.ask_change(request, &schedule).await,
            },
            ScheduleAct::Set { words } => self.change_schedule(request, schedule, words).await,
            ScheduleAct::Become { rule } => self.become_rule(request, schedule, rule).await,
            ScheduleAct::Revert { kept } => self.revert(request, schedule, kept).await,
            ScheduleAct::Delete { listed } => self.delete_schedule(request, &schedule, *listed).await,
            ScheduleAct::Done { firing } => self.answer_reminder(request, schedule, *firing, None).await,
            ScheduleAct::Snooze { firing, by } => {
                let again_at = match by {
                    Later::Minutes(minutes) => self.now + TimeDelta::minutes((*minutes).clamp(1, LONGEST)),
                    Later::Morning => when::next_morning(schedule.tz(), self.now),
                    Later::At(at) => (*at).max(self.now),
                };
                self.answer_reminder(request, schedule, *firing, Some(again_at)).await
            }
            // Taken before it is looked up: what was deleted is not there.
            ScheduleAct::Undo { .. } | ScheduleAct::Amend => Ok(EventOutcome::Decided(None)),
        }
    }

    async fn switched(&mut self, request: &Request, mut schedule: Schedule, done: bool) -> Stored<EventOutcome> {
        if !done {
            return Ok(EventOutcome::Refused(schedules::toggled_already(schedule.paused)));
        }
        schedule.touched = true;
        self.mark_switch(request, &schedule.id, schedules::switch_act(&schedule)).await?;
        self.save_schedule(&schedule).await?;
        self.refresh_list(request, &schedule.id).await?;
        if !self.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty() {
            let mut keys = self.keys();
            let card = schedules::stands(&schedule, self.now, &mut keys);
            self.rewrite(request, card_slot(&schedule.id), card, keys).await?;
        }
        Ok(EventOutcome::Decided(Some(schedules::toggled(schedule.paused).to_owned())))
    }

    /// Asks for the words a change needs, where the platform has no forms.
    pub(in crate::engine) async fn ask_change(
        &mut self,
        request: &Request,
        schedule: &Schedule,
    ) -> Stored<EventOutcome> {
        self.say(request, schedules::ask_change(schedule)).await?;
        self.expect_change(request, schedule).await?;
        Ok(EventOutcome::Decided(None))
    }

    async fn expect_change(&mut self, request: &Request, schedule: &Schedule) -> Stored<()> {
        let action = ScheduleAct::Edit.on(&schedule.id);
        self.tx.expect(&request.room.id, &request.person.id, &action, self.now).await
    }

    /// Takes the typed change of a schedule, and echoes it with its next times.
    pub(in crate::engine) async fn change_schedule(
        &mut self,
        request: &Request,
        mut schedule: Schedule,
        words: &str,
    ) -> Stored<EventOutcome> {
        let zone = self.zone_for(request, &schedule).await?;
        let words = words.trim();
        let reminds = matches!(schedule.duty, Duty::Remind(_));
        // A time of day alone leaves the days as they are.
        let clock = when::parse_clock(words).and_then(|clock| when::at_clock(&schedule.rule, clock, zone, self.now));
        let timed = match clock {
            Some(rule) => Ok(Timed { rule, zone, local: true }),
            None => self.engine.parts.grammar.time(words, zone, request.said_at),
        };
        let unknown = schedule.owner == request.person.id && request.person.zone.is_none();
        let change = match timed {
            Ok(timed) => {
                schedule.assumed = unknown && timed.local;
                Change { what: None, rule: Some(timed.rule) }
            }
            Err(_) if reminds && words.chars().count() <= schedule::LONGEST => {
                let both = self.engine.parts.grammar.timely(words, zone, request.said_at);
                match both.filter(|both| !both.rest.is_empty()) {
                    Some(both) => {
                        schedule.assumed = unknown && both.timed.local;
                        Change { what: Some(both.rest), rule: Some(both.timed.rule) }
                    }
                    None => Change { what: Some(words.to_owned()), rule: None },
                }
            }
            Err(why) => {
                // The sentence gives an example to send instead.
                self.expect_change(request, &schedule).await?;
                return Ok(EventOutcome::Refused(why.to_string()));
            }
        };
        self.set_change(request, schedule, change, zone).await
    }

    /// A schedule gets other words or another time, as they were understood.
    pub(in crate::engine) async fn change_fields(
        &mut self,
        request: &Request,
        schedule: Schedule,
        what: Option<String>,
        rule: Option<Rule>,
    ) -> Stored<EventOutcome> {
        let zone = schedule.tz();
        self.set_change(request, schedule, Change { what, rule }, zone).await
    }

    /// A series becomes another one, in the zone it has.
    pub(in crate::engine) async fn become_rule(
        &mut self,
        request: &Request,
        schedule: Schedule,
        rule: &Rule,
    ) -> Stored<EventOutcome> {
        let (zone, change) = (schedule.tz(), Change { what: None, rule: Some(rule.clone()) });
        self.set_change(request, schedule, change, zone).await
    }

    async fn set_change(
        &mut self,
        request: &Request,
        mut schedule: Schedule,
        change: Change,
        zone: Tz,
    ) -> Stored<EventOutcome> {
        let before = schedule.clone();
        schedule.change(change, zone, self.now);
        if schedule.over() {
            return Ok(EventOutcome::Refused(schedules::never()));
        }
        if schedule == before {
            // The next words may still change it, and "undo" means what was changed before.
            self.expect_amendment(request, &schedule.id).await?;
            return Ok(EventOutcome::Refused(schedules::so_already(&schedule, self.now)));
        }
        schedule.touched = true;
        self.save_schedule(&schedule).await?;
        let mut keys = self.keys();
        let message = schedules::changed(&schedule, before, self.now, &mut keys);
        self.show_card(request, &schedule, message, keys).await?;
        self.expect_amendment(request, &schedule.id).await?;
        self.refresh_list(request, &schedule.id).await?;
        Ok(EventOutcome::Decided(None))
    }

    /// The very next words may still change what was just set.
    pub(in crate::engine) async fn expect_amendment(&mut self, request: &Request, id: &ScheduleId) -> Stored<()> {
        let action = ScheduleAct::Amend.on(id);
        self.tx.expect(&request.room.id, &request.person.id, &action, self.now).await
    }

    /// "Undo" under a change: the order is again as it was.
    async fn revert(&mut self, request: &Request, mut schedule: Schedule, kept: &Schedule) -> Stored<EventOutcome> {
        if schedule.same_order(kept) {
            return Ok(EventOutcome::Refused(schedules::back_already()));
        }
        schedule.revert(kept, self.now);
        if schedule.over() {
            return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
        }
        self.save_schedule(&schedule).await?;
        let mut keys = self.keys();
        let message = schedules::as_it_was(&schedule, self.now, &mut keys);
        self.rewrite(request, card_slot(&schedule.id), message, keys).await?;
        self.refresh_list(request, &schedule.id).await?;
        Ok(EventOutcome::Decided(Some(schedules::reverted(&schedule, self.now))))
    }

    /// One's own zone; somebody else's order keeps theirs.
    pub(in crate::engine) async fn zone_for(&mut self, request: &Request, schedule: &Schedule) -> Stored<Tz> {
        if schedule.owner == request.person.id { self.zone_of(&request.person).await } else { Ok(schedule.tz()) }
    }

    pub(in crate::engine) async fn delete_schedule(
        &mut self,
        request: &Request,
        schedule: &Schedule,
        listed: bool,
    ) -> Stored<EventOutcome> {
        if schedule.over() {
            return Ok(EventOutcome::Refused(schedules::nothing_to_delete()));
        }
        self.end_schedule(&schedule.id).await?;
        let mut keys = self.keys();
        let message = schedules::deleted(schedule, listed, &mut keys);
        let stands = !self.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty();
        if stands && listed {
            // Its echo further up says so, too; the way back is the one below.
            let effect = Effect::Edit {
                room: request.room.id.clone(),
                slot: card_slot(&schedule.id),
                message: Message { buttons: Vec::new(), ..message.clone() },
                calm: false,
            };
            self.carry_out(vec![effect], None).await?;
        }
        if listed || !stands {
            self.put(request, gone_slot(&schedule.id), message, keys).await?;
        } else {
            self.rewrite(request, card_slot(&schedule.id), message, keys).await?;
        }
        self.refresh_list(request, &schedule.id).await?;
        Ok(EventOutcome::Decided(Some(schedules::DELETED.to_owned())))
    }

    pub(in crate::engine) async fn end_schedule(&mut self, id: &ScheduleId) -> Stored<()> {
        self.note(What::ScheduleRemoved { schedule: id.clone() });
        self.tx.drop_lane(&crate::engine::handlers::tickets::apply_event::schedule_lane(id)).await?;
        self.tx.drop_schedule(id).await
    }

    /// "Undo": what was deleted goes on from now, unless the same was ordered again.
    async fn bring_back(&mut self, request: &Request, kept: &Schedule, listed: bool) -> Stored<EventOutcome> {
        if let Err(why) = self.may(request, Operation::ChangeSchedule(kept)) {
            return Ok(EventOutcome::Refused(why));
        }
        let all = self.tx.schedules(&self.workspace()).await?;
        if all.iter().any(|s| s.id == kept.id || (!s.over() && s.same_order(kept))) {
            return Ok(EventOutcome::Refused(schedules::back_already()));
        }
        let mut schedule = kept.clone();
        if all.iter().any(|s| !s.over() && s.number == schedule.number) {
            schedule.number = schedule::next_number(&all);
        }
        schedule.snoozed_to = schedule.snoozed_to.filter(|at| *at > self.now);
        schedule.next_at = when::next_due(&schedule.rule, schedule.tz(), self.now);
        if schedule.next_at.is_none() && schedule.snoozed_to.is_none() {
            return Ok(EventOutcome::Refused(schedules::too_late_to_undo()));
        }
        self.save_schedule(&schedule).await?;
        let mut keys = self.keys();
        let message = schedules::back(&schedule, self.now, &mut keys);
        let stands = !self.tx.posted(&card_slot(&schedule.id), &request.room.id).await?.is_empty();
        let slot = if listed || !stands { gone_slot(&schedule.id) } else { card_slot(&schedule.id) };
        self.rewrite(request, slot, message, keys).await?;
        if stands && listed {
            let mut keys = self.keys();
            let card = schedules::stands(&schedule, self.now, &mut keys);
            self.rewrite(request, card_slot(&schedule.id), card, keys).await?;
        }
        self.refresh_list(request, &schedule.id).await?;
        Ok(EventOutcome::Decided(Some(schedules::BACK.to_owned())))
    }
}

/// The echo of a schedule: a reply to it is a change.
pub(in crate::engine) fn card_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/card"))
}

fn gone_slot(id: &ScheduleId) -> Slot {
    Slot::new(format!("schedule/{id}/gone"))
}

/// One firing's message.
pub(in crate::engine) fn firing_slot(id: &ScheduleId, firing: u64) -> Slot {
    Slot::new(format!("schedule/{id}/{firing}"))
}
