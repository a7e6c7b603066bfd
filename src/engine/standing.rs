//! Standing orders on the desk: ordering, listing, changing and firing reports and reminders.

use super::desk::{Desk, Visit};
use super::workspace;
use crate::ports::store::{Fate, Stored, TicketFilter};
use crate::secretary::action::ScheduleAct;
use crate::secretary::effect::ReplyTo;
use crate::secretary::ids::{RoomId, ScheduleId, Slot, TicketId};
use crate::secretary::message::Message;
use crate::secretary::permissions::{Deed, sees};
use crate::secretary::schedule::{Duty, Firing, Schedule};
use crate::secretary::ticket::Ticket;
use crate::secretary::when::{self, Rule};
use crate::secretary::wording::{self, zones};
use crate::secretary::workspace::{Person, Room};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

/// How far back the first digest looks.
const FIRST_DIGEST: TimeDelta = TimeDelta::days(1);
/// Tickets read for a digest.
const READ: u32 = 500;

impl Desk<'_> {
    /// `/report`: how to, now, or when.
    pub(super) async fn report(&mut self, visit: &Visit, text: &str) -> Stored<Fate> {
        if text.is_empty() {
            return self.answer(visit, wording::schedules::how_to_report()).await;
        }
        if text.eq_ignore_ascii_case("progress") {
            return self.progress(visit).await;
        }
        let zone = self.zone_of(&visit.person).await?;
        if text.eq_ignore_ascii_case("now") {
            let since = self.now - FIRST_DIGEST;
            let found = self.for_room(&visit.room, Some(&visit.person), since).await?;
            return self.answer(visit, wording::digest::digest(&found, since, self.now, zone, None)).await;
        }
        if let Err(why) = Self::may(visit, Deed::Schedule) {
            return self.refuse(visit, why).await;
        }
        let rule = match when::parse_schedule(text, zone, self.now) {
            Ok(rule) => rule,
            Err(why) => return self.refuse(visit, why.to_string()).await,
        };
        self.order_schedule(visit, Duty::Digest, rule, true).await
    }

    /// `local`: the words name a time of day, so that it matters which zone they were read in.
    pub(super) async fn order_reminder(
        &mut self,
        visit: &Visit,
        what: String,
        rule: Rule,
        local: bool,
    ) -> Stored<Fate> {
        if let Err(why) = Self::may(visit, Deed::Schedule) {
            return self.refuse(visit, why).await;
        }
        self.order_schedule(visit, Duty::Remind(what), rule, local).await
    }

    async fn order_schedule(&mut self, visit: &Visit, duty: Duty, rule: Rule, local: bool) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let room = match &visit.room.thread_of {
            Some((_, channel)) => channel.clone(),
            None => visit.room.id.clone(),
        };
        let id = ScheduleId::new(self.seed.id("schedule"));
        let mut schedule = self.new_schedule(id, &visit.person, room, duty, rule, zone.name()).await?;
        if schedule.next_at.is_none() {
            return self.refuse(visit, wording::schedules::never()).await;
        }
        schedule.assumed = local && visit.person.zone.is_none();
        self.save_schedule(&schedule).await?;
        let slot = Slot::new(format!("schedule/{}/ordered", schedule.id));
        let (here, reply, in_group) = (visit.room.id.clone(), visit.reply.clone(), !visit.room.direct());
        self.confirm(&visit.person, &schedule, (&here, slot, in_group), local, reply).await?;
        Ok(Fate::Decided(None))
    }

    /// Echoes an order, with what is to be said about the zone where that matters.
    async fn confirm(
        &mut self,
        person: &Person,
        schedule: &Schedule,
        at: (&RoomId, Slot, bool),
        local: bool,
        reply: ReplyTo,
    ) -> Stored<()> {
        let (room, slot, in_group) = at;
        let note =
            if local { self.zone_note(person, schedule, (room, &slot, in_group)).await? } else { zones::Note::None };
        let mut keys = self.keys();
        let message = wording::schedules::ordered(schedule, self.now, &note, &mut keys);
        self.bind(keys, std::slice::from_ref(room), &slot).await?;
        self.post(room, slot, message, reply).await
    }

    async fn new_schedule(
        &mut self,
        id: ScheduleId,
        owner: &Person,
        room: RoomId,
        duty: Duty,
        rule: Rule,
        zone: &str,
    ) -> Stored<Schedule> {
        let numbers = self.tx.schedules(&workspace()).await?;
        let tz = zone.parse().unwrap_or(chrono_tz::Tz::UTC);
        Ok(Schedule {
            id,
            workspace: workspace(),
            number: numbers.iter().map(|s| s.number).max().unwrap_or(0) + 1,
            owner: owner.id.clone(),
            room,
            duty,
            next_at: when::next_due(&rule, tz, self.now),
            rule,
            zone: zone.to_owned(),
            paused: false,
            snoozed_to: None,
            covered_to: self.now,
            fired: 0,
            assumed: false,
        })
    }

    /// A run wants a reminder for its requester; its id derives from the run, so it is set once.
    pub(super) async fn remind_for(&mut self, ticket: &TicketId, text: &str, rule: &Value) -> Stored<Fate> {
        let Some(ticket) = self.tx.ticket(ticket).await? else { return Ok(Fate::Decided(None)) };
        let Some(person) = self.tx.person(&ticket.requester).await? else { return Ok(Fate::Decided(None)) };
        let named = rule.get("local").and_then(Value::as_bool).unwrap_or(true);
        let Ok(rule) = serde_json::from_value::<Rule>(rule.clone()) else { return Ok(Fate::Decided(None)) };
        let local = named || rule.recurs();
        let zone = self.zone_of(&person).await?;
        let id = ScheduleId::new(self.seed.id("schedule"));
        let duty = Duty::Remind(wording::short(text, 500));
        let mut schedule = self.new_schedule(id, &person, ticket.room.clone(), duty, rule, zone.name()).await?;
        schedule.assumed = local && person.zone.is_none();
        self.save_schedule(&schedule).await?;
        let slot = Slot::new(format!("{}/reminder{}", ticket.id, self.seq));
        let at = (&ticket.room, slot, !ticket.direct);
        self.confirm(&person, &schedule, at, local, ReplyTo::default()).await?;
        Ok(Fate::Decided(None))
    }

    /// `/schedules`: one's own, and for owners everybody's.
    pub(super) async fn schedules(&mut self, visit: &Visit) -> Stored<Fate> {
        let zone = self.zone_of(&visit.person).await?;
        let mut found = self.tx.schedules(&workspace()).await?;
        found.retain(|s| !s.over() && Self::may(visit, Deed::ChangeSchedule(&s.owner)).is_ok());
        if !visit.room.direct() {
            found.retain(|s| s.room == visit.room.id);
        }
        let mut keys = self.keys();
        let message = wording::schedules::list(&found, zone, self.now, &mut keys);
        self.say_with(visit, message, keys).await?;
        Ok(Fate::Decided(None))
    }

    /// A button of a schedule.
    pub(super) async fn on_schedule(&mut self, visit: &Visit, id: &ScheduleId, act: &ScheduleAct) -> Stored<Fate> {
        let Some(mut schedule) = self.tx.schedule(id).await? else {
            return Ok(Fate::Refused(wording::schedules::gone()));
        };
        if let Err(why) = Self::may(visit, Deed::ChangeSchedule(&schedule.owner)) {
            return Ok(Fate::Refused(why));
        }
        let note = match act {
            ScheduleAct::Toggle => {
                schedule.toggle(self.now);
                self.save_schedule(&schedule).await?;
                wording::schedules::toggled(schedule.paused)
            }
            ScheduleAct::Fire => {
                schedule.fired += 1;
                let firing = Firing { due_at: self.now, late: false };
                self.carry_out_duty(&mut schedule, &firing).await?;
                self.tx.save_schedule(&schedule).await?;
                wording::schedules::SENT
            }
            ScheduleAct::Snooze { minutes } => {
                schedule.snoozed_to = Some(self.now + TimeDelta::minutes((*minutes).clamp(1, 10_080)));
                self.save_schedule(&schedule).await?;
                wording::schedules::AGAIN
            }
            ScheduleAct::Delete => {
                self.end_schedule(id).await?;
                wording::schedules::DELETED
            }
            ScheduleAct::Done => {
                if !schedule.rule.recurs() {
                    self.end_schedule(id).await?;
                }
                wording::schedules::DONE
            }
        };
        let line = format!("{}: {note}", wording::schedules::duty(&schedule));
        if matches!(act, ScheduleAct::Toggle | ScheduleAct::Delete | ScheduleAct::Snooze { .. }) {
            self.say(visit, Message::lines([line]).silently()).await?;
        }
        Ok(Fate::Decided(Some(note.to_owned())))
    }

    async fn end_schedule(&mut self, id: &ScheduleId) -> Stored<()> {
        self.tx.drop_lane(&super::apply::schedule_lane(id)).await?;
        self.tx.drop_schedule(id).await
    }

    /// A schedule's alarm went off. However it goes, the series goes on.
    pub(super) async fn due(&mut self, id: &ScheduleId) -> Stored<Fate> {
        let Some(mut schedule) = self.tx.schedule(id).await? else { return Ok(Fate::Decided(None)) };
        let firing = schedule.fire(self.now);
        if let Some(firing) = firing {
            self.carry_out_duty(&mut schedule, &firing).await?;
        }
        self.save_schedule(&schedule).await?;
        Ok(Fate::Decided(None))
    }

    async fn carry_out_duty(&mut self, schedule: &mut Schedule, firing: &Firing) -> Stored<()> {
        let zone = schedule.tz();
        let late = firing.late.then(|| wording::schedules::late(firing.due_at, self.now, zone));
        let owner = self.tx.person(&schedule.owner).await?;
        let rooms = self.rooms_of(schedule).await?;
        for room in rooms {
            let mut keys = self.keys();
            let message = match &schedule.duty {
                Duty::Remind(text) => wording::schedules::reminder(schedule, text, late.as_deref(), &mut keys),
                Duty::Digest => {
                    let since = schedule.covered_to;
                    let found = self.for_room(&room, owner.as_ref(), since).await?;
                    wording::digest::digest(&found, since, self.now, zone, late.as_deref())
                }
            };
            let slot = Slot::new(format!("schedule/{}/{}", schedule.id, schedule.fired));
            self.bind(keys, std::slice::from_ref(&room.id), &slot).await?;
            self.post(&room.id, slot, message, ReplyTo::default()).await?;
        }
        schedule.covered_to = self.now;
        Ok(())
    }

    /// Where it answers: the room it was ordered in; if that cannot be reached, a digest goes to the rooms for reports.
    async fn rooms_of(&mut self, schedule: &Schedule) -> Stored<Vec<Room>> {
        if let Some(room) = self.tx.room(&schedule.room).await?.filter(|r| !r.closed) {
            return Ok(vec![room]);
        }
        if schedule.duty != Duty::Digest {
            return Ok(Vec::new());
        }
        let rooms = self.tx.rooms(&workspace()).await?;
        Ok(rooms.into_iter().filter(|r| r.purposes.reports && !r.closed).collect())
    }

    /// The tickets a digest in this room covers: those its people may see.
    async fn for_room(&mut self, room: &Room, person: Option<&Person>, since: DateTime<Utc>) -> Stored<Vec<Ticket>> {
        let open = TicketFilter {
            workspace: Some(workspace()),
            statuses: super::orders::open_statuses(),
            limit: READ,
            ..TicketFilter::default()
        };
        let ended = TicketFilter { statuses: Vec::new(), changed_since: Some(since), ..open.clone() };
        let mut found = self.tx.tickets(&open).await?;
        found.extend(self.tx.tickets(&ended).await?.into_iter().filter(Ticket::closed));
        let direct = room.direct();
        found.retain(|t| match person {
            Some(person) if direct => sees(person, t),
            Some(_) | None => !t.direct,
        });
        Ok(found)
    }
}
